"""Values and entries in the text of a cards.yaml: change, add or remove them, and leave every other
byte as it is.

In: a text, the layout of its values (`Written`), new values. Out: `Edit`s, the text with them, a
unified diff. Knows only the text, and nothing about games.

A changed value keeps its quotes and its layout. A new entry is a copy of a neighbour with other
values, so it looks like the others. A YAML writer that preserves comments was tried: to change one
number, ruamel.yaml 0.19 changes 328 to 536 lines of a long cards.yaml, depending on its line width,
because it folds flow mappings in its own way.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from generator.data.patterns import found_in
from generator.data.problems import ProblemError, Problems
from generator.data.source import UNREADABLE, Written, read_source

Value = str | int | float | bool
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_MARK = b"\xef\xbb\xbf"
_WIDEST = 110


class Gone(Enum):
    """The value that stands for no value: remove the entry."""

    GONE = "gone"


GONE = Gone.GONE
NewValue = Value | Sequence[Value] | Gone


class PatchError(ValueError):
    """A value is written in such a way that it cannot be changed alone."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters from `start` up to `end`, counted from 0, by `text`."""

    start: int
    end: int
    text: str


def text_of(content: bytes) -> tuple[bytes, str]:
    """Split a file's bytes into its byte order mark, which may be empty, and its text."""
    mark = _MARK if content.startswith(_MARK) else b""
    return mark, content.removeprefix(_MARK).decode("utf-8")


def replaced(text: str, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> str:
    """Apply edits to the characters from `start` up to `end`. Of edits at the same place, the first
    given comes first.

    Raises PatchError if two edits overlap.
    """
    parts, at = list[str](), start
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < at:
            raise PatchError("two changes affect the same place")
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:end]])


def difference(old: bytes, new: bytes, name: str) -> str:
    """Return the differences as a unified diff that `patch` accepts; empty if there are none."""
    before, after = (content.decode("utf-8").splitlines(keepends=True) for content in (old, new))
    shown = difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in shown
    )


# ---------------------------------------------------------------- values as text


