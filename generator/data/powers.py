"""Powers in a translation: the sentences of cards that say what they do, if cards.yaml has rules.

In: the tree of a cards.yaml, and the texts of its translation. Out: the reader of powers in both
languages. It is found by its name, because it belongs to the half of the tool that plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Protocol

from generator.data.problems import Place, Problem
from generator.data.source import Node

SECTION = ("play", "powers")
"""The key in a translation for the game's own sentences; their steps are only in cards.yaml."""
_SAYING = "rules_check.notation.translated"


class Lacking(Protocol):
    """A sentence of the game's own that a translation lacks."""

    @property
    def pattern(self) -> str: ...
    @property
    def place(self) -> Place: ...


class PowerTexts(Protocol):
    """Powers in two languages: the fields whose texts are powers, the text of a power in the other
    language, translated texts with another meaning, and missing sentences.
    """

    fields: frozenset[str]
    lacking: Mapping[str, Lacking]

    def text(self, original: str) -> str | None: ...
    def faults(self, original: str, said: Node) -> Iterable[Problem]: ...


def power_texts(
    root: Node, languages: tuple[str, str], translated: Mapping[tuple[str, ...], object]
) -> PowerTexts | None:
    """Return the reader for the powers of a cards.yaml in its language and another; None if it has
    no rules as data.
    """
    if root.below(SECTION[0]).type != "map":
        return None
    reader: Callable[..., PowerTexts] = import_module(_SAYING).PowerTexts
    return reader(root, languages, translated)


def own_powers(root: Node) -> dict[str, Place]:
    """Return the sentences that a game gives a meaning to, with their places."""
    return dict(root.below(*SECTION).keys)
