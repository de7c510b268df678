"""The page that `check` writes: one HTML file that says what to look at in a game, and shows the
measurements.

In: the "results" of `emporium-pnp check --format json`, as plain data. Out: the text of a
self-contained page: no network, no script, no font. The layout is report.html.j2, beside this
module. It is our own, so it runs without the sandbox that a game's templates need; anything from a
game is only data in it, and is escaped. The same input gives the same bytes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from rules_check.report.chapters import (
    CHAPTERS,
    foremost_of,
    headline,
    judged,
    logged_of,
    pieces_of,
    remark_on,
    sections_of,
)
from rules_check.report.figures import word_of

_LEVELS = {
    "quick": "A quick check",
    "usual": "The usual check",
    "deep": "A deep check",
    "unplayed": "A check of the cards only, because there are no rules",
}
_NOT_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def write_report(examined: Mapping[str, Any]) -> str:
    """Write the page of one check. A list that is empty or missing is left out of the page, and
    named as not measured.
    """
    examined = _clean(examined)
    game = examined.get("game", {})
    findings = examined.get("findings", [])
    rows = judged(examined.get("measured", {}), findings)
    title = f"{game.get('title', '')} {game.get('version', '')}".strip() or "A game"
    drawn = [(part.name, part.chapter(rows.get(part.key, []))) for part in CHAPTERS]
    page = {
        "title": title,
        "data": game.get("data"),
        "headline": headline(findings),
        "remark": remark_on(findings, is_played=examined.get("level") != "unplayed"),
        "look": _LEVELS.get(str(examined.get("level")), ""),
        "seed": examined.get("seed"),
        "judges": pieces_of(word_of(examined, "judged_by")),
        "foremost": foremost_of(findings),
        "sections": sections_of(findings),
        "chapters": [chapter for _, chapter in drawn if chapter],
        "missing": [name for name, chapter in drawn if not chapter],
        "logged": logged_of(examined.get("logged", {}), game.get("data")),
    }
    return _template().render(page)


def _clean(value: Any) -> Any:
    """Replace what neither HTML nor UTF-8 can represent: control characters and surrogates in
    texts. Numbers that are NaN or infinite, and keys without a value, are left out.
    """
    match value:
        case str():
            return _NOT_TEXT.sub("\ufffd", value)
        case float() if not math.isfinite(value):
            return None
        case Mapping():
            cleaned = {_clean(key): _clean(item) for key, item in value.items()}
            return {key: item for key, item in cleaned.items() if item is not None}
        case list() | tuple():
            return list(map(_clean, value))
    return value


@cache
def _template() -> jinja2.Template:
    source = (files("rules_check.report") / "report.html.j2").read_text(encoding="utf-8")
    made = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return made.from_string(source)
