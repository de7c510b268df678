"""What was rewritten since an earlier version, apart from numbers."""

from __future__ import annotations

import pytest

from generator.data.loading import load_game
from rules_check.prove.rewriting import Rewrite, answered, rewrites
from tests.conftest import ROOT

OLD = b"""\
rules: {hand: 4}
rulings:
  pile: {choice: shuffle}
cards:
  # the first
  oak: {price: 2, power: skip}
  elm: {price: 6, power: wild}
play:
  score:
    suits: sum(suit)
"""


def found(new: bytes, like_old: bytes | None = None, most: int = 5) -> list[Rewrite]:
    return rewrites(OLD, new, like_old or new, "cards.yaml", most)


@pytest.mark.parametrize(
    ("old", "new", "said", "line"),
    [
        (b"skip", b"draw", "'power: draw', was 'power: skip'", 6),
        (b"choice: shuffle", b"choice: end", "'choice: end', was 'choice: shuffle'", 3),
        (b"sum(suit)", b"sum(sun)", "'suits: sum(sun', was 'suits: sum(suit'", 10),
        (b"sum(suit)", b"8 * sum(suit)", "'suits: 8 *', was 'suits:'", 10),
        (b"  oak: {price: 2, power: skip}\n", b"", "'oak: {price: 2, power: skip}' is missing", 6),
        (b"play:", b"  fir: {power: a bird}\nplay:", "'fir: {power: a bird}' is new", 8),
    ],
)
def test_words_that_differ_are_named_with_their_line(
    old: bytes, new: bytes, said: str, line: int
) -> None:
    (one,) = found(OLD.replace(old, new))
    assert (one.said, one.place.line, one.lines) == (said, line, {line})
    assert one.content == OLD


def test_two_parts_are_restored_alone_and_together() -> None:
    new = OLD.replace(b"shuffle", b"end").replace(b"wild", b"skip")
    first, second, both = found(new)
    assert first.content == OLD.replace(b"wild", b"skip")
    assert second.content == OLD.replace(b"shuffle", b"end")
    assert both.content == OLD
    assert (both.said, both.lines) == ("lines 3, 7 were rewritten", {3, 7})


def test_numbers_and_comments_are_no_rewriting() -> None:
    new = OLD.replace(b"hand: 4", b"hand: 9").replace(b"# the first", b"# trees")
    assert found(new, new.replace(b"hand: 9", b"hand: 4")) == []


def test_a_line_is_restored_with_its_number() -> None:
    new = OLD.replace(b"2, power: skip", b"5, power: wild")
    (one,) = found(new, new.replace(b"price: 5", b"price: 2"))
    assert one.content == OLD


def test_many_parts_are_only_restored_together() -> None:
    new = OLD.replace(b"shuffle", b"end").replace(b"wild", b"skip")
    assert [one.said for one in found(new, most=1)] == ["lines 3, 7 were rewritten"]


def test_each_ruling_is_answered_otherwise_at_its_line() -> None:
    path = ROOT / "games" / "empire" / "cards.yaml"
    game, content = load_game(path), path.read_bytes()
    found = {one.said: one for one in answered(content, game)}
    one = found["rulings.pile_runs_out: answered with 'count_pillars'"]
    line = content.splitlines()[one.place.line - 1]
    assert line.strip() == b"choice: reshuffle"
    assert one.content.splitlines()[one.place.line - 1].strip() == b"choice: count_pillars"
    assert load_game(path, content=one.content).context["rulings"]["pile_runs_out"].choice == (
        "count_pillars"
    )
