"""The content of the page: findings by section, measurements by chapter, and the games that people
played.

In: what `check` found and measured, as plain data. Out: `Section`, `Chapter` and plain values for
the template. Neither plays nor judges: the verdicts are already given.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from generator.data.findings import Shown
from rules_check.report.charts import (
    WIDTH,
    Chart,
    Scale,
    amount,
    axis_through_zero,
    bar_shares,
    bins_of,
    card_chart,
    come,
    dot_chart,
    end_chart,
    interval_of,
    length_chart,
    limit_of,
    mean_rounds_of,
    money_chart,
    more_for_winners,
    name_of,
    promise_of,
    rounds_of,
    said_of,
    seat_dot,
    share_charts,
    unit_of,
    use_of,
    values_of,
)
from rules_check.report.figures import (
    NO_BREAK,
    Row,
    among,
    by_players,
    figure,
    maybe,
    percent,
    percent_of,
    plural,
    signed,
    span,
    width_of,
    with_unit,
    word_of,
)
from rules_check.toolkit.prose import joined
from rules_check.verdict.ranking import OF_USE, SECTIONS, weight

_HEADS: dict[str, tuple[str, str]] = {
    "data": ("The file", "Is cards.yaml complete and consistent?"),
    "paper": ("On paper", "Can the cards be read, told apart and trusted?"),
    "census": ("The box", "Does the box hold enough of everything?"),
    "reach": ("Reach", "Can players do everything that the cards ask for?"),
    "games": ("Whole games", "Does every game come to a proper end?"),
    "length": ("Length", "Does a game last as long as the box says?"),
    "balance": ("Balance", "Does skill win, and not a seat, a card or a habit?"),
    "actions": ("Actions", "Is every action worth taking?"),
    "rulings": ("Rulings", "Does it matter how the rulebook's open questions are answered?"),
}
FOREMOST = 3
"""The number of findings at the top."""
FEW_UNSURE = 5
"""The most unsure findings that are shown with the faults; beyond that they are collapsed."""
STANDINGS = ("fault", "warning", "unsure", "untested", "silenced", "ok")
"""The status of a finding, most serious first: its verdict, untested, or silenced."""


def headline(findings: Iterable[Row]) -> str:
    """Count the findings of each type in one line; they are plain data."""
    count = Counter(map(_verdict, findings))
    if not count:
        return "Nothing was checked"
    rest = [plural(count[key], key) for key in ("fault", "warning") if count[key]] or ["no faults"]
    rest += [f"{count[key]:,} {key}" for key in STANDINGS[2:] if count[key]]
    sentence = ", ".join(rest)
    return sentence[0].upper() + sentence[1:]


_REMARKS = {
    "fault": "The game cannot be played as it is.",
    "warning": "The game can be played, but has problems.",
    "unsure": "More games would settle this: a deeper check plays them.",
}
"""The remark about the most serious findings."""
UNPLAYED = (
    "The game has no rules, so it was not played: its length, its endings and its balance are "
    "unknown. Write rules to measure them."
)


def remark_on(findings: Sequence[Row], is_played: bool = True) -> str:
    """Summarize the findings; for a game that was not played, say what is unknown."""
    if not is_played:
        return UNPLAYED
    by_verdict = defaultdict[str, list[object]](list)
    for finding in findings:
        by_verdict[_verdict(finding)].append(finding.get("finding"))
    for verdict, remark in _REMARKS.items():
        if by_verdict[verdict]:
            return remark
    untested = set(by_verdict["untested"])
    if untested - set(OF_USE):
        return "Its balance is untested: no trained player was tried against the judging players."
    if untested:
        return "What the judging players leave unused is untested: trained players may use it."
    return ""


def _verdict(finding: Row) -> str:
    """Return the status of a finding: its verdict, untested if the deciding test was not made, or
    silenced, unless it is fine anyway.
    """
    verdict = finding.get("verdict")
    if verdict == "ok":
        return "ok"
    if finding.get("silenced"):
        return "silenced"
    if verdict in STANDINGS and verdict != "unsure":
        return str(verdict)
    return "untested" if finding.get("untested") else "unsure"


@dataclass(frozen=True)
class _Told:
    """A finding as the page shows it."""

    verdict: str
    claim: list[str]
    """Sentences are split into pieces: every second one was between backticks, and is code."""
    name: str
    place: str
    measured: str
    hint: list[str]
    silenced: list[str]
    command: list[str]
    """The command to type, in pieces that should not be broken at the end of a line."""


@dataclass(frozen=True)
class _Section:
    key: str
    head: str
    question: str
    open: list[_Told]
    """Findings that are not fine, most serious first."""
    folded: list[tuple[str, list[_Told]]]
    """The findings to be expanded on request, under a heading: many unsure ones, the silenced, and
    the ok ones.
    """
    wrong: int
    """The number of faults and warnings."""


def _told(finding: Row) -> _Told:
    code, about, shown = str(finding.get("finding", "")), finding.get("about"), finding.get("shown")
    command = f"emporium-pnp replay {Shown(**shown).words}" if shown else ""
    sentences = (word_of(finding, key) for key in ("claim", "hint", "silenced"))
    claim, hint, silenced = (pieces_of(text[:1].upper() + text[1:]) for text in sentences)
    return _Told(
        _verdict(finding),
        claim,
        f"{code} ({about})" if about else code,
        word_of(finding, "place"),
        _measured(finding),
        hint,
        silenced,
        re.split(" (?=--)", command) if command else [],
    )


def _measured(finding: Row) -> str:
    """Write the number of a finding, with its interval."""
    unit = word_of(finding, "unit")
    match finding:
        case {"number": number, "interval": [int() | float() as low, int() | float() as high]}:
            interval = f"{figure(low)} to {with_unit(figure(high), unit)}"
            measured = f"{with_unit(figure(number), unit)} (95{NO_BREAK}%: {interval})"
        case {"number": number}:
            measured = with_unit(figure(number), unit)
        case _:
            return ""
    return measured if unit else ""


def pieces_of(sentence: str) -> list[str]:
    """Split a sentence at its backticks; an unmatched one is kept."""
    if not sentence:
        return []
    pieces = sentence.split("`")
    return pieces if len(pieces) % 2 else [sentence]


def foremost_of(findings: Sequence[Row]) -> list[_Told]:
    """Choose the most important findings: one of each type, in the order of `weight`."""
    chosen: dict[str, Row] = {}
    for finding in sorted(findings, key=_weight):
        if _verdict(finding) in STANDINGS[:4] and not finding.get("follows"):
            chosen.setdefault(str(finding.get("finding")), finding)
    return list(map(_told, list(chosen.values())[:FOREMOST]))


def _weight(finding: Row) -> Any:
    return weight(
        str(finding.get("verdict")), str(finding.get("section")), float(finding.get("excess", 0))
    )


_JUDGED: dict[str, tuple[str, Callable[[Row], str]]] = {
    "lengths": ("length", lambda row: among({"players": row.get("players")})),
    "seats": (
        "seat-advantage",
        lambda row: f"{row.get('players')} players, seat {row.get('seat')}",
    ),
    "ladder": (
        "skill",
        lambda row: f"{row.get('player')} among {row.get('among')}, {row.get('players')} players",
    ),
    "exploit": (
        "exploitable",
        lambda row: word_of(row, "about") or f"{row.get('players')} players",
    ),
    "actions": ("strategy", lambda row: f"never={row.get('action')}"),
    "cards": ("card-worth", lambda row: str(row.get("card"))),
}
"""The finding that a row of measurements belongs to: its type, and its subject."""


def judged(measured: Mapping[str, Any], findings: Sequence[Row]) -> dict[str, list[Row]]:
    """Give each row the verdict of its finding, so that the charts agree with the findings."""
    verdicts = dict[tuple[str, str], object]()
    for finding in findings:
        is_untested = _verdict(finding) == "untested"
        verdict = "untested" if is_untested else finding.get("verdict")
        verdicts[str(finding.get("finding")), word_of(finding, "about")] = verdict
    rows = {key: list(filter(None, table)) for key, table in measured.items()}
    for key, (code, about) in _JUDGED.items():
        rows[key] = [
            {**row, "verdict": verdicts.get((code, about(row)))} for row in rows.get(key, [])
        ]
    return rows


def sections_of(findings: Sequence[Row]) -> list[_Section]:
    """Group the findings, in the order of `check`; a section without findings is left out."""
    by_section = dict[str, dict[str, list[_Told]]]((key, {}) for key in SECTIONS)
    for finding in findings:
        section = by_section.setdefault(str(finding.get("section", "")), {})
        section.setdefault(_verdict(finding), []).append(_told(finding))
    made = []
    for number, (key, by_verdict) in enumerate(by_section.items()):
        if not by_verdict:
            continue
        head, question = _HEADS.get(key, (key or "Further", ""))
        loud = [*by_verdict.pop("fault", []), *by_verdict.pop("warning", [])]
        wrong = len(loud)
        if len(by_verdict.get("unsure", [])) <= FEW_UNSURE:
            loud += by_verdict.pop("unsure", [])
        folded = sorted(by_verdict.items(), key=lambda item: STANDINGS.index(item[0]))
        made.append(_Section(f"s{number}", head, question, loud, folded, wrong))
    return made


@dataclass(frozen=True)
class _NumberTable:
    """The numbers behind the charts. `left` is the number of text columns; `sorted_by` is the
    column that orders the rows.
    """

    columns: list[str]
    rows: list[list[str]]
    left: int = 1
    sorted_by: int | None = None


@dataclass(frozen=True)
class _Chapter:
    """One part of the measurements: charts, how to read them, and their numbers. Without charts the
    table is not collapsed.
    """

    key: str
    head: str
    reading: str
    charts: list[Chart]
    table: _NumberTable
    legend: list[tuple[str, str]] = field(default_factory=list)
    """The meaning of the marks: a mark's look, and its word."""
    remark: str = ""


