"""Edits of many cells at once.

Pasting, filling, copying and deleting blocks; sorting; CSV in and out.

In: messages of pages. Out: edits of the draft, each one step; CSV for the page that asked. Knows no
sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from generator.cells.importing import plan_import, read_cards
from generator.cells.spreadsheets import read_csv, write_csv
from generator.cells.tables import default_values, kind_table
from generator.data.fieldtypes import FieldType
from generator.data.game import icon_names
from generator.data.patching import NewValue, text_of
from generator.data.problems import ProblemError, Problems, counted
from studio.desk.editing import Editing, require_fields, text_before, values_like
from studio.desk.refusal import CannotDo, first_error, require_id
from studio.draft.blocks import MOST_CELLS, Change, with_block
from studio.draft.grid import new_values, rows_of, typed_value
from studio.protocol.listener import Listener
from studio.protocol.messages import AskCsv, Block, Csv, Remark, TakeCsv


class Desk(Editing, Protocol):
    """The part of the desk that blocks need."""

    def types(self, section: Any, name: str) -> dict[str, FieldType]: ...
    def counted(self, text: str) -> str: ...
    def edited(self, page: Any, text: str) -> None: ...


class BlockEditor:
    """The handler of edits of many cells. All methods are called on the desk's thread."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            Block: self._block,
            AskCsv: self._ask_csv,
            TakeCsv: self._take_csv,
        }

    def _block(self, page: Listener, message: Block) -> None:
        """Write a block. Raises CannotDo, PatchError."""
        desk = self.desk
        types = desk.types(message.section, message.name)
        if sum(len(row.values) for row in message.rows) > MOST_CELLS:
            raise CannotDo(
                f"at most {MOST_CELLS:,} cells can be changed at once: to change more, import CSV"
            )
        root = desk.workshop.root
        assert root is not None
        entries = rows_of(message.section, message.name)
        defaults = default_values(root, message.name)
        icons = icon_names(desk.path.parent / "templates" / "icons")
        cells, added = dict[str, dict[str, NewValue]](), dict[str, dict[str, NewValue]]()
        for row in message.rows:
            require_fields(message.name, types, row.values)
            typed = dict[str, NewValue]()
            for field, text in row.values.items():
                before = text_before(root, entries, row.entry, field)
                typed[field] = typed_value(text, types[field], before, field in defaults)
            if not row.is_new:
                cells.setdefault(row.entry, {}).update(typed)
                continue
            require_id(row.entry)
            like = values_like(root, entries, row.like)
            added[row.entry] = {**new_values(types, like, defaults, icons), **typed}
        change = Change(cells, added, message.removed, message.order)
        desk.edited(page, desk.counted(with_block(desk.draft.text, entries, change, list(types))))

    def _ask_csv(self, page: Listener, message: AskCsv) -> None:
        game = self.desk.workshop.game
        if game is None or message.name not in game.root["kinds"].items:
            raise CannotDo(f"there are no cards of '{message.name}' to write as CSV")
        text = write_csv(kind_table(game, message.name)).decode()
        page.tell(Csv(f"{game.name}-{message.name}.csv", text))

    def _take_csv(self, page: Listener, message: TakeCsv) -> None:
        """Update cards from CSV.

        Cards with new ids are added, and none is removed.
        """
        desk, problems = self.desk, Problems()
        types = desk.types("kinds", message.name)
        try:
            cards = read_cards(desk.path, problems, desk.draft.content)
            sheet = read_csv(message.text.encode(), message.file or "CSV", ["id", *types])
            plan = plan_import(cards, {message.name: sheet}, problems, counts=True)
        except ProblemError as fault:
            raise CannotDo(
                f"{message.file or 'this'} cannot be imported: {first_error(fault)}"
            ) from None
        (kind,) = plan.kinds
        changed = len({change.card for change in kind.changed})
        cards_changed = counted(changed, "card")
        page.tell(Remark(f"{message.file}: {cards_changed} changed, {len(kind.added)} added."))
        desk.edited(page, text_of(plan.content)[1])
