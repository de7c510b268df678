"""`emporium-pnp preview`: one card as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli.console import (
    FORMAT,
    GAME,
    INK,
    LANG,
    Length,
    Printer,
    cards_named,
    check_ending,
    in_languages,
    named_in,
    open_game,
    output_file,
    placed,
    write_drawn,
)
from generator.data.problems import Problems
from generator.data.saying import first_of


@click.command("preview")
@click.argument("card_id", metavar="ID", required=False)
@GAME
@output_file("The PNG to write, or an SVG if the name ends in .svg", "output/ID.png")
@click.option(
    "--dpi",
    type=click.FloatRange(36, 1200),
    default=300,
    show_default=True,
    help="Resolution in dpi.",
)
@click.option(
    "--bleed",
    type=Length(),
    default=0.0,
    help="Show this much past the cut, such as '3 mm'. [0 mm]",
)
@INK
@LANG
@FORMAT
def preview_command(
    card_id: str | None,
    game: str | None,
    output: Path | None,
    dpi: float,
    bleed: float,
    ink: str,
    lang: str | None,
    format_: str,
) -> int:
    """Write one card's picture: PNG, or its fitted SVG."""
    printer = Printer(format_ == "json")

    def work(language: str | None) -> int:
        from generator.face.cropping import cropped_pictures
        from generator.face.press import Press
        from generator.pdf.raster import preview

        problems = Problems()
        loaded = open_game(game, printer, problems, ink, language)
        if card_id is None:
            raise click.UsageError(
                f"name a card: {first_of(loaded.cards, 6)} (`emporium-pnp contact` shows all)"
            )
        cards = cards_named(loaded, card_id)
        if len(cards) > 1 and not placed(output, Path("output/card.png"))[1]:
            made = ", ".join(card.id for card in cards)
            raise click.UsageError(
                f"'{card_id}' is several cards ({made}): name one of them for --output, or "
                "leave --output out"
            )
        press, contents = Press(loaded), dict[Path, bytes]()
        press.is_draft = True
        for card in cards:
            named, is_usual = placed(output, Path("output") / f"{card.id}.png")
            path = named_in(named, loaded, lang, is_usual)
            check_ending(path, ".png", ".svg")
            is_svg = path.suffix.lower() == ".svg"
            if ink != "full" and is_svg:
                raise click.UsageError("--ink is for pictures; choose a name that ends in .png")
            if is_svg:
                contents[path] = press.svg(card).encode()
            elif (picture := preview(press, card, dpi, bleed)) is not None:
                contents[path] = picture
        problems.extend(press.problems)
        problems.extend(cropped_pictures(press))
        return write_drawn(contents, press, problems, printer)

    return in_languages(game, lang, printer, work)
