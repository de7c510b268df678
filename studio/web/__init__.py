"""The studio as a page that needs no server: the same desk, in the browser's own Python."""
