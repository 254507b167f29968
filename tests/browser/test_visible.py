"""Text that the reader in JavaScript returns has no characters that nobody sees, as in Python."""

from __future__ import annotations

import random

from browser import node
from hostile import HIDDEN
from pinax_runtime.format import visible, visible_line

_PARTS = [
    *"aé中ก๐ကក🙂👩1#\n\t\r ",
    *"\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u0085\x0b\x1c\x00\x1b\x7f\x9d\ufeff\u00ad\u202e\u2060\ufff9\ufffe\U0001fffe",
    *"\u180b\u180c\u180e\u180f\u1820\ufe00\ufe0e\ufe0f\U000e0100\U000e01ef\U000e0041\u3164\uffa0\u034f",
    "\r\n",
]


def test_visible_text() -> None:
    """Texts of all sorts of characters lose the same ones in both readers."""
    chosen = random.Random(8)
    texts = ["".join(chosen.choices(_PARTS, k=chosen.randint(0, 8))) for _ in range(20_000)] + [HIDDEN, f"a{HIDDEN}b"]
    found = node.run("seeing.mjs", texts)
    different = [
        (text, right, *pair)
        for text, pair in zip(texts, found, strict=True)
        if pair != [(right := visible(text)), visible_line(text)]
    ]
    assert different == []
