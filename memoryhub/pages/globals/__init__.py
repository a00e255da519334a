"""What a person or the organisation tells its agents once."""
