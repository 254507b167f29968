"""Whatever a server says, a bundle behind it gives the right answer or a typed error, after few attempts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pinax_runtime.bundle.remote import FileCache
from runtime.search.remote.lies import HURRIED, LIES, LyingServer, asked_of
from runtime.search.remote.test_url_source import QUERIES

MOST_ASKED = (1 + len(QUERIES)) * HURRIED.attempts * 6
"""Times that a file is asked for at most: at the start and by each query, with each attempt and redirect."""


@pytest.mark.parametrize("lie", LIES)
def test_a_server_that_tells_one_lie(lie: str) -> None:
    """One kind of lie in every third reply never changes an answer."""
    with LyingServer(1, 0.3, [lie]) as server:
        assert asked_of(server, None) in ("right", "error")
        assert max(Counter(server.names).values()) <= MOST_ASKED


@given(seed=st.integers(0, 1 << 30), share=st.sampled_from([0.05, 0.2, 0.5, 0.9]), has_cache=st.booleans())
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_server_that_tells_any_lie(seed: int, share: float, has_cache: bool, tmp_path: Path) -> None:
    """All kinds of lies together, with and without a cache, never change an answer; nor does what they leave there."""
    cache = FileCache(tmp_path / str(seed)) if has_cache else None
    with LyingServer(seed, share, list(LIES)) as server:
        assert asked_of(server, cache) in ("right", "error")
        server.spoil = lambda asked, reply: reply
        assert asked_of(server, cache) == "right"
