"""The page of `check`: what stands in it, that it stands alone, and how it comes out in a browser and on paper.

`python -m tests.rules_check.report.test_page FOLDER` writes the sample pages there, to look at.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import select
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from rules_check.report.page import headline, write_report
from rules_check.verdict.findings import SECTIONS

BROWSER = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)
VOID = {"meta", "link", "br", "img", "hr", "input", "rect", "circle", "path", "line"}
EVIL = "<script>alert('\"&')</script>"

# ---------------------------------------------------------------- samples


def finding(code: str, about: str, section: str, verdict: str, claim: str, **more: Any) -> dict[str, Any]:
    return {"finding": code, "about": about, "section": section, "verdict": verdict, "claim": claim, **more}


def shown(players: int, game: int, line_up: str = "expert") -> dict[str, Any]:
    return {"players": players, "line_up": line_up, "seed": 1, "game": game}


def make_findings() -> list[dict[str, Any]]:
    """Forty-odd findings, of every section and verdict."""
    made = [
        finding(
            "seat-advantage",
            "4 players, seat 1",
            "balance",
            "warning",
            "In a game of four, seat 1 wins 28.4 % of the games, 3.4 points more than its share.",
            number=3.4,
            interval=[2.7, 4.1],
            unit="points",
            hint="Let the last player start with 1 gold more, or auction the first seat.",
            shown=shown(4, 17),
        ),
        finding(
            "card-too-strong",
            "lighthouse-knight",
            "balance",
            "warning",
            "Who recruits The Lighthouse Knight wins 4.2 points more often.",
            number=4.2,
            interval=[3.3, 5.1],
            unit="points",
            place="cards.yaml:113:9",
            hint="Try strength 5, or level 2 slots.",
            shown=shown(4, 221),
        ),
        finding(
            "game-stalls",
            "2 players",
            "games",
            "error",
            "3 of 1,000 games of two never end: nobody can afford a hero.",
            number=0.3,
            interval=[0.1, 0.9],
            unit="%",
            shown=shown(2, 803, "expert,greedy"),
            hint="Give two players one more gold a round.",
        ),
        finding(
            "length",
            "6 players",
            "length",
            "unsure",
            "With six, a game takes 41 minutes; the box promises 30 to 40.",
            number=41.2,
            interval=[39.1, 43.3],
            unit="minutes",
        ),
        finding(
            "ruling-matters",
            "tie on a sale",
            "rulings",
            "unsure",
            "Whoever wins ties on a sale may change how seats fare.",
            hint="Run `emporium-pnp check --level deep`.",
        ),
        finding(
            "length",
            "2 players",
            "length",
            "warning",
            "With two, a game takes 26 minutes; the box promises 30 to 40.",
            number=26.0,
            interval=[25.5, 26.4],
            unit="minutes",
            silenced="A two-player game is meant to be a quick one, and the rulebook says so.",
            place="cards.yaml:13:12",
        ),
    ]
    for number, section in enumerate(SECTIONS):
        for part in range(3 + number):
            made.append(
                finding(
                    f"{section}-sound",
                    f"part {part + 1}",
                    section,
                    "fine",
                    f"The {section} holds in its part {part + 1}.",
                    number=0.0,
                )
            )
    return made


def make_cards(count: int, rng: random.Random) -> list[dict[str, Any]]:
    firsts = ["Bridge", "Cellar", "Bog", "Lighthouse", "Anvil", "Thistle", "Copper", "Grave", "Salt", "Midnight"]
    lasts = ["Troll", "Rat King", "Toad", "Knight", "Queen", "Witch", "Golem", "Candle of Borrowed Hours", "Imp"]
    cards = []
    for number in range(count):
        seen, worth, half = rng.randint(400, 4000), rng.gauss(0, 1.1), rng.uniform(0.5, 1.1)
        worth += 3.1 if number in (4, 31) else -2.8 if number == 17 else 0
        card = {
            "card": f"card-{number}",
            "kind": ("hero", "monster", "item")[number % 3],
            "seen": seen,
            "name": f"{firsts[number % 10]} {lasts[number % 9]}",
            "used": round(seen * min(0.98, max(0.02, rng.gauss(0.55, 0.18)))),
        }
        if number % 13 != 5:
            card |= {"worth": round(worth, 2), "low": round(worth - half, 2), "high": round(worth + half, 2)}
        cards.append(card)
    return cards


def make_examined(counts: tuple[int, ...] = (2, 3, 4, 5, 6), cards: int = 81, games: int = 1000) -> dict[str, Any]:
    """Make what a check of a game like Emporium may give."""
    rng = random.Random(5)

    def share(middle: float, half: float = 0.012) -> dict[str, float]:
        return {"share": middle, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}

    lengths, seats, money, ends, ladder, strategies, tallies = [], [], [], [], [], [], []
    for players in counts:
        rounds: dict[str, int] = {}
        for _ in range(games):
            key = str(max(4, round(rng.gauss(9 + players / 2, 1.8))))
            rounds[key] = rounds.get(key, 0) + 1
        if players == 2 and games > 10:
            rounds["60"] = 3
        mean = 20 + 3.4 * players
        lengths.append(
            {
                "players": players,
                "line_up": "expert",
                "games": games,
                "rounds": rounds,
                "decisions": 31.4 * players,
                "minutes": {"mean": mean, "low": mean * 0.8, "high": mean * 1.25},
                "promise": [30, 40],
            }
        )
        for seat in range(players):
            off = (
                (0.034 if seat == 0 else 0.018 if seat == 1 else -0.034 / max(1, players - 2))
                if players == 4
                else 0.004 * (seat % 3 - 1)
            )
            seats.append(
                {"players": players, "seat": seat + 1, "fair": 1 / players, "limit": 2.0, **share(1 / players + off, 0.007)}
            )
        for source, gold in (
            ("sales", 22.5),
            ("rewards", 14.0),
            ("patrons", 3.2),
            ("selling back", 0.4),
            ("recruiting", -17.5),
            ("upgrades", -6.1),
            ("bids", -9.8),
        ):
            money.append(
                {
                    "players": players,
                    "source": source,
                    "unit": "gold",
                    "mean": gold + 0.2 * players,
                    "winners": gold * 1.12 + 0.2 * players,
                }
            )
        for line_up, stalled in (("expert", 3 if players == 2 else 0), ("random", 140)):
            ends.append(
                {
                    "players": players,
                    "line_up": line_up,
                    "games": games,
                    "ends": {
                        "too few heroes to refill": games - stalled - games // 12,
                        "no monster left": games // 12,
                        "stalled": stalled,
                    },
                }
            )
        for who, among, won in (
            ("greedy", "random", 0.3),
            ("expert", "random", 0.42),
            ("expert", "greedy", 0.2),
            ("search:400", "expert", 0.06),
        ):
            ladder.append(
                {"player": who, "among": among, "players": players, "fair": 1 / players, **share(1 / players + won, 0.02)}
            )
        for word, won in (("never=sell", -0.12), ("never=upgrade", -0.03), ("only=bid+5", 0.005)):
            strategies.append({"word": word, "players": players, "fair": 1 / players, **share(1 / players + won, 0.015)})
        for name, number in (("heroes banished", 1.3), ("ties on a sale", 0.42), ("decks reshuffled", 0.06)):
            tallies.append({"players": players, "name": name, "mean": number * players / 4, "games_with": min(1.0, number * 0.5)})
    names = ["Bridge Troll", "Cellar Rat King", "The Accountant of the Ninth Circle"]
    reach = [
        {
            "title": "What beats each monster",
            "reading": "For each monster one hero.",
            "columns": ["Monster", "strength", "hero", "with"],
            "rows": [[name, str(9 + 4 * n), "tib", ", ".join(["fish-spear", "hand-axe"][:n])] for n, name in enumerate(names)],
            "left": 4,
        }
    ]
    plays = [
        {
            "date": "2026-11-01",
            "players": ["Ann", "Bo", "Cy"],
            "winner": "Ann",
            "minutes": 45,
            "rounds": 12,
            "data": "3f9a12c0de77",
            "remarks": [{"card": "troll", "text": "too weak"}],
        },
        {"date": "2026-11-08", "players": ["Ann", "Bo"], "winner": "Bo", "minutes": 31, "rounds": 10, "data": "0ld0ld0ld"},
    ]
    measured = {
        "lengths": lengths,
        "seats": seats,
        "money": money,
        "cards": make_cards(cards, rng),
        "ends": ends,
        "ladder": ladder,
        "strategies": strategies,
        "counts": tallies,
        "reach": reach,
    }
    return {
        "game": {"title": "Emporium", "version": "0.1.0", "data": "3f9a12c0de77"},
        "seed": 1,
        "level": "usual",
        "findings": make_findings(),
        "measured": measured,
        "logged": {"plays": plays, "disagreements": ["People took 45 minutes with 3; the simulation reckons 30."]},
    }


def make_extreme() -> dict[str, Any]:
    """Make the worst that may come: one game, names without end, markup in every text, intervals from nothing to all."""
    made = make_examined((2, 3, 4, 5, 6, 7), 60, 1)
    long = "Thaumaturgicallyoverextendedmagnificent " * 3
    made["game"] |= {"title": f"{long}{EVIL}", "version": "0.1.0-beta.12345678"}
    made["findings"] = [
        finding(
            "x" * 70,
            long,
            "balance",
            "warning",
            f"{EVIL} {long}",
            hint="w" * 90,
            place=f"cards.yaml:{'9' * 40}",
            shown=shown(6, 10**12, ",".join(["search:400000:never=sell"] * 6)),
            number=1e9,
            interval=[-1e9, 1e12],
        )
    ]
    for row in made["measured"]["seats"] + made["measured"]["ladder"]:
        row |= {"share": 1.0 if row.get("seat") == 1 else 0.0, "low": 0.0, "high": 1.0}
    for row in made["measured"]["lengths"]:
        row |= {"rounds": {"7": 1, "412": 1}, "line_up": "search:400,expert,expert,random", "promise": [3, 500]}
    for card in made["measured"]["cards"]:
        card |= {"name": f"{card['name']} {long}", "seen": 1, "used": 1, "worth": 50.0, "low": -100.0, "high": 100.0}
    for row in made["measured"]["ends"]:
        row["ends"] = {f"{EVIL} {long} {n}": 1 for n in range(9)}
    for row in made["measured"]["money"]:
        row |= {"source": f"{row['source']} {long}", "mean": row["mean"] * 12345.6}
    made["measured"]["reach"][0]["rows"][0][2:] = [None, f"{EVIL}, {long}"]
    made["logged"]["plays"][0] |= {"players": [EVIL, long], "remarks": [{"card": EVIL, "text": long}]}
    return made


EMPTY: dict[str, Any] = {
    "game": {"title": "Bare", "version": "", "data": ""},
    "seed": 1,
    "level": "quick",
    "findings": [],
    "measured": {},
}
SAMPLES = {"usual": make_examined(), "extreme": make_extreme(), "empty": EMPTY, "small": make_examined((4,), 5, 40)}


# ---------------------------------------------------------------- a browser over a pipe


class Browser:
    """Chromium, driven by the DevTools protocol over two pipes: no port, no network."""

    def __init__(self, path: str, home: Path) -> None:
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-extensions",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--remote-debugging-pipe",
            f"--user-data-dir={home}",
        ]
        # the browser reads from its file 3 and writes to its file 4
        start = "import fcntl, os, sys; a, b = (fcntl.fcntl(int(x), fcntl.F_DUPFD_CLOEXEC, 10) for x in sys.argv[1:3]); os.dup2(a, 3); os.dup2(b, 4); os.execv(sys.argv[3], sys.argv[3:])"
        command = [sys.executable, "-c", start, str(theirs_in), str(theirs_out), path, *flags, "about:blank"]
        self._process = subprocess.Popen(
            command, pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        for end in (theirs_in, theirs_out):
            os.close(end)
        self._number, self._rest, self._session = 0, b"", ""
        self.events: list[dict[str, Any]] = []
        try:
            page = next(one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page")
            self._session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
            for domain in ("Page", "Network", "Log"):
                self.ask(f"{domain}.enable")
        except (OSError, StopIteration):
            self.close()
            raise OSError("the browser does not start") from None

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        message = {
            "id": self._number,
            "method": method,
            "params": params,
            **({"sessionId": self._session} if self._session else {}),
        }
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], 30)
            more = os.read(self._in, 1 << 20) if ready else b""
            if not more:
                raise OSError("the browser does not answer")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        return json.loads(line)

    def open(self, path: Path, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri())
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self._next())

    def run(self, script: str) -> Any:
        return self.ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def picture(self, path: Path, whole: bool = True) -> None:
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"]))

    def pdf(self) -> bytes:
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=False, paperWidth=8.27, paperHeight=11.69)["data"])

    def close(self) -> None:
        os.close(self._out)
        os.close(self._in)
        self._process.terminate()
        self._process.wait(20)


# ---------------------------------------------------------------- reading a page


class Page(HTMLParser):
    """Read a page: its elements with their attributes, its text; raises where tags do not pair."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.pieces: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.pieces.append(data)

    @property
    def text(self) -> str:
        return squeeze("".join(self.pieces))


