"""A game in several languages: what a translation may say, what is found wrong with it, and what
comes out on paper.
"""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.cli import main as cli
from generator.data.game import Game
from generator.data.languages import Coverage, languages_of, survey, texts_of, translate
from generator.data.loading import load_game
from generator.data.problems import Problem, ProblemError, Problems
from generator.data.schema import Checked, check_schema
from generator.data.source import read_source
from generator.data.translating import starter, updated
from generator.data.wording import LANGUAGES
from generator.face.fonts import FontBook, script_not_set
from generator.face.press import Press
from generator.face.text.lines import wrap
from generator.face.text.words import WordBuilder
from generator.job.build import build
from generator.job.planning import Options
from generator.sheet.outputs import document_for, footer
from generator.sheet.sheets import Sheet
from tests.conftest import ROOT, make_game, meanwhile

FIELDS = {"name": "line", "text": "text?", "power": "1..9", "tags": "[line]?"}
CARDS: dict[str, dict[str, Any]] = {
    "owl": {"name": "Owl", "power": 3, "text": "Sees all.\nSays {star} nothing."},
    "cat": {"name": "Cat", "power": 1, "tags": ["soft", "sharp"]},
}
SANS = FontBook().find("Source Sans Pro")
STAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)
FACE = (
    '<textArea id="name" x="3" y="3" width="57" height="9" font-size="10pt">{{ card.name '
    "}}</textArea>"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_game(
        tmp_path,
        FACE,
        CARDS,
        FIELDS,
        {"templates/icons/star.svg": STAR},
        {"defaults": {"text": "Nothing to add."}},
        tables={
            "suit": {
                "fields": {"name": "line", "sign": "icon"},
                "rows": {"sun": {"name": "Sun", "sign": "star"}},
            }
        },
        components={
            "deck": {"name": "Deck", "of": "card", "where": {"name": "Owl"}, "count": 1},
            "rest": {"name": "Rest", "of": "card", "where": {"name": "Cat"}, "count": 1},
        },
        words={"bid": "Bid from 1 to {most}."},
        palette={"red": "#b3261e"},
    )
    return tmp_path


def write(folder: Path, text: str, language: str = "fr") -> Path:
    path = folder / f"cards.{language}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def checked_of(folder: Path) -> Checked:
    checked = check_schema(read_source(folder / "cards.yaml", "cards.yaml"), Problems())
    assert checked is not None
    return checked


def faults(folder: Path, text: str) -> list[Problem]:
    """Load a game in the French given; list what is said of it, the warning of missing texts left
    out.
    """
    write(folder, text)
    problems = Problems()
    try:
        load_game(folder, problems, lang="fr")
    except ProblemError as fault:
        return [p for p in fault.problems if p.code != "untranslated"]
    return [p for p in problems if p.code != "untranslated"]


def coverage_of(folder: Path) -> Coverage:
    (found,) = survey(folder / "cards.yaml", Problems())[1]
    return found


# ---------------------------------------------------------------- what a translation gives


def test_texts_are_taken_where_there_are_some_and_else_from_cards_yaml(folder: Path) -> None:
    write(
        folder,
        "game: {title: Essai}\nkinds:\n  card:\n    cards:\n      owl: {name: Hibou}\n      cat: "
        '{name: ""}\n'
        "words: {bid: 'Misez de 1 à {most}.'}\n",
    )
    problems = Problems()
    game = load_game(folder, problems, lang="fr")
    assert (game.title, game.language, game.is_translated) == ("Essai", "fr", True)
    assert game.cards["owl"].record.name == "Hibou"
    assert game.cards["cat"].record.name == "Cat"
    assert game.cards["owl"].record.power == 3
    assert game.context["words"].bid == "Misez de 1 à {most}."
    assert game.context["game"].language == "fr"
    (warning,) = problems
    assert (warning.severity, warning.code) == ("warning", "untranslated")
    texts = len(texts_of(checked_of(folder)))
    assert f"{texts - 3} of {texts} texts" in warning.message


def test_a_game_in_its_own_language_is_the_same_with_and_without_its_code(folder: Path) -> None:
    write(folder, "game: {title: Essai}\n")
    plain, named = load_game(folder), load_game(folder, lang="en")
    assert (
        (plain.name, plain.title, plain.is_translated)
        == (named.name, named.title, named.is_translated)
        == ("trial", "Trial", False)
    )


def test_files_and_rules_go_by_the_name_in_the_own_language(folder: Path) -> None:
    write(folder, "game: {title: Essai}\n")
    game = load_game(folder, lang="fr")
    assert (game.name, game.plays) == ("trial-fr", "trial")


def test_what_a_component_chooses_by_a_text_is_the_same_in_every_language(folder: Path) -> None:
    write(folder, "kinds: {card: {cards: {owl: {name: Cat}, cat: {name: Owl}}}}\n")
    game = load_game(folder, lang="fr")
    assert [[card.id for card in component.cards] for component in game.components] == [
        ["owl"],
        ["cat"],
    ]


def test_a_default_is_translated_once_for_the_cards_that_take_it(folder: Path) -> None:
    write(
        folder,
        (
            "kinds:\n  card:\n    cards: {owl: {text: 'Voit tout {star}.'}}\n    defaults: {text: "
            "Rien à dire.}\n"
        ),
    )
    game = load_game(folder, lang="fr")
    assert (game.cards["cat"].record.text, game.cards["owl"].record.text) == (
        "Rien à dire.",
        "Voit tout {star}.",
    )


def test_a_list_of_texts_is_translated_as_a_whole(folder: Path) -> None:
    write(folder, "kinds: {card: {cards: {cat: {tags: [doux, pointu]}}}}\n")
    assert load_game(folder, lang="fr").cards["cat"].record.tags == ("doux", "pointu")
    (problem,) = faults(folder, "kinds: {card: {cards: {cat: {tags: [doux]}}}}\n")
    assert (problem.code, problem.place and problem.place.file) == ("wrong-type", "cards.fr.yaml")
    assert "2 texts" in problem.message


def test_a_translated_text_that_does_not_fit_is_reported_in_its_own_file(folder: Path) -> None:
    write(folder, f"kinds:\n  card:\n    cards:\n      owl:\n        name: {'Strix ' * 20}\n")
    game = load_game(folder, lang="fr")
    press = Press(game)
    press.stamp(game.cards["owl"])
    (problem,) = press.problems
    assert (problem.code, str(problem.place)) == ("text-overflow", "cards.fr.yaml:5:15")


def test_what_is_read_in_another_language_leaves_the_first_as_it_was(folder: Path) -> None:
    write(folder, "kinds: {card: {cards: {owl: {name: Hibou}}}}\ngame: {title: Essai}\n")
    checked = checked_of(folder)
    before = json.dumps(checked.data, default=str)
    translated, _, _ = translate(folder / "cards.yaml", checked, "fr", Problems())
    assert json.dumps(checked.data, default=str) == before
    assert checked.root["kinds"]["card"]["cards"]["owl"]["name"].value == "Owl"
    assert translated.root["kinds"]["card"]["cards"]["owl"]["name"].value == "Hibou"


# ---------------------------------------------------------------- what is wrong with one


@pytest.mark.parametrize(
    ("text", "code", "place", "said", "hint"),
    [
        (
            "kinds: {card: {cards: {owll: {name: Hibou}}}}",
            "unknown-entry",
            "1:24",
            "no text 'owll' in 'cards'",
            "did you mean 'owl'?",
        ),
        (
            "kinds: {card: {cards: {cat: {name: a}, hen: {name: b}}}}",
            "unknown-entry",
            "1:40",
            "'hen'",
            "check whether it was renamed: 'owl' has no text",
        ),
        (
            "kinds: {card: {cards: {owl: {nom: Hibou}}}}",
            "unknown-entry",
            "1:30",
            "'nom' in 'owl'",
            "name",
        ),
        (
            "kinds: {crad: {cards: {}}}",
            "unknown-entry",
            "1:9",
            "'crad' in 'kinds'",
            "did you mean 'card'?",
        ),
        (
            "kinds: {card: {cards: {owl: {power: 4}}}}",
            "not-a-text",
            "1:30",
            "'power' is not a text",
            "leave it out",
        ),
        (
            "tables: {suit: {rows: {sun: {sign: star}}}}",
            "not-a-text",
            "1:30",
            "'sign' is not a text",
            "leave it out",
        ),
        ("game: {version: '2'}", "not-a-text", "1:8", "'version' is not a text", "leave it out"),
        (
            "kinds: {card: {template: x.svg.j2}}",
            "not-a-text",
            "1:16",
            "'template' is not a text",
            "leave it out",
        ),
        (
            "kinds: {card: {cards: {owl: {name: 7}}}}",
            "wrong-type",
            "1:36",
            "found the integer 7",
            "quotes",
        ),
        (
            "kinds: {card: {cards: {owl: {name: {fr: Hibou}}}}}",
            "wrong-type",
            "1:36",
            "found a mapping",
            "quotes",
        ),
        (
            "kinds: {card: {cards: {owl: Hibou}}}",
            "wrong-type",
            "1:29",
            "expected a mapping, as in cards.yaml, found 'Hibou'",
            "",
        ),
        (
            'kinds: {card: {cards: {owl: {name: "a\\nb"}}}}',
            "wrong-type",
            "1:36",
            "text on one line",
            "join",
        ),
        (
            "words: {bid: Misez.}",
            "other-marks",
            "1:14",
            "expected {most} in its text, as in cards.yaml, found no mark",
            "braces",
        ),
        ("words: {bid: 'De 1 à {plus}.'}", "other-marks", "1:14", "found {plus}", "braces"),
        (
            "words: {bid: 'De 1 à [red]{most}[/].'}",
            "other-marks",
            "1:14",
            "found {most}, [red]",
            "styles",
        ),
        ("- a\n- b\n", "wrong-type", "1:1", "expected a mapping", ""),
    ],
)
def test_what_does_not_belong_is_reported_with_its_place(
    folder: Path, text: str, code: str, place: str, said: str, hint: str
) -> None:
    (problem,) = faults(folder, text + "\n")
    assert (problem.code, str(problem.place)) == (code, f"cards.fr.yaml:{place}")
    assert said in problem.message
    assert hint in (problem.hint or "")


@pytest.mark.parametrize(
    ("original", "text", "said"),
    [
        (
            "Draw 3 cards, twice.",
            "Piochez 4 cartes, 2 fois.",
            "'bid' says 4, but cards.yaml says 2 and 3",
        ),
        ("Draw three cards.", "Piochez 4 cartes.", "'bid' says 4, but cards.yaml says 3"),
        ("Draw three cards.", "Piochez 3 cartes.", None),
        ("Draw 3 cards.", "Piochez trois cartes.", None),
        ("Draw 3 cards.", "Piochez quatre cartes.", "'bid' says 4, but cards.yaml says 3"),
        ("Discard both, draw three.", "Défaussez les deux, piochez trois.", None),
        ("Draw three cards.", "Piochez trois cartes neuf.", None),  # nine, or new
        ("Draw a card.", "Piochez 2 cartes.", None),  # nothing to hold it against
        ("From 1 to {most}: 2.5 mm", "De 1 à {most}\u202f: 2,5 mm", None),
        (
            "Roll 2d6 for 10 gold.",
            "Lancez 2d6 pour 12 pièces.",
            "'bid' says 12, but cards.yaml says 10",
        ),
    ],
)
def test_a_translation_that_says_another_number(
    original: str, text: str, said: str | None, tmp_path: Path
) -> None:
    make_game(tmp_path, FACE, words={"bid": original})
    found = faults(tmp_path, f"words: {{bid: {text!r}}}\n")
    assert [(one.code, one.severity, one.message) for one in found] == (
        [("other-number", "warning", said)] if said else []
    )


def test_a_mark_may_change_its_capitals_and_a_backslash_makes_it_plain(folder: Path) -> None:
    assert faults(folder, "words: {bid: 'De 1 à {Most} \\{x}.'}\n") == []


def test_an_empty_file_and_empty_entries_are_no_fault(folder: Path) -> None:
    for text in (
        "",
        "# nothing yet\n",
        "kinds:\n",
        "kinds: {card: {cards: {owl: {name: }, cat: }}}\n",
    ):
        assert faults(folder, text) == []
        assert coverage_of(folder).translated == 0


def test_a_file_that_is_no_yaml_is_reported_and_not_read(folder: Path) -> None:
    (problem,) = faults(folder, "kinds: {card\n")
    assert (problem.code, problem.place and problem.place.file) == ("yaml-syntax", "cards.fr.yaml")


def test_only_files_named_after_a_language_are_translations(folder: Path) -> None:
    for name in (
        "cards.old.yaml",
        "cards.FR.yaml",
        "cards.fr.yml",
        "other.de.yaml",
        "cards.fr.yaml~",
    ):
        (folder / name).write_text("x")
    write(folder, "", "pt-br")
    (folder / "cards.it.yaml").symlink_to(ROOT / "cards.fr.yaml")  # leads out of the folder
    assert languages_of(folder / "cards.yaml") == ("en", "pt-br")
    for language in ("it", "../fr", "old"):
        with pytest.raises(ProblemError, match="the game has en, pt-br"):
            load_game(folder, lang=language)


def test_a_translation_into_the_games_own_language_is_an_error(folder: Path) -> None:
    write(folder, "", "en")
    problems = Problems()
    survey(folder / "cards.yaml", problems)
    assert [(p.code, str(p.place)) for p in problems] == [("own-language", "cards.en.yaml")]


# ---------------------------------------------------------------- writing translations

words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn", "Co")),
    min_size=1,
    max_size=20,
).filter(lambda text: text.strip() and not {*text} & {*"{}\x85\ufeff\ufffe\uffff"})

