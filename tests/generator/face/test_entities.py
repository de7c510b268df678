"""Document types of SVG: what Illustrator and Affinity write is read, and nothing else comes of
it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.face.entities import MOST_DEEP, MOST_ENTITIES, MOST_LETTERS
from generator.face.svg import OUTSIDE, SvgFault, parse_svg
from tests.generator.face.paint.test_painter import RED, Print, near

PUBLIC = 'PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
SPACES = (
    '<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_xlink "http://www.w3.org/1999/xlink">'
)
ILLUSTRATOR = (
    f'<?xml version="1.0"?>\n<!-- &nothing; -->\n<!DOCTYPE svg {PUBLIC} [\n{SPACES}<!ENTITY st0 '
    '"fill:#FF0000;">\n]>\n'
    '<svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 10 10" enable-background="new" '
    'xml:space="preserve">'
    '<rect style="&st0;" width="10" height="10" focusable="false" tabindex="0" clip-path="false" '
    'onclick="a()"/></svg>'
)


@pytest.mark.parametrize("way", ["art", "icon", "template"])
def test_a_document_type_is_read_wherever_svg_is(tmp_path: Path, way: str) -> None:
    face = {
        "art": '<image href="a.svg" width="40" height="40"/>',
        "icon": '<use href="icons/a.svg" width="40" height="40"/>',
        "template": '<use href="icons/a.svg" width="40" height="40"/>',
    }
    shown = Print(
        tmp_path, face[way], files={"a.svg": ILLUSTRATOR, "templates/icons/a.svg": ILLUSTRATOR}
    )
    assert (shown.problems, shown.at(20, 20)) == ([], near(RED))


@pytest.mark.parametrize(
    "head", [f"<!DOCTYPE svg {PUBLIC}>", "<!DOCTYPE svg>", '<!DOCTYPE svg SYSTEM "/etc/passwd">']
)
def test_no_file_of_a_document_type_is_opened(head: str) -> None:
    assert parse_svg(f'{head}<svg viewBox="0 0 1 1"/>').get("viewBox") == "0 0 1 1"


def svg(declared: str, said: str, outer: str = "") -> str:
    return (
        f'<!DOCTYPE svg {outer} [{declared}]>\n<svg viewBox="0 0 1 1">\n<text>{said}</text></svg>'
    )


def test_entities_may_stand_in_each_other_and_hold_elements() -> None:
    said = parse_svg(svg('<!ENTITY a "&b;&b;"><!ENTITY b "<tspan>c</tspan>">', "&a;"))
    assert [said.text().strip(), len(list(said.walk()))] == ["cc", 4]


def chain(many: int, times: int = 1, text: str = "x") -> str:
    """Declare so many entities of which each stands in the next so many times."""
    rows = [f'<!ENTITY e{number} "{f"&e{number - 1};" * times}">' for number in range(1, many)]
    return f'<!ENTITY e0 "{text}">{"".join(rows)}'


@pytest.mark.parametrize(
    ("declared", "said", "message"),
    [
        (
            "".join(f'<!ENTITY a{n} "b">' for n in range(MOST_ENTITIES + 1)),
            "",
            "at most 100 entities",
        ),
        (chain(MOST_DEEP + 2), f"&e{MOST_DEEP + 1};", "in each other"),
        (chain(4, 50), "&e3;", "letters"),
        (f'<!ENTITY a "{"b" * (MOST_LETTERS + 1)}">', "", "letters"),
        (chain(2, 100, "x" * 900), "&e1;" * 100, "at most 8,000,000 letters"),
        ('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;", "in each other"),
        ('<!ENTITY a SYSTEM "/etc/passwd">', "&a;", "'/etc/passwd'"),
        ('<!ENTITY % a SYSTEM "/etc/passwd"> %a;', "", "'/etc/passwd'"),
        ("<!ENTITY % a \"<!ENTITY b 'c'>\"> %a;", "&b;", "'%a;'"),
        ("", "&nbsp;", "nbsp"),
    ],
)
@pytest.mark.parametrize("outer", ["", PUBLIC])
@pytest.mark.parametrize("is_wide", [False, True])
def test_entities_are_few_short_and_from_nowhere_else(
    declared: str, said: str, message: str, outer: str, is_wide: bool
) -> None:
    text = svg(declared, said, outer)
    with pytest.raises(SvgFault, match=message) as caught:
        parse_svg(text.encode("utf-16") if is_wide else text, "a.svg")
    assert caught.value.at.startswith("a.svg:")


def test_a_name_that_nothing_declares_is_a_fault_in_its_line() -> None:
    for said in (
        "&nbsp;",
        '<tspan id="&nbsp;"/>',
    ):  # which a reader without the file of the type might pass over
        with pytest.raises(SvgFault, match="nbsp") as caught:
            parse_svg(svg("", f"\n{said}", PUBLIC), "a.svg")
        assert caught.value.at == "a.svg:4"
    assert parse_svg(svg("", "<![CDATA[&nbsp;]]><!-- &a; -->", PUBLIC)).text().strip() == "&nbsp;"


def test_an_entity_leads_nowhere_else() -> None:
    for declared in ('<!ENTITY a "url(b.svg#c)">', '<!ENTITY a "u"><!ENTITY b "&a;rl(b.svg#c)">'):
        with pytest.raises(SvgFault) as caught:
            parse_svg(svg(declared, f'<tspan fill="&{"b" if "b " in declared else "a"};"/>'))
        assert caught.value.said.code == OUTSIDE


def test_a_broken_document_type_is_read_in_no_time() -> None:
    for rest in ("<!--" * 200_000, "<![CDATA[" * 200_000, "<?" * 200_000, "&a;" * 300_000):
        with pytest.raises(SvgFault):
            parse_svg(f'<!DOCTYPE svg [<!ENTITY a "b">]>\n{rest}')
