"""Tests that records which are quick to read are numpy's records in all else."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numba
import numpy as np
import pytest

from rules_check.engine.attributes import record_of

SORT = np.dtype(
    [("grid", np.int32, (2, 3)), ("weight", np.float64), ("rng", np.uint64, (2,)), ("end", "i1")],
    align=True,
)


def filled(record: Any) -> Any:
    record.grid[1, 2], record.weight, record.end = 7, 0.5, -3
    record["rng"] = 2**63, 1
    return record


def test_it_holds_what_numpys_record_holds() -> None:
    plain = filled(np.rec.array(np.zeros(1, SORT))[0])
    quick = filled(record_of(SORT))
    assert isinstance(quick, np.record)
    assert quick.dtype == plain.dtype  # what lies between fields is anything
    for name in SORT.names or ():
        for one in (getattr(quick, name), quick[name]):
            assert type(one) is type(getattr(plain, name))
            np.testing.assert_array_equal(one, getattr(plain, name))
    assert record_of(SORT, plain.tobytes()).item()[1:2] == (0.5,)


def test_to_compiled_code_it_is_the_same_type_and_the_same_memory() -> None:
    assert numba.typeof(record_of(SORT)) == numba.typeof(np.rec.array(np.zeros(1, SORT))[0])
    record = record_of(SORT)
    numba.njit(filled_by_compiled)(record)
    assert (record.end, record.grid[0, 1]) == (5, 6)


def filled_by_compiled(record: Any) -> None:
    record.end = 5
    record.grid[0, 1] = 6


@pytest.mark.parametrize(
    "again",
    [
        lambda one: one.copy(),
        copy.copy,
        copy.deepcopy,
        lambda one: pickle.loads(pickle.dumps(one)),
        lambda one: record_of(SORT, one.tobytes()),
    ],
    ids=["copy", "copy.copy", "deepcopy", "pickle", "bytes"],
)
def test_a_copy_shares_no_memory(again: Any) -> None:
    record = filled(record_of(SORT))
    other = again(record)
    assert (type(other), other.tobytes()) == (type(record), record.tobytes())
    other.end, other.grid[0, 0] = 1, 1
    assert (record.end, record.grid[0, 0]) == (-3, 0)


def test_what_is_no_field_is_refused() -> None:
    record = record_of(SORT)
    with pytest.raises(AttributeError, match="hidden"):
        _ = record.hidden
    with pytest.raises(AttributeError, match="hidden"):
        record.hidden = 1
    for size in (SORT.itemsize - 1, 2 * SORT.itemsize):
        with pytest.raises(ValueError, match=r"buffer|unpack"):
            record_of(SORT, bytes(size))
