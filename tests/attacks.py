"""Files of a game that ask too much: each attack is a small folder and a command, seeded where it
is random.

`python tests/attacks.py [WORD …]` runs those whose names hold a word (all without one), each in a
process of its own, and prints a table of time, memory, exit status and what was said.
"""

from __future__ import annotations

import io
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 20.0
MOST_BYTES = 6 << 30
"""What the process may ask for while it is attacked, so that the machine lives."""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 '
    '0 63 88">\n{}\n</svg>\n'
)
FONT = Path(str(resources.files("font_source_sans_pro"))) / "files" / "SourceSansPro-Regular.ttf"

Attack = Callable[[Path], list[str]]
ATTACKS: dict[str, Attack] = {}
BUILD = ["build", ".", "--output", "out"]


@dataclass(frozen=True)
class Outcome:
    """How an attack went. `status` is below 0 where a signal ended the process."""

    status: int
    seconds: float
    peak_mib: float
    said: str


def write(folder: Path, name: str, content: str | bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def game(
    folder: Path,
    face: str = "<text x='5' y='10'>{{ card.name }}</text>",
    yaml: str | None = None,
    **files: str | bytes,
) -> None:
    """Write a game of one card."""
    if yaml is None:
        yaml = plain()
    write(folder, "cards.yaml", yaml)
    write(folder, "templates/card.svg.j2", SVG.format(face))
    for name, content in files.items():
        write(folder, name, content)


def plain(
    fields: str = "{name: line}", values: str = "{name: One}", more: str = "", kind: str = ""
) -> str:
    return (
        f"game: {{title: Trial, version: 1.2.3}}\nprint: {{version_marks: false}}\n{more}"
        f"kinds:\n  card:\n    template: card.svg.j2\n    fields: {fields}\n{kind}    cards:\n     "
        f" one: {values}\n"
    )


def attack(name: str) -> Callable[[Attack], Attack]:
    def keep(function: Attack) -> Attack:
        ATTACKS[name] = function
        return function

    return keep


# ---------------------------------------------------------------- templates

TEMPLATES = {
    "times string": "{{ 'x' * 10**9 }}",
    "times list": "{{ ([1] * 10**9)|length }}",
    "times step by step": (
        "{% set ns = namespace(x='x') %}{% for i in range(40) %}{% set ns.x = ns.x ~ ns.x %}{% "
        "endfor %}{{ ns.x|length }}"
    ),
    "plus step by step": (
        "{% set ns = namespace(x='x') %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% "
        "endfor %}{{ ns.x|length }}"
    ),
    "list plus": (
        "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% "
        "endfor %}{{ ns.x|length }}"
    ),
    "numbers squared": (
        "{% set ns = namespace(x=9) %}{% for i in range(40) %}{% set ns.x = ns.x * ns.x %}{% "
        "endfor %}{{ ns.x > 1 }}"
    ),
    "power": "{{ 9 ** 9 ** 9 }}",
    "power of text": "{{ (10 ** 4000 % 7) }}{{ 10 ** 10000000 }}",
    "center": "{{ 'x'|center(10**9) }}",
    "center method": "{{ 'x'.center(10**9) }}",
    "ljust": "{{ 'x'.ljust(10**9) }}",
    "zfill": "{{ 'x'.zfill(10**9) }}",
    "indent": "{{ ('a\n' * 10000)|indent(10**6) }}",
    "wordwrap": "{{ ('ab ' * 300000)|wordwrap(1, wrapstring='x' * 10000) }}",
    "batch": "{% for a in [1]|batch(10**9, 0) %}{{ a|length }}{% endfor %}",
    "slice": "{{ [1]|slice(10**9)|list|length }}",
    "format filter": "{{ '%1000000000d'|format(1) }}",
    "percent": "{{ '%1000000000d' % 1 }}",
    "format method": "{{ '{:1000000000}'.format(1) }}",
    "format_map": "{{ '{a:>1000000000}'.format_map({'a': 1}) }}",
    "replace": "{{ ('x' * 100000).replace('x', 'y' * 100000)|length }}",
    "replace filter": "{{ ('x' * 100000)|replace('', 'y' * 100000)|length }}",
    "join": "{{ range(100000)|join('y' * 100000)|length }}",
    "join method": "{{ ('y' * 100000).join(['a'] * 100000)|length }}",
    "expandtabs": "{{ ('\\t' * 1000).expandtabs(10**7)|length }}",
    "tojson": "{{ [1]|tojson(indent=10**9) }}",
    "round": "{{ 1.5|round(10**9) }}",
    "repeat of set block": (
        "{% set ns = namespace(x='x') %}{% for i in range(40) %}{% set y %}{{ ns.x }}{{ ns.x }}{% "
        "endset %}{% set ns.x = y %}{% endfor %}{{ ns.x|length }}"
    ),
    "nested loops": "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
    "loops on one line out": "{% for a in range(10000) %}{% for b in range(10000) %}x{% endfor %}{% endfor %}",
    "recursive macro": "{% macro m(n) %}{{ m(n + 1) }}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
    "doubling macro": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "recursive loop": (
        "{% for a in [1, 2] recursive %}{% if loop.depth < 60 %}{{ loop([1, 2]) }}{% endif %}{% "
        "endfor %}"
    ),
    "map of ranges": "{{ range(100000)|map('string')|map('center', 100000)|join|length }}",
    "filter chain": "{% for a in range(1000) %}{{ range(100000)|sum }}{% endfor %}",
    "sort chain": "{% for a in range(300) %}{{ range(100000)|sort(reverse=true)|first }}{% endfor %}",
    "list of lists": (
        "{% set ns = namespace(x=[]) %}{% for i in range(300) %}{% set ns.x = [ns.x, "
        "range(100000)|list] %}{% endfor %}"
    ),
    "deep brackets": "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "long sum": "{{ 1" + "+1" * 30000 + " }}",
    "huge literal": "{{ " + "9" * 500000 + " }}",
    "int of text": "{{ ('9' * 400000)|int }}",
    "many words": "<text x='1' y='1'>" + "word " * 400000 + "</text>",
    "long word": "<text x='1' y='1'>" + "w" * 2000000 + "</text>",
    "area of text": (
        "<textArea x='1' y='1' width='50' height='50' font-size='10pt' min-font-size='1pt'>{{ "
        "'word ' * 200000 }}</textArea>"
    ),
    "area of one word": (
        "<textArea x='1' y='1' width='50' height='50' font-size='10pt' min-font-size='1pt'>{{ 'w' "
        "* 500000 }}</textArea>"
    ),
    "area of Hebrew": (
        "<textArea x='1' y='1' width='50' height='50' font-size='10pt' min-font-size='1pt'>{{ "
        "'שלום ' * 40000 }}</textArea>"
    ),
    "area of tiny steps": (
        "<textArea x='1' y='1' width='50' height='50' font-size='1000000pt' "
        "min-font-size='0.001pt'>{{ 'word ' * 2000 }}</textArea>"
    ),
    "area with hyphens": (
        "<textArea hyphens='auto' x='1' y='1' width='50' height='50' font-size='10pt' "
        "min-font-size='1pt'>{{ 'incomprehensibilities' * 10000 }}</textArea>"
    ),
    "area of breaks": (
        "<textArea x='1' y='1' width='50' height='50' font-size='10pt' min-font-size='1pt'>{{ "
        "'\u2028' * 300000 }}</textArea>"
    ),
    "area of stars": (
        "<textArea x='1' y='1' width='50' height='50' font-size='10pt' min-font-size='1pt'>{{ '{' "
        "* 200000 }}</textArea>"
    ),
    "text of Hebrew": "<text x='1' y='10'>{{ 'שלום ' * 40000 }}</text>",
    "text of brackets": "<text x='1' y='10'>{{ 'ש()[]' * 40000 }}</text>",
    "tspans": (
        "<text x='1' y='10'>{% for a in range(50000) %}<tspan x='{{ a }}'>ab</tspan>{% endfor "
        "%}</text>"
    ),
    "digits": "<rect x='1' y='1' width='" + "1" * 200000 + "' height='3'/>",
    "digits in path": "<path d='M 0 0 L " + "1" * 200000 + " 5'/>",
    "digits behind the point": "<path d='M 0 0 L 0." + "1" * 200000 + " 5'/>",
    "exponent": "<path d='M 0 0 L 1e-" + "1" * 200000 + " 5'/>",
    "digits in transform": "<g transform='translate("
    + "1" * 200000
    + ")'><rect width='3' height='3'/></g>",
    "blanks in transform": "<g transform='translate"
    + " " * 100000
    + "'><rect width='3' height='3'/></g>",
    "blanks in rgb": "<rect width='3' height='3' fill='rgb(1" + " " * 50000 + "'/>",
    "blanks in var": "<rect width='3' height='3' fill='var(--a" + " " * 50000 + "'/>",
    "blanks in arc": "<path d='M 0 0 A " + "1 " * 100000 + "'/>",
    "dots in path": "<path d='M 0 0 A" + ".1" * 100000 + "'/>",
    "million arcs": (
        "<path fill='red' d='M 0 0 {% for a in range(90000) %}A 5 5 0 0 1 {{ a % 60 }} 5 A 5 5 0 0 "
        "1 {{ a % 50 }} 7 A 3 3 0 0 1 {{ a % 40 }} 5{% endfor %}'/>"
    ),
    "million arcs written": "<path fill='red' d='M 0 0 " + "a 5 5 0 0 1 1 0" * 1000000 + "'/>",
    "many points": "<polygon points='" + "1,2 " * 2000000 + "'/>",
    "many elements": (
        "{% for a in range(100000) %}<rect x='{{ a % 60 }}' y='1' width='3' height='{{ a }}'/>{% "
        "endfor %}"
    ),
    "many groups with opacity": (
        "{% for a in range(30000) %}<g opacity='0.5'><rect x='{{ a % 60 }}' y='1' width='3' "
        "height='{{ a }}'/><rect width='1' height='1'/></g>{% endfor %}"
    ),
    "many gradients": (
        "<defs><linearGradient id='g'>{% for a in range(20000) %}<stop offset='{{ a / 20000 }}' "
        "stop-color='#{{ '%06x' % a }}'/>{% endfor %}</linearGradient></defs>{% for a in "
        "range(100) %}<rect width='{{ a + 1 }}' height='3' fill='url(#g)'/>{% endfor %}"
    ),
    "dashes": "<path d='M 0 0 L 10000 10000' stroke='black' stroke-width='1' stroke-dasharray='0.0001'/>",
    "use in use": "<defs>"
    + "".join(f"<g id='u{n}'>" + f"<use href='#u{n + 1}'/>" * 10 + "</g>" for n in range(40))
    + "<g id='u40'><rect width='1' height='1'/></g></defs><use href='#u0'/>",
    "use of empty groups": "<defs>"
    + "".join(f"<g id='u{n}'>" + f"<use href='#u{n + 1}'/>" * 2 + "</g>" for n in range(45))
    + "<g id='u45'/></defs><use href='#u0'/>",
    "clips": "<defs><clipPath id='c'>"
    + "<path d='"
    + "M0 0L5 5L0 5Z" * 3000
    + "'/>"
    + (
        "</clipPath></defs>{% for a in range(3000) %}<g clip-path='url(#c)'><rect width='1' "
        "height='{{ a }}'/></g>{% endfor %}"
    ),
    "empty href": "<image href='' width='5' height='5'/>",
    "dot href": "<image href='.' width='5' height='5'/>",
    "slash href": "<image href='templates/' width='5' height='5'/>",
    "empty use": "<use href=''/>",
    "dot use": "<use href='.'/>",
    "icon of dots": "<use href='icons/.svg' width='3' height='3'/><use href='icons/' width='3' height='3'/>",
    "null href": "<image href='a&#x2028;b' width='5' height='5'/>",
    "long href": "<image href='" + "a/" * 100000 + "' width='5' height='5'/>",
    "import self": "{% import 'card.svg.j2' as m %}",
    "many macros": "{% macro m() %}{% endmacro %}" * 20000,
    "many loops with an if": "{% for a in [] if a %}{% endfor %}" * 20000,
    "half a letter": "<text x='1' y='9'>{{ '\\ud800' }}</text>",
    "line height of nothing": (
        "<textArea x='1' y='9' width='30' height='30' font-size='9pt' line-height='0'>a b "
        "c</textArea>"
    ),
    "var of var": "<g style='"
    + "".join(f"--a{n}: var(--a{n + 1});" for n in range(5000))
    + "'><rect fill='var(--a0)'/></g>",
    "include self": "{% include 'card.svg.j2' %}",
    "extends self": "{% extends 'card.svg.j2' %}",
    "phrase": "{{ phrase('data', data='x' * 10**9) }}",
    "fill": "{{ ('{a}' * 100000)|fill(a='x' * 100000)|length }}",
    "lots of attributes": "<rect " + " ".join(f"a{n}='1'" for n in range(100000)) + "/>",
    "cycler": (
        "{% set c = cycler(*range(100000)) %}{% for a in range(100000) %}{% for b in range(1000) "
        "%}{{ c.next() }}{% endfor %}{% endfor %}"
    ),
    "dict": (
        "{% set d = dict() %}{{ range(100000)|groupby('real')|list|length }}{% for a in "
        "range(1000) %}{{ range(100000)|unique|list|length }}{% endfor %}"
    ),
    "urlize": "{{ ('http://' * 100000)|urlize|length }}",
    "striptags": "{{ ('<' * 200000)|striptags|length }}",
    "wordcount": "{% for a in range(10000) %}{{ ('a ' * 100000)|wordcount }}{% endfor %}",
    "list of itself": (
        "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% "
        "endfor %}{{ ns.x|string|length }}"
    ),
    "tuple of itself": (
        "{% set ns = namespace(x=(1,)) %}{% for i in range(60) %}{% set ns.x = (ns.x, ns.x) %}{% "
        "endfor %}{{ ns.x == ns.x }}"
    ),
    "group of itself": (
        "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [[ns.x, "
        "ns.x]|groupby(0)|list, 1] %}{% endfor %}{{ ns.x|string|length }}"
    ),
    "dict of itself": (
        "{% set ns = namespace(x=1) %}{% for i in range(60) %}{% set ns.x = dict(a=ns.x, b=ns.x) "
        "%}{% endfor %}{{ ns.x ~ '' }}"
    ),
    "namespace of itself": (
        "{% set ns = namespace(x=1) %}{% for i in range(60) %}{% set ns.x = namespace(a=ns.x, "
        "b=ns.x) %}{% endfor %}{{ ns.x ~ '' }}"
    ),
    "slices": (
        "{% set x = range(100000)|list %}{% for a in range(100000) %}{% set y = x[1:] %}{% endfor "
        "%}"
    ),
    "numbers to bytes": "{{ (1).to_bytes(10**9, 'big')|length }}",
    "translate": "{{ ('a' * 100000).translate({97: 'x' * 100000})|length }}",
}


def _of_template(face: str) -> Attack:
    def make(folder: Path) -> list[str]:
        game(folder, face)
        return BUILD

    return make


for _name, _face in TEMPLATES.items():
    ATTACKS[f"template: {_name}"] = _of_template(_face)


@attack("template: doubling include")
def _doubling(folder: Path) -> list[str]:
    game(folder, "{% include 'p0.svg.j2' %}")
    for n in range(60):
        write(folder, f"templates/p{n}.svg.j2", f"{{% include 'p{n + 1}.svg.j2' %}}" * 2)
    write(folder, "templates/p60.svg.j2", "x")
    return BUILD


@attack("template: a FIFO")
def _fifo_template(folder: Path) -> list[str]:
    game(folder)
    (folder / "templates/card.svg.j2").unlink()
    os.mkfifo(folder / "templates/card.svg.j2")
    return BUILD


@attack("template: a device")
def _device_template(folder: Path) -> list[str]:
    game(folder, "{% include 'zero.svg.j2' %}")
    (folder / "templates/zero.svg.j2").symlink_to("/dev/zero")
    return BUILD


@attack("template: large file")
def _large_template(folder: Path) -> list[str]:
    game(folder, "<!-- " + "x" * 100_000_000 + " -->")
    return BUILD


@attack("icon: a FIFO")
def _fifo_icon(folder: Path) -> list[str]:
    game(folder, "<use href='icons/star.svg' width='3' height='3'/>")
    (folder / "templates/icons").mkdir()
    os.mkfifo(folder / "templates/icons/star.svg")
    return BUILD


@attack("icon: large")
def _large_icon(folder: Path) -> list[str]:
    game(folder, "<use href='icons/star.svg' width='3' height='3'/>")
    write(
        folder, "templates/icons/star.svg", SVG.format("<rect width='1' height='1'/>" * 1_500_000)
    )
    return BUILD


@attack("icon: thousands of them in a text")
def _icons_in_text(folder: Path) -> list[str]:
    game(
        folder,
        (
            "<textArea x='1' y='1' width='50' height='50' font-size='9pt' min-font-size='0.1pt'>{{ "
            "'{star} ' * 20000 }}</textArea>"
        ),
    )
    write(folder, "templates/icons/star.svg", SVG.format("<rect width='1' height='1'/>" * 2000))
    return BUILD


for _command in ("lint", "preview"):
    for _what in ("dashes", "million arcs", "many elements"):

        def _shown(
            folder: Path, face: str = TEMPLATES[_what], command: str = _command
        ) -> list[str]:
            game(folder, face)
            return [command, "one", "."] if command == "preview" else [command, "."]

        ATTACKS[f"{_command}: {_what}"] = _shown

# ---------------------------------------------------------------- rulebooks

RULEBOOKS = {
    "loops": "# A\n{% for a in range(10000) %}{% for b in range(10000) %}x{% endfor %}{% endfor %}",
    "long word": "# A\n\n{{ 'w' * 1000000 }}",
    "long Hebrew word": "# A\n\n{{ 'ש' * 100000 }}",
    "many words": "# A\n\n{{ 'word ' * 1000000 }}",
    "stars": "# A\n\n{{ '*a ' * 100000 }}",
    "underscores": "# A\n\n{{ '**a _b ' * 100000 }}",
    "brackets": "# A\n\n{{ '[' * 200000 }}",
    "links": "# A\n\n{{ '[a](' * 100000 }}",
    "backticks": "# A\n\n{% for a in range(1000) %}{{ '`' * a }} {% endfor %}",
    "quotes": "# A\n\n{{ '>' * 50000 }} a",
    "lists": "# A\n\n{% for a in range(3000) %}{{ ' ' * (2 * a) }}- a\n{% endfor %}",
    "table": (
        "# A\n\n|{{ 'a|' * 2000 }}\n|{{ '-|' * 2000 }}\n{% for a in range(200) %}|{{ 'a|' * 2000 "
        "}}\n{% endfor %}"
    ),
    "quotation marks": "# A\n\n{{ '\"a ' * 100000 }}",
    "lines": "# A\n\n{{ 'a\n' * 200000 }}",
    "pages": "# A\n\n{{ '---\n\n' * 20000 }}",
    "pictures": "# A\n\n{{ '![](cards:one)\n\n' * 20000 }}",
    "references": "# A\n\n{{ '[a]: b\n' * 50000 }}{{ '[a]' * 50000 }}",
    "html": "# A\n\n{{ '<' * 100000 }}a",
    "headings": "{{ '# A\n\n' * 20000 }}",
}


def _of_rulebook(text: str) -> Attack:
    def make(folder: Path) -> list[str]:
        game(folder, **{"templates/rulebook.md.j2": text})
        return BUILD

    return make


for _name, _text in RULEBOOKS.items():
    ATTACKS[f"rulebook: {_name}"] = _of_rulebook(_text)

# ---------------------------------------------------------------- art

_BIG = "x='0' y='0' width='500' height='500'"
ART: dict[str, str | Callable[[], str]] = {
    "turbulence": (
        f"<filter id='f' {_BIG}><feTurbulence baseFrequency='0.9' "
        "numOctaves='50000'/></filter><rect filter='url(#f)' width='100' height='100'/>"
    ),
    "morphology": (
        f"<filter id='f' {_BIG}><feMorphology operator='dilate' radius='500'/></filter><rect "
        "filter='url(#f)' width='100' height='100'/>"
    ),
    "convolve": (
        f"<filter id='f' {_BIG}><feConvolveMatrix order='60' "
        f"kernelMatrix='{'1 ' * 3600}'/></filter><rect filter='url(#f)' width='100' height='100'/>"
    ),
    "chain": f"<filter id='f' {_BIG}>"
    + "<feGaussianBlur stdDeviation='3'/>" * 5000
    + "</filter><rect filter='url(#f)' width='100' height='100'/>",
    "many filters": f"<filter id='f' {_BIG}><feGaussianBlur stdDeviation='30'/></filter>"
    + "<rect filter='url(#f)' width='100' height='100'/>" * 2000,
    "nested masks": "<mask id='m'><rect width='100' height='100' fill='white'/></mask>"
    + "<g mask='url(#m)'>" * 90
    + "<rect width='100' height='100'/>"
    + "</g>" * 90,
    "arcs": "<path filter='x' fill='red' d='M 0 0 " + "a 5 5 0 0 1 1 0" * 1000000 + "'/>",
    "long text": "<text filter='x' x='1' y='9'>" + "word " * 1000000 + "</text>",
    "long word": "<text mask='x' x='1' y='9'>" + "w" * 1000000 + "</text>",
    "text in subset": "<text x='1' y='9'>" + "word " * 200000 + "</text>",
    "pattern": (
        "<pattern id='p' width='0.001' height='0.001'><rect width='1' height='1'/></pattern><rect "
        "fill='url(#p)' width='100' height='100'/>"
    ),
    "use in use": "<g mask='x'/><defs>"
    + "".join(f"<g id='u{n}'>" + f"<use href='#u{n + 1}'/>" * 10 + "</g>" for n in range(12))
    + "<g id='u12'><rect width='1' height='1'/></g></defs><use href='#u0'/>",
    "markers": (
        "<marker id='m'><rect width='3' height='3'/></marker><path marker-mid='url(#m)' "
        "stroke='red' d='M 0 0"
    )
    + " 1 1 2 2" * 300000
    + "'/>",
    "dashes": (
        "<path mask='x' d='M 0 0 L 100 100' stroke='black' stroke-width='1' "
        "stroke-dasharray='0.00001'/>"
    ),
    "many elements": "<g mask='x'/>" + "<rect width='10' height='10' fill='red'/>" * 500000,
    "styles": "<style>"
    + "".join(f".a{n} > .b{n} {{fill: red}}\n" for n in range(20000))
    + "</style>"
    + "<g class='a1'><rect class='b1' width='10' height='10'/></g>" * 20000,
    "gradients": lambda: (  # too much to be made wherever this is imported
        "<g mask='x'/><linearGradient id='g'>"
        + "".join(f"<stop offset='{n / 300000}' stop-color='red'/>" for n in range(300000))
        + "</linearGradient><rect fill='url(#g)' width='100' height='100'/>"
    ),
    "tall": "<g mask='x'/><rect width='1' height='1'/>",
    "blur": (
        f"<filter id='f' {_BIG}><feGaussianBlur stdDeviation='100000'/></filter><rect "
        "filter='url(#f)' width='100' height='100'/>"
    ),
    "huge region": (
        "<filter id='f' x='-1000000' y='-1000000' width='2000000' height='2000000' "
        "filterUnits='userSpaceOnUse'><feTurbulence baseFrequency='0.9' "
        "numOctaves='9'/></filter><rect filter='url(#f)' width='100' height='100'/>"
    ),
}


def _of_art(body: str | Callable[[], str], box: str = "0 0 100 100") -> Attack:
    def make(folder: Path) -> list[str]:
        picture = (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{box}">{body if isinstance(body, str) else body()}</svg>'
        )
        yaml = plain(values="{name: One, art: art/one.svg}")
        game(
            folder,
            "<image href='{{ card.art }}' width='60' height='60'/>",
            yaml,
            **{"art/one.svg": picture},
        )
        return BUILD

    return make


for _name, _body in ART.items():
    ATTACKS[f"art: {_name}"] = _of_art(_body, "0 0 1 60" if _name == "tall" else "0 0 100 100")


def _png(width: int, height: int, kind: int = 6, depth: int = 8) -> bytes:
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    packer, packed = zlib.compressobj(9), b""
    line = b"\0" * (1 + (width * channels * depth + 7) // 8)
    for _ in range(height):
        packed += packer.compress(line)
    packed += packer.flush()

    def chunk(tag: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))

    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def _picture(name: str, content: Callable[[], bytes]) -> None:
    def make(folder: Path) -> list[str]:
        yaml = plain(values=f"{{name: One, art: art/{name}}}")
        game(
            folder,
            "<image href='{{ card.art }}' width='60' height='60'/>",
            yaml,
            **{f"art/{name}": content()},
        )
        return BUILD

    ATTACKS[f"picture: {name}"] = make


_picture("bomb-80.png", lambda: _png(8900, 8900))
_picture("bomb-grey.png", lambda: _png(8900, 8900, 0, 1))
_picture("bomb-16.png", lambda: _png(8900, 8900, 0, 16))
_picture("bomb-over.png", lambda: _png(20000, 20000, 0, 1))
_picture("thin.png", lambda: _png(80000000, 1, 0, 1))


def _jpeg(side: int = 400, **options: object) -> bytes:
    from PIL import Image

    rng = random.Random(1)
    small = Image.new("RGB", (side // 8, side // 8))
    small.putdata(
        [
            (rng.randrange(256), rng.randrange(256), rng.randrange(256))
            for _ in range((side // 8) ** 2)
        ]
    )
    out = io.BytesIO()
    small.resize((side, side), Image.Resampling.BICUBIC).save(out, "JPEG", quality=85, **options)
    return out.getvalue()


def _hurt(raw: bytes, where: float, how: bytes | None = None, seed: int = 3) -> bytes:
    scan = raw.index(b"\xff\xda") + 14
    at = scan + int((len(raw) - scan) * where)
    rng = random.Random(seed)
    bad = how if how is not None else bytes(rng.randrange(1, 255) for _ in range(40))
    return raw[:at] + bad + raw[at + len(bad) :]


_picture("cut.jpg", lambda: _jpeg()[:-2000])
_picture("cut-and-closed.jpg", lambda: _jpeg()[:-4000] + b"\xff\xd9")
_picture("hurt.jpg", lambda: _hurt(_jpeg(), 0.4))
_picture("hurt-late.jpg", lambda: _hurt(_jpeg(), 0.8, seed=5))
_picture(
    "zeros.jpg",
    lambda: (lambda raw: raw[: len(raw) // 2] + bytes(len(raw) - len(raw) // 2))(_jpeg()),
)
_picture("hurt-progressive.jpg", lambda: _hurt(_jpeg(progressive=True), 0.4))
_picture(
    "zeros-closed.jpg",
    lambda: (lambda raw: raw[: len(raw) // 2] + bytes(len(raw) - len(raw) // 2 - 2) + raw[-2:])(
        _jpeg()
    ),
)

# ---------------------------------------------------------------- YAML

YAMLS: dict[str, Callable[[], str]] = {
    "underscores": lambda: plain(values="{name: " + "1" + "_" * 100000 + "}"),
    "underscored digits": lambda: plain(values="{name: " + "1____" * 8000 + "x}"),
    "underscored digits 100k": lambda: plain(values="{name: " + "1_" * 50000 + "x}"),
    "digits": lambda: plain(values="{name: " + "1" * 100000 + "x}"),
    "digits and colons": lambda: plain(values="{name: '" + "1:" * 100000 + "'}").replace("'", ""),
    "digits as number": lambda: plain(
        "{name: line, n: integer}", "{name: One, n: " + "1" * 100000 + "}"
    ),
    "dots": lambda: plain(values="{name: " + "1.1" * 60000 + "e}"),
    "zeros": lambda: plain(values="{name: " + "0" * 200000 + "e}"),
    "field type of blanks": lambda: plain(fields='{name: "[a' + " " * 4000 + '"}'),
    "field type of blanks 100k": lambda: plain(fields='{name: "[' + " " * 90000 + 'x"}'),
    "field type of bars": lambda: plain(fields='{name: "' + "a|" * 40000 + 'b"}'),
    "field type of digits": lambda: plain(fields='{name: "' + "1" * 90000 + '..2"}'),
    "8 MB of text": lambda: plain("{name: text}", "{name: '" + "word " * 1_600_000 + "'}"),
    "8 MB of a key": lambda: plain().replace("one:", "? " + "a" * 8_000_000 + "\n      :"),
    "100 kB in one word": lambda: plain("{name: text}", "{name: " + "w" * 99_000 + "}"),
    "100 kB in one Hebrew word": lambda: plain("{name: text}", "{name: " + "ש" * 50_000 + "}"),
    "100 kB of Hebrew": lambda: plain("{name: text}", "{name: " + "שלום " * 11_000 + "}"),
    "100 kB of colons": lambda: plain("{name: text}", "{name: " + "a:" * 49_000 + "}"),
    "100 kB of quotes": lambda: plain("{name: text}", "{name: '" + '"' * 99_000 + "'}"),
    "2000 aliases of 1 MB": lambda: (
        plain("{name: text}", "{name: &a '" + "w" * 1_000_000 + "'}")
        + "".join(f"      c{n}: {{name: *a}}\n" for n in range(2000))
    ),
    "2000 aliases of 90 kB": lambda: (
        plain("{name: text}", "{name: &a '" + "w " * 45_000 + "'}")
        + "".join(f"      c{n}: {{name: *a}}\n" for n in range(2000))
    ),
    "aliases of lists": lambda: (
        plain()
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)).replace(
            "[*a0", "&a0 [1"
        )
    ),
    "string bomb": lambda: plain(
        "{name: text}",
        "{name: One}",
        "words:\n  w0: &w0 '"
        + "ha " * 30000
        + "'\n"
        + "".join(f"  w{n}: *w0\n" for n in range(1, 90000)),
    ),
    "copies": lambda: plain(values="{name: One, copies: 999999999}"),
    "copies beside a component": lambda: (
        plain(values="{name: One, copies: 1000000}")
        + "components:\n  card: {cards: card, count: 1000000}\n"
    ),
    "for_each": lambda: plain(kind="    for_each: {a: 1..9999, b: 1..9999}\n"),
    "for_each of many": lambda: (
        plain(kind="    for_each: {a: 1..9999}\n")
        + "".join(f"      c{n}: {{name: One}}\n" for n in range(500))
    ),
    "dial": lambda: plain() + "components:\n  d: {count: 1, dial: {a: 1..999999999}}\n",
    "dice": lambda: plain() + "components:\n  d: {count: 100000000, dice: 6}\n",
    "pad": lambda: plain() + "components:\n  d: {cards: card, count: 1, pad: 999999999}\n",
    "size": lambda: plain(kind="    size: 999999999 x 999999999 mm\n"),
    "size small": lambda: plain(kind="    size: 0.001 x 0.001 mm\n"),
    "bleed": lambda: plain(more="").replace(
        "version_marks: false", "version_marks: false, bleed: 99999999 mm"
    ),
    "gutter": lambda: plain(more="").replace(
        "version_marks: false", "version_marks: false, gutter: 99999999 mm"
    ),
    "card size": lambda: plain(more="").replace(
        "version_marks: false", "version_marks: false, card_size: 0.1 x 0.1 mm"
    ),
    "players": lambda: plain().replace("title: Trial", "title: Trial, players: 1-999999999"),
    "title": lambda: plain().replace("title: Trial", "title: " + "ha " * 30000),
    "nesting": lambda: "a: " + "[" * 100000 + "]" * 100000,
    "anchors": lambda: plain(
        more="words:\n" + "".join(f"  w{n}: &w{n} a\n" for n in range(200000))
    ),
    "duplicate keys": lambda: plain(more="words:\n" + "  a: b\n" * 300000),
    "unknown aliases": lambda: plain(
        more="words:\n" + "".join(f"  a{n}: *b{n}\n" for n in range(3000))
    ),
    "unknown keys": lambda: plain() + "".join(f"key{n}: 1\n" for n in range(50000)),
    "unknown fields": lambda: (
        plain() + "".join(f"      c{n}: {{naem: One}}\n" for n in range(20000))
    ),
    "wrong ids": lambda: plain() + "".join(f"      C{n}x: {{name: One}}\n" for n in range(20000)),
    "lots of refs": lambda: (
        plain("{name: line, to: card}", "{name: One, to: one}")
        + "".join(f"      c{n}: {{name: One, to: d{n}}}\n" for n in range(5000))
    ),
    "quotes left open": lambda: plain() + '      two: {name: "' + "a'\n" * 100000,
    "open brackets": lambda: plain() + "      two: " + "[a\n" * 59 + "x" * 300000 + " ]]\n",
    "unfinished": lambda: plain() + "      two:\n" + "        a: '\n" * 40000 + "x: [",
    "tabs": lambda: "\t" * 1000000,
    "comments": lambda: plain() + ("#" * 80 + "\n") * 99000,
    "many cards": lambda: plain() + "".join(f"      c{n}: {{name: One}}\n" for n in range(150000)),
    "icon names": lambda: plain(
        "{name: line, sign: icon}", "{name: One, sign: " + "a/" * 49000 + "}"
    ),
    "picture names": lambda: plain(values="{name: One, art: " + "../" * 30000 + "}"),
    "colour": lambda: plain(more="palette: {a: '" + "#" + "1" * 99000 + "'}\n"),
    "length": lambda: plain(kind="    size: " + "1" * 99000 + " x 3 mm\n"),
    "length with blanks": lambda: plain(kind="    size: '3" + " " * 99000 + "q'\n"),
    "version": lambda: plain().replace("1.2.3", "1." * 49000),
}


def _of_yaml(make_text: Callable[[], str], command: list[str]) -> Attack:
    def make(folder: Path) -> list[str]:
        game(
            folder,
            (
                "<textArea id='name' x='2' y='2' width='50' height='50' font-size='10pt' "
                "min-font-size='1pt'>{{ card.name }}</textArea>"
            ),
            make_text(),
        )
        return command

    return make


for _name, _make in YAMLS.items():
    ATTACKS[f"yaml: {_name}"] = _of_yaml(_make, BUILD)
for _name in ("underscored digits", "2000 aliases of 1 MB", "8 MB of text", "for_each of many"):
    ATTACKS[f"yaml, lint: {_name}"] = _of_yaml(YAMLS[_name], ["lint", "."])


@attack("yaml: a FIFO")
def _fifo(folder: Path) -> list[str]:
    game(folder)
    (folder / "cards.yaml").unlink()
    os.mkfifo(folder / "cards.yaml")
    return BUILD


@attack("yaml, check: a FIFO")
def _fifo_check(folder: Path) -> list[str]:
    _fifo(folder)
    return ["check", "--quick", "."]


@attack("yaml: a device")
def _device(folder: Path) -> list[str]:
    game(folder)
    (folder / "cards.yaml").unlink()
    (folder / "cards.yaml").symlink_to("/dev/zero")
    return BUILD


@attack("yaml: a terminal")
def _terminal(folder: Path) -> list[str]:
    game(folder)
    (folder / "cards.yaml").unlink()
    (folder / "cards.yaml").symlink_to("/dev/tty")
    return BUILD


@attack("yaml: a FIFO for another language")
def _fifo_language(folder: Path) -> list[str]:
    game(folder)
    os.mkfifo(folder / "cards.fr.yaml")
    return [*BUILD, "--lang", "fr"]


@attack("folder: thousands of icons")
def _many_icons(folder: Path) -> list[str]:
    game(
        folder,
        (
            "<textArea x='2' y='2' width='50' height='50' font-size='10pt'>{{ '{nothing} ' * 400 "
            "}}</textArea>"
        ),
    )
    (folder / "templates/icons").mkdir()
    for n in range(3000):
        (folder / f"templates/icons/i{n}.svg").touch()
    return BUILD


# ---------------------------------------------------------------- spreadsheets

_TYPES = (
    '<?xml version="1.0"?><Types '
    'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default '
    'Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default '
    'Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
_RELS = (
    '<?xml version="1.0"?><Relationships '
    'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>'
)
_BOOK = (
    '<?xml version="1.0"?><workbook '
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet '
    'name="card" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
_BOOK_RELS = (
    '<?xml version="1.0"?><Relationships '
    'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
    'Target="{}"/>{}</Relationships>'
)
_SHEET = '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
_HEAD = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" '
    't="inlineStr"><is><t>name</t></is></c></row>'
)
_ROW = (
    '<row r="2"><c r="A2" t="inlineStr"><is><t>one</t></is></c><c r="B2" '
    't="inlineStr"><is><t>Two</t></is></c></row>'
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(
                zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED
            )
    return out.getvalue()


def xlsx(
    sheet: str | bytes,
    path: str = "xl/worksheets/sheet1.xml",
    target: str = "worksheets/sheet1.xml",
    more: str = "",
    **parts: str | bytes,
) -> bytes:
    return zipped(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _RELS,
            "xl/workbook.xml": _BOOK,
            "xl/_rels/workbook.xml.rels": _BOOK_RELS.format(target, more),
            path: sheet,
            **parts,
        }
    )


_STRINGS = (
    '<Relationship Id="rId2" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" '
    'Target="sharedStrings.xml"/>'
)


def ods(body: str, attributes: str = "") -> bytes:
    content = (
        '<?xml version="1.0"?><office:document-content '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
        f'<office:body><office:spreadsheet><table:table table:name="card"{attributes}>{body}</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content,
            "META-INF/manifest.xml": "<a/>",
        }
    )


def _ods_cell(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


_ODS_HEAD = f"<table:table-row>{_ods_cell('id')}{_ods_cell('name')}</table:table-row>"


def _corrupt(raw: bytes, part: bytes, seed: int = 1) -> bytes:
    """Break the packed bytes of a member."""
    at = raw.index(part) + len(part) + 20
    return raw[:at] + bytes(random.Random(seed).randrange(256) for _ in range(30)) + raw[at + 30 :]


def _noise(size: int) -> str:
    return "".join(random.Random(2).choices("abcdefghijklmnop", k=size))


SHEETS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "plain": ("xlsx", lambda: xlsx(_SHEET.format(_HEAD + _ROW))),
    "far cell": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
        ),
    ),
    "far cell in single quotes": (
        "xlsx",
        lambda: xlsx(_SHEET.format(_HEAD + "<row><c r='XFD1048576'><v>1</v></c></row>")),
    ),
    "far cell beyond": (
        "xlsx",
        lambda: xlsx(_SHEET.format(_HEAD + "<row><c r='ZZZZZZ99999999999'><v>1</v></c></row>")),
    ),
    "far cell elsewhere": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
            "xl/other/s.xml",
            "other/s.xml",
        ),
    ),
    "far cell, absolute": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
            "data/s.xml",
            "/data/s.xml",
        ),
    ),
    "far cell with entities": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + '<row r="1048576"><c r="&#88;FD1048576"><v>1</v></c></row>')
        ),
    ),
    "far cell, spaced": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + '<row r="1048576"><c\n\tr = "XFD1048576"><v>1</v></c></row>')
        ),
    ),
    "far row only": (
        "xlsx",
        lambda: xlsx(_SHEET.format(_HEAD + '<row r="1048576"><c><v>1</v></c></row>')),
    ),
    "far cell in UTF-16": (
        "xlsx",
        lambda: xlsx(
            (
                "\ufeff"
                + _SHEET.format(
                    _HEAD + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
                ).replace("?>", " encoding='UTF-16'?>", 1)
            ).encode("utf-16-le")
        ),
    ),
    "dimension": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + _ROW).replace(
                "<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>'
            )
        ),
    ),
    "two far cells": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                '<row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c '
                'r="A1048576"><v>1</v></c></row>'
            )
        ),
    ),
    "million rows": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                _HEAD
                + "".join(
                    f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(2, 1000001)
                )
            )
        ),
    ),
    "zip bomb": (
        "xlsx",
        lambda: xlsx(b"<?xml version='1.0'?><worksheet><sheetData>" + b" " * 500_000_000),
    ),
    "zip bomb with a small size": (
        "xlsx",
        lambda: (lambda raw: raw.replace(struct.pack("<I", 300_000_000), struct.pack("<I", 100)))(
            xlsx(b" " * 300_000_000)
        ),
    ),
    "other bomb": (
        "xlsx",
        lambda: xlsx(_SHEET.format(_HEAD + _ROW), **{"xl/other.xml": b" " * 250_000_000}),
    ),
    "spaces in sheet": ("xlsx", lambda: xlsx(_SHEET.format(_HEAD + _ROW + " " * 240_000_000))),
    "laughs": (
        "xlsx",
        lambda: xlsx(
            '<?xml version="1.0"?><!DOCTYPE a ['
            + '<!ENTITY a0 "ha">'
            + "".join(f'<!ENTITY a{n} "' + f"&a{n - 1};" * 10 + '">' for n in range(1, 12))
            + "]>"
            + _SHEET.format(
                _HEAD + '<row r="2"><c r="A2" t="inlineStr"><is><t>&a11;</t></is></c></row>'
            )[21:]
        ),
    ),
    "shared strings": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                "".join(
                    f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 30000)
                )
            ),
            more=_STRINGS,
            **{"xl/sharedStrings.xml": f"<sst><si><t>{'a' * 3_000_000}</t></si></sst>"},
        ),
    ),
    "shared strings many": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD),
            more=_STRINGS,
            **{"xl/sharedStrings.xml": "<sst>" + "<si><t>a</t></si>" * 8_000_000 + "</sst>"},
        ),
    ),
    "shared string missing": (
        "xlsx",
        lambda: xlsx(_SHEET.format(_HEAD + '<row r="2"><c r="A2" t="s"><v>99999</v></c></row>')),
    ),
    "deep XML": ("xlsx", lambda: xlsx(_SHEET.format(_HEAD + "<a>" * 3_000_000))),
    "styles": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + _ROW),
            more=(
                '<Relationship Id="rId3" '
                'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" '
                'Target="styles.xml"/>'
            ),
            **{
                "xl/styles.xml": "<styleSheet><cellXfs count='99999999999'>"
                + "<xf numFmtId='0'/>" * 3_000_000
                + "</cellXfs></styleSheet>"
            },
        ),
    ),
    "defined names": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + _ROW),
            **{
                "xl/workbook.xml": _BOOK.replace(
                    "</workbook>",
                    "<definedNames>"
                    + "<definedName name='a'>b</definedName>" * 3_000_000
                    + "</definedNames></workbook>",
                )
            },
        ),
    ),
    "merged": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(_HEAD + _ROW).replace(
                "</sheetData>",
                "</sheetData><mergeCells>"
                + '<mergeCell ref="A1:XFD1048576"/>' * 500_000
                + "</mergeCells>",
            )
        ),
    ),
    "huge number": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                _HEAD
                + (
                    '<row r="2"><c r="A2" t="inlineStr"><is><t>one</t></is></c><c '
                    f'r="B2"><v>{"9" * 5000}</v></c></row>'
                )
            )
        ),
    ),
    "huge number in text": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                _HEAD.replace("name", "copies")
                + (
                    '<row r="2"><c r="A2" t="inlineStr"><is><t>one</t></is></c><c r="B2" '
                    f't="inlineStr"><is><t>{"9" * 5000}</t></is></c></row>'
                )
            )
        ),
    ),
    "infinite number": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                _HEAD.replace("name", "copies")
                + (
                    '<row r="2"><c r="A2" t="inlineStr"><is><t>one</t></is></c><c '
                    'r="B2"><v>1e999</v></c></row>'
                )
            )
        ),
    ),
    "number that is none": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                _HEAD.replace("name", "copies")
                + (
                    '<row r="2"><c r="A2" t="inlineStr"><is><t>one</t></is></c><c '
                    'r="B2"><v>NaN</v></c></row>'
                )
            )
        ),
    ),
    "dates": (
        "xlsx",
        lambda: xlsx(
            _SHEET.format(
                _HEAD
                + (
                    '<row r="2"><c r="A2" t="d"><v>99999-99-99</v></c><c r="B2" '
                    's="1"><v>99999999999</v></c></row>'
                )
            )
        ),
    ),
    "no workbook": (
        "xlsx",
        lambda: zipped({"xl/worksheets/sheet1.xml": _SHEET.format(_HEAD + _ROW)}),
    ),
    "no workbook, errors": (
        "xlsx",
        lambda: zipped(
            {
                "xl/worksheets/sheet1.xml": _SHEET.format(
                    '<row r="1"><c r="A1" t="e"><v>#N/A</v></c></row>'
                )
            }
        ),
    ),
    "no rels, errors": (
        "xlsx",
        lambda: zipped(
            {
                "[Content_Types].xml": _TYPES,
                "_rels/.rels": _RELS,
                "xl/workbook.xml": _BOOK,
                "xl/worksheets/sheet1.xml": _SHEET.format(
                    '<row r="1"><c r="A1" t="e"><v>#N/A</v></c></row>'
                ),
            }
        ),
    ),
    "no sheet": (
        "xlsx",
        lambda: zipped(
            {
                "[Content_Types].xml": _TYPES,
                "_rels/.rels": _RELS,
                "xl/workbook.xml": _BOOK,
                "xl/_rels/workbook.xml.rels": _BOOK_RELS.format("worksheets/sheet1.xml", ""),
            }
        ),
    ),
    "empty archive": ("xlsx", lambda: zipped({})),
    "foreign archive": ("xlsx", lambda: zipped({"a.txt": "hello"})),
    "truncated": ("xlsx", lambda: xlsx(_SHEET.format(_HEAD + _ROW + _noise(9000)))[:-700]),
    "truncated early": ("xlsx", lambda: xlsx(_SHEET.format(_HEAD + _ROW))[:400]),
    "bad deflate": (
        "xlsx",
        lambda: _corrupt(
            xlsx(_SHEET.format(_HEAD + "<!--" + _noise(5000) + "-->" + _ROW)),
            b"xl/worksheets/sheet1.xml",
        ),
    ),
    "bad deflate of the book": (
        "xlsx",
        lambda: _corrupt(xlsx(_SHEET.format(_HEAD + _ROW)), b"xl/workbook.xml"),
    ),
    "bad deflate of the rels": (
        "xlsx",
        lambda: _corrupt(
            xlsx(_SHEET.format(_HEAD + '<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>')),
            b"xl/_rels/workbook.xml.rels",
        ),
    ),
    "bad deflate of the strings": (
        "xlsx",
        lambda: _corrupt(
            xlsx(
                _SHEET.format(_HEAD + _ROW),
                more=_STRINGS,
                **{"xl/sharedStrings.xml": f"<sst><si><t>{_noise(5000)}</t></si></sst>"},
            ),
            b"xl/sharedStrings.xml",
        ),
    ),
    "bad XML": ("xlsx", lambda: xlsx(_SHEET.format(_HEAD + "<row></c></row>"))),
    "not a zip": ("xlsx", lambda: b"hello" * 100),
    "an old book": ("xlsx", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4000)),
    "an ods named xlsx": ("xlsx", lambda: ods(_ODS_HEAD)),
    "ods rows repeated": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + f'<table:table-row table:number-rows-repeated="1048576">{_ods_cell("a")}</table:table-row>'
        ),
    ),
    "ods rows repeated wide": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + (
                "<table:table-row "
                f'table:number-rows-repeated="1048576">{_ods_cell("a", " table:number-columns-repeated=" + chr(34) + "16384" + chr(34))}</table:table-row>'
            )
        ),
    ),
    "ods rows repeated often": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>'
            * 50
            + f"<table:table-row>{_ods_cell('a')}</table:table-row>"
        ),
    ),
    "ods rows beyond": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + f'<table:table-row table:number-rows-repeated="99999999999999999999">{_ods_cell("a")}</table:table-row>'
        ),
    ),
    "ods columns repeated": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + f"<table:table-row>{_ods_cell('a', ' table:number-columns-repeated=' + chr(34) + '999999999' + chr(34))}</table:table-row>"
        ),
    ),
    "ods columns repeated, single quotes": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + (
                "<table:table-row><table:table-cell table:number-columns-repeated = '999999999' "
                "office:value-type='string'><text:p>a</text:p></table:table-cell></table:table-row>"
            )
        ),
    ),
    "ods spaces": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + '<table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="999999999"/></text:p></table:table-cell></table:table-row>'
        ),
    ),
    "ods tail": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + (
                f"<table:table-row>{_ods_cell('one')}{_ods_cell('Two')}<table:table-cell "
                'table:number-columns-repeated="16382"/></table:table-row><table:table-row '
                'table:number-rows-repeated="1048574"><table:table-cell '
                'table:number-columns-repeated="16384"/></table:table-row>'
            )
        ),
    ),
    "ods other prefix": (
        "ods",
        lambda: ods(
            _ODS_HEAD
            + f'<table:table-row table:number-rows-repeated="1048576">{_ods_cell("a")}</table:table-row>'
        ).replace(b"x", b"x"),
    ),
    "ods without content": (
        "ods",
        lambda: zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}),
    ),
    "ods locked": (
        "ods",
        lambda: zipped(
            {
                "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
                "content.xml": "<a/>",
                "META-INF/manifest.xml": "<manifest:encryption-data/>",
            }
        ),
    ),
    "csv of commas": ("csv", lambda: b"id,name\n" + b"," * 30_000_000),
    "csv of lines": ("csv", lambda: b"id,name\n" + b"\n" * 30_000_000),
    "csv of rows": (
        "csv",
        lambda: b"id,name\n" + b"".join(b"c%d,One\n" % n for n in range(1_000_000)),
    ),
    "csv of one field": ("csv", lambda: b"id,name\none," + b"a" * 30_000_000),
    "csv of a quote": ("csv", lambda: b'id,name\none,"' + b"a" * 30_000_000),
    "csv of digits": ("csv", lambda: b"id,copies\none," + b"9" * 5000),
    "csv of more digits": ("csv", lambda: b"id,copies\none," + b"9" * 500000 + b".5"),
    "csv of underscores": ("csv", lambda: b"id,copies\none," + b"1_" * 50000),
    "csv of nulls": ("csv", lambda: b"id,name\none,\0\0\0"),
    "csv of bars": ("csv", lambda: b"id,name\none," + b"a; " * 300000),
    "csv of slugs": ("csv", lambda: b"id,name," + b"-" * 2_000_000 + b"\none,Two,\n"),
}


