"""The rulebooks of all games: numbered steps are those of the picture beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Node

from generator.book.rulebook import render_rulebook
from generator.data.game import Game
from generator.data.loading import load_game
from generator.face.press import Press
from tests.conftest import ROOT

FOLDERS = {
    "emporium": ROOT,
    **{path.parent.name: path.parent for path in sorted((ROOT / "games").glob("*/cards.yaml"))},
}
_MARK = re.compile(r"(?<!\S)[\d.]+,[\d.]+(?!\S)")
_NUMBER_IN_PICTURE = re.compile(r"<text [^>]*>(\d)</text>")
_BADGE = re.compile(r'<circle [^>]*fill="#E0A82E"[^>]*/><path transform="[^"]*" d="([^"]*)"')
"""Brick & Mortar's set-up draws its numbers as paths: one path a number."""


def numbers_of(picture: Node, game: Game) -> int:
    """Count the numbers that a picture shows: the marks of its title, or those drawn in an icon."""
    source = str(picture.attrs["src"])
    if source != "icon:setup":
        return len(_MARK.findall(str(picture.attrs.get("title", ""))))
    drawn = (game.templates / "icons" / "setup.svg").read_text(encoding="utf-8")
    return len(set(_NUMBER_IN_PICTURE.findall(drawn)) or set(_BADGE.findall(drawn)))


def numbered_pictures(game: Game) -> Iterator[tuple[str, int, list[int]]]:
    """Yield each picture with numbers: its source, how many there are, and the lengths of the lists
    that may explain them.

    These are the next numbered list, and the one before the picture under the same heading.
    """
    rendered = render_rulebook(game, Press(game))
    assert rendered is not None
    nodes = Node(MarkdownIt("commonmark").enable("table").parse(rendered[0])).children
    before: list[int] = []
    for at, node in enumerate(nodes):
        if node.type in ("heading", "hr"):
            before = []
        elif node.type == "ordered_list":
            before = [len(node.children)]
        for picture in (inner for inner in node.walk() if inner.type == "image"):
            numbers = numbers_of(picture, game)
            after = [len(later.children) for later in nodes[at:] if later.type == "ordered_list"]
            if numbers:
                yield str(picture.attrs["src"]).split("@")[0], numbers, [*before, *after[:1]]


@pytest.mark.parametrize("language", [None, "fr"])
@pytest.mark.parametrize("name", FOLDERS)
def test_numbered_steps_are_those_of_the_picture(name: str, language: str | None) -> None:
    pictures = list(numbered_pictures(load_game(FOLDERS[name], lang=language)))
    assert pictures
    assert [
        (source, numbers, steps) for source, numbers, steps in pictures if numbers not in steps
    ] == []


# ---------------------------------------------------------------- words

BRITISH = r"colour|neighbour|armour|jeweller|fulfil(?!l)|\bgrey|centre|catalogue|honour|favour|defence|travell|cheque"
AMERICAN = r"\bcolor|neighbor|\barmor\b|jewel(er|ry)|fulfill|\bgray|center|catalog\b|\bhonor|favor(?!u)|defense|travel(ed|ing)"
OTHER = {
    "emporium": AMERICAN,
    "empire": AMERICAN,
    "merchants-of-magick": BRITISH,
    "brick-and-mortar": BRITISH,
}
"""What a game's spelling is not."""


def written(name: str, language: str | None) -> str:
    game = load_game(FOLDERS[name], lang=language)
    rendered = render_rulebook(game, Press(game))
    assert rendered is not None
    return rendered[0]


@pytest.mark.parametrize("language", [None, "fr"])
@pytest.mark.parametrize("name", FOLDERS)
def test_the_star_of_a_ruling_stands_at_its_sentence(name: str, language: str | None) -> None:
    text = re.sub(r"(a star|une étoile) \\\*", "", written(name, language))
    before_and_after = re.findall(r"(.)\\\*(.?)", text)
    assert len(before_and_after) > 5
    if language is None:  # after the full stop in English, before it in French
        assert {before for before, _ in before_and_after} <= {".", "*"}
    else:
        assert {after for _, after in before_and_after} == {"."}
        assert not {before for before, _ in before_and_after} & {" ", "\u202f", "."}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_rulebook_keeps_one_spelling(name: str) -> None:
    text = re.sub(r"\]\([^)]*\)|\{[^}]*\}", "", written(name, None))
    assert re.findall(OTHER[name], text, re.IGNORECASE) == []
