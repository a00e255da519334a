"""What agents asked for and were told: figures, requests, one request."""
