"""The Python client, against the service and against servers that fail."""
