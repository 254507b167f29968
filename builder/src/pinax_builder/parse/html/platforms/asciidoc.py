"""AsciiDoc, Asciidoctor and Antora publish AsciiDoc."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

ASCIIDOC = Platform(
    "asciidoc",
    generator="asciidoc",
    signs="#content .sectionbody, .sect1 .sectionbody, article.doc .sect1",
    roots=("article.doc", "body"),
    chrome="#footer, #toc, #toctitle, a.anchor, nav.pagination, .toolbar, .source-toolbox",
)
