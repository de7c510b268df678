"""The command line of languages: `emporium-pnp languages`: what is translated and what is not, and
files for translations.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli import messages as say
from generator.cli.console import FORMAT, GAME, STRICT, Printer, Unasked, agreed, code_for, guarded
from generator.data.files import reading
from generator.data.problems import Place, Problem, Problems, counted

if TYPE_CHECKING:
    from generator.cells.translations import Translated
    from generator.data.languages import Coverage, TextPath
    from generator.data.schema import Checked


_SHEETS = (".csv", ".xlsx", ".json")


def _check_export(exported: Path, imported: Path | None) -> None:
    """Raise UsageError if texts cannot be written to a file so."""
    if imported is not None:
        raise click.UsageError("use either --export or --import")
    if exported.suffix.lower() not in _SHEETS:
        raise click.UsageError(
            f"--export expected a file that ends in .csv, .xlsx or .json, found '{exported}'"
        )


@click.command("languages")
@GAME
@click.option(
    "--missing", is_flag=True, help="List every text that is missing or stale, with its place."
)
@click.option(
    "--start",
    metavar="CODE",
    help="Write a translation file with every text, such as cards.de.yaml.",
)
@click.option(
    "--update",
    is_flag=True,
    help="Add an empty entry to the translations for each missing text, below its original.",
)
@click.option(
    "--export",
    "exported",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write all texts to a spreadsheet for translators: CSV, XLSX or JSON.",
)
@click.option(
    "--import",
    "imported",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read such a spreadsheet (CSV, XLSX, ODS, JSON) into the translations.",
)
@click.option(
    "--dry-run", is_flag=True, help="With --import: show the changes without making them."
)
@click.option("--yes", is_flag=True, help="With --import: do not ask for confirmation.")
@STRICT
@FORMAT
def languages_command(
    game: str | None,
    missing: bool,
    start: str | None,
    update: bool,
    exported: Path | None,
    imported: Path | None,
    dry_run: bool,
    yes: bool,
    strict: bool,
    format_: str,
) -> int:
    """Show which languages a game has, and how complete each one is."""
    printer = Printer(format_ == "json")
    is_told = dry_run or yes
    if imported is None and is_told:
        raise click.UsageError(f"{'--dry-run' if dry_run else '--yes'} needs --import")
    if exported is not None:
        _check_export(exported, imported)
    if imported is not None and printer.is_json and not is_told:
        raise click.UsageError(
            "--import asks first, and --format json cannot; add --yes or --dry-run"
        )
    changes = start is not None or update or (imported is not None and not dry_run)

    def work() -> int:
        path = _path(game, changes)
        printer.folder = path.parent
        problems = Problems()
        if imported is not None:
            return _import(path, imported, dry_run, yes, strict, printer)
        if start is not None:
            _start(path, start, printer)
        if update:
            _update(path, printer)
        checked, coverages = _surveyed(path, problems)
        _tell(path, checked, coverages, missing, printer)
        if exported is not None:
            problems.raise_errors()
            _export(path, checked, exported, printer)
        printer.report(problems)
        return code_for(problems, strict)

    return guarded(printer, work)


def _path(name: str | None, is_writing: bool) -> Path:
    """Find the requested cards.yaml. Nothing is written beside one that comes with the tool."""
    from generator.cli.console import as_misuse
    from generator.data.loading import GAME_FILE, find_game

    with as_misuse():
        path, is_bundled = find_game(name)
    if is_bundled and is_writing:
        raise click.UsageError(
            "games that come with emporium-pnp are not changed; go to a folder with a cards.yaml"
        )
    return path / GAME_FILE if path.is_dir() else path


def _surveyed(path: Path, problems: Problems) -> tuple[Checked, list[Coverage]]:
    """Read the game and its translations; where the system refuses that, it is reading that it
    refused.
    """
    from generator.data.languages import survey

    with reading():
        return survey(path, problems)


def _start(path: Path, language: str, printer: Printer) -> None:
    """Write a translation to begin with, beside cards.yaml."""
    from generator.data.translating import CannotBegin, begin

    checked, _ = _surveyed(path, Problems())
    try:
        file = begin(path, checked, language)
    except CannotBegin as fault:
        raise click.UsageError(f"--start: {fault}") from None
    printer.say(str(file), "")


def _update(path: Path, printer: Printer) -> None:
    """Add the missing texts to every translation, or to none."""
    from generator.data.files import replace_files
    from generator.data.languages import file_of
    from generator.data.opening import read_file
    from generator.data.source import MAX_BYTES
    from generator.data.translating import updated

    checked, coverages = _surveyed(path, Problems())
    written, known = dict[Path, bytes](), dict[Path, bytes | None]()
    for coverage in coverages:
        file = file_of(path, coverage.language)
        with reading():
            content = read_file(file, file.parent, MAX_BYTES)
        text = updated(path, checked, coverage.language, content)
        if text is not None:
            written[file], known[file] = text.encode(), content
    replace_files(written, known)
    for file in written:
        printer.say(str(file), "")


def _export(path: Path, checked: Checked, target: Path, printer: Printer) -> None:
    """Write a game's texts and their translations as a spreadsheet."""
    from generator.cells.records import write_records
    from generator.cells.spreadsheets import write_csv, write_xlsx
    from generator.cells.translations import translation_table
    from generator.data.files import write_files

    table = translation_table(path, checked)
    if target.suffix.lower() == ".xlsx":
        content = write_xlsx([table], checked.data["game"]["title"], str(target))
    else:
        content = write_csv(table) if target.suffix.lower() == ".csv" else write_records([table])
    write_files({target: content})
    printer.results["files"] = [str(target)]
    printer.say("", str(target))


