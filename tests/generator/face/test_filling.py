"""Values that a template fills in and that no text takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import Problem
from generator.face.press import Press

GAME = """game: {{title: Small, version: "1"}}
words:
  win: "{win}"
  lose: "Pay {{coins}}."
kinds:
  hero: {{template: hero.svg.j2, cards: {{tib: {{}}}}}}
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><text x="9" y="44" '
    'font-size="4">%s</text></svg>'
)


def warned(
    folder: Path, win: str, template: str, previous: Press | None = None
) -> tuple[list[Problem], Press]:
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates/hero.svg.j2").write_text(SVG % template, encoding="utf-8")
    (folder / "cards.yaml").write_text(GAME.format(win=win), encoding="utf-8")
    game = load_game(folder)
    press = Press(game, previous)
    press.stamp(game.cards["tib"])
    assert not press.problems.has_errors
    return press.maker.environment.fillings.problems(game), press


def test_a_value_that_its_text_has_no_place_for_is_warned_of_where_the_text_stands_until_it_is_mended(
    tmp_path: Path,
) -> None:
    template = "\n{{ words.win|fill(coins=20) }}"
    (one,), press = warned(tmp_path, "First to {coin} wins.", template)
    assert (one.code, str(one.place), one.severity) == ("value-unused", "cards.yaml:3:8", "warning")
    assert one.hint == "did you mean {coins} where the text has {coin}?"
    assert [str(place) for _, place in one.also] == ["templates/hero.svg.j2:2"]
    found, press = warned(tmp_path, "First to {coin} wins.", template, press)
    assert len(found) == 1
    found, _ = warned(tmp_path, "First to {coins} wins.", template, press)
    assert not found


@pytest.mark.parametrize(
    ("win", "template", "names"),
    [
        ("Nothing.", "{{ words.win|fill(coins=20) }}", ["coins"]),
        ("Nothing.", "{{ card.id|fill(coins=20) }}", ["coins"]),
        ("{Tier} wins.", "{{ words.win|fill(tier='silver', Tier='Silver') }}", []),
        (
            "Nothing.",
            "{% for one in ('win', 'lose') %}{{ words[one]|fill(coins=20) }}{% endfor %}",
            [],
        ),
    ],
)
def test_one_of_the_texts_of_a_line_has_to_have_a_place(
    win: str, template: str, names: list[str], tmp_path: Path
) -> None:
    found, _ = warned(tmp_path, win, template)
    assert [one.message.split("'")[1] for one in found] == names
