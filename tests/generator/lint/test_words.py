"""Words: names a letter apart, texts that contradict a number, translations that are not whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.data.loading import load_game
from generator.data.problems import Place
from generator.lint.lint import lint
from generator.lint.words import letters_apart, letters_in, stated_numbers, typed_texts
from tests.conftest import make_game
from tests.generator.lint.conftest import line_of, only


def test_names_alike(tmp_path: Path) -> None:
    body = '<text x="8" y="20">{{ card.name }}</text>'
    names = {"a": {"name": "Firebolt"}, "b": {"name": "Fireball"}, "c": {"name": "Waterfall"}}
    finding = only(lint(make_game(tmp_path / "a", body, names)), "names-alike")
    assert (finding.number, finding.card, finding.about, finding.wider[0]) == (
        2,
        "b",
        "b, name",
        "a, b",
    )
    assert str(finding.place).startswith(
        f"cards.yaml:{line_of(tmp_path / 'a', 'cards.yaml', 'Fireball')}:"
    )
    names["b"]["name"] = "Firebolt!"
    finding = only(lint(make_game(tmp_path / "same", body, names)), "names-alike")
    assert (finding.number, finding.about, finding.claim) == (
        0,
        "b, name",
        "'Firebolt' and 'Firebolt!' are the same name",
    )
    assert str(finding.place).startswith(
        f"cards.yaml:{line_of(tmp_path / 'same', 'cards.yaml', 'Firebolt!')}:"
    )
    names["b"]["name"] = "Blaze"
    assert lint(make_game(tmp_path / "b", body, names)).findings == []


@pytest.mark.parametrize(("suit", "number"), [("sea", 0), ("sun", 1)])
def test_cards_of_different_rows_may_have_the_same_name(
    tmp_path: Path, suit: str, number: int
) -> None:
    rows = {"sun": {"name": "Sun"}, "sea": {"name": "Sea"}}
    game = make_game(
        tmp_path,
        '<text x="8" y="20">{{ card.suit.name }} {{ card.name }}</text>',
        {"a": {"name": "Cup", "suit": "sun"}, "b": {"name": "Cup", "suit": suit}},
        {"name": "line", "suit": "suit"},
        tables={"suit": {"fields": {"name": "line"}, "rows": rows}},
    )
    alike = [finding for finding in lint(game).findings if finding.code == "names-alike"]
    assert len(alike) == number


def test_rows_of_a_table_with_the_same_name(tmp_path: Path) -> None:
    rows = {"sun": {"name": "Sun"}, "sea": {"name": "Sea"}, "sky": {"name": "Sun"}}
    game = make_game(tmp_path, tables={"suit": {"fields": {"name": "line"}, "rows": rows}})
    finding = only(lint(game), "names-alike")
    assert (finding.about, finding.claim) == (
        "sun, sky",
        "'sun' and 'sky' of 'suit' have the same name, 'Sun'",
    )
    assert str(finding.place).startswith("cards.yaml:")
    rows["sky"]["name"] = "Sky"
    assert (
        lint(
            make_game(
                tmp_path / "mended", tables={"suit": {"fields": {"name": "line"}, "rows": rows}}
            )
        ).findings
        == []
    )


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("Marsh Witch", "March Witch", 1),
        ("Salt", "Slat", 1),
        ("Ash", "Axe", None),
        ("Axe", "Axes", None),
        ("Ember", "Ember", None),
        ("Goblin 1", "Goblin 2", None),
        ("Firebolt", "Fireball", 2),
        ("Tower", "Power", 1),
        ("Tower", "Flower", None),
        ("The Oak", "the oak!", None),
    ],
)
def test_letters_apart(one: str, other: str, far: int | None) -> None:
    assert letters_apart(one, other, 2) == letters_apart(other, one, 2) == far
    assert far is None or (letters_in(one) ^ letters_in(other)).bit_count() <= 2 * far


@pytest.mark.parametrize(("said", "count"), [(2, 1), (3, 0), (4, 1)])
def test_words_may_say_too_little_and_too_much(said: int, count: int, tmp_path: Path) -> None:
    body = (
        '<text x="8" y="20">{{ card.strength }}</text><textArea x="8" y="30" width="40" '
        'height="9">{{ card.text }}</textArea>'
    )
    cards = {"one": {"name": "One", "strength": 3, "text": f"Strength {said}."}}
    game = make_game(tmp_path, body, cards, {"name": "line", "strength": "1..9", "text": "text"})
    assert [one.code for one in lint(game).findings].count("words-and-number") == count


def test_words_that_contradict_a_number(tmp_path: Path) -> None:
    fields = {"name": "line", "strength": "1..9", "text": "text"}
    body = (
        '<text x="8" y="20">{{ card.strength }}</text><textArea x="8" y="30" width="40" '
        'height="9">{{ card.text }}</textArea>'
    )
    cards = {"one": {"name": "One", "strength": 3, "text": "Brave. Strength 5, they say."}}
    game = make_game(tmp_path / "a", body, cards, fields)
    finding = only(lint(game), "words-and-number")
    assert (finding.severity, finding.number, finding.limit, finding.field) == (
        "error",
        5,
        3,
        "text",
    )
    assert str(finding.place).startswith(
        f"cards.yaml:{line_of(game.folder, 'cards.yaml', 'Brave')}:"
    )
    for number, text in enumerate(
        ("Strength 3.", "Beats all of strength 5.", "Gains +2 strength at night.", "Three strength")
    ):
        cards["one"]["text"] = text
        assert lint(make_game(tmp_path / str(number), body, cards, fields)).findings == [], text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Strength 5", [5]),
        ("**+3 strength**", [3]),
        ("strength: 4; three gold", [4, 3]),
        ("Strength is 2!", [2]),
        ("Ten golds, friend.", [10]),
        ("Once: +3 strength.", []),
        ("Pay 3 gold", []),
        ("strength", []),
        ("5", []),
        ("strengths of 12 men", []),
    ],
)
def test_stated_numbers(text: str, said: list[int]) -> None:
    assert [number for _, _, number in stated_numbers(text, ["strength", "gold"])] == said


def test_a_translation_that_is_not_whole_is_found(tmp_path: Path) -> None:
    game = make_game(tmp_path, words={"bid": "Bid", "pass": "Pass"}, game={"title": "Trial"})
    assert not any("translation" in look.what for look in lint(game).looks)
    french = tmp_path / "cards.fr.yaml"
    french.write_text('words: {bid: ""}\n')
    begun = only(lint(game), "untranslated")
    assert (begun.severity, begun.number, str(begun.place)) == ("note", 0, "cards.fr.yaml")
    french.write_text("words:\n  # en: Offer\n  bid: Mise\n")
    finding = only(lint(game), "untranslated")
    texts = 4  # the title, the card's name, two words
    assert finding.claim == f"in 'fr', 1 of {texts} texts are translated: 3 missing, 1 stale"
    assert (finding.severity, finding.number, finding.limit, finding.about) == (
        "warning",
        25,
        100,
        "fr",
    )
    assert str(finding.also[0][1]) == "cards.fr.yaml:3:3"
    french.write_text(
        "words: {bid: Mise, pass: Passe, pas: x}\ngame: {title: Essai}\nkinds: {card: {cards: "
        "{one: {name: Un}}}}\n"
    )
    assert only(lint(game), "untranslated").severity == "error"
    french.write_text(french.read_text().replace(", pas: x", ""))
    linted = lint(game)
    assert linted.findings == []
    assert (linted.looks[-1].what, linted.looks[-1].worst) == ("translation", "100%")
    french.unlink()
    game = make_game(
        tmp_path,
        words={"bid": "Bid"},
        lint={"silenced": [{"finding": "untranslated", "about": "fr", "reason": "Later."}]},
    )
    french.write_text("words: {bid: Mise}\n")
    assert [f.silenced for f in lint(game).findings] == ["Later."]


def test_what_a_translation_says_otherwise_is_told_once(tmp_path: Path) -> None:
    """By a lint of the game in its own language too; a lint of the translation has it from reading
    that.
    """
    make_game(tmp_path, words={"ties": "The first in turn order wins.", "hand": "Draw 5 cards."})
    (tmp_path / "cards.fr.yaml").write_text(
        "words: {ties: Le dernier joueur gagne., hand: Piochez 4 cartes.}\n"
    )
    linted = lint(load_game(tmp_path))
    told = {problem.code: str(problem.place) for problem in linted.problems}
    assert told == {"other-sense": "cards.fr.yaml:1:15", "other-number": "cards.fr.yaml:1:47"}
    assert linted.count("warning") >= 2
    assert not [one for one in lint(load_game(tmp_path, lang="fr")).problems if one.code in told]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<text x="1">First player</text>', [(1, "First player")]),
        (
            '<g>\n<textArea id="a"\n width="9">Pay {{ card.cost }}\n gold</textArea></g>',
            [(2, "Pay gold")],
        ),
        ('<text>{{ words.first }}</text><text x="{{ 3 if a > b else 4 }}">{{ n }}</text>', []),
        ("<text>{# the name #}{% if not name %}VP{% endif %} {{ card.name }}</text>", []),
        ('<text x="1"/><rect/><text><tspan>For</tspan> &amp; {{ n }}</text>', [(1, "For &")]),
        ("<title>First player</title><style>text {}</style>", []),
    ],
)
def test_texts_typed_into_a_template(source: str, found: list[tuple[int, str]]) -> None:
    assert list(typed_texts(source)) == found


def test_a_typed_text_is_noted_where_there_is_a_translation(tmp_path: Path) -> None:
    face = '<text x="8" y="20">{{ card.name }}</text><text x="8" y="30">First player</text>'
    game = make_game(tmp_path, face)
    assert lint(game).findings == []
    (tmp_path / "cards.fr.yaml").write_text(
        "game: {title: Essai}\nkinds: {card: {cards: {one: {name: Un}}}}\n", encoding="utf-8"
    )
    (note,) = [one for one in lint(make_game(tmp_path, face)).findings if one.code == "typed-text"]
    assert (note.severity, note.about, note.place) == (
        "note",
        "card.svg.j2",
        Place("templates/card.svg.j2", 2),
    )
