"""The names by which stories and findings call cards and rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_check.toolkit.things import spoken_names, thing_of
from tests.conftest import make_game

GOOD = {"fields": {"name": "line"}, "rows": {"silk": {"name": "Silk"}, "tea": {"name": "Tea"}}}
BARE = {"fields": {"note": "line"}, "rows": {"silk": {"note": "a"}, "tea": {"note": "b"}}}
FIELDS: dict[str, Any] = {"name": "line?", "suit": "good?"}


@pytest.mark.parametrize(
    ("table", "made", "cards", "id_", "name"),
    [
        (GOOD, {"good": "good", "value": "1..3"}, {"ware": {}}, "ware-tea-2", "Tea 2"),
        (GOOD, {"value": "1..3"}, {"tea": {"suit": "tea"}}, "tea-2", "Tea 2"),
        (GOOD, {"value": "1..3"}, {"cod": {"name": "Cod"}}, "cod-2", "Cod 2"),
        (GOOD, "good", {"boat": {}}, "boat-tea", "boat Tea"),
        (GOOD, {"good": "good", "value": "1..3"}, {"a": {}, "b": {}}, "b-tea-2", "b Tea 2"),
        (BARE, {"good": "good", "value": "1..3"}, {"ware": {}}, "ware-tea-2", None),
        (GOOD, {"value": "1..3"}, {"ware": {}}, "ware-2", None),
    ],
)
def test_a_card_is_called_by_its_entry_its_row_and_its_number(
    tmp_path: Path, table: Any, made: Any, cards: dict[str, Any], id_: str, name: str | None
) -> None:
    game = make_game(
        tmp_path, cards=cards, fields=FIELDS, tables={"good": table}, kind={"for_each": made}
    )
    assert spoken_names(game, "card").get(id_) == name
    if "name" not in next(iter(cards.values())):
        assert thing_of(game, id_).name == (name or id_)


def test_cards_with_names_of_their_own_keep_them(tmp_path: Path) -> None:
    cards = {"imp": {"name": "Imp"}, "bat": {"name": "Bat"}}
    game = make_game(tmp_path, cards=cards, fields={"name": "line"})
    assert spoken_names(game, "card") == {"imp": "Imp", "bat": "Bat"}
