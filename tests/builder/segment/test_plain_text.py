"""What of a section's Markdown is indexed, and as what."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.segment.plain_text import plain_text
from pinax_runtime.contract.fields import BODY, CODE

CASES = {
    "code spans": ("Call `gather()` now", "Call | now", "gather()"),
    "longer ticks": ("Use ``a ` b`` here", "Use | here", "a ` b"),
    "fences": ("Before\n\n```python\nx = 1\n```\n\nafter", "Before\n\n|\n\nafter", "x = 1\n"),
    "fences in quotes": ("> ~~~\n> y\n> ~~~\nz", "\nz", "> y\n"),
    "an open fence": ("a\n```\nrest", "a\n", "rest"),
    "links": ("See [the guide](guide.html#x) for it", "See |the guide| for it", ""),
    "links with titles": ('A [b](<c d> "e")', "A |b", ""),
    "images": ("![A picture](p.png)!", "A picture|!", ""),
    "code in links": ("[`json.dump`](x)", "", "json.dump"),
    "bare addresses": ("at <https://x.dev/a> now", "at | now", ""),
    "tags": ("a <b>bold</b> word", "a |bold| word", ""),
    "no tag": ("a < b and c <d", "a < b and c <d", ""),
    "table rules": ("| a | b |\n| --- | :-: |\n| c | d |", "| a | b |\n|\n| c | d |", ""),
    "strong": ("**very** *so* ***both***", "very| *so* |both", ""),
    "ticks that do not close": ("a ` b", "a ` b", ""),
}


@pytest.mark.parametrize(("markdown", "body", "code"), CASES.values(), ids=CASES)
def test_what_is_prose_and_what_is_code(markdown: str, body: str, code: str) -> None:
    """Code goes to its field, markup goes, and what links and images say stays."""
    runs = list(plain_text(markdown))
    assert "|".join(text for field, text in runs if field == BODY) == body
    assert "|".join(text for field, text in runs if field == CODE) == code


@given(st.text(st.sampled_from("ab `~[]()<>|-*#\n\\!\"'"), max_size=80))
def test_letters_are_neither_lost_nor_doubled(markdown: str) -> None:
    """Whatever the markup, runs come in order and hold no letter that the text has not at that place."""
    letters = "".join(text for _, text in plain_text(markdown))
    remaining = iter(markdown)
    assert all(letter in remaining for letter in letters)


HOSTILE = ["`" * 20_000, "` `` " * 4_000, "[" * 50_000, "[a](" * 10_000, "[[[x]" * 10_000, "<a" * 50_000, "|-" * 50_000]
HOSTILE += ["~~~\n" * 9_999, "~~~~" * 5_000, "*" * 50_000, "```\n" * 10_001]


@pytest.mark.parametrize("markdown", HOSTILE, ids=lambda text: text[:6])
def test_hostile_markup_is_gone_through_in_bounded_time(markdown: str) -> None:
    """Tens of kilobytes of markup that never closes take no longer than their size."""
    started = time.perf_counter()
    list(plain_text(markdown))
    assert time.perf_counter() - started < 3
