"""Hostile games: copies of games with what a stranger may put beside them. Each function adds one
sort of it to a folder.

The folder lies three deep in `shelf`; beside `shelf` lies `outside`, which holds what nobody may
touch.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import Image

from rules_check.log.old import APPLICATION_ID, SCHEMA
from tests.generator.face.emoji import DRAGON, colour_font
from tests.rules_check.log.olden import put_hot_journal

CANARY = (19, 199, 226)
"""The colour of the picture outside; nothing else has it."""
_HEX = "#{:02x}{:02x}{:02x}".format(*CANARY)
_SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
FOREIGN = {
    ".numba_config.yaml": "chrome_trace: {outside}/victim.txt\ncache_dir: numba-cache\n",
    "matplotlibrc": "backend: agg\n",
    "reportlab_settings.py": "raise SystemExit('ran reportlab_settings')\n",
    "local_reportlab_settings.py": "raise SystemExit('ran local_reportlab_settings')\n",
    "pip.conf": "[global]\nindex-url = https://example.invalid/\n",
    ".env": "NUMBA_CHROME_TRACE={outside}/victim.txt\nPYTHONSTARTUP=x.py\n",
    "dask.yaml": "distributed: {{scheduler: {{preload: [evil]}}}}\n",
    "sitecustomize.py": "raise SystemExit('ran sitecustomize')\n",
    "usercustomize.py": "raise SystemExit('ran usercustomize')\n",
    "conftest.py": "raise SystemExit('ran conftest')\n",
    "fonts.conf": "<fontconfig><dir>{outside}</dir></fontconfig>\n",
    "fonts/fonts.conf": "<fontconfig><dir>{outside}</dir></fontconfig>\n",
    "setup.py": "raise SystemExit('ran setup')\n",
    "evil.pth": "import sitecustomize\n",
    "logging.conf": "[loggers]\nkeys=root\n",
    ".pythonrc": "raise SystemExit('ran pythonrc')\n",
    "uvicorn.json": "{{}}\n",
    "__pycache__/json.cpython-311.pyc": "no code\n",
}
"""Files that libraries read where they are started, or that Python takes for code."""
SHADOWED = (
    "json",
    "yaml",
    "numpy",
    "numba",
    "PIL",
    "click",
    "pickle",
    "re",
    "struct",
    "random",
    "resvg_py",
    "generator",
    "platformdirs",
)
NOTE = "\x1b]0;owned\x07\x1b[2J\x9b31m back\x08 \x7f"
"""What steers a terminal: its title, its screen, its colours."""


def make_outside(outside: Path) -> None:
    """Fill the folder that nobody may touch."""
    outside.mkdir()
    Image.new("RGB", (64, 64), CANARY).save(outside / "secret.png")
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="r" width="9" '
        f'height="9" fill="{_HEX}"/></svg>'
    )
    (outside / "secret.svg").write_text(svg)
    (outside / "victim.txt").write_text("kept\n")
    (outside / "deleted.txt").write_text("kept too\n")
    (outside / "secret.yaml").write_text("secret: canary\n")
    (outside / "out").mkdir()


def add_foreign_files(game: Path, outside: Path) -> None:
    """Add settings of libraries, and modules that have the names of others."""
    for name, content in FOREIGN.items():
        path = game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.format(outside=outside), encoding="utf-8")
    for name in SHADOWED:
        (game / f"{name}.py").write_text(f"raise SystemExit('ran {name}')\n", encoding="utf-8")
    (game / "pyproject.toml").write_text(
        "[build-system]\nrequires = []\nbuild-backend = 'evil'\nbackend-path = ['.']\n",
        encoding="utf-8",
    )
    (game / "secret.yaml").symlink_to(outside / "secret.yaml")
    (game / "link.png").symlink_to(outside / "secret.png")


RULES = (
    "import os\nprint('ran rules', flush=True)\nopen({victim!r}, 'a').write('ran')\nos._exit(3)\n"
)
"""Rules that show that they ran: by what they print, what they change and how they end."""


def add_rules(game: Path, outside: Path) -> None:
    """Put rules in Python beside the cards, with all that could pass for the user's agreement to
    them.
    """
    content = RULES.format(victim=str(outside / "victim.txt")).encode()
    (game / "rules.py").write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    for folder in (
        "trusted",
        ".emporium-pnp/trusted",
        "emporium-pnp/trusted",
        ".local/state/emporium-pnp/trusted",
    ):
        (game / folder).mkdir(parents=True, mode=0o700)
        (game / folder / digest).touch()
    (game / ".env").write_text(f"XDG_STATE_HOME={game}\nHOME={game}\n", encoding="utf-8")
    (game / "__pycache__").mkdir(exist_ok=True)
    (game / "__pycache__" / f"rules.{sys.implementation.cache_tag}.pyc").write_bytes(content)


def add_repository(game: Path, outside: Path) -> None:
    """Make the game's folder a repository whose settings, attributes and hooks name programs."""
    program = game / "ran.sh"
    program.write_text(f"#!/bin/sh\necho ran >> {outside}/victim.txt\n")
    program.chmod(0o755)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(outside),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }

    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        subprocess.run(
            ["git", *who, "-C", str(game), *words], check=True, capture_output=True, env=environment
        )

    git("init", "-q")
    git("add", "cards.yaml", "templates")
    git("commit", "-qm", "first")
    (game / ".gitattributes").write_text(
        "* filter=evil diff=evil merge=evil working-tree-encoding=utf-8\n"
    )
    with (game / ".git" / "config").open("a") as config:
        config.write(
            f"[core]\n\tfsmonitor = {program}\n\thooksPath = .\n\tpager = {program}\n\teditor = "
            f"{program}\n\tsshCommand = {program}\n"
            f"\taskPass = {program}\n\tgitProxy = {program}\n\talternateRefsCommand = {program}\n"
            f'[filter "evil"]\n\tsmudge = {program}\n\tclean = {program}\n\tprocess = {program}\n'
            "\trequired = true\n"
            f'[diff "evil"]\n\ttextconv = {program}\n\tcommand = {program}\n[diff]\n\texternal = '
            f"{program}\n"
            f"[credential]\n\thelper = !{program}\n[alias]\n\trev-parse = !{program}\n\tcat-file = "
            f"!{program}\n"
            f'[uploadpack]\n\tpackObjectsHook = {program}\n[remote "origin"]\n\turl = '
            f"ext::{program}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n"
            f"[gpg]\n\tprogram = {program}\n"
        )
    for hook in (
        "post-checkout",
        "pre-auto-gc",
        "reference-transaction",
        "fsmonitor-watchman",
        "post-index-change",
    ):
        (game / ".git" / "hooks" / hook).write_text(program.read_text())
        (game / ".git" / "hooks" / hook).chmod(0o755)


