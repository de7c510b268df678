"""Lint: straight quotes and apostrophes, and missing spaces before French punctuation.

In: a `Workshop`. Out: a `Look`. Reads the texts that are printed on faces, in the game's language;
the rulebook converts its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from generator.data.findings import Finding
from generator.data.game import Card
from generator.data.patterns import found_in
from generator.data.problems import Place
from generator.data.quoting import APOSTROPHE, curled, marked_quotes
from generator.data.source import Node
from generator.face.stamp import Lettering
from generator.lint.workshop import Look, Workshop

_WORD = re.compile(r"\S*$"), re.compile(r"\S*")
_FRENCH = ("fr", "fr-FR", "fr-BE", "fr-LU")  # in Switzerland and Canada less is put before marks
_LACKS_SPACE = re.compile(
    r"(?<=[^\W\d_])[;!?](?!\w)|(?<=[^\W\d_]):(?=\s|$)|(?<=[^\s\u00a0\u202f])»|«(?=[^\s\u00a0\u202f])"
)
_HAS_SPACE = re.compile(r"(?<=[^\W_]) (?=[;:!?»](?:\s|$))|(?<=«) ")

_WRITTEN = re.compile(r"<[^>]*>|\{\{.*?\}\}", re.DOTALL)
"""What of a template is not printed as it is."""
_PRINTED = ("game", "words", "tables", "rules", "rulings", "components", "kinds")
"""The sections of cards.yaml whose texts templates print."""


def check_quotes(workshop: Workshop) -> Iterator[Look]:
    """Find straight quotes and apostrophes in printed texts and, in French, punctuation without its
    narrow space.
    """
    language = workshop.game.language
    findings: dict[object, Finding] = {}
    number = 0
    for card, stamp in workshop.faces:
        for lettering in stamp.letterings:
            number += 1
            for code, claim, hint in faults_of(lettering.text, language):
                found = _finding(workshop, card, lettering, code, claim, hint)
                subject = claim.casefold() if found.field is None else found.card
                findings.setdefault((code, found.place, subject), found)
    yield Look("quotes in texts", number, "", "", tuple(findings.values()))


def faults_of(text: str, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a typographer would correct in a line of text: the type of finding, the fault, and
    the correction.
    """
    for at, quote in marked_quotes(text, language):
        if quote is not None:
            what = "apostrophe" if quote == APOSTROPHE and text[at] == "'" else "quote"
            yield (
                "straight-quote",
                f"a straight {what} is printed in {_around(text, at)}",
                f"write {_named(quote)}",
            )
    if language in _FRENCH:
        for pattern, said in (
            (_LACKS_SPACE, "without a space"),
            (_HAS_SPACE, "with a space that is too wide and may break"),
        ):
            for found in pattern.finditer(text):
                mark = (
                    found[0].strip()
                    or text[found.start() - 1 if text[found.start() - 1] == "«" else found.end()]
                )
                yield (
                    "french-space",
                    f"'{mark}' is printed {said} in {_around(text, found.start())}",
                    (
                        "put a narrow no-break space (U+202F) there; in double quotes, you can "
                        'write it as "\\u202f"'
                    ),
                )


def _named(mended: str) -> str:
    mark = mended.strip("\u202f")
    space = " and a narrow no-break space (U+202F)" if mark != mended else ""
    return f"{mark} (U+{ord(mark):04X}){space}"


def _around(text: str, at: int) -> str:
    """Quote the word in which something is."""
    word = found_in(_WORD[0], text[:at]) + found_in(_WORD[1], text[at:])
    return f"`{word.strip() or text[max(0, at - 12) : at + 12].strip()}`"


def _finding(
    workshop: Workshop, card: Card, lettering: Lettering, code: str, claim: str, hint: str
) -> Finding:
    about = workshop.about_text(card, lettering, True)
    if about["field"] is None:  # plain text; that a field has these words tells whose they are
        template = (("template", workshop.template_place(lettering.at)),)
        text = lettering.text.casefold()
        quoting = workshop.game.quoting
        fields = (n for n in card.places if n in card.record)
        name = next(
            (n for n in fields if text in curled(str(card.record[n]), quoting).casefold()), None
        )
        if name is not None:
            about |= {
                "about": f"{card.id}, {name}",
                "field": name,
                "place": card.places[name],
                "also": template,
            }
            about |= {"wider": (card.id, f"{card.kind}, {name}", card.kind)}
        elif (place := _typed_at(workshop, lettering, claim)) is not None:
            about |= {"place": place, "also": template}
    return Finding(code, verdict="warning", claim=claim, hint=hint, **about)


def _typed_at(workshop: Workshop, lettering: Lettering, claim: str) -> Place | None:
    """Find the value of cards.yaml that a text shows, ignoring capitals, with the same fault; None
    if it comes from the template.
    """
    text, claimed, language = lettering.text.casefold(), claim.casefold(), workshop.game.language
    source = _WRITTEN.sub(" ", workshop.source_of(lettering.at).partition("</text")[0])
    if any(said == claim for _, said, _ in faults_of(source, language)):
        return None
    root, places = workshop.game.root, dict[bool, Place]()
    for node in chain.from_iterable(_texts(root.below(section)) for section in _PRINTED):
        value = curled(str(node.value), workshop.game.quoting)
        shown = value.casefold()
        if text not in shown and shown not in text:
            continue
        if claimed in [fault.casefold() for _, fault, _ in faults_of(value, language)]:
            places.setdefault(shown == text, node.place)
    return places.get(True, places.get(False))


def _texts(node: Node) -> Iterator[Node]:
    """Go through the texts of a section in the order in which they are written."""
    if node.type == "text":
        yield node
    for child in node.children:
        yield from _texts(child)
