"""Faults in the form of a file, in words for people and with their places.

In: the faults of a form, and the nodes of the file. Out: problems. Does not know what the form is
for; `forms` finds the faults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

from generator.data import messages as say
from generator.data.fieldtypes import FOR_EACH, LEAVE_OUT, FieldFault
from generator.data.forms import A_LIST, A_MAPPING, Fault, Path
from generator.data.making import each_of
from generator.data.problems import Place, Problem, Problems, closest, did_you_mean, meant_among
from generator.data.source import CURLY_HINT, CURLY_QUOTES, Node, walk

FEW = 3
MEANT_IN_PLAY = {
    **dict.fromkeys(
        ("win", "winner", "winners", "winning", "victory", "goal"),
        "what players count is `score:`; whether the most or the least of it wins is `wins:`",
    ),
    **dict.fromkeys(("points", "scores", "scoring"), "what players count is `score:`"),
    **dict.fromkeys(
        ("end", "ends", "ending", "endings", "over", "game_over", "finish"),
        "when the game ends is `until:`, a formula that becomes true",
    ),
    **dict.fromkeys(
        ("coop", "cooperative"), "write `wins: together` if all players win or lose together"
    ),
    **dict.fromkeys(
        ("team", "partner", "partners", "sides"),
        "write `teams: 2` if two teams play against each other",
    ),
    **dict.fromkeys(("tie", "tiebreak", "tiebreaker", "tiebreakers"), "did you mean 'ties'?"),
    **dict.fromkeys(
        ("setup", "start", "deal"),
        "steps before play begins are `begin:`; what is laid out is `setup:`, beside `play:`",
    ),
    **dict.fromkeys(
        ("zones", "counters", "tokens", "dice", "cards", "decks", "resources"),
        "zones, counters and dice of the table are under `common:`, those of players under `each:`",
    ),
    **dict.fromkeys(
        ("moves", "actions", "choices", "choose", "phases"),
        "what players do is under `turn:` or `round:`, as `- choose: …`",
    ),
    "players": "the number of players is under `game:`, as `players: 2-4`",
    "rulings": "`rulings:` is beside `play:`, not in it",
}
"""Hints for keys that people expect under `play:`."""
NOTHING_ELSE: tuple[tuple[str, Place], ...] = ()


def key_hint(key: str, node: Node, place: Place, known: Sequence[str], parent: Node) -> str:
    """Suggest what an unknown key was probably meant to be."""
    end = (place.line, place.column + place.length)
    if node.type == "nothing" and (node.place.line, node.place.column) == end:
        return _hint_without_colon(key, node, known, parent)
    if key.startswith(CURLY_QUOTES):
        return CURLY_HINT
    return meant_among(key, known, "known keys are")


def _hint_without_colon(key: str, node: Node, known: Sequence[str], parent: Node) -> str:
    """Suggest what something without a colon between keys was meant to be."""
    name, _, value = key.partition(":")
    if value and name in known:
        return f"a space is missing after the colon: {name}: {value}"
    name, _, value = key.partition(" ")
    if name in known:
        return f"a colon is missing: {name}: {value}".rstrip()
    before = parent
    for other in parent.items.values():
        if other is node:
            break
        before = other
    if before.type in ("integer", "number") and key.isascii() and key.isdigit():
        return f"write decimal numbers with a point: {before.value}.{key}"
    if before.text.startswith(CURLY_QUOTES):
        return CURLY_HINT
    return "inside { }, text with a comma needs quotes"


def report(faults: Iterable[Fault], root: Node, problems: Problems) -> None:
    """Add the faults of a file to `problems`; `root` is the file's root node."""
    reporter = _Reporter(root, problems)
    for fault in faults:
        reporter.report(fault)
    reporter.finish()


