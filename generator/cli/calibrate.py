"""The command `calibrate`: measures how far off a printer puts its backs, and keeps that by name.

In: the words of the command line. Out: a calibration sheet, a profile in the user's settings, or
words about profiles.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from generator.cli.console import (
    FINE,
    FORMAT,
    OneOf,
    Printer,
    check_ending,
    guarded,
    output_file,
    placed,
    profile_of,
)
from generator.data.units import PAPER_SIZES


class _Decimal(click.ParamType):  # type: ignore[type-arg]
    """A number as people write it down: with a point or a comma, with either minus."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        try:
            number = float(str(value).strip().replace("\N{MINUS SIGN}", "-").replace(",", "."))
        except ValueError:
            self.fail(f"expected a number such as -0.4, found '{value}'", param, ctx)
        if not abs(number) <= 20:
            self.fail(f"expected a number from -20 to 20, found '{value}'", param, ctx)
        return number


_READ = ("top", "bottom", "left", "right")


@click.command(
    "calibrate", context_settings={"ignore_unknown_options": True}
)  # else -1.2 would pass for an option
@click.argument("measured", type=_Decimal(), nargs=-1, metavar="[DX DY ANGLE]")
@click.option(
    "--paper",
    type=OneOf(list(PAPER_SIZES), case_sensitive=False),
    default="a4",
    show_default=True,
    help="Paper size of the sheet.",
)
@output_file("The PDF to write", "output/calibration-PAPER.pdf")
@click.option(
    "--printer",
    "printer_name",
    metavar="NAME",
    help="Correct the sheet for this profile: all scales should read 0.",
)
@click.option(
    "--save",
    metavar="NAME",
    help="Save a profile from --read, from DX DY ANGLE, or from --shift-x, --shift-y and --turn.",
)
@click.option(
    "--read",
    type=_Decimal(),
    nargs=4,
    metavar="A B C D",
    help="The four numbers that you read off the sheet, in this order.",
)
@click.option(
    "--shift-x",
    type=_Decimal(),
    metavar="MM",
    help="Distance by which backs are too far right, seen from the back.",
)
@click.option(
    "--shift-y",
    type=_Decimal(),
    metavar="MM",
    help="Distance by which backs are too low, seen from the back.",
)
@click.option(
    "--turn",
    type=_Decimal(),
    metavar="DEGREES",
    help="Angle by which backs are turned clockwise, seen from the back.",
)
@click.option(
    "--flip",
    type=OneOf(["long-edge", "short-edge"]),
    help="The edge on which the printer flipped the sheet. [long-edge]",
)
@click.option("--list", "is_list", is_flag=True, help="List the profiles and their folder.")
@click.option("--delete", metavar="NAME", help="Delete a profile.")
@FORMAT
def calibrate_command(
    measured: tuple[float, ...],
    paper: str,
    output: Path | None,
    printer_name: str | None,
    save: str | None,
    read: tuple[float, ...] | None,
    shift_x: float | None,
    shift_y: float | None,
    turn: float | None,
    flip: str | None,
    is_list: bool,
    delete: str | None,
    format_: str,
) -> int:
    """Line up backs with fronts on your printer. Print a sheet, hold it up to the light, and save
    the numbers you read as a profile.

    Without options, calibrate writes the sheet, which explains what to do. `build --printer NAME`
    then moves the backs.
    """
    printer = Printer(format_ == "json")
    if len(measured) not in (0, 3):
        raise click.UsageError(
            f"expected three numbers (shift to the right, shift down, turn), found {len(measured)}"
        )
    typed = (shift_x, shift_y, turn) != (None, None, None)
    if measured:
        if typed:
            raise click.UsageError(
                "DX DY ANGLE mean the same as --shift-x, --shift-y and --turn; use only one of the "
                "two"
            )
        shift_x, shift_y, turn = measured
        typed = True
    if sum((save is not None, delete is not None, is_list, printer_name is not None)) > 1:
        raise click.UsageError("give only one of --save, --delete, --list and --printer")
    if save is None and (read or typed or flip):
        raise click.UsageError("expected --save NAME with the measured numbers")
    if save is not None and bool(read) == typed:
        raise click.UsageError(
            "--save expected either --read A B C D, DX DY ANGLE, or --shift-x, --shift-y and --turn"
        )
    if save is not None:
        return guarded(
            printer,
            lambda: _save(
                printer, save, paper, read, (shift_x or 0.0, shift_y or 0.0, turn or 0.0), flip
            ),
        )
    if delete is not None:
        return guarded(printer, lambda: _delete(printer, delete))
    return guarded(
        printer, lambda: _list(printer) if is_list else _sheet(printer, paper, output, printer_name)
    )


