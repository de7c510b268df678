"""What generator.cells says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_AN_ADDRESS = Message(
    "bad-address", "expected an address such as https://example.org/heroes.csv, found '{found}'"
)
ADDRESS_WITH_PASSWORD = Message(
    "bad-address",
    "the address contains a user name or a password",
    "share the sheet with anyone who has the link instead",
)
NOT_HTTPS = Message("bad-address", "expected an address that begins with https://, found '{found}'")
REDIRECTS_ELSEWHERE = Message(
    "bad-address", "the address redirects to '{found}', which is not fetched"
)
EMPTY_SHEET = Message(
    "bad-spreadsheet",
    "expected {noun}s of {called}, found an empty sheet",
    "the first line names the fields, as in a file from `emporium-pnp export csv`",
)
NOT_JSON = Message("bad-spreadsheet", "this is not valid JSON: {fault}")
LISTS_WITHIN_LISTS = Message("bad-spreadsheet", "expected records, found lists within lists")
NOT_A_CELL = Message(
    "bad-spreadsheet",
    "'{key}' expected text, a number, true, false or a list of these, found {found}",
    "write each part under a separate key of the record",
)
NOT_RECORDS = Message("bad-spreadsheet", "expected {expected}, found something else")
NOT_A_SPREADSHEET = Message(
    "bad-spreadsheet",
    "expected a file that ends in {endings}, found '{found}'",
    "save it as XLSX, ODS, CSV or JSON",
)
WORKBOOK_AS_CSV = Message(
    "bad-spreadsheet",
    "expected CSV, found a workbook",
    "change the ending of its name back to .xlsx or .ods",
)
ROW_NOT_CSV = Message("bad-spreadsheet", "this row is not valid CSV: {fault}")
WORKBOOK_PROTECTED = Message(
    "bad-spreadsheet", "the workbook is protected by a password", "save a copy without a password"
)
WORKBOOK_NOT_READ = Message(
    "bad-spreadsheet",
    "this workbook cannot be read{why}",
    "save the workbook again as XLSX, ODS or CSV",
)
CANNOT_CHANGE = Message(
    "cannot-change",
    "{name} cannot be changed automatically: {fault}",
    "change this part by hand, and import again",
)
CHANGE_WOULD_DIFFER = Message(
    "cannot-change",
    "{name} would differ from the sheet after this change, so it was not changed",
    "if it contains aliases (*name), change these cards by hand",
)
DATE_IN_TEXT = Message(
    "date-in-text",
    "'{name}' contains a date, which is read as it is shown: {shown}",
    "if the spreadsheet turned what you typed into a date, format the column as text and "
    "type it again",
)
TAKEN_AS_NEW = Message(
    "doubtful-card",
    "'{id_}' is read as a new {noun}{like}",
    "did you mean '{near}', which is not in the sheet and is kept? If so, write that id in "
    "the column `id`",
)
MADE_FROM_ENTRY = Message(
    "doubtful-card",
    "'{id_}' is made from the entry '{entry}' by the kind's for_each, so it has no separate row",
    "write '{entry}' instead: its row describes every card that is made from it",
)
NAME_NOT_UNIQUE = Message(
    "doubtful-card",
    "'{column}' expected a name that only one card has, found {found}",
    "write the id, {left}, in a column `id`",
)
TAKEN_AS_RENAMED = Message(
    "doubtful-card",
    "{title} is read as a new name for the {noun} '{id_}', which is called {called}",
    "if it is a new {noun}, give it another id, in a column `id`",
)
COLUMN_TWICE = Message(
    "duplicate-column",
    "the column '{name}' appears here a second time",
    "rename one of the two, or, if this column is another field, use --rename {heading}=FIELD",
)
ROW_TWICE = Message(
    "duplicate-id",
    "this row is the same as row {row}",
    "a table cannot contain a row twice: delete one of the two",
)
ID_TWICE = Message(
    "duplicate-id", "the id '{id_}' is used twice", "rename one of the two in the column `id`"
)
ID_OF_OTHER_KIND = Message(
    "duplicate-id",
    "the id '{id_}' already belongs to a card of the kind '{owner}'",
    "rename it in the column `id`",
)
FOREIGN_MARK = Message("foreign-mark", "'{name}': {doubt}")
MERGED_ROWS = Message(
    "merged-cells",
    "the {count:value of these merged cells is|values of merged cells are} used in every row that "
    "they span",
)
MERGED_COLUMNS = Message(
    "merged-cells",
    "cells of several columns are merged here, so their value is read for the first column "
    "only, {column}",
    "split them in the spreadsheet, and fill in each column",
)
NO_ID_COLUMN = Message(
    "missing-column",
    "expected a column 'id' or '{title}' in the first row, to identify each {noun} of {called}",
    "check that the first row contains the headings; if this column has another heading, use "
    "--rename HEADING={title}",
)
NEW_LACKS_FIELDS = Message(
    "missing-field",
    "expected {listed} for the new {noun} '{id_}', found none",
    "'{kind}' has no {noun} '{id_}' yet; {declared}",
)
LACKS_FIELD = Message(
    "missing-field",
    "expected '{name}' for '{id_}', found none",
    "every {noun} of {called} needs this field: fill it in, or make the field optional: {name}: …?",
)
ROW_WITHOUT_ID = Message(
    "missing-field",
    "expected an id or a name for this {noun}, found none",
    "every row of a sheet is a {noun}, unless it begins with #",
)
NO_SUCH_FILE = Message("no-such-file", "there is no file {name}")
NEVER_FETCHED = Message(
    "not-fetched", "this address was never fetched", "run the command once without --offline"
)
ANSWER_NEVER_ENDS = Message(
    "not-fetched",
    "the server never finishes its answer",
    "check that this is the address of a spreadsheet",
)
TOO_MANY_REDIRECTS = Message("not-fetched", "the address redirects more than {most} times")
WEB_PAGE = Message(
    "not-fetched",
    "expected a spreadsheet, found a web page",
    "share the sheet with anyone who has the link; if it is not in Google Sheets, give the address "
    "of the CSV file itself",
)
CUT_SHORT = Message(
    "not-fetched", "the connection ended before the whole spreadsheet arrived", "try again"
)
REDIRECTS_IN_CIRCLE = Message("not-fetched", "the address redirects in a circle, or to nowhere")
NOT_SHARED = Message(
    "not-fetched", "the server answered {status}", "share the sheet with anyone who has the link"
)
SERVER_FAILS = Message("not-fetched", "the server answered {status}", "try again later")
TOO_SLOW = Message(
    "not-fetched",
    "the download took longer than {seconds:g} s",
    "try again later, or use --offline to read the copy that was fetched last",
)
NOT_REACHED = Message(
    "not-fetched",
    "the address cannot be reached ({reason})",
    "use --offline to read the copy that was fetched last",
)
NOT_READABLE = Message("not-utf8", "expected {wanted}, found {found}")
NO_COPIES = Message("rows-passed-over", "{called} has no copies, so it is skipped")
ROWS_SKIPPED = Message(
    "rows-passed-over", "{count:n row} {where} {count:was|were} skipped{kept}: {which}"
)
DOWNLOAD_TOO_LARGE = Message("too-large", "the file at this address is larger than {most} MiB")
TOO_MANY_COLUMNS = Message(
    "too-large",
    "expected at most {most:,} columns, found {found} in column {column}",
    "delete the columns from {max_columns_2} on",
)
CELL_TOO_LONG = Message(
    "too-large",
    "expected at most {most} characters in a cell, found {count}",
    "a CSV file can hold longer texts",
)
TOO_MANY_CARDS = Message(
    "too-large",
    "'{name}' expected at most {most:,} cards, copies included, found {count:,}",
    "print fewer copies, or divide the cards between several kinds",
)
CELL_NOT_OF_A_CARD = Message(
    "too-large",
    "expected at most {most:,} characters in a cell, found {count:,}",
    "shorten it; in CSV, check that the quotation mark at its start is closed",
)
SPREADSHEET_TOO_LARGE = Message(
    "too-large",
    "the spreadsheet is too large: more than {rows:,} rows or {cells:,} cells, or too much text",
    "look for a stray cell far down or far to the right, and delete the empty rows and columns "
    "before it",
)
LINE_TOO_LONG = Message(
    "too-large",
    "expected at most {most:,} columns, found a line of more than {cells:,} cells",
    "check that this is the CSV file of a game's cards",
)
COLUMN_WITHOUT_HEADING = Message(
    "unknown-column", "column {letters} has no heading, but contains {cell}"
)
NO_FIELD_IN_HEADINGS = Message(
    "unknown-column",
    "the first row contains no field of '{kind}': it begins with {found}",
    "write the names of the columns into the first row: {known:list}",
)
NOT_A_FIELD = Message("unknown-column", "expected the name of a field of '{kind}', found {found}")
COLUMN_OF_FOR_EACH = Message(
    "unknown-column",
    "'{made}' is not a field of '{kind}': it comes from the kind's for_each, and differs "
    "between the cards of a row",
    "delete the column, begin its heading with #, or use --ignore {heading}",
)
NO_SUCH_FIELD = Message("unknown-column", "'{kind}' has no field {heading}")
NO_LANGUAGE_COLUMNS = Message(
    "unknown-column",
    "expected the columns '{key}', '{own}' and one for each translation, such as 'de'",
)
COLUMN_NOT_A_LANGUAGE = Message(
    "unknown-column", "the column {heading} is not a language, so it is not read"
)
TEXT_NOT_OF_GAME = Message("unknown-entry", "the game has no text {found}")
NOT_TEXT = Message("wrong-type", "expected a text, found {found}")
LINES_DIFFER = Message(
    "wrong-type", "expected {count} lines, one for each text of '{key}', found {found}"
)
