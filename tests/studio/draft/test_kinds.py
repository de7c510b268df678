"""A kind that is added: its lines come below the others, all else stays byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from generator.data.loading import load_game
from generator.data.patching import PatchError
from generator.face.press import Press
from studio.draft.kinds import starter_template, with_kind
from tests.studio.conftest import make_small_game

BLOCK = """\
kinds:
  hero:
    fields: {name: line}
    cards:
      tib: {name: Tib}  # the first
# what follows
components: {}
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_kind_is_written_below_the_last(line_end: str) -> None:
    text = BLOCK.replace("\n", line_end)
    found = with_kind(text, "sea-monster", "sea-monster.svg.j2")
    start = found.index("  sea-monster:")
    added = found[start : found.index("# what follows")]
    assert found.replace(added, "") == text
    assert yaml.safe_load(found)["kinds"]["sea-monster"] == {
        "template": "sea-monster.svg.j2",
        "fields": {"name": "line", "text": "text?"},
        "cards": {"sea-monster-first": {"name": "Sea monster"}},
    }


def test_a_kind_of_a_game_with_components_is_in_the_box(tmp_path: Path) -> None:
    heroes = {"heroes": {"name": "Heroes", "of": "card", "count": 4}}
    path = make_small_game(tmp_path, components=heroes)
    path.write_text(with_kind(path.read_text("utf-8"), "sea_monster", "card.svg.j2"), "utf-8")
    found = yaml.safe_load(path.read_text("utf-8"))
    assert found["kinds"]["sea_monster"]["cards"] == {"sea_monster-first": {"name": "Sea monster"}}
    assert found["components"]["heroes"] == heroes["heroes"]
    assert found["components"]["sea_monster"] == {
        "name": "Sea monster",
        "of": "sea_monster",
        "count": 1,
    }
    assert "sea_monster-first" in load_game(path).cards


def test_a_file_that_ends_without_a_line_end_gets_one() -> None:
    text = BLOCK[: BLOCK.index("  # the first")]
    assert yaml.safe_load(with_kind(text, "a", "a.svg.j2"))["kinds"]["a"]["cards"]


@pytest.mark.parametrize("text", [BLOCK, "kinds: {hero: {}}\n", "kinds: {}\n"])
def test_kinds_that_cannot_take_another_are_said(text: str) -> None:
    with pytest.raises(PatchError):
        with_kind(text, "hero", "hero.svg.j2")


@pytest.mark.parametrize("size", [(63, 88), (44, 68), (120, 70), (25, 25)])
def test_the_first_card_prints_without_a_word(tmp_path: Path, size: tuple[float, float]) -> None:
    path = make_small_game(tmp_path, print={"card_size": f"{size[0]} x {size[1]} mm"})
    path.write_text(with_kind(path.read_text("utf-8"), "wonder", "wonder.svg.j2"), "utf-8")
    (tmp_path / "templates" / "wonder.svg.j2").write_text(starter_template(*size), "utf-8")
    press = Press(game := load_game(path))
    assert press.stamp(game.cards["wonder-first"]) is not None
    assert not [one for one in press.problems if one.card == "wonder-first"]
