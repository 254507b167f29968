"""Names of docsets, and of a bundle's files and blocks within them: the hash of their bytes and their kind.

A file is `files/<name>.<kind>`; the name is the first 32 hexadecimal digits of the SHA-256 of the file's bytes, so
`sha256sum FILE` checks a file with no tool of ours.

Spec:  docs/format.md, section 3.
"""

from __future__ import annotations

import hashlib
import re
from typing import Literal, get_args

ENTRY = "pinax.json"
FOLDER = "files"
DIGEST_BYTES = 16

Kind = Literal[
    "segment",
    "table",
    "lengths",
    "terms",
    "positions",
    "symbols",
    "definers",
    "facets",
    "pages",
    "texts",
    "lexicon",
    "asked",
    "questions",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

LEFT_OVER_S = 3_600.0
"""Age (seconds) from which an unfinished file was left by a writer that was killed."""

DOCSET_NAME = (
    "1 to 64 of the characters A-Z a-z 0-9 . _ -, no dot at the end, and no device of Windows such as con or nul"
)
"""What a docset may be called, as a message says it."""

_DOCSET = re.compile(r"[A-Za-z0-9._-]{0,63}[A-Za-z0-9_-]")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]) *(?:\.|$)", re.IGNORECASE)
_NAME = rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}\.(?:{'|'.join(KINDS)})"
_FILE = re.compile(_NAME)
_UNFINISHED = re.compile(rf"\.(?:{_NAME}|{re.escape(ENTRY)})\.[0-9a-f]{{1,32}}\.tmp")


def digest(data: bytes) -> bytes:
    """Hash a file's bytes: the first 16 bytes of SHA-256."""
    return hashlib.sha256(data).digest()[:DIGEST_BYTES]


def file_name(name: bytes, kind: Kind) -> str:
    """Return the path of a file below the bundle, with forward slashes.

    >>> file_name(bytes(16), "terms")
    'files/00000000000000000000000000000000.terms'
    """
    return f"{FOLDER}/{name.hex()}.{kind}"


def is_file_name(name: str) -> bool:
    """Tell whether a name in the folder of files is one that a bundle's file has."""
    return _FILE.fullmatch(name) is not None


def is_docset_name(name: str) -> bool:
    """Tell whether a docset may have a name; each such name is also a file's or folder's on every system.

    >>> is_docset_name("python-3.14"), is_docset_name(".."), is_docset_name("a/b"), is_docset_name("Con.txt")
    (True, False, False, False)
    """
    return _DOCSET.fullmatch(name) is not None and not is_device_name(name)


def is_device_name(name: str) -> bool:
    """Tell whether Windows takes a file's name for a device, whatever its suffix.

    >>> is_device_name("aux"), is_device_name("Con.txt"), is_device_name("console")
    (True, True, False)

    Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
    """
    return _DEVICE.match(name) is not None


def unfinished_name(name: str, mark: str) -> str:
    """Return the name that a file has beside its own while it is being written.

    Args:
        name: Its own name, without folders.
        mark: Hexadecimal digits that no other writer uses.

    >>> unfinished_name("pinax.json", "1f"), is_unfinished(".pinax.json.1f.tmp"), is_unfinished("notes.tmp")
    ('.pinax.json.1f.tmp', True, False)
    """
    return f".{name}.{mark}.tmp"


def is_unfinished(name: str) -> bool:
    """Tell whether a name is one that builders and pulls give to a bundle's file while they write it."""
    return _UNFINISHED.fullmatch(name) is not None
