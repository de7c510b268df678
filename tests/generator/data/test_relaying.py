"""The layout that follows an edit is the same as when the text is read whole, whatever stands in
it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import yaml

from generator.data import relaying, source
from generator.data.relaying import read_layout_after
from generator.data.source import Node, Written, read_layout
from tests.generator.data.test_pieces import ODD, TEXT, scribbled, whole


def sound(text: str) -> bool:
    root, problems = whole(text.encode())
    return isinstance(root, Node) and not problems


def sound_edits(rng: random.Random, text: str, number: int) -> Iterator[str]:
    """Edit a text again and again, and leave out what cannot be read."""
    first = text
    for _ in range(number):
        edited = scribbled(text, rng)
        if sound(edited):
            yield edited
            text = edited if rng.random() < 0.9 else first


def test_random_edits_are_laid_out_as_the_whole_is() -> None:
    before, layout, count = TEXT, read_layout(TEXT), 0
    for text in sound_edits(random.Random(7), TEXT, 400):
        layout = read_layout_after(layout, before, text)
        assert layout == read_layout(text), (before, text)
        before, count = text, count + 1
    assert count > 140


@pytest.mark.parametrize("text", [text for text in ODD if sound(text)])
def test_odd_texts_are_laid_out_as_the_whole_is(text: str) -> None:
    for edited in sound_edits(random.Random(3), text, 30):
        assert read_layout_after(read_layout(text), text, edited) == read_layout(edited)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the texts that are read."""
    texts = list[str]()

    def watched(text: str) -> Written:
        texts.append(text)
        return read_layout(text)

    monkeypatch.setattr(source, "read_layout", watched)
    monkeypatch.setattr(relaying, "read_layout", watched)
    return texts


def test_only_the_edited_value_is_read_again(read: list[str]) -> None:
    edited = TEXT.replace("cost: 4", "cost: 40")
    layout = read_layout_after(read_layout(TEXT), TEXT, edited)
    assert read == ["      tib: {name: Tib, cost: 40}\n"]
    written = layout.items["words"].items["three: 3"]
    assert edited[written.start : written.end].startswith("|\n    a block")


def test_an_added_line_is_read_with_the_block_that_has_it(read: list[str]) -> None:
    edited = TEXT.replace("        cost: 3\n", "        cost: 3\n        note: x\n")
    assert read_layout_after(read_layout(TEXT), TEXT, edited) == read_layout(edited)
    assert read[-1].startswith("      pike:\n")


def test_a_quote_that_reaches_the_next_key_is_read_whole(read: list[str]) -> None:
    before, text = 'a: "one"\nb: 2\nc: \'x"\'\n', 'a: "one\nb: 2\nc: \'x"\n'
    assert read_layout_after(read_layout(before), before, text) == read_layout(text)
    assert read[-1] == text


def test_a_value_that_ends_early_is_read_whole(read: list[str]) -> None:
    before, text = "a:\n  b: >\n    c: 2\n", "a:\n  b: >\nc: 2\n"
    assert read_layout_after(read_layout(before), before, text) == read_layout(text)
    assert read[-1] == text


def test_a_text_that_cannot_be_read_is_refused_as_ever() -> None:
    with pytest.raises(yaml.YAMLError):
        read_layout_after(read_layout(TEXT), TEXT, TEXT + '"')
