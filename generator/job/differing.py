"""The differences of a card, in words and in pictures: the page of `diff`. Besides faces, rulebook
and report, the only place that uses Jinja2.

In: changes, the earlier state, and the press of the game as it is. Out: `Difference`, plain data
for JSON, and the text of one HTML page that needs nothing else: pictures are embedded, there is no
script and no font. The same input gives the same bytes.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from generator.data.game import Card, Game, Record, numbers_of
from generator.data.saying import agreeing
from generator.face.press import Press
from generator.face.sandbox import COUNTED
from generator.job.printed import Change, Earlier, Entry, moved
from generator.pdf.png import as_png
from generator.pdf.raster import face_pdf, render_page

if TYPE_CHECKING:
    import jinja2

PICTURE_DPI = 160
PICTURE_COLOURS = 96
LOOKS_DIFFERENT = "drawn differently: its template, an icon, a colour or a rule that it shows"
_SORTS = {
    "new": "new",
    "gone": "no longer in the game",
    "changed": "changed",
    "back": "another back",
    "more": "more copies",
    "fewer": "fewer copies",
}


@dataclass(frozen=True)
class FieldChange:
    """A field whose value has changed; None if it had or has none."""

    field: str
    old: str | None
    new: str | None

    @property
    def told(self) -> str:
        """Describe the change in one line."""
        old, new = (value if value is not None else "nothing" for value in (self.old, self.new))
        return f"{self.field}: {old} -> {new}"


@dataclass(frozen=True)
class Difference:
    """A change, and the fields of the card that cause it; None if the earlier values are
    unknown.
    """

    change: Change
    fields: tuple[FieldChange, ...] | None

    @property
    def told(self) -> list[str]:
        """Describe the differences, one line each."""
        if self.change.sort == "back":
            return ["its back looks different"]
        if self.fields:
            return [field.told for field in self.fields]
        if self.fields is None or self.change.sort != "changed":
            return []
        return [LOOKS_DIFFERENT]


def differences(changes: Sequence[Change], before: Earlier, press: Press) -> list[Difference]:
    """Find, for each change, the fields of its card that have other values, if the earlier game is
    available.
    """
    old = before.press.game if before.press else None
    return [Difference(change, _fields(change, old, press)) for change in changes]


def _fields(change: Change, old: Game | None, press: Press) -> tuple[FieldChange, ...] | None:
    if old is None or change.was is None or change.now is None:
        return None
    now_card = press.game.cards[change.now.id]
    was, now = flattened(old.cards[change.was.id].record), flattened(now_card.record)
    if press.maker.shows_number(now_card):
        for fields, game, id_ in ((was, old, change.was.id), (now, press.game, now_card.id)):
            for name, value in zip(COUNTED, numbers_of(game)[id_], strict=True):
                fields.setdefault(name, str(value))
    changes, replaced = list[FieldChange](), set[str]()
    for name in dict.fromkeys([*now, *was]):
        if was.get(name) != now.get(name):
            changes.append(FieldChange(name, was.get(name), now.get(name)))
            if name in was and name in now:  # another row: what that row says is no news
                replaced.add(name)
    return tuple(change for change in changes if change.field.rpartition(".")[0] not in replaced)


def flattened(record: Record, is_inner: bool = False) -> dict[str, str | None]:
    """Write a card's fields as texts by name; those of a row to which it refers are named like
    `tier.price_cap`, one level deep.
    """
    found: dict[str, str | None] = {}
    for name, value in record._values.items():
        if name == "id":
            continue
        found[name] = _text(value)
        if isinstance(value, Record) and not is_inner:
            found |= {f"{name}.{inner}": text for inner, text in flattened(value, True).items()}
    return found


def _text(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return ", ".join(_text(one) or "nothing" for one in value) or None
    return str(value).strip()


def as_json(difference: Difference) -> dict[str, object]:
    """Return a difference as plain data."""
    change = difference.change
    result: dict[str, object] = {
        "card": change.entry.id,
        "name": change.entry.name,
        "deck": change.entry.deck,
        "change": change.sort,
        "copies": list(change.copies),
        "put": change.put,
        "pull": change.pull,
        "face": [change.was.face if change.was else None, change.now.face if change.now else None],
    }
    if difference.fields is not None:
        result["fields"] = list(map(asdict, difference.fields))
    return result


# ---------------------------------------------------------------- the page


def write_page(
    found: Sequence[Difference],
    before: Earlier,
    press: Press,
    command: str = "emporium-pnp build --changed",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> str:
    """Write the page: deck by deck, every card that differs, as it was and as it is. A changed back
    is shown once per deck.

    `command` is the command that prints the new cards.
    """
    game = press.game
    order = {component.name: number for number, component in enumerate(game.components)}
    decks, done = [], 0
    for deck, group in groupby(
        sorted(found, key=lambda difference: order.get(difference.change.entry.deck, len(order))),
        key=lambda difference: difference.change.entry.deck,
    ):
        rows, of_back = list[dict[str, object]](), list[Difference]()
        for difference in group:
            progress(done, len(found))
            done += 1
            if difference.change.sort == "back":
                of_back.append(difference)
            else:
                rows.append(_row(difference, before.press, press))
        decks.append(
            {
                "name": deck,
                "rows": rows,
                "back": _back_row(of_back[0].change, before.press, press) if of_back else None,
                "same_back": [_named(difference.change) for difference in of_back],
            }
        )
    put, pull = moved(difference.change for difference in found)
    return _template().render(
        title=f"{game.title} {game.version}",
        since=before.said,
        count=len(found),
        put=put,
        pull=pull,
        decks=decks,
        has_old=before.press is not None,
        command=command,
    )


def _named(change: Change) -> str:
    """Name a card, and how many copies there are where that is another number than it was."""
    assert change.was
    assert change.now
    was, now = change.was.copies, change.now.copies
    if was == now:
        return change.entry.name
    return f"{change.entry.name} ({now} {agreeing(now, 'copy|copies')}, once {was})"


def _row(difference: Difference, old: Press | None, press: Press) -> dict[str, object]:
    change = difference.change
    was, now = change.was, change.now
    return {
        "id": change.entry.id,
        "name": change.entry.name,
        "sort": change.sort,
        "said": _SORTS[change.sort],
        "old": _picture(old, was.id) if old and was else None,
        "new": _picture(press, now.id) if now else None,
        "old_mark": _mark(press, was),
        "new_mark": _mark(press, now),
        "copies": change.copies,
        "renamed": was.name if was and now and was.name != now.name else None,
        "fields": difference.fields or (),
        "remark": LOOKS_DIFFERENT if difference.told == [LOOKS_DIFFERENT] else None,
    }


def _mark(press: Press, entry: Entry | None) -> str | None:
    """Return the mark of a card, if it bears one; a card that is gone had one if the others do."""
    if entry is None:
        return None
    card = press.game.cards.get(entry.id)
    bears_mark = press.bears_mark(card) if card else bool(press.version)
    return entry.mark if bears_mark else None


def _back_row(change: Change, old: Press | None, press: Press) -> dict[str, object]:
    assert change.was
    assert change.now
    return {
        "old": _back_picture(old, change.was.id) if old else None,
        "new": _back_picture(press, change.now.id),
    }


def _back_picture(press: Press, id_: str) -> str | None:
    """Draw the back of a card; None if it has none."""
    back_id = press.game.backs.get(id_)
    return _picture(press, back_id) if back_id else None


def _picture(press: Press, id_: str) -> str | None:
    """Draw a face as the address of an embedded PNG, of few colours, so that a page of a whole deck
    stays small.
    """
    card: Card = press.game.cards[id_]
    pdf = face_pdf(press, card)
    if pdf is None:
        return None
    width, height = press.game.size_of(card)
    dpi = min(PICTURE_DPI, PICTURE_DPI * 120 / max(width, height))
    png = as_png(render_page(pdf, 0, dpi).quantize(PICTURE_COLOURS))
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


@cache
def _template() -> jinja2.Template:
    import jinja2

    source = (files("generator.job") / "diff.html.j2").read_text(encoding="utf-8")
    made = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return made.from_string(source)
