"""Colours with a meaning: those that some of the colour-blind take for each other are found, and a
sign beside them softens that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.lint.lint import lint
from tests.conftest import make_game
from tests.generator.lint.conftest import line_of, only


def suits(
    tmp_path: Path, one: str, other: str, sign: str | None = None, face: str = "", **sections: Any
) -> Game:
    """Make a game with two suits, both with a sign: an icon, or one of two words."""
    rows: dict[str, dict[str, str]] = {
        "ruby": {"name": "Ruby", "colour": one},
        "jade": {"name": "Jade", "colour": other},
    }
    fields = {"name": "line", "colour": "colour"}
    icon = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' "
        "r='3'/></svg>"
    )
    files = {f"templates/icons/{name}.svg": icon for name in ("dot-icon", "bar-icon")}
    if sign:
        fields["sign"] = "icon" if sign.endswith("icon") else "dot | bar"
        rows["ruby"]["sign"], rows["jade"]["sign"] = (
            "dot" + sign.removeprefix("bar").removeprefix("dot"),
            sign,
        )
    cards = {name: {"name": row["name"], "suit": name} for name, row in rows.items()}
    return make_game(
        tmp_path,
        "{% set suit = card.suit %}" + face,
        cards,
        {"name": "line", "suit": "suit"},
        files if sign and sign.endswith("icon") else None,
        tables={"suit": {"fields": fields, "rows": rows}},
        **sections,
    )


def test_colours_that_mean_something_are_told_apart_by_everybody(tmp_path: Path) -> None:
    finding = only(lint(suits(tmp_path / "a", "#a83232", "#5f6b1e")), "colours-alike")
    assert (finding.severity, finding.about, finding.field) == ("warning", "ruby, jade", "colour")
    assert "deuteranopia" in finding.claim
    assert str(finding.place).startswith(
        f"cards.yaml:{line_of(tmp_path / 'a', 'cards.yaml', '#5f6b1e')}:"
    )
    assert lint(suits(tmp_path / "b", "#0072b2", "#d55e00")).findings == []


CHOSEN = "{% if card.suit.sign == 'dot' %}<circle cx='9' cy='9' r='3'/>{% endif %}"
DRAWN = '<use href="icons/{{ card.suit.sign }}.svg" x="5" y="5" width="9" height="9"/>'


@pytest.mark.parametrize(
    ("sign", "face", "severity"),
    [
        ("bar", CHOSEN, "note"),
        ("bar", "", "error"),  # it is printed nowhere
        ("dot", CHOSEN, "warning"),  # both have the same
        ("bar-icon", DRAWN, "note"),
        ("bar-icon", "{% if card.suit.id == 'ruby' %}" + DRAWN + "{% endif %}", "error"),
        ("bar-icon", "", "error"),
    ],
)
def test_another_sign_softens_that_to_a_note_where_it_is_printed(
    sign: str, face: str, severity: str, tmp_path: Path
) -> None:
    found = only(lint(suits(tmp_path, "#a83232", "#5f6b1e", sign, face)), "colours-alike")
    assert found.severity == severity
    assert ("printed nowhere" in found.claim) == (severity == "error")


@pytest.mark.parametrize(
    ("signs", "found"),
    [
        (
            "abca",
            [
                (
                    "one, four",
                    "'one' and 'four' have the same 'sign', 'a', and no other rows of 'suit' do",
                )
            ],
        ),
        ("abcd", []),
        ("aabb", []),  # an icon is for several
        (
            "aab",
            [
                (
                    "one, two",
                    "'one' and 'two' have the same 'sign', 'a', and no other rows of 'suit' do",
                )
            ],
        ),
        ("aa", []),  # of two nobody can tell
    ],
)
def test_two_rows_with_one_sign(signs: str, found: list[tuple[str, str]], tmp_path: Path) -> None:
    icon = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' "
        "r='3'/></svg>"
    )
    ids = ("one", "two", "three", "four")[: len(signs)]
    rows = {id_: {"sign": sign} for id_, sign in zip(ids, signs, strict=True)}
    game = make_game(
        tmp_path,
        '<use href="icons/{{ card.suit.sign }}.svg" x="5" y="5" width="9" height="9"/>',
        {id_: {"suit": id_} for id_ in ids},
        {"suit": "suit"},
        {f"templates/icons/{sign}.svg": icon for sign in "abcd"},
        tables={"suit": {"fields": {"sign": "icon"}, "rows": rows}},
    )
    assert [
        (one.about, one.claim) for one in lint(game).findings if one.code == "signs-alike"
    ] == found


@pytest.mark.parametrize(
    ("signs", "found"),
    [
        (("oak", "elm", "ash"), []),
        (
            ("elm", "oak", "ash"),
            [
                "'oak' has the sign 'elm', which has the name of 'elm'",
                "'elm' has the sign 'oak', which has the name of 'oak'",
            ],
        ),
        (
            ("leaf/oak", "leaf/elm", "leaf/elm"),
            ["'ash' has the sign 'leaf/elm', which has the name of 'elm'"],
        ),
        (("ash", "moon", "sun"), []),  # nobody has its own, and no two are crossed
        (("moon", "sun", "star"), []),
    ],
)
def test_a_row_with_the_icon_of_another(
    signs: tuple[str, ...], found: list[str], tmp_path: Path
) -> None:
    icon = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' "
        "r='3'/></svg>"
    )
    rows = {id_: {"sign": sign} for id_, sign in zip(("oak", "elm", "ash"), signs, strict=True)}
    game = make_game(
        tmp_path,
        '<use href="icons/{{ card.tree.sign }}.svg" x="5" y="5" width="9" height="9"/>',
        {id_: {"tree": id_} for id_ in rows},
        {"tree": "tree"},
        {f"templates/icons/{sign}.svg": icon for sign in signs},
        tables={"tree": {"fields": {"sign": "icon"}, "rows": rows}},
    )
    assert [one.claim for one in lint(game).findings if one.code == "sign-of-another"] == found


def test_two_rows_with_each_others_initials(tmp_path: Path) -> None:
    rows = {
        "jack": {"name": "Jack", "index": "Q"},
        "queen": {"name": "Queen", "index": "J"},
        "ten": {"name": "Ten", "index": "10"},
    }
    table = {"rank": {"fields": {"name": "line", "index": "line"}, "rows": rows}}
    found = [
        one.claim
        for one in lint(make_game(tmp_path / "crossed", tables=table)).findings
        if one.code == "sign-of-another"
    ]
    assert found == [
        "'jack' has the index 'Q', which is the initial of 'queen'",
        "'queen' has the index 'J', which is the initial of 'jack'",
    ]
    rows["jack"]["index"], rows["queen"]["index"] = "J", "D"
    assert [one.code for one in lint(make_game(tmp_path / "mended", tables=table)).findings] == []


SWORDS = {
    f"{prefix}-{item}": prefix for prefix in ("fiery", "holy", "dark") for item in ("sword", "helm")
}


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        (
            {"fiery-sword": "dark"},
            ["'fiery-sword' has the prefix 'dark', and is named after 'fiery'"],
        ),
        (
            {"fiery-sword": "dark", "dark-sword": "fiery"},
            [
                "'fiery-sword' has the prefix 'dark', and is named after 'fiery'",
                "'dark-sword' has the prefix 'fiery', and is named after 'dark'",
            ],
        ),
        ({"fiery-sword": "dark", "holy-helm": "dark"}, []),  # what more do is a habit
    ],
)
def test_a_card_named_after_another_row(
    changed: dict[str, str], found: list[str], tmp_path: Path
) -> None:
    game = make_game(
        tmp_path,
        cards={id_: {"prefix": prefix} for id_, prefix in {**SWORDS, **changed}.items()},
        fields={"prefix": "prefix"},
        tables={
            "prefix": {
                "fields": {"name": "line"},
                "rows": {one: {"name": one} for one in ("fiery", "holy", "dark")},
            }
        },
    )
    assert [one.claim for one in lint(game).findings if one.code == "sign-of-another"] == found


@pytest.mark.parametrize(
    ("words", "choice", "found"),
    [
        (
            ("disc", "star", "star"),
            "disc | star | ring",
            ["'two' and 'three' have the same 'shape', 'star', and no other rows of 'slot' do"],
        ),
        (("disc", "star", "ring"), "disc | star | ring", []),
        (("disc", "star", "star"), "disc | star", []),  # there is none left for the third
    ],
)
def test_two_rows_with_one_word_where_there_is_one_for_each(
    words: tuple[str, ...], choice: str, found: list[str], tmp_path: Path
) -> None:
    rows = {id_: {"shape": word} for id_, word in zip(("one", "two", "three"), words, strict=True)}
    game = make_game(tmp_path, tables={"slot": {"fields": {"shape": choice}, "rows": rows}})
    assert [one.claim for one in lint(game).findings if one.code == "signs-alike"] == found
