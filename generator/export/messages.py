"""What generator.export says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

NOT_A_BASE_URL = Message(
    "bad-base-url",
    "--base-url expected an address such as https://example.org/my-game/, found '{found}'",
)
UNKNOWN_PLACEHOLDER = Message(
    "bad-name-pattern", "--name-pattern expected {known:one of}, found '{{{found}}}'"
)
BRACE_UNMATCHED = Message(
    "bad-name-pattern",
    "--name-pattern has an unmatched brace: '{pattern}'",
    "write placeholders as {{id}}",
)
NOT_A_FILE_NAME = Message(
    "bad-name-pattern",
    "--name-pattern expected a file name such as {such}, found '{pattern}'",
    "use / to make folders, and no other signs",
)
NAME_LEADS_OUT = Message(
    "bad-name-pattern",
    "--name-pattern '{pattern}' leads out of the folder, or gives an impossible name",
    "begin it with a word",
)
NAME_TWICE = Message(
    "bad-name-pattern",
    "--name-pattern '{pattern}' gives '{name}' to {first} and {second}",
    "add {{id}} to it",
)
NAME_TOO_LONG = Message(
    "bad-name-pattern",
    "--name-pattern '{pattern}' gives names that are too long, such as '{name}…'",
    "shorten it",
)
LEFT_OVER = Message(
    "left-over",
    "{folder} has files of an earlier export: {files:list}{more}",
    "delete them before you upload the folder, or upload the zip, which has only this order",
)
NO_BACK = Message(
    "no-back",
    "'{id_}' has no back; on the table it gets a plain one",
    "name a card for it as `back:`",
)
NO_BACKS_IN_PAGES = Message(
    "no-back", "'{id_}' has no back{which}; its pages stay empty", "name a card for it as `back:`"
)
NO_BLEED = Message(
    "no-bleed",
    "{name}: {count} {end} at the cut, so a slightly inaccurate cut leaves a white edge: {which}",
)
TOO_MANY_PAGES = Message(
    "not-their-product",
    "a {name} of {title} has at most {most} pages, but the rulebook has {count}",
    "print it at home with `emporium-pnp build`",
)
NO_PRODUCT = Message("not-their-product", "{service} has no product for {which:list}")
OTHER_SIZE = Message(
    "other-size",
    "{decks:list}: drawn {drawn}, printed at {scale:.1%} as {product} of {service}, "
    "{printed}{added}",
    "draw for that size, or print these at home",
)
TOO_MANY_CARDS = Message(
    "too-many-cards",
    "{name}: {count} cards, but a project at {title} takes only {most}",
    "order the {count_2} folders as separate projects",
)
NOT_A_PRODUCT = Message(
    "unknown-product", "--product expected a product of the service, found '{found}'"
)
FLATTENED = Message(
    "flattened",
    "{count} {use} opacity, which {service} does not take: what is under it becomes a "
    "picture of {dpi} dots per inch, with {texts} of the texts ({which})",
    "to keep it sharp, use mixed colours instead of opacity, and draw text after anything "
    "transparent",
)
