"""The free table: pieces that people move as they like, and each seat's view of them.

In: a game laid out, actions of seats. Out: the state of the table, and a `TableView` for each seat
that holds only what the seat may know. Knows no rules, no page and no files.

Secrets are kept here. A viewer who does not see a piece is sent its back and an id. Ids belong to
one viewer, and are drawn again whenever the piece is shuffled, or moved where that viewer cannot
follow it. A pile is sent as its top and a count, another player's hand as counts; for other
viewers, neither has an order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Any, ClassVar, TypeVar

from generator.data.dealing import LaidPiece, lay
from generator.data.game import Game
from generator.data.setting import Zone, read_setting
from studio.draw.cutouts import cutout, cutout_behind
from studio.protocol.actions import (
    SPECTATOR,
    TABLE,
    Copy,
    Cut,
    Deal,
    Draw,
    Fan,
    Flip,
    FlipPile,
    Gather,
    Look,
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
    SeenDice,
    SeenLook,
    SeenPiece,
    SeenPlace,
    SeenTally,
    Show,
    Shuffle,
    Side,
    TableView,
    TakeAny,
    Tally,
)

MOST_LINES, MOST_UNDOS = 60, 50
MOST_COUNT = 10**6
CHANCE = SystemRandom()
"""Chance that is unpredictable; it has no state."""
MOST_SPREAD = 24
"""The number of pieces that are laid side by side at first; more are put on a pile."""
ALL, HIDE = -1, -2
"""The recipients of a piece that is shown to everybody, or no longer to anyone."""
FULL = 100.0
"""The width and the height of the mat."""
MOST_PIECES = 2000
"""The number of pieces above which none can be added to a table."""
REMOVED = "out of the game"
"""The place of removed pieces."""
DISCARDS = ("discard", "discards", "discard-pile", "discard_pile")


class CannotAct(ValueError):
    """An action that cannot be done; it says why, for people."""


@dataclass(frozen=True)
class Piece:
    """A card, or a piece without a face. `known` are the seats that have looked at it, `met` those
    that have seen it. A changed piece is replaced by a new object, so code that keeps a table sees
    at once which pieces have changed.
    """

    card: str
    title: str
    look: int
    has_face: bool
    is_up: bool = False
    turn: int = 0
    marks: int = 0
    known: frozenset[int] = frozenset()
    met: frozenset[int] = frozenset()

    def seen(self, id_: str, is_known: bool, is_own: bool = False) -> SeenPiece:
        """Return it as it is sent to a viewer, who may know its face or not."""
        face = self.card if is_known else ""
        return SeenPiece(id_, face, self.look, self.turn, self.marks, is_own)


@dataclass
class Place:
    """A place for pieces, the last on top: a zone or, without a name, a pile on the mat. `seat` is
    TABLE for a common one. `side` says how pieces are turned when they arrive.
    """

    key: int
    name: str
    seat: int
    is_hand: bool
    is_spread: bool
    side: Side
    x: float = 0.0
    y: float = 0.0
    pieces: list[int] = field(default_factory=list)

    def copied(self) -> Place:
        """Return a place that can be changed independently; `replace` takes three times as long."""
        return Place(
            self.key,
            self.name,
            self.seat,
            self.is_hand,
            self.is_spread,
            self.side,
            self.x,
            self.y,
            list(self.pieces),
        )

    @property
    def is_open(self) -> bool:
        """Whether its pieces are side by side, so that each can be identified."""
        return self.is_spread or self.is_hand

    def has_in_sight(self, number: int) -> bool:
        """Return whether one of its pieces is under no other."""
        return self.is_open or self.pieces[-1] == number

    def is_hand_of_other(self, seat: int) -> bool:
        return self.is_hand and self.seat != seat


@dataclass
class Dice:
    """Dice and the numbers that they show; 0 before they are rolled."""

    faces: int
    values: list[int]

    def copied(self) -> Dice:
        return Dice(self.faces, list(self.values))


@dataclass(frozen=True)
class Line:
    """A line of the journal: `open_words` for seats that know the piece, `words` for all others."""

    words: str
    open_words: str
    knowers: list[int]


@dataclass
class _Looking:
    """The pieces of a place that a seat is looking at, by the temporary ids of that seat."""

    place: int
    is_all: bool
    ids: dict[str, int]


_LOOKING_AWAY = _Looking(0, False, {})
_LOOK = 0
_NOT_SHOWN: tuple[list[Any], None] = ([], None)


@dataclass
class State:
    """Everything that an action can change and that taking it back restores."""

    pieces: list[Piece]
    places: dict[int, Place]
    tallies: dict[tuple[str, int], int]
    dice: dict[tuple[str, int], Dice]
    ids: dict[int, list[str]]
    turn: int = 0
    next_key: int = 1

    def copied(self) -> State:
        return State(
            list(self.pieces),
            copies_of(self.places),
            dict(self.tallies),
            copies_of(self.dice),
            {viewer: list(ids) for viewer, ids in self.ids.items()},
            self.turn,
            self.next_key,
        )


_Key = TypeVar("_Key")
_Part = TypeVar("_Part", Place, Dice)


def copies_of(parts: Mapping[_Key, _Part]) -> dict[_Key, _Part]:
    """Copy places or dice, so that they can be changed independently."""
    return {key: part.copied() for key, part in parts.items()}


def in_hands(places: Iterable[Place]) -> dict[int, int]:
    """Return the pieces in players' hands, each with its player's seat."""
    seats = dict[int, int]()
    for place in places:
        if place.is_hand:
            seats |= dict.fromkeys(place.pieces, place.seat)
    return seats


class FreeTable:
    """A table with pieces. `chance` shuffles and rolls, `naming` draws ids; tests seed both."""

    def __init__(
        self, players: int, looks: list[Look], chance: Random = CHANCE, naming: Random = CHANCE
    ) -> None:
        self.players, self.looks = players, looks
        self.chance, self.naming = chance, naming
        self.viewers = (*range(players), SPECTATOR)
        self._all = frozenset(self.viewers)
        self.state = State([], {}, {}, {}, {viewer: [] for viewer in self.viewers})
        self.made = 0
        self.surface = ""
        self.journal: list[Line] = []
        self.seen = set[int]()
        """The pieces that a player has seen at any time."""
        self._looking: dict[int, _Looking] = {}
        self._undos: list[tuple[State, int]] = []
        self._shown: dict[tuple[int, int], tuple[list[Any], Any]] = {}
        """By viewer and place, or _LOOK for what they are looking at: the sources of the view that
        the viewer was shown last, and the view.
        """

    # ----------------------------------------------------------------------------------- laying out

    @classmethod
    def laid(
        cls, game: Game, players: int, chance: Random = CHANCE, naming: Random = CHANCE
    ) -> FreeTable:
        """Set up a game and deal it. Raises ProblemError if `setup:` is wrong or does not allow
        this number of players.
        """
        setting = read_setting(game)
        laid = lay(game, setting, players, chance.getrandbits(48))
        looks = _Looks(game)
        table = cls(players, looks.all, chance, naming)
        table.surface = setting.surface if setting.surface in game.cards else ""
        for (name, seat, pile), laid_pieces in laid.piles.items():
            zone = setting.zones[name]
            full_name = f"{name} · {pile}" if pile else name
            place = table._new_place(
                _called(full_name),
                _owner(seat),
                zone.seen == "owner",
                _is_spread(zone, laid_pieces),
                _side(zone),
            )
            for piece in laid_pieces:
                table._add(looks.piece(piece, place.side == "up"), place)
        table.state.tallies = {
            (_called(name), _owner(seat)): counter
            for (name, seat), counter in laid.counters.items()
        }
        for name, pool in setting.dice.items():
            for owner in range(players) if pool.is_own else (TABLE,):
                table.state.dice[(_called(name), owner)] = Dice(pool.faces, [0] * pool.count)
        table.begin()
        return table

    def begin(self) -> None:
        """Record what each viewer sees at first."""
        self._meet(State([], {}, {}, {}, {}))

    def _new_place(self, name: str, seat: int, is_hand: bool, is_spread: bool, side: Side) -> Place:
        place = Place(self.state.next_key, name, seat, is_hand, is_spread, side)
        self.state.places[place.key] = place
        self.state.next_key += 1
        return place

    def _add(self, piece: Piece, place: Place) -> None:
        place.pieces.append(len(self.state.pieces))
        self.take_in(piece)

    def take_in(self, piece: Piece) -> None:
        """Add a piece to the table, with an id for each viewer."""
        self.state.pieces.append(piece)
        for viewer, id_ in zip(self.viewers, self._new_ids(len(self.viewers)), strict=True):
            self.state.ids[viewer].append(id_)

    # -------------------------------------------------------------------------------- who sees what

    def _new_ids(self, count: int) -> list[str]:
        drawn = self.naming.randbytes(6 * count).hex()
        return [drawn[at : at + 12] for at in range(0, len(drawn), 12)]

    def _change(self, number: int, **changes: Any) -> None:
        """Change a piece; if it is like that already, it stays the same object."""
        piece = self.state.pieces[number]
        changed = replace(piece, **changes)
        if changed != piece:
            self.state.pieces[number] = changed

    def place_of(self, number: int) -> Place:
        """Return where a piece is."""
        return next(place for place in self.state.places.values() if number in place.pieces)

    def seers(self, number: int, place: Place) -> frozenset[int]:
        """Return the viewers who may know the face of a piece in its place; pieces without a face
        are known to everybody.
        """
        piece = self.state.pieces[number]
        if not piece.has_face or (piece.is_up and place.has_in_sight(number)):
            return self._all
        if place.is_hand:
            return piece.known | {place.seat}
        return piece.known

    def sees(self, viewer: int, number: int, place: Place) -> bool:
        """Return whether a viewer may know the face of a piece in its place."""
        return viewer in self.seers(number, place)

    def _follows(self, viewer: int, number: int, place: Place) -> bool:
        """Return whether a viewer can identify this exact piece in its place, whether or not they
        see its face.
        """
        if place.is_hand_of_other(viewer):
            return self.sees(viewer, number, place)
        return place.has_in_sight(number)

    def _followers(self, number: int, place: Place) -> frozenset[int]:
        return frozenset(viewer for viewer in self.viewers if self._follows(viewer, number, place))

    def _renew(self, numbers: Collection[int], viewers: Iterable[int]) -> None:
        """Draw new ids for pieces, so that viewers can no longer identify them."""
        for viewer in viewers:
            ids = self.state.ids[viewer]
            for number, id_ in zip(numbers, self._new_ids(len(numbers)), strict=True):
                ids[number] = id_

    def _hide(self, place: Place) -> None:
        """Forget everything that any viewer knows about the pieces at a place, because none could
        follow them.
        """
        for number in place.pieces:
            self._change(number, known=frozenset(), met=frozenset(), turn=0, marks=0)
        self._renew(place.pieces, self.viewers)
        self._end_looks(place.key)

    def _blur(self, place: Place, actor: int) -> None:
        """Forget what viewers other than the actor know about a pile, because they did not see
        which position a piece was taken from.
        """
        for number in place.pieces:
            known = self.state.pieces[number].known & {actor}
            self._change(number, known=known, met=frozenset())
        self._renew(place.pieces, self.viewers)

    def _end_looks(self, key: int) -> None:
        for seat, looking in list(self._looking.items()):
            if looking.place == key:
                del self._looking[seat]

    def _meet(self, before: State) -> bool:
        """Record who sees which piece; return whether a viewer sees one for the first time. Places
        unchanged since `before` show nothing new.
        """
        is_news = False
        for place in self.state.places.values():
            if self._is_as_before(place, before):
                continue
            for number in place.pieces:
                piece = self.state.pieces[number]
                if not piece.has_face:
                    continue
                seen = self.seers(number, place)
                if seen - {SPECTATOR}:
                    self.seen.add(number)
                if not seen <= piece.met:
                    is_news = True
                    self._change(number, met=piece.met | seen)
        return is_news

    def _is_drawn(self, before: State) -> bool:
        """Return whether a card that was face down before has come into a player's hand. Whether
        the player already knew it is private, so it always counts as new.
        """
        held, now = (in_hands(state.places.values()).items() for state in (before, self.state))
        drawn = (before.pieces[number] for number, _ in now - held)
        return any(piece.has_face and not piece.is_up for piece in drawn)

    def _is_as_before(self, place: Place, before: State) -> bool:
        """Return whether a place, and all pieces in it, are unchanged."""
        if before.places.get(place.key) != place:
            return False
        return all(before.pieces[number] is self.state.pieces[number] for number in place.pieces)

    # -------------------------------------------------------------------------------------- actions

    def act(self, action: Any) -> None:
        """Do what a seat asks. If that is impossible, raises CannotAct and changes nothing."""
        if not 0 <= action.seat < self.players:
            raise CannotAct("spectators cannot do anything at the table")
        if isinstance(action, Retract):
            self._retract(action.seat)
            return
        before, looking, lines = self.state.copied(), dict(self._looking), len(self.journal)
        try:
            is_settled = bool(self._doing[type(action)](self, action))
        except CannotAct:
            self.state, self._looking = before, looking
            del self.journal[lines:]
            raise
        self._clear_up()
        is_news = self._meet(before)
        self.made += 1
        # what adds pieces is settled: there were none of them to be drawn
        if is_settled or is_news or self._is_drawn(before):
            self._undos = []
        elif not isinstance(action, Point):
            self._undos = [*self._undos[-MOST_UNDOS + 1 :], (before, action.seat)]
        del self.journal[: -2 * MOST_LINES]

    def _retract(self, seat: int) -> None:
        if not self._undos:
            raise CannotAct(
                "the last action cannot be taken back, because someone has seen something new since then"
            )
        self.state, _ = self._undos.pop()
        self._looking = {}
        self.made += 1
        self._say(seat, "takes back the last action")

    @property
    def can_retract(self) -> bool:
        """Whether the last action can be taken back."""
        return bool(self._undos)

    def _clear_up(self) -> None:
        """Remove empty piles from the mat."""
        for key, place in list(self.state.places.items()):
            if not (place.name or place.pieces):
                del self.state.places[key]
                self._end_looks(key)

    def _say(
        self, seat: int, words: str, open_words: str = "", knowers: Iterable[int] = ()
    ) -> None:
        """Write to the journal; the `knowers` read `open_words`."""
        who = f"Seat {seat + 1}"
        self.journal.append(
            Line(f"{who} {words}.", f"{who} {open_words or words}.", sorted(knowers))
        )

    def _found(self, seat: int, id_: str) -> tuple[int, Place]:
        """Find a piece by a seat's id for it, among those that the seat can identify. Raises
        CannotAct.
        """
        looked_at = self._looking.get(seat, _LOOKING_AWAY).ids
        if id_ in looked_at:
            return looked_at[id_], self.place_of(looked_at[id_])
        for place in self.state.places.values():
            for number in place.pieces:
                if self.state.ids[seat][number] == id_ and self._follows(seat, number, place):
                    return number, place
        raise CannotAct("that piece has been moved in the meantime")

    def _own(self, seat: int, id_: str) -> tuple[int, Place]:
        """Find a piece that a seat may handle: none in another's hand. Raises CannotAct."""
        number, place = self._found(seat, id_)
        self._refuse_others_hand(seat, place)
        return number, place

    def _place(self, key: int) -> Place:
        if key not in self.state.places:
            raise CannotAct("that pile no longer exists")
        return self.state.places[key]

    def _pile(self, seat: int, key: int) -> Place:
        """Find a place whose pieces a seat may handle. Raises CannotAct."""
        place = self._place(key)
        self._refuse_others_hand(seat, place)
        if not place.pieces:
            raise CannotAct(f"there is nothing left in {self._called(place)}")
        return place

    @staticmethod
    def _refuse_others_hand(seat: int, place: Place) -> None:
        if place.is_hand_of_other(seat):
            raise CannotAct("that is another player's hand: you may take one card at random")

    def _called(self, place: Place) -> str:
        return place.name + _of_seat(place.seat) if place.name else "the mat"

    def hand_of(self, seat: int) -> Place:
        """Return a player's hand: the first of their places that only they see. Raises CannotAct if
        there is none.
        """
        for place in self.state.places.values():
            if place.seat == seat and place.is_hand:
                return place
        raise CannotAct(
            "this game has no hands: to declare one, write `seen by owner` under `setup:`"
        )

    # ---- moving

    def _target(self, key: int, x: float, y: float) -> Place:
        if key:
            return self._place(key)
        place = self._new_place("", TABLE, False, False, "as it is")
        place.x, place.y = _within(x), _within(y)
        return place

    def _take(
        self, number: int, source: Place, actor: int, *, is_from_top: bool = False
    ) -> frozenset[int]:
        """Take a piece from its place; return who could follow it from there. `is_from_top`: all
        know that it was on top.
        """
        followers = self._followers(number, source) | {actor}
        is_hidden = not is_from_top and self._is_taken_unseen(number, source, actor)
        source.pieces.remove(number)
        piece = self.state.pieces[number]
        if is_hidden and not piece.is_up:
            followers = frozenset({actor})
            self._change(number, known=piece.known & {actor})
            self._blur(source, actor)
        for looking in self._looking.values():
            looking.ids = {id_: piece for id_, piece in looking.ids.items() if piece != number}
        return followers

    def _is_taken_unseen(self, number: int, source: Place, actor: int) -> bool:
        """Return whether others cannot see which position of a pile an actor takes a piece from:
        from within it, or while looking through it, even if it is the top one.
        """
        if source.is_open:
            return False
        looking = self._looking.get(actor, _LOOKING_AWAY)
        looks_through = looking.is_all and looking.place == source.key
        return looks_through or source.pieces[-1] != number

    def _put(
        self,
        number: int,
        source: Place,
        target: Place,
        followers: frozenset[int],
        actor: int,
        at: str = "top",
        side: str = "",
    ) -> None:
        """Put a piece that an actor took from a source in a place. Viewers who cannot follow it
        there get a new id for it.
        """
        piece = self.state.pieces[number]
        sides = {"as it is": piece.is_up, "up": piece.has_face, "down": False}
        is_up = sides[side or self._usual_side(target, source)]
        known = piece.known
        if source.is_hand and not (target.is_hand or is_up):
            known |= {actor}  # a player who puts a card face down knows which it is
        if at == "random":
            target.pieces.insert(self.chance.randrange(len(target.pieces) + 1), number)
        elif at == "under":
            target.pieces.insert(0, number)
        else:
            target.pieces.append(number)
        turn = piece.turn
        if target.is_hand:  # the others no longer know which piece it is
            turn, followers = 0, followers & {target.seat}
        known, met = known & followers, piece.met & followers
        self._change(number, is_up=is_up, turn=turn, known=known, met=met)
        if at == "random":
            self._hide(target)
        else:
            self._renew([number], sorted(self._all - followers))

    @staticmethod
    def _usual_side(target: Place, source: Place) -> Side:
        if source.is_hand and not target.name:
            return "up"
        return target.side

    def _move(self, action: Move) -> bool:
        number, source = self._own(action.seat, action.piece)
        target = self._target(action.place, action.x, action.y)
        is_alone = len(source.pieces) == 1
        if target is source and is_alone and not source.is_hand:
            return False
        if is_alone and not (action.place or source.name or action.side):
            del self.state.places[target.key]
            source.x, source.y = target.x, target.y  # a loose piece is only moved
            return False
        knew = self._seen_taken(number, source, action.seat)
        followers = self._take(number, source, action.seat)
        self._put(number, source, target, followers, action.seat, action.at, action.side)
        self._say_moved(action.seat, number, source, target, knew, action.at)
        return action.at == "random"

    def _seen_taken(self, number: int, source: Place, actor: int) -> frozenset[int]:
        """Return who knows which piece an actor takes."""
        is_up = self.state.pieces[number].is_up
        if not is_up and self._is_taken_unseen(number, source, actor):
            return frozenset({actor})
        return self.seers(number, source)

    def _say_moved(
        self,
        seat: int,
        number: int,
        source: Place,
        target: Place,
        knew: frozenset[int],
        at: str = "top",
    ) -> None:
        piece = self.state.pieces[number]
        there = {"top": "to", "under": "under", "random": "somewhere into"}[at]
        tail = f"from {self._called(source)} {there} {self._called(target)}"
        knowers = knew | self.seers(number, target)
        self._say(seat, f"moves a card {tail}", f"moves {piece.title} {tail}", knowers)

    def _move_pile(self, action: MovePile) -> bool:
        source = self._pile(action.seat, action.source)
        if action.place == source.key:
            return False
        if not action.place and not source.name:
            source.x, source.y = _within(action.x), _within(action.y)
            return False
        target = self._target(action.place, action.x, action.y)
        if not action.place and source.name:
            target.is_spread = False
        numbers, at = list(source.pieces), "top"
        if action.at == "under":
            numbers, at = numbers[::-1], "under"
        for number in numbers:
            followers = self._all  # their order is unchanged
            if source.is_hand:
                followers = self._followers(number, source)
            source.pieces.remove(number)
            self._put(number, source, target, followers, action.seat, at)
        self._end_looks(source.key)
        if action.at == "random":
            self._shuffle_place(target)
        self._say(
            action.seat,
            f"moves {len(numbers)} from {self._called(source)} to {self._called(target)}",
        )
        return action.at == "random"

    def _gather(self, action: Gather) -> bool:
        pieces = [self._own(action.seat, id_) for id_ in dict.fromkeys(action.pieces)]
        if not pieces:
            raise CannotAct("no piece is chosen")
        target = self._target(action.place, action.x, action.y)
        moved = [
            (number, source, self._seen_taken(number, source, action.seat))
            for number, source in pieces
            if source is not target
        ]
        for number, source, _ in moved:
            followers = self._take(number, source, action.seat)
            self._put(number, source, target, followers, action.seat)
        for number, source, knew in moved:  # only now, because a piece under another is not visible
            self._say_moved(action.seat, number, source, target, knew)
        return False

    def _copy(self, action: Copy) -> bool:
        number, place = self._own(action.seat, action.piece)
        if not self.sees(action.seat, number, place):
            raise CannotAct("you do not see this card: turn it over to copy it")
        if len(self.state.pieces) >= MOST_PIECES:
            raise CannotAct(f"a table has at most {MOST_PIECES} pieces")
        piece = self.state.pieces[number]
        knew = self.seers(number, place)
        self._add(replace(piece, turn=0, marks=0, known=piece.known & knew), place)
        self._say(
            action.seat,
            f"adds a card to {self._called(place)}",
            f"adds another {piece.title}",
            knew,
        )
        return True

    def _remove(self, action: Remove) -> bool:
        number, source = self._own(action.seat, action.piece)
        if source.name == REMOVED:
            raise CannotAct("this piece is already out of the game")
        named = {place.name: place for place in self.state.places.values()}
        target = named.get(REMOVED) or self._new_place(REMOVED, TABLE, False, False, "as it is")
        knew = self._seen_taken(number, source, action.seat)
        followers = self._take(number, source, action.seat)
        self._put(number, source, target, followers, action.seat)
        self._say_moved(action.seat, number, source, target, knew)
        return False

    # ---- turning and looking

    def _flip(self, action: Flip) -> bool:
        number, place = self._own(action.seat, action.piece)
        piece = self.state.pieces[number]
        if not piece.has_face:
            raise CannotAct("this piece has no other side")
        knew = self.seers(number, place)
        self._change(number, is_up=not piece.is_up)
        knowers = knew | self.seers(number, place)
        self._say(action.seat, "turns a card over", f"turns {piece.title} over", knowers)
        return False

    def _flip_pile(self, action: FlipPile) -> bool:
        place = self._pile(action.seat, action.place)
        place.pieces.reverse()
        for number in place.pieces:
            piece = self.state.pieces[number]
            self._change(number, is_up=not piece.is_up and piece.has_face)
        self._say(action.seat, f"turns {self._called(place)} over")
        return False

    def _rotate(self, action: Rotate) -> bool:
        number, _ = self._own(action.seat, action.piece)
        turn = self.state.pieces[number].turn + round(action.by / 90) * 90
        self._change(number, turn=turn % 360)
        return False

    def _mark(self, action: Mark) -> bool:
        number, _ = self._own(action.seat, action.piece)
        marks = self.state.pieces[number].marks + action.by
        self._change(number, marks=min(max(marks, 0), 99))
        return False

    def _shuffle_place(self, place: Place) -> None:
        self.chance.shuffle(place.pieces)
        self._hide(place)

    def _shuffle(self, action: Shuffle) -> bool:
        place = self._pile(action.seat, action.place)
        self._shuffle_place(place)
        self._say(action.seat, f"shuffles {self._called(place)}")
        return True

    def _cut(self, action: Cut) -> bool:
        place = self._pile(action.seat, action.place)
        if len(place.pieces) > 1:
            at = self.chance.randrange(1, len(place.pieces))
            place.pieces[:] = place.pieces[at:] + place.pieces[:at]
        self._hide(place)
        self._say(action.seat, f"cuts {self._called(place)}")
        return True

    def _draw_top(self, source: Place, hand: Place, actor: int) -> None:
        """Move the top of a pile to a hand."""
        number = source.pieces[-1]
        followers = self._take(number, source, actor, is_from_top=True)
        self._put(number, source, hand, followers, actor)

    def _draw(self, action: Draw) -> bool:
        source, hand = self._pile(action.seat, action.place), self.hand_of(action.seat)
        if source is hand:
            raise CannotAct("these are already in your hand")
        count = min(max(action.count, 1), len(source.pieces))
        for _ in range(count):
            self._draw_top(source, hand, action.seat)
        self._say(action.seat, f"draws {count} from {self._called(source)}")
        return False

    def _deal(self, action: Deal) -> bool:
        source = self._pile(action.seat, action.place)
        hands = [
            self.hand_of((action.seat + 1 + number) % self.players)
            for number in range(self.players)
        ]
        count, dealt = min(max(action.count, 1), MOST_SPREAD * 4), 0
        for _ in range(count):
            for hand in hands:
                if source.pieces and source is not hand:
                    self._draw_top(source, hand, action.seat)
                    dealt += 1
        self._say(action.seat, f"deals {dealt} from {self._called(source)} to the players")
        return False

    def _take_any(self, action: TakeAny) -> bool:
        source, hand = self._place(action.place), self.hand_of(action.seat)
        if not source.pieces:
            raise CannotAct(f"there is nothing in {self._called(source)}")
        if source is hand:
            raise CannotAct("these are already in your hand")
        number = source.pieces[self.chance.randrange(len(source.pieces))]
        knew = self.seers(number, source)
        self._take(number, source, action.seat)
        self._put(number, source, hand, frozenset(), action.seat)
        if not source.is_spread:
            self._hide(source)
        self._say_moved(action.seat, number, source, hand, knew if source.is_hand else frozenset())
        return True

    def _look(self, action: LookAt) -> bool:
        place = self._pile(action.seat, action.place)
        if place.is_hand:
            raise CannotAct("you already see your hand")
        if action.count <= 0:
            order = sorted(
                place.pieces,
                key=lambda piece: (
                    self.state.pieces[piece].title,
                    self.state.pieces[piece].card,
                    piece,
                ),
            )
            ids = self._new_ids(len(order))
            self._looking[action.seat] = _Looking(
                place.key, True, dict(zip(ids, order, strict=True))
            )
            words = f"looks through {self._called(place)}"
        else:
            order = place.pieces[-action.count :][::-1]
            for number in order:
                self._change(number, known=self.state.pieces[number].known | {action.seat})
            known = {self.state.ids[action.seat][piece]: piece for piece in order}
            self._looking[action.seat] = _Looking(place.key, False, known)
            words = f"looks at the top {len(order)} of {self._called(place)}"
        self._say(action.seat, words)
        return True

    def _look_away(self, action: LookAway) -> bool:
        self._looking.pop(action.seat, None)
        return False

    def _show(self, action: Show) -> bool:
        number, place = self._own(action.seat, action.piece)
        piece = self.state.pieces[number]
        if not self.sees(action.seat, number, place):
            raise CannotAct("you do not see this card yourself: turn it over")
        if action.to == HIDE:
            self._change(number, known=frozenset())
            self._renew([number], sorted(self._all - {place.seat}))
            self._say(action.seat, "stops showing a card")
            return False
        if action.to == ALL:
            to, whom = self._all, "all"
        elif 0 <= action.to < self.players:
            to, whom = frozenset({action.to, action.seat}), f"seat {action.to + 1}"
        else:
            raise CannotAct(f"there is no seat {action.to + 1}")
        self._change(number, known=piece.known | to)
        self._say(action.seat, f"shows a card to {whom}", f"shows {piece.title} to {whom}", to)
        return True

    def _fan(self, action: Fan) -> bool:
        place = self._pile(action.seat, action.place)
        if place.is_hand or place.is_spread == action.is_spread:
            return False
        place.is_spread = action.is_spread
        words = "fans" if action.is_spread else "stacks"
        self._say(action.seat, f"{words} {self._called(place)}")
        return False

    # ---- the rest

    def _tally(self, action: Tally) -> bool:
        key = action.name, action.owner
        if key not in self.state.tallies:
            raise CannotAct(f"there is no counter '{action.name[:40]}'")
        value = min(max(self.state.tallies[key] + action.by, -MOST_COUNT), MOST_COUNT)
        self.state.tallies[key] = value
        self._say(action.seat, f"sets {action.name}{_of_seat(action.owner)} to {value}")
        return False

    def _roll(self, action: Roll) -> bool:
        dice = self.state.dice.get((action.name, action.owner))
        if dice is None:
            raise CannotAct(f"there are no dice '{action.name[:40]}'")
        dice.values = [self.chance.randint(1, dice.faces) for _ in dice.values]
        self._say(action.seat, f"rolls {', '.join(map(str, dice.values))} with {action.name}")
        return True

    def _point(self, action: Point) -> bool:
        if action.place:
            self._place(action.place)
        return False

    def _pass(self, action: Pass) -> bool:
        if not 0 <= action.to < self.players:
            raise CannotAct(f"there is no seat {action.to + 1}")
        self.state.turn = action.to
        self._say(action.seat, f"gives the turn to seat {action.to + 1}")
        return False

    _doing: ClassVar[dict[type, Callable[[FreeTable, Any], bool]]] = {
        Move: _move,
        MovePile: _move_pile,
        Gather: _gather,
        Copy: _copy,
        Remove: _remove,
        Flip: _flip,
        FlipPile: _flip_pile,
        Rotate: _rotate,
        Mark: _mark,
        Shuffle: _shuffle,
        Cut: _cut,
        Draw: _draw,
        Deal: _deal,
        TakeAny: _take_any,
        LookAt: _look,
        LookAway: _look_away,
        Show: _show,
        Fan: _fan,
        Tally: _tally,
        Roll: _roll,
        Point: _point,
        Pass: _pass,
    }
    """For each action, its function, which returns True if it cannot be taken back."""

    # -------------------------------------------------------------------------------------- views

    def view(self, viewer: int) -> TableView:
        """Return exactly what a viewer may know of the table."""
        state = self.state
        return TableView(
            viewer,
            self.players,
            self.made,
            state.turn,
            self.looks,
            [self._seen_place(viewer, place) for place in state.places.values()],
            seen_tallies(state.tallies),
            seen_dice(state.dice),
            [
                entry.open_words if viewer in entry.knowers else entry.words
                for entry in self.journal[-MOST_LINES:]
            ],
            self.can_retract,
            self._seen_look(viewer),
            self.surface,
        )

    def _seen_place(self, viewer: int, place: Place) -> SeenPlace:
        """Return a place as a viewer sees it: the previous view, if nothing it is made from has
        changed.
        """
        lying = place.pieces if place.is_open else place.pieces[-1:]
        ids = self.state.ids[viewer]
        made_of = [
            place.name,
            place.seat,
            place.is_open,
            place.is_hand,
            place.x,
            place.y,
            len(place.pieces),
            [self.state.pieces[number] for number in lying],
            [ids[number] for number in lying],
        ]
        seen: SeenPlace
        sources, seen = self._shown.get((viewer, place.key), _NOT_SHOWN)
        if sources != made_of:
            seen = self._newly_seen(viewer, place, lying)
            self._shown[viewer, place.key] = made_of, seen
        return seen

    def _newly_seen(self, viewer: int, place: Place, lying: list[int]) -> SeenPlace:
        followed = [number for number in lying if self._follows(viewer, number, place)]
        others = set(lying).difference(followed)
        rest = Counter(self.state.pieces[number].look for number in others)
        return SeenPlace(
            place.key,
            place.name,
            place.seat,
            len(place.pieces),
            place.is_open,
            place.is_hand,
            [self._seen_piece(viewer, number, place) for number in followed],
            sorted(rest.items()),
            place.x,
            place.y,
        )

    def _seen_piece(self, viewer: int, number: int, place: Place) -> SeenPiece:
        piece, id_ = self.state.pieces[number], self.state.ids[viewer][number]
        if not (piece.has_face and self.sees(viewer, number, place)):
            return piece.seen(id_, False)
        is_own_hand = place.is_hand and place.seat == viewer
        return piece.seen(id_, True, is_own=not (piece.is_up or is_own_hand))

    def _seen_look(self, viewer: int) -> SeenLook | None:
        looking = self._looking.get(viewer, _LOOKING_AWAY)
        if looking.place not in self.state.places:
            return None
        place = self.state.places[looking.place]
        lying = dict[str, Piece]()
        for id_, number in looking.ids.items():
            if number in place.pieces:
                lying[id_] = self.state.pieces[number]
        made_of = [place.key, looking.is_all, list(lying.items())]
        seen: SeenLook
        sources, seen = self._shown.get((viewer, _LOOK), _NOT_SHOWN)
        if sources != made_of:
            pieces = [piece.seen(id_, piece.has_face) for id_, piece in lying.items()]
            seen = SeenLook(place.key, self._called(place), looking.is_all, pieces)
            self._shown[viewer, _LOOK] = made_of, seen
        return seen


