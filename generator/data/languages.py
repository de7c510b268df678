"""Stage 1c, languages: the texts of a cards.yaml in another language, which are in a cards.fr.yaml
beside it.

In: a checked cards.yaml and the tree of its translation. Out: the same values with the texts
replaced, every text with its place in the file it comes from; and a `Coverage`, which counts the
translated and the missing texts. A translation holds only texts, in the structure of cards.yaml;
missing ones are taken from cards.yaml.

A translation may record, in a comment above a text, what it was translated from: `# en: Tib the
Mudlark`. If cards.yaml has changed since, the text is stale.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.data import messages as say
from generator.data.fieldtypes import LANGUAGE, FieldFault, check_line, check_text, slug
from generator.data.poles import opposed
from generator.data.powers import SECTION as POWERS
from generator.data.powers import own_powers, power_texts
from generator.data.problems import Place, Problem, ProblemError, Problems, did_you_mean
from generator.data.saying import first_of
from generator.data.schema import Checked, check_schema
from generator.data.source import Node, content_of, read_source
from generator.data.styles import styles_in
from generator.data.wording import NUMBER_WORDS

TextPath = tuple[str, ...]
ALL = "all"
_AS_THERE = "`emporium-pnp languages --update` lists the texts to translate"
_SLOT = re.compile(r"\{\s*([^\W\d]\w*)")
_MARK = re.compile(r"(?<!\\)\{([^{}]+)\}")
_GAME_TEXTS: dict[str, Callable[[object], str]] = {
    "title": check_line,
    "subtitle": check_line,
    "about": check_text,
}
_QUESTION_TEXTS: dict[str, Callable[[object], str]] = {
    "ask": check_line,
    "options": check_line,
    "low": check_line,
    "high": check_line,
}
_QUESTIONS = ("feedback", "questions")  # a list in cards.yaml; here its entries have names
_COMPONENT_TEXTS: dict[str, Callable[[object], str]] = {"name": check_line, "about": check_line}


@dataclass(frozen=True)
class Text:
    """One text of cards.yaml that can be translated: its place in the tree, its content, and what
    it may be.
    """

    path: TextPath
    value: str | list[str]
    place: Place
    check: Callable[[object], object] = field(repr=False)

    @property
    def key(self) -> str:
        return ".".join(self.path)

    @property
    def shown(self) -> str:
        """The text on one line, as a comment of a translation records it."""
        return one_line(" | ".join(self.value) if isinstance(self.value, list) else self.value)


class Stale(NamedTuple):
    """A translated text whose original has changed. `was` is the original that was translated."""

    text: Text
    was: str
    place: Place


class Coverage(NamedTuple):
    """How complete a translation is. `unknown` counts its entries that name no text of
    cards.yaml.
    """

    language: str
    file: str
    texts: int
    missing: tuple[Text, ...] = ()
    stale: tuple[Stale, ...] = ()
    unknown: int = 0
    empty: tuple[TextPath, ...] = ()
    """The unknown entries that are not translated."""

    @property
    def translated(self) -> int:
        return self.texts - len(self.missing)

    @property
    def percent(self) -> int:
        """The share that is translated, rounded down, so that 100 means all."""
        return 100 * self.translated // self.texts if self.texts else 100


def one_line(text: str) -> str:
    """Write a text on one line, with line breaks made visible."""
    return re.sub(r"[ \t]+", " ", text.strip().replace("\n", " ⏎ ")).strip()


def file_of(path: Path, language: str) -> Path:
    """Name the file with a cards.yaml's texts in a language: cards.fr.yaml."""
    return path.parent / f"{path.stem}.{language}{path.suffix}"


def _is_within(file: Path) -> bool:
    """Return whether a file exists and is not a link that leads out of its folder."""
    return file.is_file() and file.resolve().is_relative_to(file.parent.resolve())


def translations_beside(path: Path) -> list[str]:
    """List the languages with a translation file beside a cards.yaml, by their codes."""
    name = re.compile(rf"{re.escape(path.stem)}\.({LANGUAGE}){re.escape(path.suffix)}")
    return sorted(
        match[1]
        for other in path.parent.iterdir()
        if (match := name.fullmatch(other.name)) and _is_within(other)
    )


