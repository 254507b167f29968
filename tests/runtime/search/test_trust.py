"""A bundle that has to be signed is read only if it is: by the right key, for this entry, and not too long ago."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.bundle.remote import FileCache, pull
from pinax_runtime.format import ENTRY, BundleError
from pinax_runtime.search import FolderSource, MemorySource, Shelf, open_bundle, verify
from pinax_runtime.trust.signatures import (
    SIGNATURE,
    PublicKey,
    Signature,
    SignatureError,
    SignedSource,
    Trust,
    hashed,
    signed_comment,
)
from runtime.search.made import two_docsets
from runtime.search.remote.served import ServedBundle

DATA = Path(__file__).parents[2] / "data"
PRIVATE, OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32)), Ed25519PrivateKey.from_private_bytes(b"1" * 32)


def public(private: Ed25519PrivateKey, key_id: bytes = b"k" * 8) -> PublicKey:
    """Return the public part of a key."""
    raw = private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return PublicKey(key_id, raw)


def signature(entry: bytes, at: int = 1_000, private: Ed25519PrivateKey = PRIVATE, key_id: bytes = b"k" * 8) -> bytes:
    """Sign an entry."""
    raw, comment = private.sign(hashed(entry)), f"timestamp:{at}\tfile:pinax.json\thashed"
    return Signature(key_id, raw, comment, private.sign(signed_comment(raw, comment))).to_text().encode()


def signed(files: dict[str, bytes], **options: Any) -> dict[str, bytes]:
    """Return a bundle's files with a signature."""
    return {**files, SIGNATURE: signature(files[ENTRY], **options)}


def trusting(files: dict[str, bytes], **options: Any) -> SignedSource:
    """Return a source that trusts one key."""
    return SignedSource(MemorySource(files), Trust([public(PRIVATE)], **options))


def test_a_signed_bundle_is_read() -> None:
    """Its answers are those of the bundle without a signature, and it verifies."""
    source = trusting(signed(two_docsets()))
    assert open_bundle(source).search("zebras") == open_bundle(MemorySource(two_docsets())).search("zebras")
    assert verify(source).findings == []


def test_what_minisign_signed_is_read() -> None:
    """A signature that minisign made of an entry is good, and for no other one."""
    trust = Trust([PublicKey.from_text((DATA / "signing" / "test.key.pub").read_text())])
    entry, made = (DATA / "signing" / ENTRY).read_bytes(), (DATA / "signing" / SIGNATURE).read_bytes()
    assert trust.check(entry, made, "here") == 1_700_000_000
    with pytest.raises(SignatureError, match="of another file"):
        trust.check(entry + b" ", made, "here")


def test_no_changed_byte_of_a_signature_passes() -> None:
    """Whatever byte is changed, it is refused, or it was in the untrusted comment."""
    entry = two_docsets()[ENTRY]
    trust, made = Trust([public(PRIVATE)]), signature(entry)
    for at in range(made.index(b"\n") + 1, len(made) - 1):
        changed = bytearray(made)
        changed[at] ^= 1
        with pytest.raises(SignatureError):
            trust.check(entry, bytes(changed), "here")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (two_docsets(), "there is no pinax.json.minisig"),
        ({**two_docsets(), SIGNATURE: b"<!doctype html>"}, "cannot be read"),
        (signed(two_docsets(), private=OTHER), "of another file, or forged"),
        (signed(two_docsets(), key_id=b"o" * 8), "not with"),
    ],
    ids=["unsigned", "no signature", "forged", "another key"],
)
def test_what_is_not_signed_is_refused(files: dict[str, bytes], reason: str) -> None:
    """The error says what is wrong and what to do; verify lists it."""
    with pytest.raises(SignatureError, match=reason) as caught:
        open_bundle(trusting(files))
    assert "pinax sign" in str(caught.value)
    assert [name for name, _ in verify(trusting(files)).findings] == [SIGNATURE]


def test_an_entry_of_another_build_is_refused() -> None:
    """A signature binds one entry, and so all of its files."""
    other = make_bundle([MadeDocset("other", [MadePage("a.md", "A", "text")])])
    with pytest.raises(SignatureError, match="of another file"):
        open_bundle(trusting({**other, SIGNATURE: signature(two_docsets()[ENTRY])}))


def test_an_older_signature_is_found_out() -> None:
    """Who must have a recent build says since when."""
    files = signed(two_docsets(), at=1_000)
    assert open_bundle(trusting(files, not_before=1_000))
    with pytest.raises(SignatureError, match="was signed 1970-01-01 00:16:40 UTC, before"):
        open_bundle(trusting(files, not_before=1_001))


def test_a_server_goes_on_when_an_older_or_unsigned_build_comes() -> None:
    """Whoever replaces the entry by an older signed one, or by an unsigned one, changes no answer."""
    files = signed(two_docsets(), at=2_000)
    shelf = Shelf([trusting(files)])
    right = shelf.ask(lambda library: library.search("zebras"))
    older = make_bundle([MadeDocset("older", [MadePage("a.md", "Zebras", "zebras")])])
    for replaced in (signed(older, at=1_999), older | {SIGNATURE: b""}, signed(older, at=3_000, private=OTHER)):
        files.update(replaced)
        shelf.refresh()
        assert shelf.ask(lambda library: library.search("zebras")) == right
    files.update(signed(older, at=2_001))
    shelf.refresh()
    assert shelf.ask(lambda library: library.search("zebras")) != right


def test_a_folder_is_taken_when_its_signature_comes(tmp_path: Path) -> None:
    """A build is served from when it is signed, though its entry was there before."""

    def put(files: dict[str, bytes]) -> None:
        for name, data in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(data)

    put(signed(two_docsets()))
    shelf = Shelf([SignedSource(FolderSource(tmp_path), Trust([public(PRIVATE)]))])
    newer = make_bundle([MadeDocset("newer", [MadePage("a.md", "Giraffes", "giraffes")])])
    put(newer)
    assert not shelf.ask(lambda library: library.search("giraffes").hits)
    put(signed(newer))
    assert shelf.ask(lambda library: library.search("giraffes").hits)


def test_a_signature_behind_a_url(tmp_path: Path) -> None:
    """It is fetched anew with the entry; the copy counts where the server cannot be reached."""
    cache = FileCache(tmp_path)
    with ServedBundle(signed(two_docsets())) as server:
        source = SignedSource(server.source(cache), Trust([public(PRIVATE)]))
        assert open_bundle(source).search("zebras").hits
        server.files[SIGNATURE] = signature(b"another entry")
        with pytest.raises(SignatureError):
            open_bundle(source)
        server.files = {}
        with pytest.raises(BundleError):
            open_bundle(source)


def test_a_pull_brings_the_signature(tmp_path: Path) -> None:
    """It is copied beside the entry, and removed where there is none any more."""
    pull(MemorySource(signed(two_docsets())), tmp_path)
    assert open_bundle(SignedSource(FolderSource(tmp_path), Trust([public(PRIVATE)])))
    pull(MemorySource(two_docsets()), tmp_path)
    assert not (tmp_path / SIGNATURE).exists()
