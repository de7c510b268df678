"""Values that may be missing.

In: a mapping. Out: what it gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def given(values: Mapping[Key, Value | None]) -> dict[Key, Value]:
    """Leave out the keys under which nothing is given."""
    return {key: value for key, value in values.items() if value is not None}
