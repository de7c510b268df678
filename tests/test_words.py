"""What users read is idiomatic English: no turn of phrase that a technical editor would mark.

BANNED lists what editors mark, with what to write instead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from generator.cli.main import cli, run
from tests.conftest import ROOT

BANNED = {
    r"where there (is|are|was|were)|where (nobody|nothing|none|no) ": "if there is, or if: 'where' is for places",
    r"where (it|they|that|this) (can|must|has|have|does|do|needs?|says?) ": "if",
    r"told(?! apart)|tells? of|tells? what|tells? which": "reports, shows or says, with its subject first",
    r"(is|are) (warned of|asked about|said)": "name who warns, asks or says it",
    r"so (many|much)(?= of |[.,;:)]| each)|so often(?=[.,;:)])": "a number: N, this number of, at most N times",
    r"lies|lie|stands?(?! (for|out|in a row))": "is, are",
    r"nobody|whoever|whomever": "name who it is, or turn the sentence round: 'you cannot', 'anyone who'",
    r"of (its|their) own": "its own, separate",
    r"that (is|are) none|none (that|below|above)": "not, no",
    r"nothing is said|says? nothing of|say nothing of|not said|unsaid": "by default",
    r"be (it|they) ": "whether it is",
    r"noughts?": "zero",
    r"mend(s|ed|ing)?": "fix",
    r"of now": "current",
    r"anew": "again",
    r"takes? \w+ for (errors?|faults?)": "treat warnings as errors",
    r"(all|each|every|any) there (is|are)": "all, every",
    r"that there (is|are) not|which there (is|are) not": "missing, that does not exist",
    r"(?<=[.:] )Of (a|an|the|each|every|what) ": "begin with the subject",
    (
        r"(?<=[.:] )(What|Whatever) (?!follows)[^.?:|]{3,60} "
        r"(is|are|was|has|comes|goes|stays|counts|holds)(?= )[^?|]*?[.;]"
    ): ("begin with the subject: 'You see a summary', not 'What you see is a summary'"),
    r"(?<=[.:;] )(?!When)(Left|[A-Z][a-z]+(ed|en)) (out |in |at )?(is|are)(?= )": "begin with the subject: 'X is left out', not 'Left out is X'",
    r"but for(?= (the|a|an|its|their|one) )|save for": "except for",
    r"(?<!there§)is no (text|file|finding|limit|number|card|kind|picture|page|record|study|play|colour|icon|game|answer)": "is not a …",
    r"is none(?= ?[:;,.])|are none(?= ?[:;,.])": "is not one, are not",
    r"takes? another|took another": "choose another",
    r"say --|says --": "use --",
    r"called so|so called|named so|so named": "with that name",
    r"gone on with|the very same|nearer to|all the same(?=[,.;:])": "continued, equal, closer to, anyway",
    r"for want of|in want of|hereof|thereof|therein|whence|aught|unasked": "an everyday word",
}
"""Patterns that editors mark, each with what to write instead. A space stands for any white space,
since lines are wrapped.
"""

PLAIN = sorted(
    page.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "docs/how-to/*.md", "docs/reference/*.md")
    for page in ROOT.glob(pattern)
)
"""The pages that keep to BANNED: all except what was measured, docs/lab, and the help of commands,
which is held as help.
"""


ROOMS = ("generator", "rules_check", "studio")
"""The folders whose messages, hints, help and labels keep to BANNED."""

SPELLINGS = {"generator/data/poles.py", "generator/data/scanning.py", "rules_check/log/people.py"}
"""Modules whose texts are words of languages, of players and of YAML readers, which are not shown."""

PAGE = ROOT / "studio" / "page"

MOST_WORDS = 35_000
"""How many words users read at most: README, the first page and docs/how-to, without what is looked
up, measured or for contributors.
"""


def guides() -> set[str]:
    """Return the pages that users read from the beginning to the end."""
    tasks = (ROOT / "docs" / "how-to").glob("*.md")
    return {"README.md", "docs/start.md", *(f"docs/how-to/{page.name}" for page in tasks)}


def compiled(banned: str) -> re.Pattern[str]:
    """Compile a pattern: whole words, over the ends of lines, in capitals too unless it names some
    itself.
    """
    spaced = banned.replace("(?<=[.:] )", "(?<=[.:]§)").replace("(?<=[.:;] )", "(?<=[.:;]§)")
    anywhere = spaced.replace(" ", r"\s+").replace("§", r"\s")
    return re.compile(rf"\b(?:{anywhere})(?!\w)", 0 if re.search("[A-Z]", banned) else re.I)


COMPILED = [(compiled(banned), instead) for banned, instead in BANNED.items()]
PLEASING = [one for one in COMPILED if "(What|Whatever)" not in one[0].pattern]
"""The patterns for docstrings and comments, which may begin with what something is."""


def marked(
    text: str, patterns: Sequence[tuple[re.Pattern[str], str]] = tuple(COMPILED)
) -> list[str]:
    """Return what an editor would mark in a text: its line, the words, and what to write
    instead.
    """
    found = []
    for pattern, instead in patterns:
        for words in pattern.finditer(text):
            line = text.count("\n", 0, words.start()) + 1
            found.append((line, f"line {line}: '{' '.join(words[0].split())}': write {instead}"))
    return [what for _, what in sorted(found)]


def prose(markdown: str) -> str:
    """Return the text of a page with its code, headings that are codes and the targets of links
    blanked out; lines keep their numbers.
    """
    blank = re.compile(r"^```.*?^```$|^    .*?$|^### [\w<>-]+$|`[^`]*`|\]\([^)]*\)", re.M | re.S)
    return blank.sub(lambda code: "\n" * code[0].count("\n") or "…", markdown)


def help_texts(command: click.Command, path: str) -> Iterator[tuple[str, str]]:
    """Yield every help text of a command and of its own commands, with where it is."""
    yield path, cleandoc(command.help or "") + "\n" + cleandoc(command.epilog or "")
    for option in command.params:
        if isinstance(option, click.Option):
            yield f"{path} {option.opts[0]}", option.help or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from help_texts(inner, f"{path} {name}")


class Said(NamedTuple):
    """What a module says, each with its line."""

    texts: list[tuple[int, str]]
    """Every text of three words or more that is no docstring; values in it are an ellipsis."""
    asides: list[tuple[int, str]]
    """Every docstring and every run of comments."""


LEXED = re.compile(
    r"""(\"{3}|\'{3})(?:\\.|.)*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?P<comment>\#[^\n]*)|\n""",
    re.S,
)
"""The strings, comments and ends of lines of a module: `tokenize` is many times slower."""


