"""What generator.sheet says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

GRID_NEEDED = Message(
    "missing-field",
    "expected 'grid' in '{id_}', found none",
    "a sheet with its own card size needs a grid, such as 2 x 5",
)
ODD_FOLD = Message("odd-fold", "backs cannot be folded over: {why}")
SHEETS_FILE_IS_A_LINK = Message(
    "outside-folder",
    "expected a file in the game's folder, found a link: {file}",
    "copy the file into the folder",
)
GUTTER_AND_PITCH = Message(
    "sheet-conflict",
    "'{id_}' has a gutter and a pitch, which are two ways to set the same distance",
    "remove one of them",
)
PITCH_TOO_SMALL = Message(
    "sheet-conflict",
    "cards of '{id_}' overlap: the pitch is smaller than the card",
    "the pitch is the distance from one card's edge to the same edge of the next",
)
NO_EFFECT_ON_PAGES = Message(
    "sheet-conflict", "'{key}' has no effect if every card is a separate page", "leave it out"
)
STANDEE_SIZE = Message("standee-size", "{standee}: {fault}", "make the viewBox taller")
TOO_LARGE_TO_FOLD = Message(
    "too-large-to-fold", "{name} is left out: unfolded, it would be {size}, too large for the paper"
)
TOO_THIN_TO_FOLD = Message(
    "too-thin-to-fold",
    "the box of {name} is left out: for {count:n card}, it would be only {depth:.1f} mm "
    "deep, but a box must be at least {least:g} mm deep to be folded",
    "keep these cards in the box of another deck, or in a bag",
)
NO_SUCH_PRINTER = Message("unknown-printer", "there is no printer profile '{name}'")
CARDS_OVERLAP = Message(
    "wrong-card-size",
    "cards of {cards} are larger than the pitch of the sheet '{name}', {pitch}",
    "choose a smaller --card-size, or another --sheet",
)
LETTER_BESIDE_CARDS = Message(
    "missing-glyph", "{fault}; it is in '{text}', which is printed beside the cards"
)
CARD_NOT_IN_SLEEVES = Message(
    "sleeves-too-small",
    "a card of {card} does not fit into a sleeve of {sleeve}",
    "use larger sleeves, or none",
)
CARD_NOT_IN_SLEEVES_ASKED = Message(
    "sleeves-too-small",
    "--sleeves {sleeves}: a card of {card} does not fit into a sleeve of {sleeve}",
    "use larger sleeves, or none",
)
NOT_BETWEEN_MARKS = Message(
    "too-large-for-paper", "a piece of {size} does not fit between the marks on a page of {page}"
)
CARD_NOT_ON_PAGE = Message(
    "too-large-for-paper", "a card of {size} does not fit on a page of {page}"
)
GRID_NOT_ON_PAGE = Message(
    "too-large-for-paper",
    "a grid of {columns} x {rows} cards of {size} does not fit on a page of {page}",
)
PIECE_NOT_ON_PAGE = Message(
    "too-large-for-paper", "{name}: a piece of {size} does not fit on a page of {page}"
)
