"""A draft: what can be taken back, what is saved, and what happens when somebody else writes the
file.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from studio.draft.draft import DiskChanged, Draft
from tests.conftest import ROOT, meanwhile


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    return Draft.of(path)


def test_a_draft_that_was_not_touched_saves_the_same_bytes(draft: Draft) -> None:
    before = draft.path.read_bytes()
    assert draft.is_saved
    draft.save()
    assert draft.path.read_bytes() == before


def test_edits_are_taken_back_and_made_again(draft: Draft) -> None:
    assert not draft.undo()
    for text in ("a", "b", "c"):
        assert draft.write(text)
    assert not draft.write("c")
    assert draft.undo()
    assert draft.undo()
    assert draft.text == "a"
    assert draft.redo()
    assert draft.text == "b"
    draft.write("d")
    assert not draft.redo()
    assert draft.undo()
    assert draft.text == "b"


def test_letters_typed_in_one_place_are_taken_back_together(draft: Draft) -> None:
    first = draft.text
    for number, text in enumerate(("a", "ab", "abc")):
        draft.write(text, "cell", 10 + number / 10)
    draft.write("abcd", "cell", 20.0)
    draft.write("abcde", "other", 20.1)
    for text in ("abcd", "abc", first):
        assert draft.undo()
        assert draft.text == text
    assert not draft.undo()


def test_a_file_changed_elsewhere_is_taken_over_where_nothing_is_unsaved(draft: Draft) -> None:
    mine = draft.text
    draft.path.write_bytes(b"theirs\n")
    assert draft.look()
    assert (draft.text, draft.conflict, draft.is_saved) == ("theirs\n", None, True)
    draft.undo()
    assert draft.text == mine


def test_a_file_changed_elsewhere_is_not_written_over(draft: Draft) -> None:
    draft.write("mine\n")
    draft.path.write_bytes(b"theirs\n")
    with pytest.raises(DiskChanged):
        draft.save()
    assert draft.conflict == b"theirs\n"
    assert draft.path.read_bytes() == b"theirs\n"
    assert "+theirs" in draft.difference()
    assert "mine" in draft.difference()
    with pytest.raises(DiskChanged):
        draft.save()


def test_settled_for_the_draft_the_next_save_replaces_the_file_and_theirs_comes_back(
    draft: Draft,
) -> None:
    draft.write("mine\n")
    draft.path.write_bytes(b"theirs\n")
    assert draft.look()
    draft.settle(take_disk=False)
    assert draft.text == "mine\n"
    draft.save()
    assert draft.path.read_bytes() == b"\xef\xbb\xbfmine\n"
    draft.undo()
    assert draft.text == "theirs\n"


def test_settled_for_the_file_the_draft_comes_back(draft: Draft) -> None:
    draft.write("mine\n")
    draft.path.write_bytes(b"theirs\n")
    assert draft.look()
    draft.settle(take_disk=True)
    assert (draft.text, draft.is_saved) == ("theirs\n", True)
    draft.undo()
    assert draft.text == "mine\n"


def test_a_conflict_ends_where_the_file_is_as_before_or_as_the_draft(draft: Draft) -> None:
    before = draft.path.read_bytes()
    draft.write("mine\n")
    for content in (before, draft.content):
        draft.path.write_bytes(b"theirs\n")
        assert draft.look()
        assert not draft.look()
        draft.path.write_bytes(content)
        assert draft.look()
        assert draft.conflict is None
    assert draft.is_saved


@pytest.mark.parametrize("content", [b"caf\xe9\n", "one\n".encode("utf-16")])
def test_a_file_that_is_no_longer_text_is_never_taken(draft: Draft, content: bytes) -> None:
    before, text = draft.path.read_bytes(), draft.text
    draft.path.write_bytes(content)
    assert draft.look()
    assert draft.difference() == ""
    draft.settle(take_disk=True)
    assert (draft.conflict, draft.text) == (content, text)
    draft.settle(take_disk=False)
    draft.save()
    assert draft.path.read_bytes() == before


def test_a_file_that_is_gone_is_a_conflict_and_comes_back(draft: Draft) -> None:
    draft.path.unlink()
    assert draft.look()
    assert draft.conflict == b""
    draft.settle(take_disk=False)
    draft.save()
    assert draft.path.read_bytes() == b"\xef\xbb\xbfone\r\ntwo\r\n"


@pytest.mark.parametrize("take_disk", [False, True])
def test_a_file_that_was_emptied_is_not_one_that_is_gone(draft: Draft, take_disk: bool) -> None:
    draft.write("mine\n")
    draft.path.write_bytes(b"")
    assert draft.look()
    assert (draft.conflict, draft.is_gone) == (b"", False)
    draft.path.unlink()
    assert draft.look()
    assert (draft.conflict, draft.is_gone) == (b"", True)
    draft.path.write_bytes(b"")
    assert draft.look()
    draft.settle(take_disk)
    assert not draft.look()
    assert draft.is_saved == take_disk
    draft.save()
    assert draft.path.read_bytes() == (b"" if take_disk else b"\xef\xbb\xbfmine\n")
    draft.undo()
    assert draft.text == ("mine\n" if take_disk else "one\r\ntwo\r\n")


def test_kept_text_of_a_file_that_was_written_since_is_a_conflict(draft: Draft) -> None:
    draft.write("mine\n")
    assert draft.keep()
    os.utime(draft.kept, ns=(1, 1))
    draft.path.write_bytes(b"theirs\n")
    later = Draft.of(draft.path)
    assert later.find()
    assert (later.text, later.conflict, later.is_saved) == ("mine\n", b"theirs\n", False)
    assert not later.look()
    with pytest.raises(DiskChanged):
        later.save()
    later.settle(take_disk=False)
    later.save()
    assert draft.path.read_bytes() == b"\xef\xbb\xbfmine\n"
    assert later.undo()
    assert later.text == "theirs\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("what", ["pipe", "outside", "huge"])
def test_unsaved_text_is_taken_from_a_plain_file_alone_and_goes_through_no_link(
    draft: Draft, what: str, tmp_path: Path
) -> None:
    secret = tmp_path.with_name(f"{tmp_path.name} secret")
    secret.write_text("not yours", encoding="utf-8")
    if what == "pipe":
        os.mkfifo(draft.kept)
    elif what == "outside":
        draft.kept.symlink_to(secret)
    else:
        with draft.kept.open("wb") as file:
            file.truncate(1 << 40)
    assert not draft.find()
    draft.write("three\n")
    assert draft.keep()
    assert secret.read_text(encoding="utf-8") == "not yours"
    assert not draft.kept.is_symlink()
    assert draft.kept.read_bytes() == draft.content


def test_a_link_in_the_place_of_the_file_is_not_read_and_not_written_over(
    draft: Draft, tmp_path: Path
) -> None:
    secret = tmp_path.with_name(f"{tmp_path.name} secret")
    secret.write_text("not yours", encoding="utf-8")
    draft.path.unlink()
    draft.path.symlink_to(secret)
    draft.write("three\n")
    with pytest.raises(OSError, match="link"):
        draft.save()
    assert draft.path.is_symlink()
    assert secret.read_text(encoding="utf-8") == "not yours"
    with pytest.raises(OSError, match="link"):
        Draft.of(draft.path)


def test_a_save_at_the_moment_of_another_is_a_conflict(
    draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Draft.of(draft.path)
    other.write("theirs\n")
    draft.write("mine\n")
    meanwhile(monkeypatch, other.save)
    with pytest.raises(DiskChanged):
        draft.save()
    assert draft.path.read_bytes() == other.content
    assert (draft.conflict, draft.text) == (other.content, "mine\n")


def test_a_save_at_the_moment_of_another_of_the_same_text_is_none(
    draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Draft.of(draft.path)
    for one in (other, draft):
        one.write("ours\n")
    meanwhile(monkeypatch, other.save)
    draft.save()
    assert draft.is_saved
    assert draft.conflict is None


SAVE = """
import sys; from pathlib import Path; from studio.draft.draft import DiskChanged, Draft
draft = Draft.of(Path(sys.argv[1]))
for line in sys.stdin:
    if line == "edit\\n":
        draft.look()
        draft.settle(True)
        draft.write(draft.text + sys.argv[2])
        print(flush=True)
    else:
        try:
            draft.save()
        except DiskChanged:
            print("conflict" if draft.text.endswith(sys.argv[2]) else "lost", flush=True)
        else:
            print("saved", flush=True)
