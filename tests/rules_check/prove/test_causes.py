"""Causes of what a check warns of: what changed, what is gone if it is put back, and who points
where.
"""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.data.findings import Finding
from generator.data.loading import load_game
from generator.data.problems import Place
from rules_check.engine.game import rules_of
from rules_check.engine.players import GREEDY
from rules_check.prove import causes
from rules_check.prove.causes import (
    Change,
    Detective,
    changes_between,
    idle_in,
    pointed,
    used_before,
)
from rules_check.prove.checking import Examination, Level
from rules_check.prove.examined import Cause
from rules_check.prove.numbers import numbers_of
from rules_check.verdict.findings import Measurement
from tests.conftest import ROOT
from tests.rules_check.notation.games import game_of

GAME = """\
game: {title: Piers, version: 1.0.0, players: 2, minutes: 20}
tables:
  tier:
    fields: {name: line, price: 1..20, worth: 1..20}
    rows:
      oak: {name: Oak, price: 2, worth: 3}
      elm: {name: Elm, price: 6, worth: 9}
kinds:
  pier:
    template: card.svg.j2
    fields: {name: line, tier: tier, cost: 0..20}
    cards:
      long: {name: Long, tier: oak, cost: 4}
      short: {name: Short, tier: oak, cost: 2}
      old: {name: Old, tier: oak, cost: 3}
      new: {name: New, tier: elm, cost: 7}
      wide: {name: Wide, tier: elm, cost: 8}
components:
  pier: {name: Piers, of: pier, count: 5}
rules: {hand: 4, steps: [1, 2, 3]}
"""


def changed(*pairs: tuple[str, str]) -> str:
    text = GAME
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def changes(*pairs: tuple[str, str]) -> list[Change]:
    files = [GAME.encode(), changed(*pairs).encode()]
    old, new = (numbers_of(content, game_of(content.decode()).root) for content in files)
    return changes_between(old, new)


def warning(code: str, about: str, place: Place | None = None) -> Finding:
    return Finding(code, about, "balance", "warning", f"{about} is off", 30.0, place=place)


def detective(*warned: Finding, measured: tuple[Measurement, ...] = ()) -> Detective:
    game = game_of(GAME)
    examination: Any = SimpleNamespace(
        rules=SimpleNamespace(ENDS=("not over", "the sea is empty")),
        game=game,
        usual=2,
        played={},
        limits={"seat": 2.0, "ties": 5.0},
        kind=GREEDY,
        word="greedy",
        seed=1,
        facts=list(measured),
        uses_measured=[],
        result=SimpleNamespace(findings=list(warned)),
    )
    return Detective(examination, GAME.encode())


def test_the_whole_counts_what_a_check_shows_beside_the_findings_of_games() -> None:
    one = detective(warning("seat-advantage", "seat 1"), warning("ties", "all"))
    assert one.whole == "2 warnings"
    beside = Detective(one.examination, one.content, others=Counter(warning=3))
    assert beside.whole == "5 warnings"
    beside = Detective(one.examination, one.content, others=Counter(fault=1, warning=3))
    assert beside.whole == "6 faults and warnings"


def measurement(code: str, number: float, error: float = 0.5) -> Measurement:
    return Measurement(
        code, "all", "balance", "{}", number, number - 1, number + 1, error, 400, (0.0, 10.0)
    )


def test_nothing_has_changed() -> None:
    assert changes() == []


def test_a_number_is_a_change_at_its_place() -> None:
    (one,) = changes(("hand: 4", "hand: 9"))
    assert one.said == "rules.hand is 9, was 4"
    assert (one.place.line, one.place.column) == (20, 15)


def test_numbers_of_a_row_are_put_back_together_and_one_by_one() -> None:
    together, *singles = changes(("price: 2, worth: 3", "price: 5, worth: 4"))
    assert together.said == "tables.tier.rows.oak: price 5, was 2; worth 4, was 3"
    assert [len(one.numbers) for one in singles] == [1, 1]


def test_rows_with_each_others_numbers_are_told() -> None:
    found = changes(
        ("price: 2, worth: 3", "price: 0, worth: 0"),
        ("price: 6, worth: 9", "price: 2, worth: 3"),
        ("price: 0, worth: 0", "price: 6, worth: 9"),
    )
    assert "tables.tier.rows.oak and elm have each other's numbers" in [one.said for one in found]


