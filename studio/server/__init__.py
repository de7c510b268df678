"""The servers: a page's files and its socket, behind a door."""
