"""The messages between the page and the server: each is a dataclass, checked on arrival.

In: JSON text. Out: a message, or `BadMessage`; and the other way round. Knows nothing about sockets
or the handling of messages.

A message is recognised by its "t". To add one, write a dataclass and name it with `@said("word")`.
A message that is read has exactly the types of its fields, and no other fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from generator.data.forms import checked
from generator.data.typeforms import form_of_type
from studio.protocol.actions import ACTIONS, SHOWN, Part
from studio.protocol.played import PLAYED

MESSAGES: dict[str, type] = {}
"""Every message by its "t"."""
_WORDS: dict[type, str] = {}

Section = Literal["kinds", "tables"]
State = Literal["done", "missing", "stale"]
Message = TypeVar("Message", bound=type)


class BadMessage(ValueError):
    """A text that is not a message; it says why."""


def said(word: str) -> Callable[[Message], Message]:
    """Register a message under its "t"."""

    def register(message: Message) -> Message:
        assert word not in MESSAGES, word
        MESSAGES[word], _WORDS[message] = message, word
        return message

    return register


def read_message(text: str) -> Any:
    """Read a message. Raises BadMessage."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("expected JSON") from None
    word = data.pop("t", None) if isinstance(data, dict) else None
    if not isinstance(word, str) or word not in MESSAGES:
        raise BadMessage(f"there is no message {word!a}")
    try:
        return fitting(MESSAGES[word], data, word)
    except RecursionError:
        raise BadMessage(f"{word}: too deeply nested") from None


def fitting(sort: Any, value: Any, at: str) -> Any:
    """Convert a JSON value to a type. Raises BadMessage, with the place `at` which it is, for its
    first fault.
    """
    fitted, faults = checked(form_of_type(sort), value)
    if not faults:
        return fitted
    fault = faults[0]
    above = ".".join(map(str, (at, *fault.path[:-1])))
    if fault.kind in ("missing", "unknown"):
        what = "expected" if fault.kind == "missing" else "there is no"
        raise BadMessage(f"{above}: {what} {str(fault.path[-1])[:40]!a}")
    raise BadMessage(f"{'.'.join(map(str, (at, *fault.path)))}: expected {fault.expected}")


def write_message(message: Any) -> str:
    """Write a message; `read_message` reads it back."""
    whole: dict[str, Any] = {"t": _WORDS[message.__class__]}
    parts = list[str]()
    for name, value in vars(message).items():
        if isinstance(value, Part):
            parts.append(f',"{name}":{_written(value)}')
        elif isinstance(value, list) and value and isinstance(value[0], Part):
            parts.append(f',"{name}":[{",".join(map(_written, value))}]')
        else:
            whole[name] = value
    return f"{_ENCODER.encode(whole)[:-1]}{''.join(parts)}}}"


def _written(part: Part) -> str:
    """Return a part's JSON, which is created when it is first sent."""
    try:
        return part.json
    except AttributeError:
        object.__setattr__(part, "json", _ENCODER.encode(vars(part)))
        return part.json


# `asdict` would first copy everything that is sent
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=vars)


for _word, _sort in (PLAYED | ACTIONS | SHOWN).items():
    said(_word)(_sort)

# ---------------------------------------------------------------- from the page


@said("hello")
@dataclass(frozen=True)
class Hello:
    """The first message of a socket."""

    token: str


@said("cell")
@dataclass(frozen=True)
class Cell:
    """Write a typed value into a field of a card, or of a row of a table."""

    seq: int
    section: Section
    name: str
    entry: str
    field: str
    value: str


@said("text")
@dataclass(frozen=True)
class Text:
    """Replace the text of the whole file. `seen` is the number of the last text that was sent to
    the page.
    """

    seq: int
    seen: int
    text: str


@said("add")
@dataclass(frozen=True)
class Add:
    """Add a card or a row, `like` another one or empty."""

    seq: int
    section: Section
    name: str
    entry: str
    like: str | None = None


@said("remove")
@dataclass(frozen=True)
class Remove:
    """Remove a card or a row."""

    seq: int
    section: Section
    name: str
    entry: str


@said("pick_colour")
@dataclass(frozen=True)
class PickColour:
    """Write another value, "#rrggbb", for a colour of the palette."""

    seq: int
    name: str
    value: str


