"""The meaning of a sheet's headings: the name of a card, its number of copies, or a field.

In: headings, and the cells below them. Out: names of fields, a different one for each column.
People write headings in their own language, so names and copies are known by their words in
English, German, French, Spanish, Italian and Polish. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from generator.cells.holders import RESERVED
from generator.cells.tables import NoValue, as_words, filled, is_empty
from generator.data.fieldtypes import free_name, slug

MOST_COPIES = 10_000
_LONGEST_NAME = 40


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CARDS = _words("card karte carte carta karta karty cards karten cartes cartas kart")
_FILLERS = _words(
    "of the a per in to for each my d de la le les der die das des dem di del della el los las "
    "do w o"
)
_NAMES = _words(
    "name names title nom noms titre intitule libelle designation nombre titulo nome titolo "
    "nazwa tytul titel "
    "bezeichnung benennung "
    "kartenname kartentitel cardname cardtitle"
)
_COPIES = _words(
    "many copies copy qty qt qnt qnty pcs pieces quantity quantities quant amount count counts "
    "freq frequency multiplicity times cards "
    "anzahl menge stuck stueck stk stuckzahl stueckzahl kopien exemplare auflage haufigkeit "
    "kartenanzahl karten "
    "quantite qte exemplaires exemplaire tirage frequence cartes "
    "cantidad cant copias ejemplares unidades frecuencia cartas "
    "quantita qta copie esemplari pezzi pz frequenza "
    "ilosc liczba sztuk sztuki szt kopie kopii egzemplarze egzemplarzy naklad kart"
)
_NUMBERS = _words(
    "number num no num nr n nb nbr nbre numero nombre zahl total how x card karte carte carta "
    "karty print deck"
)
_COPIES_ALONE = _words("x nb nbr nbre nombre")
"""Words that mean copies by themselves, if there are numbers below."""
_SUM_SIGNS = ("Σ", "∑")
_CROSSES = ("#", "×", "x", "✕", "✖", "n°", "nº")
_TEXTS = _words(
    "text texts rules rule effect effects ability abilities description action actions power "
    "instructions "
    "regel regeln effekt wirkung fahigkeit fahigkeiten beschreibung aktion "
    "texte effet effets capacite capacites competence competences regle regles pouvoir pouvoirs "
    "texto efecto efectos habilidad descripcion regla reglas accion "
    "testo effetto effetti abilita descrizione regola regole azione "
    "tekst efekt zdolnosc opis zasada zasady akcja notes"
)
_NOTES = _words(
    "notes comment comments remark remarks todo feedback "
    "notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare "
    "remarque remarques commentaire commentaires "
    "notas comentario comentarios "
    "commento commenti osservazioni "
    "notatka notatki uwagi komentarz komentarze"
)
_OF_NOTES = _words(
    "self myself me my own designer designers design dev development internal private test tests "
    "testing playtest playtesting balance balancing art artist eigene interne intern spieltest "
    "mes notes internes"
)
"""Words that are no more than notes beside a word that means notes."""
_FLAVOURS = _words(
    "flavour flavor quote lore fluff stimmungstext zitat ambiance citation ambientacion cita "
    "citazione colore klimat cytat"
)
_COSTS = _words(
    "cost costs price mana level rank value kosten preis stufe wert rang "
    "cout couts prix niveau valeur coste costo precio nivel valor "
    "prezzo livello valore koszt cena poziom wartosc"
)
_TOTALS = _words(
    "total totals sum subtotal grand summe gesamt insgesamt gesamtzahl somme sous totaux suma "
    "totales totale somma totali razem lacznie "
    "subtotals subtotale subtotales zwischensumme teilsumme endsumme gesamtsumme gesamtanzahl "
    "general generale generaux ogolem czesciowa parcial parciales parziale parziali partiel"
)
_AVERAGES = _words(
    "average avg mean durchschnitt mittelwert schnitt moyenne promedio media srednia"
)
_COMMON = _NAMES | _COPIES | _TEXTS | _FLAVOURS | _COSTS
_KNOWN = _COMMON | _words("id type typ tipo rodzaj")
WORDS = tuple(sorted(_COMMON))
"""Words of headings, by which the separator of a CSV file is found."""
_ABBREVIATED = re.compile(r"\b(\w)[.'’](\w{1,3})\b")
"""As in Q.tà and Q'ty."""
_COUNT = re.compile(r"[x×]?\s*([0-9]{1,5})\s*[x×]?", re.IGNORECASE)


