"""What is said about faulty cards.yaml files: every file in `faults/` says itself what is to be
reported.

The expectation stands in a comment on the faulty line, all of a problem but its code, place and
place's length in parts:

    slot: weapn  # expect: error[unknown-slot] 9+5 "expected one of weapon, charm" hint "'weapon'"

`9+5` is the column and how many characters are marked (`9` alone leaves that open); message and
hint are parts of the text, in JSON's quotes; a problem without `hint` must have none. Further
places follow as `also "first 3:5"`. Two problems of one line are joined by `and`. Where a line can
carry no comment, another may speak for it: `# expect 7: …`, and for a problem without a line
`# expect file: …`. What is not expected must not be reported.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.data.game import Game
from generator.data.loading import bundled_games, find_game, load_game
from generator.data.opening import CannotRead
from generator.data.problems import Problem, ProblemError, Problems, format_problem
from generator.data.source import MAX_BYTES
from generator.face.press import Press
from tests.conftest import ROOT, make_game

FAULTS = Path(__file__).parent / "faults"
EMPORIUM = ROOT / "cards.yaml"
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
{% if 'text' in card and card.text %}<textArea id="text" x="5" y="5" width="20" height="20" font-size="9pt">{{ card.text }}</textArea>{% endif %}
</svg>
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2H22V22H2Z"/></svg>'
SOUND = """game: {title: Small, version: "1"}
kinds:
  hero: {template: card.svg.j2, fields: {name: line}, cards: {tib: {name: Tib}}}
"""

_COMMENT = re.compile(r"# expect(?: (\d+|file))?: (.*)")
_STRING = r'"(?:[^"\\]|\\.)*"'
_EXPECTATION = re.compile(
    rf"(error|warning|note)\[([a-z_-]+)\](?: (\d+)(?:\+(\d+))?)? ({_STRING})(?: hint "
    rf"({_STRING}))?((?: also {_STRING})*)(?: and |$)"
)


@dataclass(frozen=True)
class Expectation:
    """One problem as a file expects it. `line` and `column` are 0 where there is none, `length` is
    None where it is left open.
    """

    severity: str
    code: str
    line: int
    column: int
    length: int | None
    message: str
    hint: str | None
    also: tuple[str, ...]

    def fits(self, problem: Problem) -> bool:
        place = problem.place
        at = (place.line, place.column) if place else (0, 0)
        return (
            (self.severity, self.code, self.line, self.column)
            == (problem.severity, problem.code, *at)
            and (self.length is None or (place is not None and self.length == place.length))
            and self.message in problem.message
            and (self.hint is None) == (problem.hint is None)
            and (self.hint or "") in (problem.hint or "")
            and self.also
            == tuple(f"{what} {there.line}:{there.column}" for what, there in problem.also)
        )


def parse_expectations(text: str) -> list[Expectation]:
    """Read the expectations out of the comments of a faulty file."""
    found = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        for comment in _COMMENT.finditer(line):
            where, end = comment[2], 0
            at = 0 if comment[1] == "file" else int(comment[1] or number)
            while end < len(where):
                match = _EXPECTATION.match(where, end)
                assert match, f"line {number}: cannot read the expectation {where[end:]!r}"
                severity, code, column, length, message, hint, also = match.groups()
                found.append(
                    Expectation(
                        severity,
                        code,
                        at,
                        int(column or 0),
                        int(length) if length else None,
                        json.loads(message),
                        json.loads(hint) if hint else None,
                        tuple(json.loads(s) for s in re.findall(_STRING, also)),
                    )
                )
                end = match.end()
    return found


def mismatches(expected: list[Expectation], problems: list[Problem], folder: Path) -> list[str]:
    """List what was expected and not found, and what was found and not expected."""
    left = list(problems)
    result = []
    for expectation in expected:
        fitting = next((problem for problem in left if expectation.fits(problem)), None)
        if fitting:
            left.remove(fitting)
        else:
            result.append(f"missing: {expectation}")
    return result + [f"not expected:\n{format_problem(problem, folder)}" for problem in left]


def find_problems(folder: Path) -> list[Problem]:
    """Read the game in a folder and, if that goes well, make its faces; list everything that was
    found.
    """
    problems = Problems()
    try:
        game = load_game(folder, problems)
    except ProblemError as fault:
        return list(fault.problems)
    press = Press(game)
    for card in game.cards.values():
        press.stamp(card)
    return [*problems, *press.problems]


@pytest.fixture(scope="module")
def empty_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a game's folder without a cards.yaml: a template, two icons, a picture, fonts that are
    none.
    """
    folder = tmp_path_factory.mktemp("faults") / "game"
    (folder / "templates" / "icons").mkdir(parents=True)
    (folder / "templates" / "card.svg.j2").write_text(TEMPLATE)
    (folder.parent / "card.svg").write_text(ICON)
    for name in ("fish", "flame"):
        (folder / "templates" / "icons" / f"{name}.svg").write_text(ICON)
    (folder / "templates" / "icons" / "link-out.svg").symlink_to(folder.parent / "card.svg")
    (folder / "art").mkdir()
    (folder / "art" / "dot.png").write_bytes(b"only its name is looked at")
    (folder / "art" / "notes.txt").write_text("no picture")
    (folder / "art" / "link-out.png").symlink_to(folder.parent / "card.svg")
    (folder / "fonts").mkdir()
    (folder / "fonts" / "otto.otf").write_bytes(b"OTTO" + bytes(60))
    (folder / "fonts" / "broken.ttf").write_bytes(b"\0\1\0\0" + bytes(60))
    return folder


