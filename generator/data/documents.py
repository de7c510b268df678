"""The form of one cards.yaml: its tables, kinds and components depend on the file's own content.

In: an outline of the file, and the contents of its folder. Out: a sort of Section.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.data.fieldtypes import (
    HEX_PATTERN,
    PLAIN_TYPES,
    TEXT_SCHEMA,
    TYPE_NAMES,
    FieldType,
    check_boolean,
    check_choice,
    check_colour,
    check_line,
    check_range,
)
from generator.data.forms import (
    ANYTHING,
    Either,
    Form,
    Key,
    Leaf,
    Listed,
    Mapped,
    Others,
    Section,
    make_section,
)
from generator.data.leaves import (
    AXIS,
    BOOLEAN,
    COUNT,
    DIE_FACES,
    HEX,
    ID,
    LENGTH,
    LINE,
    NAME,
    RULE,
    SCALAR,
    SHAPE,
    SHARE,
    SIZE,
    SPAN,
    TEXT,
    WEIGHT,
    WHEEL,
)
from generator.data.making import NUMBERS, check_each, check_table
from generator.data.outline import Outline
from generator.data.sections import (
    FONT,
    BoxSettings,
    CheckSettings,
    FeedbackSettings,
    GameInfo,
    Inks,
    PaperSettings,
    PlaySection,
    PrintDefaults,
    Ruling,
    SetupSection,
)
from generator.data.source import Node


class Folder(NamedTuple):
    """The contents of a game's folder, for an editor: the names of icons and templates. If they are
    empty, any name is accepted.
    """

    icons: Sequence[str] = ()
    templates: Sequence[str] = ()


NOTHING_KNOWN = Folder()
MOST_NAMED = 500
"""The most names that an editor is given in one place."""


def document_form(outline: Outline, folder: Folder = NOTHING_KNOWN) -> type[Section]:
    """Make the form of a file."""
    kinds = [name for name, is_kind in outline.is_kind.items() if is_kind]
    backs = [i for name in kinds for i in outline.ids[name]]
    card_id = Leaf(check_choice(backs, "unknown-card"), _one_of(backs))
    kind_name = Leaf(check_choice(kinds, "unknown-kind"), {"type": "string", "enum": kinds})
    if not outline.has_kinds:  # already reported, so references to kinds are not another fault
        card_id = kind_name = Leaf(lambda value: value, {"type": "string"})
    component = _component_form(kind_name, card_id, folder)
    style = _style_form(outline)
    hints = _table_hints(outline)
    tables = {}
    for name, is_kind in outline.is_kind.items():
        if not is_kind:
            tables[name] = Key(
                _table_form(name, outline, folder), description=_about_table(name, outline)
            )
    sorts = {
        name: Key(
            _kind_form(name, outline, card_id, folder), description=_about_table(name, outline)
        )
        for name in kinds
    }
    return make_section(
        "Document",
        {
            "game": Key(GameInfo, description="the text on the box: title, version, players, …"),
            "palette": Key(
                Mapped(HEX, key=NAME),
                default={},
                description='your colours by name, each as "#rrggbb" in quotes',
            ),
            "styles": Key(
                Mapped(style, key=NAME),
                default={},
                description="styles for words in texts: {keyword: {colour: ember}} for "
                "[keyword]Flying[/]",
            ),
            "fonts": Key(
                Mapped(FONT, key=ID),
                default={},
                description="names for the fonts that templates use: a family, or its files",
            ),
            "print": Key(PrintDefaults, default=PrintDefaults, description="defaults for `build`"),
            "tables": Key(
                _any_of("Tables", tables),
                default={},
                description="things that cards refer to by name, such as suits: fields and rows",
            ),
            "kinds": Key(
                _any_of("Kinds", sorts),
                description="the kinds of cards, each with its template, its fields and its cards",
            ),
            "components": Key(
                Mapped(component, key=NAME),
                default={},
                description="the contents of the box, with their numbers",
            ),
            "rules": Key(
                Mapped(RULE, key=NAME),
                default={},
                description="the numbers of your rules, for templates, the rulebook and the rules "
                "in "
                "code",
            ),
            "rulings": Key(
                Mapped(Ruling, key=NAME),
                default={},
                description="questions that the rules leave open, with the answers of this edition",
            ),
            "setup": Key(
                SetupSection, default=SetupSection, description="the table when play begins"
            ),
            "play": Key(
                PlaySection,
                default=PlaySection,
                description="how the game is played: its rules as data",
            ),
            "table": Key(hints, default=hints, description="the layout of the studio's table"),
            "words": Key(
                Mapped(TEXT, key=NAME),
                default={},
                description="texts that templates print, by name, so that they can be translated",
            ),
            "check": Key(
                CheckSettings,
                default=CheckSettings,
                description="settings of `check`, and numbers that `tune` leaves alone",
            ),
            "box": Key(
                BoxSettings,
                default=BoxSettings,
                description="the cards that the boxes for decks must hold: sleeves, thickness",
            ),
            "feedback": Key(
                FeedbackSettings, default=FeedbackSettings, description="the form for playtesters"
            ),
            "lint": Key(PaperSettings, default=PaperSettings, description="settings of `lint`"),
            "ink": Key(
                Inks,
                default=Inks,
                description="other colours for `build --ink low` or `--ink grey`",
            ),
        },
    )


_KEPT: dict[str, type[Section]] = {}
_MOST_KEPT = 4  # two sides of a comparison, each before and after an edit


def form_of(outline: Outline, root: Node) -> type[Section]:
    """Make the form of a file, or reuse that of an earlier file with the same palette, ids, fields
    and defaults.
    """
    fields = []
    for section in ("tables", "kinds"):
        for node in root.below(section).items.values():
            fields.append(node.below("fields").data())
    defaults = {name: sorted(keys) for name, keys in outline.defaults.items()}
    key = repr(
        (
            outline.palette,
            outline.ids,
            outline.is_kind,
            outline.has_kinds,
            sorted(outline.shapeless),
            defaults,
            fields,
        )
    )
    form = _KEPT.get(key)
    if form is None:
        if len(_KEPT) >= _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        form = _KEPT[key] = document_form(outline)
    return form


def _component_form(kind_name: Leaf, card_id: Leaf, folder: Folder) -> type[Section]:
    template = Leaf(check_line, _one_of(folder.templates))
    return make_section(
        "Component",
        {
            "name": Key(LINE, description="its name in the list of contents"),
            "count": Key(
                COUNT, description="the number in the box; the cards are counted, copies included"
            ),
            "of": Key(
                kind_name,
                default=None,
                description="the kind of its cards; leave it out for pieces that are not printed, "
                "such "
                "as dice",
            ),
            "where": Key(
                Mapped(SCALAR),
                default={},
                description="which cards of the kind: those with these values",
            ),
            "back": Key(
                card_id,
                default=None,
                description="the id of the card that is the back of all of them",
            ),
            "gutter": Key(
                LENGTH,
                default=None,
                description="the gap between small pieces on the sheet; by default 4 mm",
            ),
            "extra": Key(
                BOOLEAN,
                default=False,
                description="true if it does not count towards `game: cards:`",
            ),
            "about": Key(LINE, default=None, description="a remark for the rulebook"),
            "dice": Key(DIE_FACES, default=None, description="the number of faces of these dice"),
            "dial": Key(
                Mapped(WHEEL, key=ID),
                default={},
                description="the wheels of these dials and the numbers on them: {left: 0..20}",
            ),
            "standee": Key(
                template,
                default=None,
                description="the template that makes its cards standing figures",
            ),
            "both_sides": Key(
                BOOLEAN,
                default=False,
                description="true for pieces with the same print on both sides, such as coins",
            ),
            "braces": Key(
                COUNT,
                default=None,
                description="the number of braces for each of its pieces, folded as a tent",
            ),
            "for_players": Key(
                SPAN, default=None, description="the numbers of players that need it: 5-6, or 4"
            ),
            "each_player": Key(
                BOOLEAN,
                default=False,
                description="true if each player has the same share; `count` is for all players",
            ),
            "pad": Key(
                COUNT,
                default=None,
                description="for sheets to write on: the number of sheets in a printed pad",
            ),
        },
    )


def _style_form(outline: Outline) -> type[Section]:
    colour = check_colour(outline.palette)
    return make_section(
        "TextStyle",
        {
            "colour": Key(
                Leaf(
                    colour,
                    {
                        "type": "string",
                        "anyOf": [{"enum": list(outline.palette)}, {"pattern": HEX_PATTERN}],
                    },
                ),
                default=None,
                description='its colour: a name from the palette, or "#rrggbb"',
            ),
            "weight": Key(
                WEIGHT,
                default=None,
                description="the weight of its letters: regular, semibold, bold or black",
            ),
            "size": Key(
                SHARE, default=1.0, description="its size relative to the words around it: 110%"
            ),
            "italic": Key(BOOLEAN, default=False, description="true for italic letters"),
        },
    )


def _table_hints(outline: Outline) -> type[Section]:
    """Make the form of `table:`."""
    tables = [name for name, is_kind in outline.is_kind.items() if not is_kind]
    docked = Leaf(check_choice(tables, "unknown-table"), _one_of(tables))
    rows = Listed(Listed(ID, least=1))
    return make_section(
        "TableHints",
        {
            "middle": Key(
                rows,
                default=[],
                description="rows of zones in the middle, from the far side to ours: [decks, "
                "heroes]",
            ),
            "seat": Key(rows, default=[], description="rows of zones in front of each player"),
            "docked": Key(
                docked,
                default=None,
                description=(
                    "the table whose `edge` says at which edge of a card another card is placed"
                ),
            ),
        },
    )


def _one_of(names: Collection[str]) -> dict[str, object]:
    """Return the schema for one of several names; for any text if there are none, or too many for
    an editor to stay fast.
    """
    if 0 < len(names) <= MOST_NAMED:
        return {"type": "string", "enum": list(names)}
    return dict(TEXT_SCHEMA)


def _any_of(name: str, sorts: dict[str, Key]) -> Form:
    """Make the form of `tables:` or `kinds:`; if there are none, the JSON Schema accepts
    anything.
    """
    return make_section(name, sorts) if sorts else Mapped(ANYTHING)


def _about_table(name: str, outline: Outline) -> str:
    """Describe a table or a kind of the file in one line, for an editor."""
    fields = ", ".join(outline.fields[name])
    what = f"the kind {name}" if outline.is_kind[name] else f"the table {name}"
    return f"{what}: {fields}" if fields else what


def _about_field(name: str, type_: FieldType, outline: Outline) -> str:
    """Describe the values of a field of the file in one line, for an editor."""
    word = type_.element
    if type_.refers_to:
        one = f"the id of a {'card' if outline.is_kind[word] else 'row'} of {word}"
    elif word == "colour":
        one = 'a name from the palette, or "#rrggbb"'
    elif word in PLAIN_TYPES:
        one = PLAIN_TYPES[word].about
    else:
        one = f"a whole number, {word}" if ".." in word else f"one of {word.replace('|', ',')}"
    many = f"a list ({type_.name.rstrip('?')}) of: {one}" if type_.is_list else one
    return f"{name}: {many}{'; may be left out' if type_.is_optional else ''}"


def _field_words(outline: Outline) -> dict[str, object]:
    """Return the schema of the entries under `fields`: all types, including those of this file."""
    names = [*TYPE_NAMES, *outline.is_kind]
    one = rf"({'|'.join(map(re.escape, names))}|-?[0-9]+\.\.-?[0-9]+|[^\[\]|?]+(\|[^\[\]|?]+)+)"
    pattern = rf"^\s*({one}|\[\s*{one}\s*\](\s*[0-9]+\.\.[0-9]+)?)\s*\??\s*$"
    return {"type": "string", "anyOf": [{"enum": names}, {"pattern": pattern}]}


def _fields_form(name: str, outline: Outline, folder: Folder) -> dict[str, Key]:
    """Make the keys of a row or a card that are fields of the game."""
    keys = {}
    for key, type_ in outline.fields[name].items():
        schema = _one_of(folder.icons) if type_.element == "icon" else type_.json_schema
        form: Form = Leaf(type_.check, schema)
        if type_.is_list:
            form = Listed(form, type_.least, type_.most)
        default = None if type_.is_optional or key in outline.defaults[name] else ...
        keys[key] = Key(form, default, _about_field(key, type_, outline))
    return keys


def _table_form(name: str, outline: Outline, folder: Folder) -> type[Section]:
    fields = _fields_form(name, outline, folder)
    others: Others = "kept" if name in outline.shapeless else "refused"
    row = make_section(f"{name}_row", fields, others=others)
    types = Mapped(Leaf(check_line, _field_words(outline)))
    return make_section(
        name,
        {
            "fields": Key(types, description="the fields of every row, with their types"),
            "import": Key(
                _import_form(name, [*fields, "id"], others),
                default=None,
                description="how `emporium-pnp import` reads a sheet of these rows",
            ),
            "rows": Key(Mapped(row, key=ID), description="the rows by their ids"),
        },
    )


def _kind_form(name: str, outline: Outline, card_id: Leaf, folder: Folder) -> type[Section]:
    fields = _fields_form(name, outline, folder) | {
        "copies": Key(COUNT, default=1, description="the number of copies; by default 1"),
        "back": Key(
            card_id,
            default=None,
            description="the id of the card that is its back; by default that of the component",
        ),
        "art": Key(LINE, default=None, description="a picture file in the game's folder"),
        "size": Key(
            SIZE, default=None, description="the size of this piece, if it is not that of its kind"
        ),
    }
    others: Others = "kept" if name in outline.shapeless else "refused"
    row = make_section(f"{name}_row", fields, others=others)
    optional = {key: replace(said, default=None) for key, said in fields.items()}
    defaults = make_section(f"{name}_defaults", optional, others=others)
    imports = _import_form(name, [*fields, "id"], others)
    types = Mapped(Leaf(check_line, _field_words(outline)))
    template = Leaf(check_line, _one_of(folder.templates))
    return make_section(
        name,
        {
            "template": Key(template, description="the file in templates/ that draws these cards"),
            "reverse": Key(
                template,
                default=None,
                description="the file in templates/ that draws the other side of each of these "
                "cards, "
                "from the same row",
            ),
            "size": Key(
                SIZE,
                default=None,
                description="the size of pieces that are not cards: 120 x 60 mm, or a name such as "
                "tarot",
            ),
            "shape": Key(
                SHAPE,
                default="rectangle",
                description=(
                    "the shape that is cut out: rectangle (the default), round, hex, or an SVG "
                    "path in mm"
                ),
            ),
            "for_each": Key(
                _for_each_form(outline),
                default=None,
                description="a table: each card is made once for each of its rows; or "
                "{rank: 1..12}",
            ),
            "fields": Key(
                types, default={}, description="the fields of these cards, and their types"
            ),
            "defaults": Key(
                defaults, default=defaults, description="values for cards that do not set them"
            ),
            "import": Key(
                imports,
                default=None,
                description="how `emporium-pnp import` reads a sheet of these cards",
            ),
            "cards": Key(Mapped(row, key=ID), description="the cards by their ids"),
        },
    )


def _for_each_form(outline: Outline) -> Either:
    tables = [name for name, is_kind in outline.is_kind.items() if not is_kind]
    table = Leaf(
        check_table(tables),
        {"type": "string", "enum": tables} if tables else TEXT_SCHEMA,
        "each card is made once for each row of this table",
    )
    one = {"type": "string", "anyOf": [{"enum": tables}, {"pattern": f"^{NUMBERS}$"}]}
    axes = Mapped(Leaf(check_each(tables), one), key=AXIS, least=1)
    return Either(_table_or_axes, {"table": table, "axes": axes})


def _import_form(kind: str, names: Collection[str], others: Others) -> type[Section]:
    """Make the form of the `import:` of a kind or table; `names` are the fields to which a column
    can be renamed.
    """
    if others == "kept":
        column = LINE
    else:
        column = Leaf(check_choice(tuple(names), "unknown-column"), _one_of(names))
    return make_section(
        f"{kind}_import",
        {
            "sheet": Key(
                LINE, default=None, description="the name of the sheet, if it differs from the kind"
            ),
            "part": Key(
                Leaf(check_range(1, 100), {"type": "integer", "minimum": 1, "maximum": 100}),
                default=None,
                description="which table of the sheet it is, counted from 1",
            ),
            "turned": Key(
                Leaf(check_boolean, {"type": "boolean"}),
                default=False,
                description="true if each column is a card, and the headings are in the first "
                "column",
            ),
            "sections": Key(
                column,
                default=None,
                description="the field for rows that head the cards below them",
            ),
            "ignore": Key(Listed(LINE), default=[], description="headings in the sheet to ignore"),
            "rename": Key(Mapped(column), default={}, description="the field for each heading"),
            "columns": Key(
                Listed(LINE),
                default=[],
                description="the columns of a sheet without headings, in order",
            ),
        },
    )


def _table_or_axes(said: object) -> str:
    return "axes" if isinstance(said, dict) else "table"