def _tokens(text: str) -> list[str]:
    text = _ABBREVIATED.sub(r"\1\2", text)
    return [word for word in slug(text, " ").split() if word not in _FILLERS]


def means_name(heading: object) -> bool:
    """Return whether a heading means that the cells below are the names of cards."""
    words = _tokens(as_words(heading))
    if not words or not (_NAMES | _CARDS).issuperset(words):
        return False
    return len(words) == 1 or not _NAMES.isdisjoint(words)


def means_text(heading: object) -> bool:
    """Return whether a heading suggests that some cells below are longer than a line."""
    return not (_TEXTS | _FLAVOURS).isdisjoint(_tokens(as_words(heading)))


def means_flavour(heading: object) -> bool:
    """Return whether a heading suggests that the cells below are flavour text, not rules."""
    return not _FLAVOURS.isdisjoint(_tokens(as_words(heading)))


def means_notes(heading: object) -> bool:
    """Return whether a heading suggests that the cells below are remarks of the designer, which no
    card shows.
    """
    words = _tokens(as_words(heading).lower().replace("to do", "todo"))
    return not _NOTES.isdisjoint(words) and (_NOTES | _OF_NOTES).issuperset(words)


def means_cost(heading: object) -> bool:
    """Return whether a heading is that of a number by which cards are selected, such as a cost or a
    rank.
    """
    return not _COSTS.isdisjoint(_tokens(as_words(heading)))


def means_total(cell: object) -> bool:
    """Return whether a cell means that its row is a total."""
    words = _tokens(as_words(cell))
    if not words:
        return as_words(cell).strip(" :") in _SUM_SIGNS
    return words[0] in _TOTALS and (_TOTALS | _COPIES | _NUMBERS | _CARDS).issuperset(words)


def names_total(cell: object) -> bool:
    """Return whether a cell may mean that its row adds up some of the others, such as 'Total
    weapons'.
    """
    words = _tokens(as_words(cell))
    return bool(words) and (words[0] in _TOTALS or words[-1] in _TOTALS)


def means_average(cell: object) -> bool:
    """Return whether a cell means that its row contains averages."""
    words = _tokens(as_words(cell))
    return bool(words) and _AVERAGES.issuperset(words)


def is_known(heading: object) -> bool:
    """Return whether a heading is one of the words known here."""
    text = as_words(heading)
    return not _KNOWN.isdisjoint(_tokens(text)) or text.strip().lower() in _CROSSES


def may_mean_copies(heading: object) -> bool:
    """Return whether a heading is one under which people write how many cards there are, if they
    write numbers there.
    """
    text = as_words(heading).strip().lower()
    if text in _CROSSES:
        return True
    words = _tokens(text.replace("#", " number ").replace("№", " number "))
    if len(words) == 1 and words[0] in _COPIES_ALONE:
        return True
    is_in_deck = "deck" in words and len(words) > 1
    is_counting = (_COPIES | _NUMBERS).issuperset(words)
    return is_counting and (is_in_deck or not _COPIES.isdisjoint(words))


