"""Fingerprints, version marks, and the lock file: what is the same card, and what is remembered of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli.main import run
from generator.data.game import Game
from generator.data.loading import load_game
from generator.face.fingerprints import MARK_DIGITS, mark_text
from generator.face.press import Press
from generator.job.build import build
from generator.job.planning import Options
from generator.job.printed import Entry, after_printing, compare, entries_of, lock_text, read_lock, write_lock
from generator.pdf.raster import face_pdf, render_page
from tests.conftest import ROOT, make_game

FACE = '<rect width="63" height="88" fill="#fff"/><text x="5" y="20">{{ card.name }}</text>'
MARKED = {"version_marks": True}


def shown(pdf: bytes | None) -> str:
    """Read the text of a one-page PDF."""
    assert pdf is not None
    with pypdfium2.PdfDocument(pdf) as document:
        return str(document[0].get_textpage().get_text_range())


def print_of(folder: Path, **changes: object) -> str:
    """Make a game of one card with something changed, and give the card's fingerprint."""
    face, cards, version = changes.pop("face", FACE), changes.pop("cards", None), changes.pop("version", "1.0")
    game = make_game(folder, face=str(face), cards=cards, game={"version": version}, **changes)  # type: ignore[arg-type]
    found = Press(game).fingerprint(game.cards["one"])
    assert found is not None
    return found


# ---------------------------------------------------------------- fingerprints


def test_what_is_not_seen_leaves_the_fingerprint_alone(tmp_path: Path) -> None:
    plain = print_of(tmp_path)
    assert print_of(tmp_path, version="2.0") == plain
    assert print_of(tmp_path, print=MARKED) == plain
    assert print_of(tmp_path, palette={"red": "#ff0000"}, rules={"hand": 3}) == plain
    assert print_of(tmp_path, cards={"other": {"name": "Other"}, "one": {"name": "One", "copies": 4}}) == plain
    assert print_of(tmp_path, face=FACE + "<!-- a remark -->\n\n") == plain


@pytest.mark.parametrize(
    "face",
    [
        FACE.replace("#fff", "#fffffe"),
        FACE.replace('x="5"', 'x="5.1"'),
        FACE.replace('y="20"', 'y="20" font-weight="700"'),
        FACE.replace('y="20"', 'y="20" font-family="Source Serif Pro"'),
        FACE.replace('y="20"', 'y="20" letter-spacing="0.1"'),
        FACE + '<rect width="9" height="9" fill-opacity="0.5"/>',
        '<g opacity="0.5">' + FACE + "</g>",
        FACE + '<defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'
        '<rect width="9" height="9" fill="url(#g)"/>',
    ],
)
def test_what_is_seen_changes_the_fingerprint(tmp_path: Path, face: str) -> None:
    assert print_of(tmp_path, face=face) != print_of(tmp_path)


def test_each_of_gradient_opacity_and_group_counts_by_itself(tmp_path: Path) -> None:
    gradient = (
        '<defs><linearGradient id="g"><stop stop-color="{}"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'
        '<g opacity="{}"><rect width="9" height="9" fill="url(#g)"/></g>'
    )
    faces = [gradient.format(*words) for words in (("#f00", "0.5"), ("#f10", "0.5"), ("#f00", "0.4"))]
    assert len({print_of(tmp_path, face=face) for face in faces}) == 3


def test_another_picture_under_the_same_name_is_another_face(tmp_path: Path) -> None:
    import PIL.Image

    found = []
    for colour in ("red", "blue"):
        PIL.Image.new("RGB", (40, 40), colour).save(tmp_path / "art.png")
        found.append(print_of(tmp_path, face=FACE + '<image href="art.png" width="2" height="2"/>'))
    assert found[0] != found[1]


def test_faces_of_emporium_have_fingerprints_of_their_own(emporium: Game) -> None:
    press = Press(emporium)
    entries = entries_of(emporium, press)
    assert len({entry.face for entry in entries.values()}) == len(entries) == 89
    assert len({entry.back for entry in entries.values() if entry.back}) == 5
    assert len({entry.face[:MARK_DIGITS] for entry in entries.values()}) >= len(entries) - 1


# ---------------------------------------------------------------- marks


def test_a_card_bears_its_mark_and_a_back_does_not(emporium: Game) -> None:
    press = Press(emporium)
    for id_ in ("tib", "troll", "gambeson", "player-aid"):
        card = emporium.cards[id_]
        mark = mark_text(emporium.version, press.fingerprint(card) or "")
        assert mark in shown(face_pdf(press, card)).replace("\u00a0", " ")
        assert mark in press.svg(card)
    for id_ in ("back-steel", "coin-3", "player-mat"):
        card = emporium.cards[id_]
        assert not press.bears_mark(card)
        assert emporium.version not in shown(face_pdf(press, card))


