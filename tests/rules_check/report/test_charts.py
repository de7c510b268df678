"""The charts of the page: each has a title, a description and its numbers in a table, and shows
what was measured.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from rules_check.report.page import write_report
from tests.rules_check.report.reading import Page, chapters, charts
from tests.rules_check.report.samples import SAMPLES, finding, make_examined


def test_every_chart_has_a_title_a_description_and_a_table_with_its_numbers() -> None:
    for name in SAMPLES:
        text = write_report(SAMPLES[name])
        parts = chapters(text)
        assert sum(len(drawn) for drawn, _ in parts) == len(charts(text))
        for drawn, table in parts:
            told = {
                round(float(one.replace(",", "").replace("\u2212", "-")), 1)
                for one in re.findall(r"[\u2212]?\d[\d,]*(?:\.\d+)?", table)
            }
            for chart in drawn:
                title, desc = chart[0], chart[1]
                assert [title.tag, desc.tag] == ["title", "desc"]
                assert min(len(title.text or ""), len(desc.text or "") - 12) > 8
                assert (chart.get("role"), chart.get("aria-labelledby")) == (
                    "img",
                    f"{title.get('id')} {desc.get('id')}",
                )
                for mark in chart.iter("text"):
                    label = (mark.text or "").replace("\u2212", "-").replace(",", "")
                    if "strong" in (mark.get("class") or "") and re.match(r"(mean )?-?\d", label):
                        assert round(float(re.search(r"-?[\d.]+", label)[0]), 1) in told, (
                            label,
                            table,
                        )  # type: ignore[index]


@pytest.mark.parametrize("seed", range(20))
def test_every_heading_says_what_the_findings_say(seed: int) -> None:
    """Whatever was measured, a heading praises where all is ok, doubts where something is unsure,
    and names what is warned of.
    """
    examined, luck = make_examined((2, 4), 5, 60), random.Random(seed)
    verdicts = ["ok", "unsure", "warning"] if seed % 4 else ["ok"]
    abouts: dict[str, tuple[str, str, str, Callable[[Any], str]]] = {
        "seats": (
            "seat",
            "seat-advantage",
            "every seat wins its share",
            lambda row: f"{row['players']} players, seat {row['seat']}",
        ),
        "ladder": (
            "skill",
            "skill",
            "the better player wins",
            lambda row: f"{row['player']} among {row['among']}, {row['players']} players",
        ),
        "exploit": (
            "exploit",
            "exploitable",
            "no simple habit wins more than its share",
            lambda row: f"{row['players']} players",
        ),
    }
    said: dict[tuple[str, int], set[str]] = {}
    examined["findings"] = []
    for table, (_, code, _, about) in abouts.items():
        for row in examined["measured"][table]:
            verdict = luck.choice(verdicts)
            said.setdefault((table, row["players"]), set()).add(verdict)
            examined["findings"].append(finding(code, about(row), "balance", verdict, "It is so."))
    titles = {
        str(chart[0].get("id")): str(chart[0].text) for chart in charts(write_report(examined))
    }
    for (table, players), found in said.items():
        key, _, praise, _ = abouts[table]
        (title,) = [
            text
            for name, text in titles.items()
            if name.startswith(key) and text.startswith(f"{players} players")
        ]
        assert (praise in title) == (found == {"ok"}), title
        assert ("unsure about" in title) == ("unsure" in found and "warning" not in found), title
        assert (" too " in title) == ("warning" in found), title


def test_usual_charts_show_what_was_measured() -> None:
    text = write_report(make_examined())
    assert (
        len(charts(text)) == 6 * 5 + 3 + 5
    )  # lengths, seats, skill, habits, what is left out, money, cards by kind, ends
    page = Page(text).text
    for said in (
        "2 players, expert: 26.8 minutes, shorter than the promised 30 to 40",
        "4 players: seat 1 wins 3.4 points too often",
        "3 players: never=sell wins 35.3 %",
        "2 players, expert: 91.4 % end with “too few heroes to refill”",
        "most gold comes from sales",
        "as now",
        "0ld0ld0ld",
        "too weak",
        "6 cards without a measured worth or use",
    ):
        assert said in page, said
