"""The commands `export csv`, `export xlsx`, `export json` and `import`: a game's cards as
spreadsheets, and back.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from generator.cli import messages as say
from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    LANG,
    OneOf,
    Printer,
    Unasked,
    agreed,
    as_misuse,
    check_ending,
    check_one_of,
    guarded,
    in_languages,
    named_in,
    open_game,
    output_file,
    output_folder,
    placed,
    words_of,
    write_result,
)
from generator.data.files import reading, write_files
from generator.data.problems import (
    Place,
    Problem,
    ProblemError,
    Problems,
    closest,
    counted,
    did_you_mean,
    one_of,
)
from generator.data.saying import agreeing, shortened

if TYPE_CHECKING:
    from generator.cells.importplans import CellChange, ImportPlan, KindPlan
    from generator.cells.rewriting import CardFile
    from generator.cells.settings import ImportSettings
    from generator.cells.spreadsheets import Worksheet
    from generator.cells.tables import Table
    from generator.data.game import Game
    from generator.data.source import Node

_ONLY = click.option(
    "--only",
    multiple=True,
    metavar="KIND",
    help="Export only these kinds and tables; separate several with commas, or repeat the option.",
)
_MOST_LISTED = 40
_FAULTS_OF_TEXT = ("unknown-icon", "open-mark")
"""What is wrong with a text whatever the template is."""


# ---------------------------------------------------------------- export


@click.command("csv")
@GAME
@_ONLY
@output_folder(Path("output/csv"))
@click.option(
    "--delimiter",
    type=OneOf(["comma", "semicolon", "tab"]),
    default="comma",
    show_default=True,
    help="Separator between cells; with semicolons, decimals have commas.",
)
@LANG
@FORMAT
def csv_command(
    game: str | None,
    only: tuple[str, ...],
    output: Path,
    delimiter: str,
    lang: str | None,
    format_: str,
) -> int:
    """Write the cards as CSV files. Each kind and table has a file; the components have
    another."""

    def contents(loaded: Game, tables: list[Table]) -> dict[Path, bytes]:
        from generator.cells.spreadsheets import DELIMITERS, file_names, write_csv

        names = file_names([table.name for table in tables], 200)
        return {
            output / f"{loaded.name}-{name}.csv": write_csv(table, DELIMITERS[delimiter])
            for name, table in zip(names, tables, strict=True)
        }

    return _export(game, only, lang, format_, contents)


@click.command("xlsx")
@GAME
@_ONLY
@output_file("The workbook to write", "output/GAME.xlsx")
@LANG
@FORMAT
def xlsx_command(
    game: str | None, only: tuple[str, ...], output: Path | None, lang: str | None, format_: str
) -> int:
    """Write the cards as a workbook. Each kind and table has a sheet; the components have
    another."""
    check_ending(placed(output, Path("output/game.xlsx"))[0], ".xlsx")

    def contents(loaded: Game, tables: list[Table]) -> dict[Path, bytes]:
        from generator.cells.spreadsheets import write_xlsx

        path = _target(output, loaded, lang, ".xlsx")
        return {path: write_xlsx(tables, loaded.title, str(path))}

    return _export(game, only, lang, format_, contents)


@click.command("json")
@GAME
@_ONLY
@output_file("The file to write", "output/GAME.json")
@LANG
@FORMAT
def json_command(
    game: str | None, only: tuple[str, ...], output: Path | None, lang: str | None, format_: str
) -> int:
    """Write the cards as JSON, for scripts. It is an object with a list of records for each kind
    and table, which import can read.
    """
    check_ending(placed(output, Path("output/game.json"))[0], ".json")

    def contents(loaded: Game, tables: list[Table]) -> dict[Path, bytes]:
        from generator.cells.records import write_records

        return {_target(output, loaded, lang, ".json"): write_records(tables)}

    return _export(game, only, lang, format_, contents)


def _target(output: Path | None, game: Game, lang: str | None, ending: str) -> Path:
    """Return the file to write; the usual one has the language in its name already."""
    path, is_usual = placed(output, Path("output") / f"{game.name}{ending}")
    return path if is_usual else named_in(path, game, lang, False)


def _export(
    game: str | None,
    only: tuple[str, ...],
    lang: str | None,
    format_: str,
    contents: Callable[[Game, list[Table]], dict[Path, bytes]],
) -> int:
    """Write what becomes of a game's tables."""
    printer = Printer(format_ == "json")

    def work(language: str | None) -> int:
        from generator.cells.tables import card_tables

        problems = Problems()
        loaded = open_game(game, printer, problems, lang=language)
        tables, wanted = card_tables(loaded), words_of(only)
        names = [table.name for table in tables]
        for word in wanted:
            check_one_of("--only", word, names)
        tables = [table for table in tables if not wanted or table.name in wanted]
        files = contents(loaded, tables)
        write_files(files)
        printer.report(problems)
        printer.results = {
            "files": list(map(str, files)),
            "tables": [
                {"name": table.name, "columns": list(table.headings), "rows": len(table.rows)}
                for table in tables
            ],
        }
        width = max(len(table.name) for table in tables)
        for table in tables:
            printer.say(
                f"{table.name:<{width}}  {counted(len(table.rows), 'row'):>9}, "
                f"{counted(len(table.headings), 'column')}"
            )
        printer.say()
        for path in files:
            printer.say(str(path))
        return FINE

    return in_languages(game, lang, printer, work)


