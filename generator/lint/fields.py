"""Lint: fields of cards that their faces do not show: a number that the rules use, a text that no
player will read.

In: a game, and the fields that its templates read when they drew each card. Out: findings. A field
that is read is assumed to be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from generator.data.findings import Finding
from generator.data.game import Card, Game
from generator.data.saying import agreeing, some_of
from generator.face.unshown import BESIDE, is_image, is_mentioned
from generator.lint.workshop import PAPER, entries, items_of

NAMED = 3
"""The number of cards without a field that are named."""


def unshown_fields(
    game: Game, own: Mapping[str, Set[str]], anywhere: Mapping[str, Set[str]]
) -> Iterator[Finding]:
    """Find the fields that some faces of a kind show and others do not, and those that nothing
    printed shows.

    `own`: by card, the fields that its face reads of it; `anywhere`: those that anything reads of
    it.
    """
    for kind, node in items_of(game.root, "kinds"):
        plain = [name for name, type_ in items_of(node, "fields") if not is_image(type_)]
        cards = [card for card in entries(game, kind) if card.id in own]
        for field in ("name", *plain):
            stating = [card for card in cards if _states(card, field)]
            hidden = _without(field, stating, own)
            shown = len(stating) - len(hidden)
            if not shown:  # another face may show it, such as the other side of the card
                hidden = _without(field, stating, anywhere)
                if field == "name" or _is_beside(game, field, hidden):
                    continue
            if hidden:
                yield _finding(kind, field, hidden, shown)


def _states(card: Card, field: str) -> bool:
    """Return whether a card states a value of a field that can be shown."""
    return field in card.places and _says(card, field)


def _without(field: str, cards: Sequence[Card], read: Mapping[str, Set[str]]) -> list[Card]:
    """Select the cards of which a field is not among those that are read."""
    return [card for card in cards if field not in read[card.id]]


def _is_beside(game: Game, field: str, cards: Sequence[Card]) -> bool:
    """Return whether the texts of a field are mentioned in what is printed beside the cards."""
    has_text = any(isinstance(card.record[field], str) for card in cards)
    return has_text and is_mentioned(game, field, *BESIDE)


def _says(card: Card, field: str) -> bool:
    """Return whether a card has a significant value in a field: not empty, 0 or true."""
    value = card.record._values.get(field)
    return not isinstance(value, bool) and bool(any(value) if isinstance(value, tuple) else value)


def _finding(kind: str, field: str, hidden: list[Card], shown: int) -> Finding:
    first, named = hidden[0], some_of((f"'{card.entry}'" for card in hidden), NAMED)
    claim = f"no printed face shows '{field}' of {named}"
    if shown:
        faces, do = agreeing(len(hidden), "face|faces"), agreeing(len(hidden), "does|do")
        others = agreeing(shown, f"the face of 1 other does|the faces of {shown} others do")
        claim = f"the {faces} of {named} {do} not show '{field}', but {others}"
    return Finding(
        "field-unshown",
        f"{kind}, {field}",
        PAPER,
        "warning",
        claim,
        len(hidden),
        unit="cards",
        place=first.places[field],
        hint=(
            f"write {{{{ card.{field} }}}} in templates/{first.template} to print it; if players "
            "do not need to know it, silence this finding"
        ),
        field=field,
        wider=(kind,),
    )
