"""Messages about games that are played: the odds of a card set, what cards are worth, a table
with people at it.

In: nothing. Out: dataclasses, which the page and the server send each other (`PLAYED`), and the
server and its engines. Knows nothing of sockets and processes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from generator.data.findings import Finding

# ---------------------------------------------------------------- from the page


@dataclass(frozen=True)
class Balance:
    """Ask for other games than those being played: how many play, who, by which rulings. None: as
    many as usual, the best players.
    """

    players: int | None = None
    line_up: str | None = None
    rulings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Base:
    """Compare with another version: the saved one (`saved`), or one that was kept, by its name."""

    of: str


@dataclass(frozen=True)
class Keep:
    """Keep the cards as they are now, to compare with them later."""

    name: str


@dataclass(frozen=True)
class Drop:
    """Throw a version away that was kept."""

    name: str


@dataclass(frozen=True)
class TakeSeat:
    """Look at the table from a seat, as the one who keeps the studio may."""

    seat: int


@dataclass(frozen=True)
class Sit:
    """Begin a game, or go on with a saved one, by its file's name. `human` in the line-up is a
    person.
    """

    players: int | None = None
    line_up: str | None = None
    seed: int | None = None
    saved: str | None = None


@dataclass(frozen=True)
class Watch:
    """Look at a saved game as it stood after so many moves, with all cards open; without `saved`
    look no longer.
    """

    saved: str | None
    move: int = 0


@dataclass(frozen=True)
class DropGame:
    """Delete a saved game, by its file's name."""

    name: str


@dataclass(frozen=True)
class Choose:
    """Make a move by its word; one that the others will not see yet is laid aside. `made` says how
    many the seat has made.
    """

    seat: int
    word: str
    made: int


@dataclass(frozen=True)
class Confirm:
    """Leave what is laid aside as it is."""

    seat: int


@dataclass(frozen=True)
class TakeBack:
    """Take back what was laid aside last, or the last move."""

    seat: int


@dataclass(frozen=True)
class LayAside:
    """Save the game, to go on another day."""


@dataclass(frozen=True)
class Invite:
    """Give a seat of the table to a friend, by a link; a link that was made for it before holds no
    longer.
    """

    seat: int


@dataclass(frozen=True)
class Withdraw:
    """Take a seat back that was given to a friend."""

    seat: int


@dataclass(frozen=True)
class CheckGame:
    """Check the cards as they are drawn: `quick` only whether games hold together, `usual` also
    whether they are balanced.
    """

    level: Literal["quick", "usual"]


@dataclass(frozen=True)
class TuneGame:
    """Look for the fewest changes of numbers that reach a goal. `vary` names what may change, as
    `tune --vary` does; empty for the usual.

    `players` is how many play, None for all that can; `games` how many are played of each
    candidate.
    """

    goal: Literal["seats", "length", "cards", "stalls"]
    vary: str = ""
    players: int | None = None
    most_changes: int = 3
    games: int = 200


@dataclass(frozen=True)
class StopProof:
    """Give up the check or the search."""


@dataclass(frozen=True)
class ApplyTuned:
    """Take the changes that the search proposes into the draft."""


# ---------------------------------------------------------------- to the page


@dataclass(frozen=True)
class Ruling:
    """A question that the rules leave open, and its answers."""

    name: str
    question: str
    choice: str
    options: dict[str, str]
    """Each answer with its words."""


@dataclass(frozen=True)
class Setting:
    """With how many a game can be played, who plays best, and what is left open."""

    counts: list[int]
    best: str
    rulings: list[Ruling]


@dataclass(frozen=True)
class Bases:
    """What can be compared with, and what is compared with now."""

    of: str
    names: list[str]


@dataclass(frozen=True)
class SavedGame:
    """A game that was laid aside: its file's name, when that was, who sat there, and its moves.

    `end` says why it is over, with the `scores` of seats; empty if it goes on.
    """

    name: str
    date: str
    line_up: list[str]
    moves: int
    end: str
    scores: list[int]


@dataclass(frozen=True)
class SavedGames:
    """The games that were laid aside, the newest first."""

    games: list[SavedGame]


@dataclass(frozen=True)
class Invitation:
    """A seat that is given to a friend: the link, the same as the path of a QR code `wide` modules
    wide, and how many pages have it open.
    """

    seat: int
    link: str
    path: str
    wide: int
    pages: int


