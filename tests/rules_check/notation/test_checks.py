"""Mistakes in rules: each is one edit of a game that is right, and told at its place with its
words.
"""

from __future__ import annotations

import pytest

from generator.data.problems import Problem, ProblemError
from tests.rules_check.notation.games import faults_in, text_of

# the game, what is edited, what it becomes, where the fault is, its code, words of the message and
# of the hint
READ = [
    ("night_catch", "deal hand_size from", "deal hand_sice from", "hand_sice", "not known", "hand_size"),
    ("night_catch", "move fish to laid", "move fish to gonne", "gonne", "not known", "gone"),
    ("night_catch", "best(players by", "best(players where hand by", "hand by", "true or false", ""),
    ("night_catch", "add 1 to taker.catch", "add 1 to catch", "catch", "no player acts", "winner.catch"),
    ("night_catch", "catch: 0", "catch: zero", "zero", "expected a kind of card", ""),
    ("night_catch", "- deal hand", "- dael hand", "dael", "no step begins", "deal"),
    ("night_catch", "round = rounds", "round = rouns", "rouns", "not known", "rounds"),
    ("night_catch", "score: catch", "score: best(catch)", "best(", "needs a value to compare by", "by points"),
    ("night_catch", "score: catch", "score: 2 ! 3", "! 3", "has no meaning", "<>"),
    ("night_catch", "score: catch", "score: catch = (2", "\n", "expected ')'", ""),
    ("night_catch", "laid: one fish", "laid: one fsh", "fsh", "expected a kind of card", "fish"),
    ("night_catch", "laid: one fish", "weight: one fish", "weight: one", "'fish' has a field of this name", ""),
    ("night_catch", "laid: one fish", "rounds: one fish", "rounds: one", "a number under rules:", ""),
    ("night_catch", "laid: one fish", "first: one fish", "first: one", "a word of the language", ""),
    ("night_catch", "hand: fish, seen by", "hand: fish, sen by", "sen by", "expected face up", ""),
    ("night_catch", "ruling.winner =", "ruling.winer =", "winer", "no ruling", "winner"),
    ("night_catch", "= heaviest", "= heavist", "heavist", "not known", "heaviest"),
    ("night_catch", "lay {fish in hand}", "lay {fish in hnad}", "hnad", "not known", "hand"),
    ("night_catch", "lay {fish in hand}", "lay {fish hand}", "hand}", "expected 'in'", ""),
    ("night_catch", "lay {fish in hand}", "lay {weight in hand}", "weight in", "a field of this name", ""),
    ("night_catch", "move laid to gone", "move laid", "\n    - deal", "expected 'to'", ""),
    ("night_catch", "  - together:", "  - togeter:", "togeter", "no block", "together"),
    ("night_catch", "move fish to laid", "move fish to gone", "gone\n    - let", "only their own zones", "together"),
    ("high_water", "leader.laid.suit", "leader.laid.siut", "siut", "has no 'siut'", "suit"),
    ("high_water", "suit = leader.laid.suit", "suit = sprat", "sprat", "not known", ""),
    ("high_water", "laid.suit = trump.suit", "laid.rank = reed", "reed", "not known", ""),
    ("high_water", "move 1 from deck to trump", "move deck to trump", "deck to", "for one card", "1 from deck"),
    ("high_water", "move 1 from deck to trump", "move 2 from deck to trump", "deck to", "moves 2 cards", "1 from"),
    ("high_water", "score: points", "score: hand", "hand", "found all cards in 'hand'", "top(hand)"),
    ("high_water", "score: points", "score: leader", "leader", "found a player", ""),
    ("high_water", "set leader to first", "set leader to trump", "trump\n", "expected a player", ""),
    ("high_water", "set leader to first", "set deck to first", "deck to", "expected a counter", ""),
    ("high_water", "set leader to first", "set next to first", "set next", "no turns here", "turns"),
    ("high_water", "add 1 to leader.tricks", "add 1 to leader", "leader\n", "a counter of numbers", ""),
    ("high_water", "from: leader", "form: leader", "form", "'form:' cannot be used", "from"),
    ("high_water", "times: hand_size", "times: deck", "deck\n", "found all cards in 'deck'", ""),
    ("high_water", "times: hand_size", "times: 2..3", "..3", "expected a number", "count"),
    ("long_queue", "let goal be best(row where", "let row be best(row where", "row be", "is already in use", ""),
    ("long_queue", "if count(goal) = full", "if goal = full", "goal =", "found all cards in 'row'", "count"),
    ("long_queue", "clear {r in row}", "clear {r in row", "{r in", "brace is unmatched", "{card in hand}"),
    ("long_queue", "by: laid.number", "in_order: laid.number", "in_order", "'in_order:' cannot be used", ""),
    ("long_queue", "move r to taken", "move r to laid", "r to", "for one card", ""),
    ("gem_wharf", "bank[a] > 0}:", "bank > 0}:", "bank >", "expected a number", "count"),
    ("night_catch", "let taker be best(players by", "let rest be players where catch > 0\n    - let taker be best(players by", "players where catch", "keeps a single value", "formulas:"),
    ("high_water", "score: points", "score: if(tricks is empty, 0, points)", "tricks is", "expected a list", "with 0"),
    ("gem_wharf", "add 1 to purse[b]", "add 1 to purse", "purse\n", "has several", "purse[ ]"),
    ("gem_wharf", "bank[b] > 0", "bank[card] > 0", "card]", "a kind of card", "all card"),
    ("gem_wharf", "do grab", "do grap", "grap", "no steps are called", "grab"),
    ("gem_wharf", "grab:\n      - add 1 to purse[a]", "grab:\n      - do grab", "grab\n    ", "cannot use themselves", "repeat"),
    ("gem_wharf", "points: sum(built.worth)", "points: sum(points)", "sum(", "uses itself", ""),
    ("gem_wharf", "gems for each gem", "gems for each gen", "gen", "neither a table", "gem"),
    ("small_harbour", "power: Draw 3.", "power: Drew 3.", "Drew", "no power has the text", ""),
    ("small_harbour", "power: Draw 3.", "power: +2 wishes.", "+2", "no power has the text", ""),
    ("small_harbour", "count(supply, hall) = 0 or", "count(supply, hal) = 0 or", "hal)", "not known", "hall"),
    ("small_harbour", "deck: card, face down, refilled from discard", "deck: card, face down, refilled from discad", "discad", "no zone", "discard"),
    ("small_harbour", "end the repeat", "end the round", "end the round", "no round here", ""),
    ("kuhn", "best(players where not folded by hand.rank", "best(players where not folded", "best(", "needs a value to compare by", ""),
    ("kuhn", "if(winner = me, sum(others.stake), -stake", "if(winner = me, sum(others.stake)", "if(winner", "expected 3", ""),
    ("kuhn", "stake = max(players.stake): n", "stake != max(players.stake): n", "!=", "has no meaning", "<>"),
    ("kuhn", "folded: false", "rank: false", "rank: f", "a field of this name", "another name"),
    ("kuhn", "  score:", "  scores:", "scores", "unknown key 'scores'", "score"),
    ("kuhn", "min(players.stake)", "min(players.hand)", "hand)", "expected numbers", "count"),
    ("lantern_watch", "or deck is empty", "or deck empty", "empty", "does not belong here", ""),
    ("lantern_watch", "by top(hand).rank", "by hand.rank", "rank", "expected a number", ""),
    ("lantern_watch", "who is out", "who is in", "who is", "no step begins with", "who is out"),
    ("lantern_watch", "swap hand with who.hand", "swap hand with who.safe", "safe\n", "expected a zone", ""),
    ("far_reef", "move card to route", "move card to rout", "rout\n", "not known", "route"),
    ("far_reef", "top(route[card.sea])", "top(route[card])", "card]", "expected a row of sea", ""),
    ("tide_pool", "pass hand left", "pass hand", "\n      times", "expected 'left'", ""),
    ("tide_pool", "pass hand left", "pass deck left", "deck left", "a zone of each player", ""),
    ("tide_pool", "most, 0) -", "most, starfish) -", "starfish)", "not known", ""),
    ("six_bells", "roll dice", "roll marks", "marks", "belongs to a player", "winner.marks"),
    ("six_bells", "dice[1] =", "dice[brass] =", "brass", "not known", ""),
    ("goofspiel", "until: sea is empty", "untill: sea is empty", "untill", "unknown key 'untill'", "until"),
    ("goofspiel", "move up to lost if", "move sent to lost if", "sent to", "no player acts", ""),
    ("goofspiel", "each: move sent to used", "each: move sent to won", "sent to won", "for wreck cards", ""),
    ("two_masks", "let role be baron", "let role be barren", "barren", "not known", "baron"),
    ("deep_dive", "find.danger <> none", "find.danger <> shell", "shell", "one of shark", ""),
    ("leduc", "turn >= 2", "turns >= 2", "turns", "not known", ""),
    ("hot_pebble", "set next to me", "set next to pot", "pot\n", "expected a player", ""),
    ("low_tide", "me is out", "me out", "out\n", "expected 'is'", ""),
    ("high_water", "- set leader to first", "- let leader be first", "leader be", "is already in use", "it is declared at line 24: write set leader to"),
    (
        "high_water",
        "- set leader to first",
        "- let laid be first",
        "laid be",
        "is already in use",
        "at line 27: choose another name",
    ),
    ("high_water", "- set leader to first", "- let first be leader", "first be", "is already in use", "write set first to"),
    (
        "high_water",
        "bid {n in",
        "bid {leader in",
        "leader in",
        "is already in use",
        "at line 24: choose another name",
    ),
    ("high_water", "  score: points", "  score: sum(count(won where suit = it) over suit)", "it) over", "found a card", "over x in suit, and where it.suit = x"),
    ("high_water", "  score: points", "  score: count(won where it.suit = it)", "it)", "found a card", "compare it.suit with another value"),
    ("high_water", "  score: points", "  score: count(won where trump.suit = it)", "it)", "found a card", "write it.suit"),
    ("high_water", "  score: points", "  score: sum(any(won.suit = it) over suit)", "suit = it", "found a list of", "one by one, as in where it.suit"),
    ("high_water", "  score: points", "  score: count(won where won.suit = trump.suit)", "suit = trump", "found a list of", "write it.suit"),
    ("high_water", "  score: points", "  score: count(won where suit = hand.suit)", "suit)", "found a list of", "write it.suit"),
    ("high_water", "  score: points", "  score: if(trump.suit = suit, 1, 0)", "suit, 1", "found a list of", "with in"),
    ("goofspiel", "  score: ", "  formulas: {worth(f): 2}\n  score: ", "worth(f)", "formulas cannot have parameters", "write worth"),
    ("goofspiel", "  score: ", "  steps: {pay(n): nothing}\n  score: ", "pay(n)", "steps cannot have parameters", "write pay"),
    ("high_water", "  score: points", "  score: worth(won)", "worth(", "no function", "cannot have parameters"),
]  # fmt: skip

