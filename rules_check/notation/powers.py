"""Powers: the sentences in cards' texts, and the steps that they mean.

In: patterns such as `draw {n}`, the game's own and the built-in ones. Out: a `Power` for every
sentence of the requested texts. A sentence that fits no pattern is a fault at its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from generator.data.game import Card
from generator.data.problems import Place, Problems
from generator.data.source import Node
from rules_check.notation import messages as say
from rules_check.notation.course import steps_of
from rules_check.notation.faults import RuleFault, TooMuch, nearest, phrase_at, reported
from rules_check.notation.patterns import (
    ENGLISH,
    Language,
    Names,
    Sentence,
    Words,
    by_words,
    language_of,
    matched,
    sentences_in,
    source_in,
    words_of,
)
from rules_check.notation.program import (
    NUMBER,
    Choose,
    Constant,
    Each,
    Expression,
    For,
    If,
    Move,
    Option,
    Power,
    Repeat,
    SetNext,
    Step,
    Turns,
    Type,
    Who,
)
from rules_check.notation.scope import Bound, Scope, Wanted, World
from rules_check.notation.walking import nodes_of, reads

MOST_PATTERNS = 300


@dataclass(frozen=True)
class Pattern:
    """The sentences for a statement, and the steps that it means; `is_own` if it belongs to the
    game.
    """

    text: str
    sentences: tuple[Sentence, ...]
    steps: Node
    place: Place
    is_own: bool


@cache
def patterns_of_the_tool(language: str = ENGLISH) -> tuple[Pattern, ...]:
    """Return the built-in patterns, with their sentences in a language."""
    return _patterns(source_in(ENGLISH), language_of(language).sentences, is_own=False)


def _own_patterns(section: Node) -> tuple[Pattern, ...]:
    sentences = {text: (Sentence(text),) for text in section.items}
    return _patterns(section, sentences, is_own=True)


def _patterns(
    section: Node, sentences: Mapping[str, tuple[Sentence, ...]], is_own: bool
) -> tuple[Pattern, ...]:
    return tuple(
        Pattern(text, sentences[text], steps, section.keys[text], is_own)
        for text, steps in section.items.items()
    )


@dataclass(frozen=True)
class _Known:
    """The patterns of a game, its language, and the things that slots can name."""

    patterns: tuple[Pattern, ...]
    language: Language
    names: Names

    def zones(self, world: World) -> dict[str, str]:
        """Return the game's names for zones that it calls differently in English."""
        zones = {}
        for zone, called in self.language.zones.items():
            there = next(filter(world.zones.__contains__, called), None)
            if zone not in world.zones and there is not None:
                zones[zone] = there
        return zones


def read_powers(section: Node | None, world: World) -> tuple[Power, ...]:
    """Read the powers in every text that steps trigger, and in those that these powers trigger in
    turn.
    """
    own = _own_patterns(section) if section is not None else ()
    if len(own) > MOST_PATTERNS:
        place = own[MOST_PATTERNS].place
        message = say.TOO_MANY_POWERS(most=MOST_PATTERNS, found=len(own))
        world.problems.error(message, place)
        own = own[:MOST_PATTERNS]
    world.patterns.update({pattern.text: pattern.place for pattern in own})
    code = world.vocabulary.language
    known = _Known((*own, *patterns_of_the_tool(code)), language_of(code), _names(world))
    powers: list[Power] = []
    sources: dict[tuple[str, str], Expression | None] = {}
    while todo := [wanted for wanted in world.powers_wanted if wanted not in sources]:
        kind, field = todo[0]
        source = sources[kind, field] = _where(world.powers_wanted[kind, field])
        powers += _powers_of(kind, field, source, known, world)
    _check_places(powers, sources, world)
    return tuple(powers)


def _names(world: World) -> Names:
    words = world.vocabulary
    rows = {name: by_words(ids, words.language) for name, ids in words.named.items()}
    return Names(by_words(world.counters, words.language), rows)


def _check_places(
    powers: list[Power], sources: dict[tuple[str, str], Expression | None], world: World
) -> None:
    """Report powers triggered where they make no sense: for a card elsewhere, or outside turns."""
    for power in powers:
        text = (power.kind, power.field)
        moves = nodes_of(Move, power.steps)
        is_moved = any(reads(move.taken.cards, power.this) for move in moves)
        is_next_set = any(nodes_of(SetNext, power.steps))
        for wanted in world.powers_wanted[text]:
            if is_moved and wanted.source != sources[text]:
                message = say.POWER_MOVES_ELSEWHERE(power=power.text)
                hint = "before its powers are used, move the card to the same zone in both places"
                world.problems.error(message, wanted.place, hint)
            if is_next_set and not wanted.is_in_turns:
                message = say.POWER_WITHOUT_TURNS(power=power.text)
                world.problems.error(message, wanted.place)


def _where(wanted: list[Wanted]) -> Expression | None:
    """Return the pile of the cards whose powers are triggered, if it is the same everywhere."""
    first = wanted[0].source
    return first if all(slot.source == first for slot in wanted) else None


