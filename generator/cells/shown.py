"""How a spreadsheet shows a number: 0.1 as 10%, 0.5 as 1/2, 3 as $3.00 or 1st, 46000 as a date.

In: a number and the code of its format, as XLSX keeps it (ECMA-376, 18.8.31). Out: the text, or
None if it is just the plain digits.
"""

from __future__ import annotations

import datetime
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",  # Excel shows it as the country of its user does
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0 ;(#,##0)",
    38: "#,##0 ;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
}
"""The formats that a workbook does not write out."""
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_LONGEST_CODE = 255
_MOST_DIGITS = 30
_PART = re.compile(r'(?:^|;)((?:\\.?|"(?:\\.?|[^"\\])*+"?|[^;"\\])*+)', re.DOTALL)
"""A part of a code, up to a semicolon that is neither in quotes nor after a backslash."""
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)")
_ELAPSED = re.compile(r"(h+|m+|s+)", re.IGNORECASE)
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"'
    r"|\\(?P<escaped>.)"
    r"|_(?P<room>.)"  # as wide as a letter
    r"|\*."  # a letter that fills the cell
    r"|\[(?P<bracket>[^\]]*)\]"  # a colour, a condition, a currency, or time that has passed
    r"|(?P<general>General)"
    r"|(?P<ampm>AM/PM|A/P)"
    r"|(?P<date>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+(?:\.0+)?)"
    r"|(?P<exponent>[eE][+-][0#?]+)"
    r"|(?P<digits>[0#?](?:[0#?,.]*[0#?,.])?|\.[0#?]+)"
    r"|(?P<percent>%)"
    r"|(?P<slash>/)"
    r"|(?P<word>[^@])",
    re.DOTALL,
)
_DATE = "date"
_TIME_PASSED = "passed"
_AMPM = "ampm"
_EXPONENT = "exponent"
_DIGITS = "digits"
_WORD = "word"
_PERCENT = "percent"
_SLASH = "slash"
_GENERAL = "general"
_HOLDS = {
    "": lambda value, limit: True,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "<>": operator.ne,
}
"""What the sign of a condition asks of a number."""


@dataclass(frozen=True)
class _CodePart:
    """One of up to four parts of a code: its condition, and its pieces, each a sort and a text."""

    condition: tuple[str, float]
    pieces: tuple[tuple[str, str], ...]

    @property
    def is_date(self) -> bool:
        return self.has(_DATE) or self.has(_TIME_PASSED)

    def has(self, sort: str) -> bool:
        return bool(self.texts(sort))

    def texts(self, *sorts: str) -> list[str]:
        """List the texts of the pieces of some sorts."""
        return [text for sort, text in self.pieces if sort in sorts]


def shown(value: float, code: str, from_1904: bool = False) -> str | None:
    """Write a number as a format code shows it; None if it is just the plain digits, or cannot be
    determined.

    Dates count days from 1900, or `from_1904`.
    """
    if len(code) > _LONGEST_CODE or not math.isfinite(value):
        return None
    sections = _sections(code)
    section, number = _chosen(sections, value)
    if section is None or (section.has(_GENERAL) and len(section.pieces) == 1):
        return None
    try:
        if section.is_date:
            return _date(value, section, from_1904)
        return _number(number, section)
    except (OverflowError, ValueError, ArithmeticError):
        return None


@cache
def _sections(code: str) -> tuple[_CodePart, ...]:
    return tuple(map(_section, _PART.findall(code)))


def _section(code: str) -> _CodePart:
    pieces, condition = list[tuple[str, str]](), ("", 0.0)
    for match in _TOKEN.finditer(code):
        sort = match.lastgroup
        if sort is None:
            continue
        text = match[sort]
        if sort == "bracket":
            if limit := _CONDITION.fullmatch(text):
                condition = limit[1], float(limit[2])
            elif text.startswith("$"):
                pieces.append((_WORD, text[1:].partition("-")[0]))
            elif _ELAPSED.fullmatch(text):
                pieces.append((_TIME_PASSED, text.lower()))
        elif sort == "room":
            pieces.append((_WORD, " "))
        else:
            sort = {"quoted": _WORD, "escaped": _WORD}.get(sort, sort)
            pieces.append((sort, text.lower() if sort == _DATE else text))
    return _CodePart(condition, tuple(pieces))


