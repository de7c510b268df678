"""Where zones and cards lie: as the file says it, or one after another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.data.fieldtypes import slug
from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.engine.game import load_rules
from rules_check.toolkit.mats import unknown_zones
from studio.play.laying import Mat
from studio.protocol.played import LaidPile, LaidZone
from tests.studio.conftest import make_small_game

ROOT = Path(__file__).resolve().parents[3]
DRAWN = {
    "games/merchants-of-magick": {"begun", "finished", "items-that-or-more", "spells-that-or-less"}
}
"""The zones that a game's own sheet shows, so that its table leaves them out."""
EDGES = {
    "fields": {"name": "line", "edge": "left | right | top | bottom"},
    "rows": {"arm": {"name": "Arm", "edge": "left"}},
}


def zone(name: str, seat: int = -1, *beside: str) -> LaidZone:
    docked = [LaidPile(group, "", "", 1, group, [], []) for group in beside]
    return LaidZone(name, seat, None, [LaidPile("Tib", "tib", "", 1, "", [], docked)])


def lie(mat: Mat, *zones: LaidZone) -> list[tuple[int, str, int]]:
    return [(one.seat, one.name, one.row) for one in mat.laid(zones)]


def mat(tmp_path: Path, **table: Any) -> Mat:
    return Mat(load_game(make_small_game(tmp_path, **({"table": table} if table else {}))))


def test_without_hints_all_stays_as_the_rules_lay_it(tmp_path: Path) -> None:
    plain = mat(tmp_path)
    zones = [zone("Row", -1, "arm"), zone("Deck"), zone("hand", 0), zone("won", 0)]
    assert lie(plain, *zones) == [(-1, "Row", 0), (-1, "Deck", 0), (0, "hand", 2), (0, "won", 3)]
    assert plain.laid(zones)[0].piles == zones[0].piles


def test_zones_lie_in_the_rows_of_the_file_and_others_after_them(tmp_path: Path) -> None:
    laid = mat(tmp_path, middle=[["deck"], ["for-sale", "row"]], seat=[["won", "hand"]])
    zones = [
        zone("Row"),
        zone("For sale"),
        zone("More"),
        zone("Deck"),
        zone("hand", 0),
        zone("won", 0),
        zone("other", 0),
    ]
    assert lie(laid, *zones) == [
        (-1, "Deck", 0),
        (-1, "For sale", 1),
        (-1, "Row", 1),
        (-1, "More", 3),
        (0, "won", 0),
        (0, "hand", 0),
        (0, "other", 8),
    ]


def test_cards_dock_at_the_edge_that_their_row_says_and_a_second_on_top(tmp_path: Path) -> None:
    game = load_game(make_small_game(tmp_path, table={"docked": "slot"}, tables={"slot": EDGES}))
    (row,) = Mat(game).laid([zone("Row", -1, "Arm", "arm 2", "Arm 3", "leg")])
    assert [pile.edge for pile in row.piles[0].beside] == ["left", "top", "", ""]


@pytest.mark.parametrize(
    ("table", "code", "hint"),
    [
        ({"midle": [["a"]]}, "unknown-key", "middle"),
        ({"middle": [[]]}, "out-of-range", ""),
        ({"middle": ["deck"]}, "wrong-type", ""),
        ({"middle": [["deck"], ["deck"]]}, "duplicate-id", "remove one of the two"),
        ({"docked": "gild"}, "unknown-table", "did you mean 'guild'?"),
        ({"docked": "guild"}, "missing-field", "add the field"),
    ],
)
def test_what_cannot_be_is_told(
    tmp_path: Path, table: dict[str, Any], code: str, hint: str
) -> None:
    with pytest.raises(ProblemError) as fault:
        make_small_game(tmp_path, table=table, game={"title": "Trial"})
    (problem,) = fault.value.problems
    assert problem.code == code
    assert hint in (problem.hint or "")


@pytest.mark.parametrize(
    "folder", ["", "games/empire", "games/merchants-of-magick", "games/brick-and-mortar"]
)
def test_the_games_name_zones_that_there_are(folder: str) -> None:
    game = load_game(ROOT / folder)
    rules = load_rules(game.plays)
    assert list(unknown_zones(game, rules.zones())) == []
    named = {zone for part in ("middle", "seat") for row in game.table[part] for zone in row}
    assert set(map(slug, rules.zones())) - named == DRAWN.get(folder, set())
    (fault,) = (
        unknown_zones(game, [one for one in rules.zones() if slug(one) != "hand"])
        if "hand" in named
        else [None]
    )
    assert fault is None or fault.code == "unknown-zone"


def test_a_zone_that_the_rules_have_not_is_a_fault_with_a_hint() -> None:
    text = (ROOT / "cards.yaml").read_bytes().replace(b"[heroes, discards]", b"[heros, discards]")
    with pytest.raises(ProblemError) as fault:
        load_rules("emporium").cards_record(load_game(ROOT / "cards.yaml", content=text))
    (problem,) = fault.value.problems
    assert (problem.code, problem.hint) == ("unknown-zone", "did you mean 'heroes'?")
    assert problem.place
    assert problem.place.file == "cards.yaml"
