"""Spreadsheets come back: a sheet that was not changed changes nothing, a changed cell changes its
value and no more.
"""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from generator.cells import importcolumns
from generator.cells.importing import plan_import, read_cards
from generator.cells.importplans import ImportPlan, UnkeptPromise, cell_of
from generator.cells.merged import Area
from generator.cells.rewriting import CardFile
from generator.cells.settings import ImportSettings
from generator.cells.spreadsheets import Worksheet, read_book, read_csv, write_csv, write_xlsx
from generator.cells.tables import (
    UNCOMPUTED,
    Cell,
    NoValue,
    ShownDate,
    Table,
    card_tables,
    card_values,
    is_empty,
    join_list,
    kind_table,
)
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.patching import format_value
from generator.data.problems import ProblemError, Problems, format_problem
from generator.data.source import read_source
from tests.conftest import ROOT
from tests.generator.cells.workbook import BLOCK, GAME, TEXTS, WORDS

EMPORIUM = (ROOT / "cards.yaml").read_bytes()


def ods(sheets: Mapping[str, Sequence[Sequence[Cell]]]) -> bytes:
    """Write a workbook as LibreOffice would."""

    def cell(value: Cell) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, bool):
            return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(value).lower()}"><text:p>{value}</text:p></table:table-cell>'
        if isinstance(value, int | float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in value.split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'

    def table(name: str, rows: Sequence[Sequence[Cell]]) -> str:
        inside = "".join(
            f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows
        )
        return (
            f'<table:table table:name="{name}">{inside}<table:table-row '
            'table:number-rows-repeated="1048000"><table:table-cell '
            'table:number-columns-repeated="16384"/></table:table-row></table:table>'
        )

    spaces = "".join(
        f' xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"'
        for n in ("office", "table", "text")
    )
    body = "".join(table(name, rows) for name, rows in sheets.items())
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{spaces} '
        f'office:version="1.3"><office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>'
    )
    manifest = '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", content)
    return target.getvalue()


def rows_of(table: Table) -> list[list[Cell]]:
    return [list(table.headings), *map(list, table.rows)]


def sheets_of(game: Game, ending: str) -> dict[str, Worksheet]:
    """Export a game and read the files back, by kind."""
    tables = card_tables(game)[:-1]  # without the components
    if ending == "csv":
        return {table.name: read_csv(write_csv(table), "x.csv", table.headings) for table in tables}
    if ending == "semicolon":
        return {
            table.name: read_csv(write_csv(table, ";"), "x.csv", table.headings) for table in tables
        }
    raw = (
        write_xlsx(tables, game.title, "x.xlsx")
        if ending == "xlsx"
        else ods({t.name: rows_of(t) for t in tables})
    )
    return {
        table.name: sheet
        for table, sheet in zip(tables, read_book(raw, f"x.{ending}"), strict=True)
    }


ENDINGS = ("csv", "semicolon", "xlsx", "ods")


def planned(
    content: bytes, folder: Path, rows: Sequence[Sequence[object]], kind: str = "card", **how: bool
) -> ImportPlan:
    """Plan the import of rows into a cards.yaml whose templates lie in a folder."""
    cards = read_cards(folder / "cards.yaml", Problems(), content)
    return plan_import(
        cards, {kind: Worksheet("x.xlsx", kind, rows, is_alone=True)}, Problems(), **how
    )


def changed_lines(diff: str) -> tuple[list[str], list[str]]:
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    return [line[1:] for line in lines if line.startswith("-")], [
        line[1:] for line in lines if line.startswith("+")
    ]


# ---------------------------------------------------------------- Emporium


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_export_of_emporium_changes_nothing_when_it_comes_back(
    ending: str, emporium: Game
) -> None:
    plan = plan_import(
        read_cards(ROOT / "cards.yaml", Problems()),
        sheets_of(emporium, ending),
        Problems(),
        removes=True,
        counts=True,
    )
    assert plan.content == EMPORIUM
    assert plan.is_empty
    assert [(one.kind, one.rows, one.added, one.changed, one.missing) for one in plan.kinds][
        :2
    ] == [("hero", 27, {}, [], []), ("monster", 27, {}, [], [])]


CELLS = {  # another value for a column of Emporium
    "name": "New, name: #1",
    "guild": "grove",
    "level": 3,
    "strength": 12,
    "slots": "weapon, charm, charm, charm",
    "flavour": 'Say "hi", \\ it\'s # fun',
    "emblem": "fish",
    "colour": "#123456",
    "border": "rivets",
    "rim": "rays",
    "size": "21 x 21 mm",
    "value": 99,
    "reward": 29,
    "type": "undead",
}


COLUMNS = {
    "hero": ["name", "guild", "level", "strength", "slots", "flavour"],
    "monster": ["type", "reward"],
    "item": ["guild", "strength", "flavour"],
    "coin": ["value", "rim", "size"],
    "back": ["name", "emblem", "colour", "border"],
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in COLUMNS.items() for name in names]
)
def test_a_changed_cell_is_one_line_of_the_diff(kind: str, name: str, emporium: Game) -> None:
    table = kind_table(emporium, kind)
    rows, column = rows_of(table), table.headings.index(name)
    number = 1 + sum(map(ord, kind + name)) % (len(rows) - 1)
    if rows[number][column] == CELLS[name]:
        number = next(n for n, row in enumerate(rows) if n and row[column] != CELLS[name])
    rows[number][column] = CELLS[name]
    plan = planned(EMPORIUM, ROOT, rows, kind)
    old, new = changed_lines(plan.diff)
    assert (len(old), len(new)) == (1, 1)
    assert plan.kinds[0].changed[0].card == rows[number][0]
    changed = load_game(ROOT / "cards.yaml", Problems(), plan.content)
    expected = (
        [part.strip() for part in str(CELLS[name]).split(",")] if name == "slots" else CELLS[name]
    )
    assert card_values(changed.root, kind)[str(rows[number][0])][name] == expected


def test_a_new_card_looks_like_its_neighbours(emporium: Game) -> None:
    rows = [
        *rows_of(kind_table(emporium, "hero")),
        ["nell", 'Nell, the "Net"', "tide", 2, 4, "charm", "One more: she's late.", 2],
    ]
    plan = planned(EMPORIUM, ROOT, rows, "hero", counts=True)
    old, new = changed_lines(plan.diff)
    assert new[0:4] == [
        "  cards: 137",
        "      nell:",
        '        {name: "Nell, the \\"Net\\"", guild: tide, level: 2, strength: 4, slots: [charm],',
        '         flavour: "One more: she\'s late.", copies: 2}',
    ]
    assert old[0] == "  cards: 135"
    assert old[1:] == [
        line.replace("count: 29", "count: 27") for line in new if line.startswith("  heroes: ")
    ]
    assert plan.counts == {"components.heroes.count": (27, 29), "game.cards": (135, 137)}
    after = plan.content.decode().split('Slow to anger. It has been four hundred years."}\n')[1]
    assert after.startswith("      nell:\n")