def _of_sheet(ending: str, content: Callable[[], bytes], *more: str) -> Attack:
    def make(folder: Path) -> list[str]:
        game(folder)
        write(folder, f"card.{ending}", content())
        return ["import", f"card.{ending}", ".", "--dry-run", *more]

    return make


for _name, (_ending, _bytes) in SHEETS.items():
    ATTACKS[f"sheet: {_name}"] = _of_sheet(_ending, _bytes)
for _encoding in (
    "rot13",
    "base64",
    "zip",
    "hex",
    "bz2",
    "punycode",
    "idna",
    "unicode_escape",
    "raw_unicode_escape",
    "undefined",
    "utf-7",
    "mbcs",
    "",
    "utf-16",
    "utf-32",
    "x" * 100000,
):
    ATTACKS[f"sheet: encoding {_encoding[:20]}"] = _of_sheet(
        "csv", lambda: b"id,name\none,Two\n", "--encoding", _encoding
    )
ATTACKS["sheet: encoding unicode_escape of a bad end"] = _of_sheet(
    "csv", lambda: b"id,name\none,\\", "--encoding", "unicode_escape"
)


@attack("sheet: a FIFO")
def _fifo_sheet(folder: Path) -> list[str]:
    game(folder)
    os.mkfifo(folder / "card.csv")
    return ["import", "card.csv", ".", "--dry-run"]


