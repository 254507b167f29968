"""Write pieces of documentation with what they are estimated to cost, for count.mjs to count.

    python bench/budgets/pieces.py BUNDLE… [--folder FOLDER]… > pieces.jsonl
    npm install js-tiktoken @anthropic-ai/tokenizer && node bench/budgets/count.mjs pieces.jsonl

Pieces are replies of three tools on sixty pages of each bundle, and Markdown files, 6,000 characters at a time.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from pinax_runtime.search import open_library
from pinax_runtime.tools import call_tool, estimate

PAGES = 60
FILES = 300
PIECE_CHARS = 6_000
LEAST_CHARS = 600


def replies(bundle: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    library = open_library([bundle])
    pages = [page for docset in library.docsets.values() for _, _, page in docset.documents()]
    for page in rng.sample(pages, min(PAGES, len(pages))):
        calls = (("get_page", {"url": page.url}), ("get_tree", {"doc_id": page.url}))
        for tool, arguments in (*calls, ("search_documents", {"query": page.title[:200]})):
            yield f"{Path(bundle).name} {tool}", call_tool(library, tool, {**arguments, "max_tokens": 2_000}).text


def texts(folder: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    files = sorted(path for path in Path(folder).rglob("*.md*") if path.is_file())
    for path in rng.sample(files, min(FILES, len(files))):
        text = path.read_text(errors="replace")[: 4 * PIECE_CHARS]
        for start in range(0, len(text), PIECE_CHARS):
            yield f"{Path(folder).name} text", text[start : start + PIECE_CHARS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("bundles", nargs="*")
    parser.add_argument("--folder", action="append", default=[])
    options = parser.parse_args()
    rng = random.Random(11)
    for source in [replies(bundle, rng) for bundle in options.bundles] + [texts(f, rng) for f in options.folder]:
        for kind, text in source:
            if len(text) >= LEAST_CHARS:
                print(json.dumps({"kind": kind, "estimate": estimate(text), "text": text}))


if __name__ == "__main__":
    main()
