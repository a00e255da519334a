"""The nightly dream: what it reads, plans, changes and takes back."""
