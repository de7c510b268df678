"""From a game to files: what is written, and that a second build of the same press draws only what
changed.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import ProblemError, Problems
from generator.data.watching import concerns_game, may_reuse
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, plan
from generator.sheet.outputs import write_sheets
from tests.conftest import ROOT, make_game


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
    game = make_game(
        tmp_path, face='{% set x = game.designers.append("Eve") %}', game={"designers": ["Ada"]}
    )
    with pytest.raises(ProblemError):
        build(game, Options(output=tmp_path / "out"))
    assert list(game.info.designers) == ["Ada"]


@pytest.mark.parametrize(
    "reach", ['{{ "".format.__globals__ }}', "{{ card.__class__.__mro__ }}", "{{ game.__init__ }}"]
)
def test_a_template_reaches_nothing_of_python(tmp_path: Path, reach: str) -> None:
    game = make_game(tmp_path, face=reach)
    press = Press(game)
    assert press.stamp(game.cards["one"]) is None
    (problem,) = press.problems
    assert problem.code in ("template-forbidden", "undefined-name")
    assert problem.place is not None
    assert problem.place.line == 2


@pytest.mark.slow
def test_after_an_edit_only_the_changed_face_is_drawn_and_the_bytes_are_those_of_a_clean_build(
    tmp_path: Path,
) -> None:
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
    path.write_text(
        "# a line more\n"
        + path.read_text().replace("Finds more in the mud", "Finds much in the mud")
    )
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


@pytest.mark.slow
def test_the_result_counts_what_the_files_hold(tmp_path: Path, emporium: Game) -> None:
    result = build(
        emporium, Options(output=tmp_path, only=("steel", "coin", "rulebook"), with_booklet=True)
    )
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


@pytest.mark.parametrize("box", ["0 0 238 332", "0 0 88 63"])
def test_a_template_drawn_for_another_size_is_a_warning_once(tmp_path: Path, box: str) -> None:
    cards = {name: {"name": name} for name in ("a", "b")}
    game = make_game(
        tmp_path,
        cards=cards,
        files={
            "templates/card.svg.j2": f'<svg viewBox="{box}"><text>{{{{ card.name }}}}</text></svg>'
        },
    )
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    (problem,) = [p for p in press.problems if p.severity == "warning"]
    assert problem.code == "template-size"
    assert str(problem.hint).startswith(
        'write viewBox="0 0 63 88" and draw to that size, or give the'
    )


@pytest.mark.parametrize(
    ("owner", "line"),
    [("kind", "    size: 44 x 63 mm"), ("print", "  card_size: 44 x 63 mm"), ("", "      a:")],
)
def test_text_that_its_card_makes_too_small_is_told_where_the_size_is_written(
    owner: str, line: str, tmp_path: Path
) -> None:
    face = (
        '<svg viewBox="0 0 126 176"><text x="9" y="90" font-size="10pt">{{ card.name '
        "}}</text></svg>"
    )
    kind = {"size": "44 x 63 mm"} if owner == "kind" else None
    sections = {"print": {"card_size": "44 x 63 mm"}} if owner == "print" else {}
    game = make_game(
        tmp_path,
        cards={"a": {"name": "A"}},
        files={"templates/card.svg.j2": face},
        kind=kind,
        **sections,
    )
    (problem,) = [
        p
        for p in build(game, Options(output=tmp_path / "out", is_dry=True)).problems
        if p.code == "text-small"
    ]
    assert problem.place is not None
    assert (tmp_path / "cards.yaml").read_text().splitlines()[problem.place.line - 1] == line


@pytest.mark.slow
@pytest.mark.slow
def test_text_that_gets_unreadable_on_a_smaller_card_is_one_warning(
    tmp_path: Path, emporium: Game
) -> None:
    small = build(
        emporium, Options(output=tmp_path, only=("hero",), card_size_mm=(44.45, 63.5), is_dry=True)
    )
    (problem,) = small.problems
    assert problem.code == "text-small"
    sizes = [
        (lettering.size_pt * 44.45 / 63, card.id)
        for card in emporium.cards.values()
        if card.kind == "hero"
        for lettering in (Press(emporium).stamp(card) or pytest.fail("no face")).letterings
    ]
    assert f"down to {min(sizes)[0]:.1f} pt" in problem.message
    assert (
        build(
            emporium,
            Options(output=tmp_path, only=("hero",), card_size_mm=(63.5, 88.9), is_dry=True),
        ).problems
        == ()
    )


@pytest.mark.parametrize(
    ("size_mm", "is_refused"), [((69.85, 120.65), True), ((88.9, 88.9), True), ((126, 176), False)]
)
def test_a_face_with_something_at_its_edge_is_printed_in_its_own_proportions_alone(
    size_mm: tuple[float, float], is_refused: bool, tmp_path: Path
) -> None:
    face = (
        '<svg viewBox="0 0 63 88" data-trim="exact"><text x="9" y="9" font-size="12pt">{{ '
        "card.name }}</text></svg>"
    )
    game = make_game(
        tmp_path,
        cards={"a": {"name": "A"}, "b": {"name": "B"}},
        files={"templates/card.svg.j2": face},
    )
    options = Options(output=tmp_path / "out", card_size_mm=size_mm)
    if not is_refused:
        assert build(game, options).problems == ()
        return
    with pytest.raises(ProblemError) as caught:
        build(game, options)
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == (
        "other-proportions",
        "use standard or poker or mini, or draw a template for this size",
    )
    assert "2 faces have something drawn there (card 'a')" in problem.message
    assert not (tmp_path / "out").exists()


def test_a_trim_that_is_not_known_is_named(tmp_path: Path) -> None:
    face = (
        '<svg viewBox="0 0 63 88" data-trim="tight"><text x="9" y="9">{{ card.name }}</text></svg>'
    )
    press = Press(game := make_game(tmp_path, files={"templates/card.svg.j2": face}))
    press.stamp(next(iter(game.cards.values())))
    assert [problem.message for problem in press.problems] == [
        "'data-trim' expected 'exact', found 'tight'"
    ]


@pytest.mark.parametrize(
    "template",
    [
        "{{ [1, 2, 3] | random }}",
        "{{ lipsum() }}",
        "{{ card.name.upper }}",
        "{{ range }}",
        "{{ card.tags }}",
    ],
)
def test_a_template_prints_nothing_that_differs_from_run_to_run(
    tmp_path: Path, template: str
) -> None:
    cards = {"one": {"name": "One", "tags": ["a", "b"]}}
    game = make_game(
        tmp_path,
        face=f"<text>{template}</text>",
        cards=cards,
        fields={"name": "line", "tags": "[line]"},
    )
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


AREA = (
    '<textArea id="name" x="5" y="10" width="20" height="5" font-size="10pt" fill="#000">{{ '
    "card.name }}</textArea>"
)
THREE = {"ant": {"name": "Ant"}, "bee": {"name": "Bee " * 20}, "cat": {"name": "Cat {nonesuch}"}}


def marked_colours(pdf: Path) -> int:
    """Count the pixels of the first page that have the colour of a draft's mark."""
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_pil().convert("RGB")
    return sum(count for count, colour in picture.getcolors(1 << 20) if colour == (230, 0, 126))


