"""The playtest log: what it takes, keeps, refuses, survives, and says of people and bots."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import itertools
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.data.game import Game, load_game
from generator.data.problems import ProblemError, format_problem
from rules_check.log import logbook
from rules_check.log.logbook import Cards, Logbook, Play, PlayError, Remark, checked_play, disagreements, opinion, read_plays

ROOT = Path(__file__).resolve().parents[3]
TODAY = datetime.date(2026, 11, 21)
CARDS = Cards("Trial", "1.0", "0123456789abcdef", {"troll": "Bridge Troll", "hydra": "Hydra of the Weir", "goat": "Goat"})
SAID = {"players": "Ann,Bo,Cy", "winner": "Bo", "minutes": "42"}
PLAY = Play(("Ann", "Bo", "Cy"), ("Bo",), 42, "2026-11-20", game="Trial", version="1.0", data=CARDS.data)


def faults_of(remarks: tuple[str, ...] = (), **said: str) -> dict[str, tuple[str, str | None]]:
    with pytest.raises(PlayError) as found:
        checked_play(SAID | said, remarks, CARDS, TODAY)
    return {one.field: (one.message, one.hint) for one in found.value.faults}


# ---------------------------------------------------------------- what people write


def test_an_evening_is_a_play() -> None:
    said = {**SAID, "winner": "cy, Bo", "rounds": "12", "scores": "41, −2;38", "date": "yesterday", "note": " good "}
    play = checked_play(said, ["troll: nobody: wanted it", "Hydra of the Weir: fun"], CARDS, TODAY)
    assert play == Play(
        ("Ann", "Bo", "Cy"),
        ("Bo", "Cy"),
        42,
        "2026-11-20",
        12,
        (41, -2, 38),
        (Remark("troll", "nobody: wanted it"), Remark("hydra", "fun")),
        "good",
        "Trial",
        "1.0",
        CARDS.data,
    )
    assert checked_play(SAID, [], CARDS, TODAY).date == "2026-11-21"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("players", "", "expected the names of who played"),
        ("players", "Ann,,Cy", "is there a comma too many"),
        ("players", "Bo,bo", "'Bo and bo' twice"),
        ("players", "A\x1b[31m,Bo", "control character"),
        ("players", "A\u202eB,Bo", "control character"),
        ("players", "\udcff,Bo", "control character"),
        ("players", f"Bo,{'x' * 61}", "at most 60"),
        ("players", f"Bo{',x1' * 1}{''.join(f',p{n}' for n in range(20))}", "at most 20 players"),
        ("winner", "", "expected who won"),
        ("winner", "Boo", "did you mean 'Bo'?"),
        ("winner", "Bo,bo", "names 'Bo' twice"),
        ("minutes", "", "expected how long it took"),
        ("minutes", "0", "from 1 to 10000"),
        ("minutes", "10001", "from 1 to 10000"),
        ("minutes", "4 2", "from 1 to 10000"),
        ("minutes", "٤٢", "from 1 to 10000"),
        ("rounds", "-1", "from 1 to 10000"),
        ("scores", "1,2", "expected 3 numbers"),
        ("scores", "1,2,x", "expected whole numbers"),
        ("scores", "1,2,9999999999", "expected whole numbers"),
        ("date", "2026-02-30", "expected a day such as 2026-11-21"),
        ("date", "20.11.2026", "expected a day such as 2026-11-21"),
        ("date", "2026-W47-5", "expected a day such as 2026-11-21"),
        ("date", "2062-11-20", "is the year right?"),
        ("date", "1026-11-20", "is the year right?"),
        ("note", "a\nb", "control character"),
        ("note", "x" * 2001, "at most 2000"),
        ("data", "xyz", "16 hexadecimal digits"),
    ],
)
def test_what_is_no_play_is_refused_with_its_field(field: str, value: str, message: str) -> None:
    assert message in " ".join(map(str, faults_of(**{field: value})[field]))


@pytest.mark.parametrize(
    ("remark", "message"),
    [
        ("trol: weak", "did you mean 'troll'?"),
        ("Bridge Trol: weak", "did you mean 'troll'?"),
        ("zzz: weak", "begins with a card's id"),
        ("troll", "a colon and what was said"),
        ("troll:", "a colon and what was said"),
        ("troll: \x07", "control character"),
        ("troll: " + "x" * 501, "at most 500"),
    ],
)
def test_a_remark_is_of_a_card(remark: str, message: str) -> None:
    assert message in " ".join(map(str, faults_of((remark,))["remark"]))


def test_all_faults_come_at_once() -> None:
    assert set(faults_of(("x: y",), winner="Dan", minutes="x", date="x", scores="1")) == {
        "winner",
        "minutes",
        "date",
        "scores",
        "remark",
    }


# ---------------------------------------------------------------- which version of the cards


def emporium_with(folder: Path, old: str, new: str) -> Game:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    assert old in text, old
    (folder / "cards.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    if not (folder / "templates").exists():
        shutil.copytree(ROOT / "templates", folder / "templates")
    return load_game(folder)


def test_the_version_of_the_cards_changes_with_all_that_rules_read_and_with_nothing_else(tmp_path: Path, emporium: Game) -> None:
    from rules_check.games.emporium.words import rules as emporium_rules

    def record_hash(game: Game) -> str:
        return hashlib.sha256(emporium_rules.cards_record(game).tobytes()).hexdigest()

    words = [
        ("# Emporium, whole", "# Another comment"),
        ("name: Tib the Mudlark", "name: Tib"),
        ("Holds court behind the cheese.", "Holds court."),
        ('gold: "#E6A817"', 'gold: "#E6A818"'),
        ("version: 0.2.0", "version: 0.3.0"),
        ("colour: tide, emblem: fish", "colour: ember, emblem: fish"),
    ]
    numbers = [
        ("level: 1, strength: 2, slots: [weapon, charm]", "level: 1, strength: 3, slots: [weapon, charm]"),
        ("level: 1, strength: 2, slots: [weapon, charm]", "level: 1, strength: 2, slots: [weapon, armour]"),
        ("guild: tide, level: 1, strength: 2", "guild: ember, level: 1, strength: 2"),
        ("price_cap: 4", "price_cap: 5"),
        ("starting_gold: 3", "starting_gold: 4"),
        ("choice: after_banishing", "choice: before_banishing"),
    ]
    for old, new in words:
        game = emporium_with(tmp_path, old, new)
        assert (logbook.data_of(game), record_hash(game)) == (logbook.data_of(emporium), record_hash(emporium)), new
        assert game.data_hash != emporium.data_hash  # which is why that one will not do
    seen = {logbook.data_of(emporium)}
    for old, new in numbers:
        game = emporium_with(tmp_path, old, new)
        assert record_hash(game) != record_hash(emporium), new
        seen.add(logbook.data_of(game))
    assert len(seen) == len(numbers) + 1


# ---------------------------------------------------------------- the file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "play #1?%20.sqlite"


def test_what_is_logged_is_read_again_newest_first(path: Path) -> None:
    full = replace(
        PLAY, rounds=3, scores=(1, -2, 3), winners=("Ann", "Cy"), remarks=(Remark("troll", "ö 木"),), note="n", date="2026-11-01"
    )
    assert read_plays(path) == []
    assert not path.exists()
    with Logbook(path, create=True) as book:
        assert book.add([PLAY, full]) == [1, 2]
        assert book.add([PLAY]) == [3]
    assert [(one.number, one) for one in read_plays(path)] == [(3, PLAY), (1, PLAY), (2, full)]
    with Logbook(path) as book:
        assert book.remove(3)
        assert not book.remove(3)
        assert book.add([PLAY]) == [4], "a number is given once"
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM seat WHERE play NOT IN (SELECT id FROM play)").fetchone() == (0,)
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_many_plays_are_logged_all_or_none(path: Path) -> None:
    with Logbook(path, create=True) as book:
        with pytest.raises(ProblemError):  # what the checker lets nobody say
            book.add([PLAY, replace(PLAY, minutes=0)])
        assert book.plays() == []
        assert book.database.execute("PRAGMA synchronous").fetchone() == (3,)


def other_database(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(";".join(("CREATE TABLE mine (x)", "INSERT INTO mine VALUES (1)", *statements)))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b""), "the file is empty"),
        (lambda path: path.write_bytes(b"\x89PNG" * 100), "this is no playtest log"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "this is no playtest log"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(2000)), "a database of another program"),
        (lambda path: other_database(path), "a database of another program"),
        (lambda path: other_database(path, "PRAGMA application_id=7"), "a database of another program"),
        (lambda path: other_database(path, f"PRAGMA application_id={logbook.APPLICATION_ID}"), "does not say which form"),
        (
            lambda path: other_database(path, f"PRAGMA application_id={logbook.APPLICATION_ID}", "PRAGMA user_version=1"),
            "lacks its table 'play'",
        ),
        (
            lambda path: other_database(path, f"PRAGMA application_id={logbook.APPLICATION_ID}", "PRAGMA user_version=2"),
            "by a newer emporium-pnp",
        ),
        (lambda path: path.write_bytes(logbook._blank()[:8192]), "damaged"),
        (lambda path: path.write_bytes(logbook._blank()[:4096] + b"\xff" * 24000), "damaged"),
    ],
)
def test_a_file_that_is_no_log_is_refused_untouched(make: Any, message: str, path: Path) -> None:
    make(path)
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(ProblemError, match=message) as found:
            Logbook(path, create)
        assert found.value.problems[0].code == ("newer-log" if "newer" in message else "broken-log")
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_log_with_something_slipped_in_is_refused(path: Path) -> None:
    Logbook(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TRIGGER t AFTER INSERT ON play BEGIN DELETE FROM play; END")
    with pytest.raises(ProblemError, match="trigger"):
        Logbook(path)


def test_an_entry_without_players_is_told_and_control_characters_are_not_shown(path: Path) -> None:
    with Logbook(path, create=True) as book:
        book.add([PLAY])
        book.database.execute("UPDATE seat SET name = 'A' || char(27) || 'B' WHERE seat = 1")
        assert book.plays()[0].players[0] == "A�B"
        book.database.execute("DELETE FROM seat")
        with pytest.raises(ProblemError, match="play 1 has no players"):
            book.plays()


def test_a_folder_is_no_log(path: Path) -> None:
    path.mkdir()
    with pytest.raises(ProblemError, match="a folder or a device"):
        Logbook(path, create=True)


def test_who_waits_too_long_for_another_program_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "WAIT_SECONDS", 0.05)
    Logbook(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other, Logbook(path) as book:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match="another program has been writing"):
            book.add([PLAY])
        other.execute("ROLLBACK")
        assert book.add([PLAY]) == [1]


# ---------------------------------------------------------------- crashes and crowds

WRITER = """
import os, signal, sys
from pathlib import Path
from rules_check.log.logbook import Logbook, Play, Remark
path, name, count, stop = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
remarks = tuple(Remark("troll", "x" * 400) for _ in range(150 if stop else 5))
with Logbook(path, create=True) as book:
    if stop:  # the cache is small, so that pages of a transaction are in the file before it is over
        word, times = stop.split("*")
        left = [int(times)]
        def look(statement):
            left[0] -= statement.startswith(word)
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
        book.database.execute("PRAGMA cache_size=1")
        book.database.set_trace_callback(look)
    for number in range(count):
        book.add([Play(("Ann", "Bo"), ("Bo",), 5, "2026-11-20", remarks=remarks, note=f"{name} {number}")])
        print(f"{name} {number}", flush=True)
