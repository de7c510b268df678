"""Empire: pillars, jokers, bonus actions and the ends; scripted, a rule a test."""

from __future__ import annotations

import pytest

from rules_check.games.empire.state import Tally
from tests.rules_check.games.scripted_empire import Table


def laying(hand: str, **changes: object) -> Table:
    """Come to the pillars of seat 0 with such a hand."""
    return (
        Table(3, **changes)
        .hands(hand, "five", "six")
        .top("queen two queen two queen two")
        .play("battle 2, demand jack")
    )


def lays(table: Table) -> list[str]:
    return [text for text in table.legal() if text.startswith("lay")]


def test_four_of_a_rank_make_a_pillar() -> None:
    assert lays(laying("six six six six ten")) == ["lay six"]
    assert lays(laying("six six six ten ten")) == []


def test_jokers_stand_in_for_any() -> None:
    assert lays(laying("six six six six joker ten")) == ["lay six", "lay six with 1"]
    assert lays(laying("six joker joker joker two")) == ["lay six with 3"]
    table = laying("six six joker joker ten").play("lay six with 2")
    assert table.hand(0) == {"ten": 1, "two": 3, "queen": 3}


def test_twos_and_jokers_have_no_empire() -> None:
    assert lays(laying("two two two two ten")) == []
    assert lays(laying("two two two joker ten")) == []


def test_the_first_pillar_fixes_the_empire_and_draws_six() -> None:
    table = laying("six six six six jack jack jack jack ten ten ten ten").play("lay six")
    assert (table.empire(0), sum(table.hand(0).values())) == (0, 8 + 6)
    assert table.legal()[0].startswith("discard")  # no jack, no ten


@pytest.mark.parametrize(("cards", "counted"), [(6, 1), (1, 1), (0, 0)])
def test_a_first_pillar_counts_only_if_it_brings_cards(cards: int, counted: int) -> None:
    """So a check tells of a rule without effect: none of its games has one."""
    table = laying("six six six six ten")
    table.cards.first_pillar_cards = cards
    table.play("lay six")
    assert table.state.tally[Tally.FIRST_PILLARS] == counted


def test_pillars_are_of_different_ranks() -> None:
    assert lays(laying("six six six six six six joker joker ten").play("lay six")) == []


def test_the_six_cards_may_make_a_pillar_at_once_or_not_by_ruling() -> None:
    hand, top = "six six six six ten", "three three three three ace ace"
    table = Table(3).hands(hand, "five", "six").top(top).play("battle 2, demand jack, lay six")
    assert lays(table) == ["lay three"]
    table = (
        Table(3, six_cards="next_turn")
        .hands(hand, "five", "six")
        .top(top)
        .play("battle 2, demand jack, lay six")
    )
    assert lays(table) == []


def test_any_number_of_pillars_a_turn_or_one_by_ruling() -> None:
    hand = "six six six six three three three three four four four four ten"
    table = laying(hand, bonus_from=4).play("lay six, lay three")
    assert lays(table) == ["lay four"]
    assert lays(laying(hand, pillars_a_turn="one", bonus_from=4).play("lay six")) == []


def test_one_need_not_lay_a_pillar() -> None:
    table = laying("six six six six ten").play("hold")
    assert table.legal() == ["discard six", "discard ten"]


def test_a_pillar_of_jokers_by_each_ruling() -> None:
    hand = "joker joker joker joker ten"
    ranks = [
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
    ]
    assert sorted(lays(laying(hand))) == sorted(
        [*(f"lay {rank} with 4" for rank in ranks), "lay ten with 3"]
    )
    assert lays(laying(hand, joker_pillar="forbidden")) == ["lay ten with 3"]
    assert sorted(lays(laying(hand, joker_pillar="any_rank"))) == sorted(
        ["lay ten with 3", "lay three with 4", "lay seven with 4", "lay jack with 4"]
    )


