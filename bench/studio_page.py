"""How fast the studio is as its page is seen: `python bench/studio_page.py [PART …]`.

In a real browser, each from an event on the page to the frame that shows what came of it:

- `cards`: a letter typed into a cell of Emporium until its card shows it
- `clicks`: a move clicked at Emporium's table until the machines have answered
- `large`: a game of 3,000 cards, from the click on Sheets to the first sheet, and a typed letter
- `cold`: a start with nothing compiled: how true the time that the page says is left

Ends with 1 if a limit is passed. The browser shares this machine's processors with the studio, and
both with whatever else runs: the load is printed, and on a busy machine the figures say nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.run import row
from bench.studio_engines import p95
from generator.job.starting import copy_game, start_game
from tests.studio.conftest import CHROMIUM

ROOT = Path(__file__).resolve().parent.parent
EDITS, CLICKS, LARGE_EDITS, LARGE = 60, 40, 30, 3000
PATIENCE_MS = 1_800_000
SHOWN = """([label, text, card]) => new Promise((done) => {
  const face = document.querySelector(`button.card .face[data-card="${card}"]`);
  const input = document.querySelector(`[aria-label="${label}"]`);
  const before = performance.now();
  const look = () => {
    if (!face.shadowRoot.textContent.replace(/\\s+/g, "").includes(text)) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - before));
  };
  const watch = new MutationObserver(look);
  watch.observe(face.shadowRoot, { childList: true, subtree: true, characterData: true });
  input.value = text;
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
})"""
"""Type into a cell, and wait until the card on the wall shows it."""
ANSWERED = """() => new Promise((done) => {
  const table = document.querySelector("main.table");
  const made = table.dataset.made;
  const before = performance.now();
  const look = () => {
    const now = document.querySelector("main.table");
    const isOurs = now.querySelector(".moves button:enabled, .laid-aside button:enabled, .over");
    if (now.dataset.made === made || !isOurs) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - before));
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  document.querySelector(".moves button:enabled").click();
})"""
"""Make the first move, and wait until it is our turn again."""
HAS_FIGURES = """() => [...document.querySelectorAll("[data-games]")]
  .some((one) => Number(one.dataset.games) > 0)"""
LEFT = re.compile(r"(\d+) % done, about (\d+) (second|minute)s? left")


class Limits:
    """Rows that are printed, and whether one is beyond its limit."""

    def __init__(self) -> None:
        self.is_kept = True

    def row(self, what: str, found: float, most: float, unit: str) -> None:
        self.is_kept &= found <= most
        row(what, f"{found:.3g} {unit}", f"{most:g} {unit}", found <= most)


@contextmanager
def served(folder: Path, caches: Path | None = None) -> Iterator[str]:
    """Run a studio as people do, and give its address."""
    words = [sys.executable, "-m", "generator", "studio", str(folder), "--no-browser"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if caches:
        env["XDG_CACHE_HOME"] = str(caches)
    with subprocess.Popen(words, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split()[-1]
        process.terminate()


def opened(browser: Any, address: str) -> Any:
    """Open the studio's page, and wait for its cards."""
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.locator("button.card svg, button.card .face").first.wait_for()
    return page


def view(page: Any, name: str) -> None:
    page.get_by_role("navigation", name="Views").get_by_role(
        "button", name=name, exact=True
    ).click()


def typed(page: Any, cards: list[str], number: int, word: str = "Typed") -> list[float]:
    """Type so many names that begin with a word into the cells of cards in turn; returns
    milliseconds until each is seen.
    """
    taken = list[float]()
    for count in range(number):
        card = cards[count % len(cards)]
        page.evaluate(f"document.querySelector('[aria-label=\"name of {card}\"]').focus()")
        words = [f"name of {card}", f"{word}{count}", card]
        taken.append(page.evaluate(SHOWN, words))
        page.wait_for_timeout(60)
    return taken


def measure_cards(browser: Any, room: Path, limits: Limits) -> None:
    copy_game(room / "cards", "emporium", "Emporium")
    with served(room / "cards") as address:
        page = opened(browser, address)
        page.locator("[aria-label^='name of ']").first.wait_for()
        page.wait_for_timeout(3000)
        cards = named(page)[:12]
        typed(page, cards, 5, "Warm")
        taken = typed(page, cards, EDITS)
        row("edit to card, p50", f"{statistics.median(taken):.0f} ms")
        limits.row("edit to card, p95", p95(taken), 50, "ms")


def named(page: Any) -> list[str]:
    """List the cards of the grid that have a name to type into."""
    labels = page.locator("[aria-label^='name of ']").evaluate_all(
        "all => all.map((one) => one.ariaLabel)"
    )
    return [label.removeprefix("name of ") for label in labels]


