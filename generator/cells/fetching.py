"""A spreadsheet at a web address: fetched on request, kept, and compared with the previous copy.

In: an address that a user typed. Out: bytes, within limits of size, time and redirects; the rows
that have changed. The only module that uses the network. Only https is allowed, and http if both
ends are this machine.

Source of the form of Google Sheets' addresses: snapsheets.readthedocs.io, "URL format". Not tested
with Google's own servers.
"""

from __future__ import annotations

import hashlib
import io
import re
import socket
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    ProxyHandler,
    Request,
    build_opener,
)

from generator.cells import messages as say
from generator.cells.spreadsheets import MAX_BYTES
from generator.data.files import write_files
from generator.data.problems import ProblemError
from generator.data.saying import Said

MAX_REDIRECTS = 5
MAX_SECONDS = 30.0
_SILENCE_SECONDS = 10.0
_CHUNK = 64 * 1024
_MAX_TALK = (
    256 * 1024
)  # bytes before the content of an answer: what it is, its headers, and answers before the answer
_GOOGLE = re.compile(
    r"/spreadsheets/(?:u/[0-9]+/)?d/([A-Za-z0-9_-]{10,200})(?:/(?:edit|view|preview|htmlview)?)?"
)
_LOCAL = ("localhost", "127.0.0.1", "::1")
_SCHEMES = {True: ("http", "https"), False: ("https",)}
"""How addresses begin on this machine, and elsewhere."""


@dataclass(frozen=True)
class Fetched:
    """A spreadsheet, its previous content (None if it was never fetched before), and the file
    ending that decides how it is read.
    """

    raw: bytes
    before: bytes | None
    ending: str


