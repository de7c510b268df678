"""The course of a game as source: what may be done, what a move does, and how the game continues.

In: declarations, and the functions behind them by their names in the source. Out: lines of source.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.engine.game import MOST_DECISIONS
from rules_check.toolkit.declarations import Declarations, Part, Phase
from rules_check.toolkit.moves import BITS, MOST
from rules_check.toolkit.writing.calls import Call, Listed, call_of, listing_call
from rules_check.toolkit.writing.showing import shown_to_all, shown_when_secret


def set_up(declared: Declarations, setup: str) -> Iterator[str]:
    """Write how a game begins: its own setup, which all players have seen."""
    yield from (
        "",
        "@jit_lean",
        "def set_up(cards, state, players, seed, number):",
        "    clear(state)",
    )
    yield "    state.players, state.number, state.rounds = players, number, 1"
    yield "    seed_streams(state.rng, seed, number)"
    yield f"    {setup}(cards, state)"
    yield from shown_to_all(declared, "    ")


def list_moves(listing: list[Listed]) -> Iterator[str]:
    yield from (
        "",
        "@jit_within",
        "def list_moves(cards, state, moves):",
        "    if state.end != 0:",
        "        return 0",
    )
    alike: dict[tuple[str, ...], list[int]] = {}  # phases with the same moves share a branch
    for phase, name, _ in listing:
        lines = [f"return {listing_call(phase, name)}"]
        if not phase.is_counting:
            lines = ["moves[-1] = 0", listing_call(phase, name), "return np.int64(moves[-1])"]
        if not phase.is_idle:
            alike.setdefault(tuple(lines), []).append(phase.number)
    for listed, phases in alike.items():
        yield f"    if {' or '.join(f'state.phase == {phase}' for phase in phases)}:"
        for line in listed:
            yield f"        {line}"
    yield "    return 0"


def perform(
    declared: Declarations, doing: list[Call], laying: list[Call], steps: list[Call]
) -> Iterator[str]:
    goes_on = {number: f"{name}({', '.join(given)})" for number, name, given in steps}
    yield from ("", "@jit_lean", "def perform(cards, state, move):")
    yield from (
        f"    sort, first, second = move >> {2 * BITS}, move >> {BITS} & {MOST}, move & {MOST}",
        "    seat = np.int64(state.seat)",
    )
    alike: dict[
        tuple[str, ...], list[int]
    ] = {}  # one branch for moves that do the same, because branches would be unpredictable
    for move, name, parameters in doing:
        lines = [call_of(lay, asked) for laid, lay, asked in laying if laid == move] + [
            call_of(name, parameters)
        ]
        if move in declared.goes_to:
            for flow in flow_phases(declared.phases):
                lines.append(f"state.phase, state.step = {flow}, {declared.goes_to[move]}")
                lines += [
                    "if state.end == 0:",
                    f"    {goes_on[declared.goes_to[move]]}",
                    *shown_when_secret(declared, ""),
                ]
        alike.setdefault(tuple(lines), []).append(move)
    for n, (done, moves) in enumerate(alike.items()):
        asked = " or ".join(f"sort == {move}" for move in moves)
        yield (
            f"    {'el' if n else ''}if {asked}:  # "
            f"{', '.join(declared.moves.by_sort[move].pattern for move in moves)}"
        )
        for line in done:
            yield f"        {line}"


def flow_phases(phases: list[Phase]) -> list[int]:
    """List the phase in which no seat decides and the game continues, if there is one."""
    return [phase.number for phase in phases if phase.then == "go_on"]


def go_on(declared: Declarations, steps: list[Call]) -> Iterator[str]:
    """Write how a game continues automatically, step by step, until a seat has to decide; False if
    that never happens.
    """
    flow = declared.flow
    if flow is None:
        return
    yield from ("", "@jit_lean", "def go_one(cards, state):")
    for n, (number, name, given) in enumerate(steps):
        yield f"    {'el' if n else ''}if state.step == {number}:"
        if number in declared.shows:
            yield "        show_to_all(state)"
        yield f"        {name}({', '.join(given)})"
    yield from ("", "@jit_lean", "def go_on(cards, state):")
    if flow.stalled:
        yield from (
            f"    while state.phase == {flow.phase} and state.end == 0:",
            "        state.idle += 1",
        )
        yield from (
            f"        if state.idle > {flow.most_idle}:",
            f"            state.end = {flow.stalled}",
            "            break",
        )
    else:
        yield f"    for _ in range({MOST_DECISIONS}):"
        yield from (
            f"        if state.phase != {flow.phase} or state.end != 0:",
            "            break",
        )
    yield "        go_one(cards, state)"
    yield f"    return state.phase != {flow.phase} or state.end != 0"


_DUE = """            state.idle = 0
            state.decisions += {counted}
            if state.decisions > {most}:
                state.end = {bound}
                {leave}
