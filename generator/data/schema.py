"""Stage 1b, schema: what a cards.yaml may hold.

In: the nodes of a cards.yaml. Out: its checked values as plain data, or every fault with its place;
and a JSON Schema for editors. The form is made for the file at hand, since the file itself says
which fields its tables and cards have. Knows nothing of files beside cards.yaml, nor of what the
values are for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from generator.data.fieldtypes import (
    FOR_EACH,
    HEX,
    LANGUAGE,
    LENGTH,
    PLAIN_TYPES,
    TYPE_NAMES,
    UNIT,
    FieldFault,
    FieldType,
    check_boolean,
    check_choice,
    check_colour,
    check_grid,
    check_hex,
    check_id,
    check_language,
    check_length,
    check_line,
    check_name,
    check_number,
    check_pair,
    check_range,
    check_size,
    check_span,
    check_text,
    name_hint,
    parse_field_type,
    slug,
)
from generator.data.forms import Either, Leaf, Listed, Mapped, Section, checked, given, make_section
from generator.data.formschema import schema_of
from generator.data.making import (
    MOST_MADE,
    NUMBERS,
    check_each,
    check_table,
    each_of,
    ids_made,
    names_of_rows,
    times_made,
)
from generator.data.problems import Place, Problems, closest, did_you_mean
from generator.data.reporting import key_hint, report
from generator.data.silhouettes import is_path
from generator.data.source import Node
from generator.data.styles import WEIGHTS
from generator.data.units import CARD_SIZES, PAPER_SIZES, SLEEVE_NAMES

RESERVED_FIELDS = ("copies", "back", "art", "size")
SECTIONS = (
    "game",
    "palette",
    "styles",
    "fonts",
    "print",
    "tables",
    "kinds",
    "components",
    "rules",
    "rulings",
    "setup",
    "play",
    "table",
    "words",
    "check",
    "box",
    "feedback",
    "lint",
    "ink",
)
ORIENTATIONS = ("portrait", "landscape", "either")
SHAPES = ("rectangle", "round", "hex")
MOST_ON_A_WHEEL = 60
SMALLEST_SHARE, LARGEST_SHARE = 50, 200  # how large words in a style may be, in per cent
DICE = (4, 6, 8, 10, 12, 20)
ANSWERS = ("scale", "yes-no", "choice", "lines")
_SHAPES_MEANT = {
    "circle": "round",
    "circular": "round",
    "disc": "round",
    "disk": "round",
    "square": "rectangle",
    "rect": "rectangle",
    "hexagon": "hex",
    "hexagonal": "hex",
}
PAPERS = (*PAPER_SIZES, "card")

_STRING = {"type": "string", "minLength": 1}
_SIDE = r"\s*[0-9]+(\.[0-9]+)?\s*"
_SIDES = f"^{_SIDE}{UNIT}?\\s*[x×]{LENGTH}$|^{LENGTH}[x×]{_SIDE}$"
_SIZE_SCHEMA = {"type": "string", "anyOf": [{"enum": list(CARD_SIZES)}, {"pattern": _SIDES}]}
_LENGTH_SCHEMA = {"type": "string", "pattern": f"^{LENGTH}$"}
_PAIR_SCHEMA = {"type": "string", "anyOf": [{"pattern": f"^{LENGTH}$"}, {"pattern": _SIDES}]}


def _check_rule(value: object) -> object:
    """Accept numbers, truth values and texts, and lists and mappings of them."""
    if value is None:
        raise FieldFault("a value")
    children = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    for child in children:
        _check_rule(child)
    return value


def _check_share(value: object) -> float:
    """Accept how large words are beside those around them, such as 110%; return the share, 1.1."""
    said = re.fullmatch(r"(\d{2,3}) ?%", value.strip()) if isinstance(value, str) else None
    if said is None or not SMALLEST_SHARE <= int(said[1]) <= LARGEST_SHARE:
        raise FieldFault(f"a size from {SMALLEST_SHARE}% to {LARGEST_SHARE}%, such as 110%")
    return int(said[1]) / 100


def _check_paper(value: object) -> str:
    """Accept the name of a paper, in capitals or not."""
    return check_choice(PAPERS)(value.lower() if isinstance(value, str) else value)


def _check_sheet_paper(value: object) -> str | tuple[float, float]:
    """Accept the name of a paper, in capitals or not, or its size, and return the name, or
    millimetres.
    """
    if isinstance(value, str) and value.lower() in PAPERS:
        return value.lower()
    size = (
        check_size(value)
        if isinstance(value, str) and any(character.isdigit() for character in value)
        else None
    )
    if size is None:
        raise FieldFault(
            f"a paper ({', '.join(PAPERS)}) or its size such as '12 x 18 in'",
            did_you_mean(str(value), PAPERS),
            "bad-length",
        )
    return size


def _check_backs(value: object) -> str:
    try:
        return check_choice(("duplex", "fold", "none"))(value)
    except FieldFault as fault:
        raise replace(
            fault, hint="write fold" if value in ("gutterfold", "foldover") else fault.hint
        ) from None


def _check_within(least: float, most: float) -> Callable[[object], float]:
    def check(value: object) -> float:
        number = check_number(value)
        if not least <= number <= most:
            raise FieldFault(f"a number from {least:g} to {most:g}", code="out-of-range")
        return number

    return check


def _check_shape(value: object) -> str:
    """Accept the name of a shape, or a path, which is read once the size of its piece is known."""
    if isinstance(value, str) and is_path(value):
        return value
    try:
        return check_choice(SHAPES)(value)
    except FieldFault as fault:
        meant = _SHAPES_MEANT.get(str(value).lower())
        raise replace(fault, hint=f"write {meant}" if meant else fault.hint) from None


def _check_dice(value: object) -> int:
    """Accept the number of faces of a die that can be folded."""
    if isinstance(value, bool) or value not in DICE:
        raise FieldFault(f"how many faces the die has, one of {', '.join(map(str, DICE))}")
    assert isinstance(value, int)
    return value


def _check_wheel(value: object) -> range:
    """Accept the numbers on a wheel, from the least to the most."""
    found = re.fullmatch(r"(\d{1,3})\.\.(\d{1,3})", value) if isinstance(value, str) else None
    numbers = range(int(found[1]), int(found[2]) + 1) if found else range(0)
    if not 2 <= len(numbers) <= MOST_ON_A_WHEEL:
        raise FieldFault(
            f"the numbers on a wheel, such as 0..20, at most {MOST_ON_A_WHEEL} of them"
        )
    return numbers


def _check_sleeves(value: object) -> str:
    """Accept the name of sleeves."""
    return check_choice(SLEEVE_NAMES, "unknown-sleeves")(value)


def _check_scalar(value: object) -> object:
    if isinstance(value, dict | list) or value is None:
        raise FieldFault("one word or number")
    return value


def _check_per_cent(value: object) -> object:
    """Accept a share such as '80 %', or 80."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    if isinstance(value, str) and (
        found := re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%", value)
    ):
        number = float(found[1])
    if number is None or not 0 <= number <= 100:
        raise FieldFault(
            "a share from 0 % to 100 %",
            "such as 80 %",
            "out-of-range" if number is not None else "wrong-type",
        )
    return value


