"""Reading YAML: every node knows exactly where it stands, and no scalar is guessed at."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data import source
from generator.data.problems import Place, ProblemError, Problems
from generator.data.scanning import PlainLoader
from generator.data.source import MAX_TEXT, Node, peek, read_source, walk
from tests.conftest import ROOT


@pytest.fixture(scope="module", params=["libyaml", "python"], autouse=True)
def loader(request: pytest.FixtureRequest) -> Iterator[str]:
    """Read with libyaml, and as on a machine without it."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "python":
            patch.setattr(source, "_Loader", PlainLoader)
        yield request.param


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("source") / "cards.yaml"


def read(file: Path, text: str, problems: Problems | None = None) -> Node:
    file.write_bytes(text.encode())
    return read_source(file, "cards.yaml", problems)


def at(node: Node | Place) -> tuple[int, int, int]:
    place = node.place if isinstance(node, Node) else node
    return place.line, place.column, place.length


def scalar(file: Path, text: str) -> tuple[object, list[str]]:
    """Read one plain scalar: its value, and the codes of what was said about it."""
    problems = Problems()
    root = read(file, f"a: {text}\n", problems)
    return root["a"].value, [problem.code for problem in problems]


# -- places


def test_places_of_scalars_and_keys(file: Path) -> None:
    root = read(
        file, "game:\n  title: Small Shop\n  'a key':   \"quoted\"   # remark\n  count: 12\n"
    )
    game = root["game"]
    assert at(root.keys["game"]) == (1, 1, 4)
    assert (at(game.keys["title"]), at(game["title"])) == ((2, 3, 5), (2, 10, 10))
    assert (at(game.keys["a key"]), at(game["a key"])) == ((3, 3, 7), (3, 14, 8))
    assert at(game["count"]) == (4, 10, 2)
    assert root.place.file == "cards.yaml"


def test_places_in_flow_collections(file: Path) -> None:
    root = read(file, "tib: {name: Tib, slots: [weapon, charm]}\n")
    tib = root["tib"]
    assert at(tib) == (1, 6, 35)
    assert at(tib["slots"]) == (1, 25, 15)
    assert [at(element) for element in tib["slots"].elements] == [(1, 26, 6), (1, 34, 5)]


def test_places_in_block_lists(file: Path) -> None:
    root = read(file, "slots:\n  - weapon\n  -   charm\n")
    assert at(root["slots"])[:2] == (2, 3)
    assert [at(element) for element in root["slots"].elements] == [(2, 5, 6), (3, 7, 5)]


@pytest.mark.parametrize(
    ("text", "place", "character"),
    [
        ('a: "\\e]0;owned\\a"\n', (1, 4, 14), "U+001B"),
        ('a: [b, "c\\x9b2J"]\n', (1, 8, 9), "U+009B"),
        ('"a\\0": b\n', (1, 1, 5), "U+0000"),
        ('&c "a\\u2028": b\n', (1, 1, 12), "U+2028"),
    ],
)
def test_an_escape_of_what_nobody_can_see_is_refused_where_it_stands(
    file: Path, text: str, place: tuple[int, int, int], character: str
) -> None:
    problems = Problems()
    read(file, text, problems)
    (problem,) = problems
    assert (problem.code, at(problem.place or Place(""))) == ("invisible-character", place)
    assert character in problem.message


def test_escapes_of_what_can_be_seen_are_taken(file: Path) -> None:
    problems = Problems()
    assert read(file, 'a: "\\u00e9\\t\\n\\x41"\n', problems)["a"].value == "é\t\nA"
    assert not len(problems)


@pytest.mark.parametrize("wide", ["ä", "é̈", "火", "🎲", "👩‍👩‍👧", "\u00a0"])
def test_columns_count_characters_not_bytes(file: Path, wide: str) -> None:
    root = read(file, f'a: "{wide}"\n{wide}: [{wide}x, b]\n')
    count = len(wide)
    assert at(root["a"]) == (1, 4, count + 2)
    assert at(root.keys[wide]) == (2, 1, count)
    assert [at(element) for element in root[wide].elements] == [
        (2, count + 4, count + 1),
        (2, 2 * count + 7, 1),
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_places_do_not_depend_on_line_ends(file: Path, line_end: str) -> None:
    root = read(file, line_end.join(["# first", "a: 1", "", "b: {c: 2}"]))
    assert (at(root["a"]), at(root["b"]["c"])) == ((2, 4, 1), (4, 8, 1))


def test_a_value_over_several_lines_is_marked_where_it_starts(file: Path) -> None:
    root = read(file, "a: >-\n  one\n  two\nb: one\n  two\nc: {d: 1,\n  e: 2}\n")
    assert [at(root[key]) for key in "abc"] == [(1, 4, 1), (4, 4, 1), (6, 4, 1)]
    assert [root[key].value for key in "ab"] == ["one two", "one two"]


def test_an_empty_value_has_a_place_without_length(file: Path) -> None:
    root = read(file, "a:\nb: {c: , d}\n")
    assert at(root["a"]) == (1, 3, 0)
    assert at(root["b"]["d"]) == (2, 11, 0)


def test_a_missing_end_of_the_last_line_changes_nothing(file: Path) -> None:
    assert at(read(file, "a: bc")["a"]) == (1, 4, 2)


words = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=8)


