"""What rules_check.log says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

TEXT_AFTER_QUOTE = Message(
    "bad-row", "there is text between a closing quote and the end of its cell"
)
QUOTE_NOT_CLOSED = Message("bad-row", "a quote is opened here and never closed")
ROWS_NOT_UTF8 = Message(
    "bad-row", "a spreadsheet's rows are UTF-8 text, and this is not", "save it again as CSV UTF-8"
)
TOO_MANY_CELLS = Message(
    "bad-row", "this row has more cells than the {most} columns of the first line"
)
NO_DATE = Message(
    "bad-row", "'date' expected the day of the play, found nothing", "such as 2026-05-31"
)
BAD_FIELD = Message("bad-row", "'{field}' {fault}")
COLUMN_TWICE = Message("bad-row", "the column '{name}' appears twice", "remove one of the two")
NO_SUCH_COLUMN_NEAR = Message("bad-row", "there is no column '{name}'", "did you mean '{near}'?")
NO_SUCH_COLUMN = Message("bad-row", "there is no column '{name}'")
PLAY_DAMAGED = Message("broken-log", "play {number} is damaged: {fault}")
COLUMN_IGNORED = Message(
    "ignored-column",
    "the column '{name}' is not a column of the log, so it is not kept",
    "the log keeps {columns:list}",
)
NEWER_LOG = Message(
    "newer-log",
    "the playtest log was written by a newer emporium-pnp (format {found}, this one reads {known})",
    "update emporium-pnp; the file is unchanged",
)
OLD_LOG = Message(
    "old-log",
    "expected a log of lines of text, found the database of an earlier version, which can only "
    "be read",
)
