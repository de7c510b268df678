"""A play: one game that people played, and the checks on it.

In: what people write about a game evening, and the cards it was played with. Out: `Play` values, or
`PlayError` with all faults. Knows no file; needs neither numpy nor numba.
"""

from __future__ import annotations

import contextlib
import datetime
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, NamedTuple

from generator.data.problems import closest, did_you_mean, one_of
from generator.data.saying import agreeing, from_to
from rules_check.log.cards import Cards

MOST_PLAYERS, MOST_MINUTES, MOST_ROUNDS, MOST_SCORE, MOST_REMARKS = 20, 10_000, 10_000, 10**9, 200
MOST_NAME, MOST_REMARK, MOST_NOTE = 60, 500, 2000
MOST_CARDS, MOST_COUNT = 5000, 1_000_000
FIRST_DATE = datetime.date(1900, 1, 1)


class Remark(NamedTuple):
    """A remark on a card."""

    card: str
    text: str


@dataclass(frozen=True)
class CardCount:
    """How many of a card's `copies` were seen by a player, drawn, played from a hand, played by a
    winner, and held at the end.
    """

    card: str
    copies: int
    seen: int
    drawn: int
    played: int
    won: int
    held: int


@dataclass(frozen=True)
class Play:
    """One game that people played. `players` are in the order of their seats; `number` is 0 until
    it is logged.

    `data` is the version of the numbers on the cards, '' if unknown. `scores` are in the order of
    the players. A play at the free table has additional counts: `turns`, the seconds of a typical
    turn, `cards`, and the saved `table` that shows it.
    """

    players: tuple[str, ...]
    winners: tuple[str, ...]
    minutes: int
    date: str
    rounds: int | None = None
    scores: tuple[int, ...] | None = None
    remarks: tuple[Remark, ...] = ()
    note: str = ""
    game: str = ""
    version: str = ""
    data: str = ""
    number: int = field(default=0, compare=False)
    turns: int | None = None
    turn_seconds: int | None = None
    cards: tuple[CardCount, ...] = ()
    table: str = ""

    def as_json(self) -> dict[str, object]:
        """Return the play as plain data."""
        remarks = [remark._asdict() for remark in self.remarks]
        first = {"number": self.number, "date": self.date}
        data = asdict(self, dict_factory=_with_lists)
        return first | data | {"scores": data["scores"] or None, "remarks": remarks}


def _with_lists(fields: Iterable[tuple[str, object]]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields}


_COUNTS = [field.name for field in fields(CardCount)][1:]


@dataclass(frozen=True)
class Fault:
    """A fault in one part of what was written about a play. `message` completes "'minutes' …"."""

    field: str
    message: str
    hint: str | None = None


