"""A game made from a spreadsheet: a kind for each sheet, components, first templates and backs. It
builds at once.

In: a folder's path and the sheets of a file. Out: the files of the game. The cards are written by
the same import that later reads the sheet again, so a second import changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, cycle, islice, product, starmap
from pathlib import Path, PurePosixPath
from typing import Any

from generator.cells.headings import MOST_COPIES, WORDS, field_name, means_notes
from generator.cells.importing import plan_import, read_cards
from generator.cells.markup import icons_in
from generator.cells.messages import TOO_MANY_CARDS
from generator.cells.parts import SheetTable, tables_in
from generator.cells.proposing import (
    ProposedField,
    ProposedKind,
    kind_text,
    propose_kind,
    with_types,
)
from generator.cells.spreadsheets import Worksheet, column_letters, read_sheets
from generator.cells.tables import as_words, cell_at, describe, filled, is_empty, plain_text
from generator.data.fieldtypes import TYPE_NAMES, free_name, slug
from generator.data.files import is_file_within, path_within, reading
from generator.data.game import Game, Record
from generator.data.loading import GAME_FILE, IMAGE_ENDINGS, load_game
from generator.data.opening import read_file
from generator.data.patching import format_key, format_value
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.face.fonts import Font, FontBook, script_not_set
from generator.face.images import MOST_BYTES, ImageFault, read_image
from generator.face.press import Press
from generator.job import messages as say
from generator.job.deckart import with_art
from generator.job.deckfaces import (
    COLOUR_OF,
    COLOURS,
    FaceRoom,
    Letters,
    back_for,
    icon_for,
    parts_of,
    rooms,
    template_for,
)
from generator.job.starting import title_of

_MOST_LOOKED_AT = 10_000  # files in the folders beside a spreadsheet
_NO_DECKS = frozenset(
    [
        "readme",
        "read_me",
        "notes",
        "note",
        "info",
        "about",
        "instructions",
        "changelog",
        "changes",
        "legend",
        "key",
        "todo",
        "log",
        "history",
        "help",
        "index",
        "contents",
        "rules",
        "settings",
        "lists",
        "data_validation",
        "notizen",
        "hinweise",
        "legende",
        "anleitung",
        "liesmich",
        "regeln",
        "lisez_moi",
        "notice",
        "remarques",
        "legende",
        "regles",
        "notas",
        "leyenda",
        "instrucciones",
        "reglas",
        "note",
        "istruzioni",
        "legenda",
        "regole",
        "uwagi",
        "instrukcja",
        "notatki",
        "zasady",
        "components",
    ]
)
"""Names of sheets that hold no cards."""
_JOINER = "\u200d"
_OF_SIGNS = (_JOINER, "\ufe0e", "\ufe0f", "\u20e3", *map(chr, range(0x1F3FB, 0x1F400)))
"""Letters that change the sign before them."""
_OF_ROOM = ("text-overflow", "text-small", "text-outside", "mark-over-text", "mark-over-art")
"""What another layout may cure."""
_GENERIC = re.compile(r"(sheet|tabelle|feuil|feuille|hoja|foglio|arkusz|table|page|blatt)_?\d*")


@dataclass
class SheetDeck:
    """The files of a new game by their names, the number of cards of each kind, and remarks about
    them.
    """

    files: dict[str, bytes]
    kinds: dict[str, int]
    remarks: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def sheets_of(file: Path, encoding: str | None = None) -> list[Worksheet]:
    """Read a spreadsheet. Raises ProblemError if it cannot be read."""
    with reading():
        return read_sheets(file, str(file), WORDS, encoding)


def deck_of(
    folder: Path, file: Path, sheets: Sequence[Worksheet], name: str | None = None
) -> SheetDeck:
    """Make a game from the sheets of a file, without writing it yet. Its title is made from `name`,
    by default that of its folder.

    Pictures that the cells name are looked up beside the file. Raises ProblemError if no sheet has
    cards, or cells contain nothing that can be imported, ValueError if the folder's name makes no
    title.
    """
    title, _ = title_of(folder, name)
    remarks = list[str]()

    below = _Below(file.parent)

    def is_picture(name: str) -> bool:
        return _picture(file.parent, name, below) is not None

    kinds = _kinds(file, sheets, is_picture, remarks)
    if not kinds:
        raise ProblemError.of(say.NO_CARDS_IN_SHEET(), Place(file.name))

    def found(name: str) -> str:
        return next(filter(is_picture, (name + ending for ending in ("", *IMAGE_ENDINGS))), "")

    for at, kind in enumerate(kinds):
        if not _has_picture(kind):
            kinds[at], told = with_art(kind, found)
            remarks += filter(None, [told])
            remarks += _without_pictures(kinds[at], file)
    pictures = {
        name: read_file(path, file.parent, MOST_BYTES)
        for name, path in _pictures(file.parent, kinds, below)
    }
    drawn = icons_in(
        text
        for kind in kinds
        for column in kind.fields
        for text in column.cells
        if isinstance(text, str)
    )
    files = {
        f"templates/icons/{name}.svg": icon_for(number).encode()
        for number, name in enumerate(drawn)
    } | pictures
    if drawn:
        remarks.append(f"first icons, drawn in templates/icons: {', '.join(drawn)}")
    for one in (column for kind in kinds for column in kind.fields):
        if one.alike and one.name != "name":
            remarks.append(
                f"'{one.label}' has {' and '.join(one.alike)}, which may mean the same: if so, write "
                "them alike in the spreadsheet"
            )
    ratios = {
        kind.kind: _usual_ratio(read_file(path, file.parent, MOST_BYTES) for _, path in own)
        for kind in kinds
        if (own := _pictures(file.parent, [kind], below))
    }
    with tempfile.TemporaryDirectory() as home:
        return _built(Path(home), title, kinds, files, remarks, ratios)


def _without_pictures(kind: ProposedKind, file: Path) -> Iterator[str]:
    """Say that hardly any picture that a column names is there."""
    for column in kind.fields:
        if column.names_pictures and not kind.art:
            yield (
                f"some pictures of '{column.label}' are not beside {file.name}, so cards of "
                f"'{kind.kind}' have no pictures yet"
            )
            return


def _usual_ratio(pictures: Iterable[bytes]) -> float | None:
    """Return the middle one of the pictures' widths by their heights; None if there are no pixels
    to tell it from.
    """
    ratios = list[float]()
    for raw in pictures:
        with contextlib.suppress(ImageFault):
            image = read_image(raw)
            ratios.append(image.width_px / image.height_px)
    return sorted(ratios)[len(ratios) // 2] if ratios else None


# ---------------------------------------------------------------- kinds


def _kinds(
    file: Path, sheets: Sequence[Worksheet], is_picture: Callable[[str], bool], remarks: list[str]
) -> list[ProposedKind]:
    """Propose a kind for each sheet that holds cards."""
    kinds, taken, passed = list[ProposedKind](), {"back"}, list[str]()
    for sheet in sheets:
        if sheet.is_hidden or (len(sheets) > 1 and field_name(sheet.name) in _NO_DECKS):
            passed.append(sheet.name)
            continue
        parts = tables_in(sheet)
        for number, part in enumerate(parts, 1):
            is_alone = len(sheets) == len(parts) == 1
            name = _kind_name(file, part, is_alone, taken)
            proposed = propose_kind(name, part.sheet, is_picture)
            if proposed is None or not (is_alone or _is_deck(proposed)):
                passed.append(part.title or sheet.name)
                continue
            _refuse_too_many(proposed)
            taken.add(name)
            own = replace(proposed.settings, sheet=_said_sheet(file, sheet, name))
            if len(parts) > 1:
                own = replace(own, sheet=sheet.name or file.stem, part=number)
            kinds.append(replace(proposed, settings=own))
    if passed and kinds:
        remarks.append(f"not read: {', '.join(passed)}")
    hidden = list(map(as_words, chain.from_iterable(map(_hidden_headings, kinds))))
    if hidden:
        remarks.append(
            f"hidden in the spreadsheet, so ignored: {', '.join(hidden)}; `import: {{ignore: …}}` "
            "in cards.yaml sets this"
        )
    notes = [as_words(one) for kind in kinds for one in kind.outline.headings if means_notes(one)]
    ignored = set[str]().union(*(kind.settings.ignore for kind in kinds))
    if told := [one for one in notes if one in ignored and one not in hidden]:
        listed = ", ".join(told)
        remarks.append(
            f"notes, so ignored: {listed}; `import: {{ignore: …}}` in cards.yaml sets this"
        )
    remarks += map("ignored, because its column has no heading: {}".format, _unheaded(kinds))
    return kinds


def _refuse_too_many(kind: ProposedKind) -> None:
    """Raise ProblemError for more rows than a component may have cards, before all are read."""
    rows = kind.outline.cards
    if len(rows) > MOST_COPIES and kind.count > MOST_COPIES:
        message = TOO_MANY_CARDS(name=kind.kind, most=MOST_COPIES, count=kind.count)
        last = (0, rows[-1]) if kind.settings.turned else (rows[-1], 0)
        raise ProblemError.of(message, kind.sheet.place(*last))


def _unheaded(kinds: Iterable[ProposedKind]) -> Iterator[str]:
    """Name the first cell of each column that is ignored because it has no heading."""
    for kind in kinds:
        for column in range(max(map(len, kind.sheet.rows))):
            is_headed = not is_empty(cell_at(kind.outline.headings, column))
            if is_headed or column_letters(column) not in kind.settings.ignore:
                continue
            cells = ((row, cell_at(cells, column)) for row, cells in enumerate(kind.sheet.rows))
            row, cell = next((row, cell) for row, cell in cells if not is_empty(cell))
            yield f"{kind.sheet.place(row, column)}, {describe(cell)}"


def _hidden_headings(kind: ProposedKind) -> list[object]:
    """List the headings of the columns that are ignored because they are hidden."""
    hidden = []
    for column, heading in enumerate(kind.outline.headings):
        if column in kind.sheet.hidden and as_words(heading) in kind.settings.ignore:
            hidden.append(heading)
    return hidden


def _is_deck(proposed: ProposedKind) -> bool:
    """Return whether a sheet among others holds cards: it names them, or has several columns and
    rows.
    """
    outline = proposed.outline
    if outline.head is None or (proposed.title is None and len(outline.cards) <= 2):
        return False
    return sum(map(bool, (field.texts for field in proposed.fields))) > 1


def _kind_name(file: Path, part: SheetTable, is_alone: bool, taken: Collection[str]) -> str:
    """Name a kind after its table's title, its sheet, or its file if the sheet has a name that any
    has.
    """
    name = field_name(part.title or part.sheet.name)
    if not name or (is_alone and _GENERIC.fullmatch(name)):
        name = field_name(file.stem) or "card"
    name = f"{name}_cards" if _is_special(name) else name
    return free_name(name, taken)


def _is_special(name: str) -> bool:
    """Return whether a name means something else in cards.yaml: a type of fields, or what YAML
    takes for no text.
    """
    return name in TYPE_NAMES or format_key(name) != name or format_value(name) != name


def _said_sheet(file: Path, sheet: Worksheet, kind: str) -> str:
    """Return the name of the sheet, or of the file, if import would not find the kind's sheet by
    the kind's own name.
    """
    name = sheet.name or file.stem
    return "" if slug(name) == slug(kind) else name


@dataclass
class _Below:
    """The pictures beside a file, and in the folders there down to two levels, by their names
    without capitals, spaces and dashes; None for a name that several have.
    """

    folder: Path

    @cached_property
    def pictures(self) -> dict[str, Path | None]:
        beside = self.within(["*"])
        return self.within(["*/*", "*/*/*"]) | beside

    def within(self, patterns: Iterable[str]) -> dict[str, Path | None]:
        """Find the pictures whose paths match one of some patterns."""
        found = dict[str, Path | None]()
        paths = (path for pattern in patterns for path in self.folder.glob(pattern))
        for path in islice(paths, _MOST_LOOKED_AT):
            within, name = path.relative_to(self.folder).parts, _alike(path.name)
            if any(part.startswith(".") for part in within) or not name.endswith(IMAGE_ENDINGS):
                continue
            if len(within) == 1 or not (self.folder / within[0] / GAME_FILE).exists():
                found[name] = None if name in found else path
        return found


def _alike(name: str) -> str:
    """Return what remains of a file's name if capitals, spaces and dashes do not matter."""
    stem, dot, ending = name.rpartition(".")
    return f"{slug(stem) or stem}{dot}{ending}".lower()


