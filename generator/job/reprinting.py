"""Printing only the changes: the sheets of the new faces, after a page that lists the cards to take
out of the old deck and to put in.

In: a game, its earlier `Entries` and Options. Out: one PDF, packed on as few sheets as its cards
need, or nothing if nothing changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.book.strips import Pen, Strip, paginate
from generator.data.files import write_files
from generator.data.game import Game
from generator.data.geometry import Box
from generator.data.problems import Problem, Problems
from generator.data.units import MM_PER_PT, PAPER_SIZES
from generator.data.wording import phrase
from generator.face.pictograms import EMOJI
from generator.face.press import Press
from generator.face.shaping import measure
from generator.job.build import PrintedFile, check_sizes, cut_files
from generator.job.planning import (
    RULEBOOK,
    Options,
    Plan,
    chosen_cards,
    ink_suffix,
    plan,
    printer_for,
    refuse,
    ways_of,
)
from generator.job.printed import Change, Entries, Entry, compare, entries_of, moved
from generator.job.printing import Printing, printing_for
from generator.pdf.document import Document, count_pages
from generator.sheet.cutting import Cutting
from generator.sheet.outputs import document_for, write_sheets
from generator.sheet.sheets import Backs, Sheet, are_two_sided, numbered
from generator.sheet.stocks import CARD_PAGE

MARGIN_MM = 16.0
COVER_COLOURS = {"ink": "#1d1b18", "muted": "#5d574e", "rule": "#c9c3b7", "accent": "#8a3b12"}
THUMB_MM = (22.0, 31.0)
CELL_MM = (29.0, 43.0)
SHORT = 20  # rows that are not torn apart
_LETTERS = re.compile(f"{EMOJI.pattern}|.", re.S)  # an emoji is one


@dataclass(frozen=True)
class Reprint:
    """The result of printing changes. `files` is empty if nothing changed; `now` has the current
    state of every card that was compared.
    """

    changes: tuple[Change, ...]
    now: Entries
    files: tuple[PrintedFile, ...]
    problems: tuple[Problem, ...]


def of_chosen(game: Game, only: Sequence[str], entries: Entries) -> dict[str, Entry]:
    """Keep the earlier entries that --only selects: the cards named, and the cards that are gone
    from decks selected as a whole.
    """
    chosen = chosen_cards(game, only)
    whole = set()
    for component in game.components:
        if component.cards and all(c.id in chosen for c in component.cards):
            whole.add(component.name)
    return {
        id_: entry
        for id_, entry in entries.items()
        if id_ in chosen or (id_ not in game.cards and entry.deck in whole)
    }


def reprint(
    game: Game,
    options: Options,
    old: Entries,
    press: Press,
    problems: Problems,
    since: str = "cards.lock",
    progress: Callable[[int, int, str], None] = lambda done, total, label: None,
    beside: Callable[[Entries, Sequence[Change]], Mapping[Path, bytes]] = lambda now, changes: {},
) -> Reprint:
    """Print the cards that differ from `old`; `since` names the source of `old` on the cover.
    `beside` gets the current cards and their changes, and returns further files to write with the
    sheets, so that either all are written or none.

    Raises ProblemError with everything found if a face has an error or, with `is_strict`, a
    warning; no file is then touched. Raises OSError if files cannot be written.
    """
    chosen = chosen_cards(game, [word for word in options.only if word != RULEBOOK])
    printing = printing_for(game, options)
    now = entries_of(game, press, chosen, printing.layout.backs is not Backs.NONE)
    problems.extend(press.problems)
    refuse(
        problems, options.is_strict
    )  # a face that cannot be drawn has no fingerprint, and would pass for gone
    changes = compare(of_chosen(game, options.only, old), now)
    if not changes:
        write_files(beside(now, ()))
        return Reprint((), now, (), tuple(problems))
    copies = {change.now.id: change.put for change in changes if change.now}
    plans = plan(game, options, problems, copies, printing)
    check_sizes(
        game,
        options,
        printing,
        press,
        list(
            dict.fromkeys(
                p.key for item in plans for sheet in item.sheets for p in sheet.placements
            )
        ),
        problems,
    )
    refuse(problems, options.is_strict)
    sheets = numbered([sheet for item in plans for sheet in item.sheets])
    progress(0, 1, "cover")
    files = _files(
        game, options, printing, press, sheets, Cover(game, press, changes, now, since, sheets)
    )
    contents = {options.output / name: content for name, content in files.items()}
    cuts = {
        options.output / name: lines
        for name, lines in cut_files(
            game, press, _cut_alike(plans, sheets, next(iter(files)))
        ).items()
    }
    write_files(
        {**contents, **{path: lines for path, (lines, _) in cuts.items()}, **beside(now, changes)}
    )
    written = [
        PrintedFile(path, count_pages(content), 0, len(content))
        for path, content in contents.items()
    ]
    written[0] = written[0]._replace(sheets=len({sheet.number for sheet in sheets}))
    written += [PrintedFile(path, 0, 0, len(lines), about) for path, (lines, about) in cuts.items()]
    return Reprint(tuple(changes), now, tuple(written), tuple(problems))


def _cut_alike(plans: Sequence[Plan], sheets: Sequence[Sheet], name: str) -> Plan:
    """Put the cut lines of several files together, as their sheets are counted in the one file."""
    cuttings, before = list[Cutting](), 0
    for item in plans:
        cuttings += [
            cutting._replace(sheets=tuple(number + before for number in cutting.sheets))
            for cutting in item.cuttings
        ]
        before += sum(sheet.side != "back" for sheet in item.sheets)
    return Plan(name, "what changed", tuple(sheets), tuple(cuttings))


def _files(
    game: Game,
    options: Options,
    printing: Printing,
    press: Press,
    sheets: Sequence[Sheet],
    cover: Cover,
) -> dict[str, bytes]:
    """Write the cover and the sheets into one file; beside pages of single cards, which are no
    place for it, into one of its own.
    """
    press.print_in(options.colour, options.icc)
    name = "-".join([game.name[:60], *options.only[:4], "changed"])
    printer, what = printer_for(options, sheets), phrase(game.language, "changed")
    ending = "-".join(
        [
            printing.label,
            *ways_of(replace(options, printer=printer), printing.stock),
            *ink_suffix(game, options),
        ]
    )
    order: Any = {"flip": options.flip, "backs_last": options.backs_last}
    if printing.paper == CARD_PAGE and sheets:
        files = {
            f"{name}-{ending}.pdf": write_sheets(
                game, press, sheets, what, printer=printer, **order
            )
        }
        document = document_for(game, press, what)
        cover.draw(document, PAPER_SIZES["a4"], False)
        return {**files, f"{name}-cover.pdf": document.close()}
    size = printing.layout.paper_mm or PAPER_SIZES["a4"]
    is_duplex = are_two_sided(sheets) and not options.backs_last
    return {
        f"{name}-{ending}.pdf": write_sheets(
            game,
            press,
            sheets,
            what,
            printer=printer,
            before=lambda document: cover.draw(document, size, is_duplex),
            **order,
        )
    }


# ---------------------------------------------------------------- the cover


@dataclass(frozen=True)
class Cover:
    """The page in front: the cards to take out of the old deck, the cards to put in, and the number
    of cards that each deck then has.
    """

    game: Game
    press: Press
    changes: Sequence[Change]
    now: Entries
    since: str
    sheets: Sequence[Sheet]

    def draw(self, document: Document, paper_mm: tuple[float, float], is_duplex: bool) -> None:
        """Draw the cover's pages; if sheets have two sides, an even number of them, so that backs
        stay behind their fronts.
        """
        width, height = min(paper_mm), max(paper_mm)
        pages = paginate(
            list(self._strips(document, width - 2 * MARGIN_MM)), height - 2 * MARGIN_MM
        )
        for page in pages:
            document.page(width, height)
            pen = Pen(document, height, COVER_COLOURS, has_outline=False)
            for strip, top in page:
                strip.draw(pen, MARGIN_MM, MARGIN_MM + top)
        if is_duplex and len(pages) % 2:
            document.page(width, height)

    def _strips(self, document: Document, width: float) -> Iterable[Strip]:
        type_ = _Type(self.press, width)
        language = self.game.language
        put, pull = moved(self.changes)
        number = max((sheet.number for sheet in self.sheets), default=0)
        title = phrase(language, "changed-title", title=self.game.title, version=self.game.version)
        yield type_.line(title, 20, 9.5, weight=700, family="serif")
        if put:
            said = phrase(
                language,
                "to-print",
                cards=phrase(language, "card", number=put),
                sheets=phrase(language, "sheets", number=number),
            )
        else:
            said = phrase(language, "none-to-print")
        said = phrase(
            language,
            "to-swap",
            print=said,
            cards=phrase(language, "card", number=pull),
            since=self.since,
        )
        yield type_.line(said, 10.5, 5.2, colour="muted")
        yield type_.rule(5)
        pulled = [change for change in self.changes if change.pull]
        if pulled:
            yield type_.line(
                phrase(language, "take-out"),
                14,
                7,
                before=6,
                weight=700,
                family="serif",
                keeps=True,
            )
            if any(map(self._bears_mark, pulled)):
                yield type_.line(phrase(language, "small-print"), 9, 5, colour="muted", keeps=True)
            yield from self._by_deck(pulled, type_, lambda change: change.pull, self._pull_rows)
        added = [change for change in self.changes if change.put]
        if added:
            title = phrase(language, "put-in" if pulled else "add")
            yield type_.line(title, 14, 7, before=9, weight=700, family="serif", keeps=True)
            yield from self._by_deck(added, type_, lambda change: change.put, self._put_rows)
        yield type_.line(
            phrase(language, "then"), 14, 7, before=9, weight=700, family="serif", keeps=True
        )
        touched = {change.entry.deck for change in self.changes}
        rows = [
            type_.row(str(sum(entry.copies for entry in entries)), deck, "", "")
            for deck, entries in groupby(self.now.values(), key=lambda entry: entry.deck)
            if deck in touched
        ]
        if len(rows) <= SHORT:  # held together on one page
            rows[:-1] = [replace(row, keeps=True) for row in rows[:-1]]
        yield from rows

    def _by_deck(
        self,
        changes: Sequence[Change],
        type_: _Type,
        number_of: Callable[[Change], int],
        rows: Callable[[Sequence[Change], _Type], Iterable[Strip]],
    ) -> Iterable[Strip]:
        for deck, group in groupby(
            sorted(changes, key=lambda change: self._order(change.entry.deck)),
            key=lambda c: c.entry.deck,
        ):
            mine = list(group)
            title = phrase(
                self.game.language, "deck-count", deck=deck, number=sum(map(number_of, mine))
            )
            yield type_.line(title, 11, 6, before=4, weight=700, keeps=True)
            if self._is_whole(deck, mine):
                yield type_.line(
                    phrase(self.game.language, "whole-deck"), 9.5, 5, colour="accent", keeps=True
                )
            yield from rows(mine, type_)

    def _bears_mark(self, change: Change) -> bool:
        """Return whether the old card bears a mark, judging by the new one if there is one."""
        now = self.game.cards[change.now.id] if change.now else None
        return self.press.bears_mark(now) if now else bool(self.press.version)

    def _order(self, deck: str) -> int:
        names = [component.name for component in self.game.components]
        return names.index(deck) if deck in names else len(names)

    def _is_whole(self, deck: str, changes: Sequence[Change]) -> bool:
        """Return whether a whole deck is replaced because its back changed."""
        mine = {id_ for id_, entry in self.now.items() if entry.deck == deck}
        touched = set()
        for change in changes:
            if change.now and change.sort in ("back", "changed", "new"):
                touched.add(change.now.id)
        return any(change.sort == "back" for change in changes) and mine <= touched

    def _pull_rows(self, changes: Sequence[Change], type_: _Type) -> Iterable[Strip]:
        for change in changes:
            assert change.was is not None
            why = phrase(self.game.language, f"why-{change.sort}", number=change.copies[1])
            yield type_.row(
                f"{change.pull} x",
                change.was.name,
                why,
                change.was.mark if self._bears_mark(change) else "",
            )

    def _put_rows(self, changes: Sequence[Change], type_: _Type) -> Iterable[Strip]:
        across = max(1, int(type_.width // CELL_MM[0]))
        for start in range(0, len(changes), across):
            yield Strip(
                CELL_MM[1], self._thumbs(changes[start : start + across], type_), before=1.5
            )

    def _thumbs(
        self, changes: Sequence[Change], type_: _Type
    ) -> Callable[[Pen, float, float], None]:
        def draw(pen: Pen, x: float, y: float) -> None:
            for number, change in enumerate(changes):
                left, entry = x + number * CELL_MM[0], change.entry
                stamp = self.press.stamp(self.game.cards[entry.id])
                if stamp is not None:
                    scale = min(THUMB_MM[0] / stamp.size_mm[0], THUMB_MM[1] / stamp.size_mm[1])
                    wide, high = stamp.size_mm[0] * scale, stamp.size_mm[1] * scale
                    shape = self.game.cards[entry.id].shape
                    box = Box(left, y + THUMB_MM[1] - high, wide, high)
                    pen.document.stamp(stamp, box, shape=shape)
                    if shape == "rectangle":
                        pen.frame(box, 0.15, "muted")
                type_.write(
                    pen,
                    f"{change.put} x {entry.name}",
                    left,
                    y + THUMB_MM[1] + 4,
                    8.5,
                    CELL_MM[0] - 2,
                )
                type_.write(
                    pen,
                    phrase(self.game.language, f"is-{change.sort}"),
                    left,
                    y + THUMB_MM[1] + 7.6,
                    8,
                    CELL_MM[0] - 2,
                    colour="muted",
                )

        return draw


@dataclass(frozen=True)
class _Type:
    """How the cover sets its lines."""

    press: Press
    width: float

    def write(
        self,
        pen: Pen,
        text: str,
        x: float,
        baseline: float,
        size_pt: float,
        room_mm: float,
        colour: str = "ink",
        weight: int = 400,
        family: str = "sans-serif",
        align: str = "left",
    ) -> None:
        """Write a line, smaller where it would not fit, down to 70 %, and shortened beyond that."""
        font = self.press.fonts.find(family, weight)
        if font.unshown(text) and not (own := self.press.fonts.with_letters(text)).unshown(text):
            font = own
        letters = [one if not font.unshown(one) else "?" for one in _LETTERS.findall(text)]
        text = "".join(letters)
        wide = measure(text, font) * size_pt * MM_PER_PT
        scale = max(0.7, min(1.0, room_mm / wide)) if wide else 1.0
        while (
            len(letters) > 1 and measure(text, font) * size_pt * scale * MM_PER_PT > room_mm + 0.01
        ):
            letters.pop()
            text = "".join(letters).rstrip() + "…"
        pen.text(text, x, baseline, size_pt * scale, font, colour, align)

    def line(
        self,
        text: str,
        size_pt: float,
        height: float,
        before: float = 0.0,
        colour: str = "ink",
        weight: int = 400,
        family: str = "sans-serif",
        keeps: bool = False,
    ) -> Strip:
        def draw(pen: Pen, x: float, y: float) -> None:
            self.write(pen, text, x, y + height * 0.72, size_pt, self.width, colour, weight, family)

        return Strip(height, draw, before, keeps)

    def rule(self, height: float) -> Strip:
        return Strip(
            height,
            lambda pen, x, y: pen.rule(
                x, y + height - 1, x + self.width, y + height - 1, 0.3, "rule"
            ),
        )

    def row(self, count: str, name: str, why: str, mark: str) -> Strip:
        def draw(pen: Pen, x: float, y: float) -> None:
            pen.frame(Box(x, y + 1.2, 2.9, 2.9), 0.25, "muted", 0.4)
            self.write(pen, count, x + 13, y + 4, 10, 9, weight=700, align="right")
            self.write(pen, name, x + 15.5, y + 4, 10, 66)
            self.write(pen, why, x + 84, y + 4, 9, self.width - 84 - 32, "muted")
            self.write(pen, mark, x + self.width, y + 4, 8.5, 30, "muted", align="right")

        return Strip(5.6, draw)
