"""What can be said of Emporium's cards without playing: each check fires on a file broken for it,
and only there.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.findings import Finding
from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.games.emporium.examine import CODES, CardSet, examine, reach_table
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.state import HERO, MONSTER
from rules_check.verdict.ranking import SECTIONS, as_json

ROOT = Path(__file__).resolve().parents[4]
Edit = Callable[..., Game]

KNOWN: set[tuple[str, str]] = set()
"""What our own cards.yaml is known to give."""


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Edit:
    """Load Emporium with some text of its cards.yaml replaced."""
    folder = tmp_path_factory.mktemp("broken")
    shutil.copytree(ROOT / "templates", folder / "templates")

    def edit(*changes: tuple[str, str]) -> Game:
        text = (
            (ROOT / "cards.yaml").read_text(encoding="utf-8").replace(", each_player: true", "")
        )  # else some would not load
        for pattern, replacement in changes:
            text, count = re.subn(pattern, replacement, text, flags=re.M)
            assert count, pattern
        (folder / "cards.yaml").write_text(text, encoding="utf-8")
        return load_game(folder)

    return edit


def examined(game: Game) -> list[Finding]:
    return examine(game, emporium_rules.cards_record(game), {})


def spot(game: Game, where: str) -> tuple[int, int]:
    """Find the line and column of `|` in a text that stands in the game's file without it."""
    before, after = where.split("|")
    text = (game.folder / game.file).read_text(encoding="utf-8")
    assert text.count(before + after) == 1, where
    index = text.index(before + after) + len(before)
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def card(name: str, **values: object) -> list[tuple[str, str]]:
    """Change values of the card of a name."""
    return [
        (rf"(name: {name}[^}}]*?\b{key}: )(\[[^]]*\]|[^,}}]*)", rf"\g<1>{value}")
        for key, value in values.items()
    ]


def counts(of: str, cards: int, box: int) -> list[tuple[str, str]]:
    return [
        (rf"(where: {{tier: {of}}}.*count: |of: {of}, .*count: )\d+", rf"\g<1>{cards}"),
        (r"(^  cards: )135", rf"\g<1>{box}"),
    ]