def misnamed_beside(path: Path) -> dict[str, str]:
    """Find files whose names almost match those of translations, such as cards.de.yml: by the
    languages meant.
    """
    name = re.compile(rf"{re.escape(path.stem)}\.({LANGUAGE})\.ya?ml(?:\.txt)?", re.I)
    there = {
        other.name: match[1].lower()
        for other in path.parent.iterdir()
        if (match := name.fullmatch(other.name))
    }
    misnamed = {}
    for file, language in sorted(there.items()):
        if not file_of(path, language).exists():
            misnamed[language] = file
    return misnamed


def languages_of(path: Path) -> tuple[str, ...]:
    """List the languages of a game, its own first. Raises ProblemError if cards.yaml cannot be
    read.
    """
    own = read_source(path, path.name).below("game", "language").text or "en"
    return tuple(dict.fromkeys((own, *translations_beside(path))))


def asked_languages(path: Path, asked: str) -> tuple[str, ...]:
    """List the languages meant by a word such as `fr` or `all`.

    Raises ProblemError (`unknown-language`) for a language that the game does not have, and if
    cards.yaml cannot be read.
    """
    known = languages_of(path)
    if asked == ALL:
        return known
    if asked not in known:
        raise ProblemError(_no_language(path, asked, known[0]))
    return (asked,)


def texts_of(checked: Checked) -> dict[TextPath, Text]:
    """Find every text of a cards.yaml that can be translated, in the order of the file."""
    found: dict[TextPath, Text] = {}
    for path, check in _translatable(checked):
        node = _at(checked, path)
        if node is not None and node.type != "nothing":
            value = node.data()
            found[path] = Text(
                path, value if isinstance(value, list) else str(value), node.place, check
            )
    for sentence, place in own_powers(checked.root).items():
        found[*POWERS, sentence] = Text((*POWERS, sentence), sentence, place, check_line)
    return found


def _translatable(checked: Checked) -> Iterator[tuple[TextPath, Callable[[object], object]]]:
    """Yield every place that could hold a text, whether or not it has one."""
    data = checked.data
    for name, check in _GAME_TEXTS.items():
        yield ("game", name), check
    for section, rows in (("tables", "rows"), ("kinds", "cards")):
        for table, content in data[section].items():
            texts = {}
            for name, type_ in checked.fields[table].items():
                if type_.element in ("line", "text"):
                    texts[name] = type_.check
            if section == "kinds":
                yield from (
                    (("kinds", table, "defaults", name), check) for name, check in texts.items()
                )
            for id_ in content[rows]:
                yield from (
                    ((section, table, rows, id_, name), check) for name, check in texts.items()
                )
    for id_ in data["components"]:
        yield from ((("components", id_, name), check) for name, check in _COMPONENT_TEXTS.items())
    for id_, ruling in data["rulings"].items():
        yield ("rulings", id_, "question"), check_text
        yield from (
            (("rulings", id_, "options", option), check_text) for option in ruling["options"]
        )
    yield ("feedback", "about"), check_text
    for key in question_keys(checked):
        yield from (((*_QUESTIONS, key, name), check) for name, check in _QUESTION_TEXTS.items())
    yield from ((("words", id_), check_text) for id_ in data["words"])


def question_keys(checked: Checked) -> list[str]:
    """Name the questions of the form, in order: by their ids, otherwise by their text, so that none
    takes another's translation.
    """
    names: list[str] = []
    for number, question in enumerate(checked.data["feedback"]["questions"], 1):
        name = question["id"] or slug(question["ask"]) or str(number)
        names.append(name if name not in names else f"{name}-{number}")
    return names


def _at(checked: Checked, path: TextPath) -> Node | None:
    """Find the value in cards.yaml at a path; None if there is none."""
    steps: tuple[int | str, ...] = path
    if path[:2] == _QUESTIONS and len(path) > 2:
        keys = question_keys(checked)
        if path[2] not in keys:
            return None
        steps = (*_QUESTIONS, keys.index(path[2]), *path[3:])
    node, number = checked.root.at(steps)
    return node if number == len(steps) else None


