"""Answer the viewer's page in JSON: the library, the log of calls, an explained search, and replies of tools.

Rules: arguments are checked like those of tools. Nothing that the viewer asks for is logged.
Why:   docs/decisions/0020
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from importlib.metadata import version
from time import perf_counter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pinax_runtime.format import RANKING_NAMES, PinaxError
from pinax_runtime.search import Library
from pinax_runtime.serve.arguments import Argument, Boolean, FiltersArgument, Integer, Text, TextList, check_arguments
from pinax_runtime.serve.budget import estimate
from pinax_runtime.serve.call_log import MAX_CALLS, CallFilter, CallLogReader
from pinax_runtime.serve.calls import call_tool, choose_tools
from pinax_runtime.serve.errors import ToolError, code_of, invalid_args
from pinax_runtime.serve.over_http.refusals import json_response, refusal
from pinax_runtime.serve.over_http.viewer_arguments import JsonObject, RankingParameters, largest_value
from pinax_runtime.serve.protocol import READ, read_resource
from pinax_runtime.serve.replies import ToolReply, check_docs, reply_to_json
from pinax_runtime.serve.served import Served
from pinax_runtime.serve.tools.searching import filters_hint
from pinax_runtime.serve.turns import CLIENT, Turns

QUESTIONS = 8
"""Number of questions that an empty playground offers."""
EXCERPT_CHARS = 320
"""Length of the excerpts in the playground (characters)."""
_LARGEST_INTEGER = 1 << 53
"""Largest whole number, for times and ids, that JavaScript represents exactly."""

_SEARCH = (
    Text("query", required=True, max_chars=1_000),
    Integer("limit", minimum=1, maximum=50, preset=10),
    TextList("docs", max_items=100),
    FiltersArgument("filters"),
    Boolean("sections"),
    Boolean("cold"),
    RankingParameters("ranking"),
)
_CALL = (Text("tool", required=True, max_chars=100), JsonObject("arguments"))
_FILTER = (
    *(Text(name, max_chars=200) for name in ("tool", "status", "client", "text")),
    Integer("since", minimum=0, maximum=_LARGEST_INTEGER),
)
_CALLS = (
    *_FILTER,
    Integer("before", minimum=0, maximum=_LARGEST_INTEGER),
    Integer("after", minimum=0, maximum=_LARGEST_INTEGER),
    Integer("limit", minimum=1, maximum=MAX_CALLS, preset=100),
)
_STATUS = {"not_found": 404, "invalid_args": 400, "busy": 503, "timeout": 503}

Handler = Callable[[dict[str, Any]], Any]


class Viewer:
    """Answers the requests of the viewer's page."""

    def __init__(self, served: Served, turns: Turns) -> None:
        """Open the log, if there is one.

        Raises:
            CallLogError: The log cannot be read.
        """
        self._served, self._turns = served, turns
        self._log = CallLogReader(served.log_file) if served.log_file else None

    def routes(self) -> list[Route]:
        """Return the routes below /api/."""
        return [
            self._route("library", "GET", (), self._library),
            self._route("questions", "GET", (), self._questions),
            self._route("calls", "GET", _CALLS, self._calls),
            self._route("summary", "GET", _FILTER, self._summary),
            self._route("search", "POST", _SEARCH, self._search),
            self._route("call", "POST", _CALL, self._call),
        ]

    def _route(self, name: str, method: str, arguments: Sequence[Argument], handler: Handler) -> Route:
        async def answer(request: Request) -> Response:
            try:
                reads = method == "GET"
                given = _query(arguments, request) if reads else _parse(request, await request.body())
                checked = check_arguments(name, arguments, given)
                turns = self._turns.of_sites if _asks_site(checked) else self._turns
                return json_response(await turns.run(lambda: handler(checked), request.scope[CLIENT]))
            except PinaxError as error:
                code = code_of(error)
                return refusal(_STATUS.get(code, 500), code, str(error))

        return Route(f"/api/{name}", answer, methods=[method])

    def _library(self, _arguments: dict[str, Any]) -> dict[str, Any]:
        return self._served.library.ask(self._describe)

    def _describe(self, library: Library) -> dict[str, Any]:
        entries = [docset.entry for docset in library.docsets.values()]
        return {
            "version": version("pinax-runtime"),
            "docsets": [
                {
                    "name": entry.name,
                    "title": entry.title,
                    "url": entry.url,
                    "pages": entry.n_pages,
                    "sections": entry.n_sections,
                    "fetched_at": entry.fetched_at,
                }
                for entry in entries
            ],
            "ranking": [
                {"name": name, "value": getattr(library.ranking, name), "largest": largest_value(name)}
                for name in RANKING_NAMES
            ],
            "calls": [*(tool.name for tool in choose_tools(self._served.group)), READ],
            "log": self._log is not None,
        }

    def _questions(self, _arguments: dict[str, Any]) -> dict[str, Any]:
        return {"questions": self._served.library.ask(_questions)}

    def _calls(self, arguments: dict[str, Any]) -> dict[str, Any]:
        log, wanted, limit = self._reader(), _filter(arguments), arguments["limit"]
        if arguments["after"] is None:
            calls = log.latest(wanted, limit, arguments["before"])
        else:
            calls = log.after(wanted, arguments["after"], limit)[::-1]
        return {"calls": [call.to_json() for call in calls], "last": max([log.last_id(), *(call.id for call in calls)])}

    def _summary(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return asdict(self._reader().summary(_filter(arguments)))

    def _reader(self) -> CallLogReader:
        if self._log is None:
            raise ToolError("not_found", "This server keeps no log of calls. Start it with --log FILE.")
        return self._log

    def _search(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return self._served.library.ask(lambda present: _search(present, arguments))

    def _call(self, arguments: dict[str, Any]) -> dict[str, Any]:
        began = perf_counter()
        reply = self._answer(arguments["tool"], arguments["arguments"])
        ms = round((perf_counter() - began) * 1000, 2)
        return {"text": reply.text, "is_error": reply.is_error, "tokens": estimate(reply.text), "ms": ms}

    def _answer(self, name: str, arguments: dict[str, Any]) -> ToolReply:
        served = self._served
        if name == READ:
            return read_resource(served.library, str(arguments.get("uri", "")), ceiling=served.ceiling)
        group, ceiling = served.group, served.ceiling
        return call_tool(served.library, name, arguments, group=group, ceiling=ceiling, live=served.live)


def _questions(library: Library) -> list[str]:
    """Return what somebody might ask: golden queries, or else titles of pages from all over the docsets."""
    if library.golden:
        return [golden.query for golden in library.golden[:QUESTIONS]]
    pages = [
        (segment, page)
        for docset in library.docsets.values()
        for segment in docset.segments
        for page in segment.live_pages()
    ]
    chosen = pages[:: max(1, -(-len(pages) // QUESTIONS))]
    return list(dict.fromkeys(segment.page(page).title for segment, page in chosen))


def _search(present: Library, arguments: dict[str, Any]) -> dict[str, Any]:
    check_docs(present, arguments["docs"])
    library = present.anew() if arguments["cold"] else present
    began = perf_counter()
    reply = library.search(
        arguments["query"],
        limit=arguments["limit"],
        docs=arguments["docs"],
        filters=arguments["filters"],
        sections=arguments["sections"],
        excerpt_chars=EXCERPT_CHARS,
        ranking=replace(library.ranking, **arguments["ranking"]),
        explain=True,
    )
    ms = round((perf_counter() - began) * 1000, 2)
    hint = "" if reply.hits else filters_hint(library, arguments["docs"], arguments["filters"])
    return {"ms": ms, **reply_to_json(reply), **({"hint": hint} if hint else {})}


def _asks_site(arguments: dict[str, Any]) -> bool:
    return (arguments.get("arguments") or {}).get("live") is True


def _filter(arguments: dict[str, Any]) -> CallFilter:
    texts = {name: arguments[name] or "" for name in ("tool", "status", "client", "text")}
    return CallFilter(**texts, since_ms=arguments["since"] or 0)


def _query(arguments: Sequence[Argument], request: Request) -> dict[str, Any]:
    """Return the parameters of a URL's query, with whole numbers for the arguments that are numbers."""
    numbers = {argument.name for argument in arguments if isinstance(argument, Integer)}
    return {
        name: int(value) if name in numbers and value.isascii() and value.isdecimal() and len(value) < 20 else value
        for name, value in request.query_params.items()
    }


def _parse(request: Request, body: bytes) -> Any:
    """Return the JSON value in the body of a request.

    Raises:
        ToolError: invalid_args when the body is something else.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise invalid_args("Send JSON, with the header `Content-Type: application/json`.")
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise invalid_args("The body of this request is not JSON.") from None
