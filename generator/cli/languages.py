"""The command line of languages: `emporium-pnp languages`, what is translated and what is not, and files to translate in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import FINE, FORMAT, GAME, PROBLEMS, STRICT, Printer, guarded
from generator.data.files import reading
from generator.data.problems import ProblemError, Problems

if TYPE_CHECKING:
    from generator.data.languages import Coverage
    from generator.data.schema import Checked


@click.command("languages")
@GAME
@click.option("--missing", is_flag=True, help="List every text that is missing or stale, with its place.")
@click.option("--start", metavar="CODE", help="Write a translation file with every text, such as cards.de.yaml.")
@click.option("--update", is_flag=True, help="Add missing texts to the translations, empty, each below its original.")
@STRICT
@FORMAT
def languages_command(game: str | None, missing: bool, start: str | None, update: bool, strict: bool, format_: str) -> int:
    """Show which languages a game has, and how complete each is."""
    printer = Printer(format_ == "json")

    def work() -> int:
        path = _path(game, start is not None or update)
        printer.folder = path.parent
        problems = Problems()
        if start is not None:
            _start(path, start, printer)
        if update:
            _update(path, printer)
        checked, coverages = _surveyed(path, problems)
        _tell(path, checked, coverages, missing, printer)
        printer.report(problems)
        return PROBLEMS if problems.has_errors or (strict and problems.count("warning")) else FINE

    return guarded(printer, work)


def _path(name: str | None, is_writing: bool) -> Path:
    """Find the cards.yaml meant. One that comes with the tool is not written beside."""
    from generator.cli.console import misuse
    from generator.data.loading import GAME_FILE, find_game

    try:
        path, is_bundled = find_game(name)
    except ProblemError as fault:
        raise misuse(fault) from None
    if is_bundled and is_writing:
        raise click.UsageError("games that come with emporium-pnp are not changed; go to a folder with a cards.yaml")
    return path / GAME_FILE if path.is_dir() else path


def _surveyed(path: Path, problems: Problems) -> tuple[Checked, list[Coverage]]:
    """Read the game and its translations; where the system refuses that, it is reading that it refused."""
    from generator.data.languages import survey

    with reading():
        return survey(path, problems)


def _start(path: Path, language: str, printer: Printer) -> None:
    """Write a translation to begin with, beside cards.yaml."""
    from generator.data.fieldtypes import LANGUAGE
    from generator.data.files import replace_file
    from generator.data.languages import file_of
    from generator.data.translating import starter

    if not re.fullmatch(LANGUAGE, language):
        plain = language.lower().replace("_", "-")
        hint = f" (write {plain})" if re.fullmatch(LANGUAGE, plain) else ""
        raise click.UsageError(f"--start expected the code of a language, such as de or pt-br, found '{language}'{hint}")
    file = file_of(path, language)
    if file.exists():
        raise click.UsageError(f"there is a {file.name} already; --update adds what is missing")
    checked, _ = _surveyed(path, Problems())
    if language == checked.data["game"]["language"]:
        raise click.UsageError(f"{path.name} itself is in '{language}'; `language:` under `game:` says so")
    replace_file(file, starter(path, checked, language).encode(), None)
    printer.say(str(file), "")


def _update(path: Path, printer: Printer) -> None:
    """Put what is missing into every translation, or into none."""
    from generator.data.files import replace_files
    from generator.data.languages import file_of
    from generator.data.opening import read_file
    from generator.data.source import MAX_BYTES
    from generator.data.translating import updated

    checked, coverages = _surveyed(path, Problems())
    written, known = dict[Path, bytes](), dict[Path, bytes | None]()
    for one in coverages:
        file = file_of(path, one.language)
        with reading():
            content = read_file(file, file.parent, MAX_BYTES)
        text = updated(path, checked, one.language, content)
        if text is not None:
            written[file], known[file] = text.encode(), content
    replace_files(written, known)
    for file in written:
        printer.say(str(file), "")


def _tell(path: Path, checked: Checked, coverages: list[Coverage], is_listed: bool, printer: Printer) -> None:
    """Print the table of languages, and below it what is to do."""
    from generator.data.languages import texts_of

    own, texts = checked.data["game"]["language"], len(texts_of(checked))
    printer.results = {
        "language": own,
        "file": path.name,
        "texts": texts,
        "translations": [_as_data(coverage, is_listed) for coverage in coverages],
    }
    width = max(len(name) for name in (path.name, *(coverage.file for coverage in coverages)))
    printer.say(f"language  {'file':<{width}}  translated         missing  stale  unknown")
    printer.say(f"{own:<8}  {path.name:<{width}}  {texts:>4} texts, the game's own language")
    for one in coverages:
        printer.say(
            f"{one.language:<8}  {one.file:<{width}}  {one.translated:>4} of {texts:<4} {one.percent:>3} %  "
            f"{len(one.missing):>7}  {len(one.stale):>5}  {one.unknown:>7}"
        )
    if not coverages:
        printer.say("", "`emporium-pnp languages --start fr` begins a translation.")
    for one in coverages if is_listed else ():
        for text in one.missing:
            printer.say("", f"{text.place}: missing in {one.file}: {text.key}", f"    {text.shown}")
        for stale in one.stale:
            printer.say("", f"{stale.place}: stale: {stale.text.key}", f"    was {stale.was}", f"    is  {stale.text.shown}")


def _as_data(coverage: Coverage, is_listed: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "language": coverage.language,
        "file": coverage.file,
        "translated": coverage.translated,
        "percent": coverage.percent,
        "missing": len(coverage.missing),
        "stale": len(coverage.stale),
        "unknown": coverage.unknown,
    }
    if is_listed:
        data["texts_missing"] = [
            {"text": t.key, "file": t.place.file, "line": t.place.line, "says": t.shown} for t in coverage.missing
        ]
        data["texts_stale"] = [
            {"text": s.text.key, "file": s.place.file, "line": s.place.line, "was": s.was, "is": s.text.shown}
            for s in coverage.stale
        ]
    return data
