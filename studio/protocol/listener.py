"""Whoever takes messages: the page of the designer, or of a friend."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """A page: takes messages from any thread."""

    def tell(self, message: object) -> None: ...
