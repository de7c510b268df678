"""Lint: colours that carry a meaning, and people who cannot tell them apart.

In: a `Workshop`; for `coloured` a Game. Out: a `Look`; the things with a colour in the data. Of the
drawn faces it checks only whether the signs that accompany a colour are printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from generator.data.colours import COLOUR_BLIND, difference, seen
from generator.data.findings import Finding, Verdict
from generator.data.game import Game
from generator.data.problems import Place
from generator.data.saying import agreeing
from generator.data.source import Node
from generator.face.svg import parse_colour
from generator.lint.workshop import (
    PAPER,
    Look,
    Workshop,
    entries,
    items_of,
    names_in,
    types_of,
    value_of,
)


@dataclass(frozen=True)
class Coloured:
    """A row of a table, or a card, with a colour in the data."""

    name: str
    colour: str
    signs: dict[str, str] = field(hash=False)
    place: Place = field(hash=False)


def coloured(game: Game) -> Iterator[tuple[str, list[Coloured]]]:
    """Find each table or kind that has a colour field, by the types of its fields, and the rows or
    cards in it.
    """
    for section, rows in (("tables", "rows"), ("kinds", "cards")):
        for name, node in items_of(game.root, section):
            types = types_of(node)
            signs = [key for key, word in types.items() if word in ("icon", "image") or "|" in word]
            for key, word in types.items():
                if word == "colour":
                    coloured_rows = list(_coloured(game, name, node, rows, key, signs))
                    if len({row.colour for row in coloured_rows}) > 1:
                        yield f"{name}, {key}", coloured_rows


def _coloured(
    game: Game, name: str, node: Node, rows: str, key: str, signs: list[str]
) -> Iterator[Coloured]:
    is_table = rows == "rows"
    if is_table:
        records = game.context["tables"][name]
    else:
        records = {card.entry: card.record for card in entries(game, name)}
    for id_, row in items_of(node, rows):
        record = records[id_]
        colour = value_of(record, key)
        if colour:
            own = {sign: str(record[sign]) for sign in signs if value_of(record, sign)}
            yield Coloured(
                id_, colour, own, row.items[key].place if key in row.items else row.place
            )


def check_colours(workshop: Workshop) -> Iterator[Look]:
    """Find pairs of meaningful colours that some colour-blind people cannot tell apart."""
    least = workshop.limits["colour_difference"]
    findings, pairs, worst = [], 0, 999.0
    for what, found in coloured(workshop.game):
        by_colour: dict[str, Coloured] = {}
        for one in found:
            by_colour.setdefault(one.colour, one)
        for one, other in combinations(by_colour.values(), 2):
            pairs += 1
            gaps = {
                vision: _difference_as_seen(one.colour, other.colour, vision)
                for vision in COLOUR_BLIND
            }
            worst = min(worst, *gaps.values())
            alike = {vision: gap for vision, gap in gaps.items() if gap < least}
            if alike:
                signs = []
                for sign in one.signs:
                    if sign in other.signs and one.signs[sign] != other.signs[sign]:
                        signs.append(sign)
                printed = []
                for sign in signs:
                    if _is_printed(workshop, sign, one.signs[sign], other.signs[sign]):
                        printed.append(sign)
                findings.append(_alike(what, one, other, alike, least, signs, printed))
    yield Look(
        "pairs of colours with a meaning",
        pairs,
        f"{worst:.1f}" if pairs else "",
        f"{least:g}",
        tuple(findings),
    )


def _difference_as_seen(one: str, other: str, vision: str) -> float:
    a, b = parse_colour(one), parse_colour(other)
    assert a is not None
    assert b is not None
    return difference(seen(a, vision), seen(b, vision))


def _is_printed(workshop: Workshop, sign: str, *values: str) -> bool:
    """Return whether a sign is visible: a template names it and, if it is a picture, each of its
    pictures is on some face.
    """
    named = re.compile(rf"\.{re.escape(sign)}\b|['\"]{re.escape(sign)}['\"]")
    return any(map(named.search, workshop.templates.values())) and all(
        re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", workshop.drawn)
        for value in values
        if (workshop.game.icons / f"{value}.svg").is_file()
    )


def _alike(
    what: str,
    one: Coloured,
    other: Coloured,
    alike: dict[str, float],
    least: float,
    signs: list[str],
    printed: list[str],
) -> Finding:
    number = min(alike.values())
    said = (
        f"'{one.name}' and '{other.name}' ({one.colour}, {other.colour}) look alike with "
        f"{' and '.join(alike)}: a difference of {number:.1f}, expected at least {least:g}"
    )
    verdict: Verdict = "warning"
    hint: str | None = (
        "make one clearly lighter than the other, or give each a different icon or pattern"
    )
    if printed:
        verdict, hint = "ok", None
        said += (
            f"; their {' and '.join(printed)} "
            f"{agreeing(len(printed), 'distinguishes|distinguish')} them"
        )
    elif signs:
        verdict, hint = "fault", f"draw the {signs[0]} in the templates"
        said += (
            f", but their {' and '.join(signs)} {agreeing(len(signs), 'is|are')} printed nowhere"
        )
    table = what.partition(",")[0]
    return Finding(
        "colours-alike",
        f"{one.name}, {other.name}",
        PAPER,
        verdict,
        said,
        number,
        place=other.place,
        hint=hint,
        limit=least,
        wider=(one.name, other.name, table),
        also=(("the other", one.place),),
        field=what.partition(", ")[2],
    )


def check_signs(workshop: Workshop) -> Iterator[Look]:
    """Find two rows of a table with the same icon, if every other row has a different one.

    Likewise for two with the same word, if there are as many words as rows.
    """
    count, findings = 0, list[Finding]()
    for name, node in items_of(workshop.game.root, "tables"):
        table = workshop.game.context["tables"][name]
        for key, type_ in types_of(node).items():
            rows = [(id_, row) for id_, row in items_of(node, "rows") if value_of(table[id_], key)]
            if (type_ != "icon" and type_.count("|") + 1 < max(3, len(rows))) or len(rows) < 3:
                continue
            count += len(rows)
            same = []
            for pair in combinations(rows, 2):
                if value_of(table[pair[0][0]], key) == value_of(table[pair[1][0]], key):
                    same.append(pair)
            if len(same) == 1:  # where more do, an icon is for several
                (one, first), (other, row) = same[0]
                findings.append(
                    Finding(
                        "signs-alike",
                        f"{one}, {other}",
                        PAPER,
                        "warning",
                        (
                            f"'{one}' and '{other}' have the same '{key}', "
                            f"'{value_of(table[other], key)}', and no other rows of '{name}' do"
                        ),
                        place=row.below(key).place,
                        hint="check whether one of the two should have a different one",
                        wider=(other, one, f"{name}, {key}", name),
                        also=(("the other", first.below(key).place),),
                    )
                )
    crossed = list(_signs_of_others(workshop))
    yield Look("icons of rows", count, findings=(*findings, *crossed))


NAMED = ("icon", "image", "colour")
"""Types of fields whose values may contain the name of their row or card."""


def _signs_of_others(workshop: Workshop) -> Iterator[Finding]:
    """Find rows of a table, and cards of a kind, whose icon, picture or colour has the name of
    another, if most have their own.

    Likewise for two rows with each other's initials: a queen with the index J and a jack with Q.
    """
    for section, rows in (("tables", "rows"), ("kinds", "cards")):
        for name, node in items_of(workshop.game.root, section):
            entries_ = dict(items_of(node, rows))
            for key, type_ in types_of(node).items():
                values = {}
                for id_, row in entries_.items():
                    if key in row.items and row.items[key].type == "text":
                        values[id_] = row.items[key]
                odd = {}
                if type_ in NAMED:
                    odd = _named_after_others(values)
                elif type_ == "line":
                    odd = _initials_of_others(entries_, values)
                if type_ in workshop.game.context["tables"]:
                    yield from _named_after_rows(
                        name,
                        key,
                        type_,
                        dict(items_of(workshop.game.root["tables"][type_], "rows")),
                        values,
                    )
                for id_, other in odd.items():
                    said = str(values[id_].value)
                    yield Finding(
                        "sign-of-another",
                        f"{id_}, {key}",
                        PAPER,
                        "warning",
                        (
                            f"'{id_}' has the {key} '{said}', which "
                            f"{'is the initial' if type_ == 'line' else 'has the name'} of "
                            f"'{other}'"
                        ),
                        place=values[id_].place,
                        hint="were two of them swapped?",
                        wider=(id_, other, f"{name}, {key}", name),
                        also=(("the other", entries_[other].place),),
                        field=key,
                    )


def _named_after_rows(
    name: str, key: str, table: str, rows: dict[str, Node], values: dict[str, Node]
) -> Iterator[Finding]:
    """Find cards whose id contains the name of a table's row, but that have another row: a single
    one, or two with each other's.
    """
    known = {_singular(id_): id_ for id_ in rows}
    named, wrong = dict[str, set[str]](), list[str]()
    for id_, node in values.items():
        names = {known[name] for name in names_in(_singular(id_), known)}
        if not names:
            continue
        named[id_] = names
        if node.value not in names and node.value in rows:
            wrong.append(id_)
    if not 1 <= len(wrong) <= 2 or len(named) < FEWEST_NAMED + len(wrong):
        return
    if len(wrong) == 2 and not all(
        values[one].value in named[other] for one, other in (wrong, wrong[::-1])
    ):
        return
    for id_ in wrong:
        meant = min(named[id_])
        yield Finding(
            "sign-of-another",
            f"{id_}, {key}",
            PAPER,
            "warning",
            f"'{id_}' has the {key} '{values[id_].value}', and is named after '{meant}'",
            place=values[id_].place,
            hint=f"did you mean `{key}: {meant}`?",
            wider=(id_, meant, f"{name}, {key}", name),
            also=((f"the {table}", rows[meant].place),),
            field=key,
        )


FEWEST_NAMED = 4  # with the row they are named after


def _singular(id_: str) -> str:
    """Return the words of an id in the singular."""
    return "-".join(
        word.removesuffix("s") if len(word) > 3 else word
        for word in id_.replace("_", "-").split("-")
    )


def _named_after_others(values: dict[str, Node]) -> dict[str, str]:
    """Find the rows whose value contains the id of another and not their own, if at least half of
    all have their own, or two are swapped. For `sheet.svg#part`, the part counts.
    """
    have_own = 0
    found: dict[str, str] = {}
    for id_, node in values.items():
        names = names_in(str(node.value).rpartition(".svg#")[2], values)
        if id_ in names:
            have_own += 1
            continue
        others = [name for name in names if len(name) > 2]
        if others:
            found[id_] = min(others, key=len)
    if 2 * have_own >= len(values):
        return found
    return {id_: other for id_, other in found.items() if found.get(other) == id_}


def _initials_of_others(rows: dict[str, Node], values: dict[str, Node]) -> dict[str, str]:
    """Find pairs of rows that have each other's initial, and not their own, in a field of one
    letter.
    """
    first = {}
    for id_, row in rows.items():
        if "name" in row.items:
            first[id_] = str(row.items["name"].value)[:1].casefold()
    said = {}
    for id_, node in values.items():
        if len(str(node.value)) == 1 and id_ in first:
            said[id_] = str(node.value).casefold()
    with_ = {(first[id_], letter): id_ for id_, letter in said.items()}
    initials = {}
    for id_, letter in said.items():
        if letter != first[id_] and (letter, first[id_]) in with_:
            initials[id_] = with_[letter, first[id_]]
    return initials
