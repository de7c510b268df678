"""Names in generated source: each of a designer's words becomes an identifier that clashes with no
other.

In: words of cards.yaml. Out: unique Python identifiers in ASCII letters. Knows no game and nothing
about what is named.
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
"""Names that a module of generated rules already uses."""
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
"""Names that a generated function already uses."""
OF_STATE = frozenset(
    {*OF_RECORDS, *dir(GameState), *GameState.fields, "step", "me", "active", "first", "out"}
)
OF_CARDS = frozenset({*OF_RECORDS, *dir(CardSet), "weights", "fitted"})


HELPER = re.compile(r".*_at_\d+|(left|right)_of|(next|replenish|collect|pass|wait|rank)_.*")
"""The names of functions without a designer's name; no designer's word becomes such a name."""


def plain(word: str) -> str:
    """Return a word in lower-case letters, digits and underscores, beginning with a letter."""
    letters = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_") or "x"
    return letters if letters[0].isalpha() else f"n{letters}"


def theirs(word: str) -> str:
    """Return the same for a designer's word, avoiding the names of helpers."""
    letters = plain(word)
    return f"{letters}_x" if HELPER.fullmatch(letters) else letters


class Names:
    """The identifiers of one namespace. `taken` are those already in use."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken, self._by_key = set(taken), dict[object, str]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key.values())

    def reserve(self, names: Iterable[str]) -> None:
        """Reserve names that are used elsewhere."""
        self._taken |= {*names}

    def of(self, key: object, word: str, is_constant: bool = False) -> str:
        """Return the identifier of a thing, by its key: the word itself unless it is taken."""
        if key not in self._by_key:
            self._by_key[key] = self.fresh(word, is_constant)
        return self._by_key[key]

    def fresh(self, word: str, is_constant: bool = False, is_ours: bool = False) -> str:
        """Return an unused identifier; `is_ours` for a helper, which is not named by a designer."""
        letters = plain(word) if is_ours else theirs(word)
        wanted = letters.upper() if is_constant else letters
        chosen, number = wanted, 2
        while chosen in self._taken or keyword.iskeyword(chosen) or keyword.issoftkeyword(chosen):
            chosen, number = f"{wanted}_{number}", number + 1
        self._taken.add(chosen)
        return chosen