# ---------------------------------------------------------------- fonts


def _tables(raw: bytes) -> dict[bytes, tuple[int, int, int]]:
    count = struct.unpack_from(">H", raw, 4)[0]
    return {
        tag: (12 + 16 * n, start, length)
        for n in range(count)
        for tag, start, length in [struct.unpack_from(">4s4xLL", raw, 12 + 16 * n)]
    }


def without(raw: bytes, tag: bytes) -> bytes:
    at = _tables(raw)[tag][0]
    return raw[:at] + b"zzzz" + raw[at + 4 :]


def cut(raw: bytes, tag: bytes, length: int) -> bytes:
    at = _tables(raw)[tag][0]
    return raw[: at + 12] + struct.pack(">L", length) + raw[at + 16 :]


def patched(raw: bytes, tag: bytes, offset: int, new: bytes) -> bytes:
    at = _tables(raw)[tag][1] + offset
    return raw[:at] + new + raw[at + len(new) :]


def flipped(raw: bytes, seed: int) -> bytes:
    """Flip one byte, in a table where that says something."""
    rng = random.Random(seed)
    tables = _tables(raw)
    tag = rng.choice(
        [
            b"cmap",
            b"head",
            b"hhea",
            b"hmtx",
            b"loca",
            b"maxp",
            b"name",
            b"post",
            b"OS/2",
            b"GPOS",
            b"glyf",
            b"",
        ]
    )
    if not tag:
        at = rng.randrange(12 + 16 * len(tables))
    else:
        _, start, length = tables[tag]
        at = start + rng.randrange(min(length, 300))
    return (
        raw[:at]
        + bytes(
            [
                raw[at] ^ (1 << rng.randrange(8))
                if rng.random() < 0.5
                else rng.choice([0, 255, 127, 128])
            ]
        )
        + raw[at + 1 :]
    )


