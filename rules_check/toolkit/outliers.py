"""Cards far out of line for their kind: a number that does not fit similar cards, in any game.

In: a checked `Game`. Out: `Outlier` values, at most one per card. Plays nothing, and knows no game:
it reports numbers of a card, and compares cards by their other fields with few values, such as
level or tier.

A number is compared with the median of the cards that share the field that explains it best. If a
second field explains much of the remaining differences, its medians are added (Tukey's median
polish, one step): an item of level 3 with two enchantments. The set of fields that a card has also
counts as such a field. A number is far off if it differs by more than FAR robust standard
deviations of all such differences, or by ALONE times as much as any other. It must also differ by
more than one group differs from the next, and by more than a part of the usual number. Outliers are
few, and clearly farther off than the rest: if numbers differ more and more, none is wrong. Medians
stay the same while fewer than half of the cards are wrong, so the outlier itself is reported, not
the cards like it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING, Any

from generator.data.findings import Finding
from generator.data.game import Card, Game, Record
from generator.data.problems import Place
from generator.data.saying import from_to
from rules_check.toolkit.texts import texts
from rules_check.toolkit.things import name_of

if TYPE_CHECKING:
    from rules_check.toolkit.fitted import Exchange, Misfit

FAR = 4.0
"""A limit in robust standard deviations; in a normal distribution, one number in 16,000 is further
off.
"""
APART = 1.5
"""How many times as far off as the next a card must be: if numbers differ more and more, none of
them is wrong.
"""
MANY = 10
"""One card in this many may be far off; if more are, there is more than one kind of number."""
ALONE, STEPS = 2.0, 4
"""A card is also far off if it is ALONE times as far off as the next, and by STEPS steps; a step is
the smallest difference between two others.
"""
PART = 0.25
"""The part of the median by which a number must differ as well."""
SMALL = 2.0
"""The difference that is always allowed."""
FEWEST, FEWEST_ALIKE, MOST_GROUPS = 8, 4, 12
"""The fewest cards of a kind, the fewest cards of a group, and the most groups by one field for
which anything is compared.
"""
MOST_FIELDS = 2
"""The most fields that a number is compared by."""
TELLING = 0.6
"""The part of the differences that may remain within a field's groups if cards are to be compared
by it.
"""

_SAY = texts(__file__, "outliers")
_TO_DEVIATION = (
    1.4826  # of normal numbers, from the median of absolute differences to the standard deviation
)


@dataclass(frozen=True)
class Row:
    """A row of a table, with what is needed to compare it like a card."""

    id: str
    kind: str
    """The table's name."""
    record: Record
    place: Place
    places: dict[str, Place]


@dataclass(frozen=True)
class Outlier:
    """A card, or a row of a table, with a number far from that of similar ones."""

    card: Card | Row
    field: str
    value: float
    usual: float
    """The median of similar cards."""
    least: float
    most: float
    """The range of the others."""
    by: str
    """What these cards share: "level 3", "item bow, with prefix and suffix"; empty if they only
    share their kind.
    """
    far: float
    """How far off the number is, as a multiple of the limit."""


def outliers(game: Game) -> dict[str, Outlier]:
    """Find the cards, and rows of tables, that are far out of line for their kind, by their ids."""
    outliers = dict[str, Outlier]()
    for every in groups_of(game):
        if len(every) >= FEWEST:
            for outlier in _of_kind(every):
                others = outliers.get(outlier.card.id, outlier)
                outliers[outlier.card.id] = max(others, outlier, key=attrgetter("far"))
    return outliers


def groups_of(game: Game) -> list[Sequence[Card | Row]]:
    """List what can be compared: the cards of each kind (only the first of those made from one
    entry), and the rows of each table.
    """
    kinds: dict[str, dict[str, Card]] = defaultdict(dict)
    for card in game.cards.values():
        kinds[card.kind].setdefault(card.entry, card)
    return [*(list(every.values()) for every in kinds.values()), *_tables(game)]


def _tables(game: Game) -> Iterator[Sequence[Row]]:
    """Read the rows of each table."""
    if "tables" in game.root.items:
        for name, node in game.root["tables"].items.items():
            rows, records = node["rows"], game.context["tables"][name]
            yield [
                Row(
                    id_,
                    name,
                    records[id_],
                    rows.keys[id_],
                    {field: item.place for field, item in row.items.items()},
                )
                for id_, row in rows.items.items()
            ]


