"""build --ink low and --ink grey: the real PDF read back, the rule by which low ink turns things,
and Emporium in both.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pikepdf
import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli import main as cli
from generator.data.colours import contrast, grey_of, rgb_of
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from generator.face import images
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.lint.ink import sheet_inks
from generator.lint.lint import lint
from generator.pdf.inks import CMYK, RGB, colours_for, profiled
from generator.pdf.raster import render_page
from tests.conftest import ROOT, make_game, some
from tests.generator.pdf.inked import BAND, PALETTE, fills_of
from tests.generator.pdf.profiles import NAME, profile


def colours_of(path: Path) -> set[tuple[float, ...]]:
    """Return all fill, stroke and gradient colours of a PDF's pages and forms."""
    found: set[tuple[float, ...]] = set()
    with pikepdf.open(path) as pdf:
        for object_ in pdf.objects:
            if (
                isinstance(object_, pikepdf.Stream)
                and object_.get("/Subtype") in (None, "/Form")
                and "/Width" not in object_
            ):
                text = object_.read_bytes().decode("latin-1")
                found |= {
                    tuple(map(float, match.split()))
                    for match in re.findall(r"([\d.]+ [\d.]+ [\d.]+) (?:rg|RG)\b", text)
                }
            if isinstance(object_, pikepdf.Dictionary) and object_.get("/FunctionType") == 2:
                found |= {tuple(float(part) for part in object_[key]) for key in ("/C0", "/C1")}
    return found


def png(colour: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    PIL.Image.new("RGB", (600, 600), colour).save(out, "PNG")
    return out.getvalue()


# ---------------------------------------------------------------- grey


def test_grey_has_no_colour_left_pictures_and_gradients_and_grounds_among_it(
    tmp_path: Path,
) -> None:
    body = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#c00"/><stop offset="1" '
        'stop-color="{{ palette.dark }}"/></linearGradient></defs>'
        '<rect width="63" height="30" fill="url(#g)"/><circle cx="20" cy="50" r="9" fill="#0072b2" '
        'stroke="#d55e00"/>'
        '<image href="{{ card.art }}" x="30" y="40" width="20" height="20"/><text x="8" y="80" '
        'fill="#7a2e2e">One</text>'
    )
    make_game(
        tmp_path,
        body,
        {"one": {"name": "One", "art": "a.png"}},
        files={"a.png": png((200, 40, 90))},
        palette=PALETTE,
    )
    game = load_game(tmp_path, ink="grey")
    build(game, Options(output=tmp_path / "out"))
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == "trial-cards-a4-grey.pdf"
    colours = colours_of(path)
    assert len(colours) >= 5
    assert {colour for colour in colours if len(set(colour)) > 1} == set()
    page = render_page(path.read_bytes(), 0, 60)
    assert all(max(rgb) - min(rgb) <= 2 for _, rgb in page.getcolors(1 << 20))
    level = round(255 * grey_of((200 / 255, 40 / 255, 90 / 255))[0])
    assert any(abs(rgb[0] - level) <= 1 for _, rgb in page.getcolors(1 << 20))


def test_the_palette_can_have_other_colours_and_fields_follow(tmp_path: Path) -> None:
    body = (
        '{% if ink == "grey" %}<rect width="63" height="44" fill="{{ card.suit.colour }}"/>{% '
        "endif %}"
    )
    tables = {"suit": {"fields": {"colour": "colour"}, "rows": {"night": {"colour": "dark"}}}}
    make_game(
        tmp_path,
        body,
        {"one": {"suit": "night"}},
        {"suit": "suit"},
        tables=tables,
        palette=PALETTE,
        ink={"grey": {"palette": {"dark": "#999999"}}},
    )
    full, grey = load_game(tmp_path), load_game(tmp_path, ink="grey")
    assert (full.card("one").record.suit.colour, full.context["palette"].dark) == (
        "#102030",
        "#102030",
    )
    assert (grey.card("one").record.suit.colour, grey.context["palette"].light) == (
        "#999999",
        "#f8f8f8",
    )
    assert Press(full).stamp(full.card("one")).operations == ()  # type: ignore[union-attr]
    assert (0.6, 0.6, 0.6) in fills_of(Press(grey), "one")


