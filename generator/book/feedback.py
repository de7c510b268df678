"""Stages 2 to 5 for the form that playtesters fill in: one page of questions, asked by `feedback:`
in cards.yaml.

In: a Game, its Press and a paper. Out: the bytes of a one-page PDF. How the form looks is
templates/feedback.svg.j2, or the tool's own; this module says which row is where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.book import messages as say
from generator.data.game import Game, Record
from generator.data.geometry import Box
from generator.data.problems import Place
from generator.data.source import Node
from generator.data.wording import phrase
from generator.face.codes import qr_path
from generator.face.press import Press
from generator.sheet.outputs import document_for
from generator.sheet.papercraft import make_part
from generator.sheet.sheets import PRINTABLE_MARGIN_MM

TEMPLATE = "feedback.svg.j2"
HEAD_MM, CODE_MM = 25.0, 33.0  # title and what the form is for; with a QR code more
PLAYERS_MM = 7.0  # a row of the table of players
ROW_MM = 7.8  # a question that is answered by ticking
ASK_MM = 6.2  # the line of a question that is answered in words
LINE_MM = 7.4  # a line to write on
MOST_LINES = 9
GAP_MM = 1.7
FOOT_MM = 6.0
MOST_PLAYERS = 12
_URL = re.compile(r"https?://[^\s/]+\.\S+|(?!https?:)[a-z][a-z0-9+-]*:\S+", re.I)


@dataclass(frozen=True)
class QuestionRow:
    """A question with its place on the form: `y` from the top, `lines` to write on."""

    number: int
    question: dict[str, Any]
    y: float
    height: float
    lines: int


def arrange(questions: Sequence[dict[str, Any]], room_mm: float) -> list[QuestionRow] | None:
    """Lay out a row for each question; those answered in words share the room that is left. Return
    None if they do not all fit.
    """
    in_words = sum(question["answer"] == "lines" for question in questions)
    ticked = len(questions) - in_words
    gaps = GAP_MM * max(0, len(questions) - 1)
    left = room_mm - ticked * ROW_MM - in_words * ASK_MM - gaps
    if left < in_words * LINE_MM - 1e-6:
        return None
    spare = int((left + 1e-6) // LINE_MM)
    rows, y, seen = [], 0.0, 0
    for number, question in enumerate(questions, 1):
        lines = 0
        if question["answer"] == "lines":
            lines = min(MOST_LINES, spare // in_words + (seen < spare % in_words))
            seen += 1
        height = ASK_MM + lines * LINE_MM if lines else ROW_MM
        rows.append(QuestionRow(number, question, y, height, lines))
        y += height + GAP_MM
    return rows


def write_form(game: Game, press: Press, paper_mm: tuple[float, float]) -> tuple[bytes, int] | None:
    """Write the form: the bytes of a PDF of one page. None if the game asks nothing, or the form
    cannot be drawn.

    Too many questions for the page, or a URL too long for a QR code, are errors that go to the
    press.
    """
    asked = game.feedback
    if not asked["questions"]:
        return None
    node = game.root["feedback"]
    width, height = min(paper_mm), max(paper_mm)
    margin = PRINTABLE_MARGIN_MM + 5
    players = min(MOST_PLAYERS, game.info.players[1] if "players" in game.info else 4)
    head = CODE_MM if asked["url"] else HEAD_MM
    below = head + PLAYERS_MM * (players + 1) + 4
    rows = arrange(asked["questions"], height - 2 * margin - below - FOOT_MM)
    if rows is None:
        press.problems.error(
            say.TOO_MANY_QUESTIONS(count=len(asked["questions"])), node["questions"].place
        )
        return None
    code, modules = "", 0
    if asked["url"]:
        try:
            code, modules = qr_path(asked["url"])
        except ValueError as fault:
            press.problems.error(say.BAD_ADDRESS(fault=fault), node["url"].place)
        if code and not _URL.fullmatch(asked["url"]):
            press.problems.warn(say.NOT_AN_ADDRESS(found=asked["url"]), node["url"].place)
    values = {
        "width": width,
        "height": height,
        "left": margin,
        "right": width - margin,
        "top": margin,
        "bottom": height - margin,
        "players": players,
        "row": PLAYERS_MM,
        "table": margin + head,
        "about": asked["about"],
        "url": asked["url"],
        "data": game.data_hash,
        "code": code,
        "modules": modules,
        "questions": tuple(_seen(row, margin + below) for row in rows),
    }
    part = make_part(
        game, "feedback:form", TEMPLATE, values, size_mm=(width, height), places=_places(node)
    )
    stamp = press.stamp(part)
    if stamp is None:
        return None
    document = document_for(game, press, phrase(game.language, "feedback"))
    document.page(width, height)
    document.stamp(stamp, Box(0.0, 0.0, width, height))
    return document.close(), 1


def _places(node: Node) -> dict[str, Place]:
    """Map each text area of the form to the place of its words in the game's file."""
    places = {"": node.place} | {name: child.place for name, child in node.items.items()}
    for number, question in enumerate(node["questions"].elements, 1):
        places |= {f"{name}-{number}": child.place for name, child in question.items.items()}
        options = question.get("options")
        places |= {
            f"option-{number}-{n}": option.place
            for n, option in enumerate(options.elements if options else (), 1)
        }
    return places


def _seen(row: QuestionRow, top: float) -> Record:
    """Return a question as the template sees it."""
    words = {**row.question, "options": tuple(row.question["options"])}
    return Record(
        {
            **words,
            "number": row.number,
            "y": top + row.y,
            "height": row.height,
            "lines": row.lines,
            "line": LINE_MM,
            "first": ASK_MM,
        }
    )
