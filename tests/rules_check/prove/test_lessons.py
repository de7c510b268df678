"""What players learn before they judge: once, and again after a change."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.cli.console import Printer
from rules_check.cli.check import learn_first
from rules_check.engine import kept
from rules_check.engine.kept import Learned, latest_at, read_kept, read_learned, standing_in
from rules_check.prove import lessons, teaching
from rules_check.prove.lessons import AGAIN, Lessons, lessons_for
from rules_check.prove.teaching import carried, stand_in, teach_each
from rules_check.toolkit.sights import basis_of, readings_of, senses_of
from rules_check.verdict.statistics import Rate
from tests.rules_check.toolkit.test_sights import cards as leduc_cards
from tests.truth.leduc_poker.leduc import rules

leduc: Any = rules
PLAIN: Any = SimpleNamespace(name="ferry-night", value=len)
GAME: Any = SimpleNamespace(folder=Path("ferry"), file="cards.yaml")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing beside those who learn."""
    monkeypatch.setattr(lessons, "readying", lambda rules: nullcontext())


def pupil(cards: Any, **told: Any) -> Learned:
    """Somebody who learned Leduc poker with some cards."""
    count = len(readings_of(leduc, 2))
    basis = basis_of(leduc, cards, np.zeros(count), np.full(count, 6))
    return Learned(
        senses_of(leduc, cards, 2, basis, is_ahead=True),
        np.arange(4.0),
        700,
        300,
        (5, 9),
        basis=basis,
        **told,
    )


def with_ranks(*ranks: int) -> Any:
    cards = leduc_cards().copy()
    cards.rank[: len(ranks)] = ranks
    return cards


def test_who_learned_a_game_is_shown_its_new_numbers_by_the_same_signs() -> None:
    earlier = pupil(leduc_cards())
    same = carried(leduc, with_ranks(1, 1, 2, 2, 5, 3), 2, earlier)
    assert same is not None
    assert (same.before, same.fresh) == (700, ())
    assert np.array_equal(same.senses.sizes, earlier.senses.sizes)
    assert same.senses.worth.max() == 2.0  # rank 5, on a scale from 1 to 3
    assert earlier.senses.worth.max() == 1.0


def test_a_game_that_needs_other_signs_is_learned_afresh() -> None:
    earlier = pupil(leduc_cards())
    fewer = earlier.basis._replace(lows=earlier.basis.lows[1:])
    assert carried(leduc, leduc_cards(), 2, replace(earlier, basis=fewer)) is None
    assert carried(leduc, leduc_cards(), 3, earlier) is None


def let_learn(
    monkeypatch: pytest.MonkeyPatch, learned: set[int], before: set[int], is_faulty: bool = False
) -> None:
    """Let somebody have learned the game, or an earlier version, for some numbers of players."""
    one = pupil(leduc_cards())
    monkeypatch.setattr(
        lessons, "read_learned", lambda rules, cards, players: one if players in learned else None
    )
    files = [latest_at(GAME.folder / GAME.file, players) for players in before]
    monkeypatch.setattr(lessons, "read_kept", lambda path: one if path in files else None)
    monkeypatch.setattr(lessons, "carried", lambda rules, cards, players, learned: learned)
    found = [SimpleNamespace(verdict="fault" if is_faulty else "ok")]
    glance = SimpleNamespace(run=lambda: SimpleNamespace(findings=found), limits={"exploit": 5.0})
    monkeypatch.setattr(lessons, "Examination", lambda *asked, counts: glance)
    monkeypatch.setattr(lessons, "CACHE_FOLDER", Path("rules"))


