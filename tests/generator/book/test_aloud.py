"""Rules in a rulebook: parts of `play:` by name, numbers of the same name first, faults with their
places.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generator.book.aloud import PARTS, fault_of_play
from generator.book.rulebook import render_rulebook
from generator.data.loading import load_game
from generator.face.press import Press
from generator.job.starting import start_game
from rules_check.notation.aloud import NAMES
from tests.rules_check.prove.test_teams import RAFT, written


def rendered(folder: Path, template: str, old: str = "", new: str = "") -> tuple[str, list[str]]:
    """Return the Markdown of a rulebook, and the codes of what is wrong with it."""
    if not folder.exists():
        start_game(folder, rules="data")
    (folder / "templates" / "rulebook.md.j2").write_text(template, encoding="utf-8")
    cards = folder / "cards.yaml"
    text = cards.read_text("utf-8")
    assert old in text
    cards.write_text(text.replace(old, new, 1), encoding="utf-8")
    game = load_game(folder)
    press = Press(game)
    found = render_rulebook(game, press)
    return (found[0] if found else ""), [problem.code for problem in press.problems]


def test_a_rulebook_includes_the_rules_as_they_are_played(tmp_path: Path) -> None:
    text, codes = rendered(
        tmp_path / "pond",
        "# Pond\n\n{{ rules.turn }}\n\n{{ rules.end }}\n{{ rules.turns }} cards each.\n",
    )
    assert codes == []
    assert "- Players take turns, clockwise. On your turn:\n  - Choose one:\n" in text
    assert "the game ends after a turn if" in text
    assert text.endswith("9 cards each.\n")
    changed, _ = rendered(
        tmp_path / "pond", "{{ rules.turn }}", "move card to kept", "move card to gone"
    )
    assert "move the card to the gone" in changed


def test_a_part_that_a_game_does_without_is_empty_and_one_that_there_is_not_is_told(
    tmp_path: Path,
) -> None:
    assert rendered(tmp_path / "pond", "|{{ rules.powers }}|") == ("||", [])
    assert rendered(tmp_path / "pond", "{{ rules.round }}") == ("", ["undefined-name"])


def test_a_number_of_the_same_name_comes_first(tmp_path: Path) -> None:
    text, codes = rendered(
        tmp_path / "pond",
        "{{ rules.score }} {{ rules.end }}",
        "  turns: 9\n",
        "  turns: 9\n  score: 12\n",
    )
    assert codes == []
    assert text.startswith("12 - Everyone has")


def test_faults_of_the_rules_are_told_only_if_the_rulebook_asks_for_them(tmp_path: Path) -> None:
    _, codes = rendered(
        tmp_path / "pond", "{{ rules.turns }}", "move card to kept", "move card to kpt"
    )
    assert codes == []
    assert rendered(tmp_path / "pond", "{{ rules.turn }}") == ("", ["bad-play"])


def test_a_game_without_rules_as_data_has_no_parts(tmp_path: Path) -> None:
    start_game(tmp_path / "pond")
    assert rendered(tmp_path / "pond", "{{ rules.turn }}") == ("", ["undefined-name"])


@pytest.mark.parametrize("name", NAMES.values())
def test_every_part_can_be_asked_for(name: str) -> None:
    assert name in PARTS


def test_a_build_prints_the_deck_of_a_game_whose_rules_have_faults(tmp_path: Path) -> None:
    written(tmp_path, RAFT.replace("take 1 from flood", "take 1 from flod"))
    code = (
        "import sys; from generator.cli.main import run; code = run(sys.argv[1:]); "
        "assert 'numpy' not in sys.modules; sys.exit(code)"
    )
    words = ["build", str(tmp_path), "--output", str(tmp_path / "out")]
    command = [sys.executable, "-c", code, *words]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert "warning[bad-play]: the cards can be printed, but the rules under play: have" in (
        built.stderr
    )
    assert "1 fault; the first: 'flod'" in built.stderr
    assert list((tmp_path / "out").glob("*.pdf"))


@pytest.mark.parametrize("text", [RAFT, RAFT.split("play:")[0]])
def test_rules_without_faults_are_not_warned_of(tmp_path: Path, text: str) -> None:
    assert fault_of_play(load_game(written(tmp_path, text))) is None
