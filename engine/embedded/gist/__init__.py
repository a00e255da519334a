"""What a whole conversation was about, told by rules: its topics and a few sentences."""
