"""Lint: whether the number of cards with each value is what the designer intends.

In: a `Workshop`. Out: a `Look`. Counts copies; knows nothing about the purpose of values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.data.findings import Finding
from generator.data.saying import counted
from generator.lint.workshop import PAPER, Look, Workshop, value_of


def check_counts(workshop: Workshop) -> Iterator[Look]:
    """Compare the cards with the tables under `counts:`, which give the intended number for each
    value of a field.
    """
    game, findings, number = workshop.game, list[Finding](), 0
    node = game.root.below("lint", "counts")
    for entry in node.elements:
        kind, field, wanted = str(entry["kind"].value), str(entry["field"].value), entry["cards"]
        cards = game.of_kind(kind)
        found: Counter[str] = Counter()
        for card in cards:
            value = value_of(card.record, field)
            if value is not None:
                found[str(value)] += card.copies
        for value in dict.fromkeys([*wanted.items, *found]):
            number += 1
            said = wanted.items.get(value)
            promised = int(said.data()) if said is not None else 0  # type: ignore[call-overload]
            if found[value] != promised:
                count = counted(found[value], "card")
                findings.append(
                    Finding(
                        "count-differs",
                        f"{kind}, {field}",
                        PAPER,
                        "warning",
                        (
                            f"{count} of '{kind}' {'have' if found[value] != 1 else 'has'} {value} "
                            f"as '{field}', expected {promised}"
                        ),
                        found[value],
                        unit="cards",
                        place=said.place if said is not None else wanted.place,
                        hint=f"change `copies` of {kind} cards, or the number here",
                        limit=promised,
                        wider=(kind,),
                    )
                )
    if node.type == "list":
        yield Look("numbers of cards with each value", number, findings=tuple(findings))
