"""The messages between pages, the server and its engines."""
