"""Handle files and addresses of strangers safely: signatures, public addresses, bounded reading, whole writing."""

from __future__ import annotations

from pinax_runtime.trust.addresses import is_public
from pinax_runtime.trust.disk import check_target, open_file, open_unlinked, read_file, read_toml, replacement
from pinax_runtime.trust.secret_keys import KEY, PEM, keys_in, may_hold_keys
from pinax_runtime.trust.signatures import (
    MAX_BYTES,
    REQUIRE_KEY,
    SIGNATURE,
    PublicKey,
    SecretKey,
    Signature,
    SignatureError,
    Trust,
    day,
    hashed,
    signed_comment,
)

__all__ = [
    "KEY",
    "MAX_BYTES",
    "PEM",
    "REQUIRE_KEY",
    "SIGNATURE",
    "PublicKey",
    "SecretKey",
    "Signature",
    "SignatureError",
    "Trust",
    "check_target",
    "day",
    "hashed",
    "is_public",
    "keys_in",
    "may_hold_keys",
    "open_file",
    "open_unlinked",
    "read_file",
    "read_toml",
    "replacement",
    "signed_comment",
]