@pytest.mark.slow
@given(
    st.lists(st.tuples(words, words), min_size=1, max_size=8, unique_by=lambda pair: pair[0]),
    st.integers(0, 3),
)
def test_the_text_at_a_place_is_the_value(
    file: Path, pairs: list[tuple[str, str]], spaces: int
) -> None:
    text = "".join(f'"{key}": {" " * spaces}"{value}"\n' for key, value in pairs)
    lines = text.split("\n")
    root = read(file, text)
    for key, value in pairs:
        for place, word in ((root.keys[key], key), (root[key].place, value)):
            start = place.column - 1
            assert lines[place.line - 1][start : start + place.length] == f'"{word}"'


# -- scalars


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("0.5", 0.5),
        ("-1.25", -1.25),
        ("10.0", 10.0),
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("false", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("'12'", "12"),
        ('"true"', "true"),
        ("'~'", "~"),
        ('""', ""),
        ('"010"', "010"),
        ('"no"', "no"),
        ("word", "word"),
        ("10+", "10+"),
        ("2-6", "2-6"),
        ("1..3", "1..3"),
        ("0.1.0", "0.1.0"),
        ("63 mm", "63 mm"),
        ("a | b", "a | b"),
        ("yes please", "yes please"),
        ("nope", "nope"),
        ("=", "="),
        ("<<", "<<"),
        ("1 000", "1 000"),
        ("123456789012345678", 123456789012345678),
        ("e5", "e5"),
        ("NaN", "NaN"),
        ("y", "y"),
        ("2024-05-01", "2024-05-01"),
    ],
)
def test_scalars_that_all_readers_agree_on(file: Path, text: str, value: object) -> None:
    found, codes = scalar(file, text)
    assert (found, type(found), codes) == (value, type(value), [])


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "No",
        "ON",
        "off",
        "010",
        "-07",
        "0o17",
        "0x1F",
        "0XfF",
        "0b101",
        "1:30",
        "12:30:00",
        "1_000",
        "1__0",
        "1e3",
        "1.5E-3",
        ".5",
        "-.5",
        "5.",
        ".inf",
        "-.INF",
        ".nan",
        "00.5",
        "1234567890123456789",
        "0.123456789012345678",
    ],
)
def test_scalars_that_readers_take_for_different_things(file: Path, text: str) -> None:
    problems = Problems()
    root = read(file, f"a: {text}\n{text}: b\n", problems)
    assert root["a"].value == text
    assert [(p.code, at(p.place)) for p in problems if p.place] == [
        ("ambiguous-value", (1, 4, len(text))),
        ("ambiguous-value", (2, 1, len(text))),
    ]
    assert all(p.hint and f'quote it: "{text}"' in p.hint for p in problems)


@pytest.mark.parametrize("style", ["'{}'", '"{}"', "|-\n  {}", ">-\n  {}"])
def test_quoted_and_block_scalars_are_always_text(file: Path, style: str) -> None:
    for text in ("no", "1", "010", "1e3", "null", "true"):
        assert scalar(file, style.format(text)) == (text, [])


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_integers_are_read_back(file: Path, number: int) -> None:
    assert scalar(file, str(number)) == (number, [])


@given(st.decimals(-10_000, 10_000, places=3))
def test_numbers_are_read_back(file: Path, number: object) -> None:
    assert scalar(file, f"{number:f}") == (float(str(number)), [])


# -- anchors, tags, keys


def test_an_alias_gives_the_anchored_node_with_its_place(file: Path) -> None:
    root = read(file, "a: &a {x: 1}\nb: *a\nc: [*a, &d two, *d]\n*d : 3\n")
    assert root["b"] is root["a"]
    assert at(root["b"]["x"]) == (1, 11, 1)
    assert root.data() == {"a": {"x": 1}, "b": {"x": 1}, "c": [{"x": 1}, "two", "two"], "two": 3}
    assert at(root.keys["two"]) == (4, 1, 2)
    assert at(root["c"].elements[1]) == (3, 9, 6)  # with its anchor


