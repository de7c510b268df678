"""Shuts out what libraries read without being asked: settings in the working folder, and variables
that change results.

In: the environment and the modules of this process. Out: the same without these. `shut_out` is for
our own commands, whose processes inherit what it does; `quiet_libraries` is for every process that
imports us. docs/lab/reliability.md lists what each library reads, and why it is shut out or left.
Knows the libraries only by name, and imports none.
"""

# ruff: noqa: PTH100, PTH117, PTH120 No other module is imported here, not even __future__: by
# With `python -m generator`, Python still looks for them in the working folder.
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

LISTS = ("PATH", "PYTHONPATH", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS")
"""Variables that list folders. An empty or relative part means the working folder, and is removed.
"""
FOLDERS = (
    "DASK_CONFIG",
    "DASK_ROOT_CONFIG",
    "DASK_TEMPORARY_DIRECTORY",
    "FSSPEC_CONFIG_DIR",
    "NUMBA_CACHE_DIR",
    "PYTHONPYCACHEPREFIX",
    "TEMP",
    "TMP",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
)
"""Variables that name a folder or a file. A relative one depends on the working folder, and is
removed.
"""
NOT_FOR_US = ("FORWARDED_ALLOW_IPS", "WEB_CONCURRENCY")
"""Variables with which uvicorn trusts other machines and starts more processes."""
NOT_FOR_US_BY_PREFIX = ("RL_", "UVICORN_", "WEBSOCKETS_")
"""The beginnings of variables that change reportlab's output, and how the studio's server listens.
"""
FOR_CHILDREN = {"PYTHONSAFEPATH": "1"}
"""The variable that keeps every process we start from importing modules from its working folder, as
`python -c` does.
"""
OURS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The folder that contains our own packages."""
_STUBS = (
    "reportlab_mods",
    "reportlab_settings",
    "reportlab.local_rl_mods",
    "reportlab.local_rl_settings",
)
_NO_FOLDERS = ("T1SearchPath", "TTFSearchPath", "CMapSearchPath")
_NUMBA_SETTINGS = "numba.core.config"


def shut_out() -> None:
    """Clean the environment of this process, which those that it starts inherit, and its path of
    modules.
    """
    for name in LISTS:
        if name in os.environ:
            parts = os.environ[name].split(os.pathsep)
            if name == "PYTHONPATH":
                parts = [OURS if os.path.abspath(part) == OURS else part for part in parts]
                _leave_path(parts)
            os.environ[name] = os.pathsep.join(filter(os.path.isabs, parts))
    for name in FOLDERS:
        if not os.path.isabs(os.environ.get(name) or os.sep):
            del os.environ[name]
    for name in [*os.environ]:
        if name in NOT_FOR_US or name.startswith(NOT_FOR_US_BY_PREFIX):
            del os.environ[name]
    os.environ.update(FOR_CHILDREN)
    sys.path[:] = filter(os.path.isabs, sys.path)
    if not os.path.isabs(sys.pycache_prefix or os.sep):
        sys.pycache_prefix = None


def _leave_path(parts: "Sequence[str]") -> None:
    """Remove from the module path what Python made from relative parts of PYTHONPATH."""
    named = {os.path.abspath(part) for part in parts if os.path.isabs(part)}
    relative = {os.path.abspath(part) for part in parts if not os.path.isabs(part)} - named
    sys.path[:] = [part for part in sys.path if part not in relative]


def quiet_libraries() -> None:
    """Keep numba and reportlab, in this process, from reading settings from the working folder and
    the user's home.
    """
    for name in _STUBS:
        sys.modules.setdefault(name, type(sys)(name))
    # reportlab would also look for fonts in the working folder; we supply all fonts that we print
    vars(sys.modules["reportlab_settings"]).update(dict.fromkeys(_NO_FOLDERS, ()))
    if _NUMBA_SETTINGS in sys.modules:
        _leave_file(sys.modules[_NUMBA_SETTINGS])
    elif not any(isinstance(finder, _NumbaSettings) for finder in sys.meta_path):
        sys.meta_path.insert(0, _NumbaSettings())


class _NumbaSettings:
    """Finds the module that reads numba's settings, once, and makes it read only those of the
    environment.

    At each compilation it reads `.numba_config.yaml` in the working folder: there a game could name
    the folder from which numba unpickles.
    """

    def find_spec(
        self, name: str, path: "Sequence[str] | None", target: "ModuleType | None" = None
    ) -> "Any":
        if name != _NUMBA_SETTINGS:
            return None
        from importlib.machinery import PathFinder

        sys.meta_path.remove(self)
        spec: Any = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_without_file(module: "ModuleType") -> None:
            _without_yaml(execute, module)
            _leave_file(module)

        spec.loader.exec_module = execute_without_file
        return spec


def _without_yaml(execute: "Callable[[ModuleType], None]", module: "ModuleType") -> None:
    """Execute a module as if PyYAML were not installed. numba then reads no file, and only warns
    that there is one.
    """
    import warnings

    before = sys.modules.get("yaml")
    sys.modules["yaml"] = None  # type: ignore[assignment]
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "A Numba config file is found")
            execute(module)
    finally:
        if before is None:
            del sys.modules["yaml"]
        else:
            sys.modules["yaml"] = before


def _leave_file(settings: "Any") -> None:
    """Make numba look for no file from now on; undo what it has read from one."""
    if getattr(settings, "_config_fname", None) == "":
        return
    settings._config_fname = ""
    reader = getattr(settings, "_env_reloader", None)
    from_environment = {}
    for name, value in os.environ.items():
        if name.startswith("NUMBA_"):
            from_environment[name] = value
    if reader is not None and reader.old_environ != from_environment:
        reader.reset()
