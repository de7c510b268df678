"""The name by which rules outside this tool import `rules_check.engine.kernel`."""

from rules_check.engine.kernel import (
    IS_COMPILED,
    below,
    draw_seed,
    index,
    jit,
    jit_lean,
    jit_within,
    seed_streams,
    shuffle,
)

__all__ = [
    "IS_COMPILED",
    "below",
    "draw_seed",
    "index",
    "jit",
    "jit_lean",
    "jit_within",
    "seed_streams",
    "shuffle",
]
