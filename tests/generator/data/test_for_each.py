"""`for_each`: cards made once for each row of a table, one entry in cards.yaml, a card of its own
on paper.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.cells.importing import plan_import, read_cards
from generator.cells.importplans import ImportPlan
from generator.cells.spreadsheets import read_csv
from generator.cli.main import run
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.schema import json_schema
from generator.data.source import read_source
from generator.export.stacks import card_text
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options, chosen_cards
from generator.job.printed import compare, entries_of
from generator.lint.lint import Linted, lint
from tests.conftest import make_game

FACE = (
    '<rect x="-4" y="-4" width="71" height="96" fill="#fff"/><text x="8" y="20">face-{{ card.id }} '
    "{{ card.name }} of {{ card.pack.name }}</text>"
)
CARDS: dict[str, Any] = {"s7": {"name": "Seven"}, "joker": {"name": "Fool", "copies": 2}}
PACKS: dict[str, Any] = {
    "first": {"name": "Alpha"},
    "second": {"name": "Beta"},
    "third": {"name": "Gamma"},
}
BOX: dict[str, Any] = {
    f"pack-{row}": {"name": f"Pack {row}", "of": "card", "where": {"pack": row}, "count": 3}
    for row in PACKS
}


def packs(
    folder: Path,
    face: str = FACE,
    cards: dict[str, Any] | None = None,
    rows: dict[str, Any] | None = None,
    **sections: Any,
) -> Game:
    """Make a game whose cards are made for each of three packs."""
    fields = sections.pop("fields", {"name": "line"})
    tables = {
        "pack": {"fields": {"name": "line"}, "rows": PACKS if rows is None else rows},
        **sections.pop("tables", {}),
    }
    kind = {"for_each": "pack", **sections.pop("kind", {})}
    return make_game(
        folder,
        face,
        CARDS if cards is None else cards,
        fields,
        kind=kind,
        tables=tables,
        **sections,
    )


def faults(folder: Path, **sections: Any) -> list[Problem]:
    """Make such a game, which must have faults, and give them."""
    with pytest.raises(ProblemError) as found:
        packs(folder, **sections)
    return list(found.value.problems)


def texts(path: Path, covers: int = 0) -> Counter[str]:
    """Count the faces in a PDF after its covers."""
    with pypdfium2.PdfDocument(path.read_bytes()) as document:
        words = " ".join(
            page.get_textpage().get_text_range() for page in list(document)[covers:]
        ).split()
    return Counter(word.removeprefix("face-") for word in words if word.startswith("face-"))


# ---------------------------------------------------------------- cards


def test_each_entry_is_a_card_for_each_row_that_sees_it(tmp_path: Path) -> None:
    game = packs(tmp_path)
    assert list(game.cards) == [
        "s7-first",
        "s7-second",
        "s7-third",
        "joker-first",
        "joker-second",
        "joker-third",
    ]
    card = game.card("joker-second")
    assert (card.entry, card.copies, card.record.pack.name, card.record.id) == (
        "joker",
        2,
        "Beta",
        "joker-second",
    )
    lines = (tmp_path / "cards.yaml").read_text("utf-8").splitlines()
    places = [(one.place, one.places["name"]) for one in game.made_of("joker")]
    assert len(set(places)) == 1
    assert lines[places[0][0].line - 1].strip() == "joker:"
    assert lines[places[0][1].line - 1].strip() == "name: Fool"
    assert [one.id for one in game.made_of("s7")] == ["s7-first", "s7-second", "s7-third"]


def test_each_is_printed_with_its_own_face_as_often_as_it_has_copies(tmp_path: Path) -> None:
    result = build(
        packs(tmp_path, components=BOX, game={"cards": 9}), Options(output=tmp_path / "out")
    )
    assert texts(result.files[0].path) == {
        f"{one}-{row}": n for one, n in (("s7", 1), ("joker", 2)) for row in PACKS
    }
    assert [(deck.name, deck.cards, deck.faces) for deck in result.decks] == [
        (f"Pack {row}", 3, 2) for row in PACKS
    ]


def test_without_components_all_are_one_deck(tmp_path: Path) -> None:
    (component,) = packs(tmp_path).components
    assert (component.count, len(component.cards)) == (9, 6)


def test_a_promise_counts_every_row(tmp_path: Path) -> None:
    wrong = {**BOX, "pack-second": {**BOX["pack-second"], "count": 9}}
    (fault,) = faults(tmp_path, components=wrong)
    assert (fault.code, fault.message) == (
        "broken-promise",
        "'pack-second' promises 9, but there are 3 cards",
    )
    (fault,) = faults(tmp_path, components=BOX, game={"cards": 3})
    assert fault.message == "the box promises 3 cards, but there are 9"


def test_other_cards_can_name_a_card_that_is_made_and_have_it_as_back(tmp_path: Path) -> None:
    kinds = {
        "hand": {
            "template": "card.svg.j2",
            "fields": {"name": "line", "best": "card"},
            "defaults": {"back": "joker-third"},
            "cards": {"one": {"name": "One", "best": "s7-second"}},
        }
    }
    game = packs(tmp_path, kinds=kinds)
    assert game.card("one").record.best is game.card("s7-second").record
    assert game.card("one").back == "joker-third"


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(["a", "b", "a-b", "b-c", "c"]), min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from(["a", "b", "b-c", "c", "c-b"]), min_size=1, max_size=4, unique=True),
)
def test_every_entry_and_row_make_one_card_or_the_clash_is_told(
    tmp_path: Path, entries: list[str], rows: list[str]
) -> None:
    made = [f"{entry}-{row}" for entry in entries for row in rows]
    clash = len(set(made)) < len(made) or set(made) & set(entries)
    sections: dict[str, Any] = {
        "cards": {id_: {"name": "N"} for id_ in entries},
        "rows": {id_: {"name": "R"} for id_ in rows},
    }
    if clash:
        assert {problem.code for problem in faults(tmp_path, **sections)} == {"duplicate-id"}
        return
    game = packs(tmp_path, **sections)
    assert list(game.cards) == made
    assert {(card.entry, card.record.pack.id) for card in game.cards.values()} == {
        (e, r) for e in entries for r in rows
    }


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("sections", "code", "message", "hint"),
    [
        (
            {"kind": {"for_each": "pakc"}},
            "unknown-table",
            "'for_each' expected 'pack', found 'pakc'",
            "did you mean 'pack'?",
        ),
        (
            {"kind": {"for_each": "card"}},
            "unknown-table",
            "'for_each' expected 'pack', found 'card'",
            None,
        ),
        (
            {"fields": {"name": "line", "pack": "line"}},
            "bad-name",
            "every card of this kind already has 'pack', from `for_each: pack`",
            "leave it out, or rename it",
        ),
        (
            {
                "tables": {"copies": {"fields": {}, "rows": {"x": {}}}},
                "kind": {"for_each": "copies"},
            },
            "bad-name",
            "every card already has 'copies'",
            "rename the table",
        ),
        (
            {"cards": {"s7": {"name": "Seven", "pack": "first"}}},
            "unknown-key",
            "unknown key 'pack' in 's7'",
            "leave it out: the cards of this kind are made once for every pack, by `for_each: pack`",
        ),
        (
            {"cards": {"s7": {"name": "A"}, "s7-first": {"name": "B"}}},
            "duplicate-id",
            "the id 's7-first' is used twice, and made from 's7'",
            "rename one of the two",
        ),
        (
            {"kinds": {"other": {"template": "card.svg.j2", "cards": {"joker-third": {}}}}},
            "duplicate-id",
            "the id 'joker-third' is used twice, and made from 'joker'",
            "rename one of the two",
        ),
        (
            {"kinds": {"other": {"template": "card.svg.j2", "cards": {"joker": {}}}}},
            "duplicate-id",
            "the id 'joker' is used twice",
            "rename one of the two",
        ),
        (
            {
                "components": {
                    **BOX,
                    "pack-third": {**BOX["pack-third"], "where": {"pack": "thrid"}},
                }
            },
            "unknown-pack",
            "'pack' expected one of first, second, third, found 'thrid'",
            "did you mean 'third'?",
        ),
        (
            {"components": {key: BOX[key] for key in ("pack-first", "pack-second")}},
            "in-no-component",
            "'card' for the pack 'third' is in no component, so its 2 cards would not be printed",
            "add a component `of: card` with `where: {pack: third}`",
        ),
        (
            {"rows": {}, "components": BOX},
            "unknown-pack",
            "'pack' expected one that exists (there is none yet), found 'first'",
            "write its rows first, under 'pack:'",
        ),
    ],
)
def test_a_mistake_is_told_at_its_place(
    tmp_path: Path, sections: dict[str, Any], code: str, message: str, hint: str | None
) -> None:
    fault = faults(tmp_path, **sections)[0]
    assert (fault.code, fault.hint) == (code, hint)
    assert message in fault.message
    assert fault.place is not None
    assert fault.place.file == "cards.yaml"


def test_a_fault_of_an_entry_is_told_once(tmp_path: Path) -> None:
    (fault,) = faults(
        tmp_path,
        fields={"name": "line", "sign": "icon"},
        cards={"s7": {"name": "Seven", "sign": "sratr"}},
    )
    assert (fault.code, fault.card) == ("unknown-icon", "s7")
    body = (
        '<textArea id="name" x="3" y="3" width="20" height="4" font-size="10pt">{{ card.name '
        "}}</textArea>"
    )
    game = packs(tmp_path, body, {"s7": {"name": "Seven of spades and of much else"}})
    with pytest.raises(ProblemError) as found:
        build(game, Options(output=tmp_path / "out"))
    assert [(p.code, p.card) for p in found.value.problems] == [("text-overflow", "s7-first")]


def test_a_letter_that_no_font_has_is_told_once_by_fitting_and_drawing(tmp_path: Path) -> None:
    game = packs(tmp_path, cards={"s7": {"name": "漢"}})
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    assert [(p.code, p.card) for p in press.problems if p.code == "missing-glyph"] == [
        ("missing-glyph", "s7-first")
    ]


def test_a_fault_of_one_row_s_cards_is_told_of_these(tmp_path: Path) -> None:
    body = (
        '<text x="8" y="20">{{ card.name }}{% if card.pack == "third" %} of very many packs of '
        "cards that lie on this table{% endif %}</text>"
    )
    game = packs(tmp_path, body)
    with pytest.raises(ProblemError) as found:
        build(game, Options(output=tmp_path / "out"))
    assert {p.card for p in found.value.problems} == {"s7-third", "joker-third"}


# ---------------------------------------------------------------- commands


def test_only_and_preview_take_a_card_or_its_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = packs(tmp_path / "game", components=BOX)
    assert chosen_cards(game, ["s7"]).ids == {"s7-first", "s7-second", "s7-third"}
    assert chosen_cards(game, ["s7-second"]).ids == {"s7-second"}
    monkeypatch.chdir(tmp_path)
    assert run(["preview", "s7", "game", "--dpi", "40"]) == 0
    assert sorted(path.name for path in Path("output").iterdir()) == [
        "s7-first.png",
        "s7-second.png",
        "s7-third.png",
    ]
    assert run(["preview", "joker-third", "game", "--output", "one.svg"]) == 0
    assert "face-joker-third Fool of Gamma" in Path("one.svg").read_text("utf-8")
    assert run(["preview", "s7", "game", "--output", "one.png"]) == 2
    assert "'s7' is several cards (s7-first, s7-second, s7-third)" in capsys.readouterr().err
    assert run(["preview", "s8-first", "game"]) == 2
    with pytest.raises(ProblemError) as fault:
        game.card("s7")
    assert fault.value.problems[0].hint == "its cards are s7-first, s7-second, s7-third"


def test_pictures_and_a_virtual_table_have_every_card(tmp_path: Path) -> None:
    game = packs(tmp_path / "game", components=BOX)
    assert (
        run(
            [
                "export",
                "png",
                str(tmp_path / "game"),
                "--dpi",
                "40",
                "--name-pattern",
                "{id}",
                "--output",
                str(tmp_path / "png"),
            ]
        )
        == 0
    )
    assert {path.stem for path in (tmp_path / "png").iterdir()} == set(game.cards)
    assert (
        run(
            [
                "export",
                "tabletop-simulator",
                str(tmp_path / "game"),
                "--output",
                str(tmp_path / "tts"),
            ]
        )
        == 0
    )
    (saved,) = (tmp_path / "tts").glob("*.json")
    decks = [
        thing
        for thing in json.loads(saved.read_text("utf-8"))["ObjectStates"]
        if "DeckIDs" in thing
    ]
    assert [len(deck["DeckIDs"]) for deck in decks] == [3, 3, 3]
    assert card_text(game, game.card("s7-third")) == "Pack: Gamma"


def test_printed_cards_are_remembered_and_compared_one_by_one(tmp_path: Path) -> None:
    old = packs(tmp_path, components=BOX)
    before = entries_of(old, Press(old))
    assert set(before) == set(old.cards)
    new = packs(tmp_path, components=BOX, rows={**PACKS, "third": {"name": "Delta"}})
    changes = compare(before, entries_of(new, Press(new)))
    assert [(change.sort, change.entry.id) for change in changes] == [
        ("changed", "s7-third"),
        ("changed", "joker-third"),
    ]
    assert run(["build", str(tmp_path), "--mark-printed", "--output", str(tmp_path / "out")]) == 0
    assert "joker-third:" in (tmp_path / "cards.lock").read_text("utf-8")
    packs(tmp_path, components=BOX)
    assert run(["build", str(tmp_path), "--changed", "--output", str(tmp_path / "new")]) == 0
    assert texts(tmp_path / "new" / "trial-changed-a4.pdf", 1) == {"s7-third": 1, "joker-third": 2}


# ---------------------------------------------------------------- lint


def told(linted: Linted) -> list[tuple[str, str, str | None]]:
    return [(finding.code, finding.about, finding.silenced) for finding in linted.findings]


def test_lint_tells_what_all_rows_share_once_and_takes_no_copy_for_a_look_alike(
    tmp_path: Path,
) -> None:
    cards = {"seven": {"name": "Sevenths"}, "eight": {"name": "Seventhy"}}
    (finding,) = lint(
        packs(tmp_path / "names", '<text x="8" y="20">{{ card.name }}</text>', cards)
    ).findings
    assert (finding.code, finding.card, finding.about, finding.wider[0]) == (
        "names-alike",
        "eight",
        "eight, name",
        "seven, eight",
    )
    faint = (
        '<rect x="-4" y="-4" width="71" height="96" fill="#808080"/><text x="8" y="20" '
        'fill="#b0b0b0">{{ card.name }}</text>'
    )
    assert told(lint(packs(tmp_path / "all", faint))) == [
        ("low-contrast", "s7", None),
        ("low-contrast", "joker", None),
    ]
    some = faint.replace("#b0b0b0", '{{ "#000" if card.pack == "first" else "#b0b0b0" }}')
    one, _ = lint(packs(tmp_path / "some", some)).findings
    assert (one.card, one.about, one.wider[0]) == ("s7-second", "s7-second", "s7")
    for about in ("s7", "s7-third", "card"):
        silenced = {"silenced": [{"finding": "low-contrast", "about": about, "reason": "Known."}]}
        assert ("low-contrast", "s7", "Known.") in told(
            lint(packs(tmp_path / about, faint, lint=silenced))
        )


def test_lint_compares_the_colours_and_numbers_of_entries(tmp_path: Path) -> None:
    cards = {
        "a": {"name": "Ada", "tone": "#a83232", "power": 2, "text": "Power 3."},
        "b": {"name": "Bo", "tone": "#5f6b1e", "power": 1},
    }
    fields = {"name": "line", "tone": "colour", "power": "1..9", "text": "text?"}
    assert told(lint(packs(tmp_path, cards=cards, fields=fields))) == [
        ("colours-alike", "a, b", None),
        ("words-and-number", "a, text", None),
        *(("field-unshown", f"card, {field}", None) for field in ("tone", "power", "text")),
    ]


# ---------------------------------------------------------------- one entry everywhere else


def imported(folder: Path, sheet: str) -> ImportPlan:
    """Plan to import a sheet of cards, counts and all."""
    problems = Problems()
    rows = read_csv(sheet.encode(), "card.csv", ("id", "name", "copies"))
    return plan_import(
        read_cards(folder / "cards.yaml", problems), {"card": rows}, problems, counts=True
    )


def test_a_spreadsheet_has_one_row_an_entry_and_takes_it_back(tmp_path: Path) -> None:
    game = packs(tmp_path, components=BOX, game={"cards": 9})
    assert run(["export", "csv", str(tmp_path), "--output", str(tmp_path / "csv")]) == 0
    sheet = tmp_path / "csv" / "trial-card.csv"
    assert list(csv.reader(sheet.read_text("utf-8-sig").splitlines())) == [
        ["id", "name", "copies"],
        ["s7", "Seven", "1"],
        ["joker", "Fool", "2"],
    ]
    plan = imported(tmp_path, "id,name,copies\ns7,Sept,1\njoker,Fool,2\ns8,Eight,4\n")
    assert plan.counts == {
        **{f"components.pack-{row}.count": (3, 7) for row in PACKS},
        "game.cards": (9, 21),
    }
    again = load_game(tmp_path / "cards.yaml", content=plan.content)
    assert again.card("s7-third").record.name == "Sept"
    assert len(again.cards) == len(game.cards) + 3


def test_counts_of_a_component_of_all_rows_follow_an_import(tmp_path: Path) -> None:
    packs(tmp_path, components={"all": {"name": "All", "of": "card", "count": 9}})
    plan = imported(tmp_path, "id,copies\ns7,2\njoker,2\n")
    assert plan.counts == {"components.all.count": (9, 12)}


def test_a_translation_says_an_entry_once_for_all_its_cards(tmp_path: Path) -> None:
    packs(tmp_path, components=BOX)
    french = tmp_path / "cards.fr.yaml"
    french.write_text(
        (
            "kinds: {card: {cards: {s7: {name: Sept}}}}\ntables: {pack: {rows: {third: {name: "
            "Troisième}}}}\n"
        ),
        "utf-8",
    )
    game = load_game(tmp_path, lang="fr")
    assert [card.record.name for card in game.made_of("s7")] == ["Sept"] * 3
    assert game.card("s7-third").record.pack.name == "Troisième"
    french.write_text("kinds: {card: {cards: {s7-first: {name: Sept}}}}\n", "utf-8")
    with pytest.raises(ProblemError) as fault:
        load_game(tmp_path, lang="fr")
    assert fault.value.problems[0].code == "unknown-entry"


def test_where_chooses_by_the_row_s_id_in_every_language(tmp_path: Path) -> None:
    packs(
        tmp_path,
        components={
            **BOX,
            "pack-first": {
                **BOX["pack-first"],
                "where": {"pack": "first", "name": "Seven"},
                "count": 1,
            },
            "rest": {
                "name": "Rest",
                "of": "card",
                "where": {"pack": "first", "name": "Fool"},
                "count": 2,
            },
        },
    )
    (tmp_path / "cards.fr.yaml").write_text(
        "kinds: {card: {cards: {s7: {name: Sept}, joker: {name: Fou}}}}\n", "utf-8"
    )
    for lang in (None, "fr"):
        chosen = {
            component.id: [card.id for card in component.cards]
            for component in load_game(tmp_path, lang=lang).components
        }
        assert (chosen["pack-first"], chosen["rest"]) == (["s7-first"], ["joker-first"])


def test_the_json_schema_knows_tables_and_the_cards_that_are_made(tmp_path: Path) -> None:
    kinds = {
        "hand": {
            "template": "card.svg.j2",
            "fields": {"best": "card"},
            "cards": {"one": {"best": "s7-second"}},
        }
    }
    packs(tmp_path, kinds=kinds)
    root = read_source(tmp_path / "cards.yaml")
    validator = jsonschema.Draft202012Validator(json_schema(root))
    data: Any = root.data()
    validator.validate(data)
    for path, value in ((("card", "for_each"), "pakc"), (("hand", "cards", "one", "best"), "s7")):
        broken: Any = read_source(tmp_path / "cards.yaml").data()
        inner = broken["kinds"]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        assert not validator.is_valid(broken), path
