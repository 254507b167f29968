"""Sign a bundle: its entry names every file by its hash, so one signature binds all of it.

Keys and signatures are minisign's, without a password: `minisign -Vm BUNDLE/pinax.json -p KEY.pub` checks one, too.

Spec:  docs/format.md, section 13.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pinax_builder.errors import SigningError, writing
from pinax_runtime.format import ENTRY, Entry
from pinax_runtime.trust import disk, read_file
from pinax_runtime.trust.signatures import MAX_BYTES, SIGNATURE, PublicKey, SecretKey, Signature, hashed, signed_comment

ENVIRONMENT = "PINAX_SIGNING_KEY"
"""Variable of the environment that holds a secret key."""


def make_key() -> SecretKey:
    """Make a new secret key."""
    private = Ed25519PrivateKey.generate()
    seed = private.private_bytes(
        serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
    )
    public = private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return SecretKey(os.urandom(8), seed, public)


def write_keys(key: SecretKey, file: Path) -> Path:
    """Write a secret key for its owner alone, and the public one beside it with `.pub` at its end; return that file.

    Raises:
        SigningError: One of them is there already, or cannot be written.
    """
    public_file = file.with_name(file.name + ".pub")
    texts = {file: (key.to_text(), 0o600), public_file: (PublicKey(key.key_id, key.public).to_text(), 0o644)}
    for path, (text, mode) in texts.items():
        try:
            with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "w") as opened:
                opened.write(text)
        except FileExistsError as error:
            raise SigningError(f"{path} is there already", "name another file: keys are never replaced") from error
        except OSError as error:
            raise SigningError(f"{path} cannot be written: {error.strerror}", "name another file") from error
    return public_file


def read_key(file: Path | None) -> SecretKey:
    """Read a secret key from a file, or from PINAX_SIGNING_KEY.

    Raises:
        SigningError: There is none, or it cannot be used.
    """
    origin = str(file or ENVIRONMENT)
    try:
        if file:
            with file.open("rb") as opened:
                text = opened.read(MAX_BYTES).decode("utf-8", "replace")
        else:
            text = os.environ.get(ENVIRONMENT, "")
        if not text.strip():
            raise SigningError("there is no key to sign with", f"give --key FILE, or put a key into {ENVIRONMENT}")
        return SecretKey.from_text(text)
    except (OSError, ValueError) as error:
        cause = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise SigningError(
            f"the key of {origin} cannot be used: {cause}", "make one with `pinax keygen FILE`"
        ) from error


def sign(bundle: Path, key: SecretKey, now: float) -> Signature:
    """Sign a bundle's entry and put the signature beside it.

    Args:
        bundle: Its folder.
        key: To sign with.
        now: The time of signing (seconds since 1970), which the signature binds.

    Raises:
        BundleError: The entry is none.
        SigningError: There is no entry.
        OutputError: The signature cannot be written.
    """
    try:
        entry = read_file(bundle / ENTRY)
    except OSError as error:
        raise SigningError(f"{bundle / ENTRY} cannot be read: {error.strerror}", "give a bundle's folder") from error
    Entry.from_bytes(entry, str(bundle))
    private = Ed25519PrivateKey.from_private_bytes(key.seed)
    comment = f"timestamp:{int(now)}\tfile:{ENTRY}\thashed"
    raw = private.sign(hashed(entry))
    signature = Signature(key.key_id, raw, comment, private.sign(signed_comment(raw, comment)))
    with writing(bundle / SIGNATURE):
        disk.put_file(bundle / SIGNATURE, signature.to_text().encode())
    return signature
