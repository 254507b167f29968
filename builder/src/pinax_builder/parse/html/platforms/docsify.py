"""Docsify shows Markdown, and its pages are saved from a browser."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

DOCSIFY = Platform(
    "docsify",
    signs="article.markdown-section, .app-name a.app-name-link",
    roots=("article.markdown-section",),
)
