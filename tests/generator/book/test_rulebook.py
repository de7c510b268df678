"""The rulebook, read back from its PDF: its pages, its numbers, its fonts, and what is said of a
faulty template.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.book.rulebook import Strip, paginate, write_booklet, write_rulebook
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Problem
from generator.face.press import Press
from generator.pdf.raster import face_pdf, render_page
from tests.conftest import make_game, some

ROOT = Path(__file__).resolve().parents[3]
A5_PT = (148 / 25.4 * 72, 210 / 25.4 * 72)

Edit = Callable[[str], str]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(ROOT)


@pytest.fixture(scope="module")
def rulebook(game: Game) -> bytes:
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    assert not press.problems.has_errors, list(press.problems)
    return written


def text_of(pdf: bytes) -> str:
    """Read all text of a PDF, with single spaces."""
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    return re.sub(r"\s+", " ", text.replace("\u2019", "'"))


def without_footers(text: str) -> str:
    """Take out what stands between two pages, so that a sentence may go on over them."""
    return re.sub(r" Emporium \d+\.\d+\.\d+ \d+(?= )", "", text)


def edited_game(
    folder: Path, *, data: Edit = lambda text: text, template: Edit = lambda text: text
) -> Game:
    """Copy Emporium with its cards.yaml or its rulebook changed."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    (folder / "cards.yaml").write_text(data((ROOT / "cards.yaml").read_text("utf-8")), "utf-8")
    path = folder / "templates" / "rulebook.md.j2"
    path.write_text(template(path.read_text("utf-8")), "utf-8")
    return load_game(folder)


def book_of(folder: Path, text: str) -> Game:
    """Write Emporium with a short rulebook in the place of its own."""
    return edited_game(folder, template=lambda _: text)


def faults_of(game: Game) -> list[Problem]:
    """Write the rulebook and give the errors found in its template."""
    press = Press(game)
    write_rulebook(game, press)
    return [
        p
        for p in press.problems
        if p.severity == "error" and p.place and p.place.file == "templates/rulebook.md.j2"
    ]


