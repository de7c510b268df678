"""A table with people and machines: choices come in, views of seats come out.

In: a game as its file would be, the line-up, choices by seats. Out: `Seen` for each person's seat,
with only what the seat knows, and the `Record`, for the server alone. Knows no page and no process.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from generator.data.game import Game
from rules_check.engine.game import Rules, copy_of, players_in_words, usual_count
from rules_check.engine.players import HUMAN, Player, best_word, code_in, parse_line_up, parse_seats
from rules_check.engine.view import NOBODY, Pile, View, view_of
from rules_check.play.record import Replay, read_record, write_record
from rules_check.play.session import Session
from rules_check.play.telling import ALL, Teller
from studio.play.laying import Mat
from studio.play.scoring import score_table
from studio.protocol.played import (
    Choice,
    Choose,
    Confirm,
    Count,
    Data,
    LaidPile,
    LaidZone,
    LayAside,
    Moment,
    Record,
    Reel,
    Rerun,
    ScoreTable,
    Seen,
    Sit,
    TakeBack,
    set_key,
)

MOST_SEED = 10**6
FILE = "the saved game"
"""The name of an unfinished game's record in messages."""


class Shop(Protocol):
    """The source of a table's game."""

    rules: Any

    def read(self, data: Data) -> tuple[Game, Any]: ...


class Table:
    """A game in progress with people."""

    def __init__(self, session: Session, data: Data) -> None:
        self.session, self.data = session, data
        self._story: dict[int, list[str]] = {seat: [] for seat in session.people}
        self._mat = Mat(session.game)
        self._is_saving = False

    @classmethod
    def begun(cls, shop: Shop, data: Data, asked: Sit) -> Table:
        """Set up a game. Raises ProblemError if the file is not a game, ValueError if no one is
        human, LineUpError.
        """
        game, cards = shop.read(data)
        rules: Rules = shop.rules
        counts = rules.player_counts(cards)
        words = asked.line_up
        count = asked.players or (
            len(words.split(",")) if words and "," in words else usual_count(counts)
        )
        if count not in counts:
            raise ValueError(f"the game is for {players_in_words(counts, ' or ')}, found {count}")
        words = words or ",".join([HUMAN, *[best_word(rules)] * (count - 1)])
        line_up = parse_seats(words, count, game)
        if None not in line_up:
            raise ValueError(f"the line-up '{words}' has no human")
        seed = secrets.randbelow(MOST_SEED) if asked.seed is None else asked.seed
        return cls(Session(rules, game, cards, line_up, seed, 0, is_drawn=True), data)

    @classmethod
    def resumed(cls, shop: Shop, record: Record) -> Table:
        """Continue a game. Raises ProblemError if the record belongs to other cards, or is wrong.

        Raises ValueError if it names a person's own player: a saved game is data, and starts no
        code.
        """
        game, cards = shop.read(record.data)
        read = read_record(record.text, FILE)
        line_up = parse_seats(read.line_up, read.players, game)
        if own := code_in(line_up):
            raise ValueError(
                f"the saved game was played by {own}, which is code: to continue it, use "
                "`emporium-pnp play --from` with --line-up"
            )
        session = Session(shop.rules, game, cards, line_up, read.seed, read.game, is_drawn=True)
        session.resume(Replay(shop.rules, cards, read, FILE))
        return cls(session, record.data)

    # ------------------------------------------------------------------------------ what one can do
    def hear(self, message: Any) -> Iterator[Any]:
        """Do what a person asks, and return the result. Raises ValueError if it cannot be done."""
        session, seat = self.session, getattr(message, "seat", -1)
        if isinstance(message, LayAside):
            self._is_saving = True
        elif seat not in session.people:
            raise ValueError(f"seat {seat + 1} is not played by a person")
        elif isinstance(message, Choose):
            if message.made != self.made(seat):
                return  # a second click on a move already made
            self._choose(seat, message.word)
        elif isinstance(message, Confirm):
            session.confirm(seat)
        elif isinstance(message, TakeBack) and not session.undo(seat):
            raise ValueError("You have no move to take back, or you have already seen its result.")
        yield from self.told()

    def _choose(self, seat: int, word: str) -> None:
        view = self.session.view(seat)
        if not view.moves:
            raise ValueError(f"seat {seat + 1} has nothing to choose now")
        if view.is_secret:
            self.session.lay_aside(seat, word)
        else:
            self.session.make(word)

    def made(self, seat: int) -> int:
        """Count a seat's choices: those made, and those set aside."""
        return sum(move.seat == seat for move in self.session.moves) + len(
            self.session.laid.get(seat, ())
        )

    # --------------------------------------------------------------------------------- what is seen
    def told(self) -> Iterator[Any]:
        """Let machines play, then return the view of each person's seat, and the state of
        the game.
        """
        self.session.go_on()
        seen = list(map(self.seen, self.session.people))
        is_open = not any(view.is_secret for view in seen) and len(set(map(_shown, seen))) == 1
        for view in seen:
            yield replace(view, is_open=is_open)
        yield Record(
            write_record(self.session.record), self.data, self._is_saving, len(self.session.moves)
        )
        self._is_saving = False

    def seen(self, seat: int) -> Seen:
        """Find what a seat sees."""
        session = self.session
        view = session.view(seat)
        self._story[seat] += list(filter(None, session.news(seat)))
        laid = session.laid.get(seat, ())
        if seat in session.confirmed:
            view, laid = replace(view, moves=()), ()
        return _seen(
            set_key(self.data.text),
            self._mat,
            view,
            list(map(_called, session.line_up)),
            self.made(seat),
            list(self._story[seat]),
            session.can_undo(seat),
            list(laid),
            list(filter(None, session.ending)),
            score_table(session.rules, session.cards, session.state),
        )


