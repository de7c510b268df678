"""What rules_check.notation says about what is wrong: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

BY_NOT_HERE = Message(
    "bad-formula", "'by' can be used with best and only, not with {word}", "write best(… by …)"
)
LIST_BEFORE_OVER = Message("bad-formula", "expected one value before 'over', found several")
NO_VALUE_TO_COMPARE = Message("bad-formula", "'{word}' needs a value to compare by")
MISPLACED = Message("bad-formula", "'{word}' does not belong here")
NO_STEP = Message("bad-formula", "expected a step, found nothing", "steps begin with {known}")
UNKNOWN_SENTENCE = Message("bad-formula", "no step begins with '{word}'")
TOO_MANY_CHOICES = Message(
    "bad-play", "expected at most {most} numbers to choose from", "choose from a smaller range"
)
SAME_WORDS = Message(
    "bad-play", "two options of this choice have the same wording", "reword one of them"
)
SAME_ZONE = Message(
    "bad-play", "this step moves cards from '{name}' to '{name}'", "move them to a different zone"
)
NEVER_DONE = Message(
    "never-used",
    "this step is never reached, because the step before it ends the {what}",
    "move it before that step, or delete it",
)
STEP_IS_A_LIST = Message("bad-play", "expected a step, found a list", "remove one of the dashes")
LET_WITHOUT_IF = Message(
    "bad-play",
    "a 'let' step cannot have an 'if'",
    "put the condition into the value: let … be if(…, …, …)",
)
LET_OF_A_LIST = Message("bad-play", "'let' keeps a single value, but this is a list")
BLOCK_IN_ITSELF = Message(
    "bad-play",
    "the steps '{name}' cannot use themselves",
    "write repeat: to do steps several times",
)
NO_SUCH_BLOCK = Message("bad-play", "no block is called '{name}'")
BLOCK_LACKS = Message("bad-play", "'{key}:' cannot be used in '{name}:'")
NO_ONE_TO_ASK = Message("bad-play", "no player acts here, so there is no one to ask")
NO_OPTIONS = Message("bad-play", "expected options under 'choose:', found {found}")
TOO_MANY_THINGS = Message(
    "bad-play", "a move can name at most two things", "split the choice into two steps"
)
BRACKET_UNMATCHED = Message(
    "bad-play", "this brace is unmatched", "write braces in pairs, as in {{card in hand}}"
)
NO_WORDS_FOR_MOVE = Message("bad-play", "expected a description of the move")
NOTHING_TO_CHOOSE = Message(
    "bad-play",
    "expected things to choose from, found values that are true or false",
    "write two options instead",
)
IF_WITHOUT_THEN = Message("bad-play", "'if:' has no 'then:'", "write its steps below it")
NOT_PLAYERS = Message(
    "bad-play", "expected players", "write players, others or everyone, for example"
)
TOGETHER_ALREADY = Message(
    "bad-play",
    "'together:' cannot be used inside another 'together:'",
    "remove the inner 'together:'",
)
EACH_TOGETHER = Message("bad-play", "'each:' cannot be used inside 'together:'")
TURNS_TOGETHER = Message("bad-play", "'turns:' cannot be used inside 'together:'")
FOR_WITHOUT_DO = Message("bad-play", "'for:' has no 'do:'", "write its steps below it")
NOT_A_NAME = Message(
    "bad-name", "expected a name of letters, digits and '_', found '{found}'", "rename it"
)
NO_PARAMETERS = Message("bad-name", "{what} cannot have parameters, found '{found}'")
DECLARED_TWICE = Message("duplicate-id", "'{name}' is declared twice", "rename one of the two")
NAME_TAKEN = Message("bad-name", "'{name}' is already in use: {owner}", "give it another name")
OWNER_OF_COMMON = Message(
    "bad-play",
    "'seen by owner' is for zones under each:, but this zone is common to all players",
    "move it under each:",
)
ONE_CARD_IN_PILES = Message(
    "bad-play", "'{name}' is for one card, but has several piles", "remove 'one'"
)
PILE_UNKNOWN = Message(
    "bad-play", "'{name}' has several piles, and no field of '{kind}' says which one a card goes to"
)
NOT_A_TYPE = Message("bad-play", "expected a kind of card, a table or a number, found '{found}'")
WRONG_NUMBER_OF_PILES = Message("bad-play", "expected 1 to {most} piles, found {found}")
NOT_THE_SAME_FOR_ALL = Message(
    "bad-play",
    "expected a number, or the name of a number under rules: that is the same for all numbers of players",
)
NEITHER_TABLE_NOR_KIND = Message("bad-play", "'{found}' is neither a table nor a kind of card")
COMMON_COUNTER_SEEN = Message(
    "bad-play",
    "'seen by' is for counters under each:, but this counter is common to all players",
    "move it under each:",
)
COUNTER_UNSEEN = Message(
    "bad-play", "a counter must be seen by at least one player", "write 'seen by owner'"
)
NO_SUCH_ZONE = Message("unknown-zone", "there is no zone '{name}'")
OTHER_KIND = Message("bad-play", "'{name}' is for {kind} cards, but '{source}' holds {held} cards")
OTHER_OWNER = Message(
    "bad-play",
    "'{name}' is common to all players, but every player has their own '{second}'",
    "declare both in the same section",
)
OTHER_PILES = Message(
    "bad-play", "'{name}' and '{second}' have different piles", "give both the same piles"
)
NO_FORMULA = Message("bad-play", "expected a formula, found nothing")
NOT_CARDS = Message(
    "bad-play",
    "'{word}' is a kind of piece, but rules can use only cards",
    "count the pieces with a counter",
)
IS_A_KIND = Message(
    "bad-play",
    "expected a value, found '{word}', a kind of card",
    "write 'all {word}' for all cards of this kind",
)
NO_OWNER = Message("bad-play", "'{word}' belongs to a player, but no player acts here")
NO_OTHERS = Message(
    "bad-play",
    "'{word}' needs an acting player, but no player acts here",
    "write players, or use each:",
)
IS_A_TABLE = Message("bad-play", "expected a number, found '{word}', a table of numbers")
NO_NUMBER_FOR = Message("bad-play", "'{word}' has no number for {counts:list} players")
MADE_OF_ITSELF = Message(
    "bad-play", "the formula '{word}' uses itself", "write the formula without its own name"
)
NUMBER_TOO_LONG = Message("bad-play", "expected a number of at most 9 digits")
NEITHER_KIND_NOR_TABLE = Message("bad-play", "'{found}' is neither a kind of card nor a table")
NOT_ONE_VALUE = Message("bad-play", "expected one value, found {found}")
SIDES_ARE_SAME = Message(
    "bad-play",
    "both sides of '{sign}' are the same value",
    "here, a name alone is that of the item being tested; to compare with another's value, keep "
    "it first: let mine be …",
)
FIELD_UNREADABLE = Message("bad-play", "'{word}' is {what}, which rules cannot read")
ID_ALONE = Message(
    "bad-play",
    "'{word}' has no meaning by itself here",
    "compare something with it, as in suit = {word}; after and or or, write all of the comparison",
)
NO_SUCH_FIELD = Message("bad-play", "{what} has no '{field}'")
NO_SUCH_RULING = Message("bad-play", "no ruling is called '{name}'")
NOT_SEVERAL_TO_SELECT = Message(
    "bad-play", "[ ] selects one of several values, but this is {found}"
)
SIDES_DIFFER = Message("bad-play", "both sides of 'else' must have the same type, but {sides}")
WRONG_NUMBER_OF_PARTS = Message(
    "bad-play", "'{word}' expected {wanted:n value} in its brackets, found {found}"
)
NOT_TRUE_OR_FALSE_FOR_EACH = Message(
    "bad-play", "'{name}' expected true or false for each item, found {found}"
)
NOT_NUMBERS = Message("bad-play", "expected numbers, found {found}")
NAME_OF_A_FIELD = Message(
    "bad-play",
    "'{name}' is already in use: '{owner}' has a field of this name",
    "choose another name",
)
HAS_A_MEANING = Message("bad-play", "'{name}' is already in use")
NOT_A_TEXT = Message("bad-play", "expected {expected}, found {found}")
NOT_KNOWN_HERE = Message("bad-play", "'{word}' is not known here")
NOT_SEVERAL = Message("bad-play", "expected a list, found {found}")
ALL_OF_ZONE = Message("bad-play", "expected one card, found all cards in '{name}'")
NOT_A_NUMBER = Message("bad-play", "expected a number, found {found}")
NOT_TRUE_OR_FALSE = Message("bad-play", "expected a value that is true or false, found {found}")
WRONG_TYPE = Message("bad-play", "expected {wanted}, found {found}")
WRONG_WORD = Message("bad-play", "expected {expected}, found '{found}'")
TWO_MEANINGS = Message(
    "bad-play", "'{word}' is ambiguous: it can be {meanings}", "rename one of them in cards.yaml"
)
TWO_WORDS = Message(
    "bad-play",
    "'{word}' and '{second}' are both words of cards.yaml, so their type is unknown",
    "replace one of them with a field or a counter",
)
NO_RULES_PY = Message("bad-play", "there is no {file} beside {game}")
TOO_MANY_POWERS = Message("bad-play", "expected at most {most} powers, found {found}")
POWER_MOVES_ELSEWHERE = Message(
    "bad-play", "'{power}' moves its card, which is in a different zone here than elsewhere"
)
POWER_WITHOUT_TURNS = Message(
    "bad-play", "'{power}' decides whose turn is next, but there are no turns here"
)
NO_SUCH_POWER = Message("unknown-power", "no power has the text '{text}'")
POWER_NEEDS = Message(
    "bad-play", "'{sentence}' needs something that the game does not have: {needed}"
)
PLAY_LACKS = Message("bad-play", "'play:' has no section '{key}:'")
ROUNDS_AND_TURNS = Message("bad-play", "a game has either 'round:' or 'turn:', but not both")
LIST_FOR_FORMULA = Message(
    "bad-play",
    "expected a formula after '{key}:', found a list",
    "write one formula, or several lines, each with words, a colon and a formula",
)
NO_WAY_TO_WIN = Message(
    "bad-play", "expected 'most', 'least' or 'together' after 'wins:', found {found}"
)
LOST_BY_NO_TEAM = Message(
    "bad-play", "only a team can lose by how the game ends", "add `wins: together`"
)
NO_NUMBER_OF_TEAMS = Message(
    "bad-play", "expected a number of teams, at least 2, after 'teams:', found {found}"
)
TEAMS_TOGETHER = Message(
    "bad-play", "there are no teams if all players win or lose together", "remove teams:"
)
TEAMS_UNEVEN = Message(
    "bad-play",
    "{teams} teams of equal size need more players than this game has, up to {most}",
    "change players: under game:, or the number of teams",
)
NO_SUCH_ENDING = Message("bad-play", "expected a line of 'until:', found {found}")
TIES_OF_A_TEAM = Message(
    "bad-play", "there can be no tie if all players win or lose together", "remove ties:"
)
TOO_DEEP = Message(
    "bad-play",
    "expected at most {most} nested levels, found more",
    "give part of it a name, or split it",
)
NOT_TOGETHER = Message("bad-play", "'{word}' cannot be used inside 'together:'")
NOT_A_ZONE = Message("bad-play", "expected a zone, found {found}")
NOT_THEIR_OWN = Message(
    "bad-play", "inside 'together:', a player can change only their own zones and counters"
)
OTHER_SORT = Message("bad-play", "expected {expected}, found '{found}'")
ZONE_OF_OTHER_CARDS = Message("bad-play", "'{name}' is for {kind} cards, but this is {found}")
ZONE_WITH_PILES = Message("bad-play", "expected one pile, but '{name}' has several")
NOT_CARDS_HERE = Message("bad-play", "expected cards, found {found}")
WHERE_UNKNOWN = Message("bad-play", "the rules do not say which zone these cards are in")
ONE_CARD_ONLY = Message(
    "bad-play", "'{target}' is for one card, but this step moves {many} cards from '{name}'"
)
ZONES_OF_OTHER_KINDS = Message(
    "bad-play", "'{target}' is for {wanted} cards, but '{name}' holds {found} cards"
)
NOT_A_KIND = Message("bad-play", "'{found}' is not a kind of card")
NOT_HELD = Message("bad-play", "'{name}' is for {held} cards, not for {word} cards")
NO_ONE_TO_LOOK = Message(
    "bad-play", "no player acts here, so there is no one to look", "put this step under each:"
)
NO_SUCH_COUNTER = Message("bad-play", "expected a counter, found '{found}'")
NOT_A_COUNTER = Message("bad-play", "expected the name of a counter")
SEVERAL_NUMBERS = Message(
    "bad-play", "expected one number, but the counter '{counter}' has several"
)
NO_TURNS = Message("bad-play", "there are no turns here, so no player can be next")
NOT_A_COUNTER_OF_NUMBERS = Message("bad-play", "expected a counter of numbers, found {found}")
NOT_DICE = Message(
    "bad-play", "expected dice, found {found}", "declare them, for example as dice: 2 dice"
)
UNKNOWN_WORD = Message("bad-play", "expected {known:one of}, found '{found}'")
NOTHING_TO_END = Message("bad-play", "there is no {word} here to end")
END_TOGETHER = Message("bad-play", "the game cannot end inside 'together:'")
NO_SUCH_STEPS = Message("bad-play", "no steps are called '{name}'")
NOT_A_TEXT_OF_A_CARD = Message(
    "bad-play", "expected a text field of a card, such as card.power, found {found}"
)
POWERS_TOGETHER = Message("bad-play", "powers cannot be used inside 'together:'")
NO_SUCH_FUNCTION = Message("bad-play", "rules.py has no function '{name}'")
CANNOT_GIVE = Message(
    "bad-play", "the function '{name}' has a parameter '{parameter}', which a step cannot fill in"
)
NO_ME = Message(
    "bad-play",
    "the function '{name}' has the parameter 'me', but no player acts here",
    "call it within each: or a turn",
)
ONE_SET_FOR_ALL = Message(
    "in-two-zones",
    "'{name}' gives every player all of the '{kind}' cards, but the box has only one set of them",
    "add each_player: true to their component, or put them into a zone under common: and deal them",
)
IN_TWO_ZONES = Message("in-two-zones", "'{id_}' begins the game both in '{name}' and in '{second}'")
GAME_NEVER_ENDS = Message(
    "never-ends", "this condition is never true, so it never ends the game", "change the condition"
)
NEVER_HOLDS = Message("never-ends", "this condition is never true")
REPEAT_NEVER_ENDS = Message("never-ends", "this 'repeat:' never ends")
REPEAT_CHANGES_NOTHING = Message(
    "never-ends",
    "the steps of this 'repeat:' change nothing that 'until:' depends on",
    "use something in 'until:' that the steps change",
)
REPEATED_ONCE_TOO_OFTEN = Message(
    "at-least-once", "these steps are carried out once even if this is true from the beginning"
)
TURNS_NEVER_END = Message("never-ends", "these 'turns:' never end")
TURNS_CHANGE_NOTHING = Message(
    "never-ends",
    "the steps of these 'turns:' change nothing that 'until:' depends on",
    "use something in 'until:' that the steps change",
)
NEVER_FILLED = Message("never-filled", "no card ever enters '{name}'")
NONE_IN_PLAY = Message(
    "never-filled",
    "no zone has any cards of the kind '{kind}' when the game begins",
    "write 'all {kind}' for the zone in which they begin",
)
STILL_EMPTY = Message(
    "never-filled", "'{name}' is still empty here", "put cards into it first, or use another zone"
)
NEVER_OFFERED_BY_CONDITION = Message(
    "never-offered",
    "no player can make this choice, because its condition is never true",
    "change the condition",
)
NEVER_OFFERED = Message(
    "never-offered",
    "no player can make this choice, because there is never {what} for '{name}'",
    "change the condition",
)
NEVER_ASKED = Message(
    "never-used", "the rules never test for the answer '{ruling}', so {those} have the same effect"
)
LOOKS_ELSEWHERE = Message(
    "not-looked-at",
    "'{word}' looks at the items of a list one by one, but this formula is about '{name}'",
)
CONDITION_OF_NONE = Message(
    "not-looked-at",
    "this condition is not about the items of the list, so 'where' selects either all of them or none",
)
OPEN_HAND = Message(
    "open-hand", "everybody sees '{name}', although its cards are dealt from a face-down deck"
)
SENTENCES_DIFFER = Message(
    "other-power", "expected {wanted:n sentence}, as in the original power, found {found}"
)
FITS_NO_PATTERN = Message(
    "other-power",
    "the sentence '{sentence}' is not a known power, so it cannot be compared with the original",
)
POWER_DIFFERS = Message(
    "other-power", "the sentence '{sentence}' differs in meaning from the original power"
)
RULES_PY_LACKS = Message("rules-lack", "there is no '{part}.{name}'")
TOO_MANY_LINES = Message("bad-play", "expected at most {most} lines in '{key}:', found more")
TOO_MANY_PARTS = Message("bad-play", "expected at most {most:,} parts of formulas, found more")
TOO_MANY_STEPS = Message("bad-play", "expected at most {most:,} steps in a game, found more")
TOO_MANY_NAMES = Message(
    "bad-play", "expected at most {most} names in play:, found more", "declare fewer"
)
NO_CHOICE = Message(
    "never-asked", "the rules never ask a player to decide", "add choose: with options"
)
NOTHING_CHANGES = Message(
    "never-ends",
    "this condition never ends the game, because nothing changes '{condition}'",
    "use a counter, a zone or the round in the condition",
)
NOTHING_READ_CHANGES = Message(
    "never-ends",
    "this condition never ends the game, because nothing that it uses ever changes",
    "use a counter, a zone or the round in the condition",
)
NO_ENDING = Message(
    "never-ends", "nothing ends the game", "add until: with a formula, such as deck is empty"
)
NOTHING_WINS = Message(
    "never-won", "nothing decides who wins, because all players have the same score"
)
NEVER_USED = Message("never-used", "'{name}' is never used", "use it, or delete it")
NEVER_READ = Message(
    "never-used", "'{name}' is changed, but its value is never used", "use it, or delete it"
)
FORMULA_NEVER_USED = Message(
    "never-used", "the formula '{name}' is never used", "use it, or delete it"
)
STEPS_NEVER_DONE = Message(
    "never-used", "the steps '{name}' are never used", "use them, or delete them"
)
POWER_NEVER_SAID = Message(
    "never-used", "no card has the power '{text}'", "give it to a card, or delete it"
)
RULING_NEVER_ASKED = Message(
    "never-used", "the rules never use 'ruling.{name}'", "use it, or delete it"
)
NOT_PYTHON = Message("rules-lack", "this is not valid Python: {fault}")
NOT_READ_AS_PYTHON = Message("rules-lack", "this cannot be read as Python")
NAME_OF_THE_TOOLKIT = Message(
    "rules-lack", "'{name}' is already a name of the toolkit", "choose another name"
)
SECRET_NAMED = Message(
    "secret-shown",
    "this option names a card in '{zone}', which the player cannot see",
    "name the place instead of the card, using separate zones and {{n in 1..4}}",
)
SECRET_PERHAPS_NAMED = Message(
    "secret-shown",
    "this option names a card in '{zone}', which the player may not have seen",
    "look at {zone} earlier in the same turn; or name the place instead of the card, using separate zones and {{n in 1..4}}",
)
SECRET_OFFERED = Message(
    "secret-shown",
    "this condition would show the player what is in '{zone}', which the player cannot see",
    "use only the number of cards, count({zone}), or test the condition in a step after the choice",
)
SECRET_NUMBER_OFFERED = Message(
    "secret-shown",
    "this condition shows the player another player's '{counter}', which only its owner sees",
    "test the condition in a step after the choice",
)
SECRET_PERHAPS_OFFERED = Message(
    "secret-shown",
    "this condition would show the player what is in '{zone}', which the player may not have seen",
    "look at {zone} earlier in the same turn; or use only the number of cards, count({zone}); or test the condition in a step after the choice",
)
NO_RULES_PY_HERE = Message("untrusted-rules", "there is no rules.py in the game's folder")
