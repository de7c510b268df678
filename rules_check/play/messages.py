"""What rules_check.play says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_A_RECORD = Message(
    "broken-record",
    "a record begins with the line '{wanted}'",
    "`emporium-pnp replay --save FILE` writes one",
)
RECORD_LACKS = Message(
    "broken-record", "the record lacks its line '{key}: …'", "is the file incomplete?"
)
ONLY_END_OR_SCORES = Message(
    "broken-record", "the record has only one of 'end' and 'scores'", "is the file incomplete?"
)
NO_SUCH_SEAT = Message("broken-record", "there is no seat {seat} among {players} players")
KEY_TWICE = Message("broken-record", "'{key}' appears twice, first on line {line}")
KEY_TOO_LATE = Message("broken-record", "'{key}' belongs before the first move")
MOVE_TOO_LATE = Message("broken-record", "a move follows the end of the moves")
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
BAD_LINE_UP = Message("broken-record", "{fault}")
MOVE_AFTER_END = Message("broken-record", "expected no move after the end of the game, found one")
OTHER_SEAT = Message("broken-record", "it is seat {due}'s turn, found a move of seat {found}")
NOT_LEGAL = Message("broken-record", "not a legal move here: {fault}")
RECORD_WITHOUT_END = Message(
    "broken-record", "the moves reach the end of the game, but the record has no 'end'"
)
MOVES_MISSING = Message(
    "broken-record", "the moves do not reach the end of the game; some are missing"
)
OTHER_OUTCOME = Message(
    "broken-record", "the record says {key} {recorded}, but its moves give {found}"
)
OTHER_RULES = Message(
    "foreign-record", "this is a record of '{found}', but these are the rules of '{wanted}'"
)
OTHER_CARDS = Message(
    "foreign-record",
    "the record was made with other cards or rulings (their mark was {recorded}, but is "
    "{found} now)",
    "replay it with the cards.yaml it was made with",
)