class PlayError(ValueError):
    """Raised if the input is not a valid play; carries all its faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"'{fault.field}' {fault.message}" for fault in faults))
        self.faults = tuple(faults)


_NUMBER = re.compile("[0-9]{1,9}")
_SCORE = re.compile("[-−]?[0-9]{1,10}")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATA, _CARD = re.compile("[0-9a-f]{16}"), re.compile("[a-z0-9]+(?:[-_][a-z0-9]+)*")
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}  # control characters, surrogates, line separators
# these change the direction of the text
_TURNS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN or letter in _TURNS


def shown(text: str) -> str:
    """Return a text fit to be shown, with characters that would control a terminal replaced."""
    return "".join("�" if _is_unseen(letter) else letter for letter in text)


class _Checker:
    """Reads the description of one play, and collects every fault."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def wrong(self, name: str, message: str, hint: str | None = None) -> None:
        self.faults.append(Fault(name, message, hint))

    def is_wrong(self, *names: str) -> bool:
        """Return whether there is a fault in one of some parts."""
        return any(fault.field in names for fault in self.faults)

    def text(self, name: str, text: str, most: int) -> str:
        clean = unicodedata.normalize("NFC", text.strip())
        if any(map(_is_unseen, clean)):
            self.wrong(
                name,
                f"has a control character in '{shown(clean)[:40]}'",
                "write it on one line, in plain letters",
            )
            return ""
        if len(clean) > most:
            self.wrong(name, f"expected at most {most} characters, found {len(clean)}")
        return clean

    def number(self, name: str, text: str, most: int) -> int | None:
        clean = text.strip()
        if not clean:
            return None
        number = int(clean) if _NUMBER.fullmatch(clean) else 0
        if 1 <= number <= most:
            return number
        self.wrong(name, f"expected a whole number from 1 to {most}, found '{shown(clean)[:40]}'")
        return None

    def names(self, name: str, text: str) -> list[str]:
        if not text.strip():
            return []
        names = [self.text(name, part, MOST_NAME) for part in re.split("[,;]", text)]
        if not all(names) and not self.faults:
            self.wrong(
                name,
                f"expected names with commas between them, found '{shown(text.strip())[:60]}'",
                "is there a comma too many?",
            )
        return list(filter(None, names))

    def players(self, text: str) -> list[str]:
        names = self.names("players", text)
        if not names and not self.faults:
            self.wrong(
                "players",
                "expected the names of the players, with commas between them",
                "write them in the order of their seats",
            )
        if len(names) > MOST_PLAYERS:
            self.wrong("players", f"expected at most {MOST_PLAYERS} players, found {len(names)}")
        alike = defaultdict[str, list[str]](list)
        for name in names:
            alike[name.casefold()].append(name)
        for spellings in alike.values():
            if len(spellings) > 1:
                self.wrong(
                    "players",
                    f"names '{' and '.join(dict.fromkeys(spellings))}' twice",
                    "tell them apart, for example as 'Ann B' and 'Ann K'",
                )
        return names

    def winners(self, text: str, players: list[str]) -> list[str]:
        names = self.names("winner", text)
        if not names and len(players) != 1 and not self.is_wrong("winner"):
            self.wrong(
                "winner",
                "expected the winner",
                "separate several with commas if they share the win",
            )
        known, won = {name.casefold(): name for name in players}, list[str]()
        for player in names:
            name = known.get(player.casefold())
            if name in won:
                self.wrong("winner", f"names '{name}' twice")
            elif name:
                won.append(name)
            elif players:
                self.wrong(
                    "winner",
                    f"'{player}' is not among the players; expected {one_of(players)}",
                    did_you_mean(player, players),
                )
        return sorted(won, key=players.index)

    def leader(self, scores: tuple[int, ...] | None, players: list[str]) -> list[str]:
        """Return the winners, if they are not given: those with the highest score."""
        if self.is_wrong("scores", "players"):
            return []  # nothing can be reported before those are corrected
        if scores is None or len(players) < 2:
            self.wrong(
                "winner",
                "expected the winner",
                "separate several with commas if they share the win; '' if a single player lost",
            )
            return []
        best = [name for name, score in zip(players, scores, strict=True) if score == max(scores)]
        if len(best) > 1:
            self.wrong(
                "winner",
                f"expected the winner, because {' and '.join(best)} scored {max(scores)}",
                "separate several with commas if they share the win",
            )
        return best[:1]

    def scores(self, text: str, players: list[str]) -> tuple[int, ...] | None:
        if not text.strip():
            return None
        scores = list[int]()
        for part in re.split("[,;]", text):
            word = part.strip().replace("−", "-")
            if not _SCORE.fullmatch(word) or abs(int(word)) > MOST_SCORE:
                self.wrong(
                    "scores",
                    f"expected whole numbers with commas between them, found '{shown(word)[:40]}'",
                )
                return None
            scores.append(int(word))
        if players and len(scores) != len(players):
            self.wrong(
                "scores", f"expected {len(players)} numbers, one per player, found {len(scores)}"
            )
            return None
        return tuple(scores)

    def date(self, text: str, today: datetime.date) -> str:
        clean = text.strip()
        if clean.casefold() in ("", "today"):
            return today.isoformat()
        if clean.casefold() == "yesterday":
            return (today - datetime.timedelta(days=1)).isoformat()
        date = None
        if DATE.fullmatch(clean):
            with contextlib.suppress(ValueError):
                date = datetime.date.fromisoformat(clean)
        if date is None:
            self.wrong(
                "date",
                f"expected a day such as {today.isoformat()}, found '{shown(clean)[:40]}'",
                "write the year, the month and the day with hyphens",
            )
        elif date > today + datetime.timedelta(days=1):  # elsewhere it may be tomorrow
            self.wrong(
                "date", f"expected today or an earlier day, found {clean}", "is the year right?"
            )
        elif date < FIRST_DATE:
            self.wrong(
                "date", f"expected a day after {FIRST_DATE}, found {clean}", "is the year right?"
            )
        return clean

    def remarks(self, said: Sequence[str], names: Mapping[str, str] | None) -> tuple[Remark, ...]:
        remarks = []
        if len(said) > MOST_REMARKS:
            self.wrong("remark", f"expected at most {MOST_REMARKS} remarks, found {len(said)}")
        for remark in said[:MOST_REMARKS]:
            head, colon, tail = remark.partition(":")
            card = self.text("remark", head, MOST_NAME)
            text = self.text("remark", tail, MOST_REMARK)
            if not colon or not card or not text:
                if not (colon and self.is_wrong("remark")):
                    self.wrong(
                        "remark",
                        (
                            "expected a card's id, a colon and a remark, found "
                            f"'{shown(remark.strip())[:60]}'"
                        ),
                        "write 'troll: too expensive', for example",
                    )
                continue
            id_ = self._id(card) if names is None else self._card(card, names)
            if id_:
                remarks.append(Remark(id_, text))
        return tuple(remarks)

    def _id(self, word: str) -> str:
        if not _CARD.fullmatch(word):
            self.wrong("remark", f"expected the id of a card, found '{word}'")
        return word

    def _card(self, word: str, names: Mapping[str, str]) -> str | None:
        """Find the card that a word means: by its id or, if no other card has that name, by its
        name.
        """
        if word in names:
            return word
        meant = [id_ for id_, name in names.items() if word.casefold() in (id_, name.casefold())]
        if len(meant) == 1:
            return meant[0]
        near = closest(word, [*names, *names.values()])
        hint = "begin the remark with a card's id"
        if near:
            id_ = next(id_ for id_, name in names.items() if near in (id_, name))
            hint = f"did you mean '{id_}'?"
        self.wrong("remark", f"there is no card '{word}'", hint)
        return None