def test_a_new_game_is_learned_for_a_minute_of_work_altogether(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_learn(monkeypatch, set(), set())
    plan = lessons_for(PLAIN, GAME, None, [2, 3])
    assert plan is not None
    assert plan.is_new
    assert plan.minutes == {2: pytest.approx(1 / 3), 3: pytest.approx(1 / 3)}


def test_after_a_change_players_go_on_and_only_the_missing_ones_learn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_learn(monkeypatch, {4}, {2, 3})
    plan = lessons_for(PLAIN, GAME, None, [2, 3, 4])
    assert plan is not None
    assert not plan.is_new
    assert plan.minutes == dict.fromkeys([2, 3], pytest.approx(AGAIN * 2 / 9))
    let_learn(monkeypatch, {4}, {2})
    plan = lessons_for(PLAIN, GAME, None, [2, 3, 4])
    assert plan is not None
    assert plan.is_new


def test_who_needs_other_signs_after_a_change_begins_with_the_same_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_learn(monkeypatch, set(), {3})
    monkeypatch.setattr(lessons, "carried", lambda *asked: None)
    plan = lessons_for(PLAIN, GAME, None, [2, 3])
    assert plan is not None
    assert plan.is_new
    assert (list(plan.begun), list(plan.elders)) == ([], [3])
    assert plan.minutes == {2: pytest.approx(1 / 3), 3: pytest.approx(1 / 3)}


def test_players_begin_with_what_those_know_who_learn_a_game_for_fewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learned = {players: with_wins(100 * players) for players in (1, 2, 3, 4, 5, 6)}
    elders = dict[int, Learned | None]()

    def teach(rules: Any, cards: Any, players: int, *rest: Any) -> Learned:
        elders[players] = rest[-2]
        rest[-1](learned[players])
        return learned[players]

    monkeypatch.setattr(teaching, "teach", teach)
    minutes = dict.fromkeys(learned, 0.1)
    assert teach_each(PLAIN, None, minutes, {}, 1, elders={6: learned[1]}) == learned
    assert elders == {1: None, 2: None} | {
        players: learned[elder] for players, elder in ((3, 2), (4, 2), (5, 3), (6, 1))
    }


@pytest.mark.parametrize(
    ("rules", "learned", "is_faulty"),
    [
        (PLAIN, {2}, False),
        (SimpleNamespace(advise=len, **vars(PLAIN)), set(), False),
        (PLAIN, set(), True),
    ],
    ids=["learned", "experts", "faulty"],
)
def test_nothing_is_learned_without_need(
    rules: Any, learned: set[int], is_faulty: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_learn(monkeypatch, learned, set(), is_faulty)
    assert lessons_for(rules, GAME, None, [2]) is None


def test_nothing_is_learned_if_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    let_learn(monkeypatch, set(), set())
    monkeypatch.setattr(lessons, "CACHE_FOLDER", None)
    assert lessons_for(PLAIN, GAME, None, [2]) is None


def test_who_learned_last_is_kept_by_the_file_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "cache_home", lambda: tmp_path)
    one = pupil(leduc_cards(), answer=np.arange(3.0), is_judge=False)
    monkeypatch.setattr(lessons, "teach_each", lambda *asked, elders: {2: one})
    Lessons(PLAIN, None, tmp_path / "cards.yaml", {2: 0.5}, {}, {}, 0.05).take(lambda part: None)
    again = read_kept(latest_at(tmp_path / "cards.yaml", 2))
    assert again is not None
    assert (again.games, again.answer.tolist(), again.is_judge) == (700, [0.0, 1.0, 2.0], False)
    assert np.array_equal(again.basis.known, one.basis.known)
    assert read_kept(latest_at(tmp_path / "other.yaml", 2)) is None


@dataclass
class Class:
    """Players who learn at once: for each number of players, what comes out at each turn."""

    outcomes: dict[int, list[Learned]]
    taught: list[dict[int, float]] = field(default_factory=list)
    begun: list[dict[int, Learned]] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)

    def teach(
        self, rules: Any, cards: Any, minutes: Any, begun: Any, *rest: Any, elders: Any = None
    ) -> Any:
        self.taught.append(dict(minutes))
        self.begun.append(dict(begun))
        rest[-1](1.0)
        return {players: self.outcomes[players].pop(0) for players in minutes}

    def attend(self, monkeypatch: pytest.MonkeyPatch, begun: dict[int, Learned]) -> dict[int, Any]:
        """Return those who are kept in the end, if all go on from `begun` for .1 minutes."""
        kept = dict[Path, Any]()
        monkeypatch.setattr(lessons, "teach_each", self.teach)
        monkeypatch.setattr(
            lessons, "keep_learned", lambda path, learned: kept.update({path: learned})
        )
        minutes = dict.fromkeys(self.outcomes, 0.1)
        file = Path("cards.yaml")
        Lessons(PLAIN, None, file, minutes, begun, {}, 0.05).take(self.shown.append)
        return {players: kept[latest_at(file, players)] for players in minutes}


def with_wins(wins: int, is_judge: bool = True) -> Learned:
    """Players of whose 1,000 games an adversary wins so many."""
    return replace(pupil(leduc_cards(), is_judge=is_judge), fresh=(wins, 1000))


@pytest.mark.parametrize(
    ("before", "now", "goes_on"),
    [
        (with_wins(500), with_wins(549), False),
        (with_wins(500), with_wins(551), True),
        (with_wins(500), with_wins(500, is_judge=False), True),
        (with_wins(600, is_judge=False), with_wins(600, is_judge=False), False),
    ],
    ids=["good enough", "beaten", "worse than simpler ones", "as before"],
)
def test_who_is_behind_after_a_change_goes_on_for_the_rest_of_the_work(
    before: Learned, now: Learned, goes_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "let_simpler_judge", lambda rules, cards, learned, *rest: learned)
    better = with_wins(510)
    three = with_wins(300)
    lesson = Class({2: [now, better], 3: [three]})
    kept = lesson.attend(monkeypatch, {2: before, 3: three})
    assert kept == {2: better if goes_on else now, 3: three}
    assert lesson.taught[0] == {2: 0.1, 3: 0.1}
    assert lesson.shown[0] == pytest.approx(AGAIN)
    if goes_on:
        assert lesson.taught[1:] == [{2: pytest.approx(0.1 / AGAIN - 0.1)}]
        assert lesson.begun[1] == {2: now}
        assert lesson.shown[1] == pytest.approx(1.0)
    else:
        assert len(lesson.taught) == 1


def test_who_learns_a_new_game_has_had_all_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    beaten = with_wins(700)
    assert Class({2: [beaten]}).attend(monkeypatch, {}) == {2: beaten}


