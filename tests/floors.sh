#!/usr/bin/env bash
# Install the oldest release of every library that pyproject.toml allows, with the oldest Python, and run what shows whether it works: every
# module is imported, games are printed, the same bytes as tests/outputs.txt says, and one is checked. Takes some five minutes on two cores.
# What `make numba` tries is left to it: numba and numpy are the oldest here too.
set -euo pipefail
cd "$(dirname "$0")/.."
home=build/floors
mkdir -p "$home"
"${PYTHON:-python3.11}" - > "$home/floors.txt" <<'PYTHON'
import re
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
extras = project["optional-dependencies"]
wanted = ["check", "cluster", "parquet", "pettingzoo", "studio", "tune"]
for line in [*project["dependencies"], *(line for extra in wanted for line in extras[extra])]:
    if found := re.match(r"([\w-]+)>=([\w.]+)", line):
        print(f"{found[1]}=={found[2]}")
PYTHON
[ -d "$home/oldest" ] || "${PYTHON:-python3.11}" -m venv "$home/oldest"
python="$home/oldest/bin/python"
"$python" -m pip install --quiet --disable-pip-version-check --constraint "$home/floors.txt" \
  --editable ".[check,cluster,parquet,pettingzoo,studio,tune]" hypothesis jsonschema pytest pytest-xdist pyyaml
"$python" - <<'PYTHON'
import importlib
import pkgutil

names = [found.name for house in ("generator", "rules_check", "studio") for found in pkgutil.walk_packages([house], f"{house}.")]
for name in names:
    if not name.endswith("__main__") and name != "rules_check.adapters.openspiel":
        importlib.import_module(name)
print(f"{len(names)} modules are imported")
PYTHON
"$python" -m tests.outputs > "$home/outputs.txt"
diff <(tail -n +2 tests/outputs.txt) <(tail -n +2 "$home/outputs.txt")
echo "the same $(tail -n +2 "$home/outputs.txt" | wc -l) files are printed"
"$python" -m pytest -n 2 tests/generator/{cells/test_books,face/test_{outlines,sandbox,shaping},pdf/test_raster}.py \
  tests/rules_check/{adapters/test_pettingzoo,play/test_{rows,workers},prove/test_tuning}.py tests/studio/server/test_serving.py
"$python" -m generator check . --quick > "$home/check.txt" || [ $? = 1 ]
tail -n 1 "$home/check.txt"
