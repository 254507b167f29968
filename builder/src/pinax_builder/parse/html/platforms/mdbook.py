"""mdBook publishes books of Markdown."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

MDBOOK = Platform(
    "mdbook",
    signs="#mdbook-sidebar, #page-wrapper #content main",
    roots=("#content main", "main"),
    chrome=".nav-wrapper, .nav-wide-wrapper, .buttons, .boring, .mobile-nav-chapters",
)