def _sheet(printer: Printer, paper: str, output: Path | None, name: str | None) -> int:
    from generator.data.files import write_files
    from generator.sheet.calibration import write_calibration

    path, _ = placed(
        output, Path("output") / f"calibration-{paper.lower()}{f'-{name}' if name else ''}.pdf"
    )
    check_ending(path, ".pdf")
    write_files(
        {path: write_calibration(PAPER_SIZES[paper.lower()], paper.lower(), profile_of(name))}
    )
    printer.results = {"files": [str(path)]}
    printer.say(str(path))
    printer.say("Print it on both sides of one sheet, at 100 %, and follow the instructions on it.")
    return FINE


def _save(
    printer: Printer,
    name: str,
    paper: str,
    read: tuple[float, ...] | None,
    typed: tuple[float, float, float],
    flip: str | None,
) -> int:
    from generator.data.fieldtypes import FieldFault, check_id
    from generator.sheet.calibration import MOST_READ_MM, reach_mm
    from generator.sheet.printers import (
        MOST_DEGREES,
        Profile,
        Readings,
        change_printers,
        load_printers,
    )
    from generator.sheet.sheets import Flip

    try:
        check_id(name)
    except FieldFault as fault:
        raise click.UsageError(f"--save expected {fault.expected}, found '{name}'") from None
    edge = Flip(flip or "long-edge")
    if read:
        if max(map(abs, read)) > MOST_READ_MM + 0.3:
            raise click.UsageError(
                f"--read expected numbers from -{MOST_READ_MM:g} to {MOST_READ_MM:g}, as on "
                "the scales"
            )
        try:
            profile = Readings(**dict(zip(_READ, read, strict=True))).printer(
                name, reach_mm(PAPER_SIZES[paper.lower()]), edge
            )
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None
    else:
        if abs(typed[2]) > MOST_DEGREES:
            raise click.UsageError(
                f"--turn expected at most {MOST_DEGREES:g} degrees, found {typed[2]:g}"
            )
        profile = Profile(name, *typed, edge)
    kept = load_printers()
    path = change_printers(lambda printers: {**printers, name: profile})
    printer.results = {"printer": asdict(profile), "file": str(path), "replaced": name in kept}
    printer.say(f"{'replaced' if name in kept else 'kept'} {_told(profile)}")
    printer.say(
        f"emporium-pnp build --printer {name} corrects it; emporium-pnp calibrate --printer "
        f"{name} checks it."
    )
    return FINE


def _list(printer: Printer) -> int:
    from generator.sheet.printers import load_printers, printers_path

    kept = load_printers()
    printer.results = {"printers": list(map(asdict, kept.values())), "file": str(printers_path())}
    for profile in kept.values():
        printer.say(_told(profile))
    printer.say(
        f"kept in {printers_path()}"
        if kept
        else (
            "There are no printer profiles yet; emporium-pnp calibrate makes a sheet to measure "
            "one."
        )
    )
    return FINE


def _delete(printer: Printer, name: str) -> int:
    from generator.sheet.printers import change_printers

    profile_of(name)  # an unknown one is wrong usage
    path = change_printers(
        lambda printers: {other: profile for other, profile in printers.items() if other != name}
    )
    printer.results = {"deleted": name, "file": str(path)}
    printer.say(f"deleted {name}")
    return FINE


def _told(profile: Any) -> str:
    """Describe in words how far off a printer is."""
    across = f"{abs(profile.shift_x_mm):g} mm {'right' if profile.shift_x_mm >= 0 else 'left'}"
    down = f"{abs(profile.shift_y_mm):g} mm {'down' if profile.shift_y_mm >= 0 else 'up'}"
    turned = (
        f"{abs(profile.turn_degrees):g} degrees "
        f"{'clockwise' if profile.turn_degrees >= 0 else 'counter-clockwise'}"
    )
    return (
        f"{profile.name}: backs {across}, {down}, turned {turned}, seen from the back; --flip "
        f"{profile.flip.value}"
    )
