"""The common base of all print services: the product for each card, the card's placement on it, the
contents of the order.

In: a game, a press, the products of a service. Out: `Deck`s, pictures with exactly the pixels of a
product, listings. Sizes are in millimetres, those of pictures in pixels at 300 dpi.
"""

from __future__ import annotations

import csv
import io
import math
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from generator.book.rulebook import scale_within, write_pages
from generator.data.csvtext import guarded
from generator.data.fieldtypes import slug
from generator.data.game import EVERYTHING, Card, Chosen, Component, Game, copies_of
from generator.data.problems import ProblemError, Problems, counted, meant_among
from generator.data.saying import first_of
from generator.data.units import MM_PER_INCH, format_size_mm
from generator.data.wording import phrase
from generator.export import messages as say
from generator.export.stacks import plain_name
from generator.face.images import is_white_past
from generator.face.press import Press
from generator.pdf.png import in_parallel, write_png
from generator.pdf.raster import Progress, no_progress, render_faces, render_pages, resized

DPI = 300
SLACK = 0.125  # a product may differ from a piece by this share of its width and of its height
SAME_MM = 0.3  # sizes closer than this are equal
SEEN = 0.05  # a change of size that is worth a warning
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can name
_ROTATE_90, _ROTATE_270 = 2, 4  # Pillow's numbers, so that this module needs no Pillow


@dataclass(frozen=True)
class Product:
    """Something that a service prints. `size_mm` is the finished piece, `size_px` the picture with
    its bleed.

    `is_stated` means that the picture's size is stated by the service's own pages, or by software
    that orders there regularly; otherwise it follows from the service's rule for bleed.
    """

    name: str
    size_mm: tuple[float, float]
    size_px: tuple[int, int]
    shape: str = "rectangle"
    is_stated: bool = True

    @property
    def slug(self) -> str:
        return slug(self.name)


@dataclass(frozen=True)
class Deck:
    """Cards of one component that become one product. `scale` is the size they are printed at, 1 as
    drawn.
    """

    name: str
    component: Component
    cards: tuple[Card, ...]
    size_mm: tuple[float, float]
    product: Product
    scale: float
    is_turned: bool

    @property
    def is_as_drawn(self) -> bool:
        """Return whether the product has the size that the cards are drawn for."""
        return self.scale == 1.0 and max(_differences(self.size_mm, self.product.size_mm)) < 0.01

    @property
    def copies(self) -> int:
        return copies_of(self.cards)

    def back(self, game: Game, card: Card) -> Card | None:
        """Return the face printed behind a card."""
        name = self.component.back_of(card)
        return game.cards[name] if name else None

    def backs(self, game: Game) -> list[Card]:
        """List the distinct backs, in the order in which they are first needed."""
        names = filter(None, map(self.component.back_of, self.cards))
        return [game.cards[name] for name in dict.fromkeys(names)]


@dataclass(frozen=True)
class ListingRow:
    """One line of a listing: a card, its number of copies, and the files of its two sides."""

    deck: str
    product: str
    card: str
    name: str
    copies: int
    front: str
    back: str
    size_px: tuple[int, int]
    scale: float


