"""What the numbers of written rules stand for: sorts of moves, phases and zones by their lines."""

from __future__ import annotations

from rules_check.notation.reading import read_program
from rules_check.notation.writing.marks import marks_of
from tests.rules_check.notation.games import game_named, text_of


def line_of(name: str, words: str) -> int:
    text = text_of(name)
    return text.count("\n", 0, text.index(words)) + 1


def test_options_and_choices_have_the_lines_at_which_they_are_written() -> None:
    game = game_named("far_reef")
    marks = marks_of(read_program(game), game)
    options = {mark.words: mark.place.line for mark in marks.options.values()}
    assert options["sail {card}"] == line_of("far_reef", "sail {card")
    assert options["pick up {s}"] == line_of("far_reef", "pick up {s")
    first, restock = marks.places_of_choices()
    assert [mark.words for mark in marks.options_at(first)] == ["sail {card}", "drop {card}"]
    # the steps `restock` are done in two places, so their choice is in the rules twice
    assert len(marks.options_at(restock)) == 4


def test_zones_that_cards_only_pass_through_are_left_out() -> None:
    game = game_named("night_catch")
    assert set(marks_of(read_program(game), game).zones) == {"deck", "gone", "hand", "laid"}
    game = game_named("tide_marks")
    assert "drawn" in marks_of(read_program(game), game).zones
