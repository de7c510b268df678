"""`python -m studio.web.building [FOLDER]`: the studio as a static site, in build/web.

In: this checkout, the installed libraries, a Python for browsers from npm, two libraries compiled
for it from PyPI. Out: a folder of files that any web server can serve; opened in a browser, they
load nothing from elsewhere. Needs npm and node, which compile nothing but Python to bytecode. The
libraries are the versions installed here, so that the site prints the same bytes as this checkout
does.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import pickle
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.metadata import distribution, version
from pathlib import Path, PurePath

ROOT = Path(__file__).resolve().parent.parent.parent
HOME = Path(__file__).resolve().parent / "site"
PYODIDE = "314.0.7"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
"""The Python version and (PLATFORM) the platform of that release of Pyodide."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
COMPILED = ("pypdfium2", "uharfbuzz")
"""Libraries that are compiled for WebAssembly; the site works without Pillow and resvg."""
PURE = (
    "babel", "click", "coloraide", "font-source-sans-pro", "font-source-serif-pro", "fonttools", "jinja2", "markdown-it-py",
    "markupsafe", "mdurl", "platformdirs", "pyphen", "pyyaml", "reportlab", "segno",
)  # fmt: skip
LEFT_OUT = (
    "*__pycache__/*", "*.so", "*.pyd", "*.pyi", "*.c", "*.pyx", "*.otf", "*Light*.ttf", "*.dist-info/*", "*.pth",
    "../*", "babel/messages/*", "fontTools/designspaceLib/*", "fontTools/feaLib/*", "fontTools/merge/*",
    "fontTools/mtiLib/*", "fontTools/subset/*", "fontTools/ufoLib/*", "fontTools/varLib/*", "fontTools/voltLib/*",
    "generator/cli/*", "generator/export/*", "generator/lint/*", "pypdfium2_cli/*", "reportlab/fonts/*",
    "reportlab/graphics/*", "reportlab/platypus/*", "rules_check/adapters/*", "rules_check/cli/*",
    "rules_check/games/*", "rules_check/prove/*", "rules_check/report/*", "studio/page/*", "studio/server/*",
)  # fmt: skip
"""Files that the studio never needs in a browser."""
KEPT_OF_LOCALES = (
    "plural_form",
    "number_symbols",
    "decimal_formats",
    "default_numbering_system",
    "numbering_systems",
)
"""The parts of Babel's language data that we use; the rest takes 40 MB."""
STAND_INS = {
    "PIL/__init__.py": '"""reportlab imports it."""\n',
    "PIL/Image.py": "class Image:\n    pass\n",
}
_COMPILE = """
import { loadPyodide } from PYODIDE;
const python = await loadPyodide();
python.mountNodeFS("/packed", PACKED);
const isDone = python.runPython(`
import compileall
compileall.compile_dir("/packed", quiet=1, legacy=True, stripdir="/packed", prependdir="/lib/packed")
`);
process.exit(isDone ? 0 : 1);
"""
LICENCES = ("*licen[cs]e*", "*copying*", "*notice*")
_ALWAYS = (1980, 1, 1, 0, 0, 0)


