"""How dates and times are written where the framework's way does not fit into sentences."""
