"""The shapes of what is sent and answered, by subject. Keys are those of the API; times are ISO 8601 texts."""
