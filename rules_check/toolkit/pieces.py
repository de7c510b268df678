"""The pieces that play needs from the box, as a readable table: each line has words for a piece,
then how many are needed.

In: text, and the components of a game. Out: `Piece` values, and the components that belong to each.
Knows no game.

    die dice     1 a player
    marker       1
    coin         sum of starting gold, sales, bids paid
    hero         deck-short, level-short

The words of a piece match the kind of a component's cards, or a word of the component's id or name.
The line gives the total number needed or the number per player, the lines of the LEDGER or of the
COUNTS whose sum in play is needed, or the codes of findings that check the piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.data.game import Component

_NEED = re.compile(r"(\d+)( a player)?")
_SUM = "sum of "


@dataclass(frozen=True)
class Piece:
    """Something that play needs. One of `count`, `sums` and `codes` gives the amount."""

    words: tuple[str, ...]
    count: int = 0
    is_each_player: bool = False
    sums: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.words[0]

    def need(self, players: int) -> int:
        return self.count * (players if self.is_each_player else 1)

    def is_of(self, component: Component) -> bool:
        return bool({card.kind for card in component.cards} & set(self.words)) or bool(
            words_of(component)
            & {form for word in self.words for form in (word, f"{word}s", f"{word}es")}
        )

    def among(self, components: Iterable[Component]) -> list[Component]:
        """List the components that are this piece."""
        return list(filter(self.is_of, components))


def pieces(table: str) -> tuple[Piece, ...]:
    """Read the table; a word also matches its plural."""
    return tuple(
        _piece(*re.split(r" {2,}", line.strip(), maxsplit=1)) for line in table.strip().splitlines()
    )


def _piece(words: str, need: str) -> Piece:
    names, amount = tuple(words.split()), _NEED.fullmatch(need)
    if amount:
        return Piece(names, int(amount[1]), bool(amount[2]))
    listed = tuple(re.split(r", +", need.removeprefix(_SUM)))
    return Piece(names, sums=listed) if need.startswith(_SUM) else Piece(names, codes=listed)


def words_of(component: Component) -> set[str]:
    """Read the words of a component's id and name, in lower case."""
    return set(re.findall(r"[a-z]+", f"{component.id} {component.name}".lower()))


def values_of(components: Sequence[Component]) -> list[tuple[int, int]]:
    """List the values of pieces and the number of each, highest first; a piece without `value`
    counts as 1.
    """
    values = dict[int, int]()
    for component in components:
        for card in component.cards:
            value = int(card.record.value) if "value" in card.record else 1
            values[value] = values.get(value, 0) + card.copies
        if not component.cards:
            values[1] = values.get(1, 0) + component.count
    return sorted(values.items(), reverse=True)
