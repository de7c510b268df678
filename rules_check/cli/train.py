"""The command `train`: experts for a card set, found by self-play.

Converts words into values, calls, prints. Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.console import FINE, FORMAT, GAME, Bar, Printer
from generator.data.files import write_files
from generator.data.problems import counted
from rules_check.cli.playing import MOST_SEED, Setup, numbers_of_players, playing, set_up

if TYPE_CHECKING:
    from rules_check.prove.training import Effort, Trained


@click.command("train")
@GAME
@click.option(
    "--players", multiple=True, metavar="N,…", help="Numbers of players to train for: 4, 2,4 or 2-4. [all that the game allows]"
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=6,
    show_default=True,
    help="How many times to look for the best answer to the experts found so far.",
)
@click.option("--generations", type=click.IntRange(1, 10_000), default=12, show_default=True, help="Steps in each search.")
@click.option("--games", type=click.IntRange(20, 100_000), default=300, show_default=True, help="Games for each candidate.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Random seed.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Also write the experts to this new file."
)
@FORMAT
def train_command(
    game: str | None,
    players: tuple[str, ...],
    rounds: int,
    generations: int,
    games: int,
    seed: int,
    output: Path | None,
    format_: str,
) -> int:
    """Train experts for a card set by self-play. `check` then judges by them.

    Each round looks for play that beats the experts found so far, and adds it to them. In the end train keeps those that are hardest to
    beat. It takes some minutes for each number of players; if you stop it early, it keeps nothing.
    """
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.play.record import data_hash
        from rules_check.prove.fitting import as_text, keep
        from rules_check.prove.training import Effort

        if output and output.exists():
            raise click.UsageError(f"--output {output}: there is such a file; take another name")
        setup = set_up(game, printer)
        if not getattr(setup.rules, "WEIGHTS", None):
            raise click.UsageError(
                f"the expert of {setup.game.title} weighs nothing that could be trained; 'Add a game' in the documentation says how it can"
            )
        counts = numbers_of_players(setup, ",".join(players) or None)
        effort = Effort(rounds, generations, games)
        found = _trained(setup, counts, effort, seed, printer)
        keep(setup.rules, setup.cards, found, "trained", effort, seed)
        printer.say("Kept: `check` and `report` judge these cards by them from now on.")
        if output:
            write_files(
                {
                    output: as_text(
                        data_hash(setup.cards), {one.players: one.as_data() for one in found}, "trained", effort, seed
                    ).encode()
                }
            )
            printer.say(f"{output}  {output.stat().st_size / 1000:.0f} kB")
        printer.results = {
            "game": setup.game.title,
            "data": data_hash(setup.cards),
            "seed": seed,
            "players": {str(one.players): one.as_data() for one in found},
        }
        return FINE

    return playing(printer, work)


def _trained(setup: Setup, counts: list[int], effort: Effort, seed: int, printer: Printer) -> list[Trained]:
    """Train for some numbers of players, and say of each what the best answer to its experts wins."""
    from rules_check.prove.training import Trained, train

    found = list[Trained]()
    for number, players in enumerate(counts):
        with Bar(printer) as bar:

            def show(part: float, number: int = number, players: int = players, bar: Bar = bar) -> None:
                bar.show(int(100 * (number + part)), 100 * len(counts), counted(players, "player"))

            one = train(setup.rules, setup.cards, players, effort, seed, show)
        found.append(one)
        styles = "1 style" if len(one.styles.rows) == 1 else f"{len(one.styles.rows)} styles"
        printer.say(
            f"{counted(players, 'player')}: {styles} of play. The best answer found wins {one.response} of games among them; {100 / max(2, players):.1f} % is fair."
        )
    return found
