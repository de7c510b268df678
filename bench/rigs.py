"""Decks rigged by hand, and decks changed harmlessly: what does `check` say of them?

    python bench/rigs.py               all of them, some 20 minutes on one core
    python bench/rigs.py emporium      those of one game
    python bench/rigs.py crates 20     those whose words have one of these

Each rig is a change of a few words in one game's cards.yaml that spoils the game, with the findings
any of which would tell a designer where to look. Where counting finds it nothing is played. A
harmless change must bring no fault and no warning that the game as shipped has not. Prints a
Markdown table.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PATHS = {
    "emporium": ROOT,
    "empire": ROOT / "games/empire",
    "merchants-of-magick": ROOT / "games/merchants-of-magick",
    "brick-and-mortar": ROOT / "games/brick-and-mortar",
}


class Rig(NamedTuple):
    game: str
    what: str
    changes: tuple[tuple[str, str], ...]
    """Patterns and what takes their place; each must be there."""
    found_by: tuple[str, ...] = ()
    """Findings, any of which names it: a code, or a code and a pattern of what it is about. None:
    harmless.
    """


def rig(game: str, what: str, *changes: tuple[str, str], by: str = "") -> Rig:
    return Rig(game, what, changes, tuple(by.split()))


TEMPLATE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>'
"""The faces of games that are only played."""

RIGS = (
    rig(
        "emporium",
        "a level 1 monster pays nothing",
        (r"(rat-king:\n.*reward: )4", r"\g<1>0"),
        by="reward-below-bid:rat-king card-dominated:rat-king",
    ),
    rig(
        "emporium",
        "a hero without strength",
        (r"(greta:\n.*strength: )3", r"\g<1>0"),
        by="card-dominated:greta card-outlier:greta card-worth:greta",
    ),
    rig(
        "emporium",
        "a monster nobody can beat",
        (r"(hydra:\n.*strength: )\d+", r"\g<1>40"),
        by="monster-unbeatable:hydra card-outlier:hydra",
    ),
    rig(
        "emporium",
        "dice too small for the prices",
        (r"die_faces: 8", "die_faces: 4"),
        by="cap-beyond-die die-mismatch",
    ),
    rig(
        "emporium",
        "banishing at 12 gold",
        (r"banish_price: 2", "banish_price: 12"),
        by="rule-unused:heroes.banished action-unused:banish",
    ),
    rig(
        "emporium",
        "a colour bonus of nothing",
        (r"colour_bonus: 1", "colour_bonus: 0"),
        by="money-source:colour",
    ),
    rig(
        "emporium",
        "a second upgrade at 9",
        (r"(steel: .*upgrade: )2", r"\g<1>9"),
        by="rule-unused:second action-unused:upgrade",
    ),
    rig(
        "emporium",
        "half the coins",
        (r"(coin-10: .*copies: )20", r"\g<1>1"),
        (r"(coin-5: .*copies: )20", r"\g<1>3"),
        (r"count: 90", "count: 54"),
        by="supply-short coins-short",
    ),
    rig(
        "emporium",
        "a set of monsters for 60",
        (r"monster_set_bonus: 5", "monster_set_bonus: 60"),
        by="source-decides:sets ties runaway-leader length",
    ),
    rig(
        "emporium",
        "equal bids clockwise",
        (r"(equal_bids:\n.*\n +choice: )poorest", r"\g<1>clockwise"),
        by="seat-advantage:6.players ruling-matters:equal_bids",
    ),
    rig(
        "emporium",
        "hands of one card",
        (r"hand_size: 4", "hand_size: 1"),
        by="length rule-unused action-unused stall",
    ),
    rig(
        "empire",
        "one pillar wins",
        (r"pillars_to_win: 4", "pillars_to_win: 1"),
        by="length bonus-late bonus-idle",
    ),
    rig(
        "empire",
        "a rank in no empire",
        (r"(six: .*)empire: thief, ", r"\g<1>"),
        by="rank-idle:six empire-short:thief",
    ),
    rig(
        "empire",
        "an empire of three ranks",
        (r"(ace: .*)empire: warlord", r"\g<1>empire: merchant"),
        by="empire-short:warlord",
    ),
    rig(
        "empire",
        "a bonus that comes too late",
        (r"bonus_from: 2", "bonus_from: 4"),
        by="bonus-late",
    ),
    rig(
        "empire",
        "a first pillar that draws the deck",
        (r"first_pillar_cards: 6", "first_pillar_cards: 40"),
        by="deal-short",
    ),
    rig(
        "empire",
        "pillars of seven",
        (r"pillar_size: 4", "pillar_size: 7"),
        by="rank-short stall length",
    ),
    rig(
        "empire",
        "three tokens for six",
        (r"skip: \{copies: 6\}", "skip: {copies: 3}"),
        (r"(of: token, count: )6(, both_sides: true), each_player: true", r"\g<1>3\g<2>"),
        by="pieces-short",
    ),
    rig(
        "merchants-of-magick",
        "a circle that no die shows",
        (r"steel: \[6, 8, 9\]", "steel: [6, 8, 13]"),
        by="circle-beyond-dice:plate-armor",
    ),
    rig(
        "merchants-of-magick",
        "a sword for 20",
        (r"(sword: .*coins: )4", r"\g<1>20"),
        by="card-outlier:sword card-worth:sword card-taken:sword",
    ),
    rig(
        "merchants-of-magick",
        "eight orders each for eight",
        (r"7: 2, 8: 2\}", "7: 2, 8: 8}"),
        by="orders-short:8 runs-out:.*8.players",
    ),
    rig(
        "merchants-of-magick",
        "extra dice that nobody can pay",
        (
            r"extra_dice_potions: \[0, 0, 0, 1, 2, 3\]",
            "extra_dice_potions: [30, 30, 30, 30, 30, 30]",
        ),
        by="rule-unused:.*extra",
    ),
    rig(
        "merchants-of-magick",
        "four rounds",
        (r"rounds: 10", "rounds: 4"),
        by="length score-reached",
    ),
    rig(
        "merchants-of-magick",
        "two red potions",
        (r"(potion-red: .*copies: )36", r"\g<1>2"),
        (r"(potion-green: .*copies: )16", r"\g<1>1"),
        (r"(potion-purple: .*copies: )8", r"\g<1>1"),
        (r"count: 60", "count: 4"),
        by="supply-short pieces-short",
    ),
    rig(
        "merchants-of-magick",
        "a mastery worth 30",
        (r"(tanner: .*master: )8", r"\g<1>30"),
        by="card-outlier:tanner card-worth:tanner card-taken:tanner source-decides",
    ),
    rig(
        "brick-and-mortar",
        "a store for 99",
        (r"(supermarket: .*cost: )7", r"\g<1>70"),
        by="card-outlier:supermarket dead-card:supermarket card-worth:supermarket",
    ),
    rig(
        "brick-and-mortar",
        "a store with 20 points",
        (r"(corner-grocer: .*points: )1", r"\g<1>20"),
        by="card-outlier:corner-grocer card-worth:corner-grocer card-taken:corner-grocer",
    ),
    rig(
        "brick-and-mortar",
        "three crates of art",
        (r"artwork: (\{name: Art, .*crates: )15", r"artwork: \g<1>3"),
        (r"(crate-artwork: .*copies: )15", r"\g<1>3"),
        (r"count: 105", "count: 93"),
        by="crates-short:art runs-out:crates",
    ),
    rig(
        "brick-and-mortar",
        "a power without its number",
        (r"(food-wholesaler: .*power: wholesaler), amount: 1", r"\g<1>"),
        by="power-idle:food-wholesaler",
    ),
    rig(
        "brick-and-mortar",
        "three months",
        (r"last_month: \{2: 10, 3: 10, 4: 9\}", "last_month: {2: 3, 3: 3, 4: 3}"),
        by="length",
    ),
    rig(
        "brick-and-mortar",
        "points sold at 20",
        (r"point_sale: 3", "point_sale: 20"),
        by="source-decides money-source card-worth exploitable strategy action-unused length ties",
    ),
    rig(
        "brick-and-mortar",
        "points at the price they bring",
        (
            r"point_cost: \[4, 8, 13, 18, 24, 30, 37, 44, 52, 60\]",
            "point_cost: [3, 6, 9, 12, 15, 18, 21, 24, 27, 30]",
        ),
        by="points-free",
    ),
    rig(
        "brick-and-mortar",
        "a marker at 300",
        (r"marker_points: .*", "marker_points: {2: 300, 3: 300, 4: 300}"),
        by="end-never-comes length",
    ),
    rig(
        "brick-and-mortar",
        "one debt token",
        (r"debt_tokens: 15", "debt_tokens: 1"),
        (r"(debt-token: .*copies: )15", r"\g<1>1"),
        (r"(of: debt, count: )15", r"\g<1>1"),
        by="runs-out:debt pieces-short",
    ),
    rig(
        "brick-and-mortar",
        "stores that hold nothing",
        (r"(supermarket: .*food: )\[6, 2\]", r"\g<1>[1, 1]"),
        by=(
            "card-outlier:supermarket card-worth:supermarket dead-card:supermarket "
            "card-taken:supermarket"
        ),
    ),
    rig(
        "emporium",
        "sixty gold to begin with",
        (r"starting_gold: 3", "starting_gold: 60"),
        by=(
            "source-decides:starting money-source length exploitable runaway-leader card-worth "
            "supply-short"
        ),
    ),
    rig(
        "emporium",
        "a charm of 12",
        (r"(Pearl of Calm Seas.*strength: )5", r"\g<1>12"),
        by="card-outlier:pearl card-worth:pearl card-dominated",
    ),
    rig(
        "emporium",
        "most heroes for 60",
        (r"most_heroes_bonus: 5", "most_heroes_bonus: 60"),
        by="source-decides:most.heroes",
    ),
    rig(
        "emporium",
        "a colour bonus of nine",
        (r"colour_bonus: 1", "colour_bonus: 9"),
        by="source-decides:colour strategy exploitable length supply-short card-worth",
    ),
    rig(
        "emporium",
        "one monster in the row",
        (r"monsters_in_row: 3", "monsters_in_row: 1"),
        by="stall length rule-unused ties runaway-leader action-unused",
    ),
    rig(
        "emporium",
        "decks of one each",
        (r"deck_levels: \{1: 5, 2: 5, 3: 5\}", "deck_levels: {1: 1, 2: 1, 3: 1}"),
        by="length game-end rule-unused deck-short",
    ),
    rig(
        "emporium",
        "a hero of level 3 as strong as any monster",
        (r"(vane:\n.*strength: )8", r"\g<1>18"),
        by="card-outlier:vane card-worth:vane",
    ),
    rig(
        "emporium",
        "a hero without hands",
        (r"(vane:\n.*slots: )\[weapon, armour, charm\]", r"\g<1>[charm]"),
        by="card-outlier:vane card-worth:vane dead-card:vane card-dominated:vane",
    ),
    rig(
        "empire",
        "a pack for six",
        (r"packs: \{3: 2, 4: 2, 5: 3, 6: 3\}", "packs: {3: 2, 4: 2, 5: 3, 6: 1}"),
        by="deal-short should-not-happen happens length rank-short stall",
    ),
    rig(
        "empire",
        "pillars of one card",
        (r"pillar_size: 4", "pillar_size: 1"),
        by="length rule-unused strategy action-unused ties",
    ),
    rig(
        "empire",
        "twelve pillars",
        (r"pillars_to_win: 4", "pillars_to_win: 12"),
        by="length stall rank-short",
    ),
    rig(
        "merchants-of-magick",
        "rows of one potion more than anybody needs",
        (r"row_potions: 1", "row_potions: 9"),
        by="supply-short money-source source-decides rule-unused length",
    ),
    rig(
        "merchants-of-magick",
        "a charm for nothing",
        (r"(haggling: .*coins: )\d+", r"\g<1>1"),
        by="dead-card:haggling card-worth:haggling card-outlier:haggling",
    ),
    rig(
        "merchants-of-magick",
        "one result a round",
        (r"results_a_round: 2", "results_a_round: 1"),
        by="dead-card score-reached rule-unused length",
    ),
    rig(
        "merchants-of-magick",
        "an adventurer for 30",
        (r"(smith: .*coins: )10", r"\g<1>30"),
        by="card-outlier:smith card-worth:smith card-taken:smith",
    ),
    # harmless
    rig("emporium", "one gold more to begin with", (r"starting_gold: 3", "starting_gold: 4")),
    rig(
        "emporium",
        "two guilds change names",
        (r"name: Tide,", "name: Coast,"),
        (r"name: Ember,", "name: Forge,"),
    ),
    rig("emporium", "one monster pays one less", (r"(griffin:\n.*reward: )19", r"\g<1>18")),
    rig("empire", "a hand of nine", (r"hand_size: 10", "hand_size: 9")),
    rig("empire", "hearts are cups", (r"name: Hearts, colour", "name: Cups, colour")),
    rig("merchants-of-magick", "a staff for 4", (r"(staff: .*coins: )3", r"\g<1>4")),
    rig(
        "merchants-of-magick",
        "a coin more for an adventurer",
        (r"(smith: .*coins: )10", r"\g<1>11"),
    ),
    rig("brick-and-mortar", "a dollar more to begin with", (r"start_money: 15", "start_money: 16")),
)


def changed(one: Rig, folder: Path) -> Any:
    """Load a game with its changes, from a copy of its folder."""
    from generator.data.loading import load_game

    text = (PATHS[one.game] / "cards.yaml").read_text(encoding="utf-8")
    for pattern, new in one.changes:
        text, times = re.subn(pattern, new, text)
        if not times:
            raise SystemExit(f"{one.game}, {one.what}: nothing is like {pattern!r}")
    for path in PATHS[one.game].iterdir():
        if path.name in ("templates", "fonts", "art") or (
            path.is_file() and path.suffix in (".yaml", ".ttf")
        ):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / path.name)
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    return load_game(folder / "cards.yaml")


def changed_lines(before: Any, game: Any) -> set[int]:
    """Number the lines in which two games' cards.yaml, with as many lines, differ."""
    from generator.data.source import content_of

    texts = [content_of(one.folder / one.file).decode().splitlines() for one in (before, game)]
    return {n for n, (a, b) in enumerate(zip(*texts, strict=True), 1) if a != b}


