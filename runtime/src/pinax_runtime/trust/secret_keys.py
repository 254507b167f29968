"""Recognize secret keys by the forms of well-known services, and private keys in PEM.

In:    Any text.
Out:   The keys in it. Examples that only show the form of a key (`ghp_xxxx`, `AKIA…EXAMPLE`) do not count.
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
"""Matches a service's key by its prefix and length."""
PEM = re.compile(r"-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY-----(?:[^-]{0,10000}(?:-----END [A-Z ]{0,30}-----)?)?")
"""Matches a private key in PEM, even if its end is cut off."""
_BEGINNINGS = [
    *(re.compile("A(?:[KS]IA|Iza)"), re.compile("J(?<=eyJ)")),
    re.compile("_(?:(?<=gh[opsur]_|npm_)|(?<=hf_)|(?<=_pat_)|(?<=k_(?:live|test)_))"),
    re.compile("-(?<=[a-z]-)(?:(?<=sk-)|(?<=xox[abeprs]-|pypi-|gl[dr]t-)|(?<=glpat-))"),
]
"""Match the beginning of each key that `KEY` matches, from its rarest character on, in a tenth of the time."""
_EXAMPLE = re.compile(r"(?i)example|x{4}|\.\.\.|0{6}|1234|abcd|your|dummy|fake|sample|placeholder|redacted")
"""Matches a part that only examples of keys have."""
_MIN_DIFFERENT_CHARS = 12
"""Number of different characters below which a key is an example."""
_PEM_CHARS = 300
"""Smallest length of a private key in PEM (characters)."""


def keys_in(text: str) -> Iterator[str]:
    """Yield the keys in a text that look real."""
    if "PRIVATE KEY-----" in text:
        yield from (
            found[0] for found in PEM.finditer(text) if len(found[0]) >= _PEM_CHARS and not _is_example(found[0])
        )
    if any(beginning.search(text) for beginning in _BEGINNINGS):
        yield from (found[0] for found in KEY.finditer(text) if not _is_example(found[0]))


def _is_example(key: str) -> bool:
    return _EXAMPLE.search(key) is not None or len(set(key)) < _MIN_DIFFERENT_CHARS
