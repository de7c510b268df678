"""Emporium's 135 cards by emporium-pnp and by protograf, in one run.

    python bench/beside_protograf.py PYTHON

PYTHON is the interpreter of an environment of its own with protograf
(`python -m venv E; E/bin/pip install protograf`): it imports AGPL code, so it is never a dependency
of ours. Both write fronts on A4 with crop marks. Protograf's cards are simpler than ours, eleven
elements each with a picture of 300 x 300 dots of its own, and the flavour in the one sort of its
texts that shrinks to fit, as ours does; ours are the real ones.
"""

from __future__ import annotations

import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # measured is what people start: modules compiled before
sys.path.insert(0, str(ROOT))

TIMES = 5
DECKS = ("hero", "monster", "item")


def write_table(folder: Path) -> int:
    """Write a row for each copy of each card, and a picture for each card; return the number of
    rows.
    """
    from io import BytesIO

    from PIL import Image

    from generator.data.loading import load_game
    from generator.face.press import Press
    from generator.pdf.raster import preview

    game = load_game(ROOT / "cards.yaml")
    press = Press(game)
    rows = []
    for card in game.cards.values():
        if card.kind in DECKS:
            picture = f"{card.id}.png"
            content = preview(press, card, 150)
            assert content
            Image.open(BytesIO(content)).convert("RGB").resize((300, 300)).save(folder / picture)
            record = card.record
            row = {
                "name": record.name,
                "picture": picture,
                "strength": record.strength,
                "level": record.level if "level" in record else record.tier.name,
                "flavour": record.flavour if "flavour" in record else record.name,
            }
            rows += [row] * card.copies
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)


def seconds(command: list[str], folder: Path) -> float:
    """Run a command once; return how many seconds it took."""
    started = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ""},
    )
    taken = time.perf_counter() - started
    if done.returncode:
        raise SystemExit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return taken


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    only = [word for deck in DECKS for word in ("--only", deck)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cards = write_table(folder)
        theirs = [
            sys.argv[1],
            str(ROOT / "bench" / "protograf_deck.py"),
            str(folder / "cards.csv"),
            str(folder),
            str(folder / "theirs.pdf"),
        ]
        ours = [
            sys.executable,
            "-m",
            "generator",
            "build",
            str(ROOT),
            *only,
            "--backs",
            "none",
            "--output",
            str(folder / "ours"),
        ]
        times: dict[str, list[float]] = {"protograf": [], "emporium-pnp": []}
        for _ in range(TIMES):  # in turn, so that a busy moment hits both
            times["protograf"].append(seconds(theirs, folder))
            times["emporium-pnp"].append(seconds(["env", f"PYTHONPATH={ROOT}", *ours], folder))
        medians = {name: statistics.median(found) for name, found in times.items()}
        size = {
            "protograf": (folder / "theirs.pdf").stat().st_size,
            "emporium-pnp": sum(p.stat().st_size for p in (folder / "ours").iterdir()),
        }
        print(f"{cards} cards, fronts, A4, whole process, median of {TIMES}")
        for name, median in medians.items():
            print(f"  {name:<14} {median:6.2f} s {size[name] / 1000:8.0f} kB")
        ratio = medians["protograf"] / medians["emporium-pnp"]
        print(f"  ratio {ratio:.1f} x, at least 5 x wanted: {'holds' if ratio >= 5 else 'BROKEN'}")


if __name__ == "__main__":
    main()