def examined(game: Any) -> tuple[Any, list[Any]]:
    """Check a game as `check` does, which lets players learn it first; return the examination, and
    its faults and warnings.
    """
    from rules_check.engine.game import counts_of, rules_of
    from rules_check.prove.checking import LEVELS, Examination
    from rules_check.prove.fitting import fit
    from rules_check.prove.lessons import lessons_for

    rules = rules_of(game)
    cards = fit(rules, rules.cards_record(game), 1).cards
    if lessons := lessons_for(rules, game, cards, counts_of(rules, cards)):
        lessons.take(lambda part: None)
    examination = Examination(rules, game, cards, LEVELS["usual"], 1)
    return examination, [one for one in examination.run().findings if one.counts]


def alarms(game: Any, rules: Any, is_whole: bool) -> list[Any]:
    """Return the faults and warnings of a check, or of what it finds without playing."""
    from generator.data.findings import limits_of, silence
    from rules_check.prove.checking import LEVELS, Examination
    from rules_check.prove.fitting import fit
    from rules_check.toolkit.outliers import outlier_findings
    from rules_check.verdict.findings import LIMITS

    cards = rules.cards_record(game)
    if is_whole:
        found = (
            Examination(rules, game, fit(rules, cards, 1).cards, LEVELS["usual"], 1).run().findings
        )
    else:
        limits = limits_of(game.root.below("check"), LIMITS | getattr(rules, "LIMITS", {}))[0]
        found = [*rules.examine(game, cards, limits), *outlier_findings(game)]
    found, _ = silence(game.root.below("check"), found)
    return [one for one in found if one.verdict in ("fault", "warning") and one.silenced is None]


