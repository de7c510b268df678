"""`emporium-pnp build`: the game as PDF files, once or at every change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.changed import as_printed, build_changed, check_can_mark, tell_lock
from generator.cli.console import (
    CI_FORMAT,
    FINE,
    GAME,
    INK,
    INTERRUPTED,
    LANG,
    PLAYERS,
    PROBLEMS,
    STRICT,
    Bar,
    Length,
    OneOf,
    Printer,
    Size,
    for_as_many,
    game_path,
    in_languages,
    misuse,
    open_game,
    output_folder,
    profile_of,
    refusal,
    with_options,
    words_of,
)
from generator.cli.gathering import count_of
from generator.data.opening import RefusedFile, read_named
from generator.data.problems import ProblemError, Problems, counted
from generator.data.saying import agreeing, first_of
from generator.data.units import CARD_SIZES, CUTTER_NAMES, PAPER_SIZES, SLEEVE_NAMES

if TYPE_CHECKING:
    from generator.data.game import Game
    from generator.face.press import Press
    from generator.job.build import Result
    from generator.job.planning import Options

MOST_PROFILE = 32 * 1024 * 1024
"""Bytes of the profile of a press; they have one or two million."""
_BUILD = [
    GAME,
    click.option(
        "--paper",
        type=OneOf([*PAPER_SIZES, "card"], case_sensitive=False),
        help="Paper; 'card' prints each card on a separate page. [a4]",
    ),
    click.option(
        "--sheet",
        metavar="NAME",
        help="Sheet with fixed places, such as perforated cards; `emporium-pnp sheets` lists them.",
    ),
    click.option(
        "--backs",
        type=OneOf(["duplex", "last", "fold", "none"]),
        help=(
            "Print backs on alternate pages, after all fronts, beside their fronts to fold, or not "
            "at all. [duplex, or the sheet's own setting]"
        ),
    ),
    click.option(
        "--flip",
        type=OneOf(["long-edge", "short-edge"]),
        help=(
            "The edge on which your printer flips the paper. [long-edge, or the edge saved "
            "for --printer]"
        ),
    ),
    click.option(
        "--printer",
        "printer_name",
        metavar="NAME",
        help=(
            "Correct the position of backs for this printer; `emporium-pnp calibrate` measures it."
        ),
    ),
    click.option(
        "--cutter",
        type=OneOf(CUTTER_NAMES),
        help="Add marks for a cutting machine, and write its cut lines as SVG and DXF.",
    ),
    click.option(
        "--corner-radius",
        type=Length(),
        help="Radius at which a cutting machine rounds card corners. [3 mm]",
    ),
    click.option(
        "--card-size",
        type=Size(),
        help=f"Size of the cards: '63 x 88 mm', or {', '.join(list(CARD_SIZES)[:6])} … [standard]",
    ),
    click.option("--gutter", type=Length(), help="Gap between cards, such as '3 mm'. [0 mm]"),
    click.option(
        "--bleed",
        type=Length(),
        help="Print faces this far past the cut. [2 mm if there is room; 3 mm on card pages]",
    ),
    click.option(
        "--back-bleed",
        type=Length(),
        help="Print backs this far past the cut if there is room. [2 mm]",
    ),
    click.option(
        "--only",
        multiple=True,
        metavar="KIND|COMPONENT|ID",
        help="Print only these; separate several with commas, or repeat the option.",
    ),
    click.option(
        "--copies", type=click.IntRange(1, 1000), metavar="N", help="With --only: copies of each."
    ),
    click.option(
        "--fillable", is_flag=True, help="Also write the sheets to write on as a fillable PDF."
    ),
    INK,
    click.option(
        "--colour",
        type=OneOf(["rgb", "cmyk"]),
        default="rgb",
        help="Use screen colours, or the four inks of a press. [rgb]",
    ),
    click.option(
        "--icc",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help="With --colour cmyk: embed the ICC profile of the press.",
    ),
    LANG,
    output_folder(Path("output")),
    click.option("--watch", is_flag=True, help="Build again each time a file in the game changes."),
    click.option(
        "--changed",
        is_flag=True,
        help="Print only cards that changed since the last print, after a page that lists the "
        "cards to swap.",
    ),
    click.option(
        "--since",
        metavar="REV|FILE",
        help=(
            "With --changed: compare with this git revision, cards.yaml, folder or lock file. "
            "[cards.lock]"
        ),
    ),
    click.option(
        "--mark-printed",
        is_flag=True,
        help="Record the printed cards in cards.lock, for --changed and diff.",
    ),
    click.option(
        "--version-marks/--no-version-marks",
        default=None,
        help=(
            "Print the game's version and a fingerprint in small print on each card, or not. "
            "[the value under `print:`, else yes]"
        ),
    ),
    click.option(
        "--booklet",
        is_flag=True,
        help="Also write the rulebook as a booklet to fold: two pages per side, short-edge flip.",
    ),
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help=(
            "Also write deck boxes, dice, standees, the playtest form, the booklet and fillable "
            "sheets."
        ),
    ),
    click.option(
        "--sleeves",
        type=OneOf(SLEEVE_NAMES, case_sensitive=False),
        metavar="NAME",
        help="Make boxes for these sleeves: none, penny, premium, gamegenic-gray …",
    ),
    PLAYERS,
    click.option(
        "--dry-run",
        is_flag=True,
        help="Show what would be printed, and all problems; write no files.",
    ),
    click.option(
        "--draft",
        is_flag=True,
        help="Print cards in spite of their errors, such as text that does not fit, and mark them.",
    ),
    STRICT,
    CI_FORMAT,
]


def _check_partners(*options: tuple[object, object, str]) -> None:
    """Raise UsageError with the message of the first option that is given without its partner."""
    for option, partner, message in options:
        if option and not partner:
            raise click.UsageError(message)


def _check_recorded(copies: int | None, watch: bool, players: int | None) -> None:
    """Raise UsageError if not the whole box would be printed once, which cards.lock records."""
    reasons = {
        "--copies prints other numbers of cards, but cards.lock records the box as it is": copies,
        "--watch prints everything again at every save": watch,
        "--players prints a part of the box, but cards.lock records all of it": players,
    }
    for reason, option in reasons.items():
        if option:
            raise click.UsageError(f"{reason}; leave out --changed and --mark-printed")


@click.command("build")
@with_options(_BUILD)
def build_command(
    game: str | None,
    format_: str,
    watch: bool,
    backs: str | None,
    flip: str | None,
    card_size: tuple[float, float] | None,
    paper: str | None,
    gutter: float | None,
    bleed: float | None,
    only: tuple[str, ...],
    output: Path,
    booklet: bool,
    everything: bool,
    sleeves: str | None,
    strict: bool,
    sheet: str | None,
    back_bleed: float | None,
    printer_name: str | None,
    changed: bool,
    since: str | None,
    mark_printed: bool,
    version_marks: bool | None,
    ink: str,
    lang: str | None,
    cutter: str | None,
    corner_radius: float | None,
    players: int | None,
    dry_run: bool,
    draft: bool,
    copies: int | None,
    fillable: bool,
    colour: str,
    icc: Path | None,
) -> int:
    """Print the game as PDFs: cards, mats, tokens and the rulebook."""
    from generator.job.planning import Options
    from generator.sheet.sheets import Backs, Flip

    if paper == "card" and backs == "fold":
        raise click.UsageError(
            "--backs fold needs a sheet to fold, but --paper card makes every card a separate page"
        )
    _check_partners(
        (since, changed, "--since names the earlier state for --changed; give both"),
        (sleeves, everything, "--sleeves is for the boxes that --all prints; give both"),
        (copies, only, "--copies is the number of copies for --only; give both"),
        (
            icc,
            colour == "cmyk",
            "--icc is the profile of a press and needs --colour cmyk; give both",
        ),
    )
    if changed or mark_printed:
        _check_recorded(copies, watch, players)
    if dry_run and (watch or changed or mark_printed):
        raise click.UsageError(
            "--dry-run writes nothing; leave out --watch, --changed and --mark-printed"
        )
    if draft and (strict or changed or mark_printed):
        raise click.UsageError(
            "--draft prints in spite of errors, so it is not recorded; leave out --strict, "
            "--changed and --mark-printed"
        )
    printer = Printer(format_ == "json", format_ == "github")
    try:
        profile = profile_of(printer_name, flip)
    except ProblemError as fault:  # of the file that keeps profiles
        printer.report(fault.problems)
        printer.finish()
        return PROBLEMS
    options = Options(
        paper=paper,
        sheet=sheet,
        card_size_mm=card_size,
        gutter_mm=gutter,
        bleed_mm=bleed,
        back_bleed_mm=back_bleed,
        backs=Backs(backs.replace("last", "duplex")) if backs else None,
        backs_last=backs == "last",
        flip=profile.flip if profile else Flip(flip or "long-edge"),
        printer=profile,
        only=words_of(only),
        output=output,
        is_strict=strict,
        with_booklet=booklet,
        with_all=everything,
        sleeves=sleeves,
        version_marks=version_marks,
        cutter=cutter,
        corner_mm=corner_radius,
        players=players,
        copies=copies,
        is_fillable=fillable,
        is_dry=dry_run,
        is_draft=draft,
        colour=colour,
        icc=_profile(icc) if icc else b"",
    )
    if changed:
        return build_changed(game, since, mark_printed, options, printer, ink, lang)
    if watch:
        return _watch(game, options, printer, ink, lang)
    return in_languages(
        game,
        lang,
        printer,
        lambda one: _build(game, options, printer, ink, one, mark_printed=mark_printed)[0],
    )


def _profile(path: Path) -> bytes:
    """Read the profile of a press. Raises UsageError for one that is not valid."""
    from generator.face.images import ProfileFault
    from generator.pdf.inks import profiled

    try:
        raw = read_named(path, MOST_PROFILE)
        profiled(raw)
    except (ProfileFault, RefusedFile) as fault:
        raise click.UsageError(f"--icc {path}: {fault}") from None
    return raw


def _build(
    name: str | None,
    options: Options,
    printer: Printer,
    ink: str = "full",
    lang: str | None = None,
    previous: Press | None = None,
    mark_printed: bool = False,
) -> tuple[int, Press]:
    """Read and build once, and return the exit code, and the press for the next time."""
    from generator.book.aloud import fault_of_play
    from generator.face.press import Press
    from generator.job.build import build
    from generator.job.planning import words_meant
    from generator.job.printing import printing_for

    problems = Problems()
    game = for_as_many(open_game(name, printer, problems, ink, lang), options.players)
    try:
        options = replace(options, only=words_meant(game, options.only))
        printing = printing_for(game, options)
        printing.cutter(options)
    except ProblemError as fault:
        if any(
            p.code != "unknown-card" and (p.place or not options.sheet) for p in fault.problems
        ):  # it is the game that says so
            raise
        raise misuse(fault) from None
    if mark_printed:
        check_can_mark(name, game, options)
    if not game.is_translated and (warning := fault_of_play(game.for_all)) is not None:
        problems.add(warning)
    with Bar(printer) as bar:
        press = Press(game, previous, options.version_marks)

        def beside(press: Press) -> dict[Path, bytes]:
            return as_printed(game, press, options, printing) if mark_printed else {}

        result = build(game, options, bar.show, problems, press, beside, printing)
    if not result.files:
        what = "the game has nothing to print"
        if options.only:
            what = f"--only {' '.join(options.only)} names nothing that is printed"
        raise click.UsageError(
            f"{what} for {counted(game.players, 'player')}" if game.players else what
        )
    printer.report(result.problems)
    tell_result(game, result, printer)
    if options.with_all and not options.only and not game.feedback["questions"]:
        printer.remark(
            "No playtest form is printed. To have one, write its questions under "
            "`feedback:` in cards.yaml."
        )
    if result.drafts:
        named = first_of(result.drafts, 8)
        faces = len(result.drafts)
        printer.say(
            f"A draft: {counted(faces, 'face')} {agreeing(faces, 'is|are')} printed in spite of "
            f"errors, and marked: {named}"
        )
    if options.is_dry:
        printer.say("A dry run: nothing was written.")
    if mark_printed:
        tell_lock(game, printer)
    return FINE, press


def tell_result(game: Game, result: Result, printer: Printer) -> None:
    """Print the closing table of a build."""
    totals = count_of(p for p in result.problems if p.severity != "note")
    printer.results = {
        "game": game.title,
        "version": game.version,
        "data": game.data_hash,
        **({"players": game.players} if game.players else {}),
        "files": [
            {"path": str(f.path), "pages": f.pages, "sheets": f.sheets, "bytes": f.size}
            for f in result.files
        ],
        "decks": [deck._asdict() for deck in result.decks],
        "sheets": result.sheets,
        "faces": result.faces,
        "seconds": round(result.seconds, 3),
        **({"drafts": list(result.drafts)} if result.drafts else {}),
    }
    width = max([len(deck.name) for deck in result.decks] + [24])
    for_whom = f" for {counted(game.players, 'player')}" if game.players else ""
    printer.say(f"{f'{game.title} {game.version}{for_whom}':<{width}}  cards  faces  sheets")
    for deck in result.decks:
        printer.say(f"{deck.name:<{width}}  {deck.cards:>5}  {deck.faces:>5}  {deck.sheets:>6}")
    if result.shared:
        have = agreeing(result.shared, "sheet has|sheets have")
        are = agreeing(result.shared, "is|are")
        printer.say(
            f"{result.shared} {have} cards from several decks and {are} counted for each of them."
        )
    printer.say()
    names = max((len(str(f.path)) for f in result.files), default=0)
    for file in result.files:
        sheets = f"{counted(file.sheets, 'sheet')}, " if file.sheets else ""
        what = file.about or f"{sheets}{counted(file.pages, 'page')}"
        printer.say(f"{file.path!s:<{names}}  {what}, {file.size / 1000:.0f} kB")
    printer.say(f"{counted(result.faces, 'distinct face')}, {totals}, {result.seconds:.2f} s")


def _watch(
    name: str | None, options: Options, printer: Printer, ink: str = "full", lang: str | None = None
) -> int:
    """Build, then build again at every change until interrupted. Problems do not end it."""
    from generator.data.watching import changes, may_reuse

    presses: dict[str | None, Press | None] = {}
    path = str(
        game_path(name)
    )  # once: a file that an editor has moved away for a moment is a problem, not another game

    def work(language: str | None) -> int:
        code, presses[language] = _build(
            path, options, printer, ink, language, presses.get(language)
        )
        return code

    try:
        for changed in changes(Path(path).parent, options.output):
            if changed:
                printer.remark(f"changed: {', '.join(sorted(changed)[:4])}")
            if not may_reuse(changed):
                presses.clear()
            printer.problems, printer.results = [], {}
            try:
                in_languages(path, lang, printer, work)
            except click.UsageError as fault:
                printer.remark(f"error: {fault.format_message()}")
            except OSError as fault:
                printer.remark(f"emporium-pnp: {refusal(fault)}")
            printer.remark("watching for changes; press Ctrl-C to stop")
    except KeyboardInterrupt:
        printer.remark("stopped watching")
    return INTERRUPTED
