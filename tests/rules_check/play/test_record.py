"""Records: written, read back, replayed to the identical end, and refused with the line that is
wrong.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from generator.data.problems import ProblemError
from rules_check.engine.game import moves_of, new_state
from rules_check.engine.kernel import below
from rules_check.games import emporium as rules
from rules_check.play.record import (
    RecordedGame,
    RecordedMove,
    Replay,
    read_record,
    record_of,
    write_record,
)
from tests.rules_check.games.scripted import make_cards, real_cards
from tests.rules_check.play.replaying import replayed

SEED, NUMBER = 3, 5


@cache
def played(players: int = 3, most: int = 10**6) -> tuple[Any, RecordedGame]:
    """Play a game by the seats' own luck, at most so many moves of it; the state at its end, and
    its record.
    """
    cards, state, moves = real_cards(), new_state(rules), list[RecordedMove]()
    rules.new_game(cards, state, players, SEED, NUMBER)
    while not rules.is_over(cards, state) and len(moves) < most:
        seat, legal = rules.current_player(cards, state), moves_of(rules, cards, state)
        move = legal[below(state.rng, 1 + seat, len(legal))]
        moves.append(RecordedMove(seat, rules.move_text(cards, state, move)))
        rules.apply(cards, state, move)
    return state, record_of(rules, cards, state, SEED, NUMBER, "random", moves)


def text_of(players: int = 3, most: int = 10**6) -> str:
    return write_record(played(players, most)[1])


def line_of(text: str, pattern: str) -> int:
    return next(
        number for number, line in enumerate(text.splitlines(), 1) if re.match(pattern, line)
    )


def fault_of(text: str, cards: Any = None) -> str:
    """Read and replay a broken record: the messages with their lines."""
    with pytest.raises(ProblemError) as caught:
        replayed(
            rules,
            real_cards() if cards is None else cards,
            read_record(text, "a.record"),
            "a.record",
        )
    assert all(
        problem.place and problem.place.file == "a.record" for problem in caught.value.problems
    )
    return "\n".join(
        f"{problem.place}: {problem.code}: {problem.message}" for problem in caught.value.problems
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_a_record_replays_to_the_identical_end(players: int) -> None:
    state, record = played(players)
    again = read_record(write_record(record), "a.record")
    assert again == record
    assert replayed(rules, real_cards(), again, "a.record").tobytes() == state.tobytes()


@pytest.mark.parametrize("most", [0, 1, 40])
def test_a_game_that_was_laid_aside_goes_on_where_it_stood(most: int) -> None:
    state, record = played(3, most)
    assert (record.end, record.scores, len(record.moves)) == (None, None, most)
    assert (
        replayed(
            rules, real_cards(), read_record(write_record(record), "a.record"), "a.record"
        ).tobytes()
        == state.tobytes()
    )


def test_a_record_is_readable_text() -> None:
    lines = text_of().splitlines()
    assert lines[:8] == [
        "emporium-pnp record 1",
        "rules: emporium",
        lines[2],
        lines[3],
        "seed: 3",
        "game: 5",
        "players: 3",
        "line-up: random",
    ]
    assert lines[8] == ""
    assert re.fullmatch(r"[123] (sell [a-z-]+ at \d|bid \d)", lines[9])
    assert re.fullmatch(r"scores:( \d+){3}", lines[-1])


def test_line_ends_and_blanks_do_not_matter() -> None:
    text = text_of()
    assert (
        read_record(text.replace("\n", "\r\n\n"), "a.record").moves[0].text
        == read_record(text, "a.record").moves[0].text
    )


@pytest.mark.slow
def test_every_single_line_left_out_is_found() -> None:
    lines = text_of().splitlines()
    for number, line in enumerate(lines):
        if line and number:
            assert fault_of("\n".join(lines[:number] + lines[number + 1 :]))


def test_every_cut_is_found() -> None:
    text = text_of()
    last = text.rindex("scores:")
    for length in [*range(0, last, 997), last]:
        assert fault_of(text[:length])


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (
            r"emporium-pnp record 1",
            "emporium-pnp record 9",
            "its first line is not 'emporium-pnp record 1'",
        ),
        (
            r"rules: emporium",
            "rules: empire",
            "foreign-record: this is a record of 'empire', but these are the rules of 'emporium'",
        ),
        (
            r"data: .*",
            "data: 0123456789abcdef",
            (
                "foreign-record: the record was made with other cards or rulings (their hash was "
                "0123456789abcdef"
            ),
        ),
        (
            r"seed: 3",
            "seed: three",
            "'seed' expected a whole number from 0 to 9223372036854775807, found 'three'",
        ),
        (r"seed: 3", "seed: -3", "'seed' expected a whole number"),
        (r"seed: 3", "seed: ٣", "'seed' expected a whole number"),
        (r"players: 3", "players: 9", "'luck' expected 9 streams"),
        (
            r"players: 3",
            "players: 3.0",
            "'players' expected a whole number from 1 to 99, found '3.0'",
        ),
        (r"line-up: random", "line-up: bogus", "no player 'bogus'"),
        (r"line-up: random", "line-up: random,human", "2 players for 3 seats"),
        (r"luck: .*", "luck: -1 -1 -1", "'luck' expected 3 streams"),
        (r"players: 3", "players: 3\nplayers: 3", "'players' appears twice"),
        (r"line-up: random", "lineup: random", "found 'lineup: random'"),
        (r"luck: .*", "luck: 1 2", "'luck' expected 3 streams"),
        (r"luck: .*", "luck: 1 2 x", "'luck' expected 3 streams"),
        (r"luck: .*", "luck: 1 2 10000000000000000", "'luck' expected 3 streams"),
        (r"state: .*", "state: 0", "the record gives '0' as 'state', but its moves lead to"),
        (r"end: .*", "end: a draw", "the record gives 'a draw' as 'end', but its moves lead to"),
        (
            r"scores: .*",
            "scores: 1 2 3",
            "the record gives 1 2 3 as 'scores', but its moves lead to",
        ),
        (r"luck: .*", "luck:" + " 00000000000000ff" * 3, "as 'state', but its moves"),
    ],
)
def test_a_wrong_line_is_named(pattern: str, replacement: str, message: str) -> None:
    text = text_of()
    changed = re.sub(f"^{pattern}$", replacement, text, count=1, flags=re.M)
    assert changed != text
    assert message in fault_of(changed)


@pytest.mark.parametrize(
    ("replacement", "message"),
    [
        ("1 fly away", "this move is not legal here: expected one of "),
        ("0 pass", "expected a seat and its move"),
        ("4 pass", "there is no seat 4 in a game for 3 players"),
        ("pass", "expected a seat and its move"),
        ("\x1b[31m", "expected a seat and its move"),
    ],
)
def test_a_wrong_move_is_named_with_its_line(replacement: str, message: str) -> None:
    text = text_of()
    lines = text.splitlines()
    first = line_of(text, "[123] ")
    seat = lines[first - 1][0]
    lines[first - 1] = replacement if not replacement.startswith("1 ") else seat + replacement[1:]
    assert message in fault_of("\n".join(lines))
    assert f"a.record:{first}:1: " in fault_of("\n".join(lines))


def test_one_wrong_header_is_one_fault() -> None:
    assert fault_of(text_of().replace("players: 3\n", "players: three\n")).count("\n") == 0


def test_a_move_out_of_turn_is_named() -> None:
    text = text_of()
    lines = text.splitlines()
    first = line_of(text, "[123] ")
    lines[first - 1] = str(int(lines[first - 1][0]) % 3 + 1) + lines[first - 1][1:]
    assert re.search(
        rf"a.record:{first}:1: broken-record: expected a move of seat \d, found one of seat \d",
        fault_of("\n".join(lines)),
    )


def test_a_move_after_the_end_is_named() -> None:
    text = text_of()
    last = line_of(text, "luck:") - 2
    lines = text.splitlines()
    lines.insert(last, "1 pass")
    assert (
        f"a.record:{last + 1}:1: broken-record: this move comes after the end of the game"
        in fault_of("\n".join(lines))
    )


def test_any_change_of_a_number_or_ruling_makes_a_record_foreign() -> None:
    for changed in (make_cards(colour_bonus=7), make_cards(stall="play_on")):
        assert "foreign-record" in fault_of(text_of(), changed)


def test_a_replay_stops_at_the_wrong_move() -> None:
    record = played()[1]
    replay = Replay(rules, real_cards(), record, "a.record")
    before = replay.state.tobytes()
    with pytest.raises(ProblemError, match="this move is not legal here"):
        replay.number_of(RecordedMove(record.moves[0].seat, "sell nothing", 10))
    assert replay.state.tobytes() == before
