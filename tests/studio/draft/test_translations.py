"""Translations in the studio: texts beside their originals, written where they stand, saved to
their own file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.data.problems import Problems
from generator.data.source import read_source
from studio.desk.desk import Desk
from studio.draft.translations import CannotTranslate, Translator
from studio.protocol.messages import AskTranslation, DoTranslation, Save, Translate
from tests.studio.conftest import make_small_game, until
from tests.studio.desk.test_desk import Reader, cell

FRENCH = """\
# Par nous; gardez cette ligne.
game:
  title: "Essai"   # notre titre
kinds:
  card:
    cards:
      tib:
        # en: Tib
        name: 'Tibo'
      # celui-ci fut Pike
      pike: {name: Brochet}
      wick:
        # en: Candle
        name: Mèche
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = make_small_game(tmp_path)
    (tmp_path / "cards.fr.yaml").write_text(FRENCH, encoding="utf-8")
    return made


def root_of(path: Path) -> Any:
    return read_source(path, path.name, Problems())


def states(translator: Translator) -> dict[str, str]:
    return {".".join(one.key): one.state for one in translator.told(root_of(translator.path)).texts}


THEIRS = FRENCH.replace("Mèche", "Bougie")
NAME = ["kinds", "card", "cards", "wick", "name"]
NOTE = ["kinds", "card", "cards", "pike", "note"]
TIDE = ["tables", "guild", "rows", "tide", "name"]


def test_each_text_is_done_missing_or_stale(path: Path) -> None:
    assert states(Translator(path, "fr")) == {
        "game.title": "done",
        "tables.guild.rows.tide.name": "missing",
        "tables.guild.rows.ember.name": "missing",
        "kinds.card.cards.tib.name": "done",
        "kinds.card.cards.pike.name": "done",
        "kinds.card.cards.pike.note": "missing",
        "kinds.card.cards.wick.name": "stale",
    }


def test_an_edit_keeps_comments_and_layout(path: Path) -> None:
    translator = Translator(path, "fr")
    for key, said in (("tib", "L’Ami"), ("pike", "Brochet, dit l’Os")):
        assert translator.write(root_of(path), ["kinds", "card", "cards", key, "name"], said)
    assert translator.write(root_of(path), ["game", "title"], "Épreuve")
    expected = (
        FRENCH.replace("'Tibo'", "'L’Ami'")
        .replace("{name: Brochet}", '{name: "Brochet, dit l’Os"}')
        .replace("Essai", "Épreuve")
    )
    assert translator.draft.text == expected
    assert not translator.write(root_of(path), ["game", "title"], "Épreuve")
    assert (path.parent / "cards.fr.yaml").read_text(encoding="utf-8") == FRENCH


def test_what_is_written_or_said_to_be_right_is_stale_no_more(path: Path) -> None:
    translator = Translator(path, "fr")
    assert translator.write(root_of(path), NAME, "Mèche")
    assert translator.draft.text == FRENCH.replace("# en: Candle", "# en: Wick")
    assert states(translator)[".".join(NAME)] == "done"


def test_a_text_that_has_no_line_yet_gets_one(path: Path) -> None:
    translator = Translator(path, "fr")
    assert translator.write(root_of(path), TIDE, "La Marée")
    assert '# en: The Tide\n        name: "La Marée"\n' in translator.draft.text
    assert states(translator)[".".join(TIDE)] == "done"
    kept = [line for line in FRENCH.splitlines() if line not in translator.draft.text.splitlines()]
    assert kept == []


def test_what_cannot_be_written_is_said(path: Path) -> None:
    translator = Translator(path, "fr")
    with pytest.raises(CannotTranslate, match="there on its own"):
        translator.write(root_of(path), NOTE, "Garde un pont.")  # its card stands in braces
    with pytest.raises(CannotTranslate, match="no longer exists"):
        translator.write(root_of(path), ["kinds", "card", "cards", "tib", "cost"], "4")
    with pytest.raises(CannotTranslate, match="orrect the faults"):
        translator.write(None, NAME, "x")
    translator.draft.write(FRENCH + "  nobody: {name: x}\n")
    assert any("nobody" in fault for fault in translator.told(root_of(path)).faults)
    with pytest.raises(CannotTranslate, match="correct cards"):
        translator.write(root_of(path), TIDE, "La Marée")


