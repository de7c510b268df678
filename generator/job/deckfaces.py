"""A first template for cards from a spreadsheet: each field in a sensible place, for the designer
to change.

In: a `ProposedKind`, and how much room texts need. Out: the text of an SVG template. The name is on
top, a cost in a badge beside it; groups give the colour; then the picture, texts, and other numbers
in a row at the foot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import filterfalse

from generator.cells.proposing import ProposedField, ProposedKind
from generator.data.geometry import decimals

COLOURS = {
    "sea": "#33728D",
    "rust": "#893C1C",
    "moss": "#546D49",
    "plum": "#512652",
    "ochre": "#90690C",
    "wine": "#8A2B3D",
    "pine": "#2A6657",
    "slate": "#465264",
}
"""The palette of a first deck; each colour is dark enough for light letters. The first five are told
apart by people who are colour-blind, too.
"""
_MEANT = {
    "wine": "red rot rouge rojo rosso czerwony fire feuer feu fuego fuoco ogien attack angriff",
    "sea": "blue blau bleu azul blu niebieski water wasser eau agua acqua woda air luft",
    "moss": (
        "green grun vert verde zielony earth erde terre tierra terra ziemia forest wald foret "
        "bosque"
    ),
    "ochre": "yellow gelb jaune amarillo giallo zolty gold or oro zloto sun sonne light licht",
    "slate": (
        "black schwarz noir negro nero czarny grey gray grau gris grigio szary white weiss blanc "
        "blanco bianco bialy"
    ),
    "plum": "purple violet lila violett morado viola fioletowy magic magie magia spell zauber",
    "rust": "orange brown braun marron brun pomaranczowy naranja arancione",
}
COLOUR_OF = {word: colour for colour, words in _MEANT.items() for word in words.split()}
"""The colour that a word in the name of a group suggests."""
_MOST_AT_FOOT = 5
_MOST_NARROW = 8
"""Numbers at the foot, at most, if they and their labels are short."""
_MOST_BESIDE_BADGE = 3
"""Numbers of which the first is shown as a badge, at most, if none is a cost."""
_WIDEST_AT_FOOT = 7
_WIDEST_BADGE = 4
_WIDEST_LINE = 26
_LONGEST_LABEL = 18
_MOST_CENTRED = 200
"""Letters of a text: a longer one is easier to read from the left."""


@dataclass(frozen=True)
class FaceRoom:
    """How much room a template gives: the size of the card in millimetres, whether there is a
    picture, and sizes of text in points.
    """

    width: float
    height: float
    has_picture: bool
    text_pt: float
    least_pt: float
    has_details: bool = True
    picture_share: float = 0.46
    """The most of the room above the foot that a picture takes, if there are texts too."""

    @property
    def size(self) -> str:
        """The size as cards.yaml writes it; empty for the usual card size."""
        if (self.width, self.height) == (63, 88):
            return ""
        return f"{_mm(self.width)} x {_mm(self.height)} mm"


def rooms(has_pictures: bool) -> list[FaceRoom]:
    """List the ways to lay out a card, from the airiest to the one with the most text."""
    found = [
        FaceRoom(63, 88, True, 10, 8, picture_share=0.7 if has_pictures else 0.46),
        FaceRoom(63, 88, True, 10, 8),
        FaceRoom(63, 88, has_pictures, 9, 7),
        FaceRoom(63, 88, has_pictures, 6.5, 6.5),
        FaceRoom(70, 120, has_pictures, 9, 7),
        FaceRoom(105, 148, has_pictures, 9, 7),
        FaceRoom(105, 148, False, 7, 7),
        FaceRoom(148, 210, False, 8, 7),
        FaceRoom(148, 210, False, 6, 6),
        FaceRoom(63, 88, has_pictures, 9, 7, has_details=False),
    ]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Letters:
    """Letters that the fonts of a first deck lack. `can_print` says whether they have all letters
    of a label; `unset` lists, by field, the cards whose values contain missing letters; `signs` are
    emoji and the like in other values, the longest first.
    """

    can_print: Callable[[str], bool]
    unset: Mapping[str, Collection[str]]
    signs: Sequence[str] = ()


@dataclass
class Parts:
    """The place of each field of a kind."""

    title: ProposedField | None = None
    group: ProposedField | None = None
    badge: ProposedField | None = None
    picture: ProposedField | None = None
    lines: list[ProposedField] = field(default_factory=list)
    texts: list[ProposedField] = field(default_factory=list)
    flavours: list[ProposedField] = field(default_factory=list)
    numbers: list[ProposedField] = field(default_factory=list)
    details: list[ProposedField] = field(default_factory=list)


def parts_of(kind: ProposedKind, group: str | None) -> Parts:
    """Find a place for each field; `group` is the one that determines the colour."""
    parts, rest = Parts(), list[ProposedField]()
    for proposed in kind.fields:
        if proposed is kind.title or not proposed.texts:
            continue
        rest.append(proposed)
        if proposed.name == group:
            parts.group = proposed
    parts.title = kind.title or parts.group
    parts.picture = _picture_among(rest, parts.title)
    rest = [proposed for proposed in rest if proposed not in (parts.group, parts.picture)]
    rest = list(filterfalse(_is_of_pictures, rest))
    numbers = list(filter(_is_number, rest))
    parts.badge = _badge_among(numbers)
    most_at_foot = _most_at_foot(numbers)
    for proposed in rest:
        if proposed is parts.badge:
            continue
        if proposed in numbers and len(parts.numbers) < most_at_foot:
            parts.numbers.append(proposed)
        else:
            _add_by_sort(parts, proposed)
    return parts


def _is_of_pictures(proposed: ProposedField) -> bool:
    """Return whether a field is nothing but pictures, or names of them."""
    is_named = proposed.names_pictures or (proposed.is_art and proposed.name != "name")
    return is_named or proposed.sort == "image"


def _picture_among(
    fields: Sequence[ProposedField], title: ProposedField | None
) -> ProposedField | None:
    """Find the field that is shown as a picture; the title, if nothing else is, and its cards have
    pictures of their names.
    """
    for proposed in fields:
        if _is_of_pictures(proposed) or proposed.ending:
            return proposed
    return title if title is not None and title.ending else None


def _badge_among(numbers: Sequence[ProposedField]) -> ProposedField | None:
    """Find the number that is shown as a badge: a cost, or else the first of few."""
    short = [proposed for proposed in numbers if _widest(proposed) <= _WIDEST_BADGE]
    for proposed in short:
        if proposed.is_cost:
            return proposed
    # of more numbers, none is the one that counts
    return short[0] if short and len(numbers) <= _MOST_BESIDE_BADGE else None


def _most_at_foot(numbers: Sequence[ProposedField]) -> int:
    """Return how many numbers there is room for at the foot of a card."""
    are_narrow = all(_widest(proposed) <= 2 and len(proposed.label) <= 5 for proposed in numbers)
    return _MOST_NARROW if are_narrow else _MOST_AT_FOOT


def _add_by_sort(parts: Parts, proposed: ProposedField) -> None:
    """Add a field to the texts, the flavours, the line below the title, or the details."""
    if proposed.sort == "text":
        (parts.flavours if proposed.is_flavour else parts.texts).append(proposed)
    elif proposed.sort != "line":
        parts.details.append(proposed)
    elif proposed.is_flavour:
        parts.flavours.append(proposed)
    elif not parts.lines and _is_of_words(proposed) and _widest(proposed) <= _WIDEST_LINE:
        parts.lines.append(proposed)
    else:
        parts.details.append(proposed)


def _is_number(proposed: ProposedField) -> bool:
    """Return whether a field holds a number, or what is shown as one, such as 10% and 1st."""
    if proposed.sort in ("integer", "number"):
        return True
    are_numbers = all(
        any(map(str.isdigit, text)) and sum(map(str.isalpha, text)) <= 2 for text in proposed.texts
    )
    return proposed.sort == "line" and are_numbers and _widest(proposed) <= _WIDEST_AT_FOOT


def _is_of_words(proposed: ProposedField) -> bool:
    """Return whether a field says something without its label: words, and no sums as $1,200.00."""
    return all(sum(map(str.isalpha, text)) > sum(map(str.isdigit, text)) for text in proposed.texts)


def _widest(proposed: ProposedField) -> int:
    return max(map(len, proposed.texts), default=0)


def template_for(
    kind: ProposedKind,
    parts: Parts,
    room: FaceRoom,
    colour: str,
    letters: Letters,
    ratio: float | None = None,
) -> str:
    """Write the template of a kind; `colour` is the name in the palette of cards without a group,
    `ratio` the usual width of its pictures by their height, if that is known.
    """
    return _Template(kind, parts, room, colour, letters, ratio).text()


class _Template:
    """Write a template from the top of the card to its foot."""

    def __init__(
        self,
        kind: ProposedKind,
        parts: Parts,
        room: FaceRoom,
        colour: str,
        letters: Letters,
        ratio: float | None,
    ) -> None:
        self.kind, self.parts, self.room, self.colour = kind, parts, room, colour
        self.ratio = ratio
        self.can_print, self.unset, self.signs = letters.can_print, letters.unset, letters.signs
        self.left, self.right = 5.0, room.width - 5.0
        self.lines: list[str] = []

    def text(self) -> str:
        room = self.room
        self._head()
        y = self._band()
        y = self._type_line(y)
        foot = self._foot_top()
        if room.has_picture:
            y = self._picture(y, foot)
        self._texts(y, foot)
        self._foot(foot)
        self.add(
            f'  <text id="version-mark" x="{_mm(room.width / 2)}" y="{_mm(room.height - 3)}" '
            f'text-anchor="middle" font-size="4.25pt" fill="{{{{ palette.ink }}}}"/>'
        )
        self.add("</svg>", "")
        return "\n".join(self.lines)

    def add(self, *lines: str) -> None:
        self.lines += lines

    def _head(self) -> None:
        """Write what the template is, the colour, and the frame."""
        room, group = self.room, self.parts.group
        self.add(
            f"{{# {self.kind.kind}: a card of {_mm(room.width)} x {_mm(room.height)} mm. Draw "
            "past the edges: anything outside is cut away."
        )
        self.add(
            "   To change: each part has its place in millimetres (x, y, width, height), and "
            "texts have their sizes in points. #}"
        )
        if self.unset:
            self.add(
                "{# The fonts that come with the tool lack letters of these cards, by their "
                "fields. Name a font that has them under"
            )
            self.add("   `fonts:` in cards.yaml, and write `{}` here. #}")
            self.add(
                f"{{% set unset = "
                f"{json.dumps({name: sorted(ids) for name, ids in self.unset.items()})} %}}"
            )
        if self.signs:
            self.add(
                "{# The fonts that come with the tool lack these signs, so each is shown as ◆. "
                "Name a font that has them under",
                "   `fonts:` in cards.yaml, and write [] here. #}",
                f"{{% set signs = {json.dumps(self.signs, ensure_ascii=False)} %}}",
                "{% macro shown(text) %}{% set own = namespace(text=text) %}"
                "{% for sign in signs %}"
                '{% set own.text = own.text|replace(sign, "◆") %}'
                "{% endfor %}{{ own.text }}{% endmacro %}",
            )
        if group is None:
            colour = f"palette.{self.colour}"
        elif group.type.endswith("?"):
            colour = f"card.{group.name}.colour if card.{group.name} else palette.{self.colour}"
        else:
            colour = f"card.{group.name}.colour"
        self.add(f"{{% set colour = {colour} %}}")
        size = f'viewBox="0 0 {_mm(room.width)} {_mm(room.height)}"'
        self.add(
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} data-ground="{{{{ palette.paper '
            f'}}}}" font-family="text">'
        )
        self.add(
            (
                f'  <rect x="-4" y="-4" width="{_mm(room.width + 8)}" '
                f'height="{_mm(room.height + 8)}" fill="{{{{ palette.paper }}}}"/>'
            ),
            "",
        )

    def _band(self) -> float:
        """Write the band with the badge and the name, and return where it ends."""
        title, badge = self.parts.title, self.parts.badge
        if title is None and badge is None:
            self.add("  <!-- a band in the colour -->")
            self.add(
                (
                    f'  <rect x="-4" y="-4" width="{_mm(self.room.width + 8)}" height="9.5" '
                    f'fill="{{{{ colour }}}}"/>'
                ),
                "",
            )
            return 7.5
        self.add(
            "  <!-- the band: a badge and the name -->"
            if badge
            else "  <!-- the band with the name -->"
        )
        self.add(
            f'  <rect x="-4" y="-4" width="{_mm(self.room.width + 8)}" height="20" fill="{{{{ '
            f'colour }}}}"/>'
        )
        left = self.left
        if badge is not None:
            left = 18.5
            size = {1: 19, 2: 17, 3: 12}.get(_widest(badge), 9.5)
            self.add(f"  {{% if {self._has(badge)} %}}")
            self.add('  <circle cx="10.5" cy="8.4" r="6" fill="{{ palette.paper }}"/>')
            self.add(
                '  <text x="10.5" y="8.4" data-centre="ink" font-family="display" '
                f'font-weight="900" font-size="{size}pt" fill="{{{{ palette.ink }}}}">{{{{ '
                f"card.{badge.name} }}}}</text>"
            )
            self.add("  {% endif %}")
        if title is not None:
            value = f"{{{{ {self._said(title)} }}}}"
            if title.name in self.unset:
                value = f"{{{{ {self._said(title)} if {self._has(title)} else card.id }}}}"
            elif title.type.endswith("?"):
                value = f"{{{{ {self._said(title)} if {self._has(title)} else '' }}}}"
            self.add(
                self._area(
                    "name",
                    left,
                    2.6,
                    self.right - left,
                    11.6,
                    "14pt",
                    "7pt",
                    value,
                    (
                        'font-family="display" font-weight="700" max-lines="3" '
                        'display-align="center" fill="{{ palette.paper }}"'
                    ),
                )
            )
        self.add("")
        return 17.2

    def _type_line(self, y: float) -> float:
        """Write the line below the band: the group and a short text."""
        shown = []
        for proposed in (self.parts.group, *self.parts.lines):
            if proposed is not None and proposed is not self.parts.title:
                shown.append(proposed)
        if not shown:
            return y + 0.8
        pieces = list[str]()
        for proposed in shown:
            value = self._said(proposed)
            pieces.append(
                f"{value} if {self._has(proposed)}" if self._may_lack(proposed) else value
            )
        words = (
            "["
            + ", ".join(f"({piece} else '')" if " if " in piece else piece for piece in pieces)
            + "]|select|join(' · ')"
        )
        self.add("  <!-- what sort of card it is -->")
        self.add(
            self._area(
                "sort" if len(shown) > 1 else shown[0].name,
                self.left,
                y,
                self.right - self.left,
                4.6,
                "8.5pt",
                "7pt",
                f"{{{{ {words} }}}}",
                'font-weight="700" max-lines="1" display-align="center" fill="{{ colour }}"',
            ),
            "",
        )
        return y + 5.2

    def _picture(self, y: float, foot: float) -> float:
        """Write the window of the picture, with an initial in it as long as there is none, and
        return where it ends.
        """
        room, picture, title = self.room, self.parts.picture, self.parts.title
        has_texts = self._has_texts()
        height = (foot - y) * (room.picture_share if has_texts else 1) - (0 if has_texts else 2)
        width = self.right - self.left
        if self.ratio is not None and width / self.ratio < height:
            y += 0 if has_texts else (height - width / self.ratio) / 2
            height = width / self.ratio
        here = "card.art"
        if picture is not None and picture.ending:
            file = f'{self._plainly(picture)} ~ "{picture.ending}"'
            here = f"card.art or {file}"
            if self._may_lack(picture):
                here = f"card.art or ({file} if {self._has(picture)})"
        elif picture is not None and picture.sort == "image":
            here = f"card.{picture.name} or card.art"
        self.add(
            "  <!-- the picture: `art: art/NAME.png` of a card in cards.yaml puts one of your "
            "own here -->"
        )
        self.add(f"  {{% set picture = {here} %}}", "  {% if picture %}")
        box = f'x="{_mm(self.left)}" y="{_mm(y)}" width="{_mm(width)}" height="{_mm(height)}"'
        ground = f'  <rect {box} rx="1.5" fill="{{{{ colour }}}}" fill-opacity="0.12"/>'
        fit = "slice"
        if self.ratio is not None:
            fit = "meet"
            self.add(ground)
        self.add(
            f'  <image href="{{{{ picture }}}}" {box} preserveAspectRatio="xMidYMid {fit}"/>',
            "  {% else %}",
            ground,
        )
        if title is not None:
            size = min(height * 1.5, 60)
            if self._may_lack(title):
                self.add(f"  {{% if {self._has(title)} %}}")
            self.add(
                f'  <text x="{_mm(room.width / 2)}" y="{_mm(y + height / 2)}" '
                'data-centre="ink" font-family="display" font-weight="900" '
                f'font-size="{_mm(size)}pt" fill="{{{{ colour }}}}" fill-opacity="0.85">{{{{ '
                f"{self._said(title)}|first|upper }}}}</text>"
            )
            if self._may_lack(title):
                self.add("  {% endif %}")
        self.add("  {% endif %}", "")
        return y + height + 1.6

    def _has_texts(self) -> bool:
        parts = self.parts
        return bool(parts.texts or parts.flavours or (parts.details and self.room.has_details))

    def _texts(self, y: float, foot: float) -> None:
        """Write the area with the texts, each with its label if there are several."""
        parts, room = self.parts, self.room
        if not self._has_texts():
            return
        details = parts.details if room.has_details else []
        has_labels = len(parts.texts) + len(details) > 1
        entries = list[str]()
        for one in parts.texts:
            label = self._label(one) if has_labels and one is not parts.texts[0] else ""
            entries.append(self._entry(one, f"{label}{{{{ {self._said(one)} }}}}"))
        for one in details:
            label = self._label(one)
            if one.sort == "boolean":
                entries.append(
                    f"{{% if card.{one.name} %}}{label.replace(':', '').strip() or '•'}{{{{ "
                    f"gap }}}}{{% endif %}}"
                )
            else:
                entries.append(self._entry(one, f"{label}{{{{ {self._said(one)} }}}}"))
        above = "{{ gap }}" if entries else ""
        entries += [
            self._entry(flavour, f"{above}*{{{{ {self._said(flavour)} }}}}*")
            for flavour in parts.flavours
        ]
        first = next(iter([*parts.texts, *parts.flavours]), None)
        is_centred = (
            not has_labels
            and max(map(_widest, [*parts.texts, *parts.flavours]), default=0) <= _MOST_CENTRED
        )
        align = 'display-align="before"'
        if is_centred:
            align = 'text-align="center" display-align="center"'
        least = min(room.least_pt, room.text_pt)
        self.add(
            "  <!-- the texts -->"
            if len(entries) < 2
            else "  <!-- the texts; a new line comes after each -->"
        )
        if len(entries) > 1:
            self.add("  {% set gap %}<tbreak/>{% endset %}")
        name = first.name if first is not None and len(entries) == 1 else "texts"
        value = "".join(entries) if len(entries) > 1 else entries[0].replace("{{ gap }}", "")
        area = self._area(
            name,
            self.left,
            y,
            self.right - self.left,
            foot - y - 1.2,
            f"{_mm(room.text_pt)}pt",
            f"{_mm(least)}pt",
            value,
            f'hyphens="auto" {align} fill="{{{{ palette.ink }}}}"',
        )
        self.add(area, "")

    def _entry(self, proposed: ProposedField, text: str) -> str:
        if self._may_lack(proposed):
            return f"{{% if {self._has(proposed)} %}}{text}{{{{ gap }}}}{{% endif %}}"
        return f"{text}{{{{ gap }}}}"

    def _foot_top(self) -> float:
        return self.room.height - (16.2 if self.parts.numbers else 6.2)

    def _foot(self, top: float) -> None:
        """Write the other numbers, each with its label, in a row."""
        numbers = self.parts.numbers
        if not numbers:
            return
        width = (self.right - self.left) / len(numbers)
        pairs = ", ".join(
            f"({json.dumps(self._plain_label(number), ensure_ascii=False)}, {self._value(number)})"
            for number in numbers
        )
        widest = max(map(_widest, numbers))
        size = {1: 14, 2: 14, 3: 13, 4: 12}.get(widest, 9)
        self.add("  <!-- the other numbers, in a row at the foot -->")
        self.add(
            f'  <rect x="{_mm(self.left)}" y="{_mm(top)}" '
            f'width="{_mm(self.right - self.left)}" height="0.4" fill="{{{{ colour }}}}"/>'
        )
        self.add(f"  {{% for label, value in [{pairs}] %}}")
        self.add(f"  {{% set x = {_mm(self.left)} + loop.index0 * {_mm(width)} %}}")
        self.add("  {% if value is not none %}")
        self.add(
            (
                f'  <textArea x="{{{{ x }}}}" y="{_mm(top + 0.9)}" width="{_mm(width)}" '
                'height="3.2" font-size="6.5pt" min-font-size="4pt" max-lines="1" '
                f'text-align="center" display-align="center" fill="{{{{ palette.ink }}}}">{{{{ '
                f"label }}}}</textArea>"
            ).replace(
                'font-size="6.5pt" min-font-size="4pt"', f'font-size="{self._label_pt(width)}pt"'
            )
        )
        self.add(
            f'  <text x="{{{{ x + {_mm(width / 2)} }}}}" y="{_mm(top + 7.2)}" '
            f'data-centre="ink" font-family="display" font-weight="700" font-size="{size}pt" '
            f'fill="{{{{ colour }}}}">{{{{ value }}}}</text>'
        )
        self.add("  {% endif %}", "  {% endfor %}", "")

    def _label_pt(self, width: float) -> str:
        """Find the size at which all labels of the foot fit side by side."""
        longest = max(len(self._plain_label(number)) for number in self.parts.numbers) or 1
        return _mm(max(3.5, min(6.5, round(width / longest / 0.21 * 2) / 2)))

    def _plainly(self, proposed: ProposedField) -> str:
        """Write what the cell of a field says, for a template."""
        return (
            f"card.{proposed.name}.name"
            if proposed is self.parts.group
            else f"card.{proposed.name}"
        )

    def _said(self, proposed: ProposedField) -> str:
        """Write what a card shows of a field, for a template: of a group it is the name."""
        said = self._plainly(proposed)
        has_signs = any(
            sign in cell for cell in proposed.cells if isinstance(cell, str) for sign in self.signs
        )
        return f"shown({said})" if has_signs else said

    def _value(self, proposed: ProposedField) -> str:
        if self._may_lack(proposed):
            return f"card.{proposed.name} if {self._has(proposed)} else none"
        return f"card.{proposed.name}"

    def _may_lack(self, proposed: ProposedField) -> bool:
        return proposed.type.endswith("?") or proposed.name in self.unset

    def _has(self, proposed: ProposedField) -> str:
        """Write the condition that a card has a value, and one that can be printed."""
        said = [f"card.{proposed.name} is not none"] if proposed.type.endswith("?") else []
        said += [f"card.id not in unset.{proposed.name}"] if proposed.name in self.unset else []
        return " and ".join(said) or f"card.{proposed.name} is not none"

    def _plain_label(self, proposed: ProposedField) -> str:
        if len(proposed.label) <= _LONGEST_LABEL:
            label = proposed.label
        else:
            label = proposed.label[: _LONGEST_LABEL - 1].rstrip() + "…"
        return label if self.can_print(label) else proposed.name.replace("_", " ").capitalize()

    def _label(self, proposed: ProposedField) -> str:
        label = self._plain_label(proposed).rstrip(" :?")
        for sign in "\\*{}":
            label = label.replace(sign, f"\\{sign}")
        label = label.replace("{", "{{ '{' }}") if "{" in label else label
        return f"**{escape(label, quote=False)}:** "

    def _area(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        size: str,
        least: str,
        value: str,
        more: str,
    ) -> str:
        place = f'x="{_mm(x)}" y="{_mm(y)}" width="{_mm(width)}" height="{_mm(height)}"'
        sizes = f'font-size="{size}"' + (f' min-font-size="{least}"' if least != size else "")
        return f'  <textArea id="{name}" {place} {sizes}\n            {more}>{value}</textArea>'


def back_for(width: float, height: float) -> str:
    """Write the template of a back of some size in millimetres: the same after half a turn."""
    middle = width / 2
    return f"""\
{{# A back of {_mm(width)} x {_mm(height)} mm: the same after half a turn, so that the way a card is turned tells nothing. #}}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_mm(width)} {_mm(height)}" data-ground="{{{{ card.colour }}}}">
  <rect x="-4" y="-4" width="{_mm(width + 8)}" height="{_mm(height + 8)}" fill="{{{{ card.colour }}}}"/>
  <rect x="5" y="5" width="{_mm(width - 10)}" height="{_mm(height - 10)}" rx="3" fill="none" stroke="{{{{ palette.paper }}}}" stroke-width="2.8"/>
  <rect x="8" y="8" width="{_mm(width - 16)}" height="{_mm(height - 16)}" rx="1.4" fill="none" stroke="{{{{ palette.paper }}}}" stroke-width="0.35"/>
  {{% for turn in (0, 180) %}}
  <g transform="rotate({{{{ turn }}}} {_mm(middle)} {_mm(height / 2)})">
    <textArea x="10" y="{_mm(height * 0.13)}" width="{_mm(width - 20)}" height="{_mm(height * 0.17)}" font-family="display" font-weight="700" font-size="15pt" min-font-size="7pt"
              text-align="center" display-align="center" fill="{{{{ palette.paper }}}}">{{{{ game.title }}}}</textArea>
  </g>
  {{% endfor %}}
  <path d="M{_mm(middle - 15)} {_mm(height / 2)}l15 -4l15 4l-15 4z" fill="{{{{ palette.paper }}}}" fill-opacity="0.6"/>
  <path d="M{_mm(middle)} {_mm(height / 2 - 15)}l6 15l-6 15l-6 -15z" fill="{{{{ palette.paper }}}}"/>
</svg>
"""


ICONS: Sequence[str] = (
    '<circle cx="12" cy="12" r="9"/>',
    '<path d="M12 2L22 12L12 22L2 12Z"/>',
    '<path d="M12 2L20.7 7V17L12 22L3.3 17V7Z"/>',
    '<path d="M12 3L22 20H2Z"/>',
    '<rect x="4" y="4" width="16" height="16" rx="3"/>',
    '<path d="M12 2L14.9 8.6L22 9.3L16.7 14L18.2 21L12 17.3L5.8 21L7.3 14L2 9.3L9.1 8.6Z"/>',
)


def icon_for(number: int) -> str:
    """Draw a plain shape as a first icon, a different one for each number."""
    shape = ICONS[number % len(ICONS)]
    shape = shape.replace("/>", ' fill="currentColor"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n  {shape}\n</svg>\n'


_mm = decimals(2)
