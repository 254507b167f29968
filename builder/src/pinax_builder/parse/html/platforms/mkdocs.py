"""MkDocs publishes sites of Markdown, in many themes."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

MKDOCS = Platform(
    "mkdocs",
    generator="mkdocs",
    signs="link[href^=mkdocs]",
    roots=("[itemprop=articleBody]", "[role=main]", "main"),
)
