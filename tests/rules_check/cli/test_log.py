"""`emporium-pnp log`: words in, words out, exit codes, files; what it asks, refuses and leaves
alone.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from generator.cli import main as cli
from generator.data.loading import load_game
from rules_check.log.cards import data_of
from rules_check.log.notes import Note, change_notes
from rules_check.log.plays import CardCount
from rules_check.log.store import add_plays, log_in, read_plays
from tests.conftest import make_game
from tests.rules_check.log.evening import PLAY
from tests.rules_check.log.olden import old_log

ROOT = Path(__file__).resolve().parents[3]
ADD = ("log", "add", "--players", "Ann,Bo,Cy", "--winner", "Bo", "--minutes", "42")


def run(*words: str) -> int:
    return cli.run(list(words))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in the folder of a small game, where nobody can be asked."""
    make_game(tmp_path, cards={"troll": {"name": "Bridge Troll"}, "goat": {"name": "Goat"}})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", __import__("io").StringIO(""))
    return tmp_path


def answering(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: answer)


def test_an_evening_is_written_up_in_one_line_and_shown(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = (
        "--rounds",
        "12",
        "--scores",
        "41,52,38",
        "--date",
        "2026-11-20",
        "--remark",
        "troll: nobody wanted it",
        "--remark",
        "goat: ha",
        "--note",
        "loud",
    )
    assert run(*ADD, *more) == 0
    assert (
        capsys.readouterr().out
        == "logged as play 1 in playtests/plays.jsonl: Bo won, 3 players, 42 minutes, 2026-11-20\n"
    )
    assert (
        run(
            "log",
            "add",
            "--players",
            "Zoë,木木",
            "--winner",
            "木木,Zoë",
            "--minutes",
            "5",
            "--date",
            "2026-11-19",
        )
        == 0
    )
    capsys.readouterr()
    for words in (
        ("log",),
        ("log", "list"),
        ("log", "."),
        ("log", "--log", "playtests/plays.jsonl"),
    ):
        assert run(*words) == 0
        assert capsys.readouterr().out.splitlines() == [
            "no  date        winner      players      min  rounds  remarks  version",
            " 1  2026-11-20  Bo          Ann, Bo, Cy   42      12        2  1.2.3",
            " 2  2026-11-19  Zoë + 木木  Zoë, 木木      5       -        -  1.2.3",
            "2 plays",
        ]
    assert run("log", "show", "1") == 0
    assert capsys.readouterr().out == (
        "play 1, 2026-11-20: Trial 1.2.3, 42 minutes, 12 rounds\n\nseat  player  score\n   1  Ann  "
        "      41\n   2  Bo         52  won\n"
        "   3  Cy         38\n\ntroll: nobody wanted it\ngoat: ha\nnote: loud\n"
    )


def test_json_is_one_object(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*ADD, "--format", "json", "--remark", "Goat: fun") == 0
    play = json.loads(capsys.readouterr().out)["results"]["play"]
    assert (play["number"], play["winners"], play["remarks"]) == (
        1,
        ["Bo"],
        [{"card": "goat", "text": "fun"}],
    )
    assert (play["game"], play["version"], play["data"]) == (
        "Trial",
        "1.2.3",
        data_of(load_game(here)),
    )
    assert run("log", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["results"]["plays"] == [play]
    assert run("log", "show", "1", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["results"]["play"] == play


def test_an_empty_log_says_how_to_begin_and_makes_no_file(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("log") == 0
    said = capsys.readouterr()
    assert said.out == "nothing logged yet in playtests/plays.jsonl\n"
    assert "log add --players" in said.err
    assert run("log", "show", "1") == run("log", "remove", "1", "--yes") == 2
    assert "nothing is logged yet" in capsys.readouterr().err
    assert not Path("playtests/plays.jsonl").exists()


def test_who_scored_most_has_won_unless_it_is_said_who_did(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["add", "--players", "Ann,Bo,Cy", "--minutes", "50", "--scores", "41,-3,52"]
    assert run("log", *words) == 0
    assert "Cy won, 3 players, 50 minutes" in capsys.readouterr().out
    assert run("log", *words, "--winner", "Ann") == 0
    said = capsys.readouterr()
    assert "Ann won, 3 players" in said.out
    assert "Ann won, but Cy scored most" in said.out + said.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["add", "--players", "Ann,Bo", "--winner", "Bob", "--minutes", "5"],
            "--winner 'Bob' is not among the players; expected one of Ann, Bo (did you mean 'Bo'?)",
        ),
        (
            ["add", "--players", "Ann,Ann", "--winner", "Ann", "--minutes", "x"],
            "--players names 'Ann' twice",
        ),
        (
            [
                "add",
                "--players",
                "Ann,Bo",
                "--winner",
                "Bo",
                "--minutes",
                "x",
                "--remark",
                "trol: x",
            ],
            (
                "--minutes expected a whole number from 1 to 10000, found 'x'; --remark there is "
                "no card 'trol' (did you mean 'troll'?)"
            ),
        ),
        (
            [
                "add",
                "--players",
                "Ann,Bo",
                "--winner",
                "Bo",
                "--minutes",
                "5",
                "--date",
                "2999-01-01",
            ],
            "--date expected today or an earlier day",
        ),
        (["add", "--players", "Ann,Bo", "--minutes", "5"], "--winner expected the winner"),
        (
            ["add", "--scores", "3,4"],
            (
                "--players expected the names of the players, with commas between them (write "
                "them in the order of their seats); --minutes expected"
            ),
        ),
        (
            ["add", "--players", "Ann,Bo,Cy", "--minutes", "5", "--scores", "7,3,7"],
            (
                "--winner expected the winner, because Ann and Cy scored 7 (separate several "
                "with commas if they share the win)"
            ),
        ),
        (
            ["add", "--players", "Ann", "--minutes", "5", "--scores", "7"],
            "--winner expected the winner",
        ),
        (["lits"], "there is no command 'log lits' (did you mean 'list'?)"),
        (["no-such-game"], "no-such-game"),
        (["show", "0"], "expected the number of a play, found '0'"),
        (["show", "9"], "there is no play 9"),
        (["export", "a.txt"], "expected a file that ends in .csv or .json, found 'a.txt'"),
        (["import", "a.json"], "expected a file that ends in .csv"),
        (["list", "--formt", "json"], "No such option"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    words: list[str], message: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("log", *words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out
    assert not Path("playtests/plays.jsonl").exists()


def test_a_faulty_game_is_not_logged_but_its_log_is_read(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*ADD) == 0
    with Path("cards.yaml").open("a") as file:
        file.write("nonsense: 1\n")
    assert run(*ADD) == 1
    assert "cards.yaml:" in capsys.readouterr().err
    assert run("log") == run("log", "show", "1") == run("log", "export", "a.csv") == 0
    Path("cards.yaml").unlink()
    assert run("log", "--log", "playtests/plays.jsonl") == 0
    assert capsys.readouterr().out.endswith("1 play\n")


def test_plays_with_other_cards_are_marked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*ADD) == 0
    make_game(here, cards={"troll": {"name": "Bridge Troll", "copies": 2}})
    assert run(*ADD, "--minutes", "50") == 0
    capsys.readouterr()
    assert run("log") == 0
    _, new, old, total = capsys.readouterr().out.splitlines()
    assert new.endswith("1.2.3")
    assert old.endswith("1.2.3 *")
    assert total == "2 plays; * 1 with cards that differ from the current cards.yaml"


def test_the_same_game_twice_is_remarked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*ADD) == run(*ADD) == 0
    assert (
        "Play 1 is identical; if this is one game logged twice: emporium-pnp log remove 2"
        in capsys.readouterr().err
    )


def test_the_game_may_stand_before_the_number(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*ADD) == 0
    capsys.readouterr()
    assert run("log", "show", ".", "1") == run("log", "show", "1", ".") == 0
    said = capsys.readouterr().out
    assert said[: len(said) // 2] == said[len(said) // 2 :]
    assert run("log", "show", "--format", "json", ".", "1") == 0
    assert run("log", "show", ".", "x") == 2
    assert "expected the number of a play, found '.'" in capsys.readouterr().err
    assert run("log", "remove", "--yes", ".", "1") == 0


def test_what_is_unlikely_is_logged_and_remarked(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(
            "log",
            "add",
            "--players",
            "Ann,Bo",
            "--winner",
            "Bo",
            "--minutes",
            "42",
            "--scores",
            "7,5",
        )
        == 0
    )
    assert (
        "Bo won, but Ann scored most; if that is a mistake: emporium-pnp log remove 1\n"
        in capsys.readouterr().err
    )
    seven = (
        "log",
        "add",
        "emporium",
        "--players",
        "A,B,C,D,E,F,G",
        "--winner",
        "A",
        "--minutes",
        "42",
        "--scores",
        "9,9,1,1,1,1,1",
    )
    assert run(*seven, "--log", "other.jsonl") == 0
    slip = "emporium-pnp log remove 1 emporium --log other.jsonl"
    assert (
        f"Emporium is for 2 to 6 players, but 7 played; if that is a mistake: {slip}\n"
        in capsys.readouterr().err
    )


def test_remove_asks_first(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*ADD) == 0
    capsys.readouterr()
    assert run("log", "remove", "1") == 2
    assert "there is no terminal to ask; --yes skips the question" in capsys.readouterr().err
    answering(monkeypatch, "n")
    assert run("log", "remove", "1") == 0
    said = capsys.readouterr()
    assert said.out == "nothing was removed\n"
    assert "play 1, " in said.err
    assert len(read_plays(Path("playtests/plays.jsonl"))) == 1
    answering(monkeypatch, "y")
    assert run("log", "remove", "1") == 0
    assert capsys.readouterr().out == "removed play 1\n"
    assert run(*ADD) == 0
    assert run("log", "remove", "2", "--yes", "--format", "json") == 0
    assert (
        json.loads(capsys.readouterr().out.partition("\n")[2])["results"]["removed"]["number"] == 2
    )


def test_export_and_import_go_round(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(*ADD, "--remark", "troll: weak", "--note", "=1+1") == run(*ADD, "--minutes", "50") == 0
    )
    assert run("log", "export", "a.csv") == run("log", "export", "a.json") == 0
    assert [play["minutes"] for play in json.loads(Path("a.json").read_text())["plays"]] == [42, 50]
    before = read_plays(Path("playtests/plays.jsonl"))
    capsys.readouterr()
    assert run("log", "import", "a.csv", "--yes") == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "nothing was added\n",
        "0 plays to add; 2 plays already logged, left out\n",
    )
    words = ("log", "import", "a.csv", "--log", "new/other.jsonl")
    assert run(*words) == 2
    assert not Path("new").exists()
    answering(monkeypatch, "n")
    assert run(*words) == 0
    assert not Path("new").exists()
    capsys.readouterr()
    answering(monkeypatch, "y")
    assert run(*words) == 0
    said = capsys.readouterr()
    assert said.out == "2 plays added to new/other.jsonl\n"
    assert "Bo      Ann, Bo, Cy   50" in said.err
    assert read_plays(Path("new/other.jsonl")) == before


def test_export_writes_over_nothing_unasked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(*ADD) == 0
    Path("a.csv").write_text("mine")
    assert run("log", "export", "a.csv") == 2
    answering(monkeypatch, "n")
    assert run("log", "export", "a.csv") == 0
    assert Path("a.csv").read_text() == "mine"
    assert run("log", "export", "a.csv", "--yes") == 0
    assert Path("a.csv").read_bytes().startswith(b"\xef\xbb\xbfnumber,date,")


def test_nothing_is_imported_if_one_row_is_faulty(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.csv").write_text(
        "date,players,winner,minutes,remarks\n2026-11-01,A,A,5,\n2026-11-02,A,B,5,trol: x\n"
    )
    assert run("log", "import", "a.csv", "--yes") == 1
    said = capsys.readouterr()
    assert "a.csv:3:14: error[bad-row]: 'winner' 'B' is not among the players" in said.err
    assert " 3 | 2026-11-02,A,B,5,trol: x" in said.err
    assert "a.csv:3:18: error[bad-row]: 'remark' there is no card 'trol'" in said.err
    assert not said.out
    assert not Path("playtests/plays.jsonl").exists()
    assert run("log", "import", "none.csv") == 74
    assert "cannot read none.csv" in capsys.readouterr().err


def test_rows_that_do_not_say_their_version_are_of_an_unknown_one(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.csv").write_text("date,players,winner,minutes\n2026-11-01,A,A,5\n")
    assert (
        run("log", "import", "a.csv", "--yes", "--log", "a.jsonl")
        == run("log", "import", "a.csv", "--yes", "--this-version")
        == 0
    )
    assert "1 of them with an unknown version of the cards" in capsys.readouterr().err
    data = data_of(load_game(here))
    assert [read_plays(Path(name))[0].data for name in ("a.jsonl", "playtests/plays.jsonl")] == [
        "",
        data,
    ]


@pytest.mark.parametrize(
    "words",
    [
        ADD,
        ("log",),
        ("log", "show", "1"),
        ("log", "remove", "1", "--yes"),
        ("log", "export", "a.csv"),
    ],
    ids=lambda words: "-".join(words[:2]),
)
def test_a_foreign_file_is_refused_untouched(
    words: tuple[str, ...], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in (("a.sqlite", b"mine"), ("b.sqlite", b"SQLite format 3\0" + bytes(500))):
        Path(name).write_bytes(content)
        assert run(*words, "--log", name) == 1
        assert re.search(
            rf"^{name}(:1:1)?: error\[broken-log\]: this is ", capsys.readouterr().err, re.M
        )
        assert run(*words, "--log", name, "--format", "json") == 1
        assert json.loads(capsys.readouterr().out)["problems"][0]["code"] == "broken-log"
        assert Path(name).read_bytes() == content
    assert not Path("a.csv").exists()


def test_a_newer_log_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*ADD) == 0
    path = Path("playtests/plays.jsonl")
    path.write_text(
        path.read_text(encoding="utf-8").replace("plays 1", "plays 2"), encoding="utf-8"
    )
    assert run(*ADD) == 1
    assert (
        "plays.jsonl:1:1: error[newer-log]: the playtest log was written by a newer version of emporium-pnp"
        in capsys.readouterr().err
    )


def test_the_log_of_an_earlier_version_is_taken_over_and_that_is_said_once(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = here / "playtests.sqlite"
    old.write_bytes(old_log([PLAY]))
    before = old.read_bytes()
    assert run("log") == run("log", "show", "1") == 0
    assert "taken over" not in capsys.readouterr().err
    assert run(*ADD) == 0
    said = capsys.readouterr()
    assert said.out.startswith("logged as play 2 in playtests")
    assert (
        "The plays in playtests.sqlite were copied; that file is unchanged, but is no longer read."
        in said.err
    )
    assert run(*ADD) == run("log", "remove", "1", "--yes") == 0
    assert "taken over" not in capsys.readouterr().err
    assert old.read_bytes() == before
    assert run(*ADD, "--log", "playtests.sqlite") == 1
    assert "playtests.sqlite: error[old-log]: " in capsys.readouterr().err
    assert run("log", "export", "old.csv", "--log", "playtests.sqlite") == 0


def test_where_the_folder_refuses_nothing_is_written(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a").write_text("a file")
    assert run(*ADD, "--log", "a/b.jsonl") == 74
    assert "cannot write a/b.jsonl: " in capsys.readouterr().err
    assert run(*ADD, "--log", "a/b.jsonl", "--format", "json") == 74
    assert json.loads(capsys.readouterr().out)["problems"][0]["code"] == "machine-refused"


@pytest.mark.skipif(sys.platform == "win32", reason="limits")
def test_a_full_disk_leaves_the_log_as_it_was(here: Path) -> None:
    code = (
        "import resource, sys; from generator.cli import main as cli\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1)); raise "
        "SystemExit(cli.run(sys.argv[2:]))"
    )

    # -B, for a compiled module cut off by the limit would break every later run
    def limited(most: int, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-B", "-c", code, str(most), *words],
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": str(ROOT)},
        )

    found = limited(100, *ADD)
    assert (found.returncode, found.stdout) == (74, "")
    assert re.match(
        r"emporium-pnp: cannot write playtests/plays.jsonl: .*Nothing was logged\.$",
        found.stderr.strip(),
    )
    assert not (here / "playtests").exists()
    assert run(*ADD) == 0
    big = [word for _ in range(100) for word in ("--remark", "troll: " + "x" * 490)]
    before = (here / "playtests" / "plays.jsonl").read_bytes()
    found = limited(30_000, *ADD, *big)
    assert (found.returncode, found.stdout) == (74, "")
    assert re.match(
        r"emporium-pnp: cannot write playtests/plays.jsonl: .*The log is unchanged\.$",
        found.stderr.strip(),
    )
    assert (here / "playtests" / "plays.jsonl").read_bytes() == before


def test_a_bundled_game_is_logged_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    root = (ROOT / "playtests").exists()
    assert run(*ADD, "--remark", "troll: fine") == 0
    said = capsys.readouterr()
    assert (
        "The log of a game that comes with emporium-pnp is kept in this folder: "
        "playtests/plays.jsonl"
    ) in said.err
    assert "No cards.yaml here: using the Emporium" in said.err
    assert [path.name for path in tmp_path.rglob("*")] == ["playtests", "plays.jsonl"]
    assert (ROOT / "playtests").exists() == root
    assert run("log", "emporium") == 0
    assert capsys.readouterr().out.endswith("1 play\n")


def test_a_game_elsewhere_has_its_log_beside_it(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(here / "sub")
    assert run("log", "add", "sub", *ADD[2:]) == 0
    assert (here / "sub" / "playtests" / "plays.jsonl").is_file()
    assert not Path("playtests/plays.jsonl").exists()


def test_notes_from_the_studio_are_listed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(make_game(here))
    notes = [
        Note(
            1,
            "weak\nand dear",
            "seat 2",
            "2026-11-20",
            "1.2.3",
            data,
            "one",
            "f" * 8,
            "note-1.record",
            12,
            2,
        ),
        Note(2, "too long", "", "2026-11-21", "1.0.0", "0" * 16, record="note-2.record", move=7),
    ]
    assert run("log", "notes") == 0
    assert "nothing noted yet in playtests/notes.jsonl" in capsys.readouterr().out.replace(
        os.sep, "/"
    )
    change_notes(here, lambda _: notes)
    assert run("log", "notes") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1].split() == ["2", "2026-11-21", "move", "7", "1.0.0", "*", "too", "long"]
    assert said[2].split() == [
        "1",
        "2026-11-20",
        "seat",
        "2",
        "one",
        "1.2.3",
        "weak",
        "/",
        "and",
        "dear",
    ]
    assert said[3] == "2 notes; * 1 with cards that differ from the current cards.yaml"
    assert run("log", "notes", "--format", "json") == 0
    assert [one["move"] for one in json.loads(capsys.readouterr().out)["results"]["notes"]] == [
        12,
        7,
    ]
    assert run("log") == 0
    assert (
        "2 notes from the studio: `emporium-pnp log notes` lists them." in capsys.readouterr().err
    )
    (here / "playtests" / "notes.jsonl").write_text("x\n", encoding="utf-8")
    assert run("log", "notes") == 1
    assert "broken-notes" in capsys.readouterr().err


def test_notes_and_plays_of_a_hostile_folder_steer_no_terminal(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = "\x1b]0;x\x07\x9b2J\x7f\u202e\ud800\r\n::error::x"
    note = {
        "number": 1,
        "text": hostile,
        "who": hostile,
        "date": hostile,
        "version": hostile,
        "data": hostile,
        "record": hostile,
    }
    play = {
        **replace(PLAY, number=1).as_json(),
        "note": hostile,
        "game": hostile,
        "remarks": [{"card": hostile, "text": hostile}],
    }
    (here / "playtests").mkdir()
    (here / "playtests" / "notes.jsonl").write_text(json.dumps(note) + "\n", encoding="utf-8")
    lines = [
        json.dumps(one)
        for one in ({"format": "emporium-pnp plays 1"}, play, {"number": 2, "date": hostile})
    ]
    (here / "playtests" / "plays.jsonl").write_text(
        "\n".join([*lines, hostile.encode("utf-8", "replace").decode()]), encoding="utf-8"
    )
    commands = (
        ("notes",),
        ("list",),
        ("show", "1"),
        ("export", "a.csv"),
        ("export", "a.json"),
        ("remove", "1", "--yes"),
    )
    for command in commands:
        for form in ("text", "json"):
            assert run(
                "log", *command, *(["--yes"] if command[0] == "export" else []), "--format", form
            ) in (0, 1, 2), command
            said = "".join(capsys.readouterr())
            assert not set(said) & set("\x1b\x07\x9b\x7f\u202e\ud800\r"), (command, form)
    assert not set(Path("a.csv").read_text(encoding="utf-8-sig")) & set("\x1b\x07\x9b\x7f\u202e")


def test_writing_up_an_evening_loads_nothing_that_plays(here: Path) -> None:
    code = (
        "import sys; from generator.cli import main as cli; code = cli.run(sys.argv[1:]);"
        "print(code, sorted(m for m in sys.modules if m in ('numba', 'numpy', 'reportlab', "
        "'rules_check.engine.game')))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, *ADD],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert said.stdout.splitlines()[-1] == "0 []"


def test_what_a_free_table_counted_is_shown(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play = replace(
        PLAY,
        turns=9,
        turn_seconds=40,
        table="3.table",
        cards=(CardCount("troll", 2, 2, 1, 1, 0, 0),),
    )
    add_plays(log_in(here), [play])
    assert run("log", "show", "1") == 0
    said = capsys.readouterr().out
    assert "9 turns, usually of 40 seconds" in said
    assert re.search(r"^troll +2 +2 +1 +1 +0 +0$", said, re.MULTILINE)
    assert "playtests/3.table" in said
