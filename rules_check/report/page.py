"""The page that `check` writes: one HTML file that says what to look at in a game, and shows what was measured.

In: what `emporium-pnp check --format json` gives under "results", as plain data. Out: the text of a page that needs nothing else: no
network, no script, no font; the charts are SVG that we draw here. Neither plays nor judges: what a finding says was settled before.
The layout is report.html.j2, beside this module. It is our own, so it runs without the sandbox that a game's templates need; what comes
from a game is only ever data in it, and is escaped. The same input gives the same bytes.
"""

from __future__ import annotations

import math
import re
import statistics
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from rules_check.verdict.findings import LIMITS, SECTIONS, Shown

Row = Mapping[str, Any]
"""One row of what was measured, as it stands in the data."""

WIDTH = 340.0
"""Units across a chart. On the narrowest phone a unit is just under a CSS pixel, so text of 13 units stays above 12 px."""
TEXT = 13.0
"""Height of a chart's text in its units; the style sheet says the same."""
NO_BREAK = "\u00a0"
MINUS = "\u2212"
PATTERNS = 6
"""Fills that the style sheet knows, each a colour and a pattern of its own."""
MOST_LABELS = 6
"""Cards that one chart names at most; the table names all."""

_HEADS: dict[str, tuple[str, str]] = {
    "data": ("The file", "Is cards.yaml whole, and does it agree with itself?"),
    "paper": ("On paper", "Can the cards be read, told apart and trusted?"),
    "census": ("The box", "Does the box hold enough of everything?"),
    "reach": ("Reach", "Can everything be done that the cards ask for?"),
    "games": ("Whole games", "Does every game come to a proper end?"),
    "length": ("Length", "Does a game last as long as the box says?"),
    "balance": ("Balance", "Does skill win, and not a seat, a card or a habit?"),
    "rulings": ("Rulings", "Does it matter how the rulebook's open questions are answered?"),
}
FEW_UNSURE = 3
"""So many findings that are not sure yet are shown with the faults; more of them are folded away."""
_VERDICTS = {"error": "error", "warning": "warning", "unsure": "not sure yet", "silenced": "silenced", "fine": "fine"}
_LEVELS = {"quick": "A quick look", "usual": "The usual look", "deep": "A deep look"}
_NOT_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def write_report(examined: Mapping[str, Any]) -> str:
    """Write the page of one check. A list that is empty or missing is left out of the page, and named as not measured."""
    examined = _clean(examined)
    game, found, measured = examined.get("game") or {}, list(examined.get("findings") or ()), examined.get("measured") or {}
    title = " ".join(str(game[key]) for key in ("title", "version") if game.get(key)) or "A game"
    drawn = [(name, draw([row for row in measured.get(key) or () if row])) for key, name, draw in _CHAPTERS]
    page = {
        "title": title,
        "data": game.get("data"),
        "headline": headline(found),
        "remark": _remark(found),
        "look": _LEVELS.get(str(examined.get("level")), ""),
        "seed": examined.get("seed"),
        "sections": _sections(found),
        "verdicts": _VERDICTS,
        "chapters": [chapter for _, chapter in drawn if chapter],
        "missing": [name for name, chapter in drawn if not chapter],
        "logged": _logged(examined.get("logged") or {}, game.get("data")),
    }
    return _template().render(page)


def headline(findings: Iterable[Row]) -> str:
    """Say in a line how many findings (as plain data) there are of each sort."""
    count = Counter(map(_verdict, findings))
    look = count["error"] + count["warning"]
    if not count:
        return "Nothing was looked at"
    rest = [
        f"{count[key]:,} {word}"
        for key, word in (("fine", "fine"), ("unsure", "not sure yet"), ("silenced", "silenced"))
        if count[key]
    ]
    first = f"{look:,} {'thing' if look == 1 else 'things'} to look at" if look else "Nothing to look at"
    return ", ".join([first, *rest])


def _remark(findings: Sequence[Row]) -> str:
    count = Counter(map(_verdict, findings))
    if count["error"]:
        return "The game cannot be played as it stands."
    if count["warning"]:
        return "The game can be played, but not quite as it should be."
    return "More games would tell: a deeper look plays them." if count["unsure"] else ""


def _verdict(finding: Row) -> str:
    """Give what a finding counts as: a silenced one as such, unless it is fine anyway."""
    verdict = str(finding.get("verdict"))
    verdict = verdict if verdict in _VERDICTS else "unsure"
    return "silenced" if finding.get("silenced") and verdict != "fine" else verdict


