"""The house holds: rooms import downward, modules of a room form no circle, libraries stay at home,
the guide names every room.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import ROOT

GUIDE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
HOUSES = ("generator", "rules_check", "studio")
OLD_NAMES = {"rules_check.kernel", "rules_check.arrays", "rules_check.reading"}
"""The names by which rules of others import what has moved into rooms."""
FRONTS = {"rules_check.rules", "rules_check.telling"}
"""What rules are written with, and what a game's words for people are, by one name each."""
HOMES = {
    "yaml": {"data.scanning", "data.source"},
    "cmaes": {"prove.training"},
    "babel": {"data.wording"},
    "jinja2": {
        "job.differing",
        "face.bytecode",
        "face.faces",
        "face.sandbox",
        "book.rulebook",
        "report.page",
    },
    "markupsafe": {"book.rulebook", "face.faces", "face.sandbox"},
    "markdown_it": {"book.composing", "book.rulebook"},
    "reportlab": {"face.fonts", "face.late_glyphs", "pdf.document"},
    "PIL": {"face.images", "pdf.png", "pdf.showing"},
    "coloraide": {"data.colours"},
    "pypdfium2": {"pdf.raster"},
    "resvg_py": {"face.pixels"},
    "watchfiles": {"data.watching"},
    "platformdirs": {"sheet.printers", "data.files"},
    "fontTools": {"data.silhouettes", "face.outlines", "face.pictograms"},
    "brotli": {"face.outlines"},
    "pyphen": {"face.hyphens"},
    "segno": {"face.codes"},
    "python_calamine": {"cells.books"},
    "xlsxwriter": {"cells.spreadsheets"},
    "uharfbuzz": {"face.opentype"},
    "numpy": {"odds", "play.odds", "play.scoring"},
    "numba": {"engine.innards", "engine.lowering", "engine.translating"},
    "llvmlite": {"engine.innards", "engine.lowering", "engine.translating"},
    "optuna": {"prove.tuning"},
    "distributed": {"play.workers"},
    "pyarrow": {"play.rows"},
    "gymnasium": {"adapters.pettingzoo"},
    "pettingzoo": {"adapters.pettingzoo"},
    "pyspiel": {"adapters.openspiel"},
    "starlette": {"server.serving", "server.starting"},
    "uvicorn": {"server.serving"},
}
"""Where a library may be imported; click in every room called `cli`, numpy anywhere in rules_check.
"""

