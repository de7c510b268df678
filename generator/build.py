"""The main job: a game becomes PDF files. Everything `emporium-pnp build` does, for Python too.

    from generator.build import Options, build
    from generator.game import load_game
    result = build(load_game(Path("cards.yaml")), Options(output=Path("output")))

In: a Game and Options. Out: files written whole, and a Result.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from generator.drawing import BLEED_MM
from generator.files import write_files
from generator.fitting import READABLE_PT, Fit
from generator.game import Game, card_size_name
from generator.outputs import write_sheets
from generator.pdf import count_pages
from generator.press import Press
from generator.problems import Problem, ProblemError, Problems, did_you_mean
from generator.sheets import (
    PIECE_GUTTER_MM,
    PRINTABLE_MARGIN_MM,
    Backs,
    Flip,
    Layout,
    Piece,
    Sheet,
    impose,
    impose_mixed,
    leaves_printable_area,
)
from generator.units import CARD_SIZES, PAPER_SIZES, format_size_mm

RULEBOOK = "rulebook"
CARD_PAGE = "card"  # the paper that makes every card a page of its own


@dataclass(frozen=True)
class Options:
    """How to build. None takes what the game's `print:` says, else the default. Lengths and sizes in millimetres."""

    paper: str | None = None
    card_size_mm: tuple[float, float] | None = None
    gutter_mm: float | None = None
    bleed_mm: float | None = None
    backs: Backs = Backs.DUPLEX
    flip: Flip = Flip.LONG_EDGE
    only: tuple[str, ...] = ()
    output: Path = Path("output")
    is_strict: bool = False
    with_booklet: bool = False
    with_all: bool = False
    sleeves: str | None = None


@dataclass(frozen=True)
class Deck:
    """One line of the summary: a component as it was printed."""

    name: str
    cards: int
    faces: int
    sheets: int


@dataclass(frozen=True)
class PrintedFile:
    """One PDF that was written. `sheets` counts paper; a rulebook has none."""

    path: Path
    pages: int
    sheets: int
    size: int


@dataclass(frozen=True)
class Result:
    """What a build made. `fits` has an entry for every text area of every distinct face."""

    files: tuple[PrintedFile, ...]
    decks: tuple[Deck, ...]
    sheets: int
    faces: int
    problems: tuple[Problem, ...]
    fits: tuple[Fit, ...] = field(repr=False)
    seconds: float = 0.0


@dataclass(frozen=True)
class Plan:
    """What goes into one PDF file."""

    name: str
    title: str
    sheets: tuple[Sheet, ...]


def layout_for(game: Game, options: Options) -> tuple[Layout, str]:
    """Put together the layout from the options, the game's `print:` and the defaults; and the paper's name."""
    defaults = game.print_defaults
    paper = options.paper or defaults.get("paper") or "a4"
    is_card_page = paper == CARD_PAGE
    bleed = options.bleed_mm if options.bleed_mm is not None else defaults.get("bleed", 3.0 if is_card_page else 0.0)
    return Layout(
        paper_mm=None if is_card_page else PAPER_SIZES[paper],
        card_mm=options.card_size_mm or defaults.get("card_size") or CARD_SIZES["standard"],
        gutter_mm=options.gutter_mm if options.gutter_mm is not None else defaults.get("gutter", 0.0),
        bleed_mm=bleed,
        backs=options.backs,
        flip=options.flip,
    ), paper


def chosen_cards(game: Game, only: Iterable[str]) -> set[str] | None:
    """Find the ids meant by --only: kinds, components or single cards. None means all. Raises ProblemError."""
    chosen: set[str] = set()
    kinds = {card.kind for card in game.cards.values()}
    components = {c.id: c for c in game.components}
    for word in only:
        if word in components:
            chosen |= {card.id for card in components[word].cards}
        elif word in kinds:
            chosen |= {card.id for card in game.cards.values() if card.kind == word}
        elif word in game.cards:
            chosen.add(word)
        elif word != RULEBOOK:
            known = [*components, *kinds, *game.cards, RULEBOOK]
            hint = did_you_mean(word, known) or f"decks are {', '.join(components)}"
            raise ProblemError(Problem("unknown-card", f"--only expected a kind, a component or a card, found '{word}'", hint=hint))
    return chosen if only else None


