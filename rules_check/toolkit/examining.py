"""Tools for checks that look at cards.yaml without playing, for every game.

In: a checked `Game`, for the words and places of cards.yaml, and its record, for the numbers and
rulings; a game's texts. Out: findings, each with its place, and checks of the things that any game
has: players, pieces, dice, coins, sufficient supply for each number of players, dominated cards.
Knows no game.

The text of a finding is a mapping with `claim`, `unit` and, optionally, `hint`. Its key is the
finding's code, followed, after a space, by a word that distinguishes it from others of that code:
`deck-short fine`. Every text may contain `{number}` and `{about}` of the finding, besides the names
it is given. If a game has no text for a key, the text of this module is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations
from typing import Any, ClassVar, TypeVar, cast

from generator.data.findings import Finding, Verdict
from generator.data.game import Card, Component, Game
from generator.data.problems import Place, counted
from generator.data.source import Node
from rules_check.toolkit.outliers import outliers
from rules_check.toolkit.pieces import Piece, words_of
from rules_check.toolkit.texts import Texts, texts
from rules_check.toolkit.things import name_of

_OWN = texts(__file__, "examining")
_OUTDONE = ("card-dominated", "card-twin")
_SIDES = {"four": 4, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "twenty": 20}


@dataclass(frozen=True)
class Entry:
    """A card as the checks see it. Its numbers are read as attributes, by their names."""

    card: Card
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        if name in vars(self).get("numbers", ()):
            return self.numbers[name]
        raise AttributeError(f"'{self.card.id}' has no '{name}'")

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def name(self) -> str:
        return name_of(self.card.record)

    def place(self, column: str | None = None) -> Place:
        """Find the place of the card or, if it has the column, of that value."""
        return self.card.places.get(column or "", self.card.place)


@dataclass(frozen=True)
class LaidOut:
    """A card set with the places of its values. `cards` is the record of `game`, perhaps with other
    rulings.
    """

    by_players: ClassVar[str]
    """The value of `rules:`, and of the record, that has an entry for each possible number of
    players.
    """

    game: Game
    cards: Any

    @property
    def seats(self) -> int:
        """The largest number of players for which the rules have room."""
        return len(self.cards[self.by_players]) - 1

    @property
    def counts(self) -> list[int]:
        """The numbers of players for which the rules have a setup."""
        counts = []
        for players in range(1, self.seats + 1):
            if self.cards[self.by_players][players] > 0:
                counts.append(players)
        return counts

    @property
    def promised(self) -> tuple[int, int] | None:
        """The smallest and the largest number of players on the box; None if it names none."""
        span = self.game.info.players if "players" in self.game.info else None
        return (span[0], span[-1]) if span else None

    def of_kind(self, kind: str, *columns: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the cards of a kind, each with its numbers from columns of the record."""
        cards = self.game.of_kind(kind)
        return zip(cards, *(column.tolist()[: len(cards)] for column in columns), strict=True)

    def entries(self, kind: str, names: str = "", **columns: Any) -> list[Entry]:
        """List the cards of a kind, each with its numbers from columns of the record, or from
        lists, under the given names.

        `names` are columns that the record has under this name, or with the kind as a prefix:
        "level" for `hero_level`.
        """
        for name in names.split():
            columns[name] = self.cards[
                f"{kind}_{name}" if f"{kind}_{name}" in self.cards.dtype.names else name
            ]
        lists = [
            column.tolist() if hasattr(column, "tolist") else column for column in columns.values()
        ]
        cards = self.game.of_kind(kind)
        return [
            Entry(card, dict(zip(columns, numbers, strict=True)))
            for card, numbers in zip(cards, zip(*lists, strict=False), strict=False)
        ]

    def made_of(self, kind: str) -> list[Component]:
        """List the lines of the box that hold cards of a kind."""
        components = []
        for component in self.game.components:
            if any(card.kind == kind for card in component.cards):
                components.append(component)
        return components

    def rows(self, table: str) -> list[Any]:
        return list(self.game.context["tables"][table])

    def row(self, table: str, number: int) -> Any:
        return self.rows(table)[number]

    def id(self, table: str, number: int) -> str:
        """Name a row of a table as cards.yaml does."""
        return str(self.row(table, number).id)

    def name(self, table: str, number: int, count: int = 1) -> str:
        """Name a row of a table for people; if `count` is not 1, by its `plural`, if it has one."""
        row = self.row(table, number)
        return str(row.plural) if count != 1 and "plural" in row else name_of(row)

    def number(self, table: str, row: Any) -> int:
        """Number a row of a table as the record does; -1 for none."""
        return [row.id for row in self.rows(table)].index(row.id) if row else -1

    def row_place(self, table: str, number: int, column: str | None = None) -> Place:
        """Find the place of a row of a table or, if it has the column, of that value."""
        rows, id_ = self.game.root["tables"][table]["rows"], self.id(table, number)
        node = rows[id_].get(column) if column else None
        return node.place if node else rows.keys[id_]

    def at(self, path: str) -> Place:
        """Find the place of a value of cards.yaml by a path such as "rules.hand_size"; for a
        mapping, of its key.
        """
        keys = path.split(".")
        node = self._node(keys)
        return self.key_place(*keys) if node.items else node.place

    def place(self, *path: str) -> Place:
        """Find a value of cards.yaml; if it does not exist, the section where it would be."""
        return self._node(path).place

    def key_place(self, *path: str) -> Place:
        """Find a key of cards.yaml; if it does not exist, the section where it would be."""
        node = self._node(path[:-1])
        return node.keys.get(path[-1], node.place)

    def _node(self, path: Sequence[str]) -> Node:
        node: Node = self.game.root
        for key in path:
            node = node.get(key) or node
        return node


