"""Words of opposite sense, such as more and less, by language: whether a translation says the
opposite of its original.

In: two texts and their languages. Out: a word of each, where the one has only one pole of a pair
and the other only the other. Knows no file.
"""

from __future__ import annotations

import re

_AMOUNT = r"(?= (?:de|du|des|que|qu|di|che)\b| d[’']|\W*[.,;:!?)]|\W*$)"
"""What follows such a word if it means an amount and compares nothing: "ou plus.", "plus de", but
not "le plus bas".
"""
_FIRST = r"(?=[^.;:]* first\b)"
POLES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("more", "less|fewer"),
        ("higher|highest|greater|greatest|larger|largest", "lower|lowest|smaller|smallest"),
        ("first", "last"),
        ("left", "right"),
        ("before", "after"),
        ("always", "never"),
        (
            rf"ascending|rising|increasing|lowest{_FIRST}|smallest{_FIRST}",
            rf"descending|falling|decreasing|highest{_FIRST}|largest{_FIRST}",
        ),
        ("buys?|bought", "sells?|sold"),
        ("wins?|won", "loses?|lost"),
        ("face[ -]up", "face[ -]down"),
        ("even", "odd"),
    ),
    "fr": (
        (rf"(?:plus|davantage){_AMOUNT}", rf"moins{_AMOUNT}"),
        ("hauts?|hautes?|grande?s?|élevée?s?", "bas|basses?|petite?s?|faibles?"),
        ("premiers?|premières?", "derniers?|dernières?"),
        ("gauche", "droite"),
        ("avant", "après"),
        ("toujours", "jamais"),
        ("croissante?s?", "décroissante?s?"),
        ("ach[eè]t\\w+|achats?", "vend\\w*|ventes?"),
        ("gagn\\w+", "perd\\w*"),
        ("faces? visibles?", "faces? cachées?"),
        ("paire?s?", "impaire?s?"),
    ),
    "de": (
        ("mehr", "weniger"),
        (
            "höher[a-z]*|höchste[nrs]?|größer[a-z]*|größte[nrs]?",
            "niedriger[a-z]*|niedrigste[nrs]?|kleiner[a-z]*|kleinste[nrs]?",
        ),
        ("zuerst|erste[nrs]?", "zuletzt|letzte[nrs]?"),
        ("links|linken?", "rechts|rechten?"),
        ("bevor|vorher", "nachdem|nachher|danach"),
        ("immer", "nie|niemals"),
        ("aufsteigend\\w*", "absteigend\\w*"),
        ("kauf\\w*", "verkauf\\w*"),
        ("gewinn\\w*", "verlier\\w*"),
        ("offen|aufgedeckt\\w*", "verdeckt\\w*"),
        ("gerade[nrs]?", "ungerade[nrs]?"),
    ),
    "es": (
        (rf"más{_AMOUNT}", rf"menos{_AMOUNT}"),
        ("alt[oa]s?|mayor|mayores|grandes?", "baj[oa]s?|menor|menores|pequeñ[oa]s?"),
        ("primer|primer[oa]s?", "últim[oa]s?"),
        ("izquierda", "derecha"),
        ("antes", "después"),
        ("siempre", "nunca"),
        ("ascendentes?|crecientes?", "descendentes?|decrecientes?"),
        ("compr\\w+", "vend\\w+|ventas?"),
        ("gan\\w+", "pierd\\w+"),
        ("boca arriba", "boca abajo"),
        ("pares", "impares"),
    ),
    "it": (
        (rf"più{_AMOUNT}", rf"meno{_AMOUNT}"),
        ("alt[oaie]|maggiore|maggiori|grand[ei]", "bass[oaie]|minore|minori|piccol[oaie]"),
        ("prim[oaie]", "ultim[oaie]"),
        ("sinistra", "destra"),
        ("", "dopo"),
        ("sempre", "mai"),
        ("crescent[ei]", "decrescent[ei]"),
        ("compr\\w+", "vend\\w+"),
        ("vinc\\w+", "perd\\w+"),
        ("a faccia in su|scopert[aoei]", "a faccia in giù|copert[aoei]"),
        ("pari", "dispari"),
    ),
}
"""The same pairs in the same order for each language; a pair without a reliable word in a language
is not reported.
"""
BOUNDS: dict[str, tuple[str, str]] = {
    "en": ("at least|no fewer than|no less than|minimum", "at most|up to|no more than|maximum"),
    "fr": ("au moins|du moins|minimum", "au plus|jusqu[’']à|jusqu[’']au|maximum"),
    "de": ("mindestens|wenigstens|minimum", "höchstens|bis zu|maximal|maximum"),
    "es": ("al menos|por lo menos|como mínimo|mínimo", "como máximo|hasta|máximo"),
    "it": ("almeno|per lo meno|minimo", "al massimo|fino a|massimo"),
}
"""Lower and upper limits. Some are among the idioms, so they are searched for before these are
removed.
"""
IDIOMS = {
    "en": (
        "at least|at most|no more than|once more|one more|what is more|no longer|not less|no "
        "less|right away"
    ),
    "fr": (
        "au moins|du moins|à moins|au plus|de plus|en plus|non plus|plus tard|n[’']\\w+ plus|ne "
        "\\w+ plus|tout de même"
    ),
    "de": "nicht mehr|kein\\w* mehr|nicht weniger|mehrere\\w*",
    "es": "al menos|por lo menos|a menos|además|no más|una vez más",
    "it": "almeno|per lo meno|a meno|non più|in più|mai più",
}
"""Idioms that contain such a word without its meaning."""


def opposed(original: str, language: str, translated: str, other: str) -> tuple[str, str] | None:
    """Find a word of the original and one of its translation with opposite meanings; None if there
    are none, or the languages are unknown.
    """
    first, second = (code.partition("-")[0] for code in (language, other))
    if first == second or first not in POLES or second not in POLES:
        return None
    texts = original.casefold(), translated.casefold()
    plain = _plain(texts[0], first), _plain(texts[1], second)
    if words := _opposites(BOUNDS[first], texts[0], BOUNDS[second], texts[1]):
        return words
    for poles, others in zip(POLES[first], POLES[second], strict=True):
        if words := _opposites(poles, plain[0], others, plain[1]):
            return words
    return None


def _opposites(
    poles: tuple[str, str], text: str, others: tuple[str, str], translated: str
) -> tuple[str, str] | None:
    """Find a word of one pole of a pair in a text that has none of the other pole, and the reverse
    in its translation.
    """
    if not all((*poles, *others)):
        return None
    one, its_opposite = (_word(pole, text) for pole in poles)
    same, opposite = (_word(pole, translated) for pole in others)
    if one and not its_opposite and opposite and not same:
        return one, opposite
    if its_opposite and not one and same and not opposite:
        return its_opposite, same
    return None


def _plain(text: str, language: str) -> str:
    return re.sub(rf"\b(?:{IDIOMS[language]})\b", " ", text)


def _word(pole: str, text: str) -> str:
    """Find the first word of a pole in a text; "" for none."""
    found = re.search(rf"\b(?:{pole})(?!\w)", text) if pole else None
    return found[0] if found else ""