def test_a_colour_that_the_palette_has_not_is_a_fault_at_its_place(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as fault:
        make_game(tmp_path, palette=PALETTE, ink={"low": {"palette": {"darc": "#999999"}}})
    (problem,) = fault.value.problems
    assert (problem.code, problem.hint) == ("unknown-colour", "did you mean 'dark'?")
    assert problem.place is not None
    assert "darc" in (tmp_path / "cards.yaml").read_text().splitlines()[problem.place.line - 1]


# ---------------------------------------------------------------- Emporium and the command


@cache
def emporium_press(ink: str) -> Press:
    """Emporium, printed in one of the ways, each face drawn once."""
    return Press(load_game(ROOT / "cards.yaml", ink=ink))


def emporium_ink(ink: str) -> float:
    """The ink of all sheets of Emporium."""
    press = emporium_press(ink)
    return sum(
        one.ink for item in plan(press.game, Options()) for one in sheet_inks(press, item.sheets)
    )


@pytest.mark.slow
def test_emporium_takes_less_than_half_of_the_ink() -> None:
    assert emporium_ink("low") < 0.5 * emporium_ink("full")


@pytest.mark.slow_cases("grey", "low")
@pytest.mark.parametrize("ink", some(["low", "grey"], 2))
def test_emporium_can_be_read_in_both(ink: str) -> None:
    press = emporium_press(ink)
    linted = lint(press.game, press)
    assert [(f.code, f.card, f.claim) for f in linted.findings if f.code == "low-contrast"] == []
    assert linted.problems == ()


def test_guilds_and_tiers_differ_in_grey_and_have_signs_besides() -> None:
    game = emporium_press("grey").game
    for table, signs in (("guild", ("emblem", "pattern")), ("tier", ("emblem",))):
        rows = list(game.context["tables"][table])
        levels = [int(row.colour[1:3], 16) / 255 for row in rows]
        assert all(row.colour[1:3] * 3 == row.colour[1:] for row in rows)
        pairs = [(a, b) for i, a in enumerate(levels) for b in levels[:i]]
        assert min(contrast((a,) * 3, (b,) * 3) for a, b in pairs) > 1.5
        assert all(len({row[sign] for row in rows}) == len(rows) for sign in signs)
    frames = [row.frame for row in game.context["tables"]["monster_type"]]
    assert len(set(frames)) == len(frames)


def test_file_names_say_the_ink_and_leave_the_usual_ones_alone(tmp_path: Path) -> None:
    make_game(
        tmp_path, BAND, palette=PALETTE, files={"templates/rulebook.md.j2": "# Rules\n\nPlay."}
    )
    for words in ([], ["--ink", "low"], ["--ink", "grey", "--booklet"]):
        assert cli.run(["build", str(tmp_path), "--output", str(tmp_path / "out"), *words]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "trial-booklet-a4-grey.pdf",
        "trial-cards-a4-grey.pdf",
        "trial-cards-a4-low-ink.pdf",
        "trial-cards-a4.pdf",
        "trial-rulebook-grey.pdf",
        "trial-rulebook-low-ink.pdf",
        "trial-rulebook.pdf",
    ]
    assert {
        colour
        for colour in colours_of(tmp_path / "out" / "trial-rulebook-grey.pdf")
        if len(set(colour)) > 1
    } == set()


def test_preview_and_contact_take_ink(tmp_path: Path) -> None:
    make_game(tmp_path, BAND, palette=PALETTE)
    for words in (
        ["preview", "one", str(tmp_path), "--dpi", "60"],
        ["contact", str(tmp_path), "--width", "300"],
    ):
        for ink in ("full", "grey"):
            assert (
                cli.run([*words, "--ink", ink, "--output", str(tmp_path / f"{words[0]}-{ink}.png")])
                == 0
            )
        colours = [
            PIL.Image.open(tmp_path / f"{words[0]}-{ink}.png").convert("RGB").getcolors(1 << 22)
            for ink in ("full", "grey")
        ]
        assert [max(max(rgb) - min(rgb) for _, rgb in found) > 3 for found in colours] == [
            True,
            False,
        ]
    assert (
        cli.run(
            [
                "preview",
                "one",
                str(tmp_path),
                "--ink",
                "grey",
                "--output",
                str(tmp_path / "one.svg"),
            ]
        )
        == 2
    )  # before drawing


@pytest.mark.slow
def test_a_card_has_one_fingerprint_however_it_is_printed() -> None:
    """So that what was printed in low ink is told from the next edit, and the mark on it is the one
    in cards.lock.
    """
    presses = [Press(load_game(ROOT / "cards.yaml", ink=ink)) for ink in ("full", "low", "grey")]
    found = [
        [press.drawing(press.game.cards[id_]) for id_ in ("tib", "troll", "gambeson", "back-steel")]
        for press in presses
    ]
    assert all(found[0])
    for other in found[1:]:
        assert [one and (one.fingerprint, one.mark) for one in other] == [
            one and (one.fingerprint, one.mark) for one in found[0]
        ]
        assert [one and one.stamp for one in other] != [one and one.stamp for one in found[0]]


# ---------------------------------------------------------------- the four inks of a press

ART = (
    '<image href="a.png" x="20" y="30" width="20" height="20"/><linearGradient id="g"><stop '
    'stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><rect y="60" '
    'width="63" height="9" fill="url(#g)"/>'
)


def inked_game(folder: Path, **sections: object) -> Path:
    picture = io.BytesIO()
    PIL.Image.new("RGB", (240, 240), (200, 30, 30)).save(picture, "PNG")
    make_game(
        folder,
        BAND + ART,
        files={"a.png": picture.getvalue(), "templates/rulebook.md.j2": "# Rules\n\nText.\n"},
        palette=PALETTE,
        **sections,
    )  # type: ignore[arg-type]
    return folder


@pytest.mark.slow_cases("False")
@pytest.mark.parametrize("with_profile", [True, False])
def test_every_file_of_a_build_is_in_four_inks_and_names_its_press(
    tmp_path: Path, with_profile: bool
) -> None:
    (tmp_path / "press.icc").write_bytes(profile())
    icc = ["--icc", str(tmp_path / "press.icc")] if with_profile else []
    folder, output = str(inked_game(tmp_path)), str(tmp_path / "out")
    assert cli.run(["build", folder, "--all", "--colour", "cmyk", *icc, "--output", output]) == 0
    files = sorted((tmp_path / "out").glob("*.pdf"))
    assert len(files) > 2
    for path in files:
        assert "cmyk" in path.name
        assert [
            colour for colour in colours_of(path) if len(colour) == 3
        ] == []  # no red, green and blue, in gradients neither
        with pikepdf.open(path) as pdf:
            spaces = {
                str(object_.get("/ColorSpace"))
                for object_ in pdf.objects
                if isinstance(object_, pikepdf.Stream) and "/Width" in object_
            }
            assert spaces <= {"/DeviceCMYK", "/DeviceGray"}
            intents = list(pdf.Root.get("/OutputIntents", []))
            assert len(intents) == with_profile
            for intent in intents:
                assert str(intent.OutputConditionIdentifier) == NAME
                assert intent.DestOutputProfile.read_bytes() == profile()
                assert intent.DestOutputProfile.N == 4
    again = tmp_path / "again"
    assert (
        cli.run(["build", folder, "--all", "--colour", "cmyk", *icc, "--output", str(again)]) == 0
    )
    assert [path.read_bytes() for path in sorted(again.glob("*.pdf"))] == [
        path.read_bytes() for path in files
    ]


def test_colours_go_by_the_profile_and_grey_text_is_black_ink_alone() -> None:
    press = profiled(profile())
    red = press.parts((1.0, 0.0, 0.0), True)
    assert red[0] == 0 < min(red[1], red[2])
    assert press.parts((0.0, 0.0, 0.0), False) == (0.0, 0.0, 0.0, 1.0)
    assert press.parts((0.4, 0.4, 0.4), False)[:3] == (0.0, 0.0, 0.0)
    assert press.condition == NAME
    assert colours_for("rgb") is RGB
    assert colours_for("cmyk") is CMYK


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "something else"),
        (b"not a profile" * 40, "something else"),
        (profile(b"RGB "), "found RGB"),
        (profile()[:300], "cannot be used"),
    ],
)
def test_a_profile_that_is_none_of_a_press_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    (tmp_path / "p.icc").write_bytes(content)
    assert (
        cli.run(
            [
                "build",
                str(inked_game(tmp_path)),
                "--colour",
                "cmyk",
                "--icc",
                str(tmp_path / "p.icc"),
            ]
        )
        == 2
    )
    assert said in capsys.readouterr().err
    assert cli.run(["build", str(tmp_path), "--icc", str(tmp_path / "p.icc")]) == 2
    assert "--colour cmyk" in capsys.readouterr().err


