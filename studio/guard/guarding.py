"""Access to the server: host names, origins, the token, and the headers that restrict the page.

In: headers and words. Out: yes or no; headers to send. Knows no framework and no game.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.data.files import cache_folder, found_again, keep

MAX_MESSAGE = 1024 * 1024
"""The maximum size in bytes of a message from a page."""
TOKEN_SECONDS, MOST_TOKENS = 12 * 3600, 64
_TOKEN = re.compile(rb"[\w-]{40,100}")


def new_token() -> str:
    """Make a secret that cannot be guessed."""
    return secrets.token_urlsafe(32)


def lasting_token(path: Path, port: int) -> str:
    """Return the secret of the last studio that edited this file at this port, or a new one if that
    one is some hours old.

    So a page that is still open continues to work when the studio is restarted. The secret is kept
    in the user's cache folder, in a file that no one else may read.
    """
    folder = cache_folder("studio")
    token = new_token()
    if folder is None:
        return token
    name = hashlib.sha256(f"{path.resolve()}\n{port}".encode(errors="surrogateescape")).hexdigest()
    kept = folder / name
    found = found_again(kept) if _is_private(kept) else None
    if found is not None and _TOKEN.fullmatch(found):
        token = found.decode()
    keep(kept, token.encode(), MOST_TOKENS)
    return token


def _is_private(file: Path) -> bool:
    """Return whether a file is private, and was written in the last few hours."""
    try:
        status = file.lstat()
    except OSError:
        return False
    is_ours = os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o077)
    return (
        stat.S_ISREG(status.st_mode) and is_ours and time.time() - status.st_mtime < TOKEN_SECONDS
    )


def are_same(token: str, other: str) -> bool:
    """Compare two tokens, in constant time."""
    return hmac.compare_digest(token.encode(errors="replace"), other.encode(errors="replace"))


@dataclass(frozen=True)
class Door:
    """The address of a server: exactly these names, at one port. Its pages come only from there."""

    port: int
    names: tuple[str, ...] = field(default=("127.0.0.1", "localhost"), kw_only=True)

    @property
    def hosts(self) -> tuple[str, ...]:
        return tuple(f"{name}:{self.port}" for name in self.names)

    def address_with(self, token: str) -> str:
        """Return an address for a browser with the token; the part after the # is never sent to a
        server.
        """
        return f"http://{self.hosts[0]}/#{token}"

    def admits(
        self, hosts: Iterable[str], origins: Iterable[str], needs_origin: bool = False
    ) -> bool:
        """Return whether a request with these Host and Origin headers is allowed: it needs exactly
        one Host, which is ours, and no page but ours as its origin.
        """
        allowed = [[f"http://{host}"] for host in self.hosts]
        if not needs_origin:
            allowed.append([])
        is_ours = list(map(str.lower, hosts)) in [[host] for host in self.hosts]
        return is_ours and list(origins) in allowed

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the headers of every answer: the page loads only its own files, and no other page
        may frame or read it.
        """
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr "
            "'unsafe-inline'; font-src 'self'; "
            f"img-src 'self' blob: data:; connect-src 'self' {sockets}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return {
            "Content-Security-Policy": policy,
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }


@dataclass(frozen=True)
class Guard(Door):
    """The door to the designer's page; anyone who has the token may edit the game."""

    token: str = field(default_factory=new_token, repr=False)

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the headers of every answer: here also that a window that opened the page keeps no
        control of it.

        Browsers reject this header from an unencrypted page on another machine, and say so.
        """
        return {**super().headers, "Cross-Origin-Opener-Policy": "same-origin"}

    @property
    def address(self) -> str:
        return self.address_with(self.token)

    def knows(self, token: str) -> bool:
        """Return whether a token is ours."""
        return are_same(token, self.token)

    def bears(self, authorisation: str) -> bool:
        """Return whether an Authorization header contains our token."""
        return self.knows(token_of(authorisation))


def token_of(authorisation: str) -> str:
    """Return the token in an Authorization header; empty if there is none."""
    scheme, _, token = authorisation.partition(" ")
    return token if scheme.lower() == "bearer" else ""
