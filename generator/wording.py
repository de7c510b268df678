"""The tool's own words on paper, in the languages it knows; English in all others.

In: the code of a language (`fr`, `pt-br`) and the name of a phrase. Out: the phrase. What a game says itself is data, and
stands in its cards.yaml and the translations beside it.
"""

from __future__ import annotations

_PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "sheet": "sheet {number} of {total}, {side}",
        "front": "front",
        "back": "back",
        "fold": "fold along the dashed line",
        "rule": "100 mm: print at 100 %",
        "notes": "Notes",
        "cards": "cards",
        "pieces": "mats, screens and tokens",
        "rulebook": "rulebook",
        "booklet": "rulebook, to be folded",
        "quotes": "“|”|‘|’",
    },
    "fr": {
        "sheet": "feuille {number} sur {total}, {side}",
        "front": "recto",
        "back": "verso",
        "fold": "plier selon le pointillé",
        "rule": "100 mm\u202f: imprimer à 100\u202f%",
        "notes": "Notes",
        "cards": "cartes",
        "pieces": "plateaux, paravents et jetons",
        "rulebook": "règles du jeu",
        "booklet": "règles du jeu, à plier",
        "quotes": "«\u202f|\u202f»|“|”",
    },
    "de": {
        "sheet": "Blatt {number} von {total}, {side}",
        "front": "Vorderseite",
        "back": "Rückseite",
        "fold": "an der gestrichelten Linie falten",
        "rule": "100 mm: mit 100 % drucken",
        "notes": "Notizen",
        "cards": "Karten",
        "pieces": "Tableaus, Sichtschirme und Marken",
        "rulebook": "Spielregeln",
        "booklet": "Spielregeln zum Falten",
        "quotes": "„|“|‚|‘",
    },
    "es": {
        "sheet": "hoja {number} de {total}, {side}",
        "front": "anverso",
        "back": "reverso",
        "fold": "doblar por la línea de puntos",
        "rule": "100 mm: imprimir al 100 %",
        "notes": "Notas",
        "cards": "cartas",
        "pieces": "tableros, pantallas y fichas",
        "rulebook": "reglas del juego",
        "booklet": "reglas del juego, para plegar",
        "quotes": "«|»|“|”",
    },
    "it": {
        "sheet": "foglio {number} di {total}, {side}",
        "front": "fronte",
        "back": "retro",
        "fold": "piegare lungo la linea tratteggiata",
        "rule": "100 mm: stampare al 100 %",
        "notes": "Note",
        "cards": "carte",
        "pieces": "plance, schermi e gettoni",
        "rulebook": "regole del gioco",
        "booklet": "regole del gioco, da piegare",
        "quotes": "«|»|“|”",
    },
}
LANGUAGES = tuple(_PHRASES)


def phrase(language: str, name: str, **values: object) -> str:
    """Give one of the tool's phrases in a language (of `pt-br` in `pt`), with values put in; in English where it has none."""
    phrases = _PHRASES.get(language.partition("-")[0], _PHRASES["en"])
    return phrases[name].format(**values)
