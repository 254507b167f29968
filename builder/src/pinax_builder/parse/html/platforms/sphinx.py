"""Sphinx and docutils publish reStructuredText, in many themes."""

from __future__ import annotations

from pinax_builder.parse.html.platforms.record import Platform

SPHINX = Platform(
    "sphinx",
    generator="sphinx|docutils",
    signs="script#documentation_options, div.sphinxsidebar, div.documentwrapper, div.rst-content, .bd-main, .docutils",
    roots=(
        "[itemprop=articleBody]",
        "article.bd-article",
        "article[role=main]",
        "[role=main]",
        "div.body",
        "div.rst-content",
        "main",
    ),
    chrome="a.headerlink, a.viewcode-link, a.viewcode-back, .viewcode-link, div.related, div.sphinxsidebar,"
    " .prev-next-area, .prev-next-footer, .rst-footer-buttons, .rst-versions, .related-pages, .sidebar-drawer,"
    " .content-icon-container, .edit-this-page, .view-this-page, .header-article, .copybtn, .linenos,"
    " div.contents.local, div.contents.topic, nav.contents, aside.topic.contents, .sphinx-tabs-tab svg",
)
