"""The shapes of the JSON of the commands that play: their `results`, by the words of the command,
and the files that they write.

In: nothing. Out: types of mappings, from which `generator.cli.shapes` makes JSON Schemas. As there,
keys may be added at any time; removing a key, or changing its meaning, makes a new version.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from generator.data.findings import Shown
from rules_check.log.notes import Note
from rules_check.log.plays import Play
from rules_check.notation.speaking import Spoken


class Finding(TypedDict):
    finding: str
    about: NotRequired[str]
    section: str
    verdict: Literal["fault", "warning", "unsure", "ok"]
    untested: NotRequired[bool]
    follows: NotRequired[str]
    claim: str
    number: NotRequired[float]
    interval: NotRequired[list[float]]
    unit: NotRequired[str]
    place: NotRequired[str]
    hint: NotRequired[str]
    excess: NotRequired[float]
    silenced: NotRequired[str]
    shown: NotRequired[Shown]


# -------------------------------------------------------------------------------------------- check


class CheckedGame(TypedDict):
    title: str
    version: str
    data: str


class Minutes(TypedDict):
    mean: float
    low: float
    high: float
    mean_low: float
    mean_high: float


class Length(TypedDict):
    players: int
    line_up: str
    games: int
    rounds: dict[str, int]
    minutes: Minutes
    decisions: float
    promise: list[float] | None


class Ends(TypedDict):
    players: int
    line_up: str
    games: int
    ends: dict[str, int]


class Money(TypedDict):
    players: int
    source: str
    unit: str
    mean: float
    winners: float | None


class Counted(TypedDict):
    players: int
    name: str
    mean: float
    games_with: float


class Share(TypedDict):
    players: int
    share: float
    low: float
    high: float
    fair: float


class Seat(Share):
    seat: int
    limit: float


class Rung(Share):
    player: str
    among: str


class Exploit(Share):
    claim: str
    habit: str
    about: str


class Habit(TypedDict):
    share: float
    low: float
    high: float
    games: int


class Action(TypedDict):
    players: int
    fair: float
    action: str
    chances: int
    chosen: int
    a_game: float
    never: NotRequired[Habit]
    always: NotRequired[Habit]


class Card(TypedDict):
    card: str
    kind: str
    group: str
    name: str
    seen: int
    used: int
    worth: float | None
    low: float | None
    high: float | None
    error: float | None
    takers: int
    takers_win: float | None


class Reach(TypedDict):
    """A table that a game defines, such as which hero beats which monster; `data` are its rows in
    the form used by the game's rules.
    """

    title: str
    reading: str
    columns: list[str]
    rows: list[list[str | float | None]]
    left: NotRequired[int]
    data: NotRequired[list[dict[str, Any]]]


class Measured(TypedDict):
    lengths: NotRequired[list[Length]]
    ends: NotRequired[list[Ends]]
    money: NotRequired[list[Money]]
    counts: NotRequired[list[Counted]]
    seats: NotRequired[list[Seat]]
    ladder: NotRequired[list[Rung]]
    exploit: NotRequired[list[Exploit]]
    actions: NotRequired[list[Action]]
    cards: NotRequired[list[Card]]
    reach: NotRequired[list[Reach]]


class Cause(TypedDict):
    cause: str
    place: NotRequired[str]
    findings: list[str]
    measured: bool


class Check(TypedDict):
    game: CheckedGame
    seed: int
    level: Literal["quick", "usual", "deep", "unplayed"]
    passed: bool
    judged_by: str
    causes: list[Cause]
    findings: list[Finding]
    measured: Measured


class Report(TypedDict):
    file: str
    passed: bool


# --------------------------------------------------------------------------------- compare and tune

Side = TypedDict("Side", {"from": str, "title": str, "version": str, "data": str})


class Figure(TypedDict):
    name: str
    unit: NotRequired[str]
    old: float
    new: float
    difference: float
    interval: list[float]
    same_within: float
    verdict: Literal["same", "differs", "unsure", "equal"]
    pairs: int
    unpaired_pairs: NotRequired[int]
    pairs_to_settle: NotRequired[int]


class FindingChange(TypedDict):
    change: Literal["appeared", "vanished", "changed"]
    old: NotRequired[Finding]
    new: NotRequired[Finding]
    clear: bool


class Compare(TypedDict):
    game: str
    old: Side
    new: Side
    players: int
    line_up: str
    seed: int
    pairs: int
    games: int
    equal: bool
    settled: bool
    saving: float | None
    figures: list[Figure]
    findings: list[FindingChange]


NumberChange = TypedDict("NumberChange", {"name": str, "from": float, "to": float, "place": str})


class Worst(TypedDict):
    about: str
    number: float
    interval: list[float]
    unit: str
    says: str


class Goal(TypedDict):
    goal: str
    verdict: Literal["holds", "fails", "unsure"]
    before: Worst
    after: Worst


class Confirmed(TypedDict):
    seed: int
    games: int
    holds: bool
    goals: list[Goal]


class Tune(TypedDict):
    goals: list[str]
    players: list[int]
    line_up: str
    seed: int
    games: int
    played: int
    refused: int
    refusal: str | None
    untried: int
    violation_before: float
    violation: float
    reached: bool
    changes: list[NumberChange]
    diff: str
    confirmed: Confirmed | None
    files: list[str]


# -------------------------------------------------------------------------------------------- games


class Move(TypedDict):
    seat: int
    move: str


class Replay(TypedDict):
    rules: str
    version: str
    data: str
    seed: int
    game: int
    players: int
    line_up: str
    moves: list[Move]
    end: str | None
    scores: list[int] | None
    state: str | None
    story: list[str]


class Score(TypedDict):
    mean: float | None
    least: int | None
    most: int | None


class SeatTally(TypedDict):
    seat: int
    wins_in_60ths: NotRequired[int]
    wins_in_27720ths: NotRequired[int]
    share: float | None
    interval: list[float] | None
    score: Score
    ledger: dict[str, float]


class Rounds(TypedDict):
    mean: float
    games: dict[str, int]


class Decisions(TypedDict):
    mean: float
    all: int


class Wrong(TypedDict):
    fault: str
    games: int
    first: list[int]


class Lead(TypedDict):
    changes: int
    games_led_half_way: int
    won_by_leader_in_60ths: NotRequired[int]
    won_by_leader_in_27720ths: NotRequired[int]


class Happening(TypedDict):
    mean: float
    all: int
    games_with_any: int


class Used(TypedDict):
    seen_in_games: int
    used: int


class Tally(TypedDict):
    players: int
    line_up: str
    games: int
    seats: list[SeatTally]
    wins_shared: int
    winners_ledger: dict[str, float]
    rounds: Rounds
    decisions: Decisions
    ends: dict[str, int]
    faults: list[Wrong]
    lead: Lead
    counts: dict[str, Happening]
    cards: dict[str, Used]


class Simulate(TypedDict):
    game: str
    version: str
    data: str
    seed: int
    games_asked: int
    is_checked: bool
    stopped: bool
    tallies: list[Tally]


class Experts(TypedDict):
    response: NotRequired[list[float]]
    styles: list[dict[str, float]]


class Pupils(TypedDict):
    """Players who learned a game, and how often an adversary beats them: in per cent, with its
    interval. Of a `team`, what learned, greedy and random players achieve: `wins` in per cent, and
    `scores`.
    """

    games: int
    adversary_games: int
    response: NotRequired[list[float]]
    team: NotRequired[dict[str, dict[str, list[float]]]]


class Train(TypedDict):
    game: str
    data: str
    seed: int
    minutes: NotRequired[float]
    players: dict[str, Experts | Pupils]


# ------------------------------------------------------------------------------------------ the log


class LoggedPlay(TypedDict):
    log: str
    play: Play


class Removed(TypedDict):
    log: str
    removed: Play | None


class Plays(TypedDict):
    log: str
    data: str | None
    plays: list[Play]
    notes: int


class Notes(TypedDict):
    notes: list[Note]
    data: str | None


class LogExport(TypedDict):
    log: str
    file: str | None
    plays: int


class LogImport(TypedDict):
    log: str
    added: list[int]
    logged_already: int


class LogFile(TypedDict):
    """The .json file that `log export` writes."""

    format: Literal["emporium-pnp log 1"]
    plays: list[Play]


# -------------------------------------------------------------------------------------------- rules


class Rules(TypedDict):
    """The rules as sentences; with `--python` as Python, and no parts."""

    title: str
    parts: list[Spoken]
    python: NotRequired[str]


class Trust(TypedDict):
    """The rules beside a game's cards, and whether the user has agreed to run them."""

    file: str
    lines: int
    sha256: str
    trusted: bool


SHAPES: dict[str, Any] = {
    "check": Check,
    "compare": Compare,
    "log add": LoggedPlay,
    "log export": LogExport,
    "log import": LogImport,
    "log list": Plays,
    "log notes": Notes,
    "log remove": Removed,
    "log show": LoggedPlay,
    "replay": Replay,
    "report": Report,
    "rules": Rules,
    "simulate": Simulate,
    "train": Train,
    "trust": Trust,
    "tune": Tune,
}
"""What is under `results`, by the words of the command."""
FILES: dict[str, Any] = {"log.json": LogFile}
"""What commands write into their own files as data, by names for the files."""
