"""Files written whole or not at all, on a real file system, with real failures."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.data import files
from generator.data.files import (
    ChangedMeanwhile,
    found_again,
    journal_of,
    keep,
    path_within,
    replace_file,
    replace_files,
    rewrite_file,
    write_files,
    writing,
)
from generator.data.opening import RefusedFile

ROOT = Path(__file__).resolve().parents[3]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_are_written_and_folders_made(tmp_path: Path) -> None:
    write_files({tmp_path / "a" / "b" / "one.pdf": b"1", tmp_path / "a" / "two.pdf": b"2"})
    assert (tmp_path / "a" / "b" / "one.pdf").read_bytes() == b"1"
    assert names(tmp_path / "a") == ["b", "two.pdf"]
    write_files({tmp_path / "a" / "two.pdf": b""})
    assert (tmp_path / "a" / "two.pdf").read_bytes() == b""
    assert names(tmp_path / "a") == ["b", "two.pdf"]


def bad_paths(folder: Path) -> dict[str, Path]:
    """Make paths that cannot be written, whoever runs the tests."""
    (folder / "file").write_bytes(b"not a folder")
    (folder / "folder.pdf" / "in it").mkdir(parents=True)
    return {
        "parent is a file": folder / "file" / "two.pdf",
        "is a folder": folder / "folder.pdf",
        "name too long": folder / ("x" * 300),
    }


@pytest.mark.parametrize("case", ["parent is a file", "is a folder", "name too long"])
def test_one_file_that_fails_leaves_all_as_they_were(tmp_path: Path, case: str) -> None:
    bad = bad_paths(tmp_path)[case]
    good = tmp_path / "one.pdf"
    good.write_bytes(b"old")
    before = names(tmp_path)
    for contents in ({good: b"new", bad: b"new"}, {bad: b"new", good: b"new"}):
        with pytest.raises(OSError) as caught:  # noqa: PT011 - the file is what matters
            write_files(contents)
        assert caught.value.filename == str(bad)
        assert good.read_bytes() == b"old"
        assert names(tmp_path) == before


WRITE = (
    "import sys; from pathlib import Path; from generator.data.files import path_within, "
    "write_files\n"
)


def run(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITE + code, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_full_disk_leaves_all_as_it_was(tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    one.write_bytes(b"old one")
    two.write_bytes(b"old two")
    code = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    write_files({Path(sys.argv[1]): b"x" * 100, Path(sys.argv[2]): b"x" * 100_000})
except OSError as fault:
    print(fault.errno, fault.filename)
"""
    said = run(code, str(one), str(two)).communicate(timeout=20)[0]
    assert said.split() == [str(errno.EFBIG), str(two)]
    assert (one.read_bytes(), two.read_bytes()) == (b"old one", b"old two")
    assert names(tmp_path) == ["one.pdf", "two.pdf"]


@pytest.mark.slow
def test_two_processes_do_not_mix_their_files(tmp_path: Path) -> None:
    code = """
paths = [Path(sys.argv[1]) / f"{n}.pdf" for n in range(6)]
for _ in range(60):
    write_files({path: sys.argv[2].encode() * 2000 for path in paths})
"""
    writers = [run(code, str(tmp_path), word) for word in ("a", "b")]
    for writer in writers:
        writer.communicate(timeout=30)
    assert [writer.returncode for writer in writers] == [0, 0]
    contents = {path.read_bytes() for path in tmp_path.iterdir()}
    assert names(tmp_path) == [f"{n}.pdf" for n in range(6)]
    assert len(contents) == 1
    assert contents <= {b"a" * 2000, b"b" * 2000}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks another way")