CHECKED = [
    ("night_catch", "deck: all fish, face down", "deck: fish, face down", "deck: fish", "never-filled", "'deck'"),
    ("goofspiel", ", each_player: true", "", "hand", "in-two-zones", "gives every player all of the 'boat' cards"),
    ("night_catch", "gone: fish\n", "gone: all fish\n", "gone", "in-two-zones", "'deck' and in 'gone'"),
    ("night_catch", "until: round = rounds", "until: round = 0 - 1 and 1 > 2", "round", "never-ends", "never true"),
    ("night_catch", "until: round = rounds", "until: rounds = 9", "rounds = 9", "never-ends", "ever changes"),
    ("night_catch", "  until: round = rounds\n", "", "together", "never-ends", "nothing ends"),
    ("lantern_watch", "all card where rank > 1", "all card where rank > 9", "where", "never-offered", "for 'role'"),
    ("kuhn", "bet if max(players.stake) = 1", "bet if 2 = 1", "= 1", "never-offered", "never true"),
    ("high_water", "      times: hand_size\n", "", "repeat", "never-ends", "this 'repeat:'"),
    ("low_tide", "until: count(players) <= 1", "until: round = 2", "= 2", "never-ends", "this 'repeat:'"),
    ("two_masks", "{card in hand}", "{card in active.hand}", "hand}", "secret-shown", "'hand'"),
    ("kuhn", "bet if max(players.stake) = 1", "bet if hand.rank > sum(others.hand.rank)", "hand.rank)", "secret-shown", "'hand'"),
    ("hot_pebble", "pay a chip if chips > 0", "pay a chip if chips > sum(others.chips)", "chips)", "secret-shown", "'chips'"),
    ("gem_wharf", "{b in gem where bank[b] > 0 and b <> a}", "{b in gem where bank[a] > 0}", "> 0}", "not-looked-at", "'a'"),
    ("kuhn", "call if", "bet if", "bet if stake", "bad-play", "have the same wording"),
    ("night_catch", "gone: fish\n", "gone, lost: fish\n", "lost", "never-used", "'lost'"),
    ("night_catch", "  score: catch", "  formulas: {twice: catch * 2}\n  score: catch", "catch * 2", "never-used", "'twice'"),
    ("gem_wharf", "  steps:\n", "  steps:\n    rest: nothing\n", "nothing", "never-used", "'rest'"),
    ("lantern_watch", "    you fall:", "    you rest: nothing\n    you fall:", "you rest", "never-used", "'you rest'"),
    ("night_catch", "hand: fish, seen by owner", "hand: fish", "hand: fish", "open-hand", "'hand'"),
    ("tide_pool", "move kept to gone", "move kept to kept", "move", "bad-play", "from 'kept' to 'kept'"),
    ("far_reef", "- move card to route", "- end the turn\n          - move card to route", "move", "never-used", "ends the turn"),
    ("kuhn", "    - choose:\n", "    - let top be 3\n    - choose:\n", "let top", "never-used", "'top'"),
    ("night_catch", "catch: 0", "catch, luck: 0", "luck", "never-used", "'luck'"),
    ("night_catch", "lightest: The", "middling: The middle one does., lightest: The", "lightest:", "never-used", "middling and lightest have the same effect"),
    ("high_water", "{no_sum: The last bidder must not., free: ", "{no_sum: No., odd: Odd., free: ", "free:", "never-used", "never test for the answer 'free'"),
]  # fmt: skip