@pytest.fixture
def folder(empty_game: Path) -> Path:
    """Return the folder with its cards.yaml removed, whatever the last test made of it."""
    path = empty_game / "cards.yaml"
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return empty_game


def load_bytes(folder: Path, data: bytes, problems: Problems | None = None) -> Game:
    (folder / "cards.yaml").write_bytes(data)
    return load_game(folder, problems)


def one_problem(folder: Path, data: bytes | None = None) -> Problem:
    """Load what must not load and has one fault."""
    if data is not None:
        (folder / "cards.yaml").write_bytes(data)
    with pytest.raises(ProblemError) as caught:
        load_game(folder)
    assert len(caught.value.problems) == 1, caught.value.problems
    return caught.value.problems[0]


@pytest.mark.parametrize("path", sorted(FAULTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_faulty_file_is_reported_as_it_says(path: Path, folder: Path) -> None:
    text = path.read_bytes()
    (folder / "cards.yaml").write_bytes(text)
    expected = parse_expectations(text.decode())
    assert expected, "the file expects nothing"
    assert not (found := mismatches(expected, find_problems(folder), folder)), "\n".join(found)


# -- the harness itself

WRONG_TEMPLATE = SOUND.replace("card.svg.j2", "crad.svg.j2")
RIGHT = (
    "# expect 3: error[unknown-template] 20+11 \"no template 'crad.svg.j2'\" hint \"'card.svg.j2'\""
)


def test_a_right_expectation_matches(folder: Path) -> None:
    (folder / "cards.yaml").write_text(WRONG_TEMPLATE)
    assert mismatches(parse_expectations(RIGHT), find_problems(folder), folder) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("error", "warning"),
        ("unknown-template", "unknown-file"),
        ("expect 3", "expect 2"),
        ("20+11", "21+11"),
        ("20+11", "20+10"),
        ("no template", "no such template"),
        ("'card.svg.j2'", "'back.svg.j2'"),
        (" hint \"'card.svg.j2'\"", ""),
        ("hint \"'card.svg.j2'\"", 'hint "\'card.svg.j2\'" also "first 1:1"'),
    ],
)
def test_a_wrong_expectation_does_not_match(folder: Path, old: str, new: str) -> None:
    (folder / "cards.yaml").write_text(WRONG_TEMPLATE)
    wrong = RIGHT.replace(old, new)
    assert wrong != RIGHT
    found = mismatches(parse_expectations(wrong), find_problems(folder), folder)
    assert [line.split(":")[0] for line in found] == ["missing", "not expected"]


def test_an_expected_problem_that_is_not_reported_is_a_mismatch(folder: Path) -> None:
    (folder / "cards.yaml").write_text(SOUND)
    assert len(mismatches(parse_expectations(RIGHT), find_problems(folder), folder)) == 1
    assert (
        len(mismatches(parse_expectations(f"{RIGHT}\n{RIGHT}"), find_problems(folder), folder)) == 2
    )


def test_a_problem_that_is_not_expected_is_a_mismatch(folder: Path) -> None:
    (folder / "cards.yaml").write_text(WRONG_TEMPLATE)
    assert len(mismatches([], find_problems(folder), folder)) == 1