def squeeze(text: str) -> str:
    return " ".join(text.split())


def charts(page: str) -> list[ET.Element]:
    return [ET.fromstring(one) for one in re.findall(r'<svg class="chart".*?</svg>', page, re.S)]


def chapters(page: str) -> list[tuple[list[ET.Element], str]]:
    """Give each part of the measurements: its charts, and its table's text."""
    parts = re.findall(r"<section .*?</section>", page, re.S)
    return [
        (charts(one), Page(re.search(r"<table>.*</table>", one, re.S)[0].replace("</t", " </t")).text)
        for one in parts
        if charts(one)
    ]  # type: ignore[index]


def variables(page: str) -> dict[str, dict[str, str]]:
    """Read the colours of both themes from the style sheet."""
    light, dark = (dict(re.findall(r"(--\w+): (#\w{6});", block)) for block in re.findall(r":root \{(.*?)\n\s*\}", page, re.S)[:2])
    return {"light": light, "dark": light | dark}


def contrast(one: str, other: str) -> float:
    """Compute the contrast of two colours. Source: WCAG 2.2, relative luminance."""

    def luminance(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# ---------------------------------------------------------------- what stands in it


@pytest.mark.parametrize("name", SAMPLES)
def test_the_page_is_well_formed_and_stands_alone(name: str) -> None:
    text = write_report(SAMPLES[name])
    page = Page(text)
    ids = [attrs["id"] for _, attrs in page.elements if attrs.get("id")]
    assert len(ids) == len(set(ids))
    for tag, attrs in page.elements:
        assert tag not in ("script", "link", "img", "iframe", "object", "embed", "base", "form")
        assert not attrs.keys() & {"src", "srcset", "action", "background", "poster", "xlink:href"}
        assert not [key for key in attrs if key.startswith("on")]
        if "href" in attrs:
            assert (attrs["href"] or "").removeprefix("#") in ids
        for key in ("aria-labelledby", "aria-describedby"):
            assert set((attrs.get(key) or "").split()) <= set(ids)
    style = text[text.index("<style>") : text.index("</style>")]
    assert not re.search(r"https?:|//|@import|@font-face|url\(", style)
    assert [tag for tag, _ in page.elements].count("h1") == 1


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
        "Pillars for each player in a game. Winners are part",
        "most pillars come from plain",
        "winners, pillars",
    ):
        assert said in page
    assert "gold comes" not in page
    assert "spent" not in page
    for row in rows:
        del row["unit"]
    assert "Where the points come from" in Page(write_report(examined)).text