_MARKED = [("dot in", "ok"), ("dot unsure", "unsure"), ("dot out", "warning")]


def _lengths(rows: Sequence[Row]) -> _Chapter:
    pooled: Counter[int] = Counter()
    for row in rows:
        pooled.update(rounds_of(row))
    bins = bins_of(pooled)
    shares = [bar_shares(row, bins) for row in rows]
    tallest = max([0.01, *chain.from_iterable(shares)])
    time = _minutes_scale(rows)
    charts = [
        length_chart(f"length{number}", row, share, bins, tallest, time)
        for number, (row, share) in enumerate(zip(rows, shares, strict=True))
    ]
    facts: list[tuple[str, Callable[[Row], str]]] = [
        ("games played", lambda row: figure(row.get("games", 0))),
        ("decisions in a game", lambda row: maybe(row.get("decisions"))),
        ("minutes, mean", lambda row: maybe(row.get("minutes", {}).get("mean"))),
        ("minutes, from … to", _minutes_span),
        ("minutes promised", lambda row: " to ".join(map(figure, promise_of(row) or ()))),
        ("rounds, mean", lambda row: maybe(mean_rounds_of(row))),
    ]
    table = [[name, *map(say, rows)] for name, say in facts]
    for bar in range(bins.bars):
        cells = (percent(share[bar]) if share else "" for share in shares)
        table.append([f"{bins.name(bar)} rounds", *cells])
    return _Chapter(
        "length",
        "How long a game lasts",
        (
            "Above: how many rounds the games took. Below: how many minutes people would need, "
            "compared with the promise on the box."
        ),
        charts,
        _NumberTable(["", *map(among, rows)], table),
        [("swatch bar", "share of the games"), ("swatch band", "minutes promised"), *_MARKED],
    )


