"""Secrets are blanked in whatever form they come; texts that only speak of them stay."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pinax_runtime.call_log import CallRecord, record_call
from pinax_runtime.tools import Caller, ToolReply

SIGNS = "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY"
SECRETS = {
    "password=hunter2 in a query": "hunter2",
    "db_password = s3cr3t;": "s3cr3t",
    "PASSWORD: hunter2hunter2": "hunter2",
    "secret_key='hunter2 and more'": "hunter2",
    "redis-cli --password hunter2": "hunter2",
    '{"api_key": "q1w2e3r4"}': "q1w2e3r4",
    f"AIza{SIGNS}zQw": SIGNS,
    f"npm_{SIGNS}": SIGNS,
    f"-----BEGIN RSA PRIVATE KEY-----\n{SIGNS}\n{SIGNS}\n-----END RSA PRIVATE KEY-----": SIGNS,
    f"-----BEGIN PRIVATE KEY-----\n{SIGNS}": SIGNS,
    "https://me:pw9@example.org/": "pw9",
}


def logged(message: str) -> str:
    """Return what the log says of a call that failed with a message."""
    calls: list[CallRecord] = []
    log = SimpleNamespace(secrets=(), put=calls.append)
    record_call(log, Caller("stdio", "test 1"), "search_pages", {}, lambda: ToolReply(message, is_error=True))
    return calls[0].message


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_blanked(text: str) -> None:
    """Nothing of the secret is left, and it shows that something was there."""
    redacted = logged(f"how do I use {text} here")
    assert SECRETS[text] not in redacted
    assert "•••" in redacted
    assert redacted.startswith("how do I use ")


@pytest.mark.parametrize(
    "text",
    [
        "reset a password",
        "password hashing",
        "the token bucket",
        "set api_key in the file",
        "npm_config",
        "password: str",
        "the option --password",
    ],
)
def test_words_about_secrets_stay(text: str) -> None:
    """What names no value is logged as it is."""
    assert logged(text) == text