def test_a_list_of_the_rules_is_one_entry() -> None:
    assert len(changes(("[1, 2, 3]", "[2, 4, 6]"))[0].numbers) == 3


@pytest.mark.parametrize(
    ("again", "is_gone"), [(9.0, True), (14.0, True), (19.0, False), (29.0, False)]
)
def test_a_warning_is_gone_if_it_is_no_more_than_half_of_it(again: float, is_gone: bool) -> None:
    one = detective(measured=(measurement("ties", 20.0),))
    assert one._is_cleared(("ties", "all"), measurement("ties", again), False) == is_gone


def test_a_price_that_is_no_longer_suspicious_is_cleared() -> None:
    one = detective(
        warning("underpriced", "long"), measured=tuple(map(named, ("underpriced", "ties")))
    )
    assert one._is_cleared(("underpriced", "long"), None, False)
    assert not one._is_cleared(("ties", "long"), None, False)
    assert one._level().further == 1
    assert detective(warning("ties", "long"))._level().further == 0


def named(code: str) -> Measurement:
    return replace(measurement(code, 70.0), about="long")


def test_what_chance_explains_clears_nothing() -> None:
    one = detective(measured=(measurement("ties", 11.0, 0.5),))
    assert not one._is_cleared(("ties", "all"), measurement("ties", 9.9, 0.5), False)


def test_the_change_that_clears_most_comes_first_and_what_clears_nothing_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [warning("card-worth", name) for name in ("long", "short", "old")]
    found.append(warning("ties", "2 players"))
    cleared = {4: {("card-worth", "long"), ("card-worth", "short")}, 1: {("ties", "2 players")}}
    monkeypatch.setattr(
        Detective, "cleared_by", lambda self, change: cleared.get(change.numbers[0][1], set())
    )
    one = detective(*found)
    new = changed(("hand: 4", "hand: 9"), ("[1, 2, 3]", "[2, 2, 3]"), ("cost: 7", "cost: 1"))
    one.content, one.game = new.encode(), game_of(new)
    causes = one.against(game_of(GAME), GAME.encode())
    assert [cause.said.partition(",")[0] for cause in causes] == [
        "rules.hand is 9",
        "rules.steps.1 is 2",
    ]
    assert causes[0].findings == ("card-worth (long)", "card-worth (short)")
    assert causes[0].said.endswith("with 4 again, 2 of 4 warnings are gone")


def test_words_that_were_rewritten_are_restored_where_play_depends_on_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new = changed(("tier: elm, cost: 7", "tier: oak, cost: 7"), ("name: Wide", "name: Broad"))
    monkeypatch.setattr(Detective, "_is_played", lambda self, rewrite: "tier" in rewrite.said)
    one = detective(warning("card-worth", "new"))
    monkeypatch.setattr(
        Detective,
        "_moved_with",
        lambda self, content: (
            {("card-worth", "new")} if b"elm, cost: 7" in content else set(),
            set(),
        ),
    )
    one.content, one.game = new.encode(), game_of(new)
    (cause,) = one.against(game_of(GAME), GAME.encode())
    assert cause.said == (
        "'tier: oak', was 'tier: elm'; with the earlier words, 1 of 1 warning is gone"
    )
    assert (cause.place, cause.lines) == (Place("cards.yaml", 16, 1), (16,))


def unused(number: float) -> Measurement:
    return replace(
        measurement("dead-card", number), about="long", allowed=(5.0, float("inf")), error=0.5
    )