def is_address(word: str) -> bool:
    """Distinguish an address from a file's name."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", word) is not None


def csv_address(address: str) -> str:
    """Return the CSV address of a Google sheet if this is a link to one as people share it; other
    addresses are unchanged.
    """
    parts = urlsplit(address)
    found = _GOOGLE.fullmatch(parts.path) if parts.netloc == "docs.google.com" else None
    if not found:
        return address
    gids = parse_qs(parts.fragment).get("gid") or parse_qs(parts.query).get("gid") or [""]
    gid = f"&gid={gids[0]}" if gids[0].isascii() and gids[0].isdigit() else ""
    return f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format=csv{gid}"


def check_address(address: str, is_local: bool | None = None) -> bool:
    """Return whether an address is on this machine. Raises ProblemError for one that must not be
    fetched.

    `is_local` applies to the first address, for a redirect from it: a web address may only lead to
    the web.
    """
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise _problem(say.NOT_AN_ADDRESS(found=address[:200])) from None
    on_machine = host in _LOCAL
    if "@" in parts.netloc:
        raise _problem(say.ADDRESS_WITH_PASSWORD())
    is_secure = parts.scheme in _SCHEMES[on_machine]
    if not host or not is_secure or re.search(r"[\s\x00-\x20\x7f]", address):
        raise _problem(say.NOT_HTTPS(found=address[:200]))
    if is_local not in (None, on_machine):
        raise _problem(say.REDIRECTS_ELSEWHERE(found=address[:200]))
    return on_machine


def fetch(
    address: str, cache: Path | None, is_offline: bool = False, seconds: float = MAX_SECONDS
) -> Fetched:
    """Fetch a spreadsheet and keep it in a folder; `is_offline` uses the last copy. Raises
    ProblemError if there is none.
    """
    check_address(address)
    address = csv_address(address)
    kept = None if cache is None else cache / hashlib.sha256(address.encode()).hexdigest()[:32]
    before = kept.read_bytes() if kept is not None and kept.is_file() else None
    if is_offline:
        if before is None:
            raise _problem(say.NEVER_FETCHED())
        return Fetched(before, before, _ending(before))
    raw = _get(address, seconds)
    if kept is not None:
        write_files({kept: raw})
    return Fetched(raw, before, _ending(raw))


def changed_rows(
    before: Sequence[Sequence[Any]], after: Sequence[Sequence[Any]]
) -> tuple[list[str], list[str]]:
    """List the rows that are gone or changed, and those that are new or changed, as text."""
    old, new = (
        [" | ".join(map(_cell, row)).rstrip(" |") for row in rows] for rows in (before, after)
    )
    were, are = set(old), set(new)
    return [row for row in old if row not in are], [row for row in new if row not in were]


def _cell(value: object) -> str:
    return "" if value is None else " ".join(str(value).split())


def _ending(raw: bytes) -> str:
    """Distinguish a workbook from CSV; ODS names its type in its first file."""
    if not raw.startswith(b"PK\x03\x04"):
        return ".csv"
    return ".ods" if b"opendocument.spreadsheet" in raw[:200] else ".xlsx"


class _Exchange:
    """The limits for reading an address, wherever it leads: seconds, and bytes received from
    sockets.
    """

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.left = MAX_BYTES + _MAX_TALK
        self.talk: int | None = None
        """How many bytes may come before the content of the answer at hand; None within it."""

    def patience(self) -> float:
        """Return how many seconds may pass until data arrives. Raises TimeoutError if none are
        left.
        """
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return min(left, _SILENCE_SECONDS)

    def spend(self, count: int) -> None:
        """Count received bytes. Raises ProblemError if there are too many."""
        self.left -= count
        if self.left < 0:
            raise _too_large()
        if self.talk is not None:
            self.talk -= count
            if self.talk < 0:
                raise _problem(say.ANSWER_NEVER_ENDS())

    def connected(self, address: tuple[str, int], *_: object) -> socket.socket:
        """Connect to a host and port, at the first of its IP addresses that answers. Raises
        OSError, as `socket.create_connection` does.
        """
        fault = OSError("it has no number")
        for family, sort, protocol, _name, number in socket.getaddrinfo(
            *address, 0, socket.SOCK_STREAM
        ):
            made = None
            try:
                made = socket.socket(family, sort, protocol)
                made.settimeout(self.patience())
                made.connect(number)
                made.settimeout(self.patience())
            except OSError as refused:
                fault = refused
                if made is not None:
                    made.close()
            else:
                return made
        raise fault


class _Metered(io.RawIOBase):
    """The bytes received from a socket, counted."""

    def __init__(self, sock: socket.socket, exchange: _Exchange) -> None:
        self.sock, self.exchange = sock, exchange
        self.file = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self.sock.settimeout(self.exchange.patience())
        count = self.file.readinto(buffer)
        self.exchange.spend(count or 0)
        return count

    def close(self) -> None:
        self.file.close()
        super().close()


class _Answer(HTTPResponse):
    """A response whose bytes are counted."""

    def __init__(self, sock: socket.socket, *args: Any, exchange: _Exchange, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp.close()
        self.fp = io.BufferedReader(_Metered(sock, exchange))
        self.exchange = exchange

    def begin(self) -> None:
        self.exchange.talk = _MAX_TALK
        super().begin()
        self.exchange.talk = None


def _metered(
    connection: type[HTTPConnection], exchange: _Exchange, host: str, **options: Any
) -> HTTPConnection:
    """Make a connection whose received bytes are counted."""
    made = connection(host, **options)
    made.response_class = partial(_Answer, exchange=exchange)  # type: ignore[assignment]
    made._create_connection = exchange.connected  # type: ignore[attr-defined]
    return made


class _Plain(HTTPHandler):
    """Open http."""

    def __init__(self, exchange: _Exchange) -> None:
        super().__init__()
        self.exchange = exchange

    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(partial(_metered, HTTPConnection, self.exchange), req)


class _Secure(HTTPSHandler):
    """Open https."""

    def __init__(self, exchange: _Exchange) -> None:
        super().__init__()
        self.exchange = exchange

    def https_open(self, req: Request) -> HTTPResponse:
        context = self._context  # type: ignore[attr-defined]
        return self.do_open(partial(_metered, HTTPSConnection, self.exchange), req, context=context)


class _Redirects(HTTPRedirectHandler):
    """Follow a few redirects, checking each one as the first address was checked."""

    def __init__(self, is_local: bool) -> None:
        self.is_local, self.left = is_local, MAX_REDIRECTS

    def http_error_302(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> Any:
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        finally:
            fp.close()

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        self.left -= 1
        try:
            if self.left < 0:
                raise _problem(say.TOO_MANY_REDIRECTS(most=MAX_REDIRECTS))
            check_address(newurl, self.is_local)
        finally:
            fp.close()  # no one wants to read what else it says
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _get(address: str, seconds: float) -> bytes:
    """Request an address, and read the answer. Raises ProblemError if it is not a spreadsheet, too
    large or too slow.
    """
    exchange = _Exchange(seconds)
    is_local = check_address(address)
    proxies = [ProxyHandler({})] if is_local else []
    opener = build_opener(_Plain(exchange), _Secure(exchange), _Redirects(is_local), *proxies)
    opener.addheaders = [("User-Agent", "emporium-pnp"), ("Accept-Encoding", "identity")]
    raw = bytearray()
    try:
        with opener.open(address, timeout=min(_SILENCE_SECONDS, seconds)) as answer:
            if answer.headers.get_content_type() == "text/html":
                raise _problem(say.WEB_PAGE())
            while chunk := answer.read1(_CHUNK):
                raw += chunk
                if len(raw) > MAX_BYTES:
                    raise _too_large()
            if (said := answer.headers.get("Content-Length", "")).isdigit() and len(raw) < int(
                said
            ):
                raise _problem(say.CUT_SHORT())
    except HTTPError as fault:
        fault.close()
        if 300 <= fault.code < 400:
            raise _problem(say.REDIRECTS_IN_CIRCLE()) from None
        if fault.code in (401, 403, 404):
            raise _problem(say.NOT_SHARED(status=fault.code)) from None
        raise _problem(say.SERVER_FAILS(status=fault.code)) from None
    except (TimeoutError, URLError, HTTPException, ssl.SSLError, OSError, ValueError) as fault:
        reason = fault.reason if isinstance(fault, URLError) else fault
        if isinstance(reason, TimeoutError):
            raise _problem(say.TOO_SLOW(seconds=seconds)) from None
        raise _problem(say.NOT_REACHED(reason=str(reason)[:180])) from None
    return bytes(raw)


def _too_large() -> ProblemError:
    return _problem(say.DOWNLOAD_TOO_LARGE(most=MAX_BYTES // 1024 // 1024))


def _problem(said: Said) -> ProblemError:
    return ProblemError.of(said)