"""


def due(declared: Declarations, verb: str) -> str:
    """Write how a pending decision is counted, if a game ends after a number of them; `playout`
    finds its first one already counted.
    """
    if declared.flow is None or not declared.flow.bound:
        return ""
    counted, leave = ("decisions > 0", "break") if verb == "playout" else ("1", "continue")
    return _DUE.format(
        counted=counted, most=declared.flow.most_due, bound=declared.flow.bound, leave=leave
    )


def pass_on(declared: Declarations, listing: list[Listed]) -> Iterator[str]:
    """Write what happens if the current seat has nothing to decide: the next seat's part, or the
    joint result.
    """
    yield from ("", "@jit_lean", "def pass_on(cards, state):")
    for phase, _, then in listing:
        if phase.or_else is not None and declared.flow is not None:
            yield f"    if state.phase == {phase.number}:"
            yield f"        state.phase, state.step = {declared.flow.phase}, {phase.or_else}"
            yield "        return go_on(cards, state)"
        elif then:
            indent = "        " if then == "go_on" else "            "
            yield f"    if state.phase == {phase.number}:"
            if then != "go_on":
                yield from ("        state.seat += 1", "        if state.seat == state.players:")
            if then == "go_on":
                yield from (f"{indent}state.seat = 0", f"{indent}is_on = go_on(cards, state)")
            else:
                yield from (f"{indent}state.seat = 0", f"{indent}{then}(cards, state)")
            shown = shown_when_secret if flow_phases(declared.phases) else shown_to_all
            # once everything is revealed and prepared for the next round
            yield from shown(declared, indent)
            yield "        return is_on" if then == "go_on" else "        return True"
    yield "    return False"


def at_once(phases: list[Phase], parts: list[Part]) -> Iterator[str]:
    """Write whether seats make the current decision at the same time, and who is asked first."""
    together = [f"state.phase == {phase.number}" for phase in phases if phase.is_together]
    yield from ("", "@jit_within", "def at_once(cards, state):")
    for part in parts:
        for number in part.phases:
            yield f"    if state.phase == {number}:"
            yield f"        return np.int64(1 + state.{part.order}[0])"
    yield f"    return np.int64({' or '.join(together) or '0'})"


COURSE = {
    "advance": """
@jit_lean
def advance(cards, state):
    answers, steps = local_empty(3, np.int64), 0
    while state.end == 0 and steps < MOST_DECISIONS:
        steps += 1
{passing}        count = legal_moves(cards, state, answers)
        if count > 1:
{due}            return
        if count == 1:
            perform(cards, state, answers[0])
        elif not pass_on(cards, state):
            return
    state.seat = -1
""",
    "new_game": """
@jit_lean
def new_game(cards, state, players, seed, number):
    set_up(cards, state, players, seed, number)
    advance(cards, state)
""",
    "current_player": """
@jit_lean
def current_player(cards, state):
    return np.int64(state.seat)
""",
    "legal_moves": """
@jit_lean
def legal_moves(cards, state, moves):
    return list_moves(cards, state, moves)
""",
    "apply": """
@jit_lean
def apply(cards, state, move):
    perform(cards, state, move)
    advance(cards, state)
""",
    "playout": """
@jit_lean
def playout(cards, state, moves):
    decisions, together, steps = 0, 0, 0
    while state.end == 0 and steps < MOST_DECISIONS:
        steps += 1
{passing}        count = list_moves(cards, state, moves)
        if count == 0:
            if not pass_on(cards, state):
                break
            continue
        chosen = 0
        if count > 1:
{due}            chosen = below(state.rng, 1 + np.int64(state.seat), count)
            decisions += 1
            together += at_once(cards, state) != 0
        perform(cards, state, moves[chosen])
    if state.end != 0:
        state.seat = -1
    moves[-1] = together
    return decisions
""",
}
