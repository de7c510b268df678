"""Turn `setup:` and `play:` of cards.yaml into a `Program`, or report every fault at its place.

In: a game whose cards.yaml has `play:`. Out: a `Program`. Knows no rules of the toolkit.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import entry_points
from typing import cast, get_args

from generator.data.game import Game
from generator.data.problems import Problem, Problems
from generator.data.setting import player_counts
from generator.data.source import Node
from rules_check.engine.consent import GROUP, has_own_rules
from rules_check.notation import messages as say
from rules_check.notation.checks import check
from rules_check.notation.course import steps_of
from rules_check.notation.declarations import check_refills, check_tables, declare, declare_named
from rules_check.notation.expressions import number, tree_of, truth
from rules_check.notation.faults import Phrase, TooMuch, nearest, phrase_at, phrase_of, reported
from rules_check.notation.powers import read_powers
from rules_check.notation.program import (
    OVER,
    Ending,
    Expression,
    Program,
    ScoreLine,
    Step,
    Who,
    Wins,
)
from rules_check.notation.scope import MOST_LINES, Scope, World
from rules_check.notation.vocabulary import counts_of, vocabulary_of
from rules_check.notation.winning import meant_by

SECTION = "play"
FEWEST_TEAMS = 2
SECTIONS = (
    *("common", "each", "begin", "round", "turn", "until", "score", "wins", "loses", "ties"),
    *("teams", "formulas", "steps", "powers"),
)


def has_rules_as_data(game: Game) -> bool:
    """Return whether a game's cards.yaml describes its play."""
    return SECTION in game.root.items


def has_rules(game: Game) -> bool:
    """Return whether a game is played by its own rules or those of an installed package, or names
    rules that should play it.
    """
    if has_rules_as_data(game) or has_own_rules(game.folder):
        return True
    return game.root["game"].get("plays") is not None or any(
        entry.name == game.plays for entry in entry_points(group=GROUP)
    )


def problems_of_rules(game: Game) -> list[Problem]:
    """List the faults in a game's rules; empty if it has no rules as data."""
    found = Problems()
    if has_rules_as_data(game):
        read_program(game, found)
    return list(found)


def read_program(game: Game, problems: Problems | None = None) -> Program:
    """Read a game's rules. Faults go to `problems`; without it, ProblemError is raised."""
    found = Problems() if problems is None else problems
    reader = _Reader(game, found)
    try:
        program = reader.program()
        if reader.is_all_read:
            check(program, reader.world)
    except TooMuch as fault:
        found.add(fault.problem)
        program = Program(game.title, {}, {}, (), (), False, (), ())
    if problems is None:
        found.raise_errors()
    return program