ELSEWHERE = {
    "generator.book.composing": "generator/book/test_rulebook.py",
    "generator.book.strips": "generator/book/test_rulebook.py",
    # what an import finds and writes shows in its plan
    **dict.fromkeys(
        (
            f"generator.cells.{name}"
            for name in (
                "comparing",
                "identifying",
                "importcolumns",
                "importjob",
                "importplans",
                "rewriting",
            )
        ),
        "generator/cells/test_importing.py",
    ),
    "generator.cli.diff": "generator/job/test_differing.py",
    "generator.cli.export": "generator/cli/test_exporting.py",
    "generator.cli.export_pictures": "generator/cli/test_exporting.py",
    "generator.cli.export_services": "generator/export/test_services.py",
    "generator.cli.export_tables": "generator/cli/test_exporting.py",
    "generator.cli.languages": "generator/data/test_languages.py",
    "generator.cli.release": "generator/job/test_releasing.py",
    "generator.cli.sheets": "generator/sheet/test_stocks.py",
    "generator.cli.shapes": "test_shapes.py",  # of both houses, against what commands print
    "generator.data.faults": "generator/data/test_problems.py",
    "generator.data.revisions": "rules_check/cli/test_compare.py",  # which alone takes revisions
    "generator.data.translating": "generator/data/test_languages.py",
    **dict.fromkeys(
        (f"generator.face.{name}" for name in ("drafts", "facefaults", "facerun", "making")),
        "generator/face/test_press.py",  # a press draws them
    ),
    # a face is drawn into a page and looked at
    **dict.fromkeys(
        (
            "generator.face.drawer",
            *(
                f"generator.face.paint.{name}"
                for name in (
                    "canvas",
                    "clips",
                    "gradients",
                    "letters",
                    "pictures",
                    "places",
                    "rasters",
                    "shapes",
                    "spans",
                    "styles",
                    "work",
                )
            ),
        ),
        "generator/face/paint/test_painter.py",
    ),
    # a text is fitted into an area and read back line by line
    **dict.fromkeys(
        (
            f"generator.face.text.{name}"
            for name in (
                "area",
                "flow",
                "icons",
                "lines",
                "notes",
                "placing",
                "plain",
                "reading",
                "sizing",
                "turning",
                "typesetter",
                "words",
            )
        ),
        "generator/face/test_fitting.py",
    ),
    "generator.face.images": "generator/face/paint/test_painter.py",
    "generator.export.simulator_objects": "generator/export/test_tabletop_simulator.py",
    "generator.job.starting": "generator/cli/test_new.py",
    "generator.lint.workshop": "generator/lint/test_lint.py",
    "generator.sheet.outputs": "generator/pdf/test_document.py",  # seen in the PDF alone
    "rules_check.adapters.table": "rules_check/adapters/test_pettingzoo.py",
    "rules_check.cli.shapes": "test_shapes.py",
    "rules_check.cli.tune": "rules_check/prove/test_tuning.py",
    **dict.fromkeys(
        (
            f"rules_check.engine.{name}"
            for name in ("deciding", "faults", "minds", "noting", "playing", "searching", "seating")
        ),
        "rules_check/engine/test_players.py",  # whole games show what each part of playing does
    ),
    # what every game's verbs have to do
    "rules_check.engine.game": "rules_check/engine/test_conformance.py",
    "rules_check.engine.plain": "rules_check/play/test_telling.py",
    "rules_check.notation.program": "rules_check/notation/test_reading.py",  # values alone
    "rules_check.notation.constants": "rules_check/notation/test_checks.py",
    "rules_check.notation.effects": "rules_check/notation/test_checks.py",
    "rules_check.notation.hidden": "rules_check/notation/test_checks.py",
    "rules_check.notation.walking": "rules_check/notation/test_checks.py",
    "rules_check.notation.saying": "rules_check/notation/test_speaking.py",
    "rules_check.notation.course": "rules_check/notation/test_reading.py",
    "rules_check.notation.declarations": "rules_check/notation/test_reading.py",
    "rules_check.notation.expressions": "rules_check/notation/test_reading.py",
    "rules_check.notation.faults": "rules_check/notation/test_reading.py",
    "rules_check.notation.fitting": "rules_check/notation/test_reading.py",
    "rules_check.notation.grammar": "rules_check/notation/test_reading.py",
    "rules_check.notation.scope": "rules_check/notation/test_reading.py",
    "rules_check.notation.sentences": "rules_check/notation/test_reading.py",
    "rules_check.notation.vocabulary": "rules_check/notation/test_reading.py",
    "rules_check.notation.playing": "rules_check/notation/writing/test_flow.py",
    "rules_check.notation.writing.actions": "rules_check/notation/writing/test_flow.py",
    "rules_check.notation.writing.bounds": "rules_check/notation/writing/test_flow.py",
    "rules_check.notation.writing.choices": "rules_check/notation/writing/test_flow.py",
    "rules_check.notation.writing.declaring": "rules_check/notation/writing/test_values.py",
    "rules_check.notation.writing.lists": "rules_check/notation/writing/test_values.py",
    "rules_check.notation.writing.looking": "rules_check/notation/writing/test_values.py",
    "rules_check.notation.writing.names": "rules_check/notation/writing/test_flow.py",
    "rules_check.notation.writing.scopes": "rules_check/notation/writing/test_values.py",
    "rules_check.notation.writing.shape": "rules_check/notation/writing/test_values.py",
    "rules_check.notation.writing.source": "rules_check/notation/writing/test_twins.py",
    # these three share one check of a game
    "rules_check.prove.balance": "rules_check/prove/test_checking.py",
    "rules_check.prove.examined": "rules_check/cli/test_check.py",  # what a check says and counts
    "rules_check.prove.ruling": "rules_check/prove/test_checking.py",
    "rules_check.prove.soundness": "rules_check/prove/test_checking.py",
    "rules_check.report.figures": "rules_check/report/test_chapters.py",
    "rules_check.rules": "rules_check/games/test_add_a_game.py",
    # what declarations refuse shows in a game's cards.yaml
    "rules_check.toolkit.cardsets": "rules_check/games/empire/test_state.py",
    "rules_check.toolkit.reading": "rules_check/games/empire/test_state.py",
    "rules_check.toolkit.records": "rules_check/games/empire/test_state.py",
    "rules_check.toolkit.things": "rules_check/games/empire/test_examine.py",
    # a table is laid out of a game's declarations
    "rules_check.toolkit.tableau": "rules_check/games/test_tricks.py",
    # generated verbs are tried as those of a game
    **dict.fromkeys(
        (
            f"rules_check.toolkit.{name}"
            for name in (
                "declarations",
                "writing.hiding",
                "writing.loops",
                "writing.soundness",
                "writing.source",
            )
        ),
        "rules_check/games/test_add_a_game.py",
    ),
    # what each edit does to the draft and to other pages
    "studio.desk.cells": "studio/desk/test_desk.py",
    "studio.desk.translating": "studio/draft/test_translations.py",
    "studio.protocol.actions": "studio/free/test_free.py",
    "studio.protocol.played": "studio/play/test_games.py",
}
"""Modules whose tests are not at their own path, and where they are. Games are left out: theirs are
named after the rulebook's articles.
"""
SMALL = 80
"""Lines below which a module may have no tests of its own."""


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {name_of(path): path for house in HOUSES for path in sorted((ROOT / house).rglob("*.py"))}


