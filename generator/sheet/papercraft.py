"""Stages 2 to 5 for folded parts: boxes for the decks, paper dice and standing figures.

In: a Game, its Press and a paper. Out: `Cutout`s, which are nets with their printed faces, and the
bytes of a PDF with them. The game determines the look of a face (templates/tuck.svg.j2,
templates/die.svg.j2, the template that `standee:` names); by default, boxes and dice have the
tool's plain look.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any

from generator.data.game import Card, Component, Game, Part, Record
from generator.data.geometry import Box, Matrix, Point
from generator.data.problems import Place, ProblemError, Problems
from generator.data.units import (
    CARD_MM,
    MM_PER_PT,
    PAPER_SIZES,
    PLAIN_SLEEVES,
    SLEEVES,
    format_size_mm,
    sleeved_mm,
)
from generator.data.wording import phrase
from generator.face.faces import OURS, template_place
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.pdf.document import Document
from generator.sheet import messages as say
from generator.sheet.cutting import Cut, Cutting, line_cut
from generator.sheet.nets import (
    NUMBERS,
    SLACK_MM,
    Net,
    Panel,
    Spread,
    brace,
    die_net,
    die_solid,
    flat_face,
    lay_out,
    middle_of,
    standee,
    tuck_box,
)
from generator.sheet.outputs import document_for, footer
from generator.sheet.sheets import FOOTER_MM, PRINTABLE_MARGIN_MM, Sheet

LEAST_DEPTH_MM = 4.0  # of a box: narrower sides than that cannot be folded
LEGEND_MM = 7.0  # above the nets
_LEGEND_PT, _LEAST_LEGEND_PT = 7.5, 6.0  # smaller than that, it takes two lines
_FLAPS = {
    "glue": "glue",
    "dust": "tuck",
    "tongue": "tuck",
    "brace": "brace",
}  # phrases by the names of panels
_LABEL_PT, _LEAST_LABEL_PT = 6.5, 5.0


@dataclass(frozen=True)
class Cutout:
    """One thing to cut out and fold: its net, and the print on its panels by the names of their
    faces.
    """

    name: str
    net: Net
    faces: Mapping[str, Card] = field(repr=False)


def make_part(
    game: Game,
    id_: str,
    template: str,
    values: Mapping[str, Any],
    component: Component | None = None,
    card: Card | None = None,
    size_mm: tuple[float, float] | None = None,
    places: Mapping[str, Place] = MappingProxyType({}),
) -> Part:
    """Make a face other than a card. Its template sees `part` with these values, and the card if
    there is one.

    `places` gives the places in the game's file of the words in its text areas, by the areas' ids;
    '' is the place of all others. `template` is a name in the game's templates or, if it has none
    of that name, in the tool's own.
    """
    name = template if (game.templates / template).is_file() else f"{OURS}/{template}"
    if card is not None:
        kind, record, place, places = card.kind, card.record, card.place, card.places
    else:
        kind, record = template.partition(".")[0], Record({})
        places = {"title": game.root["game"]["title"].place, **places}
        place = component.place if component else places.get("", game.root.place)
    return Part(
        id_,
        id_,
        kind,
        record,
        name,
        1,
        size_mm,
        "rectangle",
        None,
        place,
        places,
        Record(dict(values)),
    )


# -- boxes


def tuck_boxes(
    game: Game,
    card_mm: tuple[float, float],
    sleeves: str | None,
    components: Collection[Component],
    problems: Problems,
) -> list[Cutout]:
    """Make a tuck box for every deck of cards, including cards of other sizes than the common one.
    If `sleeves` is None, `box:` decides.

    Sleeves are for cards of the common size; other cards use only sleeves that fit any size. Decks
    too thin for a box that can be folded are left out, with a warning if they have the common size.
    Raises ProblemError if the cards do not fit into the sleeves.
    """
    is_asked, sleeves = sleeves is not None, sleeves or game.box["sleeves"]
    thickness = game.box["card_thickness"] or CARD_MM
    try:
        sleeved_mm(card_mm, sleeves)
    except ValueError:
        card, sleeve = format_size_mm(card_mm), format_size_mm(SLEEVES[sleeves][:2])
        if is_asked:
            said = say.CARD_NOT_IN_SLEEVES_ASKED(sleeves=sleeves, card=card, sleeve=sleeve)
            raise ProblemError.of(said) from None
        said = say.CARD_NOT_IN_SLEEVES(card=card, sleeve=sleeve)
        raise ProblemError.of(said, game.root["box"]["sleeves"].place) from None
    boxes = []
    for component in components:
        for size_mm in dict.fromkeys(
            card.size_mm for card in component.cards if component.deals(card)
        ):
            count = sum(card.copies for card in component.cards if card.size_mm == size_mm)
            own = sleeves if size_mm is None or sleeves in PLAIN_SLEEVES else "none"
            width, height, thicker = sleeved_mm(size_mm or card_mm, own)
            depth = count * (thickness + thicker)
            if depth + SLACK_MM < LEAST_DEPTH_MM:
                if size_mm is None:  # a few tiles or their own aids size need none
                    problems.warn(
                        say.TOO_THIN_TO_FOLD(
                            name=component.name,
                            count=count,
                            depth=depth + SLACK_MM,
                            least=LEAST_DEPTH_MM,
                        ),
                        component.place,
                    )
                continue
            faces = _box_faces(game, component, (width, height, depth), count)
            what = "unsleeved" if own == "none" else "sleeved"
            name = phrase(game.language, what, deck=component.name, count=count, sleeves=own)
            boxes.append(Cutout(name, tuck_box(width, height, depth), faces))
    return boxes


def _box_faces(
    game: Game, component: Component, inside_mm: tuple[float, float, float], count: int
) -> dict[str, Card]:
    """Make the faces of a box. Without a template of the game's the deck's back is on its front and
    back.
    """
    width, height, depth = (side + SLACK_MM for side in inside_mm)
    back_ids = [id_ for card in component.cards if (id_ := component.back_of(card))]
    back = game.cards[back_ids[0]] if back_ids else None
    sizes = {
        "front": (width, height),
        "back": (width, height),
        "left": (depth, height),
        "right": (depth, height),
        "top": (width, depth),
        "bottom": (width, depth),
    }
    is_ours = not (game.templates / "tuck.svg.j2").is_file()
    places = {"deck": _name_place(game, component)}
    faces: dict[str, Card] = {}
    for panel, size in sizes.items():
        values = {
            "panel": panel,
            "width": size[0],
            "height": size[1],
            "deck": component.name,
            "id": component.id,
            "count": count,
            "back": back.record if back else None,
        }
        part = make_part(
            game,
            f"{component.id}:tuck:{panel}",
            "tuck.svg.j2",
            values,
            component,
            size_mm=size,
            places=places,
        )
        faces[panel] = back if is_ours and back and panel in ("front", "back") else part
    return faces


def _name_place(game: Game, component: Component) -> Place:
    """Find the place of a component's name in the game's file."""
    components = game.root.get("components")
    node = components.get(component.id) if components else None
    name = node.get("name") if node else None
    return name.place if name else component.place


# -- dice


def paper_dice(game: Game, components: Collection[Component]) -> list[Cutout]:
    """Make as many paper dice as the components that have `dice:` count."""
    made = []
    for component in components:
        if component.dice is not None:
            faces = {
                str(number): part
                for number, part in enumerate(die_faces(game, component, component.dice))
            }
            made += [Cutout(component.name, die_net(component.dice), faces)] * component.count
    return made


def die_faces(game: Game, component: Component, faces: int) -> list[Part]:
    """Make the faces of a die, in the order of its solid."""
    solid = die_solid(faces)
    made = []
    for face, corners in enumerate(solid.faces):
        points = flat_face(solid, face)
        x, y = middle = middle_of(points)
        nearest = min(_distance(middle, points[i], points[i - 1]) for i in range(len(points)))
        number = NUMBERS[faces][face] if faces in NUMBERS else None
        ends = []
        if number is None:
            ends = [
                Record(
                    {
                        "number": corner + 1,
                        "turn": round(math.degrees(math.atan2(py - y, px - x)) + 90, 4),
                    }
                )
                for corner, (px, py) in zip(corners, points, strict=True)
            ]
        box = Box.around(points)
        size = box.right, box.bottom
        values = {
            "faces": faces,
            "number": number,
            "is_marked": number in (6, 9) and faces > 6,
            "corners": tuple(ends),
            "x": x,
            "y": y,
            "radius": nearest,
            "width": size[0],
            "height": size[1],
            "outline": " ".join(f"{px:.4f} {py:.4f}" for px, py in points),
        }
        made.append(
            make_part(
                game,
                f"{component.id}:d{faces}:{face}",
                "die.svg.j2",
                values,
                component,
                size_mm=size,
            )
        )
    return made


def _distance(point: Point, a: Point, b: Point) -> float:
    """Measure from a point to the line through two others."""
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / math.dist(a, b)


# -- figures


def standees(game: Game, press: Press, components: Collection[Component]) -> list[Cutout]:
    """Make a standing figure for every card, and copy, of the components that have `standee:`, as
    large as the template says.
    """
    made: list[Cutout] = []
    for component in components:
        for card in component.cards if component.standee else ():
            faces = {
                side: make_part(
                    game,
                    f"{card.id}:standee:{side}",
                    component.standee or "",
                    {"side": side},
                    component,
                    card,
                )
                for side in ("front", "back")
            }
            stamps = list(map(press.stamp, faces.values()))
            if stamps[0] is None or stamps[1] is None:
                continue
            try:
                net = standee(*stamps[0].size_mm)
            except ValueError as fault:
                _, place = template_place(f"{component.standee}:1")
                press.problems.error(
                    say.STANDEE_SIZE(standee=component.standee, fault=fault), place, card=card.id
                )
                return made
            made += [Cutout(component.name, net, faces)] * card.copies
    return made


def braces(game: Game, components: Collection[Component]) -> list[Cutout]:
    """Make the braces for every piece, and copy, of the components that have `braces:`. A piece is
    folded across its longer side.
    """
    cutouts: list[Cutout] = []
    for component in components:
        title = phrase(game.language, "braces-for", name=component.name)
        for card in component.cards:
            if card.size_mm:
                number = card.copies * (component.braces or 0)
                cutouts += [Cutout(title, brace(max(card.size_mm) / 2), {}) for _ in range(number)]
    return cutouts


# -- onto paper


def write_cutouts(
    game: Game,
    press: Press,
    cutouts: Sequence[Cutout],
    paper_mm: tuple[float, float],
    what: str,
    problems: Problems,
) -> tuple[bytes, int] | None:
    """Lay cutouts onto pages: the bytes of a PDF and its pages. Those larger than the paper are
    left out, with a warning.

    `what` is the phrase for them: boxes, dice, standees or braces. None if nothing is left.
    Problems with templates go to the press.
    """
    cutouts = [cutout for cutout in cutouts if _has_room(cutout, paper_mm, problems)]
    if not cutouts:
        return None
    spreads = _spreads([cutout.net for cutout in cutouts], paper_mm)
    document = document_for(game, press, phrase(game.language, what))
    document.prints_on("Simplex")
    for number, spread in enumerate(spreads, 1):
        document.page(spread.width_mm, spread.height_mm)
        names = tuple(dict.fromkeys(cutouts[n].name for n, _ in spread.nets))
        for n, net in spread.nets:
            _draw(document, press, net, cutouts[n].faces, game.language)
        _legend(document, phrase(game.language, "cut-out"), spread.width_mm)
        footer(
            document,
            game,
            Sheet(
                spread.width_mm,
                spread.height_mm,
                "front",
                names,
                (),
                footer="bottom",
                number=number,
                total=len(spreads),
            ),
        )
    return document.close(), len(spreads)


def cuttings_of(cutouts: Sequence[Cutout], paper_mm: tuple[float, float]) -> list[Cutting]:
    """Return the cuts of the pages that `write_cutouts` makes from these; the inner cuts of a net
    come before its outline.
    """
    nets = [cutout.net for cutout in cutouts if _fits_on(cutout.net, paper_mm)]
    found: dict[tuple[tuple[Cut, ...], float, float], list[int]] = {}
    for number, spread in enumerate(_spreads(nets, paper_mm) if nets else [], 1):
        cuts: list[Cut] = []
        for _, net in spread.nets:
            for hole in chain.from_iterable(panel.holes for panel in net.panels):
                is_open = hole[0] != hole[-1]
                cuts.append(line_cut(hole if is_open else hole[:-1], is_open))
            cuts += list(map(line_cut, net.outlines))
        found.setdefault((tuple(cuts), spread.width_mm, spread.height_mm), []).append(number)
    return [Cutting(*key, tuple(numbers)) for key, numbers in found.items()]


def _spreads(nets: Sequence[Net], paper_mm: tuple[float, float]) -> list[Spread]:
    return lay_out(nets, paper_mm, PRINTABLE_MARGIN_MM, LEGEND_MM, FOOTER_MM)


def _has_room(cutout: Cutout, paper_mm: tuple[float, float], problems: Problems) -> bool:
    """Return whether a cutout fits the paper; if not, warn and name papers that it fits."""
    enough = [name for name, size in PAPER_SIZES.items() if _fits_on(cutout.net, size)]
    if _fits_on(cutout.net, paper_mm):
        return True
    hint = "split it into two smaller decks, or use thinner sleeves"
    if enough:
        hint = f"--paper {' or '.join(enough)} has room"
    problems.warn(
        say.TOO_LARGE_TO_FOLD(name=cutout.name, size=format_size_mm(cutout.net.size_mm)), hint=hint
    )
    return False


def _fits_on(net: Net, paper_mm: tuple[float, float]) -> bool:
    try:
        _spreads([net], paper_mm)
    except ValueError:
        return False
    return True


def _legend(document: Document, text: str, page_mm: float) -> None:
    """Write above the nets how to fold them: on one line, or on two if that would be too small."""
    left, room = PRINTABLE_MARGIN_MM + 1, page_mm - 2 * PRINTABLE_MARGIN_MM - 2
    lines = [text]
    if document.width(text) * _LEAST_LEGEND_PT * MM_PER_PT > room:
        words = text.split(" ")
        halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        lines = list(min(halves, key=lambda both: max(map(document.width, both))))
    size = min(_LEGEND_PT, room / (max(map(document.width, lines)) * MM_PER_PT))
    for number, line in enumerate(lines):
        document.text(line, left, PRINTABLE_MARGIN_MM + 3 + number * 2.8, size)


def _draw(
    document: Document, press: Press, net: Net, faces: Mapping[str, Card], language: str
) -> None:
    """Draw a net: faces, then its folds and cuts, and what to do with its flaps."""
    for panel in net.panels:
        if panel.face:
            stamp = press.stamp(faces[panel.face])
            if stamp is not None:
                _lay(document, stamp, panel, faces[panel.face])
    document.lines(net.folds, 0.3, grey=1.0)  # so that a fold shows on dark faces too
    document.lines(net.folds, 0.2, "[1.6 1.6] 0", 0.2)
    document.lines(net.cuts, 0.2)
    for panel in net.panels:
        word = _FLAPS.get(panel.name.split()[0])
        if word:
            _label(document, panel, phrase(language, word))


def _lay(document: Document, stamp: Stamp, panel: Panel, card: Card) -> None:
    """Place a face on its panel, scaled as a whole and centred if it was drawn for another size."""
    width, height = card.size_mm or stamp.size_mm
    if not isinstance(card, Part):  # a card's back on a box: as large as the panel
        _, _, width, height = Box.around(panel.points)
    scale = min(width / stamp.size_mm[0], height / stamp.size_mm[1])
    spare_x, spare_y = width - stamp.size_mm[0] * scale, height - stamp.size_mm[1] * scale
    inner = Matrix(scale, 0.0, 0.0, scale, spare_x / 2, spare_y / 2)
    if stamp.ground:
        document.polygon(panel.points, stamp.ground)
    document.lay(stamp, panel.matrix @ inner, panel.points)


def _label(document: Document, panel: Panel, word: str) -> None:
    """Write a word on a flap: upward if the flap is narrow, smaller if it is short, and not at all
    if that is not enough.
    """
    box = Box.around(panel.points)
    (x, y), across, along = box.centre, box.width - 3, box.height - 3
    wide = document.width(word) * MM_PER_PT
    is_upward = across < wide * _LABEL_PT and along > across
    size = min(_LABEL_PT, (along if is_upward else across) / wide)
    if size >= _LEAST_LABEL_PT:
        document.text(
            word,
            x + (0.8 if is_upward else 0),
            y + (0 if is_upward else 0.8),
            size,
            is_upward=is_upward,
            align="center",
        )
