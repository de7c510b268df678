"""Problems as workflow commands, with which GitHub Actions writes them beside the lines of a
change.

In: problems, and the folder that their files are relative to. Out: lines such as `::error
file=cards.yaml,line=41,col=12,title=…::…`, and text that cannot be mistaken for such a line. The
commands and their escapes are those of
https://docs.github.com/actions/reference/workflow-commands-for-github-actions and of `command.ts`
in github.com/actions/toolkit.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from generator.cli.gathering import Group
from generator.data.problems import Problem, counted
from generator.data.saying import first_of
from generator.data.visible import visible

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_LISTED = 8
"""Cards that are named of those that have the same problem."""


def annotation(group: Group, folder: Path | None = None) -> str:
    """Write a problem and what belongs to it as one line; `folder` is what its file is relative
    to.
    """
    problem = group.problem
    properties, place, said = {}, problem.place, problem.message
    if place:
        properties["file"] = _path(place.file, folder)
        for key, number in (("line", place.line), ("col", place.column)):
            if number:
                properties[key] = str(number)
        said = f"{place.cell}: {said}" if place.cell else said
    properties["title"] = problem.code
    if problem.card and f"'{problem.card}'" not in said:
        said += f" (card '{problem.card}')"
    lines = [said, *(f"{what}: {at}" for what, at in problem.also)]
    if group.cards:
        lines.append(same_on(problem, group.cards, _LISTED))
    if group.alike:
        lines.append(group.places())
    if problem.hint:
        lines.append(f"hint: {problem.hint}")
    written = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{_LEVELS[problem.severity]} {written}::{_escaped(chr(10).join(lines))}"


def same_on(problem: Problem, others: Sequence[str], most: int = 8) -> str:
    """Say which cards have a problem, beside the one that it names, if it names one."""
    listed = first_of(others, most)
    if problem.card:
        return f"the same on {counted(len(others), 'more card')}: {listed}"
    return f"it shows on {counted(len(others), 'card')}: {listed}"


def harmless(text: str) -> str:
    """Return text of which no line is taken for a workflow command, whatever a game is called."""
    return re.sub(r"(?m)^(\s*):(?=:)", r"\1: ", text).replace("##[", "## [")


def _escaped(text: str, more: str = "") -> str:
    """Write what ends or parts a command as the numbers of its letters."""
    text = "\n".join(map(visible, text.split("\n"))).replace("%", "%25")
    for letter in "\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def _path(file: str, folder: Path | None) -> str:
    """Return a file's path from the root of the repository, which GitHub Actions names, or from the
    folder that the command runs in.

    One that is elsewhere keeps its whole path.
    """
    path = ((folder or Path()) / file).resolve()
    for base in filter(None, (os.environ.get("GITHUB_WORKSPACE"), ".")):
        root = Path(base).resolve()
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.as_posix()
