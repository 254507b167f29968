"""Material is a theme of MkDocs."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

MATERIAL = Platform(
    "material",
    generator="mkdocs-material",
    signs="[data-md-component], .md-content",
    roots=("article.md-content__inner", ".md-content", "main"),
    chrome=".md-content__button, .md-source-file, .md-feedback, .md-tags, .md-top, .md-nav, .linenos, a.headerlink",
)
