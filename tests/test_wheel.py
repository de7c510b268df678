"""The wheel, built, installed into an environment of its own and run in an empty folder."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path

import pypdfium2
import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow  # `.ci/run` installs one and builds with it
def test_an_installed_wheel_builds_the_bundled_emporium_from_an_empty_folder(
    tmp_path: Path,
) -> None:
    subprocess.run(
        [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--outdir",
            str(tmp_path / "dist"),
            str(ROOT),
        ],
        check=True,
        capture_output=True,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--quiet",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    # what it depends on comes from here; a path in a .pth file does not run the .pth files in it,
    # so not the checkout
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    assert all((site / package / "py.typed").is_file() for package in ("generator", "rules_check"))
    empty = tmp_path / "empty"
    empty.mkdir()
    where = subprocess.run(
        [python, "-c", "import generator; print(generator.__file__)"],
        cwd=empty,
        capture_output=True,
        text=True,
    )
    assert where.stdout.startswith(str(site)), where
    command = python.with_name("emporium-pnp")
    done = subprocess.run(
        [command, "build"], cwd=empty, capture_output=True, text=True, env={"PATH": ""}
    )
    assert done.returncode == 0, done.stderr
    assert "using the Emporium that comes with" in done.stderr
    names = sorted(path.name for path in (empty / "output").iterdir())
    assert names == ["emporium-cards-a4.pdf", "emporium-pieces-a4.pdf", "emporium-rulebook.pdf"]
    with pypdfium2.PdfDocument(empty / "output" / "emporium-cards-a4.pdf") as document:
        assert len(document) == 30
    listed = subprocess.run(
        [command, "games", "--format", "json"], cwd=empty, capture_output=True, text=True
    )
    carried = {game["name"] for game in json.loads(listed.stdout)["results"]["games"]}
    assert carried == {
        "emporium",
        *(path.parent.name for path in ROOT.glob("games/*/cards.yaml")),
    }, listed.stderr
    for name in carried - {"emporium"}:
        other = subprocess.run(
            [command, "build", name, "--output", name], cwd=empty, capture_output=True, text=True
        )
        assert other.returncode == 0, other.stderr
        assert list((empty / name).glob(f"{name}-*.pdf"))
    sheets = subprocess.run([command, "sheets"], cwd=empty, capture_output=True, text=True)
    assert "avery-5371" in sheets.stdout, sheets.stderr
    french = subprocess.run(
        [command, "languages"], cwd=empty, capture_output=True, text=True, env={"PATH": ""}
    )
    assert "cards.fr.yaml" in french.stdout, french
    for name, layout in (("my-game", ()), ("my-deck", ("--layout", "trick"))):
        started = subprocess.run(
            [command, "new", name, *layout], cwd=empty, capture_output=True, text=True
        )
        assert started.returncode == 0, started.stderr
        built = subprocess.run(
            [command, "build", "--all", "--strict"],
            cwd=empty / name,
            capture_output=True,
            text=True,
        )
        assert built.returncode == 0, built.stderr
    with subprocess.Popen(
        [command, "studio", "emporium", "--no-browser"],
        cwd=empty,
        stdout=subprocess.PIPE,
        text=True,
    ) as studio:
        assert studio.stdout is not None
        url = re.search(r"http://[^#]+", studio.stdout.readline())
        assert url
        for file in ("", "page/main.js", "page/vendor/preact.js", "page/vendor/codemirror.js"):
            with urllib.request.urlopen(url[0] + file, timeout=20) as answer:
                assert answer.status == 200
        studio.terminate()
