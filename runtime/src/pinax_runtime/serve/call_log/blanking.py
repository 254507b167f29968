"""Blank what looks like a secret before it is logged: agents put into arguments whatever they have at hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

BLANK = "•••"
MAX_DEPTH = 8
"""What lies deeper in arguments is left out; no tool takes such."""

_SECRET = r"(?:[\w-]*[-_])?(?:token|secret|password|passwd|pwd|api[-_]?key|apikey|authorization|credentials?|signature)"
_NAME = re.compile(_SECRET, re.IGNORECASE)
_PATTERNS = (
    # user and password in a URL; a secret in its query; a header's value; keys as well-known services give them out
    (re.compile(r"(?<=://)[^/\s\"@]+(?=@)"), BLANK),
    (re.compile(rf"(?i)([?&;](?:{_SECRET}|sig|key|auth|session)=)[^&#;\s\"]+"), rf"\1{BLANK}"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"), rf"\1 {BLANK}"),
    (re.compile(r"\b(?:sk|pk|rk|gh[opsu]|github_pat|glpat|xox[abps]|AKIA|ASIA|eyJ)[-_]?[\w.-]{16,}"), BLANK),
)


def blank_text(text: str, secrets: Sequence[str] = ()) -> str:
    """Blank secrets in a text; `secrets` are texts that are one wherever they stand.

    >>> blank_text("https://me:pw@example.org/?api_key=abc&page=2")
    'https://•••@example.org/?api_key=•••&page=2'
    """
    for secret in secrets:
        text = text.replace(secret, BLANK)
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def blank_secrets(value: Any, secrets: Sequence[str] = (), depth: int = 0) -> Any:
    """Blank secrets in a JSON value: in every text of it, and all that has a name such as `password`.

    >>> blank_secrets({"query": "x", "headers": {"X-Api-Key": "abc"}})
    {'query': 'x', 'headers': {'X-Api-Key': '•••'}}
    """
    if isinstance(value, str):
        return blank_text(value, secrets)
    if isinstance(value, dict | list) and depth == MAX_DEPTH:
        return "…"
    if isinstance(value, list):
        return [blank_secrets(item, secrets, depth + 1) for item in value]
    if isinstance(value, dict):
        return {
            blank_text(str(name), secrets): (
                BLANK if _NAME.fullmatch(str(name)) else blank_secrets(item, secrets, depth + 1)
            )
            for name, item in value.items()
        }
    return value