@pytest.mark.parametrize("ground", ["#ffffff", "#101418", "no colour"])
def test_without_a_place_the_mark_lies_low_in_the_middle_and_reads_well(tmp_path: Path, ground: str) -> None:
    game = make_game(
        tmp_path,
        print=MARKED,
        files={
            "templates/card.svg.j2": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" data-ground="{ground}">'
            f'<rect x="-4" y="-4" width="71" height="96" fill="{ground if ground[0] == "#" else "#fff"}"/></svg>'
        },
    )
    press = Press(game)
    pdf = face_pdf(press, game.cards["one"])
    assert pdf is not None
    picture = render_page(pdf, 0, 600).convert("L")
    mm = 600 / 25.4
    lightest, darkest = picture.getextrema()[1], picture.getextrema()[0]
    assert lightest - darkest > 150
    ground_tone = picture.getpixel((5, 5))
    box = picture.point(lambda tone: 255 if abs(tone - ground_tone) > 60 else 0).getbbox()
    left, top, right, bottom = (edge / mm for edge in box)
    assert abs((left + right) / 2 - 31.5) < 0.3
    assert 2.65 <= 88 - bottom < 88 - top < 4.6
    assert right - left < 14


def test_a_template_places_the_mark_where_it_likes_even_turned(tmp_path: Path) -> None:
    face = '<g transform="rotate(-90 4 80)"><text id="version-mark" x="4" y="80" font-size="6pt" fill="#000">?</text></g>'
    game = make_game(tmp_path, face=face, print=MARKED)
    press = Press(game)
    pdf = face_pdf(press, game.cards["one"])
    assert shown(pdf).strip() == mark_text("1.2.3", press.fingerprint(game.cards["one"]) or "")
    assert pdf is not None
    box = render_page(pdf, 0, 300).convert("L").point(lambda tone: 255 - tone).getbbox()
    assert (box[3] - box[1]) > 3 * (box[2] - box[0])
    assert list(press.problems) == []


def test_marks_can_be_switched_off_and_then_nothing_is_left_of_them(tmp_path: Path) -> None:
    face = FACE + '<text id="version-mark" x="5" y="80">not this</text>'
    for marks, game in ((None, make_game(tmp_path, face=face)), (False, make_game(tmp_path, face=face, print=MARKED))):
        press = Press(game, version_marks=marks)
        assert shown(face_pdf(press, game.cards["one"])).strip() == "One"
        assert "version-mark" not in press.svg(game.cards["one"])
    assert mark_text("1.2.3", print_of(tmp_path)) in shown(face_pdf(Press(game, version_marks=True), game.cards["one"]))


def test_a_mark_past_the_cut_is_an_error_as_any_text_is(tmp_path: Path) -> None:
    game = make_game(tmp_path, face='<text id="version-mark" x="60" y="80"/>', print=MARKED)
    press = Press(game)
    press.stamp(game.cards["one"])
    assert [problem.code for problem in press.problems] == ["text-outside"]


def test_a_long_version_still_stays_on_the_card(tmp_path: Path) -> None:
    game = make_game(tmp_path, game={"version": "2026.11.21 of the second playtest in the club, evening"}, print=MARKED)
    press = Press(game)
    press.stamp(game.cards["one"])
    assert list(press.problems) == []


def test_the_command_line_says_whether_cards_bear_marks(tmp_path: Path) -> None:
    make_game(tmp_path, face=FACE)
    found = []
    for words in ([], ["--version-marks"], ["--no-version-marks"]):
        assert run(["build", str(tmp_path), "--output", str(tmp_path / "out"), *words]) == 0
        found.append("1.2.3 ·" in shown(next((tmp_path / "out").glob("*.pdf")).read_bytes()).split("Trial 1.2.3")[0])
    assert found == [False, True, False]


# ---------------------------------------------------------------- comparing


def entry(id_: str = "a", copies: int = 1, face: str = "face0001", back: str = "back0001", version: str = "1") -> Entry:
    return Entry(id_, id_.upper(), "Deck", copies, face, back, version)


def by_id(*entries: Entry) -> dict[str, Entry]:
    return {one.id: one for one in entries}


@pytest.mark.parametrize(
    ("was", "now", "sort", "put", "pull"),
    [
        (None, entry(copies=3), "new", 3, 0),
        (entry(copies=3), None, "gone", 0, 3),
        (entry(copies=2), entry(copies=3, face="face0002"), "changed", 3, 2),
        (entry(copies=2), entry(copies=3, back="back0002"), "back", 3, 2),
        (entry(copies=2), entry(copies=5), "more", 3, 0),
        (entry(copies=5), entry(copies=2), "fewer", 0, 3),
    ],
)
def test_each_sort_of_change_says_how_many_to_put_and_pull(
    was: Entry | None, now: Entry | None, sort: str, put: int, pull: int
) -> None:
    (change,) = compare(by_id(was) if was else {}, by_id(now) if now else {})
    assert (change.sort, change.put, change.pull) == (sort, put, pull)


