"""Stage 2, template: a card and its template become a Face, one SVG tree.

In: a Game and a Card. Out: `Face`, not yet fitted (text areas still in it). Every element remembers
the template line that wrote it, so that later stages can point there. Templates run in a `Sandbox`
and see nothing but the game's data.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, singledispatch
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import jinja2
import jinja2.exceptions
import jinja2.ext
import jinja2.filters
import jinja2.lexer
from jinja2.utils import missing
from markupsafe import Markup

from generator.data.budget import HINT, limited, said_of
from generator.data.fieldtypes import FromTo, is_number
from generator.data.files import path_within
from generator.data.game import Card, Game, Part, Record, numbers_of, values_in
from generator.data.geometry import decimals
from generator.data.opening import CannotRead, RefusedFile, in_place_of_file, read_file
from generator.data.problems import (
    Place,
    Problem,
    ProblemError,
    closest,
    did_you_mean,
    line_at,
    one_of,
)
from generator.data.saying import Said
from generator.data.wording import number_in, phrase, phrase_names
from generator.face import messages as say
from generator.face.bytecode import kept_templates
from generator.face.codes import code_svg
from generator.face.sandbox import MOST_LETTERS, MOST_SOURCE, Sandbox, TemplateExcess
from generator.face.stylesheets import read_svg
from generator.face.svg import ORIGIN, Element, SvgFault, view_box

OURS = "emporium-pnp"  # where the tool's own templates are found: emporium-pnp/die.svg.j2
OUR_TEMPLATE = "the tool's own template"
_OUR_FOLDER = Path(__file__).resolve().parent / "plain"
LINE_BREAK = "\u2028"  # how a line break inside a card's text passes through XML
# nested template calls at Python's limit: more are a cycle, with fewer something else is nested
# deeply
_CIRCLING = 30
_OPEN_TAG = re.compile(r"<([A-Za-z][\w:.-]*)(?=[\s/>]|$)")


@dataclass(frozen=True)
class Face:
    """One side of one card as SVG. `size_mm` is the template's own size, from its viewBox.

    `ground` is the colour that fills the area left free on a card of another aspect ratio.
    """

    card: Card
    root: Element = field(repr=False)
    size_mm: tuple[float, float]
    ground: str | None = None


_USES = [
    "str",
    "iter",
    "len",
    "bool",
    "eq",
    "ne",
    "call",
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "truediv",
    "rtruediv",
    "floordiv",
    "mod",
    "neg",
    "lt",
    "le",
    "gt",
    "ge",
    "getitem",
    "int",
    "index",
    "float",
    "contains",
]


SEEN = (
    "card",
    "kind",
    "game",
    "palette",
    "rules",
    "rulings",
    "tables",
    "cards",
    "words",
    "components",
    "ink",
    "phrase",
)


_READ_BY_JINJA = re.compile(r"\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)|^(?:(?!\{[{%]).)*?(?:\}\}|%\})")
"""The parts of a line that Jinja reads: from two braces to two braces, and the end of what an
earlier line opened.
"""
_ANY = re.compile(r".+")
_QUOTED = re.compile(r"(?<!\w)'([^']+)'")
"""A name in Jinja's own words; not what follows an apostrophe."""
_HALF_CLOSED = re.compile(r"\{[{%][^{}%]*\}(?!\})")
"""An expression or a statement of a template in which one of the two closing signs is missing."""
_ID = r"\{#[A-Za-z][\w:.-]*(?:[ \t]+[.#][\w:.-]+)*[ \t]*\}"
_IDS_AMONG_PIECES = re.compile(
    rf"({_ID})|\{{#.*?(?:#\}}|\Z)|\{{%[-+]?\s*raw\s*[-+]?%\}}.*?(?:\{{%[-+]?\s*endraw\b|\Z)"
    r"|\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)",
    re.S,
)
"""A heading's id as in Kramdown and Pandoc, which Jinja would take for the beginning of a comment.
"""
_CHANGE = re.compile(r"access to attribute '(\w+)' of '(list|dict)' object is unsafe")
_CHANGE_HINTS = {
    "list": "a list cannot be changed; start with {% set all = namespace(list=[]) %}, add with"
    " {% set all.list = all.list + [value] %}, and read all.list",
    "dict": "a mapping cannot be changed; start with {% set all = namespace(map={}) %}, add with"
    " {% set all.map = dict(all.map, key=value) %}, and read all.map",
}
"""What to write instead of a method such as `append`, by the type of its object."""
_SET = re.compile(r"\{%[-+]?\s*set\s+(\w+)\.(\w+)")
"""Where a template assigns to an attribute, which only a namespace allows."""
_NO_NAMESPACE = "cannot assign attribute on non-namespace object"
_SYNTAX_HINTS = {  # by the message of Jinja, or of our loader
    "not saved as UTF-8": "save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8)",
    "unexpected '}'": "write a value between double braces: {{ card.name }}",
    "expected token 'end of print statement'": (
        "write a value between double braces: {{ card.name }}"
    ),
    "unknown tag 'do'": _CHANGE_HINTS["list"],
    "expected token 'end of statement block', got '['": "a value in brackets cannot be set; start"
    " with {% set all = namespace(key=1) %}, and change it with {% set all.key = 2 %}",
    "expected token 'end of statement block', got '='": "a comparison has two equals signs: ==",
}


