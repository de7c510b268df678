"""Lint: texts whose numbers contradict the rules, on any card and in the rulebook; and fields that
no face shows.

In: a `Workshop`. Out: a `Look`. Knows number words only in English; digits work in every language.

**How.** All templates are run once more, with numbers that leave a mark where they are printed.
This shows for each number in a text whether it comes from the data or was typed and, if typed,
whether it is in a template, in `words:` or in a ruling. The word after a typed number says what it
counts: "5 cards" is compared with all numbers of cards from the data in any text, "hold 5 cards"
with those that are held. If the data has no such value, lint reports nothing.

More certain still is a template that puts `hand` into a text with a typed number instead of
`{hand}`.
"""

from __future__ import annotations

import html
import re
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import singledispatchmethod
from itertools import chain
from typing import Any

from generator.book.composing import template_of
from generator.book.rulebook import render_rulebook
from generator.data.findings import Finding
from generator.data.game import Card, Game, Record
from generator.data.languages import translations_beside
from generator.data.loading import load_game
from generator.data.patterns import found_in
from generator.data.problems import Place, ProblemError, Problems
from generator.data.wording import NUMBER_WORDS as WORDS
from generator.face.faces import FaceMaker, fill, template_place, write_number
from generator.face.press import Press
from generator.face.svg import ORIGIN
from generator.lint.fields import unshown_fields
from generator.lint.workshop import PAPER, Look, Workshop, entries

_OF_DATA, _WORKED_OUT, _BEGIN, _END, _FIRST = "\ue100", "\ue101", "\ue110", "\ue111", 0xE200
_MARKS = re.compile("[\ue100\ue101][\ue200-\uf8ff]?|\ue110[\ue200-\uf8ff]|\ue111")
_PRINTED = re.compile("\ue100([\ue200-\uf8ff])(-?\\d*)")
_TEXT = re.compile(r"<(text|textArea)\b([^>]*)>(.*?)</\1>", re.S)
_ORIGIN = re.compile(rf'{ORIGIN}="([^"]*)"')
_TAG = re.compile(r"<[^>]*>")
_NUMBER = re.compile(rf"(?<![\w.,:/#+-])(?:\d+|{'|'.join(WORDS)})(?![\w%]|[.,:/]\d|\.\s*$|-)", re.I)
_BARE = re.compile(rf"(?<![\ue100-\uf8ff])(?<!\w)(?:\d+|{'|'.join(WORDS)})(?!\w)", re.I)
_OUT_OF = r"(?:(?:of (?:the|your|their|his|her|these|those)|des|de (?:vos|ses|leurs|ces)) )?"
_NOUNS, _NOUNS_OF_TYPED = (
    re.compile(
        rf"[ \u00a0*]+{of}[{{]?([^\W\d_]{{2,}})(?:[}}*]*[ \u00a0][ \u00a0*]*([^\W\d_]{{2,}}))?"
    )
    for of in ("", _OUT_OF)
)
"""What is behind a number. Typed ones are held against what is counted elsewhere also if they
are some of these.
"""
_BEFORE = re.compile(r"([^\W\d_]{2,})[ \u00a0*]+$")
_SIGNS = re.compile(r"[{}*_]")
_SAY_LITTLE = """
of or and to in the an if for most each from with at is on by than per up as that it they are your you be was were has
have which who when then so but not one ones hundred thousand times time here there all both any et ou de des du la le
les un une au aux en par pour sur dans avec que qui est sont se sa son ses ne pas plus dont à chaque und oder der
das den dem ein eine einen einer eines von vom zu zum zur im mit für auf ist sind bei je pro als aus am nach bis vor
über unter wer wenn dann nicht alle jeder jede jedes y o u del el los las una por para con es al su sus si no cada e
di della dei delle il lo gli uno che è sono alla da ogni
"""
_VAGUE = frozenset(_SAY_LITTLE.split())
"""Words that do not say what is counted, and end the search for it, in the languages that a game
may use.
"""
_PASSED = frozenset(
    ["more", "other", "others", "different", "new", "same", "further", "whole", "such"]
)
"""Words that may be between a number and what it counts."""
_ORDINAL = re.compile(r"^\s*(?:>\s*)*\d+\.\s")