def build_site(folder: Path) -> None:
    """Write the site into a folder, which is emptied first.

    Raises CalledProcessError if npm, pip or node fails.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HOME, folder)
    shutil.copytree(
        ROOT / "studio" / "page",
        folder / "page",
        ignore=shutil.ignore_patterns("seat.*", "index.html", "*-entry.js"),
    )
    with tempfile.TemporaryDirectory() as home:
        core, packed = _pyodide(Path(home)), Path(home, "packed")
        (folder / "python").mkdir()
        for name in CORE:
            shutil.copyfile(core / name, folder / "python" / name)
        lock = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
        (folder / "python" / "pyodide-lock.json").write_text(
            json.dumps({**lock, "packages": {}}), encoding="utf-8"
        )
        _pack(Path(home), packed)
        _compile(core, packed)
        write_zip(packed, folder / "packed.zip")
    (folder / "licences.txt").write_text(licences(), encoding="utf-8")
    wasm = folder / "python" / "pyodide.asm.wasm"
    wasm.with_name(f"{wasm.name}.gzipped").write_bytes(gzip.compress(wasm.read_bytes(), 9, mtime=0))
    wasm.unlink()
    listed = []
    for path in _files(folder):
        if path.name != "offline.js":
            listed.append(path.relative_to(folder).as_posix())
    listed.sort()
    edition = hashlib.sha256(
        b"".join(hashlib.sha256((folder / name).read_bytes()).digest() for name in listed)
    ).hexdigest()[:16]
    offline = folder / "offline.js"
    notice = (
        offline.read_text(encoding="utf-8")
        .replace('"EDITION"', json.dumps(edition))
        .replace('["FILES"]', json.dumps(listed))
    )
    offline.write_text(notice, encoding="utf-8")


def _pyodide(home: Path) -> Path:
    """Download Pyodide with npm; return its folder."""
    name = subprocess.run(
        [_program("npm"), "pack", "--silent", f"pyodide@{PYODIDE}"],
        cwd=home,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.strip()
    with tarfile.open(home / name) as packed:
        packed.extractall(home, filter="data")
    return home / "package"


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        sys.exit(f"the site is built with {name}, which is missing: install Node.js")
    return path


def _pip(*words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True
    )


def _pack(home: Path, packed: Path) -> None:
    """Collect all modules and their data: ours, and the libraries, installed here or compiled for
    WebAssembly.
    """
    wheels = home / "wheels"
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT))
    for name in COMPILED:
        words = (
            "--platform",
            PLATFORM,
            "--python-version",
            PYTHON,
            "--only-binary",
            ":all:",
            "--no-deps",
            "--dest",
            str(wheels),
        )
        _pip("download", *words, f"{name}=={version(name)}")
    for wheel in sorted(wheels.iterdir()):
        with zipfile.ZipFile(wheel) as opened:
            keeps_compiled = not wheel.name.startswith("emporium")
            for name in opened.namelist():
                if not is_left_out(name) or (keeps_compiled and name.endswith(".so")):
                    opened.extract(name, packed)
    for name in PURE:
        for file in distribution(name).files or ():
            if not is_left_out(str(file)):
                _put(packed / file, Path(str(file.locate())).read_bytes())
    for name, content in STAND_INS.items():
        _put(packed / name, content.encode())
    for path in (packed / "babel" / "locale-data").glob("*.dat"):
        path.write_bytes(cut_locale(path.read_bytes()))


def licences() -> str:
    """Gather the licences of everything in the site, as their packages provide them."""
    parts = [f"emporium-pnp\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"]
    parts.append(
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0. Python in it: Python Software "
        "Foundation License.\n"
    )
    for name in sorted((*PURE, *COMPILED)):
        files = list(filter(_says_licence, distribution(name).files or ()))
        texts = [
            Path(str(file.locate())).read_text(encoding="utf-8", errors="replace") for file in files
        ]
        metadata = distribution(name).metadata.json
        word = str(metadata.get("license_expression") or metadata.get("license") or "").partition(
            "\n"
        )[0]
        parts.append("\n\n".join([f"{name} {version(name)} {word}".rstrip(), *texts]))
    return f"\n{'=' * 80}\n".join(parts)


def _says_licence(file: PurePath) -> bool:
    is_named_so = any(fnmatchcase(file.name.lower(), pattern) for pattern in LICENCES)
    return file.suffix not in (".py", ".pyc") and (is_named_so or "licenses" in file.parts)


def is_left_out(name: str) -> bool:
    """Return whether a file of a library or of ours is left out of the site."""
    return any(fnmatchcase(name, pattern) for pattern in LEFT_OUT)


def cut_locale(raw: bytes) -> bytes:
    """Remove the parts of Babel's language data that we never use.

    Otherwise they would be compiled at each visit.
    """
    locale = pickle.loads(raw)
    return pickle.dumps({name: locale[name] for name in KEPT_OF_LOCALES if name in locale}, 4)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _compile(core: Path, packed: Path) -> None:
    """Compile all modules with the Python that will run them, and leave out their sources.

    Otherwise they would be compiled at each visit.
    """
    script = core / "compile.mjs"
    program = _COMPILE.replace("PYODIDE", json.dumps((core / "pyodide.mjs").as_uri())).replace(
        "PACKED", json.dumps(str(packed))
    )
    script.write_text(program, encoding="utf-8")
    subprocess.run([_program("node"), str(script)], check=True)
    for path in packed.rglob("*.py"):
        path.unlink()


def write_zip(source: Path, target: Path) -> None:
    """Pack a folder, so that the same files give the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(_files(source)):
            packed.writestr(
                zipfile.ZipInfo(path.relative_to(source).as_posix(), _ALWAYS),
                path.read_bytes(),
                zipfile.ZIP_DEFLATED,
            )


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def main() -> None:
    """Build the site, and print its size."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "web"
    build_site(folder)
    size = sum(path.stat().st_size for path in _files(folder))
    print(
        f"{folder}: {size / 1e6:.1f} MB. Serve it with any web server, such as: python -m "
        f"http.server --directory {folder}"
    )


if __name__ == "__main__":
    main()
