"""Is the number that spoils a game named at its line? Rigged decks, and harmless changes.

    python bench/culprits.py              all of them
    python bench/culprits.py --harmless   harmless changes, and the games as shipped
    python bench/culprits.py emporium     those of one game, or whose words have this

A rig counts as named if one of the three things that `check` says first is at a line that was
changed: before causes are looked for, with an earlier version to compare with, and without one.
Prints a Markdown table. The rigs are others than those of rigs.py.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rigs import PATHS, TEMPLATE, Rig, changed, changed_lines, examined, rig  # noqa: E402

RIGS = (
    rig(
        "emporium",
        "two tiers with each other's numbers",
        (r"(chainmail: .*price_cap: )6, upgrade: 1", r"\g<1>8, upgrade: 2"),
        (r"(steel: .*price_cap: )8, upgrade: 2", r"\g<1>6, upgrade: 1"),
    ),
    rig(
        "emporium", "most monsters six-fold", (r"most_monsters_bonus: 5", "most_monsters_bonus: 30")
    ),
    rig(
        "emporium",
        "two sister bonuses that decide together",
        (r"most_monsters_bonus: 5", "most_monsters_bonus: 24"),
        (r"most_heroes_bonus: 5", "most_heroes_bonus: 24"),
    ),
    rig("brick-and-mortar", "a store at 3 instead of 16", (r"(superstore: .*cost: )16", r"\g<1>3")),
    rig(
        "brick-and-mortar",
        "points nobody can afford",
        (r"point_cost: \[.*\]", "point_cost: [40, 80, 130, 180, 240, 300, 370, 440, 520, 600]"),
    ),
    rig(
        "brick-and-mortar",
        "two types with each other's numbers",
        (
            r"(electronics: .*least: )4, highest: 12, crates: 20",
            r"\g<1>10, highest: 22, crates: 20",
        ),
        (r"(artwork: .*least: )10, highest: 22, crates: 15", r"\g<1>4, highest: 12, crates: 15"),
    ),
    rig(
        "merchants-of-magick",
        "two items with each other's numbers",
        (r"(backpack: .*coins: )2, leather: \[2, 4\]", r"\g<1>6, leather: [2, 4]"),
        (r"(plate-armor: .*coins: )6", r"\g<1>2"),
    ),
    rig(
        "merchants-of-magick",
        "potions that nobody uses",
        (r"extra_dice_potions: \[.*\]", "extra_dice_potions: [0, 9, 9, 9, 9, 9]"),
    ),
    rig("empire", "hands of four", (r"hand_size: 10", "hand_size: 4")),
    rig("empire", "pillars of two", (r"pillar_size: 4", "pillar_size: 2")),
    rig("night-market", "a tiger for 1", (r"(tiger: .*price: )5", r"\g<1>1")),
    rig(
        "orchard",
        "two fruits with each other's numbers",
        (r"(windfall: .*price: )1, points: 1", r"\g<1>5, points: 6"),
        (r"(quince: .*price: )5, points: 6", r"\g<1>1, points: 1"),
    ),
)
HARMLESS = (
    rig("emporium", "banishing for 3", (r"banish_price: 2", "banish_price: 3")),
    rig("emporium", "most heroes for 6", (r"most_heroes_bonus: 5", "most_heroes_bonus: 6")),
    rig(
        "empire",
        "a card more for a first pillar",
        (r"first_pillar_cards: 6", "first_pillar_cards: 7"),
    ),
    rig("brick-and-mortar", "a bakery for 6", (r"(bakery: .*cost: )5", r"\g<1>6")),
    rig("brick-and-mortar", "a warehouse with 4 points", (r"(warehouse: .*points: )5", r"\g<1>4")),
    rig(
        "merchants-of-magick", "a potion more", (r"adventurer_potions: 3", "adventurer_potions: 4")
    ),
    rig("merchants-of-magick", "a ring for 4", (r"(ring: .*coins: )3", r"\g<1>4")),
    rig("night-market", "a wage of 3", (r"wage: 2", "wage: 3")),
)
SHIPPED = tuple(Rig(game, "as shipped", ()) for game in list(PATHS))
PAGES = {
    "night-market": "docs/reference/writing-rules.md",
    "orchard": "docs/how-to/rules-as-data.md",
}


class Seen(NamedTuple):
    """What a check says of a deck: whether it names a changed line, in each of three ways."""

    alarms: int
    plain: bool
    with_base: bool
    alone: bool
    words: str


def written(game: str, folder: Path) -> Path:
    """Write a game from the pages of the docs into a folder; returns its cards.yaml."""
    page = (ROOT / PAGES[game]).read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", page, re.S)
    text = blocks[0] if game == "night-market" else _orchard(blocks)
    (folder / "templates").mkdir(parents=True)
    for name in ("card", "fruit"):
        (folder / "templates" / f"{name}.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    return folder / "cards.yaml"


def _orchard(blocks: list[str]) -> str:
    wanted = [block for block in blocks if re.match(r"game:|rules:|setup:|play:|  until:", block)]
    return "\n".join(wanted)


def look(one: Rig, room: Path) -> Seen:
    from generator.data.loading import load_game
    from generator.data.source import content_of
    from rules_check.cli.check import foremost
    from rules_check.prove.causes import Detective

    (room / "old").mkdir()
    (room / "new").mkdir()
    if one.game in PAGES:
        PATHS[one.game] = written(one.game, room / "old" / "game").parent
    before = load_game(PATHS[one.game] / "cards.yaml")
    game = changed(one, room / "new")
    lines = changed_lines(before, game)
    examination, loud = examined(game)
    detective = Detective(examination, content_of(game.folder / game.file))
    measured = detective.against(before, content_of(before.folder / before.file))
    alone = detective.alone()
    first = foremost(loud)

    def hits(named: list[Any]) -> bool:
        return any(each.place is not None and each.place.line in lines for each in named[:3])

    words = "; ".join(
        [each.said for each in (measured or alone)[:1]] + [each.name for each in first[:2]]
    )
    return Seen(len(loud), hits(first), hits([*measured, *first]), hits([*alone, *first]), words)


def main() -> None:
    asked = sys.argv[1:]
    rigs = (*HARMLESS, *SHIPPED) if "--harmless" in asked else (*RIGS, *HARMLESS, *SHIPPED)
    words = [word for word in asked if not word.startswith("--")]
    print("| game | change | alarms | before | with a base | without | said |", flush=True)
    print("|---|---|--:|---|---|---|---|", flush=True)
    for one in rigs:
        if words and one.game not in words and not any(word in one.what for word in words):
            continue
        began = time.process_time()
        with tempfile.TemporaryDirectory() as name:
            seen = look(one, Path(name))
        marks = ["yes" if found else "no" for found in (seen.plain, seen.with_base, seen.alone)]
        seconds = time.process_time() - began
        print(
            f"| {one.game} | {one.what} | {seen.alarms} | {' | '.join(marks)} | {seen.words} |"
            f" <!-- {seconds:.0f} s -->",
            flush=True,
        )


if __name__ == "__main__":
    main()
