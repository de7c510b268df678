"""The grammar of rules: formulas as elsewhere in cards.yaml, with more functions, and the sentences
in which steps are written.

In: a text. Out: trees of formulas, and `Sentence`, a pattern with the contents of its gaps. Raises
FormulaFault with its column. Knows no game: `expressions` and `sentences` give the words their
meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.data.formulas import AGGREGATES, FUNCTIONS, FormulaFault, Parser, Token, Tree
from generator.data.problems import did_you_mean
from rules_check.notation import messages as say

ORDERED = ("best", "only")
CHOOSING = ("first", "last", "top")
BESIDE = ("left", "right")
RESERVED = (
    *("or", "and", "not", "mod", "in", "is", "empty", "where", "over", "none", "true", "false"),
    *("it", "me", "this", "by", "then", "from", "to", "if", "else", "at", "each", "with", "into"),
    *("be", "random", "all"),
)
"""Reserved words of the language, which cannot be used as names."""
VALUES = ("none", "true", "false", "it", "me", "this")

PATTERNS = (
    *("move A to F at the bottom", "move A to F", "deal F from C to each W"),
    *("refill F to F from F", "shuffle all W into F", "shuffle F", "swap F with F"),
    *("pass W left", "pass W right", "look at F"),
    *("set F to C", "add F to F", "take F from F", "roll F", "let W be C"),
    *("do F", "call W", "everyone is in", "end the W", "nothing", "F is out"),
)
"""The patterns of sentences. F is a formula, C one that may have `where` and `else`, A an amount of
cards, W a word.
"""
VERBS = tuple(dict.fromkeys(pattern.split()[0] for pattern in PATTERNS if pattern[0] != "F"))
_OVER_PLAYERS = "write players, or all(… over players)"
_INSTEAD = {
    "any": "write any(… over players)",
    **dict.fromkeys(("all", "each", "every"), _OVER_PLAYERS),
}
"""What to write instead of a word before a formula's early end."""
_ENDS = "write end the game, end the round or end the turn"
HINTS = {
    "draw": "write move 1 from deck to hand",
    "discard": "write move card to discard",
    **dict.fromkeys(("gain", "get", "earn", "increase", "raise"), "write add … to …"),
    **dict.fromkeys(
        ("lose", "pay", "spend", "subtract", "decrease", "reduce"), "write take … from …"
    ),
    **dict.fromkeys(("play", "reveal", "return"), "write move … to …"),
    **dict.fromkeys(("put", "place", "give"), "write move … to …; for a counter, add … to …"),
    **dict.fromkeys(("remove", "trash"), "write move … to …; for a counter, take … from …"),
    **dict.fromkeys(("game", "next", "stop", "win", "finish"), _ENDS),
    **dict.fromkeys(
        ("each", "choose", "repeat", "together", "turns", "for"), "put a colon after it"
    ),
    "if": "write the condition at the end of the step: add 1 to gold if …",
    "skip": "write nothing",
}
"""What to write instead of words with which steps do not begin."""


@dataclass(frozen=True)
class Sentence:
    """A step as written: the pattern it follows, the contents of its gaps, and the condition after
    `if`.
    """

    pattern: str
    column: int
    gaps: tuple[Tree, ...]
    condition: Tree | None


