"""Texts are filled strictly, and those of every game are used and given what they need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import rules_check.games
from generator.data.source import read_plain
from rules_check.toolkit.texts import WORDS, Texts, texts

GAMES = Path(rules_check.games.__file__).parent
SECTIONS = [(path, section) for path in sorted(GAMES.glob(f"*/{WORDS}")) for section in read_plain(path)]


@dataclass(frozen=True)
class Person:
    name: str


@pytest.fixture
def words(tmp_path: Path) -> Texts:
    (tmp_path / WORDS).write_text(
        """
show:
  hand: "{who.name} holds {n} {n:card|cards}: {names}."
  mean: "{mean:.1f} on average"
  plain: Nothing here.
  bid:
    claim: "{who.name} bids"
    hint: bid less than {most}
""",
        encoding="utf-8",
    )
    return texts(str(tmp_path / "show.py"), "show")


def test_a_text_takes_values_attributes_plurals_and_lists(words: Texts) -> None:
    assert words("hand", who=Person("Ann"), n=2, names=["A", "B", "C"]) == "Ann holds 2 cards: A, B and C."
    assert words("hand", who=Person("Ann"), n=1, names=["A"]) == "Ann holds 1 card: A."
    assert words("hand", who=Person("Ann"), n=0, names=["{n}"]) == "Ann holds 0 cards: {n}."
    assert words("mean", mean=5) == "5.0 on average"
    assert words("plain") == "Nothing here."


def test_the_texts_of_a_mapping_share_their_values(words: Texts) -> None:
    assert words.all("bid", who=Person("Ann"), most=3) == {"claim": "Ann bids", "hint": "bid less than 3"}
    assert words("bid.hint", most=3) == "bid less than 3"
    assert words.names("bid") == {"who", "most"}


def test_a_name_too_many_or_too_few_is_refused(words: Texts) -> None:
    with pytest.raises(KeyError, match="the text 'show: plain:' and the code disagree on seat"):
        words("plain", seat=1)
    with pytest.raises(KeyError, match="disagree on mean"):
        words("mean")
    with pytest.raises(KeyError, match="'show: bid:' and the code disagree on most, seat"):
        words.all("bid", who=Person("Ann"), seat=2)
    for key in ("no-such", "bid", "bi"):
        with pytest.raises(KeyError, match=f"no text 'show: {key}:'"):
            words(key)
    with pytest.raises(KeyError, match="no texts under 'show: bi:'"):
        words.all("bi")


def test_words_are_read_when_they_are_wanted(tmp_path: Path) -> None:
    late = texts(str(tmp_path / "show.py"), "show")
    with pytest.raises(FileNotFoundError):
        late("plain")


# ---------------------------------------------------------------- the words of every game


def calls(code: str) -> Iterator[tuple[set[str], set[str] | None]]:
    """Yield the strings that each call is given in its arguments, with the names of its keywords; None where it has `**`."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            strings = {one.value for argument in node.args for one in ast.walk(argument) if isinstance(one, ast.Constant)}
            names = {keyword.arg for keyword in node.keywords}
            yield {one for one in strings if isinstance(one, str)}, None if None in names else {name for name in names if name}


def disagreements(words: Texts, code: str) -> list[str]:
    """List the texts that code never asks for, and the calls that give a text what it has no place for, or too little."""
    asked = {node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    keys = {".".join(key.split(".")[:n]) for key in words.templates for n in range(1, key.count(".") + 2)}
    unused = [key for key in words.templates if not asked & {".".join(key.split(".")[:n]) for n in range(1, key.count(".") + 2)}]
    odd = [
        f"{key}: {', '.join(sorted(words.names(key) ^ names))}"
        for strings, names in calls(code)
        if names
        for key in sorted(strings & keys)
        if words.names(key) != names
    ]
    return [*(f"{key} is never used" for key in unused), *odd]


@pytest.mark.parametrize(("path", "section"), SECTIONS, ids=[f"{path.parent.name}-{section}" for path, section in SECTIONS])
def test_words_and_code_agree(path: Path, section: str) -> None:
    """The texts of a section are asked for by the module of its name; keys stand in the code as they are."""
    assert disagreements(Texts(path, section), path.with_name(f"{section}.py").read_text(encoding="utf-8")) == []


def test_words_that_do_not_agree_are_noticed(words: Texts) -> None:
    code = 'say("hand", who=1, n=2, names=[])\nsay("plain" if it else "mean", mean=1)\nall("bid", who=1, last=3)\n'
    assert disagreements(words, code) == ["plain: mean", "bid: last, most"]
    assert disagreements(words, 'say("plain")\nsay("bid")\n') == ["hand is never used", "mean is never used"]