@pytest.mark.parametrize(
    "comment",
    ['# expect: eror[x] 3 "a"', "# expect: error[x] 3", '# expect: error[x] 3 "a" hnt "b"'],
)
def test_an_expectation_that_cannot_be_read_is_refused(comment: str) -> None:
    with pytest.raises(AssertionError, match="cannot read the expectation"):
        parse_expectations(comment)


# -- faults of bytes and files


def test_a_sound_file_has_no_problems(folder: Path) -> None:
    (folder / "cards.yaml").write_text(SOUND)
    assert find_problems(folder) == []


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_other_line_ends_work(folder: Path, line_end: str) -> None:
    assert list(load_bytes(folder, SOUND.replace("\n", line_end).encode()).cards) == ["tib"]


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_other_line_ends_keep_the_places(folder: Path, line_end: str) -> None:
    problem = one_problem(folder, WRONG_TEMPLATE.replace("\n", line_end).encode())
    assert str(problem.place) == "cards.yaml:3:20"
    assert "crad.svg.j2" in format_problem(problem, folder).split("\n")[2]


def test_a_byte_order_mark_is_a_warning(folder: Path) -> None:
    problems = Problems()
    load_bytes(folder, b"\xef\xbb\xbf" + SOUND.encode(), problems)
    assert [(p.severity, p.code, str(p.place)) for p in problems] == [
        ("warning", "byte-order-mark", "cards.yaml:1:1")
    ]


def test_a_byte_order_mark_shifts_no_place(folder: Path) -> None:
    (folder / "cards.yaml").write_bytes(b"\xef\xbb\xbf" + SOUND.replace("game:", "gmae:").encode())
    found = find_problems(folder)
    assert [(p.code, str(p.place)) for p in found] == [
        ("byte-order-mark", "cards.yaml:1:1"),
        ("unknown-key", "cards.yaml:1:1"),
    ]
    assert " 1 | gmae:" in format_problem(found[1], folder)


def test_a_byte_order_mark_inside_is_refused(folder: Path) -> None:
    problem = one_problem(folder, SOUND.replace("Small", "Sm\ufeffall").encode())
    assert (problem.code, str(problem.place)) == ("yaml-syntax", "cards.yaml:1:17")
    assert "U+FEFF" in problem.message


def test_utf16_without_its_mark_is_refused_at_its_first_nul(folder: Path) -> None:
    assert str(one_problem(folder, SOUND.encode("utf-16-le")).place) == "cards.yaml:1:2"


def test_a_workbook_in_place_of_cards_yaml_is_named(folder: Path) -> None:
    said = one_problem(folder, b"PK\x03\x04" + bytes(60))
    assert "found a workbook" in said.message
    assert said.hint
    assert "--from-sheet" in said.hint


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_refused(folder: Path, encoding: str) -> None:
    problem = one_problem(folder, ("\ufeff" + SOUND).encode(encoding))
    assert (problem.code, str(problem.place)) == ("not-utf8", "cards.yaml:1:1")
    assert problem.hint == "save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8)"


def test_latin1_is_refused_at_its_first_byte(folder: Path) -> None:
    problem = one_problem(folder, "game:\n  designers: [Ä".encode() + "é]\n".encode("latin-1"))
    assert (problem.code, str(problem.place), problem.message) == (
        "not-utf8",
        "cards.yaml:2:16",
        "expected UTF-8, found the byte 0xe9",
    )
    assert problem.hint == "save the file as UTF-8"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", " \n#\n"])
def test_an_empty_file_is_refused(folder: Path, text: str) -> None:
    problem = one_problem(folder, text.encode())
    assert (problem.code, str(problem.place)) == ("empty-file", "cards.yaml:1:1")
    assert problem.hint == "`emporium-pnp new my-game` starts one"


def test_a_huge_file_is_refused_unread(folder: Path) -> None:
    with (folder / "cards.yaml").open("wb") as file:
        file.truncate(MAX_BYTES + 1_000_000)
    problem = one_problem(folder)
    assert (problem.code, str(problem.place)) == ("too-large", "cards.yaml")
    assert problem.message == "expected at most 8 MB, found 9 MB"


def test_a_folder_of_that_name_is_refused(folder: Path) -> None:
    (folder / "cards.yaml").mkdir()
    assert one_problem(folder).code == "is-a-folder"


def test_a_missing_file_is_refused(folder: Path) -> None:
    problem = one_problem(folder)
    assert (problem.code, problem.message) == (
        "no-such-file",
        f"there is no file cards.yaml in {folder}",
    )
    assert problem.hint


