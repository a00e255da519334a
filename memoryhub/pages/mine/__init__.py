"""What everybody sees of what is remembered about them."""
