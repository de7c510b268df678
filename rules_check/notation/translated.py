"""Powers in a translation: cards' texts in another language, by the patterns they fit.

In: the tree of a cards.yaml with `play:`, and its translation so far. Out: a power's text in the
other language; differences in meaning between a translated text and its power. Reads no steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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
        self.own, self.other = language_of(own), language_of(other)
        sentences = {name: (Sentence(name),) for name in self.own_places}
        self.here = {**sentences, **self.own.sentences}
        self.there = {**self._own_translated(), **(self.other.sentences if self.is_known else {})}
        self.names = _names_here(self.root, own)
        self.names_there = _NamesThere(self, other).names()

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
            fits = self._fits(sentence, self.here, self.own, self.names)
            if fits is None or original[start : start + len(sentence)] != sentence:
                return None
            pattern, filled = fits
            if pattern not in self.there:
                if pattern in self.own_places:
                    lacking = Untranslated(pattern, self.own_places[pattern])
                    self.lacking.setdefault(pattern, lacking)
                return None
            parts += [self._gap(original[end:start]), self._printed(pattern, filled, sentence)]
            end = start + len(sentence)
        return "".join([*parts, self._gap(original[end:])]) if parts else None

    def _printed(self, pattern: str, filled: Mapping[str, Filled], sentence: str) -> str:
        text = printed(self.there[pattern][0], filled, self.other, self.names_there)
        first = text[:1].lower() if sentence[0].islower() else text[:1].upper()
        return first + text[1:]

    def _gap(self, text: str) -> str:
        """Return the separator between two sentences, as the other language writes it."""
        return re.sub(r"(?<!\s);", "\u202f;", text) if self.other.code == "fr" else text

    def faults(self, original: str, said: Node) -> Iterator[Problem]:
        """Yield a warning for each sentence of a translated text that differs in meaning from the
        power.
        """
        if not self.is_known:
            return
        wanted = [
            self._meanings(sentence, self.here, self.own, self.names)
            for _, sentence in sentences_in(original)
        ]
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
            place = phrase.at(start, len(sentence))
            means = self._meanings(sentence, self.there, self.other, self.names_there)
            power = wanted[at] if at < len(wanted) else frozenset()
            if not means:
                message = say.FITS_NO_PATTERN(sentence=sentence)
            elif not power & means:
                message = say.POWER_DIFFERS(sentence=sentence)
            else:
                continue
            yield Problem.of(message, place, hint, "warning")
        if len(sentences) < len(wanted):
            message = say.SENTENCES_DIFFER(wanted=len(wanted), found=len(sentences))
            yield Problem.of(message, said.place, hint, "warning")

    def _fits(
        self,
        sentence: str,
        known: Mapping[str, tuple[Sentence, ...]],
        language: Language,
        names: Names,
    ) -> tuple[str, dict[str, Filled]] | None:
        return next(self._all_fitting(sentence, known, language, names), None)

    def _all_fitting(
        self,
        sentence: str,
        known: Mapping[str, tuple[Sentence, ...]],
        language: Language,
        names: Names,
    ) -> Iterator[tuple[str, dict[str, Filled]]]:
        words = words_of(sentence)
        for pattern, sentences in known.items():
            fits = (matched(sentence, words, language, names) for sentence in sentences)
            filled = next((fit for fit in fits if fit is not None), None)
            if filled is not None:
                yield pattern, filled

    def _meanings(
        self,
        sentence: str,
        known: Mapping[str, tuple[Sentence, ...]],
        language: Language,
        names: Names,
    ) -> frozenset[Meant]:
        """Return all possible meanings of a sentence; in some languages two patterns share a
        sentence.
        """
        return frozenset(
            (pattern, tuple(sorted((slot, gap.meaning) for slot, gap in filled.items())))
            for pattern, filled in self._all_fitting(sentence, known, language, names)
        )


def _slots(sentence: Sentence) -> list[tuple[str, str]]:
    return sorted((slot.name, slot.of) for slot in sentence.slots)


# ----------------------------------------------------------------------------------------- names


def _keys(root: Node, *path: str) -> list[str]:
    node, number = root.at(path)
    return list(node.items) if number == len(path) and node.type == "map" else []


def _counters(root: Node) -> list[str]:
    """Return every possible counter: all that `setup:` and `play:` declare."""
    where = [(section, part) for section in ("setup", "play") for part in ("common", "each")]
    written = [key for path in where for key in _keys(root, *path)]
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
    language: str

    def names(self) -> Names:
        counters: dict[Words, str] = {}
        counters_said: dict[str, tuple[str, str]] = {}
        for name in _counters(self.texts.root):
            counter = self._counter(name)
            counters |= by_words([name], self.texts.languages[0])
            if counter is not None:
                counters_said[name] = counter
        for name, forms in counters_said.items():
            counters |= {words_of(form): name for form in forms}
        rows: dict[str, dict[Words, str]] = {}
        rows_said: dict[tuple[str, str], str] = {}
        for section, owner, key in _owners(self.texts.root):
            ids = _keys(self.texts.root, section, owner, key)
            rows[owner] = by_words(ids, self.texts.languages[0])
            for id_ in ids:
                said_so = self._said((section, owner, key, id_, "name"))
                if said_so:
                    rows[owner] |= dict.fromkeys(forms_of(said_so, self.language), id_)
                    rows[owner][words_of(said_so)] = id_
                    rows_said[owner, id_] = self._small(said_so) if section == "tables" else said_so
        return Names(counters, rows, counters_said, rows_said)

    def _said(self, path: Path) -> str | None:
        text = self.texts.translated.get(path)
        return text if isinstance(text, str) and text.strip() else None

    def _small(self, text: str) -> str:
        if self.texts.other.code not in _LOWERED:
            return text
        return text[:1].lower() + text[1:]

    def _counter(self, name: str) -> tuple[str, str] | None:
        """Return the translation's words for a counter, singular and plural."""
        single = name.removesuffix("s")
        many, single_word = self._called(name), self._called(single) if single != name else None
        if many is None and single_word is None:
            return None
        code = self.texts.other.code
        return single_word or _for_one(many or "", code), many or _for_several(
            single_word or "", code
        )

    def _called(self, name: str) -> str | None:
        key = name.replace("-", "_")
        word = self._said(("words", f"setup_{key}")) or self._said(("words", name))
        if word is not None:
            return self._small(word)
        named = self._said(("components", name, "name"))
        for table in _keys(self.texts.root, "tables"):
            named = named or self._said(("tables", table, "rows", name, "name"))
        return self._small(named) if named is not None else None


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
