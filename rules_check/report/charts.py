"""The charts of the page, as SVG that we draw: bars, dots with intervals, scatter plots, shares;
each has a title that states its message.

In: rows of measurements. Out: `Chart`, a title and its SVG. Knows neither the tables beside the
charts nor HTML. Colours and sizes come from the style sheet by class.
"""

from __future__ import annotations

import math
import statistics
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.data.geometry import Box, Point
from generator.data.saying import from_to
from rules_check.report.figures import (
    NO_BREAK,
    Row,
    among,
    by_players,
    figure,
    fit,
    maybe,
    percent,
    plural,
    signed,
    span,
    width_of,
    word_of,
)
from rules_check.toolkit.prose import joined
from rules_check.verdict.findings import LIMITS

WIDTH = 340.0
"""The width of a chart in units. On the narrowest phone a unit is just under a CSS pixel, so text
13 units high stays above 12 px.
"""
PATTERNS = 6
"""Fills defined by the style sheet, each with a colour and its own pattern."""
_WHO_GETS = ("all", "winners")
MOST_LABELS = 6
"""The most cards that one chart labels; the table names all."""


class _Drawing:
    """One chart as SVG. Colours and sizes come from the style sheet by class; x from the left, y
    downward, in units of `WIDTH`.
    """

    def __init__(self, key: str, title: str, desc: str) -> None:
        self.root = ET.Element(
            "svg", {"class": "chart", "role": "img", "aria-labelledby": f"{key}-t {key}-d"}
        )
        ET.SubElement(self.root, "title", {"id": f"{key}-t"}).text = title
        ET.SubElement(self.root, "desc", {"id": f"{key}-d"}).text = desc

    def put(self, tag: str, look: str, tip: str = "", **places: float | str) -> None:
        """Add one mark; `tip` is the text shown on hover."""
        values = {
            key.rstrip("_"): place if isinstance(place, str) else f"{place:.1f}"
            for key, place in places.items()
        }
        mark = ET.SubElement(self.root, tag, {"class": look, **values})
        if tip:
            ET.SubElement(mark, "title").text = tip

    def line(self, look: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self.put("line", look, x1=x1, y1=y1, x2=x2, y2=y2)

    def box(
        self, look: str, left: float, top: float, right: float, bottom: float, tip: str = ""
    ) -> None:
        self.put(
            "rect",
            look,
            tip,
            x=left,
            y=top,
            width=max(0.0, right - left),
            height=max(0.0, bottom - top),
        )

    def fill(
        self, number: int, left: float, top: float, right: float, bottom: float, tip: str = ""
    ) -> None:
        """Fill a box with one of the patterns, drawn as lines, because browsers turn an SVG pattern
        into a large picture when printing.
        """
        number %= PATTERNS
        self.box(f"fill{number}", left, top, right, bottom, tip)
        if number:
            self.put(
                "path", f"hatch hatch{number}", tip, d=_hatching(number, left, top, right, bottom)
            )

    def write(self, x: float, y: float, text: str, look: str = "", anchor: str = "start") -> None:
        """Write a text, moved inward if it would leave the chart."""
        wide = width_of(text) * (1.1 if "strong" in look else 1)
        before = wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        x = max(before, min(x, WIDTH - wide + before))
        self.put("text", f"{anchor} {look}".strip(), x=x, y=y)
        self.root[-1].text = text

    def dot(self, sort: str, x: float, y: float, tip: str = "") -> None:
        """Draw a mark whose shape repeats its colour's meaning: `in` a filled disc, `unsure` an
        empty one, `out` a diamond.
        """
        if sort == "out":
            self.put(
                "path", "dot out", tip, d=f"M{x:.1f} {y - 6.5:.1f}l6.5 6.5l-6.5 6.5l-6.5 -6.5z"
            )
        else:
            self.put("circle", f"dot {sort}", tip, cx=x, cy=y, r=4.6)

    def svg(self, height: float) -> str:
        self.root.set("viewBox", f"0 0 {WIDTH:g} {height:g}")
        return ET.tostring(self.root, encoding="unicode")


def _hatching(number: int, left: float, top: float, right: float, bottom: float) -> str:
    """Draw the lines of a pattern within a box, as a path: 1 diagonal, 2 dotted, 3 crossed, 4
    horizontal, 5 vertical.
    """
    lines: list[tuple[float, float, float, float]] = []
    if number in (1, 3):  # on each diagonal line, x + y is constant
        for at in range(math.ceil((left + top) / 7) * 7, math.ceil(right + bottom), 7):
            start, end = max(left, at - bottom), min(right, at - top)
            lines.append((start, at - start, end, at - end))
    if number == 3:  # x - y is
        for at in range(math.ceil((left - bottom) / 7) * 7, math.ceil(right - top), 7):
            start, end = max(left, at + top), min(right, at + bottom)
            lines.append((start, start - at, end, end - at))
    if number in (2, 4):
        rows = max(1, int((bottom - top) // 5))
        lines += [
            (left, y, right, y)
            for y in (top + (bottom - top) * (row + 0.5) / rows for row in range(rows))
        ]
    if number == 5:
        lines += [
            (x, top, x, bottom) for x in range(math.ceil((left + 1) / 5) * 5, math.ceil(right), 5)
        ]
    return (
        "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for x1, y1, x2, y2 in lines)
        or f"M{left:.1f} {top:.1f}"
    )


@dataclass(frozen=True)
class Scale:
    """Maps values to positions along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        value = min(max(value, self.low), self.high)
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (
            self.end - self.start
        )

    def ticks(self, most: int) -> list[float]:
        """Choose round values in the range, in steps of 1, 2 or 5 times a power of ten."""
        step = _step((self.high - self.low) or 1, most)
        first = math.ceil(self.low / step - 1e-9)
        return [k * step for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _step(span: float, most: int) -> float:
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(power * k for k in (1, 2, 5, 10) if span / (power * k) <= most)


def _tick(value: float) -> str:
    return figure(round(value, 6), 0 if abs(value - round(value)) < 1e-6 else None)


@dataclass(frozen=True)
class Chart:
    """One chart, under a title that states its message."""

    title: str
    svg: str


@dataclass(frozen=True)
class _Bins:
    """How rounds are grouped into bars: `count` bars of `width` rounds from `low` on, and a single
    bar for all from `tail` on, if set.
    """

    low: int
    width: int
    count: int
    tail: int | None

    @property
    def bars(self) -> int:
        return self.count if self.tail is None else self.count + 1

    def of(self, rounds: int) -> int:
        if self.tail is not None and rounds >= self.tail:
            return self.count
        return (rounds - self.low) // self.width

    def name(self, bar: int) -> str:
        if bar == self.count:
            return f"{self.tail} or more"
        first = self.low + bar * self.width
        return from_to(first, first + self.width - 1)


def bins_of(rounds: Mapping[int, int]) -> _Bins:
    """Group rounds so that a few very long games do not squeeze all others together."""
    if not rounds:
        return _Bins(0, 1, 0, None)
    low, high, games = min(rounds), max(rounds), sum(rounds.values())
    above, usual = 0, high
    for round_ in sorted(rounds, reverse=True):
        above += rounds[round_]
        if above > games / 200:
            usual = round_
            break
    cut = high - low > 1.5 * (usual - low) + 6
    top = usual if cut else high
    width = math.ceil((top - low + 1) / 22)
    count = math.ceil((top - low + 1) / width)
    return _Bins(low, width, count, low + count * width if cut else None)


def rounds_of(row: Row) -> dict[int, int]:
    """Count the games of each number of rounds that some took."""
    return {int(key): int(count) for key, count in row.get("rounds", {}).items() if count}


def mean_rounds_of(row: Row) -> float | None:
    rounds = rounds_of(row)
    if not rounds:
        return None
    return statistics.fmean(rounds, rounds.values())


class Promise(NamedTuple):
    """The minimum and maximum minutes that the box promises."""

    least: float
    most: float


def promise_of(row: Row) -> Promise | None:
    match row.get("promise"):
        case [int() | float() as least, int() | float() as most]:
            return Promise(least, most)
    return None


def bar_shares(row: Row, bins: _Bins) -> list[float]:
    """Return the share of the games in each bar; none if no rounds were counted."""
    rounds = rounds_of(row)
    bars = [0] * bins.bars
    for key, count in rounds.items():
        bars[bins.of(key)] += count
    games = sum(bars)
    return [count / games for count in bars] if rounds else []


def length_chart(
    key: str, row: Row, shares: list[float], bins: _Bins, tallest: float, time: Scale
) -> Chart:
    minutes, promise, mean_rounds = row.get("minutes", {}), promise_of(row), mean_rounds_of(row)
    mean = minutes.get("mean")
    title = among(row)
    desc = f"{plural(row.get('games', 0), 'game')}. "
    if mean is not None:
        title += f": {figure(mean, 1)} minutes"
        if promise:
            against = _against_promise(mean, promise, row.get("verdict"))
            title += f", {against} the promised {span(*promise, figure)}"
    elif mean_rounds is not None:
        title += f": {figure(mean_rounds, 1)} rounds on average"
    if shares:
        named = [
            f"{bins.name(bar)} rounds {percent(share)}" for bar, share in enumerate(shares) if share
        ]
        desc += f"Share of the games by rounds: {'; '.join(named)}"
    if mean is not None:
        low, high = maybe(minutes.get("low")), maybe(minutes.get("high"))
        desc += f". Minutes: mean {figure(mean)}, from {low} to {high}."
    drawing, y = _Drawing(key, title, desc), 0.0
    if mean_rounds is not None:
        y = _draw_rounds(drawing, shares, bins, tallest, mean_rounds)
    if mean is not None:
        y = _draw_minutes(drawing, y, minutes, promise, time, sort_of(row) if promise else "in")
    return Chart(title, drawing.svg(y))


def _against_promise(mean: float, promise: Promise, verdict: object) -> str:
    """Describe how a mean length compares with the promised one, with less certainty if the verdict
    has less.
    """
    if promise.least <= mean <= promise.most:
        return "within"
    if verdict == "ok":
        return "close to"
    where = "longer than" if mean > promise.most else "shorter than"
    return f"perhaps {where}" if verdict == "unsure" else where


def _draw_rounds(
    drawing: _Drawing, shares: list[float], bins: _Bins, tallest: float, mean: float
) -> float:
    top, bottom = 30.0, 130.0
    height = Scale(0, 100 * tallest, bottom, top)
    gap = 10.0 if bins.tail is not None else 0.0
    each = (WIDTH - 8 - 48 - gap) / max(bins.bars, 8)
    lefts = [48 + each * bar + (gap if bar == bins.count else 0) for bar in range(bins.bars)]
    for tick in height.ticks(3):
        drawing.line("grid" if tick else "axis", 44, height(tick), WIDTH - 4, height(tick))
        drawing.write(40, height(tick) + 4.5, f"{_tick(tick)}{NO_BREAK}%", "muted", "end")
    every = math.ceil(38 / each)
    for bar, (left, share) in enumerate(zip(lefts, shares, strict=True)):
        if share:
            tip = f"{bins.name(bar)} rounds: {percent(share)} of the games"
            drawing.box(
                "tail" if bar == bins.count else "bar",
                left + each * 0.08,
                height(100 * share),
                left + each * 0.92,
                bottom,
                tip,
            )
        if bar == bins.count:
            drawing.write(left + each / 2, bottom + 17, f"{bins.tail}+", "muted", "middle")
        elif bar % every == 0 and (bins.tail is None or bar + every * 0.8 < bins.count):
            place, anchor = (left + each / 2, "middle") if bins.width == 1 else (left + 2, "start")
            drawing.write(place, bottom + 17, str(bins.low + bar * bins.width), "muted", anchor)
    if bins.tail is None or mean < bins.tail:
        x = 48 + each * ((mean - bins.low) / bins.width + 0.5 / bins.width)
        drawing.line("mean", x, top - 8, x, bottom)
        drawing.write(x, top - 13, f"mean {figure(mean, 1)} rounds", "strong", "middle")
    drawing.write(48, bottom + 34, "rounds played", "muted")
    return bottom + 42


def _draw_minutes(
    drawing: _Drawing, y: float, minutes: Row, promise: Promise | None, time: Scale, sort: str
) -> float:
    top, middle, bottom = y + 12, y + 44, y + 60
    mean = float(minutes["mean"])
    if promise:
        drawing.box("band", time(promise.least), top, time(promise.most), bottom)
    for tick in time.ticks(6):
        drawing.line("grid", time(tick), bottom, time(tick), bottom + 4)
        drawing.write(time(tick), bottom + 18, _tick(tick), "muted", "middle")
    drawing.line("axis", time.start, bottom, time.end, bottom)
    if minutes.keys() >= {"low", "high"}:
        drawing.line("whisker", time(minutes["low"]), middle, time(minutes["high"]), middle)
    drawing.dot(sort, time(mean), middle, f"mean {figure(mean)} minutes")
    drawing.write(time(mean), middle - 13, f"mean {figure(mean, 1)} min", "strong", "middle")
    drawing.write(time.start, bottom + 36, "minutes of play", "muted")
    return bottom + 44


@dataclass(frozen=True)
class _Dot:
    """One row of such a chart: the position of its dot, its certainty, and the text beside it."""

    label: str
    value: float
    low: float
    high: float
    text: str
    sort: str


def dot_chart(
    key: str,
    title: str,
    dots: list[_Dot],
    scale: Scale,
    middle: float,
    names: tuple[str, str],
    limit: float = 0,
) -> Chart:
    """Draw rows of dots. `names` describe the middle line and the axis."""
    middle_name, axis_name = names
    desc = "; ".join(
        f"{dot.label}: {dot.text} ({span(dot.low, dot.high, lambda x: figure(x, 1))})"
        for dot in dots
    )
    drawing = _Drawing(key, title, f"{axis_name}. {desc}.")
    narrow = all(width_of(dot.label) <= 56 for dot in dots)
    left, each, down, rule = (66, 25.0, 17, "fair") if narrow else (12, 42.0, 33, "tick")
    scale = Scale(scale.low, scale.high, left, WIDTH - 76)
    top = 24.0
    bottom = top + each * len(dots) + 6
    if limit:
        drawing.box("band", scale(middle - limit), top, scale(middle + limit), bottom)
    for tick in scale.ticks(5):
        drawing.line("grid", scale(tick), bottom, scale(tick), bottom + 4)
        drawing.write(
            scale(tick),
            bottom + 18,
            _tick(tick) if not limit else signed(tick).replace(".0", ""),
            "muted",
            "middle",
        )
    drawing.line("axis", scale.start, bottom, scale.end, bottom)
    drawing.write(scale(middle), top - 10, middle_name, "muted", "middle")
    drawing.line(rule, scale(middle), top - 5, scale(middle), bottom if narrow else top)
    for number, dot in enumerate(dots):
        y = top + each * number + down
        if narrow:
            drawing.write(4, y + 4.5, dot.label)
        else:
            drawing.write(4, y - 15, fit(dot.label, WIDTH - 8))
            drawing.line("tick", scale(middle), y - 8, scale(middle), y + 8)
        drawing.line("whisker", scale(dot.low), y, scale(dot.high), y)
        drawing.dot(dot.sort, scale(dot.value), y, f"{dot.label}: {dot.text}")
        drawing.write(WIDTH - 4, y + 4.5, dot.text, "strong", "end")
    drawing.write(4, bottom + 36, axis_name, "muted")
    return Chart(title, drawing.svg(bottom + 44))


def interval_of(row: Row) -> tuple[float, float]:
    return row.get("low", row["share"]), row.get("high", row["share"])


def limit_of(row: Row) -> float:
    return float(row.get("limit", LIMITS["seat"][0]))


SORTS = {"ok": "in", "unsure": "unsure", "warning": "out", "fault": "out"}
"""The look of a mark, by the verdict of its finding."""


def sort_of(row: Row) -> str:
    """Choose a row's mark by the verdict of its finding; the plain one if it was not judged."""
    return SORTS.get(str(row.get("verdict")), "unsure")


def said_of(
    rows: Sequence[Row], label: Callable[[Row], str], too: Callable[[Row], str], ok: str
) -> str:
    """Sum up rows in the words of their findings: those with a warning, else those that are unsure,
    else that all are ok.
    """
    by_look = defaultdict[str, list[Row]](list)
    for row in rows:
        verdict = str(row.get("verdict"))
        by_look[SORTS.get(verdict, verdict)].append(row)
    if by_look["out"]:
        return joined([f"{label(row)} {too(row)}" for row in by_look["out"]])
    if by_look["unsure"]:
        return f"unsure about {joined(list(map(label, by_look['unsure'])))}"
    if by_look["untested"]:
        return f"{ok}, but untested among better players"
    return ok if len(by_look["in"]) == len(rows) else "not judged"


def seat_dot(row: Row) -> _Dot:
    """Place a seat by how many percentage points its wins are above or below its share."""
    fair, (low, high) = row["fair"], interval_of(row)
    value, low, high = (100 * (share - fair) for share in (row["share"], low, high))
    return _Dot(f"seat {row['seat']}", value, low, high, percent(row["share"]), sort_of(row))


def _share_dot(row: Row, label: str) -> _Dot:
    low, high = interval_of(row)
    return _Dot(
        label, 100 * row["share"], 100 * low, 100 * high, percent(row["share"]), sort_of(row)
    )


def share_charts(
    key: str, rows: Sequence[Row], label: Callable[[Row], str], too: str, ok: str
) -> list[Chart]:
    """Draw shares of games won, one chart per number of players; `too` is the text for a warning,
    `ok` the text if all is well.
    """
    charts = []
    for number, (players, group) in enumerate(by_players(rows)):
        dots = [_share_dot(row, label(row)) for row in group]
        fair = 100 * group[0].get("fair", 0)
        sentence = said_of(group, label, lambda row: too, ok)
        if sentence == "not judged":
            best = max(dots, key=lambda dot: dot.value)
            sentence = f"{best.label} wins {best.text}"
        names = (f"fair: {percent(fair / 100)}", "games won, %")
        charts.append(
            dot_chart(
                f"{key}{number}", f"{players}: {sentence}", dots, Scale(0, 100, 0, 1), fair, names
            )
        )
    return charts


def unit_of(rows: Sequence[Row]) -> str:
    """Return the unit of scores, in the words of the game."""
    return word_of(rows[0], "unit", "points")


def come(unit: str) -> str:
    return "come" if unit.endswith("s") else "comes"


def amount(value: float, who: str) -> str:
    return f"{figure(value, 1)} {who}"


def axis_through_zero(low: float, high: float, room: float) -> Scale:
    """Draw an axis through zero over the whole chart, with room on the far side of zero for the
    label beside each bar.
    """
    span, left = WIDTH - 8, room if high > 0 else 0.0
    right = room if low < 0 else 0.0
    unit = span / ((high - low) or 1)
    if -low * unit < left:
        unit = (span - left) / (high or 1)
    elif high * unit < right:
        unit = (span - right) / (-low or 1)
    left, right = max(left, -low * unit), max(right, high * unit)
    zero = 4 + left if left + right <= span + 0.01 else WIDTH - 4 - right
    return Scale(low, high, zero + low * unit, zero + high * unit)


def money_chart(key: str, players: str, rows: list[Row], scale: Scale) -> Chart:
    greatest = max(rows, key=lambda row: row["mean"])
    unit = unit_of(rows)
    if greatest["mean"] > 0:
        sentence = f"most {unit} {come(unit)} from {greatest['source']}"
    else:
        sentence = f"no {unit} {come(unit)} in"
    apart = max(rows, key=lambda row: abs(more_for_winners(row)))
    if more_for_winners(apart):
        sentence += (
            f"; winners differ most in {apart['source']} ({signed(more_for_winners(apart))})"
        )
    title = f"{players}: {sentence}"
    desc = []
    for row in rows:
        winners = f", winners {figure(row['winners'], 1)}" if "winners" in row else ""
        desc.append(f"{row['source']}: all players {figure(row['mean'], 1)}{winners}")
    drawing = _Drawing(
        key, title, f"{unit.capitalize()} for each player in a game. {'; '.join(desc)}."
    )
    y = 0.0
    for row in rows:
        drawing.write(4, y + 14, fit(str(row["source"]), WIDTH - 8))
        y = start = y + 20
        for number, value in enumerate(values_of(row)):
            word = _WHO_GETS[number]
            left, right = sorted((scale(0), scale(value)))
            drawing.fill(
                number,
                left,
                y,
                right,
                y + 13,
                f"{row['source']}, {word}: {figure(value, 1)} {unit}",
            )
            place, anchor = (right + 5, "start") if value < 0 else (left - 5, "end")
            drawing.write(place, y + 11.5, amount(value, word), "" if number else "strong", anchor)
            y += 17
        drawing.line("axis", scale(0), start - 1, scale(0), y - 2)
        y += 7
    drawing.write(4, y + 14, f"{unit} for each player in a game", "muted")
    return Chart(title, drawing.svg(y + 22))


def values_of(row: Row) -> list[float]:
    """Return the mean of all players and, if it was measured, that of winners."""
    return [row[key] for key in ("mean", "winners") if key in row]


def more_for_winners(row: Row) -> float:
    """Return how much more winners have than all players."""
    return float(row.get("winners", row["mean"]) - row["mean"])


def use_of(row: Row) -> float | None:
    """Return the share of the games showing a card in which it is used."""
    return row["used"] / row["seen"] if "used" in row and row.get("seen") else None


def name_of(row: Row) -> str:
    return word_of(row, "name", word_of(row, "card"))


def card_chart(key: str, kind: str, rows: list[Row], reach: float, most: float) -> Chart:
    ends = max(rows, key=lambda row: (abs(row["worth"]), name_of(row)))
    what = plural(len(rows), "card" if kind == "card" else f"{kind} card")
    title = f"{what}: {name_of(ends)} changes most ({signed(ends['worth'])} points)"
    tips = [
        f"{name_of(row)}: used in {percent(use_of(row))}, worth {signed(row['worth'])} points"
        for row in rows
    ]
    drawing = _Drawing(key, title, f"Use against worth. {'; '.join(tips)}.")
    top, bottom = 26.0, 266.0
    across, up = Scale(0, most, 46, WIDTH - 12), Scale(-reach, reach, bottom, top)
    for tick in up.ticks(8):
        drawing.line("fair" if tick == 0 else "grid", 42, up(tick), WIDTH - 4, up(tick))
        drawing.write(38, up(tick) + 4.5, ("+" if tick > 0 else "") + _tick(tick), "muted", "end")
    drawing.line("axis", 42, bottom, WIDTH - 4, bottom)
    for tick in across.ticks(5):
        drawing.line("grid", across(tick), bottom, across(tick), bottom + 4)
        drawing.write(across(tick), bottom + 18, _tick(tick), "muted", "middle")
    drawing.write(4, 14, "worth, points of games won", "muted")
    drawing.write(46, bottom + 36, "used, % of the games that show it", "muted")
    places = [Point(across(100 * (use_of(row) or 0)), up(row["worth"])) for row in rows]
    for row, (x, _) in zip(rows, places, strict=True):
        if row.keys() >= {"low", "high"}:
            drawing.line("faint", x, up(row["low"]), x, up(row["high"]))
    for row, (x, y), tip in zip(rows, places, tips, strict=True):
        drawing.dot(sort_of(row), x, y, tip)
    for text, place, anchor in _labels(rows, places, Box.between(44, top, WIDTH, bottom)):
        drawing.write(place.x, place.y, text, "halo", anchor)
    return Chart(title, drawing.svg(bottom + 44))


_BEFORE_ANCHOR = {"end": 1.0, "middle": 0.5}
"""How much of a text is to the left of where it is anchored."""
_AROUND = (
    (9.0, 4.5, "start"),
    (-9.0, 4.5, "end"),
    (0.0, -9.0, "middle"),
    (0.0, 18.0, "middle"),
    (6.0, -7.0, "start"),
    (-6.0, -7.0, "end"),
    (6.0, 16.0, "start"),
    (-6.0, 16.0, "end"),
)
"""Where a name may be beside its dot, best first: across, down, and its anchor."""


def _labels(
    rows: Sequence[Row], places: Sequence[Point], frame: Box
) -> list[tuple[str, Point, str]]:
    """Place the names of the cards that stand out where they cover neither a dot nor another name:
    each with its place and anchor.
    """
    middle = Point(*map(statistics.median, zip(*places, strict=True)))
    spread = Point(*(statistics.pstdev(axis) or 1.0 for axis in zip(*places, strict=True)))
    far = list[float]()
    for place in places:
        away = abs(place.x - middle.x) / spread.x, abs(place.y - middle.y) / spread.y
        far.append(max(away))
    taken = [Box(place.x - 6, place.y - 6, 12, 12) for place in places]
    made: list[tuple[str, Point, str]] = []
    for number in sorted(range(len(rows)), key=lambda n: (-far[n], n)):
        if len(made) >= (MOST_LABELS if far[number] >= 1.2 else 1):
            break
        text = fit(name_of(rows[number]), 190)
        wide = width_of(text)
        others = [*taken[:number], *taken[number + 1 :]]
        for across, down, anchor in _AROUND:
            place = Point(places[number].x + across, places[number].y + down)
            left = place.x - wide * _BEFORE_ANCHOR.get(anchor, 0)
            box = Box.between(left, place.y - 11, left + wide, place.y + 3)
            if _is_inside(box, frame) and not any(map(box.overlaps, others)):
                taken.append(box)
                made.append((text, place, anchor))
                break
    return made


def _is_inside(box: Box, frame: Box) -> bool:
    """Return whether a box is within a frame, with 2 units to spare at the bottom."""
    is_across = frame.x <= box.x and box.right <= frame.right
    return is_across and frame.y <= box.y and box.bottom <= frame.bottom - 2


def end_chart(key: str, rows: list[Row], causes: list[str]) -> Chart:
    first, ends = rows[0], rows[0]["ends"]
    most = max(causes, key=lambda cause: ends.get(cause, 0))
    share = ends.get(most, 0) / sum(ends.values())
    title = f"{among(first)}: {percent(share)} end with “{most}”"
    described, y = [], 2.0
    drawing = _Drawing(key, title, "")
    for row in rows:
        games = sum(row["ends"].values())
        held = []
        for number, cause in enumerate(causes):
            if count := row["ends"].get(cause):
                held.append((number, cause, count))
        words = f"{word_of(row, 'line_up', 'all')}, {plural(games, 'game')}"
        shares = [f"{cause} {percent(count / games)}" for _, cause, count in held]
        described.append(f"{words}: {', '.join(shares)}")
        drawing.write(4, y + 14, fit(words, WIDTH - 8), "strong")
        y += 22
        # a cause that ended one game in a thousand stays visible
        wide = [max(3.0, (WIDTH - 8) * count / games) for _, _, count in held]
        left, stretch = 4.0, (WIDTH - 8) / sum(wide)
        for (number, cause, count), each in zip(held, wide, strict=True):
            tip = f"{cause}: {percent(count / games)}, {plural(count, 'game')}"
            drawing.fill(number, left, y, left + each * stretch, y + 20, tip)
            left += each * stretch
        y += 28
        for number, cause, count in held:
            drawing.fill(number, 4, y + 1, 18, y + 13)
            drawing.write(25, y + 11.5, fit(cause, WIDTH - 25 - 66))
            drawing.write(WIDTH - 4, y + 11.5, percent(count / games), "strong", "end")
            y += 20
        y += 12
    drawing.root[1].text = "Share of the games by cause. " + "; ".join(described) + "."
    drawing.write(4, y + 4, "% of the games", "muted")
    return Chart(title, drawing.svg(y + 12))
