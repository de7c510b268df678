"""The command `games`: which games come with the tool.

In: the words of the command line. Out: a table, or JSON.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.cli.console import FINE, FORMAT, Printer, guarded
from generator.data.problems import Problems


@click.command("games")
@FORMAT
def games_command(format_: str) -> int:
    """List the games that come with the tool. Every command accepts these names as GAME."""
    printer = Printer(format_ == "json")

    def work() -> int:
        from generator.data.loading import bundled_games

        problems = Problems()
        rows = [_row(name, path, problems) for name, path in bundled_games().items()]
        printer.report(problems)
        printer.results = {"games": rows}
        width, wide = (
            max([len(row[key]) for row in rows] + [len(key)]) for key in ("name", "title")
        )
        printer.say(f"{'game':<{width}}  {'title':<{wide}}  players  cards  languages")
        for row in rows:
            if row["players"] is None:
                players = "-"
            else:
                players = "-".join(map(str, dict.fromkeys(row["players"])))
            printer.say(
                f"{row['name']:<{width}}  {row['title']:<{wide}}  {players:>7}  "
                f"{row['cards']:>5}  {', '.join(row['languages'])}"
            )
        if rows:
            printer.say(
                "",
                (
                    f"`emporium-pnp build {rows[-1]['name']}` prints that one. Without a name and "
                    f"without a cards.yaml, the game is {rows[0]['title']}."
                ),
            )
        return FINE

    return guarded(printer, work)


def _row(name: str, path: Path, problems: Problems) -> dict[str, Any]:
    """Describe one game; `cards` counts those of the common size, `players` are the fewest and the
    most.
    """
    from generator.data.languages import languages_of
    from generator.data.loading import load_game

    game = load_game(path, problems)
    cards = sum(
        card.copies
        for component, card in game.in_box()
        if not component.is_extra and card.size_mm is None
    )
    players = list(game.info.players) if "players" in game.info else None
    return {
        "name": name,
        "title": game.title,
        "version": game.version,
        "players": players,
        "cards": cards,
        "languages": list(languages_of(path)),
    }
