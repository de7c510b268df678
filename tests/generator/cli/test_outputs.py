"""--output means the same in every command: a folder, or one file or the folder for it, within
output/ where nobody says.
"""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from generator.cli.console import placed
from generator.cli.main import cli, run
from generator.cli.schema import commands
from tests.conftest import ROOT, some

with click.Context(cli) as WHOLE:
    OUTPUTS = {
        words: option
        for words, command in commands(WHOLE)
        for option in command.params
        if isinstance(option, click.Option) and "--output" in option.opts
    }
BY_SORT = {
    sort: {words for words, option in OUTPUTS.items() if option.metavar == sort}
    for sort in ("FOLDER", "FILE|FOLDER", "FILE")
}


def test_every_output_is_of_one_of_three_sorts() -> None:
    assert set.union(*BY_SORT.values()) == set(OUTPUTS)
    assert len(OUTPUTS) > 15
    for words in BY_SORT["FOLDER"]:
        assert (OUTPUTS[words].get_default(WHOLE).parts[0], OUTPUTS[words].help) == (
            "output",
            "Folder for the files.",
        ), words
    for words in BY_SORT["FILE|FOLDER"]:
        assert re.search(r", or a folder for it\. \[output/.*\]$", OUTPUTS[words].help or ""), words
        assert not isinstance(OUTPUTS[words].get_default(WHOLE), Path), words
    for words in BY_SORT["FILE"]:
        assert not isinstance(OUTPUTS[words].get_default(WHOLE), Path), words


def test_the_guide_says_of_every_command_which_sort_it_is() -> None:
    text = (ROOT / "docs" / "how-to" / "installing.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `--output ([A-Z|\\]+)` \| (.*?) \|", text, re.M))
    told = {
        sort.replace("\\", ""): set(re.findall(r"`([a-z -]+)`", row)) for sort, row in rows.items()
    }
    targets = {words for words in BY_SORT["FOLDER"] if words.startswith("export ")}
    assert len(targets) > 5
    assert told == {**BY_SORT, "FOLDER": BY_SORT["FOLDER"] - targets | {"export"}}


def test_a_folder_takes_the_usual_name(tmp_path: Path) -> None:
    usual = Path("output/contact.png")
    assert placed(None, usual) == (usual, True)
    assert placed(Path("mine.png"), usual) == (Path("mine.png"), False)
    assert placed(Path("pictures"), usual) == (Path("pictures/contact.png"), True)
    (tmp_path / "v1.0").mkdir()
    assert placed(tmp_path / "v1.0", usual) == (tmp_path / "v1.0" / "contact.png", True)


@pytest.mark.slow_cases("contact-contact.png", "showcase --table-table.png", "showcase-hand.png")
@pytest.mark.parametrize(
    ("line", "file"),
    some(
        [
            ("contact", "contact.png"),
            ("showcase", "hand.png"),
            ("showcase --table", "table.png"),
            ("preview sunrise", "sunrise.png"),
            ("export xlsx", "pond.xlsx"),
            ("calibrate", "calibration-a4.pdf"),
        ],
        3,
    ),
)
def test_one_file_goes_into_a_folder_and_under_a_name(
    line: str, file: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, ending = line.split(), Path(file).suffix
    assert run(words) == 0
    assert (game / "output" / file).is_file()
    assert run([*words, "--output", "there"]) == 0
    assert (game / "there" / file).is_file()
    assert run([*words, "--output", f"mine{ending}"]) == 0
    assert (game / f"mine{ending}").is_file()
    assert run([*words, "--output", "mine.xyz"]) == 2
    assert f"--output expected a name that ends in {ending}" in capsys.readouterr().err


def test_sorts_of_commands_that_play_are_tried_too() -> None:
    assert BY_SORT["FILE|FOLDER"] == {
        "contact",
        "showcase",
        "preview",
        "export xlsx",
        "export json",
        "calibrate",
        "report",
    }
