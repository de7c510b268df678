"""Holds what commands print as JSON to its schema, in every test that lets a command print some."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import click
import jsonschema
import pytest

from generator.cli.console import Printer
from generator.cli.main import cli
from generator.cli.schema import schemas


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return the schema of what a command prints, or of a file."""
    with click.Context(cli):
        found: dict[str, Any] = schemas()[name]()
    return found


def closed(schema: Any) -> Any:
    """Return a schema that allows no key which it does not name, so that no key goes without a
    description.
    """
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: closed(value) for key, value in schema.items()}
    return {"additionalProperties": False, **told} if "properties" in schema else told


@cache
def _validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(closed(schema_of(name)))


def check_shape(name: str, data: Any) -> None:
    """Raise AssertionError where data, once through JSON, is not as its schema says."""
    fault = jsonschema.exceptions.best_match(
        _validator(name).iter_errors(json.loads(json.dumps(data)))
    )
    assert fault is None, f"{name}: {fault.json_path}: {fault.message[:400]}"


@contextmanager
def held_to_shapes() -> Iterator[None]:
    """Check everything that commands print as JSON while this lasts."""
    whole = Printer.whole

    def checked(printer: Printer) -> dict[str, Any]:
        data = whole(printer)
        check_shape(data["format"].removeprefix("emporium-pnp ").rpartition(" ")[0], data)
        return data

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Printer, "whole", checked)
        yield
