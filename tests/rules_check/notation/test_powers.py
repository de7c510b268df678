"""Powers: sentences of cards, which patterns they fit, and every pattern that comes with the
tool.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from rules_check.notation.patterns import Names, Sentence, language_of, matched, words_of
from rules_check.notation.powers import patterns_of_the_tool
from rules_check.notation.program import Choose, Each, Move, Option, PileRead, SetCounter
from rules_check.notation.reading import read_program
from rules_check.notation.walking import nodes
from tests.rules_check.notation.games import faults_in, game_of, program_of

GAME = """\
game: {title: All Powers, version: 1.0.0, players: 2-4}
kinds:
  card:
    template: card.svg.j2
    fields: {power: text}
    cards:
      one: {copies: 20, power: "POWER"}
components:
  card: {name: Cards, of: card, count: 20}
play:
  common:
    box: all card, face down
    trash, market, played: card
  each:
    deck: card, face down, refilled from discard
    hand: card, seen by owner
    discard: card
    gems: 0
  begin:
    - each: move 5 from box to deck
  turn:
    - choose:
        play {card in hand}:
          - move card to played
          - do card.power
        gather:
          - add 1 to gems
          - move 1 from deck to hand
          - move 1 from box to market
          - move 1 from box to trash
          - move 1 from deck to discard
  until: count(trash) > 5
  score: gems
"""
PATTERNS = [pattern.text for pattern in patterns_of_the_tool()]


def of_each(sentence: str) -> str:
    """Return a game whose cards say a sentence, or what fits a pattern."""
    said = sentence.replace("{n}", "2").replace("{counter}", "gems")
    return GAME.replace("POWER", said)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_sentence_that_comes_with_the_tool_can_be_read(pattern: str) -> None:
    found = [fault for fault in faults_in(of_each(pattern)) if fault.severity == "error"]
    assert found == []


def test_there_are_sixty_sentences_and_no_two_are_alike() -> None:
    assert len(PATTERNS) >= 60
    plain = [re.sub(r"s\b", "", re.sub(r"\{[^}]*\}", "{}", pattern)) for pattern in PATTERNS]
    assert len(set(plain)) == len(plain)


TRANSLATED = [(code, pattern) for code in ("de", "es", "fr") for pattern in PATTERNS]
OWN_ZONES = {
    "de": {"deck": "nachziehstapel", "hand": "handkarten", "discard": "ablage", "trash": "müll"},
    "es": {"deck": "mazo", "hand": "mano", "discard": "descarte", "market": "mercado"},
    "fr": {"deck": "pioche", "hand": "main", "discard": "défausse", "trash": "rebut"},
}


def in_its_language(code: str, text: str) -> str:
    """Return a game as it is written in a language, with names of zones in it."""
    before, play, after = text.replace("game: {", f"game: {{language: {code}, ").partition(
        "play:\n"
    )
    for zone, called in OWN_ZONES[code].items():
        after = re.sub(rf"\b{zone}\b(?!\()", called, after)
    return before + play + after


def of_all(sentences: list[str]) -> str:
    """Return a game with a card for each sentence: `c0`, `c1` and so on."""
    cards = "".join(f'      c{n}: {{power: "{said}"}}\n' for n, said in enumerate(sentences))
    one = '      one: {copies: 20, power: "POWER"}\n'
    return GAME.replace(one, cards).replace("count: 20", f"count: {len(sentences)}")


def steps_of(text: str) -> list[list[int]]:
    """Count the steps of what each card of `of_all` says, sentence by sentence."""
    found = read_program(game_of(text)).powers
    cards = {card for power in found for card in power.cards}
    return [
        [len(power.steps) for power in found if f"c{n}" in power.cards] for n in range(len(cards))
    ]


@cache
def steps_in(code: str) -> dict[str, list[int]]:
    """Count the steps of each pattern of the tool, said in a language; all are read at once."""
    said = [
        pattern.replace("{n}", "2")
        if code == "en"
        else re.sub(
            r"\{n( \w+)?\}",
            "2",
            re.sub(r"\[\w+\|(\w+)\]", r"\1", language_of(code).sentences[pattern][0].text),
        )
        for pattern in PATTERNS
    ]
    text = of_all([one.replace("{counter}", "gems") for one in said])
    found = steps_of(text if code == "en" else in_its_language(code, text))
    return dict(zip(PATTERNS, found, strict=True))


@pytest.mark.parametrize(("code", "pattern"), TRANSLATED)
def test_a_game_in_another_language_is_read_with_its_sentences(code: str, pattern: str) -> None:
    assert steps_in(code)[pattern] == steps_in("en")[pattern] != []


@pytest.mark.parametrize(
    ("sentence", "pattern"),
    [
        ("Draw 3", "draw {n}"),
        ("Draw a card", "draw {n} card"),
        ("Draw two cards", "draw {n} card"),
        ("+2 gems", "+ {n} {counter}"),
        ("-1 gem", "- {n} {counter}"),
        ("Each other player discards down to 3", "each other player discards down to {n}"),
        ("Look at another player's hand", "look at another player's hand"),
    ],
)
def test_a_sentence_fits_its_pattern(sentence: str, pattern: str) -> None:
    (power,) = read_program(game_of(of_each(sentence))).powers
    assert power.text == sentence
    (fitting,) = [one for one in patterns_of_the_tool() if one.text == pattern]
    known = language_of("en"), Names({("gem",): "gems", ("gems",): "gems"})
    assert matched(fitting.sentences[:1], words_of(sentence), *known) is not None


def test_a_word_that_is_no_number_fits_no_slot_for_one() -> None:
    sentence, english = Sentence("draw {n}"), language_of("en")
    assert matched([sentence], words_of("draw hand"), english, Names()) is None
    assert matched([sentence], words_of("draw ²"), english, Names()) is None
    assert matched([sentence], words_of("draw 2"), english, Names()) is not None


def test_sentences_of_one_text_are_done_in_their_order() -> None:
    powers = [one for one in program_of("small_harbour").powers if "alley" in one.cards]
    assert [(one.place_in_text, one.text) for one in powers] == [(0, "Draw 1"), (1, "+2 actions")]


def test_a_sentence_of_several_cards_is_read_once() -> None:
    (power,) = [
        one
        for one in program_of("small_harbour").powers
        if (one.text, one.place_in_text) == ("Draw 1", 0)
    ]
    assert power.cards == ("alley", "quay")


def test_what_a_power_needs_and_the_game_has_not_is_told_at_the_card() -> None:
    text = of_each("Trash a card").replace("trash, market", "rubbish, market")
    text = text.replace("box to trash", "box to rubbish").replace("count(trash)", "count(rubbish)")
    (fault,) = faults_in(text)
    assert fault.place is not None
    assert (fault.place.line, fault.place.column) == (7, 33)
    assert "'trash' is not known" in fault.message


def test_a_card_whose_power_is_done_is_where_it_was_played() -> None:
    (power,) = read_program(game_of(of_each("Trash this card"))).powers
    (move,) = power.steps
    assert isinstance(move, Move)
    assert isinstance(move.taken.source, PileRead)
    assert move.taken.source.zone == "played"


def test_a_card_that_is_elsewhere_each_time_cannot_be_moved_by_its_power() -> None:
    text = of_each("Trash this card").replace(
        "        gather:", "        show {other in hand}: do other.power\n        gather:"
    )
    assert any("which zone these cards are in" in fault.message for fault in faults_in(text))


def test_other_players_are_others_than_who_does_the_power() -> None:
    (power,) = read_program(game_of(of_each("Each other player loses 2 gems"))).powers
    (each,) = power.steps
    assert isinstance(each, Each)
    (step,) = each.steps
    assert isinstance(step, SetCounter)
    (give,) = read_program(game_of(of_each("Give 1 gem to another player"))).powers
    assert isinstance(give.steps[0], Choose)


def options_of(text: str) -> set[str]:
    """Return the words of all options of a game's powers; `{}` is what is named."""
    found = nodes(read_program(game_of(text)).powers)
    return {"{}".join(one.words).strip() for one in found if isinstance(one, Option)}