def _of_font(content: Callable[[], bytes], name: str = "my.ttf") -> Attack:
    def make(folder: Path) -> list[str]:
        yaml = plain(
            more=f"fonts: {{text: {{regular: fonts/{name}}}}}\n", values="{name: Wave To AV}"
        )
        game(
            folder,
            (
                "<text x='5' y='10' font-family='text'>{{ card.name }}</text><textArea x='5' "
                "y='20' width='50' height='50' font-family='text' font-size='9pt'>{{ card.name "
                "}}</textArea>"
            ),
            yaml,
            **{f"fonts/{name}": content()},
        )
        return BUILD

    return make


for _tag in (
    b"cmap",
    b"head",
    b"hhea",
    b"hmtx",
    b"loca",
    b"glyf",
    b"maxp",
    b"name",
    b"post",
    b"OS/2",
    b"GPOS",
):
    ATTACKS[f"font: without {_tag.decode()}"] = _of_font(
        lambda tag=_tag: without(FONT.read_bytes(), tag)
    )  # type: ignore[misc]
    for _length in (0, 5, 40):
        ATTACKS[f"font: {_tag.decode()} cut to {_length}"] = _of_font(
            lambda tag=_tag, n=_length: cut(FONT.read_bytes(), tag, n)
        )  # type: ignore[misc]
