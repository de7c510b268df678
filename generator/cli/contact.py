"""`emporium-pnp contact`: one picture that shows all cards."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli.console import (
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
    write_drawn,
)
from generator.data.problems import ProblemError, Problems


@click.command("contact")
@GAME
@click.option(
    "--only",
    multiple=True,
    metavar="KIND|COMPONENT|ID",
    help="Show only these; separate several with commas, or repeat the option.",
)
@output_file("The PNG to write", "output/contact.png")
@click.option(
    "--width",
    type=click.IntRange(200, 12000),
    default=2800,
    show_default=True,
    help="Width of the picture in pixels.",
)
@click.option("--columns", type=click.IntRange(1, 50), help="Cards side by side.")
@INK
@LANG
@FORMAT
def contact_command(
    game: str | None,
    only: tuple[str, ...],
    output: Path | None,
    width: int,
    columns: int | None,
    ink: str,
    lang: str | None,
    format_: str,
) -> int:
    """Write one picture that shows all cards. Pieces of other sizes, such as tokens, need
    --only.
    """
    printer = Printer(format_ == "json")

    def work(language: str | None) -> int:
        from generator.job.planning import chosen_cards

        path, is_usual = placed(output, Path("output/contact.png"))
        check_ending(path, ".png")
        from generator.face.cropping import cropped_pictures
        from generator.face.press import Press
        from generator.pdf.raster import contact_sheet

        problems = Problems()
        loaded = open_game(game, printer, problems, ink, language)
        with as_misuse():
            chosen = chosen_cards(loaded, words_of(only))
        cards = []
        for c in loaded.cards.values():
            if c.size_mm is None if chosen.is_all else c.id in chosen:
                cards.append(c)
        cards = cards or ([] if chosen.ids else list(loaded.cards.values()))
        others = dict.fromkeys(c.kind for c in loaded.cards.values() if c.size_mm is not None)
        left_out = [] if not chosen.is_all or any(c.size_mm for c in cards) else list(others)
        press = Press(loaded)
        press.is_draft = True
        if not cards:
            raise click.UsageError("there is no card to show")
        try:
            content = contact_sheet(press, cards, width, columns)
        except ValueError:  # no template can be run
            raise ProblemError(*problems, *press.problems) from None
        problems.extend(press.problems)
        problems.extend(cropped_pictures(press))
        path = named_in(path, loaded, lang, is_usual)
        code = write_drawn({path: content}, press, problems, printer)
        printer.results["cards"] = len(cards)
        if left_out:
            words = ",".join(left_out)
            printer.remark(
                f"Pieces of another size are left out: {', '.join(left_out)}. `--only {words}` "
                "shows it."
            )
        return code

    return in_languages(game, lang, printer, work)
