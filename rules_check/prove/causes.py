"""The likeliest causes of a check's warnings, so that the number to change is named first.

In: a check that has been run, and, if there is one, an earlier version of the file. Out: `Cause`
values, strongest first. Knows no game.

If there is an earlier version, each number that has changed is restored, alone or with the others
of its row, and so is whatever else was rewritten; then the check is repeated with fewer games:
warnings that disappear come from that change. Without an earlier version, findings about several
cards are grouped by the row of a table that only these cards share. Findings about the length, a
rare end, a seat or ties, about scores that are reached, or about what never happens, do not point
at the line that causes them; for these, the entry of the rules that fixes them best when doubled or
halved, or when it is 1 instead of 0, is found, or two rows of a small table whose exchanged numbers
do.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, product, starmap
from types import MappingProxyType
from typing import Any

import numpy as np

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Place, ProblemError, counted
from generator.data.saying import agreeing, some_of
from rules_check.engine.game import Rules, rules_of
from rules_check.engine.players import OWN, SEARCH, LineUpError
from rules_check.engine.sources import data_hash
from rules_check.notation.reading import has_rules_as_data
from rules_check.play.simulate import GameStuck, Played, simulate
from rules_check.prove.balance import seat_rates, tied
from rules_check.prove.checking import Examination, Level, promised_minutes
from rules_check.prove.disuse import Disuse, disused_since
from rules_check.prove.examined import Cause
from rules_check.prove.fitting import fit
from rules_check.prove.numbers import Number, numbers_of, patched
from rules_check.prove.reaching import reached_findings
from rules_check.prove.rewriting import Rewrite, answered, rewrites
from rules_check.prove.soundness import minutes_of
from rules_check.verdict.findings import Measurement
from rules_check.verdict.ranking import weight_of

TRIAL = Level("trial", 40, 3.0, 0, 60, None)
BLIND, FOLLOWED, HABITS = 1500, 600, (60, 400)
"""Games of a trial for the worth of cards, for what comes to players (FOLLOWED), and for habits
(HABITS), if there is a warning about them.
"""
MOST_TRIED = 12
"""The number of changes that are restored one by one; if there are more, those of a whole table or
kind are restored together.
"""
MOST_REWRITTEN = 6
"""The number of rewritten parts that are restored one by one; rules as data are compiled for each."""
SURE = 3.0
"""By how many standard errors a number has to differ to count as changed."""
MOST_CAUSES = 3
UNTRIED = ("ruling-matters", "rulings-judged", "rule-broken")
"""The findings that a trial does not repeat."""
SUSPECTED = "underpriced"
"""The finding that is only measured of suspicious numbers, by a level with further games."""
_FACTORS = {2.0: "doubled", 0.5: "halved"}
"""What the entries of the rules are multiplied by, to see what that fixes."""
_FEW = replace(TRIAL, checked=4, skill=1)
"""What one finding is measured with again, for one number of players."""
FEWEST_ALIKE, PART_ALIKE = 3, 0.6
"""The number of cards that share a row, and the part of them (PART_ALIKE), that must have warnings
before the row is named.
"""
PROBED, PROBED_SHARES = 40, 400
"""Games that show how long a game takes with another number, or how often something happens
(PROBED_SHARES).
"""
MOST_COMPARED = 6
"""The most entries of the rules of which it is tried how many warnings disappear with them."""
COMES = 10.0
"""The percentage of games that an end must end with another number to count as happening."""
SMALL = 2
"""The number up to which doubled or halved is nearly the same as one more or one less."""
MOST_ROWS, ROW_PARTS = 6, 3
"""The most rows of a table whose numbers are exchanged by way of trial, and the dots in the name of
a row: `tables.type.rows.food`.
"""
_NOISE = SURE * 50 / PROBED_SHARES**0.5
"""The variation of a share of games, in points, that is to be expected from chance."""
_BY_CARD = "card-worth", "card-taken", "dead-card", "card-outlier"
_MEASURED_BY: dict[str, dict[str, Any]] = {
    "card-worth": {"blind": BLIND},
    "card-taken": {"skill": FOLLOWED},
    SUSPECTED: {"further": 1},
    "strategy": {"habits": HABITS},
    "exploitable": {"habits": HABITS},
    "action-unused": {"habits": HABITS},
}
"""The games that a trial needs for some findings, beyond those of every trial."""
_BY_GAMES = "score-reached", "stall", "runaway-leader", "should-not-happen"
"""What is measured of whole games and points at no line that causes it."""
_NEVER = "never-offered", "never-asked", "never-filled", "never-changes"
_SLOW = OWN, SEARCH


@dataclass(frozen=True)
class Change:
    """Numbers that were changed together, with their earlier values, or with others to try."""

    numbers: tuple[tuple[Number, int], ...]
    said: str
    """What changed, as a clause."""

    @property
    def place(self) -> Place:
        return self.numbers[0][0].place

    @property
    def lines(self) -> set[int]:
        return {number.place.line for number, _ in self.numbers}

    @property
    def size(self) -> int:
        return len(self.numbers)

    @property
    def extent(self) -> float:
        """How far the numbers move, in doublings."""
        return max(
            abs(math.log2((abs(value) + 1) / (abs(number.value) + 1)))
            for number, value in self.numbers
        )

    @property
    def back(self) -> str:
        """Name what it has again if it is restored."""
        return "the earlier numbers" if self.size > 1 else f"{self.numbers[0][1]} again"

    def restored(self, content: bytes) -> bytes:
        return patched(content, dict(self.numbers))


def changes_between(old: Mapping[str, Number], new: Mapping[str, Number]) -> list[Change]:
    """List the changes from an earlier version: each number, all numbers of each row together, and
    pairs of rows whose numbers were exchanged.
    """
    rows = defaultdict[str, list[tuple[Number, int]]](list)
    for name, number in new.items():
        if name in old and old[name].value != number.value:
            rows[row_of(name)].append((number, old[name].value))
    if len(rows) > MOST_TRIED:
        return _by_table(chain(*rows.values()))
    changes = [*starmap(_change, rows.items()), *_exchanged(rows)]
    several = (numbers for numbers in rows.values() if len(numbers) > 1)
    singles = [_change("", [number]) for number in chain(*several)]
    return changes + singles[: max(0, MOST_TRIED - len(changes))]


def row_of(name: str) -> str:
    """Name the row or card to which a number belongs, or the entry of the rules."""
    parts = name.split(".")
    return ".".join(parts[: 4 if parts[0] in ("tables", "kinds") else 2])


def _by_table(changed: Iterable[tuple[Number, int]]) -> list[Change]:
    tables = defaultdict[str, list[tuple[Number, int]]](list)
    for number, was in changed:
        tables[".".join(number.name.split(".")[:2])].append((number, was))
    return list(starmap(_change, tables.items()))[:MOST_TRIED]


def _change(row: str, numbers: Sequence[tuple[Number, int]]) -> Change:
    if len(numbers) == 1:
        number, was = numbers[0]
        return Change(tuple(numbers), f"{number.name} is {number.value}, was {was}")
    parts = [
        f"{number.name.removeprefix(f'{row}.')} {number.value}, was {was}"
        for number, was in numbers
    ]
    return Change(tuple(numbers), f"{row}: {some_of(parts, 4, '; ')}")


def _exchanged(rows: Mapping[str, Sequence[tuple[Number, int]]]) -> Iterator[Change]:
    """Find two rows each of which has the numbers that the other had."""
    for (row, own), (other, theirs) in combinations(rows.items(), 2):
        now = {number.name.removeprefix(row): (number.value, was) for number, was in own}
        turned = {number.name.removeprefix(other): (was, number.value) for number, was in theirs}
        if row.rpartition(".")[0] == other.rpartition(".")[0] and now == turned:
            words = f"{row} and {other.rpartition('.')[2]} have each other's numbers"
            yield Change((*own, *theirs), words)


@dataclass(frozen=True)
class Gauge:
    """A way to measure a finding in few games."""

    read: Callable[[bytes], float | None]
    """Measures the game with another file; None if it cannot be played."""
    allowed: tuple[float, float]
    """The readings that are fine: the lowest and the highest."""
    noise: float
    """The variation to be expected from chance."""
    said: str
    """The reading, as a clause."""

    def off(self, reading: float) -> float:
        """Return how far off a reading is, in its unit; 0 if it is fine."""
        return max(0.0, self.allowed[0] - reading, reading - self.allowed[1])


class Detective:
    """A search for the causes of a check's warnings. `content` is the file that was checked,
    `others` the verdicts of the findings that no game decides.
    """

    def __init__(
        self,
        examination: Examination,
        content: bytes,
        tell: Callable[[str], None] = lambda what: None,
        others: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.examination, self.content, self.tell = examination, content, tell
        self.rules, self.game = examination.rules, examination.game
        self.warned = [finding for finding in examination.result.findings if finding.counts]
        self.others = others
        self.idle = idle_in(examination)
        self.measured = _measured_in(examination)
        self.disused = dict[tuple[str, str], Disuse]()
        """What players have stopped using since the earlier version."""
        self.again = dict[str, Measurement]()
        """What a trial without a change measured of things that are not used, by their findings."""

    def against(self, old: Game, old_content: bytes) -> list[Cause]:
        """Restore the changes since an earlier version, one by one. Return the causes that this
        reveals.
        """
        if self.examination.kind in _SLOW:
            return []
        self.tell("what was used in the earlier version")
        for disuse in disused_since(self.examination, old):
            self.disused[disuse.finding.key] = disuse
        if not self.looked_for:
            return []
        cleared = {
            change: self.cleared_by(change) for change in self._changes_since(old, old_content)
        }
        left, causes = {finding.key for finding in self.looked_for}, list[Cause]()
        while (left := left & set().union(*cleared.values())) and len(causes) < MOST_CAUSES:
            best = max(cleared, key=lambda change: (len(cleared[change] & left), -change.size))
            causes.append(self._cause(best, cleared[best] & left))
            left -= cleared[best]
        return causes

    def _changes_since(self, old: Game, old_content: bytes) -> list[Change | Rewrite]:
        """List the changes since an earlier version: of numbers, then of anything else that may
        matter in play.
        """
        before, now = numbers_of(old_content, old.root), numbers_of(self.content, self.game.root)
        changes = changes_between(before, now)
        values = {number: before[name].value for name, number in now.items() if name in before}
        rewritten = rewrites(
            old_content, self.content, patched(self.content, values), self.game.file, MOST_REWRITTEN
        )
        played = [*filter(self._is_played, rewritten)]
        if len(played) == 2:  # one part, and all of them, which play the same
            played.pop()
        return [*changes, *played]

    def _is_played(self, rewrite: Rewrite) -> bool:
        """Return whether games without a change would be others."""
        try:
            _, rules, cards = self._set_up(rewrite.content)
        except ProblemError:
            return False
        return rules is not self.rules or data_hash(cards) != data_hash(self.examination.cards)

    def _set_up(self, content: bytes) -> tuple[Game, Rules, Any]:
        """Load the game from other content, with its rules and card set. Raises ProblemError."""
        game = load_game(self.game.folder / self.game.file, content=content)
        rules = rules_of(game) if has_rules_as_data(game) else self.rules
        cards = fit(rules, rules.cards_record(game), self.examination.seed, False).cards
        return game, rules, cards

    def cleared_by(self, change: Change | Rewrite) -> set[tuple[str, str]]:
        """Find the warnings that disappear if a change is restored."""
        self.tell(f"trying it without the change: {change.said}")
        return self._moved_with(change.restored(self.content))[0]

    def _tried_with(
        self, content: bytes, level: Level, counts: Sequence[int] | None
    ) -> Examination | None:
        """Check the game with another file; None if it cannot be played."""
        try:
            game, rules, cards = self._set_up(content)
            trial = Examination(
                rules,
                game,
                cards,
                level,
                self.examination.seed,
                word=self.examination.word,
                counts=counts,
            )
            trial.run()
        except (ProblemError, LineUpError):
            return None
        return trial

    def _moved_with(self, content: bytes) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        """Find the warnings that disappear with another file, and those that are new with it."""
        counts = self.examination.counts if self.examination.unchecked else None
        trial = self._tried_with(content, self._level(), counts)
        if trial is None:
            return set(), set()
        findings = trial.result.findings
        again = _measured_in(trial)
        loud = {finding.key for finding in findings if finding.counts}
        doubted = {finding.key for finding in (*self.warned, *self.idle)}
        cleared = {key for key in doubted if self._is_cleared(key, again.get(key), key in loud)}
        played = trial.played.get(trial.usual)
        cleared |= {
            key for key, disuse in self.disused.items() if played and disuse.is_back(played)
        }
        for finding in self.idle:
            if finding.key in cleared:
                self.again[finding.name] = again[finding.key]
        return cleared, loud - {finding.key for finding in self.warned}

    @property
    def looked_for(self) -> list[Finding]:
        """Return the findings whose causes are looked for."""
        return [*self.warned, *self.idle, *(disuse.finding for disuse in self.disused.values())]

    def _is_cleared(self, key: tuple[str, str], again: Measurement | None, is_loud: bool) -> bool:
        """Return whether a warning disappears, or is at most half as large, in a trial."""
        now = self.measured.get(key)
        if now is None:
            return not is_loud and key[0] not in UNTRIED
        if again is None:
            return key[0] == SUSPECTED
        moved = now.beyond - again.beyond
        error = float(np.hypot(now.error, again.error))
        return moved > SURE * error and again.beyond <= now.beyond / 2

    def _level(self) -> Level:
        games = dict[str, Any]()
        for finding in self.warned:
            games |= _MEASURED_BY.get(finding.code, {})
        return replace(TRIAL, **games)

    def _cause(self, change: Change | Rewrite, gone: set[tuple[str, str]]) -> Cause:
        unused = (disuse.finding for disuse in self.disused.values())
        warned, idle, disused = (
            [finding for finding in findings if finding.key in gone]
            for findings in (self.warned, self.idle, unused)
        )
        parts = list[str]()
        if warned:
            parts.append(f"{len(warned)} of {self.whole} {agreeing(len(warned), 'is|are')} gone")
        if idle:
            listed = " and ".join(f"'{finding.about}'" for finding in idle)
            parts.append(f"{listed} {agreeing(len(idle), 'is|are')} used again")
        if disused:
            listed = " and ".join(f"'{finding.about}'" for finding in disused)
            parts.append(f"{listed} {agreeing(len(disused), 'comes|come')} up as before")
        return Cause(
            f"{change.said}; with {change.back}, {' and '.join(parts)}",
            change.place,
            tuple(finding.name for finding in (*warned, *idle, *disused)),
            tuple(sorted(change.lines)),
            True,
        )

    @property
    def whole(self) -> str:
        """Return the number of all faults and warnings, in words."""
        sorts = Counter[str](self.others)
        sorts.update(finding.verdict for finding in self.warned)
        if len(sorts) == 1:
            return counted(sorts.total(), next(iter(sorts)))
        return f"{sorts.total()} faults and warnings"

    def alone(self) -> list[Cause]:
        """Find causes without an earlier version; those that games confirmed come first."""
        if self.examination.kind in _SLOW:
            return []
        causes = list[Cause]()
        for cause in chain(self._by_misfit(), self._by_thing(), self._by_row(), self._by_entry()):
            if not any(cause.place and cause.place.line in other.lines for other in causes):
                causes.append(cause)
            if len(causes) == MOST_CAUSES:
                break
        return sorted(causes, key=lambda cause: not cause.is_measured)

    def _by_misfit(self) -> Iterator[Cause]:
        """Name two rows with each other's number, then numbers that are out of line if they are not
        all that is wrong, with all findings at their lines.
        """
        misfits = [finding for finding in self.warned if finding.code == "card-outlier"]
        for finding in sorted(misfits, key=lambda one: not one.also):
            if finding.place is None or (not finding.also and len(self.warned) == 1):
                continue
            lines = {finding.place.line, *(place.line for _, place in finding.also)}
            explained = []
            for other in self.warned:
                if other.about == finding.about or (other.place and other.place.line in lines):
                    explained.append(other)
            names = tuple(each.name for each in explained)
            yield Cause(
                finding.claim.rstrip("."), finding.place, names, tuple(sorted(lines)), False
            )

    def _by_thing(self) -> Iterator[Cause]:
        """Name a card or a row that most findings concern."""
        by_thing = defaultdict[str, list[Finding]](list)
        for finding in self.warned:
            if finding.code in _BY_CARD:
                by_thing[finding.about].append(finding)
        for thing, findings in by_thing.items():
            if len(findings) >= 2 and 2 * len(findings) > len(self.warned):
                places = [finding.place for finding in findings if finding.place]
                # a field's place comes after that of the whole entry
                place = max(places, key=lambda place: place.column, default=None)
                names = tuple(finding.name for finding in findings)
                claim = f"'{thing}', which {len(findings)} of {self.whole} are about"
                yield Cause(claim, place, names, (), False)

    def _by_row(self) -> Iterator[Cause]:
        """Name the row of a table that most cards with warnings share, and few others."""
        names = defaultdict[str, list[str]](list)
        for finding in self.warned:
            if finding.code in _BY_CARD and finding.about in self.game.cards:
                names[finding.about].append(finding.name)
        shared = defaultdict[tuple[str, str, str], list[str]](list)
        distinct = list({card.entry: card for card in self.game.cards.values()}.values())
        of_kind = Counter(card.kind for card in distinct)
        for card in distinct:
            for field, row in card.rows.items():
                shared[card.kind, field, row].append(card.id)
        best, of = 0.0, None
        for key, cards in shared.items():
            hits = [card for card in cards if card in names]
            if len(hits) < max(FEWEST_ALIKE, PART_ALIKE * len(cards)):
                continue
            score = len(hits) ** 2 / len(cards) / len(names)
            if score > best and len(cards) < of_kind[key[0]]:
                best, of = score, key
        if of is None or best < PART_ALIKE / 2:
            return
        kind, field, row = of
        hits = [card for card in shared[of] if card in names]
        explained = tuple(name for card in hits for name in names[card])
        yield Cause(
            f"{field} {row}: {len(explained)} of {self.whole} are about {len(hits)} of the "
            f"{len(shared[of])} {kind} cards that have it",
            _place_of_row(self.game, row),
            explained,
            (),
            False,
        )

    def _by_entry(self) -> Iterator[Cause]:
        """Name the entry of the rules that, doubled or halved, or the other answer to a ruling that
        fixes most of the worst findings among those that no line of cards.yaml causes by itself;
        then that of the worst which a small check shows, if the first does not explain it.
        """
        explained = set[str]()
        for gauge_of in (self._gauge, self._gauge_by_check):
            warned = [finding for finding in self.warned if finding.name not in explained]
            cause = self._entry_for(self._worst_gauged(warned, gauge_of))
            if cause is not None:
                explained.update(cause.findings)
                yield cause

    def _entry_for(self, worst: tuple[Finding, Gauge] | None) -> Cause | None:
        """Find the entry of the rules that fixes a finding; of several, the one with which most
        warnings disappear and fewest are new, then the one that moves least; none if it spoils as
        much as it fixes.
        """
        if worst is None:
            return None
        warning, gauge = worst
        usual = self._read(self.content, gauge)
        if usual is None:
            return None
        most = min(gauge.off(usual) * 2 / 3, gauge.off(usual) - gauge.noise)
        read = {change: far for change, far in self._tried(gauge) if gauge.off(far) < most}
        by_distance = sorted(read, key=lambda change: (gauge.off(read[change]), change.extent))
        nearest = by_distance[:MOST_COMPARED]
        if not nearest:
            return None
        gone, new = (defaultdict[Change | Rewrite, set[tuple[str, str]]](set) for _ in range(2))
        if len(nearest) > 1:
            for change in nearest:
                gone[change], new[change] = self._moved_with(change.restored(self.content))
        best = max(nearest, key=lambda change: len(gone[change]) - len(new[change]))
        if new[best] and len(new[best]) >= len(gone[best]):
            return None
        names = [finding.name for finding in self.warned if finding.key in gone[best]]
        more = f", and {len(names)} of {self.whole} {agreeing(len(names), 'is|are')} gone"
        return Cause(
            f"{best.said}, {gauge.said.format(read[best])} instead of {usual:.0f}"
            + (more if names else ""),
            best.place,
            tuple(
                names or (finding.name for finding in self.warned if finding.code == warning.code)
            ),
            tuple(sorted(best.lines)),
            True,
        )

    def _tried(self, gauge: Gauge) -> Iterator[tuple[Change | Rewrite, float]]:
        """Answer each ruling otherwise, exchange the numbers of rows, double and halve each entry of
        the rules, and measure the game with it.
        """
        changes: list[Change | Rewrite] = [
            *answered(self.content, self.game),
            *self._exchanges(),
            *self._entries(),
        ]
        for change in changes:
            self.tell(f"trying {change.said}")
            read = self._read(change.restored(self.content), gauge)
            if read is not None:
                yield change, read

    def _exchanges(self) -> Iterator[Change]:
        """Exchange the numbers of any two rows, or cards, of a small table or kind; those of a large
        one are compared without playing.
        """
        tables = defaultdict[str, dict[str, list[Number]]](lambda: defaultdict(list))
        for number in numbers_of(self.content, self.game.root).values():
            row = row_of(number.name)
            if row.count(".") == ROW_PARTS:
                tables[row.rpartition(".")[0]][row].append(number)
        for rows in tables.values():
            if len(rows) > MOST_ROWS:
                continue
            for (row, own), (other, theirs) in combinations(rows.items(), 2):
                moved = (*_as_in(own, row, theirs, other), *_as_in(theirs, other, own, row))
                if moved:
                    yield Change(moved, f"{row} and {other.rpartition('.')[2]}: exchanged")

    def _entries(self) -> Iterator[Change]:
        """Double and halve each entry of the rules, and make a single number one more and one less;
        one of nothing but 0 becomes 1.
        """
        entries = defaultdict[str, list[Number]](list)
        for name, number in numbers_of(self.content, self.game.root).items():
            if name.startswith("rules."):
                entries[row_of(name)].append(number)
        for (entry, numbers), (factor, changed) in product(entries.items(), _FACTORS.items()):
            change = Change(
                tuple((number, round(number.value * factor)) for number in numbers),
                f"{entry}: {changed}",
            )
            if any(number.value != value for number, value in change.numbers):
                yield change
        for entry, numbers in entries.items():
            if len(numbers) == 1 and numbers[0].value > SMALL:
                was = numbers[0].value
                for value in (was + 1, was - 1):
                    yield Change(((numbers[0], value),), f"{entry}: {value} instead of {was}")
            if not any(number.value for number in numbers):
                ones = tuple((number, 1) for number in numbers)
                yield Change(ones, f"{entry}: 1 instead of 0")

    @staticmethod
    def _worst_gauged(
        warned: Sequence[Finding], gauge_of: Callable[[Finding], Gauge | None]
    ) -> tuple[Finding, Gauge] | None:
        """Find the worst finding that can be measured again, and how; None if there is none."""
        for finding in sorted(warned, key=weight_of):
            if gauge := gauge_of(finding):
                return finding, gauge
        return None

    def _gauge_by_check(self, warning: Finding) -> Gauge | None:
        """Find a way to measure a warning in a small check of the games that it is about; None if
        it already points at a line of cards.yaml, or tells no share of games.
        """
        if warning.code in _NEVER:
            return Gauge(
                self._number_of_never,
                (-math.inf, 0.0),
                0.0,
                "{:.0f} of the parts of the rules never come up",
            )
        now = self.measured.get(warning.key)
        if warning.code not in _BY_GAMES or now is None or now.unit != "%":
            return None
        again = self._measured_with(warning, self.content)
        if again is None:
            return None
        said = again.what.replace("{}", "{:.0f} %")
        return Gauge(partial(self._share_of, warning), now.allowed, SURE * again.error, said)

    def _measured_with(self, warning: Finding, content: bytes) -> Measurement | None:
        """Measure a finding again, in few games with another file."""
        players = warning.players or self.measured[warning.key].players
        counts = [players] if players else self.examination.counts
        trial = self._tried_with(content, _FEW, counts)
        return _measured_in(trial).get(warning.key) if trial else None

    def _share_of(self, warning: Finding, content: bytes) -> float | None:
        measured = self._measured_with(warning, content)
        return measured.number if measured else None

    def _number_of_never(self, content: bytes) -> float | None:
        """Count the parts of the rules that no game reaches, with another file."""
        examination = self.examination
        try:
            game, rules, cards = self._set_up(content)
            found = reached_findings(
                game, rules, cards, examination.counts, examination.asked.checked
            )
            return float(sum(finding.code in _NEVER for finding in found))
        except (ProblemError, GameStuck):
            return None

    def _gauge(self, warning: Finding) -> Gauge | None:
        """Find a way to measure a warning in few games; None if it already points at a line of
        cards.yaml.
        """
        players = warning.players or self.examination.usual
        gauge_of = _GAUGES.get(warning.code)
        return gauge_of(self, warning, players) if gauge_of else None

    def _of_length(self, warning: Finding, players: int) -> Gauge | None:
        limits, promise = self.examination.limits, promised_minutes(self.game)
        if not promise:
            return None
        read = self._games(players, PROBED, lambda one: float(minutes_of(one, limits).mean()))
        return Gauge(read, promise, 0.0, f"a game of {players} takes {{:.0f}} minutes")

    def _of_end(self, warning: Finding, players: int) -> Gauge | None:
        if warning.about not in self.rules.ENDS:
            return None
        end = self.rules.ENDS.index(warning.about)
        said = f"{{:.0f}} % of games of {players} end by '{warning.about}'"
        return Gauge(
            self._share(players, lambda one: (one.ends == end).mean()), (COMES, math.inf), 0.0, said
        )

    def _of_seat(self, warning: Finding, players: int) -> Gauge:
        seat, fair, limit = warning.seat - 1, 100 / players, self.examination.limits["seat"]
        said = f"seat {seat + 1} of {players} wins {{:.0f}} % of games"
        read = self._share(players, lambda one: seat_rates(one)[seat].share)
        return Gauge(read, (fair - limit, fair + limit), _NOISE, said)

    def _of_ties(self, warning: Finding, players: int) -> Gauge:
        said = f"{{:.0f}} % of games of {players} have ties on the leading score"
        read = self._share(players, lambda one: tied(one).mean())
        return Gauge(read, (-math.inf, self.examination.limits["ties"]), _NOISE, said)

    def _share(
        self, players: int, read: Callable[[Played], float]
    ) -> Callable[[bytes], float | None]:
        """Return a function that reads the per cent of games of which something is true."""
        return self._games(players, PROBED_SHARES, lambda one: 100 * float(read(one)))

    def _games(
        self, players: int, games: int, read: Callable[[Played], float]
    ) -> Callable[[bytes], float | None]:
        """Return a function that plays games with another file and reads them; it gives None if
        they cannot be played.
        """

        def measure(content: bytes) -> float | None:
            examination = self.examination
            try:
                _, rules, cards = self._set_up(content)
                if players not in rules.player_counts(cards):
                    return None
                line_up = examination.line_up(examination.word, players)
                return read(simulate(rules, cards, line_up, examination.seed, games))
            except (ProblemError, LineUpError):
                return None

        return measure

    def _read(self, content: bytes, gauge: Gauge) -> float | None:
        """Measure the game with other numbers; None if it cannot be played."""
        return gauge.read(content)


_GAUGES: dict[str, Callable[[Detective, Finding, int], Gauge | None]] = {
    "length": Detective._of_length,
    **dict.fromkeys(("end-rare", "end-never-comes"), Detective._of_end),
    "seat-advantage": Detective._of_seat,
    "ties": Detective._of_ties,
}
"""How a finding is measured in few games."""


def _as_in(
    numbers: Iterable[Number], row: str, theirs: Iterable[Number], other: str
) -> Iterator[tuple[Number, int]]:
    """Yield the numbers of a row that another row has otherwise, each with that row's value."""
    values = {number.name.removeprefix(other): number.value for number in theirs}
    for number in numbers:
        value = values.get(number.name.removeprefix(row), number.value)
        if value != number.value:
            yield number, value


