"""Spreadsheets at an address, fetched from a server of this machine: what comes, what is refused,
what is kept.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from generator.cells import fetching
from generator.cells.fetching import (
    MAX_REDIRECTS,
    changed_rows,
    check_address,
    csv_address,
    fetch,
    is_address,
)
from generator.cells.spreadsheets import write_xlsx
from generator.cells.tables import Table
from generator.cli.main import run
from generator.data.problems import ProblemError

CSV = b"id,level\na,1\nb,2\n"


class Server(ThreadingHTTPServer):
    """Serves what a test puts into `pages`, and remembers what was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.pages: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[str] = []

    def at(self, path: str, content: bytes = CSV, status: int = 200, **headers: str) -> str:
        self.pages[path] = (
            status,
            {name.replace("_", "-"): value for name, value in headers.items()},
            content,
        )
        return f"http://127.0.0.1:{self.server_port}{path}"


class Answer(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        status, headers, content = self.server.pages[self.path]
        self.send_response(status)
        for name, value in {"Content-Type": "text/csv", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.path == "/slow":
            for _ in range(50):
                self.wfile.write(b"a,")
                self.wfile.flush()
                time.sleep(0.05)
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def refused(address: str, cache: Path | None = None, seconds: float = 5) -> tuple[str, str]:
    with pytest.raises(ProblemError) as told:
        fetch(address, cache, seconds=seconds)
    (problem,) = told.value.problems
    return problem.code, problem.message


def test_what_is_fetched_is_kept_and_read_again_without_a_network(
    server: Server, tmp_path: Path
) -> None:
    address = server.at("/heroes.csv")
    first = fetch(address, tmp_path)
    assert (first.raw, first.before, first.ending) == (CSV, None, ".csv")
    server.at("/heroes.csv", CSV + b"c,3\n")
    second = fetch(address, tmp_path)
    assert (second.raw, second.before) == (CSV + b"c,3\n", CSV)
    assert fetch(address, tmp_path, is_offline=True).raw == CSV + b"c,3\n"
    assert server.asked == ["/heroes.csv"] * 2
    with pytest.raises(ProblemError, match="never fetched"):
        fetch(address + "?other", tmp_path, is_offline=True)
    assert fetch(address, None).raw  # where nothing can be kept


def test_a_workbook_is_known_by_its_content(server: Server, tmp_path: Path) -> None:
    book = write_xlsx([Table("card", ("id",), (None,), (("a",),))], "Trial", "trial.xlsx")
    assert (
        fetch(server.at("/book", book, Content_Type="application/octet-stream"), tmp_path).ending
        == ".xlsx"
    )


def test_a_web_page_is_no_spreadsheet(server: Server, tmp_path: Path) -> None:
    code, message = refused(
        server.at("/login", b"<html>Sign in</html>", Content_Type="text/html; charset=utf-8"),
        tmp_path,
    )
    assert (code, message) == ("not-fetched", "expected a spreadsheet, found a web page")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("status", [401, 403, 404, 500])
def test_what_a_server_refuses_is_told(status: int, server: Server) -> None:
    assert refused(server.at("/no", status=status)) == (
        "not-fetched",
        f"the server answered {status}",
    )


def test_too_much_too_slow_and_cut_off_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(server.at("/slow"), seconds=0.3) == (
        "not-fetched",
        "the download took longer than 0.3 s",
    )
    monkeypatch.setattr(fetching, "MAX_BYTES", 100)
    assert refused(server.at("/large", b"x" * 101))[0] == "too-large"
    assert len(fetch(server.at("/fits", b"x" * 100), None).raw) == 100


# -- servers that never come to an end


class Hostile:
    """A server that answers each connection with what a test says, for as long as somebody
    listens.
    """

    def __init__(self, *said: bytes, again: bytes = b"", pause: float = 0.0) -> None:
        self.said, self.again, self.pause = said, again, pause
        self.sent = self.count = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(2)  # after which nobody comes any more
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/a.csv"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with contextlib.suppress(OSError), self.listener:
            while True:
                one, _ = self.listener.accept()
                self.count += 1
                threading.Thread(target=self.talk, args=(one,), daemon=True).start()

    def talk(self, one: socket.socket) -> None:
        with contextlib.suppress(OSError), one:
            one.recv(65536)
            for part in self.said:
                one.sendall(part)
            while self.again and self.sent < 50_000_000:
                time.sleep(self.pause)
                one.sendall(self.again)
                self.sent += len(self.again)


OK, CHUNKED = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n",
)
ENDLESS = {
    "answers before the answer": ((), b"HTTP/1.1 100 Continue\r\n\r\n"),
    "headers": ((OK,), b"X-A: 1\r\n"),
    "one header": ((OK, b"X-A: "), b"xxxxxxxx"),
    "headers of an answer before the answer": ((b"HTTP/1.1 100 Continue\r\n",), b"X-A: 1\r\n"),
    "the first line": ((b"HTTP/1.1 200 ",), b"OK OK OK"),
    "content": ((OK, b"\r\n"), b"a,b,c,d\n"),
    "chunks": ((OK, CHUNKED), b"1\r\na\r\n"),
    "an extension of a chunk": ((OK, CHUNKED, b"1;"), b"a=b;c=d;"),
    "extensions of chunks": ((OK, CHUNKED), b"1;" + b"a=b;" * 99 + b"\r\na\r\n"),
    "trailers": ((OK, CHUNKED, b"1\r\na\r\n0\r\n"), b"X-A: 1\r\n"),
    "what a redirect says besides": (
        (b"HTTP/1.1 302 Found\r\nLocation: /b.csv\r\n\r\n",),
        b"xxxxxxxx",
    ),
    "what a refusal says besides": ((b"HTTP/1.1 404 No\r\n\r\n",), b"xxxxxxxx"),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_drips_without_an_end_is_given_up_in_time(what: str) -> None:
    said, again = ENDLESS[what]
    server = Hostile(*said, again=again, pause=0.02)
    begun = time.monotonic()
    code, message = refused(server.address, seconds=0.3)
    assert time.monotonic() - begun < 5
    assert code == "not-fetched"
    assert server.count <= MAX_REDIRECTS + 1
    assert server.sent < 20_000, message


@pytest.mark.parametrize("what", ENDLESS)
def test_what_comes_without_an_end_is_given_up_after_a_few_bytes(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MAX_BYTES", 50_000)
    monkeypatch.setattr(fetching, "_MAX_TALK", 20_000)
    read, spend = list[int](), fetching._Exchange.spend

    def counted(self: fetching._Exchange, count: int) -> None:
        read.append(count)
        spend(self, count)

    monkeypatch.setattr(fetching._Exchange, "spend", counted)
    said, again = ENDLESS[what]
    server = Hostile(*said, again=again * 500)
    assert refused(server.address)[0] in ("not-fetched", "too-large")
    assert sum(read) < 200_000


def test_all_redirects_together_have_one_deadline() -> None:
    first = b"HTTP/1.1 302 Found\r\nLocation: /b.csv?"
    server = Hostile(first, again=b"a", pause=0.05)
    begun = time.monotonic()
    assert refused(server.address, seconds=0.4) == (
        "not-fetched",
        "the download took longer than 0.4 s",
    )
    assert time.monotonic() - begun < 5


def test_a_server_that_says_nothing_is_given_up_in_time() -> None:
    assert refused(Hostile().address, seconds=0.3)[0] == "not-fetched"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\x00\xff",
        b"HTTP/9.9 abc\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n",
        b"HTTP/1.1 99999 OK\r\n\r\n",
        OK + CHUNKED + b"-1\r\n",
        OK + b"Content-Length: 1\r\nContent-Length: \xb2\r\n\r\n",
        OK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\nab",
    ],
)
def test_an_answer_that_is_none_is_a_problem(said: bytes) -> None:
    server = Hostile(said)
    assert refused(server.address)[0] == "not-fetched"


def test_a_connection_that_ends_too_early_gives_no_half_a_sheet(
    server: Server, tmp_path: Path
) -> None:
    assert refused(server.at("/cut", CSV, Content_Length="999"), tmp_path)[0] == "not-fetched"
    assert list(tmp_path.iterdir()) == []


def test_redirects_are_followed_a_few_times_and_only_where_they_may_lead(server: Server) -> None:
    server.at("/end")
    for number in range(MAX_REDIRECTS):
        server.at(f"/{number}", status=302, Location="/end" if number == 0 else f"/{number - 1}")
    assert fetch(server.at("/start", status=302, Location=f"/{MAX_REDIRECTS - 2}"), None).raw == CSV
    assert "in a circle" in refused(server.at("/loop", status=302, Location="/loop"))[1]
    for number in range(MAX_REDIRECTS + 1):
        server.at(f"/far/{number}", status=302, Location=f"/far/{number + 1}")
    assert (
        "redirects more than 5 times"
        in refused(server.at("/far", status=302, Location="/far/0"))[1]
    )
    for target in (
        "https://example.org/a.csv",
        "file:///etc/passwd",
        "ftp://127.0.0.1/a",
        "http://10.0.0.1/a.csv",
    ):
        assert refused(server.at("/away", status=302, Location=target))[0] in (
            "bad-address",
            "not-fetched",
        )
    asked = {path for path in server.asked if not path.startswith("/far")}
    assert asked <= {
        "/end",
        "/start",
        "/loop",
        "/away",
        *(f"/{number}" for number in range(MAX_REDIRECTS)),
    }


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/a.csv",
        "ftp://example.org/a.csv",
        "file:///etc/passwd",
        "https://",
        "https://me:secret@example.org/a.csv",
        "https://example.org/a b",
        "https://example.org:port/",
        "https://[::1/",
        "http://localhost.example.org/",
    ],
)
def test_other_addresses_are_not_asked(address: str) -> None:
    code, message = refused(address)
    assert code == "bad-address"
    assert "secret" not in message


