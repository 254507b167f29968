"""Compare all tools with the lean ones, by an agent that errs: it calls a wrong tool, misspells an id, asks again.

python bench/agent/lean.py BUNDLES --tiktoken FOLDER [--sets python.link,…]

An agent reads the schemas, searches, and reads the right one of the first five hits if it came without its text. It
chooses at random among the tools that can do a step. Its errors are drawn from the words of the question, so that a
run can be repeated and both groups meet the same ones.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from agent.measure import _count
from agent.questions import DEFAULT_SETS, Asked, answering_sections, read_questions
from agent.strategies import HITS, Walk

from pinax_runtime.search import Library, open_library
from pinax_runtime.server.protocol import list_tools
from pinax_runtime.tools import call_tool, choose_tools

WRONG_TOOL, WRONG_ID, ASKS_AGAIN = 0.15, 0.1, 0.5
"""How often an agent begins with a wrong tool, misspells an id, and asks again where no hit is right."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundles")
    parser.add_argument("--tiktoken", default="")
    parser.add_argument("--sets", default=",".join(DEFAULT_SETS))
    options = parser.parse_args()
    print(f"{'set':<16} {'tools':<6} {'schemas':>8} {'found':>6} {'calls':>6} {'tokens: median':>15} {'mean':>7}")
    for name in options.sets.split(","):
        library, questions = open_library([Path(options.bundles, name.partition(".")[0])]), read_questions(name)
        for group in ("all", "lean"):
            walks = [_walk(library, asked, group) for asked in questions]
            (schemas,) = _count([_schemas(group)], options.tiktoken)
            counts = _count([reply for walk in walks for reply in walk.replies], options.tiktoken)
            spent = [schemas + sum(next(counts) for _ in walk.replies) for walk in walks]
            found = sum(walk.found for walk in walks) / len(walks)
            calls = statistics.mean(walk.calls for walk in walks)
            figures = f"{found:>6.1%} {calls:>6.2f} {statistics.median(spent):>15.0f} {statistics.mean(spent):>7.0f}"
            print(f"{name:<16} {group:<6} {schemas:>8} {figures}", flush=True)


def _schemas(group: str) -> str:
    """Return what a model sees of the tools."""
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in list_tools(group)]
    seen = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in listed]
    return json.dumps(seen, ensure_ascii=False, separators=(",", ":"))


def _walk(library: Library, asked: Asked, group: str) -> Walk:
    walk, chance = Walk(), random.Random(asked.query)
    tools = {tool.name: tool for tool in choose_tools(group)}
    searching = [name for name in ("search_documents", "search_pages") if name in tools]
    reading = [name for name in ("get_page", "get_node_content", "navigate_tree") if name in tools]
    wrong, slips, again = (chance.random() < share for share in (WRONG_TOOL, WRONG_ID, ASKS_AGAIN))
    chance = random.Random(f"{group} {asked.query}")
    if wrong:
        tool = tools[chance.choice(sorted(set(tools) - {*searching}))]
        arguments = {item.name: asked.query[:200] for item in tool.arguments if item.required}
        walk.replies.append(call_tool(library, tool.name, arguments).text)
    query = asked.query
    for attempt in range(2):
        hits = _search(library, walk, chance.choice(searching), query, asked)
        right = next((hit for hit in hits if _answers(library, hit["id"], asked)), None)
        if right is not None or attempt or not again or " " not in query:
            break
        query = query.rpartition(" ")[0]
    walk.found = right is not None
    chosen = right or (hits[0] if hits else None)
    if chosen and "text" not in chosen:
        tool_name = chance.choice(reading)
        for address in [chosen["id"][:-2], chosen["id"]] if slips else [chosen["id"]]:
            walk.replies.append(call_tool(library, tool_name, {"id": address}).text)
    return walk


def _search(library: Library, walk: Walk, tool: str, query: str, asked: Asked) -> list[dict[str, Any]]:
    reply = call_tool(library, tool, {"query": query}).text
    walk.replies.append(reply)
    hits = json.loads(reply)["hits"]
    for hit in hits:
        if "id" not in hit:
            hit["id"] = hit["url"] + (f"#{hit['anchor']}" if hit["anchor"] else "")
    counted = [hit for hit in hits if _page_of(library, hit["id"]) not in asked.dropped]
    return counted[:HITS]


def _page_of(library: Library, address: str) -> str:
    document = library.find(address)
    return document.page.url if document else ""


def _answers(library: Library, address: str, asked: Asked) -> bool:
    document = library.find(address)
    assert document is not None
    at = document.owner(document.find(address.partition("#")[2]) or 0)
    return bool({(document.page.url, at), (document.page.url, -1)} & answering_sections(library, asked))


if __name__ == "__main__":
    main()
