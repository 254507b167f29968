"""QDoc documents Qt."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

QDOC = Platform(
    "qdoc",
    signs="#qtdocheader, div.mainContent",
    roots=("div.mainContent", "div.context"),
    chrome=".sidebar, .toc, .navigationbar, .naviNextPrevious",
    plain=".memItemLeft, .memItemRight",
)