def replayed(shop: Shop, asked: Rerun) -> Reel:
    """Replay a game of machines, with the experts that judged its check. Raises ProblemError,
    LineUpError.
    """
    from rules_check.play.replay import ToldGame
    from rules_check.prove.fitting import fit

    game, cards = shop.read(asked.data)
    cards = fit(shop.rules, cards, 1, with_training=False).cards
    played = ToldGame(
        shop.rules, game, cards, parse_line_up(asked.line_up, asked.players), asked.seed, asked.game
    )
    deque(played.lines(), maxlen=0)
    return Reel(asked.saved, asked.move, write_record(played.record), asked.data)


class Showing:
    """A saved game, shown move by move with all cards open. Raises ProblemError if it belongs to
    other cards, or is wrong.
    """

    def __init__(self, shop: Shop, reel: Reel) -> None:
        self.saved, self.text, self.key = reel.saved, reel.text, set_key(reel.data.text)
        self.game, self.cards = shop.read(reel.data)
        self.rules: Rules = shop.rules
        record = read_record(reel.text, reel.saved)
        self.line_up = record.line_up.split(",")
        self.line_up = self.line_up if len(self.line_up) > 1 else self.line_up * record.players
        replay = Replay(self.rules, self.cards, record, reel.saved)
        self._states = [copy_of(self.rules, replay.state)]
        teller = Teller(self.rules, self.game, self.cards)
        begun, unseen = teller.start(record.players, record.seed, record.game, [ALL])
        self._lines = [begun[ALL]]
        for move in record.moves:
            number = replay.number_of(move)
            lines = teller.told(replay.state, number, ALL, unseen)
            self._lines.append(list(filter(None, lines)))
            unseen = teller.unseen_after(replay.state, number, unseen)
            self.rules.apply(self.cards, replay.state, number)
            self._states.append(copy_of(self.rules, replay.state))
        replay.finish()

    def at(self, move: int) -> Moment:
        """Show the game after this number of moves, or as close to it as possible."""
        last = len(self._states) - 1
        move = max(0, min(move, last))
        view = view_of(self.rules, self.game, self.cards, self._states[move], NOBODY)
        story = [line for lines in self._lines[: move + 1] for line in lines]
        scores = score_table(self.rules, self.cards, self._states[move])
        seen = _seen(
            self.key,
            Mat(self.game),
            replace(view, moves=()),
            self.line_up,
            move,
            story,
            False,
            [],
            (),
            scores,
        )
        return Moment(self.saved, move, last, seen)


def _called(player: Player | None) -> str:
    """Return the name of a player at the table; for the user's own code, without its location."""
    if player is None:
        return HUMAN
    return Path(player.text).name if code_in([player]) else player.text


def _seen(
    key: str,
    mat: Mat,
    view: View,
    line_up: list[str],
    made: int,
    story: list[str],
    can_undo: bool,
    laid: list[str],
    ending: Sequence[str] = (),
    scores: ScoreTable | None = None,
) -> Seen:
    return Seen(
        view.seat,
        view.due,
        view.round,
        view.is_over,
        made,
        line_up,
        list(view.heading),
        mat.laid(
            LaidZone(zone.name, zone.seat, zone.words, list(map(_laid, zone.piles)))
            for zone in view.zones
            if not zone.is_on_sheet
        ),
        [Count(counter.seat, counter.name, counter.words) for counter in view.counters],
        view.marker,
        story,
        [Choice(move.word, move.text, list(move.cards)) for move in view.moves],
        can_undo,
        view.is_secret,
        laid,
        list(ending),
        scores,
        key,
    )


def _shown(seen: Seen) -> tuple[object, ...]:
    """Return what a seat is shown, apart from words that may say "you" to it: of piles the cards,
    of places without piles the words.
    """
    zones = [
        (zone.seat, zone.name, tuple(map(_cards, zone.piles)) or zone.words) for zone in seen.zones
    ]
    return (*zones, *seen.counters)


def _cards(pile: LaidPile) -> tuple[object, ...]:
    facts = (*pile.facts, *pile.crossed)
    return pile.face, pile.back, pile.count, facts, tuple(map(_cards, pile.beside))


def _laid(pile: Pile) -> LaidPile:
    return LaidPile(
        pile.words,
        pile.card,
        pile.back,
        pile.count,
        pile.group,
        list(pile.facts),
        list(map(_laid, pile.beside)),
        crossed=list(pile.crossed),
        die=pile.die,
    )
