"""Write into docs/reference/messages.md what the tool says under each code, from the catalogues:
`make messages`.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from generator.data.saying import Message

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "reference" / "messages.md"
HOUSES = ("generator", "rules_check", "studio")
FENCE = "```messages"

_BLOCK = re.compile(rf"\n{FENCE}\n.*?\n```\n", re.S)
_PLACE = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
_COUNT = re.compile(r"\{(\w+):n ([^{}]+)\}")
_WORDS = re.compile(r"\{\w+:[^{}|]*\|([^{}]*)\}")


def catalogues() -> list[str]:
    """List the modules that hold messages, in the order of the houses and rooms."""
    root = DOCS.parent
    paths = [path for house in HOUSES for path in sorted((root / house).rglob("messages.py"))]
    modules = [".".join(path.relative_to(root).with_suffix("").parts) for path in paths]
    return [name for name in modules if messages_of(name)]


def messages_of(module: str) -> list[Message]:
    """List the messages of a module as they are written there."""
    return [one for one in vars(import_module(module)).values() if isinstance(one, Message)]


def by_code() -> dict[str, list[Message]]:
    """Collect all messages by their codes."""
    found: dict[str, list[Message]] = {}
    for module in catalogues():
        for message in messages_of(module):
            found.setdefault(message.code, []).append(message)
    return found


def plain(text: str) -> str:
    """Write a text with the names of its values in braces, without their formats, and with the
    words for several where a number decides.
    """
    text = _WORDS.sub(r"\1", _COUNT.sub(r"{\1} \2s", text))
    return _PLACE.sub(r"{\1}", text).replace("{{", "{").replace("}}", "}")


def block(messages: list[Message]) -> str:
    """Write the messages of one code, each with its hint."""
    lines = [FENCE]
    for message in messages:
        lines.append(plain(message.text))
        if message.hint:
            lines.append(f"    hint: {plain(message.hint)}")
    return "\n".join([*lines, "```"])


def page(text: str) -> str:
    """Put into the page, at the end of each section, what the tool says under its code."""
    said = by_code()
    heads = re.split(r"^(### .+\n)", _BLOCK.sub("", text), flags=re.M)
    for number in range(1, len(heads), 2):
        code = heads[number].removeprefix("### ").strip()
        if code in said:
            body, chapter, rest = heads[number + 1].partition("\n## ")
            heads[number + 1] = f"{body.rstrip()}\n\n{block(said[code])}\n\n{chapter[1:]}{rest}"
    return re.sub(r"\n{3,}", "\n\n", "".join(heads)).rstrip("\n") + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
