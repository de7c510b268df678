"""What rules_check.prove says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_A_NUMBER = Message(
    "unknown-number", "'reaches' expected a number, or the name of one, found '{found}'"
)
UNKNOWN_NUMBER = Message(
    "unknown-number", "'{name}' is neither a whole number of this file nor a section with one"
)
