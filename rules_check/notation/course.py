"""The course of a game: lists of steps, blocks, and decisions with their options.

In: nodes of cards.yaml and their scope. Out: steps of a program; every fault is reported at its
place, and reading continues after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from generator.data.formulas import Tree
from generator.data.problems import Place
from generator.data.source import Node
from rules_check.notation import messages as say
from rules_check.notation.expressions import (
    domain,
    element,
    fresh,
    listed,
    number,
    player,
    read,
    tree_of,
    truth,
)
from rules_check.notation.faults import (
    Follows,
    Phrase,
    RuleFault,
    TooMuch,
    nearest,
    phrase_at,
    phrase_of,
    reported,
    within,
)
from rules_check.notation.fitting import card_on, settled
from rules_check.notation.grammar import RuleParser, Sentence
from rules_check.notation.program import (
    PLAYER,
    Choose,
    Each,
    Expression,
    For,
    If,
    Let,
    Move,
    Option,
    Players,
    Repeat,
    Slot,
    Step,
    Turns,
    Variable,
    VariableRead,
)
from rules_check.notation.scope import Bound, Meaning, Noted, Scope
from rules_check.notation.sentences import LATER, step_of
from rules_check.toolkit.prose import joined

BLOCKS: dict[str, tuple[str, ...]] = {
    "choose": (),
    "if": ("then", "else"),
    "each": ("who", "from", "by"),
    "together": ("who",),
    "turns": ("who", "from", "until"),
    "repeat": ("times", "until"),
    "for": ("do",),
}
"""Blocks by their first key, with the keys that may follow it."""
Way = Callable[[Tree, Scope], Expression]
MOST_SLOTS = 2
_SLOT = re.compile(r"\{([^{}]*)\}")
_IF = re.compile(r"(?:^|\s)if\s")
_OTHERWISE = " otherwise"
STEP_HINT = "write `move 1 from deck to hand`, for example"


def steps_of(node: Node, scope: Scope) -> tuple[Step, ...]:
    """Read a step, or a list of them. Names given by `let` are known up to the end of the list."""
    nodes = node.each
    steps: list[Step] = []
    inner = scope
    with scope.world.deeper(node.place):
        for child in nodes:
            with reported(scope.world.problems):
                made, inner = _step(child, inner)
                steps += made
    return tuple(steps)


def _step(node: Node, scope: Scope) -> tuple[tuple[Step, ...], Scope]:
    """Read one step; also return the scope of the steps that follow it."""
    scope.world.count_step(node.place)
    if node.type == "map":
        noted = Noted()
        made = _block(node, replace(scope, noted=noted))
        return made, _moved(scope, noted)
    if node.type == "list":
        raise RuleFault(say.STEP_IS_A_LIST(), node.place)
    phrase = phrase_of(node, "a step", STEP_HINT)
    inner = scope.about(phrase)
    try:
        with within(phrase):
            sentence = RuleParser(phrase.text).sentence()
        if sentence.pattern == "let W be C":
            return _let(sentence, inner)
    except RuleFault as fault:
        named = re.match(r"let\s+([\w-]+)\s+be\b", phrase.text)
        if named is None or isinstance(fault, TooMuch):
            raise
        scope.world.problems.add(fault.problem)
        return (), replace(scope, missing=scope.missing | {named[1]})
    return _sentence(sentence, inner)


def _moved(scope: Scope, noted: Noted) -> Scope:
    """Forget the places of cards that are moved within a block."""
    scope.noted.of_me |= noted.of_me
    scope.noted.moved |= noted.moved
    return _placed(noted.moved, None, scope)


def _placed(moved: set[int], source: Expression | None, scope: Scope) -> Scope:
    """Record where the cards that variables name have moved."""
    bound = scope.variables.items()
    return scope.naming(
        **{name: replace(one, source=source) for name, one in bound if one.variable.number in moved}
    )


def _sentence(sentence: Sentence, scope: Scope) -> tuple[tuple[Step, ...], Scope]:
    condition = truth(sentence.condition, scope) if sentence.condition is not None else None
    place = scope.phrase.at(sentence.column)
    name = sentence.gaps[0] if sentence.pattern == "do F" else None
    if name is not None and name.sort == "name" and name.word in scope.world.steps:
        noted = Noted()
        made = _named_steps(name, replace(scope, noted=noted))
        after = _moved(scope, noted)
    else:
        step = step_of(sentence, scope)
        made = (step,) if step is not None else ()
        after = _after_move(step, scope, is_sure=condition is None)
    if condition is not None and made:
        made = (If(condition, made, (), place),)
    return made, after


def _after_move(step: Step | None, scope: Scope, is_sure: bool) -> Scope:
    """Record the new place of the card that a variable names, once it has moved."""
    if not isinstance(step, Move) or not isinstance(step.taken.cards, VariableRead):
        return scope
    target = step.to if is_sure and not step.by_own_key else None
    return _placed({step.taken.cards.variable.number}, target, scope)


def _let(sentence: Sentence, scope: Scope) -> tuple[tuple[Step, ...], Scope]:
    name, value = sentence.gaps
    if sentence.condition is not None:
        place = scope.at(sentence.condition)
        raise RuleFault(say.LET_WITHOUT_IF(), place)
    word = fresh(name, scope)
    try:
        meaning = settled(read(value, scope), scope)
    except Follows:
        return (), replace(scope, missing=scope.missing | {word})
    meaning = card_on(meaning, scope)
    if meaning.type.is_list:
        hint = (
            f"name the list under formulas:, as {word}: …, and it is worked out wherever it is used"
        )
        raise RuleFault(say.LET_OF_A_LIST(), meaning.place, hint)
    variable = scope.world.variable(word, meaning.type)
    bound = Bound(variable, meaning.source)
    step = Let(variable, meaning.value, scope.phrase.at(sentence.column), meaning.source)
    return (step,), scope.naming(**{word: bound})


def _named_steps(name: Tree, scope: Scope) -> tuple[Step, ...]:
    """Read named steps as if they were written here."""
    world, key = scope.world, f"do {name.word}"
    if key in scope.doing:
        message = say.BLOCK_IN_ITSELF(name=name.word)
        raise RuleFault(message, scope.at(name))
    world.used.add(key)
    return steps_of(world.steps[name.word], replace(scope, doing=(*scope.doing, key)))


# ---------------------------------------------------------------------------------------- blocks


@dataclass(frozen=True)
class _Block:
    """A block as written: its first key and node, and the values of its keys."""

    name: str
    node: Node

    @property
    def place(self) -> Place:
        return self.node.keys[self.name]

    @property
    def body(self) -> Node:
        return self.node.items[self.name]

    def phrase(self, key: str) -> Phrase | None:
        node = self.node.get(key)
        return phrase_of(node, f"a formula after '{key}:'") if node is not None else None

    def formula(self, key: str, scope: Scope, way: Way) -> Expression | None:
        """Read the formula of a key; None if it is not written."""
        phrase = self.phrase(key)
        return way(tree_of(phrase), scope.about(phrase)) if phrase is not None else None


WAYS = (
    (r"(if|when) .*", "write `if:` with the condition after it, and `then:` below"),
    (r"(else|otherwise)", "write `else:` below `if:`, beside `then:`"),
    (r"while .*", "write `repeat:`, and below it `until:` with a condition"),
    (r"until .*", "write `repeat:`, and `until:` below it"),
    (r"repeat .*", "write `repeat:`, and below it `times:` or `until:`"),
    (r"(\d+ times|times .*)", "write `repeat:`, and `times:` below it"),
    (r"for (?!each|all|every)\w+ in .*", "write `for: NAME in LIST`, and `do:` below it"),
    (
        r"((for|do for) )?(each|every|all|any|a)( other)? ?(player|players|seat|seats|one)?"
        r"|players|everyone|everybody|anyone|anybody",
        "write `each:` for steps that every player does once, with `who:` below it if only some "
        "players do them",
    ),
    (r"(choose|choice) .*", "write `choose:` on its own line, and an option on each line below"),
    (
        r"(together|simultaneously|at once).*",
        "write `together:` on its own line, and `who:` below it",
    ),
)
"""Words that people write for a block, and what to write instead."""


def _way_of(key: str) -> str | None:
    """Return what to write instead of words that mean a block."""
    words = " ".join(key.lower().split())
    return next((hint for pattern, hint in WAYS if re.fullmatch(pattern, words)), None)


def _outwards(key: str) -> str | None:
    """Return where a word belongs that is among the steps of its block."""
    owners = [f"{name}:" for name, parts in BLOCKS.items() if key in parts]
    if not owners:
        return None
    return f"indent '{key}:' as far as the {joined(owners, 'or')} that it belongs to"


def _block(node: Node, scope: Scope) -> tuple[Step, ...]:
    names = [key for key in node.items if key in BLOCKS]
    if not names:
        key = next(iter(node.items), "")
        place = node.keys.get(key, node.place)
        hint = _way_of(key) or _outwards(key) or nearest(key, BLOCKS, "blocks are")
        raise RuleFault(say.NO_SUCH_BLOCK(name=key), place, hint)
    block = _Block(names[0], node)
    for key in node.items:
        if key != block.name and key not in BLOCKS[block.name]:
            hint = nearest(key, BLOCKS[block.name], "it can have")
            message = say.BLOCK_LACKS(name=block.name, key=key)
            if key in BLOCKS:
                hint = f"begin a new step, with a dash: - {key}: …"
            raise RuleFault(message, node.keys[key], hint)
    return (_WAYS[block.name](block, scope),)


def _choose(block: _Block, scope: Scope) -> Step:
    if scope.me is None:
        hint = "put it under each:, together: or turns:"
        raise RuleFault(say.NO_ONE_TO_ASK(), block.place, hint)
    if block.body.type != "map" or not block.body.items:
        hint = "write one option per line: its words, a colon and its steps"
        message = say.NO_OPTIONS(found=block.body.describe())
        raise RuleFault(message, block.body.place, hint)
    options = []
    for key, body in block.body.items.items():
        with reported(scope.world.problems):
            options.append(_option(phrase_at(key, block.body.keys[key]), body, scope))
    return Choose(tuple(options), block.place)


def _option(phrase: Phrase, body: Node, scope: Scope) -> Option:
    """Read `play {card in hand where …} if …`, or `pass otherwise`."""
    tail = phrase.text.rfind("}") + 1
    condition = _IF.search(phrase.text, tail)
    end = condition.start() if condition is not None else len(phrase.text)
    is_last = condition is None and phrase.text.endswith(_OTHERWISE)
    end = end - len(_OTHERWISE) if is_last else end
    words, slots, inner, at = [], [], scope, 0
    for match in _SLOT.finditer(phrase.text, 0, end):
        words.append(phrase.text[at : match.start()])
        at = match.end()
        slot, inner = _slot(phrase.part(match.start(1), match.end(1)), inner)
        slots.append(slot)
    words.append(phrase.text[at:end])
    if len(slots) > MOST_SLOTS:
        raise RuleFault(say.TOO_MANY_THINGS(), phrase.whole)
    test = None
    if condition is not None:
        part = phrase.part(condition.end(), len(phrase.text))
        test = truth(tree_of(part), inner.about(part))
    _check_words(words, phrase)
    steps = steps_of(body, inner)
    return Option(tuple(words), tuple(slots), test, is_last, steps, phrase.whole)


def _check_words(words: list[str], phrase: Phrase) -> None:
    joined = "".join(words)
    if "{" in joined or "}" in joined:
        place = phrase.at(phrase.text.find("{"))
        raise RuleFault(say.BRACKET_UNMATCHED(), place)
    if not joined.strip():
        hint = "begin with a word, as in play {card in hand}"
        raise RuleFault(say.NO_WORDS_FOR_MOVE(), phrase.whole, hint)


def _slot(phrase: Phrase, scope: Scope) -> tuple[Slot, Scope]:
    with within(phrase):
        named, tree = RuleParser(phrase.text).slot()
    inner = scope.about(phrase)
    name = fresh(named, inner)
    some = domain(tree, name, inner)
    if some.type.element.sort == "truth":
        raise RuleFault(say.NOTHING_TO_CHOOSE(), some.place)
    variable, after = scope.member(name, some)
    return Slot(variable, some.value, some.source), after


def _if(block: _Block, scope: Scope) -> Step:
    condition = block.formula("if", scope, truth)
    then, other = block.node.get("then"), block.node.get("else")
    if then is None:
        raise RuleFault(say.IF_WITHOUT_THEN(), block.place)
    assert condition is not None
    steps = steps_of(then, scope)
    otherwise = steps_of(other, scope) if other is not None else ()
    return If(condition, steps, otherwise, block.place)


def _who(block: _Block, scope: Scope) -> Expression:
    return block.formula("who", scope, _players) or Players("players", block.place)


def _players(tree: Tree, scope: Scope) -> Expression:
    some = listed(tree, scope, takes_single=True)
    if some.type != PLAYER.listed:
        raise RuleFault(say.NOT_PLAYERS(), some.place)
    return some.value


def _order(block: _Block, scope: Scope) -> tuple[Variable | None, tuple[Expression, ...]]:
    phrase = block.phrase("by")
    if phrase is None:
        return None, ()
    with within(phrase):
        parser = RuleParser(phrase.text)
        trees = parser.keys()
        parser.end()
    players = Meaning(phrase.whole, Players("players", phrase.whole))
    player, inner = element(players, scope.about(phrase))
    return player.variable, tuple(number(tree, inner) for tree in trees)


def _each(block: _Block, scope: Scope) -> Step:
    who, start = _who(block, scope), block.formula("from", scope, player)
    variable, keys = _order(block, scope)
    is_together = block.name == "together"
    if scope.is_together:
        message = say.TOGETHER_ALREADY() if is_together else say.EACH_TOGETHER()
        raise RuleFault(message, block.place, None if is_together else LATER)
    inner = scope.acting(block.place)
    if is_together:
        inner = replace(inner, is_together=True, ends=frozenset())
    steps = steps_of(block.body, inner)
    return Each(who, start, variable, keys, steps, is_together, block.place)


def _turns(block: _Block, scope: Scope) -> Step:
    if scope.is_together:
        raise RuleFault(say.TURNS_TOGETHER(), block.place)
    who, start = _who(block, scope), block.formula("from", scope, player)
    ends = scope.ends | {"turn", "turns"}
    inner = scope.acting(block.place, ends=ends, is_in_turns=True)
    steps = steps_of(block.body, inner)
    return Turns(who, start, block.formula("until", inner, truth), steps, block.place)


def _repeat(block: _Block, scope: Scope) -> Step:
    until, times = block.formula("until", scope, truth), block.formula("times", scope, number)
    steps = steps_of(block.body, replace(scope, ends=scope.ends | {"repeat"}))
    return Repeat(times, until, steps, block.place)


def _for(block: _Block, scope: Scope) -> Step:
    phrase = phrase_of(block.body, "a name and a list after 'for:'", "for: x in hand")
    with within(phrase):
        named, tree = RuleParser(phrase.text).slot()
    inner = scope.about(phrase)
    name, some = fresh(named, inner), listed(tree, inner)
    body = block.node.get("do")
    if body is None:
        raise RuleFault(say.FOR_WITHOUT_DO(), block.place)
    variable, inner = scope.member(name, some)
    within_loop = replace(inner, ends=scope.ends | {"repeat"})
    return For(variable, some.value, steps_of(body, within_loop), block.place, some.source)


_WAYS: dict[str, Callable[[_Block, Scope], Step]] = {
    "choose": _choose,
    "if": _if,
    "each": _each,
    "together": _each,
    "turns": _turns,
    "repeat": _repeat,
    "for": _for,
}
