"""How the page writes numbers, shares, ranges and names, and how wide a text is.

In: numbers and rows of measurements. Out: words. Knows no chart and no page.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
"""One row of measurements, as in the data."""
NO_BREAK = "\u00a0"
MINUS = "\u2212"
TEXT = 13.0
"""Height of a chart's text in its units; the style sheet uses the same value."""


def figure(value: float, digits: int | None = None) -> str:
    """Format a number for people: few digits, a true minus sign, and thousands separators."""
    if digits is None:
        size = abs(value)
        digits = 3
        if float(value).is_integer():
            digits = 0
        elif size >= 10:
            digits = 1
        elif size >= 0.1:
            digits = 2
        text = f"{value:,.{digits}f}"
        text = text.rstrip("0").rstrip(".") if digits else text
    else:
        text = f"{value:,.{digits}f}"
    if digits and float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def with_unit(text: str, unit: str) -> str:
    """Format a number with its unit, without the plural `s` for one."""
    word = unit.removesuffix("s") if text == "1" and len(unit) > 1 else unit
    return f"{text}{NO_BREAK}{word}" if unit else text


def percent(share: float | None) -> str:
    """Format a share as a percentage."""
    return "" if share is None else with_unit(figure(100 * share, 1), "%")


def span(low: Any, high: Any, say: Callable[[float], str]) -> str:
    return "" if low is None or high is None else f"{say(low)} to {say(high)}"


def percent_of(part: float, whole: float) -> str:
    """Format a part of a whole as a percentage; nothing if the whole is 0."""
    return percent(part / whole) if whole else ""


def signed(value: float | None) -> str:
    if value is None:
        return ""
    return ("+" if round(value, 1) > 0 else "") + figure(value, 1)


def plural(count: float, one: str) -> str:
    return f"{figure(count)} {one if count == 1 else one + 's'}"


def maybe(value: float | None, digits: int | None = None) -> str:
    return "" if value is None else figure(value, digits)


def word_of(row: Row, key: str, otherwise: str = "") -> str:
    """Return a word of a row, or another if it has none."""
    return str(row.get(key) or otherwise)


def among(row: Row) -> str:
    """Name a number of players and their type."""
    players = plural(row["players"], "player") if row.get("players") else "All"
    return f"{players}, {row['line_up']}" if row.get("line_up") else players


def by_players(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Group rows by the number of players, fewest first."""
    groups = defaultdict[int, list[Row]](list)
    for row in rows:
        groups[int(row.get("players") or 0)].append(row)
    return [(among({"players": count}), group) for count, group in sorted(groups.items())]


_WIDTHS = {**dict.fromkeys("mwMW%@…—", 0.95), **dict.fromkeys(" ijlI.,:;'|!()[]tfr-", 0.41)}
"""The widths of letters that are wider or narrower than most, as parts of the size."""


def width_of(text: str) -> float:
    """Estimate the maximum width of a text in a common sans serif; SVG cannot wrap, and the
    reader's font is unknown.
    """
    wide = 0.0
    for letter in text:
        wide += _width_of_letter(letter)
    return wide * TEXT


def _width_of_letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    return _WIDTHS.get(letter, 0.7 if letter.isupper() else 0.62)


def fit(text: str, width: float) -> str:
    """Shorten a text to a width; the table beside each chart has it in full."""
    if width_of(text) <= width:
        return text
    left, kept = width - width_of("…"), 0
    for letter in text:
        left -= width_of(letter)
        if left < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"
