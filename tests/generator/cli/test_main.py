"""The list of commands, as `--help` shows it, and how a command ends that was interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from generator import __version__
from generator.cli.console import FINE, INTERRUPTED, PROBLEMS, REFUSED
from generator.cli.main import COMMANDS, cli, run
from generator.data.files import journal_of, write_files
from generator.job.starting import start_game
from tests.conftest import ROOT, make_game

FOUND = {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}
GROUPS = {
    "": cli,
    **{name: command for name, command in FOUND.items() if isinstance(command, click.Group)},
}


@pytest.mark.parametrize("name", GROUPS)
def test_every_summary_fits_its_line_in_80_columns(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*name.split(), "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    group = GROUPS[name]
    assert [line.split()[0] for line in listed] == group.list_commands(click.Context(group))
    assert [
        line for line in listed if "..." in line or len(line) > 80 or not line.endswith(".")
    ] == []


def test_an_interrupted_command_says_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[Path] = []

    def cut_off(*_: object, **__: object) -> None:
        write_files(dict.fromkeys(written, b""))
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", cut_off)
    assert run([]) == INTERRUPTED
    assert capsys.readouterr().err == "interrupted; nothing was changed\n"
    written += [tmp_path / f"{number}.pdf" for number in range(6)]
    assert run([]) == INTERRUPTED
    assert (
        capsys.readouterr().err
        == "interrupted; already written: 0.pdf, 1.pdf, 2.pdf, 3.pdf, 4.pdf …\n"
    )
    written.clear()
    assert run([]) == INTERRUPTED
    assert capsys.readouterr().err == "interrupted; nothing was changed\n"


def test_what_an_earlier_run_had_begun_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = make_game(tmp_path / "game")
    output = tmp_path / "out"
    output.mkdir()
    (output / ".emporium-pnp-abcd1234.part").write_bytes(b"left")
    journal = journal_of(output)
    assert journal
    journal.parent.mkdir(parents=True, exist_ok=True)
    journal.write_text('[[".emporium-pnp-abcd1234.part", "left.pdf"]]', encoding="utf-8")
    assert run(["build", str(game.folder), "--output", str(output)]) == FINE
    assert "its changes were completed first: left.pdf" in capsys.readouterr().err
    assert (output / "left.pdf").read_bytes() == b"left"
    assert run(["build", str(game.folder), "--output", str(output)]) == FINE
    assert "begun" not in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
def test_to_be_told_to_end_leaves_no_file_behind(tmp_path: Path) -> None:
    code = """
import os, signal, sys, time
from pathlib import Path
from generator.cli import main
from generator.data import files
def slow(*_, **__):
    with files.writing_files() as add:
        add(Path(sys.argv[1]) / "one.pdf", b"new")
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(20)
main.cli.main = slow
main.main([])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    assert (done.returncode, done.stderr) == (INTERRUPTED, "interrupted; nothing was changed\n")
    assert list(tmp_path.iterdir()) == []


def test_the_choices_of_a_missing_option_are_in_its_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["tune"]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("Error: Missing option '--goal'. Choose from: seats, length")
    assert said.isprintable()


EXTRAS = "cmaes distributed gymnasium h11 llvmlite numba numpy optuna pettingzoo pyarrow pyspiel"
EXTRAS += " starlette uvicorn websockets"


def run_without_extras(folder: Path, lines: str) -> subprocess.CompletedProcess[str]:
    """Run command lines where only what every installation has can be imported. What is not 0 is
    printed to stderr.
    """
    code = (
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        f"sys.modules.update(dict.fromkeys({EXTRAS.split()!r}))\n"
        "from generator.cli.main import COMMANDS, run\n"
        f"codes = {{line: run(line.split()) for line in {lines}}}\n"
        "sys.exit(str({line: code for line, code in codes.items() if code} or ''))\n"
    )
    words = [sys.executable, "-I", "-c", code]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60)


def test_without_extras_every_command_is_listed_and_has_its_help(tmp_path: Path) -> None:
    """`--help` imports all of them, so one that imports numpy would take the whole list down."""
    done = run_without_extras(tmp_path, "[f'{name} --help' for name in ['', *COMMANDS]]")
    assert done.stderr.strip() == ""
    assert all(f"\n  {name} " in done.stdout for name in COMMANDS)


