"""Keys that somebody uses are recognized by their form; what shows the form is none."""

from __future__ import annotations

import pytest

from pinax_runtime.trust import keys_in

SIGNS = "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY"
PEM = "-----BEGIN RSA PRIVATE KEY-----\n" + (SIGNS * 2 + "\n") * 8 + "-----END RSA PRIVATE KEY-----"
USED = [
    "AKIA" + "Q7ZK2M9XW4R8TVBC", "AIza" + SIGNS + "zQw", "ghp_" + SIGNS, "glpat-" + SIGNS[:20], "npm_" + SIGNS,
    "pypi-" + SIGNS * 2, "xoxb-" + SIGNS, "sk_live_" + SIGNS, "sk-proj-" + SIGNS, "hf_" + SIGNS, PEM,
    f"eyJ{SIGNS}.eyJ{SIGNS}.{SIGNS}",
    "ASIA" + "Q7ZK2M9XW4R8TVBC", "github_pat_" + SIGNS, "sk-" + SIGNS, "sk-ant-" + SIGNS,
    *(f"gh{kind}_{SIGNS}" for kind in "osur"), *(f"gl{kind}-{SIGNS}" for kind in ("dt", "rt")),
    *(f"xox{kind}-{SIGNS}" for kind in "aeprs"),
    *(f"{kind}k_{use}_{SIGNS}" for kind in "pr" for use in ("live", "test")), "sk_test_" + SIGNS,
]  # fmt: skip
SHOWN = [
    "AKIAIOSFODNN7EXAMPLE", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "npm_000000000000000000000000000000000000",
    "sk-your-key-goes-here-please", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "skeleton-keys-are-fine",
    "--api-key KEY", "AIza", "sk-1234567890abcdef1234567890abcdef",
]  # fmt: skip


@pytest.mark.parametrize("key", USED, ids=lambda key: key[:8])
def test_a_key_is_recognized(key: str) -> None:
    """A key is found wherever it stands."""
    assert list(keys_in(f"Use `{key}` now.\n")) == [key]


@pytest.mark.parametrize("text", SHOWN)
def test_what_shows_the_form_is_none(text: str) -> None:
    """Examples, placeholders and words that begin alike are no keys."""
    assert list(keys_in(f"Use `{text}` now.\n")) == []