def in_language(
    path: Path, checked: Checked, language: str, problems: Problems, content: bytes | None = None
) -> Checked:
    """Translate a checked cards.yaml, with `content` as the content of the translation's file.
    Faults and gaps of the translation go to `problems`.

    Raises ProblemError if there is no such translation, or it cannot be read.
    """
    if not re.fullmatch(LANGUAGE, language) or not _is_within(file_of(path, language)):
        raise ProblemError(_no_language(path, language, checked.data["game"]["language"]))
    translated, coverage, _ = translate(path, checked, language, problems, content)
    if coverage.missing:
        missing = len(coverage.missing)
        problems.warn(
            say.UNTRANSLATED(
                missing=missing, texts=coverage.texts, percent=coverage.percent, original=path.name
            ),
            Place(coverage.file),
        )
    if coverage.stale:
        first, *others = coverage.stale
        if others:
            which = f"{1 + len(others)} texts were translated before {path.name} changed them"
        else:
            which = f"this text was translated before {path.name} changed it"
        problems.warn(
            say.TRANSLATION_STALE(texts=which),
            first.place,
            f"translate {first.text.key} again and update the original above it; `emporium-pnp "
            "languages --missing` lists all"
            if others
            else "translate it again, and write the new original above it",
            tuple(("another", one.place) for one in others[:3]),
        )
    return translated


def _no_language(path: Path, language: str, own: str) -> Problem:
    known = list(dict.fromkeys((own, *translations_beside(path))))
    if not re.fullmatch(LANGUAGE, language):
        likely = did_you_mean(language, [*known, ALL])
        hint = likely or "a language is named by its code: fr, de, pt-br"
    elif file := misnamed_beside(path).get(language):
        hint = f"rename {file} to {file_of(path, language).name}"
    else:
        begin = f"`emporium-pnp languages --start {language}` begins one"
        hint = did_you_mean(language, known) or begin
    return Problem.of(
        say.NO_SUCH_LANGUAGE(language=language, known=known, stem=path.stem, suffix=path.suffix),
        hint=hint,
    )


def translate(
    path: Path, checked: Checked, language: str, problems: Problems, content: bytes | None = None
) -> tuple[Checked, Coverage, Node]:
    """Read a translation, with `content` as the content of its file: the checked cards.yaml with
    its texts, its coverage, and its tree.

    Raises ProblemError if the file cannot be read at all.
    """
    file = file_of(path, language)
    try:
        root = read_source(file, file.name, problems, content)
    except ProblemError as fault:
        if any(problem.code != "empty-file" for problem in fault.problems):
            raise
        root = Node("map", {}, Place(file.name, 1, 1))
    texts = texts_of(checked)
    reader = _TranslationReader(checked, texts, path.name, language, problems)
    reader.read(root, ())
    said = _powers_said(checked, texts, reader)
    nodes = {**reader.found, **said}
    missing = tuple(text for text in texts.values() if text.path not in nodes)
    lines = (content_of(file) if content is None else content).decode("utf-8-sig").splitlines()
    stale = tuple(_stale(texts, reader.found, root, lines, checked.data["game"]["language"]))
    coverage = Coverage(
        language, file.name, len(texts), missing, stale, reader.unknown, tuple(reader.empty)
    )
    for text_path in list(nodes):
        if text_path[:2] == POWERS:  # their values contain steps
            del nodes[text_path]
    values = reader.values | {text_path: node.value for text_path, node in said.items()}
    values = {text_path: values[text_path] for text_path in nodes}
    return _overlaid(checked, values, nodes, language), coverage, root


def _powers_said(
    checked: Checked, texts: dict[TextPath, Text], reader: _TranslationReader
) -> dict[TextPath, Node]:
    """Return the powers that a translation leaves out, translated by the patterns; warn about those
    it gives with another meaning.
    """
    known = power_texts(checked.root, reader.languages, reader.values)
    if known is None:
        return {}
    of_cards = []
    for text in texts.values():
        if text.path[0] == "kinds" and text.path[-1] in known.fields:
            of_cards.append(text)
    said = {}
    for text in of_cards:
        if not isinstance(text.value, str):
            continue
        if text.path in reader.found:
            reader.problems.extend(known.faults(text.value, reader.found[text.path]))
        elif (words := known.text(text.value)) is not None:
            said[text.path] = Node("text", words, text.place)
    for power in known.lacking.values():
        message = say.POWER_UNTRANSLATED(pattern=power.pattern, original=reader.original)
        hint = "write it under powers: of play: in the translation"
        reader.problems.note(message, power.place, hint)
    return said


