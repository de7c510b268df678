"""The templates that are open beside a draft: typing in them, changing them by dragging, saving
them.

In: messages of pages. Out: the current templates, to all pages; the texts with which cards are
drawn; files. Knows no sockets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from generator.data.files import path_within
from generator.data.patching import PatchError
from studio.desk.beside import Telling, save, step
from studio.desk.refusal import CannotDo
from studio.draft.draft import Draft
from studio.draft.elements import drawn_at, with_attributes
from studio.draw.workshop import Workshop
from studio.protocol.listener import Listener
from studio.protocol.messages import (
    AskElement,
    AskTemplates,
    Attribute,
    DoTemplate,
    ElementFound,
    OpenTemplate,
    SetElement,
    Template,
    TemplateList,
    TemplateText,
)

ENDING = ".j2"
_UNSAVED = f"*{ENDING}.unsaved"


class Desk(Telling, Protocol):
    """The part of the desk that templates need."""

    @property
    def path(self) -> Path: ...
    @property
    def pages(self) -> list[Any]: ...
    @property
    def copies(self) -> Path | None: ...
    @property
    def workshop(self) -> Workshop: ...

    def template_changed(self) -> None: ...


@dataclass
class _Open:
    """A template being edited. `number` is that of its text. Text typed by a page is accepted if it
    is based on `since` or later and the page was the last `writer`.
    """

    draft: Draft
    number: int = 0
    since: int = 0
    writer: Listener | None = None

    def changed(self, writer: Listener | None) -> None:
        """Record a changed text, typed by a page or by none."""
        if writer is None or writer is not self.writer:
            self.since = self.number
        self.number += 1
        self.writer = writer

    def follows(self, page: Listener, seen: int) -> bool:
        """Return whether a page's text is based on the current one."""
        return seen == self.number or (self.writer is page and seen >= self.since)


