"""A card that comes to players without a choice, and decides who wins: the winner of a bid gets it,
so that no move names it.
"""

from __future__ import annotations

import numpy as np
import pytest

from rules_check.engine.noting import GAMES, NUMBER, PART, WIN
from rules_check.engine.players import parse_line_up
from rules_check.notation.playing import rules_from
from rules_check.prove import causes
from rules_check.prove.causes import Detective
from rules_check.prove.checking import Examination, Level
from rules_check.prove.holding import (
    FEWEST_GAMES,
    Holding,
    holding_measurements,
    is_recorded,
    standing_out,
)
from rules_check.prove.using import Watch
from rules_check.verdict.findings import LIMITS, judge
from tests.rules_check.notation.games import game_of
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled
from tests.rules_check.prove.test_using import FAIR

BRIEF = Level("brief", 1, 30.0, 0, 150, None)
USUAL = {name: value for name, (value, _) in LIMITS.items()}
LOTS = """
game: {title: Eight Lots, version: 1.0.0, players: 2}
kinds:
  chip:
    template: card.svg.j2
    for_each: {value: 1..8}
    cards: {chip: {}}
  lot:
    template: card.svg.j2
    fields: {name: line, points: 0..90}
    cards:
      anchor: {name: Anchor, points: 2}
      barrel: {name: Barrel, points: 2}
      chain: {name: Chain, points: 3}
      dinghy: {name: Dinghy, points: 3}
      engine: {name: Engine, points: 3}
      flag: {name: Flag, points: 2}
      grapnel: {name: Grapnel, points: 3}
      hawser: {name: Hawser, points: 2}
components:
  chip: {name: Chips, of: chip, count: 8}
  lot: {name: Lots, of: lot, count: 8}
play:
  common: {bag: "all chip, face down", lots: "all lot, face down", up: one lot, spent: chip}
  each: {hand: "chip, seen by owner", bid: one chip, won: lot}
  begin:
    - deal 4 from bag to each hand
  round:
    - move 1 from lots to up
    - together:
        choose:
          bid {chip in hand}: move chip to bid
    - move up to best(players by bid.value).won
    - each: move bid to spent
  until: round = 4
  score: sum(won.points)
"""


def followed(text: str, games: int, is_data: bool = True) -> tuple[Watch, Played]:
    """Follow games of two random players."""
    played = Played(text)
    assert not is_recorded(played.rules)
    game = played.game if is_data else game_of(text.partition("play:")[0])
    watch = Watch(played.rules, played.cards, game)
    watch.play(parse_line_up("random", 2, played.game), 1, games)
    return watch, played


def warned(points: int, is_data: bool) -> list[list[str]]:
    """List the cards that are far too strong, with their claims and lines, if the best lot has so
    many points; rules need not be data.
    """
    text = LOTS.replace("Engine, points: 3", f"Engine, points: {points}")
    watch, played = followed(text, 240, is_data)
    assert bool(watch.uses.options or watch.uses.things) == is_data
    measured = list(holding_measurements(watch.holding, 2, USUAL, played.game))
    assert len(measured) == 8
    assert all(one.games >= FEWEST_GAMES for one in measured)
    lines, found = text.splitlines(), []
    for one in judge(standing_out(measured)):
        assert one.verdict == "warning"
        assert one.place is not None
        found.append([one.about, one.claim, lines[one.place.line - 1]])
    return found


def test_a_card_that_is_won_and_decides_the_game_is_named() -> None:
    assert uncompiled(warned, 3, True) == []
    found = uncompiled(warned, 40, True)
    assert uncompiled(warned, 40, False) == found
    ((about, claim, line),) = found
    assert about == "engine"
    assert "'Engine' comes, without choosing it, win 100.0 %" in claim
    assert "Engine, points" in line


def cleared(*points: int) -> list[list[list[str]]]:
    """List the warnings that disappear where the best lot has so many points again, not 40."""
    texts = [LOTS.replace("Engine, points: 3", f"Engine, points: {n}") for n in (40, *points)]
    warned, *others = map(game_of, texts)
    rules, found = rules_from(warned), []
    one = Examination(rules, warned, rules.cards_record(warned), BRIEF, 1, word="random")
    one.run()
    for other in others:
        detective = Detective(one, texts[0].encode())
        assert [finding.code for finding in detective.warned].count("card-taken") == 1
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(causes, "load_game", lambda file, content, other=other: other)
            patch.setattr(causes, "TRIAL", BRIEF)
            patch.setitem(causes._MEASURED_BY, "card-taken", {"skill": BRIEF.skill})
            gone = detective._moved_with(b"")[0]
        found.append(sorted([*key] for key in gone if key[0] == "card-taken"))
    return found


def test_a_card_that_is_as_before_is_no_longer_too_strong() -> None:
    assert uncompiled(cleared, 3, 40) == [[["card-taken", "engine"]], []]


def came(text: str, kind: str, games: int) -> list[list[int]]:
    """List for each card of a kind the seats to which it came, and the games in which it did."""
    sums = followed(text, games)[0].holding.sums[kind]
    return [sums[:, NUMBER].tolist(), sums[:, GAMES].tolist()]


@pytest.mark.parametrize(("text", "kind"), [(FAIR, "kite"), (LOTS, "chip")])
def test_cards_that_players_choose_or_begin_with_have_come_to_nobody(text: str, kind: str) -> None:
    assert not np.any(uncompiled(came, text, kind, 12))


def test_each_card_that_is_won_comes_to_one_seat() -> None:
    seats, games = uncompiled(came, LOTS, "lot", 12)
    assert seats == games
    assert sum(seats) == 4 * 12


def sums_after_moves() -> list[list[int]]:
    """Move lots about by hand, in a game that both players win; return the sums."""
    played = Played(LOTS)
    holding, state = Holding(played.rules, played.cards), played.state
    field = next(name for name in state.dtype.names if name.startswith("won"))
    holding.begin(state)
    for seat, held, seen, named in (
        (0, [3], 1, [("lot", 3)]),
        (1, [4, 5], 1, [("lot", 5)]),
        (0, [3, 2], 0, []),
        (0, [3], 0, []),
    ):
        state[field][seat] = -1
        state[field][seat][: len(held)] = held
        state[field][seat][-1] = len(held)
        holding.step(seen, named)
    holding.close([1, 1])
    sums: list[list[int]] = holding.sums["lot"][:, [NUMBER, PART, GAMES]].tolist()
    return sums


def test_what_a_seat_lost_or_named_itself_does_not_count_and_ties_are_shared() -> None:
    once = [1, WIN // 2, 1]
    nothing = [0, 0, 0]
    assert uncompiled(sums_after_moves) == [nothing] * 3 + [once, once] + [nothing] * 3
