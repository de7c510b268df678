"""The words of `release`: everything that people print, in one zip.

In: the command line. Out: the zip, a list of its contents, and an exit code.
"""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    LANG,
    STRICT,
    Bar,
    OneOf,
    Printer,
    in_languages,
    open_game,
    output_folder,
)
from generator.data.problems import Problems, counted
from generator.data.units import PAPER_SIZES, SLEEVE_NAMES


@click.command("release")
@GAME
@click.option(
    "--paper",
    "papers",
    multiple=True,
    type=OneOf(list(PAPER_SIZES), case_sensitive=False),
    help="Paper to print on; repeat the option for another. [a4 and letter]",
)
@click.option(
    "--sleeves",
    type=OneOf(SLEEVE_NAMES, case_sensitive=False),
    metavar="NAME",
    help="Make boxes for these sleeves, as in `build`.",
)
@output_folder(Path("output"))
@LANG
@STRICT
@FORMAT
def release_command(
    game: str | None,
    papers: tuple[str, ...],
    sleeves: str | None,
    output: Path,
    lang: str | None,
    strict: bool,
    format_: str,
) -> int:
    """Pack everything to publish into one zip. It contains cards and pieces for A4 and Letter,
    rules, boxes, a picture, a README and checksums.
    """
    printer = Printer(format_ == "json")

    def work(language: str | None) -> int:
        from generator.job.releasing import PAPERS, release

        problems = Problems()
        loaded = open_game(game, printer, problems, lang=language)
        with Bar(printer) as bar:
            made = release(
                loaded, output, tuple(dict.fromkeys(papers)) or PAPERS, sleeves, strict, bar.show
            )
        printer.report([*problems, *made.problems])
        printer.results = {
            "game": loaded.title,
            "version": loaded.version,
            "language": loaded.language,
            "data": loaded.data_hash,
            "path": str(made.path),
            "bytes": made.size,
            "files": [
                {"name": f.name, "bytes": len(f.content), "sha256": f.checksum, "sheets": f.sheets}
                for f in made.files
            ],
        }
        for file in made.files:
            printer.say(f"{len(file.content) / 1000:>7.0f} kB  {file.name}")
        printer.say(
            "", f"{made.path}  {counted(len(made.files), 'file')}, {made.size / 1e6:.1f} MB"
        )
        return FINE

    return in_languages(game, lang, printer, work)