originals = words.filter(
    lambda text: not re.match(r"\s*[-+.\d]", text)
)  # PyYAML would write 1e100 without quotes, which is refused


@settings(max_examples=20)
@given(st.dictionaries(st.sampled_from(["name", "text", "Owl"]), words, min_size=1), originals)
def test_a_starter_has_every_text_and_reads_back_as_it_was_filled(
    tmp_path_factory: pytest.TempPathFactory, said: dict[str, str], original: str
) -> None:
    folder = tmp_path_factory.mktemp("game")
    make_game(
        folder,
        FACE,
        {"owl": {"name": original.strip(), "text": f"a\n{original}"}},
        {"name": "line", "text": "text"},
    )
    checked = checked_of(folder)
    known = {path: said[path[-1]] for path in texts_of(checked) if path[-1] in said}
    path = write(folder, starter(folder / "cards.yaml", checked, "fr", known))
    problems = Problems()
    translated, coverage, _ = translate(folder / "cards.yaml", checked, "fr", problems)
    assert list(problems) == []
    assert {text.path for text in coverage.missing} == set(texts_of(checked)) - set(known)
    assert coverage.stale == ()
    card = translated.data["kinds"]["card"]["cards"]["owl"]
    assert card["text"] == said.get("text", f"a\n{original}")
    assert updated(folder / "cards.yaml", checked, "fr", path.read_bytes()) is None
    assert path.read_text(encoding="utf-8").count("# en: ") == len(texts_of(checked))


