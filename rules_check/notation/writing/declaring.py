"""The records of generated rules as source: the numbers read from cards.yaml, and the state of a
game.

In: a shape, after all the rules that request names from it are written. Out: the classes `Cards`
and `State`, and the constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.data.game import Record
from rules_check.notation.program import NUMBER, CounterDeclared, Type, ZoneDeclared
from rules_check.notation.saying import spaced
from rules_check.notation.writing.bounds import range_of
from rules_check.notation.writing.scopes import Lines, holding, under
from rules_check.notation.writing.shape import Shape
from rules_check.notation.writing.values import REFERENCES
from rules_check.toolkit.reading import MOST
from rules_check.toolkit.records import DICE, MARK, SEAT

MOST_COPIES = 999
"""The limit on copies of a card: a bound, not a reservation."""
SEEN = {"all": "ALL", "owner": "OWNER", "nobody": "NOBODY"}


def constants(shape: Shape) -> Iterator[str]:
    """Write the numbers that stand for players, cards, rows and words."""
    yield f"SEATS = {shape.seats}"
    for name, number in shape.constants.items():
        yield f"{name} = {number}"


def cards_class(shape: Shape) -> Lines:
    """Write the class that reads cards.yaml."""
    for kind in (*shape.kinds, *_named_at_the_table(shape)):
        shape.count(kind)
    lines = Lines()
    for name, field in shape.counted.items():
        if name in shape.words.kinds:
            sets = f", sets={shape.sets_of(name)}" if shape.is_owned_whole(name) else ""
            facts = f"{name!r}, {shape.room_of(name)}, copies={MOST_COPIES}{sets}"
            lines.append(f"{field} = kind({facts})")
        else:
            lines.append(f"{field} = table({name!r}, {shape.room_of(name)})")
    for (owner, name), field in shape.read.items():
        lines.append(f"{field} = {_field(shape, owner, name)}")
    lines += [f"{field} = {_rule(shape, name)}" for name, field in shape.rules_read.items()]
    for name, options in shape.words.rulings.items():
        lines.append(f"{shape.ruling(name)} = ruling({options!r})")
    lines = lines or ["nothing = each(1)"]
    return under(f"class Cards(CardSet, title={shape.program.title!r}):", lines)


def _named_at_the_table(shape: Shape) -> Iterator[str]:
    """Yield the kinds and tables whose ids people see where counters and zones go by them."""
    declared: list[CounterDeclared | ZoneDeclared] = [
        *shape.program.counters.values(),
        *shape.program.zones.values(),
    ]
    for declaration in declared:
        for type_ in (
            declaration.key_type,
            declaration.type if isinstance(declaration, CounterDeclared) else None,
        ):
            if type_ is not None and type_.sort in ("row", "card"):
                yield type_.name


def _field(shape: Shape, owner: str, name: str) -> str:
    type_ = shape.words.fields[owner][name]
    of, named = repr(owner), f"named={name!r}"
    if type_.is_list:
        return _entries(shape, type_, of, name, owner)
    match type_.sort:
        case "truth":
            return f"truth_of({of}, {named})"
        case "word":
            return f"word_of({of}, {type_.words!r}, {named}, absent=EMPTY)"
        case "row" | "card":
            return f"row_of({of}, {type_.name!r}, {named}, absent=EMPTY)"
    return f"field_of({of}, {-MOST}, {MOST}, {named}, absent=0)"


def _entries(shape: Shape, type_: Type, of: str, name: str, owner: str) -> str:
    rows = shape.records_of(owner)
    room = max([1, *(len(row._values.get(name) or ()) for row in rows)])
    facts = {
        f"options={type_.words!r}": type_.sort == "word",
        f"table={type_.name!r}": type_.sort in ("row", "card"),
    }
    return f"entries_of({', '.join([of, str(room), f'named={name!r}', *holding(facts)])})"


def _rule(shape: Shape, name: str) -> str:
    value = shape.game.context["rules"]._values[name]
    if isinstance(value, Record):
        most = max(20, *map(int, value._values))
        return f"by_number((0, {most}), ({-MOST}, {MOST}))"
    if isinstance(value, list | tuple):
        return f"list_of({max(20, len(value))}, {-MOST}, {MOST}, {name!r}, first=1)"
    return f"rule({-MOST}, {MOST}, {name!r})"


def state_class(shape: Shape, fields: Mapping[str, str]) -> Lines:
    """Write the class for the state of a game; `fields` store its progress."""
    lines = ["step = whole(shown=False)", "me = whole(blank=EMPTY, shown=False)"]
    lines += ["first = whole(shown=False)"]
    if shape.has_active:
        lines.append("active = whole(blank=EMPTY, shown=False)")
    if shape.has_outs:
        lines.append("out = each(SEATS, of='mark')")
    lines += [f"{name} = whole(shown=False)" for name in ("idle", "decisions")]
    lines += [f"{name} = {declared}" for name, declared in fields.items()]
    for counter in shape.program.counters.values():
        lines.append(f"{shape.counter(counter.name)} = {_counter(shape, counter)}")
    for zone in shape.program.zones.values():
        lines += _zone(shape, zone)
    for kind in shape.kinds:
        if field := shape.unused(kind):
            lines.append(f"{field} = zone({kind!r}, {shape.copies_of(kind)})")
    return under("class State(GameState, seats=SEATS):", lines)


def _counter(shape: Shape, counter: CounterDeclared) -> str:
    rooms = holding({"SEATS": counter.is_own, str(len(counter.keys)): counter.keys})
    of, is_reference = _of(counter.type), counter.type.sort in REFERENCES
    facts = holding(
        {
            "shared=True": counter.keys and not counter.is_own,
            "blank=EMPTY": is_reference,
            **_called(shape.counter(counter.name), counter.name),
            f"of={of!r}": of,
            "shown=False": not counter.is_shown,
            "reset=True": counter.again,
            f"by={_by(counter)!r}": counter.keys,
            "secret=True": counter.name in shape.secret and counter.is_own,
        }
    )
    if counter.is_seen_by_owner_only:
        facts += ["seen_by=OWNER", f"could_be={range_of(counter, shape)}"]
    return f"{'each' if rooms else 'whole'}({', '.join([*rooms, *facts])})"


def _called(field: str, name: str) -> dict[str, bool]:
    """Write the name at the table of what has another name in the rules."""
    return {f"named={spaced(name)!r}": field.replace("_", " ") != spaced(name)}


def _of(type_: Type) -> str:
    """Return what the toolkit calls what a counter stands for; nothing for a number."""
    if type_.sort in REFERENCES:
        return SEAT if type_.sort == "player" else type_.name
    return MARK if type_.sort == "truth" else ""


def _by(counter: CounterDeclared) -> str:
    """Return what the toolkit calls the several numbers of a counter."""
    if counter.faces or counter.key_type is None:
        return DICE
    return counter.key_type.name


def _zone(shape: Shape, zone: ZoneDeclared) -> Iterator[str]:
    rooms = holding({"SEATS": zone.is_own, str(len(zone.keys)): zone.keys})
    rooms.append(str(shape.room_in(zone)))
    secret = ["secret=True"] if zone.name in shape.secret and zone.is_own else []
    key_type = zone.key_type or NUMBER
    known = shape.known(zone.name) if zone.name in shape.known_zones else ""
    facts = {
        "shared=True": zone.keys and not zone.is_own,
        **_called(shape.zone(zone.name), zone.name),
        f"by={key_type.name!r}": key_type != NUMBER,
        f"shown_to={known!r}": known,
    }
    if known:
        yield f"{known} = known_by({', '.join([*rooms, *secret])})"
    told = [repr(zone.kind), *rooms, f"seen_by={SEEN[zone.seen]}", *secret, *holding(facts)]
    yield f"{shape.zone(zone.name)} = zone({', '.join(told)})"
