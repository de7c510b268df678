"""What does `check` say of forty-one spoiled decks, of sixteen spoiled games of rules as data, and of
decks changed harmlessly?

    python bench/other_rigs.py               all of them, some forty minutes on one core
    python bench/other_rigs.py empire gem    those of one game, or whose words have this
    python bench/other_rigs.py --harmless    harmless changes only
    python bench/other_rigs.py --alone       without an earlier version, which takes half as long

A rig is named if one of the first three causes or of the first three findings is at a changed line,
or names one beside its own, told of if there is another warning that the game as shipped has not, and missed if there is none. Both are counted
with the game as shipped as the earlier version, and without one. A harmless change must bring no
warning that the game as shipped has not. The rigs are others than those of rigs.py and culprits.py.
Prints a Markdown table.
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
    rig("emporium", "sets six-fold", (r"monster_set_bonus: 5", "monster_set_bonus: 30")),
    rig(
        "emporium",
        "two sister bonuses three-fold",
        (r"most_monsters_bonus: 5", "most_monsters_bonus: 15"),
        (r"most_heroes_bonus: 5", "most_heroes_bonus: 15"),
    ),
    rig("emporium", "leather sells for 1", (r"(leather: .*price_cap: )4", r"\g<1>1")),
    rig("emporium", "a first step up at 12", (r"(chainmail: .*upgrade: )1", r"\g<1>12")),
    rig("emporium", "a hydra that pays 2", (r"(hydra:\n.*reward: )24", r"\g<1>2")),
    rig(
        "emporium",
        "two weapons with each other's strength",
        (r"(Bent Fish Spear, .*strength: )2", r"\g<1>6"),
        (r"(Leviathan Trident, .*strength: )6", r"\g<1>2"),
    ),
    rig(
        "emporium",
        "two heroes with each other's strength",
        (r"(pike:\n.*strength: )3", r"\g<1>8"),
        (r"(vane:\n.*strength: )8", r"\g<1>3"),
    ),
    rig("emporium", "hands of twelve", (r"hand_size: 4", "hand_size: 12")),
    rig("emporium", "no second upgrade", (r"upgrades_most: 2", "upgrades_most: 1")),
    rig(
        "emporium",
        "one hero on the table",
        (r"heroes_on_table: \{.*\}", "heroes_on_table: {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}"),
    ),
    rig("empire", "hands of twenty", (r"hand_size: 10", "hand_size: 20")),
    rig("empire", "pillars of six", (r"pillar_size: 4", "pillar_size: 6")),
    rig("empire", "two pillars win", (r"pillars_to_win: 4", "pillars_to_win: 2")),
    rig("empire", "bonuses from the first pillar", (r"bonus_from: 2", "bonus_from: 1")),
    rig("empire", "one pack for four", (r"(packs: \{3: 2, 4: )2", r"\g<1>1")),
    rig(
        "empire",
        "two ranks with each other's powers",
        (r"(two: .*power: )skip", r"\g<1>wild"),
        (r"(joker: .*power: )wild", r"\g<1>skip"),
    ),
    rig("empire", "a ten that is wild", (r"(ten: .*power: )none", r"\g<1>wild")),
    rig("empire", "no bonus of battles", (r"(warlord: .*bonus: )battle", r"\g<1>trade")),
    rig(
        "empire",
        "games end when the resources do",
        (r"(pile_runs_out:\n.*\n +choice: )reshuffle", r"\g<1>count_pillars"),
    ),
    rig("empire", "no cards for a pillar", (r"first_pillar_cards: 6", "first_pillar_cards: 0")),
    rig("merchants-of-magick", "twenty rounds", (r"rounds: 10", "rounds: 20")),
    rig(
        "merchants-of-magick",
        "no potions",
        (r"row_potions: 1", "row_potions: 0"),
        (r"adventurer_potions: 3", "adventurer_potions: 0"),
    ),
    rig(
        "merchants-of-magick",
        "extra dice from four potions",
        (r"extra_dice_potions: \[.*\]", "extra_dice_potions: [7, 7, 8, 8, 9, 9]"),
    ),
    rig(
        "merchants-of-magick",
        "two items with each other's coins and circles",
        (r"(boots: .*coins: )2, leather: \[3, 5\]", r"\g<1>6, leather: [3, 5]"),
        (r"(plate-armor: .*coins: )6", r"\g<1>2"),
    ),
    rig("merchants-of-magick", "an order for 20", (r"(divine-boots: .*coins: )2", r"\g<1>20")),
    rig("merchants-of-magick", "an adventurer for 1", (r"(dragonslayer: .*coins: )11", r"\g<1>1")),
    rig("merchants-of-magick", "a twelve-sided die of four", (r"(d12: .*faces: )12", r"\g<1>4")),
    rig(
        "merchants-of-magick", "four results a round", (r"results_a_round: 2", "results_a_round: 4")
    ),
    rig(
        "merchants-of-magick",
        "an apprentice who earns more",
        (r"(arcanist: .*master: )8, apprentice: 4", r"\g<1>4, apprentice: 8"),
    ),
    rig(
        "merchants-of-magick",
        "two ratings with each other's coins",
        (r"(apprentice: .*coins: )60", r"\g<1>90"),
        (r"(master: .*coins: )90", r"\g<1>60"),
    ),
    # one more than the scores under `check:` are promised for
    rig("merchants-of-magick", "eleven rounds", (r"rounds: 10", "rounds: 11")),
    rig("brick-and-mortar", "a bazaar for 2", (r"(bazaar: .*cost: )12", r"\g<1>2")),
    rig("brick-and-mortar", "a bank for 30", (r"(bank: .*cost: )8", r"\g<1>30")),
    rig(
        "brick-and-mortar",
        "two stores with each other's costs",
        (r"(small-loading-dock: .*cost: )4", r"\g<1>17"),
        (r"(mall-gallery: .*cost: )17", r"\g<1>4"),
    ),
    rig(
        "brick-and-mortar",
        "food at the prices of jewelry",
        (r"(food: .*least: )1, highest: 6", r"\g<1>7, highest: 16"),
        (r"(jewelry: .*least: )7, highest: 16", r"\g<1>1, highest: 6"),
    ),
    rig(
        "brick-and-mortar",
        "points five-fold",
        (r"point_cost: \[.*\]", "point_cost: [20, 40, 65, 90, 120, 150, 185, 220, 260, 300]"),
    ),
    rig("brick-and-mortar", "points that sell for nothing", (r"point_sale: 3", "point_sale: 0")),
    rig("brick-and-mortar", "a hundred to begin with", (r"start_money: 15", "start_money: 100")),
    rig("brick-and-mortar", "debts of 20", (r"debt_money: 2", "debt_money: 20")),
    rig("brick-and-mortar", "one market card", (r"market_hand: 5", "market_hand: 2")),
    rig(
        "brick-and-mortar",
        "empty slots at ten-fold",
        (r"empty_slot: \[4, 3, 2, 1\]", "empty_slot: [40, 30, 20, 10]"),
    ),
    rig("starter", "no pearls", (r"pearls_each: 2", "pearls_each: 0")),
    rig("starter", "thirty turns", (r"turns: 9", "turns: 30")),
    rig("starter", "suits eight-fold", (r"suits: sum\(", "suits: 8 * sum(")),
    rig("starter", "a sweep at four pearls", (r"if pearls > 0", "if pearls > 3")),
    rig("gem", "a card for one gem", (r"(c1: .*cost: )\[.*\]", r"\g<1>[onyx]")),
    rig("gem", "thirty points win", (r"goal: 9", "goal: 30")),
    rig(
        "gem",
        "two cards with each other's worth",
        (r"(c3: .*worth: )5", r"\g<1>0"),
        (r"(a1: .*worth: )0", r"\g<1>5"),
    ),
    rig(
        "gem",
        "a card for twelve gems",
        (
            r"(b4: .*cost: )\[.*\]",
            r"\g<1>[jade, jade, jade, jade, jade, jade, jade, jade, jade, jade]",
        ),
    ),
    rig("harbour", "a hall for 2", (r"(hall: .*cost: )8", r"\g<1>2")),
    rig("harbour", "a smithy for 9", (r"(smithy: .*cost: )4", r"\g<1>9")),
    rig(
        "harbour",
        "two coins with each other's numbers",
        (r"(shilling: .*cost: )3, worth: 2", r"\g<1>6, worth: 1"),
        (r"(crown: .*cost: )6", r"\g<1>0"),
    ),
    rig("harbour", "hands of two", (r"hand_size: 5", "hand_size: 2")),
    rig("market", "a wage of 12", (r"wage: 2", "wage: 12")),
    rig("market", "a porter for 6", (r"(porter: .*price: )3", r"\g<1>6")),
    rig("market", "no room for guests", (r"guests: 6", "guests: 20")),
    rig("market", "hands of nothing to lay", (r"(tiger: .*points: )5", r"\g<1>0")),
)
HARMLESS = (
    rig("emporium", "a hand of five", (r"hand_size: 4", "hand_size: 5")),
    rig("emporium", "a hydra for 23", (r"(hydra:\n.*reward: )24", r"\g<1>23")),
    rig("emporium", "a stronger boar", (r"(boar:\n.*strength: )10", r"\g<1>11")),
    rig("emporium", "sets for 6", (r"monster_set_bonus: 5", "monster_set_bonus: 6")),
    rig("empire", "hands of eleven", (r"hand_size: 10", "hand_size: 11")),
    rig("empire", "five cards for a pillar", (r"first_pillar_cards: 6", "first_pillar_cards: 5")),
    rig("merchants-of-magick", "a sword for 5", (r"(sword: .*coins: )4", r"\g<1>5")),
    rig("merchants-of-magick", "an order for 3", (r"(divine-boots: .*coins: )2", r"\g<1>3")),
    rig(
        "merchants-of-magick",
        "a mastery for 9",
        (r"(tanner: .*master: )8, apprentice: 4", r"\g<1>9, apprentice: 5"),
    ),
    rig("brick-and-mortar", "a superstore for 15", (r"(superstore: .*cost: )16", r"\g<1>15")),
    rig("brick-and-mortar", "a thrift store for 9", (r"(thrift-store: .*cost: )8", r"\g<1>9")),
    rig("brick-and-mortar", "start with 11 points", (r"start_points: 10", "start_points: 11")),
    rig("starter", "eight turns", (r"turns: 9", "turns: 8")),
    rig("gem", "a gem more", (r"gems: \{2: 4, 3: 5, 4: 7\}", "gems: {2: 5, 3: 6, 4: 8}")),
    rig("harbour", "a fair for 6", (r"(fair: .*cost: )5", r"\g<1>6")),
    rig("market", "a lantern more", (r"(lantern: .*copies: )6", r"\g<1>7"), (r"22", "23")),
)
_GAMES = ROOT / "tests/rules_check/notation/games"
FIRST = 3
"""The number of findings that the first screen shows."""


class Seen(NamedTuple):
    """What a check says of a deck."""

    new: list[Any]
    """Faults and warnings that the game as shipped has not."""
    disused: list[Any]
    """Warnings that only the earlier version shows."""
    with_base: bool
    alone: bool
    """Whether a changed line is named with an earlier version, and without one."""
    words: str


def written(game: str, room: Path) -> Path:
    """Write a game of rules as data into a folder, and return it."""
    if game == "starter":
        return ROOT / "generator/job/rules"
    folder = room / game
    if not folder.is_dir():
        page = (ROOT / "docs/reference/writing-rules.md").read_text(encoding="utf-8")
        texts = {"gem": "gem_wharf", "harbour": "small_harbour"}
        text = (
            (_GAMES / f"{texts[game]}.yaml").read_text(encoding="utf-8")
            if game in texts
            else re.findall(r"```yaml\n(.*?)```", page, re.S)[0]
        )
        (folder / "templates").mkdir(parents=True)
        (folder / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
        (folder / "cards.yaml").write_text(text, encoding="utf-8")
    return folder


def look(one: Rig, room: Path, usual: dict[str, set[tuple[str, str]]], is_alone: bool) -> Seen:
    from generator.data.loading import load_game
    from generator.data.source import content_of
    from rules_check.cli.check import foremost
    from rules_check.prove.causes import Detective

    if one.game not in PATHS:
        PATHS[one.game] = written(one.game, room)
    before = load_game(PATHS[one.game] / "cards.yaml")
    if one.game not in usual:
        usual[one.game] = {(each.code, each.about) for each in examined(before)[1]}
    with tempfile.TemporaryDirectory() as name:
        game = changed(one, Path(name))
        texts = [content_of(each.folder / each.file) for each in (before, game)]
        lines = changed_lines(before, game)
        go_on(before, game)
        examination, loud = examined(game)
        new = [each for each in loud if (each.code, each.about) not in usual[one.game]]
        detective = Detective(examination, texts[1])
        with examination.judging():
            measured = [] if is_alone else detective.against(before, texts[0])
            disused = [each.finding for each in detective.disused.values()]
            alone = detective.alone() if new else []
    first = foremost(loud)

    def hits(causes: list[Any]) -> bool:
        places = [each.place for each in [*causes[:FIRST], *first]]
        places += [place for each in first for _, place in each.also]
        return any(place is not None and place.line in lines for place in places)

    said = [each.said for each in (measured or alone)[:1]] + [each.name for each in first[:2]]
    return Seen(new, disused, hits(measured or alone), hits(alone), "; ".join(said))


def go_on(before: Any, game: Any) -> None:
    """Let those who learned a game learn a changed copy of it, as after an edit."""
    from rules_check.engine.kept import keep_learned, latest_at, read_kept

    for players in range(1, 10):
        files = [latest_at(each.folder / each.file, players) for each in (before, game)]
        if learned := read_kept(files[0]):
            keep_learned(files[1], learned)


def main() -> None:
    from generator.data.problems import ProblemError

    asked = sys.argv[1:]
    rigs = HARMLESS if "--harmless" in asked else (*RIGS, *HARMLESS)
    words = [word for word in asked if not word.startswith("--")]
    print("| game | change | warnings | with an earlier version | without | said first |")
    print("|---|---|--:|---|---|---|", flush=True)
    usual: dict[str, set[tuple[str, str]]] = {}
    with tempfile.TemporaryDirectory() as name:
        for one in rigs:
            if words and one.game not in words and not any(word in one.what for word in words):
                continue
            began = time.process_time()
            try:
                seen = look(one, Path(name), usual, "--alone" in asked)
                marks = []
                for hit, found in (
                    (seen.with_base, [*seen.new, *seen.disused]),
                    (seen.alone, seen.new),
                ):
                    told, silent = ("accused", "quiet") if one in HARMLESS else ("told", "missed")
                    word = "named" if hit and one not in HARMLESS else told
                    marks.append(word if found else silent)
                row = [str(len(seen.new)), *marks, seen.words]
            except ProblemError as fault:
                row = ["", "in the file", "in the file", str(fault.problems[0].code)]
            seconds = time.process_time() - began
            print(
                f"| {one.game} | {one.what} | {' | '.join(row)} | <!-- {seconds:.0f} s -->",
                flush=True,
            )


if __name__ == "__main__":
    main()
