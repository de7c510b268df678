"""A cards.yaml without its faulty parts, so that the rest can be examined.

In: the nodes of a file with faults. Out: nodes without any. Nothing is guessed for a game that is
printed: only the studio and `lint` use the result.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from generator.data.documents import form_of
from generator.data.forms import Fault, Path, checked
from generator.data.outline import Outline
from generator.data.problems import Problems, closest
from generator.data.schema import data_of, without_unknown_sections
from generator.data.source import Node

MOST_MENDED = 5
_ROWS = ("cards", "rows")


def mended(root: Node) -> tuple[Node, bool] | None:
    """Return a file without its faulty parts, so that the rest can be examined; None if they cannot
    be left out.

    A misspelt key is read as what was meant, an unknown one is dropped, and so is a card, a
    component or another entry with a fault. Also return whether the remaining cards can be drawn:
    nothing that templates may need was dropped.
    """
    root, can_draw = without_unknown_sections(root, None), True
    for _ in range(MOST_MENDED):
        outline = Outline(root, Problems())
        if root.type != "map" or not outline.is_usable:
            return None
        _, faults = checked(form_of(outline, root), data_of(root))
        if not faults:
            return root, can_draw
        changes = _Changes()
        unknown = [fault for fault in faults if fault.kind == "unknown"]
        for fault in unknown:
            _correct(fault, root, changes)
        for path in () if unknown else sorted({_entry_of(fault.path) for fault in faults}):
            if not _can_be_dropped(path):
                return None
            can_draw = can_draw and path[0] in ("kinds", "components")
            changes.add(path, None)
        root = changes.made(root)
    return None


def _correct(fault: Fault, root: Node, changes: _Changes) -> None:
    """Rename an unknown key to what was meant, or drop it."""
    node, reached = root.at(fault.path[:-1])
    key = str(fault.path[-1])
    if fault.section and reached == len(fault.path) - 1 and key in node.items:
        meant = closest(key, fault.section.entries)
        changes.add(fault.path, meant if meant and meant not in node.items else None)


def _can_be_dropped(path: Path) -> bool:
    """Return whether the rest of a game makes sense without an entry."""
    if len(path) < 2 or path[0] in ("game", "palette", "styles", "fonts", "tables"):
        return False
    return path[0] != "kinds" or len(path) >= 4


def _entry_of(path: Path) -> tuple[str, ...]:
    """Return the path of the entry that contains a fault: a card, a row, or one entry of any other
    section.
    """
    is_row = len(path) > 3 and path[0] in ("kinds", "tables") and path[2] in _ROWS
    return tuple(map(str, path[:4] if is_row else path[:2]))


@dataclass
class _Changes:
    """Keys of a tree to be renamed or removed; `below` has those within each key's mapping."""

    names: dict[str, str | None] = field(default_factory=dict)
    below: dict[str, _Changes] = field(default_factory=dict)

    def add(self, path: Path, name: str | None) -> None:
        changes = self
        for step in path[:-1]:
            changes = changes.below.setdefault(str(step), _Changes())
        changes.names[str(path[-1])] = name

    def made(self, node: Node) -> Node:
        """Return a tree with all changes; of two keys that would get the same name, the first
        stays.
        """
        if node.type != "map":
            return node
        items = {
            key: self.below[key].made(one) if key in self.below else one
            for key, one in node.items.items()
        }
        keys = dict(node.keys)
        for key, name in self.names.items():
            if key in items:
                child, place = items.pop(key), keys.pop(key)
                if name is not None and name not in items:
                    items[name], keys[name] = child, place
        return replace(node, value=items, keys=keys)
