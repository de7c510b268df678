"""A translation being edited: its texts beside the originals, changed one by one, and saved to a
separate file.

In: the tree of the draft, typed texts. Out: the view of the translation for a page; its file. Knows
no page.
"""

from __future__ import annotations

import time
from pathlib import Path

from generator.data.languages import file_of, texts_of, translate
from generator.data.patching import PatchError
from generator.data.problems import ProblemError, Problems
from generator.data.schema import Checked, check_schema
from generator.data.source import Node
from generator.data.translating import with_translation
from studio.draft.draft import Draft
from studio.protocol.messages import State, Translated, Translation


class CannotTranslate(Exception):
    """A text that cannot be written; it says why, for people."""


class Translator:
    """An open translation: a draft of its file."""

    def __init__(self, path: Path, language: str) -> None:
        """Raises OSError, and UnicodeDecodeError, if there is no such file, or it is not text."""
        self.path, self.language = path, language
        self.draft = Draft.of(file_of(path, language))
        self.draft.find()

    def moved(self, path: Path) -> None:
        """Continue in a copy of the game, which has the same translation."""
        self.path, self.draft.path = path, path.parent / self.draft.path.name

    def write(self, root: Node | None, key: list[str], said: str) -> bool:
        """Write one text; returns whether that changes anything. Raises CannotTranslate."""
        checked = checked_of(root)
        if checked is None:
            raise CannotTranslate("correct the faults in the cards first")
        original = texts_of(checked).get(tuple(key))
        if original is None:
            raise CannotTranslate("that text no longer exists")
        value: str | list[str] = said
        if isinstance(original.value, list):
            count = len(original.value)
            value = list(map(str.strip, said.split("\n"))) if said.strip() else [""] * count
            if len(value) != count:
                raise CannotTranslate(
                    f"expected {count} lines, one for each entry, found {len(value)}"
                )
        try:
            text = with_translation(
                self.path, checked, self.language, self.draft.text.encode(), original.path, value
            )
        except PatchError as fault:
            raise CannotTranslate(
                f"{self.draft.path.name} cannot be changed there on its own: {fault}. "
                "Change it in the file."
            ) from None
        except ProblemError as fault:
            first = fault.first
            raise CannotTranslate(
                f"correct {self.draft.path.name} first: {first.message} ({first.place})"
            ) from None
        return self.draft.write(text, ("translation", *key), time.monotonic())

    def told(self, root: Node | None) -> Translation:
        """List the texts, each with its translation; without the texts of cards that have
        faults.
        """
        draft, checked, problems = self.draft, checked_of(root), Problems()
        texts, faults = list[Translated](), list[str]()
        if checked is None:
            faults.append("Correct the faults in the cards first.")
        else:
            try:
                texts = self._texts(checked, problems)
            except ProblemError as fault:
                problems.extend(fault.problems)
        for problem in problems:
            if problem.severity != "note":
                faults.append(f"{problem.place}: {problem.message}")
        return Translation(
            self.language,
            draft.path.name,
            texts,
            faults,
            draft.is_saved,
            draft.can_undo,
            draft.can_redo,
            draft.difference(),
        )

    def _texts(self, checked: Checked, problems: Problems) -> list[Translated]:
        """Translate the texts of a game. Raises ProblemError if the translation has errors."""
        content = self.draft.text.encode()
        _, coverage, tree = translate(self.path, checked, self.language, problems, content)
        was = {entry.text.path: entry.was for entry in coverage.stale}
        states: dict[tuple[str | int, ...], State] = dict.fromkeys(was, "stale")
        states |= dict.fromkeys((text.path for text in coverage.missing), "missing")
        texts = []
        for path, text in texts_of(checked).items():
            state, (node, steps) = states.get(path, "done"), tree.at(path)
            is_there = state != "missing" and steps == len(path)
            value = _as_lines(node.data()) if is_there else ""
            original = _as_lines(text.value)
            texts.append(Translated(list(path), original, value, state, was.get(path, "")))
        return texts


def checked_of(root: Node | None) -> Checked | None:
    """Check the tree of a cards.yaml; None if it has faults or is not a game."""
    return None if root is None else check_schema(root, Problems())


def _as_lines(value: object) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)
