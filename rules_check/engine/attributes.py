"""Records whose fields Python reads quickly as attributes.

numpy's own records find a field only after a failed search for an attribute, in Python, at several
times the price, and compiled verbs ask them for their type and memory in the same way at each call.
In: a dtype, perhaps with bytes. Out: records that own their memory. Knows no game.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np


class _Record(np.record):  # type: ignore[misc]
    """A record with a property for each field; a field's name may be none of numpy's attributes."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]


@lru_cache(maxsize=64)
def _type_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a type of the same layout whose records have a property for each field."""
    fields = {name: property(itemgetter(name)) for name in dtype.names or ()}

    def again(record: Any) -> tuple[Any, ...]:
        return record_of, (dtype, record.tobytes())

    return np.dtype((type("Record", (_Record,), {**fields, "__reduce__": again}), dtype))


def record_of(dtype: np.dtype[Any], content: bytes | bytearray | None = None) -> Any:
    """Make a record, zeroed or of some bytes, whose fields are attributes, compiled or not.

    Raises ValueError if the bytes are not as many as the record's.
    """
    if content is None:
        return np.zeros(1, _type_of(dtype))[0]
    (record,) = np.frombuffer(bytearray(content), _type_of(dtype))
    return record
