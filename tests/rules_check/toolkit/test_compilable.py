"""What numba would refuse at length, or what plays otherwise each time, told before by function and
line: rules of Pearl Dive changed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.engine.kernel import IS_COMPILED
from rules_check.toolkit import compilable

HOME = Path(__file__).resolve().parents[1] / "games" / "alone"


def loaded(folder: Path, old: str, new: str) -> Any:
    text = (HOME / "pearl_dive.py").read_text("utf-8")
    assert text.count(old) == 1
    path = folder / "uncompiled_dive.py"
    path.write_text(
        "import random\n\n\ndef loaded():\n    pass\n\n\n" + text.replace(old, new),
        encoding="utf-8",
    )
    spec = importlib.util.spec_from_file_location("uncompiled_dive", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["uncompiled_dive"] = module
    spec.loader.exec_module(module)
    return module.rules


DRAW = "    find = draw(state.sea)"
DIVE = "@rules.does(DIVE)\ndef dive(cards, state, seat):\n"
COMPILED = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
SCORE = "def score_of(cards, state, seat):\n    return state.banked[seat]"


@pytest.mark.parametrize(
    ("old", "new", "said", "line"),
    [
        (
            DRAW,
            f"    import math\n{DRAW}",
            "dive contains an import, which is not possible in a compiled rule",
            "import math",
        ),
        (
            DRAW,
            f"    if random.random() < 0.5:\n        pass\n{DRAW}",
            "dive uses `random.random`, but values from random are not part of the state",
            "random()",
        ),
        *(
            pytest.param(DRAW, f"{more}\n{DRAW}", f"dive {said}", line, marks=COMPILED)
            for more, said, line in (
                (
                    "    class Find:\n        pass",
                    "contains a class, which is not possible in a compiled rule",
                    "    class Find:",
                ),
                (
                    "    some = sum(1 for _ in range(3))",
                    "contains a generator expression, which is not possible in a compiled rule",
                    "    some = sum(",
                ),
                (
                    "    global FINDS\n    FINDS = 3",
                    "contains a `global` statement, which is not possible in a compiled rule",
                    "    global FINDS",
                ),
                (
                    "    print(state.seat)",
                    "prints text, and would do so in each of thousands of games",
                    "    print(",
                ),
            )
        ),
        pytest.param(
            DIVE,
            (
                "@jit\ndef even(n):\n    return n == 0 or odd(n - 1)\n\n\n@jit\ndef odd(n):\n    "
                f"return n > 0 and even(n - 1)\n\n\n{DIVE}    even(3)\n"
            ),
            "even calls odd, which calls even again",
            "odd(n - 1)",
            marks=COMPILED,
        ),
        (
            SCORE,
            SCORE.replace("    return", "    if state.held[seat] > 0:\n        return"),
            "score_of returns a value on one path and nothing on another",
            "    if state.held[seat] > 0:",
        ),
        (
            SCORE,
            SCORE.replace("cards, state, seat", "cards, state, who"),
            "score_of uses `seat`, which is not among its parameters",
            "    return state.banked[seat]",
        ),
        (
            SCORE,
            SCORE.replace("return ", ""),
            "score_of returns nothing, but a number is expected",
            "def score_of",
        ),
        (
            SCORE,
            SCORE.replace("state.banked[seat]", '"20"'),
            "score_of returns a text, '20', but a number is expected",
            '"20"',
        ),
        (
            SCORE,
            SCORE.replace("state.banked[seat]", "[20]"),
            "score_of returns several things, [20]",
            "[20]",
        ),
        pytest.param(
            DRAW,
            f"    loaded()\n{DRAW}",
            "dive calls loaded, which is not compiled",
            "loaded()",
            marks=COMPILED,
        ),
    ],
)
def test_what_cannot_be_compiled_is_told_by_its_line(
    tmp_path: Path, old: str, new: str, said: str, line: str
) -> None:
    rules = loaded(tmp_path, old, new)
    (found,) = compilable.uncompilable(rules)
    assert found.message.startswith(said)
    assert found.hint
    assert found.place is not None
    assert (
        line
        in (tmp_path / "uncompiled_dive.py").read_text("utf-8").splitlines()[found.place.line - 1]
    )


def test_sound_rules_are_silent(tmp_path: Path) -> None:
    assert compilable.uncompilable(loaded(tmp_path, DRAW, DRAW)) == []


def test_more_copies_than_rules_take_are_one_fault_that_says_what_to_write(tmp_path: Path) -> None:
    rules = loaded(tmp_path, 'kind("find", SORTS, copies=COPIES)', 'kind("find", SORTS)')
    with pytest.raises(ProblemError) as failed:
        rules.cards_record(load_game(HOME / "cards.yaml"))
    (found,) = (one for one in failed.value.problems if one.code == "out-of-range")
    assert " more cards to be from 1 to 1, found " in found.message
    assert 'in the rules, kind("find", …, copies=' in str(found.hint)
