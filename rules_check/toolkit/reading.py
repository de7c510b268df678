"""Reading cards.yaml into a record for compiled rules, for every game, with each fault at its
place.

In: a checked `Game`, a blank record and the game's tables of expected values. Out: the record's
numbers, or ProblemError with everything that the rules cannot handle. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from generator.data.fieldtypes import FOR_EACH, is_whole
from generator.data.game import Game, Record
from generator.data.making import each_of
from generator.data.problems import Place, Problem, ProblemError, closest, did_you_mean
from generator.data.saying import Said
from rules_check.engine.attributes import record_of
from rules_check.toolkit import messages as say

NAME = 32
"""The number of bytes for an id in a record."""
TOO_MANY = (
    "this is the first entry beyond the limit: delete it and those after it, or some before it"
)
MOST = 10**6
"""The largest number that a game should use: sums of them, over all cards and a long game, still
fit in 32 bits.
"""


def name_of(names: Any, number: int) -> str:
    """Read an id from a record."""
    return bytes(names[int(number)]).rstrip(b"\0").decode()


def _shown(value: object) -> str:
    return "nothing" if value is None else repr(value)


class Reader:
    """A reader of cards.yaml's values into a record. It collects every fault. `title` is the
    game's, for messages.
    """

    def __init__(self, game: Game, dtype: np.dtype[Any], title: str) -> None:
        self.game = game
        self.record = record_of(dtype)
        self.title = title
        self.faults = list[Problem]()
        self._asked, self._lacking = set[str](), dict[str, int]()

    def done(self) -> Any:
        """Return the record. Raises ProblemError if there was a fault."""
        for name, number in self._lacking.items():
            self.faults[number] = self._misspelt(name) or self.faults[number]
        if self.faults:
            raise ProblemError(*self.faults)
        return self.record

    def _misspelt(self, name: str) -> Problem | None:
        """Find a misspelt value of `rules:`: the closest name that no declaration read."""
        node = self.game.root.below("rules")
        near = closest(name, set(node.items) - self._asked)
        if near is None:
            return None
        message = say.RULE_MISNAMED(title=self.title, name=name, found=near)
        return Problem.of(message, node.keys[near], f"is '{near}' misspelt?")

    def fault(
        self, code: str, message: str, place: Place | None = None, hint: str | None = None
    ) -> None:
        """Report a fault that a game's rules find in its cards, in their own words."""
        self.report(Said(code, message), place, hint)

    def report(self, said: Said, place: Place | None = None, hint: str | None = None) -> None:
        self.faults.append(Problem.of(said, place or self.game.root.place, hint))

    def fits(
        self,
        what: str,
        count: int,
        most: int,
        place: Place | None = None,
        least: int = 0,
        hint: str | None = None,
    ) -> bool:
        """Check that a number is from `least` to `most`."""
        if not least <= count <= most:
            self.report(
                say.COUNT_OUT_OF_RANGE(
                    title=self.title, what=what, least=least, most=most, found=count
                ),
                place,
                hint,
            )
        return least <= count <= most

    def has_room(
        self, what: str, count: int, most: int, first_too_many: Place | None, least: int = 0
    ) -> bool:
        """Check that the records have room for a number of things, and point at the first one
        beyond.
        """
        hint = (
            (
                f"{TOO_MANY}; the page 'More cards than we made' in the documentation gives the "
                "limits of each game"
            )
            if count > most
            else None
        )
        return self.fits(f"the number of {what}", count, most, first_too_many, least, hint)

    def whole(self, what: str, value: Any, most: int, place: Place, least: int = 0) -> bool:
        """Check that a value is a whole number from `least` to `most`."""
        if not is_whole(value):
            self.report(
                say.NOT_A_WHOLE_NUMBER(title=self.title, what=what, found=_shown(value)), place
            )
            return False
        return self.fits(what, value, most, place, least)

    def word(self, what: str, value: Any, words: Sequence[str], place: Place) -> int:
        """Return the number of a word among some words; any other word is a fault."""
        if value not in words:
            needed = say.NOT_A_WORD(title=self.title, known=words, what=what, found=_shown(value))
            self.report(needed, place)
        return words.index(value) if value in words else 0

    def name(self, field: str, number: int, id_: str, place: Place | None = None) -> None:
        """Write an id into a row of a field of names."""
        if self.fits(f"the length of the name '{id_}'", len(id_.encode()), NAME, place, least=1):
            self.record[field][number, : len(id_.encode())] = list(id_.encode())

    def needs(
        self, tables: Mapping[str, Sequence[str]], kinds: Mapping[str, Sequence[str]]
    ) -> bool:
        """Check that these tables and kinds exist, with these fields."""
        context, root, before = self.game.context, self.game.root, len(self.faults)
        for section, wanted in (("tables", tables), ("kinds", kinds)):
            rows = context["tables" if section == "tables" else "cards"]
            for name, fields in wanted.items():
                if name not in rows:
                    self.report(say.SECTION_LACKS(title=self.title, name=name, section=section))
                    continue
                own = root[section][name].below("fields")
                known = {*own.items, *each_of(root[section][name].below(FOR_EACH).data())}
                for field in fields:
                    if field not in known:
                        self.report(
                            say.KIND_LACKS_FIELD(title=self.title, field=field, name=name),
                            own.place,
                        )
        return len(self.faults) == before

    def refers(self, section: str, name: str, field: str, table: str) -> None:
        """Check that the type of a field of a kind or a table names rows of a table: "suit", or
        "[slot]" for several.
        """
        node = self.game.root[section][name]
        own, each = node.below("fields"), node.below(FOR_EACH)
        if field in own.items:
            word, place = str(own[field].value), own[field].place
        else:
            word, place = str(each_of(each.data()).get(field)), each.place
        # the number, and whether it may be left out
        bare = re.sub(r"\s*(?:\d+(?:\.\.\d+)?)?\s*\??\s*$", "", word)
        if bare.replace(" ", "") != table:
            needed = say.FIELD_OF_OTHER_TYPE(
                title=self.title, table=table, field=field, name=name, found=word
            )
            self.report(needed, place)

    def lacks(self, name: str) -> None:
        """Report a missing value under `rules:`."""
        self._lacking[name] = len(self.faults)
        self.report(say.RULE_MISSING(title=self.title, name=name))

    def row_place(self, table: str, row: str, field: str) -> Place:
        """Find the place of a field in a table's row or, if the field is left out, of the row."""
        return self.game.root.at(("tables", table, "rows", row, field))[0].place

    def rule_place(self, name: str) -> Place:
        """Find the place of a number under `rules:`, or where it would be."""
        return self.game.root.at(("rules", name))[0].place

    def numbers(
        self,
        ranges: Mapping[str, tuple[int, int]],
        fields: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Read numbers under `rules:`, each within its range, into the fields with the same or the
        given name.
        """
        rules = self.game.context["rules"]
        self._asked |= set(ranges)
        for name, (least, most) in ranges.items():
            if name not in rules:
                self.lacks(name)
            elif self.whole(f"'{name}'", rules[name], most, self.rule_place(name), least):
                self.record[fields.get(name, name)] = rules[name]

    def entry(self, name: str, table: str, numbers: Mapping[str, int] | None) -> None:
        """Read a value under `rules:` that names a row of a table, as the row's number; if
        `numbers` is None, only check that it exists.
        """
        rules = self.game.context["rules"]
        self._asked.add(name)
        if name not in rules:
            self.lacks(name)
        elif numbers is not None and (
            not isinstance(rules[name], str) or rules[name] not in numbers
        ):
            message = say.RULE_NOT_A_ROW(name=name, known=tuple(numbers), found=rules[name])
            self.report(
                message.under(f"unknown-{table}"),
                self.rule_place(name),
                did_you_mean(str(rules[name]), numbers),
            )
        elif numbers is not None:
            self.record[name] = numbers[rules[name]]

    def by_number(self, name: str, keys: tuple[int, int], values: tuple[int, int]) -> None:
        """Read a mapping under `rules:` from whole numbers to whole numbers into an array: `packs:
        {2: 1, 3: 2}`.
        """
        rules = self.game.context["rules"]
        self._asked.add(name)
        if name not in rules:
            self.lacks(name)
            return
        place = self.rule_place(name)
        if not isinstance(rules[name], Record):
            self.report(
                say.NOT_NUMBERS_BY_NUMBER(title=self.title, name=name, found=repr(rules[name])),
                place,
            )
            return
        for key in rules[name]:
            key_word, node = str(key), self.game.root["rules"][name]
            number = int(key_word) if key_word.isascii() and key_word.isdigit() else key
            at = node.at((key_word,))[0].place
            if not self.whole(
                f"the keys of '{name}'", number, keys[1], node.keys.get(key_word, place), keys[0]
            ):
                continue
            if self.whole(f"'{name}' for {key}", rules[name][key], values[1], at, values[0]):
                self.record[name][number] = rules[name][key]

    def list_of(
        self,
        name: str,
        field: str,
        counts: tuple[int, int],
        values: tuple[int, int],
        first: int = 0,
        what: str = "",
    ) -> int:
        """Read a list of whole numbers under `rules:` into an array, from index `first` on. Return
        their number, 0 after a fault.
        """
        rules = self.game.context["rules"]
        self._asked.add(name)
        if name not in rules and counts[0] > 0:
            self.lacks(name)
            return 0
        entries, place = rules._values.get(name) or (), self.rule_place(name)
        if isinstance(entries, str | Record) or not isinstance(entries, Iterable):
            message = say.NOT_WHOLE_NUMBERS(title=self.title, name=name, found=_shown(entries))
            self.report(message, place)
            return 0
        numbers = list(entries)
        if not self.has_room(
            what or f"entries of '{name}'", len(numbers), counts[1], place, counts[0]
        ):
            return 0
        if sum(
            self.whole(f"'{name}'", number, values[1], place, values[0]) for number in numbers
        ) < len(numbers):
            return 0
        self.record[field][first : first + len(numbers)] = numbers
        return len(numbers)

    def rulings(self, known: Mapping[str, tuple[str, ...]]) -> None:
        """Read every ruling into the field with its name, as the index of the chosen option."""
        chosen, root = self.game.context["rulings"], self.game.root
        for name, options in known.items():
            if name not in chosen:
                self.report(say.RULING_MISSING(title=self.title, name=name, options=options))
            elif chosen[name].choice not in options:
                self.report(
                    say.UNKNOWN_CHOICE(
                        title=self.title, options=options, name=name, found=chosen[name].choice
                    ),
                    root["rulings"][name]["choice"].place,
                    did_you_mean(chosen[name].choice, options),
                )
            else:
                self.record[name] = options.index(chosen[name].choice)
        for ruling in chosen:
            name, node = str(ruling), root["rulings"].keys[str(ruling)]
            if name not in known:
                hint = did_you_mean(name, known) or (
                    "a ruling that the rules do not use makes no difference: remove it, or use "
                    "it in the rules"
                )
                self.report(
                    say.UNKNOWN_RULING(title=self.title, name=name),
                    node.place if hasattr(node, "place") else node,
                    hint,
                )
                continue
            if ruling.choice in known[name]:
                for option in ruling.options:
                    if str(option) not in known[name]:
                        place = root["rulings"][name]["options"].keys[str(option)]
                        self.report(
                            say.UNKNOWN_OPTION(
                                title=self.title, known=known[name], name=name, found=option
                            ),
                            place,
                            did_you_mean(str(option), known[name]),
                        )