class _Reader:
    def __init__(self, game: Game, problems: Problems) -> None:
        game = game.original or game
        self.game, self.problems = game, problems
        self.play = game.root.items[SECTION]
        self.setup = game.root.below("setup")
        self.world = World(vocabulary_of(game), problems, game=game)

    @property
    def is_all_read(self) -> bool:
        """Return whether the program is complete, with no function left out that the user has not
        agreed to.
        """
        return self.world.own is None or bool(self.world.own.text)

    def program(self) -> Program:
        self._check_sections()
        check_tables(self.world)
        self.world.teams = self._teams()
        declare(self.setup, self.world)
        self.world.of_setup |= {*self.world.zones, *self.world.counters}
        declare(self.play, self.world)
        declare_named(self.play, self.world)
        check_refills(self.world)
        beginning = (*self._steps(self.setup.get("deal")), *self._steps(self.play.get("begin")))
        is_by_turns = "turn" in self.play.items
        main, ends = ("turn", {"turn", "turns"}) if is_by_turns else ("round", {"round"})
        course = self._steps(self.play.get(main), frozenset(ends), is_by_turns)
        endings, scores, ties = self._endings(is_by_turns), self._scores(), self._ties()
        powers = read_powers(self.play.get("powers"), self.world)
        return Program(
            self.game.title,
            self.world.zones,
            self.world.counters,
            beginning,
            course,
            is_by_turns,
            endings,
            scores,
            ties,
            self._wins(),
            self._loses(endings),
            self.world.teams,
            powers,
            tuple(self.world.variables),
            self.world.own.text if self.world.own else "",
        )

    def _check_sections(self) -> None:
        keys = self.play.keys
        for key in self.play.items:
            if key not in SECTIONS:
                self.problems.error(say.PLAY_LACKS(key=key), keys[key], nearest(key, SECTIONS))
        if "round" in keys and "turn" in keys:
            hint = "for a turn of each player, write turns: within round:"
            self.problems.error(say.ROUNDS_AND_TURNS(), keys["turn"], hint)

    def _scope(self, phrase: Phrase, is_by_turns: bool = False) -> Scope:
        scope = Scope(self.world, phrase)
        return scope.acting(phrase.whole, is_in_turns=True) if is_by_turns else scope

    def _steps(
        self, node: Node | None, ends: frozenset[str] = frozenset(), is_by_turns: bool = False
    ) -> tuple[Step, ...]:
        if node is None:
            return ()
        scope = self._scope(phrase_at("", node.place), is_by_turns)
        with reported(self.problems):
            return steps_of(node, replace(scope, ends=ends))
        return ()

    # ----------------------------------------------------------------------------------- endings

    def _endings(self, is_by_turns: bool) -> tuple[Ending, ...]:
        endings = []
        for words, phrase in self._lines("until", OVER):
            scope = self._scope(phrase, is_by_turns)
            with reported(self.problems):
                endings.append(Ending(words, truth(tree_of(phrase), scope), phrase.whole))
        return tuple(endings)

    def _scores(self) -> tuple[ScoreLine, ...]:
        lines = []
        for words, phrase in self._lines("score", "score"):
            with reported(self.problems):
                value = number(tree_of(phrase), self._scope(phrase).acting(phrase.whole))
                lines.append(ScoreLine(words, value, phrase.whole))
        return tuple(lines)

    def _lines(self, key: str, words: str) -> list[tuple[str, Phrase]]:
        """Return the single formula with default words, or the lines of `words: formula`."""
        node = self.play.get(key)
        if node is None:
            return []
        if node.type == "list":
            self.problems.error(say.LIST_FOR_FORMULA(key=key), node.place)
            return []
        return self._phrases(key, node.items if node.type == "map" else {words: node})

    def _phrases(self, key: str, nodes: dict[str, Node]) -> list[tuple[str, Phrase]]:
        phrases: list[tuple[str, Phrase]] = []
        for words, node in nodes.items():
            if len(phrases) == MOST_LINES:
                raise TooMuch(say.TOO_MANY_LINES(most=MOST_LINES, key=key), node.place)
            with reported(self.problems):
                phrases.append((words, phrase_of(node, f"a formula after '{key}:'")))
        return phrases

    def _ties(self) -> tuple[Expression, ...]:
        node, ties = self.play.get("ties"), []
        if node is None:
            return ()
        nodes = node.each
        for _, phrase in self._phrases("ties", {str(at): node for at, node in enumerate(nodes)}):
            with reported(self.problems):
                scope = replace(self._scope(phrase), me=Who("me", phrase.whole))
                ties.append(number(tree_of(phrase), scope))
        return tuple(ties)

    def _wins(self) -> Wins:
        node = self.play.get("wins")
        if node is None:
            return "most"
        if node.value not in get_args(Wins):
            self.problems.error(
                say.NO_WAY_TO_WIN(found=node.describe()), node.place, meant_by(node)
            )
        elif node.value == "together" and "ties" in self.play.items:
            self.problems.error(say.TIES_OF_A_TEAM(), self.play.items["ties"].place)
        return cast(Wins, node.value)

    def _teams(self) -> int:
        """Return the number of teams; 0 if there are none."""
        node = self.play.get("teams")
        if node is None:
            return 0
        teams = node.value
        if not isinstance(teams, int) or teams < FEWEST_TEAMS:
            self.problems.error(say.NO_NUMBER_OF_TEAMS(found=node.describe()), node.place)
            return 0
        if self.play.below("wins").value == "together":
            self.problems.error(say.TEAMS_TOGETHER(), self.play.keys["teams"])
        elif not counts_of(self.game, teams):
            players = player_counts(self.game)
            self.problems.error(say.TEAMS_UNEVEN(teams=teams, most=players[-1]), node.place)
        return teams

    def _loses(self, endings: tuple[Ending, ...]) -> tuple[str, ...]:
        """Return the words of the endings with which all players lose."""
        node = self.play.get("loses")
        if node is None:
            return ()
        if self.play.below("wins").value != "together":
            self.problems.error(say.LOST_BY_NO_TEAM(), self.play.keys["loses"])
        words, lost = [ending.words for ending in endings], []
        faulty = self.play.below("until").items.keys() - set(words)
        for one in node.each:
            if one.value in words:
                lost.append(str(one.value))
            elif one.value not in faulty:
                hint = nearest(str(one.value), words, "its lines are")
                self.problems.error(say.NO_SUCH_ENDING(found=one.describe()), one.place, hint)
        return tuple(lost)
