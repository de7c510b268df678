"""What generator.job says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NO_CARDS_IN_SHEET = Message(
    "bad-spreadsheet",
    "expected a sheet with cards, found none",
    "put headings such as Name, Cost, Text into a row, and the cards below it, one per row",
)
LOCK_NOT_MERGED = Message(
    "broken-lock",
    "a merge of two versions left its marks here",
    "keep the lines of the deck that is on your table, and delete the marks",
)
NOT_A_LOCK = Message(
    "broken-lock",
    "{name} is not a record of printed cards",
    "a record contains lock:, game: and cards:; restore it from git, or write it again "
    "with --mark-printed",
)
OTHER_LOCK_FORMAT = Message(
    "broken-lock",
    "expected lock: {wanted}, found {found}",
    "a newer version of emporium-pnp wrote this file; update yours",
)
NOT_A_LOCK_FILE = Message(
    "broken-lock",
    "{name} is not a record of printed cards",
    "if it belongs to something else, move it away; `build --mark-printed` then writes a "
    "new record",
)
NOT_A_LOCKED_CARD = Message(
    "broken-lock", "'{id_}' expected a record of a printed card, found {found}"
)
LOCKED_CARD_LACKS = Message("broken-lock", "'{id_}' has no '{key}'")
LOCKED_WRONG_TYPE = Message("broken-lock", "'{key}' expected {wanted}, found {found}")
NOT_A_FINGERPRINT = Message("broken-lock", "'{key}' expected a fingerprint, found {found}")
NO_COPIES = Message("broken-lock", "'copies' expected at least 1, found {found}")
LOCKED_CARD_UNKNOWN_KEY = Message("broken-lock", "unknown key '{key}' in '{id_}'")
CUT_BY_HAND = Message(
    "cut-by-hand",
    "{decks}: these are {why}, so cut them by hand",
    "a larger --paper may have enough room",
)
CUTTER_CONFLICT = Message("cutter-conflict", "--cutter {cutter} cannot be used here: {why}")
IN_EARLIER_GAME = Message("earlier-game", "in {word}: {message}{where}")
LOCK_OF_OTHER_GAME = Message(
    "foreign-lock",
    "expected the record of {title}, found {found}",
    "if you renamed the game, write the new title here; otherwise name the right file",
)
NO_BACKS_TO_MOVE = Message(
    "no-backs-to-move",
    "--printer {name} corrects the position of backs, but no backs are printed here",
)
NO_LICENCE = Message(
    "no-licence",
    "the game does not say what others may do with it",
    "add a file LICENSE beside cards.yaml, or `licence:` under game: in it",
)
NO_RULEBOOK = Message(
    "no-rulebook", "--booklet needs a rulebook, but there is no templates/rulebook.md.j2"
)
NOT_PRINTED = Message(
    "not-printed",
    "there is no {name} to show what was printed",
    "`emporium-pnp build --mark-printed{option}` writes it; or name an earlier state with --since",
)
NOTHING_TO_FILL = Message("nothing-to-fill", "--fillable found no places to write on")
NOTHING_TO_FLIP = Message(
    "nothing-to-flip", "--flip short-edge has no effect here: backs are {how}", "omit --flip"
)
NOTHING_TO_RELEASE = Message(
    "nothing-to-release",
    "{title} has no cards, dice, questions or rules, so there is nothing to pack",
    "put cards under `kinds:`",
)
OTHER_PROPORTIONS = Message(
    "other-proportions",
    "on cards of {width:g} x {height:g} mm, strips at an edge would stay empty, but "
    "{count:n face} {count:has|have} something drawn there (card '{id_}')",
    "use {size}, or draw a template for this size",
)
OUTSIDE_PRINTABLE_AREA = Message(
    "outside-printable-area",
    "{name}: cards or their bleed come closer than {margin:g} mm to the paper's edge "
    "({count:sheet|sheets} {sheets}); many printers cut that off",
    "use a smaller --gutter or --bleed, use a larger --paper, or print borderless",
)
PIECES_NOT_FOLDED = Message(
    "pieces-not-folded",
    "pieces of other sizes are not folded, so their backs are on alternate pages",
)
SHEET_OF_OTHER_PAPER = Message(
    "sheet-conflict",
    "the sheet '{name}' is for {own} paper, but you asked for {asked}",
    "omit the paper, or use the plain sheet '{asked}'",
)
SHEET_NEEDS_PAPER = Message(
    "sheet-conflict",
    "the sheet '{name}' needs a paper, but the paper 'card' makes every card a separate page",
    "name a paper such as a4",
)
SHEET_HAS_GAPS = Message("sheet-conflict", "the sheet '{name}' has its own gaps", "omit --gutter")
TEXTS_SMALL = Message(
    "text-small",
    "at this card size {count:n text} {count:is|are} smaller than {readable:g} pt, down to "
    "{least:.1f} pt",
    "choose a larger size, or draw templates for this one",
)
TOO_LARGE_FOR_PAPER = Message(
    "too-large-for-paper", "{deck} is {size}, which would need too many sheets of this paper"
)
TOO_MUCH_BLEED = Message(
    "too-much-bleed",
    "expected a bleed of at most {most:g} mm, found {found:g} mm",
    "faces are never drawn further than that past the cut",
)
NOT_A_CARD_OR_KIND = Message(
    "unknown-card", "--only expected a kind, a component or a card, found '{found}'"
)
NO_SUCH_SHEET = Message("unknown-sheet", "there is no sheet '{name}'")
WIDE_GUTTER = Message(
    "wide-gutter",
    "cards are {gap:g} mm apart, so only {slots} fit on a sheet; without a gap, {most} would fit",
    "did you mean another unit, such as 3 mm?",
)
MADE_FOR_OTHER_SIZE = Message(
    "wrong-card-size",
    "the sheet '{name}' is made for cards of {size}, but these are {found}",
    '--card-size "{size}" prints them in that size, or choose another --sheet',
)
MADE_FOR_OTHER_SHAPE = Message(
    "wrong-shape", "the sheet '{name}' is made for cards of the shape {cut}, but these are {drawn}"
)
