"""A form as JSON Schema, for editors.

In: a form. Out: plain data, without a name for what the form is of. Knows no cards.
"""

from __future__ import annotations

import re
from typing import Any

from generator.data.forms import Either, Form, Key, Leaf, Listed, Mapped, Section

Schema = dict[str, Any]


def schema_of(sort: type[Section]) -> tuple[Schema, dict[str, Schema]]:
    """Return the schema of a sort of Section, and those of the sorts within it by the names by
    which it refers to them.
    """
    writer = _SchemaWriter()
    return writer.section(sort), {name: writer.parts[name] for name in sorted(writer.parts)}


class _SchemaWriter:
    def __init__(self) -> None:
        self.parts: dict[str, Schema] = {}
        self.names: dict[type[Section], str] = {}

    def form(self, form: Form) -> Schema:
        if isinstance(form, Leaf):
            about = {"description": form.about} if form.about else {}
            return {**form.json_schema, **about}
        if isinstance(form, Listed):
            bounds = {"minItems": form.least or None, "maxItems": form.most}
            said = {word: bound for word, bound in bounds.items() if bound is not None}
            return {"type": "array", "items": self.form(form.one), **said}
        if isinstance(form, Mapped):
            return self.mapping(form)
        if isinstance(form, Either):
            return {"oneOf": [self.form(option) for option in form.options.values()]}
        return {"$ref": f"#/$defs/{self.name(form)}"}

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
        return {
            "type": "object",
            **({"description": about} if about else {}),
            "properties": {key: self.entry(of) for key, of in sort.entries.items()},
            **({"required": needed} if needed else {}),
            "additionalProperties": sort.is_open,
        }

    def entry(self, key: Key) -> Schema:
        schema = self.form(key.form)
        if key.description:
            schema["description"] = key.description
        if isinstance(key.default, str | int):  # what else there is says nothing to a person
            schema["default"] = key.default
        return schema

    def name(self, sort: type[Section]) -> str:
        """Name a sort as a part, one of its own if another is called so, and describe it there."""
        if sort not in self.names:
            name = re.sub(r"[^A-Za-z0-9._-]", "_", sort.__name__)
            while name in self.parts:
                name += "_"
            self.names[sort], self.parts[name] = name, {}
            self.parts[name] = self.section(sort)
        return self.names[sort]