ASKING = ("discard {n} card", "you may discard {n} card", "steal {n} {counter} from another player")


@pytest.mark.parametrize("code", ["fr", "de", "es"])
@pytest.mark.parametrize("pattern", ASKING)
def test_options_of_powers_are_in_the_language_of_the_game(code: str, pattern: str) -> None:
    sentence = language_of(code).sentences[pattern][0].text
    said = re.sub(r"\{n( \w+)?\}", "2", re.sub(r"\[\w+\|(\w+)\]", r"\1", sentence))
    english = options_of(of_each(pattern))
    found = options_of(in_its_language(code, of_each(said)))
    assert found == {language_of(code).options[words] for words in english}


def test_every_option_of_the_tools_powers_is_translated() -> None:
    english = set[str]().union(*(options_of(of_each(pattern)) for pattern in PATTERNS))
    for code in ("fr", "de", "es"):
        options = language_of(code).options
        assert set(options) == english
        assert len(set(options.values())) == len(options)
        for words, said in options.items():
            assert words.count("{}") == said.count("{}")
            assert not said.startswith("{}")


def test_a_sentence_may_name_two_numbers_and_two_counters() -> None:
    own = "  powers:\n    swap {n} {counter} for {m} {counter2}:\n      - take n from counter\n"
    text = of_each("Swap 2 gems for 3 stars").replace("gems: 0", "gems, stars: 0")
    text += own + "      - add m to counter2\n"
    (power,) = read_program(game_of(text)).powers
    names = [one.counter.counter for one in power.steps if isinstance(one, SetCounter)]
    assert names == ["gems", "stars"]
