"""No file of a game hangs the tool, eats the machine or brings it down: the list of attacks, each
in a process of its own.
"""

from __future__ import annotations

import sys

import pytest

from tests.attacks import ATTACKS, Outcome, run, verdict

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux limits and measures memory so"
)
TRIED = (
    "art: long word",
    "sheet: far cell elsewhere",
    "sheet: encoding rot13",
    "template: times string",
    "yaml: a FIFO",
)
"""A few that are tried always."""


@pytest.mark.slow_cases("art: long word")
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one in TRIED else pytest.mark.slow) for one in ATTACKS]
)
def test_an_attack_ends_soon_with_what_is_wrong(name: str) -> None:
    outcome = run(name)
    assert verdict(outcome) == "", outcome


def test_the_verdict_can_be_against_us() -> None:
    said = "cards.yaml:1:1: error[too-large]: far too much"
    assert verdict(Outcome(1, 1.0, 100.0, said)) == ""
    assert verdict(Outcome(1, 11.0, 700.0, said)) == "slow, memory"
    assert verdict(Outcome(70, 1.0, 100.0, "failed because of a bug")) == "status 70"
    assert verdict(Outcome(1, 1.0, 100.0, "error[too-large]: far too much")) == "no place"
    assert (
        verdict(Outcome(1, 1.0, 100.0, "Traceback (most recent call last)"))
        == "traceback, no error"
    )
    assert set(TRIED) <= set(ATTACKS)