@dataclass(frozen=True)
class Invitations:
    """The seats that are given to friends."""

    given: list[Invitation]


@dataclass(frozen=True)
class Seated:
    """What a friend is sent first, and when another game begins: which seat it is."""

    seat: int


@dataclass(frozen=True)
class Measured:
    """A figure of games: now, in the base on the same luck, and the interval of the difference."""

    name: str
    unit: str
    now: float
    was: float
    low: float
    high: float
    verdict: Literal["differs", "same", "unsure", "equal"]


@dataclass(frozen=True)
class Odds:
    """How games go. `seats` and `base` hold for each seat a share of wins with its interval, in per
    cent; `half` is half the widest.

    `pairs` is how many games were played on the same luck by both, for `figures`; `is_done` that
    there will be no more.
    """

    seq: int
    games: int
    players: int
    line_up: str
    seats: list[tuple[float, float, float]]
    base: list[tuple[float, float, float]]
    half: float
    pairs: int
    figures: list[Measured]
    is_equal: bool
    is_done: bool


@dataclass(frozen=True)
class Worth:
    """What each card adds to its user's chance of winning, in points, with its interval; the same
    of the base; in how much of the games that had it it was used.
    """

    seq: int
    games: int
    cards: dict[str, tuple[float, float, float]]
    base: dict[str, tuple[float, float, float]]
    used: dict[str, float]


@dataclass(frozen=True)
class LaidPile:
    """Equal cards: `face` is the card whose face is seen, `back` the deck whose back is seen where
    it is face down.

    `edge` is that of the card that it is beside where it is docked to one: left, right, top or
    bottom. `crossed` names the places of its face that are crossed off. A die has `die` faces, and
    its first fact is the number on top.
    """

    words: str
    face: str
    back: str
    count: int
    group: str
    facts: list[str]
    beside: list[LaidPile]
    edge: str = ""
    crossed: list[str] = field(default_factory=list)
    die: int = 0


@dataclass(frozen=True)
class LaidZone:
    """A place on the table; `seat` is -1 in the middle. Zones with the same `row` are side by
    side.
    """

    name: str
    seat: int
    words: str | None
    piles: list[LaidPile]
    row: int = 0


@dataclass(frozen=True)
class Count:
    """What a seat has a number of."""

    seat: int
    name: str
    words: str


@dataclass(frozen=True)
class Choice:
    """A move: the word that makes it, a text, the cards that it touches."""

    word: str
    text: str
    faces: list[str]


@dataclass(frozen=True)
class ScoreRow:
    """What a seat came to: its place, its score, and what that adds up from."""

    seat: int
    place: int
    score: int
    parts: list[int]


@dataclass(frozen=True)
class ScoreTable:
    """How a game ended: why, what scores count, what they add up from, and each seat, the winner
    first.
    """

    end: str
    unit: str
    parts: list[str]
    rows: list[ScoreRow]


@dataclass(frozen=True)
class Seen:
    """All that a seat sees: nothing in it is more than the seat may know. `story` is what it has
    been told since the game began.
    """

    seat: int
    due: int
    round: int
    is_over: bool
    made: int
    line_up: list[str]
    heading: list[str]
    zones: list[LaidZone]
    counters: list[Count]
    marker: int
    story: list[str]
    moves: list[Choice]
    can_undo: bool
    is_secret: bool
    laid: list[str]
    """What the seat has laid aside and may confirm."""
    ending: list[str] = field(default_factory=list)
    """How the game ended and who won, once it is over."""
    scores: ScoreTable | None = None
    cards: str = ""
    """The `set_key` of the cards that it is played with."""


@dataclass(frozen=True)
class Moment:
    """A game of `moves` moves as it stood after `move` of them, seen by one who sees all."""

    saved: str
    move: int
    moves: int
    seen: Seen


@dataclass(frozen=True)
class Progress:
    """What a check or a search does, and which part of it is done, from 0 to 1; no words where
    there is none.
    """

    words: str
    part: float


@dataclass(frozen=True)
class Change:
    """A number that is to change."""

    name: str
    was: int
    now: int


@dataclass(frozen=True)
class Goal:
    """What a goal came to on fresh games, in words, before and after the changes."""

    goal: str
    verdict: Literal["holds", "fails", "unsure"]
    before: str
    after: str


