"""The server: the page's files, its socket, fonts and pictures, each behind the guard. The only module that knows Starlette and uvicorn.

In: a desk and a guard. Out: an application; a server on a socket of ours. Knows nothing of cards.
"""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from generator.data.files import path_within
from generator.data.loading import IMAGE_ENDINGS
from generator.data.problems import ProblemError
from studio.desk import Desk, Page
from studio.guarding import MAX_MESSAGE, Guard
from studio.messages import BadMessage, Hello, Remark, read_message

PAGE = Path(__file__).resolve().parent / "page"
HELLO_SECONDS = 10.0
MOST_WAITING = 256 * 1024 * 1024
"""Characters that may wait for a page that does not read; then it is let go, and starts anew when it comes back."""
BAD_TOKEN, BAD_MESSAGE, TOO_SLOW = 4401, 4400, 4408
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class _Gate:
    """Let in only what the guard admits, HTTP and sockets alike, and put its headers on every answer."""

    def __init__(self, app: Any, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_socket = scope["type"] == "websocket"
        if not self.guard.admits(headers.getlist("host"), headers.getlist("origin"), needs_origin=is_socket):
            if is_socket:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("this server answers its own page only", 403)(scope, receive, send)
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                ours = [(name.lower().encode(), value.encode()) for name, value in self.guard.headers.items()]
                message = {**message, "headers": [*message.get("headers", []), *ours]}
            await send(message)

        await self.app(scope, receive, guarded)


def make_app(desk: Desk, guard: Guard) -> Any:
    """Make the application that serves a desk."""

    async def page(request: Request) -> Response:
        path = path_within(PAGE, request.path_params.get("path") or "index.html")
        if path is None or path.suffix not in _TYPES or not path.is_file():
            return PlainTextResponse("there is no such file", 404)
        return Response(path.read_bytes(), media_type=_TYPES[path.suffix])

    async def font(request: Request) -> Response:
        fonts, said = desk.workshop.fonts, request.path_params
        try:
            found = fonts.find(said["family"], said["weight"], said["style"] == "italic") if fonts else None
        except (ProblemError, KeyError):
            found = None
        if found is None:
            return PlainTextResponse("there is no such font", 404)
        return Response(found.path.read_bytes(), media_type="font/ttf")

    async def picture(request: Request) -> Response:
        if not guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        path = path_within(desk.path.parent, request.query_params.get("name", ""))
        if path is None or path.suffix.lower() not in IMAGE_ENDINGS or not path.is_file():
            return PlainTextResponse("there is no such picture", 404)
        return Response(path.read_bytes(), media_type=mimetypes.guess_type(path.name)[0] or "application/octet-stream")

    async def sheet(request: Request) -> Response:
        if not guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        found = await asyncio.wrap_future(desk.sheet(request.path_params["number"]))
        return Response(found, media_type="image/png") if found else PlainTextResponse("there is no such sheet", 404)

    async def talk(websocket: WebSocket) -> None:
        await _talk(websocket, desk, guard)

    @contextlib.asynccontextmanager
    async def at_work(app: Starlette) -> AsyncIterator[None]:
        desk.start()
        yield
        await asyncio.to_thread(desk.stop)

    routes = [
        WebSocketRoute("/socket", talk),
        Route("/font/{family}/{weight:int}/{style}", font),
        Route("/picture", picture),
        Route("/sheet/{number:int}", sheet),
        Route("/", page),
        Route("/page/{path:path}", page),
    ]
    return _Gate(Starlette(routes=routes, lifespan=at_work), guard)


async def _talk(websocket: WebSocket, desk: Desk, guard: Guard) -> None:
    """Speak with one page: the token first, then messages both ways until one of the two leaves."""
    await websocket.accept()
    try:
        first = read_message(await asyncio.wait_for(websocket.receive_text(), HELLO_SECONDS))
    except (BadMessage, TimeoutError, KeyError):
        first = None
    except WebSocketDisconnect:
        return
    if not isinstance(first, Hello) or not guard.knows(first.token):
        await websocket.close(BAD_TOKEN)
        return
    loop, out = asyncio.get_running_loop(), _Outbox()
    page = Page(lambda text: _put(loop, out, text))
    desk.open(page)
    sending = asyncio.create_task(_send_all(websocket, out))
    try:
        while True:
            text = await websocket.receive_text()
            try:
                desk.take(page, read_message(text))
            except BadMessage as fault:
                page.tell(Remark(str(fault), True))
    except (WebSocketDisconnect, KeyError, RuntimeError):  # a KeyError where bytes came in the place of text
        pass
    finally:
        desk.close(page)
        sending.cancel()


class _Outbox:
    """What waits to be sent to one page."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.size = 0

    def put(self, text: str) -> None:
        self.size += len(text)
        self.waiting.put_nowait(text)


def _put(loop: asyncio.AbstractEventLoop, out: _Outbox, text: str) -> None:
    """Put a message into an outbox from another thread; a loop that has ended needs none."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(out.put, text)


async def _send_all(websocket: WebSocket, out: _Outbox) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            text = await out.waiting.get()
            if out.size > MOST_WAITING:
                await websocket.close(TOO_SLOW)
                return
            await websocket.send_text(text)
            out.size -= len(text)


def listen(port: int) -> socket.socket:
    """Open a socket of this machine alone, on a free port for 0. Raises OSError where the port is taken."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(("127.0.0.1", port))
        opened.listen(64)
    except BaseException:
        opened.close()
        raise
    return opened


def make_server(desk: Desk, guard: Guard) -> uvicorn.Server:
    """Make a server that `run(sockets=[…])` runs until it is interrupted."""
    config = uvicorn.Config(
        make_app(desk, guard),
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)
