"""Rules that sort what is said in a conversation into the sections of its summary, in Chinese and English."""
