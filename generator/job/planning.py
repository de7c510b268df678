"""The plan of a build: which sheets go into which file.

In: a Game and Options. Out: one `Plan` per file, with its sheets and cut lines, or a ProblemError
if something fits no page. Draws nothing and writes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from generator.data.game import EVERYTHING, Card, Chosen, Component, Game, for_players
from generator.data.problems import Place, ProblemError, Problems, did_you_mean
from generator.data.units import card_size_name, format_size_mm
from generator.data.wording import phrase
from generator.face.stamp import BLEED_MM
from generator.job import messages as say
from generator.job.printing import Options as Options  # which callers find here too
from generator.job.printing import Printing, printing_for
from generator.sheet.cutting import (
    CORNER_MM,
    Cutting,
    cut_layouts,
    for_cards,
    for_pieces,
    is_within,
    with_marks,
)
from generator.sheet.printers import Profile
from generator.sheet.sheets import (
    PIECE_GUTTER_MM,
    PRINTABLE_MARGIN_MM,
    Backs,
    DoesNotFitError,
    Flip,
    Layout,
    Marks,
    Piece,
    Sheet,
    are_two_sided,
    card_grid,
    decks_of,
    have_backs,
    impose,
    impose_mixed,
    leaves_printable_area,
    numbered,
)
from generator.sheet.stocks import Stock
from generator.sheet.tiling import impose_tiles, is_too_large, tiling_of

RULEBOOK = "rulebook"


class Plan(NamedTuple):
    """The contents of one PDF file and, if a machine cuts its sheets, how it does so."""

    name: str
    title: str
    sheets: tuple[Sheet, ...]
    cuttings: tuple[Cutting, ...] = ()


_OPTION_OF = {"card_size": "card_size_mm", "gutter": "gutter_mm", "bleed": "bleed_mm"}
"""The options that override keys under `print:`, if they have other names."""


def place_of(game: Game, options: Options, *keys: str) -> Place | None:
    """Find the place under `print:` that a problem is about: the first of some keys that the
    command line does not override.
    """
    said = game.root.below("print")
    for key in keys:
        if key in said.items and getattr(options, _OPTION_OF.get(key, key)) is None:
            return said[key].place
    return None


def place_of_size(game: Game, key: str) -> Place:
    """Find where a card's own size is written, or the card itself if its deck has no size."""
    card = game.cards[key]
    kind = game.root.below("kinds", card.kind)
    for node in (kind.below("cards", card.entry), kind):
        if "size" in node.items:
            return node["size"].place
    return card.place


def words_meant(game: Game, only: Iterable[str]) -> tuple[str, ...]:
    """Resolve --only to ids: of kinds, components, entries of cards.yaml, single cards, or
    `rulebook`. Names of components and cards work too; capitals only matter if two names differ in
    nothing else. Raises ProblemError for unknown words.
    """
    components = game.for_all.components
    cards = game.cards.values()
    ids = [component.id for component in components]
    entries = (card.entry for card in cards)
    known = dict.fromkeys((*ids, *game.kinds, *game.cards, *entries, RULEBOOK))
    alike = {component.name.casefold(): component.id for component in components}
    alike |= {word.casefold(): word for word in reversed(known)}
    meant: list[str] = []
    for word in only:
        id_ = word if word in known else alike.get(word.casefold())
        named = [id_] if id_ else [card.id for card in game.called(word)]
        meant += named
        if not named:
            hint = did_you_mean(word, known) or f"decks are {', '.join(ids)}"
            raise ProblemError.of(say.NOT_A_CARD_OR_KIND(found=word), hint=hint)
    return tuple(dict.fromkeys(meant))


def chosen_cards(game: Game, only: Iterable[str]) -> Chosen:
    """Find the cards that --only selects. Raises ProblemError as `words_meant` does."""
    words = words_meant(game, only)
    if not words:
        return EVERYTHING
    chosen, rest = set[str](), set(words)
    for component in game.for_all.components:
        if component.id in rest:
            rest.remove(component.id)
            chosen |= {card.id for card in component.cards}
    kinds = rest.intersection(game.kinds)
    singles = rest - kinds
    for card in game.cards.values():
        if card.kind in kinds or not singles.isdisjoint((card.id, card.entry)):
            chosen.add(card.id)
    return Chosen(frozenset(chosen))


