"""What a kind keeps of how its sheet is taken."""

from __future__ import annotations

from generator.cells.settings import ImportSettings, settings_text


def test_what_a_command_says_comes_before_what_is_kept() -> None:
    kept = ImportSettings(("Idea",), {"Title": "name"})
    assert kept.extended(["title"], {"IDEA": "text"}) == ImportSettings(
        ("title",), {"IDEA": "text"}
    )
    assert kept.extended([], {}) == kept
    assert ImportSettings().is_empty


def test_settings_are_written_on_one_line() -> None:
    settings = ImportSettings(("A, b",), {"1st": "name"}, ("x", "y"), "Sheet 1", turned=True)
    assert (
        settings_text(settings)
        == '{sheet: Sheet 1, turned: true, ignore: ["A, b"], rename: {1st: name}, columns: [x, y]}'
    )


def test_a_column_without_a_heading_is_ignored_by_its_letter() -> None:
    settings = ImportSettings(("g", "Old notes"))
    assert [settings.ignores(heading, "G") for heading in (None, "G", "old-notes", "New")] == [
        True,
        True,
        True,
        False,
    ]
