"""Empire's cards.yaml becomes one record of numbers, or a list of what the rules cannot do with,
each with its place.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError
from rules_check.games.empire import rules
from rules_check.games.empire.state import Action, Power
from rules_check.toolkit.reading import name_of
from rules_check.toolkit.records import EMPTY
from tests.rules_check.games.scripted_empire import REAL, SMALL, empire_cards, make_cards

RANKS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
    "joker",
]


def test_every_number_of_cards_yaml_arrives() -> None:
    cards, game = empire_cards(), load_game(REAL)
    numbers = game.context["rules"]
    for field, name in (
        ("hand_cards", "hand_size"),
        *(
            (name, name)
            for name in ("pillar_size", "pillars_to_win", "first_pillar_cards", "bonus_from")
        ),
    ):
        assert cards[field] == numbers[name]
    assert {
        str(n): int(packs) for n, packs in enumerate(cards.packs) if packs
    } == numbers.packs._values
    assert rules.player_counts(cards) == [3, 4, 5, 6]
    for name, options in rules.RULINGS.items():
        if name in game.context["rulings"]:
            assert options[cards[name]] == game.context["rulings"][name].choice
    assert [name_of(cards.empire_name, n) for n in range(cards.empires)] == [
        "thief",
        "merchant",
        "warlord",
    ]
    assert cards.bonus[:3].tolist() == [Action.STEAL, Action.TRADE, Action.BATTLE]


def test_a_pack_has_54_cards_of_14_ranks() -> None:
    cards = make_cards()
    assert [name_of(cards.rank_name, n) for n in range(cards.ranks)] == RANKS
    assert cards.rank_empire[:14].tolist() == [EMPTY, *[0] * 4, *[1] * 4, *[2] * 4, EMPTY]
    assert cards.rank_power[:14].tolist() == [Power.SKIP, *[Power.NONE] * 12, Power.WILD]
    assert (int(cards.types), cards.type_copies[:14].tolist(), int(cards.joker)) == (
        14,
        [4] * 13 + [2],
        13,
    )
    by_card = make_cards(demand_names="card")
    assert (int(by_card.types), int((by_card.face_copies > 0).sum())) == (53, 53)
    assert Counter(by_card.type_copies[:53].tolist()) == {
        1: 52,
        2: 1,
    }  # two jokers, told apart by nobody


def test_the_copy_of_a_ruling_leaves_the_first_as_it_was() -> None:
    cards: Any = make_cards()
    before = cards.tobytes()
    changed = rules.with_ruling(cards, "demand_names", "card")
    assert (int(changed.demand_names), int(changed.types), cards.tobytes()) == (1, 53, before)


# ------------------------------------------------------------------------------------------- faults
def edited(tmp_path: Path, *changes: tuple[str, str]) -> Game:
    """Copy the stand-in with some text of its cards.yaml replaced."""
    text = SMALL.read_text(encoding="utf-8")
    for pattern, replacement in changes:
        text, count = re.subn(pattern, replacement, text, count=1, flags=re.M | re.S)
        assert count == 1, pattern
    shutil.copytree(SMALL.parent / "templates", tmp_path / "templates")
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    return load_game(tmp_path)


def faults(game: Game) -> list[Problem]:
    with pytest.raises(ProblemError) as caught:
        rules.cards_record(game)
    return list(caught.value.problems)


def line_of(game: Game, text: str) -> int:
    lines = (game.folder / "cards.yaml").read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if text in line)


# What is changed; the problem's code, a part of its message, and the line that it points at.
CASES: dict[str, tuple[tuple[str, str], str, str, str]] = {
    "a hand": (
        (r"hand_size: 10", "hand_size: 47"),
        "out-of-range",
        "'hand_size' to be from 1 to 46, found 47",
        "hand_size",
    ),
    "more dealt than there are": (
        (r"6: 3\}", "6: 1}"),
        "out-of-range",
        "cards dealt to 6 players to be from 0 to 54, found 60",
        "hand_size",
    ),
    "a word": (
        (r"pillar_size: 4", "pillar_size: four"),
        "wrong-type",
        "a whole number for 'pillar_size', found 'four'",
        "pillar_size",
    ),
    "a pillar": (
        (r"pillar_size: 4", "pillar_size: 8"),
        "out-of-range",
        "'pillar_size' to be from 1 to 7, found 8",
        "pillar_size",
    ),
    "pillars": (
        (r"pillars_to_win: 4", "pillars_to_win: 9"),
        "out-of-range",
        "'pillars_to_win' to be from 1 to 8, found 9",
        "pillars_to_win",
    ),
    "players": (
        (r"packs: \{3: 2", "packs: {7: 2"),
        "out-of-range",
        "keys of 'packs' to be from 2 to 6, found 7",
        "packs:",
    ),
    "packs": (
        (r"packs: \{3: 2", "packs: {3: 10"),
        "out-of-range",
        "'packs' for 3 to be from 1 to 9, found 10",
        "packs:",
    ),
    "too many cards": (
        (r"packs: \{3: 2", "packs: {3: 9"),
        "out-of-range",
        "the number of cards in a game for 3 players to be from 0 to 280, found 486",
        "packs:",
    ),
    "an option": (
        (
            r"choice: must_act\n    options:\n      must_act",
            "choice: shall\n    options:\n      shall",
        ),
        "unknown-ruling",
        "accept one of must_act, may_pass for 'action', found 'shall'",
        "choice: shall",
    ),
    "two wild ranks": (
        (r'index: "2", power: skip', 'index: "2", power: wild'),
        "out-of-range",
        "only one wild rank, found another",
        "joker: {name: Joker",
    ),
    "a field": (
        (r"empire: empire\?, power", "power"),
        "missing-field",
        "need the field 'empire' in 'rank'",
        "power: none | skip | wild",
    ),
    "a bonus": (
        (r"bonus: steal \| trade \| battle(.*)bonus: steal", r"bonus: line\1bonus: dance"),
        "wrong-type",
        "'bonus' of 'thief'",
        "bonus: dance",
    ),
    "a power": (
        (
            r'power: none \| skip \| wild(.*)index: "2", power: skip',
            r'power: line\1index: "2", power: fly',
        ),
        "wrong-type",
        "'power' of 'two'",
        "power: fly",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_rules_cannot_do_with_is_refused_where_it_stands(
    case: str, tmp_path: Path
) -> None:
    change, code, message, line = CASES[case]
    changes = [change]
    if case == "a field":
        changes = [change, *[(r", empire: (thief|merchant|warlord)", "")] * 12]
    game = edited(tmp_path, *changes)
    (problem,) = faults(game)
    assert (problem.code, message in problem.message) == (code, True), problem.message
    assert problem.place is not None
    assert problem.place.line == line_of(game, line)


def test_what_is_missing_is_named_all_at_once(tmp_path: Path) -> None:
    game = edited(tmp_path, (r"^  bonus_from: 2\n", ""), (r"^  match:.*\Z", ""))
    assert [problem.message.split("'")[1] for problem in faults(game)] == [
        "rules: bonus_from",
        "rulings: match",
    ]


def test_a_table_that_is_missing_is_named(tmp_path: Path) -> None:
    game = edited(tmp_path, (r"^  suit:\n.*?(?=^  rank:)", ""), (r"suit: suit\?", "suit: line?"))
    (problem,) = [problem for problem in faults(game) if problem.code == "missing-field"]
    assert "need 'suit' under tables" in problem.message


def test_packs_that_differ_are_refused(tmp_path: Path) -> None:
    in_packs = (r"suit: suit\?\}", "suit: suit?, pack: pack}\n    defaults: {pack: first}")
    for name in ("whole", "odd"):
        (tmp_path / name).mkdir()
    assert rules.cards_record(edited(tmp_path / "whole", in_packs)).types == 14
    game = edited(
        tmp_path / "odd",
        in_packs,
        (
            r"      joker-black:",
            (
                "      s3-second: {name: Odd one, rank: three, suit: spades, pack: second}\n      "
                "joker-black:"
            ),
        ),
    )
    (problem,) = faults(game)
    assert (problem.code, problem.message) == (
        "packs-differ",
        "the pack 'second' has different cards from the first",
    )
    assert problem.place is not None
    assert problem.place.line == line_of(game, "s3-second")


def test_a_rank_without_an_empire_plays_and_makes_no_pillar(tmp_path: Path) -> None:
    cards = rules.cards_record(edited(tmp_path, (r", empire: thief", "")))
    assert cards.rank_empire[:4].tolist() == [EMPTY, EMPTY, 0, 0]
