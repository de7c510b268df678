"""What a person's own player may ask of its view: cards and numbers by their names in cards.yaml, and
nothing that its seat cannot know.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.play.own_view import OwnView
from rules_check.toolkit.records import EMPTY, NOBODY, OWNER, GameState, each, known_by, whole, zone
from tests.rules_check.cli.calling import run
from tests.rules_check.notation.games import text_of

CARDS = """\
game: {title: Three Oaks, version: 1.0.0, players: 3}
tables:
  suit:
    fields: {name: line}
    rows: {oak: {name: Oak}, elm: {name: Elm}}
kinds:
  leaf:
    template: leaf.svg.j2
    for_each: {rank: 1..3}
    fields: {suit: suit}
    cards: {oak: {suit: oak}, elm: {suit: elm}}
"""
LEAVES = ["oak-1", "oak-2", "oak-3", "elm-1", "elm-2", "elm-3"]


class Table(GameState, seats=4):
    hand = zone("leaf", 4, 3, seen_by=OWNER)
    row = zone("leaf", 6, seen_by=NOBODY, shown_to="row_known")
    row_known = known_by(6)
    path = zone("leaf", 2, 3, shared=True, by="suit")
    coins = each(4, named="gold coins")
    debts = each(4, seen_by=OWNER)
    money = each(4, inferred=True)
    is_safe = each(4, of="mark")
    purse = each(4, 2, by="suit")
    dice = each(2, by="dice", shared=True)
    price = whole()
    trump = whole(of="suit", blank=EMPTY)
    leader = whole(of="seat", blank=EMPTY)
    asked = whole(shown=False)


def names(*ids: str) -> Any:
    return np.array([id_.encode() for id_ in ids]).view("u1").reshape(len(ids), -1)


@pytest.fixture
def view(tmp_path: Path) -> OwnView:
    """Seat 1 of 3: two cards in hand, one of two in the row known to it, elm is trump."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "leaf.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>', encoding="utf-8"
    )
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    state: Any = np.zeros(1, Table.dtype).view(np.recarray)[0]
    state.players = 3
    state.hand[1, :2], state.hand[1, -1] = (5, 0), 2
    state.hand[2, :1], state.hand[2, -1] = 4, 1
    state.row[:2], state.row[-1], state.row_known[:2] = (1, 2), 2, (0, 1 << 1)
    state.path[0, 0], state.path[0, -1], state.path[1, 0], state.path[1, -1] = 3, 1, 1, 1
    state.coins[:3], state.purse[1] = (4, 7, 0), (2, 5)
    state.is_safe[1], state.dice[:], state.price = 1, (6, 2), 9
    state.trump, state.leader = 1, EMPTY

    def dealt(deal: int) -> Any:
        """What seat 2 has is made up; what seat 0 has is known."""
        made: Any = state.copy()
        made.money[:3] = 5, 8, deal
        return made

    return OwnView(
        (),
        seat=1,
        _game=load_game(tmp_path / "cards.yaml"),
        _cards={"leaf_name": names(*LEAVES), "suit_name": names("oak", "elm")},
        _deal=dealt,
        _fields=Table.fields,
    )


def test_cards_have_their_fields(view: OwnView) -> None:
    assert view.card("elm-3").rank == 3
    assert view.card("elm-3").suit.name == "Elm"


def test_cards_of_a_zone_are_those_that_the_seat_knows(view: OwnView) -> None:
    assert [(card.suit.id, card.rank) for card in view.cards("hand")] == [("elm", 3), ("oak", 1)]
    assert view.cards("hand", seat=2) == []
    assert [card.id for card in view.cards("row")] == ["oak-3"]
    assert [card.id for card in view.cards("path")] == ["elm-1", "oak-2"]
    assert [card.id for card in view.cards("path", row="elm")] == ["oak-2"]


def test_numbers_are_what_they_stand_for(view: OwnView) -> None:
    assert [view.value("coins", seat=seat) for seat in range(3)] == [4, 7, 0]
    assert view.value("coins") == view.value("gold coins") == 7
    assert [view.value("money", seat=seat) for seat in (0, 1)] == [5, 8]
    assert view.value("purse") == {"oak": 2, "elm": 5}
    assert view.value("dice") == [6, 2]
    assert view.value("is_safe") is True
    assert (view.value("price"), view.value("trump"), view.value("leader")) == (9, "elm", None)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda view: view.value("debts", seat=2), "you cannot know 'debts' of seat 2"),
        (lambda view: view.value("money", seat=2), "you cannot know 'money' of seat 2"),
        (lambda view: view.value("coin"), "there is no number 'coin'; there is coins, debts"),
        (lambda view: view.value("asked"), "there is no number 'asked'"),
        (lambda view: view.cards("deck"), "there is no zone 'deck'; there is hand, row, path"),
        (lambda view: view.cards("path", row="ash"), "there is no 'ash' in 'path'"),
        (lambda view: view.value("coins", seat=3), "there is no seat 3"),
        (lambda view: view.cards("hand", seat=-1), "there is no seat -1"),
    ],
)
def test_what_is_not_there_or_not_known_is_said(view: OwnView, ask: Any, said: str) -> None:
    with pytest.raises(LookupError) as raised:
        ask(view)
    assert str(raised.value).startswith(said)


@pytest.mark.slow
def test_a_player_of_a_game_of_rules_as_data_reads_its_table(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>', encoding="utf-8"
    )
    (tmp_path / "cards.yaml").write_text(text_of("gem_wharf"), encoding="utf-8")
    (tmp_path / "mine.py").write_text(
        """\
def keen(view):
    purses = [view.value("purse", seat=seat) for seat in range(2)]
    for gem, left in view.value("bank").items():
        assert left + sum(purse[gem] for purse in purses) == 4
    assert [card.id for card in view.cards("market")] == [
        pile.card for zone in view.zones if zone.name == "market" for pile in zone.piles
    ]
    assert not view.cards("deck")
    buys = [move for move in view.moves if move.word.startswith("buy")]
    return max(buys, key=lambda move: view.card(move.cards[0]).worth, default=view.moves[0])
""",
        encoding="utf-8",
    )
    status = run("simulate", str(tmp_path), "--players", "2", "--games", "5", "--line-up",
               f"{tmp_path / 'mine.py'}:keen,greedy")  # fmt: skip
    assert status == 0