Case = tuple[list[tuple[str, str]], str, str, str, str, str]
CASES: dict[str, Case] = {
    # name: changes, code, about, verdict, place, some words of the claim
    "no table for five": (
        [(r"5: 3, 6: 3\}", "6: 3}")],
        "players-without-setup",
        "5 players",
        "fault",
        "|heroes_on_table: {",
        "`heroes_on_table` has 2, 3, 4 and 6 players",
    ),
    "seven on the box": (
        [
            (r"players: 2-6", "players: 2-7"),
            *[(f"(name: {n},.*count: )6", r"\g<1>7") for n in ("Eight-sided dice",)],
            *[
                (rf"({n}: {{)copies: 6", r"\g<1>copies: 7")
                for n in ("player-aid", "player-mat", "player-screen")
            ],
            *[(rf"(of: {n}, count: )6", r"\g<1>7") for n in ("screen", "mat", "aid")],
        ],
        "players-without-setup",
        "7 players",
        "fault",
        "players: |2-7",
        "no table for more than 6",
    ),
    "six not on the box": (
        [(r"players: 2-6", "players: 2-5")],
        "players-unpromised",
        "6 players",
        "warning",
        "5: 3, |6: 3}",
        "a table for 6 players, but the box says 2-5",
    ),
    "ten heroes of level 1": (
        [(r"\{1: 5, 2: 5, 3: 5\}", "{1: 10, 2: 5, 3: 5}")],
        "level-short",
        "hero level 1",
        "warning",
        "deck_levels: {1: |10",
        "needs 10 heroes of level 1, but there are 9; by the ruling short_level (take_all)",
    ),
    "level 3 stays out": (
        [(r"\{1: 5, 2: 5, 3: 5\}", "{1: 5, 2: 9}")],
        "level-unused",
        "monster level 3",
        "warning",
        "{name: Old Grumbler, type: beast, level: |3",
        "The 9 monsters of level 3 never enter the deck",
    ),
    "a deck of two": (
        [(r"\{1: 5, 2: 5, 3: 5\}", "{2: 2}"), (r"monsters_in_row: 3", "monsters_in_row: 1")],
        "deck-short",
        "5 players",
        "fault",
        "|deck_levels: {2: 2}",
        "The rules need 3 heroes on the table with 5 players, but the hero deck has 2 cards",
    ),
    "a deck of three": (
        [(r"\{1: 5, 2: 5, 3: 5\}", "{1: 1, 2: 1, 3: 1}")],
        "deck-short",
        "monsters",
        "warning",
        "|deck_levels: {1: 1",
        "The monster deck has 3 cards, and the rules need 3 monsters on the table: none are left",
    ),
    "hands of seven": (
        [(r"hand_size: 4", "hand_size: 7")],
        "hand-short",
        "6 players",
        "warning",
        "hand_size: |7",
        "The opening hands of 6 players need 42 leather cards, but there are 36",
    ),
    "four upgrades": (
        [(r"upgrades_most: 2", "upgrades_most: 4")],
        "stock-short",
        "steel",
        "warning",
        "      |steel: {name: Steel,",
        (
            "If 5 players upgrade 4 cards each in one round, they draw 20 steel cards, but there "
            "are 18"
        ),
    ),
    "a fifth spear": (
        [*card("Bent Fish Spear", copies=5), *counts("leather", 37, 136)],
        "copies-uneven",
        "leather by slot",
        "warning",
        "slot: weapon, guild: tide, strength: 2, copies: |5",
        "13 of weapon, 12 of armour and 12 of charm",
    ),
    "five dice": (
        [(r"(Eight-sided dice, count: )6", r"\g<1>5")],
        "pieces-short",
        "dice",
        "fault",
        "Eight-sided dice, count: |5",
        "The box has 5 of 'Eight-sided dice', but 6 players need one each",
    ),
    "five aids": (
        [(r"(of: aid, count: )6", r"\g<1>5"), (r"(player-aid: \{copies: )6", r"\g<1>5")],
        "pieces-short",
        "aids",
        "warning",
        "of: aid, count: |5",
        "The box has 5 of 'Player aids'",
    ),
    "an upgrade without a price": (
        [(r"price_cap: 8, upgrade: 2", "price_cap: 8")],
        "upgrade-unpriced",
        "steel",
        "warning",
        "      |steel: {name: Steel,",
        "A second upgrade into Steel is free",
    ),
    "nothing to sell for": (
        [
            (r"price_cap: 4,", "price_cap: 1,"),
            (r"price_cap: 6,", "price_cap: 2,"),
            (r"price_cap: 8,", "price_cap: 3,"),
        ],
        "sales-outpaid",
        "",
        "warning",
        "price_cap: |3",
        "The best sale brings 4 gold with the guild's bonus, but a usual fight brings 8",
    ),
    "nothing to fight for": (
        [(r"(level: 1, strength: [678], reward: )[469]", r"\g<1>2")],
        "fights-outpaid",
        "level 1",
        "warning",
        "Cellar Rat King, type: beast, level: 1, strength: 6, reward: |2",
        "No monster of level 1 pays more than 2",
    ),
    "no dice": (
        [(r"^  dice: .*\n", "")],
        "pieces-short",
        "die",
        "warning",
        "|components:\n  heroes",
        "Nothing in the box is called 'die', but the rules need 6 of it",
    ),
    "no marker": (
        [
            (r"^  marker: \{name: First-player.*\n", ""),
            (r"^  marker:\n(    .*\n)+", ""),
            (r"^  cards: 135\n", ""),
        ],
        "pieces-short",
        "marker",
        "warning",
        "|components:\n  heroes",
        "Nothing in the box is called 'marker', but the rules need 1 of it",
    ),
    "other dice": (
        [(r"Eight-sided dice", "Ten-sided dice")],
        "die-mismatch",
        "dice",
        "warning",
        "name: |Ten-sided dice",
        "dice with 10 faces, but the rules use 8",
    ),
    "much gold": (
        [(r"starting_gold: 3", "starting_gold: 70")],
        "coins-short",
        "coins",
        "warning",
        "  |coins: {name: Coins",
        "The coins make 390 gold, but 6 players start with 420",
    ),
    "no small coins": (
        [(r"\{value: 1, rim", "{value: 2, rim")],
        "coins-short",
        "coins",
        "warning",
        "value: |2, rim",
        "The smallest coin is 2 gold",
    ),
    "no upgrades": (
        [(r"upgrades_most: 2", "upgrades_most: 0")],
        "tier-unreachable",
        "steel",
        "warning",
        "      |steel: {name: Steel,",
        "can be reached only by upgrading, and `upgrades_most` is 0",
    ),
    "chainmail to begin with": (
        [(r"starting_tier: leather", "starting_tier: chainmail")],
        "tier-unreachable",
        "leather",
        "warning",
        "      |leather: {name: Leather,",
        "is below the tier that hands are drawn from (chainmail)",
    ),
    "no charms": (
        [(r"slot: charm", "slot: armour")],
        "slot-without-item",
        "charm",
        "warning",
        "      |charm: {name: Charm",
        "fits the slot 'charm', but 23 heroes have it",
    ),
    "no hero wears charms": (
        [(r"(slots: \[[^]]*?)charm", r"\g<1>armour")] * 2,
        "item-without-hero",
        "charm",
        "warning",
        "{name: Chipped Conch, tier: leather, slot: |charm",
        "No hero has the slot 'charm', so 9 items can never be sold: Chipped Conch and others.",
    ),
    "no demons": (
        [(r"type: demon", "type: undead")],
        "type-without-card",
        "demon",
        "warning",
        "      |demon: {name: Demon",
        "There are no monsters of 'demon': nobody can collect a set of all types of monster",
    ),
    "a convert": (
        card("Poppy Thistledown", guild="ember"),
        "types-uneven",
        "heroes",
        "warning",
        "  |guild:\n    fields:",
        "9 of tide, 10 of ember and 8 of grove",
    ),
    "seven faces": (
        [(r"die_faces: 8", "die_faces: 7")],
        "cap-beyond-die",
        "steel",
        "warning",
        "name: Steel, price_cap: |8",
        "Steel can cost up to 8 gold, but the die shows at most 7",
    ),
    "a flat cap": (
        [(r"(Steel, price_cap: )8", r"\g<1>6")],
        "cap-not-rising",
        "steel",
        "warning",
        "Steel, price_cap: |6",
        "Steel sells for at most 6 gold, no more than Chainmail (6)",
    ),
    "a poor rat": (
        card("Cellar Rat King", reward=1),
        "reward-below-bid",
        "rat-king",
        "warning",
        "Cellar Rat King, type: beast, level: 1, strength: 6, reward: |1",
        "brings 1 gold, but a patron bids at least 1",
    ),
    "a hydra of 40": (
        card("Hydra of the Weir", strength=40),
        "monster-unbeatable",
        "hydra",
        "fault",
        "Hydra of the Weir, type: beast, level: 3, strength: |40",
        "has strength 31",
    ),
    "a hydra out of reach for two": (
        [*card("Hydra of the Weir", strength=32), *card("Odd the Woodcutter", strength=20)],
        "monster-unbeatable",
        "hydra",
        "warning",
        "Hydra of the Weir, type: beast, level: 3, strength: |32",
        "With 2 players, nobody can beat Hydra of the Weir (32)",
    ),
    "a hydra for one": (
        [
            *card("Hydra of the Weir", strength=31),
            *card("The Anvil Queen", strength=6),
            *card("Grandfather Oak", strength=6),
        ],
        "monster-one-hero",
        "hydra",
        "warning",
        "Hydra of the Weir, type: beast, level: 3, strength: |31",
        (
            "Only Old Mother Undertow can beat Hydra of the Weir (31), but is not in the deck in "
            "44 % of games"
        ),
    ),
    "a weak hero": (
        card("Captain Vane", strength=0, slots="[weapon]"),
        "hero-beats-nothing",
        "vane",
        "warning",
        "Captain Vane, guild: tide, level: 3, strength: |0",
        "has strength 6 with the best gear, but the weakest monster of level 3 has 22",
    ),
    "tame monsters": (
        [(r"(level: 1, strength: )[678](, reward)", r"\g<1>1\g<2>")],
        "gear-not-needed",
        "level 1",
        "warning",
        "deck_levels: {|1: 5",
        "Every hero of level 1 beats every monster of level 1 without any gear",
    ),
    "a dominated item": (
        [*card("Nicked Hand Axe", guild="tide"), *card("Oilskin Coat", guild="ember")],
        "card-dominated",
        "hand-axe",
        "warning",
        "Nicked Hand Axe, tier: leather, slot: weapon, guild: tide, strength: |1",
        (
            "Nicked Hand Axe (strength 1) is never better than Bent Fish Spear (strength 2), and "
            "both are of one sort: leather weapon of Tide"
        ),
    ),
    "a dominated hero": (
        card("Tib the Mudlark", strength=1),
        "card-dominated",
        "tib",
        "warning",
        "Tib the Mudlark, guild: tide, level: 1, strength: |1",
        "is never better than Oona Netmender",
    ),
    "a dominated monster": (
        card("Bog Toad", reward=4),
        "card-dominated",
        "bog-toad",
        "warning",
        "Bog Toad, type: beast, level: 1, strength: 7, reward: |4",
        "is never better than Cellar Rat King (strength 6, reward 4)",
    ),
    "twins": (
        card("Bog Toad", strength=6, reward=4),
        "card-twin",
        "bog-toad",
        "warning",
        "      |bog-toad:\n",
        (
            "Bog Toad and Cellar Rat King are the same card under two names: beast of level 1, "
            "strength 6, reward 4"
        ),
    ),
    "a bad upgrade": (
        card("Barbed Harpoon", strength=2),
        "upgrade-weaker",
        "harpoon",
        "warning",
        "Barbed Harpoon, tier: chainmail, slot: weapon, guild: tide, strength: |2",
        "(chainmail, strength 2) is no stronger than Bent Fish Spear (leather, 2)",
    ),
    "levels that do not rise": (
        [(r"(level: 3, strength: )[678](, slots)", r"\g<1>5\g<2>")],
        "level-not-stronger",
        "hero level 3",
        "warning",
        "Captain Vane, guild: tide, level: 3, strength: |5",
        "have a strength of 5.0 on average, no more than those of level 2 (5.3)",
    ),
}

