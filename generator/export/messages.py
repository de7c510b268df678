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
    "use / to make folders, and no other special characters",
)
NAME_LEADS_OUT = Message(
    "bad-name-pattern",
    "--name-pattern '{pattern}' leads out of the folder, or makes a name that no file can have",
    "write each part between / as a word or a placeholder, without dots or spaces around it",
)
NAME_TWICE = Message(
    "bad-name-pattern",
    "--name-pattern '{pattern}' gives {first} and {second} the same name, '{name}'",
    "add {{id}} to the pattern",
)
NAME_TOO_LONG = Message(
    "bad-name-pattern",
    "--name-pattern '{pattern}' gives names that are too long, such as '{name}…'",
    "shorten the pattern",
)
LEFT_OVER = Message(
    "left-over",
    "{folder} contains files of an earlier export: {files}",
    "delete them before you upload the folder, or upload the zip, which contains only this order",
)
NO_BACK = Message(
    "no-back",
    "'{id_}' has no back, so it gets a plain one on the table",
    "name a card as its `back:`",
)
NO_BACKS_IN_PAGES = Message(
    "no-back", "'{id_}' has no back{which}, so those pages stay empty", "name a card as its `back:`"
)
NO_BLEED = Message(
    "no-bleed",
    "{name}: {count} {count:face ends|of its faces end} at the cut ({which}), so a slightly "
    "inaccurate cut leaves a white edge",
)
TOO_MANY_PAGES = Message(
    "not-their-product",
    "a {name} of {title} has at most {most} pages, but the rulebook has {count}",
    "print it at home with `emporium-pnp build`",
)
NO_PRODUCT = Message("not-their-product", "{service} has no product for {which:list}")
OTHER_SIZE = Message(
    "other-size",
    "{decks:list}: faces are drawn at {drawn}, but printed at {scale:.1%} as {product} of "
    "{service}, {printed}{added}",
    "draw the templates for that size, or print these cards at home",
)
TOO_MANY_CARDS = Message(
    "too-many-cards",
    "{name} has {count} cards, but a project at {title} can have only {most}",
    "order the {count_2} folders as separate projects",
)
NOT_A_PRODUCT = Message(
    "unknown-product", "--product expected a product of the service, found '{found}'"
)
FLATTENED = Message(
    "flattened",
    "{count:n face} {count:uses|use} opacity ({which}), which {service} does not support: "
    "everything under "
    "it becomes a picture at {dpi} dpi, including {texts:n text}",
    "to keep it sharp, use mixed colours instead of opacity, and draw text after anything "
    "transparent",
)