def plan(
    game: Game,
    options: Options,
    problems: Problems | None = None,
    copies: Mapping[str, int] | None = None,
    printing: Printing | None = None,
) -> list[Plan]:
    """Decide which sheets go into which file. Warnings go to `problems`; raises ProblemError if
    something fits no page.

    `copies` says how many of each card to print, instead of what `options` select. `printing` is
    the result of `printing_for` for this game and these options, if it is known already.
    """
    game = for_players(game, options.players)
    problems = Problems() if problems is None else problems
    printing = printing_for(game, options) if printing is None else printing
    return _Planner(game, options, printing, problems).plans(copies)


class _Pieces(NamedTuple):
    """What is to be printed, by the file it goes into: cards, by their own size, None for the usual
    one; and all else, which has its own.
    """

    cards: dict[tuple[float, float] | None, list[Piece]]
    one_sided: list[Piece]
    two_sided: list[Piece]
    pads: list[Piece]
    both_sides: list[Piece]
    boards: list[Piece]


def _counts(game: Game, options: Options) -> dict[str, int]:
    """Count how often each card that the options choose is printed, by its id."""
    chosen = chosen_cards(game, options.only)
    return {card.id: options.copies or card.copies for _, card in game.in_box(chosen)}


class _Planner:
    """Plans the files of one build, each from its pieces; without pieces there is no file. Raises
    ValueError if one fits on no page.
    """

    def __init__(
        self, game: Game, options: Options, printing: Printing, problems: Problems
    ) -> None:
        self.game, self.options, self.problems = game, options, problems
        self.stock, self.paper, self.layout, self.label = printing
        self.machine = printing.cutter(options)
        self.cutter = [options.cutter] if options.cutter else []
        self.is_folded = self.layout.backs is Backs.FOLD
        self.of_game = [*copies_suffix(options), *players_suffix(game), *ink_suffix(game, options)]
        self.is_part = False
        """Whether it is the one file of what --only names, which needs no other name."""

    def plans(self, copies: Mapping[str, int] | None) -> list[Plan]:
        """Plan all files; `copies` says how many of each card to print."""
        pieces = self._pieces(copies)
        if (bleed := max(self.layout.bleed_mm, self.layout.back_bleed_mm)) > BLEED_MM:
            raise ProblemError.of(
                say.TOO_MUCH_BLEED(most=BLEED_MM, found=bleed), self._place("bleed")
            )
        if usual := pieces.cards.get(None):
            self._check_stock(usual)
        piles = [*pieces.cards.values(), *pieces[1:]]
        self.is_part = bool(self.options.only) and sum(map(bool, piles)) == 1
        try:
            plans = [
                *(item for size, cards in pieces.cards.items() for item in self.cards(cards, size)),
                *self.pieces(pieces.one_sided, "pieces"),
                *self.pieces(pieces.two_sided, "two-sided"),
                *self.pieces(pieces.pads, "pads"),
                *self.both_sides(pieces.both_sides),
                *self.boards(pieces.boards),
            ]
        except DoesNotFitError as fault:
            every = chain.from_iterable(piles)
            largest = max(every, key=lambda piece: piece.size_mm[0] * piece.size_mm[1])
            place = self._place("sheet", "card_size", "paper", "gutter")
            raise ProblemError.of(
                fault.said, place or place_of_size(self.game, largest.face), self._larger()
            ) from None
        self._note_idle_options(plans)
        if usual:
            self._warn_of_gaps()
        self._warn_of_edges(plans)
        return plans

    def _place(self, *keys: str) -> Place | None:
        """Find the place that a problem of the sheet is about: in sheets.yaml or, by some keys,
        under `print:`.
        """
        return self.stock.place or place_of(self.game, self.options, *keys)

    def _pieces(self, copies: Mapping[str, int] | None) -> _Pieces:
        """List everything to be printed. Pieces with backs are separate; otherwise empty backs of
        all others would be printed between them.
        """
        count_of = _counts(self.game, self.options) if copies is None else copies
        found = _Pieces({}, [], [], [], [], [])
        with_backs = self.layout.backs is not Backs.NONE
        for component in self.game.components:
            gutter = PIECE_GUTTER_MM if component.gutter_mm is None else component.gutter_mm
            may_be_alike = with_backs and self.options.with_all and component.has_both_sides
            for card in component.cards:
                count = count_of.get(card.id, 0)
                if not count:
                    continue
                size_mm = card.size_mm or self.layout.card_mm
                back = component.back_of(card) if with_backs else None
                if may_be_alike and back is None and card.size_mm is not None:
                    back = card.id
                piece = Piece(card.id, back, component.name, size_mm, card.shape, gutter)
                self._pile_for(piece, component, card, found).extend([piece] * count)
        return found

    def _pile_for(
        self, piece: Piece, component: Component, card: Card, found: _Pieces
    ) -> list[Piece]:
        """Find the list that a piece belongs to: those of one file."""
        if component.pad:
            return found.pads
        if card.size_mm is None:
            return found.cards.setdefault(None, [])
        if card.shape == "rectangle" and is_too_large(piece, self.layout):
            return found.boards
        if piece.back is None:
            return found.one_sided
        if component.back_of(card) is None:
            return found.both_sides
        if component.deals(card) and self._holds(card.size_mm):
            return found.cards.setdefault(card.size_mm, [])
        return found.two_sided

    def _free(self, size_mm: tuple[float, float]) -> Layout:
        """Lay cards of another size out as it suits them, on the same paper: the places and gaps of
        a perforated sheet are not for them.
        """
        free = replace(
            self.layout,
            card_mm=size_mm,
            columns=None,
            rows=None,
            left_mm=None,
            top_mm=None,
            is_landscape=None,
        )
        if self.stock.pitch_mm:
            return replace(free, gutter_mm=0.0, gutter_y_mm=None, marks=Marks.CROP)
        return free

    def _holds(self, size_mm: tuple[float, float]) -> bool:
        """Return whether a page holds any card of a size, or two if backs are folded over."""
        try:
            return self.layout.paper_mm is None or card_grid(self._free(size_mm)).slots > 0
        except ValueError:
            return False

    def cards(self, cards: list[Piece], size_mm: tuple[float, float] | None) -> list[Plan]:
        """Plan the file of cards of one size, None for the usual one; a sheet's fixed places and
        gaps apply only to that size.
        """
        options, layout, label, machine = self.options, self.layout, self.label, self.machine
        what = "cards"
        if size_mm is not None:
            what = f"cards-{_size_word(size_mm)}"
            options = replace(options, card_size_mm=None)
            label = self.paper
            layout = self._free(size_mm)
        ways = ways_of(
            options if have_backs(cards) and not self.is_folded else replace(options, printer=None),
            self.stock,
        )
        stem = self._stem(what, label, *ways)
        arranged, arm = for_cards(layout, machine) if machine else (layout, 0.0)
        sheets = impose(cards, arranged)
        sheets = with_marks(sheets, machine, arm) if machine else sheets
        radius = CORNER_MM if options.corner_mm is None else options.corner_mm
        radii = dict.fromkeys((piece.face for piece in cards), radius)
        cuttings = cut_layouts(sheets, radii, card_grid(arranged)) if self.cutter else ()
        return [
            Plan(
                f"{stem}.pdf",
                phrase(self.game.language, "cards"),
                self._ended(sheets),
                tuple(cuttings),
            )
        ]

    def pieces(self, own: list[Piece], what: str) -> list[Plan]:
        """Plan the files of pieces with individual sizes, which are called `what`."""
        printer = list[str]()
        if have_backs(own):
            printer = _of_printer(self.options)
            if self.is_folded:
                self.problems.note(say.PIECES_NOT_FOLDED())
        return self._by_size(
            own, self._stem(what, self.paper, *printer), phrase(self.game.language, what)
        )

    def both_sides(self, alike: list[Piece]) -> list[Plan]:
        """Plan the files of pieces that are the same on both sides."""
        both = {self.options.flip.value, "backs-last"}
        flip = list(filter(both.__contains__, ways_of(self.options, self.stock)))
        name = stem_of(self.game, self.options)
        stem = "-".join(
            [name, "both-sides", self.paper, *flip, *_of_printer(self.options), *self.of_game]
        )
        return self._by_size(alike, stem, phrase(self.game.language, "both-sides"))

    def boards(self, large: list[Piece]) -> list[Plan]:
        """Plan the file of pieces larger than the paper: each face in parts, after a picture of the
        whole.
        """
        if not large:
            return []
        assert self.layout.paper_mm is not None
        language, legend = self.game.language, phrase(self.game.language, "boards-join")
        sheets: list[Sheet] = []
        for piece in large:
            tiling = tiling_of(piece.size_mm, self.layout.paper_mm)
            if tiling is None:
                raise ProblemError.of(
                    say.TOO_LARGE_FOR_PAPER(deck=piece.deck, size=format_size_mm(piece.size_mm)),
                    place_of_size(self.game, piece.face),
                    self._larger(),
                )
            sheets += impose_tiles(piece, piece.face, tiling, legend)
            if piece.back:
                behind = piece._replace(deck=f"{piece.deck} ({phrase(language, 'back')})")
                sheets += [
                    replace(sheet, decks=(piece.deck,))
                    for sheet in impose_tiles(behind, piece.back, tiling, legend)
                ]
        if self.cutter:
            self._note_by_hand(large, "too large for the paper")
        stem = self._stem("boards", self.paper)
        return [Plan(f"{stem}.pdf", phrase(language, "boards"), tuple(numbered(sheets)))]

    def _ended(self, sheets: list[Sheet]) -> tuple[Sheet, ...]:
        """Leave out an empty back of the last sheet, after which no printer can get out of step; a
        second pass through it needs all backs.
        """
        if self.layout.paper_mm is None or self.options.backs_last:
            return tuple(sheets)
        if sheets[-1].side == "back" and not sheets[-1].placements:
            return tuple(sheets[:-1])
        return tuple(sheets)

    def _note_by_hand(self, pieces: Iterable[Piece], why: str) -> None:
        decks = ", ".join(decks_of(pieces))
        self.problems.note(say.CUT_BY_HAND(decks=decks, why=why))

    def _by_size(self, pieces: list[Piece], stem: str, title: str) -> list[Plan]:
        """Plan one file, or where a machine's marks leave no room for some of the pieces, two."""
        if not pieces:
            return []
        if self.machine is None:
            return [self._cut(stem, title, impose_mixed(pieces, self.layout))]
        arranged = for_pieces(self.layout, self.machine)
        cut = [piece for piece in pieces if is_within(arranged, piece.size_mm)]
        by_hand = [piece for piece in pieces if not is_within(arranged, piece.size_mm)]
        plans = []
        if cut:
            sheets = with_marks(impose_mixed(cut, arranged), self.machine)
            plans.append(self._cut(stem, title, sheets))
        if by_hand:
            self._note_by_hand(by_hand, "too large to fit between the marks of the cutting machine")
            sheets = impose_mixed(by_hand, self.layout)
            plans.append(Plan(f"{stem}.pdf", title, self._ended(sheets)))
        return plans

    def _cut(self, stem: str, title: str, sheets: list[Sheet]) -> Plan:
        """Plan a file that a machine cuts, if there is one."""
        cuttings = cut_layouts(sheets, {}) if self.cutter else ()
        name = "-".join([stem, *self.cutter])
        return Plan(f"{name}.pdf", title, self._ended(sheets), tuple(cuttings))

    def _note_idle_options(self, plans: Sequence[Plan]) -> None:
        """Record the requests about backs if none are printed that way."""
        if any(are_two_sided(item.sheets) for item in plans):
            return
        options, backs = self.options, self.layout.backs
        if options.flip is Flip.SHORT_EDGE and backs is not Backs.DUPLEX:
            how = {Backs.FOLD: "folded over", Backs.NONE: "left out"}[backs]
            self.problems.note(say.NOTHING_TO_FLIP(how=how))
        if options.printer and plans:
            self.problems.note(say.NO_BACKS_TO_MOVE(name=options.printer.name))

    def _warn_of_gaps(self) -> None:
        """Warn about a gap between cards that is wider than half a card: its unit is probably
        wrong.
        """
        stock, layout = self.stock, self.layout
        if layout.paper_mm is None or stock.pitch_mm or stock.gutter_mm:
            return
        if (gap := layout.gutter_mm) > min(layout.card_mm) / 2:
            slots, most = card_grid(layout).slots, card_grid(replace(layout, gutter_mm=0.0)).slots
            self.problems.warn(
                say.WIDE_GUTTER(gap=gap, slots=slots, most=most),
                place_of(self.game, self.options, "gutter"),
            )

    def _warn_of_edges(self, plans: list[Plan]) -> None:
        """Warn about sheets with something so close to the paper's edge that many printers cut it
        off.
        """
        place = self._place("sheet", "gutter", "bleed", "card_size", "paper")
        for item in plans:
            bad = sorted({sheet.number for sheet in item.sheets if leaves_printable_area(sheet)})
            if bad:
                said = say.OUTSIDE_PRINTABLE_AREA(
                    name=item.name, margin=PRINTABLE_MARGIN_MM, count=len(bad), sheets=ranges(bad)
                )
                self.problems.warn(said, place)

    def _larger(self) -> str:
        """Suggest how to get more room than a sheet has."""
        stock, asked = self.stock, (self.options.sheet, self.game.print_defaults.get("sheet"))
        if stock.paper is None or stock.name not in asked:
            return "use a larger paper with --paper"
        own = "change it in sheets.yaml, or " if stock.place else ""
        return f"the sheet '{stock.name}' has its own paper: {own}choose another --sheet"

    def _check_stock(self, cards: list[Piece]) -> None:
        """Refuse cards of a size for which a sheet is not perforated, since nothing is scaled
        without a request; warn about another shape.
        """
        stock, card_mm = self.stock, self.layout.card_mm
        place = self._place("sheet", "card_size")
        if not stock.takes(card_mm) and stock.card_mm:
            size, found = format_size_mm(stock.card_mm), format_size_mm(card_mm)
            self.problems.error(
                say.MADE_FOR_OTHER_SIZE(name=stock.name, size=size, found=found), place
            )
            self.problems.raise_errors()
        shapes = sorted({piece.shape for piece in cards} - {stock.shape})
        if stock.shape and shapes:
            hint = None
            if stock.shape != "rectangle":
                hint = (
                    f"set `shape: {stock.shape}` for the kind; otherwise corners are printed past "
                    "the cut"
                )
            drawn = " and ".join(shapes)
            self.problems.warn(
                say.MADE_FOR_OTHER_SHAPE(name=stock.name, cut=stock.shape, drawn=drawn), place, hint
            )

    def _stem(self, what: str, *words: str) -> str:
        """Begin the name of a file, which says `what` it is unless it is the only one."""
        begin = stem_of(self.game, self.options)
        if not self.is_part:
            begin = f"{begin}-{what}"
        return "-".join([begin, *words, *self.of_game])


