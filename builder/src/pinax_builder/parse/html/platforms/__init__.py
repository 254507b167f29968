"""Recognize the platform that published a page, and say where such pages hold content and chrome.

In:    A page's tree.
Out:   The Profile of the platform that made it, or None.
Rules: a platform is recognized by its generator tag, else by markup that no other platform writes; the first profile
       that matches wins. Chrome that all platforms share (`nav`, `script`, permalinks) is in `chrome.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml.html import HtmlElement

from pinax_builder.parse.html.css_selectors import could_match, names_in, selector


@dataclass(frozen=True, slots=True)
class Profile:
    """Where the pages of one platform differ from those of others; every field but the name may stay empty."""

    name: str
    generator: str = ""
    """Regular expression for the content of `<meta name="generator">`, in lower case."""
    signs: str = ""
    """Selector of markup that only this platform writes."""
    roots: tuple[str, ...] = ()
    """Selectors of the content, best first."""
    chrome: str = ""
    """Selector of chrome within the content."""
    title: str = ""
    """Selector of the page's title, if the platform does not write it as an `h1`."""
    grid: str = ""
    """Selector of boxes that are laid out as a table; their children are cells, the headers first."""
    head: str = ""
    """Class of the header cells of a box that `grid` selects."""
    plain: str = ""
    """Selector of elements that lose their emphasis; in a C++ signature `*name*` would read as a pointer."""