def names(one: Any, wanted: str) -> bool:
    code, _, about = wanted.partition(":")
    return one.code == code and (
        not about or re.search(about, f"{one.about} {one.claim}", re.I) is not None
    )


def main() -> None:
    from generator.data.loading import load_game
    from generator.data.problems import ProblemError
    from rules_check.engine.game import load_rules
    from rules_check.prove.checking import CODES

    asked = sys.argv[1:] or list(PATHS)  # games, or parts of what is changed
    usual: dict[str, set[tuple[str, str]]] = {}
    print("| game | change | | said first |\n|---|---|---|---|", flush=True)
    counts = dict.fromkeys(("found", "missed", "quiet", "falsely accused"), 0)
    for one in RIGS:
        if one.game not in asked and not any(word in one.what for word in asked):
            continue
        rules, began, said, how = load_rules(one.game), time.process_time(), [], ""
        if unknown := {wanted.partition(":")[0] for wanted in one.found_by} - {
            *CODES,
            *rules.CODES,
        }:
            raise SystemExit(
                f"{one.game}, {one.what}: there is no finding {', '.join(sorted(unknown))}"
            )
        with tempfile.TemporaryDirectory() as name:
            try:
                game = changed(one, Path(name))
                if one.found_by:
                    said = alarms(game, rules, is_whole=False)
                    how = "without playing"
                    hits = [
                        row for row in said if any(names(row, wanted) for wanted in one.found_by)
                    ]
                    if not hits:
                        said = sorted(
                            alarms(game, rules, is_whole=True),
                            key=lambda row: (row.verdict != "fault", -row.excess),
                        )
                        hits, how = (
                            [
                                row
                                for row in said
                                if any(names(row, wanted) for wanted in one.found_by)
                            ],
                            "in games",
                        )
                    verdict = f"found {how}" if hits else "missed"
                    first = hits or said
                else:
                    if one.game not in usual:
                        usual[one.game] = {
                            (row.code, row.about)
                            for row in alarms(
                                load_game(PATHS[one.game] / "cards.yaml"), rules, is_whole=True
                            )
                        }
                    said = alarms(game, rules, is_whole=True)
                    first = [row for row in said if (row.code, row.about) not in usual[one.game]]
                    verdict = "falsely accused" if first else "quiet"
                words = "; ".join(f"{row.code}, {row.about}" for row in first[:2]) + (
                    f"; of {len(said)}" if len(said) > 2 else ""
                )
            except ProblemError as fault:
                verdict, words = (
                    ("found in the file" if one.found_by else "falsely accused"),
                    "; ".join(problem.code for problem in fault.problems[:2]),
                )
        counts[next(key for key in counts if verdict.startswith(key))] += 1
        print(
            (
                f"| {one.game} | {one.what} | {verdict} | {words} |  <!-- "
                f"{time.process_time() - began:.0f} s -->"
            ),
            flush=True,
        )
    print("\n" + ", ".join(f"{number} {what}" for what, number in counts.items()))


if __name__ == "__main__":
    main()
