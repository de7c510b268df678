"""`build --mark-printed`, `build --changed` and `diff`: real files, written, printed and read
back.
"""

from __future__ import annotations

import html
import io
import json
import re
import shlex
import shutil
import subprocess
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.book.strips import paginate
from generator.cli.main import run
from generator.data.game import Game
from generator.data.problems import Problems
from generator.face.press import Press
from generator.job.planning import Options
from generator.job.printed import compare, entries_of
from generator.job.reprinting import Cover, reprint
from generator.sheet.outputs import document_for
from generator.sheet.sheets import Backs
from tests.conftest import ROOT, make_game

FACE = (
    '<rect x="-4" y="-4" width="71" height="96" fill="#fff"/><text x="5" y="20">face {{ card.name '
    "}}</text>"
)
REAR = '<rect x="-4" y="-4" width="71" height="96" fill="{}"/><text x="5" y="20">rear</text>'
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><text x="1" y="10" '
    'font-size="2">coin{{ card.id }}</text></svg>'
)
CARDS = {
    "ada": {"name": "Ada"},
    "bob": {"name": "Bob", "copies": 3},
    "cyd": {"name": "Cyd", "copies": 2},
    "dan": {"name": "Dan"},
}


def deck(
    folder: Path,
    cards: dict[str, Any] | None = None,
    rear: str = "#246",
    version: str = "1.0",
    title: str = "Trial",
) -> Game:
    """Make a deck with backs, and coins without."""
    cards = CARDS if cards is None else cards
    count = sum(card.get("copies", 1) for card in cards.values())
    back = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        + REAR.format(rear)
        + "</svg>"
    )
    return make_game(
        folder,
        face=FACE,
        cards=cards,
        game={"version": version, "title": title},
        print={"version_marks": True},
        files={"templates/back.svg.j2": back, "templates/coin.svg.j2": COIN},
        kinds={
            "back": {"template": "back.svg.j2", "cards": {"rear": {}}},
            "coin": {
                "template": "coin.svg.j2",
                "size": "20 x 20 mm",
                "shape": "round",
                "cards": {"penny": {"copies": 4}},
            },
        },
        components={
            "people": {"name": "People", "of": "card", "back": "rear", "count": count},
            "coins": {"name": "Coins", "of": "coin", "count": 4},
        },
    )


def pages(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path.read_bytes()) as document:
        return [page.get_textpage().get_text_range() for page in document]


def printed(path: Path, covers: int = 1) -> Counter[str]:
    """Count the faces, backs and coins on the sheets after the cover."""
    return Counter(
        word for text in pages(path)[covers:] for word in re.findall(r"face \w+|rear|coin\w+", text)
    )


def emporium_pnp(folder: Path, *words: str) -> int:
    return run([*words, "--output", str(folder / "out")] if words[0] == "build" else list(words))


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """Return a folder with a game that was printed and remembered."""
    deck(tmp_path)
    assert emporium_pnp(tmp_path, "build", str(tmp_path), "--mark-printed") == 0
    shutil.rmtree(tmp_path / "out")
    return tmp_path


