"""Rules of two games with a fault put in: each is found when they are tried uncompiled, with the
function that is to blame.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.data.loading import load_game
from rules_check.engine.promises import watched
from rules_check.engine.rehearsing import Rehearsal

ROOT = Path(__file__).resolve().parents[3]
TRICKS = ROOT / "tests" / "rules_check" / "games" / "tricks"
GUIDE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text("utf-8")
FISH, WATER = "night-catch", "high-water"
SECONDS = 6.0
HIDE = """

@rules.verb
def hide(cards, state, seat, rng_seed):
    from rules_check.engine.kernel import seed_streams
    {}
"""
FULL_HIDE = HIDE.format(
    """from rules_check.engine.kernel import shuffle
    seed_streams(state.rng, rng_seed, 0)
    state.number = 0
    pool = []
    {open}
    for other in range(state.players):
        if other != seat:
            pool += [int(fish) for fish in state.laid[other][: size(state.laid[other])]]
            pool += [int(fish) for fish in state.hand[other][: size(state.hand[other])]]
    pool = np.array(sorted(pool))
    shuffle(state.rng, 0, pool, len(pool))
    pool = list(pool)
    for other in range(state.players):
        if other != seat:
            for i in range(size(state.laid[other])):
                state.laid[other, i] = pool.pop()
            for i in range(size(state.hand[other])):
                state.hand[other, i] = pool.pop()
"""
).replace(
    "from rules_check.engine.kernel import seed_streams\n",
    "import numpy as np\n    from rules_check.engine.kernel import seed_streams\n",
)
FAULTS = [
    (
        FISH,
        "state.catch[best] += 1",
        "state.catch[best + 3] += 1",
        "turn_up",
        "IndexError: index [456] is out of bounds",
    ),
    (
        FISH,
        "state.catch[best] += 1",
        "state.catch[best - 1] += 1",
        "turn_up",
        "IndexError: index -1, which counts from the end",
    ),
    (
        WATER,
        "state.tricks[state.seat] += 1",
        "state.tricks[state.seat + 5 * (state.rounds == 5)] += 1",
        "play",
        "IndexError",
    ),
    (
        FISH,
        "move_all(state.laid[seat], state.gone)",
        "draw(state.laid[seat])",
        "lay",
        "a fish is in two zones or in none \\(trout, in no zone\\), after 'lay",
    ),
    (
        FISH,
        "    state.catch[best] += 1",
        "    state.catch[best] += 1\n    put(state.gone, 0)",
        "lay",
        "in two zones",
    ),
    (
        WATER,
        "move_all(state.won, state.deck)",
        "move_all(state.won, state.trick)",
        "deal",
        "IndexError: a zone with room for",
    ),
    (
        FISH,
        "put(state.laid[seat], take(state.hand[seat], fish))",
        "put(state.laid[seat], fish)",
        "lay",
        "two zones|zone with room",
    ),
    (
        FISH,
        "    catch = each(SEATS)",
        "    catch = each(SEATS, blank=None)",
        "new_game",
        "state.catch of a new game still has the value",
    ),
    (
        WATER,
        "state.end = int(state.rounds == cards.rounds_due)",
        "state.end = 1 // (state.rounds - 1)",
        "score",
        "ZeroDivision|Floating",
    ),
    (
        FISH,
        "    state.rounds += 1",
        "    state.catch[0] += 3_000_000_000\n    state.rounds += 1",
        "turn_up",
        "int32|out of bounds",
    ),
    (
        FISH,
        "    return state.catch[seat] + (",
        "    return 0.0 * math.inf + (",
        "value",
        "a position is worth nan",
    ),
    (
        WATER,
        "state.seat = (state.seat + best) % state.players\n",
        "state.seat = state.seat + best\n",
        "deal",
        "IndexError",
    ),
    (
        WATER,
        "    for must_follow in",
        "    if state.rounds == 3:\n        return\n    for must_follow in",
        "list_cards",
        "has 0 legal moves",
    ),
    (
        WATER,
        "                offer(out, PLAY, card)",
        "                offer(out, PLAY, card)\n                offer(out, PLAY, card)",
        "list_cards",
        "offered twice",
    ),
    (
        FISH,
        'UNIT="fish"\n)',
        'UNIT="fish", max_moves=2\n)',
        "choose",
        "3 moves are legal, but there is room for only 2: raise",
    ),
    (
        FISH,
        "            put(state.hand[seat], draw(state.deck))\n\n",
        "            put(state.hand[seat], draw(state.deck))\n    state.end = 1\n\n",
        "deal",
        "over before anybody decides",
    ),
    (
        FISH,
        "    state.catch[best] += 1",
        "    while state.rounds == 2:\n        best = 0\n    state.catch[best] += 1",
        "turn_up",
        "does not return",
    ),
    (FISH, None, HIDE.format("state.number = 0"), "hide", "leaves state.rng unchanged"),
    (
        FISH,
        None,
        HIDE.format("seed_streams(state.rng, rng_seed, 0)\n    state.number = 0"),
        "hide",
        r"it never changes state\.(deck|hand)",
    ),
    (FISH, None, FULL_HIDE.replace("{open}", ""), "hide", r"it never changes state\.deck"),
    (
        FISH,
        None,
        FULL_HIDE.replace("{open}", "state.hand[seat, :2] = state.hand[seat, :2][::-1].copy()"),
        "hide",
        "changes the content of state.hand of the looking seat",
    ),
    (
        FISH,
        None,
        FULL_HIDE.replace("{open}", "state.catch[:] = 0"),
        "hide",
        "it changes state.catch, which everybody knows",
    ),
    (
        FISH,
        None,
        FULL_HIDE.replace("{open}", "state.phase = 0\n    seat = (seat + 1) % state.players"),
        "hide",
        "changes the content of state.hand of the looking seat",
    ),
    (
        FISH,
        None,
        (
            "\n\n@rules.verb\ndef advise(cards, state, moves, count):\n    return "
            "int(size(state.laid[0]) > 0 and top(state.laid[0]) % count)\n"
        ),
        "advise",
        "the advice depends on what",
    ),
    (
        FISH,
        None,
        "\n\n@rules.verb\ndef advise(cards, state, moves, count):\n    return moves[0]\n",
        "advise",
        "moves, counted from 0",
    ),
    (
        FISH,
        None,
        "\n\n@rules.verb\ndef places(cards, state, out):\n    out[0] += 1\n",
        "places",
        "what the array held before",
    ),
    (
        FISH,
        None,
        "\n\n@rules.verb\ndef places(cards, state, out):\n    out[:] = state.players + 1\n",
        "places",
        "places of 2 players are",
    ),
    (
        FISH,
        "@rules.verb\ndef score_of(cards, state, seat):",
        "@rules.verb\ndef score_of(cards, state, seat):\n    state.catch[0] += 1",
        "score_of",
        "counting changes the game",
    ),
    (
        FISH,
        "    mix_up(state, state.deck)",
        (
            "    import random\n    put(state.deck, draw(state.deck))\n    state.rounds += "
            "random.randrange(1000)"
        ),
        "new_game",
        "set up in different ways",
    ),
]


def sources(game: str) -> tuple[str, Path | None]:
    """Return the text of a game's rules, and its cards.yaml where that is a file."""
    if game == WATER:
        return (TRICKS / "high_water.py").read_text("utf-8"), TRICKS
    (found,) = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.S | re.M)
    return str(found), None


