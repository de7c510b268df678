"""Verbs that follow from what a ruleset is told, and those that a package's modules bring."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.engine.game import counts_of, new_state, of_seats
from rules_check.engine.verbs import SPOKEN
from rules_check.engine.view import known_scores, table_of
from rules_check.games.empire.game import rules as empire
from rules_check.games.empire.state import Tally
from rules_check.games.emporium.game import rules as emporium
from rules_check.games.emporium.state import Phase
from rules_check.play.telling import Teller
from rules_check.toolkit.moves import Moves
from rules_check.toolkit.records import GameState, zone
from rules_check.toolkit.rulesets import Ruleset

ROOT = Path(__file__).resolve().parents[3]
PEARL_DIVE = ROOT / "tests" / "rules_check" / "games" / "alone" / "pearl_dive.py"


@pytest.mark.parametrize(
    ("rules", "path"), [(emporium, "cards.yaml"), (empire, "games/empire/cards.yaml")]
)
def test_cards_and_players_are_those_of_the_card_set(rules: Ruleset, path: str) -> None:
    game = load_game(ROOT / path)
    cards = rules.cards_record(game)
    rows = game.context["tables"]["rank"] if rules is empire else game.cards.values()
    assert set(rules.card_ids(cards)) == {
        row.id for row in rows if rules is empire or row.kind in ("item", "hero", "monster")
    }
    cards[rules.by_players][5] = 0
    assert 5 not in rules.player_counts(cards)
    assert 4 in rules.player_counts(cards)


def test_seats_are_ranked_by_their_standing() -> None:
    cards, state = emporium.cards_record(load_game(ROOT / "cards.yaml")), new_state(emporium)
    emporium.new_game(cards, state, 4, 1, 0)
    state.gold[:4], state.first = (3, 9, 3, 3), 1
    points = np.zeros(6, np.int64)
    emporium.standing(cards, state, points)
    assert of_seats(emporium.scores, cards, state) == [3, 9, 3, 3]
    assert sorted(range(4), key=lambda seat: -points[seat]) == sorted(
        range(4), key=of_seats(emporium.places, cards, state).__getitem__
    )
    assert sorted(of_seats(emporium.places, cards, state)) == [1, 2, 3, 4]


def test_what_speaks_is_gathered_from_the_modules_of_a_package() -> None:
    verbs = {
        name: verb for name, verb in vars(emporium).items() if name in SPOKEN and callable(verb)
    }
    assert set(verbs) == {*SPOKEN} - {"outcome", "zones", "heard"}
    assert all(verb.__name__ == name for name, verb in verbs.items())
    assert emporium.name == "emporium"
    assert emporium.zones() == [
        "Heroes",
        "Monsters",
        "hand",
        "choice",
        "trophies",
        "Decks",
        "Discards",
    ]


def test_a_phase_is_secret_where_the_answer_to_a_ruling_is_the_one_named() -> None:
    """Votes to banish are open by one answer and hidden by another; what is laid behind the screen
    always is.
    """
    cards, state = emporium.cards_record(load_game(ROOT / "cards.yaml")), new_state(emporium)
    emporium.new_game(cards, state, 4, 1, 0)
    hidden, open_ = (
        emporium.with_ruling(cards, "banish_votes", option)
        for option in ("each_hidden", "each_open")
    )
    assert emporium.is_secret(hidden, state)
    assert emporium.is_secret(open_, state)
    state.phase = Phase.BANISH
    assert emporium.is_secret(hidden, state)
    assert not emporium.is_secret(open_, state)


def test_scores_and_accounts_are_made_of_their_parts() -> None:
    """Of a seat's score, of what is counted at the end, and of what each line of the ledger comes
    to; the rest is in `tally`.
    """
    cards, state = (
        empire.cards_record(load_game(ROOT / "games" / "empire" / "cards.yaml")),
        new_state(empire),
    )
    empire.new_game(cards, state, 3, 1, 0)
    state.earned[:3], state.tally[Tally.TRADES] = ((1, 1), (0, 0), (1, 0)), 7
    assert of_seats(empire.scores, cards, state) == [2, 0, 1]
    out = np.full(len(empire.COUNTS) + len(empire.LEDGER) * 3, 99, np.int64)
    empire.account(cards, state, out)
    told = dict(zip(empire.COUNTS, out.tolist(), strict=False))
    assert (told["trades"], told["seats without a pillar"], told["cards left to draw"]) == (
        7,
        1,
        int(state.deck[-1]),
    )
    assert out[len(empire.COUNTS) :].tolist() == [1, 1, 0, 0, 1, 0]


def test_a_zone_of_cards_that_there_are_not_is_told_by_its_name() -> None:
    class State(GameState, seats=2):
        deck = zone("heros", 3)

    said = (
        "'deck' of State is for cards called 'heros', and Cards has no such kind; did you mean "
        "'hero'?"
    )
    with pytest.raises(TypeError, match=re.escape(said)):
        Ruleset("misnamed", emporium.Cards, State, Moves(), ends=("not over",))


# ---------------------------------------------------------------- what is refused as it is declared


def declared(folder: Path, *changes: tuple[str, str]) -> Ruleset:
    """Load Pearl Dive's rules, changed."""
    text = PEARL_DIVE.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / f"changed_{len(changes)}_{sum(map(ord, text))}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    rules: Ruleset = module.rules
    return rules


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "@rules.does(DIVE)",
            "@rules.phase(0)\ndef again(cards, state, seat, out):\n    pass\n\n\n@rules.does(DIVE)",
            "two phases have the number 0: 'choose' and 'again'",
        ),
        (
            "@rules.does(SURFACE)",
            "@rules.does(SURFACE, DIVE)",
            "'dive' is done by 'dive' and 'surface'",
        ),
        (
            "def choose(cards, state, seat, out)",
            "def choose(cards, state, seat, options)",
            "'choose' asks for 'options'",
        ),
        (
            "def surface(state, seat)",
            "def surface(state, seat, first, second, third)",
            "'surface' asks for 3 numbers of a move, first, second, third",
        ),
        (
            "def surface(state, seat)",
            "def surface(first, state, seat)",
            "'surface' asks for numbers of a move, first, before cards, state, seat or sort",
        ),
    ],
)
def test_rules_that_cannot_be_called_are_refused_where_they_are_declared(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(said)):
        declared(tmp_path, (old, new))


