"""What a game's folder may give to read: plain files in it, of a size, and nothing that waits,
never ends or is elsewhere.
"""

from __future__ import annotations

import ast
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.data.opening import CannotRead, open_file, read_file, read_named
from generator.data.problems import ProblemError
from tests.conftest import ROOT

MOST = 1000
on_unix = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no pipes and devices in folders"
)


def _code(read: Callable[[], object]) -> str:
    with pytest.raises(ProblemError) as fault:
        read()
    return fault.value.problems[0].code


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text("not yours")
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "game" / "art" / "goat.png").write_bytes(b"a goat")
    return tmp_path / "game"


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # an address may have few letters
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


UNREADABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "no-plain-file")
    if sys.platform != "win32"
    else (Path.mkdir, "is-a-folder"),
    "socket": (_socket, "no-plain-file"),
    "folder": (Path.mkdir, "is-a-folder"),
    "huge": (_sparse, "too-large"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "no-plain-file"),
    "outside": (lambda path: path.symlink_to("../secret"), "outside-folder"),
    "absolute": (lambda path: path.symlink_to(path.parent.parent / "secret"), "outside-folder"),
    "nowhere outside": (lambda path: path.symlink_to("../nothing"), "outside-folder"),
}


@on_unix
@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_plain_file_of_the_folder_is_refused_without_waiting(
    game: Path, what: str
) -> None:
    make, code = UNREADABLE[what]
    make(game / "LICENSE")
    assert _code(lambda: read_file(game / "LICENSE", game, MOST)) == code
    assert _code(lambda: open_file(game / "LICENSE", game, MOST)) == code


@on_unix
@pytest.mark.parametrize("what", ["pipe", "socket", "folder", "huge"])
def test_a_file_that_a_person_names_is_plain_too(game: Path, what: str) -> None:
    make, code = UNREADABLE[what]
    make(game / "LICENSE")
    assert _code(lambda: read_named(game / "LICENSE", MOST)) == code


@on_unix
def test_a_file_that_a_person_names_is_wherever_links_lead_and_may_be_a_shells_pipe(
    game: Path,
) -> None:
    (game / "mine.csv").symlink_to("../secret")
    assert read_named(game / "mine.csv", MOST) == b"not yours"
    (game / "zero").symlink_to("/dev/zero")
    assert _code(lambda: read_named(game / "zero", MOST)) == "no-plain-file"
    reading, writing = os.pipe()
    os.write(writing, b"piped")
    os.close(writing)
    assert read_named(Path(f"/dev/fd/{reading}"), MOST) == b"piped"
    os.close(reading)
    with Path("/dev/zero").open("rb") as endless:
        assert _code(lambda: read_named(Path(f"/dev/fd/{endless.fileno()}"), MOST)) == "too-large"
    assert _code(lambda: read_named(Path("/dev/zero"), MOST)) == "no-plain-file"


@on_unix
def test_links_within_the_folder_are_followed(game: Path) -> None:
    (game / "pictures").symlink_to("art")
    (game / "goat.png").symlink_to("pictures/goat.png")
    assert read_file(game / "goat.png", game, MOST) == b"a goat"
    (game.parent / "shortcut").symlink_to("game")
    assert (
        read_file(game.parent / "shortcut" / "goat.png", game.parent / "shortcut", MOST)
        == b"a goat"
    )
    assert read_file(game / "goat.png", game.parent / "shortcut", MOST) == b"a goat"


@on_unix
def test_a_folder_that_leads_out_takes_its_files_with_it(game: Path) -> None:
    (game / "fonts").symlink_to("..")
    assert _code(lambda: read_file(game / "fonts" / "secret", game, MOST)) == "outside-folder"
    assert _code(lambda: read_file(game / ".." / "secret", game, MOST)) == "outside-folder"
    (game.parent / "game too").mkdir()  # a name that begins as the folder's does
    (game.parent / "game too" / "secret").write_text("not yours")
    assert (
        _code(lambda: read_file(game.parent / "game too" / "secret", game, MOST))
        == "outside-folder"
    )


