"""Single steps of rules as data that are functions of the game's own rules.py."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError, Problems
from rules_check.engine.consent import read_own_rules, trust
from rules_check.engine.game import moves_of, new_state, of_seats, rules_of
from rules_check.notation.reading import read_program
from rules_check.notation.speaking import spoken
from rules_check.notation.vocabulary import vocabulary_of
from tests.rules_check.notation.games import ROOT, TEMPLATE, game_named, rules_source, text_of
from tests.rules_check.notation.secret_games import game as secret_game
from tests.rules_check.notation.writing.test_twins import record_of
from tests.rules_check.notation.writing.uncompiled import uncompiled

TURN_UP = '''"""The heaviest fish takes the round."""

from rules_check.rules import *


def gap(cards, one, other):
    return cards.weight[one] - cards.weight[other]


def turn_up(cards, state):
    best = 0
    for seat in range(1, state.players):
        more = gap(cards, top(state.laid[seat]), top(state.laid[best]))
        if (more > 0 and cards.winner == HEAVIEST) or (more < 0 and cards.winner == LIGHTEST):
            best = seat
    state.catch[best] += 1
    for seat in range(state.players):
        move_all(state.laid[seat], state.gone)
'''
AS_DATA = """    - let taker be best(players by if(ruling.winner = heaviest, laid.weight, -laid.weight))
    - add 1 to taker.catch
    - each: move laid to gone
