"""Edits of one cell or one entry: writing, adding, removing, renaming; a picture for a cell.

In: messages of pages. Out: edits of the draft, each a single step with all its consequences. Knows
no sockets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from generator.cells.importing import plan_counts, read_cards
from generator.cells.tables import default_values
from generator.data.entries import with_cell, with_entry, without_entry, written_at
from generator.data.fieldtypes import FieldFault, FieldType, parse_field_type
from generator.data.files import ChangedMeanwhile, replace_file
from generator.data.game import icon_names
from generator.data.opening import read_file
from generator.data.patching import GONE, text_of
from generator.data.problems import ProblemError, Problems
from generator.face.images import MOST_BYTES
from studio.desk.art import FOLDER, ICONS, Art, keep_art
from studio.desk.editing import Editing, require_fields, text_before, values_like
from studio.desk.refusal import CannotDo, require_id
from studio.desk.translating import Translating
from studio.draft.counts import moves_counts
from studio.draft.fields import with_field
from studio.draft.grid import new_values, rows_of, typed_value
from studio.draft.kinds import starter_template, with_kind
from studio.draft.renaming import icons_of, renamed
from studio.protocol.messages import (
    Add,
    AddField,
    AddKind,
    Cell,
    Counts,
    Remark,
    Remove,
    Rename,
    Section,
)


class ArtCell(NamedTuple):
    """The cell that will name a picture."""

    section: Section
    name: str
    entry: str
    field: str


class Desk(Editing, Protocol):
    """The part of the desk that cells need."""

    @property
    def copies(self) -> Path | None: ...
    @property
    def translating(self) -> Translating: ...

    def refuse_if_bundled(self) -> None: ...
    def types(self, section: Section, name: str) -> dict[str, FieldType]: ...
    def counted(self, text: str) -> str: ...
    def text_changed(self, by: Any) -> None: ...
    def tell(self, message: object) -> None: ...
    def tell_draft(self, page: Any, text: str | None) -> None: ...


class CellEditor:
    """The handler of edits of single cells and entries. All methods are called on the desk's
    thread.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            Cell: self._cell,
            Add: self._add,
            AddField: self._add_field,
            AddKind: self._add_kind,
            Remove: self._remove,
            Rename: self._rename,
            Counts: self._counts,
        }

    def _cell(self, page: Any, message: Cell) -> None:
        desk = self.desk
        types = desk.types(message.section, message.name)
        root = desk.workshop.root
        assert root is not None
        require_fields(message.name, types, [message.field])
        rows = rows_of(message.section, message.name)
        value = typed_value(
            message.value,
            types[message.field],
            text_before(root, rows, message.entry, message.field),
            message.field in default_values(root, message.name),
        )
        if message.section == "kinds":
            desk.workshop.try_value(page.seq, message.name, message.entry, message.field, value)
            desk.workshop.first = message.entry
        text = with_cell(
            desk.draft.text,
            rows,
            message.entry,
            message.field,
            value,
            list(types),
            desk.workshop.layout,
        )
        place = message.section, message.name, message.entry, message.field
        if message.section == "kinds" and moves_counts(root, message.name, message.field):
            text = desk.counted(text)
        if desk.draft.write(text, place, time.monotonic()):
            desk.text_changed(page)
        else:
            desk.tell_draft(page, None)

    def _add(self, page: Any, message: Add) -> None:
        desk = self.desk
        types = desk.types(message.section, message.name)
        root = desk.workshop.root
        assert root is not None
        require_id(message.entry)
        rows = rows_of(message.section, message.name)
        like, defaults = values_like(root, rows, message.like), default_values(root, message.name)
        values = new_values(types, like, defaults, self.icons())
        text = with_entry(desk.draft.text, rows, message.entry, values, list(types))
        desk.draft.write(desk.counted(text))
        desk.text_changed(page)

    def _add_field(self, page: Any, message: AddField) -> None:
        desk = self.desk
        types = desk.types("kinds", message.kind)
        require_id(message.field)
        if message.field in types:
            raise CannotDo(f"'{message.kind}' already has a field '{message.field}'")
        root = desk.workshop.root
        assert root is not None
        tables = root.below("tables").items
        ids = {table: list(node["rows"].items) for table, node in tables.items()}
        try:
            type_ = parse_field_type(message.type, ids, {})
        except FieldFault as fault:
            raise CannotDo(f"expected {fault.expected}, found '{message.type[:40]}'") from None
        default = typed_value(message.default, type_, "", has_default=True)
        if default is GONE and not type_.is_optional:
            raise CannotDo(
                f"the existing cards need a default for '{message.field}', or the "
                f"optional type '{message.type}?'"
            )
        if isinstance(default, Sequence) and not isinstance(default, str):
            raise CannotDo(f"the default of '{message.field}' is a list: write it in the text")
        desk.draft.write(
            with_field(desk.draft.text, message.kind, message.field, message.type, default)
        )
        desk.text_changed(page)

    def _add_kind(self, page: Any, message: AddKind) -> None:
        desk = self.desk
        kind = message.kind
        require_id(kind)
        desk.refuse_if_bundled()
        game = desk.workshop.game
        if game is None:
            raise CannotDo("correct the faults in the cards first")
        text = with_kind(desk.draft.text, kind, f"{kind}.svg.j2")
        template = starter_template(*game.card_size_mm).encode()
        try:
            replace_file(game.templates / f"{kind}.svg.j2", template, None, within=desk.path.parent)
        except ChangedMeanwhile:
            desk.tell(Remark(f"templates/{kind}.svg.j2 already exists, so it is used unchanged."))
        except OSError as fault:
            raise CannotDo(f"its template cannot be written: {fault.strerror}") from None
        desk.draft.write(desk.counted(text))
        desk.text_changed(page)

    def _remove(self, page: Any, message: Remove) -> None:
        desk = self.desk
        types = desk.types(message.section, message.name)
        rows = rows_of(message.section, message.name)
        desk.draft.write(
            desk.counted(without_entry(desk.draft.text, rows, message.entry, list(types)))
        )
        desk.text_changed(page)

    def _rename(self, page: Any, message: Rename) -> None:
        desk = self.desk
        desk.types(message.section, message.name)
        require_id(message.to)
        root = desk.workshop.root
        assert root is not None
        parts = message.section, message.name, message.entry, message.to
        text = renamed(desk.draft.text, root, *parts)
        desk.translating.rename(text, *parts)
        self._copy_icons(message)
        desk.draft.write(text)
        desk.text_changed(page)

    def _counts(self, page: Any, message: Counts) -> None:
        desk = self.desk
        problems = Problems()
        try:
            plan = plan_counts(read_cards(desk.path, problems, desk.draft.content), problems)
        except ProblemError as fault:
            raise CannotDo(
                f"the numbers cannot be updated yet: {fault.problems[0].message}"
            ) from None
        if desk.draft.write(text_of(plan.content)[1]):
            desk.text_changed(page)

    @property
    def _icons(self) -> Path:
        return self.desk.path.parent / "templates" / "icons"

    def icons(self) -> list[str]:
        """List the names of the game's icons."""
        return icon_names(self._icons)

    def _copy_icons(self, message: Rename) -> None:
        """Also draw the icons of an entry under its new id."""
        desk = self.desk
        icons = self._icons
        kinds = {kind for _, kind in desk.workshop.grids}
        for old, new in icons_of(
            self.icons(), message.name, message.entry, message.to, kinds
        ).items():
            self._copy_icon(icons / f"{old}.svg", icons / f"{new}.svg")

    def _copy_icon(self, old: Path, new: Path) -> None:
        """Also draw an entry's picture under its new id; the saved file still names the old one."""
        desk = self.desk
        if desk.copies is not None:
            return
        try:
            replace_file(
                new, read_file(old, desk.path.parent, MOST_BYTES), None, within=desk.path.parent
            )
        except (ChangedMeanwhile, OSError):
            desk.tell(
                Remark(f"{new.name} cannot be written beside {old.name}: copy it by hand.", True)
            )

    def take_art(self, cell: ArtCell, art: Art, dropped: str = "") -> str:
        """Keep a picture and let a cell name it; returns its path. Those `dropped` together, under
        one word, are undone together.

        Raises CannotDo, PatchError, OSError.
        """
        desk = self.desk
        desk.refuse_if_bundled()
        types = desk.types(cell.section, cell.name)
        sort = types[cell.field].sort if cell.field in types else ""
        if sort not in ("image", "icon"):
            raise CannotDo(f"'{cell.name}' has no field '{cell.field}' for a picture")
        if sort == "icon" and art.ending != ".svg":
            raise CannotDo(f"expected an SVG file for an icon, found {art.stem}{art.ending}")
        rows = rows_of(cell.section, cell.name)
        layout = desk.workshop.layout
        assert layout is not None
        written_at(layout, (*rows, cell.entry))
        value = path = keep_art(desk.path.parent, art, {"icon": ICONS, "image": FOLDER}[sort])
        if sort == "icon":
            value = Path(path).stem
        text = with_cell(desk.draft.text, rows, cell.entry, cell.field, value, list(types), layout)
        if desk.draft.write(text, ("art", dropped) if dropped else None):
            desk.text_changed(None)
        return path
