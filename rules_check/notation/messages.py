"""What rules_check.notation says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

BY_NOT_HERE = Message(
    "bad-formula", "'by' is for best and only, not for {word}", "write best(… by …)"
)
LIST_BEFORE_OVER = Message("bad-formula", "expected one value before 'over'")
NO_VALUE_TO_COMPARE = Message("bad-formula", "'{word}' needs a value to compare by")
MISPLACED = Message("bad-formula", "'{word}' does not belong here")
NO_STEP = Message("bad-formula", "expected a step, found nothing", "steps are {known}")
UNKNOWN_SENTENCE = Message("bad-formula", "no sentence begins with '{word}'")
TOO_MANY_CHOICES = Message(
    "bad-play", "expected at most {most} numbers to choose from", "give a smaller range"
)
SAME_WORDS = Message(
    "bad-play", "this option has the same words as another option of this choice", "use other words"
)
SAME_ZONE = Message(
    "bad-play", "this moves cards from '{name}' to '{name}'", "name another place for them"
)
NEVER_DONE = Message(
    "never-used",
    "this is never done: the step before ends the {what}",
    "put it before that step, or delete it",
)
STEP_IS_A_LIST = Message("bad-play", "expected a step, found a list", "remove one of the dashes")
LET_WITHOUT_IF = Message("bad-play", "'let' has no 'if'", "write let … be if(…, …, …)")
LET_OF_A_LIST = Message("bad-play", "'let' keeps one value, but this is a list")
BLOCK_IN_ITSELF = Message("bad-play", "'{name}' comes to do itself", "use repeat:")
NO_SUCH_BLOCK = Message("bad-play", "no block is called '{name}'")
BLOCK_LACKS = Message("bad-play", "'{name}:' has no '{key}:'")
NO_ONE_TO_ASK = Message("bad-play", "no player acts here, so there is no one to ask")
NO_OPTIONS = Message("bad-play", "expected options under 'choose:', found {found}")
TOO_MANY_THINGS = Message("bad-play", "a move names at most two things", "ask in two steps")
BRACKET_UNMATCHED = Message("bad-play", "this bracket is unmatched", "write {{card in hand}}")
NO_WORDS_FOR_MOVE = Message("bad-play", "expected words that describe the move")
NOTHING_TO_CHOOSE = Message("bad-play", "expected things to choose from", "make it two options")
IF_WITHOUT_THEN = Message("bad-play", "'if:' has no 'then:'", "write its steps below it")
NOT_PLAYERS = Message("bad-play", "expected players", "such as players, others or everyone")
TOGETHER_ALREADY = Message("bad-play", "all players already decide at once", "remove 'together:'")
EACH_TOGETHER = Message("bad-play", "'each:' is not for what all decide at once")
TURNS_TOGETHER = Message("bad-play", "'turns:' is not for what all decide at once")
FOR_WITHOUT_DO = Message("bad-play", "'for:' has no 'do:'", "write its steps below it")
NOT_A_NAME = Message(
    "bad-name", "expected a name of letters, digits and '_', found '{found}'", "rename it"
)
NO_PARAMETERS = Message("bad-name", "{what} take no parameters, found '{found}'")
DECLARED_TWICE = Message("duplicate-id", "'{name}' is declared twice", "rename one of the two")
NAME_TAKEN = Message("bad-name", "'{name}' is taken: {owner}", "give it another name")
OWNER_OF_COMMON = Message(
    "bad-play",
    "'seen by owner' is for zones under each:, but this one is common",
    "move it under each:",
)
ONE_CARD_IN_PILES = Message(
    "bad-play", "'{name}' is for one card, but has several piles", "remove 'one'"
)
NOT_A_TYPE = Message("bad-play", "'{found}' is not a kind of cards, a table or a number")
WRONG_NUMBER_OF_PILES = Message("bad-play", "expected 1 to {most} piles, found {found}")
NOT_THE_SAME_FOR_ALL = Message(
    "bad-play", "expected a number, or one of rules: that is the same for all"
)
NEITHER_TABLE_NOR_KIND = Message("bad-play", "'{found}' is neither a table nor a kind")
COMMON_COUNTER_SEEN = Message(
    "bad-play",
    "'seen by' is for counters under each:, but this one is common",
    "move it under each:",
)
COUNTER_UNSEEN = Message("bad-play", "expected a counter that somebody sees", "write seen by owner")
NO_SUCH_ZONE = Message("unknown-zone", "there is no zone '{name}'")
OTHER_KIND = Message("bad-play", "'{name}' is for {kind} cards, but '{source}' has {held}")
OTHER_OWNER = Message(
    "bad-play", "'{name}' is common, but every player has a '{second}'", "declare both in one place"
)
OTHER_PILES = Message(
    "bad-play", "'{name}' has other piles than '{second}'", "give both the same piles"
)
NO_FORMULA = Message("bad-play", "expected a formula, found nothing")
NOT_CARDS = Message(
    "bad-play",
    "'{word}' is for pieces that are not cards, which rules cannot use",
    "count them with a counter",
)
IS_A_KIND = Message("bad-play", "'{word}' is a kind of cards", "all of them are 'all {word}'")
NO_OWNER = Message("bad-play", "'{word}' belongs to a player, but no player acts here")
NO_OTHERS = Message(
    "bad-play",
    "'others' needs an acting player, but no player acts here",
    "say players, or use each:",
)
IS_A_TABLE = Message("bad-play", "'{word}' is a table of numbers")
MADE_OF_ITSELF = Message(
    "bad-play", "'{word}' is made of itself", "a formula cannot use its own name"
)
NUMBER_TOO_LONG = Message("bad-play", "expected a number of at most 9 digits")
NEITHER_KIND_NOR_TABLE = Message("bad-play", "'{found}' is neither a kind of cards nor a table")
NOT_ONE_VALUE = Message("bad-play", "expected one value, found {found}")
FIELD_UNREADABLE = Message(
    "bad-play", "'{word}' is {what}, which rules cannot read", "use another field"
)
NO_SUCH_FIELD = Message("bad-play", "{what} has no '{field}'")
NO_SUCH_RULING = Message("bad-play", "no ruling is called '{name}'")
NOT_SEVERAL_TO_SELECT = Message("bad-play", "[ ] selects one of several, but this is {found}")
SIDES_DIFFER = Message("bad-play", "both sides of 'else' must be of the same type, but {sides}")
WRONG_NUMBER_OF_PARTS = Message(
    "bad-play", "'{word}' expected {wanted} in its brackets, found {found}"
)
NOT_TRUE_OR_FALSE_FOR_EACH = Message(
    "bad-play", "{name} expected true or false for each, found {found}"
)
NOT_NUMBERS = Message("bad-play", "expected numbers, found {found}")
NAME_OF_A_FIELD = Message(
    "bad-play", "'{name}' is taken: '{owner}' has such a field", "choose another name"
)
HAS_A_MEANING = Message("bad-play", "'{name}' already has a meaning")
NOT_A_TEXT = Message("bad-play", "expected {expected}, found {found}")
NOT_KNOWN_HERE = Message("bad-play", "'{word}' is not known here")
NOT_SEVERAL = Message("bad-play", "expected several things, found {found}")
ALL_OF_ZONE = Message("bad-play", "expected one card, found all of '{name}'")
NOT_A_NUMBER = Message("bad-play", "expected a number, found {found}")
NOT_TRUE_OR_FALSE = Message("bad-play", "expected something true or false, found {found}")
WRONG_TYPE = Message("bad-play", "expected {wanted}, found {found}")
WRONG_WORD = Message("bad-play", "expected {expected}, found '{found}'")
TWO_MEANINGS = Message("bad-play", "'{word}' can be {meanings}", "rename one of them in cards.yaml")
TWO_WORDS = Message(
    "bad-play",
    "'{word}' and '{second}' are both words of cards.yaml",
    "compare a field or a counter with one of them",
)
NO_RULES_PY = Message("bad-play", "there is no {file} beside {game}")
TOO_MANY_POWERS = Message("bad-play", "expected at most {most} powers, found {found}")
POWER_MOVES_ELSEWHERE = Message(
    "bad-play", "'{power}' moves its card, but to a different place than elsewhere"
)
POWER_WITHOUT_TURNS = Message(
    "bad-play", "'{power}' says whose turn is next, but there are no turns here"
)
NO_SUCH_POWER = Message("unknown-power", "no power has the text '{text}'")
POWER_NEEDS = Message(
    "bad-play", "'{sentence}' needs something that the game does not have: {needed}"
)
PLAY_LACKS = Message("bad-play", "'play:' has no '{key}:'")
ROUNDS_AND_TURNS = Message("bad-play", "a game has rounds or turns")
LIST_FOR_FORMULA = Message(
    "bad-play", "expected a formula after '{key}:', found a list", "write words: formula"
)
NEITHER_LEAST_NOR_MOST = Message("bad-play", "expected least or most after 'wins:', found {found}")
TOO_DEEP = Message(
    "bad-play", "expected at most {most} nested levels", "give part of it a name, or split it"
)
NOT_TOGETHER = Message("bad-play", "'{word}' is not for what all decide at once")
NOT_A_ZONE = Message("bad-play", "expected a zone, found {found}")
NOT_THEIR_OWN = Message(
    "bad-play", "while all decide at once, a player can change only their own things"
)
OTHER_SORT = Message("bad-play", "expected {expected}, found '{found}'")
ZONE_OF_OTHER_CARDS = Message("bad-play", "'{name}' is for {kind} cards, but this is {found}")
ZONE_WITH_PILES = Message("bad-play", "'{name}' has several piles")
NOT_CARDS_HERE = Message("bad-play", "expected cards, found {found}")
WHERE_UNKNOWN = Message("bad-play", "it is not known where these cards are")
ONE_CARD_ONLY = Message("bad-play", "'{target}' is for one card, but this is {many} of '{name}'")
ZONES_OF_OTHER_KINDS = Message(
    "bad-play", "'{target}' is for {wanted} cards, but '{name}' has {found}"
)
NOT_A_KIND = Message("bad-play", "'{found}' is not a kind of cards")
NOT_HELD = Message("bad-play", "'{name}' is for {held} cards, not for '{word}'")
NO_ONE_TO_LOOK = Message(
    "bad-play", "no player acts here, so there is no one to look", "put it under each:"
)
NO_SUCH_COUNTER = Message("bad-play", "expected a counter, found '{found}'")
NOT_A_COUNTER = Message("bad-play", "expected a counter")
SEVERAL_NUMBERS = Message("bad-play", "'{counter}' is several numbers")
NO_TURNS = Message("bad-play", "there are no turns here to come next")
NOT_A_COUNTER_OF_NUMBERS = Message("bad-play", "expected a counter of numbers, found {found}")
NOT_DICE = Message("bad-play", "expected dice, found {found}", "declare them, as dice: 2 dice")
UNKNOWN_WORD = Message("bad-play", "expected {known:list}, found '{found}'")
NOTHING_TO_END = Message("bad-play", "there is no {word} here to end")
END_TOGETHER = Message("bad-play", "the game cannot end while all decide at once")
NO_SUCH_STEPS = Message("bad-play", "no steps are called '{name}'")
NOT_A_TEXT_OF_A_CARD = Message(
    "bad-play", "expected a text of a card, as card.power, found {found}"
)
POWERS_TOGETHER = Message("bad-play", "powers are not for what all decide at once")
NO_SUCH_FUNCTION = Message("bad-play", "rules.py has no function '{name}'")
CANNOT_GIVE = Message("bad-play", "'{name}' takes '{parameter}', which a step cannot give")
NO_ME = Message(
    "bad-play", "'{name}' takes 'me', but no one acts here", "call it within each: or a turn"
)
IN_TWO_ZONES = Message("in-two-zones", "'{id_}' is in '{name}' and in '{second}' at first")
GAME_NEVER_ENDS = Message("never-ends", "this never holds", "it never ends a game")
NEVER_HOLDS = Message("never-ends", "this never holds")
REPEAT_NEVER_ENDS = Message("never-ends", "nothing ends this repeat")
REPEAT_CHANGES_NOTHING = Message(
    "never-ends",
    "nothing in the steps of this repeat changes what 'until:' reads",
    "read what its steps change",
)
TURNS_NEVER_END = Message("never-ends", "nothing ends these turns")
TURNS_CHANGE_NOTHING = Message(
    "never-ends",
    "nothing in these turns changes what 'until:' reads",
    "read what their steps change",
)
NEVER_FILLED = Message("never-filled", "no card ever enters '{name}'")
NONE_IN_PLAY = Message(
    "never-filled", "no zone begins with any '{kind}'", "write 'all {kind}' for the zone that does"
)
STILL_EMPTY = Message(
    "never-filled",
    "'{name}' is still empty here",
    "put cards there first, or take them from elsewhere",
)
NEVER_OFFERED_BY_CONDITION = Message(
    "never-offered",
    "no player can make this choice: its condition never holds",
    "change the condition",
)
NEVER_OFFERED = Message(
    "never-offered",
    "no player can make this choice: there is never {what} for '{name}'",
    "change the condition",
)
NEVER_ASKED = Message(
    "never-used", "the rules never ask for '{ruling}': {those} have the same effect"
)
LOOKS_ELSEWHERE = Message(
    "not-looked-at", "'{word}' looks at one after another, and this looks at '{name}' instead"
)
CONDITION_OF_NONE = Message(
    "not-looked-at", "this condition is about none of them, so 'where' selects all of them or none"
)
OPEN_HAND = Message(
    "open-hand", "everybody sees '{name}', which is dealt from a deck that is face down"
)
SENTENCES_DIFFER = Message(
    "other-power", "expected {wanted} sentences, as the power has, found {found}"
)
FITS_NO_PATTERN = Message(
    "other-power", "expected what the power says, found '{sentence}', which fits no pattern"
)
POWER_DIFFERS = Message("other-power", "the power differs from '{sentence}'")
RULES_PY_LACKS = Message("rules-lack", "'{part}' has no '{name}'")
TOO_MANY_LINES = Message("bad-play", "expected at most {most} lines in '{key}:'")
TOO_MANY_PARTS = Message("bad-play", "expected at most {most:,} parts of formulas")
TOO_MANY_STEPS = Message("bad-play", "expected at most {most:,} steps in a game")
TOO_MANY_NAMES = Message("bad-play", "expected at most {most} names in play:", "declare fewer")
NO_CHOICE = Message(
    "never-asked", "the rules never ask a player to decide", "add choose: with options"
)
NOTHING_CHANGES = Message(
    "never-ends",
    "this never ends the game: nothing changes '{condition}'",
    "read a counter, a zone or the round",
)
NOTHING_READ_CHANGES = Message(
    "never-ends", "nothing that this reads ever changes", "read a counter, a zone or the round"
)
NO_ENDING = Message(
    "never-ends", "nothing ends the game", "add until: with a formula, such as deck is empty"
)
NEVER_USED = Message("never-used", "'{name}' is never used", "use it, or delete it")
NEVER_READ = Message("never-used", "'{name}' is changed, but never read", "use it, or delete it")
FORMULA_NEVER_USED = Message(
    "never-used", "the formula '{name}' is never used", "use it, or delete it"
)
STEPS_NEVER_DONE = Message(
    "never-used", "the steps '{name}' are never done", "use it, or delete it"
)
POWER_NEVER_SAID = Message("never-used", "no card says '{text}'", "use it, or delete it")
RULING_NEVER_ASKED = Message(
    "never-used", "the rules never ask 'ruling.{name}'", "use it, or delete it"
)
NOT_PYTHON = Message("rules-lack", "this is not valid Python: {fault}")
NOT_READ_AS_PYTHON = Message("rules-lack", "this cannot be read as Python")
NAME_OF_THE_TOOLKIT = Message(
    "rules-lack", "'{name}' is already a name of the toolkit: choose another"
)
SECRET_NAMED = Message(
    "secret-shown",
    "this names a card of '{zone}', which the player cannot see",
    "name the place, not the card: separate zones and {{n in 1..4}}",
)
SECRET_PERHAPS_NAMED = Message(
    "secret-shown",
    "this names a card of '{zone}', which the player may not have seen",
    "look at {zone} before, in the same turn, or name the place, not the card: separate zones and {{n in 1..4}}",
)
SECRET_OFFERED = Message(
    "secret-shown",
    "whether this is offered shows what is in '{zone}', which the player cannot see",
    "ask only how many, as count({zone}), or decide it in a step after the choice",
)
SECRET_PERHAPS_OFFERED = Message(
    "secret-shown",
    "whether this is offered shows what is in '{zone}', which the player may not have seen",
    "look at {zone} before, in the same turn, or ask only how many, as count({zone}), or decide it in a step after the choice",
)
NO_RULES_PY_HERE = Message("untrusted-rules", "no rules.py")