def test_nothing_changed_prints_nothing_and_is_fine(
    marked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck(marked, version="2.0")
    lock = (marked / "cards.lock").read_bytes()
    assert emporium_pnp(marked, "build", str(marked), "--changed", "--mark-printed") == 0
    assert "nothing to print" in capsys.readouterr().out
    assert not (marked / "out").exists()
    assert (marked / "cards.lock").read_bytes() == lock


def test_only_what_changed_is_printed_after_a_page_that_says_what_to_swap(marked: Path) -> None:
    deck(
        marked,
        {
            "ada": {"name": "Ada"},
            "bob": {"name": "Bobby", "copies": 3},
            "cyd": {"name": "Cyd", "copies": 4},
            "eve": {"name": "Eve"},
        },
        version="2.0",
    )
    assert emporium_pnp(marked, "build", str(marked), "--changed") == 0
    (file,) = (marked / "out").iterdir()
    assert file.name == "trial-changed-a4.pdf"
    cover, blank, front, back = pages(file)
    assert blank == ""  # the cover's back, so that backs stay behind their fronts
    assert printed(file, 2) == {"face Bobby": 3, "face Cyd": 2, "face Eve": 1, "rear": 6}
    assert "face" in front
    assert "face" not in back
    for said in (
        "Trial 2.0: what changed",
        "6 cards to print on 1 sheet, 4 cards to take out",
        "People: 4",
        "People: 6",
    ):
        assert said in cover, said
    lines = re.sub(r"[ \r\n]+", " ", cover)
    assert re.search(r"3 x Bob the new one takes its place 1\.0 · [0-9a-f]{4}", lines)
    assert re.search(r"1 x Dan no longer in the game 1\.0 · [0-9a-f]{4}", lines)
    assert all(said in lines for said in ("3 x Bobby", "2 x Cyd", "1 x Eve", "more copies"))
    assert re.search(r"Then you have 9 People", lines)


def test_the_cover_speaks_the_language_and_each_language_has_its_own_lock(tmp_path: Path) -> None:
    deck(tmp_path)
    (tmp_path / "cards.fr.yaml").write_text(
        "components: {people: {name: Gens}}\nkinds: {card: {cards: {bob: {name: Robert}}}}\n"
    )
    assert emporium_pnp(tmp_path, "build", str(tmp_path), "--mark-printed", "--lang", "all") == 0
    assert {path.name for path in tmp_path.glob("*.lock")} == {"cards.lock", "cards.fr.lock"}
    shutil.rmtree(tmp_path / "out")
    deck(tmp_path, {**CARDS, "ada": {"name": "Adele"}, "bob": {"name": "Bob", "copies": 1}})
    assert emporium_pnp(tmp_path, "build", str(tmp_path), "--changed", "--lang", "fr") == 0
    (path,) = (tmp_path / "out").iterdir()
    cover = pages(path)[0]
    for word in (
        "Trial 1.0\u202f: ce qui a changé",
        "1 carte à imprimer sur 1 feuille, 3 cartes à retirer. Comparé à cards.fr.lock.",
        "À retirer de l’ancien paquet",
        "Gens\u202f: 3",
        "Robert",
        "il en reste 1",
        "la nouvelle la remplace",
        "modifiée",
        "Vous avez alors",
    ):
        assert word in cover, word
    assert not any(word in cover for word in ("card ", "sheet", "Take", "Then"))
    page = tmp_path / "diff.html"
    assert (
        run(
            [
                "diff",
                str(tmp_path / "cards.fr.lock"),
                str(tmp_path),
                "--lang",
                "fr",
                "--html",
                str(page),
            ]
        )
        == 0
    )
    assert "Robert" in page.read_text(encoding="utf-8")


def test_marking_what_was_printed_makes_it_the_new_beginning(marked: Path) -> None:
    lines = (marked / "cards.lock").read_text(encoding="utf-8").splitlines()
    deck(marked, {**CARDS, "bob": {"name": "Bobby", "copies": 3}}, version="2.0")
    assert emporium_pnp(marked, "build", str(marked), "--changed", "--mark-printed") == 0
    now = (marked / "cards.lock").read_text(encoding="utf-8").splitlines()
    (changed,) = set(now) - set(lines)
    assert "bob:" in changed
    assert 'version: "2.0"' in changed
    shutil.rmtree(marked / "out")
    assert emporium_pnp(marked, "build", str(marked), "--changed") == 0
    assert not (marked / "out").exists()


def test_a_failed_build_leaves_the_lock_file_alone(marked: Path) -> None:
    lock = (marked / "cards.lock").read_bytes()
    deck(marked, {**CARDS, "bob": {"name": "Bob far too long for his card " * 9, "copies": 3}})
    for words in (["--mark-printed"], ["--changed", "--mark-printed"]):
        assert emporium_pnp(marked, "build", str(marked), *words) == 1
        assert (marked / "cards.lock").read_bytes() == lock
    assert not (marked / "out").exists()


def test_only_marks_and_prints_only_that(marked: Path) -> None:
    deck(marked, {**CARDS, "ada": {"name": "Ava"}, "bob": {"name": "Bobby", "copies": 3}})
    assert (
        emporium_pnp(marked, "build", str(marked), "--changed", "--only", "bob", "--mark-printed")
        == 0
    )
    assert printed(marked / "out" / "trial-bob-changed-a4.pdf", 2) == {"face Bobby": 3, "rear": 3}
    assert emporium_pnp(marked, "build", str(marked), "--changed") == 0
    assert printed(marked / "out" / "trial-changed-a4.pdf", 2) == {"face Ava": 1, "rear": 1}
    assert emporium_pnp(marked, "build", str(marked), "--only", "ada", "--mark-printed") == 0
    (marked / "out" / "trial-changed-a4.pdf").unlink()
    assert emporium_pnp(marked, "build", str(marked), "--changed") == 0
    assert not (marked / "out" / "trial-changed-a4.pdf").exists()


def test_printing_a_part_since_another_state_leaves_the_lines_of_the_other_cards(
    marked: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old"
    shutil.copytree(marked, old)
    deck(marked, {**CARDS, "ada": {"name": "Ava"}, "bob": {"name": "Bobby", "copies": 3}})
    assert emporium_pnp(marked, "build", str(marked), "--mark-printed") == 0
    before = (marked / "cards.lock").read_text(encoding="utf-8")
    words = [
        "build",
        str(marked),
        "--changed",
        "--since",
        str(old),
        "--only",
        "bob",
        "--mark-printed",
    ]
    assert emporium_pnp(marked, *words) == 0
    assert (marked / "cards.lock").read_text(encoding="utf-8") == before


def test_the_ink_stands_in_the_name_of_the_file(marked: Path) -> None:
    deck(marked, {**CARDS, "ada": {"name": "Ava"}})
    for ink in ("full", "low", "grey"):
        assert emporium_pnp(marked, "build", str(marked), "--changed", "--ink", ink) == 0
    assert sorted(path.name for path in (marked / "out").iterdir()) == [
        "trial-changed-a4-grey.pdf",
        "trial-changed-a4-low-ink.pdf",
        "trial-changed-a4.pdf",
    ]


def test_a_changed_back_means_the_whole_deck_and_says_so(marked: Path) -> None:
    deck(marked, rear="#642")
    assert emporium_pnp(marked, "build", str(marked), "--changed") == 0
    file = marked / "out" / "trial-changed-a4.pdf"
    assert printed(file, 2) == {
        "face Ada": 1,
        "face Bob": 3,
        "face Cyd": 2,
        "face Dan": 1,
        "rear": 7,
    }
    assert "Their back changed, so the whole deck is printed again" in re.sub(
        r"\s+", " ", pages(file)[0]
    )
    shutil.rmtree(marked / "out")
    assert emporium_pnp(marked, "build", str(marked), "--changed", "--backs", "none") == 0
    assert not (marked / "out").exists()


def test_pieces_and_cards_go_into_one_file_and_without_backs_the_cover_is_one_page(
    marked: Path,
) -> None:
    deck(marked, {**CARDS, "ada": {"name": "Ava"}})
    template = marked / "templates" / "coin.svg.j2"
    template.write_text(COIN.replace("coin{", "coinage{"), encoding="utf-8")
    assert emporium_pnp(marked, "build", str(marked), "--changed", "--backs", "none") == 0
    file = marked / "out" / "trial-changed-a4-fronts.pdf"
    assert printed(file) == {"face Ava": 1, "coinagepenny": 4}
    texts = pages(file)
    assert len(texts) == 3
    assert "sheet 2 of 2" in texts[2]
    assert "4 x penny" in texts[0]


def test_fold_over_sheets_and_card_pages(marked: Path) -> None:
    deck(marked, {**CARDS, "ada": {"name": "Ava"}})
    assert emporium_pnp(marked, "build", str(marked), "--changed", "--backs", "fold") == 0
    assert printed(marked / "out" / "trial-changed-a4-fold.pdf") == {"face Ava": 1, "rear": 1}
    assert emporium_pnp(marked, "build", str(marked), "--changed", "--paper", "card") == 0
    assert printed(marked / "out" / "trial-changed-card.pdf", 0) == {"face Ava": 1, "rear": 1}
    (cover,) = pages(marked / "out" / "trial-changed-cover.pdf")
    assert "what changed" in cover


def test_a_deck_that_only_lost_cards_gets_a_page_and_no_sheet(marked: Path) -> None:
    deck(marked, {id_: card for id_, card in CARDS.items() if id_ != "dan"})
    assert emporium_pnp(marked, "build", str(marked), "--changed") == 0
    (cover,) = pages(marked / "out" / "trial-changed-a4.pdf")
    assert "Nothing to print, 1 card to take out" in cover
    assert "Dan" in cover


def test_a_long_list_takes_several_pages_and_leaves_nothing_out(tmp_path: Path) -> None:
    names = {f"c{n}": {"name": f"Card{n:03}"} for n in range(90)}
    game = deck(tmp_path, names)
    old = entries_of(game, Press(game))
    game = deck(tmp_path, {id_: {"name": card["name"] + "b"} for id_, card in names.items()})
    made = reprint(game, Options(output=tmp_path / "out"), old, Press(game), Problems())
    texts = pages(made.files[0].path)
    covers = len(texts) - 2 * made.files[0].sheets
    assert covers % 2 == 0
    said = " ".join(texts[:covers])
    assert all(
        f"{card['name']} " in said + " " or f"{card['name']}\r" in said for card in names.values()
    )
    assert all(f"{card['name']}b" in said for card in names.values())


def test_the_same_input_gives_the_same_bytes(marked: Path) -> None:
    game = deck(marked, {**CARDS, "ada": {"name": "Ava"}})
    old = entries_of(deck(marked / "old"), Press(deck(marked / "old")))
    found = []
    for number in range(2):
        made = reprint(
            game,
            Options(output=marked / str(number), backs=Backs.FOLD),
            old,
            Press(game),
            Problems(),
        )
        found.append(made.files[0].path.read_bytes())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--since", "HEAD"], "give both"),
        (["--changed", "--watch"], "--watch"),
        (["--mark-printed", "--watch"], "--watch"),
        (["--changed", "--only", "rulebook"], "rulebook"),
        (["--changed", "--since", "nowhere"], "nowhere"),
        (["--changed", "--only", "nobody"], "nobody"),
    ],
)
def test_words_that_make_no_sense_together_are_wrong_usage(
    marked: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert emporium_pnp(marked, "build", str(marked), *words) == 2
    assert said in capsys.readouterr().err


def test_the_bundled_game_is_not_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["build", "--mark-printed"]) == 2
    assert "bundled" in capsys.readouterr().err
    assert not (ROOT / "cards.lock").exists()


