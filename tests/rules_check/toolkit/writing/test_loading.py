"""Generated verbs as they are loaded: once, with lines that can be asked for, or not at all."""

from __future__ import annotations

import linecache

import pytest

from rules_check.games.emporium.game import rules as emporium
from rules_check.toolkit.moves import Moves
from rules_check.toolkit.rulesets import Ruleset
from rules_check.toolkit.writing import loading


def test_generated_verbs_are_loaded_once() -> None:
    verbs = [getattr(emporium, name) for name in ("new_game", "apply", "playout", "at_once")]
    assert not emporium.own_verbs().keys() & {"new_game", "apply", "playout", "at_once"}
    assert len({id(getattr(verb, "py_func", verb).__globals__) for verb in verbs}) == 1


def test_what_is_laid_down_unseen_wants_to_know_who_has_decided() -> None:
    moves = Moves()
    rules = Ruleset("laid", emporium.Cards, emporium.State, moves, ends=("not over",))
    moves("bid")
    rules.lays(1)(_lay_nothing)
    rules.does(1)(_lay_nothing)
    with pytest.raises(TypeError, match="a verb `decided`"):
        rules._verbs()


def _lay_nothing(state: object) -> None:
    """Stand for a rule."""


def test_games_of_one_name_keep_lines_of_their_own() -> None:
    """What watches rules that are played uncompiled reads the line that asks."""
    first, second = (loading._load_text("alike_verbs", f"def f():\n    return {n}") for n in (1, 2))
    assert (first.f(), second.f()) == (1, 2)
    for module, line in ((first, "    return 1"), (second, "    return 2")):
        assert linecache.getline(module.f.__code__.co_filename, 2).rstrip() == line
