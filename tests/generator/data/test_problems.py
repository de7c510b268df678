"""Problems: none is lost, none is told twice."""

from __future__ import annotations

from generator.data.problems import Place, Problem, Problems


def test_no_problem_is_lost_that_is_not_told_already() -> None:
    here, problems = Place("cards.yaml", 3, 1), Problems()
    for card, place in (("a", here), ("b", here), ("c", None), ("d", None), ("a", Place("cards.yaml", 4, 1))):
        problems.add(Problem("soft-picture", "soft", place, card=card))
    assert [(problem.card, problem.place) for problem in problems] == [
        ("a", here),
        ("c", None),
        ("d", None),
        ("a", Place("cards.yaml", 4, 1)),
    ]


def test_a_problem_as_data_says_how_much_of_its_line_it_means() -> None:
    found = Problem("wrong-type", "no", Place("cards.yaml", 3, 7, 4)).as_json()
    assert (found["line"], found["column"], found["length"]) == (3, 7, 4)
    assert "length" not in Problem("wrong-type", "no", Place("cards.yaml")).as_json()
