"""The free table at work: `python bench/studio_table.py [--minutes N]`. Six pages at one table of
400 pieces, on this machine.

First moves one at a time: from a key pressed on one page to the picture on all others, what the
server's processor needs for it, and the server's memory. With `--minutes` the six pages then play
at random, each reconnecting now and then; at the end all of them, and the server, have to show the
same table. The pages share this machine's processors, so that the first figure is an upper bound.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.run import row
from bench.studio_engines import p95, processor
from tests.conftest import make_game
from tests.studio.conftest import CHROMIUM, run_studio, until

SEATS, MOVES = 6, 120
PATIENCE_MS = 180_000
"""Until a page has to be there: six browsers share the processors with whatever else runs."""
SETTLING_MS = 2_000
"""Until the connections that a page no longer uses are closed: one address, which is that of all
these pages, may hold 24 of them.
"""
CARDS = {f"c{number}": {"name": f"Card {number}", "copies": 5} for number in range(80)}
SETUP = {
    "common": {
        "deck": "all card, face down",
        "market": "card",
        "discard": "card, face down",
        "round": 1,
    },
    "each": {"hand": "card, seen by owner", "gold": 3},
    "deal": ["deal 8 from deck to each hand", "refill market to 24 from deck"],
}
PLAY = """(seed) => { // acts at random about once a second, by keys and by clicks on the menus
  let state = seed;
  const next = (below) => { state = (state * 1103515245 + 12345) % 2147483648; return state % below;
  };
  window.player = setInterval(() => {
    const items = [...document.querySelectorAll('.surface [role=menuitem]')];
    if (items.length) { items[next(items.length)].click(); return; }
    const pieces = [...document.querySelectorAll('.surface button.piece, .surface .tally
    button:enabled')];
    const one = pieces[next(pieces.length)];
    if (!one) return;
    if (next(4) === 0 || !one.matches('.piece')) { one.click(); return; }
    one.focus();
    one.dispatchEvent(new KeyboardEvent('keydown', { key: 'frhdescv'[next(8)], bubbles: true,
    cancelable: true }));
  }, 700 + next(600));
}"""
TABLE = """() => { // what lies where, in words that do not depend on the seat
  const own = Number(document.querySelector('.surface').dataset.seat) + 1;
  const said = [...document.querySelectorAll('.surface [data-place]:not(.looking)')].map((one) =>
  `${one.dataset.place} ${one.ariaLabel.replace('your ', `seat ${own}’s `)}`);
  const tallies = [...document.querySelectorAll('.surface section')].flatMap((seat) =>
  [...seat.querySelectorAll('.tally')].map((one) => seat.ariaLabel + one.innerText));
  return JSON.stringify([...new Set(said)].sort().concat(tallies.sort()));
}"""
DRAWN = """(made) => new Promise((done) => {
  const look = () => Number(document.querySelector('.surface')?.dataset.made) >= made;
  const tell = () => requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
  if (look()) { tell(); return; }
  const watch = new MutationObserver(() => { if (look()) { watch.disconnect(); tell(); } });
  watch.observe(document.body, { attributes: true, subtree: true, childList: true });
})"""
PRESS = """() => {
  const piece = document.querySelector('.middle [aria-label^="market: "] button.piece');
  const before = performance.timeOrigin + performance.now();
  piece.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true }));
  return before;
}"""


def serve(folder: Path) -> None:
    """Run a studio with seats for friends until the standard input ends; the first line says its
    address.
    """
    for studio in run_studio(folder, with_friends=True):
        print(studio.url, flush=True)
        sys.stdin.read()


@contextmanager
def served(folder: Path) -> Any:
    """Run a studio in a process of its own; give its address and its number."""
    words = [sys.executable, __file__, "--serve", str(folder)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdin
        yield process.stdout.readline().strip(), process.pid
        process.stdin.close()


def memory_mib(pid: int) -> float:
    """Read how much memory a process has held at most (Linux)."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def seated(browser: Any, address: str) -> list[Any]:
    """Lay the table on the designer's page, and open five friends' pages at it."""
    host = browser.new_page()
    host.set_default_timeout(PATIENCE_MS)
    host.goto(address)
    host.get_by_role("button", name="Play", exact=True).click()
    host.get_by_label("Players").select_option(str(SEATS))
    host.get_by_role("button", name="Set up the table").click()
    host.locator("main.surface").wait_for()
    host.get_by_text("Invite friends").click()
    pages = [host]
    for seat in range(2, SEATS + 1):
        host.get_by_role("button", name=f"Invite a friend to seat {seat}").click()
        link = host.get_by_label(f"Link to seat {seat}", exact=True).input_value()
        page = browser.new_context().new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(link)
        page.locator("main.surface").wait_for()
        page.wait_for_timeout(SETTLING_MS)
        pages.append(page)
    return pages


