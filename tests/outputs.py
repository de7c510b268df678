"""What the games print, as a table of hashes: the same on every system and every Python.

`make outputs` writes tests/outputs.txt, after a change that is meant to change what is printed.

A file's hash covers what its streams unfold to, for zlib packs them in other bytes on some systems.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import zlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from click.testing import CliRunner

from generator.cli.main import cli
from generator.job.starting import start_game

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "outputs.txt"
GAMES = {"emporium": ROOT, "empire": ROOT / "games" / "empire", "starter": None}
WAYS = {"full": [], "low": ["--ink", "low"]}
LIBRARIES = (
    "babel",
    "fonttools",
    "markdown-it-py",
    "pillow",
    "pyphen",
    "reportlab",
    "resvg-py",
    "segno",
    "uharfbuzz",
)
"""Those whose versions show in what is printed."""


def main() -> None:
    print("\n".join(table()))


def table() -> list[str]:
    """Build the games; return a line that names the libraries' versions, then a line a file with
    its hash.
    """
    return [" ".join(f"{name} {version(name)}" for name in LIBRARIES), *_hashes()]


def _hashes() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as home:
        for name, folder in GAMES.items():
            if folder is None:
                folder = Path(home, "a-game")
                start_game(folder, None)
            for way, options in WAYS.items():
                output = Path(home, name, way)
                done = CliRunner().invoke(
                    cli,
                    ["build", str(folder), "--output", str(output), *options],
                    standalone_mode=False,
                )
                if done.exception:
                    raise done.exception
                for file in sorted(output.iterdir()):
                    yield f"{hashlib.sha256(unfolded(file.read_bytes())).hexdigest()[:32]}  {name}/{way}/{file.name}"


def unfolded(pdf: bytes) -> bytes:
    """Return a PDF with its streams unpacked, without their lengths and the table of where objects
    begin.
    """
    parts = re.split(
        rb"(?<=>>\nstream\n)(.*?)(?=\nendstream)",
        pdf[: pdf.rindex(b"xref\n", 0, pdf.rindex(b"startxref"))],
        flags=re.S,
    )
    for n in range(1, len(parts), 2):
        try:
            parts[n] = zlib.decompress(parts[n])
        except zlib.error:  # a photograph
            continue
    return re.sub(rb"/Length \d+", b"", b"".join(parts))


if __name__ == "__main__":
    main()
