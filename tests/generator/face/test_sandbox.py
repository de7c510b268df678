"""The sandbox counts what templates do, and refuses what is large before it is made."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from generator.data.loading import bundled_games, load_game
from generator.data.problems import Problem, ProblemError
from generator.face import sandbox
from generator.face.facerun import TRIED
from generator.face.faces import FaceMaker, make_environment
from generator.face.press import Press
from generator.face.sandbox import MOST_LETTERS, MOST_STEPS, Sandbox, TemplateExcess
from tests.attacks import TEMPLATES
from tests.conftest import make_game

LARGE = [
    "times string",
    "times list",
    "times step by step",
    "plus step by step",
    "list plus",
    "numbers squared",
    "power of text",
    "center",
    "center method",
    "ljust",
    "zfill",
    "indent",
    "wordwrap",
    "batch",
    "slice",
    "format filter",
    "percent",
    "format method",
    "format_map",
    "replace",
    "replace filter",
    "join",
    "join method",
    "expandtabs",
    "tojson",
    "round",
    "repeat of set block",
    "list of itself",
    "tuple of itself",
    "group of itself",
    "dict of itself",
    "namespace of itself",
    "numbers to bytes",
    "translate",
    "phrase",
    "fill",
]
LONG = [
    "nested loops",
    "loops on one line out",
    "doubling macro",
    "recursive loop",
    "map of ranges",
    "filter chain",
    "sort chain",
    "cycler",
    "wordcount",
    "slices",
]


def excess_of(folder: Path, face: str) -> Problem:
    game = make_game(folder, face)
    with pytest.raises(ProblemError) as raised:
        FaceMaker(game).text(game.cards["one"])
    (problem,) = raised.value.problems
    return problem


@pytest.mark.slow_cases("tuple of itself")
@pytest.mark.slow_cases("group of itself")
@pytest.mark.parametrize("name", LARGE)
def test_what_is_large_is_refused_before_it_is_made(tmp_path: Path, name: str) -> None:
    started = time.process_time()
    problem = excess_of(tmp_path, "\n" + TEMPLATES[name].replace("\n", "\\n"))
    assert (problem.code, problem.place and (problem.place.file, problem.place.line)) == (
        "template-too-much",
        ("templates/card.svg.j2", 3),
    )
    assert time.process_time() - started < 2


@pytest.mark.parametrize("name", LONG)
def test_what_lasts_is_refused_after_so_many_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(sandbox, "MOST_STEPS", 150_000)
    problem = excess_of(tmp_path, TEMPLATES[name])
    assert problem.code == "template-too-much"
    assert "more than 150,000 steps" in problem.message
    assert problem.place
    assert problem.place.line == 2


def test_a_template_that_is_fetched_twice_each_time_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MOST_STEPS", 20_000)
    files: dict[str, str | bytes] = {
        f"templates/p{n}.svg.j2": f"{{% include 'p{n + 1}.svg.j2' %}}" * 2 for n in range(40)
    }
    game = make_game(
        tmp_path, "{% include 'p0.svg.j2' %}", files={**files, "templates/p40.svg.j2": "x"}
    )
    with pytest.raises(ProblemError) as raised:
        FaceMaker(game).text(game.cards["one"])
    assert raised.value.problems[0].code == "template-too-much"


def test_what_a_template_writes_is_counted_at_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MOST_LETTERS", 10_000)
    problem = excess_of(tmp_path, "\n\n{% for a in range(9000) %}<g/>\n{% endfor %}")
    assert "writes more than 10,000 letters" in problem.message
    assert problem.place
    assert problem.place.line in (4, 5)


def test_a_template_as_large_as_a_book_is_not_read(tmp_path: Path) -> None:
    problem = excess_of(tmp_path, "x" * (sandbox.MOST_SOURCE + 1))
    assert (problem.code, problem.message) == (
        "template-syntax",
        "the template cannot be read: it has more than 2,000,000 bytes",
    )


def test_digits_of_any_script_are_a_width(tmp_path: Path) -> None:
    width = "".join(chr(0x0660 + int(digit)) for digit in "90000000")  # Arabic-Indic
    assert "letters wide" in excess_of(tmp_path, f"{{{{ '{{:{width}}}'.format('x') }}}}").message


@pytest.mark.parametrize(
    "tag",
    [
        "extends card",
        "include card",
        "include self",
        "include 1",
        "import card as x",
        "from card import x",
        "include [card]",
    ],
)
def test_what_names_no_template_is_told(tmp_path: Path, tag: str) -> None:
    assert (
        excess_of(tmp_path, f"{{% {tag} %}}").message
        == "the template fails: a template is named by a text, such as 'frame.svg.j2'"
    )


@pytest.mark.parametrize("number", ["(1e308*10)", "1e999", "'inf'|float", "[1e999][0]"])
def test_a_number_without_end_is_told_as_that(tmp_path: Path, number: str) -> None:
    problem = excess_of(tmp_path, f"\n{{{{ ({number})|int }}}}")
    assert problem.message == "the template fails: cannot convert float infinity to integer"
    assert problem.place
    assert problem.place.line == 3


def test_a_list_of_lists_is_no_circle_of_templates(tmp_path: Path) -> None:
    deep = (
        "{% set ns = namespace(a=[]) %}{% for i in range(900) %}{% set ns.a = [ns.a] %}{% endfor "
        "%}{{ ns.a|pprint }}"
    )
    assert excess_of(tmp_path, deep).message == "the template is nested too deeply"


def test_brackets_within_brackets_are_no_circle_of_templates(tmp_path: Path) -> None:
    assert (
        excess_of(tmp_path, "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}").message
        == "the template is nested too deeply"
    )


@pytest.mark.parametrize(
    "one",
    [
        "{% macro m() %}{% endmacro %}",
        "{% call m() %}{% endcall %}",
        "{% for a in [] if a %}{% endfor %}",
        "{% for a in [] recursive %}{% endfor %}",
    ],
)
def test_what_python_would_compile_for_minutes_is_refused(tmp_path: Path, one: str) -> None:
    problem = excess_of(tmp_path, one * (sandbox.MOST_PARTS + 1))
    assert problem.code == "template-too-much"
    assert "more than 1,000 macros" in problem.message


@pytest.mark.parametrize(
    "written",
    [
        "<text>{{ '\\ud800' }}</text>",
        "<rect fill='{{ '\\udfff' }}'/>",
        "<rect\nid='&amp;{{ '\\udc00' }}'/>",
    ],
)
def test_half_a_letter_is_an_error_at_its_line(tmp_path: Path, written: str) -> None:
    game = make_game(tmp_path, "\n\n" + written)
    with pytest.raises(ProblemError) as raised:
        FaceMaker(game).face(game.cards["one"])
    (problem,) = raised.value.problems
    assert problem.code == "bad-svg"
    assert problem.place
    assert problem.place.line == 4 + written.count("\n")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (
            "{{ 'ab' * 3 }}{{ 2 * 3 }}{{ 1 + 2.5 }}{{ 2 ** 10 }}{{ 7 % 4 }}",
            "abababdef".replace("def", "") + "63.510243",
        ),
        ("{{ 'a' ~ 1 ~ '<' }}{{ '<'|safe ~ '<' }}", "a1&lt;<&lt;"),
        (
            (
                "{% for a in 'abc' %}{{ a }}{{ loop.index }}/{{ loop.length }}{{ ' ' if not "
                "loop.last }}{% endfor %}"
            ),
            "a1/3 b2/3 c3/3",
        ),
        (
            (
                "{% for a in [1, [2, [3]]] recursive %}{{ loop(a) if a is iterable else a }}{% "
                "endfor %}"
            ),
            "123",
        ),
        (
            (
                "{% for a, b in {'x': 1}.items() %}{{ a }}{{ b }}{% else %}none{% endfor %}{{ (1, "
                "2)[0] }}{{ 'abc'[1:] }}"
            ),
            "x11bc",
        ),
        (
            (
                "{{ '%s-%03d' % ('a', 5) }}{{ '%(a)s' % {'a': 1} }}{{ '{:>4}'.format(7) }}{{ "
                "'{a}'.format_map({'a': 1}) }}"
            ),
            "a-0051   71",
        ),
        (
            (
                "{{ [3, 1, 2]|sort|join('-') }}{{ [1, 2, 3]|batch(2)|list|length }}{{ ['a', "
                "'b']|map('upper')|join }}"
            ),
            "1-2-32AB",
        ),
        (
            (
                "{{ 'a b'.replace(' ', '-') }}{{ '-'.join(['a', 'b']) }}{{ 'x'.center(3) }}|{{ "
                "'x'|center(3) }}|"
            ),
            "a-ba-b x | x |",
        ),
        (
            (
                "{{ [1, 2]|sum }}{{ 'a\nb'|indent(2) }}{{ 2.567|round(1) }}{{ 'é'|upper }}{{ "
                "none|default('d', true) }}"
            ),
            "3a\n  b2.6Éd",
        ),
        (
            "{% macro m(a) %}<{{ a }}>{{ caller() }}{% endmacro %}{% call m(1) %}x{% endcall %}",
            "<1>x",
        ),
        (
            "{% set x %}a{{ 1 }}{% endset %}{{ x }}{% include ['none.svg.j2', 'other.svg.j2'] %}",
            "a1other",
        ),
    ],
)
def test_all_else_is_as_jinja_has_it(tmp_path: Path, written: str, shown: str) -> None:
    (tmp_path / "card.svg.j2").write_text(written)
    (tmp_path / "other.svg.j2").write_text("other")
    assert make_environment(tmp_path).get_template("card.svg.j2").render() == shown


@pytest.mark.slow
def test_shipped_templates_need_a_hundredth_of_what_they_may() -> None:
    for path in bundled_games().values():
        game = load_game(path)
        maker = FaceMaker(game)
        for card in list(game.cards.values())[::5]:
            maker.text(card)
            assert MOST_STEPS - maker.environment.left < MOST_STEPS / 50, card.id
            assert MOST_LETTERS - maker.environment.letters_left < MOST_LETTERS / 5, card.id


def test_steps_are_counted_anew_for_each_run(tmp_path: Path) -> None:
    environment = Sandbox(loader=None)
    with pytest.raises(TemplateExcess):
        environment.spend(MOST_STEPS + 1)
    environment.begin()
    environment.spend(MOST_STEPS)


def test_a_template_is_given_up_after_a_few_cards(tmp_path: Path) -> None:
    cards = {f"c{n}": {"name": "One"} for n in range(20)}
    press = Press(make_game(tmp_path, "{{ 'x' * 10**9 }}", cards))
    for card in press.game.cards.values():
        assert press.stamp(card) is None
    assert {problem.code for problem in press.problems} == {"template-too-much"}
    assert sum("not drawn" in problem.message for problem in press.problems) == len(cards) - TRIED
