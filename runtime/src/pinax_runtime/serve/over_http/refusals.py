"""Answer in JSON: with values, and with errors in the same form as the errors of tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pinax_runtime.serve.replies import compact

_CODES = {404: "not_found", 405: "method_not_allowed"}
_MESSAGES = {
    404: "There is nothing here. The tools are at /mcp, the viewer is at /.",
    405: "This address does not take {method}. It takes {allowed}.",
}


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a JSON value, which browsers must not keep."""
    sent = {"Cache-Control": "no-store", **(headers or {})}
    return Response(compact(value), status, media_type="application/json", headers=sent)


def refusal(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with an error."""
    return json_response({"error": {"code": code, "message": message}}, status, headers)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer a request that Starlette's router refuses, in the form of our errors."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    message = _MESSAGES.get(error.status_code, error.detail)
    allowed = headers.get("Allow", "")
    message = message.format(method=request.method, allowed=allowed) if error.status_code == 405 else message
    return refusal(error.status_code, _CODES.get(error.status_code, "refused"), message, headers)
