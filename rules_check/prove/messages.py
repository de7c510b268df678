"""What rules_check.prove says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_AN_OPERATION = Message(
    "broken-study",
    "expected a JSON object with an 'op_code'",
    "delete the file to start the search again, or name another file with --study",
)
TRIAL_OF_OTHERS = Message(
    "broken-study",
    "trial {number} does not belong to this search",
    "delete the file to start the search again, or name another file with --study",
)
LINE_DOES_NOT_FOLLOW = Message(
    "broken-study",
    "this line does not fit the lines before it ({fault})",
    "delete the file to start the search again, or name another file with --study",
)
NOT_A_NUMBER = Message(
    "unknown-number", "'reaches' expected a number or the name of a number, found '{found}'"
)
UNKNOWN_NUMBER = Message(
    "unknown-number",
    "'{name}' is neither a whole number in this file nor a section that contains one",
)