ALSO: dict[str, set[str]] = {
    "seven faces": {"die-mismatch"},
    "level 3 stays out": {"level-unused"},  # heroes and monsters alike
    "ten heroes of level 1": {"level-short"},
    "a deck of two": {"deck-short", "level-unused"},
    "a deck of three": {"deck-short"},
    "no upgrades": {
        "sales-outpaid",
        "tier-unreachable",
        "monster-unbeatable",
        "hero-beats-nothing",
    },
    "no charms": {
        "card-twin",
        "card-dominated",
        "copies-uneven",
        "monster-unbeatable",
        "monster-one-hero",
        "hero-beats-nothing",
    },
    "no hero wears charms": {"card-dominated"},
    "no demons": {"card-twin", "card-dominated"},
    "a fifth spear": {"copies-uneven"},
    "a convert": {"card-twin"},
    "a dominated item": {"card-dominated"},
    "a flat cap": {"sales-outpaid"},
    "levels that do not rise": {"card-dominated"},
    "nothing to fight for": {"card-dominated"},
    "tame monsters": {"card-dominated"},
}
"""Other codes, or the same of others, that a broken file cannot help but give."""


@pytest.mark.parametrize("case", CASES)
def test_a_broken_card_file_gives_its_finding_in_its_place(case: str, edited: Edit) -> None:
    changes, code, about, verdict, where, words = CASES[case]
    game = edited(*changes)
    found = [one for one in examined(game) if one.counts and (one.code, one.about) not in KNOWN]
    named = [one for one in found if (one.code, one.about) == (code, about)]
    assert len(named) == 1, [one.name for one in found]
    assert named[0].verdict == verdict
    assert named[0].place
    assert (named[0].place.line, named[0].place.column) == spot(game, where)
    assert words in named[0].claim
    assert named[0].hint
    others = {one.code for one in found if one is not named[0]}
    assert others == ALSO.get(case, set()), [f"{one.name}: {one.claim}" for one in found]


