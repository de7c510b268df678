"""What a fuzzer throws into a file: each mutator takes a random.Random and what is there, and
returns it with a fault.

Out: the same for the same state of the generator, on every machine.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from random import Random
from typing import Any

SCALARS = (
    *(
        "-1",
        "0",
        "1",
        "2",
        "7",
        "99",
        "100",
        "1000",
        "65536",
        "2147483647",
        "2147483648",
        "-9223372036854775809",
        "1" * 40,
        "1____",
        "0x7f",
    ),
    *(
        "0o17",
        "1e3",
        "1e400",
        "-1e400",
        "1e-300",
        ".inf",
        "-.inf",
        ".nan",
        "0.1",
        "-0.0",
        "1.5",
        "1:30",
        "2020-01-01",
        "12:30:45",
    ),
    *(
        "''",
        '""',
        "' '",
        "null",
        "~",
        "true",
        "no",
        "[]",
        "{}",
        "[1, 2]",
        "{a: b}",
        "[[[[]]]]",
        "[a, b, [c]]",
        "{1: 2}",
        "{[a]: b}",
        "? a",
    ),
    *(
        "text",
        "'a: b'",
        "a # b",
        "&a x",
        "*a",
        "!!python/object:os.system x",
        "!!binary YQ==",
        "!!set {a}",
        "!!float 1",
        "!x y",
        "<<",
        "|",
        ">",
    ),
    *(
        "0 mm",
        "-3 mm",
        "1e9 mm",
        "3",
        "3 furlongs",
        "63 x 88 mm",
        "63 x mm",
        "1/0",
        "50 %",
        "100000 %",
        "1..3",
        "3..1",
        "1..99999999",
        "a..b",
    ),
    *(
        "'#fff'",
        "'#12345'",
        "red",
        "'rgb(1,2)'",
        "cmyk(0,0,0,9)",
        "../../etc/passwd",
        "/etc/passwd",
        "'C:\\x'",
        "a/b/../../../c",
        "'.'",
        "'a\\0b'",
    ),
    *(
        '"\\0"',
        '"\\e]0;x\\a"',
        '"\\u2028"',
        '"\\ud800"',
        '"\\ufeff"',
        '"\\u202e abc"',
        "'ש(לום'",
        "'😀 👩‍👩‍👧'",
        "'a̷̶̸̵̷̴'",
        "'{gold}'",
        "'{'",
        "'**a'",
    ),
    *(
        "'{{ 1/0 }}'",
        "'{% for %}'",
        "'<text>'",
        "'&amp;'",
        "'" + "w" * 3000 + "'",
        "'" + "wo rd " * 600 + "'",
        "line",
        "integer",
        "'[slot]?'",
    ),
)
NUMBERS = (
    *(
        "0",
        "-1",
        "1",
        "0.0001",
        "-0.0",
        "1e-300",
        "1e300",
        "1e400",
        "-1e400",
        "nan",
        "inf",
        "...",
        "1.1.1",
        "1e",
        "e5",
        "--1",
        "+-1",
        "1,",
        "",
    ),
    *(
        "9" * 30,
        "1" * 400,
        "0x10",
        "1/3",
        "100%",
        "-50%",
        "3mm",
        "1e5",
        "99999",
        "½",
        "٣",
        "1 2",
        "1__0",
    ),
)
WORDS = (
    *(
        "<g>",
        "</g>",
        "<g opacity='0'>",
        "<svg>",
        "<text x='1' y='5'>a</text>",
        "<use href='#a'/>",
        "<use href='icons/sword.svg'/>",
        "<image href='a.png'/>",
    ),
    *(
        "<rect/>",
        "<path d='M'/>",
        "<path d='M0 0L'/>",
        "<path d='M0 0A1 1'/>",
        "<circle r='-1'/>",
        "<script>1</script>",
        "<style>*{}</style>",
        "<!--",
        "-->",
    ),
    *(
        "<![CDATA[",
        "<?xml?>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]>",
        "&b;",
        "&#xD800;",
        "&#0;",
        "&lt;",
        "&",
        "<",
        ">",
        '"',
        "'",
        "/",
        "=",
        "\0",
        "\x1b[31m",
    ),
    *(
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "{{ card.nothing }}",
        "{{ card.name.x.y }}",
        "{{ card['name'][0] }}",
        "{{ 1/0 }}",
        "{{ game }}",
        "{{ range(9) }}",
    ),
    *(
        "{% include 'x' %}",
        "{% import '../x' as y %}",
        "{% for a in card %}",
        "{% endfor %}",
        "{% if card.name %}",
        "{% else %}",
        "{% endif %}",
        "{% block a %}",
    ),
    *(
        "{{ card.name|nothing }}",
        "{{ card.name|int }}",
        "{{ undefined }}",
        "{{ self }}",
        "{{ loop.index }}",
        "{{ super() }}",
        "{{ [][0] }}",
        "{{ {}.a }}",
    ),
    *(
        "transform='scale(0)'",
        "transform='rotate(a)'",
        "transform='matrix(1 1 1 1 1 1)'",
        "fill='url(#x)'",
        "fill='var(--a)'",
        "fill='rgb(1..2,3,4)'",
    ),
    *(
        "clip-path='url(#c)'",
        "style='fill:'",
        "font-size='0'",
        "font-size='1e9'",
        "font-family=''",
        "stroke-width='-1'",
        "stroke-dasharray='0 0'",
        "x='1' x='2'",
    ),
    *(
        "opacity='2'",
        "data-ground='x'",
        "viewBox='0 0 0 0'",
        "viewBox='a'",
        "width='0'",
        "xlink:href='#a'",
        "filter='url(#f)'",
        "mask='url(#m)'",
        "\u2028",
        "é",
        "ש",
        "😀",
    ),
)
LETTERS = "\t\n \0\x07\x1b\x7f\x85\u00a0\u00ad\u200b\u202e\u2028\ufeff\ufffe😀ש٣é:#-?&*!|>'\"%@`{}[],.<>/\\$~^=+()0aZ_;"
_SCALAR = re.compile(r"(?<=: )[^\s#\[{|>][^#\n]*|(?<=[\[,{] )[^,\]}\n]+|(?<=- )[^\n]+")
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_VALUE = re.compile(r"(?<=\")[^\"\n]*(?=\")|(?<=\{\{ )[^}]*(?= \}\})")


def of_yaml(random: Random, text: str) -> str:
    """Return YAML with one to four faults: most of them in a value, a key or a line, so that much
    of it is still read.
    """
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        text = random.choice(
            (
                _value,
                _value,
                _value,
                _value,
                _key,
                _key,
                _number,
                _number,
                _lines,
                _lines,
                _spliced,
                _letter,
            )
        )(random, text)
    return text


def of_markup(random: Random, text: str) -> str:
    """Return a template, a picture as SVG, or a page of Markdown with one to four faults."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        text = random.choice(
            (
                _number,
                _number,
                _markup_number,
                _markup_number,
                _attribute,
                _word,
                _word,
                _key,
                _lines,
                _spliced,
                _letter,
            )
        )(random, text)
    return text