class _TranslationReader:
    """Compares a translation with the existing texts, and reports anything that does not belong."""

    def __init__(
        self,
        checked: Checked,
        texts: dict[TextPath, Text],
        original: str,
        language: str,
        problems: Problems,
    ) -> None:
        self.checked, self.texts, self.original, self.problems = checked, texts, original, problems
        self.languages = str(checked.data["game"]["language"]), language
        self.found: dict[TextPath, Node] = {}
        self.values: dict[TextPath, object] = {}
        self.unknown = 0
        self.empty: list[TextPath] = []
        self.below: dict[
            TextPath, dict[str, None]
        ] = {}  # the keys that lead to a text, by their path
        for path in texts:
            for depth in range(len(path)):
                self.below.setdefault(path[:depth], {})[path[depth]] = None

    def read(self, node: Node, path: TextPath) -> None:
        """Record everything below a node of the translation at `path`."""
        if node.type == "nothing":
            return
        if node.type != "map":
            where = f"'{path[-1]}' " if path else ""
            self.problems.error(
                say.NOT_A_MAPPING_HERE(where=where, original=self.original, found=node.describe()),
                node.place,
                _AS_THERE,
            )
            return
        for key, child in node.items.items():
            here = (*path, key)
            if here in self.texts:
                self.text(self.texts[here], child)
            elif here in self.below:
                self.read(child, here)
            else:
                self.stray(here, node)

    def text(self, text: Text, node: Node) -> None:
        """Record one text. An empty one is not translated yet."""
        name, is_list = text.path[-1], isinstance(text.value, list)
        parts = node.elements if is_list else [node]
        if all(map(_is_blank, parts or [node])):
            return
        if isinstance(text.value, list) and len(parts) != len(text.value):
            found = str(len(parts)) if node.type == "list" else node.describe()
            self.problems.error(
                say.LINES_DIFFER(
                    name=name, wanted=len(text.value), original=self.original, found=found
                ),
                node.place,
                None,
                ((self.original, text.place),),
            )
            return
        checked = []
        for part in parts:
            try:
                checked.append(text.check(part.data()))
            except FieldFault as fault:
                self.problems.error(fault.said(part.describe(), str(name)), part.place, fault.hint)
                return
        self.found[text.path] = node
        self.values[text.path] = checked if is_list else checked[0]
        if text.path[:2] == POWERS:
            self.slots(str(text.value), node, text.place)
            return
        self.compare(text, node)

    def compare(self, text: Text, node: Node) -> None:
        """Warn if a translation differs from its original: in marks, in numbers, or by stating the
        opposite.
        """
        name, original = text.path[-1], ((self.original, text.place),)
        wanted, own = self.marks(text.value), self.marks(node.data())
        if {mark.casefold() for mark in wanted} != {mark.casefold() for mark in own}:
            self.problems.warn(
                say.MARKS_DIFFER(
                    name=name, wanted=_listed(wanted), original=self.original, found=_listed(own)
                ),
                node.place,
                None,
                original,
            )
        named, own_named = map(_named, self.languages)
        known = _numbers(text.value, named)
        own_numbers = _numbers(node.data(), own_named if named else {})
        others = own_numbers - known
        if known and others:
            is_of_template = text.path[0] in ("words", "rulings")
            self.problems.warn(
                say.NUMBERS_DIFFER(
                    name=name, found=_one_of(others), original=self.original, wanted=_one_of(known)
                ),
                node.place,
                "let the template fill in numbers from the data: {hand}"
                if is_of_template
                else f"write it as {self.original} does, or change the original",
                original,
            )
        pairs = zip(_as_list(text.value), _as_list(node.data()), strict=False)
        for before, after in pairs:
            words = opposed(str(before), self.languages[0], str(after), self.languages[1])
            if words:
                self.problems.warn(
                    say.SENSE_DIFFERS(
                        name=name, found=words[1], original=self.original, wanted=words[0]
                    ),
                    node.place,
                    None,
                    original,
                )
                return

    def slots(self, original: str, node: Node, place: Place) -> None:
        """Warn about a sentence of the game's own whose slots differ from those of its original."""
        wanted, said = (
            list(map(str.strip, _SLOT.findall(text))) for text in (original, str(node.value))
        )
        if sorted(wanted) != sorted(said):
            shown = [
                ", ".join(f"{{{name}}}" for name in names) or "none" for names in (wanted, said)
            ]
            message = say.SLOTS_DIFFER(wanted=shown[0], original=self.original, found=shown[1])
            hint = (
                "write slots as in the original; only {n} may be followed by the word for one: "
                "{n une}"
            )
            self.problems.warn(message, node.place, hint, ((self.original, place),))

    def marks(self, value: object) -> list[str]:
        """List the icons, values and styles that a text, or a list of texts, uses."""
        text = _joined(value)
        styles = {*self.checked.data["palette"], *self.checked.data["styles"]}
        braced = (f"{{{mark}}}" for mark in _MARK.findall(text))
        return list(dict.fromkeys([*braced, *(f"[{name}]" for name in styles_in(text, styles))]))

    def stray(self, path: TextPath, parent: Node) -> None:
        """Report an entry that names no text: something else in cards.yaml, or nothing at all."""
        self.unknown += 1
        key, place = path[-1], parent.keys[path[-1]]
        known = list(self.below.get(path[:-1], ()))
        node = _at(self.checked, path)
        if node is not None and node.type != "nothing":
            self.problems.error(
                say.NOT_A_TEXT(key=key, original=self.original),
                place,
                None,
                ((self.original, node.place),),
            )
            return
        where = f" in '{path[-2]}'" if len(path) > 1 else ""
        if _is_untranslated(parent.items[key]):  # renamed or removed before it was translated
            self.empty.append(path)
            what = say.UNKNOWN_TEXT_HERE(original=self.original, key=key, where=where)
            self.problems.warn(what, place)
            return
        untold = [other for other in known if other not in parent.items]
        hint = None
        if len(untold) == 1:
            hint = f"check whether it was renamed: '{untold[0]}' has no text here yet"
        elif known:
            hint = f"{self.original} has {first_of(untold or known, 8)}"
        message = say.UNKNOWN_TEXT(original=self.original, key=key, where=where)
        self.problems.error(message, place, did_you_mean(key, known) or hint)


