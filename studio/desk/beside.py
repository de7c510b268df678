"""Drafts of the files beside cards.yaml, its translations and templates: saving them with it,
undoing edits, settling conflicts.

In: a draft. Out: its file, and remarks to pages if it cannot be written. Knows no sockets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from studio.draft.draft import DiskChanged, Draft
from studio.protocol.messages import Remark

Step = Literal["undo", "redo", "draft", "disk"]


class Telling(Protocol):
    """A desk that can tell its pages something."""

    def tell(self, message: object) -> None: ...
    def tell_merged(self, draft: Draft) -> None: ...


def save(desk: Telling, name: str, draft: Draft, tab: str, told: Callable[[], None]) -> bool:
    """Save a draft that has unsaved text; return whether it was written.

    Pages get a remark if it cannot be saved and then, by `told`, the state of the draft. `name` is
    what they call the file, and `tab` is where a conflict is settled.
    """
    if draft.is_saved:
        return False
    is_written = False
    try:
        draft.save()
        is_written = True
    except DiskChanged:
        if draft.has_merged:
            desk.tell_merged(draft)
        else:
            words = (
                f"{name} is not saved, because it was changed elsewhere. Choose which text to keep "
                f"under {tab}."
            )
            desk.tell(Remark(words, True))
    except OSError as fault:
        desk.tell(Remark(f"{name} cannot be written: {fault.strerror}. Nothing was changed.", True))
    told()
    return is_written


def step(draft: Draft, what: Step) -> None:
    """Undo or redo an edit, or settle a conflict."""
    if what in ("draft", "disk"):
        draft.settle(what == "disk")
    elif what == "undo":
        draft.undo()
    else:
        draft.redo()
