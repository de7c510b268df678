"""The text being edited, its cells, its translations and its earlier versions."""