def add_repository_of_another(game: Path, outside: Path) -> None:
    """Let the game's repository say that its files are those of another, which is somebody's
    own.
    """
    add_repository(game, outside)
    other = outside / "other"
    shutil.copytree(game, other, symlinks=True)
    shutil.copy(game / "cards.yaml", other / "cards.yaml")
    with (game / ".git" / "config").open("a") as config:
        config.write(f"[core]\n\tworktree = {other}\n")


def add_journal_above(game: Path, outside: Path) -> None:
    """Leave a journal three folders above, which moves a file of ours there over one of somebody
    else's.
    """
    shelf = game.parents[2]
    (shelf / ".emporium-pnp-aaaaaaaa.part").write_text("moved\n")
    (shelf / "precious.txt").write_text("kept\n")
    (shelf / ".emporium-pnp.journal").write_text(
        '[[".emporium-pnp-aaaaaaaa.part", "precious.txt"]]'
    )


# ---------------------------------------------------------------- what commands keep beside a game


def play_log(game: Path, text: str = "fine") -> None:
    """Keep a play, in both forms that a log has had, and a note from the studio, with a text in
    each place that has one.
    """
    folder = game / "playtests"
    folder.mkdir(exist_ok=True)
    play: dict[str, object] = {
        "number": 1,
        "date": "2026-11-20",
        "players": ["Ann", text],
        "winners": [text],
        "minutes": 30,
        "rounds": None,
    }
    play |= {
        "scores": None,
        "remarks": [{"card": text, "text": text}],
        "note": text,
        "game": text,
        "version": text,
        "data": text,
    }
    lines = [{"format": "emporium-pnp plays 1"}, play]
    (folder / "plays.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8"
    )
    note = {
        "number": 1,
        "text": text,
        "who": text,
        "date": "2026-11-20",
        "version": text,
        "data": "",
        "card": text,
    }
    (folder / "notes.jsonl").write_text(json.dumps(note) + "\n", encoding="utf-8")
    old_log(game, text)


