"""Convert pages by the builder that is on PYTHONPATH; `self_check.py` runs it with that of an older checkout.

Input is a JSON object, URL → path of the file; output a line of JSON a page: URL, title, language, sections.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path

from pinax_builder.gate import gate
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.records import Fetched, Rejection


def main() -> None:
    gated = [
        (url, gate(Fetched(url, url, Path(path).read_bytes(), "text/html")))
        for url, path in json.load(sys.stdin).items()
    ]
    repeated = []
    if "repeated" in inspect.signature(parse_html).parameters:
        from pinax_builder.parse import find_repeated

        repeated = [find_repeated([page.tree for _, page in gated if not isinstance(page, Rejection)])]
    for url, admitted in gated:
        page = admitted if isinstance(admitted, Rejection) else parse_html(admitted, *repeated)
        if not isinstance(page, Rejection):
            sections = [[s.depth, s.anchor, s.title, s.kind, s.text] for s in page.sections]
            print(json.dumps([url, page.title, page.language, sections]), flush=True)


if __name__ == "__main__":
    main()
