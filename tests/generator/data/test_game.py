"""A box for fewer players: `for_players` and `each_player` in cards.yaml, `build --players`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cli.main import run
from generator.data.game import Card, Component, Game, for_players
from generator.data.problems import Place, ProblemError
from generator.job.build import build
from generator.job.planning import Options, plan
from tests.conftest import make_game

MAT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><text x="9" '
    'y="30">mat</text></svg>'
)
RULES = (
    "# {{ game.title }}\n\n{% for part in components %}{{ part.name }}: {{ part.count }}{% if "
    "part.for_players %} from {{ part.for_players[0] }}{% endif %}{% if part.each_player %} for "
    "each{% endif %}.\n\n{% endfor %}"
)
CARDS: dict[str, Any] = {"a": {"name": "base"}, "b": {"name": "more", "copies": 3}}
BOX: dict[str, Any] = {
    "base": {"name": "Base", "of": "card", "where": {"name": "base"}, "count": 1},
    "more": {
        "name": "More",
        "of": "card",
        "where": {"name": "more"},
        "count": 3,
        "for_players": "3-4",
    },
    "mats": {"name": "Mats", "of": "mat", "count": 8, "each_player": True},
    "dice": {"name": "Dice", "count": 4, "dice": 6, "each_player": True},
    "pawns": {"name": "Pawns", "count": 4, "for_players": 4},
}


def box(
    folder: Path, components: dict[str, Any] | None = None, copies: int = 8, **sections: Any
) -> Game:
    """Make a game for two to four, with what not all of them need."""
    kinds = {
        "mat": {
            "template": "mat.svg.j2",
            "size": "90 x 60 mm",
            "cards": {"mat": {"copies": copies}},
        }
    }
    files = {"templates/mat.svg.j2": MAT, "templates/rulebook.md.j2": RULES}
    said = sections.pop("game", {})
    info = {} if said is None else {"players": "2-4", **said}
    return make_game(
        folder,
        cards=CARDS,
        kinds=kinds,
        files=files,
        game=info,
        components=BOX if components is None else components,
        **sections,
    )


def with_(id_: str, **changed: Any) -> dict[str, Any]:
    return {**BOX, id_: {**BOX[id_], **changed}}


def words(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path.read_bytes()) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document).split()


# ---------------------------------------------------------------- the box


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, {"base": 1, "mats": 4, "dice": 2}),
        (3, {"base": 1, "more": 3, "mats": 6, "dice": 3}),
        (4, {"base": 1, "more": 3, "mats": 8, "dice": 4, "pawns": 4}),
        (None, {"base": 1, "more": 3, "mats": 8, "dice": 4, "pawns": 4}),
    ],
)
def test_so_many_players_need_so_much(
    tmp_path: Path, players: int | None, expected: dict[str, int]
) -> None:
    whole = box(tmp_path, game={"cards": 4})
    game = for_players(whole, players)
    assert {component.id: component.count for component in game.components} == expected
    printed = {
        component.id: sum(card.copies for card in component.cards)
        for component in game.components
        if component.cards
    }
    assert printed == {id_: expected[id_] for id_ in printed}
    assert for_players(game, players) is game
    assert for_players(game, 4).components == whole.components  # from any, any other
    assert game.context["components"]["mats"].count == 8  # what a template sees is the whole box


@given(st.integers(1, 12), st.integers(1, 4), st.lists(st.integers(1, 3), max_size=4))
def test_shares_add_up(most: int, each: int, copies: list[int]) -> None:
    place = Place("cards.yaml", 1, 1)
    cards = tuple(
        Card(str(n), str(n), "card", None, "x", each * most, None, "round", None, place, {})
        for n, each in enumerate(copies)
    )  # type: ignore[arg-type]
    whole = Component("c", "C", each * most, cards, None, None, False, place, is_each_player=True)
    for players in range(1, most + 1):
        part = whole.share(players, most)
        assert part.count * most == whole.count * players
        assert [card.copies for card in part.cards] == [each * players for each in copies]
        assert replace(whole, is_each_player=False).share(players, most).count == whole.count
    assert whole.share(most, most) == whole


@pytest.mark.parametrize(
    ("copies", "left"), [(1, ["mat-red", "mat-blue"]), (3, ["mat-red", "mat-blue", "mat-green"])]
)
def test_where_each_player_has_a_mat_of_their_own_fewer_get_the_first(
    tmp_path: Path, copies: int, left: list[str]
) -> None:
    colours = {name: {"name": name} for name in ("red", "blue", "green")}
    mat = {
        "template": "mat.svg.j2",
        "size": "90 x 60 mm",
        "for_each": "team",
        "cards": {"mat": {"copies": copies}},
    }
    game = make_game(
        tmp_path,
        tables={"team": {"fields": {"name": "line"}, "rows": colours}},
        kinds={"mat": mat},
        files={"templates/mat.svg.j2": MAT},
        game={"players": "2-3"},
        components={
            "cards": {"name": "Cards", "of": "card", "count": 1},
            "mats": {"name": "Mats", "of": "mat", "count": 3 * copies, "each_player": True},
        },
    )
    (mats,) = [component for component in for_players(game, 2).components if component.id == "mats"]
    assert [card.id for card in mats.cards] == left, (
        "three copies can be shared out: two of each mat then"
    )
    assert mats.count == sum(card.copies for card in mats.cards) == 2 * copies


def test_build_prints_less_and_says_for_how_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box(tmp_path, feedback={"questions": [{"ask": "Fun?"}]})
    out = tmp_path / "out"
    assert run(["build", str(tmp_path), "--output", str(out), "--players", "2", "--all"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Trial 1.2.3 for 2 players  cards  faces  sheets\n")
    assert "More" not in said
    assert run(["build", str(tmp_path), "--output", str(out), "--all"]) == 0
    assert capsys.readouterr().out.startswith("Trial 1.2.3               cards")
    assert {path.name for path in out.iterdir()} == {
        "trial-cards-a4-for-2.pdf",
        "trial-pieces-a4-for-2.pdf",
        "trial-dice-a4-for-2.pdf",
        "trial-cards-a4.pdf",
        "trial-pieces-a4.pdf",
        "trial-dice-a4.pdf",
        "trial-rulebook.pdf",
        "trial-booklet-a4.pdf",
        "trial-feedback-a4.pdf",
    }
    assert [
        word for word in words(out / "trial-cards-a4-for-2.pdf") if word in ("base", "more")
    ] == ["base"]
    assert words(out / "trial-cards-a4.pdf").count("more") == 3
    assert words(out / "trial-pieces-a4-for-2.pdf").count("mat") == 4
    assert words(out / "trial-pieces-a4.pdf").count("mat") == 8


def test_the_rulebook_is_of_the_whole_box_and_can_say_who_needs_what(tmp_path: Path) -> None:
    game = box(tmp_path)
    books = []
    for players in (None, 2):
        result = build(game, Options(output=tmp_path / str(players), players=players))
        (book,) = [file.path for file in result.files if "rulebook" in file.path.name]
        books.append(book.read_bytes())
    text = " ".join(words(book))
    assert books[0] == books[1]
    assert "Base: 1." in text
    assert "More: 3 from 3." in text
    assert "Mats: 8 for each." in text


def test_all_that_can_play_print_what_everybody_prints(tmp_path: Path) -> None:
    game = box(tmp_path)
    assert [item.sheets for item in plan(game, Options(players=4))] == [
        item.sheets for item in plan(game, Options())
    ]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--players", "5"], "Trial is for 2 to 4 players, not for 5"),
        (["--players", "1"], "Trial is for 2 to 4 players, not for 1"),
        (["--players", "0"], "'--players'"),
        (["--players", "few"], "'--players'"),
        (
            ["--players", "2", "--only", "more"],
            "--only more names nothing that is printed for 2 players",
        ),
        (["--players", "2", "--changed"], "cards.lock records all of it"),
        (["--players", "2", "--mark-printed"], "cards.lock records all of it"),
    ],
)
def test_wrong_usage_says_what_is_possible(
    tmp_path: Path, asked: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    box(tmp_path)
    assert run(["build", str(tmp_path), "--output", str(tmp_path / "out"), *asked]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_game_that_does_not_say_who_can_play_is_for_nobody_in_particular(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as fault:
        for_players(make_game(tmp_path), 3)
    assert [(p.code, p.message) for p in fault.value.problems] == [
        ("unknown-players", "Trial does not say how many people can play it")
    ]


def test_exports_take_what_so_many_need_into_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box(tmp_path / "game")
    monkeypatch.chdir(tmp_path)
    assert run(["export", "png", "game", "--dpi", "40", "--copies", "each", "--players", "2"]) == 0
    names = [path.name for path in Path("output/png-for-2").iterdir()]
    assert len(names) == 5
    assert sum(name.startswith("mats-") for name in names) == 4
    assert run(["export", "png", "game", "--players", "9"]) == 2


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("components", "copies", "info", "code", "message", "at"),
    [
        (
            with_("more", for_players="3-5"),
            8,
            {},
            "out-of-range",
            "'for_players' expected numbers of players from 2 to 4, found '3-5'",
            "for_players: 3-5",
        ),
        (
            with_("more", for_players=1),
            8,
            {},
            "out-of-range",
            "found the integer 1",
            "for_players: 1",
        ),
        (
            with_("more", for_players="some"),
            8,
            {},
            "wrong-type",
            "'for_players' expected a number or a range such as '2-6', found 'some'",
            "for_players: some",
        ),
        (
            with_("mats", each_player="yes, each"),
            8,
            {},
            "wrong-type",
            "'each_player' expected true or false",
            "each_player: yes, each",
        ),
        (
            with_("dice", count=6),
            8,
            {},
            "uneven-share",
            "'dice' is for each of 4 players, but 6 cannot be divided equally among them",
            "count: 6",
        ),
        (
            with_("mats", count=6),
            6,
            {},
            "uneven-share",
            "'mats' is for each of 4 players, but 6 cannot be divided equally among them",
            "count: 6",
        ),
        (
            with_("base", count=1, each_player=True),
            8,
            {},
            "uneven-share",
            "but 1 cannot be divided",
            "count: 1",
        ),
        (
            {key: BOX[key] for key in ("base", "more")},
            8,
            None,
            "missing-field",
            "needs `players` under game:",
            "for_players: 3-4",
        ),
    ],
)
def test_a_mistake_is_told_at_its_place(
    tmp_path: Path,
    components: dict[str, Any],
    copies: int,
    info: dict[str, Any],
    code: str,
    message: str,
    at: str,
) -> None:
    with pytest.raises(ProblemError) as found:
        box(tmp_path, components, copies, game=info)
    fault = found.value.problems[0]
    assert fault.code == code
    assert message in fault.message
    assert fault.place is not None
    assert (tmp_path / "cards.yaml").read_text("utf-8").splitlines()[
        fault.place.line - 1
    ].strip() == at


def test_players_with_different_cards_are_told_so(tmp_path: Path) -> None:
    box_of_four = {
        "all": {"name": "All", "of": "card", "count": 4, "each_player": True},
        "mats": BOX["mats"],
    }
    with pytest.raises(ProblemError) as found:
        box(tmp_path, box_of_four)
    (fault,) = found.value.problems
    assert (fault.code, fault.card) == ("uneven-share", "a")
    assert fault.hint is not None
    assert "leave out `each_player`" in fault.hint


# ---------------------------------------------------------------- the games that come with the tool


def test_emporium_for_so_many_has_that_many_screens_mats_dice_and_aids(emporium: Game) -> None:
    whole = {component.id: component.count for component in emporium.components}
    for players in range(2, 7):
        now = {
            component.id: component.count for component in for_players(emporium, players).components
        }
        assert now == whole | dict.fromkeys(("screens", "mats", "dice", "aids"), players)


def test_a_card_is_found_by_its_name_and_any_capitals_unless_a_kind_is_called_so(
    tmp_path: Path,
) -> None:
    cards = {
        "a1": {"name": "Heron"},
        "a2": {"name": "Heron"},
        "b": {"name": "Card"},
        "otter": {"name": "Otter"},
    }
    game = make_game(tmp_path, cards=cards)
    assert game.card("OTTER").id == game.card("otter").id == "otter"
    for word, hint in (
        ("heron", "cards with this name: a1, a2"),
        ("card", "its cards are a1, a2, b, otter"),
        ("oter", "did you mean 'otter'?"),
    ):
        with pytest.raises(ProblemError) as caught:
            game.card(word)
        assert caught.value.problems[0].hint == hint