def test_an_original_that_changes_makes_its_translation_stale_until_the_comment_is_corrected(
    folder: Path,
) -> None:
    text = (
        "kinds:\n  card:\n    cards:\n      owl:\n        # en: Owl\n        # a bird\n        "
        "name: Hibou\n"
    )
    write(folder, text)
    assert coverage_of(folder).stale == ()
    source = folder / "cards.yaml"
    source.write_text(source.read_text().replace("name: Owl", "name: Barn owl"))
    (stale,) = coverage_of(folder).stale
    assert (stale.was, stale.text.shown, str(stale.place)) == (
        "Owl",
        "Barn owl",
        "cards.fr.yaml:7:9",
    )
    write(folder, text.replace("en: Owl", "en: Barn owl"))
    assert coverage_of(folder).stale == ()
    write(
        folder, text.replace("# en: Owl", "# en: Owlet\n        # en: Barn owl")
    )  # the nearest counts
    assert coverage_of(folder).stale == ()
    write(folder, text.replace("        # en: Owl\n", ""))
    assert coverage_of(folder).stale == ()


OWN_LINES = """# mine
words:   # words first
    bid: "Misez {most}"

kinds:
  card:
    cards:
      cat: {name: Chat}   # in braces
# the end
"""


def test_an_update_adds_what_is_missing_and_leaves_every_line_as_it_is(folder: Path) -> None:
    path = write(folder, OWN_LINES)
    checked = checked_of(folder)
    new = updated(folder / "cards.yaml", checked, "fr", path.read_bytes())
    assert new is not None
    kept = iter(new.splitlines())
    assert all(line in kept for line in OWN_LINES.splitlines()), new
    path.write_text(new, encoding="utf-8")
    problems = Problems()
    translated, coverage, root = translate(folder / "cards.yaml", checked, "fr", problems)
    assert list(problems) == []
    assert translated.data["kinds"]["card"]["cards"]["cat"]["name"] == "Chat"
    assert root["kinds"]["card"]["cards"]["owl"]["name"].value == ""
    assert "      # missing: cat.tags, soft | sharp\n      cat: {name: Chat}" in new
    assert "      # en: Owl" in new
    assert updated(folder / "cards.yaml", checked, "fr", path.read_bytes()) is None
    assert coverage.translated == 2


