"""What a tool answers when it cannot: a code for programs, a message with the remedy for agents.

PinaxError
├── BundleError         → fetch_failed
├── CacheError          → cache_error
└── ToolError           a code of its own
    ├── not_found       no such docset, page, section
    ├── invalid_args    arguments that the tool does not take; the message says what is allowed
    ├── fetch_failed    a file of the bundle is missing, damaged or unreadable; the message names it
    ├── cache_error     a local copy of a file of a remote bundle is damaged, and its server cannot be reached
    └── internal        a defect of ours; the traceback is in the server's log

"""

from __future__ import annotations

from typing import Literal

from pinax_runtime.contract.errors import CacheError, PinaxError

Code = Literal["not_found", "invalid_args", "fetch_failed", "cache_error", "internal"]


class ToolError(PinaxError):
    """A tool's refusal; becomes the reply `{"error": {"code", "message"}}`."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code


def not_found(message: str) -> ToolError:
    """What was asked for is not in the bundle."""
    return ToolError("not_found", message)


def invalid_args(message: str) -> ToolError:
    """The arguments are not ones that the tool takes."""
    return ToolError("invalid_args", message)


def code_of(error: PinaxError) -> Code:
    """Give the code of any error of ours; a bundle at fault is `fetch_failed`."""
    if isinstance(error, ToolError):
        return error.code
    return "cache_error" if isinstance(error, CacheError) else "fetch_failed"