class Module(NamedTuple):
    """What the tests below ask of a module, read once: the trees of all of them together would fill
    the memory.
    """

    imports: set[str]
    """What it imports anywhere, as dotted names: modules, or names in packages; modules named in a
    string count too.
    """
    classes: list[str]
    """The classes that it defines, private ones without their underscore."""
    sums: list[str]
    """Calls of `sum`."""
    docstring: str | None


def imports(nodes: list[ast.AST], file: str) -> Iterator[str]:
    by_name = any(isinstance(node, ast.Name) and node.id == "import_module" for node in nodes)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in PATHS else str(node.module)
        elif (
            by_name
            and isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value in PATHS
        ):
            yield node.value


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a node, those within them too: few of all nodes, and every import is
    one.
    """
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, ())
        for one in inner if isinstance(inner, list) else ():
            yield one
            yield from statements(one)


def module(name: str, path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    nodes = list(
        ast.walk(tree) if re.search(r"\b(sum|import_module)\b", text) else statements(tree)
    )
    calls = (node for node in nodes if isinstance(node, ast.Call))
    return Module(
        set(imports(nodes, path.name)) - {name},
        [node.name.lstrip("_") for node in tree.body if isinstance(node, ast.ClassDef)],
        [
            ast.unparse(call)
            for call in calls
            if isinstance(call.func, ast.Name) and call.func.id == "sum"
        ],
        ast.get_docstring(tree),
    )


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return {name: module(name, path) for name, path in PATHS.items()}


@pytest.fixture(scope="module")
def imported(modules: dict[str, Module]) -> dict[str, set[str]]:
    return {name: one.imports for name, one in modules.items()}


def room_of(module: str) -> str:
    """Name the room of a module, "generator.face"; a house itself is its own room, and so is each
    game.
    """
    return ".".join(module.split(".")[: 3 if module.startswith("rules_check.games.") else 2])


def floors(guide: str) -> list[dict[str, int]]:
    """Read the floors of each house from the guide: rooms with how high they lie."""
    found = []
    for block in re.findall(r"((?:^    [a-z, ]+\n)+)", guide, re.M):
        lines = [line.strip().split(", ") for line in block.splitlines()]
        if len(lines) > 3:
            found.append({room: -depth for depth, line in enumerate(lines) for room in line})
    return found


def heights() -> dict[str, int]:
    return {
        f"{house}.{room}": height
        for house, rooms in zip(HOUSES, floors(GUIDE), strict=True)
        for room, height in rooms.items()
    }


def wrong_ways(imported: dict[str, set[str]], height: dict[str, int]) -> list[str]:
    """List the imports between rooms that do not lead downward within a house."""
    return [
        f"{module} -> {other}"
        for module, others in imported.items()
        for other in others
        if room_of(module) != room_of(other)
        and room_of(module) in height
        and room_of(other) in height
        and module.split(".")[0] == other.split(".")[0]
        and height[room_of(other)] >= height[room_of(module)]
    ]


def circles(imported: dict[str, set[str]]) -> list[str]:
    """List the modules that import themselves by way of others."""
    found = []
    for start in imported:
        todo, seen = list(imported[start]), set[str]()
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo += imported.get(one, ())
        if start in seen:
            found.append(start)
    return found


def test_the_guide_names_every_room() -> None:
    rooms = {
        room_of(name)
        for name in PATHS
        if name.count(".") >= 2 and not name.startswith("rules_check.games")
    }
    assert set(heights()) == rooms
    described = re.findall(r"^\| `([a-z]+)` \|", GUIDE, re.M)
    assert sorted(described) == sorted(room.split(".")[1] for room in rooms)


def test_modules_lie_in_rooms() -> None:
    allowed = {*HOUSES, "generator.__main__", "rules_check.games", *OLD_NAMES, *FRONTS}
    assert {name for name in PATHS if name.count(".") < 2} == allowed | {
        room_of(name)
        for name in PATHS
        if name.count(".") >= 2 and not name.startswith("rules_check.games.")
    }


def test_rooms_import_downward_only(imported: dict[str, set[str]]) -> None:
    assert wrong_ways(imported, heights()) == []


def test_a_wrong_way_is_noticed() -> None:
    height = {"generator.face": 0, "generator.data": -1}
    assert wrong_ways({"generator.data.game": {"generator.face.svg"}}, height) == [
        "generator.data.game -> generator.face.svg"
    ]
    assert wrong_ways({"generator.face.svg": {"generator.data.game"}}, height) == []


def test_modules_form_no_circle(imported: dict[str, set[str]]) -> None:
    own = {name: {other for other in found if other in PATHS} for name, found in imported.items()}
    # a package whose __init__ gathers its modules is the sum of them, which import one another
    # beneath it
    for house in HOUSES:
        own = {
            name: {other for other in found if not name.startswith(f"{other}.")}
            for name, found in own.items()
        }
        assert circles({name: found for name, found in own.items() if name.startswith(house)}) == []


def test_a_circle_is_noticed() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]


BY_NAME = ("generator.cli.main", "generator.book.aloud", "generator.data.powers")
"""What finds something of the half that plays by its name: the commands that play, what reads rules
aloud for a rulebook, and powers for a translation.
"""


def test_printing_knows_nothing_of_playing(imported: dict[str, set[str]]) -> None:
    for name, found in imported.items():
        if name.startswith("generator") and name not in BY_NAME:
            assert not {other for other in found if other.startswith("rules_check")}, name
    assert not {
        other
        for other in imported["generator.cli.main"]
        if other.startswith("rules_check") and ".cli." not in other
    }


def test_nobody_knows_the_studio(imported: dict[str, set[str]]) -> None:
    for name, found in imported.items():
        if not name.startswith("studio"):
            allowed = (
                {"studio", "studio.cli.studio"} if name == "generator.cli.main" else set()
            )  # which finds its command by name
            assert {other for other in found if other.split(".")[0] == "studio"} <= allowed, name


def test_playing_reads_only_the_data_side_of_the_generator(imported: dict[str, set[str]]) -> None:
    for name, found in imported.items():
        if name.startswith("rules_check"):
            used = {
                other
                for other in found
                if other.startswith("generator") and room_of(other) != "generator.data"
            } - {"generator"}
            assert used <= (
                {"generator.cli.console"} if name.startswith("rules_check.cli") else set()
            ), name


def test_games_stand_on_the_toolkit_and_on_their_own_parts(imported: dict[str, set[str]]) -> None:
    beneath = {
        *FRONTS,
        "rules_check.toolkit",
        "rules_check.engine",
        "rules_check.verdict",
        "generator.data",
    }
    for name, found in imported.items():
        own = {other for other in found if other in PATHS}
        if name.startswith("rules_check.games."):
            assert {room_of(other) for other in own} - {room_of(name)} <= beneath, name
        else:
            assert not any(other.startswith("rules_check.games.") for other in own), name


def test_only_outsiders_use_the_old_names(imported: dict[str, set[str]]) -> None:
    assert not {name for name, found in imported.items() if found & OLD_NAMES}


@pytest.mark.parametrize("house", HOUSES)
def test_libraries_stay_at_home(house: str, imported: dict[str, set[str]]) -> None:
    for name, found in imported.items():
        inner = name.partition(".")[2]
        for top in {other.split(".")[0] for other in found} - {*HOUSES, "__future__"}:
            if name.startswith(house) and top not in sys.stdlib_module_names:
                is_home = (
                    inner.startswith("cli")
                    if top == "click"
                    else (house, top) == ("rules_check", "numpy") or inner in HOMES[top]
                )
                assert is_home, f"{name} imports {top}"


def test_every_module_says_what_it_is_for(modules: dict[str, Module]) -> None:
    assert [name for name, one in modules.items() if not one.docstring] == []


def test_a_class_name_means_one_thing(modules: dict[str, Module]) -> None:
    found = [
        word
        for name, one in modules.items()
        if name.startswith("generator")
        for word in one.classes
    ]
    assert len(found) > 100
    assert sorted(name for name in set(found) if found.count(name) > 1) == []


def place_of_tests(module: str) -> Path:
    """Name the file in which a reader of a module looks for its tests."""
    *rooms, name = module.split(".")
    return ROOT.joinpath("tests", *rooms, f"test_{name}.py")


def test_the_tests_of_a_module_are_found_by_its_path() -> None:
    sizes = {
        name: path.read_text(encoding="utf-8").count("\n")
        for name, path in PATHS.items()
        if path.stem != "__init__" and not name.startswith("rules_check.games.")
    }
    lacking = {
        name for name, size in sizes.items() if size >= SMALL and not place_of_tests(name).is_file()
    }
    catalogues = {name for name in PATHS if name.endswith(".messages")}  # by test_messages.py
    assert lacking - catalogues <= set(ELSEWHERE)
    assert not [place for place in ELSEWHERE.values() if not (ROOT / "tests" / place).is_file()]


WHOLE = (
    "_first_of(",  # in units of the font
    "bit_count()",
    "histogram",
    ".height for p in pictures",
    "isinstance(",
    ".copies for",
    ".side != ",
    "['answer'] == ",
    "grid.count - ",
    "len(",
    "map(len, ",
    "1 for _ in ",
    "last - first + 1",
    ".texts for",
)
"""What may be added up with `sum`: whole numbers."""


def test_floats_are_added_up_alike_on_every_python(modules: dict[str, Module]) -> None:
    """`sum` of floats rounds otherwise since Python 3.12: what goes into bytes takes
    `math.fsum`.
    """
    rooms = (["face"], ["pdf"], ["sheet"], ["book"], ["export"])
    found = [
        (name, call)
        for name, one in modules.items()
        if name.split(".")[1:2] in rooms
        for call in one.sums
    ]
    assert len(found) > 8
    assert [
        one for one in found if not any(word in one[1] for word in WHOLE) and one != FILTER
    ] == []


FILTER = ("generator.face.faces", "sum(found, start)")
"""Of a template's values, where none of them is a float."""
