"""Stage 1b, schema: what a cards.yaml may hold. The only module that knows pydantic.

In: the nodes of a cards.yaml. Out: its checked values as plain data, or every fault with its place; and a JSON Schema for
editors. The model is made for the file at hand, since the file itself says which fields its tables and cards have.
Knows nothing of files beside cards.yaml, nor of what the values are for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from generator.fieldtypes import (
    FieldFault,
    FieldType,
    check_boolean,
    check_choice,
    check_hex,
    check_id,
    check_length,
    check_line,
    check_number,
    check_range,
    check_size,
    check_span,
    check_text,
    parse_field_type,
)
from generator.problems import Place, Problems, did_you_mean
from generator.source import Node
from generator.units import CARD_SIZES, PAPER_SIZES

RESERVED_FIELDS = ("copies", "back", "art", "size")
SHAPES = ("rectangle", "round", "hexagon")

_STRING = {"type": "string", "minLength": 1}
_SIZE_SCHEMA = {"type": "string", "description": "63 x 88 mm, or one of: " + ", ".join(CARD_SIZES)}
_LENGTH_SCHEMA = {"type": "string", "description": "a length such as 3 mm"}


def _leaf(check: Callable[[object], object], json_schema: Mapping[str, object], about: str | None = None) -> Any:
    """Make an annotation from one of our checks, so that its faults keep our words."""

    def validate(value: object) -> object:
        try:
            return check(value)
        except FieldFault as fault:
            context = {"expected": fault.expected, "hint": fault.hint, "code": fault.code}
            raise PydanticCustomError("field", "expected {expected}", context) from None

    return Annotated[Any, PlainValidator(validate), WithJsonSchema({**json_schema, **({"description": about} if about else {})})]


def _check_rule(value: object) -> object:
    """Accept numbers, truth values and texts, and lists and mappings of them."""
    if value is None:
        raise FieldFault("a value")
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        _check_rule(child)
    return value


def _check_scalar(value: object) -> object:
    if isinstance(value, dict | list) or value is None:
        raise FieldFault("one word or number")
    return value


_Line = _leaf(check_line, _STRING)
_Text = _leaf(check_text, _STRING)
_Id = _leaf(check_id, {"type": "string", "pattern": "^[a-z0-9]+([-_][a-z0-9]+)*$"})
_Size = _leaf(check_size, _SIZE_SCHEMA)
_Length = _leaf(check_length, _LENGTH_SCHEMA)
_Span = _leaf(check_span, {"type": ["string", "integer"], "pattern": r"^\d+(-\d+)?$"})
_Boolean = _leaf(check_boolean, {"type": "boolean"})
_Count = _leaf(check_range(1, 10_000), {"type": "integer", "minimum": 1, "maximum": 10_000})
_Hex = _leaf(check_hex, {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"})
_Shape = _leaf(check_choice(SHAPES), {"type": "string", "enum": list(SHAPES)})
_Rule = _leaf(_check_rule, {"type": ["number", "string", "boolean", "array", "object"]})
_Scalar = _leaf(_check_scalar, {"type": ["string", "number", "boolean"]})
_Number = _leaf(check_number, {"type": "number"})


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GameInfo(_Strict):
    """`game:`, what stands on the box."""

    title: _Line
    version: _Line
    subtitle: _Line = None
    designers: list[_Line] = Field(default=[], description="who made the game")
    players: _Span = None
    minutes: _Span = None
    ages: _Line = None
    about: _Text = None
    cards: _Count = None


class FontFiles(_Strict):
    """A font family from files in the game's folder."""

    regular: _Line
    bold: _Line = None
    italic: _Line = None
    bold_italic: _Line = None
    black: _Line = None


class PrintDefaults(_Strict):
    """`print:`, what `build` does where the command line says nothing."""

    card_size: _Size = None
    paper: Annotated[Any, _leaf(check_choice(PAPER_SIZES), {"type": "string", "enum": list(PAPER_SIZES)})] = None
    gutter: _Length = None
    bleed: _Length = None


