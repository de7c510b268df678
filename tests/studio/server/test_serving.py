"""The server under attack: other hosts, other pages, no token, too much at once, and ways out of
the folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import socket
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from studio.guard.guarding import MAX_MESSAGE
from studio.server.serving import BAD_TOKEN, PAGE, SEAT_FILES, listen
from studio.server.starting import START_FILES
from tests.studio.conftest import Studio, until

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def get(
    studio: Studio, path: str, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes, Any]:
    """Ask for a path as it is written, which no client would tidy up."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.guard.port, timeout=10)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": studio.guard.hosts[0], **(headers or {})}.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, answer.headers


def call(
    studio: Studio,
    origin: str | None = None,
    host: str | None = None,
    compression: str | None = None,
) -> ClientConnection:
    """Open a socket as a page of an origin would."""
    port = studio.guard.port
    own: Any = f"http://127.0.0.1:{port}" if origin is None else origin or None
    uri = f"ws://{host or f'127.0.0.1:{port}'}/socket"
    sock = socket.create_connection(("127.0.0.1", port))
    return connect(uri, sock=sock, origin=own, max_size=None, compression=compression, proxy=None)


@contextlib.contextmanager
def hello(studio: Studio) -> Iterator[ClientConnection]:
    """Open a socket and give the token."""
    with call(studio) as opened:
        opened.send(json.dumps({"t": "hello", "token": studio.guard.token}))
        assert json.loads(opened.recv(10))["t"] == "opened"
        yield opened


def bearer(studio: Studio) -> dict[str, str]:
    return {"Authorization": f"Bearer {studio.guard.token}"}


def test_small_messages_are_sent_at_once() -> None:
    """Else each waits for the page to say that it has the one before, some 40 ms."""

    async def first_of(opened: socket.socket) -> int:
        accepted = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(lambda _, out: accepted.set_result(out), sock=opened)
        async with server:
            _, mine = await asyncio.open_connection(*opened.getsockname())
            theirs = await accepted
            for one in (mine, theirs):
                one.close()
            return int(
                theirs.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            )

    with (
        listen(0) as opened,
        ThreadPoolExecutor(1) as thread,
    ):  # a browser of other tests may have a loop in this one
        assert thread.submit(lambda: asyncio.run(first_of(opened))).result(20)


def imported(module: Path) -> set[Path]:
    """The modules that one needs, itself among them."""
    found, waiting = set[Path](), [module]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [
                (one.parent / name).resolve()
                for name in re.findall(r'from "(\./[^"]+)"', one.read_text(encoding="utf-8"))
            ]
    return found


@pytest.mark.parametrize(
    ("page", "first"),
    [("index.html", "main.js"), ("seat.html", "seat.js"), ("start.html", "start.js")],
)
def test_a_page_asks_for_all_its_modules_at_once(page: str, first: str) -> None:
    """Else it would learn of each from the one before."""
    text = (PAGE / page).read_text(encoding="utf-8")
    asked = re.findall(r'<link rel="modulepreload" href="/page/([^"]+)">', text)
    assert sorted(asked) == sorted(
        path.relative_to(PAGE).as_posix() for path in imported(PAGE / first) - {PAGE / first}
    )


@pytest.mark.parametrize(
    ("page", "files"), [("seat.html", SEAT_FILES), ("start.html", START_FILES)]
)
def test_a_page_gets_all_that_it_asks_for(page: str, files: frozenset[str]) -> None:
    text = (PAGE / page).read_text(encoding="utf-8")
    assert {page, *re.findall(r'(?:href|src)="/page/([^"]+)"', text)} == files


def test_what_stays_on_this_machine_is_not_packed(studio: Studio) -> None:
    with call(studio, compression="deflate") as opened:
        assert opened.protocol.extensions == []


def test_every_answer_carries_the_policy_and_no_cookie(studio: Studio) -> None:
    for path in ("/", "/page/main.js", "/page/none.js", "/picture?name=x", "/font/None/400/normal"):
        _, _, headers = get(studio, path)
        for name, value in studio.guard.headers.items():
            assert headers.get_all(name) == [value], (path, name)
        assert headers["Set-Cookie"] is None


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_host_gets_nothing(studio: Studio, host: str) -> None:
    status, body, _ = get(studio, "/", {"Host": host})
    assert status in (400, 403)
    assert b"<html" not in body


