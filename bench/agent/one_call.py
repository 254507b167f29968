"""Measure how often one search brings the right text along, beside three calls that search and read.

python bench/agent/one_call.py BUNDLES [--sets python.link,…] [--tokens 600,1500,4000]

The right text is in hand if at least half of the words of a right section's own text are in what was read, or 150 of
them in their order. Where any section of a page is right, it is the one that the search names first.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from agent.questions import Asked, answering_sections, read_questions
from agent.strategies import BLIND, HITS

from pinax_runtime.search import NONE, Library, open_library, with_links
from pinax_runtime.tools import call_tool

SETS = "python.link,sqlite.link,cmake.idx,python.everyday,git.everyday,sqlite.everyday,nodejs.everyday"
ENOUGH_SHARE, ENOUGH_WORDS = 0.5, 150


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundles")
    parser.add_argument("--sets", default=SETS)
    parser.add_argument("--tokens", default="600,1500,4000")
    parser.add_argument("--hits", default="", help="limit for each number of tokens")
    parser.add_argument("--three-calls-only", action="store_true")
    options = parser.parse_args()
    sizes = [] if options.three_calls_only else [int(size) for size in options.tokens.split(",")]
    limits = [int(limit) for limit in options.hits.split(",")] if options.hits else [HITS] * len(sizes)
    print(f"{'set':<18} {'three calls':>11}" + "".join(f" {size:>6} {'share':>6}" for size in sizes))
    for name in options.sets.split(","):
        library = open_library([Path(options.bundles, name.partition(".")[0])])
        questions = read_questions(name)
        three = sum(_three_calls(library, asked) for asked in questions) / len(questions)
        shown = f"{name:<18} {three:>11.1%}"
        for size, limit in zip(sizes, limits, strict=True):
            one = sum(_one_call(library, asked, size, limit) for asked in questions) / len(questions)
            shown += f" {one:>6.1%} {one / three:>6.1%}"
        print(shown, flush=True)


def _three_calls(library: Library, asked: Asked) -> bool:
    """Search with the preset, then read up to two hits that came without their text, best first."""
    hits = _hits(library, asked, {})
    texts = [hit["text"] for hit in hits if "text" in hit]
    for hit in [hit for hit in hits if "text" not in hit][: BLIND - 1]:
        texts.append(call_tool(library, "navigate_tree", {"doc_id": hit["id"], "node_id": hit["id"]}).text)
    right = next(_right(library, asked, hits), None)
    return right is not None and _has(" ".join(texts), right)


def _one_call(library: Library, asked: Asked, tokens: int, limit: int) -> bool:
    hits = _hits(library, asked, {"max_tokens": tokens, "text_tokens": tokens, "limit": limit})
    read = " ".join(hit.get("text", "") for hit in hits)
    return any(_has(read, right) for right in _right(library, asked, hits))


def _hits(library: Library, asked: Asked, arguments: dict[str, object]) -> list[dict[str, str]]:
    reply = json.loads(call_tool(library, "search_documents", {"query": asked.query, **arguments}).text)
    hits: list[dict[str, str]] = reply["hits"]
    return [hit for hit in hits if hit["id"].partition("#")[0].partition(":")[2] not in asked.dropped]


def _right(library: Library, asked: Asked, hits: list[dict[str, str]]) -> Iterator[str]:
    """Yield the own text of each right section that the search names."""
    answers = answering_sections(library, asked)
    for hit in hits:
        document = library.find(hit["id"])
        assert document is not None
        at = document.owner(document.find(hit["id"].partition("#")[2]) or 0)
        if {(document.page.url, at), (document.page.url, -1)} & answers:
            children = document.children(at)
            text = document.text(at)
            yield with_links(
                document, text if len(text.splitlines()) > 1 or not children else document.text(children[0]), NONE
            )


def _has(read: str, text: str) -> bool:
    there, words = set(read.split()), text.split()
    held = sum(word in there for word in words)
    return held >= min(ENOUGH_SHARE * len(words), ENOUGH_WORDS)


if __name__ == "__main__":
    main()
