"""The list of commands, as `--help` shows it."""

from __future__ import annotations

import click
import pytest

from generator.cli.main import COMMANDS, cli, run

FOUND = {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}
GROUPS = {"": cli, **{name: command for name, command in FOUND.items() if isinstance(command, click.Group)}}


@pytest.mark.parametrize("name", GROUPS)
def test_every_summary_fits_its_line_in_80_columns(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*name.split(), "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:\n")[2].splitlines()
    group = GROUPS[name]
    assert [line.split()[0] for line in listed] == group.list_commands(click.Context(group))
    assert [line for line in listed if "..." in line or len(line) > 80 or not line.endswith(".")] == []
