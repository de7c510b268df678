"""The servers: a page's files, its socket, fonts and pictures, each behind a door. The only module
that knows Starlette and uvicorn.

In: a desk, and the door to it: the designer's guard, or the seats of friends. Out: an application;
a server on a socket of ours. Knows nothing of cards.

The two are separate servers, each with its own address. The friends' server offers nothing else: no
token opens more.
"""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import signal
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.data.files import path_within
from generator.data.patching import PatchError
from studio.desk.art import MOST_ART, check_art
from studio.desk.cells import ArtCell
from studio.desk.desk import Desk, Page
from studio.desk.refusal import CannotDo
from studio.guard.guarding import MAX_MESSAGE, Door, Guard, token_of
from studio.guard.seats import Friend, Seats
from studio.protocol.messages import BadMessage, Hello, Remark, Section, read_message

PAGE = Path(__file__).resolve().parents[1] / "page"
SEAT_FILES = frozenset(
    [
        "seat.html",
        "seat.js",
        "table.js",
        "surface.js",
        "card.js",
        "closer.js",
        "die.js",
        "sets.js",
        "scores.js",
        "games.js",
        "notes.js",
        "reel.js",
        "told.js",
        "room.js",
        "moves.js",
        "state.js",
        "link.js",
        "vendor/preact.js",
        "studio.css",
        "games.css",
        "surface.css",
    ]
)
"""The files of a friend's page."""
HELLO_SECONDS = 10.0
MOST_WAITING = 256 * 1024 * 1024
"""The number of characters that may wait for a page that does not read; above it, the page is
disconnected, and starts again when it comes back.
"""
BAD_TOKEN, TOO_SLOW = 4401, 4408
MAX_FROM_FRIENDS = 4096
"""The maximum length in bytes of a message from a friend's page."""
PACE = 0.1
"""The minimum time in seconds between two messages of a friend's page."""
MOST_CONNECTIONS, MOST_FROM_ONE = 96, 24
"""The maximum number of simultaneous connections from the network, and (MOST_FROM_ONE) from one
address. Browsers open six at a time.
"""
CONNECTION_SECONDS = 60.0
"""The maximum duration of a connection that is not a page's socket."""
_ANY_TYPE = "application/octet-stream"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
}


class _ShortNumber(IntegerConvertor):
    """An integer in a path, with few enough digits for Python to convert them; a longer one is not
    one of our paths.
    """

    regex = "[0-9]{1,9}"