@cache
def said(module: Path) -> Said:
    """Read what a module says, once for all tests."""
    source = module.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    aside = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts, asides = list[tuple[int, str]](), list[tuple[int, str]]()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            asides.append((node.lineno, str(node.value.value)))
        if isinstance(node, ast.JoinedStr):
            aside |= {id(part) for part in node.values}
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values
            )
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside
        ):
            text = node.value
        else:
            continue
        if text.count(" ") > 1:
            texts.append((node.lineno, text))
    return Said(texts, asides + comments(source))


def comments(source: str) -> list[tuple[int, str]]:
    """Return every run of comments of a module, with its line."""
    runs, line, last = list[tuple[int, str]](), 1, -1
    for token in LEXED.finditer(source):
        if token["comment"]:
            words = token["comment"].strip("# ")
            if line == last + 1:
                first, before = runs.pop()
                runs.append((first, f"{before}\n{words}"))
            else:
                runs.append((line, words))
            last = line
        line += token[0].count("\n")
    return runs


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_and_comments_are_in_plain_words(room: str) -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, text in said(path).asides
        for fault in marked(prose(text), PLEASING)
    ]
    assert not faults, "\n".join(faults)


def test_docstrings_and_runs_of_comments_are_asides(tmp_path: Path) -> None:
    module = tmp_path / "one.py"
    module.write_text('"""So many."""\n# it lies\n# there\nx = "nobody"\n', encoding="utf-8")
    assert [text for _, text in said(module).asides if text] == ["So many.", "it lies\nthere"]