def _place_of_row(game: Game, row: str) -> Place | None:
    tables = game.root.below("tables").items.values()
    places = (table.below("rows").keys.get(row) for table in tables)
    return next(filter(None, places), None)


def idle_in(examination: Examination) -> list[Finding]:
    """List what players who were not trained do not use, of which an earlier version may show that
    a change is why.
    """
    measured = examination.uses_measured
    idle = {measurement.key for measurement in measured if measurement.beyond > 0}
    findings = examination.result.findings
    return [finding for finding in findings if finding.is_untested and finding.key in idle]


def _measured_in(examination: Examination) -> dict[tuple[str, str], Measurement]:
    every = [*examination.facts, *examination.uses_measured]
    return {fact.key: fact for fact in every if isinstance(fact, Measurement)}


def used_before(findings: Sequence[Finding], again: Mapping[str, Measurement]) -> list[Finding]:
    """Turn what is not used into warnings, where a trial showed that the earlier numbers were."""
    return [
        replace(
            finding,
            verdict="warning",
            claim=f"{finding.claim.removesuffix(f'; {finding.untested}')}; with the earlier "
            f"numbers it was {again[finding.name].number:.1f} %",
            untested="",
            follows="",
        )
        if finding.name in again
        else finding
        for finding in findings
    ]


def with_disuse(
    findings: Sequence[Finding], disused: Mapping[tuple[str, str], Disuse]
) -> list[Finding]:
    """Put what players have stopped using in the place of the findings that it still comes up."""
    return [
        disused[finding.key].finding if finding.key in disused else finding for finding in findings
    ]


def pointed(findings: Sequence[Finding], causes: Sequence[Cause]) -> list[Finding]:
    """Point findings at the measured cause that explains them, unless they already point at one of
    its lines.
    """
    measured = (cause for cause in causes if cause.is_measured)
    by_name = {name: cause for cause in measured for name in cause.findings}
    pointed = []
    for finding in findings:
        reason = by_name.get(finding.name)
        if reason and not (finding.place and finding.place.line in reason.lines):
            finding = replace(finding, place=reason.place)
        pointed.append(finding)
    return pointed
