"""Factories for all tests: a small game in a folder of its own, and the real Emporium."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import settings

from generator.data import files
from generator.data.game import Game
from generator.data.loading import bundled_games, load_game

settings.register_profile("same", derandomize=True, deadline=None, database=None)
FEW = 20
settings.register_profile("quick", settings.get_profile("same"), max_examples=FEW)
settings.load_profile("same")  # the same examples at every run; `make fuzz` looks for others

ROOT = Path(__file__).resolve().parents[1]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 63 88">\n{}\n</svg>\n'


def make_game(
    folder: Path,
    face: str = '<text x="5" y="10">{{ card.name }}</text>',
    cards: Mapping[str, Any] | None = None,
    fields: Mapping[str, str] | None = None,
    files: Mapping[str, str | bytes] | None = None,
    kind: Mapping[str, Any] | None = None,
    **sections: Any,
) -> Game:
    """Write a game with one kind, 'card', into a folder and load it.

    `face` is what its template draws inside a 63 x 88 svg, from line 2 on; `files` are further files by name, icons and other
    templates among them; `kind` adds to the kind, and `sections` are merged into cards.yaml, key by key. Its cards bear no version
    marks unless `print` says so, so that what a test sees is what its template drew.
    """
    data: dict[str, Any] = {"game": {"title": "Trial", "version": "1.2.3"}, "print": {"version_marks": False}}
    cards = {"one": {"name": "One"}} if cards is None else cards
    columns = dict(fields or {"name": "line"})
    data["kinds"] = {"card": {"template": "card.svg.j2", "fields": columns, **(kind or {}), "cards": dict(cards)}}
    for key, section in sections.items():
        data[key] = {**data.get(key, {}), **section}
    contents = {
        "cards.yaml": yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1000),
        "templates/card.svg.j2": SVG.format(face),
        **(files or {}),
    }
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_game(folder)


@pytest.fixture(autouse=True, scope="session")
def shapes() -> Iterator[None]:
    """Hold what commands print as JSON to its schema, in every test."""
    from tests.shapes import held_to_shapes

    with held_to_shapes():
        yield


def examples(many: int) -> int:
    """Say of how many examples a property is tried: of `many`, but of few where only the quick tests are wanted."""
    return min(many, FEW) if settings().max_examples == FEW else many


def some(values: Iterable[Any], one_in: int) -> list[Any]:
    """Make parameters of values: the first of each so many is tried at every run, all others by `make thorough` alone."""
    tuples = [one if isinstance(one, tuple) else (one,) for one in values]
    return [pytest.param(*one, marks=pytest.mark.thorough if n % one_in else ()) for n, one in enumerate(tuples)]


SLOW = (
    "games/test_brick_and_mortar.py",
    "games/test_empire.py",
    "games/test_merchants_of_magick.py",
    "generator/book/test_feedback.py",
    "generator/book/test_rulebook.py",
    "generator/cells/test_books.py",
    "generator/cells/test_importing.py",
    "generator/cli",
    "generator/data/test_apart.py",
    "generator/data/test_editors.py",
    "generator/data/test_languages.py",
    "generator/export",
    "generator/face/test_fingerprints.py",
    "generator/face/test_outlines.py",
    "generator/face/test_pictograms.py",
    "generator/face/test_press.py",
    "generator/face/test_rtl.py",
    "generator/face/test_sandbox.py",
    "generator/job/test_build.py",
    "generator/job/test_differing.py",
    "generator/job/test_releasing.py",
    "generator/job/test_reprinting.py",
    "generator/lint/test_lint.py",
    "generator/lint/test_numbers.py",
    "generator/pdf/test_document.py",
    "generator/pdf/test_inks.py",
    "generator/pdf/test_raster.py",
    "generator/pdf/test_showing.py",
    "generator/sheet/test_papercraft.py",
    "rules_check/adapters",
    "rules_check/cli",
    "rules_check/engine",
    "rules_check/games/brick_and_mortar",
    "rules_check/games/empire/test_accounts.py",
    "rules_check/games/empire/test_actions.py",
    "rules_check/games/empire/test_examine.py",
    "rules_check/games/empire/test_growth.py",
    "rules_check/games/empire/test_knowledge.py",
    "rules_check/games/empire/test_perft.py",
    "rules_check/games/empire/test_space.py",
    "rules_check/games/empire/test_story.py",
    "rules_check/games/emporium/test_examine.py",
    "rules_check/games/emporium/test_expert.py",
    "rules_check/games/emporium/test_growth.py",
    "rules_check/games/emporium/test_hide.py",
    "rules_check/games/emporium/test_perft.py",
    "rules_check/games/emporium/test_rulings.py",
    "rules_check/games/emporium/test_space.py",
    "rules_check/games/emporium/test_story.py",
    "rules_check/games/merchants_of_magick",
    "rules_check/games/test_add_a_game.py",
    "rules_check/games/test_alone.py",
    "rules_check/games/test_best_response.py",
    "rules_check/games/test_minding.py",
    "rules_check/games/test_new_rules.py",
    "rules_check/games/test_rulings_told.py",
    "rules_check/games/test_tricks.py",
    "rules_check/log/test_store.py",
    "rules_check/play/test_measure.py",
    "rules_check/play/test_own.py",
    "rules_check/play/test_record.py",
    "rules_check/play/test_rows.py",
    "rules_check/play/test_session.py",
    "rules_check/play/test_simulate.py",
    "rules_check/play/test_tallies.py",
    "rules_check/play/test_workers.py",
    "rules_check/prove",
    "rules_check/report",
    "studio",
    "test_attacks.py",
    "test_ci.py",
    "test_docs.py",
    "test_shapes.py",
    "test_site.py",
    "test_wheel.py",
)
"""What `make quick` leaves out, files and folders: whole games by the thousand, what is compiled, browsers, processes of their own, large PDFs."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="leave out all that takes long; with NUMBA_DISABLE_JIT=1 nothing is compiled"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is slow, where only the quick tests are wanted."""
    path = collection_path.relative_to(ROOT / "tests").as_posix() if collection_path.is_relative_to(ROOT / "tests") else ""
    return True if config.getoption("--quick") and path in SLOW else None


