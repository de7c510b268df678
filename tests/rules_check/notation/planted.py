"""A hundred mistakes of ten kinds, each one edit of a game that is right: the game, what is edited,
what it becomes, the words at which it is reported, and by which code.
"""

from __future__ import annotations

Planted = tuple[str, str, str, str, str]

UNKNOWN: list[Planted] = [
    ("tide_pool", "move picked to kept", "move piked to kept", "piked", "bad-play"),
    ("bramble", "pass given left", "pass gift left", "gift", "bad-play"),
    ("houseboats", "take buyer.stake from", "take buyer.steak from", "steak", "bad-play"),
    ("six_bells", "marks[b] < boxes", "marks[b] < box", "box and", "bad-play"),
    ("odd_socks", "dye = named", "die = named", "die =", "bad-play"),
    ("stepping_stones", "move 1 from c to path", "move 1 from c to road", "road", "bad-play"),
    ("tide_marks", "count(pile[s]) < most", "count(piles[s]) < most", "piles[", "bad-play"),
    ("mussel_beds", "set bidder to me", "set biddder to me", "biddder", "bad-play"),
    ("night_ferry", "p.order.wanted", "p.order.wished", "wished", "bad-play"),
    ("leduc", "raises < 2", "raised < 2", "raised", "bad-play"),
]  # fmt: skip
TYPES: list[Planted] = [
    ("tide_pool", "count(kelps) = max", "kelps = max", "kelps = max", "bad-play"),
    ("bramble", "max(players.points) >= lost", "max(players.won) >= lost", "won)", "bad-play"),
    ("houseboats", "set first to buyer", "set first to quay", "quay\n", "bad-play"),
    ("six_bells", "add 1 to missed", "add bell to missed", "bell to", "bad-play"),
    ("odd_socks", "set named to sock.dye", "set named to sock", "sock\n", "bad-play"),
    ("stepping_stones", "abs(top(c).rank - top(path).rank)", "abs(top(c) - top(path))", "top(c)", "bad-play"),
    ("tide_marks", "set closed[s] to true", "set closed[s] to 3", "3\n", "bad-play"),
    ("mussel_beds", "until: bid = laid", "until: bid + laid", "bid +", "bad-play"),
    ("night_ferry", "set leader to first(players", "set leader to count(players", "count(", "bad-play"),
    ("leduc", "hand.rank = board.rank", "hand.rank = board", "board,", "bad-play"),
]  # fmt: skip
IMPOSSIBLE: list[Planted] = [
    ("tide_pool", "keep {card in hand}", "keep {card in hand where worth > 9}", "hand where", "never-offered"),
    ("bramble", "hand on {card in hand}", "hand on {card in hand where rank > 6}", "hand where", "never-offered"),
    ("houseboats", "sell {boat in fleet}", "sell {boat in fleet where berths = 0}", "fleet where", "never-offered"),
    ("six_bells", "ring {b in bell where marks[b] < boxes and", "ring {b in bell where least > 12 and", "bell where", "never-offered"),
    ("odd_socks", "hang {sock in hand where number = wild}", "hang {sock in hand where number = 9}", "hand where", "never-offered"),
    ("stepping_stones", "deck is not empty: move", "1 > columns: move", "1 >", "never-offered"),
    ("tide_marks", "take {s in slip where", "take {s in slip where s = none and", "slip where", "never-offered"),
    ("mussel_beds", "lay {shell in hand}: move", "lay {shell in hand if 1 = 2}: move", "hand if", "bad-play"),
    ("lantern_watch", "where rank > 1}", "where rank > 1 and rank < 2}", "all card where", "never-offered"),
    ("goofspiel", "send {boat in hand}", "send {boat in hand where length > 4}", "hand where", "never-offered"),
]  # fmt: skip
UNFILLED: list[Planted] = [
    ("bramble", "deck: all card, face down", "deck: card, face down", "deck: card", "never-filled"),
    ("goofspiel", "sea: all wreck, face down", "sea: wreck, face down", "sea: wreck", "never-filled"),
    ("hot_pebble", "deck: all card, face down", "deck: card, face down", "deck: card", "never-filled"),
    ("far_reef", "- move card to dropped", "- move card to dropped if card.number < 0", "dropped: card", "never-filled"),
    ("two_masks", "lose {card in hand}: move card to lost", "lose {card in hand}: shuffle court", "lost: card", "never-used"),
    ("night_catch", "deal hand_size from deck", "deal hand_size from gone", "gone to each hand", "never-filled"),
    ("odd_socks", "- move 1 from drawer to line", "- move 1 from basket to line", "basket to line", "never-filled"),
    ("tide_marks", "- move 1 from deck to drawn", "- move 1 from drawn to drawn", "move 1 from drawn", "bad-play"),
    ("houseboats", "- move count(players) from notes to shown", "- move 0 from notes to shown", "shown: note", "never-filled"),
    ("stepping_stones", "- deal height from deck to each column", "- deal 1 from path to each column", "path to each column", "never-filled"),
]  # fmt: skip
TWICE: list[Planted] = [
    ("tide_pool", "gone: card\n", "gone: all card where sort = crab\n", "gone", "in-two-zones"),
    ("goofspiel", "up: wreck\n", "up: all wreck where worth > 3\n", "up", "in-two-zones"),
    ("deep_dive", "seen: find\n", "seen: all find\n", "seen", "in-two-zones"),
    ("two_masks", "lost: card\n", "lost: all card\n", "lost", "in-two-zones"),
    ("far_reef", "dropped: card, in", "dropped: all card, in", "dropped", "in-two-zones"),
    ("stepping_stones", "path: stone\n", "path: all stone where rank = 5\n", "path", "in-two-zones"),
    ("odd_socks", "basket: sock\n", "basket: all sock where number = wild\n", "basket", "in-two-zones"),
    ("hot_pebble", "aside: card, face down", "aside: all card where number < 12, face down", "aside", "in-two-zones"),
    ("gem_wharf", "market: card\n", "market: all card where worth = 0\n", "market", "in-two-zones"),
    ("mussel_beds", "opened: shell\n", "opened: all shell where it = pearl\n", "opened", "in-two-zones"),
]  # fmt: skip
ENDLESS: list[Planted] = [
    ("tide_pool", "      times: hand_size[count(players)]\n", "", "repeat", "never-ends"),
    ("bramble", "      times: handed_on\n", "", "repeat", "never-ends"),
    ("houseboats", "        until: count(players) = 1\n", "        until: count(players) < 0\n", "count(players) <", "never-ends"),
    ("six_bells", "  until: round = rounds\n", "", "roll", "never-ends"),
    ("odd_socks", "  until: any(hand is empty over everyone)\n", "", "choose", "never-ends"),
    ("long_queue", "      times: hand_size\n", "      until: count(players) = 0\n", "count(players) =", "never-ends"),
    ("tide_marks", "until: count(deck) <= left_over", "until: left_over < 0", "left_over <", "never-ends"),
    ("mussel_beds", "          until: bed is empty or turned = bid or caught\n", "          until: coast\n", "coast", "bad-play"),
    ("leduc", "      until: any(players.folded) or turn >= 2 and min(players.stake) = max(players.stake)\n", "", "turns", "never-ends"),
    ("low_tide", "      until: count(players) <= 1", "      until: points < 0", "points <", "bad-play"),
]  # fmt: skip
UNASKED: list[Planted] = [
    ("night_catch", "lay {fish in hand}", "lay {fish in hand where weight > 90 + 9 * count(deck)}", "choose", "never-asked"),
    ("six_bells", "dice[1] = dice[2]}", "sum(dice) > 12}", "ring {b in bell where marks[b] + 1", "never-offered"),
    ("hot_pebble", "pay a chip if chips > 0", "pay a chip if chips > start_chips * 5", "pay a chip", "never-offered"),
    ("deep_dive", "rise: set rising to true", "rise if purse > 1000: set rising to true", "rise if", "never-offered"),
    ("far_reef", "top(route[card.sea]).number}", "top(route[card.sea]).number + 20}", "sail", "never-offered"),
    ("gem_wharf", "double {a in gem where bank[a] >= 4}", "double {a in gem where bank[a] >= 40}", "double", "never-offered"),
    ("stepping_stones", "abs(top(c).rank - top(path).rank) = 1", "abs(top(c).rank - top(path).rank) = 11", "step from", "never-offered"),
    ("two_masks", "strike {who in others} if coins >= 7", "strike {who in others} if coins >= 70", "strike", "never-offered"),
    ("tide_marks", "count(pile[it]) < most over slip", "count(pile[it]) > most over slip", "choose:\n          draw", "never-asked"),
    ("mussel_beds", "  pass if bid > 0", "  pass if bid > 90", "pass if", "never-offered"),
]  # fmt: skip
MISNAMED: list[Planted] = [
    ("high_water", "where suit = leader.laid.suit else", "where leader.laid.suit = trump.suit else", "leader.laid.suit =", "not-looked-at"),
    ("gem_wharf", "bank[c] > 0 and c <> a and c <> b", "bank[a] > 0 and a <> b", "bank[a] > 0 and a <> b", "not-looked-at"),
    ("far_reef", "drop {card in hand}", "sail on {other in hand where card.number > 2}", "card.number", "bad-play"),
    ("odd_socks", "call {c in dye}", "call {c in dye where sock.dye <> named}", "sock.dye", "not-looked-at"),
    ("tide_marks", "{s in slip where pile[s] is not empty}", "{s in slip where pile[north] is not empty}", "pile[north]", "not-looked-at"),
    (
        "night_ferry",
        'first(players where "lantern-3" in hand)',
        'first(players where "lantern-3" in leader.hand)',
        '"lantern-3"',
        "not-looked-at",
    ),
    ("lantern_watch", "others where not safe} of", "others where not active.safe} of", "not active", "not-looked-at"),
    ("two_masks", "others where coins > 0}", "others where active.coins > 0}", "active.coins", "not-looked-at"),
    ("long_queue", "top(it).number < laid.number by", "laid.number > 0 by", "laid.number > 0", "not-looked-at"),
    ("low_tide", "count(players where not passed and it <> holder)", "count(players where not holder.passed)", "not holder", "not-looked-at"),
]  # fmt: skip
SHOWN: list[Planted] = [
    ("tide_pool", "hand: card, seen by owner", "hand: card", "hand: card", "open-hand"),
    ("bramble", "hand, given: card, seen by owner", "hand, given: card", "hand, given", "open-hand"),
    ("odd_socks", "hand: sock, seen by owner", "hand: sock", "hand: sock", "open-hand"),
    ("night_ferry", "hand: card, seen by owner", "hand: card", "hand: card", "open-hand"),
    ("mussel_beds", "open {p in others where bed is not empty}", "open {p in others where crab in bed}", "bed}", "secret-shown"),
    ("leduc", "raise if raises < 2", "raise if hand.rank > min(players.hand.rank)", "players.hand", "secret-shown"),
    ("houseboats", "offer {n in bid + 1..coins}", "offer {n in bid + 1..max(players.coins)}", "players.coins", "secret-shown"),
    ("hot_pebble", "pay a chip if chips > 0", "pay a chip if chips > 0 and top(deck).number > 4", "deck).number", "secret-shown"),
    ("far_reef", "draw: move 1", "draw if top(deck).number > 2: move 1", "deck).number", "secret-shown"),
    ("two_masks", "rob {who in others where coins > 0}", "rob {who in others where captain in hand}", "hand}", "secret-shown"),
]  # fmt: skip
NEVER: list[Planted] = [
    ("night_catch", "if(ruling.winner = heaviest, laid.weight, -laid.weight)", "laid.weight", "winner:", "never-used"),
    ("high_water", "left(me) = first and ruling.last_bid = no_sum", "left(me) = first", "last_bid:", "never-used"),
    ("night_catch", "options: {heaviest: The heaviest fish takes the round., lightest", "options: {heaviest: The heaviest fish takes the round., middle: The one in the middle does., lightest", "middle:", "never-used"),
    ("high_water", "free: Everybody bids freely.}", "free: Everybody bids freely., odd: The sum is odd.}", "free:", "never-used"),
    ("deep_dive", "until: round = rounds", "until: count(sea) > 99", "count(sea) > 99", "never-ends"),
    ("tide_pool", "until: round = rounds", "until: rounds = 0", "rounds =", "never-ends"),
    ("bramble", "max(players.points) >= lost", "lost < 5", "lost <", "never-ends"),
    ("goofspiel", "until: sea is empty", "until: count(players) = 3", "count(players)", "never-ends"),
    ("far_reef", "until: deck is empty", "until: cost < 0", "cost <", "never-ends"),
    ("hot_pebble", "until: up is empty", "until: first = none", "first =", "never-ends"),
]  # fmt: skip
KINDS = {
    "unknown": UNKNOWN,
    "types": TYPES,
    "impossible": IMPOSSIBLE,
    "unfilled": UNFILLED,
    "twice": TWICE,
    "endless": ENDLESS,
    "unasked": UNASKED,
    "misnamed": MISNAMED,
    "shown": SHOWN,
    "never": NEVER,
}
