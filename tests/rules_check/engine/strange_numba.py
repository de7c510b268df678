"""A numba whose inside is another than the one we know: everything that we replace or call there
takes one parameter more.

    python tests/rules_check/engine/strange_numba.py bench/same_games.py --quick

runs a program with it. It goes on as before where it is used in the public way alone.
"""

from __future__ import annotations

import importlib
import runpy
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

CHANGED = {
    "numba.core.dispatcher:Dispatcher": ("compile", "get_call_template", "enable_caching"),
    "numba.core.caching:Cache": ("load_overload", "save_overload", "flush"),
    "numba.core.base:BaseContext": ("refresh",),
    "numba.core.codegen:CPUCodeLibrary": ("add_linking_library", "finalize"),
    "numba.np.arrayobj:": ("make_array", "populate_array", "fix_integer_index"),
    "numba.core.types:BaseTuple": ("from_types",),
    "llvmlite.ir:IRBuilder": ("ctpop", "cttz"),
}
GONE = {"llvmlite.ir:IRBuilder": ("ctpop", "cttz")}
"""What numba itself can do without."""


def with_one_more(function: Callable[..., Any]) -> Callable[..., Any]:
    def changed(*values: Any, something_new: Any = None, **named: Any) -> Any:
        return function(*values, **named)

    return changed


def change(*paths: str) -> None:
    """Change the inner parts of these owners; of all if none is named."""
    for path in paths or CHANGED:
        module, _, owner = path.partition(":")
        found = importlib.import_module(module)
        home = attrgetter(owner)(found) if owner else found
        for name in CHANGED[path]:
            if name in GONE.get(path, ()):
                delattr(home, name)
            elif isinstance(vars(home).get(name), classmethod):
                setattr(home, name, classmethod(with_one_more(vars(home)[name].__func__)))
            else:
                setattr(home, name, with_one_more(getattr(home, name)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    change()
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
