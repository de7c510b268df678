"""A game's folder is data: commands on hostile games run nothing of it, read and write nothing
outside, and delete nothing.

Each test runs the real command in a process of its own, as a shell would, with all that it and its
children do under Python's audit hooks, and what lies outside the game under watch by the system.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.cli.export import TARGETS
from generator.cli.main import COMMANDS
from tests.auditing import hostile
from tests.auditing.law import May, broken
from tests.auditing.running import ROOT, Run, World
from tests.fuzz.family import game_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who opens a file")
OUT = May(("output", "output/*"))
LOG = May(("playtests.sqlite", "playtests", "playtests/*"))
QUICKLY = "merchants-of-magick"
"""The game that plays soonest without being compiled."""
SMALL = "starter"
AUDITED: dict[str, tuple[str, May, str]] = {
    "build": (SMALL, OUT, "build"),
    "build lock": (SMALL, OUT, "build --changed"),
    "build all": (SMALL, May((*OUT.writes, "cards.lock")), "build --all --mark-printed"),
    "build since": (SMALL, May(OUT.writes, runs=("git",)), "build --changed --since HEAD"),
    "calibrate": (SMALL, OUT, "calibrate"),
    "check": (SMALL, May(), "check --quick"),
    "compare": (SMALL, May(runs=("git",)), "compare HEAD"),
    "contact": (SMALL, OUT, "contact"),
    "diff": (SMALL, May(OUT.writes, runs=("git",)), "diff HEAD"),
    "diff lock": (SMALL, OUT, "diff"),
    "doctor": (SMALL, May(runs=("uname",)), "doctor"),
    **{f"export {target}": (SMALL, OUT, f"export {target}") for target in TARGETS},
    "fit": (SMALL, May(), "fit --all"),
    "games": (SMALL, May(), "games"),
    "import": (SMALL, May(("cards.yaml",)), "import action.csv --yes --counts"),
    "languages": (SMALL, May(("cards.de.yaml",)), "languages --start de"),
    "lint": (SMALL, May(), "lint"),
    "log": (SMALL, LOG, "log"),
    "log add": (SMALL, LOG, "log add --players Ann,Bo --winner Bo --minutes 30"),
    "log export": (SMALL, OUT, "log export output/plays.csv"),
    "log notes": (SMALL, May(), "log notes"),
    "log remove": (SMALL, LOG, "log remove 1 --yes"),
    "log show": (SMALL, LOG, "log show 1"),
    "new": (SMALL, May(("another", "another/*")), "new another"),
    "odds": (SMALL, May(), "odds --draw 3"),
    "play": (QUICKLY, OUT, "play --line-up human"),
    "preview": (SMALL, OUT, "preview noon"),
    "release": (SMALL, OUT, "release"),
    "replay": (QUICKLY, OUT, "replay --players 1 --line-up random --save output/a.record"),
    "report": (QUICKLY, OUT, "report --from check.json --output output/report.html"),
    "rules": (SMALL, May(), "rules"),
    "schema": (SMALL, May(), "schema"),
    "sheets": (SMALL, May(), "sheets"),
    "showcase": (SMALL, OUT, "showcase"),
    "simulate": (
        QUICKLY,
        OUT,
        "simulate --players 1 --games 4 --line-up random --output output/rows.csv --format csv",
    ),
    "simulate processes": (
        QUICKLY,
        May(),
        "simulate --players 1 --games 4 --line-up random --processes 2",
    ),
    "studio": (SMALL, May(listens=True), "studio --no-browser"),
    "train": (
        SMALL,
        OUT,
        "train --players 2 --rounds 1 --generations 1 --games 20 --output output/experts.json",
    ),
    "trust": (SMALL, May(), "trust --yes"),
    "tune": (
        SMALL,
        OUT,
        (
            "tune --goal length --vary rules.hand_size=3..4 --players 2 --line-up random --games "
            "10 --study output/s.jsonl"
        ),
    ),
}
"""Commands by what they are called here: a game, what they may do, and their words. All of them,
and all targets of `export`.
"""
FILES = {"action.csv": "id,name,suit,cost,text\nnew-one,New One,sun,2,A text\n", "check.json": "{}"}


@cache
def files_of(base: str) -> dict[str, bytes]:
    """Read a game, with files that commands take."""
    return {**game_files(base), **{name: content.encode() for name, content in FILES.items()}}


def world_of(base: Path, game: str, *adding: Callable[[Path, Path], None]) -> World:
    """Make a world with a game, and add what is hostile to it."""
    world = World(base)
    for name, content in files_of(game).items():
        path = world.game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for add in adding:
        add(world.game, world.outside)
    return world


def strangers(game: Path, outside: Path) -> None:
    """Add what is beside a stranger's game and stops no command."""
    hostile.play_log(game)
    hostile.add_foreign_files(game, outside)
    hostile.add_repository(game, outside)


def go(world: World, name: str, first: str = "", **environment: str) -> tuple[Run, list[str]]:
    """Run one of the commands above, and list what it did and may not do."""
    _, may, words = AUDITED[name]
    run = world.run(
        *words.split(), first=first, until="http://" if name == "studio" else "", **environment
    )
    return run, broken(world, run, may)