def test_every_code_has_a_broken_file() -> None:
    assert {code for _, code, *_ in CASES.values()} == set(CODES) - {
        "box-watched"
    }  # which is a fact, never a fault


def test_our_own_cards_give_nothing_but_what_is_known(emporium: Game) -> None:
    found = examined(emporium)
    assert {(one.code, one.about) for one in found if one.verdict != "ok"} <= KNOWN
    assert {one.code for one in found} == set(CODES), "every check says that it looked"
    assert not [name for name, count in Counter(one.name for one in found).items() if count > 1]
    for one in found:
        assert one.section in SECTIONS
        assert one.place
        assert one.place.line > 1, one.name
        assert one.claim.endswith("."), one.claim
        assert one.number is not None
        assert one.unit


def test_the_numbers_of_our_own_cards(emporium: Game) -> None:
    claims = {one.name: one.claim for one in examined(emporium)}
    assert claims["hand-short"] == "The opening hands of 6 players need 24 of the 36 leather cards."
    assert (
        "24 leather cards can be in hands and 12 beside heroes, and there are 36: there is always"
        in claims["stock-short (leather)"]
    )
    assert (
        "there are 18: only unusual play needs more, and then the ruling items_run_out (draw_none)"
        in claims["stock-short (steel)"]
    )
    assert (
        "hero wins 0 without gear, 36 with leather, 81 with chainmail"
        in claims["gear-not-needed (level 2)"]
    )


