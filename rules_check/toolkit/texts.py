"""A game's texts for people: templates in a data file beside its modules, filled with values from
the code.

In: `words.en.yaml` of a game, with one top-level section per module, and values by name. Out: text.
The file is read when the first text is needed, so never while playing. Knows no game.

    show:
      hand: "{who} holds {cards} {cards:card|cards}: {names}"

`{cards}` is a value, `{cards.name}` an attribute of one, `{cards:.1f}` a formatted value,
`{cards:card|cards}` the first word for one and the second for any other number. A list is written
as in speech, and an empty one as the text after the colon: `{names:nothing}`. A value that the
template does not use, or a missing one, raises KeyError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

from generator.data.saying import agreeing
from generator.data.source import read_plain
from rules_check.toolkit.prose import joined

WORDS = "words.en.yaml"
_FORMATTER = Formatter()


def texts(module_file: str, section: str) -> Texts:
    """Take the texts of one section from the words beside a module: `texts(__file__, "show")`."""
    return Texts(Path(module_file).with_name(WORDS), section)


class Texts:
    """The texts of one section, by key; those of an inner mapping have keys such as
    `patron.bid`.
    """

    def __init__(self, path: Path, section: str) -> None:
        self.path, self.section, self._names_by_key = path, section, dict[str, set[str]]()

    def __call__(self, key: str, /, **values: object) -> str:
        """Write one text. Raises KeyError if there is no such text, or a name is missing or not
        used.
        """
        return self._written(key, {"": key}, values)[""]

    def __contains__(self, key: str) -> bool:
        return key in self.templates or bool(self._within(key))

    def _within(self, key: str) -> list[str]:
        """List the keys of the texts of a mapping."""
        return [template for template in self.templates if template.startswith(f"{key}.")]

    def of(self, known: Mapping[str, object], *keys: str) -> str:
        """Write one text, found by its keys from the outermost mapping inward, with the values it
        names out of all those known.

        Raises KeyError if there is no such text, or it names an unknown value.
        """
        key = ".".join(keys)
        return self(key, **worked_out(known, self.names(key)))

    def all(self, key: str, /, **values: object) -> dict[str, str]:
        """Write all texts of the mapping at `key`, by their own keys; at least one of them must use
        each name.
        """
        within = self._within(key)
        if not within:
            raise KeyError(f"{self.path.name} has no texts under '{self.section}: {key}:'")
        own = {template.removeprefix(f"{key}."): template for template in within}
        return self._written(key, own, values)

    def names(self, key: str) -> set[str]:
        """Return the names of the values required by a text, or by all texts of a mapping."""
        if key not in self._names_by_key:
            own = {key} & self.templates.keys()
            wanted = (self.templates[template] for template in (*own, *self._within(key)))
            self._names_by_key[key] = set[str]().union(*map(_names, wanted))
        return self._names_by_key[key]

    @cached_property
    def templates(self) -> dict[str, str]:
        return dict(_flat(read_plain(self.path)[self.section]))

    def _written(
        self, key: str, wanted: Mapping[str, str], values: Mapping[str, object]
    ) -> dict[str, str]:
        if missing := set(wanted.values()) - self.templates.keys():
            raise KeyError(f"{self.path.name} has no text '{self.section}: {min(missing)}:'")
        templates = {name: self.templates[template] for name, template in wanted.items()}
        if odd := set(chain.from_iterable(map(_names, templates.values()))) ^ set(values):
            raise KeyError(
                f"the text '{self.section}: {key}:' and the code disagree on "
                f"{', '.join(sorted(odd))}"
            )
        return {name: _filled(template, values) for name, template in templates.items()}


def worked_out(known: Mapping[str, object], names: Iterable[str]) -> dict[str, object]:
    """Look up names among the known values. A function among them is called only if it is named."""
    values = {}
    for name in names:
        if name in known:
            value = known[name]
            values[name] = value() if callable(value) else value
    return values


def _flat(node: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value)


@cache
def _parts(template: str) -> list[tuple[str, str | None, str]]:
    """Split a template into texts, each with the field after it, if any, and the field's format."""
    return [(text, field, form or "") for text, field, form, _ in _FORMATTER.parse(template)]


@cache
def _names(template: str) -> set[str]:
    names = set()
    for _, field, _ in _parts(template):
        if field is not None:
            names.add(field.split(".")[0].split("[")[0])
    return names


def _filled(template: str, values: Mapping[str, object]) -> str:
    return "".join(
        text
        + ("" if field is None else _formatted(_FORMATTER.get_field(field, (), values)[0], form))
        for text, field, form in _parts(template)
    )


def _formatted(value: Any, form: str) -> str:
    if "|" in form:
        return agreeing(value, form)
    if isinstance(value, list):
        return joined(list(map(str, value))) if value else form
    return format(value, form)
