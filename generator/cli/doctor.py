"""`emporium-pnp doctor`: what is installed, where things are kept, and whether the tool can do its
work here.

In: the machine. Out: a table, or JSON. The facts about the half of the tool that plays come from
the module `health` beside its commands.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
import textwrap
from importlib import import_module
from itertools import starmap
from pathlib import Path
from typing import Any

import click

from generator import __version__
from generator.cli.console import FINE, FORMAT, PROBLEMS, Printer, guarded, styled
from generator.data.problems import ProblemError, counted

PROGRAMS = {"git": "`diff` and `compare` with a revision, `build --changed --since`"}
"""Programs of others that some commands call, and what for."""
VARIABLES = (
    "EMPORIUM_PNP_DEBUG",
    "EMPORIUM_PNP_MIB",
    "EMPORIUM_PNP_SECONDS",
    "FORCE_COLOR",
    "NO_COLOR",
    "NUMBA_CACHE_DIR",
    "NUMBA_DISABLE_JIT",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
)
"""What is read from the environment."""


@click.command("doctor")
@FORMAT
def doctor_command(format_: str) -> int:
    """Show what is installed, what is missing and how to get it. Run it if something does not
    work.
    """
    printer = Printer(format_ == "json")

    def work() -> int:
        health = _health()
        found = examined(health.caches() if health else {}, health.games() if health else {})
        printer.results = found
        tell(found, printer)
        return PROBLEMS if found["broken"] else FINE

    return guarded(printer, work)


def _health() -> Any:
    """Find the facts that the half of the tool that plays reports, beside its command `check`."""
    root = click.get_current_context().find_root()
    assert isinstance(root.command, click.Group)
    check = root.command.get_command(root, "check")
    if check and check.callback:
        return import_module(f"{check.callback.__module__.rpartition('.')[0]}.health")
    return None


def examined(caches: dict[str, Path], games: dict[str, str]) -> dict[str, Any]:
    """Look at everything, and return it as plain data; `broken` lists in sentences what keeps the
    tool from printing a game.
    """
    from generator.data.files import cache_folder
    from generator.data.installing import (
        extras_of,
        install_command,
        installer,
        requirements,
        version_of,
    )
    from generator.sheet.printers import printers_path

    extras = extras_of(requirements())
    packages = {name: version_of(name) for name in extras.pop("")}
    for name in ("dev", "docs"):  # for those who change the tool
        extras.pop(name, None)
    broken = []
    for name, one in packages.items():
        if one is None:
            broken.append(
                f"{name} is not installed, but every command needs it: {install_command()}"
            )
    parts = {
        "fonts, unpacked": "fonts",
        "templates, compiled": "templates",
        "icons, drawn": "icons",
        "spreadsheets, fetched": "sheets",
    }
    kept = {what: folder for what, part in parts.items() if (folder := cache_folder(part))}
    return {
        "version": __version__,
        "folder": str(Path(__file__).resolve().parents[1]),
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        "installer": installer(),
        "packages": packages,
        "extras": {name: _extra(name, needed) for name, needed in sorted(extras.items())},
        "fonts": _fonts(broken),
        "caches": list(starmap(_cache, {**caches, **kept}.items())),
        "printers": _printers(printers_path()),
        "games": games,
        "programs": [
            {"name": name, "path": shutil.which(name), "for": use} for name, use in PROGRAMS.items()
        ],
        "environment": {name: os.environ[name] for name in VARIABLES if name in os.environ},
        "broken": broken or _trial(),
    }


def _extra(name: str, needed: list[str]) -> dict[str, Any]:
    from generator.data.installing import install_command, version_of

    versions = {package: version_of(package) for package in needed}
    missing = [package for package, version in versions.items() if version is None]
    return {
        "packages": versions,
        "missing": missing,
        "install": install_command(name) if missing else None,
    }


def _fonts(broken: list[str]) -> list[str]:
    """List the families that come with the tool; those that cannot be read are `broken`."""
    from generator.face.fonts import FontBook

    found, book = [], FontBook()
    for family in book.families:
        try:
            book.find(family)
            found.append(family)
        except ProblemError as fault:
            broken += [problem.message for problem in fault.problems]
    return found


def _cache(what: str, folder: Path) -> dict[str, Any]:
    """Describe a folder that may be emptied: how much is in it, and whether more can be kept
    there.
    """
    files = []
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            files.append(path.stat().st_size)
    nearest = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    return {
        "what": what,
        "folder": str(folder),
        "files": len(files),
        "bytes": sum(files),
        "writable": os.access(nearest, os.W_OK),
    }


def _printers(path: Path) -> dict[str, Any]:
    from generator.sheet.printers import load_printers

    try:
        return {"file": str(path), "profiles": list(load_printers(path)), "problem": None}
    except ProblemError as fault:
        return {
            "file": str(path),
            "profiles": [],
            "problem": "; ".join(
                f"{problem.place}: {problem.message}" for problem in fault.problems
            ),
        }
    except OSError as fault:
        return {"file": str(path), "profiles": [], "problem": str(fault)}


def _trial() -> list[str]:
    """Build a small game, which needs all that printing needs; return what went wrong."""
    from generator.data.loading import load_game
    from generator.job.build import build
    from generator.job.planning import Options
    from generator.job.starting import start_game

    try:
        with tempfile.TemporaryDirectory(prefix="emporium-pnp-") as folder:
            start_game(Path(folder) / "trial")
            build(
                load_game(Path(folder) / "trial"), Options(output=Path(folder) / "trial" / "output")
            )
    except ProblemError as fault:
        return [f"a small game cannot be built: {problem.message}" for problem in fault.problems]
    except Exception as fault:  # whatever a broken library raises
        return [f"a small game cannot be built: {type(fault).__name__}: {fault}"]
    return []


def tell(found: dict[str, Any], printer: Printer) -> None:
    """Print what was found, one line per item."""
    say = printer.say
    say(f"emporium-pnp {found['version']} in {found['folder']}, installed by {found['installer']}")
    say(f"Python {found['python']}, {found['executable']}, on {found['platform']}")
    packages = ", ".join(
        f"{name} {version}" if version else f"NO {name}"
        for name, version in found["packages"].items()
    )
    say(*textwrap.wrap(f"with {packages}", 100, subsequent_indent="     ", break_on_hyphens=False))
    say("", "Extras")
    for name, extra in found["extras"].items():
        state = "installed"
        if extra["missing"]:
            state = f"lacks {', '.join(extra['missing'])}: {extra['install']}"
        say(f"  {name:<11} {state}")
    say("", f"Fonts      {', '.join(found['fonts'])}")
    say(f"Rules of   {', '.join(found['games']) or 'no game'}")
    for program in found["programs"]:
        say(f"{program['name']:<10} {program['path'] or 'not found'}, for {program['for']}")
    printers = found["printers"]
    what = printers["problem"] or ", ".join(printers["profiles"]) or "no profile yet"
    say(f"Printers   {what}, in {printers['file']}")
    say(
        "",
        "Caches. You can delete each folder; everything is made again, except players found "
        "by `train`",
    )
    for cache in found["caches"]:
        size = "empty"
        if cache["files"]:
            size = f"{counted(cache['files'], 'file')}, {cache['bytes'] / 1e6:.1f} MB"
        say(
            f"  {cache['folder']}  {cache['what']}: "
            f"{size}{'' if cache['writable'] else ', NOT WRITABLE'}"
        )
    if found["environment"]:
        say(
            "",
            "Set in the environment: "
            + ", ".join(f"{name}={value}" for name, value in found["environment"].items()),
        )
    say()
    for sentence in found["broken"]:
        say(styled(f"BROKEN: {sentence}", "red"))
    if not found["broken"]:
        say(styled("A small game builds: printing works.", "green"))
