"""Make the pictures of the documents: `make pictures`."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.book.feedback import write_form
from generator.cli.main import run
from generator.data.files import write_files
from generator.data.loading import load_game
from generator.data.problems import Problems
from generator.data.units import PAPER_SIZES
from generator.face.press import Press
from generator.job.planning import Options, plan
from generator.job.showcasing import showcase
from generator.job.starting import start_game
from generator.pdf.png import as_png
from generator.pdf.raster import contact_picture, contact_sheet, render_page
from generator.sheet.outputs import write_sheets
from generator.sheet.papercraft import paper_dice, standees, tuck_boxes, write_cutouts

ROOT = Path(__file__).resolve().parent.parent
EMPIRE = (
    "sk-first",
    "hq-first",
    "dj-first",
    "joker-red-first",
    "s2-first",
    "c7-first",
    "ha-first",
    "back-pack",
)
MERCHANTS = (
    "fiery-sword",
    "everlasting-ring",
    "shield-dwarves",
    "shocking-bow-dragons",
    "pendant-elves",
    "divine-backpack-orcs",
    "fiery-scroll-dragons",
    "back-order",
)
BRICK = (
    "bakery",
    "designer-boutique",
    "warehouse",
    "bank",
    "coffee-house",
    "f4-c3",
    "e4-a1",
    "back-store",
)
HELD = (
    "fen",
    "lighthouse",
    "salamandra",
    "wolf",
    "baron",
    "notary",
    "gambeson",
    "compass",
    "pearl",
)
LAYOUTS = (  # what of each layout is shown, and how many side by side; three rows of them
    (
        ("hand-card", ("lamp-moth", "old-redcoat", "barn-owl"), 3),
        ("trick", ("sun-5", "moon-11", "bell-12"), 3),
    ),
    (
        ("tarot", ("lighthouse", "tide"), 2),
        ("mini", ("fish-3", "grain-7"), 2),
        ("tile", ("landing", "clearing"), 1),
        ("token", ("lamp-lit", "lamp-out", "sprout", "oak", "hale", "hurt"), 2),
    ),
    (("divider", ("roads", "woods", "waters"), 3),),
)
SHOWN = ("fen", "salamandra", "vane", "baron", "bog-toad", "gambeson", "compass", "tower-shield")


def main() -> None:
    """Write hand.png, cards.png and a picture of each other game, eight faces side by side,
    sheet.png, a sheet of heroes and the backs behind it, and box.png, what is folded.
    """
    import PIL.Image

    game = load_game(ROOT / "cards.yaml")
    press = Press(game)
    folder = ROOT / "docs" / "pictures"
    cards = PIL.Image.open(
        io.BytesIO(contact_sheet(press, [game.cards[id_] for id_ in SHOWN], 1400, len(SHOWN) // 2))
    )
    clean = Press(game, press, version_marks=False)
    held = showcase(
        clean,
        [game.cards[id_] for id_ in HELD],
        (),
        "hand",
        125,
        (0xDD / 255, 0xD6 / 255, 0xC8 / 255),
    )
    assert held is not None
    empire = load_game(ROOT / "games" / "empire")
    second = PIL.Image.open(
        io.BytesIO(
            contact_sheet(
                Press(empire), [empire.cards[id_] for id_ in EMPIRE], 1400, len(EMPIRE) // 2
            )
        )
    )
    merchants = load_game(ROOT / "games" / "merchants-of-magick")
    orders = [merchants.cards[id_] for id_ in MERCHANTS]
    third = PIL.Image.open(
        io.BytesIO(contact_sheet(Press(merchants), orders, 1400, len(orders) // 2))
    )
    brick = load_game(ROOT / "games" / "brick-and-mortar")
    fourth = PIL.Image.open(
        io.BytesIO(
            contact_sheet(Press(brick), [brick.cards[id_] for id_ in BRICK], 1400, len(BRICK) // 2)
        )
    )
    sheets = plan(game, Options(only=("item",)))[0].sheets[:2]
    pdf = write_sheets(game, press, sheets, "sample")
    sheet = beside([render_page(pdf, number, 62) for number in (0, 1)])
    a4, problems = PAPER_SIZES["a4"], Problems()
    folded = {
        "boxes": tuck_boxes(game, game.card_size_mm, None, game.components, problems=Problems()),
        "standees": standees(game, press, game.components),
        "dice": paper_dice(game, game.components),
    }
    made = [
        write_cutouts(game, press, cutouts, a4, what, problems) for what, cutouts in folded.items()
    ] + [write_form(game, press, a4)]
    box = beside([render_page(pages[0], 0, 44) for pages in made if pages])
    pictures = {
        "hand": held,
        "cards": cards,
        "empire": second,
        "merchants-of-magick": third,
        "brick-and-mortar": fourth,
        "sheet": sheet,
        "box": box,
        "layouts": layouts_picture(),
        "start": start_picture(),
    }
    pictures |= dict(output_pictures())
    pictures |= dict(studio_pictures())
    write_files(
        {
            folder / f"{name}.png": as_png(in_few_colours(picture))
            for name, picture in pictures.items()
        }
    )


def in_few_colours(picture: Any) -> Any:
    """Return a picture in 128 colours, the rare ones kept too: a coin is as golden as on its card,
    and the file is small.
    """
    import PIL.Image

    return picture.quantize(128, method=PIL.Image.Quantize.MAXCOVERAGE, kmeans=4)


def output_pictures() -> Iterator[tuple[str, Any]]:
    """Run the commands that write files, and show pages and pictures that they wrote; by name."""
    import PIL.Image

    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)

        def made(*words: str, file: str) -> Path:
            assert run([*words, "--output", str(folder / words[0])]) == 0
            return folder / words[0] / file

        def pages(pdf: Path, numbers: tuple[int, ...], dpi: float) -> Any:
            return beside([render_page(pdf.read_bytes(), number, dpi) for number in numbers])

        pdfs = made("build", "emporium", file="emporium-rulebook.pdf")
        yield "rulebook", pages(pdfs, (0, 3, 4), 50)
        pads = made("build", "merchants-of-magick", file="merchants-of-magick-pads-a4.pdf")
        yield "pads", pages(pads, (0,), 50)
        pieces = pdfs.with_name("emporium-pieces-a4.pdf")
        yield "pieces", pages(pieces, (0, 6), 50)
        low = made("build", "--ink", "low", "--only", "item", file="emporium-item-a4-low-ink.pdf")
        yield "ink", pages(low, (0, 1), 50)
        yield "calibration", pages(made("calibrate", file="calibration-a4.pdf"), (0, 1), 38)
        table = made("showcase", "brick-and-mortar", "--table", "--dpi", "80", file="table.png")
        yield "table", PIL.Image.open(table).convert("RGB")
        exported = folder / "tabletop"
        assert run(["export", "tabletop-simulator", "--output", str(exported)]) == 0
        (deck,) = (exported / "emporium-pictures").glob("heroes-1-*.png")
        yield "tabletop", PIL.Image.open(deck).convert("RGB").resize((930, 779))
        page = folder / "report.html"
        assert run(["report", "--output", str(page)]) in (0, 1)
        yield from page_pictures(page)


def page_pictures(page: Path) -> Iterator[tuple[str, Any]]:
    """Show the top of a report in a browser, if there is one."""
    import PIL.Image
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 1100, "height": 900}, color_scheme="light")
        shown.goto(page.as_uri())
        yield "report", PIL.Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
        browser.close()


def studio_pictures() -> Iterator[tuple[str, Any]]:
    """Take the pictures of the studio while a card is edited, weighed and played, if there is a
    browser; by their names.
    """
    import PIL.Image
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        return
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        shutil.copy(ROOT / "cards.yaml", room)
        shutil.copytree(ROOT / "templates", Path(room) / "templates")
        command = [
            sys.executable,
            "-u",
            "-m",
            "generator",
            "studio",
            room,
            "--no-browser",
            "--lan",
            "--address",
            "127.0.0.1",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://\S+", process.stdout.readline())
                assert found
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                page = browser.new_page(
                    viewport={"width": 1400, "height": 860}, color_scheme="light"
                )
                page.goto(found[0])
                page.get_by_label("name of pike", exact=True).fill("Captain Pike")
                page.get_by_label("strength of pike", exact=True).fill("4")
                page.wait_for_timeout(3000)
                yield "studio", PIL.Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                page.get_by_label("level of oona", exact=True).fill("9")
                page.wait_for_timeout(1000)
                yield (
                    "studio-fault",
                    PIL.Image.open(io.BytesIO(page.screenshot()))
                    .convert("RGB")
                    .crop((0, 0, 1400, 700)),
                )
                page.get_by_label("level of oona", exact=True).fill("1")
                page.get_by_role("button", name="Sheets").click()
                page.locator("figure img").nth(5).wait_for()
                page.wait_for_timeout(2000)
                yield "studio-sheets", PIL.Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                page.get_by_role("button", name="Balance").click()
                page.locator(".worths, table").first.wait_for()
                page.wait_for_timeout(8000)
                yield "studio-balance", PIL.Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                page.get_by_role("button", name="Play", exact=True).click()
                page.get_by_role("button", name="Begin").click()
                page.locator("main.table").wait_for()
                for _ in range(4):
                    page.locator(".moves button:enabled").first.click()
                    page.wait_for_timeout(700)
                    if page.get_by_role("button", name="Confirm").count():
                        page.get_by_role("button", name="Confirm").click()
                        page.wait_for_timeout(1500)
                yield "studio-play", PIL.Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                page.get_by_role("button", name="New game").click()
                page.get_by_label("People").select_option("2")
                page.get_by_role("button", name="Begin").click()
                page.get_by_role("button", name="Invite a friend to seat 2").click()
                page.locator("svg.qr").wait_for()
                aside = page.locator(".hand").bounding_box()
                assert aside is not None
                yield (
                    "studio-invite",
                    PIL.Image.open(
                        io.BytesIO(page.screenshot(clip={**aside, "height": 430}))
                    ).convert("RGB"),
                )
                browser.close()
            finally:  # else the studio would be waited for
                process.terminate()


def start_picture(width_px: int = 1400) -> Any:
    """Show every face of the game that `new` writes, eight side by side."""
    with tempfile.TemporaryDirectory() as room:
        start_game(Path(room) / "my-game")
        game = load_game(Path(room) / "my-game")
        faces = [card for card in game.cards.values() if card.kind != "back"]
        backs = [card for card in game.cards.values() if card.kind == "back"]
        return contact_picture(Press(game), [*faces, *backs], width_px, len(faces) + len(backs))


def layouts_picture(px_per_mm: float = 3.4) -> Any:
    """Put faces of every layout together, all at one scale."""
    import PIL.Image

    rows = []
    with tempfile.TemporaryDirectory() as room:
        for row in LAYOUTS:
            made = []
            for name, ids, columns in row:
                start_game(Path(room) / name, name)
                game = load_game(Path(room) / name)
                width, _ = game.cards[ids[0]].size_mm or game.card_size_mm
                width_px = round((columns * width * 1.06 + width * 0.06) * px_per_mm)
                made.append(
                    contact_picture(
                        Press(game), [game.cards[id_] for id_ in ids], width_px, columns
                    )
                )
            rows.append(made)
    width, heights = (
        max(sum(one.width for one in made) for made in rows),
        [max(one.height for one in made) for made in rows],
    )
    whole = PIL.Image.new("RGB", (width, sum(heights)), rows[0][0].getpixel((0, 0)))
    for number, made in enumerate(rows):
        gap = (width - sum(one.width for one in made)) / len(made)
        x = gap / 2
        for one in made:
            whole.paste(
                one, (round(x), sum(heights[:number]) + (heights[number] - one.height) // 2)
            )
            x += one.width + gap
    return whole


def beside(pages: list[Any]) -> Any:
    """Put pages side by side on grey."""
    import PIL.Image

    whole = PIL.Image.new(
        "RGB", (sum(page.width + 12 for page in pages) + 12, pages[0].height + 24), "#888888"
    )
    for number, page in enumerate(pages):
        whole.paste(page, (12 + number * (page.width + 12), 12))
    return whole


if __name__ == "__main__":
    main()
