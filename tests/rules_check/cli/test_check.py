"""check and report on the command line: exit codes, what is printed, what is refused, what is
written.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main as cli
from generator.cli.console import Printer, look_over
from generator.data import revisions
from generator.data.findings import Finding, Shown, Verdict
from generator.data.loading import load_game
from generator.data.problems import Place, Problem, ProblemError, Problems
from generator.job.starting import start_game
from rules_check.cli import check, playing
from rules_check.cli.check import Beside, as_problems, foremost, show, summary, verdict_on
from rules_check.log.notes import Note, change_notes
from rules_check.prove.checking import LEVELS
from rules_check.prove.examined import Examined
from rules_check.report.chapters import foremost_of
from tests.conftest import make_game, some
from tests.rules_check.prove.broken import ROOT, broken_game


def run(*words: str) -> int:
    return cli.run(list(words))


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `check --quick --format json` says of a game that takes too long for its box."""
    folder = tmp_path_factory.mktemp("checked")
    broken_game(folder / "long", ("minutes: 30-40", "minutes: 5-10"))
    with (
        pytest.MonkeyPatch.context() as patch,
        (folder / "check.json").open("w", encoding="utf-8") as file,
    ):
        patch.setattr("sys.stdout", file)
        patch.setitem(LEVELS, "quick", replace(LEVELS["quick"], trial=0.1))
        assert run("check", str(folder / "long"), "--quick", "--format", "json") == 1
    return folder


def test_json_is_one_object_with_every_finding(checked: Path) -> None:
    said = json.loads((checked / "check.json").read_text(encoding="utf-8"))
    assert (set(said), said["format"]) == (
        {"format", "results", "problems"},
        "emporium-pnp check 1",
    )
    results = said["results"]
    assert (results["level"], results["seed"], results["passed"]) == ("quick", 1, False)
    loud = [
        one
        for one in results["findings"]
        if one["verdict"] == "warning" and one["finding"] == "length"
    ]
    assert len(loud) == 5
    assert all(
        one["place"].startswith("cards.yaml:")
        and one["interval"][0] <= one["number"] <= one["interval"][1]
        for one in loud
    )
    assert [row["players"] for row in results["measured"]["lengths"]] == [2, 3, 4, 5, 6]


