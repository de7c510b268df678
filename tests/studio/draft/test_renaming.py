"""A renamed entry is named so wherever it is meant, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import Problems
from generator.data.source import read_source
from studio.draft.renaming import icons_of, renamed, translated
from tests.studio.conftest import make_small_game

COMPONENTS = {
    "tides": {"name": "cards", "of": "card", "where": {"guild": "tide"}, "count": 2},
    "embers": {"name": "cards", "of": "card", "where": {"guild": "ember"}, "count": 2},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = make_small_game(tmp_path, components=COMPONENTS)
    text = path.read_text(encoding="utf-8")
    text = text.replace("note: text?", 'note: text?\n      allies: "[guild]?"\n      friend: card?')
    text = text.replace(
        "name: Tib\n",
        "name: tide\n        allies: [tide, ember]\n        friend: pike\n        back: wick\n",
    )
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_is_named_anew_in_cells_lists_and_the_box(path: Path) -> None:
    text, root = path.read_text(encoding="utf-8"), read_source(path, path.name, Problems())
    after = renamed(text, root, "tables", "guild", "tide", "flood")
    load_game(path, content=after.encode())
    assert "name: tide\n" in after  # a name, that means nobody
    assert "allies: [flood, ember]" in after
    assert after.count("guild: flood") == 3


def test_a_card_is_named_anew_where_cards_name_it(path: Path) -> None:
    text, root = path.read_text(encoding="utf-8"), read_source(path, path.name, Problems())
    after = renamed(text, root, "kinds", "card", "pike", "perch")
    assert ("friend: perch" in after, "name: Pike" in after) == (True, True)
    after = renamed(text, root, "kinds", "card", "wick", "lamp")
    assert "back: lamp" in after
    load_game(path, content=after.encode())


def test_a_translation_has_the_new_id_if_it_has_the_entry() -> None:
    text = "kinds:\n  card:\n    cards:\n      tib: {name: Tibo}  # oui\n"
    assert translated(text, "kinds", "card", "tib", "tom") == text.replace("tib:", "tom:")
    assert translated(text, "kinds", "card", "pike", "perch") == text
    assert translated(text, "tables", "guild", "tide", "flood") == text


def test_icons_of_an_entry_are_those_in_no_other_kinds_folder() -> None:
    icons = ["card/tib", "tib", "guild/tib", "card/tom-2", "big/card/tib"]
    found = icons_of(icons, "card", "tib", "tom", ["card", "guild"])
    assert found == {"card/tib": "card/tom", "tib": "tom", "big/card/tib": "big/card/tom"}
    assert icons_of([*icons, "card/tom"], "card", "tib", "tom", ["guild"]) == {
        "tib": "tom",
        "big/card/tib": "big/card/tom",
    }
