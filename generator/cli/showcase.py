"""`emporium-pnp showcase`: a picture that sells the game, of a hand of cards or a table laid with
them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    INK,
    LANG,
    Printer,
    as_misuse,
    check_ending,
    in_languages,
    named_in,
    open_game,
    output_file,
    placed,
    words_of,
)
from generator.data.problems import Problems

if TYPE_CHECKING:
    from generator.pdf.png import Picture

DEFAULT = {"hand": Path("output/hand.png"), "table": Path("output/table.png")}


@click.command("showcase")
@GAME
@click.option(
    "--hand",
    "way",
    flag_value="hand",
    default=True,
    help="Show a fanned hand of cards. This is the default.",
)
@click.option(
    "--table",
    "way",
    flag_value="table",
    help=(
        "Show a table, arranged as in setup: for the largest number of players; without a "
        "setup, show the decks with some cards in front of them."
    ),
)
@click.option(
    "--only",
    multiple=True,
    metavar="KIND|COMPONENT|ID",
    help="Show only these; separate several with commas, or repeat the option.",
)
@output_file("The PNG to write", "output/hand.png or output/table.png")
@click.option(
    "--dpi",
    type=click.IntRange(30, 1200),
    default=300,
    show_default=True,
    help="Resolution of a card in dpi.",
)
@click.option(
    "--ground",
    metavar="COLOUR",
    default="#DDD6C8",
    show_default=True,
    help="Background: a colour, or 'none'.",
)
@INK
@LANG
@FORMAT
def showcase_command(
    game: str | None,
    way: Literal["hand", "table"],
    only: tuple[str, ...],
    output: Path | None,
    dpi: int,
    ground: str,
    ink: str,
    lang: str | None,
    format_: str,
) -> int:
    """Write a picture to share: a fanned hand or a table."""
    printer = Printer(format_ == "json")
    target, is_usual = placed(output, DEFAULT[way])

    def work(language: str | None) -> int:
        from generator.data.files import write_files
        from generator.data.setting import SECTION
        from generator.face.press import Press
        from generator.face.svg import SvgFault, parse_colour
        from generator.job.planning import chosen_cards
        from generator.job.showcasing import laid_showcase, showcase, shown
        from generator.pdf.png import write_png

        check_ending(target, ".png")
        try:
            colour = parse_colour(ground)
        except SvgFault:
            raise click.BadParameter(
                f"expected a colour such as #DDD6C8, or none, found '{ground}'",
                param_hint="'--ground'",
            ) from None
        problems = Problems()
        loaded = open_game(game, printer, problems, ink, language)
        with as_misuse():
            chosen = chosen_cards(loaded, words_of(only))
        fronts, backs = shown(loaded, chosen, way)
        press = Press(loaded, version_marks=False)
        if way == "table" and chosen.is_all and loaded.root.get(SECTION) is not None:
            picture: Picture | None = laid_showcase(press, dpi, colour)
        else:
            picture = showcase(press, fronts, backs, way, dpi, colour)
        problems.extend(press.problems)
        problems.raise_errors()
        if picture is None:
            raise click.UsageError("there is no card to show")
        path = named_in(target, loaded, lang, is_usual)
        write_files({path: write_png(picture, dpi)})
        printer.report(problems)
        printer.results = {
            "files": [str(path)],
            "cards": len(fronts),
            "decks": len(backs),
            "pixels": list(picture.size),
        }
        printer.say(str(path))
        return FINE

    return in_languages(game, lang, printer, work)