"""


def writer(path: Path, name: str, count: int, stop: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count), stop], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def check_sound(path: Path, remarks: set[int]) -> list[str]:
    """See that a log is sound and has whole entries only; gives their notes."""
    with Logbook(path) as book:
        assert book.database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert book.database.execute("PRAGMA foreign_key_check").fetchall() == []
        plays = book.plays()
    assert all(len(play.players) == 2 and len(play.remarks) in remarks for play in plays)
    return [play.note for play in plays]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_writer_loses_nothing_it_acknowledged_and_leaves_nothing_half(path: Path) -> None:
    said, rounds = list[str](), 10
    for turn in range(rounds):
        with writer(path, str(turn), 10**6) as process:
            assert process.stdout
            for line in itertools.islice(process.stdout, 1 + turn % 4):
                said.append(line.strip())
            time.sleep(turn * 0.0007)  # so that it is killed at another point each time
            process.kill()
            said += [line.strip() for line in process.stdout if line.endswith("\n")]
        notes = check_sound(path, {5})
        assert len(notes) == len(set(notes))
        assert set(said) <= set(notes)
        assert len(set(notes) - set(said)) <= turn + 1  # committed, and killed before it could say so


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize(
    "stop", ["INSERT INTO play*1", "INSERT INTO seat*2", "INSERT INTO remark*1", "INSERT INTO remark*149", "COMMIT*1", "BEGIN*2"]
)
def test_a_writer_killed_within_a_transaction_is_undone(stop: str, path: Path) -> None:
    with Logbook(path, create=True) as book:
        book.add([replace(PLAY, players=("Ann", "Bo"), note="before", remarks=(Remark("troll", "x" * 400),) * 5)])
    size = path.stat().st_size
    process = writer(path, "new", 2, stop)
    said = process.communicate()[0].split("\n")[:-1]
    assert process.returncode == -signal.SIGKILL
    if stop in ("INSERT INTO remark*149", "COMMIT*1"):  # it was in the file, and the journal has to take it out again
        assert path.stat().st_size > size
        assert path.with_name(f"{path.name}-journal").stat().st_size > 0
    assert sorted(check_sound(path, {5, 150})) == ["before", *said]
    assert said == (["new 0"] if stop == "BEGIN*2" else [])


def test_two_who_write_at_once_lose_nothing(path: Path) -> None:
    both = [writer(path, name, 25) for name in ("a", "b")]
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert sorted(check_sound(path, {5})) == sorted(f"{name} {number}" for name in "ab" for number in range(25))


# ---------------------------------------------------------------- spreadsheets


def rows(text: str | bytes, **options: Any) -> list[Play]:
    return logbook.from_csv(text.encode() if isinstance(text, str) else text, "a.csv", CARDS, TODAY, **options)[0]


def test_a_log_goes_to_a_spreadsheet_and_back() -> None:
    plays = [
        PLAY,
        replace(
            PLAY, players=("=1+1", "'@x", "O'Hara"), winners=("=1+1", "O'Hara"), scores=(-1, 0, 5), rounds=9, note='-a "b", c; d'
        ),
        replace(PLAY, remarks=(Remark("troll", "a; hydra: b"), Remark("goat", "木, é")), data="", version=""),
        replace(PLAY, remarks=(Remark("long-gone", "a card of before"),), data="f" * 16, version="0.9", game="Old Trial"),
    ]
    text = logbook.to_csv(plays)
    assert rows(text) == plays
    assert rows(b"\xef\xbb\xbf" + text.replace("\r\n", "\n").encode()) == plays
    assert all(
        not cell.startswith(("=", "@", "-a")) for line in logbook.csv.reader(text.splitlines()) for cell in line[2:4] + line[8:9]
    )


def test_a_spreadsheet_of_ones_own() -> None:
    text = (
        'Date;Players;Winners;Minutes;Remarks\n2026-11-01;Ann, Bo;Bo;40;"Troll: dull\nhydra: fun"\n;;;;\n2026-11-02;Ann,Bo;Ann;35'
    )
    first, second = rows(text)
    assert first.remarks == (Remark("troll", "dull"), Remark("hydra", "fun"))
    assert (first.data, first.version, first.game, second.minutes) == ("", "", "Trial", 35)
    assert {play.data for play in rows(text, is_this_version=True)} == {CARDS.data}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.csv: error[bad-play]: there is no column 'date'"),
        ("date,players,winner\n", "a.csv:1:1: error[bad-play]: there is no column 'minutes'"),
        ("date,players,winer,minutes\n", "a.csv:1:14: error[bad-play]: there is no column 'winer'"),
        ("date,players,winner,minutes,date\n", "a.csv:1:29: error[bad-play]: the column 'date' stands twice"),
        (
            'date,players,winner,minutes\n2026-11-01,"Ann,Bo",Bo,x\n',
            "a.csv:2:24: error[bad-play]: 'minutes' expected a whole number",
        ),
        ("date,players,winner,minutes\n2026-11-01,Ann,Bo,Bo,4\n", "a.csv:2:22: error[bad-play]: this row has more cells"),
        ("date,players,winner,minutes\n,Ann,Ann,4\n", "a.csv:2:1: error[bad-play]: 'date' expected the day"),
        ('date,players,winner,minutes,note\n2026-11-01,A,A,4,"x\n', "a.csv:2:18: error[bad-play]: a quote is opened here"),
        ('date,players,winner,minutes,note\n2026-11-01,A,A,4,"x"y\n', "a.csv:2:21: error[bad-play]: something stands between"),
        (
            'remarks,date,players,winner,minutes\n"troll: a\ngoat: b",2026-11-01,A,B,4\n',
            "a.csv:3:23: error[bad-play]: 'winner' 'B' is not among",
        ),
        ("date,players,winner,minutes\n2026-11-01,A\x00,A,4\n", "a.csv:2:12: error[bad-play]: 'players' has a control character"),
        (b"date,players\n\xff", "a.csv: error[bad-play]: a spreadsheet's rows are UTF-8"),
    ],
)
def test_a_faulty_row_is_told_with_line_and_column(text: str | bytes, message: str) -> None:
    with pytest.raises(ProblemError) as found:
        rows(text)
    assert any(format_problem(problem).startswith(message) for problem in found.value.problems), found.value.problems


def test_every_fault_of_a_file_is_told_and_a_column_too_many_is_a_warning() -> None:
    text = "date,players,winner,minutes,mood\nx,A,A,0,good\n2026-11-01,A,B,4,bad\n"
    with pytest.raises(ProblemError) as found:
        rows(text)
    assert [(one.code, one.place and one.place.line) for one in found.value.problems] == [
        ("ignored-column", 1),
        ("bad-play", 2),
        ("bad-play", 2),
        ("bad-play", 3),
    ]
    _, warnings = logbook.from_csv(b"date,players,winner,minutes,mood\n", "a.csv", CARDS, TODAY)
    assert [one.severity for one in warnings] == ["warning"]


def test_a_file_read_twice_counts_once() -> None:
    other = replace(PLAY, minutes=43)
    assert logbook.not_yet([PLAY, PLAY, other], [replace(PLAY, data="", version="", number=8)]) == [PLAY, other]


# ---------------------------------------------------------------- people and bots

LENGTH = {
    "players": 3,
    "line_up": "expert",
    "games": 100,
    "rounds": {"10": 50, "12": 50},
    "minutes": {"mean": 40.0, "low": 39.0, "high": 41.0},
}


def plays_of(*minutes: int, **more: Any) -> list[Play]:
    return [replace(PLAY, minutes=one, winners=(PLAY.players[at % 3],), **more) for at, one in enumerate(minutes)]


def test_the_interval_of_a_mean_is_students() -> None:
    # Student (1908), the extra sleep by one drug over another, ten patients: mean 1.58, 95 % interval 0.70 to 2.46
    sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert logbook.mean_interval(sleep, 0.1) == pytest.approx((1.58, 0.700, 2.460), abs=1e-3)
    assert [logbook.t_95(n) for n in (1, 30, 31, 60, 1000)] == pytest.approx([12.706, 2.042, 2.0395, 2.0003, 1.9623], abs=2e-4)
    assert logbook.mean_interval([45, 45], 5)[2] > 55, "two round figures are not exact"
    # Clopper and Pearson's tables: 8 of 10 is 0.444 to 0.975, none of 10 up to 0.308
    assert logbook.share_interval(8, 10, 1) == pytest.approx((0.4439, 0.9748), abs=1e-4)
    assert logbook.share_interval(0, 10, 1) == pytest.approx((0, 0.3085), abs=1e-4)
    assert logbook.share_interval(10, 10, 1) == pytest.approx((0.6915, 1), abs=1e-4)
    assert logbook.share_interval(7.5, 10, 1) == pytest.approx((0.3475, 0.9748), abs=1e-4), "half a win widens it"
    narrow, wide = logbook.share_interval(8, 10, 1), logbook.share_interval(8, 10, 4)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_lengths_disagree_agree_or_cannot_be_told() -> None:
    measured = {"lengths": [{**LENGTH, "line_up": "random", "minutes": {"mean": 90}}, LENGTH]}
    (said,) = disagreements(plays_of(60, 65, 55, 60, 62, 58), measured)
    assert said == "3 players: people's games are longer, 60.0 minutes (56.4 to 63.6, 6 plays); bots (expert) 40.0 (39.0 to 41.0)."
    assert disagreements(plays_of(40, 42, 38, 40, 41, 39), measured) == []
    (said,) = disagreements(plays_of(60), measured)
    assert said == "3 players: too few plays to tell about minutes (1 play, 60.0; bots (expert) 40.0 (39.0 to 41.0))."
    (said,) = disagreements(plays_of(40, 70, 20), measured)
    assert said.startswith("3 players: too few plays to tell about minutes (3 plays, 43.3 on average (")
    assert disagreements(plays_of(60, 65, 55, 60, 62, 58), {"lengths": [{**LENGTH, "players": 4}]}) == []
    (said,) = disagreements(plays_of(41, 39, 40, 40, rounds=20) + plays_of(40), measured)
    assert said.startswith(
        "3 players: people's games are longer, 20.0 rounds (19.5 to 20.5, 4 plays); bots (expert) 11.0 (10.8 to 11.2)"
    ), said


def test_only_plays_with_these_cards_are_compared() -> None:
    plays = plays_of(60, 65, 55, 60, 62, 58, data="f" * 16)
    measured = {"lengths": [LENGTH], "data": CARDS.data}
    assert disagreements(plays, measured) == ["All 6 plays are of older or unknown versions of the cards, and not compared."]
    assert disagreements([*plays[:1], *plays_of(40, 42, 38, 40, 41, 39)], {"lengths": [LENGTH]}, CARDS.data) == [
        "1 of 7 plays is of older or unknown versions of the cards, and not compared."
    ]


def seats(players: int) -> list[dict[str, Any]]:
    return [
        {
            "players": players,
            "seat": at + 1,
            "share": 1 / players,
            "low": 1 / players - 0.01,
            "high": 1 / players + 0.01,
            "fair": 1 / players,
        }
        for at in range(players)
    ]


def test_seats_disagree_or_cannot_be_told_and_a_person_is_not_a_seat() -> None:
    turned = [replace(PLAY, players=names, winners=names[:1]) for names in itertools.permutations(("Ann", "Bo", "Cy"))]
    said = disagreements(turned * 3, {"seats": seats(3)})
    assert said[0].startswith("3 players: seat 1 wins more often among people, 100 % (")
    assert said[0].endswith("bots 33.3 % (32.3 to 34.3).")
    assert said[1].startswith("3 players: seat 2 wins less often among people, 0 % (")
    assert not any("skill" in one for one in said)
    said = disagreements([PLAY] * 12, {"seats": seats(3)})
    assert "but Bo sat there in 12 of 12: it may be the person, not the seat." in " ".join(said)
    assert said[-1].startswith("Bo won 12 of 12 plays, where 4.0 would be an equal's share")
    three = [turned[0], turned[3], turned[4]]
    assert len({one.players[0] for one in three}) == 3
    assert disagreements(three, {"seats": seats(3)}) == ["3 players: too few plays to tell about seats (3 plays)."]
    fair = [replace(one, winners=(one.players[seat],)) for seat in range(3) for one in turned] * 7
    assert disagreements(fair, {"seats": seats(3)}) == []
    shared = [replace(one, winners=one.players) for one in turned * 20]
    assert disagreements(shared, {"seats": seats(3)}) == []


def test_chance_alone_is_seldom_called_a_disagreement() -> None:
    import random

    luck, called = random.Random(1), 0
    for _ in range(150):
        plays = [replace(PLAY, minutes=max(1, round(luck.gauss(40, 8))), winners=(luck.choice(PLAY.players),)) for _ in range(8)]
        called += any(
            "wins" in one or "longer" in one or "shorter" in one
            for one in disagreements(plays, {"lengths": [LENGTH], "seats": seats(3)})
        )
    assert called / 150 < 0.10


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("nobody wanted it", "weak"),
        ("Too expensive!", "weak"),
        ("it’s weak", "weak"),
        ("never bought", "weak"),
        ("totally useless", "weak"),
        ("way too strong", "strong"),
        ("OP", "strong"),
        ("broken", "strong"),
        ("whoever gets it always wins", "strong"),
        ("not weak at all", None),
        ("isn't too strong", None),
        ("weak early, strong late", None),
        ("lovely picture", None),
        ("shopping", None),
    ],
)
def test_an_opinion_is_heard_where_it_is_plain(text: str, heard: str | None) -> None:
    assert opinion(text) == heard


def test_remarks_are_set_against_worth() -> None:
    def said(*texts: str, worth: float, low: float, high: float) -> list[str]:
        plays = [replace(PLAY, remarks=(Remark("troll", text),)) for text in texts]
        return disagreements(
            plays, {"cards": [{"card": "troll", "name": "Bridge Troll", "worth": worth, "low": low, "high": high}]}
        )

    weak = ("weak", "nobody wanted it", "useless")
    assert said(*weak, worth=1.2, low=0.1, high=2.3) == ["3 remarks say Bridge Troll is weak; bots: +1.2 points (0.1 to 2.3)."]
    assert said(*weak, worth=1.2, low=-0.1, high=2.3) == [], "the bots cannot tell"
    assert said(*weak, worth=-1.2, low=-2, high=-0.3) == [], "they agree"
    assert said("weak", worth=1, low=0.5, high=2) == [
        "1 remark says Bridge Troll is weak; bots: +1.0 points (0.5 to 2.0); one play is too few to tell."
    ]
    assert said("broken", "op", "weak", worth=-1, low=-2, high=-0.5) == [
        "2 remarks say Bridge Troll is strong, 1 the contrary; bots: -1.0 points (-2.0 to -0.5)."
    ]
    assert said("weak", "strong", worth=1, low=0.5, high=2) == []


def test_the_report_gets_plain_data() -> None:
    import json

    play = replace(PLAY, winners=("Ann", "Bo"), remarks=(Remark("troll", "weak"),))
    report = logbook.as_report([play], {}, CARDS.data)
    assert json.loads(json.dumps(report)) == {
        "plays": [
            {
                "date": "2026-11-20",
                "players": ["Ann", "Bo", "Cy"],
                "winner": "Ann, Bo",
                "minutes": 42,
                "rounds": None,
                "data": CARDS.data,
                "remarks": [{"card": "troll", "text": "weak"}],
            }
        ],
        "disagreements": [],
    }
    assert logbook.as_report([play], {}, "0" * 16)["disagreements"]