register_url_convertor("number", _ShortNumber())

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Gate:
    """A filter that admits only what a door allows, for HTTP and sockets alike, and puts the door's
    headers on every answer.
    """

    def __init__(self, app: Any, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_socket = scope["type"] == "websocket"
        if not self.door.admits(
            headers.getlist("host"), headers.getlist("origin"), needs_origin=is_socket
        ):
            if is_socket:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("this server answers only its own page", 403)(
                    scope, receive, send
                )
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                ours = [
                    (name.lower().encode(), value.encode())
                    for name, value in self.door.headers.items()
                ]
                message = {**message, "headers": [*message.get("headers", []), *ours]}
            await send(message)

        await self.app(scope, receive, guarded)


def make_app(desk: Desk, guard: Guard) -> Any:
    """Make the application that serves a desk to its designer."""

    async def sheet(request: Request) -> Response:
        if not guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        image = await asyncio.wrap_future(desk.sheet(request.path_params["number"]))
        if image:
            return Response(image, media_type="image/png")
        return PlainTextResponse("there is no such sheet", 404)

    async def written(request: Request) -> Response:
        if not guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        name = request.query_params.get("name", "")
        try:
            output = await asyncio.to_thread(desk.output, name)
        except OSError:
            return PlainTextResponse("this file cannot be read", 404)
        if output is None:
            return PlainTextResponse("there is no such file", 404)
        return Response(output, media_type=mimetypes.guess_type(name)[0] or _ANY_TYPE)

    def enter(token: str, send: Callable[[str], None], end: Callable[[int], None]) -> _Visit | None:
        if not guard.knows(token):
            return None
        page = Page(send)
        desk.open(page)
        return _Visit(
            lambda message: desk.take(page, message),
            lambda words: page.tell(Remark(words, True)),
            lambda: desk.close(page),
        )

    async def talk(websocket: WebSocket) -> None:
        await _talk(websocket, enter)

    @contextlib.asynccontextmanager
    async def at_work(app: Starlette) -> AsyncIterator[None]:
        desk.start()
        yield
        await asyncio.to_thread(desk.stop)

    def may_see(token: str, name: str) -> bool | None:
        return True if guard.knows(token) else None

    async def art(request: Request) -> Response:
        if not guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        content = await body_of(request, MOST_ART)
        if content is None:
            return JSONResponse(
                {"fault": f"a picture can have at most {MOST_ART // 1024 // 1024} MB"}
            )
        asked = request.query_params
        section: Section = "tables" if asked.get("section") == "tables" else "kinds"
        cell = ArtCell(section, *(asked.get(word, "") for word in ("kind", "entry", "field")))
        try:
            picture = await asyncio.to_thread(check_art, asked.get("name", ""), content)
            taken = desk.take_art(cell, picture, asked.get("dropped", ""))
            return JSONResponse({"path": await asyncio.wrap_future(taken)})
        except (
            CannotDo,
            PatchError,
        ) as fault:  # an answer, not a failure, since browsers complain about those
            return JSONResponse({"fault": str(fault)})
        except OSError as fault:
            return JSONResponse({"fault": f"this picture cannot be written: {fault.strerror}"})

    routes = [
        WebSocketRoute("/socket", talk),
        Route("/art", art, methods=["POST"]),
        *_routes(desk, "index.html", lambda name: True, may_see),
        Route("/sheet/{number:number}", sheet),
        Route("/written", written),
    ]
    return Gate(Starlette(routes=routes, lifespan=at_work), guard)


def make_seats_app(desk: Desk, seats: Seats) -> Any:
    """Make the application that serves seats at a desk's table to friends: their page, their
    socket, faces and fonts.
    """

    def enter(token: str, send: Callable[[str], None], end: Callable[[int], None]) -> _Visit | None:
        if (seat := seats.seat_of(token)) is None:
            return None
        friend = Friend(seat, send, end)
        desk.welcome(friend, token)

        def take(message: Any) -> None:
            if friend.may_say(message):
                desk.hear(friend, message)

        return _Visit(take, lambda words: None, lambda: desk.part(friend))

    async def talk(websocket: WebSocket) -> None:
        await _talk(websocket, enter, PACE)

    def may_see(token: str, name: str) -> bool | None:
        return None if seats.seat_of(token) is None else desk.shows(name)

    routes = [
        WebSocketRoute("/socket", talk),
        *_routes(desk, "seat.html", SEAT_FILES.__contains__, may_see),
    ]
    return Gate(Starlette(routes=routes), seats.door)


def _routes(
    desk: Desk, first: str, has: Callable[[str], bool], may_see: Callable[[str, str], bool | None]
) -> list[Route | WebSocketRoute]:
    """Serve a page from its files, with `first` at /, and the fonts and pictures of the game.

    `may_see` returns whether the bearer of a token may see a picture; None if the token is unknown.
    """

    async def font(request: Request) -> Response:
        asked = request.path_params
        try:
            path = desk.font(asked["family"], asked["weight"], asked["style"] == "italic")
        except OSError:
            return PlainTextResponse("this font cannot be read", 404)
        if path:
            return Response(path, media_type="font/ttf")
        return PlainTextResponse("there is no such font", 404)

    async def picture(request: Request) -> Response:
        name = request.query_params.get("name", "")
        may = may_see(token_of(request.headers.get("authorization", "")), name)
        if may is None:
            return PlainTextResponse("the token is missing", 401)
        try:
            picture_file = desk.picture(name) if may else None
        except OSError:
            return PlainTextResponse("this picture cannot be read", 404)
        if picture_file is None:
            return PlainTextResponse("there is no such picture", 404)
        return Response(picture_file, media_type=mimetypes.guess_type(name)[0] or _ANY_TYPE)

    return [
        Route("/font/{family}/{weight:number}/{style}", font),
        Route("/picture", picture),
        *page_routes(first, has),
    ]


def page_routes(first: str, has: Callable[[str], bool]) -> list[Route | WebSocketRoute]:
    """Serve the files of a page, those that it `has`, with `first` at /."""

    async def page(request: Request) -> Response:
        name = request.path_params.get("path") or first
        path = path_within(PAGE, name)
        if path is None or path.suffix not in _TYPES or not has(name) or not path.is_file():
            return PlainTextResponse("there is no such file", 404)
        return Response(path.read_bytes(), media_type=_TYPES[path.suffix])

    return [Route("/", page), Route("/page/{path:path}", page)]


async def body_of(request: Request, most: int) -> bytes | None:
    """Read the body of a request; None if it is longer than `most` bytes."""
    parts, size = list[bytes](), 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            return None
        parts.append(part)
    return b"".join(parts)


class _Visit(NamedTuple):
    """A page that was let in: the handler of its messages, the function that reports an invalid
    one, and what is done when it leaves.
    """

    take: Callable[[Any], None]
    complain: Callable[[str], None]
    leave: Callable[[], None]


_Enter = Callable[[str, Callable[[str], None], Callable[[int], None]], _Visit | None]
"""Lets a page in by its token, given the functions to send to it and to end it; None if the token
is unknown.
"""


async def _talk(websocket: WebSocket, enter: _Enter, pace: float = 0.0) -> None:
    """Communicate with one page: the token first, then messages in both directions until one side
    leaves.

    At least `pace` seconds pass between two messages of a page; anything it sends in the meantime
    waits, at the page's own expense.
    """
    await websocket.accept()
    try:
        first = read_message(await asyncio.wait_for(websocket.receive_text(), HELLO_SECONDS))
    except (BadMessage, TimeoutError, KeyError):
        first = None
    except WebSocketDisconnect:
        return
    loop, out = asyncio.get_running_loop(), _Outbox()
    visit = (
        enter(first.token, partial(_put, loop, out), partial(_put, loop, out))
        if isinstance(first, Hello)
        else None
    )
    if visit is None:
        await websocket.close(BAD_TOKEN)
        return
    sending = asyncio.create_task(_send_all(websocket, out))
    try:
        while True:
            text = await websocket.receive_text()
            try:
                visit.take(read_message(text))
            except BadMessage as fault:
                visit.complain(str(fault))
            if pace:
                await asyncio.sleep(pace)
    except (WebSocketDisconnect, KeyError, RuntimeError):  # KeyError for bytes instead of text
        pass
    finally:
        visit.leave()
        sending.cancel()


class _Outbox:
    """The queue of messages to one page."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[str | int] = asyncio.Queue()
        self.size = 0

    def put(self, text: str | int) -> None:
        """Queue a message, or the code with which the page is sent away after the messages before
        it.
        """
        if isinstance(text, str):
            self.size += len(text)
        self.waiting.put_nowait(text)


def _put(loop: asyncio.AbstractEventLoop, out: _Outbox, text: str | int) -> None:
    """Queue a message from another thread, or a code to send the page away; ignored if the loop has
    ended.
    """
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(out.put, text)


async def _send_all(websocket: WebSocket, out: _Outbox) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            text = await out.waiting.get()
            if isinstance(text, int) or out.size > MOST_WAITING:
                await websocket.close(text if isinstance(text, int) else TOO_SLOW)
                return
            await websocket.send_text(text)
            out.size -= len(text)


def listen(port: int, name: str = "127.0.0.1") -> socket.socket:
    """Open a socket of this machine, on a free port if the port is 0. Raises OSError if the port is
    taken, or the name is not this machine's.
    """
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((name, port))
        opened.listen(64)
    except BaseException:
        opened.close()
        raise
    return opened


def own_address() -> str | None:
    """Find the address at which others in the network reach this machine; None if there is no
    network. Sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of no one: only the way there is looked up
        except OSError:
            return None
        name = str(probe.getsockname()[0])
    return None if ip_address(name).is_loopback else name


def make_server(desk: Desk, guard: Guard) -> uvicorn.Server:
    """Make a server that `run(sockets=[…])` runs until it is interrupted, or its terminal is
    closed.
    """
    return Server(config(make_app(desk, guard), MAX_MESSAGE, packs=False))


class Server(uvicorn.Server):
    """A server that also ends in an orderly way when its terminal is closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle every signal that ends a run; it is sent again once the server has ended."""
        with super().capture_signals():
            before = None
            is_heard = (
                hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread()
            )
            if is_heard and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
                before = signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                if before is not None:
                    signal.signal(signal.SIGHUP, before)


@contextlib.contextmanager
def friends_served(desk: Desk, seats: Seats, opened: socket.socket) -> Iterator[None]:
    """Serve friends on a socket, in a separate thread, within this context."""
    server = uvicorn.Server(
        config(make_seats_app(desk, seats), MAX_FROM_FRIENDS, _BoundedConnection)
    )
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [opened]}, name="friends", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(10)


def config(app: Any, most: int, http: Any = "auto", packs: bool = True) -> uvicorn.Config:
    """Set up a server; `packs` says whether it compresses its answers, which would only slow down
    those that stay on this machine.
    """
    return uvicorn.Config(
        app,
        http=http,
        ws="websockets-sansio",
        ws_max_size=most,
        ws_per_message_deflate=packs,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )


def _host_of(connection: Any) -> str:
    """Return the address that a connection comes from; empty if it is unknown."""
    host, *_ = getattr(connection, "client", None) or ("",)
    return str(host)


class _BoundedConnection(H11Protocol):
    """A connection from the local network, one of a few, and short unless it becomes the socket of
    a page.
    """

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        hosts = Counter(map(_host_of, self.connections))
        if hosts.total() > MOST_CONNECTIONS or hosts[_host_of(self)] > MOST_FROM_ONE:
            transport.abort()
        else:
            self.loop.call_later(CONNECTION_SECONDS, self._end)

    def _end(self) -> None:
        if self in self.connections:  # otherwise it has become a socket, or is closed
            self.transport.close()
