"""Rules in a rulebook: parts of `play:` by name, numbers of the same name first, faults with their
places.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.book.aloud import PARTS
from generator.book.rulebook import render_rulebook
from generator.data.loading import load_game
from generator.face.press import Press
from generator.job.starting import start_game
from rules_check.notation.aloud import NAMES


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
