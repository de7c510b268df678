"""Words of opposite sense, such as more and less, by language: whether a translation says the
opposite of its original.

In: two texts and their languages. Out: a word of each, where the one has only one pole of a pair
and the other only the other. Knows no file.
"""

from __future__ import annotations

import re

from generator.data.patterns import found_in

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
        ("poor|poorer|poorest", "rich|richer|richest|wealthier|wealthiest"),
        ("clockwise", "anti-?clockwise|counter-?clockwise"),
        ("all|every|everyone|everybody", "none|no one|nobody"),
        ("cheap|cheaper|cheapest", "dear|dearer|dearest|expensive|costliest"),
        ("strong|stronger|strongest", "weak|weaker|weakest"),
        ("near|nearer|nearest|closest", "far|farther|farthest|furthest"),
        ("longer|longest", "shorter|shortest"),
        ("with", "without"),
        ("same|equal", "different"),
        ("top", "bottom"),
        ("adds?|gains?", "removes?|loses?"),
        ("keeps?", "discards?"),
        ("secret|secretly|hidden", "openly|public|publicly|in the open"),
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
        ("pauvres?", "riches?"),
        ("(?:sens )?horaire", "anti-?horaire|sens inverse|trigonométrique"),
        ("tous|toutes|chaque|tout le monde", "aucune?|personne|nul"),
        ("bon marché", "cher|chère|chers|chères|coûteuse?s?"),
        ("fort|forte|forts|fortes", "faible|faibles"),
        ("proche|proches|près", "loin|éloignée?s?"),
        ("longs?|longues?", "courte?s?"),
        ("avec", "sans"),
        ("mêmes?|égal|égale|égaux|égales", "différente?s?"),
        ("dessus|haut", "dessous|bas"),
        ("ajoute\\w*|gagne\\w*", "retire\\w*|enlève\\w*|perd\\w*"),
        ("gard\\w+|conserv\\w+", "défauss\\w+"),
        ("secret|secrète\\w*|cachée?s?", "ouvertement|publi\\w+|à découvert"),
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
        ("arm|arme[nrs]?|ärm\\w+", "reich|reiche[nrs]?|reich(?:er|st)\\w*"),
        ("im uhrzeigersinn", "gegen den uhrzeigersinn|entgegen dem uhrzeigersinn"),
        ("alle[nrsm]?|jede[nrsm]?", "niemand\\w*|keine[nrsm]?|kein"),
        ("billig\\w*|günstig\\w*", "teuer|teure\\w*|teuerst\\w*"),
        ("stark\\w*|stärk\\w*", "schwach\\w*|schwäch\\w*"),
        ("nah|nahe[nrs]?|näh\\w+|nächst\\w*", "fern\\w*|weit\\w*"),
        ("lang\\w*|läng\\w*", "kurz\\w*|kürz\\w*"),
        ("mit", "ohne"),
        ("gleich\\w*|selbe\\w*|derselbe\\w*|dieselbe\\w*", "verschieden\\w*|unterschiedlich\\w*"),
        ("oben|oberste\\w*", "unten|unterste\\w*"),
        ("hinzu\\w*|dazu|bekomm\\w*", "entfern\\w*|verlier\\w*"),
        ("behalt\\w*|behält\\w*", "abwerfen|abgeworfen|werft ab|wirf ab"),
        ("geheim\\w*", "offen\\w*|öffentlich\\w*"),
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
        ("pobres?", "ric[oa]s?"),
        ("horario|agujas del reloj", "antihorario"),
        ("tod[oa]s|cada", "ningun[oa]?|ningún|nadie"),
        ("barat[oa]s?", "car[oa]s?|costos[oa]s?"),
        ("fuertes?", "débil|débiles"),
        ("cerca|cercan[oa]s?|próxim[oa]s?", "lejos|lejan[oa]s?"),
        ("larg[oa]s?", "cort[oa]s?"),
        ("con", "sin"),
        ("mism[oa]s?|iguales|igual", "diferentes?|distint[oa]s?"),
        ("encima|superior", "debajo|inferior"),
        ("añad\\w+|gana\\w*", "quita\\w*|retir\\w*|pierd\\w+"),
        ("conserv\\w+|qued\\w+", "descart\\w+"),
        ("secreto|ocult[oa]s?", "abiertamente|públic\\w+"),
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
        ("pover[oaie]", "ricc[oaie]|ricch[ei]"),
        ("orario", "antiorario"),
        ("tutt[ie]|ogni|ciascun[oa]?", "nessun[oa]?|niente"),
        ("economic[oaie]|economici", "car[oaie]|costos[oaie]"),
        ("fort[ei]", "debol[ei]"),
        ("vicin[oaie]", "lontan[oaie]"),
        ("lung[oa]|lungh[ie]", "cort[oaie]"),
        ("con", "senza"),
        ("stess[oaie]|ugual[ei]", "divers[oaie]"),
        ("sopra|superiore", "sotto|inferiore"),
        ("aggiung\\w+|guadagn\\w+", "tog\\w+|rimuov\\w+|perd\\w+"),
        ("ten\\w+|tien\\w+|conserv\\w+", "scart\\w+"),
        ("segret[oaie]|nascost[oaie]", "apertamente|pubblic\\w+|scopert[oaie]"),
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
DUTIES: dict[str, tuple[str, str]] = {
    "en": ("must|has to|have to", "may|can"),
    "fr": ("doi(?:s|t|vent)|devez|devons|faut", "peu(?:t|x|vent)|pouvez|pouvons"),
    "de": ("muss|müssen|musst|müsst", "darf|dürfen|darfst|dürft|kann|können|kannst|könnt"),
    "es": ("deb(?:e|es|en|emos|éis)|tiene que|tienes que|tienen que", "pued\\w+|podéis|podemos"),
    "it": ("dev(?:e|i|ono|o)|dobbiamo|dovete", "pu(?:ò|oi)|possono|potete|possiamo"),
}
"""What must be done, and what may be done. With a negation these mean other things, so clauses that
have one are not compared.
"""
NEGATIONS = {
    "en": "no|not|never|nothing|none|nobody|cannot|neither|without|\\w+n[’']t",
    "fr": "ne|n[’']\\w+|pas|non|aucune?|rien|jamais|sans",
    "de": "nicht|kein\\w*|nie|niemals|nichts|niemand|ohne",
    "es": "no|nunca|nada|nadie|ningun[oa]?|ningún|sin",
    "it": "non|mai|niente|nulla|nessun[oa]?|senza",
}
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
    return _other_duty(texts, (first, second))


def _other_duty(texts: tuple[str, str], languages: tuple[str, str]) -> tuple[str, str] | None:
    """Find a clause that says that something must be done, and the reverse in its translation."""
    clauses = [re.split(r"[.;:!?]", text) for text in texts]
    if len(clauses[0]) != len(clauses[1]):
        return None
    for pair in zip(*clauses, strict=True):
        if any(_word(NEGATIONS[own], text) for own, text in zip(languages, pair, strict=True)):
            continue
        if words := _opposites(DUTIES[languages[0]], pair[0], DUTIES[languages[1]], pair[1]):
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
    first, second = (_word(pole, text) for pole in poles)
    like_first, like_second = (_word(pole, translated) for pole in others)
    if bool(first) == bool(second) or bool(like_first) == bool(like_second):
        return None  # both, or neither
    found = (first, like_second) if first else (second, like_first)
    return found if all(found) else None


def _plain(text: str, language: str) -> str:
    return re.sub(rf"\b(?:{IDIOMS[language]})\b", " ", text)


def _word(pole: str, text: str) -> str:
    """Find the first word of a pole in a text; "" for none."""
    return found_in(rf"\b(?:{pole})(?!\w)", text) if pole else ""
