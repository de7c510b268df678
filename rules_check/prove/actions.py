"""The worth of each thing that a player can do: how often it is chosen, and how often a player wins
without it.

In: rules, a card set, the players who judge. Out: measurements of the section actions, and a table
for the report. Knows no game.

Each action is tried as two habits, never and always, by one player among others who choose freely.
Habits left in doubt by a first look play fresh games, and only those count, so that selecting them
introduces no bias.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.data.game import Game
from generator.data.problems import Place, counted
from rules_check.engine.game import Rules, counts_of
from rules_check.engine.noting import NOTED_EVERY, NUMBER, PART
from rules_check.engine.players import LineUpError, Player, parse_player
from rules_check.engine.playing import play_games
from rules_check.notation.reading import has_rules_as_data, read_program
from rules_check.notation.writing.marks import marks_of
from rules_check.play.measure import each_among, each_first_among
from rules_check.play.simulate import Played
from rules_check.verdict.findings import Measurement, place_at
from rules_check.verdict.statistics import Rate, points, ratio_from

SHIFTS = (-1, 1)
ALL_THE_WAY = 99
"""A shift that reaches the highest or the lowest amount that is legal, in nearly every game."""
FRESH = 4
"""The number of fresh games if the first look leaves doubt, as a multiple of the games in the first
look.
"""


def habits_of(rules: Rules, cards: Any, word: str) -> list[Player]:
    """List the habits that a game's moves allow: never and always for each sort of move, and a
    shifted amount.
    """
    options = list(getattr(rules, "STRATEGIES", ()))
    if hasattr(rules, "move_sorts"):
        sorts = rules.move_sorts()
        if len(sorts) > 1:
            options += [f"{limit}={sort}" for sort in sorts for limit in ("never", "only")]
        every = (-ALL_THE_WAY, *SHIFTS, ALL_THE_WAY)
        options += [f"shift={sort}{by:+}" for sort in sorts for by in every]
    habits = [parse_player(f"{word}:{option}") for option in dict.fromkeys(options)]
    return [habit for habit in habits if _can_play(rules, cards, habit)]


def _can_play(rules: Rules, cards: Any, habit: Player) -> bool:
    """Return whether a habit names moves that exist with these cards."""
    try:
        play_games(rules, cards, [habit] * counts_of(rules, cards)[0], 0, 0, 0)
    except LineUpError:
        return False
    return True


def option_of(habit: Player) -> str:
    """Return a habit as an option of the players who judge: "never=sell"."""
    return habit.text.partition(":")[2]


def said_of(option: str) -> str:
    """Say what a habit does, given its option: "shift=offer+99, always the highest 'offer'"."""
    for by, amount in ((ALL_THE_WAY, "highest"), (-ALL_THE_WAY, "lowest")):
        if option.startswith("shift=") and option.endswith(f"{by:+}"):
            sort = option[len("shift=") : -len(f"{by:+}")].replace("+", " ")
            return f"{option}, always the {amount} '{sort}'"
    return option


def try_habits(
    rules: Rules,
    cards: Any,
    word: str,
    habits: Sequence[Player],
    players: int,
    games: int,
    seed: int,
) -> dict[str, Rate]:
    """Take a first look at habits: how often each wins, by its option, when one player among free
    ones has it.

    Leaves out habits that change nothing, because players never choose the action, or never have
    the choice to leave it.
    """
    rates = each_first_among(rules, cards, habits, parse_player(word), players, games, seed + 1)
    tried = {}
    for habit, rate in zip(habits, rates, strict=True):
        if rate is not None:
            tried[option_of(habit)] = rate
    return tried


def settled(
    rules: Rules,
    cards: Any,
    word: str,
    players: int,
    tried: dict[str, Rate],
    most: float,
    games: int,
    seed: int,
) -> dict[str, Rate]:
    """Play fresh games for leaving out each action, unless the first look already shows that it
    wins less often than `most` per cent.
    """
    doubtful = []
    for option, rate in tried.items():
        if option.startswith("never=") and points(rate).high > most:
            doubtful.append(option)
    habits = [parse_player(f"{word}:{option}") for option in doubtful]
    rates = each_among(rules, cards, habits, parse_player(word), players, games, seed + 2)
    return {**tried, **dict(zip(doubtful, rates, strict=True))}


def action_measurements(
    rules: Rules,
    word: str,
    players: int,
    rates: dict[str, Rate],
    limits: dict[str, float],
    game: Game,
) -> Iterator[Measurement]:
    """Measure how often a player wins who leaves one action out, for each action."""
    fair = 100 / players
    for option in rates:
        if not option.startswith("never="):
            continue
        action = option.partition("=")[2].replace("+", " ")
        yield Measurement(
            "strategy",
            option,
            "actions",
            (
                f"a player who never makes the move '{action}' wins {{}} of games among "
                f"{players - 1} {word} {'player' if players == 2 else 'players'} who can make it"
            ),
            *points(rates[option]),
            rates[option].games,
            (-float("inf"), fair + limits["strategy"]),
            standard=f"fair share {fair:.1f} %",
            too_much=f"players without it win more, so '{action}' is not worth doing",
            place=_place_of(option, rules, game),
            hint=(
                "with these numbers it costs more than it brings: raise what it pays, or lower "
                "what it costs"
            ),
            names_players=True,
        )


def _place_of(option: str, rules: Rules, game: Game) -> Place:
    """Return the place of the action that a habit is about: if the rules are data, that of the
    first option that begins with its word.
    """
    action = option.partition("=")[2]
    marks = marks_of(read_program(game), game) if has_rules_as_data(game) else None
    for mark in marks.options.values() if marks is not None else ():
        if mark.words.split()[0] == action:
            return mark.place
    return place_at(game, option, rules)


def choice_measurements(
    rules: Rules, played: Played, limits: dict[str, float], game: Game
) -> Iterator[Measurement]:
    """Measure how often each action that a game names among its strategies is chosen when it is
    allowed.
    """
    about = counted(played.players, "player")
    for row in choice_table(rules, played):
        option = f"never={row['action']}"
        if option not in getattr(rules, "STRATEGIES", ()) or not row["chances"]:
            continue
        yield Measurement(
            "action-unused",
            f"{row['action']}, {about}",
            "actions",
            f"with {about}, '{row['action']}' is chosen in {{}} of the decisions that allow it",
            *points(ratio_from(row["sums"])),
            played.games,
            (limits["chosen"], float("inf")),
            standard=f"at least {limits['chosen']:g} % is expected",
            too_little="with these numbers it is hardly ever the right move",
            place=place_at(game, option, rules),
        )


def choice_table(rules: Rules, played: Played) -> list[dict[str, Any]]:
    """List for each sort of move in how many decisions it was allowed beside others, and how often
    it was chosen.
    """
    if not hasattr(rules, "move_sorts") or played.part.chosen is None:
        return []
    noted = -(-played.games // NOTED_EVERY)
    return [
        {
            "action": sort,
            "chances": int(sums[NUMBER]),
            "chosen": int(sums[PART]),
            "a_game": int(sums[NUMBER]) / max(1, noted),
            "sums": sums.tolist(),
        }
        for sort, sums in zip(rules.move_sorts(), played.part.chosen, strict=False)
    ]


def idle_options(rules: Rules, played: Played, games: int) -> set[str]:
    """Name the habits that change nothing, by their options: never making a sort of move that
    nobody chooses, and always making one that everybody chooses whenever it can be.

    Says so only of sorts of moves that were followed in at least `games` games.
    """
    if played.games < games * NOTED_EVERY:
        return set()
    idle = set[str]()
    for row in choice_table(rules, played):
        if row["chosen"] == 0:
            idle.add(f"never={row['action']}")
        if row["chosen"] == row["chances"]:
            idle.add(f"only={row['action']}")
    return idle


def action_table(
    rules: Rules, players: int, rates: dict[str, Rate], played: Played
) -> list[dict[str, Any]]:
    """List for each action how often it could be chosen and was chosen, and the win rates of a
    player who never does it and of one who does it whenever possible.
    """
    rows = []
    for row in choice_table(rules, played):
        habits = {}
        for limit, key in (("never", "never"), ("only", "always")):
            if (rate := rates.get(f"{limit}={row['action']}")) is not None:
                number, low, high, _ = points(rate)
                habits[key] = {
                    "share": number / 100,
                    "low": low / 100,
                    "high": high / 100,
                    "games": rate.games,
                }
        if row["chances"] or habits:
            rows.append(
                {
                    "players": players,
                    "fair": 1 / players,
                    **{key: row[key] for key in row if key != "sums"},
                    **habits,
                }
            )
    return rows