PROFILES = (
    Profile(
        "rustdoc",
        generator="rustdoc",
        signs="[data-rustdoc-version], #rustdoc_body_wrapper",
        roots=("#main-content", "main"),
        chrome="a.src, a.srclink, .out-of-band, rustdoc-toolbar, a.anchor, a.doc-anchor, .rustdoc-breadcrumbs,"
        " .sub-heading, .tooltip, .scrape-help, summary.hideme, a.test-arrow",
    ),
    Profile(
        "javadoc",
        generator="javadoc",
        signs="body.class-declaration-page, #all-classes-table, .flex-content main",
        roots=("main", ".contentContainer"),
        chrome="a.anchor-link, ul.sub-nav-list, .sub-nav, .table-tabs, ul.subNavList, .nav-bar",
        grid="div.summary-table",
        head="table-header",
    ),
    Profile(
        "rdoc",
        signs="div.method-detail div.method-heading, main[role=main] .method-section",
        roots=("main[role=main]", "main", "#documentation"),
        chrome=".method-click-advice, .method-source-code, .method-controls, .aref-trailing",
    ),
    Profile(
        "scribble",
        signs="div.maincolumn > div.main",
        roots=("div.maincolumn > div.main",),
        chrome=".navsettop, .navsetbottom, .versionbox, .searchform",
    ),
    Profile(
        "mediawiki",
        generator="mediawiki",
        signs="body.mediawiki #bodyContent, #mw-content-text",
        chrome="#siteSub, #contentSub, #jump-to-nav, .mw-jump-link, .editsection, .mw-editsection, .mw-indicators,"
        " .printfooter, .catlinks, #toc, .noprint",
    ),
    Profile(
        "scaladoc",
        signs="#mbrsel #textfilter, #template #allMembers, #content .main-signature, #content .documentableElement",
        roots=("#content", "body"),
        chrome="#mbrsel, #inheritedMembers, #groupedMembers, .permalink, #footer",
    ),
    Profile(
        "doxygen",
        generator="doxygen",
        signs="#doc-content .contents, div.headertitle div.title",
        roots=("#doc-content", "body"),
        chrome=".header .summary, #nav-path, .navpath, .permalink, #MSearchSelectWindow, #MSearchResultsWindow, .ttc,"
        " address.footer, .footer, #top, .dynheader .plus, .directory .levels, .directory .arrow",
        title="div.headertitle div.title",
    ),
    Profile(
        "docusaurus",
        generator="docusaurus",
        signs=".theme-doc-markdown, #__docusaurus_skipToContent_fallback",
        roots=(".theme-doc-markdown", "article .markdown", "main article", "main"),
        chrome="a.hash-link, .theme-doc-breadcrumbs, .theme-doc-toc-mobile, .theme-doc-footer, .pagination-nav,"
        " .theme-doc-version-badge, .theme-doc-version-banner, .theme-edit-this-page",
    ),
    Profile(
        "vitepress",
        generator="vitepress",
        signs=".VPContent, .VPDoc",
        roots=(".VPDoc main", ".vp-doc", ".VPContent"),
        chrome="a.header-anchor, .VPDocFooter, .VPDocAside, .VPDocAsideOutline, .VPLocalNav, .line-numbers-wrapper,"
        " div[class^=language-] > span.lang",
    ),
    Profile(
        "starlight",
        generator="starlight",
        signs="starlight-toc, .sl-markdown-content",
        roots=("main", ".sl-markdown-content"),
        chrome="a.sl-anchor-link, starlight-toc, mobile-starlight-toc, .right-sidebar, .pagination-links, .sl-hidden,"
        " .meta, .ec-line .gutter, .copy, starlight-tabs [role=tablist] svg",
    ),
    Profile(
        "material",
        generator="mkdocs-material",
        signs="[data-md-component], .md-content",
        roots=("article.md-content__inner", ".md-content", "main"),
        chrome=".md-content__button, .md-source-file, .md-feedback, .md-tags, .md-top, .md-nav, .linenos, a.headerlink",
    ),
    Profile(
        "mkdocs",
        generator="mkdocs",
        signs="link[href^=mkdocs]",
        roots=("[itemprop=articleBody]", "[role=main]", "main"),
    ),
    Profile(
        "mdbook",
        signs="#mdbook-sidebar, #page-wrapper #content main",
        roots=("#content main", "main"),
        chrome=".nav-wrapper, .nav-wide-wrapper, .buttons, .boring, .mobile-nav-chapters",
    ),
    Profile(
        "docsify",
        signs="article.markdown-section, .app-name a.app-name-link",
        roots=("article.markdown-section",),
    ),
    Profile(
        "nodejs",
        signs="#column1 #apicontent",
        roots=("#apicontent",),
        chrome="a.legacy",
    ),
    Profile(
        "sphinx",
        generator="sphinx|docutils",
        signs="script#documentation_options, div.sphinxsidebar, div.documentwrapper, div.rst-content, .bd-main,"
        " .docutils",
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
    ),
    Profile(
        "qdoc",
        signs="#qtdocheader, div.mainContent",
        roots=("div.mainContent", "div.context"),
        chrome=".sidebar, .toc, .navigationbar, .naviNextPrevious",
        plain=".memItemLeft, .memItemRight",
    ),
    Profile(
        "texinfo",
        generator="makeinfo|texi2any|texinfo|texi2html",
        signs="span#SEC_Top, div.nav-panel, a.copiable-anchor, a.copiable-link",
        roots=("body",),
        chrome="div.header, div.nav-panel, table.nav-panel, a.copiable-anchor, a.copiable-link, div.element-contents",
    ),
    Profile(
        "asciidoc",
        generator="asciidoc",
        signs="#content .sectionbody, .sect1 .sectionbody, article.doc .sect1",
        roots=("article.doc", "body"),
        chrome="#footer, #toc, #toctitle, a.anchor, nav.pagination, .toolbar, .source-toolbox",
    ),
    Profile(
        "docbook",
        generator="docbook|publican",
        signs="div.navheader, div.titlepage, ul.docnav, div.refentry",
        roots=("#docContent", "body"),
        chrome="div.navheader, div.navfooter, ul.docnav, p#title, #breadcrumbs, #book_nav, .callout img",
    ),
    Profile(
        "sqlite",
        signs="div.fancy div.fancy_title, div.nosearch div.mainmenu, div.nosearch .tagline",
        roots=("body",),
        chrome="div.nosearch:has(div.mainmenu), div.nosearch > a:has(h2), div.fancy_toc, p:has(#mtimelink)",
        title="div.fancy_title",
    ),
)
"""The known platforms; where two match a page, the first is taken."""


def choose(tree: HtmlElement, generators: str) -> Profile | None:
    """Return the profile of the platform that made a page; None if it is not known.

    Args:
        tree: The page's tree.
        generators: What the page calls its generators, in lower case.
    """
    if generators:
        for profile in PROFILES:
            if profile.generator and re.search(profile.generator, generators):
                return profile
    names = names_in(tree)
    for profile in PROFILES:
        if could_match(profile.signs, names) and selector(profile.signs)(tree):
            return profile
    return None
