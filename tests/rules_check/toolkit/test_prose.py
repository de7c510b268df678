"""What texts for people are made of: lists and numbers as spoken, seats as a viewer names them,
lines that fit.
"""

from __future__ import annotations

import pytest

from rules_check.toolkit.prose import (
    WIDTH,
    Story,
    counted,
    inside,
    joined,
    sentence,
    spanned,
    spoken,
    who_is,
    with_article,
    wrapped,
)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (joined(["a"]), "a"),
        (joined(["a", "b", "c"]), "a, b and c"),
        (spanned([4, 4]), "4"),
        (spanned([5, 3, 4]), "3 to 5"),
        (inside("Hazel Wand", "the "), "the Hazel Wand"),
        (inside("The Bone Baron", "the "), "the Bone Baron"),
        (inside("Andiron", "the "), "the Andiron"),
        (with_article("axe"), "an axe"),
        (with_article("wand"), "a wand"),
        (counted(1, "beast"), "1 beast"),
        (counted(0, "wolf", "wolves"), "0 wolves"),
        (f"{spoken(0)} {spoken(6)} {spoken(7)}", "no six 7"),
    ],
)
def test_words_are_as_spoken(written: str, expected: str) -> None:
    assert written == expected


def test_a_seat_is_you_to_itself_alone() -> None:
    assert (who_is(2, 2), who_is(2, 2).own) == ("you", "your")
    assert (who_is(2, -1), who_is(2, 0).own) == ("seat 3", "seat 3's")


def test_a_story_names_its_viewer_first_and_is_told_in_sentences() -> None:
    story = Story(1)
    story.say("seat 1 sold a wand")
    assert story.lines == ["Seat 1 sold a wand."]
    assert story.all_of([0, 1, 2]) == "you and seats 1 and 3"
    assert Story(-1).all_of([4]) == "seat 5"
    assert [story.sees(1), story.sees(0), Story(-1).sees(0)] == [True, False, True]


def test_lines_break_after_commas_only_and_lose_no_word() -> None:
    text = ", ".join(f"the {n} long-handled war axes" for n in range(12))
    lines = wrapped("Hand  ", text)
    assert len(lines) > 2
    assert all(len(line) <= WIDTH and line.startswith(("Hand  ", "      ")) for line in lines)
    assert all(line.endswith(",") for line in lines[:-1])
    assert " ".join(" ".join(lines).split()) == f"Hand {text}"


def test_a_sentence_has_one_full_stop() -> None:
    assert sentence("seat 2 passed") == "Seat 2 passed."
    assert (
        sentence("for sale now: the Bank. Buy points twice.")
        == "For sale now: the Bank. Buy points twice."
    )
