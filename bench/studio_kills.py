"""Kill the studio at any moment while somebody types: `python bench/studio_kills.py [--kills 200]`.

Each time a studio is started, a text, a template and a translation are typed into, and it is ended
by SIGKILL, SIGHUP, SIGTERM or SIGINT within three seconds. What was typed a second or more before
must be there when it is opened again. Prints how long before its end the first lost letter was
typed, at worst, and ends with 1 if something older than a second was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

ROOT = Path(__file__).parent.parent
ENDINGS = (signal.SIGKILL, signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
ALLOWED_SECONDS = 1.0
PAUSE_SECONDS = 0.03
TIB = ["kinds", "action", "cards", "sunrise", "name"]
MARK = re.compile(r"typed (\d+)")
Sent = dict[str, list[tuple[float, int]]]


def hear_endings() -> None:
    """Let a studio that is about to be started hear each ending, even if this bench runs under nohup
    or in the background of a script: a program inherits what its parent ignores.
    """
    for ending in ENDINGS[1:]:
        signal.signal(ending, signal.SIG_DFL)


def started(folder: Path, caches: Path) -> tuple[subprocess.Popen[str], str, str]:
    """Start a studio, and return its process, the address of its socket, and the token."""
    words = [sys.executable, "-m", "generator", "studio", str(folder), "--no-browser"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_CACHE_HOME": str(caches)}
    process = subprocess.Popen(
        words, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, preexec_fn=hear_endings
    )
    assert process.stdout
    address, _, token = process.stdout.readline().split()[-1].partition("#")
    return process, address.replace("http://", "ws://").rstrip("/") + "/socket", token


def typed(number: int, texts: dict[str, str], seen: int) -> dict[str, dict[str, Any]]:
    """Write the next letters of each text as messages, by the file that they change."""
    cards = f"{texts['cards.yaml']}# typed {number}\n"
    template = f"{texts['templates/action.svg.j2']}<!-- typed {number} -->\n"
    file = "action.svg.j2"
    return {
        "cards.yaml": {"t": "text", "seq": 3 * number, "seen": 10**9, "text": cards},
        "templates/action.svg.j2": {
            "t": "template_text",
            "seq": 3 * number + 1,
            "file": file,
            "seen": seen,
            "text": template,
        },
        "cards.fr.yaml": {"t": "translate", "lang": "fr", "key": TIB, "text": f"typed {number}"},
    }


def type_until(end: float, url: str, token: str, texts: dict[str, str], sent: Sent) -> None:
    """Type until a moment, and note when what was sent."""
    origin = url.replace("ws://", "http://").removesuffix("/socket")
    with connect(url, origin=origin, max_queue=None, close_timeout=0.1) as socket:
        socket.send(json.dumps({"t": "hello", "token": token}))
        socket.send(json.dumps({"t": "languages", "lang": "fr"}))
        socket.send(json.dumps({"t": "template_open", "file": "action.svg.j2"}))
        seen = 0
        while True:
            message = json.loads(socket.recv(timeout=60))
            if message["t"] == "template":
                seen = message["number"]
                break
        number = 1 + max((one for log in sent.values() for _, one in log), default=0)
        while time.monotonic() < end:
            for file, message in typed(number, texts, seen).items():
                socket.send(json.dumps(message))
                sent[file].append((time.monotonic(), number))
            number += 1
            time.sleep(PAUSE_SECONDS)


def kept(folder: Path, file: str) -> int:
    """Return the last number that is kept of a file."""
    aside = folder / f"{Path(file).name if '/' in file else file}.unsaved"
    text = aside.read_text("utf-8") if aside.is_file() else (folder / file).read_text("utf-8")
    return max((int(number) for number in MARK.findall(text)), default=0)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    said = words.parse_args()
    chance, worst = random.Random(said.seed), 0.0
    with tempfile.TemporaryDirectory() as place:
        folder, caches = Path(place) / "game", Path(place) / "caches"
        for command in (["new", str(folder)], ["languages", str(folder), "--start", "fr"]):
            subprocess.run(
                [sys.executable, "-m", "generator", *command],
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        files = ("cards.yaml", "templates/action.svg.j2", "cards.fr.yaml")
        texts = {file: (folder / file).read_text("utf-8") for file in files}
        sent: Sent = {file: [] for file in files}
        for count in range(said.kills):
            ending = chance.choice(ENDINGS)
            process, url, token = started(folder, caches)
            try:
                end = time.monotonic() + chance.uniform(1.2, 3)
                type_until(end, url, token, texts, sent)
                process.send_signal(ending)
                killed = time.monotonic()
                process.wait(60)
            finally:
                process.kill()
            for file in files:
                number = kept(folder, file)
                lost = [when for when, one in sent[file] if one > number]
                age = killed - lost[0] if lost else 0.0
                worst = max(worst, age)
                if age > ALLOWED_SECONDS:
                    print(f"kill {count + 1} by {ending.name}: {file} lost {age:.2f} s of typing")
                sent[file] = [(when, one) for when, one in sent[file] if one <= number][-1:]
    print(f"{said.kills} kills: at worst {worst:.2f} s of typing was lost")
    return int(worst > ALLOWED_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
