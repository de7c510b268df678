"""Games with other card sets than those they came with: as many of everything as a test asks for,
dealt out by luck. Factories only.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from generator.data.source import read_plain
from tests.rules_check.games.scripted import ROOT

TINY, TINY_EMPIRE, TINY_MERCHANTS, TINY_BRICK = (
    Path(__file__).resolve().parent / name
    for name in ("tinygame", "tinyempire", "merchantsgame", "brickgame")
)


class Sizes(NamedTuple):
    """How much a card set has of everything."""

    heroes: int = 27
    monsters: int = 27
    items: int = 27
    all_items: int = 81
    """Items of all copies."""
    guilds: int = 3
    slots: int = 3
    tiers: int = 3
    types: int = 3


def grown(folder: Path, sizes: Sizes, seed: int = 1, **rulings: str) -> Path:
    """Write such a card set, with the rules and rulings of this checkout but for those named;
    returns its cards.yaml.

    There is a hero of each guild, a monster of each type, an item of each tier and of each slot, as
    far as there are enough.
    """
    luck = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(TINY / "templates", folder / "templates", dirs_exist_ok=True)
    copies = _shared_out(luck, sizes.all_items, sizes.items)
    heroes = [
        f"hero-{n}: {{name: Hero {n}, guild: guild-{n % sizes.guilds}, level: {1 + n % 3}, "
        f"strength: {luck.randint(0, 20)}, "
        "slots: "
        f"[{', '.join(f'slot-{luck.randrange(sizes.slots)}' for _ in range(luck.randint(1, 4)))}]}}"
        for n in range(sizes.heroes)
    ]
    monsters = [
        f"monster-{n}: {{name: Monster {n}, type: type-{n % sizes.types}, level: {1 + n % 3}, "
        f"strength: {luck.randint(1, 25)}, "
        f"reward: {luck.randint(0, 20)}}}"
        for n in range(sizes.monsters)
    ]
    items = [
        f"item-{n}: {{name: Item {n}, tier: tier-{n % sizes.tiers}, slot: slot-{n % sizes.slots}, "
        f"guild: guild-{luck.randrange(sizes.guilds)}, strength: {luck.randint(1, 12)}, copies: "
        f"{copies[n]}}}"
        for n in range(sizes.items)
    ]
    tiers = [
        f"tier-{n}: {{name: Tier {n}, price_cap: {min(20, 4 + 2 * n)}, upgrade: {n}}}"
        for n in range(sizes.tiers)
    ]
    path = folder / "cards.yaml"
    path.write_text(
        "\n".join(
            [
                "game: {title: Emporium, version: 1.0.0, players: 2-6}",
                "tables:",
                *_rows(
                    "guild",
                    "name: line",
                    [f"guild-{n}: {{name: Guild {n}}}" for n in range(sizes.guilds)],
                ),
                *_rows(
                    "slot",
                    "name: line",
                    [f"slot-{n}: {{name: Slot {n}}}" for n in range(sizes.slots)],
                ),
                *_rows("tier", "name: line, price_cap: 1..20, upgrade: integer?", tiers),
                *_rows(
                    "monster_type",
                    "name: line",
                    [f"type-{n}: {{name: Type {n}}}" for n in range(sizes.types)],
                ),
                "kinds:",
                *_cards(
                    "hero",
                    'name: line, guild: guild, level: 1..3, strength: 0..20, slots: "[slot] 1..4"',
                    heroes,
                ),
                *_cards(
                    "monster",
                    "name: line, type: monster_type, level: 1..3, strength: 1..40, reward: 0..30",
                    monsters,
                ),
                *_cards(
                    "item",
                    "name: line, tier: tier, slot: slot, guild: guild, strength: 1..12",
                    items,
                ),
                "rules:",
                (
                    "  {starting_gold: 3, starting_tier: tier-0, hand_size: 4, heroes_on_table: "
                    "{2: 1, 3: 2, 4: 2, 5: 3, 6: 3},"
                ),
                (
                    "   monsters_in_row: 3, deck_levels: {1: 5, 2: 5, 3: 5}, die_faces: 20, "
                    "colour_bonus: 1, upgrades_most: 2,"
                ),
                (
                    "   banish_price: 2, monster_set_bonus: 5, most_monsters_bonus: 5, "
                    "most_heroes_bonus: 5}"
                ),
                _rulings(ROOT / "cards.yaml", rulings),
            ]
        ),
        encoding="utf-8",
    )
    return path


class EmpireSizes(NamedTuple):
    """How much an Empire has of everything."""

    ranks: int = 13
    """Without that of the jokers."""
    suits: int = 4
    empires: int = 3
    jokers: int = 2
    """In one pack."""
    packs: int = 2


def grown_empire(folder: Path, sizes: EmpireSizes, seed: int = 1, **rulings: str) -> Path:
    """Write such a card set for 2 to 6 players, all with as many packs; returns its cards.yaml. The
    first rank skips.
    """
    luck = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(TINY_EMPIRE / "templates", folder / "templates", dirs_exist_ok=True)
    actions = [("steal", "trade", "battle")[n % 3] for n in range(sizes.empires)]
    ranks = [
        (
            f"rank-{n}: {{name: Rank {n}, power: {'none' if n else 'skip'}, empire: "
            f"empire-{n % sizes.empires}}}"
        )
        for n in range(sizes.ranks)
    ]
    cards = [
        f"c{r}-{s}: {{name: {r} of {s}, rank: rank-{r}, suit: suit-{s}}}"
        for r in range(sizes.ranks)
        for s in range(sizes.suits)
    ]
    if sizes.jokers:
        ranks.append("joker: {name: Joker, power: wild}")
        cards.append(f"joker: {{name: Joker, rank: joker, copies: {sizes.jokers}}}")
    hand = max(
        1, min(luck.randint(1, 10), (sizes.ranks * sizes.suits + sizes.jokers) * sizes.packs // 6)
    )
    path = folder / "cards.yaml"
    path.write_text(
        "\n".join(
            [
                "game: {title: Empire, version: 1.0.0, players: 2-6}",
                "tables:",
                *_rows(
                    "empire",
                    "name: line, bonus: steal | trade | battle",
                    [
                        f"empire-{n}: {{name: Empire {n}, bonus: {action}}}"
                        for n, action in enumerate(actions)
                    ],
                ),
                *_rows(
                    "suit",
                    "name: line",
                    [f"suit-{n}: {{name: Suit {n}}}" for n in range(sizes.suits)],
                ),
                *_rows("rank", "name: line, empire: empire?, power: none | skip | wild", ranks),
                "kinds:",
                *_cards("card", "name: line, rank: rank, suit: suit?", cards),
                "rules:",
                (
                    f"  {{hand_size: {hand}, pillar_size: {luck.randint(1, 4)}, pillars_to_win: "
                    f"{luck.randint(1, 8)}, first_pillar_cards: 3,"
                ),
                (
                    "   bonus_from: 2, packs: "
                    f"{{{', '.join(f'{n}: {sizes.packs}' for n in range(2, 7))}}}}}"
                ),
                _rulings(ROOT / "games" / "empire" / "cards.yaml", rulings),
            ]
        ),
        encoding="utf-8",
    )
    return path


def _rulings(path: Path, chosen: dict[str, str]) -> str:
    """Read the rulings at the end of a cards.yaml, with some answered otherwise."""
    text = path.read_text(encoding="utf-8")
    text = text[text.index("rulings:\n") :]
    for name, option in chosen.items():
        start = text.index(f"  {name}:\n")
        old = text[text.index("    choice: ", start) :].splitlines()[0]
        text = text[:start] + text[start:].replace(old, f"    choice: {option}", 1)
    return text


def _shared_out(luck: random.Random, total: int, parts: int, most: int = 99) -> list[int]:
    """Share a number out over some parts, each of 1 to `most`."""
    shares = [1] * parts
    for _ in range(total - parts):
        luck_part = luck.randrange(parts)
        while shares[luck_part] == most:
            luck_part = (luck_part + 1) % parts
        shares[luck_part] += 1
    return shares


def _rows(table: str, fields: str, rows: list[str]) -> list[str]:
    return [
        f"  {table}:",
        f"    fields: {{{fields}}}",
        "    rows:",
        *(f"      {row}" for row in rows),
    ]


def _cards(kind: str, fields: str, cards: list[str]) -> list[str]:
    return [
        f"  {kind}:",
        "    template: card.svg.j2",
        f"    fields: {{{fields}}}",
        "    cards:",
        *(f"      {card}" for card in cards),
    ]


class MerchantsSizes(NamedTuple):
    """How much a Merchants of Magick has of everything."""

    dice: int = 4
    columns: int = 6
    categories: int = 3
    items: int = 12
    spells: int = 14
    circles: int = 60
    """At least one a row."""
    orders: int = 48
    all_orders: int = 66
    """Orders of all copies."""
    adventurers: int = 8
    masteries: int = 6
    slots: int = 6
    ratings: int = 4
    line: int = 3
    """Orders in front of each player."""


def grown_merchants(folder: Path, sizes: MerchantsSizes, seed: int = 1, **rulings: str) -> Path:
    """Write such a card set for 1 to 8 players; returns its cards.yaml. A third of the spells are
    of each sort, the first columns for crafting.
    """
    luck = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(TINY_MERCHANTS / "templates", folder / "templates", dirs_exist_ok=True)
    crafting = [f"column_{n}" for n in range((sizes.columns + 1) // 2)]
    research = [f"column_{n}" for n in range(len(crafting), sizes.columns)]
    rows: list[dict[str, Any]] = [
        {
            "name": f"Item {n}",
            "category": f"category-{n % sizes.categories}",
            "coins": luck.randint(1, 9),
        }
        for n in range(sizes.items)
    ]
    for n in range(sizes.spells):
        spell: dict[str, Any] = {
            "name": f"Spell {n}",
            "sort": ("prefix", "suffix", "charm")[n % 3],
            "coins": luck.randint(1, 9),
        }
        if n % 3 == 2:
            more = (
                {"potions": luck.randint(1, 9)},
                {"favours": f"category-{n % sizes.categories}", "order_coins": luck.randint(1, 3)},
            )
            spell |= luck.choice(more)
        rows.append(spell)
    for n in range(max(sizes.circles, len(rows))):
        row = n if n < len(rows) else luck.randrange(len(rows))
        rows[row].setdefault(luck.choice(crafting if row < sizes.items else research), []).append(
            luck.randint(1, 8)
        )
    items, spells = (
        {f"{of}-{n}": row for n, row in enumerate(own)}
        for of, own in (("item", rows[: sizes.items]), ("spell", rows[sizes.items :]))
    )
    prefixes, suffixes = (
        [word for word, spell in spells.items() if spell["sort"] == sort]
        for sort in ("prefix", "suffix")
    )
    copies = _shared_out(luck, sizes.all_orders, sizes.orders, 9)
    orders = {
        f"order-{n}": {
            "item": luck.choice(list(items)),
            "coins": luck.randint(1, 9),
            "copies": copies[n],
            **luck.choice([{"prefix": luck.choice(prefixes)}, {"suffix": luck.choice(suffixes)}]),
            **(
                {"prefix": luck.choice(prefixes), "suffix": luck.choice(suffixes)}
                if n % 4 == 0
                else {}
            ),
        }
        for n in range(sizes.orders)
    }
    wanted = {part: luck.choice(list(items)) for part in ("accessory", "weapon", "armor")}
    enchantments = [*prefixes, *suffixes]
    game = {
        "game": {"title": "Merchants of Magick", "version": "1.0.0", "players": "1-8"},
        "tables": {
            "die": _table(
                "name: line, faces: 2..20",
                {
                    f"d{n}": {"name": f"Die {n}", "faces": luck.randint(2, 20)}
                    for n in range(sizes.dice)
                },
            ),
            "column": _table(
                "name: line, side: crafting | research, dice: [die] 1..6",
                {
                    word: {
                        "name": word,
                        "side": "crafting" if word in crafting else "research",
                        "dice": luck.sample(
                            [f"d{n}" for n in range(sizes.dice)],
                            luck.randint(1, min(6, sizes.dice)),
                        ),
                    }
                    for word in [*crafting, *research]
                },
            ),
            "category": _table(
                "name: line",
                {f"category-{n}": {"name": f"Category {n}"} for n in range(sizes.categories)},
            ),
            "item": _table(
                "name: line, category: category, coins: 1..20"
                + "".join(f", {word}: [1..20]?" for word in crafting),
                items,
            ),
            "spell": _table(
                (
                    "name: line, sort: prefix | suffix | charm, coins: 1..20, potions: 1..9?, "
                    "favours: category?, order_coins: 1..9?"
                )
                + "".join(f", {word}: [1..20]?" for word in research),
                spells,
            ),
            "rating": _table(
                "name: line, coins: 1..999",
                {f"r{n}": {"name": f"R{n}", "coins": 10 * n + 10} for n in range(sizes.ratings)},
            ),
        },
        "kinds": {
            "order": _kind("item: item, prefix: spell?, suffix: spell?, coins: 1..20", orders),
            "adventurer": _kind(
                (
                    "name: line, enchantment: spell, accessory: item, weapon: item, armor: item, "
                    "coins: 1..30"
                ),
                {
                    f"adventurer-{n}": {
                        "name": f"A{n}",
                        "enchantment": luck.choice(enchantments),
                        **wanted,
                        "coins": luck.randint(1, 30),
                    }
                    for n in range(sizes.adventurers)
                },
            ),
            "mastery": _kind(
                "name: line, column: column, circles: 1..62, master: 1..30, apprentice: 1..30",
                {
                    f"mastery-{n}": {
                        "name": f"M{n}",
                        "column": (crafting if n % 2 else research)[
                            n // 2 % min(len(crafting), len(research))
                        ],
                        "circles": luck.randint(1, 12),
                        "master": 8,
                        "apprentice": 4,
                    }
                    for n in range(sizes.masteries)
                },
            ),
        },
        "rules": {
            "rounds": luck.randint(1, 12),
            "results_a_round": luck.randint(1, min(3, sizes.dice)),
            "extra_dice_potions": sorted(luck.randint(0, 4) for _ in range(sizes.slots)),
            "orders_by_players": {
                n: max(1, sizes.line - 2) if n == 1 else sizes.line for n in range(1, 9)
            },
            "solo_waiting": min(2, sizes.line - 1),
            "redeal_from": luck.randint(1, sizes.line),
            "row_potions": luck.randint(0, 3),
            "adventurer_potions": luck.randint(0, 5),
        },
    }
    path = folder / "cards.yaml"
    shipped = _rulings(ROOT / "games" / "merchants-of-magick" / "cards.yaml", rulings)
    path.write_text(
        yaml.safe_dump(game, sort_keys=False, default_flow_style=None, width=1000)
        + shipped[: shipped.index("\ncheck:")],
        encoding="utf-8",
    )
    return path


class BrickSizes(NamedTuple):
    """How much a Brick & Mortar has of everything."""

    types: int = 5
    shelves: int = 3
    """The most that a store has of a type."""
    slots: int = 4
    stores: int = 71
    """Starting Stores included."""
    kinds: int = 52
    """Different market cards."""
    all_market: int = 84
    """Market cards of all copies."""
    dealt: int = 4
    public: int = 4
    hand: int = 5
    points: int = 10
    """Points that can be bought at once."""
    dial: int = 24
    months: int = 10


BY_TYPE = ("storehouse", "fulfillment")
OF_A_TYPE = ("factory", "catering", "crafter", "surplus", "purveyor")


def grown_brick(folder: Path, sizes: BrickSizes, seed: int = 1, **rulings: str) -> Path:
    """Write such a card set for 2 to 4 players, with stores of every power by turns; returns its
    cards.yaml. The first six are Starting Stores.
    """
    luck = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(TINY_BRICK / "templates", folder / "templates", dirs_exist_ok=True)
    shipped = read_plain(TINY_BRICK / "cards.yaml")
    powers = shipped["tables"]["power"]
    types = [f"type{n}" for n in range(sizes.types)]
    stores: dict[str, dict[str, Any]] = {}
    for n in range(sizes.stores):
        held = luck.sample(types, luck.randint(1, len(types)))
        store: dict[str, Any] = {
            "name": f"Store {n}",
            "cost": luck.randint(0, 20),
            "utility": luck.randint(0, 3),
            "points": luck.randint(0, 6),
        }
        store |= {word: [luck.randint(1, 9), luck.randint(1, sizes.shelves)] for word in held}
        if n < 6:
            store |= {
                "starts": True,
                "number": n + 1,
                "players_from": (2, 2, 2, 2, 3, 4)[n],
                "cost": 0,
            }
        elif n % 5:
            power = list(powers["rows"])[n % len(powers["rows"])]
            store |= {"power": power, "amount": luck.randint(1, 5), "each": luck.randint(1, 5)}
            store |= {"type": luck.choice(held)} if power in OF_A_TYPE else {}
            store |= {"by_type": [luck.randint(0, 3) for _ in types]} if power in BY_TYPE else {}
        else:
            store["margin"] = luck.randint(-4, 6)
        stores[f"store-{n}"] = store
    copies = _shared_out(luck, sizes.all_market, sizes.kinds, 9)
    market = {
        f"market-{n}": {
            "copies": copies[n],
            **{word: luck.randint(1, 4) for word in luck.sample(types, min(2, len(types)))},
        }
        for n in range(sizes.kinds)
    }
    fields = dict(shipped["kinds"]["store"]["fields"])
    fields = {
        name: said for name, said in fields.items() if name not in shipped["tables"]["type"]["rows"]
    }
    fields |= dict.fromkeys(types, "[1..9] 2..2?") | {
        "by_type": f"[0..20] {len(types)}..{len(types)}?"
    }
    game = {
        "game": {"title": "Brick & Mortar", "version": "1.0.0", "players": "2-4"},
        "tables": {
            "type": _table(
                "name: line, least: 0..99, highest: 1..99, crates: 1..99",
                {
                    word: {
                        "name": f"Type {n}",
                        "least": luck.randint(0, 10),
                        "highest": luck.randint(1, sizes.dial),
                        "crates": luck.randint(60, 99),
                    }
                    for n, word in enumerate(types)
                },
            ),
            "power": powers,
        },
        "kinds": {
            "store": {
                "template": "card.svg.j2",
                "fields": fields,
                "defaults": {"starts": False},
                "cards": stores,
            },
            "market": _kind(", ".join(f"{word}: 1..4?" for word in types), market),
        },
        "rules": {
            **{
                name: shipped["rules"][name]
                for name in (
                    "start_points",
                    "start_money",
                    "debt_tokens",
                    "debt_money",
                    "debt_points",
                    "bid_bound",
                )
            },
            "market_hand": sizes.hand,
            "cards_played": luck.randint(1, min(2, sizes.hand)),
            "stores_dealt": sizes.dealt,
            "public_stores": sizes.public,
            "slot_utility": list(range(sizes.slots)),
            "empty_slot": list(range(sizes.slots, 0, -1)),
            "point_cost": [4 * (n + 1) for n in range(sizes.points)],
            "point_sale": 3,
            "marker_points": {n: luck.randint(15, 60) for n in (2, 3, 4)},
            "last_month": dict.fromkeys((2, 3, 4), sizes.months),
            "price_dial": sizes.dial,
            "quantity_dial": sizes.dial,
        },
    }
    path = folder / "cards.yaml"
    written = yaml.safe_dump(game, sort_keys=False, default_flow_style=None, width=1000)
    path.write_text(written + _rulings(TINY_BRICK / "cards.yaml", rulings), encoding="utf-8")
    return path


def _table(fields: str, rows: dict[str, Any]) -> dict[str, Any]:
    return {"fields": dict(field.split(": ") for field in fields.split(", ")), "rows": rows}


def _kind(fields: str, cards: dict[str, Any]) -> dict[str, Any]:
    return {
        "template": "card.svg.j2",
        "fields": dict(field.split(": ") for field in fields.split(", ")),
        "cards": cards,
    }