def _minutes_scale(rows: Sequence[Row]) -> Scale:
    """Return the scale on which the minutes of all rows fit, both measured and promised."""
    longest = 0.0
    for row in rows:
        minutes = row.get("minutes", {})
        ends = (minutes.get(end, 0) for end in ("low", "mean", "high"))
        longest = max(longest, *ends, *(promise_of(row) or ()))
    return Scale(0, 1.04 * longest, 12, WIDTH - 12)


def _minutes_span(row: Row) -> str:
    minutes = row.get("minutes", {})
    return span(minutes.get("low"), minutes.get("high"), figure)


def _seats(rows: Sequence[Row]) -> _Chapter:
    made = [(row, seat_dot(row)) for row in rows]
    reach = max(max(-dot.low, dot.high, 1.25 * limit_of(row)) for row, dot in made)
    charts = []
    for number, (players, group) in enumerate(by_players(rows)):
        dots, limit, fair = list(map(seat_dot, group)), limit_of(group[0]), group[0]["fair"]
        sentence = said_of(
            group,
            lambda row: f"seat {row['seat']}",
            lambda row: (
                f"wins {figure(abs(seat_dot(row).value), 1)} points too "
                f"{'often' if seat_dot(row).value > 0 else 'seldom'}"
            ),
            f"every seat wins its share, give or take {plural(limit, 'point')}",
        )
        names = (f"fair: {percent(fair)}", "points above or below the fair share")
        charts.append(
            dot_chart(
                f"seat{number}",
                f"{players}: {sentence}",
                dots,
                Scale(-reach, reach, 0, 1),
                0,
                names,
                limit,
            )
        )
    table = [
        [
            among(row),
            str(row["seat"]),
            percent(row["share"]),
            span(*interval_of(row), percent),
            percent(row["fair"]),
            signed(one.value),
            f"± {figure(limit_of(row))}",
        ]
        for row, one in made
    ]
    return _Chapter(
        "seats",
        "Does the seat matter?",
        "How often each seat wins among equally good players, with its 95 % interval.",
        charts,
        _NumberTable(
            ["Players", "seat", "games won", "95 % interval", "fair", "points off", "limit"], table
        ),
        [*_MARKED, ("swatch band", "limit")],
    )


