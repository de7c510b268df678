"""The command `train`: experts for a card set, or players who learn the game by themselves, found
by self-play.

Converts words into values, calls, prints. Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import FINE, FORMAT, GAME, Bar, Printer
from generator.data.files import write_files
from generator.data.problems import counted
from rules_check.cli.playing import (
    MOST_SEED,
    Setup,
    compile_rules,
    numbers_of_players,
    playing,
    set_up,
)

if TYPE_CHECKING:
    from rules_check.engine.kept import Learned
    from rules_check.prove.training import Effort, Trained


@click.command("train")
@GAME
@click.option(
    "--players",
    multiple=True,
    metavar="N,…",
    help="Numbers of players to train for: 4, 2,4 or 2-4. [all that the game allows]",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=6,
    show_default=True,
    help="Number of searches for the best counter-strategy to the experts found so far.",
)
@click.option(
    "--generations",
    type=click.IntRange(1, 10_000),
    default=12,
    show_default=True,
    help="Steps in each search.",
)
@click.option(
    "--games",
    type=click.IntRange(20, 100_000),
    default=300,
    show_default=True,
    help="Games for each candidate.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0.0, 1000.0, min_open=True),
    metavar="N",
    help=(
        "Let players learn the game by themselves, without its experts, for about N minutes on "
        "one ordinary core. [1, if the game has no weights to train]"
    ),
)
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True, help="Random seed."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write the experts to this new file.",
)
@FORMAT
def train_command(
    game: str | None,
    players: tuple[str, ...],
    rounds: int,
    generations: int,
    games: int,
    minutes: float | None,
    seed: int,
    output: Path | None,
    format_: str,
) -> int:
    """Train players for a card set by self-play. `check` then bases its findings on them.

    If the game has experts with weights, each round looks for a strategy that beats the experts
    found so far, and adds it to them. At the end, train keeps the experts that are hardest to beat.
    Training takes a few minutes for each number of players; if you stop it early, nothing is kept.

    In any other game, players learn by themselves, from the rules alone. Then an adversary learns
    to beat them, and train says how often it wins. Alone or in a team, one player goes on learning
    instead, and train says how often results are better. Each number of players is saved before
    the next begins. In a line-up, such a player is called learned.
    """
    printer = Printer(format_ == "json")

    def work() -> int:
        from rules_check.engine.sources import data_hash
        from rules_check.prove.fitting import as_text, keep
        from rules_check.prove.training import Effort

        if output and output.exists():
            raise click.UsageError(f"--output {output}: this file exists; choose another name")
        setup = set_up(game, printer)
        counts = numbers_of_players(setup, ",".join(players) or None)
        compile_rules(setup, printer)
        if minutes is not None or not getattr(setup.rules, "WEIGHTS", None):
            if output:
                raise click.UsageError(
                    "--output is for experts with weights; players who learn are kept only in "
                    "the cache"
                )
            printer.results = _taught(setup, counts, minutes or 1.0, seed, printer)
            return FINE
        effort = Effort(rounds, generations, games)
        trained = _trained(setup, counts, effort, seed, printer)
        keep(setup.rules, setup.cards, trained, "trained", effort, seed)
        printer.say("Saved: `check` and `report` use them for these cards from now on.")
        if output:
            write_files(
                {
                    output: as_text(
                        data_hash(setup.cards),
                        {result.players: result.as_data() for result in trained},
                        "trained",
                        effort,
                        seed,
                    ).encode()
                }
            )
            printer.say(f"{output}  {output.stat().st_size / 1000:.0f} kB")
        printer.results = {
            "game": setup.game.title,
            "data": data_hash(setup.cards),
            "seed": seed,
            "players": {str(result.players): result.as_data() for result in trained},
        }
        return FINE

    return playing(printer, work)


def _show(bar: Bar, counts: list[int], number: int, part: float) -> None:
    """Show which part of the training for one of some numbers of players is done."""
    done, of_all = int(100 * (number + part)), 100 * len(counts)
    bar.show(done, of_all, counted(counts[number], "player"))


def _trained(
    setup: Setup, counts: list[int], effort: Effort, seed: int, printer: Printer
) -> list[Trained]:
    """Train for some numbers of players, and report for each how often the best answer to its
    experts wins.
    """
    from rules_check.prove.training import Trained, train

    trained = list[Trained]()
    for number, players in enumerate(counts):
        with Bar(printer) as bar:
            show = partial(_show, bar, counts, number)
            result = train(setup.rules, setup.cards, players, effort, seed, show)
        trained.append(result)
        styles = "1 style" if len(result.styles.rows) == 1 else f"{len(result.styles.rows)} styles"
        printer.say(
            f"{counted(players, 'player')}: {styles} of play. The best opponent found wins "
            f"{result.response} of its games against them; {100 / max(2, players):.1f} % is fair."
        )
    return trained


def _taught(
    setup: Setup, counts: list[int], minutes: float, seed: int, printer: Printer
) -> dict[str, Any]:
    """Let players learn the game for some numbers of players, and report for each how often an
    adversary wins. After a change of the game, they go on. Return the JSON results.
    """
    from rules_check.engine.game import is_contest, is_team
    from rules_check.engine.kept import keep_learned, latest_at, read_learned
    from rules_check.engine.sources import data_hash
    from rules_check.prove.teaching import rate_of, teach, those_with_fewer

    rows, fewer = dict[str, Any](), those_with_fewer(setup.rules, counts)
    for number, players in enumerate(counts):
        with Bar(printer) as bar:
            show = partial(_show, bar, counts, number)
            earlier = read_learned(setup.rules, setup.cards, players)
            elder = None
            if players in fewer:
                elder = read_learned(setup.rules, setup.cards, fewer[players])
            taught = teach(setup.rules, setup.cards, players, minutes, seed, show, elder=elder)
        rate, sentence = rate_of(taught), f"{counted(players, 'player')}: "
        sentence += (
            f"solved; the best move is known in {taught.positions:,} positions."
            if taught.positions
            else f"learned in {taught.games:,} games."
        )
        rows[str(players)] = {"games": taught.games, "adversary_games": taught.adversary_games}
        if rate:
            low, high = rate.interval
            rows[str(players)]["response"] = [
                round(100 * share, 1) for share in (rate.share, low, high)
            ]
            number, what = taught.adversary_games, "games"
            if taught.adversary_positions:
                number, what = taught.adversary_positions, "positions"
            tested = f"An adversary, after {number:,} {what}, wins {rate}; {100 / players:.1f} % is fair."
            if not is_contest(setup.rules, players):
                tested = (
                    f"If one goes on learning, for {number:,} {what}, results are better in {rate} "
                    "of games; 50.0 % is no better."
                )
            sentence += f" {tested}"
        printer.say(f"{sentence} Saved.")
        if earlier and rate and not taught.positions:
            rows[str(players)]["earlier"] = _beside_earlier(setup, players, earlier, seed, printer)
        if kept := read_learned(setup.rules, setup.cards, players):
            keep_learned(latest_at(setup.game.folder / setup.game.file, players), kept)
        if is_team(setup.rules):
            rows[str(players)]["team"] = _team_results(setup, players, seed, printer)
    printer.say(
        "In line-ups, write `learned`. `check` judges by them if the game has no expert "
        "and they learned every number of players."
    )
    return {
        "game": setup.game.title,
        "data": data_hash(setup.cards),
        "seed": seed,
        "minutes": minutes,
        "players": rows,
    }


def _beside_earlier(
    setup: Setup, players: int, earlier: Learned, seed: int, printer: Printer
) -> list[float]:
    """Say how often a player who had learned the game before wins among those who have learned it
    now, and keep the earlier ones if they play better. Return the per cent, with its interval.
    """
    from rules_check.engine.game import is_contest
    from rules_check.prove.teaching import keep_better

    rate, is_better = keep_better(setup.rules, setup.cards, players, earlier, seed)
    low, high = rate.interval
    who = f"One of those who learned before, in {earlier.games:,} games,"
    sentence = f"  {who} wins {rate} among these."
    if not is_contest(setup.rules, players):
        sentence = f"  {who} does better than these in {rate} of games."
    if is_better:
        sentence += " They play better, so they are kept instead."
    printer.say(sentence)
    return [round(100 * share, 1) for share in (rate.share, low, high)]


def _team_results(
    setup: Setup, players: int, seed: int, printer: Printer
) -> dict[str, dict[str, list[float]]]:
    """Say how a team that learned does in fresh games, and how others do in the same games; return
    the JSON results.
    """
    from rules_check.engine.players import parse_line_up
    from rules_check.play.simulate import simulate
    from rules_check.prove.balance import result_words, team_results
    from rules_check.prove.teaching import FRESH

    results = dict[str, dict[str, list[float]]]()
    for word in ("learned", "greedy", "random"):
        line_up = parse_line_up(word, players)
        played = simulate(setup.rules, setup.cards, line_up, seed + FRESH, FRESH)
        results[word] = team_results(setup.rules, played)
        who = f"A team of {word} players" if players > 1 else f"A {word} player"
        printer.say(f"  {who} {result_words(setup.rules, played)}.")
    first = "wins" if "wins" in results["learned"] else "scores"
    if results["learned"][first][0] < results["greedy"][first][0]:
        printer.say(
            "  Greedy players still do better; `--minutes` with a larger number may change that."
        )
    return results
