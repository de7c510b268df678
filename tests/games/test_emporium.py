"""Emporium's own data: what the rulebook promises, and a design that hangs together."""

from __future__ import annotations

from collections import Counter
from itertools import product

from generator.data.game import Card, Game


def of(game: Game, kind: str) -> list[Card]:
    return [card for card in game.cards.values() if card.kind == kind]


def test_the_box_holds_what_the_rulebook_promises(emporium: Game) -> None:
    counts = {component.id: component.count for component in emporium.components}
    assert counts == {
        "heroes": 27,
        "monsters": 27,
        "leather": 36,
        "chainmail": 27,
        "steel": 18,
        "screens": 6,
        "mats": 6,
        "dice": 6,
        "coins": 90,
        "marker": 1,
        "aids": 6,
    }
    assert (
        sum(card.copies for kind in ("hero", "monster", "item") for card in of(emporium, kind))
        == 135
    )


def test_every_name_is_distinct_and_every_card_has_a_line_of_flavour(emporium: Game) -> None:
    cards = [card for kind in ("hero", "monster", "item") for card in of(emporium, kind)]
    assert len(cards) == 81
    assert len({card.record.name for card in cards}) == 81
    assert len({card.record.flavour for card in cards}) == 81


def test_three_heroes_of_each_guild_and_level_three_monsters_of_each_type_and_level(
    emporium: Game,
) -> None:
    heroes = Counter((card.record.guild.id, card.record.level) for card in of(emporium, "hero"))
    assert heroes == dict.fromkeys(product(("tide", "ember", "grove"), (1, 2, 3)), 3)
    monsters = Counter((card.record.type.id, card.record.level) for card in of(emporium, "monster"))
    assert monsters == dict.fromkeys(product(("beast", "undead", "demon"), (1, 2, 3)), 3)


def test_one_item_of_each_tier_slot_and_guild_in_copies_of_four_three_and_two(
    emporium: Game,
) -> None:
    items = of(emporium, "item")
    assert (
        len({(c.record.tier.id, c.record.slot.id, c.record.guild.id) for c in items})
        == 27
        == len(items)
    )
    assert {(c.record.tier.id, c.copies) for c in items} == {
        ("leather", 4),
        ("chainmail", 3),
        ("steel", 2),
    }


def test_a_dearer_tier_is_stronger_slot_by_slot(emporium: Game) -> None:
    by_place: dict[tuple[str, str], list[int]] = {}
    for tier in ("leather", "chainmail", "steel"):
        for card in of(emporium, "item"):
            if card.record.tier == tier:
                by_place.setdefault((card.record.slot.id, card.record.guild.id), []).append(
                    card.record.strength
                )
    assert all(low < middle < high for low, middle, high in by_place.values())


def test_every_monster_can_be_beaten_by_a_hero_of_its_level_in_full_gear(emporium: Game) -> None:
    best = Counter[str]()
    for card in of(emporium, "item"):
        best[card.record.slot.id] = max(best[card.record.slot.id], card.record.strength)
    reach = {
        level: max(
            c.record.strength + sum(best[s.id] for s in c.record.slots)
            for c in of(emporium, "hero")
            if c.record.level == level
        )
        for level in (1, 2, 3)
    }
    assert all(card.record.strength <= reach[card.record.level] for card in of(emporium, "monster"))


def test_no_hero_has_two_second_slots_for_the_top_edge(emporium: Game) -> None:
    for card in of(emporium, "hero"):
        sorts = Counter(slot.id for slot in card.record.slots)
        assert sum(count - 1 for count in sorts.values()) <= 1, card.id


def test_price_caps_are_numbers_that_the_die_shows(emporium: Game) -> None:
    caps = [tier.price_cap for tier in emporium.context["tables"].tier]
    assert caps == [4, 6, 8]
    assert max(caps) <= emporium.context["rules"].die_faces


def test_every_open_question_has_an_answer_and_another_one(emporium: Game) -> None:
    rulings = list(emporium.context["rulings"])
    assert len(rulings) >= 20
    for ruling in rulings:
        assert ruling.choice in ruling.options, ruling
        assert len(ruling.options) >= 2, ruling
