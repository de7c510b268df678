"""Programs that say too much, take too long or want too much memory are ended; what others say is
read.
"""

from __future__ import annotations

import os
import sys

import pytest

from generator.data.programs import PATIENCE, Program, running


def said_by(code: str, most: int, given: bytes = b"") -> tuple[bytes, Program]:
    with running([sys.executable, "-S", "-c", code], os.environ, given) as program:
        said = program.out.read(most)
    return said, program


def test_what_a_program_says_is_read_with_how_it_ended() -> None:
    said, program = said_by(
        "import sys; print(input()[::-1]); print('no', file=sys.stderr); sys.exit(3)", 100, b"abc\n"
    )
    assert (said, program.status, program.said, program.is_late) == (b"cba\n", 3, "no\n", False)


def test_a_program_is_ended_once_nobody_reads_on() -> None:
    said, program = said_by("while True: print('x' * 1000)", 10)
    assert (said, program.status != 0, program.is_late) == (b"x" * 10, True, False)


def test_faults_without_an_end_are_read_and_forgotten() -> None:
    _, program = said_by("import sys; sys.stderr.write('y' * 1_000_000)", 10)
    assert program.status == 0
    assert set(program.said) == {"y"}
    assert len(program.said) < 10_000


def test_a_program_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPORIUM_PNP_SECONDS", f"{0.2 / PATIENCE}")
    said, program = said_by("import time; time.sleep(60)", 10)
    assert (said, program.is_late) == (b"", True)


@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux only")
def test_a_program_that_wants_too_much_memory_does_not_get_it() -> None:
    _, program = said_by("import time; time.sleep(0.1); bytearray(2_000_000_000)", 10)
    assert program.status == 1
    assert "MemoryError" in program.said


def test_a_fault_of_the_reader_ends_the_program() -> None:
    with (
        pytest.raises(KeyError),
        running([sys.executable, "-c", "import time; time.sleep(60)"], os.environ) as program,
    ):
        raise KeyError
    assert program.status != 0
