"""Findings: what `check` has to say about a game, how sure that is, where it stands in cards.yaml and which game shows it.

In: what others measured, the limits and silences of cards.yaml. Out: `Finding` values, as plain data too. Plays nothing.

A `Measurement` becomes a finding by `judge`, all of one check together: it is a fault where the true value lies beyond what is
allowed, with so little doubt that among all faults named in a check the chance of a single wrong one is FAULTS_WRONG (Holm, 1979).
It is fine where its 95 % interval lies within what is allowed; anything else is not sure yet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal

from generator.data.game import Game
from generator.data.problems import Place, Problem, Problems, did_you_mean, one_of
from rules_check.verdict.statistics import Z_95, games_needed, holm, p_beyond

Verdict = Literal["error", "warning", "unsure", "fine"]
"""`error`: the game cannot be played as it stands. `warning`: it can, but not as it should be. `unsure`: more games are needed to
tell. `fine`: looked at, and nothing found."""

SECTIONS = ("data", "paper", "census", "reach", "games", "length", "balance", "rulings")

LIMITS: dict[str, tuple[float, str]] = {
    "seat": (2.0, "points that a seat may win more or less often than its share, between experts"),
    "stall": (0.5, "per cent of games that may stall, or exceed the bound on rounds, between experts"),
    "ties": (5.0, "per cent of games that several seats may win together, or that only a tie-break decides"),
    "runaway": (85.0, "per cent of games that who leads half-way may win"),
    "skill": (10.0, "points that a better player must win more often than its share, among worse ones"),
    "card": (3.0, "points that one card may change how often the seat wins that has it"),
    "strategy": (10.0, "points that a player who never does one thing may win more often than its share, among those who do"),
    "money": (1.0, "per cent of all that is earned that each source of the score must bring"),
    "unused": (2.0, "per cent of games in which each part of the rules must come up, between experts"),
    "dead_card": (5.0, "per cent of the games that show a card in which it must be used, between experts"),
    "decision_seconds": (8.0, "seconds that people take for a decision in turn, on average"),
    "round_seconds": (45.0, "seconds that a round takes beside them, with what all decide at once"),
    "setup_minutes": (0.0, "minutes to lay out the game, counted in the time on the box"),
}
"""Every limit by its name: the usual value, and what it says. Under `check: limits:` a game sets its own."""


@dataclass(frozen=True)
class Shown:
    """A game that shows a finding: what `emporium-pnp replay` needs to tell it."""

    players: int
    line_up: str
    seed: int
    game: int

    @property
    def words(self) -> str:
        """Write it as options of `replay`."""
        return f"--players {self.players} --line-up {self.line_up} --seed {self.seed} --game {self.game}"


@dataclass(frozen=True)
class Finding:
    """One thing that `check` says. `code` is its sort and `about` what it speaks of; both together name it."""

    code: str
    about: str
    section: str
    verdict: Verdict
    claim: str
    """A sentence for people, with its numbers."""
    number: float | None = None
    interval: tuple[float, float] | None = None
    """The 95 % interval of `number`, in its unit."""
    unit: str = ""
    place: Place | None = None
    shown: Shown | None = None
    hint: str | None = None
    silenced: str | None = None
    """The reason why it does not count."""

    @property
    def name(self) -> str:
        return f"{self.code} ({self.about})" if self.about else self.code

    @property
    def counts(self) -> bool:
        """Say whether it makes the check fail."""
        return self.verdict in ("error", "warning") and self.silenced is None

    def as_json(self) -> dict[str, object]:
        """Give the finding as plain data; keys without a value are left out."""
        data: dict[str, object] = {
            "finding": self.code,
            "about": self.about,
            "section": self.section,
            "verdict": self.verdict,
            "claim": self.claim,
            "number": self.number,
            "interval": list(self.interval) if self.interval else None,
            "unit": self.unit,
            "place": str(self.place) if self.place else None,
            "hint": self.hint,
            "silenced": self.silenced,
        }
        if self.shown:
            data["shown"] = {
                "players": self.shown.players,
                "line_up": self.shown.line_up,
                "seed": self.shown.seed,
                "game": self.shown.game,
            }
        return {key: value for key, value in data.items() if value not in (None, "")}


def place_at(game: Game, path: str, rules: object = None) -> Place:
    """Find a place in cards.yaml by its path, `rules.banish_price`, as far as that exists; or by a name that the rules place."""
    path = getattr(rules, "PLACES", {}).get(path, path if path in game.root.items or "." in path else "rules")
    key = game.root.keys.get(path)  # of a whole section its name, for its value begins with the first of many entries
    return key if key is not None else game.root.at(tuple(path.split(".")))[0].place


FAULTS_WRONG = 0.05
"""The chance that a check names even one fault that is none."""


@dataclass(frozen=True)
class Measurement:
    """A number measured over games, and what it may be."""

    code: str
    about: str
    section: str
    what: str
    """What was measured, as the beginning of a sentence that goes on with the number: "seat 1 of 4 wins"."""
    number: float
    low: float
    high: float
    """The 95 % interval."""
    error: float
    """The standard error of `number`."""
    games: int
    allowed: tuple[float, float]
    """The least and the most that is fine; infinite where there is no limit on that side."""
    unit: str = "%"
    standard: str = ""
    """What `number` is compared with, for people: "fair is 25"."""
    too_little: str = "too little"
    too_much: str = "too much"
    place: Place | None = None
    shown: Shown | None = None
    hint: str | None = None

    @property
    def is_inside(self) -> bool:
        return self.allowed[0] <= self.low and self.high <= self.allowed[1]

    @property
    def words(self) -> str:
        """Say what was measured, with the interval: "seat 1 of 4 wins 29.4 % (28.9 to 29.9), fair is 25"."""
        digits = 2 if self.unit not in ("%", "points") and abs(self.number) < 10 else 1
        unit = f" {self.unit}" if self.unit else ""
        interval = f" ({self.low:.{digits}f} to {self.high:.{digits}f})" if self.error > 0 or self.low < self.high else ""
        return f"{self.what} {self.number:.{digits}f}{unit}{interval}" + (f", {self.standard}" if self.standard else "")


def p_outside(number: float, error: float, least: float, most: float) -> float:
    """Say how likely a number as far outside is at most, while the true value lies from `least` to `most`, of which one may be infinite."""
    if math.isfinite(least) and math.isfinite(most):
        return p_beyond(number - (least + most) / 2, error, (most - least) / 2)
    outside = least - number if math.isfinite(least) else number - most if math.isfinite(most) else -math.inf
    return math.erfc(outside / error / math.sqrt(2)) / 2 if error > 0 and math.isfinite(outside) else float(outside <= 0)


def judge(measured: Iterable[Measurement]) -> list[Finding]:
    """Make a finding of each measurement; all of a check go in together, for the more is looked at, the more chance finds."""
    listed = list(measured)
    doubts = holm([p_outside(one.number, one.error, *one.allowed) for one in listed])
    return [_judged(one, doubt, len(listed)) for one, doubt in zip(listed, doubts, strict=True)]


def _judged(one: Measurement, doubt: float, number: int) -> Finding:
    """Judge one measurement among a number of them, with the doubt that Holm leaves."""
    verdict: Verdict
    if doubt < FAULTS_WRONG:
        verdict, said = "warning", f": {one.too_little if one.number < one.allowed[0] else one.too_much}"
    elif one.is_inside:
        verdict, said = "fine", ""
    else:
        is_inside = one.allowed[0] <= one.number <= one.allowed[1]
        wide = 1.0 if is_inside else NormalDist().inv_cdf(1 - FAULTS_WRONG / number) / Z_95  # a fault has to stand out among all
        verdict, more = "unsure", games_needed(one.error * wide, one.games, _distance(one))
        said = ": not sure yet" + (f", needs about {more:,} games" if more is not None and more > one.games else "")
    return Finding(
        one.code,
        one.about,
        one.section,
        verdict,
        one.words + said,
        one.number,
        (one.low, one.high),
        one.unit,
        one.place,
        one.shown,
        one.hint,
    )


def _distance(one: Measurement) -> float:
    """Find how far a number lies from the nearer limit."""
    return min(abs(one.number - limit) for limit in one.allowed)


def limits_of(game: Game, more: dict[str, tuple[float, str]] | None = None) -> tuple[dict[str, float], list[Problem]]:
    """Read the limits that a game is measured against; with a problem for each name that is none. `more` are its rules' own."""
    known, problems = LIMITS | (more or {}), Problems()
    own: dict[str, float] = game.check_settings["limits"]
    for name in own:
        if name not in known:
            place = game.root["check"]["limits"].items[name].place
            problems.error("unknown-limit", f"'{name}' is no limit; expected {one_of(known, 20)}", place, did_you_mean(name, known))
        elif own[name] < 0:
            place = game.root["check"]["limits"].items[name].place
            problems.error("out-of-range", f"the limit '{name}' expected a number from 0 up, found {own[name]:g}", place)
    return {name: float(own.get(name, usual)) for name, (usual, _) in known.items()}, list(problems)


def silence(game: Game, findings: Iterable[Finding], codes: Iterable[str]) -> tuple[list[Finding], list[Problem]]:
    """Mark the findings that cards.yaml silences; with a problem for each silence that names no sort of finding (`codes`)."""
    marked, problems, known = list(findings), Problems(), sorted(codes)
    for number, entry in enumerate(game.check_settings["silenced"]):
        code, about, reason = entry["finding"], entry["about"], entry["reason"]
        if code not in known:
            place = game.root["check"]["silenced"].elements[number]["finding"].place
            problems.error(
                "unknown-finding", f"'{code}' is no finding; expected {one_of(known, 60)}", place, did_you_mean(code, known)
            )
        alike = [one.about for one in marked if one.code == code]
        if about is not None and alike and about not in alike:
            place = game.root["check"]["silenced"].elements[number]["about"].place
            problems.warn(
                "idle-silence", f"no '{code}' is about '{about}'; expected {one_of(alike)}", place, did_you_mean(about, alike)
            )
        marked = [replace(one, silenced=reason) if one.code == code and about in (None, one.about) else one for one in marked]
    return marked, list(problems)
