"""What `check --format json` printed is read back whole, and what is anything else is refused with
its line.
"""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.data.problems import ProblemError
from rules_check.report.examined import read_examined
from rules_check.report.page import write_report
from tests.fuzz.mutants import of_json
from tests.rules_check.report.samples import SAMPLES, make_examined


def saved(folder: Path, results: Any) -> Path:
    path = folder / "check.json"
    path.write_text(
        json.dumps({"results": results, "problems": []}, indent=2, ensure_ascii=False),
        encoding="utf-8",
        errors="replace",
    )
    return path


def said_of(path: Path) -> list[str]:
    with pytest.raises(ProblemError) as raised:
        read_examined(path)
    assert {one.code for one in raised.value.problems} == {"no-check"}
    return [f"{str(one.place).rpartition('/')[2]}: {one.message}" for one in raised.value.problems]


@pytest.mark.parametrize("name", [name for name in SAMPLES if name not in ("evil", "extreme")])
def test_the_page_is_the_same_from_a_file(name: str, tmp_path: Path) -> None:
    examined = {key: value for key, value in SAMPLES[name].items() if key != "logged"}
    assert write_report(read_examined(saved(tmp_path, examined))) == write_report(examined)


@pytest.mark.slow
def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, make_examined())
    plain = json.loads(path.read_text(encoding="utf-8"))
    before = read_examined(path)
    path.write_text(json.dumps({"format": "emporium-pnp check 1", **plain}), encoding="utf-8")
    assert read_examined(path) == before
    for other in ("emporium-pnp check 2", "emporium-pnp lint 1", None, 1):
        path.write_text(json.dumps({"format": other, **plain}), encoding="utf-8")
        assert said_of(path) == ["check.json:1:12: expected 'format' to be 'emporium-pnp check 1'"]


def test_every_fault_has_its_line_and_what_was_expected(tmp_path: Path) -> None:
    examined = make_examined()
    examined["findings"][0]["claim"] = 3
    examined["measured"]["seats"][1]["share"] = 1.5
    del examined["measured"]["money"][0]["source"]
    path = saved(tmp_path, examined)
    lines = path.read_text(encoding="utf-8").splitlines()
    claim, share, _ = said = said_of(path)
    assert [one.split(": ", 1)[1] for one in said] == [
        "expected 'results.findings.0.claim' to be a text",
        "expected 'results.measured.seats.1.share' to be 1 or less",
        "expected 'results.measured.money.0.source', found none",
    ]
    assert [lines[int(one.split(":")[1]) - 1].strip() for one in (claim, share)] == [
        '"claim": 3,',
        '"share": 1.5,',
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"",
            (
                "check.json:1:1: expected the output of `check --format json`, found "
                "the end of the file"
            ),
        ),
        (
            b'{"results":\n x}',
            "check.json:2:2: expected the output of `check --format json`, found 'x}', which is not JSON",
        ),
        (
            b'{\n"\xe9": 1}',
            (
                "check.json:2: expected the output of `check --format json`, found bytes that are "
                "not UTF-8"
            ),
        ),
        (
            b"[" * 100_000,
            "check.json:1: expected the output of `check --format json`, found something else",
        ),
        (
            b"1" * 5000,
            "check.json:1: expected the output of `check --format json`, found something else",
        ),
        (b"[]", "check.json:1:1: expected an object, as in the output of `check --format json`"),
        (b'{"results": 3}', "check.json:1:13: expected 'results' to be an object"),
    ],
)
def test_what_is_no_check_is_refused_at_its_place(
    content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / "check.json").write_bytes(content)
    assert said_of(tmp_path / "check.json") == [said]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (
            ("findings", 0, "claim"),
            "a\ud800",
            "'results.findings.0.claim' to be a value that a check",
        ),
        (("findings", 0, "claim"), "a" * 20_001, "'results.findings.0.claim' to be a shorter text"),
        (("findings", 0, "interval"), [1], "'results.findings.0.interval' to be a value"),
        (("findings", 0, "untested"), 1, "'results.findings.0.untested' to be true or false"),
        (("measured", "seats"), {}, "'results.measured.seats' to be a list"),
        (
            ("measured", "seats", 0, "seat"),
            1.0,
            "'results.measured.seats.0.seat' to be a whole number",
        ),
        (("measured", "seats", 0, "share"), "1", "'results.measured.seats.0.share' to be a number"),
        (
            ("measured", "reach"),
            [{"rows": [[True]]}],
            "'results.measured.reach.0.rows.0.0' to be a text",
        ),
    ],
)
def test_what_a_check_does_not_print_is_refused(
    path: tuple[int | str, ...], value: Any, said: str, tmp_path: Path
) -> None:
    examined: Any = make_examined()
    part = examined
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    written = tmp_path / "check.json"
    written.write_text(json.dumps({"results": examined}), encoding="utf-8")
    assert f"expected {said}" in said_of(written)[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_has_no_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "check.json")
    for path in (tmp_path / "check.json", Path("/dev/zero")):
        with pytest.raises(ProblemError) as raised:
            read_examined(path)
        assert raised.value.problems[0].code == "no-plain-file"
    monkeypatch.setattr("rules_check.report.examined._MOST_BYTES", 3_000_000)
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 3_000_001)
    with pytest.raises(ProblemError) as raised:
        read_examined(path)
    assert raised.value.problems[0].code == "too-large"


@pytest.mark.slow
def test_whatever_is_read_makes_a_page(tmp_path: Path) -> None:
    whole = {key: value for key, value in make_examined((2, 4), 12).items() if key != "logged"}
    read, lineless = 0, []
    for number in range(150):
        results = of_json(Random(f"report {number}"), copy.deepcopy(whole))
        try:
            examined = read_examined(saved(tmp_path, results))
        except ProblemError as fault:
            lineless += [one for one in fault.problems if not (one.place and one.place.line)]
            continue
        read += 1
        assert write_report(examined).endswith("</html>")
    assert not lineless
    assert 20 < read < 130
