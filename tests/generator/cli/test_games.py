"""`emporium-pnp games`: the games that come with the tool."""

from __future__ import annotations

import json

import pytest

from generator.cli.main import run
from generator.data.loading import bundled_games, load_game
from tests.conftest import ROOT


def test_games_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    said = capsys.readouterr().out
    assert ["emporium", "Emporium", "2-6", "135", "en,", "fr"] in [
        line.split() for line in said.splitlines()
    ]
    assert run(["games", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)["results"]["games"]
    assert [game["name"] for game in listed] == list(bundled_games())
    assert (listed[0]["players"], listed[0]["cards"], listed[0]["version"]) == (
        [2, 6],
        135,
        load_game(ROOT).version,
    )
