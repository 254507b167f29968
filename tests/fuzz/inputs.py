"""Input for a reader: sound input, changed in a few places, or bytes of any kind.

Strategy. A change is a value, so that Hypothesis can choose and shrink changes, and a long run can draw them at random.
Long repetitions are among them, for these show what takes more time than its input is long.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

MAX_BYTES = 100_000
KINDS = ("insert", "replace", "delete", "repeat", "cut", "flip")
_PLACES = 1 << 16
WORDS = (
    b"\x00", b"\xff\xfe", b"\xf0\x9f\x98\x80", b"\xe2\x80\xae", b"\xf3\xa0\x81\x81", b"\x1b]52;c;eA==\x07",
    b"\xc2\x9d", b"\r\n", b"\n\n", b"    ", b"\t", b"<", b">", b"</", b"<!--", b"-->", b"<![CDATA[", b"]]>",
    b"&#x0;", b"&#1114112;", b"&amp;", b"<p>", b"<div>", b"</div>", b"<table>", b"<td>", b"<pre>", b"<h1>",
    b"<h6 id=a>", b"<svg>", b"<math>", b"<template>", b"<a href=", b"[", b"](", b")", b"![", b"`", b"```\n",
    b"~~~\n", b"* ", b"1. ", b"> ", b"# ", b"###### ", b"|", b"---\n", b"|-|\n", b":::", b"{", b"}", b"{{",
    b"}}", b"=", b":", b"- ", b"!!python/object:", b"&a *a", b"%YAML", b"0", b"-1", b"99999999999999999999",
    b"1e999", b"NaN", b"http://", b"https://[::1]/", b"//", b"../", b"%00", b"%2e%2e", b"?", b"#", b"\\", b"'",
    b'"', b'"""', b"(", b"()", b"(99m)Tc-", b"/*", b"*/", b"//\n", b"#if\n", b"#endif\n", b"\\\n", b"\xdd",
    b"\xdf\xff\xff\xff\xff", b"\xc6", b"\x82", b"\xa5title", b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\x28\xb5\x2f\xfd",
)  # fmt: skip


class Change(NamedTuple):
    """Something that is done to input."""

    kind: str
    place: int
    """Where, in shares of 1/65536 of its length."""
    amount: int
    """How many bytes it concerns, or how often something is repeated."""
    word: bytes


def changed(seed: bytes, changes: Sequence[Change]) -> bytes:
    """Change input."""
    data = seed
    for kind, place, amount, word in changes:
        at = place * (len(data) + 1) // _PLACES
        if kind == "insert":
            data = data[:at] + word + data[at:]
        elif kind == "replace":
            data = data[:at] + word + data[at + len(word) :]
        elif kind == "delete":
            data = data[:at] + data[at + amount :]
        elif kind == "repeat":
            times = min(amount * 20, MAX_BYTES // max(1, len(word)))
            data = data[:at] + word * times + data[at:]
        elif kind == "cut":
            data = data[:at]
        elif at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << amount % 8]) + data[at + 1 :]
    return data[:MAX_BYTES]


def inputs(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return sound input with up to eight changes, or any bytes."""
    words = st.sampled_from(WORDS) | st.binary(max_size=6)
    change = st.builds(Change, st.sampled_from(KINDS), st.integers(0, _PLACES - 1), st.integers(1, 300), words)
    return st.builds(changed, st.sampled_from(seeds), st.lists(change, max_size=8)) | st.binary(max_size=300)


def drawn(chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Draw what `inputs` gives, at random."""
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(300))
    changes = [
        Change(
            chance.choice(KINDS),
            chance.randrange(_PLACES),
            chance.randint(1, 300),
            chance.choice(WORDS) if chance.random() < 0.8 else chance.randbytes(chance.randint(1, 6)),
        )
        for _ in range(chance.randint(1, 8))
    ]
    return changed(chance.choice(seeds), changes)