@dataclass(frozen=True)
class Tuned:
    """What a search came to, for the text `seq`: changes, and how the file would differ.
    `is_needed`: the goal was not reached as it was.
    """

    seq: int
    changes: list[Change]
    diff: str
    is_needed: bool
    is_reached: bool
    played: int
    goals: list[Goal]


@dataclass(frozen=True)
class Refused:
    """What could not be done; `seat` is -1 for who keeps the studio."""

    seat: int
    words: str


@dataclass(frozen=True)
class OwnRules:
    """Rules in Python beside the cards that the designer has not agreed to run: their text to be
    read, and their SHA-256.
    """

    digest: str
    lines: int
    text: str


@dataclass(frozen=True)
class TrustRules:
    """Agree to run the rules beside the cards, if they still are those of this SHA-256."""

    digest: str


@dataclass(frozen=True)
class EngineState:
    """How an engine fares: `faulty` if the rules cannot play these cards, `none` if there are no
    rules, `untrusted` if the designer has not agreed to run them. `words` say more.
    """

    engine: Literal["odds", "tables", "proofs"]
    state: Literal["starting", "compiling", "ready", "faulty", "none", "untrusted", "down"]
    words: str = ""
    share: float = 0.0
    """How much is compiled, from 0 to 1."""


PLAYED: dict[str, type] = {
    "balance": Balance,
    "base": Base,
    "keep": Keep,
    "drop": Drop,
    "take_seat": TakeSeat,
    "sit": Sit,
    "watch": Watch,
    "drop_game": DropGame,
    "move": Choose,
    "confirm": Confirm,
    "take_back": TakeBack,
    "lay_aside": LayAside,
    "invite": Invite,
    "withdraw": Withdraw,
    "invitations": Invitations,
    "seated": Seated,
    "setting": Setting,
    "bases": Bases,
    "saved_games": SavedGames,
    "odds": Odds,
    "worth": Worth,
    "view": Seen,
    "moment": Moment,
    "check": CheckGame,
    "tune": TuneGame,
    "stop_proof": StopProof,
    "apply_tuned": ApplyTuned,
    "progress": Progress,
    "tuned": Tuned,
    "refused": Refused,
    "engine": EngineState,
    "own_rules": OwnRules,
    "trust_rules": TrustRules,
}
"""The messages of the page by their "t"."""


def set_key(text: bytes) -> str:
    """Name the cards of a text, so that pages know which cards a table is played with."""
    return hashlib.sha256(text).hexdigest()[:16]


# --------------------------------------------------------------- between the server and its engines


@dataclass(frozen=True)
class Data:
    """A game as its file would have it. `is_base`: to compare with."""

    seq: int
    path: str
    text: bytes
    is_base: bool = False


@dataclass(frozen=True)
class Hold:
    """Play no games before there are other cards."""

    seq: int = 0


@dataclass(frozen=True)
class Record:
    """A table's game as it is, for the server alone: its seed reports what no one at the table
    knows. `data` is the game it is played with.
    """

    text: str
    data: Data
    is_asked: bool = False
    """Somebody wants it saved."""
    moves: int = 0


@dataclass(frozen=True)
class Reel:
    """A saved game to be looked at, for an engine."""

    saved: str
    move: int
    text: str
    data: Data


@dataclass(frozen=True)
class Proof:
    """What a check found, the gravest first. `data` is what was checked."""

    data: Data
    level: str
    judged_by: str
    findings: list[Finding]


@dataclass(frozen=True)
class Proposal:
    """What a search came to; `content` is the changed file. As in `Tuned` otherwise."""

    data: Data
    content: bytes
    changes: list[Change]
    diff: str
    is_needed: bool
    is_reached: bool
    played: int
    goals: list[Goal]

    @property
    def told(self) -> Tuned:
        return Tuned(
            self.data.seq,
            self.changes,
            self.diff,
            self.is_needed,
            self.is_reached,
            self.played,
            self.goals,
        )


@dataclass(frozen=True)
class Rerun:
    """A game of machines to be looked at, for an engine: one that shows what a check found."""

    saved: str
    move: int
    players: int
    line_up: str
    seed: int
    game: int
    data: Data


@dataclass(frozen=True)
class Held:
    """An engine has stopped playing."""

    seq: int