class Ruling(_Strict):
    """One entry of `rulings:`, a question that the rules leave open and how it is answered."""

    question: _Text
    choice: _Line
    options: dict[_Id, _Text] = Field(description="every answer that can be chosen, with what it means")


@dataclass
class Checked:
    """The checked values of a cards.yaml. `fields` gives the types of the fields of each table and kind."""

    data: dict[str, Any]
    root: Node
    fields: dict[str, dict[str, FieldType]] = field(default_factory=dict)


def check_schema(root: Node, problems: Problems) -> Checked | None:
    """Check a whole cards.yaml; faults go to `problems`. Gives None where the file is not even a mapping."""
    if root.type != "map":
        problems.error("wrong-type", f"expected a mapping such as 'game:', found {root.describe()}", root.place)
        return None
    outline = _Outline(root, problems)
    model = _document_model(outline)
    data = root.data()
    assert isinstance(data, dict)
    for kind in root.items.get("kinds", root).items if "kinds" in root.items else ():
        _merge_defaults(data["kinds"][kind])
    try:
        checked = model.model_validate(data)
    except ValidationError as fault:
        for error in fault.errors(include_url=False, include_input=False):
            _report(error, root, model, problems)
        return None
    return Checked(checked.model_dump(), root, outline.fields)


def json_schema(root: Node | None = None) -> dict[str, Any]:
    """Give a JSON Schema (2020-12): of this cards.yaml with its own kinds and tables, or of any."""
    problems = Problems()
    empty = Node("map", {}, Place(""))
    schema = _document_model(_Outline(root or empty, problems)).model_json_schema(mode="validation")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "cards.yaml"
    return schema


class _Outline:
    """What the file says about its own shape: palette, ids by table and kind, fields of each. Read leniently."""

    def __init__(self, root: Node, problems: Problems) -> None:
        self.palette = {
            name: node.value for name, node in _entries(root, "palette") if isinstance(node.value, str)
        }
        self.ids: dict[str, list[str]] = {}
        self.fields: dict[str, dict[str, FieldType]] = {}
        self.defaults: dict[str, set[str]] = {}
        self.is_kind: dict[str, bool] = {}
        nodes: dict[str, Node] = {}
        for section, rows in (("tables", "rows"), ("kinds", "cards")):
            for name, node in _entries(root, section):
                if name in nodes:
                    problems.error("duplicate-name", f"'{name}' is a table and a kind", root[section].keys[name],
                                   "rename one of the two", (("table", root["tables"].keys[name]),))  # fmt: skip
                    continue
                nodes[name] = node
                self.is_kind[name] = section == "kinds"
                self.ids[name] = [key for key, _ in _entries(node, rows)]
                self.defaults[name] = {key for key, value in _entries(node, "defaults") if value.type != "nothing"}
        for name, node in nodes.items():
            self.fields[name] = dict(self._field_types(node, problems, self.is_kind[name]))

    def _field_types(self, node: Node, problems: Problems, is_kind: bool) -> Iterator[tuple[str, FieldType]]:
        for name, word in _entries(node, "fields"):
            place = node["fields"].keys[name]
            if not name.isidentifier() or name != name.lower() or name.startswith("_"):
                problems.error("bad-name", f"expected a field name of a-z, 0-9 and '_', found '{name}'", place)
                continue
            if is_kind and name in RESERVED_FIELDS or name == "id":
                problems.error("bad-name", f"every card has '{name}' already", place, "leave it out, or rename it")
                continue
            try:
                yield name, parse_field_type(word.data(), self.ids, self.palette)
            except FieldFault as fault:
                problems.error(fault.code, f"'{name}' expected {fault.expected}, found {word.describe()}",
                               word.place, fault.hint)  # fmt: skip
                yield name, FieldType("anything", lambda value: value, {}, is_optional=True)


def _entries(node: Node, key: str) -> Iterator[tuple[str, Node]]:
    child = node.get(key)
    if child is not None:
        yield from child.items.items()