def test_without_counts_a_broken_promise_is_told_and_nothing_planned(emporium: Game) -> None:
    rows = rows_of(kind_table(emporium, "coin"))
    rows[1][rows[0].index("copies")] = 31
    with pytest.raises(ProblemError) as fault:
        planned(EMPORIUM, ROOT, rows, "coin")
    (problem,) = fault.value.problems
    assert (problem.code, problem.hint) == ("broken-promise", "--counts updates the count")
    assert problem.place
    assert EMPORIUM.decode().splitlines()[problem.place.line - 1].startswith("  coins:")
    assert "count: 91," in planned(EMPORIUM, ROOT, rows, "coin", counts=True).diff


def test_a_slip_in_an_id_is_told_before_the_count_that_it_breaks(emporium: Game) -> None:
    rows = rows_of(kind_table(emporium, "hero"))
    rows[1][rows[0].index("id")] = "tibb"
    with pytest.raises(ProblemError) as fault:
        planned(EMPORIUM, ROOT, rows, "hero")
    doubt, *broken = fault.value.problems
    assert (doubt.code, doubt.severity) == ("doubtful-card", "warning")
    assert {problem.code for problem in broken} == {"broken-promise"}


def test_cards_are_taken_out_only_when_asked(emporium: Game) -> None:
    rows = rows_of(kind_table(emporium, "hero"))
    del rows[1], rows[-1]
    plan = planned(EMPORIUM, ROOT, rows, "hero")
    assert plan.is_empty
    assert plan.kinds[0].missing == ["tib", "oak"]
    plan = planned(EMPORIUM, ROOT, rows, "hero", removes=True, counts=True)
    old, _ = changed_lines(plan.diff)
    assert [
        line for line in old if "tib:" in line or "oak:" in line or "Tib" in line or "Oak" in line
    ][1:]
    assert (
        "tib"
        not in read_cards(ROOT / "cards.yaml", Problems(), plan.content)
        .root["kinds"]["hero"]["cards"]
        .items
    )
    assert len(old) == 8
    assert "      # Tide\n      oona:" in plan.content.decode()


FIELDS = {
    "name": "line",
    "level": "0..9?",
    "weight": "number?",
    "text": "text?",
    "tags": '"[line]?"',
    "is_old": "boolean?",
}
CARD = st.fixed_dictionaries(
    {"name": WORDS},
    optional={
        "level": st.integers(0, 9),
        "weight": st.integers(-999, 999).map(lambda n: n / 8),
        "text": TEXTS.map(lambda t: t.replace("\x85", "").strip()).filter(bool),
        "tags": st.lists(WORDS, max_size=4),
        "is_old": st.booleans(),
    },
)
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]
LAYOUTS = ("flow", "lines", "block", "literal", "folded")


def layout_card(id_: str, card: Mapping[str, object], layout: str) -> str:
    """Write a card in one of several ways."""

    def one(key: str, in_flow: bool) -> str:
        value = card[key]
        if isinstance(value, list):
            if in_flow or not value:
                return f"{key}: [" + ", ".join(map(format_value, value)) + "]"
            return f"{key}:   # a list\n" + "\n".join(
                f"          - {format_value(each, in_flow=False)}" for each in value
            )
        assert isinstance(value, str | int | float | bool)
        if key == "text" and layout in ("literal", "folded") and isinstance(value, str):
            lines = "".join(f"\n          {line}" for line in value.split("\n"))
            text = f"{key}: {'|' if layout == 'literal' else '>-'}{lines}\n"
            if read_back(text).get(key, "").strip() == value:
                return text.rstrip("\n")
        return f"{key}: {format_value(value, chr(39) if key == 'name' else 'plain', in_flow)}"

    if layout == "flow":
        return f"      {id_}: {{{', '.join(one(key, True) for key in card)}}}   # card {id_}\n"
    if layout == "lines":
        parts = ",   # here\n         ".join(one(key, True) for key in card)
        return f"      {id_}:\n        {{{parts}}}\n"
    return (
        f"      {id_}:  # block\n" + "".join(f"        {one(key, False)}\n" for key in card) + "\n"
    )


def read_back(text: str) -> dict[str, str]:
    try:
        data = read_source(Path("x"), content=text.encode()).data()
    except ProblemError:
        return {}
    return data if isinstance(data, dict) else {}


def game_text(cards: Mapping[str, str]) -> str:
    fields = "".join(f"      {name}: {word}\n" for name, word in FIELDS.items())
    return (
        (
            'game: {title: Trial, version: "1"}\nkinds:\n  card:\n    template: card.svg.j2\n    '
            "fields:\n"
        )
        + fields
        + "    # all cards\n    cards:\n"
        + "".join(cards.values())
        + "  # the end\n  other: {template: card.svg.j2, cards: {o: {}}}\n"
    )


@pytest.mark.slow
@given(
    st.lists(st.tuples(CARD, st.sampled_from(LAYOUTS)), min_size=2, max_size=4),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(ENDINGS),
)
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
def test_an_export_changes_nothing_whatever_the_layout(
    folder: Path, cards: list[tuple[dict[str, object], str]], line_end: str, ending: str
) -> None:
    ending = "xlsx" if ending == "ods" else ending  # its writer here knows no odd letters
    content = (
        game_text({f"c{n}": layout_card(f"c{n}", card, how) for n, (card, how) in enumerate(cards)})
        .replace("\n", line_end)
        .encode()
    )
    game = load_game(folder / "cards.yaml", Problems(), content)
    cards_yaml = CardFile(folder / "cards.yaml", content, game.root)
    plan = plan_import(cards_yaml, sheets_of(game, ending), Problems(), removes=True, counts=True)
    assert plan.content == content


@pytest.mark.slow
@given(
    st.lists(st.tuples(CARD, st.sampled_from(LAYOUTS)), min_size=2, max_size=4),
    st.lists(CARD, min_size=1, max_size=3),
    st.data(),
)
@settings(max_examples=50, suppress_health_check=list(HealthCheck), phases=PHASES)
def test_whatever_a_sheet_says_is_written_and_all_else_stays(
    folder: Path,
    cards: list[tuple[dict[str, object], str]],
    new: list[dict[str, object]],
    data: st.DataObject,
) -> None:
    texts = {f"c{n}": layout_card(f"c{n}", card, how) for n, (card, how) in enumerate(cards)}
    content = game_text(texts).encode()
    changed = data.draw(st.sampled_from(sorted(texts)))
    gone = data.draw(st.sampled_from([None, *(id_ for id_ in texts if id_ != changed)]))
    by_id = {id_: card for id_, (card, _) in zip(texts, cards, strict=True) if id_ != gone}
    by_id[changed] = new[0]
    by_id |= {f"n{n}": card for n, card in enumerate(new[1:])}
    rows: list[list[object]] = [["id", *FIELDS]]
    for id_, card in by_id.items():
        rows.append(
            [
                id_,
                *(join_list(v) if isinstance(v := card.get(name), list) else v for name in FIELDS),
            ]
        )
    plan = planned(content, folder, rows, removes=True)
    game = load_game(folder / "cards.yaml", Problems(), plan.content)
    found = {
        id_: {k: v for k, v in card.items() if k != "copies" and v != []}
        for id_, card in card_values(game.root, "card").items()
    }
    assert {
        id_: {k: v.strip() if isinstance(v, str) else v for k, v in card.items()}
        for id_, card in found.items()
    } == {id_: {k: v for k, v in card.items() if v != []} for id_, card in by_id.items()}
    for id_, text in texts.items():
        if id_ not in (changed, gone):
            assert text.rstrip("\n") in plan.content.decode(), id_
    assert "    # all cards\n" in plan.content.decode()
    assert "  # the end\n  other:" in plan.content.decode()


