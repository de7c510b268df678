"""What generator.data says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

ALIAS_LOOP = Message(
    "alias-loop", "this alias contains itself", "write the value here in full instead of the alias"
)
AMBIGUOUS_VALUE = Message("ambiguous-value", "'{shown}' is {read}")
FACES_DIFFER = Message("bad-formula", "expected {expected}, found {count} of {faces}")
SIDE_TWICE = Message(
    "bad-formula", "expected one side, found a second after 'face {face}'", "remove one of the two"
)
FORMULA_TOO_LONG = Message(
    "bad-formula", "expected a formula of at most {most} characters, found {found}"
)
NO_MEANING = Message("bad-formula", "'{letter}' has no meaning in a formula")
MISPLACED = Message("bad-formula", "'{word}' does not belong here")
ENDS_TOO_EARLY = Message("bad-formula", "expected {expected}, found the end")
DOUBLE_EQUALS = Message("bad-formula", "'==' has no meaning in a formula")
EXPECTED_OTHER = Message("bad-formula", "expected {expected}, found '{found}'")
NO_SUCH_FUNCTION = Message("bad-formula", "there is no function '{name}'")
WORD_OF_FORMULAS = Message(
    "bad-formula", "expected a value, found '{word}', which is a reserved word in formulas"
)
NO_FORMULA = Message(
    "bad-formula", "expected a formula, found nothing", "write one such as count(cost <= 1) >= 2"
)
WRONG_TYPE = Message("bad-formula", "expected {wanted}, found {found}")
NO_SUCH_FIELD = Message("bad-formula", "{name} has no field '{field}'")
NO_FIELDS = Message("bad-formula", "{element} has no fields")
NOT_A_TABLE = Message("bad-formula", "'[' must follow the name of a table of numbers under rules:")
EMPTY_CONDITION = Message(
    "bad-formula", "a condition cannot be empty: only a list can", "put ( ) around the list"
)
TYPES_DIFFER = Message(
    "bad-formula", "expected {wanted}, like the other values of the list, found {found}"
)
NOT_A_LIST = Message(
    "bad-formula", "expected a list, found {found}", "write one such as (a, b) or 1..6"
)
TOO_MANY_ROWS = Message(
    "bad-formula",
    "expected at most {most} rows of tables in a formula, found more",
    "ask about part of the table with where",
)
OVER_WHAT = "after over, write a list: drawn, a table, or a field that is one of several words"
IT_IS_A_CARD = "it is a card here; to count the cards with a row, write count(drawn.field, it)"
LIST_BEFORE_OVER = Message("bad-formula", "expected one value before 'over', found several")
NOT_A_CONDITION = Message(
    "bad-formula", "'count' expected a condition for each entry, found {found}"
)
WRONG_TYPE_FOR_EACH = Message(
    "bad-formula", "'{kind}' expected {expected} for each entry, found {found}"
)
ANSWERS_DIFFER = Message(
    "bad-formula", "expected {wanted}, like the other result of 'if', found {found}"
)
NOT_A_LIST_HERE = Message("bad-formula", "expected a list, found {found}")
WRONG_NUMBER_OF_PARTS = Message(
    "bad-formula", "'{word}' expected {wanted:n value} in its brackets, found {found}"
)
UNKNOWN_WORD = Message("bad-formula", "expected {known}, found '{found}'")
NOT_COMPARABLE = Message("bad-formula", "{left} cannot be compared with {right}")
NOT_SINGLE = Message("bad-formula", "'{word}' is not a single value here")
UNKNOWN_NAME = Message("bad-formula", "unknown name '{name}'")
WRONG_RESULT = Message("bad-formula", "expected {expected}, found {found}")
DIVIDED_BY_ZERO = Message("bad-formula", "expected a number to divide by, found 0")
NEGATIVE_NUMBER = Message("bad-formula", "expected 0 or more, found {found} {players}")
NO_CONTENTS = Message("bad-formula", "expected the contents of '{name}', found {found}")
DICE_ARE_OPEN = Message("bad-formula", "expected dice that every player can see for '{name}'")
NUMBER_ONLY = Message("bad-formula", "expected only a number for '{name}' under setup:")
ALL_OF_ANYTHING = Message(
    "bad-formula", "expected a component or a kind after 'all', found 'anything'"
)
OWNER_OF_COMMON = Message(
    "bad-formula",
    "'seen by owner' is for zones under each:, but this zone is common to all players",
    "move it under each:",
)
NOT_KNOWN_YET = Message(
    "bad-formula",
    "'{word}' is not known yet when cards are put here",
    "ask about the card alone, and move other cards under deal:",
)
NO_NUMBER_FOR_PLAYERS = Message(
    "bad-formula",
    "'{name}' has no number for {key} {players}",
    "add one to '{name}' under rules:, such as `{key}: 3`",
)
NOT_A_COMPONENT = Message(
    "bad-formula", "expected a component, a kind or anything, found '{found}'"
)
NO_SUCH_TABLE = Message("bad-formula", "there is no table '{name}'")
NOT_A_NUMBER_OF_PILES = Message(
    "bad-formula",
    "expected a number of piles, found '{found}'",
    "write `in a pile for each {found}`",
)
WRONG_NUMBER_OF_PILES = Message("bad-formula", "expected 1 to {most} piles, found {found}")
NOT_A_STEP = Message("bad-formula", "expected a step, found {found}")
EACH_IN_EACH = Message("bad-formula", "each: is inside another each:")
NOT_EACH = Message(
    "bad-formula",
    "expected `each:` and a list of steps, found {steps}",
    "`each: [steps]` makes every player do the steps",
)
UNKNOWN_STEP = Message("bad-formula", "no step begins with '{word}'")
NOTHING_BELONGS = Message(
    "bad-formula",
    "nothing in '{name}' belongs in '{target}', which holds {held}",
    "name another zone, or declare '{target}' for {either}",
)
NO_SUCH_ZONE = Message("bad-formula", "there is no zone '{name}'")
ZONE_OF_EACH = Message(
    "bad-formula",
    "'{name}' is a zone of each player",
    "write `each {name}`, or put the step under each:",
)
NO_SUCH_COUNTER = Message("bad-formula", "there is no counter '{name}'")
COUNTER_OF_EACH = Message(
    "bad-formula", "'{name}' is a counter of each player", "put the step under each:"
)
NOT_A_ZONE_OF_EACH = Message(
    "bad-formula", "expected a zone of each player, or one with piles, found '{found}'"
)
TOO_MANY_IN_ZONE = Message(
    "bad-formula",
    "'{zone}' has room for one card, but this step puts {count} there",
    "put one card there, or leave out `one` where the zone is declared",
)
NOT_A_PICTURE = Message(
    "bad-image",
    "expected a PNG, JPEG, WebP or SVG picture, found '{found}'",
    "save it as PNG, JPEG, WebP or SVG in the game's folder",
)
NAME_OF_EVERY_CARD = Message("bad-name", "every card already has '{name}', so {what}")
NAME_OF_A_TYPE = Message(
    "bad-name",
    "'{name}' is already a type of field",
    "give it another name, such as {name}s, here and in the fields that use it",
)
NAME_OF_EVERY_ENTRY = Message(
    "bad-name", "every {word} already has '{name}'", "leave it out, or rename it"
)
NAME_FROM_FOR_EACH = Message(
    "bad-name",
    "every card of this kind already has '{name}', from `{key}{table}`",
    "leave it out, or rename it",
)
NOT_A_FIELD_NAME = Message("bad-name", "expected a field name of a-z, 0-9 and '_', found '{found}'")
NOT_A_NAME = Message("bad-name", "expected a name of a-z, 0-9, '-' and '_', found '{found}'")
RESERVED_WORD = Message("bad-name", "'{word}' is a reserved word in steps")
NUMBER_IN_RULES = Message(
    "bad-name", "'{name}' is already a number under rules:", "give it another name"
)
NO_CARD_TO_PUT = Message("bad-setup", "expected the id of a card, found '{found}'")
REFILLED_FROM_ITSELF = Message(
    "bad-setup",
    "'{zone}' cannot be refilled from itself",
    "name the zone that more cards come from",
)
REFILLED_FROM_OWN = Message(
    "bad-setup",
    "'{name}' is a zone of each player, but '{zone}' is common",
    "refill '{zone}' from a common zone, or move '{zone}' under each:",
)
COUNT_DIFFERS = Message(
    "broken-promise",
    "'{id_}' promises {promised}, but there are {total} cards",
    "change the count, or `copies` of {kind} cards",
)
BROKEN_PROMISE = Message(
    "broken-promise",
    "the box promises {promised} cards, but there are {found}",
    "change this number, or `copies` of a card; cards of another size and `extra` cards do "
    "not count",
)
BROKEN_PROMISE_OTHER_SIZE = Message(
    "broken-promise",
    "the box promises {promised} cards, but there are {found}, plus {others} of another "
    "size, which do not count",
    "change this number, or `copies` of a card; cards of another size and `extra` cards do "
    "not count",
)
BYTE_ORDER_MARK = Message(
    "byte-order-mark",
    "the file starts with an invisible byte order mark",
    "save it as UTF-8 without BOM; the mark confuses other tools",
)
COMMA_NUMBER = Message(
    "comma-number",
    "expected a number, found the text '{found}'",
    "{advice}; if it is meant as text, put it in quotes",
)
CURLY_QUOTES = Message(
    "curly-quotes",
    "the quotes of {text} would be printed: YAML treats curly quotes as letters",
    'write "{inside}" with straight quotes; to print curly ones, put them inside: "{text}"',
)
CARDS_AND_DICE = Message(
    "dice-of-cards",
    "'{id_}' has 'of' and '{other}': a component is either cards or {pieces}, not both",
    "remove one of the two",
)
ID_TWICE = Message("duplicate-id", "the id '{name}' is used twice{made}", "rename one of the two")
REVERSE_ID_TWICE = Message(
    "duplicate-id",
    "the id '{id_}' is used twice: `reverse:` of '{card_id}' also makes a card with this id",
    "rename one of the two",
)
IN_TWO_PLACES = Message(
    "duplicate-id", "'{name}' has two places on the table", "remove one of the two"
)
DECLARED_TWICE = Message("duplicate-id", "'{name}' is declared twice", "rename one of the two")
KEY_TWICE = Message(
    "duplicate-key", "the key '{key}' appears here a second time", "rename or remove one of the two"
)
TABLE_AND_KIND = Message(
    "duplicate-name", "'{name}' is both a table and a kind", "rename one of the two"
)
EMPTY_COMPONENT = Message(
    "empty-component",
    "'{id_}' has no cards: {what}",
    "add a card that fits, or leave the component out",
)
EMPTY_FILE = Message("empty-file", "expected {wanted}, found an empty file")
FIELDS_DIFFER = Message(
    "fields-differ",
    "'{name}' is {first} on cards of {owner}, but {second} on cards of {kind}",
    "ask only about cards of one kind",
)
HTML_IN_TEXT = Message("html-in-text", "'{tag}' would be printed as it is: texts do not use HTML")
IDLE_SILENCE = Message("idle-silence", "there is no finding '{finding}' to silence")
IDLE_SILENCE_NOT_ABOUT = Message("idle-silence", "no finding '{finding}' is about '{about}'")
IDLE_SILENCE_ABOUT_OTHERS = Message(
    "idle-silence", "no finding '{finding}' is about '{about}'; expected {subjects:one of}"
)
KIND_IN_NO_COMPONENT = Message(
    "in-no-component", "'{kind}' is in no component, so its {count} cards would not be printed"
)
ROW_IN_NO_COMPONENT = Message(
    "in-no-component",
    "'{kind}' for the {name} '{row}' is in no component, so its {count} cards would not be printed",
    "add a component `of: {kind}` with `where: {{{name}: {row}}}`",
)
CARD_IN_NO_COMPONENT = Message(
    "in-no-component", "'{id_}' is in no component, so it would not be printed"
)
IN_TWO_COMPONENTS = Message(
    "in-two-components",
    "{cards} in '{other}' and in '{id_}'",
    "narrow one of the two with `where:`",
)
IN_TWO_ZONES = Message(
    "in-two-zones", "'{id_}' is in '{name}' and in '{second}'", "narrow one of the two with `where`"
)
INVISIBLE_CHARACTER = Message(
    "invisible-character", "expected readable text, found {found}", "delete it"
)
IS_A_FOLDER = Message("is-a-folder", "expected a file, found a folder: {name}")
LONE_QUOTE = Message(
    "lone-quote",
    "the quote at the end of {text} would be printed: no quote is open there",
    'write "{text_2}" with a quote on each side, or remove it',
)
MERGE_KEY = Message(
    "merge-key",
    "merge keys ('<<') are not supported",
    "write shared values under `defaults:` of the kind",
)
MISNAMED_TRANSLATION = Message(
    "misnamed-translation", "{file} is never read", "rename it to {name}"
)
COMPONENT_WITHOUT_KIND = Message(
    "missing-field", "'{key}' needs 'of', the kind of its cards", "add `of: KIND`"
)
PLAYERS_NEEDED = Message(
    "missing-field",
    "'{key}' needs `players` under game:",
    "give the numbers of players there, such as `players: 2-4`",
)
DOCKED_WITHOUT_EDGE = Message(
    "missing-field",
    "'docked' needs a table whose rows have an 'edge', but those of '{table}' have none",
    "add the field `edge: left | right | top | bottom`",
)
CHOICE_WITHOUT_OPTIONS = Message(
    "missing-field",
    "'answer: choice' needs 'options', at least two to choose from",
    "add them, such as options: [yes, no]",
)
MISSING_FIELD = Message("missing-field", "expected '{name}' {where}, found none")
NO_COMPONENTS = Message(
    "no-components",
    "there is no components: section, so every kind is printed as a deck without backs",
    "add components: with `of:` and `back:`",
)
NOT_A_PLAIN_FILE = Message(
    "no-plain-file", "expected a plain file to replace, or a new name, found {found}: {path}"
)
NOT_A_FILE = Message("no-plain-file", "expected a file, found a pipe or a device: {name}")
NO_GAME_HERE = Message(
    "no-such-file", "there is no {file} here", "`emporium-pnp new my-game` starts one"
)
GAME_MISNAMED = Message(
    "no-such-file",
    "there is no {file} {where}, but {found}: rename it",
    "the file with the cards is called {file}, in lowercase",
)
GAME_ABOVE = Message("no-such-file", "there is no {file} here, but there is one {where}")
GAME_BELOW = Message("no-such-file", "there is no {file} here, only in {folders} below: {which}")
NO_SUCH_PICTURE = Message("no-such-file", "there is no file '{name}' in the game's folder")
NO_SUCH_FILE = Message(
    "no-such-file", "there is no file {name}{where}", "name a folder that contains a cards.yaml"
)
NO_SUCH_GAME = Message(
    "no-such-game", "expected a folder, a {file} or one of {bundled:list}, found '{name}'"
)
NO_SUCH_REVISION = Message(
    "no-such-revision", "'{word}' is not a file, a folder, a game or a revision: {why}"
)
NOT_A_TEXT = Message(
    "not-a-text",
    "'{key}' is not a text: it is in {original} and is the same in every language",
    "leave it out; fields of the types line and text can be translated",
)
IS_A_WORKBOOK = Message(
    "not-utf8",
    "expected a text file such as cards.yaml, found a workbook or a zip file",
    "`emporium-pnp new my-game --from-sheet FILE` makes a game from a spreadsheet",
)
UTF16 = Message(
    "not-utf8",
    "expected UTF-8, found UTF-16",
    "save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8)",
)
CSV_READ_AS = Message(
    "not-utf8",
    "this file is not in UTF-8, so it is read as {encoding}, as Excel on Windows writes CSV",
    "if letters are wrong, save it as 'CSV UTF-8' or as XLSX",
)
NOT_UTF8 = Message(
    "not-utf8", "expected UTF-8, found the byte 0x{byte:02x}", "save the file as UTF-8"
)
BACK_DIFFERS = Message(
    "other-back",
    "'{id_}' is {size}, {shape}, and is the back of '{front}', which is {what}",
    "a back is scaled to fit behind its front: give '{id_}' a kind with the `size` and `shape` "
    "of its fronts",
)
MARKS_DIFFER = Message(
    "other-marks",
    "'{name}' expected {wanted} in its text, as in {original}, found {found}",
    "words in braces are icons and values, words in brackets are styles: do not translate them",
)
SLOTS_DIFFER = Message(
    "other-marks", "expected the slots {wanted}, as in {original}, found {found}"
)
NUMBERS_DIFFER = Message("other-number", "'{name}' says {found}, but {original} says {wanted}")
SENSE_DIFFERS = Message(
    "other-sense",
    "'{name}' says '{found}', but {original} says '{wanted}'",
    "check whether the translation means the opposite",
)
LIMIT_OUT_OF_RANGE = Message(
    "out-of-range", "the limit '{name}' expected a number {wanted}, found {found:g}"
)
NOT_ITS_PLAYERS = Message(
    "out-of-range",
    "'for_players' expected numbers of players from {can}, found {found}",
    "`players` under game: is {can}",
)
MADE_TOO_MANY = Message(
    "out-of-range",
    "'{key}' expected to make at most {most} cards of a kind, found {found}",
    "for identical cards, write `copies` instead",
)
LINK_OUT_OF_FOLDER = Message(
    "outside-folder",
    "expected a folder in {folder} to write into, found a link that leads out of it: {name}",
)
PICTURE_OUTSIDE = Message(
    "outside-folder",
    "expected a file in the game's folder, found '{found}'",
    "copy the picture into the folder, and write its path from there",
)
TEMPLATE_OUTSIDE = Message(
    "outside-folder",
    "expected a file in templates/, found '{found}'",
    "copy the template into templates/, and write its path from there",
)
LINK_OUT_OF_GAME = Message(
    "outside-folder",
    "expected a file in the game's folder, found a link that leads out of it: {name}",
)
OWN_LANGUAGE = Message(
    "own-language",
    "{name} is never read: {original} itself is in '{own}'",
    "if that is wrong, correct `language:` under `game:` in {original}",
)
SETUP_SHORT = Message(
    "setup-short", "'{step}' needs {wanted} with {players}, but {source} has only {found}"
)
TRANSLATION_STALE = Message("stale-translation", "{texts}: the translation may be out of date")
TOO_DEEP = Message(
    "too-deep",
    "the values here are nested more than {most} levels deep",
    "check that every bracket is closed",
)
TOO_MANY_CARDS = Message(
    "too-large",
    "expected at most {most:,} different cards and rows of tables in a game",
    "make fewer with `for_each`",
)
FILE_TOO_LARGE = Message("too-large", "expected at most {most}, found {found}")
REVISION_TOO_LARGE = Message("too-large", "the revision '{word}' is too large to be a game: {why}")
VALUE_TOO_LONG = Message(
    "too-large",
    "expected at most {most:,} characters in a value, found {found:,}",
    "check that every quote is closed",
)
TOO_MUCH_TEXT = Message(
    "too-large", "the values, including aliases, contain more than {most} MB of text"
)
TOO_MANY_VALUES = Message("too-large", "aliases expand to more than {most} values")
TWO_BACKS = Message(
    "two-backs",
    "'{id_}' names a back, but its cards already have one, from `reverse:` of the kind '{reverse}'",
    "remove one of the two",
)
COUNT_NOT_SHARED = Message(
    "uneven-share",
    "'{id_}' is for each of {players} players, but {count} cannot be divided equally among them",
    "`count` and `copies` are totals for all {players} players: make them multiples of {players}",
)
COPIES_NOT_SHARED = Message(
    "uneven-share",
    "'{id_}' is for each of {players} players, but {count} cannot be divided equally among them",
    "each player has the same cards, so make `copies` a multiple of {players}; if players "
    "have different cards, leave out `each_player`",
)
UNKNOWN_ALIAS = Message(
    "unknown-alias", "'*{name}' repeats a value marked '&{name}', but no value above has that mark"
)
NOT_A_CARD = Message("unknown-card", "expected the id of a card, found '{found}'")
NO_COLOUR_TO_REPLACE = Message("unknown-colour", "the palette has no colour '{name}' to replace")
UNKNOWN_TEXT_HERE = Message(
    "unknown-entry",
    "{original} has no text '{key}'{where}, and its translation is empty",
    "`emporium-pnp languages --update` removes the entry",
)
UNKNOWN_TEXT = Message("unknown-entry", "{original} has no text '{key}'{where}")
KIND_WITHOUT_FIELD = Message("unknown-field", "'{kind}' has no field '{name}'")
UNKNOWN_FINDING = Message("unknown-finding", "'{code}' is not a finding; expected {known}")
NO_SUCH_ICON = Message(
    "unknown-icon", "expected an icon (a file in templates/icons), found '{found}'"
)
KEY_WITHOUT_MEANING = Message(
    "unknown-key",
    "'{key}' has no meaning if the answer is '{answer}'",
    "'{key}' belongs to `answer: {word}`",
)
UNKNOWN_KEY = Message("unknown-key", "unknown key '{key}' in '{owner}'")
UNKNOWN_KEY_IN_FILE = Message("unknown-key", "unknown key '{key}' in the file")
NO_SUCH_LANGUAGE = Message(
    "unknown-language",
    "there is no language '{language}': the game has {known:list}, and there is no "
    "{stem}.{language}{suffix}",
)
UNKNOWN_LIMIT = Message("unknown-limit", "'{name}' is not a limit; expected {known}")
PLAYERS_NOT_SAID = Message(
    "unknown-players",
    "{title} does not say how many people can play it",
    "write `players: 2-4` under game: in cards.yaml",
)
PLAYERS_NOT_POSSIBLE = Message("unknown-players", "{title} is for {can} players, not for {players}")
UNKNOWN_CHOICE = Message(
    "unknown-ruling", "'choice' expected one of {options:list}, found '{found}'"
)
UNKNOWN_STYLE = Message(
    "unknown-style", "there is no style '{name}': '[{name}]' is printed as it is"
)
STYLE_NOT_CLOSED = Message(
    "unknown-style",
    "the style '{name}' has no end: '[{name}]' is printed as it is",
    "write [/] where it ends; write a plain bracket as \\[",
)
STYLE_NOT_OPENED = Message(
    "unknown-style",
    "there is no style for '[/]' to end, so it is printed as it is",
    "write the style in brackets where it begins; write a plain bracket as \\[",
)
NO_TEMPLATES = Message(
    "unknown-template",
    "there is no folder templates/ beside {name}",
    "check whether this folder, which holds the templates and icons, was moved or renamed",
)
NO_SUCH_TEMPLATE = Message("unknown-template", "there is no template '{name}' in templates/")
NO_ZONE_TO_REFILL_FROM = Message("unknown-zone", "there is no zone '{name}'")
POWER_UNTRANSLATED = Message(
    "untranslated-power",
    "'{pattern}' is not translated: cards with this text are printed as in {original}",
)
NOT_A_MAPPING_HERE = Message(
    "wrong-type", "{where}expected a mapping, as in {original}, found {found}"
)
LINES_DIFFER = Message(
    "wrong-type",
    "'{name}' expected {wanted:n text}, as in {original}, found {found}",
    "write one for each line of the original",
)
WHERE_WITH_LIST = Message(
    "wrong-type",
    "'{name}' holds a list, but `where` needs a field with one value",
    "give the cards another field to choose them by",
)
FILE_NOT_A_MAPPING = Message(
    "wrong-type",
    "expected a mapping such as 'game:', found {found}",
    "`emporium-pnp new` writes a complete file to start from",
)
SECTION_NOT_NAMED = Message(
    "wrong-type",
    "expected named {what}, found {found}",
    "write each as a name, a colon, and its values below",
)
NOT_A_KEY = Message(
    "yaml-key",
    "expected a word as a key, found {found}",
    "text that starts with a bracket needs quotes",
)
NOT_YAML = Message("yaml-syntax", "this is not valid YAML: {fault}")
MERGE_MARKS = Message(
    "yaml-syntax",
    "a merge of two versions left its marks here: '{mark}'",
    "keep one version, or both, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>",
)
UNREADABLE_CHARACTER = Message(
    "yaml-syntax",
    "expected readable text, found the invisible character U+{point:04X}",
    "delete it",
)
TWO_DOCUMENTS = Message(
    "yaml-syntax",
    "this is not valid YAML: expected one document, found a second one ('---')",
    "keep one game per file",
)
QUOTE_NOT_CLOSED = Message("yaml-syntax", "this is not valid YAML: this quote is never closed")
TAG = Message("yaml-tag", "expected plain YAML, found the tag '{tag}'", "leave the tag out")
UNTRANSLATED = Message(
    "untranslated",
    "{missing} of {texts} texts are not translated yet ({percent} % are done); they are printed as "
    "in {original}",
    "`emporium-pnp languages --missing` lists them",
)
FIELD_NOT_AS_EXPECTED = Message("wrong-type", "'{name}' expected {expected}, found {found}")
NOT_AS_EXPECTED = Message("wrong-type", "expected {expected}, found {found}")
FIELD_EXPECTED = Message("wrong-type", "'{name}' expected {expected}")
