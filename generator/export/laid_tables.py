"""A table set up as in `setup:`, for exports: the place of everything, and the steps that players
take before they play.

In: a game with `setup:`, a number of players, a seed or none. Out: a `LaidTable`. Without a seed
nothing random is dealt: otherwise everybody who loads the file would always get the same cards.
Shuffling is left to the table, and the steps to the players.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from generator.data import placing
from generator.data.dealing import Laid, LaidPiece, lay
from generator.data.fieldtypes import is_whole
from generator.data.game import Chosen, Game
from generator.data.naming import scope_of
from generator.data.placing import (
    Arrangement,
    Spacing,
    Thing,
    arrange,
    name_of,
    player_name,
    surface_of,
    things_of,
)
from generator.data.setting import SECTION, Step, TableSetup, player_counts, read_setting

LABEL_MM = 10.0
COUNTED = ("set", "add", "take")
"""Steps that change counters: those are on the table as they are after all steps."""
_MIDDLE_MM, _SEAT_MM = 900.0, 520.0
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class LaidTable:
    """A table for a number of players: the things and their places, the zones to shuffle, and the
    remaining steps, as sentences.
    """

    game: Game
    setting: TableSetup
    players: int
    arrangement: Arrangement
    laid: Laid
    to_shuffle: tuple[str, ...]
    to_do: tuple[str, ...]

    @property
    def instructions(self) -> list[str]:
        """List the steps that players take before play begins, one sentence each."""
        names = ", ".join(name_of(self.game, name) for name in self.to_shuffle)
        return [
            *([f"Shuffle: {names}"] if names else []),
            *(f"{text[0].upper()}{text[1:]}" for text in self.to_do),
        ]

    @property
    def said(self) -> list[str]:
        """Describe the table's number of players, and what they do first."""
        first = [f"{number}. {text}" for number, text in enumerate(self.instructions, 1)]
        return [
            f"laid for {self.players} players"
            + (", who do this before they play:" if first else ""),
            *first,
        ]

    @property
    def results(self) -> dict[str, Any]:
        """Return the same as data."""
        return {"players": self.players, "instructions": self.instructions}


def laid_table(game: Game, seed: int | None = None) -> LaidTable | None:
    """Set up a game's table, for the largest number of players unless the game is for some; dealt
    if there is a seed. None if the game has no `setup:`.
    """
    if game.root.get(SECTION) is None:
        return None
    whole = game.for_all
    count = game.players or max(player_counts(whole))
    setting = read_setting(whole)
    dealt = lay(whole, setting, count, seed or 0)
    laid, left = dealt, list[Step]()
    if seed is None:
        done, left = without_luck(setting)
        laid = replace(lay(whole, done, count), counters=dealt.counters)
    shuffled = [zone.name for zone in setting.zones.values() if zone.is_shuffled]
    spacing = Spacing(
        lambda thing: (0.0, LABEL_MM), (0.0, 2 * LABEL_MM), _MIDDLE_MM, _SEAT_MM, gap_mm=14.0
    )
    arrangement = arrange(whole, things_of(whole, setting, dealt), count, spacing)
    said = [_sentence(whole, setting, step, count) for step in left]
    return LaidTable(
        whole,
        setting,
        count,
        arrangement,
        laid,
        tuple(shuffled) if seed is None else (),
        tuple(said),
    )


def without_luck(setting: TableSetup) -> tuple[TableSetup, list[Step]]:
    """Divide the steps of a setup into those with the same outcome however cards are shuffled, and
    the others, in order.
    """
    lucky = {zone.name for zone in setting.zones.values() if zone.is_shuffled}
    waiting = set[str]()
    done, left = list[Step](), list[Step]()
    for step in setting.steps:
        is_lucky, targets, zones = False, set[str](), set[str]()
        for part in _flat([step]):
            if part.verb in COUNTED:
                continue
            zones |= {part.source, part.target} - {""}
            is_lucky |= _needs_luck(part, lucky)
            if part.source in lucky:
                targets.add(part.target)
        if zones & waiting or is_lucky:
            left.append(step)
            waiting |= zones
        else:
            done.append(step)
            lucky |= targets
    return replace(setting, steps=tuple(done)), left


