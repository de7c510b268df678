"""A press that stays warm while a game is edited: what depends on an edit is drawn again, and no
less.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.game import Game, with_field
from generator.data.loading import load_game
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options
from generator.pdf.raster import face_pdf
from tests.conftest import ROOT, make_game
from tests.generator.job.prints import shown

# --------------------------------------------------------------- a second build of the same process


@pytest.mark.slow
def test_while_watching_the_bytes_are_those_of_a_clean_build_after_every_sort_of_edit(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "templates", folder / "templates")
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    edits = [
        ("", "", 94),
        ("Good to the last fish", "Good to the last minnow", 1),
        ("copies: 4,", "copies: 3,", 0),
        ("{name: Steel, price_cap: 8", "{name: Steel, price_cap: 7", None),
        ("version: 0.4.0", "version: 0.4.1", None),
        ("Exact change only", "No change", 1),
        ("hand_size: 4", "hand_size: 5", None),
        ("", "", 0),
    ]
    press = None
    for number, (old, new, drawn) in enumerate(edits):
        assert old in text
        text = text.replace(old, new) if old else text
        text = text.replace("count: 36", "count: 27") if "copies" in old else text
        text = text.replace("cards: 135", "cards: 126") if "copies" in old else text
        (folder / "cards.yaml").write_text(text, encoding="utf-8")
        if number == 6:
            hero = folder / "templates" / "hero.svg.j2"
            hero.write_text(
                hero.read_text(encoding="utf-8").replace('r="19.5"', 'r="19.4"'), encoding="utf-8"
            )
        game = load_game(folder)
        press = Press(game, press)
        warm = build(game, Options(output=tmp_path / "warm"), press=press)
        assert drawn is None or press.drawn == drawn, (number, press.drawn)
        if number in (1, 6):
            clean = build(load_game(folder), Options(output=tmp_path / "clean"))
            assert warm.fits == clean.fits
            for file in clean.files:
                assert (
                    tmp_path / "warm" / file.path.name
                ).read_bytes() == file.path.read_bytes(), (number, file.path.name)


def after_an_edit(folder: Path, old: str, new: str) -> Game:
    """Change cards.yaml alone; what lies in templates/ stays as old as it is."""
    path = folder / "cards.yaml"
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return load_game(folder)


def test_a_template_that_looks_at_other_cards_is_run_again(tmp_path: Path) -> None:
    face = '<text x="5" y="20">{{ cards.card.two.name if card.id == "one" else card.name }}</text>'
    cards = {"one": {"name": "One"}, "two": {"name": "Two"}, "three": {"name": "Three"}}
    press = Press(make_game(tmp_path, face=face, cards=cards))
    for card in press.game.cards.values():
        press.stamp(card)
    later = Press(after_an_edit(tmp_path, "name: Two", "name: Zwei"), press)
    assert [shown(face_pdf(later, later.game.cards[id_])).strip() for id_ in cards] == [
        "Zwei",
        "Zwei",
        "Three",
    ]
    assert later.drawn == 2


def test_a_template_that_looks_at_another_card_through_its_own_is_run_again(tmp_path: Path) -> None:
    face = '<text x="5" y="20">{{ card.friend.name if card.friend else card.name }}</text>'
    cards = {"one": {"name": "One", "friend": "two"}, "two": {"name": "Two"}}
    fields = {"name": "line", "friend": "card?"}
    press = Press(make_game(tmp_path, face=face, cards=cards, fields=fields))
    press.stamp(press.game.cards["one"])
    later = Press(after_an_edit(tmp_path, "name: Two", "name: Zwei"), press)
    assert shown(face_pdf(later, later.game.cards["one"])).strip() == "Zwei"


# ---------------------------------------------------------------- one card for a page

FITTING = (
    '<textArea x="5" y="5" width="50" height="9" font-size="6" data-field="name">{{ card.name '
    "}}</textArea>"
)
LONG = "Long Enough"


def test_a_card_is_shown_as_its_svg_with_what_was_found(tmp_path: Path) -> None:
    game = make_game(
        tmp_path,
        FITTING,
        {"one": {"name": LONG}, "two": {"name": "x" * 300}},
        print={"version_marks": True},
    )
    press, again = Press(game), Press(game)
    for card in game.cards.values():
        found = press.shown(card)
        assert found.svg == again.svg(card)
        assert press.fingerprint(card) == again.fingerprint(card)
        assert list(found.fits) == [fit for fit in again.fits if fit.card == card.id][:1]
    assert press.drawn == 2
    assert [problem.code for problem in press.problems] == ["text-overflow"]
    assert [problem.code for problem in press.shown(game.card("two")).problems] == ["text-overflow"]


def test_what_was_shown_before_an_edit_is_not_made_again(tmp_path: Path) -> None:
    cards = {"one": {"name": "One"}, "two": {"name": "Two"}}
    first = Press(make_game(tmp_path, cards=cards))
    before = {id_: first.shown(card) for id_, card in first.game.cards.items()}
    press = Press(after_an_edit(tmp_path, "name: Two", "name: Three"), first)
    after = {id_: press.shown(card) for id_, card in press.game.cards.items()}
    assert press.drawn == 1
    assert after["one"].svg is before["one"].svg
    assert after["two"].svg == Press(press.game).svg(press.game.card("two"))
    warm = Press(load_game(tmp_path), press)
    assert warm.shown(warm.game.card("two")).svg == after["two"].svg
    assert warm.drawn == 0


def test_a_card_that_was_drawn_and_never_shown_is_shown_by_the_next_press(tmp_path: Path) -> None:
    first = Press(make_game(tmp_path))
    first.stamp(first.game.card("one"))
    press = Press(load_game(tmp_path), first)
    assert press.shown(press.game.card("one")).svg == Press(press.game).svg(press.game.card("one"))
    assert press.drawn == 0


def test_a_card_is_tried_without_a_trace(tmp_path: Path) -> None:
    game = make_game(tmp_path, FITTING, {"one": {"name": "One"}})
    press = Press(game)
    before = press.shown(game.card("one"))
    tried = press.tried(with_field(game, game.card("one"), "name", "x" * 300, None))
    assert tried.svg != before.svg
    assert [problem.code for problem in tried.problems] == ["text-overflow"]
    assert list(press.problems) == []
    assert len(press.fits) == 1
    assert press.drawn == 1
    assert press.shown(game.card("one")) == before
    after = Press(load_game(tmp_path), press)
    assert after.shown(after.game.card("one")).svg == before.svg
    assert after.drawn == 0


def test_pictures_are_found_where_the_page_has_them(tmp_path: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" '
        'height="1"/></svg>'
    )
    game = make_game(
        tmp_path, '<image href="art/a.svg" width="9" height="9"/>', files={"art/a.svg": art}
    )
    found = Press(game).shown(game.card("one"), lambda href: f"there:{href}")
    assert found.svg is not None
    assert 'href="there:art/a.svg"' in found.svg
    assert "there:" not in Press(game).svg(game.card("one"))


def test_a_template_that_looks_at_one_kind_is_not_run_for_an_edit_of_another(
    tmp_path: Path,
) -> None:
    kinds = {
        name: {
            "template": "card.svg.j2",
            "fields": {"name": "line"},
            "cards": {name: {"name": f"Of {name}"}},
        }
        for name in ("b", "c")
    }
    press = Press(
        make_game(
            tmp_path, '<text x="5" y="5">{{ card.name }} {{ cards.b.b.name }}</text>', kinds=kinds
        )
    )
    build(press.game, Options(output=tmp_path / "out"), press=press)
    for old, new, drawn in (
        ("Of c", "Of sea", 1),
        ("Of b", "Of bee", 3),
        ("name: One", "name: Two", 1),
    ):
        press = Press(after_an_edit(tmp_path, old, new), press)
        for card in press.game.cards.values():
            press.stamp(card)
        assert press.drawn == drawn, new


@pytest.mark.parametrize(("said", "shown"), [("2-5", "2–5"), (3, "3")])
def test_how_many_can_play_is_written_as_people_write_it(
    tmp_path: Path, said: str | int, shown: str
) -> None:
    face = '<text x="5" y="10">{{ game.players }}: {{ game.players[0] }}</text>'
    game = make_game(tmp_path, face, game={"players": said})
    text = Press(game).maker.text(game.cards["one"])
    assert f">{shown}: {str(said)[0]}<" in text


@pytest.mark.parametrize(("after", "line"), [("<rect/>", 5), ("left over", 5), ("</svg>", 5)])
def test_what_stands_after_the_drawing_is_told_at_the_templates_line(
    tmp_path: Path, after: str, line: int
) -> None:
    """A loop before it makes what the template writes longer than the template."""
    game = make_game(tmp_path, "{% for n in range(40) %}<path d='M0 {{ n }}h9'/>\n{% endfor %}")
    template = tmp_path / "templates" / "card.svg.j2"
    text = template.read_text(encoding="utf-8").rstrip("\n")
    assert text.count("\n") == line - 2
    template.write_text(f"{text}\n{after}\n", encoding="utf-8")
    press = Press(load_game(tmp_path))
    assert press.stamp(next(iter(game.cards.values()))) is None
    (problem,) = press.problems
    assert problem.place
    assert (problem.place.file, problem.place.line) == ("templates/card.svg.j2", line)
