"""What the best answer to a stated player wins, exactly, and what an adversary finds that learns.

    python -m tests.truth.answers                 all games and players, as a Markdown table
    python -m tests.truth.answers pig shedding    these games

A part of games is that of a win: a tie is half. It is the mean of both seats, but for tiny
Emporium, whose tree is that of the first. The players are those of line-ups, written here anew: any
move, each with the same chance; the move after which one scores most, as far as four guesses at
what is hidden say; or a habit, which never makes one sort of move, or makes it whenever it can.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rules_check.engine.game import rules_of
from rules_check.engine.players import parse_player
from rules_check.engine.playing import play_games
from rules_check.games import emporium
from rules_check.play.measure import each_among
from rules_check.prove.gathering import WINS
from rules_check.prove.learning import Course, School, thinking
from rules_check.prove.teaching import adversary
from rules_check.verdict.statistics import Rate
from tests.rules_check.engine.tiny import tiny_cards
from tests.rules_check.notation.games import game_of
from tests.truth import trees
from tests.truth.blackjack.exact import HIT, STAND, Blackjack
from tests.truth.fifteen import exact as fifteen
from tests.truth.goofspiel import exact as goofspiel
from tests.truth.kuhn_poker import exact as kuhn
from tests.truth.leduc_poker import exact as leduc
from tests.truth.liars_dice.exact import DOUBT, LiarsDice
from tests.truth.pig import exact as pig
from tests.truth.shedding import exact as shedding
from tests.truth.trees import CHANCE, OVER, Chances, by_chance

HOME = Path(__file__).resolve().parent
RANKS, LIMIT, SIDES, HELD, HEAP, MOST, TARGET = 6, 8, 3, 4, 13, 3, 100
WORK, GAMES = 125_000_000, 50_000
"""About 15 seconds of learning; fresh games."""
FIRST_SEAT = "Tiny Emporium"
IN_PYTHON = {"kuhn_poker": "kuhn", "leduc_poker": "leduc", "nim": "nim", "pig": "pig"}
GUESSES = 4
"""How often a greedy player guesses what is hidden, for each decision."""


# ------------------------------------------------------------------------------------- the games
class Kuhn:
    """Kuhn poker: nodes are both cards and the line."""

    def root(self) -> Any:
        return (), ""

    def due(self, node: Any) -> int:
        cards, line = node
        if not cards:
            return CHANCE
        return OVER if line in (*kuhn.FOLDS, *kuhn.GAINS) else len(line) % 2

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        cards, line = node
        if not cards:
            return [(deal, 1 / len(kuhn.DEALS), (deal, "")) for deal in kuhn.DEALS]
        return [(move, 1.0, (cards, line + move)) for move in "pb"]

    def seen(self, node: Any) -> Any:
        cards, line = node
        return cards[len(line) % 2], line

    def gain(self, node: Any) -> float:
        cards, line = node
        return kuhn.FOLDS.get(line) or kuhn.GAINS[line] * (1 if cards[0] > cards[1] else -1)


class Nim:
    """Nim: nodes are what is left, and who is due."""

    def root(self) -> Any:
        return HEAP, 0

    def due(self, node: Any) -> int:
        return OVER if node[0] == 0 else node[1]

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        left, due = node
        return [(take, 1.0, (left - take, 1 - due)) for take in range(1, min(MOST, left) + 1)]

    def seen(self, node: Any) -> Any:
        return node

    def gain(self, node: Any) -> float:
        return 1.0 if node[1] == 1 else -1.0


class Shedding:
    """Shedding: nodes are both hands, the last card laid, and who is due."""

    def root(self) -> Any:
        return None

    def due(self, node: Any) -> int:
        if node is None:
            return CHANCE
        return node[3] if node[0] and node[1] else OVER

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        if node is None:
            cards = frozenset(range(1, 2 * HELD + 1))
            hands = [frozenset(hand) for hand in combinations(sorted(cards), HELD)]
            return [(None, 1 / len(hands), (hand, cards - hand, 0, 0)) for hand in hands]
        first, second, last, due = node
        found = list[tuple[Any, float, Any]]()
        for card in shedding.moves((first, second)[due], last):
            after = (first - {card}, second) if due == 0 else (first, second - {card})
            found.append((card, 1.0, (*after, card, 1 - due)))
        return found

    def seen(self, node: Any) -> Any:
        return node

    def gain(self, node: Any) -> float:
        return -1.0 if node[0] else 1.0


class Fifteen:
    """Fifteen: nodes are what both have taken, and who is due."""

    def root(self) -> Any:
        return frozenset(), frozenset(), 0

    def due(self, node: Any) -> int:
        first, second, due = node
        is_over = fifteen.has_row(first) or fifteen.has_row(second)
        return OVER if is_over or len(first) + len(second) == len(fifteen.NUMBERS) else due

    def branches(self, node: Any) -> list[tuple[Any, float, Any]]:
        first, second, due = node
        left = sorted(fifteen.NUMBERS - first - second)
        if due == 0:
            return [(number, 1.0, (first | {number}, second, 1)) for number in left]
        return [(number, 1.0, (first, second | {number}, 0)) for number in left]

    def seen(self, node: Any) -> Any:
        return node

    def gain(self, node: Any) -> float:
        return float(fifteen.has_row(node[0])) - float(fifteen.has_row(node[1]))


# ----------------------------------------------------------------------------------- the players
def among(moves: Iterable[Any]) -> Chances:
    """Choose each of some moves with the same chance."""
    listed = list(moves)
    return dict.fromkeys(listed, 1 / len(listed))


def only(*wanted: Any) -> trees.Strategy:
    """Make these moves whenever one of them is possible, and else any."""

    def choose(seen: Any, moves: Sequence[Any]) -> Chances:
        return among([move for move in moves if move in wanted] or moves)

    return choose


def never(*unwanted: Any) -> trees.Strategy:
    """Make these moves only where no other is possible."""

    def choose(seen: Any, moves: Sequence[Any]) -> Chances:
        return among([move for move in moves if move not in unwanted] or moves)

    return choose


def four_of(chances: dict[int, float]) -> dict[int, float]:
    """Return the chances of the sum of as many numbers as there are guesses."""
    sums = {0: 1.0}
    for _ in range(GUESSES):
        then = dict[int, float]()
        for (total, odds), (number, chance) in product(sums.items(), chances.items()):
            then[total + number] = then.get(total + number, 0.0) + odds * chance
        sums = then
    return sums


def better_than(gains: dict[int, float]) -> float:
    """Return the chance that guesses at a gain add up to more than 0; if to 0, half of it counts."""
    sums = four_of(gains)
    return sum(chance * (0.5 + 0.5 * float(np.sign(total))) for total, chance in sums.items())


def greedy_drawer(seen: Any, moves: Sequence[Any]) -> Chances:
    """Blackjack: take a card if it would bring more on average of the guesses."""
    (own,), _ = seen
    totals = [own + card for card in range(1, RANKS + 1) if card != own]
    gains = dict[int, float]()
    for total in totals:
        gain = (total if total <= LIMIT else 0) - own
        gains[gain] = gains.get(gain, 0.0) + 1 / len(totals)
    hits = better_than(gains)
    return {HIT: hits, STAND: 1 - hits}


def greedy_shedder(seen: Any, moves: Sequence[Any]) -> Chances:
    """Shedding: lay the last card if that is possible; else any move."""
    first, second, _, due = seen
    own = (first, second)[due]
    return among([move for move in moves if own == {move}] or moves)


def greedy_taker(seen: Any, moves: Sequence[Any]) -> Chances:
    """Fifteen: take what makes a row if anything does; else any number."""
    own = seen[seen[2]]
    return among([move for move in moves if fifteen.has_row(own | {move})] or moves)


def always(card: int) -> goofspiel.Lay:
    """Goofspiel: lay one card as soon as it may be, and else any."""

    def lay(prize: int, held: goofspiel.Cards, others: goofspiel.Cards) -> dict[int, float]:
        return among([card] if card in held else held)

    return lay


def holds_by(chance: float) -> Any:
    """Pig: hold with the same chance after each roll."""
    return np.full((TARGET, TARGET, TARGET), chance)


def greedy_holds() -> Any:
    """Pig: hold unless guesses at the next roll bring points on average. Who has the target has
    them twice in the worth of a position, as points and as those of the turn.
    """
    holds = np.zeros((TARGET, TARGET, TARGET))
    for turn, own in product(range(1, TARGET), range(TARGET)):
        gains = {-turn: 1 / 6}
        for face in pig.FACES:
            is_over = own + turn + face >= TARGET
            gain = face + (turn + face if is_over else 0)
            gains[gain] = gains.get(gain, 0.0) + 1 / 6
        holds[own, :, turn] = 1 - better_than(gains)
    return holds


# ----------------------------------------------------------------------------- what answers win
def of_tree(tree: trees.Tree, other: trees.Strategy) -> float:
    """Return the part of games that the best answer wins in a game with secrets."""
    signed = trees.Signed(tree)
    return 0.5 + sum(trees.best_response(signed, player, other) for player in range(2)) / 4


def of_open_tree(tree: trees.Tree, other: trees.Strategy) -> float:
    """Return the same for a game in which both see all."""
    return 0.5 + sum(trees.open_response(tree, player, other) for player in range(2)) / 4


def of_goofspiel(most: int, other: goofspiel.Lay) -> float:
    return goofspiel.best_response(most, other, goofspiel.is_won)


class Case(NamedTuple):
    """A player whom an adversary shall beat, and what the best answer to it wins."""

    game: str
    judge: str
    exact: Callable[[], float]
    chance: Callable[[], float]
    """What any moves win against it, which says whether the player is the one that is meant."""


def _tree_case(game: str, judge: str, tree: trees.Tree, other: trees.Strategy) -> Case:
    def by_any() -> float:
        signed = trees.Signed(tree)
        first = trees.value(signed, by_chance, other) - trees.value(signed, other, by_chance)
        return 0.5 + first / 4

    is_open = isinstance(tree, (Nim, Shedding, Fifteen))
    response = of_open_tree if is_open else of_tree
    return Case(game, judge, lambda: response(tree, other), by_any)


def _goofspiel_case(most: int, judge: str, other: goofspiel.Lay) -> Case:
    return Case(
        f"Goofspiel, {most} cards",
        judge,
        lambda: goofspiel.best_response(most, other, goofspiel.is_won),
        lambda: goofspiel.mean(most, goofspiel.at_random, other, goofspiel.is_won),
    )


def _pig_case(judge: str, holds: Callable[[], Any]) -> Case:
    return Case(
        "Pig", judge, lambda: pig.best_against(holds()), lambda: pig.mean_of(holds_by(0.5), holds())
    )


CASES = [
    _tree_case("Kuhn poker", "random", Kuhn(), by_chance),
    _tree_case("Kuhn poker", "random:only=pass", Kuhn(), only("p")),
    _tree_case("Leduc poker", "random", leduc.Leduc(), by_chance),
    _tree_case("Leduc poker", "random:only=raise", leduc.Leduc(), only("r")),
    *(_goofspiel_case(most, "random", goofspiel.at_random) for most in (3, 4, 5)),
    _goofspiel_case(4, "random:only=send+boat-4", always(4)),
    _pig_case("random", lambda: holds_by(0.5)),
    _pig_case("greedy", greedy_holds),
    _pig_case("random:only=roll", lambda: holds_by(0.0)),
    _tree_case("Blackjack", "random", Blackjack(RANKS, LIMIT), by_chance),
    _tree_case("Blackjack", "greedy", Blackjack(RANKS, LIMIT), greedy_drawer),
    _tree_case("Blackjack", "random:only=hit", Blackjack(RANKS, LIMIT), only(HIT)),
    _tree_case("Liar's dice", "random", LiarsDice(SIDES, is_wild=True), by_chance),
    _tree_case("Liar's dice", "random:never=doubt", LiarsDice(SIDES, is_wild=True), never(DOUBT)),
    _tree_case("Fifteen", "random", Fifteen(), by_chance),
    _tree_case("Fifteen", "greedy", Fifteen(), greedy_taker),
    _tree_case("Fifteen", "random:only=take+tile-5", Fifteen(), only(5)),
    _tree_case("Nim", "random", Nim(), by_chance),
    _tree_case("Nim", "random:only=take+1", Nim(), only(1)),
    _tree_case("Shedding", "random", Shedding(), by_chance),
    _tree_case("Shedding", "greedy", Shedding(), greedy_shedder),
    _tree_case("Shedding", "random:never=pass", Shedding(), never(shedding.PASS)),
    Case(FIRST_SEAT, "random", lambda: 0.898438, lambda: 0.504873),
]


# ------------------------------------------------------------------------ what an adversary finds
def rules_for(game: str) -> tuple[Any, Any]:
    """Return a game's rules and its numbers."""
    if game == FIRST_SEAT:
        return emporium, tiny_cards()
    name, _, most = game.partition(", ")
    folder = name.lower().replace(" ", "_").replace("'", "")
    text = (HOME / folder / "cards.yaml").read_text(encoding="utf-8")
    if most:  # of each boat there are two
        number = int(most.split()[0])
        text = text.replace("1..4", f"1..{number}").replace("count: 4", f"count: {number}")
        text = text.replace("count: 8", f"count: {2 * number}")
    loaded = game_of(text)
    if folder in IN_PYTHON:
        rules = import_module(f"tests.truth.{folder}.{IN_PYTHON[folder]}").rules
    else:
        rules = rules_of(loaded)
    return rules, rules.cards_record(loaded)


