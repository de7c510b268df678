"""How secret fields become known to all, as source.

In: declarations. Out: lines of source. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.toolkit.declarations import Declarations
from rules_check.toolkit.writing.loops import copied


def shown_to_all(declared: Declarations, indent: str) -> Iterator[str]:
    """Write how the contents of each seat's secret fields become known to all."""
    secret = [(name, field) for name, field in declared.state.fields.items() if field.is_secret]
    for name, field in secret:  # copied as a whole, because its size is fixed
        yield f"{indent}for seat in range({field.shape[0]}):"
        yield from copied(
            field, f"state.{name}_shown[seat{{}}]", f"state.{name}[seat{{}}]", f"{indent}    "
        )


def shown_when_secret(declared: Declarations, indent: str) -> Iterator[str]:
    """Write the same for a game that proceeds by steps, which are many: only if the next decision
    is hidden from the others.
    """
    if any(field.is_secret for field in declared.state.fields.values()) and not declared.shows:
        secret = []
        for phase in declared.phases:
            if phase.secret is not False:
                secret.append(f"state.phase == {phase.number}")
        yield from (
            f"{indent}if {' or '.join(secret) or 'False'}:",
            f"{indent}    show_to_all(state)",
        )
