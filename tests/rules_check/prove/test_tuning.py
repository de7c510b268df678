"""tune: the search against formulas with known answers, then real games; what is written, and that
nothing else is.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.cli import main as cli
from generator.data.installing import install_command
from generator.data.loading import load_game
from generator.data.problems import ProblemError, Problems
from generator.data.source import read_source
from rules_check.games.emporium.weights import Weight
from rules_check.prove.numbers import (
    NamingError,
    Number,
    Range,
    fixed_numbers,
    numbers_of,
    parse_ranges,
)
from rules_check.prove.tuning import (
    REFUSED,
    Candidate,
    Found,
    Judge,
    Measured,
    Search,
    StudyError,
    Task,
    usual_ranges,
    verdict,
    violation,
)
from rules_check.verdict.findings import Measurement

ROOT = Path(__file__).resolve().parents[3]


# ---------------------------------------------------------------- the search, judged by formulas


class FormulaJudge(Judge):
    """Measure by a formula over six numbers, all 0 in the file; None is refused. Notes what it was
    asked, and may be interrupted.
    """

    def __init__(self, formula: Callable[..., float | None], stop_after: int = 10**9) -> None:
        self.content = b"rules: {a: 0, b: 0, c: 0, d: 0, e: 0, f: 0}\n"
        self.numbers = numbers_of(
            self.content, read_source(Path("x"), content=self.content, problems=Problems())
        )
        self.order = {name: place for place, name in enumerate(self.numbers)}
        self.task, self.rules = (
            Task(("seats",), (2,), "expert", 10, 1),
            SimpleNamespace(name="formula"),
        )  # type: ignore[assignment]
        self.formula, self.stop_after, self.asked = formula, stop_after, list[Candidate]()

    def cards(self, candidate: Candidate) -> Any:
        return np.zeros(1)

    def is_refused(self, candidate: Candidate) -> bool:
        return self.formula(**self.values(candidate)) is None

    def values(self, candidate: Candidate) -> dict[str, int]:
        return {name.removeprefix("rules."): dict(candidate).get(name, 0) for name in self.numbers}

    def measure(self, candidate: Candidate) -> Measured:
        if len(self.asked) == self.stop_after:
            raise KeyboardInterrupt
        self.asked.append(candidate)
        found = self.formula(**self.values(candidate))
        return Measured(REFUSED if found is None else float(found), 10)


def search(
    judge: FormulaJudge,
    study: Path | None = None,
    trials: int | None = 150,
    most: int = 3,
    varied: str = "abcdef",
    **more: Any,
) -> Found:
    ranges = [Range(judge.numbers[f"rules.{name}"], -2, 2) for name in varied]
    return Search(judge, ranges, most, trials, study, **more).run()


def found_by(formula: Callable[..., float | None], **more: Any) -> dict[str, int]:
    found = search(FormulaJudge(formula), **more)
    return {name.removeprefix("rules."): value for name, value in found.candidate}


def test_what_reaches_the_goals_is_left_alone() -> None:
    judge = FormulaJudge(lambda **_: 0)
    assert search(judge) == Found((), Measured(0, 10), Measured(0, 10), 1, 0)
    assert judge.asked == [()]


def test_the_smallest_single_change_wins() -> None:
    assert found_by(lambda a, b, c, d, **_: min(abs(a - 2), abs(c + 1), abs(d - 1))) == {"c": -1}


def test_of_equal_changes_the_first_in_the_file_wins() -> None:
    assert found_by(lambda b, e, **_: 2 - (b == 2 or e == -2) * 2) == {"b": 2}


def test_all_singles_come_before_the_first_pair() -> None:
    judge = FormulaJudge(lambda a, b, **_: abs(a - 2) + abs(b + 1))
    assert dict(search(judge).candidate) == {"rules.a": 2, "rules.b": -1}
    sizes = [judge.size(one) for one in judge.asked[:25]]
    assert [len(one) for one in judge.asked[:26]] == [0, *[1] * 24, 2]
    assert sizes == sorted(sizes)


@pytest.mark.slow
def test_three_changes_are_found_by_crossing_what_helps() -> None:
    assert found_by(lambda a, c, e, **_: abs(a - 2) + abs(c + 2) + abs(e - 1)) == {
        "a": 2,
        "c": -2,
        "e": 1,
    }


def test_the_sampler_finds_a_pair_that_no_single_change_hints_at() -> None:
    judge = FormulaJudge(lambda d, f, **_: 0 if d >= 1 and f <= -1 else 3)
    found = search(judge, most=2, varied="def")
    assert [(name, value) for name, value in found.candidate] == [("rules.d", 1), ("rules.f", -1)]


def test_what_more_changes_reach_is_taken_back_as_far_as_it_can_be() -> None:
    """The pair a, b is enough, but only the third change is rewarded on the way there."""
    found = found_by(lambda a, b, c, **_: 0 if a + b >= 3 else 5 - a - (c > 0) * 2)
    assert found["a"] + found["b"] == 3
    assert len(found) == 2


def test_changes_that_are_refused_alone_are_found_together() -> None:
    judge = FormulaJudge(lambda a, b, **_: None if a != b else 1 - (a == 1))
    found = search(judge)
    assert dict(found.candidate) == {"rules.a": 1, "rules.b": 1}
    assert found.refused >= 8


def test_without_an_answer_the_nearest_is_given_and_the_budget_kept() -> None:
    judge = FormulaJudge(lambda a, b, **_: 10 - a - b)
    found = search(judge, trials=40)
    assert not found.is_reached
    assert dict(found.candidate) == {"rules.a": 2, "rules.b": 2}
    assert found.evaluated == 41
    assert len(judge.asked) == len(set(judge.asked)) == 41


def test_a_small_budget_ends_among_the_singles_and_says_so() -> None:
    found = search(FormulaJudge(lambda **_: 1), trials=3)
    assert (found.evaluated, found.untried, found.several) == (4, 21, 0)


@pytest.mark.slow
def test_unless_told_otherwise_every_number_is_tried_alone_and_then_some_together() -> None:
    """The one change that does it is the last; with as many trials as it took for others, it was
    never seen.
    """
    judge = FormulaJudge(lambda f, **_: 1 - (f == 2))
    assert search(judge, trials=20).untried == 4
    assert dict(search(judge, trials=None).candidate) == {"rules.f": 2}
    found = search(FormulaJudge(lambda **_: 1), trials=None)
    assert (found.evaluated, found.untried, found.several) == (1 + 24 + 200, 0, 200)


def numbers_in(text: str) -> tuple[Any, dict[str, Number]]:
    problems = Problems()
    root = read_source(Path("x"), content=text.encode(), problems=problems)
    return root.get("check"), numbers_of(text.encode(), root)


FIXED = """rules: {a: 3, b: {c: 4, d: 5}}
kinds: {card: {cards: {x: {power: 1, copies: 2}, y: {power: 3}}}}
check: {fixed: [%s]}
"""


@pytest.mark.parametrize(
    ("fixed", "free"),
    [
        ("", ["rules.a", "rules.b.c", "rules.b.d"]),
        ("rules.b", ["rules.a"]),
        ("rules.a, rules.*.c", ["rules.b.d"]),
        ("rules", ["kinds.card.cards.x.power", "kinds.card.cards.y.power"]),
        ("rules, kinds.card.cards.x", ["kinds.card.cards.y.power"]),
    ],
)
def test_what_is_fixed_stays_unless_it_is_named(fixed: str, free: list[str]) -> None:
    check, numbers = numbers_in(FIXED % fixed)
    held = fixed_numbers(check, numbers)
    assert [one.number.name for one in usual_ranges(numbers, held)] == free
    for name in held:
        assert [one.number.name for one in parse_ranges(f"{name}=-1..+1", numbers, held)] == [name]
    assert {
        one.number.name for one in parse_ranges("rules.b.*=-1..+1", numbers, held & {"rules.b.c"})
    } >= {"rules.b.d"}


def test_where_everything_is_fixed_it_is_said_how_to_change_something() -> None:
    check, numbers = numbers_in(FIXED % "rules, kinds")
    held = fixed_numbers(check, numbers)
    with pytest.raises(NamingError, match="with --vary"):
        usual_ranges(numbers, held)
    with pytest.raises(NamingError, match="name it in full"):
        parse_ranges("rules.*=1..2", numbers, held)


def test_a_fixed_name_that_is_none_is_refused_at_its_place() -> None:
    check, numbers = numbers_in(FIXED % "rules.a, rules.bb.c")
    with pytest.raises(ProblemError) as fault:
        fixed_numbers(check, numbers)
    (problem,) = fault.value.problems
    assert (problem.code, problem.place and problem.place.line) == ("unknown-number", 3)
    assert problem.hint == "did you mean 'rules.b.c'?"


def hard(a: int, b: int, c: int, d: int, e: int, f: int) -> float | None:
    return (
        None
        if b == d == 2
        else abs(a - 2) + abs(c + 2) + abs(e - 1) + 0.1 * (f % 2) + 0.3 * abs(b - d)
    )


@pytest.mark.slow
def test_the_same_search_twice_asks_the_same() -> None:
    one, other = (
        FormulaJudge(lambda **v: 1 + (hard(**v) or 0)),
        FormulaJudge(lambda **v: 1 + (hard(**v) or 0)),
    )
    assert search(one, trials=50) == search(other, trials=50)
    assert one.asked == other.asked
    assert len(one.asked) > 50


@pytest.mark.slow_cases("never", "reached")
@pytest.mark.parametrize(
    "formula", [hard, lambda **v: 1 + (hard(**v) or 0)], ids=["reached", "never"]
)
def test_a_search_that_goes_on_does_what_one_go_does(
    formula: Callable[..., float | None], tmp_path: Path
) -> None:
    whole = FormulaJudge(formula)
    expected = search(whole, trials=48)
    for stop in (0, 20, 33):
        if stop >= len(whole.asked):
            continue
        study = tmp_path / f"{stop}.study"
        first, second = FormulaJudge(formula, stop), FormulaJudge(formula)
        with pytest.raises(KeyboardInterrupt):
            search(first, study, trials=48)
        assert search(second, study, trials=48) == expected
        assert first.asked + second.asked == whole.asked
        third = FormulaJudge(formula)
        assert search(third, study, trials=48) == expected
        assert third.asked == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("target", ["secret", "empty", "new", "pipe"])
def test_a_study_is_a_plain_file(tmp_path: Path, target: str) -> None:
    study = tmp_path / "x.study"
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "empty").touch()
    if target == "pipe":
        os.mkfifo(study)
    else:
        study.symlink_to(target)
    with pytest.raises(StudyError, match="study"):
        search(FormulaJudge(lambda a, **_: abs(a - 1)), study)
    assert (tmp_path / "secret").read_text(encoding="utf-8") == "secret"
    assert (tmp_path / "empty").read_bytes() == b""
    assert not (tmp_path / "new").exists()


def test_a_study_keeps_searches_apart(tmp_path: Path) -> None:
    study = tmp_path / "x.study"
    search(FormulaJudge(lambda a, **_: abs(a - 1)), study)
    judge = FormulaJudge(lambda a, **_: abs(a - 1))
    judge.task = Task(("seats",), (2,), "expert", 10, 2)
    begun = Search(judge, [Range(judge.numbers["rules.a"], -2, 2)], 1, 9, study)
    assert (begun.is_resumed, begun.has_others, begun.known) == (False, True, {})
    (tmp_path / "no.study").write_text("dear diary", encoding="utf-8")
    with pytest.raises(StudyError, match="is not a study"):
        Search(judge, [], 1, 9, tmp_path / "no.study")
    assert (tmp_path / "no.study").read_text(encoding="utf-8") == "dear diary"


def test_a_last_line_that_was_half_written_is_left_out(tmp_path: Path) -> None:
    study = tmp_path / "x.study"

    def formula(a: int, **_: int) -> float:
        return abs(a - 2)

    with pytest.raises(KeyboardInterrupt):
        search(FormulaJudge(formula, 3), study, varied="a")
    whole = study.read_bytes()
    lines = whole.count(b"\n")
    expected = search(FormulaJudge(formula), varied="a")
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in (start + 1, (start + len(whole)) // 2, len(whole) - 1):
        study.write_bytes(whole[:end])
        judge = FormulaJudge(formula)
        begun = Search(judge, [Range(judge.numbers["rules.a"], -2, 2)], 3, 150, study)
        assert begun.half_line == lines
        assert begun.is_resumed
        assert study.read_bytes().startswith(whole[:start] + b'{"op_code"')
        assert begun.run() == expected
    for first in (b"", b"{", b'{"op_code"', b'{"op_code":0,"stu'):
        study.write_bytes(first)
        assert search(FormulaJudge(formula), study, varied="a") == expected


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'\n{"op_code"', b'\nhalf a li{"op_code"', 2),
        (b'\n{"op_code":', b"\n7\n{", 2),
        (b'\n{"op_code":', b"\n" + b"[" * 10_000 + b"\n{", 2),
        (b'\n{"op_code":', b"\n\xff\xff\n{", 2),
        (b'"op_code":4', b'"op_code":99', 2),
        (b'"study_id":', b'"no_id":', 2),
        (b'"games":', b'"gaming":', 0),
    ],
)
def test_a_damaged_line_of_a_study_is_reported_with_its_number(
    old: bytes, new: bytes, line: int, tmp_path: Path
) -> None:
    study = tmp_path / "x.study"
    search(FormulaJudge(lambda a, **_: abs(a - 1)), study)
    damaged = study.read_bytes().replace(old, new, 1)
    study.write_bytes(damaged)
    with pytest.raises(ProblemError) as caught:
        search(FormulaJudge(lambda a, **_: abs(a - 1)), study)
    (problem,) = caught.value.problems
    assert problem.code == "broken-study"
    assert problem.place
    assert (problem.place.file, problem.place.line) == (str(study), line)
    assert study.read_bytes().startswith(damaged)


def measurement(
    number: float, low: float, high: float, allowed: tuple[float, float]
) -> Measurement:
    return Measurement("x", "", "games", "", number, low, high, 1, 100, allowed)


@pytest.mark.parametrize(
    ("number", "allowed", "expected"),
    [
        (25, (23, 27), 0),
        (29, (23, 27), 1),
        (22, (23, 27), 0.5),
        (45, (30, 40), 1),
        (2, (5, np.inf), 0.6),
        (1, (0, 0), 1),
        (3, (-np.inf, np.inf), 0),
    ],
)
def test_violation_counts_limits(
    number: float, allowed: tuple[float, float], expected: float
) -> None:
    assert violation(measurement(number, number, number, allowed)) == pytest.approx(expected)


def test_a_verdict_is_sure_only_where_intervals_are() -> None:
    inside, doubtful, outside = (measurement(n, n - 1, n + 1, (0, 10)) for n in (5, 9.5, 10.5))
    assert [verdict([inside]), verdict([inside, doubtful]), verdict([inside, outside])] == [
        "holds",
        "unsure",
        "fails",
    ]


# ---------------------------------------------------------------- real games

PLAIN = ":".join(["expert", *(f"{one.word}={one.start:g}" for one in Weight)])
"""The expert that fitting begins with: trained ones make even hands of one card last."""
QUICK = ["--players", "2", "--line-up", PLAIN, "--games", "10", "--confirm", "60"]
GOAL = [
    *QUICK,
    "--goal",
    "length",
    "--vary",
    "rules.hand_size=1..4",
    "--vary",
    "rules.starting_gold=-1..+1",
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An Emporium whose hands hold one card, which makes games short, and a folder to stand in."""
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    assert "\n  hand_size: 4\n" in text
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "templates", folder / "templates")
    (folder / "cards.yaml").write_text(
        text.replace("\n  hand_size: 4\n", "\n  hand_size: 1  # too few\n")
        .replace("minutes: 30-40", "minutes: 40-50")
        .replace("choice: heroes_leave", "choice: three_still_rounds"),
        encoding="utf-8",
    )
    monkeypatch.chdir(folder)
    return folder


