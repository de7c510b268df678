"""Names in generated source: each word of a designer's becomes an identifier that clashes with
nothing.

In: words of cards.yaml. Out: Python identifiers of ASCII letters, each word's own. Knows no game
and nothing of what is named.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator

import rules_check.rules
from rules_check.toolkit.cardsets import CardSet
from rules_check.toolkit.records import OF_RECORDS, GameState

OF_MODULE = frozenset(
    {*rules_check.rules.__all__, *dir(builtins), "np", "rules", "moves", "Cards", "State", "SEATS"}
)
"""What a module of generated rules has already."""
OF_RULE = frozenset(
    {
        *OF_MODULE,
        "cards",
        "state",
        "seat",
        "me",
        "out",
        "found",
        "total",
        "best",
        "key",
        "at",
        "number",
    }
)
"""What a generated function has already."""
OF_STATE = frozenset(
    {*OF_RECORDS, *dir(GameState), *GameState.fields, "step", "me", "active", "first", "out"}
)
OF_CARDS = frozenset({*OF_RECORDS, *dir(CardSet), "weights", "fitted"})


HELPER = re.compile(r".*_at_\d+|(left|right)_of|(next|replenish|collect|pass|wait|rank)_.*")
"""What functions are called that no one named: no word of a designer's becomes such a name."""


def plain(word: str) -> str:
    """Return a word in small letters, digits and underscores, beginning with a letter."""
    letters = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_") or "x"
    return letters if letters[0].isalpha() else f"n{letters}"


def theirs(word: str) -> str:
    """Return the same for a word of a designer's, which is no name of a helper."""
    letters = plain(word)
    return f"{letters}_x" if HELPER.fullmatch(letters) else letters


class Names:
    """The identifiers of one namespace. `taken` are those that it has from the beginning."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken, self._by_key = set(taken), dict[object, str]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key.values())

    def reserve(self, names: Iterable[str]) -> None:
        """Keep names that something else has."""
        self._taken |= {*names}

    def of(self, key: object, word: str, is_constant: bool = False) -> str:
        """Return the identifier of a thing, by its key: the same word unless that is taken."""
        if key not in self._by_key:
            self._by_key[key] = self.fresh(word, is_constant)
        return self._by_key[key]

    def fresh(self, word: str, is_constant: bool = False, is_ours: bool = False) -> str:
        """Return an identifier that nothing has yet; `is_ours` of a helper, whose word is none of a
        designer's.
        """
        letters = plain(word) if is_ours else theirs(word)
        wanted = letters.upper() if is_constant else letters
        chosen, number = wanted, 2
        while chosen in self._taken or keyword.iskeyword(chosen) or keyword.issoftkeyword(chosen):
            chosen, number = f"{wanted}_{number}", number + 1
        self._taken.add(chosen)
        return chosen
