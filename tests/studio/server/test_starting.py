"""The server of a folder without a game: who may ask it, and what it serves."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.desk.starting import Start
from studio.guard.guarding import Guard
from studio.server.serving import listen
from studio.server.starting import StartServer
from tests.studio.conftest import until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StartServer]:
    with listen(0) as opened:
        server = StartServer(
            Start(tmp_path, {"mini": "small cards"}), Guard(opened.getsockname()[1])
        )
        thread = threading.Thread(target=server.run, args=[opened], daemon=True)
        thread.start()
        until(lambda: server.server.started, "the server starts")
        yield server
        server.server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
        assert opened.fileno() >= 0


def ask(server: StartServer, method: str, path: str, **headers: str) -> tuple[int, Any, str]:
    """Return the status of an answer, its headers and its text."""
    line = http.client.HTTPConnection("127.0.0.1", server.guard.port, timeout=20)
    line.request(method, path, headers=headers)
    answer = line.getresponse()
    found = answer.status, answer.headers, answer.read().decode()
    line.close()
    return found


def begin(server: StartServer, layout: str) -> Any:
    bearer = f"Bearer {server.guard.token}"
    return json.loads(
        ask(server, "POST", f"/begin?way=layout&which={layout}&name=Realm", Authorization=bearer)[2]
    )


def test_without_the_token_nothing_is_told_or_begun(server: StartServer, tmp_path: Path) -> None:
    assert ask(server, "GET", "/offer")[0] == 401
    assert ask(server, "GET", "/sample?way=layout&which=mini")[0] == 401
    assert ask(server, "POST", "/begin?way=starter&name=Realm")[0] == 401
    assert ask(server, "GET", "/", Host="evil.example")[0] == 403
    assert ask(server, "GET", "/page/main.js")[0] == 404
    assert list(tmp_path.iterdir()) == []


def test_it_ends_once_a_game_has_begun(server: StartServer, tmp_path: Path) -> None:
    assert begin(server, "none") == {"fault": "there is no 'none' to start from"}
    assert not server.server.should_exit
    assert "start.js" in ask(server, "GET", "/")[2]
    assert begin(server, "mini") == {"remarks": []}
    until(lambda: server.server.should_exit, "it ends")
    assert (tmp_path / "cards.yaml").is_file()


def test_a_page_that_comes_too_soon_comes_again(server: StartServer) -> None:
    server.start.begin("starter", "", "Realm")
    _, headers, text = ask(server, "GET", "/")
    assert (headers["Refresh"], "start.js" in text) == ("1", False)
