"""Lint as a whole: limits and silences with their faults, the list in the document, and our own
games, which are clean.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from generator.job.starting import start_game
from generator.lint.lint import Linted, lint
from generator.lint.workshop import CODES, LIMITS
from tests.conftest import ROOT, make_game
from tests.generator.lint.conftest import face, line_of


def test_limits_and_silences_with_their_faults(tmp_path: Path) -> None:
    def with_lint(name: str, **section: Any) -> Linted:
        return lint(make_game(tmp_path / name, face("#b0b0b0"), lint=section))

    assert with_lint("a", limits={"contrast": 1.5}).findings == []
    (silent,) = with_lint(
        "b", silenced=[{"finding": "low-contrast", "about": "one", "reason": "Mist."}]
    ).findings
    assert silent.silenced == "Mist."
    for about, codes in (("card", []), ("card, name", ["idle-silence"]), ("two", ["idle-silence"])):
        linted = with_lint(
            f"c{about}", silenced=[{"finding": "low-contrast", "about": about, "reason": "Mist."}]
        )
        assert [p.code for p in linted.problems] == codes, about
    assert linted.problems[0].message == "no finding 'low-contrast' is about 'two'; expected 'one'"
    assert [
        p.code
        for p in with_lint("d", silenced=[{"finding": "low-contrest", "reason": "Mist."}]).problems
    ] == ["unknown-finding"]
    problems = with_lint("e", limits={"contrests": 3, "text_pt": -1}).problems
    assert [(p.code, p.severity) for p in problems] == [
        ("unknown-limit", "error"),
        ("out-of-range", "error"),
    ]
    assert problems[0].hint == "did you mean 'contrast'?"
    assert problems[0].place is not None
    assert problems[0].place.line == line_of(tmp_path / "e", "cards.yaml", "contrests")


def test_every_limit_and_finding_is_in_the_document() -> None:
    text = (ROOT / "docs" / "reference" / "lint.md").read_text(encoding="utf-8")
    for name, (usual, about) in LIMITS.items():
        assert f"| `{name}` | {usual:g} | {about[0].upper()}{about[1:]} |" in text
    assert all(f"| `{code}` |" in text for code in CODES)


def test_the_game_that_new_starts_is_clean(tmp_path: Path) -> None:
    start_game(tmp_path / "pond")
    linted = lint(load_game(tmp_path / "pond"))
    assert linted.findings == []
    assert linted.problems == ()


@pytest.mark.slow
def test_emporium_is_clean(emporium: Game) -> None:
    linted = lint(emporium)
    assert linted.problems == ()
    assert [(f.code, f.about, f.severity) for f in linted.findings if f.silenced is None] == [
        ("colours-alike", "back-hero, back-monster", "note"),
        ("colours-alike", "back-hero, back-steel", "note"),
    ]
    assert all(look.number for look in linted.looks if look.what != "pictures")


def test_what_one_line_does_to_many_cards_is_told_once(tmp_path: Path) -> None:
    def told(folder: str, count: int, **section: Any) -> list[tuple[str, str, str | None]]:
        cards = {f"fen-{number}": {"name": f"Fen {number}"} for number in range(count)}
        linted = lint(make_game(tmp_path / folder, face("#b0b0b0"), cards, lint=section))
        assert len(linted.findings) == count
        return [
            (one.about, one.claim.partition("; the same on ")[2], one.silenced)
            for one in linted.told
        ]

    assert told("few", 3) == [(f"fen-{number}", "", None) for number in range(3)]
    assert told("many", 6) == [("card", "6 cards: fen-0, fen-1, fen-2 …", None)]
    silenced = [{"finding": "low-contrast", "about": "fen-1", "reason": "Mist."}]
    assert told("silenced", 6, silenced=silenced) == [
        ("card", "5 cards: fen-0, fen-2, fen-3 …", None),
        ("fen-1", "", "Mist."),
    ]
    every = [{"finding": "low-contrast", "about": "card", "reason": "Fog."}]
    assert told("every", 6, silenced=every) == [("card", "6 cards: fen-0, fen-1, fen-2 …", "Fog.")]


def test_many_cards_are_told_at_the_template_whose_line_it_is(tmp_path: Path) -> None:
    cards = {f"fen-{number}": {"name": f"Fen {number}"} for number in range(4)}
    small = (
        '<rect width="63" height="88" fill="#fff"/><text x="9" y="20" font-size="5pt">{{ card.name '
        "}}</text>"
    )
    (finding,) = lint(make_game(tmp_path, small, cards)).told
    assert (finding.code, str(finding.place), finding.card) == (
        "text-small",
        "templates/card.svg.j2:2",
        None,
    )
    assert [what for what, _ in finding.also] == ["card"]
