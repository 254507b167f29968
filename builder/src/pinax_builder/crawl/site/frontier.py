"""Hold the URLs that the strategies list, each once, and hand them out in waves.

In:    URLs in scope, from any strategy at any time.
Out:   The next URLs to fetch; who listed what.
Rules: adding never waits and handing out never blocks, so that a worker which both takes and adds cannot starve. A
       wave is what was known when the one before it was done, best strategy first, then by URL: with that, what a crawl
       takes does not depend on which answer came first. Beyond the limit, new URLs are only counted.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinax_builder.crawl.site.source import STRATEGIES, Strategy

_BITS = {strategy: 1 << number for number, strategy in enumerate(STRATEGIES)}


class Frontier:
    """All URLs of one crawl."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._found: dict[str, int] = {}
        """URL → bits of the strategies that list it."""
        self._waiting: set[str] = set()
        self._wave: list[str] = []
        """In reverse: handed out from its end."""
        self.overflow = 0
        self.handed_out = 0

    def __contains__(self, url: str) -> bool:
        return url in self._found

    def add(self, url: str, strategy: Strategy) -> None:
        """Note that a strategy lists a URL."""
        known = self._found.get(url)
        if known is None:
            if len(self._found) >= self._limit:
                self.overflow += 1
                return
            self._waiting.add(url)
        self._found[url] = (known or 0) | _BITS[strategy]

    def take(self, most: int) -> list[str]:
        """Hand out URLs of the current wave; of the next one when that is empty; none when all are."""
        if not self._wave:
            self._wave = sorted(self._waiting, key=lambda url: (_first(self._found[url]), url), reverse=True)
            self._waiting = set()
        taken = [self._wave.pop() for _ in range(min(most, len(self._wave)))]
        self.handed_out += len(taken)
        return taken

    @property
    def left(self) -> int:
        """Count the URLs that were not handed out."""
        return len(self._found) - self.handed_out + self.overflow

    def found_by(self, urls: Iterable[str]) -> tuple[Strategy, ...]:
        """Name the strategies that list any of some URLs, in the order of STRATEGIES."""
        bits = 0
        for url in urls:
            bits |= self._found.get(url, 0)
        return tuple(strategy for strategy, bit in _BITS.items() if bits & bit)

    def listed_by(self, strategy: Strategy) -> list[str]:
        """Return the URLs that a strategy lists."""
        return [url for url, bits in self._found.items() if bits & _BITS[strategy]]


def _first(bits: int) -> int:
    """Return the lowest bit, which is the most trusted strategy's."""
    return bits & -bits