def _needs_luck(step: Step, lucky: set[str]) -> bool:
    """Return whether a step depends on the order of shuffled cards; a step that moves all of them
    does not.
    """
    return step.verb == "shuffle" or (step.source in lucky and step.count is not None)


def _flat(steps: Iterable[Step]) -> list[Step]:
    return [one for step in steps for one in (_flat(step.steps) if step.verb == "each" else [step])]


def _sentence(game: Game, setting: TableSetup, step: Step, players: int) -> str:
    """Return a step as it is written, with the names that zones have on the table and the
    numbers of `rules:` for these players. What each player does is one sentence.
    """
    if step.verb == "each":
        left = [one for one in step.steps if one.verb not in COUNTED]
        steps = [_sentence(game, setting, one, players) for one in left]
        return f"each player: {', '.join(steps)}"
    scope = scope_of(game.root, game.context, players)
    rules = game.context["rules"]._values

    def said(match: re.Match[str]) -> str:
        word = match[0]
        if word in setting.zones:
            return name_of(game, word)
        if word in scope.tables:
            return str(scope.tables[word].get(players, word))
        value = rules.get(word)
        return str(value) if is_whole(value) else word

    return _NAME.sub(said, step.text)


def table_files(game: Game, chosen: Chosen) -> dict[str, bytes]:
    """Return `table.txt`, for exports that cannot set up a table themselves: by name, empty if the
    game has no `setup:` or only a part is requested.
    """
    table = laid_table(game) if chosen.is_all else None
    return {} if table is None else {"table.txt": text_of(table).encode()}


def hand_dealt(game: Game, chosen: Chosen) -> int:
    """Count the cards dealt into each player's hidden hand; 0 if there is none."""
    table = laid_table(game, seed=0) if chosen.is_all else None
    if table is None:
        return 0
    for zone in table.setting.zones.values():
        if zone.seen == "owner":
            return len(table.laid.cards_in(zone.name, 0))
    return 0


def pieces_of(table: LaidTable, thing: Thing) -> list[LaidPiece]:
    """List what is on a pile, or the board."""
    if thing.sort == "board":
        board = surface_of(table.game, table.setting, table.laid)
        return [board] if board is not None else []
    return table.laid.piles[thing.spot]


def is_face_down(table: LaidTable, thing: Thing) -> bool:
    """Return whether the top piece there shows its back."""
    return thing.sort != "board" and table.setting.zones[thing.name].is_face_down


def label_of(table: LaidTable, thing: Thing) -> str:
    """Name a thing on the table; a player's with the player."""
    called = placing.label_of(table.game, thing)
    return called if thing.seat is None else f"{player_name(table.game, thing.seat)}: {called}"


def text_of(table: LaidTable) -> str:
    """Describe in words a table that a file cannot set up: each zone with its place and pieces,
    then what to do.
    """
    game = table.game
    lines = [f"{game.edition}: the table for {table.players} players", ""]
    lines.append(
        "Positions are in millimetres from the middle of the table, to the right and towards the "
        "first player."
    )
    for placed in table.arrangement.placed:
        thing = placed.thing
        lines.append(
            f"{label_of(table, thing)}, at {placed.x:.0f}, {placed.y:.0f}: {_content(table, thing)}"
        )
    if table.laid.box:
        lines += [
            "",
            "In the box: " + ", ".join(f"{count} x {id_}" for id_, count in table.laid.box.items()),
        ]
    if table.instructions:
        lines += [
            "",
            "Before you play:",
            *(f"{number}. {text}" for number, text in enumerate(table.instructions, 1)),
        ]
    return "\n".join(lines) + "\n"


def _content(table: LaidTable, thing: Thing) -> str:
    if thing.sort == "counter":
        return str(table.laid.counters[(thing.name, thing.seat)])
    if thing.sort == "dice":
        pool = table.setting.dice[thing.name]
        return f"{pool.count} dice of {pool.faces}"
    pieces = pieces_of(table, thing)
    side = "face down" if is_face_down(table, thing) else "face up"
    if not pieces:
        return "empty"
    if len(pieces) > 12 or is_face_down(table, thing):
        return f"{len(pieces)}, {side}"
    return f"{', '.join(piece.id for piece in pieces)}, {side}"
