"""Empire: the course of turns, the resources pile, skips, the match; scripted, a rule a test."""

from __future__ import annotations

import pytest

from rules_check.engine.game import moves_of, new_state
from rules_check.games import empire as rules
from tests.rules_check.games.scripted_empire import Table, make_cards


def new_game(players: int, **changes: object) -> Table:
    """Begin a game as it is dealt."""
    table = Table(players, **changes)
    rules.new_game(table.cards, table.state, players, 1, 0)
    return table


@pytest.mark.parametrize(("players", "packs"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_all_are_dealt_ten_cards_and_the_first_draws(players: int, packs: int) -> None:
    table = new_game(players)
    assert [sum(table.hand(seat).values()) for seat in range(players)] == [11] + [10] * (
        players - 1
    )
    assert table.state.deck[-1] == packs * 54 - 10 * players - 1
    assert table.fault() == "sound"


def test_the_opening_round_is_only_draw_and_discard() -> None:
    table = new_game(4)
    for seat in range(4):
        assert (table.seat(), table.state.rounds) == (seat, 1)
        assert all(text.startswith("discard") for text in table.legal())
        table.play(table.legal()[-1])
    assert (table.seat(), table.state.rounds) == (0, 2)
    assert "trade" in table.legal()


def test_a_two_skips_nobody_in_the_opening_round() -> None:
    for number in range(200):
        table = new_game(3)
        rules.new_game(table.cards, table.state, 3, 1, number)
        if "discard two" in table.legal():
            table.play("discard two")
            assert (table.seat(), table.state.skip.sum()) == (1, 0)
            return
    raise AssertionError("nobody had a two")


def test_a_turn_is_draw_action_pillar_discard() -> None:
    table = Table().hands("seven nine five", "six six six six", "ten").top("king").piles("three")
    assert table.legal() == ["trade", "battle 2", "battle 3"]  # no discards but one's own
    table.play("battle 3, demand four")
    assert table.legal() == [
        "discard five",
        "discard seven",
        "discard nine",
    ]  # no pillar to lay: straight to the discard
    table.play("discard nine")
    assert (table.seat(), table.hand(1), table.pile(0)) == (
        1,
        {"six": 4, "king": 1},
        ["three", "nine"],
    )
    table.play("steal 1")
    assert table.legal() == ["lay six", "hold"]


def test_the_turn_passes_clockwise_and_the_round_ends_with_the_last() -> None:
    table = Table(3).hands("five six", "five six", "five six")
    for seat, round_ in ((0, 2), (1, 2), (2, 2), (0, 3)):
        assert (table.seat(), table.state.rounds) == (seat, round_)
        other = (seat + 1) % 3
        table.play(
            f"battle {other + 1}, demand queen, {'discard five' if round_ == 2 else 'discard six'}"
        )


def test_one_must_act_or_may_pass_by_ruling() -> None:
    assert "rest" not in Table().hands("seven", "five", "six").legal()
    table = Table(action="may_pass").hands("seven eight", "five", "six")
    assert "rest" in table.legal()
    assert table.play("rest").legal() == ["discard seven", "discard eight"]


def test_who_can_take_no_action_goes_on_without() -> None:
    table = (
        Table().hands("seven eight", "", "").piles("", "two")
    )  # nobody to trade or battle with, a two on the only other pile
    assert table.legal() == ["rest"]


# ------------------------------------------------------------------------------- the resources pile
def end_of_turn(deck: str, **changes: object) -> Table:
    """Let seat 0 discard with a resources pile of these cards left, and discards before
    everybody.
    """
    table = (
        Table(3, **changes)
        .hands("nine ten", "five six", "five six")
        .piles("three three four", "jack queen", "king")
        .only(deck)
    )
    return table.play("battle 2, demand queen, discard nine")


def test_the_discards_but_the_tops_are_reshuffled() -> None:
    table = end_of_turn("")
    assert [table.pile(seat) for seat in range(3)] == [["nine"], ["queen"], ["king"]]
    assert (sum(table.hand(1).values()), table.state.deck[-1]) == (
        3,
        3,
    )  # three, three, four, jack; one is drawn
    assert end_of_turn("ace").pile(0) == ["three", "three", "four", "nine"]


def test_nobody_draws_any_more_by_ruling() -> None:
    table = end_of_turn("", pile_runs_out="play_on")
    assert (table.hand(1), table.pile(0)) == (
        {"five": 1, "six": 1},
        ["three", "three", "four", "nine"],
    )
    assert table.seat() == 1


def test_most_pillars_win_when_the_pile_runs_out_by_ruling() -> None:
    table = (
        Table(3, pile_runs_out="count_pillars").hands("nine ten", "five", "six").piles("three four")
    )
    table.pillars(1, "six", "five").pillars(2, "king").only("")
    table.play("battle 2, demand queen, discard nine")
    assert (table.end(), table.scores(), table.places()) == (
        "the resources pile ran out",
        [0, 2, 1],
        [3, 1, 2],
    )
    assert table.legal() == []


def test_equal_pillars_share_the_place() -> None:
    table = (
        Table(4, pile_runs_out="count_pillars")
        .hands("nine ten", "five", "six", "six")
        .pillars(1, "six")
        .pillars(2, "king")
        .only("")
    )
    assert table.play("battle 2, demand queen, discard nine").places() == [3, 1, 1, 3]


def test_the_first_pillar_draws_as_many_as_there_are() -> None:
    table = (
        Table(3)
        .hands("six six six six ten", "five", "six")
        .piles("", "", "king")
        .only("queen queen")
    )
    table.play("battle 2, demand jack, lay six")
    assert table.hand(0) == {"ten": 1, "queen": 2}
    table = (
        Table(3, pile_runs_out="count_pillars")
        .hands("six six six six ten", "five", "six")
        .only("queen queen")
    )
    assert table.play("battle 2, demand jack, lay six").end() == "the resources pile ran out"


def still(rounds: int, **changes: object) -> Table:
    """Let the last turn of a round pass, so many rounds after the last pillar."""
    table = (
        Table(3, **changes)
        .hands("nine ten jack", "five six seven", "three four eight")
        .pillars(1, "ace")
    )
    table.state.stirred = int(table.state.rounds) - rounds
    for other, card in ((2, "nine"), (3, "five"), (1, "three")):
        assert table.state.end == 0
        table.play(f"battle {other}, demand queen, discard {card}")
    return table


def test_fifteen_rounds_without_a_pillar_end_the_game() -> None:
    assert still(14).state.end == 0
    table = still(15)
    assert (table.end(), table.scores(), table.places()) == ("stalled", [0, 1, 0], [2, 1, 2])
    assert still(15, stall="play_on").state.end == 0
    assert still(15, match="overlord").state.opening == 2 + 1  # of a match just this game


def test_a_pillar_stirs_the_game() -> None:
    table = Table(3).hands("nine nine nine nine ten jack", "five six seven", "three four eight")
    table.state.stirred = -13
    table.play("battle 2, demand queen, lay nine")
    assert table.state.stirred == table.state.rounds == 2


# -------------------------------------------------------------------------------------------- skips
def test_a_two_skips_somebody_else() -> None:
    table = Table(4).hands("two nine", "five six", "five six", "five six")
    table.play("battle 2, demand queen, discard two")
    assert table.legal() == ["skip 2", "skip 3", "skip 4"]
    table.play("skip 2")
    assert (table.seat(), table.state.missed[1]) == (2, 1)  # seat 1 has lost its turn already
    assert sum(table.hand(1).values()) == 2  # and did not draw


def test_skips_are_not_stacked() -> None:
    table = (
        Table(4)
        .hands("two nine", "five six", "five six", "five six")
        .skips(2)
        .play("battle 2, demand queen, discard two")
    )
    assert table.legal() == ["skip 2", "skip 4"]


def test_where_all_have_a_skip_pending_nobody_is_skipped() -> None:
    table = (
        Table(3)
        .hands("two nine", "five six", "five six")
        .skips(1, 2)
        .play("battle 2, demand queen, discard two")
    )
    assert (table.seat(), table.state.rounds) == (0, 3)  # both others lose their turns


def test_a_two_need_not_skip_by_ruling() -> None:
    table = (
        Table(3, skip_duty="may_skip")
        .hands("two nine", "five six", "five six")
        .play("battle 2, demand queen, discard two")
    )
    assert table.legal() == ["skip 2", "skip 3", "spare"]
    assert table.play("spare").seat() == 1


@pytest.mark.parametrize(
    ("ruling", "legal"),
    [("not_pending", ["skip 1", "skip 2", "skip 4"]), ("not_twice", ["skip 1", "skip 4"])],
)
def test_who_lost_the_last_turn_may_be_skipped_or_not(ruling: str, legal: list[str]) -> None:
    table = Table(4, skip_whom=ruling).hands("two nine", "five six", "two six", "five six")
    table.play("battle 2, demand queen, discard two, skip 2")  # seat 1 loses its turn
    assert table.play("battle 1, demand queen, discard two").legal() == legal


def test_who_has_taken_a_turn_since_may_be_skipped_again() -> None:
    table = (
        Table(3, skip_whom="not_twice")
        .hands("two two nine", "five six", "five six")
        .play("battle 2, demand queen, discard two, skip 2")
    )
    table.play("battle 1, demand queen, discard five, battle 2, demand queen, discard nine")
    table.play("battle 1, demand queen, discard five")  # seat 1 has had a turn
    assert not table.state.missed.any()


# -------------------------------------------------------------------------------------------- match
def overlord(built: int, **changes: object) -> Table:
    """Come to the last discard of a game that seat 0 wins as the warlord, with some empires built
    before.
    """
    table = (
        Table(3, match="overlord", **changes)
        .hands("five six", "five", "six")
        .pillars(0, "jack", "queen", "king", "ace")
    )
    table.state.overlord[0] = built
    return table.play("battle 2, demand queen, rest")


def test_a_match_goes_on_until_somebody_has_built_every_empire() -> None:
    table = overlord(0b001).play("discard five")
    assert (table.state.end, int(table.state.overlord[0])) == (0, 0b101)
    assert (table.state.first, table.seat()) == (1, 1)  # the next game begins with the next seat
    assert table.scores() == [4, 0, 0]
    assert [sum(table.hand(seat).values()) for seat in range(3)] == [10, 11, 10]
    assert all(text.startswith("discard") for text in table.legal())  # an opening round again
    table = overlord(0b011).play("discard five")
    assert (table.end(), table.legal(), table.places()) == ("an emperor overlord", [], [1, 2, 2])
    assert (table.fault(), table.scores()) == ("sound", [4, 0, 0])


def test_an_empire_built_twice_counts_once() -> None:
    assert overlord(0b101).play("discard five").state.end == 0


def test_a_single_game_ends_with_its_winner() -> None:
    table = (
        Table(3)
        .hands("five six", "five", "six")
        .pillars(0, "jack", "queen", "king", "ace")
        .pillars(2, "six")
    )
    table.play("battle 2, demand queen, rest, discard five")
    assert (table.end(), table.scores(), table.places()) == (
        "an empire that battles",
        [4, 0, 1],
        [1, 3, 2],
    )


def test_in_a_match_who_has_most_pillars_wins_a_game_that_nobody_built() -> None:
    table = (
        Table(3, match="overlord", pile_runs_out="count_pillars")
        .hands("nine ten", "five", "six")
        .pillars(1, "six", "five")
        .pillars(2, "king")
    )
    table.spend().play("battle 2, demand queen, discard nine")
    assert ([int(n) for n in table.state.overlord[:3]], table.state.opening) == ([0, 1, 0], 3)
    table = (
        Table(3, match="overlord", pile_runs_out="count_pillars")
        .hands("nine ten", "five", "six")
        .pillars(1, "six")
        .pillars(2, "king")
    )
    table.spend().play("battle 2, demand queen, discard nine")
    assert [int(n) for n in table.state.overlord[:3]] == [0, 0, 0]


def test_a_game_of_a_thousand_rounds_is_broken_off() -> None:
    cards, state = make_cards(stall="play_on"), new_state(rules)
    rules.new_game(cards, state, 3, 1, 0)
    state.rounds = 999
    state.opening = 1
    while not rules.is_over(cards, state):
        rules.apply(cards, state, moves_of(rules, cards, state)[-1])
    assert (rules.ENDS[state.end], int(state.rounds)) == ("bound", 1000)
