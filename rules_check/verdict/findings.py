"""The verdict on measurements: a `Measurement` becomes a finding, with its certainty.

In: what other modules measured over games, and the allowed values. Out: `Finding` values, also as
plain data. Plays nothing.

`judge` takes all measurements of one check together. A measurement is a warning if the true value
is outside the allowed range with so little doubt that the chance of even one false warning in a
whole check is WRONG (Holm, 1979). It is ok if its 95 % interval reaches the allowed range and the
true value is certainly not outside it by more than its leeway: a value beyond that is called ok
with a chance of at most WRONG. Anything else is unsure. A check may look LOOKS times, after more
games each time, and both chances are shared among the looks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import NormalDist

from generator.data.findings import Finding, Shown, Verdict
from generator.data.game import Game
from generator.data.problems import Place
from rules_check.verdict.statistics import Z_95, games_needed, holm, p_beyond

LIMITS: dict[str, tuple[float, str]] = {
    "seat": (
        2.0,
        "points by which a seat may win more or less often than its share, between experts",
    ),
    "stall": (0.5, "per cent of games that may stall or go on without end, between experts"),
    "ties": (
        5.0,
        (
            "per cent of games that may end with several seats tied on the leading score, unless "
            "tie-breaks decide nearly all of them"
        ),
    ),
    "runaway": (85.0, "per cent of games that the leader at half-time may win"),
    "skill": (
        10.0,
        "points by which a better player must win more often than its share, among worse ones",
    ),
    "card": (3.0, "points by which one card may change how often its holder wins"),
    "taken": (
        15.0,
        (
            "points by which players who use a card may win more or less often than users of "
            "similar cards"
        ),
    ),
    "underpriced": (
        50.0,
        "per cent of its use that a card with a low price may keep if that price is tripled",
    ),
    "decides": (
        60.0,
        "per cent of the difference between scores that one of three or more sources may cause",
    ),
    "bonus": (
        45.0,
        "per cent of the difference between scores that a bonus, a single number in the "
        "rules, may cause",
    ),
    "chosen": (
        1.0,
        ("per cent of the decisions allowing an action in which experts must choose it"),
    ),
    "strategy": (
        5.0,
        (
            "points by which a player who never does one thing may win more often than its "
            "share, among players who do it"
        ),
    ),
    "exploit": (
        5.0,
        (
            "points by which the best simple habit may win more often than its share among the "
            "players that judge"
        ),
    ),
    "money": (1.0, "per cent of all earnings that each source of the score must contribute"),
    "unused": (
        2.0,
        "per cent of games in which each part of the rules must come up, between experts",
    ),
    "ends": (
        5.0,
        "per cent of games that must end in each way, with the number of players for which it is "
        "most frequent",
    ),
    "dead_card": (5.0, "per cent of the games showing a card in which experts must use it"),
    "passed_over": (
        25.0,
        "how often a card must be used, in per cent of what is usual for similar cards, between "
        "experts",
    ),
    "supply": (
        5.0,
        "per cent of games in which players may own more than the pieces in the box can pay out",
    ),
    "scarce": (
        20.0,
        (
            "per cent of games in which something in the box, such as a deck, may run out before "
            "the end"
        ),
    ),
    "decision_seconds": (8.0, "average seconds that a player takes for a decision made in turn"),
    "round_seconds": (45.0, "further seconds per round, including simultaneous decisions"),
    "setup_minutes": (0.0, "minutes to set up the game, included in the time on the box"),
}
"""Every limit by its name: its default and its description. A game overrides them under `check:
limits:`.
"""


REMEDIES = {
    "underpriced": "raise it to about the number that similar cards have, and check again",
    "card-worth": "change its numbers; `emporium-pnp tune` looks for better ones",
    "strategy": "make it pay more or cost less, or remove the rule",
    "runaway-leader": "make the last rounds count for more, or end the game sooner",
    "skill": "leave less to luck and more to the players' decisions",
    "money-source": "make it bring more, or remove the rule",
    "score-reached": (
        "a number may score too much or too little, or `check: scores:` is out of date"
    ),
    "dead-card": "make it cheaper or stronger, or remove it",
    "rule-unused": "make it easier to reach, or remove the rule",
    "should-not-happen": "replay one of them: the rules must cover that case",
}
"""What to do about a finding without its own hint, by its type."""


def place_at(game: Game, path: str, rules: object = None) -> Place:
    """Find a place in cards.yaml by its path, `rules.banish_price`, as far as it exists, or by a
    name that the rules give a path for.
    """
    path = getattr(rules, "PLACES", {}).get(
        path, path if path in game.root.items or "." in path else "rules"
    )
    # for a whole section use its key, since its value begins with the first of many entries
    key = game.root.keys.get(path)
    return key if key is not None else game.root.at(tuple(path.split(".")))[0].place


WRONG = 0.01
"""The chance that a whole check warns about even one thing that is as it should be; and that a
value beyond its leeway is called ok.
"""
LOOKS = 3
"""How often a check may look at the results before it plays on."""
Z_AGAIN = 2.5
"""Standard errors on either side of a number in its 95 % interval if it was looked at again. A
check plays on just where the first games left doubt, so 1.96 would hold less often: at worst 89 %
of the time, for a true value some three quarters of the leeway beyond its limit.
"""
DOUBT = WRONG / LOOKS
"""The doubt with which a verdict may be given in one look."""
MOST_LEEWAY = 2.0
"""The furthest a value may be outside the allowed range and still be called ok by chance, in its
unit: points, minutes.
"""


@dataclass(frozen=True)
class Measurement:
    """A number measured over games, and the range allowed for it."""

    code: str
    about: str
    section: str
    what: str
    """What was measured, as a sentence with {} for the number: "seat 1 of 4 wins {} of games"."""
    number: float
    low: float
    high: float
    """The 95 % interval."""
    error: float
    """The standard error of `number`."""
    games: int
    allowed: tuple[float, float]
    """The smallest and the largest allowed value; infinite if there is no limit on that side."""
    unit: str = "%"
    standard: str = ""
    """The value that `number` is compared with, for people: "fair share 25 %"."""
    too_little: str = "too little"
    too_much: str = "too much"
    place: Place | None = None
    shown: Shown | None = None
    hint: str | None = None
    untested: str = ""
    """What was not tried, as a clause, if that leaves even a clearly allowed number unsure."""
    follows: str = ""
    """The sort of finding from which `untested` follows, if it is another."""
    players: int = 0
    """The number of players in its games; 0 if they had different numbers."""
    seat: int = 0
    """The seat that it is about, from 1; 0 if it is about none."""
    subject: str = ""
    """What of the game it is about, for a table's cell, if the report names that: a habit."""
    rivals: tuple[str, str] | None = None
    """The better player whose wins were counted, and the players it met."""
    names_players: bool = False
    """Whether `what` says among which players it was measured."""
    is_anyones: bool = False
    """Whether it holds however well people play, so that untested players leave it in no doubt."""

    @property
    def key(self) -> tuple[str, str]:
        """The sort and the subject of its finding."""
        return self.code, self.about

    @property
    def is_inside(self) -> bool:
        """Whether the whole interval is within the allowed range."""
        return self.allowed[0] <= self.low and self.high <= self.allowed[1]

    @property
    def beyond(self) -> float:
        """The distance from the number to the nearer limit; negative within the range."""
        return max(self.allowed[0] - self.number, self.number - self.allowed[1])

    @property
    def leeway(self) -> float:
        """How far outside the range a true value may be and still be called ok by chance: a quarter
        of the range, or half of a one-sided limit.
        """
        least, most = self.allowed
        room = 2 * abs(most if math.isfinite(most) else least)
        if math.isfinite(most - least) and least > 0:
            room = most - least
        return min(MOST_LEEWAY, room / 4) if math.isfinite(room) else MOST_LEEWAY

    @property
    def excess(self) -> float:
        """How far the number is outside its limit, in units of the leeway, or of its error if that
        is larger; 0 within.
        """
        unit = max(self.leeway, self.error)
        if unit > 0 and math.isfinite(self.beyond):
            return max(0.0, self.beyond) / unit
        return float(self.beyond > 0)

    @property
    def is_ok(self) -> bool:
        """Whether the number or its interval reaches the allowed range, and the true value is
        certainly not outside by more than the leeway.
        """
        return self.beyond <= Z_95 * self.error and self.beyond + Z_OK * self.error <= self.leeway

    def seen_again(self) -> Measurement:
        """Return the same after a further look at its games, for which its interval is wider."""
        wider = Z_AGAIN / Z_95
        low = self.number + wider * (self.low - self.number)
        high = self.number + wider * (self.high - self.number)
        if self.unit == "%" and self.low >= 0 and self.high <= 100:
            low, high = max(0.0, low), min(100.0, high)
        return replace(self, low=low, high=high)

    def games_to_settle(self, number: int) -> int | None:
        """Estimate the total number of games that would settle it, as one of `number` measurements;
        None if no number would.

        A number that is further outside than chance easily explains needs enough games to show
        that; any other needs enough to call it ok.
        """
        if self.untested and self.is_ok:
            return None
        if self.beyond > Z_95 * self.error:
            return games_needed(self.error * standing_out(number) / Z_95, self.games, self.beyond)
        return games_needed(
            self.error * Z_OK / Z_95, self.games, max(self.leeway / 2, self.leeway - self.beyond)
        )

    @property
    def words(self) -> str:
        """Write out the measurement, with the interval: "seat 1 of 4 wins 29.4 % (28.9 to 29.9) of
        games (fair share 25 %)".
        """
        digits = 2 if self.unit not in ("%", "points") and abs(self.number) < 10 else 1
        unit = f" {self.unit}" if self.unit else ""
        interval = ""
        if self.error > 0 or self.low < self.high:
            interval = f" ({self.low:.{digits}f} to {self.high:.{digits}f})"
        sentence = self.what.replace("{}", f"{self.number:.{digits}f}{unit}{interval}")
        return sentence + (f" ({self.standard})" if self.standard else "")


