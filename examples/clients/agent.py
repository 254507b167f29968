"""Call every tool of a bundle's MCP server, as an agent would: start it, list its tools, search, look, read.

python examples/clients/agent.py examples/bundle
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters


class Agent:
    """Calls tools and keeps count of which ones."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.called: set[str] = set()

    async def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool and give its reply: one text, JSON or (where it is documentation) Markdown."""
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        print(f"\n> {tool} {json.dumps(arguments)}\n{text if len(text) <= 400 else text[:400] + '…'}")
        if result.is_error:
            raise RuntimeError(f"{tool} failed: {text}")
        self.called.add(tool)
        return text


async def main(bundle: str) -> None:
    # The server is the command beside the interpreter that runs this, or the one on the path.
    beside = Path(sys.executable).with_name("pinax-runtime")
    command = str(beside) if beside.exists() else shutil.which("pinax-runtime") or "pinax-runtime"
    async with Client(StdioServerParameters(command=command, args=["serve", bundle])) as client:
        tools = (await client.list_tools()).tools
        for tool in tools:
            print(f"{tool.name:20} {(tool.description or '').splitlines()[0]}")

        agent = Agent(client)
        # What is there?
        await agent.call("list_docs")
        await agent.call("list_sections", docs=["lantern"])
        await agent.call("get_section_pages", section="docs/guide", docs=["lantern"], limit=3)
        await agent.call("list_documents", tag="runbook", limit=3)
        # Which page, and what does it say?
        found = json.loads(await agent.call("search_pages", query="retry with a delay that grows", limit=3))
        await agent.call("get_page", url=found["hits"][0]["url"], max_tokens=300)
        # Which section, where does it stand, what does it say?
        found = json.loads(await agent.call("search_documents", query="clock changes", limit=3))
        doc_id, _, anchor = found["hits"][0]["id"].partition("#")
        await agent.call("get_tree", doc_id=doc_id)
        await agent.call("get_node_content", doc_id=doc_id, node_ids=[anchor])
        await agent.call("navigate_tree", doc_id=doc_id, node_id=anchor, max_tokens=500)
        # Where is it defined?
        await agent.call("find_symbol", query="Client.job")
        # Where is it spelled just so?
        await agent.call("grep", text="retry_backoff", limit=3)

    missed = {tool.name for tool in tools} - agent.called
    if missed:
        raise SystemExit(f"not called: {', '.join(sorted(missed))}")
    print(f"\nAll {len(agent.called)} tools answered.")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
