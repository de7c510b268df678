"""The name by which rules outside this tool import `rules_check.engine.arrays`."""

from rules_check.engine.arrays import local_empty, local_zeros

__all__ = ["local_empty", "local_zeros"]
