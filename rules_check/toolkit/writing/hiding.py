"""How a seat imagines what it does not see, as source: cards are dealt again, decisions made again.

In: declarations, and the functions behind them by their names in the source. Out: lines of source.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules_check.toolkit.cardsets import ruling_of
from rules_check.toolkit.declarations import Declarations, Part
from rules_check.toolkit.moves import BITS, MOST
from rules_check.toolkit.records import ALL, NOBODY, OWNER, Field, is_shown_by_card
from rules_check.toolkit.writing.calls import Call, Listed, call_of, listing_call
from rules_check.toolkit.writing.loops import copied, each_zone, kept


def hide(
    declared: Declarations,
    own: dict[str, str],
    listing: list[Listed],
    laying: list[Call],
    parts: list[tuple[Part, str]],
) -> Iterator[str]:
    yield from (
        "",
        "@jit_lean",
        "def hide(cards, state, seat, rng_seed):",
        "    seed_streams(state.rng, rng_seed, 0)",
        "    state.number = 0",
    )
    yield from _taken_back(declared)
    for kind in declared.kinds():
        hidden = []
        for name, field in declared.zones_of(kind):
            if field.seen_by != ALL and not field.is_inferred:
                hidden.append((name, field))
        if not hidden:
            continue
        room = _room_of(declared, kind)
        total = sum(int(np.prod(field.shape[:-1])) * (field.shape[-1] - 1) for _, field in hidden)
        yield from (
            f"    unseen = local_zeros({room}, np.int64)",
            f"    pool, size = local_empty({total}, np.int64), 0",
        )
        for is_dealing in (False, True):
            for name, field in hidden:
                whose = "other == seat" if field.seen_by != NOBODY else ""
                loops, zone, indent = each_zone(
                    name, field, "    ", whose, _is_shown(declared, field)
                )
                yield from loops
                yield f"{indent}for i in range({zone.format('-1')}):"
                if is_shown_by_card(declared.state.fields, field):
                    yield f"{indent}    if {known_of(field, zone).format('i')} >> seat & 1:"
                    yield f"{indent}        continue"
                if is_dealing:
                    yield from (
                        f"{indent}    size -= 1",
                        f"{indent}    {zone.format('i')} = pool[size]",
                    )
                else:
                    yield f"{indent}    unseen[{zone.format('i')}] += 1"
            if not is_dealing:
                yield from (
                    f"    for card in range({room}):",
                    "        for _ in range(unseen[card]):",
                    "            pool[size] = card",
                    "            size += 1",
                )
                yield "    shuffle(state.rng, 0, pool, size)"
    yield from _numbers_anew(declared)
    secret = [name for name, field in declared.state.fields.items() if field.is_secret]
    yield from _dealt_to_all(declared)
    if secret and not laying and not declared.shows:
        yield from _decide_anew(declared, secret)
    if "infer" in own:
        yield f"    {own['infer']}(cards, state, seat)"
    if laying:
        yield from _lay_anew(declared, own["decided"], listing, laying)
    if parts:
        yield from _part_anew(declared, parts)


def _room_of(declared: Declarations, kind: str) -> int:
    """Return the capacity for cards of a kind."""
    return int(declared.cards.source_of(kind).most)


def known_of(field: Field, zone: str) -> str:
    """Write who knows a card of a zone, from the field that records it, indexed in the same way as
    the zone.
    """
    return f"state.{field.shown_to}[{zone.partition('[')[2]}"


def _is_shown(declared: Declarations, field: Field) -> str:
    """Write whether the viewing seat has been shown a part of a zone: the whole field, or this part
    of it.
    """
    if not field.shown_to or is_shown_by_card(declared.state.fields, field):
        return ""
    parts = ", ".join(
        ["other", *(f"k{depth}" for depth in range(1, len(field.shape) - 1))][
            : len(field.shape) - 1
        ]
    )
    is_for_each = bool(declared.state.fields[field.shown_to].shape)
    return f"state.{field.shown_to}{f'[{parts}]' if is_for_each else ''} >> seat & 1"


def _is_secret_now(declared: Declarations) -> str:
    """Write whether the current decision is hidden from the others."""
    secret = [f"state.phase == {phase.number}" for phase in declared.phases if phase.secret is True]
    return " or ".join(secret) or "False"


def _numbers_anew(declared: Declarations) -> Iterator[str]:
    """Write how numbers that only their own seat knows are drawn again at random for the others."""
    hidden = []
    for name, field in declared.state.fields.items():
        if field.zone_of is None and field.seen_by == OWNER:
            hidden.append((name, field))
    if not hidden:
        return
    yield from (
        "    for other in range(state.players):",
        "        if other == seat:",
        "            continue",
    )
    for name, field in hidden:
        least, most = field.range
        indent, parts = " " * 8, [f"k{n}" for n in range(1, len(field.shape))]
        for part, length in zip(parts, field.shape[1:], strict=True):
            yield f"{indent}for {part} in range({length}):"
            indent += "    "
        at = ", ".join(["other", *parts])
        yield f"{indent}state.{name}[{at}] = {least} + below(state.rng, 0, {most - least + 1})"
        if field.is_secret:
            yield f"{indent}state.{name}_shown[{at}] = state.{name}[{at}]"


def _taken_back(declared: Declarations) -> Iterator[str]:
    """Write how all decisions that others made unseen are taken back, for rules that record them
    again.
    """
    secret = [(name, field) for name, field in declared.state.fields.items() if field.is_secret]
    if not secret or not (declared.laying or declared.shows):
        return
    yield f"    if {_is_secret_now(declared)}:"
    yield from (
        "        for other in range(state.players):",
        "            if other == seat:",
        "                continue",
    )
    for name, field in secret:
        yield from copied(
            field, f"state.{name}[other{{}}]", f"state.{name}_shown[other{{}}]", " " * 12
        )


def _dealt_to_all(declared: Declarations) -> Iterator[str]:
    """Write the public copies of zones that are sometimes secret, after they are dealt again: for
    the others their contents, and for the viewing seat too if nothing is secret at present.
    """
    zones = []
    for name, field in declared.state.fields.items():
        if field.is_secret and field.zone_of:
            zones.append((name, field))
    if not zones:
        return
    yield f"    is_secret_now = {_is_secret_now(declared)}"
    yield from (
        "    for other in range(state.players):",
        "        if other == seat and is_secret_now:",
        "            continue",
    )
    for name, field in zones:
        yield from copied(
            field, f"state.{name}_shown[other{{}}]", f"state.{name}[other{{}}]", " " * 8
        )


def _lay_anew(
    declared: Declarations, decided: str, listing: list[Listed], laying: list[Call]
) -> Iterator[str]:
    """Write how choices that others recorded unseen are recorded again at random."""
    yield f"    due, moves = np.int64(state.seat), local_empty({declared.max_moves}, np.int64)"
    for phase, name, _ in listing:
        if phase.secret is False:
            continue
        if phase.secret is True:
            ruled = ""
        else:
            ruled = f" and cards.{ruling_of(type(phase.secret))} == {int(phase.secret)}"
        yield f"    for n in range(state.players if state.phase == {phase.number}{ruled} else 0):"
        yield from (
            f"        other = {decided}(cards, state, n)",
            "        if other == -1 or other == seat:",
            "            continue",
        )
        yield from (
            "        state.seat, moves[-1] = other, 0",
            f"        {listing_call(phase, name)}",
        )
        yield from ("        if moves[-1] == 0:", "            continue")
        yield "        move = moves[below(state.rng, 0, moves[-1])]"
        yield (
            f"        sort, first, second = move >> {2 * BITS}, move >> {BITS} & {MOST}, move & "
            f"{MOST}"
        )
        for move, lay, parameters in laying:
            yield from (
                f"        if sort == {move}:",
                f"            {call_of(lay, parameters, 'other')}",
            )
    yield "    state.seat = due"


def _part_anew(declared: Declarations, parts: list[tuple[Part, str]]) -> Iterator[str]:
    """Write how the others repeat their secret decisions at random, each from the beginning of
    their part.

    Only secret things change, so everything else is as before; but the deciding seat begins again
    too, because no other seat sees how far it has come.
    """
    flow = declared.flow
    assert flow is not None
    course = {}
    for name, field in declared.state.fields.items():
        if (
            field.zone_of is None
            and not field.is_secret
            and not name.endswith("_shown")
            and name != "rng"
            and not _is_own(field)
        ):
            course[name] = field
    again = {phase.number: phase.or_else for phase in declared.phases if phase.or_else is not None}
    yield f"    moves = local_empty({declared.max_moves}, np.int64)"
    for part, begin in parts:
        yield f"    if {' or '.join(f'state.phase == {phase}' for phase in part.phases)}:"
        for name, field in course.items():
            if field.shape:
                yield f"        was_{name} = local_empty({int(np.prod(field.shape))}, np.int64)"
            yield from kept(name, field, is_back=False)
        yield f"        for n in range(was_{part.at}):"
        yield from (
            f"            other = np.int64(was_{part.order}[n])",
            "            if other == seat:",
            "                continue",
            f"            {begin}(cards, state, other)",
        )
        yield f"            for _ in range({flow.most_idle}):"
        yield from (
            (
                f"                if state.end != 0 or (state.phase == {flow.phase} and state.step "
                f"== {part.end}):"
            ),
            "                    break",
            f"                if state.phase == {flow.phase}:",
            "                    go_one(cards, state)",
            f"                elif n == was_{part.at} - 1:",
            "                    break",
            "                else:",
            "                    count = legal_moves(cards, state, moves)",
            "                    if count > 0:",
            "                        perform(cards, state, moves[below(state.rng, 0, count)])",
        )
        for phase in part.phases:
            yield from (
                f"                    elif state.phase == {phase}:",
                f"                        state.phase, state.step = {flow.phase}, {again[phase]}",
            )
        yield f"            if n < was_{part.at} - 1 or state.phase == {flow.phase}:"
        for name, field in course.items():
            for line in kept(name, field, is_back=True):
                yield f"        {line}"
        yield f"        state.{part.at} = was_{part.at}"
        yield from ("        state.idle = was_idle", "        state.decisions = was_decisions")


def _is_own(field: Field) -> bool:
    """Return whether a field has a number per seat that only that seat knows."""
    return field.seen_by == OWNER


def _decide_anew(declared: Declarations, secret: list[str]) -> Iterator[str]:
    """Write how decisions that others made unseen are taken back and made again at random."""
    numbers = [phase.number for phase in declared.phases if phase.secret is True]
    yield f"    due, moves = np.int64(state.seat), local_empty({declared.max_moves}, np.int64)"
    yield f"    if {' or '.join(f'state.phase == {number}' for number in numbers) or 'False'}:"
    yield from (
        "        for other in range(state.players):",
        "            if other == seat or other > due:",
        "                continue",
    )
    for name in secret:
        yield from copied(
            declared.state.fields[name],
            f"state.{name}[other{{}}]",
            f"state.{name}_shown[other{{}}]",
            " " * 12,
        )
    yield from ("            state.seat = other", "            while other < due:")
    yield from (
        "                count = legal_moves(cards, state, moves)",
        "                if count == 0:",
        "                    break",
    )
    yield "                perform(cards, state, moves[below(state.rng, 0, count)])"
    yield "        state.seat = due"