_SECTIONS = ("rules", "words", "palette", "rulings", "components", "tables", "cards")


class NotDefined(jinja2.UndefinedError):
    """A template reads or prints a value that does not exist. `said` and `hint` say so; `dashed`
    is the name with a dash that is meant, if it is one.
    """

    def __init__(self, said: Said, hint: str | None = None, dashed: str = "") -> None:
        super().__init__(said.message)
        self.said, self.hint, self.dashed = said, hint or said.hint, dashed

    @property
    def name(self) -> str:
        """The name that is not defined: of a variable, or of a field; "" if it is about no name."""
        values = dict(self.said.values)
        return str(values.get("variable") or values.get("key") or "")


class _Missing(jinja2.StrictUndefined):
    """An undefined name, with a hint at the closest existing one."""

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> Any:
        owner = self._undefined_obj
        name = str(self._undefined_name)
        known: list[str] = []
        if isinstance(owner, Record):
            said, known = say.NOTHING_HERE(key=name), list(owner._values)
            if owner._id:
                said = say.NOTHING_IN_ENTRY(owner=owner, key=name)
        elif isinstance(owner, dict) and owner:
            said, known = say.NO_KEY_HERE(name=name), list(map(str, owner))
        elif isinstance(owner, tuple | list) and isinstance(self._undefined_name, int):
            said = say.NO_NUMBER_IN_LIST(name=name, count=len(owner))
        else:
            said = say.NAME_NOT_DEFINED(variable=name)
            if owner is missing:
                known = list(SEEN)
        if issubclass(self._undefined_exception, jinja2.exceptions.SecurityError):
            raise self._undefined_exception(self._undefined_hint or said.message)
        if not known:
            raise NotDefined(said)
        hint = did_you_mean(name, known) or f"expected {one_of(known)}"
        dashed = [other for other in known if other.startswith(f"{name}-")]
        near = [*dashed, closest(name, known) or ""][0]
        raise NotDefined(said, hint, near if "-" in near else "")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._fail_with_undefined_error()


for _use in _USES:
    setattr(_Missing, f"__{_use}__", _Missing._fail_with_undefined_error)


class _Origins(jinja2.ext.Extension):
    """Writes the origin of every element of a template into it, as an attribute."""

    def filter_stream(self, stream: jinja2.lexer.TokenStream) -> Iterator[jinja2.lexer.Token]:
        name = stream.name or "template"
        if not name.split(".j2")[0].endswith(".svg"):
            yield from stream
            return
        for token in stream:
            if token.type == jinja2.lexer.TOKEN_DATA:
                yield jinja2.lexer.Token(
                    token.lineno, token.type, _with_origins(token.value, name, token.lineno)
                )
            else:
                yield token


def _with_origins(text: str, name: str, line: int) -> str:
    pieces, end = [], 0
    for match in _OPEN_TAG.finditer(text):
        line += text.count("\n", end, match.start())
        pieces.append(f'{text[end : match.end()]} {ORIGIN}="{name}:{line}"')
        end = match.end()
        line += match[0].count("\n")
    return "".join(pieces) + text[end:]