class Templating:
    """The templates of a desk. All methods are called on its thread."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.open = dict[str, _Open]()
        self._waiting = list[tuple[Listener, AskTemplates]]()
        """The questions about cards that are not drawn yet."""
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            AskTemplates: self._list,
            OpenTemplate: self._show,
            TemplateText: self._type,
            AskElement: self._find,
            SetElement: self._set,
            DoTemplate: self._do,
        }

    @property
    def unsaved(self) -> dict[str, str]:
        """Return the texts that replace files, by the templates' names."""
        return {
            name: template.draft.text
            for name, template in self.open.items()
            if not template.draft.is_saved
        }

    @property
    def drafts(self) -> list[Draft]:
        return [template.draft for template in self.open.values()]

    @property
    def files(self) -> dict[str, bytes]:
        """The contents of the open templates, by their paths in the game's folder."""
        return {f"templates/{name}": template.draft.content for name, template in self.open.items()}

    def find_unsaved(self) -> bool:
        """Restore text that an earlier studio left unsaved; return whether there was any."""
        folder = self.desk.path.parent
        names = [path.name.removesuffix(".unsaved") for path in sorted(folder.glob(_UNSAVED))]
        is_any = False
        for name in names:
            path = path_within(folder / "templates", name, folder)
            if path is not None and path.is_file():
                is_any |= not self._opened(name).draft.is_saved
        self.desk.workshop.unsaved = self.unsaved
        return is_any

    def _opened(self, name: str) -> _Open:
        """Return the draft of a template, opening it if necessary. Raises CannotDo."""
        if name in self.open:
            return self.open[name]
        folder = self.desk.path.parent
        path = path_within(folder / "templates", name, folder)
        if path is None or not name.endswith(ENDING) or not path.is_file():
            raise CannotDo(f"there is no template '{name[:80]}' in templates/")
        try:
            draft = Draft.of(path, folder / name.replace("/", "-"))
        except (OSError, UnicodeDecodeError):
            raise CannotDo(f"the template '{name}' cannot be read as UTF-8 text") from None
        draft.find()
        self.open[name] = _Open(draft)
        return self.open[name]

    def _list(self, page: Listener, message: AskTemplates) -> None:
        desk, game = self.desk, self.desk.workshop.game
        desk.workshop.look_closely(message.card)
        if game is None or message.card not in game.cards:
            self._waiting.append((page, message))
            return
        card = game.cards[message.card]
        paths = sorted(game.templates.rglob(f"*{ENDING}"))
        names = [path.relative_to(game.templates).as_posix() for path in paths]
        used = {other.template for other in game.cards.values()}
        # the card's own first, then those of no card, then those of others
        names.sort(key=lambda name: (name != card.template, name in used))
        page.tell(TemplateList(card.id, names))

    def drawn(self) -> None:
        """Answer the questions that had to wait for the cards."""
        waiting, self._waiting = self._waiting, []
        for page, message in waiting:
            if message.card and page in self.desk.pages:
                self._list(page, message)

    def _show(self, page: Listener, message: OpenTemplate) -> None:
        self._opened(message.file)
        page.tell(self.told(message.file))

    def told(self, name: str, with_text: bool = True) -> Template:
        """Return the state of a template."""
        template = self.open[name]
        draft = template.draft
        return Template(
            name,
            template.number,
            draft.text if with_text else None,
            draft.is_saved,
            draft.can_undo,
            draft.can_redo,
            draft.difference(),
        )

    def _changed(self, name: str, writer: Listener | None = None) -> None:
        """Draw with a changed text, and send it to pages; the page that typed it does not need it
        back.
        """
        self.open[name].changed(writer)
        self.desk.workshop.unsaved = self.unsaved
        self.tell(name, writer)
        self.desk.template_changed()

    def tell(self, name: str, writer: Listener | None = None) -> None:
        """Send the state of a template to all pages, without its text to the page that typed it."""
        for page in self.desk.pages:
            page.tell(self.told(name, with_text=page is not writer))

    def _type(self, page: Listener, message: TemplateText) -> None:
        template = self._opened(message.file)
        if not template.follows(page, message.seen):
            page.tell(self.told(message.file))
        elif template.draft.write(message.text, ("text", id(page)), time.monotonic()):
            self._changed(message.file, page)

    def _find(self, page: Listener, message: AskElement) -> None:
        draft = self._opened(message.file).draft
        try:
            tag = drawn_at(draft.text, message.line, message.drawn, message.shown)
        except PatchError as fault:
            page.tell(ElementFound(message.file, message.line, message.drawn, [], str(fault)))
            return
        values = tag.values()
        attributes = [
            Attribute(name, values[name], value.is_computed)
            for name, value in tag.attributes.items()
        ]
        page.tell(ElementFound(message.file, message.line, tag.name, attributes))

    def _set(self, page: Listener, message: SetElement) -> None:
        draft = self._opened(message.file).draft
        try:
            tag = drawn_at(draft.text, message.line, message.drawn, message.shown)
            text = with_attributes(draft.text, tag, message.values)
        except PatchError as fault:
            raise CannotDo(f"{message.file}: {fault}. Change it in the text.") from None
        place = (message.file, message.line, *sorted(message.values))
        if draft.write(text, place, time.monotonic()):
            self._changed(message.file)

    def _do(self, page: Listener, message: DoTemplate) -> None:
        draft = self._opened(message.file).draft
        step(draft, message.what)
        self._changed(message.file)

    def disk_changed(self, names: set[str]) -> None:
        """Check the files of open templates that were written elsewhere."""
        for name, template in self.open.items():
            if f"templates/{name}" in names and template.draft.look():
                self._changed(name)
                self.desk.tell_merged(template.draft)

    def save_all(self) -> list[str]:
        """Save the templates that have unsaved text; return their files' names.

        Pages are told what cannot be saved.
        """
        return [
            name for name, template in self.open.items() if self._is_saved_now(name, template.draft)
        ]

    def _is_saved_now(self, name: str, draft: Draft) -> bool:
        def told() -> None:
            self.desk.workshop.unsaved = self.unsaved
            self.tell(name)

        return save(self.desk, name, draft, "Template", told)

    def move(self, folder: Path) -> None:
        """Continue in a copy of the game, to which the unsaved text here moves."""
        for name, template in self.open.items():
            template.draft.move(folder / "templates" / name)
            template.draft.kept_as = folder / name.replace("/", "-")
        self.desk.workshop.unsaved = {}
        for name in self.open:
            self.tell(name)
