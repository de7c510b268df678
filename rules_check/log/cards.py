"""The cards that a play was made with: a game as the log sees it, and a hash of everything in it
that rules can read.

In: a `Game`. Out: `Cards`, and the short hash `data_of`. Knows no play and no log; needs neither
numpy nor numba.

`data_of`, and no other hash, identifies the version of the cards that a play was made with.
`Game.data_hash` covers the file's bytes, so correcting a comma would separate a game from all its
earlier plays; `rules_check.engine.sources.data_hash` needs a game with rules and the half-second
that numba takes to load. `data_of` hashes everything that rules can read, without words and
pictures, from the `Game` alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.data.game import Game


_WORDS = {"text", "line", "colour", "icon", "image"}
"""Types of fields that no rule reads: the text and look of a card."""


def data_of(game: Game) -> str:
    """Return a hash of everything in a game that rules can read, as 16 hexadecimal digits. Words,
    pictures, layout and comments do not count.
    """
    data: dict[str, object] = {
        "plays": game.plays,
        "players": _bare(game.context["game"]["players"]) if "players" in game.info else None,
    }
    for section, kinds in (("tables", "tables"), ("cards", "kinds")):
        tables = game.context[section]
        for name, kind in game.root.below(kinds).items.items():
            types = kind.below("fields").items
            read = sorted(key for key, type_ in types.items() if not _is_words(str(type_.value)))
            data[f"{section} {name}"] = [
                [row["id"], _copies(row), {key: _bare(row[key]) for key in read if key in row}]
                for row in tables[name]
            ]
    data["components"] = [[component.id, component.count] for component in game.components]
    data["rules"] = game.root.below("rules").data()
    rulings = game.context["rulings"]
    data["rulings"] = {name: rulings[name]["choice"] for name in game.root.below("rulings").items}
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _copies(row: Any) -> int:
    return (row["copies"] or 1) if "copies" in row else 1


def _is_words(type_: str) -> bool:
    match = re.search(r"[a-z]+", type_)
    return "|" not in type_ and match is not None and match[0] in _WORDS


def _bare(value: Any) -> object:
    """Convert a value of the game to plain data; an entry of a table becomes its id."""
    if isinstance(value, tuple | list):
        return list(map(_bare, value))
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


@dataclass(frozen=True)
class Cards:
    """What the log has to know about a game: its name, and its cards by id with their names."""

    game: str
    version: str
    data: str
    names: Mapping[str, str]
    players: tuple[int, ...] = ()
    """The possible numbers of players; empty if the game does not specify them."""
    minutes: tuple[int, int] | None = None
    """The shortest and the longest playing time on the box, in minutes."""

    @classmethod
    def of(cls, game: Game) -> Cards:
        cards = game.cards.items()
        names = {id_: str(card.record._values.get("name", id_)) for id_, card in cards}
        info = game.info._values
        fewest, most = info.get("players") or (1, 0)
        counts, minutes = tuple(range(fewest, most + 1)), info.get("minutes")
        if isinstance(minutes, int):
            minutes = minutes, minutes
        return cls(game.title, game.version, data_of(game), names, counts, minutes)