def sections(**codes: str) -> dict[str, str]:
    """Make a mapping from each code to its section, given the codes of each section:
    `sections(census="deck-short coins-short")`.
    """
    return {code: section for section, words in codes.items() for code in words.split()}


class Findings:
    """What the checks of a game have found so far in some `cards`. `sections` has the section of
    each code, in the order of the report.
    """

    def __init__(self, texts: Texts, sections: Mapping[str, str]) -> None:
        self.texts = texts
        self.sections = sections
        self.found = list[Finding]()
        self.cards = cast(LaidOut, None)

    def add(
        self,
        verdict: Verdict,
        key: str,
        about: str | int,
        number: float,
        place: Place | str,
        /,
        **names: object,
    ) -> None:
        """Add a finding worded by the text `key`, with the names filled in.

        If `about` is a number, it is a player count. A place can be a path in cards.yaml, as for
        `LaidOut.at`.
        """
        place = self.cards.at(place) if isinstance(place, str) else place
        about = about if isinstance(about, str) else counted(about, "player")
        words = self.texts if key in self.texts else _OWN
        code = key.split()[0]
        given = {"number": number, "about": about}
        wording = words.all(
            key, **names, **{name: given[name] for name in given.keys() & words.names(key)}
        )
        plain = getattr(number, "item", lambda: number)()  # numbers of a record are numpy's
        self.found.append(
            Finding(
                code,
                about,
                self.sections[code],
                verdict,
                wording["claim"],
                plain,
                None,
                wording["unit"],
                place,
                hint=wording.get("hint"),
            )
        )

    def fine(
        self, key: str, about: str | int, number: float, place: Place | str, /, **names: object
    ) -> None:
        """Report what was checked, unless a finding of that code was made about it; an `about` of
        "" means everything.
        """
        if not self.has(key.split()[0], about):
            self.add("ok", key, about, number, place, **names)

    def has(self, code: str, about: str | int = "") -> bool:
        """Return whether there is a finding with a code about `about`, or about a part of it: "hero
        level 1" is part of "hero".
        """
        for finding in self.found:
            if finding.code == code and f"{finding.about} ".startswith(
                f"{about} " if about else ""
            ):
                return True
        return False


# ------------------------------------------------------------------------------- players and pieces


