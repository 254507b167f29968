"""What may be believed of what others made: signatures, addresses, files read and replaced safely, clean text."""

from __future__ import annotations

from pinax_runtime.trust.addresses import is_public
from pinax_runtime.trust.minisign import (
    MAX_BYTES,
    SIGNATURE,
    PublicKey,
    SecretKey,
    Signature,
    hashed,
    key_name,
    signed_comment,
)
from pinax_runtime.trust.opening import open_file, open_unlinked, read_file
from pinax_runtime.trust.placing import check_target
from pinax_runtime.trust.secret_keys import KEY, PEM, keys_in, may_hold_keys
from pinax_runtime.trust.toml import read_toml
from pinax_runtime.trust.visible import is_visible_line, visible, visible_line

__all__ = [
    "KEY",
    "MAX_BYTES",
    "PEM",
    "SIGNATURE",
    "PublicKey",
    "SecretKey",
    "Signature",
    "check_target",
    "hashed",
    "is_public",
    "is_visible_line",
    "key_name",
    "keys_in",
    "may_hold_keys",
    "open_file",
    "open_unlinked",
    "read_file",
    "read_toml",
    "signed_comment",
    "visible",
    "visible_line",
]