def test_markup_in_the_data_stays_text() -> None:
    text = write_report(make_extreme())
    assert "<script" not in text
    assert EVIL in Page(text).text
    hostile = make_examined((4,), 3)

    def spoil(value: Any) -> Any:
        if isinstance(value, str):
            return (
                value
                if value in ("error", "warning", "unsure", "fine") or value.isdigit()
                else f'{value}"><b onclick=x>&amp;\x00\ud800'
            )
        if isinstance(value, dict):
            return {key: one if key == "rounds" else spoil(one) for key, one in value.items()}
        return [spoil(one) for one in value] if isinstance(value, list) else value

    spoiled = write_report(spoil(hostile))
    assert not re.search("<b onclick|\x00", spoiled)
    spoiled.encode("utf-8")
    Page(spoiled)
    assert charts(spoiled)


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
                f"emporium-pnp replay --players {at['players']} --line-up {at['line_up']} --seed {at['seed']} --game {at['game']}"
            )
            assert command in page


def test_findings_stand_by_section_the_gravest_first() -> None:
    text = write_report(make_examined())
    heads = re.findall(r'<h3 id="s\d">(.*?)</h3>', text)
    assert heads == ["The file", "On paper", "The box", "Reach", "Whole games", "Length", "Balance", "Rulings"]
    length = re.search(r'<h3 id="s5">.*?</section>', text, re.S)[0]  # type: ignore[index]
    assert re.findall(r'class="finding (\w+)"', length) == ["unsure", "silenced"] + ["fine"] * 8
    unknown = write_report({"findings": [finding("new", "", "weather", "odd", "It rains.")]})
    assert "It rains." in unknown
    assert "weather" in unknown


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ("", "Nothing was looked at"),
        ("f", "Nothing to look at, 1 fine"),
        ("ewwffuus", "3 things to look at, 2 fine, 2 not sure yet, 1 silenced"),
        ("w", "1 thing to look at"),
        ("u", "Nothing to look at, 1 not sure yet"),
        ("sF", "Nothing to look at, 1 fine, 1 silenced"),
    ],
)
def test_the_headline_counts(verdicts: str, said: str) -> None:
    words = {"e": "error", "w": "warning", "u": "unsure", "f": "fine", "s": "warning", "F": "fine"}
    made = [finding("x", "", "data", words[key], "x", **({"silenced": "so"} if key in "sF" else {})) for key in verdicts]
    assert headline(made) == said


