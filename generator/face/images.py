"""Designers' pictures: PNG, JPEG, WebP; and operations on pixels. The only module that uses Pillow.

In: a file or its bytes, or a picture of a page. Out: `Image`, ready to be embedded: JPEG unchanged,
everything else as plain samples with alpha; the same in grey or in the four inks of a press; or
measurements of pixels, and recoloured pixels.
"""

from __future__ import annotations

import hashlib
import io
import math
import warnings
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from typing import Any

from generator.data.geometry import Box
from generator.data.opening import MIB
from generator.data.units import MM_PER_INCH
from generator.face.jpegs import JpegFault, layout_of

MAX_PIXELS = 80_000_000
MOST_BYTES = 256 * MIB
"""The maximum size of a picture's file."""
MOST_INK = 2.4  # of the four inks together; the limit of DriveThruCards
MAX_SIDE_PX = 4096  # larger pictures are reduced: that is 300 dpi over 34 cm


SMALLER = "save it smaller: 12 pixels per millimetre on paper is enough"


class ImageFault(Exception):
    """A picture that cannot be read; the message gives the reason, and the hint, if there is one, a
    remedy.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Image:
    """A picture. `samples` are compressed: as JPEG if `is_jpeg`, otherwise with zlib; `alpha` with
    zlib, or None.

    Samples have 8 bits each: one per pixel if `is_grey`, four (the inks, 255 is full) if
    `is_inked`, otherwise three.
    """

    key: str
    width_px: int
    height_px: int
    is_grey: bool
    is_jpeg: bool
    samples: bytes = field(repr=False)
    alpha: bytes | None = field(repr=False, default=None)
    is_inked: bool = False

    @property
    def space(self) -> str:
        """Name the colour space as PDF does."""
        if self.is_inked:
            return "DeviceCMYK"
        return "DeviceGray" if self.is_grey else "DeviceRGB"


_TURN = 0x0112  # of EXIF: how the camera was held


def read_image(raw: bytes) -> Image:
    """Read a picture from its bytes, applying its EXIF rotation and converting other colour
    profiles to sRGB.

    Raises ImageFault if it is not a picture, or is far too large.
    """
    key = hashlib.sha256(raw).hexdigest()[:16]
    if not has_pillow():
        return _read_plainly(key, raw)
    import PIL.Image

    try:
        with warnings.catch_warnings():
            # we have a limit of our own
            warnings.simplefilter("ignore", PIL.Image.DecompressionBombWarning)
            picture = PIL.Image.open(io.BytesIO(raw), formats=("PNG", "JPEG", "WEBP"))
        if picture.width * picture.height > MAX_PIXELS:
            raise ImageFault(
                f"{picture.width} x {picture.height} pixels are more than any card needs", SMALLER
            )
        is_foreign = _is_foreign(picture)
        if picture.format == "JPEG" and picture.mode in ("RGB", "L"):
            if not is_foreign and picture.getexif().get(_TURN, 1) == 1:
                _refuse_damaged(raw, picture)
                return Image(key, picture.width, picture.height, picture.mode == "L", True, raw)
            if is_foreign:
                _refuse_damaged(raw, picture)
        return _unpacked(key, picture, picture.info.get("icc_profile") if is_foreign else None)
    except PIL.UnidentifiedImageError:
        raise ImageFault("it is not a PNG, JPEG or WebP picture") from None
    except PIL.Image.DecompressionBombError:
        raise ImageFault("it has many times more pixels than any card needs", SMALLER) from None
    except MemoryError:
        raise ImageFault("it has more pixels than fit into memory") from None
    except (OSError, SyntaxError, ValueError) as fault:
        raise ImageFault(str(fault) or type(fault).__name__) from None


def _unpacked(key: str, picture: Any, profile: bytes | None) -> Image:
    """Rotate a Pillow picture upright, and convert it to 8-bit colours, in sRGB instead of a
    profile.
    """
    import PIL.ImageOps

    # a copy of a large picture would double the memory
    PIL.ImageOps.exif_transpose(picture, in_place=True)
    if picture.mode in ("RGB", "RGBA", "L", "LA"):
        picture = _small(picture)
    if picture.mode.startswith("I"):
        # 16-bit samples, which Pillow would truncate instead of scaling
        picture = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    if profile:
        picture = _in_srgb(picture, profile, has_alpha)
    is_grey = picture.mode in ("1", "L", "LA")
    opaque = "L" if is_grey else "RGB"
    flat = _small(picture.convert(f"{opaque}A" if has_alpha else opaque))
    alpha = None
    if has_alpha:
        alpha = zlib.compress(flat.getchannel("A").tobytes(), 6)
        flat = flat.getchannel("L") if is_grey else flat.convert("RGB")
    samples = zlib.compress(flat.tobytes(), 6)
    return Image(key, flat.width, flat.height, is_grey, False, samples, alpha)


def _small(picture: Any) -> Any:
    """Reduce a picture whose longer side has more pixels than any paper shows."""
    longest = max(picture.size)
    return picture.reduce(-(-longest // MAX_SIDE_PX)) if longest > MAX_SIDE_PX else picture


def for_renderer(raw: bytes) -> bytes:
    """Return a picture that a program without support for colour profiles, inks and EXIF rotation
    shows correctly: a PNG if it has any of these, otherwise its own bytes, even if they are not a
    picture.
    """
    if not has_pillow():
        return raw
    import PIL.Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PIL.Image.DecompressionBombWarning)
            picture = PIL.Image.open(io.BytesIO(raw), formats=("PNG", "JPEG", "WEBP"))
        is_plain = picture.mode != "CMYK" and picture.getexif().get(0x0112, 1) == 1
        if is_plain and not _is_foreign(picture):
            return raw
        image = read_image(raw)
    except (ImageFault, OSError, SyntaxError, ValueError, PIL.Image.DecompressionBombError):
        return raw  # the program that draws it reports the fault
    shown, file = _pixels(image).convert("RGB"), io.BytesIO()
    if image.alpha is not None:
        shown.putalpha(PIL.Image.frombytes("L", shown.size, zlib.decompress(image.alpha)))
    shown.save(file, "PNG", compress_level=1)
    return file.getvalue()


@cache
def has_pillow() -> bool:
    """Return whether Pillow is available; in a browser, a replacement without its parts may be
    there.
    """
    return find_spec("PIL") is not None and find_spec("PIL.ImageOps") is not None


def _read_plainly(key: str, raw: bytes) -> Image:
    """Read a picture without Pillow. Raises ImageFault."""
    from generator.face.plain import UnreadFault, pixels_of

    try:
        found = pixels_of(raw)
    except UnreadFault as fault:
        raise ImageFault(str(fault), fault.hint) from None
    alpha = None if found.alpha is None else zlib.compress(found.alpha, 6)
    samples = raw if found.samples is None else zlib.compress(found.samples, 6)
    return Image(
        key, found.width, found.height, found.is_grey, found.samples is None, samples, alpha
    )


_MOST_PROFILE = 4 * MIB


def _is_foreign(picture: Any) -> bool:
    """Return whether a picture has a colour profile that differs from that of screens (sRGB), that
    is, changes any colour.
    """
    from PIL import ImageCms

    profile = picture.info.get("icc_profile")
    if not profile or len(profile) > _MOST_PROFILE:
        return False
    space = _SPACES.get(bytes(profile[16:20]))
    mode = "L" if picture.mode.startswith("I") else picture.mode  # 16 bits become 8
    if space is None or space not in _SPACES_OF.get(mode, ()):
        return False
    try:
        shown = _converted(_trial(space), profile, space)
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return False  # a broken profile, which other programs ignore too
    return space == "CMYK" or max(high for _, high in _differences(shown, space)) > _SAME


_SPACES = {b"RGB ": "RGB", b"GRAY": "L", b"CMYK": "CMYK"}
_SPACES_OF = {
    "RGB": ("RGB",),
    "RGBA": ("RGB",),
    "P": ("RGB",),
    "PA": ("RGB",),
    "L": ("L", "RGB"),
    "LA": ("L", "RGB"),
    "1": ("L", "RGB"),
    "CMYK": ("CMYK",),
}
_SAME = 2  # of 255: profiles called sRGB differ by this much from each other


def _trial(space: str) -> Any:
    """Make a picture of the colours that identify a profile: 16 steps along each axis of red, green
    and blue.
    """
    import PIL.Image

    steps = [17 * step for step in range(16)]
    if space == "L":
        return PIL.Image.frombytes("L", (256, 1), bytes(range(256)))
    if space == "CMYK":
        return PIL.Image.new("CMYK", (1, 1))
    colours = bytes(
        part for red in steps for green in steps for blue in steps for part in (red, green, blue)
    )
    return PIL.Image.frombytes("RGB", (64, 64), colours)


def _differences(shown: Any, space: str) -> Any:
    """Return, for each band, the smallest and the largest difference of the converted colours of
    `_trial` from the originals.
    """
    import PIL.ImageChops

    return PIL.ImageChops.difference(shown, _trial(space).convert("RGB")).getextrema()


def _converted(picture: Any, profile: bytes, space: str) -> Any:
    """Convert a picture in RGB, L or CMYK from its own profile to sRGB."""
    from PIL import ImageCms

    own, screen = ImageCms.getOpenProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    transform = ImageCms.buildTransform(own, screen, space, "RGB", intent, flags)
    return ImageCms.applyTransform(picture, transform)


def _in_srgb(picture: Any, profile: bytes, has_alpha: bool) -> Any:
    """Convert a picture to sRGB from its own profile; a grey one stays grey, even if the profile is
    for colours.
    """
    from PIL import ImageCms

    space, is_grey = _SPACES[bytes(profile[16:20])], picture.mode in ("1", "L", "LA")
    alpha = picture.convert("RGBA").getchannel("A") if has_alpha else None
    try:
        shown = _converted(picture.convert(space), profile, space)
    except ImageCms.PyCMSError as fault:
        raise ImageFault(f"its colour profile cannot be used: {fault}", "save it in sRGB") from None
    if is_grey:
        shown = shown.convert("L")
    if alpha is not None:
        shown.putalpha(alpha)
    return shown


def seen_of(raw: bytes) -> Box | None:
    """Return the box, in pixels, of the visible part of a PNG with an alpha; None if nothing is
    visible.
    """
    import PIL.Image

    edges = (
        PIL.Image.open(io.BytesIO(raw), formats=("PNG",)).convert("RGBA").getchannel("A").getbbox()
    )
    return None if edges is None else Box.between(*edges)


def cropped(raw: bytes, box: Box) -> Image:
    """Read a part of a PNG with an alpha; the box is in pixels."""
    import PIL.Image

    part = PIL.Image.open(io.BytesIO(raw), formats=("PNG",)).convert("RGBA").crop(box.edges)
    alpha, flat = zlib.compress(part.getchannel("A").tobytes(), 6), part.convert("RGB")
    key = hashlib.sha256(repr(part.size).encode() + part.tobytes()).hexdigest()[:16]
    return Image(
        key, part.width, part.height, False, False, zlib.compress(flat.tobytes(), 6), alpha
    )


_KEPT_BACK, _IN_LAST_BYTES = 2, 44
"""Bytes that a decoder does not get, and the most blocks that these and those of which it has not
made use yet can hold.
"""


def _refuse_damaged(raw: bytes, picture: Any) -> None:
    """Raise ImageFault for an incomplete JPEG, which printers would show with grey stripes.

    Decoders do not report that. So one gets all but the last bytes: a complete picture then lacks
    only its last blocks, an incomplete one lacks more, and one with extra data is already complete.
    A damaged picture with the right number of blocks is not noticed.
    """
    try:
        layout = layout_of(raw)
    except JpegFault as fault:
        raise ImageFault(str(fault)) from None
    if layout.is_progressive or layout.scans > 1:  # nothing of it is visible before its end
        picture.load()
        return
    across, down = layout.block
    row = picture.height - down * (_IN_LAST_BYTES // -(-picture.width // across) + 2) - 1
    tile = picture.tile[0]
    if all(
        _is_unseen(raw[: layout.end - _KEPT_BACK], picture, tile, row, ground)
        for ground in (7, 250)
    ):
        raise ImageFault("it is cut off in the middle, or a part of it is damaged")


def _is_unseen(raw: bytes, picture: Any, tile: Any, row: int, ground: int) -> bool:
    """Decode a part of a JPEG onto a background, and return whether that is still visible in a row
    of pixels. Raises ImageFault if decoding ends.
    """
    import PIL.Image

    colour = ground if picture.mode == "L" else (ground, 255 - ground, ground)
    seen = PIL.Image.new(picture.mode, picture.size, colour)
    _, extents, _, arguments = tile
    decoder = PIL.Image._getdecoder(picture.mode, "jpeg", arguments, picture.decoderconfig)
    try:
        decoder.setimage(seen.im, extents)
        used, fault = decoder.decode(raw)
    finally:
        decoder.cleanup()
    if fault or used < 0:
        raise ImageFault("a part of it is damaged")
    return row >= 0 and seen.crop((0, row, picture.width, row + 1)).getcolors(2) == [
        (picture.width, colour)
    ]


# colours along each axis of the table for recolouring a picture; colours in between are
# interpolated
FINE_STEPS = 17
MANY_COLOURS = 64


def ink_of(picture: Any) -> tuple[float, float]:
    """Estimate the ink of an RGB picture: the share of it that is printed at all, and all inks
    together (1.0 is one ink everywhere).

    Cyan, magenta and yellow are the complements of red, green and blue; black replaces their common
    part. How a printer really reproduces a colour, only the printer knows.
    """
    import PIL.ImageChops
    import PIL.ImageStat

    cyan, magenta, yellow = map(PIL.ImageChops.invert, picture.split())
    black = PIL.ImageChops.darker(cyan, PIL.ImageChops.darker(magenta, yellow))
    most = PIL.ImageChops.lighter(cyan, PIL.ImageChops.lighter(magenta, yellow))
    means = [PIL.ImageStat.Stat(band).mean[0] / 255 for band in (cyan, magenta, yellow, black)]
    histogram = most.histogram()
    printed = 1 - sum(histogram[:4]) / sum(histogram)  # antialiasing leaves a level or three
    return printed, math.fsum(means[:3]) - 2 * means[3]


def colours_in(
    picture: Any, box: Box, many: int = MANY_COLOURS
) -> list[tuple[int, tuple[int, int, int]]]:
    """Count the colours in a box, in pixels, of an RGB picture; if there are more than `many`,
    similar ones are merged.
    """
    left = max(0, min(int(box.x), picture.width - 1))
    top = max(0, min(int(box.y), picture.height - 1))
    right = max(left + 1, min(round(box.right + 0.5), picture.width))
    bottom = max(top + 1, min(round(box.bottom + 0.5), picture.height))
    part = picture.crop((left, top, right, bottom))
    found: list[tuple[int, tuple[int, int, int]]] = part.getcolors(part.width * part.height)
    if len(found) > many:
        part = part.point(lambda value: (value & 0xF0) + 8)
        found = part.getcolors(part.width * part.height)
    return found


def differing(one: Any, other: Any, least: int) -> Any:
    """Return a grey picture that is white where two pictures differ by more than `least` of 255,
    and black elsewhere.
    """
    import PIL.ImageChops

    apart = PIL.ImageChops.difference(one.convert("L"), other.convert("L"))
    return apart.point(lambda value: 255 if value > least else 0)


def differing_in_colour(one: Any, other: Any, least: int) -> Any:
    """Do the same as `differing`, but also distinguish colours of the same lightness."""
    import PIL.ImageChops

    red, green, blue = PIL.ImageChops.difference(one, other).split()
    return PIL.ImageChops.lighter(red, PIL.ImageChops.lighter(green, blue)).point(
        lambda value: 255 if value > least else 0
    )


def is_white_past(
    picture: Any,
    size_mm: tuple[float, float],
    dpi: float,
    is_rectangle: bool = True,
    far_mm: float = 3.0,
) -> bool:
    """Return whether a face with its bleed is white for a distance past the cut along a whole side,
    and mostly not white just inside the cut there.

    The cut, of `size_mm`, is in the middle. For a round or hexagonal piece, only the middle of each
    side is examined.
    """
    width, height = picture.size
    left, top = (
        round((px - mm / MM_PER_INCH * dpi) / 2)
        for px, mm in zip(picture.size, size_mm, strict=True)
    )
    far, near = round(far_mm / MM_PER_INCH * dpi), max(1, round(0.25 / MM_PER_INCH * dpi))
    out_x, out_y, in_x, in_y = max(0, left - far), max(0, top - far), left + near, top + near
    x1, x2, y1, y2 = in_x, width - in_x, in_y, height - in_y
    if not is_rectangle:
        x1, x2, y1, y2 = (round(side * share) for side in (width, height) for share in (0.48, 0.52))
    sides = (
        ((out_x, y1, out_x + 1, y2), (in_x, y1, in_x + 1, y2)),
        ((width - out_x - 1, y1, width - out_x, y2), (width - in_x - 1, y1, width - in_x, y2)),
        ((x1, out_y, x2, out_y + 1), (x1, in_y, x2, in_y + 1)),
        ((x1, height - out_y - 1, x2, height - out_y), (x1, height - in_y - 1, x2, height - in_y)),
    )
    return any(
        _darkest(picture.crop(outer)) > 250 and _is_mostly_dark(picture.crop(inner))
        for outer, inner in sides
    )


def _darkest(strip: Any) -> int:
    darkest: int = strip.convert("L").getextrema()[0]
    return darkest


def _is_mostly_dark(strip: Any) -> bool:
    levels = strip.convert("L").histogram()
    return bool(2 * math.fsum(levels[:240]) > math.fsum(levels))


def recoloured(
    picture: Any, recolour: Callable[[float, float, float], tuple[float, float, float]]
) -> Any:
    """Return a picture with its colours mapped by a function of rgb, each from 0 to 1."""
    import PIL.ImageFilter

    return picture.filter(PIL.ImageFilter.Color3DLUT.generate(FINE_STEPS, recolour))


def stacked(pictures: Sequence[Any]) -> Any:
    """Stack pictures vertically, on white."""
    import PIL.Image

    whole = PIL.Image.new(
        "RGB", (max(p.width for p in pictures), sum(p.height for p in pictures)), "white"
    )
    top = 0
    for picture in pictures:
        whole.paste(picture, (0, top))
        top += picture.height
    return whole


def image_of(pixels: Any) -> Image:
    """Make a picture from a Pillow image in RGB."""
    raw = pixels.tobytes()
    key = hashlib.sha256(repr(pixels.size).encode() + raw).hexdigest()[:16]
    return Image(key, pixels.width, pixels.height, False, False, zlib.compress(raw, 6))


def in_grey(image: Image) -> Image:
    """Return a picture in shades of grey; one that is already grey is unchanged."""
    if image.is_grey:
        return image
    if has_pillow() or image.is_jpeg:
        grey = _pixels(image).convert("L").tobytes()
    else:
        from generator.face.plain import greys_of

        grey = greys_of(zlib.decompress(image.samples))
    return replace(image, is_grey=True, is_jpeg=False, samples=zlib.compress(grey, 6))


def grey_image(image: Image) -> Image:
    """Return a picture in shades of grey that is kept beside its original, under a separate key."""
    return image if image.is_grey else replace(in_grey(image), key=image.key + "grey")


def in_inks(image: Image, size: int, table: Sequence[tuple[float, float, float, float]]) -> Image:
    """Convert a picture to C, M, Y and K with a lookup table of shares from 0 to 1.

    For a grey picture the table has an entry for each of its 256 shades; for any other it is a cube
    with `size` nodes per side, with red changing fastest, and values between the nodes are
    interpolated.
    """
    import PIL.Image
    from PIL import ImageFilter

    pixels = _pixels(image)
    if image.is_grey:
        inks = [pixels.point([int(255 * entry[ink]) for entry in table]) for ink in range(4)]
        inked = PIL.Image.merge("CMYK", inks)
    else:
        flat = [share for entry in table for share in entry]
        inked = pixels.convert("RGB").filter(
            ImageFilter.Color3DLUT(size, flat, channels=4, target_mode="CMYK")
        )
    samples = zlib.compress(inked.tobytes(), 6)
    return replace(image, is_grey=False, is_jpeg=False, is_inked=True, samples=samples)


class ProfileFault(Exception):
    """A file that is not a valid profile of a press; the message gives the reason."""


def within_limit(inks: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return inks with a total of at most MOST_INK: K takes over from C, M and Y, which shrink
    equally.
    """
    cyan, magenta, yellow, black = inks
    excess = math.fsum(inks) - MOST_INK
    if excess <= 0:
        return inks
    black = min(1.0, black + excess / 2)
    share = (MOST_INK - black) / (cyan + magenta + yellow)
    return cyan * share, magenta * share, yellow * share, black


