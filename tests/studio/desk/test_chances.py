"""The Odds tab: what decks hold, exact chances, and faults at their column; answered aside, the
newest question first.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from studio.desk import chances
from studio.desk.chances import Chancer, chances_of, piles_of_page
from studio.desk.desk import Desk, one_thread
from studio.protocol.messages import (
    AskChances,
    AskPiles,
    Chances,
    Piles,
    read_message,
    write_message,
)
from tests.studio.conftest import make_small_game, until
from tests.studio.desk.test_desk import Reader, cell
from tests.studio.test_page import barriers

ASKED: dict[str, Any] = {
    "number": 1, "pile": "card", "formula": "count(cost >= 3) >= 1", "draw": 2, "turns": 0, "each_turn": 1, "players": 1, "given": "",
    "mulligan": "", "mulligans": 1, "is_shrinking": False,
}  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load_game(make_small_game(tmp_path_factory.mktemp("game")))


def asked(game: Game | None, **changes: Any) -> Chances:
    return chances_of(game, AskChances(**{**ASKED, **changes}))


def test_piles_are_counted_by_their_fields(game: Game) -> None:
    found = {pile.name: pile for pile in piles_of_page(game).piles}
    fields = {one.field: one for one in found["card"].fields}
    assert found["card"].cards == 4
    assert fields["cost"].values == [("2", 2), ("3", 1), ("4", 1)]
    assert fields["cost"].average == 2.75
    assert fields["guild"].values == [("tide", 2), ("ember", 2)]


def test_a_condition_has_an_exact_chance(game: Game) -> None:
    (one,) = asked(game).turns
    assert one.chance == pytest.approx(5 / 6)
    assert one.exact == "5 in 6"


def test_a_number_has_a_distribution(game: Game) -> None:
    (one,) = asked(game, formula="sum(cost)").turns
    assert dict(one.values) == pytest.approx({4: 1 / 6, 5: 1 / 3, 6: 1 / 3, 7: 1 / 6})
    assert one.average == pytest.approx(5.5)


def test_turns_and_mulligans_are_worked_out(game: Game) -> None:
    turns = asked(game, draw=1, turns=2).turns
    assert [(one.turn, one.cards) for one in turns] == [(0, 1), (1, 2), (2, 3)]
    assert [one.chance for one in turns] == [pytest.approx(1 / 2), pytest.approx(5 / 6), 1.0]
    (one,) = asked(game, draw=1, mulligan="count(cost = 2) = 1").turns
    assert one.chance == pytest.approx(3 / 4)
    assert asked(game, draw=1, players=3, turns=2, mulligan="nonsense").turns[
        0
    ].chance == pytest.approx(1 / 2)


def test_too_many_combinations_are_estimated(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.odds.chances.MOST_STEPS", 0)
    (one,) = asked(game).turns
    assert one.chance == pytest.approx(5 / 6, abs=0.01)
    assert (one.exact, one.samples, one.margin) == ("", 20_000, pytest.approx(0.005, abs=1e-3))
    (number,) = asked(game, formula="sum(cost)").turns
    assert number.average == pytest.approx(5.5, abs=0.05)
    assert number.margin == pytest.approx(0.013, abs=2e-3)
    (never,) = asked(game, given="count(cost = 9) = 1").turns
    assert (never.chance, never.samples, never.margin) == (None, 0, 1.0)


def test_what_cannot_be_known_is_never(game: Game) -> None:
    assert asked(game, given="count(cost = 9) = 1").turns[0].chance is None


@pytest.mark.parametrize(
    ("changes", "part", "column", "said"),
    [
        ({"formula": "count(cots >= 3) >= 1"}, "formula", 6, "unknown name 'cots'"),
        ({"given": "  count(cots = 3)"}, "given", 8, "unknown name 'cots'"),
        ({"mulligan": "count("}, "mulligan", 6, "expected"),
        ({"pile": "cards"}, "pile", 0, "found 'cards'"),
        ({"draw": 5}, "draw", 0, "cannot be drawn"),
        ({"draw": 1000}, "draw", 0, "expected 1 to 200, found 1000"),
        ({"turns": -1}, "turns", 0, "expected 0 to 100"),
        ({"formula": "(" * 3000}, "formula", 0, ""),
        ({"formula": ""}, "formula", 0, "expected"),
    ],
)
def test_a_fault_has_its_field_and_column(
    changes: dict[str, Any], part: str, column: int, said: str, game: Game
) -> None:
    found = asked(game, **changes)
    problem = found.problems[0]
    assert not found.turns
    assert (problem.part, said in problem.message) == (part, True)
    assert problem.column == column or not said or changes.get("formula") == ""


def test_without_a_game_it_says_so() -> None:
    assert asked(None).problems[0].message == "there are no cards yet"
    assert piles_of_page(None) == Piles([])


def test_messages_are_read_as_they_are_written(game: Game) -> None:
    for message in (
        AskChances(**ASKED),
        asked(game),
        asked(game, formula="sum(cost)"),
        piles_of_page(game),
        AskPiles(),
    ):
        assert read_message(write_message(message)) == message


class Told:
    def __init__(self) -> None:
        self.messages: list[Any] = []

    def tell(self, message: object) -> None:
        self.messages.append(message)


def test_only_the_newest_question_is_worked_out(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    answer = chances.chances_of

    def slow(game: Game | None, message: AskChances) -> Chances:
        begun.set()
        go_on.wait(10)
        return answer(game, message)

    monkeypatch.setattr(chances, "chances_of", slow)
    chancer, page = Chancer(lambda: game, one_thread("chances")), Told()
    ask = chancer.answers[AskChances]
    ask(page, AskChances(**ASKED))
    assert begun.wait(10), "the desk's thread has gone on meanwhile"
    for number in (2, 3, 4):
        ask(page, AskChances(**{**ASKED, "number": number}))
    go_on.set()
    until(lambda: len(page.messages) == 2)
    chancer.close()
    assert [one.number for one in page.messages] == [1, 4]


def test_what_fails_is_told(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr(chances, "piles_of_page", lambda game: 1 // 0)
    chancer, page = Chancer(lambda: game, one_thread("chances")), Told()
    chancer.answers[AskPiles](page, AskPiles())
    until(lambda: page.messages)
    chancer.close()
    assert "ZeroDivisionError" in page.messages[0].text


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(make_small_game(tmp_path))
    opened.start(watches=False)
    yield opened
    opened.stop()


def test_the_answer_is_of_the_draft(desk: Desk) -> None:
    reader = Reader(desk)
    until(lambda: desk.is_drawn and reader.all("problems"), "all is drawn")
    reader.say(AskPiles())
    first = until(lambda: reader.all("piles"))[-1]
    reader.say(cell(1, "tib", "cost", "7"))
    reader.wait(1)
    reader.say(AskPiles())
    second = until(lambda: reader.all("piles")[1:])[-1]
    before, after = (
        next(one["values"] for one in message["piles"][0]["fields"] if one["field"] == "cost")
        for message in (first, second)
    )
    assert before == [["2", 2], ["3", 1], ["4", 1]]
    assert after == [["2", 2], ["3", 1], ["7", 1]]


# ---------------------------------------------------------------- in a browser


@pytest.mark.slow
def test_the_tab_answers_while_one_types_and_follows_the_draft(page: Any) -> None:
    page.get_by_role("button", name="Odds", exact=True).click()
    deck = page.get_by_role("region", name="card", exact=True)
    deck.wait_for()
    assert "average 2.75" in deck.inner_text()
    page.get_by_label("Draw", exact=True).fill("2")
    formula = page.get_by_label("How likely is")
    formula.fill("count(cost >= 3) >= 1")
    chance = page.locator(".chance")
    until(lambda: chance.count() and chance.inner_text() == "83.3 %", "the chance")
    formula.fill("count(cots >= 3) >= 1")
    page.locator(".odds-room mark").wait_for()
    assert page.locator(".odds-room mark").inner_text() == "cots"
    assert "column 7: unknown name 'cots'" in page.locator("#odds-formula-fault").inner_text()
    assert formula.get_attribute("aria-invalid") == "true"
    page.set_viewport_size({"width": 390, "height": 844})
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1400, "height": 900})
    formula.fill("sum(cost)")
    until(lambda: "average 5.50" in page.locator(".odds-answer").inner_text(), "the distribution")
    page.get_by_role("button", name="Cards", exact=True).click()
    page.get_by_label("cost of tib").fill("8")
    page.get_by_label("cost of tib").blur()
    until(
        lambda: (
            "8"
            in page.evaluate(
                "document.querySelector(`.wall [data-card='tib']`).shadowRoot.textContent"
            )
        ),
        "it is drawn",
    )
    page.get_by_role("button", name="Odds", exact=True).click()
    until(
        lambda: "average 7.50" in page.locator(".odds-answer").inner_text(), "it follows the draft"
    )
