"""Numbers typed into texts: each that the rules contradict is found where it stands, and our own
games have none.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.data.findings import Finding
from generator.data.loading import load_game
from generator.face.press import Press
from generator.lint.lint import lint
from generator.lint.numbers import check_numbers
from generator.lint.workshop import LIMITS, Workshop
from tests.conftest import make_game, some
from tests.generator.lint.conftest import only

ROOT = Path(__file__).resolve().parents[3]
EMPIRE = ROOT / "games" / "empire"


def found(folder: Path, lang: str | None = None) -> list[Finding]:
    game = load_game(folder, lang=lang)
    looks = check_numbers(
        Workshop(game, Press(game), {name: value for name, (value, _) in LIMITS.items()})
    )
    return [finding for look in looks for finding in look.findings]


@pytest.mark.slow_cases("fr-empire")
@pytest.mark.slow_cases("None-empire", "None-emporium", "fr-emporium")
@pytest.mark.parametrize("folder", [ROOT, EMPIRE], ids=["emporium", "empire"])
@pytest.mark.parametrize("lang", [None, "fr"])
def test_our_own_texts_say_what_the_rules_say(folder: Path, lang: str | None) -> None:
    assert [finding.claim for finding in found(folder, lang)] == []


EMPORIUM_BOOK, EMPIRE_BOOK = (
    ROOT / "templates" / "rulebook.md.j2",
    EMPIRE / "templates" / "rulebook.md.j2",
)
MERCHANTS_BOOK = ROOT / "games" / "merchants-of-magick" / "templates" / "rulebook.md.j2"
SEEDED = [
    # typed into a text that the template fills
    (
        ROOT / "cards.yaml",
        "up to {hand} cards",
        "up to 5 cards",
        "'5 cards', but the template fills in 'hand', which is 4",
    ),
    (ROOT / "cards.yaml", "{row} in the row", "four in the row", "fills in 'row', which is 3"),
    (
        ROOT / "cards.yaml",
        '"{most} cards of one tier"',
        '"3 cards of one tier"',
        "fills in 'most', which is 2",
    ),
    (
        EMPIRE / "cards.yaml",
        "{size} cards of one rank of your",
        "3 cards of one rank of your",
        "fills in 'size', which is 4",
    ),
    (
        EMPIRE / "cards.yaml",
        "draw {cards} cards at once",
        "draw five cards at once",
        "fills in 'cards', which is 6",
    ),
    (
        EMPIRE / "cards.yaml",
        "{pillars} pillars: one more",
        "3 pillars: one more",
        "fills in 'pillars', which is 2",
    ),
    # beside a word that the data counts elsewhere
    (
        EMPORIUM_BOOK,
        "until you hold {{ rules.hand_size }} cards",
        "until you hold 5 cards",
        "4 (rules.hand_size)",
    ),
    (EMPORIUM_BOOK, "with {{ rules.die_faces }} faces", "with 6 faces", "'6 faces'"),
    (
        EMPORIUM_BOOK,
        "Turn {{ rules.monsters_in_row }} monsters",
        "Turn four monsters",
        "'four monsters'",
    ),
    (EMPIRE_BOOK, "Deal {{ rules.hand_size }} cards", "Deal nine cards", "10 (rules.hand_size)"),
    (
        EMPIRE_BOOK,
        "have **{{ rules.pillars_to_win }} pillars**",
        "have **three pillars**",
        "4 (rules.pillars_to_win)",
    ),
    (EMPIRE / "cards.yaml", "battle for four pillars", "battle for five pillars", "'five pillars'"),
    # some of what the data counts elsewhere
    (
        MERCHANTS_BOOK,
        "spends two of the results",
        "spends three of the results",
        "'three of the results'",
    ),
    (
        MERCHANTS_BOOK,
        "**Choose {{ rules.results_a_round }} of the results.**",
        "**Choose 3 of the results.**",
        "'3 of the results'",
    ),
    # against the answer to a ruling
    (
        EMPIRE / "cards.yaml",
        "After fifteen rounds in a row",
        "After ten rounds in a row",
        "the answer 'fifteen_still_rounds' has the number 10",
    ),
]


@pytest.mark.slow_cases("spends three of the results")
@pytest.mark.slow_cases(
    "3 cards of one rank of your", "Deal nine cards", "until you hold 5 cards", "up to 5 cards"
)
@pytest.mark.parametrize(
    ("file", "old", "new", "words"), some(SEEDED, 3), ids=[new for _, _, new, _ in SEEDED]
)
def test_a_number_that_the_rules_contradict_is_found_in_its_line(
    file: Path, old: str, new: str, words: str, tmp_path: Path
) -> None:
    source = file.parent.parent if file.parent.name == "templates" else file.parent
    shutil.copytree(source / "templates", tmp_path / "templates")
    shutil.copy(source / "cards.yaml", tmp_path / "cards.yaml")
    text = file.read_text(encoding="utf-8")
    (tmp_path / file.relative_to(source)).write_text(text.replace(old, new, 1), encoding="utf-8")
    findings = found(tmp_path)
    place = (file.relative_to(source).as_posix(), text[: text.index(old)].count("\n") + 1)
    named = [one for one in findings if words in one.claim]
    assert named, [one.claim for one in findings]
    assert {(one.place.file, one.place.line) for one in findings if one.place} == {place}
    verdict = "fault" if "fills in" in words or "has the number" in words else "warning"
    assert {(one.code, one.verdict) for one in named} == {("words-and-rule", verdict)}


FACE = (
    '<text x="8" y="20">{{ words.draw|fill(hand=rules.hand) }}</text><text x="8" y="40">{{ '
    "rules.hand + 1 }} cards</text>"
)


def test_a_number_that_is_right_today_is_a_warning_where_the_template_fills_it(
    tmp_path: Path,
) -> None:
    game = make_game(tmp_path / "typed", FACE, rules={"hand": 4}, words={"draw": "Draw 4 cards"})
    assert only(lint(game), "words-and-rule").verdict == "warning"
    for n, (words, face) in enumerate(
        [
            ("Draw {hand} cards", FACE),
            (
                "Draw 5 cards",
                FACE.replace("|fill(hand=rules.hand)", ""),
            ),  # 5 is what the other text works out
            ("Draw one card", FACE.replace("|fill(hand=rules.hand)", "")),
            (
                "Wait 7 rounds",
                FACE.replace("|fill(hand=rules.hand)", ""),
            ),  # of rounds nothing is known
        ]
    ):
        assert (
            lint(
                make_game(tmp_path / str(n), face, rules={"hand": 4}, words={"draw": words})
            ).findings
            == []
        ), words


def test_numbers_of_a_cards_own_text_are_no_numbers_of_the_rules(tmp_path: Path) -> None:
    face = (
        '<text x="8" y="20">{{ card.text }}</text><text x="8" y="40">{{ rules.hand }} cards</text>'
    )
    cards = {"one": {"name": "One", "text": "Draw 7 cards"}}
    game = make_game(tmp_path, face, cards, {"name": "line", "text": "text"}, rules={"hand": 4})
    assert lint(game).findings == []


@pytest.mark.slow_cases("brick", "merchants")
@pytest.mark.parametrize(
    "folder",
    [ROOT / "games/merchants-of-magick", ROOT / "games/brick-and-mortar"],
    ids=["merchants", "brick"],
)
def test_no_word_of_another_language_is_taken_for_what_is_counted(folder: Path) -> None:
    assert [finding.claim for finding in found(folder, "fr")] == []


BOOK = """# The game

