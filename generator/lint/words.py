"""Lint: names that are easily confused, texts that contradict a number on their card, missing
translations.

In: a `Workshop`. Out: a `Look` per check. Reads cards.yaml, in any language, and draws nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from generator.data.findings import Finding, Verdict
from generator.data.problems import Place
from generator.data.saying import agreeing, counted
from generator.data.source import Node
from generator.data.wording import NUMBER_WORDS as WORDS
from generator.lint.workshop import PAPER, Look, Workshop, entries, items_of, types_of, value_of

_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_SET_TEXT = re.compile(r"<(text|textArea)\b[^>]*(?<!/)>(.*?)</\1>", re.S)
_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"[^\W\d_]{3,}")
EVEN_SHORTER = 4  # letters of a name for each in which another may differ


def check_names(workshop: Workshop) -> Iterator[Look]:
    """Find names within one kind of card that are easily mistaken for each other, or the same. Cards
    that differ in a row of a table, such as their suit, may have the same name.
    """
    most = int(workshop.limits["name_letters"])
    findings, number = [], 0
    for kind in workshop.game.kinds:
        cards = []
        for card in entries(workshop.game, kind):
            if "name" in card.record and isinstance(card.record.name, str):
                cards.append(card)
        number += len(cards)
        letters = {card.id: letters_in(card.record.name) for card in cards}
        for one, other in combinations(cards, 2):
            if (
                letters[one.id] ^ letters[other.id]
            ).bit_count() > 2 * most:  # each letter that differs takes one away and brings one
                continue
            is_same = letters_of(one.record.name) == letters_of(other.record.name)
            if is_same and one.rows != other.rows:
                continue  # a cup of each clay
            far = 0 if is_same else letters_apart(one.record.name, other.record.name, most)
            if far is not None:
                apart = f"differ in {counted(far, 'letter')}" if far else "are the same name"
                findings.append(
                    Finding(
                        "names-alike",
                        f"{other.entry}, name",
                        PAPER,
                        "warning",
                        f"'{one.record.name}' and '{other.record.name}' {apart}",
                        far,
                        unit="letters",
                        place=other.places.get("name", other.place),
                        hint="players may confuse them in a hand; rename one"
                        + ("" if far else ", or make them one card with `copies`"),
                        limit=most,
                        wider=(f"{one.entry}, {other.entry}", other.entry, one.entry, kind),
                        also=(("the other", one.places.get("name", one.place)),),
                        card=other.entry,
                        field="name",
                    )
                )
    rows, same = _same_rows(workshop)
    yield Look("names", number + rows, "", f"{most} letters", (*findings, *same))


def _same_rows(workshop: Workshop) -> tuple[int, list[Finding]]:
    """Count the names of rows of tables, and find two rows of one table with the same name; similar
    names may be intended.
    """
    number, findings = 0, list[Finding]()
    for table, node in items_of(workshop.game.root, "tables"):
        records = workshop.game.context["tables"][table]
        named = []
        for id_, row in items_of(node, "rows"):
            if isinstance(value_of(records[id_], "name"), str):
                named.append((id_, row))
        number += len(named)
        first: dict[str, tuple[str, Node]] = {}
        for id_, row in named:
            other, before = first.setdefault(letters_of(records[id_]["name"]), (id_, row))
            if other != id_:
                findings.append(
                    Finding(
                        "names-alike",
                        f"{other}, {id_}",
                        PAPER,
                        "warning",
                        (
                            f"'{other}' and '{id_}' of '{table}' have the same name, "
                            f"'{records[id_]['name']}'"
                        ),
                        0,
                        unit="letters",
                        place=row.items["name"].place if "name" in row.items else row.place,
                        hint="readers cannot know which one is meant; rename one",
                        wider=(id_, other, table),
                        also=(
                            (
                                "the other",
                                before.items["name"].place
                                if "name" in before.items
                                else before.place,
                            ),
                        ),
                        field="name",
                    )
                )
    return number, findings


def letters_of(name: str) -> str:
    """Return the significant part of a name: letters and digits, in lower case."""
    return "".join(filter(str.isalnum, name.casefold()))


def letters_in(name: str) -> int:
    """Return the letters of a name as bits, which rule out most pairs of names at once."""
    bits = 0
    for letter in filter(str.isalnum, name.casefold()):
        bits |= 1 << (ord(letter) % 64)
    return bits


def letters_apart(one: str, other: str, most: int) -> int | None:
    """Count the letters in which two names differ, up to `most` and to one in EVEN_SHORTER; None if
    they are equal or farther apart.

    Capitals, spaces and signs do not count; two letters swapped count as one.
    """
    a, b = letters_of(one), letters_of(other)
    most = min(most, min(len(a), len(b)) // EVEN_SHORTER)
    if (
        a == b
        or abs(len(a) - len(b)) > most
        or sorted(filter(str.isdigit, a)) != sorted(filter(str.isdigit, b))
    ):
        return None
    before, last = [0] * (len(b) + 1), list(range(len(b) + 1))
    for row, letter in enumerate(a, 1):
        line = [row]
        for column, against in enumerate(b, 1):
            far = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == b[column - 2] and a[row - 2] == against:
                far = min(far, before[column - 2] + 1)
            line.append(far)
        before, last = last, line
    return last[-1] if last[-1] <= most else None


_CLAUSE = re.compile(r"[^.;!?\n,()]+")
_MARKUP = re.compile(r"[*{}]")


def check_words(workshop: Workshop) -> Iterator[Look]:
    """Find texts that state one of their card's numbers wrongly."""
    game = workshop.game
    findings, number = [], 0
    for kind, node in items_of(game.root, "kinds"):
        types = types_of(node)
        numbers = []
        for key, word in types.items():
            if word in ("integer", "number") or re.fullmatch(r"-?\d+\.\.-?\d+", word):
                numbers.append(key)
        texts = [key for key, word in types.items() if word in ("text", "line")]
        for card in entries(game, kind):
            values = {}
            for key in numbers:
                if value_of(card.record, key) is not None:
                    values[key] = card.record[key]
            for key in (key for key in texts if value_of(card.record, key)):
                number += 1
                for said, name, stated in stated_numbers(card.record[key], list(values)):
                    if stated != values[name]:
                        findings.append(
                            Finding(
                                "words-and-number",
                                f"{card.entry}, {key}",
                                PAPER,
                                "fault",
                                f"'{key}' says '{said}', but '{name}' is {values[name]:g}",
                                stated,
                                place=card.places.get(key, card.place),
                                hint=(
                                    f"write the number into the template from the field: {{{{ card.{name} "
                                    f"}}}}"
                                ),
                                limit=float(values[name]),
                                wider=(card.entry, f"{kind}, {key}", kind),
                                also=(("the number", card.places.get(name, card.place)),),
                                card=card.entry,
                                field=key,
                            )
                        )
    yield Look("numbers in the texts of cards", number, "", "", tuple(findings))


