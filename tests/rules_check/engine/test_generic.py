"""Code that knows no game: its types are said by annotations, never by names."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from rules_check.engine.generic import _Types, jit_over_verbs
from rules_check.engine.kernel import IS_COMPILED
from rules_check.engine.verbs import Table, VerbOf, Wholes

RECORD = np.dtype([("seat", np.int64)])
only_compiled = pytest.mark.skipif(not IS_COMPILED, reason="interpreted, there are no types")


class Pile(NamedTuple):
    """Of names that say nothing."""

    size: int
    one: Wholes
    other: Table
    apply: VerbOf


def _unsaid(moves: Any) -> int:
    return 0


@only_compiled
def test_an_annotation_says_the_type_whatever_the_name() -> None:
    types = _Types(RECORD, RECORD)
    pile = types.of("anything", Pile)
    assert [str(kind) for kind in pile.types[:3]] == [
        "int64",
        "array(int64, 1d, C)",
        "array(int64, 2d, C)",
    ]
    assert str(types.of("moves", int)) == "int64"
    assert "none(" in str(pile.types[3])


@only_compiled
def test_a_parameter_that_is_not_annotated_is_refused() -> None:
    with pytest.raises(TypeError, match="expected 'moves' to have a type"):
        jit_over_verbs(_unsaid, RECORD, RECORD)