def of_json(random: Random, value: Any) -> Any:
    """Return data as JSON has it with one to three nodes replaced, taken out, doubled or moved."""
    for _ in range(random.choice((1, 1, 2, 3))):
        places = list(_places(value))
        if not places:
            return _json_scalar(random)
        holder, key = random.choice(places)
        do = random.randrange(6)
        if do == 0:
            del holder[key]
        elif do == 1:
            other, its = random.choice(places)
            holder[key] = json.loads(json.dumps(_at(other, its)))
        elif do == 2 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif do == 2:
            holder[random.choice(("", "x", "a.b", "\0", "0"))] = holder.pop(key)
        else:
            holder[key] = _json_scalar(random)
    return value


def of_bytes(random: Random, raw: bytes) -> bytes:
    """Return bytes cut off, with some flipped, put in, taken out or repeated."""
    content = bytearray(raw)
    do = random.randrange(6)
    at = random.randrange(len(content) + 1)
    if do == 0:
        del content[at:]
    elif do == 1:
        del content[at : at + random.choice((1, 2, 4, 100))]
    elif do == 2:
        content[at:at] = random.randbytes(random.choice((1, 2, 4, 100)))
    elif do == 3:
        content[at:at] = content[at : at + random.choice((4, 100, 5000))]
    else:
        for _ in range(random.choice((1, 1, 3, 20))):
            if content:
                content[random.randrange(len(content))] = random.randrange(256)
    return bytes(content)


def of_archive(random: Random, raw: bytes) -> bytes:
    """Return a zip with faults in one of its files, in its list of files, or in its bytes."""
    if random.random() < 0.2:
        return of_bytes(random, raw)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(random.choice((1, 1, 2))):
        name = random.choice(sorted(parts))
        do = random.randrange(10)
        if do == 0:
            del parts[name]
        elif do == 1:
            parts[random.choice((*sorted(parts), "x/y.xml", "../x", name.upper()))] = parts.pop(
                name
            )
        elif do == 2:
            parts[name] = of_bytes(random, parts[name])
        else:
            parts[name] = of_markup(random, parts[name].decode("utf-8", "replace")).encode(
                "utf-8", "replace"
            )
        if not parts:
            break
    made = io.BytesIO()
    with zipfile.ZipFile(
        made, "w", random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))
    ) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def encoded(random: Random, text: str) -> bytes:
    """Encode a text: nearly always as UTF-8, now and then with a mark before it, other ends of
    lines, or in another way.
    """
    do = random.randrange(60)
    if do == 0:
        return text.encode("utf-16", "replace")
    if do == 1:
        return text.encode("latin-1", "replace")
    if do == 2:
        return b"\xef\xbb\xbf" + text.encode("utf-8", "replace")
    if do == 3:
        return text.replace("\n", "\r\n").encode("utf-8", "replace")
    if do == 4:
        return of_bytes(random, text.encode("utf-8", "replace"))
    return text.encode("utf-8", "replace")


