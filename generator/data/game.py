"""A game that has been read and checked: the values with which every room works.

In: what `loading` found in cards.yaml. Out: `Game`, its cards and components, also reduced to what
fewer players need. Reads no file, and does not know how a template uses a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from generator.data import messages as say
from generator.data.problems import Place, ProblemError, did_you_mean
from generator.data.saying import first_of, from_to
from generator.data.source import Node
from generator.data.styles import TextStyle
from generator.data.units import CARD_SIZES


class Record:
    """A read-only bundle of named values as templates see it: `card.name`, `card['name']`, `'name'
    in card`.

    A row of a table or a card has an `id`, is equal to it, and is printed as it.
    """

    __slots__ = ("_id", "_values")

    def __init__(self, values: dict[str, Any], id_: str | None = None) -> None:
        object.__setattr__(self, "_values", values)
        object.__setattr__(self, "_id", id_)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot set '{name}': data is read-only")

    def __getitem__(self, name: object) -> Any:
        return self._values[str(name)]

    def __contains__(self, name: object) -> bool:
        return str(name) in self._values

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the entries of a table (records with an id), or over names."""
        for value in self._values.values():
            if not isinstance(value, Record) or not value._id:
                return iter(list(self._values))
        return iter(self._values.values())

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if self._id is None:
            return False
        if isinstance(other, Record):
            return bool(self._id == other._id and self._values == other._values)
        return bool(self._id == other)

    def __hash__(self) -> int:
        return hash(self._id)

    def __str__(self) -> str:
        return self._id if self._id is not None else f"({', '.join(self._values)})"

    __repr__ = __str__


def named(thing: object) -> str:
    """Return the name of a card or a row; "" if it has none, or is a number or a word."""
    name = thing._values.get("name") if isinstance(thing, Record) else None
    return str(name) if name is not None and str(name).strip() else ""


REVERSE = " (reverse)"
"""The suffix that makes the name of a kind that of its other sides, which no kind in a file can
have.
"""


@dataclass(frozen=True)
class Card:
    """One distinct card (or mat, coin, …). `record` is what its template sees.

    `entry` is its name in cards.yaml: its id or, if its kind is made `for_each` row of a table or
    number, the id without theirs, which several cards then share. `size_mm` is the card's own size
    (width, height); None follows the card size of the build. `places` gives where each field is in
    cards.yaml; `place` where the entry does.
    """

    id: str
    entry: str
    kind: str
    record: Record
    template: str
    copies: int
    size_mm: tuple[float, float] | None
    shape: str
    back: str | None
    place: Place
    places: dict[str, Place] = field(repr=False)
    reverse_of: str | None = field(default=None, kw_only=True)
    """The id of the card whose other side it is, drawn from the same row with the template that its
    kind names under `reverse:`.
    """
    made_for: tuple[str, ...] = field(default=(), kw_only=True)
    """The names under its kind's `for_each`, which are fields of the card too."""
    is_only: bool = field(default=False, kw_only=True)
    """Whether its kind has no other entry."""
    pictures: frozenset[str] = field(default=frozenset(["art"]), kw_only=True)
    """The fields that hold pictures."""

    @property
    def kind_said(self) -> str:
        """Return its kind in cards.yaml: for another side, that of its front."""
        return self.kind.removesuffix(REVERSE) if self.reverse_of else self.kind

    @property
    def title(self) -> str:
        """The name by which people know the card: its own or, made `for_each`, that of what it is
        made for; or its id if it has none.
        """
        return named(self.record) or self.title_by_row or self.id

    @property
    def title_by_row(self) -> str:
        """Name a card by its entry, and the rows and numbers for which it is made: "Spice 6". "" if
        it is made for none, or neither the entry nor a row has a name.
        """
        rows = [self.record[name] for name in self.made_for]
        entry = named(self.record)
        for value in self.record._values.values():
            if value == self.entry:
                entry = named(value) or entry  # such as the row `sun` in `sun: {suit: sun}`
        if not rows or not (entry or any(map(named, rows))):
            return ""
        is_entry_said = entry or not self.is_only or len(rows) == 1  # red meeples need no `meeple`
        words = [named(row) or str(row) for row in rows]
        return " ".join([*([entry or self.entry] if is_entry_said else []), *words])

    @property
    def rows(self) -> dict[str, str]:
        """The ids of the rows of tables, or of the cards, that its fields name, by those fields."""
        values = self.record._values.items()
        return {name: row._id for name, row in values if isinstance(row, Record) and row._id}

    def field_naming(self, file: str) -> str | None:
        """Find the field in which the card names a file: one for pictures, if several hold the same
        text; None if only the template names it.
        """
        naming = []
        for name in self.places:
            if file in values_in(self.record._values.get(name)):
                naming.append(name)
        return next(iter([*filter(self.pictures.__contains__, naming), *naming]), None)


