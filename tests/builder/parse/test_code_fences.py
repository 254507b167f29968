"""Fences that are written around code."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pinax_runtime.text import fence_for


@given(st.text(st.sampled_from("ab `~>\n"), max_size=60))
def test_a_commonmark_parser_reads_the_same_code_between_the_fences(code: str) -> None:
    """Whatever the code holds, its fence is longer than any that would close it."""
    fence = fence_for(code)
    tokens = MarkdownIt().parse(f"{fence}\n{code}\n{fence}\nafter")
    assert [token.content for token in tokens if token.type == "fence"] == [code + "\n"]
