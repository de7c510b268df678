"""Workbooks, XLSX and ODS, read from their files: the only module that uses calamine.

In: the bytes of a file. Out: the cells of its sheets, or the fault in it. Each workbook is read in
a separate process, so a cell far away, an archive that never stops expanding, or a broken file can
only fail there.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import Any

from generator.cells.valueless import Found, in_ods, in_xlsx
from generator.data.apart import Crashed, apart
from generator.data.budget import OutOfTime

MAX_UNPACKED = 256 * 1024 * 1024
MAX_ROWS = 50_000
MAX_CELLS = 1_000_000
MAX_SHEETS = 1000
MAX_LETTERS = 64_000_000
"""The most letters in all cells together."""


@dataclass(frozen=True)
class Book:
    """The sheets of a workbook by name, the facts about their cells that the library does not
    report, and which sheets are hidden.
    """

    sheets: dict[str, list[list[Any]]]
    found: dict[str, Found] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


class BookFault(Exception):
    """A file that is not a workbook, or that cannot have been typed; the message gives the
    reason.
    """

    def __init__(self, message: str = "", is_large: bool = False, is_locked: bool = False) -> None:
        super().__init__(message)
        self.is_large, self.is_locked = is_large, is_locked


def read_sheets_of(raw: bytes) -> Book:
    """Read a workbook. Raises BookFault."""
    try:
        found = apart(f"{__name__}:unfold", raw)
    except (OutOfTime, MemoryError):
        raise BookFault(is_large=True) from None
    except Crashed:
        raise BookFault from None
    if isinstance(found, Book):
        return found
    raise BookFault(*found)


def unfold(raw: bytes) -> Book | tuple[str, bool, bool]:
    """Read a workbook in this process; its fault is returned as the values of a BookFault."""
    import python_calamine as calamine

    try:
        found = _found_in(raw)
        with calamine.CalamineWorkbook.from_filelike(io.BytesIO(raw)) as book:
            worksheets = []
            for one in book.sheets_metadata:
                if one.typ == calamine.SheetTypeEnum.WorkSheet:
                    worksheets.append(one)
            names = [worksheet.name for worksheet in worksheets]
            if len(names) > MAX_SHEETS:
                raise BookFault(is_large=True)
            hidden = frozenset(
                worksheet.name
                for worksheet in worksheets
                if worksheet.visible != calamine.SheetVisibleEnum.Visible
            )
            sheets, room = dict[str, list[list[Any]]](), _Room(MAX_CELLS, MAX_LETTERS)
            for name in names:
                sheets[name] = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                room.take(sheets[name])
    except BookFault as fault:
        return str(fault), fault.is_large, fault.is_locked
    except calamine.PasswordError:
        return "", False, True
    except calamine.CalamineError as fault:
        return str(fault), False, False
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
        LookupError,
        ValueError,
    ):
        return "", False, False
    return Book(sheets, found, hidden)


@dataclass
class _Room:
    """The remaining numbers of cells and letters that a workbook may have."""

    cells: int
    letters: int

    def take(self, rows: list[list[Any]]) -> None:
        """Count the cells and letters of a sheet. Raises BookFault if there are too many."""
        self.cells -= sum(map(len, rows))
        self.letters -= sum(len(cell) for row in rows for cell in row if isinstance(cell, str))
        if min(MAX_ROWS - len(rows), self.cells, self.letters) < 0:
            raise BookFault(is_large=True)


def _found_in(raw: bytes) -> dict[str, Found]:
    """Find what the library does not report, by the names of the sheets. Refuses an archive that
    expands beyond the size of any game.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
            raise BookFault(is_large=True)
        found = in_ods(archive) if "content.xml" in archive.namelist() else in_xlsx(archive)
    if any(one.rows * one.columns > MAX_CELLS or one.rows > MAX_ROWS for one in found.values()):
        raise BookFault(is_large=True)
    return {name: one for name, one in found.items() if not one.is_plain}
