"""The error for a client's file that cannot be changed."""

from __future__ import annotations

from pinax_runtime.format import PinaxError


class ClientFileError(PinaxError):
    """The file does not have the form that its client expects, or cannot be read or written. Nothing was changed."""
