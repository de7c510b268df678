"""The translations that are open beside a draft: requested, written, saved, and updated when
entries are renamed.

In: messages of pages, renames of the draft. Out: the current translations, to all pages; their
files. Knows no sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from generator.data.fieldtypes import LANGUAGES
from generator.data.loading import load_game
from generator.data.patching import PatchError
from generator.data.problems import ProblemError, Problems
from generator.data.translating import CannotBegin, begin
from generator.face.press import Press
from studio.desk.beside import Telling, save, step
from studio.desk.editing import Editing
from studio.desk.refusal import CannotDo
from studio.draft.draft import DiskChanged, Draft
from studio.draft.renaming import translated
from studio.draft.translations import CannotTranslate, Translator, checked_of
from studio.draw.workshop import picture_of
from studio.protocol.listener import Listener
from studio.protocol.messages import (
    AskTranslation,
    BeginTranslation,
    DoTranslation,
    Languages,
    LookTranslated,
    Remark,
    Section,
    Translate,
    TranslatedFace,
    Translation,
)

MOST_ALONG = 50
"""The number of renames that are remembered, to be undone together with the draft."""


class Desk(Editing, Telling, Protocol):
    """The part of the desk that translations need."""

    @property
    def copies(self) -> Path | None: ...

    def refuse_if_bundled(self) -> None: ...
    def languages(self) -> Sequence[str]: ...


class Translating:
    """The translations of a desk. All methods are called on its thread."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.open = dict[str, Translator]()
        self.told = dict[str, Translation]()
        """The last content that pages were sent, by language."""
        self._close: LookTranslated | None = None
        """The card that pages show in a language."""
        self._face: TranslatedFace | None = None
        self._presses = dict[str, Press]()
        self._along = dict[str, list[tuple[Translator, str]]]()
        """The changes that translations made when an entry was renamed, by the draft's text after
        it.
        """
        self.answers: Mapping[type, Callable[[Any, Any], None]] = {
            AskTranslation: self._ask_translation,
            BeginTranslation: self._begin,
            LookTranslated: self._look,
            Translate: self._translate,
            DoTranslation: self._do_translation,
        }

    @property
    def drafts(self) -> list[Draft]:
        return [translation.draft for translation in self.open.values()]

    def moved(self, path: Path) -> None:
        """Continue in a copy of the game."""
        for translation in self.open.values():
            translation.moved(path)

    def of(self, language: str) -> Translator:
        """Return the editor of a language, opening it if necessary. Raises CannotDo."""
        desk = self.desk
        if language not in self.open:
            if language not in desk.languages()[1:]:
                raise CannotDo(f"there is no translation '{language}'")
            try:
                self.open[language] = Translator(desk.path, language)
            except (OSError, UnicodeDecodeError):
                raise CannotDo(f"the translation '{language}' cannot be read") from None
        return self.open[language]

    def _ask_translation(self, page: Listener, message: AskTranslation) -> None:
        answer = self.told.pop(self.of(message.lang).language, None)
        self.tell(self.of(message.lang))
        if answer is not None:
            page.tell(self.told[message.lang])

    def tell(self, translator: Translator) -> None:
        """Send a translation to pages, if it has changed."""
        desk = self.desk
        desk.workshop.look_at(desk.draft.content)
        answer = translator.told(desk.workshop.root)
        if answer != self.told.get(translator.language):
            self.told[translator.language] = answer
            desk.tell(answer)
        self._draw(translator)

    def _begin(self, page: Listener, message: BeginTranslation) -> None:
        desk = self.desk
        desk.refuse_if_bundled()
        desk.workshop.look_at(desk.draft.content)
        checked = checked_of(desk.workshop.root)
        if checked is None:
            raise CannotDo("correct the faults in the cards first")
        lang = LANGUAGES.get(message.lang.strip().lower(), message.lang)
        try:
            file = begin(desk.path, checked, lang)
        except CannotBegin as fault:
            raise CannotDo(str(fault)) from None
        except OSError as fault:
            raise CannotDo(f"the translation cannot be written: {fault.strerror}") from None
        desk.tell(Languages(list(desk.languages())))
        desk.tell(Remark(f"{file.name} is written; all its texts are still empty."))
        self.tell(self.of(lang))

    def _look(self, page: Listener, message: LookTranslated) -> None:
        self._close, self._face = (message if message.card else None), None
        if self._close is not None:
            self._draw(self.of(message.lang))

    def _draw(self, translator: Translator) -> None:
        """Draw the card that pages show as in the current translation."""
        desk, close = self.desk, self._close
        if close is None or close.lang != translator.language:
            return
        try:
            game = load_game(
                desk.path,
                Problems(),
                desk.draft.content,
                lang=translator.language,
                translation=translator.draft.content,
            )
        except ProblemError:
            return  # the translation's own list reports the fault
        if close.card not in game.cards:
            return
        game = replace(game, unsaved=desk.workshop.unsaved)
        press = Press(game, self._presses.get(translator.language), version_marks=False)
        self._presses[translator.language] = press
        card = game.cards[close.card]
        shown = press.shown(card, desk.workshop.address)
        face = TranslatedFace(translator.language, picture_of(card, shown))
        if face != self._face and face.face.svg:
            self._face = face
            desk.tell(face)

    def _translate(self, page: Listener, message: Translate) -> None:
        desk = self.desk
        translation = self.of(message.lang)
        desk.workshop.look_at(desk.draft.content)
        try:
            translation.write(desk.workshop.root, message.key, message.text)
        except CannotTranslate as fault:
            self.told.pop(message.lang, None)  # so that the page gets the current state
            self.tell(translation)
            raise CannotDo(str(fault)) from None
        self.tell(translation)

    def _do_translation(self, page: Listener, message: DoTranslation) -> None:
        desk = self.desk
        translation = self.of(message.lang)
        name = translation.draft.path.name
        if message.what == "save":
            desk.refuse_if_bundled()
            try:
                translation.draft.save()
                desk.tell(Remark(f"{name} is saved."))
            except DiskChanged:
                desk.tell_merged(translation.draft)
            except OSError as fault:
                raise CannotDo(
                    f"{name} cannot be written: {fault.strerror}. Nothing was changed."
                ) from None
        else:
            step(translation.draft, message.what)
        self.tell(translation)

    def save_all(self) -> list[str]:
        """Save the open translations that have unsaved text; return their files' names.

        Pages are told what cannot be saved.
        """
        names = [(translation.draft.path.name, translation) for translation in self.open.values()]
        saved = []
        for name, translation in names:
            if save(
                self.desk, name, translation.draft, "Translation", partial(self.tell, translation)
            ):
                saved.append(name)
        return saved

    def rename(self, text: str, section: Section, name: str, entry: str, to: str) -> None:
        """Give an entry its new id in the translations too.

        `text` is the draft's text at that time.
        """
        along = list[tuple[Translator, str]]()
        for language in self.desk.languages()[1:]:
            with suppress(CannotDo, PatchError, ProblemError):
                translation = self.of(language)
                if translation.draft.write(
                    translated(translation.draft.text, section, name, entry, to)
                ):
                    along.append((translation, translation.draft.text))
                    self.tell(translation)
        self._along[text] = along
        for old in list(self._along)[:-MOST_ALONG]:
            del self._along[old]

    def undo_along(self, text: str, is_redo: bool) -> None:
        """Undo or redo the changes that translations made, when the draft has become `text`."""
        for translation, after in self._along.get(text, ()):
            draft = translation.draft
            if is_redo:
                draft.redo()
            elif draft.text == after:
                draft.undo()
            self.tell(translation)
