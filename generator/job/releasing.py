"""A release: everything needed to print a game, in one zip.

In: a Game and a folder. Out: a zip written whole, the same bytes for the same game: builds for
several papers and ways of printing, the rulebook, a picture of the cards, a README for anyone who
prints, the licence and checksums.
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
from functools import partial
from pathlib import Path
from typing import Any

from generator.data.colours import rgb_of
from generator.data.files import path_within, unreported, write_files
from generator.data.game import EVERYTHING, Game
from generator.data.loading import load_game
from generator.data.opening import MIB, read_file
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.wording import phrase
from generator.face.press import Press
from generator.job import messages as say
from generator.job.build import PrintedFile, build
from generator.job.planning import Options
from generator.job.showcasing import GROUND, showcase, shown
from generator.pdf.png import write_png
from generator.pdf.raster import contact_sheet
from generator.sheet.sheets import Backs

PAPERS = ("a4", "letter")
PICTURE_PX = 2800
HAND_DPI = 150
LOW_INK = "low-ink"
_MOST_LICENCE = MIB
LICENCES = (
    "LICENSE",
    "LICENSE.txt",
    "LICENSE.md",
    "LICENCE",
    "LICENCE.txt",
    "LICENCE.md",
    "COPYING",
)

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
_SORTS = (
    "cards",
    "fold",
    "pieces",
    "two-sided",
    "pads",
    "fillable",
    "both-sides",
    "boards",
    "boxes",
    "dice",
    "dials",
    "strips",
    "standees",
    "braces",
    "feedback",
    "rulebook",
    "booklet",
)
"""What a file of a build may be, by the words of its name; the phrase `about-…` reports each."""


@dataclass(frozen=True)
class Packed:
    """One file of a release, by its name in the zip. `about` describes it; `kind` says which of a
    build's files it is: 'cards', 'boxes'.
    """

    name: str
    content: bytes
    about: str = ""
    sheets: int = 0
    kind: str = ""

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Release:
    """A zip that was written, and its contents."""

    path: Path
    size: int
    files: tuple[Packed, ...]
    problems: tuple[Problem, ...]


Progress = Callable[[int, int, str], None]


def release(
    game: Game,
    output: Path,
    papers: Sequence[str] = PAPERS,
    sleeves: str | None = None,
    is_strict: bool = False,
    progress: Progress = lambda done, total, label: None,
) -> Release:
    """Build a game in every way that people print it, and pack that into
    output/NAME-VERSION-print-and-play.zip.

    Raises ProblemError if a build has errors (or, with `is_strict`, warnings); nothing is then
    written. Raises OSError if the zip cannot be written.
    """
    problems = Problems()
    press = Press(game, version_marks=False)
    low = Press(
        load_game(game.folder / game.file, ink="low", lang=game.translation), version_marks=False
    )
    packed: list[Packed] = []
    ways = [way for paper in papers for way in _ways(paper, sleeves, is_strict, _has_backs(game))]
    for number, (folder, options, wanted) in enumerate(ways):
        progress(number, len(ways) + 1, folder)
        packed += _built(
            options, folder, wanted, problems, low if folder.startswith(LOW_INK) else press
        )
    packed = list({file.name: file for file in packed}.values())
    if not packed:
        raise ProblemError.of(say.NOTHING_TO_RELEASE(title=game.title), game.root.place)
    progress(len(ways), len(ways) + 1, "picture")
    cards = [card for card in game.cards.values() if card.size_mm is None] or list(
        game.cards.values()
    )
    if cards:
        packed.append(
            Packed(
                "cards.png",
                contact_sheet(press, cards, PICTURE_PX),
                phrase(game.language, "about-picture"),
            )
        )
        picture = showcase(
            press, *shown(game, EVERYTHING, "hand"), "hand", HAND_DPI, rgb_of(GROUND)
        )
        if picture is not None:
            packed.append(
                Packed(
                    "hand.png", write_png(picture, HAND_DPI), phrase(game.language, "about-hand")
                )
            )
    licence = licence_text(game)
    if licence is None:
        problems.note(say.NO_LICENCE())
    else:
        packed.append(
            Packed("LICENSE.txt", licence.encode(), phrase(game.language, "about-licence"))
        )
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


def _ways(
    paper: str, sleeves: str | None, is_strict: bool, has_backs: bool
) -> Iterable[tuple[str, Options, tuple[str, ...]]]:
    """Return the ways of printing on one paper: the folder, how to build, and which of the built
    files to take (none: all).
    """
    plain: dict[str, Any] = {"paper": paper, "is_strict": is_strict}
    yield paper, Options(**plain, with_all=True, sleeves=sleeves), ()
    if has_backs:
        yield paper, Options(**plain, backs=Backs.FOLD), ("fold",)
    yield f"{LOW_INK}/{paper}", Options(**plain), ("cards", "pieces", "two-sided", "pads")


def _built(
    options: Options, folder: str, wanted: tuple[str, ...], problems: Problems, press: Press
) -> list[Packed]:
    """Build in one way into a folder that is thrown away, and return the files to take. The
    rulebook goes to the top.
    """
    packed = []
    with unreported(), tempfile.TemporaryDirectory(prefix="emporium-pnp-") as scratch:
        result = build(press.game, replace(options, output=Path(scratch)), press=press)
        problems.extend(p for p in result.problems if p.severity != "note")
        for file in result.files:
            what = what_is(file)
            if not wanted or what in wanted:
                if what in ("rulebook", "fillable"):
                    name = file.path.name
                else:
                    name = f"{folder}/{file.path.name}"
                packed.append(
                    Packed(
                        name, file.path.read_bytes(), _about(what, press.game), file.sheets, what
                    )
                )
    return packed


def _about(what: str, game: Game) -> str:
    return phrase(
        game.language,
        "about-fronts" if what == "cards" and not _has_backs(game) else f"about-{what}",
    )


def _has_backs(game: Game) -> bool:
    """Return whether any card has a back."""
    return any(
        component.back_of(card) for component, card in game.in_box() if component.deals(card)
    )


def what_is(file: PrintedFile) -> str:
    """Classify a file of a build by the words of its name: 'fold' for folded cards, otherwise
    'cards', 'boxes' and so on.
    """
    words = file.path.stem
    found = [(words.rfind(f"-{what}"), what) for what in _SORTS if f"-{what}" in words]
    return max(found)[1] if found else "cards"


def licence_text(game: Game) -> str | None:
    """Return what others may do with the game: the licence file beside cards.yaml, otherwise `game:
    licence:`, otherwise None.
    """
    for name in LICENCES:
        path = path_within(game.folder, name)
        if path is not None and path.is_file():
            return read_file(path, game.folder, _MOST_LICENCE).decode(errors="replace")
    return f"{game.info.licence}\n" if "licence" in game.info else None


def readme(game: Game, packed: Sequence[Packed]) -> str:
    """Write the README for the person who prints, with a description of each file."""
    say = partial(phrase, game.language)
    lines = _about_game(game)
    lines += ["", *_heading(say("how-to-print")), ""]
    for number, step in enumerate(_steps(packed, _has_backs(game), game.language), 1):
        lines += textwrap.wrap(step, 76, initial_indent=f"{number}. ", subsequent_indent="   ")
    for component in game.components:
        if component.for_players and component.for_players != game.info.players:
            only = say("only-for", span=_span(game, component.for_players), what=component.name)
            lines += ["", *textwrap.wrap(only, 76)]
    folding = _folding(packed, game.language)
    if folding:
        lines += ["", *_heading(say("how-to-fold"))]
        for text in folding:
            lines += ["", *textwrap.wrap(text, 76)]
    lines += ["", *_heading(say("the-files")), ""]
    for file in packed:
        sheets = f" ({say('sheets', number=file.sheets)})" if file.sheets else ""
        lines += [
            f"{file.name}{sheets}",
            *textwrap.wrap(file.about, 76, initial_indent="    ", subsequent_indent="    "),
        ]
    lines += _other_pieces(game, packed)
    if "licence" in game.info:
        lines += ["", *_heading(say("the-licence")), "", *textwrap.wrap(game.info.licence, 76)]
    lines += [
        "",
        *_heading(say("this-edition")),
        "",
        say("made-of", version=game.version, data=game.data_hash),
        say("checksums"),
    ]
    return "\n".join(lines) + "\n"


def _about_game(game: Game) -> list[str]:
    """Write what is printed on the box: title, designers, players, a sentence or two."""
    info, say = game.info, partial(phrase, game.language)
    lines = _heading(say("release-title", title=game.title, version=game.version), "=")
    facts = []
    for key in ("players", "minutes"):
        if key in info:
            facts.append(say(f"for-{key}", span=_span(game, info[key])))
    if "ages" in info and info.ages.endswith("+"):
        facts.append(say("from-age", age=info.ages[:-1]))
    elif "ages" in info:
        facts.append(say("for-ages", ages=info.ages))
    sentences = []
    if info.designers:
        sentences.append(say("by", names=f" {say('and')} ".join(info.designers)))
    if facts:
        listed = ", ".join(facts)
        sentences.append(f"{listed[:1].upper()}{listed[1:]}.")
    if sentences:
        lines += ["", " ".join(sentences)]
    if "about" in info:
        lines += ["", *textwrap.wrap(info.about, 76)]
    return lines


def _other_pieces(game: Game, packed: Sequence[Packed]) -> list[str]:
    """List the contents of the box other than cards, such as dice, and those that can be made of
    paper.
    """
    say = partial(phrase, game.language)
    lines: list[str] = []
    for component in game.components:
        if component.cards or component.dial:
            continue
        remark = game.context["components"][component.id].about
        if component.dice and any(file.kind == "dice" for file in packed):
            paper = say("paper-dice")
            remark = f"{remark.rstrip('.')}. {paper}" if remark else paper
        said = say("remark", name=component.name, remark=remark) if remark else component.name
        lines += textwrap.wrap(f"{component.count} x {said}", 76, subsequent_indent="    ")
    return ["", *_heading(say("not-cards")), "", *lines] if lines else []


def _heading(words: str, line: str = "-") -> list[str]:
    return [words, line * len(words)]


def _steps(packed: Sequence[Packed], has_backs: bool, language: str) -> Iterable[str]:
    """Explain step by step how to print the files that are included."""
    say = partial(phrase, language)
    kinds = {file.kind for file in packed}
    folders = {file.name.rpartition("/")[0] for file in packed}
    papers = sorted(folder for folder in folders if folder and not folder.startswith(LOW_INK))
    sentences = []
    if papers == sorted(PAPERS):
        sentences = [say("step-1")]
    elif len(papers) > 1:
        or_last = f"{', '.join(papers[:-1])} {say('or')} {papers[-1]}"
        sentences = [say("choose-paper", papers=or_last)]
    elif papers:
        sentences = [say("one-paper", paper=papers[0])]
    if any(folder.startswith(LOW_INK) for folder in folders):
        sentences.append(say("low-ink"))
    if sentences:
        yield " ".join(sentences)
    cutting = say("ruler") if kinds & {"cards", "pieces", "two-sided", "pads", "fold"} else ""
    yield f"{say('step-2')} {cutting}".strip()
    if "cards" in kinds and has_backs:
        folding = say("fold-file") if "fold" in kinds else ""
        yield f"{say('step-3')} {folding}".strip()
    if kinds - {"feedback", "rulebook", "booklet", "fillable", ""}:
        yield say("step-4")
        yield say("step-5")


def _folding(packed: Sequence[Packed], language: str) -> list[str]:
    """Explain briefly how to fold what is to be folded."""
    kinds = {file.kind for file in packed}
    found = []
    for kind in ("boards", "boxes", "dice", "dials", "strips", "standees", "braces"):
        if kind in kinds:
            found.append(phrase(language, f"fold-{kind}"))
    return [phrase(language, "fold-first"), *found] if found else []


def _span(game: Game, span: tuple[int, int]) -> str:
    if span[0] == span[1]:
        return str(span[0])
    return phrase(game.language, "span", least=span[0], most=span[1])


def zipped(packed: Iterable[Packed], top: str) -> bytes:
    """Pack files into a zip under one folder, the same bytes for the same files: no clock, no
    permissions of this machine.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in packed:
            entry = zipfile.ZipInfo(f"{top}/{file.name}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.content)
    return out.getvalue()
