"""How mkdocs reads the documents, which are written for GitHub: `make site`.

In: the Markdown of docs/ and of the files at the top. Out: the same as Python-Markdown and mkdocs
read it: README as the first page, links that stay on the site, fences of one word, lists that begin
a paragraph, anchors as GitHub makes them; and a page at each address from before pages moved.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TOP = {
    "README.md": "index.md",
    **{name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")},
    "LICENSE": "LICENSE.md",
}
"""Files at the top that are pages too, and their names there."""
MOVED = re.compile(r"^\| `([\w-]+)\.md` \| .*?\]\(\.\./((?:how-to|reference)/[\w-]+)\.md\)", re.M)
"""A row of docs/lab/pages.md: a page that was once directly in docs/, and where it is now."""
_FENCE = re.compile(r"^( *)(```+)(.*)$")
_ITEM = re.compile(r"^ {0,3}(?:[-*] |\d+\. )\S")


def on_config(config: Any) -> Any:
    """Let headings have the anchors that GitHub gives them."""
    config["mdx_configs"].setdefault("toc", {})["slugify"] = anchor
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the files at the top as pages."""
    from mkdocs.structure.files import File

    for name, page in TOP.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(
            File.generated(
                config,
                page,
                content=f"# Licence\n\n    {text.replace(chr(10), chr(10) + '    ')}"
                if name == "LICENSE"
                else text,
            )
        )
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrite a page for the site."""
    own = page.file.src_uri
    return rewritten(markdown, own in TOP.values(), own.count("/"))


def on_post_build(config: Any) -> None:
    """Leave a page at each old address that leads to the new one."""
    for name, target in MOVED.findall((ROOT / "docs" / "lab" / "pages.md").read_text("utf-8")):
        page = Path(config["site_dir"]) / name / "index.html"
        page.parent.mkdir()
        page.write_text(moved(f"../{target}/"), encoding="utf-8")


def moved(address: str) -> str:
    """Return a page that leads to another address, with the heading that was asked for."""
    return (
        f'<!doctype html><meta charset="utf-8"><title>Moved</title>'
        f"<script>location.replace('{address}' + location.hash)</script>"
        f'<meta http-equiv="refresh" content="0; url={address}">'
        f'<link rel="canonical" href="{address}"><a href="{address}">This page has moved.</a>\n'
    )


def anchor(heading: str, separator: str) -> str:
    """Return the anchor of a heading as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def rewritten(markdown: str, is_top: bool = False, depth: int = 0) -> str:
    """Return a page's text as the site needs it; `is_top` if it is in the top folder, else it is
    `depth` folders below docs/.
    """
    lines, fence, before = [], "", ""
    for line in markdown.splitlines():
        found = _FENCE.match(line)
        if found and (not fence or found[2].startswith(fence)):
            fence = "" if fence else found[2]
            line = f"{found[1]}{found[2]}{found[3].split()[0] if found[3].split() else ''}"
        elif not fence and not line.startswith("    "):
            if (
                _ITEM.match(line)
                and before.strip()
                and not _ITEM.match(before)
                and not before.startswith(" ")
            ):
                lines.append("")
            line = re.sub(
                r"(\]\()([^)\s]+)", lambda link: link[1] + _target(link[2], is_top, depth), line
            )
            if line.startswith("|"):
                line = re.sub(
                    r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), line
                )  # GitHub parts cells there too
        lines.append(line)
        before = line
    return "\n".join(lines) + "\n"


def _target(link: str, is_top: bool, depth: int) -> str:
    """Return where a link leads on the site."""
    if re.match(r"[a-z]+:|#", link):
        return link
    name, sharp, rest = link.partition("#")
    if is_top:
        name = name.removeprefix("docs/")
        return TOP.get(name, name) + sharp + rest
    down = "../" * depth
    above = f"{down}../"
    if name.startswith(above):  # a file at the top, which is a page of the site
        top = name.removeprefix(above)
        name = down + TOP.get(top, top)
    return name + sharp + rest
