"""Emporium's rules, compiled: records of a card set and of a game go in, the game moves on by one decision.

rules_check/engine/game.py says what each verb promises. The parts: `rulings` and `state` declare what there is, `words` the moves; `table`
has cards in motion, `moves` what is legal, `course` what a move does, `end` the reckoning; `hide` what a seat can know, `faults` whether a
state is sound; `account` what a game came to; `worth`, `value`, `choice` and `expert` what things are worth, and how to play well; `show`,
`story`, `closing` and `names` how the table and a game read; `examine` what can be said without playing. Other verbs are generated:
`rules.source` shows them. Titles in brackets, as [Sell an Item], are those of the rulebook; rulings are those of cards.yaml.

A round: every seat CHOOSEs, from the holder of the first-player marker on, unseen until all have; sales (PLACE), then patrons
(PATRON, ADD, SWAP, FIGHT); RESTOCK, MORE, DISCARD; monsters are refilled; BANISH; heroes are refilled; the marker passes.
A decision is only ever due where there are two moves to choose from; what has one answer happens by itself.

Public: gold, choices once revealed, everything on the table, discards, trophies, how many cards each deck has and of which
level they are, how many cards of which tier each seat holds (their backs show), and every card of a hand that was once
shown (`shown`: an item for sale, swapped out, won with a hero or taken back). Hidden: the other cards of other hands, the order
of decks, which heroes and monsters stayed in the box, choices not yet revealed, votes where they are hidden.
"""

from __future__ import annotations

from typing import Any

from rules_check.games.emporium import account, course, end, examine, expert, faults, hide, moves, show, story, value
from rules_check.games.emporium.words import rules

__all__ = ["account", "course", "end", "expert", "faults", "hide", "moves", "rules", "story", "value"]

for verb in (examine.examine, examine.reach, show.describe, show.touched, show.view, story.tell):
    rules.verb(verb)
rules.measure(CODES=examine.CODES, PIECES=examine.PIECES)
globals().update({verb: getattr(rules, verb) for verb in ("account", "examine", "hide", "value")})  # not the modules of these names


def __getattr__(name: str) -> Any:
    """Hand on the verbs, so that the module is the game's rules."""
    return getattr(rules, name)