class _Marked(int):
    """A number of the data: it leaves a mark where it is printed, and so do numbers computed from
    it.
    """

    mark: str

    def __new__(cls, value: int, mark: str) -> _Marked:
        made = super().__new__(cls, value)
        made.mark = mark
        return made

    def __str__(self) -> str:
        return f"{self.mark}{int(self)}"

    def __format__(self, form: str) -> str:
        return self.mark + format(int(self), form)


class _Copy(Record):
    """A record that is read with marked numbers too, and notes which of its values are."""

    __slots__ = ("_read",)
    _read: set[str]

    def __init__(self, values: dict[str, Any], id_: str | None = None) -> None:
        super().__init__(values, id_)
        object.__setattr__(self, "_read", set())

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return super().__getattr__(name)

    def __getitem__(self, name: object) -> Any:
        self._read.add(str(name))
        return super().__getitem__(int(name) if isinstance(name, int) else name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(int(name) if isinstance(name, int) else name)


def _read_of(card: Card) -> set[str]:
    """Return the fields that were read of a tracer's card so far, to be changed."""
    assert isinstance(card.record, _Copy)
    return card.record._read


def _kept(name: str) -> Any:
    plain = getattr(int, name)

    def worked_out(self: _Marked, *others: Any) -> Any:
        value = plain(self, *others)
        return _Marked(value, self.mark) if isinstance(value, int) else value

    return worked_out


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "mod", "neg", "abs"):
    setattr(_Marked, f"__{_name}__", _kept(f"__{_name}__"))


@dataclass(frozen=True)
class PrintedNumber:
    """A number in a text: what it counts, and its source."""

    value: int
    words: str
    """The number with the word that it counts, as printed."""
    nouns: tuple[str, ...]
    """The words after it that say what it counts, nearest first."""
    before: str
    source: str
    """The path in cards.yaml of a number of the data, or of the text in which one was typed; empty
    for a template's own.
    """
    is_typed: bool
    at: Place | None
    """The template's line."""


@dataclass(frozen=True)
class _Put:
    """A number of the data that a rulebook prints: its path in cards.yaml, the template's line, and
    its digits.
    """

    path: str
    line: int
    value: str


