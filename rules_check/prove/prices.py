"""Prices far too low for what they buy, also where cards are sold by auction.

In: a check whose games have been played. Out: measurements. Knows no game, and no word for prices.

An auction makes good a price that is too low: players who want the card bid more, no seat gains,
and neither the card's worth nor its users' wins show it. But then the price says nothing: if it
were three times as high, players would use the card nearly as often. So a number at most half as
high as usual among similar cards, of a card that is used as often as they are or more often, is
tripled, and the same players play on. A column is one of prices if a usual card loses most of its
use when its number is tripled.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from generator.data.game import Card, Game
from generator.data.loading import load_game
from generator.data.problems import ProblemError, counted
from generator.data.source import content_of
from rules_check.engine.game import Rules
from rules_check.engine.noting import CARDS
from rules_check.engine.players import Player
from rules_check.play.simulate import Played, simulate
from rules_check.prove.numbers import numbers_of, patched
from rules_check.toolkit.things import thing_of
from rules_check.verdict.findings import Measurement
from rules_check.verdict.statistics import Z_95, Estimate, Rate, points

LOW, TIMES = 0.5, 3
"""The part of the usual number up to which a number is tried, and how many times as high it then
is.
"""
FEWEST, MOST_TRIED, COMPARED = 8, 3, 3
"""The fewest similar cards, the most numbers of a column that are tried, and how many usual cards
show that it is one of prices.
"""
LEAST_USE = 0.2
"""The least share of the games with a card in which it must be used."""
GAMES = 1500


class Prices:
    """A search for prices that are far too low, among cards as some players use them.

    `played` are their games, `line_up` the players; `cards` are the numbers, and the players'
    weights, of these games.
    """

    def __init__(
        self, rules: Rules, game: Game, cards: Any, played: Played, line_up: Sequence[Player]
    ) -> None:
        self.rules, self.game, self.cards = rules, game, cards
        self.played, self.line_up = played, line_up
        self.uses = _uses_in(played, rules.card_ids(cards))

    def measured(self, limits: Mapping[str, float]) -> Iterator[Measurement]:
        """Measure how much of its use a card keeps at three times its price, if that is low and the
        card is used much.
        """
        groups = defaultdict[str, list[Card]](list)
        ids, names = self.rules.card_ids(self.cards), self.rules.card_groups(self.cards)
        for id_, group in zip(ids, names, strict=True):
            if id_ in self.game.cards:
                groups[group].append(self.game.cards[id_])
        for group, cards in groups.items():
            if len(cards) < FEWEST:
                continue
            for field in cards[0].record._values:
                values = [card.record._values.get(field) for card in cards]
                if all(isinstance(value, int) and value is not True for value in values):
                    yield from self._of_column(group, cards, field, limits)

    def _of_column(
        self, group: str, cards: Sequence[Card], field: str, limits: Mapping[str, float]
    ) -> Iterator[Measurement]:
        usual = median(card.record[field] for card in cards)
        usual_use = median(self.uses[card.id].share for card in cards)
        used = [card for card in cards if self.uses[card.id].share >= max(usual_use, LEAST_USE)]
        low = [card for card in used if 0 < card.record[field] <= LOW * usual]
        if not low:
            return
        near = sorted(used, key=lambda card: abs(card.record[field] - usual))
        kept = [self._kept(card, field) for card in near[:COMPARED] if card not in low]
        numbers = [share.number for share in kept if share is not None]
        if not numbers or max(numbers) > limits["underpriced"] / 100:
            return
        for card in sorted(low, key=lambda card: int(card.record[field]))[:MOST_TRIED]:
            share = self._kept(card, field)
            if share is None:
                continue
            value, name = int(card.record[field]), thing_of(self.game, card.id).name
            yield Measurement(
                "underpriced",
                card.id,
                "balance",
                f"with {field} {TIMES * value} instead of {value}, '{name}' keeps {{}} of its use "
                f"(with {counted(len(self.line_up), 'player')})",
                *points(share),
                share.games,
                (0.0, limits["underpriced"]),
                standard=f"{group} whose {field} is usual keep {100 * median(numbers):.0f} %",
                too_much=f"players would pay far more, so {field} {value} is far too low",
                place=card.places.get(field, card.place),
            )

    def _kept(self, card: Card, field: str) -> Estimate | None:
        """Estimate which part of a card's use is left with three times the number; None if the game
        does not allow that number.
        """
        place = card.places.get(field)
        content = content_of(self.game.folder / self.game.file)
        number = next(
            (
                number
                for number in numbers_of(content, self.game.root).values()
                if number.place == place
            ),
            None,
        )
        if number is None:
            return None
        changed = patched(content, {number: TIMES * number.value})
        try:
            game = load_game(self.game.folder / self.game.file, content=changed)
            cards = self.rules.cards_record(game)
        except ProblemError:
            return None
        if "fitted" in (cards.dtype.names or ()):
            cards.fitted[...] = self.cards.fitted
        played = simulate(self.rules, cards, self.line_up, self.played.seed, GAMES, noting=CARDS)
        now, then = self.uses[card.id], _uses_in(played, self.rules.card_ids(cards))[card.id]
        if not now.wins or not then.games:
            return None
        part = then.share / now.share
        error = math.hypot(
            then.share * math.sqrt((1 - now.share) / now.wins) / now.share,
            math.sqrt(max(then.share * (1 - then.share), 1 / then.games) / then.games) / now.share,
        )
        return Estimate(part, max(0.0, part - Z_95 * error), part + Z_95 * error, then.games)


def _uses_in(played: Played, ids: Sequence[str]) -> dict[str, Rate]:
    """Return in how many of the games that showed each card it was used."""
    shown, used = played.part.used
    return {
        id_: Rate(float(uses), max(1, int(games)))
        for id_, games, uses in zip(ids, shown, used, strict=True)
    }