WARM, COLD = "#1f1b16", "#22252b"
NEARLY_BLACK = [WARM, COLD, "#1b1e2e", "#2b1d14", "#000000", "#2a1a0a"]


@pytest.mark.parametrize("colour", NEARLY_BLACK)
@pytest.mark.parametrize("with_profile", [True, False])
def test_text_that_is_nearly_black_is_black_ink_alone(colour: str, with_profile: bool) -> None:
    press = profiled(profile()) if with_profile else CMYK
    *others, black = press.parts(rgb_of(colour), False)
    assert others == [0, 0, 0]
    assert black > 0.95


@pytest.mark.parametrize("colour", ["#300000", "#00003a", "#002a00", "#6b4a2f"])
def test_text_in_a_dark_colour_keeps_it(colour: str) -> None:
    assert max(CMYK.parts(rgb_of(colour), False)[:3]) > 0.2


INKS = st.tuples(*(st.integers(0, 255) for _ in "CMYK"))


@settings(max_examples=40, deadline=None)
@given(st.lists(INKS, min_size=1, max_size=9))
def test_a_profile_that_lays_on_much_ink_is_held_to_the_limit(
    pixels: list[tuple[int, int, int, int]],
) -> None:
    picture = PIL.Image.new("CMYK", (len(pixels), 1))
    picture.putdata(pixels)
    limited = images._all_within_limit(picture.copy())
    for at, inks in enumerate(pixels):
        found = limited.getpixel((at, 0))
        wanted = images.within_limit(tuple(ink / 255 for ink in inks))  # type: ignore[arg-type]
        assert sum(wanted) <= images.MOST_INK + 1e-9
        assert sum(found) <= 255 * images.MOST_INK
        assert found == pytest.approx(tuple(255 * ink for ink in wanted), abs=1.001)
        assert found == inks or sum(inks) > 255 * images.MOST_INK


