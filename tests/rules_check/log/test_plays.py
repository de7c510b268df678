"""What people write of an evening is a play, or is refused with all that is wrong with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_check.log.plays import (
    CardCount,
    Play,
    PlayError,
    Remark,
    checked_play,
    not_yet,
    oddities,
    play_of,
)
from tests.rules_check.log.evening import CARDS, PLAY, TODAY

SAID = {"players": "Ann,Bo,Cy", "winner": "Bo", "minutes": "42"}


def faults_of(remarks: tuple[str, ...] = (), **said: str) -> dict[str, tuple[str, str | None]]:
    with pytest.raises(PlayError) as found:
        checked_play(SAID | said, remarks, CARDS, TODAY)
    return {one.field: (one.message, one.hint) for one in found.value.faults}


def test_an_evening_is_a_play() -> None:
    said = {
        **SAID,
        "winner": "cy, Bo",
        "rounds": "12",
        "scores": "41, −2;38",
        "date": "yesterday",
        "note": " good ",
    }
    play = checked_play(said, ["troll: nobody: wanted it", "Hydra of the Weir: fun"], CARDS, TODAY)
    assert play == Play(
        ("Ann", "Bo", "Cy"),
        ("Bo", "Cy"),
        42,
        "2026-11-20",
        12,
        (41, -2, 38),
        (Remark("troll", "nobody: wanted it"), Remark("hydra", "fun")),
        "good",
        "Trial",
        "1.0",
        CARDS.data,
    )
    assert checked_play(SAID, [], CARDS, TODAY).date == "2026-11-21"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("players", "", "expected the names of the players"),
        ("players", "Ann,,Cy", "is there a comma too many"),
        ("players", "Bo,bo", "'Bo and bo' twice"),
        ("players", "A\x1b[31m,Bo", "control character"),
        ("players", "A\u202eB,Bo", "control character"),
        ("players", "\udcff,Bo", "control character"),
        ("players", f"Bo,{'x' * 61}", "at most 60"),
        ("players", f"Bo{',x1' * 1}{''.join(f',p{n}' for n in range(20))}", "at most 20 players"),
        ("winner", "", "expected the winner"),
        ("winner", "Boo", "did you mean 'Bo'?"),
        ("winner", "Bo,bo", "names 'Bo' twice"),
        ("minutes", "", "expected the length in minutes"),
        ("minutes", "0", "from 1 to 10000"),
        ("minutes", "10001", "from 1 to 10000"),
        ("minutes", "4 2", "from 1 to 10000"),
        ("minutes", "٤٢", "from 1 to 10000"),
        ("rounds", "-1", "from 1 to 10000"),
        ("scores", "1,2", "expected 3 numbers"),
        ("scores", "1,2,x", "expected whole numbers"),
        ("scores", "1,2,9999999999", "expected whole numbers"),
        ("date", "2026-02-30", "expected a day such as 2026-11-21"),
        ("date", "20.11.2026", "expected a day such as 2026-11-21"),
        ("date", "2026-W47-5", "expected a day such as 2026-11-21"),
        ("date", "2062-11-20", "is the year right?"),
        ("date", "1026-11-20", "is the year right?"),
        ("note", "a\nb", "control character"),
        ("note", "x" * 2001, "at most 2000"),
        ("data", "xyz", "16 hexadecimal digits"),
    ],
)
def test_what_is_no_play_is_refused_with_its_field(field: str, value: str, message: str) -> None:
    assert message in " ".join(map(str, faults_of(**{field: value})[field]))


@pytest.mark.parametrize(
    ("remark", "message"),
    [
        ("trol: weak", "did you mean 'troll'?"),
        ("Bridge Trol: weak", "did you mean 'troll'?"),
        ("zzz: weak", "begin the remark with a card's id"),
        ("troll", "a colon and a remark"),
        ("troll:", "a colon and a remark"),
        ("troll: \x07", "control character"),
        ("troll: " + "x" * 501, "at most 500"),
    ],
)
def test_a_remark_is_of_a_card(remark: str, message: str) -> None:
    assert message in " ".join(map(str, faults_of((remark,))["remark"]))


def test_all_faults_come_at_once() -> None:
    assert set(faults_of(("x: y",), winner="Dan", minutes="x", date="x", scores="1")) == {
        "winner",
        "minutes",
        "date",
        "scores",
        "remark",
    }


def test_a_file_read_twice_counts_once() -> None:
    other = replace(PLAY, minutes=43)
    assert not_yet([PLAY, PLAY, other], [replace(PLAY, data="", version="", number=8)]) == [
        PLAY,
        other,
    ]


@pytest.mark.parametrize(
    ("box", "minutes", "said"),
    [
        ((30, 40), 42, []),
        ((30, 40), 200, []),
        (
            (30, 40),
            4000,
            ["Trial takes 30 to 40 minutes according to its box, but this took 4,000"],
        ),
        ((30, 30), 5, ["Trial takes 30 minutes according to its box, but this took 5"]),
        (None, 700, []),
        (None, 4000, ["this took 4,000 minutes"]),
    ],
)
def test_a_game_of_unlikely_length_is_remarked(
    box: tuple[int, int] | None, minutes: int, said: list[str]
) -> None:
    assert list(oddities(replace(PLAY, minutes=minutes), replace(CARDS, minutes=box))) == said


def test_what_a_free_table_counted_goes_round() -> None:
    play = replace(
        PLAY,
        number=1,
        turns=9,
        turn_seconds=40,
        table="3.table",
        cards=(CardCount("troll", 2, 2, 1, 1, 0, 0),),
    )
    assert play_of(play.as_json()) == play
    assert not_yet([play], [PLAY]) == []
    older = {
        name: value
        for name, value in play.as_json().items()
        if name not in ("turns", "turn_seconds", "table", "cards")
    }
    assert play_of(older) == PLAY


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turns", 0),
        ("turns", "9"),
        ("turn_seconds", -1),
        ("table", 3),
        ("cards", {}),
        ("cards", [3]),
        ("cards", [{"card": "troll", "copies": 1}]),
        (
            "cards",
            [{"card": 3, "copies": 1, "seen": 1, "drawn": 1, "played": 1, "won": 1, "held": 1}],
        ),
        (
            "cards",
            [
                {
                    "card": "troll",
                    "copies": 1,
                    "seen": 1,
                    "drawn": 1,
                    "played": True,
                    "won": 1,
                    "held": 1,
                }
            ],
        ),
    ],
)
def test_faulty_counts_are_refused(field: str, value: object) -> None:
    with pytest.raises(PlayError, match=f"'{field}'"):
        play_of({**replace(PLAY, number=1).as_json(), field: value})
