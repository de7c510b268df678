"""All families by their names."""

from __future__ import annotations

from tests.fuzz.bounds import Bounds
from tests.fuzz.families import Numbers, Records, Spreadsheets, Templates, Yaml
from tests.fuzz.family import Family
from tests.fuzz.kills import Kills

FAMILIES: dict[str, type[Family]] = {one.name: one for one in (Yaml, Templates, Spreadsheets, Records, Numbers, Kills, Bounds)}
