"""What rules_check.report says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_A_CHECK = Message("no-check", "expected the output of `check --format json`, {found}")
CHECK_FIELD = Message("no-check", "expected '{name}' to be {expected}")
CHECK_NOT_AN_OBJECT = Message(
    "no-check", "expected an object, as in the output of `check --format json`"
)
CHECK_LACKS = Message("no-check", "expected '{name}', found none")
CHECK_FIELD_OTHERWISE = Message("no-check", "expected '{name}' to be {expected}")
