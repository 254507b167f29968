"""Write the pages of Docutils' documentation as Nikola wants them: with a title and a slug of its own.

pages.py DOCS PAGES
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

UNDERLINED = re.compile(r"^ *(\S.*)\n([=-])\2{3,}$", re.MULTILINE)
MARKUP = re.compile(r"_?\|[^|]*\|_?|`|_(?=\s|$)|<[^>]*>")
HEADER = re.compile(r"^\.\. include:: \S*header\d?\.rst$", re.MULTILINE)

docs, pages = map(Path, sys.argv[1:])
for path in sorted(docs.rglob("*.rst")):
    if path.name.startswith("header") or path.name == "ep-template.rst":
        continue
    text = path.read_text("utf-8")
    said = re.search(r"^Title: (.*)$", text[:800], re.MULTILINE) or UNDERLINED.search(text)
    title = MARKUP.sub("", said[1] if said else path.stem)
    target = pages / path.relative_to(docs)
    target.parent.mkdir(parents=True, exist_ok=True)
    head = f".. title: {title}\n.. slug: {path.stem}\n.. date: 2026-01-01\n\n"
    target.write_text(head + HEADER.sub("", text), "utf-8")
