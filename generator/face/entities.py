"""The permitted content of an SVG's document type: names for pieces of text (entities), as
Illustrator writes them, few, short and internal.

In: what expat reads of a `<!DOCTYPE …>`. Out: nothing, or `EntityFault`. No file that a document
type names is ever opened.
"""

from __future__ import annotations

import re
from collections import Counter

MOST_ENTITIES = 100
"""The most entities in one document."""
MOST_DEEP = 4
"""The deepest nesting of entities."""
MOST_LETTERS = 100_000
"""The most letters that one entity may stand for, including nested ones."""
_REFERENCE = re.compile(r"&([A-Za-z_][\w.:-]*);")
_LITERAL = re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)", re.S)
_KNOWN = frozenset(("amp", "lt", "gt", "quot", "apos"))


class EntityFault(Exception):
    """A document type that is not supported; `code` is that of the problem, `line` is in the
    document if known, or 0.
    """

    def __init__(
        self, message: str, hint: str | None = None, code: str = "bad-svg", line: int = 0
    ) -> None:
        super().__init__(message)
        self.hint, self.code, self.line = hint, code, line


class Entities:
    """The entities of one document, by name, as they are declared."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self._sizes: dict[str, tuple[int, int]] = {}  # letters, and depth of nesting

    def declare(
        self,
        name: str,
        is_parameter: bool,
        value: str | None,
        base: str | None,
        system: str | None,
        public: str | None,
        notation: str | None,
    ) -> None:
        """Record a declaration, in expat's terms. Raises EntityFault for an external one, and for
        too many.
        """
        if value is None or is_parameter:
            what = f"'{system}'" if system else f"'%{name};'"
            hint = "write the text itself into the declaration, or remove the declaration"
            raise EntityFault(
                f"expected entities that are written in the SVG, found '{name}' from {what[:60]}",
                hint,
            )
        self.values.setdefault(name, value)  # the first counts, as XML requires
        if len(self.values) > MOST_ENTITIES:
            raise EntityFault(f"expected at most {MOST_ENTITIES} entities", code="face-too-much")

    def check(self, document: str | bytes, most: int) -> None:
        """Check how a document uses its entities. Raises EntityFault for an undeclared one, and if
        they produce more than `most` letters.
        """
        if isinstance(document, bytes):
            document = document.replace(b"\0", b"").decode(
                "utf-8", "replace"
            )  # letters of two bytes, too
        made = 0
        for name in self.values:
            made += document.count(f"&{name};") * self._size(name, 0)
        if made > most:
            raise EntityFault(
                f"expected entities that make at most {most:,} letters, found {made:,}",
                code="face-too-much",
            )
        plain = _LITERAL.sub(lambda match: "\n" * match[0].count("\n"), document)
        for found in _REFERENCE.finditer(plain):
            if found[1] not in self.values and found[1] not in _KNOWN:
                line = plain.count("\n", 0, found.start()) + 1
                raise EntityFault(
                    f"'{found[0]}' is not defined",
                    "write the letter itself, or its number: &#160;",
                    line=line,
                )

    def _size(self, name: str, depth: int) -> int:
        """Return how many letters an entity stands for at a given depth of nesting."""
        if name in self._sizes:
            size, height = self._sizes[name]
        else:
            uses = Counter(
                one for one in _REFERENCE.findall(self.values[name]) if one in self.values
            )
            size = len(self.values[name])
            for one, times in uses.items() if depth <= MOST_DEEP else ():
                size += times * self._size(one, depth + 1)
            height = 1 + max((self._sizes[use][1] for use in uses if use in self._sizes), default=0)
            self._sizes[name] = size, height
        if depth + height > MOST_DEEP:
            raise EntityFault(
                f"expected at most {MOST_DEEP} entities nested in each other", code="face-too-much"
            )
        if size > MOST_LETTERS:
            raise EntityFault(
                f"expected entities of at most {MOST_LETTERS:,} letters, found '{name}'",
                code="face-too-much",
            )
        return size
