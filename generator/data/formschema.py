"""A form as JSON Schema, for editors.

In: a form. Out: plain data, without a name for what the form is of. Knows no cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.data.forms import (
    NOTHING,
    AnyOf,
    Either,
    Form,
    Key,
    Leaf,
    Listed,
    Mapped,
    Row,
    Section,
)
from generator.data.given import given

Schema = dict[str, Any]


def schema_of(form: Form, *, is_titled: bool = False) -> tuple[Schema, dict[str, Schema]]:
    """Return the schema of a form, and those of the section types within it by the names used for
    references. If it `is_titled`, sections and keys have titles, for programs that generate types
    from them.
    """
    writer = _SchemaWriter(is_titled)
    schema = writer.section(form) if isinstance(form, type) else writer.form(form)
    return schema, {name: writer.parts[name] for name in sorted(writer.parts)}


class _SchemaWriter:
    def __init__(self, is_titled: bool) -> None:
        self.is_titled = is_titled
        self.parts: dict[str, Schema] = {}
        self.names: dict[type[Section], str] = {}

    def form(self, form: Form) -> Schema:
        return _WRITTEN[type(form)](self, form)

    def leaf(self, form: Leaf) -> Schema:
        about = {"description": form.about} if form.about else {}
        return {**form.json_schema, **about}

    def listed(self, form: Listed) -> Schema:
        bounds = {"minItems": form.least or None, "maxItems": form.most}
        return {"type": "array", "items": self.form(form.one), **given(bounds)}

    def either(self, form: Either) -> Schema:
        return {"oneOf": list(map(self.form, form.options.values()))}

    def any_of(self, form: AnyOf) -> Schema:
        return {"anyOf": list(map(self.form, form.options))}

    def row(self, form: Row) -> Schema:
        return {"type": "array", "prefixItems": list(map(self.form, form.forms))}

    def reference(self, sort: type[Section]) -> Schema:
        return {"$ref": f"#/$defs/{self.name(sort)}"}

    def mapping(self, form: Mapped) -> Schema:
        """Describe a mapping, whose keys fit their pattern if they have one."""
        values = self.form(form.value)
        schema: Schema = {"type": "object", "additionalProperties": values or True}
        if form.key and "pattern" in form.key.json_schema:
            schema["patternProperties"] = {form.key.json_schema["pattern"]: values}
            schema["additionalProperties"] = False
        if form.least:
            schema["minProperties"] = form.least
        return schema

    def section(self, sort: type[Section]) -> Schema:
        about = " ".join((sort.__doc__ or "").split())
        needed = [key for key, of in sort.entries.items() if of.default is ...]
        schema: Schema = {
            "type": "object",
            "properties": {key: self.entry(key, of) for key, of in sort.entries.items()},
        }
        if self.is_titled:
            schema["title"] = sort.__name__
        if about:
            schema["description"] = about
        if needed:
            schema["required"] = needed
        if sort.others == "refused":
            schema["additionalProperties"] = False
        return schema

    def entry(self, key: str, of: Key) -> Schema:
        schema = self.form(of.form)
        if self.is_titled and not _is_part(of.form):
            schema["title"] = key.replace("_", " ").title()
        if of.description:
            schema["description"] = of.description
        if isinstance(of.default, str | int):  # other defaults mean nothing to people
            schema["default"] = of.default
        return schema

    def name(self, sort: type[Section]) -> str:
        """Name a section type as a part, with another name if this one is taken, and describe it
        there.
        """
        if sort not in self.names:
            name = re.sub(r"[^A-Za-z0-9._-]", "_", sort.__name__)
            while name in self.parts:
                name += "_"
            self.names[sort], self.parts[name] = name, {}
            self.parts[name] = self.section(sort)
        return self.names[sort]


_WRITTEN: Mapping[type, Callable[..., Schema]] = {
    Leaf: _SchemaWriter.leaf,
    Listed: _SchemaWriter.listed,
    Mapped: _SchemaWriter.mapping,
    Either: _SchemaWriter.either,
    AnyOf: _SchemaWriter.any_of,
    Row: _SchemaWriter.row,
    type: _SchemaWriter.reference,
}
"""How each form is described; that of a section is a type itself."""


def _is_part(form: Form) -> bool:
    """Return whether a form is a section, or an optional section, with its own title."""
    if isinstance(form, AnyOf):
        return len(form.options) == 2 and NOTHING in form.options and _is_part(form.options[0])
    return isinstance(form, type)