def edited(game: str, old: str, new: str) -> str:
    text = text_of(game)
    assert old in text, old
    return text.replace(old, new, 1)


def place_of(text: str, new: str, at: str) -> tuple[int, int]:
    """Return the line and column of some words behind the beginning of an edit's line."""
    start = text.index(new) if new else text.index("play:")
    found = text.index(at, start)
    return text.count("\n", 0, found) + 1, found - (text.rfind("\n", 0, found) + 1) + 1


def faults_of(text: str) -> list[Problem]:
    """List what is wrong with a game, be it found by the reader of cards.yaml or of rules."""
    try:
        return faults_in(text)
    except ProblemError as fault:
        return list(fault.problems)


def show(problem: Problem) -> str:
    assert problem.place is not None
    return (
        f"{problem.place.line}:{problem.place.column} {problem.code}: {problem.message} "
        f"[{problem.hint}]"
    )


@pytest.mark.parametrize(("game", "old", "new", "at", "said", "hint"), READ)
def test_what_cannot_be_read_is_told_at_its_word(
    game: str, old: str, new: str, at: str, said: str, hint: str
) -> None:
    text = edited(game, old, new)
    place = place_of(text, new, at)
    found = {(one.place.line, one.place.column): one for one in faults_of(text) if one.place}
    assert place in found, [show(one) for one in found.values()]
    assert said in found[place].message
    assert hint in (found[place].hint or "")


