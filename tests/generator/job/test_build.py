"""From a game to files: what goes where, and that a second build of the same press draws only what changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from generator.data.game import Game, load_game
from generator.data.problems import ProblemError, Problems
from generator.data.units import parse_size_mm
from generator.data.watching import concerns_game, may_reuse
from generator.face.press import Press
from generator.job.build import CARD_PAGE, Options, build, chosen_cards, layout_for, plan
from generator.sheet.outputs import write_sheets
from generator.sheet.sheets import PRINTABLE_MARGIN_MM, Backs, Flip
from tests.conftest import ROOT, make_game

BACKS = {"template": "card.svg.j2", "cards": {"back": {}}}


def two_decks(folder: Path) -> Game:
    """Make nine cards without a back, and nine with one."""
    return make_game(
        folder,
        face='<text x="5" y="20">{{ kind }}</text>',
        cards={f"a{n}": {"name": "A", "plain": True} for n in range(9)}
        | {f"b{n}": {"name": "B", "plain": False} for n in range(9)},
        fields={"name": "line", "plain": "boolean"},
        kinds={"rear": BACKS},
        components={
            "plain": {"name": "Plain", "of": "card", "where": {"plain": True}, "count": 9},
            "backed": {"name": "Backed", "of": "card", "where": {"plain": False}, "back": "back", "count": 9},
        },
    )


def test_every_front_has_a_back_page_where_any_card_has_a_back(tmp_path: Path) -> None:
    game = two_decks(tmp_path)
    (cards,) = plan(game, Options())
    assert [(sheet.side, sheet.number, len(sheet.placements)) for sheet in cards.sheets] == [
        ("front", 1, 9),
        ("back", 1, 0),
        ("front", 2, 9),
        ("back", 2, 9),
    ]
    (single,) = plan(game, Options(paper=CARD_PAGE))
    assert [sheet.side for sheet in single.sheets] == ["front", "back"] * 18


def test_no_backs_means_no_back_pages(tmp_path: Path) -> None:
    (cards,) = plan(two_decks(tmp_path), Options(backs=Backs.NONE))
    assert [sheet.side for sheet in cards.sheets] == ["front", "front"]


def test_what_the_game_says_under_print_holds_until_the_options_say_otherwise(tmp_path: Path) -> None:
    game = make_game(tmp_path, print={"paper": "Letter", "card_size": "tarot", "gutter": "2 mm", "bleed": "1 mm"})
    layout, paper = layout_for(game, Options())
    assert (paper, layout.card_mm, layout.gutter_mm, layout.bleed_mm) == ("letter", (69.85, 120.65), 2.0, 1.0)
    layout, paper = layout_for(game, Options(paper="a4", card_size_mm=(50.0, 50.0), gutter_mm=0.0, bleed_mm=0.0))
    assert (paper, layout.card_mm, layout.gutter_mm, layout.bleed_mm) == ("a4", (50.0, 50.0), 0.0, 0.0)


@pytest.mark.parametrize("name", ["a9", "nonsense"])
def test_an_unknown_paper_is_refused_where_it_stands(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProblemError) as caught:
        make_game(tmp_path, print={"paper": name})
    (problem,) = caught.value.problems
    assert problem.place is not None
    assert "paper" in problem.message


def test_only_takes_kinds_components_cards_and_the_rulebook(emporium: Game) -> None:
    assert chosen_cards(emporium, ()) is None
    assert chosen_cards(emporium, ("steel",)) == {
        c.id for c in emporium.cards.values() if c.kind == "item" and c.record.tier == "steel"
    }
    assert chosen_cards(emporium, ("coin", "tib")) == {"coin-1", "coin-3", "coin-5", "coin-10", "tib"}
    assert chosen_cards(emporium, ("rulebook",)) == set()
    with pytest.raises(ProblemError, match="found 'tibb'"):
        chosen_cards(emporium, ("tibb",))


def test_a_component_keeps_its_own_gutter(emporium: Game) -> None:
    sheets = next(item for item in plan(emporium, Options()) if "pieces" in item.name).sheets
    ones = [p.trim for sheet in sheets for p in sheet.placements if p.key == "coin-1"][:2]
    mats = [p.trim for sheet in sheets for p in sheet.placements if p.key == "player-mat"][:2]
    assert ones[1].x - ones[0].right == pytest.approx(2.0)
    assert mats[1].y - mats[0].bottom == pytest.approx(4.0)


def test_a_build_that_fails_writes_nothing(tmp_path: Path) -> None:
    game = make_game(tmp_path, face="{{ card.nothing }}")
    with pytest.raises(ProblemError):
        build(game, Options(output=tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_warnings_from_reading_are_kept_in_the_result(tmp_path: Path) -> None:
    make_game(tmp_path)
    raw = (tmp_path / "cards.yaml").read_bytes()
    (tmp_path / "cards.yaml").write_bytes(b"\xef\xbb\xbf" + raw)
    problems = Problems()
    game = load_game(tmp_path, problems)
    result = build(game, Options(output=tmp_path / "out"), problems=problems)
    assert [p.code for p in result.problems] == ["byte-order-mark"]


def test_a_template_cannot_change_the_game(tmp_path: Path) -> None:
    game = make_game(tmp_path, face='{% set x = game.designers.append("Eve") %}', game={"designers": ["Ada"]})
    with pytest.raises(ProblemError):
        build(game, Options(output=tmp_path / "out"))
    assert list(game.info.designers) == ["Ada"]


@pytest.mark.parametrize("reach", ['{{ "".format.__globals__ }}', "{{ card.__class__.__mro__ }}", "{{ game.__init__ }}"])
def test_a_template_reaches_nothing_of_python(tmp_path: Path, reach: str) -> None:
    game = make_game(tmp_path, face=reach)
    press = Press(game)
    assert press.stamp(game.cards["one"]) is None
    (problem,) = press.problems
    assert problem.code in ("template-forbidden", "undefined-name")
    assert problem.place is not None
    assert problem.place.line == 2


def test_after_an_edit_only_the_changed_face_is_drawn_and_the_bytes_are_those_of_a_clean_build(tmp_path: Path) -> None:
    for name in ("cards.yaml", "templates"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, tmp_path / name)
    options = Options(only=("hero",))

    def pages(press: Press) -> bytes:
        (cards,) = plan(press.game, options)
        return write_sheets(press.game, press, cards.sheets, cards.title)

    first = Press(load_game(tmp_path))
    pages(first)
    assert first.drawn == 28
    path = tmp_path / "cards.yaml"
    path.write_text("# a line more\n" + path.read_text().replace("Finds more in the mud", "Finds much in the mud"))
    game = load_game(tmp_path)
    second = Press(game, first)
    again = pages(second)
    assert second.drawn == 1
    assert again == pages(Press(game))
    moved = next(fit for fit in second.fits if fit.card == "oona" and fit.field == "flavour")
    assert moved.place == game.cards["oona"].places["flavour"]


def test_watching_passes_over_what_cannot_change_a_card(tmp_path: Path) -> None:
    output = tmp_path / "output"
    assert concerns_game(tmp_path / "cards.yaml", tmp_path, output)
    assert concerns_game(tmp_path / "templates" / "icons" / "star.svg", tmp_path, output)
    assert not concerns_game(output / "game.png", tmp_path, output)
    assert not concerns_game(tmp_path / "notes.txt", tmp_path, output)
    assert not concerns_game(tmp_path / ".git" / "x.yaml", tmp_path, output)
    assert may_reuse({"cards.yaml", "templates/hero.svg.j2"})
    assert not may_reuse({"templates/icons/star.svg"})


def test_the_result_counts_what_the_files_hold(tmp_path: Path, emporium: Game) -> None:
    result = build(emporium, Options(output=tmp_path, only=("steel", "coin", "rulebook"), with_booklet=True))
    assert [deck.cards for deck in result.decks] == [18, 90]
    for file in result.files:
        assert file.size == file.path.stat().st_size
        with pypdfium2.PdfDocument(file.path) as document:
            assert len(document) == file.pages
    assert sorted(file.path.name for file in result.files) == [
        "emporium-booklet-a4.pdf",
        "emporium-rulebook.pdf",
        "emporium-steel-coin-rulebook-cards-a4.pdf",
        "emporium-steel-coin-rulebook-pieces-a4.pdf",
    ]


def test_files_printed_another_way_have_names_of_their_own(emporium: Game) -> None:
    def name(**how: object) -> str:
        return plan(emporium, Options(only=("hero",), **how))[0].name  # type: ignore[arg-type]

    assert name() == "emporium-hero-a4.pdf"
    assert name(backs=Backs.FOLD) == "emporium-hero-a4-fold.pdf"
    assert name(backs=Backs.NONE, paper="letter") == "emporium-hero-letter-fronts.pdf"
    assert name(flip=Flip.SHORT_EDGE, card_size_mm=(69.85, 120.65)) == "emporium-hero-a4-tarot-short-edge.pdf"
    assert name(card_size_mm=(60.0, 80.5)) == "emporium-hero-a4-60x80.5mm.pdf"


@pytest.mark.parametrize("box", ["0 0 238 332", "0 0 88 63"])
def test_a_template_drawn_for_another_size_is_a_warning_once(tmp_path: Path, box: str) -> None:
    cards = {name: {"name": name} for name in ("a", "b")}
    game = make_game(
        tmp_path, cards=cards, files={"templates/card.svg.j2": f'<svg viewBox="{box}"><text>{{{{ card.name }}}}</text></svg>'}
    )
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    (problem,) = [p for p in press.problems if p.severity == "warning"]
    assert problem.code == "template-size"
    assert problem.hint == 'write viewBox="0 0 63 88" and draw for that'


def test_text_that_gets_unreadable_on_a_smaller_card_is_one_warning(tmp_path: Path, emporium: Game) -> None:
    small = build(emporium, Options(output=tmp_path, only=("hero",), card_size_mm=(44.45, 63.5)))
    (problem,) = small.problems
    assert problem.code == "text-small"
    assert "27 texts" in problem.message
    assert build(emporium, Options(output=tmp_path, only=("hero",), card_size_mm=(69.85, 120.65))).problems == ()


def test_crop_marks_keep_off_the_footer(emporium: Game) -> None:
    for options in (Options(gutter_mm=6.0, bleed_mm=3.0), Options(), Options(paper="letter"), Options(backs=Backs.FOLD)):
        for sheet in plan(emporium, options)[0].sheets:
            for line in (*sheet.marks, *sheet.folds):
                if sheet.footer == "bottom":
                    assert max(line.y1, line.y2) < sheet.height_mm - PRINTABLE_MARGIN_MM - 3.0
                elif sheet.footer == "side":
                    assert max(line.x1, line.x2) < sheet.width_mm - PRINTABLE_MARGIN_MM - 3.0


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["business", "standard", "poker", "tarot", "jumbo", "a5", "a6", "65 x 94 mm"])
@pytest.mark.parametrize("backs", list(Backs))
def test_the_footer_lies_on_no_card(emporium: Game, paper: str, size: str, backs: Backs) -> None:
    try:
        plans = plan(emporium, Options(paper=paper, card_size_mm=parse_size_mm(size), backs=backs))
    except ProblemError:
        assert (size, backs) in (("a5", Backs.FOLD), ("jumbo", Backs.FOLD)), "a card that fits once"
        return
    edge = PRINTABLE_MARGIN_MM + 2.9
    for sheet in (sheet for item in plans for sheet in item.sheets):
        for placement in sheet.placements:
            if sheet.footer == "bottom":
                assert placement.trim.bottom <= sheet.height_mm - edge
            elif sheet.footer == "side":
                assert placement.trim.right <= sheet.width_mm - edge


def test_pieces_of_both_orientations_and_their_backs_are_printed_whatever_becomes_of_the_cards(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        cards={"wide": {"size": "280 x 100 mm"}, "tall": {"size": "100 x 280 mm"}},
        fields={"note": "line?"},
        face="",
        kinds={"rear": BACKS},
        components={"boards": {"name": "Boards", "of": "card", "back": "back", "count": 2}},
    )
    problems = Problems()
    (pieces,) = plan(game, Options(backs=Backs.FOLD), problems)
    assert [(sheet.side, sheet.width_mm) for sheet in pieces.sheets] == [
        ("front", 297),
        ("back", 297),
        ("front", 210),
        ("back", 210),
    ]
    assert [p.code for p in problems] == ["pieces-not-folded"]


@pytest.mark.parametrize(
    "template", ["{{ [1, 2, 3] | random }}", "{{ lipsum() }}", "{{ card.name.upper }}", "{{ range }}", "{{ card.tags }}"]
)
def test_a_template_prints_nothing_that_differs_from_run_to_run(tmp_path: Path, template: str) -> None:
    cards = {"one": {"name": "One", "tags": ["a", "b"]}}
    game = make_game(tmp_path, face=f"<text>{template}</text>", cards=cards, fields={"name": "line", "tags": "[line]"})
    press = Press(game)
    assert press.stamp(game.cards["one"]) is None
    assert {p.severity for p in press.problems} == {"error"}


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    make_game(tmp_path / "game")
    (tmp_path / "elsewhere").mkdir()
    shutil.move(tmp_path / "game" / "templates", tmp_path / "elsewhere" / "templates")
    (tmp_path / "game" / "templates").symlink_to(tmp_path / "elsewhere" / "templates")
    with pytest.raises(ProblemError) as caught:
        load_game(tmp_path / "game")
    assert {p.code for p in caught.value.problems} <= {"outside-folder", "unknown-template"}
