"""What is reported of whole games is shown at the line of cards.yaml that says it."""

from __future__ import annotations

from types import SimpleNamespace

from rules_check.prove.soundness import end_findings
from tests.rules_check.notation.games import game_of, text_of


def test_an_end_that_never_comes_is_shown_at_its_line() -> None:
    lines = "  until:\n    the sea is empty: sea is empty\n    the night is over: round = 99\n"
    game = game_of(text_of("goofspiel").replace("  until: sea is empty\n", lines))
    ends = SimpleNamespace(ENDS=("not over", "the sea is empty", "the night is over"), BAD_ENDS=())
    found = end_findings(ends, None, {2: {"the sea is empty": 5}}, game)  # type: ignore[arg-type]
    (warning,) = (one for one in found if one.code == "end-never-comes")
    assert warning.place is not None
    text = text_of("goofspiel").splitlines()
    assert warning.place.line == text.index("  until: sea is empty") + 3
