"""Shapes of pieces as CSS: each has its corners, a path is mirrored from behind, and no list of
corners is endless.
"""

from __future__ import annotations

import math

from generator.data.silhouettes import silhouette
from studio.draw.cutouts import cutout, cutout_behind


def test_each_shape_is_cut_out_as_it_is_printed() -> None:
    assert cutout("rectangle", (63, 88)) == ""
    assert cutout("round", (20, 20)) == "ellipse(50% 50%)"
    assert cutout("hex", (20, 17.32)).count(",") == 5
    tab = silhouette("M0 8 H20 V0 H40 V88 H0 Z", (40, 88))
    shown = (
        "polygon(0.00% 9.09%, 50.00% 9.09%, 50.00% 0.00%, 100.00% 0.00%, 100.00% 100.00%, 0.00% "
        "100.00%)"
    )
    assert cutout(tab, (40, 88)) == shown
    assert "50.00% 0.00%, 50.00% 9.09%, 100.00% 9.09%" in cutout_behind(tab, (40, 88))


def test_a_fine_outline_is_thinned() -> None:
    rim = [
        (20 + 20 * math.cos(i / 900 * math.tau), 20 + 20 * math.sin(i / 900 * math.tau))
        for i in range(900)
    ]
    wheel = silhouette("M" + " ".join(f"{x:.4f} {y:.4f}" for x, y in rim) + " Z", (40, 40))
    assert 200 < cutout(wheel, (40, 40)).count(",") < 240
