"""Rules of others, played uncompiled meanwhile: an index outside its array is told by its line,
whether compiled code would notice or not.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import bundled_games, load_game
from generator.data.problems import Problem
from rules_check.engine.game import rules_of
from rules_check.engine.rehearsing import Rehearsal, in_short

HOME = Path(__file__).resolve().parents[1] / "games" / "alone"


def rehearsed(
    folder: Path, patch: pytest.MonkeyPatch, old: str, new: str, refused: Exception | None = None
) -> Problem | None:
    """Rehearse Pearl Dive with some words of its rules changed."""
    info = folder / "other_dive_rules-0.1.0.dist-info"
    info.mkdir()
    text = (HOME / "pearl_dive.py").read_text("utf-8")
    assert text.count(old) == 1
    (folder / "other_dive.py").write_text(text.replace(old, new), encoding="utf-8")
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: other-dive-rules\nVersion: 0.1.0\n"
    )
    (info / "entry_points.txt").write_text("[emporium_pnp.games]\nother-dive = other_dive:rules\n")
    patch.setenv("PYTHONPATH", str(folder), prepend=":")
    patch.syspath_prepend(str(HOME))
    from pearl_dive import Cards  # type: ignore[import-not-found]  # the same numbers; the rules that are wrong load in the other process alone

    with Rehearsal("other-dive", Cards.record(load_game(HOME / "cards.yaml")), folder) as rehearsal:
        return rehearsal.fault(refused)


@pytest.mark.slow
def test_an_index_outside_its_array_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = rehearsed(tmp_path, monkeypatch, "state.had[find] += 1", "state.had[find + 60] += 1")
    assert found is not None
    assert found.place is not None
    assert "failed in dive: IndexError: index 6" in found.message
    assert (
        "state.had[find + 60]"
        in Path(found.place.file).read_text("utf-8").splitlines()[found.place.line - 1]
    )


@pytest.mark.slow_cases("1 << 33-one of 8589934592 numbers", "0-one of 0 numbers")
@pytest.mark.parametrize(
    ("many", "said"), [("0", "one of 0 numbers"), ("1 << 33", "one of 8589934592 numbers")]
)
def test_luck_that_does_not_reach_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: str, said: str
) -> None:
    found = rehearsed(
        tmp_path,
        monkeypatch,
        "below(state.rng, 1 + state.seat, 3)",
        f"below(state.rng, 1 + state.seat, {many})",
    )
    assert found is not None
    assert found.place is not None
    assert said in found.message
    assert (
        f"state.seat, {many})"
        in Path(found.place.file).read_text("utf-8").splitlines()[found.place.line - 1]
    )


@pytest.mark.slow_cases(
    "@rules.phase(then=come_up)-@rules.phase()-failed in choose: stuck: no move is offered to "
    "seat 1 in round 1-@rules.phase()"
)
@pytest.mark.slow_cases(
    'state.is_up[:] = 0-state.phase = 3-state.phase is 3 in round 2 of a game of 1-"""Pearl Dive'
)
@pytest.mark.parametrize(
    ("old", "new", "said", "line"),
    [
        (
            "state.is_up[:] = 0",
            "state.phase = 3",
            "state.phase is 3 in round 2 of a game of 1",
            '"""Pearl Dive',
        ),
        (
            "@rules.phase(then=come_up)",
            "@rules.phase()",
            "failed in choose: stuck: no move is offered to seat 1 in round 1",
            "@rules.phase()",
        ),
    ],
)
def test_a_game_that_gets_stuck_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str, line: str
) -> None:
    found = rehearsed(tmp_path, monkeypatch, old, new)
    assert found is not None
    assert found.place is not None
    assert said in found.message
    assert (
        Path(found.place.file)
        .read_text("utf-8")
        .splitlines()[found.place.line - 1]
        .startswith(line)
    )


@pytest.mark.slow
def test_what_python_alone_refuses_counts_where_the_compiler_refuses_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        rehearsed(tmp_path, monkeypatch, "    state.sharks += 1", '    state.sharks += int("x")')
        is None
    )


@pytest.mark.slow
@pytest.mark.slow
def test_the_line_that_the_compiler_speaks_of_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = ValueError(
        "Failed in nopython mode\nNo such thing\n\nDuring: typing of call at "
        f"{tmp_path / 'other_dive.py'} (7)\n"
    )
    found = rehearsed(
        tmp_path,
        monkeypatch,
        "    state.sharks += 1",
        "    state.sharks += max([1, 2], key=abs)",
        refused,
    )
    assert found is not None
    assert str(found.place) == f"{tmp_path / 'other_dive.py'}:7"
    assert found.message.endswith("it does not compile: No such thing")


@pytest.mark.slow  # as those of test_promises.py
def test_sound_rules_are_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        rehearsed(tmp_path, monkeypatch, "out[0] = state.sharks", "out[0] = state.sharks + 0")
        is None
    )


@pytest.mark.slow
def test_what_rules_print_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = 'print("diving", seat)\n    state.had[find + 60] += 1'
    found = rehearsed(tmp_path, monkeypatch, "state.had[find] += 1", new)
    assert found is not None
    assert "failed in dive: IndexError: index 6" in found.message


WALL = """Failed in nopython mode pipeline (step: nopython frontend)
No implementation of function Function(<built-in function setitem>) found for signature:

 >>> setitem(array(int64, 1d, C), int32, none)

There are 16 candidate implementations:
  - Of which 16 did not match due to:
  Overload of function 'setitem': File: <numerous>: Line N/A.
   No match.

During: typing of setitem at {} (3)

File "somewhere.py", line 3:
    <source elided>
"""


@pytest.mark.parametrize(
    ("said", "short"),
    [
        (WALL, "there is no setitem(array of int64, int32, nothing)"),
        (
            (
                "Failed in nopython mode pipeline (step: nopython frontend)\nUntyped global name "
                "'next': Cannot determine Numba type of <class 'f'>\n\nFile"
            ),
            (
                "'next' is something that compiled rules cannot use; before a function of yours "
                "put @jit"
            ),
        ),
        (
            "Use of unsupported opcode (IMPORT_NAME) found. Raised from x.py (45)",
            "Use of unsupported opcode (IMPORT_NAME) found. Raised",
        ),
    ],
)
def test_what_the_compiler_says_at_length_is_one_sentence(said: str, short: str) -> None:
    assert in_short(said).startswith(short)
    assert "\n" not in in_short(said)


def test_a_fault_in_what_is_generated_is_told_at_the_rule_that_it_calls(tmp_path: Path) -> None:
    (tmp_path / "verbs.py").write_text(
        "def scores(cards, state, out):\n    for seat in range(4):\n        out[seat] = "
        "_score_of(cards)\n"
    )
    home = tmp_path / "rules"
    home.mkdir()
    (home / "dive.py").write_text("@rules.verb\ndef score_of(cards):\n    pass\n")
    rehearsal = object.__new__(Rehearsal)
    rehearsal.name, rehearsal.folder = "dive", home
    found = rehearsal._refusal(ValueError(WALL.format(tmp_path / "verbs.py")))
    assert found is not None
    assert str(found.place) == f"{home / 'dive.py'}:2"
    assert found.message.startswith(
        "the rules of 'dive' failed in score_of: it does not compile: there is no setitem"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled_games()))
def test_the_games_that_come_with_the_tool_keep_their_promises(name: str) -> None:
    game = load_game(bundled_games()[name])
    with Rehearsal(name, rules_of(game).cards_record(game), game.folder, 8.0) as rehearsal:
        assert rehearsal.told() is None
