"""The export `screentop`: one picture per deck with every copy of every card and, last, the back.

In: a Game and its Press. Out: PNG files whose names give the number of columns and rows, which
Screentop asks for.
"""

from __future__ import annotations

from pathlib import Path

from generator.data.files import writing_files
from generator.data.game import EVERYTHING, Chosen, Game
from generator.export.card_sheets import CardSheet, draw_sheets, plan_sheets
from generator.export.grids import Limits
from generator.export.laid_tables import table_files
from generator.export.stacks import stacks_of
from generator.face.press import Press
from generator.pdf.raster import Progress, no_progress

_LIMITS = Limits(4096, 100, 100, least_dpi=200.0)


def write_grids(
    game: Game,
    press: Press,
    output: Path,
    chosen: Chosen = EVERYTHING,
    is_each: bool = True,
    progress: Progress = no_progress,
) -> list[tuple[Path, CardSheet]]:
    """Write one picture for each deck, or several if one would be too coarse to read. Return each
    with its contents.

    A game with `setup:` also gets `table.txt`, which describes the places of things.
    """
    plans = plan_sheets(
        stacks_of(game, chosen), lambda stack: _LIMITS, is_each, with_back_on_sheet=True
    )
    several = {plan.stack.id for plan in plans if len(plan.sheets) > 1}
    written = []
    with writing_files(within=output) as add:
        for name, text in table_files(game, chosen).items():
            add(output / name, text)
        for sheet, content in draw_sheets(press, plans, progress):
            part = f"-{sheet.number}" if sheet.stack.id in several else ""
            path = output / f"{sheet.stack.id}{part}-{sheet.grid.columns}x{sheet.grid.rows}.png"
            add(path, content)
            written.append((path, sheet))
    return written
