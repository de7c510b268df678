"""The static site in a browser: small, alone, offline, and printing the bytes that this machine
prints.
"""

from __future__ import annotations

import io
import pickle
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.data.loading import bundled_games, load_game
from generator.job.build import build
from generator.job.planning import Options
from studio.web.building import (
    KEPT_OF_LOCALES,
    build_site,
    cut_locale,
    is_left_out,
    licences,
    write_zip,
)
from studio.web.folder import as_zip
from tests.conftest import ROOT
from tests.studio.conftest import COMMENT, make_small_game, until

MOST_BYTES = 25_000_000
WAIT_MS = 180_000
"""On a busy machine: Python is fetched, started and asked to draw."""


def test_sources_data_and_tests_of_nobody_are_left_out() -> None:
    assert is_left_out("fontTools/pens/momentsPen.c")
    assert is_left_out("../../bin/pyftsubset")
    assert is_left_out("__pycache__/typing_extensions.cpython-311.pyc")
    assert not is_left_out("generator/data/game.py")
    assert not is_left_out("font_source_sans_pro/files/SourceSansPro-It.ttf")


_ONLY_PACKED = """
import sys
from importlib.metadata import packages_distributions
from studio.web.building import COMPILED, PURE, STAND_INS, is_left_out

def is_packed(module, sellers):
    names = {name.lower().replace("_", "-") for name in sellers}
    return f"{module}/__init__.py" in STAND_INS or not names.isdisjoint((*COMPILED, *PURE))

class Site:
    missing = {
        module
        for module, sellers in packages_distributions().items()
        if module not in ("generator", "rules_check", "studio") and not is_packed(module, sellers)
    }

    def find_spec(self, name, path=None, target=None):
        file = name.replace(".", "/")
        if name.partition(".")[0] in self.missing or is_left_out(f"{file}/any") or is_left_out(f"{file}.py"):
            raise ModuleNotFoundError(f"the site has no {name}")

assert "numpy" in Site.missing and "click" not in Site.missing
for module in [name for name in sys.modules if name.partition(".")[0] in Site.missing]:
    del sys.modules[module]
sys.meta_path.insert(0, Site())
import studio.web.tab
"""
"""Imports what the page starts with, where only the modules of the site can be imported."""


def test_the_page_starts_with_what_the_site_packs() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _ONLY_PACKED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("language", ["en", "de", "fr", "pl", "ar", "pt_BR", "en_IN", "root"])
def test_numbers_and_plurals_are_those_of_the_whole_data(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from babel import Locale, localedata
    from babel.numbers import format_decimal

    def said() -> list[object]:
        locale = Locale.parse(language)
        forms = [locale.plural_form(number) for number in (*range(30), 101, 1000)]
        return [*forms, *(format_decimal(number, None, locale) for number in (0, -3, 1234.5, 1e9))]

    whole = said()
    load = pickle.load
    monkeypatch.setattr(
        pickle, "load", lambda file: pickle.loads(cut_locale(pickle.dumps(load(file))))
    )
    localedata._cache.clear()
    try:
        assert said() == whole
        assert set(localedata.load(language, merge_inherited=False)) <= set(KEPT_OF_LOCALES)
    finally:
        localedata._cache.clear()


def test_every_library_brings_its_licence() -> None:
    said = licences()
    assert "Mozilla Public License" in said
    for part in said.split("=" * 80)[2:]:
        name, *text = part.strip().splitlines()
        assert len(" ".join(text)) > 200 or len(name.split()) > 2, name


def test_the_same_files_are_packed_to_the_same_bytes(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "file").write_bytes(name.encode())
    write_zip(tmp_path / "in", tmp_path / "one.zip")
    write_zip(tmp_path / "in", tmp_path / "other.zip")
    assert zipfile.ZipFile(tmp_path / "one.zip").namelist() == ["a/file", "b/file"]
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()


class Site(NamedTuple):
    folder: Path
    url: str
    stop: Callable[[], None]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    folder = tmp_path_factory.mktemp("site")
    build_site(folder)
    return folder


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def stop() -> None:
            server.shutdown()
            server.server_close()

        yield Site(folder, f"http://127.0.0.1:{server.server_port}/", stop)
        server.shutdown()


@pytest.fixture
def page(site: Site, browser: Any) -> Iterator[Any]:
    """The page before a game is open; it asks nobody else, and the browser complains of nothing."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page, complaints = context.new_page(), list[str]()
    page.set_default_timeout(WAIT_MS)
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    context.on(
        "request",
        lambda one: (
            None if one.url.startswith((site.url, "blob:", "data:")) else complaints.append(one.url)
        ),
    )
    page.goto(site.url)
    page.wait_for_selector("#start[data-ready]")
    yield page
    context.close()
    assert complaints == []


def open_game(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector("button.card")


def upload(page: Any, folder: Path) -> None:
    page.set_input_files(
        "#open-zip",
        {"name": f"{folder.name}.zip", "mimeType": "application/zip", "buffer": as_zip(folder)},
    )
    page.wait_for_selector("button.card")


def downloaded(page: Any) -> dict[str, bytes]:
    """Ask for the game as a zip, and return its files."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download as a zip").click()
    with zipfile.ZipFile(io.BytesIO(Path(waiting.value.path()).read_bytes())) as packed:
        return {name.partition("/")[2]: packed.read(name) for name in packed.namelist()}


