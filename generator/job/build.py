"""The main job: a game becomes PDF files. This is everything that `emporium-pnp build` does, for
use from Python.

    from generator.data.loading import load_game
    from generator.job.build import build
    from generator.job.planning import Options
    result = build(load_game(Path("cards.yaml")), Options(output=Path("output")))

In: a Game and Options. Out: files written whole, and a Result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.data.budget import heed
from generator.data.files import holds, write_files
from generator.data.game import Card, Game, for_players
from generator.data.given import given
from generator.data.problems import Place, Problem, Problems
from generator.data.saying import agreeing
from generator.data.units import CARD_SIZES, PAPER_SIZES
from generator.data.wording import phrase
from generator.face.cropping import cropped_pictures
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.face.text.area import READABLE_PT
from generator.face.text.notes import Fit
from generator.face.unshown import unshown_pictures
from generator.job import messages as say
from generator.job.planning import (
    RULEBOOK,
    Options,
    Plan,
    chosen_cards,
    ink_suffix,
    place_of,
    place_of_size,
    plan,
    players_suffix,
    printer_for,
    ranges,
    refuse,
    stem_of,
)
from generator.job.printing import Printing, printing_for
from generator.pdf.document import count_pages
from generator.sheet.cutting import CUTTERS, cuts_as_dxf, cuts_as_svg, with_inner_cuts
from generator.sheet.outputs import write_fillable, write_sheets

if TYPE_CHECKING:
    from generator.sheet.papercraft import Cutout

# of its proportions, for `data-trim="exact"`: poker is 0.2 % from 63 x 88 mm, mini 2.3 %: 0.5 mm
EXACT_SLACK = 0.03


class DeckCount(NamedTuple):
    """One line of the summary: a component as it was printed."""

    name: str
    cards: int
    faces: int
    sheets: int


class PrintedFile(NamedTuple):
    """One file that was written. `sheets` counts paper; a rulebook has none. `about` describes a
    file that is not a PDF.
    """

    path: Path
    pages: int
    sheets: int
    size: int
    about: str = ""


@dataclass(frozen=True)
class Result:
    """The result of a build. `fits` has an entry for every text area of every distinct face;
    `shared` counts sheets with several decks.
    """

    files: tuple[PrintedFile, ...]
    decks: tuple[DeckCount, ...]
    sheets: int
    faces: int
    problems: tuple[Problem, ...]
    fits: tuple[Fit, ...] = field(repr=False)
    seconds: float = 0.0
    shared: int = 0
    drafts: tuple[str, ...] = ()
    """The ids of the cards that a draft contains, marked, in spite of their errors."""


def cut_files(game: Game, press: Press, item: Plan) -> dict[str, tuple[bytes, str]]:
    """Write the cut lines of a file's sheets as SVG and DXF: returns contents and descriptions, by
    file name.
    """
    stem, found = item.name.removesuffix(".pdf"), {}
    stamps = {
        key: press.stamp(game.cards[key])
        for key in (p.key for sheet in item.sheets for p in sheet.placements)
    }
    cuttings = with_inner_cuts(item.cuttings, item.sheets, stamps) if item.cuttings else []
    for number, one in enumerate(cuttings, 1):
        name = f"{stem}-cut" + (f"-{number}" if len(cuttings) > 1 else "")
        about = (
            f"cut lines of {agreeing(len(one.sheets), 'sheet|sheets')} {ranges(list(one.sheets))}"
        )
        title = f"{game.title} {game.version}: {item.title}, {about}"
        found[f"{name}.svg"] = (
            cuts_as_svg(one.cuts, one.width_mm, one.height_mm, title).encode(),
            about,
        )
        found[f"{name}.dxf"] = cuts_as_dxf(one.cuts, one.height_mm).encode(), about
    return found


class _Output:
    """The files of one build, before they are written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.contents: dict[Path, bytes] = {}
        self.files: list[PrintedFile] = []

    def add(self, name: str, content: bytes, pages: int, sheets: int, about: str = "") -> None:
        path = self.folder / name
        self.contents[path] = content
        self.files.append(PrintedFile(path, pages, sheets, len(content), about))


Progress = Callable[[int, int, str], None]


