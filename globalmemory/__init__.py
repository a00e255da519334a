"""What people tell their agents once, for all conversations."""
