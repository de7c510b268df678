"""Patterns: the sentences of powers in each language, what fits them, and how they are printed."""

from __future__ import annotations

import re

import pytest

from rules_check.notation.patterns import (
    LANGUAGES,
    Filled,
    Names,
    Sentence,
    by_words,
    is_known,
    language_of,
    matched,
    printed,
    sentences_in,
    source_in,
    words_of,
)

OTHERS = [code for code in LANGUAGES if code != "en"]
GEMS = Names(by_words(["gems"], "en"))
DOWN_TO = "each player discards down to {n}"


def plain(sentence: Sentence, number: str = "2") -> str:
    """Return a sentence with a number in it, and with the words for several."""
    text = re.sub(r"\[[^|\]]*\|([^\]]*)\]", r"\1", sentence.text)
    return re.sub(r"\{n[^}]*\}", number, text).replace("{counter}", "gems")


def patterns_fitting(text: str, code: str) -> list[str]:
    language, words = language_of(code), words_of(text)
    return [
        pattern
        for pattern, sentences in language.sentences.items()
        if matched(sentences, words, language, GEMS) is not None
    ]


def test_every_sentence_has_its_counterpart_in_every_language() -> None:
    assert OTHERS == ["de", "es", "fr"]
    for code in OTHERS:
        assert list(language_of(code).sentences) == list(source_in("en").items)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_fits_its_own_pattern_alone(code: str) -> None:
    sentences = language_of(code).sentences
    for pattern, (printed_so, *_) in sentences.items():
        alike = [other for other, (one, *_) in sentences.items() if one.text == printed_so.text]
        assert patterns_fitting(plain(printed_so), code) == alike
        assert pattern in alike


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_in_other_words_says_what_another_pattern_says(code: str) -> None:
    sentences = language_of(code).sentences
    first: dict[tuple[str, ...], str] = {}
    for (printed_so, *_), pattern in zip(sentences.values(), sentences, strict=True):
        for one in sentences[pattern]:
            said = first.setdefault(words_of(plain(one)), printed_so.text)
            assert said == printed_so.text


@pytest.mark.parametrize(
    ("code", "text", "pattern"),
    [
        ("fr", "Pioche une carte", "draw {n} card"),
        ("fr", "Défaussez-vous de deux cartes", "discard {n} card"),
        ("fr", "Regardez la main d’un autre joueur", "look at another hand"),
        ("fr", "Échangez votre main avec un autre joueur", "trade hands with another player"),
        ("fr", "Échangez votre main avec celle d’un adversaire", "trade hands with another player"),
        ("fr", "Perdez toutes vos gems", "lose all your {counter}"),
        ("fr", "Doublez votre gem", "double your {counter}"),
        ("fr", "Chaque joueur défausse jusqu’à n’avoir que 3 cartes en main", DOWN_TO),
        ("fr", "Chaque joueur défausse jusqu’à n’avoir plus que 3 cartes en main", DOWN_TO),
        ("de", "Zieh eine Karte", "draw {n} card"),
        ("de", "Wirf zwei Karten ab", "discard {n} card"),
        ("de", "Jeder andere Spieler legt 2 Karten ab", "each other player discards {n} card"),
        ("es", "Roba una carta", "draw {n} card"),
        ("es", "Cada rival descarta tres cartas", "each other player discards {n} card"),
        ("es", "−2 gems", "- {n} {counter}"),
        ("fr-ca", "Piochez 2 cartes", "draw {n} card"),
        ("en", "Look at another player’s hand", "look at another player's hand"),
    ],
)
def test_a_sentence_is_read_in_other_words_too(code: str, text: str, pattern: str) -> None:
    assert patterns_fitting(text, code)[0] == pattern


@pytest.mark.parametrize(
    ("code", "words", "text"),
    [
        ("fr", "1", "Piochez 1 carte"),
        ("fr", "a", "Piochez une carte"),
        ("fr", "two", "Piochez deux cartes"),
        ("de", "a", "Ziehe eine Karte"),
        ("de", "3", "Ziehe 3 Karten"),
        ("es", "one", "Roba una carta"),
        ("es", "12", "Roba 12 cartas"),
        ("en", "a", "Draw a card"),
        ("en", "four", "Draw four cards"),
    ],
)
def test_what_follows_a_number_is_for_one_or_for_several(code: str, words: str, text: str) -> None:
    number = {"a": 1, "one": 1, "two": 2, "four": 4}.get(words)
    filled = {"n": Filled(number if number is not None else int(words), (words,))}
    language = language_of(code)
    assert printed(language.sentences["draw {n} card"][0], filled, language, GEMS) == text


def test_a_counter_of_unknown_gender_has_its_number_in_digits() -> None:
    french = language_of("fr")
    filled = {"n": Filled(1, ("a",)), "counter": Filled("gems", ("gem",))}
    names = Names(GEMS.counters, counters_said={"gems": ("gemme", "gemmes")})
    sentence = french.sentences["gain {n} {counter}"][0]
    assert printed(sentence, filled, french, names) == "Gagnez 1 gemme"


def test_a_name_may_have_several_words() -> None:
    names = Names(rows={"colour": {("deep", "red"): "red", ("deep",): "deep"}})
    sentence, english = Sentence("paint it {c in colour}"), language_of("en")
    filled = matched([sentence], words_of("Paint it deep red"), english, names)
    assert filled is not None
    assert filled["c"].meaning == "red"


def test_a_sentence_with_many_slots_is_given_up_soon() -> None:
    names = Names(rows={"colour": {("a",): "one", ("a", "a"): "two"}})
    sentence = Sentence(" ".join(["{c in colour}"] * 40) + " end")
    assert matched([sentence], ("a",) * 60, language_of("en"), names) is None


def test_a_language_without_sentences_is_read_as_english() -> None:
    assert not is_known("pl")
    assert language_of("pl") == language_of("en")


def test_sentences_have_their_places_without_marks_of_styles() -> None:
    assert list(sentences_in("[b]Draw 2.[/b] +1 gem; ")) == [(3, "Draw 2"), (15, "+1 gem")]
