"""Read robots.txt: what may be fetched, how slowly, and which sitemaps it declares.

In:    The status and bytes of a robots.txt.
Out:   Robots.
Rules: no file (4xx) allows everything; a server that fails (5xx, no answer) forbids everything, since nobody knows
       what its owner allows. Longest match wins, `*` and `$` count, groups of one agent are merged.
Spec:  RFC 9309.
"""

from __future__ import annotations

import codecs

from protego import Protego

from pinax_builder.crawl.site.fetching.http_client import ROBOTS_NAME

ROBOTS_BYTES = 512_000
"""Bytes of the file that are read (RFC 9309, section 2.5)."""
MAX_DELAY_S = 10.0
"""Longest crawl delay (seconds) that is obeyed; a longer one would make a crawl endless."""


class Robots:
    """The rules of one host."""

    def __init__(self, text: str) -> None:
        self._rules = Protego.parse(text)

    @classmethod
    def of(cls, content: bytes) -> Robots:
        """Read a file; whatever is no rule in it is passed over."""
        content = content[:ROBOTS_BYTES].removeprefix(codecs.BOM_UTF8)
        return cls(content.decode("utf-8", "replace"))

    @classmethod
    def allowing_all(cls) -> Robots:
        """Return the rules of a site without robots.txt."""
        return cls("")

    @classmethod
    def forbidding_all(cls) -> Robots:
        """Return the rules of a site whose robots.txt cannot be read."""
        return cls("User-agent: *\nDisallow: /")

    def allows(self, url: str) -> bool:
        """Tell whether we may fetch a URL."""
        return bool(self._rules.can_fetch(url, ROBOTS_NAME))

    @property
    def delay_s(self) -> float:
        """Return the crawl delay (seconds) that the site asks for, at most `MAX_DELAY_S`."""
        delay = self._rules.crawl_delay(ROBOTS_NAME)
        return min(float(delay), MAX_DELAY_S) if delay and delay > 0 else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Return the URLs of the declared sitemaps as written, each once."""
        return tuple(dict.fromkeys(self._rules.sitemaps))
