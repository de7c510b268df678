"""What pydantic found wrong in a file, in our words and at its place.

In: pydantic's errors, the nodes that were checked and the model they were checked against. Out:
problems. Does not know what the model describes; makes none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from generator.data.fieldtypes import FOR_EACH, LEAVE_OUT
from generator.data.making import each_of
from generator.data.problems import Place, Problem, Problems, closest, did_you_mean
from generator.data.source import CURLY_HINT, CURLY_QUOTES, Node, walk

FEW = 3


def key_hint(key: str, node: Node, place: Place, known: Sequence[str], parent: Node) -> str:
    """Suggest what an unknown key was probably meant to be."""
    if node.type == "nothing" and (node.place.line, node.place.column) == (
        place.line,
        place.column + place.length,
    ):  # no colon
        name, colon, rest = key.partition(":")
        if colon and name in known and rest:
            return f"a space is missing after the colon: {name}: {rest}"
        before = next(
            (value for value, after in pairwise([*parent.items.values(), node]) if after is node),
            None,
        )
        if before and before.type in ("integer", "number") and key.isascii() and key.isdigit():
            return f"a decimal number has a point: {before.value}.{key}"
        return (
            CURLY_HINT
            if before and str(before.value).startswith(CURLY_QUOTES)
            else "a text with a comma needs quotes inside { }"
        )
    if key.startswith(CURLY_QUOTES):
        return CURLY_HINT
    return did_you_mean(key, known) or f"known are {', '.join(known)}"


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Map the words of cards.yaml to the annotations of a model's fields."""
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}


_EXPECTED = {
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
    "list_type": "a list such as [a, b]",
    "string_type": "text",
}


def report(fault: ValidationError, root: Node, model: type[BaseModel], problems: Problems) -> None:
    """Add to `problems` what pydantic found wrong in the file of which `root` is the root."""
    reporter = _Reporter(root, model, problems)
    for error in fault.errors(include_url=False, include_input=False):
        reporter.report(error)
    reporter.finish()


