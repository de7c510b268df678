"""The documents say what the code does: links, commands, examples, codes, sizes, layers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import PIL.Image
import pytest
import yaml

from docs import make_commands, make_messages
from generator.cli import main as cli
from generator.cli.export import TARGETS
from generator.data import outline, schema, sections
from generator.data.fieldtypes import TYPE_NAMES
from generator.data.game import Game
from generator.data.loading import load_game
from generator.data.problems import format_problem
from generator.data.source import read_source
from generator.data.units import CARD_SIZES, PAPER_SIZES, parse_size_mm
from generator.face.press import Press
from generator.face.subset import PAINT, SHAPES
from generator.face.text import area
from generator.job.build import build
from generator.job.planning import Options
from generator.lint.workshop import CODES as LINT_CODES
from generator.sheet.sheets import Backs, Layout, Piece, card_grid, impose, leaves_printable_area

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(DOCS.rglob("*.md")),
]
MODULES = sorted((ROOT / "generator").rglob("*.py"))
PLAYING = sorted((ROOT / "rules_check").rglob("*.py"))
ADAPTERS = sorted((ROOT / "rules_check" / "adapters").glob("*.py"))
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="45" '
    'fill="currentColor"/></svg>'
)


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """Return the fenced blocks of a document whose first line names exactly this."""
    return re.findall(rf"^```{re.escape(language)}\n(.*?)^```$", text_of(name), re.M | re.S)


STEPS = 4
"""So many blocks of templates.md make the first template, one after the other."""


def face_of_passengers() -> str:
    """Return the template of templates.md for the passengers of the whole file in cards-yaml.md,
    who have a shore and a fare.
    """
    return (
        blocks("how-to/templates.md", "svg")[STEPS - 1]
        .replace("card.suit", "card.shore")
        .replace("card.cost", "card.fare")
    )


def section(text: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,6}} |\Z)", text, re.M | re.S)
    assert found, f"there is no heading '{heading}'"
    return found[2]


def first_column(table: str) -> list[str]:
    """Return the first cell of each row of a section's tables, headings left out."""
    rows = [line for line in table.splitlines() if line.startswith("|")]
    return [row.split(" |")[0].strip("| ") for row in rows if not re.match(r"\|[-:]", row)]


# ---------------------------------------------------------------- links and commands