Deal {{{{ rules.hand }}}} cards. A boat costs {{{{ rules.price }}}} coins, and {second} to moor.

At night, {third} marks are paid for light.
"""


def books(folder: Path, second: str, third: str) -> list[tuple[str, str, str]]:
    """Lint a game whose German rulebook puts three numbers in, and its own two of them as said."""
    german = (
        "# Das Spiel\n\n{{ rules.hand }} Karten. Ein Boot kostet {{ rules.price }}, und {{ "
        "rules.fee }} im Hafen.\n\n{{ rules.price }} nachts.\n"
    )
    files = {
        "templates/rulebook.md.j2": BOOK.format(second=second, third=third),
        "templates/rulebook.de.md.j2": german,
        "cards.de.yaml": "game:\n  title: Versuch\n",
    }
    make_game(folder, files=files, rules={"hand": 5, "price": 7, "fee": 2})
    return [(one.verdict, one.claim, str(one.place)) for one in found(folder)]


def test_what_the_rulebook_of_one_language_puts_in_and_another_has_typed(tmp_path: Path) -> None:
    fee, price = "{{ rules.fee }}", "{{ rules.price }}"
    assert books(tmp_path / "alike", fee, price) == []
    (one,) = books(tmp_path / "other", "3", price)
    claim = (
        "rulebook.de.md.j2 fills in rules.fee (2) once, but rulebook.md.j2 does not and says '3'"
    )
    assert one == ("warning", claim, "templates/rulebook.md.j2:3")
    (one,) = books(tmp_path / "twice", fee, "8")
    claim = (
        "rulebook.de.md.j2 fills in rules.price (7) twice, but rulebook.md.j2 once and says '8 "
        "marks'"
    )
    assert one == ("warning", claim, "templates/rulebook.md.j2:5")
    assert [verdict for verdict, *_ in books(tmp_path / "right", fee, "7")] == [
        "ok"
    ]  # typed, and right today
    assert [verdict for verdict, *_ in books(tmp_path / "left out", fee, "more")] == [
        "ok"
    ]  # said in other words