FLOW = GAME + (
    "kinds: {card: {template: card.svg.j2, fields: {name: line, level: integer?}, cards: {a: "
    '{name: A}, b: {name: "B", level: 2}}}}\n'
)


@pytest.mark.parametrize(
    ("content", "rows", "expected"),
    [
        (FLOW, [["id", "name"], ["c", "C, c"]], 'b: {name: "B", level: 2}, c: {name: "C, c"}}}}'),
        (
            FLOW,
            [["id", "level"], ["a", 7], ["b", None]],
            'cards: {a: {name: A, level: 7}, b: {name: "B"}}}}',
        ),
        (
            BLOCK,
            [["id", "text"], ["a", "three\nfour: five"]],
            "        text: |   # kept\n          three\n          four: five\n\n      b:",
        ),
        (BLOCK, [["id", "text"], ["a", None]], "      a:\n        name: A   # first\n\n      b:"),
        (
            BLOCK,
            [["id", "level"], ["a", 5], ["b", 4]],
            "        name: A   # first\n        level: 5\n        text:",
        ),
        (
            BLOCK,
            [["id", "text"], ["b", "x\ny"]],
            "        name: 'B'\n        text: |-\n          x\n          y\n\n# end",
        ),
        (
            BLOCK,
            [["name", "Level"], ["It's: C", 4.0], ["D", 1]],
            (
                "        name: 'B'\n\n      it-s-c:\n        name: 'It''s: C'\n\n      d:\n        "
                "name: 'D'\n        level: 1\n\n# end"
            ),
        ),
        (
            BLOCK.replace("name: 'B'", "name: B  # why"),
            [["id", "name"], ["c", "C"]],
            "        name: B  # why\n\n      c: {name: C}\n\n# end",
        ),
        (
            BLOCK.replace("cards:   # cards\n", "cards: {}\nx: #").split("x: #")[0],
            [["id", "name"], ["c", "yes"], ["010", "No, 1"]],
            '    cards:\n      c: {name: "yes"}\n      "010": {name: "No, 1"}\n',
        ),
        (
            BLOCK.replace("\n", "\r\n"),
            [["id", "text"], ["a", "x\ny"], ["b", "z"]],
            (
                "          x\r\n          y\r\n\r\n      b:\r\n        name: 'B'\r\n        text: "
                "z\r\n\r\n# end"
            ),
        ),
        (
            "\ufeff" + FLOW.rstrip(),
            [["id", "name"], ["b", "é"]],
            '\ufeffgame: {title: Trial, version: "1"}\nkinds: {card: {template: card.svg.j2, '
            "fields: {name: line, "
            'level: integer?}, cards: {a: {name: A}, b: {name: "é", level: 2}}}}',
        ),
    ],
)
def test_each_layout_is_kept(
    content: str, rows: list[list[object]], expected: str, folder: Path
) -> None:
    plan = planned(content.encode(), folder, rows)
    assert expected in plan.content.decode()
    assert content.split("kinds:")[0] == plan.content.decode().split("kinds:")[0]


def test_all_cards_at_once_may_be_others(folder: Path) -> None:
    for content in (FLOW, BLOCK):
        plan = planned(
            content.encode(), folder, [["id", "name"], ["c", "C"], ["d", "D"]], removes=True
        )
        assert list(
            read_cards(folder / "cards.yaml", Problems(), plan.content)
            .root["kinds"]["card"]["cards"]
            .items
        ) == ["c", "d"]


def test_what_is_seen_of_a_card_is_told_at_the_cell_that_changes_it_or_at_its_id(
    folder: Path,
) -> None:
    plan = planned(BLOCK.encode(), folder, [["id", "name", "level"], ["a", "A", 5], ["b", "C", 6]])
    assert [str(cell_of(plan, "card", id_)) for id_ in ("a", "b", "c")] == [
        "x.xlsx:C2",
        "x.xlsx:A3",
        "None",
    ]


def test_a_name_in_other_capitals_is_the_same_card_and_another_name_is_doubted(
    folder: Path,
) -> None:
    content = BLOCK.replace("name: 'B'", "name: Black Bear").replace(
        "      b:", "      black-bear:"
    )
    for name, codes in (("BLACK BEAR", []), ("Black, bear", ["doubtful-card"])):
        problems = Problems()
        sheet = Worksheet("x.xlsx", "card", [["name", "level"], [name, 5]], is_alone=True)
        plan = plan_import(
            read_cards(folder / "cards.yaml", Problems(), content.encode()),
            {"card": sheet},
            problems,
        )
        assert {change.card for change in plan.kinds[0].changed} == {"black-bear"}
        assert [problem.code for problem in problems if problem.code == "doubtful-card"] == codes


def test_no_copies_of_a_card_are_told_to_be_no_row(folder: Path) -> None:
    for copies, hint in ((0, "delete the row to remove the card"), (-1, None)):
        with pytest.raises(ProblemError) as fault:
            planned(BLOCK.encode(), folder, [["id", "copies"], ["a", copies]])
        (problem,) = fault.value.problems
        assert (problem.code, str(problem.place)) == ("out-of-range", "x.xlsx:B2")
        assert problem.hint == hint


ALIASES = (
    GAME
    + """\
kinds:
  card:
    template: card.svg.j2
    fields: {name: line, level: integer}
    cards:
      a: {name: A, level: &some 3}
      b: {name: B, level: *some}
      c: &whole {name: C, level: 1}
      d: *whole
"""
)


@pytest.mark.parametrize(("card", "sound"), [("a", False), ("b", True), ("c", False), ("d", False)])
def test_what_others_repeat_is_not_changed_behind_their_backs(
    card: str, sound: bool, folder: Path
) -> None:
    rows: list[list[object]] = [["id", "level"], [card, 5]]
    if sound:
        assert "b: {name: B, level: 5}" in planned(ALIASES.encode(), folder, rows).diff
        return
    with pytest.raises(ProblemError) as fault:
        planned(ALIASES.encode(), folder, rows)
    (problem,) = fault.value.problems
    assert problem.code == "cannot-change"
    assert f"'{card}'" in problem.message


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("{a: {name: A}, b: &b {name: B}}", "'b' has a YAML anchor"),
        ("{a: {name: &b b}, *b : {name: B}}", "'b' is a YAML alias"),
    ],
)
def test_a_card_with_a_mark_is_left_alone(cards: str, said: str, folder: Path) -> None:
    content = f"{GAME}kinds:\n  card: {{template: card.svg.j2, fields: {{name: line}}, cards: {cards}}}\n".encode()
    with pytest.raises(ProblemError, match=said):
        planned(content, folder, [["id", "name"], ["b", "C"]])


