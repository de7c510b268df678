"""The text as it is edited, its cells, its translations and its earlier versions."""
