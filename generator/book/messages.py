"""What generator.book says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

BAD_ADDRESS = Message("bad-url", "'url' is {fault}", "use a shorter address")
NOT_AN_ADDRESS = Message(
    "bad-url",
    "'url' expected an address such as https://example.org/my-game, found '{found}'",
    "phones open addresses that begin with https:// or mailto: and have no space",
)
PLAY_HAS_FAULTS = Message(
    "bad-play",
    "the cards can be printed, but the rules under play: have {faults}; the first: {first}",
    "`emporium-pnp rules` shows every fault with its hint",
)
LINE_JOINED = Message(
    "joined-line",
    "this tag removes the line break after it, so '{begins}' joins the line",
    "end the tag with `+%}}`, which keeps the line break, or, if the text belongs to this "
    "line, begin it with a space",
)
BLOCK_NOT_SHOWN = Message(
    "rulebook-markdown",
    "the rulebook cannot show {block}",
    "it can show headings, paragraphs, lists, tables, quotes and pictures",
)
HTML_NOT_SHOWN = Message("rulebook-markdown", "the rulebook cannot show HTML: '{shown}'")
MARK_UNMATCHED = Message(
    "rulebook-markdown",
    "'{mark}' has no matching mark",
    "write **bold** and *italic* without spaces inside; write a plain * as \\*",
)
INLINE_NOT_SHOWN = Message(
    "rulebook-markdown", "the rulebook cannot show {name} within running text"
)
PART_TOO_HIGH = Message(
    "rulebook-overflow",
    "this part, which is kept together, is {excess:.1f} mm higher than the page",
    "shorten this part, or split it",
)
TABLE_TOO_WIDE = Message(
    "rulebook-overflow",
    "the table is {excess:.1f} mm wider than the page",
    "use fewer columns or shorter words",
)
SETUP_DOES_NOT_FIT = Message(
    "rulebook-overflow",
    "the set-up for {players} players does not fit into {width:.0f} x {height:.0f} mm",
    "make the picture wider, or shorten the names of its zones",
)
NOT_NUMBERS = Message("rulebook-picture", "expected numbers such as 16.4, found '{found}'")
NOT_A_PICTURE = Message(
    "rulebook-picture",
    "expected a picture such as cards:ID,ID, table:ID@X,Y, setup:4, icon:NAME or art/FILE.png, "
    "found '{found}'",
)
MARK_OFF_PICTURE = Message(
    "rulebook-picture",
    "expected marks on the picture, which is {width:g} x {height:g} mm, found one at "
    "{mark_x:g},{mark_y:g}",
    "marks are measured from the top left corner",
)
NOT_A_TABLE_SIZE = Message(
    "rulebook-picture", "expected the size of the table, such as \"600 x 800\", found '{found}'"
)
NOT_A_POSITION = Message(
    "rulebook-picture",
    "expected a card or an icon and the position of its centre, such as ID@X,Y, found '{found}'",
)
NOT_A_SETUP = Message(
    "rulebook-picture", "expected a number of players, such as setup:4, found 'setup:{found}'"
)
RULEBOOK_UNTRANSLATED = Message(
    "rulebook-untranslated",
    "there is no templates/rulebook.{language}.md.j2, so the rulebook is {template} with "
    "translated names",
    "to print a translated rulebook, save it with that name",
)
RULES_UNTRANSLATED = Message(
    "rules-untranslated", "the rules that {template} includes are in English only"
)
RULEBOOK_TOO_MUCH = Message("template-too-much", "laying out the rulebook {fault}")
TOO_MANY_QUESTIONS = Message(
    "too-many-questions",
    "the form has no room for {count:n question}",
    "ask fewer questions: people fill in one page, but not two",
)
NOT_A_CARD = Message("unknown-card", "expected the id of a card, found '{found}'")
NOT_A_CARD_OR_ICON = Message(
    "unknown-card", "expected the id of a card, or an icon, found '{found}'"
)
NOT_AN_ICON_IN_BRACES = Message(
    "unknown-icon", "expected an icon in braces, found '{found}'", "write a plain brace as \\{{"
)
NOT_AN_ICON = Message(
    "unknown-icon", "expected an icon (a file in templates/icons), found '{found}'"
)
PLAYERS_NOT_POSSIBLE = Message(
    "unknown-players",
    "expected {can} players, found {found}",
    "`players:` under game: says how many people can play",
)
