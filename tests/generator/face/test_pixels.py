"""What goes to the outside renderer holds all that it shows: the gate before it, and what is
written anew.
"""

from __future__ import annotations

import base64
import gzip
import io
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import quote

import PIL.Image
import pytest

from generator.face.images import read_image
from generator.face.pixels import enclosed, pixels_of
from generator.face.references import MOST_INSIDE
from generator.face.stylesheets import read_svg
from generator.face.svg import Element, SvgFault, parse_svg, write_svg
from tests.generator.face.paint.test_painter import RED, WHITE, Print, near, picture
from tests.generator.face.test_images import ADOBE, furthest, pixels, profile, saved

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 '
    '0 10 10">'
)
BAD = [
    '<image href="/etc/a.png"/>',
    '<image href="#a"/>',
    '<image/><image href=" "/>',
    '<feImage href="a.png"/>',
    '<use href="a.svg#a"/>',
    '<use href="data:image/svg+xml;base64,AAAA"/>',
    '<pattern href="a.svg#p"/>',
    '<rect fill="url(a.svg#g)"/>',
    '<g><rect style="fill:\\75rl(a.svg#g)"/></g>',
    "<style>@import 'a.css';</style>",
    '<set attributeName="href" to="/etc/a.png"/>',
]


def as_data(svg: str, how: str = "base64") -> str:
    raw = svg.encode()
    if how == "percent":
        return f"data:image/svg+xml,{quote(svg)}"
    if how == "gzip":
        raw = gzip.compress(raw, mtime=0)
    if how == "plain text":
        return f"data:text/plain;base64,{base64.b64encode(raw).decode()}"
    if how == "as if it were a PNG":
        return f"DATA:image/png;BASE64,{base64.b64encode(raw).decode()}"
    return f"data:image/svg+xml;base64,{base64.b64encode(raw).decode()}"


@pytest.mark.parametrize("content", BAD)
def test_the_gate_before_the_renderer_refuses_the_same(content: str) -> None:
    """Whatever a tree is made of and whoever made it."""
    tag, *_ = parse_svg(f"{HEAD}<a/></svg>").elements
    root = Element("svg", {"viewBox": "0 0 10 10"}, [tag, *unguarded(content)])
    with pytest.raises(SvgFault):
        enclosed(root)


def unguarded(content: str) -> list[Element | str]:
    """Read elements as a tree of which nobody has looked at what it refers to."""
    from xml.etree import ElementTree

    def made(node: Any) -> Element:
        attributes = {name.rpartition("}")[2]: value for name, value in node.attrib.items()}
        return Element(node.tag.rpartition("}")[2], attributes, [node.text or "", *map(made, node)])

    return list(map(made, ElementTree.fromstring(f"{HEAD}{content}</svg>")))


def test_a_picture_of_the_folder_is_embedded_for_the_renderer(tmp_path: Path) -> None:
    face = (
        '<filter id="f" x="0" y="0" width="1" height="1"><feImage href="a.png" '
        'preserveAspectRatio="none"/></filter><rect width="40" height="40" filter="url(#f)"/>'
    )
    shown = Print(tmp_path, face, files={"a.png": picture("RGB", (8, 8), (RED, RED))})
    assert [one.severity for one in shown.problems] == ["note"]
    assert (shown.at(20, 20), shown.at(50, 50)) == (near(RED), WHITE)


@pytest.mark.parametrize("how", ["base64", "percent", "gzip", "plain text", "as if it were a PNG"])
def test_an_svg_within_an_svg_goes_through_the_same_gate(how: str) -> None:
    def shown(inner: str) -> str:
        data = as_data(f"{HEAD}{inner}</svg>", how)
        return write_svg(
            enclosed(
                read_svg(f'{HEAD}\n<image href="{data}" width="9" height="9"/></svg>', "a.svg")
            )
        )

    assert "data:image/svg+xml;base64," in shown("<rect/>")
    for bad in (
        '<image href="/etc/a.png"/>',
        '<use href="b.svg#a"/>',
        '<rect fill="url(b.svg#a)"/>',
        "<!DOCTYPE a><rect/>",
    ):
        with pytest.raises(SvgFault) as caught:
            shown(bad)
        assert caught.value.at == "a.svg:2"