def test_a_writer_waits_for_the_one_before_it(tmp_path: Path) -> None:
    import fcntl

    target = tmp_path / "one.pdf"
    target.write_bytes(b"old")
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        writer = run("write_files({Path(sys.argv[1]): b'new'})", str(target))
        until = time.monotonic() + 20
        while len(names(tmp_path)) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.2)
        assert writer.poll() is None
        assert target.read_bytes() == b"old"
    finally:
        os.close(folder)
    writer.communicate(timeout=20)
    assert (writer.returncode, target.read_bytes(), names(tmp_path)) == (0, b"new", ["one.pdf"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_permissions_are_kept_or_those_of_any_new_file(tmp_path: Path) -> None:
    old, new, plain = tmp_path / "old.pdf", tmp_path / "new.pdf", tmp_path / "plain"
    old.write_bytes(b"old")
    old.chmod(0o640)
    mask = os.umask(0o027)
    try:
        write_files({old: b"1", new: b"2"})
        plain.write_bytes(b"3")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(mask)
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode & 0o777 == plain.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    "name",
    [
        "../out.png",
        "/etc/passwd",
        "C:\\art.png",
        "art/../../out.png",
        "x" * 300,
        "a\0b",
        "link/in.png",
    ],
)
def test_a_name_that_leads_out_of_its_folder_is_none(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    assert path_within(folder, name) is None
    assert path_within(folder, "art/in.png") == folder.resolve() / "art" / "in.png"


def test_a_folder_that_is_a_link_to_itself_is_the_machines_refusal(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "out")
    with pytest.raises(OSError, match="out"):
        write_files({tmp_path / "out" / "a.pdf": b"a"})
    with pytest.raises(OSError, match="out"):
        write_files(
            {tmp_path / "out" / "a" / "a.pdf": b"a", tmp_path / "out" / "b" / "b.pdf": b"b"}
        )


def test_a_folder_may_be_named_in_several_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    write_files(
        {
            Path("a.pdf"): b"a",
            tmp_path / "b.pdf": b"b",
            tmp_path / "link" / "c.pdf": b"c",
            Path("../") / tmp_path.name / "d.pdf": b"d",
        }
    )
    assert names(tmp_path) == ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "link"]


KILLED = """
import os
folder, at = Path(sys.argv[1]), int(sys.argv[2])
count, replace, unlink = 0, Path.replace, Path.unlink
def counted(call):
    def step(*arguments, **more):
        global count
        count += 1
        if count == at:
            os._exit(9)
        return call(*arguments, **more)
    return step
Path.replace, Path.unlink = counted(replace), counted(unlink)
write_files({folder / name: b"new" for name in ("one.pdf", "sub/two.png", "sub/deep/three.png")})
print("whole")
"""
SET = ("one.pdf", "sub/two.png", "sub/deep/three.png")


@pytest.mark.parametrize("at", range(1, 7))
def test_a_set_that_a_kill_cut_in_two_is_finished_by_the_next_run_there(
    at: int, tmp_path: Path
) -> None:
    for name in SET:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"old")
    said = run(KILLED, str(tmp_path), str(at)).communicate(timeout=20)[0]
    assert (said == "whole\n") == (
        at == 6
    )  # of five steps: the journal, three files, the journal again
    write_files({tmp_path / "sub" / "deep" / "other.txt": b"later"})
    contents = {(tmp_path / name).read_bytes() for name in SET}
    assert contents == {b"old" if at == 1 else b"new"}
    journal = journal_of(tmp_path)
    assert journal
    assert not journal.exists()


