"""The catalogues of messages: every one is used, and with the values that it has places for."""

from __future__ import annotations

import ast
import string
from functools import cache
from importlib import import_module
from typing import NamedTuple

import pytest

from generator.data.saying import Message
from tests.conftest import ROOT

HOUSES = ("generator", "rules_check", "studio")
CATALOGUES = sorted(path for house in HOUSES for path in (ROOT / house).rglob("messages.py"))
CATALOGUES = [path for path in CATALOGUES if "protocol" not in path.parts]


def module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def messages() -> dict[tuple[str, str], Message]:
    """List all messages by their module and name."""
    found = {}
    for path in CATALOGUES:
        module = module_of(path.relative_to(ROOT).as_posix())
        for name, value in vars(import_module(module)).items():
            if isinstance(value, Message):
                found[module, name] = value
    return found


MESSAGES = messages()


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


class Use(NamedTuple):
    """Where a message is made: its module and name, the values given, and the place."""

    module: str
    name: str
    given: frozenset[str]
    at: str


@cache
def uses() -> list[Use]:
    """List where messages are made."""
    made = []
    for house in HOUSES:
        for path in sorted((ROOT / house).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "messages" not in text:
                continue  # imports none
            nodes = list(ast.walk(ast.parse(text)))
            known = {
                alias.asname or alias.name: f"{node.module}.{alias.name}"
                for node in nodes
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
                if alias.name == "messages"
            }
            for node in nodes:
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id in known
                ):
                    given = frozenset(word.arg or "**" for word in node.keywords)
                    at = f"{path.relative_to(ROOT)}:{node.lineno}"
                    made.append(Use(known[node.func.value.id], node.func.attr, given, at))
    return made


def test_every_message_is_made_with_the_values_it_has_places_for() -> None:
    assert len(uses()) > 500
    wrong = {}
    for module, name, given, at in uses():
        message = MESSAGES.get((module, name))
        if message is None:
            continue  # of the studio's protocol
        wanted = places(message.text) | places(message.hint or "")
        if given != wanted:
            wrong[at] = sorted(given ^ wanted)
    assert wrong == {}


def test_every_message_is_used() -> None:
    made = {(use.module, use.name) for use in uses()}
    assert set(MESSAGES) - made == set()


@pytest.mark.parametrize("module", sorted({module for module, _ in MESSAGES}))
def test_messages_are_sentences_without_their_full_stop(module: str) -> None:
    wrong = [
        text
        for (home, _), message in MESSAGES.items()
        if home == module
        for text in (message.text, message.hint or "a hint")
        if text != text.strip()
        or (text.endswith(".") and not text.endswith(("...", "…")))
        or "  " in text
    ]
    assert wrong == []
