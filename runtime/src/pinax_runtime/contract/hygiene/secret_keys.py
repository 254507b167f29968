"""Recognize keys by the forms that well-known services give them, and private keys in PEM.

In:    Any text.
Out:   The places of keys in it. What only speaks of keys, or shows their form (`ghp_xxxx`, `AKIA…EXAMPLE`), is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

KEY = re.compile(
    r"""\b(?:
      (?:AKIA|ASIA)[A-Z0-9]{16}\b
    | AIza[\w-]{35}
    | (?:gh[opsur]_|github_pat_)\w{20,}
    | gl(?:pat|dt|rt)-[\w-]{18,}
    | npm_[A-Za-z0-9]{30,}
    | pypi-[\w-]{40,}
    | xox[abeprs]-[\w-]{16,}
    | (?:[spr]k_(?:live|test)_|sk-(?:ant-|proj-)?)[\w-]{16,}
    | hf_[A-Za-z0-9]{30,}
    | eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}
    )""",
    re.VERBOSE,
)
"""A key by its prefix."""
PEM = re.compile(r"-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY-----(?:[^-]{0,10000}(?:-----END [A-Z ]{0,30}-----)?)?")
"""A private key; its end may be cut off."""
_SHOWN = re.compile(r"(?i)example|x{4}|\.\.\.|0{6}|1234|abcd|your|dummy|fake|sample|placeholder|redacted")
_LEAST_SIGNS = 12
"""Number of different characters in a key that somebody really uses."""
_PEM_CHARS = 300
"""Length of the shortest private key in PEM (characters)."""


def keys_in(text: str) -> Iterator[str]:
    """Yield what in a text looks like keys that somebody uses, no examples of their form."""
    if "PRIVATE KEY-----" in text:
        yield from (found[0] for found in PEM.finditer(text) if len(found[0]) >= _PEM_CHARS and not _is_shown(found[0]))
    yield from (found[0] for found in KEY.finditer(text) if not _is_shown(found[0]))


def _is_shown(key: str) -> bool:
    return _SHOWN.search(key) is not None or len(set(key)) < _LEAST_SIGNS