@pytest.mark.parametrize(
    ("was", "now"),
    [(entry(), entry(version="2")), (entry("old"), entry("new")), (entry(back=""), entry()), (entry(), entry(back=""))],
)
def test_what_looks_the_same_has_not_changed(was: Entry, now: Entry) -> None:
    assert compare(by_id(was), by_id(now)) == []


def test_one_old_card_stands_for_one_new_card_only() -> None:
    (change,) = compare(by_id(entry("old")), by_id(entry("first"), entry("second")))
    assert (change.sort, change.entry.id) == ("new", "second")


FACES = st.sampled_from(["face0001", "face0002", "face0003"])
DECKS = st.dictionaries(
    st.sampled_from("abcdef"), st.tuples(st.integers(1, 5), FACES, st.sampled_from(["back0001", "back0002"])), max_size=6
)


def decks_of(drawn: dict[str, tuple[int, str, str]]) -> dict[str, Entry]:
    return by_id(*(entry(id_, *values) for id_, values in drawn.items()))


@given(DECKS, DECKS)
def test_pulling_and_putting_turns_the_old_deck_into_the_new(
    before: dict[str, tuple[int, str, str]], after: dict[str, tuple[int, str, str]]
) -> None:
    old, new = decks_of(before), decks_of(after)
    pile: dict[tuple[str, str], int] = {}

    def lay(one: Entry, count: int) -> None:
        pile[one.face, one.back] = pile.get((one.face, one.back), 0) + count

    for one in old.values():
        lay(one, one.copies)
    changes = compare(old, new)
    for change in changes:
        if change.was:
            lay(change.was, -change.pull)
        if change.now:
            lay(change.now, change.put)
    wanted: dict[tuple[str, str], int] = {}
    for one in new.values():
        wanted[one.face, one.back] = wanted.get((one.face, one.back), 0) + one.copies
    assert {look: count for look, count in pile.items() if count} == wanted
    assert compare(after_printing(old, new, changes), new) == []


# ---------------------------------------------------------------- the lock file

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)
IDS = st.from_regex(r"[a-z0-9]{1,4}([-_][a-z0-9]{1,3})?", fullmatch=True) | st.sampled_from(
    ["no", "on", "null", "true", "1e3", "007", "12"]
)
HEX = st.from_regex(r"[0-9a-f]{16}", fullmatch=True)


@settings(max_examples=40)
@given(st.dictionaries(IDS, st.tuples(NAMES, NAMES, st.integers(1, 999), HEX, HEX | st.just(""), NAMES), max_size=5), NAMES)
def test_a_lock_file_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, drawn: dict[str, tuple[str, str, int, str, str, str]], title: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "cards.lock"
    entries = {id_: Entry(id_, *values) for id_, values in drawn.items()}
    path.write_text(lock_text(title, entries), encoding="utf-8")
    assert read_lock(path, title) == entries
    assert lock_text(title, dict(reversed(entries.items()))) == lock_text(title, entries)


def test_a_lock_file_has_a_line_a_card_and_says_what_it_is(tmp_path: Path) -> None:
    game = make_game(tmp_path, cards={"zoe": {"name": "Zoe"}, "abe": {"name": 'Abe "the Ape"', "copies": 2}})
    lines = write_lock(game, entries_of(game, Press(game))).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# What was printed last")
    assert [line.split(":")[0].strip() for line in lines if line.startswith("  ")] == ["abe", "zoe"]
    assert read_lock(tmp_path / "cards.lock")["abe"].name == 'Abe "the Ape"'