def test_without_extras_a_game_is_made_built_and_checked_on_paper(tmp_path: Path) -> None:
    lines = ["new pond", "build pond", "check pond", "new tide --rules", "build tide", "rules tide"]
    done = run_without_extras(tmp_path, repr(lines))
    assert done.stderr.strip() == ""
    assert "It has no rules, so it was not played" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_what_fails_because_it_was_told_to_end_is_no_fault_of_ours(name: str) -> None:
    """numba swallows what comes while it compiles, and then fails over what is missing."""
    code = f"""
import os, signal
from generator.cli import main
def swallowed(*_, **__):
    try:
        os.kill(os.getpid(), signal.{name})
    except KeyboardInterrupt:
        pass
    raise RuntimeError("no compiled object yet")
main.cli.main = swallowed
signal.signal(signal.SIGINT, signal.default_int_handler)
main.main([])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    assert (done.returncode, done.stderr) == (INTERRUPTED, "interrupted; nothing was changed\n")


def ended_by(name: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code that sends `END()`, the signal of this name, to its own process."""
    head = f"import os, signal\ndef END(): os.kill(os.getpid(), signal.{name})\n"
    words = [sys.executable, "-c", head + code]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize(
    "code",
    [
        "from generator.cli import entry\nEND()",
        (
            "from generator.cli import entry\nimport builtins\nbuiltins.__import__ = lambda *_, "
            "**__: END()\nentry.main()"
        ),
        (
            "from generator.cli import entry\nfrom generator.cli import main\nmain._open_streams = "
            "END\nmain.main(['games'])"
        ),
        "from generator.cli import main\nmain.run = lambda _: END()\nmain.main(['games'])",
        "from generator.cli import main\nmain._done = lambda: END() or END() or 'nothing was "
        "changed'\n"
        "main.cli.main = lambda *_, **__: END()\nmain.main([])",
        "from generator.cli import main\ndef fail(*_, **__): END()\n"
        "class Freed:\n def __del__(self): END()\n"
        "def slow(*_, **__):\n Freed()\n import time\n time.sleep(20)\nmain.cli.main = slow\n"
        "main.main([])",
    ],
    ids=["imported", "importing", "streams", "running", "twice", "freeing memory"],
)
def test_a_signal_at_any_moment_ends_the_command_in_a_plain_line(name: str, code: str) -> None:
    done = ended_by(name, code)
    assert "Traceback" not in done.stderr
    if "END() or" in code:  # the second Ctrl-C comes while the first is reported
        assert done.returncode == INTERRUPTED
    else:
        assert (done.returncode, done.stderr) == (INTERRUPTED, "interrupted; nothing was changed\n")


