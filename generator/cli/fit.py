"""`emporium-pnp fit`: how every text fits."""

from __future__ import annotations

import click

from generator.cli.console import (
    FORMAT,
    GAME,
    LANG,
    STRICT,
    Printer,
    code_for,
    in_languages,
    open_game,
)
from generator.data.problems import Problems


@click.command("fit")
@GAME
@click.option(
    "--all", "show_all", is_flag=True, help="Show every text, not only those that had to shrink."
)
@LANG
@STRICT
@FORMAT
def fit_command(
    game: str | None, show_all: bool, lang: str | None, strict: bool, format_: str
) -> int:
    """Report how each text fits: its size, its lines, any overflow."""
    printer = Printer(format_ == "json")

    def work(language: str | None) -> int:
        from generator.face.press import Press

        problems = Problems()
        loaded = open_game(game, printer, problems, lang=language)
        press = Press(loaded)
        for card in loaded.cards.values():
            press.stamp(card)
        problems.extend(press.problems)
        if show_all:
            fits = press.fits
        else:
            fits = [f for f in press.fits if f.overflows or f.used_pt < f.wanted_pt - 0.01]
        printer.results = {
            "texts": len(press.fits),
            "fits": [
                {
                    "card": f.card,
                    "field": f.field,
                    "wanted_pt": round(f.wanted_pt, 2),
                    "used_pt": round(f.used_pt, 2),
                    "lines": f.lines,
                    "too_high_mm": round(f.too_high_mm, 2),
                    "too_wide_mm": round(f.too_wide_mm, 2),
                    "template": f.at,
                    "file": f.place.file,
                    "line": f.place.line,
                }
                for f in fits
            ],
        }
        if fits:
            printer.say(
                f"{'card':<20} {'field':<12} {'wanted':>7} {'used':>7} {'lines':>5}  overflow"
            )
        for f in fits:
            too_much = {"high": f.too_high_mm, "wide": f.too_wide_mm}
            much = " and ".join(f"{mm:.1f} mm {way}" for way, mm in too_much.items() if mm > 0)
            printer.say(
                f"{f.card:<20} {f.field:<12} {f.wanted_pt:>4.4g} pt {f.used_pt:>4.4g} pt "
                f"{f.lines:>5}  {much}"
            )
        shrunk = sum(f.used_pt < f.wanted_pt - 0.01 for f in press.fits)
        printer.say(
            f"{len(press.fits)} texts, {shrunk} shrunk, {sum(f.overflows for f in press.fits)} "
            "too long"
        )
        printer.report(problems)
        return code_for(problems, strict)

    return in_languages(game, lang, printer, work)
