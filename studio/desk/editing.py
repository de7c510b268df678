"""What all editors of a game may ask of the desk; each adds what it needs besides."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from studio.draft.draft import Draft
from studio.draw.workshop import Workshop


class Editing(Protocol):
    """A desk with a game's text, and what is drawn of it."""

    @property
    def path(self) -> Path: ...
    @property
    def draft(self) -> Draft: ...
    @property
    def workshop(self) -> Workshop: ...
