"""`python -m generator` does what `emporium-pnp` does."""

# ruff: noqa: E402, PTH100, PTH109, PTH120
import os
import sys

# Python looks for modules where the user is first; a game's folder is data, and nothing in it
# is code.
_HERE, _OURS = os.getcwd(), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if sys.path and sys.path[0] in ("", _HERE) and _HERE != _OURS:
    del sys.path[0]

from generator.cli.entry import main

main()