def test_a_text_that_would_say_something_else_is_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.data.patching.format_value", lambda *_, **__: "8")
    with pytest.raises(ProblemError) as fault:
        planned(BLOCK.encode(), folder, [["id", "level"], ["a", 9]])
    assert [problem.code for problem in fault.value.problems] == ["cannot-change"]


# ---------------------------------------------------------------- what is said


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [["id", "Levle"], ["a", 3]],
            "x.xlsx:B1: error[unknown-column]: 'card' has no field 'Levle' | did you mean 'level'?",
        ),
        (
            [["id", "level", "Level"], ["a", 3, 4]],
            "x.xlsx:C1: error[duplicate-column]: the column 'level' appears here a second time",
        ),
        (
            [["a", "7"], ["b", "8"]],
            "x.xlsx:A1: error[unknown-column]: the first row contains no field of 'card': it begins "
            "with 'a' | "
            "write the names of the columns into the first row: id, ",
        ),
        (
            [["id", NoValue("the error '#REF!'", "mend it")], ["a", 3]],
            (
                "x.xlsx:B1: error[unknown-column]: expected the name of a field of 'card', found "
                "the error '#REF!' | mend it"
            ),
        ),
        (
            [["id", "text"], ["a", UNCOMPUTED]],
            (
                "x.xlsx:B2: error[wrong-type]: 'text' expected a value, found a formula that was "
                "never computed (card 'a') | open"
            ),
        ),
        ([["level"], [3]], "x.xlsx:A1: error[missing-column]: expected a column 'id' or 'name'"),
        (
            [[], [None, ""]],
            (
                "x.xlsx:A1: error[bad-spreadsheet]: expected cards of the kind 'card', found an "
                "empty sheet"
            ),
        ),
        (
            [["id"], ["a", 3]],
            "x.xlsx:B2: error[unknown-column]: column B has no heading, but contains the number 3",
        ),
        (
            [["id", "level"], ["a", "x"]],
            (
                "x.xlsx:B2: error[wrong-type]: 'level' expected a whole number, found 'x' (card "
                "'a') | line 5 of cards.yaml declares the field: `level: integer?`"
            ),
        ),
        (
            [["id", "level"], ["a", 1], ["a", 2]],
            "x.xlsx:A3: error[duplicate-id]: the id 'a' is used twice",
        ),
        (
            [["id", "level"], ["船長", 1]],
            (
                "x.xlsx:A2: error[bad-name]: 'id' expected a short name of a-z, 0-9, '-' and '_', "
                "found '船長'"
            ),
        ),
        (
            [["id", "level"], ["new", 1]],
            (
                "x.xlsx:A2: error[missing-field]: expected 'name' for the new card 'new', found "
                "none | 'card' has no card 'new' yet; every"
            ),
        ),
        (
            [["id", "level"], ["a", "1,5"]],
            (
                "x.xlsx:B2: error[wrong-type]: 'level' expected a whole number, found '1,5' (card "
                "'a') | the digits after"
            ),
        ),
        (
            [["id", "name"], ["a", None]],
            "x.xlsx:B2: error[missing-field]: expected 'name' for 'a', found none",
        ),
        (
            [["id", "name", "art"], ["a", "A", "art/none.png"]],
            (
                "x.xlsx:C2: error[no-such-file]: there is no file 'art/none.png' in the game's "
                "folder (card 'a')"
            ),
        ),
        ([["id", "name", "back"], ["a", "A", "z"]], "x.xlsx:C2: error[unknown-card]"),
        (
            [["id", "copies"], ["a", 0]],
            (
                "x.xlsx:B2: error[out-of-range]: 'copies' expected a whole number from 1 to 10000, "
                "found the number 0"
            ),
        ),
    ],
)
def test_a_fault_is_told_with_its_cell(rows: list[list[object]], said: str, folder: Path) -> None:
    with pytest.raises(ProblemError) as fault:
        planned(BLOCK.encode(), folder, rows)
    (problem,) = fault.value.problems
    text = format_problem(problem, folder).replace("\n   = hint: ", " | ")
    assert text.startswith(said)


CREW = (
    GAME
    + """\
kinds:
  crew:
    template: card.svg.j2
    fields: {name: line, price: 0..5, text: text}
    cards:
      boy: {name: Pip, price: 0, text: Hides.}
      fence: {name: Mother Grim, price: 2, text: Sells.}
      guard-1: {name: Guard, price: 2, text: Stands.}
      guard-2: {name: Guard, price: 3, text: Sits.}
  crate:
    template: card.svg.j2
    fields: {name: line}
    for_each: {value: 1..3}
    cards: {rum: {name: Rum}}
  other: {template: card.svg.j2, cards: {fog: {}}}
"""
)


def told(rows: list[list[object]], folder: Path, kind: str = "crew", **how: bool) -> list[str]:
    """List what is told of the rows of a sheet, errors or warnings."""
    cards, problems = read_cards(folder / "cards.yaml", Problems(), CREW.encode()), Problems()
    try:
        plan_import(cards, {kind: Worksheet("x.csv", "", rows)}, problems, **how)
    except ProblemError as fault:
        problems = Problems(list(fault.problems))
    return [
        format_problem(problem).replace("\n   = hint: ", " | ")
        for problem in problems
        if problem.code != "no-components"
    ]


def test_a_row_that_begins_with_a_hash_is_passed_over(folder: Path) -> None:
    above: list[list[object]] = [
        ["# of the crew", None],
        ["id", "price"],
        ["# dear ones", 7],
        ["boy", 1],
        ["# cheap ones", None],
    ]
    assert told(above, folder) == []
    beside: list[list[object]] = [["# idea", "id", "price"], ["#3", "boy", "dear"]]
    assert len(told(beside, folder)) == 1  # the row is read: its price is no number


def test_a_title_above_the_headings_is_passed_over_and_said(folder: Path) -> None:
    rows: list[list[object]] = [["The crew", None], ["id", "price"], ["boy", 1]]
    assert told(rows, folder) == [
        "x.csv:A1: note[rows-passed-over]: 1 row above the headings was skipped: 'The crew'"
    ]
    (said,) = told([["The crew", None], ["boy", None]], folder)
    assert "if this is a title" not in said


