"""Measure tokens and calls from a question to the right section in hand.

python bench/agent/measure.py BUNDLES [--sets python.link,…] [--tiktoken FOLDER] [--pagefind FOLDER]

BUNDLES is a folder with a bundle for each corpus (`BUNDLES/python`), as `bench/quality/evaluate.py` leaves them.
Tokens are counted in the vocabulary o200k by js-tiktoken, if --tiktoken names the folder where npm installed it; else
they are the server's own estimates, which are higher by a third for prose.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from agent import strategies
from agent.questions import DEFAULT_SETS, Asked, read_questions
from agent.strategies import Strategy, Walk

from pinax_runtime.search import Library, open_library
from pinax_runtime.tools import estimate

COUNT = Path(__file__).with_name("count.mjs")
CLIENT = Path(__file__).parents[1] / "quality" / "pagefind_client.mjs"


def main() -> None:
    options = _options()
    print(f"{'set':<16} {'way':<24} {'found':>6} {'calls':>6} {'tokens: median':>15} {'mean':>7} {'one call':>9}")
    for name in options.sets.split(","):
        corpus = name.partition(".")[0]
        library, questions = open_library([Path(options.bundles, corpus)]), read_questions(name)
        for way, ask in _ways(options).items():
            _report(name, way, [ask(library, asked) for asked in questions], options.tiktoken)
        if options.pagefind:
            _report(
                name,
                "Pagefind, then pages",
                _pagefind(library, questions, Path(options.pagefind, corpus)),
                options.tiktoken,
            )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundles")
    parser.add_argument("--sets", default=",".join(DEFAULT_SETS))
    parser.add_argument("--tiktoken", default="")
    parser.add_argument("--pagefind", default="", help="folder with a Pagefind index for each corpus")
    parser.add_argument("--search", default="{}", help="further arguments of search_documents, as JSON")
    parser.add_argument("--quick", action="store_true", help="only sections, not whole pages")
    return parser.parse_args()


def _ways(options: argparse.Namespace) -> dict[str, Strategy]:
    sections = partial(strategies.search_then_sections, **json.loads(options.search))
    return {"sections": sections} | ({} if options.quick else {"pages": strategies.search_then_pages})


def _report(name: str, way: str, walks: Sequence[Walk], tiktoken: str) -> None:
    counts = _count([reply for walk in walks for reply in walk.replies], tiktoken)
    spent = [sum(next(counts) for _ in walk.replies) for walk in walks]
    found = sum(walk.found for walk in walks) / len(walks)
    calls = statistics.mean(walk.calls for walk in walks)
    once = sum(walk.found and walk.calls == 1 for walk in walks) / len(walks)
    figures = (
        f"{found:>6.1%} {calls:>6.2f} {statistics.median(spent):>15.0f} {statistics.mean(spent):>7.0f} {once:>9.1%}"
    )
    print(f"{name:<16} {way:<24} {figures}", flush=True)


def _count(texts: Sequence[str], tiktoken: str):  # type: ignore[no-untyped-def]
    if not tiktoken:
        return iter([estimate(text) for text in texts])
    counted = subprocess.run(
        ["node", str(COUNT), tiktoken], input=json.dumps(list(texts)), capture_output=True, text=True, check=True
    )
    return iter(json.loads(counted.stdout))


def _pagefind(library: Library, questions: Sequence[Asked], index: Path) -> list[Walk]:
    """Ask Pagefind's own client for what it shows of its best results, with room for the pages that do not count."""
    asked, out = index.parent / "asked.json", index.parent / "shown.json"
    asked.write_text(json.dumps([question.query for question in questions]), "utf-8")
    subprocess.run(["node", str(CLIENT), "shown", str(index), str(asked), str(out), "20"], check=True)
    shown = [
        [{**result, "url": result["url"].lstrip("/")} for result in results]
        for results in json.loads(out.read_text("utf-8"))
    ]
    return [
        strategies.pagefind_then_pages(library, question, results)
        for question, results in zip(questions, shown, strict=True)
    ]


if __name__ == "__main__":
    main()
