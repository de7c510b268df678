"""The templates of the page: a space that stands at the end of a line is written out.

htm, which reads them, takes a line's end between a text and what follows it for nothing, and a
formatter that breaks lines there takes the space away: "Seat" and "1" become "Seat1".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import studio

PAGE = Path(studio.__file__).parent / "page"
INLINE = r"<(?:a|b|i|em|small|span|strong|kbd|code|button|select|input|label)\b"


@dataclass
class Frame:
    """A template, or the code of a value in one: what it is, its line, its text, open braces."""

    sort: str
    line: int = 0
    text: str = ""
    braces: int = 0


def templates(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each template tagged `html`; what is within `${…}` is ◇, or
    ␣ if that is a space.
    """
    stack, at = [Frame("code")], 0
    while at < len(source):
        now = stack[-1]
        if now.sort != "code":
            if source[at] == "`":
                stack.pop()
                if now.sort == "html":
                    yield now.line, now.text
            elif source.startswith("${", at):
                is_space = source.startswith('${" "}', at)
                now.text += "␣" if is_space else "◇"
                stack.append(Frame("code"))
                at += 1
            else:
                now.text += source[at]
        elif source[at] == "`":
            sort = "html" if source.endswith("html", 0, at) else "plain"
            stack.append(Frame(sort, source.count("\n", 0, at) + 1))
        elif source[at] in "'\"":
            at = _end_of_quoted(source, at)
        elif re.match(r"//|/\*", source[at : at + 2]):
            end = "\n" if source[at + 1] == "/" else "*/"
            at = source.find(end, at) % len(source)
        elif source[at] == "{":
            now.braces += 1
        elif source[at] == "}" and now.braces:
            now.braces -= 1
        elif source[at] == "}" and len(stack) > 1:
            stack.pop()
        at += 1


def _end_of_quoted(source: str, at: int) -> int:
    """Find the end of a text in quotes, which is in one line."""
    found = re.compile(r"(?:\\.|[^\\\n])*?(?=[\n" + source[at] + "])").match(source, at + 1)
    return found.end() if found else at


def lost_spaces(source: str) -> list[str]:
    """List where a text and a value, or a text and what stands in its line, are a line's end apart."""
    found = []
    for line, text in templates(source):
        words = re.sub(r"<(?:[^>\"=]|=>|=|\"[^\"]*\")*?>", _kept, text, flags=re.DOTALL)
        for match in re.finditer(rf"[^\s<>◇␣]\s*\n\s*(?:◇|{INLINE})|◇\s*\n\s*[^\s<>◇␣]", words):
            found.append(f"{line}: {' '.join(match[0].split())}")
    return found


def _kept(tag: re.Match[str]) -> str:
    """Keep of a tag what it is, without its attributes."""
    name = re.match(r"</?[\w◇]*", tag[0])
    assert name
    return f"{name[0]}>"


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.js")), ids=lambda path: path.name)
def test_no_space_is_lost_at_the_end_of_a_line(path: Path) -> None:
    assert lost_spaces(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "html`<h2>Seat\n  ${seat}</h2>`",
        "html`<p>${name}\n  played</p>`",
        "html`<label>Players\n  <select></select></label>`",
        "html`<p class=${a ? `x ${y}` : ''}>${b.map((n) => html`<i>of\n  ${n}</i>`)}</p>`",
    ],
)
def test_a_lost_space_is_found(source: str) -> None:
    assert lost_spaces(source)


def test_a_space_that_is_written_out_is_none_lost() -> None:
    assert lost_spaces('html`<h2>Seat${" "}\n  ${seat}\n  <p>a b\n c</p></h2>`') == []