def test_what_untested_players_used_before_a_change_is_a_warning_and_names_the_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It fails nothing by itself; that it was used with the earlier number shows what is wrong."""
    idle = replace(
        warning("dead-card", "long"),
        verdict="unsure",
        claim="long is not used; untested among others",
        untested="untested among others",
    )
    one = detective(idle)
    one.examination.uses_measured = [unused(0.0), measurement("ties", 20.0)]
    assert idle_in(one.examination) == [idle]
    one = Detective(one.examination, one.content)
    assert one._is_cleared(("dead-card", "long"), unused(60.0), False)

    def cleared(self: Detective, change: Change) -> set[tuple[str, str]]:
        self.again[idle.name] = unused(60.0)
        return {("dead-card", "long")}

    monkeypatch.setattr(Detective, "cleared_by", cleared)
    new = changed(("cost: 4", "cost: 20"))
    one.content, one.game = new.encode(), game_of(new)
    (cause,) = one.against(game_of(GAME), GAME.encode())
    assert cause.said == (
        "kinds.pier.cards.long.cost is 20, was 4; with 4 again, 'long' is used again"
    )
    (told,) = used_before([idle], one.again)
    assert (told.verdict, told.is_untested) == ("warning", False)
    assert told.claim == "long is not used; with the earlier numbers it was 60.0 %"


def test_without_an_earlier_version_cards_that_share_a_row_name_it() -> None:
    (cause,) = detective(
        *[warning("card-worth", name) for name in ("long", "short", "old")]
    ).alone()
    assert cause.place is not None
    assert (cause.place.line, cause.is_measured) == (6, False)
    assert cause.said.startswith("tier oak: 3 of 3 warnings are about 3 of the 3 pier cards")


def test_a_card_that_most_findings_are_about_is_named() -> None:
    found = [warning("card-worth", "new"), warning("card-taken", "new"), warning("skill", "all")]
    (cause,) = detective(*found).alone()
    assert cause.said.startswith("'new', which 2 of 3 warnings are about")


def test_two_rows_with_each_others_number_come_first_with_all_that_is_at_their_lines() -> None:
    here, there, elsewhere = (Place("cards.yaml", line, 5) for line in (13, 14, 16))
    one = replace(
        warning("card-outlier", "long", here),
        claim="Long and Short have each other's cost.",
        also=(("the other number", there),),
    )
    others = warning("card-worth", "short", there), warning("card-worth", "new", elsewhere)
    cause, *_ = detective(warning("rule-unused", "sales"), *others, one).alone()
    assert cause.said == "Long and Short have each other's cost"
    assert (cause.place, cause.lines) == (here, (13, 14))
    assert set(cause.findings) == {"card-outlier (long)", "card-worth (short)"}


def test_a_number_out_of_line_is_named_before_what_follows_from_it() -> None:
    one = replace(
        warning("card-outlier", "rules.steps", Place("cards.yaml", 20, 25)),
        claim="`rules: steps` is 1, 9, 3: all numbers are in line except 9.",
    )
    (cause,) = detective(warning("rule-unused", "sales"), one).alone()
    assert cause.said == "`rules: steps` is 1, 9, 3: all numbers are in line except 9"
    assert (cause.place, cause.findings) == (one.place, ("card-outlier (rules.steps)",))
    assert detective(one).alone() == []


def test_a_card_out_of_line_is_named_once() -> None:
    one = warning("card-outlier", "new", Place("cards.yaml", 16, 40))
    found = [one, warning("card-worth", "new", Place("cards.yaml", 16, 5))]
    assert len(detective(*found).alone()) == 1


def test_cards_of_every_sort_name_no_row() -> None:
    found = [warning("card-worth", name) for name in ("long", "new", "wide")]
    assert detective(*found).alone() == []


def test_a_finding_points_at_its_cause_unless_it_is_there_already() -> None:
    header, number = Place("cards.yaml", 1, 60), Place("cards.yaml", 19, 15)
    found = [warning("length", "2 players", header), warning("ties", "all", number)]
    cause = Cause(
        "hand", Place("cards.yaml", 19, 14), tuple(one.name for one in found), (19,), True
    )
    assert [one.place for one in pointed(found, [cause])] == [cause.place, number]


@pytest.mark.parametrize(
    ("one", "usual", "mended", "said"),
    [
        (
            warning("end-rare", "the sea is empty"),
            0.0,
            40.0,
            "40 % of games of 2 end by 'the sea is empty' instead of 0",
        ),
        (
            replace(warning("seat-advantage", "4 players, seat 3"), players=4, seat=3),
            60.0,
            27.0,
            "seat 3 of 4 wins 27 % of games instead of 60",
        ),
        (
            replace(warning("ties", "3 players"), players=3),
            50.0,
            0.0,
            "0 % of games of 3 have ties on the leading score instead of 50",
        ),
        (warning("length", "2 players"), 60.0, 21.0, "a game of 2 takes 21 minutes instead of 60"),
    ],
)
def test_the_number_that_fixes_most_is_named_for_what_no_line_says(
    one: Finding, usual: float, mended: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    halved = changed(("hand: 4", "hand: 2")).encode()
    monkeypatch.setattr(
        Detective, "_read", lambda self, content, gauge: mended if content == halved else usual
    )
    (cause,) = detective(one).alone()
    assert cause.said == f"rules.hand: halved, {said}"
    assert cause.place is not None
    assert (cause.place.line, cause.lines, cause.findings) == (20, (20,), (one.name,))


def test_what_chance_explains_names_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    halved = changed(("hand: 4", "hand: 2")).encode()
    monkeypatch.setattr(
        Detective, "_read", lambda self, content, gauge: 50.0 if content == halved else 56.0
    )
    assert detective(warning("seat-advantage", "2 players, seat 1")).alone() == []


def test_of_several_numbers_that_fix_the_worst_the_one_that_fixes_most_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fewer cards in hand and fewer steps make games shorter; only steps bring ties."""
    steps = changed(("[1, 2, 3]", "[0, 1, 2]")).encode()
    shorter = changed(("hand: 4", "hand: 2")).encode(), steps
    monkeypatch.setattr(
        Detective, "_read", lambda self, content, gauge: 21.0 if content in shorter else 60.0
    )
    length, ties = (("length", "2 players"), ("ties", "2 players"))
    monkeypatch.setattr(
        Detective,
        "_moved_with",
        lambda self, content: ({length, ties} if content == steps else {length}, set()),
    )
    (cause,) = detective(warning(*length), warning(*ties)).alone()
    assert cause.said == (
        "rules.steps: halved, a game of 2 takes 21 minutes instead of 60, and 2 of 2 warnings are "
        "gone"
    )
    assert cause.findings == ("length (2 players)", "ties (2 players)")


