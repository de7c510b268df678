"""The sections of cards.yaml that have the same form in every game, and the entries of the files
beside it.

In: nothing. Out: forms. `documents` makes those that depend on the game.
"""

from __future__ import annotations

from generator.data.forms import ANYTHING, Either, Key, Listed, Mapped, Section
from generator.data.leaves import (
    ANSWER,
    BACKS,
    BOOLEAN,
    COPIES,
    COUNT,
    FAMILY,
    FLIP,
    GRID,
    HEX,
    ID,
    LANGUAGE_CODE,
    LENGTH,
    LINE,
    MARKS,
    NUMBER,
    ORIENTATION,
    PAIR,
    PAPER,
    PER_CENT,
    QUOTES,
    SCALAR,
    SCORE,
    SHAPE,
    SHEET_PAPER,
    SHIFT,
    SIZE,
    SLEEVES,
    SPAN,
    TEXT,
    TURN,
)


class GameInfo(Section):
    """`game:`, what is printed on the box."""

    title = Key(LINE, description="the name of the game")
    version = Key(LINE, description="the version of the game: 0.1.0, or any word")
    subtitle = Key(LINE, default=None, description="a line under the title")
    designers = Key(Listed(LINE), default=[], description="the designers")
    players = Key(SPAN, default=None, description="the number of players: 4, or 2-6")
    minutes = Key(SPAN, default=None, description="the minutes of a game: 30, or 30-40")
    ages = Key(LINE, default=None, description="the age, as on a box: 10+")
    about = Key(TEXT, default=None, description="a sentence or two about the game")
    cards = Key(
        COUNT,
        default=None,
        description="a promise: the number of cards of the common size in the box; the build stops "
        "if it "
        "is wrong",
    )
    language = Key(
        LANGUAGE_CODE,
        default="en",
        description="the language of the texts in this file, as its code: en, fr, pt-br",
    )
    plays = Key(
        ID, default=None, description="the name of this game's rules in code, if it differs"
    )
    licence = Key(TEXT, default=None, description="what others may do with the game")


class FontFiles(Section):
    """A font family from files in the game's folder."""

    regular = Key(LINE, description="the font file for regular text, in the game's folder")
    bold = Key(LINE, default=None, description="the font file for bold text")
    italic = Key(LINE, default=None, description="the font file for italic text")
    bold_italic = Key(LINE, default=None, description="the font file for bold italic text")
    black = Key(LINE, default=None, description="the font file for the heaviest text")


def _form_of_font(spec: object) -> str:
    """Name the form of a font: files by their sort, families in their order, or one family."""
    if isinstance(spec, dict):
        return "files"
    return "families" if isinstance(spec, list) else "name"


FONT = Either(_form_of_font, {"name": FAMILY, "files": FontFiles, "families": Listed(FAMILY, 1)})


class PrintDefaults(Section):
    """`print:`, defaults for `build`."""

    card_size = Key(
        SIZE,
        default=None,
        description="the size of the cards, by name (tarot) or as 63 x 88 mm; by default standard",
    )
    paper = Key(PAPER, default=None, description="the paper to print on; by default a4")
    sheet = Key(
        LINE, default=None, description="a sheet by its name; `emporium-pnp sheets` lists them"
    )
    gutter = Key(LENGTH, default=None, description="the gap between cards on a sheet, such as 3 mm")
    bleed = Key(
        LENGTH,
        default=None,
        description="how far the background is printed past the cut, such as 2 mm",
    )
    version_marks = Key(
        BOOLEAN, default=None, description="whether cards have the version mark; by default true"
    )
    quotes = Key(
        QUOTES,
        default=None,
        description="curly (the default): straight quotes become those of the language; "
        "as-written: they "
        "stay",
    )


class Ruling(Section):
    """One entry of `rulings:`, a question that the rules leave open and how it is answered."""

    question = Key(TEXT, description="the open question")
    choice = Key(LINE, description="the option that this edition uses")
    options = Key(Mapped(TEXT, key=ID), description="every possible answer, with its meaning")


class Silenced(Section):
    """One entry of `silenced`, a finding that is known and meant."""

    finding = Key(ID, description="the name of the finding, as the command prints it in brackets")
    about = Key(
        LINE,
        default=None,
        description="the subject of the finding, as the command prints it; without it, all "
        "findings of "
        "that name",
    )
    reason = Key(LINE, description="why it is intended")