def _picture(folder: Path, name: str, below: _Below) -> Path | None:
    """Find the picture that a cell names, beside the file; or, if it names no folder, in one of the
    folders beside it.
    """
    name = name.strip()
    if not name.lower().endswith(IMAGE_ENDINGS) or len(name) > 250:
        return None
    if "://" in name or PurePosixPath(name).is_absolute():
        return None
    if is_file_within(folder, name, folder):
        return path_within(folder, name, folder)
    inner = below.pictures.get(_alike(name))
    if inner is None or "/" in name or "\\" in name:
        return None
    return path_within(folder, inner.relative_to(folder).as_posix(), folder)


def pictures_beside(sheet: Path, names: Iterable[str]) -> dict[str, Path]:
    """Find the pictures that cells of a spreadsheet name, beside its file."""
    folder = sheet.parent
    below = _Below(folder)
    found = {name: _picture(folder, name, below) for name in names}
    real = folder.resolve()
    return {name: folder / path.relative_to(real) for name, path in found.items() if path}


def _pictures(folder: Path, kinds: Iterable[ProposedKind], below: _Below) -> list[tuple[str, Path]]:
    """List the pictures that cells name, by the names that the game has for them. Those named
    after cards count only if no other column names pictures.
    """
    columns: list[tuple[Iterable[object], str]] = [(kind.art, "") for kind in kinds]
    for kind in kinds:
        is_of_pictures = bool(kind.art)
        for column in kind.fields:
            if column is not kind.title and (column.sort == "image" or column.ending):
                columns.append((column.cells, column.ending))
                is_of_pictures = True
            is_of_pictures = is_of_pictures or column.names_pictures
        if kind.title is not None and kind.title.ending and not is_of_pictures:
            columns.append((kind.title.cells, kind.title.ending))
    names: list[str] = []
    for cells, ending in columns:
        names += [plain_text(str(cell)) + ending for cell in filled(cells)]
    pictures = []
    for name in dict.fromkeys(names):
        path = _picture(folder, name, below)
        if path is not None:
            pictures.append((name, path))
    return pictures