def _clean(value: Any) -> Any:
    """Replace what neither HTML nor UTF-8 can carry: control characters and half characters in texts, numbers that are none."""
    if isinstance(value, str):
        return _NOT_TEXT.sub("\ufffd", value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {_clean(key): _clean(one) for key, one in value.items()}
    return [_clean(one) for one in value] if isinstance(value, (list, tuple)) else value


@cache
def _template() -> jinja2.Template:
    source = (files("rules_check.report") / "report.html.j2").read_text(encoding="utf-8")
    made = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return made.from_string(source)


# ---------------------------------------------------------------- findings


@dataclass(frozen=True)
class _Told:
    """A finding as the page shows it."""

    verdict: str
    claim: list[str]
    """Sentences come in pieces: every second one stood between backticks, and is code."""
    name: str
    place: str
    measured: str
    hint: list[str]
    silenced: list[str]
    command: list[str]
    """What to type, in pieces that should not be broken at the end of a line."""


@dataclass(frozen=True)
class _Section:
    key: str
    head: str
    question: str
    open: list[_Told]
    """What is not fine, the gravest first."""
    unsure: list[_Told]
    """What these games cannot tell, where that is much."""
    fine: list[_Told]
    count: dict[str, int]


def _told(finding: Row) -> _Told:
    code, about, shown = str(finding.get("finding", "")), finding.get("about"), finding.get("shown")
    number, unit, interval = finding.get("number"), str(finding.get("unit") or ""), finding.get("interval")
    measured = ""
    if number is not None:
        measured = _with_unit(_figure(number), unit)
        if interval and None not in interval:
            measured += f" (95{NO_BREAK}%: {_figure(interval[0])} to {_with_unit(_figure(interval[1]), unit)})"
    command = f"emporium-pnp replay {Shown(**shown).words}" if shown else ""
    claim, hint, silenced = (_pieces(str(finding.get(key) or "")) for key in ("claim", "hint", "silenced"))
    return _Told(
        _verdict(finding),
        claim,
        f"{code} ({about})" if about else code,
        str(finding.get("place") or ""),
        measured,
        hint,
        silenced,
        re.split(" (?=--)", command) if command else [],
    )


def _pieces(sentence: str) -> list[str]:
    """Divide a sentence at its backticks; one without a partner stays."""
    if not sentence:
        return []
    pieces = sentence.split("`")
    return pieces if len(pieces) % 2 else [sentence]


def _sections(findings: Sequence[Row]) -> list[_Section]:
    """Group the findings, in the order of `check`; a section without any is left out."""
    order = list(_VERDICTS)
    keys = list(dict.fromkeys([*SECTIONS, *(str(one.get("section", "")) for one in findings)]))
    made = []
    for number, key in enumerate(keys):
        told = [_told(one) for one in findings if str(one.get("section", "")) == key]
        head, question = _HEADS.get(key, (key or "Further", ""))
        count = Counter("look" if one.verdict in ("error", "warning") else one.verdict for one in told)
        loud = sorted((one for one in told if one.verdict != "fine"), key=lambda one: order.index(one.verdict))
        unsure = [one for one in loud if one.verdict == "unsure"]
        if len(unsure) > FEW_UNSURE:
            loud = [one for one in loud if one.verdict != "unsure"]
        else:
            unsure = []
        if told:
            made.append(_Section(f"s{number}", head, question, loud, unsure, [one for one in told if one.verdict == "fine"], count))
    return made


# ---------------------------------------------------------------- words


def _figure(value: float, digits: int | None = None) -> str:
    """Write a number for people: few digits, a true minus, commas at the thousands."""
    if digits is None:
        size = abs(value)
        digits = 0 if float(value).is_integer() else 1 if size >= 10 else 2 if size >= 0.1 else 3
        text = f"{value:,.{digits}f}"
        text = text.rstrip("0").rstrip(".") if digits else text
    else:
        text = f"{value:,.{digits}f}"
    if digits and float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def _with_unit(text: str, unit: str) -> str:
    return f"{text}{NO_BREAK}{unit}" if unit else text


def _percent(share: float | None) -> str:
    """Write a share as per cent."""
    return "" if share is None else _with_unit(_figure(100 * share, 1), "%")


def _span(low: Any, high: Any, say: Callable[[float], str]) -> str:
    return "" if low is None or high is None else f"{say(low)} to {say(high)}"


def _signed(value: float) -> str:
    return ("+" if round(value, 1) > 0 else "") + _figure(value, 1)


def _plural(count: float, one: str, many: str | None = None) -> str:
    return f"{_figure(count)} {one if count == 1 else many or one + 's'}"


def _among(row: Row) -> str:
    """Name a number of players and who they are."""
    players = _plural(row["players"], "player") if row.get("players") else "All"
    return f"{players}, {row['line_up']}" if row.get("line_up") else players


def _by_players(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Group rows by the number of players, fewest first."""
    counts = sorted({int(row.get("players") or 0) for row in rows})
    return [(_among({"players": count}), [row for row in rows if int(row.get("players") or 0) == count]) for count in counts]


def _list(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def _width_of(text: str, size: float = TEXT) -> float:
    """Reckon how wide a text is at most in a common sans serif; SVG cannot wrap, and we do not know the reader's font."""
    wide = 0.0
    for letter in text:
        if unicodedata.combining(letter):
            continue
        if letter in "mwMW%@…—":
            wide += 0.95
        elif letter in " ijlI.,:;'|!()[]tfr-":
            wide += 0.41
        elif unicodedata.east_asian_width(letter) in "WF":
            wide += 1.05
        else:
            wide += 0.7 if letter.isupper() else 0.62
    return wide * size


def _fit(text: str, width: float) -> str:
    """Shorten a text to a width; the table beside each chart has it whole."""
    if _width_of(text) <= width:
        return text
    left, kept = width - _width_of("…"), 0
    for letter in text:
        left -= _width_of(letter)
        if left < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


# ---------------------------------------------------------------- marks


class _Drawing:
    """One chart as SVG. Colours and sizes come from the style sheet by class; x from the left, y downward, in units of `WIDTH`."""

    def __init__(self, key: str, title: str, desc: str) -> None:
        self.root = ET.Element("svg", {"class": "chart", "role": "img", "aria-labelledby": f"{key}-t {key}-d"})
        ET.SubElement(self.root, "title", {"id": f"{key}-t"}).text = title
        ET.SubElement(self.root, "desc", {"id": f"{key}-d"}).text = desc

    def put(self, tag: str, look: str, tip: str = "", **places: float | str) -> None:
        """Add one mark; `tip` is what a pointer that rests on it is told."""
        values = {key.rstrip("_"): one if isinstance(one, str) else f"{one:.1f}" for key, one in places.items()}
        mark = ET.SubElement(self.root, tag, {"class": look, **values})
        if tip:
            ET.SubElement(mark, "title").text = tip

    def line(self, look: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self.put("line", look, x1=x1, y1=y1, x2=x2, y2=y2)

    def box(self, look: str, left: float, top: float, right: float, bottom: float, tip: str = "") -> None:
        self.put("rect", look, tip, x=left, y=top, width=max(0.0, right - left), height=max(0.0, bottom - top))

    def fill(self, number: int, left: float, top: float, right: float, bottom: float, tip: str = "") -> None:
        """Fill a box with one of the patterns; as lines, for a browser turns an SVG pattern into a large picture when it prints."""
        number %= PATTERNS
        self.box(f"fill{number}", left, top, right, bottom, tip)
        if number:
            self.put("path", f"hatch hatch{number}", tip, d=_hatching(number, left, top, right, bottom))

    def write(self, x: float, y: float, text: str, look: str = "", anchor: str = "start") -> None:
        """Write a text; moved inward where it would leave the chart."""
        wide = _width_of(text) * (1.1 if "strong" in look else 1)
        before = wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        x = max(before, min(x, WIDTH - wide + before))
        self.put("text", f"{anchor} {look}".strip(), x=x, y=y)
        self.root[-1].text = text

    def dot(self, sort: str, x: float, y: float, tip: str = "") -> None:
        """Set a mark whose shape says what its colour says: `in` a full disc, `unsure` an empty one, `out` a diamond."""
        if sort == "out":
            self.put("path", "dot out", tip, d=f"M{x:.1f} {y - 6.5:.1f}l6.5 6.5l-6.5 6.5l-6.5 -6.5z")
        else:
            self.put("circle", f"dot {sort}", tip, cx=x, cy=y, r=4.6)

    def svg(self, height: float) -> str:
        self.root.set("viewBox", f"0 0 {WIDTH:g} {height:g}")
        return ET.tostring(self.root, encoding="unicode")


def _hatching(number: int, left: float, top: float, right: float, bottom: float) -> str:
    """Draw the lines of a pattern within a box, as a path: 1 slanted, 2 dotted, 3 crossed, 4 lying, 5 standing."""
    lines: list[tuple[float, float, float, float]] = []
    if number in (1, 3):  # on each slanted line, x + y is the same
        for at in range(math.ceil((left + top) / 7) * 7, math.ceil(right + bottom), 7):
            start, end = max(left, at - bottom), min(right, at - top)
            lines.append((start, at - start, end, at - end))
    if number == 3:  # x - y is
        for at in range(math.ceil((left - bottom) / 7) * 7, math.ceil(right - top), 7):
            start, end = max(left, at + top), min(right, at + bottom)
            lines.append((start, start - at, end, end - at))
    if number in (2, 4):
        rows = max(1, int((bottom - top) // 5))
        lines += [(left, y, right, y) for y in (top + (bottom - top) * (row + 0.5) / rows for row in range(rows))]
    if number == 5:
        lines += [(x, top, x, bottom) for x in range(math.ceil((left + 1) / 5) * 5, math.ceil(right), 5)]
    return "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for x1, y1, x2, y2 in lines) or f"M{left:.1f} {top:.1f}"


@dataclass(frozen=True)
class _Scale:
    """From values to places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        value = min(max(value, self.low), self.high)
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)

    def ticks(self, most: int = 5) -> list[float]:
        """Choose round values within, a step of 1, 2 or 5 apart."""
        step = _step((self.high - self.low) or 1, most)
        first = math.ceil(self.low / step - 1e-9)
        return [k * step for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _step(span: float, most: int) -> float:
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(power * k for k in (1, 2, 5, 10) if span / (power * k) <= most)


def _tick(value: float) -> str:
    return _figure(round(value, 6), 0 if abs(value - round(value)) < 1e-6 else None)


@dataclass(frozen=True)
class _Panel:
    """One chart, under a title that says what is seen in it."""

    title: str
    svg: str


@dataclass(frozen=True)
class _Table:
    """The numbers behind the charts. `left` is how many columns hold words; `sorted_by` is the column that orders the rows."""

    columns: list[str]
    rows: list[list[str]]
    left: int = 1
    sorted_by: int | None = None


@dataclass(frozen=True)
class _Chapter:
    """One part of what was measured: charts, how to read them, and their numbers. Without charts the table is not folded away."""

    key: str
    head: str
    reading: str
    panels: list[_Panel]
    table: _Table
    legend: list[tuple[str, str]] = field(default_factory=list)
    """What the marks mean: a mark's look, and its word."""
    remark: str = ""


# ---------------------------------------------------------------- length


@dataclass(frozen=True)
class _Bins:
    """How rounds are gathered into bars: `count` bars of `width` rounds from `low` on, and one for all from `tail` on, if any."""

    low: int
    width: int
    count: int
    tail: int | None

    @property
    def bars(self) -> int:
        return self.count + (self.tail is not None)

    def of(self, rounds: int) -> int:
        return self.count if self.tail is not None and rounds >= self.tail else (rounds - self.low) // self.width

    def name(self, bar: int) -> str:
        if bar == self.count:
            return f"{self.tail} or more"
        first = self.low + bar * self.width
        return str(first) if self.width == 1 else f"{first} to {first + self.width - 1}"


def _bins(rounds: Mapping[int, int]) -> _Bins:
    """Gather rounds so that a few endless games do not squeeze all others together."""
    low, high, games = min(rounds), max(rounds), sum(rounds.values())
    above, usual = 0, high
    for one in sorted(rounds, reverse=True):
        above += rounds[one]
        if above > games / 200:
            usual = one
            break
    cut = high - low > 1.5 * (usual - low) + 6
    top = usual if cut else high
    width = math.ceil((top - low + 1) / 22)
    count = math.ceil((top - low + 1) / width)
    return _Bins(low, width, count, low + count * width if cut else None)


def _rounds(row: Row) -> dict[int, int]:
    return {int(key): int(count) for key, count in (row.get("rounds") or {}).items() if count}


def _lengths(rows: Sequence[Row]) -> _Chapter | None:
    if not rows:
        return None
    pooled: Counter[int] = Counter()
    for row in rows:
        pooled.update(_rounds(row))
    bins = _bins(pooled) if pooled else None
    shares = [_bar_shares(row, bins) for row in rows]
    tallest = max([0.01, *(share for one in shares for share in one)])
    minutes = [row["minutes"] for row in rows if row.get("minutes")]
    spans = [float(x) for one in minutes for x in (one.get("low"), one.get("mean"), one.get("high")) if x is not None]
    spans += [float(x) for row in rows for x in _promise(row) or ()]
    time = _Scale(0, 1.04 * max(spans), 12, WIDTH - 12) if spans else None
    panels = [
        _length_panel(f"length{number}", row, share, bins, tallest, time)
        for number, (row, share) in enumerate(zip(rows, shares, strict=True))
    ]
    facts: list[tuple[str, Callable[[Row], str]]] = [
        ("games played", lambda row: _figure(row.get("games") or 0)),
        ("decisions in a game", lambda row: _maybe(row.get("decisions"))),
        ("minutes, mean", lambda row: _maybe((row.get("minutes") or {}).get("mean"))),
        ("minutes, from … to", _minutes_span),
        ("minutes promised", lambda row: " to ".join(map(_figure, _promise(row) or ()))),
        ("rounds, mean", lambda row: _maybe(_mean_rounds(row))),
    ]
    table = [[name, *(say(row) for row in rows)] for name, say in facts]
    for bar in range(bins.bars if bins else 0):
        table.append([f"{bins.name(bar)} rounds" if bins else "", *(_percent(one[bar]) if one else "" for one in shares)])
    return _Chapter(
        "length",
        "How long a game lasts",
        "Above: how many rounds the games took. Below: the minutes that they would take people, against what the box promises.",
        panels,
        _Table(["", *(_among(row) for row in rows)], table),
        [
            ("swatch bar", "share of the games"),
            ("swatch band", "minutes promised"),
            ("dot in", "mean, as promised"),
            ("dot out", "mean, not as promised"),
        ],
    )


def _maybe(value: float | None) -> str:
    return "" if value is None else _figure(value)


def _promise(row: Row) -> tuple[float, float] | None:
    """Give the minutes that the box promises, from and to."""
    promise: Sequence[float] = row.get("promise") or []
    return (promise[0], promise[1]) if len(promise) == 2 and None not in promise else None


def _minutes_span(row: Row) -> str:
    minutes = row.get("minutes") or {}
    return _span(minutes.get("low"), minutes.get("high"), _figure)


def _mean_rounds(row: Row) -> float | None:
    rounds = _rounds(row)
    return sum(key * count for key, count in rounds.items()) / sum(rounds.values()) if rounds else None


def _bar_shares(row: Row, bins: _Bins | None) -> list[float]:
    rounds = _rounds(row)
    if not rounds or bins is None:
        return []
    bars = [0] * bins.bars
    for key, count in rounds.items():
        bars[bins.of(key)] += count
    return [count / sum(bars) for count in bars]


def _length_panel(key: str, row: Row, shares: list[float], bins: _Bins | None, tallest: float, time: _Scale | None) -> _Panel:
    minutes, promise, mean_rounds = row.get("minutes") or {}, _promise(row), _mean_rounds(row)
    mean, said = minutes.get("mean"), ""
    if mean is not None:
        said = f"{_figure(mean, 1)} minutes"
        if promise:
            where = "longer than" if mean > promise[1] else "shorter than" if mean < promise[0] else "within"
            said += f", {where} the promised {_span(promise[0], promise[1], _figure)}"
    elif mean_rounds is not None:
        said = f"{_figure(mean_rounds, 1)} rounds on average"
    title = f"{_among(row)}: {said}" if said else _among(row)
    desc = f"{_plural(row.get('games') or 0, 'game')}. "
    if shares and bins:
        desc += "Share of the games by rounds: " + "; ".join(
            f"{bins.name(bar)} rounds {_percent(share)}" for bar, share in enumerate(shares) if share
        )
    if mean is not None:
        desc += f". Minutes: mean {_figure(mean)}, from {_maybe(minutes.get('low'))} to {_maybe(minutes.get('high'))}."
    drawing, y = _Drawing(key, title, desc), 0.0
    if shares and bins and mean_rounds is not None:
        y = _draw_rounds(drawing, shares, bins, tallest, mean_rounds)
    if mean is not None and time:
        y = _draw_minutes(drawing, y, minutes, promise, time)
    return _Panel(title, drawing.svg(y))


def _draw_rounds(drawing: _Drawing, shares: list[float], bins: _Bins, tallest: float, mean: float) -> float:
    top, bottom = 30.0, 130.0
    height = _Scale(0, 100 * tallest, bottom, top)
    gap = 10.0 if bins.tail is not None else 0.0
    each = (WIDTH - 8 - 48 - gap) / max(bins.bars, 8)
    lefts = [48 + each * bar + (gap if bar == bins.count else 0) for bar in range(bins.bars)]
    for tick in height.ticks(3):
        drawing.line("grid" if tick else "axis", 44, height(tick), WIDTH - 4, height(tick))
        drawing.write(40, height(tick) + 4.5, f"{_tick(tick)}{NO_BREAK}%", "muted", "end")
    every = math.ceil(38 / each)
    for bar, (left, share) in enumerate(zip(lefts, shares, strict=True)):
        if share:
            tip = f"{bins.name(bar)} rounds: {_percent(share)} of the games"
            drawing.box(
                "tail" if bar == bins.count else "bar", left + each * 0.08, height(100 * share), left + each * 0.92, bottom, tip
            )
        if bar == bins.count:
            drawing.write(left + each / 2, bottom + 17, f"{bins.tail}+", "muted", "middle")
        elif bar % every == 0 and (bins.tail is None or bar + every * 0.8 < bins.count):
            place, anchor = (left + each / 2, "middle") if bins.width == 1 else (left + 2, "start")
            drawing.write(place, bottom + 17, str(bins.low + bar * bins.width), "muted", anchor)
    if bins.tail is None or mean < bins.tail:
        x = 48 + each * ((mean - bins.low) / bins.width + 0.5 / bins.width)
        drawing.line("mean", x, top - 8, x, bottom)
        drawing.write(x, top - 13, f"mean {_figure(mean, 1)} rounds", "strong", "middle")
    drawing.write(48, bottom + 34, "rounds played", "muted")
    return bottom + 42


def _draw_minutes(drawing: _Drawing, y: float, minutes: Row, promise: tuple[float, float] | None, time: _Scale) -> float:
    top, middle, bottom = y + 12, y + 44, y + 60
    mean = float(minutes["mean"])
    if promise:
        drawing.box("band", time(promise[0]), top, time(promise[1]), bottom)
    for tick in time.ticks(6):
        drawing.line("grid", time(tick), bottom, time(tick), bottom + 4)
        drawing.write(time(tick), bottom + 18, _tick(tick), "muted", "middle")
    drawing.line("axis", time.start, bottom, time.end, bottom)
    if minutes.get("low") is not None and minutes.get("high") is not None:
        drawing.line("whisker", time(minutes["low"]), middle, time(minutes["high"]), middle)
    kept = not promise or promise[0] <= mean <= promise[1]
    drawing.dot("in" if kept else "out", time(mean), middle, f"mean {_figure(mean)} minutes")
    drawing.write(time(mean), middle - 13, f"mean {_figure(mean, 1)} min", "strong", "middle")
    drawing.write(time.start, bottom + 36, "minutes of play", "muted")
    return bottom + 44


# ---------------------------------------------------------------- dots with intervals: seats, skill, habits


@dataclass(frozen=True)
class _Dot:
    """One row of such a chart: where its dot lies, how sure that is, and what stands beside it."""

    label: str
    value: float
    low: float
    high: float
    text: str
    sort: str


def _dot_panel(
    key: str, title: str, dots: list[_Dot], scale: _Scale, middle: float, names: tuple[str, str], limit: float = 0
) -> _Panel:
    """Draw rows of dots. `names`: what the middle line is, and what the axis is."""
    desc = "; ".join(f"{one.label}: {one.text} ({_span(one.low, one.high, lambda x: _figure(x, 1))})" for one in dots)
    drawing = _Drawing(key, title, f"{names[1]}. {desc}.")
    narrow = all(_width_of(one.label) <= 56 for one in dots)
    scale = _Scale(scale.low, scale.high, 66 if narrow else 12, WIDTH - 76)
    each, top = (25.0 if narrow else 42.0), 24.0
    bottom = top + each * len(dots) + 6
    if limit:
        drawing.box("band", scale(middle - limit), top, scale(middle + limit), bottom)
    for tick in scale.ticks(5):
        drawing.line("grid", scale(tick), bottom, scale(tick), bottom + 4)
        drawing.write(scale(tick), bottom + 18, _tick(tick) if not limit else _signed(tick).replace(".0", ""), "muted", "middle")
    drawing.line("axis", scale.start, bottom, scale.end, bottom)
    drawing.write(scale(middle), top - 10, names[0], "muted", "middle")
    drawing.line("fair" if narrow else "tick", scale(middle), top - 5, scale(middle), bottom if narrow else top)
    for number, one in enumerate(dots):
        y = top + each * number + (17 if narrow else 33)
        if narrow:
            drawing.write(4, y + 4.5, one.label)
        else:
            drawing.write(4, y - 15, _fit(one.label, WIDTH - 8))
            drawing.line("tick", scale(middle), y - 8, scale(middle), y + 8)
        drawing.line("whisker", scale(one.low), y, scale(one.high), y)
        drawing.dot(one.sort, scale(one.value), y, f"{one.label}: {one.text}")
        drawing.write(WIDTH - 4, y + 4.5, one.text, "strong", "end")
    drawing.write(4, bottom + 36, names[1], "muted")
    return _Panel(title, drawing.svg(bottom + 44))


def _interval(row: Row) -> tuple[float, float]:
    share = row["share"]
    return (share if row.get("low") is None else row["low"], share if row.get("high") is None else row["high"])


def _limit(row: Row) -> float:
    return float(LIMITS["seat"][0] if row.get("limit") is None else row["limit"])


def _seat_dot(row: Row) -> _Dot:
    """Place a seat by how many points it wins more or less often than its share."""
    fair, limit, (low, high) = row["fair"], _limit(row), _interval(row)
    value, low, high = (100 * (share - fair) for share in (row["share"], low, high))
    sort = "in" if max(-low, high) <= limit else "out" if low > limit or high < -limit else "unsure"
    return _Dot(f"seat {row['seat']}", value, low, high, _percent(row["share"]), sort)


def _seats(rows: Sequence[Row]) -> _Chapter | None:
    rows = [row for row in rows if row.get("share") is not None and row.get("fair") is not None]
    if not rows:
        return None
    made = [(row, _seat_dot(row)) for row in rows]
    reach = max(max(-one.low, one.high, 1.25 * _limit(row)) for row, one in made)
    panels = []
    for number, (players, group) in enumerate(_by_players(rows)):
        dots, limit, fair = [_seat_dot(row) for row in group], _limit(group[0]), group[0]["fair"]
        out, unsure = ([one for one in dots if one.sort == sort] for sort in ("out", "unsure"))
        if out:
            said = _list(
                [
                    f"{one.label} wins {_figure(abs(one.value), 1)} points too {'often' if one.value > 0 else 'seldom'}"
                    for one in out
                ]
            )
        elif unsure:
            said = f"not sure yet about {_list([one.label for one in unsure])}"
        else:
            said = f"every seat wins its share, give or take {_plural(limit, 'point')}"
        names = (f"fair: {_percent(fair)}", "points above or below the fair share")
        panels.append(_dot_panel(f"seat{number}", f"{players}: {said}", dots, _Scale(-reach, reach, 0, 1), 0, names, limit))
    table = [
        [
            _among(row),
            str(row["seat"]),
            _percent(row["share"]),
            _span(*_interval(row), _percent),
            _percent(row["fair"]),
            _signed(one.value),
            f"± {_figure(_limit(row))}",
        ]
        for row, one in made
    ]
    return _Chapter(
        "seats",
        "Whether the seat matters",
        "How often each seat wins between equally good players, with its 95 % interval.",
        panels,
        _Table(["Players", "seat", "games won", "95 % interval", "fair", "points off", "limit"], table),
        [("dot in", "within the limit"), ("dot unsure", "not sure yet"), ("dot out", "beyond the limit"), ("swatch band", "limit")],
    )


def _share_dot(row: Row, label: str) -> _Dot:
    low, high = _interval(row)
    fair = row.get("fair") or 0
    sort = "in" if low > fair else "out" if high < fair else "unsure"
    return _Dot(label, 100 * row["share"], 100 * low, 100 * high, _percent(row["share"]), sort)


def _share_panels(key: str, rows: Sequence[Row], label: Callable[[Row], str], who: tuple[str, str]) -> list[_Panel]:
    panels = []
    for number, (players, group) in enumerate(_by_players(rows)):
        dots, fair = [_share_dot(row, label(row)) for row in group], 100 * (group[0].get("fair") or 0)
        best = max(dots, key=lambda one: one.value)
        if len(dots) > 1:
            more = sum(one.sort == "in" for one in dots)
            said = f"{_some(more, len(dots), who)} more than the fair share"
        else:
            said = f"{best.label} wins {best.text}"
        names = (f"fair: {_percent(fair / 100)}", "games won, %")
        panels.append(_dot_panel(f"{key}{number}", f"{players}: {said}", dots, _Scale(0, 100, 0, 1), fair, names))
    return panels


def _some(count: int, all_: int, who: tuple[str, str]) -> str:
    if count in (0, all_):
        return f"no {who[0]} wins" if not count else f"all {all_} {who[1]} win"
    return f"{count} of {all_} {who[1]} {'wins' if count == 1 else 'win'}"


_ABOVE = [("dot in", "clearly more than fair"), ("dot unsure", "not sure"), ("dot out", "clearly less than fair")]


def _share_table(rows: Sequence[Row], head: list[str], words: Callable[[Row], list[str]]) -> _Table:
    table = [
        [
            *words(row),
            _among({"players": row.get("players")}),
            _percent(row["share"]),
            _span(*_interval(row), _percent),
            _percent(row.get("fair")),
        ]
        for row in rows
    ]
    return _Table([*head, "players", "games won", "95 % interval", "fair"], table, left=len(head) + 1)


def _ladder(rows: Sequence[Row]) -> _Chapter | None:
    rows = [row for row in rows if row.get("share") is not None]
    if not rows:
        return None
    panels = _share_panels("skill", rows, lambda row: f"{row['player']} among {row['among']}", ("player", "players"))
    table = _share_table(rows, ["Player", "among"], lambda row: [str(row["player"]), str(row["among"])])
    reading = "How often one player wins among others of another sort. A game of skill lets the better one win more than its share."
    return _Chapter("skill", "Whether skill wins", reading, panels, table, _ABOVE)


def _strategies(rows: Sequence[Row]) -> _Chapter | None:
    rows = [row for row in rows if row.get("share") is not None]
    if not rows:
        return None
    panels = _share_panels("habit", rows, lambda row: str(row["word"]), ("habit", "habits"))
    table = _share_table(rows, ["Habit"], lambda row: [str(row["word"])])
    reading = "How often a player wins who never does a thing, or only one thing, among players who choose freely."
    return _Chapter("habits", "Whether one habit is enough", reading, panels, table, _ABOVE)


# ---------------------------------------------------------------- what the score comes from


def _money(rows: Sequence[Row]) -> _Chapter | None:
    rows = [row for row in rows if row.get("mean") is not None]
    if not rows:
        return None
    values = [float(x) for row in rows for x in (row["mean"], row.get("winners")) if x is not None]
    room = 8 + max(_width_of(_amount(value, "winners")) for value in values)
    unit, is_spent = _unit(rows), min(values) < 0
    reading = f"{unit.capitalize()} for each player in a game" + ("; to the left of the line what is spent" if is_spent else "")
    scale = _across(min(0.0, *values), max(0.0, *values), room)
    panels = [_money_panel(f"money{n}", players, group, scale) for n, (players, group) in enumerate(_by_players(rows))]
    table = [
        [
            str(row["source"]),
            _among({"players": row.get("players")}),
            _figure(row["mean"], 1),
            "" if row.get("winners") is None else _figure(row["winners"], 1),
            "" if row.get("winners") is None else _signed(row["winners"] - row["mean"]),
        ]
        for row in rows
    ]
    return _Chapter(
        "money",
        f"Where the {unit} {_come(unit)} from" + (f", and {'go' if unit.endswith('s') else 'goes'}" if is_spent else ""),
        f"{reading}. Winners are part of all players.",
        panels,
        _Table(["Source", "players", f"all players, {unit}", f"winners, {unit}", "difference"], table, left=2),
        [("swatch fill0", "all players"), ("swatch fill1", "winners")],
    )


def _unit(rows: Sequence[Row]) -> str:
    """Say what scores count, as the game calls it."""
    return str(rows[0].get("unit") or "points")


def _come(unit: str) -> str:
    return "come" if unit.endswith("s") else "comes"


def _amount(value: float, who: str) -> str:
    return f"{_figure(value, 1)} {who}"


def _across(low: float, high: float, room: float) -> _Scale:
    """Lay an axis through zero over the whole chart, with room on the far side of zero for what is written beside each bar."""
    span, left = WIDTH - 8, room if high > 0 else 0.0
    right = room if low < 0 else 0.0
    unit = span / ((high - low) or 1)
    if -low * unit < left:
        unit = (span - left) / (high or 1)
    elif high * unit < right:
        unit = (span - right) / (-low or 1)
    left, right = max(left, -low * unit), max(right, high * unit)
    zero = 4 + left if left + right <= span + 0.01 else WIDTH - 4 - right
    return _Scale(low, high, zero + low * unit, zero + high * unit)


def _money_panel(key: str, players: str, rows: list[Row], scale: _Scale) -> _Panel:
    most = max(rows, key=lambda row: row["mean"])
    unit = _unit(rows)
    said = f"most {unit} {_come(unit)} from {most['source']}" if most["mean"] > 0 else f"no {unit} {_come(unit)} in"
    apart = max(rows, key=lambda row: abs((row.get("winners") or row["mean"]) - row["mean"]))
    if apart.get("winners") is not None and apart["winners"] != apart["mean"]:
        said += f"; winners differ most in {apart['source']} ({_signed(apart['winners'] - apart['mean'])})"
    title = f"{players}: {said}"
    desc = "; ".join(
        f"{row['source']}: all players {_figure(row['mean'], 1)}"
        + ("" if row.get("winners") is None else f", winners {_figure(row['winners'], 1)}")
        for row in rows
    )
    drawing, y = _Drawing(key, title, f"{unit.capitalize()} for each player in a game. {desc}."), 0.0
    for row in rows:
        drawing.write(4, y + 14, _fit(str(row["source"]), WIDTH - 8))
        y = start = y + 20
        for number, word, value in ((0, "all", row["mean"]), (1, "winners", row.get("winners"))):
            if value is None:
                continue
            left, right = sorted((scale(0), scale(value)))
            drawing.fill(number, left, y, right, y + 13, f"{row['source']}, {word}: {_figure(value, 1)} {unit}")
            place, anchor = (right + 5, "start") if value < 0 else (left - 5, "end")
            drawing.write(place, y + 11.5, _amount(value, word), "" if number else "strong", anchor)
            y += 17
        drawing.line("axis", scale(0), start - 1, scale(0), y - 2)
        y += 7
    drawing.write(4, y + 14, f"{unit} for each player in a game", "muted")
    return _Panel(title, drawing.svg(y + 22))


# ---------------------------------------------------------------- cards


def _use(row: Row) -> float | None:
    """Give the share of the games that show a card in which it is used."""
    return row["used"] / row["seen"] if row.get("seen") and row.get("used") is not None else None


def _name(row: Row) -> str:
    return str(row.get("name") or row.get("card") or "")


def _cards(rows: Sequence[Row]) -> _Chapter | None:
    if not rows:
        return None
    placed = [row for row in rows if row.get("worth") is not None and _use(row) is not None]
    panels = []
    if placed:
        lows = [float(x) for row in placed for x in (row["worth"], row.get("low")) if x is not None]
        highs = [float(x) for row in placed for x in (row["worth"], row.get("high")) if x is not None]
        reach = 1.06 * max(1.0, -min(lows), max(highs))
        most = max(0.1, *(_use(row) or 0 for row in placed))
        kinds = list(dict.fromkeys(str(row.get("kind") or "card") for row in placed))
        panels = [
            _card_panel(f"card{n}", kind, [row for row in placed if str(row.get("kind") or "card") == kind], reach, 100 * most)
            for n, kind in enumerate(kinds)
        ]
    order = sorted(rows, key=lambda row: (row.get("worth") is None, -(row.get("worth") or 0), -(_use(row) or 0), _name(row)))
    table = [
        [
            _name(row),
            str(row.get("kind") or ""),
            _maybe(row.get("seen")),
            _maybe(row.get("used")),
            _percent(_use(row)),
            "" if row.get("worth") is None else _signed(row["worth"]),
            _span(row.get("low"), row.get("high"), _signed),
        ]
        for row in order
    ]
    left = len(rows) - len(placed)
    remark = f"{_plural(left, 'card')} without a worth or never seen: only in the table." if placed and left else ""
    if not placed:
        remark = "What each card is worth was not measured."
    return _Chapter(
        "cards",
        "What each card is used for, and worth",
        "To the right: used in more of the games that show it. Upward: who has it wins more often. Cards that stand out are named.",
        panels,
        _Table(
            ["Card", "kind", "seen in", "used in", "of those", "worth, points", "95 % interval"],
            table,
            2,
            sorted_by=5 if placed else 4,
        ),
        [("dot in", "clearly worth more than nothing"), ("dot unsure", "not sure"), ("dot out", "clearly worth less than nothing")]
        if placed
        else [],
        remark,
    )


def _card_panel(key: str, kind: str, rows: list[Row], reach: float, most: float) -> _Panel:
    ends = max(rows, key=lambda row: (abs(row["worth"]), _name(row)))
    what = _plural(len(rows), "card" if kind == "card" else f"{kind} card")
    title = f"{what}: {_name(ends)} changes most ({_signed(ends['worth'])} points)"
    desc = "; ".join(f"{_name(row)}: used in {_percent(_use(row))}, worth {_signed(row['worth'])} points" for row in rows)
    drawing = _Drawing(key, title, f"Use against worth. {desc}.")
    top, bottom = 26.0, 266.0
    across, up = _Scale(0, most, 46, WIDTH - 12), _Scale(-reach, reach, bottom, top)
    for tick in up.ticks(8):
        drawing.line("fair" if tick == 0 else "grid", 42, up(tick), WIDTH - 4, up(tick))
        drawing.write(38, up(tick) + 4.5, ("+" if tick > 0 else "") + _tick(tick), "muted", "end")
    drawing.line("axis", 42, bottom, WIDTH - 4, bottom)
    for tick in across.ticks(5):
        drawing.line("grid", across(tick), bottom, across(tick), bottom + 4)
        drawing.write(across(tick), bottom + 18, _tick(tick), "muted", "middle")
    drawing.write(4, 14, "worth, points of games won", "muted")
    drawing.write(46, bottom + 36, "used, % of the games that show it", "muted")
    places = [(across(100 * (_use(row) or 0)), up(row["worth"])) for row in rows]
    for row, (x, _) in zip(rows, places, strict=True):
        if row.get("low") is not None and row.get("high") is not None:
            drawing.line("faint", x, up(row["low"]), x, up(row["high"]))
    for row, (x, y) in zip(rows, places, strict=True):
        low, high = row.get("low"), row.get("high")
        sort = "in" if low is not None and low > 0 else "out" if high is not None and high < 0 else "unsure"
        drawing.dot(sort, x, y, f"{_name(row)}: used in {_percent(_use(row))}, worth {_signed(row['worth'])} points")
    for text, x, y, anchor in _labels(rows, places, (44, top, WIDTH, bottom)):
        drawing.write(x, y, text, "halo", anchor)
    return _Panel(title, drawing.svg(bottom + 44))


def _labels(
    rows: Sequence[Row], places: Sequence[tuple[float, float]], frame: tuple[float, float, float, float]
) -> list[tuple[str, float, float, str]]:
    """Name the cards that stand out, each where it covers neither a dot nor another name: (text, x, y, anchor)."""
    middle = [statistics.median(axis) for axis in zip(*places, strict=True)]
    spread = [statistics.pstdev(axis) or 1.0 for axis in zip(*places, strict=True)]
    far = [max(abs(x - middle[0]) / spread[0], abs(y - middle[1]) / spread[1]) for x, y in places]
    order = sorted(range(len(rows)), key=lambda n: (-far[n], n))
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in places]
    made: list[tuple[str, float, float, str]] = []
    for number in order:
        if len(made) == MOST_LABELS or (made and far[number] < 1.2):
            break
        x, y = places[number]
        text = _fit(_name(rows[number]), 190)
        wide = _width_of(text)
        tries = [
            (x + 9, y + 4.5, "start"),
            (x - 9, y + 4.5, "end"),
            (x, y - 9, "middle"),
            (x, y + 18, "middle"),
            (x + 6, y - 7, "start"),
            (x - 6, y - 7, "end"),
            (x + 6, y + 16, "start"),
            (x - 6, y + 16, "end"),
        ]
        for at, base, anchor in tries:
            left = at - (wide if anchor == "end" else wide / 2 if anchor == "middle" else 0)
            box = (left, base - 11, left + wide, base + 3)
            inside = box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3] - 2
            others = [one for n, one in enumerate(taken) if n != number]
            if inside and not any(_overlap(box, one) for one in others):
                taken.append(box)
                made.append((text, at, base, anchor))
                break
    return made


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


# ---------------------------------------------------------------- ends


def _ends(rows: Sequence[Row]) -> _Chapter | None:
    rows = [row for row in rows if sum((row.get("ends") or {}).values())]
    if not rows:
        return None
    total: Counter[str] = Counter()
    for row in rows:
        total.update({str(cause): int(count) for cause, count in row["ends"].items()})
    causes = sorted((cause for cause in total if total[cause]), key=lambda cause: (-total[cause], cause))
    panels = [_end_panel(f"end{n}", group, causes) for n, (_, group) in enumerate(_by_players(rows))]
    table = [
        [_among(row), cause, _figure(row["ends"][cause]), _percent(row["ends"][cause] / sum(row["ends"].values()))]
        for row in rows
        for cause in causes
        if row["ends"].get(cause)
    ]
    return _Chapter(
        "ends",
        "How the games end",
        "The share of the games that each cause ended. A cause has the same pattern everywhere.",
        panels,
        _Table(["Games", "cause", "games", "share"], table, left=2),
    )


def _end_panel(key: str, rows: list[Row], causes: list[str]) -> _Panel:
    first = rows[0]["ends"]
    most = max(causes, key=lambda cause: first.get(cause, 0))
    title = f"{_among(rows[0])}: {_percent(first.get(most, 0) / sum(first.values()))} end with “{most}”"
    described, y = [], 2.0
    drawing = _Drawing(key, title, "")
    for row in rows:
        games = sum(row["ends"].values())
        held = [(number, cause, row["ends"].get(cause, 0)) for number, cause in enumerate(causes) if row["ends"].get(cause)]
        words = f"{row.get('line_up') or 'all'}, {_plural(games, 'game')}"
        described.append(f"{words}: " + ", ".join(f"{cause} {_percent(count / games)}" for _, cause, count in held))
        drawing.write(4, y + 14, _fit(words, WIDTH - 8), "strong")
        y += 22
        # a cause that ended one game in a thousand is still to be seen
        wide = [max(3.0, (WIDTH - 8) * count / games) for _, _, count in held]
        left, stretch = 4.0, (WIDTH - 8) / sum(wide)
        for (number, cause, count), each in zip(held, wide, strict=True):
            tip = f"{cause}: {_percent(count / games)}, {_plural(count, 'game')}"
            drawing.fill(number, left, y, left + each * stretch, y + 20, tip)
            left += each * stretch
        y += 28
        for number, cause, count in held:
            drawing.fill(number, 4, y + 1, 18, y + 13)
            drawing.write(25, y + 11.5, _fit(cause, WIDTH - 25 - 66))
            drawing.write(WIDTH - 4, y + 11.5, _percent(count / games), "strong", "end")
            y += 20
        y += 12
    drawing.root[1].text = "Share of the games by cause. " + "; ".join(described) + "."
    drawing.write(4, y + 4, "% of the games", "muted")
    return _Panel(title, drawing.svg(y + 12))


# ---------------------------------------------------------------- tables without charts


def _counts(rows: Sequence[Row]) -> _Chapter | None:
    if not rows:
        return None
    names = list(dict.fromkeys(str(row.get("name", "")) for row in rows))
    groups = _by_players(rows)
    table = []
    for name in names:
        cells = []
        for _, group in groups:
            row = next((one for one in group if str(one.get("name", "")) == name), {})
            share = f"({_percent(row['games_with'])})" if row.get("games_with") is not None else ""
            cells.append(" ".join(part for part in (_maybe(row.get("mean")), share) if part))
        table.append([name, *cells])
    return _Chapter(
        "counts",
        "How often each part of the rules comes up",
        "How many times in a game, on average; in brackets, in how many of the games at all.",
        [],
        _Table(["Part", *(players for players, _ in groups)], table),
    )


def _reach(rows: Sequence[Row]) -> _Chapter | None:
    """Draw the one table that a game gives."""
    found = next((row for row in rows if row.get("columns") and row.get("rows")), None)
    if found is None:
        return None
    columns = [str(head) for head in found["columns"]]
    table = [["" if cell is None else str(cell) for cell in row] for row in found["rows"]]
    title, reading = str(found.get("title") or "What can be reached"), str(found.get("reading") or "")
    return _Chapter("reached", title, reading, [], _Table(columns, table, left=int(found.get("left") or len(columns))))


_CHAPTERS: list[tuple[str, str, Callable[[Sequence[Row]], _Chapter | None]]] = [
    ("lengths", "length", _lengths),
    ("seats", "seats", _seats),
    ("ladder", "skill", _ladder),
    ("strategies", "habits", _strategies),
    ("money", "money", _money),
    ("cards", "cards", _cards),
    ("ends", "ends", _ends),
    ("counts", "parts of the rules", _counts),
    ("reach", "reach", _reach),
]
"""What the page shows of the measurements, in its order: their key, their word, and what draws them."""


def _logged(logged: Mapping[str, Any], data: Any) -> dict[str, Any]:
    """Prepare the games that people played; empty where there are none."""
    plays = logged.get("plays") or []
    if not plays and not logged.get("disagreements"):
        return {}
    rows = [
        [
            str(play.get("date") or ""),
            _list([str(one) for one in play.get("players") or ()]),
            str(play.get("winner") or ""),
            _maybe(play.get("minutes")),
            _maybe(play.get("rounds")),
            "as now" if play.get("data") == data else str(play.get("data") or "not noted"),
        ]
        for play in plays
    ]
    remarks = [
        (str(one.get("card") or "the game"), str(one.get("text") or "")) for play in plays for one in play.get("remarks") or ()
    ]
    return {
        "count": _plural(len(plays), "game"),
        "disagreements": [str(one) for one in logged.get("disagreements") or ()],
        "remarks": remarks,
        "table": _Table(["Date", "players", "winner", "minutes", "rounds", "cards"], rows, left=3) if rows else None,
    }