_BAND_PX = 256


def _all_within_limit(inked: Any) -> Any:
    """Return a Pillow picture in four inks with each pixel as `within_limit` makes it; band by
    band, to take little memory.
    """
    import PIL.Image
    from PIL import ImageMath

    for top in range(0, inked.height, _BAND_PX):
        band = inked.crop((0, top, inked.width, min(top + _BAND_PX, inked.height)))
        inks = dict(zip("cmyk", band.split(), strict=True))
        black = ImageMath.lambda_eval(_black_within_limit, **inks)
        share = ImageMath.lambda_eval(_share_within_limit, **inks, black=black)
        parts = [
            ImageMath.lambda_eval(lambda of: of["ink"] * of["share"], ink=inks[ink], share=share)
            for ink in "cmy"
        ]
        inked.paste(
            PIL.Image.merge("CMYK", [part.convert("L") for part in (*parts, black)]), (0, top)
        )
    return inked


def _black_within_limit(of: dict[str, Any]) -> Any:
    excess = of["float"](of["c"] + of["m"] + of["y"] + of["k"]) - 255 * MOST_INK
    return of["min"](of["k"] + of["max"](excess, 0) / 2, 255)


def _share_within_limit(of: dict[str, Any]) -> Any:
    others = of["max"](of["float"](of["c"] + of["m"] + of["y"]), 1)
    return of["min"]((255 * MOST_INK - of["black"]) / others, 1)