def test_what_was_renamed_before_it_was_translated_is_warned_of_and_an_update_takes_it_out(
    folder: Path,
) -> None:
    checked = checked_of(folder)
    text = starter(folder / "cards.yaml", checked, "fr")
    stray = text.replace("      owl:", "      owlet:").replace("  bid:", "  bids:")
    path = write(folder, stray)
    assert stray != text
    problems = Problems()
    load_game(folder, problems, lang="fr")
    told = [
        (problem.severity, problem.code) for problem in problems if problem.code != "untranslated"
    ]
    assert told == [("warning", "unknown-entry")] * 2
    new = updated(folder / "cards.yaml", checked, "fr", path.read_bytes())
    assert new is not None
    path.write_text(new, encoding="utf-8")
    assert sorted(new.splitlines()) == sorted(text.splitlines())
    assert updated(folder / "cards.yaml", checked, "fr", path.read_bytes()) is None
    path.write_text(stray.replace('bids: ""', 'bids: "Misez"'), encoding="utf-8")
    with pytest.raises(ProblemError, match="has no text 'bids'"):
        load_game(folder, lang="fr")


def test_a_file_named_almost_as_a_translation_is_told(folder: Path) -> None:
    write(folder, "game: {}").rename(folder / "cards.fr.yml")
    problems = Problems()
    survey(folder / "cards.yaml", problems)
    assert [(problem.code, problem.hint) for problem in problems] == [
        ("misnamed-translation", "rename it to cards.fr.yaml")
    ]
    with pytest.raises(ProblemError) as caught:
        load_game(folder, lang="fr")
    assert caught.value.problems[-1].hint == "rename cards.fr.yml to cards.fr.yaml"


# ---------------------------------------------------------------- the command line


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def text_of(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_every_language_is_built_into_files_of_its_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        folder,
        (
            "game: {title: Essai}\nkinds: {card: {cards: {owl: {name: Hibou}}}}\ncomponents: "
            "{deck: {name: Paquet}}\n"
        ),
    )
    write(folder, "kinds: {card: {cards: {owl: {name: Eule}}}}\n", "de")
    output = folder / "out"
    code, out, _ = run(
        capsys, "build", str(folder), "--lang", "all", "--output", str(output), "--format", "json"
    )
    assert code == 0
    assert list(json.loads(out)["results"]["languages"]) == ["en", "de", "fr"]
    assert sorted(p.name for p in output.iterdir()) == [
        "trial-cards-a4.pdf",
        "trial-de-cards-a4.pdf",
        "trial-fr-cards-a4.pdf",
    ]
    pages = {name: text_of(output / f"trial{name}-cards-a4.pdf") for name in ("", "-de", "-fr")}
    assert [word for word in ("Owl", "Hibou", "Eule") if word in pages[""]] == ["Owl"]
    assert [word for word in ("Owl", "Hibou", "Eule") if word in pages["-fr"]] == ["Hibou"]
    assert "sheet 1 of 1, front" in pages[""]
    assert "Blatt 1 von 1, Vorderseite" in pages["-de"]
    assert "feuille 1 sur 1, recto" in pages["-fr"]
    assert "Essai 1.2.3" in pages["-fr"]
    assert "Paquet" in pages["-fr"]


