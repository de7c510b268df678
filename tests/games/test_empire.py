"""Empire printed: whole packs, index corners that a fan shows, signs beside colours, every number
of the rules said, in both languages.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, product

import numpy
import pypdfium2
import pytest

from generator.book.rulebook import write_rulebook
from generator.data.colours import COLOUR_BLIND, difference, seen
from generator.data.game import Card, Game
from generator.data.languages import survey
from generator.data.problems import Problems
from generator.face.press import Press
from generator.face.stamp import Stamp
from generator.face.svg import parse_colour
from generator.lint.lint import lint
from generator.pdf.raster import render_stamps
from tests.conftest import ROOT
from tests.games.printed import stamp

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
PACKS = ("first", "second", "third")
FAN_MM = 13.0  # so much of a card's left side looks out of a hand held as a fan
FAN_TALL_MM = 40.0


FOLDER = ROOT / "games" / "empire"


@pytest.fixture(scope="module")
def empire(press: Press) -> Game:
    return press.game


def of(game: Game, kind: str, pack: str = "first") -> list[Card]:
    return [
        card
        for card in game.cards.values()
        if card.kind == kind and ("pack" not in card.record or card.record.pack == pack)
    ]


def picture(press: Press, card: str, dpi: float = 100) -> numpy.ndarray:
    """Render a face: height x width, each pixel its grey from 0 to 255."""
    (image,) = render_stamps(press, [stamp(press, card)], dpi)
    return numpy.asarray(image.convert("L"), dtype=float)


def words_of(drawn: Stamp) -> str:
    return re.sub(r"\s+", " ", " ".join(lettering.text for lettering in drawn.letterings))


# ---------------------------------------------------------------- whole packs


@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_has_each_rank_of_each_suit_once_and_two_jokers(empire: Game, pack: str) -> None:
    cards = of(empire, "card", pack)
    assert sum(card.copies for card in cards) == 54
    assert Counter(
        (card.record.suit.id, card.record.rank.id) for card in cards if card.record.suit
    ) == Counter(product(SUITS, RANKS))
    assert [card.id for card in cards if not card.record.suit] == [
        f"joker-red-{pack}",
        f"joker-black-{pack}",
    ]
    assert {card.record.rank.id for card in cards if not card.record.suit} == {"joker"}


def test_the_box_holds_three_packs_and_what_six_players_need(empire: Game) -> None:
    assert {part.id: part.count for part in empire.components} == {
        "pack-1": 54,
        "pack-2": 54,
        "pack-3": 54,
        "mats": 6,
        "aids": 6,
        "tokens": 6,
        "fists": 6,
    }
    assert {part.id for part in empire.components if part.is_each_player} == {
        "mats",
        "aids",
        "tokens",
    }
    needed = {
        n: sum(
            part.count
            for part in empire.components
            if part.id.startswith("pack-") and part.is_needed_by(n)
        )
        // 54
        for n in (3, 4, 5, 6)
    }
    assert needed == {n: empire.context["rules"].packs[n] for n in (3, 4, 5, 6)}


def test_an_empire_has_four_ranks_and_the_others_have_a_power(empire: Game) -> None:
    ranks = list(empire.context["tables"].rank)
    assert [rank.id for rank in ranks] == [*RANKS, "joker"]
    by_empire = {
        row.id: [rank.id for rank in ranks if rank.empire and rank.empire == row.id]
        for row in empire.context["tables"].empire
    }
    assert by_empire == {
        "thief": list(RANKS[1:5]),
        "merchant": list(RANKS[5:9]),
        "warlord": list(RANKS[9:]),
    }
    assert all(len(of_it) == empire.context["rules"].pillars_to_win for of_it in by_empire.values())
    assert {rank.id: rank.power for rank in ranks if rank.power != "none"} == {
        "two": "skip",
        "joker": "wild",
    }


def test_one_back_for_all_packs(empire: Game) -> None:
    backs = {
        part.back_of(card)
        for part in empire.components
        for card in part.cards
        if part.id.startswith("pack-")
    }
    assert backs == {"back-pack"}


@pytest.mark.parametrize("back", ["back-pack", "back-fist"])
def test_a_back_is_the_same_after_half_a_turn(press: Press, back: str) -> None:
    grey = picture(press, back)
    assert abs(grey - grey[::-1, ::-1]).mean() < 4


# ---------------------------------------------------------------- in the hand


@pytest.mark.slow_cases("fr")
@pytest.mark.slow_cases("en")
def test_the_index_lies_where_a_fan_shows_it_and_again_after_half_a_turn(either: Press) -> None:
    for card in of(either.game, "card"):
        drawn, index = stamp(either, card.id), card.record.rank.index
        letters = [index] if card.record.suit else list(index.upper())
        for letter in set(letters):
            places = [
                one.corners for one in drawn.letterings if one.text == letter and one.size_pt >= 14
            ]
            held = [
                c for c in places if all(3 <= x <= FAN_MM and 3 <= y <= FAN_TALL_MM for x, y in c)
            ]
            turned = [
                c
                for c in places
                if all(3 <= 63 - x <= FAN_MM and 3 <= 88 - y <= FAN_TALL_MM for x, y in c)
            ]
            assert len(held) == len(turned) == letters.count(letter), (card.id, letter, places)


@pytest.mark.slow
def test_ranks_are_large(press: Press) -> None:
    for card in of(press.game, "card"):
        if card.record.suit:
            assert max(one.size_pt for one in stamp(press, card.id).letterings) >= 24, card.id


@pytest.mark.parametrize("card", ["s7", "h3", "dk", "cq", "hj", "joker-red"])
def test_a_card_is_the_same_after_half_a_turn(press: Press, card: str) -> None:
    """But for the middle of odd numbers and the small print; of the court cards nothing."""
    grey = picture(press, f"{card}-first")
    inside = grey[12:-12]  # without the small print
    assert (abs(inside - inside[::-1, ::-1]) > 100).mean() < (
        0.09 if card in ("s7", "h3") else 0.01
    )


def test_packs_differ_in_their_mark_and_in_nothing_else(press: Press) -> None:
    first, second, third = (picture(press, f"c9-{pack}", 150) for pack in PACKS)
    for a, b in combinations((first, second, third), 2):
        rows, columns = numpy.nonzero(abs(a - b) > 60)
        keep = rows < a.shape[0] * 0.945  # without the small print
        left = columns[keep] / a.shape[1] * 63
        assert keep.any()
        assert set(numpy.round(left[rows[keep] > a.shape[0] / 2])) <= set(range(4, 14))


def test_every_face_of_a_pack_is_another(press: Press) -> None:
    prints = [press.fingerprint(card) for card in of(press.game, "card")]
    assert len(set(prints)) == 54


# ---------------------------------------------------------------- colour is never the only sign


def test_suits_and_empires_have_signs_of_their_own_shape(empire: Game) -> None:
    tables = empire.context["tables"]
    for rows in (list(tables.suit), list(tables.empire)):
        drawings = {
            (empire.templates / "icons" / f"{row.sign}.svg").read_text("utf-8") for row in rows
        }
        assert len(drawings) == len(rows)
    assert len({row.line for row in tables.empire}) == 3


def test_suits_differ_without_any_colour(press: Press) -> None:
    """In black and white, by the sign under the index alone."""
    corners = [picture(press, f"{suit}8-first", 200)[115:180, 36:98] < 200 for suit in "shdc"]
    for a, b in combinations(corners, 2):
        assert (a != b).mean() > 0.04


def test_suits_differ_to_the_colour_blind(empire: Game) -> None:
    colours = [parse_colour(row.colour) for row in empire.context["tables"].suit]
    for a, b in combinations(colours, 2):
        assert a is not None
        assert b is not None
        assert all(difference(seen(a, eyes), seen(b, eyes)) >= 10 for eyes in COLOUR_BLIND)


@pytest.mark.slow
def test_lint_finds_nothing_that_is_not_silenced_with_a_reason(press: Press) -> None:
    linted = lint(press.game, press)
    assert [finding for finding in linted.findings if finding.silenced is None] == []
    assert list(linted.problems) == []


# ---------------------------------------------------------------- what is said


def numbers_of(game: Game) -> set[str]:
    rules = game.context["rules"]
    single = {
        rules.hand_size,
        rules.pillar_size,
        rules.pillars_to_win,
        rules.first_pillar_cards,
        rules.bonus_from,
    }
    return (
        {str(n) for n in single}
        | {str(n) for n in rules.packs}
        | {str(rules.packs[n]) for n in rules.packs}
    )


def rulebook_of(press: Press) -> str:
    pdf = write_rulebook(press.game, press)
    assert pdf is not None
    assert not press.problems.has_errors, list(press.problems)
    text = " ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))
    return re.sub(
        r" (?:\d+ )?Empire \d+\.\d+\.\d+(?: \d+)?(?= )", "", plain(text)
    )  # a sentence may go on over two pages


def plain(text: str) -> str:
    return re.sub(
        r"\s+",
        " ",
        re.sub("[\u2019\u2018]", "'", text.replace("\u202f", " ").replace("\u00a0", " ")),
    )


def test_the_rulebook_says_every_number_every_rank_and_every_ruling(either: Press) -> None:
    game, text = either.game, rulebook_of(either).replace("*.", ".")
    assert numbers_of(game) <= set(re.findall(r"\d+", text))
    for rank in game.context["tables"].rank:
        assert rank.plural.lower() in text.lower() or rank.index in text
    for ruling in game.context["rulings"]:
        assert plain(ruling.options[ruling.choice]) in text
    assert "Empire" in text


def test_the_aid_says_every_number(either: Press) -> None:
    game, text = either.game, words_of(stamp(either, "player-aid"))
    assert numbers_of(game) <= set(re.findall(r"\d+", text))
    for rank in game.context["tables"].rank:
        if rank.empire:
            assert rank.index in text


def test_the_aid_and_the_mat_can_be_read(either: Press) -> None:
    for card in ("player-aid", "player-mat", "skip", "s2-first"):
        small = [
            one
            for one in stamp(either, card).letterings
            if one.size_pt < 7.95 and not one.text.startswith(either.version)
        ]
        assert small == [], card


def test_the_other_language_is_complete(empire: Game) -> None:
    problems = Problems()
    _, (told,) = survey(ROOT / "games" / "empire" / "cards.yaml", problems)
    assert list(problems) == []
    assert (told.language, list(told.missing), list(told.stale)) == ("fr", [], [])
    assert (empire.templates / "rulebook.fr.md.j2").is_file()