def test_an_anchor_may_be_set_anew(file: Path) -> None:
    assert read(file, "a: &x 1\nb: *x\nc: &x 2\nd: *x\n").data() == {"a": 1, "b": 1, "c": 2, "d": 2}


def test_an_unknown_alias_is_named(file: Path) -> None:
    problems = Problems()
    root = read(file, "a: &base 1\nb: *bose\nc: *bold\n", problems)
    assert root["b"].value == "*bose"
    assert [(p.code, str(p.place), p.hint) for p in problems] == [
        ("unknown-alias", "cards.yaml:2:4", "did you mean 'base'?"),
        ("unknown-alias", "cards.yaml:3:4", "text that starts with '*' needs quotes"),
    ]


@pytest.mark.parametrize(
    "text", ["a: &a [*a]", "a: &a {b: *a}", "&a x: &b [[*b]]", "&a {b: [{c: *a}]}"]
)
def test_an_alias_in_itself_is_refused(file: Path, text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read(file, text)
    assert [problem.code for problem in caught.value.problems] == ["alias-loop"]


@pytest.mark.parametrize(
    "tag", ["!!str", "!!int", "!!python/object:os.system", "!own", "!", "!<tag:x,2024:y>"]
)
@pytest.mark.parametrize("value", ["3", "'3'", "[3]", "{a: 3}"])
def test_every_tag_is_refused(file: Path, tag: str, value: str) -> None:
    problems = Problems()
    read(file, f"a: {tag} {value}\n", problems)
    assert [(p.code, str(p.place)) for p in problems] == [("yaml-tag", "cards.yaml:1:4")]


def test_the_first_of_two_equal_keys_counts(file: Path) -> None:
    problems = Problems()
    root = read(file, "a: 1\n'a': 2\nb: {2: x, '2': y}\n", problems)
    assert root.data() == {"a": 1, "b": {"2": "x"}}
    assert [(p.code, str(p.place), [str(place) for _, place in p.also]) for p in problems] == [
        ("duplicate-key", "cards.yaml:2:1", ["cards.yaml:1:1"]),
        ("duplicate-key", "cards.yaml:3:11", ["cards.yaml:3:5"]),
    ]


def test_a_quoted_merge_sign_is_a_key_like_any(file: Path) -> None:
    problems = Problems()
    assert read(file, "'<<': 1\n", problems).data() == {"<<": 1}
    assert not len(problems)


# -- nodes


def test_nodes_lead_along_a_path_as_far_as_it_goes(file: Path) -> None:
    root = read(file, "a: {b: [x, {c: 1}]}\n")
    node, steps = root.at(("a", "b", 1, "c"))
    assert (node.value, steps) == (1, 4)
    node, steps = root.at(("a", "b", 7))
    assert (node.type, steps) == ("list", 2)
    assert root.at(("a", 0))[1] == 1


def test_walking_visits_parents_first(file: Path) -> None:
    root = read(file, "a: {b: [x, {c: 1}]}\nd: 2\n")
    assert [node.type for node in walk(root)] == [
        "map",
        "map",
        "list",
        "text",
        "map",
        "integer",
        "integer",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "'x'"),
        ("1", "the integer 1"),
        ("0.5", "the number 0.5"),
        ("true", "the boolean true"),
        ("~", "nothing"),
        ("[]", "a list"),
        ("{}", "a mapping (key: value)"),
        ("x" * 80, "'" + "x" * 59 + "…'"),
    ],
)
def test_a_node_says_what_it_is(file: Path, text: str, said: str) -> None:
    assert read(file, f"a: {text}\n")["a"].describe() == said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("game: {title: Owls}", "Owls"),
        (
            (
                "kinds: {card: [{a: 1}, [2]]}\nrules: {title: No}\ngame:\n  version: {title: no}\n "
                " title: 'Owls: two'\n"
            ),
            "Owls: two",
        ),
        ("# nothing", None),
        ("game: Owls", None),
        ("game: {title: [Owls]}", None),
        ("game: {version: 1}\nkinds: {title: No}", None),
        ("? [a, b]\n: c\ngame: {title: Owls}", None),
        ("game: {version: '1\ntitle: Owls", None),
        ("game: {title: Owls}\nkinds: [never read", "Owls"),
    ],
)
def test_a_title_can_be_had_without_reading_the_rest(
    tmp_path: Path, text: str, found: str | None
) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(text, "utf-8")
    assert peek(path, ("game", "title")) == found
    assert peek(tmp_path / "none.yaml", ("game", "title")) is None
    path.write_bytes(b"game: {title: \xff}")
    assert peek(path, ("game", "title")) is None