def test_a_fault_in_one_language_does_not_hold_up_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, "kinds: {card: {cards: {owl: {power: 3}}}}\n", "de")
    write(folder, "game: {title: Essai}\n")
    code, _, err = run(
        capsys, "build", str(folder), "--lang", "all", "--output", str(folder / "out")
    )
    assert code == 1
    assert "cards.de.yaml:1:30: error[not-a-text]" in err
    assert sorted(p.name for p in (folder / "out").iterdir()) == [
        "trial-cards-a4.pdf",
        "trial-fr-cards-a4.pdf",
    ]


def test_a_language_that_there_is_not_is_wrong_usage(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["build"], ["preview", "owl"], ["contact"], ["fit"]):
        code, _, err = run(capsys, *command, str(folder), "--lang", "fr")
        assert code == 2
        assert (
            "the game has en, and there is no cards.fr.yaml (`emporium-pnp languages --start "
            "fr` begins one)"
        ) in err
    assert "named by its code" in run(capsys, "build", str(folder), "--lang", "french")[2]


def test_pictures_are_named_after_their_language(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "kinds: {card: {cards: {owl: {name: Hibou}}}}\n")
    monkeypatch.chdir(folder)
    assert run(capsys, "preview", "owl", "--lang", "fr")[1].strip() == str(
        Path("output/owl-fr.png")
    )
    assert run(capsys, "preview", "owl", "--lang", "fr", "--output", "a.svg")[1].strip() == "a.svg"
    assert "Hibou" in (folder / "a.svg").read_text()
    assert run(capsys, "contact", "--lang", "all")[1].split() == [
        str(Path("output/contact.png")),
        str(Path("output/contact-fr.png")),
    ]


