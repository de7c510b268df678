"""What each Python process of an audited command runs first: a copy is `sitecustomize.py` in a
private folder that PYTHONPATH names.

It writes each event that reaches beyond the process as a line into the file that AUDITED names:
(process, event, values, our frame, nearest frame). It imports nothing but os and sys, which Python
has imported before: a module imported here could not be shadowed later on.
"""

# ruff: noqa: PTH117, PTH118

import os
import sys

_GROUPS = (
    "os",
    "shutil",
    "subprocess",
    "socket",
    "sqlite3",
    "tempfile",
    "webbrowser",
    "urllib",
    "pty",
    "ftplib",
    "http",
    "smtplib",
)
_EVENTS = frozenset(
    ("open", "marshal.loads", "pickle.find_class", "compile", "exec", "ctypes.dlopen", "import")
)
_IGNORED = frozenset(
    (
        "os.putenv",
        "os.unsetenv",
        "os.fwalk",
        "os.walk",
        "socket.__new__",
        "socket.gethostname",
        "sqlite3.connect/handle",
    )
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_ROOT = os.environ.get("AUDITED_ROOT", "")
_QUIET = tuple(os.environ.get("AUDITED_QUIET", "").split(os.pathsep))
"""Folders of which reading says nothing: Python's, the packages' and ours."""


def _place(path, folder=-1):
    """Return where a path leads: the folder it lies in without links, and its last part as it is
    named.
    """
    text = os.fsdecode(path)
    if text in (".", "..", "/") or text.endswith(("/", "/.", "/..")):
        return os.path.realpath(text)
    if isinstance(folder, int) and folder >= 0 and not os.path.isabs(text):
        text = os.path.join(os.path.realpath(f"/proc/self/fd/{folder}"), text)
    head, tail = os.path.split(text)
    return os.path.join(os.path.realpath(head or "."), tail)


def _opened(path, mode, flags):
    if isinstance(path, int):
        return None
    is_written = bool((flags or 0) & _WRITING) or any(letter in (mode or "") for letter in "wax+")
    text = os.fsdecode(path)
    if not is_written and text.startswith(_QUIET):
        return None
    return "write" if is_written else "read", _place(path), os.path.realpath(text)


def _executed(code):
    return None if code.co_filename.startswith((*_QUIET, "<frozen")) else (code.co_filename,)


def _compiled(source, file):
    file = os.fsdecode(file) if isinstance(file, (str, bytes)) else str(file)
    return None if file.startswith(_QUIET) else (file,)


def _imported(module, file, *_):
    return None if file is None or file.startswith(_QUIET) else (module, os.path.realpath(file))


def _listed(path):
    path = "." if path is None else path
    return (
        None
        if isinstance(path, int) or os.fsdecode(path).startswith(_QUIET)
        else (os.path.realpath(path),)
    )


def _unmarshalled(*_):
    frame = sys._getframe()
    for _ in range(3):  # this, `_values`, the hook
        frame = frame and frame.f_back
    return (
        None
        if frame is not None and frame.f_code.co_filename.startswith("<frozen importlib")
        else ()
    )


_READ = {
    "open": _opened,
    "exec": _executed,
    "compile": _compiled,
    "import": _imported,
    "marshal.loads": _unmarshalled,
    "ctypes.dlopen": lambda name: (os.fsdecode(name) if isinstance(name, (str, bytes)) else "",),
    "os.listdir": _listed,
    "os.scandir": _listed,
    "os.chdir": _listed,
    "os.rename": lambda old, new, there, here: (_place(old, there), _place(new, here)),
    "os.link": lambda old, new, there, here: (_place(old, there), _place(new, here)),
    "os.symlink": lambda to, path, folder: (os.fsdecode(to), _place(path, folder)),
    "os.remove": _place,
    "os.rmdir": _place,
    "os.mkdir": lambda path, mode, folder: _place(path, folder),
    "os.chmod": lambda path, mode, folder: (
        "open file" if isinstance(path, int) else _place(path, folder)
    ),
    "sqlite3.connect": lambda path: (os.fsdecode(path),),
}
"""What is written down of an event, by its values; None for one that says nothing about the
outside.
"""


def _values(event, arguments):
    if event not in _READ:
        return tuple(repr(one)[:300] for one in arguments)
    found = _READ[event](*arguments)
    return (found,) if isinstance(found, str) else found


def _callers():
    """Return the nearest frame of ours, and the nearest frame at all that is no part of the
    importing machinery.
    """
    ours = nearest = ""
    frame = sys._getframe()
    frame = frame.f_back and frame.f_back.f_back
    while frame is not None and not ours:
        file = frame.f_code.co_filename
        if not file.startswith("<frozen"):
            nearest = nearest or f"{file}:{frame.f_lineno}"
            if (
                file.startswith(_ROOT) and "site-packages" not in file
            ):  # a checkout may hold its packages in .venv
                ours = f"{file[len(_ROOT) + 1 :]}:{frame.f_lineno}"
        frame = frame.f_back
    return ours, nearest


def _begin(said):
    log = os.open(said, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def hook(event, arguments):
        if event in _IGNORED or (event not in _EVENTS and event.partition(".")[0] not in _GROUPS):
            return
        try:
            values = _values(event, arguments)
        except Exception as fault:
            values = ("unread", repr(fault))
        if values is not None:
            os.write(
                log,
                (repr((os.getpid(), event, values, *_callers())) + "\n").encode(
                    "utf-8", "backslashreplace"
                ),
            )

    sys.addaudithook(hook)


if os.environ.get("AUDITED"):
    _begin(os.environ["AUDITED"])
    # What behaves as the tool did before a hole was mended: for the tests of the harness itself,
    # and in the first process only.
    if _first := os.environ.pop("AUDITED_FIRST", ""):
        exec(_first, {})
