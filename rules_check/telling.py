"""The names that a game's texts for people import from the toolkit: for its table, its moves in
words, its story and the findings about its cards.
"""

from rules_check.engine.interpreting import leave_uncompiled
from rules_check.engine.view import NOBODY, Counter, Pile, View, Zone
from rules_check.toolkit.layout import listed
from rules_check.toolkit.moves import ids_of, numbers_of
from rules_check.toolkit.naming import Naming, beyond, counters, held
from rules_check.toolkit.pieces import pieces
from rules_check.toolkit.prose import (
    counted,
    inside,
    joined,
    sentence,
    spanned,
    spoken,
    who_is,
    with_article,
)
from rules_check.toolkit.stories import Step, scores_added, told_by
from rules_check.toolkit.tableau import as_known
from rules_check.toolkit.texts import texts
from rules_check.toolkit.things import Printed, name_of

__all__ = [
    "NOBODY",
    "Counter",
    "Naming",
    "Pile",
    "Printed",
    "Step",
    "View",
    "Zone",
    "as_known",
    "beyond",
    "counted",
    "counters",
    "held",
    "ids_of",
    "inside",
    "joined",
    "leave_uncompiled",
    "listed",
    "name_of",
    "numbers_of",
    "pieces",
    "scores_added",
    "sentence",
    "spanned",
    "spoken",
    "texts",
    "told_by",
    "who_is",
    "with_article",
]