def _chosen(sections: tuple[_CodePart, ...], value: float) -> tuple[_CodePart | None, float]:
    """Choose the part of a code that applies to a number, and the number that it shows."""
    if any(section.condition[0] for section in sections):
        for section in sections[:3]:
            sign, limit = section.condition
            if _HOLDS[sign](value, limit):
                is_below = sign in ("<", "<=") and limit <= 0
                return section, abs(value) if is_below else value
        return None, value
    if value < 0 and len(sections) > 1:
        return sections[1], -value
    if value == 0 and len(sections) > 2:
        return sections[2], value
    return sections[0], value


# ---------------------------------------------------------------- numbers


def _number(value: float, section: _CodePart) -> str | None:
    number = Decimal(repr(value)) * 100 ** len(section.texts(_PERCENT))
    codes = section.texts(_DIGITS)
    if codes and section.has(_SLASH):
        return _fraction(number, section)
    if not codes and not section.has(_GENERAL):
        return "".join(text for _, text in section.pieces).strip()
    if section.has(_EXPONENT):
        return _scientific(number, section)
    if codes:
        number /= 1000 ** (len(codes[-1]) - len(codes[-1].rstrip(",")))
        codes[-1] = codes[-1].rstrip(",")
    written, parts = _digits(abs(number), codes), list[str]()
    has_sign = number < 0 and re.search("[1-9]", "".join(written))
    sign = "-" if has_sign else ""
    for sort, text in section.pieces:
        if sort == _DIGITS:
            parts.append(written.pop(0))
        elif sort == _GENERAL:
            parts.append(f"{abs(value):.15g}")
        else:
            parts.append(text)
    return (sign + "".join(parts)).strip()


def _digits(number: Decimal, codes: list[str]) -> list[str]:
    """Write a number into some runs of digits, the last one that holds its end, such as
    000-0000.
    """
    whole_code, _, decimals = codes[-1].partition(".") if codes else ("", "", "")
    signs = re.sub(r"[^0#?]", "", decimals)
    places = min(len(signs), _MOST_DIGITS)
    rounded = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    digits, _, rest = format(rounded, "f").partition(".")
    all_codes = [*codes[:-1], whole_code]
    if len(codes) > 1 and "." in "".join(codes[:-1]):
        all_codes = [codes[0].partition(".")[0], *codes[1:]]
    left, found = digits.lstrip("0"), list[str]()
    for position, code in reversed(list(enumerate(all_codes))):
        room = len(re.sub(r"[^0#?]", "", code))
        start = max(0, len(left) - room) if position else 0
        own = left[start:].rjust(code.count("0"), "0")
        left = left[:start]
        if "," in code.strip(","):
            own = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", own)
        found.insert(0, own)
    least = len(signs.rstrip("#?"))  # from there on zeros are not written
    kept = rest[:least] + rest[least:].rstrip("0")
    if kept or "0" in decimals:
        found[-1] += f".{kept}"
    return found


def _scientific(number: Decimal, section: _CodePart) -> str:
    code, mantissa = section.texts(_EXPONENT)[0], [*section.texts(_DIGITS), "0"][0]
    places = len(mantissa.partition(".")[2])
    digits, _, power = f"{number:.{places}E}".partition("E")
    exponent = int(power)
    plus = "+" if "+" in code else ""
    sign = "-" if exponent < 0 else plus
    text = "".join(section.texts(_WORD))
    return f"{digits}E{sign}{abs(exponent):0{len(code) - 2}d}{text}".strip()


def _fraction(number: Decimal, section: _CodePart) -> str:
    """Write a number as a fraction, with the denominator that the code gives, or as many digits of
    it as the code has.
    """
    slash = [sort for sort, _ in section.pieces].index(_SLASH)
    above = _CodePart(section.condition, section.pieces[:slash])
    texts = _CodePart(section.condition, section.pieces[slash + 1 :]).texts(_DIGITS, _WORD)
    below, fixed = next(filter(str.strip, texts), "?"), "".join(texts).strip()
    has_whole = len(above.texts(_DIGITS)) > 1
    value = abs(Fraction(number))
    if fixed.isdigit() and int(fixed):
        denominator = int(fixed)
        numerator = round(value * denominator)
    else:
        nearest = value.limit_denominator(10 ** min(len(below), 6) - 1)
        numerator, denominator = nearest.numerator, nearest.denominator
    sign = "-" if number < 0 else ""
    if not has_whole:
        return f"{sign}{numerator}/{denominator}"
    whole, numerator = divmod(numerator, denominator)
    if not numerator:
        return f"{sign}{whole}"
    rest = f"{numerator}/{denominator}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


