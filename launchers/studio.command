#!/bin/sh
# Double-click this on macOS (on Linux: sh studio.command): it installs emporium-pnp at the first time, and opens the studio.
# A game's folder behind it opens that game; without one, it is my-game in your Documents, which is made if it is not there.
set -e
home=$(cd "$(dirname "$0")/.." && pwd)
PATH="$HOME/.local/bin:$PATH"
if ! command -v emporium-pnp > /dev/null; then
  if ! command -v uv > /dev/null; then
    echo "Fetching uv, which installs the tool and its Python ..."
    curl --proto '=https' -LsSf https://astral.sh/uv/install.sh | sh
  fi
  echo "Installing emporium-pnp. This takes a minute or two, once ..."
  (cd "$home" && uv tool install --quiet ".[studio,check]")
  PATH="$(uv tool dir --bin):$PATH"
fi
game=${1:-$HOME/Documents/my-game}
[ $# -eq 0 ] || shift
[ -e "$game" ] || emporium-pnp new "$game"
echo "The studio opens in your browser. Close this window to end it."
exec emporium-pnp studio "$game" "$@"
