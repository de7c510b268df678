"""Exact chances for cards drawn from a shuffled pile, or dice that are rolled.

In: a pile by its distinct cards, and formulas about the drawn cards. Out: the share of equally
likely outcomes that satisfy them, as exact fractions. Knows no game: a card is whatever a formula's
slots can examine.

Cards with the same values in every slot form one class, so a pile of 100 cards is a handful of
classes; k of a class's m copies can go to a hand in C(m, k) ways. For one class after another, a
table keeps the number of ways to every pair of (cards in each hand so far, shares of the slots so
far): the multivariate hypergeometric distribution, as far as the formulas distinguish hands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

from generator.data.formulas import Slot, Tally

MOST_STEPS = 200_000
"""The most table entries for one question. More would take too long."""
FEW_SLOTS = 10
"""The number of slots above which fewer entries are too many."""

Shares = tuple[Any, ...]


class TooMany(Exception):
    """A question with more different hands than can be counted."""


def classes_of(
    members: Iterable[tuple[Any, int]], slots: Sequence[Slot]
) -> list[tuple[Shares, int]]:
    """Group cards that the slots cannot distinguish: their shares, and their number. `members` are
    cards and copies.
    """
    found: Counter[Shares] = Counter()
    for member, copies in members:
        found[shares_of(member, slots)] += copies
    return list(found.items())


def shares_of(member: Any, slots: Sequence[Slot]) -> Shares:
    return tuple(slot.of_member(member) for slot in slots)


def sides_of(faces: int, slots: Sequence[Slot]) -> list[Shares]:
    """List the shares of each side of a die."""
    return [shares_of(number, slots) for number in range(1, faces + 1)]


def _cards_in(classes: Sequence[tuple[Shares, int]]) -> int:
    return sum(copies for _, copies in classes)


def nothing_of(slots: Sequence[Slot]) -> Shares:
    return tuple(slot.nothing for slot in slots)


def merged(first: Shares, second: Shares, slots: Sequence[Slot]) -> Shares:
    """Combine the shares of two sets of cards."""
    return tuple(
        slot.merged(one, other) for slot, one, other in zip(slots, first, second, strict=True)
    )


def _multiples(shares: Shares, count: int, slots: Sequence[Slot]) -> list[Shares]:
    """Return the shares of 0, 1, … `count` copies of a card."""
    found = [nothing_of(slots)]
    for _ in range(count):
        found.append(merged(found[-1], shares, slots))
    return found


_Hand = tuple[int, Shares]
_Hands = tuple[_Hand, ...]


def ways_to_deal(
    classes: Sequence[tuple[Shares, int]],
    most: Sequence[int],
    slots: Sequence[Slot],
    alike_from: int | None = None,
) -> dict[_Hands, int]:
    """Count the ways to deal hands of limited sizes from all cards.

    The key of each number of ways is, hand by hand, its number of cards and their shares. Hands
    from number `alike_from` on are interchangeable: they have the same formula and size. Raises
    TooMany.
    """
    nothing = nothing_of(slots)
    table: dict[_Hands, int] = {tuple((0, nothing) for _ in most): 1}
    steps = 0
    for shares, copies in classes:
        multiples = _multiples(shares, min(copies, max(most, default=0)), slots)
        following: defaultdict[_Hands, int] = defaultdict(int)
        for hands, ways in table.items():
            for taken, chosen in _splits(
                copies, [size - hand[0] for size, hand in zip(most, hands, strict=True)]
            ):
                dealt = tuple(
                    (hand[0] + count, merged(hand[1], multiples[count], slots)) if count else hand
                    for hand, count in zip(hands, taken, strict=True)
                )
                if alike_from is not None:
                    dealt = (*dealt[:alike_from], *sorted(dealt[alike_from:], key=repr))
                following[dealt] += ways * chosen
                steps += 1
            if steps * max(FEW_SLOTS, len(slots)) > FEW_SLOTS * MOST_STEPS:
                raise TooMany
        table = dict(following)
    return table


def _splits(copies: int, room: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """List the ways to distribute copies of a card to hands with room: how many to each, and in how
    many ways that can be done.
    """
    if not room:
        yield (), 1
        return
    for count in range(min(copies, room[0]) + 1):
        chosen = comb(copies, count)
        for others, ways in _splits(copies - count, room[1:]):
            yield (count, *others), chosen * ways


def all_ways(cards: int, sizes: Sequence[int]) -> int:
    """Count all ways to deal hands of given sizes from a number of cards."""
    left = cards - sum(sizes)
    return factorial(cards) // (prod(map(factorial, sizes)) * factorial(left))


def draws(
    classes: Sequence[tuple[Shares, int]], most: int, slots: Sequence[Slot]
) -> Iterator[tuple[int, Tally, Fraction]]:
    """Yield the possible draws: how many cards, up to `most`, their shares, and the chance of that
    among draws of this size. Raises TooMany.
    """
    cards = _cards_in(classes)
    for ((drawn, shares),), ways in ways_to_deal(classes, (most,), slots).items():
        yield drawn, Tally(shares), Fraction(ways, comb(cards, drawn))


def draws_in_two(
    classes: Sequence[tuple[Shares, int]], first: int, later: int, slots: Sequence[Slot]
) -> Iterator[tuple[int, Tally, Tally, Fraction]]:
    """Yield the possible draws in two steps: the number of later cards, the shares of the first
    ones, the shares of all, and the chance.

    For each number of later cards, from 0 to `later`, the chances add up to 1. Raises TooMany.
    """
    cards = _cards_in(classes)
    for (hand, rest), ways in ways_to_deal(classes, (first, later), slots).items():
        if hand[0] == first:
            chance = Fraction(ways, all_ways(cards, (first, rest[0])))
            yield rest[0], Tally(hand[1]), Tally(merged(hand[1], rest[1], slots)), chance


def deals(
    classes: Sequence[tuple[Shares, int]], size: int, players: int, slots: Sequence[Slot]
) -> Iterator[tuple[Tally, list[Tally], Fraction]]:
    """Yield the possible deals to some players, each with the same number of cards: one hand, the
    others, and the chance. Raises TooMany.
    """
    cards = _cards_in(classes)
    sizes = [size] * players
    total = all_ways(cards, sizes)
    for hands, ways in ways_to_deal(classes, sizes, slots, alike_from=1).items():
        if all(count == size for count, _ in hands):
            own, *others = (Tally(shares) for _, shares in hands)
            yield own, others, Fraction(ways, total)


def rolls(dice: Mapping[int, int], slots: Sequence[Slot]) -> Iterator[tuple[Tally, Fraction]]:
    """Yield the possible rolls: `dice` has the number of dice with each number of faces, numbered
    from 1. Raises TooMany.
    """
    table: dict[Shares, int] = {nothing_of(slots): 1}
    steps = 0
    for faces, count in dice.items():
        shown = Counter(sides_of(faces, slots))
        for _ in range(count):
            following: defaultdict[Shares, int] = defaultdict(int)
            for shares, ways in table.items():
                for face, of_face in shown.items():
                    following[merged(shares, face, slots)] += ways * of_face
            steps += len(table) * len(shown)
            if steps * max(FEW_SLOTS, len(slots)) > FEW_SLOTS * MOST_STEPS:
                raise TooMany
            table = dict(following)
    total = prod(faces**count for faces, count in dice.items())
    for shares, ways in table.items():
        yield Tally(shares), Fraction(ways, total)


def mean_of(distribution: Mapping[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))
