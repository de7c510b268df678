"""What players learn before they judge a game for the first time, and after each change of it.

In: rules, a game, its card set, numbers of players. Out: players who learned it, in the folder of
compiled rules. Knows no game.

A game without experts is learned once, for about a minute altogether. After a change, those who
learned it last go on. If the game needs other signs now, others learn it, beginning with what these
know of those that are the same; otherwise, this takes a part of the work; the
rest is for those who are still too easy to beat, or play worse than simpler players now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.data.game import Game
from rules_check.engine.game import Rules, fair_share
from rules_check.engine.kept import Learned, keep_learned, latest_at, read_kept, read_learned
from rules_check.engine.kernel import CACHE_FOLDER
from rules_check.engine.players import LineUpError, best_word
from rules_check.play.simulate import GameStuck
from rules_check.prove.checking import LEVELS, Examination
from rules_check.prove.readying import readying
from rules_check.prove.teaching import ADVERSARY, carried, let_simpler_judge, rate_of, teach_each

MINUTES = 1.0
"""The work of all players together who learn a new game, in minutes on one core."""
AGAIN = 0.25
"""The work of players who go on after a change of the game, as a part of that of new ones."""
SEED, LATER_SEED = 1, 11
"""The seeds of their games, whatever the seed of a check: at first, and when they go on further."""


@dataclass(frozen=True)
class Lessons:
    """What is to be learned before a check."""

    rules: Rules
    cards: Any
    file: Path
    """The game's file, by which those who learned it last are found."""
    minutes: Mapping[int, float]
    """The work for each number of players."""
    begun: Mapping[int, Learned]
    """Those who go on after a change, by the number of players."""
    elders: Mapping[int, Learned]
    """Those who learned another version with other signs, by the number of players."""
    exploit: float
    """The part of games that an opponent may win beyond its share."""

    @property
    def is_new(self) -> bool:
        """Whether the game is learned from the beginning, at least for some numbers of players."""
        return len(self.begun) < len(self.minutes)

    def take(self, progress: Callable[[float], None]) -> None:
        """Let players learn; if they cannot, simpler ones judge. `progress` is called with the part
        of the work that is done.
        """
        try:
            with readying(self.rules):
                learned = self._learned(progress)
        except (OSError, ValueError, GameStuck, LineUpError):  # too long, or not kept
            return
        for players, player in learned.items():
            keep_learned(latest_at(self.file, players), player)

    def _learned(self, progress: Callable[[float], None]) -> dict[int, Learned]:
        """Let players learn, and those who need the rest of a new game's work go on.

        Raises OSError if nothing can be kept, ValueError if a game is too long to be learned.
        """
        rest = {players: self.minutes[players] * (1.0 / AGAIN - 1.0) for players in self.begun}
        first = sum(self.minutes.values()) / (sum(self.minutes.values()) + sum(rest.values()))
        learned = teach_each(
            self.rules,
            self.cards,
            self.minutes,
            self.begun,
            SEED,
            lambda part: progress(first * part),
            elders=self.elders,
        )
        behind = {
            players: learned[players] for players in rest if self._is_behind(learned, players)
        }
        if behind:
            learned |= teach_each(
                self.rules,
                self.cards,
                {players: rest[players] for players in behind},
                behind,
                LATER_SEED,
                lambda part: progress(first + (1.0 - first) * part),
            )
        return let_simpler_judge(
            self.rules, self.cards, learned, self.minutes, self.begun, LATER_SEED
        )

    def _is_behind(self, learned: Mapping[int, Learned], players: int) -> bool:
        """Return whether players who went on play worse than simpler ones, which they did not
        before, or an adversary wins more often than it may, or one who goes on does better.
        """
        pupil, rate = learned[players], rate_of(learned[players])
        if not pupil.is_judge:
            return self.begun[players].is_judge
        return rate is not None and rate.share > fair_share(self.rules, players) + self.exploit


def lessons_for(rules: Rules, game: Game, cards: Any, counts: Sequence[int]) -> Lessons | None:
    """Plan what players learn, for each of some numbers of players that have not learned a game
    yet; None if all have, the game has experts or cannot be played, or nothing is kept.
    """
    if CACHE_FOLDER is None:
        return None
    missing = [players for players in counts if read_learned(rules, cards, players) is None]
    if best_word(rules) == "expert" or not missing:
        return None
    glance = Examination(rules, game, cards, LEVELS["glance"], SEED, counts=counts)
    if any(finding.verdict == "fault" for finding in glance.run().findings):
        return None  # there is nothing to learn
    file, begun, elders = game.folder / game.file, dict[int, Learned](), dict[int, Learned]()
    for players in missing:
        if earlier := read_kept(latest_at(file, players)):
            if shown := carried(rules, cards, players, earlier):
                begun[players] = shown
            else:
                elders[players] = earlier
    share = MINUTES / (1.0 + ADVERSARY) / len(counts)
    minutes = {players: share * (AGAIN if players in begun else 1.0) for players in missing}
    return Lessons(rules, cards, file, minutes, begun, elders, glance.limits["exploit"] / 100)
