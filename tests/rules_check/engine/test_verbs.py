"""The table of verbs: it agrees with what `Rules` says of them, and all that lists verbs follows
from it.
"""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import pytest

from rules_check.engine.game import Rules
from rules_check.engine.playing import PLAYERS
from rules_check.engine.verbs import (
    NEEDED,
    PLAIN,
    VERB_BY_NAME,
    VERBS,
    Kind,
    Verb,
    complete,
    verb_of,
)
from rules_check.engine.warming import PARTS, SPARES, TOLD, WEIGHTS

METHODS = {
    name: method
    for name, method in vars(Rules).items()
    if inspect.isfunction(method) and name[0] != "_"
}


def parameters_of(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)[1:]


def test_the_verbs_that_others_ask_for_are_the_methods_of_rules() -> None:
    assert {verb.name for verb in VERBS if not verb.is_inner} == METHODS.keys()


def test_each_verb_has_one_row() -> None:
    assert len(VERB_BY_NAME) == len(VERBS)
    assert {part for verb in VERBS for part in verb.parts} <= VERB_BY_NAME.keys()


@pytest.mark.parametrize(
    "verb", [verb for verb in VERBS if not verb.is_inner], ids=lambda verb: verb.name
)
def test_a_verb_takes_and_gives_what_its_method_does(verb: Verb) -> None:
    """`cards`, `state` and whole numbers are told apart by what the method says of them."""
    method = METHODS[verb.name]
    if verb.signature is None:
        if verb.default:
            assert parameters_of(verb.default) == parameters_of(method)
        return
    assert len(verb.signature.takes) == len(parameters_of(method))
    gives = {"None": Kind.NOTHING, "int": Kind.WHOLE, "float": Kind.REAL}[
        method.__annotations__["return"]
    ]
    assert verb.signature.gives is gives
    for name, kind in zip(parameters_of(method), verb.signature.takes, strict=True):
        assert (kind is Kind.WHOLE) == (method.__annotations__[name] == "int")
        assert (kind is Kind.CARDS, kind is Kind.STATE) == (name == "cards", name == "state")
    for instead in filter(None, (verb.default, verb.spare)):
        plain = getattr(instead, "py_func", instead)
        assert list(inspect.signature(plain).parameters) == parameters_of(method)


def test_each_part_of_a_game_is_compiled_once() -> None:
    verbs = {verb.name for verb in VERBS if verb.is_compiled and not verb.is_inner}
    assert sorted(PARTS) == sorted({*verbs, *TOLD, SPARES, *PLAYERS})
    assert {*TOLD} <= {verb.name for verb in VERBS if verb.is_compiled}
    assert {*PARTS} <= WEIGHTS.keys()


def test_what_may_be_left_out_has_something_that_stands_in() -> None:
    rules = complete(SimpleNamespace())
    assert rules.is_secret(None, None) is False
    assert not {*NEEDED} & PLAIN.keys()
    assert verb_of(rules, "value")(None, None, 0) == 0.0
    with pytest.raises(AttributeError, match="apply"):
        verb_of(rules, "apply")