@pytest.mark.parametrize("page", PLAIN)
def test_pages_are_in_plain_words(page: str) -> None:
    faults = marked(prose((ROOT / page).read_text(encoding="utf-8")))
    assert not faults, "\n".join([page, *faults])


@pytest.mark.parametrize("room", ROOMS)
def test_messages_of_a_room_are_in_plain_words(room: str) -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in SPELLINGS
        for line, text in said(path).texts
        for fault in marked(prose(text))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", sorted(path.name for path in PAGE.glob("*.js")))
def test_labels_of_the_studio_are_in_plain_words(name: str) -> None:
    script = (PAGE / name).read_text(encoding="utf-8")
    code = re.compile(r"^\s*(//|/\*).*$|\$\{[^}`]*\}|//.*$", re.M)
    faults = [
        f"{label}: {fault}"
        for label in re.findall(r">([^<>=;]+)<|\"([^\"\n]+ [^\"\n]+)\"", code.sub("…", script))
        for fault in marked(" ".join(label))
    ]
    assert not faults, "\n".join(faults)


def test_texts_of_a_module_are_its_messages_with_their_values_left_out(tmp_path: Path) -> None:
    module = tmp_path / "one.py"
    module.write_text(
        '"""So many of its own."""\n\n\ndef f(x):\n    return f"it lies {x} there", "two words"\n',
        encoding="utf-8",
    )
    assert said(module).texts == [(5, "it lies … there")]


def test_the_guides_can_be_read() -> None:
    words = (len((ROOT / page).read_text(encoding="utf-8").split()) for page in guides())
    assert sum(words) <= MOST_WORDS


def test_each_page_is_on_its_shelf() -> None:
    docs = ROOT / "docs"
    assert {page.name for page in docs.glob("*.md")} == {"start.md", "architecture.md"}
    assert {page.parent.relative_to(docs).as_posix() for page in docs.rglob("*.md")} == {
        ".",
        "how-to",
        "reference",
        "reference/commands",
        "lab",
    }


def test_help_is_in_plain_words() -> None:
    faults = [
        f"{where}: {fault}"
        for where, text in help_texts(cli, "emporium-pnp")
        for fault in marked(prose(text))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("words", [[], ["export"], ["log"]])
def test_the_first_sentence_of_a_command_fits_the_list(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--help"]) == 0
    assert "..." not in capsys.readouterr().out.partition("\nCommands:")[2]


def test_words_on_paper_are_plain() -> None:
    phrases = (ROOT / "generator/data/phrases/en.yaml").read_text(encoding="utf-8")
    faults = marked(re.sub(r"^([\w-]+|\s+\w+): ", "", phrases, flags=re.M))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bleed, where there is\nroom for it", "where there is"),
        ("The back lies behind its front.", "lies"),
        ("All faults are told at once.", "told"),
        ("Print so many of each.", "so many"),
        ("It is drawn. Left out is what others hide.", "Left out is"),
        ("It shows this. What you see is a summary.", "What you see is a summary."),
        ("A box of its own.", "of its own"),
        ("Nobody wants to cut paper.", "Nobody"),
        ("Take warnings for errors.", "Take warnings for errors"),
    ],
)
def test_what_editors_mark_is_found(text: str, words: str) -> None:
    (fault,) = marked(text)
    assert f"'{words}'" in fault


@pytest.mark.parametrize(
    "text",
    [
        "Write where it is, seen from the folder.",
        "Two packs are easily told apart.",
        "A picture of your own.",
        "See below. What is printed?",
        "A standee for each mender.",
        "S stands for strength.",
    ],
)
def test_what_is_idiomatic_is_left_alone(text: str) -> None:
    assert marked(text) == []


def test_code_is_no_prose() -> None:
    assert prose("a `nobody` b\n```yaml\nx: lies\n```\nc\n\n    emporium-pnp stands\n").split() == [
        "a",
        "…",
        "b",
        "c",
        "…",
    ]
