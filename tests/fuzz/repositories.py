"""Games in repositories of git that nobody should trust: settings that name programs, bombs of
trees and blobs, odd refs, damaged objects.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import zlib
from pathlib import Path
from random import Random

from tests.fuzz import mutants
from tests.fuzz.cases import Case, put, tree
from tests.fuzz.family import OUT, WITHOUT_PLACE, Family, game_files

_WORDS = (
    *(
        "HEAD",
        "HEAD",
        "HEAD",
        "HEAD~1",
        "main",
        "odd",
        "HEAD:",
        "HEAD:./",
        "HEAD:cards.yaml",
        "HEAD:deep/deep",
        "HEAD:../x",
    ),
    *(
        "HEAD^{tree}",
        ":/first",
        ":0:cards.yaml",
        "@{-1}",
        "@{u}",
        "HEAD@{1}",
        "HEAD^{/f}",
        "--output=x",
        "-h",
        "refs/heads/main",
    ),
    *(
        "main..odd",
        "^main",
        "HEAD:a\0b"[:6],
        "\x1b[31m:x",
        "HEAD:" + "d/" * 400,
        "0" * 40,
        "tag",
        "HEAD:sub/cards.yaml",
    ),
)
_SETTINGS = (
    *(
        "[core]\n\tfsmonitor = {ran}\n",
        "[core]\n\thooksPath = .\n",
        "[core]\n\tpager = {ran}\n",
        "[core]\n\tsshCommand = {ran}\n",
    ),
    *(
        "[core]\n\tworktree = {outside}\n",
        "[core]\n\tbare = true\n",
        "[core]\n\trepositoryformatversion = 99\n",
        "[core]\n\tgitProxy = {ran}\n",
    ),
    *(
        (
            '[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ext::{ran}\n'
            "\tpromisor = true\n"
        ),
    ),
    *(
        "[include]\n\tpath = {outside}/victim.txt\n",
        "[include]\n\tpath = /dev/zero\n",
        "[include]\n\tpath = config\n",
        "[include]\n\tpath = /dev/stdin\n",
    ),
    *(
        "[alias]\n\trev-parse = !{ran}\n\tcat-file = !{ran}\n\tls-tree = !{ran}\n",
        "[diff]\n\texternal = {ran}\n",
        "[core]\n\tattributesFile = /dev/zero\n",
    ),
    *(
        '[filter "x"]\n\tsmudge = {ran}\n\tclean = {ran}\n\trequired = true\n',
        "[core]\n\talternateRefsCommand = {ran}\n",
        "[trace2]\n\teventTarget = {outside}/t\n",
    ),
    *(
        "[i18n]\n\tlogOutputEncoding = utf-16\n",
        "[core]\n\texcludesFile = /dev/zero\n",
        "[core]\n\tpackedGitLimit = 1\n",
        "[pack]\n\tthreads = 4000\n",
    ),
    *(
        "[core]\n\tbigFileThreshold = 1\n",
        "[core]\n\tabbrev = no\n",
        "[safe]\n\tdirectory = *\n",
        "[a\n",
        "\0\0",
        "[core]\n\tquotePath = \x1b[31m\n",
    ),
)
_MODES = (b"100644", b"100644", b"100755", b"120000", b"160000", b"40000", b"0", b"777777")
_FILES = (
    b"cards.yaml",
    b"..",
    b".",
    b".git",
    b"a/b",
    b"/etc/x",
    b"CARDS.YAML",
    b"x" * 300,
    b"\x1b[31m",
    b"\xff\xfe",
    b"templates",
    b"a\nb",
    b"con",
    b"",
)
_PARTS = (
    *(
        "objects/info/alternates",
        "commondir",
        "shallow",
        "info/grafts",
        "info/attributes",
        "packed-refs",
        "HEAD",
        "index",
        "FETCH_HEAD",
    ),
    *(
        "refs/heads/main",
        "refs/heads/odd",
        "refs/tags/tag",
        "refs/replace/" + "0" * 40,
        "refs/heads/a..b",
        "objects/pack/pack-1.idx",
        "gitdir",
    ),
)


class Repositories(Family):
    name = "repositories"
    about = (
        "repositories of git with odd settings, refs, trees, links, submodules, bombs and damage; "
        "then `diff REV` and `build --since REV`"
    )
    goal = 5_000
    statuses = (0, 1, 2, 74)
    without_place = WITHOUT_PLACE | {"no-such-revision", "earlier-game", "too-large"}

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.outside = home / "outside"
        self.outside.mkdir()
        (self.outside / "victim.txt").write_text("[core]\n")
        put(self.game, game_files("starter"))
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }
        who = {
            f"GIT_{one}_{what}": value
            for one in ("AUTHOR", "COMMITTER")
            for what, value in _WHO.items()
        }
        for words in (
            ["init", "-q", "-b", "main"],
            ["add", "."],
            ["commit", "-qm", "first"],
            ["tag", "tag"],
            ["commit", "-qm", "second", "--allow-empty"],
        ):
            subprocess.run(
                ["git", "-C", str(self.game), *words],
                check=True,
                capture_output=True,
                env={**environment, **who},
            )
        self.files = {
            name: content for name, content in tree(self.game).items() if ".sample" not in name
        }
        self.before = tree(self.outside)
        self.huge = _kept(b"blob", bytes(_HUGE))

    def case(self, random: Random) -> Case:
        """Harm a repository in one to three ways."""
        files = dict(self.files)
        for _ in range(random.choice((1, 1, 2, 3))):
            do = random.choice(
                (self._set, self._set, self._planted, self._planted, self._written, self._damaged)
            )
            do(random, files)
        ran = f"#!/bin/sh\necho ran >> {self.outside}/victim.txt\n".encode()
        files["ran.sh"] = ran
        for hook in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
            files[f".git/hooks/{hook}"] = ran
        word = random.choice(_WORDS)
        command = random.choice(
            (
                ["diff", word, "--no-html"],
                ["diff", word],
                ["build", "--changed", "--since", word, *OUT],
            )
        )
        special = {}
        if random.random() < 0.1:
            name = random.choice(_PARTS)
            files.pop(f".git/{name}", None)
            to = random.choice(("/dev/zero", str(self.outside / "victim.txt"), "config", "."))
            special[f".git/{name}"] = lambda path: path.symlink_to(to)
        return Case(files, [command], self._look, special=special)

    def _set(self, random: Random, files: dict[str, bytes]) -> None:
        """Add settings."""
        said = random.choice(_SETTINGS).format(ran=self.game / "ran.sh", outside=self.outside)
        files[".git/config"] += said.encode()

    def _planted(self, random: Random, files: dict[str, bytes]) -> None:
        """Let a ref name a commit whose trees were made by hand: bombs, links, submodules, names
        that lead out.
        """
        objects: dict[str, bytes] = {}

        def keep(sort: bytes, content: bytes) -> bytes:
            name, raw = _kept(sort, content)
            objects[name] = raw
            return bytes.fromhex(name)

        blob = keep(
            b"blob",
            random.choice(
                (files["cards.yaml"], b"", b"../../outside/victim.txt", b"x: 1\n" * 1000)
            ),
        )
        if random.random() < 0.2:
            name, raw = self.huge
            objects[name] = raw
            blob = bytes.fromhex(name)
        card = keep(b"blob", files["cards.yaml"])
        made = keep(b"tree", b"100644 cards.yaml\0" + card)
        for _ in range(random.choice((0, 1, 3, 12))):
            many = random.choice((1, 2, 10))
            made = keep(b"tree", b"".join(b"40000 d%d\0" % number + made for number in range(many)))
        entries = [
            b"100644 cards.yaml\0" + random.choice((blob, card, card)),
            b"40000 deep\0" + made,
        ]
        for _ in range(random.choice((0, 1, 3))):
            entries.append(
                random.choice(_MODES)
                + b" "
                + random.choice(_FILES)
                + b"\0"
                + random.choice((blob, made, bytes(20), random.randbytes(20)))
            )
        if random.random() < 0.15:
            entries += [b"100644 f%d\0" % number + blob for number in range(20_000)]
        top = keep(b"tree", b"".join(entries if random.random() < 0.5 else sorted(entries)))
        told = random.choice((b"a <a@b> 1 +0000", b"\x1b[31m <> 99999999999999999999 +9999", b""))
        commit = keep(
            b"commit", b"tree %s\nauthor %s\ncommitter %s\n\nx\n" % (top.hex().encode(), told, told)
        ).hex()
        files |= {f".git/objects/{name[:2]}/{name[2:]}": raw for name, raw in objects.items()}
        files[f".git/refs/heads/{random.choice(('main', 'main', 'odd'))}"] = f"{commit}\n".encode()

    def _written(self, random: Random, files: dict[str, bytes]) -> None:
        """Write a part of the repository anew."""
        said = random.choice(
            (
                f"{self.outside}\n",
                "/dev/zero\n",
                "ref: refs/heads/main\n",
                "ref: HEAD\n",
                "0" * 40 + "\n",
                "\0",
                "../" * 99,
                "x" * 100_000,
            )
        )
        files[f".git/{random.choice(_PARTS)}"] = said.encode()

    def _damaged(self, random: Random, files: dict[str, bytes]) -> None:
        name = random.choice(sorted(one for one in files if one.startswith(".git/")))
        files[name] = mutants.of_bytes(random, files[name])

    def _look(self, folder: Path) -> str:
        after = tree(self.outside)
        if after == self.before:
            return ""
        put(self.outside, self.before)
        return f"outside changed: {', '.join(sorted(after))}"


_HUGE = 700 << 20
_WHO = {"NAME": "a", "EMAIL": "a@b.c", "DATE": "2026-11-20T12:00:00+0000"}


def _kept(sort: bytes, content: bytes) -> tuple[str, bytes]:
    """Return an object of git: its name, and its file."""
    raw = b"%s %d\0" % (sort, len(content)) + content
    return hashlib.sha1(raw, usedforsecurity=False).hexdigest(), zlib.compress(raw, 1)
