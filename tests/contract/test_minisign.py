"""Keys and signatures are minisign's own: what its program wrote is read, and written alike."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.trust.signatures import PublicKey, SecretKey, Signature

SIGNING = Path(__file__).parents[1] / "data" / "signing"
"""Files that minisign 0.11 wrote: a key without a password, and a signature of an entry."""


def test_a_public_key_of_minisign_is_read() -> None:
    """Its file and the line of base64 in it give the same key, which is named as minisign names it."""
    text = (SIGNING / "test.key.pub").read_text()
    key = PublicKey.from_text(text)
    assert PublicKey.from_text(text.splitlines()[1]) == key == PublicKey.from_text(key.to_text())
    assert key.name in text
    assert key.to_text().splitlines()[1] == text.splitlines()[1]


def test_a_secret_key_of_minisign_is_read() -> None:
    """It belongs to the public one, and comes back from the text that is written."""
    secret = SecretKey.from_text((SIGNING / "test.key").read_text())
    assert PublicKey(secret.key_id, secret.public) == PublicKey.from_text((SIGNING / "test.key.pub").read_text())
    assert SecretKey.from_text(secret.to_text()) == secret


def test_a_signature_of_minisign_is_read() -> None:
    """Its lines but the untrusted comment are written again as they were."""
    data = (SIGNING / "pinax.json.minisig").read_bytes()
    signature = Signature.from_bytes(data)
    assert signature.signed_at == 1_700_000_000
    assert signature.to_text().splitlines()[1:] == data.decode().splitlines()[1:]
    assert Signature.from_bytes(data.replace(b"\n", b"\r\n")) == signature


def test_a_signature_has_one_form() -> None:
    """Bits that base64 does not use may not differ, or a changed file would pass for the same one."""
    *lines, last = (SIGNING / "pinax.json.minisig").read_text().splitlines()
    signs = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    end = last.rstrip("=")
    other = end[:-1] + signs[signs.index(end[-1]) ^ 1] + last[len(end) :]
    with pytest.raises(ValueError, match="one form"):
        Signature.from_bytes("\n".join((*lines, other)).encode())


@pytest.mark.parametrize(
    ("comment", "at"), [("timestamp:12\tfile:x", 12), ("x\ttimestamp:12", 12), ("", 0), ("no timestamp:12", 0)]
)
def test_the_time_is_a_field_of_its_own(comment: str, at: int) -> None:
    """A time counts only where a tabulator or the line's end bounds it."""
    assert Signature(bytes(8), bytes(64), comment, bytes(64)).signed_at == at


@pytest.mark.parametrize("read", [PublicKey.from_text, SecretKey.from_text])
@given(text=st.text() | st.binary(max_size=200).map(lambda data: data.hex()))
def test_any_text_is_a_key_or_a_value_error(read: type, text: str) -> None:
    """What is no key is refused with a reason."""
    with pytest.raises(ValueError, match="it is no"):
        read(text)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_signature_or_a_value_error(data: bytes) -> None:
    """What is no signature is refused with a reason."""
    with pytest.raises(ValueError, match="it is no"):
        Signature.from_bytes(data)


def test_a_key_with_a_password_says_how_to_make_one_without() -> None:
    """A secret key that is encrypted is refused with the remedy."""
    from base64 import b64decode, b64encode

    data = bytearray(b64decode((SIGNING / "test.key").read_text().splitlines()[1]))
    data[2:4] = b"Sc"
    with pytest.raises(ValueError, match="pinax keygen"):
        SecretKey.from_text(b64encode(data).decode())
