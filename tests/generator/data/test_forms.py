"""Forms accept what pydantic's models of them accept, and give the very same data: they say the
same in two ways.
"""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from generator.data.fieldtypes import FieldFault, check_id
from generator.data.forms import (
    Either,
    Leaf,
    Listed,
    Mapped,
    Section,
    Whole,
    accepted,
    given,
    make_section,
)
from generator.data.models import model_of
from generator.data.problems import Problems
from generator.data.schema import _form_of, _merge_defaults, _Outline
from generator.data.source import read_source

ROOT = Path(__file__).resolve().parents[3]
GAMES = [
    ROOT / "cards.yaml",
    *sorted(ROOT.glob("games/*/cards.yaml")),
    *sorted(ROOT.glob("generator/job/layouts/*/cards.yaml")),
]
WORD = Leaf(check_id, {"type": "string"})
OTHERS: list[Any] = [
    None,
    True,
    0,
    3,
    -1,
    1.5,
    "",
    "x",
    "A b",
    "1-3",
    "3 mm",
    "#aabbcc",
    [],
    {},
    ["a"],
    [[]],
    {"a": 1},
    {"A b": "x"},
]


def refused(form: Any, value: Any) -> bool:
    try:
        accepted(form, value)
    except FieldFault:
        return True
    return False


def steps(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the way to every value in some data."""
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    return [path, *(step for key, value in inner for step in steps(value, (*path, key)))]


def spoil(data: Any, chance: random.Random) -> None:
    """Put something else in the place of a value, leave one out, or add one."""
    *above, last = chance.choice(steps(data)[1:])
    for key in above:
        data = data[key]
    if chance.random() < 0.3:
        del data[last]
    elif chance.random() < 0.3 and isinstance(data, dict):
        data[chance.choice(("zz", "A b", "id", "copies", "f0"))] = copy.deepcopy(
            chance.choice(OTHERS)
        )
    else:
        data[last] = copy.deepcopy(chance.choice(OTHERS))


@pytest.mark.slow_cases("brick-and-mortar")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_form_and_its_model_agree(path: Path) -> None:
    root, chance, verdicts = read_source(path), random.Random(path.parent.name), set()
    form = _form_of(_Outline(root, Problems()), root)
    for number in range(30):
        data: Any = root.data()
        for _ in range(min(number, chance.randint(0, 2))):
            spoil(data, chance)
        for kind in data["kinds"].values() if isinstance(data.get("kinds"), dict) else ():
            _merge_defaults(kind)
        try:
            found = repr(
                model_of(form).model_validate(copy.deepcopy(data)).model_dump(by_alias=True)
            )
        except ValidationError:
            found = "refused"
        verdicts.add(found == "refused")
        assert found == ("refused" if refused(form, data) else repr(accepted(form, data)))
    assert verdicts == {True, False}


class Colour(Section):
    """A colour."""

    name: Any = given(description="what it is called")
    shades: list[Any] = given([], description="its shades")


def test_what_is_left_out_has_its_default_each_time_anew() -> None:
    first, second = accepted(Colour, {"name": 1}), accepted(Colour, {"name": 1})
    assert first == second == {"name": 1, "shades": []}
    assert first["shades"] is not second["shades"]
    nested = make_section(
        "Nested", {"colour": (Colour, given(make_section("None", {"a": (Any, given(2))})))}
    )
    assert accepted(nested, {}) == {"colour": {"a": 2}}


@pytest.mark.parametrize(
    ("form", "fine", "wrong"),
    [
        (WORD, "a-b", "A B"),
        (Whole(2), 2, 1),
        (Whole(0), 0, True),
        (Listed(WORD, 1, 2), ["a", "b"], ["a", "b", "c"]),
        (Listed(WORD, 1), ["a"], []),
        (Mapped(WORD, Whole(0), 1), {"a": 1}, {}),
        (dict[str, Any], {"a": None}, []),
        (list[str], ["a"], [1]),
        (list[str], [], ("a",)),
        (Either(lambda value: type(value).__name__, {"int": Whole(1), "str": WORD}), "a", "A B"),
        (Colour, {"name": "x"}, {"name": "x", "other": 1}),
        (Colour, {"name": "x", "shades": ["y"]}, {"shades": []}),
        (make_section("Open", {}, is_open=True), {"b": 1, "a": 2}, []),
    ],
)
def test_each_form_and_its_model(form: Any, fine: Any, wrong: Any) -> None:
    holder = make_section("Holder", {"it": (form, given())})
    model = model_of(holder)
    assert accepted(holder, {"it": fine}) == {"it": fine} | (
        {"it": {"shades": [], **fine}} if form is Colour else {}
    )
    assert model.model_validate({"it": fine}).model_dump(by_alias=True) == accepted(
        holder, {"it": fine}
    )
    assert refused(holder, {"it": wrong})
    with pytest.raises(ValidationError):
        model.model_validate({"it": wrong})


def test_a_sound_game_is_read_without_pydantic() -> None:
    code = (
        "import sys; from pathlib import Path; from generator.data.loading import load_game; "
        "load_game(Path(sys.argv[1])); "
    )
    code += "assert not [name for name in sys.modules if 'pydantic' in name]"
    subprocess.run([sys.executable, "-c", code, str(ROOT)], check=True, cwd=ROOT)
