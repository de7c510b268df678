#!/usr/bin/env bash
# Build the games by every Python that is found here (3.11 to 3.14, on the PATH or of pyenv), each with the same libraries as .venv: all
# files must be the same, byte for byte. Takes about a minute for each Python.
set -euo pipefail
cd "$(dirname "$0")/.."
home=build/pythons
rm -rf "$home/files"
mkdir -p "$home/files"
"${PYTHON:-python3}" -m pip --python .venv/bin/python freeze --exclude-editable > "$home/libraries.txt"

build() {  # a Python, and the name to keep its files by
  local files="$PWD/$home/files/$2" game
  for game in . games/*/; do
    PYTHONPATH=. "$1" -m generator build "$game" --output "$files/$game/full" > /dev/null
    PYTHONPATH=. "$1" -m generator build "$game" --output "$files/$game/low" --ink low > /dev/null
    PYTHONPATH=. "$1" -m generator build "$game" --output "$files/$game/french" --lang fr --ink grey > /dev/null
  done
  PYTHONPATH=. "$1" -m generator export drivethrucards . --output "$files/shop" > /dev/null 2>&1
  (cd "$files" && find . -type f -exec sha256sum {} + | sort -k 2) > "$home/files/$2.txt"
}

build .venv/bin/python ours
echo "$(.venv/bin/python -V): $(wc -l < "$home/files/ours.txt") files"
tried=0
for minor in 11 12 13 14; do
  for python in "python3.$minor" "$HOME"/.pyenv/versions/3."$minor".*/bin/python; do
    version=$("$python" -c "import platform; print(platform.python_version())" 2> /dev/null) || continue
    [ "$version" != "$(.venv/bin/python -c "import platform; print(platform.python_version())")" ] || continue
    own="$home/$version"
    [ -d "$own" ] || "$python" -m venv "$own"
    "$own/bin/pip" install --quiet --disable-pip-version-check "." --constraint "$home/libraries.txt" 2> "$home/pip.txt" || { cat "$home/pip.txt"; exit 1; }
    "$own/bin/pip" uninstall --quiet --yes emporium-pnp
    build "$own/bin/python" "$version"
    diff "$home/files/ours.txt" "$home/files/$version.txt"
    echo "Python $version: the same"
    tried=$((tried + 1))
    break
  done
done
[ "$tried" -gt 0 ] || echo "no other Python is here"
