"""Patterns: sentences with slots, in the languages that the tool knows, and matching against them.

In: patterns such as `draw {n} card`, and the sentences in cards' texts. Out: the meaning of the
slots in a sentence; a sentence written in another language. Knows no steps.

A pattern is named by its English words, or by those of the game that adds it. In its `Sentence`,
`[card|cards]` holds the words for singular and plural, and `{n a}` a number with the word for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from generator.data.source import Node, read_source

FOLDER = Path(__file__).with_name("powers")
ENGLISH = "en"
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
"""The languages of the built-in sentences."""
_SENTENCE = re.compile(r"[^.;]+")
_MARKUP = re.compile(r"\[/?[^\[\]]*\]")
_WORD = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]|[^\W\d][\w'-]*|\d+|[^\s\w]")
_SIGNS = str.maketrans({"’": "'", "−": "-", "–": "-"})
_MOST_DIGITS = 6
_ENGLISH_NUMBERS = {
    1: ("a", "an", "one"),
    **{at: (word,) for at, word in enumerate(("two", "three", "four", "five", "six"), 2)},
}
_ENDINGS = {ENGLISH: ("s",), "fr": ("s", "x"), "de": ("n", "en", "e", "er"), "es": ("s", "es")}

Words = tuple[str, ...]


@dataclass(frozen=True)
class Slot:
    """A placeholder for a number, a counter, or an entry of a table or kind; `one` is the word for
    1.
    """

    name: str
    of: str = ""
    one: str = ""

    @property
    def is_counter(self) -> bool:
        """Return whether it names a counter: `{counter}`, or `{counter2}` for a second one."""
        return not self.of and self.name.rstrip("0123456789") == "counter"


@dataclass(frozen=True)
class Filled:
    """The meaning of a slot: a number, or the name of a counter, a row or a card; and the words
    used for it.
    """

    meaning: int | str
    words: Words


@dataclass(frozen=True)
class Sentence:
    """A sentence with slots in one language; it is printed as `text`."""

    text: str

    @cached_property
    def parts(self) -> tuple[Slot | Words, ...]:
        """The slots and, for each word, its alternatives."""
        return tuple(map(_part, words_of(self.text)))

    @property
    def slots(self) -> list[Slot]:
        return [part for part in self.parts if isinstance(part, Slot)]


@dataclass(frozen=True)
class Language:
    """How sentences are written in a language.

    `sentences` has those of each pattern: the first is printed, and all are read; `numbers` has the
    words for numbers, `zones` other names for zones by their English names, `options` the words of
    options by the English ones, with {} for the name in a slot.
    """

    code: str
    sentences: Mapping[str, tuple[Sentence, ...]]
    numbers: Mapping[int, Words]
    zones: Mapping[str, Words] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def by_word(self) -> Mapping[str, int]:
        return {word: number for number, words in self.numbers.items() for word in words}


@dataclass(frozen=True)
class Names:
    """The things that slots can name, by their words: counters, and the rows or cards of each table
    or kind. `counters_said` and `rows_said` have the words to print, for counters in singular and
    plural.
    """

    counters: Mapping[Words, str] = field(default_factory=dict)
    rows: Mapping[str, Mapping[Words, str]] = field(default_factory=dict)
    counters_said: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rows_said: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @cached_property
    def lengths(self) -> Mapping[str, tuple[int, ...]]:
        """The possible lengths, in words, of each type of name; counters have an empty name."""
        sorts = {"": self.counters, **self.rows}
        return {sort: tuple(sorted(map(len, named))) for sort, named in sorts.items()}


# ------------------------------------------------------------------------------------- sentences


def words_of(text: str) -> Words:
    """Return the words and symbols of a sentence, in lower case."""
    return tuple(_WORD.findall(text.translate(_SIGNS).lower()))


def sentences_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence of a text without style marks, and where it begins."""
    plain = _MARKUP.sub(lambda found: " " * len(found[0]), text)
    for match in _SENTENCE.finditer(plain):
        sentence = match[0].strip()
        if sentence:
            yield match.start() + len(match[0]) - len(match[0].lstrip()), sentence


def _part(word: str) -> Slot | Words:
    if word.startswith("{"):
        name, _, of = word[1:-1].partition(" in ")
        name, _, phrase = name.strip().partition(" ")
        return Slot(name, of.strip(), phrase.strip())
    if word.startswith("["):
        return tuple(form.strip() for form in word[1:-1].split("|"))
    return (word,)


@cache
def language_of(code: str) -> Language:
    """Return how sentences are written in a language, using `fr` for `fr-ca`; English if the
    language is unknown.
    """
    code = code.partition("-")[0]
    if code not in LANGUAGES or code == ENGLISH:
        patterns = source_in(ENGLISH).items
        sentences = {pattern: _variants(_english(pattern), {}) for pattern in patterns}
        return Language(ENGLISH, sentences, _ENGLISH_NUMBERS)
    root = source_in(code)
    others = {
        phrase: [str(other.value) for other in node.elements]
        for phrase, node in root["others"].items.items()
    }
    sentences = {
        pattern: _variants(str(node.value), others)
        for pattern, node in root["sentences"].items.items()
    }
    numbers = {at: _listed(node) for at, node in enumerate(root["numbers"].elements, 1)}
    zones = {zone: _listed(node) for zone, node in root["zones"].items.items()}
    options = {words: str(node.value) for words, node in root["options"].items.items()}
    return Language(code, sentences, numbers, zones, options)


