"""`play:` of cards.yaml as a `Program`: what its sections, steps and formulas come to."""

from __future__ import annotations

import re

import pytest

from generator.data.problems import ProblemError
from rules_check.notation.program import (
    Best,
    Choose,
    Conditional,
    Deal,
    Each,
    Let,
    Move,
    PileRead,
    Repeat,
    RulingAnswer,
    Shuffle,
)
from rules_check.notation.vocabulary import vocabulary_of
from tests.rules_check.notation.games import NAMES, faults_in, game_of, program_of, text_of


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_read_without_a_fault(name: str) -> None:
    unused = {"never-used"} if name == "emporium" else set()
    assert {fault.code for fault in faults_in(text_of(name))} <= unused


def test_zones_say_who_sees_them_and_what_is_in_them_at_first() -> None:
    zones = program_of("night_catch").zones
    deck, hand, laid = zones["deck"], zones["hand"], zones["laid"]
    assert (deck.is_full, deck.seen, deck.is_own) == (True, "nobody", False)
    assert (hand.is_full, hand.seen, hand.is_own) == (False, "owner", True)
    assert (laid.holds_one, laid.kind) == (True, "fish")


def test_steps_are_in_the_order_they_are_written_in() -> None:
    program = program_of("night_catch")
    assert [type(step) for step in program.beginning] == [Deal]
    together, taker, *_ = program.steps
    assert isinstance(together, Each)
    assert together.is_together
    assert isinstance(taker, Let)
    assert isinstance(taker.value, Best)
    (key,) = taker.value.keys
    assert isinstance(key, Conditional)
    assert isinstance(key.condition.left, RulingAnswer)  # type: ignore[union-attr]


def test_an_option_has_its_words_its_slots_and_where_its_cards_are() -> None:
    program = program_of("night_catch")
    (choose,) = program.steps[0].steps  # type: ignore[union-attr]
    assert isinstance(choose, Choose)
    (lay,) = choose.options
    assert lay.words == ("lay ", "")
    (slot,) = lay.slots
    assert isinstance(slot.source, PileRead)
    assert slot.source.zone == "hand"
    (move,) = lay.steps
    assert isinstance(move, Move)
    assert move.taken.source == slot.source


def test_a_game_by_rounds_has_loops_within_them() -> None:
    program = program_of("high_water")
    assert not program.is_by_turns
    assert isinstance(program.steps[0], Shuffle | type(program.steps[0]))
    assert any(isinstance(step, Repeat) for step in program.steps)
    assert program_of("kuhn").is_by_turns


def test_games_are_short() -> None:
    """Half of the games have at most 35 lines of rules, and none but the largest more than 60."""
    lines = sorted(text_of(name).partition("\nplay:\n")[2].count("\n") for name in NAMES)
    assert len(lines) >= 24
    assert lines[len(lines) // 2] <= 35
    assert lines[-2] <= 60


def test_one_die_is_a_number_and_two_dice_are_a_list() -> None:
    score = "  score: if(die = 6, die + sum(die), die[1])\n"
    for declared, expected in (("1 die", []), ("2 dice", ["expected one value"])):
        text = text_of("six_bells").replace("  common:\n", f"  common:\n    die: {declared}\n")
        text = text.partition("  score:")[0] + score
        found = [fault.message for fault in faults_in(text) if fault.severity == "error"]
        assert [message[: len("expected one value")] for message in found] == expected


def test_a_condition_may_give_one_of_two_rows() -> None:
    text = text_of("bramble").replace("  score: points", "  score: if(me = first, thorn, leaf)")
    assert [fault.message for fault in faults_in(text) if fault.severity == "error"] == []


@pytest.mark.parametrize(
    ("zone", "step"),
    [
        ("deck: all cloth, in 4 piles", ""),
        ("deck: all cloth, in a pile for each slip", ""),
        ("deck: all cloth, face down", "    - move deck to pile\n"),
    ],
)
def test_cards_go_to_no_piles_that_their_fields_do_not_name(zone: str, step: str) -> None:
    text = text_of("tide_marks").replace("deck: all cloth, face down", zone)
    messages = [
        fault.message for fault in faults_in(text.replace("  round:\n", f"  round:\n{step}"))
    ]
    assert any("several" in message for message in messages)


def messages_of(text: str) -> list[tuple[str, str | None]]:
    """List what is wrong with a game, as messages with their hints."""
    try:
        return [(fault.message, fault.hint) for fault in faults_in(text)]
    except ProblemError as fault:
        return [(problem.message, problem.hint) for problem in fault.problems]


@pytest.mark.parametrize("written", ["hand_size[count(players)]", "hand_size"])
def test_a_rule_without_a_number_for_some_numbers_of_players_is_a_fault(written: str) -> None:
    text = text_of("tide_pool").replace("hand_size[count(players)]", written)
    assert messages_of(text) == []
    found = messages_of(text.replace("{2: 10, 3: 9, 4: 8, 5: 7}", "{2: 10, 3: 9}"))
    assert set(found) == {
        ("'hand_size' has no number for 4, 5 players", "under rules:, add one to it, as in `4: 5`")
    }


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("move drawn to pile[s]", "move it to pile[s]", "write its name, such as s"),
        (
            "score: ",
            "score: count(kept where id = woad) + ",
            "compare the thing itself: write it in place of id",
        ),
    ],
)
def test_words_that_english_would_use_have_a_hint(old: str, new: str, hint: str) -> None:
    text = text_of("tide_marks").replace(old, new)
    assert hint in [given for _, given in messages_of(text)]


@pytest.mark.parametrize("name", ["colour", "number", "round", "first", "player", "each", "none"])
def test_a_table_with_a_name_that_is_taken_is_one_fault_at_its_name(name: str) -> None:
    text = re.sub(r"\bslip\b", name, text_of("tide_marks"))
    faults = messages_of(text)
    said = [message for message, hint in faults if "already" in message and hint is not None]
    assert said == [faults[0][0]]
    if name not in ("each", "none"):
        assert len(faults) == 1


@pytest.mark.parametrize("name", ["round", "first", "me", "others", "1", "all"])
def test_an_id_that_is_also_a_word_of_the_rules_goes_in_quotes(name: str) -> None:
    text = text_of("tide_marks").replace("woad: {name", f'"{name}": {{name')
    text = text.replace("{dye: woad}", f'{{dye: "{name}"}}')
    asked = text.replace("score: ", f"score: count(kept where dye = {name}) + ")
    assert any(f'"{name}"' in str(hint) for _, hint in messages_of(asked))
    quoted = text.replace("score: ", f"score: count(kept where dye = {chr(34)}{name}{chr(34)}) + ")
    assert messages_of(quoted) == []


def test_a_row_called_none_is_not_taken_for_no_row() -> None:
    text = re.sub(r"\bwoad\b", "none", text_of("tide_marks"))
    asked = text.replace("score: ", "score: count(kept where dye = none) + ")
    assert any("ambiguous" in message for message, _ in messages_of(asked))


def test_a_text_is_no_table_of_numbers() -> None:
    """Not even an empty one, which holds nothing but numbers."""
    rules = "rules: {hand_size: 3, rounds: 4"
    text = text_of("night_catch").replace(rules, f"{rules}, motto: '', sizes: [1, 2]")
    assert vocabulary_of(game_of(text)).tabled == {"sizes"}