def check_players(cards: LaidOut, findings: Findings, some: str, none: str) -> None:
    """Compare the numbers of players on the box with those for which the rules have a setup.

    `some` is the wording for such a setup, and `none` for its absence: "a table", "no table".
    Reports players-without-setup, players-unpromised.
    """
    rule = cards.by_players
    counts = cards.counts
    seats = cards.seats
    place = cards.place("game", "players")
    least, most = cards.promised or (0, 0)
    box = f"{least}-{most}" if least != most else f"{most}"
    if cards.promised:
        for players in range(least, min(most, seats) + 1):
            if players not in counts:
                where = cards.key_place("rules", rule)
                findings.add(
                    "fault",
                    "players-without-setup",
                    players,
                    players,
                    where,
                    box=box,
                    none=none,
                    rule=rule,
                    counts=counts,
                )
    if most > seats:
        findings.add(
            "fault",
            "players-without-setup beyond",
            most,
            most,
            place,
            box=box,
            none=none,
            seats=seats,
        )
    for players in counts:
        if cards.promised and not least <= players <= most:
            where = cards.key_place("rules", rule, str(players))
            findings.add(
                "warning",
                "players-unpromised",
                players,
                players,
                where,
                box=box,
                some=some,
                rule=rule,
            )
    if cards.promised:
        findings.fine(
            "players-without-setup fine", "", len(counts), place, box=box, some=some, counts=counts
        )
    else:
        findings.fine(
            "players-without-setup unpromised", "", len(counts), place, some=some, counts=counts
        )
    findings.fine("players-unpromised fine", "", 0, place, none=none)


def check_pieces(cards: LaidOut, findings: Findings, pieces: Sequence[Piece]) -> None:
    """Check that there are enough pieces for the largest number of players, and report which check
    covers each component.

    A component that is meant for each player, but is not a piece, needs one for each. A missing
    piece is reported only if the box has other pieces that players need: if a box lists only cards,
    players supply the rest. Reports pieces-short, box-watched.
    """
    most, box = max([*cards.counts, *(cards.promised or ())], default=0), cards.game.components
    groups = [(piece, piece.among(box)) for piece in pieces]
    seen = list(chain.from_iterable(group for _, group in groups))
    needed = [(piece, group) for piece, group in groups if piece.count]
    for component in box:
        if component.is_each_player and component not in seen:
            needed.append((Piece((component.id,), 1, True), [component]))
    lists_pieces = any(group for piece, group in needed if piece.is_each_player)
    place, parts = cards.key_place("components"), list[str]()
    for piece, group in needed:
        parts += [f"{component.count} {component.id}" for component in group]
        if group:
            _check_enough(cards, findings, piece, group, most)
        elif lists_pieces:
            need = piece.need(most)
            findings.add("warning", "pieces-short none", piece.name, 0, place, need=need)
    findings.fine("pieces-short fine", "", most, place, parts=parts)
    _check_watched(cards, findings, pieces)


def _check_enough(
    cards: LaidOut, findings: Findings, piece: Piece, group: Sequence[Any], most: int
) -> None:
    """Check that the components that match a piece are enough for the largest number of players."""
    there, need, first = sum(component.count for component in group), piece.need(most), group[0]
    if there >= need:
        return
    verdict: Verdict = "warning" if all(component.is_extra for component in group) else "fault"
    place = cards.place("components", first.id, "count")
    words: dict[str, Any] = {"name": first.name, "need": need}
    if not piece.is_each_player:
        findings.add(verdict, "pieces-short shared", first.id, there, place, **words)
        return
    each = _OWN("one") if piece.count == 1 else piece.count
    findings.add(verdict, "pieces-short", first.id, there, place, most=most, each=each, **words)


def _check_watched(cards: LaidOut, findings: Findings, pieces: Sequence[Piece]) -> None:
    """Report which check covers each component of the box, if any."""
    how = {component.name: _watch(component, pieces) for component in cards.game.components}
    watched = [_OWN("watched-part", name=name, how=what) for name, what in how.items() if what]
    others = [name for name, what in how.items() if not what]
    if how:
        findings.fine(
            "box-watched fine",
            "",
            len(watched),
            cards.key_place("components"),
            watched=watched,
            others=others,
        )


def _watch(component: Component, pieces: Sequence[Piece]) -> str:
    """Describe the check that covers a component; empty if there is none."""
    for piece in pieces:
        if piece.is_of(component):
            if piece.count:
                return _OWN("watch-count")
            return _OWN("watch-play") if piece.sums else ", ".join(piece.codes)
    return _OWN("watch-count") if component.is_each_player else ""


def longest_rise(values: Sequence[int]) -> set[int]:
    """Return the indices of the longest part of values that rises, if some are left out."""
    rises, longest = list[list[int]](), list[int]()
    for n, value in enumerate(values):
        before = [[], *(rise for rise in rises if values[rise[-1]] < value)]
        rises.append([*max(before, key=len), n])
        longest = max(longest, rises[-1], key=len)
    return set(longest)