ATTACKS["font: no PostScript name"] = _of_font(
    lambda: patched(FONT.read_bytes(), b"name", 2, b"\0\0")
)
ATTACKS["font: many metrics"] = _of_font(
    lambda: patched(FONT.read_bytes(), b"hhea", 34, b"\xff\xff")
)
ATTACKS["font: no metrics"] = _of_font(lambda: patched(FONT.read_bytes(), b"hhea", 34, b"\0\0"))
ATTACKS["font: many glyphs"] = _of_font(lambda: patched(FONT.read_bytes(), b"maxp", 4, b"\xff\xff"))
ATTACKS["font: no em"] = _of_font(lambda: patched(FONT.read_bytes(), b"head", 18, b"\0\0"))
ATTACKS["font: cut file"] = _of_font(lambda: FONT.read_bytes()[:20000])
ATTACKS["font: only a header"] = _of_font(lambda: FONT.read_bytes()[:12])
ATTACKS["font: empty"] = _of_font(lambda: b"")


def _cmap(groups: list[tuple[int, int, int]], form: int = 12) -> bytes:
    """Give the font another cmap."""
    raw = FONT.read_bytes()
    table = struct.pack(">HHHHL", 0, 1, 3, 10, 12)
    if form == 12:
        table += struct.pack(">HHLLL", 12, 0, 16 + 12 * len(groups), 0, len(groups)) + b"".join(
            struct.pack(">LLL", *g) for g in groups
        )
    elif form == 10:
        table += struct.pack(">HHLLLL", 10, 0, 20, 0, *groups[0][:2])
    at = _tables(raw)[b"cmap"][0]
    return raw[: at + 8] + struct.pack(">LL", len(raw), len(table)) + raw[at + 16 :] + table


