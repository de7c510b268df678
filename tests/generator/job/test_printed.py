"""Fingerprints, version marks, and the lock file: what is the same card, and what is remembered of
it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli.main import run
from generator.data.problems import ProblemError
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options
from generator.job.printed import (
    Entry,
    after_printing,
    compare,
    entries_of,
    lock_text,
    locked,
    read_lock,
)
from tests.conftest import make_game
from tests.generator.job.prints import FACE, entry, shown


def test_the_command_line_says_whether_cards_bear_marks(tmp_path: Path) -> None:
    make_game(tmp_path, face=FACE)
    found = []
    for words in ([], ["--version-marks"], ["--no-version-marks"]):
        assert run(["build", str(tmp_path), "--output", str(tmp_path / "out"), *words]) == 0
        found.append(
            "1.2.3 ·"
            in shown(next((tmp_path / "out").glob("*.pdf")).read_bytes()).split("Trial 1.2.3")[0]
        )
    assert found == [False, True, False]


def by_id(*entries: Entry) -> dict[str, Entry]:
    return {one.id: one for one in entries}


@pytest.mark.parametrize(
    ("was", "now", "sort", "put", "pull"),
    [
        (None, entry(copies=3), "new", 3, 0),
        (entry(copies=3), None, "gone", 0, 3),
        (entry(copies=2), entry(copies=3, face="face0002"), "changed", 3, 2),
        (entry(copies=2), entry(copies=3, back="back0002"), "back", 3, 2),
        (entry(copies=2), entry(copies=5), "more", 3, 0),
        (entry(copies=5), entry(copies=2), "fewer", 0, 3),
    ],
)
def test_each_sort_of_change_says_how_many_to_put_and_pull(
    was: Entry | None, now: Entry | None, sort: str, put: int, pull: int
) -> None:
    (change,) = compare(by_id(was) if was else {}, by_id(now) if now else {})
    assert (change.sort, change.put, change.pull) == (sort, put, pull)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (entry(), entry(version="2")),
        (entry("old"), entry("new")),
        (entry(back=""), entry()),
        (entry(), entry(back="")),
    ],
)
def test_what_looks_the_same_has_not_changed(was: Entry, now: Entry) -> None:
    assert compare(by_id(was), by_id(now)) == []


def test_one_old_card_stands_for_one_new_card_only() -> None:
    (change,) = compare(by_id(entry("old")), by_id(entry("first"), entry("second")))
    assert (change.sort, change.entry.id) == ("new", "second")


FACES = st.sampled_from(["face0001", "face0002", "face0003"])
DECKS = st.dictionaries(
    st.sampled_from("abcdef"),
    st.tuples(st.integers(1, 5), FACES, st.sampled_from(["back0001", "back0002"])),
    max_size=6,
)


def decks_of(drawn: dict[str, tuple[int, str, str]]) -> dict[str, Entry]:
    return by_id(*(entry(id_, *values) for id_, values in drawn.items()))


@given(DECKS, DECKS)
def test_pulling_and_putting_turns_the_old_deck_into_the_new(
    before: dict[str, tuple[int, str, str]], after: dict[str, tuple[int, str, str]]
) -> None:
    old, new = decks_of(before), decks_of(after)
    pile: dict[tuple[str, str], int] = {}

    def lay(one: Entry, count: int) -> None:
        pile[one.face, one.back] = pile.get((one.face, one.back), 0) + count

    for one in old.values():
        lay(one, one.copies)
    changes = compare(old, new)
    for change in changes:
        if change.was:
            lay(change.was, -change.pull)
        if change.now:
            lay(change.now, change.put)
    wanted: dict[tuple[str, str], int] = {}
    for one in new.values():
        wanted[one.face, one.back] = wanted.get((one.face, one.back), 0) + one.copies
    assert {look: count for look, count in pile.items() if count} == wanted
    assert compare(after_printing(old, new, changes), new) == []


# ---------------------------------------------------------------- the lock file

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)
IDS = st.from_regex(r"[a-z0-9]{1,4}([-_][a-z0-9]{1,3})?", fullmatch=True) | st.sampled_from(
    ["no", "on", "null", "true", "1e3", "007", "12"]
)
HEX = st.from_regex(r"[0-9a-f]{16}", fullmatch=True)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.dictionaries(
        IDS, st.tuples(NAMES, NAMES, st.integers(1, 999), HEX, HEX | st.just(""), NAMES), max_size=5
    ),
    NAMES,
)
def test_a_lock_file_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory,
    drawn: dict[str, tuple[str, str, int, str, str, str]],
    title: str,
) -> None:
    path = tmp_path_factory.getbasetemp() / "cards.lock"
    entries = {id_: Entry(id_, *values) for id_, values in drawn.items()}
    path.write_text(lock_text(title, entries), encoding="utf-8")
    assert read_lock(path, title) == entries
    assert lock_text(title, dict(reversed(entries.items()))) == lock_text(title, entries)


@pytest.mark.parametrize("harm", ["junk line\n", "diff\n", "<<<\n"])
def test_a_harmed_lock_file_is_not_to_be_mended_by_hand(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "cards.lock"
    path.write_text(lock_text("Trial", {}) + harm)
    with pytest.raises(ProblemError) as caught:
        read_lock(path, "Trial")
    assert {one.hint for one in caught.value.problems} == {
        "restore it from git, or write the file again with --mark-printed"
    }


def test_a_lock_file_has_a_line_a_card_and_says_what_it_is(tmp_path: Path) -> None:
    game = make_game(
        tmp_path, cards={"zoe": {"name": "Zoe"}, "abe": {"name": 'Abe "the Ape"', "copies": 2}}
    )
    ((path, content),) = locked(game, entries_of(game, Press(game))).items()
    path.write_bytes(content)
    lines = content.decode().splitlines()
    assert lines[0].startswith("# The last print")
    assert [line.split(":")[0].strip() for line in lines if line.startswith("  ")] == ["abe", "zoe"]
    assert read_lock(tmp_path / "cards.lock", game.title)["abe"].name == 'Abe "the Ape"'


def test_streams_are_not_written_as_letters(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    result = build(game, Options(output=tmp_path / "out"))
    with pikepdf.open(result.files[0].path) as pdf:
        filters = {
            str(one.get("/Filter")) for one in pdf.objects if isinstance(one, pikepdf.Stream)
        }
    assert not any("ASCII85" in one for one in filters)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("what", ["pipe", "outside", "huge"])
def test_a_lock_file_is_a_plain_file_of_the_folder(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path / "game", face=FACE)
    lock, secret = tmp_path / "game" / "cards.lock", tmp_path / "secret"
    secret.write_text("lock: not yours", encoding="utf-8")
    if what == "pipe":
        os.mkfifo(lock)
    elif what == "outside":
        lock.symlink_to(secret)
    else:
        with lock.open("wb") as file:
            file.truncate(1 << 40)
    for words in (["--mark-printed"], ["--changed"]):
        assert (
            run(["build", str(tmp_path / "game"), "--output", str(tmp_path / "out"), *words]) == 1
        )
        assert "not yours" not in capsys.readouterr().err
    assert secret.read_text(encoding="utf-8") == "lock: not yours"