def _share_table(
    rows: Sequence[Row], head: list[str], words: Callable[[Row], list[str]]
) -> _NumberTable:
    table = [
        [
            *words(row),
            among({"players": row.get("players")}),
            percent(row["share"]),
            span(*interval_of(row), percent),
            percent(row.get("fair")),
        ]
        for row in rows
    ]
    return _NumberTable(
        [*head, "players", "games won", "95 % interval", "fair"], table, left=len(head) + 1
    )


def _ladder_name(row: Row) -> str:
    return f"{row['player']} among {row['among']}"


def _ladder(rows: Sequence[Row]) -> _Chapter:
    charts = share_charts("skill", rows, _ladder_name, "wins too rarely", "the better player wins")
    table = _share_table(
        rows, ["Player", "among"], lambda row: [str(row["player"]), str(row["among"])]
    )
    reading = (
        "How often one player wins against players of another kind. In a game of skill, the "
        "better player wins more than its share."
    )
    return _Chapter("skill", "Does skill win?", reading, charts, table, _MARKED)


def _actions(rows: Sequence[Row]) -> _Chapter:
    habits = list(chain.from_iterable(map(_habits, rows)))
    charts = share_charts(
        "habit",
        habits,
        lambda row: str(row["habit"]),
        "wins too often",
        "no habit wins more than its share",
    )
    table = []
    for row in rows:
        chosen = row["chosen"] / row["chances"] if row.get("chances") else None
        table.append(
            [
                word_of(row, "action"),
                among({"players": row.get("players")}),
                maybe(row.get("a_game")),
                percent(chosen),
                *(_won(row.get(key, {})) for key in ("never", "always")),
                percent(row.get("fair")),
            ]
        )
    columns = [
        "Action",
        "players",
        "chances per game",
        "chosen",
        "players who never do it win",
        "players who always do it win",
        "fair",
    ]
    reading = (
        "How often each action is chosen when it is allowed. How often a player who never does "
        "it, or does it whenever possible, wins against players who choose freely."
    )
    return _Chapter(
        "habits",
        "The worth of each action",
        reading,
        charts,
        _NumberTable(columns, table, left=2),
        _MARKED,
    )


