"""Messages by their names in the catalogues, so that tests do not depend on how they are worded."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from string import Formatter

from generator.data.problems import Problem
from generator.data.saying import Message
from tests.conftest import ROOT


@cache
def _patterns() -> list[tuple[re.Pattern[str], str, str]]:
    """List the patterns of all messages, those with the most words of their own first."""
    patterns = []
    rooms = (ROOT / name for name in ("generator", "rules_check", "studio"))
    for path in sorted(file for room in rooms for file in room.glob("**/messages.py")):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, message in vars(module).items():
            if isinstance(message, Message):
                parts = [text for text, *_ in Formatter().parse(message.text)]
                pattern = ".*".join(map(re.escape, parts))
                if message.text.endswith("}"):
                    pattern += ".*"
                patterns.append((-sum(map(len, parts)), pattern, message.code, name))
    return [(re.compile(pattern, re.S), code, name) for _, pattern, code, name in sorted(patterns)]


def name_of(problem: Problem) -> str:
    """Return the name of a problem's message in its catalogue; its code if it is in none."""
    for pattern, code, name in _patterns():
        if code == problem.code and pattern.fullmatch(problem.message):
            return name
    return problem.code


def is_said(problem: Problem, said: str) -> bool:
    """Return whether a problem has the message of this name, in capitals, or has these words."""
    return said == name_of(problem) if said.isupper() else said in problem.message
