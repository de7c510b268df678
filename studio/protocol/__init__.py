"""What pages, the server and its engines say to each other."""