class RuleParser(Parser):
    """Reads formulas of rules: with `else`, `all KIND`, `best`, `only`, `first`, `last`, `left` …,
    and `over x in`.
    """

    functions = (*AGGREGATES, *FUNCTIONS, *ORDERED, *CHOOSING, *BESIDE)
    words = RESERVED
    no_function = "formulas that you define cannot have parameters: write the name alone"

    def list_(self) -> Tree:
        tree = super().list_()
        if over := self.accept("over"):
            tree = Tree("over", over.column, parts=(tree, *self._over()), length=4)
        if other := self.accept("else"):
            return Tree("else", other.column, parts=(tree, self.list_()), length=4)
        return tree

    def atom(self) -> Tree:
        token, following = self.peek(), self.peek(1)
        if token.text in VALUES:
            self.at += 1
            return Tree("name", token.column, token.text, length=len(token.text))
        if token.text == "all" and following.sort in ("name", "quoted"):
            self.at += 2
            length = following.column + len(following.text) - token.column
            return Tree("every", token.column, following.text.strip("\"'"), length=length)
        return super().atom()

    def call(self, name: Token) -> Tree:
        self.expect("(")
        parts = [self.list_()]
        keys = self.keys() if self.accept("by") else []
        while self.accept(","):
            parts.append(self.list_())
        self.expect(")")
        if name.text in ORDERED:
            self._check_ordered(name, parts, keys)
            return Tree("best", name.column, name.text, (*parts, *keys), len(name.text))
        if keys:
            message = say.BY_NOT_HERE(word=name.text)
            raise FormulaFault(message, name.column, len(name.text))
        if len(parts) > 1 and any(part.sort == "over" for part in parts):
            raise FormulaFault(say.LIST_BEFORE_OVER(), name.column, len(name.text))
        return Tree("call", name.column, name.text, tuple(parts), len(name.text))

    @staticmethod
    def _check_ordered(name: Token, parts: list[Tree], keys: list[Tree]) -> None:
        if len(parts) > 1 or (not keys and name.text != "only"):
            hint = f"write {name.text}(players by points)"
            message = say.NO_VALUE_TO_COMPARE(word=name.text)
            raise FormulaFault(message, name.column, len(name.text), hint)

    def _over(self) -> tuple[Tree, ...]:
        """Read `over LIST`, or `over x in LIST`."""
        if self.peek(1).text != "in":
            return (self.list_(),)
        token = self.name("a name")
        self.expect("in")
        named = Tree("name", token.column, token.text, length=len(token.text))
        return (self.list_(), named)

    def keys(self) -> list[Tree]:
        """Read the keys of an order: one formula, or several with `then` between them."""
        keys = [self.formula()]
        while self.accept("then"):
            keys.append(self.formula())
        return keys

    def amount(self) -> Tree:
        """Read an amount of cards: `1 from deck`, `2 at random from hand`, `all from hand where …`,
        or `hand`.
        """
        if self.sees("all") and self.peek(1).text == "from":
            self.at += 2
            return self.list_()
        tree = self.list_()
        word = ""
        if self.accept("at"):
            word = self.expect("random").text
            self.expect("from")
        elif not self.accept("from"):
            return tree
        return Tree("some", tree.column, word, (tree, self.list_()), tree.length)

    def word(self) -> Tree:
        token = self.name("a name")
        return Tree("name", token.column, token.text, length=len(token.text))

    def slot(self) -> tuple[Tree, Tree]:
        """Read `x in LIST`, up to the end."""
        named = self.word()
        self.expect("in")
        return named, self.whole()

    def end(self) -> None:
        token = self.peek()
        hint = "put it in ( )" if self.binding(token) else self._instead(token)
        if hint and not token.is_end:
            message = say.MISPLACED(word=token.text)
            raise FormulaFault(message, token.column, len(token.text), hint)
        super().end()

    def _instead(self, token: Token) -> str | None:
        """Return what to write instead of a word that ends a formula too early."""
        before = self.before
        if before.is_end:
            return None
        if token.text in ("to", "until", "through"):
            return "write .. between the first and the last number, as in 1..6"
        if token.text in ("runs", "ran"):
            return f"write {before.text} is empty"
        if before.text in ("count", "sum", "max", "min", "distinct"):
            return f"write {before.text}({token.text})"
        return _INSTEAD.get(before.text) or self._compared(token)

    # ------------------------------------------------------------------------------------ sentences

    def sentence(self) -> Sentence:
        """Read a step. If no pattern fits, the fault of the one that fits furthest is raised."""
        first = self.peek()
        if first.is_end:
            raise FormulaFault(say.NO_STEP(known=", ".join(VERBS)), 0, 1)
        texts = [token.text for token in self.tokens]
        if first.text not in VERBS and "out" not in texts:
            hint = HINTS.get(first.text) or did_you_mean(first.text, VERBS)
            if "is" in texts[:2]:
                hint = f"write {first.text} is out, or everyone is in"
            if texts[1] in ("=", "+", "-"):
                hint = (
                    f"write set {first.text} to …, add … to {first.text} or take … from "
                    f"{first.text}"
                )
            message = say.UNKNOWN_SENTENCE(word=first.text)
            raise FormulaFault(message, first.column, len(first.text), hint or _known())
        faults: list[FormulaFault] = []
        sentence = " ".join(texts).partition(" if ")[0].strip()
        for pattern in PATTERNS:
            if pattern.split()[0] not in ("F", first.text):
                continue
            try:
                return self._following(pattern)
            except FormulaFault as fault:
                late = _LATE if " to " in sentence and sentence.endswith("at random") else None
                if " ".join(texts[:2]) == "look at":
                    late = LOOKED_AT
                fault.hint = fault.hint or late or f"write {_shape_of(pattern.split()[0])}"
                faults.append(fault)
        raise max(faults, key=lambda fault: fault.column)

    def _following(self, pattern: str) -> Sentence:
        self.at = self.depth = 0
        gaps = []
        ways = {"F": self.formula, "C": self.list_, "A": self.amount, "W": self.word}
        for part in pattern.split():
            if part in ways:
                gaps.append(ways[part]())
            else:
                self.expect(part)
        condition = self.formula() if self.accept("if") else None
        self.end()
        return Sentence(pattern, self.tokens[0].column, tuple(gaps), condition)


LOOKED_AT = (
    "a player looks at all of a zone: to look at some cards, move them to one that is seen by owner, "
    "as in move 3 from deck to seen"
)
_LATE = "write 'at random' after the number: move 2 at random from deck to hand"


def _shape_of(verb: str) -> str:
    """Return how a step that begins with a word is written at its shortest: "add … to …"."""
    shortest = min((pattern for pattern in PATTERNS if pattern.split()[0] == verb), key=len)
    return " ".join(part if part.islower() else "…" for part in shortest.split())


def _known() -> str:
    return f"steps begin with {', '.join(VERBS)}"
