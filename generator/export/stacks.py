"""The groups of cards on a table: cards of one component with one back, size and shape, in the
order of the file.

In: a Game. Out: `Stack` values, and the words with which a card is named and found. Shared by all
exports to virtual tables.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from generator.data.game import (
    EVERYTHING,
    LARGEST_CARD_MM,
    REVERSE,
    Card,
    Chosen,
    Component,
    Game,
    Record,
    copies_of,
)
from generator.data.making import each_of
from generator.face.text.markup import without_marks

_SILENT = ("icon", "image", "colour")  # types of fields that say nothing in words
_EMPHASIS = re.compile(r"(?<![\w\\*])(\*{1,3})(?![\s*])(.+?)(?<![\s\\])\1(?![\w*])")
_ICON = re.compile(r"(?<![\\{])\{(?:[^{}]*/)?\s*([^{}/]*?)\s*\}(?!\})")
_ESCAPED = re.compile(r"\\([\\*{}])")
_RESERVED = ("id", "name", "copies", "back", "art", "size")


@dataclass(frozen=True)
class Stack:
    """Cards that belong together. `id` is suitable for file names. A deck is drawn from; anything
    else (a mat, a coin) is picked up.
    """

    id: str
    name: str
    component: Component
    cards: tuple[Card, ...]
    back: Card | None
    size_mm: tuple[float, float]
    shape: str
    is_deck: bool
    backs: tuple[Card, ...] = ()
    """The other side of each of its cards, in order, if each has its own; `back` is then None."""

    @property
    def copies(self) -> int:
        """Count the cards, each as often as it is in the box."""
        return copies_of(self.cards)


def stacks_of(game: Game, chosen: Chosen = EVERYTHING, with_own_backs: bool = False) -> list[Stack]:
    """Sort a game into stacks, in the order of its components.

    Anything in the game's card size is a deck, and so is anything with a back, except boards and
    sheets to write on. A component with several sizes or backs becomes several stacks; cards whose
    other sides are drawn from the same rows are one stack `with_own_backs`, otherwise there is one
    for each back.
    """
    stacks = []
    for component in game.components:
        groups: dict[tuple[str | None, tuple[float, float] | None, str], list[Card]] = {}
        for card in component.among(chosen):
            back_id = component.back_of(card)
            if with_own_backs and back_id and game.cards[back_id].reverse_of:
                back_id = REVERSE
            groups.setdefault((back_id, card.size_mm, card.shape), []).append(card)
        for number, ((back, size_mm, shape), cards) in enumerate(groups.items(), 1):
            id_, name = component.id, plain_name(component.name)
            if len(groups) > 1:
                id_ = f"{id_}-{number}"
                name = f"{name}: {card_name(cards[0]) if len(cards) == 1 else number}"
            of_a_card = size_mm is None
            if size_mm is not None and back is not None:
                of_a_card = max(size_mm) <= LARGEST_CARD_MM
            backs: list[Card] = []
            if back == REVERSE:
                backs = [game.cards[str(card.back)] for card in cards]
            stacks.append(
                Stack(
                    id=id_,
                    name=name,
                    component=component,
                    cards=tuple(cards),
                    back=game.cards[back] if back and not backs else None,
                    size_mm=size_mm or game.card_size_mm,
                    shape=shape,
                    is_deck=of_a_card and not component.pad,
                    backs=tuple(backs),
                )
            )
    return _named_apart(stacks)


def _named_apart(stacks: list[Stack]) -> list[Stack]:
    """Rename stacks whose ids would clash (a component `a` in two parts, another called `a-1`)."""
    taken = {component.component.id for component in stacks}
    named: list[Stack] = []
    for stack in stacks:
        id_ = stack.id
        while id_ != stack.component.id and id_ in taken:
            id_ += "-x"
        taken.add(id_)
        named.append(replace(stack, id=id_))
    return named


def faces_of(stacks: list[Stack]) -> list[Card]:
    """List the distinct faces of stacks with their backs, in order, each once."""
    found: dict[str, Card] = {}
    for stack in stacks:
        for card in (*stack.cards, *stack.backs, *([stack.back] if stack.back else [])):
            found.setdefault(card.id, card)
    return list(found.values())


def plain_name(text: str) -> str:
    """Write a name without marks, with icons as words. Asterisks within a word, or alone, are kept:
    a name may contain them.
    """
    unmarked = _ICON.sub(r"\1", _EMPHASIS.sub(r"\2", text))
    return " ".join(_ESCAPED.sub(r"\1", unmarked).split())


def card_name(card: Card) -> str:
    """Return the title of a card, without marks; its id in words if it has none."""
    name = plain_name(card.title) if card.title != card.id else ""
    return name or card.id.replace("-", " ").replace("_", " ").capitalize()


def card_text(game: Game, card: Card) -> str:
    """Describe the other fields of a card, one per line, so that a search finds it. Pictures and
    colours are left out.
    """
    kind = game.root["kinds"][card.kind_said]
    types = dict.fromkeys(each_of(kind.below("for_each").data()), "")
    for name, type_ in kind.below("fields").items.items():
        if name in card.record and name not in _RESERVED:
            found = re.match(r"\W*(\w*)", str(type_.value))
            types[name] = found[1] if found else ""
    lines = []
    for name, word in types.items():
        text = ", ".join(_said(card.record[name], game.styles))
        if word == "text" and text:
            lines.append(text)
        elif word not in _SILENT and text:
            lines.append(f"{name.replace('_', ' ').capitalize()}: {text}")
    return "\n".join(lines)


def _said(value: object, styles: Collection[str]) -> Iterator[str]:
    """Put a field's value into words: an entry of a table by its name, a text without its marks,
    which include `styles`.
    """
    if isinstance(value, tuple):
        for one in value:
            yield from _said(one, styles)
    elif isinstance(value, Record):
        yield plain_name(str(value.name)) if "name" in value and value.name else str(value)
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif value is not None:
        yield without_marks(str(value), styles).strip()
