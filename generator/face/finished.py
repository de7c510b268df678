"""Finished results of one build that may serve the next one in a watching process: files as
written, and compressed forms.

In: everything a file depends on, the faces on it, its bytes. Out: the bytes again. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.face.stamp import Stamp


@dataclass(frozen=True)
class FinishedFile:
    """A file as written. `faces` are those on it, by the ids of their cards; `made_of` is
    everything else that it shows.
    """

    made_of: object
    faces: Mapping[str, Stamp | None]
    content: bytes = field(repr=False)


@dataclass
class Finished:
    """Files by their names; and compressed contents of forms by the digest of their content."""

    files: dict[str, FinishedFile] = field(default_factory=dict)
    packed: dict[bytes, bytes] = field(default_factory=dict)