def plan(game: Game, options: Options, problems: Problems | None = None) -> list[Plan]:
    """Decide which sheets go into which file. Warnings go to `problems`; raises ProblemError where something fits no page."""
    problems = Problems() if problems is None else problems
    layout, paper = layout_for(game, options)
    chosen = chosen_cards(game, options.only)
    cards: list[Piece] = []
    own: list[Piece] = []
    both_sides: list[Piece] = []
    is_double = options.with_all and layout.backs is not Backs.NONE
    for component in game.components:
        for card in component.cards:
            if chosen is not None and card.id not in chosen:
                continue
            back = None if options.backs is Backs.NONE else component.back_of(card)
            is_alike = is_double and component.has_both_sides and card.size_mm is not None and back is None
            gutter = PIECE_GUTTER_MM if component.gutter_mm is None else component.gutter_mm
            back = card.id if is_alike else back
            piece = Piece(card.id, back, component.name, card.size_mm or layout.card_mm, card.shape, gutter)
            if card.size_mm is None:
                cards += [piece] * card.copies
            else:
                (both_sides if is_alike else own).extend([piece] * card.copies)
    name = _stem(game, options)
    if layout.bleed_mm > BLEED_MM:
        raise ProblemError(Problem("too-much-bleed", f"expected a bleed of at most {BLEED_MM:g} mm, found {layout.bleed_mm:g} mm",
                                   hint="faces are drawn no further past the cut"))  # fmt: skip
    ways = _ways(options)
    plans = []
    try:
        if cards:
            suffix = "cards" if own or not options.only else ""
            sheets = impose(cards, layout)
            plans.append(Plan("-".join(p for p in (name, suffix, paper, *ways) if p) + ".pdf", "cards", tuple(sheets)))
        if own:
            suffix = "pieces" if cards or not options.only else ""
            sheets = impose_mixed(own, layout)
            if options.backs is Backs.FOLD and any(piece.back for piece in own):
                problems.note("pieces-not-folded", "pieces of their own sizes are not folded; their backs are on alternate pages")
            plans.append(Plan("-".join(p for p in (name, suffix, paper) if p) + ".pdf", "mats, screens and tokens", tuple(sheets)))
        if both_sides:
            sheets = impose_mixed(both_sides, layout)
            flip = [way for way in ways if way == options.flip.value]
            plans.append(Plan("-".join([name, "both-sides", paper, *flip]) + ".pdf", "pieces alike on both sides", tuple(sheets)))
    except ValueError as fault:
        raise ProblemError(Problem("too-large-for-paper", str(fault), hint="take a larger paper with --paper")) from None
    for item in plans:
        bad = sorted({sheet.number for sheet in item.sheets if leaves_printable_area(sheet)})
        if bad:
            problems.warn("outside-printable-area",
                          f"{item.name}: cards or their bleed come nearer than {PRINTABLE_MARGIN_MM:g} mm to the paper's edge "
                          f"(sheet{'s' if len(bad) > 1 else ''} {_ranges(bad)}); many printers cut that off",
                          hint="less --gutter or --bleed, a larger --paper, or print borderless")  # fmt: skip
    return plans


def _stem(game: Game, options: Options) -> str:
    """Give what the names of files begin with: the game, and which part of it."""
    only = (
        list(options.only)
        if len(options.only) <= 4
        else [*options.only[:3], hashlib.sha256(repr(options.only).encode()).hexdigest()[:6]]
    )
    return "-".join([game.name[:60], *only])


def _ways(options: Options) -> list[str]:
    """Name what is not printed as usual, so that files printed another way do not take each other's place."""
    ways = []
    if options.card_size_mm:
        ways.append(card_size_name(options.card_size_mm) or format_size_mm(options.card_size_mm).replace(" ", ""))
    if options.backs is not Backs.DUPLEX:
        ways.append({Backs.FOLD: "fold", Backs.NONE: "fronts"}[options.backs])
    elif options.flip is Flip.SHORT_EDGE:
        ways.append(options.flip.value)
    return ways


