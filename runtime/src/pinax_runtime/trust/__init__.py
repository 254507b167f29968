"""Handle files and addresses of strangers safely: public addresses, bounded reading, whole writing.

Import `signatures` by itself: it is loaded only where a signature is required.
"""

from __future__ import annotations

from pinax_runtime.trust.addresses import is_public
from pinax_runtime.trust.disk import check_target, open_file, open_unlinked, read_file, read_toml, replacement
from pinax_runtime.trust.secret_keys import KEY, PEM, keys_in

__all__ = [
    "KEY",
    "PEM",
    "check_target",
    "is_public",
    "keys_in",
    "open_file",
    "open_unlinked",
    "read_file",
    "read_toml",
    "replacement",
]