def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    prose = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", prose, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(
        r"^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S
    )
    for target in re.findall(r"\]\(([^)\s]+)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


def commands(text: str) -> Iterator[list[str]]:
    """Find the emporium-pnp commands of a document, as words."""
    for line in re.findall(r"emporium-pnp +([a-z][^`\n]*)", text):
        yield re.split(r"\s+", line.strip())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_exist(page: Path) -> None:
    for words in commands(page.read_text(encoding="utf-8")):
        command = cli.cli.get_command(click.Context(cli.cli), words[0])
        if command is None:  # "emporium-pnp and …" within a sentence
            assert words[0] not in ("builds", "check", "simulate", "validate"), words
            continue
        if isinstance(command, click.Group):  # without a command it lists
            context = click.Context(command)
            inner = command.get_command(context, (words[1:] or [""])[0]) or command.get_command(
                context, "list"
            )
            command = inner or command
        known = {
            option
            for parameter in command.params
            if isinstance(parameter, click.Option)
            for option in [*parameter.opts, *parameter.secondary_opts]
        } | {"--help"}
        for word in (one.partition("{")[0] for one in words[1:]):  # what a message fills in
            assert not re.match(r"--[a-z]", word) or word.rstrip(".,;") in known, (words, word)


def test_the_pages_of_commands_are_made_from_the_code() -> None:
    pages = make_commands.pages()
    assert {name: text_of(name) for name in pages} == pages
    kept = {path.relative_to(DOCS).as_posix() for path in (DOCS / "reference/commands").iterdir()}
    assert kept == {*pages} - {"reference/commands.md"}


def test_the_page_of_messages_lists_the_catalogues() -> None:
    text = text_of("reference/messages.md")
    assert make_messages.page(text) == text
    assert len(make_messages.by_code()) > 150


def test_every_command_has_one_group() -> None:
    named = [name for group in make_commands.GROUPS.values() for name in group]
    assert sorted(named) == cli.cli.list_commands(click.Context(cli.cli))


def test_signs_of_markdown_in_a_help_text_stay_text() -> None:
    assert (
        make_commands._prose("kinds.*.cost < 2 | <b> `a|b*`") == r"kinds.\*.cost < 2 \| \<b> `a|b*`"
    )


def test_the_documents_name_every_target_of_export() -> None:
    pages = "".join(
        text_of(name)
        for name in ("how-to/exporting.md", "how-to/services.md", "how-to/spreadsheets.md")
    )
    named = {words[1] for words in commands(pages) if words[0] == "export" and len(words) > 1}
    assert named >= set(TARGETS)


def test_readme_names_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in PAGES:
        for target in re.findall(
            r"(?:^    |`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.M
        ):
            assert re.search(rf"^{target}:", makefile, re.M), target
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^    make ([a-z]+)$", readme, re.M) == ["deck", "test"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_documents_name_no_place_of_one_machine(page: Path) -> None:
    assert not re.search(r"/(?:work|tmp|home|root|Users)/", page.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- start.md


def test_the_first_page_can_be_followed_to_its_end(tmp_path: Path) -> None:
    """Change the cards of the game that `new` writes as start.md does, and build it."""
    folder = tmp_path / "my-game"
    assert cli.run(["new", str(folder)]) == 0
    text = (folder / "cards.yaml").read_text(encoding="utf-8")
    sunrise, tide, gale = blocks("start.md", "yaml start")
    for line in (sunrise, tide):
        text = re.sub(
            rf"^ +{line.split(':')[0].strip()}: .*\n", lambda _, line=line: line, text, flags=re.M
        )
    calm = re.search(r"^ +calm: .*\n", text, re.M)
    assert calm
    text = text.replace(calm[0], calm[0] + gale)
    assert (text.count("cards: 14"), text.count("count: 14")) == (1, 1)
    text = text.replace("cards: 14", "cards: 16").replace("count: 14", "count: 16")
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    (folder / "art").mkdir()
    PIL.Image.new("RGB", (600, 380)).save(folder / "art" / "photo.jpg")
    cards = built(folder).cards
    assert (cards["sunrise"].record.cost, cards["gale"].copies) == (2, 2)
    assert (folder / "output" / "my-game-cards-a4.pdf").is_file()


@pytest.mark.parametrize("page", ["README.md", "docs/start.md"])
def test_first_pages_are_short(page: str) -> None:
    assert len((ROOT / page).read_text(encoding="utf-8").split()) <= 600


# ---------------------------------------------------------------- cards-yaml.md


def write_example(folder: Path, cards_yaml: str, template: str) -> Path:
    """Write the documents' game into a folder, its passengers drawn by a template."""
    data = yaml.safe_load(cards_yaml)
    (folder / "templates" / "icons").mkdir(parents=True)
    (folder / "cards.yaml").write_text(cards_yaml, encoding="utf-8")
    for kind in data["kinds"].values():
        own = kind.get("size") or next(
            (card["size"] for card in kind["cards"].values() if "size" in card), "standard"
        )
        width, height = parse_size_mm(own)
        plain = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect x="5" '
            'y="5" width="9" height="9"/></svg>'
        )
        (folder / "templates" / kind["template"]).write_text(plain, encoding="utf-8")
    for icon in ("wave", "star"):
        (folder / "templates" / "icons" / f"{icon}.svg").write_text(ICON, encoding="utf-8")
    (folder / "templates" / "passenger.svg.j2").write_text(template, encoding="utf-8")
    return folder


def example() -> str:
    (whole,) = blocks("how-to/cards-yaml.md", "yaml")
    return whole


def built(folder: Path) -> Game:
    """Build a game; nothing may be wrong with it."""
    game = load_game(folder)
    result = build(game, Options(output=folder / "output"))
    assert [
        format_problem(p, folder) for p in result.problems if p.code != "picture-as-pixels"
    ] == []
    assert result.files
    return game


def test_the_whole_file_of_the_document_builds(tmp_path: Path) -> None:
    game = built(write_example(tmp_path, example(), face_of_passengers()))
    assert {component.id for component in game.components} == {
        "passengers",
        "boats",
        "north",
        "south",
        "tickets",
        "dice",
        "pawns",
    }
    made = {card.id for card in game.cards.values() if card.kind == "landing"}
    assert made == {"pier-north", "pier-south", "jetty-north", "jetty-south"}


def test_pieces_of_cards_yaml_in_the_document_are_read(tmp_path: Path) -> None:
    (card,) = blocks("how-to/cards-yaml.md", "yaml card")
    data = yaml.safe_load(example())
    data["kinds"]["passenger"]["cards"]["goat"] = {**yaml.safe_load(card), "copies": 3}
    game = built(
        write_example(tmp_path, yaml.safe_dump(data, sort_keys=False), face_of_passengers())
    )
    assert game.card("goat").record.text == "Eats one ticket.\nThen eats another.\n"
    (kind,) = blocks("how-to/cards-yaml.md", "yaml kind")
    assert yaml.safe_load(kind)["for_each"] == {"rank": "1..12"}
    (reverse,) = blocks("how-to/cards-yaml.md", "yaml reverse")
    riddle = yaml.safe_load(reverse)["kinds"]["riddle"]
    data["kinds"]["passenger"]["reverse"] = data["kinds"]["passenger"]["template"]
    data["components"]["passengers"].pop("back")
    data["kinds"].pop("back")
    sides = built(
        write_example(
            tmp_path / "sides", yaml.safe_dump(data, sort_keys=False), face_of_passengers()
        )
    )
    assert (set(riddle) - {"fields"}, sides.card("goat").back) == (
        {"template", "reverse"},
        "goat-reverse",
    )
    (fonts,) = blocks("how-to/cards-yaml.md", "yaml fonts")
    assert set(yaml.safe_load(fonts)["text"]) == set(sections.FontFiles.entries)
    (fallback,) = (
        yaml.safe_load(block) for block in blocks("how-to/cards-yaml.md", "yaml fallback")
    )
    assert fallback["text"][1] in fallback


def test_every_section_is_described() -> None:
    headings = set(re.findall(r"^### (.+)$", text_of("how-to/cards-yaml.md"), re.M))
    assert headings == set(schema.json_schema()["properties"])
    assert set(yaml.safe_load(example())) == headings


def test_every_key_is_described() -> None:
    text = text_of("how-to/cards-yaml.md")
    for name, form in (
        ("game", sections.GameInfo),
        ("print", sections.PrintDefaults),
        ("rulings", sections.Ruling),
    ):
        for key in form.entries:
            assert f"`{key}`" in section(text, name), (name, key)
    components = schema.json_schema()["$defs"]["Component"]["properties"]
    assert set(first_column(section(text, "components"))[1:]) == {
        f"`{key}`" for key in components if key not in ("name", "count")
    }
    assert set(re.findall(r"^\| `(\w+)` \|", section(text, "kinds"), re.M)) >= set(
        outline.RESERVED_FIELDS
    ) | {"template", "cards", "fields"}


def test_every_type_of_field_is_described() -> None:
    described = set(first_column(section(text_of("how-to/cards-yaml.md"), "Types of fields")))
    assert {f"`{name}`" for name in TYPE_NAMES} <= described


@pytest.mark.parametrize("number", range(len(blocks("how-to/cards-yaml.md", "svg"))))
def test_svg_of_cards_yaml_md_prints(number: int, tmp_path: Path) -> None:
    built(
        write_example(
            tmp_path, example(), whole_template(blocks("how-to/cards-yaml.md", "svg")[number])
        )
    )


def test_every_key_of_a_kind_is_described() -> None:
    keys = schema.json_schema(read_source(ROOT / "cards.yaml"))["$defs"]["hero"]["properties"]
    assert set(first_column(section(text_of("how-to/cards-yaml.md"), "kinds"))) >= {
        f"`{key}`" for key in keys
    }


def test_the_tool_names_no_game() -> None:
    """Only a game's data and its rules know it; what is called emporium-pnp is the tool."""
    named = re.compile(r"emporium(?![-_]pnp)|empire|thief|warlord", re.I)
    found = []
    for package in ("generator", "rules_check"):
        for path in sorted((ROOT / package).rglob("*")):
            own = path.relative_to(ROOT).as_posix()
            if (
                path.is_file()
                and not own.startswith("rules_check/games/")
                and "__pycache__" not in own
            ):
                lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
                found += [
                    f"{own}:{number}: {line.strip()}"
                    for number, line in enumerate(lines, 1)
                    if named.search(line)
                ]
    assert found == []


# ---------------------------------------------------------------- templates.md


def whole_template(block: str) -> str:
    if "<svg" in block:
        return block
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">\n{block}</svg>\n'


@pytest.mark.parametrize("number", range(STEPS))
def test_each_step_of_the_first_template_prints_in_the_game_that_new_makes(
    number: int, tmp_path: Path
) -> None:
    assert cli.run(["new", str(tmp_path / "my-game")]) == 0
    (tmp_path / "my-game/templates/action.svg.j2").write_text(
        blocks("how-to/templates.md", "svg")[number], encoding="utf-8"
    )
    assert "my-game" in section(text_of("how-to/templates.md"), "A first template, step by step")
    game = load_game(tmp_path / "my-game")
    assert "tide" in game.cards
    result = build(game, Options(output=tmp_path / "output"))
    assert {problem.severity for problem in result.problems} <= {"note"}


@pytest.mark.parametrize("number", range(STEPS, len(blocks("how-to/templates.md", "svg"))))
def test_svg_of_templates_md_prints(number: int, tmp_path: Path) -> None:
    template = whole_template(blocks("how-to/templates.md", "svg")[number])
    if 'viewBox="0 0 63 88"' not in template:  # a piece of another size, which the document says
        template = re.sub(r'viewBox="[^"]*"', 'viewBox="0 0 63 88"', template, count=1)
    built(write_example(tmp_path, example(), template))


def test_the_macro_of_templates_md_draws_a_disc(tmp_path: Path) -> None:
    (macro,) = blocks("how-to/templates.md", "jinja")
    body = '{% import "parts.svg.j2" as m with context %}{{ m.disc(11, 11, 6.5, palette.lamp) }}'
    assert '{% import "parts.svg.j2" as m with context %}' in text_of("how-to/templates.md")
    folder = write_example(tmp_path, example(), whole_template(body))
    (folder / "templates" / "parts.svg.j2").write_text(macro, encoding="utf-8")
    assert '<circle cx="11" cy="11" r="6.5"' in Press(game := built(folder)).svg(game.card("goat"))


def test_every_name_that_a_template_sees_is_described(emporium: Game) -> None:
    described = set(
        first_column(section(text_of("how-to/templates.md"), "What a template sees"))[1:]
    )
    assert described == {f"`{name}`" for name in (*emporium.context, "card", "kind", "phrase")}


def test_every_attribute_of_a_text_area_is_described() -> None:
    cells = " ".join(first_column(section(text_of("how-to/templates.md"), "Text that fits itself")))
    assert set(re.findall(r"`([\w-]+)`", cells)) == area.ATTRIBUTES


def test_the_printable_svg_is_described() -> None:
    described = section(text_of("reference/svg.md"), "The SVG that can be printed")
    for name in (
        *SHAPES,
        "g",
        "svg",
        "defs",
        "symbol",
        "use",
        "text",
        "tspan",
        "image",
        "clipPath",
        "linearGradient",
        "radialGradient",
    ):
        assert f"`{name}`" in described, name
    for name in PAINT:
        assert f"`{name}`" in described or name.startswith("stroke-") or name == "clip-rule", name


REFUSED = {
    "<style> sheets": "<style>g rect {fill: red}</style>",
    "pattern": '<pattern id="p"/><rect width="9" height="9" fill="url(#p)"/>',
    "gradient as stroke": (
        '<defs><linearGradient id="g"><stop offset="0" '
        'stop-color="red"/></linearGradient></defs><path d="M1 1H9" stroke="url(#g)"/>'
    ),
    "spreadMethod": (
        '<defs><linearGradient id="g" spreadMethod="repeat"><stop/></linearGradient></defs><rect '
        'width="9" height="9" fill="url(#g)"/>'
    ),
    "foreignObject": "<foreignObject/>",
    "flowRoot": "<flowRoot>a</flowRoot>",
    "marker": '<path d="M1 1H9" stroke="black" marker-end="url(#m)"/>',
    "2mm": '<rect width="2mm" height="9"/>',
    "10%": '<rect width="10%" height="9"/>',
    "hsl": '<rect width="9" height="9" fill="hsl(1, 2%, 3%)"/>',
    "rgba": '<rect width="9" height="9" fill="rgba(1, 2, 3, 0.5)"/>',
    "script": "<script>alert(1)</script>",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_the_reference_calls_refused_is_refused(what: str, tmp_path: Path) -> None:
    described = section(text_of("reference/svg.md"), "What is refused")
    assert all(word in described for word in what.split(" sheets")[0].split())
    game = load_game(write_example(tmp_path, example(), whole_template(REFUSED[what] + "\n")))
    press = Press(game)
    press.stamp(game.card("goat"))
    assert {problem.code for problem in press.problems} == {"bad-svg"}
    assert [p.place.file for p in press.problems if p.place] == [
        "templates/passenger.svg.j2"
    ] * len(press.problems)


# ---------------------------------------------------------------- printing.md


def test_the_table_of_card_sizes_is_the_one_in_the_code() -> None:
    rows = re.findall(
        r"^\| `([\w-]+)` \| ([\d.]+) x ([\d.]+) \| ([\d.]+) x ([\d.]+) \|$",
        text_of("reference/printing.md"),
        re.M,
    )
    assert {name: (float(w), float(h)) for name, w, h, _, _ in rows} == CARD_SIZES
    assert [name for name, *_ in rows] == list(CARD_SIZES)
    for _, width, height, inches_wide, inches_high in rows:
        assert float(inches_wide) == pytest.approx(float(width) / 25.4, abs=0.006)
        assert float(inches_high) == pytest.approx(float(height) / 25.4, abs=0.006)


def test_the_counts_of_cards_a_sheet_are_true() -> None:
    rows = re.findall(
        r"^\| (none|`--backs fold`|([\d.]+) mm and ([\d.]+) mm) \| (\d.*) \| (\d.*) \| (\d.*) \|$",
        text_of("how-to/printing.md"),
        re.M,
    )
    assert len(rows) == 5
    for what, gutter, bleed, *cells in rows:
        for paper, cell in zip(("a4", "letter", "a3"), cells, strict=True):
            backs = Backs.FOLD if "fold" in what else Backs.DUPLEX
            layout = Layout(
                PAPER_SIZES[paper],
                CARD_SIZES["standard"],
                float(gutter or 0),
                float(bleed or 0),
                backs,
            )
            slots = card_grid(layout).slots
            sheets = impose([Piece("face", "back", "deck", layout.card_mm)] * slots, layout)
            warns = any(
                leaves_printable_area(sheet) for sheet in sheets if sheet.side != "back" or bleed
            )
            assert int(re.match(r"\d+", cell)[0]) == (
                slots // 2 if backs is Backs.FOLD else slots
            ), (what, paper)  # type: ignore[index]
            assert ("warning" in cell) == warns, (what, paper)


def test_the_colours_of_sleeves_are_those_of_the_game(emporium: Game) -> None:
    rows = re.findall(
        r"^\| (\w+) \| (\w+) \|$", section(text_of("how-to/printing.md"), "Sleeves"), re.M
    )
    assert rows[1:] == [(tier.name, tier.sleeve) for tier in emporium.context["tables"].tier]


# ---------------------------------------------------------------- python.md


@pytest.mark.slow
def test_every_block_of_python_md_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for number, block in enumerate(blocks("reference/python.md", "python"), 1):
        exec(compile(block, f"docs/reference/python.md, block {number}", "exec"), names)
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {
        "output/emporium-cards-a4.pdf",
        "troll.png",
        "troll.svg",
        "heroes.png",
        "my-game/output/my-game-cards-a4.pdf",
    } <= made
    assert "Hydra of the Weir" in capsys.readouterr().out


# ---------------------------------------------------------------- messages.md

CODE_AT = {"Message": 0, "Said": 0, "under": 0, "fault": 0, "FieldFault": 2, "check_choice": 1}


def _constants() -> dict[str, set[str]]:
    """Collect the texts that modules give a name in capitals, such as `UNDRAWN = "art-undrawn"`."""
    found: dict[str, set[str]] = {}
    for path in sorted({*MODULES, *PLAYING}):
        for name, text in re.findall(
            r'^(_?[A-Z_]+) = "([a-z]+(?:-[a-z]+)+)"$', path.read_text(encoding="utf-8"), re.M
        ):
            found.setdefault(name, set()).add(text)
    return found


CONSTANTS = _constants()


def codes_of(node: ast.expr | None, function: ast.AST) -> set[str]:
    """Return every code that an expression can be; a name is looked up in its function, an f-string
    is a family.
    """
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) and node.value else set()
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return {f"{node.values[0].value!s}<table>"}
    if isinstance(node, ast.IfExp):
        return codes_of(node.body, function) | codes_of(node.orelse, function)
    found: set[str] = set()
    if not isinstance(node, ast.Name):
        return found
    if node.id in CONSTANTS:
        return CONSTANTS[node.id]
    for assign in ast.walk(function):
        if not isinstance(assign, ast.Assign):
            continue
        target, value = assign.targets[0], assign.value
        pairs = (
            zip(target.elts, value.elts, strict=True)
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            else [(target, value)]
        )
        for name, one in pairs:
            if isinstance(name, ast.Name) and name.id == node.id:
                found |= codes_of(one, function)
    return found


def used_codes() -> dict[str, str]:
    """Collect the codes of problems in the code, each with a place."""
    found: dict[str, str] = {}
    for path in sorted({*MODULES, *PLAYING} - set(ADAPTERS)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for owner in ast.walk(tree):
            if not isinstance(owner, ast.ClassDef | ast.FunctionDef | ast.Module):
                continue
            codes: set[str] = set()
            if isinstance(owner, ast.ClassDef):  # a dataclass with a default code
                codes = {
                    c
                    for s in owner.body
                    if isinstance(s, ast.AnnAssign) and ast.unparse(s.target) == "code"
                    for c in codes_of(s.value, owner)
                }
            elif isinstance(owner, ast.FunctionDef):
                defaults = owner.args.defaults
                parameters = owner.args.args[len(owner.args.args) - len(defaults) :]
                codes = {
                    c
                    for a, d in zip(parameters, defaults, strict=True)
                    if a.arg == "code"
                    for c in codes_of(d, owner)
                }
            for call in ast.walk(owner):
                if isinstance(call, ast.Call):
                    name = (
                        call.func.attr
                        if isinstance(call.func, ast.Attribute)
                        else getattr(call.func, "id", "")
                    )
                    if name in CODE_AT:
                        given = [k.value for k in call.keywords if k.arg == "code"] or call.args[
                            CODE_AT[name] :
                        ][:1]
                        codes |= {c for argument in given for c in codes_of(argument, owner)}
            # `under` is a method of what writes source too
            named = {code for code in codes if re.fullmatch(r"[a-z0-9<>-]+", code)}
            found |= dict.fromkeys(named, f"{path.name}:{getattr(owner, 'lineno', 1)}")
    return found


@pytest.mark.slow
def test_every_code_is_in_messages_md_and_every_message_exists() -> None:
    listed = re.findall(r"^### ([a-z0-9<>-]+)$", text_of("reference/messages.md"), re.M)
    used = used_codes()
    assert len(listed) == len(set(listed))
    assert len(used) > 50
    used |= dict.fromkeys(LINT_CODES, "workshop.py")  # findings, which become problems
    assert {code: place for code, place in used.items() if code not in listed} == {}
    assert set(listed) - set(used) == set()


def test_every_message_says_what_to_do() -> None:
    for code in re.findall(r"^### (.+)$", text_of("reference/messages.md"), re.M):
        assert len(section(text_of("reference/messages.md"), code).split()) >= 10, code


def test_the_collector_of_codes_sees_all_ways_of_writing_one() -> None:
    tree = ast.parse(
        "def f(x):\n    a, b = 'one-code', 2\n    said = 'two-code' if x else 'three-code'\n"
    )
    function = tree.body[0]
    assert codes_of(ast.Name("a"), function) == {"one-code"}
    assert codes_of(ast.Name("said"), function) == {"two-code", "three-code"}
    assert codes_of(ast.parse("f'unknown-{x}'", mode="eval").body, function) == {"unknown-<table>"}


# ---------------------------------------------------------------- reference/findings.md


def test_every_finding_and_limit_is_described() -> None:
    from rules_check.games.brick_and_mortar import rules as brick
    from rules_check.games.empire.examine import CODES as EMPIRE
    from rules_check.games.emporium.examine import CODES as EMPORIUM
    from rules_check.games.merchants_of_magick import rules as merchants
    from rules_check.prove.checking import CODES
    from rules_check.verdict.findings import LIMITS

    text = text_of("reference/findings.md")
    named = {
        code
        for cell in first_column(section(text, "Findings"))
        for code in re.findall(r"`([a-z-]+)`", cell)
    }
    assert named == set(CODES) | set(EMPIRE) | set(EMPORIUM) | set(merchants.CODES) | set(
        brick.CODES
    )
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", section(text, "Limits"), re.M)
    assert {name: float(value) for name, value in rows} == {
        name: value for name, (value, _) in LIMITS.items()
    }