def _habits(row: Row) -> Iterator[Row]:
    """Yield the share won by each habit that a row of an action reports; the finding judges never
    taking the action.
    """
    verdicts = {"never": row.get("verdict"), "always": None}
    for key, verdict in verdicts.items():
        if "share" in row.get(key, {}):
            habit = {"habit": f"{key} {row.get('action')}", "verdict": verdict}
            yield {"players": row.get("players"), "fair": row.get("fair", 0), **row[key], **habit}


def _won(rate: Row) -> str:
    if "share" not in rate:
        return ""
    return f"{percent(rate['share'])} ({span(*interval_of(rate), percent)})"


def _exploit(rows: Sequence[Row]) -> _Chapter:
    charts = share_charts(
        "exploit", rows, _habit_of, "wins too often", "no simple habit wins more than its share"
    )
    table = _share_table(rows, ["Habit"], lambda row: [_habit_of(row)])
    reading = (
        "The best of many simple habits, or what an adversary learned, in new games: one player "
        "with it against the judging players."
    )
    return _Chapter(
        "exploit", "How hard the judging players are to beat", reading, charts, table, _MARKED
    )


def _habit_of(row: Row) -> str:
    return word_of(row, "habit") or "the best habit"


def _money(rows: Sequence[Row]) -> _Chapter:
    values = list(map(float, chain.from_iterable(map(values_of, rows))))
    room = 8 + max(width_of(amount(value, "winners")) for value in values)
    unit, is_spent = unit_of(rows), min(values) < 0
    reading = f"{unit.capitalize()} for each player in a game"
    if is_spent:
        reading += "; spending is to the left of the line"
    scale = axis_through_zero(min(0.0, *values), max(0.0, *values), room)
    charts = [
        money_chart(f"money{n}", players, group, scale)
        for n, (players, group) in enumerate(by_players(rows))
    ]
    table = [
        [
            str(row["source"]),
            among({"players": row.get("players")}),
            figure(row["mean"], 1),
            maybe(row.get("winners"), 1),
            signed(more_for_winners(row)) if "winners" in row else "",
        ]
        for row in rows
    ]
    title = f"Where the {unit} {come(unit)} from"
    if is_spent:
        title += ", and go" if unit.endswith("s") else ", and goes"
    return _Chapter(
        "money",
        title,
        f"{reading}. “All players” includes the winners.",
        charts,
        _NumberTable(
            ["Source", "players", f"all players, {unit}", f"winners, {unit}", "difference"],
            table,
            left=2,
        ),
        [("swatch fill0", "all players"), ("swatch fill1", "winners")],
    )


def _cards(rows: Sequence[Row]) -> _Chapter:
    placed = [row for row in rows if None not in (row.get("worth"), use_of(row))]
    left = len(rows) - len(placed)
    remark = ""
    if left:
        cards = plural(left, "card")
        remark = f"{cards} without a measured worth or use: listed only in the table."
    if not placed:
        remark = "The worth of each card was not measured."
    return _Chapter(
        "cards",
        "The use and the worth of each card",
        (
            "Further right: used in more of the games that show it. Higher: its holder wins more "
            "often. Cards that stand out are named."
        ),
        _card_charts(placed),
        _NumberTable(
            ["Card", "kind", "seen in", "used in", "of those", "worth, points", "95 % interval"],
            list(map(_card_cells, sorted(rows, key=_by_worth))),
            2,
            sorted_by=5 if placed else 4,
        ),
        _MARKED if placed else [],
        remark,
    )


