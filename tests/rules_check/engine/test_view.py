"""A view holds nothing that its seat cannot know, survives JSON, and has the moves where it is the
seat's turn: of every game.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import find_game, load_game
from rules_check.engine.game import copy_of, moves_of
from rules_check.engine.verbs import PLAIN, complete
from rules_check.engine.view import NOBODY, View, Zone, as_json, table_of, view_of
from rules_check.toolkit.layout import written
from rules_check.toolkit.prose import WIDTH
from tests.rules_check.engine.test_conformance import GAMES, Entry, followed
from tests.rules_check.engine.toys import SOUND, Lots

EVERY = 9
"""States from one to the next that is looked at."""


@cache
def printed(name: str) -> Game:
    return load_game(find_game(name)[0])


def shown_otherwise(entry: Entry, game: Any, players: int) -> list[str]:
    """Play, change what each seat cannot know, and list where it then sees something else."""
    rules, cards, luck, found, changed = (
        entry.rules,
        entry.cards(),
        random.Random(players),
        list[str](),
        False,
    )
    for step, (state, _) in enumerate(islice(followed(entry, players, 1), 15 * EVERY)):
        for seat in range(players) if step % EVERY == 0 else ():
            other = copy_of(rules, state)
            entry.change_unknown(cards, other, seat, luck)
            changed |= other.tobytes() != state.tobytes()
            if view_of(rules, game, cards, other, seat) != view_of(rules, game, cards, state, seat):
                found.append(f"step {step}, seat {seat + 1}: the view")
            if rules.view(game, cards, other, seat) != rules.view(game, cards, state, seat):
                found.append(f"step {step}, seat {seat + 1}: what the game lays out")
    assert changed
    return found


@pytest.mark.slow_cases(
    "brick-and-mortar",
    "empire, a match",
    "emporium",
    "merchants-of-magick, open sheets",
    "merchants-of-magick",
)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_no_view(name: str) -> None:
    entry = GAMES[name]
    assert shown_otherwise(entry, printed(entry.rules.name), entry.players[-1]) == []


def test_a_view_that_tells_what_is_hidden_is_noticed() -> None:
    def view(game: Any, cards: Any, state: Any, seat: int) -> View:
        return View(
            (), tuple(Zone("hand", (), one, str(state.hand[one])) for one in range(state.players))
        )

    rules = complete(Lots())
    rules.view = view
    found = shown_otherwise(SOUND._replace(rules=rules), None, 3)
    assert found
    assert all(
        "what the game lays out" in one for one in found
    )  # the view itself is made of what `hide` leaves


@pytest.mark.slow_cases(
    "brick-and-mortar", "empire, a match", "emporium", "merchants-of-magick, open sheets"
)
@pytest.mark.parametrize("name", GAMES)
def test_a_view_survives_json_and_has_the_moves(name: str) -> None:
    entry = GAMES[name]
    rules, cards, game, met = entry.rules, entry.cards(), printed(entry.rules.name), set[str]()
    for step, (state, _) in enumerate(islice(followed(entry, entry.players[0], 2), 40 * EVERY)):
        for seat in range(NOBODY, entry.players[0]) if step % EVERY == 0 else ():
            view = view_of(rules, game, cards, state, seat)
            assert json.loads(json.dumps(as_json(view))) == as_json(view)
            legal = [rules.move_text(cards, state, move) for move in moves_of(rules, cards, state)]
            assert [move.word for move in view.moves] == (
                legal if seat in (NOBODY, view.due) else []
            )
            met |= {id_ for move in view.moves for id_ in move.cards}
            met |= {pile.card for zone in view.zones for pile in zone.piles if pile.card}
            assert all(counter.seat in range(entry.players[0]) for counter in view.counters)
            assert max(map(len, written(view))) <= WIDTH
    assert met
    assert met <= set(game.cards)


def test_a_plain_view_has_the_round_who_decides_the_scores_and_the_moves() -> None:
    rules, cards = complete(Lots()), SOUND.cards()
    state = next(followed(SOUND, 3, 0))[0]
    game: Any = SimpleNamespace(cards={})
    view = view_of(rules, game, cards, state, 0)
    assert (view.round, view.due, view.is_over, len(view.moves)) == (1, 0, False, 3)
    assert written(view) == [
        "Round 1. You decide.",
        "Seats",
        *(f"  seat {n} {'(you)' if n == 1 else '     '}  score 0" for n in (1, 2, 3)),
    ]
    assert table_of(rules, game, cards, state, 0) == replace(view, moves=())
    assert {"view", "describe", "touched"} <= PLAIN.keys()