def outlier_findings(game: Game) -> Iterator[Finding]:
    """Report each card that is far out of line for its kind, at the place of its number, or that
    there are none.
    """
    outlying = outliers(game)
    for outlier in outlying.values():
        wording = _SAY.all(
            "far-off",
            name=name_of(outlier.card.record),
            field=outlier.field,
            value=f"{outlier.value:g}",
            like=_like(outlier),
            range=from_to(f"{outlier.least:g}", f"{outlier.most:g}"),
            usual=f"{outlier.usual:g}",
        )
        yield _finding(outlier.card, outlier.field, outlier.value, wording)
    misfitting = _misfits(game, outlying)
    yield from misfitting
    if not outlying and not misfitting:
        yield Finding("card-outlier", "", "balance", "ok", _SAY("fine", cards=len(game.cards)), 0)


def _misfits(game: Game, named: Collection[str]) -> list[Finding]:
    """Report two rows that seem to have each other's number, and each card, of those not named yet,
    with a number that the rest of it does not fit: of several the one that is farthest off.

    An installation without numpy, which is enough to check a game on paper, reports none.
    """
    if find_spec("numpy") is None:
        return []
    from rules_check.toolkit.fitted import exchanges, misfits

    findings = list[Finding]()
    for every in groups_of(game):
        records = [card.record for card in every]
        exchanged = set[int]()
        for pair in exchanges(records):
            if not exchanged & {pair.row, pair.other}:
                exchanged |= {pair.row, pair.other}
                findings.append(_exchange_finding(every, pair))
        by_row: dict[int, Misfit] = {}
        for one in misfits(records):
            by_row[one.row] = max(by_row.get(one.row, one), one, key=attrgetter("part"))
        for n, misfit in by_row.items():
            if n not in exchanged and every[n].id not in named:
                findings.append(_misfit_finding(every[n], misfit))
    return findings


def _misfit_finding(card: Card | Row, misfit: Misfit) -> Finding:
    wording = _SAY.all(
        "misfit",
        name=name_of(card.record),
        field=misfit.field,
        value=f"{misfit.value:g}",
        like=_SAY("others", kind=card.kind, what=_what(card)),
        usual=f"{misfit.usual:.0f}",
    )
    return _finding(card, misfit.field, misfit.value, wording)


def _finding(card: Card | Row, field: str, value: float, wording: Mapping[str, str]) -> Finding:
    """Report a number of a card, at its place."""
    return Finding(
        "card-outlier",
        card.id,
        "balance",
        "warning",
        wording["claim"],
        value,
        None,
        wording["unit"],
        card.places.get(field, card.place),
        hint=wording["hint"],
    )


def _exchange_finding(every: Sequence[Card | Row], pair: Exchange) -> Finding:
    """Report two rows with each other's number, at the place of the first, and also at that of the
    other.
    """
    card, other = every[pair.row], every[pair.other]
    wording = _SAY.all(
        "exchange",
        name=name_of(card.record),
        other=name_of(other.record),
        field=pair.field,
        value=f"{pair.value:g}",
        theirs=f"{pair.others:g}",
        like=_SAY("others", kind=card.kind, what=_what(card)),
    )
    also = (wording["also"], other.places.get(pair.field, other.place))
    return replace(_finding(card, pair.field, pair.value, wording), also=(also,))


def _what(card: Card | Row) -> str:
    return _SAY("rows" if isinstance(card, Row) else "cards")


def _like(outlier: Outlier) -> str:
    """Name the group that a card or a row is compared with."""
    kind, what = outlier.card.kind, _what(outlier.card)
    if outlier.by:
        return _SAY("like", kind=kind, what=what, by=outlier.by)
    return _SAY("others", kind=kind, what=what)


def _of_kind(cards: Sequence[Card | Row]) -> Iterator[Outlier]:
    columns = {name: [_plain(card.record, name) for card in cards] for name in _fields(cards)}
    keys = {name: _groups(values, name) for name, values in columns.items()}
    keys["held"] = _groups([_held(card.record, columns) for card in cards], "with")
    for name in sorted(columns):
        values = columns[name]
        if not all(isinstance(value, int | float) for value in values):
            continue
        others = {key: groups for key, groups in keys.items() if groups and key != name}
        usual, alike = _usual(values, others)
        if _left(values, dict.fromkeys(range(len(cards)), "")) > 0:
            yield from _far_off(cards, name, values, usual, alike)


