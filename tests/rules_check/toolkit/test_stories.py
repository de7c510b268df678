"""A step of a story tells sentences with what it knows, or with values of its own."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from rules_check.toolkit.prose import Story
from rules_check.toolkit.stories import Step
from rules_check.toolkit.texts import texts


def test_a_step_tells_what_it_knows_or_is_given(tmp_path: Path) -> None:
    (tmp_path / "words.en.yaml").write_text('story:\n  won: "{who} won {n}"\n  end: {early: "{who} left"}\n', encoding="utf-8")
    story = Story(0)
    step = Step(story, SimpleNamespace(cards=None), None, 5, None, False)
    step.words = texts(str(tmp_path / "story.py"), "story")  # type: ignore[misc]
    step.known = {"who": lambda: story.who(0), "n": lambda: step.move}
    step.say("won")
    step.say("won", who=story.who(1), n=2)
    step.say("end", "early")
    assert story.lines == ["You won 5.", "Seat 2 won 2.", "You left."]
    step.say("won", who="nobody")
    assert story.lines[-1] == "Nobody won 5."
    with pytest.raises(KeyError, match="disagree on m"):
        step.say("won", m=1)
