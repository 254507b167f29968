"""What the build cache keeps of a batch is what the batch found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.comparison.checks import Checks
from pinax_builder.spooling import checks_from_row, checks_to_row

urls = st.text(max_size=8)
lines = st.tuples(urls, st.binary(max_size=40))


@given(st.lists(urls), st.lists(st.tuples(urls, urls)), st.lists(lines))
def test_checks_come_back_whole(compared: list[str], titles: list[tuple[str, str]], found: list) -> None:
    """A build that takes a batch from the cache reports the same findings: nothing of its checks is lost."""
    checks = Checks(tuple(compared), (), tuple(titles), tuple(found))
    assert checks_from_row(checks_to_row(checks)) == checks