class LintSettings(Section):
    """What a command measures against: `lint:` and `check:` have this much in common."""

    limits = Key(Mapped(NUMBER, key=ID), default={}, description="your limits, by name")
    silenced = Key(
        Listed(Silenced), default=[], description="findings that do not count, each with the reason"
    )


class Counted(Section):
    """One entry of `counts`, how many cards have which value of a field."""

    kind = Key(ID, description="the kind of card that is counted")
    field = Key(LINE, description="the field of these cards")
    cards = Key(
        Mapped(COPIES),
        description="the number of cards, copies included, for each value of the field",
    )


class PaperSettings(LintSettings):
    """`lint:`, with what only paper can be asked."""

    counts = Key(Listed(Counted), default=[], description="numbers of cards to check")


class Reached(Section):
    """One entry of `scores`, how many games should come to a score."""

    reaches = Key(
        SCORE,
        description="the score to reach; or the name of a number: tables.rating.rows.master.coins",
    )
    share = Key(SPAN, description="the percentage of scores that should reach it: 50-95")
    players = Key(SPAN, default=None, description="the number of players; by default any")


class PromisedOdds(Section):
    """One entry of `odds`, how likely something should be that is drawn."""

    draw = Key(COUNT, description="the number of cards drawn")
    of = Key(
        LINE, description="the cards to draw from: a component, a kind, or 'item where cost > 2'"
    )
    want = Key(LINE, description="the condition on the cards drawn: count(cost <= 1) >= 2")
    turns = Key(COPIES, default=0, description="the number of turns that draw more cards")
    each_turn = Key(COUNT, default=1, description="the number of cards drawn on each turn")
    players = Key(
        COUNT, default=None, description="the cards for this number of players; by default all"
    )
    at_least = Key(PER_CENT, default=0, description="the least probability: 80 %")
    at_most = Key(PER_CENT, default=100, description="the greatest probability: 95 %")
    given = Key(LINE, default=None, description="a condition that is known to be true")


class CheckSettings(LintSettings):
    """`check:`, what the command of this name measures against, and what `tune` leaves alone."""

    fixed = Key(
        Listed(LINE),
        default=[],
        description="numbers, or sections, that `tune` changes only if you name them: "
        "rules.hand_size",
    )
    scores = Key(
        Listed(Reached),
        default=[],
        description="the scores that players should reach, and how often",
    )
    odds = Key(Listed(PromisedOdds), default=[], description="probabilities that draws should have")


class BoxSettings(Section):
    """`box:`, what the boxes for the decks are made for."""

    sleeves = Key(SLEEVES, default="none", description="the sleeves that the cards are in")
    card_thickness = Key(
        LENGTH,
        default=None,
        description="the thickness of a card without its sleeve; by default 0.3 mm",
    )


class Question(Section):
    """One entry of `questions`, a question to people who have just played, and how it is
    answered.
    """

    id = Key(
        ID,
        default=None,
        description="the name of the question in translations; by default its text",
    )
    ask = Key(LINE, description="what is asked")
    answer = Key(
        ANSWER,
        default="lines",
        description="the form of the answer: lines to write on, a scale from 1 to 5, yes or no, or "
        "a choice",
    )
    options = Key(Listed(LINE), default=[], description="the boxes to tick, for `answer: choice`")
    low = Key(LINE, default=None, description="the meaning of 1, for `answer: scale`")
    high = Key(LINE, default=None, description="the meaning of 5, for `answer: scale`")


class FeedbackSettings(Section):
    """`feedback:`, the form for playtesters."""

    about = Key(TEXT, default=None, description="a sentence at the top of the form")
    url = Key(LINE, default=None, description="the address in the QR code")
    questions = Key(Listed(Question), default=[], description="the questions, in this order")


