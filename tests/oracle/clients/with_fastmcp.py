"""fastmcp's client: sees titles and instructions, lists tools, calls one, reads a resource, gets a prompt."""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main(server: str) -> None:
    transport = server if "://" in server else StdioTransport("pinax-runtime", ["serve", server])
    async with Client(transport) as client:
        tools = await client.list_tools()
        found = await client.call_tool("search_pages", {"query": "clock changes", "docs": ["lantern"]})
        page = await client.read_resource("docs://lantern/guide/schedules.md")
        prompt = await client.get_prompt("research", {"question": "When do runs start?"})
        print(client.server_info.title, "|", client.instructions, "|", *(tool.title for tool in tools))
        assert len(tools) == 12, tools
        assert all(tool.title for tool in tools), tools
        assert "Lantern user guide" in client.instructions, client.instructions
        assert "guide/schedules" in found.content[0].text, found
        assert "# Schedules" in page[0].text, page
        assert "search_documents" in prompt.messages[0].content.text, prompt


asyncio.run(main(sys.argv[1]))
