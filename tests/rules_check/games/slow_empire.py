"""Empire's rules once more, slowly: written from the rule text and the rulings of cards.yaml, to be
compared with the compiled ones.

Nothing here is imported from the rules and nothing of theirs was copied: plain lists of cards, no
numbers, no records. Shared on purpose are three things that no rule text settles. `Slow.dealt`
starts from a record as setup left it. A shuffle must bring the same cards to both, so cards lie in
the same order before it (a new game's by type, the discards by seat from who began), and `Luck` is
the published splitmix64. And where suits matter, a pillar takes its rank's suits in the order of
cards.yaml.

A card is the text of what the rules tell apart: "seven", or "seven-hearts" where a demand names
suits. A decision is a list of texts as the rules write them; `play` makes one and goes on to the
next decision with two or more. Beside the game itself the slow one keeps what all the table knows
of each hand: `low`, so many at least, and `high`, so many at most.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from tests.rules_check.games import slow

ROUNDS_MOST = 1000
"""Of one game."""
MATCH_MOST = 3000
"""Rounds of a match."""
TIES_MOST = 50
"""After so many ties the one who battles gives up."""
STILL_ROUNDS = 15
NO_LIMIT = 99
BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


class Box(slow.Box):
    """What cards.yaml says, read from the file itself."""

    def __init__(self, path: Path, **rulings: str) -> None:
        super().__init__(path, **rulings)
        data = self.data
        self.rank, self.empire = data["tables"]["rank"]["rows"], data["tables"]["empire"]["rows"]
        entries = data["kinds"]["card"]["cards"].values()
        suits = [*data["tables"]["suit"]["rows"], None]
        cards = sorted(
            entries,
            key=lambda card: (list(self.rank).index(card["rank"]), suits.index(card.get("suit"))),
        )
        self.rank_of: dict[str, str] = {}
        self.pack = Counter[str]()
        for card in cards:
            rank, suit = card["rank"], card.get("suit")
            has_suit = (
                suit
                and self.rulings["demand_names"] == "card"
                and self.rank[rank]["power"] != "wild"
            )
            text = f"{rank}-{suit}" if has_suit else rank
            self.rank_of[text] = rank
            self.pack[text] += card.get("copies", 1)

    def power(self, card: str) -> str:
        power: str = self.rank[self.rank_of[card]]["power"]
        return power

    def is_joker(self, card: str) -> bool:
        return self.power(card) == "wild"

    def empire_of(self, card: str) -> str | None:
        empire: str | None = self.rank[self.rank_of[card]].get("empire")
        return empire

    def ranks_of(self, empire: str) -> list[str]:
        return [rank for rank, row in self.rank.items() if row.get("empire") == empire]

    def whole_deck(self, seats: int) -> list[str]:
        return [
            card
            for card, copies in self.pack.items()
            for _ in range(copies * self.rules["packs"][seats])
        ]


class Slow(slow.Referee):
    """One game under way, or a match of several."""

    def __init__(self, box: Box, seats: int) -> None:
        self.box, self.seats = box, seats
        self.luck = slow.Luck(0)
        self.first, self.round, self.opening, self.end = 0, 1, 1, ""
        self.built: list[set[str]] = [set() for _ in range(seats)]
        self.earlier = [0] * seats
        self.winner: int | None = None
        self.clear()

    def clear(self) -> None:
        """Lay out nothing yet: everybody without cards."""
        seats = range(self.seats)
        self.deck: list[str] = []
        self.hands: list[list[str]] = [[] for _ in seats]
        self.piles: list[list[str]] = [[] for _ in seats]
        self.pillars: list[list[tuple[str | None, int]]] = [[] for _ in seats]
        self.buried: list[str] = []
        self.empires: list[str | None] = [None] * self.seats
        self.low = [Counter[str]() for _ in seats]
        self.high: list[dict[str, int]] = [
            {} for _ in seats
        ]  # a card that is missing may be there in any number
        self.pending, self.missed = set[int](), set[int]()
        self.stirred, self.part, self.seat, self.turn = self.round, "", -1, self.first

    @classmethod
    def dealt(cls, box: Box, cards: Any, state: Any) -> Slow:
        """Read how a record lies after setup: all have their cards, and who begins has drawn one
        more.
        """
        texts = list(box.pack)
        game = cls(box, int(state["players"]))
        game.first = int(state["first"])
        game.clear()
        game.deck = [texts[n] for n in state["deck"][: state["deck"][-1]]]
        game.hands = [
            [text for text, n in zip(texts, row, strict=False) for _ in range(n)]
            for row in state["hand"][: game.seats]
        ]
        game.luck = slow.Luck(int(state["rng"][0]))
        assert sorted([*game.deck, *(card for hand in game.hands for card in hand)]) == sorted(
            box.whole_deck(game.seats)
        )
        game.begin_turn()
        game.go_on()
        game.settle()
        return game

    def others(self) -> list[int]:
        """List the other seats clockwise from whose turn it is."""
        return [(self.turn + n) % self.seats for n in range(1, self.seats)]

    # ------------------------------------------------------------- cards, and what all know of them
    def gain(self, seat: int, card: str) -> None:
        """Put a card into a hand while everybody looks."""
        self.hands[seat].append(card)
        self.low[seat][card] += 1
        self.allow(seat, [card])

    def allow(self, seat: int, cards: list[str]) -> None:
        """Let everybody know that a hand may have one more of these; of so many that it says
        nothing, nothing is remembered.
        """
        high = {card: n + (card in cards) for card, n in self.high[seat].items()}
        self.high[seat] = {card: n for card, n in high.items() if n < NO_LIMIT}

    def lose(self, seat: int, card: str) -> None:
        """Take a card out of a hand while everybody looks."""
        self.show(seat, card)
        self.hands[seat].remove(card)
        self.low[seat][card] -= 1
        if card in self.high[seat]:
            self.high[seat][card] -= 1

    def show(self, seat: int, card: str) -> None:
        """Let everybody see that a hand has such a card."""
        self.low[seat][card] = max(1, self.low[seat][card])

    def deny(self, seat: int, card: str) -> None:
        """Let everybody know that a hand has no such card."""
        assert card not in self.hands[seat]
        self.high[seat][card] = 0

    def draw(self, seat: int) -> bool:
        """Draw a card; says whether there was one. It may end the game."""
        if not self.deck and self.ruled("pile_runs_out", "reshuffle"):
            order = [(self.first + n) % self.seats for n in range(self.seats)]
            self.deck = [card for other in order for card in self.piles[other][:-1]]
            self.piles = [pile[-1:] for pile in self.piles]
            self.luck.shuffle(self.deck)
        if not self.deck:
            if self.ruled("pile_runs_out", "count_pillars"):
                self.close("the resources pile ran out", None)
            return False
        self.hands[seat].append(self.deck.pop())
        self.allow(seat, [*self.box.pack])
        return True

    # ------------------------------------------------------------------ the course of a turn
    def start_turn(self) -> None:
        seat = self.turn
        if seat in self.pending:
            self.pending.remove(seat)
            self.missed.add(seat)
            self.next_turn()
            return
        self.missed.discard(seat)
        self.begin_turn()
        game = self.opening
        self.draw(seat)
        if (
            self.part != "over" and self.opening == game
        ):  # else the pile ran out, and with it the game
            self.go_on()

    def begin_turn(self) -> None:
        self.acted, self.bonus_had, self.is_bonus, self.laid_now, self.is_settled = (
            False,
            False,
            False,
            0,
            False,
        )

    def go_on(self) -> None:
        """Find what comes next in a turn. Who has just come by the bonus action lays what there is
        to lay first.
        """
        seat = self.turn
        self.seat, self.is_bonus = seat, False
        has_bonus = len(self.pillars[seat]) >= self.box.rules["bonus_from"] and not self.bonus_had
        if self.round == self.opening:
            self.part = "discard"
        elif not self.acted:
            self.part = "act"
        elif not self.is_settled and self.lays() and (self.laid_now or not has_bonus):
            self.part = "lay"
        elif has_bonus:
            self.part, self.is_bonus = "act", True
        else:
            self.part = "discard"

    def end_action(self) -> None:
        if self.is_bonus:
            self.bonus_had, self.is_settled = True, False
        else:
            self.acted = True
        self.go_on()

    def next_turn(self) -> None:
        turn = (self.turn + 1) % self.seats
        if turn == self.first and self.round - self.opening + 1 == ROUNDS_MOST:
            self.over("bound")
            return
        if (
            turn == self.first
            and self.round - self.stirred >= STILL_ROUNDS
            and self.ruled("stall", "fifteen_still_rounds")
        ):
            self.close("stalled", None)
            return
        self.turn = turn
        self.round += turn == self.first
        self.start_turn()

    # --------------------------------------------------------------------- moves
    def legal(self) -> list[str]:
        """Write the moves of the decision that is due, which may be one only; none after the
        end.
        """
        return [] if self.part == "over" else getattr(self, f"legal_{self.part}")()

    def legal_act(self) -> list[str]:
        others = self.others()
        may = {
            "steal": [
                f"steal {seat + 1}"
                for seat in others
                if self.piles[seat] and self.box.power(self.piles[seat][-1]) != "skip"
            ],
            "trade": ["trade"]
            if self.hands[self.turn] and any(self.hands[seat] for seat in others)
            else [],
            "battle": [f"battle {seat + 1}" for seat in others if self.hands[seat]],
        }
        if self.is_bonus:
            return [*may[self.box.empire[self.empires[self.turn]]["bonus"]], "rest"]
        moves = [*may["steal"], *may["trade"], *may["battle"]]
        return moves + ["rest"] * (not moves or self.ruled("action", "may_pass"))

    def legal_table(self) -> list[str]:
        return [f"table {card}" for card in sorted(set(self.hands[self.turn]))]

    def legal_offer(self) -> list[str]:
        return [
            f"offer {card}"
            for card in sorted(set(self.hands[self.seat]))
            if not self.must_match() or self.matches(card)
        ]

    def matches(self, card: str) -> bool:
        return self.box.empire_of(card) == self.box.empire_of(self.tabled[self.turn])

    def must_match(self) -> bool:
        """Say whether whose offer is due has to table a card of the trader's empire."""
        if not self.ruled("trade_partner", "same_empire") or not self.box.empire_of(
            self.tabled[self.turn]
        ):
            return False
        return any(self.matches(card) for card in self.hands[self.seat])

    def legal_pick(self) -> list[str]:
        return [f"take {seat + 1}" for seat in self.tabled if seat != self.turn]

    def legal_demand(self) -> list[str]:
        return [
            f"demand {card}"
            for card in self.box.pack
            if not self.box.is_joker(card) or self.ruled("demand_jokers", "may")
        ]

    def legal_fist(self) -> list[str]:
        return list(BEATS)

    def lays(self) -> list[str]:
        seat, size = self.turn, self.box.rules["pillar_size"]
        if len(self.pillars[seat]) >= self.box.rules["pillars_to_win"]:
            return []
        if self.laid_now and self.ruled("pillars_a_turn", "one"):
            return []
        if (
            self.laid_now
            and len(self.pillars[seat]) == self.laid_now
            and self.ruled("six_cards", "next_turn")
        ):
            return []
        jokers = sum(map(self.box.is_joker, self.hands[seat]))
        empire = self.empires[seat]
        moves, standing = [], {rank for rank, _ in self.pillars[seat]}
        for each in [empire] if empire else self.box.empire:
            for nth, rank in enumerate(self.box.ranks_of(each)):
                own = sum(self.box.rank_of[card] == rank for card in self.hands[seat])
                for wild in range(min(jokers, size) + 1):
                    if wild == size:
                        if self.ruled("joker_pillar", "forbidden"):
                            continue
                        is_open = (
                            nth == 0
                            if self.ruled("joker_pillar", "any_rank")
                            else rank not in standing
                        )
                    else:
                        is_open = rank not in standing and own >= size - wild
                    moves += [f"lay {rank}" + (f" with {wild}" if wild else "")] if is_open else []
        return moves

    def legal_lay(self) -> list[str]:
        return [*self.lays(), "hold"]

    def legal_discard(self) -> list[str]:
        return [f"discard {card}" for card in sorted(set(self.hands[self.turn]))] or ["end"]

    def legal_skip(self) -> list[str]:
        spared = self.pending | (self.missed if self.ruled("skip_whom", "not_twice") else set())
        moves = [f"skip {seat + 1}" for seat in self.others() if seat not in spared]
        return moves + ["spare"] * (not moves or self.ruled("skip_duty", "may_skip"))

    # ------------------------------------------------------------------- to play
    def play(self, text: str) -> None:
        """Make a legal move and all that has one answer after it."""
        assert text in self.legal(), text
        self.do(text)
        self.settle()

    def settle(self) -> None:
        while len(moves := self.legal()) == 1:
            self.do(moves[0])

    def do(self, text: str) -> None:
        getattr(self, f"do_{self.part}")(self.seat, text.split())

    def do_act(self, seat: int, words: list[str]) -> None:
        if words[0] == "steal":
            self.gain(seat, self.piles[int(words[1]) - 1].pop())
            self.end_action()
        elif words[0] == "trade":
            self.part = "table"
        elif words[0] == "battle":
            self.part, self.enemy = "demand", int(words[1]) - 1
        else:
            self.end_action()

    def do_table(self, seat: int, words: list[str]) -> None:
        self.tabled = {seat: words[1]}
        self.show(seat, words[1])
        self.next_offer()

    def next_offer(self) -> None:
        waiting = [
            other for other in self.others() if other not in self.tabled and self.hands[other]
        ]
        if waiting:
            self.part, self.seat = "offer", waiting[0]
            return
        if self.ruled("trade_offers", "at_once"):
            for other in self.others():
                self.reveal(other)
        self.part, self.seat = "pick", self.turn

    def do_offer(self, seat: int, words: list[str]) -> None:
        self.tabled[seat] = words[1]
        if self.ruled("trade_offers", "in_turn"):
            self.reveal(seat)
        self.next_offer()

    def reveal(self, seat: int) -> None:
        """Turn a tabled card up. Where the trader's empire had to be matched, another card says
        that there was none.
        """
        if seat not in self.tabled:
            return
        self.show(seat, self.tabled[seat])
        empire = self.box.empire_of(self.tabled[self.turn])
        if (
            self.ruled("trade_partner", "same_empire")
            and empire
            and not self.matches(self.tabled[seat])
        ):
            for card in self.box.pack:
                if self.box.empire_of(card) == empire:
                    self.deny(seat, card)

    def do_pick(self, seat: int, words: list[str]) -> None:
        other = int(words[1]) - 1
        given, taken = self.tabled[seat], self.tabled[other]
        self.lose(seat, given)
        self.lose(other, taken)
        self.gain(seat, taken)
        self.gain(other, given)
        self.end_action()

    def do_demand(self, seat: int, words: list[str]) -> None:
        self.demanded = words[1]
        if words[1] in self.hands[self.enemy]:
            self.show(self.enemy, words[1])
            self.part, self.fists, self.ties = "fist", [], 0
        else:
            self.deny(self.enemy, words[1])
            self.end_action()

    def do_fist(self, seat: int, words: list[str]) -> None:
        self.fists.append(words[0])
        if len(self.fists) == 1:
            self.seat = self.enemy
            return
        mine, other = self.fists
        if mine == other:
            self.ties, self.fists, self.seat = self.ties + 1, [], self.turn
            if self.ties < TIES_MOST:
                return
        elif BEATS[mine] == other:
            self.lose(self.enemy, self.demanded)
            self.gain(self.turn, self.demanded)
        self.end_action()

    def do_lay(self, seat: int, words: list[str]) -> None:
        if words[0] == "hold":
            self.is_settled = True
            self.go_on()
            return
        rank, wild, size = (
            words[1],
            int(words[3]) if len(words) > 2 else 0,
            self.box.rules["pillar_size"],
        )
        own = [
            card
            for card in self.box.pack
            for held in self.hands[seat]
            if held == card and self.box.rank_of[card] == rank
        ]
        jokers = [card for card in self.hands[seat] if self.box.is_joker(card)]
        for card in own[: size - wild] + jokers[:wild]:
            self.lose(seat, card)
            self.buried.append(card)
        self.empires[seat] = self.box.rank[rank]["empire"]
        is_nameless = wild == size and self.ruled("joker_pillar", "any_rank")
        self.pillars[seat].append((None if is_nameless else rank, wild))
        self.laid_now += 1
        self.stirred = self.round
        if len(self.pillars[seat]) == 1:
            for _ in range(self.box.rules["first_pillar_cards"]):
                if not self.draw(seat):
                    break
            if self.part != "lay":  # the pile ran out, and with it the game
                return
        if self.has_all(seat) and not self.hands[seat] and self.ruled("last_card", "wins"):
            self.win(seat)
        else:
            self.go_on()

    def has_all(self, seat: int) -> bool:
        return len(self.pillars[seat]) >= self.box.rules["pillars_to_win"]

    def do_discard(self, seat: int, words: list[str]) -> None:
        if words[0] == "end":
            self.next_turn()
            return
        self.lose(seat, words[1])
        self.piles[seat].append(words[1])
        if self.has_all(seat):
            self.win(seat)
        elif self.box.power(words[1]) == "skip" and self.round != self.opening:
            self.part = "skip"
        else:
            self.next_turn()

    def do_skip(self, seat: int, words: list[str]) -> None:
        if words[0] == "skip":
            self.pending.add(int(words[1]) - 1)
        self.next_turn()

    # ------------------------------------------------------------------------ ends
    def win(self, seat: int) -> None:
        bonus = self.box.empire[self.empires[seat] or ""]["bonus"]
        self.close(
            {
                "steal": "an empire that steals",
                "trade": "an empire that trades",
                "battle": "an empire that battles",
            }[bonus],
            seat,
        )

    def close(self, end: str, winner: int | None) -> None:
        """End a game. In a match its winner, or else who alone has most pillars, has that empire;
        go on unless one has them all.
        """
        if self.ruled("match", "single"):
            self.over(end, winner)
            return
        most = max(map(len, self.pillars))
        if winner is None and most and [len(pillars) for pillars in self.pillars].count(most) == 1:
            winner = [len(pillars) for pillars in self.pillars].index(most)
        if winner is not None:
            self.built[winner].add(self.empires[winner] or "")
        if winner is not None and len(self.built[winner]) == len(self.box.empire):
            self.over("an emperor overlord", winner)
        elif self.round >= MATCH_MOST:
            self.over("bound")
        else:
            self.deal_anew()

    def deal_anew(self) -> None:
        """Begin the next game of a match."""
        self.earlier = self.scores()
        self.first = (
            self.first + 1
        ) % self.seats  # the text has a battle find who begins; by turns it is in a match
        self.clear()
        self.deck = self.box.whole_deck(self.seats)
        self.luck.shuffle(self.deck)
        for n in range(self.seats):
            seat = (self.first + n) % self.seats
            self.hands[seat] = [self.deck.pop() for _ in range(self.box.rules["hand_size"])]
        self.turn = self.first
        self.round += 1
        self.opening = self.stirred = self.round
        self.start_turn()

    def over(self, end: str, winner: int | None = None) -> None:
        self.end, self.part, self.seat, self.winner = end, "over", -1, winner

    # -------------------------------------------------------------------- reckoning
    def scores(self) -> list[int]:
        return [n + len(pillars) for n, pillars in zip(self.earlier, self.pillars, strict=True)]

    def places(self) -> list[int]:
        """Rank the seats: in a match by empires; the winner, then the others by their pillars. Who
        is level shares a place.
        """
        worth = [
            (len(self.built[seat]), seat == self.winner, self.scores()[seat])
            for seat in range(self.seats)
        ]
        return [1 + sum(other > own for other in worth) for own in worth]
