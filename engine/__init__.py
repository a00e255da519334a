"""Everything that understands text: rules, models and the seam between them. No Django app."""
