"""One picture per card: the exports `png`, for any purpose, and `tabletopia`, a folder per deck.

In: a Game, its Press, options. Out: PNG files on disk, and their list. File names consist only of
ids and numbers, by a pattern that is parsed here: `str.format` would let a pattern look into the
program.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.data.csvtext import guarded
from generator.data.fieldtypes import slug
from generator.data.files import writing_files
from generator.data.game import EVERYTHING, Card, Chosen, Game
from generator.data.problems import ProblemError, did_you_mean
from generator.export import messages as say
from generator.export.laid_tables import table_files
from generator.export.stacks import Stack, card_name, faces_of, stacks_of
from generator.face.press import Press
from generator.pdf.raster import Progress, no_progress, render_pngs, resized

PATTERN = "{component}-{number}-{id}"
PLACEHOLDERS = ("game", "version", "component", "kind", "number", "id", "name", "copy", "copies")
BACKS = "backs"
_PART = re.compile(r"\{([^{}]*)\}")
_UNFIT = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]')
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)


@dataclass(frozen=True)
class PictureFile:
    """One PNG to write: the card it shows and its path within the output folder."""

    card: Card
    path: str


def name_files(
    game: Game, pattern: str = PATTERN, chosen: Chosen = EVERYTHING, each_copy: bool = False
) -> list[PictureFile]:
    """Name a file for every card and every back. `each_copy` names one for each copy of a card.

    Raises ProblemError if the pattern has an unknown placeholder, makes an invalid file name, or
    makes a name twice.
    """
    _check_pattern(pattern)
    if each_copy and "{copy}" not in pattern:
        pattern += "-{copy}"
    groups: dict[str, list[Card]] = {}
    backs: dict[str, Card] = {}
    for component in game.components:
        cards = component.among(chosen)
        groups[component.id] = cards
        backs |= {id_: game.cards[id_] for card in cards if (id_ := component.back_of(card))}
    named = {card.id for cards in groups.values() for card in cards}
    backs |= {id_: game.cards[id_] for id_ in chosen.ids if id_ not in named}
    files = []
    for word, cards in [*groups.items(), (BACKS, list(backs.values()))]:
        digits = len(str(len(cards)))
        for number, card in enumerate(cards, 1):
            copies = 1 if word == BACKS else card.copies
            for copy in range(1, copies + 1 if each_copy else 2):
                values = {
                    "game": game.name[:60],
                    "version": slug(game.version) or game.data_hash,
                    "component": word,
                    "kind": card.kind,
                    "number": f"{number:0{digits}}",
                    "id": card.id,
                    "name": slug(card_name(card)) or card.id,
                    "copy": f"{copy:0{len(str(copies))}}",
                    "copies": str(copies),
                }
                name = _PART.sub(lambda found, values=values: values[found[1]], pattern)  # type: ignore[misc]
                files.append(PictureFile(card, f"{name}.png"))
    _check_apart(files, pattern)
    return files


def _check_pattern(pattern: str) -> None:
    """Raise ProblemError for an invalid pattern: unknown placeholders, characters and positions
    that file names cannot have.
    """
    for name in _PART.findall(pattern):
        if name not in PLACEHOLDERS:
            hint = did_you_mean(name, PLACEHOLDERS)
            hint = hint or f"the placeholders are {', '.join(PLACEHOLDERS)}"
            said = say.UNKNOWN_PLACEHOLDER(known=PLACEHOLDERS, found=name)
            raise ProblemError.of(said, hint=hint)
    bare = _PART.sub("x", pattern)
    if re.search("[{}]", bare):
        raise ProblemError.of(say.BRACE_UNMATCHED(pattern=pattern))
    if _UNFIT.search(bare) or not PurePosixPath(bare).parts or re.search("^/|/$", bare):
        raise ProblemError.of(say.NOT_A_FILE_NAME(such=PATTERN, pattern=pattern))
    for part in bare.split("/"):
        if part != part.strip(" .") or _DEVICES.fullmatch(part):
            raise ProblemError.of(say.NAME_LEADS_OUT(pattern=pattern))


def _check_apart(files: list[PictureFile], pattern: str) -> None:
    """Raise ProblemError if two files would have the same name, ignoring capitals, because Windows
    and macOS do not distinguish them.
    """
    found: dict[str, PictureFile] = {}
    for file in files:
        other = found.setdefault(file.path.lower(), file)
        if other is not file:
            said = say.NAME_TWICE(
                pattern=pattern, name=file.path, first=other.card.id, second=file.card.id
            )
            raise ProblemError.of(said)
        if any(len(part.encode()) > 200 for part in file.path.split("/")):
            said = say.NAME_TOO_LONG(pattern=pattern, name=file.path[:60])
            raise ProblemError.of(said)


def write_pictures(
    press: Press,
    files: list[PictureFile],
    output: Path,
    dpi: float = 300,
    bleed_mm: float = 0.0,
    corner_mm: float = 0.0,
    progress: Progress = no_progress,
) -> list[Path]:
    """Write pictures into a folder, all or none, and return their paths. A face is drawn once,
    however many files show it.
    """
    paths: dict[str, list[Path]] = {}
    for file in files:
        paths.setdefault(file.card.id, []).append(output / file.path)
    cards = list({file.card.id: file.card for file in files}.values())
    with writing_files(within=output) as add:
        for card, content in render_pngs(press, cards, dpi, bleed_mm, corner_mm, progress):
            for path in paths[card.id]:
                add(path, content)
    return [output / file.path for file in files]


def write_tabletopia(
    game: Game,
    press: Press,
    output: Path,
    chosen: Chosen = EVERYTHING,
    dpi: float = 300,
    progress: Progress = no_progress,
) -> tuple[list[Path], list[Stack]]:
    """Write a folder per stack with one PNG per card and `back.png`, and `counts.csv`: each file
    with its number of copies and its back.

    All pictures of a stack, including backs, have the same size in pixels, as Tabletopia requires.
    Return the paths and the stacks.
    """
    stacks = stacks_of(game, chosen)
    wanted: dict[str, list[Path]] = {}
    rows = [("deck", "file", "copies", "back")]
    for stack in stacks:
        back = f"{stack.id}/{_back_name(stack)}" if stack.back else ""
        if stack.back:
            wanted.setdefault(_shown(stack.back, stack), []).append(output / back)
        for card in stack.cards:
            wanted.setdefault(_shown(card, stack), []).append(output / stack.id / f"{card.id}.png")
            rows.append((stack.id, f"{stack.id}/{card.id}.png", str(card.copies), back))
    listing = io.StringIO()
    csv.writer(listing, lineterminator="\n").writerows(list(map(guarded, row)) for row in rows)
    written: list[Path] = []
    with writing_files(within=output) as add:
        sizes = sorted({stack.size_mm for stack in stacks})
        cards = []
        for size_mm in sizes:
            for card in faces_of([s for s in stacks if s.size_mm == size_mm]):
                cards.append(resized(card, size_mm))
        for card, content in render_pngs(press, cards, dpi, progress=progress):
            for path in wanted[f"{card.id} {card.size_mm}"]:
                add(path, content)
                written.append(path)
        texts = {"counts.csv": listing.getvalue().encode(), **table_files(game, chosen)}
        for name, content in texts.items():
            add(output / name, content)
    return [*sorted(written), *(output / name for name in texts)], stacks


def _back_name(stack: Stack) -> str:
    """Name a stack's back, since a card may itself be called 'back'."""
    return "back.png" if all(card.id != "back" for card in stack.cards) else "the-back.png"


def _shown(card: Card, stack: Stack) -> str:
    """Tell the pictures of one face apart by their size."""
    return f"{card.id} {stack.size_mm}"
