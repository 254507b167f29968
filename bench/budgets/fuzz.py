"""Call tools with random arguments on real bundles, and hold every reply to its budget.

    python bench/budgets/fuzz.py BUNDLE… [--calls 10000] [--seed 1]

Arguments are drawn from what the bundle holds (pages, anchors, words, sections, facets), from near misses of those and
from noise. Half of the replies that were cut are continued. A reply fails if it is over its budget, is not valid JSON
where it should be, leaves a code fence open, or is an `internal` error. Prints what was called and how full the replies
were; exit code 1 on a failure.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from pinax_runtime.search import Library, open_library
from pinax_runtime.tools import ToolReply, call_tool, choose_tools

NOISE = [
    "",
    " ",
    "\x00",
    "�",
    "'; --",
    "[](",
    "```",
    "日本語の文書",
    "\U0001f600" * 40,
    "a" * 900,
    "../../etc/passwd",
    "#",
]
CEILINGS = (1_000, 2_000, 8_000, 25_000)
FENCE = re.compile(r"^[ >]*(`{3,}|~{3,})", re.M)
CURSOR = re.compile(r'continue with cursor "([\w-]+)"')


class Drawer:
    """Draws arguments for the tools of a library."""

    def __init__(self, library: Library, rng: random.Random) -> None:
        self._rng = rng
        self._docs = list(library.docsets)
        documents = [
            library.find(page.url)
            for docset in library.docsets.values()
            for _, _, page in islice(docset.documents(), 3_000)
        ]
        self._documents = [document for document in documents if document is not None]
        titles = " ".join(document.page.title for document in self._documents)
        self._words = sorted(set(re.findall(r"[\w.]{2,}", titles)))
        self._facets = sorted({(f, v) for d in self._documents for f, values in d.page.facets.items() for v in values})

    def arguments(self, names: list[str], required: set[str]) -> dict[str, Any]:
        """Draw arguments of a tool; the page and the ids of one call belong together, mostly."""
        document = self._rng.choice(self._documents)
        anchors = [node.anchor for node in document.nodes() if node.anchor] or [""]
        drawn = {}
        for name in names:
            if name not in required and self._rng.random() < (0.97 if name == "cursor" else 0.5):
                continue
            value = self._value(name, document, anchors)
            drawn[name] = self._broken(value) if self._rng.random() < 0.03 else value
        return drawn

    def _value(self, name: str, document: Any, anchors: list[str]) -> Any:
        rng = self._rng
        spelled = rng.choice([document.id, document.page.url])
        values: dict[str, Callable[[], Any]] = {
            "query": lambda: " ".join(rng.choices(self._words, k=rng.randint(1, 6))) + rng.choice(["", "*", ' "a b"']),
            "url": lambda: spelled + rng.choice(["", "", f"#{rng.choice(anchors)}"]),
            "doc_id": lambda: spelled,
            "node_id": lambda: f"#{rng.choice(anchors)}",
            "node_ids": lambda: [f"#{rng.choice(anchors)}" for _ in range(rng.randint(1, 10))],
            "section": lambda: rng.choice([".", document.id.partition(":")[2].rpartition("/")[0] or "."]),
            "prefix": lambda: document.id.partition(":")[2].rpartition("/")[0],
            "tag": lambda: rng.choice(self._words),
            "docs": lambda: rng.sample(self._docs, rng.randint(1, len(self._docs))),
            "filters": lambda: dict([rng.choice(self._facets)]) if self._facets else {},
            "live": lambda: rng.random() < 0.1,
            "limit": lambda: rng.choice([1, 5, 20, 50, 100, 200]),
            "max_depth": lambda: rng.randint(0, 6),
            "max_tokens": lambda: rng.choice([300, 301, 350, 500, 600, 700, 800, 900, 1_000, 1_000, 2_000, 8_000]),
            "cursor": lambda: rng.choice(NOISE),
        }
        return values[name]() if name in values else rng.choice(self._words)

    def _broken(self, value: Any) -> Any:
        rng = self._rng
        if isinstance(value, str) and value and rng.random() < 0.5:
            at = rng.randrange(len(value))
            return value[:at] + rng.choice(["x", "", "é", "\ud800", " "]) + value[at + 1 :]
        return rng.choice([*NOISE, None, True, -1, 10**30, 0.5, [], {}, [value], {"x": value}])


def faults(reply: ToolReply, budget: int) -> list[str]:
    """Say what is wrong with a reply."""
    found = [f"{reply.tokens} tokens, {budget} allowed"] if reply.tokens > budget else []
    if reply.text.startswith("{"):
        error = json.loads(reply.text).get("error", {})
        return found + (["internal error"] if error.get("code") == "internal" else [])
    return found + (["a fence is open"] if len(FENCE.findall(reply.text)) % 2 and not nested(reply.text) else [])


def nested(text: str) -> bool:
    """Tell whether fences of several kinds stand in a text, so that counting them says nothing."""
    return len(set(FENCE.findall(text))) > 1


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("bundles", nargs="+")
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    libraries = [open_library([place]) for place in options.bundles]
    drawers = [(library, Drawer(library, rng)) for library in libraries]
    called: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    fullest: dict[str, float] = {}
    failed = 0
    arguments: dict[str, Any] | None = None
    for _ in range(options.calls):
        if arguments is None:
            library, drawer = rng.choice(drawers)
            tool, ceiling, structured = rng.choice(choose_tools()), rng.choice(CEILINGS), rng.random() < 0.3
            required = {argument.name for argument in tool.arguments if argument.required}
            arguments = drawer.arguments([argument.name for argument in tool.arguments], required)
        reply = call_tool(library, tool.name, arguments, ceiling=ceiling, structured=structured)
        asked = arguments.get("max_tokens")
        budget = asked if isinstance(asked, int) and 300 <= asked <= ceiling else ceiling
        called[tool.name] += 1
        errors[tool.name] += reply.is_error
        fullest[tool.name] = max(fullest.get(tool.name, 0), reply.tokens / budget)
        for fault in faults(reply, budget):
            failed += 1
            print(f"FAIL {tool.name} {json.dumps(arguments)[:500]} ceiling {ceiling}: {fault}", file=sys.stderr)
        cursor = CURSOR.search(reply.text[-400:]) or re.search(r'"cursor":"([\w-]+)"\}$', reply.text[-200:])
        arguments = {**arguments, "cursor": cursor[1]} if cursor and not reply.is_error and rng.random() < 0.5 else None
    for name in sorted(called):
        print(
            f"{name:18} {called[name]:6,} calls {errors[name]:6,} refused   fullest {fullest[name]:.0%} of its budget"
        )
    print(f"{sum(called.values()):,} calls on {len(drawers)} bundles, {failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
