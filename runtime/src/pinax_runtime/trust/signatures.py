"""Read and write minisign's keys and signatures, and verify that an entry is signed as the user requires.

The entry names every file by its hash, so that a signature of the entry covers the whole bundle. The builder signs.

Why:   docs/decisions/0120
Spec:  docs/format.md, section 13; https://jedisct1.github.io/minisign/ (read 2026-11).
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from pinax_runtime.format import ENTRY, BundleError, NotABundleError
from pinax_runtime.trust.disk import read_file

_KEY_FILE_BYTES = 4_096
SIGNATURE = f"{ENTRY}.minisig"
"""Name of the file with the entry's signature."""
MAX_BYTES = 4_096
"""Largest size of a signature's file (bytes)."""
_HASHED = b"ED"
"""Algorithm of a signature of the file's BLAKE2b hash."""
_KEY = b"Ed"
"""Algorithm of a key."""
_UNTRUSTED = "untrusted comment: "
"""Prefix of a comment that is not signed."""
_TRUSTED = "trusted comment: "
"""Prefix of a comment that is signed."""
_TIMESTAMP = re.compile(r"(?:^|\t)timestamp:(\d{1,12})(?=\t|$)")
"""Time of signing in a trusted comment (seconds since 1970)."""


def key_name(key_id: bytes) -> str:
    """Return a key's id as minisign shows it: as a number, whose bytes are stored the other way round."""
    return key_id[::-1].hex().upper()


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The key that signatures are verified with."""

    key_id: bytes
    """8 bytes that say which key it is, but prove nothing."""
    raw: bytes
    """The key for Ed25519 (32 bytes)."""

    @property
    def name(self) -> str:
        """The key's id as minisign shows it."""
        return key_name(self.key_id)

    @property
    def line(self) -> str:
        """The key as it is given on a command line (56 characters that begin with RW)."""
        return b64encode(_KEY + self.key_id + self.raw).decode()

    def to_text(self) -> str:
        """Return the file's text."""
        return f"{_UNTRUSTED}minisign public key {self.name}\n{self.line}\n"

    @classmethod
    def from_text(cls, text: str) -> PublicKey:
        """Read a key from its file's text, or from the line of base64 alone.

        Raises:
            ValueError: It is no public key; the message says why.
        """
        data = _base64(_last_line(text), "a public key")
        if len(data) != 42 or data[:2] != _KEY:
            raise ValueError("it is no minisign public key, which is 56 characters that begin with RW")
        return cls(data[2:10], data[10:])


@dataclass(frozen=True, slots=True)
class SecretKey:
    """The key that signatures are made with; it has no password."""

    key_id: bytes
    seed: bytes
    """The secret key for Ed25519 (32 bytes)."""
    public: bytes
    """The public key for Ed25519 (32 bytes)."""

    def to_text(self) -> str:
        """Return the file's text, as `minisign -G -W` writes it."""
        body = self.key_id + self.seed + self.public
        checked = hashlib.blake2b(_KEY + body, digest_size=32).digest()
        data = _KEY + bytes(2) + b"B2" + bytes(48) + body + checked
        return f"{_UNTRUSTED}minisign secret key {key_name(self.key_id)}\n{b64encode(data).decode()}\n"

    @classmethod
    def from_text(cls, text: str) -> SecretKey:
        """Read a key from its file's text, or from the line of base64 alone.

        Raises:
            ValueError: It is no secret key, or one with a password; the message says why.
        """
        data = _base64(_last_line(text), "a secret key")
        if len(data) != 158 or data[:2] != _KEY or data[4:6] != b"B2":
            raise ValueError("it is no minisign secret key")
        if data[2:4] != bytes(2):
            raise ValueError("it has a password; make one without (minisign -C -W, or pinax keygen)")
        body = data[54:126]
        if data[126:] not in (bytes(32), hashlib.blake2b(_KEY + body, digest_size=32).digest()):  # minisign -W: none
            raise ValueError("its check sum is wrong: it is damaged")
        return cls(body[:8], body[8:40], body[40:])


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature of an entry."""

    key_id: bytes
    raw: bytes
    """Signature of `hashed(entry)` (64 bytes)."""
    comment: str
    """The trusted comment, with the time of signing."""
    of_comment: bytes
    """Signature of `signed_comment(raw, comment)` (64 bytes)."""

    @property
    def signed_at(self) -> int:
        """Time of signing (seconds since 1970); 0 if the comment does not say."""
        found = _TIMESTAMP.search(self.comment)
        return int(found[1]) if found else 0

    def to_text(self) -> str:
        """Return the file's text."""
        return (
            f"{_UNTRUSTED}signature of {ENTRY}\n{b64encode(_HASHED + self.key_id + self.raw).decode()}\n"
            f"{_TRUSTED}{self.comment}\n{b64encode(self.of_comment).decode()}\n"
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Signature:
        """Read a signature's file.

        Raises:
            ValueError: It is no signature; the message says why.
        """
        try:
            lines = data.decode().removesuffix("\n").split("\n")
        except UnicodeDecodeError:
            lines = []
        lines = [line.removesuffix("\r") for line in lines]
        if len(data) > MAX_BYTES or len(lines) != 4 or not lines[2].startswith(_TRUSTED):
            raise ValueError("it is no minisign signature")
        signed, of_comment = _base64(lines[1], "a signature"), _base64(lines[3], "a signature")
        if len(signed) != 74 or len(of_comment) != 64 or signed[:2] != _HASHED:
            raise ValueError("it is no minisign signature of the hashed kind (ED)")
        return cls(signed[2:10], signed[10:], lines[2].removeprefix(_TRUSTED), of_comment)


def hashed(entry: bytes) -> bytes:
    """Return the message that a signature of an entry signs: its BLAKE2b hash (64 bytes)."""
    return hashlib.blake2b(entry).digest()


def signed_comment(raw: bytes, comment: str) -> bytes:
    """Return the message that binds a trusted comment to its signature."""
    return raw + comment.encode()


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.strip().splitlines()]
    return lines[-1] if lines else ""


def _base64(line: str, what: str) -> bytes:
    try:
        data = b64decode(line, validate=True)
    except ValueError:
        raise ValueError(f"it is no base64, and so not {what}") from None
    if b64encode(data) != line.encode():  # the last sign has bits that mean nothing (RFC 4648, section 3.5)
        raise ValueError(f"it is not in the one form that base64 has, and so not {what}")
    return data


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
    def required(cls, keys: Sequence[str], not_before: str | None = None) -> Trust:
        """Read what a command line requires.

        Args:
            keys: Files of public keys in minisign's form, or such keys themselves.
            not_before: A date, or date and time (RFC 3339); UTC where no zone is given.

        Raises:
            ValueError: A key or the date cannot be read, or there is a date without a key; the message says what to do.
        """
        if not keys:
            raise ValueError("--not-before bounds the age of a signature; require a KEY as well.")
        return cls(list(map(_key, keys)), _seconds(not_before) if not_before else 0.0)

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


class Readable(Protocol):
    """What a bundle's files are read from."""

    @property
    def location(self) -> str:
        """Where it is."""

    def read(self, name: str) -> bytes:
        """Read a file."""


class SignedSource:
    """A source of a bundle whose entry is verified whenever it is read; all else is left to the source that it wraps.

    A signature that is older than one accepted before is refused, so that nobody who can replace files can bring an old
    bundle back. A deployment replaces the entry and its signature one after the other. In between, the new entry is
    refused, and a server goes on with the older build.
    """

    def __init__(self, source: Readable, trust: Trust) -> None:
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
