"""How the tool was installed, and the command that installs one of its extras in the same way.

In: the running environment. Out: names of installers, command lines quoted for the shell, which
packages are present. Installs nothing.

How installers are recognized: pipx keeps pipx_metadata.json (github.com/pypa/pipx) and uv's tools a
uv-receipt.toml (github.com/astral-sh/uv) in the environment's folder; uv writes its version into
pyvenv.cfg; pip records the source of a package in direct_url.json (PEP 610).
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import url2pathname

from generator.data.patterns import found_in

PROJECT = "emporium-pnp"
Installer = Literal["pipx", "uv tool", "uv pip", "pip"]
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
_NAME = re.compile(r"([A-Za-z0-9][\w.-]*)\s*(?:\[([\w,\s-]*)\])?")


def installer(prefix: Path | None = None) -> Installer:
    """Return the program that installs packages into an environment, by its files in the
    environment's folder, `prefix`; by default the running one.
    """
    prefix = prefix or Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return "pipx"
    if (prefix / "uv-receipt.toml").is_file():
        return "uv tool"
    try:
        is_of_uv = re.search(
            r"(?m)^uv\s*=", (prefix / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
        )
    except OSError:
        is_of_uv = None
    return "uv pip" if is_of_uv and find_spec("pip") is None else "pip"


def install_command(*extras: str, prefix: Path | None = None, source: str | None = None) -> str:
    """Return the command line that installs extras of the tool in addition to the existing ones,
    from the same source.

    `prefix` is the folder of the environment, `source` the content of direct_url.json; by default,
    those of the running tool.
    """
    prefix = prefix or Path(sys.prefix)
    way = installer(prefix)
    wanted = sorted({*extras, *_extras_before(prefix, way)})
    is_editable, requirement = _requirement(wanted, _source() if source is None else source)
    words = {
        "pipx": ["pipx", "install", "--force"],
        "uv tool": ["uv", "tool", "install", "--force"],
        "uv pip": ["uv", "pip", "install", "--python", str(prefix)],
        "pip": _pip_of(prefix),
    }[way]
    return " ".join(map(quoted, [*words, *(["--editable"] if is_editable else []), requirement]))


def _pip_of(prefix: Path) -> list[str]:
    """Return the words that call the pip of an environment; if it has none, that of the Python that
    the environment was made with.
    """
    if _is_on_path("pip", prefix):
        return ["pip", "install"]
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "install"]
    base = getattr(sys, "_base_executable", sys.executable)
    return [base, "-m", "pip", "--python", sys.executable, "install"]


def quoted(word: str, is_windows: bool = os.name == "nt") -> str:
    """Quote a word for the shell: sh and related ones; on Windows for both of its shells."""
    if not is_windows:
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w@%+=:./\\-]+", word) else f'"{word}"'


def extras_of(requirements: Iterable[str]) -> dict[str, list[str]]:
    """Group the tool's requirements, from its metadata, by extra: names of packages, with those
    that are always needed under "".

    Packages that an extra takes from another one are listed with it.
    """
    found: dict[str, list[str]] = {"": []}
    for text in requirements:
        name, inner = next(iter(_NAME.findall(text)), ("", ""))
        of = found.setdefault(found_in(_EXTRA, text.partition(";")[2], 1), [])
        of += [f"+{one.strip()}" for one in inner.split(",")] if name == PROJECT else [name]
    return {extra: _whole(extra, found) for extra in found}


def version_of(package: str) -> str | None:
    """Return the version of an installed package, None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def requirements() -> list[str]:
    """Return the tool's requirements from its metadata; empty if it runs from its sources alone."""
    try:
        return metadata.requires(PROJECT) or []
    except metadata.PackageNotFoundError:
        return []


def _whole(extra: str, found: dict[str, list[str]]) -> list[str]:
    names: dict[str, None] = {}
    for name in found.get(extra, ()):
        names |= dict.fromkeys(_whole(name[1:], found) if name.startswith("+") else [name])
    return list(names)


def _extras_before(prefix: Path, way: Installer) -> set[str]:
    """Read which extras were requested when the tool was installed; tool installers would remove
    them if they are not named again.
    """
    try:
        if way == "pipx":
            told = json.loads((prefix / "pipx_metadata.json").read_text(encoding="utf-8"))
            name, _, rest = str(told["main_package"]["package_or_url"]).partition("[")
            if name:
                return {one.strip() for one in rest.partition("]")[0].split(",")} - {""}
            return set()
        if way == "uv tool":
            told = tomllib.loads((prefix / "uv-receipt.toml").read_text(encoding="utf-8"))
            extras = set()
            for one in told["tool"]["requirements"]:
                if one.get("name") == PROJECT:
                    for extra in one.get("extras", ()):
                        extras.add(str(extra))
            return extras
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return set()


def _source() -> str:
    try:
        return metadata.distribution(PROJECT).read_text("direct_url.json") or ""
    except metadata.PackageNotFoundError:
        return ""


def _requirement(extras: list[str], source: str) -> tuple[bool, str]:
    """Return whether the tool is installed from editable sources, and the words that name it with
    extras, from the same place.
    """
    with_extras = f"[{','.join(extras)}]" if extras else ""
    try:
        told: Any = json.loads(source) if source else {}
        url = urlsplit(str(told.get("url", "")))
        if url.scheme == "file" and "dir_info" in told:
            return bool(told["dir_info"].get("editable")), f"{url2pathname(url.path)}{with_extras}"
        if url.scheme:
            version, at = told.get("vcs_info", {}), url.geturl()
            if version:
                at = f"{version['vcs']}+{at}"
            if "requested_revision" in version:
                at += f"@{version['requested_revision']}"
            return False, f"{PROJECT}{with_extras} @ {at}"
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    return False, f"{PROJECT}{with_extras}"


def _is_on_path(program: str, prefix: Path) -> bool:
    """Return whether the first program with that name on the PATH belongs to the environment."""
    found = shutil.which(program)
    return found is not None and Path(found).parent.parent == prefix