"""


def test_of_two_that_save_at_once_150_times_none_is_lost_silently(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"")
    saving = [
        subprocess.Popen(
            [sys.executable, "-c", SAVE, str(path), name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for name in "ab"
    ]

    def both(word: str) -> list[str]:
        for one in saving:
            assert one.stdin
            one.stdin.write(f"{word}\n")
        return [one.stdout.readline().strip() for one in saving if one.stdout]

    saved = 0
    for _ in range(150):
        both("edit")
        said = both("save")
        assert set(said) <= {"saved", "conflict"}
        saved += said.count("saved")
    for one in saving:
        one.communicate()
    assert len(path.read_bytes()) == saved >= 150


def test_unsaved_text_is_put_aside_and_goes_with_the_save(draft: Draft) -> None:
    assert not draft.keep()
    draft.write("mine\n")
    assert draft.keep()
    assert draft.keep()
    assert draft.kept.read_bytes() == draft.content
    draft.undo()
    assert not draft.keep()
    assert not draft.kept.exists()
    draft.redo()
    draft.keep()
    draft.save()
    assert not draft.kept.exists()


def test_two_studios_put_their_unsaved_texts_aside_apart(draft: Draft) -> None:
    other = Draft.of(draft.path)
    for one, text in ((draft, "mine\n"), (other, "theirs\n"), (draft, "mine, too\n")):
        one.write(text)
        one.keep()
    assert draft.kept != other.kept
    assert [one.kept.read_bytes() for one in (draft, other)] == [draft.content, other.content]
    draft.save()
    assert other.kept.read_bytes() == other.content


def test_the_text_of_a_second_studio_is_found_if_the_first_has_saved(draft: Draft) -> None:
    other = Draft.of(draft.path)
    for one, text in ((draft, "mine\n"), (other, "theirs\n")):
        one.write(text)
        one.keep()
    draft.save()
    later = Draft.of(draft.path)
    assert later.find()
    assert (later.text, later.kept, later.conflict) == (
        "theirs\n",
        other.kept,
        later.path.read_bytes(),
    )
    later.settle(take_disk=False)
    later.save()
    assert not other.kept.exists()


def test_a_text_put_aside_that_the_file_has_by_now_is_passed_over(draft: Draft) -> None:
    first, second = (draft.path.with_name(f"cards.yaml.unsaved{ending}") for ending in ("", "-2"))
    first.write_bytes(draft.content)
    alone = Draft.of(draft.path)
    assert not alone.find()
    second.write_bytes(b"theirs\n")
    later = Draft.of(draft.path)
    assert later.find()
    assert (later.text, later.kept) == ("theirs\n", second)
    alone.keep()
    assert not first.exists()


def test_what_another_studio_has_put_aside_since_stays(draft: Draft) -> None:
    draft.write("mine\n")
    draft.keep()
    found = Draft.of(draft.path)
    assert found.find()
    draft.write("mine, and more\n")
    draft.keep()
    found.save()
    assert draft.kept.read_bytes() == draft.content
