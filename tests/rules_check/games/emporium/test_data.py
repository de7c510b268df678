"""cards.yaml becomes one record of numbers, or a list of what the rules cannot do with."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.state import HERO, MONSTER
from tests.rules_check.games.scripted import ROOT, names_of


def test_every_number_of_cards_yaml_arrives(emporium: Game) -> None:
    cards, context = emporium_rules.cards_record(emporium), emporium.context
    tiers, slots, guilds = (
        [row.id for row in context["tables"][name]] for name in ("tier", "slot", "guild")
    )
    for id_, card in emporium.cards.items():
        values = card.record
        if card.kind == "item":
            i = names_of(cards, "item").index(id_)
            assert (
                tiers[cards.item_tier[i]],
                slots[cards.item_slot[i]],
                guilds[cards.item_guild[i]],
            ) == (values.tier.id, values.slot.id, values.guild.id)
            assert (cards.item_strength[i], cards.item_copies[i]) == (values.strength, card.copies)
        elif card.kind == "hero":
            i = names_of(cards, "hero").index(id_)
            assert (cards.level[HERO, i], cards.strength[HERO, i], guilds[cards.hero_guild[i]]) == (
                values.level,
                values.strength,
                values.guild.id,
            )
            assert [slots[k] for k in cards.hero_slots[i] if k >= 0] == [
                slot.id for slot in values.slots
            ]
        elif card.kind == "monster":
            i = names_of(cards, "monster").index(id_)
            assert (cards.level[MONSTER, i], cards.strength[MONSTER, i], cards.reward[i]) == (
                values.level,
                values.strength,
                values.reward,
            )
    rules = context["rules"]
    for name in (
        "starting_gold",
        "monsters_in_row",
        "die_faces",
        "colour_bonus",
        "upgrades_most",
        "banish_price",
        "monster_set_bonus",
        "most_monsters_bonus",
        "most_heroes_bonus",
    ):
        assert cards[name] == rules[name]
    assert cards.hand_limit == rules.hand_size
    assert {
        str(n): int(k) for n, k in enumerate(cards.heroes_on_table) if k
    } == rules.heroes_on_table._values
    assert {
        str(n): int(k) for n, k in enumerate(cards.deck_levels) if k
    } == rules.deck_levels._values
    assert [int(cards.price_cap[i]) for i in range(3)] == [
        tier.price_cap for tier in context["tables"]["tier"]
    ]
    assert [int(cards.upgrade_price[i]) for i in range(3)] == [
        tier.upgrade or 0 for tier in context["tables"]["tier"]
    ]


def edited(tmp_path: Path, *changes: tuple[str, str]) -> Game:
    """Copy Emporium with some text of its cards.yaml replaced."""
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    for pattern, replacement in changes:
        text, count = re.subn(pattern, replacement, text, count=1, flags=re.M | re.S)
        assert count == 1, pattern
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    return load_game(tmp_path)


def faults(game: Game) -> list[Problem]:
    with pytest.raises(ProblemError) as caught:
        emporium_rules.cards_record(game)
    return list(caught.value.problems)


def line_of(game: Game, text: str) -> int:
    return next(
        n
        for n, line in enumerate(
            (game.folder / "cards.yaml").read_text(encoding="utf-8").splitlines(), 1
        )
        if text in line
    )


CASES: dict[str, tuple[tuple[str, str], str, str, str]] = {
    "a die": (
        (r"die_faces: 8", "die_faces: 21"),
        "out-of-range",
        "'die_faces' to be from 1 to 20, found 21",
        "die_faces",
    ),
    "a word": (
        (r"banish_price: 2", "banish_price: two"),
        "wrong-type",
        "a whole number for 'banish_price', found 'two'",
        "banish_price",
    ),
    "a tier": (
        (r"starting_tier: leather", "starting_tier: lether"),
        "unknown-tier",
        "expected one of leather, chainmail, steel",
        "starting_tier",
    ),
    "a row": (
        (r"monsters_in_row: 3", "monsters_in_row: 4"),
        "out-of-range",
        "'monsters_in_row' to be from 1 to 3, found 4",
        "monsters_in_row",
    ),
    "a table": (
        (r"heroes_on_table: \{2: 1", "heroes_on_table: {2: 4"),
        "out-of-range",
        "'heroes_on_table' for 2 to be from 1 to 3, found 4",
        "heroes_on_table",
    ),
    "no table": (
        (r"heroes_on_table: \{[^}]*\}", "heroes_on_table: 3"),
        "wrong-type",
        "a table of numbers for 'heroes_on_table', such as {2: 1}, found 3",
        "heroes_on_table",
    ),
    "several tiers": (
        (r"starting_tier: leather", "starting_tier: [leather]"),
        "unknown-tier",
        "expected one of leather, chainmail, steel",
        "starting_tier",
    ),
    "players": (
        (r"heroes_on_table: \{2: 1", "heroes_on_table: {7: 1"),
        "out-of-range",
        "keys of 'heroes_on_table' to be from 2 to 6, found 7",
        "heroes_on_table",
    ),
    "players with too many heroes": (
        (r"5: 3, 6: 3\}", "5: 3,\n    6: 4}"),
        "out-of-range",
        "'heroes_on_table' for 6 to be from 1 to 3, found 4",
        "    6: 4}",
    ),
    "a type that names no row": (
        (r"^      guild: guild\n      level", "      guild: line\n      level"),
        "wrong-type",
        "need the type 'guild' for the field 'guild' in 'hero', found 'line'",
        "guild: line",
    ),
    "a type that names no rows": (
        (r'slots: "\[slot\] 1..4"', 'slots: "[line] 1..4"'),
        "wrong-type",
        "need the type '[slot]' for the field 'slots' in 'hero', found '[line] 1..4'",
        "[line] 1..4",
    ),
    "a row that is left out": (
        (r"^      guild: guild\n(      level.*?)guild: tide, ", r"      guild: guild?\n\1"),
        "wrong-type",
        "need one of tide, ember, grove for 'guild' of 'tib', found nothing",
        "      tib:",
    ),
    "a price below nought": (
        (r"price_cap: 6, upgrade: 1", "price_cap: 6, upgrade: -1"),
        "out-of-range",
        "'upgrade' of 'chainmail' to be from 0 to 1000000, found -1",
        "chainmail: {name",
    ),
    "a price beyond all records": (
        (r"price_cap: 6, upgrade: 1", "price_cap: 6, upgrade: 99999999999999"),
        "out-of-range",
        "found 99999999999999",
        "chainmail: {name",
    ),
    "a misspelt name": (
        (r"starting_gold:", "startng_gold:"),
        "missing-field",
        "need 'rules: starting_gold', found 'startng_gold'",
        "startng_gold",
    ),
    "an option": (
        (
            r"choice: when_due\n    options:\n      when_due",
            "choice: later\n    options:\n      later",
        ),
        "unknown-ruling",
        "accept one of when_due, when_empty for 'reshuffle', found 'later'",
        "choice: later",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_rules_cannot_do_with_is_refused_where_it_stands(
    case: str, tmp_path: Path
) -> None:
    change, code, message, line = CASES[case]
    game = edited(tmp_path, change)
    (problem,) = faults(game)
    assert (problem.code, message in problem.message) == (code, True), problem.message
    assert problem.place is not None
    assert problem.place.line == line_of(game, line)


def test_a_hero_may_have_no_slots(tmp_path: Path) -> None:
    changes = (r'slots: "\[slot\] 1..4"', 'slots: "[slot]?"'), (r", slots: \[weapon, charm\],", ",")
    record = emporium_rules.cards_record(edited(tmp_path, *changes))
    assert (record.hero_slots[0] == -1).all()
    assert (record.hero_slots[1] != -1).any()


@pytest.mark.parametrize(
    ("field", "card", "value", "said"),
    [
        (
            "strength: 0..20",
            "guild: tide, level: 1, strength: 2",
            "99999999999",
            "'strength' of 'tib' to be from -1000000 to 1000000",
        ),
        (
            "strength: 0..20",
            "guild: tide, level: 1, strength: 2",
            "1.5",
            "a whole number for 'strength' of 'tib', found 1.5",
        ),
    ],
)
def test_a_number_that_no_record_holds_is_refused_where_it_stands(
    field: str, card: str, value: str, said: str, tmp_path: Path
) -> None:
    kind = "number" if "." in value else "integer"
    game = edited(
        tmp_path, (re.escape(field), f"strength: {kind}"), (re.escape(card), f"{card[:-1]}{value}")
    )
    problem = faults(game)[0]
    assert said in problem.message
    assert problem.place is not None
    line = (
        (game.folder / "cards.yaml")
        .read_text(encoding="utf-8")
        .splitlines()[problem.place.line - 1]
    )
    assert line[problem.place.column - 1 :].startswith(value)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("12", "from 1 to 9, found 12"),
        ("²", "a whole number for the keys of 'deck_levels', found '²'"),
    ],
)
def test_a_key_that_cannot_be_is_refused_where_it_stands(
    key: str, said: str, tmp_path: Path
) -> None:
    game = edited(tmp_path, (r"deck_levels: \{1: 5,", f"deck_levels: {{{key}: 5, 1: 5,"))
    (problem,) = faults(game)
    assert said in problem.message
    assert problem.place is not None
    line = (
        (game.folder / "cards.yaml")
        .read_text(encoding="utf-8")
        .splitlines()[problem.place.line - 1]
    )
    assert line[problem.place.column - 1 :].startswith(key)


def test_what_is_missing_is_named_all_at_once(tmp_path: Path) -> None:
    game = edited(tmp_path, (r"^  die_faces: 8\n", ""), (r"^  stall:.*\Z", ""))
    assert [problem.message.split("'")[1] for problem in faults(game)] == [
        "rules: die_faces",
        "rulings: stall",
    ]


def test_the_copy_of_a_ruling_leaves_the_first_as_it_was(emporium: Game) -> None:

    cards: Any = emporium_rules.cards_record(emporium)
    before = cards.tobytes()
    changed = emporium_rules.with_ruling(cards, "banish_votes", "one_for_all")
    assert (changed.banish_votes, cards.tobytes()) == (2, before)