def _powers_of(
    kind: str, field: str, source: Expression | None, known: _Known, world: World
) -> list[Power]:
    """Read every distinct sentence on the cards of a kind once."""
    cards: dict[tuple[int, str], list[Card]] = {}
    places: dict[tuple[int, str], Place] = {}
    for card in (world.vocabulary.cards[id_] for id_ in world.vocabulary.kinds[kind]):
        for at, (sentence, place) in enumerate(sentences(card, field)):
            cards.setdefault((at, sentence), []).append(card)
            places.setdefault((at, sentence), place)
    powers = []
    for (at, sentence), having in cards.items():
        with reported(world.problems):
            ids = tuple(card.id for card in having)
            place = places[at, sentence]
            source_of_powers = _Said(kind, field, sentence, ids, at, place, source)
            powers.append(_power(source_of_powers, known, world))
    return powers


def sentences(card: Card, field: str) -> list[tuple[str, Place]]:
    """Return the sentences of a card's text, each with its place."""
    written = card.record._values.get(field)
    if not isinstance(written, str):
        return []
    phrase = phrase_at(written, card.places.get(field, card.place))
    return [
        (" ".join(text.split()), phrase.at(start, len(text)))
        for start, text in sentences_in(written)
    ]


@dataclass(frozen=True)
class _Said:
    """A sentence on some cards, its place in their text and in cards.yaml, and where the cards are
    when it takes effect.
    """

    kind: str
    field: str
    text: str
    cards: tuple[str, ...]
    place_in_text: int
    place: Place
    source: Expression | None


def _power(said: _Said, known: _Known, world: World) -> Power:
    words = words_of(said.text)
    for pattern in known.patterns:
        meant = meaning_of(pattern, words, known.language, known.names, world)
        if meant is None:
            continue
        aliases = meant if pattern.is_own else {**known.zones(world), **meant}
        world.used.add(f"power {pattern.text}")
        this = world.variable("this", Type("card", said.kind))
        phrase = phrase_at(said.text, said.place)
        me, bound = Who("me", said.place), {"this": Bound(this, said.source)}
        wanted = world.powers_wanted[said.kind, said.field]
        is_in_turns = all(phase.is_in_turns for phase in wanted)
        scope = Scope(world, phrase, me, bound, aliases=aliases, is_in_turns=is_in_turns)
        steps = _steps(pattern, said.text, scope, known.language)
        place = (said.cards, said.place_in_text, this, steps, said.place)
        return Power(said.kind, said.field, said.text, *place)
    hint = nearest(
        said.text.lower(), [pattern.sentences[0].text.lower() for pattern in known.patterns]
    )
    message = say.NO_SUCH_POWER(text=said.text)
    if hint is None:
        hint = f"write under powers: '{said.text.lower()}', and what it does (or nothing)"
    raise RuleFault(message, said.place, hint)


def _steps(pattern: Pattern, sentence: str, scope: Scope, language: Language) -> tuple[Step, ...]:
    """Read the steps of a pattern; faults in the built-in ones are reported at the card's text, and
    their options have words in the game's language.
    """
    if pattern.is_own:
        return steps_of(pattern.steps, scope)
    world, own = scope.world, Problems()
    world.problems, others = own, world.problems
    try:
        steps = steps_of(pattern.steps, scope)
    except TooMuch as fault:
        raise TooMuch(fault.problem.said, scope.phrase.whole) from None
    finally:
        world.problems = others
    if own.items:
        needed = own.items[0].message
        message = say.POWER_NEEDS(sentence=sentence, needed=needed)
        hint = f"declare it, or write under powers: what '{pattern.text}' does"
        others.error(message, scope.phrase.whole, hint)
    return _worded(steps, language)


def _worded(steps: tuple[Step, ...], language: Language) -> tuple[Step, ...]:
    """Return steps with the words of their options in a language."""
    return tuple(_worded_step(step, language) for step in steps)


def _worded_step(step: Step, language: Language) -> Step:
    match step:
        case Choose():
            options = (_worded_option(option, language) for option in step.options)
            return replace(step, options=tuple(options))
        case If():
            then = _worded(step.then, language)
            return replace(step, then=then, otherwise=_worded(step.otherwise, language))
        case Each() | Turns() | Repeat() | For():
            return replace(step, steps=_worded(step.steps, language))
    return step


def _worded_option(option: Option, language: Language) -> Option:
    words = "{}".join(option.words).strip()
    parts = tuple(language.options.get(words, words).split("{}"))
    return replace(option, words=parts, steps=_worded(option.steps, language))


def meaning_of(
    pattern: Pattern, words: Words, language: Language, names: Names, world: World
) -> dict[str, Constant | str] | None:
    """Return the meaning of a pattern's slots in a sentence; None if it does not match."""
    filled = matched(pattern.sentences, words, language, names)
    if filled is None:
        return None
    types = {slot.name: world.vocabulary.type_named(slot.of) for slot in pattern.sentences[0].slots}
    meant: dict[str, Constant | str] = {}
    for name, gap in filled.items():
        type_ = NUMBER if isinstance(gap.meaning, int) else types[name]
        meant[name] = str(gap.meaning)
        if type_ is not None:
            meant[name] = Constant(type_, gap.meaning, pattern.place)
    return meant
