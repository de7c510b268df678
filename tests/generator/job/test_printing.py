"""How a build prints is resolved once for all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.problems import ProblemError, Problems
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options
from generator.job.printed import entries_of
from generator.job.printing import printing_for
from generator.job.reprinting import reprint
from generator.sheet import stocks
from generator.sheet.sheets import Backs
from tests.conftest import make_game

SHEETS = {"sheets.yaml": "mine: {paper: a4, grid: 2 x 2, gutter: 2 mm}\n"}
BOOK = {"templates/rulebook.md.j2": "# Rules\n\nDraw a card.\n"}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note each sheets.yaml of a game that is read."""
    paths, real = list[str](), stocks._read

    def noting(path: Path, name: str, problems: Problems) -> dict[str, stocks.Stock]:
        if path.parent != Path(stocks.__file__).parent:
            paths.append(name)
        return real(path, name, problems)

    monkeypatch.setattr(stocks, "_read", noting)
    return paths


def test_a_build_of_everything_reads_the_games_sheets_once(tmp_path: Path, read: list[str]) -> None:
    components = {
        "cards": {"name": "Cards", "of": "card", "count": 1},
        "die": {"name": "Die", "count": 1, "dice": 6},
    }
    game = make_game(tmp_path, print={"sheet": "mine"}, components=components, files=SHEETS | BOOK)
    made = build(game, Options(output=tmp_path / "out", with_all=True, with_booklet=True))
    assert len(made.files) > 3
    assert read == ["sheets.yaml"]


def test_what_changed_is_printed_with_the_sheets_read_once(tmp_path: Path, read: list[str]) -> None:
    game = make_game(tmp_path, print={"sheet": "mine"}, files=SHEETS)
    made = reprint(game, Options(output=tmp_path / "out"), {}, Press(game), Problems())
    assert len(made.changes) == len(entries_of(game, Press(game))) == 1
    assert read == ["sheets.yaml"]


def test_printing_says_sheet_paper_and_layout(tmp_path: Path) -> None:
    game = make_game(tmp_path, print={"sheet": "mine", "gutter": "5 mm"}, files=SHEETS)
    printing = printing_for(game, Options(backs=Backs.NONE))
    assert (printing.stock.name, printing.paper, printing.label) == ("mine", "a4", "mine")
    assert (printing.layout.columns, printing.layout.rows, printing.layout.gutter_mm) == (
        2,
        2,
        2.0,
    ), "the sheet's gutter goes first"
    assert printing.layout.backs is Backs.NONE
    assert printing_for(game, Options(gutter_mm=1.0)).layout.gutter_mm == 1.0


def test_a_cutter_needs_a_sheet_without_places_for_cards(tmp_path: Path) -> None:
    game = make_game(tmp_path, files=SHEETS)
    options = Options(sheet="mine", cutter="silhouette")
    with pytest.raises(ProblemError, match="has its own places for cards"):
        printing_for(game, options).cutter(options)
    plain = Options(cutter="silhouette")
    machine = printing_for(game, plain).cutter(plain)
    assert machine is not None
    assert machine.marks == 3
    laser = Options(sheet="mine", cutter="laser")
    assert printing_for(game, laser).cutter(laser) is None