def test_a_name_that_leads_here_by_somebody_elses_dns_gets_nothing(studio: Studio) -> None:
    """Its pages and its requests agree on a name, and that is none of ours."""
    rebound = f"evil.example:{studio.guard.port}"
    status, body, _ = get(
        studio, "/", {"Host": rebound, "Origin": f"http://{rebound}", **bearer(studio)}
    )
    assert (status, b"<html" in body) == (403, False)
    with pytest.raises(InvalidStatus), call(studio, origin=f"http://{rebound}", host=rebound):
        pass


def test_another_page_gets_nothing(studio: Studio) -> None:
    assert get(studio, "/", {"Origin": "http://evil.example"})[0] == 403
    assert get(studio, "/font/Source%20Sans%20Pro/400/normal", {"Origin": "null"})[0] == 403
    assert get(studio, "/", {"Origin": f"http://{studio.guard.hosts[1]}"})[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_another_page_gets_no_socket(studio: Studio, origin: str) -> None:
    with pytest.raises(InvalidStatus), call(studio, origin):
        pass


def test_another_host_gets_no_socket(studio: Studio) -> None:
    with pytest.raises(InvalidStatus), call(studio, host="evil.example"):
        pass


@pytest.mark.parametrize(
    "first",
    [
        '{"t": "hello", "token": ""}',
        '{"t": "hello", "token": "é"}',
        '{"t": "save"}',
        "nothing",
        '{"token": 1}',
        b"bytes",
    ],
)
def test_without_the_token_a_socket_is_closed_and_told_nothing(
    studio: Studio, first: str | bytes
) -> None:
    with call(studio) as opened:
        opened.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            opened.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == BAD_TOKEN


def test_who_never_says_hello_is_sent_away(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.server.serving.HELLO_SECONDS", 0.05)
    with call(studio) as silent, pytest.raises(ConnectionClosed):
        silent.recv(10)


def test_who_says_a_lot_at_once_keeps_nobody_else_waiting_for_long(studio: Studio) -> None:
    with hello(studio) as other, hello(studio) as flood:
        for _ in range(1000):
            flood.send(json.dumps({"t": "look", "card": "x" * 1000}))
        started = time.monotonic()
        other.send(
            json.dumps(
                {
                    "t": "cell",
                    "seq": 1,
                    "section": "kinds",
                    "name": "card",
                    "entry": "tib",
                    "field": "cost",
                    "value": "5",
                }
            )
        )
        while (said := json.loads(other.recv(10)))["t"] != "draft" or said["seq"] < 1:
            pass
        assert time.monotonic() - started < 10
    assert "cost: 5" in studio.desk.draft.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_is_taken_but_through_the_socket(studio: Studio, method: str) -> None:
    """Not even the first letter of a body that is said to be endless is read."""
    before = studio.desk.draft.text
    with socket.create_connection(("127.0.0.1", studio.guard.port), timeout=10) as opened:
        token = studio.guard.token
        head = (
            f"{method} / HTTP/1.1\r\nHost: {studio.guard.hosts[0]}\r\nAuthorization: Bearer "
            f"{token}\r\nContent-Length: {10**12}\r\n\r\n"
        )
        opened.sendall(head.encode() + b"x" * 65536)
        assert opened.recv(64).startswith(b"HTTP/1.1 405")
    assert studio.desk.draft.text == before


def test_endless_headers_are_refused(studio: Studio) -> None:
    with socket.create_connection(("127.0.0.1", studio.guard.port), timeout=10) as opened:
        with contextlib.suppress(OSError):
            opened.sendall(f"GET / HTTP/1.1\r\nHost: {studio.guard.hosts[0]}\r\n".encode())
            for _ in range(64):
                opened.sendall(b"X: " + b"x" * 65536 + b"\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert opened.recv(64)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")
    assert get(studio, "/")[0] == 200


def test_a_message_that_is_too_long_ends_its_socket_alone(studio: Studio) -> None:
    with hello(studio) as other, hello(studio) as opened:
        opened.send(json.dumps({"t": "text", "seq": 1, "seen": 0, "text": "x" * MAX_MESSAGE}))
        with pytest.raises(ConnectionClosed) as closed:
            list(opened)
        assert (
            closed.value.rcvd is None or closed.value.rcvd.code == 1009
        )  # None where the rest of the message was on its way
        other.send('{"t": "nonsense"}')
        while json.loads(other.recv(10))["t"] != "remark":
            pass
    assert "xxx" not in studio.desk.draft.text


@pytest.mark.parametrize(
    "path",
    [
        "../cards.yaml",
        "..%2f..%2fpyproject.toml",
        "%2e%2e/serving.py",
        "/etc/passwd",
        "vendor",
        "README.md",
        "vendor/README.md",
        "x.js%00.css",
    ],
)
def test_no_path_leads_out_of_the_page(studio: Studio, path: str) -> None:
    assert get(studio, f"/page/{path}")[0] == 404


def test_pictures_need_the_token_and_lie_in_the_folder(studio: Studio) -> None:
    (studio.folder / "art.svg").write_text(SVG, encoding="utf-8")
    (studio.folder.parent / "outside.svg").write_text(SVG, encoding="utf-8")
    (studio.folder / "way-out.svg").symlink_to(studio.folder.parent / "outside.svg")
    assert get(studio, "/picture?name=art.svg", bearer(studio))[:2] == (200, SVG.encode())
    assert get(studio, "/picture?name=art.svg")[0] == 401
    assert get(studio, "/picture?name=art.svg", {"Authorization": "Bearer no"})[0] == 401
    for name in (
        "../outside.svg",
        "way-out.svg",
        "/etc/passwd",
        "cards.yaml",
        "templates",
        "",
        "a%00.svg",
        str(studio.folder / "art.svg"),
    ):
        assert get(studio, f"/picture?name={name}", bearer(studio))[0] == 404, name


def test_fonts_are_those_of_the_game(studio: Studio) -> None:
    until(lambda: studio.desk.workshop.fonts, "the game is read")
    status, body, headers = get(studio, "/font/Source%20Sans%20Pro/700/italic")
    assert status == 200
    assert headers["Content-Type"] == "font/ttf"
    assert body[:4] == b"\0\1\0\0"
    assert get(studio, "/font/..%2f..%2fcards.yaml/400/normal")[0] == 404
    assert get(studio, "/font/Comic/400/normal")[0] == 404


def test_numbers_of_any_length_are_answered(studio: Studio) -> None:
    """Python turns no more than 4,300 digits into a number."""
    for digits in ("9" * 12, "9" * 5000):
        assert get(studio, f"/font/Comic/{digits}/italic")[0] == 404
        assert get(studio, f"/sheet/{digits}", bearer(studio))[0] == 404


def test_only_this_machine_is_listened_to(studio: Studio) -> None:
    from studio.server.serving import listen

    with listen(0) as opened:
        assert opened.getsockname()[0] == "127.0.0.1"


def test_a_bad_message_is_told_and_the_socket_stays(studio: Studio) -> None:
    with hello(studio) as opened:
        opened.send("nothing")
        opened.send('{"t": "opened"}')
        opened.send(
            json.dumps(
                {
                    "t": "opened",
                    "title": "",
                    "folder": "",
                    "file": "",
                    "copies": None,
                    "papers": [],
                    "languages": [],
                    "features": [],
                }
            )
        )
        remarks = list[str]()
        while len(remarks) < 3:
            message = json.loads(opened.recv(10))
            if message["t"] == "remark":
                remarks.append(message["text"])
        assert "does not send 'Opened'" in remarks[-1]


def test_a_friends_page_may_load_all_that_it_is_made_of() -> None:
    wanted = {path.relative_to(PAGE).as_posix() for path in imported(PAGE / "seat.js")}
    assert wanted <= SEAT_FILES
    styles = re.findall(r'href="/page/([^"]+\.css)"', (PAGE / "seat.html").read_text("utf-8"))
    assert styles
    assert set(styles) <= SEAT_FILES
