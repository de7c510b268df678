"""Orders for print services, for tests."""

from __future__ import annotations

import io
from pathlib import Path, PurePosixPath
from typing import Any

from PIL import Image

from generator.data.game import Game
from generator.data.problems import Problems
from generator.export import drivethrucards, makeplayingcards, thegamecrafter
from generator.export.services import Ordered
from generator.face.press import Press
from tests.conftest import make_game

BLEEDING = (
    '<rect x="-5" y="-5" width="73" height="98" fill="#3f5640"/><text x="8" y="12" '
    'font-size="5">{{ card.name }}</text>'
)
SERVICES = {
    module.SERVICE.name: module.SERVICE
    for module in (thegamecrafter, makeplayingcards, drivethrucards)
}


def png(colour: tuple[int, ...], mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (40, 40), colour).save(out, "PNG")
    return out.getvalue()


def deck(
    folder: Path, face: str = BLEEDING, copies: tuple[int, ...] = (1, 3, 2), **more: Any
) -> Game:
    """Make a game of a few cards with a common back, or one with more than that."""
    cards = {
        f"card-{number}": {"name": f"Card {number}", "copies": n}
        for number, n in enumerate(copies, 1)
    }
    extra = {"backs": {"template": "back.svg.j2", "cards": {"plain": {}}}}
    files = {
        "templates/back.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        '<rect x="-5" y="-5" width="73" height="98" fill="#800020"/></svg>',
        **more.pop("files", {}),
    }
    components = {"deck": {"name": "The deck", "of": "card", "back": "plain", "count": sum(copies)}}
    return make_game(folder, face, cards, files=files, kinds=extra, components=components, **more)


def ordered(game: Game, service: str, problems: Problems | None = None) -> Ordered:
    return SERVICES[service].order(game, Press(game), Problems() if problems is None else problems)


def picture(made: Ordered, name: str) -> Image.Image:
    return Image.open(io.BytesIO(made.files[PurePosixPath(name)]))


def pdf_of(made: Ordered) -> bytes:
    (content,) = [content for name, content in made.files.items() if name.suffix == ".pdf"]
    return content


# ---------------------------------------------------------------- transparency

GLASS = (
    '<rect x="-5" y="-5" width="73" height="98" fill="#ffe0a0"/><text x="5" y="20" '
    'font-size="6">below</text>'
    '<rect x="10" y="10" width="30" height="30" fill="#00f" fill-opacity="0.5"/>'
    '<g transform="translate(5 40) scale(2)" fill="#800">{}<text y="12" '
    'font-size="3">above</text><circle cx="20" cy="10" r="2"/></g>'
)
