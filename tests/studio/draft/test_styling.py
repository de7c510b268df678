"""The look of a game: one colour or one font is written, and all else stays byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from generator.data.patching import PatchError
from studio.draft.styling import called, fonts_there, with_colour, with_font, with_new_colour

TEXT = """\
palette: # ours
  ink:   "#1F1B16"  # nearly black
  sea: '#aaccee'
fonts:
  display: {regular: fonts/Old-Bold.ttf}   # a poster's
  marquee:
    # from a cinema
    regular: fonts/Lime-Regular.ttf
    bold: fonts/Lime-Bold.ttf

  text: Source Sans Pro # plain
  both: [display, Source Serif Pro]
  again: &mark Source Serif Pro
  other: *mark
"""


@pytest.mark.parametrize(
    ("name", "colour", "old", "new"),
    [("ink", "#ff00aa", '"#1F1B16"', '"#FF00AA"'), ("sea", "#ff00aa", "'#aaccee'", "'#ff00aa'")],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_colour_changes_alone(name: str, colour: str, old: str, new: str, line_end: str) -> None:
    text = TEXT.replace("\n", line_end)
    assert with_colour(text, name, colour) == text.replace(old, new)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_colour_is_added_after_the_others_or_with_a_palette(line_end: str) -> None:
    text = TEXT.replace("\n", line_end)
    last = f"  sea: '#aaccee'{line_end}"
    assert with_new_colour(text, "mud", "#665544") == text.replace(
        last, f'{last}  mud: "#665544"{line_end}'
    )
    short = f"palette: {{sea: '#aaccee'}}{line_end}"
    assert yaml.safe_load(with_new_colour(short, "mud", "#665544"))["palette"]["mud"] == "#665544"
    game = f"game:{line_end}  title: Ours{line_end}{line_end}kinds: {{}}{line_end}"
    first = f'  title: Ours{line_end}{line_end}palette:{line_end}  mud: "#665544"{line_end}'
    assert with_new_colour(game, "mud", "#665544") == game.replace(
        f"  title: Ours{line_end}", first
    )
    for wrong, name in ((text, "sea"), ("palette: *mark\n", "mud")):
        with pytest.raises(PatchError):
            with_new_colour(wrong, name, "#665544")


@pytest.mark.parametrize(
    ("name", "font", "old", "new"),
    [
        ("text", "Source Serif Pro", "text: Source Sans Pro", "text: Source Serif Pro"),
        (
            "text",
            {"regular": "fonts/A.ttf"},
            "text: Source Sans Pro",
            "text: {regular: fonts/A.ttf}",
        ),
        ("display", {"regular": "fonts/A.ttf"}, "fonts/Old-Bold.ttf", "fonts/A.ttf"),
        (
            "display",
            {"regular": "fonts/A, B.ttf", "bold": "fonts/C.ttf"},
            "{regular: fonts/Old-Bold.ttf}",
            '{regular: "fonts/A, B.ttf", bold: fonts/C.ttf}',
        ),
        ("display", "Source Sans Pro", "{regular: fonts/Old-Bold.ttf}", "Source Sans Pro"),
        (
            "marquee",
            {"regular": "fonts/A.ttf"},
            "regular: fonts/Lime-Regular.ttf\n    bold: fonts/Lime-Bold.ttf\n",
            "regular: fonts/A.ttf\n",
        ),
        (
            "marquee",
            "Source Sans Pro",
            (
                "marquee:\n    # from a cinema\n    regular: fonts/Lime-Regular.ttf\n    bold: "
                "fonts/Lime-Bold.ttf\n"
            ),
            "marquee: Source Sans Pro\n",
        ),
    ],
)
def test_a_font_changes_alone(name: str, font: str | dict[str, str], old: str, new: str) -> None:
    found = with_font(TEXT, name, font)
    assert found == TEXT.replace(old, new)
    assert yaml.safe_load(found)["fonts"][name] == font


@pytest.mark.parametrize("name", ["both", "again", "other", "none"])
def test_what_cannot_be_changed_alone_is_said(name: str) -> None:
    with pytest.raises(PatchError):
        with_font(TEXT, name, "Source Sans Pro")
    with pytest.raises(PatchError):
        with_colour(TEXT, name, "#000000")


def test_the_fonts_of_a_folder_are_found_with_their_styles(tmp_path: Path) -> None:
    for name in (
        "fonts/Lime-Regular.ttf",
        "fonts/Lime-Bold.ttf",
        "fonts/OFL.txt",
        "templates/fonts/Solo.otf",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = fonts_there(tmp_path)
    assert found["Source Sans Pro"] == "Source Sans Pro"
    assert {name: font for name, font in found.items() if "/" in name} == {
        "fonts/Lime-Regular.ttf": {
            "regular": "fonts/Lime-Regular.ttf",
            "bold": "fonts/Lime-Bold.ttf",
        },
        "fonts/Lime-Bold.ttf": {"regular": "fonts/Lime-Bold.ttf"},
        "templates/fonts/Solo.otf": {"regular": "templates/fonts/Solo.otf"},
    }
    assert [
        called(one) for one in (found["fonts/Lime-Bold.ttf"], "Source Sans Pro", ["a", "b"])
    ] == ["fonts/Lime-Bold.ttf", "Source Sans Pro", "a, b"]
