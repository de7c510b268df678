"""The verdict as one page with charts."""
