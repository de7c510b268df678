"""A reader of YAML in Python, for machines on which PyYAML has no libyaml: it reads as libyaml
does.

In: text. Out: PyYAML's events, with the places and values that libyaml would give. Apart from
`source`, the only module that uses yaml.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml.scanner import ScannerError
from yaml.tokens import FlowEntryToken, FlowMappingEndToken, FlowSequenceEndToken, ScalarToken

_BREAKS = "\r\n\x85\u2028\u2029"
_BLANKS = "\0 \t" + _BREAKS
_IN_PLAIN = "while scanning a plain scalar"
_INDICATORS = re.compile(r"[1-9][+-]?|[+-][1-9]?")
_NO_LINE_END = r"did not find expected comment or line break"
_NO_BLANK = r"did not find expected whitespace or line break"
_SAID = [
    (re.compile(pattern, re.S), said)
    for pattern, said in (
        (
            r"(mapping values|mapping keys) are not allowed here",
            r"\1 are not allowed in this context",
        ),
        (r"(sequence entries) are not allowed here", r"block \1 are not allowed in this context"),
        (
            r"found character .* that cannot start any token",
            r"found character that cannot start any token",
        ),
        (r"expected chomping or indentation indicators, but found .*", _NO_LINE_END),
        (r"expected a comment or a line break, but found .*", _NO_LINE_END),
        (r"expected (alphabetic or numeric character), but found .*", r"did not find expected \1"),
        (
            r"expected escape sequence of .* numbers, but found .*",
            "did not find expected hexdecimal number",
        ),
        (r"found unknown escape character .*", r"found unknown escape character"),
        (r"expected (URI|' '|'!'), but found .*", _NO_BLANK),
        (r"found incompatible YAML document .*", r"found incompatible YAML document"),
        (r"found unexpected document separator", r"found unexpected document indicator"),
        (r"expected the node content, but found .*", r"did not find expected node content"),
        (r"expected (',' or '.'), but got .*", r"did not find expected \1"),
        (r"expected '<document start>', but found .*", r"did not find expected document start"),
    )
]
"""PyYAML's messages, and the corresponding ones of libyaml, from which messages for users are made.
"""
_SAID_AT_BLOCK_END = {
    "while parsing a block mapping": "did not find expected key",
    "while parsing a block collection": "did not find expected '-' indicator",
}


class PlainLoader(yaml.SafeLoader):
    """PyYAML's Python loader, which also accepts question marks in plain texts within brackets, and
    tabs as blanks.
    """

    def check_event(self, *choices: Any) -> bool:
        try:
            return bool(super().check_event(*choices))
        except (
            ValueError,
            OverflowError,
        ):  # an escape beyond Unicode, or a version with too many digits
            mark = self.get_mark()
            problem = "found invalid Unicode character escape code"
            raise ScannerError("while scanning", mark, problem, mark) from None
        except yaml.MarkedYAMLError as fault:
            is_escape = (fault.problem or "").startswith("found unknown escape character")
            if fault.problem_mark and is_escape:
                fault.problem_mark.index -= 1  # to the backslash
            fault.problem = _as_libyaml_says(fault)
            raise

    def process_empty_scalar(self, mark: yaml.Mark) -> yaml.ScalarEvent:
        """Place an empty value within brackets before the token that ends it."""
        following: yaml.Token = self.peek_token()  # type: ignore[no-untyped-call]
        ends_it = isinstance(following, FlowEntryToken | FlowMappingEndToken | FlowSequenceEndToken)
        place = following.start_mark if ends_it else mark
        event: yaml.ScalarEvent = super().process_empty_scalar(place)
        return event

    def scan_plain(self) -> ScalarToken:
        start = end = self.get_mark()
        indent = self.indent + 1
        parts: list[str] = []
        spaces: list[str] | None = []
        while self.peek() != "#":
            length = self._plain_length(start)
            if length == 0:
                break
            self.allow_simple_key = False
            parts += [*(spaces or ()), self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(parts), True, start, end)

    def _plain_length(self, start: yaml.Mark) -> int:
        """Count the characters up to the end of a word in a plain text."""
        length = 0
        ends = ",[]{}" if self.flow_level else ""
        while (sign := self.peek(length)) not in _BLANKS and sign not in ends:
            if sign == ":" and self.peek(length + 1) in _BLANKS:
                break
            if sign == ":" and self.flow_level and self.peek(length + 1) in "?" + ends:
                self.forward(length)
                raise ScannerError(_IN_PLAIN, start, "found unexpected ':'", self.get_mark())
            length += 1
        return length

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str]:
        """Skip the blanks and line breaks after a word; return their meaning, empty at the end of
        the text.
        """
        blanks = self._blanks()
        if self.peek() not in _BREAKS:
            return [blanks] if blanks else []
        first, breaks = self._line_break(), list[str]()
        self.allow_simple_key = True
        while not self._is_between_documents():
            if self.peek() == "\t" and self.column < indent:
                problem = "found a tab character that violates indentation"
                raise ScannerError(_IN_PLAIN, start_mark, problem, self.get_mark())
            if self.peek() in " \t":
                self.forward()
            elif self.peek() in _BREAKS:
                breaks.append(self._line_break())
            else:
                between = breaks or [" "]
                return between if first == "\n" else [first, *breaks]
        return []

    def _line_break(self) -> str:
        return str(self.scan_line_break())  # type: ignore[no-untyped-call]

    def _blanks(self) -> str:
        length = 0
        while self.peek(length) in " \t":
            length += 1
        found = self.prefix(length)
        self.forward(length)
        return str(found)

    def _is_between_documents(self) -> bool:
        return self.prefix(3) in ("---", "...") and self.column == 0 and self.peek(3) in _BLANKS

    def scan_block_scalar_indicators(self, start_mark: yaml.Mark) -> tuple[bool | None, int | None]:
        """Read the indicators after | and >, such as +2; a tab may follow."""
        found = _INDICATORS.match(self.prefix(2))
        signs = found[0] if found else ""
        if self.peek(len(signs)) != "\t":
            found_by_base: tuple[bool | None, int | None]
            found_by_base = super().scan_block_scalar_indicators(start_mark)
            return found_by_base
        self.forward(len(signs))
        chomping, indent = signs.strip("123456789"), signs.strip("+-")
        return chomping == "+" if chomping else None, int(indent) if indent else None

    def scan_block_scalar_ignored_line(self, start_mark: yaml.Mark) -> None:
        self._blanks()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_to_next_token(self) -> None:
        """Skip spaces, comments, line breaks, and tabs that are not indentation."""
        if self.index == 0 and self.peek() == "\ufeff":
            self.forward()
        while True:
            blanks = " \t" if self.flow_level or not self.allow_simple_key else " "
            while self.peek() in blanks:
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0" + _BREAKS:
                    self.forward()
            if not self._line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True


def _as_libyaml_says(fault: yaml.MarkedYAMLError) -> str | None:
    """Return libyaml's message for a fault, as far as it is known."""
    problem = fault.problem or ""
    if problem.startswith("expected <block end>, but found "):
        return _SAID_AT_BLOCK_END.get(fault.context or "", problem)
    is_directive = fault.context == "while scanning a directive"
    if is_directive and problem.startswith("expected alphabetic or numeric"):
        return "could not find expected directive name"
    for pattern, said in _SAID:
        if match := pattern.fullmatch(problem):
            return match.expand(said)
    return fault.problem
