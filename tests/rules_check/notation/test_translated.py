"""Powers in a translation: printed by the same pattern, and told if they say otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main as cli
from generator.data.game import Game
from generator.data.languages import survey
from generator.data.loading import load_game
from generator.data.problems import Place, Problem, Problems
from generator.data.source import Node
from rules_check.notation.reading import read_program
from rules_check.notation.translated import fields_done
from tests.rules_check.notation.games import TEMPLATE

GAME = """\
game: {title: Small Shop, version: 1.0.0, players: 2-4}
tables:
  tint: {fields: {name: line}, rows: {red: {name: Red}, blue: {name: Blue}}}
kinds:
  card:
    template: card.svg.j2
    fields: {name: line, power: text?, flavour: text?}
    defaults: {power: Draw 1.}
    cards:
      alley: {name: Alley, power: "Draw a card. +2 coins.", copies: 9}
      quay: {name: Quay, copies: 9}
      shop: {name: Shop, power: POWER, flavour: Draw 2.}
components:
  card: {name: Cards, of: card, count: 19}
words: {setup_coins: Coins, coin: Coin}
play:
  common:
    deck: all card, face down, refilled from discard
    discard: card
  each:
    hand: card, seen by owner
    coins: 0
  begin:
    - deal 3 from deck to each hand
  turn:
    - choose:
        play {card in hand}:
          - do card.power
          - move card to discard
        work: add 1 to coins
  until: turn = 9
  powers:
    gain {n} coins for each {c in tint}: add n to coins
  score: coins
"""
POWER = "Each other player discards two cards"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def write(folder: Path, translation: str, language: str = "fr", power: str = POWER) -> Path:
    text = GAME.replace("POWER", f'"{power}"')
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    (folder / f"cards.{language}.yaml").write_text(translation, encoding="utf-8")
    return folder / "cards.yaml"


def powers_in(path: Path, language: str = "fr") -> dict[str, str]:
    game: Game = load_game(path, lang=language)
    return {name: card.record["power"] for name, card in game.cards.items()}


def told(path: Path, code: str) -> list[Problem]:
    problems = Problems()
    survey(path, problems)
    return [one for one in problems if one.code == code]


@pytest.mark.parametrize(
    ("language", "alley", "quay", "shop"),
    [
        (
            "fr",
            "Piochez une carte. +2 coins.",
            "Piochez 1.",
            "Chaque adversaire défausse deux cartes",
        ),
        ("de", "Ziehe eine Karte. +2 coins.", "Ziehe 1.", "Jeder Mitspieler legt zwei Karten ab"),
        ("es", "Roba una carta. +2 coins.", "Roba 1.", "Cada oponente descarta dos cartas"),
    ],
)
def test_what_a_translation_leaves_out_is_printed_by_the_same_pattern(
    language: str, alley: str, quay: str, shop: str, folder: Path
) -> None:
    path = write(folder, "", language)
    assert powers_in(path, language) == {"alley": alley, "quay": quay, "shop": shop}
    assert load_game(path, lang=language).cards["shop"].record["flavour"] == "Draw 2."


def test_counters_have_the_names_of_the_translation(folder: Path) -> None:
    path = write(folder, "words: {setup_coins: Pièces}")
    assert powers_in(path)["alley"] == "Piochez une carte. +2 pièces."
    path = write(folder, "words: {coin: pièce}", power="gain 1 coin; lose 3 coins.")
    assert powers_in(path)["shop"] == "gagnez 1 pièce\u202f; perdez 3 pièces."


def test_a_power_that_is_printed_by_its_pattern_is_not_missing(folder: Path) -> None:
    path = write(folder, "words: {setup_coins: Pièces}")
    (coverage,) = survey(path, Problems())[1]
    missing = [text.key for text in coverage.missing]
    assert not [key for key in missing if key.endswith(".power")]
    assert "kinds.card.cards.shop.flavour" in missing


def test_a_language_without_sentences_prints_powers_as_they_are(folder: Path) -> None:
    assert powers_in(write(folder, "", "pl"), "pl")["quay"] == "Draw 1."


def test_a_game_in_another_language_is_printed_in_english(folder: Path) -> None:
    path = write(folder, "", "en", "Défaussez une carte")
    text = path.read_text(encoding="utf-8").replace("game: {", "game: {language: fr, ")
    text = text.replace("Draw a card. +2 coins.", "Piochez trois cartes.")
    path.write_text(text.replace("power: Draw 1.", "power: Piochez 1."), encoding="utf-8")
    assert powers_in(path, "en") == {
        "alley": "Draw three cards.",
        "quay": "Draw 1.",
        "shop": "Discard a card",
    }


@pytest.mark.parametrize(
    ("said", "column", "length"),
    [
        ("Chaque adversaire défausse 3 cartes.", 22, 35),
        ("Chaque joueur défausse 2 cartes.", 22, 31),
        ("Tous se débarrassent de deux cartes.", 22, 35),
        ("Chaque adversaire défausse 2 cartes. Piochez 1.", 59, 9),
    ],
)
def test_a_text_that_says_otherwise_than_its_power_is_told(
    said: str, column: int, length: int, folder: Path
) -> None:
    path = write(folder, f'kinds:\n  card:\n    cards:\n      shop: {{power: "{said}"}}\n')
    (fault,) = told(path, "other-power")
    assert fault.severity == "warning"
    assert fault.place is not None
    place = fault.place
    assert (place.file, place.line, place.column) == ("cards.fr.yaml", 4, column)
    assert place.length == length
    assert fault.hint is not None
    assert "Chaque adversaire défausse deux cartes" in fault.hint


@pytest.mark.parametrize(
    "said",
    ["Chaque autre joueur défausse 2 cartes.", "[b]Chaque adversaire[/b] défausse deux cartes"],
)
def test_a_text_that_says_the_same_in_other_words_is_not_told(said: str, folder: Path) -> None:
    path = write(folder, f'kinds:\n  card:\n    cards:\n      shop: {{power: "{said}"}}\n')
    assert told(path, "other-power") == []


def test_a_sentence_that_is_left_out_is_told(folder: Path) -> None:
    path = write(folder, "kinds:\n  card:\n    cards:\n      alley: {power: Piochez une carte.}\n")
    (fault,) = told(path, "other-power")
    assert "expected 2 sentences" in fault.message


OWN = "gain 3 coins for each red"
OWN_IN_FRENCH = """\
tables: {tint: {rows: {red: {name: Rouge}}}}
words: {setup_coins: pièces}
play:
  powers:
    # en: gain {n} coins for each {c in tint}
    gain {n} coins for each {c in tint}: Gagnez {n une} [pièce|pièces] pour chaque {c in tint}