class _Reporter:
    """Turns faults into problems with places. A place that already has a problem does not get a
    second one.

    A fault shared by many rows of one table, such as a field that the table does not have, is
    reported once.
    """

    def __init__(self, root: Node, problems: Problems) -> None:
        self.root, self.problems = root, problems
        self.alike: dict[object, list[Problem]] = {}
        self.reported = {
            problem.place: problem.code for problem in problems if problem.severity == "error"
        }
        self.bad_keys: dict[int, list[int]] = {}  # the columns of those reported, by line
        for place, code in self.reported.items():
            if place and code == "yaml-key":
                self.bad_keys.setdefault(place.line, []).append(place.column)
        self.odd_field = cache(self._odd_field)

    def report(self, fault: Fault) -> None:
        node, reached = self.root.at(fault.path)
        if fault.kind == "missing":
            self.missing(fault, node)
        elif reached < len(fault.path):
            return  # the value comes from `defaults`, which are reported at their own place
        elif fault.kind == "key":
            self.bad_key(fault)
        elif fault.kind == "unknown":
            self.unknown(fault, node)
        elif not self.is_known(node):
            self.wrong(fault, node)

    def is_known(self, node: Node) -> bool:
        """Return whether a fault of this value is already reported: at its place, or as a bad key
        inside it.
        """
        place = node.place
        columns = self.bad_keys.get(place.line, ())
        return place in self.reported or any(
            place.column <= at < place.column + place.length for at in columns
        )

    def missing(self, fault: Fault, node: Node) -> None:
        path, known = fault.path, _keys(fault)
        name = str(path[-1])
        said = [*node.items]
        if path[2:3] == ("cards",):
            said += self.root.at(path[:2])[0].below("defaults").items
        unknown = [key for key in said if key not in known]
        if did_you_mean(name, unknown) or any(key.startswith(f"{name}:") for key in unknown):
            return  # reported, with this name as hint
        where, place, hint = "in the file", node.place, f"add a line '{name}: …'"
        if len(path) > 1:
            where = f"in '{path[-2]}'"
            place = self.root.at(path[:-2])[0].keys.get(str(path[-2]), place)
        if type_ := self.type_said(path):
            whose = "card" if path[0] == "kinds" else "row"
            hint = (
                f"write it, or make it optional for every {whose}: `{name}: {type_.value}?` (line "
                f"{type_.place.line})"
            )
        self.add(fault, Problem.of(say.MISSING_FIELD(name=name, where=where), place, hint))

    def bad_key(self, fault: Fault) -> None:
        parent, _ = self.root.at(fault.path[:-1])
        key = str(fault.path[-1])
        said = say.NOT_AS_EXPECTED(expected=fault.expected, found=f"'{key}'").under(fault.code)
        self.add(fault, Problem.of(said, parent.keys.get(key), fault.hint))

    def unknown(self, fault: Fault, node: Node) -> None:
        path, known = fault.path, _keys(fault)
        key = str(path[-1])
        parent, _ = self.root.at(path[:-1])
        place = parent.keys[key]
        if self.reported.get(place) == "bad-name":
            return
        hint, also = key_hint(key, node, place, known, parent), NOTHING_ELSE
        match path:
            case ("play", _) if meant := MEANT_IN_PLAY.get(key.casefold()):
                hint = meant
            case ("kinds", kind, "back" | "copies" | "art"):
                hint = f"write it on each card, or once for all of them: `defaults: {{{key}: …}}`"
                if key == "back":
                    hint += f", or on the component, `{key}: …` beside `of: {kind}`"
            case ("kinds", kind, "cards", _, _) if field := self.odd_field(str(kind), key):
                hint = (
                    f"all cards have '{key}': check whether '{field[0]}' under `fields:` is "
                    f"misspelt"
                )
                also = (("the field", field[1]),)
            case ("kinds", kind, _, _, *_):
                each = self.root["kinds"][str(kind)].below(FOR_EACH)
                if key in each_of(each.data()):
                    axis = f": {key}" if each.type == "text" else ""
                    hint = (
                        f"leave it out: the cards of this kind are made once for every {key}, by "
                        f"`{FOR_EACH}{axis}`"
                    )
        self.add(
            fault, Problem.of(say.UNKNOWN_KEY(key=key, owner=path[-2]), place, hint, also=also)
        )

    def _odd_field(self, kind: str, key: str) -> tuple[str, Place] | None:
        """Find the field of a kind that a key in all its cards, at least two, resembles, and that
        none of them has.
        """
        node = self.root["kinds"][kind]
        fields, cards = node.below("fields"), [*node["cards"].items.values()]
        count_of = Counter(chain.from_iterable(card.items for card in cards))
        if len(cards) < 2 or count_of[key] < len(cards):
            return None
        near = closest(key, [name for name in fields.items if name not in count_of])
        return (near, fields.keys[near]) if near else None

    def wrong(self, fault: Fault, node: Node) -> None:
        path, expected = fault.path, fault.expected
        name = next((step for step in reversed(path) if isinstance(step, str)), "")
        if fault.found is not None:
            said = FieldFault(expected, code=fault.code).said(fault.found, name)
            self.add(fault, Problem.of(said, node.place), node)
            return
        hint, place = self.hint(fault, node), node.place
        if expected == "a value":  # somewhere in a rule
            place, node = next(_nothings(node), (place, node))
        if node.type == "nothing" and not place.length and isinstance(path[-1], str):
            place = self.root.at(path[:-1])[0].keys.get(path[-1], place)
        said = FieldFault(expected, code=fault.code).said(node.describe(), name)
        self.add(fault, Problem.of(said, place, hint), node)

    def hint(self, fault: Fault, node: Node) -> str | None:
        """Suggest what to do about a value that is not as expected."""
        hint = fault.hint
        if fault.expected == A_LIST:
            if node.type in ("text", "integer", "number"):
                return f"put it in brackets: [{node.value}]"
        elif fault.expected == A_MAPPING:
            if node.type == "nothing":
                return "for an entry without values, write {}"
        else:
            hint = self.hint_of_value(fault, node)
        if hint is None and (declared := self.type_said(fault.path)):
            name = fault.path[4]
            return f"line {declared.place.line} declares the field: `{name}: {declared.value}`"
        return hint or fault.about

    def hint_of_value(self, fault: Fault, node: Node) -> str | None:
        """Suggest what to do about a value that is neither a list nor a mapping."""
        if node.type == "map" and fault.code == "wrong-type" and "text" in fault.expected:
            return "text that starts with '{' needs quotes around it"
        hint = fault.hint
        if node.value == 0 and fault.path[0] == "kinds" and fault.path[-1] == "copies":
            hint = "to leave a card out for now, put # before its line"
        if hint and hint.startswith(LEAVE_OUT):
            return self.way_out(fault, hint)
        return CURLY_HINT if str(node.value).startswith(CURLY_QUOTES) else hint

    def way_out(self, fault: Fault, hint: str) -> str | None:
        """Suggest what to do about an empty text under a required key."""
        key, rest = fault.path[-1], hint.removeprefix(LEAVE_OUT)
        if isinstance(key, int):
            return f"leave the entry out{rest}"
        if fault.section is None or fault.section.entries[key].default is not ...:
            return hint
        type_ = self.type_said(fault.path)
        optional = f", or make the field `{type_.value}?`" if type_ else ""
        return f"write something{optional}{rest}"

    def type_said(self, path: Path) -> Node | None:
        """Find where the game gives the type of a row's field; None if `path` leads to no such
        field.
        """
        if len(path) < 5 or path[2] not in ("cards", "rows"):
            return None
        type_, reached = self.root.at((*path[:2], "fields", path[4]))
        return type_ if reached == 4 and type_.type == "text" else None

    def add(self, fault: Fault, problem: Problem, value: Node | None = None) -> None:
        path = fault.path
        alike: object = len(self.alike)
        is_of_row = len(path) > 4 or (len(path) == 4 and fault.kind == "key")
        if is_of_row and path[2] in ("rows", "cards"):
            shown = value.describe() if value else None
            alike = (problem.code, path[:2], path[4:5], shown)
        self.alike.setdefault(alike, []).append(problem)

    def finish(self) -> None:
        """Hand the problems over, merging those that more than FEW rows share."""
        for problems in self.alike.values():
            first, *others = problems
            if len(others) < FEW:
                self.problems.extend(problems)
            else:
                also = (("next", others[0].place),) if others[0].place else ()
                self.problems.add(
                    replace(
                        first,
                        message=f"{first.message} (and {len(others)} more like it)",
                        also=also,
                    )
                )


def _nothings(node: Node) -> Iterator[tuple[Place, Node]]:
    """Find the empty values below a node, each with the place of its key."""
    for parent in walk(node):
        for key, child in parent.items.items():
            if child.type == "nothing":
                yield parent.keys[key], child
        for child in parent.elements:
            if child.type == "nothing":
                yield child.place, child


def _keys(fault: Fault) -> list[str]:
    """List the keys of the section that a fault is in."""
    return list(fault.section.entries) if fault.section else []
