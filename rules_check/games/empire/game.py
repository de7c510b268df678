"""Empire as it is played: its moves with their words, the set of possible moves, and its rules,
completed by what other modules know.

Moves are words with spaces between them: "steal 2", "demand seven", "lay seven with 1". Seats are
numbered from 1; a card is named by its rank or, if suits matter, by rank and suit, "seven-hearts".
"""

from __future__ import annotations

from typing import Any

from rules_check.engine.words import known
from rules_check.games.empire import rulings as ruled
from rules_check.games.empire.state import (
    ACTIONS,
    FISTS,
    MOST_JOKERS,
    RANKS,
    SEATS,
    TYPES,
    Cards,
    End,
    Power,
    State,
)
from rules_check.rules import (
    EMPTY,
    Moves,
    Ruleset,
    Word,
    ids_of,
    jit_lean,
    jit_within,
    numbered,
    one_of,
    seat,
)

MAX_MOVES = RANKS * (MOST_JOKERS + 1) + TYPES
"""No decision has more moves: a pillar is a rank and a number of jokers, a demand is a type, and
the others have fewer.
"""


def types_of(cards: Any) -> list[str]:
    """Name the types by the ids of their ranks and, if suits matter, of their suits."""
    ranks, suits = ids_of(cards, "rank"), ids_of(cards, "suit")
    both = zip(cards.type_rank[: cards.types], cards.type_suit[: cards.types], strict=True)
    return [ranks[rank] if suit == EMPTY else f"{ranks[rank]}-{suits[suit]}" for rank, suit in both]


def pillar_text(cards: Any, state: Any, rank: int, wild: int) -> str:
    return ids_of(cards, "rank")[rank] + (f" with {wild}" if wild else "")


class TypeWord(Word):
    """A type by its name; a rank's name matches all its types."""

    def numbers(self, cards: Any, word: str) -> list[int]:
        names, ids = types_of(cards), ids_of(cards, "rank")
        ranks = [ids[rank] for rank in cards.type_rank[: cards.types]]
        known(word, list(dict.fromkeys([*ranks, *names])))
        return [type_ for type_, name in enumerate(names) if word in (name, ranks[type_])]


def most_players(cards: Any) -> int:
    return max(rules.player_counts(cards))


def may_spare(cards: Any) -> bool:
    """Return whether some rank skips and, by ruling, need not."""
    return (
        Power.SKIP in cards.rank_power[: cards.ranks] and cards.skip_duty == ruled.SkipDuty.MAY_SKIP
    )


def is_seat(cards: Any, seat: int) -> bool:
    return seat < most_players(cards)


def is_skip(cards: Any, seat: int) -> bool:
    return (
        is_seat(cards, seat)
        and Power.SKIP in cards.rank_power[: cards.ranks]
        and (most_players(cards) > 2 or may_spare(cards))
    )


@jit_within
def is_nameless(cards: Any, wild: int) -> bool:
    """Return whether a pillar with this number of jokers has no rank, by ruling."""
    return bool(wild == cards.pillar_size and cards.joker_pillar == ruled.JokerPillar.ANY_RANK)


def can_be_laid(cards: Any, rank: int, wild: int) -> bool:
    """Return whether there are enough cards for a pillar and, for one of jokers alone, whether the
    ruling allows it.
    """
    packs, size, empire = cards.packs.max(), cards.pillar_size, cards.rank_empire[rank]
    jokers = cards.type_copies[cards.joker] * packs if cards.joker != EMPTY else 0
    naturals = cards.type_copies[cards.type_rank == rank].sum() * packs
    most = min(jokers, size - (cards.joker_pillar == ruled.JokerPillar.FORBIDDEN))
    if rank >= cards.ranks or empire == EMPTY or wild > most or naturals < size - wild:
        return False
    # the first pillar of its empire
    return not is_nameless(cards, wild) or rank == cards.rank_empire.tolist().index(empire)


SEAT, TYPE = seat(SEATS), TypeWord("a card", TYPES, types_of, kind="card")
PILLAR = Word("a rank", RANKS, lambda cards: ids_of(cards, "rank"), pillar_text, kind="rank")
moves = Moves()
# Stealing, trading and battling are the actions of a turn; resting means taking no action.
STEAL = moves("steal {}", SEAT, when=is_seat)
TRADE = moves("trade")
BATTLE = moves("battle {}", SEAT, when=is_seat)
REST = moves(
    "rest",
    when=lambda cards: (
        cards.action == ruled.Action.MAY_PASS or cards.bonus_from <= cards.pillars_to_win
    ),
)
TABLE = moves("table {}", TYPE)  # by the trader
OFFER = moves("offer {}", TYPE)  # by another
# with two players, there is only one to take from
PICK = moves("take {}", SEAT, when=lambda cards, seat: seat < most_players(cards) > 2)
DEMAND = moves(
    "demand {}",
    TYPE,
    when=lambda cards, type_: type_ != cards.joker or cards.demand_jokers == ruled.DemandJokers.MAY,
)
SHOW = moves("{}", one_of("a fist", *FISTS), known_as="fist")
LAY = moves("lay {}", PILLAR, numbered("jokers", MOST_JOKERS), when=can_be_laid)
HOLD = moves("hold")  # no (further) pillar
DISCARD = moves("discard {}", TYPE)
SKIP = moves("skip {}", SEAT, when=is_skip)
SPARE = moves("spare", when=may_spare)  # skip no seat
# the next game of a match; like the move below, it has no alternative
BEGIN = moves("begin", when=lambda _: False)
END_TURN = moves("end", when=lambda _: False)  # with nothing to discard

EMPIRES = tuple(f"an empire that {action}s" for action in ACTIONS)
rules = Ruleset(
    "empire",
    Cards,
    State,
    moves,
    ends=(
        "not over",
        *EMPIRES,
        "the resources pile ran out",
        "stalled",
        "an emperor overlord",
        "bound",
    ),
    compiler=jit_lean,
    max_moves=MAX_MOVES,
    by_players="packs",
    card_kinds=("rank",),
    sort_ids={"card": types_of},
    BAD_ENDS=(End.STALLED, End.BOUND),
    UNIT="pillars",
)