def test_a_pillar_of_jokers_takes_its_rank_or_none() -> None:
    hand = "joker joker joker joker three three three three ten"
    assert "lay three" not in lays(laying(hand).play("lay three with 4"))
    table = laying(hand, joker_pillar="any_rank").play("lay three with 4")
    assert (table.empire(0), lays(table)) == (0, ["lay three"])


# ---------------------------------------------------------------------------------------- the bonus
def with_pillars(*ranks: str, hand: str = "nine ten", **changes: object) -> Table:
    table = (
        Table(3, **changes)
        .hands(hand, "five queen", "six queen")
        .piles("", "king", "ace")
        .pillars(0, *ranks)
    )
    return table.play("battle 2, demand jack")


@pytest.mark.parametrize(
    ("ranks", "legal"),
    [
        (("three", "four"), ["steal 2", "steal 3", "rest"]),
        (("seven", "eight"), ["trade", "rest"]),
        (("jack", "king"), ["battle 2", "battle 3", "rest"]),
    ],
)
def test_two_pillars_bring_the_empires_bonus_action(
    ranks: tuple[str, ...], legal: list[str]
) -> None:
    assert with_pillars(*ranks).legal() == legal


def test_one_pillar_brings_no_bonus() -> None:
    assert with_pillars("three").legal() == ["discard nine", "discard ten"]


def test_the_bonus_is_had_once_a_turn_and_again_in_the_next() -> None:
    table = with_pillars("three", "four").play("steal 2")
    assert table.legal()[0].startswith("discard")
    table.play("discard nine, battle 3, demand jack").play(table.legal()[0]).play(
        "battle 2, demand jack"
    ).play(table.legal()[0])
    assert table.seat() == 0
    assert "rest" in table.play("battle 2, demand jack").legal()


def test_the_bonus_comes_on_the_turn_of_the_second_pillar() -> None:
    table = with_pillars("three", hand="four four four four nine ten").play("lay four")
    assert table.legal() == ["steal 2", "steal 3", "rest"]
    assert table.play("steal 2").legal()[0].startswith("discard")


def test_what_the_bonus_brings_may_be_laid_at_once() -> None:
    table = (
        Table(3)
        .hands("four four four four five five five nine", "queen", "six queen")
        .piles("", "five")
        .pillars(0, "three")
    )
    table.play("battle 2, demand jack, lay four, steal 2")
    assert lays(table) == ["lay five"]
    table.play("lay five")
    assert "rest" not in table.legal()


# --------------------------------------------------------------------------------------------- ends
THREE = ("jack", "queen", "king")


def test_four_pillars_win_with_the_discard() -> None:
    table = with_pillars(*THREE, hand="ace ace ace ace nine ten").play("rest, lay ace")
    assert table.state.end == 0
    assert table.play("discard nine").end() == "an empire that battles"
    assert (table.places(), table.scores(), table.legal(), table.seat()) == (
        [1, 2, 2],
        [4, 0, 0],
        [],
        -1,
    )


def test_a_two_that_wins_skips_nobody() -> None:
    table = with_pillars(*THREE, hand="ace ace ace ace two ten").play("rest, lay ace, discard two")
    assert (table.end(), int(table.state.skip.sum())) == ("an empire that battles", 0)


def test_without_a_card_to_discard_one_has_not_won_yet() -> None:
    table = with_pillars(*THREE, hand="ace ace ace ace").play("rest, lay ace")
    assert (table.state.end, table.seat(), int(table.state.laid[0])) == (0, 1, 4)
    table.play("battle 3, demand jack").play(table.legal()[0]).play("battle 2, demand jack").play(
        table.legal()[0]
    )
    assert table.seat() == 0  # has drawn a card
    table.play("battle 2, demand jack, rest")
    assert table.end() == "an empire that battles"  # its one card is discarded by itself


def test_the_last_card_wins_by_ruling() -> None:
    table = with_pillars(*THREE, hand="ace ace ace ace", last_card="wins").play("rest, lay ace")
    assert (table.end(), table.places()) == ("an empire that battles", [1, 2, 2])