class _Loader(jinja2.BaseLoader):
    """Loads templates of a single folder, and refuses links that lead out of its parent, the game's
    folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        path = path_within(self.folder, template, self.folder.parent)
        if path is None or not path.is_file():
            raise jinja2.TemplateNotFound(template)
        written = path.stat().st_mtime
        unsaved: Mapping[str, str] = getattr(environment, "unsaved", {})
        draft = unsaved.get(template)
        try:
            if draft is None:
                source = read_file(path, self.folder.parent, MOST_SOURCE).decode()
            else:
                source = draft
        except RefusedFile:
            raise jinja2.TemplateSyntaxError(
                f"it has more than {MOST_SOURCE:,} bytes", 1, template
            ) from None
        except UnicodeDecodeError as fault:
            line = fault.object.count(b"\n", 0, fault.start) + 1
            raise jinja2.TemplateSyntaxError("not saved as UTF-8", line, template) from None
        named = os.path.normpath(self.folder / template)  # as messages name it, links and all
        source = source.replace("\r\n", "\n").replace("\r", "\n")
        _refuse_heading_id(source, template)

        def is_current() -> bool:
            now: Mapping[str, str] = getattr(environment, "unsaved", {})
            return now.get(template) == draft and (draft is not None or _is_as(path, written))

        return source, named, is_current


class HeadingId(jinja2.TemplateSyntaxError):
    """A heading's id, which Jinja would take for the beginning of a comment. `column` counts from
    1.
    """

    def __init__(self, found: re.Match[str], template: str) -> None:
        start = found.start(1)
        self.said = say.NOT_A_COMMENT(found=found[1])
        super().__init__(self.said.message, found.string.count("\n", 0, start) + 1, template)
        self.column, self.length = start - found.string.rfind("\n", 0, start), len(found[1])


def _refuse_heading_id(source: str, template: str) -> None:
    """Raise HeadingId for an id such as {#setup}: everything up to the end of the next comment
    would be left out.
    """
    pieces = _IDS_AMONG_PIECES.finditer(source) if "{#" in source else ()
    found = next((piece for piece in pieces if piece[1]), None)
    if found:
        raise HeadingId(found, template)


def _is_as(path: Path, written: float) -> bool:
    """Return whether a template's file still has the time at which it was read."""
    try:
        return path.stat().st_mtime == written
    except OSError:
        return False


class _OurLoader(_Loader):
    """Loads the tool's own templates, which keep `OURS` in their names, so that reports can say
    so.
    """

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        folder, _, name = template.partition("/")
        if folder != OURS:
            raise jinja2.TemplateNotFound(template)
        return super().get_source(environment, name)


def template_place(at: str) -> tuple[str, Place]:
    """Resolve a template line (FILE:LINE) to its place, and tell whether the template is the game's
    or the tool's own.
    """
    place = Place.read(at)
    if is_ours(at):
        return OUR_TEMPLATE, place
    return "template", Place(f"templates/{place.file}".rstrip("/"), place.line)


def is_ours(at: str) -> bool:
    """Return whether a template line is in one of the tool's own templates."""
    return at.startswith(f"{OURS}/")


def make_environment(folder: Path, language: str = "en", autoescape: bool = True) -> Sandbox:
    """Make the sandbox in which a game's templates run, in a language."""
    environment = Sandbox(
        loader=jinja2.ChoiceLoader([_Loader(folder), _OurLoader(_OUR_FOLDER)]),
        autoescape=autoescape,
        undefined=_Missing,
        extensions=[_Origins],
        keep_trailing_newline=True,
        cache_size=200,
        bytecode_cache=kept_templates(),
    )

    def finalize(value: Any) -> Any:
        kind = type(value)
        if kind is Markup or (kind is str and "\n" not in value):  # most values need no preparation
            environment.letters_left -= len(value) or 1
            if environment.letters_left < 0:
                environment.prints("")
            return value
        shown = _printable(value)
        environment.prints(shown)
        return shown

    def filling(text: str, **values: object) -> str:
        environment.fillings.note(text, values)
        return fill(text, **values)

    def number(value: Any, digits: int | None = None) -> Any:
        return write_number(environment.language, value, digits)

    environment.finalize, environment.language = finalize, language
    ours = ("fill", filling), ("sum", _total), ("number", number)
    environment.filters |= {name: environment.counted(name, own) for name, own in ours}
    return environment


def fill(text: str, **values: object) -> str:
    """Insert values where a text names them in braces: `{{ words.bid|fill(most=8) }}` for 'from 1
    to {most}'.
    """
    for name, value in values.items():
        mark, shown = f"{{{name}}}", str(_printable(value))
        if len(text) + text.count(mark) * len(shown) > MOST_LETTERS:
            raise TemplateExcess(f"makes a text of more than {MOST_LETTERS:,} letters")
        text = text.replace(mark, shown)
    return text


MOST_DIGITS = 12


def write_number(language: str, value: Any, digits: int | None = None) -> Any:
    """Write a number in the format of a language, for templates: `{{ card.weight|number }}`, with
    one decimal `{{ card.weight|number(1) }}`.

    An empty value stays empty. Raises TemplateRuntimeError if the value is not a number, or the
    number of decimals is invalid.
    """
    if value is None or isinstance(value, jinja2.Undefined):
        return value
    if not is_number(value) or not math.isfinite(value):
        raise jinja2.TemplateRuntimeError(f"'number' expected a number, found '{str(value)[:40]}'")
    if digits is not None and not (isinstance(digits, int) and 0 <= digits <= MOST_DIGITS):
        raise jinja2.TemplateRuntimeError(
            f"'number' expected 0 to {MOST_DIGITS} digits, found '{str(digits)[:40]}'"
        )
    return number_in(language, int(value) if isinstance(value, int) else value, digits)


@jinja2.pass_environment
def _total(
    environment: jinja2.Environment,
    values: Iterable[Any],
    attribute: str | int | None = None,
    start: Any = 0,
) -> Any:
    """Add up like Jinja's `sum`, but exactly for floats: `sum` rounds them differently on some
    Pythons.
    """
    read = jinja2.filters.make_attrgetter(environment, attribute)
    found = [value if attribute is None else read(value) for value in values]
    is_float = any(isinstance(value, float) for value in found)
    return math.fsum((start, *found)) if is_float else sum(found, start)


def _phrase(language: str, name: str, /, **values: object) -> str:
    """Return one of the tool's own phrases in the game's language, for templates:
    `{{ phrase('data', data=part.data) }}`.
    """
    try:
        return phrase(language, name, **{key: _printable(value) for key, value in values.items()})
    except KeyError as fault:
        if name in phrase_names():
            raise NotDefined(say.PHRASE_NEEDS_VALUE(phrase=name, name=fault.args[0])) from None
        hint = did_you_mean(name, phrase_names())
        raise NotDefined(say.NO_SUCH_PHRASE(phrase=name), hint) from None


_PRINTED_FIELD = re.compile(r"\{\{-?\s*(card\.(\w+))\s*-?\}\}")


@singledispatch
def _printable(value: Any) -> Any:
    """Prepare an expression's value for output: line breaks survive XML, whole floats lose their
    '.0'. Raises NotDefined for a value that is not to be printed.
    """
    raise NotDefined(say.VALUE_NOT_PRINTED())


@_printable.register(Markup)
@_printable.register(int)
@_printable.register(jinja2.Undefined)
def _(value: Any) -> Any:
    return value


@_printable.register
def _(value: str) -> str:
    return value.strip("\n").replace("\n", LINE_BREAK) if "\n" in value else value


@_printable.register
def _(value: None) -> Any:
    raise NotDefined(say.EMPTY_VALUE())


@_printable.register(list)
@_printable.register(tuple)
def _(value: Any) -> Any:
    raise NotDefined(say.LIST_PRINTED())


@_printable.register
def _(value: Record) -> Record:
    if not value._id:
        raise NotDefined(say.VALUE_NOT_PRINTED())
    return value


_printable.register(float, decimals(4))
_printable.register(FromTo, str)


def _qr(text: Any = None, *args: Any, **said: Any) -> Markup:
    """Write a QR code, for templates: `{{ qr(card.url, x=40, y=60, size=18) }}`."""
    try:
        return Markup(
            code_svg(
                None if isinstance(text, jinja2.Undefined) else text,
                *args,
                **said,
                at=_running_line(),
            )
        )
    except (ValueError, TypeError) as fault:
        what = str(fault).replace("code_svg()", "").strip()
        raise jinja2.TemplateRuntimeError(f"'qr' {what}") from None


def _running_line() -> str:
    """Return the current template line, as FILE:LINE. Jinja passes no line to a function, so the
    line is read from the running frame.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            return f"{template.name}:{template.get_corresponding_lineno(frame.f_lineno)}"
        frame = frame.f_back
    return ""


_ALL = ""  # stands for every kind of card
_NUMBERED = "\0numbers"  # stands for the numbers of the cards


class _Watched(Record):
    """The kinds of cards, recording which of them were accessed: some by name, or all."""

    __slots__ = ("_held", "read")

    def __init__(self, record: Record) -> None:
        object.__setattr__(self, "_held", record._values)
        object.__setattr__(self, "_id", record._id)
        object.__setattr__(self, "read", set())

    @property
    def _values(self) -> dict[str, Any]:
        self.read.add(_ALL)
        return self._held  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        if name not in self._held:
            return super().__getattr__(name)
        self.read.add(name)
        return self._held[name]

    def __getitem__(self, name: object) -> Any:
        self.read.add(str(name))
        return self._held[str(name)]


class _TemplateOutput(NamedTuple):
    """The output of a card's template, and all that it depends on: the card and what all see, and
    the kinds of cards that were accessed.
    """

    seen: tuple[str, str]
    read: dict[str, str | None]
    text: str


class FaceMaker:
    """Makes the faces of one game; templates are compiled once and reloaded when their file
    changes.

    With `previous`, of the same game before an edit, a template is not run again for a card if
    nothing that it can see has changed: no file in templates/, and nothing in the game except other
    cards, of kinds that it did not access.
    """

    def __init__(self, game: Game, previous: FaceMaker | None = None) -> None:
        self.game: Game = game
        self.environment: Sandbox
        self._known: dict[str, _TemplateOutput] = {}
        if previous is not None and previous.game.templates == game.templates:
            self.environment, self._known = previous.environment, previous._texts
        else:
            self.environment = make_environment(game.templates)
        self._cards = _Watched(game.context["cards"])
        self._seen = _seen_by_all(game)
        self._rows = {
            kind: repr(_rows(cards)) for kind, cards in game.context["cards"]._values.items()
        }
        self._rows[_ALL] = repr(self._rows)
        self.environment.globals["qr"] = _qr
        self.environment.serve(game.language, numbers_of(game), game.unsaved)
        self._rows[_NUMBERED] = repr(self.environment.numbers)
        self._refers = _refers_to_cards(game)
        if previous is not None and previous._seen != self._seen:
            self.environment.fillings.clear()  # every template is run again
        self._texts: dict[str, _TemplateOutput] = {}

    @property
    def written(self) -> dict[str, str]:
        """The output of the templates, by the ids of the cards they were run for."""
        return {id_: written.text for id_, written in self._texts.items()}

    def shows_number(self, card: Card) -> bool:
        """Return whether a card's template was run and used the number of a card."""
        return card.id in self._texts and _NUMBERED in self._texts[card.id].read

    def face(self, card: Card) -> Face:
        """Run a card's template.

        Raises ProblemError with the template's line and the card's place for a template that cannot
        run, uses something undefined, or does not write SVG.
        """
        return self.read(card, self.text(card))

    def known_text(self, card: Card) -> str | None:
        """Return the earlier output of a card's template, if it would be the same now; None if that
        is unknown.
        """
        written = self._known.get(card.id)
        if written is None or written.seen != (self._seen, _own(card)):
            return None
        if written.read != {kind: self._rows.get(kind) for kind in written.read}:
            return None
        self._texts[card.id] = written
        return written.text

    def text(self, card: Card) -> str:
        """Render a card's template. Raises the same as `face`."""
        known = self.known_text(card)
        if known is not None:
            return known
        self._cards.read.clear()
        self.environment.begin()
        try:
            with limited():
                text = self.environment.get_template(card.template).render(self.context(card))
        except Exception as fault:  # anything a template does wrong, whatever Python calls it
            raise ProblemError(self.template_problem(fault, card)) from fault
        read = {_ALL} if self._refers else set(self._cards.read)
        if self.environment.has_counted:
            read.add(_NUMBERED)
        self._texts[card.id] = _TemplateOutput(
            (self._seen, _own(card)), {kind: self._rows.get(kind) for kind in read}, text
        )
        return text

    def read(self, card: Card, text: str) -> Face:
        """Read the output of a template. Raises ProblemError if it is not SVG."""
        try:
            root = read_svg(text, card.template)
            box = view_box(root)
        except SvgFault as fault:
            raise ProblemError(
                self.in_its_line(self.problem(fault.said, fault.at, card, fault.hint))
            ) from None
        if box.x or box.y:
            raise ProblemError(self.problem(say.VIEWBOX_NOT_AT_ZERO(), root.at, card))
        return Face(card, root, (box.width, box.height), root.attributes.pop("data-ground", None))

    def context(self, card: Card) -> dict[str, Any]:
        part = {"part": card.part} if isinstance(card, Part) else {}
        own = {
            "card": card.record,
            "kind": card.kind_said,
            "phrase": partial(_phrase, self.game.language),
        }
        return {**self.game.context, "cards": self._cards, **own, **part}

    def problem(self, said: Said, at: str, card: Card | None, hint: str | None = None) -> Problem:
        """Make a problem at a template's line (FILE:LINE), and add the card's place."""
        what, place = template_place(at)
        if card is None:
            return Problem.of(said, place, hint)
        also = ("card", card.place)
        if what == OUR_TEMPLATE:  # a file that the user does not have
            place, also = card.place, (what, place)
        return Problem.of(said, place, hint, "error", (also,), card.id)

    def in_its_line(self, problem: Problem) -> Problem:
        """Add to a problem of SVG the column of the last text in its values, if it occurs only once
        in the line.
        """
        return self._where_it_stands(problem, _ANY)

    def _where_it_stands(
        self, problem: Problem, among: re.Pattern[str] = _READ_BY_JINJA
    ) -> Problem:
        """Add to a problem the column of the last name in its values, if it occurs only once
        `among` some parts of the line, such as those that Jinja reads.
        """
        place = problem.place
        names = [value for _, value in problem.values if isinstance(value, str) and value]
        if not place.line or not names:
            return problem
        word, line = re.compile(rf"(?<!\w){re.escape(names[-1])}(?!\w)"), self._line_at(place)
        columns: list[int] = []
        for part in among.finditer(line):
            columns += [found.start() + 1 for found in word.finditer(line, *part.span())]
        if len(columns) != 1:
            return problem
        return replace(problem, place=replace(place, column=columns[0], length=len(names[-1])))

    def _line_at(self, place: Place) -> str:
        """Return the line of a place, from the unsaved text of its file or from the file."""
        draft = self.game.unsaved.get(place.file.removeprefix("templates/"))
        if draft is None:
            return line_at(place, self.game.folder) or ""
        return "".join(draft.splitlines()[place.line - 1 : place.line])

    def template_problem(self, fault: Exception, card: Card | None) -> Problem:
        """Turn an exception of a template into a problem with its place."""
        if isinstance(fault, CannotRead):
            raise fault
        at = _template_place(fault) or (f"{card.template}:1" if card else "")
        limit = said_of(fault)
        if limit is not None:
            return self.problem(say.TEMPLATE_BEYOND_LIMIT(limit=limit), at, card, HINT)
        if _NO_NAMESPACE in str(fault):
            return self._set_problem(at, card)
        explained = next(explain for sort, explain in _EXPLAINED if isinstance(fault, sort))
        return explained(self, fault, at, card)

    def _excess_problem(self, fault: TemplateExcess, at: str, card: Card | None) -> Problem:
        return self.problem(say.TEMPLATE_TOO_MUCH(fault=fault), at, card, fault.hint)

    def _missing_problem(
        self, fault: jinja2.TemplateNotFound, at: str, card: Card | None
    ) -> Problem:
        name, folder = str(fault.name), self.game.templates
        path = path_within(folder, name, self.game.folder)
        if path is not None and (odd := in_place_of_file(path, f"templates/{name}")):
            return self.problem(odd, at, card)
        templates = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.j2"))]
        hint = did_you_mean(name, templates)
        return self.problem(say.NO_SUCH_TEMPLATE(name=name), at, card, hint)

    def _forbidden_problem(
        self, fault: jinja2.exceptions.SecurityError, at: str, card: Card | None
    ) -> Problem:
        change = _CHANGE.match(str(fault))
        instead = _CHANGE_HINTS[change[2]] if change else None
        return self.problem(say.TEMPLATE_FORBIDDEN(fault=fault), at, card, instead)

    def _other_problem(self, fault: Exception, at: str, card: Card | None) -> Problem:
        return self.problem(say.TEMPLATE_FAILS(fault=fault), at, card)

    def _set_problem(self, at: str, card: Card | None) -> Problem:
        """Report that a template assigns to an attribute of something other than a namespace. Jinja
        blames the line of the previous statement.
        """
        template = Place.read(at)
        source, start = self._source_of(template.file), 0
        for _ in range(template.line - 1):
            start = source.find("\n", start) + 1
        owner, key = "all", "key"
        if found := _SET.search(source, start):
            owner, key = found.groups()
            at = f"{template.file}:{source.count(chr(10), 0, found.start()) + 1}"
        hint = (
            f"start with {{% set {owner} = namespace({key}=none) %}}; nothing else can be changed"
        )
        if owner in SEEN:
            instead = f"{{% set {key} = … %}}"
            hint = f"values of cards.yaml cannot be changed; write {instead}, and use {key}"
        return self.problem(say.NOT_A_NAMESPACE(owner=owner, key=key), at, card, hint)

    def _source_of(self, name: str) -> str:
        """Return the text of a template; empty if it cannot be read."""
        assert self.environment.loader is not None
        try:
            return self.environment.loader.get_source(self.environment, name)[0]
        except (jinja2.TemplateError, OSError):
            return ""

    def _recursion_problem(self, fault: RecursionError, at: str, card: Card | None) -> Problem:
        """Distinguish a cycle of templates from one that is nested too deeply."""
        steps = []
        for frame, _ in traceback.walk_tb(fault.__traceback__):
            if frame.f_code.co_filename.endswith(".j2"):
                steps.append(frame)
        if len(steps) <= _CIRCLING:
            hint = "split its longest expression, or list of lists"
            return self.problem(say.TEMPLATE_TOO_DEEP(), at, card, hint)
        at = _template_place(fault, outermost=True) or at
        message = say.TEMPLATES_IN_CIRCLE()
        return self.problem(message, at, card)

    def _syntax_problem(
        self, fault: jinja2.TemplateSyntaxError, at: str, card: Card | None
    ) -> Problem:
        """Report a syntax error in a template, at its column if that is known."""
        name = (fault.name or Place.read(at).file).removeprefix("templates/")
        at, message, source = f"{name}:{fault.lineno}", str(fault.message), fault.source or ""
        if "Unexpected end of template" in message and (opened := _open_block(source)):
            tag, line = opened
            hint = f"write '{{% end{tag} %}}' where it ends"
            return self.problem(say.TAG_NOT_CLOSED(tag=tag), f"{name}:{line}", card, hint)
        if isinstance(fault, HeadingId):
            problem = self.problem(fault.said, at, card)
            place = replace(problem.place, column=fault.column, length=fault.length)
            return replace(problem, place=place)
        advice = next((hint for part, hint in _SYNTAX_HINTS.items() if part in message), None)
        problem = self.problem(say.TEMPLATE_SYNTAX(fault=message), at, card, advice)
        line_text = "".join(source.splitlines()[fault.lineno - 1 : fault.lineno])
        half = _HALF_CLOSED.search(line_text)
        if half is None:
            return problem
        closing = "}}" if half[0][1] == "{" else "%}"
        place = replace(problem.place, column=half.start() + 1, length=len(half[0]))
        return replace(problem, place=place, hint=f"write {half[0][:-1].rstrip()} {closing}")

    def _undefined_problem(
        self, fault: jinja2.UndefinedError, at: str, card: Card | None
    ) -> Problem:
        """Report which name is not defined, and which one was probably meant."""
        if not isinstance(fault, NotDefined):  # in Jinja's own words
            quoted = _QUOTED.findall(str(fault))
            said = Said(
                "undefined-name", str(fault), values=tuple(("name", name) for name in quoted)
            )
            return self._where_it_stands(self.problem(said, at, card))
        hint, name = fault.hint, fault.dashed
        if fault.said == say.EMPTY_VALUE() and card:
            return self._empty_problem(self.problem(fault.said, at, card, hint), card)
        if name:
            sections = (section for section in _SECTIONS if name in self.game.context[section])
            owner = next(sections, "…")
            hint = f"a name with a dash is written in brackets: {owner}['{name}']"
        variable = variable_of(fault.said)
        if variable and card and variable in card.record._values:
            hint = f"a field of the card is written card.{variable}"
        return self._where_it_stands(self.problem(fault.said, at, card, hint))

    def _empty_problem(self, problem: Problem, card: Card) -> Problem:
        """Report which field of the card is empty, if its line prints one that is."""
        values = card.record._values
        for printed in _PRINTED_FIELD.finditer(self._line_at(problem.place)):
            name, field = printed.groups()
            if values.get(field, "") is None:
                place = replace(problem.place, column=printed.start(1) + 1, length=len(name))
                said = say.EMPTY_FIELD(field=name)
                return Problem.of(said, place, None, "error", problem.also, problem.card)
        return problem


_EXPLAINED: tuple[tuple[type[Exception], Callable[..., Problem]], ...] = (
    (RecursionError, FaceMaker._recursion_problem),
    (TemplateExcess, FaceMaker._excess_problem),
    (jinja2.TemplateSyntaxError, FaceMaker._syntax_problem),
    (jinja2.TemplateNotFound, FaceMaker._missing_problem),
    (jinja2.exceptions.SecurityError, FaceMaker._forbidden_problem),
    (jinja2.UndefinedError, FaceMaker._undefined_problem),
    (Exception, FaceMaker._other_problem),
)
"""How each exception of a template is turned into a problem."""


def variable_of(said: Said) -> str:
    """Return the name that is not defined, if that is what a problem says; else ""."""
    return str(dict(said.values).get("variable", ""))


def _seen_by_all(game: Game) -> str:
    """Write down everything that a card's template can see besides the cards: the rest of the game,
    and the files in templates/.
    """
    tables = {name: _rows(table) for name, table in game.context["tables"]._values.items()}
    named = [_rows(game.context[name]) for name in ("rulings", "components")]
    plain = [_plain(game.context[name]) for name in ("game", "palette", "rules", "words")]
    fields = [  # with another type a word may name a row
        (name, node.below("fields").data())
        for section in ("tables", "kinds")
        for name, node in game.root.below(section).items.items()
    ]
    files = _files_in(game.templates)
    return repr((tables, named, plain, fields, files, sorted(game.unsaved.items())))


def _files_in(folder: Path) -> list[tuple[str, int, int]]:
    """List the files of a folder and its subfolders, with their times and sizes."""
    found = list[tuple[str, int, int]]()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                found += _files_in(Path(entry.path))
            else:
                with contextlib.suppress(OSError):  # a broken link, as some editors leave behind
                    stat = entry.stat()
                    found.append((entry.path, stat.st_mtime_ns, stat.st_size))
    return sorted(found)


def _own(card: Card) -> str:
    """Write down everything in a card that its template can see."""
    return repr((card.kind, card.template, _row(card.record)))


def _rows(table: Record) -> dict[str, Any]:
    return {id_: _row(row) for id_, row in table._values.items()}


def _row(row: Record) -> dict[str, Any]:
    return {name: _plain(value) for name, value in row._values.items()}


def _plain(value: Any) -> Any:
    """Convert a value to plain data; a row of a table becomes its name, since the table itself is
    written out.
    """
    if isinstance(value, Record):
        return f"@{value._id}" if value._id is not None else _row(value)
    return list(map(_plain, value)) if isinstance(value, tuple | list) else value


def _refers_to_cards(game: Game) -> bool:
    """Return whether any row of a table or any card refers to a card, so that a template could
    reach that card through it.
    """
    rows = []
    for part in ("tables", "cards"):
        for table in game.context[part]._values.values():
            rows += table._values.values()
    records = {id(card.record) for card in game.cards.values()}
    for value in chain.from_iterable(row._values.values() for row in rows):
        if not records.isdisjoint(map(id, values_in(value))):
            return True
    return False


_BLOCK = re.compile(r"\{%[-+]?\s*(end)?(for|if|macro|call|filter|block|with|raw|autoescape)\b")


def _open_block(source: str) -> tuple[str, int] | None:
    """Find the block of a template that is opened but never closed: its tag and line."""
    opened: list[tuple[str, int]] = []
    for match in _BLOCK.finditer(source):
        if not match[1]:
            opened.append((match[2], source.count("\n", 0, match.start()) + 1))
        elif opened and opened[-1][0] == match[2]:
            opened.pop()
    return opened[-1] if opened else None


def _template_place(fault: BaseException, outermost: bool = False) -> str | None:
    """Find the template line in which an exception arose, or the one from which all others were
    called.
    """
    calls = traceback.extract_tb(fault.__traceback__)
    frames = [frame for frame in calls if frame.filename.endswith(".j2")]
    if isinstance(fault, NotDefined) and fault.name.isidentifier():
        word = re.compile(rf"\b{fault.name}\b")  # a macro may only use what it was given
        frames = [frame for frame in frames if word.search(frame.line or "")] or frames
    if not frames:
        return None
    frame = frames[0 if outermost else -1]
    path = Path(frame.filename)
    if path.parent == _OUR_FOLDER:
        return f"{OURS}/{path.name}:{frame.lineno}"
    _, is_within, file = f"/{path.as_posix()}".rpartition("/templates/")
    return f"{file if is_within else path.name}:{frame.lineno}"
