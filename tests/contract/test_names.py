"""Names of files, and what every error says."""

from __future__ import annotations

import hashlib
import re
import sys

import pytest

import pinax_runtime.format
from pinax_runtime.format import (
    DIGEST_BYTES,
    KINDS,
    BundleError,
    CacheError,
    CorruptFileError,
    DigestMismatchError,
    FormatVersionError,
    LimitExceededError,
    MissingFileError,
    NotABundleError,
    SourceError,
    UnknownAnalyzerError,
    digest,
    file_name,
)

ERRORS = [
    NotABundleError("/somewhere", "there is no pinax.json"),
    FormatVersionError(3, 1),
    DigestMismatchError("files/aa.terms", "bb", "aa"),
    CorruptFileError("files/aa.terms", "not a zstd frame"),
    LimitExceededError("files/aa.terms", "its size in bytes", 10, 20_000),
    SourceError("files/aa.terms", "it cannot be opened"),
    MissingFileError("files/aa.terms"),
    UnknownAnalyzerError("files/aa.segment", "pinax-9:english", "pinax-1 with none"),
    CacheError("files/aa.terms", "/cache", "no connection"),
]


def test_a_name_is_what_sha256sum_prints() -> None:
    """A file's name starts with the digits that any SHA-256 tool prints for it."""
    data = b"some bytes"
    assert file_name(digest(data), "terms") == f"files/{hashlib.sha256(data).hexdigest()[:32]}.terms"
    assert len(digest(data)) == DIGEST_BYTES == 16


def test_names_hold_nothing_but_digits_and_kind() -> None:
    """Whatever the digest, a name stays below the bundle's folder."""
    for kind in KINDS:
        assert re.fullmatch(r"files/[0-9a-f]{32}\.[a-z]+", file_name(b"/../\\\0\n:*?<>|'\"%$"[:16], kind))


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_messages_end_with_the_remedy(error: BundleError | CacheError) -> None:
    """Each error names its file, and its last sentence says what to do."""
    remedy = re.split(r"(?<=[.:]) (?=[A-Z])", str(error))[-1]
    assert re.match(r"(Give|Upgrade|Copy|Rebuild|Do not use|Check|Install|Try again) ", remedy)
    assert str(error).endswith(".")
    assert error.name == "pinax.json" or error.name in str(error)


def test_every_error_is_in_the_tree() -> None:
    """The tree where errors are defined draws each class, and each is tried here."""
    classes = {name for name in pinax_runtime.format.__all__ if name.endswith("Error")}
    tree = sys.modules[BundleError.__module__].__doc__
    assert tree
    assert classes == set(re.findall(r"(\w+Error)\b", tree.split("Facts")[0]))
    assert classes - {"PinaxError", "BundleError"} == {type(error).__name__ for error in ERRORS}


def test_facts_are_attributes() -> None:
    """A program can act on an error without parsing its text."""
    error = LimitExceededError("files/aa.terms", "its size in bytes", 10, 20_000)
    assert (error.name, error.what, error.limit, error.got) == ("files/aa.terms", "its size in bytes", 10, 20_000)
    mismatch = DigestMismatchError("files/aa.terms", "bb", "aa")
    assert (mismatch.got, mismatch.expected) == ("bb", "aa")