def test_the_same_input_gives_the_same_bytes() -> None:
    once = write_report(make_examined())
    assert once == write_report(json.loads(json.dumps(make_examined())))
    assert once != write_report({**make_examined(), "seed": 2})
    assert not re.search(r"\b20(2[5-9]|3\d)-\d\d-\d\d", write_report({**make_examined(), "logged": None}))


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


def test_the_least_data_still_gives_a_page() -> None:
    for examined in ({}, EMPTY, {"game": {}, "findings": None, "measured": None, "logged": {}}):
        page = Page(write_report(examined)).text
        for said in ("Nothing was looked at", "No findings", "Not measured this time: length, seats"):
            assert said in page


@pytest.mark.parametrize("key", ["lengths", "seats", "money", "cards", "ends", "ladder", "strategies", "counts", "reach"])
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


def test_both_themes_have_enough_contrast() -> None:
    for theme, colour in variables(write_report(EMPTY)).items():
        for text in ("--ink", "--muted", "--blue", "--vermilion", "--green", "--amber", "--purple"):
            assert contrast(colour[text], colour["--paper"]) >= 4.5, (theme, text)
        for text in ("--ink", "--muted", "--blue"):
            assert contrast(colour[text], colour["--band"]) >= 4.5, (theme, text, "on the band")
        assert contrast(colour["--ink"], colour["--code"]) >= 4.5
        assert contrast(colour["--paper"], colour["--vermilion"]) >= 4.5