def _kind_of(row: Row) -> str:
    return word_of(row, "kind", "card")


def _card_charts(placed: Sequence[Row]) -> list[Chart]:
    """Draw a chart for each kind of cards, all on the same scale."""
    far, most = 1.0, 0.1
    for row in placed:
        ends = (row["worth"], row.get("low", 0), row.get("high", 0))
        far = max(far, *map(abs, ends))
        most = max(most, use_of(row) or 0)
    of_kinds = dict[str, list[Row]]()
    for row in placed:
        of_kinds.setdefault(_kind_of(row), []).append(row)
    return [
        card_chart(f"card{n}", kind, of_kind, 1.06 * far, 100 * most)
        for n, (kind, of_kind) in enumerate(of_kinds.items())
    ]


def _by_worth(row: Row) -> tuple[bool, float, float, str]:
    """Order cards by their worth, with those lacking one last, then by their use."""
    return "worth" not in row, -row.get("worth", 0), -(use_of(row) or 0), name_of(row)


def _card_cells(row: Row) -> list[str]:
    return [
        name_of(row),
        word_of(row, "kind"),
        maybe(row.get("seen")),
        maybe(row.get("used")),
        percent(use_of(row)),
        signed(row.get("worth")),
        span(row.get("low"), row.get("high"), signed),
    ]


def _ends(rows: Sequence[Row]) -> _Chapter:
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row["ends"])
    causes = sorted(+total, key=lambda cause: (-total[cause], cause))
    charts = [end_chart(f"end{n}", group, causes) for n, (_, group) in enumerate(by_players(rows))]
    table = []
    for row in rows:
        games = sum(row["ends"].values())
        for cause in causes:
            if count := row["ends"].get(cause):
                table.append([among(row), cause, figure(count), percent_of(count, games)])
    return _Chapter(
        "ends",
        "How the games end",
        "The share of games ended by each cause. A cause has the same pattern everywhere.",
        charts,
        _NumberTable(["Games", "cause", "games", "share"], table, left=2),
    )


def _counts(rows: Sequence[Row]) -> _Chapter:
    groups = by_players(rows)
    cells = {str(row.get("name", "")): dict[str, str]() for row in rows}
    for players, group in groups:
        for row in reversed(group):
            share = f"({percent(row['games_with'])})" if "games_with" in row else ""
            cell = f"{maybe(row.get('mean'))} {share}".strip()
            cells[str(row.get("name", ""))][players] = cell
    heads = [players for players, _ in groups]
    table = [[name, *(of.get(head, "") for head in heads)] for name, of in cells.items()]
    return _Chapter(
        "counts",
        "How often each part of the rules comes up",
        "The average number of times per game; in brackets, the share of games in which it comes "
        "up.",
        [],
        _NumberTable(["Part", *heads], table),
    )


def _reach(rows: Sequence[Row]) -> _Chapter:
    """Show the one table that a game supplies."""
    supplied = rows[0]
    columns = list(map(str, supplied["columns"]))
    table = [["" if cell is None else str(cell) for cell in row] for row in supplied["rows"]]
    return _Chapter(
        "reached",
        word_of(supplied, "title", "What can be reached"),
        word_of(supplied, "reading"),
        [],
        _NumberTable(columns, table, left=int(supplied.get("left") or len(columns))),
    )


@dataclass(frozen=True)
class _Part:
    """A part of the measurements: its key and name, the function that draws it, and what a row must
    have to be drawn.
    """

    key: str
    name: str
    draw: Callable[[Sequence[Row]], _Chapter]
    is_drawn: Callable[[Row], object] = bool

    def chapter(self, rows: Sequence[Row]) -> _Chapter | None:
        """Draw the rows that have what it takes; None if no row has."""
        drawn = list(filter(self.is_drawn, rows))
        return self.draw(drawn) if drawn else None


