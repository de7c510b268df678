"""Workbooks as people have them, made for tests: each of another shape, as CSV, XLSX or ODS."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import xlsxwriter

Rows = Sequence[Sequence[object]]
PLAIN: Rows = [
    ["Name", "Type", "Cost", "Text"],
    ["Wolf", "Forest", 3, "Howls at the moon."],
    ["Bear", "Forest", 5, "Sleeps until it is hit."],
    ["Crab", "Sea", 1, "Walks sideways."],
    ["Whale", "Sea", 9, "Sings for an hour, and wins."],
]
LONG = "Each player in turn order may put a card under the deck and draw another one. " * 4


def xlsx(
    sheets: Mapping[str, Rows], also: Callable[[Any, dict[str, Any]], None] | None = None
) -> bytes:
    """Write a workbook; `also` is called with it and its sheets by their names."""
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True}) as book:
        made = {}
        for name, rows in sheets.items():
            made[name] = book.add_worksheet(name)
            for number, row in enumerate(rows):
                for column, cell in enumerate(row):
                    if cell is not None:
                        (made[name].write_string if isinstance(cell, str) else made[name].write)(
                            number, column, cell
                        )
        if also is not None:
            also(book, made)
    return target.getvalue()


def csv(rows: Rows, separator: str = ",") -> str:
    def cell(value: object) -> str:
        text = "" if value is None else str(value)
        return (
            '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',;\t"\n') else text
        )

    return "".join(separator.join(map(cell, row)) + "\n" for row in rows)


def _formulas(book: Any, made: dict[str, Any]) -> None:
    sheet = made["Cards"]
    for row in range(1, 5):
        sheet.write_formula(row, 4, f"=C{row + 1}*2", None, row * 2)
        sheet.write_formula(
            row, 5, f"=C{row + 1}/10", book.add_format({"num_format": "0%"}), row / 10
        )
    sheet.write_row(0, 4, ["Twice", "Share"])
    sheet.write_formula(5, 2, "=SUM(C2:C5)", None, 18)
    sheet.write_string(5, 0, "Total")


def _merged_heads(book: Any, made: dict[str, Any]) -> None:
    made["Cards"].merge_range("A1:A2", "Name")
    made["Cards"].merge_range("B1:C1", "Fight")


def _merged_types(book: Any, made: dict[str, Any]) -> None:
    made["Cards"].merge_range("B2:B3", "Forest")


def _hidden(book: Any, made: dict[str, Any]) -> None:
    made["Cards"].activate()
    made["Cards"].set_first_sheet()
    made["Old"].hide()


def _shown(book: Any, made: dict[str, Any]) -> None:
    for row in range(1, 5):
        made["Cards"].write_number(row, 2, 1.5 * row, book.add_format({"num_format": '"$"0.00'}))
        made["Cards"].write_number(row, 4, row, book.add_format({"num_format": "000"}))
        made["Cards"].write_number(
            row, 5, 46000 + row, book.add_format({"num_format": "d mmm yyyy"})
        )
    made["Cards"].write_row(0, 4, ["Number", "Seen"])


def with_columns(rows: Rows, *columns: Sequence[object]) -> Rows:
    return [[*row, *(column[number] for column in columns)] for number, row in enumerate(rows)]


def _sections(book: Any, made: dict[str, Any]) -> None:
    bold = book.add_format({"bold": True})
    made["Cards"].merge_range(1, 0, 1, 3, "Land", bold)
    made["Cards"].write_string(4, 0, "Water", bold)


README: Rows = [["How to use this"], ["Print the cards twice."], ["Version", "3"]]
WORKBOOKS: dict[str, tuple[str, bytes]] = {
    "plain": ("beasts.csv", csv(PLAIN).encode()),
    "title above": (
        "beasts.xlsx",
        xlsx({"Sheet1": [["My great deck", None, None, None], [], *PLAIN]}),
    ),
    "notes above": ("a.xlsx", xlsx({"Cards": [["Deck of beasts"], ["Version", 3], [], *PLAIN]})),
    "blank rows": ("a.xlsx", xlsx({"Cards": [[], PLAIN[0], [], *PLAIN[1:3], [], [], *PLAIN[3:]]})),
    "blank column first": ("a.xlsx", xlsx({"Cards": [[None, *row] for row in PLAIN]})),
    "notes column": (
        "a.xlsx",
        xlsx({"Cards": with_columns(PLAIN, ["Notes", "too strong?", "", "", "ok"])}),
    ),
    "notes without heading": (
        "a.xlsx",
        xlsx({"Cards": with_columns(PLAIN, ["", "too strong?", "", "", "ok"])}),
    ),
    "formulas and a total": ("a.xlsx", xlsx({"Cards": PLAIN}, _formulas)),
    "merged headings": (
        "a.xlsx",
        xlsx(
            {
                "Cards": [
                    ["Name", "Fight", None],
                    [None, "Attack", "Life"],
                    ["Wolf", 3, 4],
                    ["Bear", 5, 5],
                ]
            },
            _merged_heads,
        ),
    ),
    "groups above headings": (
        "a.xlsx",
        xlsx(
            {
                "Cards": [
                    ["", "Fight", ""],
                    ["Name", "Attack", "Life"],
                    ["Wolf", 3, 4],
                    ["Bear", 5, 5],
                ]
            }
        ),
    ),
    "merged cells": ("a.xlsx", xlsx({"Cards": PLAIN}, _merged_types)),
    "several sheets": (
        "game.xlsx",
        xlsx(
            {
                "README": README,
                "Beasts": PLAIN,
                "Spells": [["Title", "Effect"], ["Wolf", "x"], ["Fire", LONG]],
            }
        ),
    ),
    "hidden sheet": ("a.xlsx", xlsx({"Old": PLAIN, "Cards": PLAIN}, _hidden)),
    "sheets of any name": (
        "a.xlsx",
        xlsx(
            {
                "Tabelle1": PLAIN,
                "Tabelle2": [["Titel", "Kosten"], ["Feuer", 3], ["Eis", 2], ["Luft", 1]],
            }
        ),
    ),
    "total without a word": (
        "a.csv",
        csv([["Name", "Cost", "Qty"], ["Wolf", 3, 2], ["Bear", 5, 1], ["", "", 3]]).encode(),
    ),
    "legend below": (
        "a.csv",
        csv([*PLAIN, [], ["Cost: what you pay for the card"], ["Type: where it lives"]]).encode(),
    ),
    "one column": ("words.csv", b"Word\nAlpha\nBravo\nCharlie\n"),
    "one column without heading": ("words.txt", b"Alpha\nBravo\nCharlie\n"),
    "sixty columns": (
        "a.csv",
        csv(
            [
                ["Name", *(f"Column {n}" for n in range(59))],
                ["Wolf", *range(59)],
                ["Bear", *range(59)],
            ]
        ).encode(),
    ),
    "sixty texts": (
        "a.csv",
        csv(
            [
                ["Name", *(f"Column {n}" for n in range(59))],
                ["Wolf", *["some words"] * 59],
                ["Bear", *["more"] * 59],
            ]
        ).encode(),
    ),
    "long texts": ("a.csv", csv([["Name", "Rules"], ["Wolf", LONG * 3], ["Bear", LONG]]).encode()),
    "very long texts": (
        "a.csv",
        csv(
            [["Name", "Rules", "Lore"], ["Wolf", LONG * 12, LONG * 4], ["Bear", LONG, ""]]
        ).encode(),
    ),
    "long names": (
        "a.csv",
        csv(
            [
                ["Name", "Cost"],
                [
                    (
                        "The Extraordinarily Long-Winded Ambassador of the Seventh Floating "
                        "Archipelago"
                    ),
                    3,
                ],
                ["Bear", 2],
            ]
        ).encode(),
    ),
    "numbers as text": (
        "a.xlsx",
        xlsx(
            {
                "Cards": [
                    ["Name", "Cost", "Copies"],
                    ["Wolf", "3", "2"],
                    ["Bear", "05", "1"],
                    ["Owl", "1,000", "x3"],
                ]
            }
        ),
    ),
    "copies in German": (
        "karten.csv",
        csv(
            [["Titel", "Anzahl", "Wirkung"], ["Wölfe", 3, "Heulen."], ["Bär", 2, "Schläft."]]
        ).encode(),
    ),
    "copies in Polish": (
        "karty.csv",
        csv([["Nazwa", "Ilość", "Opis"], ["Żubr", 3, "Śpi."], ["Łoś", 2, "Biegnie."]]).encode(),
    ),
    "a row a copy": (
        "a.csv",
        csv(
            [
                ["Name", "Text"],
                *[["Fire", "Deal 1."]] * 3,
                *[["Move", "Go."]] * 2,
                ["Fire", "Deal 2."],
            ]
        ).encode(),
    ),
    "headings twice": (
        "a.csv",
        csv(
            [
                ["Name", "Type", "Cost", "Type"],
                ["Wolf", "Beast", 3, "Forest"],
                ["Bear", "Beast", 2, "Hill"],
            ]
        ).encode(),
    ),
    "no headings": ("a.csv", csv(PLAIN[1:]).encode()),
    "emoji": (
        "a.csv",
        csv(
            [["Name", "Cost 💰", "Text"], ["Wolf 🐺", 3, "Howls 🌕."], ["Bear", 2, "Sleeps."]]
        ).encode(),
    ),
    "right to left": ("a.csv", csv([["שם", "עלות"], ["זאב", 3], ["דוב", 2]]).encode()),
    "Japanese": (
        "カード.csv",
        csv([["名前", "コスト", "効果"], ["狼", 3, "吠える。"], ["熊", 2, "眠る。"]]).encode(),
    ),
    "Cyrillic": ("a.csv", csv([["Название", "Цена"], ["Волк", 3], ["Медведь", 2]]).encode()),
    "Windows-1252": (
        "a.csv",
        csv(
            [["Nom", "Coût", "Effet"], ["Loup", 3, "Hurle à la lune…"], ["Ours", 2, "Dort."]]
        ).encode("cp1252"),
    ),
    "semicolons": (
        "a.csv",
        csv(
            [
                ["Name", "Kosten", "Text"],
                ["Wolf", "3,5", "Heult, beißt, läuft"],
                ["Bär", "2,0", "Schläft"],
            ],
            ";",
        ).encode(),
    ),
    "semicolons below a title": (
        "a.csv",
        csv(
            [
                ["Mein Spiel, zweite Fassung"],
                [],
                ["Name", "Kosten", "Text"],
                ["Wolf", 3, "Heult, beißt, läuft"],
                ["Bär", 2, "Schläft"],
            ],
            ";",
        ).encode(),
    ),
    "tabs": ("a.tsv", csv(PLAIN, "\t").encode()),
    "UTF-16": ("a.csv", csv(PLAIN, "\t").encode("utf-16")),
    "shown otherwise": ("a.xlsx", xlsx({"Cards": PLAIN}, _shown)),
    "marks of other tools": (
        "a.csv",
        csv(
            [
                ["Name", "Text"],
                ["Wolf", r"<b>Howls</b><br>at {moon} or :sun:.\nTwice. 2* 3 {"],
                ["Bear *", "{2}{R}: Sleep, **then"],
            ]
        ).encode(),
    ),
    "files that are nowhere": (
        "a.csv",
        csv([["Name", "Picture"], ["Wolf", "wolf.png"], ["Bear", "bear.png"]]).encode(),
    ),
    "names of things": (
        "text.csv",
        csv(
            [
                ["Name", "Size", "Back", "Art", "ID", "Copies"],
                ["Wolf", "big", "red", "Ann", 1, "many"],
                ["Bear", "small", "blue", "Ben", 1, "few"],
            ]
        ).encode(),
    ),
    "questions": (
        "quiz.csv",
        csv(
            [
                ["Question", "Answer"],
                [f"Who wrote the {n}th of these very long questions?", f"Nobody {n}"],
                ["And why?", "42"],
            ]
            if (n := 4)
            else []
        ).encode(),
    ),
    "suits and ranks": (
        "a.csv",
        csv(
            [
                ["Suit", "Rank"],
                *[[suit, rank] for suit in ("Sun", "Moon", "Star") for rank in range(1, 5)],
            ]
        ).encode(),
    ),
    "missing names": ("a.csv", csv([["Name", "Cost"], ["Wolf", 3], ["", 2], ["Bear", 1]]).encode()),
    "truth values": (
        "a.xlsx",
        xlsx({"Cards": [["Name", "Flies", "Swims"], ["Wolf", True, "yes"], ["Bear", False, "no"]]}),
    ),
    "named as ours": (
        "back.csv",
        csv([["Name", "Null"], ["Back", "null"], ["*", "~"], ["<b>Yes</b>", "no"]]).encode(),
    ),
    "named as a truth": ("true.csv", csv([["Name", "True"], ["true", 1], ["no", 2]]).encode()),
    "marks of templates": (
        "a.csv",
        csv(
            [
                ["Name", "A {{ b }} <x> & %} *", "{% c", "Text"],
                ["Wolf", 1, "x", "{{ y }}"],
                ["Bear", 2, "{# z #}", "&"],
            ]
        ).encode(),
    ),
    "a column a card": ("a.csv", csv([list(row) for row in zip(*PLAIN, strict=True)]).encode()),
    "sections": ("a.xlsx", xlsx({"Cards": [PLAIN[0], [], *PLAIN[1:3], [], *PLAIN[3:]]}, _sections)),
    "sections in a column": (
        "a.csv",
        csv([["Set", *PLAIN[0]], ["Land"], *([None, *row] for row in PLAIN[1:])]).encode(),
    ),
    "sections with subtotals": (
        "a.csv",
        csv(
            [
                *[PLAIN[0], ["LAND"], *PLAIN[1:3], ["Subtotal", None, 8]],
                *[["SEA"], *PLAIN[3:], ["Subtotal", None, 10], ["Total", None, 18]],
                ["All by Ann."],
            ]
        ).encode(),
    ),
    "headings for each section": (
        "a.csv",
        csv([["Land"], *PLAIN[:3], [], ["Sea"], PLAIN[0], *PLAIN[3:]]).encode(),
    ),
    "decks below each other": (
        "a.xlsx",
        xlsx({"Cards": [["Land"], *PLAIN[:3], [], ["Sea"], ["Name", "Depth"], ["Crab", 3]]}),
    ),
    "decks beside each other": (
        "a.csv",
        csv(
            [
                ["Name", "Cost", None, "Name", "Depth"],
                ["Wolf", 3, None, "Crab", 3],
                ["Bear", 5, None, "Whale", 90],
            ]
        ).encode(),
    ),
    "many gaps": (
        "a.csv",
        csv(
            [
                ["Name", "Cost", "Text", "Type"],
                ["Wolf", "", "", ""],
                ["Bear", 2, "Sleeps.", "Hill"],
                ["Owl", "", "Sees.", ""],
            ]
        ).encode(),
    ),
}
"""Files by what is odd about them."""


def write(folder: Path, name: str) -> Path:
    """Write a workbook into a folder, and return its path."""
    file, content = WORKBOOKS[name]
    path = folder / file
    path.write_bytes(content)
    return path