def listed(name: str) -> frozenset[str]:
    """Read ids of tests, as below tests/, with what is in brackets or for all of these."""
    return frozenset((ROOT / "tests" / name).read_text("utf-8").splitlines()[1:])


LONG = listed("long.txt")
"""What takes long by itself: `make test` leaves it to `make long`."""
SINGLE = listed("slow.txt")
"""What `make quick` leaves out of files that are quick otherwise."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves to `make long`; where only the quick tests are wanted, leave out the single ones that are slow.

    Files of many long tests come first, or one of them would be left to the end, with nothing to do for the other workers.
    """

    def is_in(item: pytest.Item, ids: frozenset[str]) -> bool:
        own = item.nodeid.removeprefix("tests/")
        return own in ids or own.partition("[")[0] in ids

    for item in items:
        if is_in(item, LONG):
            item.add_marker(pytest.mark.long)
    dear = Counter(own.partition("::")[0] for own in LONG)
    items.sort(key=lambda item: -dear[item.nodeid.removeprefix("tests/").partition("::")[0]])
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=[item for item in items if is_in(item, SINGLE)])
        items[:] = [item for item in items if not is_in(item, SINGLE)]


def pytest_configure(config: pytest.Config) -> None:
    """Compile the rules before the tests are shared out, or each worker would do it for itself; one alone (`-n 0`) compiles what it meets.

    Started in the background of a script, tests inherit that Ctrl-C is ignored, and those that press it would wait for ever.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--quick"):
        settings.load_profile("quick")
    is_sharing = config.getoption("numprocesses") and not hasattr(config, "workerinput")
    if not is_sharing:
        gc.disable()  # until all is imported: nothing of that is ever let go
    elif os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        from rules_check.engine.game import GROUP
        from rules_check.engine.warming import warm_all

        played = {entry.name for entry in entry_points(group=GROUP)}  # a game may be printed before anybody writes its rules
        warm_all(name for name in bundled_games() if name in played)


def pytest_collection_finish() -> None:
    """Look for what can be let go from here on, but seldom, and never again among what has been imported and collected."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def meanwhile(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> None:
    """Let something be done once by somebody else: at the last moment before a command takes its turn to write into a folder."""
    turn = files.turn

    def taken(folder: Path) -> AbstractContextManager[None]:
        monkeypatch.setattr(files, "turn", turn)
        work()
        return turn(folder)

    monkeypatch.setattr(files, "turn", taken)


@pytest.fixture(scope="session")
def emporium() -> Game:
    """The game of this checkout."""
    return load_game(ROOT / "cards.yaml")
