"""What others copy into their repositories works for a game just made, and our own workflow says
what pyproject.toml does.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.cli import main as cli
from generator.cli.new import LAYOUTS
from generator.job.starting import start_game
from tests.conftest import ROOT, some

GUIDE = (ROOT / "docs" / "reference" / "ci.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HOOKS = {
    hook["id"]: hook
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}


def block(name: str) -> Any:
    """Read the YAML of the guide's block of that name."""
    (text,) = re.findall(rf"^```yaml {name}\n(.*?)^```$", GUIDE, re.M | re.S)
    return yaml.safe_load(text)


@pytest.fixture(params=some([None, *LAYOUTS], 4), ids=str)
def new_game(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A game just made, in the current folder."""
    start_game(tmp_path / "pond", request.param)
    monkeypatch.chdir(tmp_path / "pond")
    return tmp_path / "pond"


def statuses(lines: list[str]) -> dict[str, int]:
    """Run command lines of emporium-pnp, and return how each ended."""
    return {
        line: cli.run(shlex.split(line)[1:]) for line in lines if line.startswith("emporium-pnp ")
    }


def test_the_workflow_for_a_game_is_green_and_keeps_its_pdfs(new_game: Path) -> None:
    steps = block("workflow")["jobs"]["game"]["steps"]
    ended = statuses([step.get("run", "") for step in steps])
    assert {line.split()[1] for line in ended} == {"lint", "build"}
    assert set(ended.values()) == {0}
    (kept,) = (step["with"]["path"] for step in steps if "upload-artifact" in step.get("uses", ""))
    assert list(new_game.glob(kept))


@pytest.mark.slow_cases("mini", "trick")
def test_the_hooks_are_green_and_write_nothing(new_game: Path) -> None:
    before = sorted(new_game.rglob("*"))
    (ours,), (local,) = block("pre-commit")["repos"], block("pre-commit local")["repos"]
    assert {hook["id"] for hook in ours["hooks"]} == set(HOOKS)
    ended = statuses([hook["entry"] for hook in (*HOOKS.values(), *local["hooks"])])
    assert len(ended) == 2  # local ones are the same
    assert set(ended.values()) == {0}
    assert sorted(new_game.rglob("*")) == before


def test_the_hooks_run_for_the_files_of_a_game_and_no_others(new_game: Path) -> None:
    made = {
        path.relative_to(new_game).as_posix() for path in new_game.rglob("*") if path.is_file()
    } - {"cards.schema.json"}
    local = block("pre-commit local")["repos"][0]["hooks"]
    for hook in (*HOOKS.values(), *local):
        wanted = re.compile(hook["files"])
        assert all(
            wanted.search(name) and wanted.search(f"games/{name}")
            for name in (*made, "cards.fr.yaml", "sheets.yaml")
        )
        assert not any(
            map(
                wanted.search,
                ("README.md", "output/a.pdf", "cards.lock", "scorecards.yaml", "cards.yaml.orig"),
            )
        )


def test_only_the_recipes_for_games_with_rules_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start_game(tmp_path / "pond")
    plain, ruled = (
        repr([block("workflow"), block("pre-commit"), block("pre-commit local")]),
        block("job with rules"),
    )
    assert "emporium-pnp check" not in plain
    (line,) = (
        step["run"]
        for step in ruled["check"]["steps"]
        if step.get("run", "").startswith("emporium-pnp")
    )
    assert cli.run([*shlex.split(line)[1:], str(tmp_path / "pond")]) == 0
    assert "It has no rules, so it was not played" in capsys.readouterr().out
    (hook,) = block("hook with rules")
    assert hook["entry"] == "emporium-pnp check --quick"


def test_our_workflow_runs_what_pyproject_names() -> None:
    workflow = yaml.safe_load(
        (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    )
    jobs = workflow["jobs"]
    named = [
        word.removeprefix("Programming Language :: Python :: ")
        for word in PROJECT["classifiers"]
        if ":: 3." in word
    ]
    assert PROJECT["requires-python"] == f">={named[0]}"
    matrix = jobs["tests"]["strategy"]["matrix"]
    assert matrix["python"] == named
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    setup = next(
        step["with"] for step in jobs["bytes"]["steps"] if "setup-python" in step.get("uses", "")
    )
    assert sorted(setup["python-version"].split()) == named
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    for job in jobs.values():
        for line in (step["run"] for step in job["steps"] if "run" in step):
            first, *words = shlex.split(line)
            assert first in ("python", "make", "emporium-pnp")
            assert first != "make" or set(words) <= set(targets), line
            assert first != "emporium-pnp" or words[0] in cli.COMMANDS, line


def test_pythons_are_compared_on_those_that_pyproject_names() -> None:
    script = (ROOT / "tests" / "pythons.sh").read_text(encoding="utf-8")
    (minors,) = re.findall(r"^for minor in ([\d ]+); do$", script, re.M)
    named = [
        word.rpartition(".")[2] for word in PROJECT["classifiers"] if ":: Python :: 3." in word
    ]
    assert minors.split() == named
