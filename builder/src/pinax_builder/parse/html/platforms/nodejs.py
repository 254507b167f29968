"""Node.js publishes its own manual."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

NODEJS = Platform(
    "nodejs",
    signs="#column1 #apicontent",
    roots=("#apicontent",),
    chrome="a.legacy",
)
