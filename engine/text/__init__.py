"""Pure language rules for Chinese and English: no database, no model, no Django."""
