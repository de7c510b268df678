"""The server of a folder without a game: a page that asks how the game begins.

In: the choices, and the guard of the page. Out: a server that ends by itself once a game has been
begun. The studio then serves that game at the same address, and the page opens it.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from generator.cells.spreadsheets import MAX_BYTES
from generator.data.problems import ProblemError
from studio.desk.refusal import CannotDo
from studio.desk.starting import Begun, Start
from studio.guard.guarding import MAX_MESSAGE, Guard
from studio.server.serving import Gate, Server, body_of, config, page_routes

START_FILES = frozenset(
    [
        "start.html",
        "start.js",
        "link.js",
        "naming.js",
        "vendor/preact.js",
        "studio.css",
        "start.css",
    ]
)
"""The files of the page."""
_WAIT = """<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Studio</title><p>The game is opening …</p></html>"""


class StartServer:
    """A server that asks how to begin a game."""

    def __init__(self, start: Start, guard: Guard) -> None:
        self.start, self.guard = start, guard
        self.writing = asyncio.Lock()
        files = page_routes("start.html", START_FILES.__contains__)
        self.page = files[0].endpoint
        routes = [
            Route("/", self._first),
            Route("/offer", self._offer),
            Route("/sample", self._sample),
            Route("/begin", self._begin, methods=["POST"]),
            *files[1:],
        ]
        self.server = Server(
            config(Gate(Starlette(routes=routes), guard), MAX_MESSAGE, packs=False)
        )

    def run(self, opened: socket.socket) -> Begun | None:
        """Serve on a socket, which stays open, until a game has been begun; returns None if that
        was interrupted.
        """
        with suppress(KeyboardInterrupt):
            self.server.run(sockets=[opened.dup()])
        return self.start.begun

    async def _first(self, request: Request) -> Response:
        """Show the page; once a game has been begun, ask the browser to return when the studio is
        at this address.
        """
        if self.start.begun is not None:
            return HTMLResponse(_WAIT, headers={"Refresh": "1"})
        response: Response = await self.page(request)
        return response

    async def _offer(self, request: Request) -> Response:
        if not self.guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        return JSONResponse(await asyncio.to_thread(self.start.offer))

    async def _sample(self, request: Request) -> Response:
        """Show a sample card of a possible beginning."""
        if not self.guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        way = request.query_params.get("way", "")
        which = request.query_params.get("which", "")
        try:
            drawn = await asyncio.to_thread(self.start.sample, way, which)
        except (KeyError, ProblemError, OSError):
            return PlainTextResponse("there is no such sample", 404)
        return Response(drawn, media_type="image/png")

    async def _begin(self, request: Request) -> Response:
        if not self.guard.bears(request.headers.get("authorization", "")):
            return PlainTextResponse("the token is missing", 401)
        content = await body_of(request, MAX_BYTES)
        if content is None:
            return JSONResponse(
                {"fault": f"a spreadsheet can have at most {MAX_BYTES // 1024 // 1024} MB"}
            )
        asked = request.query_params
        way, which, name = (asked.get(word, "") for word in ("way", "which", "name"))
        try:
            async with self.writing:
                begun = await asyncio.to_thread(self.start.begin, way, which, name, content)
        except CannotDo as fault:
            return JSONResponse({"fault": str(fault)})
        except OSError as fault:
            return JSONResponse({"fault": f"the game cannot be written: {fault.strerror}"})
        return JSONResponse({"remarks": begun.remarks}, background=BackgroundTask(self._end))

    async def _end(self) -> None:
        self.server.should_exit = True