@said("add_colour")
@dataclass(frozen=True)
class AddColour:
    """Add a colour, "#rrggbb", to the palette."""

    seq: int
    name: str
    value: str


@said("pick_font")
@dataclass(frozen=True)
class PickFont:
    """Write another font under a name of `fonts:`; `value` is one of the fonts that the wall
    offers.
    """

    seq: int
    name: str
    value: str


@said("add_field")
@dataclass(frozen=True)
class AddField:
    """Add a field to a kind, of a type as cards.yaml writes it; `default` is the typed value for
    the existing cards.
    """

    seq: int
    kind: str
    field: str
    type: str
    default: str


@said("add_kind")
@dataclass(frozen=True)
class AddKind:
    """Add a kind of card, with a template and a first card."""

    seq: int
    kind: str


@said("rename")
@dataclass(frozen=True)
class Rename:
    """Give a card or a row another id."""

    seq: int
    section: Section
    name: str
    entry: str
    to: str


@dataclass(frozen=True)
class BlockRow:
    """Typed values of an entry, by field. A new one is `like` another, or has the minimum that it
    needs.
    """

    entry: str
    values: dict[str, str]
    is_new: bool = False
    like: str | None = None


@said("block")
@dataclass(frozen=True)
class Block:
    """Change many cells at once, add and remove entries; `order` lists the entries in their new
    order.
    """

    seq: int
    section: Section
    name: str
    rows: list[BlockRow]
    removed: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)


@said("ask_csv")
@dataclass(frozen=True)
class AskCsv:
    """Ask for the cards of a kind as CSV."""

    name: str


@said("take_csv")
@dataclass(frozen=True)
class TakeCsv:
    """Take the cards of a kind from CSV. `file` is the name that the user knows."""

    seq: int
    name: str
    file: str
    text: str


@said("counts")
@dataclass(frozen=True)
class Counts:
    """Update the numbers promised on the box to match the cards."""

    seq: int


@said("undo")
@dataclass(frozen=True)
class Undo:
    """Undo the last edit."""

    seq: int


@said("redo")
@dataclass(frozen=True)
class Redo:
    """Make the last undone edit again."""

    seq: int


@said("save")
@dataclass(frozen=True)
class Save:
    """Write the draft into cards.yaml; with `everything`, also the open translations into their
    files.
    """

    everything: bool = False


@said("settle")
@dataclass(frozen=True)
class Settle:
    """Decide a conflict: keep the draft, or take the file."""

    take: Literal["draft", "disk"]


@said("look")
@dataclass(frozen=True)
class Look:
    """Report which card the user is looking at: it is drawn first."""

    card: str


@said("since")
@dataclass(frozen=True)
class Since:
    """Ask what has changed since the last save (`saved`), the last print (`printed`) or a git
    revision.
    """

    of: str


@said("sheets")
@dataclass(frozen=True)
class Sheets:
    """Ask for the sheets as they will print; with `write`, write the PDFs too."""

    paper: str | None = None
    backs: str | None = None
    ink: Literal["full", "low", "grey"] = "full"
    lang: str | None = None
    write: bool = False


@said("export")
@dataclass(frozen=True)
class Export:
    """Export the saved game for a virtual tabletop or a shop; without `lang` in its own
    language.
    """

    target: str
    lang: str | None = None


@said("lint")
@dataclass(frozen=True)
class Lint:
    """Ask for the findings of lint."""


@said("ask_piles")
@dataclass(frozen=True)
class AskPiles:
    """Ask for the contents of each deck, by the fields of its cards."""


@said("ask_chances")
@dataclass(frozen=True)
class AskChances:
    """Ask for a chance with cards drawn from a pile; the answer has the same `number`.

    `formula` is a condition or a number. `given` and `mulligan` are empty if there is none.
    """

    number: int
    pile: str
    formula: str
    draw: int
    turns: int
    each_turn: int
    players: int
    given: str
    mulligan: str
    mulligans: int
    is_shrinking: bool


@said("note")
@dataclass(frozen=True)
class AddNote:
    """Add a note: about a card, if its id is not empty; with `at_table`, about the current state of
    the game at the table.

    `is_free` means that the table is the free one.
    """

    text: str
    card: str = ""
    at_table: bool = False
    is_free: bool = False


@said("still_true")
@dataclass(frozen=True)
class StillTrue:
    """Confirm that a note still applies to the cards as they are now."""

    number: int