def test_a_file_of_another_program_is_not_written_over(tmp_path: Path) -> None:
    deck(tmp_path)
    (tmp_path / "cards.lock").write_text('{"somebody": "else"}', encoding="utf-8")
    assert emporium_pnp(tmp_path, "build", str(tmp_path), "--mark-printed") == 1
    assert (tmp_path / "cards.lock").read_text(encoding="utf-8") == '{"somebody": "else"}'
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------- diff


class Page(HTMLParser):
    """What a page shows: texts, pictures, and everything that it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.pictures: list[bytes] = []
        self.tags: Counter[str] = Counter()
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "src" and value and value.startswith("data:image/png;base64,"):
                self.pictures.append(b64decode(value.partition(",")[2]))
            elif name in ("src", "href", "srcset", "data") and value and not value.startswith("#"):
                self.fetched.append(value)

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None and data.strip():
            self.texts.append(" ".join(data.split()))


def two_games(folder: Path) -> tuple[Path, Path]:
    """Make a game as it was and as it is."""
    deck(folder / "old")
    deck(
        folder / "new",
        {
            "ada": {"name": "Ada <b>&amp;"},
            "bob": {"name": "Bob", "copies": 5},
            "eve": {"name": "Eve"},
            "dan": {"name": "Dan"},
        },
        version="2.0",
    )
    return folder / "old", folder / "new"


def test_diff_tells_of_every_change_in_text_and_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = two_games(tmp_path)
    assert run(["diff", str(old), str(new), "--no-html"]) == 0
    said = capsys.readouterr().out
    for line in (
        r"Ada <b>&amp; +changed +1 +name: Ada -> Ada <b>&amp;",
        r"Bob +more copies +3 -> 5",
        r"Eve +new +1",
        r"Cyd +gone +2",
    ):
        assert re.search(line, said), line
    assert "4 cards differ: 4 to print, 3 to take out" in said
    assert run(["diff", str(old), str(new), "--no-html", "--format", "json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [
        (one["card"], one["change"], one["put"], one["pull"]) for one in results["changes"]
    ] == [
        ("ada", "changed", 1, 1),
        ("bob", "more", 2, 0),
        ("eve", "new", 1, 0),
        ("cyd", "gone", 0, 2),
    ]
    assert results["changes"][0]["fields"] == [
        {"field": "name", "old": "Ada", "new": "Ada <b>&amp;"}
    ]


def test_the_page_shows_both_sides_and_needs_nothing_else(tmp_path: Path) -> None:
    import PIL.Image

    old, new = two_games(tmp_path)
    path = tmp_path / "diff.html"
    assert run(["diff", str(old), str(new), "--html", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert page.fetched == []
    assert page.tags["script"] == page.tags["b"] - text.count("<figcaption><b>") == 0
    assert len(page.pictures) == 6  # two of Ada and Bob, one of Eve and Cyd
    sizes = {PIL.Image.open(io.BytesIO(picture)).size for picture in page.pictures}
    assert sizes == {(397, 555)}
    assert len({*page.pictures}) == 6
    for said in ("Ada <b>&amp;", "not in the game then", "not in the game any more", "name"):
        assert said in page.texts, said
    assert "prefers-color-scheme: dark" in text
    again = tmp_path / "again.html"
    assert run(["diff", str(old), str(new), "--html", str(again)]) == 0
    assert again.read_bytes() == path.read_bytes()


def test_a_changed_back_is_shown_once(tmp_path: Path) -> None:
    deck(tmp_path / "old")
    deck(tmp_path / "new", rear="#642")
    path = tmp_path / "diff.html"
    assert run(["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--html", str(path)]) == 0
    page = Page(path.read_text(encoding="utf-8"))
    assert len(page.pictures) == 2
    assert any("Ada, Bob, Cyd, Dan" in text for text in page.texts)


def test_the_hint_for_a_missing_lock_of_a_language_writes_that_lock(
    marked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (marked / "cards.de.yaml").write_text("{}", encoding="utf-8")
    asked = ["build", str(marked), "--output", str(marked / "out")]
    assert run([*asked, "--changed", "--lang", "de"]) == 1
    told = re.search(r"`emporium-pnp build (.*)` writes it", capsys.readouterr().err)
    assert told
    assert told[1] == "--mark-printed --lang de"
    assert run([*asked, *told[1].split()]) == 0
    assert run([*asked, "--changed", "--lang", "de"]) == 0


@pytest.mark.slow
def test_the_last_block_of_the_cover_is_not_torn_apart(tmp_path: Path) -> None:
    game = deck(tmp_path, {f"c{n}": {"name": f"Card {n}"} for n in range(44)})
    now = entries_of(game, Press(game))
    *changes, coins = compare(
        {id_: replace(one, copies=one.copies + 1) for id_, one in now.items()}, now
    )
    for count in range(30, 44):  # with one of these the end of the page comes between the rows
        strips = list(
            Cover(game, Press(game), [*changes[:count], coins], now, "then", ())._strips(
                document_for(game, Press(game), "what changed"), 178.0
            )
        )
        pages = [[strip for strip, _ in page] for page in paginate(strips, 265.0)]
        assert any(all(strip in page for strip in strips[-3:]) for page in pages), count


def test_a_changed_back_does_not_hide_other_copies(tmp_path: Path) -> None:
    deck(tmp_path / "old")
    deck(tmp_path / "new", {**CARDS, "bob": {**CARDS["bob"], "copies": 1}}, rear="#642")
    path = tmp_path / "diff.html"
    assert run(["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--html", str(path)]) == 0
    assert any(
        "Ada, Bob (1 copy, once 3), Cyd, Dan" in text
        for text in Page(path.read_text(encoding="utf-8")).texts
    )


def test_diff_says_how_to_print_what_it_has_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = two_games(tmp_path)
    (tmp_path / "an old one").mkdir()
    old = old.rename(tmp_path / "an old one" / "old")
    path = tmp_path / "diff.html"
    assert run(["diff", str(old), str(new), "--html", str(path)]) == 0
    told = re.search(r"`(emporium-pnp .*)` prints them", capsys.readouterr().out)
    assert told
    assert told[1] in Page(path.read_text(encoding="utf-8")).texts or html.escape(
        told[1]
    ) in path.read_text(encoding="utf-8")
    assert run([*shlex.split(told[1])[1:], "--output", str(tmp_path / "out")]) == 0
    assert "4 to print, 3 to take out" in capsys.readouterr().out


def test_against_the_lock_file_only_the_new_side_is_shown(
    marked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck(marked, {**CARDS, "ada": {"name": "Ava"}})
    path = marked / "diff.html"
    assert run(["diff", str(marked / "cards.lock"), str(marked), "--html", str(path)]) == 0
    page = Page(path.read_text(encoding="utf-8"))
    assert len(page.pictures) == 1
    assert "not kept" in page.texts
    assert "Ava" in capsys.readouterr().out


def test_no_difference_writes_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck(tmp_path / "old")
    deck(tmp_path / "new", version="3.0")
    assert (
        run(
            [
                "diff",
                str(tmp_path / "old"),
                str(tmp_path / "new"),
                "--html",
                str(tmp_path / "diff.html"),
            ]
        )
        == 0
    )
    assert "every card is the same as" in capsys.readouterr().out
    assert not (tmp_path / "diff.html").exists()


def test_a_row_that_a_card_refers_to_is_named_with_its_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, price in (("old", 3), ("new", 4)):
        tables = {
            "shore": {
                "fields": {"name": "line", "price": "integer"},
                "rows": {
                    "north": {"name": "North", "price": price},
                    "south": {"name": "South", "price": 1},
                },
            }
        }
        make_game(
            tmp_path / name,
            face='<text x="5" y="20">{{ card.shore.price }}</text>',
            fields={"name": "line", "shore": "shore"},
            tables=tables,
            cards={
                "one": {"name": "One", "shore": "north"},
                "two": {"name": "Two", "shore": "south" if name == "old" else "north"},
            },
        )
    assert run(["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--no-html"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"One .*shore\.price: 3 -> 4", said)
    assert re.search(r"Two .*shore: south -> north\n", said)


def test_an_earlier_game_with_a_fault_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = two_games(tmp_path)
    (old / "templates" / "card.svg.j2").write_text("<svg", encoding="utf-8")
    assert run(["diff", str(old), str(new), "--no-html"]) == 1
    said = capsys.readouterr().err
    assert "error[earlier-game]" in said
    assert "templates/card.svg.j2" in said
    assert run(["diff", "no-such-word", str(new), "--no-html"]) == 2


@pytest.mark.skipif(shutil.which("git") is None, reason="no git here")
def test_a_revision_of_git_is_compared_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck(tmp_path)
    me = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], [*me, "commit", "-q", "-m", "a"]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    deck(tmp_path, {**CARDS, "ada": {"name": "Ava"}})
    monkeypatch.chdir(tmp_path)
    assert run(["diff", "HEAD"]) == 0
    assert "name: Ada -> Ava" in capsys.readouterr().out
    assert (tmp_path / "output" / "diff.html").exists()
    assert run(["build", "--changed", "--since", "HEAD", "--output", "out"]) == 0
    assert printed(tmp_path / "out" / "trial-changed-a4.pdf", 2) == {"face Ava": 1, "rear": 1}