def run(*words: str) -> int:
    return cli.run(["tune", *words])


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_broken_emporium_is_mended_and_no_file_touched(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(here)
    assert run(*GOAL) == 0
    told = capsys.readouterr()
    assert "Proposal, 1 change:" in told.out
    assert "\n-  hand_size: 1  # too few\n+  hand_size: " in told.out
    assert "On 60 new games for each number of players (seed 2)" in told.out
    assert "before: with 2 players, a game takes" in told.out
    assert files(here) == before
    assert run(*GOAL) == 0
    assert capsys.readouterr().out == told.out


@pytest.mark.slow
def test_json_is_one_object_and_the_output_is_a_game(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(here)
    assert run(*GOAL, "--format", "json", "--output", "new.yaml") == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [change["name"] for change in results["changes"]] == ["rules.hand_size"]
    assert results["changes"][0]["place"].startswith("cards.yaml:")
    assert results["reached"]
    assert results["confirmed"]["holds"]
    assert results["files"] == ["new.yaml"]
    value = results["changes"][0]["to"]
    assert (here / "new.yaml").read_bytes() == before["cards.yaml"].replace(
        b"hand_size: 1 ", b"hand_size: %d " % value
    )
    assert load_game(here / "new.yaml").context["rules"].hand_size == value
    assert files(here) == {**before, "new.yaml": (here / "new.yaml").read_bytes()}
    assert run(*GOAL, "--output", "new.yaml") == 2
    assert "this file exists" in capsys.readouterr().err


@pytest.mark.slow_cases("-words2", "y\\n-words1")
@pytest.mark.parametrize(("answer", "words"), [("n\n", []), ("y\n", []), ("", ["--yes"])])
def test_write_asks_first(
    here: Path,
    answer: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = files(here)
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    assert run(*GOAL, "--write", *words) == 0
    told = capsys.readouterr()
    assert ("Change " in told.err) == (not words)
    assert (files(here) == before) == (answer == "n\n")
    assert ("is unchanged" in told.err) == (answer == "n\n")


@pytest.mark.slow
def test_a_file_changed_meanwhile_is_not_written_over(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Judge.play

    def play(*asked: Any, **more: Any) -> Any:
        (here / "cards.yaml").write_text("mine\n", encoding="utf-8")
        return played(*asked, **more)

    monkeypatch.setattr(Judge, "play", play)
    assert run(*GOAL, "--write", "--yes") == 1
    assert "error[changed-meanwhile]" in capsys.readouterr().err
    assert (here / "cards.yaml").read_text(encoding="utf-8") == "mine\n"


@pytest.mark.slow
def test_an_interrupted_search_shows_what_it_has_and_goes_on(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*GOAL) == 0
    expected = capsys.readouterr().out
    with monkeypatch.context() as patch:
        measure, asked = Judge.measure, list[Candidate]()

        def interrupted(judge: Judge, candidate: Candidate) -> Measured:
            asked.append(candidate)
            if len(asked) == 4:
                raise KeyboardInterrupt
            return measure(judge, candidate)

        patch.setattr(Judge, "measure", interrupted)
        assert run(*GOAL, "--study", "x.study") == 130
    told = capsys.readouterr()
    assert "the same command, with --study x.study, continues from here" in told.err
    assert "nothing was written" in told.err
    assert "The file as it is and 2 candidates played" in told.out
    assert run(*GOAL, "--study", "x.study") == 0
    told = capsys.readouterr()
    assert "continuing from x.study: 3 candidates known" in told.err
    assert told.out == expected
    assert sorted(files(here)) == ["cards.yaml", "x.study"]


def test_a_proposal_that_is_luck_is_called_so_and_not_written(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Take the search in: every change of the gold seems to do."""
    before = files(here)
    monkeypatch.setattr(
        Judge, "measure", lambda judge, candidate: Measured(0.0 if candidate else 1.0, 20)
    )
    words = [*QUICK, "--goal", "length", "--vary", "rules.starting_gold=4..5", "--yes"]
    assert run(*words, "--write") == 1
    told = capsys.readouterr()
    assert "length: does not hold" in told.out
    assert "does NOT hold in new games" in told.out
    assert "is unchanged, because the result does not hold" in told.err
    assert files(here) == before


def test_where_every_change_is_refused_it_is_said_why(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*QUICK, "--goal", "length", "--vary", "rules.die_faces=50..52") == 1
    told = capsys.readouterr().out
    assert "The file as it is and 0 candidates played, 3 refused by the data check" in told
    assert "All candidates were refused." in told
    assert re.search(
        (
            r"The first one refused: rules.die_faces: 5\d: the rules of Emporium need "
            r"'die_faces' to be from 1 to 20, found 5\d"
        ),
        told,
    )


@pytest.mark.slow
def test_all_goals_together_on_the_usual_numbers(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    goals = [word for goal in ("seats", "length", "cards", "stalls") for word in ("--goal", goal)]
    assert run(*goals, "--players", "2,3", "--games", "10", "--confirm", "20", "--trials", "2") == 1
    told = capsys.readouterr()
    assert "108 numbers may change" in told.out  # of the cards: the text fixes those of the rules
    assert "The file as it is and 2 candidates played" in told.out
    assert re.search(r"; 21\d changes of one number were not tried; use more --trials", told.out)
    assert all(f"\n  {goal}: " in told.out for goal in ("seats", "length", "cards", "stalls"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "--goal"),
        (["--goal", "fun"], "expected one of"),
        (
            ["--goal", "length", "--vary", "rules.starting_gld=1..2"],
            "did you mean 'rules.starting_gold'?",
        ),
        (["--goal", "length", "--vary", "rules.starting_gold"], "expected NAME=LOW..HIGH"),
        (
            ["--goal", "length", "--players", "9"],
            "Emporium is for 2, 3, 4, 5 or 6 players, found 9",
        ),
        (["--goal", "length", "--players", "two"], "--players 'two': expected a number such as 4"),
        (["--goal", "length", "--line-up", "expret", "--players", "2"], "no player 'expret'"),
        (["--goal", "length", "--write", "--output", "x.yaml"], "use one of them"),
        (["--goal", "length", "--output", "cards.yaml"], "this file exists"),
        (["--goal", "length", "--output", "x.yaml", "--study", "x.yaml"], "name the same file"),
        (["--goal", "length", "--study", "cards.yaml"], "is not a study"),
        (["--goal", "length", "--write", "--format", "json"], "add --yes"),
        (
            ["emporium", "--goal", "length", "--write"],
            "does not change the game that comes with the tool",
        ),
        (["--goal", "length", "--games", "0"], "--games"),
    ],
)
def test_wrong_usage(
    here: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(here)
    assert run(*words) == 2
    assert message in capsys.readouterr().err
    assert files(here) == before


def test_a_promise_is_needed_for_its_length(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (here / "cards.yaml").read_text(encoding="utf-8").replace("  minutes: 40-50\n", "")
    (here / "cards.yaml").write_text(text, encoding="utf-8")
    assert run("--goal", "length") == 2
    assert "needs a promise to keep" in capsys.readouterr().err


def test_without_optuna_the_command_says_how_to_install_it(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    assert run(*GOAL) == 2
    assert f"the extra 'tune': {install_command('tune')}" in capsys.readouterr().err


def test_help_comes_without_what_tuning_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("optuna", "numba"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run("--help") == 0
    assert "--vary NAME=LOW..HIGH" in capsys.readouterr().out
