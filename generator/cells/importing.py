"""A spreadsheet's rows as cards of a game, or rows of its tables: what they would change in
cards.yaml, and its new bytes.

In: a cards.yaml as it is, a `Worksheet` for each kind or table. Out: an `ImportPlan`, which has
been read back and checked, or every fault with its cell. Writes nothing.

A cell with the card's current value changes nothing, however it is formatted. An empty cell removes
the value from the card. Equal rows are copies of one card. Different cards with the same name are
numbered. A row of a table has an id, as a card has, and no copies.

The file as it is may break promises (a count that was raised before the card is there, a component
without cards): it is the file with the change that must be a whole game.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from generator.cells.comparing import compared, doubt_new_cards
from generator.cells.holders import entries, holders
from generator.cells.identifying import read_rows
from generator.cells.importcolumns import read_columns
from generator.cells.importjob import CardRow, ImportJob, import_jobs
from generator.cells.importplans import ImportPlan
from generator.cells.rewriting import CardFile, CardWriter
from generator.cells.settings import ImportSettings
from generator.cells.spreadsheets import Worksheet, refuse_wide
from generator.data.entries import Keys
from generator.data.game import icon_names
from generator.data.problems import Place, ProblemError, Problems
from generator.data.schema import check_schema
from generator.data.source import content_of, read_source


def read_cards(path: Path, problems: Problems, content: bytes | None = None) -> CardFile:
    """Read a cards.yaml with valid values, whether or not the game is complete; `content` is read
    as if the file held it.

    Cards may lack a field: a sheet may have it, or take them out. Warnings go to `problems`. Raises
    ProblemError with everything found, OSError if the system refuses.
    """
    root = read_source(path, path.name, problems, content)
    found = Problems()
    if check_schema(root, found) is None:
        places = set[Place]()
        for name in holders(root):
            places.update(entries(root, name).keys.values())
        for problem in found:
            is_of_sheet = problem.code == "missing-field" and problem.place in places
            if problem.severity == "error" and not is_of_sheet:
                raise ProblemError(*problems, *found)
    problems.extend(problem for problem in found if problem.severity != "error")
    return CardFile(path, content_of(path) if content is None else content, root)


def plan_counts(cards: CardFile, problems: Problems) -> ImportPlan:
    """Find how the numbers promised on the box would change to match the current cards.

    Warnings go to `problems`. Raises ProblemError if the file would not be a game anyway.
    """
    return CardWriter(cards, [], {}, counts=True).plan(problems)


def plan_import(
    cards: CardFile,
    sheets: Mapping[str, Worksheet],
    problems: Problems,
    removes: bool = False,
    counts: bool = False,
    orders: bool = False,
    settings: Mapping[str, ImportSettings] = MappingProxyType({}),
    escapes: bool = False,
) -> ImportPlan:
    """Determine what the sheets of some kinds would change in a cards.yaml.

    With `removes`, cards that are not in their sheet are removed; with `counts`, the numbers
    promised on the box are updated; with `orders`, cards are put in the order of their sheet.
    `settings` say how the sheets of some kinds are read, if they differ from those stored in
    cards.yaml; they are then stored there. With `escapes`, asterisks and braces without a meaning
    are kept as plain text.

    Warnings go to `problems`. Raises ProblemError with every fault found, or if the change cannot
    be written; this is an UnkeptPromise if only the numbers promised on the box are wrong.
    """
    for sheet in sheets.values():
        refuse_wide(sheet)
    root = cards.root
    icons = icon_names(cards.path.parent / "templates" / "icons")
    places = dict[Keys, Place]()
    jobs = import_jobs(root, sheets, problems, places, settings, icons, escapes)
    read = list[tuple[ImportJob, Worksheet, list[CardRow]]]()
    for job, sheet in zip(jobs, sheets.values(), strict=True):
        columns = read_columns(job, sheet.turned() if job.settings.turned else sheet)
        read.append((job, columns.sheet, read_rows(job, columns)))
    ids = dict[str, dict[str, None]]()
    for job, _, rows in read:
        listed = {row.id: None for row in rows}
        kept = [id_ for id_ in job.entries.items if not removes or id_ in listed]
        ids[job.name] = dict.fromkeys([*kept, *listed])
    plans = [compared(job, sheet, rows, ids) for job, sheet, rows in read]
    if not removes and not problems.has_errors:
        for plan, (job, _, rows) in zip(plans, read, strict=True):
            doubt_new_cards(job, plan, rows)
    problems.raise_errors()
    writer = CardWriter(cards, plans, places, removes=removes, counts=counts, orders=orders)
    return writer.plan(problems)