Z_OK = NormalDist().inv_cdf(1 - DOUBT)
"""Standard errors required between a number and the end of its leeway."""


def standing_out(number: int) -> float:
    """Return how many standard errors one of `number` measurements must be outside its limit to be
    a warning.
    """
    return NormalDist().inv_cdf(1 - DOUBT / max(1, number))


def p_outside(number: float, error: float, least: float, most: float) -> float:
    """Return the highest chance of a number this far outside if the true value is between `least`
    and `most`; either may be infinite.
    """
    if math.isfinite(least) and math.isfinite(most):
        return p_beyond(number - (least + most) / 2, error, (most - least) / 2)
    outside = max(least - number, number - most)
    if error > 0 and math.isfinite(outside):
        return math.erfc(outside / error / math.sqrt(2)) / 2
    return float(outside <= 0)


def judge(measured: Iterable[Measurement]) -> list[Finding]:
    """Turn each measurement into a finding. Pass all those of a check together: the more is
    examined, the more is found by chance.
    """
    listed = list(measured)
    doubts = holm([p_outside(one.number, one.error, *one.allowed) for one in listed])
    return [_judged(one, doubt, len(listed)) for one, doubt in zip(listed, doubts, strict=True)]


def _judged(measurement: Measurement, doubt: float, number: int) -> Finding:
    """Judge one of `number` measurements, with the doubt left by Holm's adjustment."""
    verdict: Verdict
    untested = ""
    if doubt < DOUBT:
        verdict = "warning"
        is_little = measurement.number < measurement.allowed[0]
        claim = f": {measurement.too_little if is_little else measurement.too_much}"
    elif measurement.untested:
        verdict, untested = "unsure", measurement.untested
        claim = f"; {untested}"
    elif measurement.is_ok:
        verdict, claim = "ok", ": close to its limit" if measurement.beyond > 0 else ""
    else:
        verdict, more = "unsure", measurement.games_to_settle(number)
        is_far = more is not None and more > measurement.games
        claim = f"; about {more:,} games would settle it" if is_far else ""
    hint = measurement.hint or (REMEDIES.get(measurement.code) if verdict != "ok" else None)
    return Finding(
        measurement.code,
        measurement.about,
        measurement.section,
        verdict,
        measurement.words + claim,
        measurement.number,
        (measurement.low, measurement.high),
        measurement.unit,
        measurement.place,
        measurement.shown,
        None if untested and measurement.follows else hint,  # the other says what to do
        excess=measurement.excess,
        wider=tuple(measurement.about.split(", ")),
        players=measurement.players,
        seat=measurement.seat,
        untested=untested,
        follows=measurement.follows if untested else "",
    )
