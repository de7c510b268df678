"""Pictures that are dropped on cards: copied into the game's folder, and only pictures, and only by
who may.
"""

from __future__ import annotations

import http.client
import io
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import PIL.Image
import pytest

from studio.desk import art
from studio.desk.art import check_art, keep_art
from studio.desk.refusal import CannotDo
from tests.studio.conftest import ICON, Studio, until

SVG = ICON


def png(colour: str = "red") -> bytes:
    out = io.BytesIO()
    PIL.Image.new("RGB", (4, 4), colour).save(out, "PNG")
    return out.getvalue()


def test_a_picture_is_kept_once_and_never_over_another(tmp_path: Path) -> None:
    kept = [
        keep_art(tmp_path, check_art("My Goat (1).PNG", content))
        for content in (png(), png(), png("blue"))
    ]
    assert kept == ["art/my-goat-1.png", "art/my-goat-1.png", "art/my-goat-1-2.png"]
    assert (tmp_path / kept[0]).read_bytes() == png()


@pytest.mark.parametrize(
    "name",
    [
        "../../up.png",
        "/etc/x.png",
        "a\\..\\b.png",
        "con\0.png",
        "…",
        ".png",
        "é.svg",
        "x" * 300 + ".png",
    ],
)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    try:
        path = keep_art(tmp_path, check_art(name, SVG if name.endswith(".svg") else png()))
    except CannotDo:
        assert not list(tmp_path.iterdir())
        return
    (found,) = [one for one in tmp_path.rglob("*") if one.is_file()]
    assert found == tmp_path / path
    assert found.parent == tmp_path / "art"
    assert len(found.name) < 80


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.exe", png()),
        ("a.png", b"MZ"),
        ("a.png", b""),
        ("a.svg", b"<html>"),
        ("a.svg", png()),
        ("a.jpg", png()[:30]),
        ("a", png()),
    ],
)
def test_what_is_no_picture_is_refused(name: str, content: bytes) -> None:
    with pytest.raises(CannotDo):
        check_art(name, content)


def test_no_link_leads_a_picture_out(tmp_path: Path) -> None:
    game, elsewhere = tmp_path / "game", tmp_path / "elsewhere"
    game.mkdir()
    elsewhere.mkdir()
    (game / "art").symlink_to(elsewhere)
    with pytest.raises(OSError, match="link"):
        keep_art(game, check_art("a.png", png()))
    assert not list(elsewhere.iterdir())


def post(
    studio: Studio, content: bytes, headers: Mapping[str, str] | None = None, **words: str
) -> tuple[int, str]:
    asked = {"kind": "card", "entry": "tib", "field": "art", "name": "goat.png", **words}
    connection = http.client.HTTPConnection("127.0.0.1", studio.guard.port, timeout=10)
    said = {"Authorization": f"Bearer {studio.guard.token}", **(headers or {})}
    connection.request("POST", f"/art?{urlencode(asked)}", content, said)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_a_picture_comes_over_the_wire_and_its_cell_names_it(studio: Studio) -> None:
    assert post(studio, png()) == (200, '{"path":"art/goat.png"}')
    until(lambda: "art: art/goat.png" in studio.desk.draft.text, "the cell names it")
    assert (studio.folder / "art" / "goat.png").read_bytes() == png()
    assert studio.desk.draft.undo()


def test_an_icon_goes_among_the_icons_and_its_cell_has_its_name(studio_with_icons: Studio) -> None:
    studio = studio_with_icons
    cell = {"section": "tables", "kind": "sort", "entry": "sea", "field": "sign"}
    assert post(studio, SVG, name="Claw of Crab.svg", **cell) == (
        200,
        '{"path":"templates/icons/claw-of-crab.svg"}',
    )
    icon = studio.folder / "templates" / "icons" / "claw-of-crab.svg"
    assert icon.read_bytes() == SVG
    until(lambda: "sign: claw-of-crab" in studio.desk.draft.text, "the cell names it")
    assert "expected an SVG file for an icon" in post(studio, png(), name="claw.png", **cell)[1]
    workshop = studio.desk.workshop
    until(lambda: workshop.wall and icon.stem in workshop.wall.icons, "pages know the icon")
    until(lambda: workshop.problems.problems == [], "the cards are drawn with it")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 403),
    ],
)
def test_nobody_else_brings_pictures(studio: Studio, headers: dict[str, str], status: int) -> None:
    assert post(studio, png(), headers)[0] == status
    assert not (studio.folder / "art").exists()


@pytest.mark.parametrize(
    "words",
    [{"kind": "none"}, {"entry": "none"}, {"field": "cost"}, {"field": "none"}, {"name": "a.txt"}],
)
def test_a_picture_for_no_cell_is_not_kept(studio: Studio, words: dict[str, str]) -> None:
    assert post(studio, png(), **words)[1].startswith('{"fault":"')
    assert not (studio.folder / "art").exists()


def test_what_is_too_large_is_not_read(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.server.serving.MOST_ART", 100)
    assert "a picture can have at most" in post(studio, b"x" * 1000)[1]
    assert art.MOST_ART > 1000