"""


def test_a_sentence_of_the_game_is_printed_as_the_translation_gives_it(folder: Path) -> None:
    path = write(folder, OWN_IN_FRENCH, power=f"{OWN}. Draw 1.")
    assert powers_in(path)["shop"] == "gagnez 3 pièces pour chaque rouge. Piochez 1."
    assert told(path, "untranslated-power") == []
    assert told(path, "other-marks") == []


def test_a_sentence_of_the_game_without_a_translation_is_noted(folder: Path) -> None:
    path = write(folder, "", power=f"{OWN}. Draw 1.")
    assert powers_in(path)["shop"] == f"{OWN}. Draw 1."
    (note,) = told(path, "untranslated-power")
    assert note.severity == "note"
    assert "gain {n} coins for each {c in tint}" in note.message
    assert note.place is not None
    assert (note.place.file, note.place.line) == ("cards.yaml", 33)


def test_a_translated_sentence_keeps_its_slots(folder: Path) -> None:
    path = write(folder, OWN_IN_FRENCH.replace("{n une}", "{m}"), power=OWN)
    (fault,) = told(path, "other-marks")
    assert "found {m}, {c}" in fault.message
    assert powers_in(path)["shop"] == OWN


@pytest.mark.parametrize(
    ("step", "field"),
    [
        ("do card.power", "power"),
        ("do card.power if hand.cost > 1", "power"),
        ("do first(left(me).hand).effect", "effect"),
        ("do restock", None),
        ("move card to discard", None),
    ],
)
def test_fields_are_powers_if_a_step_does_them(step: str, field: str | None) -> None:
    play = Node("map", {"turn": Node("text", step, Place("cards.yaml"))}, Place("cards.yaml"))
    assert fields_done(play) == (frozenset({field}) if field else frozenset())


@pytest.mark.parametrize(
    "play",
    [
        "play: {turn: [[do card.power]]}",
        "play: {powers: {'{c in nothing}': 1}, turn: {choose: {x: do card.power}}}",
        "play: {powers: {'': 1, '{n': 2, '{} [|]': x}, each: {'': 0, ',': 1}, turn: do card.power}",
    ],
)
def test_rules_that_cannot_be_read_do_not_keep_a_translation_from_being_read(
    play: str, folder: Path
) -> None:
    path = write(folder, "kinds: {card: {cards: {shop: {power: Piochez 1.}}}}")
    text = path.read_text(encoding="utf-8").partition("play:")[0] + play + "\n"
    path.write_text(text, encoding="utf-8")
    survey(path, Problems())


def test_rules_are_read_in_the_language_of_the_game(folder: Path) -> None:
    path = write(folder, "kinds: {card: {cards: {shop: {power: Tout ce que l'on veut.}}}}")
    expected = read_program(load_game(path))
    assert read_program(load_game(path, lang="fr")) == expected


def test_lint_says_where_a_text_says_otherwise_than_its_power(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(folder, 'kinds: {card: {cards: {shop: {power: "Piochez 1."}}}}')
    assert cli.run(["lint", str(path.parent)]) in (0, 1)
    shown = capsys.readouterr()
    assert "cards.fr.yaml:1:39" in shown.out + shown.err