def check_dice(
    cards: LaidOut,
    findings: Findings,
    faces: Sequence[int],
    place: Place,
    places: Sequence[Place] = (),
) -> None:
    """Check that dice of the box have as many faces as the dice of the rules, identified by `dice`
    and by name. Reports die-mismatch: at the number of the rules if `places` says where each is,
    the name and `dice` of a die agree, and only one number of the rules has no die.
    """
    sorts = {component.dice for component in cards.game.components}
    lost = [where for number, where in zip(faces, places, strict=False) if number not in sorts]
    for component in cards.game.components:
        named = (
            _sides(component.name) or _sides(component.id)
            if component.dice or words_of(component) & {"die", "dice"}
            else None
        )
        sides = next(
            (sides for sides in (component.dice, named) if sides and sides not in faces), None
        )
        where = cards.place("components", component.id, "name")
        if sides is not None:
            if len(lost) == 1 and component.dice == named:
                (where,) = lost
            findings.add("warning", "die-mismatch", component.id, sides, where, faces=list(faces))
        elif component.dice and named and named != component.dice:
            findings.add(
                "warning",
                "die-mismatch named",
                component.id,
                component.dice,
                where,
                name=component.name,
                faces=named,
            )
    findings.fine("die-mismatch fine", "", max(faces), place, faces=list(faces))


def _sides(name: str) -> int | None:
    """Read the number of faces from the name of dice: "Eight-sided dice", "8-sided", "d8"."""
    match = re.search(r"\b(?:d(\d+)|(\w+)[- ]sided)\b", name.lower())
    word = (match[1] or match[2]) if match else ""
    return int(word) if word.isdigit() else _SIDES.get(word)


def check_coins(cards: LaidOut, findings: Findings, start: int, money: str = "gold") -> None:
    """Check the coins that have a `value`, if there are any: whether they suffice for each player's
    start, and can pay every price. Reports coins-short.
    """
    players = max(cards.counts, default=0)
    for component in cards.game.components:
        coins = component.cards if words_of(component) & {"coin", "coins"} else ()
        if not coins or any("value" not in coin.record for coin in coins):
            continue
        total = sum(coin.copies * int(coin.record.value) for coin in coins)
        ones = sum(coin.copies for coin in coins if coin.record.value == 1)
        least = min(coins, key=lambda coin: int(coin.record.value))
        need, id_, where = players * start, component.id, component.place
        if total < need:
            findings.add(
                "warning", "coins-short", id_, total, where, money=money, players=players, need=need
            )
        elif ones == 0:
            findings.add(
                "warning",
                "coins-short no ones",
                id_,
                int(least.record.value),
                Entry(least).place("value"),
                money=money,
            )
        else:
            findings.fine("coins-short fine", id_, total, where, money=money, need=need, ones=ones)


def check_made(
    cards: LaidOut, findings: Findings, code: str, kind: str, need: int, **names: object
) -> None:
    """Check that the box has the required number of cards of a kind, if it has any. Texts: that of
    the code, and the same with " fine" and " none".
    """
    made = cards.made_of(kind)
    total = sum(component.count for component in made)
    if not made:
        findings.fine(f"{code} none", "", 0, cards.key_place("components"))
        return
    if total < need:
        findings.add(
            "warning",
            code,
            made[0].id,
            total,
            cards.place("components", made[0].id, "count"),
            need=need,
            **names,
        )
    findings.fine(f"{code} fine", made[0].id, total, made[0].place, need=need, **names)


# -------------------------------------------------------------------------------------------- cards


def check_enough(
    findings: Findings,
    key: str,
    there: int,
    needs: Mapping[int, int],
    place: Place | str,
    /,
    **names: object,
) -> None:
    """Check that there is enough of something for each number of players; the text may also use
    `need`.
    """
    for players, need in needs.items():
        if need > there:
            findings.add("warning", key, players, there, place, need=need, **names)


def parts_of(counts: Mapping[str, int]) -> list[str]:
    """Write the number of each type."""
    return [_OWN("part", count=count, name=name) for name, count in counts.items()]


def check_even(
    findings: Findings,
    key: str,
    about: str,
    counts: Mapping[str, int],
    place: Place | str,
    /,
    **names: object,
) -> None:
    """Check that there is the same number of each type; the text may also use `parts`."""
    if len(set(counts.values())) > 1:
        gap = max(counts.values()) - min(counts.values())
        findings.add("warning", key, about, gap, place, parts=parts_of(counts), **names)


