"""The shapes of the JSON output of the commands that print: their `results`, by the name of the
command, and the whole object around them.

In: nothing. Out: types of mappings, and JSON Schemas of them. Keys may be added at any time; a key
that goes away or changes its meaning makes a new version. Knows no command: `schema --of` finds the
shapes beside each.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from generator.cells.importplans import CellChange
from generator.cli.console import format_of
from generator.data.formschema import schema_of
from generator.data.typeforms import written_form
from generator.job.build import DeckCount
from generator.job.differing import FieldChange
from generator.sheet.printers import Profile


class AlsoShape(TypedDict):
    what: str
    place: str


class SaidShape(TypedDict):
    """What a problem and a finding of `lint` have in common."""

    severity: Literal["error", "warning", "note"]
    message: str
    file: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    cell: NotRequired[str]
    length: NotRequired[int]
    card: NotRequired[str]
    hint: NotRequired[str]
    also: NotRequired[list[AlsoShape]]


class ProblemShape(SaidShape):
    code: str


class NothingShape(TypedDict):
    """The results of a command that problems ended before it had any."""


# ----------------------------------------------------------------------------------------- printing


class FileShape(TypedDict):
    path: str
    pages: int
    sheets: int
    bytes: int


class BuildShape(TypedDict):
    game: str
    version: str
    data: str
    players: NotRequired[int]
    files: list[FileShape]
    decks: list[DeckCount]
    sheets: int
    faces: int
    seconds: float
    drafts: NotRequired[list[str]]
    lock: NotRequired[str]


class SwapShape(TypedDict):
    card: str
    deck: str
    change: str
    put: int
    pull: int


class ReprintShape(TypedDict):
    """What `build --changed` says."""

    game: str
    version: str
    data: str
    since: str
    put: int
    pull: int
    changes: list[SwapShape]
    files: list[FileShape]
    lock: NotRequired[str]


class FilesShape(TypedDict):
    files: list[str]


class KeptPrinterShape(TypedDict):
    """What `calibrate --save` says."""

    printer: Profile
    file: str
    replaced: bool


class PrintersShape(TypedDict):
    """What `calibrate --list` says."""

    printers: list[Profile]
    file: str


class DeletedPrinterShape(TypedDict):
    """What `calibrate --delete` says."""

    deleted: str
    file: str


class ContactShape(TypedDict):
    files: list[str]
    cards: int


class ShowcaseShape(TypedDict):
    files: list[str]
    cards: int
    decks: int
    pixels: list[int]


class CardChangeShape(TypedDict):
    card: str
    name: str
    deck: str
    change: str
    copies: list[int]
    put: int
    pull: int
    face: list[str | None]
    fields: NotRequired[list[FieldChange]]


class DiffShape(TypedDict):
    game: str
    version: str
    since: str
    changes: list[CardChangeShape]
    files: NotRequired[list[str]]


class FitShape(TypedDict):
    card: str
    field: str
    wanted_pt: float
    used_pt: float
    lines: int
    too_high_mm: float
    too_wide_mm: float
    template: str
    file: str
    line: int


class FitsShape(TypedDict):
    texts: int
    fits: list[FitShape]


class ValueCountShape(TypedDict):
    value: str
    cards: int
    at_least_one: NotRequired[float]


class FieldCountShape(TypedDict):
    field: str
    values: list[ValueCountShape]
    average: NotRequired[float]


class PileShape(TypedDict):
    pile: str
    cards: int
    fields: list[FieldCountShape]


class PilesShape(TypedDict):
    """What `odds` says without a formula."""

    game: str
    piles: list[PileShape]


class ValueChanceShape(TypedDict):
    value: int | float
    chance: float


class DrawShape(TypedDict):
    """The chances after a turn: of a condition `chance`, of a number `values`. `exact` is a
    fraction; both are null if the given condition is impossible. If there are too many combinations
    to count, they are estimated from `estimated_from` random draws, and `exact` is null: the chance
    or the average may be off by `margin`, 95 times in 100.
    """

    turn: int
    cards: int
    chance: NotRequired[float | None]
    exact: NotRequired[str | None]
    values: NotRequired[list[ValueChanceShape]]
    average: NotRequired[float | None]
    estimated_from: NotRequired[int]
    margin: NotRequired[float]


class ChancesShape(TypedDict):
    """What `odds` says of a formula, asked of the cards of a pile or of dice."""

    game: str
    formula: str
    pile: NotRequired[str]
    cards: NotRequired[int]
    dice: NotRequired[str]
    draws: list[DrawShape]


class LintFindingShape(SaidShape):
    finding: str
    about: NotRequired[str]
    field: NotRequired[str]
    number: NotRequired[float]
    limit: NotRequired[float]
    unit: NotRequired[str]
    silenced: NotRequired[str]


class LookShape(TypedDict):
    what: str
    number: int
    worst: str
    limit: str
    found: int


class LintShape(TypedDict):
    findings: list[LintFindingShape]
    looks: list[LookShape]
    files: NotRequired[list[str]]


class ReleasedShape(TypedDict):
    name: str
    bytes: int
    sha256: str
    sheets: int


class ReleaseShape(TypedDict):
    game: str
    version: str
    language: str
    data: str
    path: str
    bytes: int
    files: list[ReleasedShape]


# ------------------------------------------------------------------------------------ what there is


class GameShape(TypedDict):
    name: str
    title: str
    version: str
    players: list[int] | None
    cards: int
    languages: list[str]


class GamesShape(TypedDict):
    games: list[GameShape]


class StockShape(TypedDict):
    name: str
    paper: str | None
    cards: int | None
    about: str | None
    card_mm: list[float] | None
    shape: str | None


class StocksShape(TypedDict):
    card_size_mm: list[float]
    sheets: list[StockShape]


class MissingShape(TypedDict):
    text: str
    file: str
    line: int
    says: str


StaleTextShape = TypedDict(
    "StaleTextShape", {"text": str, "file": str, "line": int, "was": str, "is": str}
)


class TranslationShape(TypedDict):
    language: str
    file: str
    translated: int
    percent: int
    missing: int
    stale: int
    unknown: int
    texts_missing: NotRequired[list[MissingShape]]
    texts_stale: NotRequired[list[StaleTextShape]]


class LanguagesShape(TypedDict):
    language: str
    file: str
    texts: int
    translations: list[TranslationShape]
    files: NotRequired[list[str]]


class ImportedTextsShape(TypedDict):
    """`languages --import`: how many texts of each language change."""

    changed: dict[str, int]
    files: list[str]


class ExtraShape(TypedDict):
    packages: dict[str, str | None]
    missing: list[str]
    install: str | None


class CacheShape(TypedDict):
    what: str
    folder: str
    files: int
    bytes: int
    writable: bool


class ProfilesShape(TypedDict):
    file: str
    profiles: list[str]
    problem: str | None


ProgramShape = TypedDict("ProgramShape", {"name": str, "path": str | None, "for": str})


class DoctorShape(TypedDict):
    version: str
    folder: str
    python: str
    executable: str
    platform: str
    installer: Literal["pipx", "uv tool", "uv pip", "pip"]
    packages: dict[str, str | None]
    extras: dict[str, ExtraShape]
    fonts: list[str]
    caches: list[CacheShape]
    printers: ProfilesShape
    games: dict[str, str]
    programs: list[ProgramShape]
    environment: dict[str, str]
    broken: list[str]


# ------------------------------------------------------------------------------------- spreadsheets


class TableShape(TypedDict):
    name: str
    columns: list[str]
    rows: int


class TablesShape(TypedDict):
    files: list[str]
    tables: list[TableShape]


class KindShape(TypedDict):
    """What changes of one kind, or of one table, then `kind` is its name."""

    kind: str
    table: bool
    rows: int
    added: dict[str, dict[str, Any]]
    missing: list[str]
    removed: list[str]
    reordered: bool
    changed: list[CellChange]


class CountShape(TypedDict):
    before: int
    after: int


class ImportShape(TypedDict):
    kinds: list[KindShape]
    counts: dict[str, CountShape]
    diff: str
    files: list[str]


# ------------------------------------------------------------------------------------------ exports


class ExportShape(TypedDict):
    game: str
    version: str
    language: str
    files: list[str]


class PicturesShape(ExportShape):
    faces: int
    dpi: float


class GameDeckShape(TypedDict):
    name: str
    cards: int


class StackShape(GameDeckShape):
    sheets: int


class StacksShape(ExportShape):
    decks: list[StackShape]


class SimulatorShape(StacksShape):
    saved: str
    address: str
    dice: dict[str, int]
    left_out: list[str]
    players: NotRequired[int]
    instructions: NotRequired[list[str]]


class GridShape(TypedDict):
    file: str
    columns: int
    rows: int
    pictures: int
    back: int | None


class GridsShape(ExportShape):
    grids: list[GridShape]


class FolderShape(TypedDict):
    folder: str
    name: str
    pictures: int
    cards: int


class FoldersShape(ExportShape):
    decks: list[FolderShape]


class CardGameShape(ExportShape):
    folder: str
    decks: list[GameDeckShape]
    left_out: list[str]
    backs_lost: list[str]


class OrderedDeckShape(TypedDict):
    name: str
    product: str
    cards: int
    faces: int
    pixels: list[int]
    scale: float
    turned: bool
    stated: bool


class OrderShape(ExportShape):
    decks: list[OrderedDeckShape]
    not_printed: list[str]
    cards: int


class LockedCardShape(TypedDict):
    name: str
    deck: str
    copies: int
    face: str
    back: NotRequired[str]
    version: str


class LockShape(TypedDict):
    """The file cards.lock, which is YAML."""

    lock: Literal[1]
    game: str
    cards: dict[str, LockedCardShape]


SHAPES: dict[str, Any] = {
    "build": BuildShape | ReprintShape,
    "calibrate": FilesShape | KeptPrinterShape | PrintersShape | DeletedPrinterShape,
    "contact": ContactShape,
    "diff": DiffShape,
    "doctor": DoctorShape,
    "export cgs": CardGameShape,
    "export csv": TablesShape,
    "export drivethrucards": OrderShape,
    "export json": TablesShape,
    "export makeplayingcards": OrderShape,
    "export png": PicturesShape,
    "export screentop": GridsShape,
    "export tabletop-playground": StacksShape,
    "export tabletop-simulator": SimulatorShape,
    "export tabletopia": FoldersShape,
    "export the-game-crafter": OrderShape,
    "export xlsx": TablesShape,
    "fit": FitsShape,
    "games": GamesShape,
    "import": ImportShape,
    "languages": LanguagesShape | ImportedTextsShape,
    "lint": LintShape,
    "odds": PilesShape | ChancesShape,
    "preview": FilesShape,
    "release": ReleaseShape,
    "sheets": StocksShape,
    "showcase": ShowcaseShape,
}
"""What is under `results`, by the words of the command."""
FILES: dict[str, Any] = {"cards.lock": LockShape}
"""What commands write into their own files as data, by the names of the files."""
LANGUAGES = ("build", "contact", "diff", "export", "fit", "lint", "preview", "release", "showcase")
"""Commands that take `--lang all`, and then have the results of each language by its code."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def printed_schema(name: str, results: Any) -> dict[str, Any]:
    """Return the JSON Schema of all that a command prints with `--format json`, `results` being the
    type of its results.
    """
    own, own_parts = _parts(results | NothingShape)
    problems, parts = _parts(list[ProblemShape])
    if name.split()[0] in LANGUAGES:
        by_language = {"properties": {"languages": {"additionalProperties": own, "type": "object"}}}
        own = {
            "anyOf": [
                own,
                {
                    **by_language,
                    "required": ["languages"],
                    "additionalProperties": False,
                    "type": "object",
                },
            ]
        }
    return {
        "$schema": DIALECT,
        "title": f"emporium-pnp {name} --format json",
        "type": "object",
        "properties": {"format": {"const": format_of(name)}, "results": own, "problems": problems},
        "required": ["format", "results", "problems"],
        "$defs": {**parts, **own_parts},
    }


def file_schema(name: str, content: Any) -> dict[str, Any]:
    """Return the JSON Schema of a file."""
    own, parts = _parts(content)
    return {"$schema": DIALECT, **own, "title": name, "$defs": parts}


def _parts(kind: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a type, and the schemas of the types in it by name."""
    return schema_of(written_form(kind), is_titled=True)