def made(page: Any) -> int:
    return int(page.locator("main.surface").get_attribute("data-made"))


def measure(pages: list[Any], pid: int) -> None:
    """Make moves one at a time, and say how long they take; what the server does while nobody moves
    is not theirs.
    """
    pages[0].wait_for_timeout(3000)
    idle, at = processor(pid), time.monotonic()
    pages[0].wait_for_timeout(3000)
    idle_rate = (processor(pid) - idle) / (time.monotonic() - at)
    taken, before, begun_s = list[float](), processor(pid), time.monotonic()
    for number in range(1, MOVES + 1):
        others = pages[1:]
        for page in others:
            page.evaluate(f"void (window.drawn = ({DRAWN})({number}))")
        begun = pages[0].evaluate(PRESS)
        taken += [page.evaluate("window.drawn") - begun for page in others]
    row("move to picture on the other seats, p95", f"{p95(taken):.0f} ms", "60 ms")
    used = processor(pid) - before - idle_rate * (time.monotonic() - begun_s)
    row("the server's processor, a move", f"{1000 * used / MOVES:.1f} ms", "5 ms")
    row("the server's processor while nobody moves", f"{100 * idle_rate:.1f} %")
    row("the server's memory at most", f"{memory_mib(pid):.0f} MiB", "160 MiB")


def play(pages: list[Any], minutes: float, pid: int) -> None:
    """Let all pages play at random, and compare their tables at the end."""
    chance, complaints = random.Random(1), list[str]()
    for page in pages:
        page.on("pageerror", lambda fault: complaints.append(fault.stack or str(fault)))
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.evaluate(PLAY, chance.randrange(10**6))
    end, first, again = time.monotonic() + 60 * minutes, made(pages[0]), 0
    while time.monotonic() < end:
        pages[0].wait_for_timeout(min(10_000, max(0, 1000 * (end - time.monotonic()))))
        page = chance.choice(pages[1:])  # one friend loses the connection, and comes back
        page.reload()
        page.locator("main.surface").wait_for()
        page.evaluate(PLAY, chance.randrange(10**6))
        again += 1
    for page in pages:
        page.evaluate("clearInterval(window.player)")
        page.keyboard.press("Escape")
    until(lambda: len({made(page) for page in pages}) == 1, "all pages have heard all", 300.0)
    shown = {page.evaluate(TABLE) for page in pages}
    row(
        f"{minutes:g} minutes of random play",
        f"{made(pages[0]) - first} actions, {again} reconnects",
    )
    row("different tables on the pages, faults on them", f"{len(shown)}, {len(complaints)}", "1, 0")
    row("the server's memory at most", f"{memory_mib(pid):.0f} MiB", "160 MiB")
    if len(shown) > 1 or complaints:
        print(*sorted(shown), *sorted(set(complaints)), sep="\n")
        raise SystemExit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=0.0, help="Minutes of random play by six pages."
    )
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve)
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_game(Path(folder), cards=CARDS, game={"players": f"2-{SEATS}"}, setup=SETUP)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with served(Path(folder)) as (address, pid):
            pages = seated(browser, address)
            print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {len(pages)} pages")
            measure(pages, pid)
            if asked.minutes:
                play(pages, asked.minutes, pid)
        browser.close()


if __name__ == "__main__":
    main()
