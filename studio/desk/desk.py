"""The home of a game while it is edited: one draft, one workshop, and the pages that show them.

In: messages of pages, changes on the disk. Out: messages to pages. Everything is done on one
thread, one thing after another; drawing yields to anything new. Knows no sockets.
"""

from __future__ import annotations

import gc
import queue
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from generator.cells.tables import field_types
from generator.data.fieldtypes import FieldType
from generator.data.files import path_within, write_files
from generator.data.languages import languages_of
from generator.data.loading import IMAGE_ENDINGS, load_game
from generator.data.opening import CannotRead, read_file
from generator.data.patching import PatchError, text_of
from generator.data.problems import ProblemError
from generator.data.source import peek
from generator.data.units import PAPER_SIZES
from generator.data.watching import changes, may_reuse
from generator.face.images import MOST_BYTES
from generator.face.outlines import MOST_FONT
from generator.job.printed import Entry, compare, entries_of
from generator.job.starting import files_of_game
from rules_check.log.notes import NoteError
from rules_check.notation.reading import has_rules
from studio.desk.art import Art
from studio.desk.blocks import BlockEditor
from studio.desk.cells import ArtCell, CellEditor
from studio.desk.chances import Chancer
from studio.desk.notes import Author, Notebook
from studio.desk.refusal import CannotDo, first_error
from studio.desk.styling import Styler
from studio.desk.templating import Templating
from studio.desk.translating import Translating
from studio.draft.counts import with_counts
from studio.draft.draft import DiskChanged, Draft
from studio.draft.grid import UNREADABLE
from studio.draft.since import SAVED, entries_then
from studio.draft.splicing import splice_of
from studio.draw.cardsets import CardSets, DrawnSet
from studio.draw.exporting import TARGETS, export
from studio.draw.printing import PrintShop
from studio.draw.workshop import Newer, Workshop
from studio.free.surface import CannotKeep, Surface
from studio.guard.seats import WITHDRAWN, ClosedSeats, Friend, Seats
from studio.play.games import Games, NoGames
from studio.play.proofs import Proofs, judged
from studio.protocol.actions import SPECTATOR
from studio.protocol.listener import Listener
from studio.protocol.messages import (
    AddNote,
    Changed,
    Checked,
    Conflict,
    DraftText,
    DropNote,
    Export,
    Exported,
    Kept,
    Lint,
    LintFindings,
    Look,
    NoteList,
    Opened,
    Printed,
    Redo,
    Remark,
    Save,
    Section,
    Settle,
    Sheets,
    Since,
    StillTrue,
    Text,
    Undo,
    write_message,
)
from studio.protocol.played import ApplyTuned, Invite, Proof, Proposal, Refused, Withdraw

MOST_WRITTEN = 512 * 1024 * 1024
"""The maximum size in bytes of a written file that a page can fetch."""
CLEARED_EACH = 16
"""The number of edits after which unused memory is freed: this takes some 80 ms the first time and
then 5 ms, and an edit uses 2 MB in the meantime.
"""
SLOW_SECONDS, PAUSE_SECONDS = 0.15, 0.3
"""If a game takes this long to draw, it is drawn only after a pause of PAUSE_SECONDS."""
LONG_TEXT = 100_000
"""The number of characters up to which a text is sent whole if it changes."""
KEEP_SECONDS = 0.3
"""How soon after an edit the unsaved text is backed up."""
# for watching: with 300 and 50, a save elsewhere takes longer to notice than to draw
DEBOUNCE_MS = 20
STEP_MS = 5


def thread_seconds() -> float:
    """Return the processor time of this thread; in a browser, of Python's only one."""
    seconds: float = getattr(time, "thread_time", time.process_time)()
    return seconds


class Page:
    """One open page. `send` takes a message as text, on any thread."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self.send = send
        self.seq = 0
        """The number of this page's last edit that was made."""
        self.barrier = 0
        """The number of the last text that did not come from this page's own typing: an edit based
        on an older text may not overwrite it.
        """
        self.text: str | None = None
        """The text that was sent last; None if the page has typed since."""

    def tell(self, message: object) -> None:
        self.send(write_message(message))


def one_thread(name: str) -> Executor:
    """Create an executor that does one job at a time, on a separate thread."""
    return ThreadPoolExecutor(1, name)


