"""Every route as a function that describes its request; both clients send what these say."""