def test_a_file_that_promises_little_is_examined_all_the_same(edited: Edit) -> None:
    game = edited(
        (r"^  players: 2-6\n", ""),
        (r"^  cards: 135\n", ""),
        (r"^  (screens|mats|dice|coins|aids): .*\n", ""),
        (r"^  (screen|mat|coin|aid):\n(    .*\n)+", ""),
    )
    claims = {one.name: one.claim for one in examined(game)}
    assert "promises no number of players" in claims["players-without-setup"]
    assert claims["pieces-short"] == "The box has enough pieces for 6 players: 1 marker."
    assert not [name for name in claims if name.startswith("coins-short")]
    game = edited((r"players: 2-6", "players: 4"))
    found = [one for one in examined(game) if one.code == "players-unpromised"]
    assert [one.about for one in found] == ["2 players", "3 players", "5 players", "6 players"]
    assert found[0].claim == "The rules set a table for 2 players, but the box says 4."


def test_findings_and_tables_are_plain_data(emporium: Game) -> None:
    cards = emporium_rules.cards_record(emporium)
    json.dumps(
        [[as_json(one) for one in examine(emporium, cards, {})], reach_table(emporium, cards)]
    )


def test_winners_items_in_hand_leave_no_bound_on_hands(emporium: Game) -> None:
    cards = emporium_rules.with_ruling(
        emporium_rules.cards_record(emporium), "winner_items", "to_patron"
    )
    claims = {one.name: one.claim for one in examine(emporium, cards, {})}
    assert "so all 36 leather cards can be out" in claims["stock-short (leather)"]
    claims = {
        one.name: one.claim
        for one in examine(emporium, emporium_rules.with_ruling(cards, "large_hand", "discard"), {})
    }
    assert "there are 36: there is always one to draw" in claims["stock-short (leather)"]


def test_a_short_level_is_filled_up_where_the_ruling_says_so(edited: Edit) -> None:
    game = edited((r"\{1: 5, 2: 5, 3: 5\}", "{1: 10, 2: 5, 3: 5}"))
    for option, size in (("take_all", 19), ("next_level", 20)):
        found = examine(
            game,
            emporium_rules.with_ruling(emporium_rules.cards_record(game), "short_level", option),
            {},
        )
        claim = next(one.claim for one in found if one.name == "level-short (hero level 1)")
        assert f"({option}) the deck has {size} cards" in claim


def test_a_card_of_lower_tier_that_never_comes_is_no_gear(edited: Edit) -> None:
    game = edited((r"starting_tier: leather", "starting_tier: chainmail"))
    tiers = {
        gear["tier"]
        for row in reach_table(game, emporium_rules.cards_record(game))
        for gear in row["gear"]
    }
    assert tiers == {"chainmail", "steel"}


