"""Where people and the machine disagree: their plays compared with the simulated games.

In: plays, notes, and the measurements of `check`, as plain data. Out: sentences, and plain data for
the report. Knows no file and plays nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.data.problems import counted
from generator.data.saying import agreeing
from rules_check.log.notes import Note
from rules_check.log.plays import Play
from rules_check.verdict.statistics import Z_95, mean_interval, share_interval

_WIDE_LENGTH = 0.25
"""Half an interval, as a part of the bots' mean: wider intervals are too uncertain to claim
agreement.
"""
_WIDE_SHARE = 0.15
_GRAIN = {"minutes": 5.0, "rounds": 1.0}
"""People read the clock to about five minutes; two plays of 45 minutes were not equally long to the
second.
"""


def disagreements(
    plays: Sequence[Play], measured: Mapping[str, Any], data_hash: str, notes: Sequence[Note] = ()
) -> list[str]:
    """List, one sentence each, where people and bots disagree or that there are too few plays;
    empty where they agree.

    `measured` is plain data: `lengths`, `cards` and `seats`; `data_hash` is that of its cards. Only
    plays with these cards, and notes on them, are compared; notes of the same day count as those of
    one play. A disagreement requires that the 95 % intervals of both do not overlap.
    """
    same = [play for play in plays if play.data == data_hash]
    lines = []
    if len(same) < len(plays):
        other = len(plays) - len(same)
        if not same:
            which = f"All {counted(other, 'play')}"
        else:
            which = f"{other} of {counted(len(plays), 'play')}"
        lines.append(
            f"{which} {agreeing(other, 'is|are')} of older or unknown versions of the "
            "cards, and not compared."
        )
    by_count = defaultdict[int, list[Play]](list)
    for play in same:
        by_count[len(play.players)].append(play)
    for players, group in sorted(by_count.items()):
        lines += _of_lengths(players, group, measured.get("lengths", ()))
        lines += _of_seats(players, group, measured.get("seats", ()))
    sittings = defaultdict[str, list[tuple[str, str]]](list)
    for note in notes:
        if note.card and note.data == data_hash:
            sittings[note.date].append((note.card, note.text))
    remarks = [
        *([(remark.card, remark.text) for remark in play.remarks] for play in same),
        *sittings.values(),
    ]
    return lines + _of_people(same) + _of_cards(remarks, measured.get("cards", ()))


def _bots(players: int, lengths: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Choose the line-up to compare people with: experts, otherwise the first measured."""
    fitting = [length for length in lengths if length.get("players") == players]
    experts = [
        bots for bots in fitting if set(str(bots.get("line_up", "")).split(",")) == {"expert"}
    ]
    return next(iter(experts or fitting), None)


def _rounds_of(histogram: Mapping[Any, Any]) -> _Length | None:
    """Return the mean of a histogram of rounds with its 95 % interval."""
    counts = {float(rounds): int(games) for rounds, games in histogram.items() if int(games) > 0}
    games = sum(counts.values())
    if not games:
        return None
    mean = sum(rounds * many for rounds, many in counts.items()) / games
    squares = sum(many * (rounds - mean) ** 2 for rounds, many in counts.items())
    half = Z_95 * math.sqrt(squares / max(1, games - 1)) / math.sqrt(games)
    return _Length(mean, mean - half, mean + half)


def _of_lengths(
    players: int, group: Sequence[Play], lengths: Iterable[Mapping[str, Any]]
) -> list[str]:
    bots = _bots(players, lengths)
    if bots is None:
        return []
    lines, head, who = list[str](), counted(players, "player"), bots.get("line_up", "bots")
    measured = {
        "minutes": _minutes_of(bots.get("minutes") or {}),
        "rounds": _rounds_of(bots.get("rounds") or {}),
    }
    for unit, theirs in measured.items():
        values = [float(value) for play in group if (value := getattr(play, unit)) is not None]
        if theirs is None or not values:
            continue
        plays = counted(len(values), "play")
        bot_words = f"bots ({who}) {theirs.mean:.1f} ({theirs.low:.1f} to {theirs.high:.1f})"
        mean, low, high = values[0], 0.0, math.inf
        about = ""
        if len(values) > 1:
            mean, low, high = mean_interval(values, _GRAIN[unit])
            about = f" on average ({low:.1f} to {high:.1f})"
        if low > theirs.high or high < theirs.low:
            longer = "longer" if low > theirs.high else "shorter"
            lines.append(
                f"{head}: people's games are {longer}, {mean:.1f} {unit} ({low:.1f} to "
                f"{high:.1f}, {plays}); {bot_words}."
            )
        elif high - mean > _WIDE_LENGTH * max(theirs.mean, 1e-9):
            lines.append(
                f"{head}: too few plays to judge {unit} ({plays}, {mean:.1f}{about}; {bot_words})."
            )
    return lines


