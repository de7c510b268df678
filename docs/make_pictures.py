"""Make the pictures of README.md: `make pictures`."""

from __future__ import annotations

import io
from pathlib import Path

from generator.build import Options, plan
from generator.files import write_files
from generator.game import load_game
from generator.outputs import write_sheets
from generator.pictures import as_png, contact_sheet, render_page
from generator.press import Press

ROOT = Path(__file__).resolve().parent.parent
SHOWN = ("tib", "lighthouse", "sylva", "troll", "notary", "gambeson", "dragon-cough", "phoenix")


def main() -> None:
    """Write cards.png, eight faces side by side, and sheet.png, a sheet of heroes and the backs behind it."""
    import PIL.Image

    game = load_game(ROOT / "cards.yaml")
    press = Press(game)
    folder = ROOT / "docs" / "pictures"
    cards = PIL.Image.open(io.BytesIO(contact_sheet(press, [game.cards[id_] for id_ in SHOWN], 1400, len(SHOWN) // 2)))
    sheets = plan(game, Options(only=("item",)))[0].sheets[:2]
    pdf = write_sheets(game, press, sheets, "sample")
    pages = [render_page(pdf, number, 62) for number in (0, 1)]
    sheet = PIL.Image.new("RGB", (sum(page.width for page in pages) + 36, pages[0].height + 24), "#888888")
    for number, page in enumerate(pages):
        sheet.paste(page, (12 + number * (page.width + 12), 12))
    write_files({folder / "cards.png": as_png(cards.quantize(48)), folder / "sheet.png": as_png(sheet.quantize(64))})


if __name__ == "__main__":
    main()
