"""`setup:`, the places of everything when play begins: zones, counters, dice, and the steps that
deal.

In: a game with that section, or without it. Out: a `TableSetup`, checked, every fault at its line
and column. `dealing` works out the result for a number of players. Knows no rules.

    setup:
      common:
        deck: all hero, face down
        market: hero, refilled from deck
      each:
        hand: hero, seen by owner
        gold: 3
      deal:
        - deal hand_size from deck to each hand
        - refill market to 3 from deck
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

from generator.data import messages as say
from generator.data.declaring import ANYTHING, MOST_DICE, MOST_PILES, STATES, Declared, declared
from generator.data.formulas import (
    BY_ZERO,
    NUMBER,
    TRUTH,
    Formula,
    FormulaFault,
    Name,
    Parser,
    Scope,
    Token,
    Tree,
    list_of,
    trees,
    understand,
)
from generator.data.game import Card, Game
from generator.data.naming import card_type, scope_of, with_cards
from generator.data.problems import (
    Place,
    ProblemError,
    Problems,
    counted,
    did_you_mean,
    meant_among,
)
from generator.data.source import Node

SECTION = "setup"
MOST_PLAYERS = 12
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_RESERVED = ("players", "it", "all", "one", "from", "to", "each", "where", ANYTHING)
Seen = Literal["all", "owner", "nobody"]
_FORMS = {
    "move": "write it as in `move 2 from deck to market` or `move deck to market`",
    "deal": "write it as in `deal 5 from deck to each hand`",
    "refill": "write it as in `refill market to 3 from deck`",
    "shuffle": "write it as in `shuffle deck`",
    "set": "write it as in `set gold to 5`",
    "add": "write it as in `add 2 to gold`",
    "take": "write it as in `take 1 from bank`",
}
"""The syntax of each step."""
_SENTENCES = {
    "deal": "COUNT from SOURCE to each HANDS",
    "refill": "TARGET to COUNT from SOURCE",
    "shuffle": "TARGET",
    "set": "COUNTER to COUNT",
    "add": "COUNT to COUNTER",
    "take": "COUNT from COUNTER",
}
"""What follows each verb but `move`, whose parts may be left out."""
_PART_OF = {"COUNT": "count", "SOURCE": "source"}
"""The field of a step for a part of its sentence; others are its target."""
_FORM_OF_ZONE = "write, for example, `all hero, face down`, `2 dice of 8`, or a number"


@dataclass(frozen=True)
class Zone:
    """A place for pieces: on the table or, if `is_own`, one for each player.

    `holds` are components or kinds, empty for anything; `is_full` means that all of them that
    satisfy `condition` start there. `piles` names the piles of a zone that has several. Cards that
    are face down there are shuffled unless `is_in_order`.
    """

    name: str
    is_own: bool
    holds: tuple[str, ...]
    is_full: bool
    place: Place
    condition: Formula | None = None
    seen: Seen = "all"
    is_face_down: bool = False
    is_in_order: bool = False
    holds_one: bool = False
    piles: tuple[str, ...] = ()
    refilled_from: str | None = None

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of its piles; '' for the only one."""
        return self.piles or ("",)

    @property
    def is_shuffled(self) -> bool:
        """Whether all that it holds starts there in random order."""
        return self.is_full and self.is_face_down and not self.is_in_order


@dataclass(frozen=True)
class CounterStart:
    """A number that is tracked during play: of the table, or of each player. `start` may depend on
    the number of players.
    """

    name: str
    is_own: bool
    start: Formula
    place: Place


@dataclass(frozen=True)
class DicePool:
    """Dice that are on the table, or before each player."""

    name: str
    is_own: bool
    count: int
    faces: int
    place: Place


