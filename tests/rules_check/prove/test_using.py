"""What players use of rules as data: options that they never choose, cards and rows that they never
take, and cards that play itself gives to them.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules_check.engine.players import parse_line_up
from rules_check.prove.using import (
    Uses,
    Watch,
    option_measurements,
    thing_measurements,
    unused_untested,
)
from rules_check.verdict.findings import LIMITS, judge
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

USUAL = {name: value for name, (value, _) in LIMITS.items()}
FAIR = """
game: {title: Kite Fair, version: 1.0.0, players: 2-3}
tables:
  thread:
    fields: {name: line}
    rows: {red: {name: Red}, blue: {name: Blue}, gold: {name: Gold}, grey: {name: Grey}}
kinds:
  kite:
    template: card.svg.j2
    fields: {name: line, thread: thread, price: 0..40, points: 0..9}
    cards:
      swift: {name: Swift, thread: red, price: 1, points: 2, copies: 2}
      crane: {name: Crane, thread: red, price: 2, points: 3, copies: 2}
      hawk: {name: Hawk, thread: blue, price: 3, points: 4, copies: 2}
      gull: {name: Gull, thread: blue, price: 1, points: 2, copies: 2}
      carp: {name: Carp, thread: gold, price: 4, points: 6, copies: 2}
components:
  kite: {name: Kites, of: kite, count: 10}
rules: {wage: 2, start: 3}
play:
  common:
    row: all kite
  each:
    line: kite
    coins: start
    spool: 0 for each thread
  turn:
    - choose:
        fly {kite in row where price <= coins}:
          - take kite.price from coins
          - move kite to line
        spin {t in thread}: add 1 to spool[t]
        work: add wage to coins
  until: row is empty or turn > 24
  score: sum(line.points) + spool[red] / 3
"""


def unused(text: str, word: str, games: int = 12) -> list[list[str]]:
    """List what some players use in none of a few games: the code, and what it is about."""
    played = Played(text)
    watch = Watch(played.rules, played.cards, played.game)
    watch.play(parse_line_up(word, 2, played.game), 1, games)
    found = [*option_measurements(watch.uses, 2, USUAL), *thing_measurements(watch, 2, USUAL)]
    lines = text.splitlines()
    for one in found:
        assert one.place is not None
        assert one.about.partition(",")[0].split()[0] in lines[one.place.line - 1]
    return [[one.code, one.about.partition(",")[0]] for one in found if one.number == 0]


CASES = {
    "a sound game": ("", "", []),
    "a card that no player can pay": (
        "Carp, thread: gold, price: 4",
        "Carp, thread: gold, price: 40",
        [["dead-card", "carp"]],
    ),
    "a card that play gives to players": (
        "  turn:",
        "  begin:\n    - each: move 1 from row where it = carp to line\n  turn:",
        [],
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_cards_that_players_never_take_are_named(what: str) -> None:
    old, new, expected = CASES[what]
    assert old in FAIR
    text = FAIR.replace(old, new, 1) if old else FAIR
    if what == "a card that play gives to players":
        text = text.replace("price: 4, points: 6", "price: 40, points: 6")
    assert uncompiled(unused, text, "random") == expected


def test_an_option_that_players_never_choose_is_named() -> None:
    """Whoever may not spin names none of the threads either: the option is reported, not its rows."""
    assert uncompiled(unused, FAIR, "random:never=spin") == [["action-unused", "spin {t}"]]


def told(unused: int, among: str) -> list[Any]:
    """Let one player in 400 games leave some of eight options; tell what is said of them."""
    played = Played(FAIR)
    watch = Watch(played.rules, played.cards, played.game)
    watch.uses = Uses(400, 4000, things={})
    for number in range(4):
        shown = (400, 0) if number < unused else (400, 200)
        watch.uses.things["thread", number] = shown
    measured = list(thing_measurements(watch, 2, USUAL))
    if not among:
        return [one.verdict for one in judge(measured)]
    return [
        [one.about, one.verdict, one.is_untested, one.follows]
        for one in unused_untested(watch, measured, among)
    ]


LAST_CARD = (
    FAIR.partition("play:")[0]
    + """
play:
  common: {deck: "all kite, face down", gone: kite}
  each: {hand: "kite, seen by owner", coins: 0}
  begin: [deal 3 from deck to each hand]
  turn:
    - choose:
        fly {kite in hand}:
          - move kite to gone
          - add kite.points + start * 0 + wage * 0 to coins
  until: all(hand is empty over players)
  score: coins
"""
)


def used(text: str, games: int = 3) -> list[str]:
    """List the cards that players use who open no stall, and throw away what is too much."""
    played = Played(text)
    watch = Watch(played.rules, played.cards, played.game)
    watch.play(parse_line_up("random:never=fly", 2, played.game), 1, games)
    return [watch.ids[kind][n] for (kind, n), (_, uses) in watch.uses.things.items() if uses]


THROWING = (
    LAST_CARD.replace("gone: kite", "gone: kite, flown: kite")
    .replace("- move kite to gone", "- move kite to flown")
    .replace("  until:", "        throw {other in hand}: move other to gone\n  until:")
)


def test_a_card_that_is_only_thrown_away_is_not_used() -> None:
    """A discard is a use only if something depends on it, or if no option makes more of a card."""
    assert not uncompiled(used, THROWING)
    assert uncompiled(used, THROWING.replace("score: coins", "score: coins + sum(gone.points)"))


def forced() -> list[int]:
    """Follow a game in which everybody's last card is the only one left."""
    played = Played(LAST_CARD)
    watch = Watch(played.rules, played.cards, played.game)
    watch.play(parse_line_up("random", 2, played.game), 1, 1)
    used = sum(used for _, used in watch.uses.things.values())
    return [used, sum(watch.uses.forced.values()), watch.uses.decisions]


def test_moves_without_an_alternative_are_counted_apart() -> None:
    used, alone, decisions = uncompiled(forced)
    assert decisions == 4
    assert 0 < used <= 4
    assert 0 < alone <= 2


def of_forced(used: int) -> list[Any]:
    played = Played(FAIR)
    watch = Watch(played.rules, played.cards, played.game)
    for number in range(4):
        watch.uses.things["thread", number] = 400, used if number == 0 else 200
    watch.uses.forced["thread", 0] = 12
    found = judge(list(thing_measurements(watch, 2, USUAL)))
    return [found[0].claim, found[0].hint]


def test_a_card_that_is_played_only_where_it_must_be_is_not_to_be_removed() -> None:
    claim, hint = uncompiled(of_forced, 0)
    assert "in 12 games, it is played only if there is no other choice" in claim
    assert "remove" not in hint
    claim, hint = uncompiled(of_forced, 200)
    assert "choice" not in claim
    assert hint is None


def test_trained_players_warn_and_others_leave_it_untested() -> None:
    assert uncompiled(told, 1, "") == ["warning", "ok", "ok", "ok"]
    assert uncompiled(told, 1, "greedy players") == [["red", "unsure", True, ""]]


def test_players_who_leave_much_unused_are_at_fault_themselves() -> None:
    assert uncompiled(told, 2, "greedy players") == [
        ["red", "unsure", True, "exploitable"],
        ["blue", "unsure", True, "exploitable"],
    ]
    assert uncompiled(told, 3, "greedy players") == []