def format_value(value: Value, style: str = "plain", in_flow: bool = True) -> str:
    """Write a scalar on one line, in the requested style if possible: "plain", "'" or '"'."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format_number(value)
    if isinstance(value, int):
        return str(value)
    if style == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if style == "plain" and _reads_as(value, in_flow):
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return UNREADABLE.sub(lambda found: f"\\U{ord(found[0]):08X}", quoted.replace("\x7f", "\\x7F"))


def format_number(value: float) -> str:
    """Write a number with only digits and a point; a whole number without the point."""
    if value == int(value):
        return str(int(value))
    plain = f"{value:.17f}".rstrip("0")
    return repr(value) if "e" not in repr(value) else plain


def format_list(values: Sequence[Value]) -> str:
    """Write a list in brackets."""
    return "[" + ", ".join(map(format_value, values)) + "]"


def format_map(values: Mapping[str, str]) -> str:
    """Write a map in braces, whose values are written already."""
    return "{" + ", ".join(f"{format_key(key)}: {value}" for key, value in values.items()) + "}"


def format_flow(value: object) -> str:
    """Write a value of any type on one line, inside { } or [ ]."""
    if isinstance(value, Mapping):
        return format_map({key: format_flow(each) for key, each in value.items()})
    if isinstance(value, list):
        return format_list(value)
    assert isinstance(value, Value)
    return format_value(value)


@lru_cache(maxsize=1024)  # all cards of a kind have the same keys
def format_key(key: str) -> str:
    """Write a key, in quotes if YAML readers would disagree without them."""
    return key if _is_read(f"{{{key}: 0}}", {key: 0}) else json.dumps(key)


def _reads_as(text: str, in_flow: bool) -> bool:
    """Return whether a text reads back as itself without quotes."""
    if not text or _LINE_BREAK.search(text):
        return False
    if in_flow:
        return _is_read(f"{{a: {text}, b: [{text}]}}", {"a": text, "b": [text]})
    return _is_read(f"a: {text}\n", {"a": text})


def _is_read(text: str, data: object) -> bool:
    problems = Problems()
    try:
        return (
            read_source(Path("text"), problems=problems, content=text.encode()).data() == data
            and not problems.items
        )
    except (ProblemError, UnicodeEncodeError):
        return False


def _as_block(value: str, old: str) -> str | None:
    """Write a text in the style of the existing block, `|` or `>`, with its header and indentation;
    None if that is impossible.
    """
    header, *body = _LINE_BREAK.split(old)
    line_break = _LINE_BREAK.search(old)
    first = next((line for line in body if line.strip()), None)
    if line_break is None or first is None or re.search(r"\d", header.partition("#")[0]):
        return None
    indent = first[: len(first) - len(first.lstrip(" "))]
    lines = value.rstrip("\n").split("\n")
    if header.startswith(">"):
        width = max(40, max(map(len, body)) - len(indent))
        lines = list(chain.from_iterable(("", *_folded(line, width)) for line in lines))[1:]
    lines = [indent + line if line else "" for line in lines]
    new = line_break[0].join([header, *lines])
    return new if _is_read(f"a: {new}\n", {"a": value}) else None


def _folded(paragraph: str, width: int) -> list[str]:
    """Break a paragraph into lines of at most `width` characters if that can be done."""
    lines = list[str]()
    for word in re.split(r"(?<=\S) (?=\S)", paragraph) if paragraph else ():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# ---------------------------------------------------------------- changes


def value_edits(
    text: str, old: Written, value: Value | Sequence[Value], in_flow: bool
) -> list[Edit]:
    """Replace a value. Raises PatchError if other places repeat it (`&name`)."""
    if old.is_marked:
        raise PatchError("the value has a YAML anchor (&…) that other values use")
    if old.style in ("|", ">") and isinstance(value, str):
        block = _as_block(value, text[old.start : old.end])
        return [Edit(old.start, old.end, block or format_value(value, '"'))]
    if isinstance(value, str | int | float | bool):
        return [Edit(old.start, old.end, format_value(value, old.quotes, in_flow))]
    if old.elements and value and not any(element.is_marked for element in old.elements):
        return _list_edits(text, old, value)
    return [Edit(old.start, old.end, format_list(value))]


def _list_edits(text: str, old: Written, values: Sequence[Value]) -> list[Edit]:
    """Change, add or remove elements of a list; neither it nor `values` is empty."""
    in_flow = old.style == "flow"
    shared = min(len(old.elements), len(values))
    last = old.elements[-1]
    edits = list[Edit]()
    for one, value in zip(old.elements, values, strict=False):
        edits += _changed(text, one, value, in_flow)
    dash = text[line_start(text, last.start) : last.start]
    end = _behind(text, old, last)
    if len(old.elements) > shared:
        edits.append(Edit(_behind(text, old, old.elements[shared - 1]), end, ""))
    elif len(values) > shared:
        if not in_flow and dash.strip() != "-":
            return [Edit(old.start, old.end, format_list(values))]
        before = _between(text, old, dash)
        added = [before + format_value(value, last.quotes, in_flow) for value in values[shared:]]
        edits.append(Edit(end, end, "".join(added)))
    return edits


def _changed(
    text: str, old: Written, value: Value | Sequence[Value], in_flow: bool
) -> Iterator[Edit]:
    """Yield the edits that replace a value, but those that change nothing."""
    for edit in value_edits(text, old, value, in_flow):
        if text[edit.start : edit.end] != edit.text:
            yield edit


def _behind(text: str, old: Written, one: Written) -> int:
    """Return where further entries follow one of a list or a map: at its end, or in a block at the
    end of its line.
    """
    return one.end if old.style == "flow" else _line_end(text, one.end)


def _between(text: str, old: Written, begin: str) -> str:
    """Return what is between two entries of a list or a map; in a block, lines `begin` with it."""
    return ", " if old.style == "flow" else f"{line_end_of(text)}{begin}"


def entry_edits(
    text: str,
    old: Written,
    changes: Mapping[str, NewValue],
    order: Sequence[str],
    styles: Mapping[str, str] = MappingProxyType({}),
) -> list[Edit]:
    """Change, add and remove (GONE) entries of a map.

    `order` determines the place of new keys among the others; `styles` are their quotes. Raises
    PatchError.
    """
    in_flow = old.style == "flow"
    gone = [key for key, value in changes.items() if value is GONE and key in old.items]
    kept = [key for key in old.items if key not in gone]
    edits, added = list[Edit](), dict[str, Value | Sequence[Value]]()
    for key, value in changes.items():
        if isinstance(value, Gone):
            continue
        if key not in old.items:
            added[key] = value
            continue
        edits += _changed(text, old.items[key], value, in_flow)
    if not kept:
        entries = {key: _formatted(value, styles, key) for key, value in added.items()}
        return [Edit(old.start, old.end, format_map(entries))]
    edits += removals(text, old, gone)
    first = old.keys[kept[0]][0]
    column = column_at(text, first)
    for key in sorted(added, key=lambda key: order.index(key) if key in order else len(order)):
        block = None if in_flow else column
        value = _formatted(added[key], styles, key, block, line_end_of(text))
        after = _key_before(key, order, kept)
        edits.append(_insertion(text, old, f"{format_key(key)}: {value}", first, after))
    return edits


def _key_before(key: str, order: Sequence[str], kept: Sequence[str]) -> str | None:
    """Return the kept key after which a new one belongs; None if it belongs first."""
    if key not in order:
        return kept[-1]
    before = order[: order.index(key)]
    return next((other for other in reversed(before) if other in kept), None)


def _insertion(text: str, old: Written, entry: str, first: int, after: str | None) -> Edit:
    """Insert an entry into a map: before its `first` character, or after one of its keys."""
    between = _between(text, old, " " * column_at(text, first))
    if after is None:
        return Edit(first, first, f"{entry}{between}")
    end = _behind(text, old, old.items[after])
    return Edit(end, end, f"{between}{entry}")


def _formatted(
    value: NewValue,
    styles: Mapping[str, str],
    key: str,
    column: int | None = None,
    line_end: str = "\n",
) -> str:
    """Write a new value; with a column, in a block that starts there."""
    assert not isinstance(value, Gone)
    if not isinstance(value, str | int | float | bool):
        return format_list(value)
    if isinstance(value, str) and column is not None and "\n" in value:
        block = _as_block(
            value, f"{'|' if value.endswith(chr(10)) else '|-'}{line_end}{' ' * (column + 2)}."
        )
        if block is not None:
            return block
    return format_value(value, styles.get(key, "plain"), in_flow=column is None)


def removals(text: str, old: Written, gone: Iterable[str]) -> list[Edit]:
    """Remove entries from a map: whole lines in a block or, inside { }, entries and their
    commas.
    """
    gone, names = set(gone), list(old.items)
    if not gone:
        return []
    if len(gone) == len(names):
        return [Edit(old.start, old.end, "{}")]
    edits = list[Edit]()
    has_kept = False  # one before this one
    for number, name in enumerate(names):
        start, end = old.keys[name][0], old.items[name].end
        if name not in gone:
            has_kept = True
        elif old.style != "flow":
            edits.append(_without_lines(text, start, end))
        elif has_kept:
            edits.append(Edit(old.items[names[number - 1]].end, end, ""))
        else:
            edits.append(Edit(start, old.keys[names[number + 1]][0], ""))
    return edits


def _without_lines(text: str, start: int, end: int) -> Edit:
    """Remove the lines of a part of the text, with the line break before them."""
    begin, stop = line_start(text, start), _line_end(text, end)
    if begin == 0:
        return Edit(0, _next_line(text, end), "")
    return Edit(begin - (2 if text[begin - 2 : begin] == "\r\n" else 1), stop, "")


def map_edits(
    text: str,
    old: Written,
    added: Mapping[str, Mapping[str, NewValue]],
    gone: Sequence[str],
    order: Sequence[str],
    column: int | None,
) -> list[Edit]:
    """Remove entries from a map, and add new ones, themselves maps, after the last that is kept,
    each in the style of a neighbour.

    `order` is that of an entry's keys; `column` is the column of the map's key in a block, counted
    from 0, None inside { }. Raises PatchError.
    """
    if not added:
        return removals(text, old, gone)
    kept = [key for key in old.items if key not in gone]
    is_block = old.style == "block"
    margin: int | None = None  # of its entries, each on separate lines
    if is_block:
        first = min(old.keys.values())[0]
        margin = column_at(text, first)
    elif column is not None and not kept:
        margin = column + 2
    written = list(_entries_like(text, old, added, order, margin))
    if margin is None and not kept:
        return [Edit(old.start, old.end, "{" + ", ".join(written) + "}")]
    indent = " " * (margin or 0)
    if not kept:
        begin = line_end_of(text) + indent
        lines = begin.join(written)
        if is_block:
            return [Edit(old.start, old.end, lines)]
        return [Edit(len(text[: old.start].rstrip(" ")), old.end, f"{begin}{lines}")]
    last = kept[-1]
    before = _gap(text, old, last, _between(text, old, indent))
    at = _behind(text, old, old.items[last])
    return [Edit(at, at, "".join(before + one for one in written)), *removals(text, old, gone)]


def _entries_like(
    text: str,
    old: Written,
    added: Mapping[str, Mapping[str, NewValue]],
    order: Sequence[str],
    margin: int | None,
) -> Iterator[str]:
    """Write entries as copies of suitable ones, each the first with the same keys if there is
    one.
    """
    styles, fit = styles_of(old), dict[frozenset[str], str]()
    for key in reversed(old.items):
        if _can_be_copied(text, old, key):
            fit.setdefault(frozenset(old.items[key].items), key)
    for key, values in added.items():
        if not fit or not values:
            yield _plain_entry(key, values, styles, margin, line_end_of(text))
            continue
        chosen = fit.get(frozenset(values), next(iter(fit.values())))
        like, (start, key_end) = old.items[chosen], old.keys[chosen]
        changes: dict[str, NewValue] = {**dict.fromkeys(like.items, GONE), **values}
        edits = [
            Edit(start, key_end, format_key(key)),
            *entry_edits(text, like, changes, order, styles),
        ]
        yield replaced(text, edits, start, like.end)


def _plain_entry(
    key: str,
    values: Mapping[str, NewValue],
    styles: Mapping[str, str],
    column: int | None,
    line_end: str,
) -> str:
    """Write an entry inside { }; in a block, if a column is given, on as many lines as it takes."""
    parts = [
        f"{format_key(name)}: {_formatted(value, styles, name)}" for name, value in values.items()
    ]
    whole = f"{format_key(key)}: {{{', '.join(parts)}}}"
    if column is None or column + len(whole) <= _WIDEST:
        return whole
    lines = [" " * (column + 2) + "{"]
    for number, part in enumerate(parts):
        one = part + ("," if number < len(parts) - 1 else "}")
        if number and len(lines[-1]) + 1 + len(one) > _WIDEST:
            lines.append(" " * (column + 3) + one)
        else:
            lines[-1] += (" " if number else "") + one
    return line_end.join([f"{format_key(key)}:", *lines])


def _can_be_copied(text: str, old: Written, key: str) -> bool:
    """Return whether an entry is a map without comments, anchors and aliases, so that it can be
    copied without repeating anything.
    """
    entry = old.items[key]
    if not entry.is_open:
        return False
    at = old.keys[key][0]
    end = entry.end if entry.style == "flow" else _line_end(text, entry.end)
    for start, stop, style in [(*old.keys[key], ""), *_leaves(entry), (end, end, "")]:
        if style in ("alias", "marked") or "#" in text[at:start]:
            return False
        if style in ("|", ">") and "#" in text[start:stop]:
            return False
        at = stop
    return True


def _leaves(entry: Written) -> Iterator[tuple[int, int, str]]:
    """Yield the keys and scalars of a value in the order of the text: start, end, style."""
    if entry.style not in ("flow", "block"):
        yield entry.start, entry.end, "marked" if entry.is_marked else entry.style
    for key, value in entry.items.items():
        yield (*entry.keys[key], "")
        yield from _leaves(value)
    for value in entry.elements:
        yield from _leaves(value)


def styles_of(old: Written) -> dict[str, str]:
    """Return the quotes with which the entries of a map write the value of each key."""
    found = dict[str, str]()
    for entry in old.items.values():
        for key, value in entry.items.items():
            if value.style in ("'", '"', "plain"):
                found.setdefault(key, value.style)
    return found


def _gap(text: str, old: Written, last: str, otherwise: str) -> str:
    """Return the text between the last two entries of a map, if it differs from `otherwise` only
    in space and line breaks.
    """
    names = list(old.items)
    if last == names[0]:
        return otherwise
    end = _behind(text, old, old.items[names[names.index(last) - 1]])
    gap = text[end : old.keys[last][0]]
    return gap if gap.strip() == otherwise.strip() else otherwise


# ---------------------------------------------------------------- lines


def line_start(text: str, at: int) -> int:
    """Find where the line of a character begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def column_at(text: str, at: int) -> int:
    """Count the characters before one in its line."""
    return at - line_start(text, at)


def _line_end(text: str, at: int) -> int:
    found = _LINE_BREAK.search(text, at)
    return found.start() if found else len(text)


def _next_line(text: str, at: int) -> int:
    found = _LINE_BREAK.search(text, at)
    return found.end() if found else len(text)


def line_end_of(text: str) -> str:
    """Return the line break that a text uses: its first."""
    return found_in(_LINE_BREAK, text, otherwise="\n")