def _ranges(numbers: list[int]) -> str:
    """Write 1, 2, 3, 5 as '1-3, 5'."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return ", ".join(str(g[0]) if len(g) == 1 else f"{g[0]}-{g[-1]}" for g in groups)


Progress = Callable[[int, int, str], None]


def build(
    game: Game,
    options: Options,
    progress: Progress = lambda done, total, label: None,
    problems: Problems | None = None,
    press: Press | None = None,
) -> Result:
    """Build a game's PDF files.

    Raises ProblemError with everything found (and what `problems` held already) if there is an error, or with `is_strict` a
    warning; then no file is touched. Raises OSError where files cannot be written; the old ones are then whole.
    """
    started = time.perf_counter()
    press = press or Press(game)
    problems = Problems() if problems is None else problems
    with_rulebook = not options.only or RULEBOOK in options.only
    plans = plan(game, options, problems)
    keys = list(dict.fromkeys(p.key for item in plans for sheet in item.sheets for p in sheet.placements))
    total = len(keys) + sum(len(item.sheets) for item in plans) + with_rulebook
    done = 0
    for key in keys:
        progress(done, total, key)
        press.stamp(game.cards[key])
        done += 1
    contents: dict[Path, bytes] = {}
    files: list[PrintedFile] = []
    if with_rulebook:
        progress(done, total, RULEBOOK)
        from generator.rulebook import write_booklet, write_rulebook

        books = {f"{game.name}-rulebook.pdf": write_rulebook(game, press)}
        if options.with_booklet or options.with_all:
            layout, paper = layout_for(game, options)
            books[f"{game.name}-booklet-{paper}.pdf"] = write_booklet(game, press, layout.paper_mm or PAPER_SIZES["a4"])
        done += 1
        for name, book in books.items():
            if book is not None:
                contents[options.output / name] = book
                files.append(PrintedFile(options.output / name, count_pages(book), 0, len(book)))
    if options.with_booklet and with_rulebook and not contents:
        problems.warn("no-rulebook", "--booklet folds a rulebook, but there is no templates/rulebook.md.j2")
    for name, (content, pages) in _rest_of_the_box(game, press, options, problems).items() if options.with_all else ():
        contents[options.output / name] = content
        files.append(PrintedFile(options.output / name, pages, pages, len(content)))
    problems.extend(press.problems)
    _check_readable(game, options, press, keys, problems)
    refuse(problems, options.is_strict)
    for item in plans:
        progress(done, total, item.name)
        path = options.output / item.name
        contents[path] = write_sheets(game, press, item.sheets, item.title)
        files.append(PrintedFile(path, len(item.sheets), item.sheets[-1].total, len(contents[path])))
        done += len(item.sheets)
    progress(total, total, "writing")
    write_files(contents)
    return Result(
        files=tuple(sorted(files, key=lambda file: file.sheets == 0)),
        decks=tuple(_decks(game, plans)),
        sheets=sum(file.sheets for file in files),
        faces=len(keys),
        problems=tuple(problems),
        fits=tuple(press.fits),
        seconds=time.perf_counter() - started,
    )


def _rest_of_the_box(game: Game, press: Press, options: Options, problems: Problems) -> dict[str, tuple[bytes, int]]:
    """Print what is folded and filled in: files by name, each with its pages. With --only, what belongs to the components named."""
    from generator.feedback import write_form
    from generator.papercraft import braces, paper_dice, standees, tuck_boxes, write_cutouts

    layout, paper = layout_for(game, options)
    paper, paper_mm = (paper, layout.paper_mm) if layout.paper_mm else ("a4", PAPER_SIZES["a4"])
    components = [c for c in game.components if not options.only or c.id in options.only]
    cutouts = {
        "boxes": tuck_boxes(game, layout.card_mm, options.sleeves, components),
        "dice": paper_dice(game, components),
        "standees": standees(game, press, components),
        "braces": braces(components),
    }
    printed = {what: write_cutouts(game, press, found, paper_mm, what, problems) for what, found in cutouts.items()}
    if not options.only:
        printed["feedback"] = write_form(game, press, paper_mm)
    return {f"{_stem(game, options)}-{what}-{paper}.pdf": made for what, made in printed.items() if made is not None}


def _check_readable(game: Game, options: Options, press: Press, keys: list[str], problems: Problems) -> None:
    """Warn where faces are printed so much smaller than drawn that text gets unreadable; the press judges them as drawn."""
    card_mm = layout_for(game, options)[0].card_mm
    small: list[tuple[float, str]] = []
    for key in keys:
        card, stamp = game.cards[key], press.stamp(game.cards[key])
        width, height = card.size_mm or card_mm
        scale = min(width / stamp.size_mm[0], height / stamp.size_mm[1]) if stamp else 1.0
        if scale < 0.99:
            small += [(fit.used_pt * scale, fit.card) for fit in press.fits
                      if fit.card == key and fit.used_pt >= READABLE_PT and fit.used_pt * scale < READABLE_PT - 0.05]  # fmt: skip
    if small:
        least, card_id = min(small)
        problems.warn("text-small", f"at this card size {len(small)} texts are smaller than {READABLE_PT:g} pt, down to {least:.1f} pt",
                      hint="take a larger --card-size, or draw templates for this one", card=card_id)  # fmt: skip


def refuse(problems: Problems, is_strict: bool) -> None:
    """Raise ProblemError if there is an error among the problems, or a warning where those count."""
    if problems.has_errors or (is_strict and problems.count("warning")):
        raise ProblemError(*problems)


def _decks(game: Game, plans: list[Plan]) -> Iterable[Deck]:
    fronts = [sheet for item in plans for sheet in item.sheets if sheet.side != "back"]
    for component in game.components:
        ids = {card.id for card in component.cards}
        sheets = [sheet for sheet in fronts if component.name in sheet.decks]
        keys = [p.key for sheet in sheets for p in sheet.placements if p.key in ids]
        if keys:
            yield Deck(component.name, len(keys), len(set(keys)), len(sheets))
