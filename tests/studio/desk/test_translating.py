"""Translations from the page: one begun, and cards seen as they print in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.desk.desk import Desk
from studio.protocol.messages import BeginTranslation, LookTranslated, Translate
from tests.studio.conftest import make_small_game, until
from tests.studio.desk.test_desk import Reader


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(make_small_game(tmp_path))
    opened.start(watches=False)
    yield opened
    opened.stop()


@pytest.fixture
def reader(desk: Desk) -> Reader:
    found = Reader(desk)
    until(lambda: desk.is_drawn and found.all("faces"), "all is drawn")
    return found


def test_a_language_is_begun_and_its_words_are_seen_on_the_card(
    reader: Reader, desk: Desk, tmp_path: Path
) -> None:
    reader.say(BeginTranslation("fr"))
    until(lambda: reader.all("translation"), "begun")
    assert reader.all("languages_there")[-1]["languages"] == ["en", "fr"]
    assert "# en: Tib\n" in (tmp_path / "cards.fr.yaml").read_text(encoding="utf-8")
    reader.say(LookTranslated("fr", "tib"))
    until(lambda: reader.all("translated_face"), "drawn")
    assert ">Tib</text>" in reader.all("translated_face")[-1]["face"]["svg"]
    reader.say(Translate("fr", ["kinds", "card", "cards", "tib", "name"], "Thibaut"))
    until(lambda: len(reader.all("translated_face")) == 2, "drawn as it is typed")
    assert ">Thibaut</text>" in reader.all("translated_face")[-1]["face"]["svg"]
    assert ">Tib</text>" in desk.workshop.shown["tib"].svg
    reader.say(LookTranslated("fr", ""))
    reader.say(Translate("fr", ["kinds", "card", "cards", "tib", "name"], "Tibo"))
    until(lambda: len(reader.all("translation")) > 2, "written")
    assert len(reader.all("translated_face")) == 2


@pytest.mark.parametrize("called", ["fr", "French", "français "])
def test_a_language_is_begun_by_its_code_or_its_name(
    reader: Reader, tmp_path: Path, called: str
) -> None:
    reader.say(BeginTranslation(called))
    assert until(lambda: reader.all("translation"), "begun")[-1]["lang"] == "fr"
    assert (tmp_path / "cards.fr.yaml").is_file()


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("Elvish", "expected the code of a language, such as de or pt-br, found 'Elvish'"),
        ("PT_br", "found 'PT_br' (write pt-br)"),
        ("en", "cards.yaml itself is in 'en'"),
        ("../fr", "expected the code of a language"),
        ("de", "cards.de.yaml already exists"),
    ],
)
def test_what_cannot_be_begun_is_said(
    reader: Reader, tmp_path: Path, language: str, why: str
) -> None:
    (tmp_path / "cards.de.yaml").write_text("words: {}\n", encoding="utf-8")
    reader.say(BeginTranslation(language))
    until(lambda: reader.all("remark"), "told")
    assert why in reader.all("remark")[-1]["text"]
    assert not reader.all("translation")
