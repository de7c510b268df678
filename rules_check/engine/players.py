"""Players and line-ups in words: they need only a game's verbs and its own expert, and any of them
can be restricted.

In: a word such as "search:400". Out: a `Player`. Knows no game.

- `random`: any legal move, all equally likely.
- `greedy`: looks one move ahead, for the move after which the game's `value` is highest, over some
  states that could be the true one.
- `search`: tries each move on states that could be the true one and plays on to the end of the
  round (rules_check/engine/searching.py).
- `expert`: the game's `advise`.
- `learned`: what `emporium-pnp train` found by letting players learn the game
  (rules_check/engine/learned.py).

A word may have options after colons: a budget in playouts (`search:400`), `never=sell`,
`only=bid+5` (a plus stands for a space); `shift=bid+1` for amounts, one higher than the player
would name, if that is legal; and for an expert a weight, `expert:hope=0.5`. A player with no move
left by a restriction chooses among all legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from generator.data.game import Game
from generator.data.problems import did_you_mean
from rules_check.engine.game import Rules

HUMAN = "human"
RANDOM, GREEDY, SEARCH, EXPERT, OWN, LEARNED = range(6)
KINDS = {"random": RANDOM, "greedy": GREEDY, "search": SEARCH, "expert": EXPERT, "learned": LEARNED}
BUDGET = 50
MOST_PLAYOUTS = 100_000
FREE, NEVER, ONLY = range(3)
LIMITS = {"never": NEVER, "only": ONLY}
OPTIONS_OF = {
    "search": [f"a number of playouts up to {MOST_PLAYOUTS}"],
    "expert": ["WEIGHT=NUMBER"],
}
"""Options that only some players have, as messages name them."""


class LineUpError(ValueError):
    """A line-up with an unknown player; the message says what is possible."""


@dataclass(frozen=True)
class Player:
    """The player in a seat, as described by a line-up."""

    text: str
    kind: int
    budget: int = 0
    """Playouts per decision."""
    limit: int = FREE
    words: tuple[str, ...] = ()
    """Beginnings of the moves that are never made, or that are the only ones made."""
    weights: tuple[tuple[str, float], ...] = ()
    """The expert's weights that differ from those of the card set's experts, by name."""
    shifts: tuple[tuple[str, int], ...] = ()
    """Beginnings of moves, with the difference by which their amount is raised or lowered."""
    game: Game | None = field(default=None, compare=False, repr=False)
    """The game whose table is shown to a player from the user's own code, if it is known."""


def parse_player(text: str) -> Player:
    """Read one player of a line-up. Raises LineUpError."""
    text = text.strip()
    name, *options = text.split(":")
    if name == HUMAN:
        raise LineUpError("'human' can play only in `emporium-pnp play`, and takes no options")
    if name.endswith(".py"):
        return Player(text, OWN)
    if name not in KINDS:
        raise LineUpError(_unknown_player(name))
    player = Player(text, KINDS[name], BUDGET if name == "search" else 0)
    for option in options:
        player = _with_option(player, name, option)
    return player


def _unknown_player(name: str) -> str:
    choices = f"choose from {', '.join(KINDS)}, or FILE.py:FUNCTION"
    if hint := did_you_mean(name, KINDS):
        choices = f"{choices} ({hint})"
    return f"there is no player '{name}'; {choices}"


def _with_option(player: Player, name: str, option: str) -> Player:
    """Add one option to a player. Raises LineUpError."""
    key, equals, word = option.partition("=")
    if name == "search" and not equals and _is_budget(key):
        return replace(player, budget=int(key))
    if key in LIMITS and word:
        limit = LIMITS[key]
        if player.limit not in (FREE, limit):
            raise LineUpError(
                f"'never' and 'only' cannot be combined, found both in '{player.text}'"
            )
        return replace(player, limit=limit, words=(*player.words, word.replace("+", " ")))
    if key == "shift" and (shift := re.fullmatch(r"(.*?)([+-][0-9]{1,3})", word)):
        shifted = shift[1].replace("+", " "), int(shift[2])
        return replace(player, shifts=(*player.shifts, shifted))
    if name == "expert" and key not in (*LIMITS, "shift") and _is_number(word):
        return replace(player, weights=(*player.weights, (key, float(word))))
    options = [*OPTIONS_OF.get(name, ()), "never=MOVE", "only=MOVE"]
    choices = f"its options are {', '.join(options)} and shift=MOVE+1"
    raise LineUpError(f"'{option}' in '{player.text}' is not an option of {name}; {choices}")


def _is_budget(word: str) -> bool:
    return word.isascii() and word.isdigit() and 0 < int(word) <= MOST_PLAYOUTS


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text) is not None


def best_word(rules: Rules) -> str:
    """Name the best players that rules provide and that are fast enough for many games."""
    if hasattr(rules, "advise"):
        return "expert"
    if hasattr(rules, "value"):
        return "greedy"
    return "random"


def parse_line_up(text: str, players: int, game: Game | None = None) -> list[Player]:
    """Read a line-up, one player per seat, separated by commas; a single player takes all seats.
    Raises LineUpError.

    Players from the user's own code are shown the table of `game`.
    """
    line_up = []
    for word in _words_of(text, players):
        player = parse_player(word)
        if player.kind == OWN:
            player = replace(player, game=game)
        line_up.append(player)
    return line_up


def _words_of(text: str, players: int) -> list[str]:
    """Split a line-up into one word per seat. Raises LineUpError."""
    words = text.split(",")
    if len(words) == 1:
        words *= players
    if len(words) != players:
        hint = "name one player for each seat, or one for all seats"
        raise LineUpError(f"the line-up has {len(words)} players for {players} seats; {hint}")
    return words


def words_of(line_up: Sequence[Player]) -> str:
    """Write a line-up as the command line takes it."""
    words = [player.text for player in line_up]
    if len(set(words)) == 1:
        return words[0]
    return ",".join(words)


def parse_seats(text: str, players: int, game: Game | None = None) -> list[Player | None]:
    """Read a line-up that may include people: None for each of them. Raises LineUpError."""
    words = [word.strip() for word in text.split(",")]
    players_alone = ["random" if word == HUMAN else word for word in words]
    seats: list[Player | None] = [*parse_line_up(",".join(players_alone), players, game)]
    for seat, word in enumerate(_words_of(",".join(words), players)):
        if word == HUMAN:
            seats[seat] = None
    return seats


def code_in(line_up: Sequence[Player | None]) -> str | None:
    """Name the first player of a line-up that is the user's own code; None if there is none.

    If a file names the line-up, the user has not asked to run that code.
    """
    for player in line_up:
        if player is not None and player.kind == OWN:
            return player.text
    return None