def _is_untranslated(node: Node) -> bool:
    """Return whether an entry has texts that are all empty."""
    if node.children:
        return all(map(_is_untranslated, node.children))
    if node.type in ("map", "list"):
        return False
    return node.type == "nothing" or not str(node.value).strip()


def _joined(value: object) -> str:
    """Return a text, or the texts of a list as one."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


_NUMBER = re.compile(r"(?<![\w.,])\d+(?![\w.,]\d|\w)")
_WORDS = NUMBER_WORDS | {
    **dict.fromkeys(("twice", "both", "double", "pair", "second", "half"), 2),
    "third": 3,
    "quarter": 4,
    **{
        word: number
        for number, word in enumerate(
            ["fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 4
        )
    },
    "dozen": 12,
}
"""What a number is called in English."""
_NAMES = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier fünf sechs sieben - - zehn - zwölf",
    "fr": "deux trois quatre cinq six sept huit - dix onze douze",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez - doce",
    "it": "due tre quattro cinque - sette otto nove dieci undici dodici",
}
"""The numbers from 2 on in words, but for those that may mean something else, by language."""


def _named(language: str) -> dict[str, int]:
    """Return the numbers in words of a language; none if it is unknown."""
    names = _NAMES.get(language.partition("-")[0], "").split()
    return {name: number for number, name in enumerate(names, 2)}


def _numbers(value: object, named: dict[str, int]) -> set[int]:
    """Find the numbers in a text, as digits or as words, in English or as `named`; for a list of
    texts, those of all. 0 and 1 are ignored, because they mean too little.
    """
    text, words = _joined(value), {**_WORDS, **named}
    figures = set(map(int, _NUMBER.findall(text)))
    numbers = set()
    for one in figures | {words.get(word, 0) for word in re.findall(r"[^\W\d_]+", text.lower())}:
        if one > 1:
            numbers.add(one)
    return numbers


def _one_of(numbers: set[int]) -> str:
    return " and ".join(map(str, sorted(numbers)))


def _listed(marks: list[str]) -> str:
    return ", ".join(marks) or "no mark"


def _overlaid(
    checked: Checked, values: dict[TextPath, object], nodes: dict[TextPath, Node], language: str
) -> Checked:
    """Replace texts by their translations: in the values, and in the tree for their places."""
    data: dict[str, Any] = copy.deepcopy(checked.data)
    data["game"]["language"] = language
    questions = question_keys(checked)
    for path, value in values.items():
        owner: Any = data
        for step in path[:-1]:
            owner = owner[questions.index(step) if isinstance(owner, list) else step]
        owner[path[-1]] = value
        if path[2:3] == ("defaults",):
            for id_, card in data["kinds"][path[1]]["cards"].items():
                if path[-1] not in checked.root["kinds"][path[1]]["cards"][id_].items:
                    card[path[-1]] = value
    return Checked(data, _replaced(checked.root, nodes, (), questions), checked.fields)


def _replaced(
    node: Node, found: dict[TextPath, Node], path: TextPath, questions: list[str]
) -> Node:
    if path in found:
        return found[path]
    if path == _QUESTIONS:
        named = zip(questions, node.elements, strict=True)
        return replace(
            node, value=[_replaced(child, found, (*path, key), questions) for key, child in named]
        )
    if node.type != "map" or len(path) > 5:
        return node
    return replace(
        node,
        value={
            key: _replaced(child, found, (*path, key), questions)
            for key, child in node.items.items()
        },
    )


def record_above(lines: list[str], line: int, language: str) -> int | None:
    """Find the comment above a line (from 1) that records the original of a translated text: its
    line (from 0); None if there is none.
    """
    for number in range(line - 2, -1, -1):
        if re.match(rf"\s*# {re.escape(language)}: ", lines[number]):
            return number
        if not lines[number].strip().startswith("#"):
            break
    return None


def _stale(
    texts: dict[TextPath, Text],
    found: dict[TextPath, Node],
    root: Node,
    lines: list[str],
    language: str,
) -> Iterator[Stale]:
    """Compare the originals recorded in comments with the current ones."""
    for path in found:
        place = root.at(path[:-1])[0].keys[path[-1]]
        number = record_above(lines, place.line, language)
        if number is not None:
            was = one_line(lines[number].partition(f"# {language}: ")[2])
        else:
            was = texts[path].shown
        if was != texts[path].shown:
            yield Stale(texts[path], was, place)


def survey(path: Path, problems: Problems) -> tuple[Checked, list[Coverage]]:
    """Measure how complete each translation beside a cards.yaml is. Faults of all files go to
    `problems`.

    Raises ProblemError if cards.yaml itself has faults.
    """
    checked = None
    with problems.collecting():
        checked = check_schema(read_source(path, path.name, problems), problems)
    if checked is None:
        raise ProblemError(*problems)
    for language, file in misnamed_beside(path).items():
        name = file_of(path, language).name
        problems.warn(say.MISNAMED_TRANSLATION(file=file, name=name), Place(file))
    own, coverages = checked.data["game"]["language"], []
    for language in translations_beside(path):
        if language == own:
            problems.error(
                say.OWN_LANGUAGE(name=file_of(path, language).name, original=path.name, own=own),
                Place(file_of(path, language).name),
            )
            continue
        with problems.collecting():
            coverages.append(translate(path, checked, language, problems)[1])
    return checked, coverages


def _is_blank(node: Node) -> bool:
    """Return whether a text is empty."""
    return node.type == "nothing" or (node.type == "text" and not str(node.value).strip())


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
