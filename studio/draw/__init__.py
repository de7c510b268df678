"""The text of the draft as faces, problems and sheets."""
