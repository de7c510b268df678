"""How fast the studio is: `python bench/studio_cards.py [GAME] [--edits 60] [--minutes 0]`.

Starts the studio as people do, on a copy of the game, and speaks with it as its page does. Prints
wall time and, where one can tell, the processor time of the server beside it. With --minutes it
edits at random for so long, takes edits back, saves, writes a template from elsewhere and moves at
the table, and looks for growth of memory, stale faces, lost edits and lost moves.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from generator.data.loading import find_game, load_game
from generator.face.press import Press
from studio.draw.workshop import address

LIMITS = {
    "start to wall": 1500,
    "cell to quick picture, p50": 10,
    "cell to quick picture, p95": 50,
    "cell to the whole, p50": 35,
    "save elsewhere to picture, p50": 50,
    "server, MiB": 160,
}


def processor_ms(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def resident_mib(pid: int) -> float:
    """Return the memory that a process holds."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


class Talk:
    """A page without a browser: it edits, and keeps the faces that it is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.seq = socket, 0
        self.faces: dict[str, str] = {}
        self.grids: dict[str, Any] = {}
        self.text = ""
        self.problems: dict[str, Any] = {}
        self.seen: dict[str, Any] | None = None

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(60))
        if message["t"] == "faces":
            self.faces |= {face["card"]: face["svg"] for face in message["faces"]}
        elif message["t"] == "grid":
            self.grids[f"{message['section']}/{message['name']}"] = message
        elif message["t"] == "draft" and message["text"] is not None:
            self.text = message["text"]
        elif message["t"] == "problems":
            self.problems = message
        elif message["t"] == "view":
            self.seen = message
        return message

    def tell(self, message: str, /, **said: Any) -> None:
        self.socket.send(json.dumps({"t": message, **said}))

    def edit(self, word: str, **said: Any) -> int:
        self.seq += 1
        self.socket.send(json.dumps({"t": word, "seq": self.seq, **said}))
        return self.seq

    def whole(self, seq: int) -> None:
        """Hear all up to the end of an edit."""
        while (message := self.hear())["t"] != "problems" or message["seq"] < seq:
            pass


def start(folder: Path, cache: Path | None = None) -> tuple[subprocess.Popen[str], Talk, float]:
    """Start the studio, and wait until every face has come; `cache` takes the place of the user's
    folder for caches (Linux).
    """
    wanted = len(load_game(folder).cards)
    began = time.perf_counter()
    command = [sys.executable, "-m", "generator", "studio", str(folder), "--no-browser"]
    own = {"XDG_CACHE_HOME": str(cache)} if cache else {}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **own},
    )
    assert process.stdout is not None
    found = re.search(r"http://(127\.0\.0\.1:\d+)/#(\S+)", process.stdout.readline())
    assert found
    while True:
        try:
            socket = connect(
                f"ws://{found[1]}/socket",
                origin=f"http://{found[1]}",
                max_size=None,
                compression=None,
                legacy=True,
            )  # type: ignore[call-overload, unused-ignore]
            break
        except ConnectionError:
            time.sleep(0.01)
    talk = Talk(socket)
    socket.send(json.dumps({"t": "hello", "token": found[2]}))
    while len(talk.faces) < wanted:
        talk.hear()
    return process, talk, (time.perf_counter() - began) * 1000


def cells(talk: Talk) -> list[tuple[str, str, str, str]]:
    """List the cells whose edit is sure to change a face: names of cards."""
    return [
        (grid["name"], row["id"], "name", row["cells"]["name"])
        for key, grid in talk.grids.items()
        if key.startswith("kinds/")
        for row in grid["rows"]
        if "name" in row["cells"]
    ]


def time_cells(talk: Talk, number: int, rng: random.Random) -> tuple[list[float], list[float]]:
    """Time edits of single cells: until the quick picture, and until the whole."""
    quick, whole = list[float](), list[float]()
    for _ in range(number):
        kind, entry, field, value = rng.choice(cells(talk))
        began = time.perf_counter()
        seq = talk.edit(
            "cell",
            section="kinds",
            name=kind,
            entry=entry,
            field=field,
            value=f"{value[:12]} {talk.seq}",
        )
        while not ((message := talk.hear())["t"] == "faces" and message["is_quick"]):
            pass
        quick.append((time.perf_counter() - began) * 1000)
        talk.whole(seq)
        whole.append((time.perf_counter() - began) * 1000)
        time.sleep(0.03)
    return quick, whole


def time_saves(talk: Talk, folder: Path, number: int) -> list[float]:
    """Time saves of cards.yaml by another editor until the face has come."""
    path, taken = folder / "cards.yaml", list[float]()
    seen = path.read_text(encoding="utf-8")
    names = (card.record.name for card in load_game(folder).cards.values() if "name" in card.record)
    old = next(f"name: {name}" for name in names if f"name: {name}" in seen)
    for count in range(number):
        time.sleep(0.3)
        began = time.perf_counter()
        path.write_text(seen.replace(old, f"name: Saved {count}", 1), encoding="utf-8")
        while not any(
            f"Saved {count}" in re.sub("<[^>]*>", "", face["svg"])
            for face in talk.hear().get("faces", [])
        ):
            pass
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def check_faces(talk: Talk, folder: Path) -> int:
    """Count the faces that are not what a press of its own makes of the text."""
    game = load_game(folder, content=talk.text.encode())
    press = Press(game)
    return sum(
        press.shown(card, partial(address, folder)).svg != talk.faces.get(card.id)
        for card in game.cards.values()
    )


class Table:
    """Somebody at the table of a page, who moves at random, and counts the moves that were made and
    those that came to nothing.
    """

    def __init__(self, talk: Talk, rng: random.Random) -> None:
        self.talk, self.rng = talk, rng
        self.moves = self.games = self.lost = 0

    def move(self) -> None:
        """Begin a game where there is none, else make a move, confirm it or take it back."""
        talk, seen = self.talk, self.talk.seen
        if seen is None or seen["is_over"]:
            talk.seen = None
            talk.tell(
                "sit",
                players=4,
                line_up="human,random,random,random",
                seed=self.rng.randrange(10**6),
            )
            talk.tell("take_seat", seat=0)
            self._wait(lambda now: now["seat"] == 0 and not now["is_over"])
            self.games += 1
        elif seen["laid"]:
            talk.tell(self.rng.choice(["confirm", "take_back"]), seat=0)
            self._wait(lambda now: now["laid"] != seen["laid"])
        elif seen["moves"]:
            talk.tell(
                "move", seat=0, word=self.rng.choice(seen["moves"])["word"], made=seen["made"]
            )
            self._wait(lambda now: now["made"] != seen["made"])
            self.moves += 1

    def _wait(self, is_so: Callable[[dict[str, Any]], bool]) -> None:
        end = time.monotonic() + 60
        while self.talk.seen is None or not is_so(self.talk.seen):
            if time.monotonic() > end:
                self.lost += 1
                return
            self.talk.hear()


def family_mib(pid: int) -> tuple[float, float]:
    """Return the memory of a process, and of all that it has started together."""
    children, known = dict[int, list[int]](), [pid]
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            children.setdefault(int(status.read_text().rpartition(")")[2].split()[1]), []).append(
                int(status.parent.name)
            )
    for one in known:
        known += children.get(one, [])
    return resident_mib(pid), sum(map(resident_mib, known[1:]))


def wander(
    talk: Talk, process: subprocess.Popen[str], folder: Path, minutes: float, rng: random.Random
) -> None:
    """Edit, move, save and write templates at random; say every minute what is held, and what was
    stale or lost.
    """
    end, then, count, stale, lost = time.monotonic() + minutes * 60, time.monotonic() + 60, 0, 0, 0
    template = min((folder / "templates").glob("*.svg.j2"))
    drawn = template.read_text(encoding="utf-8")
    table = Table(talk, rng)
    while time.monotonic() < end:
        choice = rng.random()
        kind, entry, field, value = rng.choice(cells(talk))
        if choice < 0.5:
            said = f"{value.split(' ~')[0][:20]} ~{count}"
            seq = talk.edit(
                "cell", section="kinds", name=kind, entry=entry, field=field, value=said
            )
            if rng.random() < 0.5:  # else the next comes before this is drawn
                talk.whole(seq)
                lost += said not in talk.text
        elif choice < 0.6:
            talk.edit("undo")
        elif choice < 0.65:
            talk.edit("redo")
        elif choice < 0.7:
            talk.edit("add", section="kinds", name=kind, entry=f"{entry}-{count}", like=entry)
            talk.edit("undo")
        elif choice < 0.72:
            talk.tell("save")
        elif choice < 0.74:
            shade = f'<rect width="{rng.randint(1, 9)}" height="1" /></svg>'
            template.write_text(
                drawn.replace("</svg>", shade) if rng.random() < 0.7 else drawn, encoding="utf-8"
            )
        else:
            table.move()
        count += 1
        time.sleep(0.05)
        if time.monotonic() > then or time.monotonic() > end:
            time.sleep(1)  # a template that was written is seen by then
            kind, entry, field, value = cells(talk)[0]
            talk.whole(
                talk.edit(
                    "cell",
                    section="kinds",
                    name=kind,
                    entry=entry,
                    field=field,
                    value=f"Sure {count}",
                )
            )
            lost += f"Sure {count}" not in talk.text
            stale += 0 if talk.problems["is_stale"] else check_faces(talk, folder)
            server, engines = family_mib(process.pid)
            print(
                f"  {count} steps, {table.moves} moves in {table.games} games: server {server:.0f} "
                f"MiB, engines {engines:.0f} MiB; "
                f"{stale} stale faces, {lost} lost edits, {table.lost} lost moves",
                flush=True,
            )
            then = time.monotonic() + 60


def show(what: str, value: float, more: str = "") -> None:
    limit = LIMITS.get(what)
    aim = f"  (at most {limit:g})" if limit else ""
    print(f"{what:<34} {value:8.1f}{aim}{more}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?")
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=0.0)
    asked = parser.parse_args()
    path, _ = find_game(asked.game)
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(
        ignore_cleanup_errors=True
    ) as room:  # what compiles may still be writing
        folder = Path(room) / "game"
        for name in (path.name, "templates", "fonts", "art"):
            if (path.parent / name).is_dir():
                shutil.copytree(path.parent / name, folder / name)
            elif (path.parent / name).is_file():
                folder.mkdir(exist_ok=True)
                shutil.copy(path.parent / name, folder / name)
        for name, cache in (
            ("first start ever to wall", Path(room) / "cache"),
            ("first start of a copy to wall", None),
        ):
            process, talk, started = start(folder, cache)
            show(name, started, f"  {processor_ms(process.pid):.0f} ms of processor")
            time.sleep(1)
            process.terminate()
            process.wait()
        process, talk, started = start(folder)
        show("start to wall", started, f"  {processor_ms(process.pid):.0f} ms of processor")
        while not cells(talk) or not talk.problems.get(
            "ms"
        ):  # an edit before all is drawn has no quick picture
            talk.hear()
        time_cells(talk, 5, rng)
        before = processor_ms(process.pid)
        quick, whole = time_cells(talk, asked.edits, rng)
        each = (processor_ms(process.pid) - before) / asked.edits
        show("cell to quick picture, p50", statistics.median(quick))
        show("cell to quick picture, p95", statistics.quantiles(quick, n=20)[-1])
        show(
            "cell to the whole, p50",
            statistics.median(whole),
            f"  {each:.0f} ms of processor an edit, all told",
        )
        show("cell to the whole, p95", statistics.quantiles(whole, n=20)[-1])
        for _ in range(asked.edits + 5):
            talk.edit("undo")
        talk.whole(talk.seq)
        taken = time_saves(talk, folder, 12)
        show("save elsewhere to picture, p50", statistics.median(taken))
        show("server, MiB", resident_mib(process.pid))
        if asked.minutes:
            wander(talk, process, folder, asked.minutes, rng)
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    main()
