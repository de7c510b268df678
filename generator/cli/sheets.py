"""The command `sheets`: which sheets there are, and how many cards each holds.

In: the words of the command line. Out: a table, or JSON.
"""

from __future__ import annotations

from typing import Any

import click

from generator.cli.console import FINE, FORMAT, GAME, Printer, Size, guarded, open_game
from generator.data.problems import Problems
from generator.data.units import format_size_mm


@click.command("sheets")
@GAME
@click.option("--card-size", type=Size(), help="Count cards of this size. [the game's]")
@FORMAT
def sheets_command(game: str | None, card_size: tuple[float, float] | None, format_: str) -> int:
    """List the sheets for `build --sheet`, with the cards per sheet.

    A sheets.yaml beside the game's cards.yaml adds more.
    """
    printer = Printer(format_ == "json")

    def work() -> int:
        from generator.sheet.stocks import stocks_of

        problems = Problems()
        opened = open_game(game, printer, problems)
        size = card_size or opened.card_size_mm
        rows = [_row(stock, size) for stock in stocks_of(opened.folder, problems).values()]
        printer.report(problems)
        printer.results = {"card_size_mm": list(size), "sheets": rows}
        printer.say(f"{'sheet':<16} {'paper':<9} cards  what it is")
        for row in rows:
            own = None
            if row["card_mm"]:
                own = f"its own size, {format_size_mm(tuple(row['card_mm']))}"
            about = "; ".join(filter(None, (row["about"], own)))
            count = "-" if row["cards"] is None else row["cards"]
            printer.say(
                f"{row['name']:<16} {row['paper'] or 'any':<9} {count:>5}  {about}".rstrip()
            )
        printer.say(
            "",
            f"Numbers are for cards of {format_size_mm(size)}, or cards of the sheet's own "
            "size; if the paper is 'any', they are for A4.",
        )
        return FINE

    return guarded(printer, work)


def _row(stock: Any, size: tuple[float, float]) -> dict[str, Any]:
    """Describe one sheet; `cards` is None if no card of this size fits."""
    from generator.data.problems import ProblemError
    from generator.sheet.sheets import Backs, card_grid

    try:
        layout = stock.layout(stock.card_mm or size)
        count = 1
        if layout.paper_mm is not None:
            count = card_grid(layout).slots
        if layout.paper_mm is not None and layout.backs is Backs.FOLD:
            count //= 2
    except (ValueError, ProblemError):
        count = None
    return {
        "name": stock.name,
        "paper": stock.paper_name,
        "cards": count,
        "about": stock.about,
        "card_mm": list(stock.card_mm) if stock.card_mm else None,
        "shape": stock.shape,
    }
