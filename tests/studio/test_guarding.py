"""Who is let in: our own page under our own names, with our token."""

from __future__ import annotations

import pytest

from studio.guarding import Guard

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
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8000", "http://127.0.0.1:9", "http://127.0.0.1:8000/"]
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