# ---------------------------------------------------------------- dates


def _date(value: float, section: _CodePart, from_1904: bool) -> str:
    seconds_of_day = 86_400
    total = Decimal(repr(value)) * seconds_of_day
    has_fraction = "." in "".join(section.texts(_DATE))
    total = total.quantize(Decimal("0.001") if has_fraction else Decimal(1), ROUND_HALF_UP)
    days, rest = divmod(total, seconds_of_day)
    if value < 0:
        raise ValueError("expected a date that is not before the first possible one")
    first = datetime.date(1904, 1, 1) if from_1904 else datetime.date(1899, 12, 31)
    is_after_gap = not from_1904 and days >= 60  # 1900 is no leap year, though it is one to Excel
    start = first - datetime.timedelta(days=is_after_gap)
    date = start + datetime.timedelta(days=int(days))
    hour = int(rest // 3600)
    shown_hour = (hour % 12 or 12) if section.has(_AMPM) else hour
    moment = _Moment(total, date, hour >= 12, shown_hour, int(rest % 3600 // 60), rest % 60)
    parts = list[str]()
    pieces = list(section.pieces)
    for position, (sort, text) in enumerate(pieces):
        if sort == _DATE:
            is_minute = text[0] == "m" and len(text) < 3 and _is_of_time(pieces, position)
            sort = _MINUTE if is_minute else text[0]
        parts.append(_WRITTEN.get(sort, _Moment.nothing)(moment, text))
    return "".join(parts).strip()


@dataclass(frozen=True)
class _Moment:
    """A point in time, and how its parts are written by the letters of a code. `total` are the
    seconds since the first date, `hour` is the one that is shown.
    """

    total: Decimal
    date: datetime.date
    is_afternoon: bool
    hour: int
    minute: int
    second: Decimal

    def passed(self, code: str) -> str:
        unit = {"h": 3600, "m": 60, "s": 1}[code[0]]
        return f"{int(self.total // unit):0{len(code)}d}"

    def half(self, code: str) -> str:
        half = "P" if self.is_afternoon else "A"
        return f"{half}M" if code == "AM/PM" else half

    def years(self, code: str) -> str:
        return f"{self.date.year:04d}" if len(code) > 2 else f"{self.date.year % 100:02d}"

    def months(self, code: str) -> str:
        number, name = self.date.month, _MONTHS[self.date.month - 1]
        ways = {1: f"{number}", 2: f"{number:02d}", 3: name[:3], 5: name[0]}
        return ways.get(len(code), name)

    def days(self, code: str) -> str:
        number, name = self.date.day, _DAYS[self.date.weekday()]
        return {1: f"{number}", 2: f"{number:02d}", 3: name[:3]}.get(len(code), name)

    def hours(self, code: str) -> str:
        return f"{self.hour:0{len(code)}d}"

    def minutes(self, code: str) -> str:
        return f"{self.minute:0{len(code)}d}"

    def seconds(self, code: str) -> str:
        whole, _, decimals = code.partition(".")
        if decimals:
            return f"{self.second:0{len(whole) + 1 + len(decimals)}.{len(decimals)}f}"
        return f"{int(self.second):0{len(code)}d}"

    def word(self, code: str) -> str:
        return code

    def sign(self, code: str) -> str:
        return code.strip("0#?")

    def nothing(self, code: str) -> str:
        return ""


_MINUTE = "minute"
_WRITTEN: Mapping[str, Callable[[_Moment, str], str]] = {
    _TIME_PASSED: _Moment.passed,
    _AMPM: _Moment.half,
    "y": _Moment.years,
    "m": _Moment.months,
    "d": _Moment.days,
    "h": _Moment.hours,
    "s": _Moment.seconds,
    _MINUTE: _Moment.minutes,
    _WORD: _Moment.word,
    _SLASH: _Moment.word,
    _DIGITS: _Moment.sign,
}
"""How each sort of piece is written; a date by its letter."""


def _is_of_time(pieces: list[tuple[str, str]], position: int) -> bool:
    """Return whether an m means minutes: after hours, or before seconds."""
    dated = [index for index, (sort, _) in enumerate(pieces) if sort in (_DATE, _TIME_PASSED)]
    at = dated.index(position)
    before = pieces[dated[at - 1]][1] if at else ""
    after = pieces[dated[at + 1]][1] if at + 1 < len(dated) else ""
    return before.startswith("h") or after.startswith("s")