# ---------------------------------------------------------------- the game


@dataclass
class _DrawnKind:
    """A kind of the new game, and how its cards are drawn."""

    kind: ProposedKind
    group: ProposedField | None
    """The field whose words give the cards their colours."""
    table: str
    """The table of these words; empty without a group."""
    colour: str
    """The colour of cards without a group, and of backs."""
    room: FaceRoom
    unset: dict[str, set[str]] = field(default_factory=dict)
    """The cards with letters that the game's fonts lack, by their fields."""
    signs: list[str] = field(default_factory=list)
    """The signs that the game's fonts lack."""

    @property
    def name(self) -> str:
        return self.kind.kind


def _drawn(kinds: Sequence[ProposedKind]) -> list[_DrawnKind]:
    """Give each kind a colour, the airiest layout and, if it has groups, a table of them with a
    name of its own.
    """
    taken = {*TYPE_NAMES, "back", *(kind.kind for kind in kinds)}
    drawn = list[_DrawnKind]()
    for kind, colour in zip(kinds, cycle(COLOURS), strict=False):
        group, table = _group_of(kind), ""
        if group is not None:
            is_free = group.name not in taken and not _is_special(group.name)
            table = free_name(group.name if is_free else f"{kind.kind}_{group.name}", taken)
            taken.add(table)
            kind = with_types(kind, {group.name: table + group.type.removeprefix("line")})
        drawn.append(_DrawnKind(kind, group, table, colour, rooms(_has_picture(kind))[0]))
    return drawn


