"""The servers: a page's files and its socket, behind access control."""
