"""Powers: the sentences of cards' texts, and the steps that they mean.

In: patterns such as `draw {n}`, those of the game and those that come with the tool. Out: a `Power`
for every sentence of a text that is asked for. A sentence that no pattern fits is a fault at its
place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.data.game import Card
from generator.data.problems import Place, Problems
from generator.data.source import Node, read_source
from rules_check.notation.course import steps_of
from rules_check.notation.faults import RuleFault, TooMuch, nearest, phrase_at, reported
from rules_check.notation.program import (
    NUMBER,
    Constant,
    Expression,
    Move,
    Power,
    SetNext,
    Step,
    Type,
    Variable,
    VariableRead,
    Who,
)
from rules_check.notation.scope import Bound, Scope, Wanted, World
from rules_check.notation.walking import is_same, nodes

FOLDER = Path(__file__).with_name("powers")
MOST_PATTERNS = 300
_SENTENCE = re.compile(r"[^.;]+")
_MARKUP = re.compile(r"\[/?[^\[\]]*\]")
_WORD = re.compile(r"\{[^{}]*\}|[^\W\d][\w'-]*|\d+|[^\s\w]")
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@dataclass(frozen=True)
class Pattern:
    """A sentence with slots, and the steps that it means; `is_own` says that it is the game's."""

    text: str
    words: tuple[str, ...]
    steps: Node
    place: Place
    is_own: bool


@cache
def patterns_of_the_tool(language: str = "en") -> tuple[Pattern, ...]:
    """Return the sentences that come with the tool in a language."""
    path = FOLDER / f"{language}.yaml"
    return _patterns(read_source(path, path.name), is_own=False)


def _patterns(section: Node, is_own: bool) -> tuple[Pattern, ...]:
    return tuple(
        Pattern(text, words_of(text), steps, section.keys[text], is_own)
        for text, steps in section.items.items()
    )


def words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower()))


def read_powers(section: Node | None, world: World) -> tuple[Power, ...]:
    """Read the powers of every text that steps do, and of those that these powers do in turn."""
    own = _patterns(section, is_own=True) if section is not None else ()
    if len(own) > MOST_PATTERNS:
        place = own[MOST_PATTERNS].place
        message = f"expected at most {MOST_PATTERNS} powers, found {len(own)}"
        world.problems.add(RuleFault(message, place).problem)
        own = own[:MOST_PATTERNS]
    world.patterns.update({pattern.text: pattern.place for pattern in own})
    patterns = (*own, *patterns_of_the_tool())
    found: list[Power] = []
    sources: dict[tuple[str, str], Expression | None] = {}
    while todo := [wanted for wanted in world.powers_wanted if wanted not in sources]:
        kind, field = todo[0]
        source = sources[kind, field] = _where(world.powers_wanted[kind, field])
        found += _powers_of(kind, field, source, patterns, world)
    _check_places(found, sources, world)
    return tuple(found)


def _check_places(
    powers: list[Power], sources: dict[tuple[str, str], Expression | None], world: World
) -> None:
    """Report powers that are done where what they say cannot be: of a card elsewhere, or not within
    turns.
    """
    for power in powers:
        text = (power.kind, power.field)
        moves = [one for one in nodes(power.steps) if isinstance(one, Move)]
        is_moved = any(_is_read(move.taken.cards, power.this) for move in moves)
        is_next_set = any(isinstance(one, SetNext) for one in nodes(power.steps))
        for wanted in world.powers_wanted[text]:
            if is_moved and not is_same(wanted.source, sources[text]):
                message = (
                    f"'{power.text}' moves its card, and here that is elsewhere than otherwise"
                )
                hint = "move it to the same zone before its powers are done"
                world.problems.add(RuleFault(message, wanted.place, hint).problem)
            if is_next_set and not wanted.is_in_turns:
                message = f"'{power.text}' says whose turn is next, and there are no turns here"
                world.problems.add(RuleFault(message, wanted.place).problem)


def _is_read(cards: Expression, variable: Variable) -> bool:
    return isinstance(cards, VariableRead) and cards.variable == variable


def _where(wanted: list[Wanted]) -> Expression | None:
    """Return the pile in which cards are whose powers are done, if it is the same wherever they
    are.
    """
    first = wanted[0].source
    return first if all(is_same(one.source, first) for one in wanted) else None


