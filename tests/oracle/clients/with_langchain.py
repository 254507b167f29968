"""LangChain's adapters: tools as LangChain has them, one invoked, a resource as a blob, a prompt as messages."""

import asyncio
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main(server: str) -> None:
    remote = {"transport": "streamable_http", "url": server}
    local = {"transport": "stdio", "command": "pinax-runtime", "args": ["serve", server]}
    client = MultiServerMCPClient({"docs": remote if "://" in server else local})
    tools = {tool.name: tool for tool in await client.get_tools()}
    found = await tools["search_pages"].ainvoke({"query": "clock changes", "docs": ["lantern"]})
    (blob,) = await client.get_resources("docs", uris=["docs://lantern/guide/schedules.md"])
    messages = await client.get_prompt("docs", "research", arguments={"question": "When do runs start?"})
    async with client.session("docs", auto_initialize=False) as session:
        told = await session.initialize()
        titles = [tool.title for tool in (await session.list_tools()).tools]
    print(told.serverInfo.title, "|", told.instructions, "|", *titles)
    assert len(tools) == 12, tools
    assert all(titles), titles
    assert "Lantern user guide" in told.instructions, told
    assert "guide/schedules" in str(found), found
    assert "# Schedules" in blob.as_string(), blob
    assert "search_documents" in messages[0].content, messages


asyncio.run(main(sys.argv[1]))
