"""Companies, employees and one person, for those who may see them."""