@pytest.mark.slow
@settings(max_examples=15)
@given(st.data())
def test_no_card_set_is_too_odd_to_be_examined(emporium: Game, data: st.DataObject) -> None:
    cards = emporium_rules.cards_record(emporium)

    def numbers(least: int, most: int, size: int) -> list[int]:
        return data.draw(st.lists(st.integers(least, most), min_size=size, max_size=size))

    rulings = {"short_level": 2, "winner_items": 2, "large_hand": 2, "items_run_out": 2}
    for name, most in (
        rulings | {"hand_limit": 28, "upgrades_most": 28, "starting_tier": 3, "starting_gold": 99}
    ).items():
        cards[name] = data.draw(st.integers(0, most - 1))
    cards.die_faces, cards.monsters_in_row = (
        data.draw(st.integers(1, 20)),
        data.draw(st.integers(1, 3)),
    )
    cards.heroes_on_table[2:] = numbers(0, 3, 5)
    cards.deck_levels[1:] = numbers(0, 27, 9)
    cards.item_tier[:27], cards.item_slot[:27], cards.item_guild[:27] = (
        numbers(0, 2, 27) for _ in range(3)
    )
    cards.hero_slots[:27] = [[slot, -1, slot, -1] for slot in numbers(-1, 2, 27)]
    cards.level[:, :27] = [numbers(1, 9, 27), numbers(1, 9, 27)]
    cards.strength[:, :27] = [numbers(0, 20, 27), numbers(1, 40, 27)]
    cards.monster_type[:27], cards.hero_guild[:27] = numbers(0, 2, 27), numbers(0, 2, 27)
    found = examine(emporium, cards, {})
    assert not [name for name, count in Counter(one.name for one in found).items() if count > 1], (
        "a name is one finding's"
    )
    assert {one.code for one in found} <= set(CODES)
    assert all(one.place and one.place.line > 1 and one.claim.endswith(".") for one in found)
    reach_table(emporium, cards)


# -------------------------------------------------------------------- reach, counted in another way


@cache
def ways(
    cards_id: int, slots: tuple[int, ...]
) -> list[tuple[tuple[int, int, int, int], list[int]]]:
    """List every gear that slots can hold: each slot bare or with any item that fits, as often as
    it has copies.
    """
    cards = RECORDS[cards_id]
    fitting = [
        [-1, *(i for i in range(cards.items) if cards.item_slot[i] == slot)] for slot in slots
    ]
    tier, strength, copies = (
        cards.item_tier.tolist(),
        cards.item_strength.tolist(),
        cards.item_copies.tolist(),
    )
    found = []
    for choice in product(*fitting):
        worn = [i for i in choice if i >= 0]
        if all(worn.count(i) <= copies[i] for i in worn):
            tiers = [tier[i] for i in worn]
            found.append(
                (
                    (sum(tiers), max(tiers, default=0), sum(strength[i] for i in worn), len(worn)),
                    worn,
                )
            )
    return found


RECORDS: dict[int, Any] = {}


def brute(cards: Any, monster: int) -> tuple[int, list[tuple[int, tuple[int, int, int, int]]]]:
    """Count the heroes who beat a monster, and give each one's own strength with the cost of its
    cheapest gear.
    """
    RECORDS[id(cards)] = cards
    need, found = int(cards.strength[MONSTER, monster]), []
    for hero in range(cards.counts[HERO]):
        own = int(cards.strength[HERO, hero])
        costs = [
            cost
            for cost, _ in ways(id(cards), tuple(int(s) for s in cards.hero_slots[hero] if s >= 0))
            if own + cost[2] >= need
        ]
        if costs:
            found.append((own, min(costs)))
    return len(found), sorted(found)


def told(row: dict[str, Any]) -> tuple[int, tuple[int, int, int, int]]:
    """Read a row of the table as `brute` gives it."""
    tiers = [("leather", "chainmail", "steel").index(gear["tier"]) for gear in row["gear"]]
    strength = sum(gear["strength"] for gear in row["gear"])
    assert row["total"] == row["hero_strength"] + strength >= row["strength"]
    assert row["upgrades"] == sum(tiers)
    return row["hero_strength"], (sum(tiers), max(tiers, default=0), strength, len(tiers))


def test_the_reach_table_agrees_with_trying_everything(emporium: Game) -> None:
    cards = emporium_rules.cards_record(emporium)
    rows = reach_table(emporium, cards)
    assert [row["monster"] for row in rows] == [
        card.id for card in emporium.cards.values() if card.kind == "monster"
    ]
    for id_ in ("rat-king", "troll", "griffin", "coachman", "hydra", "tollkeeper"):
        number = next(n for n, row in enumerate(rows) if row["monster"] == id_)
        heroes, found = brute(cards, number)
        assert rows[number]["heroes"] == heroes
        assert told(rows[number]) == found[0]
        hero, worn = (
            emporium.cards[rows[number]["hero"]],
            Counter(gear["item"] for gear in rows[number]["gear"]),
        )
        slots = Counter(emporium.cards[item].record.slot.id for item in worn.elements())
        assert slots <= Counter(slot.id for slot in hero.record.slots)
        assert all(count <= emporium.cards[item].copies for item, count in worn.items())


