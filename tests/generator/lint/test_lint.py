"""Lint: each check fires on a card file broken for it, at its place, with its number, and is silent on the mended one."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli import main as cli
from generator.data.colours import COLOUR_BLIND, contrast, difference, grey_of, seen
from generator.data.game import Game, load_game
from generator.job.starting import start_game
from generator.lint.lint import CODES, LIMITS, Finding, Linted, gap_to_cut_mm, letters_apart, letters_in, lint, stated_numbers
from tests.conftest import make_game

GROUND = '<rect x="-4" y="-4" width="71" height="96" fill="{}"/>'


def line_of(folder: Path, file: str, text: str) -> int:
    """Give the number of the only line of a file that holds a text."""
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if text in line]
    return number


def only(linted: Linted, code: str) -> Finding:
    assert [p.code for p in linted.problems] == []
    (finding,) = linted.findings
    assert finding.code == code
    return finding


def png(width: int, colour: tuple[int, int, int] = (90, 90, 90)) -> bytes:
    out = io.BytesIO()
    PIL.Image.new("RGB", (width, width), colour).save(out, "PNG")
    return out.getvalue()


# ---------------------------------------------------------------- text


def face(fill: str, size: str = "9pt", weight: int = 400, x: float = 8) -> str:
    return (
        GROUND.format("#808080")
        + f'\n<text x="{x}" y="20" font-size="{size}" font-weight="{weight}" fill="{fill}">{{{{ card.name }}}}</text>'
    )


def test_faint_text_is_found_at_its_template_line_with_its_contrast(tmp_path: Path) -> None:
    finding = only(lint(make_game(tmp_path, face("#b0b0b0"))), "low-contrast")
    expected = contrast((0xB0 / 255,) * 3, (0x80 / 255,) * 3)
    assert finding.number == pytest.approx(expected, abs=0.02)
    assert (finding.severity, finding.limit, finding.card) == ("warning", 4.5, "one")
    assert str(finding.place) == "templates/card.svg.j2:3"
    assert str(finding.also[0][1]) == f"cards.yaml:{line_of(tmp_path, 'cards.yaml', 'one:')}:7"
    assert "#b0b0b0 on #808080" in finding.message
    assert lint(make_game(tmp_path / "mended", face("#000000"))).findings == []


def test_large_text_needs_less_and_text_as_its_ground_is_an_error(tmp_path: Path) -> None:
    assert contrast((1.0,) * 3, (0x80 / 255,) * 3) == pytest.approx(3.95, abs=0.01)  # between the two limits
    for number, (size, weight, codes) in enumerate((("13pt", 700, 1), ("14pt", 700, 0), ("17pt", 400, 1), ("18pt", 400, 0))):
        assert len(lint(make_game(tmp_path / str(number), face("#ffffff", size, weight))).findings) == codes, size
    assert only(lint(make_game(tmp_path, face("#848484"))), "low-contrast").severity == "error"


def test_the_worst_part_of_the_ground_counts_and_not_the_mean(tmp_path: Path) -> None:
    # four fifths of the ground are white: the mean would do
    patch = '<rect width="63" height="88" fill="#fff"/><rect x="8" y="10" width="3" height="20" fill="#444"/>\n'
    text = '<text x="8" y="20" font-size="12pt" fill="#333">Ferryman</text>'
    assert only(lint(make_game(tmp_path / "a", patch + text)), "low-contrast").number == pytest.approx(1.3, abs=0.1)
    thin = patch.replace('width="3"', 'width="0.2"')  # an edge or a dot is no ground
    assert lint(make_game(tmp_path / "b", thin + text)).findings == []


def test_opacity_of_a_group_and_an_outline_count(tmp_path: Path) -> None:
    faint = '<g opacity="0.3"><text x="8" y="20" fill="#000">One</text><text x="8" y="30" fill="#000">Two</text></g>'
    found = lint(make_game(tmp_path / "a", faint)).findings
    assert [f.code for f in found] == ["low-contrast"]  # of one line the worst
    assert found[0].number == pytest.approx(contrast((0.7,) * 3, (1.0,) * 3), abs=0.05)
    outlined = '<rect width="63" height="88" fill="#000"/><text x="8" y="20" font-size="8" fill="#111" stroke="{}" stroke-width="0.5">One</text>'
    assert lint(make_game(tmp_path / "b", outlined.format("#fff"))).findings == []
    assert only(lint(make_game(tmp_path / "c", outlined.format("#222"))), "low-contrast")


def test_text_areas_are_named_with_their_field(tmp_path: Path) -> None:
    area = '<textArea id="name" x="8" y="20" width="40" height="10" font-size="{}" fill="{}">{{{{ card.name }}}}</textArea>'
    finding = only(lint(make_game(tmp_path / "a", area.format("9pt", "#bbb"))), "low-contrast")
    assert (finding.field, finding.about[0]) == ("name", "one, name")
    finding = only(lint(make_game(tmp_path / "b", area.format("6pt", "#000"))), "text-small")
    assert (finding.number, finding.limit, finding.field) == (pytest.approx(6.0, abs=0.01), 7.0, "name")
    assert str(finding.place).startswith(f"cards.yaml:{line_of(tmp_path / 'b', 'cards.yaml', 'name: One')}:")
    assert str(finding.also[0][1]) == "templates/card.svg.j2:2"


def test_a_text_that_shrank_is_told_once(tmp_path: Path) -> None:
    area = '<textArea id="name" x="8" y="20" width="20" height="10" font-size="9pt" min-font-size="4pt" max-lines="1">{{ card.name }}</textArea>'
    game = make_game(tmp_path, area, {"one": {"name": "A name that is much too long"}})
    finding = only(lint(game), "text-small")
    assert finding.number is not None
    assert finding.number < 6.95
    assert (
        lint(make_game(tmp_path, area, {"one": {"name": "A name that is much too long"}}, lint={"limits": {"text_pt": 4}})).findings
        == []
    )


def test_small_print_of_a_scaled_template_is_measured_on_paper(tmp_path: Path) -> None:
    game = make_game(tmp_path, '<text x="20" y="40" font-size="10pt">One</text>', kind={"size": "31.5 x 44 mm"})
    finding = lint(game).findings[0]
    assert (finding.code, finding.number) == ("text-small", pytest.approx(5.0, abs=0.01))


@pytest.mark.parametrize(("x", "gap"), [(1.0, 1.0), (2.9, 2.9), (3.0, None), (30.0, None)])
def test_text_near_the_cut(tmp_path: Path, x: float, gap: float | None) -> None:
    found = lint(make_game(tmp_path, f'<text x="{x}" y="40" font-size="9pt">One</text>')).findings
    assert [(f.code, f.number) for f in found] == ([] if gap is None else [("text-near-cut", pytest.approx(gap, abs=0.01))])


def test_text_that_may_be_cut_is_left_out_and_a_coin_is_cut_round(tmp_path: Path) -> None:
    cut = '<clipPath id="c"><rect width="63" height="88"/></clipPath><g clip-path="url(#c)"><text x="-2" y="40">One</text></g>'
    assert lint(make_game(tmp_path / "a", cut)).findings == []
    corner = '<text x="8" y="10">One</text>'
    assert lint(make_game(tmp_path / "b", corner)).findings == []
    round_ = make_game(tmp_path / "c", corner, kind={"shape": "round", "size": "63 x 88 mm"})
    assert only(lint(round_), "text-near-cut").number < 0  # type: ignore[operator]


def test_a_face_of_another_proportion_is_centred(tmp_path: Path) -> None:
    from generator.face.press import Press

    game = make_game(tmp_path, '<text x="2" y="40">One</text>')
    stamp = Press(game).stamp(game.card("one"))
    assert stamp is not None
    (lettering,) = stamp.letterings
    assert gap_to_cut_mm(lettering, (63, 88), (63, 88), False) == pytest.approx(2.0)
    assert gap_to_cut_mm(lettering, (63, 88), (73, 88), False) == pytest.approx(7.0)


# ---------------------------------------------------------------- pictures and ink


def test_a_soft_picture_is_found_where_it_is_named(tmp_path: Path) -> None:
    body = '<image href="{{ card.art }}" x="10" y="10" width="40" height="40"/>'
    for pixels, number in ((300, 190.5), (330, None)):
        game = make_game(tmp_path / str(pixels), body, {"one": {"name": "One", "art": "a.png"}}, files={"a.png": png(pixels)})
        found = lint(game).findings
        assert [f.number for f in found] == ([] if number is None else [pytest.approx(number, abs=0.1)])
        if found:
            assert (found[0].code, found[0].field) == ("soft-picture", "art")
            assert str(found[0].place).startswith(f"cards.yaml:{line_of(game.folder, 'cards.yaml', 'art:')}:")


def test_ink_of_a_sheet_is_what_its_faces_cover(tmp_path: Path) -> None:
    from generator.face.press import Press
    from generator.job.build import Options, plan
    from generator.lint.lint import sheet_inks

    game = make_game(tmp_path, GROUND.format("#000000"), {"one": {"name": "One", "copies": 9}})
    (item,) = plan(game, Options())
    (ink,) = sheet_inks(Press(game), item.sheets)
    share = 9 * 63 * 88 / (210 * 297)
    assert (ink.printed, ink.ink) == (pytest.approx(share, rel=0.01), pytest.approx(share, rel=0.01))  # black is one ink
    finding = only(lint(game), "much-ink")
    assert (finding.number, finding.limit, finding.about) == (pytest.approx(80, abs=0.5), 60, ("card",))
    assert "80% of the paper is printed" in finding.message
    assert lint(make_game(tmp_path / "half", GROUND.format("#999999"), {"one": {"name": "One", "copies": 9}})).findings == []
    red = make_game(tmp_path / "red", GROUND.format("#ff0000"), {"one": {"name": "One", "copies": 9}})
    assert only(lint(red), "much-ink").number == pytest.approx(160, abs=1)  # magenta and yellow


# ---------------------------------------------------------------- colours


def suits(tmp_path: Path, one: str, other: str, sign: str | None = None, **sections: Any) -> Game:
    rows: dict[str, dict[str, str]] = {"ruby": {"name": "Ruby", "colour": one}, "jade": {"name": "Jade", "colour": other}}
    fields = {"name": "line", "colour": "colour"}
    if sign:
        fields["sign"] = "dot | bar"
        rows["ruby"]["sign"], rows["jade"]["sign"] = "dot", sign
    return make_game(tmp_path, tables={"suit": {"fields": fields, "rows": rows}}, **sections)


def test_colours_that_mean_something_are_told_apart_by_everybody(tmp_path: Path) -> None:
    finding = only(lint(suits(tmp_path / "a", "#a83232", "#5f6b1e")), "colours-alike")
    assert (finding.severity, finding.about[0], finding.field) == ("warning", "ruby, jade", "colour")
    assert "deuteranopia" in finding.message
    assert str(finding.place).startswith(f"cards.yaml:{line_of(tmp_path / 'a', 'cards.yaml', '#5f6b1e')}:")
    assert lint(suits(tmp_path / "b", "#0072b2", "#d55e00")).findings == []


def test_another_sign_softens_that_to_a_note(tmp_path: Path) -> None:
    assert only(lint(suits(tmp_path / "a", "#a83232", "#5f6b1e", "bar")), "colours-alike").severity == "note"
    assert only(lint(suits(tmp_path / "b", "#a83232", "#5f6b1e", "dot")), "colours-alike").severity == "warning"


colour = st.tuples(*[st.floats(0, 1)] * 3)


@settings(max_examples=60, deadline=None)
@given(colour, colour)
def test_laws_of_colours(one: tuple[float, float, float], other: tuple[float, float, float]) -> None:
    assert 1 <= contrast(one, other) == contrast(other, one) <= 21.001
    assert difference(one, one) == pytest.approx(0, abs=1e-6)
    for vision in (*COLOUR_BLIND, "grey"):
        assert all(0 <= part <= 1 for part in seen(one, vision))
    grey = grey_of(one)
    assert max(abs(a - b) for vision in COLOUR_BLIND for a, b in zip(seen(grey, vision), grey, strict=True)) < 0.02


# ---------------------------------------------------------------- words


def test_names_alike(tmp_path: Path) -> None:
    body = '<text x="8" y="20">{{ card.name }}</text>'
    names = {"a": {"name": "Firebolt"}, "b": {"name": "Fireball"}, "c": {"name": "Waterfall"}}
    finding = only(lint(make_game(tmp_path / "a", body, names)), "names-alike")
    assert (finding.number, finding.card, finding.about[:2]) == (2, "b", ("b, name", "a, b"))
    assert str(finding.place).startswith(f"cards.yaml:{line_of(tmp_path / 'a', 'cards.yaml', 'Fireball')}:")
    names["b"]["name"] = "Blaze"
    assert lint(make_game(tmp_path / "b", body, names)).findings == []


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("Marsh Witch", "March Witch", 1),
        ("Salt", "Slat", 1),
        ("Ash", "Axe", None),
        ("Ember", "Ember", None),
        ("Goblin 1", "Goblin 2", None),
        ("Firebolt", "Fireball", 2),
        ("Tower", "Power", 1),
        ("Tower", "Flower", None),
        ("The Oak", "the oak!", None),
    ],
)
def test_letters_apart(one: str, other: str, far: int | None) -> None:
    assert letters_apart(one, other, 2) == letters_apart(other, one, 2) == far
    assert far is None or (letters_in(one) ^ letters_in(other)).bit_count() <= 2 * far


def test_words_that_contradict_a_number(tmp_path: Path) -> None:
    fields = {"name": "line", "strength": "1..9", "text": "text"}
    body = '<text x="8" y="20">{{ card.strength }}</text>'
    cards = {"one": {"name": "One", "strength": 3, "text": "Brave. Strength 5, they say."}}
    game = make_game(tmp_path / "a", body, cards, fields)
    finding = only(lint(game), "words-and-number")
    assert (finding.severity, finding.number, finding.limit, finding.field) == ("error", 5, 3, "text")
    assert str(finding.place).startswith(f"cards.yaml:{line_of(game.folder, 'cards.yaml', 'Brave')}:")
    for number, text in enumerate(("Strength 3.", "Beats all of strength 5.", "Gains +2 strength at night.", "Three strength")):
        cards["one"]["text"] = text
        assert lint(make_game(tmp_path / str(number), body, cards, fields)).findings == [], text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Strength 5", [5]),
        ("**+3 strength**", [3]),
        ("strength: 4; three gold", [4, 3]),
        ("Strength is 2!", [2]),
        ("Ten golds, friend.", [10]),
        ("Once: +3 strength.", []),
        ("Pay 3 gold", []),
        ("strength", []),
        ("5", []),
        ("strengths of 12 men", []),
    ],
)
def test_stated_numbers(text: str, said: list[int]) -> None:
    assert [number for _, _, number in stated_numbers(text, ["strength", "gold"])] == said


# ---------------------------------------------------------------- limits, silences, the command


def test_a_translation_that_is_not_whole_is_found(tmp_path: Path) -> None:
    game = make_game(tmp_path, words={"bid": "Bid", "pass": "Pass"}, game={"title": "Trial"})
    assert not any("translation" in look.what for look in lint(game).looks)
    french = tmp_path / "cards.fr.yaml"
    french.write_text('words: {bid: ""}\n')
    begun = only(lint(game), "untranslated")
    assert (begun.severity, begun.number, str(begun.place)) == ("note", 0, "cards.fr.yaml")
    french.write_text("words:\n  # en: Offer\n  bid: Mise\n")
    finding = only(lint(game), "untranslated")
    texts = 4  # the title, the card's name, two words
    assert finding.message == f"in 'fr' 1 of {texts} texts are translated: 3 missing, 1 stale"
    assert (finding.severity, finding.number, finding.limit, finding.about) == ("warning", 25, 100, ("fr",))
    assert str(finding.also[0][1]) == "cards.fr.yaml:3:3"
    french.write_text("words: {bid: Mise, pass: Passe, pas: x}\ngame: {title: Essai}\nkinds: {card: {cards: {one: {name: Un}}}}\n")
    assert only(lint(game), "untranslated").severity == "error"
    french.write_text(french.read_text().replace(", pas: x", ""))
    linted = lint(game)
    assert linted.findings == []
    assert (linted.looks[-1].what, linted.looks[-1].worst) == ("translation", "100%")
    french.unlink()
    game = make_game(
        tmp_path, words={"bid": "Bid"}, lint={"silenced": [{"finding": "untranslated", "about": "fr", "reason": "Later."}]}
    )
    french.write_text("words: {bid: Mise}\n")
    assert [f.silenced for f in lint(game).findings] == ["Later."]


def test_limits_and_silences_with_their_faults(tmp_path: Path) -> None:
    def with_lint(name: str, **section: Any) -> Linted:
        return lint(make_game(tmp_path / name, face("#b0b0b0"), lint=section))

    assert with_lint("a", limits={"contrast": 1.5}).findings == []
    (silent,) = with_lint("b", silenced=[{"finding": "low-contrast", "about": "one", "reason": "Mist."}]).findings
    assert silent.silenced == "Mist."
    for about, codes in (("card", []), ("card, name", ["idle-silence"]), ("two", ["idle-silence"])):
        linted = with_lint(f"c{about}", silenced=[{"finding": "low-contrast", "about": about, "reason": "Mist."}])
        assert [p.code for p in linted.problems] == codes, about
    assert [p.code for p in with_lint("d", silenced=[{"finding": "low-contrest", "reason": "Mist."}]).problems] == [
        "unknown-finding"
    ]
    problems = with_lint("e", limits={"contrests": 3, "text_pt": -1}).problems
    assert [(p.code, p.severity) for p in problems] == [("unknown-limit", "error"), ("out-of-range", "error")]
    assert problems[0].hint == "did you mean 'contrast'?"
    assert problems[0].place is not None
    assert problems[0].place.line == line_of(tmp_path / "e", "cards.yaml", "contrests")


def test_limits_end_where_their_scale_does_and_all_faults_of_the_section_are_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    silenced = [{"finding": "much-ink", "reason": "Night."}, {"finding": "low-contrest", "reason": "Mist."}]
    make_game(tmp_path, face("#000"), lint={"limits": {"contrast": 99, "contrests": 3, "contrast_large": 21}, "silenced": silenced})
    lines = {word: line_of(tmp_path, "cards.yaml", word) for word in ("contrast: 99", "contrests", "much-ink", "low-contrest")}
    faults = {
        ("out-of-range", lines["contrast: 99"]),
        ("unknown-limit", lines["contrests"]),
        ("unknown-finding", lines["low-contrest"]),
    }
    text = (tmp_path / "cards.yaml").read_text(encoding="utf-8")
    for content, more in ((text, ("idle-silence", lines["much-ink"])), (text.replace("reason: Night.", ""), None)):
        (tmp_path / "cards.yaml").write_text(content, encoding="utf-8")
        assert cli.run(["lint", str(tmp_path), "--format", "json"]) == 1
        told = {(p["code"], p["line"]) for p in json.loads(capsys.readouterr().out)["problems"]}
        assert told == faults | {more or ("missing-field", lines["much-ink"])}


def test_small_text_and_large_are_held_against_their_own_limits(tmp_path: Path) -> None:
    linted = lint(make_game(tmp_path, face("#ffffff", "20pt") + '<text x="8" y="50" font-size="9pt" fill="#000">small</text>'))
    small, large = linted.looks[:2]
    assert (small.number, small.worst, small.limit) == (1, "5.3", "4.5")
    assert (large.number, large.worst, large.limit) == (1, "3.9", "3")
    assert linted.findings == []


def test_the_exit_status_counts_what_is_not_silenced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_game(tmp_path / "warning", face("#b0b0b0"))
    make_game(tmp_path / "error", face("#848484"))
    make_game(tmp_path / "silent", face("#848484"), lint={"silenced": [{"finding": "low-contrast", "reason": "Mist."}]})
    make_game(tmp_path / "fine", face("#000000"))
    codes = {
        name: [cli.run(["lint", str(tmp_path / name), *words]) for words in ((), ("--strict",))]
        for name in ("warning", "error", "silent", "fine")
    }
    assert codes == {"warning": [0, 1], "error": [1, 1], "silent": [0, 0], "fine": [0, 0]}
    said = capsys.readouterr()
    assert "templates/card.svg.j2:3: error[low-contrast]" in said.err
    assert "1 silenced" in said.out
    assert cli.run(["lint", str(tmp_path / "silent"), "--all"]) == 0
    assert "silenced: Mist." in capsys.readouterr().out


def test_json_has_every_finding_with_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_game(tmp_path, face("#b0b0b0"))
    assert cli.run(["lint", str(tmp_path), "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    (finding,) = said["results"]["findings"]
    assert finding["finding"] == "low-contrast"
    assert (finding["about"], finding["card"], finding["severity"], finding["limit"]) == ("one", "one", "warning", 4.5)
    assert (finding["file"], finding["line"]) == ("templates/card.svg.j2", 3)
    assert [p["code"] for p in said["problems"]] == ["low-contrast"]
    assert {look["what"]: look["number"] for look in said["results"]["looks"]}["texts, their contrast"] == 1


def test_the_picture_shows_five_eyes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = '<rect width="63" height="88" fill="{{ card.suit.colour }}"/>'
    tables = {"suit": {"fields": {"colour": "colour"}, "rows": {"ruby": {"colour": "#c00000"}, "sky": {"colour": "#3060ff"}}}}
    cards = {"a": {"suit": "ruby"}, "b": {"suit": "sky"}, "c": {"suit": "sky"}}
    make_game(tmp_path, body, cards, {"suit": "suit"}, tables=tables)
    assert cli.run(["lint", str(tmp_path), "--picture", str(tmp_path / "eyes.png")]) == 0
    picture = PIL.Image.open(tmp_path / "eyes.png").convert("RGB")
    height = picture.height // 5
    reds = [picture.getpixel((picture.width // 4, height * row + height * 2 // 3)) for row in range(5)]
    assert reds[0] == (0xC0, 0, 0)
    for row, vision in enumerate((*COLOUR_BLIND, "grey"), 1):
        expected = seen((0xC0 / 255, 0, 0), vision)
        assert reds[row] == pytest.approx(tuple(part * 255 for part in expected), abs=12), vision
    assert cli.run(["lint", str(tmp_path), "--picture", str(tmp_path / "eyes.jpg")]) == 2
    assert "--picture expected a name that ends in .png" in capsys.readouterr().err


def test_every_limit_and_finding_is_in_the_document() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "linting.md").read_text(encoding="utf-8")
    for name, (usual, about) in LIMITS.items():
        assert f"| `{name}` | {usual:g} | {about[0].upper()}{about[1:]} |" in text
    assert all(f"| `{code}` |" in text for code in CODES)


def test_the_game_that_new_starts_is_clean(tmp_path: Path) -> None:
    start_game(tmp_path / "pond")
    linted = lint(load_game(tmp_path / "pond"))
    assert linted.findings == []
    assert linted.problems == ()


def test_emporium_is_clean(emporium: Game) -> None:
    linted = lint(emporium)
    assert linted.problems == ()
    assert [(f.code, f.about[0], f.severity) for f in linted.findings if f.silenced is None] == [
        ("colours-alike", "back-hero, back-monster", "note"),
        ("colours-alike", "back-hero, back-steel", "note"),
    ]
    assert all(look.number for look in linted.looks if look.what != "pictures")
