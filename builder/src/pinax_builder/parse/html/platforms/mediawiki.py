"""MediaWiki publishes wikis."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

MEDIAWIKI = Platform(
    "mediawiki",
    generator="mediawiki",
    signs="body.mediawiki #bodyContent, #mw-content-text",
    chrome="#siteSub, #contentSub, #jump-to-nav, .mw-jump-link, .editsection, .mw-editsection, .mw-indicators,"
    " .printfooter, .catlinks, #toc, .noprint",
)