def build(
    game: Game,
    options: Options,
    progress: Progress = lambda done, total, label: None,
    problems: Problems | None = None,
    press: Press | None = None,
    beside: Callable[[Press], Mapping[Path, bytes]] = lambda press: {},
    printing: Printing | None = None,
) -> Result:
    """Build a game's PDF files. `beside` returns further files to write, so that either all files
    are written or none. `printing` is the result of `printing_for` for this game and these options,
    if it is known already.

    A draft prints cards in spite of errors if they can be drawn: such errors become warnings.

    Raises ProblemError with everything found (and what `problems` held already) if there is an
    error or, with `is_strict`, a warning, and if `players` cannot play it; no file is then touched.
    A dry build reports the same but touches no file. Raises OSError if files cannot be written; the
    old ones then stay complete.
    """
    started, game = time.perf_counter(), for_players(game, options.players)
    press = press or Press(game, version_marks=options.version_marks)
    press.print_in(options.colour, options.icc, options.is_draft)
    problems = Problems() if problems is None else problems
    with_rulebook = not options.only or RULEBOOK in options.only
    printing = printing_for(game, options) if printing is None else printing
    plans = plan(game, options, problems, printing=printing)
    placements = [placed for item in plans for sheet in item.sheets for placed in sheet.placements]
    keys = list(dict.fromkeys(placed.key for placed in placements))
    total = len(keys) + sum(len(item.sheets) for item in plans) + with_rulebook
    for done, key in enumerate(keys):
        progress(done, total, key)
        press.stamp(game.cards[key])
    done = len(keys)
    output = _Output(options.output)
    job = _Build(game, options, press, printing, problems, output)
    if with_rulebook:
        progress(done, total, RULEBOOK)
        job.add_books()
        done += 1
    if options.is_fillable or options.with_all:
        job.add_fillable()
    if options.with_all or any(component.dial for component in game.components):
        job.add_rest_of_the_box()
    problems.extend(_as_of_a_draft(problem, press) for problem in press.problems)
    problems.extend(cropped_pictures(press))
    problems.extend(job.unshown())
    check_sizes(game, options, printing, press, keys, problems)
    refuse(problems, options.is_strict)
    for item in plans:
        progress(done, total, item.name)
        output.add(item.name, job.written(item), len(item.sheets), item.sheets[-1].total)
        done += len(item.sheets)
        for name, (lines, about) in cut_files(game, press, item).items():
            output.add(name, lines, 0, 0, about)
    progress(total, total, "writing")
    heed()
    if not options.is_dry:
        _write(output, press, beside(press))
    files = output.files
    return Result(
        files=tuple(sorted(files, key=lambda file: file.sheets == 0)),
        decks=tuple(_decks(game, plans)),
        sheets=sum(file.sheets for file in files),
        faces=len(keys),
        problems=tuple(problems),
        fits=tuple(press.fits),
        seconds=time.perf_counter() - started,
        drafts=tuple(press.drafts),
        shared=sum(map(_count_shared, plans)),
    )


def _write(output: _Output, press: Press, beside: Mapping[Path, bytes]) -> None:
    """Write what was made and what goes beside it, of a game built before what differs."""
    press.drawer.supplies.parts.kept.keep()
    contents = {**output.contents, **beside}
    if press.is_warm:
        contents = {path: contents[path] for path in contents if not holds(path, contents[path])}
    write_files(contents)


def _count_shared(item: Plan) -> int:
    """Count the sheets that cards of several decks share."""
    return sum(sheet.side != "back" and len(sheet.decks) > 1 for sheet in item.sheets)


def _as_of_a_draft(problem: Problem, press: Press) -> Problem:
    """Return an error of a card that a draft prints in spite of it as a warning; any other problem
    as it is.
    """
    is_printed = problem.severity == "error" and problem.card in press.drafts
    return replace(problem, severity="warning") if is_printed else problem