def count_of(cell: object) -> int | None:
    """Read a number of cards from a cell, written as 3, '3' or 'x3'; None if it is not one."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, str):
        match = _COUNT.fullmatch(cell.strip())
        cell = int(match[1]) if match else None
    if not isinstance(cell, int | float) or not 0 <= cell <= MOST_COPIES:
        return None
    return int(cell) if float(cell).is_integer() else None


def are_counts(cells: Iterable[object]) -> bool:
    """Return whether some cells are numbers of cards. Empty cells and formulas without a value do
    not count.
    """
    counts = [count_of(cell) for cell in filled(cells) if not isinstance(cell, NoValue)]
    return bool(counts) and None not in counts


class Column(NamedTuple):
    """A column of a sheet: its heading, and the cells of the cards below."""

    heading: object
    cells: Sequence[object]

    @property
    def means_copies(self) -> bool:
        """Whether it gives the number of copies of each card: its heading may mean that, and its
        cells are numbers.
        """
        if not may_mean_copies(self.heading) or not are_counts(self.cells):
            return False
        counts = list(map(count_of, filled(self.cells)))
        is_numbered = len(counts) > 2 and counts == list(range(1, len(counts) + 1))
        return not is_numbered or as_words(self.heading).strip() not in _CROSSES

    @property
    def is_for_oneself(self) -> bool:
        """Whether it is for the designer alone: it is marked so, and does not count cards."""
        return is_for_oneself(self.heading) and not self.means_copies


def is_for_oneself(heading: object) -> bool:
    """Return whether a heading or a row is marked as one for the designer alone, by a '#'."""
    return not isinstance(heading, NoValue) and str(heading).lstrip().startswith("#")


def field_name(heading: object) -> str:
    """Make a name of a field from a heading: '1st Power' is 'field_1st_power'; '' if it has no
    letter of a-z and no digit.
    """
    name = slug(as_words(heading), "_")
    if len(name) > _LONGEST_NAME:
        name = name[:_LONGEST_NAME].rpartition("_")[0] or name[:_LONGEST_NAME]
    return name if not name or name[0].isalpha() else f"field_{name}"


def proposed_names(
    columns: Sequence[Column], unfit: Collection[str] = (), reserved: Sequence[str] = RESERVED
) -> list[str | None]:
    """Name a field for each column of a sheet, each differently; None for a column without a
    heading, or for oneself.

    Those that are `reserved` but `unfit`, since their cells are something else, get their own name.
    """
    roles = _roles(columns, unfit, reserved)
    names, taken = list[str | None](), set(roles.values())
    for at, column in enumerate(columns):
        if not heading_key(column.heading) or column.is_for_oneself:
            names.append(None)
        elif at in roles:
            names.append(roles[at])
        else:
            name = field_name(column.heading) or f"field_{at + 1}"
            if name in reserved and name not in roles.values():
                name = f"card_{name}"
            names.append(free_name(name, taken))
            taken.add(str(names[-1]))
    return names


def _roles(
    columns: Sequence[Column], unfit: Collection[str], reserved: Sequence[str]
) -> dict[int, str]:
    """Find the columns that every kind has, and the one with the names: first by the exact word,
    then by its meaning.
    """
    plain = [field_name(column.heading) for column in columns]
    roles = dict[int, str]()
    for role in (*reserved, "name"):
        if role in plain and role not in unfit:
            roles[plain.index(role)] = role
    others = {at: column for at, column in enumerate(columns) if at not in roles}
    if "copies" in reserved and "copies" not in roles.values():
        for at, column in others.items():
            if column.means_copies:
                roles[at] = "copies"
                del others[at]
                break
    named = [at for at, column in others.items() if means_name(column.heading)]
    if named and "name" not in roles.values():
        roles[min(named, key=lambda at: _is_vague(columns[at].heading))] = "name"
    return roles


def _is_vague(heading: object) -> bool:
    """Return whether a heading of names says just that there are cards below."""
    return _NAMES.isdisjoint(_tokens(as_words(heading)))


def matched_names(
    columns: Sequence[Column],
    fields: Collection[str],
    renamed: Mapping[str, str],
    reserved: Sequence[str] = RESERVED,
) -> list[str | None]:
    """Find the field of a kind or table for each column; None for any other column.

    `fields` are those that are not `reserved`, `renamed` gives fields by what their headings are
    (`heading_key`). A heading is the field that it names, or otherwise the one that would be
    proposed for it.
    """
    known = {slug(name, "_"): name for name in (*fields, *reserved)}
    unfit = []
    for role in reserved:
        if any(re.fullmatch(rf"card_{role}(_\d+)?", name) for name in fields):
            unfit.append(role)
    proposed = proposed_names(columns, unfit, reserved)
    found = list[str | None]()
    unsaid = {*fields, *reserved}
    for column, proposal in zip(columns, proposed, strict=True):
        key = heading_key(column.heading)
        own = renamed.get(key) or known.get(key)
        if own in reserved and f"card_{own}" in fields:
            own = f"card_{own}"
        if own in found and own is not None:
            if proposal in unsaid:
                own = proposal
            else:  # of two that are alike the first may be meant otherwise
                first = found.index(own)
                if proposed[first] in unsaid:
                    found[first] = proposed[first]
        found.append(own)
        unsaid.difference_update(found)
    for at, proposal in enumerate(proposed):
        if found[at] is None and proposal in unsaid:
            found[at] = proposal
    return found


def heading_key(heading: object) -> str:
    """Return the form in which headings are compared: without capitals, spaces and dashes, if they
    have letters of a-z.
    """
    if is_empty(heading) or isinstance(heading, NoValue):
        return ""
    text = as_words(heading)
    return slug(text, "_") or text.strip().casefold()


def title_field(fields: Iterable[str]) -> str | None:
    """Find the field of a kind that names its cards."""
    names = list(fields)
    return "name" if "name" in names else next(filter(means_name, names), None)
