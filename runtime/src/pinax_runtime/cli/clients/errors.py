"""Why the file of a client is left alone."""

from __future__ import annotations

from pinax_runtime.contract.errors import PinaxError


class ClientFileError(PinaxError):
    """The file is not what its client expects, or cannot be read or written. Nothing was changed."""
