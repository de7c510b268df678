"""Findings: what `check` has to say about a game, how sure that is, where it stands in cards.yaml and which game shows it.

In: facts measured by others, the limits and silences of cards.yaml. Out: `Finding` values, as text and as plain data. Plays nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from generator.game import Game
from generator.problems import Place, Problem, Problems, did_you_mean, one_of

Verdict = Literal["error", "warning", "unsure", "fine"]
"""`error`: the game cannot be played as it stands. `warning`: it can, but not as it should be. `unsure`: more games are needed to
tell. `fine`: looked at, and nothing found."""

SECTIONS = ("data", "census", "reach", "games", "length", "balance", "rulings")

LIMITS: dict[str, tuple[float, str]] = {
    "seat": (2.0, "points that a seat may win more or less often than its share, between experts"),
    "stall": (0.5, "per cent of games that may stall, or exceed the bound on rounds, between experts"),
    "ties": (5.0, "per cent of games that several seats may win together, or that only a tie-break decides"),
    "runaway": (85.0, "per cent of games that who leads half-way may win"),
    "skill": (10.0, "points that a better player must win more often than its share, among worse ones"),
    "card": (3.0, "points that one card may change how often the seat wins that has it"),
    "strategy": (10.0, "points that a player who never does one thing may win more often than its share, among those who do"),
    "money": (1.0, "per cent of all gold earned that each source must bring"),
    "unused": (2.0, "per cent of games in which each part of the rules must come up, between experts"),
    "dead_card": (5.0, "per cent of the games that show a card in which it must be used, between experts"),
    "decision_seconds": (12.0, "seconds that people take for a decision, on average"),
    "round_seconds": (20.0, "seconds that a round takes beside its decisions"),
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
            "finding": self.code, "about": self.about, "section": self.section, "verdict": self.verdict, "claim": self.claim,
            "number": self.number, "interval": list(self.interval) if self.interval else None, "unit": self.unit,
            "place": str(self.place) if self.place else None, "hint": self.hint, "silenced": self.silenced,
        }  # fmt: skip
        if self.shown:
            data["shown"] = {
                "players": self.shown.players,
                "line_up": self.shown.line_up,
                "seed": self.shown.seed,
                "game": self.shown.game,
            }
        return {key: value for key, value in data.items() if value not in (None, "")}


def limits_of(game: Game, more: dict[str, tuple[float, str]] | None = None) -> tuple[dict[str, float], list[Problem]]:
    """Read the limits that a game is measured against; with a problem for each name that is none. `more` are its rules' own."""
    known, problems = LIMITS | (more or {}), Problems()
    own: dict[str, float] = game.check_settings["limits"]
    for name in own:
        if name not in known:
            place = game.root["check"]["limits"].items[name].place
            problems.error("unknown-limit", f"'{name}' is no limit; expected {one_of(known, 20)}", place, did_you_mean(name, known))
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
        marked = [replace(one, silenced=reason) if one.code == code and about in (None, one.about) else one for one in marked]
    return marked, list(problems)