@pytest.mark.parametrize(("game", "old", "new", "at", "code", "said"), CHECKED)
def test_what_can_be_read_and_goes_wrong_is_told(
    game: str, old: str, new: str, at: str, code: str, said: str
) -> None:
    text = edited(game, old, new)
    line, column = place_of(text, new, at)
    found = [one for one in faults_of(text) if one.code == code and said in one.message]
    places = [(one.place.line, one.place.column) for one in found if one.place is not None]
    assert (line, column) in places, [show(one) for one in faults_of(text)]


@pytest.mark.parametrize(
    ("written", "line", "column"),
    [
        ("'{}'", 38, 11),
        ('"{}"', 38, 11),
        ("{}", 38, 10),
        (">-\n    {}", 38, 10),
        ("catch +\n    {}", 38, 10),
    ],
)
def test_a_quoted_text_and_one_of_several_lines_have_places(
    written: str, line: int, column: int
) -> None:
    text = text_of("night_catch").replace("score: catch", f"score: {written.format('cach')}")
    (fault,) = faults_of(text)
    assert fault.place is not None
    assert (fault.place.line, fault.place.column) == (line, column)


def test_all_faults_are_found_at_once() -> None:
    text = text_of("high_water")
    for right, wrong in (
        ("deck to each", "dek to each"),
        ("sum(others", "sum(other"),
        ("won: card", "won: crad"),
    ):
        text = text.replace(right, wrong, 1)
    assert len({one.place.line for one in faults_of(text) if one.place is not None}) == 3


@pytest.mark.parametrize(
    ("game", "old", "new", "hint"),
    [
        ("odd_socks", "set named to sock.dye", "set named to sock", ".dye"),
        ("leduc", "hand.rank = board.rank", "hand.rank = board", ".rank"),
        ("tide_marks", "set closed[s] to true", "set closed[s] to 3", "true or false"),
        ("mussel_beds", "{shell in hand}", "{shell in hand if 1 = 2}", "where"),
        ("houseboats", "n in bid + 1..coins", "n in bid + 1..max(players.coins)", "after the choice"),
    ],
)  # fmt: skip
def test_the_hint_says_what_to_write_instead(game: str, old: str, new: str, hint: str) -> None:
    hints = [problem.hint for problem in faults_of(edited(game, old, new))]
    assert any(hint in str(one) and "count(" not in str(one) for one in hints)


@pytest.mark.parametrize(
    ("until", "is_told"),
    [("until: count(fleet) <= 2", True), ("until: round > 5", False), ("times: 2", False)],
)
def test_a_hand_that_is_discarded_from_at_least_once_is_told(until: str, is_told: bool) -> None:
    steps = ("    - each:\n        - repeat:\n            choose:\n"
             "              drop {boat in fleet}: move boat to quay\n          " + until + "\n")  # fmt: skip
    text = text_of("houseboats").replace("  round:\n", "  round:\n" + steps, 1)
    told = [problem.code for problem in faults_of(text)]
    assert ("at-least-once" in told) == is_told
