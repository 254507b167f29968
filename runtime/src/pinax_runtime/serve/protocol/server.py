"""Make a server of the Model Context Protocol for a library; any transport can run it.

Rules: only this folder and the transports import the MCP SDK. The failure of a tool is a reply. The failure of a
       resource or prompt is an error of the protocol, because these replies have no place for an error. So is a call of
       a tool that there is not, as the protocol wants it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from itertools import islice
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError

from pinax_runtime.format import PinaxError
from pinax_runtime.search import Library
from pinax_runtime.serve.budget import DEFAULT_CEILING, call_hash, library_hash, read_cursor, write_cursor
from pinax_runtime.serve.calls import Caller, call_tool, choose_tools, refused
from pinax_runtime.serve.errors import ToolError, code_of
from pinax_runtime.serve.protocol.changes import Changes
from pinax_runtime.serve.protocol.completion import complete
from pinax_runtime.serve.protocol.introducing import DESCRIPTION, ICON, TITLE, instructions, website_of
from pinax_runtime.serve.protocol.prompts import Prompt, choose_prompts, write_prompt
from pinax_runtime.serve.protocol.resources import (
    JSON,
    MARKDOWN,
    PAGE_TEMPLATE,
    READ,
    SECTION_TEMPLATE,
    ListedResource,
    kind_of,
    list_resources,
    read_resource,
)
from pinax_runtime.serve.replies import ToolReply
from pinax_runtime.serve.served import Served
from pinax_runtime.serve.tool import LIVE
from pinax_runtime.serve.turns import CLIENT, Turns

NAME = "pinax"
"""Name that the server states of itself."""
_RESOURCES_AT_ONCE = 100
"""Number of docsets in one piece of the list of resources."""
_LISTS: tuple[CacheableMethod, ...] = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
_LIST_TTL_MS = 60_000
"""How long a client may keep a list (milliseconds); only a restart or a rebuilt bundle changes one."""

Context = ServerRequestContext[dict[str, Any], Any]
_READ_ONLY = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_ASKS_SITES = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=True)
_ALWAYS_LOADED = {"anthropic/alwaysLoad": True}
"""Mark of the tools that Claude Code is to load at once; it loads others only when it looks for them."""
_TEMPLATES = (
    types.ResourceTemplate(
        uri_template=PAGE_TEMPLATE,
        name="page",
        title="Page",
        description="A page as Markdown, by its docset and its path below the base URL",
        mime_type=MARKDOWN,
    ),
    types.ResourceTemplate(
        uri_template=SECTION_TEMPLATE,
        name="section",
        title="Section",
        description="A section of a page, with everything below it, by its anchor",
        mime_type=MARKDOWN,
    ),
)


def list_tools(
    group: str = "all", ceiling: int = DEFAULT_CEILING, *, structured: bool = False, live: bool = False
) -> list[types.Tool]:
    """Describe the tools in the terms of the protocol; with output schemas only if replies hold objects."""
    return [
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=dict(tool.schema(ceiling, structured, live)),
            output_schema=dict(tool.output) if structured else None,
            annotations=_ASKS_SITES if live and LIVE in tool.arguments else _READ_ONLY,
            _meta=_ALWAYS_LOADED if tool.is_first else None,
        )
        for tool in choose_tools(group)
    ]


def make_server(served: Served, transport: str = "stdio", turns: Turns | None = None) -> Server:
    """Make a server.

    Args:
        served: The library, and the options of the server.
        transport: Name of the transport, for the log.
        turns: Runs the functions that answer calls; by default the server's own.
    """
    library = served.library if isinstance(served.library, Library) else served.library.library

    def introduce(present: Library) -> None:
        server.instructions = instructions(present.docsets, served.group)

    changes = Changes(served.library, introduce)
    handlers = _Handlers(served, transport, turns or Turns(served.seconds), changes)
    schemas = {tool.name: tool.input_schema for tool in handlers.tools}
    keeps_sessions = transport != "http"
    server = Server(
        NAME,
        version=version("pinax-runtime"),
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions(library.docsets, served.group),
        website_url=website_of(library),
        icons=[types.Icon(src=ICON, mime_type="image/svg+xml", sizes=["any"])],
        lifespan=changes.connection,
        get_tool_input_schema=schemas.get,
        cache_hints={method: CacheHint(_LIST_TTL_MS) for method in _LISTS},
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_subscribe_resource=changes.subscribe if keeps_sessions else None,
        on_unsubscribe_resource=changes.unsubscribe if keeps_sessions else None,
        on_subscriptions_listen=changes.listen,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_completion=handlers.complete,
    )
    return server


def initialization(server: Server) -> InitializationOptions:
    """Return how a server introduces itself to a client with which it keeps a session."""
    return server.create_initialization_options(NotificationOptions(resources_changed=True))


class _Handlers:
    """Answers each kind of request of the protocol."""

    def __init__(self, served: Served, transport: str, turns: Turns, changes: Changes) -> None:
        self._served, self._transport, self._turns, self._changes = served, transport, turns, changes
        self.tools = list_tools(
            served.group, served.ceiling, structured=served.structured, live=served.live is not None
        )

    async def list_tools(self, context: Context, _params: object) -> types.ListToolsResult:
        self._changes.meet(context)
        return types.ListToolsResult(tools=self.tools)

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        served, name, arguments = self._served, params.name, params.arguments
        self._changes.meet(context)

        def answer() -> ToolReply:
            return call_tool(
                served.library,
                name,
                arguments,
                group=served.group,
                ceiling=served.ceiling,
                structured=served.structured,
                live=served.live,
            )

        asks_site = served.live is not None and isinstance(arguments, dict) and arguments.get("live") is True
        turns = self._turns.of_sites if asks_site else self._turns
        reply = await self._recorded(context, name, arguments, answer, turns)
        if all(tool.name != name for tool in self.tools):
            raise MCPError(types.INVALID_PARAMS, json.loads(reply.text)["error"]["message"])
        content: list[types.ContentBlock] = [types.TextContent(text=reply.text)]
        value = dict(reply.structured) if reply.structured is not None else None
        return types.CallToolResult(content=content, structured_content=value, is_error=reply.is_error)

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        self._changes.meet(context)
        cursor = (params.cursor if params else None) or ""
        with _refusing():
            listed = await self._turns.run(
                lambda: self._served.library.ask(lambda library: _list_resources(library, cursor)), _client_of(context)
            )
        return listed

    async def list_templates(self, _context: object, _params: object) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=list(_TEMPLATES))

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        served, uri = self._served, str(params.uri)

        def answer() -> ToolReply:
            return read_resource(served.library, uri, ceiling=served.ceiling)

        reply = await self._recorded(context, READ, {"uri": uri}, answer, self._turns)
        if reply.is_error:
            error = json.loads(reply.text)["error"]
            wrong = error["code"] in ("not_found", "invalid_args")
            raise MCPError(types.INVALID_PARAMS if wrong else types.INTERNAL_ERROR, error["message"], {"uri": uri})
        contents = types.TextResourceContents(uri=uri, mime_type=kind_of(uri), text=reply.text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, _context: object, _params: object) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt(prompt) for prompt in choose_prompts(self._served.group)])

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        with _refusing():
            prompt, text = await self._turns.run(
                lambda: self._served.library.ask(
                    lambda library: write_prompt(library, params.name, params.arguments, self._served.group)
                ),
                _client_of(context),
            )
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    async def complete(self, context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        served, argument = self._served.library, params.argument
        known = (params.context.arguments if params.context else None) or {}
        as_ids = isinstance(params.ref, types.PromptReference)
        with _refusing():
            values = await self._turns.run(
                lambda: served.ask(
                    lambda library: complete(library, argument.name, argument.value, known, as_ids=as_ids)
                ),
                _client_of(context),
            )
        return types.CompleteResult(completion=types.Completion(values=values))

    async def _recorded(
        self, context: Context, name: str, arguments: Any, answer: Callable[[], ToolReply], turns: Turns
    ) -> ToolReply:
        record, caller = self._served.recorder, Caller(self._transport, _name_of_client(context))

        def recorded(answer: Callable[[], ToolReply]) -> ToolReply:
            return record(caller, name, arguments, answer) if record else answer()

        try:
            return await turns.run(partial(recorded, answer), _client_of(context))
        except ToolError as error:
            reply = refused(error)
            return recorded(lambda: reply)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn errors of ours into errors of the protocol."""
    try:
        yield
    except PinaxError as error:
        wrong = code_of(error) in ("not_found", "invalid_args")
        raise MCPError(types.INVALID_PARAMS if wrong else types.INTERNAL_ERROR, str(error)) from error


