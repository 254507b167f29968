"""Write the search box for people beside a bundle: one module that pages name, and what it loads.

In:    The modules of `browser/`.
Out:   `pinax-ui.js`, whose name never changes, and `ui/<digest>/`, whose files never do.
Rules: pages name a module that a later build replaces, so its name has no digest. Everything it loads is in a folder
       named by the digest of all of it, and may be cached for ever. What the earlier box loads stays for pages that are
       open. Modules end in `.js`, as not every server knows `.mjs`.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from pinax_builder.errors import writing
from pinax_runtime.trust.disk import put_file

SCRIPT = "pinax-ui.js"
"""Name of the module that pages load."""
UI = "ui"
"""Folder of the modules that this one loads."""
_DIGEST_CHARS = 16


def write_search_box(bundle: Path, places: Mapping[str, str], *, prune: bool = False) -> None:
    """Write the search box into a bundle's folder.

    Args:
        bundle: The folder, which is there.
        places: Where the pages of docsets are, as seen from the bundle: `../` for a bundle among them.
        prune: Remove what only an earlier box loads.

    Raises:
        OutputError: A file cannot be written.
    """
    texts = dict(_modules(_source()))
    entry = texts.pop(f"ui/{SCRIPT}")
    digest = hashlib.sha256("\0".join(f"{name}\0{text}" for name, text in sorted(texts.items())).encode())
    name = digest.hexdigest()[:_DIGEST_CHARS]
    with writing(bundle):
        kept = set() if prune else _folders_of(bundle / SCRIPT)
        for path, text in texts.items():
            target = bundle / UI / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8", newline="\n")
        entry = re.sub(r'(?<=import\(")\.\./', f"./{UI}/{name}/", entry)
        entry = re.sub(r'(?<=import\(")\./(?!ui/)', f"./{UI}/{name}/ui/", entry)
        put_file(bundle / SCRIPT, f"{entry}export const places = {json.dumps(places)};\n".encode())
        for folder in (bundle / UI).iterdir():
            if folder.name not in kept | {name} and re.fullmatch(rf"[0-9a-f]{{{_DIGEST_CHARS}}}", folder.name):
                shutil.rmtree(folder)


def search_box(root: str, bundle: str, ui: object = True) -> str:
    """Return the HTML of a search box.

    Args:
        root: The site's root, as the page names it: empty, or with a slash at the end.
        bundle: Folder of the bundle below it.
        ui: Attributes and their values, as a mapping; True for one without a value, False for none.
    """
    given = ui.items() if isinstance(ui, Mapping) else ()
    attributes = [("base", root or "./"), *((name, value) for name, value in given if value is not False)]
    said = " ".join(
        html.escape(str(name)) + ("" if value is True else f'="{html.escape(str(value))}"')
        for name, value in attributes
    )
    script = html.escape(f"{root}{bundle}/{SCRIPT}")
    return f'<script type="module" src="{script}"></script><pinax-search {said}></pinax-search>'


def files_of_search_box(bundle: Path) -> Iterator[str]:
    """Yield the names of the box's files below a bundle's folder, the module that pages load last."""
    if (bundle / SCRIPT).is_file():
        yield from (path.relative_to(bundle).as_posix() for path in sorted((bundle / UI).rglob("*")) if path.is_file())
        yield SCRIPT


def _source() -> Path:
    """Return the folder of the modules: in the distribution, or in the checkout."""
    packaged = Path(__file__).parent / "browser"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "browser"


def _modules(source: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each file to write, licenses of others included."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if not (path.suffix in (".js", ".mjs") or path.name.endswith("LICENSE")):
            continue
        text = path.read_text("utf-8")
        if path.suffix in (".js", ".mjs"):
            name = re.sub(r"\.mjs$", ".js", name)
            text = re.sub(r"""(?<=[\w}])\.mjs(?=["'`])""", ".js", text)
            if name.startswith("ui/") and name != f"ui/{SCRIPT}":
                text = text.replace(f'"./{SCRIPT}"', f'"../../../{SCRIPT}"')
        yield name, text


def _folders_of(script: Path) -> set[str]:
    """Return the folders that a box that is there loads from."""
    return set(re.findall(rf"\./{UI}/(\w+)/", script.read_text("utf-8"))) if script.is_file() else set()
