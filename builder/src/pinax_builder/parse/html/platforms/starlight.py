"""Starlight publishes sites of Markdown."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

STARLIGHT = Platform(
    "starlight",
    generator="starlight",
    signs="starlight-toc, .sl-markdown-content",
    roots=("main", ".sl-markdown-content"),
    chrome="a.sl-anchor-link, starlight-toc, mobile-starlight-toc, .right-sidebar, .pagination-links, .sl-hidden,"
    " .meta, .ec-line .gutter, .copy, starlight-tabs [role=tablist] svg",
)