@pytest.mark.parametrize(
    ("rows", "kind", "said"),
    [
        (
            [["id", "price"], ["bouy", 1]],
            "crew",
            (
                "expected 'name' and 'text' for the new card 'bouy', found none | 'crew' has no "
                "card 'bouy' yet; did you mean 'boy'?"
            ),
        ),
        (
            [["name", "price"], ["Mother Grimm", 1]],
            "crew",
            (
                "expected 'text' for the new card 'mother-grimm', found none | 'crew' has no card "
                "'mother-grimm' yet; did you mean 'Mother Grim'?"
            ),
        ),
        (
            [["name", "price"], ["Guard", 1]],
            "crew",
            (
                "[doubtful-card]: 'name' expected a name that only one card has, found 'Guard' | "
                "write the id, guard-1 or guard-2, in a column"
            ),
        ),
        (
            [["id", "price"], ["fog", 1]],
            "crew",
            "error[duplicate-id]: the id 'fog' already belongs to a card of the kind 'other'",
        ),
        (
            [["id", "name"], ["rum-1", "Rum"]],
            "crate",
            "error[doubtful-card]: 'rum-1' is made from the entry 'rum' by the kind's for_each",
        ),
        (
            [["id", "Value"], ["rum", 1]],
            "crate",
            (
                "error[unknown-column]: 'value' is not a field of 'crate': it comes from the "
                "kind's "
                "for_each"
            ),
        ),
    ],
)
def test_a_card_that_is_none_is_told_once_with_the_one_that_may_be_meant(
    rows: list[list[object]], kind: str, said: str, folder: Path
) -> None:
    (line,) = told(rows, folder, kind)
    assert said in line


def test_a_new_card_that_may_be_another_mistyped_is_doubted(folder: Path) -> None:
    head = ["id", "name", "price", "text"]
    rows = [
        head,
        ["pip", "Pip", 1, "Hides."],
        ["fenc", "The Fence", 1, "Sells."],
        ["guard-3", "Halt", 1, "Lies."],
    ]
    assert [line.partition(" | ")[0] for line in told(rows, folder)] == [
        (
            "x.csv:A2: warning[doubtful-card]: 'pip' is read as a new card, but has the same "
            "name as 'boy'"
        ),
        "x.csv:A3: warning[doubtful-card]: 'fenc' is read as a new card",
    ]
    assert told(rows, folder, removes=True) == []
    both = [head, ["boy", "Pip", 0, "Hides."], ["pip", "Pip", 1, "Hides."]]
    assert told(both, folder) == []
    (line,) = told([["name", "price"], ["Fence", 3]], folder)
    assert (
        "'Fence' is read as a new name for the card 'fence', which is called 'Mother Grim'" in line
    )


def test_a_wrong_heading_hides_no_wrong_cell(folder: Path) -> None:
    """What a new card misses may stand below the wrong heading, so that is not told."""
    with pytest.raises(ProblemError) as fault:
        planned(
            BLOCK.encode(), folder, [["id", "Levle", "copies"], ["a", 3, 0], ["new", 1, "many"]]
        )
    assert [(p.code, str(p.place).partition(":")[2]) for p in fault.value.problems] == [
        ("unknown-column", "B1"),
        ("out-of-range", "C2"),
        ("wrong-type", "C3"),
    ]


def test_notes_of_ones_own_and_empty_rows_are_passed_over(folder: Path) -> None:
    rows: list[list[object]] = [
        [],
        ["# seen", "ID", "", "Level "],
        [],
        ["ok", "a", None, 4],
        ["why?", "", None, None],
    ]
    assert planned(BLOCK.encode(), folder, rows).is_empty


def test_cards_of_one_sheet_may_name_each_other(folder: Path) -> None:
    content = BLOCK.replace("level: integer?,", "level: integer?, pal: card?,").encode()
    rows: list[list[object]] = [["id", "name", "pal"], ["n", "N", "m"], ["m", "M", "a"]]
    assert "pal: m" in planned(content, folder, rows).diff


def test_a_list_that_must_be_there_may_be_empty(folder: Path) -> None:
    content = (
        BLOCK.replace("level: integer?,", 'level: integer?, tags: "[line]",')
        .replace("        name:", "        tags: []\n        name:")
        .encode()
    )
    empty: list[list[object]] = [["id", "name", "tags"], ["a", "A", ""]]
    assert planned(content, folder, empty).is_empty
    assert "tags: []" in planned(content, folder, [*empty, ["c", "C", None]]).diff
    filled = planned(content, folder, [["id", "tags"], ["a", "x, y"]])
    assert "+        tags: [x, y]" in filled.diff
    assert planned(filled.content, folder, empty).content == content


def test_a_game_that_is_not_whole_yet_may_be_made_so(folder: Path) -> None:
    content = (
        (
            BLOCK
            + (
                "components:\n  all: {name: All, of: card, count: 3}\n  o: {name: O, of: other, "
                "count: 1}\n"
            )
        )
        .replace("# end", "  other: {template: card.svg.j2, cards: {o: {}}}")
        .encode()
    )
    with pytest.raises(ProblemError):
        load_game(folder / "cards.yaml", Problems(), content)
    assert len(planned(content, folder, [["name"], ["C"]]).kinds[0].added) == 1


def test_kinds_come_one_after_the_other(folder: Path) -> None:
    """One whose sheet has yet to come is a warning, and keeps its count; the last one makes the
    game whole.
    """
    content = b"""
game: {title: Pond, version: 0.1.0}
kinds:
  frog: {template: card.svg.j2, fields: {name: line}, cards: {}}
  toad: {template: card.svg.j2, fields: {name: line}, cards: {}}
components:
  frogs: {name: Frogs, of: frog, count: 4}
  toads: {name: Toads, of: toad, count: 3}
"""
    for kind, waiting in (("frog", ["empty-component"]), ("toad", [])):
        problems = Problems()
        sheet = Worksheet(
            "x.xlsx",
            kind,
            [["id", "Copies", "name"], [f"{kind}-a", 2, "A"], [f"{kind}-b", 3, "B"]],
            is_alone=True,
        )
        content = plan_import(
            read_cards(folder / "cards.yaml", Problems(), content),
            {kind: sheet},
            problems,
            counts=True,
        ).content
        assert [(problem.code, problem.severity) for problem in problems.items] == [
            (code, "warning") for code in waiting
        ]
    assert content.count(b"count: 5") == 2


def test_a_kind_that_waits_for_its_sheet_is_a_warning_beside_errors_too(folder: Path) -> None:
    content = b"""
game: {title: Pond, version: 0.1.0}
kinds:
  frog: {template: card.svg.j2, fields: {name: line, level: 1..3}, cards: {}}
  toad: {template: card.svg.j2, fields: {name: line}, cards: {}}
components:
  frogs: {name: Frogs, of: frog, count: 4}
  toads: {name: Toads, of: toad, count: 3}
"""
    cards = read_cards(folder / "cards.yaml", Problems(), content)
    sheet = Worksheet(
        "x.xlsx", "frog", [["id", "Copies", "name", "level"], ["frog-a", 2, "A", 1]], is_alone=True
    )
    with pytest.raises(UnkeptPromise) as unkept:
        plan_import(cards, {"frog": sheet}, Problems(), counts=False)
    assert {(one.code, one.severity) for one in unkept.value.problems} == {
        ("empty-component", "warning"),
        ("broken-promise", "error"),
    }


