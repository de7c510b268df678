"""`emporium-pnp trust`: agreement to run the Python rules beside a game's cards."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.cli.console import FINE, FORMAT, PROBLEMS, Printer, Unasked, agreed, guarded
from generator.data.files import reading
from generator.data.problems import Place, Problem, ProblemError, counted
from rules_check.cli import messages as say

WARNING = (
    "It is a program. Once it runs, it can do everything that you can do on this computer: read "
    "it first, or trust its author."
)


@click.command("trust")
@click.argument(
    "folder", required=False, type=click.Path(path_type=Path, exists=True), default=Path()
)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option(
    "--forget", is_flag=True, help="Withdraw your agreement to the file in its current state."
)
@FORMAT
def trust_command(folder: Path, yes: bool, forget: bool, format_: str) -> int:
    """Agree to run a game's rules.py in its current state. It shows the file's details first, and
    then asks.
    """
    printer = Printer(format_ == "json")
    if forget and yes:
        raise click.UsageError("--forget does not ask: leave out --yes")

    def work() -> int:
        from rules_check.engine.consent import FILE, distrust, is_trusted, read_own_rules, trust

        home = folder if folder.is_dir() else folder.parent
        printer.folder = home
        with reading():
            rules = read_own_rules(home)
        if rules is None:
            hint = "`emporium-pnp new NAME --rules --python` makes a game with one"
            raise ProblemError(
                Problem.of(say.NO_RULES_FILE(file=FILE, folder=home), Place(FILE), hint)
            )
        printer.results = {
            "file": str(rules.path),
            "lines": rules.lines,
            "sha256": rules.digest,
            "trusted": is_trusted(rules),
        }
        if forget:
            printer.say("Forgotten." if distrust(rules) else "It was not trusted.")
            printer.results["trusted"] = False
            return FINE
        _ = rules.text  # anything unreadable cannot be agreed to
        printer.say(str(rules.path), counted(rules.lines, "line"), f"SHA-256 {rules.digest}")
        if is_trusted(rules):
            printer.say("You have already agreed to this content.")
            return FINE
        printer.say(WARNING)
        if not yes and not _is_agreed():
            printer.remark("You did not agree, so it will not run.")
            return PROBLEMS
        trust(rules)
        printer.say(f"Agreed. If {FILE} changes, you will be asked again.")
        printer.results["trusted"] = True
        return FINE

    return guarded(printer, work)


def _is_agreed() -> bool:
    """Ask for agreement. If no user is there to answer, that is a usage error."""
    if not sys.stdin.isatty():
        raise Unasked(
            "rules.py is not trusted: trust asks first, but there is no terminal; add --yes"
        )
    return agreed("Run this file whenever this game is played?")
