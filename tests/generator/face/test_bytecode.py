"""Templates kept as Python has compiled them: found again by what they are made of, and never
trusted when damaged.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

from generator.face import bytecode
from generator.face.bytecode import MOST_FILES, SHORT
from generator.face.faces import make_environment
from generator.face.sandbox import Sandbox

FILLER = "{# " + "-" * SHORT + " #}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where templates are kept, for this test alone; tests may run where Python writes no
    bytecode.
    """
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache" / name)
    return tmp_path / "cache" / "emporium-pnp" / "templates"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled."""
    names, generate = list[str](), Sandbox._generate

    def noted(self: Any, source: Any, name: str, *more: Any, **options: Any) -> str:
        names.append(name)
        return generate(self, source, name, *more, **options)

    monkeypatch.setattr(Sandbox, "_generate", noted)
    return names


def run(folder: Path, text: str, name: str = "a.svg.j2", **settings: Any) -> str:
    """Run a template in an environment of its own, as another process would."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    environment = make_environment(folder)
    for setting, value in settings.items():
        setattr(environment, setting, value)
    environment.begin()
    return environment.get_template(name).render(at=3)


def test_what_is_unchanged_is_compiled_once(
    tmp_path: Path, home: Path, compiled: list[str]
) -> None:
    text = f"{FILLER}<text>{{{{ at + 1 }}}} and {{{{ 2 * 3 }}}}</text>"
    assert (
        run(tmp_path / "game", text)
        == run(tmp_path / "game", text)
        == '<text data-at="a.svg.j2:1">4 and 6</text>'
    )
    assert (len(compiled), len(list(home.iterdir()))) == (1, 1)
    run(tmp_path / "game", text + "\n")  # another text
    run(
        tmp_path / "game", text, name="b.svg.j2"
    )  # another template: its elements say where they come from
    run(tmp_path / "game", text, trim_blocks=True)  # another environment
    assert len(compiled) == 4


def test_a_copy_of_a_game_is_not_compiled_again_and_its_faults_name_its_own_file(
    tmp_path: Path, home: Path, compiled: list[str]
) -> None:
    text = (
        f"{FILLER}{{% macro half(n) %}}{{{{ 1 / n }}}}{{% endmacro %}}\n<text>{{{{ half(at - 3) "
        f"}}}}</text>"
    )
    for name in ("game", "copy"):
        with pytest.raises(ZeroDivisionError) as caught:
            run(tmp_path / name, text)
        frames = [
            frame for frame in traceback.extract_tb(caught.tb) if frame.filename.endswith(".j2")
        ]
        assert [(frame.filename, frame.lineno) for frame in frames] == [
            (str(tmp_path / name / "a.svg.j2"), line) for line in (2, 1)
        ]
    assert len(compiled) == 1


def test_another_sandbox_or_python_compiles_anew(
    tmp_path: Path, home: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path / "game", FILLER)
    monkeypatch.setattr(bytecode, "_source_hash", lambda module: f"{module} edited")
    run(tmp_path / "game", FILLER)
    monkeypatch.setattr(sys, "version", "4.0")
    run(tmp_path / "game", FILLER)
    assert len(compiled) == 3


@pytest.mark.parametrize(
    "harm", [lambda kept: kept[:-1], lambda kept: b"", lambda kept: kept[:60] + b"\xff" + kept[61:]]
)
def test_what_is_damaged_is_compiled_anew(
    tmp_path: Path, home: Path, compiled: list[str], harm: Any
) -> None:
    text = f"{FILLER}<text>{{{{ at }}}}</text>"
    found = run(tmp_path / "game", text)
    (kept,) = home.iterdir()
    kept.write_bytes(harm(kept.read_bytes()))
    assert run(tmp_path / "game", text) == found
    assert run(tmp_path / "game", text) == found
    assert len(compiled) == 2


def test_what_can_be_kept_nowhere_is_compiled_each_time(
    tmp_path: Path, home: Path, compiled: list[str]
) -> None:
    home.parent.mkdir(parents=True)
    home.write_text("a file")
    run(tmp_path / "game", FILLER)
    run(tmp_path / "game", FILLER)
    assert len(compiled) == 2


def test_short_templates_and_those_of_a_python_that_writes_none_are_not_kept(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path / "game", "<g/>")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    run(tmp_path / "game", FILLER)
    assert not home.exists()


def test_of_too_many_the_older_half_goes(tmp_path: Path, home: Path) -> None:
    home.mkdir(parents=True)
    for number in range(MOST_FILES):
        (home / f"{number:03}").write_bytes(b"")
        os.utime(home / f"{number:03}", (number, number))
    run(tmp_path / "game", FILLER)
    assert {path.name for path in home.iterdir()} > {
        f"{number:03}" for number in range(MOST_FILES // 2, MOST_FILES)
    }
    assert len(list(home.iterdir())) == MOST_FILES // 2 + 1


def test_a_template_that_is_kept_may_do_as_much_as_one_that_is_compiled(
    tmp_path: Path, home: Path
) -> None:
    text = f"{FILLER}{{% for n in range(2 * 40) %}}{{{{ n }}}}{{% endfor %}}"

    def left() -> int:
        (tmp_path / "a.txt.j2").write_text(text, encoding="utf-8")
        environment = make_environment(tmp_path)
        environment.begin()
        environment.get_template("a.txt.j2").render()
        return environment.left

    assert left() == left()
