"""Stages 2 to 5 for the rulebook: templates/rulebook.md.j2 becomes an A5 booklet; in French,
rulebook.fr.md.j2 if there is one.

In: a Game and its Press. Out: the bytes of a PDF. The template writes Markdown with what every
template sees. Beyond Markdown there is only this:

    {gold}                      an icon in the line, as on cards; a plain brace is written \\{
    ![caption](cards:tib,troll) these faces side by side; `tib+fish-spear` puts two edge to edge
    ![](cards:tib "beside")     the picture on the left, and the text after it beside it, up to the
                                next picture or heading
    ![](cards:tib "9,11 38,40") numbered marks on the first face, in millimetres from its top left
                                corner
    ![](table:tib@80,60;back-hero@200,60,90 "400 x 300 20,20")
                                a table of 400 x 300 mm: centres of cards, their turns in degrees,
                                then marks
    ![](setup:4)                the table as `setup:` sets it up for four players
    ![](icon:market)            an icon across the page, or as wide as a title such as "40 mm"
    ![](art/market.png)         a picture in the game's folder, likewise
    ---                         starts a page; the text before the first one is the cover
    ***                         the text after it goes on the back of the booklet

The rulebook uses the game's palette if it has `ink`, `gold`, `shade`, `card`, and its fonts
`display` and `text`. Between cover and back the pages are filled to a multiple of four with room
for notes. reportlab's platypus was not taken: it has no icons in a line, costs 0.1 s to import, and
what is needed of it (strips of a page, some kept together) is `paginate`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jinja2
import jinja2.ext
import jinja2.lexer
from markupsafe import Markup

from generator.book import messages as say
from generator.book.aloud import parts_asked
from generator.book.composing import (
    BODY_MM,
    COVER,
    HEADINGS,
    PAGE_MM,
    SIDE_MM,
    TOP_MM,
    WIDTH_MM,
    Composer,
    Style,
    language_of,
    line_of,
    only_picture,
    template_of,
)
from generator.book.joined import joined_lines
from generator.book.strips import Page, Pen, Strip, paginate, stack
from generator.data.budget import HINT, OutOfTime, limited, said_of
from generator.data.game import Game, Record
from generator.data.geometry import Box
from generator.data.opening import read_file
from generator.data.problems import Place, ProblemError, did_you_mean
from generator.data.quoting import quotes_of
from generator.data.units import PT_PER_MM
from generator.data.wording import phrase
from generator.face.bidi import turns
from generator.face.faces import make_environment, variable_of
from generator.face.press import Press
from generator.face.sandbox import MOST_SOURCE
from generator.face.text.lines import line_width
from generator.sheet.outputs import document_for

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode as Node

EMPTY_MM = 8.0  # nothing is printed closer to the sides of a page
_LINE = re.compile("\ue000(\\d+)\ue001")
Rendered = tuple[str, list[int]]
"""The Markdown that the template wrote, and for each of its lines the template's line."""


class _LineMarks(jinja2.ext.Extension):
    """Write into the text of a template, at the end of each line, which line that is."""

    def filter_stream(self, stream: jinja2.lexer.TokenStream) -> Iterator[jinja2.lexer.Token]:
        for token in stream:
            if token.type == jinja2.lexer.TOKEN_DATA:
                first, *rest = token.value.split("\n")
                marked = first + "".join(
                    f"\ue000{token.lineno + n}\ue001\n{text}" for n, text in enumerate(rest)
                )
                yield jinja2.lexer.Token(token.lineno, token.type, marked)
            else:
                yield token