def test_a_file_has_as_many_bytes_as_it_may_and_no_more(game: Path) -> None:
    path = game / "notes.jsonl"
    path.write_bytes(bytes(MOST))
    assert len(read_file(path, game, MOST)) == MOST
    path.write_bytes(bytes(MOST + 1))
    with pytest.raises(
        ProblemError, match="expected at most 1,000 bytes, found 1,001 bytes"
    ) as fault:
        read_file(path, game, MOST)
    assert str(fault.value.problems[0].place) == "notes.jsonl"


def test_a_file_that_grows_while_it_is_read_is_too_large(game: Path) -> None:
    path = game / "notes.jsonl"
    path.write_bytes(b"small")
    with open_file(path, game, MOST) as file:
        path.write_bytes(bytes(MOST * 2))
        assert len(file.read(MOST + 1)) == MOST + 1
    assert _code(lambda: read_file(path, game, MOST)) == "too-large"


@on_unix
def test_a_link_that_comes_between_looking_and_opening_is_not_followed(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game / "LICENSE"
    path.write_text("free")
    waiting = [os.path.realpath(path)]
    stat = os.stat

    def swapped(looked: Path, **how: bool) -> os.stat_result:
        found = stat(looked, **how)
        if str(looked) in waiting:
            waiting.clear()
            path.unlink()
            path.symlink_to("../secret")
        return found

    monkeypatch.setattr(os, "stat", swapped)
    assert _code(lambda: read_file(path, game, MOST)) == "no-plain-file"


def test_what_is_not_there_is_an_error_of_the_system(game: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(game / "LICENSE", game, MOST)
    with pytest.raises(FileNotFoundError):
        read_file(game / "a\0b", game, MOST)
    with pytest.raises(FileNotFoundError):
        read_named(game / "a\0b", MOST)
    if sys.platform != "win32":
        (game / "circle").symlink_to("circle")
        with pytest.raises(OSError, match="circle"):
            read_file(game / "circle", game, MOST)
    with pytest.raises(NotADirectoryError):
        read_file(game / "art" / "goat.png" / "x", game, MOST)


# ---------------------------------------------------------------- nothing is opened in another way

PATHS = {
    "read_bytes",
    "read_text",
    "write_bytes",
    "write_text",
    "open",
    "touch",
    "symlink_to",
    "hardlink_to",
}
"""What a path does with a file, by whatever name the path goes; and `open` itself."""
LIBRARIES = {
    *(
        "ZipFile",
        "TTFont",
        "ShapedTTFont",
        "PdfDocument",
        "CalamineWorkbook",
        "from_path",
        "Workbook",
        "ImageReader",
    ),
    *(
        "FileSystemLoader",
        "PackageLoader",
        "spec_from_file_location",
        "run_path",
        "run_module",
        "FileHandler",
    ),
    *(
        "JournalFileBackend",
        "JournalFileOpenLock",
        "FileResponse",
        "StaticFiles",
        "ParquetFile",
        "ParquetWriter",
    ),
    *(
        "mkstemp",
        "NamedTemporaryFile",
        "TemporaryFile",
        "SpooledTemporaryFile",
        "getline",
        "getlines",
        "safe_load",
    ),
}
"""What opens a file if it is given a path, wherever it was imported from."""
FUNCTIONS = {
    *(
        "os.open",
        "os.fdopen",
        "os.link",
        "os.symlink",
        "os.truncate",
        "os.mkfifo",
        "io.open",
        "codecs.open",
        "mmap.mmap",
    ),
    *(
        "sqlite3.connect",
        "shelve.open",
        "dbm.open",
        "gzip.open",
        "bz2.open",
        "lzma.open",
        "tarfile.open",
        "wave.open",
    ),
    *(
        "np.load",
        "np.loadtxt",
        "np.genfromtxt",
        "np.fromfile",
        "np.memmap",
        "np.save",
        "np.savez",
        "np.savetxt",
    ),
    *(
        "shutil.copy",
        "shutil.copy2",
        "shutil.copyfile",
        "shutil.copytree",
        "shutil.move",
        "shutil.rmtree",
        "shutil.unpack_archive",
    ),
}
_CALLED = re.compile(
    rf"\b(?:{'|'.join({one.rpartition('.')[2] for one in PATHS | LIBRARIES | FUNCTIONS})})\("
)
OURS = "what our packages hold"
CODE = "code that is installed, or that a person named to be run"
CACHE = "the user's own folder for caches"
STREAM = "an open stream, not a file"
NO_FILE = "no file at all"
ELSEWHERE = {
    "generator/book/composing.py Composer.read": NO_FILE,
    "generator/cells/fetching.py _get": NO_FILE,
    "generator/cells/fetching.py fetch": CACHE,
    "generator/cells/spreadsheets.py write_xlsx": "a workbook in memory",
    "generator/cli/console.py _hush": "the null device",
    "generator/cli/main.py _flush": "the null device",
    "generator/cli/main.py _open_streams": "the null device and the three streams",
    "generator/data/apart.py serve": STREAM,
    "generator/data/budget.py _data_bytes": "what Linux says of this process",
    "generator/data/files.py _beside": "a new file under a random name",
    "generator/data/files.py _noted": "the file that `_beside` made",
    "generator/data/files.py _locked": "a folder, to be locked; on Windows a file in the user's own folder",
    "generator/data/files.py _place": "the file that `_beside` made",
    "generator/data/files.py found_again": CACHE,
    "generator/data/files.py keep": CACHE,
    "generator/data/files.py sync_folder": "a folder that a file was just written to",
    "generator/data/files.py writing": "the file that `_beside` made",
    "generator/data/files.py writing_files.add": "the file that `_beside` made",
    "generator/data/installing.py _extras_before": "what the installer wrote",
    "generator/data/installing.py _source": "what the installer wrote",
    "generator/data/installing.py installer": "what the installer wrote",
    "generator/data/programs.py running": "a file of ours without a name",
    "generator/data/revisions.py take_out": "a new folder of our own, without links",
    "generator/data/source.py read_plain": OURS,
    "generator/export/services.py zip_of": "an archive in memory",
    "generator/face/bytecode.py _source_hash": OURS,
    "generator/face/keeping.py _edition": OURS,
    "generator/face/text/area.py set_area": NO_FILE,
    "generator/face/text/flow.py _block": NO_FILE,
    "generator/face/outlines.py truetype_file": CACHE,
    "generator/job/decks.py _write": "a new folder of our own",
    "generator/job/differing.py _template": OURS,
    "generator/job/releasing.py _built": "files just made in a new folder of our own",
    "generator/job/releasing.py zipped": "an archive in memory",
    "generator/job/starting.py _files": OURS,
    "generator/job/starting.py _fonts": OURS,
    "generator/job/starting.py copy_game": OURS,
    "generator/pdf/raster.py _Pages.__init__": "a PDF in memory",
    "rules_check/engine/consent.py trust": "an empty file in the user's own folder for agreements",
    "rules_check/engine/kernel.py files_hash": CODE,
    "rules_check/engine/kernel.py sources_of": CODE,
    "rules_check/engine/promises.py _look_at": CODE,
    "rules_check/engine/rehearsing.py Rehearsal._refusal": CODE,
    "rules_check/engine/rehearsing.py _line": CODE,
    "rules_check/engine/rehearsing.py _line_with": CODE,
    "rules_check/engine/rehearsing.py _main": STREAM,
    "rules_check/engine/rehearsing.py _play": STREAM,
    "rules_check/engine/rehearsing.py function_at": CODE,
    "rules_check/engine/kept.py _read": CACHE,
    "rules_check/engine/kept.py keep_learned": CACHE,
    "rules_check/engine/meanwhile.py _main": STREAM,
    "rules_check/engine/pruning.py note_use": CACHE,
    "rules_check/engine/pruning.py prune": CACHE,
    "rules_check/engine/translating.py _keep": CACHE,
    "rules_check/engine/translating.py _read": CACHE,
    "rules_check/engine/warming.py _alone": CACHE,
    "rules_check/engine/warming.py _compiled": CACHE,
    "rules_check/engine/warming.py _pace": CACHE,
    "rules_check/engine/warming.py _warm": CACHE,
    "rules_check/engine/warming.py warm_beside": CACHE,
    "rules_check/engine/written.py _module": CACHE,
    "rules_check/engine/written.py load_file": CACHE,
    "rules_check/engine/written.py load_source": CACHE,
    "rules_check/log/lines.py add_lines": "the log, looked at before, under the lock of its folder",
    "rules_check/log/old.py _check_schema": "a database in memory",
    "rules_check/log/old.py _opened": "a database in memory",
    "rules_check/play/own.py function_of": CODE,
    "rules_check/play/rows.py ParquetRows.__init__": STREAM,
    "rules_check/prove/fitting.py _read": CACHE,
    "rules_check/prove/soundness.py trial_finding": CACHE,
    "rules_check/prove/tuning.py Search._storage": "the file of --study, looked at before: no link, and a study",
    "rules_check/report/page.py _template": OURS,
    "rules_check/toolkit/writing/loading.py _load_file": CACHE,
    "studio/cli/studio.py _announce": NO_FILE,
    "studio/desk/starting.py _deck": "a new folder of our own",
    "studio/desk/desk.py Desk._move_to": "the copy just made, if it could not be made whole",
    "studio/server/serving.py page_routes.page": OURS,
    "studio/server/serving.py make_app.enter": NO_FILE,
    **dict.fromkeys(
        (
            f"studio/web/building.py {name}"
            for name in (
                "_compile",
                "_pack",
                "_put",
                "_pyodide",
                "build_site",
                "licences",
                "write_zip",
            )
        ),
        "the site that is built",
    ),
    **dict.fromkeys(
        (f"studio/web/folder.py {name}" for name in ("as_zip", "from_files", "from_tool")),
        "a folder in the browser's memory",
    ),
    **dict.fromkeys(
        (f"studio/web/tab.py Tab.{name}" for name in ("changes", "hear", "take_files")),
        "a folder in the browser's memory",
    ),
}
"""Where a file is opened without this module, and why it may be: the module, and the function in
it.
"""
OPENERS = ("generator/data/opening.py", "rules_check/log/store.py", "rules_check/log/notes.py")
"""The module that opens, and those of the playtest log, which SQLite opens by its path."""


def _opened_in(path: Path) -> Iterator[str]:
    """List the functions of a module that open files, each by the module and its name."""

    text = path.read_text(encoding="utf-8")
    if not _CALLED.search(text):
        return iter(())

    def visit(node: ast.AST, names: tuple[str, ...]) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            inner = names
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = (*names, child.name)
            if isinstance(child, ast.Call) and _opens(child):
                yield f"{path.relative_to(ROOT).as_posix()} {'.'.join(inner)}"
            yield from visit(child, inner)

    return visit(ast.parse(text), ())


def _opens(call: ast.Call) -> bool:
    name = _name(call.func)
    last = name.rpartition(".")[2]
    is_in_memory = any(
        isinstance(one, ast.Call) and _name(one.func) == "io.BytesIO" for one in call.args
    )
    return not is_in_memory and (name in FUNCTIONS or last in PATHS or last in LIBRARIES)


def _name(node: ast.expr) -> str:
    """Write what is called, such as os.open; what is before the last name only if that is a name
    too.
    """
    if isinstance(node, ast.Attribute):
        return f"{node.value.id if isinstance(node.value, ast.Name) else ''}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@pytest.mark.slow
def test_no_module_opens_a_games_file_in_another_way() -> None:
    paths = [
        path
        for house in ("generator", "rules_check", "studio")
        for path in sorted((ROOT / house).rglob("*.py"))
    ]
    modules = [path for path in paths if path.relative_to(ROOT).as_posix() not in OPENERS]
    found = {name for path in modules for name in _opened_in(path)}
    assert sorted(found - ELSEWHERE.keys()) == [], (
        "read it with generator.data.opening, write it with generator.data.files"
    )
    assert sorted(ELSEWHERE.keys() - found) == [], "take it off the list"


def test_what_the_system_refuses_cannot_be_read(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the command that fails does not say that it cannot write."""

    def refuse(path: Path, _: int) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    path = game / "art" / "goat.png"
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(CannotRead) as caught:
        read_file(path, game, MOST)
    assert (caught.value.errno, caught.value.filename) == (13, str(path))
