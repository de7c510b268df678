"""A kind for a sheet that belongs to none: fields that fit its columns, and the settings that an
import needs.

In: a `Worksheet`. Out: a `ProposedKind`, and its text for cards.yaml. `importing` accepts what is
proposed here: both read headings and rows with `headings` and `outlines`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from generator.cells.headings import (
    are_counts,
    count_of,
    field_name,
    heading_key,
    is_for_oneself,
    means_cost,
    means_flavour,
    means_text,
    proposed_names,
)
from generator.cells.holders import RESERVED
from generator.cells.outlines import (
    SheetOutline,
    cells_below,
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
_Column = tuple[str | None, object, Sequence[object]]
"""The name of a field, the heading and the cells of a column."""


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
        words = list(dict.fromkeys(plain_text(str(cell)) for cell in filled(self.cells)))
        if self.type != "line" or not 2 <= len(words) <= min(_MOST_GROUPS, len(self.cells) // 2):
            return []
        if any(len(word) > 24 or "\n" in word for word in words):
            return []
        return words if len(set(map(slug, words)) - {""}) == len(words) else []


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


def _settings_for(
    sheet: Worksheet,
    names: list[str | None],
    headings: Sequence[object],
    cells: Sequence[Sequence[object]],
) -> ImportSettings:
    """Return how to read a sheet; `names` of columns are changed accordingly."""
    rename, ignore = dict[str, str](), list[str]()
    named = None if "name" in names else _likely_title(names, cells)
    if named is not None:
        names[named] = "name"
        rename[as_words(headings[named])] = "name"
    keys = list(map(heading_key, headings))
    for column, (name, heading) in enumerate(zip(names, headings, strict=True)):
        is_field = name not in (None, "name", *RESERVED)
        if is_empty(heading) and filled(cells[column]):
            ignore.append(column_letters(column))
        elif column in sheet.hidden and is_field and keys.count(keys[column]) == 1:
            ignore.append(as_words(heading))
            names[column] = None
        elif name is not None and not field_name(heading):
            rename.setdefault(as_words(heading), name)
    rename = {old: new for old, new in rename.items() if heading_key(old)}
    return ImportSettings(tuple(ignore), rename)


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
    cells = [cells_below(sheet.rows, outline, column) for column in range(width)]
    if outline.head is None:
        return _without_headings(kind, sheet, outline, cells, is_picture)
    headings = [*outline.headings, *(None,) * (width - len(outline.headings))]
    unfit = [role for role in RESERVED if _is_unfit(role, headings, cells, is_picture, ids)]
    names = proposed_names(headings, cells, unfit)
    settings = _settings_for(sheet, names, headings, cells)
    return _proposed(
        kind, sheet, outline, list(zip(names, headings, cells, strict=True)), settings, is_picture
    )


def _without_headings(
    kind: str,
    sheet: Worksheet,
    outline: SheetOutline,
    cells: Sequence[Sequence[object]],
    is_picture: Callable[[str], bool],
) -> ProposedKind:
    """Propose names for the columns of a sheet without headings."""
    names = [f"field_{column}" for column in range(1, len(cells) + 1)]
    lengths = list(map(_words_a_cell, cells))
    titles = list(map(_may_be_titles, cells))
    if any(titles):
        names[titles.index(True)] = "name"
        lengths[titles.index(True)] = 0
    if max(lengths, default=0) >= 2:
        names[lengths.index(max(lengths))] = "text"
    columns = [
        (name, name.replace("_", " ").capitalize(), own)
        for name, own in zip(names, cells, strict=True)
    ]
    settings = ImportSettings(columns=tuple(names))
    return _proposed(kind, sheet, outline, columns, settings, is_picture)


def _words_a_cell(cells: Sequence[object]) -> float:
    """Return the average number of words in the cells with text."""
    texts = _texts(cells)
    return sum(len(text.split()) for text in texts) / max(1, len(texts))


def _texts(cells: Sequence[object]) -> list[str]:
    """List the texts of the cells that have one, without what a spreadsheet adds around it."""
    return [plain_text(cell) for cell in filled(cells) if isinstance(cell, str)]


def _is_picture_name(text: str) -> bool:
    return text.strip().lower().endswith(IMAGE_ENDINGS)


def _proposed(
    kind: str,
    sheet: Worksheet,
    outline: SheetOutline,
    columns: Sequence[_Column],
    settings: ImportSettings,
    is_picture: Callable[[str], bool],
) -> ProposedKind:
    fields = list[ProposedField]()
    texts = section_texts(sheet.rows, outline)
    if any(texts):
        columns, own = _with_sections(sheet, outline, columns, texts)
        settings = replace(settings, sections=own)
    for name, heading, cells in columns:
        if name is None or name in RESERVED:
            continue
        type_ = _guessed_type(cells, sheet.has_decimal_commas, is_picture)
        if name == "name":
            has_lines = "\n" in "".join(_texts(cells))
            type_ = ("text" if has_lines else "line") + _optional(cells)
        elif means_text(heading) or f"_{name}".endswith("_text"):
            type_ = type_.replace("line", "text")
        label = " ".join(as_words(heading).split())
        ending = "" if "text" in type_ else _ending_of(cells, is_picture)
        fields.append(ProposedField(name, type_, label, tuple(cells), ending))
    if any(map(_is_of_paths, fields)):  # words such as suits may be names of the same pictures
        fields = [one if _is_of_paths(one) else replace(one, ending="") for one in fields]
    cells_of = {name: cells for name, _, cells in columns}
    counts = cells_of.get("copies")
    count = sum(map(_copies, counts)) if counts else len(outline.cards)
    art = tuple(cells_of.get("art", ()))
    return ProposedKind(kind, sheet, outline, tuple(fields), count, settings, art)


def _is_of_paths(proposed: ProposedField) -> bool:
    """Return whether the cells of a field are pictures, or names of some in folders."""
    is_named = bool(proposed.ending) and any("/" in text for text in _texts(proposed.cells))
    return is_named or proposed.sort == "image"


def _with_sections(
    sheet: Worksheet, outline: SheetOutline, columns: Sequence[_Column], texts: Sequence[object]
) -> tuple[list[_Column], str]:
    """Add a column with the section headings, and return its name too."""
    at = _column_of_sections(sheet, outline, columns)
    others = list(columns)
    name, heading, _ = (None, None, ()) if at is None else others.pop(at)
    own = name or free_name("section", [named for named, _, _ in columns])
    return [*others, (own, heading or own.capitalize(), texts)], own


def _column_of_sections(
    sheet: Worksheet, outline: SheetOutline, columns: Sequence[_Column]
) -> int | None:
    """Find the column with a heading that contains only section headings."""
    filled_ones = set[int]().union(*(filled_at(sheet.rows[number]) for number in outline.sections))
    at = max(filled_ones)
    if len(filled_ones) > 1 or at >= len(columns) or outline.head is None:
        return None
    name, _, cells = columns[at]
    is_free = name not in (None, "name", *RESERVED) and not filled(cells)
    return at if is_free else None


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


def _is_unfit(
    role: str,
    headings: Sequence[object],
    cells: Sequence[Sequence[object]],
    is_picture: Callable[[str], bool],
    ids: Collection[str],
) -> bool:
    """Return whether a column has the name of a field of every kind, but other contents."""
    names = [field_name(heading or "") for heading in headings]
    if role not in names:
        return False
    column = names.index(role)
    if is_for_oneself(headings[column], cells[column]):
        return False
    said = filled(cells[column])
    if role == "copies":
        return bool(said) and not are_counts(said)
    texts = [plain_text(as_words(cell)) for cell in said]
    if role == "id":
        slugs = set(map(slug, texts)) - {""}
        return len(slugs) < len(cells[column])
    are_fit = {"art": is_picture, "back": ids.__contains__, "size": _is_size}[role]
    return not all(map(are_fit, texts))


def _is_size(text: str) -> bool:
    try:
        check_size(text)
    except FieldFault:
        return False
    return True


def _likely_title(names: Sequence[str | None], cells: Sequence[Sequence[object]]) -> int | None:
    """Find the column with the names of cards if its heading does not say so: short texts that
    hardly ever repeat.
    """
    for column, name in enumerate(names):
        if name not in (None, *RESERVED) and _may_be_titles(cells[column]):
            return column
    return None


def _may_be_titles(cells: Sequence[object]) -> bool:
    texts = _texts(cells)
    if not texts or len(texts) < len(cells) or len(set(texts)) < 0.7 * len(texts):
        return False
    return all(map(_may_be_title, texts)) and not all(map(_is_picture_name, texts))


def _may_be_title(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and "\n" not in text and any(map(str.isalpha, text))


def _guessed_type(
    cells: Sequence[object], has_decimal_commas: bool, is_picture: Callable[[str], bool]
) -> str:
    """Guess the type of a field from its cells: a number only if all are shown as plain numbers."""
    present, optional = filled(cells), _optional(cells)
    if not present:
        return f"line{optional}"
    for word in ("integer", "number", "boolean"):
        type_ = parse_field_type(word, {}, {})
        try:
            if all(_is_plain(cell, value_of(cell, type_, has_decimal_commas)) for cell in present):
                return word + optional
        except FieldFault:
            continue
    texts = [cell.strip() for cell in present if isinstance(cell, str)]
    if len(texts) == len(present) and all(map(is_picture, texts)):
        return f"image{optional}"
    is_long = any(len(text) > _LONG or "\n" in text for text in texts)
    return ("text" if is_long else "line") + optional


def _optional(cells: Sequence[object]) -> str:
    """Return the mark of an optional field if a cell is empty."""
    return "?" if any(map(is_empty, cells)) else ""


def _ending_of(cells: Sequence[object], is_picture: Callable[[str], bool]) -> str:
    """Find the file ending with which each cell names a picture; empty if there is none."""
    texts = _texts(cells)
    if not texts or len(texts) < len(filled(cells)):
        return ""
    for ending in IMAGE_ENDINGS:
        if all(is_picture(text + ending) for text in texts):
            return ending
    return ""


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
