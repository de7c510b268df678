"""Boxes and tables for the tests of exports."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from generator.data.game import Game
from tests.conftest import make_game

FORMATS = Path(__file__).parent / "formats"


def schema(name: str) -> Any:
    return json.loads((FORMATS / f"{name}.schema.json").read_text(encoding="utf-8"))


def box(
    folder: Path,
    copies: list[int],
    back: bool = True,
    size: str | None = None,
    title: str = "Trial",
    **sections: Any,
) -> Game:
    """Make a game with a component of so many cards, of other backs here and there, coins and
    dice.
    """
    cards = {
        f"c{number}": {"name": f"Card {number}", "copies": count}
        for number, count in enumerate(copies)
    }
    for id_ in list(cards)[1::3]:
        cards[id_]["back"] = "other"
    kinds = {
        "back": {
            "template": "card.svg.j2",
            "fields": {"name": "line"},
            "cards": {"plain": {"name": "Plain"}, "other": {"name": "Other"}},
        },
        "coin": {
            "template": "card.svg.j2",
            "shape": "round",
            "size": "20 x 20 mm",
            "fields": {"name": "line"},
            "cards": {"gold": {"name": "Gold", "copies": 7}},
        },
    }
    components = {
        "cards": {
            "name": "Cards",
            "of": "card",
            "count": sum(copies),
            **({"back": "plain"} if back else {}),
        },
        "coins": {"name": "Coins", "of": "coin", "count": 7},
        "dice": {"name": "Dice", "count": 2, "dice": 8},
        "pawns": {"name": "Pawns", "count": 3},
    }
    if len(copies) < 2:
        kinds["back"]["cards"].pop("other")  # type: ignore[attr-defined]
    if not back:
        kinds["back"]["cards"].pop("plain")  # type: ignore[attr-defined]
    if not kinds["back"]["cards"]:
        kinds.pop("back")
    kind = {"size": size} if size else {}
    for name, more in (("kinds", kinds), ("components", components)):
        more.update(sections.pop(name, {}))
    return make_game(
        folder,
        cards=cards,
        kind=kind,
        kinds=kinds,
        components=components,
        game={"title": title},
        **sections,
    )


def things(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """List objects with all that they contain."""
    return [
        found for thing in objects for found in (thing, *things(thing.get("ContainedObjects", [])))
    ]


def simulated(saved: dict[str, Any]) -> Counter[str]:
    """Count the cards, pieces and dice on a table, by their names."""
    found: Counter[str] = Counter()
    for thing in things(saved["ObjectStates"]):
        if thing["Name"] == "DeckCustom":
            assert thing["DeckIDs"] == [card["CardID"] for card in thing["ContainedObjects"]]
        elif thing["Name"] != "Bag":
            found[thing["Nickname"]] += thing.get("Number", 1)
    return found
