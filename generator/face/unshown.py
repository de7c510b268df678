"""Pictures that cards name but no template shows, and files among them that are not pictures.

In: a game, and the press that drew its cards. Out: warnings at the cards. A picture that is shown
anywhere has already been read there.
"""

from __future__ import annotations

import contextlib
import html
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from generator.data.game import Game, values_in
from generator.data.opening import read_file
from generator.data.problems import Place, Problem, Problems
from generator.data.source import Node
from generator.face import messages as say
from generator.face.press import Press
from generator.face.sandbox import MOST_SOURCE
from generator.face.svg import SvgFault

BESIDE = ("tuck.svg.j2", "die.svg.j2")
"""Templates for components made from cards, in addition to those of standees."""
BOOKS = "rulebook*.md.j2"


class _Named(NamedTuple):
    """A named picture: the card or row of a table that names it, its file, and the place."""

    owner: str
    file: str
    place: Place


def unshown_pictures(game: Game, press: Press) -> list[Problem]:
    """Warn about each field of a kind or table whose pictures are never shown, and each file among
    them that is not a picture.

    The cards must all have been drawn. With less ink, templates may leave pictures out, so nothing
    is reported then. What a failed template would have shown is unknown.
    """
    if game.ink != "full":
        return []
    problems, written = Problems(), press.maker.written
    has_failed = any(
        problem.severity == "error" and problem.card is not None and problem.card not in written
        for problem in press.problems
    )
    for section, name, field, named in _pictures(game):
        unseen = []
        for picture in named:
            if any(_written(picture.file) in text for text in written.values()):
                continue
            unseen.append(picture)
            try:
                press.drawer.supplies.pictures.find(picture.file, "")
            except SvgFault as fault:
                problems.warn(
                    fault.said.under("bad-image"),
                    picture.place,
                    fault.hint,
                    card=_card(game, picture),
                )
        # If some are shown, or the field is mentioned elsewhere, a template shows it under a
        # condition.
        is_shown = len(unseen) < len(named) or is_mentioned(game, field, *BESIDE, BOOKS)
        if unseen and not is_shown and not has_failed:
            first, more = unseen[0], len(unseen) - 1
            said = say.PICTURE_UNSHOWN(field=field, owner=first.owner)
            if more:
                said = say.PICTURES_UNSHOWN(field=field, owner=first.owner, more=more)
            problems.warn(said, first.place, _hint(game, section, name, field))
    return problems.items


def _written(file: str) -> str:
    """Write a file's name as a template does."""
    return html.escape(file).replace("&quot;", "&#34;").replace("&#x27;", "&#39;")


def _card(game: Game, one: _Named) -> str | None:
    return one.owner if one.owner in game.cards else None


def _hint(game: Game, section: str, name: str, field: str) -> str:
    where, value = "a template", f"…{field}"
    if section == "kinds" and (cards := game.of_kind(name)):
        where, value = f"templates/{cards[0].template}", f"card.{field}"
    image = f'<image href="{{{{ {value} }}}}" x="…" y="…" width="…" height="…"/>'
    return f"to show it, write {image} in {where}"


def _pictures(game: Game) -> Iterator[tuple[str, str, str, list[_Named]]]:
    """Yield the fields that hold pictures, of kinds and of tables, with the pictures that each
    names.
    """
    for section in ("kinds", "tables"):
        owners = game.context["cards" if section == "kinds" else "tables"]._values
        for name, table in game.root.below(section).items.items():
            types = table.below("fields").items
            fields = [field for field, type_ in types.items() if is_image(type_)]
            if section == "kinds" and "art" not in fields:
                fields.append("art")
            for field in fields:
                rows = owners.get(name, ())
                named = list(chain.from_iterable(_named(game, row, field, table) for row in rows))
                if named:
                    yield section, name, field, named


def is_image(type_: Node) -> bool:
    """Return whether a field is of a type that holds pictures."""
    return re.search(r"(?<![\w|-])image(?![\w|-])", str(type_.value)) is not None


def _named(game: Game, owner: object, field: str, table: Node) -> Iterator[_Named]:
    """List the pictures that one card or row names in a field."""
    value = getattr(owner, field, None)
    if "rows" in table.items:
        rows = table["rows"]
        node = rows[str(owner)].get(field) if str(owner) in rows.items else None
        place = node.place if node else rows.place
    else:
        card = game.cards[str(owner)]
        place = card.places.get(field, card.place)
    for file in filter(None, values_in(value)):
        yield _Named(str(owner), str(file), place)


def _source(path: Path, game: Game) -> str:
    """Read a template; empty if it cannot be read, which is reported where it is run."""
    with contextlib.suppress(OSError):
        return read_file(path, game.folder, MOST_SOURCE).decode(errors="replace")
    return ""


def is_mentioned(game: Game, field: str, *templates: str) -> bool:
    """Return whether the template of a standee, or one of some others, may show a field."""
    standees = filter(None, (component.standee for component in game.components))
    paths = {game.templates / name for name in standees}
    paths = paths.union(*map(game.templates.glob, templates))
    return any(re.search(rf"\b{re.escape(field)}\b", _source(path, game)) for path in paths)
