"""A scripted game of Emporium: states built by name of card, moves played by their texts. Factories
only, no tests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from generator.data.loading import load_game
from rules_check.engine.game import moves_of, new_state
from rules_check.games import emporium as rules
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.emporium.room import SLOTS
from rules_check.games.emporium.state import HERO, MONSTER, Owner
from rules_check.toolkit.records import EMPTY

ROOT = Path(__file__).resolve().parents[3]


# What the scripts count on, whatever cards.yaml is tuned to: the numbers of the cards they lay and
# of the rules.
STRENGTH = {
    "hand-axe": 1,
    "apron": 2,
    "fish-spear": 2,
    "oilskin": 1,
    "war-axe": 3,
    "harpoon": 4,
    "hauberk": 3,
    "kettle-helm": 4,
}
LEVEL_STRENGTH = {
    "greta": (1, 3),
    "pike": (1, 3),
    "tib": (1, 2),
    "maren": (2, 5),
    "vane": (3, 8),
    "ysolde": (2, 4),
    "wick": (1, 2),
}
MONSTERS = {
    "rat-king": (4, 3),
    "imp": (4, 3),
    "bog-toad": (5, 4),
    "boar": (9, 6),
    "wolf": (11, 7),
    "troll": (13, 9),
    "bear": (16, 10),
    "baron": (16, 11),
    "hydra": (21, 15),
}
NUMBERS = {
    "starting_gold": 3,
    "hand_limit": 4,
    "die_faces": 8,
    "colour_bonus": 1,
    "upgrades_most": 2,
    "banish_price": 2,
    "monster_set_bonus": 5,
    "most_monsters_bonus": 5,
    "most_heroes_bonus": 5,
    "monsters_in_row": 3,
    "price_cap": [4, 6, 8],
    "upgrade_price": [0, 1, 2],
    "heroes_on_table": [0, 0, 1, 2, 2, 3, 3],
    "deck_levels": [0, 5, 5, 5, *[0] * 6],
}


def names_of(cards: Any, kind: str) -> list[str]:
    return [bytes(row).rstrip(b"\0").decode() for row in cards[f"{kind}_name"]]


@cache
def real_cards() -> Any:
    """Read the card set of this checkout, as it is."""
    return rules.cards_record(load_game(ROOT / "cards.yaml"))


@cache
def _cards() -> Any:
    cards = real_cards().copy()
    for name, number in NUMBERS.items():
        put(cards, name, number)
    for name in emporium_rules.RULINGS:
        cards[name] = 0
    for id_, strength in STRENGTH.items():
        cards.item_strength[names_of(cards, "item").index(id_)] = strength
    for id_, (level, strength) in LEVEL_STRENGTH.items():
        card = names_of(cards, "hero").index(id_)
        cards.level[HERO, card], cards.strength[HERO, card] = level, strength
    for id_, (strength, reward) in MONSTERS.items():
        card = names_of(cards, "monster").index(id_)
        cards.strength[MONSTER, card], cards.reward[card] = strength, reward
    emporium_rules.Cards.derive(cards)
    return cards


def put(cards: Any, name: str, value: Any) -> None:
    """Write a number, the first numbers of an array, or the option of a ruling into a card set."""
    if isinstance(value, list):
        cards[name][: len(value)] = value
    else:
        cards[name] = emporium_rules.RULINGS[name].index(value) if isinstance(value, str) else value
    emporium_rules.Cards.derive(cards)


def make_cards(**changes: Any) -> Any:
    """Copy the card set of the scripts: each ruling by its first option, but for `changes` of
    numbers or rulings.
    """
    cards = _cards().copy()
    for name, value in changes.items():
        put(cards, name, value)
    return cards


class Table:
    """A game under way. The cards that a script lays somewhere are taken from where setup put them,
    so that counts stay whole.
    """

    def __init__(self, players: int, **changes: Any) -> None:
        self.cards, self.state = make_cards(**changes), new_state(rules)
        rules.new_game(self.cards, self.state, players, 1, 0)
        self.laid = set[int]()

    # ------------------------------------------------------------ to build
    def ids(self, kind: str) -> list[str]:
        return names_of(self.cards, kind)

    def _pull(self, pile: Any, row: int, card: int) -> bool:
        held = [int(one) for one in pile[row, : pile[row, -1]]]
        if card not in held:
            return False
        held.remove(card)
        self._fill(pile[row], held)
        return True

    def _fill(self, zone: Any, cards: list[int]) -> None:
        zone[:] = EMPTY
        zone[: len(cards)], zone[-1] = cards, len(cards)

    def _item(self, id_: str) -> int:
        state, item = self.state, self.ids("item").index(id_)
        tier = self.cards.item_tier[item]
        if self._pull(state.draw, tier, item) or self._pull(state.discard, tier, item):
            return item
        for seat in set(range(state.players)) - self.laid:
            if self._pull(state.hand, seat, item):
                return item
        raise AssertionError(f"no copy of {id_} is left to lay somewhere")

    def _lay(self, kind: int, names: tuple[str, ...]) -> None:
        row, owner = (
            self.state.heroes if kind == HERO else self.state.monsters,
            self.state.owner[kind],
        )
        for place in range(len(row)):
            if row[place] != EMPTY:
                owner[row[place]] = Owner.IN_BOX
                row[place] = EMPTY
        for place, name in enumerate(names):
            card = self._card(kind, name)
            row[place], owner[card] = card, Owner.ON_TABLE

    def _card(self, kind: int, id_: str) -> int:
        card = self.ids("hero" if kind == HERO else "monster").index(id_)
        self._pull(self.state.deck, kind, card)
        return card

    def hands(self, *hands: str) -> Table:
        """Give each seat, from 0 on, exactly the items named."""
        state = self.state
        for seat in range(state.players):
            for item in state.hand[seat, : state.hand[seat, -1]]:
                tier = self.cards.item_tier[item]
                state.draw[tier, state.draw[tier, -1]] = item
                state.draw[tier, -1] += 1
            self._fill(state.hand[seat], [])
            self.laid.add(seat)
        for seat, names in enumerate(hands):
            for name in names.split():
                state.hand[seat, state.hand[seat, -1]] = self._item(name)
                state.hand[seat, -1] += 1
        return self

    def gold(self, *gold: int) -> Table:
        self.state.gold[: len(gold)] = gold
        return self

    def marker(self, seat: int) -> Table:
        self.state.first = self.state.seat = seat
        return self

    def heroes(self, *heroes: str) -> Table:
        """Lay heroes on the table, each with the items beside it: "greta hand-axe"."""
        self._lay(HERO, tuple(text.split()[0] for text in heroes))
        for place, text in enumerate(heroes):
            for name in text.split()[1:]:
                item = self._item(name)
                slots = self.cards.hero_slots[self.state.heroes[place]]
                k = next(
                    k
                    for k in range(SLOTS)
                    if slots[k] == self.cards.item_slot[item] and self.state.worn[place, k] == EMPTY
                )
                self.state.worn[place, k] = item
        return self

    def monsters(self, *monsters: str) -> Table:
        self._lay(MONSTER, monsters)
        return self

    def won(self, seat: int, *names: str) -> Table:
        """Give a seat heroes and monsters as trophies."""
        for name in names:
            if name in self.ids("hero"):
                self.state.owner[HERO, self._card(HERO, name)] = seat
            else:
                self.state.owner[MONSTER, self._card(MONSTER, name)] = seat
        return self

    def deck(self, tier: int, draw: str, discards: str = "", *, box: bool = True) -> Table:
        """Make a tier's deck (the last on top) and discards exactly these; the other cards of the
        tier leave the card set.
        """
        state = self.state
        named = [[self._item(name) for name in text.split()] for text in (draw, discards)]
        if box:
            for pile in (state.draw, state.discard):
                for item in pile[tier, : pile[tier, -1]]:
                    self.cards.item_copies[item] -= 1
        for items, pile in ((named[0], state.draw), (named[1], state.discard)):
            self._fill(pile[tier], items)
        return self

    # ------------------------------------------------------------- to play
    def play(self, *texts: str) -> Table:
        """Play moves, several with commas between them. Each must be legal, and the state sound
        after it.
        """
        for text in ",".join(texts).split(","):
            rules.apply(self.cards, self.state, rules.parse_move(self.cards, self.state, text))
            assert rules.FAULTS[rules.fault(self.cards, self.state)] == "sound", text
        return self

    def close(self) -> Table:
        """Play on to the next round or the end: stay as you are, banish nobody."""
        begun = int(self.state.rounds)
        while self.state.rounds == begun and not rules.is_over(self.cards, self.state):
            self.play("stay" if "stay" in self.legal() else "banish none")
        return self

    # ------------------------------------------------------------- to look
    def legal(self) -> list[str]:
        return [
            rules.move_text(self.cards, self.state, move)
            for move in moves_of(rules, self.cards, self.state)
        ]

    def seat(self) -> int:
        return int(rules.current_player(self.cards, self.state))

    def coins(self) -> list[int]:
        return [int(n) for n in self.state.gold[: self.state.players]]

    def _named(self, kind: str, numbers: Any) -> list[str]:
        return [self.ids(kind)[n] for n in numbers if n != EMPTY]

    def hand(self, seat: int) -> list[str]:
        return sorted(self._named("item", self.state.hand[seat, : self.state.hand[seat, -1]]))

    def worn(self, place: int) -> list[str]:
        return sorted(self._named("item", self.state.worn[place]))

    def table(self) -> list[str]:
        return self._named("hero", self.state.heroes)

    def row(self) -> list[str]:
        return self._named("monster", self.state.monsters)

    def discards(self, tier: int) -> list[str]:
        return sorted(self._named("item", self.state.discard[tier, : self.state.discard[tier, -1]]))

    def drawn(self, tier: int) -> list[str]:
        return self._named("item", self.state.draw[tier, : self.state.draw[tier, -1]])

    def trophies(self, seat: int) -> list[str]:
        pairs = zip(("hero", "monster"), self.state.owner, strict=True)
        return [
            id_
            for kind, owner in pairs
            for id_, where in zip(self.ids(kind), owner, strict=True)
            if where == seat
        ]

    def _read(self, verb: Any) -> list[int]:
        out = np.zeros(int(self.state.players), np.int64)
        verb(self.cards, self.state, out)
        return [int(n) for n in out]

    def scores(self) -> list[int]:
        return self._read(rules.scores)

    def places(self) -> list[int]:
        return self._read(rules.places)
