"""Stage 1, reading: a game's folder becomes one `Game`, or all its faults are reported together.

In: the path of a cards.yaml, or the name of a bundled game. Out: `Game`. Knows the folder
(templates, icons, art), but not how a template uses it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property
from itertools import chain, product, starmap
from pathlib import Path
from typing import Any
from unicodedata import normalize

from generator.data import messages as say
from generator.data.colours import grey_of, hex_of, rgb_of
from generator.data.fieldtypes import FOR_EACH, FieldFault, FieldType, check_hex, reported, slug
from generator.data.files import is_file_within, path_within, reading
from generator.data.game import (
    REVERSE,
    Card,
    Component,
    Dial,
    Game,
    Record,
    copies_of,
    icon_hint,
    icon_names,
    resolved,
)
from generator.data.given import given
from generator.data.making import made_id, type_of
from generator.data.opening import in_place_of_file
from generator.data.problems import (
    Place,
    Problem,
    ProblemError,
    Problems,
    closest,
    did_you_mean,
    meant_among,
)
from generator.data.saying import agreeing, first_of, from_to
from generator.data.schema import Checked, check_schema
from generator.data.silhouettes import called, is_path, seen_behind, silhouette
from generator.data.slips import slips_in
from generator.data.source import Node, content_of, peek, read_source
from generator.data.styles import styles_of
from generator.data.units import CARD_SIZES, format_size_mm

GAME_FILE = "cards.yaml"
MOST_CARDS = 20_000
"""The maximum number of different cards, and of rows of tables, in one game."""
_FOLDERS_UP = 3
BACK_SLACK_MM = 2.0
"""How much larger or smaller than its front a back may be: its bleed compensates for that."""
IMAGE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_OURS = "output"
"""The folder in a game's folder that commands write to, by default."""
_MISNAMED = ("cards.yaml", "cards.yml", "cards.yaml.txt", "cards.yml.txt")  # in upper or lower case
_PACKAGE = Path(__file__).resolve().parents[1]


def bundled_games() -> dict[str, Path]:
    """Find the games that come with the tool, beginning with the default one: name to cards.yaml.

    A checkout reads its root, a wheel its copy. The default game is named by its title, the others
    by their folders.
    """
    root = _PACKAGE / "bundled"
    root = root if root.is_dir() else _PACKAGE.parent
    others = {path.parent.name: path for path in sorted(root.glob(f"games/*/{GAME_FILE}"))}
    title = peek(root / GAME_FILE, ("game", "title"))
    return {slug(title): root / GAME_FILE, **others} if title and slug(title) else others


@reading()
def find_game(name: str | None = None, start: Path | None = None) -> tuple[Path, bool]:
    """Find the cards.yaml meant by [GAME], and say whether it is a bundled one.

    A name is an existing folder or file, otherwise a bundled game. Without a name, it is
    ./cards.yaml, otherwise the default bundled game. Raises ProblemError if there is none, if the
    file has a wrong name (cards.yml, Cards.yaml) and, without a name, if a folder above or just
    below has a game, which is then probably meant; CannotRead if the system refuses the folder.
    """
    start = start or Path()
    bundled = bundled_games()
    if name is None:
        return _game_at(start, bundled)
    path = start / name
    if path.is_dir():
        _refuse_misnamed(path, f"in {name}")
        if name in bundled and not (path / GAME_FILE).exists():
            return bundled[name], True
        return path / GAME_FILE, False
    if path.exists() or path.suffix in (".yaml", ".yml"):
        return path, False
    if name in bundled:
        return bundled[name], True
    raise ProblemError.of(
        say.NO_SUCH_GAME(file=GAME_FILE, bundled=bundled, name=name),
        hint=did_you_mean(name, bundled),
    )


def _game_at(start: Path, bundled: dict[str, Path]) -> tuple[Path, bool]:
    """Find the cards.yaml meant in a folder if nothing is named, and say whether it is a bundled
    one.
    """
    file = start / GAME_FILE
    if os.path.lexists(file):  # even a link that leads nowhere: reading it reports that
        return file, False
    _refuse_misnamed(start, "here")
    here, ours = start.resolve(), {path.resolve() for path in bundled.values()}
    or_else = ""
    if bundled:
        or_else = f"; `{next(iter(bundled))}` as GAME uses the game that comes with the tool"
    _refuse_above(here, ours, or_else)
    _refuse_below(here, ours, or_else)
    if not bundled:
        raise ProblemError.of(say.NO_GAME_HERE(file=GAME_FILE))
    return next(iter(bundled.values())), True


def _refuse_misnamed(folder: Path, where: str) -> None:
    """Raise ProblemError if a folder has no cards.yaml but a file with a similar name."""
    if (folder / GAME_FILE).exists() or not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.name.lower() in _MISNAMED and path.is_file():
            message = say.GAME_MISNAMED(file=GAME_FILE, where=where, found=path.name)
            raise ProblemError.of(message)