def _document_model(outline: _Outline) -> type[BaseModel]:
    backs = [i for name, is_kind in outline.is_kind.items() if is_kind for i in outline.ids[name]]
    card_id = _leaf(check_choice(backs, "unknown-card"), {"type": "string"})
    kind_name = _leaf(
        check_choice([n for n, is_kind in outline.is_kind.items() if is_kind], "unknown-kind"),
        {"type": "string", "enum": [n for n, is_kind in outline.is_kind.items() if is_kind]},
    )
    component = create_model(
        "Component",
        __base__=_Strict,
        name=(_Line, ...),
        count=(_Count, ...),
        of=(kind_name, None),
        where=(dict[str, _Scalar], {}),
        back=(card_id, None),
        gutter=(_Length, None),
        extra=(_Boolean, False),
        about=(_Line, None),
    )
    tables = {n: (_table_model(n, outline, card_id), ...) for n, is_kind in outline.is_kind.items() if not is_kind}
    kinds = {n: (_table_model(n, outline, card_id), ...) for n, is_kind in outline.is_kind.items() if is_kind}
    return create_model(
        "Document",
        __base__=_Strict,
        game=(GameInfo, ...),
        palette=(dict[_Id, _Hex], {}),
        fonts=(dict[_Id, _Line | FontFiles], {}),
        print=(PrintDefaults, PrintDefaults()),
        tables=(_any_of("Tables", tables), {}),
        kinds=(_any_of("Kinds", kinds), ...),
        components=(dict[_Id, component], {}),  # type: ignore[valid-type]
        rules=(dict[_Id, _Rule], {}),
        rulings=(dict[_Id, Ruling], {}),
    )


def _any_of(name: str, models: dict[str, Any]) -> Any:
    """Make the model of `tables:` or `kinds:`; without any the JSON Schema allows whatever may come."""
    return create_model(name, __base__=_Strict, **models) if models else dict[str, Any]


def _table_model(name: str, outline: _Outline, card_id: Any) -> type[BaseModel]:
    is_kind, defaults = outline.is_kind[name], outline.defaults[name]
    fields: dict[str, Any] = {}
    for key, type_ in outline.fields[name].items():
        annotation: Any = _leaf(type_.check, type_.json_schema)
        if type_.is_list:
            annotation = Annotated[list[annotation], Field(min_length=type_.least, max_length=type_.most)]
        fields[key] = (annotation, None) if type_.is_optional or key in defaults else (annotation, ...)
    if is_kind:
        fields |= {"copies": (_Count, 1), "back": (card_id, None), "art": (_Line, None), "size": (_Size, None)}
    row = create_model(f"{name}_row", __base__=_Strict, **fields)
    if not is_kind:
        return create_model(name, __base__=_Strict, fields=(dict[str, _Line], ...), rows=(dict[_Id, row], ...))  # type: ignore[valid-type]
    partial = create_model(f"{name}_defaults", __base__=_Strict, **{k: (a, None) for k, (a, _) in fields.items()})
    return create_model(
        name,
        __base__=_Strict,
        template=(_Line, ...),
        size=(_Size, None),
        shape=(_Shape, "rectangle"),
        fields=(dict[str, _Line], {}),
        defaults=(partial, partial()),
        cards=(dict[_Id, row], ...),  # type: ignore[valid-type]
    )


def _merge_defaults(kind: object) -> None:
    """Give every card of a kind, as read, the defaults of the kind for what it does not say itself."""
    if not isinstance(kind, dict) or not isinstance(kind.get("defaults"), dict):
        return
    defaults = {key: value for key, value in kind["defaults"].items() if value is not None}
    cards = kind.get("cards")
    for card in cards.values() if isinstance(cards, dict) else ():
        if isinstance(card, dict):
            for key, value in defaults.items():
                card.setdefault(key, value)


_EXPECTED = {
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
    "list_type": "a list such as [a, b]",
    "string_type": "text",
}