class _Tracer:
    """Copies of a game's data whose numbers and texts leave marks, and the meaning of the marks."""

    def __init__(self, game: Game) -> None:
        self.sources: list[str] = []
        self.copies: dict[int, Any] = {}
        self.unfilled: dict[tuple[str, str], int] = {}
        """Numbers that were given to a text without a place for them: by the text's path and the
        name.
        """
        self.own: dict[str, frozenset[str]] = {}
        """By card, the fields that its own face reads of it."""
        self.on_faces: dict[str, set[str]] = {}
        """By card, the fields that any face reads of it."""
        self.in_book = list[_Put]()
        """All numbers of the data that the rulebook prints, in order."""
        self.typed_in_book = list[PrintedNumber]()
        words, rulings = game.context["words"], game.context["rulings"]
        context = {}
        for name, value in game.context.items():
            if name not in ("palette", "fonts", "ink"):
                context[name] = self.copy(value, name)
        context["words"] = Record(
            {key: self.text(text, f"words.{key}") for key, text in words._values.items()}
        )
        context["rulings"] = Record(
            {id_: self.ruling(one) for id_, one in rulings._values.items()}, rulings._id
        )
        context["game"] = self.about(game.context["game"])
        cards = {}
        for id_, card in game.cards.items():
            if card.kind_said in context["cards"]:
                cards[id_] = replace(
                    card, record=context["cards"][card.kind_said][card.reverse_of or id_]
                )
        self.game = replace(game, context={**game.context, **context}, cards=cards)

    def mark(self, source: str) -> str:
        if source not in self.sources:
            self.sources.append(source)
        return chr(_FIRST + self.sources.index(source))

    @singledispatchmethod
    def copy(self, value: Any, path: str) -> Any:
        """Copy data, with marks on its numbers. Numbers in the texts of cards are theirs alone, and
        left out.
        """
        return value

    @copy.register
    def _(self, value: int, path: str) -> Any:
        return _Marked(value, _OF_DATA + self.mark(path))

    @copy.register
    def _(self, value: bool, path: str) -> Any:
        return value

    @copy.register
    def _(self, value: Record, path: str) -> Any:
        if id(value) not in self.copies:
            copied = _Copy({}, value._id)
            self.copies[id(value)] = copied
            for key, child in value._values.items():
                copied._values[key] = self.copy(child, f"{path}.{key}")
        return self.copies[id(value)]

    @copy.register(dict)
    def _(self, value: dict[Any, Any], path: str) -> Any:
        return {self.copy(key, path): self.copy(one, path) for key, one in value.items()}

    @copy.register(tuple)
    @copy.register(list)
    def _(self, value: Any, path: str) -> Any:
        return type(value)(self.copy(one, path) for one in value)

    @copy.register
    def _(self, value: str, path: str) -> Any:
        return _NUMBER.sub("", value) if path.startswith("cards.") and " " in value else value

    def text(self, text: Any, path: str) -> Any:
        if isinstance(text, str) and _NUMBER.search(text):
            return f"{_BEGIN}{self.mark(path)}{text}{_END}"
        return text

    def ruling(self, ruling: Record) -> Record:
        options = {
            key: self.text(text, f"rulings.{ruling._id}.options.{key}")
            for key, text in ruling.options._values.items()
        }
        return Record(
            {**ruling._values, "options": Record(options, ruling.options._id)}, ruling._id
        )

    def about(self, info: Record) -> Record:
        copied = self.copy(info, "game")
        texts = {}
        for key, one in copied._values.items():
            if key in ("about", "subtitle"):
                texts[key] = self.text(one, f"game.{key}")
        return Record({**copied._values, **texts}, copied._id)

    # ---- templates

    def drawn(self, maker: FaceMaker, card: Card) -> str:
        """Write a card's face, and record which of its fields that reads."""
        read = _read_of(card)
        before = frozenset(read)
        read.clear()
        text = maker.text(card)
        self.own[card.id] = frozenset(read)
        read |= before
        return text

    @property
    def anywhere(self) -> dict[str, set[str]]:
        """By card, the fields that something shows of it: what any face reads; in the rulebook a
        number must be printed, not only read.
        """
        found, in_book = dict[str, set[str]](), {put.path for put in self.in_book}
        for id_, card in self.game.cards.items():
            values = card.record._values
            found[id_] = self.on_faces.get(id_, set()) | {
                name
                for name in _read_of(card)
                if not isinstance(values.get(name), int)
                or f"cards.{card.kind}.{id_}.{name}" in in_book
            }
        return found

    def prepare(self, environment: Any) -> None:
        """Let an environment mark what a template works out, and report numbers that no text has a
        place for.
        """
        printed = environment.finalize

        def finalize(value: Any) -> Any:
            value = printed(value)
            if isinstance(value, int) and not isinstance(value, _Marked | bool):
                return f"{_WORKED_OUT}{value}"
            if not isinstance(value, str) or hasattr(value, "__html__") or _BEGIN in value:
                return value
            return _BARE.sub(lambda number: _WORKED_OUT + number[0], value)  # a text of the data

        def filling(text: str, **values: Any) -> str:
            path = self.path_of(text)
            for name, value in values.items():
                if path and isinstance(value, int) and f"{{{name}}}" not in text:
                    self.unfilled[path, name] = int(value)
            return fill(text, **{name: finalize(value) for name, value in values.items()})

        def number(value: Any, digits: int | None = None) -> Any:
            mark = _WORKED_OUT if isinstance(value, int) else ""
            if isinstance(value, _Marked):
                mark = value.mark
            shown = write_number(environment.language, value, digits)
            return f"{mark}{shown}" if mark else shown

        environment.finalize, environment.filters["number"] = finalize, number
        environment.filters["fill"] = filling

    def path_of(self, text: str) -> str:
        return self.sources[ord(text[1]) - _FIRST] if text.startswith(_BEGIN) else ""

    # ---- texts

    def parted(self, text: str) -> tuple[str, list[str], dict[int, str]]:
        """Take the marks out of a text: its letters, the source of each, and the marks of numbers
        by their places.
        """
        plain, texts, marks, stack, end = "", list[str](), dict[int, str](), [""], 0
        for match in _MARKS.finditer(text):
            mark, piece, end = match[0], text[end : match.start()], match.end()
            plain, texts = plain + piece, texts + [stack[-1]] * len(piece)
            if mark[0] == _BEGIN:
                stack.append(self.sources[ord(mark[1]) - _FIRST])
            elif mark == _END:
                stack = stack[:-1] or [""]
            else:
                marks[len(plain)] = mark
        return plain + text[end:], texts + [stack[-1]] * len(text[end:]), marks

    def said(self, text: str, at: Place | None) -> Iterator[PrintedNumber]:
        """Find the numbers in a text."""
        plain, texts, marks = self.parted(html.unescape(_TAG.sub(" ", text)))
        ordinal = _ORDINAL.match(plain)
        for number in _NUMBER.finditer(plain, ordinal.end() if ordinal else 0):
            start, end = number.span()
            mark, digits = marks.get(start, ""), number[0].lower()
            source, nouns_behind = texts[start], _NOUNS_OF_TYPED
            if mark:
                if mark[0] == _WORKED_OUT:
                    continue
                source, nouns_behind = self.sources[ord(mark[1]) - _FIRST], _NOUNS
            nouns: tuple[str, ...] = ()
            if behind := nouns_behind.match(plain, end):
                nouns = _nouns_of(*behind.groups(""))
                if nouns:
                    end = behind.end(1)
            before = _BEFORE.search(plain, 0, start)
            yield PrintedNumber(
                WORDS[digits] if digits in WORDS else int(digits),
                _SIGNS.sub("", plain[start:end]),
                nouns,
                _stem(before[1]) if before else "",
                source,
                not mark,
                at,
            )