def checked_play(
    said: Mapping[str, str], remarks: Sequence[str], cards: Cards, today: datetime.date
) -> Play:
    """Create a play from its description: players, winner, minutes, rounds, scores, date, note.
    Raises PlayError with all faults.

    `data`, `version` and `game` are taken from the cards by default. Remarks on cards of another
    version are not looked up, because the card may no longer exist. Without a winner, the player
    with the highest score won.
    """
    check = _Checker()
    data = said.get("data", cards.data).strip()
    if data and not _DATA.fullmatch(data):
        check.wrong(
            "data",
            f"expected 16 hexadecimal digits, found '{shown(data)[:40]}'",
            "leave it empty if you do not know",
        )
    players = check.players(said.get("players", ""))
    scores = check.scores(said.get("scores", ""), players)
    if "winner" in said:
        winners = check.winners(said["winner"], players)
    else:
        winners = check.leader(scores, players)
    minutes = check.number("minutes", said.get("minutes", ""), MOST_MINUTES)
    if minutes is None and not check.is_wrong("minutes"):
        check.wrong(
            "minutes", f"expected the length in minutes, a whole number from 1 to {MOST_MINUTES}"
        )
    play = Play(
        players=tuple(players),
        winners=tuple(winners),
        minutes=minutes or 0,
        date=check.date(said.get("date", ""), today),
        rounds=check.number("rounds", said.get("rounds", ""), MOST_ROUNDS),
        scores=scores,
        remarks=check.remarks(remarks, cards.names if data in ("", cards.data) else None),
        note=check.text("note", said.get("note", ""), MOST_NOTE),
        game=check.text("game", said.get("game", ""), MOST_NOTE) or cards.game,
        version=check.text("version", said.get("version", cards.version), MOST_NAME),
        data=data,
    )
    if check.faults:
        raise PlayError(check.faults)
    return play


