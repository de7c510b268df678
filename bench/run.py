"""Speed, side by side, as ratios in one run: `make bench`. Nothing here is a test; bounds are
printed beside the figures.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

ROOT = Path(__file__).resolve().parent.parent
os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", None
)  # measured is what people start: modules compiled before
DECKS = ("hero", "monster", "item")


def run(command: list[str], times: int = 7, cwd: Path | None = None) -> tuple[float, float]:
    """Run a command several times; return the median seconds and the peak memory in MiB."""
    seconds, peak = [], 0.0
    for _ in range(times):
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=cwd)
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - started)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{command} failed with {process.returncode}")
        peak = max(peak, usage.ru_maxrss / 1024)
    return statistics.median(seconds), peak


def row(what: str, value: str, bound: str = "", holds: bool | None = None) -> None:
    print(
        (
            f"{what:<66} {value:>12}  {bound:<12} "
            f"{'' if holds is None else 'holds' if holds else 'BROKEN'}"
        ),
        flush=True,
    )


def many_cards(folder: Path, distinct: int, copies: int) -> None:
    """Write a game of many distinct cards with Emporium's hero template."""
    import yaml

    game = yaml.safe_load((ROOT / "cards.yaml").read_text(encoding="utf-8"))
    heroes = list(game["kinds"]["hero"]["cards"].items())
    art = folder / "templates" / "icons" / "hero"
    art.mkdir(parents=True)
    for path in (ROOT / "templates").glob("**/*"):
        if path.is_file() and path.parent.name != "hero":
            target = folder / "templates" / path.relative_to(ROOT / "templates")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    cards = {}
    for number in range(distinct):
        id_, hero = heroes[number % len(heroes)]
        cards[f"{id_}-{number}"] = {
            **hero,
            "name": f"{hero['name'][:14]} {number}",
            "copies": copies,
        }
        (art / f"{id_}-{number}.svg").write_bytes(
            (ROOT / "templates" / "icons" / "hero" / f"{id_}.svg").read_bytes()
        )
    back = {
        **game["kinds"]["back"],
        "cards": {"back-hero": game["kinds"]["back"]["cards"]["back-hero"]},
    }
    game["kinds"] = {"hero": {**game["kinds"]["hero"], "cards": cards}, "back": back}
    game["components"] = {
        "heroes": {"name": "Heroes", "of": "hero", "back": "back-hero", "count": distinct * copies}
    }
    del game["game"]["cards"]
    (folder / "cards.yaml").write_text(yaml.safe_dump(game, sort_keys=False), encoding="utf-8")


def main() -> None:
    from bench.marks import take_down

    python = sys.executable
    only = [word for deck in DECKS for word in ("--only", deck)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        take_down(folder / "marks", ROOT / "cards.yaml", DECKS)
        ours = [
            python,
            "-m",
            "generator",
            "build",
            str(ROOT),
            *only,
            "--output",
            str(folder / "ours"),
        ]
        seconds, peak = run(ours, cwd=ROOT)
        straight, _ = run(
            [python, str(ROOT / "bench" / "raw.py"), str(folder / "marks"), str(folder / "raw.pdf")]
        )
        forms, _ = run(
            [
                python,
                str(ROOT / "bench" / "raw.py"),
                str(folder / "marks"),
                str(folder / "raw.pdf"),
                "form",
            ]
        )
        size = sum(path.stat().st_size for path in (folder / "ours").iterdir()) / 1e6
        print("All 135 cards of Emporium with backs, A4, whole process, median of 7")
        row("  emporium-pnp build", f"{seconds:.3f} s", "< 1.0 s", seconds < 1)
        row("  raw reportlab, every copy drawn straight", f"{straight:.3f} s")
        row("  raw reportlab, every face once as a form", f"{forms:.3f} s")
        row(
            "  ratio to raw, copies drawn straight",
            f"{seconds / straight:.2f} x",
            "<= 3 x",
            seconds / straight <= 3,
        )
        row(
            "  ratio to raw, faces as forms",
            f"{seconds / forms:.2f} x",
            "<= 3 x",
            seconds / forms <= 3,
        )
        row("  peak memory", f"{peak:.0f} MiB", "< 120 MiB", peak < 120)
        row("  PDF", f"{size:.2f} MB", "< 1 MB", size < 1)
        seconds, peak = run(
            [python, "-m", "generator", "build", str(ROOT), "--output", str(folder / "all")],
            5,
            ROOT,
        )
        print("The whole box, rulebook included")
        row("  emporium-pnp build", f"{seconds:.3f} s")
        row("  peak memory", f"{peak:.0f} MiB")
        print("The whole box as pictures, backs included, 300 dpi")
        for target, bound in (("png", 6), ("tabletop-simulator", 8)):
            seconds, peak = run(
                [
                    python,
                    "-m",
                    "generator",
                    "export",
                    target,
                    str(ROOT),
                    "--output",
                    str(folder / target),
                ],
                3,
                ROOT,
            )
            row(
                f"  emporium-pnp export {target}",
                f"{seconds:.2f} s",
                f"< {bound} s",
                seconds < bound,
            )
            row("  peak memory", f"{peak:.0f} MiB", "< 400 MiB", peak < 400)
        many_cards(folder / "many", 1000, 10)
        seconds, peak = run(
            [
                python,
                "-m",
                "generator",
                "build",
                str(folder / "many"),
                "--only",
                "hero",
                "--output",
                str(folder / "m"),
            ],
            1,
            ROOT,
        )
        print("10,000 cards, 1,000 of them distinct")
        row("  emporium-pnp build", f"{seconds:.2f} s", "< 10 s", seconds < 10)
        row("  peak memory", f"{peak:.0f} MiB", "< 200 MiB", peak < 200)
    one_card()
    one_edit()


def one_edit() -> None:
    """Time one edited card to all files of Emporium in a watching process, in seconds of the
    processor.
    """
    import shutil

    from generator.data.loading import load_game
    from generator.face.press import Press
    from generator.job.build import build
    from generator.job.planning import Options

    taken = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "templates", folder / "templates")
        said = (ROOT / "cards.yaml").read_text(encoding="utf-8")
        press = None
        for number in range(10):
            (folder / "cards.yaml").write_text(
                said.replace("Good to the last", f"Good to number {number}, the last"),
                encoding="utf-8",
            )
            started = time.process_time()
            game = load_game(folder)
            press = Press(game, press)
            build(game, Options(output=folder / "output"), press=press)
            taken.append(time.process_time() - started)
    median = statistics.median(taken[1:]) * 1000
    print("One edited card to all files of Emporium, while watching, median of 9, processor time")
    row("  build", f"{median:.0f} ms", "< 200 ms", median < 200)


def one_card() -> None:
    """Time one changed card to its PNG in a warm process."""
    from generator.data.loading import load_game
    from generator.face.press import Press
    from generator.pdf.raster import preview

    taken = []
    game = load_game(ROOT / "cards.yaml")
    press = Press(game)
    preview(press, game.cards["tib"])
    for number in range(9):
        card = game.cards["troll"]
        card.record._values["flavour"] = f"Exact change only. It counts to {number}."
        press.forget(card)
        started = time.perf_counter()
        preview(press, card)
        taken.append(time.perf_counter() - started)
    median = statistics.median(taken) * 1000
    print("One changed card to a PNG of 300 dpi, warm process, median of 9")
    row("  preview", f"{median:.0f} ms", "< 150 ms", median < 150)


if __name__ == "__main__":
    main()