def test_the_command_starts_lists_and_updates(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = folder / "cards.yaml"
    code, out, _ = run(capsys, "languages", str(folder), "--start", "de")
    assert code == 0
    texts = len(texts_of(checked_of(folder)))
    assert re.search(rf"^de +cards.de.yaml +0 of {texts} +0 % +{texts} +0 +0$", out, re.M)
    assert run(capsys, "languages", str(folder), "--start", "de")[0] == 2
    assert run(capsys, "languages", str(folder), "--start", "en")[0] == 2
    assert run(capsys, "languages", str(folder), "--start", "../x")[0] == 2
    german = folder / "cards.de.yaml"
    german.write_text(
        german.read_text().replace('# en: Owl\n        name: ""', '# en: Owl\n        name: "Eule"')
    )
    source.write_text(
        source.read_text()
        .replace("name: Owl", "name: Barn owl")
        .replace("words:", "words:\n  more: More")
    )
    code, out, _ = run(capsys, "languages", str(folder), "--missing")
    assert "cards.yaml" in out
    assert "missing in cards.de.yaml: words.more\n    More" in out
    assert "stale: kinds.card.cards.owl.name\n    was Owl\n    is  Barn owl" in out
    run(capsys, "languages", str(folder), "--update")
    assert '  # en: More\n  more: ""' in german.read_text()
    assert 'name: "Eule"' in german.read_text()
    data = json.loads(run(capsys, "languages", str(folder), "--missing", "--format", "json")[1])[
        "results"
    ]
    assert (
        data["texts"],
        data["translations"][0]["missing"],
        data["translations"][0]["stale"],
    ) == (texts + 1, texts, 1)
    german.write_text("kinds: {card: {cards: {hen: {name: x}}}}\n")
    code, out, err = run(capsys, "languages", str(folder))
    assert code == 1
    assert re.search(r"^de .* 1$", out, re.M)
    assert "cards.de.yaml:1:24: error[unknown-entry]" in err


def test_a_translation_written_while_it_is_updated_stays(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    german = folder / "cards.de.yaml"
    meanwhile(monkeypatch, lambda: german.write_text("kinds: {}\n"))
    code, _, err = run(capsys, "languages", str(folder), "--start", "de")
    assert (code, german.read_text()) == (1, "kinds: {}\n")
    assert "cards.de.yaml: error[changed-meanwhile]" in err
    meanwhile(monkeypatch, lambda: german.write_text("mine\n"))
    code, _, err = run(capsys, "languages", str(folder), "--update")
    assert (code, german.read_text()) == (1, "mine\n")
    assert "cards.de.yaml: error[changed-meanwhile]" in err


# ---------------------------------------------------------------- words, phrases, the rulebook


def test_words_are_filled_by_templates(tmp_path: Path) -> None:
    face = '<text x="5" y="10">{{ words.bid|fill(most=rules.die, who=card.name) }}</text>'
    game = make_game(tmp_path, face, words={"bid": "{who} & 1 to {most} {other}"}, rules={"die": 8})
    assert "One &amp; 1 to 8 {other}" in Press(game).svg(game.cards["one"])
    game = make_game(tmp_path, '<text x="5" y="10">{{ words.bit }}</text>', words={"bid": "x"})
    press = Press(game)
    press.stamp(game.cards["one"])
    assert [(p.code, p.hint) for p in press.problems] == [("undefined-name", "did you mean 'bid'?")]


def test_a_rulebook_in_the_language_is_taken_and_else_a_note_says_so(tmp_path: Path) -> None:
    from generator.book.rulebook import write_rulebook

    make_game(
        tmp_path,
        files={
            "templates/rulebook.md.j2": '# {{ game.title }}\n\n---\n\n## The round\n\nSay "yes".\n'
        },
    )
    write(tmp_path, "game: {title: Essai}\nkinds: {card: {cards: {one: {name: Un}}}}\n")

    def book() -> tuple[str, list[str]]:
        game = load_game(tmp_path, lang="fr")
        press = Press(game)
        pdf = write_rulebook(game, press)
        assert pdf is not None
        with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
            return "\n".join(page.get_textpage().get_text_bounded() for page in document), [
                p.code for p in press.problems
            ]

    text, codes = book()
    assert codes == ["rulebook-untranslated"]
    assert "The round" in text
    assert "“yes”" in text  # English prose has English quotes
    (tmp_path / "templates" / "rulebook.fr.md.j2").write_text(
        '# {{ game.title }}\n\n---\n\n## La manche\n\nDis "oui".\n', encoding="utf-8"
    )
    text, codes = book()
    assert (codes, "La manche" in text, "The round" in text, "«\u202foui\u202f»" in text) == (
        [],
        True,
        False,
        True,
    )


# ---------------------------------------------------------------- the rest of the box

FORM = {
    "about": "Be honest.",
    "questions": [
        {"id": "fun", "ask": "Was it fun?", "answer": "scale", "low": "no", "high": "very"},
        {"ask": "How long?", "answer": "choice", "options": ["short", "long"]},
        {"ask": "Again?", "answer": "yes-no"},
    ],
}


def test_questions_are_translated_by_their_ids_or_by_what_they_ask(tmp_path: Path) -> None:
    make_game(tmp_path, feedback=FORM)
    source = tmp_path / "cards.yaml"
    keys = [
        text.key
        for text in texts_of(checked_of(tmp_path)).values()
        if text.key.startswith("feedback.")
    ]
    assert keys == [
        "feedback.about",
        "feedback.questions.fun.ask",
        "feedback.questions.fun.low",
        "feedback.questions.fun.high",
        "feedback.questions.how-long.ask",
        "feedback.questions.how-long.options",
        "feedback.questions.again.ask",
    ]
    write(
        tmp_path,
        "feedback:\n  about: Soyez francs.\n  questions:\n    fun: {ask: Amusant ?, high: très}\n"
        "    how-long: {ask: La durée ?, options: [courte, longue]}\n",
    )
    game = load_game(tmp_path, lang="fr")
    first, second, third = game.feedback["questions"]
    assert (game.feedback["about"], first["ask"], first["low"], first["high"]) == (
        "Soyez francs.",
        "Amusant ?",
        "no",
        "très",
    )
    assert (second["options"], second["answer"], third["ask"]) == (
        ["courte", "longue"],
        "choice",
        "Again?",
    )
    source.write_text(
        source.read_text().replace("  questions:\n", "  questions:\n  - ask: Who are you?\n", 1)
    )  # one more in front
    asked = [question["ask"] for question in load_game(tmp_path, lang="fr").feedback["questions"]]
    assert asked == ["Who are you?", "Amusant ?", "La durée ?", "Again?"]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("how-long: {options: [courte]}", "wrong-type", "2 texts"),
        ("how-long: {answer: lines}", "not-a-text", "the same in every language"),
        ("fun: {id: joie}", "not-a-text", "the same in every language"),
        ("hwo-long: {ask: x}", "unknown-entry", "no text 'hwo-long'"),
    ],
)
def test_what_a_question_does_not_have_is_reported(
    tmp_path: Path, text: str, code: str, said: str
) -> None:
    make_game(tmp_path, feedback=FORM)
    (fault,) = faults(tmp_path, f"feedback: {{questions: {{{text}}}}}\n")
    assert (fault.code, said in fault.message) == (code, True)
    assert fault.place is not None
    assert (fault.place.file, fault.place.line) == ("cards.fr.yaml", 1)


