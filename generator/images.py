"""Pictures that designers bring: PNG, JPEG, WebP. The only module that knows Pillow, beside pictures of pages.

In: a file or its bytes. Out: `Image`, ready to be embedded: JPEG as it is, everything else as plain samples with its alpha.
"""

from __future__ import annotations

import hashlib
import io
import warnings
import zlib
from dataclasses import dataclass, field
from typing import Any

MAX_PIXELS = 80_000_000
MAX_SIDE_PX = 4096  # a picture with more is made smaller: that is 300 dots per inch over 34 cm


class ImageFault(Exception):
    """A picture that cannot be read; the message says why."""


@dataclass(frozen=True)
class Image:
    """A picture. `samples` are compressed: as JPEG where `is_jpeg`, else with zlib; `alpha` with zlib, or None."""

    key: str
    width_px: int
    height_px: int
    is_grey: bool
    is_jpeg: bool
    samples: bytes = field(repr=False)
    alpha: bytes | None = field(repr=False, default=None)


def read_image(raw: bytes) -> Image:
    """Read a picture from its bytes; its EXIF turn is applied. Raises ImageFault where it is none, or far too large."""
    import PIL.Image
    import PIL.ImageOps

    key = hashlib.sha256(raw).hexdigest()[:16]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PIL.Image.DecompressionBombWarning)  # we have a limit of our own
            picture = PIL.Image.open(io.BytesIO(raw), formats=("PNG", "JPEG", "WEBP"))
        if picture.width * picture.height > MAX_PIXELS:
            raise ImageFault(f"{picture.width} x {picture.height} pixels are more than any card needs")
        turned: Any = PIL.ImageOps.exif_transpose(picture)
        if picture.format == "JPEG" and picture.mode in ("RGB", "L") and picture.getexif().get(0x0112, 1) == 1:
            picture.load()
            return Image(key, picture.width, picture.height, picture.mode == "L", True, raw)
        if turned.mode.startswith("I"):  # 16 bits a sample, which Pillow would cut off instead of scaling
            turned = turned.convert("I").point(lambda value: value * (1 / 256)).convert("L")
        has_alpha = "A" in turned.getbands() or "transparency" in turned.info
        is_grey = turned.mode in ("1", "L", "LA")
        flat = turned.convert(("LA" if is_grey else "RGBA") if has_alpha else ("L" if is_grey else "RGB"))
        if max(flat.size) > MAX_SIDE_PX:
            flat = flat.reduce(-(-max(flat.size) // MAX_SIDE_PX))
        alpha = zlib.compress(flat.getchannel("A").tobytes(), 6) if has_alpha else None
        if has_alpha:
            flat = flat.getchannel("L") if is_grey else flat.convert("RGB")
        return Image(key, flat.width, flat.height, is_grey, False, zlib.compress(flat.tobytes(), 6), alpha)
    except PIL.UnidentifiedImageError:
        raise ImageFault("it is no PNG, JPEG or WebP") from None
    except PIL.Image.DecompressionBombError:
        raise ImageFault("it has many times the pixels that any card needs") from None
    except (OSError, SyntaxError, ValueError) as fault:
        raise ImageFault(str(fault) or type(fault).__name__) from None
