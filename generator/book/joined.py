"""Lines of a rulebook's template that would join the next one, because they end in a tag.

In: the text of a template, which runs with `trim_blocks`: the end of a line right after a tag or a
comment is dropped. Out: the lines with other text whose end is dropped, if the next text is a
Markdown block, such as a step of a list, or would run on without a space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ASIDE = re.compile(r"\{%[-+]?\s*(macro|set)\b(?:(?!%\}|=).)*%\}.*?\{%[-+]?\s*end\1\s*[-+]?%\}")
"""A macro or a block that is given a name, on one line: its text is not written there."""
_TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.S)
_ENDS_ASIDE = re.compile(r"\{%[-+]?\s*end(?:macro|set)\b")
_BLOCK = re.compile(r"\s*(?:\d+[.)]\s|[-*+]\s|#{1,6}\s|>|\||!\[|---|\*\*\*\s*$)")
_FILL = "\x00"
"""What stands for each character of a tag, so that columns stay."""


class JoinedLine(NamedTuple):
    """A line of a template, from 1, the column of the tag that ends it, the length of that tag, and
    the text that joins it.
    """

    line: int
    column: int
    length: int
    following: str


def joined_lines(template: str) -> Iterator[JoinedLine]:
    """Yield each line whose end is dropped although a new line was meant."""
    source = template.replace("\r\n", "\n").split("\n")
    lines = _without_tags("\n".join(source)).split("\n")
    for number, (written, line) in enumerate(zip(source, lines, strict=True), 1):
        if not _drops_its_end(written, line):
            continue
        before = line.replace(_FILL, "")
        following = _following(source[number:], lines[number:])
        runs_on = not before[-1:].isspace() and _begins_word(following)
        if before.strip() and (_BLOCK.match(following) or runs_on):
            start = max(written.rfind("{%"), written.rfind("{#"), 0)
            yield JoinedLine(number, start + 1, len(written) - start, following.strip())


def _without_tags(template: str) -> str:
    """Return a template with its tags, comments and one-line macros filled."""

    def filled(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", _FILL, found[0])

    return _TAG.sub(filled, _ASIDE.sub(filled, template))


def _drops_its_end(written: str, line: str) -> bool:
    """Return whether the end of a line is dropped that its author did not ask for: `-%}` asks,
    `+%}` keeps the end.
    """
    is_tag = line.endswith(_FILL) and written.endswith(("%}", "#}"))
    return (
        is_tag
        and written[-3:-2] not in ("-", "+")
        and not _ENDS_ASIDE.match(written[written.rfind("{%") :])
    )


def _following(source: list[str], lines: list[str]) -> str:
    """Return the next text, without lines that contain only tags, which leave nothing behind.

    It is empty before an empty line, and at the end of a macro, after which the next text is
    unknown.
    """
    for written, line in zip(source, lines, strict=True):
        text = line.replace(_FILL, "")
        if not text.strip() and _ENDS_ASIDE.search(written):
            return ""
        if text.strip() or not line.strip():
            return text if line.strip() else ""
    return ""


def _begins_word(text: str) -> bool:
    """Return whether a text begins with a word, a value, an icon or emphasis, which would touch the
    text before it.
    """
    return text[:1].isalnum() or text.startswith(("*", "_", "{", "[", "(", "“", '"'))
