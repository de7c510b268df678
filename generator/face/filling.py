"""Values that templates pass to texts with `fill`, but that no text uses.

In: each call of `fill`. Out: warnings at the text, or at the template if the text is not from
`words:`. Changes no text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.data.game import Game
from generator.data.problems import Place, Problem, closest
from generator.face import messages as say

_MARK = re.compile(r"\{(\w+)\}")


class _Unused(NamedTuple):
    """A value without a place: its name, the other names, the text, and where the template fills
    it.
    """

    name: str
    names: tuple[str, ...]
    text: str
    place: Place


_At = tuple[str, int, str]
"""Where a value is filled in: the template's file, the line of the compiled code, the value's name.
"""


@dataclass
class Fillings:
    """What the templates of one environment filled in. A line that fills several texts need not
    have a place for the value in each.
    """

    used: set[_At] = field(default_factory=set)
    unused: dict[_At, _Unused] = field(default_factory=dict)

    def clear(self) -> None:
        self.used.clear()
        self.unused.clear()

    def note(self, text: str, names: Iterable[str]) -> None:
        """Record which of the values a text uses. A translation may begin its sentence with one, so
        capitals are ignored. Jinja passes no line to a filter, so it is read from the running
        frame.
        """
        frame = sys._getframe(1)
        while frame.f_back is not None and not frame.f_code.co_filename.endswith(".j2"):
            frame = frame.f_back
        marks = {mark.lower() for mark in _MARK.findall(text)}
        for name in (names := tuple(names)):
            at = frame.f_code.co_filename, frame.f_lineno, name
            if name.lower() in marks:
                self.used.add(at)
                self.unused.pop(at, None)
            elif (
                at not in self.used
                and at not in self.unused
                and "__jinja_template__" in frame.f_globals
            ):
                line = frame.f_globals["__jinja_template__"].get_corresponding_lineno(
                    frame.f_lineno
                )
                place = Place(f"templates/{frame.f_globals['name']}", line)
                self.unused[at] = _Unused(name, names, str(text), place)

    def problems(self, game: Game) -> list[Problem]:
        """Warn about each value that no text used, at its text."""
        words = game.root.get("words")
        found = []
        for one in self.unused.values():
            text = None
            if words:
                text = next(
                    (
                        node
                        for node in words.items.values()
                        if str(node.value).strip() == one.text.strip()
                    ),
                    None,
                )
            near = closest(
                one.name, [mark for mark in _MARK.findall(one.text) if mark not in one.names]
            )
            hint = (
                f"write it as {{{one.name}}} where it belongs, or remove `{one.name}=` from "
                f"{one.place.file}"
            )
            hint = f"did you mean {{{one.name}}} where the text has {{{near}}}?" if near else hint
            message = say.VALUE_UNUSED(name=one.name, text=one.text[:60])
            also = (("template", one.place),) if text else ()
            found.append(
                Problem.of(message, text.place if text else one.place, hint, "warning", also)
            )
        return found
