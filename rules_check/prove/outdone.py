"""Cards of a supply that players never need: another there costs no more and gives no less.

In: a game with rules as data. Out: findings. Plays nothing, and knows no game.

What is good in a card is read from the rules: a field that is paid is better if it is lower; one
that is added up in the score, or to what prices are paid from, if it is higher. Any other field
that the rules read, and a power, must be equal, for nothing says which is better. Only cards that
are all in one supply from the beginning are compared: of a market that is refilled from a deck,
players take what there is. Of all that outdo and are outdone, the fewest cards that explain it are
named.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from generator.data.findings import Finding
from generator.data.game import Card, Game
from generator.data.problems import counted
from rules_check.notation import program as p
from rules_check.notation.effects import zones_filled_by
from rules_check.notation.reading import has_rules_as_data, read_program
from rules_check.notation.walking import nodes_of
from rules_check.toolkit.things import thing_of

Column = tuple[str, str]
"""A field: the kind of its cards, and its name."""


def outdone_findings(game: Game) -> Iterator[Finding]:
    """Report the cards of a supply that another outdoes, or that outdo several others."""
    if not has_rules_as_data(game):
        return
    program = read_program(game)
    for kind in dict.fromkeys(_kinds_supplied(program)):
        pairs = _pairs(game, program, kind)
        while pairs:
            worse, better = (Counter(pair[side].id for pair in pairs) for side in (0, 1))
            culprit = max(
                worse | better,
                key=lambda id_: (worse[id_] + better[id_], 0 in (worse[id_], better[id_])),
            )
            own = [pair for pair in pairs if culprit in (pair[0].id, pair[1].id)]
            pairs = [pair for pair in pairs if pair not in own]
            yield _found(game, program, culprit, own)


def _found(
    game: Game, program: p.Program, culprit: str, pairs: Sequence[tuple[Card, Card]]
) -> Finding:
    """Report one card, with those that it outdoes, or that outdo it."""
    card, thing = game.cards[culprit], thing_of(game, culprit)
    beaten = [one for one, other in pairs if other.id == culprit]
    rivals = beaten or [other for _, other in pairs]
    fields = [
        f"{field} {_number(card, field)} and {_number(rivals[0], field)}"
        for (kind, field) in _directions(program)
        if kind == card.kind and (_number(card, field) or _number(rivals[0], field))
    ]
    than = f"'{thing_of(game, rivals[0].id).name}'"
    if len(rivals) > 1:
        than += f" and {counted(len(rivals) - 1, 'other')}"
    how = "no more and gives no less" if beaten else "no less and gives no more"
    return Finding(
        "card-outdone",
        culprit,
        "balance",
        "warning",
        f"'{thing.name}' costs {how} than {than}: {', '.join(fields)}",
        float(len(rivals)),
        place=thing.place,
        hint="both are in one supply, so players never need the worse one; change a number of either",
        also=tuple((thing_of(game, one.id).name, one.place) for one in rivals),
    )


def _pairs(game: Game, program: p.Program, kind: str) -> list[tuple[Card, Card]]:
    """List the pairs of cards of a kind of which the first is outdone by the second."""
    cards = list({card.entry: card for card in game.of_kind(kind)}.values())
    directions = _directions(program)
    judged = {field: way for (of, field), way in directions.items() if of == kind}
    equal = {field for of, field in _read(program) if of == kind} - set(judged)
    equal |= {power.field for power in program.powers if power.kind == kind}
    equal |= {do.field for do in nodes_of(p.DoPower, program)}
    named = _named((program.steps, program.scores, program.ties, program.powers), kind)
    ending = _named(program.endings, kind)
    pairs = []
    for one, other in permutations(cards, 2):
        better = [
            way * (_number(other, field) - _number(one, field)) for field, way in judged.items()
        ]
        is_outdone = min(better, default=0) >= 0 and max(better, default=0) > 0
        is_alike = all(_plain(one, field) == _plain(other, field) for field in equal)
        if is_outdone and is_alike and one.id not in named | ending and other.id not in named:
            pairs.append((one, other))
    return pairs


def _kinds_supplied(program: p.Program) -> Iterator[str]:
    """List the kinds of which all cards are in one common zone from the beginning, and are paid for
    from there.
    """
    filled = zones_filled_by((program.steps, program.powers))
    full = {zone.name for zone in program.zones.values() if zone.is_full}
    for move in nodes_of(p.Move, program.beginning):
        is_whole = isinstance(move.taken.cards, p.CardsIn) and move.taken.count is None
        if is_whole and move.taken.source.type.name in full:
            full.add(move.to.type.name)
    for option in nodes_of(p.Option, program):
        for slot in option.slots:
            zones = {pile.zone for pile in nodes_of(p.PileRead, slot.source)}
            zones = {name for name in zones if not program.zones[name].is_own}
            if zones and zones <= full - filled and list(_paid(option)):
                yield slot.variable.type.name


def _directions(program: p.Program) -> dict[Column, int]:
    """Return the fields that are better if they are higher (1), or lower (-1)."""
    uses = defaultdict[Column, list[int]](list)
    prices = [*_prices(program)]
    purses = {counter for _, counter in prices}
    for column, _ in prices:
        uses[column].append(-1)
    for read in _compared(program):
        uses[_column(read)].append(-1)
    for read in _added(program, purses):
        uses[_column(read)].append(1)
    every = _read(program)
    return {
        column: ways[0]
        for column, ways in uses.items()
        if len(set(ways)) == 1 and len(ways) == every[column]
    }


def _prices(program: p.Program) -> Iterator[tuple[Column, str]]:
    """List the fields that are paid, and from which counter."""
    for option in nodes_of(p.Option, program):
        for read, counter in _paid(option):
            yield _column(read), counter


def _paid(option: p.Option) -> Iterator[tuple[p.FieldOf, str]]:
    for step in option.steps:
        match step:
            case p.SetCounter(
                counter=p.CounterRead(counter=name),
                value=p.Numeric(
                    operator="-", parts=(p.CounterRead(counter=from_), p.FieldOf() as read)
                ),
            ) if from_ == name:
                yield read, name


def _compared(program: p.Program) -> Iterator[p.FieldOf]:
    """Yield the fields that must not be above a counter, so that a card can be paid."""
    for option in nodes_of(p.Option, program):
        if not list(_paid(option)):
            continue
        for part in (*(slot.list for slot in option.slots), option.condition):
            for comparison in nodes_of(p.Comparison, part):
                match comparison:
                    case p.Comparison("<=", p.FieldOf() as read, p.CounterRead()):
                        yield read
                    case p.Comparison(">=", p.CounterRead(), p.FieldOf() as read):
                        yield read


def _added(program: p.Program, purses: set[str]) -> Iterator[p.FieldOf]:
    """Yield the fields that are added to the score, or to what prices are paid from."""
    if program.wins == "most":
        for line in program.scores:
            yield from _summed(line.value)
    for step in nodes_of(p.SetCounter, program):
        match step:
            case p.SetCounter(
                counter=p.CounterRead(counter=name), value=p.Numeric(operator="+", parts=parts)
            ) if name in purses:
                for part in parts:
                    yield from _summed(part)


def _summed(value: Any) -> Iterator[p.FieldOf]:
    match value:
        case p.FieldOf():
            yield value
        case p.Numeric(operator="+", parts=parts):
            for part in parts:
                yield from _summed(part)
        case p.Aggregate(
            function="sum", list=p.Mapped(list=p.CardsIn(), value=p.FieldOf() as read)
        ):
            yield read


def _read(program: p.Program) -> Counter[Column]:
    """Count where the rules read each field."""
    return Counter(_column(read) for read in nodes_of(p.FieldOf, program))


def _column(read: p.FieldOf) -> Column:
    return read.of.type.name, read.field


def _named(parts: object, kind: str) -> set[str]:
    """Return the cards of a kind that rules name."""
    return {
        str(constant.value)
        for constant in nodes_of(p.Constant, parts)
        if constant.type.name == kind
    }


def _number(card: Card, field: str) -> int:
    value = card.record._values.get(field)
    return int(value) if isinstance(value, int) else 0


def _plain(card: Card, field: str) -> Any:
    return card.record._values.get(field)
