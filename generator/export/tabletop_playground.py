"""The export `tabletop-playground`: a package with one template per stack and its textures.

In: a Game and its Press. Out: a folder to copy into Tabletop Playground's folder of packages.
Identities are made from the game's name and the stack's id, so a new export replaces the old one.

Source: the schema of object templates that Plasticity Studios publishes. Lengths there are
centimetres.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from generator.data.files import writing_files
from generator.data.game import EVERYTHING, Chosen, Component, Game
from generator.data.problems import ProblemError, Problems
from generator.export.card_sheets import (
    CardSheet,
    SheetPlan,
    draw_sheets,
    plan_sheets,
    warn_of_plain_backs,
)
from generator.export.grids import Limits
from generator.export.laid_tables import table_files
from generator.export.stacks import Stack, card_name, card_text, stacks_of
from generator.face.press import Press
from generator.pdf.raster import Progress, no_progress

OWN_FILE, FRONT_INDEX, AS_BACK, EACH_ITS_OWN = (
    -2,
    -1,
    -3,
    -3,
)  # what BackIndex and HiddenIndex say instead of a number
CARD_CM, PIECE_CM = 0.05, 0.2
_MODELS = {"hex": "Hexagonal", "round": "Round"}
_LIMITS = Limits(4096, 128, 128, least_dpi=200.0)
_PIECE_LIMITS = Limits(4096, 1, 1)


def write_package(
    game: Game,
    press: Press,
    output: Path,
    problems: Problems,
    chosen: Chosen = EVERYTHING,
    progress: Progress = no_progress,
    is_strict: bool = False,
) -> tuple[list[Path], list[SheetPlan], list[Component]]:
    """Write the package, and return its files, the sheets of each stack, and the contents of the
    box that are on no sheet.

    Warnings go to `problems`: a deck without a back. Raises ProblemError, before a file is touched,
    if warnings count as errors.
    """
    plans = plan_sheets(
        stacks_of(game, chosen, with_own_backs=True),
        lambda stack: _LIMITS if stack.is_deck else _PIECE_LIMITS,
    )
    warn_of_plain_backs(plans, problems)
    if is_strict and problems.count("warning"):
        raise ProblemError(*problems)
    paths = [output / "manifest.json"]
    manifest = {"Name": game.edition, "Version": "1", "GUID": guid(game.name)}
    with writing_files(within=output) as add:
        add(paths[0], _json(manifest))
        for plan in plans:
            for sheet in plan.sheets:
                own = guid(f"{game.name}/{plan.stack.id}/{sheet.number}")
                paths.append(output / "Templates" / f"{own}.json")
                add(paths[-1], _json(template(game, plan, sheet, own)))
        for name, text in table_files(game, chosen).items():
            paths.append(output / name)
            add(paths[-1], text)
        for sheet, content in draw_sheets(press, plans, progress):
            paths.append(output / "Textures" / texture(sheet))
            add(paths[-1], content)
    return (
        paths,
        plans,
        [component for component in game.components if component.is_beside(chosen)],
    )


def guid(name: str) -> str:
    """Make an identity of 32 hexadecimal digits from a name."""
    return hashlib.sha256(name.encode()).hexdigest()[:32].upper()


def texture(sheet: CardSheet) -> str:
    """Name the picture of a sheet."""
    return f"{sheet.stack.id}-{sheet.part}.png"


def template(game: Game, plan: SheetPlan, sheet: CardSheet, own: str) -> dict[str, Any]:
    """Make the template of one sheet: a stack of its cards, each as often as it is in the box."""
    stack, grid, back = plan.stack, sheet.grid, plan.back_of(sheet)
    if len(plan.sheets) == 1:
        name = stack.name
    else:
        name = f"{stack.name}, {sheet.number} of {len(plan.sheets)}"
    return {
        "Type": "Card",
        "GUID": own,
        "Name": name,
        "Metadata": "",
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": 0.0,
        "Density": 0.5,
        "SurfaceType": "Cardboard",
        "Roughness": 1.0,
        "Metallic": 0.0,
        "PrimaryColor": {"R": 255, "G": 255, "B": 255},
        "SecondaryColor": {"R": 0, "G": 0, "B": 0},
        "Flippable": True,
        "AutoStraighten": False,
        "ShouldSnap": True,
        "ScriptName": "",
        "Blueprint": "",
        "Models": [],
        "Collision": [],
        "SnapPointsGlobal": False,
        "SnapPoints": [],
        "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
        "GroundAccessibility": "ZoomAndContext",
        "Tags": [stack.component.id],
        "FrontTexture": texture(sheet),
        "BackTexture": texture(back) if back else "",
        "HiddenTexture": "",
        "BackIndex": _back_index(plan, back),
        "HiddenIndex": AS_BACK if back else FRONT_INDEX,
        "NumHorizontal": grid.columns,
        "NumVertical": grid.rows,
        "Width": round(stack.size_mm[0] / 10, 3),
        "Height": round(stack.size_mm[1] / 10, 3),
        "Thickness": CARD_CM if stack.is_deck else PIECE_CM,
        "HiddenInHand": stack.is_deck,
        "UsedWithCardHolders": stack.is_deck,
        "CanStack": True,
        "UsePrimaryColorForSide": False,
        "FrontTextureOverrideExposed": False,
        "AllowFlippedInStack": False,
        "MirrorBack": False,
        "EmissiveFront": False,
        "Model": _model(stack),
        "Indices": [slot for slot, card in enumerate(sheet.cards) for _ in range(card.copies)],
        "CardNames": {str(slot): card_name(card) for slot, card in enumerate(sheet.cards)},
        "CardMetadata": {str(slot): card_text(game, card) for slot, card in enumerate(sheet.cards)},
        "CardTags": {str(slot): [card.kind] for slot, card in enumerate(sheet.cards)},
    }


def _back_index(plan: SheetPlan, back: CardSheet | None) -> int:
    if plan.backs:
        return EACH_ITS_OWN
    return OWN_FILE if back else FRONT_INDEX


def _model(stack: Stack) -> str:
    return _MODELS.get(stack.shape, "Rounded" if stack.is_deck else "Square")


def _json(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