class Separation:
    """Converts colours and pictures to the inks of a press, by its ICC profile: as close as
    possible, with the darkest black as dark as it gets.
    """

    def __init__(self, profile: bytes) -> None:
        """Read a profile. Raises ProfileFault for one that is not valid, or not for a press with
        four inks.
        """
        from PIL import ImageCms

        if profile[36:40] != b"acsp" or profile[16:20] != b"CMYK":
            found = "something else"
            if profile[36:40] == b"acsp":
                found = profile[16:20].decode("latin-1").strip()
            raise ProfileFault(
                f"expected the ICC profile of a press with four inks (CMYK), found {found}"
            )
        try:
            press = ImageCms.getOpenProfile(io.BytesIO(profile))
            self.name = " ".join(ImageCms.getProfileDescription(press).split())
            intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
            flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
            screen = ImageCms.createProfile("sRGB")
            self._transform: Any = ImageCms.buildTransform(
                screen, press, "RGB", "CMYK", intent, flags
            )
        except (ImageCms.PyCMSError, OSError, TypeError, ValueError) as fault:
            raise ProfileFault(f"the ICC profile cannot be used: {fault}") from None

    def inks(self, rgb: tuple[float, float, float]) -> tuple[float, float, float, float]:
        """Return the inks of a colour, all from 0 to 1."""
        import PIL.Image

        pixel = PIL.Image.new("RGB", (1, 1), tuple(round(255 * part) for part in rgb))
        cyan, magenta, yellow, black = self._inked(pixel).getpixel((0, 0))
        return cyan / 255, magenta / 255, yellow / 255, black / 255

    def picture(self, image: Image) -> Image:
        inked = _all_within_limit(self._inked(_pixels(image).convert("RGB")))
        return replace(
            image,
            is_grey=False,
            is_jpeg=False,
            is_inked=True,
            samples=zlib.compress(inked.tobytes(), 6),
        )

    def _inked(self, picture: Any) -> Any:
        from PIL import ImageCms

        return ImageCms.applyTransform(picture, self._transform)


def _pixels(image: Image) -> Any:
    """Return the samples of a picture, grey or RGB, as a Pillow image, without its alpha."""
    import PIL.Image

    if image.is_jpeg:
        return PIL.Image.open(io.BytesIO(image.samples))
    return PIL.Image.frombytes(
        "L" if image.is_grey else "RGB",
        (image.width_px, image.height_px),
        zlib.decompress(image.samples),
    )
