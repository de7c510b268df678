"""What people and bots disagree about, and where there are too few plays to tell."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from rules_check.log.people import as_report, disagreements, opinion
from rules_check.log.plays import CardCount, Play, Remark
from tests.rules_check.log.evening import CARDS, PLAY

LENGTH = {
    "players": 3,
    "line_up": "expert",
    "games": 100,
    "rounds": {"10": 50, "12": 50},
    "minutes": {"mean": 40.0, "low": 39.0, "high": 41.0},
}


def plays_of(*minutes: int, **more: Any) -> list[Play]:
    return [
        replace(PLAY, minutes=one, winners=(PLAY.players[at % 3],), **more)
        for at, one in enumerate(minutes)
    ]


def told(plays: list[Play], measured: dict[str, Any]) -> list[str]:
    """Compare plays with what was measured of the current cards."""
    return disagreements(plays, measured, CARDS.data)


def test_lengths_disagree_agree_or_cannot_be_told() -> None:
    measured = {"lengths": [{**LENGTH, "line_up": "random", "minutes": {"mean": 90}}, LENGTH]}
    (said,) = told(plays_of(60, 65, 55, 60, 62, 58), measured)
    assert said == (
        "3 players: people's games are longer, 60.0 minutes (56.4 to 63.6, 6 plays); bots "
        "(expert) 40.0 (39.0 to 41.0)."
    )
    assert told(plays_of(40, 42, 38, 40, 41, 39), measured) == []
    (said,) = told(plays_of(60), measured)
    assert said == (
        "3 players: too few plays to judge minutes (1 play, 60.0; bots (expert) 40.0 "
        "(39.0 to 41.0))."
    )
    (said,) = told(plays_of(40, 70, 20), measured)
    assert said.startswith("3 players: too few plays to judge minutes (3 plays, 43.3 on average (")
    assert told(plays_of(60, 65, 55, 60, 62, 58), {"lengths": [{**LENGTH, "players": 4}]}) == []
    (said,) = told(plays_of(41, 39, 40, 40, rounds=20) + plays_of(40), measured)
    assert said.startswith(
        "3 players: people's games are longer, 20.0 rounds (19.5 to 20.5, 4 plays); bots "
        "(expert) 11.0 (10.8 to 11.2)"
    ), said


def test_only_plays_with_these_cards_are_compared() -> None:
    plays = plays_of(60, 65, 55, 60, 62, 58, data="f" * 16)
    measured = {"lengths": [LENGTH]}
    assert told(plays, measured) == [
        "All 6 plays are of older or unknown versions of the cards, and not compared."
    ]
    assert told([*plays[:1], *plays_of(40, 42, 38, 40, 41, 39)], {"lengths": [LENGTH]}) == [
        "1 of 7 plays is of older or unknown versions of the cards, and not compared."
    ]


def seats(players: int) -> list[dict[str, Any]]:
    return [
        {
            "players": players,
            "seat": at + 1,
            "share": 1 / players,
            "low": 1 / players - 0.01,
            "high": 1 / players + 0.01,
            "fair": 1 / players,
        }
        for at in range(players)
    ]


def test_seats_disagree_or_cannot_be_told_and_a_person_is_not_a_seat() -> None:
    turned = [
        replace(PLAY, players=names, winners=names[:1])
        for names in itertools.permutations(("Ann", "Bo", "Cy"))
    ]
    said = told(turned * 3, {"seats": seats(3)})
    assert said[0].startswith("3 players: seat 1 wins more often among people, 100 % (")
    assert said[0].endswith("bots 33.3 % (32.3 to 34.3).")
    assert said[1].startswith("3 players: seat 2 wins less often among people, 0 % (")
    assert not any("skill" in one for one in said)
    said = told([PLAY] * 12, {"seats": seats(3)})
    assert "but Bo sat there in 12 of 12: it may be the person, not the seat." in " ".join(said)
    assert said[-1].startswith("Bo won 12 of 12 plays, where an equal player would win 4.0")
    three = [turned[0], turned[3], turned[4]]
    assert len({one.players[0] for one in three}) == 3
    assert told(three, {"seats": seats(3)}) == [
        "3 players: too few plays to compare seats (3 plays)."
    ]
    fair = [replace(one, winners=(one.players[seat],)) for seat in range(3) for one in turned] * 7
    assert told(fair, {"seats": seats(3)}) == []
    shared = [replace(one, winners=one.players) for one in turned * 20]
    assert told(shared, {"seats": seats(3)}) == []


def test_chance_alone_is_seldom_called_a_disagreement() -> None:
    luck, called = random.Random(1), 0
    for _ in range(150):
        plays = [
            replace(
                PLAY, minutes=max(1, round(luck.gauss(40, 8))), winners=(luck.choice(PLAY.players),)
            )
            for _ in range(8)
        ]
        called += any(
            "wins" in one or "longer" in one or "shorter" in one
            for one in told(plays, {"lengths": [LENGTH], "seats": seats(3)})
        )
    assert called / 150 < 0.10


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("nobody wanted it", "weak"),
        ("Too expensive!", "weak"),
        ("it’s weak", "weak"),
        ("never bought", "weak"),
        ("totally useless", "weak"),
        ("way too strong", "strong"),
        ("OP", "strong"),
        ("broken", "strong"),
        ("whoever gets it always wins", "strong"),
        ("not weak at all", None),
        ("isn't too strong", None),
        ("weak early, strong late", None),
        ("lovely picture", None),
        ("shopping", None),
    ],
)
def test_an_opinion_is_heard_where_it_is_plain(text: str, heard: str | None) -> None:
    assert opinion(text) == heard


def test_remarks_are_set_against_worth() -> None:
    def said(*texts: str, worth: float, low: float, high: float) -> list[str]:
        plays = [replace(PLAY, remarks=(Remark("troll", text),)) for text in texts]
        return told(
            plays,
            {
                "cards": [
                    {
                        "card": "troll",
                        "name": "Bridge Troll",
                        "worth": worth,
                        "low": low,
                        "high": high,
                    }
                ]
            },
        )

    weak = ("weak", "nobody wanted it", "useless")
    assert said(*weak, worth=1.2, low=0.1, high=2.3) == [
        "3 remarks say Bridge Troll is weak; bots: +1.2 points (0.1 to 2.3)."
    ]
    assert said(*weak, worth=1.2, low=-0.1, high=2.3) == [], "the bots cannot tell"
    assert said(*weak, worth=-1.2, low=-2, high=-0.3) == [], "they agree"
    assert said("weak", worth=1, low=0.5, high=2) == [
        (
            "1 remark says Bridge Troll is weak; bots: +1.0 points (0.5 to 2.0); one play is too "
            "few to tell."
        )
    ]
    assert said("broken", "op", "weak", worth=-1, low=-2, high=-0.5) == [
        "2 remarks say Bridge Troll is strong, 1 the contrary; bots: -1.0 points (-2.0 to -0.5)."
    ]
    assert said("weak", "strong", worth=1, low=0.5, high=2) == []


def test_the_report_gets_plain_data() -> None:
    play = replace(PLAY, winners=("Ann", "Bo"), remarks=(Remark("troll", "weak"),))
    report = as_report([play], {}, CARDS.data)
    assert json.loads(json.dumps(report)) == {
        "plays": [
            {
                "date": "2026-11-20",
                "players": ["Ann", "Bo", "Cy"],
                "winner": "Ann, Bo",
                "minutes": 42,
                "rounds": None,
                "data": CARDS.data,
                "turns": None,
                "turn_seconds": None,
                "note": "",
                "remarks": [{"card": "troll", "text": "weak"}],
            }
        ],
        "notes": [],
        "disagreements": [],
        "data": CARDS.data,
        "counted": 0,
        "cards": [],
    }
    assert as_report([play], {}, "0" * 16)["disagreements"]


def test_what_became_of_cards_is_added_up_beside_what_bots_do() -> None:
    played = replace(
        PLAY, cards=(CardCount("troll", 2, 2, 2, 1, 1, 1), CardCount("goat", 1, 1, 1, 1, 0, 0))
    )
    other = replace(PLAY, data="0" * 16, cards=(CardCount("goat", 1, 1, 1, 1, 0, 0),))
    simulated = {
        "cards": [
            {"card": "troll", "worth": 1.0, "seen": 40, "used": 10},
            {"card": "hydra", "seen": 0, "used": 0},
        ]
    }
    report = as_report([played, played, other, PLAY], simulated, CARDS.data, names=CARDS.names)
    goat, troll = report["cards"]
    assert report["counted"] == 2
    assert goat == {
        "card": "goat",
        "name": "Goat",
        "plays": 2,
        "copies": 2,
        "seen": 2,
        "drawn": 2,
        "played": 2,
        "won": 0,
        "held": 0,
        "bots": None,
    }
    assert troll == {
        "card": "troll",
        "name": "Bridge Troll",
        "plays": 2,
        "copies": 4,
        "seen": 4,
        "drawn": 4,
        "played": 2,
        "won": 2,
        "held": 2,
        "bots": 0.25,
    }