def test_the_web_leads_to_no_machine_of_this_house() -> None:
    assert check_address("https://example.org/a.csv") is False
    with pytest.raises(ProblemError, match="redirects"):
        check_address("http://localhost:8000/a.csv", is_local=False)
    with pytest.raises(ProblemError, match="redirects"):
        check_address("https://localhost/a.csv", is_local=False)


@pytest.mark.parametrize(
    ("link", "gid"),
    [
        ("https://docs.google.com/spreadsheets/d/1a2B3c4D5e-_6f/edit#gid=0", "&gid=0"),
        ("https://docs.google.com/spreadsheets/d/1a2B3c4D5e-_6f/edit?gid=42#gid=42", "&gid=42"),
        ("https://docs.google.com/spreadsheets/d/1a2B3c4D5e-_6f/edit?usp=sharing", ""),
        ("https://docs.google.com/spreadsheets/u/0/d/1a2B3c4D5e-_6f/view", ""),
        ("https://docs.google.com/spreadsheets/d/1a2B3c4D5e-_6f/edit#gid=0&format=pdf", "&gid=0"),
        ("https://docs.google.com/spreadsheets/d/1a2B3c4D5e-_6f/edit#gid=x", ""),
    ],
)
def test_a_link_to_a_google_sheet_becomes_its_csv(link: str, gid: str) -> None:
    assert (
        csv_address(link)
        == f"https://docs.google.com/spreadsheets/d/1a2B3c4D5e-_6f/export?format=csv{gid}"
    )


