"""What rules_check.report says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_A_CHECK = Message("no-check", "expected what `check --format json` prints, {found}")
CHECK_FIELD = Message("no-check", "expected '{name}' {expected}")
CHECK_NOT_AN_OBJECT = Message("no-check", "expected an object, as `check --format json` prints it")
CHECK_LACKS = Message("no-check", "expected '{name}', found none")
CHECK_FIELD_OTHERWISE = Message("no-check", "expected '{name}' {expected}")