# ---------------------------------------------------------------- import


@click.command("import", context_settings={"allow_extra_args": True})
@click.argument("file", metavar="FILE|URL", type=click.Path())
@GAME
@click.option(
    "--offline", is_flag=True, help="With a URL: read the last fetched copy, without the network."
)
@click.option(
    "--kind", help="The kind or table that the rows belong to. [from the name of the file or sheet]"
)
@click.option(
    "--sheet",
    "sheet_name",
    help="The sheet to read if the workbook has several. [the one named after the kind or table]",
)
@click.option(
    "--encoding",
    help="Encoding of a CSV file, such as mac-roman. [UTF-8 or UTF-16, otherwise windows-1252]",
)
@click.option(
    "--remove", is_flag=True, help="Also remove cards or rows of tables that are not in the sheet."
)
@click.option(
    "--counts",
    is_flag=True,
    help="Update the counts under `components` and `game.cards` to match the cards.",
)
@click.option(
    "--order", "orders", is_flag=True, help="Sort the cards or rows of tables as in the sheet."
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="COLUMN",
    help="Ignore a column, now and next time; give its heading, or its letter if it has none.",
)
@click.option(
    "--rename",
    multiple=True,
    metavar="HEADING=FIELD",
    help="Read a column as a field (or id, copies …), now and next time.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the changed cards.yaml to this file instead.",
)
@click.option("--dry-run", is_flag=True, help="Show the changes without making them.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@FORMAT
def import_command(format_: str, **options: Any) -> int:
    """Import cards or tables from a spreadsheet or JSON. It shows the changes to cards.yaml and
    asks first.

    The source is a file, or an address that begins with https://, such as a link to a Google sheet.
    Only an address uses the network.
    """
    printer, asked = Printer(format_ == "json"), _Request(**options)
    _refuse_several(asked, click.get_current_context().args)
    if asked.offline and not asked.is_address:
        raise click.UsageError("--offline needs an address such as https://example.org/heroes.csv")
    _check_words(asked, printer)

    def work() -> int:
        from generator.cells.importing import plan_import, read_cards
        from generator.cells.importplans import UnkeptPromise
        from generator.data.loading import find_game

        problems = Problems()
        with as_misuse():
            path = find_game(asked.game)[0]
        printer.folder = path.parent
        if not asked.is_address:
            _check_language(asked.path, path)
        with reading():
            cards = read_cards(path, problems)
        sheets = _chosen_sheets(asked, cards.root, printer, problems)
        settings = _settings(asked, cards.root, sheets)
        try:
            plan = plan_import(
                cards, sheets, problems, asked.remove, asked.counts, asked.orders, settings
            )
        except UnkeptPromise as fault:
            _tell(fault.plan, printer)
            printer.results = _as_data(fault.plan)
            raise
        except ProblemError as fault:
            if asked.is_address:
                raise
            raise ProblemError(*_told_beside(fault.problems, asked.path, path.parent)) from None
        problems.extend(_faults_drawn(plan, cards))
        problems.raise_errors()
        printer.results = _as_data(plan)
        printer.report(problems)
        _tell(plan, printer)
        return _hand_over(asked, plan, cards, printer)

    return guarded(printer, work)


@dataclass(frozen=True)
class _Request:
    """The options of an import."""

    file: str
    game: str | None
    offline: bool
    kind: str | None
    sheet_name: str | None
    encoding: str | None
    remove: bool
    counts: bool
    orders: bool
    ignore: tuple[str, ...]
    rename: tuple[str, ...]
    output: Path | None
    dry_run: bool
    yes: bool

    @property
    def is_address(self) -> bool:
        from generator.cells.fetching import is_address

        return is_address(self.file)

    @property
    def path(self) -> Path:
        """The file, or that of an address."""
        return Path(urlsplit(self.file).path if self.is_address else self.file)


def _told_beside(problems: Sequence[Problem], sheet: Path, folder: Path) -> list[Problem]:
    """Add to each picture that the game's folder lacks where it is, if it is beside the sheet."""
    from generator.data.opening import lies_within
    from generator.job.decks import pictures_beside

    def lacked(problem: Problem) -> str:
        is_in_cell = problem.code == "no-such-file" and problem.place and problem.place.cell
        return str(problem["name"]) if is_in_cell else ""

    found = pictures_beside(sheet, filter(None, map(lacked, problems)))
    hints = {
        name: f"copy {path} into the game's folder, as {name}"
        for name, path in found.items()
        if not lies_within(path.resolve(), folder)
    }
    return [replace(one, hint=hints.get(lacked(one), one.hint)) for one in problems]


def _faults_drawn(plan: ImportPlan, cards: CardFile) -> list[Problem]:
    """Draw the cards that would change, and list faults in the written values, and new faults in
    the look of these cards, which are warnings.
    """
    from generator.cells.importplans import cell_of, written_cells

    game, ids = _changed_cards(plan, cards)
    if game is None or not ids:
        return []
    faults, looks = written_cells(plan, _drawn_problems(game, ids))
    looks = [problem for problem in looks if problem.card in game.cards]
    known = _looks_before(cards, ids) if looks else set()
    for problem in looks:
        if (problem.code, problem.message, problem.card) in known:
            continue
        card = game.cards[str(problem.card)]
        cell = cell_of(plan, card.kind_said, card.entry)
        if cell is not None:
            also = problem.also
            if problem.place.file not in ("", cards.path.name):
                also = (("template", problem.place),)
            problem = replace(problem, place=cell, also=also)
        faults.append(problem)
    return [
        problem if problem.code in _FAULTS_OF_TEXT else replace(problem, severity="warning")
        for problem in faults
    ]


def _changed_cards(plan: ImportPlan, cards: CardFile) -> tuple[Game | None, set[str]]:
    """Return the game as it would be, and the entries of its cards that may look otherwise; no game
    while a kind waits for its sheet.
    """
    from generator.data.loading import load_game

    ids = set[str]()
    may_be_all = False
    for kind in plan.kinds:
        ids |= kind.added.keys() | {change.card for change in kind.changed}
        has_gone = plan.removes and bool(kind.missing)
        if kind.is_table and (kind.added or kind.changed or has_gone):
            may_be_all = True  # any template may show a table's row
    if not ids and not may_be_all:
        return None, ids
    try:
        game = load_game(cards.path, Problems(), plan.content)
    except ProblemError:
        return None, ids
    return game, set(game.cards) if may_be_all else ids


def _looks_before(cards: CardFile, ids: Iterable[str]) -> set[tuple[str, str, str | None]]:
    """Draw cards from the current file, and return their problems."""
    from generator.data.loading import load_game

    try:
        game: Game | None = load_game(cards.path, Problems())
    except ProblemError as fault:
        game = fault.rest
    if game is None:
        return set()
    problems = _drawn_problems(game, ids)
    return {(problem.code, problem.message, problem.card) for problem in problems}


def _drawn_problems(game: Game, ids: Iterable[str]) -> list[Problem]:
    """Draw the cards of some entries of cards.yaml, and list their problems."""
    from generator.face.press import Press

    press = Press(game)
    for id_ in sorted(ids):
        for card in [game.cards[id_]] if id_ in game.cards else game.made_of(id_):
            press.stamp(card)
    return [problem for problem in press.problems if problem.severity != "note"]


def _settings(
    asked: _Request, root: Node, sheets: dict[str, Worksheet]
) -> dict[str, ImportSettings]:
    """Add the columns to ignore or rename to the settings of the kinds. A word that names no column
    or field is incorrect usage.
    """
    from generator.cells.headings import heading_key
    from generator.cells.holders import fields_of, sort_of
    from generator.cells.settings import ImportSettings, settings_of
    from generator.cells.spreadsheets import column_letters

    renamed = dict[str, str]()
    for word in asked.rename:
        old, sign, new = (part.strip() for part in word.partition("="))
        if not (old and sign and new):
            raise click.UsageError(
                f"--rename expected HEADING=FIELD, such as Title=name, found '{word}'"
            )
        renamed[old] = new
    found = dict[str, ImportSettings]()
    for kind, sheet in sheets.items():
        fields = [*fields_of(root, kind), *sort_of(root, kind).reserved]
        said = set(map(heading_key, chain.from_iterable(sheet.rows)))
        width = max(map(len, sheet.rows), default=0)
        letters = {column_letters(column).casefold() for column in range(width)}
        ignored = []
        for word in asked.ignore:
            if heading_key(word) in said or word.strip().casefold() in letters:
                ignored.append(word)
        own = {old: new for old, new in renamed.items() if heading_key(old) in said}
        if len(sheets) == 1:
            _refuse_unknown_columns("--ignore", asked.ignore, ignored, sheet)
            _refuse_unknown_columns("--rename", renamed, list(own), sheet)
        for new in own.values():
            check_one_of("--rename", new, fields)
        found[kind] = settings_of(root, kind).extended(ignored, own)
    return found


def _refuse_unknown_columns(
    option: str, words: Iterable[str], known: list[str], sheet: Worksheet
) -> None:
    from generator.cells.tables import as_words, filled

    for word in words:
        if word not in known:
            first = next(filter(None, map(filled, sheet.rows)), ())
            fault = f"{option}: the sheet has no column '{word}'"
            if hint := did_you_mean(word, map(as_words, first)):
                fault += f"; {hint}"
            raise click.UsageError(fault)


def _refuse_several(asked: _Request, others: list[str]) -> None:
    """Refuse a second file, and a folder of them."""
    from generator.cells.spreadsheets import ENDINGS

    several = (
        "import takes one file at a time, {}; a workbook can hold a sheet for each kind: "
        "emporium-pnp export xlsx"
    )
    for second in (asked.game, *others[:1]):
        if second and Path(second).suffix.lower() in ENDINGS:
            raise click.UsageError(several.format(f"but '{second}' is a second one"))
    if others:
        raise click.UsageError(
            f"Got unexpected extra {agreeing(len(others), 'argument|arguments')} "
            f"({' '.join(others)})"
        )
    if Path(asked.file).is_dir():
        raise click.UsageError(several.format(f"and '{asked.file}' is a folder"))


def _check_words(asked: _Request, printer: Printer) -> None:
    """Refuse, before anything is read, what cannot be done."""
    from generator.data.loading import find_game

    try:
        with contextlib.suppress(UnicodeError):
            # rot13 is known too, and turns letters into letters
            b"a".decode("utf-8" if asked.encoding is None else asked.encoding)
    except (LookupError, ValueError):
        raise click.UsageError(
            "--encoding expected one such as utf-8 or windows-1252, found "
            f"'{str(asked.encoding)[:40]}'"
        ) from None
    if asked.output and asked.output.exists() and not (asked.yes or asked.dry_run):
        raise click.UsageError(
            f"--output {asked.output}: this file exists; choose another name, or add --yes"
        )
    if printer.is_json and not (asked.yes or asked.dry_run):
        raise click.UsageError(
            "import asks first, and --format json cannot; add --yes or --dry-run"
        )
    try:
        is_bundled = find_game(asked.game)[1]
    except ProblemError:
        return  # it is reported where the game is read
    if is_bundled and not (asked.output or asked.dry_run):
        raise click.UsageError(
            "import does not change the game that comes with the tool; use --output or --dry-run, "
            "or start your own game: emporium-pnp new my-game --from-sheet "
            f"{shlex.quote(asked.file)}"
        )


def _check_language(file: Path, path: Path) -> None:
    """Refuse a sheet from `export --lang`: its texts are in another language, and would replace the
    game's own.
    """
    from generator.data.languages import file_of, translations_beside
    from generator.data.loading import GAME_FILE

    path = path / GAME_FILE if path.is_dir() else path
    for language in translations_beside(path) if path.is_file() else ():
        if re.search(rf"-{re.escape(language)}(-|$)", file.stem.lower()):
            raise click.UsageError(
                f"by its name, {file.name} holds the texts in '{language}'. Those texts are in "
                f"{file_of(path, language).name}, but import writes into {path.name}. If it "
                "holds something else, rename it"
            )


def _chosen_sheets(
    asked: _Request, root: Node, printer: Printer, problems: Problems
) -> dict[str, Worksheet]:
    """Read the file, or fetch it, and find which sheet is of which kind. An unknown name is wrong
    usage.
    """
    from generator.cells.holders import holders
    from generator.cells.spreadsheets import read_sheets, remarks_on
    from generator.cells.tables import field_types

    kind, kinds = asked.kind, holders(root)
    known = {"id"}
    for holder in [kind] if kind in kinds else kinds:
        known.update(field_types(root, holder))
    with reading():
        if asked.is_address:
            sheets = _fetched(asked, known, printer)
        else:
            sheets = read_sheets(asked.path, asked.file, known, asked.encoding)
    problems.extend(remarks_on(sheets))
    if kind is not None and kind not in kinds:
        _refuse_kind(kind, asked, root, sheets, printer)
    found = _sheets_by_kind(asked, sheets, root)
    chosen = set(map(id, found.values()))
    others = [sheet for sheet in sheets if id(sheet) not in chosen]
    if not others or asked.sheet_name:
        return found
    if kind is None:
        waiting = [name for name in kinds if name not in found]
        _tell_unread(others, root, waiting, printer, problems)
    else:
        printer.remark(f"not read: {', '.join(sheet.name for sheet in others)}")
    return found


def _tell_unread(
    others: list[Worksheet], root: Node, waiting: list[str], printer: Printer, problems: Problems
) -> None:
    """Report which sheets belong to no kind or table, and warn about one that may belong to a kind
    without another sheet.
    """
    from generator.cells.holders import holders, sort_of
    from generator.cells.spreadsheets import file_names
    from generator.cells.tables import COMPONENTS

    for sheet in others:
        kind = _likely_kind(sheet, root, waiting)
        if kind is not None:
            problems.warn(
                say.SHEET_NOT_READ(
                    name=sheet.name,
                    word=sort_of(root, kind).word,
                    kind=kind,
                    name_2=shlex.quote(sheet.name),
                ),
                Place(sheet.file),
            )
    summary = file_names([*holders(root), COMPONENTS])[-1]
    unread = [
        f"{sheet.name} (read only)" if sheet.name == summary else sheet.name for sheet in others
    ]
    printer.remark(f"not read: {', '.join(unread)}")


def _likely_kind(sheet: Worksheet, root: Node, kinds: list[str]) -> str | None:
    """Find the kind whose cards a sheet of another name seems to hold: by its name, or by its
    headings.
    """
    from generator.cells.holders import fields_of
    from generator.cells.tables import column_names, is_empty
    from generator.data.fieldtypes import slug

    name = slug(sheet.name)
    named = [kind for kind in kinds if f"-{slug(kind)}-" in f"-{name}-"]
    if named:
        return max(named, key=len)
    near = closest(name, kinds)
    if near:
        return near
    head = next((row for row in sheet.rows if not all(map(is_empty, row))), [])
    if not {"id", "name"} & set(column_names(head, ["id", "name"])):
        return None
    likely, most = None, 1
    for kind in kinds:
        columns = column_names(head, fields_of(root, kind))
        fields = len(columns) - columns.count(None)
        if fields > most:
            likely, most = kind, fields
    return likely


def _fetched(asked: _Request, known: set[str], printer: Printer) -> list[Worksheet]:
    """Fetch a spreadsheet, and report which rows have changed since it was last fetched."""
    from generator.cells.fetching import changed_rows, fetch
    from generator.cells.spreadsheets import read_raw
    from generator.data.files import cache_folder

    found = fetch(asked.file, cache_folder("sheets"), asked.offline)
    name = urlsplit(asked.file).hostname or asked.file
    sheets = read_raw(found.raw, found.ending, name, known, asked.encoding)
    if asked.offline or found.before is None:
        printer.remark("as last fetched" if asked.offline else "downloaded for the first time")
        return sheets
    try:
        before = read_raw(found.before, found.ending, name, known, asked.encoding)
    except ProblemError:
        before = []  # it could not be read then
    gone, new = changed_rows(_rows(before), _rows(sheets))
    lines = [*(f"  - {row}" for row in gone), *(f"  + {row}" for row in new)]
    if lines:
        printer.say("since the last download:")
    else:
        printer.say("the rows are the same as in the last download")
    _list(lines, printer)
    printer.say()
    return sheets


def _rows(sheets: list[Worksheet]) -> list[Sequence[object]]:
    return list(chain.from_iterable(sheet.rows for sheet in sheets))


def _list(lines: list[str], printer: Printer) -> None:
    """Print the first of some lines, and how many more there are."""
    for line in lines[:_MOST_LISTED]:
        printer.say(line)
    if len(lines) > _MOST_LISTED:
        printer.say(f"  … and {len(lines) - _MOST_LISTED} more")


def _sheets_by_kind(asked: _Request, sheets: list[Worksheet], root: Node) -> dict[str, Worksheet]:
    from generator.cells.holders import holders

    file, kind = asked.path, asked.kind
    if asked.sheet_name is not None:
        sheets = _sheets_named(asked.sheet_name, file, sheets)
    of_parts = _parts_by_kind(file, sheets, root)
    if kind in of_parts:
        return {kind: of_parts[kind]}
    divided = {sheet.name for sheet in of_parts.values()}
    sheets = [sheet for sheet in sheets if sheet.name not in divided]
    names = _SheetNames(root, [name for name in holders(root) if name not in of_parts])
    if kind is not None:
        return {kind: names.sheet_of(kind, file, sheets)}
    of_kinds = names.sorted_out(sheets)
    if not of_kinds and len(sheets) == 1 and (kind := names.kind_of_file(file.stem.lower())):
        of_kinds = {kind: sheets[0]}
    of_kinds |= of_parts
    if not of_kinds:
        raise click.UsageError(_no_kind(file, sheets, names.kinds))
    return of_kinds


def _no_kind(file: Path, sheets: list[Worksheet], kinds: list[str]) -> str:
    """Say that it is not known of which kind a file is."""
    from generator.cells.tables import COMPONENTS

    is_summary = [sheet.name for sheet in sheets] == [COMPONENTS]
    if is_summary or file.stem.lower().endswith(f"-{COMPONENTS}"):
        return (
            f"{file} lists the contents of the box: it is for reading only, and the import "
            "ignores it"
        )
    new = "; with a new name, it shows how to begin a kind of that name"
    return f"which kind of card, or which table, is in {file}? Use --kind with {one_of(kinds)}{new}"


class _SheetNames:
    """The names by which sheets are known to be of kinds and tables."""

    def __init__(self, root: Node, kinds: list[str]) -> None:
        from generator.cells.settings import settings_of
        from generator.cells.spreadsheets import file_names
        from generator.data.fieldtypes import slug

        self.kinds, self._slug = kinds, slug
        sheets = {kind: settings_of(root, kind).sheet.lower() for kind in kinds}
        self.kept = {sheet: kind for kind, sheet in sheets.items() if sheet}
        """What `import:` of a kind says that its sheet is called."""
        self.exact = dict(zip(file_names(kinds), kinds, strict=True))
        self.exact |= {kind: kind for kind in kinds} | self.kept
        self.loose = {slug(name): kind for name, kind in self.exact.items()}

    def kind(self, sheet: Worksheet) -> str | None:
        """Return the kind after which a sheet is named."""
        return self.exact.get(sheet.name.lower()) or self.loose.get(self._slug(sheet.name))

    def sheet_of(self, kind: str, file: Path, sheets: list[Worksheet]) -> Worksheet:
        """Return the sheet of a kind: the only one, or the one named after it."""
        of_kind = [sheet for sheet in sheets if self.kind(sheet) == kind]
        if len(sheets) == 1 or of_kind:
            return (of_kind or sheets)[0]
        names = ", ".join(sheet.name for sheet in sheets)
        raise click.UsageError(
            f"{file} has no sheet '{kind}', but {names}: choose one with --sheet"
        )

    def sorted_out(self, sheets: list[Worksheet]) -> dict[str, Worksheet]:
        """Return the sheet of each kind; "Crew " is that of a kind if there is no "crew"."""
        is_exact = [sheet.name.lower() in self.exact for sheet in sheets]
        found = {}
        for sheet, fits in zip(sheets, is_exact, strict=True):
            if fits:
                found[self.exact[sheet.name.lower()]] = sheet
        for sheet, fits in zip(sheets, is_exact, strict=True):
            kind = None if fits else self.kind(sheet)
            if kind is not None:
                found.setdefault(kind, sheet)
        return found

    def kind_of_file(self, stem: str) -> str | None:
        """Return the kind that a file with one sheet is called as, or ends with."""
        if stem in self.kept:
            return self.kept[stem]
        ends = []
        for kind in self.kinds:
            if stem == kind or stem.endswith((f"-{kind}", f" {kind}", f"_{kind}")):
                ends.append(kind)
        return max(ends, key=len) if ends else self.loose.get(self._slug(stem))


def _parts_by_kind(file: Path, sheets: list[Worksheet], root: Node) -> dict[str, Worksheet]:
    """Find the tables of sheets that hold several, by the kinds that say which is theirs."""
    from generator.cells.holders import holders
    from generator.cells.parts import tables_in
    from generator.cells.settings import settings_of

    found: dict[str, Worksheet] = {}
    for one in holders(root):
        own = settings_of(root, one)
        name = (own.sheet or one).lower()
        sheet = next((sheet for sheet in sheets if (sheet.name or file.stem).lower() == name), None)
        if not own.part or sheet is None:
            continue
        parts = tables_in(sheet)
        if own.part > len(parts):
            raise ProblemError.of(
                say.TABLES_NOT_FOUND(count=own.part, called=one, found=len(parts)),
                sheet.place(0, 0),
            )
        found[one] = parts[own.part - 1].sheet
    return found


def _sheets_named(name: str, file: Path, sheets: list[Worksheet]) -> list[Worksheet]:
    named = [sheet for sheet in sheets if sheet.name == name]
    if named:
        return named
    known = [sheet.name for sheet in sheets if sheet.name]
    hint = did_you_mean(name, known)
    listed = f"it has {', '.join(known)}" if known else "CSV has none"
    raise click.UsageError(f"--sheet: {file} has no sheet '{name}'; {hint or listed}")


def _refuse_kind(
    kind: str, asked: _Request, root: Node, sheets: list[Worksheet], printer: Printer
) -> None:
    """Show what might be written for a kind that does not exist, and raise ProblemError."""
    from generator.cells.headings import field_name
    from generator.cells.holders import holders
    from generator.cells.proposing import propose_kind, suggest_kind
    from generator.cells.spreadsheets import refuse_wide
    from generator.data.files import is_file_within
    from generator.data.loading import IMAGE_ENDINGS

    folder, kinds = printer.folder or Path(), holders(root)

    def is_picture(file: str) -> bool:
        return file.lower().endswith(IMAGE_ENDINGS) and is_file_within(folder, file, folder)

    near = did_you_mean(kind, kinds)
    begin = "write the kind into cards.yaml first, as shown here, and import again"
    sheet = next((sheet for sheet in sheets if sheet.name in (asked.sheet_name, kind)), sheets[0])
    refuse_wide(sheet)
    ids = [id_ for item in root["kinds"].items.values() for id_ in item["cards"].items]
    proposed = propose_kind(field_name(kind) or "card", sheet, is_picture, ids)
    if proposed is None:
        begin = "put a row of headings above the cards, such as Name, Cost, Text"
    else:
        printer.say(*suggest_kind(proposed).split("\n"))
        printer.say()
    hint = f"{near} If it is a new one, {begin}" if near else begin
    message = say.UNKNOWN_KIND(kinds=kinds, found=kind)
    raise ProblemError.of(message, Place(sheet.file), hint)


def _as_data(plan: ImportPlan) -> dict[str, Any]:
    return {
        "kinds": [
            {
                "kind": kind.kind,
                "table": kind.is_table,
                "rows": kind.rows,
                "added": kind.added,
                "missing": kind.missing,
                "removed": kind.missing if plan.removes else [],
                "reordered": kind.is_reordered and plan.orders,
                "changed": list(map(asdict, kind.changed)),
            }
            for kind in plan.kinds
        ],
        "counts": {
            name: {"before": before, "after": after}
            for name, (before, after) in plan.counts.items()
        },
        "diff": plan.diff,
        "files": [],
    }


def _tell(plan: ImportPlan, printer: Printer) -> None:
    """Print what would change, then the diff."""
    for kind in plan.kinds:
        printer.say(f"{kind.kind}: {_summary(kind, plan)}")
        lines = [
            *map(_changed_line, kind.changed),
            *(f"  + {id_}" for id_ in kind.added),
            *(f"  - {id_}" for id_ in kind.missing if plan.removes),
        ]
        _list(lines, printer)
        if kind.is_reordered:
            done = "in another order in the sheet (--order applies it)"
            if plan.orders:
                done = "put into the order of the sheet"
            printer.say(f"  {'rows' if kind.is_table else 'cards'} {done}")
    for name, (before, after) in plan.counts.items():
        printer.say(f"{name}: {before} -> {after}")
    if plan.diff:
        printer.say()
        printer.say(*plan.diff.rstrip("\n").split("\n"))


def _summary(kind: KindPlan, plan: ImportPlan) -> str:
    cards = len({change.card for change in kind.changed})
    rows = counted(kind.rows, "row")
    if kind.rows > len(kind.listed) and not kind.is_table:
        rows += f" for {counted(len(kind.listed), 'card')}"
    parts = [rows, f"{cards} changed", f"{len(kind.added)} added"]
    if kind.missing:
        kept = "taken out" if plan.removes else "not in the sheet and kept (--remove removes them)"
        parts.append(f"{len(kind.missing)} {kept}")
    return ", ".join(parts)


def _changed_line(change: CellChange) -> str:
    return f"  {change.card}: {change.field} {_shown(change.before)} -> {_shown(change.after)}"


def _shown(value: object) -> str:
    from generator.cells.tables import join_list

    if value is None:
        return "nothing"
    text = f"[{join_list(value)}]" if isinstance(value, list) else str(value)
    if isinstance(value, bool):
        text = text.lower()
    text = " ".join(text.split())
    return shortened(text)


def _hand_over(asked: _Request, plan: ImportPlan, cards: CardFile, printer: Printer) -> int:
    """Ask, write what was planned, and return the exit code."""

    path, output = cards.path, asked.output
    if plan.is_empty and not output:
        printer.say("Nothing to change.")
        return FINE
    printer.say()
    if asked.dry_run:
        printer.say("A dry run: nothing was changed.")
        return FINE
    if not asked.yes and not output and not _agreed(f"Change {path}?"):
        printer.remark(f"{path} stays as it is")
        return FINE
    target = output or path
    write_result(target, plan.content, path, cards.content, asked.yes)
    printer.results["files"] = [str(target)]
    printer.say(str(target))
    return FINE


def _agreed(question: str) -> bool:
    """Ask. No one there to answer is wrong usage."""
    if not sys.stdin.isatty():
        raise Unasked("nothing was changed: import asks first, but there is no terminal; add --yes")
    return agreed(question)
