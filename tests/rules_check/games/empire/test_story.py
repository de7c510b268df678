"""Empire as people read it: moves described, the table shown, what happens told, and to each seat
what it may know.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from rules_check.cli.keyboard import Keyboard
from rules_check.engine.game import copy_of, moves_of, new_state
from rules_check.games import empire as rules
from rules_check.games.empire import game as do
from rules_check.games.empire.course import STILL_ROUNDS
from rules_check.games.empire.state import Phase
from rules_check.play.record import RecordedGame, Replay, read_record, write_record
from rules_check.play.replay import told_again
from rules_check.play.session import Session
from rules_check.toolkit import layout
from rules_check.toolkit.moves import coded, parts_of
from rules_check.toolkit.prose import WIDTH
from tests.conftest import some
from tests.rules_check.games.scripted_empire import Table, empire_game, laid_out, make_cards

WISHED = {"lay": 90, "rest": 1, "trade": 4, "steal": 2}  # so that games have pillars, and end
LONGEST = 1200
"""Decisions after which a game of such players is left alone."""


def hidden(cards: Any, state: Any, seat: int, seed: int) -> Any:
    view = copy_of(rules, state)
    rules.hide(cards, view, seat, seed)
    return view


def made(cards: Any, state: Any, move: int) -> Any:
    after = copy_of(rules, state)
    rules.apply(cards, after, move)
    return after


def told(cards: Any, state: Any, move: int, seat: int = -1) -> list[str]:
    return rules.tell(empire_game(), cards, state, move, seat)


def shown(cards: Any, state: Any, seat: int) -> list[str]:
    return layout.shown(rules, empire_game(), cards, state, seat)


def word_of(cards: Any, state: Any, move: int) -> str:
    return rules.move_text(cards, state, move).split()[0]


def followed(cards: Any, players: int, number: int) -> Iterator[tuple[Any, int]]:
    """Go through a game: each state with the move about to be made."""
    state, luck = new_state(rules), random.Random(number)
    rules.new_game(cards, state, players, 11, number)
    for _ in range(LONGEST):
        if rules.is_over(cards, state):
            return
        legal = moves_of(rules, cards, state)
        move = luck.choices(legal, [WISHED.get(word_of(cards, state, one), 2) for one in legal])[0]
        yield copy_of(rules, state), move
        rules.apply(cards, state, move)


# -------------------------------------------------------------------------------- what stays hidden
KNOWING = [
    (3, {}),
    (4, {"trade_offers": "in_turn"}),
    (5, {"demand_names": "card"}),
    (6, {"match": "overlord", "skip_whom": "not_twice"}),
]


@pytest.mark.slow_cases("3-{}", "5-{'demand_names': 'card'}")
@pytest.mark.parametrize(("players", "changes"), some(KNOWING, 2), ids=str)
def test_what_is_shown_to_a_seat_is_what_it_can_know(players: int, changes: dict[str, str]) -> None:
    cards, luck = make_cards(**changes), random.Random(1)
    for state, _ in islice(followed(cards, players, players), 120):
        seat = luck.randrange(players)
        lines = shown(cards, state, seat)
        for seed in (1, 2):
            assert shown(cards, hidden(cards, state, seat, seed), seat) == lines


@pytest.mark.slow_cases("3-{}", "5-{'demand_names': 'card'}")
@pytest.mark.parametrize(("players", "changes"), some(KNOWING, 2), ids=str)
def test_what_is_told_to_a_seat_is_what_it_can_know(players: int, changes: dict[str, str]) -> None:
    """Where a seat can tell two games apart neither before nor after a move, it is told the same of
    both.
    """
    cards, luck, compared, told_apart = make_cards(**changes), random.Random(2), Counter[str](), 0
    for state, move in islice(followed(cards, players, players), 220):
        seat = luck.randrange(players)
        after, lines = (
            hidden(cards, made(cards, state, move), seat, 5).tobytes(),
            told(cards, state, move, seat),
        )
        for seed in range(3):
            view = hidden(cards, state, seat, seed)
            if (
                move not in moves_of(rules, cards, view)
                or hidden(cards, made(cards, view, move), seat, 5).tobytes() != after
            ):
                continue
            assert told(cards, view, move, seat) == lines
            told_apart += told(cards, view, move, -1) != lines
            compared[word_of(cards, state, move)] += state.seat != seat
    assert told_apart > 20
    for word in ("steal", "trade", "battle", "table", "offer", "take", "demand", "discard"):
        assert compared[word] > 2, compared


@pytest.mark.slow_cases("3")
@pytest.mark.parametrize("players", some([3, 6], 2))
def test_a_choice_not_yet_revealed_is_told_to_nobody_else(players: int) -> None:
    cards, checked = make_cards(), Counter[int]()
    for state, move in islice(followed(cards, players, 9), 120):
        if not rules.is_secret(cards, state):
            continue
        for other in moves_of(rules, cards, state)[::2]:
            afters = [made(cards, state, one) for one in (move, other)]
            if {int(after.phase) for after in afters} != {int(state.phase)} or any(
                after.seat == state.turn for after in afters
            ):
                continue  # it was the last: all is shown
            for seat in set(range(players)) - {int(state.seat)}:
                assert told(cards, state, other, seat) == told(cards, state, move, seat)
                assert shown(cards, afters[0], seat) == shown(cards, afters[1], seat)
                checked[int(state.phase)] += 1
            is_other = move != other
            assert (
                told(cards, state, other, int(state.seat))
                != told(cards, state, move, int(state.seat))
            ) == is_other
    assert min(checked[Phase.OFFER], checked[Phase.FIST]) > 10


# -------------------------------------------------------------------------------- what always holds
def variants() -> list[dict[str, str]]:
    """List card sets: one as ruled by default, one for each other option."""
    return [
        {},
        *({name: option} for name, options in rules.RULINGS.items() for option in options[1:]),
    ]


@pytest.mark.slow_cases("{'joker_pillar': 'any_rank'}", "{'pile_runs_out': 'count_pillars'}", "{}")
@pytest.mark.parametrize("changes", some(variants(), 6), ids=str)
def test_every_move_of_a_game_is_told_described_and_read_back(changes: dict[str, str]) -> None:
    cards, number, met = make_cards(**changes), len(str(changes)), set[int]()
    players = 3 + number % 4
    for state, move in islice(followed(cards, players, number), 110):
        before, described = state.tobytes(), Counter[str]()
        for one in moves_of(rules, cards, state):
            met.add(parts_of(one)[0])
            described[rules.describe(empire_game(), cards, state, one)] += 1
            assert rules.parse_move(cards, state, rules.move_text(cards, state, one)) == one
        lines, seen = (
            told(cards, state, move),
            [line for seat in (-1, number % players) for line in shown(cards, state, seat)],
        )
        assert lines
        assert state.tobytes() == before
        for line in (*lines, *seen, *described):
            assert not re.search(
                r"-1|None|\bnan\b|  \.|\{|\}|\ba [aeiou]|\(\)|you was|, \.", line
            ), line
        assert all(line[0].isupper() and line.endswith(".") for line in lines)
        assert max(map(len, seen)) <= WIDTH
        assert max(described.values()) == 1, described
    assert met >= {do.STEAL, do.TRADE, do.BATTLE, *range(do.TABLE, do.LAY), do.DISCARD}, met


COUNTS = {
    word: count for count, word in enumerate(("no", "one", "two", "three", "four", "five", "six"))
} | {"a": 1, "an": 1}


def counted(text: str) -> int:
    """Count cards as listed in a sentence: "three sevens, an ace and 7 jokers"."""
    words = [part.split()[0] for part in re.split(r", | and ", text)]
    return sum(COUNTS[word] if word in COUNTS else int(word) for word in words)


def change_told(lines: list[str], players: int) -> list[int]:
    """Add up how many cards each hand gains in a story for seat -1."""
    gained = [0] * players
    for line in lines:
        if found := re.match(r"Seat (\d) drew (.*)\.$", line):
            gained[int(found[1]) - 1] += counted(found[2])
        elif found := re.search(r"[Ss]eat (\d) stole an? .* from seat \d's discards\.$", line):
            gained[int(found[1]) - 1] += 1
        elif found := re.match(r"Seat (\d) showed .*, seat (\d) .*: seat (\d) took the ", line):
            assert found[1] == found[3]
            gained[int(found[1]) - 1] += 1
            gained[int(found[2]) - 1] -= 1
        elif found := re.match(r"Seat (\d) laid a pillar of .*: (.*)\.$", line):
            gained[int(found[1]) - 1] -= counted(found[2])
        elif found := re.match(r"Seat (\d) discarded ", line):
            gained[int(found[1]) - 1] -= 1
    return gained


@pytest.mark.slow_cases("6-{'demand_names': 'card'}")
@pytest.mark.parametrize(
    "changes", [{}, {"demand_names": "card"}, {"pile_runs_out": "play_on"}], ids=str
)
@pytest.mark.parametrize("players", [3, 6])
def test_all_cards_that_change_hands_are_told(players: int, changes: dict[str, str]) -> None:
    cards, moved = make_cards(**changes), 0
    for state, move in islice(followed(cards, players, 3), 200):
        expected = [int(n) for n in made(cards, state, move).hand_size - state.hand_size][:players]
        assert change_told(told(cards, state, move), players) == expected
        moved += any(expected)
    assert moved > 50


# ------------------------------------------------------------------------------------------ actions
def three(**more: Any) -> Table:
    """Set a table where every seat has cards and discards."""
    return laid_out(
        3,
        hands=("seven king", "seven*2 eight", "nine three"),
        piles=("five", "six eight", "two"),
        **more,
    )


def test_a_steal_is_told() -> None:
    assert three().told("steal 2", 0)[0] == "You stole an eight from seat 2's discards."
    assert three().told("steal 2", 1)[0] == "Seat 1 stole an eight from your discards."


def test_the_bonus_of_an_empire_is_told() -> None:
    table = three(pillars=("four five",))
    assert table.told("steal 2")[:1] == ["Seat 1 stole an eight from seat 2's discards."]
    assert table.told("steal 2")[:1] == ["As a bonus, seat 1 stole a six from seat 2's discards."]
    table = three(pillars=("four five",)).play("battle 2")
    assert table.told("demand joker", 0) == ["You demanded a joker: seat 2 had none."]
    assert table.told("rest", 0) == ["You took no bonus action."]


def test_a_bonus_that_nobody_can_take_is_told() -> None:
    table = laid_out(
        3, hands=("seven king", "nine eight", "nine"), piles=("", "", "two"), pillars=("four five",)
    )
    assert table.told("battle 2, demand king") == [
        "Seat 1 demanded a king: seat 2 had none.",
        "There was no bonus action that seat 1 could take.",
    ]


def test_no_action_is_told() -> None:
    assert three(action="may_pass").told("rest", 1) == ["Seat 1 took no action."]


@pytest.mark.parametrize(
    ("seat", "offers", "shown_last"),
    [
        (0, ["Seat 2 tabled a card unseen."], "a seven from seat 2 and a three from seat 3"),
        (1, ["You tabled a seven unseen."], "a seven from you and a three from seat 3"),
        (-1, ["Seat 2 tabled a seven unseen."], "a seven from seat 2 and a three from seat 3"),
    ],
)
def test_a_trade_turns_all_cards_up_at_once(seat: int, offers: list[str], shown_last: str) -> None:
    table = three()
    assert table.told("trade", 1) == ["Seat 1 called for a trade."]
    assert table.told("table king", 2) == ["Seat 1 tabled a king."]
    assert "Tabled: a king by seat 1." in table.shown(2)
    assert table.told("offer seven", seat) == offers
    assert ("Tabled: a king by you, an unseen card by seat 2." if seat == 0 else "") in [
        *table.shown(0),
        "",
    ]
    third = "Seat 3 tabled a three unseen." if seat == -1 else "Seat 3 tabled a card unseen."
    assert table.told("offer three", seat) == [third, f"The cards were turned up: {shown_last}."]
    assert "Tabled: a king by seat 1, a seven by you, a three by seat 3." in table.shown(1)
    assert table.menu() == [
        "Take a seven from seat 2 (you hold one)",
        "Take a three from seat 3 (you hold none)",
    ]
    assert table.told("take 3", 2)[0] == "Seat 1 swapped the king for your three."
    assert any("holds 1 king" in line for line in table.shown(1))


def test_a_trade_in_turn_is_open() -> None:
    table = three(trade_offers="in_turn").play("trade, table king")
    assert table.told("offer seven", 0) == ["Seat 2 tabled a seven."]
    assert table.told("offer three", 0) == ["Seat 3 tabled a three."]


def test_cards_tabled_by_themselves_are_told_as_unseen() -> None:
    table = laid_out(3, hands=("seven king", "eight*2", "nine three"), piles=("five", "", ""))
    assert table.told("trade, table king", 2) == [
        "Seat 1 tabled a king.",
        "Seat 2 tabled a card unseen.",
    ]


# ------------------------------------------------------------------------------------------ battles
def test_a_demand_in_vain_is_told_and_remembered() -> None:
    table = three()
    assert table.told("battle 2", 1) == ["Seat 1 battled you."]
    assert table.told("demand king", 1)[0] == "Seat 1 demanded a king: you had none."
    (line,) = (line for line in table.shown(2) if "holds no" in line)
    assert line.strip() == "holds no kings"


@pytest.mark.parametrize(
    ("fists", "outcome"),
    [
        ("rock, scissors", "Seat 1 showed rock, seat 2 scissors: seat 1 took the seven."),
        ("rock, paper", "Seat 1 showed rock, seat 2 paper: seat 2 kept the seven."),
        ("paper, paper", "Both showed paper, and they fought again."),
    ],
)
def test_a_battle_is_told(fists: str, outcome: str) -> None:
    table = three().play("battle 2")
    assert table.told("demand seven", 2) == ["Seat 1 demanded a seven: seat 2 had one."]
    assert "Battle: seat 1 against you for a seven." in table.shown(1)
    assert "To decide: seat 1, rock, paper or scissors for the seven." in table.shown(1)
    first, second = fists.split(",")
    before = table.state.copy()
    assert table.told(first, 0) == [f"You chose {first}."]
    assert rules.tell(
        empire_game(), table.cards, before, rules.parse_move(table.cards, before, first), 1
    ) == ["Seat 1 made a fist."]
    assert table.told(second, -1)[0] == outcome


def test_what_is_shown_in_a_battle_is_told_to_you_as_yours() -> None:
    table = three().play("battle 2, demand seven, rock")
    assert table.told("paper", 1)[0] == "Seat 1 showed rock, you paper: you kept the seven."
    assert laid_out(3, hands=("seven*2", "seven*2", "nine*2")).play(
        "battle 2, demand seven, rock"
    ).told("scissors", 0)[:1] == ["You showed rock, seat 2 scissors: you took the seven."]


def test_two_who_only_tie_are_parted() -> None:
    table = three().play("battle 2, demand seven")
    for _ in range(49):
        table.play("rock, rock")
    assert "Battle: you against seat 2 for a seven, 49 ties so far." in table.shown(0)
    assert (
        table.told("rock, rock")[0] == "Both showed rock, and after 50 ties seat 2 kept the seven."
    )


# ------------------------------------------------------------------------------------------ pillars
def test_the_first_pillar_brings_an_empire_and_cards() -> None:
    table = laid_out(
        3,
        hands=("seven*3 joker king", "nine", "ten"),
        piles=("", "six", ""),
        deck="ace*2 two king*2 ace",
    ).play("steal 2")
    menu = table.menu()
    assert menu == [
        "Lay the sevens: three sevens and a joker, and begin the Empire of the Merchant",
        "Lay no pillar",
    ]
    assert table.told("hold", 0)[:1] == ["You laid no pillar."]
    for seat, who, drew in (
        (0, "you", "a two, two kings and three aces"),
        (1, "seat 1", "six cards"),
    ):
        table = laid_out(
            3,
            hands=("seven*3 joker king", "nine", "ten"),
            piles=("", "six", ""),
            deck="ace*2 two king*2 ace",
        )
        assert table.play("steal 2").told("lay seven with 1", seat) == [
            f"{who[0].upper()}{who[1:]} laid a pillar of sevens: three sevens and a joker.",
            f"With it, {who} began the Empire of the Merchant.",
            f"{who[0].upper()}{who[1:]} drew {drew}.",
        ]


def test_that_a_seat_lays_no_pillar_is_its_own_affair() -> None:
    for seat, lines in ((0, ["You laid no pillar."]), (1, []), (-1, ["Seat 1 laid no pillar."])):
        assert three_sevens().told("hold", seat) == lines


def three_sevens() -> Table:
    return laid_out(3, hands=("seven*4 king", "nine", "ten"), piles=("", "six", "")).play("steal 2")


def test_the_second_pillar_brings_the_bonus() -> None:
    table = laid_out(
        3, hands=("eight*4 king ace", "nine", "ten"), piles=("", "six", ""), pillars=("seven",)
    ).play("steal 2")
    assert table.told("lay eight", 2) == [
        "Seat 1 laid a pillar of eights: four eights.",
        "From then on seat 1 had a bonus trade each turn.",
    ]


def test_the_last_pillar_wants_a_discard() -> None:
    table = laid_out(
        3,
        hands=("jack*3 joker*1 two", "nine", "ten"),
        piles=("", "six", ""),
        pillars=("queen king ace",),
    ).play("steal 2")
    table.play("rest")
    assert table.told("lay jack with 1", 0) == [
        "You laid a pillar of jacks: three jacks and a joker.",
        "All that you needed now was a card to discard.",
    ]
    assert table.menu() == [
        "Discard a two (your empire is built)",
        "Discard a six (your empire is built)",
    ]
    assert table.told("discard two", 1) == [
        "Seat 1 discarded a two.",
        "Seat 1 had built the Empire of the Warlord and won.",
        "Seat 1 won with four pillars.",
        "You and seat 3 came second together with no pillars each.",
    ]
    assert table.shown(0)[:2] == ["Round 2.", "The game is over."]


def test_a_winner_without_a_card_is_told_as_ruled() -> None:
    pillars = ("queen king ace",)
    for ruling, last in (
        ("must_discard", "Seat 1 had no card to discard."),
        ("wins", "Seat 1 had built the Empire of the Warlord and won."),
    ):
        table = laid_out(
            3,
            hands=("jack*3", "nine", "ten"),
            piles=("", "jack", ""),
            pillars=pillars,
            last_card=ruling,
        ).play("steal 2")
        lines = table.told("rest, lay jack")
        assert lines[0] == "Seat 1 laid a pillar of jacks: four jacks."
        assert last in lines


@pytest.mark.parametrize(
    ("ruling", "menu", "line"),
    [
        ("names_rank", "Lay the eights: four jokers", "You laid a pillar of eights: four jokers."),
        (
            "any_rank",
            "Lay a pillar of no rank: four jokers",
            "You laid a pillar of no rank: four jokers.",
        ),
    ],
)
def test_a_pillar_of_jokers_is_told_as_ruled(ruling: str, menu: str, line: str) -> None:
    table = laid_out(
        3,
        hands=("joker*4 king ace", "nine", "ten"),
        piles=("", "six", ""),
        pillars=("seven",),
        joker_pillar=ruling,
    )
    table.play("steal 2")
    assert table.menu()[0] == menu
    assert (
        table.told("lay seven with 4" if ruling == "any_rank" else "lay eight with 4", 0)[0] == line
    )
    (pillars,) = (one.strip() for one in table.shown(1) if "Empire of the" in one)
    assert pillars == (
        f"Empire of the Merchant: sevens, {'any rank' if ruling == 'any_rank' else 'eights'} "
        "(4 jokers)"
    )


def test_suits_are_told_where_they_matter() -> None:
    hands = ("seven-hearts*2 seven-clubs joker king-hearts", "nine-hearts", "ten-clubs")
    table = laid_out(3, hands=hands, piles=("", "eight-spades", ""), demand_names="card")
    assert table.menu()[0] == "Steal an eight of spades from seat 2 (you hold none)"
    assert table.told("steal 2, lay seven with 1")[0] == (
        "Seat 1 laid a pillar of sevens: two sevens of hearts, a seven of clubs and a joker."
    )


# ------------------------------------------------------------------------------------ ends of turns
def test_a_two_skips_and_the_turn_is_lost() -> None:
    table = laid_out(3, hands=("two king", "nine", "ten"), piles=("", "six", ""), deck="ace").play(
        "steal 2"
    )
    assert "Discard a two (you hold one; it skips a player)" in table.menu()
    assert table.told("discard two", 1) == ["Seat 1 discarded a two."]
    assert table.menu() == ["Skip seat 2 (1 card, 0 pillars)", "Skip seat 3 (1 card, 0 pillars)"]
    assert table.told("skip 2", 1) == [
        "Seat 1 skipped you.",
        "You lost a turn.",
        "Seat 3 drew a card.",
    ]
    assert "will be skipped" not in "".join(table.shown(1))


def test_a_skip_that_waits_is_shown() -> None:
    table = laid_out(3, hands=("two king", "nine", "ten"), piles=("", "six", "")).play(
        "steal 2, discard two"
    )
    assert table.told("skip 3", 2)[:2] == ["Seat 1 skipped you.", "Seat 2 drew a card."]
    assert table.shown(2)[-1].strip() == "will be skipped"
    not_twice = laid_out(
        3, hands=("two king", "nine", "ten"), piles=("", "six", ""), skip_whom="not_twice"
    )
    not_twice.play("steal 2, discard two, skip 2")
    assert "was skipped last time" in "".join(not_twice.shown(0))


def test_nobody_skipped_is_told() -> None:
    table = laid_out(
        3, hands=("two king", "nine", "ten"), piles=("", "six", ""), skip_duty="may_skip"
    ).play("steal 2, discard two")
    assert table.told("spare", 1)[0] == "Seat 1 skipped nobody."
    table = laid_out(3, hands=("two king", "nine", "ten"), piles=("", "six", ""))
    table.state.skip[1:3] = 1
    assert table.told("steal 2, discard two", 1) == [
        "Seat 1 discarded a two.",
        "Nobody could be skipped.",
        "You lost a turn.",
        "Seat 3 lost a turn.",
        "Seat 1 drew a card.",
    ]


def test_a_two_of_the_first_round_skips_nobody() -> None:
    table = laid_out(3, hands=("two king", "nine", "ten"), rounds=1)
    table.state.phase = Phase.DISCARD
    assert (
        table.told("discard two")[0]
        == "Seat 1 discarded a two, which skips nobody in the first round."
    )


def test_a_card_drawn_is_told_to_who_draws() -> None:
    for seat, line in (
        (1, "You drew an ace."),
        (0, "Seat 2 drew a card."),
        (-1, "Seat 2 drew an ace."),
    ):
        table = laid_out(
            3, hands=("king three", "nine", "ten"), piles=("", "six", ""), deck="ace"
        ).play("steal 2")
        assert table.told("discard king", seat)[1] == line
    table = laid_out(3, hands=("king", "king", "ten"), piles=("", "six", ""), deck="six").play(
        "steal 2"
    )
    table.state.skip[1:3] = 1  # so that who discarded draws next
    assert table.told("discard king", 0)[-1] == "You drew a six."


def test_a_reshuffle_is_told() -> None:
    table = laid_out(
        3, hands=("king three", "nine", "ten"), piles=("", "six five six", ""), rest=2
    ).play("steal 2")
    assert table.told("discard king", 0)[1:] == [
        "The discards, but for those on top, were shuffled into a new resources pile.",
        "Seat 2 drew a card.",
    ]


def test_that_nothing_can_be_drawn_is_told() -> None:
    table = laid_out(
        3, hands=("king three", "nine eight", "ten"), piles=("", "six", ""), rest=2
    ).play("steal 2")
    assert table.told("discard king", 0)[1:] == ["There was no card for seat 2 to draw."]
    table = laid_out(
        3, hands=("seven*4 king", "nine", "ten"), piles=("", "six five five", ""), rest=2
    ).play("steal 2")
    assert table.told("lay seven", 0)[2:] == [
        "The discards, but for those on top, were shuffled into a new resources pile.",
        "You drew a six.",
        "There was no further card for you to draw.",
    ]


# ------------------------------------------------------------------------------------ ends of games
def test_an_end_for_lack_of_cards_is_told() -> None:
    pillars = ("seven", "three", "")
    table = laid_out(
        3,
        hands=("king four", "nine", "ten"),
        piles=("", "six", ""),
        pillars=pillars,
        rest=2,
        pile_runs_out="count_pillars",
    )
    assert table.play("steal 2").told("discard king", 2) == [
        "Seat 1 discarded a king.",
        "There was no card for seat 2 to draw.",
        "The game was over, since the resources pile had run out: the pillars were counted.",
        "Seats 1 and 2 won together with one pillar each.",
        "You came third with no pillars.",
    ]


def test_an_end_of_a_table_that_stands_still_is_told() -> None:
    table = laid_out(
        3, hands=("king four", "nine", "ten"), piles=("", "six", ""), rounds=2 + STILL_ROUNDS
    ).play("steal 2")
    table.state.stirred = 2
    table.state.turn = table.state.seat = 2
    assert table.told("discard ten", 0) == [
        "Seat 3 discarded a ten.",
        (
            "The game was over, since for 15 rounds nobody had laid a pillar: the pillars were "
            "counted."
        ),
        "You and seats 2 and 3 won together with no pillars each.",
    ]


def test_a_game_broken_off_is_told() -> None:
    table = laid_out(
        3, hands=("king", "nine", "ten"), piles=("", "six", ""), rounds=1000, stall="play_on"
    ).play("steal 2")
    table.state.turn = table.state.seat = 2
    assert (
        table.told("discard ten", 0)[1]
        == "The game was broken off: it had taken more rounds than any game should."
    )


def overlord(won: int, **more: Any) -> Table:
    """Set a table of a match: seat 0 is about to win with the Warlord, and has won with others by
    their bits.
    """
    table = laid_out(
        3,
        hands=("jack*3 joker two", "nine", "ten"),
        piles=("", "six", ""),
        pillars=("queen king ace", "seven"),
        match="overlord",
        **more,
    )
    table.state.overlord[0] = won
    return table.play("steal 2, rest, lay jack with 1")


def test_a_game_of_a_match_is_told_and_the_next_begins() -> None:
    lines = overlord(1).told("discard two", 0)
    assert lines == [
        "You discarded a two.",
        "You had built the Empire of the Warlord and won.",
        "You had now won as Thief and Warlord.",
        "The next game was dealt, and seat 2 began.",
    ]


def test_a_match_ends_with_an_emperor() -> None:
    table = overlord(3)
    assert "has won as Thief and Merchant" in "".join(table.shown(2))
    assert table.told("discard two", 1)[1:] == [
        "Seat 1 had built the Empire of the Warlord and won.",
        "Seat 1 had now won as Thief, Merchant and Warlord and became Emperor Overlord.",
        "Seat 1 won with three empires and four pillars.",
        "You came second with no empires and one pillar.",
        "Seat 3 came third with no empires and no pillars.",
    ]
    assert table.shown(1)[:2] == ["Round 2.", "The game is over."]


@pytest.mark.parametrize(
    ("pillars", "lines"),
    [
        (("seven", "three", ""), ["Nobody had the most, so nobody won this game."]),
        (("seven", "", ""), ["Seat 1 had the most and won.", "Seat 1 had now won as Merchant."]),
    ],
)
def test_a_game_of_a_match_without_an_empire_is_told(
    pillars: tuple[str, ...], lines: list[str]
) -> None:
    table = laid_out(
        3,
        hands=("king four", "nine", "ten"),
        piles=("", "six", ""),
        pillars=pillars,
        rest=2,
        pile_runs_out="count_pillars",
        match="overlord",
    )
    assert table.play("steal 2").told("discard king")[3:] == [
        *lines,
        "The next game was dealt, and seat 2 began.",
    ]


def test_a_match_broken_off_is_told() -> None:
    table = overlord(1, rounds=3000)
    table.state.opening = 2_990
    assert "Round 3000 (round 11 of this game). It is seat 1's turn." in table.shown(1)
    assert table.told("discard two")[2:4] == [
        "Seat 1 had now won as Thief and Warlord.",
        "The match was broken off: it had taken more rounds than any match should.",
    ]


# ---------------------------------------------------------------------------------------- the table
def test_the_table_is_shown() -> None:
    hands = ("seven*3 joker two*2 king three", "seven eight*2", "nine ten jack")
    table = laid_out(3, hands=hands, piles=("", "six eight", "two"), pillars=("", "nine ten+1", ""))
    table.play("battle 3, demand queen, hold, discard king")
    assert table.shown(0) == [
        "Round 2. It is seat 2's turn.",
        "To decide: seat 2, choosing an action.",
        f"Resources: {table.state.deck[-1]} cards face down.",
        "Seats",
        "  seat 1 (you)  7 cards  discards: king on top",
        "                         Thief: 1 three; Merchant: 3 sevens; no empire: 2 twos, 1 joker",
        "  seat 2        4 cards  discards: eight on top of 1 more",
        "                         Empire of the Merchant: nines, tens (1 joker)",
        "  seat 3        3 cards  discards: two on top",
        "                         holds no queens",
    ]
    assert not any("To decide" in line for line in table.shown(-1))
    assert sum("Merchant: 1 nine, 1 ten; Warlord: 1 jack" in line for line in table.shown(-1)) == 1


def test_the_menu_says_what_is_known_of_a_demand() -> None:
    table = laid_out(3, hands=("seven king", "seven*2 eight", "nine three"))
    for demand in ("demand king", "demand seven, rock, paper"):
        table.play(f"battle 2, {demand}")
        table.state.phase = Phase.ACT
    menu = table.play("battle 2").menu()
    assert "Demand a seven (you hold one; seat 2 has one)" in menu
    assert "Demand a king (you hold one; seat 2 has none)" in menu
    assert "Demand an eight (you hold none)" in menu


# ------------------------------------------------------------------------------------ at a terminal
class Sitting:
    """People at one keyboard who take any move by luck, and leave after so many; `said` is all that
    was on the screen.
    """

    def __init__(self, decisions: int, **changes: Any) -> None:
        self.said, self.saved, self.left, self.luck = (
            list[str](),
            list[RecordedGame](),
            decisions,
            random.Random(3),
        )
        self.cards, people = make_cards(**changes), [None] * 3
        self.session = Session(rules, empire_game(), self.cards, people, 4, 0)
        self.keyboard = Keyboard(self.session, self.said.append, self.answer, self.saved.append)

    def answer(self, question: str) -> str:
        if "your move" not in question:
            return ""
        self.left -= 1
        first, last = map(int, re.findall(r"\((\d+) to (\d+),", question)[0])
        return str(self.luck.randint(first, last)) if self.left >= 0 else "q"


@pytest.mark.slow
def test_people_play_lay_aside_and_go_on() -> None:
    sitting = Sitting(60)
    assert sitting.keyboard.run() == "left"
    (record,) = sitting.saved
    text, cards = write_record(record), make_cards()
    again = Sitting(0)
    again.session.resume(Replay(rules, cards, read_record(text, "a.record"), "a.record"))
    assert again.session.state.tobytes() == sitting.session.state.tobytes()
    lines = list(told_again(Replay(rules, cards, record, "a.record"), empire_game()))
    assert lines[0] == "Round 1. It is seat 1's turn."
    assert sum(line.startswith("Round ") for line in lines) == sitting.session.state.rounds


@pytest.mark.slow
def test_people_play_to_the_end() -> None:
    sitting = Sitting(100_000, pillars_to_win=1)
    assert sitting.keyboard.run() == "over"
    assert re.search(r"^Seats? .* won (together )?with one pillar", "\n".join(sitting.said), re.M)
    assert not any("You won" in line for line in sitting.said)
    again = list(
        told_again(
            Replay(rules, sitting.cards, sitting.session.record, "a.record"), empire_game(), 2
        )
    )
    assert sum(line.startswith("You drew ") for line in again) > 2
    assert not any(
        line.startswith("Seat 1 drew ")
        and not re.fullmatch(r"Seat 1 drew (a card|six cards)\.", line)
        for line in again
    )


def test_a_fist_can_be_taken_back_until_the_other_has_shown_one() -> None:
    sitting = Sitting(0)
    session, cards = sitting.session, make_cards()

    def make(wanted: str) -> None:
        texts = [
            rules.move_text(cards, session.state, move)
            for move in moves_of(rules, cards, session.state)
        ]
        session.make(next(text for text in texts if text.startswith(wanted)))

    for wanted in ("discard", "discard", "discard", "battle"):
        make(wanted)
    target, mover = int(session.state.target), int(session.state.turn)
    rank = next(int(type_) for type_ in range(cards.types) if session.state.hand[target, type_] > 0)
    make(rules.move_text(cards, session.state, int(coded(do.DEMAND, rank, 0))))
    assert session.state.phase == Phase.FIST
    assert not session.can_undo(mover)  # whether the card is there has been learned
    make("rock")
    assert session.undo(mover)
    assert session.state.phase == Phase.FIST
    assert session.news(mover)[0] == "Taken back."
    make("rock")
    make("paper")
    assert not session.can_undo(target)