ATTACKS["font: cmap of all characters"] = _of_font(lambda: _cmap([(0, 0xFFFFFFFE, 1)]))
ATTACKS["font: cmap of all characters often"] = _of_font(lambda: _cmap([(0, 0x10FFFF, 1)] * 3000))
ATTACKS["font: cmap format 10"] = _of_font(lambda: _cmap([(0, 0xFFFFFFFE, 1)], 10))
for _seed in range(40):
    ATTACKS[f"font: flipped {_seed}"] = _of_font(
        lambda seed=_seed: flipped(FONT.read_bytes(), seed)
    )  # type: ignore[misc]
ATTACKS["font: a device"] = _of_font(lambda: b"")


@attack("font: a FIFO")
def _fifo_font(folder: Path) -> list[str]:
    command = _of_font(lambda: b"")(folder)
    (folder / "fonts/my.ttf").unlink()
    os.mkfifo(folder / "fonts/my.ttf")
    return command


# ---------------------------------------------------------------- running


_LAUNCH = """
import os, resource, subprocess, sys
most, report, *command = sys.argv[1:]
def limit():
    resource.setrlimit(resource.RLIMIT_AS, (int(most), int(most)))
child = subprocess.Popen([sys.executable, "-m", "generator", *command], preexec_fn=limit)
_, status, used = os.wait4(child.pid, 0)
open(report, "w").write(f"{os.waitstatus_to_exitcode(status)} {used.ru_maxrss}")
"""
"""A small process between, since a process that another starts begins with the peak of that one."""