def test_adversaries_of_players_who_do_not_judge_learn_to_beat_simpler_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tested = dict[int, tuple[bool, Learned]]()

    def test(rules: Any, cards: Any, players: int, learned: Learned, *rest: Any) -> Learned:
        tested[players] = (learned.is_judge, rest[3])
        return learned

    monkeypatch.setattr(teaching, "_tested", test)
    two, three, four = with_wins(500), with_wins(300), with_wins(200, is_judge=False)
    simple = with_wins(600, is_judge=False)
    learned = {2: two, 3: three, 4: four}
    minutes = dict.fromkeys(learned, 0.1)
    judged = teaching.let_simpler_judge(PLAIN, None, learned, minutes, {2: simple}, 1)
    assert [one.is_judge for one in judged.values()] == [False, False, False]
    assert tested == {2: (False, simple), 3: (False, three)}
    tested.clear()
    learned = {2: two, 3: three}
    assert teaching.let_simpler_judge(PLAIN, None, learned, minutes, {}, 1) == learned
    assert not tested


@pytest.mark.parametrize(("wins", "is_better"), [(1900, False), (2050, False), (2200, True)])
def test_who_learned_earlier_is_kept_if_certainly_better(
    wins: int, is_better: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "cache_home", lambda: tmp_path)
    monkeypatch.setattr(
        teaching,
        "wins_among",
        lambda rules, cards, players, one, others, games, seed: Rate(wins, games),
    )
    earlier = pupil(leduc_cards())
    rate, told = teaching.keep_better(leduc, leduc_cards(), 2, earlier, 1)
    assert (rate.wins, rate.games, told) == (wins, 4000, is_better)
    assert (read_learned(leduc, leduc_cards(), 2) is not None) == is_better


def test_a_game_that_cannot_be_learned_is_judged_by_simpler_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*asked: Any, elders: Any) -> Any:
        raise ValueError("more decisions than can be learned from")

    monkeypatch.setattr(kept, "cache_home", lambda: tmp_path)
    monkeypatch.setattr(lessons, "teach_each", fail)
    Lessons(PLAIN, None, tmp_path / "cards.yaml", {2: 0.5}, {}, {}, 0.05).take(lambda part: None)
    assert not list(tmp_path.rglob("*.npz"))


def test_if_one_number_of_players_cannot_learn_the_others_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = list[int]()

    def teach(
        rules: Any,
        cards: Any,
        players: int,
        minutes: float,
        seed: int,
        progress: Callable[[float], None],
        *rest: Any,
    ) -> Any:
        if players == 2:
            rest[-1](pupil(leduc_cards()))
            return pupil(leduc_cards())
        if players == 3:
            raise OSError("nothing can be kept")
        try:
            while True:
                progress(0.1)
                time.sleep(0.01)
        finally:
            stopped.append(players)

    monkeypatch.setattr(teaching, "teach", teach)
    with pytest.raises(OSError, match="kept"):
        teach_each(PLAIN, None, {2: 0.1, 3: 0.1, 4: 0.1}, {}, 1)
    assert stopped == [4]


def test_who_waits_for_others_stops_if_they_cannot_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    def teach(*asked: Any) -> Any:
        raise ValueError("more decisions than can be learned from")

    monkeypatch.setattr(teaching, "teach", teach)
    with pytest.raises(ValueError, match="more decisions"):
        teach_each(PLAIN, None, {2: 0.1, 3: 0.1}, {}, 1)


def test_players_stand_in_for_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "cache_home", lambda: tmp_path)
    cards, one = with_ranks(1, 1, 2, 2, 5, 3), pupil(leduc_cards())
    with standing_in(partial(stand_in, {2: one})):
        other = read_learned(leduc, cards, 2)
        assert other is not None
        assert other.senses.worth.max() == 2.0
        assert read_learned(leduc, cards, 3) is None
    assert read_learned(leduc, cards, 2) is None


def test_a_check_says_that_players_learn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun, shown = dict[int, Any](), list[Any]()

    def plan(*asked: Any) -> Any:
        return Lessons(PLAIN, None, Path("cards.yaml"), {2: 0.5}, begun, {}, 0.05)

    monkeypatch.setattr(lessons, "lessons_for", plan)
    monkeypatch.setattr(
        Lessons, "take", lambda self, progress: [progress(part) for part in (0.5, 1.0)]
    )
    setup: Any = SimpleNamespace(rules=PLAIN, game=GAME, cards=None)
    printer, show = Printer(is_json=False), lambda *told: shown.append(told)
    learn_first(setup, [2], printer, show)  # type: ignore[arg-type]
    assert "learn the game by themselves" in capsys.readouterr().err
    begun[2] = None
    learn_first(setup, [2], printer, show)  # type: ignore[arg-type]
    assert "learn what has changed" in capsys.readouterr().err
    fresh = ("playing fresh games against the adversary",)
    assert shown == [
        *(("learning the game",), ("learning the game", 0.5), fresh),
        *(("learning the game",), ("learning the game, 50 %",), fresh),
    ]
