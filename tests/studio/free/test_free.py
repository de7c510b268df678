"""The free table: pieces go where they are moved, and a seat is sent what it may know and nothing
else.

The re-dealing test plays random sessions twice: once as dealt, and once with two pieces exchanged
of which a seat never learns which is which. Every byte that is sent to that seat has to be the
same. Tables that leak are caught.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import bundled_games, load_game
from studio.free.free import CannotAct, FreeTable, Place, State
from studio.protocol.actions import (
    SPECTATOR,
    At,
    Copy,
    Cut,
    Deal,
    Draw,
    Fan,
    Flip,
    FlipPile,
    Gather,
    LookAt,
    LookAway,
    Mark,
    Move,
    MovePile,
    Pass,
    Point,
    Remove,
    Retract,
    Roll,
    Rotate,
    SeenPiece,
    SeenPlace,
    Show,
    Shuffle,
    TableView,
    TakeAny,
    Tally,
)
from studio.protocol.messages import write_message
from tests.conftest import make_game

SETUP = {
    "common": {
        "deck": "all card, face down",
        "market": "card, refilled from deck",
        "discard": "card",
        "dice": "2 dice of 8",
        "round": 1,
    },
    "each": {"hand": "card, seen by owner", "secret": "card, face down", "gold": 3},
    "deal": ["deal 3 from deck to each hand", "refill market to 2 from deck"],
}


def game_with(folder: Path, count: int = 16, setup: dict[str, Any] | None = None) -> Game:
    cards = {f"c{number}": {"name": f"Card {number}"} for number in range(count)}
    sections: dict[str, Any] = {"setup": setup} if setup else {}
    return make_game(folder, cards=cards, **sections)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_with(tmp_path_factory.mktemp("free"), setup=SETUP)


@pytest.fixture
def table(game: Game) -> FreeTable:
    return FreeTable.laid(game, 3, Random(1), Random(2))


def place(table: FreeTable, name: str, seat: int = -1, viewer: int = 0) -> SeenPlace:
    return next(one for one in table.view(viewer).places if (one.name, one.seat) == (name, seat))


def top(table: FreeTable, name: str, seat: int = -1, viewer: int = 0) -> SeenPiece:
    return place(table, name, seat, viewer).pieces[-1]


# --------------------------------------------------------------------------------- what can be done
def test_a_table_is_laid_as_the_setup_says(table: FreeTable) -> None:
    sizes = {(one.name, one.seat): one.count for one in table.view(0).places}
    hands = {("hand", seat): 3 for seat in range(3)} | {("secret", seat): 0 for seat in range(3)}
    assert sizes == {("deck", -1): 5, ("market", -1): 2, ("discard", -1): 0, **hands}
    assert [(one.name, one.owner, one.value) for one in table.view(0).tallies][:2] == [
        ("round", -1, 1),
        ("gold", 0, 3),
    ]
    assert [(one.name, one.faces, one.values) for one in table.view(0).dice] == [
        ("dice", 8, [0, 0])
    ]


def test_a_seat_sees_its_own_hand_and_the_backs_of_others(table: FreeTable) -> None:
    assert all(one.face for one in place(table, "hand", 0).pieces)
    others = place(table, "hand", 1)
    assert (others.count, others.pieces, [count for _, count in others.backs]) == (3, [], [3])
    deck = place(table, "deck")
    assert (deck.count, len(deck.pieces), deck.pieces[0].face) == (5, 1, "")
    assert all(one.face for one in place(table, "market").pieces)
    assert place(table, "hand", 0, SPECTATOR).pieces == []


def test_a_card_is_drawn_played_and_flipped(table: FreeTable) -> None:
    deck = place(table, "deck")
    table.act(Draw(0, deck.key, 2))
    assert (place(table, "deck").count, place(table, "hand", 0).count) == (3, 5)
    card = place(table, "hand", 0).pieces[0]
    table.act(Move(0, card.id, 0, 20.0, 30.0))
    loose = next(one for one in table.view(1).places if not one.name)
    assert (loose.pieces[0].face, loose.x, loose.y) == (card.face, 20.0, 30.0)
    assert (
        f"Seat 1 moves {table.state.pieces[table.state.places[loose.key].pieces[0]].title} "
        in table.view(1).journal[-1]
    )
    table.act(Flip(1, loose.pieces[0].id))
    assert next(one for one in table.view(1).places if not one.name).pieces[0].face == ""
    table.act(Move(0, top(table, "market").id, loose.key))
    stack = next(one for one in table.view(1).places if not one.name)
    assert (stack.count, len(stack.pieces)) == (2, 1)


def test_a_card_played_face_down_is_known_to_its_player_alone(table: FreeTable) -> None:
    card = place(table, "hand", 0).pieces[0]
    table.act(Move(0, card.id, 0, 5.0, 5.0, "top", "down"))
    mine, theirs = (
        next(one for one in table.view(seat).places if not one.name).pieces[0] for seat in (0, 1)
    )
    assert (mine.face, mine.is_own) == (card.face, True)
    assert (theirs.face, theirs.is_own) == ("", False)
    assert "moves a card from" in table.view(1).journal[-1]
    table.act(Shuffle(1, next(one.key for one in table.view(1).places if not one.name)))
    assert next(one for one in table.view(0).places if not one.name).pieces[0].face == ""


def test_the_top_of_a_pile_is_looked_at_until_it_is_shuffled(table: FreeTable) -> None:
    deck = place(table, "deck")
    table.act(LookAt(0, deck.key, 2))
    looking = table.view(0).looking
    assert looking is not None
    assert [bool(one.face) for one in looking.pieces] == [True, True]
    assert table.view(1).looking is None
    assert top(table, "deck").face == looking.pieces[0].face
    assert top(table, "deck", viewer=1).face == ""
    table.act(Move(0, looking.pieces[0].id, deck.key, at="under"))
    assert top(table, "deck").face == looking.pieces[1].face
    table.act(LookAway(0))
    assert table.view(0).looking is None
    table.act(Shuffle(2, deck.key))
    assert top(table, "deck").face == ""


def test_a_pile_is_looked_through_in_no_order_and_one_is_fetched(table: FreeTable) -> None:
    deck = place(table, "deck")
    table.act(LookAt(0, deck.key))
    looking = table.view(0).looking
    assert looking is not None
    faces = [one.face for one in looking.pieces]
    assert faces == sorted(faces, key=lambda face: (f"Card {face[1:]}", face))
    assert top(table, "deck").face == ""
    assert top(table, "deck").id not in {one.id for one in looking.pieces}
    hand = place(table, "hand", 0)
    table.act(Move(0, looking.pieces[2].id, hand.key))
    assert place(table, "hand", 0).pieces[-1].face == faces[2]
    assert (place(table, "deck").count, place(table, "hand", 0, 1).count) == (4, 4)


def test_a_hand_of_another_cannot_be_handled_but_one_be_taken_at_random(table: FreeTable) -> None:
    others, hidden = place(table, "hand", 1), place(table, "hand", 1, 1).pieces[0]
    for action in (
        Shuffle(0, others.key),
        LookAt(0, others.key),
        Move(0, hidden.id, 0),
        Flip(0, hidden.id),
        Draw(0, others.key),
        MovePile(0, others.key, 0),
        FlipPile(0, others.key),
        Fan(0, others.key, False),
        Cut(0, others.key),
    ):
        with pytest.raises(CannotAct):
            table.act(action)
    with pytest.raises(CannotAct):
        table.act(Move(0, table.state.ids[0][table.state.places[others.key].pieces[0]], 0))
    table.act(TakeAny(0, others.key))
    assert (place(table, "hand", 1).count, place(table, "hand", 0).count) == (2, 4)


def test_a_card_is_shown_and_given(table: FreeTable) -> None:
    card = place(table, "hand", 0).pieces[1]
    table.act(Show(0, card.id, 1))
    assert [one.face for one in place(table, "hand", 0, 1).pieces] == [card.face]
    assert place(table, "hand", 0, 2).pieces == []
    table.act(Show(0, card.id, -2))
    assert place(table, "hand", 0, 1).pieces == []
    table.act(Show(0, card.id))
    assert [one.face for one in place(table, "hand", 0, SPECTATOR).pieces] == [card.face]
    table.act(Move(0, card.id, place(table, "hand", 1).key))
    assert card.face in [one.face for one in place(table, "hand", 1, 1).pieces]
    assert place(table, "hand", 1).pieces == []


def test_cards_are_dealt_counted_rolled_and_passed(table: FreeTable) -> None:
    table.act(Deal(0, place(table, "deck").key, 1))
    assert [place(table, "hand", seat).count for seat in range(3)] == [4, 4, 4]
    table.act(Tally(1, "gold", 2, 4))
    assert [one.value for one in table.view(0).tallies if one.name == "gold"] == [3, 3, 7]
    table.act(Roll(1, "dice", -1))
    assert all(1 <= value <= 8 for value in table.view(0).dice[0].values)
    table.act(Pass(0, 1))
    assert table.view(2).turn == 1
    card = top(table, "market", viewer=2)
    table.act(Rotate(2, card.id))
    table.act(Mark(2, card.id, 2))
    assert (top(table, "market").turn, top(table, "market").marks) == (90, 2)
    table.act(FlipPile(0, place(table, "deck").key))
    assert top(table, "deck", viewer=SPECTATOR).face


def test_what_was_done_is_taken_back_until_somebody_has_seen_something_new(
    table: FreeTable,
) -> None:
    card = place(table, "hand", 0).pieces[0]
    discard = place(table, "discard").key
    before = table.view(1).places
    table.act(Move(0, card.id, 0, 1.0, 1.0, "top", "down"))
    assert table.can_retract
    table.act(Retract(1))
    assert table.view(1).places == before
    table.act(Move(0, card.id, discard))
    assert not table.can_retract
    with pytest.raises(CannotAct, match="seen something new"):
        table.act(Retract(0))
    table.act(Tally(0, "gold", 0, 1))
    table.act(Roll(0, "dice", -1))
    assert not table.can_retract


def test_what_cannot_be_done_changes_nothing(table: FreeTable) -> None:
    before = [write_message(table.view(seat)) for seat in table.viewers]
    for action in (
        Move(0, "none", 0),
        Draw(0, 99),
        Draw(SPECTATOR, place(table, "deck").key),
        Draw(-1, place(table, "deck").key),
        Tally(0, "silver", 0, 1),
        Roll(0, "gold", 0),
        Pass(0, 7),
        Show(0, place(table, "hand", 0).pieces[0].id, 9),
        Shuffle(0, place(table, "discard").key),
        Move(0, place(table, "hand", 0).pieces[0].id, 99),
    ):
        with pytest.raises(CannotAct):
            table.act(action)
    assert [write_message(table.view(seat)) for seat in table.viewers] == before


def test_points_off_the_mat_come_onto_it(table: FreeTable) -> None:
    for number, (x, y) in enumerate([(-5.0, 1e300), (float("nan"), float("inf"))]):
        table.act(Move(0, place(table, "hand", 0).pieces[0].id, 0, x, y))
        loose = [one for one in table.view(0).places if not one.name][number]
        assert (loose.x, loose.y) == (0.0, 100.0)


# ----------------------------------------------------------------------------- what is shown again
def test_what_stayed_is_shown_and_written_as_before(table: FreeTable) -> None:
    before = {one.name: one for one in table.view(0).places if one.seat < 0}
    write_message(table.view(0))
    table.act(Rotate(0, before["market"].pieces[0].id))
    after = {one.name: one for one in table.view(0).places if one.seat < 0}
    assert after["deck"] is before["deck"]
    assert after["deck"].json is before["deck"].json
    assert after["market"] != before["market"]


def test_a_view_is_what_it_would_be_if_nothing_had_been_shown_before(game: Game) -> None:
    table, chance = FreeTable.laid(game, 3, Random(5), Random(6)), Random(7)
    for _ in range(80):
        try:
            table.act(random_action(table, chance.randrange(3), chance))
        except CannotAct:
            continue
        shown = [write_message(table.view(viewer)) for viewer in table.viewers]
        table._shown.clear()
        assert [write_message(table.view(viewer)) for viewer in table.viewers] == shown


def test_the_top_that_is_looked_at_again_is_shown_in_its_new_order(table: FreeTable) -> None:
    deck = place(table, "deck")
    table.act(LookAt(0, deck.key, 2))
    first = table.view(0).looking
    assert first is not None
    table.act(Move(0, first.pieces[1].id, deck.key))
    table.act(LookAt(0, deck.key, 2))
    again = table.view(0).looking
    assert again is not None
    assert [one.face for one in again.pieces] == [one.face for one in first.pieces][::-1]


# ------------------------------------------------------------------------------ the re-dealing test
@dataclass
class Dealing(Random):
    """Chance that exchanges two slots at one of its shuffles; `event` counts them, from 1 on. 0 is
    the dealing itself.
    """

    def __init__(self, seed: int, event: int = -1, slots: tuple[int, int] = (0, 0)) -> None:
        super().__init__(seed)
        self.event, self.slots, self.shuffled = event, slots, 0

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        self.shuffled += 1
        if self.shuffled == self.event:
            one, other = self.slots
            x[one], x[other] = x[other], x[one]


class StableIds(FreeTable):
    """Leaks: the ids of pieces stay the same, whatever is shuffled."""

    def _renew(self, numbers: Any, viewers: Any) -> None:
        pass


class Unblurred(FreeTable):
    """Leaks: ids stay where a piece is shuffled, and are new everywhere else."""

    def _hide(self, place: Place) -> None:
        for number in place.pieces:
            self._change(number, known=frozenset())


class InOrder(FreeTable):
    """Leaks: a pile is sent as the ids of all its pieces."""

    def _seen_place(self, viewer: int, place: Place) -> SeenPlace:
        ids = sorted(place.pieces)[:1]
        return replace(
            super()._seen_place(viewer, place),
            name=place.name + str([place.pieces.index(one) for one in ids]),
        )


class Counting(FreeTable):
    """Leaks: a count that tells, here of cards that have an even name."""

    def _seen_place(self, viewer: int, place: Place) -> SeenPlace:
        even = [
            number for number in place.pieces if self.state.pieces[number].card[-1] in "02468aeiou"
        ]
        return replace(super()._seen_place(viewer, place), count=len(even))


class Naming(FreeTable):
    """Leaks: the journal names what is moved to everybody."""

    def _say(self, seat: int, words: str, open_words: str = "", knowers: Any = ()) -> None:
        super()._say(seat, open_words or words)


class Trusting(FreeTable):
    """Leaks: faces are sent, and the page is to hide them."""

    def _seen_piece(self, viewer: int, number: int, place: Place, *more: Any) -> SeenPiece:
        return replace(
            super()._seen_piece(viewer, number, place, *more), face=self.state.pieces[number].card
        )


class Erring(FreeTable):
    """Leaks: what is refused names a card that is hidden."""

    def _pile(self, seat: int, key: int) -> Place:
        try:
            return super()._pile(seat, key)
        except CannotAct as fault:
            lying = self._place(key).pieces
            top = self.state.pieces[lying[-1]].title if lying else ""
            raise CannotAct(f"{fault}: {top}") from None


class Sorted(FreeTable):
    """Leaks: places are sent in an order that depends on what lies there."""

    def view(self, viewer: int) -> TableView:
        seen = super().view(viewer)
        tops = {
            key: self.state.pieces[one.pieces[-1]].card if one.pieces else ""
            for key, one in self.state.places.items()
        }
        return replace(seen, places=sorted(seen.places, key=lambda one: tops[one.key]))


class Loading(FreeTable):
    """Leaks: looks are sent as their pieces come to lie on top, so that pictures are loaded."""

    def view(self, viewer: int) -> TableView:
        tops = [
            self.state.pieces[one.pieces[-1]].card
            for one in self.state.places.values()
            if one.pieces
        ]
        return replace(super().view(viewer), surface=min(tops))


LEAKS = [StableIds, Unblurred, InOrder, Counting, Naming, Trusting, Erring, Sorted, Loading]


def some_place(
    table: FreeTable, chance: Random, fits: Callable[[Place], bool] = lambda one: True
) -> int:
    found = [key for key, one in table.state.places.items() if fits(one)]
    return chance.choice(found) if found else 0


def some_piece(table: FreeTable, seat: int, chance: Random) -> str:
    """Pick a piece that a seat can point at, without a look at any face."""
    places = [
        [
            table.state.ids[seat][number]
            for number in one.pieces
            if FreeTable._follows(table, seat, number, one)
        ]
        for one in table.state.places.values()
        if not (one.is_hand and one.seat != seat)
    ]
    looking = table._looking.get(seat)
    found = chance.choice(
        [*[ids for ids in places if ids], *([list(looking.ids)] if looking and looking.ids else [])]
        or [["none"]]
    )
    return chance.choice(found)


def is_filled(one: Place) -> bool:
    return len(one.pieces) > 1


def random_action(table: FreeTable, seat: int, chance: Random) -> Any:
    """Make an action out of what a table's structure is, whatever its cards are."""
    piece = some_piece(table, seat, chance)
    at: At = chance.choice(["top", "top", "under", "random"])
    target = some_place(table, chance) if chance.random() < 0.8 else 0
    x, y = chance.randint(0, 100), chance.randint(0, 100)
    pile = some_place(table, chance, is_filled)
    hand = some_place(table, chance, lambda one: one.is_hand)
    return chance.choice(
        [
            Move(seat, piece, target, x, y, at, chance.choice(["", "", "up", "down"])),
            Move(seat, piece, target, x, y, "top"),
            Move(seat, piece, target, x, y, "top", "down"),
            MovePile(seat, pile, target, x, y, at),
            Flip(seat, piece),
            FlipPile(seat, pile),
            Rotate(seat, piece),
            Mark(seat, piece, 1),
            Shuffle(seat, pile),
            Shuffle(seat, pile),
            Cut(seat, pile),
            Draw(seat, pile, chance.randint(1, 3)),
            Draw(seat, pile, 1),
            Deal(seat, pile, 1),
            TakeAny(seat, chance.choice([hand, pile])),
            LookAt(seat, pile, chance.randint(0, 3)),
            LookAway(seat),
            Show(seat, piece, chance.choice([-2, -1, 0, 1])),
            Fan(seat, pile, chance.random() < 0.5),
            Retract(seat),
            Pass(seat, 0),
            Point(seat, 0, 1, 1),
            Gather(seat, [piece, some_piece(table, seat, chance)], target, x, y),
            Copy(seat, piece),
            Remove(seat, piece),
        ]
    )