def _built(
    home: Path,
    title: str,
    kinds: Sequence[ProposedKind],
    files: dict[str, bytes],
    remarks: list[str],
    ratios: Mapping[str, float | None],
) -> SheetDeck:
    """Write the game into a folder that no one keeps, draw it, and choose for each kind the airiest
    layout that all its cards fit.
    """
    drawn = _drawn(kinds)
    fonts = list(starmap(FontBook().find, (("serif", 700), ("sans-serif", 400))))

    def can_print(text: str) -> bool:
        return not _lacking(text, fonts)

    def written() -> dict[str, bytes]:
        own = dict(files)
        for one in drawn:
            parts = parts_of(one.kind, one.group.name if one.group else None)
            letters = Letters(can_print, one.unset, one.signs)
            ratio = ratios.get(one.name)
            text = template_for(one.kind, parts, one.room, one.colour, letters, ratio)
            own[f"templates/{one.name}.svg.j2"] = text.encode()
        for room in dict.fromkeys(one.room for one in drawn):
            own[f"templates/{_back_of(room)}.svg.j2"] = back_for(room.width, room.height).encode()
        return own

    problems = Problems()
    content = _game_text(title, drawn).encode()
    _write(home, written() | {GAME_FILE: content})
    plan = plan_import(
        read_cards(home / GAME_FILE, Problems()),
        {one.name: one.kind.sheet for one in drawn},
        problems,
        counts=True,
        escapes=True,
    )
    game = load_game(home / GAME_FILE, Problems(), plan.content)
    for one in drawn:
        one.unset, one.signs = _unset(game, one.kind, fonts)
    if any(one.unset or one.signs for one in drawn):
        remarks.append(
            "the fonts that come with the tool lack some letters on these cards: name a font "
            "that has them under `fonts:` in cards.yaml"
        )
    cards_text = plan.content.decode()
    for one in drawn:
        room = one.room = _best_room(home, one, cards_text, written)
        what = [f"are {room.size}"] if room.size else []
        what += ["show no pictures"] if _has_picture(one.kind) and not room.has_picture else []
        if what:
            remarks.append(f"{one.name}: so that all texts fit, the cards {' and '.join(what)}")
    content = _with_sizes(cards_text, drawn).encode()
    own = written() | {GAME_FILE: content}
    return SheetDeck(
        own, {kind.kind: len(kind.listed) for kind in plan.kinds}, remarks, list(problems)
    )


