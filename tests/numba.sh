#!/usr/bin/env bash
# Try the oldest and the newest numba and numpy that pyproject.toml allows: the tests that know numba, then whole games, which must be the
# same by both, and by a numba whose inside we do not know. Takes some five minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
OLDEST=("numba==0.68.0" "numpy==1.26.0")
NEWEST=("numba>=0.68,<0.69" "numpy>=1.26,<2.5")
TESTS=(tests/rules_check/engine/test_{arrays,innards,kernel,warming,players}.py)
home=build/numba
mkdir -p "$home"
games() { # games ENVIRONMENT [PROGRAM]: a hash of each game's first games
  NUMBA_CACHE_DIR="$PWD/$home/cache" "$home/$1/bin/python" ${2:+"$2"} bench/same_games.py --quick
}
for name in oldest newest; do
  [ -d "$home/$name" ] || ${PYTHON:-python3} -m venv "$home/$name"
  if [ $name = oldest ]; then wanted=("${OLDEST[@]}"); else wanted=("${NEWEST[@]}"); fi
  "$home/$name/bin/pip" install --quiet --disable-pip-version-check --upgrade "${wanted[@]}"
  "$home/$name/bin/pip" install --quiet --disable-pip-version-check --editable ".[check]" hypothesis pytest pytest-xdist "${wanted[@]}"
  "$home/$name/bin/python" -c "import numba, numpy; print('$name: numba', numba.__version__, 'numpy', numpy.__version__)"
  NUMBA_CACHE_DIR="$PWD/$home/cache" "$home/$name/bin/python" -m pytest "${TESTS[@]}"
  games $name > "$home/$name.txt"
done
games newest tests/rules_check/engine/strange_numba.py > "$home/strange.txt"
diff "$home/oldest.txt" "$home/newest.txt"
diff "$home/newest.txt" "$home/strange.txt"
echo "the same games: $(wc -l < "$home/newest.txt") hashes by each numba"
