"""Count what each client sends, and say when it has to wait."""

from __future__ import annotations

from collections import OrderedDict

BURST_S = 10.0
"""A client that was quiet may send at once what it may send in so many seconds."""
MAX_CLIENTS = 10_000
"""Clients that are remembered; the one that was quiet longest is forgotten first, which is to its favor."""


class Rates:
    """A bucket for each client, which every request takes one from and which fills up with time (a token bucket)."""

    def __init__(self, rate: float, max_clients: int = MAX_CLIENTS) -> None:
        """Allow each client so many requests a second; any number if 0."""
        self.rate, self.max_clients = rate, max_clients
        self._full = max(1.0, rate * BURST_S)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, now: float) -> float:
        """Count a request and give 0, or, where there have been too many, the seconds until the next one may come.

        Args:
            client: Who sent it.
            now: From a clock that never goes back (seconds).
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
