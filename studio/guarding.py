"""Who may speak to the server: names of hosts, origins, the token, and the headers that bind the page.

In: headers and words. Out: yes or no; headers to send. Knows no framework and no game.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MAX_MESSAGE = 1024 * 1024
"""Bytes of the longest message that a page may send."""


@dataclass(frozen=True)
class Guard:
    """The gate of one server. Pages are reached under exactly these hosts, and come from them."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def address(self) -> str:
        """Return the address for the browser; what stands after the # is never sent to a server."""
        return f"http://{self.hosts[0]}/#{self.token}"

    def admits(self, hosts: Iterable[str], origins: Iterable[str], needs_origin: bool = False) -> bool:
        """Return whether a request with these Host and Origin headers may come in: one Host that is ours, and no page but ours."""
        hosts, origins = list(hosts), list(origins)
        is_ours = len(hosts) == 1 and hosts[0].lower() in self.hosts
        from_ours = all(origin in [f"http://{host}" for host in self.hosts] for origin in origins) and len(origins) < 2
        return is_ours and from_ours and (bool(origins) or not needs_origin)

    def knows(self, token: str) -> bool:
        """Return whether a token is ours, in the same time whatever it is."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def bears(self, authorisation: str) -> bool:
        """Return whether an Authorization header carries our token."""
        scheme, _, token = authorisation.partition(" ")
        return scheme.lower() == "bearer" and self.knows(token)

    @property
    def headers(self) -> Mapping[str, str]:
        """Return what every answer carries: the page loads nothing but its own, and nobody frames it or reads it."""
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; "
            f"img-src 'self' blob: data:; connect-src 'self' {sockets}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return {
            "Content-Security-Policy": policy,
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }
