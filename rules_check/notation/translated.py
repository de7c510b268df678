"""Powers in a translation: cards' texts in another language, by the patterns they fit.

In: the tree of a cards.yaml with `play:`, and its translation so far. Out: a power's text in the
other language; differences in meaning between a translated text and its power. Reads no steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, product

from generator.data.problems import Place, Problem
from generator.data.source import Node, walk
from rules_check.notation import messages as say
from rules_check.notation.faults import phrase_at
from rules_check.notation.patterns import (
    Filled,
    Language,
    Names,
    Sentence,
    Words,
    by_words,
    forms_of,
    is_known,
    language_of,
    matched,
    printed,
    sentences_in,
    words_of,
)

POWERS = ("play", "powers")
"""Where a translation has the game's own powers, each under its pattern."""
_DONE = re.compile(r"^\s*do\s.*\.\s*([^\W\d]\w*)\s*$")
_LOWERED = ("fr", "es")
"""Languages that write common nouns in lower case."""

Path = tuple[str, ...]
Meant = tuple[str, tuple[tuple[str, int | str], ...]]
"""The meaning of a sentence: its pattern, and the meaning of the slots."""


def fields_done(play: Node) -> frozenset[str]:
    """Return the names of the fields whose powers are triggered somewhere."""
    texts = (str(node.value).partition(" if ")[0] for node in walk(play) if node.type == "text")
    return frozenset(found[1] for text in texts if (found := _DONE.match(text)))


@dataclass(frozen=True)
class Untranslated:
    """A pattern of the game's own that a translation lacks, and its place in cards.yaml."""

    pattern: str
    place: Place


@dataclass(frozen=True)
class _Side:
    """Powers in one language: its sentences by pattern, and the things that slots can name."""

    language: Language
    sentences: Mapping[str, tuple[Sentence, ...]]
    names: Names

    def fitting(self, sentence: str) -> Iterator[tuple[str, dict[str, Filled]]]:
        """Yield the patterns that a sentence fits, each with what fills its slots."""
        words = words_of(sentence)
        for pattern, sentences in self.sentences.items():
            filled = matched(sentences, words, self.language, self.names)
            if filled is not None:
                yield pattern, filled

    def meanings(self, sentence: str) -> frozenset[Meant]:
        """Return all possible meanings of a sentence; in some languages two patterns share a
        sentence.
        """
        return frozenset(
            (pattern, tuple(sorted((slot, gap.meaning) for slot, gap in filled.items())))
            for pattern, filled in self.fitting(sentence)
        )


@dataclass
class PowerTexts:
    """The powers of a game, in its own language and in that of a translation.

    `translated` has the texts that the translation gives, by place; `lacking` the game's own
    sentences that `text` would have needed.
    """

    root: Node
    languages: tuple[str, str]
    translated: Mapping[Path, object]
    lacking: dict[str, Untranslated] = field(default_factory=dict)

    def __post_init__(self) -> None:
        own, other = self.languages
        play = self.root["play"]
        self.fields = fields_done(play)
        self.own_places = dict(play.below("powers").keys)
        self.is_known = is_known(other)
        here, there = language_of(own), language_of(other)
        sentences = {name: (Sentence(name),) for name in self.own_places}
        self.here = _Side(here, {**sentences, **here.sentences}, _names_here(self.root, own))
        known = there.sentences if self.is_known else {}
        names = _NamesThere(self, there.code).names()
        self.there = _Side(there, {**self._own_translated(), **known}, names)

    def _own_translated(self) -> dict[str, tuple[Sentence, ...]]:
        """Return the game's own sentences in the other language, if their slots are the same."""
        given = {name: self.translated.get((*POWERS, name)) for name in self.own_places}
        sentences = dict[str, tuple[Sentence, ...]]()
        for name, text in given.items():
            sentence = Sentence(str(text))
            if text and _slots(sentence) == _slots(Sentence(name)):
                sentences[name] = (sentence,)
        return sentences

    def text(self, original: str) -> str | None:
        """Return a power's text in the other language; None if one of its sentences has no
        counterpart, or contains style marks.
        """
        parts, end = [], 0
        for start, sentence in sentences_in(original):
            fits = next(self.here.fitting(sentence), None)
            if fits is None or original[start : start + len(sentence)] != sentence:
                return None
            pattern, filled = fits
            if pattern not in self.there.sentences:
                if pattern in self.own_places:
                    lacking = Untranslated(pattern, self.own_places[pattern])
                    self.lacking.setdefault(pattern, lacking)
                return None
            parts += [self._gap(original[end:start]), self._printed(pattern, filled, sentence)]
            end = start + len(sentence)
        return "".join([*parts, self._gap(original[end:])]) if parts else None

    def _printed(self, pattern: str, filled: Mapping[str, Filled], sentence: str) -> str:
        there = self.there
        text = printed(there.sentences[pattern][0], filled, there.language, there.names)
        first = text[:1].lower() if sentence[0].islower() else text[:1].upper()
        return first + text[1:]

    def _gap(self, text: str) -> str:
        """Return the separator between two sentences, as the other language writes it."""
        return re.sub(r"(?<!\s);", "\u202f;", text) if self.there.language.code == "fr" else text

    def faults(self, original: str, said: Node) -> Iterator[Problem]:
        """Yield a warning for each sentence of a translated text that differs in meaning from the
        power.
        """
        if not self.is_known:
            return
        wanted = [self.here.meanings(sentence) for _, sentence in sentences_in(original)]
        text = str(said.value)
        sentences = list(sentences_in(text))
        phrase = phrase_at(text, said.place)
        expected = self.text(original)
        hint = (
            f"write '{expected}', or leave the text empty to print exactly that"
            if expected
            else None
        )
        for at, (start, sentence) in enumerate(sentences):
            means = self.there.meanings(sentence)
            power = wanted[at] if at < len(wanted) else frozenset()
            if not power & means:
                message = say.POWER_DIFFERS(sentence=sentence)
                if not means:
                    message = say.FITS_NO_PATTERN(sentence=sentence)
                yield Problem.of(message, phrase.at(start, len(sentence)), hint, "warning")
        if len(sentences) < len(wanted):
            message = say.SENTENCES_DIFFER(wanted=len(wanted), found=len(sentences))
            yield Problem.of(message, said.place, hint, "warning")


