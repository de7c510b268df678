"""What rules_check.engine says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

HIDDEN_CHARACTER = Message(
    "hidden-character", "expected visible characters, found U+{point:04X}", "delete it"
)
NOT_A_PLAIN_FILE = Message(
    "no-plain-file",
    "expected {file} to be a plain file, found a link",
    "put a copy of the file in its place",
)
NO_PLAYERS = Message(
    "no-players",
    "the rules of '{name}' allow no number of players with these cards and numbers",
    "correct the numbers of players that `player_counts` in the rules returns",
)
TOO_MANY_PLAYERS = Message(
    "too-many-players",
    "the rules of '{name}' are for {counts}, but only 1 to {most} players can play",
    "correct the numbers of players that `player_counts` in the rules returns",
)
TOO_FEW_SEATS = Message(
    "too-many-players",
    "the rules of '{name}' are for {counts}, but their State has room for {seats:n player}",
    "raise `seats=` of State, or let `player_counts` return only smaller numbers of players",
)
NO_RULES = Message("no-rules", "no installed package has rules for '{name}'")
NOT_UTF8 = Message("not-utf8", "{file} is not UTF-8 text", "save it as UTF-8")
RULES_FAILED = Message("rule-failed", "the rules of '{name}' failed: {sentence}")
RULES_FAILED_THERE = Message("rule-failed", "the rules of '{name}' failed{where}: {fault}")
RULES_LACK = Message("rules-lack", "{file} lacks {lacking}")
RULES_NOT_LOADED = Message("rules-lack", "{file} cannot be loaded: {exception}: {fault}")
PACKAGE_NOT_LOADED = Message(
    "rules-lack", "the rules of '{name}' cannot be loaded from '{source}': {exception}: {fault}"
)
PACKAGE_LACKS = Message("rules-lack", "the rules of '{name}' ({where}) lack {lacking}")
RULES_TWICE = Message(
    "rules-twice", "expected one set of rules, found {own_rules}: in {file} and {second} beside it"
)
AGREEMENT_NOT_KEPT = Message(
    "unsafe-state", "your agreement to run rules.py cannot be saved: {why}"
)
NOT_AGREED = Message(
    "untrusted-rules", "{file} is a program, and you have not agreed to run it in its current state"
)