def test_contrast_is_reckoned_as_the_standard_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# ---------------------------------------------------------------- in a browser


def open_browser(folder: Path) -> Iterator[Browser]:
    """Open a browser for the tests of a module, and close it; they are skipped where there is none."""
    if not BROWSER or os.name != "posix":
        pytest.skip("no chromium here")
    try:
        opened = Browser(BROWSER, folder)
    except OSError:
        pytest.skip("chromium does not start here")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    yield from open_browser(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {name: folder / f"{name}.html" for name in SAMPLES}
    for name, path in made.items():
        path.write_text(write_report(SAMPLES[name]), encoding="utf-8")
    return made


WIDEST = "document.documentElement.scrollWidth"
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true; document.querySelectorAll('details').length"
SMALLEST = """Math.min(...[...document.querySelectorAll('body *')].filter(e => e.offsetParent !== null || e.ownerSVGElement)
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && !['title', 'desc'].includes(e.tagName))
  .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.getScreenCTM().a : 1)))"""
ASTRAY = """[...document.querySelectorAll('svg.chart text')].filter(t => { const b = t.getBBox(), v = t.ownerSVGElement.viewBox.baseVal;
  return b.x < -1 || b.y < -1 || b.x + b.width > v.width + 1 || b.y + b.height > v.height + 1 }).map(t => t.textContent)"""
COVERED = """[...document.querySelectorAll('svg.chart')].flatMap(s => { const all = [...s.querySelectorAll('text')].map(t => [t.textContent, t.getBBox()]);
  return all.flatMap(([a, p], i) => all.slice(i + 1).filter(([b, q]) => p.x + 1 < q.x + q.width && q.x + 1 < p.x + p.width
    && p.y + 3 < q.y + q.height && q.y + 3 < p.y + p.height).map(([b]) => a + ' / ' + b)) })"""


@pytest.mark.parametrize("name", SAMPLES)
def test_a_phone_shows_it_without_scrolling_sideways(browser: Browser, pages: dict[str, Path], name: str) -> None:
    browser.open(pages[name], 360, 740)
    browser.run(OPEN_ALL)
    assert browser.run(WIDEST) == 360
    assert browser.run(SMALLEST) >= 12
    assert browser.run(ASTRAY) == []
    assert browser.run(COVERED) == []
    asked = [one["params"]["request"]["url"] for one in browser.events if one.get("method") == "Network.requestWillBeSent"]
    assert asked == [pages[name].as_uri()]
    assert [one for one in browser.events if one.get("method") == "Log.entryAdded"] == []


def test_a_page_that_is_too_wide_would_be_noticed(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "wide.html"
    path.write_text(write_report(EMPTY).replace("<main>", '<main><div style="width: 500px">x</div>'), encoding="utf-8")
    browser.open(path, 360, 740)
    assert browser.run(WIDEST) > 360


def test_light_and_dark_follow_the_reader(browser: Browser, pages: dict[str, Path]) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    browser.open(pages["small"], dark=False)
    light = browser.run(ground)
    browser.open(pages["small"], dark=True)
    assert [light, browser.run(ground)] == ["rgb(253, 252, 249)", "rgb(25, 24, 22)"]


@pytest.mark.parametrize("name", ["usual", "empty"])
def test_paper_shows_all_of_it_light_and_open(browser: Browser, pages: dict[str, Path], name: str) -> None:
    browser.open(pages[name], dark=True)
    with pypdfium2.PdfDocument(browser.pdf()) as document:
        texts = []
        for page in document:
            words = page.get_textpage()
            texts.append(words.get_text_range())
            for number in range(words.count_rects()):
                left, bottom, right, top = words.get_rect(number)
                assert min(left, page.get_width() - right) >= 30
                assert min(bottom, page.get_height() - top) >= 20
        corner = document[0].render(scale=0.2).to_pil().convert("RGB").getpixel((3, 3))
    assert corner == (255, 255, 255)
    whole = squeeze(" ".join(texts)).replace("\u00a0", " ")
    assert all(len(text.strip()) > 20 for text in texts)
    if name == "usual":
        for said in (
            "Let the last player start",
            "The census holds in its part 3",
            "minutes promised",
            make_cards(81, random.Random(5))[80]["name"],
            "of those",
            "mean 33.6 min",
        ):
            assert said in whole, said


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, sample in SAMPLES.items():
        (folder / f"{name}.html").write_text(write_report(sample), encoding="utf-8")
    if BROWSER:
        with tempfile.TemporaryDirectory() as home:
            browser = Browser(BROWSER, Path(home))
            for name in SAMPLES:
                for width, dark in ((1200, False), (390, True), (390, False), (1200, True)):
                    browser.open(folder / f"{name}.html", width, 900, dark)
                    browser.picture(folder / f"{name}-{width}-{'dark' if dark else 'light'}.png")
                (folder / f"{name}.pdf").write_bytes(browser.pdf())
            browser.close()