@dataclass
class Session:
    """A random session at a table: what one seat was sent, and which pieces it saw since which
    shuffle.
    """

    game: Game
    players: int
    seed: int
    sort: type[Any]

    def laid(self, dealing: Dealing, exchanged: tuple[int, int] | None = None) -> FreeTable:
        table: FreeTable = self.sort.laid(self.game, self.players, dealing, Random(self.seed + 1))
        if exchanged:  # two pieces change places as if they had been dealt so
            one, other = exchanged
            for spot in table.state.places.values():
                spot.pieces[:] = [
                    {one: other, other: one}.get(number, number) for number in spot.pieces
                ]
            for ids in table.state.ids.values():
                if not issubclass(self.sort, StableIds):
                    ids[one], ids[other] = ids[other], ids[one]
            ups = [table.state.pieces[number].is_up for number in exchanged]
            table._change(one, met=frozenset(), is_up=ups[1])
            table._change(other, met=frozenset(), is_up=ups[0])
            table.begin()
        return table

    def played(
        self, table: FreeTable, seat: int, steps: int, watch: Callable[[FreeTable], None]
    ) -> list[str]:
        chance, sent = Random(self.seed + 2), [write_message(table.view(seat))]
        watch(table)
        for _ in range(steps):
            action = random_action(table, chance.randrange(self.players), chance)
            try:
                table.act(action)
            except CannotAct as fault:
                sent.append(str(fault) if action.seat == seat else "")
                continue
            sent.append(write_message(table.view(seat)))
            watch(table)
        return sent


