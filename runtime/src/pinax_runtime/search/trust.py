"""Read a bundle only if a trusted key has signed its entry, and recently enough.

Strategy. A SignedSource wraps any other source. It verifies the entry whenever that is read. A signature that is older
than one accepted before is refused, so that nobody who can replace files can bring an old bundle back.

Rules: a deployment replaces the entry and its signature one after the other. In between, the new entry is refused, and
       a server goes on with the older build.
Spec:  docs/format.md, section 13.
Why:   docs/decisions/0120
"""

from __future__ import annotations

from typing import Any

from pinax_runtime.bundle import Source
from pinax_runtime.format import ENTRY
from pinax_runtime.trust import SIGNATURE, SignatureError, Trust, day


class SignedSource:
    """A source whose entry is verified; all else is left to the source that it wraps."""

    def __init__(self, source: Source, trust: Trust) -> None:
        self._source, self._trust = source, trust
        self._newest = 0
        """Newest time of signing that was accepted (seconds since 1970)."""

    def __getattr__(self, name: str) -> Any:  # sources have abilities of their own, such as fetching several files
        return getattr(self._source, name)

    @property
    def location(self) -> str:
        """Location of the wrapped source."""
        return self._source.location

    def read(self, name: str) -> bytes:
        """Read a file; refuse the entry unless its signature is good.

        Raises:
            SignatureError: The entry's signature is not good.
            FileNotFoundError: There is no such file.
            OSError: It cannot be read.
        """
        data = self._source.read(name)
        if name == ENTRY:
            self._check(data)
        return data

    def _check(self, entry: bytes) -> None:
        try:
            signature = self._source.read(SIGNATURE)
        except FileNotFoundError:
            raise SignatureError(self.location, f"there is no {SIGNATURE}") from None
        signed_at = self._trust.check(entry, signature, self.location)
        if signed_at < self._newest:
            raise SignatureError(
                self.location, f"one signed {day(self._newest)} was replaced by one of {day(signed_at)}"
            )
        self._newest = signed_at
