"""Finished work of one build that may serve the next one in a watching process: files as they were
written, and packed forms.

In: what a file was made of, the faces on it, its bytes. Out: the bytes again. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.face.stamp import Stamp


@dataclass(frozen=True)
class FinishedFile:
    """A file as it was written. `faces` are those on it, by the ids of their cards; `made_of` is
    all else that it shows.
    """

    made_of: object
    faces: Mapping[str, Stamp | None]
    content: bytes = field(repr=False)


@dataclass
class Finished:
    """Files by their names; and compressed contents of forms by the digest of what they hold."""

    files: dict[str, FinishedFile] = field(default_factory=dict)
    packed: dict[bytes, bytes] = field(default_factory=dict)