@pytest.mark.slow_cases("python")
def test_peeking_agrees_with_reading() -> None:
    root = read_source(ROOT / "cards.yaml")
    for keys in (("game", "title"), ("kinds", "coin", "shape"), ("rulings", "stall", "choice")):
        assert peek(ROOT / "cards.yaml", keys) == root.at(keys)[0].value


# -- files that ask for too much


def refused(file: Path, text: str) -> tuple[str, str]:
    """Return the code and the place of the first fault of a text that is far too large, found
    within two seconds.
    """
    started = time.process_time()
    problems = Problems()
    try:
        read(file, text, problems)
    except ProblemError as fault:
        problems.extend(fault.problems)
    assert time.process_time() - started < 2
    found = next(problem for problem in problems if problem.severity == "error")
    return found.code, str(found.place)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: " + "1____" * 15_000, "ambiguous-value"),
        ("a: " + "1_" * 45_000 + "x", ""),
        ("a: " + "1" * 90_000, "ambiguous-value"),
        ("a: " + "0" * 90_000 + "e1", ""),
        ("a: '" + "word " * 1_600_000 + "'", "too-large"),
        ("a: " + "w" * (MAX_TEXT + 1), "too-large"),
        ("w" * (MAX_TEXT + 1) + ": a", "too-large"),
        ("? " + "w" * (MAX_TEXT + 1) + "\n: a", "too-large"),
    ],
)
def test_long_values_are_read_at_once_or_refused(
    file: Path, text: str, code: str, loader: str
) -> None:
    if loader == "python" and len(text) > 1_000_000:
        pytest.skip("PyYAML's own scanner takes a second for a megabyte")
    if code:
        assert refused(file, text)[0] == code
    else:
        started = time.process_time()
        assert read(file, text)["a"].type == "text"
        assert time.process_time() - started < 1


def test_the_longest_value_is_read_whole(file: Path) -> None:
    assert read(file, f"a: {'w' * MAX_TEXT}")["a"].value == "w" * MAX_TEXT


def test_aliases_of_texts_are_counted_by_their_letters(file: Path) -> None:
    many = "a: &a " + "w" * 90_000 + "\n" + "".join(f"b{n}: *a\n" for n in range(2000))
    code, place = refused(file, many)
    assert (code, int(place.split(":")[1]) < 110) == ("too-large", True)
    nested = (
        "a: &a ["
        + ", ".join(["w" * 9_000] * 10)
        + "]\n"
        + "".join(f"b{n}: &b{n} [*a, *a, *a]\n" for n in range(40))
    )
    assert refused(file, nested)[0] == "too-large"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_pipe_and_a_device_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cards.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    for name in ("cards.yaml", "zero.yaml"):
        with pytest.raises(ProblemError) as raised:
            read_source(tmp_path / name, name)
        assert raised.value.problems[0].code == "no-plain-file"
    assert peek(tmp_path / "cards.yaml", ("game", "title")) is None


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "=======", ">>>>>>> theirs"])
def test_each_mark_of_a_merge_is_recognised_by_itself(file: Path, mark: str) -> None:
    file.write_text(f"a: 1\n{mark}\nb: 2\n", encoding="utf-8")
    with pytest.raises(ProblemError) as caught:
        read_source(file, "cards.yaml")
    (problem,) = caught.value.problems
    assert "a merge of two versions left its marks here" in problem.message
    assert (problem.place or Place("")).line == 2


SPECIAL = (
    *("", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"),
    *("12", "-3", "+0.25", "yes", "No", "on", "OFF", "010", "-0o17", "0x1f", "0b101", "1:30"),
    *("+1:59.5", "1_000", "1e5", "-.inf", ".NaN", "-.5", "5.", "01.5", "9" * 19, "0." + "1" * 18),
)
"""What is no text, or is a trap."""


def test_what_is_no_text_or_is_a_trap_is_never_taken_for_a_plain_text_at_once() -> None:
    patterns = {pattern for pattern, *_ in (*source._TRAPS, *source._UNQUOTED)}
    met = {pattern for pattern in patterns for text in SPECIAL if pattern.fullmatch(text)}
    assert met == patterns
    assert [text for text in SPECIAL if source._is_plain(text)] == []
    assert source._is_plain("a card")
    assert source._is_plain("nobody")
