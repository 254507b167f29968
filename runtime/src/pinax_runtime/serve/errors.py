"""The errors of tools: a code for programs, and a message that tells agents what to do.

PinaxError
├── BundleError         → fetch_failed
├── CacheError          → cache_error
└── ToolError           carries its own code
    ├── not_found       there is no such docset, page or section
    ├── invalid_args    the tool does not accept these arguments; the message says what is allowed
    ├── fetch_failed    a file of the bundle is missing, damaged or unreadable; the message names it
    ├── cache_error     a local copy of a file of a remote bundle is damaged, and its server cannot be reached
    └── internal        a defect of ours; the traceback is in the server's log
"""

from __future__ import annotations

from typing import Literal

from pinax_runtime.contract.errors import CacheError, PinaxError

Code = Literal["not_found", "invalid_args", "fetch_failed", "cache_error", "internal"]


class ToolError(PinaxError):
    """A tool cannot do what was asked; becomes the reply `{"error": {"code", "message"}}`."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code


def not_found(message: str) -> ToolError:
    """Make the error for something that the bundle does not have."""
    return ToolError("not_found", message)


def invalid_args(message: str) -> ToolError:
    """Make the error for arguments that the tool does not accept."""
    return ToolError("invalid_args", message)


def code_of(error: PinaxError) -> Code:
    """Return the code for an error; every error of a bundle is `fetch_failed`."""
    if isinstance(error, ToolError):
        return error.code
    return "cache_error" if isinstance(error, CacheError) else "fetch_failed"
