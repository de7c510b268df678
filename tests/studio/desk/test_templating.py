"""Templates from the page: what is typed or dragged is drawn at once, and saved when asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.desk.desk import Desk
from studio.protocol.messages import (
    AskElement,
    AskTemplates,
    DoTemplate,
    OpenTemplate,
    Save,
    SetElement,
    TemplateText,
)
from tests.studio.conftest import make_small_game, until
from tests.studio.desk.test_desk import Reader


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_small_game(tmp_path)


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    opened = Desk(path)
    opened.start(watches=False)
    yield opened
    opened.stop()


@pytest.fixture
def reader(desk: Desk) -> Reader:
    found = Reader(desk)
    until(lambda: desk.is_drawn and found.all("faces"), "all is drawn")
    return found


@pytest.fixture
def template(path: Path) -> Path:
    (found,) = path.parent.glob("templates/*.svg.j2")
    return found


def test_an_element_moves_on_all_cards_and_is_saved(
    reader: Reader, desk: Desk, template: Path
) -> None:
    before, name = template.read_text(encoding="utf-8"), template.name
    reader.say(AskTemplates("tib"))
    until(lambda: reader.all("template_list") and reader.all("origins"), "told")
    assert reader.all("template_list")[-1]["files"] == [name]
    assert f'data-at="{name}:' in reader.all("origins")[-1]["svg"]
    line = 1 + before[: before.index('font-size="6"')].count("\n")
    shown = {"x": "5", "y": "10", "font-size": "6"}
    reader.say(AskElement(name, line, "text", shown))
    until(lambda: reader.all("element_found"), "found")
    assert reader.all("element_found")[-1]["attributes"][0] == {
        "name": "x",
        "value": "5",
        "is_computed": False,
    }
    reader.say(SetElement(1, name, line, "text", shown, {"x": "7.5"}))
    reader.say(SetElement(2, name, line, "text", {**shown, "x": "7.5"}, {"x": "8"}))
    until(lambda: 'x="8" y="10"' in desk.workshop.shown["wick"].svg, "drawn")
    assert template.read_text(encoding="utf-8") == before
    reader.say(Save(everything=True))
    until(lambda: template.read_text(encoding="utf-8") != before, "saved")
    assert template.read_text(encoding="utf-8") == before.replace('x="5" y="10"', 'x="8" y="10"')
    reader.say(DoTemplate(name, "undo"))
    until(lambda: 'x="5" y="10"' in desk.workshop.shown["wick"].svg, "both steps are one")


def test_a_typed_fault_is_told_at_its_line_and_unsaved_text_is_there_again(
    reader: Reader, desk: Desk, template: Path, path: Path
) -> None:
    before, name = template.read_text(encoding="utf-8"), template.name
    reader.say(OpenTemplate(name))
    until(lambda: reader.all("template"), "opened")
    number = reader.all("template")[-1]["number"]
    typed = "\n" + before.replace("{{ card.cost }}", "{{ card.cots }}")
    reader.say(TemplateText(1, name, number, typed))
    until(lambda: desk.workshop.problems.problems, "told")
    fault = desk.workshop.problems.problems[0]
    line = typed[: typed.index("card.cots")].count("\n")
    assert (fault.file, fault.line) == (f"templates/{name}", 1 + line)
    assert fault.column == len(typed.split("\n")[line].split("cots")[0]) + 1
    reader.say(TemplateText(2, name, number - 1, "typed into an older text"))
    until(lambda: len(reader.all("template")) > 2, "answered")
    assert reader.all("template")[-1]["text"] == typed
    desk.keep()
    other = Desk(path)
    assert other.templating.unsaved == {name: typed}
    assert other.was_kept
    reader.say(TemplateText(3, name, number + 1, before))
    until(lambda: not desk.workshop.unsaved, "as the file again")


def test_only_templates_of_the_game_are_opened(reader: Reader, desk: Desk, path: Path) -> None:
    (path.parent / "other.svg.j2").write_text("x", encoding="utf-8")
    for name in ("../other.svg.j2", "../cards.yaml", "none.svg.j2", "/etc/hosts", "a\0.j2"):
        reader.say(OpenTemplate(name))
    until(lambda: len(reader.all("remark")) == 5, "refused")
    assert not reader.all("template")
