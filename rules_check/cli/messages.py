"""What rules_check.cli says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

RECORD_NOT_UTF8 = Message("broken-record", "this record is not UTF-8 text")
CARDS_NOT_CHECKED = Message("build-failed", "the check of the cards failed without a message")
CHECK_OF_CARDS_FAILED = Message("build-failed", "the check of the cards failed: {name}: {fault}")
GAME_FAILS_HERE = Message("faulty-game", "the game fails here, {last}: {fault}")
GAMES_FAIL = Message(
    "faulty-game", "{count:,} of {games:,} games with {players:n player} fail: {fault}"
)
ENDLESS_LOOP = Message(
    "faulty-game",
    "the game fails here: the rules are in an endless loop",
    "this is a fault in the rules, not in the cards; report this seed to their author",
)
CHECK_OF_OTHER_GAME = Message(
    "no-check",
    "expected a check of {wanted}, found one of {found}",
    "name the right game, or check this game again",
)
NO_RULES_AS_DATA = Message("no-play", "{title} has no rules as data")
NO_RULES_FILE = Message("no-rules-file", "there is no {file} in {folder}")
CHECK_IS_STALE = Message(
    "stale-check",
    "the numbers in {file} have changed since this check was made ({was})",
    "check the game again, or leave out --from",
)
