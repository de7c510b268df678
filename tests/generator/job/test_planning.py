"""What a build prints and where: files, sheets, names, and what is refused before anything is
drawn.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.data.game import EVERYTHING, Game
from generator.data.problems import ProblemError, Problems
from generator.data.units import parse_size_mm
from generator.job.planning import Options, chosen_cards, plan, words_meant
from generator.job.printing import printing_for
from generator.sheet.sheets import PRINTABLE_MARGIN_MM, Backs, Flip
from generator.sheet.stocks import CARD_PAGE
from tests.conftest import make_game

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
            "backed": {
                "name": "Backed",
                "of": "card",
                "where": {"plain": False},
                "back": "back",
                "count": 9,
            },
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


def test_an_empty_back_is_printed_only_where_a_printer_would_get_out_of_step(
    tmp_path: Path,
) -> None:
    game = two_decks(tmp_path)
    game = replace(game, components=game.components[::-1])
    (cards,) = plan(game, Options())
    assert [sheet.side for sheet in cards.sheets] == ["front", "back", "front"]
    (cards,) = plan(game, Options(backs_last=True))
    assert [sheet.side for sheet in cards.sheets] == ["front", "back", "front", "back"]
    assert [bool(sheet.marks) for sheet in cards.sheets] == [True, True, True, False]
    (single,) = plan(game, Options(paper=CARD_PAGE))
    assert [sheet.side for sheet in single.sheets] == ["front", "back"] * 18


def sheets_to_write_on(folder: Path, size: str = "100 x 60 mm") -> Game:
    """Make a plain piece, a piece with a back, and eight score sheets on a pad, each with a
    back.
    """
    return make_game(
        folder,
        kinds={
            "rear": BACKS,
            "board": {
                "template": "card.svg.j2",
                "size": "160 x 60 mm",
                "cards": {"plain": {}, "tile": {"back": "back"}},
                "fields": {"name": "line?"},
            },
            "score": {
                "template": "card.svg.j2",
                "size": size,
                "cards": {"score": {"copies": 8}},
                "fields": {"name": "line?"},
            },
        },
        face="",
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "boards": {"name": "Boards", "of": "board", "count": 2},
            "scores": {"name": "Scores", "of": "score", "back": "back", "count": 8, "pad": 50},
        },
    )


def test_pieces_with_backs_and_sheets_to_write_on_have_files_of_their_own(tmp_path: Path) -> None:
    game = sheets_to_write_on(tmp_path)
    plans = {
        item.name.removeprefix(game.name): [sheet.side for sheet in item.sheets]
        for item in plan(game, Options())
    }
    assert plans == {
        "-cards-a4.pdf": ["front"],
        "-pieces-a4.pdf": ["front"],
        "-two-sided-a4.pdf": ["front", "back"],
        "-pads-a4.pdf": ["front", "back", "front", "back"],
    }
    assert game.context["components"].scores.pad == 50


def test_copies_print_as_many_of_each_as_one_likes_several_to_a_page(tmp_path: Path) -> None:
    game = sheets_to_write_on(tmp_path)
    (pad,) = plan(game, Options(only=("score",), copies=30))
    assert pad.name == f"{game.name}-score-a4-30-copies.pdf"
    fronts = [len(sheet.placements) for sheet in pad.sheets if sheet.side == "front"]
    assert fronts == [6, 6, 6, 6, 6]
    (pair,) = plan(game, Options(only=("tile",), copies=1))
    assert pair.name == f"{game.name}-tile-a4-1-copies.pdf"


@pytest.mark.parametrize("size", ["a4", "a4-landscape", "letter-landscape"])
def test_what_is_as_large_as_the_paper_fills_its_page(tmp_path: Path, size: str) -> None:
    game, problems = sheets_to_write_on(tmp_path, size), Problems()
    (pad,) = plan(game, Options(only=("score",), paper=size.partition("-")[0]), problems)
    assert [sheet.side for sheet in pad.sheets] == ["front", "back"] * 8
    for sheet in pad.sheets:
        (placed,) = sheet.placements
        assert (
            (placed.trim.width, placed.trim.height)
            == (sheet.width_mm, sheet.height_mm)
            == parse_size_mm(size)
        )
        assert (sheet.footer, sheet.has_outlines, placed.is_turned) == (
            "none",
            False,
            sheet.side == "back" and sheet.width_mm > sheet.height_mm,
        )
    assert not list(problems)
    with pytest.raises(ProblemError, match="does not fit"):
        plan(game, Options(only=("score",), paper="a4" if "letter" in size else "letter"))


def test_no_backs_means_no_back_pages(tmp_path: Path) -> None:
    (cards,) = plan(two_decks(tmp_path), Options(backs=Backs.NONE))
    assert [sheet.side for sheet in cards.sheets] == ["front", "front"]


def test_what_the_game_says_under_print_holds_until_the_options_say_otherwise(
    tmp_path: Path,
) -> None:
    game = make_game(
        tmp_path, print={"paper": "Letter", "card_size": "tarot", "gutter": "2 mm", "bleed": "1 mm"}
    )
    printing = printing_for(game, Options())
    layout, paper = printing.layout, printing.label
    assert (paper, layout.card_mm, layout.gutter_mm, layout.bleed_mm) == (
        "letter",
        (69.85, 120.65),
        2.0,
        1.0,
    )
    printing = printing_for(
        game, Options(paper="a4", card_size_mm=(50.0, 50.0), gutter_mm=0.0, bleed_mm=0.0)
    )
    layout, paper = printing.layout, printing.label
    assert (paper, layout.card_mm, layout.gutter_mm, layout.bleed_mm) == (
        "a4",
        (50.0, 50.0),
        0.0,
        0.0,
    )


@pytest.mark.parametrize("name", ["a9", "nonsense"])
def test_an_unknown_paper_is_refused_where_it_stands(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProblemError) as caught:
        make_game(tmp_path, print={"paper": name})
    (problem,) = caught.value.problems
    assert problem.place is not None
    assert "paper" in problem.message


def test_only_takes_kinds_components_cards_and_the_rulebook(emporium: Game) -> None:
    assert chosen_cards(emporium, ()) is EVERYTHING
    assert chosen_cards(emporium, ("steel",)).ids == {
        c.id for c in emporium.cards.values() if c.kind == "item" and c.record.tier == "steel"
    }
    assert chosen_cards(emporium, ("coin", "tib")).ids == {
        "coin-1",
        "coin-3",
        "coin-5",
        "coin-10",
        "tib",
    }
    assert chosen_cards(emporium, ("rulebook",)).ids == set()
    with pytest.raises(ProblemError, match="found 'tibb'"):
        chosen_cards(emporium, ("tibb",))


def test_only_takes_names_and_any_capitals_for_ids(emporium: Game) -> None:
    words = ("Hero cards", "TIB", "coin", "fen quickhare", "Main Box", "RULEBOOK")
    assert words_meant(emporium, words[:4]) == ("heroes", "tib", "coin", "fen")
    assert words_meant(emporium, words[5:]) == ("rulebook",)
    assert chosen_cards(emporium, ("TIB", "Tib the Mudlark")).ids == {"tib"}
    with pytest.raises(ProblemError, match="found 'Main Box'"):
        words_meant(emporium, words)


def test_a_component_keeps_its_own_gutter(emporium: Game) -> None:
    sheets = next(item for item in plan(emporium, Options()) if "pieces" in item.name).sheets
    ones = [p.trim for sheet in sheets for p in sheet.placements if p.key == "coin-1"][:2]
    mats = [p.trim for sheet in sheets for p in sheet.placements if p.key == "player-mat"][:2]
    assert ones[1].x - ones[0].right == pytest.approx(2.0)
    assert mats[1].y - mats[0].bottom == pytest.approx(4.0)


def test_files_printed_another_way_have_names_of_their_own(emporium: Game) -> None:
    def name(**how: object) -> str:
        return plan(emporium, Options(only=("hero",), **how))[0].name  # type: ignore[arg-type]

    assert name() == "emporium-hero-a4.pdf"
    assert name(backs=Backs.FOLD) == "emporium-hero-a4-fold.pdf"
    assert name(backs=Backs.NONE, paper="letter") == "emporium-hero-letter-fronts.pdf"
    assert (
        name(flip=Flip.SHORT_EDGE, card_size_mm=(69.85, 120.65))
        == "emporium-hero-a4-tarot-short-edge.pdf"
    )
    assert name(card_size_mm=(60.0, 80.5)) == "emporium-hero-a4-60x80.5mm.pdf"


def test_crop_marks_keep_off_the_footer(emporium: Game) -> None:
    for options in (
        Options(gutter_mm=6.0, bleed_mm=3.0),
        Options(),
        Options(paper="letter"),
        Options(backs=Backs.FOLD),
    ):
        for sheet in plan(emporium, options)[0].sheets:
            for line in (*sheet.marks, *sheet.folds):
                if sheet.footer == "bottom":
                    assert max(line.y1, line.y2) < sheet.height_mm - PRINTABLE_MARGIN_MM - 3.0
                elif sheet.footer == "side":
                    assert max(line.x1, line.x2) < sheet.width_mm - PRINTABLE_MARGIN_MM - 3.0


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "size", ["business", "standard", "poker", "tarot", "jumbo", "a5", "a6", "65 x 94 mm"]
)
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


def test_pieces_of_both_orientations_and_their_backs_are_printed_whatever_becomes_of_the_cards(
    tmp_path: Path,
) -> None:
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
    ("options", "codes"),
    [
        (Options(gutter_mm=76.2), ["wide-gutter"]),
        (Options(gutter_mm=6.0), []),
        (Options(backs=Backs.FOLD, flip=Flip.SHORT_EDGE), ["nothing-to-flip"]),
        (Options(backs=Backs.NONE, flip=Flip.SHORT_EDGE), ["nothing-to-flip"]),
        (Options(flip=Flip.SHORT_EDGE), []),
        (Options(backs=Backs.FOLD), []),
    ],
)
def test_what_an_option_cannot_do_or_hardly_means_is_said(
    options: Options, codes: list[str], tmp_path: Path
) -> None:
    problems = Problems()
    plan(two_decks(tmp_path), options, problems)
    assert [problem.code for problem in problems] == codes


def with_a_second_size(folder: Path, size: str = "44 x 68 mm", back: str = "back-mini") -> Game:
    """Make nine cards of the usual size and seventeen of another, each with a back of its size."""
    return make_game(
        folder,
        cards={"one": {"name": "One", "copies": 9}},
        face="",
        kinds={
            "rear": BACKS,
            "mini-rear": {"template": "card.svg.j2", "size": size, "cards": {"back-mini": {}}},
            "mini": {
                "template": "card.svg.j2",
                "size": size,
                "fields": {"name": "line"},
                "cards": {"two": {"name": "Two", "copies": 17}},
            },
        },
        components={
            "usual": {"name": "Usual", "of": "card", "back": "back", "count": 9},
            "minis": {"name": "Minis", "of": "mini", "back": back, "count": 17},
        },
    )


def test_a_second_size_of_cards_is_laid_out_as_the_first(tmp_path: Path) -> None:
    game = with_a_second_size(tmp_path)
    usual, minis = plan(game, Options())
    assert (usual.name, minis.name) == (
        f"{game.name}-cards-a4.pdf",
        f"{game.name}-cards-mini-euro-a4.pdf",
    )
    assert [(sheet.side, len(sheet.placements)) for sheet in minis.sheets] == [
        ("front", 16),
        ("back", 16),
        ("front", 1),
        ("back", 1),
    ]
    front, back = minis.sheets[:2]
    first, second = front.placements[:2]
    assert (first.trim.width, first.trim.height) == (44, 68)
    assert second.trim.x == pytest.approx(first.trim.right)
    assert front.marks
    assert not front.has_outlines
    assert first.clip.x < first.trim.x
    (behind,) = (
        one
        for one in back.placements
        if one.trim.right == pytest.approx(front.width_mm - first.trim.x)
        and one.trim.y == first.trim.y
    )
    assert behind.key == "back-mini"
    (alone,) = plan(game, Options(only=("minis",)))
    assert alone.name == f"{game.name}-minis-a4.pdf"


def test_a_second_size_is_folded_and_cut_as_the_first(tmp_path: Path) -> None:
    game, problems = with_a_second_size(tmp_path), Problems()
    _, folded = plan(game, Options(backs=Backs.FOLD), problems)
    assert folded.name.endswith("-cards-mini-euro-a4-fold.pdf")
    assert {sheet.side for sheet in folded.sheets} == {"fold"}
    assert list(problems) == []
    _, cut = plan(game, Options(cutter="silhouette", corner_mm=2.0))
    assert cut.name.endswith("-cards-mini-euro-a4-silhouette.pdf")
    assert len(cut.cuttings[0].cuts) == len(cut.sheets[0].placements)
    assert cut.sheets[0].solids


def test_a_perforated_sheet_is_for_the_first_size_alone(tmp_path: Path) -> None:
    game = with_a_second_size(tmp_path)
    usual, minis = plan(game, Options(sheet="avery-5371", card_size_mm=(88.9, 50.8)))
    assert "avery" in usual.name
    assert minis.name.endswith("-cards-mini-euro-letter.pdf")
    assert minis.sheets[0].marks
    assert not usual.sheets[0].marks


@pytest.mark.parametrize("size", ["25 x 25 mm", "29 x 60 mm", "100 x 160 mm"])
def test_tokens_and_boards_with_backs_are_no_cards(tmp_path: Path, size: str) -> None:
    _, pieces = plan(with_a_second_size(tmp_path, size), Options())
    assert pieces.name.endswith("-two-sided-a4.pdf")


def test_cards_too_wide_to_be_folded_have_their_backs_on_pages_of_their_own(tmp_path: Path) -> None:
    problems = Problems()
    _, pieces = plan(
        with_a_second_size(tmp_path, "150 x 140 mm"), Options(backs=Backs.FOLD), problems
    )
    assert pieces.name.endswith("-two-sided-a4.pdf")
    assert [problem.code for problem in problems] == ["pieces-not-folded"]