@dataclass(frozen=True)
class Step:
    """One action before play begins: the verb, the zones or counters it names, the amount, and the
    condition.

    `steps` are those that each player does, under `each:`.
    """

    verb: Literal["move", "deal", "refill", "shuffle", "set", "add", "take", "each"]
    place: Place
    source: str = ""
    target: str = ""
    count: Formula | None = None
    which: Formula | None = None
    condition: Formula | None = None
    is_at_bottom: bool = False
    steps: tuple[Step, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class TableSetup:
    """All of `setup:`. `is_default` means that the game has none, and this was made from its
    components.
    """

    zones: dict[str, Zone]
    counters: dict[str, CounterStart]
    dice: dict[str, DicePool]
    steps: tuple[Step, ...]
    surface: str | None = None
    is_default: bool = False


def read_setting(game: Game, problems: Problems | None = None) -> TableSetup:
    """Read a game's `setup:`, or make one if it has none. Faults go to `problems`; raises
    ProblemError with them if it is None.
    """
    node = game.root.get(SECTION)
    if node is None:
        return default_setting(game)
    found = Problems() if problems is None else problems
    setting = _SetupReader(game, node, found).setting()
    if problems is None:
        found.raise_errors()
    return setting


def player_counts(game: Game) -> range:
    """Return the numbers of players a game is set up for; 2 to 4 by default."""
    if "players" not in game.info:
        return range(2, 5)
    fewest, most = game.info.players
    return range(fewest, min(most, MOST_PLAYERS) + 1)


def default_setting(game: Game) -> TableSetup:
    """Lay out a game without `setup:`: decks shuffled face down, other pieces beside them, a hand
    for each player and nothing dealt.
    """
    zones: dict[str, Zone] = {}
    dice: dict[str, DicePool] = {}
    for component in game.components:
        if component.is_extra or component.pad:
            continue
        own = component.is_each_player
        if component.dice:
            count = max(component.count // max(player_counts(game)), 1) if own else component.count
            dice[component.id] = DicePool(
                component.id, own, min(count, MOST_DICE), component.dice, component.place
            )
            continue
        is_deck = bool(component.cards) and component.back is not None
        zones[component.id] = Zone(
            component.id,
            own,
            (component.id,),
            True,
            component.place,
            seen="nobody" if is_deck else "all",
            is_face_down=is_deck,
        )
    place = Place(game.file)
    pile, hand = "discard", "hand"
    while pile in zones:  # the name of a deck
        pile += "-pile"
    while hand in zones:
        hand = f"own-{hand}"
    zones[pile] = Zone(pile, False, (), False, place)
    zones[hand] = Zone(hand, True, (), False, place, seen="owner")
    return TableSetup(zones, {}, dice, (), is_default=True)


def refuse_zero(divisor: Tree) -> None:
    """Raise the fault of a formula that divides by 0."""
    hint = "write max(1, …) around it"
    raise FormulaFault.of(say.DIVIDED_BY_ZERO(), divisor, hint)


def amount_of(step: Step, names: Mapping[str, Any]) -> int:
    """Return the amount of a step, given values by name. Raises FormulaFault if it is negative,
    which only `set` allows.
    """
    assert step.count is not None
    count, tree = int(step.count.value({**names, BY_ZERO: refuse_zero})), step.count.tree
    if count >= 0 or step.verb == "set":
        return count
    opposite = {"add": "take", "take": "add"}.get(step.verb)
    hint = f"write `{opposite}`" if opposite else "write max(0, …), or end the step in `if`"
    players = _with_players(len(names["players"]))
    raise FormulaFault.of(say.NEGATIVE_NUMBER(found=count, players=players), tree, hint)


def _with_players(count: int) -> str:
    return f"with {counted(count, 'player')}"


class _SetupReader:
    def __init__(self, game: Game, node: Node, problems: Problems) -> None:
        self.game, self.node, self.problems = game, node, problems
        self.components = {component.id: component for component in game.components}
        self.kinds = game.kinds
        self.scope = scope_of(game.root, game.context, max(player_counts(game)))
        self.zones: dict[str, Zone] = {}
        self.counters: dict[str, CounterStart] = {}
        self.dice: dict[str, DicePool] = {}
        self.faulty: set[str] = set()  # declared, with a fault already reported

    def setting(self) -> TableSetup:
        for section, is_own in (("common", False), ("each", True)):
            part = self.node.below(section)
            for key, value in part.items.items():
                for name in self._names(key, part.keys[key]):
                    self.faulty.add(name)
                    with self._reported(value.place, _FORM_OF_ZONE):
                        self._declare(name, is_own, value)
                        self.faulty.discard(name)
        self._check_refills()
        self._check_shares()
        steps = tuple(self._steps(self.node.below("deal").elements, is_own=False))
        return TableSetup(self.zones, self.counters, self.dice, steps, self._surface())

    @contextmanager
    def _reported(self, place: Place, form: str) -> Iterator[None]:
        """Turn a fault in a text of cards.yaml into a problem at its column; `form` is its hint if
        it has no other.
        """
        try:
            yield
        except FormulaFault as fault:
            said = fault.said.under("bad-setup")
            self.problems.error(said, place_of(fault, place), fault.hint or form)
        except ProblemError as fault:
            self.problems.extend(replace(problem, place=place) for problem in fault.problems)

    def _surface(self) -> str | None:
        """Return the card that is the table; None if there is none, or no such card."""
        node = self.node.get("surface")
        if node is None:
            return None
        name = str(node.value)
        if name in self.game.cards:
            return name
        cards: Sequence[Card] = self.game.of_kind(name)
        if name in self.components:
            cards = self.components[name].cards
        hint = did_you_mean(name, self.game.cards) or "it is the id of a card or a board"
        if cards:
            hint = f"cards of '{name}' are {', '.join(card.id for card in cards[:6])}"
        message = say.NO_CARD_TO_PUT(found=name)
        self.problems.error(message, node.place, hint)
        return None

    def _names(self, key: str, place: Place) -> Iterator[str]:
        for name in re.split(r"\s*,\s*", key.strip()):
            if name in _RESERVED:
                self.faulty.add(name)
                self.problems.error(say.RESERVED_WORD(word=name), place, "give it another name")
            elif not _NAME.fullmatch(name):
                self.faulty.add(name)
                likely = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
                hint = f"write {likely}" if _NAME.fullmatch(likely) else "rename it"
                self.problems.error(say.NOT_A_NAME(found=name), place, hint)
            elif name in {**self.zones, **self.counters, **self.dice}:
                self.problems.error(say.DECLARED_TWICE(name=name), place)
            elif name in self.scope.names:
                self.faulty.add(name)
                self.problems.error(say.NUMBER_IN_RULES(name=name), place)
            else:
                yield name

    # --------------------------------------------------------------------------------- declarations

    def _declare(self, name: str, is_own: bool, node: Node) -> None:
        text = str(node.value) if node.type in ("text", "integer") else ""
        if not text:
            raise FormulaFault(say.NO_CONTENTS(name=name, found=node.describe()), 0, 1)
        written = declared(Parser(text), self._is_number)
        if written.sort == "dice" and written.seen_by:
            hint = "declare dice that only one player sees under play:"
            raise FormulaFault(say.DICE_ARE_OPEN(name=name), 0, len(text), hint)
        if written.sort == "dice":
            self.dice[name] = DicePool(name, is_own, written.count, written.faces, node.place)
        elif written.sort == "counter":
            self.counters[name] = self._counter(name, is_own, written, node.place, text)
        else:
            self.zones[name] = self._zone(name, is_own, written, node.place, text)

    def _is_number(self, word: str) -> bool:
        """Return whether a declaration that begins with this word is a counter's."""
        if word in STATES:
            return word not in self.kinds and word not in self.components
        return word in self.scope.names or word in self.scope.tables

    def _counter(
        self, name: str, is_own: bool, written: Declared, place: Place, text: str
    ) -> CounterStart:
        assert written.start is not None
        is_state = written.what is not None and written.what.text in STATES
        is_more = written.keys_of or written.again or written.seen_by or not written.is_shown
        if is_state or is_more:
            hint = f"move the line to `{'each' if is_own else 'common'}:` under `play:`"
            raise FormulaFault(say.NUMBER_ONLY(name=name), 0, len(text), hint)
        start = understand(written.start, text, self._scope(is_own), [NUMBER])
        for names in self._settled(start):
            start.value(names)
        return CounterStart(name, is_own, start, place)

    def _zone(self, name: str, is_own: bool, written: Declared, place: Place, text: str) -> Zone:
        token = written.what
        assert token is not None
        holds = self._held(token.text, token.column)
        is_full, is_face_down = written.quantity == "all", written.face == "down"
        if is_full and not holds:
            raise FormulaFault.of(say.ALL_OF_ANYTHING(), token)
        condition = None
        if written.condition is not None:
            condition = understand(written.condition, text, self._looking(holds, is_own), [TRUTH])
            self._try_on_cards(condition, holds)
        if written.seen == "owner" and written.seen_by is not None and not is_own:
            message = say.OWNER_OF_COMMON()
            raise FormulaFault.of(message, written.seen_by)
        return Zone(
            name,
            is_own,
            holds,
            is_full,
            place,
            condition,
            seen=written.seen or ("nobody" if is_face_down else "all"),
            is_face_down=is_face_down,
            is_in_order=written.is_in_order,
            holds_one=written.quantity == "one",
            piles=self._piles(written, text),
            refilled_from=written.refilled_from.text if written.refilled_from is not None else None,
        )

    def _try_on_cards(self, condition: Formula, holds: Collection[str]) -> None:
        """Refuse a condition on the cards of a zone that divides by 0, or that depends on facts
        unknown before the cards are there.
        """
        for part in trees(condition.tree):
            if part.sort == "name" and part.word in ("players", *self.zones, *self.counters):
                raise FormulaFault.of(say.NOT_KNOWN_YET(word=part.word), part)
        for card in self.game.cards.values():
            if any(card.kind in self._kinds_of(word) for word in holds):
                condition.value({"it": card.record, BY_ZERO: refuse_zero})

    def _settled(self, formula: Formula) -> Iterator[dict[str, Any]]:
        """Yield the values with which to try a formula, for each number of players; none if it
        depends on zones or counters, which change while cards are dealt.
        """
        named = {part.word for part in trees(formula.tree) if part.sort == "name"}
        if named.isdisjoint(self.zones) and named.isdisjoint(self.counters):
            for players in player_counts(self.game):
                yield {"players": range(1, players + 1), BY_ZERO: refuse_zero}

    def _check_tables(self, formula: Formula, names: Mapping[str, Any]) -> None:
        """Refuse a table of numbers that has no entry for some number of players."""
        players = len(names["players"])
        parts = [*trees(formula.tree)]
        indexed = {id(part.parts[0]): part.parts[1] for part in parts if part.sort == "index"}
        for part in parts:
            numbers = self.scope.tables.get(part.word) if part.sort == "name" else None
            if numbers is None:
                continue
            key: int = players
            if id(part) in indexed:
                scope = self._scope(is_own=False)
                key = understand(indexed[id(part)], formula.text, scope, [NUMBER]).value(names)
            if key not in numbers:
                raise FormulaFault(
                    say.NO_NUMBER_FOR_PLAYERS(
                        name=part.word, key=key, players=_with_players(players)
                    ),
                    part.column,
                    part.length,
                )

    def _held(self, word: str, column: int) -> tuple[str, ...]:
        if word == ANYTHING:
            return ()
        if word in self.components or word in self.kinds:
            return (word,)
        known = [*self.components, *self.kinds, ANYTHING]
        hint = meant_among(word, known, "there are")
        raise FormulaFault(say.NOT_A_COMPONENT(found=word), column, len(word), hint)

    def _piles(self, written: Declared, text: str) -> tuple[str, ...]:
        """Name the piles of a zone that has several."""
        token = written.piles_of
        if token is not None:
            tables = self.game.context["tables"]
            if token.text not in tables:
                hint = did_you_mean(token.text, list(tables._values))
                raise FormulaFault.of(say.NO_SUCH_TABLE(name=token.text), token, hint)
            return tuple(map(str, tables[token.text]._values))
        if written.piles is None:
            return ()
        if written.piles.sort == "name" and written.piles.word in self.game.context["tables"]:
            raise FormulaFault.of(
                say.NOT_A_NUMBER_OF_PILES(found=written.piles.word), written.piles
            )
        number = understand(written.piles, text, self.scope, [NUMBER])
        players = range(max(player_counts(self.game)))
        count = int(number.value({"players": players, BY_ZERO: refuse_zero}))
        if not 1 <= count <= MOST_PILES:
            raise FormulaFault.of(
                say.WRONG_NUMBER_OF_PILES(most=MOST_PILES, found=count), written.piles
            )
        return tuple(map(str, range(1, count + 1)))

    def _check_refills(self) -> None:
        for zone in self.zones.values():
            name = zone.refilled_from
            if name is None:
                continue
            if name not in self.zones:
                if name not in self.faulty:
                    hint = meant_among(name, self.zones, "zones are")
                    self.problems.error(say.NO_ZONE_TO_REFILL_FROM(name=name), zone.place, hint)
            elif name == zone.name:
                self.problems.error(say.REFILLED_FROM_ITSELF(zone=zone.name), zone.place)
            elif self.zones[name].is_own and not zone.is_own:
                said = say.REFILLED_FROM_OWN(name=name, zone=zone.name)
                self.problems.error(said, zone.place)

    def _check_shares(self) -> None:
        """Report cards that would begin in two zones."""
        owner: dict[str, Zone] = {}
        for zone in self.zones.values():
            if not zone.is_full:
                continue
            for card in cards_of(self.game, zone):
                other = owner.setdefault(card, zone)
                if other is not zone:
                    self.problems.error(
                        say.IN_TWO_ZONES(id_=card, name=other.name, second=zone.name),
                        zone.place,
                        None,
                        (("first", other.place),),
                    )
                    break

    # ---------------------------------------------------------------------------------------- steps

    def _scope(self, is_own: bool) -> Scope:
        """Return what formulas of steps may name: zones as lists of cards, counters, and the
        players.
        """
        kinds = self._kinds_alike()
        cards = list_of(card_type(with_cards(self.scope, kinds)))
        names = dict(self.scope.names)
        names["players"] = Name(list_of(NUMBER), lambda values: values["players"])
        for name, numbers in self.scope.tables.items():
            if max(player_counts(self.game)) in numbers:
                names[name] = Name(NUMBER, _for_players(numbers))
        for type_, declared_ones in ((NUMBER, self.counters), (cards, self.zones)):
            for name, declared_one in declared_ones.items():
                if is_own or not declared_one.is_own:
                    names[name] = Name(type_, _value_of(name))
        return with_cards(replace(self.scope, names=names), kinds)

    def _kinds_alike(self) -> list[str]:
        """List the kinds whose fields do not contradict those of the kinds before them."""
        found: list[str] = []
        for kind in self.kinds:
            try:
                with_cards(self.scope, [*found, kind])
            except ProblemError:
                continue
            found.append(kind)
        return found

    def _looking(self, holds: Collection[str], is_own: bool) -> Scope:
        """Return the scope in which one card of a zone is examined."""
        kinds = [kind for word in holds for kind in self._kinds_of(word)]
        scope = with_cards(self._scope(is_own), kinds) if kinds else self._scope(is_own)
        return replace(scope, element=card_type(scope))

    def _kinds_of(self, word: str) -> list[str]:
        if word in self.components:
            return list(dict.fromkeys(card.kind for card in self.components[word].cards))
        return [word]

    def _steps(self, nodes: list[Node], is_own: bool) -> Iterator[Step]:
        for node in nodes:
            form = _FORMS.get(node.text.partition(" ")[0], _FORMS["deal"])
            with self._reported(node.place, form):
                if node.type == "map":
                    yield self._block(node, is_own)
                elif node.type == "text":
                    yield self._sentence(node.text, node.place, is_own)
                else:
                    raise FormulaFault(say.NOT_A_STEP(found=node.describe()), 0, 1)

    def _block(self, node: Node, is_own: bool) -> Step:
        each = node.below("each")
        if is_own:
            hint = "move the steps out of the inner each: every player already does them"
            raise FormulaFault(say.EACH_IN_EACH(), 0, 1, hint)
        if len(node.items) > 1 or each.type != "list":
            known = ", ".join(node.items)
            raise FormulaFault(say.NOT_EACH(steps=known), 0, 1)
        return Step(
            "each", node.place, steps=tuple(self._steps(each.elements, is_own=True)), text="each"
        )

    def _sentence(self, text: str, place: Place, is_own: bool) -> Step:
        parser = Parser(text)
        token = parser.name("a step")
        if token.text not in _FORMS:
            hint = did_you_mean(token.text, _FORMS) or f"steps are {', '.join(_FORMS)}, and each:"
            raise FormulaFault.of(say.UNKNOWN_STEP(word=token.text), token, hint)
        scope, step = self._scope(is_own), Step(token.text, place)  # type: ignore[arg-type]
        way = self._move if step.verb == "move" else self._parts
        step = replace(step, **way(token.text, parser, scope))
        self._check_fits(step, token)
        condition = None
        if parser.accept("if"):
            condition = understand(parser.formula(), text, scope, [TRUTH])
        parser.end()
        step = replace(step, place=place, condition=condition, text=text)
        self._check_count(step)
        return step

    def _check_count(self, step: Step) -> None:
        """Refuse a step that is impossible for some number of players."""
        if step.count is None:
            return
        condition, zone = step.condition, self.zones.get(step.target)
        if condition is not None and not list(self._settled(condition)):
            return
        for names in self._settled(step.count):
            if condition is not None and not condition.value(names):
                continue
            self._check_tables(step.count, names)
            count = amount_of(step, names)
            if zone is None or not zone.holds_one:
                continue
            places = len(zone.piles) if step.verb == "move" else 1
            if count > max(places, 1):
                message = say.TOO_MANY_IN_ZONE(zone=zone.name, count=count)
                raise FormulaFault.of(message, step.count.tree)

    def _check_fits(self, step: Step, verb: Token) -> None:
        """Refuse a step between zones with no possible content in common."""
        if step.verb not in ("move", "deal", "refill"):
            return
        source, target = self.zones[step.source], self.zones[step.target]
        into = self._may_hold(target)
        if source.holds and target.holds and not self._may_hold(source) & into:
            whats = " and ".join(target.holds)
            raise FormulaFault.of(
                say.NOTHING_BELONGS(
                    name=source.name, target=target.name, held=whats, either=ANYTHING
                ),
                verb,
            )

    def _may_hold(self, zone: Zone) -> set[str]:
        """Return all cards and pieces that may be in a zone, by their ids."""
        return {*cards_of(self.game, replace(zone, condition=None)), *zone.holds}

    def _zone_named(self, parser: Parser, scope: Scope) -> str:
        token = self._name_of(parser, "the name of a zone")
        if token.text not in self.zones:
            hint = meant_among(token.text, self.zones, "zones are")
            raise FormulaFault.of(say.NO_SUCH_ZONE(name=token.text), token, hint)
        if token.text not in scope.names:
            raise FormulaFault.of(say.ZONE_OF_EACH(name=token.text), token)
        return token.text

    def _name_of(self, parser: Parser, expected: str) -> Token:
        """Read the name of something that is declared without a fault, as far as it is."""
        token = parser.name(expected)
        if token.text in self.faulty:
            raise ProblemError  # its fault is reported already
        return token

    def _counter_named(self, parser: Parser, scope: Scope) -> str:
        token = self._name_of(parser, "the name of a counter")
        if token.text not in self.counters:
            hint = self._hint_for_counter(token.text)
            raise FormulaFault.of(say.NO_SUCH_COUNTER(name=token.text), token, hint)
        if token.text not in scope.names:
            raise FormulaFault.of(say.COUNTER_OF_EACH(name=token.text), token)
        return token.text

    def _hint_for_counter(self, word: str) -> str:
        for known, what in ((self.zones, "a zone of cards"), (self.dice, "dice")):
            if word in known:
                return f"'{word}' is {what}; set, add and take are for counters"
        if not self.counters:
            return f"declare one, such as `{word}: 3`"
        return meant_among(word, self.counters, "counters are")

    def _number(self, parser: Parser, scope: Scope) -> Formula:
        return understand(parser.formula(), parser.text, scope, [NUMBER])

    def _move(self, verb: str, parser: Parser, scope: Scope) -> dict[str, Any]:
        """`move ZONE to ZONE`, or `move 3 from ZONE where … to ZONE`, on top or at the bottom."""
        count, which = None, None
        if parser.peek(1).text != "to":
            if not parser.accept("all"):
                count = self._number(parser, scope)
            parser.expect("from")
        source = self._zone_named(parser, scope)
        if parser.accept("where"):
            which = understand(
                parser.formula(), parser.text, replace(scope, element=card_type(scope)), [TRUTH]
            )
        parser.expect("to")
        target = self._zone_named(parser, scope)
        is_at_bottom = parser.accept("at") is not None
        if is_at_bottom:
            parser.expect("the")
            parser.expect("bottom")
        return {
            "source": source,
            "target": target,
            "count": count,
            "which": which,
            "is_at_bottom": is_at_bottom,
        }

    def _parts(self, verb: str, parser: Parser, scope: Scope) -> dict[str, Any]:
        """Read the parts of a step, and the words between them."""
        readers: dict[str, Callable[[Parser, Scope], Any]] = {
            "COUNT": self._number,
            "SOURCE": self._zone_named,
            "TARGET": self._zone_named,
            "HANDS": self._zone_of_each,
            "COUNTER": self._counter_named,
        }
        found = dict[str, Any]()
        for word in _SENTENCES[verb].split():
            if word in readers:
                found[_PART_OF.get(word, "target")] = readers[word](parser, scope)
            else:
                parser.expect(word)
        return found

    def _zone_of_each(self, parser: Parser, scope: Scope) -> str:
        """Read the zone of each player, or the zone with piles, to which cards are dealt."""
        token = self._name_of(parser, "the name of a zone")
        zones = [zone.name for zone in self.zones.values() if zone.is_own or zone.piles]
        if token.text not in zones:
            hint = "there is no such zone yet"
            if zones:
                hint = meant_among(token.text, zones, "such zones are")
            raise FormulaFault.of(say.NOT_A_ZONE_OF_EACH(found=token.text), token, hint)
        return token.text


def _value_of(name: str) -> Callable[[Any], Any]:
    return lambda values: values[name]


def _for_players(numbers: Mapping[int, int]) -> Callable[[Any], int]:
    """Return the entry of a rules table for the number of players at the table; 0 if it has
    none.
    """
    return lambda values: numbers.get(len(values["players"]), 0)


def cards_of(game: Game, zone: Zone) -> list[str]:
    """List the ids of the cards that a zone holds if all of them are there, each once."""
    found: list[str] = []
    for word in zone.holds:
        for component, card in game.in_box():
            if word in (component.id, card.kind) and (
                zone.condition is None or zone.condition.value({"it": card.record})
            ):
                found.append(card.id)
    return found


def place_of(fault: FormulaFault, text: Place) -> Place:
    """Return where a fault is in the file: at its column of a text that begins at `text`."""
    if not text.column:
        return text
    return replace(text, column=text.column + fault.column, length=fault.length)