def copies_of(cards: Iterable[Card]) -> int:
    """Count cards, each as often as it is printed."""
    return sum(card.copies for card in cards)


def values_in(value: Any) -> tuple[Any, ...]:
    """Return the values of a field: those of a list, or the only one."""
    return value if isinstance(value, tuple) else (value,)


@dataclass(frozen=True)
class Part(Card):
    """A face other than a card: a panel of a box, a face of a die, a form. Its template sees `part`
    beside the card.
    """

    part: Record


class Dial(NamedTuple):
    """One wheel of a dial: its name, and the numbers on it."""

    id: str
    numbers: range


SMALLEST_CARD_MM = 30.0  # for cards with their own size and a back: a narrower one is a token
LARGEST_CARD_MM = 150.0  # a longer one is a board


@dataclass(frozen=True)
class Chosen:
    """The cards that a command is about, by their ids: some, or the whole game with all else that
    is in its box (`is_all`).
    """

    ids: frozenset[str] = frozenset()
    is_all: bool = False

    def __contains__(self, id_: object) -> bool:
        return self.is_all or id_ in self.ids


EVERYTHING = Chosen(is_all=True)


@dataclass(frozen=True)
class Component:
    """One line of what is in the box. `cards` is empty for anything but cards (dice).

    `dice` is the number of faces of dice folded from paper; `standee` the template of standing
    figures of its cards; `has_both_sides` means that its pieces may be printed the same on both
    sides; `braces` is the number of braces on each folded piece. `for_players` are the fewest and
    the most players who need it, None means all; `is_each_player` means that `count` and the copies
    of its cards are for the largest number of players, and fewer players need their share of them.
    `pad` is the number of sheets in a printed pad, for something to write on. `dial` has the wheels
    of each piece, if it is a dial.
    """

    id: str
    name: str
    count: int
    cards: tuple[Card, ...]
    back: str | None
    gutter_mm: float | None
    is_extra: bool
    place: Place
    dice: int | None = None
    standee: str | None = None
    has_both_sides: bool = False
    braces: int | None = None
    for_players: tuple[int, int] | None = None
    is_each_player: bool = False
    pad: int | None = None
    dial: tuple[Dial, ...] = ()

    def among(self, chosen: Chosen) -> list[Card]:
        """List its cards: all, or those chosen by their ids."""
        return [card for card in self.cards if card.id in chosen]

    def is_beside(self, chosen: Chosen) -> bool:
        """Return whether it is no cards, but comes with those chosen."""
        return chosen.is_all and not self.cards

    def back_of(self, card: Card) -> str | None:
        return card.back or self.back

    def deals(self, card: Card) -> bool:
        """Return whether a card is printed, cut and boxed as part of a deck: it has the common size
        or another card size, and a back.
        """
        if self.pad:
            return False
        if card.size_mm is None:
            return True
        if card.shape != "rectangle" or self.gutter_mm is not None or self.back_of(card) is None:
            return False
        return min(card.size_mm) >= SMALLEST_CARD_MM and max(card.size_mm) <= LARGEST_CARD_MM

    def has_own_for(self, most: int) -> bool:
        """Return whether each of this number of players has their own card of every entry, as
        `for_each` makes them.

        If the copies can be divided among players, each player has all of the cards instead.
        """
        is_shared = all(card.copies % most == 0 for card in self.cards)
        cards_of = Counter(card.entry for card in self.cards)
        return not is_shared and set(cards_of.values()) <= {most}

    def rows(self) -> dict[str, int]:
        """Return the index of each card within its entry, from 0, by the card's id."""
        rows: dict[str, int] = {}
        count_of = Counter[str]()
        for card in self.cards:
            rows[card.id] = count_of[card.entry]
            count_of[card.entry] += 1
        return rows

    def is_needed_by(self, players: int) -> bool:
        """Return whether this number of players needs the component at all."""
        return self.for_players is None or self.for_players[0] <= players <= self.for_players[1]

    def share(self, players: int, most: int) -> Component:
        """Return the share of the component that this number of players needs, out of at most
        `most`.
        """
        if not self.is_each_player:
            return self
        if self.has_own_for(most):
            rows = self.rows()
            kept = tuple(card for card in self.cards if rows[card.id] < players)
            return replace(self, count=self.count * players // most, cards=kept)
        cards = tuple(replace(card, copies=card.copies * players // most) for card in self.cards)
        return replace(self, count=self.count * players // most, cards=cards)


@dataclass(frozen=True, eq=False)
class Game:
    """A whole game, checked. `context` holds what every template of it sees beside its card.

    `name` begins the names of its files; in another language than its own it ends in that
    (`ferry-night-fr`).
    """

    name: str
    plays: str
    title: str
    version: str
    language: str
    is_translated: bool
    folder: Path
    file: str
    data_hash: str
    cards: dict[str, Card]
    components: tuple[Component, ...]
    fonts: dict[str, Any]
    font_places: dict[str, Place]
    print_defaults: dict[str, Any]
    box: dict[str, Any]
    feedback: dict[str, Any]
    context: dict[str, Any] = field(repr=False)
    info: Record = field(repr=False)
    root: Node = field(repr=False)
    styles: dict[str, TextStyle] = field(default_factory=dict, repr=False)
    """The look of words in a style within a text, by its name: `[red]Burn[/]`."""
    ink: str = "full"
    """The ink mode: `full`, `low` or `grey`."""
    full: Game | None = field(default=None, repr=False)
    """The same game in full ink, if this one is not."""
    original: Game | None = field(default=None, repr=False)
    """The same game in its own language, if this one is translated and has rules under `play:`:
    rules are read in that language.
    """
    table: dict[str, Any] = field(default_factory=dict, repr=False)
    """The places on the studio's table: `middle` and `seat`, rows of zones by their names, and
    `docked`, a table with edges.
    """
    players: int | None = None
    """The number of players for which it is printed; None for the full range."""
    whole: Game | None = field(default=None, repr=False)
    """The same game with the whole box, if this one is for some players."""
    unsaved: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Texts that replace files in `templates` while someone edits them, by the names of
    the files.
    """

    @property
    def card_size_mm(self) -> tuple[float, float]:
        """The size of cards without a separate size, unless a build overrides it."""
        size: tuple[float, float] = self.print_defaults.get("card_size") or CARD_SIZES["standard"]
        return size

    def size_of(self, card: Card) -> tuple[float, float]:
        """Return the trim size of a card in millimetres, unless a build overrides it."""
        return card.size_mm or self.card_size_mm

    @property
    def for_all(self) -> Game:
        """The game with the whole box, also if this one is for some players."""
        return self.whole or self

    @property
    def translation(self) -> str | None:
        """The language that the game is translated to; None if it is in its own."""
        return self.language if self.is_translated else None

    @property
    def quoting(self) -> str:
        """The language whose quotes replace straight ones in texts; empty if quotes are printed as
        written.
        """
        return "" if self.print_defaults.get("quotes") == "as-written" else self.language

    @property
    def edition(self) -> str:
        """The title and version and, if it is not the game's own, the language: programs identify
        the game by this.
        """
        return f"{self.title} {self.version}{f' ({self.language})' if self.is_translated else ''}"

    @property
    def templates(self) -> Path:
        return self.folder / "templates"

    @property
    def icons(self) -> Path:
        return self.folder / "templates" / "icons"

    def card(self, id_: str) -> Card:
        """Find a card by its id or its name, ignoring capitals. Raises ProblemError with a hint if
        there is none, or several.
        """
        found = self.called(id_)
        if len(found) == 1:
            return found[0]
        hint = self.hint(id_)
        if found:
            hint = f"cards with this name: {', '.join(card.id for card in found[:8])}"
        raise ProblemError.of(say.NOT_A_CARD(found=id_), hint=hint)

    def called(self, word: str) -> list[Card]:
        """List the cards that a word means: the one with this id or, ignoring capitals, those with
        this id or this name.

        The name of a kind means no card, even if a card has the same name.
        """
        if word in self.cards:
            return [self.cards[word]]
        if self.of_kind(word):
            return []
        plain = word.casefold()
        named = []
        for card in self._fronts:
            if plain in (card.id.casefold(), card.title.casefold()):
                named.append(card)
        return named

    def in_box(self, chosen: Chosen = EVERYTHING) -> Iterator[tuple[Component, Card]]:
        """Yield each card with the component that it comes in: all, or those chosen by id."""
        for component in self.components:
            for card in component.among(chosen):
                yield component, card

    @cached_property
    def backs(self) -> dict[str, str]:
        """The id of the back of each card in the box that has one, by the card's id."""
        return {card.id: back for one, card in self.in_box() if (back := one.back_of(card))}

    @property
    def kinds(self) -> dict[str, None]:
        """The kinds of its cards, those of other sides too, in order."""
        return dict.fromkeys(card.kind for card in self.cards.values())

    def of_kind(self, kind: str) -> list[Card]:
        """List the cards of a kind; none if there is no such kind."""
        return [card for card in self.cards.values() if card.kind == kind]

    def made_of(self, entry: str) -> list[Card]:
        """List the cards made from an entry of cards.yaml: one, or as many as `for_each` makes;
        none if there is no such entry.
        """
        return [card for card in self._fronts if card.entry == entry]

    @property
    def _fronts(self) -> list[Card]:
        """The cards without the other sides that are drawn from the same rows."""
        return [card for card in self.cards.values() if not card.reverse_of]

    def hint(self, id_: str) -> str | None:
        """Suggest a card for an unknown id; None if nothing is close."""
        made = []
        for card in self.made_of(id_) or self.cards.values():
            if id_ in (card.entry, card.kind):
                made.append(card.id)
        if made:
            return f"its cards are {first_of(made, 8)}"
        return did_you_mean(id_, self.cards)


def for_players(game: Game, players: int | None) -> Game:
    """Return the game reduced to what this number of players needs: components that they do not
    need are removed, and of others there are fewer.

    None keeps everything. Raises ProblemError (`unknown-players`) if this number cannot play it.
    """
    if players is None or players == game.players:
        return game
    whole = game.for_all
    if "players" not in game.info:
        raise ProblemError.of(say.PLAYERS_NOT_SAID(title=game.title))
    fewest, most = game.info.players
    if not fewest <= players <= most:
        hint = f"`players:` in {game.file} says how many people can play"
        raise ProblemError.of(
            say.PLAYERS_NOT_POSSIBLE(title=game.title, can=from_to(fewest, most), players=players),
            None,
            hint,
        )
    components = tuple(
        component.share(players, most)
        for component in whole.components
        if component.is_needed_by(players)
    )
    return replace(whole, components=components, players=players, whole=whole)


def numbers_of(game: Game) -> dict[str, tuple[int, int]]:
    """Return, by id, each card's number and the total: within its component or, if it has none, its
    kind.

    Cards are counted from 1 in the order of the file, each once regardless of copies, over the
    whole box.
    """
    components = [component.cards for component in game.for_all.components]
    owned = {card.id for card in chain.from_iterable(components)}
    kinds: dict[str, list[Card]] = {}
    for card in game._fronts:
        if card.id not in owned:
            kinds.setdefault(card.kind, []).append(card)
    numbers = {}
    for cards in (*kinds.values(), *components):
        for at, card in enumerate(cards, 1):
            numbers[card.id] = (at, len(cards))
    return numbers


def icon_names(folder: Path) -> list[str]:
    """List the names of the icons in a folder."""
    names = []
    for path in sorted(folder.rglob("*.svg")):
        if path.is_file():
            names.append(path.relative_to(folder).with_suffix("").as_posix())
    return names


def icon_hint(name: str, folder: Path, otherwise: str = "") -> str:
    """Suggest what to do if a folder has no icon of a name: the closest name, `otherwise`, or the
    available icons.
    """
    for other in sorted(folder.glob("*.*")):
        if other.stem != name:
            continue
        if other.suffix != ".svg":
            return f"icons are SVG files, and {other.name} is not one: save it as {name}.svg"
        if other.is_file():  # it exists, but its folder was left out
            return f'write href="icons/{other.name}"'
        return f"icons are SVG files, and templates/icons/{other.name} is a folder"
    names = icon_names(folder)
    if not names:
        return otherwise or f"draw it, and save it as templates/icons/{name}.svg"
    return did_you_mean(name, names) or otherwise or f"templates/icons has {first_of(names, 12)}"


def resolved(value: Any, rows: Mapping[str, Record] | Record | None) -> Any:
    """Return a checked value as a card has it: with the rows, or cards, that its words name."""
    if isinstance(value, list | tuple):
        return tuple(resolved(one, rows) for one in value)
    return value if rows is None else rows[value]


def with_field(game: Game, card: Card, name: str, value: object, refers_to: str | None) -> Card:
    """Return a card with another, already checked, value in a field; `refers_to` is the table or
    kind that has the value.
    """
    rows = {**game.context["cards"]._values, **game.context["tables"]._values}.get(refers_to)
    values = {**card.record._values, name: resolved(value, rows)}
    return replace(card, record=Record(values, card.id))
