"""Stages 2 and 3 together: cards become stamps, each distinct one once; what was found on the way
is kept.

In: a Game. Out: Stamps by card, Fits, Problems. The same press serves PDF sheets, single pictures
and the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace

from generator.data.budget import HINT, OutOfTime, limited, place_noted, said_of
from generator.data.game import Card, Game, Part
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.face.crossing import is_crossed
from generator.face.drafts import with_draft_mark
from generator.face.drawing import AsPixels, Drawing, PlacedPicture
from generator.face.faces import Face, FaceMaker, template_place
from generator.face.fingerprints import (
    covered,
    fingerprint,
    mark_box,
    mark_text,
    marked,
    only_mark,
    plain_mark,
    unmarked,
    with_mark,
    without_mark,
)
from generator.face.finished import Finished, FinishedFile
from generator.face.fitting import Fit, Fitter
from generator.face.fonts import DEFAULT_FAMILY, FontBook
from generator.face.painter import ICONS, SOFT_DPI, Drawer, Replaced
from generator.face.pictograms import Pictogram
from generator.face.stamp import Stamp
from generator.face.svg import OUTSIDE, Address, Element, SvgFault, write_svg

SIZE_SLACK_MM = 1.0
TRIED = 3
"""Cards of one template that may take too much; the others are not tried then."""
_TOO_MUCH = ("template-too-much", "face-too-much")


@dataclass(frozen=True)
class Proof:
    """A card as a page shows it, and what was found on the way. `svg` is None where its template
    cannot be run.
    """

    svg: str | None
    fits: tuple[Fit, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Drawn:
    """A face as drawn: its stamp, the version mark in it (empty where it bears none), and the
    fingerprint of what it shows without.
    """

    stamp: Stamp
    fingerprint: str
    mark: str = ""


_Key = tuple[
    str, str, str
]  # what a face depends on: the card's id, the text of its template, the version in its mark


@dataclass(frozen=True)
class _Made:
    """A face as it came out; `root` is its tree with the mark, None where it came out so before."""

    key: _Key
    drawn: Drawn
    root: Element | None = None


def soft_said(href: str, dpi: float) -> str:
    """Say of a picture that it has too few dots."""
    return f"'{href[:60]}' is printed at {dpi:.0f} dots per inch, which looks soft (300 is good)"


class Press:
    """Everything needed to print one game's faces.

    With `previous`, faces that come out as they did there are not drawn again; only for the same
    game after an edit of cards.yaml or a template, when no icon, picture or font has changed.
    `version_marks` says whether cards bear marks; None takes what the game's `print:` says.
    """

    def __init__(
        self, game: Game, previous: Press | None = None, version_marks: bool | None = None
    ) -> None:
        if previous is not None and previous.game.fonts != game.fonts:
            previous = None
        self.game: Game = game
        self.fonts: FontBook = FontBook(game) if previous is None else previous.fonts
        self.maker: FaceMaker = FaceMaker(game, previous.maker if previous else None)
        self.fitter: Fitter = Fitter(game, self.fonts, previous.fitter if previous else None)
        self.drawer: Drawer = Drawer(
            game.folder,
            self.fonts,
            game.ink == "grey",
            game.ink == "low",
            previous.drawer if previous else None,
        )
        self.problems = Problems()
        self.fits: list[Fit] = []
        self.placed: dict[str, list[PlacedPicture]] = {}  # the pictures as placed, by card
        self.drawn = 0
        self.colour, self.icc = "rgb", b""
        if version_marks is None:
            version_marks = bool(game.print_defaults.get("version_marks", True))
        self.version = game.version if version_marks else ""
        self._of_entry: dict[
            str, set[str]
        ] = {}  # the ids of all cards that are made of one entry, and have its faults
        for card in game.cards.values():
            self._of_entry.setdefault(card.entry, set()).add(card.id)
        self._backs = {
            back
            for component in game.components
            for card in component.cards
            if (back := component.back_of(card))
        }
        self.is_warm = previous is not None
        self.finished: Finished = Finished() if previous is None else previous.finished
        self.is_draft = False
        self.drafts: dict[str, None] = {}  # ids of the cards that are so marked, in their order
        self._is_faulty = False  # whether the face fitted last has an error
        self._asked: set[str] = set()
        self._full: Press | None = (
            None
            if game.full is None
            else Press(game.full, previous and previous._full, version_marks=False)
        )
        self._drawn: dict[str, Drawn | None] = {}
        self._clean: dict[_Key, tuple[Drawn, tuple[Fit, ...]]] = {}
        is_styled_alike = previous is not None and (
            previous.game.styles,
            previous.game.quoting,
        ) == (game.styles, game.quoting)
        self._known = previous._clean if previous is not None and is_styled_alike else {}
        self._svgs: dict[_Key, str] = {}
        self._known_svgs = previous._svgs if previous is not None and is_styled_alike else {}
        self._pictograms: dict[str, Stamp] = {}
        self._as_pixels: set[str] = set()  # pictures of which that was said
        self._replaced: set[Replaced] = set()  # fonts of pictures of which that was said
        self._marks_of: dict[
            str, str
        ] = {}  # by template, the card that decides whether the mark is printed over a line
        self._given_up: dict[str, int] = {}  # how many cards of a template took too much
        self.problems.extend(self.fonts.check())

    def print_in(self, colour: str, icc: bytes, is_draft: bool = False) -> None:
        """Say in which colours files are written from now on: rgb or cmyk, for a press with this
        profile.

        A draft prints faces with errors anyway, with a mark.
        """
        self.colour, self.icc, self.is_draft = colour, icc, is_draft

    @contextmanager
    def asking(self) -> Iterator[set[str]]:
        """Gather the ids of the cards that are asked for within."""
        outer, self._asked = self._asked, set()
        try:
            yield self._asked
        finally:
            outer |= self._asked
            self._asked = outer

    def as_written(self, name: str, made_of: object) -> bytes | None:
        """Return a file of an earlier build, if it was made of the same and all faces on it are
        still the same; else None.
        """
        file = self.finished.files.get(name)
        if file is None or file.made_of != made_of:
            return None
        for id_, stamp in file.faces.items():
            if id_ not in self.game.cards or self.stamp(self.game.cards[id_]) is not stamp:
                return None
        return file.content

    def keep_written(self, name: str, made_of: object, ids: Iterable[str], content: bytes) -> None:
        """Keep a file for the next build, with the faces of these cards on it."""
        faces = {id_: self.stamp(self.game.cards[id_]) for id_ in ids}
        self.finished.files[name] = FinishedFile(made_of, faces, content)

    def face(self, card: Card) -> Face:
        """Return a card's fitted face. Raises ProblemError if its template cannot be run."""
        try:
            with limited():
                return self._fitted(self.maker.face(card))
        except (OutOfTime, MemoryError) as fault:
            raise ProblemError(self._excess(fault, card)) from None

    def _excess(self, fault: BaseException, card: Card) -> Problem:
        """Make a problem of a face that took too much, at the template's line of the element at
        which it was stopped.
        """
        at = place_noted(fault) or f"{card.template}:1"
        return self.maker.problem("face-too-much", f"drawing this {said_of(fault)}", at, card, HINT)

    def _fitted(self, face: Face) -> Face:
        face, fits, problems = self.fitter.fit(face)
        self.fits += fits
        self._is_faulty = any(problem.severity == "error" for problem in problems)
        self.problems.extend(
            self.maker.in_its_line(one) if one.code == OUTSIDE else one for one in problems
        )
        return face

    def svg(self, card: Card) -> str:
        """Return a card's fitted face as SVG text for a browser, with its version mark."""
        face = self.face(card)
        bare = without_mark(face.root)
        stamp, _ = self.drawer.draw(bare, face.size_mm, face.ground)
        mark = self._mark(card, face, self._fingerprint(card, stamp), stamp.ground)
        return write_svg(with_mark(bare, mark) if mark else bare)

    def shown(self, card: Card, address: Address = str) -> Proof:
        """Draw a card and return it for a browser, with its version mark, how its texts fit and
        what is wrong with it.

        `address` says where the browser finds pictures, the same for all cards. What was found is
        kept as by `stamp`.
        """
        problems, fits = self.problems, self.fits
        self.problems, self.fits = Problems(), []
        try:
            made = self._make(card)
            svg = None if made is None else self._svg(card, made, address)
            found = Proof(svg, tuple(self.fits), tuple(self.problems))
        finally:
            self.problems, self.fits = problems, fits
        self._asked.add(card.id)
        if card.id not in self._drawn:
            self._drawn[card.id] = made.drawn if made else None
            self.problems.extend(found.problems)
            self.fits += found.fits
        return found

    def with_origins(self, card: Card, address: Address = str) -> str | None:
        """Return a card's face as SVG, in which each element says where it was written (FILE:LINE);
        None if its template cannot be run. What was found on the way is not kept.
        """
        try:
            with limited():
                face, _, _ = self.fitter.fit(self.maker.face(card))
        except (OutOfTime, MemoryError, ProblemError):
            return None
        return write_svg(without_mark(face.root), address=address, with_origins=True)

    def tried(self, card: Card, address: Address = str) -> Proof:
        """Show a card with other values than the game has, as `shown` does; of that nothing is seen
        here, but a next press knows it.
        """
        trial = copy(self)
        trial.problems, trial.fits, trial.placed, trial._asked, trial._drawn = (
            Problems(),
            [],
            {},
            set(),
            {},
        )
        trial._as_pixels, trial._replaced, trial._marks_of, trial._given_up = (
            set(),
            set(),
            {},
            dict(self._given_up),
        )
        return trial.shown(card, address)

    def _svg(self, card: Card, made: _Made, address: Address) -> str:
        """Write a face that was made as SVG, or return what was written of it before."""
        svg = self._known_svgs.get(made.key) if made.root is None else None
        if svg is None:
            root = made.root
            if root is None:  # it was drawn before and never shown
                face, _, _ = self.fitter.fit(self.maker.read(card, made.key[1]))
                mark = self._mark(card, face, made.drawn.fingerprint, made.drawn.stamp.ground)
                bare = without_mark(face.root)
                root = bare if mark is None else with_mark(bare, mark)
            svg = write_svg(root, address=address)
        if made.key in self._clean:
            self._svgs[made.key] = svg
        return svg

    def stamp(self, card: Card) -> Stamp | None:
        """Draw a card, once; None where its template cannot be run. Problems are collected."""
        drawn = self.drawing(card)
        return drawn.stamp if drawn else None

    def fingerprint(self, card: Card) -> str | None:
        """Return the fingerprint of a card's face in hexadecimal digits; None if its template
        cannot be run.
        """
        drawn = self.drawing(card)
        return drawn.fingerprint if drawn else None

    def drawing(self, card: Card) -> Drawn | None:
        """Draw a card, once: its stamp and its fingerprint; None where its template cannot be run.
        Problems are collected.
        """
        self._asked.add(card.id)
        if card.id not in self._drawn:
            made = self._make(card)
            self._drawn[card.id] = made.drawn if made else None
        return self._drawn[card.id]

    def pictogram(self, one: Pictogram, at: str = "") -> Stamp:
        """Draw an emoji, once: as wide as its advance, as high as its ink. Raises SvgFault where it
        cannot be drawn.
        """
        if one.name not in self._pictograms:
            root, _ = self.drawer.drawn(one, at)
            ink = one.font.ink(one.glyph)
            size = (100 * one.advance, 100 * ink.height)
            place = {"x": "0", "y": f"{100 * (-ink.y - 1):.3f}", "width": "100", "height": "100"}
            picture = Element("svg", {**root.attributes, **place}, root.children, is_shared=True)
            stamp, _ = self.drawer.draw(
                Element("svg", {"viewBox": f"0 0 {size[0]:.3f} {size[1]:.3f}"}, [picture]), size
            )
            self._pictograms[one.name] = stamp
        return self._pictograms[one.name]

    def bears_mark(self, card: Card) -> bool:
        """Return whether a card's face bears a version mark."""
        drawn = self.drawing(card)
        return drawn is not None and bool(drawn.mark)

    def forget(self, card: Card) -> None:
        """Drop a card's stamp, so that it is drawn again."""
        self._drawn.pop(card.id, None)

    def _fingerprint(self, card: Card, stamp: Stamp) -> str:
        """Take the fingerprint of a face: of what it shows in full ink, so that a card is the same
        in every way of printing.
        """
        full = self._full.game.cards.get(card.id) if self._full else None
        return (self._full.fingerprint(full) if self._full and full else None) or fingerprint(stamp)

    def _mark(self, card: Card, face: Face, of: str, ground: str | None) -> Element | None:
        """Make the version mark of a face; None for backs, which must not differ, and for pieces
        whose template keeps no place.
        """
        if not self.version or card.id in self._backs:
            return None
        text = mark_text(self.version, of)
        mark = only_mark(face.root, text)
        if (
            mark is None
            and card.size_mm is None
            and card.shape == "rectangle"
            and not isinstance(card, Part)
        ):
            mark = plain_mark(
                face.root, face.size_mm, ground, text, self.fonts.find(DEFAULT_FAMILY)
            )
        return mark

    def _drawn_with_mark(self, card: Card, face: Face) -> tuple[Drawn, Element, Drawing]:
        """Draw a face, and its mark over it: the fingerprint is of the face without. Gives the tree
        with the mark too.
        """
        bare = without_mark(face.root)
        stamp, drawing = self.drawer.draw(bare, face.size_mm, face.ground)
        shown = self._fingerprint(card, stamp)
        mark = self._mark(card, face, shown, stamp.ground)
        if mark is not None:
            over, of_mark = self.drawer.draw(mark, face.size_mm)
            stamp = marked(stamp, over)
            drawing.faults += [fault for fault in of_mark.faults if fault not in drawing.faults]
        root = bare if mark is None else with_mark(bare, mark)
        return (
            Drawn(stamp, shown, mark_text(self.version, shown) if mark is not None else ""),
            root,
            drawing,
        )

    def _make(self, card: Card) -> _Made | None:
        """Draw a card, or take what came out when it was the same; None where its template cannot
        be run, or takes too much.
        """
        template, before = card.template, len(self.problems)
        if self._given_up.get(template, 0) >= TRIED:
            message = f"not drawn: the template took too much for {TRIED} cards before"
            self.problems.add(
                self.maker.problem("template-too-much", message, f"{template}:1", card)
            )
            return None
        try:
            made = self._as_before(card)
            if made is None:
                with limited():
                    made = self._drawn_anew(card)
        except (OutOfTime, MemoryError) as fault:
            self.problems.add(self._excess(fault, card))
            made = None
        if any(problem.code in _TOO_MUCH for problem in list(self.problems)[before:]):
            self._given_up[template] = self._given_up.get(template, 0) + 1
        return made

    def _as_before(self, card: Card) -> _Made | None:
        """Take what came out when the card was the same, where its template need not be run to know
        that.
        """
        text = self.maker.known_text(card) if self._known else None
        return None if text is None else self._taken((card.id, text, self.version), card)

    def _taken(self, key: _Key, card: Card) -> _Made | None:
        """Take what came out of the same before; None if nothing did."""
        known = self._known.get(key)
        if known is None:
            return None
        self._clean[key] = known
        self.fits += [
            replace(fit, place=card.places.get(fit.field, card.place)) for fit in known[1]
        ]
        return _Made(key, known[0])

    def _drawn_anew(self, card: Card) -> _Made | None:
        faults_before, fits_before = len(self.problems), len(self.fits)
        try:
            text = self.maker.text(card)
            key = (card.id, text, self.version)
            if (taken := self._taken(key, card)) is not None:
                return taken
            face = self._fitted(self.maker.read(card, text))
        except ProblemError as fault:
            self.problems.extend(fault.problems)
            return None
        self.drawn += 1
        if not isinstance(card, Part):  # those come in the size of their template
            self._check_size(card, face)
        drawn, root, drawing = self._drawn_with_mark(card, face)
        is_draft = self.is_draft and (self._is_faulty or bool(drawing.faults))
        if is_draft:
            self.drafts[card.id] = None
            drawn, root, _ = self._drawn_with_mark(card, with_draft_mark(face))
        self.placed[card.id] = drawing.placed
        of_entry = self._of_entry.get(card.entry, {card.id})
        for bad in drawing.faults:
            if not any(
                known.message == bad.message and known.card in of_entry for known in self.problems
            ):  # fitting saw it too
                problem = self.maker.problem(bad.code, bad.message, bad.at, card, bad.hint)
                if bad.code == OUTSIDE:
                    problem = self.maker.in_its_line(problem)
                self.problems.add(self._of_picture(problem, bad, card))
        for picture in drawing.placed:
            if picture.dpi < SOFT_DPI:
                self.problems.add(self._soft(picture.href, picture.dpi, picture.at, card))
        for part in drawing.rasterised:
            if part.file not in self._as_pixels:  # once a file, be it on every card
                self._as_pixels.add(part.file)
                self.problems.add(self._pixelled(part, card, self._named(card, part.file)))
        for replaced in self.drawer.replaced.values():
            if replaced not in self._replaced:  # once a file
                self._replaced.add(replaced)
                self.problems.add(self._font_replaced(replaced, card))
        if not any(
            problem.severity == "error" for problem in list(self.problems)[faults_before:]
        ):  # what does not fit is anywhere
            self._check_mark(card, face, drawn.stamp)
        if (
            len(self.problems) == faults_before and not drawing.rasterised and not is_draft
        ):  # that is reported once for each file
            self._clean[key] = (drawn, tuple(self.fits[fits_before:]))
        return _Made(key, drawn, root)

    def _of_picture(self, problem: Problem, fault: SvgFault, card: Card) -> Problem:
        """Point at where a picture is named that is at fault, or at the line in it; at where it is
        shown besides.
        """
        named = self._named(card, fault.href)
        template = (("template", problem.place),) if problem.place else ()
        if fault.inside:
            file, _, line = fault.inside.rpartition(":")
            place = Place(file, int(line) if line.isdigit() else 0)
            return replace(problem, place=place, also=(("card", named or card.place), *template))
        return replace(problem, place=named, also=template) if named else problem

    def _named(self, card: Card, file: str | None) -> Place | None:
        """Find where a card itself names a picture."""
        name = card.field_naming(file) if file else None
        return card.places[name] if name else None

    def _pixelled(self, part: AsPixels, card: Card, named: Place | None) -> Problem:
        """Make a note of what became pixels: a whole picture, or one element of a picture or a
        template.
        """
        is_ours = part.at and (self.game.folder / "templates" / part.file).is_file()
        place = template_place(part.at)[1] if is_ours else named or card.place
        line = f", line {part.at.rpartition(':')[2]}" if part.at and not is_ours else ""
        what = (
            f"{part.why}, which is printed as pixels"
            if part.at
            else f"uses SVG that is printed as pixels: {part.why}"
        )
        message = f"'{part.file[:60]}'{line}: {what}" if part.at else f"'{part.file[:60]}' {what}"
        also = (("card", card.place),) if is_ours else ()
        return Problem(
            "picture-as-pixels",
            message,
            place,
            "plain shapes, paths and gradients stay sharp",
            "note",
            also,
            card.id,
        )

    def _font_replaced(self, replaced: Replaced, card: Card) -> Problem:
        """Warn of a font that a picture or an icon names and no one has."""
        file, _, line = replaced.at.rpartition(":")
        name = f"templates/{file}" if file.startswith(ICONS) else file
        is_file = not file.startswith("data:") and line.isdigit()
        place = Place(name, int(line)) if is_file else card.place
        wanted = replaced.wanted[:40] or "a family in the picture"
        message = (
            f"'{file[:60]}' has a text in {wanted}, which the game does not have: printed in "
            f"{replaced.shown}"
        )
        hint = (
            "put that font into fonts/ and name it under fonts: in cards.yaml, or turn the text "
            "into paths"
        )
        return Problem(
            "art-font", message, place, hint, "warning", (("card", card.place),), card.id
        )

    def _check_size(self, card: Card, face: Face) -> None:
        """Warn, once a template, where it is drawn for another size than its cards have in this
        game.
        """
        width, height = card.size_mm or self.game.card_size_mm
        drawn_width, drawn_height = face.size_mm
        if abs(drawn_width - width) > SIZE_SLACK_MM or abs(drawn_height - height) > SIZE_SLACK_MM:
            scale = min(width / drawn_width, height / drawn_height)
            place = template_place(face.root.at)[1]
            message = (
                f"the template is {drawn_width:g} x {drawn_height:g} mm, the card {width:g} x "
                f"{height:g} mm: printed at {scale:.0%}"
            )
            self.problems.warn(
                "template-size",
                message,
                place,
                f'write viewBox="0 0 {width:g} {height:g}" and draw for that',
            )

    def _check_mark(self, card: Card, face: Face, stamp: Stamp) -> None:
        """Warn, once a template, where the version mark is printed over a text, or, where the
        template keeps no place for it, over a line.
        """
        if (text := covered(stamp)) is not None:
            place = template_place(face.root.at)[1]
            if not any(
                known.code == "mark-over-text" and known.place == place for known in self.problems
            ):
                self.problems.warn(
                    "mark-over-text",
                    f"the version mark is printed over '{text[:40]}'",
                    place,
                    (
                        'give it a place in the template, <text id="version-mark" x="…" y="…" '
                        'font-size="4.25pt"/>, or say version_marks: false'
                    ),
                    card=card.id,
                )
        elif (
            (box := mark_box(stamp)) is not None
            and self._marks_of.setdefault(card.template, card.id) == card.id
            and only_mark(face.root, "") is None
            and is_crossed(unmarked(stamp), box)
        ):
            self.problems.warn(
                "mark-over-art",
                (
                    "the template keeps no place for the version mark, which is printed over what "
                    "is drawn at the lower edge"
                ),
                template_place(face.root.at)[1],
                (
                    'give it an empty place, <text id="version-mark" x="…" y="…" '
                    'font-size="4.25pt"/>, or say version_marks: false'
                ),
                card=card.id,
            )

    def _soft(self, href: str, dpi: float, at: str, card: Card) -> Problem:
        return Problem(
            "soft-picture",
            soft_said(href, dpi),
            self._named(card, href) or card.place,
            "use a larger picture",
            "warning",
            (("template", template_place(at)[1]),),
            card.id,
        )
