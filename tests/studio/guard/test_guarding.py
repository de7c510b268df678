"""Who is let in: our own page under our own names, with our token."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.data.files import keep
from studio.guard import guarding
from studio.guard.guarding import Guard, lasting_token

GUARD = Guard(8000, "secret")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000"])
def test_our_own_names_are_let_in(host: str) -> None:
    assert GUARD.admits([host], [])
    assert GUARD.admits([host], [f"http://{host.lower()}"], needs_origin=True)


@pytest.mark.parametrize(
    "hosts",
    [
        [],
        ["evil.example:8000"],
        ["127.0.0.1"],
        ["127.0.0.1:8001"],
        ["127.0.0.1:8000", "127.0.0.1:8000"],
        ["[::1]:8000"],
        ["127.0.0.1:8000.evil"],
    ],
)
def test_other_hosts_are_not(hosts: list[str]) -> None:
    assert not GUARD.admits(hosts, [])


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://127.0.0.1:8000",
        "http://127.0.0.1:9",
        "http://127.0.0.1:8000/",
    ],
)
def test_other_pages_are_not(origin: str) -> None:
    assert not GUARD.admits(["127.0.0.1:8000"], [origin])


def test_a_socket_comes_from_a_page() -> None:
    assert not GUARD.admits(["127.0.0.1:8000"], [], needs_origin=True)


def test_the_token_is_known_as_a_whole() -> None:
    assert GUARD.knows("secret")
    assert GUARD.bears("Bearer secret")
    for other in ("", "secre", "secrets", "sécret"):
        assert not GUARD.knows(other)
        assert not GUARD.bears(f"Bearer {other}")
    assert not GUARD.bears("Basic secret")
    assert not GUARD.bears("secret")


def test_the_token_is_never_sent_to_a_server() -> None:
    assert Guard(8000).token != Guard(8000).token
    assert len(Guard(8000).token) > 40
    assert Guard(8000, "x").address == "http://127.0.0.1:8000/#x"
    assert "secret" not in repr(GUARD)


def test_the_policy_allows_no_foreign_source_and_no_script_in_the_page() -> None:
    policy = GUARD.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self'"
    assert "https:" not in policy
    assert "*" not in policy


def test_a_token_lasts_for_one_file_at_one_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarding, "cache_folder", lambda part: tmp_path / part)
    token = lasting_token(tmp_path / "cards.yaml", 8000)
    assert lasting_token(tmp_path / "cards.yaml", 8000) == token
    others = {
        lasting_token(tmp_path / "cards.yaml", 8001),
        lasting_token(tmp_path / "other.yaml", 8000),
    }
    assert len({token, *others}) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
@pytest.mark.parametrize(
    "how", ["seen by others", "old", "damaged", "a link", "no token", "no home"]
)
def test_a_token_that_is_not_ours_alone_is_not_used_again(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarding, "cache_folder", lambda part: tmp_path / part)
    token = lasting_token(tmp_path / "cards.yaml", 8000)
    (kept,) = (tmp_path / "studio").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    if how == "seen by others":
        kept.chmod(0o644)
    elif how == "old":
        os.utime(kept, (0, 0))
    elif how == "damaged":
        kept.write_bytes(kept.read_bytes()[:-1])
    elif how == "a link":
        kept.rename(tmp_path / "elsewhere")
        kept.symlink_to(tmp_path / "elsewhere")
    elif how == "no token":
        keep(kept, b"short", 9)
        token = "short"
    else:
        monkeypatch.setattr(guarding, "cache_folder", lambda part: None)
    assert lasting_token(tmp_path / "cards.yaml", 8000) != token