def test_boxes_and_the_form_speak_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_game(
        tmp_path,
        cards={"one": {"name": "One", "copies": 30}},
        feedback=FORM,
        game={"players": "2-4"},
        components={"deck": {"name": "Deck", "of": "card", "count": 30}},
    )
    write(
        tmp_path,
        "components: {deck: {name: Paquet}}\nfeedback: {questions: {fun: {ask: Amusant ?}}}\n",
    )
    assert (
        run(
            capsys,
            "build",
            str(tmp_path),
            "--all",
            "--lang",
            "fr",
            "--output",
            str(tmp_path / "out"),
        )[0]
        == 0
    )
    form = text_of(tmp_path / "out" / "trial-fr-feedback-a4.pdf")
    for word in (
        "Partie d’essai de la version 1.2.3, données",
        "Joueur",
        "Points",
        "Déjà joué",
        "La partie",
        "Vainqueur",
        "Lieu",
        "Amusant ?",
        "How long?",
    ):
        assert word in form, word
    assert (form.count("oui"), form.count("non")) == (5, 5)  # four players, one question
    assert not any(
        word in form for word in ("Player", "Score", "Winner", "yes", "Playtest", "data")
    )
    box = text_of(tmp_path / "out" / "trial-fr-boxes-a4.pdf")
    for word in (
        "Découpez selon les traits pleins",
        "coller",
        "rentrer",
        "Paquet, 30 sans protège-cartes",
        "Trial : Paquet",
    ):
        assert word in box, word
    assert not any(word in box for word in ("glue", "tuck", "sleeves", "Cut along"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_tool_says_stays_on_narrow_paper(tmp_path: Path, language: str) -> None:
    game = make_game(
        tmp_path,
        cards={"one": {"name": "One", "copies": 30}},
        game={"language": language, "players": "2-8"},
        feedback=FORM,
        components={"deck": {"name": "A deck of a rather long name", "of": "card", "count": 30}},
    )
    result = build(game, Options(with_all=True, paper="letter", output=tmp_path / "out"))
    assert [problem.code for problem in result.problems] == []
    for what in ("feedback", "boxes"):
        with pypdfium2.PdfDocument(tmp_path / "out" / f"trial-{what}-letter.pdf") as document:
            page = document[0].get_textpage()
            boxes = [page.get_rect(n) for n in range(page.count_rects())]
            assert min(box[0] for box in boxes) > 10
            assert max(box[2] for box in boxes) < document[0].get_width() - 10
            rows = [
                box for box in boxes if box[3] < 30
            ]  # the footer: what stands there does not meet
            rows.sort()
            assert all(one[2] < other[0] for one, other in pairwise(rows))


def test_templates_may_ask_for_a_phrase_and_are_told_of_one_that_is_not(tmp_path: Path) -> None:
    face = '<text x="5" y="10">{{ phrase("data", data=game.version) }}</text>'
    game = make_game(tmp_path, face, game={"language": "es"})
    assert "datos 1.2.3" in Press(game).svg(game.cards["one"])
    for call, said, hint in (
        ("phrase('wnner')", "no phrase 'wnner'", "did you mean 'winner'?"),
        ("phrase('Ahoy there')", "no phrase 'Ahoy there'", "put your own texts under `words:`"),
        ("phrase('data')", "needs a value for 'data'", None),
    ):
        game = make_game(tmp_path, f'<text x="5" y="10">{{{{ {call} }}}}</text>')
        press = Press(game)
        press.stamp(game.cards["one"])
        (problem,) = press.problems
        assert (problem.code, said in problem.message, problem.hint) == (
            "undefined-name",
            True,
            hint,
        )


def test_a_word_that_changes_while_watching_is_drawn(tmp_path: Path) -> None:
    face = '<text x="5" y="10">{{ words.bid }}</text>'
    game = make_game(tmp_path, face, words={"bid": "Bid"})
    press = Press(game)
    press.stamp(game.cards["one"])
    source = tmp_path / "cards.yaml"
    source.write_text(source.read_text().replace("bid: Bid", "bid: Offer"))
    again = load_game(tmp_path)
    assert "Offer" in Press(again, press).svg(again.cards["one"])


# ---------------------------------------------------------------- letters and lines


def lines_of(text: str, width: float) -> list[str]:
    """Break a text into lines of a width in em, as a text area does."""
    font = SANS
    reader = WordBuilder()
    reader.text(text, font, False, False)
    return [
        "".join(
            (" " if n and word.space else "") + "".join(p.text for p in word.pieces)
            for n, word in enumerate(line)
        )
        for line in wrap([reader.words], width)
    ]


@settings(max_examples=40)
@given(
    st.lists(
        st.sampled_from(
            [
                "mot",
                "œuf",
                "un",
                "« oui »",
                "«\u202fnon\u202f»",
                "fin\u202f!",
                "quoi ?",
                "ici :",
                "a\u00a0b",
                "10 ;",
            ]
        ),
        min_size=1,
        max_size=12,
    ),
    st.floats(1, 12),
)
def test_no_line_begins_with_a_mark_or_ends_after_an_opening_one(
    parts: list[str], width: float
) -> None:
    lines = lines_of(" ".join(parts), width)
    assert " ".join(lines) == " ".join(parts)
    for line in lines:
        assert not re.match(r"[;:!?»\u202f\u00a0]", line), lines
        assert not re.search(r"[«\u202f\u00a0]$", line), lines


def test_german_quotes_break_where_words_do() -> None:
    assert lines_of("Sie rief »Halt« und lief", 0.1) == ["Sie", "rief", "»Halt«", "und", "lief"]


def test_japanese_breaks_between_letters_but_not_before_a_closing_mark() -> None:
    assert lines_of("猫は「夜」、走る。", 0.1) == ["猫", "は", "「夜」、", "走", "る。"]


@pytest.mark.parametrize("family", ["Source Sans Pro", "Source Serif Pro"])
def test_a_narrow_space_is_a_space_in_both_families(family: str) -> None:
    for weight in (400, 600, 700, 900):
        font = FontBook().find(family, weight)
        assert 0 < font.width("\u202f") <= font.width("\u00a0")
        assert 0x202F in font.ttf.face.charToGlyph


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a ܫܠܡܐ", "Syriac, which runs from right to left"),
        ("ދިވެހި", "Thaana, which runs from right to left"),
        ("नमस्ते", "Devanagari, whose letters join and change places"),
        ("สวัสดี", "Thai, whose letters join and change places"),
    ],
)
def test_a_script_that_would_come_out_wrong_is_refused_with_its_place(
    tmp_path: Path, text: str, said: str
) -> None:
    for face in (FACE, '<text x="5" y="9">{{ card.name }}</text>'):
        make_game(tmp_path, face)
        write(tmp_path, f"kinds:\n  card:\n    cards:\n      one:\n        name: {text}\n", "he")
        game = load_game(tmp_path, lang="he")
        press = Press(game)
        press.stamp(game.cards["one"])
        (problem,) = press.problems
        assert (problem.code, str(problem.place)) == ("script-not-set", "cards.he.yaml:5:15")
        assert problem.message == f"this text is in {said}; such text cannot be printed yet"