@said("drop_note")
@dataclass(frozen=True)
class DropNote:
    """Delete a note."""

    number: int


@said("languages")
@dataclass(frozen=True)
class AskTranslation:
    """Ask for the texts in a language beside their originals."""

    lang: str


@said("translation_begin")
@dataclass(frozen=True)
class BeginTranslation:
    """Begin a translation into a language, by its code."""

    lang: str


@said("translation_look")
@dataclass(frozen=True)
class LookTranslated:
    """Ask for a card in a translation, from now on; for none if `card` is empty."""

    lang: str
    card: str


@said("translate")
@dataclass(frozen=True)
class Translate:
    """Write a text of a translation, with one line for each entry of a list. Sending the same text
    again confirms that it is still right.
    """

    lang: str
    key: list[str]
    text: str


@said("translation_do")
@dataclass(frozen=True)
class DoTranslation:
    """Save a translation, undo or redo an edit of it or, in a conflict, keep the draft or take the
    file.
    """

    lang: str
    what: Literal["save", "undo", "redo", "draft", "disk"]


@said("templates")
@dataclass(frozen=True)
class AskTemplates:
    """Ask for the templates of a card, and for its face with the source of each element; for none
    if `card` is empty.
    """

    card: str


@said("template_open")
@dataclass(frozen=True)
class OpenTemplate:
    """Ask for the text of a template, by its name in the folder `templates`."""

    file: str


@said("template_text")
@dataclass(frozen=True)
class TemplateText:
    """The text of a template as the user types it, based on the text with the number `seen`."""

    seq: int
    file: str
    seen: int
    text: str


@said("element")
@dataclass(frozen=True)
class AskElement:
    """Ask how a template writes an element of a face, given by its name there and its
    attributes.
    """

    file: str
    line: int
    drawn: str
    shown: dict[str, str]


@said("element_set")
@dataclass(frozen=True)
class SetElement:
    """Write other values for attributes of an element of a face."""

    seq: int
    file: str
    line: int
    drawn: str
    shown: dict[str, str]
    values: dict[str, str]


@said("template_do")
@dataclass(frozen=True)
class DoTemplate:
    """Undo or redo the last edit of a template or, in a conflict, keep the draft or take
    the file.
    """

    file: str
    what: Literal["undo", "redo", "draft", "disk"]


# ---------------------------------------------------------------- to the page


@said("opened")
@dataclass(frozen=True)
class Opened:
    """Facts that stay the same while the studio is open. `file` is the name of cards.yaml; `copies`
    the folder that a first save makes; `targets` names the export targets of the game.
    """

    title: str
    folder: str
    file: str
    copies: str | None
    papers: list[str]
    languages: list[str]
    features: list[str] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Splice:
    """The part of a text from `start` to `end` that is replaced; places are counted in UTF-16
    units, as in JavaScript.
    """

    start: int
    end: int
    text: str


@said("draft")
@dataclass(frozen=True)
class DraftText:
    """The state of the draft: its text with a number, whether it is saved, and what can be undone.

    `seq` is the last edit of this page that it contains. `text` is None if the page itself typed
    it, or if `change` says how it differs from the text that was sent last.
    """

    seq: int
    number: int
    text: str | None
    is_saved: bool
    can_undo: bool
    can_redo: bool
    change: Splice | None = None


@dataclass(frozen=True)
class Column:
    """A field of a kind or a table for editing in the grid. `sort` is its type of field; `options`
    its words.
    """

    name: str
    sort: str
    options: list[str] = field(default_factory=list)
    is_list: bool = False
    is_optional: bool = False
    default: str | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Row:
    """An entry of a kind or a table: the values that it states, as text."""

    id: str
    cells: dict[str, str]


@said("grid")
@dataclass(frozen=True)
class Grid:
    """A kind or a table as rows and columns; without `columns`, it no longer exists."""

    section: Section
    name: str
    columns: list[Column]
    rows: list[Row]


@said("rows")
@dataclass(frozen=True)
class Rows:
    """The rows of a long grid that have changed; everything else in it is as before."""

    section: Section
    name: str
    rows: list[Row]


