"""Every message comes back as it went, and nothing else comes in."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from studio.protocol.messages import (
    MESSAGES,
    BadMessage,
    Cell,
    Grid,
    Hello,
    read_message,
    write_message,
)


def sample(sort: Any, within: tuple[Any, ...] = ()) -> Any:
    """Make a value of a type of which every part says something; a part that holds its own sort has
    none of it.
    """
    if get_origin(sort) is list:
        return [sample(one, within) for one in get_args(sort) if one not in within]
    if get_origin(sort) is tuple:
        return tuple(sample(one, within) for one in get_args(sort))
    if get_origin(sort) is dict:
        return {"key": sample(get_args(sort)[1], within)}
    if get_args(sort):
        return (
            get_args(sort)[0]
            if isinstance(get_args(sort)[0], str)
            else sample(get_args(sort)[0], within)
        )
    plain = {str: "word", int: 7, float: 1.5, bool: True}
    if sort in plain:
        return plain[sort]
    hints = get_type_hints(sort)
    return sort(
        **{field.name: sample(hints[field.name], (*within, sort)) for field in fields(sort)}
    )


@pytest.mark.parametrize("word", MESSAGES)
def test_a_message_comes_back_as_it_went(word: str) -> None:
    message = sample(MESSAGES[word])
    text = write_message(message)
    assert json.loads(text)["t"] == word
    assert read_message(text) == message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "JSON"),
        ("[1]", "no message"),
        ('{"t": "shell", "command": "ls"}', "no message 'shell'"),
        ('{"t": ["cell"]}', "no message"),
        (r'{"t": "\ud800"}', r"no message '\\ud800'"),
        ('{"t": "hello"}', "token"),
        ('{"t": "hello", "token": 7}', "token"),
        ('{"t": "hello", "token": "x", "more": 1}', "more"),
        ('{"t": "hello", "token": null}', "token"),
        (r'{"t": "hello", "token": "\ud800"}', "token"),
        (r'{"t": "hello", "token": "x", "\ud800": 1}', r"there is no '\\ud800'"),
        ('{"t": "settle", "take": ["disk"]}', "take"),
        ('{"t": "still_true", "number": true}', "number"),
        ('{"t": "still_true", "number": 1.0}', "number"),
        ('{"t": "balance", "players": "4"}', "players"),
        (
            '{"t": "problems", "seq": 1, "problems": [], "is_stale": true, "ms": 1'
            + "0" * 400
            + "}",
            "ms",
        ),
        ('{"t": "balance", "rulings": {"a": 1}}', r"rulings\.a"),
        ('{"t": "balance", "rulings": []}', "rulings"),
        ('{"t": "translate", "lang": "fr", "key": ["a", 1], "text": ""}', r"key\.1"),
        (
            (
                '{"t": "cell", "seq": "1", "section": "kinds", "name": "a", "entry": "b", "field": '
                '"c", "value": "d"}'
            ),
            "seq",
        ),
        (
            (
                '{"t": "cell", "seq": 1, "section": "rules", "name": "a", "entry": "b", "field": '
                '"c", "value": "d"}'
            ),
            "section",
        ),
    ],
)
def test_what_is_no_message_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadMessage, match=why):
        read_message(text)


def test_what_a_message_holds_is_read_as_it_is() -> None:
    assert read_message('{"t": "hello", "token": "x"}') == Hello("x")
    assert isinstance(read_message(write_message(Cell(1, "tables", "a", "b", "c", "d"))), Cell)
    assert read_message(
        '{"t": "grid", "section": "kinds", "name": "a", "columns": [], "rows": []}'
    ) == Grid("kinds", "a", [], [])