@dataclass(frozen=True)
class _Build:
    """One build: what it prints and how, and the files that it has made."""

    game: Game
    options: Options
    press: Press
    printing: Printing
    problems: Problems
    output: _Output

    def add_books(self) -> None:
        """Add the rulebook, and its booklet if that is asked for."""
        for name, book in self.books().items():
            self.output.add(name, book, count_pages(book), 0)
        if self.options.with_booklet and not self.output.files:
            self.problems.warn(say.NO_RULEBOOK())

    def books(self) -> dict[str, bytes]:
        """Print the rulebook, and with the options for it the booklet: files by name, empty without
        a rulebook.
        """
        from generator.book.rulebook import write_booklet, write_rulebook

        game, press, printing = self.game, self.press, self.printing
        ink = "".join(f"-{word}" for word in ink_suffix(game, self.options))
        books = {f"{game.name}-rulebook{ink}.pdf": write_rulebook(game, press)}
        if self.options.with_booklet or self.options.with_all:
            paper_mm = printing.layout.paper_mm or PAPER_SIZES["a4"]
            booklet = write_booklet(game, press, paper_mm)
            books[f"{game.name}-booklet-{printing.paper}{ink}.pdf"] = booklet
        return given(books)

    def add_fillable(self) -> None:
        """Add the faces that have places to write on, of what is built, as a PDF to be filled in;
        warn if it is asked for and there are none.
        """
        game, options = self.game, self.options
        chosen = chosen_cards(game, options.only)
        cards = [card for _, card in game.in_box(chosen)]
        pdf = write_fillable(game, self.press, cards)
        if pdf is not None:
            name = "-".join([stem_of(game, options), "fillable", *ink_suffix(game, options)])
            self.output.add(f"{name}.pdf", pdf, count_pages(pdf), 0)
        elif options.is_fillable:
            hint = (
                'name them in the template: data-tick="NAME" on a circle, data-write="NAME" on a '
                "rect"
            )
            self.problems.warn(say.NOTHING_TO_FILL(), hint=hint)

    def add_rest_of_the_box(self) -> None:
        """Add what is put together and filled in. With --only, what belongs to the components
        named.

        No one can buy a game's dials: they are printed always, the rest if all is asked for.
        Machines that need no marks get its cut lines.
        """
        from generator.book.feedback import write_form
        from generator.sheet.papercraft import cuttings_of, write_cutouts

        game, options, press, output = self.game, self.options, self.press, self.output
        paper, paper_mm = self.printing.paper, self.printing.layout.paper_mm
        if paper_mm is None:
            paper, paper_mm = "a4", PAPER_SIZES["a4"]
        cutouts = self.cutouts()
        printed = {
            what: write_cutouts(game, press, found, paper_mm, what, self.problems)
            for what, found in cutouts.items()
        }
        if options.with_all and not options.only:
            printed["feedback"] = write_form(game, press, paper_mm)
        for what, made in printed.items():
            if made is None:
                continue
            content, pages = made
            of_game = [
                *(players_suffix(game) if what in cutouts else []),
                *ink_suffix(game, options),
            ]
            name = "-".join([stem_of(game, options), what, paper, *of_game]) + ".pdf"
            output.add(name, content, pages, pages)
            if what in cutouts and options.cutter and CUTTERS[options.cutter] is None:
                cuttings = tuple(cuttings_of(cutouts[what], paper_mm))
                item = Plan(name, phrase(game.language, what), (), cuttings)
                for cut, (lines, about) in cut_files(game, press, item).items():
                    output.add(cut, lines, 0, 0, about)

    def cutouts(self) -> dict[str, list[Cutout]]:
        """List what is to be cut out and folded, by the names of the files."""
        from generator.sheet.dials import dials, strips
        from generator.sheet.papercraft import braces, paper_dice, standees, tuck_boxes

        game, options, card_mm = self.game, self.options, self.printing.layout.card_mm
        components = [c for c in game.components if not options.only or c.id in options.only]
        if not options.with_all:
            return {"dials": dials(game, components)}
        return {
            "dials": dials(game, components),
            "strips": strips(game, components),
            "boxes": tuck_boxes(game, card_mm, options.sleeves, components, self.problems),
            "dice": paper_dice(game, components),
            "standees": standees(game, self.press, components),
            "braces": braces(game, components),
        }

    def unshown(self) -> Iterator[Problem]:
        """Find what no card shows; with a part of the cards, the rest may show it."""
        if not self.options.only and not self.options.players:
            yield from unshown_pictures(self.game, self.press)
            yield from self.press.maker.environment.fillings.problems(self.game)

    def written(self, item: Plan) -> bytes:
        """Write a file's sheets, or give what an earlier build with this press wrote, where the
        same faces are in the same places.
        """
        game, options, press = self.game, self.options, self.press
        made_of = (options, item, game.title, game.version, str(game.info.designers or ""))
        if (written := press.as_written(item.name, made_of)) is not None:
            return written
        content = write_sheets(
            game,
            press,
            item.sheets,
            item.title,
            printer=printer_for(options, item.sheets),
            flip=options.flip,
            backs_last=options.backs_last,
        )
        press.keep_written(
            item.name, made_of, (p.key for sheet in item.sheets for p in sheet.placements), content
        )
        return content


