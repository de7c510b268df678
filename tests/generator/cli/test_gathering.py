"""Problems put together: what is alike, what is not, and in which order."""

from __future__ import annotations

from generator.cli.gathering import count_of, gathered, grouped
from generator.data.problems import Place, Problem


def warning(
    code: str, message: str, line: int = 0, hint: str | None = None, card: str | None = None
) -> Problem:
    return Problem(
        code, message, Place("cards.yaml", line) if line else None, hint, "warning", card=card
    )


def test_faults_of_one_place_are_put_together_and_none_is_lost() -> None:
    place = Place("cards.yaml", 3, 5)
    faults = [
        Problem("missing-glyph", f"no {letter}", place, card=card)
        for card in ("a", "b")
        for letter in ("日", "本")
    ]
    shown = gathered(
        [
            *faults,
            Problem("missing-glyph", "no x", place, card="c"),
            Problem("no-file", "gone", card="a"),
        ]
    )
    assert [(problem.message, problem.card, others) for problem, others in shown] == [
        ("no 日", "a", ["b", "c"]),
        ("no 本", "a", ["b"]),
        ("gone", "a", []),
    ]


def test_alike_are_those_of_one_code_with_the_same_hint_or_the_same_message_but_for_names() -> None:
    problems = [
        warning("soft", "'a.png' has 72 dots", 1, "use a picture with more pixels"),
        warning("soft", "'b.png' and more", 2, "use a picture with more pixels"),
        warning("unused", "nothing uses 'a'", 3),
        warning("unused", "nothing uses 'b'", 4),
        warning("unused", "the style 'c' is used by nothing", 5),
        warning("faint", "faint by 1.2", 6, "darken #aaaaaa to #333333"),
        warning("faint", "faint by far", 7, "darken #bbbbbb to #444444"),
        warning("other", "nothing uses 'a'", 8, "use a picture with more pixels"),
    ]
    groups = grouped(problems)
    assert [
        [one.problem.place.line for one in (group, *group.alike) if one.problem.place]
        for group in groups
    ] == [[1, 2], [3, 4], [5], [6, 7], [8]]


def test_each_error_is_by_itself_and_before_all_else() -> None:
    errors = [Problem("unused", f"nothing uses '{name}'") for name in "ab"]
    groups = grouped(
        [warning("x", "y"), Problem("x", "y", severity="note"), *errors, warning("x", "z")]
    )
    assert [(group.problem.severity, group.problem.message) for group in groups] == [
        ("error", "nothing uses 'a'"),
        ("error", "nothing uses 'b'"),
        ("warning", "y"),
        ("warning", "z"),
        ("note", "y"),
    ]


def test_places_are_named_once_and_the_count_is_of_all() -> None:
    problems = [warning("x", f"'{name}' is odd", 3) for name in "abc"]
    (group,) = grouped(problems)
    assert group.places() == "3 alike: cards.yaml:3"
    (group,) = grouped([warning("x", f"'{name}' is odd", card=name) for name in "abcd"])
    assert group.places() == "4 alike: card 'a', card 'b', card 'c' …"


def test_what_has_no_place_is_by_itself() -> None:
    groups = grouped(
        [
            warning("seat", f"of {players} players seat 1 wins too often", hint="play on")
            for players in (2, 3)
        ]
    )
    assert [group.alike for group in groups] == [[], []]


def test_the_count_in_words_is_of_all_of_them() -> None:
    assert count_of([warning("x", f"'{name}' is odd", 3) for name in "abc"]) == "3 warnings"
