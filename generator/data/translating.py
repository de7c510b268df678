"""Writing translations: a file to begin with, and later texts added to an existing one.

In: the texts of a cards.yaml, and the current translation. Out: the text of a cards.fr.yaml. A
translator's own lines are left unchanged; an added text is empty, with its original in a comment
above it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType

from generator.data.entries import written_at
from generator.data.fieldtypes import LANGUAGE
from generator.data.files import replace_file
from generator.data.languages import Text, TextPath, file_of, record_above, texts_of, translate
from generator.data.patching import Edit, line_end_of, replaced, text_of, value_edits
from generator.data.problems import Place, Problems
from generator.data.schema import Checked
from generator.data.source import Node, read_layout

_INDENT = "  "


class CannotBegin(ValueError):
    """A translation that cannot be begun; says why."""


def begin(path: Path, checked: Checked, language: str) -> Path:
    """Write a new translation beside cards.yaml, and return its path.

    Raises CannotBegin for an invalid language code, the game's own language, and a translation that
    exists; OSError if the file cannot be written.
    """
    if not re.fullmatch(LANGUAGE, language):
        plain = language.strip().lower().replace("_", "-")
        hint = f" (write {plain})" if re.fullmatch(LANGUAGE, plain) else ""
        raise CannotBegin(
            f"expected the code of a language, such as de or pt-br, found '{language[:20]}'{hint}"
        )
    if language == checked.data["game"]["language"]:
        raise CannotBegin(
            f"{path.name} itself is in '{language}'; `language:` under `game:` says so"
        )
    file = file_of(path, language)
    if file.exists():
        raise CannotBegin(f"{file.name} already exists")
    replace_file(file, starter(path, checked, language).encode(), None, within=path.parent)
    return file


def starter(
    path: Path,
    checked: Checked,
    language: str,
    known: Mapping[TextPath, str | list[str]] = MappingProxyType({}),
) -> str:
    """Write a whole translation with every text empty, or as in `known`; each has its original in a
    comment above it.
    """
    data = checked.data["game"]
    head = [
        (
            f"# {data['title']} in '{language}': texts only, in the order of {path.name}. Write "
            "each between its quotes."
        ),
        (
            f"# An empty text is printed as in {path.name}. The comment above a text is the "
            "original that it was translated from:"
        ),
        (
            "# `emporium-pnp languages` compares it with the current one, and finds the texts "
            "whose original has changed."
        ),
        "",
    ]
    return (
        "\n".join(
            [*head, *_block(list(texts_of(checked).values()), 0, "", data["language"], known)]
        )
        + "\n"
    )


def _block(
    texts: Iterable[Text],
    depth: int,
    indent: str,
    language: str,
    known: Mapping[TextPath, str | list[str]],
) -> list[str]:
    """Write texts as nested keys, from a given depth of their paths."""
    lines: list[str] = []
    open_: TextPath = ()
    for text in texts:
        keys = text.path[depth:]
        same = next(
            (
                n
                for n, (one, other) in enumerate(zip(keys[:-1], open_, strict=False))
                if one != other
            ),
            min(len(keys) - 1, len(open_)),
        )
        for level in range(same, len(keys) - 1):
            if level == 0 and depth == 0 and lines:
                lines.append("")
            lines.append(f"{indent}{_INDENT * level}{_key(keys[level])}:")
        open_ = keys[:-1]
        margin = indent + _INDENT * (len(keys) - 1)
        said = known.get(text.path, [""] * len(text.value) if isinstance(text.value, list) else "")
        lines += [
            f"{margin}# {language}: {text.shown}",
            f"{margin}{_key(keys[-1])}: {json.dumps(said, ensure_ascii=False)}",
        ]
    return lines


_WORDS_OF_YAML = ("yes", "no", "on", "off", "true", "false", "null", "y", "n")


def _key(word: str) -> str:
    """Write a key so that it is read as the same word: `no` and `1` need quotes."""
    if word[:1].isalpha() and word not in _WORDS_OF_YAML:
        return word
    return f'"{word}"'


def with_translation(
    path: Path,
    checked: Checked,
    language: str,
    content: bytes,
    key: TextPath,
    said: str | Sequence[str],
) -> str:
    """Write one text of a translation, at its existing or future place, with its current original
    above it.

    Raises KeyError if there is no such text, PatchError if it cannot be written by itself,
    ProblemError if the file has errors.
    """
    original = texts_of(checked)[key].shown if said else ""
    return with_translations(path, checked, language, content, {key: (said, original)})


def with_translations(
    path: Path,
    checked: Checked,
    language: str,
    content: bytes,
    said: Mapping[TextPath, tuple[str | Sequence[str], str]],
) -> str:
    """Write several texts of a translation, each with its original in the comment above it; an
    empty original leaves the comment as it is.

    Raises KeyError for a missing text in braces, PatchError if one cannot be written by itself,
    ProblemError if the file has errors.
    """
    root = translate(path, checked, language, Problems(), content)[2]
    if any(root.at(key)[1] < len(key) for key in said):
        content = (updated(path, checked, language, content) or "").encode() or content
    text = text_of(content)[1]
    layout, lines, edits = read_layout(text), text.splitlines(keepends=True), list[Edit]()
    starts = [0, *accumulate(map(len, lines))]
    own = checked.data["game"]["language"]
    for key, (words, original) in said.items():
        above = written_at(layout, key[:-1])
        edits += value_edits(text, written_at(layout, key), words, in_flow=above.style == "flow")
        line = bisect_right(starts, above.keys[key[-1]][0])
        number = record_above(lines, line, own)
        if number is not None and original:
            margin = lines[number][: _depth(lines[number])]
            end = starts[number] + len(lines[number].rstrip("\r\n"))
            edits.append(Edit(starts[number], end, f"{margin}# {own}: {original}"))
    return replaced(text, edits)


def updated(path: Path, checked: Checked, language: str, content: bytes) -> str | None:
    """Add the texts that a translation lacks, with `content` as the content of its file; None if it
    lacks none.

    They are added after their predecessors in cards.yaml; empty entries without a text are removed.
    A mapping in braces has no room for a text with a comment above it: there a comment says what is
    missing. Raises ProblemError if the translation has errors.
    """
    problems = Problems()
    _, coverage, root = translate(path, checked, language, problems, content)
    problems.raise_errors()
    whole = content.decode("utf-8-sig")
    lines = whole.splitlines()
    result = list(lines)
    order: dict[TextPath, list[str]] = {}
    for text in texts_of(checked).values():
        for depth in range(len(text.path)):
            keys = order.setdefault(text.path[:depth], [])
            if text.path[depth] not in keys:
                keys.append(text.path[depth])
    added: dict[tuple[int, TextPath, str], list[Text]] = {}
    for text in coverage.missing:
        node, steps = root.at(text.path)
        if steps < len(text.path):
            at = _line_for(text.path[: steps + 1], root, lines, order)
            added.setdefault((at, text.path[:steps], text.path[steps]), []).append(text)
    own = checked.data["game"]["language"]
    ordered = sorted(added.items(), key=lambda entry: entry[0][0])
    gone = sorted(filter(any, (_lines_of(path, root, lines, own) for path in coverage.empty)))
    for (at, parent, _), texts in ordered[::-1]:  # from the end, so that line numbers stay valid
        while gone and gone[-1][0] >= at:
            del result[slice(*gone.pop())]
        node, _ = root.at(parent)
        if node.type == "map" and _is_in_braces(node, lines):
            margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            new = [
                f"{margin}# missing: {'.'.join(text.path[len(parent) - 1 :])}, {text.shown}"
                for text in texts
            ]
            new = [line for line in new if line not in lines]
        else:
            new = _block(texts, len(parent), _margin(node, parent, root), own, {})
        if not parent:  # a section
            new = [*new, ""] if at == 0 or lines[at - 1].startswith("#") else ["", *new]
        result[at:at] = new
    for start, stop in gone[::-1]:
        del result[start:stop]
    end = line_end_of(whole)
    return end.join(result) + end if result != lines else None


def _lines_of(path: TextPath, root: Node, lines: list[str], own: str) -> tuple[int, int]:
    """Find the lines (from 0, and the one after) of an entry including the comment with its
    original; empty for one in braces.
    """
    parent = root.at(path[:-1])[0]
    place = parent.keys[path[-1]]
    if _is_in_braces(parent, lines):
        return 0, 0
    start, end = place.line - 1, place.line
    for number in range(place.line, len(lines)):
        if not lines[number].strip():
            continue
        if _depth(lines[number]) < place.column:
            break
        end = number + 1
    remark = f"{' ' * (place.column - 1)}# {own}:"
    while start and lines[start - 1].startswith(remark):
        start -= 1
    return start, end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_in_braces(node: Node, lines: list[str]) -> bool:
    line = lines[node.place.line - 1] if 0 < node.place.line <= len(lines) else ""
    return line[node.place.column - 1 : node.place.column] == "{"


def _margin(node: Node, path: TextPath, root: Node) -> str:
    """Return the indentation of a mapping's keys; for a key without a value, two spaces more than
    its own.
    """
    if node.keys:
        return " " * (next(iter(node.keys.values())).column - 1)
    return " " * (root.at(path[:-1])[0].keys[path[-1]].column + 1) if path else ""


def _key_line(root: Node, path: TextPath, otherwise: int) -> int:
    """Return the line of a key; `otherwise` if the path is empty."""
    if not path:
        return otherwise
    node, _ = root.at(path[:-1])
    return node.keys[path[-1]].line


def _end_of(key: Place, lines: list[str]) -> int:
    """Return the line after the value of a key, without empty lines and comments behind it."""
    end = key.line
    for number in range(key.line, len(lines)):
        if lines[number].strip()[:1] in ("", "#"):
            continue
        if _depth(lines[number]) < key.column:
            break
        end = number + 1
    return end


def _line_for(
    path: TextPath, root: Node, lines: list[str], order: dict[TextPath, list[str]]
) -> int:
    """Find the line (from 0) before which a new key goes: after its predecessors in cards.yaml,
    otherwise before all others.
    """
    parent, key = path[:-1], path[-1]
    node, _ = root.at(parent)
    if node.type == "map" and _is_in_braces(node, lines):
        while parent and _is_in_braces(root.at(parent[:-1])[0], lines):
            parent = parent[:-1]
        return _key_line(root, parent, 1) - 1
    if not node.keys:  # nothing in it yet
        return _key_line(root, parent, len(lines))
    before = [other for other in order[parent][: order[parent].index(key)] if other in node.keys]
    if before:
        return _end_of(node.keys[before[-1]], lines)
    first = min(place.line for place in node.keys.values()) - 1
    while first and lines[first - 1].lstrip().startswith("#") and parent:
        first -= 1
    return first