def _write(home: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _best_room(
    home: Path, one: _DrawnKind, cards_text: str, written: Callable[[], dict[str, bytes]]
) -> FaceRoom:
    """Find the airiest layout in which all cards of a kind are drawn without a problem, or the one
    with the fewest.
    """
    best, fewest = one.room, None
    for room in rooms(_has_picture(one.kind)):
        one.room = room
        content = _with_sizes(cards_text, [one]).encode()
        _write(home, written())
        game = load_game(home / GAME_FILE, Problems(), content)
        press = Press(game)
        for card in game.of_kind(one.name):
            press.stamp(card)
        count = sum(problem.code in _OF_ROOM for problem in press.problems)
        if fewest is None or count < fewest:
            best, fewest = room, count
        if not count:
            break
    return best


def _has_picture(kind: ProposedKind) -> bool:
    return bool(kind.art) or any(one.sort == "image" or one.ending for one in kind.fields)


def _back_of(room: FaceRoom) -> str:
    return "back" if not room.size else f"back-{int(room.width)}"


_GROUPING = re.compile(
    "type|typ|suit|faction|colou?r|class|kind|farbe|couleur|color|colore|kolor|frak|gild"
)
"""Words in the names of fields that divide cards into groups."""


def _group_of(kind: ProposedKind) -> ProposedField | None:
    """Find the field whose few words give the cards their colours: each applies to two cards on
    average, equal rows counting as one.
    """
    columns = [list(map(str, one.cells)) for one in kind.fields]
    cards = len(set(zip(*columns, strict=True)))
    grouping = list[ProposedField]()
    for proposed in kind.fields:
        if proposed.name == "name" or not 0 < 2 * len(proposed.groups) <= cards:
            continue
        if _GROUPING.search(proposed.name):
            return proposed
        grouping.append(proposed)
    return grouping[0] if grouping else None


def _colours_of(words: Sequence[str]) -> list[str]:
    """Choose a colour for each of some groups: the one that its name means, or else one that no
    other has.
    """
    meant = list(map(_colour_meant, words))
    preferred = sorted(COLOURS, key=meant.__contains__)
    colours = list[str]()
    for colour in meant:
        if colour is None or colour in colours:
            unused = (other for other in preferred if other not in colours)
            colour = next(unused, next(iter(COLOURS)))
        colours.append(colour)
    return colours


def _colour_meant(word: str) -> str | None:
    """Return the colour that the first part of a name means, such as that of 'Fire Mages'."""
    return COLOUR_OF.get(slug(word, " ").split()[0])


def _game_text(title: str, drawn: Sequence[_DrawnKind]) -> str:
    """Write a cards.yaml without cards."""
    lines = [
        "# yaml-language-server: $schema=cards.schema.json",
        (
            "# `emporium-pnp build` prints it. `emporium-pnp import` reads the spreadsheet again "
            "when it has changed."
        ),
        "",
        "game:",
        f"  title: {json.dumps(title, ensure_ascii=False)}",
        "  version: 0.1.0",
        "",
        "palette:",
        '  ink: "#22252B"',
        '  paper: "#FBF7EC"',
        *(f'  {name}: "{colour}"' for name, colour in COLOURS.items()),
        "",
        "fonts:",
        "  display: Source Serif Pro",
        "  text: Source Sans Pro",
        "",
    ]
    tables = list[str]()
    for one in drawn:
        if one.group is None:
            continue
        words = one.group.groups
        tables += [f"  {one.table}:", "    fields: {name: line, colour: colour}", "    rows:"]
        for word, colour in zip(words, _colours_of(words), strict=True):
            row = f"{{name: {format_value(word)}, colour: {colour}}}"
            tables.append(f"      {_key(slug(word))}: {row}")
    if tables:
        lines += ["# Groups of cards, and their colours.", "tables:", *tables, ""]
    lines += [
        "# Every kind of card has a template in templates/ and the fields it needs.",
        "kinds:",
    ]
    for one in drawn:
        lines.append(kind_text(one.kind, template=f"{one.name}.svg.j2"))
    lines += ["  back:", "    template: back.svg.j2", "    fields: {colour: colour}", "    cards:"]
    lines += [f"      {_back_id(one.kind)}: {{colour: {one.colour}}}" for one in drawn]
    lines += ["", "# What is in the box, and how many copies.", "components:"]
    for one in drawn:
        label = one.name.replace("_", " ").capitalize()
        lines.append(
            f"  {_key(one.name)}: {{name: {format_value(label)}, of: {one.name}, back: "
            f"{_back_id(one.kind)}, count: 1}}"  # the import of the cards counts them
        )
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    """Write a key of cards.yaml, in quotes if YAML would take it for something else than a text."""
    return format_value(name)


def _back_id(kind: ProposedKind) -> str:
    return f"{kind.kind.replace('_', '-')}-back"


def _with_sizes(text: str, drawn: Sequence[_DrawnKind]) -> str:
    """Give kinds whose cards are larger than usual their sizes, and backs of these."""
    for one in drawn:
        room = one.room
        if not room.size:
            continue
        own = f"  {one.name}:\n    template: {one.name}.svg.j2\n"
        text = text.replace(own, f"{own}    size: {room.size}\n", 1)
        name, line = (
            _back_of(room),
            re.search(rf"\n      {re.escape(_back_id(one.kind))}: (.*)", text),
        )
        assert line is not None
        text = text.replace(line[0], "", 1)
        head = (
            f"\n  {name.replace('-', '_')}:\n    template: {name}.svg.j2\n    size: {room.size}\n  "
            f"  fields: {{colour: colour}}\n    cards:"
        )
        if head in text:
            text = text.replace(head, f"{head}{line[0]}", 1)
        else:
            text = text.replace(
                "\n\n# What is in the box", f"{head}{line[0]}\n\n# What is in the box", 1
            )
    empty = "  back:\n    template: back.svg.j2\n    fields: {colour: colour}\n    cards:\n"
    return re.sub(re.escape(empty) + r"(?!      )", "", text)


# ---------------------------------------------------------------- letters


def _lacking(text: str, fonts: Iterable[Font]) -> bool:
    """Return whether a text has letters that cannot be set in all of some fonts."""
    return any(map(script_not_set, text)) or any(font.missing(text) for font in fonts)


def _without_signs(text: str, fonts: Iterable[Font]) -> tuple[str, list[str]]:
    """Take the emoji and other signs that fonts lack out of a text, and list them."""
    kept, signs, fonts = "", list[str](), list(fonts)
    follows, joins = False, False  # whether a letter belongs to the sign before it
    for letter in text:
        if follows and (joins or letter in _OF_SIGNS):
            signs[-1] += letter
            joins = letter == _JOINER
        elif unicodedata.category(letter) == "So" and _lacking(letter, fonts):
            signs.append(letter)
            follows, joins = True, False
        else:
            kept, follows, joins = kept + letter, False, False
    return kept, signs


def _words_of(value: Any) -> str:
    """Return what a value says on a card, if it is a text or a group."""
    said = value.name if isinstance(value, Record) else value
    return said if isinstance(said, str) else ""


def _unset(
    game: Game, kind: ProposedKind, fonts: Sequence[Font]
) -> tuple[dict[str, set[str]], list[str]]:
    """List, by their fields, the cards whose values cannot be set in the game's fonts, single
    signs aside; and these signs, the longest first.
    """
    unset, signs = defaultdict[str, set[str]](set), set[str]()
    for card, one in product(game.of_kind(kind.kind), kind.fields):
        text, own = _without_signs(_words_of(card.record[one.name]), fonts)
        signs.update(own)
        if _lacking(text, fonts):
            unset[one.name].add(card.id)
    return unset, sorted(signs, key=lambda sign: (-len(sign), sign))
