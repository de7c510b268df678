"""The charts of the page: each has a title, a description and its numbers in a table, and shows what was measured."""

from __future__ import annotations

import re

from rules_check.report.page import write_report
from tests.rules_check.report.reading import Page, chapters, charts
from tests.rules_check.report.samples import SAMPLES, make_examined


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
                assert (chart.get("role"), chart.get("aria-labelledby")) == ("img", f"{title.get('id')} {desc.get('id')}")
                for mark in chart.iter("text"):
                    label = (mark.text or "").replace("\u2212", "-").replace(",", "")
                    if "strong" in (mark.get("class") or "") and re.match(r"(mean )?-?\d", label):
                        assert round(float(re.search(r"-?[\d.]+", label)[0]), 1) in told, (label, table)  # type: ignore[index]


def test_usual_charts_show_what_was_measured() -> None:
    text = write_report(make_examined())
    assert len(charts(text)) == 5 + 5 + 5 + 5 + 5 + 3 + 5  # lengths, seats, skill, habits, money, cards by kind, ends
    page = Page(text).text
    for said in (
        "2 players, expert: 26.8 minutes, shorter than the promised 30 to 40",
        "4 players: seat 1 wins 3.4 points too often",
        "3 players: no habit wins more than the fair share",
        "2 players, expert: 91.4 % end with “too few heroes to refill”",
        "most gold comes from sales",
        "as now",
        "0ld0ld0ld",
        "too weak",
        "6 cards without a worth or never seen",
    ):
        assert said in page, said