def test_every_command_and_every_target_is_audited() -> None:
    words = [said.split() for _, _, said in AUDITED.values()]
    assert {first for first, *_ in words} == set(COMMANDS)
    assert {said[1] for said in words if said[0] == "export"} == set(TARGETS)


@pytest.mark.slow_cases(
    "build all",
    "build lock",
    "build since",
    "build",
    "check",
    "compare",
    "contact",
    "diff lock",
    "diff",
    "doctor",
    "export cgs",
    "export csv",
    "export drivethrucards",
    "export makeplayingcards",
    "export png",
    "export screentop",
    "export tabletop-playground",
    "export tabletop-simulator",
    "export tabletopia",
    "export the-game-crafter",
    "export xlsx",
    "fit",
    "lint",
    "new",
    "play",
    "preview",
    "release",
    "replay",
    "report",
    "showcase",
    "simulate processes",
    "simulate",
    "studio",
    "train",
    "tune",
)
@pytest.mark.parametrize("name", AUDITED)
def test_a_command_runs_nothing_and_keeps_to_the_folder(tmp_path: Path, name: str) -> None:
    world = world_of(tmp_path, AUDITED[name][0], strangers)
    run, found = go(world, name)
    assert found == []
    assert len({event.name for event in run.events}) > 2  # else nobody listened
    assert "ran " not in run.said
    expected = {
        "report": 1,
        "compare": 1,
        "build lock": 1,
        "diff lock": 1,
        "train": 1,
        "trust": 1,
        "tune": 1,
        "rules": 1,
        "play": 130,
    }.get(name, 0)
    assert run.status == expected, run.said


READ_RULES = frozenset(
    (
        "check",
        "compare",
        "play",
        "replay",
        "simulate",
        "simulate processes",
        "studio",
        "train",
        "trust",
        "tune",
    )
)
"""The commands that may read rules in Python beside the cards: those that play, and the one that
asks for agreement.
"""


@pytest.mark.slow_cases(*(name for name in AUDITED if name not in ("build", "replay")))
@pytest.mark.parametrize("name", AUDITED)
def test_rules_beside_a_game_never_run_without_agreement(tmp_path: Path, name: str) -> None:
    world = world_of(tmp_path, AUDITED[name][0], hostile.add_rules, hostile.add_repository)
    hostile.play_log(world.game)
    _, may, words = AUDITED[name]
    if name in READ_RULES:
        may = replace(may, reads=("rules.py",))
    run = world.run(
        *words.split(), until="http://" if name == "studio" else "", XDG_STATE_HOME=str(world.game)
    )
    assert broken(world, run, may) == []
    assert "ran rules" not in run.said
    if name in READ_RULES - {"compare", "studio", "trust"}:
        assert run.status == 1
        assert "untrusted-rules" in run.said


@pytest.mark.slow
def test_rules_beside_a_game_that_run_are_seen(tmp_path: Path) -> None:
    world = world_of(tmp_path, QUICKLY, hostile.add_rules)
    assert world.run("trust", "--yes").status == 0
    run, found = go(world, "replay")
    assert "ran rules" in run.said
    assert any("code of the game" in one for one in found)
    assert any("victim.txt was changed" in one for one in found)


@pytest.mark.slow
def test_settings_beside_a_game_are_not_those_of_the_compiler(tmp_path: Path) -> None:
    world = world_of(tmp_path, SMALL, hostile.add_foreign_files)
    _, found = go(world, "doctor", NUMBA_DISABLE_JIT="0")
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("way", hostile.WAYS)
def test_a_picture_shows_no_file_outside(tmp_path: Path, way: str) -> None:
    world = world_of(tmp_path, SMALL)
    hostile.add_foreign_files(world.game, world.outside)
    hostile.picture(world.game, world.outside, way)
    run, found = go(world, "preview")
    assert found == []
    assert shows_outside(world) == 0
    assert run.status in (0, 1)


def shows_outside(world: World) -> int:
    """Count the pixels of all pictures in output that have the colour of the picture outside."""
    found = 0
    for path in (world.game / "output").glob("*.png"):
        with Image.open(path) as picture:
            found += sum(
                number
                for number, colour in picture.convert("RGB").getcolors(1 << 24) or ()
                if near(colour)
            )
    return found


def near(colour: Any) -> bool:
    """Return whether a colour is that of the picture outside."""
    return all(abs(one - other) <= 3 for one, other in zip(colour, hostile.CANARY, strict=True))


@pytest.mark.slow_cases("report", "studio")
@pytest.mark.parametrize("name", ["log", "log add", "log export", "log remove", "report", "studio"])
def test_a_journal_of_the_log_deletes_nothing(tmp_path: Path, name: str) -> None:
    world = world_of(tmp_path, AUDITED[name][0], hostile.add_hot_journal)
    assert go(world, name)[1] == []