def stem_of(game: Game, options: Options) -> str:
    """Return the beginning of the files' names: the game, and the part of it that is printed."""
    if len(options.only) <= 4:
        only = list(options.only)
    else:
        only = [*options.only[:3], hashlib.sha256(repr(options.only).encode()).hexdigest()[:6]]
    return "-".join([game.name[:60], *only])


def _of_printer(options: Options) -> list[str]:
    return [options.printer.name] if options.printer else []


def printer_for(options: Options, sheets: Iterable[Sheet]) -> Profile | None:
    """Return the printer's profile if it applies; None if the sheets have no backs, which leaves
    nothing to shift.
    """
    return options.printer if are_two_sided(sheets) else None


def ways_of(options: Options, stock: Stock) -> list[str]:
    """Name unusual ways of printing, so that files printed in different ways do not overwrite each
    other.
    """
    ways = []
    if options.card_size_mm and not stock.card_mm:
        ways.append(_size_word(options.card_size_mm))
    usual = stock.backs or Backs.DUPLEX
    backs = options.backs or usual
    if backs is not usual:
        ways.append({Backs.FOLD: "fold", Backs.NONE: "fronts", Backs.DUPLEX: "duplex"}[backs])
    if backs is Backs.DUPLEX and options.flip is Flip.SHORT_EDGE:
        ways.append(options.flip.value)
    if options.backs_last:
        ways.append("backs-last")
    ways += _of_printer(options)
    if options.cutter:
        ways.append(options.cutter)
    return ways


