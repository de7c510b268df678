"""Read what `check --format json` printed, for `report --from`: the data of the page, with the
types that it relies on.

In: a file. Out: plain data. Every value of the wrong type is a problem with its line. Keys that the
page does not know are left out.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from generator.data.fieldtypes import FieldFault
from generator.data.files import reading
from generator.data.forms import (
    A_LIST,
    A_MAPPING,
    ABSENT,
    NOTHING,
    AnyOf,
    Fault,
    Form,
    Key,
    Leaf,
    Listed,
    Mapped,
    Section,
    checked,
)
from generator.data.opening import read_file
from generator.data.problems import Place, Problem, ProblemError
from generator.data.source import Node, read_source
from rules_check.report import messages as say

_MOST_FAULTS = 20
"""The most faults that are reported; the rest are probably of the same type."""
_MOST_BYTES = 64_000_000
_OTHERWISE = "a value that a check can contain there"


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise FieldFault("a text")
    if len(value) > 20_000:
        raise FieldFault("a shorter text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):  # a surrogate
        raise FieldFault(_OTHERWISE)
    return value


def _number(*sorts: type, least: float, most: float) -> Leaf:
    """Return the check for a number: only int, or float too."""
    what = "a number" if float in sorts else "a whole number"

    def check(value: object) -> object:
        if type(value) not in sorts:
            raise FieldFault(f"{what}")
        assert isinstance(value, int | float)
        if value < least:
            raise FieldFault(f"{least:g} or more")
        if value > most:
            raise FieldFault(f"{most:g} or less")
        return value

    return Leaf(check, {})


def _flag(value: object) -> object:
    if not isinstance(value, bool):
        raise FieldFault("true or false")
    return value


def _rounds(value: object) -> object:
    if not re.fullmatch(r"\d{1,6}", str(value)):
        raise FieldFault(_OTHERWISE)
    return value


def _format(value: object) -> object:
    if value != "emporium-pnp check 1":
        raise FieldFault("'emporium-pnp check 1'")
    return value


def _or_null(form: Form) -> AnyOf:
    return AnyOf((form, NOTHING))


def _may(form: Form) -> Key:
    """Mark a key that may be missing, or null."""
    return Key(_or_null(form), ABSENT)


_WORDS = Leaf(_text, {})
_NUMBER = _number(int, float, least=-1e12, most=1e12)
_SHARE = _number(int, float, least=0, most=1)
_COUNT = _number(int, least=0, most=10**15)
_PLAYERS = _number(int, least=1, most=1000)
_WHOLE = _number(int, least=-(2**63), most=2**63)
_LEFT = _number(int, least=0, most=1000)
_BOOLEAN = Leaf(_flag, {})
_ROUND = Leaf(_rounds, {})
_FORMAT = Leaf(_format, {})


class _Part(Section):
    others = "dropped"


class _Game(_Part):
    title = _may(_WORDS)
    version = _may(_WORDS)
    data = _may(_WORDS)


class _Replayed(_Part):
    players = Key(_PLAYERS)
    line_up = Key(_WORDS)
    seed = Key(_WHOLE)
    game = Key(_WHOLE)


class _Judged(_Part):
    finding = Key(_WORDS)
    section = Key(_WORDS, ABSENT)
    verdict = Key(_WORDS)
    untested = Key(_BOOLEAN, ABSENT)
    follows = Key(_WORDS, ABSENT)
    about = _may(_WORDS)
    claim = _may(_WORDS)
    number = _may(_NUMBER)
    interval = _may(Listed(_or_null(_NUMBER), least=2, most=2))
    unit = _may(_WORDS)
    place = _may(_WORDS)
    hint = _may(_WORDS)
    excess = _may(_NUMBER)
    silenced = _may(_WORDS)
    shown = _may(_Replayed)


class _AmongPlayers(_Part):
    players = _may(_PLAYERS)
    line_up = _may(_WORDS)


class _Minutes(_Part):
    mean = _may(_NUMBER)
    low = _may(_NUMBER)
    high = _may(_NUMBER)
    mean_low = _may(_NUMBER)
    mean_high = _may(_NUMBER)


class _Length(_AmongPlayers):
    games = _may(_COUNT)
    rounds = _may(Mapped(_COUNT, key=_ROUND))
    minutes = _may(_Minutes)
    decisions = _may(_NUMBER)
    promise = _may(Listed(_or_null(_NUMBER), most=2))


class _Won(_AmongPlayers):
    share = _may(_SHARE)
    low = _may(_SHARE)
    high = _may(_SHARE)
    fair = _may(_SHARE)


class _SeatRow(_Won):
    seat = Key(_PLAYERS)
    limit = _may(_NUMBER)


class _Rung(_Won):
    player = Key(_WORDS)
    among = Key(_WORDS)


class _Beaten(_Won):
    habit = _may(_WORDS)
    about = _may(_WORDS)


class _HabitRow(_AmongPlayers):
    action = _may(_WORDS)
    fair = _may(_SHARE)
    chances = _may(_COUNT)
    chosen = Key(_COUNT, ABSENT)
    a_game = _may(_NUMBER)
    never = _may(_Won)
    always = _may(_Won)


class _Source(_AmongPlayers):
    source = Key(_WORDS)
    unit = _may(_WORDS)
    mean = _may(_NUMBER)
    winners = _may(_NUMBER)


class _CardRow(_Part):
    card = _may(_WORDS)
    kind = _may(_WORDS)
    name = _may(_WORDS)
    seen = _may(_COUNT)
    used = _may(_COUNT)
    worth = _may(_NUMBER)
    low = _may(_NUMBER)
    high = _may(_NUMBER)


class _Ended(_AmongPlayers):
    ends = _may(Mapped(_COUNT, key=_WORDS))


class _Counted(_AmongPlayers):
    name = Key(_WORDS, ABSENT)
    mean = _may(_NUMBER)
    games_with = _may(_SHARE)


class _Reached(_Part):
    title = _may(_WORDS)
    reading = _may(_WORDS)
    columns = Key(Listed(_WORDS), ABSENT)
    rows = Key(Listed(Listed(_or_null(AnyOf((_WORDS, _NUMBER))))), ABSENT)
    left = _may(_LEFT)


class _Measured(_Part):
    lengths = _may(Listed(_or_null(_Length)))
    seats = _may(Listed(_or_null(_SeatRow)))
    ladder = _may(Listed(_or_null(_Rung)))
    exploit = _may(Listed(_or_null(_Beaten)))
    actions = _may(Listed(_or_null(_HabitRow)))
    money = _may(Listed(_or_null(_Source)))
    cards = _may(Listed(_or_null(_CardRow)))
    ends = _may(Listed(_or_null(_Ended)))
    counts = _may(Listed(_or_null(_Counted)))
    reach = _may(Listed(_or_null(_Reached)))


class _Results(_Part):
    game = Key(_Game)
    seed = _may(_WHOLE)
    level = _may(_WORDS)
    passed = Key(_BOOLEAN, ABSENT)
    judged_by = _may(_WORDS)
    findings = Key(Listed(_Judged))
    measured = Key(_Measured, ABSENT)


class _Printed(_Part):
    format = Key(_FORMAT, ABSENT)
    """Results printed before the format had a number lack it, but have the same shape."""
    results = Key(_Results)


def read_examined(source: Path) -> dict[str, Any]:
    """Read the results that `check --format json` printed into a file. Non-finite numbers, such as
    NaN, count as not measured.

    Raises ProblemError with every fault and its place, and OSError if the file cannot be read.
    """
    with reading():
        raw = read_file(source, None, _MOST_BYTES)
    try:
        data = json.loads(raw.decode("utf-8-sig"), parse_constant=lambda word: None)
    except UnicodeDecodeError as fault:
        raise _no_check(
            Place(str(source), raw.count(b"\n", 0, fault.start) + 1),
            "found bytes that are not UTF-8",
        ) from None
    except json.JSONDecodeError as fault:
        raise _no_check(
            Place(str(source), fault.lineno, fault.colno), f"found {_shown(fault)}"
        ) from None
    except (ValueError, RecursionError):  # a number of 5,000 digits, deeply nested brackets
        raise _no_check(Place(str(source), 1), "found something else") from None
    printed, faults = checked(_Printed, data)
    if faults:
        root = _nodes(source, raw)
        raise ProblemError(*(_problem(source, root, fault) for fault in faults[:_MOST_FAULTS]))
    results: dict[str, Any] = printed["results"]
    return results


_WANTED = {A_MAPPING: "an object", A_LIST: "a list"}
_HINT = "save it again: `emporium-pnp check --format json > check.json`"


def _no_check(place: Place, found: str) -> ProblemError:
    return ProblemError(Problem.of(say.NOT_A_CHECK(found=found), place, _HINT))


def _shown(fault: json.JSONDecodeError) -> str:
    rest = fault.doc[fault.pos : fault.pos + 12].split("\n")[0]
    return f"'{rest}', which is not JSON" if rest else "the end of the file"


def place_in(source: Path, *path: str) -> Place:
    """Find where a value of a check that was read is in its file; the first line if unknown.

    Raises OSError if the file cannot be read.
    """
    with reading():
        root = _nodes(source, read_file(source, None, _MOST_BYTES))
    return root.at(path)[0].place if root else Place(str(source), 1, 1)


def _nodes(source: Path, raw: bytes) -> Node | None:
    """Read the file again as YAML, of which JSON is a subset, for the places of its values; None if
    that fails.
    """
    try:
        return read_source(source, content=raw)
    except ProblemError:
        return None


def _problem(source: Path, root: Node | None, fault: Fault) -> Problem:
    place = root.at(fault.path)[0].place if root else Place(str(source), 1, 1)
    name = ".".join(map(str, fault.path))
    message = say.CHECK_FIELD(name=name, expected=_WANTED.get(fault.expected, fault.expected))
    if not fault.path:
        message = say.CHECK_NOT_AN_OBJECT()
    elif fault.kind == "missing":
        message = say.CHECK_LACKS(name=name)
    elif fault.found:
        message = say.CHECK_FIELD_OTHERWISE(name=name, expected=_OTHERWISE)
    return Problem.of(message, place, _HINT)
