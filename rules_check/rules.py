"""The names by which rules outside this tool import the toolkit: all that docs/add-a-game.md speaks of."""

from rules_check.engine.kernel import below, jit, jit_lean, jit_within
from rules_check.toolkit.cardsets import CardSet, Ruling, by_number, entry, field_of, kind, row_of, rule, ruling, table, word_of
from rules_check.toolkit.moves import Moves, Word, ids_of, named, numbered, offer, offer_each, one_of, parts_of, seat
from rules_check.toolkit.records import ALL, EMPTY, NOBODY, OWNER, GameState, each, small, stack, whole, wide, zone
from rules_check.toolkit.rulesets import Ruleset
from rules_check.toolkit.weights import Weights, weighed
from rules_check.toolkit.zones import draw, fill, find, mix_up, move_all, put, size, take, top

__all__ = [
    "ALL",
    "EMPTY",
    "NOBODY",
    "OWNER",
    "CardSet",
    "GameState",
    "Moves",
    "Ruleset",
    "Ruling",
    "Weights",
    "Word",
    "below",
    "by_number",
    "draw",
    "each",
    "entry",
    "field_of",
    "fill",
    "find",
    "ids_of",
    "jit",
    "jit_lean",
    "jit_within",
    "kind",
    "mix_up",
    "move_all",
    "named",
    "numbered",
    "offer",
    "offer_each",
    "one_of",
    "parts_of",
    "put",
    "row_of",
    "rule",
    "ruling",
    "seat",
    "size",
    "small",
    "stack",
    "table",
    "take",
    "top",
    "weighed",
    "whole",
    "wide",
    "word_of",
    "zone",
]
