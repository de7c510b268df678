"""All families by their names."""

from __future__ import annotations

from tests.fuzz.beside import Beside
from tests.fuzz.bounds import Bounds
from tests.fuzz.families import Numbers, Records, Spliced, Spreadsheets, Templates, Yaml
from tests.fuzz.family import Family
from tests.fuzz.kills import Kills
from tests.fuzz.play import Play
from tests.fuzz.repositories import Repositories
from tests.fuzz.signals import Signals

FAMILIES: dict[str, type[Family]] = {
    one.name: one
    for one in (
        Yaml,
        Templates,
        Spliced,
        Spreadsheets,
        Records,
        Beside,
        Repositories,
        Numbers,
        Kills,
        Signals,
        Bounds,
        Play,
    )
}
