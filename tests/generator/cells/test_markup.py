"""Marks of other tools become this tool's where that is sure, and are reported where it is not."""

from __future__ import annotations

import pytest

from generator.cells.markup import converted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Deal <b>2</b> damage", "Deal **2** damage"),
        ("Pay :coin::coin:, not :coin:s or 10:30:15", "Pay {coin}{coin}, not :coin:s or 10:30:15"),
        ("<strong>Burn</strong><em>!</em>", "**Burn***!*"),
        ("<B>Loud </B>and <i> quiet</i>", "**Loud** and *quiet*"),
        ("<b><i>both</i></b>", "***both***"),
        ("<b></b>nothing", "nothing"),
        ("one<br>two<br/>three <BR /> four", "one\ntwo\nthree\nfour"),
        (r"Draw.\nDiscard.\n\nEnd.", "Draw.\nDiscard.\n\nEnd."),
        (r"C:\new\notes", r"C:\new\notes"),
        ("Salt &amp; pepper &lt;3&nbsp;&#8212; &quot;so&quot;", 'Salt & pepper <3 — "so"'),
        ("AT&T; &unknown; R&D", "AT&T; &unknown; R&D"),
        ("Pay 2 :coin: or :Coin:.", "Pay 2 {coin} or {coin}."),
        ("At 10:30:45, note: this", "At 10:30:45, note: this"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("if 1 < 2 and 3 > 2", "if 1 < 2 and 3 > 2"),
    ],
)
def test_what_is_sure_is_converted(text: str, expected: str) -> None:
    found = converted(text, ["coin", "star"])
    assert (found.text, found.doubts) == (expected, [])


@pytest.mark.parametrize(
    ("text", "expected", "doubt"),
    [
        ('<span style="color:red">Burn</span>', "Burn", "has no meaning on a card"),
        ("<u>Burn</u>", "Burn", "'<u>' has no meaning"),
        ("<b>Burn", "<b>Burn", "'<b>' has no matching tag"),
        ("<b>Bu<i>r</b>n</i>", "<b>Bu<i>r</b>n</i>", "has no matching tag"),
        ("<icon>", "<icon>", "'<icon>' is not a known tag"),
        ("Pay :gold:", "Pay :gold:", "':gold:' is not an icon of the game"),
    ],
)
def test_what_is_not_sure_is_reported(text: str, expected: str, doubt: str) -> None:
    found = converted(text, ["coin"])
    assert found.text == expected
    assert [doubt in said for said, _ in found.doubts] == [True]


def test_a_line_has_no_line_breaks() -> None:
    assert converted(r"one<br>two\nthree", [], has_lines=False).text == "one two three"
