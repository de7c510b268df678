"""What rules_check.toolkit says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

RULE_MISNAMED = Message(
    "missing-field", "the rules of {title} need 'rules: {name}', found '{found}'"
)
SECTION_LACKS = Message("missing-field", "the rules of {title} need '{name}' under {section}")
KIND_LACKS_FIELD = Message(
    "missing-field", "the rules of {title} need the field '{field}' in '{name}'"
)
RULE_MISSING = Message("missing-field", "the rules of {title} need 'rules: {name}'")
RULING_MISSING = Message(
    "missing-field", "the rules of {title} need 'rulings: {name}' to be {options:one of}"
)
NO_SUCH_FIELD = Message(
    "no-such-field", "{function} reads the field '{field}', which {record} does not have"
)
IMPORTS = Message(
    "not-compilable",
    "{name} contains an import, which is not possible in a compiled rule",
    "put the import at the top of the module",
)
LUCK_ELSEWHERE = Message(
    "luck-elsewhere",
    "{name} uses `{call}`, but values from {luck} are not part of the state, so the same game would play differently each time",
)
CALLS_UNCOMPILED = Message("not-compilable", "{name} calls {called}, which is not compiled")
CANNOT_COMPILE = Message(
    "not-compilable", "{name} contains {what}, which is not possible in a compiled rule"
)
PRINTS = Message(
    "not-compilable", "{name} prints text, and would do so in each of thousands of games"
)
NOT_A_PARAMETER = Message(
    "not-compilable", "{name} uses `{word}`, which is not among its parameters"
)
RETURNS_SOMETIMES = Message(
    "not-compilable",
    "{name} returns a value on one path and nothing on another",
    "end every path with a `return` that has a value",
)
CALLS_ITSELF = Message(
    "not-compilable",
    "{name} calls {called}, which calls {name} again",
    "write a loop, or a single function that calls itself",
)
RETURNS_NOTHING = Message(
    "not-compilable",
    "{name} returns nothing, but a number is expected",
    "write `return` before the resulting number",
)
RETURNS_OTHER = Message(
    "not-compilable",
    "{name} returns {sort}, {value}, but a number is expected",
    "write a number such as 20, without quotes or brackets",
)
OTHER_RULING = Message(
    "other-ruling",
    "{name} compares the ruling '{ruling}' with {enum}.{attr}, which is not one of its answers",
)
COUNT_OUT_OF_RANGE = Message(
    "out-of-range", "the rules of {title} need {what} to be from {least} to {most}, found {found}"
)
RULE_NOT_A_ROW = Message("unknown-entry", "'{name}' expected {known:one of}, found '{found}'")
UNKNOWN_CHOICE = Message(
    "unknown-ruling", "the rules of {title} accept {options:one of} for '{name}', found '{found}'"
)
UNKNOWN_RULING = Message("unknown-ruling", "the rules of {title} have no ruling '{name}'")
UNKNOWN_OPTION = Message(
    "unknown-ruling", "the rules of {title} accept {known:one of} for '{name}', found '{found}'"
)
NO_SUCH_ZONE = Message("unknown-zone", "the rules have no zone '{found}'")
NOT_A_WHOLE_NUMBER = Message(
    "wrong-type", "the rules of {title} need a whole number for {what}, found {found}"
)
NOT_A_WORD = Message(
    "wrong-type", "the rules of {title} need {known:one of} for {what}, found {found}"
)
FIELD_OF_OTHER_TYPE = Message(
    "wrong-type",
    "the rules of {title} need the type '{table}' for the field '{field}' in '{name}', found "
    "'{found}'",
)
NOT_NUMBERS_BY_NUMBER = Message(
    "wrong-type",
    "the rules of {title} need a table of numbers for '{name}', such as {{2: 1}}, found {found}",
)
NOT_WHOLE_NUMBERS = Message(
    "wrong-type", "the rules of {title} need a list of whole numbers for '{name}', found {found}"
)
