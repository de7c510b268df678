"""Quotes as a typewriter has them, and French marks without their space."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.lint.lint import lint
from generator.lint.quotes import faults_of
from tests.conftest import make_game
from tests.generator.lint.conftest import line_of, only

AS_WRITTEN = {"version_marks": False, "quotes": "as-written"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Quoi ?", 1),
        ("Quoi?", 1),
        ("Quoi\u202f?", 0),
        ("Prix\u00a0: 3", 0),
        ("Prix: 3", 1),
        ("«oui»", 2),
        ("«\u202foui\u202f»", 0),
        ("https://lieu.fr?a=b à 10:30", 0),
        ("Ah\u202f?!", 0),
    ],
)
def test_spaces_before_french_marks(text: str, number: int) -> None:
    found = list(faults_of(text, "fr"))
    assert [code for code, _, _ in found] == ["french-space"] * number
    assert list(faults_of(text, "en")) == []


def test_a_straight_apostrophe_is_found_where_it_was_typed(tmp_path: Path) -> None:
    body = '<text x="8" y="20">{{ card.name }}</text>\n<text x="8" y="40">Don’t!</text>'
    cards = {"a": {"name": "Miller's Hen"}, "b": {"name": "Miller’s Cock"}}
    finding = only(lint(make_game(tmp_path / "a", body, cards, print=AS_WRITTEN)), "straight-quote")
    assert (finding.severity, finding.about, finding.hint) == (
        "warning",
        "a, name",
        "write ’ (U+2019)",
    )
    assert finding.claim == "a straight apostrophe is printed in `Miller's`"
    assert str(finding.place).startswith(
        f"cards.yaml:{line_of(tmp_path / 'a', 'cards.yaml', 'Hen')}:"
    )
    cards["a"]["name"] = "Rooster"
    finding = only(
        lint(make_game(tmp_path / "b", body.replace("’", "'"), cards, print=AS_WRITTEN)),
        "straight-quote",
    )  # said once, not for every card
    assert finding.place is not None
    assert finding.place.file == "templates/card.svg.j2"


def test_quotes_that_become_curly_are_not_reported(tmp_path: Path) -> None:
    game = make_game(
        tmp_path, '<text x="8" y="20">{{ card.name }}</text>', {"a": {"name": "Miller's Hen"}}
    )
    assert [finding.code for finding in lint(game).findings if "quote" in finding.code] == []


def test_a_straight_apostrophe_of_a_value_is_found_in_cards_yaml_also_in_capitals(
    tmp_path: Path,
) -> None:
    cards = {
        "a": {"name": "Miller's Hen", "harbour": "cove"},
        "b": {"name": "Cock", "harbour": "cove"},
    }
    tables = {
        "harbour": {"fields": {"name": "line"}, "rows": {"cove": {"name": "Smugglers' Cove"}}}
    }
    body = "\n".join(
        f'<text x="8" y="{y}">{text}</text>'
        for y, text in (
            (10, "{{ game.title|upper }}"),
            (20, "{{ card.name|upper }}"),
            (30, "{{ words.rest }}: {{ card.harbour.name }}"),
            (40, "Don't"),
            (50, "{{ words.never }}"),
        )
    )
    words = {"rest": "Tonight’s rest", "never": "Don't"}
    fields = {"name": "line", "harbour": "harbour"}
    game = make_game(
        tmp_path,
        body,
        cards,
        fields,
        game={"title": "The Hen's Day"},
        tables=tables,
        words=words,
        print=AS_WRITTEN,
    )
    places = [(finding.claim.split("`")[1], finding.place) for finding in lint(game).findings]
    found = {(word, place.file, place.line) for word, place in places if place is not None}
    lines = [
        line_of(tmp_path, "cards.yaml", text)
        for text in ("Hen's Day", "Miller's", "Smugglers'", "never: Don't")
    ]
    assert found == {
        ("HEN'S", "cards.yaml", lines[0]),
        ("MILLER'S", "cards.yaml", lines[1]),
        ("Smugglers'", "cards.yaml", lines[2]),
        ("Don't", "templates/card.svg.j2", 5),  # typed there, though a word is the same
        ("Don't", "cards.yaml", lines[3]),
    }