def _nouns_of(first: str, second: str) -> tuple[str, ...]:
    """Choose the words that say what is counted: both if the first may describe the second, none
    after a verb, for example.
    """
    if _stem(first) or first.lower() in _PASSED:
        return tuple(filter(None, map(_stem, (first, second))))
    return ()


def _stem(word: str) -> str:
    """Reduce a word to the part shared with its plural; empty for a meaningless word."""
    word = word.lower()
    if word in _VAGUE or word in _PASSED:
        return ""
    return word[:-1] if word.endswith(("s", "x")) and len(word) > 3 else word


def check_numbers(workshop: Workshop) -> Iterator[Look]:
    """Find numbers typed into texts of cards, of the rulebook, of `words:` and of rulings that
    contradict the data.
    """
    game = workshop.game
    try:
        tracer = _Tracer(game)
        said = [
            *_of_faces(tracer),
            *_of_rulebook(tracer, Press(tracer.game, workshop.press, version_marks=False)),
        ]
    except ProblemError:
        return  # the press has reported what is wrong with a template
    known, findings = _Known(game, said), dict[tuple[str, str], Finding]()
    typed = [number for number in said if number.is_typed and number.value > 1]
    for (path, name), value in tracer.unfilled.items():
        for number in typed:
            if number.source == path:
                why = f"the template fills in '{name}', which is {value}"
                hint = f"write {{{name}}} in its place"
                finding = _finding(game, number, why, hint, value, True)
                findings.setdefault((path, number.words), finding)
    for number in typed:
        rivals = known.rivals(number)
        if rivals and number.value not in rivals.values():
            others = " or ".join(
                f"{value} ({path.rpartition(' ')[0]})" for path, value in list(rivals.items())[:3]
            )
            hint = "let the template fill the number in, or reword the text"
            value = next(iter(rivals.values()))
            findings.setdefault(
                (number.source or str(number.at), number.words),
                _finding(game, number, f"the data says {others}", hint, value, False),
            )
    findings |= {("rulings", finding.about): finding for finding in _of_options(game)}
    yield Look("numbers in texts", len(said), "", "", tuple(findings.values()))
    if not game.is_translated:
        books = list(_other_rulebooks(game, workshop.press))
        apart = chain.from_iterable(_told_apart(tracer, other) for other in books)
        yield Look("numbers in translated rulebooks", len(books), "", "", tuple(apart))
    yield Look(
        "values shown on card faces",
        len(tracer.own),
        "",
        "",
        tuple(unshown_fields(game, tracer.own, tracer.anywhere)),
    )