@pytest.mark.parametrize("character", ["\0", "\a", "\x1b", "\x7f", "\x80", "\ufffe"])
def test_an_unreadable_character_is_refused_at_its_place(folder: Path, character: str) -> None:
    problem = one_problem(folder, f"game:\n  title: Ä🎲{character}b\n".encode())
    assert (problem.code, str(problem.place)) == ("yaml-syntax", "cards.yaml:2:12")
    assert f"U+{ord(character):04X}" in problem.message
    assert character not in format_problem(problem, folder) or character == "\ufffe"


@pytest.mark.parametrize("piece", ["[", "{a: ", "- ", "? ", "- - ? - "])
def test_deep_nesting_is_refused(folder: Path, piece: str) -> None:
    problem = one_problem(folder, (piece * 200_000).encode())  # enough to break a stack
    assert (problem.code, problem.message) == (
        "too-deep",
        "the values here are nested more than 60 levels deep",
    )


def test_aliases_do_not_nest_deeper_either(folder: Path) -> None:
    layers = [f"  a{n}: &a{n} [[[[[[[[[[*a{n - 1}]]]]]]]]]]" for n in range(1, 200)]
    problem = one_problem(folder, "\n".join(["rules:", "  a0: &a0 [1]", *layers]).encode())
    assert (problem.code, str(problem.place)) == ("too-deep", "cards.yaml:8:21")


def test_aliases_work(folder: Path) -> None:
    game = load_bytes(
        folder,
        b"""
game: {title: &title Small, version: *title}
kinds:
  hero: {template: card.svg.j2, fields: {name: line}, cards: {tib: &tib {name: Tib}, oona: *tib}}
""",
    )
    assert game.version == "Small"
    assert [card.record.name for card in game.cards.values()] == ["Tib", "Tib"]


def test_field_names_that_python_uses_work(folder: Path) -> None:
    names = [
        "copy",
        "json",
        "schema",
        "dict",
        "model_config",
        "model_fields",
        "class",
        "items",
        "fields",
        "cards",
        "f0",
        "values",
        "get",
    ]
    fields = ", ".join(f"{name}: integer" for name in names)
    card = ", ".join(f"{name}: {number}" for number, name in enumerate(names))
    kind = f"{{template: card.svg.j2, fields: {{{fields}}}, cards: {{tib: {{{card}}}}}}}"
    game = load_bytes(
        folder, f"game: {{title: Small, version: '1'}}\nkinds: {{copy: {kind}}}\n".encode()
    )
    assert [game.cards["tib"].record[name] for name in names] == list(range(len(names)))


@pytest.mark.parametrize(
    "picture", ["art/dto.png", "art/Dot.PNG", "dot.png", "pictures/Dot.png", "pictures/dot.jpg"]
)
@pytest.mark.parametrize("start", [".", ".."])
def test_a_missing_picture_is_reported_of_a_folder_named_relatively(
    folder: Path, monkeypatch: pytest.MonkeyPatch, start: str, picture: str
) -> None:
    (folder / "cards.yaml").write_text(SOUND.replace("name: Tib", f"name: Tib, art: {picture}"))
    monkeypatch.chdir(folder if start == "." else folder.parent)
    with pytest.raises(ProblemError) as caught:
        load_game(Path() if start == "." else Path(folder.name))
    assert [(p.code, p.hint) for p in caught.value.problems] == [
        ("no-such-file", "did you mean 'art/dot.png'?")
    ]


def test_a_picture_beside_cards_yaml_is_found_but_not_one_that_preview_wrote(
    folder: Path, tmp_path: Path
) -> None:
    game = shutil.copytree(folder, tmp_path / "game")
    (game / "cards.yaml").write_text(SOUND.replace("name: Tib", "name: Tib, art: photos/tib.png"))
    (game / "output").mkdir(exist_ok=True)
    for file, hint in {
        "output/tib.png": "put the picture there, or give its path from the folder of cards.yaml",
        "tib.jpg": "did you mean 'tib.jpg'?",
    }.items():
        (game / file).touch()
        with pytest.raises(ProblemError) as caught:
            load_game(game)
        assert [(p.code, p.hint) for p in caught.value.problems] == [("no-such-file", hint)]