@pytest.mark.slow
def test_a_fault_is_printed_with_its_place_and_makes_the_exit_status(
    checked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", str(checked / "long"), "--quick") == 1
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.startswith("Emporium can be played, but has problems: 5 warnings.\n")
    assert re.search(r"\nwarning  With \d players, a game takes", said.out)
    assert re.search(r"too long\n {9}Where: cards.yaml:13:12, length \(\d players\)\n", said.out)
    assert len(re.findall(r"^warning  With \d players, a game takes", said.out, re.M)) == 5
    assert "And " not in said.out  # so few stand there all
    assert run("check", str(checked / "long"), "--quick", "--all") == 1
    assert "Data: does the game build?\nok       It builds\n" in capsys.readouterr().out


@pytest.mark.slow
def test_what_counts_is_annotated_in_ci(
    checked: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.chdir(checked)
    assert run("check", "long", "--quick", "--format", "github") == 1
    said = capsys.readouterr()
    (told,) = [line for line in said.out.splitlines() if line.startswith("::")]
    assert told.startswith("::warning file=long/cards.yaml,line=13,col=12,title=length::with ")
    assert "5 alike: cards.yaml:13:12" in told
    assert "Emporium can be played, but has problems: 5 warnings.\n" in said.out
    assert said.err == "5 warnings\n"


def test_what_is_unsure_is_annotated_only_where_it_counts() -> None:
    shown = Shown(2, "greedy", 1, 7)
    findings = [
        Finding("ties", "2 players", "games", "unsure", "too close"),
        Finding(
            "stall",
            "3 players",
            "games",
            "fault",
            "stuck",
            place=Place("cards.yaml", 3),
            shown=shown,
            hint="mend it",
        ),
        Finding("luck", "2 players", "games", "ok", "fine"),
        Finding("length", "2 players", "games", "warning", "long", silenced="meant"),
    ]
    (stuck,) = check.as_problems(findings, "pond ", with_unsure=False)
    assert (stuck.severity, stuck.code, stuck.hint) == (
        "error",
        "stall",
        f"mend it; emporium-pnp replay pond {shown.words}",
    )
    assert [one.code for one in check.as_problems(findings, "", with_unsure=True)] == [
        "stall",
        "ties",
    ]


@pytest.mark.parametrize("command", ["check", "report"])
def test_a_fault_is_shown_with_its_line_in_the_game_that_was_named(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Not with that line of a game in the current folder."""
    for folder, text in (("named", "game: {title: Named, pages: 3}"), ("here", "# sound")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cards.yaml").write_text(f"{text}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    assert run(command, str(tmp_path / "named")) == 1
    said = capsys.readouterr().err
    assert "1 | game: {title: Named, pages: 3}" in said
    assert "sound" not in said


@pytest.mark.slow
def test_what_build_refuses_is_a_fault_of_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = broken_game(
        tmp_path / "text", ("Finds more in the mud than she will ever admit to.", "Mud. " * 200)
    )
    assert run("check", str(game.folder), "--quick") == 1
    said = capsys.readouterr()
    assert "error[" in said.err
    assert "'tib'" in said.err
    assert re.search(r"\d+ errors?, see above", said.out)
    assert re.search(r"^\d+ errors?, 0 faults, ", said.out, re.M)


@pytest.mark.slow
def test_what_a_macro_was_given_in_vain_is_a_fault_of_who_gave_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = broken_game(tmp_path / "book", ("  minutes: 30-40\n", ""))
    book = game.folder / "templates" / "rulebook.md.j2"
    text = book.read_text(encoding="utf-8")
    for use, words in (
        ("{{ range_of(game.minutes) }}", "range_of(game.minutes)"),
        ("{{ range_of(\n  game.minutes) }}", "range_of("),
    ):
        book.write_text(text.replace("{{ range_of(game.minutes) }}", use), encoding="utf-8")
        assert run("build", str(game.folder), "--dry-run", "--only", "rulebook") == 1
        lines = book.read_text(encoding="utf-8").splitlines()
        said = re.search(
            r"rulebook.md.j2:(\d+)(?::\d+)?: error\[undefined-name\]: there is no 'minutes' here",
            capsys.readouterr().err,
        )
        assert said is not None
        assert words in lines[int(said[1]) - 1]


@pytest.mark.slow
def test_what_lint_finds_is_a_fault_of_the_check_with_its_place(tmp_path: Path) -> None:
    game = broken_game(tmp_path / "names", ("Bog Toad", "Magpie Mop"))
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert problems == []
    assert {finding.section for finding in findings} == {"paper"}
    (loud,) = [finding for finding in findings if finding.counts]
    assert (loud.code, loud.about, loud.verdict, loud.number) == (
        "names-alike",
        "magpies, name",
        "warning",
        1,
    )
    assert loud.place is not None
    assert (
        "Magpie Mob"
        in (game.folder / "cards.yaml")
        .read_text(encoding="utf-8")
        .splitlines()[loud.place.line - 1]
    )
    fine = [finding.claim for finding in findings if finding.verdict == "ok"]
    assert any(
        re.fullmatch(r"contrast of texts \([1-9]\d+\): all within the limits\.", claim)
        for claim in fine
    )


@pytest.mark.slow
def test_what_build_refuses_and_what_lint_finds_are_looked_for_at_once(tmp_path: Path) -> None:
    text = "Finds more in the mud than she will ever admit to."
    game = broken_game(tmp_path / "both", ("Bog Toad", "Magpie Mop"), (text, "Mud. " * 200))
    findings, problems = look_over(game, Problems(), with_lint=True)
    assert "names-alike" in {finding.code for finding in findings if finding.counts}
    assert [(problem.severity, problem.card) for problem in problems] == [("error", "tib")]
    assert look_over(game, Problems(), with_lint=False) == ([], problems)
    with Beside(str(game.folder), with_lint=True) as beside:  # in a process of its own the same
        assert beside.findings() == (findings, problems)


def test_a_look_that_is_not_waited_for_is_given_up() -> None:
    with Beside("emporium", with_lint=True) as beside:
        assert beside.process.is_alive()
    assert beside.process.exitcode not in (None, 0)


def test_ctrl_c_ends_a_check_and_leaves_no_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "set_up", lambda *_: signal.raise_signal(signal.SIGINT))
    assert run("check", "emporium") == 130
    assert multiprocessing.active_children() == []
    assert capsys.readouterr().err.strip() == "interrupted; nothing was changed"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signal masks on Windows")
def test_the_look_is_deaf_to_ctrl_c_from_its_first_moment(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with Beside("emporium", with_lint=False) as beside:
        assert beside.process.pid is not None
        os.kill(beside.process.pid, signal.SIGINT)
        assert beside.findings() == ([], [])
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_the_look_takes_no_code_from_where_the_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "multiprocessing.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    with Beside("emporium", with_lint=False) as beside:
        assert beside.findings() == ([], [])


def test_a_look_that_dies_is_a_fault_of_the_check() -> None:
    with Beside("emporium", with_lint=False) as beside:
        beside.process.kill()
        findings, (problem,) = beside.findings()
    assert (findings, problem.code, problem.severity) == ([], "build-failed", "error")


def test_causes_are_told_of_the_warnings_that_the_verdict_counts() -> None:
    loud = Finding("names-alike", "a, b", "paper", "warning", "alike", 1.0)
    quiet = [replace(loud, verdict="ok"), replace(loud, silenced="ours")]
    translated = Problem("power-differs", "differs", severity="warning")
    note = replace(translated, severity="note")
    verdicts = check._verdicts_in(([loud, *quiet], [translated, note]))
    assert verdicts == {"warning": 2}


@pytest.mark.parametrize("is_in_git", [False, True])
def test_a_fault_of_the_earlier_version_is_shown_with_its_own_line(
    is_in_git: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is found before any game is played."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        start_game(folder, rules="data")
    text = (new / "cards.yaml").read_text(encoding="utf-8")
    wrong = text.replace("kinds:", "kindz:")
    line = wrong.splitlines().index("kindz:") + 1
    (old / "cards.yaml").write_text(wrong, encoding="utf-8")
    (new / "cards.yaml").write_text(f"# New.\n{text}", encoding="utf-8")
    monkeypatch.chdir(new)
    monkeypatch.setattr(revisions, "take_out", lambda *_: old / "cards.yaml")
    monkeypatch.setattr(check, "set_up", lambda *_: pytest.fail("it is being played"))
    assert run("check", "--against", "HEAD" if is_in_git else "../old") == 1
    said = capsys.readouterr().err
    where = "cards.yaml" if is_in_git else str(Path("../old/cards.yaml"))
    assert said.startswith(f"{where}:{line}:1: error[unknown-key]: ")
    assert f"\n {line} | kindz:\n" in said
    assert ("in HEAD: unknown key" in said) == is_in_git


def test_the_quick_check_leaves_lint_out(checked: Path) -> None:
    said = json.loads((checked / "check.json").read_text(encoding="utf-8"))
    assert {one["section"] for one in said["results"]["findings"]}.isdisjoint({"paper"})


@pytest.mark.slow
def test_faults_of_the_data_stop_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "wrong"
    shutil.copytree(ROOT / "templates", folder / "templates")
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    (folder / "cards.yaml").write_text(
        text.replace("guild: tide, level: 1, strength: 2", "guild: tied, level: 1, strength: 2", 1)
    )
    assert run("check", str(folder)) == 1
    said = capsys.readouterr()
    assert "did you mean 'tide'?" in said.err
    assert "Whole games" not in said.out


@pytest.mark.slow
def test_not_sure_yet_fails_only_where_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain, strict = (run("check", "emporium", "--quick", *words) for words in ((), ("--strict",)))
    said = capsys.readouterr().out
    assert "unsure" in said
    assert (plain, strict) == (0, 1)


def test_a_report_is_written_from_a_check(
    checked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    words = (
        "report",
        str(checked / "long"),
        "--from",
        str(checked / "check.json"),
        "--output",
        str(page),
    )
    assert run(*words) == 0
    text = page.read_text(encoding="utf-8")
    assert text.lower().startswith("<!doctype html>")
    assert "emporium-pnp" in text
    assert "too long" in text
    assert run(*words) == 0  # a page may be written anew
    assert page.read_text(encoding="utf-8") == text
    assert "page.html" in capsys.readouterr().out


def test_a_report_shows_what_people_wrote_into_the_log(checked: Path, tmp_path: Path) -> None:
    log = str(tmp_path / "evenings.sqlite")
    assert (
        run(
            "log",
            "add",
            "--players",
            "Ann,Bo,Cy,Di",
            "--winner",
            "Bo",
            "--minutes",
            "95",
            "--log",
            log,
            str(checked / "long"),
        )
        == 0
    )
    page = tmp_path / "page.html"
    words = (
        "report",
        str(checked / "long"),
        "--from",
        str(checked / "check.json"),
        "--log",
        log,
        "--output",
        str(page),
    )
    assert run(*words) == 0
    assert "Ann" in page.read_text(encoding="utf-8")
    change_notes(
        checked / "long",
        lambda _: [Note(1, "It <b>drags</b>.", "seat 2", "2026-11-20", "1.0.0", "d" * 16)],
    )
    assert run(*words) == 0
    assert "It &lt;b&gt;drags&lt;/b&gt;." in page.read_text(encoding="utf-8")
    (checked / "long" / "playtests" / "notes.jsonl").unlink()


def test_a_report_overwrites_nothing_but_a_page(
    checked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "notes.html"
    mine.write_text("my notes", encoding="utf-8")
    assert run("report", "--from", str(checked / "check.json"), "--output", str(mine)) == 2
    assert mine.read_text(encoding="utf-8") == "my notes"
    assert "is not a page" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    ["", "{}", "[1]", '{"results": 3}', '{"results": {"findings": [], "game": null}}', "\x00"],
)
def test_a_report_refuses_what_is_no_check(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "check.json"
    source.write_text(content, encoding="utf-8")
    assert (
        run("report", "emporium", "--from", str(source), "--output", str(tmp_path / "page.html"))
        == 1
    )
    assert "error[no-check]" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_a_report_is_of_the_numbers_of_players_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = str(tmp_path / "page.html")
    assert run("report", "emporium", "--players", "9", "--output", page) == 2
    assert "found 9" in capsys.readouterr().err
    assert run("report", "emporium", "--players", "2", "--from", "a.json", "--output", page) == 2
    assert "leave out --from" in " ".join(capsys.readouterr().err.split())


def test_a_missing_check_is_refused_by_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(
            "report",
            "emporium",
            "--from",
            str(tmp_path / "none.json"),
            "--output",
            str(tmp_path / "page.html"),
        )
        == 74
    )
    assert "cannot read" in capsys.readouterr().err


def test_a_check_of_other_numbers_is_noticed(
    checked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = broken_game(tmp_path / "other", ("starting_gold: 3", "starting_gold: 4"))
    words = (
        "report",
        str(other.folder),
        "--from",
        str(checked / "check.json"),
        "--output",
        str(tmp_path / "page.html"),
    )
    assert run(*words) == 0
    said, lines = (
        capsys.readouterr().err,
        (checked / "check.json").read_text(encoding="utf-8").splitlines(),
    )
    line = next(number for number, line in enumerate(lines, 1) if '"data":' in line)
    assert f"check.json:{line}:" in said
    assert "warning[stale-check]" in said


def test_a_check_of_another_game_is_refused(
    checked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(
            "report",
            "empire",
            "--from",
            str(checked / "check.json"),
            "--output",
            str(tmp_path / "page.html"),
        )
        == 1
    )
    assert "expected a check of Empire, found one of Emporium" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


@pytest.mark.slow_cases("")
@pytest.mark.slow
@pytest.mark.parametrize("redirected", some(["", "2>&1"], 2))
def test_a_fault_is_one_where_the_reader_has_seen_enough(redirected: str, checked: Path) -> None:
    command = (
        f"{sys.executable} -m generator check --quick {checked / 'long'} {redirected} | head -1; "
        f"exit ${{PIPESTATUS[0]}}"
    )
    found = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr, found.stdout.count("\n")) == (1, "", 1)


def a_finding(code: str, verdict: Verdict, excess: float = 1.0, **more: Any) -> Finding:
    claim = (
        f"seat 4 of 5 wins 23.1 % (22.1 to 24.1) of games (fair share 20.0 %): {code}, {verdict}, "
        f"{excess}, too often to be fair"
    )
    hint = (
        "measured among expert players: what is it worth to go first, and to go last, for those "
        "who know how to use it?"
    )
    return Finding(
        code,
        "5 players, seat 4",
        "balance",
        verdict,
        claim,
        23.1,
        place=Place("cards.yaml", 12, 12),
        hint=hint,
        excess=excess,
        **more,
    )


def test_the_gravest_and_farthest_beyond_its_limit_comes_first_and_one_of_each_sort() -> None:
    findings = [
        a_finding("ties", "ok"),
        a_finding("seat-advantage", "unsure", 0.5),
        a_finding("card-worth", "warning", 3.0),
        a_finding("card-worth", "warning", 9.0),
        a_finding("length", "warning", 5.0),
        a_finding("stall", "warning", 99.0, silenced="meant"),
        a_finding("box", "fault"),
    ]
    loud = [*findings[1:5], findings[6]]
    assert [(one.code, one.excess) for one in foremost(loud)] == [
        ("box", 1.0),
        ("card-worth", 9.0),
        ("length", 5.0),
    ]
    assert [one.code for one in foremost(loud[:1])] == ["seat-advantage"]
    assert summary(findings) == "1 fault, 3 warnings, 1 unsure, 1 silenced, 1 ok"


def test_what_play_showed_comes_before_evenness_and_that_before_what_paper_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    remarks = [
        replace(
            a_finding(f"remark-{at}", "warning", 40.0), section="paper" if at == 0 else "census"
        )
        for at in range(4)
    ]
    findings = [
        *remarks,
        a_finding("card-taken", "warning", 1.5),
        a_finding("seat-advantage", "unsure", 50.0),
        a_finding("z", "fault"),
    ]
    assert [one.code for one in foremost(findings)] == ["z", "card-taken", "remark-1"]
    examined = Examined(load_game(ROOT), LEVELS["usual"], 1, "", "experts", findings)
    show(examined, Printer(is_json=False), False, "")
    lines = capsys.readouterr().out.splitlines()
    assert (
        sum(line.startswith("warning  ") for line in lines) == 5
    )  # with their evidence or in a line
    assert (
        sum(
            line.startswith("warning  ") and line.endswith(" …") and len(line) <= 80
            for line in lines
        )
        == 3
    )
    assert "And 1 more that are unsure: 1 seat-advantage." in lines
    rows = [
        {"finding": one.code, "section": one.section, "verdict": one.verdict, "excess": one.excess}
        for one in findings
    ]
    assert [one.name for one in foremost_of(rows)] == ["z", "card-taken", "remark-1"]


@pytest.mark.parametrize("show_all", [False, True])
def test_the_first_screen_holds_the_verdict_and_what_matters_most(
    show_all: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = Shown(5, "expert", 1, 14_061)
    findings = [
        a_finding(code, "warning", at, shown=shown if at == 2 else None)
        for at, code in enumerate("abcdefghi")
    ]
    examined = Examined(
        load_game(ROOT),
        LEVELS["usual"],
        1,
        "",
        "experts fitted to these cards, in some seconds, from those shipped",
        findings,
    )
    show(examined, Printer(is_json=False), show_all, "games/empire ")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Emporium can be played, but has problems: 9 warnings."
    assert "Judged by experts fitted" in lines[1]
    if not show_all:
        assert len(lines) < 24
        assert all(len(line) <= 80 for line in lines if "emporium-pnp" not in line)
        assert "And 6 more: " in "\n".join(lines)
        assert sum("Where: cards.yaml:12:12" in line for line in lines) == 3
    assert sum("Where: cards.yaml:12:12" in line for line in lines) == (9 if show_all else 3)


WEAK = (
    "Its balance is untested: only greedy players judged it, and how hard they are to beat is "
    "unknown."
)
UNTESTED = f"Nothing is known to be wrong with Emporium. {WEAK}"


@pytest.mark.parametrize(
    ("findings", "line"),
    [
        ([("a", "unsure", True)], UNTESTED),
        ([("a", "unsure", True), ("b", "ok", False)], UNTESTED),
        ([], UNTESTED),
        (
            [("a", "unsure", True), ("b", "unsure", False)],
            (
                "Nothing is known to be wrong with Emporium; one value is too close to its limit "
                f"to tell. {WEAK}"
            ),
        ),
        ([("a", "warning", False)], f"Emporium can be played, but has problems: 1 warning. {WEAK}"),
    ],
)
def test_the_verdict_names_judges_whom_nobody_trained(
    findings: list[tuple[str, Verdict, bool]], line: str
) -> None:
    found = [
        a_finding(code, verdict, untested="untested" if is_untested else "")
        for code, verdict, is_untested in findings
    ]
    examined = Examined(
        load_game(ROOT), LEVELS["usual"], 1, "", "greedy players", found, among="greedy players"
    )
    assert verdict_on(examined) == line


def test_a_warning_that_is_no_finding_counts() -> None:
    """A translation that says the opposite is printed above the verdict, and is part of it."""
    problem = Problem(
        "other-sense",
        "'sales' says 'décroissants', where cards.yaml says 'lowest'",
        None,
        severity="warning",
    )
    examined = Examined(load_game(ROOT), LEVELS["usual"], 1, "", "experts", problems=[problem])
    assert (
        verdict_on(examined)
        == "Emporium can be played, but has problems: 1 warning, printed above."
    )
    assert not examined.is_passed
    assert summary([], examined.errors, examined.warnings) == "0 faults, 1 warning, 0 ok"


def test_what_is_untested_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    """More games would not tell."""
    found = [a_finding("exploitable", "unsure", untested="untested")]
    examined = Examined(
        load_game(ROOT), LEVELS["usual"], 1, "", "greedy players", found, among="greedy players"
    )
    show(examined, Printer(is_json=False), False, "")
    out = capsys.readouterr().out
    assert "To do: measured among expert players" in out
    assert "plays more games" not in out


def test_what_follows_from_untested_judges_is_counted_and_not_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = a_finding("skill", "unsure", untested="untested")
    found = [
        a_finding("exploitable", "unsure", untested="untested"),
        replace(one, follows="exploitable"),
    ]
    examined = Examined(
        load_game(ROOT), LEVELS["usual"], 1, "", "greedy players", found, among="greedy players"
    )
    assert summary(found) == "0 faults, 0 warnings, 2 untested, 0 ok"
    assert [one.code for one in as_problems(found, "", with_unsure=True)] == ["exploitable"]
    show(examined, Printer(is_json=False), False, "")
    out = capsys.readouterr().out
    assert "exploitable" in out
    assert "skill" not in out
    show(examined, Printer(is_json=False), True, "")
    assert "untested" in capsys.readouterr().out


def test_quick_and_deep_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "emporium", "--quick", "--deep") == 2
    assert "cannot be combined" in capsys.readouterr().err


def test_gear_is_told_in_words(tmp_path: Path) -> None:
    from generator.data.loading import load_game
    from rules_check.games.emporium.examine import reach
    from rules_check.games.emporium.game import rules as emporium_rules
    from rules_check.report.page import write_report

    game = load_game(ROOT)
    page = write_report(
        {
            "game": {"title": "x"},
            "findings": [],
            "measured": {"reach": [reach(game, emporium_rules.cards_record(game))]},
        }
    )
    assert "&#39;item&#39;" not in page
    assert "{" not in page.split("What beats each monster")[-1].split("</table>")[0]


def test_rules_that_are_data_are_played_uncompiled_while_they_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The process that plays is another one, in which nothing is compiled; it is given the same
    words.
    """
    asked = list[tuple[list[str], str]]()

    def ask(command: list[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
        asked.append((command[command.index("generator") + 1 :], env["NUMBA_DISABLE_JIT"]))
        return started([sys.executable, "-c", "raise SystemExit(1)"])

    started = subprocess.Popen
    monkeypatch.setattr(check, "is_uncompiled", lambda game: True)
    monkeypatch.setattr(subprocess, "Popen", ask)
    broken_game(tmp_path / "any")
    monkeypatch.chdir(tmp_path / "any")
    assert run("check", "--quick", "--strict", "--seed", "4") == 1
    assert asked == [(["check", "--quick", "--seed", "4", "--strict"], "1")]
    assert "compiled in the background" in capsys.readouterr().err


def test_a_quick_check_of_long_games_waits_for_compiled_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def compiled(*_: object) -> None:
        raise ProblemError(Problem("any", "played by compiled rules"))

    monkeypatch.setattr(check, "is_uncompiled", lambda game: True)
    monkeypatch.setattr(check, "PATIENCE", 0.01)
    monkeypatch.setattr(check, "examined_game", compiled)
    broken_game(tmp_path / "any")
    monkeypatch.chdir(tmp_path / "any")
    assert run("check", "--quick") == 1
    said = capsys.readouterr().err
    assert "waits for the compiled rules.\nerror[any]: played by compiled rules" in said


@pytest.mark.slow
def test_a_quick_check_that_is_given_up_says_nothing_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    broken_game(tmp_path / "any")
    monkeypatch.chdir(tmp_path / "any")
    for seconds in (0.5, 1.0, 2.0):
        with suppress(subprocess.TimeoutExpired):
            playing.run_uncompiled(["check", "--deep"], seconds)
            raise AssertionError("it ended by itself")
    time.sleep(2.0)  # until what it started has ended too
    assert capfd.readouterr().err == ""


def test_only_cold_rules_that_are_data_are_compiled_beside_a_check(tmp_path: Path) -> None:
    broken_game(tmp_path / "any")
    assert not playing.is_uncompiled(load_game(tmp_path / "any" / "cards.yaml"))


@pytest.mark.slow
def test_some_numbers_of_players_are_checked_and_the_others_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("check", "emporium", "--quick", "--players", "2,4")
    assert (run(*asked), run(*asked, "--strict")) == (0, 1)
    text = capsys.readouterr().out
    assert "No game was played by 3, 5 or 6 players" in text
    assert "emporium-pnp check emporium --players 2,4 --all" in text
    assert run("check", "emporium", "--players", "9") == 2
    assert "is for 2, 3, 4, 5 or 6 players, found 9" in capsys.readouterr().err


def test_a_game_without_rules_has_no_numbers_of_players_to_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(tmp_path)
    assert run("check", str(tmp_path), "--players", "2") == 2
    assert "--players is for games with rules" in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_doubtful_in_rules_that_are_data_is_a_warning_of_the_check(tmp_path: Path) -> None:
    play = {
        "common": {"deck": "all card, face down"},
        "each": {"hand": "card, seen by owner"},
        "turn": [{"choose": {"draw": "move 1 from deck to hand", "wait": "nothing"}}],
        "until": "deck is empty",
    }
    make_game(tmp_path, game={"title": "Any", "version": "1.0.0", "players": 2}, play=play)
    done = subprocess.run(
        [sys.executable, "-m", "generator", "check", str(tmp_path), "--quick"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "warning[never-won]: nothing decides who wins" in done.stderr
    assert "1 warning, printed above" in done.stdout
