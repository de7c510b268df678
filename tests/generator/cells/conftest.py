"""Fixtures that these tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import SVG


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a template."""
    folder = tmp_path_factory.mktemp("trial")
    (folder / "templates").mkdir()
    (folder / "templates" / "card.svg.j2").write_text(SVG.format(""))
    return folder
