"""What bench/ says of the games is still so: it is run by hand, and would go stale unseen."""

from __future__ import annotations

import re
import runpy
from typing import Any

import pytest

from rules_check.engine.game import load_rules
from rules_check.prove.checking import CODES
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def bench() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "bench" / "rigs.py"))


def test_what_a_rig_changes_is_there_to_be_changed(bench: dict[str, Any]) -> None:
    texts = {name: (folder / "cards.yaml").read_text(encoding="utf-8") for name, folder in bench["PATHS"].items()}
    assert {one.game for one in bench["RIGS"]} == set(texts)
    assert [(one.what, old) for one in bench["RIGS"] for old, _ in one.changes if not re.search(old, texts[one.game])] == []


def test_a_rig_may_be_found_by_what_there_is(bench: dict[str, Any]) -> None:
    known = {name: {*CODES, *load_rules(name).CODES} for name in bench["PATHS"]}
    wanted = [(one.game, word.partition(":")[0]) for one in bench["RIGS"] for word in one.found_by]
    assert [(game, code) for game, code in wanted if code not in known[game]] == []
