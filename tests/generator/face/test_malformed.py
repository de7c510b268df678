from __future__ import annotations

import pytest

from generator.face.svg import SvgFault, parse_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


@pytest.mark.parametrize(
    ("tag", "lines", "message", "hint"),
    [
        (
            '<text x="1"\n y="2 fill="red"/>',
            1,
            "a quote is missing after the value of 'y'",
            'write y="2"',
        ),
        (
            '<text x="1"\n y="2/>\n<g/>',
            1,
            "a quote is missing after the value of 'y'",
            'write y="2"',
        ),
        ("<text \n\n x=mid/>", 2, "the value of 'x' has no quotes", 'write x="mid"'),
        (
            "<text x=\n“10pt”/>",
            0,
            "curly quotes around the value of 'x'",
            'write straight ones: x="10pt"',
        ),
        ('<text x="1"\n x="2"/>', 1, "<text> is given 'x' twice", "remove one of the two"),
        ('<text bold x="1"/>', 0, "'bold' has no value", 'bold="…", or remove it'),
        ('<text x="1"y="2"/>', 0, "no space before 'y'", "put a space between"),
        ('<text x="1&2"/>', 0, "a '&' in the value of 'x'", "&amp;"),
        ('<text x="1<2"/>', 0, "a '<' in the value of 'x'", "&lt;"),
        ('<text x="1"\n y="&nbsp;"/>', 1, "SVG does not know '&nbsp;'", "write the letter itself"),
        ('<text x="1"\n q:href="a"/>', 1, "'q:' is not defined", "remove it"),
        ('<text x="1"\n <g/>', 0, "<text> has no '>' at its end", "write '>'"),
        ('<text x="1", y="2"/>', 0, "<text> cannot be read from ', y=", "a space before the next"),
    ],
)
def test_a_slip_inside_a_tag_is_told_at_its_own_line_with_what_to_write(
    tag: str, lines: int, message: str, hint: str
) -> None:
    origin = (
        tag.replace(" ", ' data-at="own.svg.j2:40" ', 1)
        if tag[5] == " "
        else tag.replace("\n", ' data-at="own.svg.j2:40"\n', 1)
    )
    for text, at in (
        (f"{HEAD}\n{tag}</svg>", f"f.svg:{2 + lines}"),
        (f"{HEAD}\n\n\n{origin}</svg>", f"own.svg.j2:{40 + lines}"),
    ):
        with pytest.raises(SvgFault) as caught:
            parse_svg(text, "f.svg")
        assert caught.value.at == at
        assert caught.value.said.message.startswith(f"the SVG is not well-formed: {message}")
        assert hint in str(caught.value.hint)
