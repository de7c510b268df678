"""`emporium-pnp export` for virtual tables that use sheets: words become values; each table has a
module that does the work.
"""

from __future__ import annotations

from urllib.parse import quote

import click

from generator.cli.console import OneOf, as_misuse
from generator.cli.exporting import Asked, Exported, ExportOptions, export, refuse_empty, taking
from generator.data.problems import counted

SEED = click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    help="Deal as in setup:, with this seed. [no random cards are dealt]",
)


@click.command("tabletop-simulator")
@taking("tabletop-simulator")
@click.option(
    "--base-url",
    metavar="URL",
    help=(
        "Address of the pictures after you upload them, such as https://example.org/my-game/. "
        "[this folder]"
    ),
)
@click.option(
    "--folder",
    metavar="FOLDER",
    help="Folder of the pictures on the computer used to play, if it is a different one.",
)
@SEED
def simulator_command(
    words: ExportOptions, base_url: str | None, folder: str | None, seed: int | None
) -> int:
    """Write a saved object for Tabletop Simulator. Decks, pieces and dice are laid out as described
    under `setup:`, if the game has that section.

    Copy the .json and the .png beside it to Tabletop Simulator's Saves/Saved Objects folder.
    """
    from generator.export.tabletop_simulator import (
        check_base_url,
        dice_of,
        local_address,
        write_table,
    )

    if base_url and folder:
        raise click.UsageError(
            "--base-url and --folder both say where the pictures are; give one of the two"
        )
    with as_misuse():
        address = local_address(folder) if folder else None
        if base_url:
            address = check_base_url(base_url)

    def work(asked: Asked) -> Exported:
        if not dice_of(asked.game, None if asked.chosen.is_all else asked.named)[0]:
            refuse_empty(asked)
        table = write_table(
            asked.game,
            asked.press,
            asked.output,
            asked.problems,
            address,
            asked.chosen,
            asked.is_strict,
            progress=asked.progress,
            named=asked.named,
            seed=seed,
        )
        width = max(
            [len(plan.stack.name) for plan in table.plans]
            + [len(component.name) for component in table.dice],
            default=0,
        )
        said = [
            (
                f"{plan.stack.name:<{width}}  {plan.stack.copies:>4}  on "
                f"{counted(len(plan.sheets), 'sheet')}"
            )
            for plan in table.plans
        ]
        said += [
            (
                f"{component.name:<{width}}  {component.count:>4}  "
                f"{'counters' if component.dial else 'dice of the table'}"
            )
            for component in table.dice
        ]
        if table.left_out:
            said.append(
                f"not on the table: {', '.join(component.name for component in table.left_out)}"
            )
        if table.laid:
            said += ["", *table.laid.said]
        said.append("")
        if base_url:
            said.append(f"Upload the pictures so that they are found under {table.address}")
        else:
            said.append(
                "Only this computer can see these pictures. To share them, upload them and give "
                "--base-url, or load the saved object"
            )
            said.append("and choose Modding > Cloud Manager > Upload All in Tabletop Simulator.")
        results = {
            "saved": str(table.saved),
            "address": table.address,
            "decks": [
                {"name": plan.stack.name, "cards": plan.stack.copies, "sheets": len(plan.sheets)}
                for plan in table.plans
            ],
            "dice": {component.id: component.count for component in table.dice},
            "left_out": [component.id for component in table.left_out],
            **(table.laid.results if table.laid else {}),
        }
        return Exported(list(table.files), said, results)

    return export(words, work, with_dice=True)


