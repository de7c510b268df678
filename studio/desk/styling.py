"""Edits of the palette and the fonts, for all cards at once.

In: messages of pages. Out: edits of the draft. Knows no sockets.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from studio.desk.editing import Editing
from studio.desk.refusal import CannotDo, require_id
from studio.draft.styling import fonts_there, with_colour, with_font, with_new_colour
from studio.protocol.messages import AddColour, PickColour, PickFont

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


class Desk(Editing, Protocol):
    """The part of the desk that styling needs."""

    def text_changed(self, by: Any) -> None: ...
    def tell_draft(self, page: Any, text: str | None) -> None: ...


class Styler:
    """The handler of edits of the palette and the fonts. All methods are called on the desk's
    thread.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            PickColour: self._colour,
            AddColour: self._new_colour,
            PickFont: self._font,
        }

    def _colour(self, page: Any, message: PickColour) -> None:
        _require_colour(message.value)
        self._write(
            page, ("palette", message.name), with_colour(self._text(), message.name, message.value)
        )

    def _new_colour(self, page: Any, message: AddColour) -> None:
        require_id(message.name)
        _require_colour(message.value)
        self.desk.draft.write(with_new_colour(self._text(), message.name, message.value))
        self.desk.text_changed(page)

    def _font(self, page: Any, message: PickFont) -> None:
        font = fonts_there(self.desk.path.parent).get(message.value)
        if font is None:
            raise CannotDo(f"there is no font '{message.value[:80]}' any more")
        self._write(page, ("fonts", message.name), with_font(self._text(), message.name, font))

    def _text(self) -> str:
        """Return the text, provided that its values can be found in it."""
        desk = self.desk
        desk.workshop.look_at(desk.draft.content)
        if desk.workshop.root is None:
            raise CannotDo(
                f"{desk.path.name} cannot be read as YAML at the moment: correct the text first"
            )
        return desk.draft.text

    def _write(self, page: Any, place: tuple[str, str], text: str) -> None:
        """Accept a text; values picked in one movement of the pointer are one step."""
        if self.desk.draft.write(text, place, time.monotonic()):
            self.desk.text_changed(page)
        else:
            self.desk.tell_draft(page, None)


def _require_colour(value: str) -> None:
    if not _HEX.fullmatch(value):
        raise CannotDo(f'expected a colour such as #1f6f8b, found "{value[:20]}"')
