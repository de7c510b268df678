"""What libraries would read where the user stands, or by the environment: shut out of each
process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.data import surroundings
from generator.data.surroundings import OURS, quiet_libraries, shut_out


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment, and a path of modules, that may be changed."""
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setattr(sys, "path", [*sys.path])
    return monkeypatch


@pytest.mark.parametrize("name", surroundings.LISTS)
def test_no_list_of_folders_names_where_the_user_stands(
    name: str, environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment.chdir(tmp_path)
    os.environ[name] = os.pathsep.join(["", str(tmp_path), ".", "bin", ""])
    shut_out()
    assert os.environ[name] == str(tmp_path)


@pytest.mark.parametrize("name", surroundings.FOLDERS)
def test_a_relative_folder_is_left_out_and_a_whole_one_kept(
    name: str, environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    os.environ[name] = "cache"
    shut_out()
    assert name not in os.environ
    os.environ[name] = str(tmp_path)
    shut_out()
    assert os.environ[name] == str(tmp_path)


def test_variables_that_change_what_is_printed_or_who_is_trusted_are_left_out(
    environment: pytest.MonkeyPatch,
) -> None:
    os.environ.update(
        {
            "RL_pageCompression": "0",
            "FORWARDED_ALLOW_IPS": "*",
            "WEB_CONCURRENCY": "many",
            "WEBSOCKETS_MAX_FRAGMENTS": "x",
        }
    )
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    shut_out()
    assert not {
        "RL_pageCompression",
        "FORWARDED_ALLOW_IPS",
        "WEB_CONCURRENCY",
        "WEBSOCKETS_MAX_FRAGMENTS",
    } & set(os.environ)
    assert os.environ["NUMBA_DISABLE_JIT"] == "1"


def test_modules_are_not_looked_for_where_the_user_stands(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment.chdir(tmp_path)
    os.environ["PYTHONPATH"] = os.pathsep.join(["", "lib", "/elsewhere"])
    sys.path[:] = ["", str(tmp_path), str(tmp_path / "lib"), "/elsewhere", "lib"]
    shut_out()
    assert sys.path == ["/elsewhere"]
    assert os.environ["PYTHONPATH"] == "/elsewhere"
    assert os.environ["PYTHONSAFEPATH"] == "1"


def test_our_own_packages_may_be_where_the_user_stands(environment: pytest.MonkeyPatch) -> None:
    environment.chdir(OURS)
    os.environ["PYTHONPATH"] = "."
    sys.path[:] = [OURS, "/elsewhere"]
    shut_out()
    assert sys.path == [OURS, "/elsewhere"]
    assert os.environ["PYTHONPATH"] == OURS


SETTINGS = """
cache_dir: elsewhere
chrome_trace: elsewhere.json
disable_jit: 0
nan: .nan
"""
READ = """
import sys
{first}
from numba.core import config
import yaml
config.reload_config()
print([config.CACHE_DIR, config.CHROME_TRACE, config.DISABLE_JIT, config._config_fname, sorted(config._env_reloader.old_environ)])
"""


@pytest.mark.slow_cases("generator", "numba")
@pytest.mark.parametrize(
    ("first", "content"),
    [
        ("import rules_check", SETTINGS),
        ("import generator", ": not YAML ["),
        ("import numba; import rules_check", SETTINGS),
    ],
)
def test_numba_reads_no_settings_where_the_user_stands(
    first: str, content: str, tmp_path: Path
) -> None:
    """Whichever library comes first; one that came before us has read what the user wrote for it,
    and it is taken back.
    """
    (tmp_path / ".numba_config.yaml").write_text(content)
    env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    env |= {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": OURS}
    words = [sys.executable, "-W", "error", "-P", "-c", READ.format(first=first)]
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("['', '', 1, '', ['NUMBA_DISABLE_JIT']]\n", "")


def test_reportlab_looks_for_fonts_nowhere(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / ".reportlab_settings").write_text("raise SystemExit('not this one')")
    (tmp_path / ".reportlab_mods").write_text("raise SystemExit('not this one')")
    (tmp_path / "reportlab_settings.py").write_text("raise SystemExit('not this one')")
    code = (
        "import generator; from reportlab import rl_config as r; print(r.T1SearchPath, "
        "r.TTFSearchPath, r.CMapSearchPath)"
    )
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": OURS}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[] [] []\n"


def test_quieting_twice_changes_nothing_more() -> None:
    before = [*sys.meta_path]
    quiet_libraries()
    assert sys.meta_path == before


def test_nothing_else_is_imported_while_python_looks_where_the_user_stands(tmp_path: Path) -> None:
    """Until `generator.__main__` takes the current folder out of the path of modules."""
    for name in (
        "contextlib",
        "types",
        "typing",
        "warnings",
        "functools",
        "collections",
        "importlib",
        "json",
        "click",
    ):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('ran {name}')")
    code = (
        "import sys; before = {*sys.modules}; import generator; print(sorted({*sys.modules} - "
        "before))"
    )
    env = {**os.environ, "PYTHONPATH": OURS}
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.append({OURS!r}); {code}"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = {"generator", "generator.data", "generator.data.surroundings"}
    stubs = {
        "reportlab.local_rl_mods",
        "reportlab.local_rl_settings",
        "reportlab_mods",
        "reportlab_settings",
    }
    assert done.stdout == f"{sorted(loaded | stubs)}\n"


TRAPS = """
__future__ click contextlib jinja2 json llvmlite local_rl_settings matplotlib multiprocessing numba numpy reportlab_mods
reportlab_settings signal sitecustomize socket subprocess threading types typing usercustomize warnings yaml
"""
FILES = """
.condarc .dask.yaml .env .fonts.conf .gitattributes .gitconfig .matplotlibrc .netrc .numba_config.yaml .pdbrc .pip.conf
.pydistutils.cfg .reportlab_mods .reportlab_settings .sqliterc alembic.ini babel.cfg dask.yaml distributed.yaml fonts.conf
logging.conf matplotlibrc mime.types numba.yaml optuna.yaml pip.conf pyproject.toml pyvenv.cfg setup.cfg uvicorn.json
"""
WATCH = """
import os, sys
here, log = os.environ["TRAPPED"] + os.sep, os.environ["TRAPPED"] + ".log"
def watch(event, values):
    if event == "open" and isinstance(values[0], (str, bytes)):
        path = os.path.abspath(os.fsdecode(values[0]))
        if path.startswith(here):
            with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), "w") as file:
                print(path, file=file)
sys.addaudithook(watch)
"""
COMMANDS = {
    "build": ["build", "emporium", "--only", "imp", "--output", "../out"],
    "simulate": [
        "simulate",
        "emporium",
        "--players",
        "2",
        "--games",
        "20",
        "--line-up",
        "random",
        "--processes",
        "2",
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_no_process_of_a_command_reads_a_file_where_the_user_stands(
    name: str, tmp_path: Path
) -> None:
    """Neither modules of Python nor settings of libraries."""
    game, spy = tmp_path / "game", tmp_path / "spy"
    game.mkdir()
    spy.mkdir()
    laid = {
        **{f"{trap}.py": "raise SystemExit('not this one')" for trap in TRAPS.split()},
        **dict.fromkeys(FILES.split(), SETTINGS),
    }
    for file, content in laid.items():
        (game / file).write_text(content)
    (spy / "sitecustomize.py").write_text(WATCH)
    (spy / "start.py").write_text(
        "if __name__ == '__main__':\n    from generator.cli.main import main\n    main()\n"
    )
    env = {**os.environ, "TRAPPED": str(game), "PYTHONPATH": os.pathsep.join((str(spy), OURS))}
    words = [sys.executable, str(spy / "start.py"), *COMMANDS[name]]
    done = subprocess.run(words, cwd=game, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    log = tmp_path / "game.log"
    assert not log.exists(), log.read_text()
    assert {path.name for path in game.iterdir()} == {*laid}
