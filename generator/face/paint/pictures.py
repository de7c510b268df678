"""Pictures that faces show, each read once.

In: the name of a picture in a template: a file of the game's folder, an element of one, or a
picture embedded in the SVG. Out: an `Image` of pixels or an SVG tree. Draws nothing.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.data.files import path_within
from generator.data.opening import RefusedFile, in_place_of_file, read_file
from generator.data.problems import did_you_mean
from generator.face import messages as say
from generator.face.artwork import ids_of, read_art
from generator.face.fragments import fragment, ids_hint
from generator.face.images import MOST_BYTES, Image, ImageFault, grey_image, read_image
from generator.face.references import SVG_SORT, sort_of, written_as, written_in
from generator.face.svg import OUTSIDE, Element, SvgFault, picture_box, write_svg

Picture = Image | Element


class Pictures:
    """The pictures of one game's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pictures: dict[str, Picture] = {}
        self._sheets: dict[str, Element] = {}
        self._greys: dict[str, Image] = {}

    def find(self, href: str, at: str) -> Picture:
        """Read a picture of the game's folder, or one embedded in the SVG. Raises SvgFault, with
        its `href` set.
        """
        picture = self._pictures.get(href)
        if picture is None:
            try:
                picture = self._read(href, at)
            except SvgFault as fault:
                raise replace(fault, href=href) from None
            self._pictures[href] = picture
        return picture

    def add(self, name: str, image: Image) -> None:
        """Register a generated picture under a name."""
        self._pictures[name] = image

    def grey(self, picture: Image) -> Image:
        """Return a picture in greys, converted only once."""
        grey = self._greys.get(picture.key)
        if grey is None:
            grey = self._greys[picture.key] = grey_image(picture)
        return grey

    def embedded(self, href: str, at: str) -> str:
        """Return a picture of the game's folder for embedding. Raises SvgFault."""
        if href.startswith("data:"):
            return href
        picture = self.find(href, at)
        if "#" in href and isinstance(picture, Element):
            return written_as(write_svg(picture).encode(), SVG_SORT)
        path = path_within(self.folder, href)
        assert path is not None, "read before"
        raw = read_file(path, self.folder, MOST_BYTES)
        return written_as(raw, sort_of(raw) or SVG_SORT)

    def _read(self, href: str, at: str) -> Picture:
        file, sign, name = href.partition("#")
        if sign and name and file.lower().endswith(".svg"):
            return self._fragment(file, name, at)
        return self._decoded(self._bytes_of(href, at), href, at)

    def _fragment(self, file: str, name: str, at: str) -> Element:
        """Return one element of an SVG of the game's folder. Raises SvgFault."""
        sheet = self._sheets.get(file)
        if sheet is None:
            whole = self._pictures.get(file)
            if whole is None:
                raw = self._bytes_of(file, at)
                whole = self._decoded(raw, file, at, is_whole=False)
            assert isinstance(whole, Element), "by its name"
            sheet = self._sheets[file] = whole
        element = fragment(sheet, name)
        if element is None:
            ids = list(ids_of(sheet))
            raise SvgFault(
                say.PICTURE_WITHOUT_ID(file=file[:60], id_=name[:40]),
                at,
                did_you_mean(name, ids) or ids_hint(ids),
            )
        return element

    def _bytes_of(self, href: str, at: str) -> bytes:
        if href.startswith("data:"):
            try:
                return written_in(href)
            except ValueError:
                raise SvgFault(say.BAD_DATA_URL(), at) from None
        path, folder = path_within(self.folder, href), self.folder.resolve()
        if path is None or path == folder:
            code = OUTSIDE if path is None else "bad-svg"
            raise SvgFault(say.PICTURE_OUTSIDE(href=href).under(code), at)
        if not path.is_file():
            if odd := in_place_of_file(path, href):
                raise SvgFault(odd, at)
            raise SvgFault(say.NO_SUCH_PICTURE(href=href), at, _meant(href, path, folder))
        try:
            return read_file(path, self.folder, MOST_BYTES)
        except RefusedFile as fault:
            hint = fault.problems[0].hint
            raise SvgFault(say.PICTURE_NOT_READ(href=href, fault=fault), at, hint) from None

    def _decoded(self, raw: bytes, href: str, at: str, is_whole: bool = True) -> Picture:
        """Decode a picture; its size is needed only if the whole picture is shown."""
        try:
            if not (href.lower().endswith(".svg") or href.startswith("data:image/svg")):
                return read_image(raw)
            art = read_art(raw, _file_of(href))
            if is_whole:
                picture_box(art)
            return art
        except ImageFault as fault:
            raise SvgFault(
                say.PICTURE_NOT_READ(href=href[:60], fault=fault), at, fault.hint
            ) from None
        except SvgFault as fault:
            inside = place_in(href, fault)
            line = line_of(fault.at)
            said = say.PICTURE_NOT_READ(href=href[:60], fault=fault)
            if line:
                said = say.PICTURE_NOT_READ_AT(href=href[:60], line=line, fault=fault)
            said = said.under(fault.said.code)
            raise SvgFault(said, at, fault.hint, inside=inside) from None


def _file_of(href: str) -> str:
    """Name the file that contains a picture, as recorded by its elements; for an embedded one, its
    beginning.
    """
    return href[:60] if href.startswith("data:") else href.partition("#")[0]


def place_in(href: str, fault: SvgFault) -> str:
    """Return where a fault is, FILE:LINE, if that is a place in a picture's own file; otherwise
    empty.
    """
    at = fault.at
    is_own = not href.startswith("data:") and at.rpartition(":")[0] == href.partition("#")[0]
    return fault.inside or (at if is_own else "")


def in_picture(fault: SvgFault, href: str, at: str) -> SvgFault:
    """Report a fault within a picture where the picture is shown, since its own lines are not part
    of the template.
    """
    said = say.IN_PICTURE(href=href[:60], line=line_of(fault.at), fault=fault)
    inside = place_in(href, fault)
    said = said.under(fault.said.code)
    return replace(fault, said=said, at=at, href=href, inside=inside)


def line_of(at: str) -> str:
    """Return the line of FILE:LINE."""
    return at.rpartition(":")[2]


def _meant(href: str, path: Path, folder: Path) -> str | None:
    """Suggest a picture for one that does not exist: of the same name in another folder of the
    game, or of a similar name in the same folder.
    """
    for pattern in ("*", "*/*"):
        for other in sorted(folder.glob(pattern)):
            if other.name.casefold() == path.name.casefold() and other.is_file():
                return f"did you mean '{other.relative_to(folder).as_posix()}'?"
    beside = sorted(path.parent.glob("*")) if path.parent.is_dir() else []
    return did_you_mean(href, [other.relative_to(folder).as_posix() for other in beside])
