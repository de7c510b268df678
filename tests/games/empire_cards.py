"""Empire's card set for tests, as plain data to change and write: the game's own file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from generator.data.game import Game
from generator.data.loading import load_game

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "games" / "empire"
RULINGS = {
    "action": "must_act may_pass",
    "trade_offers": "at_once in_turn",
    "trade_partner": "any_card same_empire",
    "six_cards": "at_once next_turn",
    "pillars_a_turn": "any one",
    "joker_pillar": "names_rank any_rank forbidden",
    "demand_names": "rank card",
    "demand_jokers": "may may_not",
    "last_card": "must_discard wins",
    "pile_runs_out": "reshuffle play_on count_pillars",
    "stall": "fifteen_still_rounds play_on",
    "skip_whom": "not_pending not_twice",
    "skip_duty": "must_skip may_skip",
    "match": "single overlord",
}
"""The options of each ruling, the default first."""

Change = Callable[[dict[str, Any]], object]


def empire_data() -> dict[str, Any]:
    """Return the whole of cards.yaml."""
    data: dict[str, Any] = yaml.safe_load((OWN / "cards.yaml").read_text(encoding="utf-8"))
    return data


def write_empire(folder: Path, *changes: Change) -> Game:
    """Write the card set with some changes, one value a line, and load it."""
    data = empire_data()
    data["game"].pop("cards", None)  # a promise that a change of the packs would break
    for change in changes:
        change(data)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(OWN, folder, dirs_exist_ok=True)
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=10**6)
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    return load_game(folder)


def setting(path: str, value: object) -> Change:
    """Set a value by its path: `rules.hand_size`, `rulings.action.choice`."""

    def change(data: dict[str, Any]) -> None:
        *keys, last = path.split(".")
        for key in keys:
            data = data[key]
        data[int(last) if last.isdigit() else last] = value

    return change


def lacking(path: str) -> Change:
    """Take a value out by its path."""

    def change(data: dict[str, Any]) -> None:
        *keys, last = path.split(".")
        for key in keys:
            data = data[key]
        del data[last]

    return change


def faces(change: Callable[[dict[str, Any], str], object], *entries: str) -> Change:
    """Change playing cards by their entries (`s7`), in every pack, and the counts of the packs with
    them.
    """

    def whole(data: dict[str, Any]) -> None:
        kind = data["kinds"]["card"]
        for id_ in [
            one
            for one in kind["cards"]
            if any(one == entry or one.startswith(f"{entry}-") for entry in entries)
        ]:
            change(kind["cards"], id_)
        for component in data["components"].values():
            if component.get("of") == "card":
                rows, pack = kind["cards"].values(), component["where"]["pack"]
                component["count"] = sum(
                    row.get("copies", 1) for row in rows if row.get("pack", pack) == pack
                )

    return whole


def without(*entries: str) -> Change:
    return faces(lambda cards, id_: cards.pop(id_), *entries)


def with_copies(copies: int, *entries: str) -> Change:
    return faces(lambda cards, id_: cards[id_].update(copies=copies), *entries)