def _usual(
    values: Sequence[Any], others: dict[str, dict[int, str]]
) -> tuple[list[float], list[str]]:
    """Find the typical value for each card, by the other fields that explain most of its number,
    and the words for the cards it resembles, empty for all of them.
    """
    usual, alike = [0.0] * len(values), [""] * len(values)
    for _ in range(MOST_FIELDS):
        off = [value - part for value, part in zip(values, usual, strict=True)]
        comparison = _telling(off, others) if others else ""
        if not comparison:
            break
        medians, groups = _medians(off, others[comparison]), others.pop(comparison)
        usual = [part + medians[groups[n]] for n, part in enumerate(usual)]
        alike = [f"{own}, {groups[n]}" if own else groups[n] for n, own in enumerate(alike)]
    if not any(alike):
        usual = [median(values)] * len(values)
    return usual, alike


def _telling(off: Sequence[float], keys: Mapping[str, Mapping[int, str]]) -> str:
    """Choose the field that explains differences best; None if no field explains much."""
    whole = _left(off, dict.fromkeys(range(len(off)), ""))
    left, key = min((_left(off, groups), key) for key, groups in keys.items())
    return key if whole > 0 and left <= TELLING * whole else ""


def _fields(cards: Sequence[Card | Row]) -> list[str]:
    """List the fields that all cards of a kind have."""
    fields = []
    for name in cards[0].record._values:
        values = [card.record._values.get(name) for card in cards]
        if name != "copies" and None not in values:
            fields.append(name)
    return fields


def _held(record: Record, common: Collection[str]) -> str:
    """Name the fields that a card has but not every card of its kind."""
    held = []
    for name in record._values:
        if name not in common and name != "copies" and record[name] is not None:
            held.append(name)
    return " and ".join(held) or "nothing more"


def _plain(record: Record, name: str) -> Any:
    """Read a field as a value that can be compared: a number, the id of a row or, for a list, its
    length.
    """
    value = record[name]
    if isinstance(value, Record):
        return value._id
    return len(value) if isinstance(value, tuple | list) else value


def _groups(values: Sequence[Any], word: str) -> dict[int, str]:
    """Group cards by a field with few values, each shared by enough cards, which go by the value
    after a word; empty for any other field.
    """
    counts = Counter(values)
    if not 2 <= len(counts) <= MOST_GROUPS or float in map(type, values):
        return {}
    if min(counts.values()) < FEWEST_ALIKE:
        return {}
    return {n: f"{word} {value}" for n, value in enumerate(values)}


def _medians(values: Sequence[float], groups: Mapping[int, str]) -> dict[str, float]:
    listed: dict[str, list[float]] = defaultdict(list)
    for n, value in enumerate(values):
        listed[groups[n]].append(value)
    return {group: median(group_values) for group, group_values in listed.items()}


def _left(values: Sequence[float], groups: Mapping[int, str]) -> float:
    """Add up how far numbers are from the median of their group; the furthest tenth is ignored,
    because it may be wrong.
    """
    medians = _medians(values, groups)
    off = sorted(abs(value - medians[groups[n]]) for n, value in enumerate(values))
    return sum(off[: len(off) - len(off) // 10])


def _far_off(
    cards: Sequence[Card | Row],
    name: str,
    values: Sequence[float],
    usual: Sequence[float],
    alike: Sequence[str],
) -> Iterator[Outlier]:
    off = [value - expected for value, expected in zip(values, usual, strict=True)]
    deviation, ranked = _TO_DEVIATION * median(map(abs, off)), sorted(map(abs, off), reverse=True)
    parted = [n for n in range(max(1, len(off) // MANY)) if ranked[n] >= APART * ranked[n + 1]]
    if not parted:
        return
    farthest = max(range(len(off)), key=lambda n: abs(off[n]))
    step = min(
        (b - a for a, b in pairwise(sorted({*values[:farthest], *values[farthest + 1 :]}))),
        default=0.0,
    )
    alone = ALONE * ranked[1]
    far = min(FAR * deviation, max(alone, STEPS * step)) if deviation else alone
    gap = min((b - a for a, b in pairwise(sorted(set(usual)))), default=0.0)
    for n, card in enumerate(cards):
        least = max(gap, PART * abs(usual[n]), SMALL)
        if abs(off[n]) >= max(far, ranked[parted[0]]) and abs(off[n]) > least:
            too_far = max(far, least)
            like = [value for m, value in enumerate(values) if alike[m] == alike[n] and m != n] or [
                usual[n]
            ]
            yield Outlier(
                card,
                name,
                values[n],
                usual[n],
                min(like),
                max(like),
                alike[n],
                abs(off[n]) / too_far,
            )
