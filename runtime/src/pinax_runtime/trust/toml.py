"""Parse TOML that other people wrote.

Strategy. Python's parser remembers every beginning of a dotted key, so a key of n parts costs n² in time and memory: 40
kB take 20 seconds and 3 GB. So keys are measured first. One pass removes what may hold dots and is no key: strings and
comments. What is left between two signs of TOML is a key or a number.

Spec:  TOML 1.0.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MAX_PARTS = 20
"""Most parts of a dotted key; projects' files have six."""
_STRING_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|""?(?!"))*+"{0,5}'
    r"|'''(?:[^']|''?(?!'))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
)
"""A string, closed or not, or a comment. It never fails once it has begun, so the whole pass takes linear time."""
_SIGN = re.compile(r"[=,\[\]{}\n]")


def read_toml(text: str) -> dict[str, Any]:
    """Parse a text.

    Raises:
        ValueError: It is not TOML, or is nested too deep.
    """
    if any(key.count(".") >= MAX_PARTS for key in _SIGN.split(_STRING_OR_COMMENT.sub("", text))):
        raise ValueError(f"a key has more than {MAX_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