@dataclass(frozen=True)
class Shelf:
    """A card's place on the wall. Sizes in millimetres."""

    id: str
    kind: str
    entry: str
    name: str
    copies: int
    back: str | None
    width: float
    height: float
    shape: str
    outline: str
    """The shape with which the page clips it, as CSS; "" for a rectangle. `behind` is the same seen
    from behind.
    """
    behind: str


@said("wall")
@dataclass(frozen=True)
class Wall:
    """All cards in their order; the palette, with which grids show colours; the names of icons."""

    title: str
    cards: list[Shelf]
    palette: dict[str, str]
    icons: list[str]
    fonts: str
    """Rules for the fonts of the faces, as CSS."""
    families: dict[str, str] = field(default_factory=dict)
    """The font behind each name of `fonts:`."""
    choices: list[str] = field(default_factory=list)
    """Other fonts that can be chosen."""


@said("shelves")
@dataclass(frozen=True)
class Shelves:
    """The cards of a large wall that have changed; everything else on it is as before."""

    cards: list[Shelf]


@dataclass(frozen=True)
class Fitted:
    """A text that had to shrink, or does not fit. Sizes in points."""

    field: str
    wanted: float
    used: float
    overflows: bool


@dataclass(frozen=True)
class Picture:
    """A face as SVG, and how its texts fit."""

    card: str
    svg: str
    fits: list[Fitted] = field(default_factory=list)


@said("faces")
@dataclass(frozen=True)
class Faces:
    """Faces that are new or have changed; `is_quick` for the card being edited, ahead of all other
    consequences of the edit.
    """

    seq: int
    faces: list[Picture]
    is_quick: bool = False


@said("card_set")
@dataclass(frozen=True)
class CardSet:
    """The cards that tables with this key are played with, if they look different from those on the
    wall; otherwise empty.
    """

    key: str
    cards: list[Shelf]
    faces: list[Picture]


@dataclass(frozen=True)
class Fault:
    """A problem and its place: `at` is section, kind or table, entry and field, as far as they
    apply.
    """

    severity: Literal["error", "warning", "note"]
    code: str
    message: str
    hint: str | None = None
    file: str | None = None
    line: int = 0
    column: int = 0
    length: int = 0
    card: str | None = None
    at: list[str] = field(default_factory=list)


@said("problems")
@dataclass(frozen=True)
class ProblemList:
    """All problems of the draft.

    `is_stale` if the draft is not a game: the faces are then those of the last draft that was one.
    If only some cells are faulty, `pale` names the cards that they affect, and all others are up to
    date; otherwise it is None.
    """

    seq: int
    problems: list[Fault]
    is_stale: bool
    ms: float = 0.0
    pale: list[str] | None = None


@dataclass(frozen=True)
class Translated:
    """A text and its translation: `missing` if there is none yet, `stale` if the original has
    changed from what it `was`.
    """

    key: list[str]
    original: str
    text: str
    state: State
    was: str


@said("translation")
@dataclass(frozen=True)
class Translation:
    """A translation being edited. `conflict`: the difference, if its file was changed elsewhere in
    the meantime.
    """

    lang: str
    file: str
    texts: list[Translated]
    faults: list[str]
    is_saved: bool
    can_undo: bool
    can_redo: bool
    conflict: str | None


@said("template_list")
@dataclass(frozen=True)
class TemplateList:
    """The templates of a card: its own first, then the game's shared ones."""

    card: str
    files: list[str]


@said("template")
@dataclass(frozen=True)
class Template:
    """The text of a template being edited; None if the page has it. `conflict`: the difference, if
    its file was changed elsewhere in the meantime.
    """

    file: str
    number: int
    text: str | None
    is_saved: bool
    can_undo: bool
    can_redo: bool
    conflict: str | None


@said("origins")
@dataclass(frozen=True)
class Origins:
    """A face in which each element names the template and the line that drew it."""

    card: str
    svg: str


@dataclass(frozen=True)
class Attribute:
    """An attribute as a template writes it; `is_computed` if the template computes the value."""

    name: str
    value: str
    is_computed: bool


@said("element_found")
@dataclass(frozen=True)
class ElementFound:
    """How a template writes an element of a face, or why this is unknown."""

    file: str
    line: int
    name: str
    attributes: list[Attribute]
    fault: str | None = None


@said("translated_face")
@dataclass(frozen=True)
class TranslatedFace:
    """A card in another language, with how its texts fit."""

    lang: str
    face: Picture


