"""The zones and counters that `setup:` and `play:` declare, and named formulas and steps.

In: a game, and a `World` to add them to. Out: the world; every fault is reported at its place. Both
sections use the words of `generator.data.declaring`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from generator.data.declaring import ANYTHING, MOST_PILES, STATES, Declared, declared
from generator.data.formulas import Token, Tree
from generator.data.problems import Place
from generator.data.source import Node
from rules_check.notation import messages as say
from rules_check.notation.expressions import KEPT, number, tree_of, truth
from rules_check.notation.faults import RuleFault, nearest, phrase_at, phrase_of, reported, within
from rules_check.notation.grammar import RESERVED, RuleParser
from rules_check.notation.program import (
    NUMBER,
    PLAYER,
    TRUTH,
    Constant,
    Contains,
    CounterDeclared,
    Expression,
    Listed,
    Only,
    Type,
    VariableRead,
    ZoneDeclared,
)
from rules_check.notation.scope import Bound, Scope, World

_NAME = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)*")
HINT = "write `all card, face down` or a number, for example"


def declare(section: Node, world: World) -> None:
    """Declare the zones and counters under `common:` and `each:` of a section."""
    for key, is_own in (("common", False), ("each", True)):
        part = section.below(key)
        for names, node in part.items.items():
            for name, place in _names(names, part.keys[names]):
                with reported(world.problems):
                    _declare(name, place, is_own, node, world)


def check_tables(world: World) -> None:
    """Report tables whose names mean something else in rules."""
    tables = world.game.root.get("tables") if world.game is not None else None
    if tables is not None:
        for name, place in tables.keys.items():
            if name in RESERVED or name in (*KEPT, "player"):
                owner = _taken(name, world)
                world.faulty.add(name)
                world.problems.error(say.NAME_TAKEN(name=name, owner=owner), place)


def declare_named(section: Node, world: World) -> None:
    """Record the named formulas and named steps."""
    formulas, steps = section.below("formulas"), section.below("steps")
    for name, node in formulas.items.items():
        world.count_name(formulas.keys[name])
        world.faulty.add(name)
        with reported(world.problems):
            _check_plain(name, formulas.keys[name], "formulas")
            _check_name(name, formulas.keys[name], world)
            phrase = phrase_of(node, "a formula")
            world.formulas[name], world.trees[name] = phrase, tree_of(phrase)
            world.faulty.discard(name)
    for name, node in steps.items.items():
        world.count_name(steps.keys[name])
        with reported(world.problems):
            _check_plain(name, steps.keys[name], "steps")
            if not _NAME.fullmatch(name):
                raise _bad_name(name, steps.keys[name])
            world.steps[name] = node


def _names(written: str, place: Place) -> Iterator[tuple[str, Place]]:
    """Split `gold, silver` into names, each with its place."""
    phrase = phrase_at(written, place)
    for match in re.finditer(r"[^,]+", written):
        name = match[0].strip()
        if name:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield name, phrase.at(start, len(name))


def _bad_name(name: str, place: Place) -> RuleFault:
    return RuleFault(say.NOT_A_NAME(found=name), place)


def _check_plain(name: str, place: Place, what: str) -> None:
    """Raise RuleFault for a name written with parameters, such as `worth(card)`."""
    word, bracket, _ = name.partition("(")
    if bracket and _NAME.fullmatch(word.strip()):
        hint = (
            f"write {word.strip()} alone: it can use me, it and the names set by let in the place "
            "where it is used"
        )
        raise RuleFault(say.NO_PARAMETERS(what=what, found=name), place, hint)


def _check_name(name: str, place: Place, world: World) -> None:
    """Raise RuleFault for a name that already has a meaning."""
    words = world.vocabulary
    if not _NAME.fullmatch(name):
        raise _bad_name(name, place)
    if name in {**world.zones, **world.counters, **world.formulas}:
        raise RuleFault(say.DECLARED_TWICE(name=name), place)
    owner = words.owner_of_field(name)
    taken = f"'{owner}' has a field of this name" if owner is not None else _taken(name, world)
    if taken is not None:
        raise RuleFault(say.NAME_TAKEN(name=name, owner=taken), place)


def _taken(name: str, world: World) -> str | None:
    """Return the existing meaning of a name, in words; None if it has none."""
    words = world.vocabulary
    taken: dict[str, Collection[str]] = {
        "it is a word of the language": (*RESERVED, *RuleParser.functions),
        "the game itself has a value of this name": (*KEPT, "player"),
        "it is a number under rules:": {*words.numbers, *words.tabled},
        "it is a table": words.tables,
        "it is a kind of card": words.kinds,
    }
    return next((owner for owner, names in taken.items() if name in names), None)


def _declare(name: str, place: Place, is_own: bool, node: Node, world: World) -> None:
    world.count_name(place)
    world.faulty.add(name)
    _check_name(name, place, world)
    phrase = phrase_of(node, f"a zone, a counter or dice for '{name}'", HINT)
    words = world.vocabulary
    of_counters = {*STATES, *words.numbers, *words.tabled, *words.tables}
    with within(phrase):
        written = declared(RuleParser(phrase.text), of_counters.__contains__)
    scope = Scope(world, phrase)
    if written.sort == "zone":
        zone = _zone(name, is_own, written, scope, place)
        if zone is not None:
            world.zones[name] = zone
    else:
        world.counters[name] = _counter(name, is_own, written, scope, place)
    world.faulty.discard(name)


# ----------------------------------------------------------------------------------------- zones


def _zone(
    name: str, is_own: bool, written: Declared, scope: Scope, place: Place
) -> ZoneDeclared | None:
    assert written.what is not None
    kind = _kind(written.what, scope)
    if kind is None:
        scope.world.pieces.add(name)
        return None
    if written.seen == "owner" and written.seen_by is not None and not is_own:
        raise RuleFault(say.OWNER_OF_COMMON(), _at(written.seen_by, scope))
    refilled_from = None
    if written.refilled_from is not None:
        refilled_from = written.refilled_from.text
        scope.world.refills[name] = _at(written.refilled_from, scope)
    if written.face == "up":
        scope.world.face_up.add(name)
    keys, key_type = _keys(written, scope)
    if written.quantity == "one" and keys:
        raise RuleFault(say.ONE_CARD_IN_PILES(name=name), scope.phrase.whole)
    is_full = written.quantity == "all"
    if is_full and keys and not scope.world.vocabulary.has_own_pile(kind, key_type):
        hint = f"begin with all of them in a zone without piles, and deal 1 from it to each {name}"
        raise RuleFault(say.PILE_UNKNOWN(kind=kind, name=name), scope.phrase.whole, hint)
    return ZoneDeclared(
        name,
        is_own,
        kind,
        place,
        holds_one=written.quantity == "one",
        is_full=is_full,
        only=_only(written, kind, scope),
        seen=written.seen or ("nobody" if written.face == "down" else "all"),
        is_in_order=written.is_in_order,
        keys=keys,
        key_type=key_type,
        refilled_from=refilled_from,
    )


def _at(token: Token, scope: Scope) -> Place:
    return scope.phrase.at(token.column, len(token.text))


def _kind(token: Token, scope: Scope) -> str | None:
    """Return the kind of card that a zone holds; None if it holds pieces other than cards."""
    words = scope.world.vocabulary
    if token.text in words.kinds:
        return token.text
    if token.text in words.components:
        return words.components[token.text][0]
    if token.text == ANYTHING or token.text in words.pieces:
        return None
    names = [*words.kinds, *words.components, *words.tables, *words.numbers]
    message = say.NOT_A_TYPE(found=token.text)
    raise RuleFault(message, _at(token, scope), nearest(token.text, names, "there are"))


def _only(written: Declared, kind: str, scope: Scope) -> Only | None:
    """Return which cards of the kind start in a zone, None for all of them."""
    assert written.what is not None
    words = scope.world.vocabulary
    type_ = Type("card", kind)
    ids = words.components.get(written.what.text, (kind, frozenset(words.kinds[kind])))[1]
    is_part = written.what.text not in words.kinds and len(ids) < len(words.kinds[kind])
    if written.condition is None and not is_part:
        return None
    variable = scope.world.variable("it", type_)
    if written.condition is not None:
        return Only(variable, truth(written.condition, scope.looking_at(Bound(variable))))
    place = _at(written.what, scope)
    cards = tuple(Constant(type_, id_, place) for id_ in words.kinds[kind] if id_ in ids)
    member = VariableRead(variable, place)
    return Only(variable, Contains(Listed(cards, type_.listed, place), member, place))


def _keys(written: Declared, scope: Scope) -> tuple[tuple[str, ...], Type | None]:
    """Return the keys that distinguish the piles of a zone."""
    if written.piles_of is not None:
        return _rows(written.piles_of, scope)
    if written.piles is None:
        return (), None
    count = _fixed(written.piles, scope)
    place = scope.at(written.piles)
    if not 1 <= count <= MOST_PILES:
        raise RuleFault(say.WRONG_NUMBER_OF_PILES(most=MOST_PILES, found=count), place)
    return tuple(map(str, range(1, count + 1))), NUMBER


def _fixed(tree: Tree, scope: Scope) -> int:
    """Read a number that is the same in every game: a literal, or a number under `rules:`."""
    numbers = scope.world.vocabulary.numbers
    if tree.sort == "number" and len(tree.word) <= 9:
        return int(tree.word)
    if tree.sort == "name" and tree.word in numbers:
        return numbers[tree.word]
    hint = nearest(tree.word, numbers)
    raise RuleFault(say.NOT_THE_SAME_FOR_ALL(), scope.at(tree), hint)


def _rows(token: Token, scope: Scope) -> tuple[tuple[str, ...], Type]:
    words = scope.world.vocabulary
    type_ = words.type_named(token.text)
    if type_ is None:
        hint = nearest(token.text, [*words.tables, *words.kinds])
        raise RuleFault(say.NEITHER_TABLE_NOR_KIND(found=token.text), _at(token, scope), hint)
    return words.entries[type_], type_


# -------------------------------------------------------------------------------------- counters


def _counter(
    name: str, is_own: bool, written: Declared, scope: Scope, place: Place
) -> CounterDeclared:
    if written.seen_by is not None and not is_own:
        raise RuleFault(say.COMMON_COUNTER_SEEN(), _at(written.seen_by, scope))
    if written.seen == "nobody" and written.seen_by is not None:
        raise RuleFault(say.COUNTER_UNSEEN(), _at(written.seen_by, scope))
    is_secret = written.seen == "owner"
    if written.sort == "dice":
        keys = tuple(map(str, range(1, written.count + 1)))
        zero = Constant(NUMBER, 0, scope.phrase.whole)
        facts = (NUMBER, zero, place, keys, NUMBER)
        return CounterDeclared(name, is_own, *facts, "", is_secret, written.faces)
    assert written.start is not None
    keys, key_type = _rows(written.keys_of, scope) if written.keys_of is not None else ((), None)
    type_, start = _start(written.start, scope)
    return CounterDeclared(
        name,
        is_own,
        type_,
        start,
        place,
        keys,
        key_type,
        again=written.again,
        is_seen_by_owner_only=is_secret,
        is_shown=written.is_shown,
    )


def _start(tree: Tree, scope: Scope) -> tuple[Type, Expression]:
    """Return the type of a counter, and its initial value."""
    place, words = scope.at(tree), scope.world.vocabulary
    word = tree.word if tree.sort == "name" else ""
    if word in ("true", "false"):
        return TRUTH, Constant(TRUTH, word == "true", place)
    if word == "player":
        return PLAYER, Constant(PLAYER, None, place)
    if word in words.tables:
        row = Type("row", word)
        return row, Constant(row, None, place)
    return NUMBER, number(tree, scope)


def check_refills(world: World) -> None:
    """Report refills from something that is not a zone, or from a zone for other cards."""
    for zone in world.zones.values():
        name = zone.refilled_from
        if name is not None and name not in world.faulty:
            with reported(world.problems):
                _check_refill(zone, name, world)


def _check_refill(zone: ZoneDeclared, name: str, world: World) -> None:
    place = world.refills[zone.name]
    source = world.zones.get(name)
    if source is None:
        hint = nearest(name, world.zones, "zones are")
        raise RuleFault(say.NO_SUCH_ZONE(name=name), place, hint)
    world.used.add(name)
    if source.kind != zone.kind:
        message = say.OTHER_KIND(name=zone.name, kind=zone.kind, source=name, held=source.kind)
        raise RuleFault(message, place)
    if source.is_own and not zone.is_own:
        raise RuleFault(say.OTHER_OWNER(name=zone.name, second=name), place)
    if source.keys and source.keys != zone.keys:
        raise RuleFault(say.OTHER_PILES(name=name, second=zone.name), place)
