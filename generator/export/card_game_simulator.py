"""The export `cgs`: a game for Card Game Simulator, as a folder for its own folder of games, or for
a web server.

In: a Game, its Press, where the files will be found. Out: the folder. Only decks of one size go
along: it knows one size of card and one back a game.

Source: Card Game Simulator's specification of custom games, in its repository
finol-digital/Card-Game-Simulator: docs/schema/cgs.json, AllCards.json and AllSets.json for the
files, docs/CUSTOM.md ("Custom game folder structure") for where they are. The line of a deck is
`deckFileType` txt there: <Quantity> [*Card:Id*] *Card:Name* (*Card:SetCode*).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from generator.data.files import writing_files
from generator.data.game import EVERYTHING, Card, Chosen, Game
from generator.data.units import MM_PER_INCH
from generator.export.laid_tables import hand_dealt, table_files
from generator.export.stacks import Stack, card_name, card_text, stacks_of
from generator.face.press import Press
from generator.pdf.raster import Progress, no_progress, render_pngs, resized

_UNFIT = re.compile(r'[\\/:*?"<>|@\x00-\x1f\x7f]')
_BY_LINK = {
    "autoUpdateUrl": "{name}.json",
    "allCardsUrl": "AllCards.json",
    "allSetsUrl": "AllSets.json",
}
CARD_BACK = "CardBack.png"


@dataclass(frozen=True)
class CgsGame:
    """The result of an export: the folder's name, its files, its decks, what was left out, and the
    backs that it cannot show.
    """

    name: str
    files: tuple[Path, ...]
    decks: tuple[Stack, ...]
    left_out: tuple[str, ...]
    backs_lost: tuple[str, ...]


def write_cgs(
    game: Game,
    press: Press,
    output: Path,
    address: str | None = None,
    chosen: Chosen = EVERYTHING,
    dpi: float = 300,
    progress: Progress = no_progress,
) -> CgsGame:
    """Write a game's folder into `output`, whole or not at all.

    `address`, ending in '/', is where the folder's files will be found on a server, so that others
    can load the game by its link.
    """
    name = game_folder(game)
    stacks = stacks_of(game, chosen)
    size_mm = _size(stacks, game)
    decks = [stack for stack in stacks if stack.is_deck and stack.size_mm == size_mm]
    left_out = list(dict.fromkeys(stack.component.name for stack in stacks if stack not in decks))
    for component in game.components:
        if component.is_beside(chosen):
            left_out.append(component.name)
    backs = Counter[str]()
    for stack in decks:
        if stack.back:
            backs[stack.back.id] += stack.copies
    ordered = [id_ for id_, _ in backs.most_common()]
    home = output / name
    texts: dict[str, Any] = {
        f"{name}.json": definition(game, name, size_mm, decks, address, bool(ordered)),
        "AllCards.json": all_cards(game, decks),
    }
    if hand := hand_dealt(game, chosen):
        texts[f"{name}.json"] |= {"gameStartHandCount": hand}
    texts["AllSets.json"] = [{"code": stack.id, "name": stack.name} for stack in decks]
    wanted = {}
    for stack in decks:
        for card in stack.cards:
            wanted[card.id] = home / "sets" / stack.id / f"{card.id}.png"
    wanted |= {ordered[0]: home / CARD_BACK} if ordered and ordered[0] not in wanted else {}
    paths: list[Path] = []
    with writing_files(within=output) as add:
        for card, content in render_pngs(
            press, [resized(game.cards[id_], size_mm) for id_ in wanted], dpi, progress=progress
        ):
            add(wanted[card.id], content)
            paths.append(wanted[card.id])
        for deck in decks:
            path = home / "decks" / f"{_plain(deck.name)}.txt"
            add(path, deck_list(deck).encode())
            paths.append(path)
        for file, data in texts.items():
            add(home / file, (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())
            paths.append(home / file)
        for file, text in table_files(game, chosen).items():
            add(home / file, text)
            paths.append(home / file)
    return CgsGame(name, tuple(sorted(paths)), tuple(decks), tuple(left_out), tuple(ordered[1:]))


def game_folder(game: Game) -> str:
    """Name the game's folder, which also names its file: its title, without the characters that a
    file name cannot have.
    """
    return _plain(game.title) or game.name


def _plain(text: str) -> str:
    return " ".join(_UNFIT.sub(" ", text).split())[:60].strip(" .")


def _size(stacks: list[Stack], game: Game) -> tuple[float, float]:
    """Return the size of most cards; the game's own if there are none."""
    sizes: Counter[tuple[float, float]] = Counter()
    for stack in stacks:
        if stack.is_deck:
            sizes[stack.size_mm] += stack.copies
    return sizes.most_common(1)[0][0] if sizes else game.card_size_mm


def definition(
    game: Game,
    name: str,
    size_mm: tuple[float, float],
    decks: list[Stack],
    address: str | None,
    has_back: bool,
) -> dict[str, Any]:
    """Return the definition of the game, as plain data for JSON."""
    width, height = size_mm
    said: dict[str, Any] = {
        "name": name,
        "autoUpdate": 30 if address else -1,
        "cardIdIdentifier": "id",
        "cardNameIdentifier": "name",
        "cardSetIdentifier": "set",
        "cardNameIsUnique": False,
        "cardImageFileType": "png",
        "cardPrimaryProperty": "text",
        "cardProperties": [
            {"name": "kind", "type": "string", "display": "Kind"},
            {"name": "text", "type": "string", "display": "Text"},
        ],
        "cardSize": {"x": round(width / MM_PER_INCH, 4), "y": round(height / MM_PER_INCH, 4)},
        "deckFileTxtId": "id",
        "deckFileType": "txt",
        "deckSharePreference": "share",
    }
    if address is None:
        return said
    said |= {key: address + quote(file.format(name=name)) for key, file in _BY_LINK.items()}
    said["cardImageUrl"] = address + "sets/{cardSet}/{cardId}.{cardImageFileType}"
    if has_back:
        said["cardBackImageUrl"] = address + CARD_BACK
    said["deckUrls"] = [
        {"name": _plain(deck.name), "url": f"{address}decks/{quote(_plain(deck.name))}.txt"}
        for deck in decks
    ]
    return said


def all_cards(game: Game, decks: list[Stack]) -> list[dict[str, str]]:
    """List the cards, each once, with its set: its deck."""
    entries = []
    for deck in decks:
        for card in deck.cards:
            entries.append(
                {
                    "id": card.id,
                    "name": card_name(card),
                    "set": deck.id,
                    "kind": card.kind,
                    "text": card_text(game, card),
                }
            )
    return entries


def deck_list(deck: Stack) -> str:
    """Write a deck as its cards, one line each with the number of copies."""

    def line(card: Card) -> str:
        return f"{card.copies} [{card.id}] {card_name(card)} ({deck.id})\n"

    return "".join(map(line, deck.cards))
