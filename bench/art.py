"""Compare SVG files as we print them with what the outside renderer makes of them:
`python bench/art.py FOLDER… [--most 50] [--keep FOLDER]`.

Each file is drawn by our own way (shapes in a PDF where they can be, else pixels) and by resvg
alone with the same fonts, at the same size. Says which differ beyond their edges though no error or
warning says so, and counts the rest. Of each folder so many files are taken, evenly.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import PIL.Image
import PIL.ImageChops
import PIL.ImageFilter
import pypdfium2
import resvg_py

from generator.data.geometry import Box
from generator.data.loading import load_game
from generator.face.artwork import read_art
from generator.face.fonts import BUNDLED, FontBook
from generator.face.press import Press
from generator.face.svg import SvgFault, picture_box
from generator.pdf.document import Document

SIDE_MM, SIDE_PX = 50, 400
APART = 60  # of 255: by how much a dot has to differ
MOST_SHARE = 0.002  # of all dots, once edges are worn away
SIDES = ("width", "height")
_ROOT = re.compile(r"<svg\b[^>]*>")
GAME = """game: {title: Art, version: 0.1.0}
print: {version_marks: false}
kinds:
  a:
    template: a.svg.j2
    fields: {name: line}
    cards:
      one: {name: One, art: art.svg}
"""
FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><image href="art.svg" x="{}" '
    'y="{}" width="{}" height="{}"/></svg>'
)


def size_of(raw: bytes) -> tuple[int, int]:
    """Return how large a file is drawn, in dots."""
    try:
        _, _, width, height = picture_box(read_art(raw))
    except SvgFault:  # which is said of it
        return SIDE_PX, SIDE_PX
    scale = SIDE_PX / max(width, height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def ours(raw: bytes, folder: Path) -> tuple[PIL.Image.Image | None, list[str]]:
    """Draw a file as it is printed, and return it with the codes of what is said of it."""
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "cards.yaml").write_text(GAME)
    width, height = (SIDE_MM * side / SIDE_PX for side in size_of(raw))
    face = FACE.format((SIDE_MM - width) / 2, (SIDE_MM - height) / 2, width, height)
    (folder / "templates" / "a.svg.j2").write_text(face)
    (folder / "art.svg").write_bytes(raw)
    press = Press(load_game(folder))
    stamp = press.stamp(press.game.cards["one"])
    said = [problem.code for problem in press.problems]
    if stamp is None:
        return None, said
    document = Document(press.fonts, "Art")
    document.page(63, 88)
    document.stamp(stamp, Box(0, 0, 63, 88))
    with pypdfium2.PdfDocument(document.close()) as pdf:
        image = pdf[0].render(scale=SIDE_PX / SIDE_MM * 25.4 / 72).to_pil().convert("RGB")
    return image.crop((0, 0, SIDE_PX, SIDE_PX)), said


def theirs(raw: bytes, fonts: list[str]) -> PIL.Image.Image:
    """Draw a file by the outside renderer, in the middle of a white square. Raises ValueError where
    it cannot.
    """
    size = size_of(raw)
    text = re.sub(r"<!DOCTYPE[^\[>]*>", "", raw.decode("utf-8", "replace"))
    text = _ROOT.sub(lambda tag: _sized(tag[0], size), text, count=1)
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=size[0],
        height=size[1],
        dpi=96,
        skip_system_fonts=True,
        font_files=fonts,
    )
    drawn = PIL.Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    ground = PIL.Image.new("RGB", (SIDE_PX, SIDE_PX), "white")
    ground.paste(drawn, ((SIDE_PX - drawn.width) // 2, (SIDE_PX - drawn.height) // 2), drawn)
    return ground


def _sized(tag: str, size: tuple[int, int]) -> str:
    """Give an <svg> a size in dots, which resvg would else round before it scales."""
    if "viewBox" not in tag or not all(
        re.search(rf"\b{side}\s*=\s*.[\d.]+(?:px|mm|cm|in|pt|pc)?['\"]", tag) for side in SIDES
    ):
        return tag
    for side, length in zip(SIDES, size, strict=True):
        tag = re.sub(rf"(?<![\w-]){side}\s*=\s*(['\"])[^'\"]*\1", f'{side}="{length}"', tag)
    return tag


def apart(one: PIL.Image.Image, other: PIL.Image.Image) -> float:
    """Return the share of dots that differ, with edges of a dot or two worn away."""
    difference = (
        PIL.ImageChops.difference(one, other)
        .convert("L")
        .point(lambda value: 255 if value > APART else 0)
    )
    worn = difference.filter(PIL.ImageFilter.MinFilter(5))
    return worn.histogram()[255] / (SIDE_PX * SIDE_PX)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=50, help="files of each folder")
    parser.add_argument("--keep", type=Path, help="a folder for pictures of those that differ")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    fonts = [
        str(FontBook().find(family, weight).path) for family in BUNDLED for weight in (400, 700)
    ]
    for folder in given.folders:
        files = sorted(folder.rglob("*.svg"))
        for file in files[:: max(1, len(files) // given.most)][: given.most]:
            raw = file.read_bytes()
            with tempfile.TemporaryDirectory() as place:
                drawn, said = ours(raw, Path(place))
            loud = [code for code in said if code not in ("picture-as-pixels", "soft-picture")]
            try:
                wanted = theirs(raw, fonts)
            except ValueError as fault:
                found["not drawn by resvg"] += 1
                print(
                    f"{file}: resvg: {str(fault)[:80]}; ours: {', '.join(loud) or 'nothing said'}"
                )
                continue
            share = 1.0 if drawn is None else apart(drawn, wanted)
            verdict = "said" if loud else ("differs" if share > MOST_SHARE else "same")
            found[verdict] += 1
            found["as pixels"] += "picture-as-pixels" in said
            if verdict != "same":
                print(f"{file}: {verdict}, {share:.2%} of it; {', '.join(loud)}")
                if given.keep and drawn is not None:
                    given.keep.mkdir(exist_ok=True)
                    both = PIL.Image.new("RGB", (2 * SIDE_PX + 4, SIDE_PX), "gray")
                    both.paste(drawn, (0, 0))
                    both.paste(wanted, (SIDE_PX + 4, 0))
                    both.save(given.keep / f"{folder.name}-{file.stem}.png")
    print(", ".join(f"{count} {what}" for what, count in sorted(found.items())))
    return 1 if found["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