def _of_faces(tracer: _Tracer) -> Iterator[PrintedNumber]:
    maker = FaceMaker(tracer.game)
    tracer.prepare(maker.environment)
    seen = set[tuple[str, str, str]]()
    for kind in tracer.game.kinds:
        for card in entries(tracer.game, kind):
            for _, attributes, inside in _TEXT.findall(tracer.drawn(maker, card)):
                origin = found_in(_ORIGIN, attributes, 1)
                key = (kind, origin, inside)
                if key not in seen:
                    seen.add(key)
                    yield from tracer.said(inside, template_place(origin)[1] if origin else None)
    tracer.on_faces = {id_: set(_read_of(card)) for id_, card in tracer.game.cards.items()}


def _of_rulebook(tracer: _Tracer, press: Press) -> Iterator[PrintedNumber]:
    rendered = render_rulebook(tracer.game, press, tracer.prepare)
    if rendered is None:
        return
    text, lines = rendered
    for line, number in zip(text.split("\n"), lines, strict=True):
        tracer.in_book += [
            _Put(tracer.sources[ord(mark) - _FIRST], number, value)
            for mark, value in _PRINTED.findall(line)
        ]
        if not line.lstrip("> ").startswith("!["):
            for cell in line.split("|"):
                for one in tracer.said(
                    cell, Place(f"templates/{template_of(tracer.game)}", number)
                ):
                    tracer.typed_in_book += [one] if one.is_typed and not one.source else []
                    yield one


def _other_rulebooks(game: Game, press: Press) -> Iterator[_Tracer]:
    """Trace the rulebook of each language that has its own; its faults are reported with that
    language.
    """
    path = game.folder / game.file
    for language in translations_beside(path):
        with suppress(ProblemError):
            tracer = _Tracer(load_game(path, Problems(), lang=language))
            if template_of(tracer.game) != template_of(game):
                deque(_of_rulebook(tracer, Press(tracer.game, press, version_marks=False)), 0)
                yield tracer


def _told_apart(tracer: _Tracer, other: _Tracer) -> Iterator[Finding]:
    """Find numbers of the data that the rulebook inserts in one language but not in the other,
    where they may be typed.
    """
    counts = [Counter(put.path for put in one.in_book) for one in (tracer, other)]
    for path in sorted(counts[0] | counts[1]):
        if counts[0][path] == counts[1][path]:
            continue
        (most, more), (few, less) = sorted(
            zip((counts[0][path], counts[1][path]), (tracer, other), strict=True),
            key=lambda one: -one[0],
        )
        here, there = template_of(less.game), template_of(more.game)
        put, (first, last) = _missing(path, more.in_book, less.in_book)
        said = f"{there} fills in {path} ({put.value}) {_times(most)}, but {here} "
        said += _times(few) if few else "does not"
        typed = _typed_between(less.typed_in_book, first, last)
        is_same = typed is None or str(typed.value) == put.value
        near = "near "
        if typed is not None:
            said += f" and says '{typed.words}'"
            near = ""
        yield Finding(
            "words-and-rule",
            f"{path.replace('.', ', ')}, {other.game.language}",
            PAPER,
            "ok" if few and is_same else "warning",
            said,
            place=typed.at if typed else Place(f"templates/{here}", first),
            hint=f"is the number typed {near}here? Write {{{{ {path} }}}}",
            wider=(path.replace(".", ", "), here),
            also=(("there", Place(f"templates/{there}", put.line)),),
        )


def _typed_between(typed: Sequence[PrintedNumber], first: int, last: int) -> PrintedNumber | None:
    """Find the first number above 1 that is typed between two lines, both included."""
    for number in typed:
        if number.at and first <= number.at.line <= last and number.value > 1:
            return number
    return None


