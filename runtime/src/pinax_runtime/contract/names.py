"""Names of a bundle's files, and of blocks within them: the hash of their bytes and their kind.

A file is `files/<name>.<kind>`; the name is the first 32 hexadecimal digits of the SHA-256 of the file's bytes, so
`sha256sum FILE` checks a file with no tool of ours.

Spec:  docs/format.md, section 3.
"""

from __future__ import annotations

import hashlib
from typing import Literal, get_args

ENTRY = "pinax.json"
FOLDER = "files"
DIGEST_BYTES = 16

Kind = Literal[
    "segment", "table", "lengths", "terms", "positions", "symbols", "definers", "facets", "pages", "texts", "lexicon"
]
KINDS: tuple[Kind, ...] = get_args(Kind)


def digest(data: bytes) -> bytes:
    """Hash a file's bytes: the first 16 bytes of SHA-256."""
    return hashlib.sha256(data).digest()[:DIGEST_BYTES]


def file_name(name: bytes, kind: Kind) -> str:
    """Return the path of a file below the bundle, with forward slashes.

    >>> file_name(bytes(16), "terms")
    'files/00000000000000000000000000000000.terms'
    """
    return f"{FOLDER}/{name.hex()}.{kind}"
