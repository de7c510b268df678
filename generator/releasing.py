"""A release: everything that somebody needs to print a game, in one zip.

In: a Game and a folder. Out: a zip written whole, the same bytes for the same game: builds for several papers and ways of
printing, the rulebook, a picture of the cards, a README for whoever prints, the licence and checksums.
"""

from __future__ import annotations

import hashlib
import io
import re
import tempfile
import textwrap
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.build import Options, PrintedFile, build
from generator.files import write_files
from generator.game import Game, load_game, path_within
from generator.pictures import contact_sheet
from generator.press import Press
from generator.problems import Problem, Problems
from generator.sheets import Backs

PAPERS = ("a4", "letter")
PICTURE_PX = 2800
LOW_INK = "low-ink"
LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "LICENCE.md", "COPYING")

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
_ABOUT = {
    "cards": "the cards, fronts and backs in turn; thick paper, both sides",
    "fold": "the cards with each back beside its front, to be folded and glued; one side",
    "pieces": "everything of another size; thick paper, one side",
    "both-sides": "pieces that look alike on both sides; thick paper, both sides",
    "boxes": "a box for each deck, to cut out and fold; thick paper, one side",
    "dice": "paper dice, to cut out and fold; thick paper, one side",
    "standees": "figures that stand, to cut out and fold; thick paper, one side",
    "braces": "what keeps the legs of a folded piece apart; thick paper, one side",
    "feedback": "a form to fill in after a game; plain paper",
    "rulebook": "the rules, page after page, to be read",
    "booklet": "the rules again, to be printed on both sides (short-edge flip) and folded",
}


@dataclass(frozen=True)
class Packed:
    """One file of a release, by its name in the zip. `about` says what it is."""

    name: str
    content: bytes
    about: str = ""
    sheets: int = 0

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Release:
    """A zip that was written, and what lies in it."""

    path: Path
    size: int
    files: tuple[Packed, ...]
    problems: tuple[Problem, ...]


Progress = Callable[[int, int, str], None]


def release(
    game: Game, output: Path, papers: Sequence[str] = PAPERS, sleeves: str | None = None, is_strict: bool = False,
    progress: Progress = lambda done, total, label: None,
) -> Release:  # fmt: skip
    """Build a game in every way that people print it, and pack that into output/NAME-VERSION-print-and-play.zip.

    Raises ProblemError where a build has errors (or, with `is_strict`, warnings); then nothing is written. Raises OSError where
    the zip cannot be written.
    """
    problems = Problems()
    press, low = Press(game), Press(load_game(game.folder / game.file, ink="low"))
    packed: list[Packed] = []
    ways = [way for paper in papers for way in _ways(paper, sleeves, is_strict)]
    for number, (folder, options, wanted) in enumerate(ways):
        progress(number, len(ways) + 1, folder)
        packed += _built(options, folder, wanted, problems, low if folder.startswith(LOW_INK) else press)
    packed = list({file.name: file for file in packed}.values())
    progress(len(ways), len(ways) + 1, "picture")
    cards = [card for card in game.cards.values() if card.size_mm is None] or list(game.cards.values())
    packed.append(Packed("cards.png", contact_sheet(press, cards, PICTURE_PX), "a picture of all cards"))
    licence = licence_text(game)
    if licence is None:
        problems.note("no-licence", "nothing says what others may do with the game",
                      hint="a file LICENSE beside cards.yaml, or `licence:` under game: in it")  # fmt: skip
    else:
        packed.append(Packed("LICENSE.txt", licence.encode(), "what you may do with all this"))
    packed = sorted(packed, key=lambda file: (file.name.count("/"), file.name))
    packed.insert(0, Packed("README.txt", readme(game, packed).encode()))
    sums = "".join(f"{file.checksum}  {file.name}\n" for file in packed)
    packed.append(Packed("SHA256SUMS", sums.encode()))
    top = f"{game.name}-{re.sub(r'[^A-Za-z0-9._+-]+', '-', game.version).strip('-.') or '0'}"
    content = zipped(packed, top)
    path = output / f"{top}-print-and-play.zip"
    write_files({path: content})
    progress(1, 1, "written")
    return Release(path, len(content), tuple(packed), tuple(dict.fromkeys(problems)))


def _ways(paper: str, sleeves: str | None, is_strict: bool) -> Iterable[tuple[str, Options, tuple[str, ...]]]:
    """Give the ways of printing on one paper: the folder, how to build, and which of the files built to take (none: all)."""
    plain: dict[str, Any] = {"paper": paper, "is_strict": is_strict}
    yield paper, Options(**plain, with_all=True, sleeves=sleeves), ()
    yield paper, Options(**plain, backs=Backs.FOLD), ("fold",)
    yield f"{LOW_INK}/{paper}", Options(**plain), ("cards", "pieces")