def line_of(game: Game, word: str) -> int:
    lines = (game.templates / "rulebook.md.j2").read_text("utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if word in line)


# ---------------------------------------------------------------- pages


def test_the_rulebook_has_a5_pages_in_fours(rulebook: bytes) -> None:
    document = pypdfium2.PdfDocument(rulebook)
    assert len(document) % 4 == 0
    assert all(page.get_size() == pytest.approx(A5_PT, abs=0.01) for page in document)


def test_pages_are_filled_to_a_multiple_of_four_with_room_for_notes(tmp_path: Path) -> None:
    for pages in range(4):
        game = book_of(tmp_path / str(pages), "# A\n" + "\n---\n\nword\n" * pages)
        written = write_rulebook(game, Press(game))
        assert written is not None
        assert len(pypdfium2.PdfDocument(written)) == 4
        assert text_of(written).count("Notes") == 3 - pages


@pytest.mark.slow
def test_the_booklet_pairs_the_last_page_with_the_first(game: Game, rulebook: bytes) -> None:
    written = write_booklet(game, Press(game), (210.0, 297.0))
    assert written is not None
    pages, sides = pypdfium2.PdfDocument(rulebook), pypdfium2.PdfDocument(written)
    assert len(sides) * 2 == len(pages)
    assert sides[0].get_size() == pytest.approx((297 / 25.4 * 72, 210 / 25.4 * 72), abs=0.01)

    def half(number: int, left: bool) -> str:
        page = sides[number]
        middle = page.get_width() / 2
        area = {"right": middle} if left else {"left": middle}
        return re.sub(r"\s+", " ", page.get_textpage().get_text_bounded(**area)).strip()

    def whole(number: int) -> str:
        return re.sub(r"\s+", " ", pages[number].get_textpage().get_text_bounded()).strip()

    assert half(0, left=True) == whole(len(pages) - 1)
    assert half(0, left=False) == whole(0)
    assert half(1, left=True) == whole(1)
    assert half(1, left=False) == whole(len(pages) - 2)


def test_no_drawn_text_leaves_its_page(rulebook: bytes) -> None:
    for page in pypdfium2.PdfDocument(rulebook):
        text = page.get_textpage()
        for number in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(number)
            assert left > 20, page
            assert bottom > 15
            assert right < A5_PT[0] - 20
            assert top < A5_PT[1] - 20


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(game: Game, rulebook: bytes) -> None:
    assert write_rulebook(game, Press(game)) == rulebook


def test_all_fonts_are_embedded(rulebook: bytes) -> None:
    with pikepdf.open(io.BytesIO(rulebook)) as pdf:
        fonts = [
            item
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
        ]
        assert fonts
        for font in fonts:
            assert font.Subtype == "/TrueType", font.BaseFont
            assert "/FontFile2" in font.FontDescriptor


def test_every_heading_is_in_the_outline(rulebook: bytes) -> None:
    titles = [item.get_title() for item in pypdfium2.PdfDocument(rulebook).get_toc()]
    assert {
        "Setting up",
        "Action phase",
        "Selling an item",
        "Restocking phase",
        "How we rule",
        "Credits",
    } <= set(titles)


# ---------------------------------------------------------------- words and numbers


def test_the_numbers_come_from_the_data(game: Game, rulebook: bytes) -> None:
    text = text_of(rulebook)
    rules = game.context["rules"]
    for part in game.components:
        assert part.name.lower() in text.lower()
        assert str(part.count) in text
    for tier in game.context["tables"].tier:
        assert tier.name in text
    assert f"Turn {rules.monsters_in_row} monsters face up" in text
    assert f"until you hold {rules.hand_size} cards" in text
    assert f"with {rules.die_faces} faces" in text
    assert "2–6 players" in text
    assert "30–40 minutes" in text
    assert "Heroes on the table 1 2 2 3 3" in text
    assert " and ".join(game.info.designers) in text
    assert game.version in text


@pytest.mark.slow_cases("others", "some")
@pytest.mark.parametrize(
    "changes",
    [
        [
            ("banish_price: 2", "banish_price: 7", "at a cost of 7"),
            ("starting_gold: 3", "starting_gold: 9", "4 leather items, 9"),
            (
                "{2: 1, 3: 2, 4: 2, 5: 3, 6: 3}",
                "{2: 2, 3: 2, 4: 3, 5: 4, 6: 5}",
                "Heroes on the table 2 2 3 4 5",
            ),
            ("price_cap: 6, upgrade: 1", "price_cap: 13, upgrade: 1", "4 13 8"),
            (
                "choice: may_pass",
                "choice: must_fight",
                "A patron may pass only if no hero can win.",
            ),
            (
                "choice: heroes_leave",
                "choice: play_on",
                "there is no vote to banish. A stuck table does not end the game.",
            ),
        ],
        [
            ("hand_size: 4", "hand_size: 6", "until you hold 6 cards"),
            ("monsters_in_row: 3", "monsters_in_row: 4", "Turn 4 monsters"),
            (
                "{1: 5, 2: 5, 3: 5}",
                "{1: 4, 2: 5, 3: 6}",
                "6 of level 3, then 5 of level 2, then 4 of level 1",
            ),
            ("monster_set_bonus: 5", "monster_set_bonus: 11", "1 × 11 = 11"),
            ("players: 2-6", "players: 3-6", "3–6 players"),
            (
                "choice: undone",
                "choice: stay",
                "If you pass, your changes of gear stay; only the bid comes back.",
            ),
        ],
    ],
    ids=["some", "others"],
)
def test_a_changed_number_changes_the_rulebook(
    tmp_path: Path, rulebook: bytes, changes: list[tuple[str, str, str]]
) -> None:
    def edit(text: str) -> str:
        for before, after, _ in changes:
            assert before in text
            text = text.replace(before, after)
        return text

    game = edited_game(tmp_path, data=edit)
    written = write_rulebook(game, Press(game))
    assert written is not None
    for _, _, expected in changes:
        assert expected in text_of(written)
        assert expected not in text_of(rulebook)


def test_every_ruling_is_answered(game: Game, rulebook: bytes) -> None:
    text = without_footers(text_of(rulebook))
    rulings = list(game.context["rulings"])
    assert rulings
    for ruling in rulings:
        assert ruling.options[ruling.choice] in text


def test_a_game_without_a_rulebook_has_none(tmp_path: Path) -> None:
    game = edited_game(tmp_path)
    (game.templates / "rulebook.md.j2").unlink()
    press = Press(game)
    assert write_rulebook(game, press) is None
    assert not press.problems.has_errors


@pytest.mark.parametrize("piece", ["player-aid", "player-screen"])
def test_aid_and_screen_have_the_headings_of_the_rulebook_in_its_order(
    game: Game, rulebook: bytes, piece: str
) -> None:
    press = Press(game)
    drawn = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", press.svg(game.cards[piece])))
    assert not press.problems.has_errors, list(press.problems)
    parts = [
        "Restocking",
        "Draw leather",
        "Closing the round",
        "Refill monsters",
        "Banish",
        "Refill heroes",
        "Pass",
        "still round",
    ]
    assert sorted(parts, key=drawn.index) == parts
    assert {"Restocking phase", "Closing the round"} <= {
        item.get_title() for item in pypdfium2.PdfDocument(rulebook).get_toc()
    }
    assert "(then the poorer)" in drawn
    assert "top edge" in drawn


def test_the_aid_keeps_its_margins(game: Game) -> None:
    pdf = face_pdf(Press(game), game.cards["player-aid"])
    assert pdf is not None
    image = render_page(pdf, dpi=127).convert("L")  # 5 pixels to a millimetre
    left, top, right, bottom = image.point(lambda grey: 255 * (grey < 128)).getbbox()
    assert left >= 3.5 * 5
    assert top >= 3.5 * 5
    assert right <= image.width - 3.5 * 5
    assert bottom <= image.height - 3.2 * 5


# ---------------------------------------------------------------- faulty templates


@pytest.mark.parametrize(
    ("before", "after", "code", "hint"),
    some(
        [
            ("cards:{{ monster.id }}", "cards:trol", "unknown-card", "troll"),
            ("{strength} that it adds", "{strenght} that it adds", "unknown-icon", "strength"),
            ("icon:market", "icon:markt", "unknown-icon", "market"),
            ("icon:market", "market.png", "rulebook-picture", None),
            (
                "rules.banish_price }} {gold} **each**",
                "rules.banish_prise }} {gold} **each**",
                "undefined-name",
                "banish_price",
            ),
            ("Each round runs", "{{ card.name }} runs", "undefined-name", "did you mean 'cards'?"),
            (
                "Each round runs",
                "<div>Each</div>\n\nEach round runs",
                "rulebook-markdown",
                "**bold**",
            ),
            ("Each round runs", "Each <b>round runs", "rulebook-markdown", "**bold**"),
            ("Each round runs", "<!-- later -->\n\nEach round runs", "rulebook-markdown", "{#"),
            ("Each round runs", "Each ~~slow~~ round runs", "rulebook-markdown", "~"),
            ("Each round runs", "Each **round runs", "rulebook-markdown", "\\*"),
            ("Each round runs", "Each *round runs", "rulebook-markdown", "\\*"),
            ('"760 x 985 ', '"760 ', "rulebook-picture", None),
            ('"760 x 985 ', '"760 x 9.8.5 ', "rulebook-picture", None),
            (
                'cards:{{ hero.id }} "beside 18,24.4',
                'cards:{{ hero.id }} "beside 18,2.4.4',
                "rulebook-picture",
                None,
            ),
            ("(table:{{ table", "(table:token@9,9,45;{{ table", "rulebook-picture", None),
            ("(table:{{ table", "(table:tokn@9,9;{{ table", "unknown-card", None),
            (
                'cards:{{ hero.id }} "beside 18,24.4',
                'cards:{{ hero.id }} "beside 80,400',
                "rulebook-picture",
                "top left corner",
            ),
            ("{% set low_item", "{% sett low_item", "template-syntax", None),
            ("Each round runs", "```\ncode\n```\n\nEach round runs", "rulebook-markdown", None),
            ("Each round runs", "\u4e16 runs", "missing-glyph", None),
        ],
        4,
    ),
)
def test_a_fault_is_told_with_its_line(
    tmp_path: Path, before: str, after: str, code: str, hint: str | None
) -> None:
    game = edited_game(tmp_path, template=lambda text: text.replace(before, after))
    (problem,) = faults_of(game)
    assert problem.code == code
    assert problem.place is not None
    assert problem.place.line == line_of(game, after.split("\n")[0])
    assert hint is None or hint in (problem.hint or "")


@pytest.mark.slow
def test_a_fault_within_a_loop_is_told_with_the_template_s_line(tmp_path: Path) -> None:
    game = edited_game(
        tmp_path,
        template=lambda text: text.replace(
            "**{{ ruling.question }}**", "**{{ ruling.question }}** {nonesuch}"
        ),
    )
    found = faults_of(game)
    assert {p.code for p in found} == {"unknown-icon"}
    assert {p.place.line for p in found if p.place} == {line_of(game, "{nonesuch}")}


def test_stars_in_a_word_and_plain_stars_are_printed_as_they_are(tmp_path: Path) -> None:
    words = "Each round runs 2*3*4 \\*\\* 3 * 4, **5** *times*"
    game = book_of(tmp_path, f"# A\n\n---\n\n{words}\n")
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    assert not press.problems.has_errors, list(press.problems)
    assert "Each round runs 2*3*4 ** 3 * 4, 5 times" in text_of(written)


def test_captions_have_the_quotes_and_dashes_of_other_text(tmp_path: Path) -> None:
    game = book_of(
        tmp_path,
        """# A\n\n---\n\n![Ben's "axe" -- ready...](icon:sell)\n\nBen's "axe" -- ready...\n""",
    )
    written = write_rulebook(game, Press(game))
    assert written is not None
    page = pypdfium2.PdfDocument(written)[1].get_textpage().get_text_bounded()
    assert page.count("Ben’s “axe” – ready…") == 2


def test_words_in_a_style_have_its_colour_and_their_headings_no_marks(tmp_path: Path) -> None:
    words = (
        "Some [keyword]fly **very** high[/], \\[gold\\] stays, a [gold]long\nline[/] and "
        "[kyword]slip[/]."
    )
    styles = 'styles:\n  keyword: {colour: "#123456", weight: bold, size: 150%}\n\nfonts:'
    game = edited_game(
        tmp_path,
        data=lambda text: text.replace("\nfonts:", f"\n{styles}", 1),
        template=lambda _: f"# A\n\n---\n\n## A [keyword]heading[/]\n\n{words}\n",
    )
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    text = " ".join(text_of(written).split())
    assert "Some fly very high, [gold] stays, a long line and [kyword]slip[/]." in text
    (problem,) = (p for p in press.problems if p.code == "unknown-style")
    assert (problem.severity, problem.hint and problem.hint[:22]) == (
        "warning",
        "did you mean 'keyword'",
    )
    with pikepdf.open(io.BytesIO(written)) as book, book.open_outline() as outline:
        assert [item.title for item in outline.root] == ["A heading"]
        drawn = b"".join(page.Contents.read_bytes() for page in book.pages)
    assert b"0.0706 0.2039 0.3373 rg" in drawn


def test_the_rules_read_as_sentences_and_ask_only_under_how_we_rule(
    game: Game, rulebook: bytes
) -> None:
    rules, questions = without_footers(text_of(rulebook)).split("How we rule", 1)
    for ruling in game.context["rulings"]:
        assert ruling.question not in rules
        assert (f"{ruling.question} {ruling.options[ruling.choice]}" in questions) == (
            ruling.options[ruling.choice] not in rules
        )
    for name in (
        "equal_bids",
        "swapped_item",
        "patron_passes",
        "failed_changes",
        "banish_payers",
        "most_ties",
        "stall",
    ):
        ruling = game.context["rulings"][name]
        assert ruling.options[ruling.choice] in rules


def test_a_laid_table_shows_each_thing_once_where_it_is_put_and_turned(tmp_path: Path) -> None:
    picture = (
        '![](table:tib@100,50;back-hero@300,50,90;token@50,150 "400 x 200 50,50")\n\nEach round '
        "runs"
    )
    game = book_of(tmp_path, f"# A\n\n---\n\n{picture}\n")
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    assert not press.problems.has_errors, list(press.problems)
    pages = pypdfium2.PdfDocument(written)
    (number,) = [
        n
        for n in range(len(pages))
        if "Each round runs" in pages[n].get_textpage().get_text_range()
    ]
    text = pages[number].get_textpage().get_text_range()
    assert "Tib the Mudlark" in text
    assert "Hero" in text


def test_the_set_up_lies_on_a_page_as_the_rules_say(game: Game, rulebook: bytes) -> None:
    (page,) = [
        page
        for page in pypdfium2.PdfDocument(rulebook)
        if "The table for three" in page.get_textpage().get_text_range()
    ]
    text = page.get_textpage().get_text_range()
    cards = {
        kind: [card.record.name for card in game.cards.values() if card.kind == kind]
        for kind in ("hero", "monster")
    }
    assert sum(name in text for name in cards["hero"]) == game.context["rules"].heroes_on_table[3]
    assert sum(name in text for name in cards["monster"]) == game.context["rules"].monsters_in_row


def test_a_stuck_table_is_told_once_in_the_rules_and_at_a_glance(
    game: Game, rulebook: bytes
) -> None:
    ruling = game.context["rulings"]["stall"]
    rules, glance = text_of(rulebook).split("How we rule", 1)
    assert rules.count(ruling.options[ruling.choice]) == 1
    assert "still round" in glance.split("A round at a glance", 1)[1]


def test_the_example_shows_the_gear_it_speaks_of(game: Game) -> None:
    template = (game.templates / "rulebook.md.j2").read_text("utf-8")
    assert "(cards:{{ mid_item.id }}+{{ hero.id }}+{{ low_item.id }})" in template
    hero, left, right = (
        game.context["cards"][kind][name]
        for kind, name in (("hero", "maren"), ("item", "harpoon"), ("item", "oilskin"))
    )
    assert (left.slot.edge, right.slot.edge) == ("left", "right")
    assert {left.slot.id, right.slot.id} <= {slot.id for slot in hero.slots}


@pytest.mark.slow
def test_icon_art_takes_the_gold_of_the_palette(tmp_path: Path, rulebook: bytes) -> None:
    def blues(pdf: bytes) -> int:
        cover = pypdfium2.PdfDocument(pdf)[0].render(scale=0.5).to_pil().convert("RGB")
        return sum(blue > red + 60 for red, _, blue in cover.get_flattened_data())

    assert blues(rulebook) == 0
    blue = edited_game(
        tmp_path, data=lambda text: text.replace('gold: "#E6A817"', 'gold: "#0000FF"')
    )
    written = write_rulebook(blue, Press(blue))
    assert written is not None
    assert blues(written) > 100


@pytest.mark.parametrize(
    ("name", "default"),
    [("ink", "#1F1B16"), ("gold", "#E6A817"), ("shade", "#F2EEE2"), ("card", "#FFFFFF")],
)
def test_frame_and_rules_have_the_colours_of_the_palette(
    name: str, default: str, tmp_path: Path
) -> None:
    """Those that docs/how-to/templates.md names, each with a default if the palette lacks it; panels
    have `shade` at half its strength.
    """
    own = "#0000FF" if name != "shade" else "#8080FF"
    book = '# Trial\n\n---\n\n## Aim\n\n- Win.\n\n> Or lose.\n\n![](cards:one "9,11")\n'
    for folder, palette, has, lacks in (
        ("a", {"tide": "#0000FF"}, default, own),
        ("b", {name: "#0000FF"}, own, default),
    ):
        game = make_game(
            tmp_path / folder, palette=palette, files={"templates/rulebook.md.j2": book}
        )
        written = write_rulebook(game, Press(game))
        assert written is not None
        painted = colours_of(written)
        assert has in painted
        assert lacks not in painted


def colours_of(pdf: bytes) -> set[str]:
    """List the colours with which pages paint."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        operators = [one for page in document.pages for one in pikepdf.parse_content_stream(page)]
    return {
        "#" + "".join(f"{round(255 * float(part)):02X}" for part in one.operands)
        for one in operators
        if str(one.operator) in ("rg", "RG")
    }


def test_a_panel_higher_than_the_page_is_divided(tmp_path: Path) -> None:
    game = book_of(tmp_path, "# A\n\n---\n\n> **Sleeves.** " + "words and " * 2000 + "\n")
    press = Press(game)
    written = write_rulebook(game, press)
    assert written is not None
    assert not press.problems.has_errors
    assert text_of(written).count("words and") > 1900


# ---------------------------------------------------------------- paginate


def strips(*heights: float, keeps: bool = False) -> list[Strip]:
    return [Strip(height, lambda pen, x, y: None, 1.0, keeps) for height in heights]


def test_the_space_above_a_strip_is_left_out_at_the_top_of_a_page() -> None:
    pages = paginate(strips(4, 4, 4), 9)
    assert [[top for _, top in page] for page in pages] == [[0, 5], [0]]


def test_strips_that_keep_together_move_together() -> None:
    pages = paginate([*strips(4), *strips(2, keeps=True), *strips(2)], 9)
    assert [len(page) for page in pages] == [1, 2]


def test_strips_that_keep_together_but_fit_no_page_are_divided_and_none_is_lost() -> None:
    pages = paginate(strips(*[4.0] * 7, keeps=True), 9)
    assert [len(page) for page in pages] == [2, 2, 2, 1]


# ---------------------------------------------------------------- pictures of the game's folder


def pictured(folder: Path, source: str, width_px: int = 900) -> Press:
    """Write a rulebook that shows a picture, which is there as a PNG and as an SVG; returns the
    press with what it found wrong.
    """
    game = book_of(folder, f"# A\n\n---\n\n{source}\n")
    art = game.folder / "art"
    art.mkdir()
    Image.new("RGB", (width_px, width_px // 2), "#C05020").save(art / "the market.png")
    (art / "stall.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" '
        'height="20" fill="#C05020"/></svg>'
    )
    press = Press(game)
    written = write_rulebook(game, press)
    if written is not None:
        (folder / "book.pdf").write_bytes(written)
    return press


@pytest.mark.parametrize(
    "source",
    [
        '![](<art/the market.png> "60 mm")',
        '![](art/the%20market.png "60 mm")',
        '![](art/stall.svg "60 mm")',
    ],
)
def test_a_picture_of_the_game_s_folder_is_as_wide_as_it_says(source: str, tmp_path: Path) -> None:
    assert list(pictured(tmp_path, source).problems) == []
    page = render_page((tmp_path / "book.pdf").read_bytes(), 1, 254)  # ten dots a millimetre
    ink = (
        ImageChops.subtract(page.getchannel("R"), page.getchannel("B"))
        .point(lambda level: 255 if level > 100 else 0)
        .getbbox()
    )
    assert ink is not None
    assert (ink[2] - ink[0], ink[3] - ink[1]) == (
        pytest.approx(600, abs=3),
        pytest.approx(300, abs=3),
    )


def test_a_picture_with_too_few_dots_is_warned_of_at_its_line(tmp_path: Path) -> None:
    (problem,) = pictured(tmp_path, '![](<art/the market.png> "60 mm")', 100).problems
    assert (problem.code, problem.severity, str(problem.place)) == (
        "soft-picture",
        "warning",
        "templates/rulebook.md.j2:5",
    )


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("art/stal.svg", "there is no picture 'art/stal.svg'", "did you mean 'art/stall.svg'?"),
        ("../secret.png", "expected a picture in the game's folder", None),
        ("https://example.org/a.png", "expected a picture such as cards:ID", None),
    ],
)
def test_a_picture_that_is_not_there_is_told(
    source: str, message: str, hint: str | None, tmp_path: Path
) -> None:
    (problem,) = pictured(tmp_path, f"![]({source})").problems
    assert (problem.code, problem.hint) == ("rulebook-picture", hint)
    assert message in problem.message