def tried(
    folder: Path,
    game: str,
    old: str | None,
    new: str,
    patch: pytest.MonkeyPatch,
    sound: bool = False,
) -> dict[str, Any] | None:
    """Try a game's rules with some words changed, or more written behind them."""
    text, home = sources(game)
    if home is None:
        home = folder / "game"
        shutil.copytree(TRICKS / "templates", home / "templates")
        (found,) = re.findall(r"^```yaml\n(.*?)^```$", GUIDE, re.S | re.M)
        (home / "cards.yaml").write_text(found, encoding="utf-8")
        (svg,) = re.findall(r"^```jinja\n(.*?)^```$", GUIDE, re.S | re.M)
        (home / "templates" / "fish.svg.j2").write_text(svg, encoding="utf-8")
    assert old is None or text.count(old) == 1, old
    changed = text + new if old is None else text.replace(old, new)
    name = f"tried_{game.replace('-', '_')}"
    rules, sound_rules = folder / "rules", folder / "sound"
    for place, words in ((rules, "import math\n" + changed), (sound_rules, text)):
        (place / f"{name}-0.1.0.dist-info").mkdir(parents=True)
        (place / f"{name}.py").write_text(words, encoding="utf-8")
        (place / f"{name}-0.1.0.dist-info" / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n"
        )
        (place / f"{name}-0.1.0.dist-info" / "entry_points.txt").write_text(
            f"[emporium_pnp.games]\n{game} = {name}:rules\n"
        )
    patch.setenv("PYTHONPATH", f"{rules}{os.pathsep}{ROOT}")
    patch.syspath_prepend(str(sound_rules))
    sys.modules.pop(name, None)
    cards = __import__(name).Cards.record(load_game(home))
    with Rehearsal(game, cards, rules, SECONDS) as rehearsal:
        return rehearsal.told()