def _import(
    path: Path, source: Path, is_dry: bool, is_sure: bool, is_strict: bool, printer: Printer
) -> int:
    """Read a spreadsheet of translations into the files of their languages, after a question;
    return the exit code.
    """
    from generator.cells.spreadsheets import read_sheets, remarks_on
    from generator.cells.translations import KEY, read_translations
    from generator.data.files import replace_files

    problems = Problems()
    checked, _ = _surveyed(path, Problems())
    with reading():
        sheets = read_sheets(source, str(source), {KEY, checked.data["game"]["language"]})
    problems.extend(remarks_on(sheets))
    sheet = next((sheet for sheet in sheets if sheet.name == "texts"), sheets[0])
    found = read_translations(sheet, checked, problems)
    problems.raise_errors()
    written, known, counts = dict[Path, bytes](), dict[Path, bytes | None](), dict[str, int]()
    for language, texts in found.items():
        count, file, before, content = _translated(path, checked, language, texts, problems)
        counts[language] = count
        if count:
            written[file], known[file] = content, before
    problems.raise_errors()
    printer.report(problems)
    printer.results = {"changed": counts, "files": []}
    for language, count in counts.items():
        printer.say(
            f"{language}: {counted(count, 'text')} changed"
            if count
            else f"{language}: nothing to change"
        )
    exit_code = code_for(problems, is_strict)
    if not written:
        return exit_code
    for file in written:
        _show_difference(file, known[file], written[file], printer)
    if is_dry:
        printer.say("", "A dry run: nothing was changed.")
        return exit_code
    if not is_sure and not _agreed("Change " + " and ".join(file.name for file in written) + "?"):
        printer.remark("nothing was changed")
        return exit_code
    replace_files(written, known)
    printer.results["files"] = list(map(str, written))
    printer.say(*map(str, written))
    return exit_code


def _agreed(question: str) -> bool:
    """Ask. Raises `Unasked` if there is no terminal."""
    if not sys.stdin.isatty():
        raise Unasked(
            "nothing was changed: --import asks first, but there is no terminal; add --yes"
        )
    return agreed(question)


