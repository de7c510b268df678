"""Code shared by the targets of `export`: their options, reading a game and choosing cards, and
reporting the files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli import messages as say
from generator.cli.console import (
    FINE,
    FORMAT,
    GAME,
    INK,
    LANG,
    PLAYERS,
    STRICT,
    Bar,
    Printer,
    as_misuse,
    for_as_many,
    in_languages,
    open_game,
    output_folder,
    refuse_led_out,
    with_options,
    words_of,
)
from generator.cli.gathering import count_of
from generator.data.problems import Problems, counted

if TYPE_CHECKING:
    from generator.data.game import Chosen, Game
    from generator.face.press import Press
    from generator.pdf.raster import Progress

ALL = "all"
_INKS = {"low": "low-ink", "grey": "grey"}


@dataclass(frozen=True)
class ExportOptions:
    """The options of every target. `usual` is the folder if no one names one;
    `players` None is everything.
    """

    game: str | None
    only: tuple[str, ...]
    output: Path
    usual: Path
    is_strict: bool
    is_json: bool
    lang: str | None
    ink: str
    players: int | None

    def folder(self, game: Game) -> Path:
        """Return the folder for the files; its name includes language, players and ink, so that no
        export overwrites another.
        """
        is_usual = self.output == self.usual
        parts = [game.language] if game.is_translated and (is_usual or self.lang == ALL) else []
        parts += [f"for-{game.players}"] if game.players and is_usual else []
        parts += [_INKS[game.ink]] if game.ink in _INKS and is_usual else []
        if not parts:
            return self.output
        named = self.output.name not in ("", "..")
        if named:
            return self.output.with_name("-".join([self.output.name, *parts]))
        return self.output / "-".join(parts)


def taking(folder: str, has_ink: bool = True) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Decorate a target's command with the options that all targets share, as `ExportOptions`;
    `folder` is the default within output/.
    """
    usual = Path("output") / folder

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def packed(
            game: str | None,
            only: tuple[str, ...],
            output: Path,
            strict: bool,
            format_: str,
            lang: str | None,
            players: int | None,
            ink: str = "full",
            **own: Any,
        ) -> int:
            return command(
                ExportOptions(
                    game, only, output, usual, strict, format_ == "json", lang, ink, players
                ),
                **own,
            )

        return with_options(_options(usual, has_ink))(packed)

    return decorate


def _options(usual: Path, has_ink: bool) -> list[Any]:
    return [
        GAME,
        click.option(
            "--only",
            multiple=True,
            metavar="KIND|COMPONENT|ID",
            help="Export only these; separate several with commas, or repeat the option.",
        ),
        output_folder(usual),
        *([INK] if has_ink else []),
        LANG,
        PLAYERS,
        STRICT,
        FORMAT,
    ]


@dataclass(frozen=True)
class Asked:
    """What a target works with: a game whose faces can all be drawn, and which of its cards are
    wanted (None: all).

    `named` are the words of --only, ids of components without cards among them.
    """

    game: Game
    press: Press
    chosen: Chosen
    named: tuple[str, ...]
    output: Path
    problems: Problems
    is_strict: bool
    progress: Progress


@dataclass
class Exported:
    """What a target made: the files, in order, and what to say of it, in words and as data."""

    files: list[Path]
    said: list[str]
    results: dict[str, Any] = field(default_factory=dict)


def export(words: ExportOptions, work: Callable[[Asked], Exported], with_dice: bool = False) -> int:
    """Read a game, draw it, let a target do its work and report what was made, in each language
    asked for. Return the exit code.

    Faults in the data end it before any file changes, and so does a ProblemError that `work` raises
    before its files are renamed. `with_dice` says whether the target also has dice, which are not
    cards.
    """
    printer = Printer(words.is_json)

    def run(lang: str | None) -> int:
        from generator.face.press import Press
        from generator.job.planning import chosen_cards, refuse, words_meant

        problems = Problems()
        game = for_as_many(open_game(words.game, printer, problems, words.ink, lang), words.players)
        output = words.folder(game)
        refuse_led_out(output)
        with as_misuse():
            only = words_meant(game, words_of(words.only))
            chosen = chosen_cards(game, only)
        if with_dice:
            dice = set()
            for component in game.components:
                if component.dice or component.dial:
                    dice.add(component.id)
        else:
            dice = set()
        if chosen.is_all and not dice and not any(component.cards for component in game.components):
            raise click.UsageError(f"{game.title} has no cards, so there is nothing to export")
        if not (chosen.is_all or chosen.ids or dice.intersection(only)):
            raise click.UsageError(f"--only {' '.join(words.only)} names nothing that is printed")
        press = Press(game, version_marks=False)
        with Bar(printer) as bar:
            wanted = _wanted(game, chosen)
            for number, id_ in enumerate(wanted):
                bar.show(number, 2 * len(wanted), id_)
                press.stamp(game.cards[id_])
            problems.extend(press.problems)
            refuse(problems, words.is_strict)
            made = work(
                Asked(
                    game,
                    press,
                    chosen,
                    only,
                    output,
                    problems,
                    words.is_strict,
                    lambda done, total, label: bar.show(total + done, 2 * total, label),
                )
            )
        _note_others(made.files, problems)
        printer.report(problems)
        printer.results = {
            "game": game.title,
            "version": game.version,
            "language": game.language,
            "files": list(map(str, made.files)),
            **made.results,
        }
        for line in made.said:
            printer.say(line)
        printer.say(
            f"{counted(len(made.files), 'file')} in {output}, "
            f"{count_of(p for p in problems if p.severity != 'note')}"
        )
        return FINE

    return in_languages(words.game, words.lang, printer, run)


def refuse_empty(asked: Asked) -> None:
    """Raise UsageError if --only names only backs, which no table accepts without their cards."""
    from generator.export.stacks import stacks_of

    if not stacks_of(asked.game, asked.chosen):
        raise click.UsageError("--only names nothing for the table; backs come with their cards")


def _note_others(files: list[Path], problems: Problems) -> None:
    """Point out other pictures among those written: a card may have been renamed, and no one should
    upload the old one.
    """
    endings, own = {".png", ".json"}, set(files)
    others = []
    for folder in sorted({path.parent for path in files}):
        for path in sorted(folder.iterdir()):
            if path.suffix in endings and path not in own:
                others.append(path)
    if others:
        if len(others) == 1:
            which = f"'{others[0].name}' is"
        else:
            which = f"{len(others)} files ('{others[0].name}', …) are"
        problems.note(say.NOT_OF_THIS_EXPORT(which=which, folder=others[0].parent))


def _wanted(game: Game, chosen: Chosen) -> list[str]:
    """List the faces that may be needed: those chosen and their backs."""
    found: dict[str, None] = {}
    for component, card in game.in_box(chosen):
        found |= dict.fromkeys(filter(None, (card.id, component.back_of(card))))
    return [*found, *(id_ for id_ in chosen.ids if id_ not in found)]