def _has(*names: str) -> Callable[[Row], bool]:
    return lambda row: row.keys() >= set(names)


CHAPTERS = (
    _Part("lengths", "length", _lengths),
    _Part("seats", "seats", _seats, _has("share", "fair")),
    _Part("ladder", "skill", _ladder, _has("share")),
    _Part("exploit", "habits against the judging players", _exploit, _has("share")),
    _Part("actions", "the worth of each action", _actions),
    _Part("money", "money", _money, _has("mean")),
    _Part("cards", "cards", _cards),
    _Part("ends", "ends", _ends, lambda row: any(row.get("ends", {}).values())),
    _Part("counts", "parts of the rules", _counts),
    _Part("reach", "reach", _reach, lambda row: row.get("columns") and row.get("rows")),
)
"""The parts of the measurements on the page, in order."""


def logged_of(logged: Mapping[str, Any], data: Any) -> dict[str, Any]:
    """Prepare the games that people played; empty if there are none. `data` is the hash of the
    checked cards, if the log does not give it.
    """
    plays, notes = logged.get("plays", []), logged.get("notes", [])
    disagreements = logged.get("disagreements", [])
    if not [*plays, *notes, *disagreements]:
        return {}
    remarks, of_games = list[Row](), list[Row]()
    for play in plays:
        remarks += play.get("remarks", ())
        if play.get("note"):
            of_games.append({"text": play["note"]})
    return {
        "count": plural(len(plays), "game"),
        "disagreements": list(map(str, disagreements)),
        "remarks": list(map(_remark, [*remarks, *of_games, *notes])),
        "table": _plays_table(plays, logged.get("data") or data) if plays else None,
        "counted": plural(int(logged.get("counted", 0)), "play"),
        "cards": _card_counts(logged.get("cards", [])),
    }


def _remark(remark: Row) -> tuple[str, str]:
    """Return what a remark is about, and its text."""
    return word_of(remark, "card", "the game"), word_of(remark, "text")


def _plays_table(plays: Sequence[Row], data: Any) -> _NumberTable:
    """List the games that people played, with their turns if any records them; `data` is the hash
    of the current cards.
    """
    columns: dict[str, Callable[[Row], str]] = {
        "Date": lambda play: word_of(play, "date"),
        "players": lambda play: joined(list(map(str, play.get("players", ())))),
        "winner": lambda play: word_of(play, "winner"),
        "minutes": lambda play: maybe(play.get("minutes")),
        "rounds": lambda play: maybe(play.get("rounds")),
    }
    if any(play.get("turns") for play in plays):
        columns["turns"] = lambda play: maybe(play.get("turns"))
        columns["seconds per turn"] = lambda play: maybe(play.get("turn_seconds"))
    columns["cards"] = lambda play: (
        "as now" if play.get("data") == data else word_of(play, "data", "not noted")
    )
    rows = [[cell(play) for cell in columns.values()] for play in plays]
    return _NumberTable(list(columns), rows, left=3)


def _card_counts(rows: Sequence[Row]) -> _NumberTable | None:
    """Lay out what became of each card when people played at the free table."""
    if not rows:
        return None
    has_bots = any("bots" in row for row in rows)
    columns = [
        "Card",
        "copies",
        "seen",
        "drawn",
        "played",
        "of those drawn",
        "by the winner",
        "held at the end",
    ]
    table = []
    for row in rows:
        played = row.get("played", 0)
        cells = [
            name_of(row),
            *(maybe(row.get(name)) for name in ("copies", "seen", "drawn", "played")),
            percent_of(played, row.get("drawn", 0)),
            percent_of(row.get("won", 0), played),
            maybe(row.get("held")),
        ]
        if has_bots:
            cells.append(percent(row.get("bots")))
        table.append(cells)
    if has_bots:
        columns.append("used by bots")
    return _NumberTable(columns, table)
