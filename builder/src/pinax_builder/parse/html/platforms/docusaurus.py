"""Docusaurus publishes sites of Markdown."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

DOCUSAURUS = Platform(
    "docusaurus",
    generator="docusaurus",
    signs=".theme-doc-markdown, #__docusaurus_skipToContent_fallback",
    roots=(".theme-doc-markdown", "article .markdown", "main article", "main"),
    chrome="a.hash-link, .theme-doc-breadcrumbs, .theme-doc-toc-mobile, .theme-doc-footer, .pagination-nav,"
    " .theme-doc-version-badge, .theme-doc-version-banner, .theme-edit-this-page",
)
