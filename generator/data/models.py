"""Forms as pydantic's models, which find every fault of a file at once, and write a JSON Schema for
editors.

In: a sort of `Section`. Out: a model. With `reporting` the only module that knows pydantic; loading
that takes so long that nothing loads this one but for a fault or for an editor.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Annotated, Any, Union

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    Tag,
    WithJsonSchema,
    create_model,
)
from pydantic_core import PydanticCustomError

from generator.data.fieldtypes import FieldFault
from generator.data.forms import Either, Form, Leaf, Listed, Mapped, Section, Whole


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class _Open(BaseModel):
    """A row of a table whose fields are not known, for a fault that was reported."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)


def model_of(sort: type[Section]) -> type[BaseModel]:
    """Make the model of a sort of Section, once.

    Of the user's words the fields are named f0, f1, … with the words as aliases: one such as `copy`
    means something to pydantic.
    """
    known: type[BaseModel] | None = vars(sort).get("_model")
    if known is not None:
        return known
    fields: dict[str, Any] = {}
    for number, (key, of) in enumerate(sort.entries.items()):
        default = model_of(of.default)() if isinstance(of.default, type) else of.default
        alias = key if sort.is_users else None
        fields[f"f{number}" if sort.is_users else key] = (
            _annotation(of.form),
            Field(default, alias=alias, description=of.description),
        )
    model = create_model(
        sort.__name__,
        __base__=_Open if sort.is_open else _Strict,
        __doc__=" ".join((sort.__doc__ or "").split()) or None,
        **fields,
    )
    sort._model = model  # type: ignore[attr-defined]
    return model


def _annotation(form: Form) -> Any:
    """Write a form as pydantic's annotations have it."""
    if isinstance(form, Leaf):
        about = {"description": form.about} if form.about else {}
        return Annotated[
            Any, PlainValidator(_validator(form)), WithJsonSchema({**form.json_schema, **about})
        ]
    if isinstance(form, GenericAlias):
        outer: Any = form.__origin__
        return outer[tuple(map(_annotation, form.__args__))]
    if isinstance(form, type) and issubclass(form, Section):
        return model_of(form)
    if isinstance(form, Listed):
        return Annotated[
            list[_annotation(form.one)],  # type: ignore[misc]
            Field(min_length=form.least, max_length=form.most),
        ]
    if isinstance(form, Mapped):
        return Annotated[
            dict[_annotation(form.key), _annotation(form.value)],  # type: ignore[misc]
            Field(min_length=form.least),
        ]
    if isinstance(form, Either):
        options = tuple(
            Annotated[_annotation(option), Tag(name)] for name, option in form.options.items()
        )
        return Annotated[Union[options], Discriminator(form.choose)]  # noqa: UP007  as many as there are
    return Annotated[int, Field(ge=form.least)] if isinstance(form, Whole) else form


def _validator(leaf: Leaf) -> Any:
    def validate(value: object) -> object:
        try:
            return leaf.check(value)
        except FieldFault as fault:
            context = {"expected": fault.expected, "hint": fault.hint, "code": fault.code}
            raise PydanticCustomError("field", "expected {expected}", context) from None

    return validate
