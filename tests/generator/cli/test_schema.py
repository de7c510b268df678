"""`schema`: the kinds of this game for editors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.cli.main import run


def test_schema_describes_this_games_kinds(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    text = json.dumps(schema)
    assert '"enum": ["sun", "sea"]' in text
    assert schema["additionalProperties"] is False
