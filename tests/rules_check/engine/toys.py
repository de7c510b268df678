"""Lots, a sound toy game behind the verbs of rules_check/engine/game.py, and toys broken in one
place each.

Every seat holds three numbered cards and plays one a round behind its hand; the highest takes a
coin from the bank, the cards are discarded, and the hands are refilled from the deck. After five
rounds most coins rank first. Interpreted: it is small. A broken toy overrides one part of the sound
one and says in `BREAKS` which checks it must fail; the others it must pass.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import rules_check.engine.kernel as kernel
from rules_check.engine.game import moves_of
from rules_check.engine.kernel import below, seed_streams, shuffle
from tests.rules_check.engine.test_conformance import Entry

SEATS, HELD, CARDS, ROUNDS, GONE = 4, 3, 32, 5, -1


class Lots:
    name = "lots"
    max_moves = HELD
    FAULTS = ("sound", "a card is in two places or in none", "the game does not end")
    ENDS = ("not over", "all rounds played")
    cards_dtype = np.dtype([("count", np.int32), ("rounds_due", np.int32)], align=True)
    state_dtype = np.dtype(
        [
            ("rng", np.uint64, 1 + SEATS),
            ("players", np.int32),
            ("rounds", np.int32),
            ("end", np.int32),
            ("first", np.int32),
            ("seat", np.int32),
            ("turn", np.int32),
            ("bank", np.int32),
            ("coins", np.int32, SEATS),
            ("hand", np.int32, (SEATS, HELD)),
            ("pick", np.int32, SEATS),
            ("deck", np.int32, CARDS),
            ("deck_size", np.int32),
            ("discarded", np.int32, CARDS),
        ],
        align=True,
    )

    # ------------------------------------------------------------- parts that the verbs stand on
    def clear(self, state: Any) -> None:
        for name in self.state_dtype.names or ():
            state[name] = 0

    def refill(self, cards: Any, state: Any, seat: int) -> None:
        for i in range(HELD):
            if state.hand[seat, i] == GONE:
                state.deck_size -= 1
                state.hand[seat, i] = state.deck[state.deck_size]
                state.deck[state.deck_size] = 0

    def winner(self, cards: Any, state: Any) -> int:
        return int(np.argmax(state.pick[: state.players]))

    def pay(self, cards: Any, state: Any, seat: int) -> None:
        state.coins[seat] += 1
        state.bank -= 1

    def close_round(self, cards: Any, state: Any) -> None:
        self.pay(cards, state, self.winner(cards, state))
        for n in range(state.players):
            seat = (state.first + n) % state.players
            state.discarded[state.pick[seat]] = 1
            state.hand[seat, list(state.hand[seat]).index(state.pick[seat])] = GONE
            self.refill(cards, state, seat)
        state.pick[:] = GONE
        if state.rounds == cards.rounds_due:
            state.end, state.seat = 1, -1
            return
        state.rounds += 1
        state.first = state.seat = (state.first + 1) % state.players
        state.turn = 0

    # -------------------------------------------------------------------------------- the verbs
    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        self.clear(state)
        state.players, state.rounds, state.bank = players, 1, cards.rounds_due
        seed_streams(state.rng, seed, number)
        state.deck[:], state.deck_size = range(CARDS), CARDS
        shuffle(state.rng, 0, state.deck, CARDS)
        state.hand[:], state.pick[:] = GONE, GONE
        for seat in range(players):
            self.refill(cards, state, seat)

    def current_player(self, cards: Any, state: Any) -> int:
        return int(state.seat)

    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        if state.end:
            return 0
        moves[:HELD] = state.hand[state.seat]
        return HELD

    def apply(self, cards: Any, state: Any, move: int) -> None:
        state.pick[state.seat] = move
        state.turn += 1
        state.seat = (state.seat + 1) % state.players
        if state.turn == state.players:
            self.close_round(cards, state)

    def is_over(self, cards: Any, state: Any) -> bool:
        return bool(state.end)

    def scores(self, cards: Any, state: Any, out: Any) -> None:
        out[: state.players] = state.coins[: state.players]

    def places(self, cards: Any, state: Any, out: Any) -> None:
        coins = state.coins[: state.players]
        for seat in range(state.players):
            out[seat] = 1 + int(sum(coins > coins[seat]))

    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        seed_streams(state.rng, rng_seed, 0)
        others = [other for other in range(state.players) if other != seat]
        pool = np.array(
            sorted(
                [
                    *state.deck[: state.deck_size],
                    *(card for other in others for card in state.hand[other]),
                ]
            ),
            np.int32,
        )
        shuffle(state.rng, 0, pool, len(pool))
        state.deck[: state.deck_size], pool = pool[: state.deck_size], pool[state.deck_size :]
        for n, other in enumerate(others):
            state.hand[other] = pool[n * HELD : (n + 1) * HELD]
            if state.pick[other] != GONE:
                state.pick[other] = state.hand[other, below(state.rng, 0, HELD)]

    def value(self, cards: Any, state: Any, seat: int) -> float:
        return float(state.coins[seat]) + float(state.hand[seat].mean()) / CARDS

    def advise(self, cards: Any, state: Any, moves: Any, count: int) -> int:
        return int(np.argmax(moves[:count]))

    def move_text(self, cards: Any, state: Any, move: int) -> str:
        return f"play {move}"

    def parse_move(self, cards: Any, state: Any, text: str) -> int:
        by_text = {
            self.move_text(cards, state, move): move for move in moves_of(self, cards, state)
        }  # type: ignore[arg-type]
        wanted = " ".join(text.split())
        if wanted not in by_text:
            raise ValueError(
                f"expected one of {', '.join(by_text) or 'no move: the game is over'}; found "
                f"'{wanted}'"
            )
        return by_text[wanted]

    def choose(self, state: Any, count: int) -> int:
        return below(state.rng, 1 + state.seat, count)

    def playout(self, cards: Any, state: Any, moves: Any) -> int:
        decisions = 0
        while not self.is_over(cards, state):
            self.apply(
                cards, state, int(moves[self.choose(state, self.legal_moves(cards, state, moves))])
            )
            decisions += 1
        return decisions

    def fault(self, cards: Any, state: Any) -> int:
        lying = [
            *state.deck[: state.deck_size],
            *state.hand[: state.players].ravel(),
            *np.flatnonzero(state.discarded),
        ]
        return int(sorted(lying) != list(range(CARDS)))


# --------------------------------------------------- what the suite asks of a game beside its verbs
def new_cards() -> Any:
    cards = np.rec.array(np.zeros(1, Lots.cards_dtype))[0]
    cards.count, cards.rounds_due = CARDS, ROUNDS
    return cards


def coins_of(cards: Any, state: Any) -> list[int]:
    return [*map(int, state.coins[: state.players]), int(state.bank)]


def coins_after(cards: Any, state: Any, move: int) -> list[int]:
    coins, picks = coins_of(cards, state), [int(n) for n in state.pick[: state.players]]
    if picks.count(GONE) == 1:
        picks[picks.index(GONE)] = move
        coins[picks.index(max(picks))] += 1
        coins[-1] -= 1
    return coins


def turn_seats(state: Any) -> None:
    players = int(state.players)
    for name in ("coins", "hand", "pick"):
        state[name][:players] = np.roll(state[name][:players], 1, axis=0)
    state.rng[1 : 1 + players] = np.roll(state.rng[1 : 1 + players], 1)
    state.first = (state.first + 1) % players
    state.seat = (state.seat + 1) % players if state.seat >= 0 else -1


def change_unknown(cards: Any, state: Any, seat: int, luck: random.Random) -> None:
    others = [other for other in range(state.players) if other != seat]
    pool = [
        *map(int, state.deck[: state.deck_size]),
        *(int(card) for other in others for card in state.hand[other]),
    ]
    luck.shuffle(pool)
    for other in others:
        state.hand[other] = [pool.pop() for _ in range(HELD)]
        if state.pick[other] != GONE:
            state.pick[other] = luck.choice(list(state.hand[other]))
    state.deck[: state.deck_size] = pool
    state.rng[:] = [luck.getrandbits(64) for _ in state.rng]


# ---------------------------------------------------------------------------------- the broken ones
BREAKS: dict[str, set[str]] = {}
TOYS: dict[str, Entry] = {}


def entry_of(toy: Any, expression: str) -> Entry:
    return Entry(
        toy,
        new_cards,
        range(2, SEATS + 1),
        f"tests.rules_check.engine.toys:{expression}",
        audited=5,
        most_rounds=40,
        turn_seats=turn_seats,
        change_unknown=change_unknown,
        coins_of=coins_of,
        coins_after=coins_after,
    )


SOUND = entry_of(Lots(), "SOUND")


def breaks(*checks: str) -> Any:
    """Enter a toy as one that fails exactly these checks."""

    def enter(toy: type[Lots]) -> type[Lots]:
        BREAKS[toy.__name__] = set(checks)
        TOYS[toy.__name__] = entry_of(toy(), f"TOYS['{toy.__name__}']")
        return toy

    return enter


@breaks("every_card_has_one_place")
class ACardIsDrawnAndStays(Lots):
    def refill(self, cards: Any, state: Any, seat: int) -> None:
        super().refill(cards, state, seat)
        if state.rounds == 2 and seat == state.first:
            state.hand[seat, 0] = state.deck[0]


@breaks("coins_are_accounted_for")
class ACoinComesFromNowhere(Lots):
    def pay(self, cards: Any, state: Any, seat: int) -> None:
        super().pay(cards, state, seat)
        state.coins[seat] += state.rounds == 3


@breaks("coins_are_accounted_for")
class TheCoinGoesToTheWrongSeat(Lots):
    def winner(self, cards: Any, state: Any) -> int:
        return (super().winner(cards, state) + (state.rounds == 3)) % int(state.players)


@breaks("a_game_asks_who_has_a_choice")
class AMoveIsListedTwice(Lots):
    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        count = super().legal_moves(cards, state, moves)
        if count and state.rounds == 2:
            moves[1] = moves[0]
        return count


@breaks("a_game_asks_who_has_a_choice")
class OneMoveIsAskedFor(Lots):
    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        count = super().legal_moves(cards, state, moves)
        return min(count, 1) if state.rounds == 4 else count


@breaks("a_game_ends")
class MovesGoOnAfterTheEnd(Lots):
    def legal_moves(self, cards: Any, state: Any, moves: Any) -> int:
        moves[:HELD] = state.hand[state.first if state.end else state.seat]
        return HELD


@breaks("a_game_ends")
class NobodySaysWhyItEnded(Lots):
    def close_round(self, cards: Any, state: Any) -> None:
        super().close_round(cards, state)
        if state.end:
            state.end = 7


@breaks("stubborn_players_come_to_an_end")
class ItNeverEndsForTheStubborn(Lots):
    """A round in which each plays the first of its cards does not count. Random players do
    something else sooner or later.
    """

    def close_round(self, cards: Any, state: Any) -> None:
        is_first = all(state.pick[seat] == state.hand[seat, 0] for seat in range(state.players))
        if not is_first:
            super().close_round(cards, state)
            return
        self.pay(cards, state, self.winner(cards, state))
        state.pick[:] = GONE
        state.turn, state.seat = 0, state.first


@breaks("a_replay_gives_the_identical_record", "seats_relabelled_give_relabelled_results")
class TheLastGameIsRemembered(Lots):
    """Who begins is kept outside the record: right, until two games go on at once."""

    first = 0

    def apply(self, cards: Any, state: Any, move: int) -> None:
        if state.turn == state.players - 1:
            state.first = self.first % state.players
        self.first = int(state.first)
        super().apply(cards, state, move)
        self.first = int(state.first)

    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        super().new_game(cards, state, players, seed, number)
        self.first = 0


@breaks("a_copy_shares_nothing")
class NeighboursInABatchAreOne(Lots):
    def pay(self, cards: Any, state: Any, seat: int) -> None:
        super().pay(cards, state, seat)
        if isinstance(state.base, np.ndarray):
            state.base["deck"][:, -1] = 5


@breaks("a_playout_follows_the_seats_own_streams")
class LuckComesFromElsewhere(Lots):
    def choose(self, state: Any, count: int) -> int:
        return random.randrange(count)


@breaks("a_playout_is_uniform")
class TheLastMoveIsNeverChosen(Lots):
    def choose(self, state: Any, count: int) -> int:
        return below(state.rng, 1 + state.seat, count - 1)


@breaks("streams_differ")
class EveryGameHasTheSameLuck(Lots):
    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        super().new_game(cards, state, players, seed, 0)


@breaks("rules_draw_from_the_first_stream_only")
class RulesDrawFromASeatsStream(Lots):
    def pay(self, cards: Any, state: Any, seat: int) -> None:
        super().pay(cards, state, seat)
        below(state.rng, 1 + seat, 6)


@breaks("setting_up_leaves_nothing")
class LeftoversStay(Lots):
    def clear(self, state: Any) -> None:
        coins = state.coins.copy()
        super().clear(state)
        state.coins[state.players :] = coins[state.players :]


@breaks("texts_parse_back")
class TwoMovesReadTheSame(Lots):
    def move_text(self, cards: Any, state: Any, move: int) -> str:
        return f"play {move // 4}"


@breaks("texts_parse_back")
class ATextDoesNotParseBack(Lots):
    def parse_move(self, cards: Any, state: Any, text: str) -> int:
        return max(super().parse_move(cards, state, text), moves_of(self, cards, state)[0])  # type: ignore[arg-type]


@breaks("what_is_no_move_is_refused")
class AnyTextWillDo(Lots):
    def parse_move(self, cards: Any, state: Any, text: str) -> int:
        return (
            super().parse_move(cards, state, text)
            if "play" in text or state.end
            else int(state.hand[0, 0])
        )


@breaks("looking_changes_nothing")
class LookingAtTheScoresPays(Lots):
    def scores(self, cards: Any, state: Any, out: Any) -> None:
        super().scores(cards, state, out)
        state.bank = 7


@breaks("places_follow_the_scores")
class PlacesContradictTheScores(Lots):
    def places(self, cards: Any, state: Any, out: Any) -> None:
        coins = state.coins[: state.players]
        for seat in range(state.players):
            out[seat] = 1 + int(sum(coins < coins[seat]))


@breaks("places_follow_the_scores")
class APlaceIsSkippedForNobody(Lots):
    def places(self, cards: Any, state: Any, out: Any) -> None:
        coins = [int(n) for n in state.coins[: state.players]]
        out[: state.players] = [1 + len({other for other in coins if other > own}) for own in coins]


@breaks("a_view_depends_on_what_is_known")
class HideLeaksAHand(Lots):
    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        other, hand = (seat + 1) % state.players, state.hand[(seat + 1) % state.players].copy()
        pool = state.deck[: state.deck_size].copy()
        super().hide(cards, state, seat, rng_seed)
        if state.players == 2:
            state.hand[other], state.deck[: state.deck_size] = hand, pool


@breaks("a_view_depends_on_what_is_known")
class HideLeaksAPick(Lots):
    """The hand is dealt anew, but the card that lies behind it is not."""

    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        picks = state.pick.copy()
        super().hide(cards, state, seat, rng_seed)
        state.pick[:] = picks


@breaks("a_view_depends_on_what_is_known")
class HideLeaksTheLuckToCome(Lots):
    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        rng = state.rng.copy()
        super().hide(cards, state, seat, rng_seed)
        state.rng[:] = rng


@breaks("a_view_depends_on_what_is_known")
class HideTouchesTheOwnHand(Lots):
    def hide(self, cards: Any, state: Any, seat: int, rng_seed: int) -> None:
        super().hide(cards, state, seat, rng_seed)
        state.hand[seat] = np.roll(state.hand[seat], 1)


@breaks("a_view_tells_no_luck")
class TheViewNamesTheGame(Lots):
    state_dtype = np.dtype([*Lots.state_dtype.descr, ("number", np.int32)])

    def new_game(self, cards: Any, state: Any, players: int, seed: int, number: int) -> None:
        super().new_game(cards, state, players, seed, number)
        state.number = number


@breaks("value_and_advice_depend_on_what_is_known")
class TheValuePeeks(Lots):
    def value(self, cards: Any, state: Any, seat: int) -> float:
        return super().value(cards, state, seat) - float(state.hand[: state.players].max())


@breaks("value_and_advice_depend_on_what_is_known")
class TheExpertPeeks(Lots):
    def advise(self, cards: Any, state: Any, moves: Any, count: int) -> int:
        best = max((int(n) for n in state.pick[: state.players]), default=0)
        return next((i for i in range(count) if moves[i] > best), 0)


@breaks("seats_relabelled_give_relabelled_results", "coins_are_accounted_for")
class SeatNoughtIsFavoured(Lots):
    def winner(self, cards: Any, state: Any) -> int:
        return 0 if state.pick[0] == state.hand[0].max() else super().winner(cards, state)


@breaks("seats_relabelled_give_relabelled_results")
class AlwaysTheSameSeatBegins(Lots):
    def close_round(self, cards: Any, state: Any) -> None:
        super().close_round(cards, state)
        if not state.end:
            state.first = state.seat = 0


@breaks("compiled_equals_interpreted")
class InterpretedIsAnotherGame(Lots):
    def winner(self, cards: Any, state: Any) -> int:
        return (
            super().winner(cards, state)
            if kernel.IS_COMPILED
            else (super().winner(cards, state) + 1) % int(state.players)
        )
