"""A card of a supply that another outdoes is named; what players cannot choose between is not."""

from __future__ import annotations

import pytest

from rules_check.prove.outdone import outdone_findings
from tests.rules_check.notation.games import game_of

YARD = """
game: {title: Timber Yard, version: 1.0.0, players: 2-3}
kinds:
  plank:
    template: card.svg.j2
    fields: {name: line, wood: oak | elm, price: 0..20, logs: 0..9?, points: 0..9?, colour: line?}
    cards:
      beam: {name: Beam, wood: oak, price: 2, points: 1, copies: 4}
      post: {name: Post, wood: oak, price: 4, points: 3, copies: 4}
      sill: {name: Sill, wood: oak, price: 7, points: 6, copies: 4}
      saw: {name: Saw, wood: elm, price: 3, logs: 2, copies: 4}
      mill: {name: Mill, wood: elm, price: 6, logs: 4, copies: 4}
components:
  plank: {name: Planks, of: plank, count: 20}
play:
  common: {yard: all plank}
  each: {own: plank, coins: 3}
  turn:
    - add sum(own.logs) to coins
    - choose:
        buy {plank in yard where price <= coins}:
          - take plank.price from coins
          - move plank to own
        show {plank in own where wood = oak}: add 1 to coins
        wait: add 1 to coins
  until: turn = 20
  score: sum(own.points)
"""


def told(*pairs: tuple[str, str]) -> list[tuple[str, list[str], str]]:
    """List what is said of a changed game: about which card, beside which others, and how."""
    text = YARD
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    lines = text.splitlines()
    said = []
    for one in outdone_findings(game_of(text)):
        assert one.place is not None
        assert lines[one.place.line - 1].strip().startswith(f"{one.about}:")
        assert one.verdict == "warning"
        said.append((one.about, [name for name, _ in one.also], one.claim))
    return said


def test_a_sound_supply_has_none() -> None:
    assert not told()


def test_a_card_that_outdoes_several_is_named_rather_than_each_of_these() -> None:
    assert told(("price: 7, points: 6", "price: 2, points: 6")) == [
        (
            "sill",
            ["Beam", "Post"],
            "'Sill' costs no more and gives no less than 'Beam' and 1 other: price 2 and 2, points "
            "6 and 1",
        )
    ]


def test_a_card_that_several_outdo_is_named() -> None:
    ((about, others, claim),) = told(("price: 2, points: 1", "price: 9, points: 1"))
    assert (about, others) == ("beam", ["Post", "Sill"])
    assert claim.startswith("'Beam' costs no less and gives no more than 'Post' and 1 other")


def test_rows_with_each_others_numbers_are_named_from_the_outside() -> None:
    exchanged = (
        ("price: 3, logs: 2", "price: 6, logs: 2"),
        ("price: 6, logs: 4", "price: 3, logs: 4"),
    )
    ((about, others, _),) = told(*exchanged)
    assert (about, others) == ("saw", ["Mill"])


FEWER_POINTS = ("price: 2, points: 1", "price: 4, points: 1")
DEARER = ("price: 2, points: 1", "price: 6, points: 3")
MARKET = "{yard: plank, stack: 'all plank, face down'}"


@pytest.mark.parametrize(
    ("worse", "changes"),
    [
        # from a deck, players take what comes
        (
            FEWER_POINTS,
            [
                ("{yard: all plank}", MARKET),
                ("  until:", "    - refill yard to 3 from stack\n  until:"),
            ],
        ),
        # something else depends on points, on what is paid, or on the card itself
        (FEWER_POINTS, [("wait: add 1", "wait if max(own.points) > 2: add 1")]),
        (DEARER, [("wait: add 1", "wait if max(own.price) > 3: add 1")]),
        (DEARER, [("wait: add 1", "wait if count(own, beam) > 0: add 1")]),
        # to score is bad
        (FEWER_POINTS, [("score: sum(own.points)", "score: 0 - sum(own.points)")]),
    ],
)
def test_what_may_be_better_in_another_way_is_not_compared(
    worse: tuple[str, str], changes: list[tuple[str, str]]
) -> None:
    assert not told(worse, *changes)
    assert told(worse)


def test_a_field_that_rules_ask_for_must_be_equal_and_one_that_they_never_read_need_not() -> None:
    assert not told(("wood: elm, price: 3, logs: 2", "wood: elm, price: 9, points: 1"))
    alike = ("price: 2, points: 1", "price: 4, points: 1, colour: red")
    ((about, _, _),) = told(alike)
    assert about == "beam"