@pytest.mark.slow_cases(
    (
        "high-water-    for must_follow in-    if state.rounds == 3:\\n        return\\n    for "
        "must_follow in-list_cards-has 0 legal moves"
    ),
    (
        "night-catch-None-\\n\\n@rules.verb\\ndef advise(cards, state, moves, count):\\n    return "
        "moves[0]\\n-advise-moves, counted from 0"
    ),
    "night-catch-None-new18-hide-it never changes state\\\\.(deck|hand)",
    (
        "night-catch-state.catch[best] += 1-state.catch[best + 3] += 1-turn_up-IndexError: index "
        "[456] is out of bounds"
    ),
)
@pytest.mark.parametrize(
    ("game", "old", "new", "function", "said"),
    [pytest.param(*one, marks=pytest.mark.slow if n % 6 else ()) for n, one in enumerate(FAULTS)],
)
def test_a_fault_is_found_and_named(
    game: str,
    old: str | None,
    new: str,
    function: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = tried(tmp_path, game, old, new, monkeypatch)
    assert found is not None
    assert re.search(said, found["said"]), found
    assert found["function"] == function, found
    assert Path(found["file"]).name.startswith("tried_")


@pytest.mark.slow_cases("night-catch")
@pytest.mark.parametrize("game", [FISH, pytest.param(WATER, marks=pytest.mark.slow)])
def test_sound_rules_are_silent(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried(tmp_path, game, None, "", monkeypatch) is None


def test_a_record_that_is_watched_takes_only_what_it_holds() -> None:
    dtype = np.dtype([("rng", np.uint64, 2), ("coins", np.int8, 3), ("end", np.int16)])
    record = watched(dtype, frozenset(), bytes(dtype.itemsize))
    record.coins[2] = 127
    record.coins[-1] -= 1
    assert record.coins.tolist() == [0, 0, 126]
    seat = 0
    with pytest.raises(IndexError, match="counts from the end"):
        record.coins[seat - 2] += 1
    with pytest.raises(OverflowError):
        record.coins[0] = np.int64(130)
    with pytest.raises(OverflowError):
        record.end = np.int64(70_000)


LUCKY = [
    (
        FISH,
        "    state.catch[best] += 1",
        "    state.catch[best] += math.random.randrange(5)",
        "lay",
        "made twice in the same state leads to two that differ in state.catch",
    ),
    (
        FISH,
        "    state.catch[best] += 1",
        "    state.catch[best] += 1 + size(state.gone) / 64",
        "turn_up",
        r"^\d+\.\d+ is cut off to \d+, because",
    ),
    (
        FISH,
        "    return state.catch[seat]\n",
        "    return state.catch[seat] + 0.5\n",
        "score_of",
        r"\.5 is cut off to \d+, because",
    ),
    (
        FISH,
        "        state.end = 1",
        "        state.end = 2",
        "lay",
        "state.end is 2, but `ends` has texts for 0 and 1",
    ),
    (
        FISH,
        "        move_all(state.laid[seat], state.gone)",
        "        draw(state.laid[seat])\n        put(state.gone, draw(state.laid[seat]))",
        "turn_up",
        "`put` was given no card",
    ),
]


@pytest.mark.slow_cases(
    (
        "night-catch-        state.end = 1-        state.end = 2-lay-state.end is 2, and `ends` "
        "has texts for 0 and 1"
    ),
    (
        "night-catch-    return state.catch[seat]\\n-    return state.catch[seat] + "
        "0.5\\n-score_of-\\\\.5 is cut off to \\\\d+, because"
    ),
    (
        "night-catch-    state.catch[best] += 1-    state.catch[best] += 1 + size(state.gone) / "
        "64-turn_up-^\\\\d+\\\\.\\\\d+ is cut off to \\\\d+, because"
    ),
    (
        "night-catch-    state.catch[best] += 1-    state.catch[best] += "
        "math.random.randrange(5)-lay-made twice in the same state leads to two that differ in "
        "state.catch"
    ),
)
@pytest.mark.parametrize(("game", "old", "new", "function", "said"), LUCKY)
def test_what_is_lost_or_comes_from_elsewhere_is_found(
    game: str,
    old: str,
    new: str,
    function: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = tried(
        tmp_path, game, old, new.replace("math.random", "__import__('random')"), monkeypatch
    )
    assert found is not None
    assert re.search(said, found["said"]), found
    assert found["function"] == function, found


def test_a_fraction_is_not_cut_off_in_silence() -> None:
    dtype = np.dtype(
        [("rng", np.uint64, 2), ("coins", np.int8, 3), ("end", np.int16), ("share", np.float64)]
    )
    record = watched(dtype, frozenset(), bytes(dtype.itemsize))
    record.coins[1], record.end, record.share = 4.0, 3.0, 0.5
    with pytest.raises(ValueError, match=r"2.5 is cut off to 2"):
        record.coins[0] = 5 / 2
    with pytest.raises(ValueError, match=r"0.5 is cut off to 0"):
        record.coins[:] = np.array([1.0, 0.5, 2.0])
    with pytest.raises(ValueError, match=r"-0.5 is cut off to 0"):
        record.end = -0.5
    record.coins[:2] = True