def check_dominated(
    findings: Findings,
    kind: str,
    entries: Sequence[Entry],
    no_better: Callable[[Any, Any], bool],
    column: str = "strength",
    number: str = "strength",
) -> None:
    """Find cards that another of the same sort dominates: no better in any respect, and worse in
    some. Also find equal cards.

    A card far out of line for its kind is reported on its own, so that it does not accuse its
    neighbours. The text `KIND sort` names the sort of a `card`; `KIND how` says what makes
    `one` good or bad. `column` is the value that might be changed, and `number` the number to
    report. Reports card-dominated, card-twin.
    """
    outlying = outliers(findings.cards.game)
    sorts = {}
    for entry in entries:
        if entry.id not in outlying:
            sorts[entry.id] = findings.texts(f"{kind} sort", card=entry.card.record)
    hows = {entry.id: findings.texts(f"{kind} how", one=entry) for entry in entries}
    for one, other in permutations([entry for entry in entries if entry.id in sorts], 2):
        if (
            sorts[one.id] != sorts[other.id]
            or not no_better(one, other)
            or any(findings.has(code, one.id) for code in _OUTDONE)
        ):
            continue
        names = {
            "one": one,
            "other": other,
            "how": hows[one.id],
            "sort": sorts[one.id],
            "unit": number,
        }
        if not no_better(other, one):
            better = hows[other.id]
            findings.add(
                "warning",
                "card-dominated",
                one.id,
                getattr(one, number),
                one.place(column),
                better=better,
                **names,
            )
        elif (one.place().line, one.place().column) > (other.place().line, other.place().column):
            findings.add("warning", "card-twin", one.id, getattr(one, number), one.place(), **names)


def none_dominated(findings: Findings, *groups: Sequence[Entry]) -> None:
    """Report how many cards `check_dominated` examined, if it found nothing."""
    total = sum(map(len, groups))
    findings.fine("card-dominated fine", "", total, "kinds")
    findings.fine("card-twin fine", "", total, "kinds")


def reach_of(
    texts: Texts,
    rows: Sequence[Sequence[str]],
    left: int,
    columns: Sequence[str] = (),
    **more: object,
) -> dict[str, Any]:
    """Make the table of what it takes to reach something, with the headings of the texts at
    `reach`; `left` columns contain words.

    `columns` are headings in addition to those of the texts.
    """
    labels = texts.all("reach")
    return {
        **labels,
        "columns": [*labels["columns"].split(" | "), *columns],
        "rows": rows,
        "left": left,
        **more,
    }


_Cards = TypeVar("_Cards", bound=LaidOut)


def checks_in(module: Mapping[str, Any]) -> list[Callable[[Any, Findings], None]]:
    """List the checks of a module in order: its functions whose names begin with `_check_`."""
    return [value for name, value in module.items() if name.startswith("_check_")]


def examined(
    cards: _Cards, findings: Findings, *checks: Callable[[_Cards, Findings], None]
) -> list[Finding]:
    """Run a card set's checks, and list their findings by section, in the order of its codes."""
    findings.cards = cards
    for check in checks:
        check(cards, findings)
    order = list(findings.sections)
    return sorted(findings.found, key=lambda finding: order.index(finding.code))


def examiner(
    laid_out: Callable[[Game, Any], _Cards],
    texts: Texts,
    sections: Mapping[str, str],
    *checks: Callable[[_Cards, Findings], None],
    pieces: Sequence[Piece] = (),
) -> Callable[[Game, Any, dict[str, float]], list[Finding]]:
    """Make the verb `examine` of a game from its checks. With `pieces`, it first checks players and
    pieces, in the words of the texts `players`.
    """

    def check_box(cards: _Cards, findings: Findings) -> None:
        check_players(cards, findings, **texts.all("players"))
        check_pieces(cards, findings, pieces)

    def examine(game: Game, cards: Any, limits: dict[str, float]) -> list[Finding]:
        """Check a card set without playing, each finding with its place.

        `cards` is the record of `game`, perhaps with other rulings. None of `limits` is needed:
        what is found here is certain.
        """
        return examined(
            laid_out(game, cards),
            Findings(texts, sections),
            *([check_box] if pieces else []),
            *checks,
        )

    return examine
