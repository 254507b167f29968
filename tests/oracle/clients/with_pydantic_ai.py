"""pydantic-ai: an agent whose model is a stand-in that calls a tool, as a model would, and answers with what it got."""

import asyncio
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    given = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
    if given:
        return ModelResponse(parts=[TextPart(str(given[0].content))])
    assert len(info.function_tools) == 12, info
    return ModelResponse(parts=[ToolCallPart("search_pages", {"query": "clock changes", "docs": ["lantern"]})])


async def main(server: str) -> None:
    if "://" in server:
        toolset = MCPToolset(server)
    else:
        from fastmcp.client.transports import StdioTransport

        toolset = MCPToolset(StdioTransport("pinax-runtime", ["serve", server]), init_timeout=60)
    agent = Agent(FunctionModel(answer), toolsets=[toolset])
    async with agent:
        print(toolset.instructions)
        assert "Lantern user guide" in (toolset.instructions or ""), toolset.instructions
        result = await agent.run("What happens when clocks change?")
    assert "guide/schedules" in result.output, result.output


asyncio.run(main(sys.argv[1]))
