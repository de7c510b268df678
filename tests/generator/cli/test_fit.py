"""`fit`: how every text fits its area."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.cli.main import run
from tests.generator.cli.calling import edit


def test_fit_reports_every_text(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fit", "--all", "--format", "json"]) == 0
    fits = json.loads(capsys.readouterr().out)["results"]["fits"]
    assert {(f["card"], f["field"]) for f in fits} >= {("noon", "name"), ("noon", "text")}
    assert all(f["used_pt"] <= f["wanted_pt"] for f in fits)
    edit(game / "cards.yaml", "name: Dusk", "name: Dusk over a very long harbour wall")
    assert run(["fit"]) in (0, 1)
    assert re.search(r"^dusk +name +14 pt", capsys.readouterr().out, re.M)
