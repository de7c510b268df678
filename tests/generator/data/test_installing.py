"""Which installer an environment is of, and the command that installs an extra with it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from generator.data import installing
from generator.data.installing import extras_of, install_command, installer, quoted


@pytest.fixture(autouse=True)
def _quotes_of_sh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "quoted", shlex.quote)


RECEIPT = (
    '[tool]\nrequirements = [{ name = "emporium-pnp", extras = ["studio"], directory = "x" }, { '
    'name = "other", extras = ["a"] }]\n'
)


def pipx(folder: Path, asked: str = "emporium-pnp") -> Path:
    (folder / "pipx_metadata.json").write_text(
        json.dumps({"main_package": {"package": "emporium-pnp", "package_or_url": asked}})
    )
    return folder


def test_pipx_is_told_the_extras_that_it_was_told_before(tmp_path: Path) -> None:
    assert installer(pipx(tmp_path)) == "pipx"
    assert (
        install_command("check", prefix=tmp_path, source="")
        == "pipx install --force 'emporium-pnp[check]'"
    )
    pipx(tmp_path, "emporium-pnp[studio, rtl]")
    assert (
        install_command("check", prefix=tmp_path, source="")
        == "pipx install --force 'emporium-pnp[check,rtl,studio]'"
    )
    assert (
        install_command("studio", prefix=tmp_path, source="")
        == "pipx install --force 'emporium-pnp[rtl,studio]'"
    )


def test_a_tool_of_uv_is_told_them_too(tmp_path: Path) -> None:
    (tmp_path / "uv-receipt.toml").write_text(RECEIPT)
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.9.1\n")
    assert installer(tmp_path) == "uv tool"
    assert (
        install_command("check", prefix=tmp_path, source="")
        == "uv tool install --force 'emporium-pnp[check,studio]'"
    )


def test_an_environment_of_uv_without_pip_takes_uv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.9.1\nversion_info = 3.13.0\n")
    monkeypatch.setattr(installing, "find_spec", lambda name: None)
    assert installer(tmp_path) == "uv pip"
    said = shlex.split(install_command("check", prefix=tmp_path, source=""))
    assert said == ["uv", "pip", "install", "--python", str(tmp_path), "emporium-pnp[check]"]
    monkeypatch.setattr(installing, "find_spec", lambda name: object())
    assert installer(tmp_path) == "pip"


def test_pip_is_that_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installer(tmp_path) == "pip"
    monkeypatch.setattr(installing.shutil, "which", lambda name: str(tmp_path / "bin" / name))
    assert (
        install_command("check", prefix=tmp_path, source="") == "pip install 'emporium-pnp[check]'"
    )
    monkeypatch.setattr(installing.shutil, "which", lambda name: "/usr/bin/pip")
    monkeypatch.setattr(installing, "find_spec", lambda name: object())
    assert shlex.split(install_command("check", prefix=tmp_path, source="")) == [
        *(sys.executable, "-m", "pip", "install", "emporium-pnp[check]")
    ]


def test_an_environment_without_pip_takes_that_of_its_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "find_spec", lambda name: None)
    python = shlex.split(install_command("check", prefix=tmp_path, source=""))
    assert python[1:] == ["-m", "pip", "--python", sys.executable, "install", "emporium-pnp[check]"]
    assert Path(python[0]).is_file()
    assert not Path(python[0]).is_relative_to(sys.prefix)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"main_package": null}', '{"main_package": {"package_or_url": null}}'],
)
def test_a_broken_receipt_stops_nothing(content: str, tmp_path: Path) -> None:
    for name in ("pipx_metadata.json", "uv-receipt.toml"):
        (tmp_path / name).write_text(content)
        assert install_command("check", prefix=tmp_path, source="").endswith(
            "install --force 'emporium-pnp[check]'"
        )
        (tmp_path / name).unlink()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            {"url": "file:///my%20code/pnp", "dir_info": {"editable": True}},
            ["--editable", "/my code/pnp[check]"],
        ),
        ({"url": "file:///code/pnp", "dir_info": {}}, ["/code/pnp[check]"]),
        (
            {"url": "file:///a/emporium_pnp-1.whl", "archive_info": {}},
            ["emporium-pnp[check] @ file:///a/emporium_pnp-1.whl"],
        ),
        (
            {
                "url": "https://example.org/pnp",
                "vcs_info": {"vcs": "git", "requested_revision": "v1", "commit_id": "a"},
            },
            ["emporium-pnp[check] @ git+https://example.org/pnp@v1"],
        ),
        (
            {"url": "https://example.org/pnp", "vcs_info": {"vcs": "git"}},
            ["emporium-pnp[check] @ git+https://example.org/pnp"],
        ),
        ({"url": 3}, ["emporium-pnp[check]"]),
        ([], ["emporium-pnp[check]"]),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths there have other words")
def test_an_extra_comes_from_where_the_tool_came_from(
    source: object, words: list[str], tmp_path: Path
) -> None:
    said = shlex.split(install_command("check", prefix=pipx(tmp_path), source=json.dumps(source)))
    assert said == ["pipx", "install", "--force", *words]


def test_words_are_quoted_for_the_shell() -> None:
    assert quoted("emporium-pnp[check]", is_windows=False) == "'emporium-pnp[check]'"
    assert quoted("emporium-pnp[check]", is_windows=True) == '"emporium-pnp[check]"'
    assert quoted(r"C:\Program Files\x", is_windows=True) == r'"C:\Program Files\x"'
    assert quoted(r"C:\x\python.exe", is_windows=True) == r"C:\x\python.exe"


def test_what_is_required_is_sorted_by_extra() -> None:
    assert extras_of(
        [
            "click>=8.2",
            "PyYAML",
            "numba<0.69,>=0.68; extra == 'check'",
            "emporium-pnp[check]; extra == 'tune'",
            'optuna>=4.0; extra == "tune"',
            "emporium-pnp[rtl,tune]; extra == 'dev'",
            "uharfbuzz; extra == 'rtl'",
        ]
    ) == {
        "": ["click", "PyYAML"],
        "check": ["numba"],
        "tune": ["numba", "optuna"],
        "dev": ["uharfbuzz", "numba", "optuna"],
        "rtl": ["uharfbuzz"],
    }
