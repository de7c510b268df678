"""Translations as a spreadsheet: a row for each text, a column for each language.

In: a checked cards.yaml and its translations. Out: a `Table` with the columns `text` (which one it
is), the game's own language and the others. In the other direction: such a sheet in, the texts of
each language out, with faults reported at their cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.cells import messages as say
from generator.cells.spreadsheets import Worksheet
from generator.cells.tables import NoValue, Table, as_words, cell_at, describe, filled, is_empty
from generator.data.fieldtypes import LANGUAGE, FieldFault
from generator.data.languages import (
    Text,
    TextPath,
    one_line,
    texts_of,
    translate,
    translations_beside,
)
from generator.data.problems import Place, ProblemError, Problems, did_you_mean
from generator.data.schema import Checked

KEY = "text"
Wording = str | list[str]


@dataclass(frozen=True)
class Translated:
    """A text of a sheet in one language; `original` is the text from which the sheet translated
    it.
    """

    said: Wording
    original: str
    place: Place


def translation_table(path: Path, checked: Checked) -> Table:
    """List every text of a game with its translations. Raises ProblemError if a translation cannot
    be read.
    """
    texts = texts_of(checked)
    own, columns = str(checked.data["game"]["language"]), dict[str, dict[TextPath, Wording]]()
    for language in translations_beside(path):
        if language != own:
            columns[language] = said_in(path, checked, language)
    rows = tuple(
        (
            text.key,
            as_cell(text.value),
            *(as_cell(said.get(text.path)) for said in columns.values()),
        )
        for text in texts.values()
    )
    return Table("texts", (KEY, own, *columns), (None,) * (2 + len(columns)), rows)


def said_in(path: Path, checked: Checked, language: str) -> dict[TextPath, Wording]:
    """Return the texts of a translation that are not empty. Raises ProblemError if it has
    errors.
    """
    problems = Problems()
    root = translate(path, checked, language, problems)[2]
    problems.raise_errors()
    found = dict[TextPath, Wording]()
    for key in texts_of(checked):
        node, steps = root.at(key)
        if steps == len(key) and node.type not in ("nothing", "map"):
            value = node.data()
            said = list(map(str, value)) if isinstance(value, list) else str(value)
            if "".join(said).strip():
                found[key] = said
    return found


def as_cell(said: Wording | None) -> str | None:
    """Write a text as a cell; a list has a line for each of its texts."""
    return "\n".join(said) if isinstance(said, list) else said or None


def read_translations(
    sheet: Worksheet, checked: Checked, problems: Problems
) -> dict[str, dict[TextPath, Translated]]:
    """Read a sheet's texts by language. Empty cells are ignored. Raises ProblemError for a sheet
    without the columns.
    """
    texts = {text.key: text for text in texts_of(checked).values()}
    own = str(checked.data["game"]["language"])
    head = next((number for number, row in enumerate(sheet.rows) if filled(row)), 0)
    columns = _columns(sheet, head, own, problems)
    found: dict[str, dict[TextPath, Translated]] = {}
    for language in columns:
        if language not in (KEY, own):
            found[language] = {}
    for number, row in enumerate(sheet.rows[head + 1 :], head + 1):
        key = cell_at(row, columns[KEY])
        if is_empty(key) or as_words(key).startswith("#"):
            continue
        text = texts.get(as_words(key).strip())
        if text is None:
            message = say.TEXT_NOT_OF_GAME(found=describe(key))
            hint = (
                did_you_mean(as_words(key), texts)
                or "it was deleted or its id has changed since the export; export again"
            )
            problems.warn(message, sheet.place(number, columns[KEY]), hint)
            continue
        original = cell_at(row, columns.get(own))
        for language, own_texts in found.items():
            place = sheet.place(number, columns[language])
            said = _read(cell_at(row, columns[language]), text, place, problems)
            if said is not None:
                shown = text.shown if is_empty(original) else _shown(as_words(original), text)
                own_texts[text.path] = Translated(said, shown, place)
    return found


def _columns(sheet: Worksheet, head: int, own: str, problems: Problems) -> dict[str, int]:
    """Find the columns of a sheet by their headings, `text` and codes of languages."""
    columns = dict[str, int]()
    for column, cell in enumerate(sheet.rows[head] if sheet.rows else ()):
        heading = as_words(cell).strip().lower().replace("_", "-")
        if heading == KEY or re.fullmatch(LANGUAGE, heading):
            columns.setdefault(heading, column)
        elif heading and not heading.startswith("#"):
            message = say.COLUMN_NOT_A_LANGUAGE(heading=describe(heading))
            hint = "begin it with the language's code, such as de or pt-br, or with # for a remark"
            problems.warn(message, sheet.place(head, column), hint)
    if KEY not in columns or not columns.keys() - {KEY, own}:
        message = say.NO_LANGUAGE_COLUMNS(key=KEY, own=own)
        hint = "`emporium-pnp languages --export texts.xlsx` writes such a sheet"
        raise ProblemError.of(message, sheet.place(head, 0), hint)
    return columns


def _read(cell: object, text: Text, place: Place, problems: Problems) -> Wording | None:
    """Read one text; None for an empty cell and for one that is refused."""
    if is_empty(cell):
        return None
    if isinstance(cell, NoValue):
        problems.error(say.NOT_TEXT(found=describe(cell)), place, cell.hint)
        return None
    words = as_words(cell).replace("\r\n", "\n")
    wording: Wording = words
    if isinstance(text.value, list):
        lines = list(filter(None, map(str.strip, words.split("\n"))))
        if len(lines) != len(text.value):
            message = say.LINES_DIFFER(count=len(text.value), key=text.key, found=len(lines))
            problems.error(message, place, f"the original is: {text.shown}")
            return None
        wording = lines
    else:
        if "\n" not in str(text.value):
            wording = words.strip()
        lines = [str(wording)]
    try:
        for line in lines:
            text.check(line)
    except FieldFault as fault:
        problems.error(fault.said(describe(cell)), place, fault.hint)
        return None
    return wording


def _shown(original: str, text: Text) -> str:
    """Return the original of a sheet as a comment of a translation records it."""
    return one_line(" | ".join(original.split("\n")) if isinstance(text.value, list) else original)


def changed_texts(
    found: Mapping[TextPath, Translated], before: Mapping[TextPath, Wording]
) -> Iterator[tuple[TextPath, Translated]]:
    """Yield the texts that have changed."""
    for key, one in found.items():
        if before.get(key) != one.said:
            yield key, one