def measure_clicks(browser: Any, room: Path, limits: Limits) -> None:
    copy_game(room / "clicks", "emporium", "Emporium")
    taken = list[float]()
    with served(room / "clicks") as address:
        page = opened(browser, address)
        view(page, "Play")
        page.get_by_label(re.compile("^Players")).wait_for()
        while len(taken) < CLICKS:
            page.get_by_role("button", name="Begin").click()
            page.locator(".moves button:enabled").first.wait_for()
            while len(taken) < CLICKS and page.locator(".moves button:enabled").count():
                taken.append(page.evaluate(ANSWERED))
                if page.get_by_role("button", name="Confirm").count():
                    page.get_by_role("button", name="Confirm").click()
                page.locator(".moves button:enabled, .over").first.wait_for()
            if len(taken) < CLICKS:
                page.get_by_role("button", name="New game").click()
    row("click to answer, p50", f"{statistics.median(taken):.0f} ms")
    limits.row("click to answer, p95", p95(taken), 150, "ms")


def make_large(folder: Path) -> None:
    """Begin a game by a layout, and give it so many cards."""
    start_game(folder, "hand-card")
    path = folder / "cards.yaml"
    head, _, rest = path.read_text(encoding="utf-8").partition("    cards:\n")
    old, _, tail = rest.partition("  back:\n")
    lines = [line for line in old.splitlines() if line.lstrip()[:1] not in ("#", "")]
    made = list[str]()
    for number in range(LARGE):
        id_, _, values = lines[number % len(lines)].strip().partition(": ")
        values = values.replace("{name: ", f"{{name: {number} ", 1)
        made.append(f"      {id_}-{number}: {values}")
    text = f"{head}    cards:\n" + "\n".join(made) + f"\n  back:\n{tail}"
    text = text.replace("copies: 2", "copies: 1").replace("18", str(LARGE))
    path.write_text(text, encoding="utf-8")


def measure_large(browser: Any, room: Path, limits: Limits) -> None:
    make_large(room / "large")
    with served(room / "large") as address:
        began = time.perf_counter()
        page = opened(browser, address)
        page.wait_for_function(f"() => document.querySelectorAll('button.card').length > {LARGE}")
        row(f"start to {LARGE} cards", f"{time.perf_counter() - began:.1f} s")
        page.wait_for_timeout(5000)
        began = time.perf_counter()
        view(page, "Sheets")
        page.locator(".pages img").first.wait_for()
        limits.row("Sheets to the first sheet", time.perf_counter() - began, 5, "s")
        view(page, "Cards")
        page.locator("[aria-label^='name of ']").first.wait_for()
        page.wait_for_timeout(3000)
        cards = named(page)[:12]
        typed(page, cards, 3, "Warm")
        taken = typed(page, cards, LARGE_EDITS)
        row("edit to card there, p50", f"{statistics.median(taken):.0f} ms")
        limits.row("edit to card there, p95", p95(taken), 100, "ms")


def measure_cold(browser: Any, room: Path, limits: Limits) -> None:
    copy_game(room / "cold", "emporium", "Emporium")
    said = list[tuple[float, int, float]]()
    with served(room / "cold", room / "caches") as address:
        began = time.monotonic()
        page = opened(browser, address)
        view(page, "Balance")
        while not page.evaluate(HAS_FIGURES):
            if found := LEFT.search(page.locator("main").first.inner_text()):
                left = int(found[2]) * (60 if found[3] == "minute" else 1)
                said.append((time.monotonic() - began, int(found[1]), left))
            if time.monotonic() - began > PATIENCE_MS / 1000:
                raise SystemExit("it was never compiled")
            time.sleep(0.5)
        compiled = time.monotonic() - began
    row("a cold cache to the first figures", f"{compiled:.0f} s")
    for part in (20, 40, 60, 80):
        if about := [one for one in said if one[1] >= part]:
            at, share, seconds = about[0]
            row(f"said at {share} %", f"{seconds:.0f} s left, and it took {compiled - at:.0f} s")
    ratios = [max(left, 10) / max(compiled - at, 10) for at, share, left in said if share >= 20]
    worst = max((max(one, 1 / one) for one in ratios), default=float("inf"))
    limits.row("time said to time taken, at worst", worst, 2, "times")


PARTS: dict[str, Callable[[Any, Path, Limits], None]] = {
    "cards": measure_cards,
    "clicks": measure_clicks,
    "large": measure_large,
    "cold": measure_cold,
}


def main() -> int:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    asked = parser.parse_args()
    limits, room = Limits(), Path(tempfile.mkdtemp())
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name in asked.parts or PARTS:
                print(f"{name}: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
                PARTS[name](browser, room, limits)
            browser.close()
    finally:
        shutil.rmtree(room, ignore_errors=True)  # what compiles may still be writing
    return int(not limits.is_kept)


if __name__ == "__main__":
    sys.exit(main())