STEPS = 50


def redealt(game: Game, players: int, seed: int, sort: type[FreeTable]) -> bool | None:
    """Play a session twice, the second time with two pieces exchanged that a seat cannot tell
    apart; whether that seat was sent the same.

    None where there are no two such pieces.
    """
    session, picking = Session(game, players, seed, sort), Random(seed)
    seat = picking.choice([*range(players), SPECTATOR])
    events: list[list[int]] = []
    sides: list[list[bool]] = []  # of all pieces, at each shuffle
    last_seen: dict[int, int] = {}

    class Noting(Dealing):
        def shuffle(self, x: Any) -> None:
            super().shuffle(x)
            events.append(list(x))
            sides.append([piece.is_up for piece in dealt.state.pieces])

    dealing = Noting(seed)
    dealt = session.laid(dealing)
    at_first = list(range(len(dealt.state.pieces)))
    assert not events

    def note(found: FreeTable, number: int) -> None:
        last_seen[number] = len(events)
        if number >= len(at_first):  # who sees a copy knows what it was made from
            card = found.state.pieces[number].card
            last_seen.update(
                {
                    one: len(events)
                    for one, piece in enumerate(found.state.pieces)
                    if piece.card == card
                }
            )

    def watch(found: FreeTable) -> None:
        for spot in found.state.places.values():
            for number in spot.pieces:
                if FreeTable.sees(found, seat, number, spot):
                    note(found, number)
        looking = found._looking.get(seat)
        for number in looking.ids.values() if looking else ():
            note(found, number)

    first = session.played(dealt, seat, STEPS, watch)

    def alike(event: int, number: int) -> tuple[int, bool]:
        return dealt.state.pieces[number].look, bool(event) and sides[event - 1][number]

    faced = [piece.has_face for piece in dealt.state.pieces]
    choices: list[tuple[int, tuple[int, int]]] = []
    for event, order in [(0, at_first), *enumerate(events, 1)]:
        hidden = [
            slot
            for slot, number in enumerate(order)
            if faced[number] and last_seen.get(number, -1) < event
        ]
        pairs = [
            (a, b)
            for a in hidden
            for b in hidden
            if a < b and alike(event, order[a]) == alike(event, order[b])
        ]
        choices += [(event, pair) for pair in picking.sample(pairs, min(len(pairs), 3))]
    if not choices:
        return None
    # a shuffle is chosen rather than the dealing, if there is one: what leaks, leaks there
    event, slots = (
        picking.choice([one for one in choices if one[0]] or choices)
        if picking.random() < 0.7
        else picking.choice(choices)
    )
    again = session.laid(
        Dealing(seed, event, slots) if event else Dealing(seed), None if event else slots
    )
    return first == session.played(again, seat, STEPS, lambda found: None)


