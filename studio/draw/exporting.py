"""Exports of the saved game for a virtual tabletop or a shop, made by the command of the terminal.

In: the game's path, a target and a language. Out: the files written, and their warnings. The
command runs in a separate process, so that it does not take memory and time from pages.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from generator.data.budget import unbound
from generator.data.problems import Problem, ProblemError
from generator.data.saying import Said

TARGETS = {
    "tabletop-simulator": "Tabletop Simulator",
    "tabletop-playground": "Tabletop Playground",
    "tabletopia": "Tabletopia",
    "screentop": "Screentop.gg",
    "cgs": "Card Game Simulator",
    "png": "Pictures (PNG)",
    "the-game-crafter": "The Game Crafter",
    "makeplayingcards": "MakePlayingCards",
    "drivethrucards": "DriveThruCards",
    "xlsx": "Workbook (XLSX)",
    "csv": "CSV",
    "json": "JSON",
}
"""The page's name for each target of `emporium-pnp export`."""
MOST_SECONDS = 900


@dataclass(frozen=True)
class Written:
    """The files that an export wrote, by their paths in the game's folder, and its warnings."""

    files: list[str]
    warnings: list[str]


def export(path: Path, target: str, language: str | None) -> Written:
    """Export the saved game of a cards.yaml into its folder `output`.

    Raises ProblemError with the first problem if the game has errors or the command fails, KeyError
    for a target that does not exist.
    """
    TARGETS[target]
    words = [sys.executable, "-P", "-m", "generator", "export", target, ".", "--format", "json"]
    if language is not None:
        words += ["--lang", language]
    with subprocess.Popen(
        words, cwd=path.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as done:
        unbound(done.pid)
        try:
            output, faults = done.communicate(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            done.kill()
            raise
    try:
        answer = json.loads(output)
    except ValueError:
        raise ProblemError(Problem.of(Said("export-failed", _last_line(faults)))) from None
    problems: dict[str, list[dict[str, str]]] = {"error": [], "warning": [], "note": []}
    for problem in answer["problems"]:
        problems[problem["severity"]].append(problem)
    if done.returncode:
        error = problems["error"][0]
        raise ProblemError(
            Problem.of(Said("export-failed", error["message"]), hint=error.get("hint"))
        )
    warnings = [problem["message"] for problem in problems["warning"]]
    return Written(list(map(str, answer["results"]["files"])), warnings)


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "the export failed without a message"
