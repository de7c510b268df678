"""What rules_check.play says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_A_RECORD = Message(
    "broken-record",
    "this is not a record: its first line is not '{wanted}'",
    "save a record with `emporium-pnp replay --save FILE`",
)
RECORD_LACKS = Message(
    "broken-record",
    "the record has no line '{key}: …'",
    "save the record again, because the file may be incomplete",
)
ONLY_END_OR_SCORES = Message(
    "broken-record",
    "the record has only one of the lines 'end' and 'scores'",
    "save the record again, because the file may be incomplete",
)
NO_SUCH_SEAT = Message("broken-record", "there is no seat {seat} in a game for {players:n player}")
KEY_TWICE = Message("broken-record", "'{key}' appears twice, first on line {line}")
KEY_TOO_LATE = Message("broken-record", "'{key}' belongs before the first move")
MOVE_TOO_LATE = Message("broken-record", "this move comes after the end of the game")
NOT_A_LINE = Message(
    "broken-record", "expected a seat and its move, or a line of the header, found '{found}'"
)
NOT_A_NUMBER = Message(
    "broken-record", "'{key}' expected a whole number from {least} to {most}, found '{found}'"
)
NOT_ONE_PER_SEAT = Message(
    "broken-record", "'{key}' expected {count} {what}, one per seat, found '{found}'"
)
OTHER_COUNT = Message("broken-record", "the game is for {counts}, found {found}")
BAD_LINE_UP = Message("broken-record", "the line-up cannot play here: {fault}")
MOVE_AFTER_END = Message("broken-record", "this move comes after the end of the game")
OTHER_SEAT = Message("broken-record", "expected a move of seat {due}, found one of seat {found}")
NOT_LEGAL = Message("broken-record", "this move is not legal here: {fault}")
RECORD_WITHOUT_END = Message(
    "broken-record", "the moves reach the end of the game, but the record has no 'end'"
)
MOVES_MISSING = Message(
    "broken-record", "the moves stop before the end of the game, so some are missing"
)
OTHER_OUTCOME = Message(
    "broken-record", "the record gives {recorded} as '{key}', but its moves lead to {found}"
)
OTHER_RULES = Message(
    "foreign-record", "this is a record of '{found}', but these are the rules of '{wanted}'"
)
OTHER_CARDS = Message(
    "foreign-record",
    "the record was made with other cards or rulings (their hash was {recorded}, but is now {found})",
    "replay it with the cards.yaml it was made with",
)