def render_rulebook(
    game: Game, press: Press, prepare: Callable[[jinja2.Environment], None] | None = None
) -> Rendered | None:
    """Run the template: the Markdown, and for each of its lines the template's line that wrote it.

    None if the game has no rulebook, or its template cannot be run; the press then has the problem.
    `prepare` may change the environment of the template.
    """
    template = template_of(game)
    if not (game.templates / template).is_file():
        return None
    if game.is_translated and game.language not in template.split("."):
        press.problems.note(
            say.RULEBOOK_UNTRANSLATED(language=game.language, template=template),
            Place(f"templates/{template}"),
        )
    environment = make_environment(game.templates, language_of(game), autoescape=False)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.add_extension(_LineMarks)
    if prepare is not None:
        prepare(environment)
    environment.begin()
    try:
        with limited():
            text = environment.get_template(template).render(
                game.context | _rules_aloud(game, press, template)
            )
    except ProblemError as fault:
        press.problems.extend(fault.problems)
        return None
    except Exception as fault:  # anything a template does wrong, whatever Python calls it
        problem = press.maker.template_problem(fault, None)
        name = variable_of(problem.said)
        if name:  # the rulebook sees less than a card's template
            problem = replace(problem, hint=did_you_mean(name, game.context))
        press.problems.add(problem)
        return None
    press.problems.extend(environment.fillings.problems(game))
    _warn_of_joined_lines(game, press, template)
    lines: list[int] = []
    at = 0
    for line in reversed(
        text.split("\n")
    ):  # a line broken by the data ends where the template's does
        found = _LINE.findall(line)
        at = int(found[-1]) if found else at
        lines.append(at)
    return _LINE.sub("", text), lines[::-1]


def _rules_aloud(game: Game, press: Press, template: str) -> dict[str, Any]:
    """Return the numbers of the rules with the parts that are read aloud, under the name that the
    template knows; nothing if it asks for none.

    Raises ProblemError with the faults of the rules.
    """
    source = read_file(game.templates / template, game.folder, MOST_SOURCE).decode(errors="replace")
    parts = parts_asked(game, source)
    if not parts:
        return {}
    if language_of(game).partition("-")[0] != "en":
        message = say.RULES_UNTRANSLATED(template=template)
        hint = "write these parts in this language by hand"
        press.problems.note(message, Place(f"templates/{template}"), hint)
    lists = {
        name: Markup(part) for name, part in parts.items()
    }  # whose lines stay lines, unlike those of data
    return {"rules": Record({**lists, **game.context["rules"]._values})}


def _warn_of_joined_lines(game: Game, press: Press, template: str) -> None:
    """Warn about each line of the template whose line break a tag removes, so that the next line
    joins it.
    """
    source = read_file(game.templates / template, game.folder, MOST_SOURCE).decode(errors="replace")
    for joined in joined_lines(source):
        begins = joined.following[:24] + ("…" if len(joined.following) > 24 else "")
        press.problems.warn(
            say.LINE_JOINED(begins=begins),
            Place(f"templates/{template}", joined.line, joined.column, joined.length),
        )


