"""What studio.draft says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

VERSION_GONE = Message("no-such-file", "there is no version '{version}' any more")
NOT_A_REVISION = Message(
    "no-such-revision",
    "'{found}' is not a git revision",
    "use HEAD~1, a tag or a branch, for example",
)
