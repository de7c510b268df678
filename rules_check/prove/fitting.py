"""The experts who judge a card set: those shipped for it, those that `train` found for it, or ones
fitted to it in a few seconds.

In: rules and a card set. Out: the card set with styles, and where they come from. Fitted styles are
kept in the folder of compiled rules, by the hash of the numbers that rules read. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from generator.data.files import write_cached
from generator.data.source import plain_from, read_plain
from rules_check.engine.game import Rules, counts_of
from rules_check.engine.kernel import cache_home, sources_hash
from rules_check.engine.sources import data_hash, own_hash
from rules_check.prove.training import QUICK, Effort, Trained, train
from rules_check.toolkit.weights import SHIPPED, Style, read_styles, table_of

Origin = Literal["shipped", "trained", "fitted", "foreign", "fixed", "greedy", "none"]
WORDS: dict[str, str] = {
    "shipped": "experts trained for these cards, as shipped",
    "trained": "experts trained for these cards by `emporium-pnp train`",
    "fitted": (
        "experts fitted to these cards in a few seconds; `emporium-pnp train` takes longer and "
        "finds better ones"
    ),
    "foreign": "experts trained for other cards",
    "fixed": "an expert without weights to fit",
    "greedy": (
        "greedy players, who do not know the game and look one move ahead, using the `value` of "
        "its rules"
    ),
    "none": "players who choose at random, because the rules have neither `advise` nor `value`",
}


@dataclass(frozen=True)
class Fit:
    """A card set with the styles of its experts."""

    cards: Any
    origin: Origin

    @property
    def words(self) -> str:
        return WORDS[self.origin]


def fit(
    rules: Rules,
    cards: Any,
    seed: int,
    with_training: bool = True,
    progress: Callable[[int, float], None] = lambda players, part: None,
) -> Fit:
    """Find the experts for a card set: kept or shipped ones or, if there are none and training is
    allowed, those of a quick fit.

    `progress` is called with the number of players being trained, and the part that is done.
    """
    if not hasattr(rules, "advise"):  # weights that only `value` reads are not trained
        return Fit(cards, "greedy" if hasattr(rules, "value") else "none")
    if not getattr(rules, "WEIGHTS", None):
        return Fit(cards, "fixed")
    kept = _kept(rules, cards)
    if kept:
        return Fit(with_styles(rules, cards, kept[1]), kept[0])
    if shipped_for(rules) == data_hash(cards):
        return Fit(cards, "shipped")
    if not with_training:
        return Fit(cards, "foreign")
    fits = tuple(
        train(rules, cards, players, QUICK, seed, partial(progress, players))
        for players in counts_of(rules, cards)
    )
    keep(rules, cards, fits, "fitted", QUICK, seed)
    return Fit(with_styles(rules, cards, styles_by_count(rules, fits)), "fitted")


def shipped_for(rules: Rules) -> str | None:
    """Read the hash of the numbers of the card set for which the shipped styles were trained."""
    path = Path(str(getattr(rules, "__file__", "."))).parent / SHIPPED
    if not path.is_file():
        return None
    return str(read_plain(path)["data"])


def with_styles(rules: Rules, cards: Any, styles: dict[int, list[Style]]) -> Any:
    """Copy a card set with other styles for its experts."""
    changed = cards.copy()
    changed.fitted[:] = table_of(rules.WEIGHTS, styles, len(cards.fitted) - 1)
    return changed


def styles_by_count(rules: Rules, found: Iterable[Trained]) -> dict[int, list[Style]]:
    return {fit.players: read_styles(rules.WEIGHTS, fit.styles.as_data(), "") for fit in found}


def kept_at(rules: Rules, cards: Any) -> Path:
    """Name the file for the styles of a card set; it differs if the rules, players or numbers
    differ.
    """
    file = f"{rules.name}-{data_hash(cards)}-{sources_hash()}-{own_hash(rules)}.yaml"
    return cache_home() / "fits" / file


def keep(
    rules: Rules, cards: Any, found: Iterable[Trained], origin: Origin, effort: Effort, seed: int
) -> None:
    """Keep the styles found for a card set, together with those that `train` has kept for other
    numbers of players, if files can be kept.
    """
    path = kept_at(rules, cards)
    before = _read(path)
    rows = {
        **(before["players"] if before and before["origin"] == origin else {}),
        **{fit.players: fit.as_data() for fit in found},
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_cached(path, as_text(data_hash(cards), rows, origin, effort, seed).encode())
    except OSError:
        pass  # the next check fits again


def as_text(
    data: str, rows: dict[int, dict[str, Any]], origin: Origin, effort: Effort, seed: int
) -> str:
    """Write the styles found for some numbers of players (`Trained.as_data`) as a file, with a
    record of how they were found; each style is one line.
    """
    lines = [
        (
            "# Experts by number of players, found by self-play. A style is played by this number "
            "of 16 seats; `response` is how often the best"
        ),
        "# response found to them wins, in per cent, with its 95 % interval.",
        f"origin: {origin}",
        f"data: {data}",
        (
            f"effort: {{rounds: {effort.rounds}, generations: {effort.generations}, games: "
            f"{effort.games}, steps: {effort.steps}, fresh: {effort.fresh}}}"
        ),
        f"seed: {seed}",
        "players:",
    ]
    for players, told in sorted(rows.items()):
        lines += [
            f"  {players}:",
            *([f"    response: {told['response']}"] if "response" in told else []),
            "    styles:",
        ]
        lines += [
            f"      - {{{', '.join(f'{name}: {number:g}' for name, number in row.items())}}}"
            for row in told["styles"]
        ]
    return "\n".join([*lines, ""])


def _read(path: Path) -> dict[str, Any] | None:
    """Read what was kept; None if nothing was, or the file is no longer what was written."""
    try:
        fits: dict[str, Any] = plain_from(path.read_text(encoding="utf-8"))
        return fits if fits["players"] and fits["origin"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _kept(rules: Rules, cards: Any) -> tuple[Origin, dict[int, list[Style]]] | None:
    """Find the styles kept for a card set."""
    fits = _read(kept_at(rules, cards))
    if fits is None:
        return None
    try:
        styles = {
            players: read_styles(rules.WEIGHTS, fit["styles"], "")
            for players, fit in fits["players"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return "trained" if fits["origin"] == "trained" else "fitted", styles
