"""A kind for a sheet that belongs to none: fields that fit its columns, and the settings that an
import needs.

In: a `Worksheet`. Out: a `ProposedKind`, and its text for cards.yaml. `importing` accepts what is
proposed here: both read headings and rows with `headings` and `outlines`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from generator.cells.headings import (
    Column,
    are_counts,
    count_of,
    field_name,
    heading_key,
    means_cost,
    means_flavour,
    means_notes,
    means_text,
    proposed_names,
)
from generator.cells.holders import RESERVED
from generator.cells.outlines import (
    SheetOutline,
    columns_below,
    guessed_outline,
    is_turned,
    section_texts,
)
from generator.cells.settings import KEY, ImportSettings, settings_text
from generator.cells.spreadsheets import Worksheet, column_letters
from generator.cells.tables import (
    NoValue,
    ShownNumber,
    as_words,
    filled,
    filled_at,
    is_empty,
    plain_text,
    value_of,
)
from generator.data.fieldtypes import FieldFault, check_size, free_name, parse_field_type, slug
from generator.data.patching import format_key

IMAGE_ENDINGS = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".pdf")
_LONG = 40
_LONGEST_NAME = 45
_MOST_GROUPS = 8
_Named = tuple[str | None, Column]
"""A column, and the name of its field."""


@dataclass(frozen=True)
class ProposedField:
    """A field for a column: its `label` is the heading as it is written, `texts` are the cells of
    the column, a card each.
    """

    name: str
    type: str
    label: str
    cells: tuple[object, ...]
    ending: str = ""
    """What makes each cell the name of a picture that is there, such as .png."""
    is_art: bool = False
    """Whether the cards have the pictures that the cells name as their `art`."""

    @property
    def sort(self) -> str:
        """The type without the mark of an optional field."""
        return self.type.removesuffix("?")

    @property
    def texts(self) -> list[str]:
        """What the cells say, without those that are empty."""
        return [plain_text(as_words(cell)) for cell in filled(self.cells)]

    @property
    def is_cost(self) -> bool:
        return means_cost(self.label)

    @property
    def is_flavour(self) -> bool:
        return means_flavour(self.label)

    @property
    def names_pictures(self) -> bool:
        """Whether the cells name picture files, which may be missing."""
        present = filled(self.cells)
        return bool(present) and all(map(_is_picture_name, map(str, present)))

    @property
    def groups(self) -> list[str]:
        """The few words that the cells repeat, such as names of factions; empty if they do not form
        groups.
        """
        words = self._words
        if self.type != "line" or not 2 <= len(words) <= min(_MOST_GROUPS, len(self.cells) // 2):
            return []
        if any(len(word) > 24 or "\n" in word for word in words):
            return []
        return words if len(set(map(slug, words)) - {""}) == len(words) else []

    @property
    def _words(self) -> list[str]:
        """The different things that the cells say, in order."""
        return list(dict.fromkeys(plain_text(str(cell)) for cell in filled(self.cells)))

    @property
    def alike(self) -> tuple[str, ...]:
        """The first few of the words that the cells repeat which differ only in capitals or signs,
        such as Wood and wood; empty if there are none.
        """
        ways: dict[str, list[str]] = {}
        for word in self._words if self.sort == "line" else ():
            ways.setdefault(slug(word), []).append(word)
        doubled = [words for key, words in ways.items() if key and len(words) > 1]
        if not doubled or len(ways) > min(_MOST_GROUPS, len(self.cells) // 2):
            return ()
        return tuple(doubled[0][:3])


@dataclass(frozen=True)
class ProposedKind:
    """A kind made for a sheet: its fields, its number of cards including copies, and its import
    settings.
    """

    kind: str
    sheet: Worksheet
    outline: SheetOutline
    fields: tuple[ProposedField, ...]
    count: int
    settings: ImportSettings
    art: tuple[object, ...] = ()
    """The cells of a column `art`, which every kind has."""

    @property
    def title(self) -> ProposedField | None:
        """The field with the names of the cards."""
        return next((field for field in self.fields if field.name == "name"), None)


def propose_kind(
    kind: str,
    sheet: Worksheet,
    is_picture: Callable[[str], bool] = lambda file: False,
    ids: Collection[str] = (),
) -> ProposedKind | None:
    """Propose a kind for a sheet; None if it holds no cards.

    `is_picture` returns whether the game has a picture with a file name; `ids` are those of the
    game's cards.
    """
    if not sheet.is_turned and is_turned(sheet.rows):
        proposed = propose_kind(kind, sheet.turned(), is_picture, ids)
        return proposed and replace(
            proposed, sheet=sheet, settings=replace(proposed.settings, turned=True)
        )
    outline = guessed_outline(sheet.rows, sheet.looks)
    if outline is None or not outline.cards:
        return None
    width = max(len(outline.headings), *(len(sheet.rows[number]) for number in outline.cards))
    gap = (None,) * (width - len(outline.headings))
    outline = replace(outline, headings=(*outline.headings, *gap))
    proposal = _Proposal(kind, sheet, outline, is_picture, ids)
    return proposal.without_headings() if outline.head is None else proposal.with_headings()


@dataclass(frozen=True)
class _Proposal:
    """How a kind is proposed for the cards of a sheet."""

    kind: str
    sheet: Worksheet
    outline: SheetOutline
    is_picture: Callable[[str], bool]
    ids: Collection[str]

    def with_headings(self) -> ProposedKind:
        """Propose a field for each column by its heading."""
        columns = columns_below(self.sheet.rows, self.outline)
        unfit = [role for role in RESERVED if self.is_unfit(role, columns)]
        names = proposed_names(columns, unfit)
        rename = dict[str, str]()
        named = None if "name" in names else _likely_title(names, columns)
        if named is not None:
            names[named] = "name"
            rename[as_words(columns[named].heading)] = "name"
        ignore, notes = list[str](), notes_among(columns)
        keys = [heading_key(column.heading) for column in columns]
        for at, (heading, cells) in enumerate(columns):
            is_field = names[at] not in (None, "name", *RESERVED)
            if is_empty(heading) and filled(cells):
                ignore.append(column_letters(at))
            elif at in {*self.sheet.hidden, *notes} and is_field and keys.count(keys[at]) == 1:
                ignore.append(as_words(heading))
                names[at] = None
            elif (name := names[at]) is not None and not field_name(heading):
                rename.setdefault(as_words(heading), name)
        settings = ImportSettings(tuple(ignore), rename)
        return self.of_columns(list(zip(names, columns, strict=True)), settings)

    def without_headings(self) -> ProposedKind:
        """Propose names for the columns of a sheet without headings."""
        cells = [column.cells for column in columns_below(self.sheet.rows, self.outline)]
        names = [f"field_{number}" for number in range(1, len(cells) + 1)]
        lengths = list(map(_words_a_cell, cells))
        titles = list(map(_may_be_titles, cells))
        if any(titles):
            names[titles.index(True)] = "name"
            lengths[titles.index(True)] = 0
        if max(lengths, default=0) >= 2:
            names[lengths.index(max(lengths))] = "text"
        headings = [name.replace("_", " ").capitalize() for name in names]
        columns = list(zip(names, map(Column, headings, cells), strict=True))
        return self.of_columns(columns, ImportSettings(columns=tuple(names)))

    def of_columns(self, columns: Sequence[_Named], settings: ImportSettings) -> ProposedKind:
        """Propose a kind with the columns that have a name."""
        texts = section_texts(self.sheet.rows, self.outline)
        if any(texts):
            columns, own = self.with_sections(columns, texts)
            settings = replace(settings, sections=own)
        fields = list[ProposedField]()
        for name, column in columns:
            if name is not None and name not in RESERVED:
                fields.append(self.field(name, column))
        if any(map(_is_of_paths, fields)):  # words such as suits may be names of the same pictures
            fields = [one if _is_of_paths(one) else replace(one, ending="") for one in fields]
        cells = {name: column.cells for name, column in columns}
        count = sum(map(_copies, cells.get("copies", texts)))
        art = tuple(cells.get("art", ()))
        return ProposedKind(
            self.kind, self.sheet, self.outline, tuple(fields), count, settings, art
        )

    def field(self, name: str, column: Column) -> ProposedField:
        """Propose a field for a column."""
        heading, cells = column
        type_ = self.guessed_type(cells)
        if name == "name":
            has_lines = "\n" in "".join(_texts(cells))
            type_ = ("text" if has_lines else "line") + _optional(cells)
        elif means_text(heading) or f"_{name}".endswith("_text"):
            type_ = type_.replace("line", "text")
        label = " ".join(as_words(heading).split())
        ending = "" if "text" in type_ else self.ending_of(cells)
        return ProposedField(name, type_, label, tuple(cells), ending)

    def with_sections(
        self, columns: Sequence[_Named], texts: Sequence[object]
    ) -> tuple[list[_Named], str]:
        """Add a column with the section headings, and return its name too."""
        at = self.column_of_sections(columns)
        others, name, heading = list(columns), None, None
        if at is not None:
            name, (heading, _) = others.pop(at)
        own = name or free_name("section", [named for named, _ in columns])
        return [*others, (own, Column(heading or own.capitalize(), texts))], own

    def column_of_sections(self, columns: Sequence[_Named]) -> int | None:
        """Find the column with a heading that contains only section headings."""
        rows = [self.sheet.rows[number] for number in self.outline.sections]
        at, *more = sorted(set[int]().union(*map(filled_at, rows)))
        if more or at >= len(columns) or self.outline.head is None:
            return None
        name, column = columns[at]
        is_free = name not in (None, "name", *RESERVED) and not filled(column.cells)
        return at if is_free else None

    def is_unfit(self, role: str, columns: Sequence[Column]) -> bool:
        """Return whether a column has the name of a field of every kind, but other contents."""
        column = next((one for one in columns if field_name(one.heading) == role), None)
        if column is None or column.is_for_oneself:
            return False
        present = filled(column.cells)
        if role == "copies":
            # a number that no card has as copies, such as 60,000, is a fault of its cell
            is_whole = self.guessed_type(present) == "integer"
            return bool(present) and not are_counts(present) and not is_whole
        texts = [plain_text(as_words(cell)) for cell in present]
        if role == "id":
            return len(set(map(slug, texts)) - {""}) < len(column.cells)
        fits = {"art": self.is_picture, "back": self.ids.__contains__, "size": _is_size}[role]
        return not all(map(fits, texts))

    def guessed_type(self, cells: Sequence[object]) -> str:
        """Guess the type of a field from its cells: a number only if all are shown as plain
        numbers.
        """
        present, optional = filled(cells), _optional(cells)
        if not present:
            return f"line{optional}"
        has_commas = self.sheet.has_decimal_commas
        for word in ("integer", "number", "boolean"):
            type_ = parse_field_type(word, {}, {})
            try:
                if all(_is_plain(cell, value_of(cell, type_, has_commas)) for cell in present):
                    return word + optional
            except FieldFault:
                continue
        texts = [cell.strip() for cell in present if isinstance(cell, str)]
        if len(texts) == len(present) and all(map(self.is_picture, texts)):
            return f"image{optional}"
        is_long = any(len(text) > _LONG or "\n" in text for text in texts)
        return ("text" if is_long else "line") + optional

    def ending_of(self, cells: Sequence[object]) -> str:
        """Find the file ending with which each cell names a picture; empty if there is none."""
        texts = _texts(cells)
        if not texts or len(texts) < len(filled(cells)):
            return ""
        for ending in IMAGE_ENDINGS:
            if all(self.is_picture(text + ending) for text in texts):
                return ending
        return ""


def notes_among(columns: Sequence[Column]) -> list[int]:
    """Find the columns with remarks of the designer, if others have texts."""
    notes, others = list[int](), 0
    for at, (heading, cells) in enumerate(columns):
        if means_notes(heading):
            notes.append(at)
        elif _texts(cells):
            others += 1
    return notes if others > 1 else []


def _words_a_cell(cells: Sequence[object]) -> float:
    """Return the average number of words in the cells with text."""
    texts = _texts(cells)
    return sum(len(text.split()) for text in texts) / max(1, len(texts))


def _texts(cells: Sequence[object]) -> list[str]:
    """List the texts of the cells that have one, without what a spreadsheet adds around it."""
    return [plain_text(cell) for cell in filled(cells) if isinstance(cell, str)]


def _is_picture_name(text: str) -> bool:
    return text.strip().lower().endswith(IMAGE_ENDINGS)


def _is_of_paths(proposed: ProposedField) -> bool:
    """Return whether the cells of a field are pictures, or names of some in folders."""
    is_named = bool(proposed.ending) and any("/" in text for text in _texts(proposed.cells))
    return is_named or proposed.sort == "image"


def kind_text(proposed: ProposedKind, template: str | None = None) -> str:
    """Write a kind without cards, as under `kinds:`."""
    name = format_key(proposed.kind)
    lines = [
        f"  {name}:",
        f"    template: {template or f'{proposed.kind}.svg.j2   # a file in templates/'}",
        "    fields:",
    ]
    lines += [f"      {format_key(field.name)}: {field.type}" for field in proposed.fields]
    if not proposed.fields:
        lines[-1] += " {}"
    if not proposed.settings.is_empty:
        lines.append(f"    {KEY}: {settings_text(proposed.settings)}")
    return "\n".join([*lines, "    cards: {}"])


def suggest_kind(proposed: ProposedKind) -> str:
    """Write a kind for cards.yaml whose fields fit the columns of a sheet, as a start for the
    designer.
    """
    kind = proposed.kind
    component = (
        f"  {kind}-cards: {{name: {kind.capitalize()} cards, of: {kind}, count: "
        f"{max(proposed.count, 1)}}}"
    )
    return "\n".join(
        [
            "# under kinds:",
            kind_text(proposed),
            "# under components:, if there is that section",
            component,
        ]
    )


def _copies(cell: object) -> int:
    """Return the number of copies in a cell: 1 if it is empty or not a whole number."""
    counted = count_of(cell)
    return 1 if counted is None else counted


def _is_size(text: str) -> bool:
    try:
        check_size(text)
    except FieldFault:
        return False
    return True


def _likely_title(names: Sequence[str | None], columns: Sequence[Column]) -> int | None:
    """Find the column with the names of cards if its heading does not say so: short texts that
    hardly ever repeat.
    """
    for at, name in enumerate(names):
        if name not in (None, *RESERVED) and _may_be_titles(columns[at].cells):
            return at
    return None


def _may_be_titles(cells: Sequence[object]) -> bool:
    texts = _texts(cells)
    if not texts or len(texts) < len(cells) or len(set(texts)) < 0.7 * len(texts):
        return False
    return all(map(_may_be_title, texts)) and not all(map(_is_picture_name, texts))


def _may_be_title(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and "\n" not in text and any(map(str.isalpha, text))


def _optional(cells: Sequence[object]) -> str:
    """Return the mark of an optional field if a cell is empty."""
    return "?" if any(map(is_empty, cells)) else ""


def _is_plain(cell: object, value: object) -> bool:
    """Return whether a cell shows a value as it is written: without leading zeros, thousands
    separators or per cent signs.
    """
    if isinstance(cell, ShownNumber | NoValue):
        return False
    if not isinstance(cell, str) or isinstance(value, bool):
        return True
    return cell.strip().replace(",", ".").replace("−", "-") == as_words(value)


def with_types(proposed: ProposedKind, types: dict[str, str]) -> ProposedKind:
    """Give some fields other types."""
    fields = tuple(
        replace(field, type=types.get(field.name, field.type)) for field in proposed.fields
    )
    return replace(proposed, fields=fields)