def _report(error: Any, root: Node, model: type[BaseModel], problems: Problems) -> None:
    """Turn one of pydantic's errors into a problem with a place."""
    steps = [step for step in error["loc"] if not (isinstance(step, str) and step in ("FontFiles",) or step == "[key]")]
    steps = [s for s in steps if not (isinstance(s, str) and s.startswith("function-plain"))]
    path = tuple(steps)
    node, reached = root.at(path)
    context = error.get("ctx", {})
    if "[key]" in error["loc"]:
        parent, _ = root.at(path[:-1])
        problems.error(context["code"], f"expected {context['expected']}, found '{path[-1]}'", parent.keys.get(str(path[-1])))
        return
    if error["type"] == "missing":
        name = next((str(s) for s in reversed(path[:-1]) if isinstance(s, str)), None)
        parent, _ = root.at(path[:-2])
        place = parent.keys.get(str(path[-2]), node.place) if len(path) > 1 else node.place
        where = f"in '{name}'" if name else "in the file"
        known = [key for key in node.items if key not in _fields_at(model, path[:-1])]
        hint = did_you_mean(str(path[-1]), known)
        problems.error("missing-field", f"expected '{path[-1]}' {where}, found none", place,
                       hint.replace("did you mean", "is it this one:") if hint else None)  # fmt: skip
        return
    if error["type"] == "extra_forbidden":
        parent, _ = root.at(path[:-1])
        known = _fields_at(model, path[:-1])
        listed = ", ".join(known)
        name = "the file" if len(path) == 1 else f"'{path[-2]}'"
        if node.type == "nothing" and " " in str(path[-1]):
            problems.error("unknown-key", f"unknown key '{path[-1]}' in {name}", parent.keys[str(path[-1])],
                           "a text with a comma needs quotes inside { }")  # fmt: skip
            return
        problems.error("unknown-key", f"unknown key '{path[-1]}' in {name}", parent.keys.get(str(path[-1]), parent.place),
                       did_you_mean(str(path[-1]), known) or f"known are {listed}")  # fmt: skip
        return
    if reached < len(path):  # the value came from `defaults`, which are reported where they stand
        return
    what = next((f"'{s}' " for s in reversed(path) if isinstance(s, str)), "")
    if error["type"] == "field":
        code, expected, hint = context["code"], context["expected"], context["hint"]
        if node.type == "map" and code == "wrong-type" and "text" in expected:
            hint = "a text that starts with '{' needs quotes around it"
    elif error["type"] in ("too_short", "too_long"):
        code, hint = "out-of-range", None
        bound = f"at least {context['min_length']}" if error["type"] == "too_short" else f"at most {context['max_length']}"
        problems.error(code, f"{what}expected {bound} entries, found {context['actual_length']}", node.place)
        return
    else:
        code, expected, hint = "wrong-type", _EXPECTED.get(error["type"], error["msg"]), None
        if error["type"] == "list_type" and node.type in ("text", "integer"):
            hint = f"put it in brackets: [{node.value}]"
    problems.error(code, f"{what}expected {expected}, found {node.describe()}", node.place, hint)


def _fields_at(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """Name the keys that the mapping at `path` may have."""
    annotation: Any = model
    for step in path:
        annotation = _unwrapped(annotation)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            info = annotation.model_fields.get(str(step))
            annotation = info.annotation if info else None
        elif get_origin(annotation) is dict:
            annotation = get_args(annotation)[1]
        else:
            annotation = None
    annotation = _unwrapped(annotation)
    return list(annotation.model_fields) if isinstance(annotation, type) and issubclass(annotation, BaseModel) else []


_T = TypeVar("_T")


def _unwrapped(annotation: Any) -> Any:
    """Take the model out of Annotated[…] and unions."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    for option in get_args(annotation) if get_origin(annotation) not in (dict, list) else ():
        if isinstance(option, type) and issubclass(option, BaseModel):
            return option
    return annotation
