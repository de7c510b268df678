"""The list of tests that take long, against the tests that there are."""

from __future__ import annotations

import re

from tests.conftest import LONG, ROOT


def test_every_test_that_takes_long_is_there() -> None:
    gone = []
    for own in sorted(LONG):
        file, _, name = own.partition("[")[0].partition("::")
        text = (ROOT / "tests" / file).read_text("utf-8") if (ROOT / "tests" / file).is_file() else ""
        if not re.search(rf"^(?:async )?def {re.escape(name)}\(", text, re.M):
            gone.append(own)
    assert not gone