def test_two_rows_of_a_small_table_are_named_if_games_are_sound_with_each_others_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turned = changed(
        ("price: 2, worth: 3", "price: 0, worth: 0"),
        ("price: 6, worth: 9", "price: 2, worth: 3"),
        ("price: 0, worth: 0", "price: 6, worth: 9"),
    ).encode()
    monkeypatch.setattr(
        Detective, "_read", lambda self, content, gauge: 21.0 if content == turned else 60.0
    )
    (cause,) = detective(warning("length", "2 players")).alone()
    assert cause.said == (
        "tables.tier.rows.oak and elm: exchanged, a game of 2 takes 21 minutes instead of 60"
    )
    assert cause.lines == (6, 7)


def test_only_rows_of_small_tables_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [change.said for change in detective()._exchanges()]
    assert len(said) == 1 + 10  # two tiers; five piers, any two of them
    monkeypatch.setattr(causes, "MOST_ROWS", 4)
    assert [change.said for change in detective()._exchanges()] == said[:1]


def test_of_numbers_that_fix_as_much_the_one_that_moves_least_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Eleven rounds are one too many; no cards, half as many or half the steps would do too."""
    fixing = [("hand: 4", "hand: 2"), ("hand: 4", "hand: 3"), ("[1, 2, 3]", "[0, 1, 2]")]
    shorter = [changed(pair).encode() for pair in fixing]
    monkeypatch.setattr(
        Detective, "_read", lambda self, content, gauge: 21.0 if content in shorter else 60.0
    )
    length = ("length", "2 players")
    monkeypatch.setattr(Detective, "_moved_with", lambda self, content: ({length}, set()))
    (cause,) = detective(warning(*length)).alone()
    assert cause.said.startswith("rules.hand: 3 instead of 4, a game of 2 takes 21 minutes")


@pytest.mark.parametrize("is_spoiled", [False, True])
def test_a_number_that_spoils_as_much_as_it_mends_is_no_cause(
    is_spoiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = changed(("[1, 2, 3]", "[0, 1, 2]")).encode()
    shorter = changed(("hand: 4", "hand: 2")).encode(), steps
    monkeypatch.setattr(
        Detective, "_read", lambda self, content, gauge: 21.0 if content in shorter else 60.0
    )
    length, ties, new = (("length", "2 players"), ("ties", "2 players"), ("skill", "all"))
    monkeypatch.setattr(
        Detective,
        "_moved_with",
        lambda self, content: (
            ({length}, {new} if is_spoiled else set())
            if content == steps
            else ({length, ties}, {new, ("stall", "")})
        ),
    )
    found = detective(warning(*length), warning(*ties)).alone()
    assert [cause.said.partition(",")[0] for cause in found] == (
        [] if is_spoiled else ["rules.steps: halved"]
    )


def test_a_number_of_nothing_is_tried_as_one() -> None:
    text = changed(("hand: 4", "hand: 0"), ("[1, 2, 3]", "[0, 0, 1]"))
    one = detective()
    one.content, one.game = text.encode(), game_of(text)
    tried = {change.said: [value for _, value in change.numbers] for change in one._entries()}
    assert tried == {
        "rules.steps: doubled": [0, 0, 2],
        "rules.steps: halved": [0, 0, 0],
        "rules.hand: 1 instead of 0": [1],
    }


def scores(number: float) -> Measurement:
    return replace(
        measurement("score-reached", number, 1.0),
        about="60, 2 players",
        what="with 2 players, {} of scores are 60 coins or more",
        allowed=(90.0, 100.0),
        players=2,
    )


def test_scores_that_are_too_low_name_the_number_that_raises_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    halved = changed(("hand: 4", "hand: 2")).encode()
    monkeypatch.setattr(
        Detective,
        "_measured_with",
        lambda self, warning, content: scores(94.0 if content == halved else 66.0),
    )
    one = detective(warning("score-reached", "60, 2 players"), measured=(scores(66.5),))
    (cause,) = one.alone()
    assert cause.said == (
        "rules.hand: halved, with 2 players, 94 % of scores are 60 coins or more instead of 66"
    )


SHUT = """\
game: {title: Locks, version: 1.0.0, players: 2}
kinds:
  card: {template: card.svg.j2, fields: {worth: 1..9}, cards: {a: {worth: 1}, b: {worth: 2}}}