class SheetSpec(Section):
    """One entry of a sheets.yaml: paper, and the places of cards on it."""

    about = Key(LINE, default=None, description="a description for the list of sheets")
    paper = Key(
        SHEET_PAPER, default=None, description="a paper by name, or its size such as 12 x 18 in"
    )
    orientation = Key(ORIENTATION, default="either", description="the orientation of the paper")
    grid = Key(GRID, default=None, description="columns x rows such as 3 x 4; or fit")
    left = Key(
        LENGTH,
        default=None,
        description="the distance from the paper's left edge to the first card",
    )
    top = Key(
        LENGTH, default=None, description="the distance from the paper's top edge to the first card"
    )
    gutter = Key(
        PAIR, default=None, description="the gap between cards: 3 mm, or 10 x 0 mm across and down"
    )
    pitch = Key(
        PAIR,
        default=None,
        description=(
            "the distance from one card's edge to the same edge of the next: 63 mm, or 63 x 88 mm"
        ),
    )
    card = Key(SIZE, default=None, description="the size of its cards")
    shape = Key(SHAPE, default=None, description="the shape that is cut out")
    bleed = Key(LENGTH, default=None, description="how far the background is printed past the cut")
    back_bleed = Key(
        LENGTH, default=None, description="how far the background of backs is printed past the cut"
    )
    marks = Key(MARKS, default="crop", description="the marks that show where to cut")
    backs = Key(
        BACKS,
        default=None,
        description="where backs are printed: on the other side, to be folded, or nowhere",
    )


class PrinterSpec(Section):
    """One entry of printers.yaml: how far off a printer puts its backs."""

    shift_x_mm = Key(SHIFT, description="how far backs are too far right, in mm")
    shift_y_mm = Key(SHIFT, description="how far backs are too low, in mm")
    turn_degrees = Key(TURN, description="the angle by which backs are turned, in degrees")
    flip = Key(
        FLIP, default="long-edge", description="the edge on which the printer flips the paper"
    )


class InkMode(Section):
    """One way to print under `ink:`: colours of the palette that are others then."""

    palette = Key(
        Mapped(HEX, key=ID),
        default={},
        description="colours that replace those with the same name in the palette",
    )


OF_THE_TABLE = Key(
    Mapped(SCALAR),
    default={},
    description="zones, counters and dice of the table: {deck: 'all hero, face down', round: 1}",
)
OF_EACH_PLAYER = Key(
    Mapped(SCALAR),
    default={},
    description="zones, counters and dice of each player: {hand: 'hero, seen by owner', gold: 3}",
)


class SetupSection(Section):
    """`setup:`, what is where when play begins."""

    explains = True
    common = OF_THE_TABLE
    each = OF_EACH_PLAYER
    deal = Key(
        Listed(ANYTHING),
        default=[],
        description="the steps before play begins: - deal 5 from deck to each hand",
    )
    surface = Key(
        LINE, default=None, description="the id of the card or board that serves as the table"
    )


class PlaySection(Section):
    """`play:`, how the game is played. Its formulas and steps are read by `check`, not here."""

    common = OF_THE_TABLE
    each = OF_EACH_PLAYER
    begin = Key(
        ANYTHING,
        default=None,
        description="steps before the first round or turn, after what setup: deals",
    )
    round = Key(
        ANYTHING,
        default=None,
        description=(
            "steps of a round, repeated until the game ends: - deal 1 from deck to each hand"
        ),
    )
    turn = Key(
        ANYTHING,
        default=None,
        description="steps of a turn, done by each player in turn: - choose: …",
    )
    until = Key(
        ANYTHING,
        default=None,
        description="when the game ends: a formula, or several, each with its words",
    )
    score = Key(
        ANYTHING,
        default=None,
        description="a player's points: a formula, or several, each with its words",
    )
    wins = Key(
        ANYTHING,
        default="most",
        description="which score wins, most or least; or together, if all win or lose as a team",
    )
    teams = Key(
        COUNT,
        default=None,
        description="the number of teams: with 2, seats 1 and 3 play against 2 and 4",
    )
    loses = Key(
        ANYTHING,
        default=None,
        description="the lines of `until` with which the team loses: one, or a list",
    )
    ties = Key(
        ANYTHING, default=None, description="formulas that break ties in score; more is better"
    )
    formulas = Key(Mapped(ANYTHING), default={}, description="named formulas")
    steps = Key(
        Mapped(ANYTHING), default={}, description="named lists of steps: do NAME carries them out"
    )
    powers = Key(
        Mapped(ANYTHING),
        default={},
        description="the meaning of sentences in the cards' texts: {gain {n} coins: …}",
    )


class Inks(Section):
    """`ink:`, what is other where `build --ink low` or `--ink grey` prints."""

    low = Key(InkMode, default=InkMode, description="the changes for `build --ink low`")
    grey = Key(InkMode, default=InkMode, description="the changes for `build --ink grey`")
