"""The documents as a site: every page is on it, and GitHub's Markdown is put into the words of
Python-Markdown.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from docs.site_hooks import MOVED, TOP, anchor, moved, rewritten
from tests.conftest import ROOT
from tests.test_docs import anchors

SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def pages(part: Any) -> Iterator[str]:
    """Yield the pages of a part of the navigation."""
    if isinstance(part, str):
        yield part
    else:
        for inner in part.values() if isinstance(part, dict) else part:
            yield from pages(inner)


def test_every_document_is_on_the_site_once() -> None:
    found = list(pages(SITE["nav"]))
    assert sorted(found) == sorted(
        [
            *(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")),
            *TOP.values(),
        ]
    )
    assert all((ROOT / name).is_file() for name in TOP)


def test_links_stay_on_the_site() -> None:
    assert rewritten("[a](../README.md) [b](box.md#x) [c](https://example.org/docs/)") == (
        "[a](index.md) [b](box.md#x) [c](https://example.org/docs/)\n"
    )
    assert (
        rewritten("[a](../../SECURITY.md#x) [b](../box.md) [c](d.md)", depth=1)
        == "[a](../SECURITY.md#x) [b](../box.md) [c](d.md)\n"
    )
    top = (
        "![p](docs/pictures/hand.png) [b](docs/how-to/box.md) [l](LICENSE) [h](#here) "
        "[s](CHANGELOG.md)"
    )
    assert (
        rewritten(top, is_top=True)
        == "![p](pictures/hand.png) [b](how-to/box.md) [l](LICENSE.md) [h](#here) [s](CHANGELOG.md)\n"
    )


def test_old_addresses_lead_to_the_guides() -> None:
    rows = dict(MOVED.findall((ROOT / "docs" / "lab" / "pages.md").read_text(encoding="utf-8")))
    guides = {path.stem for path in (ROOT / "docs" / "how-to").glob("*.md")}
    assert {name for name, target in rows.items() if target == f"how-to/{name}"} == guides
    assert all((ROOT / "docs" / f"{target}.md").is_file() for target in rows.values())
    assert "location.replace('../how-to/box/' + location.hash)" in moved("../how-to/box/")


def test_fences_have_one_word_and_stay_as_they_are_inside() -> None:
    text = "```yaml box\na:\n- [x](../README.md)\n```\nso:\n- one\n- two\n  more\n- three\n"
    assert (
        rewritten(text)
        == "```yaml\na:\n- [x](../README.md)\n```\nso:\n\n- one\n- two\n  more\n- three\n"
    )


def test_a_bar_in_code_stays_in_its_cell() -> None:
    assert rewritten("| `A\\|B` | x |") == "| `A|B` | x |\n"


@pytest.mark.parametrize(
    "name", ["reference/messages.md", "how-to/installing.md", "lab/decisions.md"]
)
def test_anchors_are_those_of_github(name: str) -> None:
    path = ROOT / "docs" / name
    headings = [
        line.lstrip("#").strip()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    ]
    assert anchors(path) <= {anchor(heading, "-") for heading in headings}
    assert anchor("What a template & its parts, see", "-") == "what-a-template--its-parts-see"


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None, reason="the extra docs is not installed")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--site-dir",
        str(tmp_path / "site"),
    ]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "reference" / "messages" / "index.html").is_file()
    assert (tmp_path / "site" / "box" / "index.html").is_file()
