"""Messages about games that are played: the odds of a card set, the worth of cards, a table with
people at it.

In: nothing. Out: dataclasses that pages and the server send each other (`PLAYED`), and those
between the server and its engines. Knows nothing about sockets and processes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from generator.data.findings import Finding

# ---------------------------------------------------------------- from the page


@dataclass(frozen=True)
class Balance:
    """Request other games than those being played: the number of players, the line-up, the rulings.
    None: the usual number, the best players.
    """

    players: int | None = None
    line_up: str | None = None
    rulings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Base:
    """Compare with another version: the saved one (`saved`), or a kept one, by its name."""

    of: str


@dataclass(frozen=True)
class Keep:
    """Keep the current cards, to compare with them later."""

    name: str


@dataclass(frozen=True)
class Drop:
    """Delete a kept version."""

    name: str


@dataclass(frozen=True)
class TakeSeat:
    """View the table from a seat, as the studio's owner may."""

    seat: int


@dataclass(frozen=True)
class Sit:
    """Begin a game, or continue a saved one, by its file's name. `human` in the line-up is a
    person.
    """

    players: int | None = None
    line_up: str | None = None
    seed: int | None = None
    saved: str | None = None


@dataclass(frozen=True)
class Watch:
    """View a saved game after a number of moves, with all cards open; without `saved`, stop
    viewing.
    """

    saved: str | None
    move: int = 0


@dataclass(frozen=True)
class DropGame:
    """Delete a saved game, by its file's name."""

    name: str


@dataclass(frozen=True)
class Choose:
    """Make a move by its word; one that the others will not see yet is set aside. `made` is the
    number of moves the seat has made.
    """

    seat: int
    word: str
    made: int


@dataclass(frozen=True)
class Confirm:
    """Confirm the choice that was set aside."""

    seat: int


@dataclass(frozen=True)
class TakeBack:
    """Take back the choice set aside last, or the last move."""

    seat: int


@dataclass(frozen=True)
class LayAside:
    """Save the game, to continue on another day."""


@dataclass(frozen=True)
class Invite:
    """Give a seat at the table to a friend, by a link; an earlier link for it becomes invalid."""

    seat: int


@dataclass(frozen=True)
class Withdraw:
    """Take back a seat that was given to a friend."""

    seat: int


@dataclass(frozen=True)
class CheckGame:
    """Check the cards as drawn: `quick` checks only whether games are sound, `usual` also whether
    they are balanced.
    """

    level: Literal["quick", "usual"]


@dataclass(frozen=True)
class TuneGame:
    """Search for the fewest changes of numbers that reach a goal. `vary` names what may change, as
    `tune --vary` does; empty for the default.

    `players` is the number of players, None for all possible ones; `games` is the number of games
    played with each candidate.
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
    """Apply the changes that the search proposes to the draft."""


# ---------------------------------------------------------------- to the page


@dataclass(frozen=True)
class Ruling:
    """A question that the rules leave open, and the possible answers."""

    name: str
    question: str
    choice: str
    options: dict[str, str]
    """Each answer with its wording."""


@dataclass(frozen=True)
class Setting:
    """The possible numbers of players, the best players, and the open questions."""

    counts: list[int]
    best: str
    rulings: list[Ruling]


@dataclass(frozen=True)
class Bases:
    """The versions available for comparison, and the current one."""

    of: str
    names: list[str]


@dataclass(frozen=True)
class SavedGame:
    """A saved game: its file's name, its time, the players, and its moves.

    `end` is the reason why it is over, with the `scores` of seats; empty if it is unfinished.
    """

    name: str
    date: str
    line_up: list[str]
    moves: int
    end: str
    scores: list[int]


@dataclass(frozen=True)
class SavedGames:
    """The saved games, newest first."""

    games: list[SavedGame]


@dataclass(frozen=True)
class Invitation:
    """A seat that was given to a friend: the link, the same as the path of a QR code `wide` modules
    wide, and the number of pages that have it open.
    """

    seat: int
    link: str
    path: str
    wide: int
    pages: int


@dataclass(frozen=True)
class Invitations:
    """The seats that were given to friends."""

    given: list[Invitation]


@dataclass(frozen=True)
class Seated:
    """The first message to a friend, sent again when another game begins: their seat."""

    seat: int


@dataclass(frozen=True)
class Measured:
    """A figure of games: its current value, its value in the base with the same luck, and the
    interval of the difference.
    """

    name: str
    unit: str
    now: float
    was: float
    low: float
    high: float
    verdict: Literal["differs", "same", "unsure", "equal"]


@dataclass(frozen=True)
class Odds:
    """Results of simulated games. `seats` and `base` hold each seat's share of wins with its
    interval, in per cent; `half` is half the widest.

    `pairs` is the number of games that both played with the same luck, for `figures`; `is_done`
    means that there will be no more.
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
    """The worth of each card to its user's chance of winning, in percentage points, with its
    interval; the same for the base; and the share of the games with the card in which it was used.
    """

    seq: int
    games: int
    cards: dict[str, tuple[float, float, float]]
    base: dict[str, tuple[float, float, float]]
    used: dict[str, float]


