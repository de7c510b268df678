"""The functions in a game's own rules.py that a step of its rules as data can call.

In: the text of the file, to whose content the user has agreed. Out: `OwnSteps`: its functions, and
the names of the game that they use. Runs nothing. Its faults are problems at lines of the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from generator.data.game import Game
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.data.saying import Said
from rules_check.engine.consent import FILE, is_trusted, read_own_rules
from rules_check.notation import messages as say
from rules_check.notation.faults import nearest

GIVEN = ("cards", "state", "me")
"""The possible arguments of a function: the numbers of cards.yaml, the game, and the acting player.
"""


@dataclass
class OwnSteps:
    """A file of functions. `named` holds the fields that they use, of the state and of the cards,
    each with a line; `words` all other names that they read.
    """

    text: str
    functions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Their parameters."""
    bare: list[str] = field(default_factory=list)
    """The functions that are not marked for compilation."""
    top: dict[str, int] = field(default_factory=dict)
    """The names that the file defines, each with its line."""
    named: dict[str, dict[str, int]] = field(default_factory=lambda: {"state": {}, "cards": {}})
    words: set[str] = field(default_factory=set)


def own_steps(game: Game, place: Place, problems: Problems) -> OwnSteps | None:
    """Read the file beside a game's cards; None if there is none, if the user has not agreed to it,
    or if it has faults, which are then in `problems`.
    """
    try:
        own = read_own_rules(game.folder)
        if own is None:
            message = say.NO_RULES_PY(file=FILE, game=game.file)
            hint = f"write {FILE}, with def settle(cards, state, me): for `call settle`"
            problems.error(message, place, hint)
            return None
        if not is_trusted(own):
            return OwnSteps("")
        return steps_in(own.text)
    except ProblemError as fault:
        for problem in fault.problems:
            problems.add(problem)
    return None


def steps_in(text: str) -> OwnSteps:
    """Read the text of a file. Raises ProblemError."""
    try:
        tree = ast.parse(text)
    except SyntaxError as fault:
        raise _fault(say.NOT_PYTHON(fault=fault.msg), fault.lineno or 1) from None
    except (ValueError, RecursionError, MemoryError):
        raise _fault(say.NOT_READ_AS_PYTHON(), 1) from None
    steps = OwnSteps(text)
    for statement in tree.body:
        steps.top |= dict.fromkeys(_bound_by(statement), statement.lineno)
        if isinstance(statement, ast.FunctionDef):
            steps.functions[statement.name] = tuple(arg.arg for arg in statement.args.args)
            if not statement.decorator_list:
                steps.bare.append(statement.name)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=of)) if of in steps.named:
                steps.named[of].setdefault(node.attr, node.lineno)
            case ast.Name():
                steps.words.add(node.id)
    return steps


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            if alias.name != "*":
                yield alias.asname or alias.name


def _fault(said: Said, line: int) -> ProblemError:
    return ProblemError(Problem.of(said, Place(FILE, line)))


def check_names(
    own: OwnSteps, state: Iterable[str], cards: Iterable[str], taken: Iterable[str]
) -> None:
    """Check that every name the functions use exists, and that they do not change what the
    surrounding rules use. Raises ProblemError.
    """
    for name in {*own.functions} & {*taken}:
        raise _fault(say.NAME_OF_THE_TOOLKIT(name=name), own.top[name])
    from rules_check.toolkit.records import GameState  # needs numpy, which reading rules does not

    known = {"state": {*GameState.fields, *state}, "cards": {*cards}}
    for of, names in own.named.items():
        for name, line in names.items():
            if name not in known[of]:
                hint = nearest(name, sorted(known[of]), "it has")
                message = say.RULES_PY_LACKS(part=of, name=name)
                raise ProblemError(Problem.of(message, Place(FILE, line), hint))
