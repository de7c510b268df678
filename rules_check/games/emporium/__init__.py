"""Emporium's rules, compiled: records of a card set and of a game go in, the game moves on by one
decision.

rules_check/engine/game.py says what each verb promises. The parts: `room`, `rulings` and `state`
declare what there is, `game` the moves and what is counted; `course` has what is legal and what a
move does, as the rulebook tells it; `accounts` what a game came to, what a seat can know, and
whether a state is sound; `expert` what things are worth, by `weights`, and how to play well; `show`
and `story` how the table and a game read; `examine` what can be said without playing. Other verbs
are generated: `rules.source` shows them. Titles in brackets, as [Sell an Item], are those of the
rulebook; rulings are those of cards.yaml.

A round: every seat CHOOSEs, from the holder of the first-player marker on, unseen until all have;
sales (PLACE), then patrons (PATRON, ADD, SWAP, FIGHT); RESTOCK, MORE, DISCARD; monsters are
refilled; BANISH; heroes are refilled; the marker passes. A decision is only ever due if there are
two moves to choose from; what has one answer happens by itself.
"""

from rules_check.games.emporium.game import rules

rules.gather(__name__, "accounts", "expert", "show", "story", "examine")
