"""The first games of rules that are still being compiled, played uncompiled in a separate process.

In: rules, a card set, and a number of players. Out: the result of each game, as it ends.
Knows no game. As a program it is that process (`python -m rules_check.engine.meanwhile ferry-night
3`, the card set's bytes on stdin).
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from generator.data.problems import counted
from generator.data.saying import agreeing, from_to
from rules_check.engine.game import Rules, is_team, lost_ends
from rules_check.engine.rehearsing import uncompiled
from rules_check.engine.written import found_as

GAMES = 50
SECONDS = 8.0
"""The most games that are played, and the longest time: compiling needs the processors too."""


@dataclass
class FirstGames:
    """The results of the first games."""

    players: int
    is_team: bool = False
    can_lose: bool = False
    """Whether a team can lose; only then does the sentence tell who won."""
    rounds: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    """How often each seat won, alone or shared."""

    def add(self, rounds: int, winners: list[int]) -> None:
        """Count a game; seats are numbered from 0."""
        self.wins = self.wins or [0] * self.players
        self.rounds.append(rounds)
        for seat in winners:
            self.wins[seat] += 1

    def sentence(self) -> str:
        """Say how long the games were, and who won."""
        if not self.rounds:
            return ""
        least, most = min(self.rounds), max(self.rounds)
        length = f"{from_to(least, most)} {agreeing(most, 'round|rounds')}"
        games = "First game" if len(self.rounds) == 1 else f"First {len(self.rounds)} games"
        rehearsed = f"{games} of {counted(self.players, 'random player')}, not compiled: {length}"
        if self.is_team and self.can_lose:
            won, they = self.wins[0], "it" if self.players == 1 else "they"
            how = f"won {won} of them" if len(self.rounds) > 1 else ("lost it", "won it")[won]
            return f"{rehearsed}; {they} {how}."
        if self.is_team or self.players == 1:
            return f"{rehearsed}."
        *others, last = map(str, self.wins)
        return f"{rehearsed}; wins by seat: {', '.join(others)} and {last}."


class Meanwhile:
    """Games that are played while a game is compiled; `tell` is called with what is known after the
    first of them, and `end` returns the final summary.
    """

    def __init__(self, rules: Rules, cards: Any, players: int, tell: Callable[[str], None]) -> None:
        self._games = FirstGames(players, is_team(rules), bool(lost_ends(rules)))
        self._tell, name = tell, found_as(rules)
        self._process = uncompiled("meanwhile", name, str(players))
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(cards.tobytes())
            self._process.stdin.close()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                with suppress(ValueError):  # rules may print other text too
                    rounds, winners = json.loads(line)
                    self._games.add(rounds, winners)
                    if len(self._games.rounds) == 1:
                        self._tell(self._games.sentence())

    def end(self) -> str:
        """Stop playing; return a sentence about all games, empty if there was at most one."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        return self._games.sentence() if len(self._games.rounds) > 1 else ""


def _main(name: str, players: int) -> None:
    """Play games of random players, and write a line about each to stdout: its rounds, and the
    winners.
    """
    from rules_check.engine.attributes import record_of
    from rules_check.engine.game import load_rules
    from rules_check.engine.players import parse_line_up
    from rules_check.engine.playing import play_games

    begun = time.process_time()
    rules = load_rules(name)
    content = bytearray(sys.stdin.buffer.read())
    cards: Any = record_of(rules.cards_dtype, content)
    line_up = parse_line_up("random", players)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)  # anything that the rules themselves print
        for number in range(GAMES):
            row = play_games(rules, cards, line_up, 1, number, 1).rows[0]
            winners = [seat for seat in range(players) if row["places"][seat] == 1]
            if row["end"] in lost_ends(rules):
                winners = []
            answers.write(json.dumps([int(row["rounds"]), winners]) + "\n")
            answers.flush()
            if number == 0:
                _give_way(more=14)
            if time.process_time() - begun > SECONDS:
                break


def _give_way(more: int) -> None:
    """Leave the processors to compiling: a little until the first game has ended, then entirely."""
    if hasattr(os, "nice"):
        os.nice(more)


if __name__ == "__main__":
    _give_way(more=5)
    _main(sys.argv[1], int(sys.argv[2]))
