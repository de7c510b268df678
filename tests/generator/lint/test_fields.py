"""Cards that are given what their faces do not show: some of a kind, or all of it; what is shown
elsewhere, and what is nothing.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.lint.lint import lint
from tests.conftest import ROOT, make_game
from tests.generator.lint.conftest import line_of, only

FIELDS = {"name": "line", "cost": "0..9", "text": "text?"}
NAME, COST = (
    '<text x="8" y="20">{{ card.name }}</text>',
    '<text x="8" y="40">{{ card.cost }}</text>',
)
CARDS = {
    "one": {"name": "One", "cost": 3},
    "two": {"name": "Two", "cost": 0},
    "three": {"name": "Three", "cost": 5},
}


def test_a_number_that_some_faces_leave_out_is_found_at_their_cards(tmp_path: Path) -> None:
    face = NAME + "{% if card.id != 'three' %}" + COST + "{% endif %}"
    finding = only(lint(make_game(tmp_path, face, CARDS, FIELDS)), "field-unshown")
    assert finding.claim == "the face of 'three' does not show 'cost', but the face of 1 other does"
    assert (finding.about, finding.number, finding.verdict) == ("card, cost", 1, "warning")
    assert finding.place is not None
    assert (finding.place.file, finding.place.line) == (
        "cards.yaml",
        line_of(tmp_path, "cards.yaml", "cost: 5"),
    )
    assert finding.hint is not None
    assert finding.hint.startswith("write {{ card.cost }} in templates/card.svg.j2 to print it")


def test_a_text_that_no_face_shows_is_found_once(tmp_path: Path) -> None:
    cards = {
        f"card-{n}": {"name": f"Card {'abcde'[n] * 9}", "cost": 0, "text": "Long ago"}
        for n in range(5)
    }
    finding = only(lint(make_game(tmp_path, NAME, cards, FIELDS)), "field-unshown")
    assert (
        finding.claim == "no printed face shows 'text' of 'card-0', 'card-1', 'card-2' and 2 more"
    )
    silenced = make_game(
        tmp_path / "b",
        NAME,
        cards,
        FIELDS,
        lint={"silenced": [{"finding": "field-unshown", "about": "card, text", "reason": "ours"}]},
    )
    assert [one.silenced for one in lint(silenced).findings] == ["ours"]


@pytest.mark.parametrize(
    "face",
    [
        NAME + COST,
        NAME
        + (
            "{% for _ in range(card.cost) %}<circle cx='40' cy='{{ 9 * loop.index }}' r='3'/>{% "
            "endfor %}"
        ),
        NAME
        + "{% set where = {'x': card['cost']} %}<text x='{{ 8 + where.x }}' y='40'>costs</text>",
        NAME
        + (
            "{% for field in card %}<text x='8' y='{{ 30 + 5 * loop.index }}'>{{ card[field] "
            "}}</text>{% endfor %}"
        ),
    ],
)
def test_what_a_face_reads_is_shown(face: str, tmp_path: Path) -> None:
    """However it does: as figures, as so many icons, as a place."""
    assert lint(make_game(tmp_path, face, CARDS, FIELDS)).findings == []


def test_another_face_may_show_it_and_the_rulebook_where_it_prints_it(tmp_path: Path) -> None:
    """The back, an aid; but a rulebook that only picks a card by its cost does not show what it
    costs.
    """
    aid = (
        "{% if card.id == 'two' %}{% for other in cards.card %}<text x='8' y='{{ 40 + 5 * "
        "loop.index }}'>{{ other.cost }}</text>{% endfor %}{% endif %}"
    )
    assert lint(make_game(tmp_path / "aid", NAME + aid, CARDS, FIELDS)).findings == []
    for name, book, found in (
        (
            "told",
            (
                "# Trial\n{% for one in cards.card %}\n{{ one.name }} costs {{ one.cost }}.\n{% "
                "endfor %}"
            ),
            [],
        ),
        (
            "picked",
            "# Trial\n{{ (cards.card|sort(attribute='cost')|last).name }} is dear.",
            ["field-unshown"],
        ),
    ):
        game = make_game(tmp_path / name, NAME, CARDS, FIELDS, {"templates/rulebook.md.j2": book})
        assert [one.code for one in lint(game).findings] == found, name


def test_nothing_is_said_of_nothing_of_names_that_none_shows_and_of_flags(tmp_path: Path) -> None:
    fields = {"name": "line", "cost": "0..9", "starts": "boolean", "art_of_mine": "image?"}
    cards = {
        "one": {"name": "One", "cost": 0, "starts": True},
        "two": {"name": "Two", "cost": 0, "starts": False},
    }
    assert (
        lint(make_game(tmp_path, '<text x="8" y="20">A card</text>', cards, fields)).findings == []
    )


@pytest.mark.slow
def test_a_hero_without_a_shield_is_found_though_the_rulebook_speaks_of_strength(
    tmp_path: Path,
) -> None:
    """As a slip of the hand would leave the first game."""
    shutil.copy(ROOT / "cards.yaml", tmp_path)
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    template = tmp_path / "templates/hero.svg.j2"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("m.shield(card.strength)", "m.shield(5)"), encoding="utf-8")
    (finding,) = [one for one in lint(load_game(tmp_path)).findings if one.code == "field-unshown"]
    assert finding.about == "hero, strength"
    assert finding.claim.startswith("no printed face shows 'strength' of 'tib'")
