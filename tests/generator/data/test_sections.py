"""Sections that all games have in common."""

from __future__ import annotations

import pytest

from generator.data import sections
from generator.data.forms import Section, checked

SORTS = [
    sort
    for sort in vars(sections).values()
    if isinstance(sort, type) and sort.__module__ == sections.__name__
]


@pytest.mark.parametrize("sort", SORTS)
def test_a_section_and_its_keys_say_what_they_are_for(sort: type[Section]) -> None:
    assert issubclass(sort, Section)
    assert sort.__doc__
    assert sort.entries
    assert [key for key, said in sort.entries.items() if not said.description] == []


def test_a_section_has_what_it_has_in_common_with_another() -> None:
    assert list(sections.CheckSettings.entries) == ["limits", "silenced", "fixed", "scores", "odds"]
    assert list(sections.LintSettings.entries) == ["limits", "silenced"]


def test_a_font_is_a_name_several_or_files() -> None:
    for said in ("Fira Sans", ["Fira Sans", "Lato"]):
        assert checked(sections.FONT, said) == (said, [])
    found, faults = checked(sections.FONT, {"regular": "a.ttf", "bold": "b.ttf"})
    assert (found["bold"], found["italic"], faults) == ("b.ttf", None, [])
    _, (fault,) = checked(sections.FONT, {"bold": "b.ttf"})
    assert (fault.kind, fault.path, fault.section) == ("missing", ("regular",), sections.FontFiles)