def stated_numbers(text: str, names: Iterable[str]) -> Iterator[tuple[str, str, int]]:
    """Find clauses that consist of a field and its number ("Strength 5", "+3 strength", "three
    gold"): clause, field, number.
    """
    amount = rf"\+?(\d+|{'|'.join(WORDS)})"
    for clause in _CLAUSE.findall(_MARKUP.sub("", text)):
        plain = " ".join(clause.casefold().split())
        for name in names:
            word = re.escape(name.replace("_", " "))
            found = re.fullmatch(rf"{word}s?(?: is|:| of| =)? ?{amount}", plain) or re.fullmatch(
                rf"{amount} {word}s?", plain
            )
            if found:
                yield clause.strip(), name, WORDS[found[1]] if found[1] in WORDS else int(found[1])


def check_translations(workshop: Workshop) -> Iterator[Look]:
    """Find translations that lack texts or whose originals have changed since, and texts that
    cannot be translated.

    A translation that is barely begun is only a note, as is a text that is typed into a template.
    """
    coverages, problems = workshop.translations
    if not coverages:
        return
    findings = []
    for coverage in coverages:
        faults = sum(p.severity == "error" and p.place.file == coverage.file for p in problems)
        counts = [
            (len(coverage.missing), "missing"),
            (len(coverage.stale), "stale"),
            (faults, "wrong"),
        ]
        said = ", ".join(f"{number} {word}" for number, word in counts if number)
        if not said:
            continue
        verdict: Verdict = "warning" if coverage.translated else "ok"
        if faults:
            verdict = "fault"
        also: tuple[tuple[str, Place], ...] = ()
        if coverage.stale:
            also = (("stale", coverage.stale[0].place),)
        elif coverage.missing:
            also = (("missing", coverage.missing[0].place),)
        findings.append(
            Finding(
                "untranslated",
                coverage.language,
                PAPER,
                verdict,
                f"in '{coverage.language}', {coverage.translated} of {coverage.texts} texts are "
                f"translated: {said}",
                coverage.percent,
                unit="%",
                place=Place(coverage.file),
                hint="`emporium-pnp languages --missing` lists them",
                limit=100,
                also=also,
            )
        )
    typed = []
    for name, source in workshop.templates.items():
        for line, text in typed_texts(source):
            typed.append(_typed(name, line, text))
    yield Look("text in templates", len(workshop.templates), findings=tuple(typed))
    what = agreeing(len(coverages), "translation|translations")
    yield Look(
        what,
        len(coverages),
        f"{min(coverage.percent for coverage in coverages)}%",
        "100%",
        tuple(findings),
    )


def typed_texts(source: str) -> Iterator[tuple[int, str]]:
    """Find the texts of a template that contain typed words: the line, and the words. Fewer than
    three consecutive letters count as a sign.
    """
    bare = _JINJA.sub(lambda found: re.sub(r"\S", " ", found[0]), source)
    for found in _SET_TEXT.finditer(bare):
        text = " ".join(html.unescape(_TAG.sub(" ", found[2])).split())
        if _WORD.search(text):
            yield bare.count("\n", 0, found.start()) + 1, text


def _typed(template: str, line: int, text: str) -> Finding:
    beginning = text if len(text) <= 40 else f"{text[:40]} …"
    return Finding(
        "typed-text",
        template,
        PAPER,
        "ok",
        f"'{beginning}' is typed into a template, so it cannot be translated",
        place=Place(f"templates/{template}", line),
        hint="write it under `words:` in cards.yaml, and {{ words.… }} here",
    )