def _check_axis(value: object) -> str:
    """Accept a name by which templates see what a card is made for."""
    text = str(value)
    if not text.isidentifier() or text != slug(text, "_"):
        raise FieldFault("a name of a-z, 0-9 and '_'", name_hint(text), "bad-name")
    return text


def _check_family(value: object) -> str:
    """Accept the name of a font family."""
    if not isinstance(value, str):
        raise FieldFault("a font family's name, or its files as {regular: fonts/My.ttf}")
    return check_line(value)


if TYPE_CHECKING:  # to a type checker a leaf is anything: pydantic gives it its type
    from typing import Any as _Answer
    from typing import Any as _Axis
    from typing import Any as _Backs
    from typing import Any as _Boolean
    from typing import Any as _Copies
    from typing import Any as _Count
    from typing import Any as _Degrees
    from typing import Any as _Dice
    from typing import Any as _Family
    from typing import Any as _Flip
    from typing import Any as _Grid
    from typing import Any as _Hex
    from typing import Any as _Id
    from typing import Any as _Language
    from typing import Any as _Length
    from typing import Any as _Line
    from typing import Any as _Marks
    from typing import Any as _Millimetres
    from typing import Any as _Name
    from typing import Any as _Number
    from typing import Any as _Orientation
    from typing import Any as _Pair
    from typing import Any as _Paper
    from typing import Any as _PerCent
    from typing import Any as _Quotes
    from typing import Any as _Rule
    from typing import Any as _Scalar
    from typing import Any as _Score
    from typing import Any as _Shape
    from typing import Any as _Share
    from typing import Any as _SheetPaper
    from typing import Any as _Size
    from typing import Any as _Sleeves
    from typing import Any as _Span
    from typing import Any as _Text
    from typing import Any as _Weight
    from typing import Any as _Wheel