def test_a_picture_is_named_by_the_field_that_holds_pictures(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.svg.j2").write_text("<svg/>")
    text = SOUND.replace("name: Tib", "name: tib.png, shown: tib.png")
    text = text.replace("name: line", "name: line, shown: image?", 1)
    (tmp_path / "cards.yaml").write_text(text)
    (tmp_path / "tib.png").touch()
    assert load_game(tmp_path).cards["tib"].field_naming("tib.png") == "shown"


def test_a_missing_picture_says_where_it_is_looked_for(folder: Path) -> None:
    (folder / "cards.yaml").write_text(
        SOUND.replace("name: Tib", "name: Tib, art: elsewhere/tib.png")
    )
    with pytest.raises(ProblemError) as caught:
        load_game(folder)
    hint = "put the picture there, or give its path from the folder of cards.yaml"
    assert [(p.code, p.hint) for p in caught.value.problems] == [("no-such-file", hint)]


@pytest.mark.parametrize("name", ["cards.yml", "Cards.yaml", "cards.YAML", "cards.yaml.txt"])
def test_a_game_file_under_a_wrong_name_stops_instead_of_printing_emporium(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(SOUND)
    for game, where in ((None, "here"), (".", "in .")):
        with pytest.raises(ProblemError) as caught:
            find_game(game, tmp_path)
        assert [(p.code, p.message) for p in caught.value.problems] == [
            ("no-such-file", f"there is no cards.yaml {where}, but {name}: rename it")
        ]


def test_a_folder_that_the_system_refuses_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    with pytest.raises(CannotRead):
        find_game(str(tmp_path))


def test_the_first_bundled_game_is_that_of_the_root_by_its_title(tmp_path: Path) -> None:
    games = bundled_games()
    assert list(games) == [
        "emporium",
        *sorted(path.parent.name for path in ROOT.glob("games/*/cards.yaml")),
    ]
    assert {name: load_game(path).name for name, path in games.items()} == {
        name: name for name in games
    }
    assert find_game(None, tmp_path) == (ROOT / "cards.yaml", True)


def test_a_game_above_or_below_is_not_taken_for_the_bundled_one(tmp_path: Path) -> None:
    for name in ("pond/templates/icons", "moor"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("pond", "moor"):
        (tmp_path / name / "cards.yaml").write_text(SOUND, encoding="utf-8")
    for folder, said in (
        ("pond/templates", "one in the folder above"),
        ("pond/templates/icons", "one 2 folders above"),
        (".", "below: moor, pond"),
    ):
        with pytest.raises(ProblemError, match=said):
            find_game(None, tmp_path / folder)
    assert find_game("emporium", tmp_path) == (ROOT / "cards.yaml", True)
    assert find_game(None, ROOT / "docs")[1]


def test_a_missing_folder_of_templates_is_one_problem(tmp_path: Path) -> None:
    problem = one_problem(
        tmp_path,
        SOUND.replace("name: line", "name: line, emblem: icon")
        .replace("name: Tib", "name: Tib, emblem: fish")
        .encode(),
    )
    assert (problem.code, problem.message, str(problem.place)) == (
        "unknown-template",
        "there is no folder templates/ beside cards.yaml",
        "cards.yaml:3:20",
    )


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Été & <co>", "ete-and-co"),
        ("Straße №7 ™", "strasse-no7-tm"),
        ("Ночь", "game"),
        ("夜", "game"),
        ("Tide & Ember", "tide-and-ember"),
    ],
)
def test_the_name_of_a_game_is_its_title_in_plain_letters_or_its_folder(
    folder: Path, title: str, name: str
) -> None:
    assert folder.name == "game"
    assert load_bytes(folder, SOUND.replace("Small", f"'{title}'").encode()).name == name


def test_every_code_is_a_short_word() -> None:
    codes = {
        expectation.code
        for path in FAULTS.glob("*.yaml")
        for expectation in parse_expectations(path.read_text("utf-8"))
    }
    assert len(codes) > 30
    assert all(re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code) for code in codes)


# -- whatever is in the file, nothing but a problem comes out

SETTINGS = settings(max_examples=150)
YAML_PIECES = st.lists(
    st.sampled_from(
        [
            "game:",
            "kinds:",
            "tables: ",
            "rules: ",
            "fields: ",
            "cards: ",
            "title: ",
            "template: card.svg.j2",
            "a",
            "1",
            "no",
            ": ",
            "- ",
            "? ",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "\n",
            "\n  ",
            "\n    ",
            "\t",
            "&a ",
            "*a",
            "<<: ",
            "!!str ",
            "! ",
            '"',
            "'",
            "# ",
            "#fff",
            "|\n",
            ">-\n",
            "---\n",
            "...\n",
            "%YAML 1.1\n",
            "~",
            "=",
            "\\",
            "\u2028",
            "\x85",
            "\r",
            "é",
            "🎲",
            "\0",
        ]
    ),
    max_size=30,
).map("".join)


