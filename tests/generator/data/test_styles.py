"""Marks of styles in a text: which brackets are marks, what is plain, and what looks like a typing
mistake.
"""

from __future__ import annotations

import pytest

from generator.data.styles import PLAIN, TextStyle, slips_in, styles_in, styles_of, without_styles

KNOWN = ("red", "keyword")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("[red]Burn[/] it", "Burn it"),
        ("[red]a [keyword]b[/] c[/]", "a b c"),
        ("**[red]bold[/]**", "**bold**"),
        ("[red]two\u2028lines[/]", "two\u2028lines"),
        ("[red]see [sic] and [1][/]", "see [sic] and [1]"),
        ("[blue]a [red]b[/] c[/]", "[blue]a b c[/]"),
        ("[red]a [blue]b[/] c[/]", "a [blue]b[/] c"),
        ("\\[red]a[/] [keyword]b[/]", "\\[red]a[/] b"),
        ("{[red]} a[/]", "{[red]} a[/]"),
        ("no [red] end", "no [red] end"),
        ("[ red]a[/]", "[ red]a[/]"),
        ("[/] a [red]b[/]", "[/] a b"),
    ],
)
def test_a_bracket_is_a_mark_if_its_name_is_known_and_it_has_an_end(text: str, plain: str) -> None:
    assert without_styles(text, KNOWN) == plain


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        (
            "[kyword]Fly[/]",
            "there is no style 'kyword'",
            "did you mean 'keyword'? Write a plain bracket",
        ),
        ("[wings]Fly[/]", "there is no style 'wings'", "styles are red, keyword"),
        ("[red]Burn", "the style 'red' has no end", "write [/]"),
        ("Burn[/]", "there is no style for '[/]' to end", "in brackets where it begins"),
    ],
)
def test_what_looks_like_a_mark_is_told_with_what_to_do(text: str, said: str, hint: str) -> None:
    (slip,) = slips_in(text, KNOWN)
    assert slip.code == "unknown-style"
    assert said in slip.message
    assert hint in (slip.hint or "")


@pytest.mark.parametrize(
    "text", ["[sic] [1] [a, b]", "\\[red]a[/]", "\\[kyword]a[/]", "[red]see [sic][/]", "a[0]"]
)
def test_plain_brackets_are_told_nothing_of(text: str) -> None:
    assert list(slips_in(text, KNOWN)) == []


def test_an_entry_of_styles_goes_before_a_colour_of_the_same_name() -> None:
    said = {"colour": "#aa0000", "weight": "bold", "italic": False, "size": 1.1}
    found = styles_of({"red": "#ff0000", "sea": "#0000ff"}, {"red": said})
    assert found == {"red": TextStyle("#aa0000", 700, False, 1.1), "sea": TextStyle("#0000ff")}
    assert found["sea"].within(found["red"]) == TextStyle("#0000ff", 700, False, 1.1)
    assert found["sea"].within(PLAIN) == found["sea"]
    assert styles_in("[sea]a [red]b[/][/] [sea]c[/]", found) == ["sea", "red", "sea"]