def _refuse_above(here: Path, ours: set[Path], or_else: str) -> None:
    """Raise ProblemError if a cards.yaml, not one of `ours`, is in one of the folders above."""
    for steps, folder in enumerate(here.parents[:_FOLDERS_UP], 1):
        file = folder / GAME_FILE
        if file.is_file() and file not in ours:
            where = agreeing(steps, f"in the folder above|{steps} folders above")
            hint = f"cd {'/'.join(['..'] * steps)}{or_else}"
            raise ProblemError.of(say.GAME_ABOVE(file=GAME_FILE, where=where), hint=hint)


def _refuse_below(here: Path, ours: set[Path], or_else: str) -> None:
    """Raise ProblemError if a cards.yaml, not one of `ours`, is in a folder of this one."""
    try:
        files = [path for path in here.glob(f"*/{GAME_FILE}") if path.resolve() not in ours]
    except OSError:
        return
    if not files:
        return
    below = sorted(path.parent.name for path in files)
    message = say.GAME_BELOW(
        file=GAME_FILE, folders=agreeing(len(below), "the folder|folders"), which=first_of(below, 8)
    )
    raise ProblemError.of(message, hint=f"give its folder as GAME, such as {below[0]}{or_else}")


def load_game(
    path: Path,
    problems: Problems | None = None,
    content: bytes | None = None,
    ink: str = "full",
    lang: str | None = None,
    read: Callable[[Path, str, Problems, bytes | None], Node] = read_source,
    translation: bytes | None = None,
) -> Game:
    """Read a game from its cards.yaml (or its folder). `content` is read as if the file held it,
    and nothing is written.

    `ink` says how to print it: as it is (`full`), with less ink (`low`) or without colour (`grey`).
    `lang` is the code of a language: its own (the same as None), or one with a translation such as
    cards.fr.yaml beside cards.yaml. `read` replaces `read_source` for callers that already know
    part of the file. `translation` is read as if the translation's file held it. Warnings go to
    `problems`. Raises ProblemError with everything found if there is an error.
    """
    problems = Problems() if problems is None else problems
    if path.is_dir():
        path = path / GAME_FILE
    with problems.completing():
        root = read(path, path.name, problems, content)
    checked = check_schema(_inked(root, ink), problems)
    if checked is None:
        rest = _look_further(path, _inked(root, ink), problems, content, ink)
        raise ProblemError(*problems, rest=rest)
    translated = checked
    if lang is not None and lang != checked.data["game"]["language"]:
        from generator.data.languages import in_language  # most builds read none, and start faster

        with problems.completing():
            translated = in_language(path, checked, lang, problems, translation)
    game = _Builder(path, translated, checked, problems, content, ink).game()
    problems.raise_errors()
    if translated is not checked and "play" in checked.root.items:
        original = _Builder(path, checked, checked, Problems(), content, ink).game()
        game = replace(game, original=original)
    if "setup" in game.root.items:
        from generator.data.setting import read_setting  # most games have none, and build faster

        read_setting(game, problems)
        problems.raise_errors()
    return game if ink == "full" else replace(game, full=load_game(path, None, content, lang=lang))


_SEEN_PAST_FAULTS = (
    "unknown-icon",
    "unknown-template",
    "unknown-colour",
    "unknown-ruling",
    "bad-image",
    "no-such-file",
    "outside-folder",
)
"""Problems that other faults do not cause: names of things that do not exist."""


def _look_further(
    path: Path, root: Node, problems: Problems, content: bytes | None, ink: str
) -> Game | None:
    """Find further problems in a file with faults, leaving out the faulty entries; return the rest
    of the game, if it can be drawn.
    """
    from generator.data.mending import mended  # most files have no faults

    left = mended(root)
    if left is None or not (path.parent / "templates").is_dir():
        return None
    later = Problems()
    checked = check_schema(left[0], later)
    if checked is None:
        return None
    game = None
    with suppress(ProblemError):  # too large; reported once the faults are corrected
        game = _Builder(path, checked, checked, later, content, ink).game()
    problems.extend(problem for problem in later if problem.code in _SEEN_PAST_FAULTS)
    return game if left[1] else None


def _inked(root: Node, ink: str) -> Node:
    """Replace colours of the palette by those of `ink:`, so that everything that names a colour
    gets the new one; as greys for `grey`.
    """
    palette = root.below("palette")
    if ink == "full" or palette.type != "map":
        return root
    own = root.below("ink", ink, "palette").items
    colours = {name: own.get(name, node) for name, node in palette.items.items()}
    if ink == "grey":
        colours = {name: _greyed(node) for name, node in colours.items()}
    return replace(root, value={**root.items, "palette": replace(palette, value=colours)})


def _greyed(node: Node) -> Node:
    """Convert a hex colour to its grey; anything else is left unchanged, to be reported."""
    try:
        rgb = rgb_of(check_hex(node.value))
    except FieldFault:
        return node
    return replace(node, value=hex_of(grey_of(rgb)))


