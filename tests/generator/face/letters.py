"""A font made for tests: boxes as letters, each form of each letter of a width of its own, so that
a width tells a glyph.
"""

from __future__ import annotations

import io
import unicodedata
from functools import lru_cache

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

LATIN = "".join(map(chr, range(0x21, 0x7F))) + "«»·–…’"
HEBREW = "".join(map(chr, range(0x05D0, 0x05EB)))
POINT = "\u05b8"  # qamats
ARABIC = {
    "beh": "\u0628",
    "seen": "\u0633",
    "lam": "\u0644",
    "meem": "\u0645",
    "alef": "\u0627",
    "heh": "\u0647",
}
FINAL_ONLY = ("alef",)  # joins to the letter before it, never to the next
DIGITS = "٠١٢٣٤٥"


@lru_cache(maxsize=4)
def font_bytes(joins: bool = True, family: str = "Boxes", pairs: str = "") -> bytes:
    """Make the font; one that does not join has Arabic letters, and no forms of them. One with
    `pairs` has ligatures and kerning for Hebrew and Latin, under that script, hebr, or without any
    of Hebrew, DFLT.
    """
    widths = {".notdef": 500, "space": 250}
    cmap = {0x20: "space", 0xA0: "space"}
    for number, character in enumerate(LATIN + HEBREW + DIGITS + "،؟"):
        width = (
            300 if unicodedata.mirrored(character) else 400 + number
        )  # brackets are as wide as their partners
        widths[f"u{ord(character):04X}"], cmap[ord(character)] = width, f"u{ord(character):04X}"
    widths["point"], cmap[ord(POINT)] = 0, "point"
    forms: dict[str, list[str]] = {"init": [], "medi": [], "fina": []}
    for number, (name, character) in enumerate(ARABIC.items()):
        cmap[ord(character)] = name
        widths[name] = 600 + 10 * number
        for step, form in enumerate(forms, 1):
            if form == "fina" or name not in FINAL_ONLY:
                forms[form].append(name)
                widths[f"{name}.{form}"] = 600 + 10 * number + step
    widths |= {"lam_alef": 777, "alef_lamed": 888, "three": 999, "allah": 666, "fi": 555}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(widths))
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(
        {name: _box(max(width - 60, 40)) for name, width in widths.items()}
        | {"space": TTGlyphPen(None).glyph()}
    )
    builder.setupHorizontalMetrics({name: (width, 30) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {
            "familyName": family,
            "styleName": "Regular",
            "psName": f"{family}-Regular",
            "uniqueFontIdentifier": family,
        }
    )
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700)
    builder.setupPost()
    builder.setupHead(unitsPerEm=1000, created=0, modified=0)
    if joins:
        addOpenTypeFeaturesFromString(builder.font, _features(forms, pairs))
    file = io.BytesIO()
    builder.font.recalcTimestamp = False
    builder.save(file)
    return file.getvalue()


def form_width(name: str, form: str = "") -> float:
    """Return the width of a form of an Arabic letter, in em."""
    step = ("", "init", "medi", "fina").index(form)
    return (600 + 10 * list(ARABIC).index(name) + step) / 1000


def _features(forms: dict[str, list[str]], pairs: str) -> str:
    joined = "\n".join(
        (
            f"feature {form} {{ script arab; "
            f"{' '.join(f'sub {name} by {name}.{form};' for name in names)} }} {form};"
        )
        for form, names in forms.items()
    )
    ligature = (
        "feature rlig { script arab; sub lam.init alef.fina by lam_alef; sub lam.medi alef.fina by "
        "lam_alef; sub lam.init lam.medi heh.fina by allah; } rlig;"
    )
    alef = ord(unicodedata.lookup("HEBREW LETTER ALEF"))
    letters = " ".join(f"u{code:04X}" for code in range(alef, alef + 27))
    marks = f"""markClass point <anchor 0 0> @POINT;
        feature mark {{ script hebr; pos base [{letters}] <anchor 200 -100> mark @POINT; }} mark;
        table GDEF {{ GlyphClassDef [{letters}], , [point], ; }} GDEF;"""
    alef, lamed, beth, tav = (f"u{ord(letter):04X}" for letter in "אלבת")
    rules = f"""feature liga {{ sub {alef} {lamed} {beth} by three; sub {alef} {lamed} by alef_lamed; sub u0066 u0069 by fi; }} liga;
        feature kern {{ pos {beth} {alef} <-50 0 -50 0>; pos {tav} alef_lamed <20 0 70 0>; pos {tav} {tav} -40; pos u0056 u0041 -90; }} kern;"""
    systems = "languagesystem DFLT dflt; languagesystem arab dflt;"
    if pairs == "DFLT":
        marks = ""
    else:
        systems += " languagesystem hebr dflt;"
    return "\n".join((systems, joined, ligature, marks, rules if pairs else ""))


def _box(width: int) -> object:
    pen = TTGlyphPen(None)
    pen.moveTo((30, 0))
    for point in ((30, 700), (30 + width, 700), (30 + width, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()
