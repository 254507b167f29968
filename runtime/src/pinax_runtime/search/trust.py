"""Read a bundle only if its entry is signed with a key that is trusted, and not longer ago than allowed.

Strategy. A signed source stands before any other. It checks the entry whenever that is read. All other files are named
in the entry by their hashes, so that nothing else needs to be signed. A signature is accepted only if it is not older
than the newest one that was accepted before: who can replace files cannot bring an old bundle back.

Rules: the entry and its signature are two files, which a deployment replaces one after the other. An entry whose
       signature does not fit is refused, and what serves an older build goes on with that.
Spec:  docs/format.md, section 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pinax_runtime.contract.delivery.minisign import SIGNATURE, PublicKey, Signature, hashed, signed_comment
from pinax_runtime.contract.errors import BundleError
from pinax_runtime.contract.names import ENTRY
from pinax_runtime.search.reading.source import Source


class SignatureError(BundleError):
    """The entry is not signed as it has to be."""

    def __init__(self, location: str, reason: str) -> None:
        super().__init__(
            SIGNATURE,
            f"{location} is not to be trusted: {reason}. "
            "Sign it with `pinax sign`, or check the key and the bundle's origin.",
        )
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Trust:
    """Whose signatures count, and since when."""

    keys: Sequence[PublicKey]
    not_before: float = 0.0
    """Oldest time of signing (seconds since 1970)."""

    def check(self, entry: bytes, signature: bytes, location: str) -> int:
        """Check the signature of an entry; return when it was signed (seconds since 1970).

        Raises:
            SignatureError: It is damaged, of another key or entry, or too old.
        """
        try:
            given = Signature.from_bytes(signature)
        except ValueError as error:
            raise SignatureError(location, f"its signature cannot be read: {error}") from error
        key = next((key for key in self.keys if key.key_id == given.key_id), None)
        if key is None:
            known = ", ".join(key.name for key in self.keys)
            raise SignatureError(
                location, f"it is signed with key {given.key_id[::-1].hex().upper()}, not with {known}"
            )
        if not _is_signed(key, given.raw, hashed(entry)):
            raise SignatureError(location, f"the signature of {ENTRY} is of another file, or forged")
        if not _is_signed(key, given.of_comment, signed_comment(given.raw, given.comment)):
            raise SignatureError(location, "the time of its signature was changed")
        signed_at = given.signed_at
        if not signed_at and self.not_before:
            raise SignatureError(location, "its signature does not say when it was made")
        if signed_at < self.not_before:
            raise SignatureError(location, f"it was signed {_day(signed_at)}, before {_day(self.not_before)}")
        return signed_at


class SignedSource:
    """A source whose entry is checked. Whatever else the source behind can do, it can do, too."""

    def __init__(self, source: Source, trust: Trust) -> None:
        self._source, self._trust = source, trust
        self._newest = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)

    @property
    def location(self) -> str:
        """Of the source behind."""
        return self._source.location

    def read(self, name: str) -> bytes:
        """Read a file; the entry only if its signature is good.

        Raises:
            SignatureError: It is not.
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
                self.location, f"one signed {_day(self._newest)} was replaced by one of {_day(signed_at)}"
            )
        self._newest = signed_at


def _is_signed(key: PublicKey, raw: bytes, message: bytes) -> bool:
    # Imported here, since most readers require no signature.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key.raw).verify(raw, message)
    except InvalidSignature:
        return False
    return True


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