@pytest.mark.slow
def test_a_large_game_takes_no_long_time(folder: Path) -> None:
    content = (
        BLOCK.split("      a:")[0]
        + "".join(f"      c{n}: {{name: Card {n}, level: 1}}\n" for n in range(2000))
    ).encode()
    rows: list[list[object]] = [["name", "level"], *([f"Card {n}", 2] for n in range(3000))]
    start = time.process_time()
    plan = planned(content, folder, rows)
    assert (len(plan.kinds[0].changed), len(plan.kinds[0].added)) == (2000, 1000)
    assert time.process_time() - start < 10


def test_a_thousand_wrong_headings_are_each_looked_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[list[object]] = [["id", *["zork"] * 999], ["boy", *["1"] * 999]]
    looked = list[object]()

    def counted(cell: object) -> bool:
        looked.append(cell)
        return is_empty(cell)

    monkeypatch.setattr(importcolumns, "is_empty", counted)
    assert len(told(rows, folder)) == 999
    assert len(looked) < 20 * 2000


@pytest.mark.parametrize(
    "rows", [[["id", *["zork"] * 16_383]], [["id"], ["boy", *[None] * 16_382, "zork"]]]
)
def test_columns_without_an_end_are_told_once(rows: list[list[object]], folder: Path) -> None:
    (said,) = told(rows, folder)
    assert "error[too-large]: expected at most 1,000 columns, found 'zork' in column " in said
    assert "delete the columns from ALM on" in said


@pytest.mark.slow
def test_many_empty_columns_are_none(folder: Path) -> None:
    assert told([["id", "price", *[None] * 16_000], ["boy", 1, *[" "] * 16_000]], folder) == []


# ---------------------------------------------------------------- sheets as people have them

FIRE = (
    GAME
    + """\
kinds:
  card:
    template: card.svg.j2
    fields: {name: line, level: integer?, colour: colour?, pal: card?, side: north-gate | south-gate | none?}
    cards:
      fire: {name: Fire, level: 1}
      # moves
      move: {name: Move, level: 2}
      rest: {name: Rest, level: 3}
  other: {template: card.svg.j2, cards: {fog: {}}}
"""
).replace("| none?", "?")


def again(content: bytes, folder: Path, rows: Sequence[Sequence[object]], **how: bool) -> bytes:
    """Import rows twice; the second time changes nothing."""
    first = planned(content, folder, rows, **how)
    assert planned(first.content, folder, rows, **how).is_empty
    return first.content


def cards_of(content: bytes, folder: Path) -> dict[str, dict[str, object]]:
    root = read_cards(folder / "cards.yaml", Problems(), content).root
    return {
        id_: {name: node.data() for name, node in card.items.items()}
        for id_, card in root["kinds"]["card"]["cards"].items.items()
    }


def test_equal_rows_are_copies_of_one_card(folder: Path) -> None:
    rows: list[list[object]] = [["Name", "Level"], *[["Fire", 1]] * 3, ["Move", 2], ["Fire ", 1.0]]
    cards = cards_of(again(FIRE.encode(), folder, rows), folder)
    assert cards["fire"] == {"name": "Fire", "level": 1, "copies": 4}
    assert "copies" not in cards["move"]
    rows = [["Name", "Qty", "Level"], ["Fire", 2, 1], ["Fire", "x3", 1], ["Move", "", 2]]
    assert cards_of(again(FIRE.encode(), folder, rows), folder)["fire"]["copies"] == 5


def test_too_many_equal_rows_are_told(folder: Path) -> None:
    with pytest.raises(
        ProblemError, match="expected a whole number from 1 to 10000, found 10001 equal rows"
    ):
        planned(FIRE.encode(), folder, [["Name", "Level"], *[["Fire", 1]] * 10_001])


def test_cards_of_one_name_that_differ_are_numbered_and_found_again(folder: Path) -> None:
    rows: list[list[object]] = [
        ["Name", "Level"],
        ["Goblin", 1],
        ["Goblin", 2],
        ["Goblin", 1],
        ["Fire", 1],
        ["Fire", 9],
    ]
    content = again(FIRE.encode(), folder, rows)
    cards = cards_of(content, folder)
    assert {id_: card.get("level") for id_, card in cards.items()} == {
        "fire": 1,
        "move": 2,
        "rest": 3,
        "goblin-1": 1,
        "goblin-2": 2,
        "fire-2": 9,
    }
    rows[2] = ["Goblin", 7]  # the others say what they said, so it is this one that has changed
    assert cards_of(again(content, folder, rows), folder)["goblin-2"]["level"] == 7


def test_cards_whose_names_make_one_id_or_none_have_ids_of_their_own(folder: Path) -> None:
    rows: list[list[object]] = [["Name"], ["Wolf!"], ["Wolf"], ["船長"], ["🂡"], ["Fog"], ["Card"]]
    cards = cards_of(again(FIRE.encode(), folder, rows), folder)
    assert {id_: card["name"] for id_, card in list(cards.items())[3:]} == {
        "wolf": "Wolf!",
        "wolf-2": "Wolf",
        "card-1": "船長",
        "card-2": "🂡",
        "card-fog": "Fog",
        "card": "Card",
    }


def test_cards_of_two_kinds_may_have_the_same_numbers(folder: Path) -> None:
    content = FIRE.replace("fog: {}", "1: {}").encode()
    cards = cards_of(again(content, folder, [["ID", "Name"], [1, "One"], [2, "Two"]]), folder)
    assert list(cards)[3:] == ["card-1", "2"]


def test_names_are_taken_where_ids_are_due(folder: Path) -> None:
    content = FIRE.replace("{name: Move, level: 2}", "{name: Long March, level: 2}").encode()
    rows: list[list[object]] = [
        ["Name", "Pal", "Side", "Colour"],
        ["Fire", "Long March", "North Gate", "black"],
        ["Fog", "FIRE", "south_gate", "1A2b3C"],
    ]
    cards = cards_of(again(content, folder, rows), folder)
    assert cards["fire"] == {
        "name": "Fire",
        "level": 1,
        "pal": "move",
        "side": "north-gate",
        "colour": "#000000",
    }
    assert cards["card-fog"] == {
        "name": "Fog",
        "pal": "fire",
        "side": "south-gate",
        "colour": "#1A2b3C",
    }


def test_the_order_of_the_sheet_is_taken_over_if_that_is_asked_for(folder: Path) -> None:
    rows: list[list[object]] = [["Name", "Level"], ["New", 5], ["Rest", 3], ["Fire", 1]]
    plan = planned(FIRE.encode(), folder, rows)
    assert plan.kinds[0].is_reordered
    assert list(cards_of(plan.content, folder)) == ["fire", "move", "rest", "new"]
    content = again(FIRE.encode(), folder, rows, orders=True)
    assert content.decode().partition("    cards:\n")[2].partition("  other:")[0] == (
        "      new: {name: New, level: 5}\n"
        "      rest: {name: Rest, level: 3}\n"
        "      fire: {name: Fire, level: 1}\n"
        "      # moves\n"
        "      move: {name: Move, level: 2}\n"
    )
    with pytest.raises(ProblemError, match=r"are inside \{ \}"):
        planned(FLOW.encode(), folder, [["id"], ["b"], ["a"]], orders=True)