def find(case: Case, work: int, seed: int, games: int) -> tuple[Rate, Rate]:
    """Let an adversary learn to beat a player. Returns what it wins of fresh games, and what any
    moves do.
    """
    rules, cards = rules_for(case.game)
    judge = parse_player(case.judge)
    learned, rate = adversary(rules, cards, 2, judge, work, seed, games)
    (chance,) = each_among(rules, cards, [parse_player("random")], judge, 2, games, seed + 2)
    if case.game != FIRST_SEAT:
        return rate, chance
    school = School(rules, cards, 2, Course(0, WINS, opponents=judge), seed + 1)
    wins, thought = list[float](), thinking(rules, learned, 2)
    while len(wins) < games:
        first = school.games
        done = school.gather(thought, 2048, school.learner)
        own = [n for n in range(done) if (first + n) % 2 == 0]
        wins += (school.memory.rewards[own, 0] + 0.5).tolist()
    rows = play_games(rules, cards, [judge] * 2, seed, 0, games).rows
    any_moves = float((rows["places"][:, 0] == 1).sum())
    return Rate(round(sum(wins), 6), len(wins)), Rate(any_moves, games)


def row_of(case: Case, work: int = WORK, seed: int = 1, games: int = GAMES) -> str:
    """Write down a case: a row of the table."""
    (rate, any_moves), exact, by_any = find(case, work, seed, games), case.exact(), case.chance()
    part = (rate.share - 0.5) / (exact - 0.5)
    return (
        f"| {case.game} | `{case.judge}` | {100 * by_any:.2f} | {any_moves} | {100 * exact:.2f} | "
        f"{rate} | {100 * part:.1f} % |"
    )


def main() -> int:
    asked = [word for word in sys.argv[1:] if not word.isdecimal()]
    seeds = [int(word) for word in sys.argv[1:] if word.isdecimal()] or [1]
    print("| game | player | any moves win | played | best answer wins | adversary | of the gain |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for case in CASES:
        if not asked or any(case.game.lower().startswith(word) for word in asked):
            for seed in seeds:
                print(row_of(case, seed=seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
