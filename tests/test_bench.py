"""What bench/ says of the games is still so: it is run by hand, and would go stale unseen."""

from __future__ import annotations

import re
import runpy

from tests.conftest import ROOT


def test_what_a_rig_changes_is_there_to_be_changed() -> None:
    bench = runpy.run_path(str(ROOT / "bench" / "rigs.py"))
    texts = {name: (folder / "cards.yaml").read_text(encoding="utf-8") for name, folder in bench["PATHS"].items()}
    rigs = bench["RIGS"]
    assert {one.game for one in rigs} == set(texts)
    assert [(one.what, old) for one in rigs for old, _ in one.changes if not re.search(old, texts[one.game])] == []
