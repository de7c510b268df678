"""What generator.cli says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

TABLES_NOT_FOUND = Message(
    "bad-spreadsheet",
    "expected {count:n table} with headings for '{called}', found {found}",
    "set `part:` under `import:` of '{called}' to the table of the sheet that you mean",
)
CANNOT_IMPORT = Message("cannot-change", "{name} cannot be changed by an import: {fault}")
CHANGED_MEANWHILE = Message(
    "changed-meanwhile",
    "{name} has changed since this command read it; {done}",
    "run the same command again",
)
NOT_OF_THIS_EXPORT = Message(
    "not-of-this-export",
    "{which} in {folder}, but not from this export",
    "delete the old files, or choose another folder with --output",
)
SHEET_NOT_READ = Message(
    "sheet-not-read",
    "the sheet '{name}' is not read, because no kind or table has that name",
    "did you mean the {word} '{kind}'? Rename the sheet, or use --kind {kind} --sheet {name_2}",
)
UNKNOWN_KIND = Message(
    "unknown-kind", "expected a kind or table of the game ({kinds:list}), found '{found}'"
)