_LED = {
    hostile.add_journal_above: ("build", "build all", "import", "languages"),
    hostile.add_links: ("build", "build all", "export png", "import", "languages", "new"),
    hostile.add_output_that_leads_out: ("build", "export png", "release"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("adding", "name"), [(adding, name) for adding, names in _LED.items() for name in names]
)
def test_a_link_or_a_journal_leads_nothing_out(
    tmp_path: Path, name: str, adding: Callable[[Path, Path], None]
) -> None:
    world = world_of(tmp_path, SMALL, adding)
    first = _LINK if OUT.writes[0] in AUDITED[name][1].writes else ""
    assert go(world, name, first=first)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["build since", "diff"])
def test_a_repository_shows_nothing_of_another(tmp_path: Path, name: str) -> None:
    world = world_of(tmp_path, SMALL, hostile.add_repository_of_another)
    run, found = go(world, name)
    assert found == []
    assert run.status == 2


_LINK = """
import os
if os.path.isdir("output") and not os.path.islink("output"):
    os.symlink("../../../../../outside/victim.txt", f"output/.emporium-pnp.journal.{os.getpid()}")
"""
"""Puts a link at the name that the journal of this process would have, as many links at all such
names do.
"""


@pytest.mark.slow_cases("build lock", "diff lock", "report", "studio")
@pytest.mark.parametrize(
    "name",
    ["log", "log show", "log notes", "log export", "build lock", "diff lock", "report", "studio"],
)
def test_what_is_beside_a_game_steers_no_terminal(tmp_path: Path, name: str) -> None:
    world = world_of(tmp_path, AUDITED[name][0], hostile.add_words_for_terminals)
    assert go(world, name)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "build",
        "build all",
        "build lock",
        "check",
        "diff lock",
        "languages",
        "log",
        "log notes",
        "release",
        "sheets",
        "studio",
    ],
)
def test_a_pipe_or_a_device_beside_a_game_holds_nothing_up(tmp_path: Path, name: str) -> None:
    world = world_of(tmp_path, AUDITED[name][0], hostile.add_pipes)
    assert go(world, name)[1] == []


# ---------------------------------------------------------------- the harness itself

REOPENED = {
    "settings of the compiler": ("doctor", "import numba", "a file for other programs"),
    "a journal of SQLite": (
        "log",
        (
            "import sqlite3\nsqlite3.connect('playtests.sqlite').execute('SELECT * FROM "
            "sqlite_master').fetchall()"
        ),
        "deleted.txt was removed",
    ),
    "a picture of outside": (
        "preview",
        "import os, resvg_py\n"
        'svg = \'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="{}" '
        'width="9" height="9"/></svg>\'\n'
        "svg = svg.format(os.path.abspath('../../../../outside/secret.png'))\n"
        "os.makedirs('output', exist_ok=True)\n"
        "open('output/seen.png', 'wb').write(bytes(resvg_py.svg_to_bytes(svg_string=svg)))",
        "secret.png was opened",
    ),
    "a link at the journal's name": (
        "build",
        _LINK.replace('"output"', '"."').replace("output/", "").replace("../outside", "outside")
        + "open(f'.emporium-pnp.journal.{os.getpid()}', 'w').write('[]')",
        "victim.txt was changed",
    ),
    "words for a terminal": ("log", "print('\\x1b]0;owned\\x07')", "control characters"),
    "a socket": (
        "games",
        "import socket\nsocket.socket().connect_ex(('127.0.0.1', 9))",
        "the network",
    ),
    "a program": ("games", "import os\nos.system('true')", "a program"),
    "a module of the game": (
        "games",
        "import sys\nsys.path.insert(0, '.')\ntry:\n    import conftest\nexcept SystemExit: pass",
        "a file for other programs",
    ),
    "a pickle": ("games", "import pickle\npickle.loads(b'cposix\\nsystem\\n.')", "unpickled"),
    "a file of somebody's": ("games", "open('/etc/passwd').read()", "read outside"),
    "a file of the game": ("games", "import os\nos.remove('cards.yaml')", "removed"),
}
"""What behaves as the tool did before a hole was mended: a command, Python that its process runs
before, and what is to be said of it.
"""


@pytest.mark.slow
@pytest.mark.parametrize("hole", REOPENED)
def test_a_hole_that_is_open_again_is_seen(tmp_path: Path, hole: str) -> None:
    name, first, said = REOPENED[hole]
    world = world_of(tmp_path, SMALL, hostile.add_foreign_files, hostile.add_hot_journal)
    _, found = go(world, name, first=first)
    assert any(said in one for one in found), found
    if hole == "a picture of outside":
        assert shows_outside(world) > 0


def test_the_page_names_tests_that_there_are() -> None:
    text = (ROOT / "docs" / "reference" / "what-a-game-can-do.md").read_text(encoding="utf-8")
    own = f"tests/auditing/{Path(__file__).name}"
    assert f"`T` stands for `{own}`" in text
    promises = [
        line
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith("| It cannot |")
    ]
    assert len(promises) > 12
    for line in promises:
        named = re.findall(r"`([\w/.]+)::(\w+)`", line.rpartition(" | ")[2])
        assert named, line
        for file, test in named:
            source = (ROOT / (own if file == "T" else file)).read_text(encoding="utf-8")
            assert re.search(rf"^(?:async )?def {test}\(", source, re.M), (file, test)
