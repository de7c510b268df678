"""Pictures that cards name and no template shows, and files that are no pictures."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.face.press import Press
from generator.face.unshown import unshown_pictures
from tests.conftest import ROOT

GAME = """game: {title: Small, version: "1"}
tables:
  house: {fields: {arms: "image?"}, rows: {lion: {arms: art/good.svg}}}
kinds:
  hero:
    template: hero.svg.j2
    fields: {house: house}
    defaults: {house: lion}
    cards:
      tib: {art: art/good.svg}
      oona: {art: art/bad.png}
      pim: {}
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="9" '
    'height="9"/>%s</svg>'
)
ART = '{% if card.art %}<image href="{{ card.art }}" width="9" height="9"/>{% endif %}'
ARMS = '<image href="{{ card.house.arms }}" width="9" height="9"/>'


def warned(folder: Path, template: str, **others: str) -> list[tuple[str, str]]:
    """Draw the game with a template, and list the codes and places of what is warned of."""
    (folder / "art").mkdir()
    (folder / "templates").mkdir()
    (folder / "art/good.svg").write_text(SVG % "", encoding="utf-8")
    (folder / "art/bad.png").write_text("x", encoding="utf-8")
    for name, text in {"hero.svg.j2": SVG % template, **others}.items():
        (folder / "templates" / name).write_text(text, encoding="utf-8")
    (folder / "cards.yaml").write_text(GAME, encoding="utf-8")
    game = load_game(folder)
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    return [(problem.code, str(problem.place)) for problem in unshown_pictures(game, press)]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        (
            "",
            [
                ("bad-image", "cards.yaml:11:19"),
                ("picture-unshown", "cards.yaml:10:18"),
                ("picture-unshown", "cards.yaml:3:57"),
            ],
        ),
        (ARMS, []),  # it shows tib's picture too, since that is the same file
        (ART, []),
    ],
)
def test_what_no_template_shows_is_warned_of_at_the_card(
    template: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = warned(tmp_path, template)
    assert [one for one in found if one[0] != "bad-image" or not template] == expected


def test_a_picture_that_a_standee_or_the_rulebook_may_show_is_not_warned_of(tmp_path: Path) -> None:
    found = warned(
        tmp_path, "", **{"rulebook.md.j2": "{{ cards.hero.tib.art }} {{ tables.house.lion.arms }}"}
    )
    assert found == [("bad-image", "cards.yaml:11:19")]


def test_the_starter_shows_a_picture_of_a_card_that_has_one(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "generator/job/starter", folder)
    (folder / "good.svg").write_text(SVG % "", encoding="utf-8")
    path = folder / "cards.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("tide: {", "tide: {art: good.svg, "),
        encoding="utf-8",
    )
    game = load_game(folder)
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    assert "<image" in press.maker.written["tide"]
    assert "<image" not in press.maker.written["noon"]
    assert not [*unshown_pictures(game, press), *press.problems]


def test_nothing_is_said_of_the_pictures_of_a_template_that_fails(tmp_path: Path) -> None:
    assert warned(tmp_path, "{{ card.rat }}" + ART + ARMS) == [("bad-image", "cards.yaml:11:19")]