MOST_NUMBER = 999_999_999


def play_of(said: Mapping[str, object]) -> Play:
    """Create a play from what `as_json` wrote. Raises PlayError with all faults; unknown keys are
    ignored.
    """
    read = _Reader(said)
    players = read.texts("players", MOST_NAME)
    winners = read.texts("winners", MOST_NAME)
    if not 1 <= len(players) <= MOST_PLAYERS:
        read.wrong("players", f"expected 1 to {MOST_PLAYERS} names, found {len(players)}")
    if len(set(players)) < len(players):
        read.wrong("players", "names a player twice")
    if not set(winners) <= set(players):
        read.wrong("winners", "names someone who is not among the players")
    if not winners and len(players) > 1:
        read.wrong("winners", "expected a winner, found none")
    play = Play(
        players=players,
        winners=tuple(name for name in players if name in winners),
        minutes=read.number("minutes", 1, MOST_MINUTES) or 0,
        date=read.date(),
        rounds=read.optional("rounds", 1, MOST_ROUNDS),
        scores=read.scores(len(players)),
        remarks=read.remarks(),
        note=read.words("note", MOST_NOTE),
        game=read.words("game", MOST_NOTE),
        version=read.words("version", MOST_NAME),
        data=read.words("data", MOST_NAME),
        number=read.number("number", 1, MOST_NUMBER) or 0,
        turns=read.optional("turns", 1, MOST_COUNT),
        turn_seconds=read.optional("turn_seconds", 0, MOST_COUNT),
        cards=read.cards(),
        table=read.words("table", MOST_NAME),
    )
    if read.faults:
        raise PlayError(read.faults)
    return play


class _Reader:
    """Reads a play stored as plain data, and collects every fault."""

    def __init__(self, said: Mapping[str, object]) -> None:
        self.said = said
        self.faults: list[Fault] = []

    def wrong(self, name: str, message: str) -> None:
        self.faults.append(Fault(name, message))

    def text(self, name: str, value: object, most: int) -> str:
        if not isinstance(value, str):
            self.wrong(name, f"expected text, found {_sort(value)}")
            return ""
        if len(value) > most:
            self.wrong(name, f"expected at most {most} characters, found {len(value)}")
        return shown(value[:most])

    def words(self, name: str, most: int) -> str:
        return self.text(name, self.said.get(name, ""), most)

    def list(self, name: str, most: int) -> list[object]:
        value = self.said.get(name, [])
        if not isinstance(value, list):
            self.wrong(name, f"expected a list, found {_sort(value)}")
            return []
        if len(value) > most:
            self.wrong(name, f"expected at most {most} entries, found {len(value)}")
        return value[:most]

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        texts = tuple(self.text(name, value, most) for value in self.list(name, MOST_PLAYERS))
        if not all(texts):
            self.wrong(name, "expected names, found an empty one")
        return texts

    def number(self, name: str, least: int, most: int) -> int | None:
        value = self.said.get(name)
        if type(value) is int and least <= value <= most:
            return value
        shown = value if type(value) is int and abs(value) < 10**12 else _sort(value)
        self.wrong(name, f"expected a whole number from {least} to {most}, found {shown}")
        return None

    def optional(self, name: str, least: int, most: int) -> int | None:
        return None if self.said.get(name) is None else self.number(name, least, most)

    def scores(self, players: int) -> tuple[int, ...] | None:
        if self.said.get("scores") is None:
            return None
        texts = self.list("scores", MOST_PLAYERS)
        scores = tuple(score for score in texts if type(score) is int and abs(score) <= MOST_SCORE)
        if len(scores) < len(texts) or len(scores) != players:
            self.wrong("scores", f"expected {players} whole numbers, one for each player")
            return None
        return scores

    def date(self) -> str:
        value = self.said.get("date")
        if isinstance(value, str) and DATE.fullmatch(value):
            with contextlib.suppress(ValueError):
                return datetime.date.fromisoformat(value).isoformat()
        self.wrong("date", "expected a day such as 2026-05-31")
        return ""

    def remarks(self) -> tuple[Remark, ...]:
        remarks = []
        for one in self.list("remarks", MOST_REMARKS):
            fields = one if isinstance(one, dict) else {}
            remark = Remark(
                self.text("remarks", fields.get("card"), MOST_NAME),
                self.text("remarks", fields.get("text"), MOST_REMARK),
            )
            if not remark.card or not remark.text:
                self.wrong("remarks", "expected a card and a text in each remark")
                break
            remarks.append(remark)
        return tuple(remarks)

    def cards(self) -> tuple[CardCount, ...]:
        counts = []
        for count in self.list("cards", MOST_CARDS):
            fields = count if isinstance(count, dict) else {}
            numbers: list[Any] = list(map(fields.get, _COUNTS))
            if not all(type(number) is int and 0 <= number <= MOST_COUNT for number in numbers):
                self.wrong(
                    "cards", f"expected a card with its {', '.join(_COUNTS)} in each of them"
                )
                break
            counts.append(CardCount(self.text("cards", fields.get("card"), MOST_NAME), *numbers))
        return tuple(counts)


