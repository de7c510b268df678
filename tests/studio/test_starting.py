"""A folder without a game: the page asks how the game begins, makes it, and opens it at the same
address.
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.cli.new import LAYOUTS
from studio.desk.desk import Desk
from studio.desk.starting import Start
from studio.guard.guarding import Guard
from studio.server.serving import listen, make_server
from studio.server.starting import StartServer
from tests.studio.conftest import open_address, until
from tests.studio.test_page import barriers

SHEET = "Name,Cost,Text\nOtter,2,Draw a card.\nHeron,3,Fish.\n"


def run_start(folder: Path) -> Iterator[str]:
    """Run a studio in a folder without a game, as the command does; gives its address."""
    folder.mkdir(exist_ok=True)
    with listen(0) as opened:
        guard, servers = Guard(opened.getsockname()[1]), list[Any]()
        start = StartServer(Start(folder, LAYOUTS), guard)
        servers.append(start.server)

        def serve() -> None:
            begun = start.run(opened)
            if begun is not None:
                servers.append(make_server(Desk(begun.path), guard))
                servers[-1].run(sockets=[opened])

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        until(lambda: start.server.started, "the server starts")
        yield guard.address
        for server in servers:
            server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "river-town"


@pytest.fixture
def page(folder: Path, browser: Any) -> Iterator[Any]:
    for address in run_start(folder):
        yield from open_address(
            address, "main.start", browser, viewport={"width": 1366, "height": 768}
        )


def drop(page: Any, name: str, content: bytes) -> None:
    page.evaluate(
        """([name, content]) => {
            const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            for (const word of ["dragover", "drop"])
                document.querySelector(".sheet").dispatchEvent(new DragEvent(word, { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [name, base64.b64encode(content).decode()],
    )


def test_a_layout_becomes_a_game_in_the_empty_folder_and_opens(page: Any, folder: Path) -> None:
    assert barriers(page) == []
    assert page.get_by_label("Its name").input_value() == "River Town"
    pictures = page.locator(".ways button .sample img")
    until(lambda: pictures.count() == page.locator(".ways button").count(), "a card of each way")
    assert pictures.evaluate_all("all => all.every((one) => one.naturalWidth > 100)")
    page.get_by_label("Its name").fill("Ford & Ferry")
    page.get_by_role("button", name="Trick").click()
    page.wait_for_selector("button.card")
    assert page.locator("h1").inner_text() == "Ford & Ferry"
    assert 'title: "Ford & Ferry"' in (folder / "cards.yaml").read_text(encoding="utf-8")
    assert page.url.startswith("http://127.0.0.1:")


@pytest.mark.slow
def test_a_spreadsheet_that_is_dropped_becomes_a_deck(page: Any, folder: Path) -> None:
    drop(page, "notes.docx", b"words")
    until(
        lambda: "expected a file that ends in" in page.get_by_role("alert").inner_text(),
        "what is no spreadsheet is refused",
    )
    assert list(folder.iterdir()) == []
    drop(page, "animals.csv", SHEET.encode())
    page.wait_for_selector("button.card")
    assert "Otter" in (folder / "cards.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_copy_of_a_game_goes_beside_other_files(folder: Path, browser: Any) -> None:
    folder.mkdir()
    (folder / "shopping.txt").write_text("bread\n", encoding="utf-8")
    for address in run_start(folder):
        for page in open_address(
            address, "main.start", browser, viewport={"width": 390, "height": 844}
        ):
            page.get_by_label("Its name").fill("River Realm")
            assert "in a new folder there: river-realm" in page.locator(".name").inner_text()
            page.get_by_role("button", name="Empire", exact=True).click()
            page.wait_for_selector("button.card")
    assert sorted(path.name for path in folder.iterdir()) == ["river-realm", "shopping.txt"]
    assert (folder / "river-realm" / "cards.yaml").is_file()