def _translated(
    path: Path,
    checked: Checked,
    language: str,
    texts: Mapping[TextPath, Translated],
    problems: Problems,
) -> tuple[int, Path, bytes | None, bytes]:
    """Put texts into the translation of a language: how many are others than before, its file, what
    that held and holds then.
    """
    from generator.cells.translations import changed_texts, said_in
    from generator.data.languages import file_of, translate
    from generator.data.opening import read_file
    from generator.data.patching import PatchError
    from generator.data.source import MAX_BYTES
    from generator.data.translating import starter, with_translations

    file = file_of(path, language)
    before: bytes | None = None
    if file.exists():
        with reading():
            before = read_file(file, file.parent, MAX_BYTES)
    changed = dict(
        changed_texts(texts, said_in(path, checked, language) if before is not None else {})
    )
    content = starter(path, checked, language).encode() if before is None else before
    if changed:
        said = {key: (one.said, one.original) for key, one in changed.items()}
        try:
            content = with_translations(path, checked, language, content, said).encode()
        except (PatchError, KeyError) as fault:
            place = Place(file.name)
            hint = "write the card on several lines, or change this text in the file itself"
            problems.add(Problem.of(say.CANNOT_IMPORT(name=file.name, fault=fault), place, hint))
            return 0, file, before, content
        faults = Problems()
        root = translate(path, checked, language, faults, content)[2]
        cells: dict[Place, Place] = {}
        for key, text in changed.items():
            node = root.at(key)[0]
            cells |= dict.fromkeys([part.place for part in (node, *node.elements)], text.place)
        for problem in faults:
            problems.add(replace(problem, place=cells.get(problem.place, problem.place)))
    return len(changed), file, before, content


def _show_difference(file: Path, before: bytes | None, after: bytes, printer: Printer) -> None:
    """Print the changes to a file; in a new one, without the lines of empty texts."""
    import difflib

    if before is None:
        printer.say("", f"{file.name}: a new file")
        return
    lines = difflib.unified_diff(
        before.decode().splitlines(),
        after.decode().splitlines(),
        file.name,
        file.name,
        "",
        "",
        1,
        "",
    )
    printer.say("", *lines)


def _tell(
    path: Path, checked: Checked, coverages: list[Coverage], is_listed: bool, printer: Printer
) -> None:
    """Print the table of languages, and below it what to do."""
    from generator.data.languages import texts_of

    own, texts = checked.data["game"]["language"], len(texts_of(checked))
    printer.results = {
        "language": own,
        "file": path.name,
        "texts": texts,
        "translations": [_as_data(coverage, is_listed) for coverage in coverages],
    }
    width = max(map(len, (path.name, *(coverage.file for coverage in coverages))))
    printer.say(f"language  {'file':<{width}}  translated         missing  stale  unknown")
    printer.say(f"{own:<8}  {path.name:<{width}}  {texts:>4} texts, the game's own language")
    for one in coverages:
        printer.say(
            f"{one.language:<8}  {one.file:<{width}}  {one.translated:>4} of {texts:<4} "
            f"{one.percent:>3} %  "
            f"{len(one.missing):>7}  {len(one.stale):>5}  {one.unknown:>7}"
        )
    if not coverages:
        printer.say("", "`emporium-pnp languages --start fr` begins a translation.")
    for one in coverages if is_listed else ():
        for text in one.missing:
            printer.say("", f"{text.place}: missing in {one.file}: {text.key}", f"    {text.shown}")
        for stale in one.stale:
            printer.say(
                "",
                f"{stale.place}: stale: {stale.text.key}",
                f"    was {stale.was}",
                f"    is  {stale.text.shown}",
            )


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
            {"text": t.key, "file": t.place.file, "line": t.place.line, "says": t.shown}
            for t in coverage.missing
        ]
        data["texts_stale"] = [
            {
                "text": s.text.key,
                "file": s.place.file,
                "line": s.place.line,
                "was": s.was,
                "is": s.text.shown,
            }
            for s in coverage.stale
        ]
    return data
