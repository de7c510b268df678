"""`setup:`: what it declares, and every fault of it at its line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import bundled_games, load_game
from generator.data.problems import Problem, ProblemError
from generator.data.setting import cards_of, read_setting
from tests.catalogue import is_said
from tests.conftest import make_game

CARDS: dict[str, Any] = {
    f"c{number}": {
        "name": f"Card {number}",
        "cost": number % 5,
        "suit": "cups" if number % 2 else "swords",
        "copies": 2,
    }
    for number in range(10)
}
BASE: dict[str, Any] = {
    "cards": CARDS,
    "fields": {"name": "line", "cost": "0..5", "suit": "suit"},
    "tables": {
        "suit": {
            "fields": {"name": "line"},
            "rows": {"cups": {"name": "Cups"}, "swords": {"name": "Swords"}},
        }
    },
    "rules": {"hand_size": {2: 5, 3: 4, 4: 4}, "row": 3},
    "game": {"players": "2-4"},
}
SETUP: dict[str, Any] = {
    "common": {
        "deck": "all card, face down",
        "market": "card, refilled from deck",
        "bank": 20,
        "pool": "2 dice of 8",
    },
    "each": {"hand, won": "card, seen by owner", "gold": "row"},
    "deal": [
        "deal hand_size from deck to each hand",
        "refill market to row from deck",
        {"each": ["add 2 to gold"]},
    ],
}


def game_with(folder: Path, **sections: Any) -> Game:
    setup = {**SETUP, **sections}
    return make_game(folder, **BASE, setup=setup)


def faults(folder: Path, **sections: Any) -> list[Problem]:
    with pytest.raises(ProblemError) as caught:
        game_with(folder, **sections)
    return list(caught.value.problems)


def test_a_setup_is_read_as_it_is_written(tmp_path: Path) -> None:
    setting = read_setting(game_with(tmp_path))
    deck, market, hand = (setting.zones[name] for name in ("deck", "market", "hand"))
    assert (deck.is_full, deck.is_face_down, deck.seen, deck.holds) == (
        True,
        True,
        "nobody",
        ("card",),
    )
    assert (market.is_full, market.seen, market.refilled_from) == (False, "all", "deck")
    assert (hand.is_own, hand.seen) == (True, "owner")
    assert list(setting.zones) == ["deck", "market", "hand", "won"]
    assert {name: (pool.count, pool.faces) for name, pool in setting.dice.items()} == {
        "pool": (2, 8)
    }
    assert set(setting.counters) == {"bank", "gold"}
    assert [step.verb for step in setting.steps] == ["deal", "refill", "each"]


@pytest.mark.parametrize(
    ("sections", "code", "at", "said", "hint"),
    [
        (
            {"common": {"deck": "all crad"}},
            "bad-setup",
            "crad",
            "found 'crad'",
            "did you mean 'card'?",
        ),
        (
            {"common": {"deck": "all card where cots = 1"}},
            "bad-setup",
            "cots",
            "unknown name 'cots'",
            "did you mean 'cost'?",
        ),
        (
            {"common": {"deck": "all card where it = c33"}},
            "bad-setup",
            "c33",
            "expected one of c0, c1",
            "did you mean 'c3'?",
        ),
        (
            {"common": {"deck": "all card where id = c33"}},
            "bad-setup",
            "c33",
            "expected one of c0, c1",
            "did you mean 'c3'?",
        ),
        (
            {"common": {"deck": "all card where cost"}},
            "bad-setup",
            "cost",
            "expected true or false, found a number",
            "compare it",
        ),
        (
            {"common": {"deck": "all card, face sideways"}},
            "bad-setup",
            "sideways",
            "expected up or down",
            None,
        ),
        (
            {"common": {"deck": "all card, refilled from dekc"}},
            "unknown-zone",
            "all card",
            "no zone 'dekc'",
            "did you mean 'deck'?",
        ),
        (
            {"common": {"deck": "card, seen by owner"}},
            "bad-setup",
            "owner",
            "is for zones under each:",
            "move it",
        ),
        (
            {"common": {"deck": "card in 99 piles"}},
            "bad-setup",
            "99",
            "expected 1 to 60 piles",
            None,
        ),
        (
            {"common": {"deck": "card in a pile for each siut"}},
            "bad-setup",
            "siut",
            "no table 'siut'",
            "did you mean 'suit'?",
        ),
        (
            {"common": {"deck": "card", "pool": "3 dice of 200"}},
            "bad-setup",
            "3 dice",
            "expected 1 to 100 dice",
            None,
        ),
        (
            {"common": {"deck": "card"}, "each": {"cup": "2 dice, seen by owner"}},
            "bad-setup",
            "2 dice",
            "expected dice that every player can see",
            "play:",
        ),
        (
            {"common": {"deck": "all anything"}},
            "bad-setup",
            "anything",
            "expected a component or a kind",
            None,
        ),
        ({"common": {"Deck": "all card"}}, "bad-name", "Deck", "NOT_A_NAME", None),
        ({"common": {"row": "all card"}}, "bad-name", "row", "NUMBER_IN_RULES", None),
        (
            {"common": {"deck": "all card"}, "each": {"deck": "card"}},
            "duplicate-id",
            "deck: card",
            "declared twice",
            None,
        ),
        (
            {"common": {"a": "all card", "b": "all card where cost = 1"}},
            "in-two-zones",
            "all card where",
            "IN_TWO_ZONES",
            "where",
        ),
        (
            {"deal": ["deel 3 from deck to each hand"]},
            "bad-setup",
            "deel",
            "no step begins with 'deel'",
            "did you mean 'deal'?",
        ),
        (
            {"deal": ["deal 3 from dekc to each hand"]},
            "bad-setup",
            "dekc",
            "no zone 'dekc'",
            "did you mean 'deck'?",
        ),
        (
            {"deal": ["deal 3 from deck to each deck"]},
            "bad-setup",
            "deck",
            "expected a zone of each player",
            "hand",
        ),
        ({"deal": ["deal 3 from deck"]}, "bad-setup", "", "expected 'to', found the end", None),
        (
            {"deal": ["deal many from deck to each hand"]},
            "bad-setup",
            "many",
            "unknown name 'many'",
            None,
        ),
        ({"deal": ["move hand to deck"]}, "bad-setup", "hand", "is a zone of each player", "each"),
        (
            {"deal": ["add 1 to gold"]},
            "bad-setup",
            "gold",
            "is a counter of each player",
            "under each:",
        ),
        (
            {"deal": ["set gild to 1"]},
            "bad-setup",
            "gild",
            "no counter 'gild'",
            "did you mean 'gold'?",
        ),
        (
            {"deal": ["shuffle deck twice"]},
            "bad-setup",
            "twice",
            "'twice' does not belong here",
            None,
        ),
        (
            {"deal": ["shuffle deck if 3"]},
            "bad-setup",
            "3",
            "expected true or false, found a number",
            None,
        ),
        (
            {"deal": ["deal -1 from deck to each hand"]},
            "bad-setup",
            "-1",
            "expected 0 or more, found -1",
            "max(0",
        ),
        (
            {"deal": ["deal 3 - count(players) from deck to each hand"]},
            "bad-setup",
            "- count",
            "found -1 with 4 players",
            "max(0",
        ),
        (
            {"deal": ["add -2 to bank"]},
            "bad-setup",
            "-2",
            "expected 0 or more, found -2",
            "write `take`",
        ),
        (
            {"deal": ["deal 6 / 0 from deck to each hand"]},
            "bad-setup",
            "0 from",
            "to divide by, found 0",
            "max(1",
        ),
        (
            {"deal": ["move 9 / (count(players) - 2) from deck to market"]},
            "bad-setup",
            "- 2",
            "to divide by, found 0",
            "max(1",
        ),
        (
            {"deal": ["deal hand_size[9] from deck to each hand"]},
            "bad-setup",
            "hand_size[9]",
            "'hand_size' has no number for 9",
            "under rules:",
        ),
        (
            {"common": {"deck": "card", "bank": "9 mod 0"}},
            "bad-setup",
            "0",
            "to divide by, found 0",
            "max(1",
        ),
        (
            {"common": {"deck": "all card where 4 / cost > 1"}},
            "bad-setup",
            "cost",
            "to divide by, found 0",
            "max(1",
        ),
        (
            {"common": {"deck": "all card where cost < count(players)"}},
            "bad-setup",
            "players",
            "is not known yet",
            "card alone",
        ),
        (
            {"common": {"deck": "card", "spot": "one card"}, "deal": ["move 3 from deck to spot"]},
            "bad-setup",
            "3 from",
            "has room for one card, but this step puts 3 there",
            "put one card there",
        ),
        (
            {"common": {"deck": "card, face down, face up"}},
            "bad-setup",
            "face up",
            "a second after 'face down'",
            "remove one",
        ),
        (
            {"common": {"deck": "card in suit piles"}},
            "bad-setup",
            "suit",
            "expected a number of piles",
            "in a pile for each suit",
        ),
        (
            {"common": {"deck": "card, refilled from hand"}, "each": {"hand": "card"}, "deal": []},
            "bad-setup",
            "card, refilled",
            "REFILLED_FROM_OWN",
            "under each:",
        ),
        (
            {"deal": [{"each": [{"each": ["add 1 to gold"]}]}]},
            "bad-setup",
            "each",
            "inside another each:",
            "move the steps out",
        ),
        (
            {"deal": ["set pool to 3"]},
            "bad-setup",
            "pool",
            "there is no counter 'pool'",
            "'pool' is dice",
        ),
        (
            {"deal": ["deal 3 cards from deck to each hand"]},
            "bad-setup",
            "cards",
            "expected 'from'",
            "deal 5 from deck",
        ),
        ({"surface": "c33"}, "bad-setup", "c33", "NO_CARD_TO_PUT", "did you mean 'c3'?"),
        ({"surface": "card"}, "bad-setup", "card", "NO_CARD_TO_PUT", "cards of 'card' are c0, c1"),
        (
            {"common": {"deck": "all card, refilled from deck"}},
            "bad-setup",
            "all card",
            "REFILLED_FROM_ITSELF",
            "name the zone",
        ),
        ({"deal": [{"eahc": []}]}, "bad-setup", "eahc", "expected `each:`", None),
        ({"deal": [3]}, "bad-setup", "3", "expected a step", None),
    ],
)
def test_a_fault_has_its_place_and_a_hint(
    sections: dict[str, Any], code: str, at: str, said: str, hint: str | None, tmp_path: Path
) -> None:
    problem = faults(tmp_path, **sections)[0]
    assert problem.code == code
    assert is_said(problem, said), problem.message
    assert hint is None or (problem.hint and hint in problem.hint)
    place = problem.place
    assert place is not None
    lines = (tmp_path / "cards.yaml").read_text("utf-8").splitlines()
    assert lines[(place.line or 1) - 1][(place.column or 1) - 1 :].startswith(at)


@pytest.mark.parametrize(
    ("step", "is_fine"),
    [
        ("move 1 from deck to market", True),
        ("move 1 from bank to market", False),
        ("move 1 from bank to heap", True),
        ("move 1 from deck to bank", False),
        ("refill market to 2 from bank", False),
        ("deal 1 from deck to each hand", True),
        ("deal 1 from bank to each hand", False),
        ("deal 1 from bank to each purse", True),
        ("move 1 from heap to market", True),
    ],
)
def test_what_no_zone_may_hold_is_not_moved_there(step: str, is_fine: bool, tmp_path: Path) -> None:
    components = {
        "deck": {"name": "Deck", "of": "card", "count": 20},
        "cubes": {"name": "Cubes", "count": 9},
    }
    setup = {
        "common": {
            "deck": "all deck, face down",
            "market": "card",
            "bank": "all cubes",
            "heap": "anything",
        },
        "each": {"hand": "card, seen by owner", "purse": "cubes"},
        "deal": [step],
    }
    if is_fine:
        make_game(tmp_path, **BASE, components=components, setup=setup)
        return
    with pytest.raises(ProblemError) as caught:
        make_game(tmp_path, **BASE, components=components, setup=setup)
    (problem,) = caught.value.problems
    assert problem.code == "bad-setup"
    assert "belongs in" in problem.message
    assert problem.place is not None
    assert problem.place.length == len(step.split()[0])


@pytest.mark.parametrize("name", ["row", "Deck", "all"])
def test_a_zone_with_a_bad_name_is_one_fault_wherever_it_is_named(
    name: str, tmp_path: Path
) -> None:
    common = {**SETUP["common"], name: "card"}
    deal = [f"move 1 from deck to {name}", f"shuffle {name}"]
    assert [problem.code for problem in faults(tmp_path, common=common, deal=deal)] == ["bad-name"]


def test_cards_go_by_their_ids(tmp_path: Path) -> None:
    common = {
        "deck": "all card where it = c3, face down",
        "other": "all card where id in (c4, c5)",
        "market": "card",
    }
    game = game_with(tmp_path, common=common, deal=["move all from other where it = c4 to market"])
    zones = read_setting(game).zones
    assert cards_of(game, zones["deck"]) == ["c3"]
    assert cards_of(game, zones["other"]) == ["c4", "c5"]


def test_a_faulty_zone_is_one_fault_wherever_it_is_named(tmp_path: Path) -> None:
    common = {**SETUP["common"], "deck": "all crad"}
    assert [problem.code for problem in faults(tmp_path, common=common)] == ["bad-setup"]


def test_a_game_without_setup_has_decks_and_hands(tmp_path: Path) -> None:
    components = {"deck": {"name": "Deck", "count": 1, "of": "card", "back": "back"}}
    kinds = {
        "back": {
            "template": "card.svg.j2",
            "fields": {"name": "line"},
            "cards": {"back": {"name": "Back"}},
        }
    }
    setting = read_setting(make_game(tmp_path, components=components, kinds=kinds))
    assert setting.is_default
    assert {
        name: (zone.is_own, zone.is_full, zone.seen) for name, zone in setting.zones.items()
    } == {
        "deck": (False, True, "nobody"),
        "discard": (False, False, "all"),
        "hand": (True, False, "owner"),
    }


def test_a_deck_that_is_called_hand_leaves_each_player_a_hand(tmp_path: Path) -> None:
    kinds = {
        "other": {
            "template": "card.svg.j2",
            "fields": {"name": "line"},
            "cards": {"two": {"name": "Two"}},
        }
    }
    components = {
        "hand": {"name": "Hand", "count": 1, "of": "card"},
        "discard": {"name": "Discard", "count": 1, "of": "other"},
    }
    zones = read_setting(make_game(tmp_path, components=components, kinds=kinds)).zones
    assert [name for name, zone in zones.items() if zone.is_full] == ["hand", "discard"]
    assert zones["own-hand"].is_own
    assert zones["own-hand"].seen == "owner"
    assert not zones["discard-pile"].is_own


@pytest.mark.parametrize("name", list(bundled_games()))
def test_the_games_that_come_with_it_lay_out(name: str) -> None:
    setting = read_setting(load_game(bundled_games()[name]))
    assert any(zone.is_full for zone in setting.zones.values())


@pytest.mark.parametrize(
    ("sections", "hint"),
    [
        ({"common": "deck"}, "common: zones, counters and dice of the table"),
        ({"common": {"deck": ["card"]}}, "common: zones, counters and dice of the table"),
        ({"deal": {"deck": 3}}, "deal: the steps before play begins: - deal 5 from deck"),
        ({"surface": ["c1"]}, "surface: the id of the card or board"),
    ],
)
def test_a_part_of_another_form_is_told_with_what_belongs_there(
    sections: dict[str, Any], hint: str, tmp_path: Path
) -> None:
    problem = faults(tmp_path, **sections)[0]
    assert problem.code == "wrong-type"
    assert str(problem.hint).startswith(hint)


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("common", "false each turn"),
        ("common", "true"),
        ("each", "player"),
        ("each", "0 each turn"),
    ],
)
def test_a_counter_that_only_rules_use_is_told_where_it_belongs(
    section: str, text: str, tmp_path: Path
) -> None:
    (problem,) = faults(tmp_path, **{section: {**SETUP[section], "capsized": text}})
    assert problem.message == "expected only a number for 'capsized' under setup:"
    assert problem.hint == f"move the line to `{section}:` under `play:`"
