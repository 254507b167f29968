"""Show search and pages to people, as HTML."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from importlib.metadata import version
from importlib.resources import files
from time import perf_counter
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pinax_runtime.format import AT_MOST_ONE, RANKING_NAMES, PinaxError, limits
from pinax_runtime.over_http.guard import json_response, refusal, revalidated
from pinax_runtime.search import Library
from pinax_runtime.server import CLIENT, READ, Scheduler, Served
from pinax_runtime.tools import (
    Argument,
    ToolError,
    ToolReply,
    boolean,
    check_arguments,
    check_docs,
    choose_tools,
    code_of,
    estimate,
    facet_values,
    filters_hint,
    integer,
    invalid_args,
    reply_to_json,
    string,
    strings,
)

if TYPE_CHECKING:
    from pinax_runtime.call_log import CallFilter, CallLogReader

# Serve the files of the viewer, which are part of the package.
#
# Why:   docs/decisions/0020

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def page_routes() -> list[Route]:
    """Return the routes of the viewer's files: `/`, and what that page loads from `/static/`."""
    return [
        _page_route(file.name, file.read_bytes())
        for file in files("pinax_runtime.over_http").joinpath("static").iterdir()
    ]


def _page_route(name: str, content: bytes) -> Route:
    media_type = _TYPES[name.rpartition(".")[2]]

    async def answer(request: Request) -> Response:
        return revalidated(request, content, media_type, {"Cache-Control": "no-cache"})

    return Route("/" if name == "index.html" else f"/static/{name}", answer, methods=["GET"])


# Arguments that only requests of the viewer have.


def largest_value(name: str) -> float:
    """Return the largest value of a ranking parameter."""
    return 1.0 if name in AT_MOST_ONE else float(limits.WEIGHT)


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


def _accept_weight(name: str, number: Any) -> float:
    if name not in RANKING_NAMES or isinstance(number, bool) or not isinstance(number, int | float):
        raise ValueError
    if not 0 <= number <= largest_value(name):
        raise ValueError
    return float(number)


_RANKING = Argument(
    "ranking",
    {"type": "object", "additionalProperties": {"type": "number"}},
    f"numbers from 0 to {limits.WEIGHT:,} (1 for {' and '.join(AT_MOST_ONE)}) by name: {', '.join(RANKING_NAMES)}",
    lambda value: {name: _accept_weight(name, number) for name, number in _object(value).items()},
    {},
)
"""Values of ranking parameters, by name."""

# Answer the viewer's page in JSON: the library, the log of calls, an explained search, and replies of tools.

MAX_CALLS = 1_000
"""Number of calls that one request gets at most."""
QUESTIONS = 8
"""Number of questions that an empty playground offers."""
EXCERPT_CHARS = 320
"""Length of the excerpts in the playground (characters)."""
_LARGEST_INTEGER = 1 << 53
"""Largest whole number, for times and ids, that JavaScript represents exactly."""

_SEARCH = (
    string("query", required=True, max_chars=1_000),
    integer("limit", 1, 50, 10),
    strings("docs", max_items=100),
    facet_values("filters"),
    boolean("sections"),
    boolean("cold"),
    _RANKING,
)
_CALL = (
    string("tool", required=True, max_chars=100),
    Argument("arguments", {"type": "object"}, "a JSON object", _object, {}),
)
_FILTER = (
    *(string(name, max_chars=200) for name in ("tool", "status", "client", "text")),
    integer("since", 0, _LARGEST_INTEGER),
)
_CALLS = (
    *_FILTER,
    integer("before", 0, _LARGEST_INTEGER),
    integer("after", 0, _LARGEST_INTEGER),
    integer("limit", 1, MAX_CALLS, 100),
)
_STATUS = {"not_found": 404, "invalid_args": 400, "busy": 503, "timeout": 503}

Handler = Callable[[dict[str, Any]], Any]


class Viewer:
    """Answers the requests of the viewer's page."""

    def __init__(self, served: Served, scheduler: Scheduler) -> None:
        """Open the log, if there is one.

        Raises:
            CallLogError: The log cannot be read.
        """
        self._served, self._scheduler = replace(served, structured=False), scheduler
        self._log: CallLogReader | None = None
        if served.log_file:
            from pinax_runtime.call_log import CallLogReader

            self._log = CallLogReader(served.log_file)

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
                given = dict(request.query_params) if reads else _parse(request, await request.body())
                checked = check_arguments(name, arguments, given)
                scheduler = self._scheduler.of_sites if _asks_site(checked) else self._scheduler
                return json_response(await scheduler.run(lambda: handler(checked), request.scope[CLIENT]))
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
        if name == READ:
            return self._served.read(str(arguments.get("uri", "")))
        return self._served.call(name, arguments)


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
    from pinax_runtime.call_log import CallFilter

    texts = {name: arguments[name] or "" for name in ("tool", "status", "client", "text")}
    return CallFilter(**texts, since_ms=arguments["since"] or 0)


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
