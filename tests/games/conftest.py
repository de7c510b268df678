"""The game of a module that tests what is printed, which names it as FOLDER: its press in each of
its languages.
"""

from __future__ import annotations

import pytest

from generator.data.loading import load_game
from generator.face.press import Press


@pytest.fixture(scope="module")
def press(request: pytest.FixtureRequest) -> Press:
    return Press(load_game(request.module.FOLDER))


@pytest.fixture(scope="module")
def french(request: pytest.FixtureRequest) -> Press:
    return Press(load_game(request.module.FOLDER, lang="fr"))


@pytest.fixture(params=["en", "fr"])
def either(request: pytest.FixtureRequest, press: Press, french: Press) -> Press:
    """The press of the game in each of its languages."""
    return french if request.param == "fr" else press
