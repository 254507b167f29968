"""Read a bundle only if a trusted key has signed its entry, and recently enough.

Strategy. A SignedSource wraps any other source. It verifies the entry whenever that is read. The entry names all other
files by their hashes, so that nothing else needs to be signed. A signature that is older than one accepted before is
refused, so that nobody who can replace files can bring an old bundle back.

Rules: a deployment replaces the entry and its signature one after the other. In between, the new entry is refused, and
       a server goes on with the older build.
Spec:  docs/format.md, section 13.
Why:   docs/decisions/0120
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pinax_runtime.format import ENTRY, BundleError
from pinax_runtime.search.reading.source import Source
from pinax_runtime.trust import SIGNATURE, PublicKey, Signature, hashed, key_name, signed_comment


class SignatureError(BundleError):
    """The entry has no valid signature of a trusted key."""

    def __init__(self, location: str, reason: str) -> None:
        super().__init__(
            SIGNATURE,
            f"{location} is not to be trusted: {reason}. "
            "Sign it with `pinax sign`, or check the key and the bundle's origin.",
        )
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Trust:
    """The keys that are trusted, and the oldest signature that is."""

    keys: Sequence[PublicKey]
    """Keys of which any one may have signed."""
    not_before: float = 0.0
    """Oldest time of signing that is accepted (seconds since 1970); 0 for any."""

    def check(self, entry: bytes, signature: bytes, location: str) -> int:
        """Verify the signature of an entry; return the time of signing (seconds since 1970).

        Raises:
            SignatureError: It is damaged, too old, or of another key or entry.
        """
        try:
            given = Signature.from_bytes(signature)
        except ValueError as error:
            raise SignatureError(location, f"its signature cannot be read: {error}") from error
        key = next((key for key in self.keys if key.key_id == given.key_id), None)
        if key is None:
            known = ", ".join(key.name for key in self.keys)
            raise SignatureError(location, f"it is signed with key {key_name(given.key_id)}, not with {known}")
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