def _list_resources(library: Library, cursor: str) -> types.ListResourcesResult:
    hashes = call_hash("resources/list", {}), library_hash(library.identity)
    start = read_cursor(cursor, *hashes) if cursor else 0
    listed = list(islice(list_resources(library), start, start + _RESOURCES_AT_ONCE + 1))
    following = start + _RESOURCES_AT_ONCE
    return types.ListResourcesResult(
        resources=[_resource(item) for item in listed[:_RESOURCES_AT_ONCE]],
        next_cursor=write_cursor(following, *hashes) if len(listed) > _RESOURCES_AT_ONCE else None,
    )


def _resource(item: ListedResource) -> types.Resource:
    dated = types.Annotations(last_modified=item.fetched_at) if item.fetched_at else None
    return types.Resource(
        uri=item.uri,
        name=item.name,
        title=item.title,
        description=item.description,
        mime_type=JSON,
        annotations=dated,
    )


def _prompt(prompt: Prompt) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=argument.name, description=argument.description, required=argument.required)
        for argument in prompt.arguments
    ]
    return types.Prompt(name=prompt.name, title=prompt.title, description=prompt.description, arguments=arguments)


def _client_of(context: Context) -> str:
    """Return which client sent a request, as the guard calls it over HTTP; over stdio there is one."""
    return str(context.request.scope.get(CLIENT, "")) if context.request is not None else ""


def _name_of_client(context: Context) -> str:
    """Return what the client calls itself when it connects, or else in its HTTP requests."""
    known = context.session.client_params
    if known is not None:
        return f"{known.client_info.name} {known.client_info.version}"
    return str(context.request.headers.get("user-agent", "")) if context.request is not None else ""
