"""Emporium, end of the game: bonuses and tie-breaks."""

from __future__ import annotations

import pytest

from tests.rules_check.games.scripted import Table


def test_each_set_of_all_types_of_monsters_scores() -> None:
    table = Table(2, most_monsters_bonus=0, most_heroes_bonus=0, monster_set_bonus=7).gold(1, 2)
    table.won(0, "rat-king", "squire", "imp", "boar", "sailor").won(1, "troll", "monk")
    assert table.scores() == [1 + 7, 2]
    assert table.won(0, "kettle").scores() == [1 + 14, 2]


def test_most_of_a_type_of_monster_scores() -> None:
    table = Table(3, most_monsters_bonus=4, monster_set_bonus=0, most_heroes_bonus=0).gold(0, 0, 0)
    table.won(0, "rat-king", "boar").won(1, "troll", "squire").won(2, "imp")
    assert table.scores() == [4, 4, 4]


def test_all_who_tie_for_most_take_the_bonus() -> None:
    trophies = {0: ("rat-king",), 1: ("troll",)}
    for ruling, expected in (("all_score", [5, 5, 0]), ("nobody", [0, 0, 0])):
        table = Table(3, most_ties=ruling).gold(0, 0, 0)
        for seat, names in trophies.items():
            table.won(seat, *names)
        assert table.scores() == expected


def test_nought_is_not_the_most_of_a_type() -> None:
    assert Table(2).gold(0, 0).scores() == [0, 0]
    assert Table(2, most_of_none="nought_counts").gold(0, 0).scores() == [
        30,
        30,
    ]  # three types of monster, three guilds
    assert Table(2, most_of_none="nought_counts", most_ties="nobody").gold(0, 0).scores() == [0, 0]


def test_most_heroes_of_a_guild_score() -> None:
    table = Table(2, most_heroes_bonus=6).gold(0, 0).won(0, "tib", "maren").won(1, "vane", "greta")
    assert table.scores() == [6, 6]  # Tide to seat 0, Ember to seat 1


def test_a_heros_type_is_the_level_by_ruling() -> None:
    table = (
        Table(2, most_heroes_bonus=6, hero_type="level")
        .gold(0, 0)
        .won(0, "tib", "maren")
        .won(1, "vane", "greta")
    )
    assert table.scores() == [6 + 6, 6 + 6]  # level 1 is tied, 2 is seat 0's, 3 is seat 1's


def test_the_most_gold_wins() -> None:
    assert Table(3).gold(4, 9, 7).places() == [3, 1, 2]


def test_a_tie_goes_to_the_most_monsters() -> None:
    table = Table(2, most_monsters_bonus=0).gold(9, 9).won(1, "rat-king")
    assert table.places() == [2, 1]


@pytest.mark.parametrize("first", range(3))
def test_a_last_tie_goes_to_the_nearest_to_the_marker_after_it_passed(first: int) -> None:
    places = Table(3).gold(9, 9, 9).marker(first).places()
    assert [places[(first + k) % 3] for k in (1, 2, 3)] == [1, 2, 3]
    places = Table(3, closest_to_token="before_passing").gold(9, 9, 9).marker(first).places()
    assert [places[(first + k) % 3] for k in (0, 1, 2)] == [1, 2, 3]
