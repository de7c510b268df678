"""The generated verbs of a game, as one source.

In: declarations. Out: lines of source. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rules_check.engine.verbs import COMPILED, GENERATED
from rules_check.toolkit.declarations import Declarations, parameters_of
from rules_check.toolkit.records import SPARE, GameState
from rules_check.toolkit.writing.calls import Imports
from rules_check.toolkit.writing.course import (
    COURSE,
    at_once,
    due,
    go_on,
    list_moves,
    pass_on,
    perform,
    set_up,
)
from rules_check.toolkit.writing.hiding import hide
from rules_check.toolkit.writing.showing import shown_to_all
from rules_check.toolkit.writing.soundness import fault


def lines_of(declared: Declarations) -> Iterator[str]:
    """Write the generated verbs as source."""
    phases = declared.phases
    names = Imports()
    own = {name: names.add(function) for name, function in declared.own.items() if name in COMPILED}
    made = declared.made()
    listing = [
        (
            phase,
            "" if phase.is_idle else names.add(phase.list_moves),
            names.add(phase.then) if phase.then else "",
        )
        for phase in phases
    ]
    idle = [f"state.phase == {phase.number}" for phase in phases if phase.is_idle]
    if idle:
        passing = (
            f"        if ({' or '.join(idle)}) and pass_on(cards, state):\n            continue\n"
        )
    else:
        passing = ""
    doing = [
        (move, names.add(function), parameters_of(function))
        for move, function in declared.doing.items()
    ]
    laying = [
        (move, names.add(function), parameters_of(function))
        for move, function in declared.laying.items()
    ]
    yield "import numpy as np"
    yield "from rules_check.engine.arrays import local_empty, local_zeros"
    yield "from rules_check.engine.game import MOST_DECISIONS"
    yield "from rules_check.engine.kernel import below, jit_lean, jit_within, seed_streams, shuffle"
    steps = [
        (number, names.add(rule), parameters_of(rule)) for number, rule in declared.steps.items()
    ]
    parts = [(part, names.add(part.begin)) for part in declared.parts]
    yield from names.lines
    for verb in GENERATED:
        if verb in own:
            yield f"{verb} = {own[verb]}"
    written: dict[str, Callable[[], Iterator[str]]] = {
        "clear": lambda: clear(declared.state),
        "weigh": lambda: weigh(declared),
        "list_moves": lambda: list_moves(listing),
        "perform": lambda: perform(declared, doing, laying, steps),
        "pass_on": lambda: pass_on(declared, listing),
        "at_once": lambda: at_once(phases, declared.parts),
        **{
            verb: partial(
                part_of_course, text.format(passing=passing, due=due(declared, verb), **own)
            )
            for verb, text in COURSE.items()
            if verb not in own
        },
        "set_up": lambda: set_up(declared, own["setup"]),
        "places": lambda: places(
            declared.state.seats,
            next(own.get(verb, verb) for verb in ("standing", "scores") if verb in {*own, *made}),
        ),
        "hide": lambda: hide(declared, own, listing, laying, parts),
        "fault": lambda: fault(declared, own),
        "scores": lambda: part_of_course(OF_SEATS.format(verb="scores", part=own.get("score_of"))),
        "standing": lambda: part_of_course(
            OF_SEATS.format(verb="standing", part=own.get("standing_of"))
        ),
        "account": lambda: account(declared, own),
    }
    yield from (
        "",
        "@jit_lean",
        "def show_to_all(state):",
        "    seat = 0",
        *shown_to_all(declared, "    "),
    )
    yield from go_on(declared, steps)
    for verb, write in written.items():
        if verb in made:
            yield from write()


def clear(record: type[GameState]) -> Iterator[str]:
    yield from ("", "@jit_lean", "def clear(state):")
    if SPARE in (record.dtype.names or ()):
        yield f"    state.{SPARE}[:] = 0"
    for name, field in record.fields.items():
        if field.blank is not None:
            yield f"    state.{name}{'[:]' if field.shape else ''} = {int(field.blank)}"
            if field.zone_of is not None:
                yield f"    state.{name}[..., -1] = 0"


def weigh(declared: Declarations) -> Iterator[str]:
    yield from ("", "@jit_lean", "def weigh(cards, seat, row):")
    yield from (
        ("    for i in range(row.size):", "        cards.weights[seat, i] = row[i]")
        if declared.cards.WEIGHTS
        else ("    pass",)
    )


OF_SEATS = """
@jit_lean
def {verb}(cards, state, out):
    for seat in range(state.players):
        out[seat] = {part}(cards, state, seat)
"""


def account(declared: Declarations, own: dict[str, str]) -> Iterator[str]:
    """Write the COUNTS, from the field `tally`, if it exists, and from the game's own function;
    then each seat's LEDGER: its own function's, or `earned`.
    """
    counts = len(declared.facts.get("COUNTS", ()))
    ledger = len(declared.facts.get("LEDGER", ()))
    yield from (
        "",
        "@jit_lean",
        "def account(cards, state, out):",
        f"    for n in range({counts}):",
    )
    yield f"        out[n] = {'state.tally[n]' if 'tally' in declared.state.fields else 0}"
    if "count_up" in own:
        yield f"    {own['count_up']}(cards, state, out)"
    if "part_of" in own:
        part = f"{own['part_of']}(cards, state, seat, source)"
    else:
        part = "state.earned[seat, source]"
    if "part_of" in own or (
        "earned" in declared.state.fields and declared.state.fields["earned"].shape[1:] == (ledger,)
    ):
        yield from (
            "    for seat in range(state.players):",
            f"        for source in range({ledger}):",
        )
        yield f"            out[{counts} + {ledger} * seat + source] = {part}"


def part_of_course(text: str) -> Iterator[str]:
    yield text


def places(seats: int, standing: str) -> Iterator[str]:
    yield f"""
@jit_lean
def places(cards, state, out):
    points = local_zeros({seats}, np.int64)
    {standing}(cards, state, points)
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            out[seat] += points[other] > points[seat]
"""