def test_a_part_that_nobody_writes_to_any_more_is_swept_away_and_nothing_else(
    tmp_path: Path,
) -> None:
    old = time.time() - 2 * files.OLD_SECONDS
    for name, when in {
        ".emporium-pnp-abcd1234.part": old,
        ".emporium-pnp-abcd1235.part": time.time(),
        ".emporium-pnp.journal.4711": old,
        ".emporium-pnp.journal.x": old,
        ".emporium-pnp.journal": old,
        ".emporium-pnp-Cards.ya.part": old,
        "film.part": old,
        ".emporium-pnp-abcd.part": old,
    }.items():
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (when, when))
    (tmp_path / ".emporium-pnp-folder12.part").mkdir()
    os.utime(tmp_path / ".emporium-pnp-folder12.part", (old, old))
    (tmp_path / ".emporium-pnp-link1234.part").symlink_to("film.part")
    os.utime(tmp_path / ".emporium-pnp-link1234.part", (old, old), follow_symlinks=False)
    with writing(tmp_path / "one.pdf") as file:
        file.write(b"1")
    assert names(tmp_path) == [
        ".emporium-pnp-Cards.ya.part",
        ".emporium-pnp-abcd.part",
        ".emporium-pnp-abcd1235.part",
        ".emporium-pnp-folder12.part",
        ".emporium-pnp-link1234.part",
        ".emporium-pnp.journal.x",
        "film.part",
        "one.pdf",
    ]


PART = ".emporium-pnp-abcd1234.part"
HOSTILE = [
    '[["../PART", "here.txt"]]',
    '[["PART", "../there.txt"]]',
    '[["PART", ".."]]',
    '[["PART", "."]]',
    '[["PART", ""]]',
    '[["PART", "out/there.txt"]]',
    '[["out/PART", "out/there.txt"]]',
    '[["PART", "sub/there.txt"]]',
    '[["PART", "/tmp/there.txt"]]',
    '[["PART", "cards.yaml\\u0000"]]',
    '[["PART", "\\u0000/a"]]',
    '[["PART", "a\\nb"]]',
    '[["PART", "link"]]',
    '[["PART", "pipe"]]',
    '[["PART", "sub"]]',
    '[["linked.part", "there.txt"], [".emporium-pnp-linked12.part", "there.txt"]]',
    '[["cards.yaml", "there.txt"]]',
    '[["PART"]]',
    '[["PART", 1]]',
    '[["PART", null]]',
    '{"a": 1}',
    "[[1, 2]]",
    "1",
    "null",
    "[" * 100_000,
    "[" + '["..", ".."], ' * 1_000 + '["..", ".."]]',
    "\ud800",
    "",
]


def a_folder(tmp_path: Path) -> Path:
    """Make a folder in which a journal could do harm."""
    game = tmp_path / "game"
    (game / "sub").mkdir(parents=True)
    (game / "out").symlink_to(tmp_path)
    (game / "link").symlink_to("../secret")
    (game / ".emporium-pnp-linked12.part").symlink_to("../secret")
    if sys.platform != "win32":
        os.mkfifo(game / "pipe")
    for folder in (tmp_path, game):
        (folder / PART).write_bytes(b"evil")
    (tmp_path / "secret").write_bytes(b"secret")
    (game / "cards.yaml").write_bytes(b"cards")
    return game