class _Looks:
    """The backs of a game's pieces, and pieces made from what is laid out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.all: list[Look] = []
        self._component = {card.id: component for component, card in game.in_box()}
        self._names = {component.id: component.name for component in game.components}
        for card in game.cards.values():  # all of them now: as they are laid they are shuffled
            self.piece(LaidPiece(card.id, 0), False)
        for component in game.components:
            if not component.cards:
                self.piece(LaidPiece(component.id, 0), False)

    def piece(self, laid: LaidPiece, is_up: bool) -> Piece:
        card = self.game.cards.get(laid.id)
        if card is None:
            name = self._names.get(laid.id, laid.id)
            return Piece(
                laid.id,
                name,
                self._numbered(Look("", name, 16.0, 16.0, "circle", False)),
                has_face=False,
            )
        component = self._component.get(card.id)
        back = (component.back_of(card) if component else card.back) or ""
        size = self.game.size_of(card)
        name = component.name if component else card.kind
        look = Look(
            back,
            name,
            *size,
            card.shape,
            True,
            cutout(card.shape, size),
            cutout_behind(card.shape, size),
        )
        return Piece(card.id, card.title, self._numbered(look), has_face=True, is_up=is_up)

    def _numbered(self, look: Look) -> int:
        if look not in self.all:
            self.all.append(look)
        return self.all.index(look)


def seen_tallies(tallies: Mapping[tuple[str, int], int]) -> list[SeenTally]:
    return [SeenTally(*key, value) for key, value in tallies.items()]


def seen_dice(dice: Mapping[tuple[str, int], Dice]) -> list[SeenDice]:
    return [SeenDice(*key, die.faces, list(die.values)) for key, die in dice.items()]


def _owner(seat: int | None) -> int:
    return TABLE if seat is None else seat


def _of_seat(owner: int) -> str:
    """Say whose something is; nothing if it is the table's."""
    return "" if owner == TABLE else f" of seat {owner + 1}"


def _called(name: str) -> str:
    """Name a zone, a counter or dice as people do."""
    return re.sub(r"(?<=\w)[-_](?=\w)", " ", name)


def _side(zone: Zone) -> Side:
    return "down" if zone.seen != "all" or zone.is_face_down else "up"


def _is_spread(zone: Zone, pieces: list[LaidPiece]) -> bool:
    """Return whether pieces in a zone are initially side by side; any player may change that."""
    if zone.seen == "owner":
        return True
    kinds = {piece.id for piece in pieces}
    is_mixed = len(kinds) >= min(len(pieces), 2)
    is_open = _side(zone) == "up" and zone.name not in DISCARDS
    return is_mixed and is_open and len(pieces) <= MOST_SPREAD


def _within(number: float) -> float:
    """Return a coordinate on the mat; 0 if it is not a number."""
    return round(min(max(number, 0.0), FULL), 2) if number == number else 0.0
