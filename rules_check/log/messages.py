"""What rules_check.log says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

TEXT_AFTER_QUOTE = Message("bad-row", "this cell contains text after its closing quote")
QUOTE_NOT_CLOSED = Message("bad-row", "a quote is opened here but never closed")
ROWS_NOT_UTF8 = Message(
    "bad-row",
    "expected a spreadsheet in UTF-8, found another encoding",
    "save it again as CSV UTF-8",
)
TOO_MANY_CELLS = Message(
    "bad-row", "this row has more cells than the first line has columns ({most})"
)
NO_DATE = Message(
    "bad-row",
    "'date' expected the day of the play, found nothing",
    "write a day such as 2026-05-31",
)
BAD_FIELD = Message("bad-row", "'{field}' {fault}")
COLUMN_TWICE = Message("bad-row", "the column '{name}' appears twice", "remove one of the two")
NO_SUCH_COLUMN_NEAR = Message("bad-row", "there is no column '{name}'", "did you mean '{near}'?")
NO_SUCH_COLUMN = Message("bad-row", "there is no column '{name}'")
PLAY_DAMAGED = Message("broken-log", "play {number} is damaged: {fault}")
NOT_A_LOG = Message("broken-log", "this is not a playtest log of emporium-pnp")
OTHER_DATABASE = Message(
    "broken-log", "this is a database of another program, not a playtest log of emporium-pnp"
)
LOG_WITHOUT_FORMAT = Message("broken-log", "the playtest log does not say which format it uses")
LOG_IN_WAL_MODE = Message("broken-log", "expected a complete log, found a database in WAL mode")
LOG_DAMAGED = Message("broken-log", "the playtest log is damaged: {fault}")
LOG_NAME_NOT_TEXT = Message("broken-log", "the playtest log is damaged: a name in it is not text")
LOG_LACKS_TABLE = Message(
    "broken-log", "the table '{name}' of the playtest log is missing or has a different structure"
)
LOG_HAS_OTHER = Message(
    "broken-log", "the playtest log contains the {sort} '{name}', which emporium-pnp never creates"
)
LINK_LEADS_OUT = Message(
    "broken-log",
    "expected a file in the game's folder, found a link that leads out of it: {found}",
    "replace the link with the file itself",
)
NO_NUMBER_LEFT = Message(
    "broken-log",
    "the playtest log is full: the highest number of a play is {most:,}",
    "begin a new log with --log",
)
LOG_FULL = Message(
    "broken-log",
    "the playtest log is full: it can have at most {most:,} bytes",
    "begin a new log with --log",
)
LOG_EMPTY = Message(
    "broken-log",
    "expected a playtest log, found an empty file",
    "delete the file, or name another one with --log",
)
PLAY_NUMBER_TWICE = Message(
    "broken-log",
    "another play already has the number {number}",
    "give one of the two plays another number",
)
OLD_LOG_LEADS_OUT = Message(
    "broken-log",
    "expected a file in the game's folder, found a link that leads out of it",
    "replace the link with the file itself",
)
PLAY_INCOMPLETE = Message(
    "broken-log",
    "this line is incomplete, so its play is not logged",
    "correct the line or delete it; the plays on other lines are still read",
)
PLAY_NOT_JSON = Message(
    "broken-log",
    "expected a play, found a line that is not JSON",
    "correct the line or delete it; the plays on other lines are still read",
)
NOT_A_PLAY = Message(
    "broken-log",
    "expected a play, found something else",
    "correct the line or delete it; the plays on other lines are still read",
)
PLAY_FAULTY = Message(
    "broken-log",
    "this play is damaged: {fault}",
    "correct the line or delete it; the plays on other lines are still read",
)
NOTE_NOT_JSON = Message("broken-notes", "this line is not JSON", "correct the line or delete it")
NOT_A_NOTE = Message("broken-notes", "this line is not a note", "correct the line or delete it")
NOTE_INCOMPLETE = Message(
    "broken-notes", "this note lacks its number or its text", "correct the line or delete it"
)
COLUMN_IGNORED = Message(
    "ignored-column",
    "the column '{name}' is not a column of the log, so it is not kept",
    "the columns of the log are {columns:list}",
)
NEWER_LOG = Message(
    "newer-log",
    "the playtest log was written by a newer version of emporium-pnp (format {found}; this version reads {known})",
    "update emporium-pnp; the file is unchanged",
)
OLD_LOG = Message(
    "old-log", "this log is a database of an earlier version, which can be read but not changed"
)
