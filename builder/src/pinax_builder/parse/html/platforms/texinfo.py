"""Texinfo writes the manuals of GNU."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

TEXINFO = Platform(
    "texinfo",
    generator="makeinfo|texi2any|texinfo|texi2html",
    signs="span#SEC_Top, div.nav-panel, a.copiable-anchor, a.copiable-link",
    roots=("body",),
    chrome="div.header, div.nav-panel, table.nav-panel, a.copiable-anchor, a.copiable-link, div.element-contents",
)