def _powers_of(
    kind: str, field: str, source: Expression | None, patterns: tuple[Pattern, ...], world: World
) -> list[Power]:
    """Read every different sentence of the cards of a kind once."""
    cards: dict[tuple[int, str], list[Card]] = {}
    places: dict[tuple[int, str], Place] = {}
    for card in (world.vocabulary.cards[id_] for id_ in world.vocabulary.kinds[kind]):
        for at, (sentence, place) in enumerate(sentences(card, field)):
            cards.setdefault((at, sentence), []).append(card)
            places.setdefault((at, sentence), place)
    found = []
    for (at, sentence), having in cards.items():
        with reported(world.problems):
            ids = tuple(card.id for card in having)
            place = places[at, sentence]
            said = _Said(kind, field, sentence, ids, at, place, source)
            found.append(_power(said, patterns, world))
    return found


def sentences(card: Card, field: str) -> list[tuple[str, Place]]:
    """Return the sentences of a card's text, each with its place."""
    written = card.record._values.get(field)
    if not isinstance(written, str):
        return []
    phrase = phrase_at(written, card.places.get(field, card.place))
    plain = _MARKUP.sub(lambda found: " " * len(found[0]), written)
    found = []
    for match in _SENTENCE.finditer(plain):
        text = match[0].strip()
        if text:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            found.append((" ".join(text.split()), phrase.at(start, len(text))))
    return found


@dataclass(frozen=True)
class _Said:
    """A sentence of some cards, where it is in their text and in cards.yaml, and where the cards
    are when it is done.
    """

    kind: str
    field: str
    text: str
    cards: tuple[str, ...]
    place_in_text: int
    place: Place
    source: Expression | None


def _power(said: _Said, patterns: tuple[Pattern, ...], world: World) -> Power:
    words = words_of(said.text)
    for pattern in patterns:
        aliases = matched(pattern, words, world)
        if aliases is None:
            continue
        world.used.add(f"power {pattern.text}")
        this = world.variable("this", Type("card", said.kind))
        phrase = phrase_at(said.text, said.place)
        me, bound = Who("me", said.place), {"this": Bound(this, said.source)}
        wanted = world.powers_wanted[said.kind, said.field]
        is_in_turns = all(one.is_in_turns for one in wanted)
        scope = Scope(world, phrase, me, bound, aliases=aliases, is_in_turns=is_in_turns)
        steps = _steps(pattern, said.text, scope)
        place = (said.cards, said.place_in_text, this, steps, said.place)
        return Power(said.kind, said.field, said.text, *place)
    hint = nearest(said.text.lower(), [pattern.text for pattern in patterns])
    message = f"no power is written '{said.text}'"
    raise RuleFault(message, said.place, hint, "unknown-power")


def _steps(pattern: Pattern, sentence: str, scope: Scope) -> tuple[Step, ...]:
    """Read the steps of a pattern; faults in those that come with the tool are at the card's text."""
    if pattern.is_own:
        return steps_of(pattern.steps, scope)
    world, own = scope.world, Problems()
    world.problems, others = own, world.problems
    try:
        steps = steps_of(pattern.steps, scope)
    except TooMuch as fault:
        raise TooMuch(fault.problem.message, scope.phrase.whole, fault.problem.hint) from None
    finally:
        world.problems = others
    if own.items:
        needed = own.items[0].message
        message = f"'{sentence}' needs something that the game has not: {needed}"
        hint = f"declare it, or say under powers: what '{pattern.text}' means"
        others.error("bad-play", message, scope.phrase.whole, hint)
    return steps


def matched(
    pattern: Pattern, words: tuple[str, ...], world: World
) -> dict[str, Constant | str] | None:
    """Return what the slots of a pattern mean in a sentence; None if it does not fit."""
    if len(words) != len(pattern.words):
        return None
    aliases: dict[str, Constant | str] = {}
    for wanted, word in zip(pattern.words, words, strict=True):
        if not wanted.startswith("{"):
            if word not in (wanted, f"{wanted}s") and f"{word}s" != wanted:
                return None
            continue
        slot, _, of = wanted[1:-1].partition(" in ")
        meant = _meant(slot.strip(), of.strip(), word, pattern.place, world)
        if meant is None:
            return None
        aliases[slot.strip()] = meant
    return aliases


def _meant(slot: str, of: str, word: str, place: Place, world: World) -> Constant | str | None:
    """Return what a word means in a slot: a number, the name of a counter, a row or a card."""
    words = world.vocabulary
    forms = (word, f"{word}s", word.removesuffix("s"))
    if slot == "counter":
        return next((form for form in forms if form in world.counters), None)
    if not of:
        number = int(word) if word.isdigit() and len(word) < 7 else _NUMBERS.get(word)
        return Constant(NUMBER, number, place) if number is not None else None
    rows, sort = (words.tables, "row") if of in words.tables else (words.kinds, "card")
    id_ = next((form for form in forms if form in rows.get(of, ())), None)
    return Constant(Type(sort, of), id_, place) if id_ is not None else None  # type: ignore[arg-type]
