"""Fixtures that these tests share."""

from __future__ import annotations

import pytest

from generator.face.fonts import Font
from tests.generator.face.letters import font_bytes
from tests.generator.face.scripts import open_font


@pytest.fixture(scope="module")
def font(tmp_path_factory: pytest.TempPathFactory) -> Font:
    return open_font(tmp_path_factory.mktemp("fonts") / "boxes.ttf", font_bytes())
