"""The compiled rules of Emporium: they take the records of a card set and of a game, and advance
the game by one decision.

rules_check/engine/game.py specifies each verb. The parts: `room`, `rulings` and `state` are the
declarations; `game` defines the moves and what is counted; `course` decides what is legal and what
a move does, following the rulebook; `accounts` summarizes a game, works out what a seat can know,
and checks whether a state is sound; `expert` values positions, by `weights`, and plays well; `show`
and `story` describe the table and a game; `examine` checks what can be checked without playing.
Other verbs are generated: `rules.source` shows them. Titles in brackets, such as [Sell an Item],
come from the rulebook; rulings come from cards.yaml.

A round: starting with the holder of the first-player marker, every seat CHOOSEs, unseen until all
have chosen; then come sales (PLACE), then patrons (PATRON, ADD, SWAP, FIGHT); RESTOCK, MORE,
DISCARD; monsters are refilled; BANISH; heroes are refilled; the marker passes. A decision is due
only if there are at least two moves; if there is only one, it is made automatically.
"""

from rules_check.games.emporium.game import rules

rules.gather(__name__, "accounts", "expert", "show", "story", "examine")
