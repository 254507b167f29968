"""SQLite publishes its own manual."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

SQLITE = Platform(
    "sqlite",
    signs="div.fancy div.fancy_title, div.nosearch div.mainmenu, div.nosearch .tagline",
    roots=("body",),
    chrome="div.nosearch:has(div.mainmenu), div.nosearch > a:has(h2), div.fancy_toc, p:has(#mtimelink)",
    title="div.fancy_title",
)