def test_a_monsters_own_level_has_its_own_row(emporium: Game) -> None:
    for row in reach_table(emporium, emporium_rules.cards_record(emporium)):
        assert emporium.cards[row["own_level"]["hero"]].record.level == row["level"]
        assert row["own_level"]["hero_strength"] >= row["hero_strength"]


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
def test_one_hero_and_one_monster_agree_with_trying_everything(
    emporium: Game, data: st.DataObject
) -> None:
    cards = emporium_rules.cards_record(emporium)
    cards.item_strength[:27] = data.draw(st.lists(st.integers(1, 12), min_size=27, max_size=27))
    cards.item_copies[:27] = data.draw(st.lists(st.integers(1, 2), min_size=27, max_size=27))
    cards.strength[HERO], cards.hero_slots[:] = 0, -1
    slots = data.draw(st.lists(st.integers(0, 2), max_size=3))
    cards.hero_slots[0, : len(slots)] = slots
    cards.strength[HERO, 0] = data.draw(st.integers(0, 20))
    cards.strength[MONSTER, 0] = data.draw(st.integers(1, 40))
    ways.cache_clear()
    heroes, found = brute(cards, 0)
    row = reach_table(emporium, cards)[0]
    assert row["heroes"] == heroes
    assert (told(row) == found[0]) if found else (row["hero"] is None and row["gear"] == [])


def test_the_fights_of_each_level_are_counted_bare_and_with_each_tier(emporium: Game) -> None:
    claims = {one.about: one.claim for one in examined(emporium) if one.code == "gear-not-needed"}
    own = [
        (card.kind, card.record)
        for card in emporium.cards.values()
        if card.kind in ("hero", "monster")
    ]
    for level in (1, 2, 3):
        heroes, monsters = (
            [one.strength for kind, one in own if (kind, one.level) == (word, level)]
            for word in ("hero", "monster")
        )
        pattern = (
            r"Of the (\d+) pairs .* wins (\d+) without gear, (\d+) with leather, (\d+) with chainmail and "
            r"(\d+) with steel at most."
        )
        found = re.fullmatch(pattern, claims[f"level {level}"])
        assert found
        fights, bare, *geared = map(int, found.groups())
        assert (fights, bare) == (
            81,
            sum(hero >= monster for hero, monster in product(heroes, monsters)),
        )
        assert [bare, *geared] == sorted([bare, *geared])
        assert geared[-1] == (
            78 if level == 3 else 81
        )  # three heroes of strength 8 have three slots: 26, and the Hydra has 27


@pytest.mark.parametrize(("places", "row"), list(product((1, 2, 3), (1, 2, 3))))
def test_who_can_meet_whom_agrees_with_every_course_of_a_small_game(
    emporium: Game, places: int, row: int
) -> None:
    cards = emporium_rules.cards_record(emporium)
    cards.deck_levels[:] = 0
    cards.deck_levels[1:4] = 2
    cards.heroes_on_table[2], cards.monsters_in_row = places, row
    start = (frozenset(range(places)), places, frozenset(range(row)), row)
    waiting, seen = [start], {start}
    while (
        waiting
    ):  # a fight takes a hero and a monster, a banishing a hero, as long as both can be replaced
        heroes, next_hero, monsters, next_monster = waiting.pop()
        for hero in heroes if next_hero < 6 else ():
            refilled = (heroes - {hero}) | {next_hero}
            after = {(refilled, next_hero + 1, monsters, next_monster)}
            if next_monster < 6:
                after |= {
                    (refilled, next_hero + 1, (monsters - {m}) | {next_monster}, next_monster + 1)
                    for m in monsters
                }
            waiting += after - seen
            seen |= after
    pairs = {
        (h // 2 + 1, m // 2 + 1)
        for heroes, _, monsters, _ in seen
        for h in heroes
        for m in monsters
    }
    assert CardSet(emporium, cards).met(2) == pairs