def test_only_black_text_is_printed_over_what_is_below(tmp_path: Path) -> None:
    body = (
        f'<rect width="63" height="30" fill="{WARM}"/><text x="8" y="60" fill="{WARM}">One</text>'
        '<text x="8" y="70" fill="#a03020">Two</text><text x="8" y="80" fill="#ffffff">Three</text>'
    )
    make_game(tmp_path, body, {"one": {"name": "One"}})
    for colour in ("cmyk", "rgb"):
        build(load_game(tmp_path), Options(output=tmp_path / colour, colour=colour))
    (inked,), (plain,) = ((tmp_path / colour).glob("*cards*.pdf") for colour in ("cmyk", "rgb"))
    with pikepdf.open(inked) as pdf:
        forms = [
            object_
            for object_ in pdf.objects
            if isinstance(object_, pikepdf.Stream) and object_.get("/Subtype") == "/Form"
        ]
        drawn = "\n".join(form.read_bytes().decode("latin-1") for form in forms)
        assert {match[1] for match in re.finditer(r"/Over gs ([\d. ]+) k", drawn)} == {"0 0 0 1"}
        assert len(re.findall(r"/Apart gs [\d. ]+ k", drawn)) >= 3
        (states,) = [
            object_.Resources.ExtGState
            for object_ in forms
            if "/ExtGState" in object_.get("/Resources", {})
        ]
        assert {name: state.op for name, state in states.items()} == {
            "/Over": True,
            "/Apart": False,
        }
    assert b"/OPM" not in plain.read_bytes()