@dataclass(frozen=True)
class Ordered:
    """The contents of an order: its files by their place in the folder, and their descriptions.
    `others` is what the service does not print.
    """

    files: dict[PurePosixPath, bytes]
    decks: tuple[Deck, ...]
    rows: tuple[ListingRow, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class Service:
    """A print service. `make` writes the files of decks, and their rows in a listing; `steps` say
    how to upload them.

    `zips` says whether all files go into a zip beside them as well. `booklet` is what the rulebook
    becomes, of `most_pages` at most.
    """

    name: str
    title: str
    products: tuple[Product, ...]
    steps: tuple[str, ...]
    make: Callable[
        [Game, Press, list[Deck], Problems, Progress],
        tuple[dict[PurePosixPath, bytes], list[ListingRow]],
    ]
    zips: bool = True
    booklet: Product | None = None
    most_pages: int = 0

    def product(self, name: str) -> Product:
        """Find a product of the service by its name. Raises ProblemError if there is none."""
        return product_named(name, self.products)

    def order(
        self,
        game: Game,
        press: Press,
        problems: Problems,
        chosen: Chosen = EVERYTHING,
        wanted: Product | None = None,
        progress: Progress = no_progress,
    ) -> Ordered:
        """Make the files and listings of an order; nothing is written yet.

        `chosen` are the cards to include; `wanted` is the product for cards without
        their own size, None for the nearest. Remarks go to `problems`.
        """
        decks, others = decks_of(game, chosen, wanted, self.products, self.title, problems)
        files, rows = self.make(
            game, press, decks, problems, stepped(progress, faces_in(decks, game))
        )
        if chosen.is_all:
            for page, row in self._bound(game, press, len(decks) + 1, problems):
                files[PurePosixPath(row.front)] = page
                rows.append(row)
        files[PurePosixPath("listing.csv")] = csv_of(rows)
        files[PurePosixPath("listing.txt")] = text_of(
            game, self.title, decks, rows, others, self.steps
        )
        return Ordered(
            packed(game, self.name, files) if self.zips else files,
            tuple(decks),
            tuple(rows),
            tuple(others),
        )

    def _bound(
        self, game: Game, press: Press, place: int, problems: Problems
    ) -> list[tuple[bytes, ListingRow]]:
        """Make the pages of the rulebook as pictures, each with its row in the listing; empty if
        the service does not print it. `place` is that of its folder among the decks.
        """
        product = self.booklet
        if product is None:
            return []
        paper_mm = inches(product.size_px[0] / DPI, product.size_px[1] / DPI)
        pdf = write_pages(game, press, paper_mm, product.size_mm)
        if pdf is None:
            return []
        pages = list(
            in_parallel(
                enumerate(render_pages(pdf, DPI), 1), lambda picture: write_png(picture, DPI)
            )
        )
        if len(pages) > self.most_pages:
            said = say.TOO_MANY_PAGES(
                name=product.name, title=self.title, most=self.most_pages, count=len(pages)
            )
            problems.warn(said)
            return []
        name = phrase(game.language, "rulebook").capitalize()
        scale, folder = scale_within(product.size_mm), f"{place:02}-rulebook-{product.slug}"
        rows = list[tuple[bytes, ListingRow]]()
        for number, png in pages:
            row = ListingRow(
                name,
                product.name,
                f"page-{number}",
                f"{name} {number}",
                1,
                f"{folder}/{number:02}.png",
                "",
                product.size_px,
                scale,
            )
            rows.append((png, row))
        return rows


def inches(width: float, height: float) -> tuple[float, float]:
    """Turn a size in inches into millimetres."""
    return width * MM_PER_INCH, height * MM_PER_INCH


# ---------------------------------------------------------------- decks


def decks_of(
    game: Game,
    chosen: Chosen,
    wanted: Product | None,
    products: Sequence[Product],
    service: str,
    problems: Problems,
) -> tuple[list[Deck], list[str]]:
    """Sort the game's pieces into decks of one product each; also name those that match no product
    of the service.

    `chosen` are the cards to include; `wanted` is the product for cards without their
    own size, None for the nearest. Scaled and omitted pieces are reported to `problems`.
    """
    decks: list[Deck] = []
    others: list[str] = []
    refused: list[tuple[str, Component]] = []
    near = list[str]()
    for component in game.components:
        cards = component.among(chosen)
        if component.is_beside(chosen):
            others.append(f"{plain_name(component.name)} ({component.count})")
        groups: dict[tuple[tuple[float, float], str, bool], list[Card]] = {}
        for card in cards:
            groups.setdefault((game.size_of(card), card.shape, card.size_mm is None), []).append(
                card
            )
        for (size_mm, shape, is_plain), group in groups.items():
            number = copies_of(group)
            called = plain_name(component.name)
            name = called if len(groups) == 1 else f"{called}, {format_size_mm(size_mm)}"
            product = wanted if is_plain else None
            if product is None:
                product = nearest(size_mm, shape, products)
            if product is None:
                others.append(f"{name} ({number})")
                refused.append((others[-1], component))
                same = [product for product in products if product.shape == shape]
                if closest := min(
                    same,
                    key=lambda one: math.hypot(*_differences(size_mm, one.size_mm)),
                    default=None,
                ):
                    near.append(f"{closest.name} ({format_size_mm(closest.size_mm)}) for {name}")
                continue
            is_turned = _is_wide(size_mm) != _is_wide(product.size_mm)
            deck = Deck(
                name,
                component,
                tuple(group),
                size_mm,
                product,
                _scale(size_mm, product, is_turned),
                is_turned,
            )
            decks.append(deck)
    if refused:
        problems.warn(
            say.NO_PRODUCT(service=service, which=[name for name, _ in refused]),
            refused[0][1].place,
            "print them at home with `emporium-pnp build`"
            + (
                f"; or give them another size: the nearest are {', '.join(dict.fromkeys(near))}"
                if near
                else ""
            ),
        )
    _say_scales(decks, service, problems)
    return decks, others


def product_named(name: str, products: Sequence[Product]) -> Product:
    """Find a product by its name, or by the beginning of it. Raises ProblemError if there is
    none.
    """
    by_slug, wanted = {product.slug: product for product in products}, slug(name)
    begun = [product for key, product in by_slug.items() if key.startswith(wanted)]
    if not wanted or not begun:
        hint = meant_among(wanted, by_slug, "the products are")
        raise ProblemError.of(say.NOT_A_PRODUCT(found=name), hint=hint)
    return by_slug.get(wanted, begun[0])


def nearest(
    size_mm: tuple[float, float], shape: str, products: Iterable[Product]
) -> Product | None:
    """Find the product that differs least, in either orientation; None if all differ by more than
    SLACK in width or height.
    """
    fitting = []
    for product in products:
        if product.shape == shape and max(_differences(size_mm, product.size_mm)) <= SLACK:
            fitting.append(product)
    return min(
        fitting,
        key=lambda product: round(math.hypot(*_differences(size_mm, product.size_mm)), 6),
        default=None,
    )


def _differences(size_mm: tuple[float, float], other_mm: tuple[float, float]) -> list[float]:
    """Return the relative difference of two sizes, side by side, both upright."""
    return [abs(b / a - 1) for a, b in zip(sorted(size_mm), sorted(other_mm), strict=True)]


def _is_wide(size_mm: tuple[float, float]) -> bool:
    return size_mm[0] > size_mm[1]


def _trim(product: Product, is_turned: bool) -> tuple[float, float]:
    width, height = product.size_mm
    return (height, width) if is_turned else (width, height)


def _scale(size_mm: tuple[float, float], product: Product, is_turned: bool) -> float:
    """Return the scale at which a face just fits a product; 1 if they agree to within SAME_MM."""
    width, height = _trim(product, is_turned)
    if abs(width - size_mm[0]) <= SAME_MM and abs(height - size_mm[1]) <= SAME_MM:
        return 1.0
    return min(width / size_mm[0], height / size_mm[1])


def _say_scales(decks: Sequence[Deck], service: str, problems: Problems) -> None:
    """Report which decks are not printed at the size they are drawn for, grouped by size and
    product.
    """
    together: dict[tuple[tuple[float, float], str], list[Deck]] = {}
    for deck in decks:
        if not deck.is_as_drawn:
            together.setdefault((deck.size_mm, deck.product.name), []).append(deck)
    for alike in together.values():
        deck = alike[0]
        message = say.OTHER_SIZE(
            decks=[d.name for d in alike],
            drawn=format_size_mm(deck.size_mm),
            scale=deck.scale,
            product=deck.product.name,
            service=service,
            printed=format_size_mm(deck.product.size_mm),
            added=_added(deck),
        )
        if max(_differences(deck.size_mm, deck.product.size_mm)) > SEEN:
            problems.warn(message, deck.component.place)
        else:
            problems.note(message, deck.component.place)


def _added(deck: Deck) -> str:
    """Describe how much background a product adds where its proportions differ from the card's."""
    sides = zip(("wider", "higher"), _trim(deck.product, deck.is_turned), deck.size_mm, strict=True)
    more = [(word, side - drawn * deck.scale) for word, side, drawn in sides]
    said = [f"{mm:.1f} mm {word}" for word, mm in more if mm > SAME_MM]
    if said:
        return (
            f"; that is {said[0]} than the scaled card: its data-ground fills both sides, or "
            "white if there is none"
        )
    return ""


# ---------------------------------------------------------------- pictures


def pictures_of(
    deck: Deck, game: Game, press: Press, problems: Problems, progress: Progress = no_progress
) -> Iterator[tuple[tuple[str, bool], Any]]:
    """Yield a picture of every distinct card of a deck, then of its backs: its id, whether it is a
    back, and the Pillow image in RGB.

    Each has exactly the product's pixels.
    """
    ended: list[str] = []
    size_mm = _trim(deck.product, deck.is_turned)
    bleed_mm = (
        max(
            px / DPI * MM_PER_INCH - mm
            for px, mm in zip(deck.product.size_px, deck.product.size_mm, strict=True)
        )
        / 2
        + 0.1
    )
    for cards, is_back in ((deck.cards, False), (deck.backs(game), True)):
        for card in cards:
            press.stamp(card)  # while it has its own size
        sized = [resized(card, size_mm) for card in cards]
        for card, face in render_faces(press, sized, DPI, bleed_mm, progress=progress):
            picture: Any = face
            if (
                deck.is_turned
            ):  # the back the other way, so that the two stay upright about the same edge
                picture = picture.transpose(_ROTATE_270 if is_back else _ROTATE_90)
            picture = centred(picture, deck.product.size_px)
            if ends_at_cut(picture, deck.product):
                ended.append(card.id)
            yield (card.id, is_back), picture
    say_ended(deck, ended, problems)


def pngs_of(
    deck: Deck, game: Game, press: Press, problems: Problems, progress: Progress = no_progress
) -> dict[tuple[str, bool], bytes]:
    """Make the PNG of every distinct card and back of a deck, by id and whether it is a back."""
    return dict(
        in_parallel(
            pictures_of(deck, game, press, problems, progress),
            lambda picture: write_png(picture, DPI),
        )
    )


def stepped(progress: Progress, total: int) -> Progress:
    """Count the faces of several decks as parts of one whole, for a progress bar."""
    done = count()
    return lambda _done, of, label: progress(next(done), total, label) if label else None


def faces_in(decks: Iterable[Deck], game: Game) -> int:
    """Count the pictures that decks need."""
    return sum(len(deck.cards) + len(deck.backs(game)) for deck in decks)


def centred(picture: Any, size_px: tuple[int, int]) -> Any:
    """Crop a picture to a size in pixels around its middle."""
    left, top = ((have - want) // 2 for have, want in zip(picture.size, size_px, strict=True))
    return picture.crop((left, top, left + size_px[0], top + size_px[1]))


def ends_at_cut(picture: Any, product: Product, dpi: float = DPI) -> bool:
    """Return whether a face is white 3 mm past the cut along a whole side, and mostly not white
    just within the cut there.
    """
    return is_white_past(picture, product.size_mm, dpi, product.shape == "rectangle")


def say_ended(deck: Deck, ended: Sequence[str], problems: Problems) -> None:
    """Warn about faces that are white past the cut."""
    if ended:
        hint = 'extend backgrounds and borders by 4 mm on all sides, from x="-4" y="-4"'
        if not deck.is_as_drawn:
            hint += (
                '; if the proportions differ, data-ground="#…" of <svg> replaces the white at '
                "the sides"
            )
        message = say.NO_BLEED(name=deck.name, count=len(ended), which=first_of(ended, 4))
        problems.warn(message, deck.component.place, hint)


# ---------------------------------------------------------------- listings and archives


def file_name(text: str) -> str:
    """Write an id or a name so that every service takes it in a file's name."""
    return slug(text)[:60] or "card"


def deck_folder(number: int, deck: Deck) -> str:
    """Name the folder, or the file, of one deck of an export."""
    return f"{number:02}-{file_name(deck.name)}-{deck.product.slug}"


def back_names(deck: Deck, game: Game) -> dict[str, str]:
    """Name the file of every back of a deck, by its id."""
    backs = deck.backs(game)
    return {
        back.id: f"back-{number}-{file_name(back.id.removeprefix('back-'))}.png"
        for number, back in enumerate(backs, 1)
    }


def csv_of(rows: Iterable[ListingRow]) -> bytes:
    """Write a listing as CSV that spreadsheets read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        [
            "deck",
            "product",
            "card",
            "name",
            "copies",
            "front",
            "back",
            "width_px",
            "height_px",
            "scale",
        ]
    )
    for row in rows:
        words = (row.deck, row.product, row.card, row.name, str(row.copies), row.front, row.back)
        writer.writerow([*map(guarded, words), *row.size_px, f"{row.scale:.4f}"])
    return out.getvalue().encode("utf-8")


def text_of(
    game: Game,
    service: str,
    decks: Sequence[Deck],
    rows: Sequence[ListingRow],
    others: Sequence[str],
    steps: Sequence[str],
) -> bytes:
    """Write a listing for people: what to do, every deck with its cards, and what is not printed
    there.
    """
    lines = [
        f"{game.edition} for {service}",
        f"{counted(sum(deck.copies for deck in decks), 'piece')} in all",
        "",
    ]
    lines += [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    for deck in decks:
        own = [row for row in rows if row.deck == deck.name]
        backs = {row.back for row in own}
        lines += [
            "",
            (
                f"{deck.name}: {deck.copies} of {deck.product.name}, "
                f"{format_size_mm(deck.product.size_mm)}"
            ),
        ]
        if not deck.is_as_drawn:
            lines.append(f"  drawn {format_size_mm(deck.size_mm)}, printed at {deck.scale:.1%}")
        if deck.is_turned:
            lines.append("  turned by a quarter")
        if not deck.product.is_stated:
            lines.append(
                "  the size is computed from their rule for bleed; check it against their "
                "template before you order"
            )
        if len(backs) == 1:
            lines.append(f"  back of all: {min(backs) or 'none'}")
        width = max(len(row.name) for row in own)
        for row in own:
            line = f"  {row.copies:>4} x {row.name:<{width}}  {row.front}"
            if len(backs) > 1:
                line += f"  {row.back or 'no back'}"
            lines.append(line)
    if others:
        lines += ["", "Not printed there: " + ", ".join(others)]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


def zip_of(files: Mapping[PurePosixPath, bytes]) -> bytes:
    """Pack files into a zip, sorted by name and without the time, so that the same files give the
    same bytes.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(files.items(), key=lambda item: str(item[0])):
            entry = zipfile.ZipInfo(str(name), _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            if name.suffix == ".png":
                entry.compress_type = zipfile.ZIP_STORED
            else:
                entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return out.getvalue()


def packed(
    game: Game, service: str, files: Mapping[PurePosixPath, bytes]
) -> dict[PurePosixPath, bytes]:
    """Add a zip of all files to them."""
    folder = f"{game.name[:60]}-{service}"
    return {
        **files,
        PurePosixPath(f"{folder}.zip"): zip_of(
            {PurePosixPath(folder) / name: data for name, data in files.items()}
        ),
    }


def left_over(folder: Path, made: Ordered, problems: Problems) -> None:
    """Warn about decks that an earlier order left in the folder: they must not be uploaded with
    this one.
    """
    own = {name.parts[0] for name in made.files}
    old = sorted(path.name for path in folder.glob("[0-9][0-9]-*") if path.name not in own)
    if old:
        problems.warn(say.LEFT_OVER(folder=folder, files=first_of(old, 4)))
