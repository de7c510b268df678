"""Named numbers in the text of cards.yaml: what is found, what is changed, and that all else stays
byte for byte.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from generator.data.patching import difference
from generator.data.problems import Problems
from generator.data.source import read_source
from rules_check.prove.numbers import (
    NamingError,
    Number,
    numbers_named,
    numbers_of,
    parse_ranges,
    patched,
)

ROOT = Path(__file__).resolve().parents[3]
TEXT = """\
# a comment with rules.gold: 3
rules:
  gold: 3   # three, not 4
  "quoted": "7"
  flow: {a: 1, b: {c: -2, d: 5}, "2": 6}
  list: [10, 20,   # and a comment
         30]
  block:
    - 4
    - {e: +8, f: 0}
  anchored: &kept 9
  again: *kept
  size: 63 x 88 mm
  half: 0.5
  kind: 1..3
  long:
    {g: 11,
     h: "text 12",
     i: 13}
"""


def read(content: bytes) -> dict[str, Number]:
    return numbers_of(
        content, read_source(Path("cards.yaml"), content=content, problems=Problems())
    )


def test_every_whole_number_is_found_by_its_name_in_the_order_of_the_file() -> None:
    found = {name: number.value for name, number in read(TEXT.encode()).items()}
    assert found == {
        "rules.gold": 3,
        "rules.flow.a": 1,
        "rules.flow.b.c": -2,
        "rules.flow.b.d": 5,
        "rules.flow.2": 6,
        "rules.list.1": 10,
        "rules.list.2": 20,
        "rules.list.3": 30,
        "rules.block.1": 4,
        "rules.block.2.e": 8,
        "rules.block.2.f": 0,
        "rules.anchored": 9,
        "rules.long.g": 11,
        "rules.long.i": 13,
    }
    assert [number.start for number in read(TEXT.encode()).values()] == sorted(
        n.start for n in read(TEXT.encode()).values()
    )


@pytest.mark.parametrize("name", list(read(TEXT.encode())))
def test_a_change_is_one_number_in_one_line(name: str) -> None:
    numbers = read(TEXT.encode())
    changed = patched(TEXT.encode(), {numbers[name]: 1234}).decode()
    lines = [
        (old, new)
        for old, new in zip(TEXT.splitlines(), changed.splitlines(), strict=True)
        if old != new
    ]
    assert len(lines) == 1
    written = ("+" if name.endswith(".e") else "") + "1234"
    before, after = TEXT[: numbers[name].start], TEXT[numbers[name].end :]
    assert changed == before + written + after
    assert {n: m.value for n, m in read(changed.encode()).items()} == {
        n: 1234 if n == name else m.value for n, m in numbers.items()
    }


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_stay(mark: bytes, line_end: str) -> None:
    content = mark + TEXT.replace("\n", line_end).encode()
    numbers = read(content)
    changes = {numbers["rules.gold"]: 12, numbers["rules.list.3"]: 3, numbers["rules.long.i"]: -1}
    expected = (
        TEXT.replace("gold: 3   #", "gold: 12   #").replace("30]", "3]").replace("i: 13", "i: -1")
    )
    assert patched(content, changes) == mark + expected.replace("\n", line_end).encode()


def test_letters_beyond_ascii_do_not_shift_the_places() -> None:
    content = "rules: {näme: «x», zahl: 3, emoji: '🂡', b: 5}\n".encode()
    numbers = read(content)
    assert (
        patched(content, {numbers["rules.b"]: 6, numbers["rules.zahl"]: 44}).decode()
        == "rules: {näme: «x», zahl: 44, emoji: '🂡', b: 6}\n"
    )


@pytest.mark.slow
def test_any_numbers_of_emporium_change_and_nothing_else() -> None:
    content = (ROOT / "cards.yaml").read_bytes()
    numbers = read(content)
    assert len(numbers) > 200
    luck = random.Random(1)
    for _ in range(5):
        chosen = luck.sample(list(numbers), 20)
        changed = patched(content, {numbers[name]: numbers[name].value + 11 for name in chosen})
        assert {n: m.value - 11 * (n in chosen) for n, m in read(changed).items()} == {
            n: m.value for n, m in numbers.items()
        }
        back = {number: numbers[name].value for name, number in read(changed).items()}
        assert patched(changed, back) == content
    assert patched(content, {}) == content


def test_the_diff_is_as_small_as_the_change_and_applies(tmp_path: Path) -> None:
    content = (ROOT / "cards.yaml").read_bytes()
    numbers = read(content)
    changes = {numbers["kinds.monster.cards.troll.reward"]: 10, numbers["rules.starting_gold"]: 12}
    diff = difference(content, patched(content, changes), "cards.yaml")
    assert sum(line.startswith("+ ") for line in diff.splitlines()) == 2
    assert sum(line.startswith("- ") for line in diff.splitlines()) == 2
    assert difference(content, content, "cards.yaml") == ""
    if shutil.which("patch"):
        (tmp_path / "cards.yaml").write_bytes(content)
        subprocess.run(["patch", "-p1", "--quiet"], cwd=tmp_path, input=diff.encode(), check=True)
        assert (tmp_path / "cards.yaml").read_bytes() == patched(content, changes)


def test_a_diff_says_where_the_last_line_has_no_end() -> None:
    assert difference(b"a: 1", b"a: 2", "x").endswith(
        "-a: 1\n\\ No newline at end of file\n+a: 2\n\\ No newline at end of file\n"
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rules.gold=1..5", {"rules.gold": (1, 5)}),
        ("rules.gold=-1..+2", {"rules.gold": (2, 5)}),
        ("rules.gold=0..+2", {"rules.gold": (3, 5)}),
        (" rules.gold = 3..3 ", {"rules.gold": (3, 3)}),
        ("rules.flow.*=-1..+1", {"rules.flow.a": (0, 2), "rules.flow.2": (5, 7)}),
        (
            "rules.l*.*=1..2",
            dict.fromkeys(
                ["rules.list.1", "rules.list.2", "rules.list.3", "rules.long.g", "rules.long.i"],
                (1, 2),
            ),
        ),
        ("rules.block.2.e=-1..+1", {"rules.block.2.e": (7, 9)}),
    ],
)
def test_ranges_are_read(words: str, expected: dict[str, tuple[int, int]]) -> None:
    assert {
        one.number.name: (one.low, one.high) for one in parse_ranges(words, read(TEXT.encode()))
    } == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("rules.gold", "expected NAME=LOW..HIGH"),
        ("rules.gold=3", "expected NAME=LOW..HIGH"),
        ("rules.gold=5..3", "the range ends before it begins"),
        ("rules.gold=-1..2", "give both ends a sign"),
        ("rules.gold=1..99999999999", "expected NAME=LOW..HIGH"),
        ("rules.gld=1..2", "did you mean 'rules.gold'?"),
        ("rule.gold=1..2", "did you mean 'rules.gold'?"),
        ("rules.flow.b.x=1..2", "'rules.flow.b' has c, d"),
        ("rules.flow=1..2", "is not a number, but contains some: rules.flow.a, rules.flow.b.c"),
        ("gold=1..2", "did you mean 'rules.gold'?"),
        ("rules.half=1..2", "there is no whole number 'rules.half'"),
        ("rules.nothing.*=1..2", "there is no whole number 'rules.nothing.*'"),
        ("=1..2", "there is no whole number ''"),
    ],
)
def test_names_and_ranges_that_mean_nothing_are_refused(words: str, message: str) -> None:
    with pytest.raises(NamingError) as fault:
        parse_ranges(words, read(TEXT.encode()))
    assert message in str(fault.value)


def test_names_of_emporium_that_the_documents_use() -> None:
    numbers = read((ROOT / "cards.yaml").read_bytes())
    for name in (
        "rules.starting_gold",
        "rules.heroes_on_table.2",
        "kinds.hero.cards.tib.strength",
        "tables.tier.rows.leather.price_cap",
    ):
        assert [one.name for one in numbers_named(name, numbers)] == [name]
    assert len(numbers_named("kinds.monster.cards.*.reward", numbers)) == 27
