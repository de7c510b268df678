"""The parts of a game's rules, by the names with which its rulebook includes them: `{{ rules.round
}}`.

In: a game with rules as data. Out: Markdown lists by name. Raises ProblemError with every fault in
`play:`.
"""

from __future__ import annotations

from generator.data.game import Game
from generator.data.problems import Problem
from rules_check.notation.reading import problems_of_rules, read_program
from rules_check.notation.speaking import listed, spoken
from rules_check.notation.vocabulary import vocabulary_of

NAMES = {
    "What there is": "pieces",
    "To begin": "setup",
    "A turn": "turn",
    "A round": "round",
    "What cards say": "powers",
    "The end": "end",
    "Score": "score",
}
"""The names of the parts, by their headings."""


def faults_of(game: Game) -> list[Problem]:
    """List what is wrong with the rules of a game that has rules as data."""
    return [problem for problem in problems_of_rules(game) if problem.severity == "error"]


def parts_of(game: Game) -> dict[str, str]:
    """Return the parts of a game's rules; parts that it does without are empty, but it always has a
    turn or a round.
    """
    program = read_program(game)
    course = "round" if program.is_by_turns else "turn"
    parts = {name: "" for name in NAMES.values() if name != course}
    for part in spoken(program, vocabulary_of(game)):
        parts[NAMES[part.heading]] = "\n".join(listed(part))
    return parts
