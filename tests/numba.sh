#!/usr/bin/env bash
# Try the oldest numba and numpy that pyproject.toml allows beside those of .venv, which are the newest: the tests that know numba, then
# whole games, which must be the same by both, and by a numba whose inside we do not know. Takes some minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
OLDEST=("numba==0.68.0" "numpy==1.26.0")
TESTS=(tests/rules_check/engine/test_{arrays,bits,generic,ingredients,innards,kernel,players,translating,warming}.py)
home=build/numba
mkdir -p "$home"
[ -d "$home/oldest" ] || "${PYTHON:-python3}" -m venv "$home/oldest"
"$home/oldest/bin/pip" install --quiet --disable-pip-version-check --editable ".[check]" hypothesis jsonschema pytest pytest-xdist "${OLDEST[@]}"
for python in "$home/oldest" .venv; do
  "$python/bin/python" -c "import numba, numpy; print('numba', numba.__version__, 'numpy', numpy.__version__)"
done
.venv/bin/python tests/rules_check/engine/strange_numba.py bench/same_games.py --quick > "$home/strange.txt" &
strange=$!
trap 'kill "$strange" 2> /dev/null || true' EXIT  # also where what follows fails
"$home/oldest/bin/python" -m pytest "${TESTS[@]}"
"$home/oldest/bin/python" bench/same_games.py --quick > "$home/oldest.txt"
.venv/bin/python bench/same_games.py --quick > "$home/newest.txt"
wait "$strange"
diff "$home/oldest.txt" "$home/newest.txt"
diff "$home/newest.txt" "$home/strange.txt"
echo "the same games: $(wc -l < "$home/newest.txt") hashes by each numba"
