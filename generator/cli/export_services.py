"""`emporium-pnp export the-game-crafter`, `makeplayingcards` and `drivethrucards`: words become
values, `services` and kin work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from generator.cli.console import as_misuse
from generator.cli.exporting import Asked, Exported, ExportOptions, export, taking

if TYPE_CHECKING:
    from generator.export.services import Ordered, Service

PRODUCT = click.option(
    "--product",
    metavar="NAME",
    help="Product, such as tarot, for all cards that set no size. [the nearest]",
)


@click.command("the-game-crafter")
@taking("the-game-crafter", has_ink=False)
@PRODUCT
def the_game_crafter_command(words: ExportOptions, product: str | None) -> int:
    """Write a folder for each deck, for The Game Crafter. It contains a PNG for each face and each
    back. A zip of all the folders is written too.
    """
    return _ordered("thegamecrafter", words, product)


@click.command("makeplayingcards")
@taking("makeplayingcards", has_ink=False)
@PRODUCT
def makeplayingcards_command(words: ExportOptions, product: str | None) -> int:
    """Write a folder for each deck, for MakePlayingCards. It contains a PNG for every slot, in
    order. A zip of all the folders is written too.
    """
    return _ordered("makeplayingcards", words, product)


@click.command("drivethrucards")
@taking("drivethrucards", has_ink=False)
@PRODUCT
def drivethrucards_command(words: ExportOptions, product: str | None) -> int:
    """Write a PDF for each deck, for DriveThruCards. It uses the four inks of a press, with backs
    and fronts alternating.
    """
    return _ordered("drivethrucards", words, product)


def _ordered(module: str, words: ExportOptions, product: str | None) -> int:
    """Have the module of a service make its files, and report them."""

    def work(asked: Asked) -> Exported:
        from generator.data.files import write_files
        from generator.export.services import left_over
        from generator.job.planning import refuse

        service: Service = import_module(f"generator.export.{module}").SERVICE
        with as_misuse():
            chosen = service.product(product) if product else None
        made = service.order(
            asked.game, asked.press, asked.problems, asked.chosen, chosen, asked.progress
        )
        refuse(asked.problems, asked.is_strict)
        files = {asked.output / name: content for name, content in made.files.items()}
        write_files(files, within=asked.output)
        left_over(asked.output, made, asked.problems)
        return Exported(list(files), _said(made), _results(made))

    return export(words, work)


def _said(made: Ordered) -> list[str]:
    """Print the decks of an order as a table, and list what is left out."""
    from generator.data.units import format_size_mm

    wide = max([len(deck.name) for deck in made.decks] + [4])
    product = max([len(deck.product.name) for deck in made.decks] + [7])
    said = [f"{'':<{wide}}  cards  faces  {'product':<{product}}  size"]
    for deck in made.decks:
        size = format_size_mm(deck.product.size_mm) + (
            "" if deck.is_as_drawn else f", at {deck.scale:.1%}"
        )
        said.append(
            f"{deck.name:<{wide}}  {deck.copies:>5}  {len(deck.cards):>5}  "
            f"{deck.product.name:<{product}}  {size}"
        )
    said += [f"not printed there: {', '.join(made.others)}"] if made.others else []
    return [*said, "listing.txt says how to upload them"]


def _results(made: Ordered) -> dict[str, object]:
    decks = [
        {
            "name": d.name,
            "product": d.product.name,
            "cards": d.copies,
            "faces": len(d.cards),
            "pixels": list(d.product.size_px),
            "scale": round(d.scale, 4),
            "turned": d.is_turned,
            "stated": d.product.is_stated,
        }
        for d in made.decks
    ]
    return {
        "decks": decks,
        "not_printed": list(made.others),
        "cards": sum(deck.copies for deck in made.decks),
    }
