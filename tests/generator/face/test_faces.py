"""Numbers as templates write them: with the signs of the game's language, and what is no number."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.game import Game, for_players
from generator.data.problems import Problem
from generator.face.faces import make_environment
from generator.face.press import Press
from tests.conftest import make_game


@pytest.mark.parametrize(
    ("language", "value", "shown"),
    [
        ("en", "0.5|number", "0.5"),
        ("de", "0.5|number", "0,5"),
        ("de", "1.0|number", "1"),
        ("de", "1|number(1)", "1,0"),
        ("de", "1250.5|number", "1.250,5"),
        ("fr", "-1250|number", "-1\u202f250"),
        ("pt-br", "2.345|number(2)", "2,34"),
        ("tlh", "2.5|number", "2.5"),  # of which nothing is known
        ("en", "0|number(0)", "0"),
    ],
)
def test_a_number_is_written_as_the_language_does(
    language: str, value: str, shown: str, tmp_path: Path
) -> None:
    assert make_environment(tmp_path, language).from_string(f"{{{{ {value} }}}}").render() == shown


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("'three'|number", "'number' expected a number, found 'three'"),
        ("true|number", "'number' expected a number, found 'True'"),
        ("(1e308 * 10)|number", "'number' expected a number, found 'inf'"),
        ("1.5|number(99)", "'number' expected 0 to 12 digits, found '99'"),
        ("1.5|number('two')", "'number' expected 0 to 12 digits, found 'two'"),
    ],
)
def test_what_is_no_number_is_not_written_as_one(value: str, said: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, f"<text x='8' y='20'>{{{{ {value} }}}}</text>")
    press = Press(game)
    assert press.stamp(game.card("one")) is None
    (problem,) = press.problems
    assert said in problem.message
    assert (problem.place and problem.place.file, problem.place and problem.place.line) == (
        "templates/card.svg.j2",
        2,
    )


def test_an_empty_number_is_told_as_any_empty_value(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        "<text x='8' y='20'>{{ card.cost|number }}</text>",
        fields={"name": "line", "cost": "number?"},
    )
    press = Press(game)
    assert press.stamp(game.card("one")) is None
    assert [problem.code for problem in press.problems] == ["undefined-name"]


@pytest.mark.parametrize(
    ("line", "column", "length", "hint"),
    [
        (
            '<rect width="9" height="9"/>' * 9 + "<text x='8' y='20'>{{ card.name }</text>",
            9 * 28 + 20,
            14,
            "write {{ card.name }}",
        ),
        (
            "{% if card.name }<text>{{ card.name }}</text>{% endif %}",
            1,
            17,
            "write {% if card.name %}",
        ),
    ],
)
def test_a_brace_that_lacks_is_pointed_at(
    line: str, column: int, length: int, hint: str, tmp_path: Path
) -> None:
    game = make_game(tmp_path, line)
    press = Press(game)
    assert press.stamp(game.card("one")) is None
    (problem,) = press.problems
    assert problem.place is not None
    assert (problem.place.line, problem.place.column, problem.place.length, problem.hint) == (
        2,
        column,
        length,
        hint,
    )


@pytest.mark.parametrize(
    ("expression", "said", "hint"),
    [
        ("rules.seats[3]", "there is no '3' here", "expected one of 2, 4, 5"),
        ("{2: 1, 4: 2}[3]", "there is no entry for 3 here", "expected one of 2, 4"),
        (
            "rules.costs[4]",
            "there is no entry 4 in a list of length 3, whose entries are counted from 0",
            None,
        ),
        ("rules.seats[2].x", "is not defined", None),
    ],
)
def test_what_a_map_or_a_list_does_not_have(
    expression: str, said: str, hint: str | None, tmp_path: Path
) -> None:
    rules = {"seats": {2: 1, 4: 2, 5: 2}, "costs": [1, 2, 3]}
    game = make_game(tmp_path, f"<text x='8' y='20'>{{{{ {expression} }}}}</text>", rules=rules)
    press = Press(game)
    assert press.stamp(game.card("one")) is None
    (problem,) = press.problems
    assert (problem.code, problem.hint) == ("undefined-name", hint)
    assert said in problem.message


def problems_of(game: Game) -> list[Problem]:
    press = Press(game)
    press.stamp(game.card("one"))
    return list(press.problems)


@pytest.mark.parametrize(
    ("source", "line", "column", "length"),
    [
        ("## Setup {#setup}\n", 1, 10, 8),
        ("{# a remark #}\n\n# A {#a.b:c-d .wide}\n\n{# another #}", 3, 5, 16),
        ("{% raw %}{#a}{% endraw %}\n{{ '{#b}' }} {#c }\n", 2, 14, 5),
    ],
)
def test_an_id_of_a_heading_begins_no_comment(
    source: str, line: int, column: int, length: int, tmp_path: Path
) -> None:
    game = make_game(tmp_path, source)
    (problem,) = problems_of(game)
    assert problem.place is not None
    assert (problem.code, problem.place.line, problem.place.column, problem.place.length) == (
        "template-syntax",
        line + 1,
        column,
        length,
    )
    assert problem.message.startswith("expected a comment {# … #}, found '{#")


@pytest.mark.parametrize(
    "source",
    [
        "{# {#a} #}",
        "{#a remark#}",
        "{#- remark -#}",
        "{% raw %}{#a}{% endraw %}",
        "{{ '{#a}' }}",
        "{#fff#}",
    ],
)
def test_what_is_a_comment_stays_one(source: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, f"<title>{source}</title>")
    assert problems_of(game) == []


@pytest.mark.parametrize(
    ("source", "instead"),
    [
        (
            "{% set needs = [] %}{% set _ = needs.append(1) %}",
            "{% set all.list = all.list + [value] %}",
        ),
        ("{% set needs = [1] %}{{ needs.pop() }}", "namespace(list=[])"),
        (
            "{% set costs = {} %}{% set _ = costs.update(a=1) %}",
            "{% set all.map = dict(all.map, key=value) %}",
        ),
        ("{% set needs = [] %}{% do needs.append(1) %}", "{% set all.list = all.list + [value] %}"),
    ],
)
def test_what_would_change_a_list_is_told_what_to_write(
    source: str, instead: str, tmp_path: Path
) -> None:
    (problem,) = problems_of(make_game(tmp_path, source))
    assert instead in (problem.hint or "")


@pytest.mark.parametrize(
    ("source", "line", "instead"),
    [
        ("{% set d = {} %}\n\n{% set d.a = 3 %}", 4, "{% set d = namespace(a=none) %}"),
        ("<g/>\n{%- set card.cost = 3 %}", 3, "write {% set cost = … %}"),
        ("{% set d = {} %}\n{% set d['a'] = 3 %}", 3, "{% set all = namespace(key=1) %}"),
    ],
)
def test_what_would_set_an_attribute_is_told_to_take_a_namespace(
    source: str, line: int, instead: str, tmp_path: Path
) -> None:
    (problem,) = problems_of(make_game(tmp_path, source))
    assert instead in (problem.hint or "")
    assert problem.place is not None
    assert problem.place.line == line


def test_what_to_write_instead_works(tmp_path: Path) -> None:
    hints = (
        "{% set all = namespace(list=[], map={}) %}{% for value in [1, 2] %}{% set all.list = "
        "all.list + [value] %}"
    )
    source = hints + (
        "{% set all.map = dict(all.map, key=value) %}{% endfor %}<title>{{ all.list|join('+') "
        "}} {{ all.map.key }}</title>"
    )
    game = make_game(tmp_path, source)
    assert "1+2 2" in Press(game).maker.text(game.cards["one"])


# ---------------------------------------------------------------- which card of how many

COUNT = "<text x='8' y='20'>{{ card.number }}/{{ card.total }}</text>"
FOUR = {name: {"name": name.title(), "copies": 3} for name in ("ant", "bee", "cat", "dog")}


def texts_of(press: Press) -> dict[str, str]:
    return {card.id: press.face(card).root.text().strip() for card in press.game.cards.values()}


def test_cards_are_counted_once_in_their_component_and_else_in_their_kind(tmp_path: Path) -> None:
    parts = {"few": {"name": "Few", "of": "card", "where": {"name": "Cat"}, "count": 3}}
    assert list(texts_of(Press(make_game(tmp_path / "a", COUNT, FOUR))).values()) == [
        "1/4",
        "2/4",
        "3/4",
        "4/4",
    ]
    parts["rest"] = {
        "name": "Rest",
        "of": "card",
        "where": {"name": "Bee"},
        "back": "dog",
        "count": 3,
    }
    cards = {name: card for name, card in FOUR.items() if name != "ant"}
    game = make_game(tmp_path / "b", COUNT, cards, components=parts)
    assert texts_of(Press(game)) == {"bee": "1/1", "cat": "1/1", "dog": "1/1"}


def test_a_field_of_the_card_s_own_goes_before(tmp_path: Path) -> None:
    game = make_game(tmp_path, COUNT, {"one": {"number": 7}}, {"number": "integer"})
    assert texts_of(Press(game)) == {"one": "7/1"}


def test_only_cards_are_counted(tmp_path: Path) -> None:
    tables = {"suit": {"fields": {"name": "line"}, "rows": {"sun": {"name": "Sun"}}}}
    game = make_game(
        tmp_path, "<text x='8' y='20'>{{ tables.suit.sun.number }}</text>", tables=tables
    )
    press = Press(game)
    assert press.stamp(game.card("one")) is None
    assert [problem.code for problem in press.problems] == ["undefined-name"]


def test_all_cards_in_the_box_are_counted_whoever_plays(tmp_path: Path) -> None:
    parts = {
        "two": {
            "name": "Two",
            "of": "card",
            "where": {"name": "Ant"},
            "count": 3,
            "for_players": "4",
        },
        "all": {"name": "All", "of": "card", "where": {"name": "Bee"}, "count": 3},
    }
    cards = {name: FOUR[name] for name in ("ant", "bee")}
    game = make_game(tmp_path, COUNT, cards, components=parts, game={"players": "2-4"})
    assert texts_of(Press(for_players(game, 2))) == texts_of(Press(game))


def test_a_card_put_in_moves_those_after_it_on(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    first = Press(make_game(folder, COUNT, {name: FOUR[name] for name in ("ant", "cat")}))
    for card in first.game.cards.values():
        first.stamp(card)
    assert [first.maker.shows_number(card) for card in first.game.cards.values()] == [True, True]
    second = Press(
        make_game(folder, COUNT, {name: FOUR[name] for name in ("ant", "bee", "cat")}), first
    )
    assert [second.maker.known_text(card) for card in second.game.cards.values()] == [
        None,
        None,
        None,
    ]
    assert list(texts_of(second).values()) == ["1/3", "2/3", "3/3"]
