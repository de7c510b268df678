"""What `wins:` was probably meant to say.

In: what is written there instead. Out: a hint. `reading` reads `wins:` itself.
"""

from __future__ import annotations

import re

from generator.data.source import Node, walk

_OF_A_TEAM = frozenset(
    [
        "team",
        "teams",
        "together",
        "cooperative",
        "coop",
        "co",
        "op",
        "all",
        "everyone",
        "everybody",
        "both",
        "we",
        "us",
        "side",
        "sides",
    ]
)
_MOST = frozenset(
    ["most", "more", "highest", "high", "max", "maximum", "best", "greatest", "largest", "biggest"]
)
_LEAST = frozenset(
    ["least", "less", "lowest", "low", "min", "minimum", "fewest", "fewer", "few", "smallest"]
)
_PASSED_OVER = frozenset(  # they say nothing about what is counted
    [
        "a",
        "the",
        "of",
        "with",
        "in",
        "by",
        "has",
        "have",
        "who",
        "whoever",
        "player",
        "players",
        "wins",
        "points",
        "point",
        "score",
        "scores",
    ]
)
_UNCOUNTED = frozenset(["last", "first", "survivor", "winner", "leader", "one"])


def meant_by(node: Node) -> str:
    """Suggest what to write instead of what is written after `wins:`."""
    values = [str(one.value) for one in walk(node) if isinstance(one.value, str)]
    words = re.findall(r"\w+", " ".join([*node.items, *values]).casefold().replace("_", " "))
    said = set(words)
    if said & _OF_A_TEAM and not said & (_MOST | _LEAST):
        return (
            "write `wins: together` if all players win or lose together, or `teams: 2` if two teams "
            "play against each other"
        )
    which = "least" if said & _LEAST else "most"
    counted = [word for word in words if word not in _MOST | _LEAST | _PASSED_OVER]
    if said & _UNCOUNTED:
        return "the score decides: give the winner a point, such as `score: if(me = leader, 1, 0)`"
    if len(counted) == 1:
        return f"write `wins: {which}`, and what is counted as `score: {counted[0]}`"
    if not counted and said & (_MOST | _LEAST):
        return f"write `wins: {which}`"
    return "what players count is written as `score: …`; here only whether the most or least wins"