"""
CALL = "    - call turn_up\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    home = tmp_path / "game"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "card.svg.j2").write_text(TEMPLATE, "utf-8")
    return home


def write(folder: Path, python: str | None = TURN_UP, call: str = CALL, agree: bool = True) -> Game:
    """Write the game with a step of its own, and agree to it."""
    text = text_of("night_catch")
    assert AS_DATA in text
    (folder / "cards.yaml").write_text(text.replace(AS_DATA, call), "utf-8")
    if python is not None:
        (folder / "rules.py").write_text(python, "utf-8")
        own = read_own_rules(folder)
        assert own is not None
        if agree:
            trust(own)
    return load_game(folder / "cards.yaml")


def faults(game: Game) -> list[Problem]:
    problems = Problems()
    read_program(game, problems)
    return list(problems)


def refused(game: Game) -> Problem:
    with pytest.raises(ProblemError) as refusal:
        rules_of(game)
    (problem,) = refusal.value.problems
    return problem


def records(folder: str) -> list[bool]:
    """Play the game as data, with its step in Python, and by the Python that it is written as; tell
    whether the records are the same.
    """
    game = load_game(Path(folder) / "cards.yaml")
    module = ModuleType("ejected_with_a_step")
    module.__file__ = f"<{module.__name__}>"
    sys.modules[module.__name__] = module
    exec(compile(rules_source(game), module.__file__, "exec"), module.__dict__)
    module.rules.__file__ = __file__
    of_data, found = rules_of(game_named("night_catch")), list[Any]()
    with np.errstate(over="ignore"):
        for rules, one in (
            (of_data, game_named("night_catch")),
            (rules_of(game), game),
            (module.rules, game),
        ):
            cards = rules.cards_record(one)
            found.append([record_of(rules, cards, 3, number) for number in range(3)])
    return [one == found[0] for one in found]


def test_a_step_in_python_plays_as_the_same_step_as_data(folder: Path) -> None:
    write(folder)
    assert uncompiled(records, str(folder)) == [True, True, True]


def test_nothing_is_run_without_agreement_to_this_very_content(folder: Path) -> None:
    harm = "open(__file__ + '.ran', 'w').close()\n"
    game = write(folder, TURN_UP + f"\n{harm}", agree=False)
    assert faults(game) == []
    assert refused(game).code == "untrusted-rules"
    with pytest.raises(ProblemError):
        rules_source(game)
    write(folder)
    (folder / "rules.py").write_text(TURN_UP + "\n", "utf-8")
    assert refused(load_game(folder / "cards.yaml")).code == "untrusted-rules"
    assert not list(folder.glob("*.ran"))


def test_a_file_that_no_step_calls_is_a_second_set_of_rules(folder: Path) -> None:
    assert refused(write(folder, call=AS_DATA)).code == "rules-twice"


@pytest.mark.parametrize(
    ("call", "words", "hint"),
    [
        ("    - call turn_upp\n", "rules.py has no function 'turn_upp'", "turn_up"),
        (
            "    - call gap\n",
            "'gap' has a parameter 'one', which a step cannot fill in",
            "cards, state, me",
        ),
        ("    - call take\n", "'take' has the parameter 'me', but no player acts here", "each:"),
        ("    - together: call turn_up\n", "'call' cannot be used inside 'together:'", "together"),
    ],
)
def test_a_call_that_cannot_be_is_reported_at_its_place(
    folder: Path, call: str, words: str, hint: str
) -> None:
    game = write(folder, TURN_UP + "\n\ndef take(state, me):\n    state.catch[me] += 1\n", call)
    fault = next(one for one in faults(game) if words in one.message)
    assert fault.place is not None
    line = (folder / "cards.yaml").read_text("utf-8").splitlines()[fault.place.line - 1]
    assert line.strip() in call
    assert fault.place.column > 4
    assert hint in (fault.hint or "")


def test_a_call_without_a_file_says_what_to_write(folder: Path) -> None:
    (fault,) = faults(write(folder, None))
    assert "there is no rules.py" in fault.message
    assert "def settle(cards, state, me)" in (fault.hint or "")


@pytest.mark.parametrize(
    ("old", "new", "words", "hint"),
    [
        ("state.gone", "state.gnoe", "no 'state.gnoe'", "'gone'"),
        ("cards.weight[one]", "cards.wieght[one]", "no 'cards.wieght'", "'weight'"),
        ("best = 0", "best = = 0", "this is not valid Python", ""),
        (
            "def gap(",
            "def draw(cards, one):\n    pass\n\n\ndef gap(",
            "'draw' is already a name",
            "",
        ),
    ],
)
def test_a_mistake_in_the_file_is_reported_at_its_line(
    folder: Path, old: str, new: str, words: str, hint: str
) -> None:
    game = write(folder, TURN_UP.replace(old, new, 1))
    fault = refused(game)
    assert words in fault.message
    assert hint in (fault.hint or "")
    assert fault.place is not None
    assert fault.place.file == "rules.py"
    line = (folder / "rules.py").read_text("utf-8").splitlines()[fault.place.line - 1]
    assert new.splitlines()[0] in line


def test_a_step_in_python_is_read_aloud_by_its_name(folder: Path) -> None:
    game = write(folder)
    lines = [
        line.text for part in spoken(read_program(game), vocabulary_of(game)) for line in part.lines
    ]
    assert any("turn up (rules.py)" in line.lower() for line in lines)


def hidden(folder: str) -> bool:
    """Let a step in Python exchange hands that were looked at; return whether the player who looked
    still knows one.
    """
    rules: Any = rules_of(load_game(Path(folder) / "cards.yaml"))
    game = load_game(Path(folder) / "cards.yaml")
    cards, state = rules.cards_record(game), new_state(rules)
    rules.new_game(cards, state, 2, 1, 0)
    return bool(state.hand_known.any())


def test_who_looked_knows_nothing_that_python_has_moved(folder: Path) -> None:
    trade = "def trade(state):\n    swap(state.hand[0], state.hand[1])\n"
    dealt = "    - deal hand_size from deck to each hand\n"
    write(folder, "from rules_check.rules import *\n\n\n" + trade, AS_DATA)
    text = (folder / "cards.yaml").read_text("utf-8")
    assert dealt in text
    looked = dealt + "    - each: look at left(me).hand\n"
    (folder / "cards.yaml").write_text(text.replace(dealt, looked + "    - call trade\n"), "utf-8")
    assert uncompiled(hidden, str(folder)) is False
    (folder / "rules.py").unlink()
    (folder / "cards.yaml").write_text(text.replace(dealt, looked), "utf-8")
    assert uncompiled(hidden, str(folder)) is True


SETTLED = """
common:
  deck: all card, face down
  bank: 0
each:
  coins: 2
turn:
  - choose:
      earn: add 1 to coins
      rest: nothing
  - call settle
until: turn = 8
score: coins
"""


def coins(folder: str) -> list[int]:
    """Play the game of the page; return the bank and the coins of all."""
    game = load_game(Path(folder) / "cards.yaml")
    rules: Any = rules_of(game)
    cards, state = rules.cards_record(game), new_state(rules)
    rules.new_game(cards, state, 2, 1, 0)
    while not rules.is_over(cards, state):
        rules.apply(cards, state, moves_of(rules, cards, state)[0])
    return [int(state.bank), *of_seats(rules.scores, cards, state)]


def test_the_function_of_the_page_does_what_it_says(folder: Path) -> None:
    page = (ROOT / "docs" / "reference" / "rules-as-data.md").read_text("utf-8")
    write(folder, re.findall(r"```python\n(.*?)```", page, re.S)[0])
    (folder / "cards.yaml").write_text(secret_game(SETTLED), "utf-8")
    assert uncompiled(coins, str(folder)) == [8, 2, 2]
