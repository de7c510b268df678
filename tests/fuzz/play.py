"""Rules as data with faults: the `play:` sections of the small games of
tests/rules_check/notation/games.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.fuzz import mutants
from tests.fuzz.cases import Case
from tests.fuzz.family import ROOT, Family

FOLDER = ROOT / "tests" / "rules_check" / "notation" / "games"
TEMPLATE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>'
WORD = re.compile(r"[\w-]+|[<>=]+|\.\.|[{}()\[\]:,+*/]")
LESS_OFTEN = 0.3
"""How often a fault is one of YAML, and not one of the words of the rules."""


def games() -> list[Path]:
    return sorted(FOLDER.glob("*.yaml"))


def of_rules(random: Random, rules: str) -> str:
    """Put words of rules in the place of others, take some away, or double or move lines."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        rules = random.choice((_replaced, _replaced, _removed, _moved))(random, rules)
    return rules


def _replaced(random: Random, rules: str) -> str:
    words = list(WORD.finditer(rules))
    old, new = random.choice(words), random.choice(words)[0]
    return rules[: old.start()] + new + rules[old.end() :]


def _removed(random: Random, rules: str) -> str:
    old = random.choice(list(WORD.finditer(rules)))
    return rules[: old.start()] + rules[old.end() :]


def _moved(random: Random, rules: str) -> str:
    lines = rules.split("\n")
    line = random.choice(lines)
    if random.random() < 0.5:
        lines.remove(line)
    lines.insert(random.randrange(len(lines) + 1), line)
    return "\n".join(lines)


class Play(Family):
    name = "play"
    about = "`play:` with faults; then `lint` or `rules`"
    goal = 20_000

    def case(self, random: Random) -> Case:
        text = random.choice(games()).read_text(encoding="utf-8")
        at = text.index("\nplay:") + 1
        change = mutants.of_yaml if random.random() < LESS_OFTEN else of_rules
        content = text[:at] + change(random, text[at:])
        files = {"cards.yaml": mutants.encoded(random, content), "templates/card.svg.j2": TEMPLATE}
        return Case(files, [[random.choice(("lint", "rules"))]])