def check_sizes(
    game: Game,
    options: Options,
    printing: Printing,
    press: Press,
    keys: list[str],
    problems: Problems,
) -> None:
    """Refuse a card size with other proportions if faces are `data-trim="exact"`; warn if texts
    become too small to read for most people, since the press judges faces at the size of the
    template.
    """
    card_mm = printing.layout.card_mm
    small: dict[tuple[str, str], float] = {}
    torn: list[tuple[Card, Stamp]] = []
    for key in keys:
        card, stamp = game.cards[key], press.stamp(game.cards[key])
        if stamp is None:
            continue
        width, height = card.size_mm or card_mm
        scale = min(width / stamp.size_mm[0], height / stamp.size_mm[1])
        if stamp.is_exact and _differ((width, height), stamp.size_mm):
            torn.append((card, stamp))
        for lettering in stamp.letterings if scale < 0.99 else ():
            if lettering.size_pt * scale < READABLE_PT - 0.05:
                small[key, lettering.at] = min(
                    lettering.size_pt * scale, small.get((key, lettering.at), READABLE_PT)
                )
    if torn:
        first, stamp = torn[0]
        near = {}
        for name, size in CARD_SIZES.items():
            if not _differ(size, stamp.size_mm):
                near[name] = size[0] / stamp.size_mm[0]
        taken = [name for name, scale in near.items() if 0.6 < scale < 1.5]
        problems.error(
            say.OTHER_PROPORTIONS(
                width=card_mm[0],
                height=card_mm[1],
                count=len(torn),
                id_=first.id,
                size=" or ".join(taken) or "the size that they are drawn for",
            ),
            _place_of_card_size(game, options, first.id),
            card=first.id,
        )
    if small:
        least, card_id = min((size, key) for (key, _), size in small.items())
        problems.warn(
            say.TEXTS_SMALL(count=len(small), readable=READABLE_PT, least=least),
            _place_of_card_size(game, options, card_id),
            card=card_id,
        )


def _place_of_card_size(game: Game, options: Options, key: str) -> Place | None:
    """Find where the size that a card is printed in is written; the card's own place if nowhere,
    none if the command line says it.
    """
    if game.cards[key].size_mm is not None:
        return place_of_size(game, key)
    if options.card_size_mm:
        return None
    return place_of(game, options, "card_size") or game.cards[key].place


def _differ(size_mm: tuple[float, float], drawn_mm: tuple[float, float]) -> bool:
    """Return whether a card's proportions are others than those that its face is drawn in."""
    across, down = size_mm[0] / drawn_mm[0], size_mm[1] / drawn_mm[1]
    return max(across, down) > min(across, down) * (1 + EXACT_SLACK)


def _decks(game: Game, plans: list[Plan]) -> Iterable[DeckCount]:
    sheets = chain.from_iterable(plan.sheets for plan in plans)
    fronts = [sheet for sheet in sheets if sheet.side != "back"]
    for component in game.components:
        ids = {card.id for card in component.cards}
        count, keys = 0, list[str]()
        for sheet in fronts:
            if component.name not in sheet.decks:
                continue
            count += 1
            if not sheet.is_part:
                keys += [placed.key for placed in sheet.placements if placed.key in ids]
        if keys:
            yield DeckCount(component.name, len(keys), len(set(keys)), count)
