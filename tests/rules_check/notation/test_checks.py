"""Mistakes in rules: each is one edit of a game that is right, and reported at its place by the
message in capitals, or with these words.
"""

from __future__ import annotations

import re

import pytest

from generator.data.problems import Problem, ProblemError
from tests.catalogue import is_said
from tests.rules_check.notation.games import faults_in, text_of

# the game, what is edited, what it becomes, where the fault is, its message, words of the hint
READ = [
    ("night_catch", "deal hand_size from", "deal hand_sice from", "hand_sice", "NOT_KNOWN_HERE", "hand_size"),
    ("night_catch", "move fish to laid", "move fish to gonne", "gonne", "NOT_KNOWN_HERE", "gone"),
    ("night_catch", "best(players by", "best(players where hand by", "hand by", "NOT_TRUE_OR_FALSE", ""),
    ("night_catch", "add 1 to taker.catch", "add 1 to catch", "catch", "NO_OWNER", "winner.catch"),
    ("night_catch", "catch: 0", "catch: zero", "zero", "expected a kind of card", ""),
    ("night_catch", "- deal hand", "- dael hand", "dael", "no step begins", "deal"),
    ("night_catch", "round = rounds", "round = rouns", "rouns", "NOT_KNOWN_HERE", "rounds"),
    ("night_catch", "score: catch", "score: best(catch)", "best(", "needs a value to compare by", "by points"),
    ("night_catch", "score: catch", "score: 2 ! 3", "! 3", "has no meaning", "<>"),
    ("night_catch", "score: catch", "score: catch = (2", "\n", "expected ')'", ""),
    ("night_catch", "laid: one fish", "laid: one fsh", "fsh", "expected a kind of card", "fish"),
    ("night_catch", "laid: one fish", "weight: one fish", "weight: one", "NAME_TAKEN", ""),
    ("night_catch", "laid: one fish", "rounds: one fish", "rounds: one", "NAME_TAKEN", ""),
    ("night_catch", "laid: one fish", "first: one fish", "first: one", "NAME_TAKEN", ""),
    ("night_catch", "hand: fish, seen by", "hand: fish, sen by", "sen by", "expected face up", ""),
    ("night_catch", "ruling.winner =", "ruling.winer =", "winer", "NO_SUCH_RULING", "winner"),
    ("night_catch", "= heaviest", "= heavist", "heavist", "NOT_KNOWN_HERE", "heaviest"),
    ("night_catch", "lay {fish in hand}", "lay {fish in hnad}", "hnad", "NOT_KNOWN_HERE", "hand"),
    ("night_catch", "lay {fish in hand}", "lay {fish hand}", "hand}", "expected 'in'", ""),
    ("night_catch", "lay {fish in hand}", "lay {weight in hand}", "weight in", "NAME_OF_A_FIELD", ""),
    ("night_catch", "move laid to gone", "move laid", "\n    - deal", "expected 'to'", ""),
    ("night_catch", "{weight: 1..99}", "{weight: number}", "weight, -", "FIELD_UNREADABLE", "type integer"),
    ("night_catch", "- each: move laid to gone", "- until: catch = 1", "until", "NO_SUCH_BLOCK", "as far as the turns: or repeat: that"),
    ("night_catch", "move laid to gone", "move 1 from hand to gone at random", "random", "expected 'the'", "move 2 at random from"),
    ("night_catch", "  - together:", "  - togeter:", "togeter", "NO_SUCH_BLOCK", "together"),
    ("night_catch", "move fish to laid", "move fish to gone", "gone\n    - let", "NOT_THEIR_OWN", "together"),
    ("high_water", "leader.laid.suit", "leader.laid.siut", "siut", "NO_SUCH_FIELD", "suit"),
    ("high_water", "suit = leader.laid.suit", "suit = sprat", "sprat", "NOT_KNOWN_HERE", ""),
    ("high_water", "laid.suit = trump.suit", "laid.rank = reed", "reed", "ID_ALONE", ""),
    ("high_water", "move 1 from deck to trump", "move deck to trump", "deck to", "ONE_CARD_ONLY", "1 from deck"),
    ("high_water", "move 1 from deck to trump", "move 2 from deck to trump", "deck to", "ONE_CARD_ONLY", "1 from"),
    ("high_water", "score: points", "score: hand", "hand", "ALL_OF_ZONE", "top(hand)"),
    ("high_water", "score: points", "score: leader", "leader", "found a player", ""),
    ("high_water", "set leader to first", "set leader to trump", "trump\n", "expected a player", ""),
    ("high_water", "set leader to first", "set deck to first", "deck to", "NO_SUCH_COUNTER", ""),
    ("high_water", "set leader to first", "set next to first", "set next", "NO_TURNS", "turns"),
    ("high_water", "add 1 to leader.tricks", "add 1 to leader", "leader\n", "NOT_A_COUNTER_OF_NUMBERS", ""),
    ("high_water", "from: leader", "form: leader", "form", "BLOCK_LACKS", "from"),
    ("high_water", "times: hand_size", "times: deck", "deck\n", "ALL_OF_ZONE", ""),
    ("high_water", "times: hand_size", "times: 2..3", "..3", "expected a number", "count"),
    ("long_queue", "let goal be best(row where", "let row be best(row where", "row be", "HAS_A_MEANING", ""),
    ("long_queue", "if count(goal) = full", "if goal = full", "goal =", "ALL_OF_ZONE", "count"),
    ("long_queue", "clear {r in row}", "clear {r in row", "{r in", "BRACKET_UNMATCHED", "{card in hand}"),
    ("long_queue", "by: laid.number", "in_order: laid.number", "in_order", "BLOCK_LACKS", ""),
    ("long_queue", "move r to taken", "move r to laid", "r to", "ONE_CARD_ONLY", ""),
    ("gem_wharf", "bank[a] > 0}:", "bank > 0}:", "bank >", "expected a number", "count"),
    ("night_catch", "let taker be best(players by", "let rest be players where catch > 0\n    - let taker be best(players by", "players where catch", "LET_OF_A_LIST", "formulas:"),
    ("high_water", "score: points", "score: if(tricks is empty, 0, points)", "tricks is", "NOT_SEVERAL", "with 0"),
    ("gem_wharf", "add 1 to purse[b]", "add 1 to purse", "purse\n", "SEVERAL_NUMBERS", "purse[ ]"),
    ("gem_wharf", "bank[b] > 0", "bank[card] > 0", "card]", "IS_A_KIND", "all card"),
    ("gem_wharf", "do grab", "do grap", "grap", "NO_SUCH_STEPS", "grab"),
    ("gem_wharf", "grab:\n      - add 1 to purse[a]", "grab:\n      - do grab", "grab\n    ", "BLOCK_IN_ITSELF", "repeat"),
    ("gem_wharf", "points: sum(built.worth)", "points: sum(points)", "sum(", "MADE_OF_ITSELF", ""),
    ("gem_wharf", "gems for each gem", "gems for each gen", "gen", "NEITHER_TABLE_NOR_KIND", "gem"),
    ("small_harbour", "power: Draw 3.", "power: Drew 3.", "Drew", "NO_SUCH_POWER", ""),
    ("small_harbour", "power: Draw 3.", "power: +2 wishes.", "+2", "NO_SUCH_POWER", "write under powers: '+2 wishes', and what"),
    ("small_harbour", "count(supply, hall) = 0 or", "count(supply, hal) = 0 or", "hal)", "NOT_KNOWN_HERE", "hall"),
    ("small_harbour", "deck: card, face down, refilled from discard", "deck: card, face down, refilled from discad", "discad", "NO_SUCH_ZONE", "discard"),
    ("small_harbour", "end the repeat", "end the round", "end the round", "NOTHING_TO_END", ""),
    ("kuhn", "best(players where not folded by hand.rank", "best(players where not folded", "best(", "needs a value to compare by", ""),
    ("kuhn", "if(winner = me, sum(others.stake), -stake", "if(winner = me, sum(others.stake)", "if(winner", "WRONG_NUMBER_OF_PARTS", ""),
    ("kuhn", "stake = max(players.stake): n", "stake != max(players.stake): n", "!=", "has no meaning", "<>"),
    ("kuhn", "folded: false", "rank: false", "rank: f", "NAME_TAKEN", "another name"),
    ("kuhn", "  score:", "  scores:", "scores", "UNKNOWN_KEY", "score"),
    ("kuhn", "min(players.stake)", "min(players.hand)", "hand)", "NOT_NUMBERS", "count"),
    ("lantern_watch", "or deck is empty", "or deck empty", "empty", "does not belong here", ""),
    ("far_reef", "until: deck is empty", "until: deck runs out", "runs", "does not belong here", "write deck is empty"),
    ("bramble", "where suit = leader", "where suit is leader", "is leader", "does not belong here", "write = to compare"),
    ("bramble", "add pain to points", "add pain points", "points\n", "expected 'to'", "write add … to …"),
    ("lantern_watch", "by top(hand).rank", "by hand.rank", "rank", "expected a number", ""),
    ("lantern_watch", "who is out", "who is in", "who is", "no step begins with", "who is out"),
    ("lantern_watch", "swap hand with who.hand", "swap hand with who.safe", "safe\n", "NOT_A_ZONE", ""),
    ("far_reef", "move card to route", "move card to rout", "rout\n", "NOT_KNOWN_HERE", "route"),
    ("far_reef", "top(route[card.sea])", "top(route[card])", "card]", "expected a row of sea", ""),
    ("tide_pool", "pass hand left", "pass hand", "\n      times", "expected 'left'", ""),
    ("tide_pool", "pass hand left", "pass deck left", "deck left", "a zone of each player", ""),
    ("tide_pool", "most, 0) -", "most, starfish) -", "starfish)", "ID_ALONE", ""),
    ("six_bells", "roll dice", "roll marks", "marks", "NO_OWNER", "winner.marks"),
    ("six_bells", "dice[1] =", "dice[brass] =", "brass", "ID_ALONE", ""),
    ("goofspiel", "until: sea is empty", "untill: sea is empty", "untill", "UNKNOWN_KEY", "until"),
    ("goofspiel", "move up to lost if", "move sent to lost if", "sent to", "NO_OWNER", ""),
    ("goofspiel", "each: move sent to used", "each: move sent to won", "sent to won", "ZONE_OF_OTHER_CARDS", ""),
    ("two_masks", "let role be baron", "let role be barren", "barren", "NOT_KNOWN_HERE", "baron"),
    ("deep_dive", "find.danger <> none", "find.danger <> shell", "shell", "one of shark", ""),
    ("leduc", "turn >= 2", "turns >= 2", "turns", "NOT_KNOWN_HERE", ""),
    ("hot_pebble", "set next to me", "set next to pot", "pot\n", "expected a player", ""),
    ("low_tide", "me is out", "me out", "out\n", "expected 'is'", ""),
    ("high_water", "- set leader to first", "- let leader be first", "leader be", "HAS_A_MEANING", "it is declared at line 24: write set leader to"),
    (
        "high_water",
        "- set leader to first",
        "- let laid be first",
        "laid be",
        "HAS_A_MEANING",
        "at line 27: choose another name",
    ),
    ("high_water", "- set leader to first", "- let first be leader", "first be", "HAS_A_MEANING", "write set first to"),
    (
        "high_water",
        "bid {n in",
        "bid {leader in",
        "leader in",
        "HAS_A_MEANING",
        "at line 24: choose another name",
    ),
    ("high_water", "  score: points", "  score: sum(count(won where suit = it) over suit)", "it) over", "found a card", "over x in suit, and where it.suit = x"),
    ("high_water", "  score: points", "  score: count(won where it.suit = it)", "it)", "found a card", "compare it.suit with another value"),
    ("high_water", "  score: points", "  score: count(won where trump.suit = it)", "it)", "found a card", "write it.suit"),
    ("high_water", "  score: points", "  score: sum(any(won.suit = it) over suit)", "suit = it", "NOT_ONE_VALUE", "one by one, as in where it.suit"),
    ("high_water", "  score: points", "  score: count(won where won.suit = trump.suit)", "suit = trump", "NOT_ONE_VALUE", "write it.suit"),
    ("high_water", "  score: points", "  score: count(won where suit = hand.suit)", "suit)", "found a list of", "write it.suit"),
    ("high_water", "  score: points", "  score: if(trump.suit = suit, 1, 0)", "suit, 1", "found a list of", "with `in`"),
    ("high_water", "  score: points", "  score: count(won where suit = it.suit)", "= it", "SIDES_ARE_SAME", "let mine be"),
    ("high_water", "  score: points", "  score: count(players where points <> it.points)", "<> it", "SIDES_ARE_SAME", "let mine be"),
    ("goofspiel", "  score: ", "  formulas: {worth(f): 2}\n  score: ", "worth(f)", "NO_PARAMETERS", "write worth"),
    ("goofspiel", "  score: ", "  steps: {pay(n): nothing}\n  score: ", "pay(n)", "NO_PARAMETERS", "write pay"),
    ("bramble", "where suit = leader", "where suit is not leader", "is not", "does not belong here", "write <>"),
    ("bramble", "where suit = leader", "where suit not leader", "not leader", "does not belong here", "write <>"),
    ("high_water", "  score: points", "  score: count won", "won", "does not belong here", "write count(won)"),
    ("goofspiel", "  score: ", "  formulas: {ahead: left(it)}\n  score: ahead.seat + ", "it)", "NOT_KNOWN_HERE", "write me for the player"),
    ("night_catch", "- each: move laid to gone", "- each: look at 2 from deck", "from deck", "does not belong here", "move 3 from deck to seen"),
    ("night_catch", "- each: move laid to gone", "- each: look at top(deck)", "top(deck)", "NOT_A_ZONE", "move 3 from deck to seen"),
    ("high_water", "  score: points", "  score: won.size", "size", "NO_SUCH_FIELD", "write count("),
    ("gem_wharf", "add 1 to purse[b]", "gain 1 ruby", "gain", "no step begins", "write add … to …"),
    ("gem_wharf", "add 1 to purse[b]", "remove 1 from bank[b]", "remove", "no step begins", "write move … to …"),
    ("gem_wharf", "add 1 to purse[b]", "if bank[b] > 2 then nothing", "if bank", "no step begins", "at the end of the step"),
    ("high_water", "  score: points", "  score: if(True, 1, 2)", "True", "NOT_KNOWN_HERE", "write true"),
    ("high_water", "  score: points", "  score: if(yes, 1, 2)", "yes", "NOT_KNOWN_HERE", "write true"),
    ("deep_dive", "find.danger <> none", "find.danger <> none or shark", "shark", "ID_ALONE", "all of the comparison"),
    ("high_water", "  score: points", "  score: worth(won)", "worth(", "no function", "cannot have parameters"),
]  # fmt: skip

