"""Words of opposite sense in a text and in its translation."""

from __future__ import annotations

import pytest

from generator.data.poles import BOUNDS, DUTIES, IDIOMS, NEGATIONS, POLES, opposed


@pytest.mark.parametrize(
    ("original", "translated", "language", "found"),
    [
        ("{n} or less.", "{n} ou plus.", "fr", ("less", "plus")),
        ("{n} or more.", "{n} ou plus.", "fr", None),
        ("The lowest price", "Le plus bas prix", "fr", None),
        ("The lowest price", "Le plus haut prix", "fr", ("lowest", "haut")),
        ("At least 3, and more.", "Au moins 3, et davantage.", "fr", None),
        ("You have fewer than 3.", "Vous n’avez plus que 3.", "fr", None),
        ("To the left", "Vers la droite", "fr", ("left", "droite")),
        ("3 are left, on the right", "Il en reste 3, à droite", "fr", None),
        ("Before you sell", "Après la vente", "fr", ("before", "après")),
        ("The first buys, the last sells.", "Le premier achète.", "fr", None),
        ("{n} or more", "{n} oder weniger", "de", ("more", "weniger")),
        ("Always", "Niemals", "de", ("always", "niemals")),
        ("{n} or more", "{n} o menos", "es-mx", ("more", "menos")),
        ("the first", "l’ultimo", "it", ("first", "ultimo")),
        ("Before that", "Dopo", "it", None),  # no word for the other is sure
        ("or more", "или меньше", "ru", None),
        ("Lowest price first", "Prix décroissants", "fr", ("lowest", "décroissants")),
        ("Lowest price first", "Prix croissants", "fr", None),
        (
            "Bids in ascending order",
            "Gebote in absteigender Reihenfolge",
            "de",
            ("ascending", "absteigender"),
        ),
        ("Take at least 3.", "Prenez au plus 3.", "fr", ("at least", "au plus")),
        ("Take up to 3.", "Prenez-en jusqu’à 3.", "fr", None),
        ("Place it face down.", "Colócala boca arriba.", "es", ("face down", "boca arriba")),
        ("Who wins pays.", "Chi perde paga.", "it", ("wins", "perde")),
        ("An even number", "Un nombre impair", "fr", ("even", "impair")),
        ("Even then you buy one.", "Même alors, vous en achetez un.", "fr", None),
        ("or more", "or less", "en", None),
        (
            "The poorer player’s goes first.",
            "Le plus riche passe d’abord.",
            "fr",
            ("poorer", "riche"),
        ),
        ("Clockwise", "Gegen den Uhrzeigersinn", "de", ("clockwise", "gegen den uhrzeigersinn")),
        ("All heroes leave.", "Aucun héros ne part.", "fr", ("all", "aucun")),
        ("Play with a joker.", "Spiele ohne Joker.", "de", ("with", "ohne")),
        ("On top of the deck", "Unten in den Stapel", "de", ("top", "unten")),
        ("Keep the card.", "Descarta la carta.", "es", ("keep", "descarta")),
        ("A different colour", "Lo stesso colore", "it", ("different", "stesso")),
        ("You may pass.", "Vous devez passer.", "fr", ("may", "devez")),
        ("If so, it must stay.", "Dans ce cas, elle peut rester.", "fr", ("must", "peut")),
        ("No old card may stay.", "Aucune ancienne carte ne doit rester.", "fr", None),
        (
            "You may decline; nothing is paid.",
            "Vous devez refuser ; rien n’est payé.",
            "fr",
            ("may", "devez"),
        ),
        ("You may sell. You must pay.", "Vous devez payer, et pouvez vendre.", "fr", None),
    ],
)
def test_what_says_the_opposite(
    original: str, translated: str, language: str, found: tuple[str, str] | None
) -> None:
    assert opposed(original, "en", translated, language) == found
    assert opposed(translated, language, original, "en") == (found and found[::-1])


def test_each_language_has_the_same_pairs() -> None:
    assert {len(pairs) for pairs in POLES.values()} == {len(POLES["en"])}
    for words in (BOUNDS, DUTIES, IDIOMS, NEGATIONS):
        assert words.keys() == POLES.keys()
