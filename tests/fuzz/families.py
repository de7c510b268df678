"""The families of cases: what is harmed, and what is then run. Each makes case number N of a seed,
the same on every machine.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import yaml

from generator.job.starting import layout_names
from rules_check.log.plays import Remark
from rules_check.log.store import LOG_FILE, OLD_FILE
from tests.attacks import _ods_cell, ods
from tests.fuzz import mutants, structure
from tests.fuzz.cases import SECONDS, Case, put, run, tree
from tests.fuzz.family import GAMES, OUT, Family, game_files, leaves
from tests.rules_check.log.evening import PLAY
from tests.rules_check.log.olden import old_log

BASES = ("starter", "starter", *layout_names(), *GAMES)
LARGE = 18_000
"""Letters of a cards.yaml from which on a whole deck is rarely printed: it takes a second, one kind
of card a tenth.
"""
MANY = 10
"""Cards of a kind; where there are more, mostly one of them is printed."""


def _of_what_is_near(random: Random, old: str, new: str) -> list[str]:
    """Pick what to print: the kind or the card in which the first fault lies, so that a case takes
    a tenth of a second and not ten.
    """
    if random.random() < (0.1 if len(old) < LARGE else 0.02):
        return []
    at = next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    depth, names = 99, []
    for line in reversed(old[:at].split("\n")):
        found = re.match(r"( *)([\w-]+):", line)
        if found and len(found[1]) < depth:
            depth = len(found[1])
            names.append(found[2])
    if len(names) >= 4 and names[-1] == "kinds":
        return ["--only", names[-4]]
    if len(names) >= 2 and names[-1] in ("kinds", "components"):
        return ["--only", names[-2]]
    kinds = re.findall(r"^  ([\w-]+):\n    template:", old, re.M)
    return ["--only", random.choice(kinds)] if kinds else []


class Yaml(Family):
    name = "yaml"
    about = "cards.yaml with faults; then `build`, `lint`, `fit`, `languages`, `sheets` or `schema`"
    goal = 100_000

    def case(self, random: Random) -> Case:
        files = game_files(random.choice(BASES))
        old = files["cards.yaml"].decode()
        new = mutants.of_yaml(random, old)
        files["cards.yaml"] = mutants.encoded(random, new)
        command = random.choice(
            (
                *[["build", *OUT]] * 12,
                ["lint"],
                ["fit"],
                ["languages"],
                ["schema"],
                ["build", "--all", *OUT],
            )
        )
        if command[0] == "build" and "--all" not in command:
            command = [*command, *_of_what_is_near(random, old, new)]
        if command[0] in ("lint", "fit") and len(old) > LARGE and random.random() < 0.9:
            command = ["languages"]  # the others look at the whole of a deck
        return Case(files, [command])


class Templates(Family):
    name = "templates"
    about = (
        "templates, icons, pictures, fonts, rulebooks and translations with faults; then `build`"
    )
    goal = 20_000

    def case(self, random: Random) -> Case:
        base = random.choice(BASES)
        files = game_files(base)
        text = [name for name in files if name.endswith((".j2", ".svg", ".fr.yaml"))]
        other = [
            name for name in files if name.endswith((".ttf", ".otf", ".woff2", ".png", ".jpg"))
        ]
        name = random.choice(other) if other and random.random() < 0.1 else random.choice(text)
        if name in other:
            files[name] = mutants.of_bytes(random, files[name])
        else:
            mutant = mutants.of_yaml if name.endswith(".yaml") else mutants.of_markup
            files[name] = mutants.encoded(random, mutant(random, files[name].decode()))
        if name.endswith(".fr.yaml") or ".fr." in name:
            return Case(
                files, [["build", *OUT, "--lang", "fr", "--only", random.choice(_kinds(base))]]
            )
        users = _users(base, name)
        is_large = len(files["cards.yaml"]) > LARGE
        if random.random() < (0.01 if is_large else 0.03 if users else 1.0) or (
            is_large and not users and random.random() < 0.2
        ):
            return Case(files, [["build", *OUT]])
        chosen = "rulebook" if "rulebook" in name else random.choice(users or _kinds(base))
        ids = _ids(base, chosen)
        if len(ids) > MANY and random.random() < 0.9:
            chosen = random.choice(ids)
        return Case(files, [["build", *OUT, "--only", chosen]])


@cache
def _kinds(base: str) -> list[str]:
    """List the kinds that are printed."""
    text = game_files(base)["cards.yaml"].decode()
    kinds, printed = (
        re.split(r"\n(?=\w)", text[text.index("\nkinds:") + 1 :])[0],
        set(re.findall(r"\bof: ([\w-]+)", text)),
    )
    return [kind for kind in re.findall(r"^  ([\w-]+):", kinds, re.M) if kind in printed]


@cache
def _ids(base: str, kind: str) -> list[str]:
    """List the cards of a kind."""
    cards = (
        yaml.load(game_files(base)["cards.yaml"], yaml.CSafeLoader)["kinds"]
        .get(kind, {})
        .get("cards", {})
    )
    return sorted(cards) if isinstance(cards, dict) else []


@cache
def _users(base: str, name: str) -> list[str]:
    """Find the kinds that can be printed alone and show a file: their own template, or what theirs
    includes, imports or names.
    """
    files = game_files(base)
    text = files["cards.yaml"].decode()
    kinds = text[text.index("\nkinds:") :]
    own = {
        kind: f"templates/{at[1]}"
        for kind in _kinds(base)
        if (at := re.search(rf"\n  {kind}:\s+template: ([\w./-]+)", kinds))
    }
    if name in own.values():
        return sorted(kind for kind in own if own[kind] == name)
    word = (
        re.escape(Path(name).name) if name.endswith(".j2") else rf"\b{re.escape(Path(name).stem)}\b"
    )
    using = {one for one in files if one.endswith(".j2") and re.search(word, files[one].decode())}
    using |= {
        one
        for one in files
        if one.endswith(".j2") and any(Path(part).name in files[one].decode() for part in using)
    }
    parts = re.split(r"\n(?=  [\w-]+:)", kinds)
    naming = {
        at[1] for part in parts if (at := re.match(r"  ([\w-]+):", part)) and re.search(word, part)
    }
    return sorted(kind for kind in own if own[kind] in using or kind in naming)


class Spliced(Family):
    name = "spliced"
    about = (
        "cards.yaml and templates with pieces of other games, values of other types, aliases, "
        "depth, keys given twice; then `build` or `lint`"
    )
    goal = 20_000

    def case(self, random: Random) -> Case:
        base = random.choice(BASES)
        files = game_files(base)
        others = [game_files(one) for one in ("starter", *GAMES)]
        old = new = files["cards.yaml"].decode()
        if random.random() < 0.6:
            new = structure.of_yaml(random, old, [one["cards.yaml"].decode() for one in others])
        if old == new or random.random() < 0.2:
            templates = [
                one[name].decode() for one in others for name in sorted(one) if name.endswith(".j2")
            ]
            name = random.choice(sorted(name for name in files if name.endswith(".j2")))
            files[name] = structure.of_template(random, files[name].decode(), templates).encode()
        if random.random() < 0.05:
            files |= {
                name: content
                for name, content in random.choice(others).items()
                if name != "cards.yaml"
            }
        files["cards.yaml"] = new.encode("utf-8", "replace")
        is_small = len(old) < LARGE
        command = random.choice(
            (*[["build", *OUT]] * 8, ["lint"], ["fit"], ["languages"], ["schema"], ["sheets"])
        )
        if command[0] == "build":
            near = (
                _of_what_is_near(random, old, new)
                if old != new
                else ["--only", random.choice(_kinds(base))]
            )
            command = [*command, *near]
        elif command[0] in ("lint", "fit") and not is_small:
            command = ["languages"]
        return Case(files, [command])


class Spreadsheets(Family):
    name = "spreadsheets"
    about = (
        "CSV, XLSX and ODS with faults; then `import`, into a file of its own or over cards.yaml"
    )
    goal = 10_000

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.bases: list[tuple[str, dict[str, bytes], dict[str, bytes]]] = []
        for base in ("starter", "hand-card", "emporium"):
            files = game_files(base)
            put(self.game, files)
            for command in (
                ["export", "csv", *OUT],
                ["export", "xlsx", "--output", "out/book.xlsx"],
            ):
                went = run(self.game, command)
                assert went.status == 0, went
            sheets = tree(self.game / "out")
            sheets["book.ods"] = _as_ods(
                next(content for name, content in sheets.items() if name.endswith(".csv"))
            )
            self.bases.append((base, files, sheets))

    def case(self, random: Random) -> Case:
        base, files, sheets = random.choice(self.bases)
        files = dict(files)
        name = random.choice(sorted(sheets))
        raw = sheets[name]
        if name.endswith(".csv"):
            text = raw.decode("utf-8-sig")
            for _ in range(random.choice((1, 1, 2, 3))):
                text = random.choice(
                    (_cell, _cell, mutants._lines, mutants._number, mutants._letter, mutants._key)
                )(random, text)
            content = mutants.encoded(random, text)
        else:
            content = mutants.of_archive(random, raw)
        files[name] = content
        command = ["import", name, "--yes"]
        if name.endswith(".ods"):
            command += ["--kind", _kinds(base)[0]]
        command += random.choice(
            (
                [],
                [],
                ["--remove"],
                ["--counts"],
                ["--remove", "--counts"],
                ["--encoding", "windows-1252"],
            )
        )
        command += random.choice(([], ["--output", "new.yaml"], ["--dry-run"]))
        return Case(files, [command, ["sheets"]] if "--output" in command else [command])


def _cell(random: Random, text: str) -> str:
    return mutants._swap(
        random,
        text,
        re.compile(r"(?<=,)[^,\n]*"),
        random.choice((*mutants.SCALARS, '"', '"a""b"', '"a\nb"', "=1+1", "-", "a,b")),
    )


def _as_ods(csv: bytes) -> bytes:
    rows = [
        line.split(",")
        for line in csv.decode("utf-8-sig").replace("&", "&amp;").replace("<", "&lt;").splitlines()
    ]
    return ods(
        "".join(
            f"<table:table-row>{''.join(_ods_cell(cell) for cell in row)}</table:table-row>"
            for row in rows
        )
    )


class Records(Family):
    name = "records"
    about = (
        "records of games, saved games, logs, checks, locks, printers, sheets and studies with "
        "faults; then what reads them"
    )
    goal = 10_000
    has_rules = True

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.bases: list[tuple[str, str, bytes, dict[str, bytes], list[list[str]]]] = []
        made = [
            (
                "emporium",
                [
                    "replay",
                    "--seed",
                    "3",
                    "--players",
                    "2",
                    "--line-up",
                    "random",
                    "--quiet",
                    "--save",
                    "a.record",
                ],
                "a.record",
            ),
            (
                "empire",
                [
                    "replay",
                    "--seed",
                    "3",
                    "--players",
                    "3",
                    "--line-up",
                    "random",
                    "--quiet",
                    "--save",
                    "a.record",
                ],
                "a.record",
            ),
            (
                "merchants-of-magick",
                [
                    "replay",
                    "--players",
                    "1",
                    "--line-up",
                    "random",
                    "--quiet",
                    "--save",
                    "a.record",
                ],
                "a.record",
            ),
            (
                "brick-and-mortar",
                [
                    "replay",
                    "--players",
                    "2",
                    "--line-up",
                    "random",
                    "--quiet",
                    "--save",
                    "a.record",
                ],
                "a.record",
            ),
            ("emporium", ["check", "--quick", "--format", "json"], ""),
            ("merchants-of-magick", ["check", "--quick", "--format", "json"], ""),
            ("empire", ["check", "--no-lint", "--no-fit", "--format", "json"], ""),
            (
                "emporium",
                [
                    "log",
                    "add",
                    "--players",
                    "Ann,Bo,Cy",
                    "--winner",
                    "Bo",
                    "--minutes",
                    "42",
                    "--scores",
                    "41,52,38",
                    "--remark",
                    "troll: no",
                ],
                LOG_FILE,
            ),
            ("starter", ["build", "--mark-printed", *OUT], "cards.lock"),
        ]
        for base, command, file in made:
            put(self.game, game_files(base))
            went = run(self.game, command, 600)
            assert went.status in (0, 1), went
            said = went.said[went.said.index("{") :] if not file else ""
            content = (
                (self.game / file).read_bytes()
                if file
                else json.dumps(json.JSONDecoder().raw_decode(said)[0]).encode()
            )
            self._keep(base, file or "check.json", content)
        self._keep("emporium", "plays.csv", PLAYS.encode())
        self._keep("emporium", OLD_FILE, old_log([replace(PLAY, remarks=(Remark("troll", "no"),))]))
        self._keep("emporium", "playtests/notes.jsonl", NOTES.encode())
        self._keep("starter", "sheets.yaml", SHEETS.encode())
        self._keep("starter", "emporium-pnp/printers.yaml", PRINTERS.encode())

    def _keep(self, base: str, file: str, content: bytes) -> None:
        logging = [
            ["log"],
            ["log", "export", "plays.json"],
            ["log", "export", "plays.csv"],
            ["log", "show", "1"],
            ["log", "remove", "1", "--yes"],
            LOG_ADD,
        ]
        commands = {
            "a.record": [
                ["replay", "--from", file],
                ["replay", "--from", file, "--quiet"],
                ["play", "--from", file],
            ],
            "check.json": [["report", "--from", file, "--output", "page.html"]],
            LOG_FILE: logging,
            OLD_FILE: logging,
            "playtests/notes.jsonl": [["log", "notes"], ["log"]],
            "cards.lock": [
                ["build", "--changed", *OUT],
                ["diff"],
                ["build", "--mark-printed", *OUT],
            ],
            "plays.csv": [["log", "import", file, "--yes"]],
            "sheets.yaml": [["sheets"], ["build", "--sheet", "our-cutter", *OUT]],
            "emporium-pnp/printers.yaml": [
                ["build", "--printer", "brother", *OUT],
                ["calibrate", "--list"],
                ["calibrate", "--delete", "brother"],
            ],
        }[file]
        self.bases.append((base, file, content, game_files(base), commands))

    def case(self, random: Random) -> Case:
        _, file, content, files, commands = random.choice(self.bases)
        if file.endswith(".sqlite") or (file.endswith(".jsonl") and random.random() < 0.5):
            new = mutants.of_bytes(random, content)
        elif file.endswith((".yaml", ".csv", ".lock", ".record")) or random.random() < 0.25:
            new = mutants.encoded(random, mutants.of_yaml(random, content.decode()))
        else:
            new = _harmed_json(random, content)
        return Case({**files, file: new}, [random.choice(commands)])


LOG_ADD = ["log", "add", "--players", "Ann,Bo", "--winner", "Bo", "--minutes", "30"]
PLAYS = (
    "date,players,winner,minutes,rounds,scores,remarks,note\n"
    '2026-11-20,"Ann,Bo",Bo,42,12,"41,52",troll: nobody wanted it,first\n'
    '2026-11-21,"Ann,Bo,Cy",Cy,50,,,,\n'
)
NOTES = (
    '{"number": 1, "text": "weak", "who": "seat 2", "date": "2026-11-20", "version": "1", "data": '
    '"", "card": "troll"}\n'
    '{"number": 2, "text": "took long", "record": "note-2.record", "move": 7, "seat": 1}\n'
)
SHEETS = (
    "our-cutter:\n  about: the die cutter at school\n  paper: 12 x 18 in\n  orientation: "
    "landscape\n  grid: 6 x 3\n  left: 20 mm\n  top: 11 mm\n  pitch: 70 x 94 mm\n  marks: none\n"
    "other:\n  paper: a4\n  gutter: 2 mm\n  backs: fold\n"
)
PRINTERS = (
    "brother:\n  shift_x_mm: -0.6\n  shift_y_mm: 0.4\n  turn_degrees: 0.106\n  flip: long-edge\n"
    "other:\n  shift_x_mm: 1\n  shift_y_mm: 0\n"
)


def _harmed_json(random: Random, content: bytes) -> bytes:
    """Harm data as JSON has it, one object or one a line."""
    lines = content.decode().splitlines()
    try:
        parts = [json.loads(line) for line in lines]
    except ValueError:
        return json.dumps(mutants.of_json(random, json.loads(content))).encode()
    at = random.randrange(len(parts))
    parts[at] = mutants.of_json(random, parts[at])
    return "\n".join(json.dumps(part) for part in parts).encode() + b"\n"


class Numbers(Family):
    name = "numbers"
    about = "rules with extreme numbers; then `simulate`, `check --quick`, `replay` or `play`"
    goal = 1000
    seconds = 4 * SECONDS  # a quick check of the largest game takes a quarter of it
    has_rules = True

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        for name in GAMES:  # so that no case waits for the compiler
            for command in (
                ["check", name, "--quick"],
                ["simulate", name, "--games", "1", "--checked", "--line-up", "greedy"],
            ):
                went = run(self.game, command, 900)
                assert went.status in (0, 1), went

    def case(self, random: Random) -> Case:
        files = game_files(random.choice(GAMES))
        text = files["cards.yaml"].decode()
        spans = list(leaves(yaml.compose(text, yaml.CSafeLoader), ()))
        rules = [span for span in spans if span[0][0] in ("rules", "game", "components")]
        for _ in range(random.choice((1, 1, 2, 3))):
            _path, start, end = random.choice(rules if random.random() < 0.5 else spans)
            text = text[:start] + random.choice(EXTREMES) + text[end:]
            spans = list(leaves(yaml.compose(text, yaml.CSafeLoader), ()))
            rules = [
                span for span in spans if span[0][0] in ("rules", "game", "components")
            ] or spans
        files["cards.yaml"] = text.encode()
        command = random.choice(
            (
                *[["check", "--quick"]] * 3,
                *[
                    [
                        "simulate",
                        "--games",
                        "30",
                        "--checked",
                        "--line-up",
                        random.choice(("random", "expert", "greedy")),
                    ]
                ]
                * 3,
                ["replay", "--seed", str(random.randrange(1000))],
                ["play", "--line-up", "human,random"],
            )
        )
        return Case(files, [command])


EXTREMES = (
    "0",
    "1",
    "2",
    "3",
    "7",
    "12",
    "60",
    "98",
    "99",
    "100",
    "127",
    "128",
    "255",
    "1000",
    "32767",
    "65535",
    "2147483647",
    "9223372036854775807",
    "-1",
    "0.5",
    "1e9",
)