def test_a_draft_prints_cards_in_spite_of_their_errors_and_marks_them(tmp_path: Path) -> None:
    game = make_game(tmp_path, AREA, THREE)
    with pytest.raises(ProblemError):
        build(game, Options(output=tmp_path / "out"))
    result = build(game, Options(output=tmp_path / "out", is_draft=True))
    assert result.drafts == ("bee", "cat")
    assert {(p.code, p.severity) for p in result.problems} == {
        ("text-overflow", "warning"),
        ("unknown-icon", "warning"),
    }
    assert marked_colours(result.files[0].path) > 100


def test_all_cards_are_marked_that_a_line_of_the_template_spoils(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        AREA + '<image href="none.png" x="1" y="1" width="5" height="5"/>',
        {"ant": THREE["ant"], "owl": {"name": "Owl"}},
    )
    assert build(game, Options(output=tmp_path / "out", is_draft=True)).drafts == ("ant", "owl")


def test_a_draft_of_a_game_without_errors_is_the_same(tmp_path: Path) -> None:
    game = make_game(tmp_path, AREA, {"ant": THREE["ant"]})
    plain = build(game, Options(output=tmp_path / "out")).files[0].path.read_bytes()
    result = build(game, Options(output=tmp_path / "draft", is_draft=True))
    assert (result.drafts, result.files[0].path.read_bytes()) == ((), plain)


def test_a_draft_is_refused_where_a_card_cannot_be_drawn_at_all(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        AREA + "{% if card.name == 'Owl' %}{{ card.nothing }}{% endif %}",
        THREE | {"owl": {"name": "Owl"}},
    )
    with pytest.raises(ProblemError) as fault:
        build(game, Options(output=tmp_path / "out", is_draft=True))
    assert [p.code for p in fault.value.problems if p.severity == "error"] == ["undefined-name"]
    assert not (tmp_path / "out").exists()


def test_a_draft_built_again_with_its_press_marks_the_same_cards(tmp_path: Path) -> None:
    game = make_game(tmp_path, AREA, THREE)
    options = Options(output=tmp_path / "out", is_draft=True)
    build(game, options, press=(first := Press(game)))
    assert build(load_game(tmp_path), options, press=Press(load_game(tmp_path), first)).drafts == (
        "bee",
        "cat",
    )