_PLAIN = FieldType("copies, back or size", str, {})
_RESERVED = {"art": replace(_PLAIN, element="image")}


class _Builder:
    """Builds a Game from checked data, and collects faults that only show across entries and
    files.
    """

    def __init__(
        self,
        path: Path,
        checked: Checked,
        original: Checked,
        problems: Problems,
        content: bytes | None,
        ink: str,
    ) -> None:
        self.path, self.folder, self.content, self.ink = path, path.parent, content, ink
        self.data, self.root, self.fields = checked.data, checked.root, checked.fields
        self.original = original.data  # in its own language: things are named and chosen by this
        self.problems = problems
        self.rows: dict[str, dict[str, Record]] = {}
        self.made: dict[
            str, dict[str, list[Record]]
        ] = {}  # the records made from each entry of a table or kind
        self.has_icon = cache(self._has_icon)
        self.has_templates = (
            self.folder / "templates"
        ).is_dir()  # otherwise it is reported once, with no template or icon after that
        self.can_count = not problems.has_errors  # a duplicate key may hide a card
        self.usual_mm: tuple[float, float] = (
            self.data["print"]["card_size"] or CARD_SIZES["standard"]
        )

    def game(self) -> Game:
        if not self.has_templates:
            kinds = self.root.below("kinds").items.values()
            place = next((kind["template"].place for kind in kinds), None)
            self.problems.error(say.NO_TEMPLATES(name=self.path.name), place)
        for name, table in self.data["tables"].items():
            self.rows[name] = {id_: Record({"id": id_}, id_) for id_ in table["rows"]}
            self.made[name] = {id_: [record] for id_, record in self.rows[name].items()}
        for kind, data in self.data["kinds"].items():
            self.made[kind] = self._made(data)
            records = list(chain.from_iterable(self.made[kind].values()))
            if len(records) + sum(map(len, self.rows.values())) > MOST_CARDS:
                message = say.TOO_MANY_CARDS(most=MOST_CARDS)
                raise ProblemError(
                    *self.problems, Problem.of(message, self.root["kinds"].keys[kind])
                )
            self.rows[kind] = {str(record): record for record in records}
        for section, rows in (("tables", "rows"), ("kinds", "cards")):
            for name, table in self.data[section].items():
                for id_, values in table[rows].items():
                    self._fill(
                        self.made[name][id_], name, id_, values, self.root[section][name][rows]
                    )
        cards = self._cards()
        components = self._components(cards)
        self._check_rulings()
        self._check_table()
        self._check_questions()
        self._check_ink()
        self.problems.extend(slips_in(self.root))
        info = _frozen(given(self.data["game"]))
        context = self._context(info, components)
        title = self.original["game"]["title"]
        is_translated = self.data is not self.original
        name = slug(title) or slug(self.folder.resolve().name) or "game"
        if is_translated:  # file names begin with 60 letters
            name = f"{name[: 59 - len(info.language)]}-{info.language}"
        content = content_of(self.path) if self.content is None else self.content
        return Game(
            name=name,
            plays=info.plays if "plays" in info else slug(title),
            title=info.title,
            version=info.version,
            language=info.language,
            is_translated=is_translated,
            folder=self.folder,
            file=self.path.name,
            data_hash=hashlib.sha256(content).hexdigest()[:12],
            cards=cards,
            components=components,
            fonts=self.data["fonts"],
            font_places=_places(self.root.below("fonts")),
            print_defaults=given(self.data["print"]),
            box=self.data["box"],
            feedback=self.data["feedback"],
            context=context,
            info=info,
            root=self.root,
            styles=styles_of(self.data["palette"], self.data["styles"]),
            ink=self.ink,
            table=self.data["table"] or {},
        )

    def _context(self, info: Record, components: tuple[Component, ...]) -> dict[str, Any]:
        """Gather what every template sees beside its card."""
        return {
            "game": info,
            "palette": Record(dict(self.data["palette"])),
            "ink": self.ink,
            "rules": _frozen(self.data["rules"]),
            "rulings": Record(
                {
                    name: Record(_frozen(ruling)._values, name)
                    for name, ruling in self.data["rulings"].items()
                }
            ),
            "tables": self._rows_of("tables"),
            "cards": self._rows_of("kinds"),
            "words": Record(dict(self.data["words"])),
            "components": Record({c.id: self._component_seen(c) for c in components}),
        }

    def _rows_of(self, section: str) -> Record:
        return Record({name: Record(dict(self.rows[name])) for name in self.data[section]})

    def _component_seen(self, component: Component) -> Record:
        """Return what templates see of a component."""
        values = {
            "name": component.name,
            "count": component.count,
            "extra": component.is_extra,
            "printed": bool(component.cards or component.dial),
            "about": self.data["components"].get(component.id, {}).get("about"),
            "for_players": component.for_players,
            "each_player": component.is_each_player,
            "pad": component.pad,
        }
        return Record(values, component.id)

    def _made(self, data: dict[str, Any]) -> dict[str, list[Record]]:
        """Create the records of a kind's cards, still without values: one per entry, or one for
        each value of `for_each`.
        """
        each = data[FOR_EACH]
        values = [
            source if isinstance(source, range) else self.rows[source].values()
            for source in each.values()
        ]
        made: dict[str, list[Record]] = {entry: [] for entry in data["cards"]}
        for entry, chosen in product(made, product(*values)):
            id_ = made_id(entry, chosen)
            made[entry].append(Record({"id": id_, **dict(zip(each, chosen, strict=True))}, id_))
        return made

    def _fill(
        self, records: list[Record], table: str, id_: str, values: dict[str, Any], rows: Node
    ) -> None:
        """Fill the records made from one entry with its values, which are checked once."""
        fields, row, found = self.fields[table], rows[id_], dict[str, Any].fromkeys(values)
        defaults = self.root.below("kinds", table, "defaults")
        card = id_ if table in self.data["kinds"] else None
        for name, value in given(values).items():
            type_ = fields.get(name, _RESERVED.get(name, _PLAIN))
            if type_.element in ("icon", "image"):
                if name in row.items:
                    self._check_files(value, row.items[name], type_, card)
                else:  # a default is reported once, at its own place
                    self._check_files(value, defaults.items.get(name, row), type_, None)
            found[name] = resolved(value, self.rows.get(type_.refers_to or ""))
        for record in records:
            record._values.update(found)

    def _check_files(self, value: Any, node: Node, type_: FieldType, card: str | None) -> None:
        """Report icons or pictures that a value names and that do not exist."""
        check = self._check_icon if type_.element == "icon" else self._check_image
        names = value if isinstance(value, list) else [value]
        for name, named in zip(names, node.each, strict=False):
            check(name, named.place, card)

    @cached_property
    def own_icons(self) -> frozenset[str]:
        """The regular files in templates/icons, so that links need not be followed for each."""
        folder = self.folder / "templates" / "icons"
        if path_within(folder, ".", self.folder) is None:
            return frozenset()
        with suppress(OSError), os.scandir(folder) as entries:
            return frozenset(
                entry.name for entry in entries if entry.is_file(follow_symlinks=False)
            )
        return frozenset()

    def _has_icon(self, name: str) -> bool:
        file = f"{name}.svg"
        return file in self.own_icons or is_file_within(
            self.folder / "templates" / "icons", file, self.folder
        )

    def _check_icon(self, name: str, place: Place, card: str | None) -> None:
        if self.has_templates and not self.has_icon(name):
            folder = self.folder / "templates" / "icons"
            hint = icon_hint(name, folder)
            if name in icon_names(folder):
                hint = (
                    f"{name}.svg is a link that leads out of the game's folder: put a copy in its "
                    "place"
                )
            self.problems.error(say.NO_SUCH_ICON(found=name), place, hint, card=card)

    @cached_property
    def below(self) -> dict[str, str]:
        """The pictures in the game's folder and its subfolders, by their names there, with and
        without endings, in lower case; without those that the tool writes.
        """
        found = []
        for pattern in ("*/*", "*"):
            for path in sorted(self.folder.glob(pattern), reverse=True):
                if path.suffix.lower() in IMAGE_ENDINGS and path.parent.name != _OURS:
                    found.append(path)
        names = {path.stem.casefold(): path for path in found}
        names |= {path.name.casefold(): path for path in found}
        return {name: path.relative_to(self.folder).as_posix() for name, path in names.items()}

    def _check_image(self, name: str, place: Place, card: str | None) -> None:
        file, _, element = name.partition("#")
        if element and file.lower().endswith(".svg"):  # one element of a file
            name = file
        path = path_within(self.folder, name)
        if "://" in name:
            self.problems.error(say.NOT_A_PICTURE(found=name), place, card=card)
        elif path is None:
            self.problems.error(say.PICTURE_OUTSIDE(found=name), place, card=card)
        elif path.suffix.lower() not in IMAGE_ENDINGS:
            whole = self.below.get(path.name.casefold())
            hint = f"did you mean '{whole}'?" if whole else None
            self.problems.error(say.NOT_A_PICTURE(found=name), place, hint, card=card)
        elif not path.is_file():
            odd = in_place_of_file(path, name)
            hint = None if odd else self._picture_hint(name, path)
            self.problems.error(odd or say.NO_SUCH_PICTURE(name=name), place, hint, card=card)

    def _picture_hint(self, name: str, path: Path) -> str:
        """Suggest what to do about a picture that does not exist."""
        folder = self.folder.resolve()  # in the same form as `path`
        files = filter(Path.is_file, sorted(path.parent.glob("*")))
        near = [file.relative_to(folder).as_posix() for file in files]
        if normalize("NFC", name) in [normalize("NFC", file) for file in near]:
            return (
                "a file has this name, but the name is stored with letters and accents "
                "as separate characters, as on a Mac: rename it"
            )
        elsewhere = self.below.get(path.name.casefold()) or self.below.get(path.stem.casefold())
        if elsewhere and elsewhere not in near:
            return f"did you mean '{elsewhere}'?"
        return did_you_mean(name, near) or (
            f"put the picture there, or give its path from the folder of {self.path.name}"
        )

    def _records_of(self, kind: str) -> Iterator[tuple[str, Record]]:
        """Yield the cards of a kind, each with the entry it is made from."""
        for entry, records in self.made[kind].items():
            for record in records:
                yield entry, record

    def _is_taken(
        self, entry: str, id_: str, place: Place, taken: Mapping[str, tuple[str, Place]]
    ) -> bool:
        """Report an id that belongs to another entry, or to a card made from one."""
        for name in (entry, id_):
            maker, first = taken.get(name, (entry, place))
            if (maker, first) == (entry, place):
                continue
            makers = [f"'{other}'" for other in dict.fromkeys((maker, entry)) if other != name]
            made = f", and made from {' and '.join(makers)}" if makers else ""
            self.problems.error(
                say.ID_TWICE(name=name, made=made), place, None, (("first", first),)
            )
            self.can_count = False
            return True
        return False

    def _cards(self) -> dict[str, Card]:
        cards: dict[str, Card] = {}
        taken: dict[
            str, tuple[str, Place]
        ] = {}  # the entries with each id, of cards and of entries
        for kind, data in self.data["kinds"].items():
            node = self.root["kinds"][kind]
            self._check_template(data["template"], node["template"])
            if data["reverse"]:
                self._check_template(data["reverse"], node["reverse"])
            reverses: dict[str, Card] = {}
            shape = self._shape(data, node)
            keys, ranges = node["cards"].keys, _places(node.below(FOR_EACH))
            types = {**_RESERVED, **self.fields[kind]}
            pictures = frozenset(name for name in types if types[name].element == "image")
            for entry, record in self._records_of(kind):
                id_ = record.id
                row, place = node["cards"][entry], keys[entry]
                if self._is_taken(entry, id_, place, taken):
                    continue
                taken |= {entry: (entry, place), id_: (entry, place)}
                values = record._values
                cards[id_] = Card(
                    id=id_,
                    entry=entry,
                    kind=kind,
                    record=record,
                    template=data["template"],
                    copies=values.get("copies") or 1,
                    size_mm=values.get("size") or data["size"],
                    shape=shape,
                    back=values.get("back"),
                    place=place,
                    places={**ranges, **_places(row)},
                    made_for=tuple(data[FOR_EACH]),
                    is_only=len(keys) == 1,
                    pictures=pictures,
                )
                if data["reverse"] and not values.get("back"):
                    back = self._reverse(cards[id_], data["reverse"], taken)
                    cards[id_] = replace(cards[id_], back=back.id)
                    reverses[back.id] = back
            cards |= reverses
        backs = {card.back for card in cards.values()}
        backs |= {component["back"] for component in self.data["components"].values()}
        for id_ in cards.keys() & backs:
            cards[id_] = replace(cards[id_], shape=seen_behind(cards[id_].shape))
        return cards

    def _shape(self, kind: dict[str, Any], node: Node) -> str:
        """Return the shape of a kind's cards; a path is read for their size."""
        shape = str(kind["shape"])
        if not is_path(shape):
            return shape
        try:
            return silhouette(shape, kind["size"] or self.usual_mm)
        except FieldFault as fault:
            self.problems.error(
                say.FIELD_EXPECTED(name="shape", expected=fault.expected).under(fault.code),
                node["shape"].place,
                fault.hint,
            )
            return "rectangle"

    def _reverse(self, card: Card, template: str, taken: dict[str, tuple[str, Place]]) -> Card:
        """Create the other side of a card, drawn from the same row."""
        id_ = f"{card.id}-reverse"
        if id_ in taken:
            self.problems.error(
                say.REVERSE_ID_TWICE(id_=id_, card_id=card.id),
                taken[id_][1],
                None,
                (("first", card.place),),
            )
            self.can_count = False
        taken[id_] = (card.entry, card.place)
        return replace(
            card,
            id=id_,
            kind=card.kind + REVERSE,
            template=template,
            copies=1,
            back=None,
            reverse_of=card.id,
        )

    def _check_template(self, name: str, node: Node) -> None:
        if not self.has_templates:
            return
        path = path_within(self.folder / "templates", name, self.folder)
        if path is None:
            self.problems.error(say.TEMPLATE_OUTSIDE(found=name), node.place)
        elif not path.is_file():
            if odd := in_place_of_file(path, f"templates/{name}"):
                self.problems.error(odd, node.place)
                return
            known = sorted(p.name for p in (self.folder / "templates").glob("*.j2"))
            # equal endings do not make two names similar
            stems = {file.partition(".")[0]: file for file in known}
            near, hint = closest(name.partition(".")[0], stems), None
            if near:
                hint = f"did you mean '{stems[near]}'?"
            elif known:
                hint = f"templates/ has {', '.join(known)}; to begin, copy one of them to '{name}'"
            self.problems.error(say.NO_SUCH_TEMPLATE(name=name), node.place, hint)

    def _components(self, cards: dict[str, Card]) -> tuple[Component, ...]:
        owner = dict[str, str]()
        components = [
            self._component(id_, data, cards, owner)
            for id_, data in self.data["components"].items()
        ]
        used = {c.back for c in components} | {card.back for card in cards.values()}
        fronts = [card for card in cards.values() if card.id not in used]
        if not components:
            self._warn_of_backs(fronts)
            components = self._by_kind(fronts)
        elif self.can_count:
            self._refuse_orphans([card for card in fronts if card.id not in owner])
        self._check_promise(components)
        for component in components:
            self._check_backs(component, cards)
        return tuple(components)

    def _by_kind(self, fronts: list[Card]) -> list[Component]:
        """Create a component of the cards of each kind, in a game that lists none."""
        components = []
        for kind in self.data["kinds"]:
            cards = [card for card in fronts if card.kind == kind]
            if cards:
                count = copies_of(cards)
                place = cards[0].place
                components.append(
                    Component(kind, kind, count, tuple(cards), None, None, False, place)
                )
        return components

    def _component(
        self, id_: str, data: dict[str, Any], cards: dict[str, Card], owner: dict[str, str]
    ) -> Component:
        """Create a component; `owner` records the component of each card."""
        node = self.root["components"]
        chosen = self._chosen(id_, data, node[id_], cards)
        self._refuse_twice(id_, chosen, owner)
        backs = cards.keys() & {card.back for card in chosen}
        if data["back"] and any(cards[back].reverse_of for back in backs):
            self.problems.error(
                say.TWO_BACKS(id_=id_, reverse=data["of"]),
                node[id_]["back"].place,
                None,
                (("reverse", self.root["kinds"][data["of"]]["reverse"].place),),
            )
        total = copies_of(chosen)
        if self.can_count and chosen and total != data["count"]:
            self.problems.error(
                say.COUNT_DIFFERS(
                    id_=id_, promised=data["count"], total=total, kind=chosen[0].kind
                ),
                node[id_]["count"].place,
            )
        component = Component(
            id=id_,
            name=data["name"],
            count=data["count"],
            cards=tuple(chosen),
            back=data["back"],
            gutter_mm=data["gutter"],
            is_extra=data["extra"],
            place=node.keys[id_],
            dice=data["dice"],
            standee=data["standee"],
            has_both_sides=data["both_sides"],
            braces=data["braces"],
            for_players=data["for_players"],
            is_each_player=data["each_player"],
            pad=data["pad"],
            dial=tuple(starmap(Dial, data["dial"].items())),
        )
        self._check_players(component, node[id_])
        if component.standee:
            self._check_template(component.standee, node[id_]["standee"])
        return component

    def _check_chosen(self, id_: str, data: dict[str, Any], node: Node, chosen: list[Card]) -> None:
        """Report cards that are dice, and a component `of` cards that has none."""
        for other, pieces in (("dice", "dice"), ("dial", "dials")):
            if data[other]:
                message = say.CARDS_AND_DICE(id_=id_, other=other, pieces=pieces)
                self.problems.error(message, node[other].place)
                return
        if not chosen:
            key, what = "of", f"the kind '{data['of']}' has none"
            if data["where"]:
                key, what = "where", f"'{data['of']}' has no card with these values"
            self.problems.error(say.EMPTY_COMPONENT(id_=id_, what=what), node[key].place)

    def _refuse_twice(self, id_: str, chosen: list[Card], owner: dict[str, str]) -> None:
        """Report cards that are in another component already."""
        keys, twice = self.root["components"].keys, dict[str, list[str]]()
        for card in chosen:
            if card.id in owner:
                twice.setdefault(owner[card.id], []).append(card.id)
            owner.setdefault(card.id, id_)
        for other, ids in twice.items():
            self.can_count = False
            which = agreeing(len(ids), f"'{ids[0]}' is|{len(ids)} cards ('{ids[0]}', …) are")
            self.problems.error(
                say.IN_TWO_COMPONENTS(cards=which, other=other, id_=id_),
                keys[id_],
                None,
                (("first", keys[other]),),
            )

    def _warn_of_backs(self, printed: list[Card]) -> None:
        """Report that without components nothing names the back of a kind, if one of several kinds
        may be backs.
        """
        kinds = dict.fromkeys(card.kind for card in printed)
        doubtful = list(filter(self._may_be_backs, kinds))
        if len(kinds) > 1 and doubtful:
            self.can_count = False  # it is unknown whether these count as cards
            if not self.problems.has_errors:
                self.problems.warn(say.NO_COMPONENTS(), self.root["kinds"].keys[doubtful[0]])

    def _may_be_backs(self, kind: str) -> bool:
        """Guess whether the cards of a kind are backs: by its name, or because its cards differ
        only in their id.
        """
        return "back" in kind or not (self.fields[kind] or self.data["kinds"][kind][FOR_EACH])

    def _refuse_orphans(self, orphans: list[Card]) -> None:
        for kind, rows in self.rows.items():
            lost = [card for card in orphans if card.kind == kind]
            hint = f"add a component `of: {kind}`"
            if kind in self.data["kinds"] and self._may_be_backs(kind):
                hint = f"name it as `back:` of a component, or {hint}"
            if len(lost) > 1 and len(lost) == len(rows):
                self.problems.error(
                    say.KIND_IN_NO_COMPONENT(kind=kind, count=len(lost)),
                    self.root["kinds"].keys[kind],
                    hint,
                )
                continue
            for card in self._without_rows(kind, lost):
                self.problems.error(
                    say.CARD_IN_NO_COMPONENT(id_=card.id), card.place, hint, card=card.id
                )

    def _without_rows(self, kind: str, lost: list[Card]) -> list[Card]:
        """Report each value of `for_each` of which all cards are in no component, and return the
        other cards.
        """
        each = self.data["kinds"][kind][FOR_EACH] if lost else {}
        for name, source in each.items():
            values = self.rows[source] if isinstance(source, str) else source
            for value in values:
                of_value = [card for card in lost if card.record[name] == value]
                count = sum(record[name] == value for record in self.rows[kind].values())
                if len(of_value) > 1 and len(of_value) == count:
                    self.problems.error(
                        say.ROW_IN_NO_COMPONENT(kind=kind, name=name, row=value, count=count),
                        self.root["kinds"].keys[kind],
                    )
                    lost = [card for card in lost if card.record[name] != value]
        return lost

    def _chosen(
        self, id_: str, data: dict[str, Any], node: Node, cards: dict[str, Card]
    ) -> list[Card]:
        """Select the cards of a component by its kind and its `where`; none if that is at fault."""
        kind = data["of"]
        if not kind:
            for key in ("where", "back", "standee", "both_sides", "braces", "pad"):
                if data[key]:
                    self.problems.error(say.COMPONENT_WITHOUT_KIND(key=key), node[key].place)
                    break
            return []
        fields, wanted = self._fields_to_choose_by(kind), dict[str, Any]()
        where = node.below("where")
        for name, value in data["where"].items():
            if name not in fields:
                hint = meant_among(name, fields, "fields are")
                message = say.KIND_WITHOUT_FIELD(kind=kind, name=name)
                self.problems.error(message, where.keys[name], hint)
                continue
            if fields[name].is_list:
                self.problems.error(say.WHERE_WITH_LIST(name=name), where.keys[name])
                continue
            said = where[name]
            with reported(self.problems, said.describe(), name, said.place):
                wanted[name] = fields[name].check(value)
        if len(wanted) < len(data["where"]):
            self.can_count = False
            return []
        rows, each = self.original["kinds"][kind]["cards"], self.data["kinds"][kind][FOR_EACH]
        chosen = []
        for card in cards.values():
            if card.kind == kind:
                values = {**rows[card.entry], **{name: card.record[name] for name in each}}
                if all(values[name] == value for name, value in wanted.items()):
                    chosen.append(card)
        self._check_chosen(id_, data, node, chosen)
        return chosen

    def _fields_to_choose_by(self, kind: str) -> dict[str, FieldType]:
        """Return the fields that `where` can filter by: those of the kind, and the names in its
        `for_each`.
        """
        each = self.data["kinds"][kind][FOR_EACH]
        return self.fields[kind] | {name: type_of(one, self.rows) for name, one in each.items()}

    def _check_players(self, component: Component, node: Node) -> None:
        """Report impossible values of `for_players` and `each_player`: more players than can play,
        shares that are not whole numbers.
        """
        if not component.for_players and not component.is_each_player:
            return
        key = "for_players" if component.for_players else "each_player"
        span = self.data["game"]["players"]
        if span is None:
            self.problems.error(say.PLAYERS_NEEDED(key=key), node.keys[key])
            return
        fewest, most = span
        least, last = component.for_players or span
        if not fewest <= least <= last <= most:
            self.problems.error(
                say.NOT_ITS_PLAYERS(
                    can=from_to(fewest, most), found=node["for_players"].describe()
                ),
                node["for_players"].place,
            )
        if component.is_each_player:
            self._check_shares(component, node, most)

    def _check_shares(self, component: Component, node: Node, most: int) -> None:
        """Report a component, or a card in it, that the most players cannot share evenly."""
        shared = () if component.has_own_for(most) else component.cards
        uneven = next((card for card in shared if card.copies % most), None)
        if component.count % most:
            self.problems.error(
                say.COUNT_NOT_SHARED(id_=component.id, players=most, count=component.count),
                node["count"].place,
            )
        elif uneven:
            copies = agreeing(uneven.copies, "copy|copies")
            number = f"{uneven.copies} {copies} of '{uneven.id}'"
            self.problems.error(
                say.COPIES_NOT_SHARED(id_=component.id, players=most, count=number),
                uneven.places.get("copies", uneven.place),
                None,
                ((component.id, component.place),),
                uneven.id,
            )

    def _check_backs(self, component: Component, cards: dict[str, Card]) -> None:
        """Warn about a back cut to another shape than its fronts, so that it would be scaled to
        fit: once per back of a component.
        """
        reported = set[str]()
        for card in component.cards:
            back = cards.get(component.back_of(card) or "")
            if back is None or back.id in reported:
                continue
            size, size_behind = card.size_mm or self.usual_mm, back.size_mm or self.usual_mm
            wider = abs(size[0] - size_behind[0])
            higher = abs(size[1] - size_behind[1])
            if card.shape == seen_behind(back.shape) and max(wider, higher) <= BACK_SLACK_MM:
                continue
            reported.add(back.id)
            what = f"{format_size_mm(size)}, {called(card.shape)}"
            node = self.root.below("components").get(component.id)
            of_component = node.below("back").place if node else card.place
            self.problems.warn(
                say.BACK_DIFFERS(
                    id_=back.id,
                    size=format_size_mm(size_behind),
                    shape=called(back.shape),
                    front=card.id,
                    what=what,
                ),
                card.places.get("back", of_component),
                card=card.id if "back" in card.places else None,
            )

    def _check_promise(self, components: list[Component]) -> None:
        promised = self.data["game"]["cards"]
        if promised is None or not self.can_count:
            return
        total = others = 0
        needed = (component.cards for component in components if not component.is_extra)
        for card in chain.from_iterable(needed):
            if card.size_mm is None:
                total += card.copies
            else:
                others += card.copies
        if total == promised:
            return
        said = say.BROKEN_PROMISE(promised=promised, found=total)
        if others:
            said = say.BROKEN_PROMISE_OTHER_SIZE(promised=promised, found=total, others=others)
        self.problems.error(said, self.root["game"]["cards"].place)

    def _check_ink(self) -> None:
        for mode, settings in self.data["ink"].items():
            for name in settings["palette"]:
                if name not in self.data["palette"]:
                    self.problems.error(
                        say.NO_COLOUR_TO_REPLACE(name=name),
                        self.root["ink"][mode]["palette"].keys[name],
                        did_you_mean(name, self.data["palette"]),
                    )

    def _check_rulings(self) -> None:
        for name, ruling in self.data["rulings"].items():
            if ruling["choice"] not in ruling["options"]:
                place = self.root["rulings"][name]["choice"].place
                options = ruling["options"]
                self.problems.error(
                    say.UNKNOWN_CHOICE(options=options, found=ruling["choice"]),
                    place,
                    did_you_mean(ruling["choice"], options),
                )

    def _check_table(self) -> None:
        """Report a zone in two places, and a table without edges."""
        for part in ("middle", "seat"):
            seen: dict[str, Place] = {}
            for row in self.root.below("table", part).elements:
                for zone in row.elements:
                    name = str(zone.value)
                    if name in seen:
                        also = (("first", seen[name]),)
                        self.problems.error(say.IN_TWO_PLACES(name=name), zone.place, None, also)
                    seen.setdefault(name, zone.place)
        docked = (self.data["table"] or {}).get("docked")
        if docked and "edge" not in self.fields[docked]:
            self.problems.error(
                say.DOCKED_WITHOUT_EDGE(table=docked), self.root["table"]["docked"].place
            )

    def _check_questions(self) -> None:
        for number, question in enumerate(self.data["feedback"]["questions"]):
            node = self.root["feedback"]["questions"].elements[number]
            answer = question["answer"]
            if answer == "choice" and len(question["options"]) < 2:
                self.problems.error(say.CHOICE_WITHOUT_OPTIONS(), node.place)
            for key, needed in (("options", "choice"), ("low", "scale"), ("high", "scale")):
                if question[key] and answer != needed:
                    said = say.KEY_WITHOUT_MEANING(key=key, answer=answer, word=needed)
                    self.problems.error(said, node.keys[key])


def _frozen(value: Any) -> Any:
    """Wrap plain data for templates: mappings as records, lists as tuples."""
    if isinstance(value, dict):
        return Record({str(key): _frozen(child) for key, child in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _places(node: Node) -> dict[str, Place]:
    return {name: child.place for name, child in node.items.items()}