@pytest.mark.slow
@given(
    st.permutations(["a", "b", "c", "d"]),
    st.sampled_from(["flow", "lines", "block", "literal"]),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
def test_any_order_is_taken_over_whatever_the_layout(
    folder: Path, order: list[str], layout: str, line_end: str
) -> None:
    cards = {
        id_: layout_card(id_, {"name": id_.upper(), "text": "one\ntwo"}, layout) for id_ in "abcd"
    }
    content = game_text(cards).replace("\n", line_end).encode()
    plan = planned(content, folder, [["id"], *([id_] for id_ in order)], orders=True)
    assert list(
        read_cards(folder / "cards.yaml", Problems(), plan.content)
        .root["kinds"]["card"]["cards"]
        .items
    ) == list(order)
    assert sorted(plan.content.splitlines()) == sorted(content.splitlines())
    assert planned(plan.content, folder, [["id"], *([id_] for id_ in order)], orders=True).is_empty


@pytest.mark.parametrize(
    "content",
    [
        BLOCK,
        FLOW,
        BLOCK.replace("\n", "\r\n"),
        BLOCK.replace(
            "    cards: ", "    import:\n      ignore: [Old]\n      # why\n\n    cards: "
        ),
    ],
)
def test_what_is_ignored_and_renamed_is_kept_for_the_next_time(content: str, folder: Path) -> None:
    rows: list[list[object]] = [["Title of it", "Idea", "Power", ""], ["A", "?", 7, "x"]]
    cards = read_cards(folder / "cards.yaml", Problems(), content.encode())
    how = ImportSettings().extended(["idea", "D"], {"Title of it": "name", "POWER": "level"})
    sheet = {"card": Worksheet("x.xlsx", "card", rows)}
    plan = plan_import(cards, sheet, Problems(), settings={"card": how})
    assert (
        "import: {ignore: [idea, D], rename: {Title of it: name, POWER: level}}"
        in plan.content.decode()
    )
    assert plan.kinds[0].changed[0].after == 7
    assert planned(plan.content, folder, rows).is_empty
    other = ImportSettings().extended(["Power", "Idea", "D"], {"Title of it": "name"})
    cards = read_cards(folder / "cards.yaml", Problems(), plan.content)
    plan = plan_import(cards, sheet, Problems(), settings={"card": other})
    assert "{ignore: [Power, Idea, D], rename: {Title of it: name}}" in plan.content.decode()


def test_a_promise_that_would_be_broken_keeps_nobody_from_seeing_the_plan(emporium: Game) -> None:
    rows = rows_of(kind_table(emporium, "coin"))
    rows[1][rows[0].index("copies")] = 31
    with pytest.raises(UnkeptPromise) as fault:
        planned(EMPORIUM, ROOT, rows, "coin")
    assert "copies: 31" in fault.value.plan.diff


def test_merged_cells_and_dates_among_the_cards_are_told(folder: Path) -> None:
    rows: list[list[object]] = [
        ["Name", "Level", "Text"],
        ["Fire", 1, None],
        ["Move", 1, ShownDate("4. Mrz")],
        ["Rest", 3, "x"],
    ]
    content = FIRE.replace("level: integer?,", "level: integer?, text: text?,").encode()
    areas = (Area(1, 1, 2, 1), Area(3, 1, 3, 2), Area(0, 0, 0, 1))
    problems = Problems()
    sheet = Worksheet("x.xlsx", "card", rows, is_alone=True, merged=areas)
    plan = plan_import(
        read_cards(folder / "cards.yaml", Problems(), content), {"card": sheet}, problems
    )
    assert [(p.code, p.severity, str(p.place)) for p in problems if p.code != "no-components"] == [
        ("merged-cells", "note", "x.xlsx:B2"),
        ("merged-cells", "warning", "x.xlsx:B4"),
        ("date-in-text", "warning", "x.xlsx:C3"),
    ]
    assert "text: 4. Mrz" in plan.diff


SECTIONED: list[list[object]] = [
    ["id", "name", "price", "text"],
    ["PORT"],
    ["boy", "Pip", 1, "Hides."],
    ["sum", None, 1],
    ["SEA"],
    ["fence", "Mother Grim", 2, "Sells."],
]


def test_rows_that_head_cards_are_passed_over_and_said(folder: Path) -> None:
    assert told(SECTIONED, folder) == [
        "x.csv:A2: note[rows-passed-over]: 2 rows with a title for the cards below were skipped: 'PORT', 'SEA' | to "
        "keep the titles, name a field for them as `sections:` of 'crew'; if such a row is a card, fill in another "
        "of its cells",
        "x.csv:A4: note[rows-passed-over]: 1 row with totals was skipped: 'sum'",
    ]


@pytest.mark.parametrize(
    ("heading", "type_", "said"),
    [
        (None, "line?", ["PORT", "SEA"]),
        ("Place", "line?", ["Cove", "SEA"]),  # what a column says for a card counts
        (None, "integer?", ["x.csv:A2", "x.csv:A5"]),
    ],
)
def test_what_heads_cards_fills_a_field_of_theirs_and_faults_have_its_cell(
    heading: str | None, type_: str, said: list[str], folder: Path
) -> None:
    content = CREW.replace("text: text}", f"text: text, place: {type_}}}").replace(
        "    cards:\n      boy", "    import: {sections: place}\n    cards:\n      boy"
    )
    cards = read_cards(folder / "cards.yaml", Problems(), content.encode())
    rows = [list(row) for row in SECTIONED]
    if heading is not None:
        rows[0].append(heading)
        rows[2].append("Cove")
    try:
        plan = plan_import(cards, {"crew": Worksheet("x.csv", "", rows)}, Problems())
        found = [change.after for change in plan.kinds[0].changed if change.field == "place"]
    except ProblemError as fault:
        errors = [problem for problem in fault.problems if problem.severity == "error"]
        found = [str(problem.place) for problem in errors]
    assert found == said


def test_marks_of_other_tools_are_converted_once(folder: Path) -> None:
    content = FIRE.replace("level: integer?,", "level: integer?, text: text?,").encode()
    rows: list[list[object]] = [
        ["Name", "Text"],
        ["Fire", r"<b>Burn</b> it.\nAll &amp; more <u>now</u>"],
    ]
    content = again(content, folder, rows)
    assert cards_of(content, folder)["fire"]["text"] == "**Burn** it.\nAll & more now"
    kept = (
        FIRE.replace("level: integer?,", "level: integer?, text: text?,")
        .replace("level: 1", 'text: "a &amp; b"')
        .encode()
    )
    assert planned(kept, folder, [["Name", "Text"], ["Fire", "a &amp; b"]]).is_empty


def test_cards_may_lack_a_new_field_that_the_sheet_fills_and_may_leave(folder: Path) -> None:
    content = BLOCK.replace("{name: line,", "{name: line, cost: integer,").encode()
    filled = planned(content, folder, [["id", "cost"], ["a", 1], ["b", 2]])
    assert [(change.card, change.after) for change in filled.kinds[0].changed] == [
        ("a", 1),
        ("b", 2),
    ]
    removed = planned(content, folder, [["id", "name", "cost"], ["c", "C", 3]], removes=True)
    assert list(removed.kinds[0].added) == ["c"]
    with pytest.raises(ProblemError) as fault:
        planned(content, folder, [["id", "cost"], ["a", 1]])
    assert [(problem.code, "'b'" in problem.message) for problem in fault.value.problems] == [
        ("missing-field", True)
    ]


# ---------------------------------------------------------------- tables

TIDES = (
    GAME
    + """\
tables:
  tide:
    fields: {name: line, height: 0..9, copies: integer?, moons: "[moon]"}
    rows:
      ebb: {name: Ebb, height: 1, moons: [full]}
      # the high one
      flood: {name: Flood, height: 7, copies: 3, moons: []}
  moon: {fields: {name: line}, rows: {full: {name: Full Moon}, new: {name: New Moon}}}
kinds:
  card:
    template: card.svg.j2
    fields: {name: line, tide: tide}
    cards:
      a: {name: A, tide: ebb}
  quay: {template: card.svg.j2, for_each: tide, fields: {name: line}, cards: {ebb: {name: Pier}}}
"""
)


def tides(rows: Sequence[Sequence[object]], folder: Path, **how: bool) -> ImportPlan:
    """Plan the import of rows into the table of tides; a second import changes nothing."""
    first = planned(TIDES.encode(), folder, rows, "tide", **how)
    assert planned(first.content, folder, rows, "tide", **how).is_empty
    return first


@pytest.mark.parametrize("ending", ENDINGS)
def test_exported_tables_change_nothing_when_they_come_back(ending: str, folder: Path) -> None:
    cards = read_cards(folder / "cards.yaml", Problems(), TIDES.encode())
    sheets = sheets_of(load_game(folder / "cards.yaml", Problems(), TIDES.encode()), ending)
    assert list(sheets) == ["card", "quay", "tide", "moon"]
    assert list(sheets["tide"].rows[0]) == ["id", "name", "height", "copies", "moons"]
    assert plan_import(cards, sheets, Problems()).is_empty


def test_a_row_of_a_table_is_changed_added_taken_out_and_put_in_order(folder: Path) -> None:
    plan = tides([["Name", "Height"], ["Flood", 8], ["Ebb", 1]], folder, orders=True)
    assert (
        "      # the high one\n      flood: {name: Flood, height: 8, copies: 3, moons: []}\n   "
        "   ebb:"
    ) in plan.content.decode()
    assert plan.kinds[0].is_table
    assert plan.kinds[0].is_reordered
    plan = tides(
        [
            ["id", "name", "height", "moons"],
            ["ebb", "Ebb", 1, "Full Moon"],
            [None, "Spring Tide", 9, "new"],
        ],
        folder,
    )
    assert changed_lines(plan.diff) == (
        [],
        ["      spring-tide: {name: Spring Tide, height: 9, moons: [new]}"],
    )
    plan = tides([["id"], ["ebb"]], folder, removes=True)
    assert plan.kinds[0].missing == ["flood"]
    assert "flood" not in plan.content.decode()


def test_a_tables_fields_called_as_a_cards_own_columns_are_plain_fields(folder: Path) -> None:
    plan = tides([["id", "Copies", "height"], ["ebb", 0, 1], ["flood", 3, 7]], folder)
    assert [(change.card, change.field, change.after) for change in plan.kinds[0].changed] == [
        ("ebb", "copies", 0)
    ]
    with pytest.raises(ProblemError) as fault:
        tides([["id", "Anzahl"], ["ebb", 2]], folder)
    assert [problem.code for problem in fault.value.problems] == ["unknown-column"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["id", "height"], ["ebb", 12]], "x.xlsx:B2: error[out-of-range]: 'height' expected a whole number from 0 to 9"),
        ([["name", "height"], ["Ebb", 1], ["Ebb", 1]], "x.xlsx:A3: error[duplicate-id]: this row is the same as row 2 | a table cannot"),
        ([["id", "name"], ["neap", "Neap"]], "x.xlsx:A2: error[missing-field]: expected 'height' and 'moons' for the new row 'neap'"),
        ([["id", "name"], ["ebb", None]], ("x.xlsx:B2: error[missing-field]: expected 'name' for 'ebb', found none | every row of " "the table 'tide'")),
        ([["id", "moons"], ["ebb", "half"]], "x.xlsx:B2: error[unknown-moon]: 'moons' expected one of full, new, found 'half'"),
        ([], ("x.xlsx:A1: error[bad-spreadsheet]: expected rows of the table 'tide', found an empty " "sheet")),
        ([["height"], [3]], ("x.xlsx:A1: error[missing-column]: expected a column 'id' or 'name' in the first row, to identify each row of the table 'tide'")),
    ],
)  # fmt: skip
def test_a_fault_in_a_row_of_a_table_is_told_with_its_cell(
    rows: list[list[object]], said: str, folder: Path
) -> None:
    with pytest.raises(ProblemError) as fault:
        planned(TIDES.encode(), folder, rows, "tide")
    (problem,) = fault.value.problems
    text = format_problem(problem, folder).replace("\n   = hint: ", " | ")
    assert text.startswith(said)
    assert problem.card is None