components:
  card: {name: Cards, of: card, count: 2}
rules:
  keys_each: 0
  most: 9
  prize: 2
play:
  common: {deck: "all card, face down"}
  each: {keys: keys_each, gold: 0}
  turn:
    - choose:
        open if keys > 0:
          - take 1 from keys
          - add prize to gold
        wait: add 1 to gold
        nap: add 2 to gold
  until: turn = most
  score: gold
"""


@pytest.mark.slow  # it compiles a game
def test_what_never_comes_up_names_the_number_that_shuts_it_out() -> None:
    game = game_of(SHUT)
    rules, level = rules_of(game), Level("few", 20, 20.0, 0, 4, None)
    examination = Examination(rules, game, rules.cards_record(game), level, 1)
    examination.run()
    assert "never-offered" in {finding.code for finding in examination.result.findings}
    cause = Detective(examination, SHUT.encode()).alone()[-1]
    assert cause.said.startswith(
        "rules.keys_each: 1 instead of 0, 0 of the parts of the rules never come up instead of "
    )


@pytest.mark.slow  # it compiles a game three times
def test_a_line_of_rules_as_data_that_spoils_a_game_is_named(tmp_path: Path) -> None:
    """The game ends with two cards instead of nine, which its length shows."""
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "generator" / "job" / "rules", folder)
    file = folder / "cards.yaml"
    old, before = file.read_bytes(), load_game(file)
    file.write_bytes(
        old.replace(b"min(count(kept) over players) = turns", b"max(count(kept) over players) = 2")
    )
    game = load_game(file)
    rules, level = rules_of(game), Level("few", 20, 6.0, 0, 40, None)
    examination = Examination(rules, game, rules.cards_record(game), level, 1)
    examination.run()
    cause, *_ = Detective(examination, file.read_bytes()).against(before, old)
    assert cause.said.startswith(
        "'everyone has all their cards: max(count(kept) over players) = 2', was "
    )
    assert "length (2 players)" in cause.findings


def test_a_cause_that_games_confirmed_comes_before_a_likely_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place("cards.yaml", 3)
    likely = Cause("a number out of line", None, (), (), False)
    confirmed = Cause("rules.hand: doubled", place, (), (3,), True)
    found = detective(warning("ties", "2 players"))
    for name, each in (("misfit", [likely]), ("thing", []), ("row", []), ("entry", [confirmed])):
        monkeypatch.setattr(found, f"_by_{name}", partial(iter, each))
    assert found.alone() == [confirmed, likely]
