"""A page that takes messages: the designer's, or a friend's."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """A page: takes messages from any thread."""

    def tell(self, message: object) -> None: ...