def _swap(random: Random, text: str, pattern: re.Pattern[str], new: str) -> str:
    """Put a new word where a pattern, picked among all such, stands."""
    found = list(pattern.finditer(text))
    if not found:
        return text + new
    one = random.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def _value(random: Random, text: str) -> str:
    found = list(_SCALAR.finditer(text))
    new = random.choice(SCALARS)
    if found and random.random() < 0.25:
        new = random.choice(found).group()
    return _swap(random, text, _SCALAR, new)


def _key(random: Random, text: str) -> str:
    """Misspell a word, or put another in its place."""
    found = list(_WORD.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    word = one.group()
    at = random.randrange(len(word))
    new = random.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + random.choice("aexyz_-") + word[at:],
            random.choice(found).group(),
            word.upper(),
        )
    )
    return text[: one.start()] + new + text[one.end() :]


def _number(random: Random, text: str) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    number = one.group()
    new = random.choice(
        (
            number + "0",
            "-" + number,
            number[:-1] or "0",
            "0",
            str(int(min(float(number), 1e30)) + 1),
            number * 3,
            number + ".5",
        )
    )
    return text[: one.start()] + new + text[one.end() :]


def _markup_number(random: Random, text: str) -> str:
    return _swap(random, text, _NUMBER, random.choice(NUMBERS))


def _attribute(random: Random, text: str) -> str:
    found = list(_VALUE.finditer(text))
    new = random.choice(
        (
            *NUMBERS,
            "url(#x)",
            "none",
            "red",
            "card.name",
            "var(--x)",
            "#",
            "a b",
            "[a, b]",
            "icons/x.svg",
        )
    )
    if found and random.random() < 0.4:
        new = random.choice(found).group()
    return _swap(random, text, _VALUE, new)


def _word(random: Random, text: str) -> str:
    at = random.choice([0, len(text), *(one.end() for one in re.finditer(r"[>\s}]", text))])
    return text[:at] + random.choice(WORDS) + text[at:]


def _lines(random: Random, text: str) -> str:
    """Take out, double, swap, move, indent or put in again some lines."""
    lines = text.split("\n")
    at, other, many = (
        random.randrange(len(lines)),
        random.randrange(len(lines)),
        random.choice((1, 1, 1, 2, 5)),
    )
    do = random.randrange(7)
    if do == 0:
        del lines[at : at + many]
    elif do == 1:
        lines[at:at] = lines[at : at + many]
    elif do == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif do == 3:
        lines[other:other] = lines[at : at + many]
    elif do == 4:
        lines[at] = random.choice((" ", "  ", "    ", "\t")) + lines[at]
    elif do == 5:
        lines[at] = lines[at][random.choice((1, 2)) :]
    else:
        del lines[at:]
    return "\n".join(lines)


def _spliced(random: Random, text: str) -> str:
    """Put a piece of the text in at another place of it."""
    at, other, long = (
        random.randrange(len(text) + 1),
        random.randrange(len(text) + 1),
        random.choice((3, 10, 40, 200)),
    )
    return text[:other] + text[at : at + long] + text[other:]


def _letter(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return (
        text[:at]
        + random.choice((random.choice(LETTERS), ""))
        + text[at + random.choice((0, 1, 1, 2)) :]
    )


def _places(value: Any) -> Any:
    """List all places below a value: each as what holds it, and the key or the number there."""
    if isinstance(value, dict):
        for key in list(value):
            yield value, key
            yield from _places(value[key])
    elif isinstance(value, list):
        for number in range(len(value)):
            yield value, number
            yield from _places(value[number])


def _at(holder: Any, key: Any) -> Any:
    try:
        return holder[key]
    except (KeyError, IndexError):
        return None


def _json_scalar(random: Random) -> Any:
    return random.choice(
        (
            *(
                None,
                True,
                False,
                0,
                -1,
                1,
                2**31,
                2**63,
                -(2**63) - 1,
                10**40,
                0.5,
                -0.0,
                1e308,
                float("nan"),
                float("inf"),
                "",
                " ",
                "x",
            ),
            *(
                "\0",
                "\x1b]0;x\x07",
                "\ud800",
                "😀",
                "w" * 3000,
                "1",
                "-1",
                "nan",
                "2020-01-01",
                [],
                {},
                [[]],
                [None],
                {"": None},
                [1, "a", {}],
                {"a": {"b": 1}},
            ),
        )
    )
