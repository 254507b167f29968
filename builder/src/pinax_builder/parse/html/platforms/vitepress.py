"""VitePress publishes sites of Markdown."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

VITEPRESS = Platform(
    "vitepress",
    generator="vitepress",
    signs=".VPContent, .VPDoc",
    roots=(".VPDoc main", ".vp-doc", ".VPContent"),
    chrome="a.header-anchor, .VPDocFooter, .VPDocAside, .VPDocAsideOutline, .VPLocalNav, .line-numbers-wrapper,"
    " div[class^=language-] > span.lang",
)