def test_nothing_is_imported_before_signals_are_heard() -> None:
    """A traceback of Python's own can come before; so that is as short as it can be."""
    code = (
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nbefore = set(sys.modules)\nimport "
        "generator.cli.entry\n"
    )
    words = [sys.executable, "-I", "-c", code + "print(*sorted(set(sys.modules) - before))"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=20)
    others = [
        name for name in done.stdout.split() if not name.startswith(("generator", "reportlab"))
    ]
    assert others == []  # what is shut out of reportlab has names alone


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_at_the_end_leaves_no_traceback(name: str) -> None:
    code = (
        "import atexit, sys\nfrom generator.cli import main\natexit.register(END)\n"
        "main.main(['--version'])"
    )
    done = ended_by(name, code)
    assert done.returncode in (FINE, INTERRUPTED)
    assert (done.stdout.startswith("emporium-pnp, version"), done.stderr) == (True, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
def test_a_signal_while_a_string_is_executed_ends_with_the_same_status(tmp_path: Path) -> None:
    """Where that is interrupted, Python ends a module by SIGINT, even if we heard it; and
    dataclasses are made by executing strings.
    """
    code = "import os, signal\nfrom generator.cli import main\n"
    code += (
        "main.cli.main = lambda *_, **__: exec('os.kill(os.getpid(), signal.SIGTERM)')\n"
        "main.main([])"
    )
    (tmp_path / "one.py").write_text(code, encoding="utf-8")
    words, env = [sys.executable, "-m", "one"], {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=20
    )
    assert (done.returncode, done.stderr) == (INTERRUPTED, "interrupted; nothing was changed\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no closed terminals")
def test_a_terminal_that_is_closed_is_ignored_under_nohup() -> None:
    code = (
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nfrom generator.cli import entry\nEND()\n"
        "from generator.cli import main\n"
    )
    done = ended_by(
        "SIGHUP",
        code
        + "run = main.run\nmain.run = lambda words: END() or run(words)\nmain.main(['--version'])",
    )
    assert (done.returncode, done.stderr) == (FINE, "")


def test_what_ends_a_thread_is_a_plain_line() -> None:
    code = """
import threading
from generator.cli import main
def fail(): raise OSError(24, "Too many open files")
def err(): raise KeyError("x")
def work(*_, **__):
    for one in (fail, err):
        thread = threading.Thread(target=one)
        thread.start()
        thread.join()
main.cli.main = work
main.main([])
"""
    done = ended_by("SIGINT", code)
    assert "Traceback" not in done.stderr
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
        "emporium-pnp",
        f"emporium-pnp {__version__} failed in a thread because of a bug",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal")
def test_a_terminal_that_is_gone_takes_no_words() -> None:
    import pty

    near, far = pty.openpty()
    os.close(near)
    code = "from generator.cli import main\nmain.cli.main = lambda *_, **__: END()\nmain.main([])"
    words = [
        sys.executable,
        "-c",
        f"import os, signal\ndef END(): os.kill(os.getpid(), signal.SIGHUP)\n{code}",
    ]
    assert (
        subprocess.run(words, cwd=ROOT, stdout=far, stderr=far, check=False, timeout=60).returncode
        == INTERRUPTED
    )
    os.close(far)


def test_a_limit_that_is_none_is_wrong_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "soon")
    assert run(["games"]) == 2
    assert "EMPORIUM_PNP_SECONDS expected a number above 0, found 'soon'" in capsys.readouterr().err
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", "60")
    assert run(["games"]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_stops_nothing(closed: str, tmp_path: Path) -> None:
    make_game(tmp_path / "game")
    command = f'exec "$0" -m generator build "$1" --output "$2" {closed}'
    words = ["sh", "-c", command, sys.executable, str(tmp_path / "game"), str(tmp_path / "out")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=30)
    assert (done.returncode, [path.suffix for path in (tmp_path / "out").iterdir()]) == (
        FINE,
        [".pdf"],
    )


def test_nothing_in_a_games_folder_is_code(tmp_path: Path) -> None:
    make_game(tmp_path / "game")
    for name in ("reportlab_mods", "reportlab_settings", "yaml", "colorsys"):
        (tmp_path / "game" / f"{name}.py").write_text("raise SystemExit('run')", encoding="utf-8")
    words = [sys.executable, "-m", "generator", "build"]
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        words,
        cwd=tmp_path / "game",
        env=path,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert (done.returncode, "run" in done.stderr) == (FINE, False), done.stderr


@pytest.mark.parametrize(
    ("target", "status"), [("nowhere.yaml", PROBLEMS), ("cards.yaml", REFUSED)]
)
def test_a_link_that_leads_nowhere_is_not_taken_for_no_game(
    target: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "cards.yaml").symlink_to(target)
    monkeypatch.chdir(tmp_path)
    assert run(["build"]) == status
    assert "cards.yaml" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_folder_whose_name_is_no_text_is_read_like_any_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / os.fsdecode(b"a\x1b[31m\xff\nb")
    make_game(folder)
    for command in (
        ["fit", str(folder)],
        ["languages", str(folder)],
        ["log", str(folder)],
        ["fit", str(folder / "none")],
    ):
        for form in ("text", "json"):
            assert run([*command, "--format", form]) in (0, 2)
            said = "".join(capsys.readouterr())
            assert not set(said) & set("\x1b\udcff")
    assert run([str(folder)]) == 2
    assert "a�[31m��b" in capsys.readouterr().err


FEW_FILES = [
    (4, "games", FINE),
    (4, "log add --players Ann,Bo --winner Bo --minutes 30", REFUSED),
    (4, "new another", REFUSED),
    (5, "build --changed --output out", REFUSED),
    (4, "export tabletop-simulator --output out", REFUSED),
]
"""How many files a command may have open, the streams among them, its words, and how it ends."""


WITH_FEW_FILES = """
import resource, runpy, sys

files = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
runpy.run_module("generator", run_name="__main__", alter_sys=True)
"""
"""Sets the limit once Python has begun: what it reads of its own before that is not ours."""


@pytest.mark.skipif(
    sys.platform != "linux", reason="how many files Python itself needs is another number elsewhere"
)
@pytest.mark.parametrize(
    ("files", "words", "code"), FEW_FILES, ids=[words.split()[0] for _, words, _ in FEW_FILES]
)
def test_a_command_that_may_open_few_files_says_so(
    tmp_path: Path, files: int, words: str, code: int
) -> None:
    start_game(tmp_path / "game", None)
    before = {path for path in (tmp_path / "game").rglob("*") if path.is_file()}
    done = subprocess.run(
        [sys.executable, "-c", WITH_FEW_FILES, str(files), *words.split()],
        cwd=tmp_path / "game",
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (FINE, code), done.stderr
    if done.returncode == REFUSED:
        assert "Too many open files" in done.stderr
        assert {path for path in (tmp_path / "game").rglob("*") if path.is_file()} == before
