"""Texts are filled strictly, and those of every game are used and given what they need."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

import rules_check.games
from generator.data.source import read_plain
from rules_check.toolkit import examining
from rules_check.toolkit.texts import WORDS, Texts, texts, worked_out

GAMES = Path(rules_check.games.__file__).parent
FILES = [Path(examining.__file__).with_name(WORDS), *sorted(GAMES.glob(f"*/{WORDS}"))]
SECTIONS = [(path, section) for path in FILES for section in read_plain(path)]
GIVEN = {"number", "about"}
"""What every finding gives its texts, beside what the call names."""


@dataclass(frozen=True)
class Person:
    name: str


@pytest.fixture
def words(tmp_path: Path) -> Texts:
    (tmp_path / WORDS).write_text(
        """
show:
  hand: "{who.name} holds {n} {n:card|cards}: {names:none}."
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
    assert (
        words("hand", who=Person("Ann"), n=2, names=["A", "B", "C"])
        == "Ann holds 2 cards: A, B and C."
    )
    assert words("hand", who=Person("Ann"), n=1, names=["A"]) == "Ann holds 1 card: A."
    assert words("hand", who=Person("Ann"), n=0, names=["{n}"]) == "Ann holds 0 cards: {n}."
    assert words("hand", who=Person("Ann"), n=0, names=[]) == "Ann holds 0 cards: none."
    assert words("mean", mean=5) == "5.0 on average"
    assert words("plain") == "Nothing here."


def test_the_texts_of_a_mapping_share_their_values(words: Texts) -> None:
    assert words.all("bid", who=Person("Ann"), most=3) == {
        "claim": "Ann bids",
        "hint": "bid less than 3",
    }
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


def test_only_what_is_named_is_worked_out() -> None:
    known = {"value": 3, "found": lambda: 4, "broken": lambda: 1 // 0}
    assert worked_out(known, ("value", "found", "elsewhere")) == {"value": 3, "found": 4}


def test_words_are_read_when_they_are_wanted(tmp_path: Path) -> None:
    late = texts(str(tmp_path / "show.py"), "show")
    with pytest.raises(FileNotFoundError):
        late("plain")


# ---------------------------------------------------------------- the words of every game


def strings(node: ast.AST) -> set[str]:
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def disagreements(words: Texts, code: str, checks: str = "") -> list[str]:
    """List the texts that code never asks for, and the calls that give a text what it has no place
    for, or too little.

    A check of the toolkit, whose code is `checks`, asks for texts of its own, and for all of a code
    that it is given. A step of a story that says something knows the rest by itself.
    """
    tree, odd = ast.parse(code), list[str]()
    asked = strings(tree) | strings(ast.parse(checks))
    known = {
        ".".join(key.split(".")[:n])
        for key in words.templates
        for n in range(1, key.count(".") + 2)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            within = {
                one
                for argument in node.args
                if isinstance(argument, ast.Constant | ast.IfExp)
                for one in strings(argument)
            }
            if getattr(node.func, "id", "") == "counters":
                asked |= {
                    f"{part}.{keyword.arg}"
                    for part in ("counter", "count")
                    for keyword in node.keywords
                }
            elif str(getattr(node.func, "id", called)).startswith("check_"):
                asked |= {key for key in known if key.split()[0] in within}
            elif node.keywords and None not in {keyword.arg for keyword in node.keywords}:
                names, given = (
                    {str(keyword.arg) for keyword in node.keywords},
                    GIVEN if called in ("add", "fine") else set[str](),
                )
                wrong = {
                    key: names - words.names(key)
                    if called == "say"
                    else (words.names(key) ^ names) - given
                    for key in within & known
                }
                odd += [
                    f"{key}: {', '.join(sorted(wrong[key]))}" for key in sorted(wrong) if wrong[key]
                ]
    used = {
        key
        for key in words.templates
        if {".".join(key.split(".")[:n]) for n in range(1, key.count(".") + 2)} & asked
    }
    return [*(f"{key} is never used" for key in words.templates if key not in used), *odd]


@pytest.mark.parametrize(
    ("path", "section"),
    SECTIONS,
    ids=[f"{path.parent.name}-{section}" for path, section in SECTIONS],
)
def test_words_and_code_agree(path: Path, section: str) -> None:
    """The texts of a section are asked for by the module of its name; keys stand in the code as
    they are.
    """
    code, checks = path.with_name(f"{section}.py"), Path(examining.__file__)
    found = disagreements(
        Texts(path, section),
        code.read_text(encoding="utf-8"),
        checks.read_text(encoding="utf-8") if section == "examine" else "",
    )
    assert found == []


def test_words_that_do_not_agree_are_noticed(words: Texts) -> None:
    code = (
        'say("hand", who=1, n=2, names=[])\nsay("plain" if it else "mean", mean=1)\nall("bid", '
        "who=1, last=3)\n"
    )
    assert disagreements(words, code) == ["plain: mean", "bid: last, most"]
    assert disagreements(words, 'say("plain")\nsay("bid")\n') == [
        "hand is never used",
        "mean is never used",
    ]
    assert disagreements(
        words, 'found.add("mean", mean=1, number=2)\nsay("hand plain bid")', 'say("hand")'
    ) == ["plain is never used", "bid.claim is never used", "bid.hint is never used"]
    assert disagreements(words, 'say("hand", who=1, n=2, number=3)')[-1] == "hand: names, number"
    assert disagreements(words, 'self.say("hand", who=1, number=3)')[-1] == "hand: number"