def test_a_phase_needs_no_brackets(tmp_path: Path) -> None:
    rules = declared(tmp_path, ("@rules.phase(then=come_up)\n", "@rules.phase\n"))
    assert [phase.number for phase in rules.declared.phases] == [0]


@pytest.mark.parametrize("name", ["sort", "take", "size"])
def test_a_field_that_no_rule_could_read_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"every record already has a '{name}'"):
        type("State", (GameState,), {name: zone("hero", 3)})


def test_more_players_than_the_state_has_room_for_are_refused(tmp_path: Path) -> None:
    rules = declared(tmp_path, ("seats=SEATS", "seats=6"))
    cards = rules.cards_record(load_game(PEARL_DIVE.parent))
    with pytest.raises(ProblemError, match="their State has room for 6"):
        counts_of(rules, cards)


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """Pearl Dive with prices, a tide, pearls that may be owed, and a find that each seat hides and
    that counts.
    """
    return declared(
        tmp_path_factory.mktemp("market"),
        (
            "    sharks = whole()\n",
            (
                "    sharks = whole()\n    price = each(SEATS, shared=True)\n    owed = "
                "each(SEATS, least=-2)\n    dealer = whole(shown=False)\n    pocket = zone('find', "
                "SEATS, 1, seen_by=OWNER)\n"
            ),
        ),
        ("    NOBODY,\n", "    NOBODY,\n    OWNER,\n"),
        (
            "    mix_up(state, state.sea)\n\n\n@jit",
            (
                "    mix_up(state, state.sea)\n    for seat in range(state.players):\n        "
                "put(state.pocket[seat], draw(state.sea))\n    state.price[1] = 7\n\n\n@jit"
            ),
        ),
        (
            "def score_of(cards, state, seat):\n    return state.banked[seat]",
            (
                "def score_of(cards, state, seat):\n    return state.banked[seat] + "
                "cards.pearls[state.pocket[seat, 0]]"
            ),
        ),
    )


def dealt(rules: Ruleset) -> tuple[Any, Any, Any]:
    game = load_game(PEARL_DIVE.parent)
    cards, state = rules.cards_record(game), new_state(rules)
    rules.new_game(cards, state, 3, 1, 0)
    return game, cards, state


@pytest.mark.slow
def test_what_the_whole_game_has_a_number_of_lies_in_the_middle(market: Ruleset) -> None:
    game, cards, state = dealt(market)
    view = table_of(market, game, cards, state, 0)
    said = {zone.name: zone.words for zone in view.zones if zone.words is not None}
    assert said == {"price": "0, 7, 0, 0, 0, 0, 0, 0", "sharks": "0"}
    assert not any(counter.name in ("price", "had") for counter in view.counters)


def test_a_score_that_hangs_on_what_is_hidden_is_not_told(market: Ruleset) -> None:
    game, cards, state = dealt(market)
    own, all_ = (known_scores(market, cards, state, seat) for seat in (1, -1))
    assert all_ == of_seats(market.scores, cards, state)
    assert own == [None, all_[1], None]
    view = table_of(market, game, cards, state, 1)
    assert [(one.seat, one.count) for one in view.counters if one.name == "score"] == [(1, all_[1])]
    assert Teller(market, game, cards).told(
        state, int(market.parse_move(cards, state, "surface")), 1
    ) == ["Seat 1: surface.", "Is up: seat 1 from 0 to 1."]
