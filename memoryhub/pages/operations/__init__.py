"""Work, calls, members, keys and settings: what operators watch and administrators keep."""
