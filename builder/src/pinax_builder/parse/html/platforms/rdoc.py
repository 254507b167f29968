"""RDoc documents Ruby's classes, in several themes."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

RDOC = Platform(
    "rdoc",
    signs="div.method-detail div.method-heading, main[role=main] .method-section",
    roots=("main[role=main]", "main", "#documentation"),
    chrome=".method-click-advice, .method-source-code, .method-controls, .aref-trailing",
)
