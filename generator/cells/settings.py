"""How a kind or a table reads its sheet, as in its `import:` in cards.yaml: which columns are
ignored, and which are renamed.

In: the current cards.yaml, or the words of a command. Out: `ImportSettings`, and the text of
cards.yaml with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.cells.headings import heading_key
from generator.cells.holders import holder
from generator.cells.tables import is_empty
from generator.data.entries import Keys, last_end, written_at
from generator.data.patching import Edit, PatchError, format_flow, line_end_of, line_start
from generator.data.source import Node, Written

KEY = "import"


@dataclass(frozen=True)
class ImportSettings:
    """Headings to ignore, headings renamed to fields, and the names of the columns of a sheet that
    has no headings.

    A column without a heading is ignored by its letter, as G.
    """

    ignore: tuple[str, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    sheet: str = ""
    """The name of the sheet, or of a CSV file without its ending, if it is not called as the kind.
    """
    turned: bool = False
    """Whether each column of the sheet is a card, and the headings are in the first column."""
    sections: str = ""
    """The field that takes the headings of sections, rows that head the cards below them."""
    part: int = 0
    """Which of the tables of the sheet it is, counted from 1; 0 for the whole sheet."""

    @property
    def is_empty(self) -> bool:
        return self == ImportSettings()

    def ignores(self, heading: object, letters: str) -> bool:
        """Return whether a column is ignored, by its heading, or by its letters if it has none."""
        if is_empty(heading):
            return letters.casefold() in {one.strip().casefold() for one in self.ignore}
        return heading_key(heading) in set(map(heading_key, self.ignore))

    @property
    def renamed(self) -> dict[str, str]:
        """Fields by the comparable form of their headings."""
        return {heading_key(old): new for old, new in self.rename.items()}

    def extended(self, ignore: Iterable[str], rename: Mapping[str, str]) -> ImportSettings:
        """Add the words of a command. A renamed column is no longer ignored, and vice versa."""
        ignore = tuple(ignore)
        dropped, named = set(map(heading_key, ignore)), set(map(heading_key, rename))
        kept = [one for one in self.ignore if heading_key(one) not in named]
        left_out = dropped | named
        rest = {old: new for old, new in self.rename.items() if heading_key(old) not in left_out}
        return replace(
            self, ignore=tuple(dict.fromkeys([*kept, *ignore])), rename={**rest, **rename}
        )


def settings_of(root: Node, kind: str) -> ImportSettings:
    """Read the settings that a kind or a table keeps in cards.yaml."""
    said: Any = {key: node.data() for key, node in holder(root, kind).below(KEY).items.items()}
    lists = {key: tuple(said[key]) for key in said.keys() & {"ignore", "columns"}}
    return ImportSettings(**said | lists)


def settings_text(settings: ImportSettings) -> str:
    """Write settings as the value of `import:`, on one line."""
    return format_flow(settings_data(settings))


def settings_data(settings: ImportSettings) -> dict[str, Any]:
    """Return settings in the form in which cards.yaml is read."""
    said: dict[str, Any] = {
        "sheet": settings.sheet,
        "part": settings.part,
        "turned": settings.turned,
        "sections": settings.sections,
        "ignore": list(settings.ignore),
        "rename": dict(settings.rename),
        "columns": list(settings.columns),
    }
    return {key: value for key, value in said.items() if value}


def settings_edit(text: str, layout: Written, rows: Keys, settings: ImportSettings) -> Edit:
    """Write settings into a kind or table, replacing its current ones, or otherwise before its
    rows. Raises PatchError.
    """
    written = written_at(layout, rows[:-1])
    value = settings_text(settings)
    if KEY in written.items:
        old = written.items[KEY]
        if not old.is_open:
            raise PatchError(
                f"`{KEY}:` of '{rows[-2]}' has a YAML anchor (&…) or is a YAML alias (*…)"
            )
        if old.style == "block":
            return Edit(written.keys[KEY][1], last_end(old), f": {value}")
        return Edit(old.start, old.end, value)
    start = written.keys[rows[-1]][0]
    if written.style == "flow":
        return Edit(start, start, f"{KEY}: {value}, ")
    indent = text[line_start(text, start) : start]
    return Edit(start, start, f"{KEY}: {value}{line_end_of(text)}{indent}")
