"""A kind is proposed for a sheet of no kind, and the proposal takes that sheet, whatever its
headings are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.cells.importing import plan_import, read_cards
from generator.cells.importplans import ImportPlan
from generator.cells.proposing import kind_text, propose_kind, suggest_kind
from generator.cells.spreadsheets import Worksheet
from generator.data.problems import Problems

GAME = 'game: {title: Trial, version: "1"}\nkinds:\n'


def told(
    rows: Sequence[Sequence[object]], is_picture: Callable[[str], bool] = lambda file: False
) -> str:
    proposed = propose_kind("beast", Worksheet("x.csv", "", rows), is_picture)
    assert proposed is not None
    return suggest_kind(proposed)


def taken(rows: Sequence[Sequence[object]], folder: Path) -> tuple[ImportPlan, bytes]:
    """Paste the kind that is proposed for some rows into a game, and import them."""
    sheet = Worksheet("x.csv", "", rows)
    proposed = propose_kind("beast", sheet)
    assert proposed is not None
    content = (GAME + kind_text(proposed, template="card.svg.j2") + "\n").encode()
    cards = read_cards(folder / "cards.yaml", Problems(), content)
    return plan_import(cards, {"beast": sheet}, Problems()), content


def test_a_kind_is_proposed_for_a_sheet_of_no_kind() -> None:
    rows = [
        ["Name", "HP", "Weight", "Alive?", "Text", "# note", "2nd"],
        ["Orc", "3", "0,5", "TRUE", "x" * 50, "?", ""],
        ["Elf", 4.0, "2", "FALSE", "y", "", ""],
    ]
    for line in (
        "name: line",
        "hp: integer",
        "weight: number",
        "alive: boolean",
        "text: text",
        "field_2nd: line?",
        "count: 2}",
    ):
        assert line in told(rows)
    assert "note" not in told(rows)
    assert "text: text?" in told([["Name", "Text"], ["Orc", "Bites."], ["Elf", ""]])


def test_the_count_of_a_proposed_kind_is_that_of_the_copies() -> None:
    assert "count: 6}" in told([["Name", "Copies"], ["Orc", 3.0], ["Elf", ""], ["Imp", "2"]])


def test_a_column_of_pictures_of_the_game_is_proposed_as_such() -> None:
    rows = [
        ["Name", "Bild", "Lost"],
        ["Orc", "art/orc.png", "art/gone.png"],
        ["Elf", "art/elf.png", "art/elf.png"],
    ]
    proposal = told(rows, is_picture=lambda file: file in ("art/orc.png", "art/elf.png"))
    for line in ("bild: image", "lost: line"):
        assert f"      {line}\n" in proposal


# ---------------------------------------------------------------- headings as people write them

NAMES = {
    "en": ["Name", "Title", "Card name", "Card Title", "Card", "NAME", "card-name"],
    "de": ["Name", "Titel", "Kartenname", "Bezeichnung", "Name der Karte", "Karte"],
    "fr": ["Nom", "Titre", "Nom de la carte", "Carte", "Intitulé", "Libellé", "Désignation"],
    "es": ["Nombre", "Título", "Nombre de la carta", "Carta"],
    "it": ["Nome", "Titolo", "Nome della carta", "Carta"],
    "pl": ["Nazwa", "Tytuł", "Nazwa karty", "Karta"],
}
COPIES = {
    "en": [
        "Copies",
        "Qty",
        "qty.",
        "Quantity",
        "Number of copies",
        "Card Count",
        "# of copies",
        "#",
        "x",
        "×",
        "No. of cards",
        "Count",
    ],
    "de": ["Anzahl", "Menge", "Stück", "Stückzahl", "Exemplare", "Anzahl der Karten", "Kopien"],
    "fr": [
        "Nombre d'exemplaires",
        "Quantité",
        "Qté",
        "Nb",
        "Exemplaires",
        "Nombre de cartes",
        "Nombre",
    ],
    "es": ["Cantidad", "Copias", "Número de copias", "Nº de copias", "Ejemplares", "Cant."],
    "it": ["Quantità", "Copie", "Numero di copie", "Q.tà", "Esemplari"],
    "pl": ["Ilość", "Liczba", "Liczba kopii", "Sztuk", "Liczba sztuk", "Egzemplarze"],
}
OTHERS = [
    "1st Power",
    "2",
    "Type",
    "Type",
    "Size",
    "Back",
    "Art",
    "ID",
    "Coût (or)",
    "Siła ⚔",
    "כוח",
    "力",
    "Is it worth playing this early in the game?",
    3.0,
]


@pytest.mark.parametrize("language", NAMES)
def test_what_is_proposed_is_taken_in_six_languages(language: str, folder: Path) -> None:
    for name, copies in [(one, "Copies") for one in NAMES[language]] + [
        (NAMES[language][0], one) for one in COPIES[language]
    ]:
        rows = [[copies, *OTHERS, name], [3, *["a"] * 14, "Wolf"], ["2", *["a"] * 14, "Bear"]]
        plan, _ = taken(rows, folder)
        assert list(plan.kinds[0].added) == ["wolf", "bear"], (name, copies)
        assert [card["copies"] for card in plan.kinds[0].added.values()] == [3, 2], (name, copies)
        assert plan.kinds[0].added["wolf"]["name"] == "Wolf"


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        (
            [["Nombre", "Cantidad", "Texto"], ["Lobo", 3, "Aulla."], ["Oso", 2, "Duerme."]],
            ["lobo", "oso"],
        ),
        (
            [
                ["Name", "Type", "Cost", "Type"],
                ["Wolf", "Beast", 3, "Forest"],
                ["Bear", "Beast", 2, "Hill"],
            ],
            ["wolf", "bear"],
        ),
        ([["Creature", "Cost"], ["Wolf", 3], ["Bear", 2]], ["wolf", "bear"]),
        (
            [
                ["Question", "Answer"],
                ["Why, and for how long, do wolves howl so often?", "42"],
                ["And how?", "4"],
            ],
            ["beast-1", "beast-2"],
        ),
        (
            [["Suit", "Rank"], ["Sun", 1], ["Sun", 2], ["Moon", 1], ["Moon", 2]],
            ["beast-1", "beast-2", "beast-3", "beast-4"],
        ),
        ([["Name", "Cost"], ["Goblin", 1], ["Goblin", 2], ["Goblin", 1]], ["goblin-1", "goblin-2"]),
        ([["Name", "Cost"], ["Goblin", 1], ["", 2]], ["goblin", "beast-1"]),
        ([["שם", "כוח"], ["זאב", 3], ["דוב", 2]], ["beast-1", "beast-2"]),
        ([["ID", "Name"], ["Wild Boar", "A"], ["black", "B"]], ["wild-boar", "black"]),
        ([["ID", "Name"], ["", "A"], ["black", "B"]], ["a", "b"]),
        ([["Name", "Copies"], ["A", "many"], ["B", "few"]], ["a", "b"]),
        (
            [
                ["Wolf", 3, "Howls at the moon, at the sun and at all the other lights."],
                ["Bear", 2, "Sleeps."],
            ],
            ["wolf", "bear"],
        ),
        (
            [["My game", None], [], ["Name", "Cost"], ["Wolf", 3], ["Bear", 2], ["Total", 5]],
            ["wolf", "bear"],
        ),
        (
            [["", "Stats", ""], ["Name", "Attack", "Life"], ["Wolf", 3, 1], ["Bear", 2, 4]],
            ["wolf", "bear"],
        ),
        ([["Name", "Cost", ""], ["Wolf", 3, "too strong?"], ["Bear", 2, ""]], ["wolf", "bear"]),
        ([["Name", "Cost"], ["Wolf", True], ["Bear", "maybe"]], ["wolf", "bear"]),
        ([["Name", "Copies"], ["Wolf", 0], ["Bear", 2]], ["bear"]),
    ],
)
def test_what_is_proposed_is_taken_whatever_the_sheet_is_like(
    rows: list[list[object]], ids: list[str], folder: Path
) -> None:
    plan, _ = taken(rows, folder)
    assert list(plan.kinds[0].added) == ids
    again = read_cards(folder / "cards.yaml", Problems(), plan.content)
    assert plan_import(again, {"beast": Worksheet("x.csv", "", rows)}, Problems()).is_empty


def test_a_heading_of_copies_above_texts_is_none() -> None:
    assert "nombre" not in told([["Nombre", "Coste"], ["Lobo", 3], ["Oso", 2]])
    assert "count: integer" not in told([["Name", "Count"], ["Dracula", 3], ["Orlok", 2]])
    assert "count: line" in told([["Name", "Count"], ["Castle", "Dracula"], ["Crypt", "Orlok"]])
    assert "qty: integer" in told([["Name", "Qty", "Copies"], ["Orc", 3, 1]])


CELLS = st.one_of(
    st.none(),
    st.sampled_from(
        [
            "Wolf",
            "wolf",
            "Wolf!",
            "Bear",
            "1",
            "007",
            "2.50",
            "x3",
            "10%",
            "=",
            "yes",
            "TRUE",
            "a, b",
            "<b>x</b>",
            "a &amp; b",
            ":no:",
            "1,000",
            "-",
            "ł",
            "船",
            "line\nline",
            "Total",
        ]
    ),
    st.integers(0, 12),
    st.floats(-9, 9).map(lambda number: round(number, 2)),
    st.booleans(),
)
HEADINGS = [one for words in (*NAMES.values(), *COPIES.values(), OTHERS) for one in words]


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=5),
    st.lists(st.lists(CELLS, min_size=1, max_size=5), min_size=1, max_size=8),
)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_sheet_that_is_proposed_is_taken_and_the_second_time_changes_nothing(
    folder: Path, headings: list[object], rows: list[list[object]]
) -> None:
    sheet = [headings, *([*row, *[None] * 5][: len(headings)] for row in rows)]
    if propose_kind("beast", Worksheet("x.csv", "", sheet)) is None:
        return
    plan, content = taken(sheet, folder)
    assert set(cards_in(plan.content, folder)) == set(plan.kinds[0].added)
    if plan.content == content:
        return
    again = read_cards(folder / "cards.yaml", Problems(), plan.content)
    assert plan_import(again, {"beast": Worksheet("x.csv", "", sheet)}, Problems()).is_empty


def cards_in(content: bytes, folder: Path) -> list[str]:
    return list(
        read_cards(folder / "cards.yaml", Problems(), content).root["kinds"]["beast"]["cards"].items
    )