CHECKED = [
    ("night_catch", "deck: all fish, face down", "deck: fish, face down", "deck: fish", "never-filled", "'deck'"),
    ("goofspiel", ", each_player: true", "", "hand", "in-two-zones", "ONE_SET_FOR_ALL"),
    ("bramble", "wins: least", "wins: team", "team", "bad-play", "NO_WAY_TO_WIN"),
    ("bramble", "wins: least", "wins: together\n  ties: 1", "1", "bad-play", "TIES_OF_A_TEAM"),
    ("bell_ropes", "teams: 2", "teams: 1", "1", "bad-play", "NO_NUMBER_OF_TEAMS"),
    ("bell_ropes", "teams: 2", "teams: 5", "5", "bad-play", "TEAMS_UNEVEN"),
    ("bell_ropes", "  ties: [count(won where bell = tenor)]", "  wins: together", "teams", "bad-play", "TEAMS_TOGETHER"),
    ("bramble", "wins: least", "loses: the game is over", "loses", "bad-play", "LOST_BY_NO_TEAM"),
    ("bramble", "wins: least", "wins: together\n  loses: [a storm]", "a storm", "bad-play", "NO_SUCH_ENDING"),
    ("night_catch", "gone: fish\n", "gone: all fish\n", "gone", "in-two-zones", "IN_TWO_ZONES"),
    ("night_catch", "until: round = rounds", "until: round = 0 - 1 and 1 > 2", "round", "never-ends", "GAME_NEVER_ENDS"),
    ("night_catch", "until: round = rounds", "until: rounds = 9", "rounds = 9", "never-ends", "NOTHING_READ_CHANGES"),
    ("night_catch", "  until: round = rounds\n", "", "together", "never-ends", "NO_ENDING"),
    ("night_catch", "  score: catch", "  score: 0", "0", "never-won", "NOTHING_WINS"),
    ("low_tide", "  score: points\n", "", "everyone is in", "never-won", "NOTHING_WINS"),
    ("lantern_watch", "all card where rank > 1", "all card where rank > 9", "where", "never-offered", "NEVER_OFFERED"),
    ("kuhn", "bet if max(players.stake) = 1", "bet if 2 = 1", "= 1", "never-offered", "NEVER_OFFERED_BY_CONDITION"),
    ("high_water", "      times: hand_size\n", "", "repeat", "never-ends", "REPEAT_NEVER_ENDS"),
    ("low_tide", "until: count(players) <= 1", "until: round = 2", "= 2", "never-ends", "REPEAT_CHANGES_NOTHING"),
    ("two_masks", "{card in hand}", "{card in active.hand}", "hand}", "secret-shown", "'hand'"),
    ("kuhn", "bet if max(players.stake) = 1", "bet if hand.rank > sum(others.hand.rank)", "hand.rank)", "secret-shown", "'hand'"),
    ("hot_pebble", "pay a chip if chips > 0", "pay a chip if chips > sum(others.chips)", "chips)", "secret-shown", "'chips'"),
    ("gem_wharf", "{b in gem where bank[b] > 0 and b <> a}", "{b in gem where bank[a] > 0}", "> 0}", "not-looked-at", "'a'"),
    ("kuhn", "call if", "bet if", "bet if stake", "bad-play", "SAME_WORDS"),
    ("night_catch", "gone: fish\n", "gone, lost: fish\n", "lost", "never-used", "'lost'"),
    ("night_catch", "  score: catch", "  formulas: {twice: catch * 2}\n  score: catch", "catch * 2", "never-used", "'twice'"),
    ("gem_wharf", "  steps:\n", "  steps:\n    rest: nothing\n", "nothing", "never-used", "'rest'"),
    ("lantern_watch", "    you fall:", "    you rest: nothing\n    you fall:", "you rest", "never-used", "'you rest'"),
    ("night_catch", "hand: fish, seen by owner", "hand: fish", "hand: fish", "open-hand", "'hand'"),
    ("tide_pool", "move kept to gone", "move kept to kept", "move", "bad-play", "SAME_ZONE"),
    ("far_reef", "- move card to route", "- end the turn\n          - move card to route", "move", "never-used", "NEVER_DONE"),
    ("kuhn", "    - choose:\n", "    - let top be 3\n    - choose:\n", "let top", "never-used", "'top'"),
    ("night_catch", "catch: 0", "catch, luck: 0", "luck", "never-used", "'luck'"),
    ("night_catch", "lightest: The", "middling: The middle one does., lightest: The", "lightest:", "never-used", "NEVER_ASKED"),
    ("high_water", "{no_sum: The last bidder must not., free: ", "{no_sum: No., odd: Odd., free: ", "free:", "never-used", "NEVER_ASKED"),
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
    assert is_said(found[place], said), show(found[place])
    assert hint in (found[place].hint or "")


@pytest.mark.parametrize(("game", "old", "new", "at", "code", "said"), CHECKED)
def test_what_can_be_read_and_goes_wrong_is_told(
    game: str, old: str, new: str, at: str, code: str, said: str
) -> None:
    text = edited(game, old, new)
    line, column = place_of(text, new, at)
    found = [one for one in faults_of(text) if one.code == code and is_said(one, said)]
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


def test_an_ending_with_a_fault_is_still_one_that_can_be_lost() -> None:
    text = edited("bramble", "wins: least", "wins: together\n  loses: a storm")
    text = text.replace("  until: ", "  until:\n    a storm: wind > 3\n    the end: ")
    assert [one.message for one in faults_in(text)] == ["'wind' is not known here"]


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
    ("wins", "hint"),
    [
        ("wins: team", "write `wins: together` if all"),
        ("wins: teams", "or `teams: 2` if two teams play against each other"),
        ("wins: Everybody", "write `wins: together` if all"),
        ("wins: [red, blue]", "what players count is written as `score: …`"),
        ("wins: highest", "write `wins: most`"),
        ("wins: Most", "write `wins: most`"),
        ("wins: highest score", "write `wins: most`"),
        ("wins: fewest points", "write `wins: least`"),
        ("wins: [coins]", "write `wins: most`, and what is counted as `score: coins`"),
        ("wins: {least: pain}", "write `wins: least`, and what is counted as `score: pain`"),
        ("wins: most_coins", "write `wins: most`, and what is counted as `score: coins`"),
        ("wins: the last player", "the score decides"),
        ("wins: 3", "what players count is written as `score: …`"),
        ("wins:", "what players count is written as `score: …`"),
        ("win: most", "whether the most or the least of it wins is `wins:`"),
        ("Victory: points", "whether the most or the least of it wins is `wins:`"),
        ("points: 1", "what players count is `score:`"),
        ("end: round = 3", "when the game ends is `until:`"),
        ("tiebreaker: 1", "did you mean 'ties'?"),
        ("team: 2", "write `teams: 2` if two teams"),
    ],
)
def test_the_hint_says_how_a_game_is_won(wins: str, hint: str) -> None:
    (fault,) = faults_of(edited("bramble", "wins: least", wins))
    assert hint in (fault.hint or "")


