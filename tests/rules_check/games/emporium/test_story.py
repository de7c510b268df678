"""Emporium as people read it: moves described, the table shown, what happens told, and all moves of
one wording found.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from rules_check.engine.game import moves_of, new_state
from rules_check.games import emporium as rules
from rules_check.games.emporium import rulings as ruled
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.state import Owner, Phase
from rules_check.toolkit import layout
from tests.conftest import some
from tests.rules_check.games.scripted import ROOT, Table, make_cards

WISHED = {
    "fight": 60,
    "hero": 8,
    "add": 8,
    "swap": 4,
    "sell": 1,
    "bid": 3,
}  # so that games have fights, and end


@cache
def printed() -> Game:
    return load_game(ROOT / "cards.yaml")


def copied(state: Any) -> Any:
    copy = new_state(rules, 1)
    copy[0] = state
    return copy[0]


def hidden(cards: Any, state: Any, seat: int, seed: int) -> Any:
    view = copied(state)
    rules.hide(cards, view, seat, seed)
    return view


def made(cards: Any, state: Any, move: int) -> Any:
    after = copied(state)
    rules.apply(cards, after, move)
    return after


def told(cards: Any, state: Any, move: int, seat: int = -1) -> list[str]:
    return rules.tell(printed(), cards, state, move, seat)


def word_of(cards: Any, state: Any, move: int) -> str:
    return rules.move_text(cards, state, move).split()[0]


def followed(cards: Any, players: int, number: int) -> Iterator[tuple[Any, int]]:
    """Go through a game: each state with the move about to be made."""
    state, luck = new_state(rules), random.Random(number)
    rules.new_game(cards, state, players, 11, number)
    while not rules.is_over(cards, state):
        legal = moves_of(rules, cards, state)
        move = luck.choices(legal, [WISHED.get(word_of(cards, state, one), 2) for one in legal])[0]
        yield copied(state), move
        rules.apply(cards, state, move)


# -------------------------------------------------------------------------------- what stays hidden
@pytest.mark.slow_cases("2-each_hidden", "2-each_open")
@pytest.mark.parametrize("votes", ["each_open", "each_hidden"])
@pytest.mark.parametrize("players", some([2, 4, 6], 3))
def test_what_is_shown_to_a_seat_is_what_it_can_know(players: int, votes: str) -> None:
    cards, luck = make_cards(banish_votes=votes), random.Random(1)
    for state, _ in followed(cards, players, players):
        seat = luck.randrange(players)
        lines = layout.shown(rules, printed(), cards, state, seat)
        for seed in (1, 2):
            assert (
                layout.shown(rules, printed(), cards, hidden(cards, state, seat, seed), seat)
                == lines
            )


def with_known_decks(state: Any, view: Any) -> Any:
    """Let a view have the heroes and monsters in the true order: what turns up is seen by all."""
    for name in ("deck", "owner"):
        view[name] = state[name]
    return view


@pytest.mark.slow_cases("2-each_hidden", "2-each_open")
@pytest.mark.parametrize("votes", ["each_open", "each_hidden"])
@pytest.mark.parametrize("players", some([2, 4, 6], 3))
def test_what_is_told_to_a_seat_is_what_it_can_know(players: int, votes: str) -> None:
    """Where a seat can tell two games apart neither before nor after a move, it is told the same of
    both.
    """
    cards, luck, compared = make_cards(banish_votes=votes), random.Random(2), Counter[str]()
    for number in range(2):
        for state, move in followed(cards, players, number):
            seat = luck.randrange(players)
            is_counted = (
                state.phase == Phase.BANISH and made(cards, state, move).phase != Phase.BANISH
            )
            after = hidden(cards, made(cards, state, move), seat, 5).tobytes()
            lines = told(cards, state, move, seat)
            for seed in range(4):
                view = hidden(cards, state, seat, seed)
                view = with_known_decks(state, view) if seed % 2 else view
                if is_counted:
                    view.votes[:] = state.votes  # which are now revealed
                if (
                    move not in moves_of(rules, cards, view)
                    or hidden(cards, made(cards, view, move), seat, 5).tobytes() != after
                ):
                    continue
                assert told(cards, view, move, seat) == lines
                is_other = state.seat != seat
                compared[word_of(cards, state, move)] += is_other
    for word in ("sell", "bid", "stay", "draw", "upgrade", "done", "banish"):
        assert compared[word] > 3, compared
    assert compared["fight"] + compared["hero"] + compared["place"] > 3, compared


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("players", some([2, 5], 2))
def test_a_choice_not_yet_revealed_is_told_to_nobody_else(players: int) -> None:
    cards, checked = make_cards(banish_votes="each_hidden"), Counter[int]()
    for state, move in chain(
        followed(cards, players, 9), followed(cards, players, 10), followed(cards, players, 11)
    ):
        is_hidden = state.phase == Phase.CHOOSE or (
            state.phase == Phase.BANISH and cards.banish_votes == ruled.BanishVotes.EACH_HIDDEN
        )
        if not is_hidden or state.turn + 1 == players:
            continue
        for seat in set(range(players)) - {int(state.seat)}:
            for other in moves_of(rules, cards, state)[::5]:
                if made(cards, state, other).phase == state.phase == made(cards, state, move).phase:
                    assert told(cards, state, other, seat) == told(cards, state, move, seat)
                    checked[int(state.phase)] += 1
        assert told(cards, state, move, int(state.seat))[0] != told(cards, state, move, -1)[0]
    assert min(checked[Phase.CHOOSE], checked[Phase.BANISH]) > 10


def test_cards_drawn_are_told_to_who_draws() -> None:
    table = (
        Table(2)
        .hands("conch", "conch")
        .gold(9, 9)
        .heroes("greta hand-axe apron")
        .monsters("troll")
        .deck(0, "sprig candle apron")
    )
    table.play("bid 1, bid 1, pass, pass")
    move = rules.parse_move(table.cards, table.state, "draw")
    cards = "drew the Scorched Apron, the Stub of Candle and the Four-leaf Sprig."
    assert told(table.cards, table.state, move, -1)[0] == f"Seat 1 {cards}"
    assert told(table.cards, table.state, move, 0)[0] == f"You {cards}"
    assert told(table.cards, table.state, move, 1)[0] == "Seat 1 drew 3 leather cards."


# -------------------------------------------------------------------------------- what always holds
def variants() -> list[dict[str, str]]:
    """List card sets: one as ruled by default, one for each other option."""
    return [
        {},
        *(
            {name: option}
            for name, options in emporium_rules.RULINGS.items()
            for option in options[1:]
        ),
    ]


@pytest.mark.slow_cases(
    "{'banish_votes': 'one_for_all'}",
    "{'restock_neither': 'must_draw'}",
    "{'short_level': 'next_level'}",
    "{'slot_choice': 'matching_guild'}",
    "{'stall': 'three_still_rounds'}",
    "{}",
)
@pytest.mark.parametrize("changes", some(variants(), 6), ids=str)
def test_every_move_of_whole_games_is_told_and_described(changes: dict[str, str]) -> None:
    cards, number = make_cards(**changes), len(str(changes))
    for state, move in followed(cards, 2 + number % 5, number):
        before, described = state.tobytes(), Counter[str]()
        for one in moves_of(rules, cards, state):
            described[rules.describe(printed(), cards, state, one)] += 1
        lines = told(cards, state, move)
        assert lines
        assert state.tobytes() == before
        seen = layout.shown(rules, printed(), cards, state, -1)
        for line in (*lines, *seen, *described):
            assert not re.search(r"-1|None|\bnan\b|  \.|\{|\}|the The", line), line
        assert all(line[0].isupper() and line.endswith(".") for line in lines)
        assert max(map(len, seen)) <= 100
        assert max(described.values()) == 1, described
    assert (
        layout.shown(rules, printed(), cards, made(cards, state, move), -1)[1]
        == "The game is over."
    )


def gold_told(lines: list[str], players: int) -> list[int]:
    """Add up the gold that changes hands in a story for seat -1."""
    gold = [0] * players
    for line in lines:
        if found := re.match(
            r"Seat (\d) sold .* for (\d+) gold(?:, and (\d+) more for the matching colour)?\.$",
            line,
        ):
            gold[int(found[1]) - 1] += int(found[2]) + int(found[3] or 0)
        elif found := re.match(
            r"Seat (\d) paid the (\d+) gold, earned (\d+) and took both cards\.$", line
        ):
            gold[int(found[1]) - 1] += int(found[3]) - int(found[2])
        elif found := re.match(r"Seat (\d) discarded .*, and paid (\d+) gold for it\.$", line):
            gold[int(found[1]) - 1] -= int(found[2])
        elif found := re.match(r"Seats? (.*) paid (\d+) gold(?: each)? for it\.$", line):
            for seat in re.findall(r"\d", found[1]):
                gold[int(seat) - 1] -= int(found[2])
    return gold


@pytest.mark.slow_cases(
    *(
        f"{players}-{changes}"
        for players in (2, 6)
        for changes in (
            {"banish_payers": "everyone"},
            {"banish_poor": "votes_free"},
            {"upgrade_tiers": "any_tiers"},
        )
    )
)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"banish_payers": "everyone"},
        {"banish_poor": "votes_free"},
        {"upgrade_tiers": "any_tiers"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_all_gold_that_changes_hands_is_told(players: int, changes: dict[str, str]) -> None:
    cards, moved = make_cards(**changes), 0
    for state, move in followed(cards, players, 3):
        expected = [int(n) for n in made(cards, state, move).gold - state.gold][:players]
        assert gold_told(told(cards, state, move), players) == expected
        moved += any(expected)
    assert moved > 10


def test_the_reckoning_adds_up() -> None:
    cards = make_cards()
    for players in range(2, 7):
        *_, (state, move) = followed(cards, players, 4)
        lines = [
            line for line in told(cards, state, move) if " with " in line and " gold: " in line
        ]
        assert len(lines) == players
        for line in lines:
            total, parts = line.split(" with ")[1].split(" gold: ")
            if parts != "all of it in coins.":
                assert sum(int(part) for part in re.findall(r"(\d+) (?:in|for)", parts)) == int(
                    total
                )
        assert re.match(r"Seat \d won with ", lines[0])


# --------------------------------------------------------------------------------------- situations
def played(table: Table, *texts: str, seat: int = -1) -> list[str]:
    """Play moves, and give what is told of the last one."""
    *before, last = ",".join(texts).split(",")
    if before:
        table.play(",".join(before))
    lines = told(table.cards, table.state, rules.parse_move(table.cards, table.state, last), seat)
    table.play(last)
    return lines


def test_a_sale_that_finds_no_slot_bounces() -> None:
    table = (
        Table(2).hands("hazel-wand", "hand-axe").heroes("tib")
    )  # the example of the rules: the wand fills the last slot
    assert played(table, "sell hazel-wand at 2, sell hand-axe at 3", seat=1) == [
        "Behind the screen, you set the Nicked Hand Axe at 3 gold.",
        "All screens were lifted.",
        "Seat 1 offered the Hazel Wand for 2 gold.",
        "You offered the Nicked Hand Axe for 3 gold.",
        "Seat 1 sold the Hazel Wand to Tib the Mudlark for 2 gold.",
        "Tib the Mudlark now had strength 3.",
        "No open weapon slot was left: the Nicked Hand Axe went back to your hand.",
    ]


def test_sales_come_in_their_order_also_where_they_bounce() -> None:
    table = Table(3).hands("hand-axe", "war-axe", "fish-spear").heroes("wick").marker(2)
    lines = played(table, "sell fish-spear at 2, sell hand-axe at 2, sell war-axe at 2")
    assert [line for line in lines if "went back" in line] == [
        "No open weapon slot was left: the Smith’s War Axe went back to seat 2's hand.",
        "No open weapon slot was left: the Bent Fish Spear went back to seat 3's hand.",
        "No open weapon slot was left: the Nicked Hand Axe went back to seat 1's hand.",
    ]
    assert table.seat() == 2


def test_the_colour_bonus_and_a_full_hero_are_told() -> None:
    table = Table(2).hands("hand-axe", "conch").heroes("greta apron")
    lines = played(table, "sell hand-axe at 4, sell conch at 1")
    assert (
        "Seat 1 sold the Nicked Hand Axe to Greta Bellows for 4 gold, and 1 more for the "
        "matching colour."
    ) in lines
    assert "Greta Bellows now had strength 6, all slots full." in lines


def test_a_patron_swaps_and_wins() -> None:
    table = (
        Table(2).hands("war-axe", "conch").heroes("greta hand-axe apron").monsters("imp", "bear")
    )
    table.play("bid 2, sell conch at 4, hero greta")
    assert played(table, "swap war-axe at weapon", seat=0) == [
        "You swapped the Nicked Hand Axe for the Smith’s War Axe: strength 8.",
        "The Nicked Hand Axe came to your hand.",
    ]
    assert played(table, "fight imp", seat=0) == [
        "Greta Bellows beat the Pantry Imp, 8 against 4.",
        "You paid the 2 gold, earned 3 and took both cards.",
        "The Smith’s War Axe and the Scorched Apron were discarded.",
    ]


@pytest.mark.parametrize("ruling", ["undone", "stay"])
def test_a_patron_who_falls_short_passes(ruling: str) -> None:
    table = (
        Table(2, failed_changes=ruling)
        .hands("kettle-helm", "conch")
        .heroes("greta")
        .monsters("troll", "boar", "bear")
    )
    table.play("bid 2, sell conch at 4")
    lines = played(table, "hero greta, add kettle-helm")
    assert lines == [
        "Seat 1 added the Kettle Helm: strength 7.",
        "Greta Bellows had strength 7: not enough even for the Bramble Boar, 9.",
        "Seat 1 passed and took the 2 gold back.",
        "The Kettle Helm went back to seat 1's hand."
        if ruling == "undone"
        else "The Kettle Helm stayed with Greta Bellows.",
    ]


def test_patrons_who_pass_by_themselves_are_told_with_the_reason() -> None:
    table = (
        Table(2, bid_affordable="when_resolved")
        .hands("", "conch")
        .gold(2, 3)
        .heroes("greta")
        .monsters("imp")
    )
    assert (
        played(table, "bid 3, bid 3", seat=0)[-1]
        == "You could not pay the 3 gold of the bid, and passed."
    )
    for ruling, reason in (
        ("choose_again", "No hero was left to send"),
        ("pass", "A fight had been won"),
    ):
        table = (
            Table(3, target_gone=ruling)
            .hands("", "", "")
            .gold(9, 9, 9)
            .heroes("greta hand-axe")
            .monsters("imp", "rat-king")
        )
        lines = played(table, "bid 3, bid 2, bid 1, hero greta, fight imp")
        assert [
            f"{reason}, so seat {n} passed and took the {4 - n} gold back." for n in (2, 3)
        ] == [s for s in lines if reason in s]


def test_two_upgrades_and_their_price_are_told() -> None:
    table = (
        Table(2)
        .hands("conch candle", "conch")
        .gold(9, 9)
        .heroes("greta hand-axe apron")
        .monsters("troll")
    )
    table.deck(1, "harpoon idol").play("bid 1, bid 1, pass, pass")
    assert played(table, "upgrade conch", seat=1) == [
        "Seat 1 discarded the Chipped Conch to upgrade it."
    ]
    move = rules.parse_move(table.cards, table.state, "upgrade candle")
    first = "discarded the Stub of Candle to upgrade it as well, and paid 1 gold for it."
    assert told(table.cards, table.state, move, 1) == [
        f"Seat 1 {first}",
        "Seat 1 drew 2 chainmail cards.",
    ]
    assert told(table.cards, table.state, move, 0) == [
        f"You {first}",
        "You drew the Beeswax Idol and the Barbed Harpoon.",
    ]


def test_a_reshuffle_and_a_deck_that_has_run_out_are_told() -> None:
    table = (
        Table(2).hands("conch", "conch").gold(9, 9).heroes("greta hand-axe apron").monsters("troll")
    )
    table.play("bid 1, bid 1, pass, pass").deck(0, "sprig", "sprig")
    assert played(table, "draw", seat=0) == [
        "The leather discards were shuffled into a new deck.",
        "You drew two copies of the Four-leaf Sprig.",
        "No further card was there to draw.",
    ]


def voting(**changes: Any) -> Table:
    hands = ("conch conch conch conch", "candle candle candle candle", "idol idol idol trident")
    table = (
        Table(3, **changes)
        .hands(*hands)
        .gold(5, 5, 5)
        .heroes("greta hand-axe apron", "wick gambeson sprig")
    )
    table.monsters("bear", "hydra", "baron")
    while table.state.phase == Phase.CHOOSE:
        table.play(table.legal()[0])
    while table.state.phase != Phase.BANISH:
        table.play("stay")
    return table


def test_a_banishing_is_told() -> None:
    table = voting().play("banish none, banish wick")
    lines = played(table, "banish wick", seat=1)
    assert lines[:5] == [
        "Seat 3 voted to banish Wick the Lamplighter.",
        "Wick the Lamplighter was banished by 2 votes of 3.",
        "The Moth-eaten Gambeson and the Four-leaf Sprig were discarded.",
        "You and seat 3 paid 2 gold each for it.",
        lines[4],
    ]
    assert " came to the table (" in lines[4]
    assert lines[5] == "The first-player marker passed to you, and round 2 began."


def test_hidden_votes_are_told_all_at_once() -> None:
    table = voting(banish_votes="each_hidden")
    assert played(table, "banish wick", seat=1) == ["Seat 1 has voted."]
    assert played(table, "banish none", seat=1) == ["You voted to banish nobody."]
    lines = played(table, "banish wick", seat=1)
    assert lines[:5] == [
        "Seat 3 has voted.",
        "All thumbs were shown.",
        "Seat 1 wished to banish Wick the Lamplighter.",
        "Seat 3 wished to banish Wick the Lamplighter.",
        "Wick the Lamplighter was banished by 2 votes of 3.",
    ]


def test_a_vote_that_can_no_longer_win_is_told() -> None:
    table = voting().play("banish none")
    assert played(table, "banish none")[:2] == [
        "Seat 2 voted to banish nobody.",
        "No majority was possible any more.",
    ]


def test_why_there_is_no_vote_is_told() -> None:
    table = (
        Table(2).hands("conch", "conch").gold(1, 1).heroes("greta hand-axe apron").monsters("bear")
    )
    assert "Too few could pay for a banishing, so there was no vote." in played(
        table, "bid 1, bid 1, pass, pass, stay, stay"
    )


@pytest.mark.parametrize(
    ("heroes", "monsters", "expected"),
    [
        (0, 1, "The game was over: the hero deck could not refill the table."),
        (1, 0, "The game was over: the monster deck could not refill the row."),
        (
            0,
            0,
            "The game was over: neither the hero deck nor the monster deck could refill the table.",
        ),
    ],
)
def test_an_end_for_lack_of_cards_is_told(heroes: int, monsters: int, expected: str) -> None:
    table = (
        Table(2).hands("", "conch").heroes("greta hand-axe").monsters("rat-king", "troll", "bear")
    )
    table.play("bid 1, sell conch at 4")
    for kind, left in ((0, heroes), (1, monsters)):
        for card in table.state.deck[kind, left : table.state.deck[kind, -1]]:
            table.state.owner[kind, card] = Owner.IN_BOX
        table.state.deck[kind, -1] = left
    lines = played(table, "hero greta, fight rat-king, stay, stay")
    assert expected in lines
    assert lines[-2:] == [
        (
            "Seat 1 won with 15 gold: 5 in coins, 5 for the most beasts and 5 for the most Ember "
            "heroes."
        ),
        "Seat 2 came second with 3 gold: all of it in coins.",
    ]


@pytest.mark.parametrize(
    ("stall", "rounds", "word"),
    [("three_still_rounds", 3, "was over: for three rounds"), ("play_on", 1000, "was broken off")],
)
def test_an_end_of_a_stuck_table_is_told(stall: str, rounds: int, word: str) -> None:
    table = (
        Table(2, stall=stall)
        .hands("trident trident greatsword greatsword", "plate plate stag-helm stag-helm")
        .gold(0, 0)
    )
    table.heroes("greta hand-axe apron").monsters("bear", "hydra", "baron")
    table.state.rounds, table.state.still_rounds = rounds, 2
    lines = played(table, f"{table.legal()[0]}, sell plate at 1")
    assert any(word in line for line in lines)
    assert "Level on gold, seat 2 ranked before seat 1 for sitting nearer to the marker." in lines


def test_a_stuck_table_that_is_cleared_is_told() -> None:
    table = (
        Table(2)
        .hands("trident trident greatsword greatsword", "plate plate stag-helm stag-helm")
        .gold(0, 0)
    )
    table.heroes("greta hand-axe apron").monsters("bear", "hydra", "baron")
    table.state.still_rounds = 2
    lines = played(table, f"{table.legal()[0]}, sell plate at 1")
    cleared = [
        n
        for n, line in enumerate(lines)
        if "obody had sold, fought, banished or upgraded, so all heroes left the table" in line
    ]
    came = [n for n, line in enumerate(lines) if "came to the table" in line]
    assert len(cleared) == len(came) == 1
    assert cleared[0] < came[0]


def test_the_menu_has_names_and_numbers() -> None:
    table = Table(2).hands("hand-axe", "apron").gold(9, 9).heroes("greta").monsters("rat-king")
    legal = moves_of(rules, table.cards, table.state)
    texts = [rules.describe(printed(), table.cards, table.state, move) for move in legal]
    assert texts[2] == "Sell the Nicked Hand Axe (Ember, leather, weapon, strength 1) for 3 gold"
    assert texts[4] == "Bid 1 gold as a patron"
    table.play("bid 5, bid 1, hero greta, add hand-axe")
    assert [
        rules.describe(printed(), table.cards, table.state, move)
        for move in moves_of(rules, table.cards, table.state)
    ] == [
        "Fight the Cellar Rat King (beast, strength 4) for 3 gold",
        "Pass and take back the 5 gold",
    ]


def test_the_table_is_shown() -> None:
    table = (
        Table(2)
        .hands("hazel-wand conch", "hand-axe hand-axe idol")
        .heroes("tib")
        .monsters("rat-king", "bear")
        .won(1, "imp", "vane")
    )
    table.play("sell hazel-wand at 2, sell hand-axe at 3")
    lines = layout.shown(rules, printed(), table.cards, table.state, 0)
    assert lines[:-2] == [
        "Round 1. The first-player marker is with you.",
        "To decide: you, restocking.",
        "Heroes",
        "  Tib the Mudlark  Tide  strength 2 + 1 = 3  weapon: Hazel Wand 1; charm: open",
        "Monsters",
        "  Cellar Rat King  beast  strength  4  reward  3",
        "  Old Grumbler     beast  strength 16  reward 10",
        "  (none)",
        "Seats",
        "  seat 1 (you)*   5 gold  leather: Chipped Conch 1",
        "  seat 2          3 gold  2 leather, 1 chainmail; seen: Nicked Hand Axe 1",
        "                          won 1 demon, 1 Tide hero",
    ]
    assert lines[-1] == "Discards: none"


# ---------------------------------------------------------------------------------- ranges of moves
def contains(ranges: list[tuple[int, int]], move: int) -> bool:
    return any(low <= move <= high for low, high in ranges)


@pytest.mark.slow
def test_every_move_lies_in_the_ranges_of_its_own_words_only() -> None:
    rulings = {
        "seller_declines": "may_decline",
        "large_hand": "discard",
        "winner_items": "to_patron",
    }
    cards, kinds = make_cards(**rulings), set[int]()
    every = (
        "sell",
        "bid",
        "sit",
        "place",
        "decline",
        "hero",
        "add",
        "swap",
        "fight",
        "keep",
        "pass",
        "draw",
        "upgrade",
        "stay",
        "done",
        "discard",
        "banish",
    )
    ranges = {word: rules.move_ranges(cards, word) for word in every}
    for players in (2, 4, 6):
        for state, _ in followed(cards, players, 5):
            for move in moves_of(rules, cards, state):
                text = rules.move_text(cards, state, move)
                words = text.split()
                kinds.add(move >> 40)
                assert [word for word in every if contains(ranges[word], move)] == (
                    [words[0]] if text != "banish none" else []
                )
                exact = text if words[0] in ("sell", "bid") or text == "banish none" else ""
                if exact:
                    assert rules.move_ranges(cards, exact) == [(move, move)]
                if words[0] in ("sell", "add", "swap", "upgrade", "discard"):
                    assert contains(rules.move_ranges(cards, " ".join(words[:2])), move)
                    assert not contains(
                        rules.move_ranges(
                            cards, f"{words[0]} {'conch' if words[1] != 'conch' else 'idol'}"
                        ),
                        move,
                    )
                if words[0] == "sell":
                    assert contains(rules.move_ranges(cards, f"sell at {words[3]}"), move)
                    assert not contains(
                        rules.move_ranges(cards, f"sell at {int(words[3]) + 1}"), move
                    )
    assert kinds >= set(emporium_rules.moves.by_sort) - {3}  # nobody had to sit out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected one of sell, bid"),
        ("sel", "did you mean 'sell'?"),
        ("sell handaxe", "did you mean 'hand-axe'?"),
        ("sell hand-axe for 3", "expected one of at; found 'for'"),
        ("bid much", "expected gold from 0 to 99, found 'much'"),
        ("banish greta", "expected one of none; found 'greta'"),
        ("fight troll", "expected no more words after 'fight', found 'troll'"),
        ("bid 5 5", "expected no more words after 'bid 5', found '5'"),
    ],
)
def test_an_unknown_wording_is_explained(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=re.escape(expected)):
        rules.move_ranges(make_cards(), text)
