"""Say whose signature of an entry is required, and verify it.

The entry names all other files by their hashes, so that nothing else needs to be signed.

Spec:  docs/format.md, section 13.
Why:   docs/decisions/0120
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pinax_runtime.format import ENTRY, BundleError, NotABundleError
from pinax_runtime.trust.minisign import SIGNATURE, PublicKey, Signature, hashed, key_name, signed_comment
from pinax_runtime.trust.opening import read_file

REQUIRE_KEY = "PINAX_REQUIRE_KEY"
"""Environment variable with the required keys, separated by spaces, for commands that are given none."""
_KEY_FILE_BYTES = 4_096


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

    @classmethod
    def required(cls, keys: Sequence[str], not_before: str | None = None) -> Trust | None:
        """Read what a command line and the environment require; None where they require nothing.

        Args:
            keys: Files of public keys in minisign's form, or such keys themselves. Where there are none, those that
                PINAX_REQUIRE_KEY holds.
            not_before: A date, or date and time (RFC 3339); UTC where no zone is given.

        Raises:
            ValueError: A key or the date cannot be read, or there is a date without a key; the message says what to do.
        """
        if not keys and (held := os.environ.get(REQUIRE_KEY)) is not None:
            keys = held.split() or [held]
        if not keys and not_before:
            raise ValueError("--not-before bounds the age of a signature; require a KEY as well.")
        return cls(list(map(_key, keys)), _seconds(not_before) if not_before else 0.0) if keys else None

    def check_folder(self, bundle: Path) -> None:
        """Verify the signature of a bundle in a folder.

        Raises:
            SignatureError: There is none, or it is not good.
            NotABundleError: There is no entry that could be signed.
        """
        try:
            entry = read_file(bundle / ENTRY)
        except OSError as error:
            raise NotABundleError(str(bundle), error.strerror or str(error)) from error
        try:
            signature = read_file(bundle / SIGNATURE)
        except OSError:
            raise SignatureError(str(bundle), f"there is no {SIGNATURE}") from None
        self.check(entry, signature, str(bundle))

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
            raise SignatureError(location, f"it was signed {day(signed_at)}, before {day(self.not_before)}")
        return signed_at


def day(seconds: float) -> str:
    """Return a time (seconds since 1970) as people read it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _key(given: str) -> PublicKey:
    """Read a key. Raises ValueError."""
    how = "Give the file that `pinax keygen` wrote (.pub), or the key that stands in it."
    if not given.strip():
        raise ValueError(f"a required key is empty. {how}")
    try:
        return PublicKey.from_text(given)
    except ValueError:
        pass  # then it is the name of a file
    try:
        with Path(given).open("rb") as file:
            return PublicKey.from_text(file.read(_KEY_FILE_BYTES).decode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        cause = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ValueError(f"the required key {given}: {cause}. {how}") from error


def _seconds(date: str) -> float:
    try:
        read = datetime.fromisoformat(date)
    except ValueError as error:
        message = f"--not-before {date!r} is no date; write 2026-01-31, or 2026-01-31T12:00:00Z."
        raise ValueError(message) from error
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def _is_signed(key: PublicKey, raw: bytes, message: bytes) -> bool:
    # Imported here, since most readers require no signature.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key.raw).verify(raw, message)
    except InvalidSignature:
        return False
    return True