def test_a_text_in_a_formula_gets_the_type_that_rules_can_read() -> None:
    text = text_of("kuhn")
    fields = "fields: {name: line?, power: text?, tags: '[line]?', mood: line?, suit: line?, act: red | blue?, rank: 1..3}"
    cards = """    cards:
      jack: {rank: 1, mood: glad, suit: black, power: Draw one., tags: [a, b]}
      queen: {rank: 2, mood: sad, suit: red, act: blue}
      king: {rank: 3}
"""
    before, after = text.index("    fields:"), text.index("components:")
    text = f"{text[:before]}    {fields}\n{cards}{text[after:]}"
    choice = "give it the type `"
    for formula, said, hint in (
        ('power = ""', "FIELD_UNREADABLE", "add a field that says what rules ask, such as `has_"),
        ("power is not empty", "FIELD_UNREADABLE", "such as `has_power: boolean`"),
        ("tags is empty", "FIELD_UNREADABLE", "such as `has_tags: boolean`"),
        ('name = "Jack"', "FIELD_UNREADABLE", "with an id, such as `it = jack`"),
        ("mood = none", "FIELD_UNREADABLE", f"{choice}glad | sad?`"),
        ("it.mood is empty", "FIELD_UNREADABLE", f"{choice}glad | sad?`"),
        ('suit = ""', "FIELD_UNREADABLE", f"{choice}black | red?`"),
        ('card.power = ""', "IS_A_KIND", "write it for the card that is tested"),
        ('act = ""', "NOT_KNOWN_HERE", "write none for a field that a card leaves out"),
        ("act = none", "", ""),
        ("act is empty", "", ""),
    ):
        score = f"  score: 'if(any({formula} over all card), 1, 0)'\n"
        faults = faults_of(re.sub(r"  score: .*\n", lambda _, line=score: line, text))
        found = [one for one in faults if one.code == "bad-play"]
        assert [is_said(one, said) for one in found] == [True] * bool(said), (
            formula,
            list(map(show, faults)),
        )
        assert all(hint in (one.hint or "") for one in found), (formula, list(map(show, faults)))


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