def _built(options: Options, folder: str, wanted: tuple[str, ...], problems: Problems, press: Press) -> list[Packed]:
    """Build in one way into a folder that is thrown away; give the files to take. The rulebook goes to the top."""
    packed = []
    with tempfile.TemporaryDirectory(prefix="emporium-pnp-") as scratch:
        result = build(press.game, replace(options, output=Path(scratch)), press=press)
        problems.extend(p for p in result.problems if p.severity != "note")
        for file in result.files:
            what = what_is(file)
            if not wanted or what in wanted:
                name = file.path.name if what == "rulebook" else f"{folder}/{file.path.name}"
                packed.append(Packed(name, file.path.read_bytes(), _ABOUT.get(what, ""), file.sheets))
    return packed


def what_is(file: PrintedFile) -> str:
    """Say what a file of a build is, by the words of its name: 'fold' for folded cards, else 'cards', 'boxes' and so on."""
    words = file.path.stem
    found = [(words.rfind(f"-{what}"), what) for what in _ABOUT if f"-{what}" in words]
    return max(found)[1] if found else "cards"


def licence_text(game: Game) -> str | None:
    """Give what others may do with the game: a licence file beside cards.yaml, else `game: licence:`, else None."""
    for name in LICENCES:
        path = path_within(game.folder, name)
        if path is not None and path.is_file():
            return path.read_text(encoding="utf-8", errors="replace")
    return f"{game.info.licence}\n" if "licence" in game.info else None


def readme(game: Game, packed: Sequence[Packed]) -> str:
    """Write the README for the person who prints, with what each file is."""
    info = game.info
    title = f"{game.title} {game.version}: print and play"
    facts = [f"{_span(info[key])} {word}" for key, word in (("players", "players"), ("minutes", "minutes")) if key in info]
    facts += [f"ages {info.ages}"] if "ages" in info else []
    lines = [title, "=" * len(title), ""]
    if info.designers:
        lines.append(f"By {' and '.join(info.designers)}. {', '.join(facts).capitalize()}{'.' if facts else ''}".strip())
    elif facts:
        lines.append(f"{', '.join(facts).capitalize()}.")
    if "about" in info:
        lines += ["", *textwrap.wrap(info.about, 76)]
    lines += ["", "How to print", "------------", ""]
    for number, step in enumerate(_STEPS, 1):
        lines += textwrap.wrap(step, 76, initial_indent=f"{number}. ", subsequent_indent="   ")
    lines += ["", "The files", "---------", ""]
    for file in packed:
        sheets = f" ({file.sheets} sheet{'s' if file.sheets != 1 else ''})" if file.sheets else ""
        lines += [f"{file.name}{sheets}", *textwrap.wrap(file.about, 76, initial_indent="    ", subsequent_indent="    ")]
    others = [c for c in game.components if not c.cards]
    if others:
        lines += ["", "Not among the cards", "-------------------", ""]
        about = game.context["components"]
        for component in others:
            remark = about[component.id].about
            lines += textwrap.wrap(
                f"{component.count} x {component.name}{f': {remark}' if remark else ''}", 76, subsequent_indent="    "
            )
    if "licence" in info:
        lines += ["", "Licence", "-------", "", *textwrap.wrap(info.licence, 76)]
    lines += ["", "This edition", "------------", "", f"Version {game.version}, data {game.data_hash}.",
              "SHA256SUMS has a checksum of every file: `sha256sum --check SHA256SUMS`."]  # fmt: skip
    return "\n".join(lines) + "\n"


_STEPS = (
    "Choose the folder of your paper: a4 in most of the world, letter in North America.",
    "Print one sheet first, at 100 % or \"actual size\", never \"fit to page\". Lay a ruler on the line of 100 mm at its foot.",
    "Cards come as fronts and backs in turn: print on both sides, flipped on the long edge. A printer that never gets backs straight "
    "does better with the file whose name ends in fold: print on one side, fold along the middle, glue, then cut.",
    "Thick paper (160 to 300 g/m²) plays best; thin paper in sleeves, with an old playing card behind it, does as well.",
    "Cut from crop mark to crop mark with a knife along a steel ruler. What has an outline is cut along that.",
)  # fmt: skip


def _span(span: tuple[int, int]) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]} to {span[1]}"


def zipped(packed: Iterable[Packed], top: str) -> bytes:
    """Pack files into a zip under one folder, the same bytes for the same files: no clock, no permissions of this machine."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in packed:
            entry = zipfile.ZipInfo(f"{top}/{file.name}", _EPOCH)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(entry, file.content)
    return out.getvalue()
