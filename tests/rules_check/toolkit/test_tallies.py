"""Counts by value, and which of them are shown with a card."""

from __future__ import annotations

from collections.abc import Sequence

from rules_check.toolkit.tallies import MOST_SHOWN, MOST_VALUES, Tallies


class Knots:
    """Takes the names and knots of counts that are shown."""

    def __init__(self) -> None:
        self.names = list[str]()

    def add(self, name: str, knots: Sequence[float]) -> tuple[int, int, int]:
        self.names.append(name)
        return len(self.names), len(knots), 100 * len(self.names)


def test_a_card_is_shown_with_the_counts_of_the_things_that_it_names() -> None:
    """A gem with the cards that give it and those that cost it; a card with the gems of what it
    gives, but not of each that it costs.
    """
    tallies, knots = Tallies(), Knots()
    tallies.take_values("gem", "", "gem", [range(2)])
    tallies.take_values("card", "gives", "gem", [[0, 1, 0]])
    tallies.take_values("card", "cost", "gem", [[1, 0, -1], [1, -1, -1]])
    tallies.count_cards(7, "row", "card", 9, has_copies=False)
    tallies.copy_numbers(3, "purse", "gem", 2, [0.0, 1.0])
    assert tallies.tallies == [(7, 2, 0, 2), (7, 5, 2, 2), (7, 8, 2, 2), (3, -1, 4, 2)]
    assert (tallies.values, tallies.counts) == ([0, 1, 0, 1, 0, 1, 0, -1, 1, -1, -1], 6)
    assert tallies.link("take", "gem", knots.add) == (0, 3)
    assert tallies.link("buy", "card", knots.add) == (3, 6)
    sources = ["row by gives", "row by cost", "purse"]
    assert knots.names == [
        *(f"take  in {source}" for source in sources),
        *(f"buy gives in {source}" for source in sources),
    ]
    assert tallies.links[1] == (0, 2, 2, 7, 200)
    assert [link[:2] for link in tallies.links[3:]] == [(2, 0), (2, 2), (2, 4)]


def test_there_is_a_count_for_every_value_that_anything_has() -> None:
    """Cards give the first of three gems only; one can still take the third. A counter for two of
    three gems is left out.
    """
    tallies, knots = Tallies(), Knots()
    tallies.take_values("gem", "", "gem", [range(3)])
    tallies.take_values("card", "gives", "gem", [[0, 0]])
    tallies.count_cards(4, "row", "card", 9, has_copies=False)
    tallies.copy_numbers(8, "pair", "gem", 2, [0.0, 1.0])
    tallies.copy_numbers(9, "purse", "gem", 3, [0.0, 1.0])
    assert tallies.tallies == [(4, 3, 0, 3), (9, -1, 3, 3)]
    assert tallies.counts == 6
    tallies.link("take", "gem", knots.add)
    assert knots.names == ["take  in row by gives", "take  in purse"]


def test_equal_cards_are_counted_if_there_are_any() -> None:
    tallies = Tallies()
    tallies.take_values("card", "", "card", [range(3)])
    tallies.count_cards(0, "row", "card", 9, has_copies=False)
    assert not tallies.tallies
    tallies.count_cards(0, "row", "card", 9, has_copies=True)
    assert tallies.tallies == [(0, 0, 0, 3)]


def test_values_that_are_too_many_are_not_counted() -> None:
    tallies = Tallies()
    tallies.take_values("card", "number", "card.number", [range(MOST_VALUES + 1)])
    tallies.take_values("card", "empty", "card.empty", [[]])
    tallies.take_values("card", "none", "card.none", [[-1, -1]])
    tallies.count_cards(0, "row", "card", 9, has_copies=False)
    assert not tallies.tallies


def test_the_first_of_very_many_counts_are_shown() -> None:
    tallies, knots = Tallies(), Knots()
    tallies.take_values("card", "suit", "suit", [[0, 1]])
    for zone in range(MOST_SHOWN + 5):
        tallies.count_cards(zone, f"pile {zone}", "card", 2, has_copies=False)
    tallies.link("lay", "card", knots.add)
    assert len(tallies.links) == MOST_SHOWN
    assert knots.names[-1] == f"lay suit in pile {MOST_SHOWN - 1} by suit"
