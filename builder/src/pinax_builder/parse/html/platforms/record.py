"""What there is to know about the pages of one platform; and the platforms whose pages need no step of their own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Platform:
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


PLAIN = (
    Platform(
        "mediawiki",
        generator="mediawiki",
        signs="body.mediawiki #bodyContent, #mw-content-text",
        chrome="#siteSub, #contentSub, #jump-to-nav, .mw-jump-link, .editsection, .mw-editsection, .mw-indicators,"
        " .printfooter, .catlinks, #toc, .noprint",
    ),
    Platform(
        "docusaurus",
        generator="docusaurus",
        signs=".theme-doc-markdown, #__docusaurus_skipToContent_fallback",
        roots=(".theme-doc-markdown", "article .markdown", "main article"),
        chrome="a.hash-link, .theme-doc-toc-mobile, .theme-doc-version-badge, .theme-doc-version-banner",
    ),
    Platform(
        "vitepress",
        generator="vitepress",
        signs=".VPContent, .VPDoc",
        roots=(".VPContent",),
        chrome="div[class^=language-] > span.lang",
    ),
    Platform(
        "material",
        generator="mkdocs-material",
        signs="[data-md-component], .md-content",
        chrome=".md-source-file, .md-tags, #__comments",
    ),
    Platform(
        "docsify",
        signs="article.markdown-section, .app-name a.app-name-link",
        roots=("article.markdown-section",),
    ),
    Platform(
        "nodejs",
        signs="#apicontent",
        roots=("#apicontent",),
        chrome="a.legacy",
    ),
    Platform(
        "texinfo",
        generator="makeinfo|texi2any|texinfo|texi2html",
        signs="span#SEC_Top, div.nav-panel, a.copiable-anchor, a.copiable-link",
        roots=("body",),
        chrome="div.header, div.element-contents",
    ),
    Platform(
        "asciidoc",
        generator="asciidoc",
        signs="#content .sectionbody, .sect1 .sectionbody, article.doc .sect1",
        roots=("article.doc", "body"),
        chrome="#toc, .source-toolbox",
    ),
    Platform(
        "typedoc",
        signs=".tsd-page-toolbar, .tsd-page-title",
        chrome=".tsd-page-toolbar",
    ),
    Platform(
        "quartz",
        generator="quartz",
        signs="#quartz-root",
        chrome=".content-meta, ul.tags",
    ),
    Platform(
        "confluence",
        signs=".pageheader .pagetitle, #title-heading #title-text",
        chrome=".pagesubheading, .page-metadata",
        title=".pageheader .pagetitle",
    ),
    Platform(
        "tiddlywiki",
        generator="tiddlywiki",
        signs=".tc-tiddler-frame",
        chrome=".tc-subtitle, .tc-static-alert",
        title="h2.tc-titlebar",
    ),
    Platform(
        "sisu",
        generator="sisu",
        signs="label.ocn",
        chrome="label.ocn, h1.tiny",
    ),
    Platform(
        "ronn",
        generator="ronn",
        signs="ol.man-decor",
        chrome=".man-decor",
    ),
    Platform(
        "sandcastle",
        signs="#TopicContent .titleTable, #TopicContent .collapsibleAreaRegion, table.TitleTable",
        roots=("#TopicContent", "body"),
        chrome=".logoColumn, .TitleTable, .codeSnippetContainerTabs",
        title="td.titleColumn:not(:has(h1)), td[class$='tdTitleColumn']",
    ),
    Platform(
        "pydoc",
        signs="td.section-title, table[summary=heading]",
        chrome=".extra, [summary=heading] [align=right]",
        title="td.title strong, table[summary=heading] strong",
    ),
    Platform(
        "fsharp-formatting",
        signs=".fssnip",
        chrome="div.tip[id^=fs]",  # what shows when somebody points at a word of code
    ),
    Platform(
        "unity",
        signs=".sig-block, a.switch-link",
        chrome="a.switch-link, .suggest, #_leavefeedback",
    ),
    Platform(
        "vsdocman",
        signs="#internal-toc-area, #runningHeaderText1b",
        roots=("#mainBody",),
        chrome="#internal-toc-area, .codeNA",
    ),
    Platform(
        "dartdoc",
        signs="#dartdoc-main-content",
        roots=("#dartdoc-main-content",),
    ),
    Platform(
        "gapdoc",
        generator="gapdoc",
        chrome="#mathjaxlink",
    ),
    Platform(
        "haddock",
        signs="#package-header",
        chrome="#package-header, #alphabet:has(+ #index), .hide-when-js-enabled, .src > a.link, a.selflink",
        title="#index > p.caption, #module-header > p.caption",
        plain="dfn.src",
    ),
    Platform(
        "asdoc",
        signs=".classHeaderTable, .summaryTableSignatureCol",
        chrome="div.showHideLinks",
    ),
    Platform(
        "sqlite",
        signs="div.fancy div.fancy_title, div.nosearch div.mainmenu, div.nosearch .tagline",
        roots=("body",),
        chrome="div.nosearch:has(div.mainmenu), div.nosearch > a:has(h2), div.fancy_toc, p:has(#mtimelink)",
        title="div.fancy_title",
    ),
)
"""The platforms whose pages need no step of their own; of two that match a page, the first is taken."""