def rulebook_pages(
    game: Game, press: Press, rendered: Rendered
) -> tuple[list[Page], dict[str, str]]:
    """Lay the rulebook out: its pages, a multiple of four, and its colours."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    text, lines = rendered
    quotes = quotes_of(language_of(game)) if game.quoting else None
    rules = ["table", "strikethrough", "replacements", *(["smartquotes"] if quotes else [])]
    markdown = (
        MarkdownIt("commonmark", {"html": True, "typographer": True, "quotes": list(quotes or ())})
        .enable(rules)
        .disable("text_join")
    )
    markdown.inline.ruler.before("emphasis", "star_in_word", _star_in_word)
    markdown.core.ruler.push("captions", _set_captions)
    nodes = SyntaxTreeNode(markdown.parse(text)).children
    composer = Composer(game, press, lines)
    types = [node.type for node in nodes]
    first = 0
    if "hr" in types:
        first = types.index("hr")
    elif types[:1] == ["heading"]:
        first = 1
    cover = _cover(composer, nodes[:first])
    strips = composer.blocks(nodes[first:], WIDTH_MM)
    breaks = [*(strip.breaks for strip in strips), "back"]
    turn = breaks.index("back")
    body, back = paginate(strips[:turn], BODY_MM), paginate(strips[turn + 1 :], BODY_MM)
    spare = -(1 + len(body) + len(back)) % 4
    pages = [*body, *([(_notes(composer), 0.0)] for _ in range(spare)), *back]
    numbered = [Page(tuple(page), number) for number, page in enumerate(pages, 2)]
    return [cover, *numbered], composer.colours


def _set_captions(state: StateCore) -> None:
    """Give captions the same quotes and dashes as other text; markdown-it leaves those of pictures
    as typed.
    """
    from markdown_it.rules_core import replace as set_signs
    from markdown_it.rules_core import smartquotes as set_quotes
    from markdown_it.token import Token

    all_tokens = state.tokens
    inlines = [token for token in all_tokens if token.type == "inline"]
    images = []
    for token in inlines:
        for child in token.children or []:
            if child.type == "image" and child.children:
                images.append(child)
    state.tokens = [
        Token("inline", "", 0, content=image.content, children=image.children) for image in images
    ]
    set_signs(state)
    set_quotes(state)
    state.tokens = all_tokens


def _star_in_word(state: StateInline, silent: bool) -> bool:
    """Read one star between letters or digits as a star, so that 2*3*4 stays unchanged."""
    at = state.pos
    if silent or state.src[at] != "*" or not 0 < at < state.posMax - 1:
        return False
    if not (state.src[at - 1].isalnum() and state.src[at + 1].isalnum()) or turns(
        state.src[at - 1 : at + 2]
    ):
        return False  # in Hebrew and Arabic a word may be written onto the one after it
    state.pending += "*"
    state.pos += 1
    return True


def _cover(composer: Composer, nodes: Sequence[Node]) -> Page:
    """Set the cover: everything centred, room above and below its art."""
    strips: list[Strip] = []
    for number, node in enumerate(nodes):
        picture = only_picture(node)
        if picture is not None:
            strips += composer.picture(picture, node, WIDTH_MM)
        elif node.type == "heading":
            strips += composer.text(
                node.children[0], _fitted(composer, node), WIDTH_MM, line_of(node)
            )
        elif node.type == "paragraph":
            name = "subtitle" if number == 1 else "line"
            strips += composer.text(node.children[0], COVER[name], WIDTH_MM, line_of(node))
        else:
            strips += composer.block(node, WIDTH_MM, COVER["line"])
    height, _ = stack(strips)
    spare = max(0.0, PAGE_MM[1] - 2 * TOP_MM - 8 - height)
    gap = spare / 3

    def framed(pen: Pen, x: float, y: float) -> None:
        width, height = PAGE_MM
        outer = Box(EMPTY_MM, EMPTY_MM, width - 2 * EMPTY_MM, height - 2 * EMPTY_MM)
        pen.frame(outer, 0.9, "ink", 2.4)
        pen.frame(Box(9.8, 9.8, width - 19.6, height - 19.6), 0.5, "gold", 1.4)

    placed: list[tuple[Strip, float]] = [(Strip(0, framed), 0.0)]
    top = 4.0 + gap
    for number, strip in enumerate(strips):
        has_art_above = number > 0 and strips[number - 1].height > 30
        top += strip.before + (gap if has_art_above else 0.0)
        placed.append((strip, top))
        top += strip.height
    return Page(tuple(placed))


def _fitted(composer: Composer, node: Node) -> Style:
    """Choose the largest size at which the title is on one line, down to half."""
    style = COVER["title"]
    wide = max(map(line_width, composer.words(node.children[0], style, line_of(node))))
    return style._replace(
        size_pt=max(
            style.size_pt / 2, min(style.size_pt, WIDTH_MM / (wide or 1) * PT_PER_MM * 0.98)
        )
    )


def _notes(composer: Composer) -> Strip:
    """Fill a page with lines to write on."""
    style = HEADINGS["h3"]
    font, title = composer.font(style), phrase(composer.language, "notes")

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.text(title, x, y + 4.5, style.size_pt, None if font.unshown(title) else font)
        for number in range(2, int(BODY_MM / 8)):
            pen.rule(x, y + number * 8, x + WIDTH_MM, y + number * 8, 0.25, "ink", "[0 3] 0 d")

    return Strip(BODY_MM, draw)


def _draw_page(pen: Pen, page: Page, game: Game) -> None:
    for strip, top in page.strips:
        strip.draw(pen, SIDE_MM, TOP_MM + top)
    if page.number:
        y = PAGE_MM[1] - 9.5
        is_left = page.number % 2 == 0
        outer, inner = (
            (SIDE_MM, PAGE_MM[0] - SIDE_MM) if is_left else (PAGE_MM[0] - SIDE_MM, SIDE_MM)
        )
        pen.text(str(page.number), outer, y, 9, None, "ink", "left" if is_left else "right")
        pen.text(
            f"{game.title} {game.version}",
            inner,
            y,
            7.5,
            None,
            "ink",
            "right" if is_left else "left",
        )


def _once(game: Game, press: Press, what: str, write: Callable[[Rendered], bytes]) -> bytes | None:
    """Write a book, or return the previous one if its text, its paper, its colours and all its
    faces are the same.
    """
    rendered = render_rulebook(game, press)
    if rendered is None:
        return None
    said = repr(
        (game.title, game.version, game.info.designers, game.context["palette"]._values, game.fonts)
    )
    table = repr(game.root.data()) if "setup:" in rendered[0] else ""
    key = (rendered[0], tuple(rendered[1]), said, table)
    if (written := press.as_written(what, key)) is not None:
        return written
    faults_before = len(press.problems)
    try:
        with limited(), press.asking() as asked:
            book = write(rendered)
    except (OutOfTime, MemoryError) as fault:
        message = say.RULEBOOK_TOO_MUCH(fault=said_of(fault))
        press.problems.add(press.maker.problem(message, f"{template_of(game)}:1", None, HINT))
        return None
    if len(press.problems) == faults_before:
        press.keep_written(what, key, [id_ for id_ in asked if id_ in game.cards], book)
    return book


def write_rulebook(game: Game, press: Press) -> bytes | None:
    """Write a game's rulebook, A5, page after page; the number of pages is a multiple of four.

    None if the game has no templates/rulebook.md.j2 or it cannot be run. Problems go to the press.
    """

    def write(rendered: Rendered) -> bytes:
        pages, colours = rulebook_pages(game, press, rendered)
        document = document_for(game, press, phrase(game.language, "rulebook"))
        pen = Pen(document, PAGE_MM[1], colours)
        for page in pages:
            document.page(*PAGE_MM)
            _draw_page(pen, page, game)
        return document.close()

    return _once(game, press, "rulebook", write)


def scale_within(trim_mm: tuple[float, float]) -> float:
    """Return the scale at which a page is within another that is smaller; 1 at most. Half of its
    empty edge is cut off.
    """
    return min(
        1.0, *(trim / (page - EMPTY_MM) for trim, page in zip(trim_mm, PAGE_MM, strict=True))
    )


def write_pages(
    game: Game, press: Press, paper_mm: tuple[float, float], trim_mm: tuple[float, float]
) -> bytes | None:
    """Write the rulebook for somebody who binds it: a page in the middle of each sheet, which is
    cut to `trim_mm` in the end.
    """
    width, height = paper_mm
    scale = scale_within(trim_mm)

    def write(rendered: Rendered) -> bytes:
        pages, colours = rulebook_pages(game, press, rendered)
        document = document_for(game, press, phrase(game.language, "rulebook"))
        pen = Pen(document, height, colours)
        left = (width - PAGE_MM[0] * scale) / 2
        up = (height + PAGE_MM[1] * scale) / 2 - height * scale
        for page in pages:
            document.page(width, height)
            with pen.scaled(scale, left, up):
                _draw_page(pen, page, game)
        return document.close()

    return _once(game, press, f"pages {width:g} x {height:g} mm, {scale:.4f}", write)


def write_booklet(game: Game, press: Press, paper_mm: tuple[float, float]) -> bytes | None:
    """Write the rulebook two pages to a side of paper, in the order for folding and stapling: print
    double-sided, short-edge flip.

    `paper_mm` is upright or not; the pages are scaled down if half of the paper is smaller than A5.
    """
    width, height = max(paper_mm), min(paper_mm)
    scale = min(1.0, width / 2 / PAGE_MM[0], height / PAGE_MM[1])

    def write(rendered: Rendered) -> bytes:
        pages, colours = rulebook_pages(game, press, rendered)
        document = document_for(game, press, phrase(game.language, "booklet"))
        document.prints_on("DuplexFlipShortEdge")
        pen = Pen(
            document, height, colours, has_outline=False
        )  # its pages are not in the order of reading
        top = (height - PAGE_MM[1] * scale) / 2
        for side in range(len(pages) // 2):
            document.page(width, height)
            if side % 2 == 0:
                pair = (pages[-1 - side], pages[side])
            else:
                pair = (pages[side], pages[-1 - side])
            for left, page in zip((width / 2 - PAGE_MM[0] * scale, width / 2), pair, strict=True):
                with pen.scaled(scale, left, height - top - height * scale):
                    _draw_page(pen, page, game)
        return document.close()

    return _once(game, press, f"booklet {width:g} x {height:g} mm", write)