class Desk:
    """A game being edited. A bundled game is not overwritten: the first save copies its folder into
    `copies`.

    Slow work other than drawing the wall is done on separate threads, with their own presses. If
    threads are unavailable, `executor` makes replacements that do such work, each for the part
    after which it is named, and the owner of the desk calls `work` instead of `start`.
    """

    def __init__(
        self,
        path: Path,
        copies: Path | None = None,
        plays: bool = False,
        seats: Seats | None = None,
        executor: Callable[[str], Executor] = one_thread,
    ) -> None:
        self.path, self.copies = path, copies
        self.draft = Draft.of(
            path, None if copies is None else copies.with_name(f"{copies.name}.yaml")
        )
        self.was_kept = self.draft.find()
        """Whether there was unsaved text from an earlier studio."""
        self.workshop = Workshop(path, self.tell)
        self.sets = CardSets(path, self._do_for_sets)
        self.sets.listeners = self._hearers
        self.blind: Remark | None = None
        """The remark if the folder cannot be watched."""
        self.pages: list[Page] = []
        self.jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.number = 0
        self.seq = 0
        self.is_drawn = False
        self.draw_seconds = 0.0
        """The processor time of the last drawing, with everything that it could reuse."""
        self.drawn = 0
        self.is_settled = False
        """Whether what stays in memory was set aside, so that freeing does not look through it."""
        self.may_reuse = True
        self.shop = PrintShop(path)
        self.base, self.then = SAVED, dict[str, Entry]()
        self.changed: Changed | None = None
        self.is_behind = False
        """Whether the state to compare with still has to be drawn."""
        self.aside = executor("aside")
        self._stop = threading.Event()
        self._edited, self._complaint = threading.Event(), ""
        self._is_undrawn = False
        self._threads = [
            threading.Thread(target=self._work, name="desk", daemon=True),
            threading.Thread(target=self._keep_on, name="keep", daemon=True),
        ]
        self.answers: Mapping[type, Callable[[Page, Any], None]] = {
            Text: self._text,
            Undo: self._undo,
            Redo: self._redo,
            Save: self._save,
            Settle: self._settle,
            Look: self._look,
            Since: self._since,
            Sheets: self._sheets,
            Lint: self._lint,
            Export: self._export,
            AddNote: self._note,
            DropNote: self._drop_note,
            StillTrue: self._renew_note,
        }
        """The handler of each message from a page."""
        self.chancer = Chancer(lambda: self.workshop.game, executor("chances"))
        self.written: set[str] = set()
        """The files in `output` that pages asked for, by their paths in the game's folder."""
        self.translating = Translating(self)
        self.templating = Templating(self)
        self.was_kept |= self.templating.find_unsaved()
        self.cells = CellEditor(self)
        self.seats = seats or ClosedSeats()
        self.surface = Surface(path, copies is None, self.seats)
        self.notebook = Notebook(path, self._moment)
        self.notes: NoteList | None = None
        self.checked: Checked | None = None
        self.proposal: Proposal | None = None
        self.games: Games = NoGames(path, self.seats)
        if plays and find_spec("numba") is not None:
            self.games = Games(path, copies is None, self._remark, self.seats, show=self.sets.use)
        self.games.saved(self.draft.saved)
        self.proofs = Proofs(self.games, self.tell, self.jobs.put, self._proved)
        for part in (
            self.chancer,
            self.translating,
            self.templating,
            self.cells,
            BlockEditor(self),
            Styler(self),
            self.surface,
        ):
            self.answers = {**self.answers, **part.answers}
        if self.games.are_played:
            self.answers = {
                **self.answers,
                **self.games.answers,
                **self.proofs.answers,
                ApplyTuned: self._apply_tuned,
            }
        if self.seats.is_open:
            self.answers = {**self.answers, Invite: self._invite, Withdraw: self.surface.withdraw}

    # ------------------------------------------------------------ from outside, on any thread

    def start(self, watches: bool = True) -> None:
        """Start drawing and watching the disk."""
        for thread in self._threads:
            thread.start()
        if watches:
            self._begin_watching()

    def stop(self) -> None:
        """End all threads."""
        self._stop.set()
        self._edited.set()
        self.jobs.put(None)
        self.aside.shutdown(wait=False, cancel_futures=True)
        self.chancer.close()
        self.games.stop()
        self.proofs.close()
        for thread in self._threads:
            thread.join(5)
        self.keep()

    def _keep_on(self) -> None:
        """Back up unsaved text shortly after each edit, so that it survives however this process
        ends.
        """
        while not self._stop.is_set():
            self._edited.wait()
            self._edited.clear()
            if not self._stop.wait(KEEP_SECONDS):
                self.keep()

    def keep(self) -> None:
        """Back up unsaved text; pages get a remark if that is impossible."""
        others = [*self.translating.drafts, *self.templating.drafts]
        for draft in (self.draft, *(others if self.copies is None else ())):
            try:
                draft.keep()
            except OSError as fault:
                message = (
                    f"{draft.path.name} is not saved, and no backup can be kept: "
                    f"{fault.strerror}. Save it soon."
                )
                if message != self._complaint:
                    self._complaint = message
                    self.tell(Remark(message, True))

    def open(self, page: Page) -> None:
        self.jobs.put(lambda: self._open(page))

    def close(self, page: Page) -> None:
        self.jobs.put(lambda: self._close(page))

    def take(self, page: Page, message: object) -> None:
        """Accept a message from a page, to be answered in its turn."""
        self.jobs.put(lambda: self._answer(page, message))

    def welcome(self, friend: Friend, token: str) -> None:
        """Seat a friend's page, if its link is still valid by then."""
        self.jobs.put(lambda: self._welcome(friend, token))

    def hear(self, friend: Friend, message: object) -> None:
        """Accept a friend's action, to be carried out in its turn."""
        if isinstance(message, AddNote):
            self.jobs.put(partial(self._note_of, friend, message))
        elif type(message) in self.surface.answers:
            self.jobs.put(partial(self.surface.hear_friend, friend, message))
        else:
            self.jobs.put(partial(self.games.hear_friend, friend, message))

    def part(self, friend: Friend) -> None:
        self.jobs.put(lambda: self._part(friend))

    def tell(self, message: object) -> None:
        """Send a message to all pages, and to friends the part that they may know."""
        if self.pages:
            text = write_message(message)
            for page in self.pages:
                page.send(text)
        for friend in self.seats.friends:
            friend.tell(message)

    def shows(self, picture: str) -> bool:
        """Return whether a face that friends see shows this picture of the game's folder. May be
        called on any thread.
        """
        return self.workshop.has_on_a_face(picture) or self.sets.has_on_a_face(picture)

    def _remark(self, words: str, is_fault: bool) -> None:
        self.tell(Remark(words, is_fault))

    def _hearers(self, with_friends: bool) -> list[Listener]:
        friends = self.seats.friends if with_friends else []
        return [*self.pages, *friends]

    def _do_for_sets(
        self, work: Callable[[], DrawnSet | None], take: Callable[[DrawnSet | None], None]
    ) -> None:
        """Draw a card set on another thread, and continue with it on the desk's thread."""

        def do() -> None:
            result = work()
            self.jobs.put(lambda: take(result))

        self.aside.submit(do)

    # ------------------------------------------------------------ the thread

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._do(job)

    def _do(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as fault:  # one failure must not end everything else
            self.tell(Remark(_said_of(fault), True))

    def _next(self) -> Callable[[], None] | None:
        """Return the next job; as long as there is none, draw what has changed. A game that takes
        long to draw is drawn once typing pauses, so that no letter has to wait for the previous
        one.
        """
        if not self.is_drawn and self.jobs.empty():
            if self.draw_seconds > SLOW_SECONDS:
                with suppress(queue.Empty):
                    return self.jobs.get(timeout=PAUSE_SECONDS)
            self._draw(lambda: not self.jobs.empty())
        return self.jobs.get()

    def work(self, is_over: Callable[[], bool]) -> bool:
        """Do all waiting work on the calling thread, then draw until `is_over` is true; returns
        whether there is still work to do.
        """
        while not self.jobs.empty():
            if job := self.jobs.get():
                self._do(job)
        if not self.is_drawn:
            self._draw(lambda: not self.jobs.empty() or is_over())
            if self.is_drawn:
                self.workshop.get_ready()
        return not (self.is_drawn and self.jobs.empty())

    def _draw(self, is_newer: Callable[[], bool]) -> None:
        """Draw what has changed, as long as nothing newer is waiting."""
        began = thread_seconds()
        try:
            self.workshop.redraw(self.seq, self.draft.content, is_newer, self.may_reuse)
            self.is_drawn, self.draw_seconds = True, thread_seconds() - began
            if self._is_undrawn:  # in place of the fault, which is none any more
                self._is_undrawn = False
                self.tell(Remark("The cards are drawn again."))
            is_fresh = not self.workshop.problems.is_stale
            if is_fresh or self.workshop.problems.pale:  # otherwise it still has to be drawn again
                self.may_reuse = True
            if is_fresh:
                self._pass_on()
            if self.is_behind:
                self._look_back()
            self._tell_changed()
            self._tell_notes()
            self.templating.drawn()
            for translation in self.translating.open.values():
                self.translating.tell(translation)
            self._clear_up()
        except Newer:
            pass
        except Exception as fault:
            self.is_drawn = self._is_undrawn = True
            self.tell(
                Remark(
                    _said_of(fault)
                    if isinstance(fault, CannotRead)
                    else f"the studio failed to draw this: {type(fault).__name__}: {fault}",
                    True,
                )
            )

    def _pass_on(self) -> None:
        """Hand what was drawn to those who play with it."""
        game, wall = self.workshop.game, self.workshop.wall
        if wall:
            drawn = DrawnSet(wall.cards, dict(self.workshop.shown))
            self.sets.redrawn(self.draft.content, drawn)
        if game:
            self.games.drawn(self.number, self.draft.content, has_rules(game))
            self.surface.drawn(game)

    def _draw_anew(self) -> None:
        """Make everything be drawn again, from the first card on."""
        self.is_drawn = False
        self.workshop.start_over()

    def _clear_up(self) -> None:
        """Free the games of earlier edits from time to time; the command collects garbage too
        rarely for a long-lived process. What is there at the first time mostly stays, and is not
        looked through again, as that takes longer than all the rest of an edit.
        """
        self.drawn += 1
        if self.drawn % CLEARED_EACH == 0 and self.jobs.empty():
            gc.collect()
            if not self.is_settled:
                self.is_settled = True
                gc.freeze()

    def _begin_watching(self) -> None:
        thread = threading.Thread(target=self._watch, name="watch", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        """Watch the game's folder, until the end or until the game moves to another one."""
        folder = self.path.parent
        try:
            for names in changes(folder, folder / "output", DEBOUNCE_MS, STEP_MS, self._stop):
                if folder != self.path.parent:
                    return
                if names:
                    self.jobs.put(partial(self.disk_changed, names))
        except OSError as fault:
            self.blind = Remark(
                (
                    "Changes that other programs make are noticed only when you save, because the "
                    f"folder cannot be watched: {fault.strerror}."
                ),
                True,
            )
            self.tell(self.blind)

    def disk_changed(self, names: set[str]) -> None:
        """React to changed files of the game's folder, given by their names within it."""
        was_saved = self.draft.is_saved
        if self.path.name in names and (self.draft.look() or self.draft.is_saved != was_saved):
            self._tell_conflict()
            self.text_changed(None)
            self.tell_merged(self.draft)
            if self.base == SAVED and self.draft.is_saved and self.changed is not None:
                self._look_back()
        for translation in self.translating.open.values():
            if translation.draft.path.name in names and translation.draft.look():
                self.translating.tell(translation)
                self.tell_merged(translation.draft)
        self.templating.disk_changed(names)
        others = names - {self.path.name}
        if others:
            if not may_reuse(others):
                self.may_reuse = False
                self.shop.forget()
            self._draw_anew()

    # ------------------------------------------------------------ pages

    def _open(self, page: Page) -> None:
        self.pages.append(page)
        page.tell(self._opened())
        self.tell_draft(page, self.draft.text)
        if self.blind:
            page.tell(self.blind)
        if self.was_kept:
            page.tell(
                Remark(
                    "Your unsaved changes from last time have been restored; Undo goes back to "
                    "the file."
                )
            )
        for message in self.workshop.welcome():
            page.tell(message)
        for known in (
            self.changed,
            self.notes,
            self.proofs.current,
            self.checked,
            self.proposal and self.proposal.told,
            *self.translating.told.values(),
        ):
            if known is not None:
                page.tell(known)
        if self.draft.conflict is not None:
            self._tell_conflict()
        self.sets.welcome(page, is_friend=False)
        self.surface.opened(page)
        self.games.opened(page)

    def _close(self, page: Page) -> None:
        if page in self.pages:
            self.pages.remove(page)
        self.surface.closed(page)
        self.games.closed(page)

    def _welcome(self, friend: Friend, token: str) -> None:
        if not self.seats.join(friend, token):
            friend.end(WITHDRAWN)
            return
        for message in self.workshop.welcome():
            friend.tell(message)
        self.sets.welcome(friend, is_friend=True)
        self.games.joined(friend)
        self.surface.joined(friend)

    def _part(self, friend: Friend) -> None:
        self.seats.leave(friend)
        self.seats.tell(self.pages)

    def _invite(self, page: Page, message: Invite) -> None:
        """Give a seat to a friend, at the free table or in the game with rules."""
        if self.surface.invites(message.seat):
            self.surface.invite(page, message)
        else:
            self.games.invite(page, message)

    def _opened(self) -> Opened:
        folder = self.path.parent.resolve()
        title = peek(self.path, ("game", "title")) or folder.name
        copies = None if self.copies is None else self.copies.name
        can_export = sys.platform != "emscripten"  # browsers have no other processes
        parts = (
            ("games", self.games.are_played),
            ("friends", self.seats.is_open),
            ("exports", can_export),
        )
        features = [word for word, is_there in parts if is_there]
        return Opened(
            title,
            str(folder),
            self.path.name,
            copies,
            list(PAPER_SIZES),
            list(self.languages()),
            features,
            TARGETS if can_export else {},
        )

    def refuse_if_bundled(self) -> None:
        """Raise CannotDo if the game came with the tool, so that nothing is written beside it."""
        if self.copies is not None:
            raise CannotDo(
                "this game comes with the tool, so nothing is written into its folder: save a "
                "copy first"
            )

    def languages(self) -> Sequence[str]:
        try:
            return languages_of(self.path)
        except ProblemError:
            return ()

    def _answer(self, page: Page, message: Any) -> None:
        page.seq = max(page.seq, getattr(message, "seq", 0))
        answer = self.answers.get(type(message))
        if answer is None:
            page.tell(Remark(f"a page does not send '{type(message).__name__}'", True))
            return
        try:
            answer(page, message)
            self._edited.set()
        except CannotDo as fault:
            page.tell(Remark(str(fault), True))
            self.tell_draft(page, self.draft.text)
        except PatchError as fault:
            self._draw_anew()  # it may have been tried out on a card
            page.tell(
                Remark(
                    (
                        f"{self.path.name} cannot be changed there on its own: {fault}. "
                        "Change it in the text."
                    ),
                    True,
                )
            )
            self.tell_draft(page, self.draft.text)

    def text_changed(self, by: Page | None, typed: bool = False) -> None:
        """Send the new text to all pages; the page that typed it does not need it back."""
        self.number += 1
        self._edited.set()
        self._draw_anew()
        self.games.edited()
        self.games.saved(self.draft.saved)
        self.seq = by.seq if by else 0
        for page in self.pages:
            is_own = typed and page is by
            if is_own:
                page.text = None
            else:
                page.barrier = self.number
            self.tell_draft(page, None if is_own else self.draft.text)

    def template_changed(self) -> None:
        """Draw with the changed text of a template."""
        self.shop.unsaved = self.workshop.unsaved
        self._edited.set()
        self._draw_anew()

    def tell_draft(self, page: Page, text: str | None) -> None:
        """Send the state of the draft, with its text if that is given; of a long text that the page
        knows, only the part that has changed.
        """
        draft, change, known = self.draft, None, page.text
        if text is not None:
            page.text = text
            if known is not None and len(text) > LONG_TEXT:
                change = splice_of(known, text)
        whole = None if change else text
        page.tell(
            DraftText(
                page.seq, self.number, whole, draft.is_saved, draft.can_undo, draft.can_redo, change
            )
        )

    def _tell_conflict(self) -> None:
        self.tell(Conflict(self.draft.difference(), self.draft.is_gone))

    def tell_merged(self, draft: Draft) -> None:
        """Tell pages that edits from elsewhere have been merged into the draft."""
        if draft.has_merged:
            name = draft.path.name
            self.tell(
                Remark(
                    f"{name} was changed elsewhere: those changes are now merged with yours. "
                    "Save when everything is right."
                )
            )

    # ------------------------------------------------------------ edits

    def types(self, section: Section, name: str) -> dict[str, FieldType]:
        """Return the types of the fields of a kind or table in the draft. Raises CannotDo."""
        self.workshop.look_at(self.draft.content)
        root = self.workshop.root
        if root is None:
            raise CannotDo(
                f"{self.path.name} cannot be read as YAML at the moment: correct the text first"
            )
        try:
            return field_types(root, name)
        except UNREADABLE:
            raise CannotDo(
                f"the fields of '{name}' cannot be read at the moment: correct them in the text "
                "first"
            ) from None

    def counted(self, text: str) -> str:
        """Update the promised numbers for an edit that is about to be made, and report which ones
        change.
        """
        counted_text = with_counts(self.path, self.draft.text, text)
        if counted_text.changes:
            numbers = ", ".join(
                f"{name} {was} → {now}" for name, (was, now) in counted_text.changes.items()
            )
            self.tell(Remark(f"The numbers on the box were updated: {numbers}."))
        return counted_text.text

    def edited(self, page: Page, text: str) -> None:
        """Apply a text that was made for a page as one step."""
        if self.draft.write(text):
            self.text_changed(page)
        else:
            self.tell_draft(page, None)

    def take_art(self, cell: ArtCell, art: Art, dropped: str = "") -> Future[str]:
        """Keep a picture and let a cell name it; returns its path. Pictures that were `dropped`
        together, under one word, are undone together. Raises CannotDo or OSError.
        """
        done = Future[str]()

        def take() -> None:
            try:
                done.set_result(self.cells.take_art(cell, art, dropped))
            except Exception as fault:
                done.set_exception(fault)

        self.jobs.put(take)
        return done

    def _text(self, page: Page, message: Text) -> None:
        if message.seen < page.barrier:  # it was typed into a text that no longer exists
            self.tell_draft(page, self.draft.text)
        elif self.draft.write(message.text, ("text", id(page)), time.monotonic()):
            self.text_changed(page, typed=True)
        else:
            self.tell_draft(page, None)

    def _undo(self, page: Page, message: Undo) -> None:
        text = self.draft.text
        if self.draft.undo():
            self.translating.undo_along(text, is_redo=False)
            self.text_changed(page)

    def _redo(self, page: Page, message: Redo) -> None:
        if self.draft.redo():
            self.translating.undo_along(self.draft.text, is_redo=True)
            self.text_changed(page)

    def _look(self, page: Page, message: Look) -> None:
        self.workshop.first = message.card

    def _do_aside(self, work: Callable[[], object], page: Page, what: str) -> None:
        """Do slow work on the other thread; the page gets the result, or the fault."""

        def work_on() -> None:
            try:
                message = work()
            except Exception as fault:  # exceptions on the other thread would go unnoticed
                message = Remark(f"{what}: {_said_of(fault)}", True)
            if message is not None:
                page.tell(message)

        self.aside.submit(work_on)

    def _since(self, page: Page, message: Since) -> None:
        self.base = message.of
        self._look_back()

    def _look_back(self) -> None:
        """Find the earlier state that the draft is compared with; the saved file and the wall are
        known already.
        """
        of, saved = self.base, self.draft.saved or self.draft.content
        drawn = self.workshop.latest
        is_saved = of == SAVED and self.draft.is_saved
        self.is_behind = is_saved and not self.is_drawn
        if self.is_behind:  # it will soon be on the wall
            return
        if is_saved and drawn:
            self._rebase(of, entries_of(*drawn), None)
            return

        kept = self.games.versions.read

        def find() -> None:
            then, fault = dict[str, Entry](), None
            try:
                then = entries_then(of, self.path, saved, kept)
            except Exception as found:  # exceptions on the other thread would go unnoticed
                fault = _said_of(found)
            self.jobs.put(lambda: self._rebase(of, then, fault))

        self.aside.submit(find)

    def _rebase(self, of: str, then: dict[str, Entry], fault: str | None) -> None:
        if of == self.base:
            self.then = then
            self.changed = Changed(of, {}, [], fault)
            if fault is None:
                self._tell_changed()
            else:
                self.tell(self.changed)

    def _tell_changed(self) -> None:
        """Report which cards differ from the earlier state, once that is known."""
        drawn = self.workshop.latest
        if drawn is None or self.changed is None or self.changed.fault is not None:
            return
        now, names = dict[str, str](), list[str]()
        for change in compare(self.then, entries_of(*drawn)):
            if change.now is not None:
                now[change.now.id] = change.sort
            elif change.entry.id not in drawn.game.cards:  # the others cannot be drawn at present
                names.append(change.entry.name)
        changed = Changed(self.base, now, names)
        if changed != self.changed or not now:
            self.changed = changed
            self.tell(changed)

    def _sheets(self, page: Page, message: Sheets) -> None:
        if message.write:
            self.refuse_if_bundled()
        content = self.draft.content

        def print_them() -> Printed:
            problems = self.shop.lay_out(content, message)
            files = list[str]()
            if message.write:
                files, problems = self.shop.write(content, message)
                self.written |= set(files)
            return Printed(
                self.shop.sheets, files, list(map(self.workshop.fault, problems)), message
            )

        self._do_aside(print_them, page, "The sheets cannot be drawn")

    def sheet(self, number: int) -> Future[bytes | None]:
        """Draw one of the sheets requested last, as PNG; pages get a remark if a card on it cannot
        be drawn.
        """

        def draw() -> bytes | None:
            before = self.shop.fault
            drawn = self.shop.picture(number)
            if (fault := self.shop.fault) is not None and fault != before:
                self.tell(Remark(f"The sheets leave out cards that cannot be drawn: {fault}", True))
            return drawn

        return self.aside.submit(draw)

    def font(self, family: str, weight: int, is_italic: bool) -> bytes | None:
        """Return the file of a font that the cards may use; None if there is none. Raises OSError
        if it cannot be read.
        """
        fonts = self.workshop.fonts
        try:
            path = fonts.file_of(family, weight, is_italic) if fonts else None
        except (ProblemError, KeyError):
            path = None
        return read_file(path, None, MOST_FONT) if path else None

    def picture(self, name: str) -> bytes | None:
        """Return a picture of the game's folder; None if there is none. Raises OSError if it cannot
        be read.
        """
        path = path_within(self.path.parent, name)
        if path is None or path.suffix.lower() not in IMAGE_ENDINGS or not path.is_file():
            return None
        return read_file(path, self.path.parent, MOST_BYTES)

    def _lint(self, page: Page, message: Lint) -> None:
        content, unsaved = self.draft.content, self.workshop.unsaved

        def look() -> LintFindings:
            from generator.lint.lint import lint

            linted = lint(replace(load_game(self.path, content=content), unsaved=unsaved))
            problems = []
            for finding in linted.findings:
                if finding.silenced is None and finding.severity != "note":
                    problems.append(finding.problem)
            return LintFindings(list(map(self.workshop.fault, (*problems, *linted.problems))))

        self._do_aside(look, page, "The game cannot be linted yet")

    def _export(self, page: Page, message: Export) -> None:
        self.refuse_if_bundled()
        if message.target not in TARGETS:
            raise CannotDo(f"there is no export '{message.target[:40]}'")
        if not self.is_all_saved:
            raise CannotDo("only a saved game can be exported: save first")

        def write() -> Exported:
            exported = export(self.path, message.target, message.lang)
            self.written |= set(exported.files)
            return Exported(message.target, exported.files, exported.warnings)

        self._do_aside(write, page, "The export cannot be written")

    @property
    def is_all_saved(self) -> bool:
        drafts = (self.draft, *self.translating.drafts, *self.templating.drafts)
        return all(draft.is_saved for draft in drafts)

    def output(self, name: str) -> bytes | None:
        """Return a file that this studio wrote into `output`; None for any other. Raises OSError if
        it cannot be read.
        """
        path = path_within(self.path.parent, name) if name in self.written else None
        return read_file(path, self.path.parent, MOST_WRITTEN) if path else None

    # ------------------------------------------------------------ proofs

    def _proved(self, found: Any) -> None:
        """Report the result of a check or a search."""
        self.games.play_on()
        if isinstance(found, Proof):
            self.checked, self.games.shown = judged(
                found, self.workshop.fault, found.data.seq == self.number
            )
            self.tell(self.checked)
        elif isinstance(found, Proposal):
            self.proposal = found
            self.tell(found.told)

    def _apply_tuned(self, page: Page, message: ApplyTuned) -> None:
        proposal = self.proposal
        if proposal is None or proposal.data.seq != self.number:
            raise CannotDo("the cards have changed since the search began: search again")
        if self.draft.write(text_of(proposal.content)[1]):
            self.text_changed(None)

    # ------------------------------------------------------------ notes

    def _note(self, page: Page, message: AddNote) -> None:
        seat = self._seat_of(page, message) if message.at_table else 0
        self._add_note(message, Author(f"seat {seat}" if seat else "", seat))
        page.tell(Kept())

    def _seat_of(self, page: Page, message: AddNote) -> int:
        """Return the seat from which a page looks at a table, from 1; 0 for none."""
        if message.is_free:
            seat = self.surface.pages.get(page, SPECTATOR)
            return 0 if seat == SPECTATOR else 1 + seat
        return self.games.seat_of(page)

    def _moment(self, is_free: bool) -> tuple[str, int]:
        """Save the game at one of the two tables. Raises NoteError and OSError."""
        if not is_free:
            return self.games.keep_moment()
        try:
            return self.surface.moment()
        except CannotKeep as fault:
            raise NoteError(str(fault)) from None

    def _note_of(self, friend: Friend, message: AddNote) -> None:
        """Save a friend's note from the table."""
        if friend not in self.seats.friends:
            return
        why_not = self.seats.why_not_note(friend.seat, message.text, time.monotonic())
        if why_not:
            friend.tell(Refused(friend.seat, why_not))
            return
        try:
            self._add_note(
                replace(message, at_table=True), Author(f"seat {friend.seat + 1}", friend.seat + 1)
            )
        except CannotDo as fault:
            friend.tell(Refused(friend.seat, str(fault)))
        else:
            friend.tell(Kept())

    def _add_note(self, message: AddNote, author: Author) -> None:
        drawn = self.workshop.drawn
        self.refuse_if_bundled()
        if drawn is None:
            raise CannotDo("a note is stored with the cards, but there are none yet")
        self._do_note(lambda: self.notebook.add(message, author, *drawn))

    def _drop_note(self, page: Page, message: DropNote) -> None:
        self._do_note(lambda: self.notebook.drop(message.number))

    def _renew_note(self, page: Page, message: StillTrue) -> None:
        drawn = self.workshop.drawn
        if drawn:
            self._do_note(lambda: self.notebook.renew(message.number, *drawn))

    def _do_note(self, work: Callable[[], None]) -> None:
        try:
            work()
        except NoteError as fault:
            raise CannotDo(str(fault)) from None
        except OSError as fault:
            raise CannotDo(f"the note cannot be written: {fault.strerror}") from None
        self._tell_notes()

    def _tell_notes(self) -> None:
        """Send the notes to pages, if they or the cards they concern have changed."""
        drawn = self.workshop.drawn
        if drawn is None:
            return
        if self.notes is None:
            try:
                self.notebook.read()
            except (ProblemError, OSError) as fault:
                words = fault.strerror if isinstance(fault, OSError) else fault.first.message
                self.tell(
                    Remark(f"The notes in playtests/notes.jsonl cannot be read: {words}", True)
                )
        notes = self.notebook.told(*drawn)
        if notes != self.notes:
            self.notes = notes
            self.tell(notes)

    def _save(self, page: Page, message: Save) -> None:
        try:
            if self.copies is not None:
                self._move_to(self.copies)
            else:
                self.draft.save()
                self.was_kept = False
        except DiskChanged:
            self._tell_conflict()
            if self.draft.has_merged:
                self.text_changed(None)
                self.tell_merged(self.draft)
            return
        except OSError as fault:
            name = self.path.name if self.copies is None else self.copies.name
            raise CannotDo(
                f"{name} cannot be written: {fault.strerror}. Nothing was changed."
            ) from None
        for listener in self.pages:
            self.tell_draft(listener, None)
        if self.base == SAVED:
            self._look_back()
        others, said = list[str](), f"{self.path.name} is"
        if message.everything:
            others = [*self.translating.save_all(), *self.templating.save_all()]
        if others:
            said = f"{', '.join([self.path.name, *others[:-1]])} and {others[-1]} are"
        self.tell(Remark(f"{said} saved in {self.path.parent.resolve()}."))
        self.games.saved(self.draft.content)

    def _move_to(self, folder: Path) -> None:
        """Copy the game with the draft into a separate folder, and continue there. Raises OSError,
        and CannotDo if the folder exists.
        """
        home = self.path.parent
        files = {
            path.relative_to(home).as_posix(): read_file(path, home, MOST_BYTES)
            for path in files_of_game(self.path)
        }
        files[self.path.name] = self.draft.content
        files |= self.templating.files
        try:
            folder.mkdir()  # another studio may be copying a game into it right now
        except FileExistsError:
            raise CannotDo(
                f"'{folder.name}' already exists here: rename yours, or open the existing folder"
            ) from None
        try:
            write_files({folder / name: content for name, content in files.items()}, within=folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)  # the next save creates it again
            raise
        self.path = folder / self.path.name
        for part in (self.workshop, self.shop, self.notebook, self.sets):
            part.moved(self.path)
        self.draft.move(self.path)
        self.translating.moved(self.path)
        self.templating.move(folder)
        self.copies = None
        self._draw_anew()
        self._begin_watching()
        self.surface.moved(self.path)
        self.games.moved(self.path)
        self.tell(self._opened())

    def _settle(self, page: Page, message: Settle) -> None:
        self.draft.settle(message.take == "disk")
        self._tell_conflict()
        self.text_changed(None)


def _said_of(fault: Exception) -> str:
    """Explain, for people, why a job failed."""
    if isinstance(fault, ProblemError):
        return first_error(fault)
    if isinstance(fault, CannotRead):
        return f"cannot read {Path(fault.filename).name}: {fault.strerror}"
    if isinstance(fault, OSError):
        return fault.strerror or str(fault)
    return f"the studio failed because of a bug: {type(fault).__name__}: {fault}"
