"""Misspelt fields are named with their class, line and function; shipped games have none; rules
without a name are refused by line.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_check.games import emporium
from rules_check.games.empire.game import rules as empire
from rules_check.games.emporium.game import rules as emporium_rules
from rules_check.games.merchants_of_magick.game import rules as merchants
from rules_check.toolkit.fields import misspelt

DIVE = Path(__file__).resolve().parents[1] / "games" / "alone" / "pearl_dive.py"


def changed(folder: Path, *changes: tuple[str, str]) -> Any:
    """Load Pearl Dive's rules with some words changed."""
    text = DIVE.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / "misspelt_dive.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("misspelt_dive", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["misspelt_dive"] = module
    spec.loader.exec_module(module)
    return module.rules


def test_misspelt_fields_are_all_found_at_their_places(tmp_path: Path) -> None:
    """In a phase's closing, a move and a verb: of the state and of the card set, read and
    written.
    """
    rules = changed(
        tmp_path,
        ("    state.is_up[:] = 0\n", "    state.is_pu[:] = 0\n"),
        ("cards.find_copies[find]", "cards.find_copeis[find]"),
        ("out[0] = state.sharks", "out[0] = state.fishes"),
    )
    found = misspelt(rules)
    assert [one.message for one in found] == [
        "lay_out reads the field 'find_copeis', which Cards does not have",
        "come_up reads the field 'is_pu', which State does not have",
        "count_up reads the field 'fishes', which State does not have",
    ]
    lines = (tmp_path / "misspelt_dive.py").read_text("utf-8").splitlines()
    for one, word in zip(found, ("find_copeis", "is_pu", "fishes"), strict=True):
        assert one.place is not None
        assert lines[one.place.line - 1][one.place.column - 1 :].startswith(word)
        assert one.place.file == str(tmp_path / "misspelt_dive.py")
    assert [one.hint for one in found][:2] == [
        "did you mean 'find_copies'?",
        "did you mean 'is_up'?",
    ]
    assert found[2].hint is not None
    assert found[2].hint.startswith("it has rng, players, ")


def test_rulings_are_compared_with_their_own_answers(tmp_path: Path) -> None:
    (found,) = misspelt(
        changed(
            tmp_path,
            ("class Cards(", "class Tide(Ruling):\n    LOW, HALF = range(2)\n\n\nclass Cards("),
            ("Shark.HALF", "Tide.HALF"),
        )
    )
    assert (
        found.message
        == "dive compares the ruling 'shark' with Tide.HALF, which is not one of its answers"
    )
    assert found.place is not None
    assert (
        "cards.shark == Tide.HALF"
        in (tmp_path / "misspelt_dive.py").read_text("utf-8").splitlines()[found.place.line - 1]
    )


def test_what_is_declared_is_not_misspelt(tmp_path: Path) -> None:
    assert (
        misspelt(changed(tmp_path))
        == misspelt(emporium_rules)
        == misspelt(empire)
        == misspelt(merchants)
        == []
    )
    assert misspelt(emporium) == []  # no Ruleset: nothing is known of it


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "(then=come_up)",
            "(then=lambda cards, state: None)",
            "top of its module, found a lambda at",
        ),
        (
            "@rules.does(SURFACE)",
            "rules.does(SURFACE)(lambda state: None)\n@rules.does(SURFACE)",
            "found a lambda at",
        ),
        (
            "@rules.does(SURFACE)",
            "rules.verb(lambda cards: [1])\n@rules.does(SURFACE)",
            "a function with a verb's name, found a lambda at",
        ),
        ("@rules.does(SURFACE)", "rules.does(SURFACE)(3)\n@rules.does(SURFACE)", "found '3'"),
    ],
)
def test_a_lambda_for_a_rule_is_refused_by_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(TypeError) as refused:
        changed(tmp_path, (old, new))
    assert said in str(refused.value)
    if "lambda" in new:
        text = (tmp_path / "misspelt_dive.py").read_text("utf-8")
        line = 1 + text[: text.index("lambda c" if "lambda c" in new else "lambda state")].count(
            "\n"
        )
        assert str(refused.value).endswith(f"misspelt_dive.py:{line}")