GOOD = 'lock: 1\ngame: "Trial"\ncards:\n  one: {name: "One", deck: "card", copies: 1, face: "0123456789abcdef", version: "1"}\n'


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("copies: 1", "copies: one", "broken-lock", 4),
        ("copies: 1", "copies: 0", "broken-lock", 4),
        ("copies: 1, ", "", "broken-lock", 4),
        ('"0123456789abcdef"', '"xyz"', "broken-lock", 4),
        ('"0123456789abcdef"', "1234567890123456", "broken-lock", 4),
        ("version:", "vresion:", "broken-lock", 4),
        ("lock: 1", "lock: 2", "broken-lock", 1),
        ("cards:", "crads:", "broken-lock", 1),
        ('"Trial"', '"Trail"', "foreign-lock", 2),
        ("cards:\n", "cards:\n<<<<<<< HEAD\n", "broken-lock", 4),
        ("lock: 1\n", "", "broken-lock", 1),
        ("  one: {", "  one: [", "yaml-syntax", 4),
        (GOOD, "", "broken-lock", 1),
        (GOOD, '{"lockfileVersion": 3}', "broken-lock", 1),
        (GOOD.partition("cards:")[2], " no\n", "ambiguous-value", 3),
        ("  one:", "  one: 3\n  two:", "broken-lock", 4),
    ],
)
def test_a_broken_or_foreign_lock_file_is_reported_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, code: str, line: int
) -> None:
    make_game(tmp_path)
    assert old in GOOD
    (tmp_path / "cards.lock").write_text(GOOD.replace(old, new), encoding="utf-8")
    assert run(["build", str(tmp_path), "--changed", "--output", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert f"cards.lock:{line}" in said
    assert f"error[{code}]" in said
    assert not (tmp_path / "out").exists()


def test_without_a_lock_file_it_says_how_to_get_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_game(tmp_path)
    for words in (["diff", "--no-html"], ["build", "--changed"]):
        where = ["cards.lock", str(tmp_path)] if words[0] == "diff" else [str(tmp_path)]
        assert run([words[0], *where, *words[1:]]) == 1
        said = capsys.readouterr().err
        assert "error[not-printed]" in said
        assert "--mark-printed" in said


# ---------------------------------------------------------------- a second build of the same process


def test_while_watching_the_bytes_are_those_of_a_clean_build_after_every_sort_of_edit(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "templates", folder / "templates")
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    edits = [
        ("", "", 94),
        ("Good to the last fish", "Good to the last minnow", 1),
        ("copies: 4,", "copies: 3,", 0),
        ("{name: Steel, price_cap: 8", "{name: Steel, price_cap: 7", None),
        ("version: 0.2.0", "version: 0.2.1", None),
        ("Exact change only", "No change", 1),
        ("hand_size: 4", "hand_size: 5", None),
        ("", "", 0),
    ]
    press = None
    for number, (old, new, drawn) in enumerate(edits):
        text = text.replace(old, new) if old else text
        text = text.replace("count: 36", "count: 27") if "copies" in old else text
        text = text.replace("cards: 135", "cards: 126") if "copies" in old else text
        (folder / "cards.yaml").write_text(text, encoding="utf-8")
        if number == 6:
            hero = folder / "templates" / "hero.svg.j2"
            hero.write_text(hero.read_text(encoding="utf-8").replace('r="19.5"', 'r="19.4"'), encoding="utf-8")
        game = load_game(folder)
        press = Press(game, press)
        warm = build(game, Options(output=tmp_path / "warm"), press=press)
        assert drawn is None or press.drawn == drawn, (number, press.drawn)
        if number in (1, 6):
            clean = build(load_game(folder), Options(output=tmp_path / "clean"))
            assert warm.fits == clean.fits
            for file in clean.files:
                assert (tmp_path / "warm" / file.path.name).read_bytes() == file.path.read_bytes(), (number, file.path.name)


def after_an_edit(folder: Path, old: str, new: str) -> Game:
    """Change cards.yaml alone; what lies in templates/ stays as old as it is."""
    path = folder / "cards.yaml"
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return load_game(folder)


def test_a_template_that_looks_at_other_cards_is_run_again(tmp_path: Path) -> None:
    face = '<text x="5" y="20">{{ cards.card.two.name if card.id == "one" else card.name }}</text>'
    cards = {"one": {"name": "One"}, "two": {"name": "Two"}, "three": {"name": "Three"}}
    press = Press(make_game(tmp_path, face=face, cards=cards))
    for card in press.game.cards.values():
        press.stamp(card)
    later = Press(after_an_edit(tmp_path, "name: Two", "name: Zwei"), press)
    assert [shown(face_pdf(later, later.game.cards[id_])).strip() for id_ in cards] == ["Zwei", "Zwei", "Three"]
    assert later.drawn == 2


def test_a_template_that_looks_at_another_card_through_its_own_is_run_again(tmp_path: Path) -> None:
    face = '<text x="5" y="20">{{ card.friend.name if card.friend else card.name }}</text>'
    cards = {"one": {"name": "One", "friend": "two"}, "two": {"name": "Two"}}
    fields = {"name": "line", "friend": "card?"}
    press = Press(make_game(tmp_path, face=face, cards=cards, fields=fields))
    press.stamp(press.game.cards["one"])
    later = Press(after_an_edit(tmp_path, "name: Two", "name: Zwei"), press)
    assert shown(face_pdf(later, later.game.cards["one"])).strip() == "Zwei"


def test_streams_are_not_written_as_letters(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    result = build(game, Options(output=tmp_path / "out"))
    with pikepdf.open(result.files[0].path) as pdf:
        filters = {str(one.get("/Filter")) for one in pdf.objects if isinstance(one, pikepdf.Stream)}
    assert not any("ASCII85" in one for one in filters)
