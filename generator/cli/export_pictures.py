"""`emporium-pnp export png` and `tabletopia`: words become values, the work is in
`card_pictures`.
"""

from __future__ import annotations

import click

from generator.cli.console import Length, OneOf, as_misuse
from generator.cli.exporting import Asked, Exported, ExportOptions, export, refuse_empty, taking
from generator.data.problems import counted

DPI = click.option(
    "--dpi",
    type=click.FloatRange(36, 1200),
    default=300,
    show_default=True,
    help="Resolution in dpi.",
)


@click.command("png")
@taking("png")
@DPI
@click.option(
    "--bleed",
    type=Length(),
    default=0.0,
    help="Show this much past the cut, such as '3 mm'. [0 mm]",
)
@click.option(
    "--corner-radius",
    type=Length(),
    default=0.0,
    help="The radius of the corners, such as '3 mm'; transparent outside. [0 mm]",
)
@click.option(
    "--name-pattern",
    default="{component}-{number}-{id}",
    show_default=True,
    metavar="PATTERN",
    help=(
        "File names: {game} {version} {component} {kind} {number} {id} {name} {copy} {copies}; / "
        "makes folders."
    ),
)
@click.option(
    "--copies",
    type=OneOf(["one", "each"]),
    default="one",
    show_default=True,
    help="Write one file for each card, or one for each copy in the box.",
)
def png_command(
    words: ExportOptions,
    dpi: float,
    bleed: float,
    corner_radius: float,
    name_pattern: str,
    copies: str,
) -> int:
    """Write a PNG for each card, and one for each back.

    Round and hexagonal pieces are transparent outside their shape. With --bleed, the picture is the
    whole rectangle, for cutting.
    """
    from generator.face.stamp import BLEED_MM

    if bleed and corner_radius:
        raise click.UsageError("--corner-radius cuts off what --bleed adds; give one of the two")
    if bleed > BLEED_MM:
        raise click.UsageError(
            f"--bleed expected at most {BLEED_MM:g} mm, found {bleed:g} mm; faces are drawn no "
            "further"
        )

    def work(asked: Asked) -> Exported:
        from generator.export.card_pictures import name_files, write_pictures

        with as_misuse():
            files = name_files(asked.game, name_pattern, asked.chosen, copies == "each")
        paths = write_pictures(
            asked.press, files, asked.output, dpi, bleed, corner_radius, progress=asked.progress
        )
        faces = len({file.card.id for file in files})
        return Exported(
            paths, [f"{counted(faces, 'face')} at {dpi:g} dpi"], {"faces": faces, "dpi": dpi}
        )

    return export(words, work)


@click.command("tabletopia")
@taking("tabletopia")
@DPI
def tabletopia_command(words: ExportOptions, dpi: float) -> int:
    """Write a folder for each deck, for Tabletopia. It contains a PNG for each card and one for the
    back; counts.csv lists how many copies each needs.
    """

    def work(asked: Asked) -> Exported:
        from generator.export.card_pictures import write_tabletopia

        refuse_empty(asked)
        paths, stacks = write_tabletopia(
            asked.game, asked.press, asked.output, asked.chosen, dpi, progress=asked.progress
        )
        width = max((len(stack.id) for stack in stacks), default=0)
        said = [
            (
                f"{stack.id:<{width}}  {counted(len(stack.cards), 'picture'):>13} for "
                f"{counted(stack.copies, 'card')}"
            )
            for stack in stacks
        ]
        decks = [
            {
                "folder": stack.id,
                "name": stack.name,
                "pictures": len(stack.cards),
                "cards": stack.copies,
            }
            for stack in stacks
        ]
        return Exported(paths, said, {"decks": decks})

    return export(words, work)