def test_sanity_of_the_exchange(game: Game) -> None:
    """A session is the same twice; and with pieces exchanged that a seat sees, it is another."""
    session = Session(game, 3, 7, FreeTable)
    one, other = (
        session.played(session.laid(Dealing(7)), 0, STEPS, lambda found: None) for _ in range(2)
    )
    assert one == other
    table = session.laid(Dealing(7))
    hand, deck = (
        next(p for p in table.state.places.values() if p.name == name) for name in ("hand", "deck")
    )
    exchanged = session.laid(Dealing(7), (hand.pieces[0], deck.pieces[0]))
    assert session.played(exchanged, 0, STEPS, lambda found: None) != one


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Game, int]]:
    """The four games, and three without rules: one with a setup, one without, one of few cards."""
    made = [
        game_with(tmp_path_factory.mktemp("a"), setup=SETUP),
        game_with(tmp_path_factory.mktemp("b")),
        game_with(
            tmp_path_factory.mktemp("c"),
            6,
            {"common": {"deck": "all card, face down"}, "each": {"hand": "card, seen by owner"}},
        ),
    ]
    return [
        *((one, 3) for one in made),
        *((load_game(path), 3) for path in bundled_games().values()),
    ]


FIRST, SESSIONS = 7, 1000


@pytest.mark.slow_cases("7-1000")
@pytest.mark.parametrize(
    ("start", "stop"), [(0, FIRST), pytest.param(FIRST, SESSIONS, marks=pytest.mark.slow)]
)
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_sent(
    games: list[tuple[Game, int]], start: int, stop: int
) -> None:
    tried = 0
    for number in range(start, stop):
        game, players = games[number % len(games)]
        same = redealt(game, players, number, FreeTable)
        assert same is not False, (game.title, players, number)
        tried += same is not None
    assert tried > (stop - start) // 2


