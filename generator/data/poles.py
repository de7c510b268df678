"""Words of opposite sense, such as more and less, by language: whether a translation says the opposite of its original.

In: two texts and their languages. Out: a word of each, where the one has only one pole of a pair and the other only the other. Knows no file.
"""

from __future__ import annotations

import re

_AMOUNT = r"(?= (?:de|du|des|que|qu|di|che)\b| d[’']|\W*[.,;:!?)]|\W*$)"
"""What follows where such a word is of an amount, and compares nothing: "ou plus.", "plus de", but not "le plus bas"."""
POLES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("more", "less|fewer"),
        ("higher|highest|greater|greatest|larger|largest", "lower|lowest|smaller|smallest"),
        ("first", "last"),
        ("left", "right"),
        ("before", "after"),
        ("always", "never"),
    ),
    "fr": (
        (rf"(?:plus|davantage){_AMOUNT}", rf"moins{_AMOUNT}"),
        ("hauts?|hautes?|grande?s?|élevée?s?", "bas|basses?|petite?s?|faibles?"),
        ("premiers?|premières?", "derniers?|dernières?"),
        ("gauche", "droite"),
        ("avant", "après"),
        ("toujours", "jamais"),
    ),
    "de": (
        ("mehr", "weniger"),
        ("höher[a-z]*|höchste[nrs]?|größer[a-z]*|größte[nrs]?", "niedriger[a-z]*|niedrigste[nrs]?|kleiner[a-z]*|kleinste[nrs]?"),
        ("zuerst|erste[nrs]?", "zuletzt|letzte[nrs]?"),
        ("links|linken?", "rechts|rechten?"),
        ("bevor|vorher", "nachdem|nachher|danach"),
        ("immer", "nie|niemals"),
    ),
    "es": (
        (rf"más{_AMOUNT}", rf"menos{_AMOUNT}"),
        ("alt[oa]s?|mayor|mayores|grandes?", "baj[oa]s?|menor|menores|pequeñ[oa]s?"),
        ("primer|primer[oa]s?", "últim[oa]s?"),
        ("izquierda", "derecha"),
        ("antes", "después"),
        ("siempre", "nunca"),
    ),
    "it": (
        (rf"più{_AMOUNT}", rf"meno{_AMOUNT}"),
        ("alt[oaie]|maggiore|maggiori|grand[ei]", "bass[oaie]|minore|minori|piccol[oaie]"),
        ("prim[oaie]", "ultim[oaie]"),
        ("sinistra", "destra"),
        ("", "dopo"),
        ("sempre", "mai"),
    ),
}
"""The same pairs in the same order for each language; of one without a word that is sure nothing is told."""
IDIOMS = {
    "en": "at least|at most|no more than|once more|one more|what is more|no longer|not less|no less|right away",
    "fr": "au moins|du moins|à moins|au plus|de plus|en plus|non plus|plus tard|n[’']\\w+ plus|ne \\w+ plus|tout de même",
    "de": "nicht mehr|kein\\w* mehr|nicht weniger|mehrere\\w*",
    "es": "al menos|por lo menos|a menos|además|no más|una vez más",
    "it": "almeno|per lo meno|a meno|non più|in più|mai più",
}
"""What has such a word in it and does not mean it."""


def opposed(original: str, language: str, translated: str, other: str) -> tuple[str, str] | None:
    """Find a word of the original and one of its translation that mean the opposite of each other; None where there are none, or nothing is known."""
    first, second = (code.partition("-")[0] for code in (language, other))
    if first == second or first not in POLES or second not in POLES:
        return None
    texts = [_plain(text, code) for text, code in ((original, first), (translated, second))]
    for pair in zip(POLES[first], POLES[second], strict=True):
        (one, its_opposite), (same, opposite) = (
            [_word(pole, text) for pole in poles] for poles, text in zip(pair, texts, strict=True)
        )
        if all(map(all, pair)) and bool(one) != bool(its_opposite) and bool(same) != bool(opposite) and bool(one) == bool(opposite):
            return one or its_opposite, same or opposite
    return None


def _plain(text: str, language: str) -> str:
    return re.sub(rf"\b(?:{IDIOMS[language]})\b", " ", text.casefold())


def _word(pole: str, text: str) -> str:
    """Find the first word of a pole in a text; "" for none."""
    found = re.search(rf"\b(?:{pole})(?!\w)", text) if pole else None
    return found[0] if found else ""
