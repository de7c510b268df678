"""The name by which rules outside this tool import `rules_check.toolkit.reading`."""

from rules_check.toolkit.reading import NAME, Reader, name_of

__all__ = ["NAME", "Reader", "name_of"]
