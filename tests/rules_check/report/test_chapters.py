"""What the page says: findings by section, chapters by what was measured, and what is left out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules_check.report.chapters import headline, judged, remark_on
from rules_check.report.figures import with_unit
from rules_check.report.page import write_report
from tests.rules_check.report.reading import Page, squeeze
from tests.rules_check.report.samples import finding, make_examined


def test_the_score_is_told_in_the_unit_of_the_game() -> None:
    """Spent is only spoken of where something is; and the verb goes with the unit."""
    examined = make_examined((3,), 6, 20)
    assert "Where the gold comes from, and goes" in Page(write_report(examined)).text
    rows = [
        {"players": 3, "source": source, "unit": "pillars", "mean": mean, "winners": mean + 1.0}
        for source, mean in (("plain", 1.5), ("wild", 0.7))
    ]
    examined["measured"]["money"] = rows
    page = Page(write_report(examined)).text
    for said in (
        "Where the pillars come from",
        "Pillars for each player in a game. “All players” includes",
        "most pillars come from plain",
        "winners, pillars",
    ):
        assert said in page
    assert "gold comes" not in page
    assert "spent" not in page
    for row in rows:
        del row["unit"]
    assert "Where the points come from" in Page(write_report(examined)).text


def test_every_finding_and_its_replay_stand_in_the_page() -> None:
    examined = make_examined()
    page = Page(write_report(examined)).text
    for one in examined["findings"]:
        assert squeeze(one["claim"]).replace("`", "") in page
        assert (f"{one['finding']} ({one['about']})" if one["about"] else one["finding"]) in page
        for key in ("hint", "silenced", "place"):
            assert one.get(key, "").replace("`", "") in page
        if at := one.get("shown"):
            command = (
                f"emporium-pnp replay --players {at['players']} --line-up {at['line_up']} --seed "
                f"{at['seed']} --game {at['game']}"
            )
            assert command in page


def test_of_what_is_ok_nothing_is_said_to_do() -> None:
    for verdict, is_told in (("warning", True), ("unsure", True), ("ok", False)):
        told = finding(
            "action-best",
            "fight",
            "actions",
            verdict,
            "Who never fights wins 10.8 %.",
            hint="Do something about it.",
        )
        assert (
            "Do something about it." in Page(write_report({"findings": [told]})).text
        ) == is_told


def test_findings_stand_by_section_the_gravest_first() -> None:
    text = write_report(make_examined())
    heads = re.findall(r'<h3 id="s\d">(.*?)</h3>', text)
    assert heads == [
        "The file",
        "On paper",
        "The box",
        "Reach",
        "Whole games",
        "Length",
        "Balance",
        "Actions",
        "Rulings",
    ]
    length = re.search(r'<h3 id="s5">.*?</section>', text, re.S)[0]  # type: ignore[index]
    assert re.findall(r'class="finding (\w+)"', length) == ["unsure", "silenced"] + ["ok"] * 8
    unknown = write_report({"findings": [finding("new", "", "weather", "odd", "It rains.")]})
    assert "It rains." in unknown
    assert "weather" in unknown


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ("", "Nothing was checked"),
        ("f", "No faults, 1 ok"),
        ("ewwffuus", "1 fault, 2 warnings, 2 unsure, 1 silenced, 2 ok"),
        ("w", "1 warning"),
        ("u", "No faults, 1 unsure"),
        ("sF", "No faults, 1 silenced, 1 ok"),
    ],
)
def test_the_headline_counts(verdicts: str, said: str) -> None:
    words = {"e": "fault", "w": "warning", "u": "unsure", "f": "ok", "s": "warning", "F": "ok"}
    made = [
        finding("x", "", "data", words[key], "x", **({"silenced": "so"} if key in "sF" else {}))
        for key in verdicts
    ]
    assert headline(made) == said


@pytest.mark.parametrize("key", sorted(make_examined()["measured"]))
@pytest.mark.parametrize("empty", [None, [], "gone"])
def test_what_is_missing_is_left_out_and_named(key: str, empty: Any) -> None:
    examined = make_examined((2, 4), 9, 30)
    if empty == "gone":
        del examined["measured"][key]
    else:
        examined["measured"][key] = empty
    text = write_report(examined)
    assert len(re.findall(r"Not measured this time: [a-z ]+\.", text)) == 1
    Page(text)


@pytest.mark.parametrize(
    "key", ["lengths", "seats", "money", "cards", "ends", "ladder", "actions", "counts", "reach"]
)
def test_rows_with_less_than_all_keys_are_no_fault(key: str) -> None:
    """A row may lack what nobody measured: intervals, winners, worth, minutes, promise."""
    examined = make_examined((3,), 6, 20)
    for row in examined["measured"][key]:
        for more in (
            "low",
            "high",
            "winners",
            "worth",
            "minutes",
            "promise",
            "decisions",
            "limit",
            "games_with",
            "unit",
            "reading",
            "left",
            "line_up",
        ):
            row.pop(more, None)
    Page(write_report(examined))
    for row in examined["measured"][key]:
        row |= {name: float("nan") for name in ("low", "high", "mean", "winners") if name in row}
    assert "nan" not in write_report(examined)


def test_one_of_something_is_not_told_in_the_plural() -> None:
    assert [
        with_unit(text, unit)
        for text, unit in (("1", "cards"), ("2", "cards"), ("1", "s"), ("1", "%"))
    ] == [
        "1\N{NO-BREAK SPACE}card",
        "2\N{NO-BREAK SPACE}cards",
        "1\N{NO-BREAK SPACE}s",
        "1\N{NO-BREAK SPACE}%",
    ]


def test_only_what_is_left_unused_is_untested_among_players_who_were_faced() -> None:
    unused = {"finding": "action-unused", "verdict": "unsure", "untested": True}
    assert remark_on([unused]).startswith("What the judging players leave unused is untested")
    assert "no trained player" in remark_on([unused, {**unused, "finding": "ties"}])


@pytest.mark.parametrize(
    ("untested", "said"),
    [
        ([], ""),
        (
            [True],
            "Its balance is untested: no trained player was tried against the judging players.",
        ),
        ([True, False], "More games would settle this: a deeper check plays them."),
    ],
)
def test_more_games_are_proposed_only_if_they_would_tell(untested: list[bool], said: str) -> None:
    findings = [{"verdict": "unsure", "untested": one} for one in untested]
    assert remark_on([*findings, {"verdict": "ok"}]) == said
    assert "was not played" in remark_on(findings, is_played=False)


@pytest.mark.parametrize("bots", [None, 0.25])
def test_what_became_of_the_cards_is_a_table(bots: float | None) -> None:
    made = make_examined()
    counts = {"copies": 4, "seen": 3, "drawn": 3, "played": 2, "won": 1, "held": 1, "bots": bots}
    made["logged"] |= {
        "counted": 2,
        "cards": [{"card": "troll", "name": "Troll & Son", **counts}, {"card": "bare"}],
    }
    made["logged"]["plays"][0] |= {"turns": 9, "turn_seconds": 40, "note": "a quick one"}
    text = write_report(made)
    Page(text)
    assert "What became of the cards" in text
    row = re.search(r'<th scope="row">Troll &amp; Son</th>.*', text)
    assert row is not None
    assert re.findall(r">([^<]+)</td>", row[0]) == [
        "4",
        "3",
        "3",
        "2",
        "66.7\xa0%",
        "50.0\xa0%",
        "1",
        *(["25.0\xa0%"] if bots else []),
    ]
    assert ("used by bots" in text) == bool(bots)
    assert "seconds per turn" in text
    assert "a quick one" in text


def test_a_play_with_the_cards_as_they_are_says_so_whatever_hash_the_check_has() -> None:
    made = make_examined()
    made["logged"]["plays"] = [{"date": "2026-11-20", "players": ["Ann"], "data": "a" * 16}]
    assert "as now" not in write_report(made)
    made["logged"]["data"] = "a" * 16
    assert "as now" in write_report(made)


def test_what_an_adversary_learned_has_a_verdict_of_its_own() -> None:
    findings = [
        {"finding": "exploitable", "about": "2 players", "verdict": "ok"},
        {"finding": "exploitable", "about": "2 players, adversary", "verdict": "warning"},
    ]
    rows = [{"players": 2, "about": str(one["about"])} for one in findings]
    found = judged({"exploit": [*rows, {"players": 2}]}, findings)["exploit"]
    assert [row["verdict"] for row in found] == ["ok", "warning", "ok"]