def set_name(page: Any, name: str) -> None:
    """Change a name in the grid."""
    page.get_by_label("name of tib").fill(name)
    page.keyboard.press("Tab")


@pytest.mark.slow
def test_the_site_is_small_and_knows_its_files(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    said = (folder / "offline.js").read_text(encoding="utf-8")
    assert all(
        f'"{path.relative_to(folder).as_posix()}"' in said
        for path in files
        if path.name != "offline.js"
    )


@pytest.mark.slow_cases("brick-and-mortar", "empire", "emporium", "merchants-of-magick")
@pytest.mark.parametrize("name", list(bundled_games()))
def test_pdfs_are_those_that_this_machine_prints(name: str, page: Any, tmp_path: Path) -> None:
    built = build(load_game(bundled_games()[name]), Options(output=tmp_path / "output"))
    expected = {file.path.name: file.path.read_bytes() for file in built.files}
    open_game(page, name)
    found = dict[str, Any]()
    page.on("download", lambda one: found.__setitem__(one.suggested_filename, one))
    page.get_by_role("button", name="Sheets").click()
    page.wait_for_selector(".pages figure img")
    page.get_by_role("button", name="Write the PDFs").click()
    page.get_by_text("Written: ").wait_for()
    for _ in range(600):
        if len(found) == len(expected):
            break
        page.wait_for_timeout(100)
    assert {name: Path(one.path()).read_bytes() for name, one in found.items()} == expected


@pytest.mark.slow
def test_an_edit_is_kept_without_a_network(page: Any, site: Site, tmp_path: Path) -> None:
    game = make_small_game(tmp_path / "toad").parent
    upload(page, game)
    set_name(page, "Tub")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Saved").wait_for()
    files = downloaded(page)
    assert files["cards.yaml"].startswith(COMMENT.encode())
    assert b"Tub" in files["cards.yaml"]
    site.stop()
    page.reload()
    page.wait_for_selector("#start[data-ready]")
    open_game(page, "toad")
    assert downloaded(page) == files


FOLDER = """
globalThis.showDirectoryPicker = async () => {
  const home = await (await navigator.storage.getDirectory()).getDirectoryHandle("toad", { create: true });
  return home;
};
globalThis.folderWrites = async (name, content) => {
  let folder = await showDirectoryPicker();
  const parts = name.split("/"), last = parts.pop();
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  const out = await (await folder.getFileHandle(last, { create: true })).createWritable();
  await out.write(content);
  await out.close();
};
globalThis.folderReads = async (name) => {
  let folder = await showDirectoryPicker();
  const parts = name.split("/"), last = parts.pop();
  try {
    for (const part of parts) folder = await folder.getDirectoryHandle(part);
    return await (await (await folder.getFileHandle(last)).getFile()).text();
  } catch { return null; }
};
"""
"""A folder of the browser's own in the place of one that a person chooses, which no test can."""


@pytest.mark.slow
def test_a_folder_is_opened_written_and_watched(page: Any, tmp_path: Path) -> None:
    game = make_small_game(tmp_path / "toad").parent
    page.evaluate(f"() => {{{FOLDER}}}")
    for path in game.rglob("*"):
        if path.is_file():
            name = path.relative_to(game).as_posix()
            page.evaluate(
                "([name, content]) => folderWrites(name, content)",
                [name, path.read_text(encoding="utf-8")],
            )
    page.get_by_role("button", name="Open a folder").click()
    page.wait_for_selector("button.card")
    set_name(page, "Tub")
    until(
        lambda: page.evaluate("folderReads('cards.yaml.unsaved')"), "what is unsaved is put aside"
    )
    page.get_by_role("button", name="Save", exact=True).click()
    until(lambda: "Tub" in page.evaluate("folderReads('cards.yaml')"), "the file is written")
    until(
        lambda: page.evaluate("folderReads('cards.yaml.unsaved')") is None,
        "what was put aside is gone",
    )
    other = page.evaluate("folderReads('cards.yaml')").replace("Tub", "Tom")
    page.evaluate("(content) => folderWrites('cards.yaml', content)", other)
    page.evaluate("dispatchEvent(new Event('focus'))")
    until(
        lambda: page.get_by_label("name of tib").input_value() == "Tom",
        "the other program's change is shown",
    )


@pytest.mark.slow
def test_what_is_no_game_is_said(page: Any) -> None:
    page.set_input_files(
        "#open-zip", {"name": "a.zip", "mimeType": "application/zip", "buffer": b"no zip"}
    )
    page.get_by_text("this zip cannot be read").wait_for()
    open_game(page, "Begin a new game")
