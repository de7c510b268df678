"""The page that rules are written from: its games are read and played to their ends, its parts are
read in a game.
"""

from __future__ import annotations

import re
import textwrap

import pytest

from rules_check.engine.kernel import below
from rules_check.notation.grammar import PATTERNS, RuleParser
from tests.rules_check.notation.games import ROOT, faults_in
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled

PAGE = (ROOT / "docs" / "reference" / "writing-rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
GAMES = {
    re.findall("title: ([^,]+)", block)[0]: block for block in BLOCKS if block.startswith("game:")
}
MOST_WORDS = 2_500
MOST_DECISIONS = 2_000
AROUND = """
game: {title: Around, version: 1.0.0, players: 3}
tables:
  suit: {fields: {name: line}, rows: {oak: {name: Oak}, elm: {name: Elm}}}
  gem: {fields: {name: line}, rows: {ruby: {name: Ruby}, jade: {name: Jade}}}
kinds:
  card:
    template: card.svg.j2
    for_each: {rank: 1..9}
    fields: {suit: suit, cost: 0..3, power: text?}
    cards: {oak: {suit: oak, cost: 1, power: Draw 1.}, elm: {suit: elm, cost: 0}}
components:
  card: {name: Cards, of: card, count: 18}
rules: {hand_size: 4}
play:
  common:
    deck: card, face down, refilled from discard
    discard, row: card
    box: all card
    bid: 0
    dice: 2 dice
    leader: player
  each:
    hand: card, seen by owner
    laid: one card
    stall, won: card
    coins, points: 5
    purse: 1 for each gem
  begin:
    - set leader to first
    - deal hand_size from box to each hand
    - move 1 from box to deck
  turn:
"""
END = """
  until: turn = 9
  score: points + sum(purse[it] over gem)
"""


def played_out(text: str, players: int, number: int) -> str:
    """Play a game by random moves, and return how it ended."""
    played = Played(text, players, number=number)
    for _ in range(MOST_DECISIONS):
        legal = played.legal()
        if not legal:
            return played.end
        move = legal[int(below(played.state.rng, 1 + int(played.state.seat), len(legal)))]
        played.rules.apply(played.cards, played.state, move)
        assert played.rules.fault(played.cards, played.state) == 0
    return "not yet"


def test_it_is_short_enough_to_be_given_whole() -> None:
    assert len(PAGE.split()) <= MOST_WORDS


@pytest.mark.parametrize("title", GAMES)
def test_its_games_have_no_fault(title: str) -> None:
    assert faults_in(GAMES[title]) == []


@pytest.mark.slow
@pytest.mark.parametrize("title", GAMES)
def test_its_games_come_to_an_end(title: str) -> None:
    for players in (2, 3, 4) if "2-4" in GAMES[title] else (3, 4):
        ends = [uncompiled(played_out, GAMES[title], players, number) for number in range(3)]
        assert set(ends) <= {"a stall is full", "the last night is over", "the game is over"}


def test_its_blocks_of_steps_are_steps() -> None:
    (steps,) = (block for block in BLOCKS if block.startswith("- "))
    own = f"{AROUND}{textwrap.indent(steps, '    ')}{END}"
    assert [fault.message for fault in faults_in(own) if fault.code != "never-used"] == []


def test_its_named_parts_are_read() -> None:
    (named,) = (block for block in BLOCKS if block.startswith("formulas:"))
    used = (
        "    - choose: {win: move 1 from row to won, wait: add tricks to points}\n    - do "
        "restock\n"
    )
    own = f"{AROUND}{used}{textwrap.indent(named, '  ')}{END}"
    assert [fault.message for fault in faults_in(own) if fault.code != "never-used"] == []


def formulas_shown() -> list[str]:
    """List the formulas of the page's tables, without those that are left open."""
    table = PAGE.partition("\n## Formulas\n")[2].partition("\n## ")[0]
    shown = [
        part
        for row in re.findall(r"^\| (`.+) \|$", table, re.M)
        for part in re.findall(r"`(.+?)`", row)
        if part not in ("none", "a", "b")
    ]
    shown += re.findall(r"`((?:only|best|sum|count|max)\(.+?\))`", PAGE)
    return sorted({part for part in shown if not re.search(r"[…F]", part)})


@pytest.mark.parametrize("formula", formulas_shown())
def test_its_formulas_are_read(formula: str) -> None:
    offer = (
        "    - move 1 from box to row\n    - choose: {win: move 1 from row to won, wait: nothing}\n"
    )
    own = f"{AROUND}{offer}  STEP{END}".replace("points", "gained").replace("    bid: 0\n", "")
    own = own.replace("coins, gained", "coins, bid, gained")
    own = own.replace("cost: 0..3,", "cost: 0..3, points: 0..3?, value: 0..3?,")
    own = own.replace("leader: player\n", "leader: player\n    trump: suit\n")
    ways = (f"  - let answer be {formula}", f"  - for: answer in {formula}\n      do: nothing")
    found = [
        [
            fault.message
            for fault in faults_in(own.replace("STEP", way))
            if fault.severity == "error"
        ]
        for way in ways
    ]
    assert [] in found, found


def test_its_list_of_sentences_is_complete() -> None:
    (table,) = re.findall(r"^    move card to stall .*?\n\n", PAGE, re.M | re.S)
    sentences = [
        part for line in table.strip().splitlines() for part in re.split(r" {2,}", line.strip())
    ]
    found = {RuleParser(one).sentence().pattern for one in sentences}
    assert found == set(PATTERNS) - {"nothing", "pass W right", "call W"}
