"""Bound the memory of the requests that are under way, jointly and for each client.

In:    How many bytes of bodies arrive, and from whom.
Out:   Whether there is room for them. A request keeps its room until it is answered, also while its call waits.
Rules: one client may have a quarter of the room, so that clients that send much, or slowly, leave room to others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ROOM_BYTES = 64 << 20
"""Bytes of bodies that a server keeps at once."""
_SHARES = 4
"""Number of clients, each with as much as it may have, that fill the room."""


class Bodies:
    """The bodies of all requests that are not answered yet."""

    def __init__(self, max_request_bytes: int) -> None:
        """Begin without any; there is room for four requests of the largest size in any case."""
        self._room = max(ROOM_BYTES, _SHARES * max_request_bytes)
        self._held: Counter[str] = Counter()

    @contextmanager
    def of(self, client: str) -> Iterator[Callable[[int], bool]]:
        """Yield a function that takes room for further bytes of one request, and returns whether there was some."""
        taken = 0

        def take(n_bytes: int) -> bool:
            nonlocal taken
            if self._held[client] + n_bytes > self._room // _SHARES or self._held.total() + n_bytes > self._room:
                return False
            self._held[client] += n_bytes
            taken += n_bytes
            return True

        try:
            yield take
        finally:
            self._held[client] -= taken
            self._held += Counter()  # leaves out clients without requests