@click.command("tabletop-playground")
@taking("tabletop-playground")
def playground_command(words: ExportOptions) -> int:
    """Write a package for Tabletop Playground. It contains a template for each deck or piece, and
    its textures.

    Copy the folder to Tabletop Playground's folder of packages. Dice use the Dice package that
    comes with Tabletop Playground.
    """

    def work(asked: Asked) -> Exported:
        from generator.export.tabletop_playground import write_package

        refuse_empty(asked)
        paths, plans, others = write_package(
            asked.game,
            asked.press,
            asked.output,
            asked.problems,
            asked.chosen,
            progress=asked.progress,
            is_strict=asked.is_strict,
        )
        width = max((len(plan.stack.name) for plan in plans), default=0)
        said = [
            (
                f"{plan.stack.name:<{width}}  {plan.stack.copies:>4}  on "
                f"{counted(len(plan.sheets), 'sheet')}"
            )
            for plan in plans
        ]
        if others:
            said.append(f"not in the package: {', '.join(component.name for component in others)}")
        decks = [
            {"name": plan.stack.name, "cards": plan.stack.copies, "sheets": len(plan.sheets)}
            for plan in plans
        ]
        return Exported(paths, said, {"decks": decks})

    return export(words, work)


@click.command("screentop")
@taking("screentop")
@click.option(
    "--copies",
    type=OneOf(["each", "one"]),
    default="each",
    show_default=True,
    help="Show every copy of a card, or each card once.",
)
def screentop_command(words: ExportOptions, copies: str) -> int:
    """Write one picture for each deck, for Screentop.gg. The back is its last image.

    The file's name says how many columns and rows to enter.
    """

    def work(asked: Asked) -> Exported:
        from generator.export.screentop import write_grids

        refuse_empty(asked)
        written = write_grids(
            asked.game,
            asked.press,
            asked.output,
            asked.chosen,
            copies == "each",
            progress=asked.progress,
        )
        width = max((len(path.name) for path, _ in written), default=0)
        said, grids = [], []
        for path, sheet in written:
            count, has_back = len(sheet.cards), sheet.stack.back is not None
            said.append(
                f"{path.name:<{width}}  {counted(sheet.grid.columns, 'column')}, "
                f"{counted(sheet.grid.rows, 'row')}, {counted(count, 'picture')}"
                f"{f', the back is number {count}' if has_back else ''}"
            )
            grids.append(
                {
                    "file": path.name,
                    "columns": sheet.grid.columns,
                    "rows": sheet.grid.rows,
                    "pictures": count,
                    "back": count if has_back else None,
                }
            )
        return Exported([path for path, _ in written], said, {"grids": grids})

    return export(words, work)


@click.command("cgs")
@taking("cgs")
@click.option(
    "--base-url",
    metavar="URL",
    help=(
        "Address of the files after you upload them, such as https://example.org/my-game/: others "
        "load the game from there."
    ),
)
def cgs_command(words: ExportOptions, base_url: str | None) -> int:
    """Write a folder for Card Game Simulator. It contains the cards and the decks.

    Copy it to that program's folder of games, or put it on a web server and give --base-url.
    """
    from generator.export.card_game_simulator import write_cgs
    from generator.export.tabletop_simulator import check_base_url

    with as_misuse():
        address = check_base_url(base_url) if base_url else None

    def work(asked: Asked) -> Exported:
        refuse_empty(asked)
        made = write_cgs(
            asked.game, asked.press, asked.output, address, asked.chosen, progress=asked.progress
        )
        if not made.decks:
            raise click.UsageError(
                "--only names no cards; Card Game Simulator only has cards and decks"
            )
        width = max(len(deck.name) for deck in made.decks)
        said = [f"{deck.name:<{width}}  {counted(deck.copies, 'card'):>9}" for deck in made.decks]
        if made.left_out:
            said.append(
                "left out, because Card Game Simulator has only one card size: "
                f"{', '.join(made.left_out)}"
            )
        if made.backs_lost:
            said.append(
                "it has only one back for all cards, so these backs are left out: "
                f"{', '.join(made.backs_lost)}"
            )
        if address:
            said += [
                "",
                (
                    f"Upload the contents of '{made.name}' so that they are found under {address}, "
                    f"and give others {address}{quote(made.name)}.json"
                ),
            ]
        results = {
            "folder": made.name,
            "decks": [{"name": deck.name, "cards": deck.copies} for deck in made.decks],
            "left_out": list(made.left_out),
            "backs_lost": list(made.backs_lost),
        }
        return Exported(list(made.files), said, results)

    return export(words, work)