def test_a_new_row_of_a_table_may_be_named_by_a_card_of_the_same_workbook(folder: Path) -> None:
    cards = read_cards(folder / "cards.yaml", Problems(), TIDES.encode())
    sheets = {
        "card": Worksheet("x.xlsx", "card", [["id", "name", "tide"], ["a", "A", "neap"]]),
        "tide": Worksheet(
            "x.xlsx", "tide", [["id", "name", "height", "moons"], ["neap", "Neap", 2, None]]
        ),
    }
    text = plan_import(cards, sheets, Problems()).content.decode()
    assert "a: {name: A, tide: neap}" in text
    assert "neap: {name: Neap, height: 2, moons: []}" in text


def test_a_table_keeps_which_columns_are_ignored_and_cards_made_for_its_rows_are_counted(
    folder: Path,
) -> None:
    content = TIDES.replace("title: Trial", "title: Trial, cards: 3").encode()
    rows: list[list[object]] = [["Label", "Height", "Moons", "Ideas"], ["Neap", 2, None, "?"]]
    cards = read_cards(folder / "cards.yaml", Problems(), content)
    settings = {"tide": ImportSettings(("Ideas",), {"Label": "name"})}
    plan = plan_import(
        cards, {"tide": Worksheet("x.csv", "", rows)}, Problems(), counts=True, settings=settings
    )
    assert (
        "    import: {ignore: [Ideas], rename: {Label: name}}\n    rows:\n" in plan.content.decode()
    )
    assert plan.counts == {"game.cards": (3, 4)}
    assert planned(plan.content, folder, rows, "tide").is_empty