@pytest.mark.parametrize("leak", LEAKS)
def test_a_table_that_leaks_is_caught(leak: type[FreeTable], games: list[tuple[Game, int]]) -> None:
    assert any(redealt(*games[number % 3], number, leak) is False for number in range(60))


# --------------------------------------------------- from where in a pile a piece was taken
class Undoing(FreeTable):
    """Leaks: a draw can be taken back if its player knew the card already."""

    def _is_drawn(self, before: State) -> bool:
        return False


class Following(FreeTable):
    """Leaks: whoever looks through a pile and takes its top is seen to take the top."""

    def _is_taken_unseen(self, number: int, source: Place, actor: int) -> bool:
        return not source.is_spread and not source.is_hand and source.pieces[-1] != number


def without_ids(sent: list[str]) -> list[str]:
    """Number the ids in the order in which they come: other ones are drawn if others are renewed."""
    numbers: dict[str, int] = {}
    return [
        re.sub(
            r"\b[0-9a-f]{12}\b",
            lambda found: f"#{numbers.setdefault(found[0], len(numbers))}",
            text,
        )
        for text in sent
    ]


def taken_unseen(game: Game, sort: type[FreeTable], depth: int, knower: int) -> list[str]:
    """Let seat 0 take a card from so deep in the deck while looking through it, and draw on; return
    what seat 1 was sent. `knower` has looked at the top before.
    """
    table = sort.laid(game, 3, Random(1), Random(2))
    deck = next(one for one in table.state.places.values() if one.name == "deck")
    table.act(LookAt(knower, deck.key, 2))
    table.act(LookAway(knower))
    table.act(LookAt(0, deck.key))
    wanted = deck.pieces[-1 - depth]
    (id_,) = [id_ for id_, one in table._looking[0].ids.items() if one == wanted]
    sent = []
    for action in (
        Move(0, id_, table.hand_of(0).key),
        LookAway(0),
        Draw(0, deck.key),
        Draw(0, deck.key),
        Draw(2, deck.key),
    ):
        table.act(action)
        sent.append(write_message(table.view(1)))
    return without_ids(sent)


@pytest.mark.parametrize("knower", [0, 1, 2])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_from_where_in_a_pile_a_piece_was_taken_tells_nobody(
    game: Game, depth: int, knower: int
) -> None:
    first = taken_unseen(game, FreeTable, 0, knower)
    assert taken_unseen(game, FreeTable, depth, knower) == first


@pytest.mark.parametrize(("leak", "knower"), [(Undoing, 0), (Following, 1)])
def test_a_table_that_tells_it_is_caught(game: Game, leak: type[FreeTable], knower: int) -> None:
    sent = [taken_unseen(game, leak, depth, knower) for depth in range(3)]
    assert any(one != sent[0] for one in sent)