def run(name: str, seconds: float = SECONDS) -> Outcome:
    """Run one attack in a process of its own."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, report, output = (
            Path(temporary, "game"),
            Path(temporary, "report"),
            Path(temporary, "said"),
        )
        folder.mkdir()
        command = ATTACKS[name](folder)
        begun = time.perf_counter()
        with output.open("wb") as said:
            child = subprocess.Popen(
                [sys.executable, "-c", _LAUNCH, str(MOST_BYTES), str(report), *command],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
            watch = threading.Timer(seconds, lambda: os.killpg(child.pid, signal.SIGKILL))
            watch.start()
            child.wait()
            watch.cancel()
        taken = time.perf_counter() - begun
        status, peak = map(int, report.read_text().split()) if report.is_file() else (-9, 0)
        text = output.read_bytes().decode("utf-8", "replace").replace(temporary, "")
        return Outcome(status, taken, peak / 1024, text)


NORMAL_MIB = 110.0


def verdict(outcome: Outcome) -> str:
    """Say what is wrong with how an attack went; nothing where all is well."""
    first = outcome.said.strip().split("\n")[0] if outcome.said.strip() else ""
    found = []
    if outcome.seconds > 10:
        found.append("slow")
    if outcome.peak_mib > NORMAL_MIB + 512:
        found.append("memory")
    if "Traceback" in outcome.said:
        found.append("traceback")
    if outcome.status not in (0, 1, 2):
        found.append(f"status {outcome.status}")
    if outcome.status == 1 and "error[" not in outcome.said:
        found.append("no error")
    if outcome.status == 1 and first.startswith("error["):
        found.append("no place")
    return ", ".join(found)


def main() -> None:
    words = sys.argv[1:]
    seconds = float(os.environ.get("ATTACK_SECONDS", SECONDS))
    for name in ATTACKS:
        if words and not any(word in name for word in words):
            continue
        outcome = run(name, seconds)
        said = " / ".join(
            line for line in outcome.said.strip().split("\n") if "[" in line or "emporium" in line
        )[:230] or outcome.said.strip()[-150:].replace("\n", " / ")
        print(
            (
                f"{verdict(outcome) or 'ok':24} | {name:44} | {outcome.seconds:5.1f} s "
                f"{outcome.peak_mib:5.0f} MiB | {outcome.status:3} | {said}"
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
