"""The report of `emporium-pnp doctor` on the half of the tool that plays: its caches, and the games
whose rules are installed.

In: nothing. Out: plain data. Loads numba, if it is installed.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

from rules_check.engine.consent import GROUP


def caches() -> dict[str, Path]:
    """Return the folders in which playing stores things, by their contents; none if the packages
    for playing are not installed.
    """
    try:
        from rules_check.engine.kernel import cache_home
    except ModuleNotFoundError:
        return {}
    return {"compiled rules, and fitted or trained experts": cache_home()}


def games() -> dict[str, str]:
    """Return the games that have rules, by name, with the package that provides them."""
    return {
        entry.name: entry.dist.name if entry.dist else ""
        for entry in sorted(entry_points(group=GROUP))
    }