@cache
def source_in(code: str) -> Node:
    """Return the tool's own sentences in a language; in English, each pattern with its steps."""
    path = FOLDER / f"{code}.yaml"
    return read_source(path, path.name)


def is_known(code: str) -> bool:
    """Return whether the tool has sentences in a language."""
    return code.partition("-")[0] in LANGUAGES


def _variants(text: str, others: Mapping[str, Sequence[str]]) -> tuple[Sentence, ...]:
    """Return a sentence and its rewordings."""
    variants = [text]
    for phrase, alike in others.items():
        place = re.compile(rf"\b{re.escape(phrase)}\b", re.IGNORECASE)
        variants += [
            place.sub(other, variant)
            for variant in variants
            if place.search(variant)
            for other in alike
        ]
    return tuple(map(Sentence, dict.fromkeys(variants)))


def _english(pattern: str) -> str:
    """Return a pattern as it is printed, with the words for singular and plural."""
    text = pattern.replace("+ {n}", "+{n}").replace("- {n}", "-{n}")
    text = text.replace("{n} card", "{n a} [card|cards]")
    return text[0].upper() + text[1:]


def _listed(node: Node) -> Words:
    return tuple(str(node.value).split())


# ----------------------------------------------------------------------------------------- names


def forms_of(name: str, language: str) -> Iterator[Words]:
    """Yield the words of a name, with and without the endings that a language adds to words."""
    *before, last = words_of(name) or ("",)
    for ending in _ENDINGS.get(language.partition("-")[0], _ENDINGS[ENGLISH]):
        yield (*before, f"{last}{ending}")
        yield (*before, last.removesuffix(ending) or last)


def by_words(names: Iterable[str], language: str) -> dict[Words, str]:
    """Return names by the words for them; a name as it is takes precedence over an ending added to
    another.
    """
    ordered = list(names)
    derived = {words: name for name in ordered for words in forms_of(name, language)}
    return {**derived, **{words_of(name): name for name in ordered}}


# -------------------------------------------------------------------------------------- matching


def matched(
    sentences: Iterable[Sentence], words: Words, language: Language, names: Names
) -> dict[str, Filled] | None:
    """Return the meaning of the slots in the first sentence that some words match, or None."""
    fits = (_Matcher(one.parts, words, language, names).matched(0, 0) for one in sentences)
    return next((fit for fit in fits if fit is not None), None)


class _Matcher:
    """Tries one part after another; a failed attempt is not repeated."""

    def __init__(
        self, parts: Sequence[Slot | Words], words: Words, language: Language, names: Names
    ) -> None:
        self.parts, self.words, self.language, self.names = parts, words, language, names
        self.failed: set[tuple[int, int]] = set()

    def matched(self, part: int, at: int) -> dict[str, Filled] | None:
        if part == len(self.parts):
            return {} if at == len(self.words) else None
        if (part, at) in self.failed or len(self.words) - at < len(self.parts) - part:
            return None
        wanted = self.parts[part]
        for filled in self._fitting(wanted, at):
            rest = self.matched(part + 1, at + len(filled.words))
            if rest is not None:
                return {wanted.name: filled, **rest} if isinstance(wanted, Slot) else rest
        self.failed.add((part, at))
        return None

    def _fitting(self, wanted: Slot | Words, at: int) -> Iterator[Filled]:
        word = self.words[at]
        if not isinstance(wanted, Slot):
            if any(is_alike(word, form) for form in wanted):
                yield Filled(word, (word,))
        elif wanted.is_counter:
            yield from self._named("", self.names.counters, at)
        elif wanted.of:
            yield from self._named(wanted.of, self.names.rows.get(wanted.of, {}), at)
        else:
            number = number_of(word, self.language)
            if number is not None:
                yield Filled(number, (word,))

    def _named(self, sort: str, named: Mapping[Words, str], at: int) -> Iterator[Filled]:
        for length in self.names.lengths.get(sort, ()):
            words = self.words[at : at + length]
            if words in named:
                yield Filled(named[words], words)


def is_alike(word: str, other: str) -> bool:
    """Return whether two words are the same apart from a final s."""
    return word in (other, f"{other}s") or f"{word}s" == other


def number_of(word: str, language: Language) -> int | None:
    """Return the number that a word stands for, in digits or as a word."""
    if word.isdecimal() and len(word) <= _MOST_DIGITS:
        return int(word)
    return language.by_word.get(word)


# -------------------------------------------------------------------------------------- printing


def printed(
    sentence: Sentence, filled: Mapping[str, Filled], language: Language, names: Names
) -> str:
    """Write a sentence from a pattern: a number is a word if it was one, and the words after it
    agree with it.
    """
    is_one = False

    def write(found: re.Match[str]) -> str:
        nonlocal is_one
        part = _part(found[0])
        if not isinstance(part, Slot):
            return part[0] if is_one else part[-1]
        meant = filled[part.name]
        if isinstance(meant.meaning, int):
            is_one = meant.meaning == 1
            return _number(meant, part, language)
        if part.is_counter:
            single, many = names.counters_said.get(meant.meaning, (" ".join(meant.words),) * 2)
            return single if is_one else many
        return names.rows_said.get((part.of, meant.meaning), " ".join(meant.words))

    return re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", write, sentence.text)


def _number(meant: Filled, slot: Slot, language: Language) -> str:
    """Write a number in digits or as a word; one is a word only if the slot gives it."""
    number = meant.meaning
    assert isinstance(number, int)
    if meant.words[0].isdecimal() or number not in language.numbers:
        return str(number)
    if number == 1:
        return slot.one or str(number)
    return language.numbers[number][0]