def everything(folder: Path) -> dict[str, bytes | None]:
    """Read all that lies in a folder, links as links."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        if path.is_file() and not path.is_symlink()
        else None
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("journal", HOSTILE)
def test_a_journal_that_we_never_wrote_leads_nowhere(
    journal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.with_name(f"{tmp_path.name} cache")))
    game = a_folder(tmp_path)
    before = everything(tmp_path)
    placed = journal_of(game)
    assert placed
    placed.parent.mkdir(parents=True, exist_ok=True)
    placed.write_text(journal.replace("PART", PART), encoding="utf-8", errors="surrogatepass")
    write_files({game / "one.pdf": b"1"})
    assert everything(tmp_path) == before | {"game/one.pdf": b"1"}
    assert not placed.exists()


@pytest.mark.parametrize("where", [".", "..", "../.."])
def test_a_journal_that_comes_in_a_folder_is_not_read(where: str, tmp_path: Path) -> None:
    game = a_folder(tmp_path)
    for name in (files.JOURNAL, f"{files.JOURNAL}.1"):
        (game / "sub" / where / name).write_text(
            f'[["{PART}", "cards.yaml"], ["sub/{PART}", "a"]]', encoding="utf-8"
        )
    before = everything(tmp_path)
    write_files({game / "sub" / "one.pdf": b"1", game / "sub" / "two.pdf": b"2"})
    assert everything(tmp_path) == before | {"game/sub/one.pdf": b"1", "game/sub/two.pdf": b"2"}


@pytest.mark.parametrize("is_numbered", [False, True])
@pytest.mark.parametrize("target", ["secret", "new"])
def test_nothing_is_written_through_a_link_at_a_name_that_we_once_used(
    is_numbered: bool, target: str, tmp_path: Path
) -> None:
    name = f"{files.JOURNAL}.{os.getpid()}" if is_numbered else files.JOURNAL
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).symlink_to(f"../{target}")
    write_files({tmp_path / "out" / "one.pdf": b"1", tmp_path / "out" / "two.pdf": b"2"})
    assert names(tmp_path) == ["out", "secret"]
    assert (tmp_path / "secret").read_bytes() == b"secret"


@pytest.mark.parametrize("target", ["secret", "new", "."])
def test_a_link_at_a_files_name_is_neither_written_through_nor_replaced(
    target: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "two.pdf").symlink_to(f"../{target}")
    with pytest.raises(RefusedFile, match="found a link") as fault:
        write_files({tmp_path / "out" / "one.pdf": b"1", tmp_path / "out" / "two.pdf": b"2"})
    assert fault.value.problems[0].code == "no-plain-file"
    with pytest.raises(RefusedFile), writing(tmp_path / "out" / "two.pdf") as file:
        file.write(b"1")
    assert names(tmp_path) == ["out", "secret"]
    assert names(tmp_path / "out") == ["two.pdf"]
    assert (tmp_path / "secret").read_bytes() == b"secret"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_pipe_is_no_file_to_write_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "one.pdf")
    with pytest.raises(RefusedFile, match="pipe"):
        write_files({tmp_path / "one.pdf": b"1"})
    assert names(tmp_path) == ["one.pdf"]


def test_no_link_leads_files_out_of_the_folder_that_they_are_to_stay_in(tmp_path: Path) -> None:
    game, elsewhere = tmp_path / "game", tmp_path / "elsewhere"
    game.mkdir()
    elsewhere.mkdir()
    (game / "playtests").symlink_to("../elsewhere")
    (game / "sound").mkdir()
    (game / "within").symlink_to("sound")
    for path in (game / "playtests" / "a", game / "playtests" / "new" / "a", game / ".." / "a"):
        with pytest.raises(RefusedFile) as fault:
            write_files({game / "one": b"1", path: b"2"}, within=game)
        assert fault.value.problems[0].code == "outside-folder"
        with pytest.raises(RefusedFile), writing(path, within=game):
            pass
    assert (names(game), names(elsewhere)) == (["playtests", "sound", "within"], [])
    write_files({game / "within" / "a": b"1"}, within=game)
    assert names(game / "sound") == ["a"]


def test_a_file_gets_no_permissions_of_what_a_link_leads_to(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_bytes(b"")
    path.chmod(0o6755)
    write_files({path: b"1"})
    assert path.stat().st_mode & 0o7777 == 0o755


def test_ctrl_c_waits_until_a_set_has_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def pressed(self: Path, target: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        return replace(self, target)

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(Path, "replace", pressed)
    try:
        with pytest.raises(KeyboardInterrupt):
            write_files({tmp_path / f"{number}.pdf": b"new" for number in range(3)})
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert names(tmp_path) == ["0.pdf", "1.pdf", "2.pdf"]
    assert [path.name for path in files.LANDED[-3:]] == names(tmp_path)


def test_what_a_cache_keeps_is_found_again_while_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a"
    assert found_again(path) is None
    keep(path, b"said", 10)
    assert found_again(path) == b"said"
    path.write_bytes(path.read_bytes() + b".")
    assert found_again(path) is None


# ---------------------------------------------------------------- files that were read before


def test_a_file_is_replaced_only_if_it_holds_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    replace_file(path, b"one", None)
    replace_file(path, b"two", b"one")
    for known in (b"one", None):
        with pytest.raises(ChangedMeanwhile):
            replace_file(path, b"three", known)
    assert path.read_bytes() == b"two"
    path.unlink()
    with pytest.raises(ChangedMeanwhile):
        replace_file(path, b"three", b"two")
    assert names(tmp_path) == []


def test_of_several_files_none_is_replaced_if_one_was_changed(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    write_files({one: b"1", other: b"2"})
    with pytest.raises(ChangedMeanwhile) as caught:
        replace_files({one: b"new", other: b"new"}, {one: b"1", other: b"another"})
    assert caught.value.path == other
    assert (one.read_bytes(), other.read_bytes()) == (b"1", b"2")
    replace_files({one: b"new", other: b"new"}, {one: b"1", other: b"2"})
    assert (one.read_bytes(), other.read_bytes()) == (b"new", b"new")
    assert names(tmp_path) == ["one", "other"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets two files change places")
def test_what_an_editor_writes_at_the_last_moment_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, exchange = tmp_path / "cards.yaml", files._exchange
    path.write_bytes(b"old")

    def after_an_editor(one: Path, other: Path) -> bool:
        monkeypatch.setattr(files, "_exchange", exchange)
        (tmp_path / "swap").write_bytes(b"theirs")
        (tmp_path / "swap").replace(path)
        return exchange(one, other)

    monkeypatch.setattr(files, "_exchange", after_an_editor)
    with pytest.raises(ChangedMeanwhile):
        replace_file(path, b"ours", b"old")
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["cards.yaml"]


def test_a_new_file_takes_nobodys_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "cards.yaml", os.link

    def after_an_editor(one: Path, other: Path) -> None:
        path.write_bytes(b"theirs")
        link(one, other)

    monkeypatch.setattr(os, "link", after_an_editor)
    with pytest.raises(ChangedMeanwhile):
        replace_file(path, b"ours", None)
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["cards.yaml"]


@pytest.mark.parametrize("way", ["link", "no link", "_exchange"])
def test_a_disk_that_cannot_do_more_renames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    def cannot(*_: object) -> bool:
        if way == "link":
            raise PermissionError
        return False

    if way == "no link":  # Python in a browser
        monkeypatch.delattr(os, "link")
    else:
        monkeypatch.setattr(*(os, "link") if way == "link" else (files, "_exchange"), cannot)
    path = tmp_path / "cards.yaml"
    replace_file(path, b"one", None)
    replace_file(path, b"two", b"one")
    assert path.read_bytes() == b"two"
    assert names(tmp_path) == ["cards.yaml"]


COUNT = """
import sys; from pathlib import Path; from generator.data.files import rewrite_file
path = Path(sys.argv[1])
for number in range(75):
    rewrite_file(path, path.read_bytes, lambda content: content + b"x")
"""


def test_two_processes_that_change_one_file_lose_no_change_of_the_other(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_bytes(b"")
    command = [sys.executable, "-c", COUNT, str(path)]
    for process in [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]:
        assert process.wait(60) == 0
    assert len(path.read_bytes()) == 150


def test_a_file_that_others_never_stop_writing_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "notes"

    def read() -> bytes:
        path.write_bytes(os.urandom(8))
        return b"what was there before"

    with pytest.raises(ChangedMeanwhile):
        rewrite_file(path, read, lambda content: b"ours")


@pytest.mark.parametrize("name", ["\udcff\udcfe", "\ud800", "a/\udfff/b"])
def test_a_name_that_is_no_text_is_a_name_within_or_none(name: str, tmp_path: Path) -> None:
    found = path_within(tmp_path, name)
    assert found is None or found.is_relative_to(tmp_path.resolve())
