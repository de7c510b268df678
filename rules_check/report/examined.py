"""Reading what `check --format json` printed, for `report --from`: what the page is made from, of
the types that it counts on.

In: a file. Out: plain data. Every value of another type is a problem with its line. Keys that the
page does not know are left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from generator.data.files import reading
from generator.data.opening import read_file
from generator.data.problems import Place, Problem, ProblemError
from generator.data.source import Node, read_source

_MOST_FAULTS = 20
"""So many faults are told; the rest are likely of the same sort."""
_MOST_BYTES = 64_000_000
_Words = Annotated[str, Field(max_length=20_000)]
_Number = Annotated[float, Field(strict=True, ge=-1e12, le=1e12)]
_Share = Annotated[float, Field(strict=True, ge=0, le=1)]
_Count = Annotated[int, Field(strict=True, ge=0, le=10**15)]
_Players = Annotated[int, Field(strict=True, ge=1, le=1000)]
_Whole = Annotated[int, Field(strict=True, ge=-(2**63), le=2**63)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Game(_Part):
    title: _Words | None = None
    version: _Words | None = None
    data: _Words | None = None


class _Replayed(_Part):
    players: _Players
    line_up: _Words
    seed: _Whole
    game: _Whole


class _Judged(_Part):
    finding: _Words
    section: _Words = ""
    verdict: _Words
    untested: bool = False
    about: _Words | None = None
    claim: _Words | None = None
    number: _Number | None = None
    interval: Annotated[list[_Number | None], Field(min_length=2, max_length=2)] | None = None
    unit: _Words | None = None
    place: _Words | None = None
    hint: _Words | None = None
    excess: _Number | None = None
    silenced: _Words | None = None
    shown: _Replayed | None = None


class _AmongPlayers(_Part):
    players: _Players | None = None
    line_up: _Words | None = None


class _Minutes(_Part):
    mean: _Number | None = None
    low: _Number | None = None
    high: _Number | None = None
    mean_low: _Number | None = None
    mean_high: _Number | None = None


class _Length(_AmongPlayers):
    games: _Count | None = None
    rounds: dict[Annotated[str, Field(pattern=r"^\d{1,6}$")], _Count] | None = None
    minutes: _Minutes | None = None
    decisions: _Number | None = None
    promise: Annotated[list[_Number | None], Field(max_length=2)] | None = None


class _Won(_AmongPlayers):
    share: _Share | None = None
    low: _Share | None = None
    high: _Share | None = None
    fair: _Share | None = None


class _SeatRow(_Won):
    seat: _Players
    limit: _Number | None = None


class _Rung(_Won):
    player: _Words
    among: _Words


class _Beaten(_Won):
    claim: _Words | None = None


class _HabitRow(_AmongPlayers):
    action: _Words | None = None
    fair: _Share | None = None
    chances: _Count | None = None
    chosen: _Count = 0
    a_game: _Number | None = None
    never: _Won | None = None
    always: _Won | None = None


class _Source(_AmongPlayers):
    source: _Words
    unit: _Words | None = None
    mean: _Number | None = None
    winners: _Number | None = None


class _CardRow(_Part):
    card: _Words | None = None
    kind: _Words | None = None
    name: _Words | None = None
    seen: _Count | None = None
    used: _Count | None = None
    worth: _Number | None = None
    low: _Number | None = None
    high: _Number | None = None


class _Ended(_AmongPlayers):
    ends: dict[_Words, _Count] | None = None


class _Counted(_AmongPlayers):
    name: _Words = ""
    mean: _Number | None = None
    games_with: _Share | None = None


class _Reached(_Part):
    title: _Words | None = None
    reading: _Words | None = None
    columns: list[_Words] = []
    rows: list[list[_Words | _Number | None]] = []
    left: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None


class _Measured(_Part):
    lengths: list[_Length | None] | None = None
    seats: list[_SeatRow | None] | None = None
    ladder: list[_Rung | None] | None = None
    exploit: list[_Beaten | None] | None = None
    actions: list[_HabitRow | None] | None = None
    money: list[_Source | None] | None = None
    cards: list[_CardRow | None] | None = None
    ends: list[_Ended | None] | None = None
    counts: list[_Counted | None] | None = None
    reach: list[_Reached | None] | None = None


class _Results(_Part):
    game: _Game
    seed: _Whole | None = None
    level: _Words | None = None
    passed: bool = False
    judged_by: _Words | None = None
    findings: list[_Judged]
    measured: _Measured = _Measured()


class _Printed(_Part):
    format: Literal["emporium-pnp check 1"] = "emporium-pnp check 1"
    """Checks that were printed before there was a format have none, and the same shape."""
    results: _Results


def read_examined(source: Path) -> dict[str, Any]:
    """Read the results that `check --format json` printed into a file. Numbers that are none, such
    as NaN, count as not measured.

    Raises ProblemError with every fault and its place, and OSError where the machine refuses.
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
            Place(str(source), fault.lineno, fault.colno), f"which is JSON, found {_shown(fault)}"
        ) from None
    except (ValueError, RecursionError):  # a number of 5,000 digits, brackets in brackets
        raise _no_check(Place(str(source), 1), "found something that no check prints") from None
    try:
        printed = _Printed.model_validate(data)
    except ValidationError as fault:
        root = _nodes(source, raw)
        faults = fault.errors(include_url=False, include_input=False)
        raise ProblemError(
            *(_problem(source, root, one) for one in faults[:_MOST_FAULTS])
        ) from None
    return printed.results.model_dump(exclude_unset=True)


_WANTED = {
    "literal_error": "'emporium-pnp check 1'",
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "string_too_long": "a shorter text",
}
"""What was expected, by the name that pydantic has for the fault."""
_HINT = "print it again: `emporium-pnp check --format json > check.json`"


def _no_check(place: Place, found: str) -> ProblemError:
    return ProblemError(
        Problem("no-check", f"expected what `check --format json` prints, {found}", place, _HINT)
    )


def _shown(fault: json.JSONDecodeError) -> str:
    rest = fault.doc[fault.pos : fault.pos + 12].split("\n")[0]
    return f"'{rest}'" if rest else "the end"


def place_in(source: Path, *path: str) -> Place:
    """Find where a value of a check that was read stands in its file; the first line where that
    cannot be told.

    Raises OSError where the machine refuses.
    """
    with reading():
        root = _nodes(source, read_file(source, None, _MOST_BYTES))
    return root.at(path)[0].place if root else Place(str(source), 1, 1)


def _nodes(source: Path, raw: bytes) -> Node | None:
    """Read the file once more as YAML, of which JSON is a part, for the places of its values; None
    where that fails.
    """
    try:
        return read_source(source, content=raw)
    except ProblemError:
        return None


def _problem(source: Path, root: Node | None, fault: Any) -> Problem:
    path = tuple(fault["loc"])
    place = root.at(path)[0].place if root else Place(str(source), 1, 1)
    name, bounds = ".".join(map(str, path)), fault.get("ctx", {})
    if not path:
        message = "expected an object, as `check --format json` prints it"
    elif fault["type"] == "missing":
        message = f"expected '{name}', found none"
    elif "ge" in bounds:
        message = f"expected '{name}' to be {bounds['ge']:g} or more"
    elif "le" in bounds:
        message = f"expected '{name}' to be {bounds['le']:g} or less"
    else:
        message = (
            f"expected '{name}' to be {_WANTED.get(fault['type'], 'what a check prints there')}"
        )
    return Problem("no-check", message, place, _HINT)
