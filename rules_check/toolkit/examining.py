"""A card set under the lens: what the checks of every game need that look at cards.yaml and play nothing.

In: a checked `Game`, for the words and places of cards.yaml, and its record, for the numbers and rulings. Out: findings, each with its
place, and the two checks of what any box promises: players and pieces. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.data.findings import Finding, Verdict
from generator.data.game import Card, Component, Game
from generator.data.problems import Place
from generator.data.source import Node

PLAYER_CODES = ("players-unpromised", "players-without-setup")
"""What `check_players` can give."""


def counted(count: int, word: str) -> str:
    return f"{count} {word}" + ("" if count == 1 else "s")


def listed(words: Iterable[object]) -> str:
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} and {last}" if most else last


@dataclass(frozen=True)
class LaidOut:
    """A card set with the places of its values. `cards` is the record of `game`, perhaps with other rulings."""

    game: Game
    cards: Any

    def row(self, table: str, number: int) -> Any:
        return self.rows(table)[number]

    def rows(self, table: str) -> list[Any]:
        return list(self.game.context["tables"][table])

    def row_place(self, table: str, number: int, column: str | None = None) -> Place:
        """Find a row of a table, or one value in it where it has that."""
        rows, id_ = self.game.root["tables"][table]["rows"], self.row(table, number).id
        node = rows[id_].get(column) if column else None
        return node.place if node else rows.keys[id_]

    def place(self, *path: str) -> Place:
        """Find a value of cards.yaml; where there is none, what it would be in."""
        node: Node = self.game.root
        for key in path:
            node = node.get(key) or node
        return node.place

    def key_place(self, *path: str) -> Place:
        """Find a key of cards.yaml; where there is none, what it would be in."""
        node: Node = self.game.root
        for key in path[:-1]:
            node = node.get(key) or node
        return node.keys.get(path[-1], node.place)

    def field_place(self, card: Card, name: str) -> Place:
        return card.places.get(name, card.place)

    @property
    def promised(self) -> tuple[int, int] | None:
        """The numbers of players on the box, from and to; None where it names none."""
        span = self.game.info.players if "players" in self.game.info else None
        return (span[0], span[-1]) if span else None


class Check:
    """One check: its code and section, and the findings it has made so far."""

    def __init__(self, code: str, section: str) -> None:
        self.code, self.section, self.found = code, section, list[Finding]()

    def add(
        self,
        verdict: Verdict,
        about: str,
        claim: str,
        number: float | None,
        unit: str,
        place: Place | None,
        hint: str | None = None,
    ) -> None:
        self.found.append(Finding(self.code, about, self.section, verdict, claim, number, None, unit, place, hint=hint))

    def fine(self, about: str, claim: str, number: float | None, unit: str, place: Place | None) -> None:
        self.add("fine", about, claim, number, unit, place)


def in_order(found: Iterable[Finding]) -> list[Finding]:
    """Sort findings by section, each section's as they came."""
    return sorted(found, key=lambda one: ("census", "reach", "balance").index(one.section))


def check_players(laid: LaidOut, counts: Sequence[int], seats: int, rule: str, setup: tuple[str, str]) -> Iterator[Check]:
    """Compare the numbers of players on the box with those, `counts`, that a mapping of `rules:` sets something up for.

    `setup` is what it sets up, and that there is none: "a table", "no table". The rules have room for `seats`.
    """
    missing, extra = Check("players-without-setup", "census"), Check("players-unpromised", "census")
    some, none = setup
    set_out = listed(counts) if counts else "no number of"
    least, most = laid.promised or (0, 0)
    on_box = f"{least}-{most}" if least != most else f"{most}"
    where = laid.key_place("rules", rule)
    said = f"The box says {on_box} players, but the rules set {none} for"
    for players in range(least, min(most, seats) + 1):
        if laid.promised and players not in counts:
            missing.add(
                "error",
                f"{players} players",
                f"{said} {players}: `{rule}` has {set_out} players.",
                players,
                "players",
                where,
                f"add {players}: to {rule}, or change `game: players:`",
            )
    if most > seats:
        missing.add(
            "error",
            f"{most} players",
            f"{said} more than {seats}, which is all that they have room for.",
            most,
            "players",
            laid.place("game", "players"),
            f"lower `game: players:` to {seats}",
        )
    for players in counts:
        if laid.promised and not least <= players <= most:
            extra.add(
                "warning",
                f"{players} players",
                f"The rules set {some} for {players} players, but the box says {on_box}.",
                players,
                "players",
                laid.key_place("rules", rule, str(players)),
                f"take {players}: out of {rule}, or change `game: players:`",
            )
    where = laid.place("game", "players")
    if not missing.found:
        said = f"The box says {on_box} players" if laid.promised else "The box promises no number of players"
        missing.fine("", f"{said}, and the rules set {some} for {set_out}.", len(counts), "numbers of players", where)
    if not extra.found:
        extra.fine("", f"The rules set {none} for a number of players that is not on the box.", 0, "numbers of players", where)
    yield missing
    yield extra


def words_of(component: Component) -> set[str]:
    """Give the words of a component's id and name, in small letters."""
    return set(re.findall(r"[a-z]+", f"{component.id} {component.name}".lower()))


def most_players(laid: LaidOut, counts: Sequence[int]) -> int:
    """Give the most players that box or rules name; 0 where neither does."""
    return max([*counts, *(laid.promised or ())], default=0)


def check_pieces(laid: LaidOut, counts: Sequence[int], words: set[str], sorts: str) -> Check:
    """Check that of pieces for each player there are enough: of components that say so, or have one of `words` in their name."""
    check, most, seen = Check("pieces-short", "census"), most_players(laid, counts), list[Component]()
    for component in laid.game.components:
        if not words_of(component) & words and not component.is_each_player:
            continue
        seen.append(component)
        if component.count < most:
            check.add(
                "warning" if component.is_extra else "error",
                component.id,
                f"The box has {component.count} of '{component.name}', and {most} players need one each.",
                component.count,
                "pieces",
                laid.place("components", component.id, "count"),
                f"raise the count to {most}",
            )
    if not check.found:
        parts = listed(f"{one.count} {one.id}" for one in seen) if seen else f"no {sorts} that could be too few"
        check.fine("", f"The box has {parts}, for up to {most} players.", most, "players", laid.key_place("components"))
    return check