def test_scripts_that_are_letters_in_a_row_are_not_refused() -> None:
    for text in (
        "Œuvre naïve",
        "Żółw",
        "Ἀχιλλεύς",
        "Привет",
        "Tiếng Việt",
        "猫と犬",
        "한국어",
        "→ ★ ½",
        "שלום",
        "سلام",
    ):
        assert script_not_set(text) is None, text


# ---------------------------------------------------------------- Emporium in French


@pytest.fixture(scope="module")
def french() -> Game:
    problems = Problems()
    game = load_game(ROOT / "cards.yaml", problems, lang="fr")
    assert list(problems) == []
    return game


def test_emporium_is_french_from_end_to_end(french: Game) -> None:
    coverage = coverage_of(ROOT)
    assert (coverage.percent, coverage.missing, coverage.stale, coverage.unknown) == (
        100,
        (),
        (),
        0,
    )
    checked = checked_of(ROOT)
    recorded = (ROOT / "cards.fr.yaml").read_text(encoding="utf-8").count("# en: ")
    assert recorded == len(texts_of(checked)) == coverage.texts
    cards = [card for card in french.cards.values() if card.kind in ("hero", "monster", "item")]
    assert (
        len({card.record.name for card in cards})
        == len({card.record.flavour for card in cards})
        == 81
    )


def test_emporium_says_the_same_numbers_in_french(french: Game, emporium: Game) -> None:
    for id_, card in emporium.cards.items():
        own = french.cards[id_].record
        for name, value in card.record._values.items():
            if name not in ("name", "flavour"):
                assert str(own[name]) == str(value), (id_, name)
    assert str(french.context["rules"].hand_size) == str(emporium.context["rules"].hand_size)


@pytest.mark.slow
def test_french_fits_and_has_its_spaces(french: Game) -> None:
    press = Press(french)
    for card in french.cards.values():
        press.stamp(card)
    assert list(press.problems) == []
    text = re.sub(r"^\s*#.*$", "", (ROOT / "cards.fr.yaml").read_text(encoding="utf-8"), flags=re.M)
    said = " ".join(re.findall(r'"([^"]*)"', text))
    assert re.findall(r"\w+ [;!?»]|\w[;!?]|« |\w+ :", said) == []
    assert "'" not in said


@pytest.mark.slow
def test_the_french_box_builds_without_a_word_of_complaint(french: Game, tmp_path: Path) -> None:
    result = build(french, Options(output=tmp_path))
    assert list(result.problems) == []
    pages = {file.path.name: file.pages for file in result.files}
    assert pages == {
        "emporium-fr-cards-a4.pdf": 30,
        "emporium-fr-pieces-a4.pdf": 14,
        "emporium-fr-rulebook.pdf": 12,
    }
    text = " ".join(text_of(tmp_path / name) for name in pages)
    for english in ("round", "hero", "sheet", "the", "with", "your", "price", "gold", "marker"):
        assert not re.search(rf"\b{english}\b", text, re.I), english


def test_the_french_rulebook_asks_for_the_same_numbers_and_rulings_as_the_english_one() -> None:
    texts = [
        (ROOT / "templates" / name).read_text(encoding="utf-8")
        for name in ("rulebook.md.j2", "rulebook.fr.md.j2")
    ]
    for pattern in (
        r"rules\.(\w+)",
        r"ruled\('(\w+)'\)",
        r"rulings\.(\w+)",
        r"\{([a-z]+)\}",
        r"cards:\S+",
        r'"beside [^"]+"',
    ):
        english, translated = (sorted(set(re.findall(pattern, text))) for text in texts)
        assert english == translated, pattern
    english, translated = (
        [len(line) - len(line.lstrip("#")) for line in text.splitlines() if re.match("#+ ", line)]
        for text in texts
    )
    assert english == translated


@pytest.mark.parametrize("language", ["en", "fr", "de", "es", "it"])
def test_what_stands_below_a_sheet_does_not_overlap_in_any_language(
    language: str, emporium: Game
) -> None:
    game = replace(emporium, language=language, is_translated=True)
    sheet = Sheet(
        210,
        297,
        "fold",
        ("A deck with a name", "Another that goes on", "And a third"),
        (),
        number=10,
        total=12,
    )
    document = document_for(game, Press(game), "sheets")
    document.page(210, 297)
    footer(document, game, sheet)
    page = pypdfium2.PdfDocument(document.close())[0].get_textpage()
    boxes = sorted(page.get_rect(number) for number in range(page.count_rects()))
    assert len(boxes) >= 2
    assert all(before[2] < after[0] for before, after in pairwise(boxes)), boxes
