"""Limit the rate of requests of each client.

Why:   docs/decisions/0019
"""

from __future__ import annotations

from collections import OrderedDict

BURST_S = 10.0
"""Burst that a quiet client may send at once, as the time in which its rate allows that many (seconds)."""
MAX_CLIENTS = 10_000
"""Number of clients that are remembered.

The one that was quiet longest is forgotten first; its bucket has filled up most, so it gains least.
"""


class Rates:
    """A token bucket for each client: every request takes one token, and the bucket fills up with time."""

    def __init__(self, rate: float, max_clients: int = MAX_CLIENTS) -> None:
        """Allow each client this many requests per second; 0 for no limit."""
        self.rate, self.max_clients = rate, max_clients
        self._full = max(1.0, rate * BURST_S)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, now: float) -> float:
        """Count a request; return 0, or after too many the time until the next one is allowed (seconds).

        Args:
            client: Name of the client that sent the request.
            now: Time of a clock that never goes back (seconds).
        """
        if not self.rate:
            return 0.0
        left, then = self._buckets.pop(client, (self._full, now))
        left = min(self._full, left + (now - then) * self.rate)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        if len(self._buckets) > self.max_clients:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.rate