def test_other_addresses_stay_as_they_are() -> None:
    for address in (
        "https://example.org/spreadsheets/d/1a2B3c4D5e/edit",
        "https://docs.google.com/document/d/1a2B3c4D5e6f/edit",
    ):
        assert csv_address(address) == address
    assert not any(
        map(is_address, ("heroes.csv", "C:\\heroes.csv", "a:b/c.csv", "folder/https.csv"))
    )


def test_rows_that_changed() -> None:
    assert changed_rows([["a", 1], ["b", 2]], [["a", 1], ["b", 3], ["c", None]]) == (
        ["b | 2"],
        ["b | 3", "c"],
    )


def test_import_shows_the_rows_that_changed_and_the_diff(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("generator.data.files.cache_folder", lambda part: tmp_path / "cache")
    monkeypatch.chdir(tmp_path)
    assert run(["new", "pond"]) == 0
    monkeypatch.chdir(tmp_path / "pond")
    address = server.at("/action.csv", b"id,cost\nnoon,3\ntide,4\n")
    assert run(["import", address, "--dry-run"]) == 0
    assert "Nothing to change" in capsys.readouterr().out
    server.at("/action.csv", b"id,cost\nnoon,3\ntide,7\n")
    assert run(["import", address, "--yes"]) == 0
    out = capsys.readouterr().out
    assert "  - tide | 4\n  + tide | 7\n" in out
    assert "tide: cost 4 -> 7" in out
    assert "cost: 7" in (tmp_path / "pond" / "cards.yaml").read_text("utf-8")
    asked = len(server.asked)
    assert run(["import", address, "--offline", "--dry-run"]) == 0
    assert "Nothing to change" in capsys.readouterr().out
    assert len(server.asked) == asked
    server.at("/action.csv", b"id,cost\nnoon,lots\n")
    assert run(["import", address, "--dry-run"]) == 1
    assert "127.0.0.1:B2: error[wrong-type]" in capsys.readouterr().err
    assert run(["import", "action.csv", "--offline"]) == 2
    assert sorted(path.name for path in (tmp_path / "pond").iterdir()) == [
        "cards.schema.json",
        "cards.yaml",
        "templates",
    ]