class _Length(NamedTuple):
    """How long a game takes bots, with its 95 % interval."""

    mean: float
    low: float
    high: float


def _minutes_of(minutes: Mapping[str, Any]) -> _Length | None:
    """Read the mean of the minutes, and of older checks the range of all games."""
    if "mean" not in minutes:
        return None
    mean = minutes["mean"]
    low = minutes.get("mean_low", minutes.get("low", mean))
    high = minutes.get("mean_high", minutes.get("high", mean))
    return _Length(float(mean), float(low), float(high))


def _of_seats(players: int, group: Sequence[Play], seats: Iterable[Mapping[str, Any]]) -> list[str]:
    theirs = [seat for seat in seats if seat.get("players") == players]
    theirs.sort(key=lambda bots: int(bots["seat"]))
    games, lines, is_wide = len(group), list[str](), False
    for bots in theirs:
        seat = int(bots["seat"])
        if players < 2 or not 1 <= seat <= players:
            continue
        wins = 0.0
        for play in group:
            if play.players[seat - 1] in play.winners:
                wins += 1 / len(play.winners)
        low, high = share_interval(wins, games, players)
        is_wide = is_wide or (high - low) / 2 > _WIDE_SHARE
        bots_low = float(bots.get("low", bots["share"]))
        bots_high = float(bots.get("high", bots["share"]))
        if low <= bots_high and high >= bots_low:
            continue
        often = "more" if low > bots_high else "less"
        text = (
            f"{counted(players, 'player')}: seat {seat} wins {often} often among people, "
            f"{100 * wins / games:.0f} % "
            f"({100 * low:.0f} to {100 * high:.0f}, {counted(games, 'play')}); bots "
            f"{100 * float(bots['share']):.1f} % "
            f"({100 * bots_low:.1f} to {100 * bots_high:.1f})"
        )
        name, times = Counter(play.players[seat - 1] for play in group).most_common(1)[0]
        if 2 * times > games:
            text += f", but {name} sat there in {times} of {games}: "
            text += "it may be the person, not the seat"
        lines.append(f"{text}.")
        if players == 2:  # the other seat would give the same result
            break
    if theirs and not lines and is_wide:
        plays = counted(games, "play")
        lines.append(f"{counted(players, 'player')}: too few plays to compare seats ({plays}).")
    return lines


def _of_people(plays: Sequence[Play]) -> list[str]:
    """List who wins more often than equal players would; bots of one kind are equal."""
    wins = defaultdict[str, float](float)
    due = defaultdict[str, float](float)
    games = Counter[str]()
    for play in plays:
        for name in play.players:
            games[name] += 1
            due[name] += 1 / len(play.players)
            if name in play.winners:
                wins[name] += 1 / len(play.winners)
    lines = []
    for name in sorted(games):
        low, _ = share_interval(wins[name], games[name], len(games))
        if low > due[name] / games[name]:
            lines.append(
                f"{name} won {wins[name]:.3g} of {counted(games[name], 'play')}, where "
                f"an equal player would win {due[name]:.1f}: these people differ in skill, but "
                "the bots do not."
            )
    return lines


_WEAK = re.compile(
    r"\b(weak(er|est)?|weakling|bad|useless|worthless|pointless|terrible|awful|underpowered|too (expensive|dear|costly|slow|low)|"
    r"nobody (wanted|wants|took|takes|bought|buys|used|uses|played|plays)|no ?one "
    r"(wanted|wants|took|takes|bought|buys)|"
    r"never (used|bought|taken|played|worth)|not worth|isn't worth|wasn't worth)\b"
)
_STRONG = re.compile(
    r"\b(strong(er|est)?|overpowered|op|broken|unfair|unbeatable|dominat\w+|must[- ]have|too (good|cheap|powerful|high)|"
    r"(always|everybody|everyone) (wins?|won|wants?|wanted|takes?|took|buys?|bought)|auto[- ]?(pick|include))\b"
)
_NOT = re.compile(
    r"\b(not|never|no longer|hardly|isn't|wasn't|aren't|weren't|doesn't|don't|didn't)\b(\s+\w+){0,2}\s*$"
)