def _slots(sentence: Sentence) -> list[tuple[str, str]]:
    return sorted((slot.name, slot.of) for slot in sentence.slots)


# ----------------------------------------------------------------------------------------- names


def _keys(root: Node, *path: str) -> list[str]:
    node, number = root.at(path)
    return list(node.items) if number == len(path) and node.type == "map" else []


def _counters(root: Node) -> list[str]:
    """Return every possible counter: all that `setup:` and `play:` declare."""
    where = product(("setup", "play"), ("common", "each"))
    written = chain.from_iterable(_keys(root, *path) for path in where)
    return [name.strip() for key in written for name in key.split(",")]


def _owners(root: Node) -> Iterator[tuple[str, str, str]]:
    """Yield each table and kind: its section, its name, and the key of its rows or cards."""
    for section, key in (("kinds", "cards"), ("tables", "rows")):
        for name in _keys(root, section):
            yield (section, name, key)


def _names_here(root: Node, language: str) -> Names:
    rows = {
        name: by_words(_keys(root, section, name, key), language)
        for section, name, key in _owners(root)
    }
    return Names(by_words(_counters(root), language), rows)


@dataclass
class _NamesThere:
    """Translated names of counters, rows and cards."""

    texts: PowerTexts
    code: str

    def names(self) -> Names:
        root, own = self.texts.root, self.texts.languages[0]
        counters, counters_said = dict[Words, str](), dict[str, tuple[str, str]]()
        for name in _counters(root):
            counters |= by_words([name], own)
            if counter := self._counter(name):
                counters_said[name] = counter
        for name, forms in counters_said.items():
            counters |= {words_of(form): name for form in forms}
        rows, rows_said = dict[str, dict[Words, str]](), dict[tuple[str, str], str]()
        for section, owner, key in _owners(root):
            ids = _keys(root, section, owner, key)
            rows[owner] = by_words(ids, own)
            for id_ in ids:
                said_so = self._said((section, owner, key, id_, "name"))
                if said_so:
                    rows[owner] |= dict.fromkeys(forms_of(said_so, self.code), id_)
                    rows[owner][words_of(said_so)] = id_
                    rows_said[owner, id_] = self._small(said_so) if section == "tables" else said_so
        return Names(counters, rows, counters_said, rows_said)

    def _said(self, path: Path) -> str | None:
        text = self.texts.translated.get(path)
        return text if isinstance(text, str) and text.strip() else None

    def _small(self, text: str) -> str:
        if self.code not in _LOWERED:
            return text
        return text[:1].lower() + text[1:]

    def _counter(self, name: str) -> tuple[str, str] | None:
        """Return the translation's words for a counter, singular and plural."""
        single = name.removesuffix("s")
        many, one = self._called(name), self._called(single) if single != name else ""
        if not (many or one):
            return None
        return one or _for_one(many, self.code), many or _for_several(one, self.code)

    def _called(self, name: str) -> str:
        """Return the translation's words for a name; empty if it has none."""
        tables = _keys(self.texts.root, "tables")
        paths = (
            ("words", f"setup_{name.replace('-', '_')}"),
            ("words", name),
            ("components", name, "name"),
            *(("tables", table, "rows", name, "name") for table in tables),
        )
        return self._small(next(filter(None, map(self._said, paths)), ""))


def _for_several(word: str, language: str) -> str:
    if language == "de":
        return f"{word}n" if word.endswith("e") else word
    if word.endswith(("s", "x", "z")):
        return word
    return f"{word}es" if language == "es" and word[-1] not in "aeiouáéó" else f"{word}s"


def _for_one(word: str, language: str) -> str:
    if language == "de":
        return word.removesuffix("n") if word.endswith("en") else word
    return word.removesuffix("s")