def _missing(path: str, more: Sequence[_Put], less: Sequence[_Put]) -> tuple[_Put, tuple[int, int]]:
    """Find a number that one rulebook puts in and another lacks, and between which lines of the
    other it would be.
    """
    matcher = SequenceMatcher(
        None, [one.path for one in more], [one.path for one in less], autojunk=False
    )
    for tag, start, end, at, _ in matcher.get_opcodes():
        lacking = more[start:end] if tag in ("delete", "replace") else ()
        for put in lacking:
            if put.path == path:
                before = less[at - 1].line if at else 1
                after = less[at].line if at < len(less) else sys.maxsize
                return put, (before, after)
    raise AssertionError("there are more of it, so at least one is not matched")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


class _Known:
    """What the data says about counted things, by the words beside its numbers and, with less
    certainty, by the names of the rules.
    """

    def __init__(self, game: Game, said: Iterable[PrintedNumber]) -> None:
        self.by_words: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        self.by_name: dict[str, dict[str, int]] = defaultdict(dict)
        for one in said:
            if not one.is_typed:
                self.add(one.source, one.value, one.before, one.nouns)
        players = game.info.players if "players" in game.info and game.info.players else ()
        for count in range(players[0], players[-1] + 1) if players else ():
            self.add("game.players", count, "", ("player",))
        for id_, ruling in game.context["rulings"]._values.items():
            words = str(ruling.choice).split("_")
            if len(words) > 1 and WORDS.get(words[0], 0) > 1:
                self.add(
                    f"rulings.{id_}",
                    WORDS[words[0]],
                    "",
                    tuple(filter(None, map(_stem, words[1:]))),
                )
        for name, value in game.context["rules"]._values.items():
            for word in name.split("_"):
                if isinstance(value, int) and word.endswith(
                    "s"
                ):  # a plural, so the number is how many
                    self.by_name[_stem(word)][f"rules.{name} {value}"] = value

    def add(self, source: str, value: int, before: str, nouns: Sequence[str]) -> None:
        for key in (
            {(before, noun) for noun in nouns}
            | {("", noun) for noun in nouns}
            | ({(before, "")} if before else set())
        ):
            self.by_words[key][f"{source} {value}"] = value

    def rivals(self, number: PrintedNumber) -> dict[str, int]:
        """Find the numbers of the data that count the same thing, by path and value; empty if that
        is unknown.
        """
        if not number.nouns:
            return self.by_words.get((number.before, ""), {})
        for noun in number.nouns:
            for before in (number.before, ""):
                if self.by_words.get((before, noun)):
                    return self.by_words[before, noun]
        for noun in number.nouns:
            if noun in self.by_name:
                return self.by_name[noun]
        return {}


def _of_options(game: Game) -> Iterator[Finding]:
    """Find answers to rulings with a number in their name that their text lacks:
    `three_still_rounds: After four …`.
    """
    for id_, ruling in game.context["rulings"]._values.items():
        for key, text in ruling.options._values.items():
            named = {WORDS[word] for word in key.split("_") if WORDS.get(word, 0) > 1}
            said = set()
            for number in _NUMBER.findall(text):
                if number.lower() != "zero":
                    said.add(WORDS.get(number.lower(), 0) or int(number))
            if named and said and not named & said:
                yield Finding(
                    "words-and-rule",
                    f"{id_}, {key}",
                    PAPER,
                    "fault",
                    f"the text of the answer '{key}' has the number {max(said)}: '{text}'",
                    max(said),
                    place=_place(game, f"rulings.{id_}.options.{key}"),
                    hint=(
                        "the rules use the name of an answer and people read its text: make the "
                        "two agree"
                    ),
                    limit=max(named),
                    wider=(id_,),
                )


def _place(game: Game, path: str) -> Place:
    return game.root.at(tuple(path.split(".")))[0].place


def _finding(
    game: Game, number: PrintedNumber, why: str, hint: str, value: int, is_sure: bool
) -> Finding:
    place = _place(game, number.source) if number.source else number.at
    return Finding(
        "words-and-rule",
        f"{number.source.replace('.', ', ') or place}, {number.words}",
        PAPER,
        "fault" if is_sure and number.value != value else "warning",
        f"a text says '{number.words}', but {why}",
        number.value,
        place=place,
        hint=hint,
        limit=value,
        wider=(number.source.replace(".", ", "), *([str(number.at.file)] if number.at else [])),
        also=(("template", number.at),) if number.source and number.at else (),
    )
