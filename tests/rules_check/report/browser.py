"""A browser over a pipe, for tests that look at a page as a reader would."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSER = next(
    (path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path),
    None,
)


class Browser:
    """Chromium, driven by the DevTools protocol over two pipes: no port, no network."""

    def __init__(self, path: str, home: Path) -> None:
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-extensions",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--remote-debugging-pipe",
            f"--user-data-dir={home}",
        ]
        # the browser reads from its file 3 and writes to its file 4
        start = (
            "import fcntl, os, sys; a, b = (fcntl.fcntl(int(x), fcntl.F_DUPFD_CLOEXEC, 10) for x "
            "in sys.argv[1:3]); os.dup2(a, 3); os.dup2(b, 4); os.execv(sys.argv[3], sys.argv[3:])"
        )
        command = [
            sys.executable,
            "-c",
            start,
            str(theirs_in),
            str(theirs_out),
            path,
            *flags,
            "about:blank",
        ]
        self._process = subprocess.Popen(
            command,
            pass_fds=(theirs_in, theirs_out),
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for end in (theirs_in, theirs_out):
            os.close(end)
        self._number, self._rest, self._session = 0, b"", ""
        self.events: list[dict[str, Any]] = []
        try:
            page = next(
                one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"
            )
            self._session = self.ask(
                "Target.attachToTarget", targetId=page["targetId"], flatten=True
            )["sessionId"]
            for domain in ("Page", "Network", "Log"):
                self.ask(f"{domain}.enable")
        except (OSError, StopIteration):
            self.close()
            raise OSError("the browser does not start") from None

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        message = {
            "id": self._number,
            "method": method,
            "params": params,
            **({"sessionId": self._session} if self._session else {}),
        }
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], 30)
            more = os.read(self._in, 1 << 20) if ready else b""
            if not more:
                raise OSError("the browser does not answer")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        return json.loads(line)

    def open(self, path: Path, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri())
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self._next())

    def run(self, script: str) -> Any:
        return self.ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get(
            "value"
        )

    def picture(self, path: Path, whole: bool = True) -> None:
        path.write_bytes(
            base64.b64decode(
                self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
            )
        )

    def pdf(self) -> bytes:
        return base64.b64decode(
            self.ask(
                "Page.printToPDF", preferCSSPageSize=False, paperWidth=8.27, paperHeight=11.69
            )["data"]
        )

    def close(self) -> None:
        os.close(self._out)
        os.close(self._in)
        self._process.terminate()
        self._process.wait(20)


def open_browser(folder: Path) -> Iterator[Browser]:
    """Open a browser for the tests of a module, and close it; they are skipped where there is
    none.
    """
    if not BROWSER or os.name != "posix":
        pytest.skip("no chromium here")
    try:
        opened = Browser(BROWSER, folder)
    except OSError:
        pytest.skip("chromium does not start here")
    yield opened
    opened.close()


WIDEST = "document.documentElement.scrollWidth"
OPEN_ALL = (
    "for (const one of document.querySelectorAll('details')) one.open = true; "
    "document.querySelectorAll('details').length"
)
SMALLEST = """Math.min(...[...document.querySelectorAll('body *')].filter(e => e.offsetParent !== null || e.ownerSVGElement)
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && !['title', 'desc'].includes(e.tagName))
  .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.getScreenCTM().a : 1)))"""
ASTRAY = """[...document.querySelectorAll('svg.chart text')].filter(t => { const b = t.getBBox(), v = t.ownerSVGElement.viewBox.baseVal;
  return b.x < -1 || b.y < -1 || b.x + b.width > v.width + 1 || b.y + b.height > v.height + 1 }).map(t => t.textContent)"""
COVERED = """[...document.querySelectorAll('svg.chart')].flatMap(s => { const all = [...s.querySelectorAll('text')].map(t => [t.textContent, t.getBBox()]);
  return all.flatMap(([a, p], i) => all.slice(i + 1).filter(([b, q]) => p.x + 1 < q.x + q.width && q.x + 1 < p.x + p.width
    && p.y + 3 < q.y + q.height && q.y + 3 < p.y + p.height).map(([b]) => a + ' / ' + b)) })"""