@given(
    st.one_of(st.text(), YAML_PIECES).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.binary()
)
@example(b'"[key]": 1\ngame: 1')
@example(b"kinds: {_x: {}}\ntables: {_x: 3}")
@example(b"&a : *a")
@example(b"? &a [*a]\n: b")
@example(b"%YAML 9.9\n---\na: b")
@SETTINGS
def test_any_bytes_are_a_game_or_a_problem(empty_game: Path, data: bytes) -> None:
    try:
        load_bytes(empty_game, data)
    except (ProblemError, OSError) as fault:
        for problem in getattr(fault, "problems", ()):
            format_problem(problem, empty_game)


LINES = EMPORIUM.read_text("utf-8").split("\n")
TOKEN = re.compile(r"\w+|[^\w\s]|\s+")


@pytest.mark.slow
@given(st.data())
@settings(SETTINGS, max_examples=60)
def test_emporium_with_a_random_slip_is_a_game_or_a_problem(
    empty_game: Path, data: st.DataObject
) -> None:
    pieces, joint = list(LINES), "\n"
    number = data.draw(st.integers(0, len(pieces) - 1), "line")
    if data.draw(st.booleans(), "within the line") and pieces[number].strip():
        before, after, joint = pieces[:number], pieces[number + 1 :], ""
        pieces = TOKEN.findall(pieces[number])
        number = data.draw(st.integers(0, len(pieces) - 1), "token")
    else:
        before, after = [], []
    other = data.draw(st.integers(0, len(pieces) - 1), "other")
    match data.draw(st.sampled_from(["delete", "duplicate", "swap"]), "slip"):
        case "delete":
            del pieces[number]
        case "duplicate":
            pieces.insert(other, pieces[number])
        case _:
            pieces[number], pieces[other] = pieces[other], pieces[number]
    text = joint.join(pieces)
    problems = Problems()
    try:
        load_bytes(empty_game, "\n".join([*before, text, *after]).encode(), problems)
    except ProblemError as fault:
        problems.extend(fault.problems)
    assert problems.has_errors  # at least its templates are not here


@pytest.mark.parametrize(
    ("behind", "is_told"),
    [("63.5 x 88.9 mm", False), ("65 x 88 mm", False), ("70 x 120 mm", True), ("22 x 22 mm", True)],
)
def test_a_back_may_differ_from_its_front_by_no_more_than_its_bleed(
    behind: str, is_told: bool, folder: Path
) -> None:
    text = SOUND + f"  back: {{template: card.svg.j2, size: {behind}, cards: {{plain: {{}}}}}}\n"
    text += "components: {heroes: {name: Heroes, of: hero, back: plain, count: 1}}\n"
    problems = Problems()
    load_game(folder / "cards.yaml", problems, text.encode())
    assert [problem.code for problem in problems] == ["other-back"] * is_told


def test_a_kind_with_a_null_in_its_name_is_a_problem_at_its_line(tmp_path: Path) -> None:
    text = (
        'game: {title: T, version: 1.0.0}\nkinds:\n  "a\\0":\n    fields: {name: line}\n    cards: '
        "{one: {name: x}}\n"
    )
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ProblemError) as raised:
        load_game(tmp_path)
    assert ("invisible-character", 3) in [
        (one.code, one.place and one.place.line) for one in raised.value.problems
    ]


def test_another_ink_has_the_colours_that_it_names_and_the_palette_s_else(tmp_path: Path) -> None:
    make_game(
        tmp_path,
        palette={"band": "#7a5b00", "rim": "#102030"},
        ink={"low": {"palette": {"band": "#eeeeee"}}},
    )
    found = {
        ink: load_game(tmp_path, ink=ink).context["palette"]._values
        for ink in ("full", "low", "grey")
    }
    assert found["full"] == {"band": "#7a5b00", "rim": "#102030"}
    assert found["low"] == {"band": "#eeeeee", "rim": "#102030"}
    assert all(
        len({colour[1:3], colour[3:5], colour[5:7]}) == 1 for colour in found["grey"].values()
    )