class _Reporter:
    """Turn pydantic's errors into problems with places. What was reported at a place before needs
    no second report.

    A fault that many rows of one table share, such as a field that it does not have, is reported
    once.
    """

    def __init__(self, root: Node, model: type[BaseModel], problems: Problems) -> None:
        self.root, self.model, self.problems = root, model, problems
        self.alike: dict[object, list[Problem]] = {}
        self.reported = {
            problem.place: problem.code for problem in problems if problem.severity == "error"
        }
        self.bad_keys: dict[int, list[int]] = {}  # the columns of those reported, by line
        for place, code in self.reported.items():
            if place and code == "yaml-key":
                self.bad_keys.setdefault(place.line, []).append(place.column)
        self.odd_fields: dict[tuple[str, str], tuple[str, Place] | None] = {}

    def report(self, error: Any) -> None:
        path, kind = error["loc"], error["type"]
        if path[0] == "fonts" and path[2:3] != ("[key]",):  # without the tag of the union
            path = (*path[:2], *path[3:])
        if path[0] == "kinds" and path[2:3] == (FOR_EACH,):
            path = (*path[:3], *path[4:])
        node, reached = self.root.at(path)
        if kind == "missing":
            self.missing(path, node)
        elif kind == "field" and path[-1] == "[key]" and reached < len(path):
            parent, _ = self.root.at(path[:-2])
            context, key = error["ctx"], str(path[-2])
            self.add(
                path,
                Problem(
                    context["code"],
                    f"expected {context['expected']}, found '{key}'",
                    parent.keys.get(key),
                    context["hint"],
                ),
            )
        elif reached < len(
            path
        ):  # the value came from `defaults`, which are reported where they stand
            pass
        elif kind == "extra_forbidden":
            self.unknown(path, node)
        elif not self.is_known(node):
            self.wrong(error, path, node)

    def is_known(self, node: Node) -> bool:
        """Return whether a fault of this value is reported already: at its place, or as a bad key
        inside it.
        """
        place = node.place
        columns = self.bad_keys.get(place.line, ())
        return place in self.reported or any(
            place.column <= at < place.column + place.length for at in columns
        )

    def missing(self, path: tuple[int | str, ...], node: Node) -> None:
        name, known = str(path[-1]), fields_at(self.model, path[:-1])
        defaults, reached = self.root.at((*path[:2], "defaults"))
        said = [*node.items, *(defaults.items if reached == 3 and path[2] == "cards" else ())]
        unknown = [key for key in said if key not in known]
        if did_you_mean(name, unknown) or any(
            key.startswith(f"{name}:") for key in unknown
        ):  # reported, with this name as hint
            return
        parent, _ = self.root.at(path[:-2])
        where = f"in '{path[-2]}'" if len(path) > 1 else "in the file"
        place = parent.keys.get(str(path[-2]), node.place) if len(path) > 1 else node.place
        type_ = self.type_said(path)
        whose = "card" if path[0] == "kinds" else "row"
        optional = (
            (
                f"write it, or make it optional for every {whose}: `{name}: {type_.value}?` (line "
                f"{type_.place.line})"
            )
            if type_
            else None
        )
        self.add(
            path,
            Problem(
                "missing-field",
                f"expected '{name}' {where}, found none",
                place,
                optional or f"add a line '{name}: …'",
            ),
        )

    def unknown(self, path: tuple[int | str, ...], node: Node) -> None:
        key, known = str(path[-1]), fields_at(self.model, path[:-1])
        parent, _ = self.root.at(path[:-1])
        place = parent.keys[key]
        if self.reported.get(place) == "bad-name":
            return
        hint = key_hint(key, node, place, known, parent)
        each, is_said = self.root.at((*path[:2], FOR_EACH))
        if len(path) > 3 and path[0] == "kinds" and is_said == 3 and key in each_of(each.data()):
            hint = (
                f"leave it out: each card of this kind is made for every {key}, by "
                f"`{FOR_EACH}{f': {key}' if each.type == 'text' else ''}`"
            )
        if len(path) == 3 and path[0] == "kinds" and key in ("back", "copies", "art"):
            hint = (
                f"write it on the cards, or for all of them: `defaults: {{{key}: …}}` for all of "
                "them"
            )
            hint += (
                f", or the component, `{key}: …` beside `of: {path[1]}`" if key == "back" else ""
            )
        also: tuple[tuple[str, Place], ...] = ()
        if path[0] == "kinds" and len(path) == 5 and path[2] == "cards":
            asked = str(path[1]), key
            if asked not in self.odd_fields:  # once for all its cards
                self.odd_fields[asked] = self.odd_field(*asked)
            if field := self.odd_fields[asked]:
                hint = f"all cards have '{key}': is '{field[0]}' under `fields:` misspelt?"
                also = (("the field", field[1]),)
        self.add(
            path,
            Problem("unknown-key", f"unknown key '{key}' in '{path[-2]}'", place, hint, also=also),
        )

    def odd_field(self, kind: str, key: str) -> tuple[str, Place] | None:
        """Find the field of a kind that a key of all its cards, two or more, is nearly called, and
        that none of them has.
        """
        node = self.root["kinds"][kind]
        fields, cards = node.get("fields"), list(node["cards"].items.values())
        if fields is None or len(cards) < 2 or not all(key in card.items for card in cards):
            return None
        free = [name for name in fields.items if not any(name in card.items for card in cards)]
        near = closest(key, free)
        return (near, fields.keys[near]) if near else None

    def wrong(self, error: Any, path: tuple[int | str, ...], node: Node) -> None:
        what = next((f"'{s}' " for s in reversed(path) if isinstance(s, str)), "")
        code, hint = "wrong-type", None
        if error["type"] == "field":
            context = error["ctx"]
            code, expected, hint = context["code"], context["expected"], context["hint"]
            if node.value == 0 and path[0] == "kinds" and path[-1] == "copies":
                hint = "to leave a card out for now, put # before its line"
            if hint and hint.startswith(LEAVE_OUT):
                hint = self.way_out(path, hint)
            elif isinstance(node.value, str) and node.value.startswith(CURLY_QUOTES):
                hint = CURLY_HINT
            if node.type == "map" and code == "wrong-type" and "text" in expected:
                hint = "a text that starts with '{' needs quotes around it"
        elif error["type"] in ("too_short", "too_long"):
            context = error["ctx"]
            code = "out-of-range"
            least, most = context.get("min_length"), context.get("max_length")
            bound = f"at least {least}" if error["type"] == "too_short" else f"at most {most}"
            expected = f"{bound} {'entry' if (least or most) == 1 else 'entries'}"
            self.add(
                path,
                Problem(
                    code, f"{what}expected {expected}, found {context['actual_length']}", node.place
                ),
                node,
            )
            return
        else:
            expected = _EXPECTED.get(error["type"], error["msg"])
            if expected == _EXPECTED["list_type"] and node.type in ("text", "integer", "number"):
                hint = f"put it in brackets: [{node.value}]"
            elif expected == _EXPECTED["dict_type"] and node.type == "nothing":
                hint = "write {} for an entry without values"
        place = node.place
        if expected == "a value":  # somewhere in a rule
            place, node = next(_nothings(node), (place, node))
        if node.type == "nothing" and not place.length and isinstance(path[-1], str):
            place = self.root.at(path[:-1])[0].keys.get(path[-1], place)
        type_ = self.type_said(path)
        if hint is None and type_:
            hint = f"line {type_.place.line} declares the field: `{path[4]}: {type_.value}`"
        self.add(
            path,
            Problem(code, f"{what}expected {expected}, found {node.describe()}", place, hint),
            node,
        )

    def way_out(self, path: tuple[int | str, ...], hint: str) -> str | None:
        """Suggest what to do about an empty text whose key cannot be left out."""
        rest = hint.removeprefix(LEAVE_OUT)
        if isinstance(path[-1], int):
            return f"leave the entry out{rest}"
        parent = _model_at(self.model, path[:-1])
        info = (
            next((i for n, i in parent.model_fields.items() if (i.alias or n) == path[-1]), None)
            if parent
            else None
        )
        if info is None or not info.is_required():
            return hint
        type_ = self.type_said(path)
        return (
            f"write something, or make the field `{type_.value}?`{rest}"
            if type_
            else f"write something{rest}"
        )

    def type_said(self, path: tuple[int | str, ...]) -> Node | None:
        """Find where the game says the type of a row's field; None where `path` leads to no such
        field.
        """
        if len(path) < 5 or path[2] not in ("cards", "rows"):
            return None
        type_, reached = self.root.at((*path[:2], "fields", path[4]))
        return type_ if reached == 4 and type_.type == "text" else None

    def add(self, path: tuple[int | str, ...], problem: Problem, value: Node | None = None) -> None:
        is_row = len(path) > 4 and path[2] in ("rows", "cards")
        alike = (
            (problem.code, path[:2], path[4], value.describe() if value else None)
            if is_row
            else len(self.alike)
        )
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


def fields_at(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """Name the keys that the mapping at `path` may have."""
    found = _model_at(model, path)
    return list(fields_of(found)) if found else []


def _model_at(model: type[BaseModel], path: tuple[int | str, ...]) -> type[BaseModel] | None:
    """Find the model of the mapping at `path`; None where it has none of its own."""
    annotation: Any = model
    for step in path:
        annotation = _unwrapped(annotation)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            annotation = fields_of(annotation).get(str(step))
        elif get_origin(annotation) is dict:
            annotation = get_args(annotation)[1]
        else:
            annotation = None
    annotation = _unwrapped(annotation)
    return (
        annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
    )


def _unwrapped(annotation: Any) -> Any:
    """Take the model out of Annotated[…] and unions."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    for option in (
        map(_unwrapped, get_args(annotation)) if get_origin(annotation) not in (dict, list) else ()
    ):
        if isinstance(option, type) and issubclass(option, BaseModel):
            return option
    return annotation