else:
    _Line = Leaf(check_line, _STRING)
    _Family = Leaf(_check_family, _STRING)
    _Text = Leaf(check_text, _STRING)
    _Axis = Leaf(_check_axis, {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"})
    _Id = Leaf(check_id, {"type": "string", "pattern": "^[a-z0-9]+([-_][a-z0-9]+)*$"})
    _Name = Leaf(check_name, {"type": "string", "pattern": "^[a-z0-9]+([-_][a-z0-9]+)*$"})
    _Language = Leaf(check_language, {"type": "string", "pattern": f"^{LANGUAGE}$"})
    _Size = Leaf(check_size, _SIZE_SCHEMA)
    _Length = Leaf(check_length, _LENGTH_SCHEMA)
    _Span = Leaf(check_span, {"type": ["string", "integer"], "pattern": r"^\d+(-\d+)?$"})
    _Boolean = Leaf(check_boolean, {"type": "boolean"})
    _Count = Leaf(check_range(1, 10_000), {"type": "integer", "minimum": 1, "maximum": 10_000})
    _Copies = Leaf(check_range(0, 10_000), {"type": "integer", "minimum": 0, "maximum": 10_000})
    _Hex = Leaf(check_hex, {"type": "string", "pattern": HEX})
    _Paper = Leaf(_check_paper, {"type": "string", "enum": list(PAPERS)})
    _Shape = Leaf(
        _check_shape,
        {"type": "string", "anyOf": [{"enum": list(SHAPES)}, {"pattern": "^\\s*[Mm]"}]},
    )
    _SheetPaper = Leaf(_check_sheet_paper, {"type": "string"})
    _Orientation = Leaf(check_choice(ORIENTATIONS), {"type": "string", "enum": list(ORIENTATIONS)})
    _Grid = Leaf(check_grid, {"type": "string"})
    _Pair = Leaf(check_pair, _PAIR_SCHEMA)
    _Marks = Leaf(check_choice(("crop", "lines", "none")), {"type": "string"})
    _Backs = Leaf(_check_backs, {"type": "string"})
    _Quotes = Leaf(
        check_choice(("curly", "as-written")), {"type": "string", "enum": ["curly", "as-written"]}
    )
    _Flip = Leaf(check_choice(("long-edge", "short-edge")), {"type": "string"})
    _Millimetres = Leaf(_check_within(-20, 20), {"type": "number"})
    _Degrees = Leaf(_check_within(-5, 5), {"type": "number"})
    _Rule = Leaf(_check_rule, {"type": ["number", "string", "boolean", "array", "object"]})
    _Number = Leaf(check_number, {"type": "number"})
    _Dice = Leaf(_check_dice, {"type": "integer", "enum": list(DICE)})
    _Wheel = Leaf(_check_wheel, {"type": "string", "pattern": r"^\d+\.\.\d+$"})
    _Sleeves = Leaf(_check_sleeves, {"type": "string", "enum": list(SLEEVE_NAMES)})
    _Answer = Leaf(check_choice(ANSWERS), {"type": "string", "enum": list(ANSWERS)})
    _Score: Any = Either(
        lambda spec: "name" if isinstance(spec, str) else "number",
        {"name": _Line, "number": Leaf(check_range(0), {"type": "integer", "minimum": 0})},
    )
    _PerCent = Leaf(
        _check_per_cent, {"type": ["number", "string"], "pattern": r"^[0-9]+(\.[0-9]+)? ?%$"}
    )
    _Share = Leaf(_check_share, {"type": "string", "pattern": r"^[0-9]{2,3} ?%$"})
    _Weight = Leaf(check_choice(WEIGHTS), {"type": "string", "enum": list(WEIGHTS)})
    _Scalar = Leaf(_check_scalar, {"type": ["string", "number", "boolean"]})


class GameInfo(Section):
    """`game:`, what stands on the box."""

    title: _Line = given(description="the name of the game")
    version: _Line = given(description="the version of the game: 0.1.0, or any word")
    subtitle: _Line = given(default=None, description="a line under the title")
    designers: list[_Line] = given(default=[], description="the designers")
    players: _Span = given(default=None, description="the number of players: 4, or 2-6")
    minutes: _Span = given(default=None, description="the minutes of a game: 30, or 30-40")
    ages: _Line = given(default=None, description="the age, as on a box: 10+")
    about: _Text = given(default=None, description="a sentence or two about the game")
    cards: _Count = given(
        default=None,
        description=(
            "a promise: the number of cards of the common size in the box; the build stops if it "
            "is wrong"
        ),
    )
    language: _Language = given(
        default="en",
        description="the language of the texts in this file, as its code: en, fr, pt-br",
    )
    plays: _Id = given(
        default=None, description="the rules in code that play this game, if they have another name"
    )
    licence: _Text = given(default=None, description="what others may do with the game")


class FontFiles(Section):
    """A font family from files in the game's folder."""

    regular: _Line = given(description="the file of the upright face, in the game's folder")
    bold: _Line = given(default=None, description="the file of the bold face")
    italic: _Line = given(default=None, description="the file of the italic face")
    bold_italic: _Line = given(default=None, description="the file of the bold italic face")
    black: _Line = given(default=None, description="the file of the heaviest face")


_Font: Any = Either(
    lambda spec: (
        "files" if isinstance(spec, dict) else "families" if isinstance(spec, list) else "name"
    ),
    {"name": _Family, "files": FontFiles, "families": Listed(_Family, 1)},
)


class PrintDefaults(Section):
    """`print:`, defaults for `build`."""

    card_size: _Size = given(
        default=None,
        description="the size of the cards, by name (tarot) or as 63 x 88 mm; by default standard",
    )
    paper: _Paper = given(default=None, description="the paper to print on; by default a4")
    sheet: _Line = given(
        default=None, description="a sheet by its name; `emporium-pnp sheets` lists them"
    )
    gutter: _Length = given(
        default=None, description="the gap between cards on a sheet, such as 3 mm"
    )
    bleed: _Length = given(
        default=None, description="how far the ground is printed past the cut, such as 2 mm"
    )
    version_marks: _Boolean = given(
        default=None, description="whether cards have the version mark; by default true"
    )
    quotes: _Quotes = given(
        default=None,
        description=(
            "curly (the default): straight quotes become those of the language; as-written: they "
            "stay"
        ),
    )


class Ruling(Section):
    """One entry of `rulings:`, a question that the rules leave open and how it is answered."""

    question: _Text = given(description="the open question")
    choice: _Line = given(description="the option that this edition plays by")
    options: dict[_Id, _Text] = given(description="every possible answer, with its meaning")


class Silenced(Section):
    """One entry of `silenced`, a finding that is known and meant."""

    finding: _Id = given(
        description="the name of the finding, as the command prints it in brackets"
    )
    about: _Line = given(
        default=None,
        description=(
            "the subject of the finding, as the command prints it; without it, all findings of "
            "that name"
        ),
    )
    reason: _Line = given(description="why it is intended")


class LintSettings(Section):
    """What a command measures against: `lint:` and `check:` have this much in common."""

    limits: dict[_Id, _Number] = given(default={}, description="your limits, by name")
    silenced: list[Silenced] = given(
        default=[], description="findings that do not count, each with the reason"
    )


class Counted(Section):
    """One entry of `counts`, how many cards have which value of a field."""

    kind: _Id = given(description="the kind of card that is counted")
    field: _Line = given(description="the field of these cards")
    cards: dict[str, _Copies] = given(
        description="the number of cards, copies included, for each value of the field"
    )


class PaperSettings(LintSettings):
    """`lint:`, with what only paper can be asked."""

    counts: list[Counted] = given(default=[], description="numbers of cards that must be right")


class Reached(Section):
    """One entry of `scores`, how many games should come to a score."""

    reaches: _Score = given(
        description="the score to reach; or the name of a number: tables.rating.rows.master.coins"
    )
    share: _Span = given(description="the per cent of scores that should reach it: 50-95")
    players: _Span = given(default=None, description="the number of players; by default any")


class PromisedOdds(Section):
    """One entry of `odds`, how likely something should be that is drawn."""

    draw: _Count = given(description="the number of cards drawn")
    of: _Line = given(
        description="the cards to draw from: a component, a kind, or 'item where cost > 2'"
    )
    want: _Line = given(description="the condition on the cards drawn: count(cost <= 1) >= 2")
    turns: _Copies = given(default=0, description="the number of turns that draw more cards")
    each_turn: _Count = given(default=1, description="the number of cards drawn on each turn")
    players: _Count = given(
        default=None, description="the cards for this number of players; by default all"
    )
    at_least: _PerCent = given(default=0, description="the least probability: 80 %")
    at_most: _PerCent = given(default=100, description="the greatest probability: 95 %")
    given: _Line = given(default=None, description="what is known to hold")


class CheckSettings(LintSettings):
    """`check:`, what the command of this name measures against, and what `tune` leaves alone."""

    fixed: list[_Line] = given(
        default=[],
        description="numbers, or sections, that `tune` changes only if you name them: rules.hand_size",
    )
    scores: list[Reached] = given(
        default=[], description="the scores that players should reach, and how often"
    )
    odds: list[PromisedOdds] = given(default=[], description="probabilities that draws should have")


class BoxSettings(Section):
    """`box:`, what the boxes for the decks are made for."""

    sleeves: _Sleeves = given(default="none", description="the sleeves that the cards are in")
    card_thickness: _Length = given(
        default=None, description="the thickness of a card without its sleeve; by default 0.3 mm"
    )


class Question(Section):
    """One entry of `questions`, a question to people who have just played, and how it is
    answered.
    """

    id: _Id = given(
        default=None, description="the name of the question in translations; by default its text"
    )
    ask: _Line = given(description="what is asked")
    answer: _Answer = given(
        default="lines",
        description="the form of the answer: lines to write on, a scale from 1 to 5, yes or no, or a choice",
    )
    options: list[_Line] = given(default=[], description="the boxes to tick, for `answer: choice`")
    low: _Line = given(default=None, description="the meaning of 1, for `answer: scale`")
    high: _Line = given(default=None, description="the meaning of 5, for `answer: scale`")


class FeedbackSettings(Section):
    """`feedback:`, the form for playtesters."""

    about: _Text = given(default=None, description="a sentence at the top of the form")
    url: _Line = given(default=None, description="the address in the QR code")
    questions: list[Question] = given(default=[], description="the questions, in this order")


class SheetSpec(Section):
    """One entry of a sheets.yaml: paper, and where cards lie on it."""

    about: _Line = given(default=None, description="a description for the list of sheets")
    paper: _SheetPaper = given(
        default=None, description="a paper by name, or its size such as 12 x 18 in"
    )
    orientation: _Orientation = given(default="either", description="the orientation of the paper")
    grid: _Grid = given(default=None, description="columns x rows such as 3 x 4; or fit")
    left: _Length = given(default=None, description="from the paper's left edge to the first card")
    top: _Length = given(default=None, description="from the paper's top edge to the first card")
    gutter: _Pair = given(
        default=None, description="the gap between cards: 3 mm, or 10 x 0 mm across and down"
    )
    pitch: _Pair = given(
        default=None, description="from one card's edge to the next one's: 63 mm, or 63 x 88 mm"
    )
    card: _Size = given(default=None, description="the size of its cards")
    shape: _Shape = given(default=None, description="the shape that is cut out")
    bleed: _Length = given(default=None, description="how far the ground is printed past the cut")
    back_bleed: _Length = given(default=None, description="the same for backs")
    marks: _Marks = given(default="crop", description="the marks that show where to cut")
    backs: _Backs = given(
        default=None,
        description="where backs are printed: on the other side, to be folded, or nowhere",
    )


class PrinterSpec(Section):
    """One entry of printers.yaml: how far off a printer puts its backs."""

    shift_x_mm: _Millimetres = given(description="how far backs are too far right, in mm")
    shift_y_mm: _Millimetres = given(description="how far backs are too low, in mm")
    turn_degrees: _Degrees = given(description="how far backs are turned, in degrees")
    flip: _Flip = given(default="long-edge", description="the edge about which the paper is turned")


class InkMode(Section):
    """One way to print under `ink:`: colours of the palette that are others then."""

    palette: dict[_Id, _Hex] = given(
        default={}, description="colours that replace those with the same name in the palette"
    )


class SetupSection(Section):
    """`setup:`, what lies where when play begins."""

    common: dict[str, _Scalar] = given(
        default={},
        description="zones, counters and dice of the table: {deck: 'all hero, face down', round: 1}",
    )
    each: dict[str, _Scalar] = given(
        default={},
        description="zones, counters and dice of each player: {hand: 'hero, seen by owner', gold: 3}",
    )
    deal: list[Any] = given(
        default=[], description="the steps before play begins: - deal 5 from deck to each hand"
    )
    surface: _Line = given(
        default=None, description="the id of the card or board that is the table"
    )


class PlaySection(Section):
    """`play:`, how the game is played. Its formulas and steps are read by `check`, not here."""

    common: dict[str, _Scalar] = given(
        default={},
        description="zones, counters and dice of the table: {deck: 'all hero, face down', round: 1}",
    )
    each: dict[str, _Scalar] = given(
        default={},
        description="zones, counters and dice of each player: {hand: 'hero, seen by owner', gold: 3}",
    )
    begin: Any = given(
        default=None, description="steps before the first round or turn, after what setup: deals"
    )
    round: Any = given(
        default=None,
        description="steps of a round, done over and over: - deal 1 from deck to each hand",
    )
    turn: Any = given(
        default=None, description="steps of a turn, done by each player in turn: - choose: …"
    )
    until: Any = given(
        default=None, description="when the game ends: a formula, or several, each with its words"
    )
    score: Any = given(
        default=None, description="a player's points: a formula, or several, each with its words"
    )
    wins: _Line = given(default="most", description="most or least: which score wins")
    ties: Any = given(
        default=None, description="formulas that decide between equal scores, the more the better"
    )
    formulas: dict[str, Any] = given(default={}, description="formulas by their names")
    steps: dict[str, Any] = given(
        default={}, description="lists of steps by their names: do NAME does them"
    )
    powers: dict[str, Any] = given(
        default={}, description="what sentences of the cards' texts mean: {gain {n} coins: …}"
    )


class Inks(Section):
    """`ink:`, what is other where `build --ink low` or `--ink grey` prints."""

    low: InkMode = given(default=InkMode, description="the changes for `build --ink low`")
    grey: InkMode = given(default=InkMode, description="the changes for `build --ink grey`")


@dataclass(frozen=True)
class Folder:
    """What lies in a game's folder, for an editor: the names of icons and templates. With none, any
    name will do.
    """

    icons: Sequence[str] = ()
    templates: Sequence[str] = ()


NOTHING_KNOWN = Folder()
MOST_NAMED = 500
"""Names that an editor is told at most in one place."""


@dataclass
class Checked:
    """The checked values of a cards.yaml. `fields` gives the types of the fields of each table and
    kind.
    """

    data: dict[str, Any]
    root: Node
    fields: dict[str, dict[str, FieldType]] = field(default_factory=dict)


def check_schema(root: Node, problems: Problems) -> Checked | None:
    """Check a whole cards.yaml; faults go to `problems`. Gives None where the file is not even a
    mapping.
    """
    if root.type != "map":
        problems.error(
            "wrong-type",
            f"expected a mapping such as 'game:', found {root.describe()}",
            root.place,
            "`emporium-pnp new` writes a whole file to begin with",
        )
        return None
    before = len(problems)
    root = _without_unknown_sections(root, problems)
    outline = _Outline(root, problems)
    if not outline.is_usable:
        return None
    form = _form_of(outline, root)
    data = root.data()
    assert isinstance(data, dict)
    for kind in root.items.get("kinds", root).items if "kinds" in root.items else ():
        _merge_defaults(data["kinds"][kind])
    found = _accepted(form, data, root, problems)
    if found is None:
        return None
    for kind in found["kinds"].values():
        kind[FOR_EACH] = each_of(kind[FOR_EACH])
    return Checked(found, root, outline.fields) if len(problems) == before else None


def _accepted(
    form: type[Section], data: dict[str, Any], root: Node, problems: Problems
) -> dict[str, Any] | None:
    """Check data against a form, and report every fault of it; None where it has any."""
    found, faults = checked(form, data)
    if faults:
        report(faults, root, problems)
        return None
    values: dict[str, Any] = found
    return values


MOST_MENDED = 5
_ROWS = ("cards", "rows")


def mended(root: Node) -> tuple[Node, bool] | None:
    """Return a file whose faults are left out, so that the rest can be looked at; None where they
    cannot be.

    A misspelt key is read as what was meant, an unknown one dropped, and so is a card, a component
    or another entry with a fault. Also says whether the cards that are left can be drawn: nothing
    that templates may ask for was dropped.
    """
    root, can_draw = _without_unknown_sections(root, None), True
    for _ in range(MOST_MENDED):
        outline = _Outline(root, Problems())
        if root.type != "map" or not outline.is_usable:
            return None
        form, data = _form_of(outline, root), root.data()
        assert isinstance(data, dict)
        kinds = root.get("kinds")
        for kind in kinds.items if kinds is not None else ():
            _merge_defaults(data["kinds"][kind])
        _, faults = checked(form, data)
        if not faults:
            return root, can_draw
        unknown, changes = [fault for fault in faults if fault.kind == "unknown"], _Changes()
        for fault in unknown:
            node, reached = root.at(fault.path[:-1])
            key = str(fault.path[-1])
            if fault.section and reached == len(fault.path) - 1 and key in node.items:
                meant = closest(key, fault.section.entries)
                changes.add(fault.path, meant if meant and meant not in node.items else None)
        for path in () if unknown else sorted({_entry_of(fault.path) for fault in faults}):
            if (
                len(path) < 2
                or path[0] in ("game", "palette", "styles", "fonts", "tables")
                or (path[0] == "kinds" and len(path) < 4)
            ):
                return None
            can_draw = can_draw and path[0] in ("kinds", "components")
            changes.add(path, None)
        root = changes.made(root)
    return None


def _entry_of(path: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return the path of the entry that a fault is in: a card, a row, or one entry of any other
    section.
    """
    is_row = len(path) > 3 and path[0] in ("kinds", "tables") and path[2] in _ROWS
    return tuple(str(step) for step in (path[:4] if is_row else path[:2]))


@dataclass
class _Changes:
    """Keys of a tree to be called otherwise, or left out; `below` has those of each key's
    mapping.
    """

    names: dict[str, str | None] = field(default_factory=dict)
    below: dict[str, _Changes] = field(default_factory=dict)

    def add(self, path: tuple[int | str, ...], name: str | None) -> None:
        changes = self
        for step in path[:-1]:
            changes = changes.below.setdefault(str(step), _Changes())
        changes.names[str(path[-1])] = name

    def made(self, node: Node) -> Node:
        """Return a tree with all of them; of two keys that would be called alike the first
        stays.
        """
        if node.type != "map":
            return node
        items = {
            key: self.below[key].made(one) if key in self.below else one
            for key, one in node.items.items()
        }
        keys = dict(node.keys)
        for key, name in self.names.items():
            if key in items:
                child, place = items.pop(key), keys.pop(key)
                if name is not None and name not in items:
                    items[name], keys[name] = child, place
        return replace(node, value=items, keys=keys)


def check_entries(
    root: Node, what: str, spec: type[Section], problems: Problems
) -> dict[str, dict[str, Any]]:
    """Check a file that holds entries of one sort by their names, `what` it calls them; faults go
    to `problems`.

    Gives the values of every entry, none where there is a fault.
    """
    if root.type != "map":
        problems.error(
            "wrong-type",
            f"expected {what} by their names, found {root.describe()}",
            root.place,
            "a name, a colon, and its values below it",
        )
        return {}
    form = make_section("Entries", {what: (dict[_Id, spec], given())})  # type: ignore[valid-type]
    above = Node("map", {what: root}, root.place, {what: root.place})
    before = len(problems)
    data = above.data()
    assert isinstance(data, dict)
    checked = _accepted(form, data, above, problems)
    if checked is None:
        return {}  # with nothing new to report, where reading has found the fault before
    found: dict[str, dict[str, Any]] = checked[what] if len(problems) == before else {}
    return found


_FORMS: dict[str, type[Section]] = {}
_MOST_FORMS = 4  # two sides of a comparison, each before and after an edit


def _form_of(outline: _Outline, root: Node) -> type[Section]:
    """Make the form of a file, or take that of an earlier one whose palette, ids, fields and
    defaults were the same.
    """
    said = [
        node.get("fields") for section in ("tables", "kinds") for _, node in _entries(root, section)
    ]
    defaults = {name: sorted(keys) for name, keys in outline.defaults.items()}
    fields = [node.data() if node else None for node in said]
    key = repr(
        (
            outline.palette,
            outline.ids,
            outline.is_kind,
            outline.has_kinds,
            sorted(outline.shapeless),
            defaults,
            fields,
        )
    )
    form = _FORMS.get(key)
    if form is None:
        if len(_FORMS) >= _MOST_FORMS:
            del _FORMS[next(iter(_FORMS))]
        form = _FORMS[key] = _document(outline)
    return form


def _without_unknown_sections(root: Node, problems: Problems | None) -> Node:
    """Report the sections that there are not, and read one that is misspelt under its right name:
    what refers to it is no fault.

    None where they are reported already.
    """
    items, keys = dict(root.items), dict(root.keys)
    unknown = [key for key in items if key not in SECTIONS or _means_tables(key, items)]
    if not unknown:
        return root
    for key in unknown:
        others = [one for one in SECTIONS if one != key]
        if problems is not None:
            hint = key_hint(key, items[key], keys[key], others, root)
            problems.error("unknown-key", f"unknown key '{key}' in the file", keys[key], hint)
        node, place = items.pop(key), keys.pop(key)
        meant = closest(key, others)
        if meant and meant not in items:
            items[meant], keys[meant] = node, place
    return replace(root, value=items, keys=keys)


HINTS = ("middle", "seat", "docked")
"""What `table:` may hold."""


def _means_tables(key: str, items: Mapping[str, Node]) -> bool:
    """Return whether `table:` is there in the place of `tables:`."""
    return (
        key == "table"
        and "tables" not in items
        and bool(items[key].items)
        and not items[key].items.keys() & set(HINTS)
    )


def json_schema(
    root: Node | None = None, icons: Sequence[str] = (), templates: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a JSON Schema (draft 7, what editors understand) for this cards.yaml with its own
    kinds and tables, or for any.

    `icons` and `templates` are the names that its folder has; with none, any name will do.
    """
    outline = _Outline(root or Node("map", {}, Place("")), Problems())
    schema, parts = schema_of(_document(outline, Folder(icons, templates)))
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema, "$defs": parts}


class _Outline:
    """What the file says about its own shape: palette, ids by table and kind, fields of each. Read
    leniently.
    """

    def __init__(self, root: Node, problems: Problems) -> None:
        self.palette = {
            name: node.value
            for name, node in _entries(root, "palette")
            if isinstance(node.value, str)
        }
        self.ids: dict[str, Collection[str]] = {}
        self.fields: dict[str, dict[str, FieldType]] = {}
        self.defaults: dict[str, set[str]] = {}
        self.is_kind: dict[str, bool] = {}
        self.is_usable = True
        self.has_kinds = bool((kinds := root.get("kinds")) and kinds.type == "map")
        self.shapeless: set[str] = set()  # whose `fields` are missing or misspelt
        nodes: dict[str, Node] = {}
        for section, rows in (("tables", "rows"), ("kinds", "cards")):
            for name, node in _entries(root, section):
                place = root[section].keys[name]
                if name in nodes:
                    problems.error(
                        "duplicate-name",
                        f"'{name}' is a table and a kind",
                        place,
                        "rename one of the two",
                        (("table", root["tables"].keys[name]),),
                    )
                    self.is_usable = False
                    continue
                self._check_name(name, place, problems)
                nodes[name] = node
                self.is_kind[name] = section == "kinds"
                entries = [key for key, _ in _entries(node, rows)]
                named = node.get("rows")
                if section == "kinds":
                    self.ids[name] = ids_made(root, name, entries)
                else:
                    self.ids[name] = (
                        names_of_rows(named)
                        if named is not None and named.type == "map"
                        else entries
                    )
                types = node.get("fields")
                if (
                    types is None and (section == "tables" or did_you_mean("fields", node.items))
                ) or (types and types.type != "map"):
                    self.shapeless.add(name)
                self.defaults[name] = {key for key, _ in _entries(node, "defaults")}
        for name, node in nodes.items():
            self.fields[name] = dict(self._field_types(node, problems, self.is_kind[name]))
            if self.is_kind[name]:
                self._check_for_each(root, name, node, problems)

    def _check_for_each(self, root: Node, kind: str, node: Node, problems: Problems) -> None:
        """Report a name of `for_each` that a field of every card has, and more cards than can be
        made.
        """
        said = node.get(FOR_EACH)
        if said is None:
            return
        for name in each_of(said.data()):
            if name in (*RESERVED_FIELDS, "id"):
                what = (
                    "no table of this name can be one card for each row"
                    if said.type == "text"
                    else "another thing has this name"
                )
                problems.error(
                    "bad-name",
                    f"every card has '{name}' already, so {what}",
                    said.keys.get(name, said.place),
                    "rename the table"
                    if said.type == "text"
                    else f"give it another name, such as my_{name}",
                )
        entries, times = len(list(_entries(node, "cards"))), times_made(root, kind)
        if entries * times > MOST_MADE:
            problems.error(
                "out-of-range",
                (
                    f"'{FOR_EACH}' expected to make at most {MOST_MADE} cards of a kind, found "
                    f"{entries * times}"
                ),
                said.place,
                "for equal cards, write `copies` instead",
            )
            self.is_usable = False

    def _check_name(self, name: str, place: Place, problems: Problems) -> None:
        try:
            check_name(name)
        except FieldFault as fault:
            problems.error(
                fault.code, f"expected {fault.expected}, found '{name}'", place, fault.hint
            )
        if name in TYPE_NAMES:
            problems.error("bad-name", f"'{name}' is a type of field already", place, "rename it")

    def _field_types(
        self, node: Node, problems: Problems, is_kind: bool
    ) -> Iterator[tuple[str, FieldType]]:
        unknown = FieldType(
            "anything", lambda value: value, {}, is_optional=True
        )  # keeps a faulty type from causing more faults
        for name, word in _entries(node, "fields"):
            place = node["fields"].keys[name]
            if (is_kind and name in RESERVED_FIELDS) or name == "id":
                problems.error(
                    "bad-name",
                    f"every {'card' if is_kind else 'entry'} has '{name}' already",
                    place,
                    "leave it out, or rename it",
                )
                yield name, unknown
                continue
            if (
                is_kind
                and (each := node.get(FOR_EACH)) is not None
                and name in each_of(each.data())
            ):
                problems.error(
                    "bad-name",
                    (
                        f"every card of this kind has '{name}' already, from "
                        f"`{FOR_EACH}{f': {name}' if each.type == 'text' else ''}`"
                    ),
                    place,
                    "leave it out, or rename it",
                    ((FOR_EACH, each.place),),
                )
                yield name, unknown
                continue
            if not name.isidentifier() or name != name.lower() or name.startswith("_"):
                problems.error(
                    "bad-name",
                    f"expected a field name of a-z, 0-9 and '_', found '{name}'",
                    place,
                    name_hint(name),
                )
                yield name, unknown
                continue
            try:
                yield name, parse_field_type(word.data(), self.ids, self.palette)
            except FieldFault as fault:
                is_kind_perhaps = not self.has_kinds and re.fullmatch(
                    r"[a-z0-9_-]+", str(word.value).strip("[]? ")
                )
                if fault.hint or not is_kind_perhaps:  # that there are no kinds is reported
                    problems.error(
                        fault.code,
                        f"'{name}' expected {fault.expected}, found {word.describe()}",
                        word.place,
                        fault.hint,
                    )
                yield name, unknown


def fields_of(root: Node) -> dict[str, dict[str, FieldType]]:
    """Return the types of the fields of every table and kind of a checked file, by their names;
    what `for_each` gives is not among them.
    """
    return _Outline(root, Problems()).fields


def _entries(node: Node, key: str) -> Iterator[tuple[str, Node]]:
    child = node.get(key)
    if child is not None:
        yield from child.items.items()


def _document(outline: _Outline, folder: Folder = NOTHING_KNOWN) -> type[Section]:
    kinds = [name for name, is_kind in outline.is_kind.items() if is_kind]
    backs = [i for name in kinds for i in outline.ids[name]]
    card_id = Leaf(check_choice(backs, "unknown-card"), _one_of(backs))
    kind_name = Leaf(check_choice(kinds, "unknown-kind"), {"type": "string", "enum": kinds})
    template = Leaf(check_line, _one_of(folder.templates))
    if not outline.has_kinds:  # reported, so what refers to kinds is no second fault
        card_id = kind_name = Leaf(lambda value: value, {"type": "string"})
    component: Any = make_section(
        "Component",
        {
            "name": (_Line, given(description="its name in the list of contents")),
            "count": (
                _Count,
                given(description="the number in the box; the cards are counted, copies included"),
            ),
            "of": (
                kind_name,
                given(
                    None,
                    description=(
                        "the kind of its cards; leave it out for pieces that are not printed, such "
                        "as dice"
                    ),
                ),
            ),
            "where": (
                dict[str, _Scalar],
                given({}, description="which cards of the kind: those with these values"),
            ),
            "back": (
                card_id,
                given(None, description="the id of the card that is the back of all of them"),
            ),
            "gutter": (
                _Length,
                given(
                    None, description="the gap between small pieces on the sheet; by default 4 mm"
                ),
            ),
            "extra": (
                _Boolean,
                given(False, description="true if it does not count towards `game: cards:`"),
            ),
            "about": (_Line, given(None, description="a remark for the rulebook")),
            "dice": (_Dice, given(None, description="the number of faces of these dice")),
            "dial": (
                dict[_Id, _Wheel],
                given(
                    {},
                    description="the wheels of these dials and the numbers on them: {left: 0..20}",
                ),
            ),
            "standee": (
                template,
                given(None, description="the template that makes its cards standing figures"),
            ),
            "both_sides": (
                _Boolean,
                given(
                    False,
                    description="true for pieces with the same print on both sides, such as coins",
                ),
            ),
            "braces": (
                _Count,
                given(
                    None,
                    description="the number of braces for each of its pieces, folded as a tent",
                ),
            ),
            "for_players": (
                _Span,
                given(None, description="the numbers of players that need it: 5-6, or 4"),
            ),
            "each_player": (
                _Boolean,
                given(
                    False,
                    description="true if each player has the same share; `count` is for all players",
                ),
            ),
            "pad": (
                _Count,
                given(
                    None,
                    description="for sheets to write on: the number of sheets in a printed pad",
                ),
            ),
        },
    )
    colour = check_colour(outline.palette)
    style: Any = make_section(
        "TextStyle",
        {
            "colour": (
                Leaf(
                    colour,
                    {
                        "type": "string",
                        "anyOf": [{"enum": list(outline.palette)}, {"pattern": HEX}],
                    },
                ),
                given(None, description='its colour: a name of the palette, or "#rrggbb"'),
            ),
            "weight": (
                _Weight,
                given(
                    None, description="the weight of its letters: regular, semibold, bold or black"
                ),
            ),
            "size": (
                _Share,
                given(1.0, description="its size relative to the words around it: 110%"),
            ),
            "italic": (_Boolean, given(False, description="true for italic letters")),
        },
    )
    hints = _table_hints(outline)
    sorts = {
        n: (_table_form(n, outline, card_id, folder), given(description=_about_table(n, outline)))
        for n in outline.is_kind
    }
    tables = {n: sort for n, sort in sorts.items() if not outline.is_kind[n]}
    return make_section(
        "Document",
        {
            "game": (
                GameInfo,
                given(description="the text on the box: title, version, players, …"),
            ),
            "palette": (
                dict[_Name, _Hex],
                given({}, description='your colours by name, each as "#rrggbb" in quotes'),
            ),
            "styles": (
                dict[_Name, style],
                given(
                    {},
                    description=(
                        "styles for words in texts: {keyword: {colour: ember}} for "
                        "[keyword]Flying[/]"
                    ),
                ),
            ),
            "fonts": (
                dict[_Id, _Font],
                given(
                    {}, description="names for the fonts that templates use: a family, or its files"
                ),
            ),
            "print": (PrintDefaults, given(PrintDefaults, description="defaults for `build`")),
            "tables": (
                _any_of("Tables", tables),
                given(
                    {},
                    description="things that cards refer to by name, such as suits: fields and rows",
                ),
            ),
            "kinds": (
                _any_of("Kinds", {n: sorts[n] for n in kinds}),
                given(
                    description="the kinds of cards, each with its template, its fields and its cards"
                ),
            ),
            "components": (
                dict[_Name, component],
                given({}, description="the contents of the box, with their numbers"),
            ),
            "rules": (
                dict[_Name, _Rule],
                given(
                    {},
                    description=(
                        "the numbers of your rules, for templates, the rulebook and the rules in "
                        "code"
                    ),
                ),
            ),
            "rulings": (
                dict[_Name, Ruling],
                given(
                    {},
                    description="questions that the rules leave open, with the answers of this edition",
                ),
            ),
            "setup": (SetupSection, given(SetupSection, description="the table when play begins")),
            "play": (
                PlaySection,
                given(PlaySection, description="how the game is played: its rules as data"),
            ),
            "table": (hints, given(hints, description="the layout of the studio's table")),
            "words": (
                dict[_Name, _Text],
                given(
                    {},
                    description="texts that templates print, by name, so that they can be translated",
                ),
            ),
            "check": (
                CheckSettings,
                given(
                    CheckSettings,
                    description="settings of `check`, and numbers that `tune` leaves alone",
                ),
            ),
            "box": (
                BoxSettings,
                given(
                    BoxSettings,
                    description="the cards that the boxes for decks must hold: sleeves, thickness",
                ),
            ),
            "feedback": (
                FeedbackSettings,
                given(FeedbackSettings, description="the form for playtesters"),
            ),
            "lint": (PaperSettings, given(PaperSettings, description="settings of `lint`")),
            "ink": (
                Inks,
                given(Inks, description="other colours for `build --ink low` or `--ink grey`"),
            ),
        },
    )


def _table_hints(outline: _Outline) -> Any:
    """Make the form of `table:`."""
    tables = [name for name, is_kind in outline.is_kind.items() if not is_kind]
    docked = Leaf(check_choice(tables, "unknown-table"), _one_of(tables))
    rows: Any = Listed(Listed(_Id, least=1))
    return make_section(
        "TableHints",
        {
            "middle": (
                rows,
                given(
                    [],
                    description="rows of zones in the middle, from the far side to ours: [decks, heroes]",
                ),
            ),
            "seat": (rows, given([], description="rows of zones in front of each player")),
            "docked": (
                docked,
                given(
                    None,
                    description="the table whose `edge` says at which edge of a card another is placed",
                ),
            ),
        },
    )


def _one_of(names: Collection[str]) -> dict[str, object]:
    """Return the schema of one of some names; of any text where there are none, or too many for an
    editor to be quick about.
    """
    return (
        {"type": "string", "enum": list(names)} if 0 < len(names) <= MOST_NAMED else dict(_STRING)
    )


def _any_of(name: str, sorts: dict[str, Any]) -> Any:
    """Make the form of `tables:` or `kinds:`; without any the JSON Schema allows whatever may
    come.
    """
    return make_section(name, sorts) if sorts else dict[str, Any]


def _about_table(name: str, outline: _Outline) -> str:
    """Say in a line what a table or a kind of the file is, for an editor."""
    fields = ", ".join(outline.fields[name])
    what = f"the kind {name}" if outline.is_kind[name] else f"the table {name}"
    return f"{what}: {fields}" if fields else what


def _about_field(name: str, type_: FieldType, outline: _Outline) -> str:
    """Say in a line what a field of the file takes, for an editor."""
    word = type_.element
    if type_.refers_to:
        one = f"the id of a {'card' if outline.is_kind[word] else 'row'} of {word}"
    elif word == "colour":
        one = 'a name of the palette, or "#rrggbb"'
    elif word in PLAIN_TYPES:
        one = PLAIN_TYPES[word].about
    else:
        one = f"a whole number, {word}" if ".." in word else f"one of {word.replace('|', ',')}"
    many = f"a list ({type_.name.rstrip('?')}) of: {one}" if type_.is_list else one
    return f"{name}: {many}{'; may be left out' if type_.is_optional else ''}"


def _field_words(outline: _Outline) -> dict[str, object]:
    """Return the schema of what stands under `fields`: the types there are, of this file too."""
    names = [*TYPE_NAMES, *outline.is_kind]
    one = rf"({'|'.join(map(re.escape, names))}|-?[0-9]+\.\.-?[0-9]+|[^\[\]|?]+(\|[^\[\]|?]+)+)"
    pattern = rf"^\s*({one}|\[\s*{one}\s*\](\s*[0-9]+\.\.[0-9]+)?)\s*\??\s*$"
    return {"type": "string", "anyOf": [{"enum": names}, {"pattern": pattern}]}


def _table_form(name: str, outline: _Outline, card_id: Any, folder: Folder) -> type[Section]:
    is_kind, defaults = outline.is_kind[name], outline.defaults[name]
    fields: dict[str, Any] = {}
    for key, type_ in outline.fields[name].items():
        form: Any = Leaf(
            type_.check, _one_of(folder.icons) if type_.element == "icon" else type_.json_schema
        )
        if type_.is_list:
            form = Listed(form, type_.least, type_.most)
        default = None if type_.is_optional or key in defaults else ...
        fields[key] = (form, given(default, description=_about_field(key, type_, outline)))
    if is_kind:
        fields |= {
            "copies": (_Count, given(1, description="the number of copies; by default 1")),
            "back": (
                card_id,
                given(
                    None,
                    description="the id of the card that is its back; by default that of the component",
                ),
            ),
            "art": (_Line, given(None, description="a picture file in the game's folder")),
            "size": (
                _Size,
                given(None, description="the size of this piece, instead of that of its kind"),
            ),
        }
    is_open = name in outline.shapeless
    row: Any = make_section(f"{name}_row", fields, is_open=is_open)
    word: Any = Leaf(check_line, _field_words(outline))
    imports = _import_form(name, [*fields, "id"], is_open)
    if not is_kind:
        return make_section(
            name,
            {
                "fields": (
                    dict[str, word],
                    given(description="the fields of every row, with their types"),
                ),
                "import": (
                    imports,
                    given(
                        None, description="how `emporium-pnp import` reads a sheet of these rows"
                    ),
                ),
                "rows": (dict[_Id, row], given(description="the rows by their ids")),
            },
        )
    table_names = [n for n, is_other_kind in outline.is_kind.items() if not is_other_kind]
    table = Leaf(
        check_table(table_names),
        {"type": "string", "enum": table_names} if table_names else _STRING,
        "each card is made once for each row of this table",
    )
    one = {"type": "string", "anyOf": [{"enum": table_names}, {"pattern": f"^{NUMBERS}$"}]}
    axis: Any = Leaf(check_each(table_names), one)
    for_each = Either(_table_or_axes, {"table": table, "axes": Mapped(_Axis, axis, least=1)})
    optional: dict[str, Any] = {
        k: (a, given(None, description=said.description)) for k, (a, said) in fields.items()
    }
    partial: Any = make_section(f"{name}_defaults", optional, is_open=is_open)
    return make_section(
        name,
        {
            "template": (
                Leaf(check_line, _one_of(folder.templates)),
                given(description="the file in templates/ that draws these cards"),
            ),
            "reverse": (
                Leaf(check_line, _one_of(folder.templates)),
                given(
                    None,
                    description=(
                        "the file in templates/ that draws the other side of each of these cards, "
                        "from the same row"
                    ),
                ),
            ),
            "size": (
                _Size,
                given(
                    None,
                    description=(
                        "the size of pieces that are not cards: 120 x 60 mm, or a name such as "
                        "tarot"
                    ),
                ),
            ),
            "shape": (
                _Shape,
                given(
                    "rectangle",
                    description=(
                        "the shape that is cut out: rectangle (the default), round, hex, or a path "
                        "of SVG in mm"
                    ),
                ),
            ),
            "for_each": (
                for_each,
                given(
                    None,
                    description="a table: each card is made once for each of its rows; or {rank: 1..12}",
                ),
            ),
            "fields": (
                dict[str, word],
                given({}, description="the fields of these cards, and their types"),
            ),
            "defaults": (
                partial,
                given(partial, description="values for cards that do not set them"),
            ),
            "import": (
                imports,
                given(None, description="how `emporium-pnp import` reads a sheet of these cards"),
            ),
            "cards": (dict[_Id, row], given(description="the cards by their ids")),
        },
    )


def _import_form(kind: str, names: Collection[str], is_open: bool) -> type[Section]:
    """Make the form of the `import:` of a kind or table; `names` are those that a column can be
    renamed to.
    """
    column: Any = (
        _Line if is_open else Leaf(check_choice(tuple(names), "unknown-column"), _one_of(names))
    )
    return make_section(
        f"{kind}_import",
        {
            "sheet": (
                _Line,
                given(None, description="the name of the sheet, if it differs from the kind"),
            ),
            "part": (
                Leaf(check_range(1, 100), {"type": "integer", "minimum": 1, "maximum": 100}),
                given(None, description="which table of the sheet it is, counted from 1"),
            ),
            "turned": (
                Leaf(check_boolean, {"type": "boolean"}),
                given(
                    False,
                    description="true if each column is a card, and the headings are in the first column",
                ),
            ),
            "sections": (
                column,
                given(None, description="the field for rows that head the cards below them"),
            ),
            "ignore": (list[_Line], given([], description="headings of the sheet to ignore")),
            "rename": (dict[str, column], given({}, description="the field for each heading")),
            "columns": (
                list[_Line],
                given([], description="the columns of a sheet without headings, in their order"),
            ),
        },
    )


def _table_or_axes(said: object) -> str:
    return "axes" if isinstance(said, dict) else "table"


def _merge_defaults(kind: object) -> None:
    """Merge the defaults of a kind, as read, into every card that does not state its own."""
    if not isinstance(kind, dict) or not isinstance(kind.get("defaults"), dict):
        return
    defaults = {key: value for key, value in kind["defaults"].items() if value is not None}
    cards = kind.get("cards")
    for card in cards.values() if isinstance(cards, dict) else ():
        if isinstance(card, dict):
            for key, value in defaults.items():
                card.setdefault(key, value)