def _size_word(size_mm: tuple[float, float]) -> str:
    """Write a card's size as part of a file's name: mini-euro, 50x75mm."""
    return card_size_name(size_mm) or format_size_mm(size_mm).replace(" ", "")


def ink_suffix(game: Game, options: Options) -> list[str]:
    """Name the ink, for the same reason."""
    return {"full": [], "low": ["low-ink"], "grey": ["grey"]}[game.ink] + (
        [options.colour] if options.colour != "rgb" else []
    )


def copies_suffix(options: Options) -> list[str]:
    """Name the number of copies of each card, for the same reason."""
    return [f"{options.copies}-copies"] if options.copies else []


def players_suffix(game: Game) -> list[str]:
    """Name the number of players for which the game is printed, for the same reason."""
    return [f"for-{game.players}"] if game.players else []


def ranges(numbers: list[int]) -> str:
    """Write 1, 2, 3, 5 as '1-3, 5'."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return ", ".join(str(g[0]) if len(g) == 1 else f"{g[0]}-{g[-1]}" for g in groups)


def refuse(problems: Problems, is_strict: bool) -> None:
    """Raise ProblemError if there is an error among the problems or, with `is_strict`, a
    warning.
    """
    if problems.are_refused(is_strict):
        raise ProblemError(*problems)
