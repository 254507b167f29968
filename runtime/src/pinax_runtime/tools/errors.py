"""The errors of tools: a code for programs, and a message that tells agents what to do.

PinaxError
├── BundleError         → fetch_failed
├── CacheError          → cache_error
├── OutOfTimeError      → timeout
├── StoppedError        → cancelled; only the log shows it, for nobody waits for a reply
└── ToolError           carries its own code
    ├── not_found       there is no such docset, page or section
    ├── invalid_args    the tool does not accept these arguments; the message says what is allowed
    ├── timeout         the time was up before there was anything to show
    ├── busy            too many calls of this client wait already
    ├── fetch_failed    a file of the bundle is missing, damaged or unreadable; the message names it
    ├── cache_error     a local copy of a file of a remote bundle is damaged, and its server cannot be reached
    └── internal        a defect of ours; the traceback is in the server's log
"""

from __future__ import annotations

from typing import Literal

from pinax_runtime.format import CacheError, PinaxError
from pinax_runtime.search import OutOfTimeError, StoppedError

Code = Literal["not_found", "invalid_args", "busy", "timeout", "cancelled", "fetch_failed", "cache_error", "internal"]
_CODES: dict[type[PinaxError], Code] = {
    CacheError: "cache_error",
    OutOfTimeError: "timeout",
    StoppedError: "cancelled",
}


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
    return error.code if isinstance(error, ToolError) else _CODES.get(type(error), "fetch_failed")