@said("languages_there")
@dataclass(frozen=True)
class Languages:
    """The current languages of the game, its own first."""

    languages: list[str]


@said("csv")
@dataclass(frozen=True)
class Csv:
    """The cards of a kind as CSV, with a file name."""

    file: str
    text: str


@said("conflict")
@dataclass(frozen=True)
class Conflict:
    """How the file differs from the draft, if it was changed elsewhere while the draft has unsaved
    edits; empty if the file is no longer text. None: settled.
    """

    diff: str | None
    is_gone: bool = False


@said("remark")
@dataclass(frozen=True)
class Remark:
    """A remark for the user to read once."""

    text: str
    is_fault: bool = False


@said("changed")
@dataclass(frozen=True)
class Changed:
    """The cards that differ from the earlier state: new, changed, back, more or fewer, by id;
    `gone` are the names of cards that no longer exist.
    """

    of: str
    cards: dict[str, str]
    gone: list[str]
    fault: str | None = None


@dataclass(frozen=True)
class PrintedSheet:
    """One page of a file to print; its picture is fetched by number."""

    number: int
    file: str
    page: int
    width: float
    height: float


@said("printed")
@dataclass(frozen=True)
class Printed:
    """The requested sheets; `files` are those that were written, by their paths within the game's
    folder.
    """

    sheets: list[PrintedSheet]
    files: list[str]
    problems: list[Fault]
    asked: Sheets | None = None


@said("exported")
@dataclass(frozen=True)
class Exported:
    """The files that an export wrote, by paths within the game's folder, and its warnings."""

    target: str
    files: list[str]
    warnings: list[str]


@said("linted")
@dataclass(frozen=True)
class LintFindings:
    """Problems that only show on paper."""

    findings: list[Fault]


@dataclass(frozen=True)
class BarField:
    """The number of cards in a pile with each value of a field; `average` is for numbers."""

    field: str
    values: list[tuple[str, int]]
    average: float | None


@dataclass(frozen=True)
class PileBars:
    """A pile: a deck, or all cards of a component or kind."""

    name: str
    cards: int
    is_deck: bool
    fields: list[BarField]


@said("piles")
@dataclass(frozen=True)
class Piles:
    """The contents of the game's piles, decks first."""

    piles: list[PileBars]


@dataclass(frozen=True)
class FormulaProblem:
    """A fault in a question: the field of the form, and the part of its text from `column` (from
    0); `length` 0 means all of it.
    """

    part: str
    message: str
    hint: str
    column: int
    length: int


@dataclass(frozen=True)
class Chance:
    """A chance after a turn: for a condition `chance`, None if the given facts are impossible; for
    a number the chance of each value, and the average.

    If there were too many combinations to count, they are estimated from `samples` random draws (0
    if exact), and may be off by `margin`, 95 times in 100; by 1 if the given facts were in none.
    """

    turn: int
    cards: int
    chance: float | None
    exact: str
    values: list[tuple[int, float]]
    average: float | None
    samples: int
    margin: float


@said("chances")
@dataclass(frozen=True)
class Chances:
    """The answer to the question with this number, or the fault in it."""

    number: int
    turns: list[Chance]
    problems: list[FormulaProblem]


@dataclass(frozen=True)
class Noted:
    """A note. `is_changed`: its card looks different now, or no longer exists; `is_now`: the game
    has the same numbers as at the time.
    """

    number: int
    text: str
    who: str
    date: str
    version: str
    card: str
    record: str
    move: int
    seat: int
    is_changed: bool
    is_now: bool


@said("notes")
@dataclass(frozen=True)
class NoteList:
    """All notes, oldest first."""

    notes: list[Noted]


@said("kept")
@dataclass(frozen=True)
class Kept:
    """The page's note has been saved."""


@dataclass(frozen=True)
class Judged:
    """A finding of a check. `game` names a game that shows it, to be watched; empty if there is
    none.
    """

    verdict: Literal["fault", "warning", "unsure", "untested", "ok"]
    name: str
    silenced: str | None
    game: str
    fault: Fault


@said("checked")
@dataclass(frozen=True)
class Checked:
    """The findings of a check of the text `seq`, most serious first; `ok` counts the checks that
    passed, `untested` those whose players no trained adversary has faced.
    """

    seq: int
    level: str
    judged_by: str
    ok: int
    untested: int
    findings: list[Judged]