@dataclass(frozen=True)
class LaidPile:
    """Equal cards: `face` is the card whose face is visible, `back` the deck whose back is visible
    if they are face down.

    `edge` is the edge of the card to which this one is docked, if any: left, right, top or bottom.
    `crossed` names the places on its face that are crossed off. A die has `die` faces, and its
    first fact is the number on top.
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
    """A number that a seat has."""

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
    """A seat's result: its place, its score, and the parts of the score."""

    seat: int
    place: int
    score: int
    parts: list[int]


@dataclass(frozen=True)
class ScoreTable:
    """How a game ended: the reason, the unit of scores, their parts, and each seat, the winner
    first.
    """

    end: str
    unit: str
    parts: list[str]
    rows: list[ScoreRow]


@dataclass(frozen=True)
class Seen:
    """Everything that a seat sees, and nothing that it may not know. `story` is what it has been
    told since the game began.
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
    """The choice that the seat has set aside and may confirm."""
    ending: list[str] = field(default_factory=list)
    """How the game ended and who won, once it is over."""
    scores: ScoreTable | None = None
    cards: str = ""
    """The `set_key` of the cards that it is played with."""
    is_open: bool = False
    """Whether other people at the table may see all this too."""


@dataclass(frozen=True)
class Moment:
    """A game of `moves` moves as it was after `move` of them, with nothing hidden."""

    saved: str
    move: int
    moves: int
    seen: Seen


@dataclass(frozen=True)
class Progress:
    """What a check or a search is doing, and which part of it is done, from 0 to 1; without words
    if there is none.
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
    """The result for a goal on fresh games, in words, before and after the changes."""

    goal: str
    verdict: Literal["holds", "fails", "unsure"]
    before: str
    after: str


@dataclass(frozen=True)
class Tuned:
    """The result of a search, for the text `seq`: changes, and how the file would differ.
    `is_needed`: the goal was not reached before.
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
    """A request that could not be carried out; `seat` is -1 for the studio's owner."""

    seat: int
    words: str


@dataclass(frozen=True)
class OwnRules:
    """Python rules beside the cards that the designer has not agreed to run: their text, for
    reading, and their SHA-256.
    """

    digest: str
    lines: int
    text: str


@dataclass(frozen=True)
class TrustRules:
    """Agree to run the rules beside the cards, if they still have this SHA-256."""

    digest: str


@dataclass(frozen=True)
class EngineState:
    """The state of an engine: `faulty` if the rules cannot play these cards, `none` if there are no
    rules, `untrusted` if the designer has not agreed to run them. `words` explain it.
    """

    engine: Literal["odds", "tables", "proofs"]
    state: Literal["starting", "compiling", "ready", "faulty", "none", "untrusted", "down"]
    words: str = ""
    share: float = 0.0
    """The part that is compiled, from 0 to 1."""


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
    """Name the cards of a text, so that pages know with which cards a table is played."""
    return hashlib.sha256(text).hexdigest()[:16]


# --------------------------------------------------------------- between the server and its engines


@dataclass(frozen=True)
class Data:
    """A game as its file would contain it. `is_base`: for comparison."""

    seq: int
    path: str
    text: bytes
    is_base: bool = False


@dataclass(frozen=True)
class Hold:
    """Play no games until there are other cards."""

    seq: int = 0


@dataclass(frozen=True)
class Record:
    """The current game at a table, for the server alone: its seed reveals secrets of the table.
    `data` is the game it is played with.
    """

    text: str
    data: Data
    is_asked: bool = False
    """Whether a user wants it saved."""
    moves: int = 0


@dataclass(frozen=True)
class Reel:
    """A saved game to be viewed, for an engine."""

    saved: str
    move: int
    text: str
    data: Data


@dataclass(frozen=True)
class Proof:
    """The findings of a check, most serious first. `data` is the game that was checked."""

    data: Data
    level: str
    judged_by: str
    findings: list[Finding]


@dataclass(frozen=True)
class Proposal:
    """The result of a search; `content` is the changed file. Otherwise as in `Tuned`."""

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
    """A game of machines to be viewed, for an engine: one that shows a finding of a check."""

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
