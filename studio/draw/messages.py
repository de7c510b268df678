"""What studio.draw says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

OUTPUT_OUTSIDE = Message("outside-folder", "'{output}' leads out of the game's folder")
NO_SUCH_PAPER = Message(
    "unknown-word", "there is no such paper size, or no such way to print backs"
)
TOO_DEEP = Message("yaml-syntax", "the file is nested too deeply")