def opinion(text: str) -> str | None:
    """Guess whether a remark calls a card 'weak' or 'strong'; None if it says neither, both, or
    negates one.
    """
    text = text.casefold().replace("’", "'")
    heard = set()
    for word, pattern in (("weak", _WEAK), ("strong", _STRONG)):
        for match in pattern.finditer(text):
            heard.add(None if _NOT.search(text[: match.start()]) else word)
    return heard.pop() if len(heard) == 1 else None


def _of_cards(
    plays: Iterable[Iterable[tuple[str, str]]], cards: Iterable[Mapping[str, Any]]
) -> list[str]:
    """Compare the remarks on cards, play by play, with the cards' worth to bots."""
    row_of = {str(card["card"]): card for card in cards}
    voices: dict[str, dict[str, list[int]]] = defaultdict(lambda: {"weak": [], "strong": []})
    for at, remarks in enumerate(plays):
        for card, text in remarks:
            heard = opinion(text)
            if heard and card in row_of:
                voices[card][heard].append(at)
    lines = []
    for card, heard_of in voices.items():
        row = row_of[card]
        worth = float(row["worth"])
        low, high = (float(row.get(end, worth)) for end in ("low", "high"))
        word, other = ("weak", "strong") if low > 0 else ("strong", "weak")
        mine, others = heard_of[word], heard_of[other]
        if low <= 0 <= high or len(mine) <= len(others):
            continue  # the bots cannot tell, or people do not contradict them
        against = f", {len(others)} the contrary" if others else ""
        voice = (
            f"{counted(len(mine), 'remark')} {agreeing(len(mine), 'says|say')} "
            f"{row.get('name', card)} is {word}{against}"
        )
        few = "; one play is too few to tell" if len(set(mine)) == 1 else ""
        lines.append(f"{voice}; bots: {worth:+.1f} points ({low:.1f} to {high:.1f}){few}.")
    return lines


_PILES = ("copies", "seen", "drawn", "played", "won", "held")


def card_counts(
    plays: Iterable[Play], names: Mapping[str, str], simulated: Iterable[Mapping[str, Any]] = ()
) -> list[dict[str, Any]]:
    """Summarize what became of each card over the plays at the free table, as plain data, ordered
    by how often it was played.

    `plays` counts those that included the card. For a card that is also simulated, `bots` is the
    share of games that used it among those that showed it.
    """
    bots = {str(row["card"]): row for row in simulated}
    sums, games = defaultdict[str, Counter[str]](Counter), Counter[str]()
    for play in plays:
        for card in play.cards:
            games[card.card] += 1
            sums[card.card].update({name: getattr(card, name) for name in _PILES})
    rows = [
        {
            "card": card,
            "name": names.get(card, card),
            "plays": games[card],
            **{name: sum_[name] for name in _PILES},
            "bots": _use(bots.get(card, {})),
        }
        for card, sum_ in sums.items()
    ]
    return sorted(
        rows, key=lambda row: (-row["played"] / max(1, row["copies"]), -row["drawn"], row["name"])
    )


def _use(row: Mapping[str, Any]) -> float | None:
    """Return the share of simulated games that used a card, among those that showed it."""
    seen, used = row.get("seen"), row.get("used")
    return used / seen if seen and used is not None else None


def as_report(
    plays: Sequence[Play],
    measured: Mapping[str, Any],
    data_hash: str,
    notes: Sequence[Note] = (),
    names: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the log as plain data for the report: all plays and notes and, for those with the
    current cards (`data_of`), what became of the cards, and where people and bots disagree. `names`
    are the cards' names by id.
    """
    now = [play for play in plays if play.data == data_hash]
    return {
        "plays": [
            {
                "date": play.date,
                "players": list(play.players),
                "winner": ", ".join(play.winners),
                "minutes": play.minutes,
                "rounds": play.rounds,
                "data": play.data,
                "turns": play.turns,
                "turn_seconds": play.turn_seconds,
                "note": play.note,
                "remarks": [{"card": card, "text": text} for card, text in play.remarks],
            }
            for play in plays
        ],
        "notes": [
            {
                "date": note.date,
                "who": note.who,
                "card": note.card,
                "text": note.text,
                "data": note.data,
            }
            for note in notes
        ],
        "disagreements": disagreements(plays, measured, data_hash, notes),
        "data": data_hash,
        "counted": sum(bool(play.cards) for play in now),
        "cards": card_counts(now, names, measured.get("cards") or ()),
    }