# -------------------------------------------------------------------------------------- at the desk
@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    opened = Desk(path)
    opened.start(watches=False)
    yield opened
    opened.stop()


@pytest.fixture
def reader(desk: Desk) -> Reader:
    found = Reader(desk)
    until(lambda: desk.is_drawn and found.all("problems"), "all is drawn")
    found.say(AskTranslation("fr"))
    until(lambda: found.all("translation"), "the translation")
    return found


def latest(reader: Reader) -> Any:
    return reader.all("translation")[-1]


def test_it_is_saved_with_the_cards_if_everything_is(reader: Reader, path: Path) -> None:
    reader.say(Translate("fr", NAME, "Lampe"))
    until(lambda: latest(reader)["can_undo"], "the edit")
    reader.say(Save(everything=True))
    said = until(lambda: reader.all("remark"), "all is saved")[-1]["text"]
    assert said.startswith("cards.yaml and cards.fr.yaml are saved in ")
    assert latest(reader)["is_saved"]
    assert "Lampe" in path.with_name("cards.fr.yaml").read_text(encoding="utf-8")


def test_it_is_edited_taken_back_and_saved_apart_from_the_cards(reader: Reader, path: Path) -> None:
    reader.say(Translate("fr", NAME, "Lampe"))
    until(lambda: latest(reader)["can_undo"], "the edit")
    reader.say(Save())
    until(lambda: reader.all("remark"), "the cards are saved")
    assert not latest(reader)["is_saved"]
    reader.say(DoTranslation("fr", "undo"))
    until(lambda: latest(reader)["is_saved"], "it is as it was")
    reader.say(DoTranslation("fr", "redo"))
    reader.say(DoTranslation("fr", "save"))
    until(lambda: len(reader.all("remark")) == 2, "the translation is saved")
    assert "name: Lampe" in (path.parent / "cards.fr.yaml").read_text(encoding="utf-8")
    until(lambda: latest(reader)["is_saved"], "the page knows it")


def test_an_edit_of_the_cards_makes_its_translation_stale(reader: Reader) -> None:
    reader.say(cell(1, "tib", "name", "Tom"))
    reader.wait(1)
    found = until(
        lambda: next((one for one in latest(reader)["texts"] if one["was"] == "Tib"), None),
        "it is stale",
    )
    assert (found["original"], found["state"], found["text"]) == ("Tom", "stale", "Tibo")


def test_a_file_that_was_changed_meanwhile_is_never_written_over(
    reader: Reader, path: Path
) -> None:
    reader.say(Translate("fr", NAME, "Lampe"))
    until(lambda: latest(reader)["can_undo"], "the edit")
    other = path.parent / "cards.fr.yaml"
    other.write_text(THEIRS, encoding="utf-8")
    reader.say(DoTranslation("fr", "save"))
    conflict = until(lambda: latest(reader)["conflict"], "a conflict")
    assert "Bougie" in conflict
    assert other.read_text(encoding="utf-8") == THEIRS
    reader.say(DoTranslation("fr", "disk"))
    until(
        lambda: latest(reader)["is_saved"] and latest(reader)["conflict"] is None, "the file counts"
    )
    reader.say(DoTranslation("fr", "undo"))
    until(
        lambda: any(one["text"] == "Lampe" for one in latest(reader)["texts"]), "ours is not lost"
    )


def test_there_is_no_other_file_to_be_had(reader: Reader) -> None:
    for language in ("en", "de", "../x", ""):
        reader.say(AskTranslation(language))
    until(lambda: len(reader.all("remark")) == 4, "four refusals")
    assert {one["lang"] for one in reader.all("translation")} == {"fr"}


def test_what_is_not_saved_is_there_again(reader: Reader, desk: Desk, path: Path) -> None:
    reader.say(Translate("fr", NAME, "Lampe"))
    until(lambda: latest(reader)["can_undo"], "the edit")
    desk.stop()
    assert "name: Lampe" in Translator(path, "fr").draft.text