def test_what_is_written_in_is_written_anew() -> None:
    inner = (
        f'<?xml version="1.0"?><?odd a?>{HEAD}<metadata>/etc/passwd</metadata><rect '
        'other:href="/etc/a" xmlns:other="urn:x"/></svg>'
    )
    shown = enclosed(
        read_svg(f'{HEAD}<image href=" {as_data(inner, "percent")} " width="9" height="9"/></svg>')
    )
    written = base64.b64decode(shown.elements[0].get("href").partition(",")[2]).decode()
    assert written.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "/etc" not in written


@pytest.mark.parametrize(
    "address",
    [
        "data:",
        "data:,",
        "data:image/png;base64,AAAA",
        "data:image/png;base64,%E9",
        "data:text/html,<b/>",
        "data:image/svg+xml;base64,H4sIAAAA",
    ],
)
def test_what_is_no_picture_is_refused(address: str) -> None:
    root = parse_svg(f"{HEAD}<image/></svg>")
    root.elements[0].attributes["href"] = address
    with pytest.raises(SvgFault):
        enclosed(root)


def test_svgs_within_each_other_are_bounded_in_depth_and_in_size() -> None:
    def nested(times: int) -> Element:
        svg = f"{HEAD}<rect/></svg>"
        for _ in range(times):
            svg = f'{HEAD}<image href="{as_data(svg)}"/></svg>'
        return parse_svg(svg)

    enclosed(nested(MOST_INSIDE))
    with pytest.raises(SvgFault, match="SVGs nested at most"):
        enclosed(nested(MOST_INSIDE + 1))
    bomb = as_data(f"{HEAD}{' ' * 9_000_000}</svg>", "gzip")
    with pytest.raises(SvgFault, match="bytes of SVGs") as caught:
        enclosed(parse_svg(f'{HEAD}<image href="{bomb}"/></svg>'))
    assert caught.value.said.code == "face-too-much"


def _turned() -> bytes:
    exif = PIL.Image.Exif()
    exif[0x0112] = 3
    picture, file = PIL.Image.new("RGB", (40, 40), "red"), io.BytesIO()
    picture.paste("blue", (0, 0, 40, 20))
    picture.save(file, "JPEG", quality=95, exif=exif)
    return file.getvalue()


@pytest.mark.parametrize(
    "raw",
    [
        saved("RGB", "JPEG", profile(b"RGB ", ADOBE), quality=95),
        saved("RGBA", "PNG", profile(b"RGB ", ADOBE)),
        saved("L", "JPEG", profile(b"GRAY", gamma=1.4), quality=95),
        saved("CMYK", "JPEG", None, quality=95),
        _turned(),
    ],
    ids=["Adobe RGB", "with an alpha", "greys", "inks", "turned by EXIF"],
)
def test_a_picture_in_a_part_in_pixels_is_that_which_is_printed_by_itself(raw: bytes) -> None:
    picture = read_image(raw)
    size = picture.width_px
    sort = "png" if raw.startswith(b"\x89PNG") else "jpeg"
    root = parse_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
        f'<image width="{size}" height="{size}" '
        f'href="data:image/{sort};base64,{base64.b64encode(raw).decode()}"/></svg>'.encode()
    )
    drawn = PIL.Image.open(io.BytesIO(pixels_of(root, size, [], "", ""))).convert("RGBA")
    shown = pixels(picture).convert("RGBA")
    if picture.alpha is not None:
        shown.putalpha(PIL.Image.frombytes("L", shown.size, zlib.decompress(picture.alpha)))
    ground = PIL.Image.new("RGBA", drawn.size, "white")
    one, other = (PIL.Image.alpha_composite(ground, each) for each in (drawn, shown))
    assert furthest(one.convert("RGB"), other.convert("RGB")) <= 3