def _sort(value: object) -> str:
    """Describe the type of a value."""
    sorts = (
        (bool, "a truth value"),
        (int, "a number"),
        (float, "a number"),
        (str, "text"),
        (list, "a list"),
        (bytes, "bytes that are not text"),
    )
    return next(
        (name for sort, name in sorts if isinstance(value, sort)),
        "nothing" if value is None else "an object",
    )


def _span(counts: Sequence[int]) -> str:
    """Write the range of player counts: "2 to 6 players"."""
    return f"{from_to(counts[0], counts[-1])} {agreeing(counts[-1], 'player|players')}"


FAR = 5
"""A game this many times longer or shorter than the box says is probably mistyped."""
LONG = 720
"""The same in minutes, if the box gives no time."""


def oddities(play: Play, cards: Cards) -> Iterator[str]:
    """List details that are unlikely; the play is logged anyway, because people play by rules of
    their own.
    """
    if cards.players and len(play.players) not in cards.players:
        yield f"{cards.game} is for {_span(cards.players)}, but {len(play.players)} played"
    if cards.minutes and not cards.minutes[0] / FAR <= play.minutes <= cards.minutes[1] * FAR:
        span = from_to(*cards.minutes)
        yield f"{cards.game} takes {span} minutes according to its box, but this took {play.minutes:,}"
    elif not cards.minutes and play.minutes > LONG:
        yield f"this took {play.minutes:,} minutes"
    scores = dict(zip(play.players, play.scores or (), strict=False))
    if scores and any(scores[name] < max(scores.values()) for name in play.winners):
        first = max(scores, key=lambda name: scores[name])
        yield f"{' and '.join(play.winners)} won, but {first} scored most"


def not_yet(plays: Iterable[Play], logged: Iterable[Play]) -> list[Play]:
    """Leave out plays that are already logged, counting duplicates, so that a file read twice
    counts once.
    """
    there, new = Counter(map(_told, logged)), []
    for play in plays:
        if there[_told(play)]:
            there[_told(play)] -= 1
        else:
            new.append(play)
    return new


def _told(play: Play) -> Play:
    """Return what people wrote about a play, without what the tool added."""
    return replace(
        play, game="", version="", data="", turns=None, turn_seconds=None, cards=(), table=""
    )