def old_log(game: Path, text: str = "fine") -> None:
    """Keep a play in a file of SQLite."""
    with contextlib.closing(sqlite3.connect(game / "playtests.sqlite")) as database:
        database.executescript(
            f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version=1; {SCHEMA}"
        )
        database.execute(
            "INSERT INTO play VALUES (1, 'trial', ?, '', '2026-11-20', 30, NULL, ?)", (text, text)
        )
        database.executemany(
            "INSERT INTO seat VALUES (1, ?, ?, ?, NULL)",
            [(1, f"Ann {text}", 0), (2, f"Bo {text}", 1)],
        )
        database.execute("INSERT INTO remark VALUES (1, 1, ?, ?)", (text, text))
        database.commit()


def add_words_for_terminals(game: Path, outside: Path) -> None:
    """Leave a log, notes and a lock whose words steer a terminal."""
    play_log(game, NOTE)
    alone = {
        "number": 2,
        "text": "\ud800",
        "who": "\udfff",
        "date": "2026-11-20",
        "version": "\ud800",
        "data": "",
    }
    with (game / "playtests" / "notes.jsonl").open("a") as notes:
        notes.write(json.dumps(alone) + "\n")
    said = json.dumps(NOTE)
    card = f"{{name: {said}, deck: {said}, copies: 2, face: {said}, back: {said}, version: {said}}}"
    (game / "cards.lock").write_text(
        f"lock: 1\ngame: {said}\ncards:\n  noon: {card}\n  {said}: {card}\n", encoding="utf-8"
    )


def add_hot_journal(game: Path, outside: Path) -> None:
    """Leave a log with a rollback journal that names another journal above it: SQLite removes that
    one once it has rolled back.
    """
    old_log(game)
    put_hot_journal(game / "playtests.sqlite", outside / "deleted.txt")


def add_links(game: Path, outside: Path) -> None:
    """Put links that lead out at the names that commands write or read."""
    for name in (
        *(
            "cards.lock",
            "cards.yaml.unsaved",
            "cards.de.yaml",
            "LICENSE",
            "sheets.yaml",
            "playtests.sqlite",
        ),
        *("playtests", ".emporium-pnp.journal", "cards.fr.lock", "art"),
    ):
        if not (game / name).exists():
            (game / name).symlink_to(
                outside / ("out" if name in ("playtests", "art") else "victim.txt")
            )
    if not (game / "output").exists():
        (game / "output").mkdir()
        for name in (".emporium-pnp.journal", "game-cards-a4.pdf", "a.png", "book.xlsx"):
            (game / "output" / name).symlink_to(outside / "victim.txt")


def add_pipes(game: Path, outside: Path) -> None:
    """Put pipes, which nobody ever writes to, and devices without an end at the names that commands
    read.
    """
    (game / "playtests").mkdir()
    for name in (
        "cards.yaml.unsaved",
        "LICENSE",
        ".emporium-pnp.journal",
        "playtests/notes.jsonl",
        "sheets.yaml",
        "playtests.sqlite",
    ):
        os.mkfifo(game / name)
    for name in ("cards.lock", "playtests/game.record", "art.svg", "cards.de.yaml"):
        (game / name).symlink_to("/dev/zero")


def add_output_that_leads_out(game: Path, outside: Path) -> None:
    """Let the folder for what is written be a link that leads out of the game."""
    (game / "output").symlink_to(outside / "out")


# ---------------------------------------------------------------- pictures of other files

_ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 '
    '0 64 64">{}</svg>'
)
_FILTER = '<filter id="{id}" x="0" y="0" width="1" height="1"><feImage {href}/></filter>'
_FILTERED = (
    '<rect id="shown-{id}" x="4" y="4" width="50" height="50" fill="white" filter="url(#{id})"/>'
)
SEEN: dict[str, str] = {
    "feImage in the template": _FILTER.format(id="f", href='href="{png}"')
    + _FILTERED.format(id="f"),
    "feImage by xlink": _FILTER.format(id="f", href='xlink:href="{png}"')
    + _FILTERED.format(id="f"),
    "feImage by a relative path": _FILTER.format(
        id="f", href='href="../../../../outside/secret.png"'
    )
    + _FILTERED.format(id="f"),
    "feImage by a file: address": _FILTER.format(id="f", href='href="file://{png}"')
    + _FILTERED.format(id="f"),
    "feImage of an SVG": _FILTER.format(id="f", href='href="{svg}"') + _FILTERED.format(id="f"),
    "image beside a filter": (
        '<filter id="f"><feOffset dx="0"/></filter><g filter="url(#f)"><image href="{png}" '
        'width="50" height="50"/></g>'
    ),
    "image in a mask": (
        '<mask id="m"><image href="{png}" width="50" height="50"/></mask><rect width="50" '
        'height="50" fill="{colour}" mask="url(#m)"/>'
    ),
    "use of another file": '<filter id="f"><feOffset dx="0"/></filter><g filter="url(#f)"><use href="{svg}#r"/></g>',
    "image of a link": '<image href="link.png" width="50" height="50"/>',
    "image outside": '<image href="{png}" width="50" height="50"/>',
    "include outside": "{{% include '{svg}' %}}",
    "text by a style": (
        '<style>@import url("{svg}"); rect {{ fill: url("{png}") }}</style><rect width="9" '
        'height="9"/>'
    ),
}
"""What a template shows of files outside, by name."""
_INNER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="{png}" width="9" '
    'height="9"/></svg>'
)
PICTURED: dict[str, str] = {
    "feImage in a picture": _FILTER.format(id="f", href='href="{png}"')
    + '<rect width="64" height="64" filter="url(#f)"/>',
    "image in a picture": '<image href="{png}" width="64" height="64"/>',
    "feImage by xlink in a picture": _FILTER.format(id="f", href='xlink:href="{png}"')
    + '<rect width="64" height="64" filter="url(#f)"/>',
    "image by two names in a picture": '<image href="data:image/png;base64,AAAA" xlink:href="{png}" width="64" height="64"/>',
    "SVG within a picture": '<image href="data:image/svg+xml;base64,{inner}" width="64" height="64"/>',
    "feImage of an SVG within a picture": _FILTER.format(
        id="f", href='href="data:image/svg+xml;base64,{inner}"'
    )
    + '<rect width="64" height="64" filter="url(#f)"/>',
}
"""What a picture as SVG, `art` of a card, shows of files outside."""


def picture(game: Path, outside: Path, name: str) -> None:
    """Let a card show a file outside, in one of the ways above or through a glyph of a font in
    colour.
    """
    said = {"png": str(outside / "secret.png"), "svg": str(outside / "secret.svg"), "colour": _HEX}
    said["inner"] = base64.b64encode(_INNER.format(png=said["png"]).encode()).decode()
    cards, template = game / "cards.yaml", game / "templates" / "action.svg.j2"
    if name in SEEN:
        text = template.read_text(encoding="utf-8").replace(
            '<svg xmlns="http://www.w3.org/2000/svg"', f"<svg {_SPACES}", 1
        )
        template.write_text(
            text.replace("</svg>", f"{SEEN[name].format(**said)}\n</svg>"), encoding="utf-8"
        )
    elif name in PICTURED:
        (game / "art").mkdir()
        (game / "art" / "noon.svg").write_text(
            _ART.format(PICTURED[name].format(**said)), encoding="utf-8"
        )
        text = cards.read_text(encoding="utf-8")
        cards.write_text(text.replace("noon: {", "noon: {art: art/noon.svg, "), encoding="utf-8")
    else:
        (game / "fonts").mkdir(exist_ok=True)
        (game / "fonts" / "emoji.ttf").write_bytes(
            _font(f'<image href="{said["png"]}" x="100" y="-900" width="900" height="900"/>')
        )
        text = cards.read_text(encoding="utf-8").replace(
            "  text: Source Sans Pro",
            "  text: Source Sans Pro\n  emoji: {regular: fonts/emoji.ttf}",
        )
        cards.write_text(text.replace("High Noon", f"High {DRAGON}"), encoding="utf-8")


def _font(shown: str) -> bytes:
    """Make a font whose dragon is drawn by an SVG that shows something."""
    font = TTFont(io.BytesIO(colour_font("SVG")))
    for document in font["SVG "].docList:
        document.data = re.sub(
            r"(<g [^>]*>).*(</g>)", lambda at: at[1] + shown + at[2], document.data, flags=re.S
        )
        assert shown in document.data, document.data
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


GLYPH = "glyph of a font"
WAYS = (*SEEN, *PICTURED, GLYPH)
