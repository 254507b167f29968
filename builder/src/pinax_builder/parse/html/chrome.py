"""Remove what readers do not see, then chrome: navigation, forms, edit links, permalinks, lines around the text.

Before: formulas, drawings, tabs and operations are written as text.
After:  `strip_unseen` has left nothing that is no text or is hidden. `strip_chrome` has left nothing but content.
Rules:  - A class or id counts only as a whole word of the attribute (`toc`, never `protocol`; `sidebar`, never
          `has-sidebar`). Of the name of a box that a search fills each part counts, where there is little text.
        - Names that content may have too count only if the element is made of links. The share of its characters that
          stand in links decides. A paragraph of one link is contents only beside another of its class: with a
          description below each, they are a list of members.
        - A link is a tool of the page (a switch, a way to the top) if its `rel` or class says so and its text agrees.
          Content has links to sources and tops, too.
        - A link that is one sign, or one of the page's paragraph numbers, and leads to the text that it stands in, or
          to the heading before it, is a permalink, whatever its class. So is a sign that leads to itself.
        - A row of links to the pages before and after this one, or from a section to the top, holds nothing else. It
          is a block of its own, or stands between blocks. A table with such a row has the names of these pages, too.
        - Links to nowhere (`#`) that are all of a box are its switches, which scripts bring to life, unless a heading
          right above opens them. So is one in brackets, if it runs a script, and so are two that lead to
          `javascript:void(0)` and stand between blocks.
        - A row of letters that lead to anchors called so goes. One that stands twice goes with other links in its line,
          also where it is right in the content.
        - A list of links to pages is a menu if the entry of the page itself is marked, or leads there.
        - A row of links to the page in other languages (`rel=alternate` with `hreflang`) is a switch.
        - An `h1` that leads to the site's start, above the page's own, is the site's name, and goes with its box.
        - What the fields that go are called goes with them.
        - Short boxes that no screen shows by their class, boxes that a script is to fill, panels of switches set beside
          the text, a sidebar without links that shows no more than a name or a field for a search, and what is not
          printed go.
        - Rows of links into the page go if three of them have the same way to the top. A line of ways alone goes
          if three lead to the same place of the page, if it stands above a rule, or if it says that it leads back.
        - An element that holds the page's `h1` or most of its prose, or code where there is hardly any prose, is never
          chrome, nor is a `nav` with links below the `h1` where a page has nothing else. The only `h1` stays where its
          box is called navigation, but has no links to other pages.
Edges:  - A short line above or below the text goes if beside its links there are only words of navigation ("Next
          Section:"), and half of the links are ways: their text, or that of their image, begins or ends with a word of
          such in one of many languages ("Main index"). So is an image that stands alone and whose file is called so.
        - Where a rule (`hr`) sets a line that is no list apart, one way is enough, or an address at the end.
        - At the end the head's title goes, and behind a rule a part of it.
        - A logo, a picture with a text and a map, a trail, a signature of a generator and the day of the last change
          go; at the end the author's address, unless another one stands before it.
        - A line made of links that stands both above and below the text goes.
        - Above the title go a heading that is a link and heads nothing, a picture alone, the handle of a menu, links
          alone, also under headings, the title of the head, and a trail of links that ends with the title.
        - A line right under a heading is what the heading opens, and stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from functools import lru_cache
from itertools import chain, dropwhile, islice, pairwise, takewhile

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.links import leads_to_itself
from pinax_builder.parse.html.page_tree import (
    HEADINGS,
    IS_BLOCK,
    LISTS,
    MAX_NAMES,
    NAVIGATION_ROLES,
    PERMALINKS,
    PageTree,
    anchor_of,
    block_around,
    holds_block,
    in_names,
    is_link,
    is_side_name,
    leads_back,
    names_of,
    of_names,
    signs_page,
    stands_beside,
    text_before,
    unwrap,
)
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.html.platforms.rustdoc import keep_version
from pinax_builder.parse.page_facts import head_title_of, split_title
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_anything, shows_text
from pinax_builder.parse.styled_away import hidden_elements
from pinax_builder.words import count_words, letters

_TRANSLATED = "a[hreflang][rel~=alternate]"
"""Selects the links to translations of the page (HTML, section 4.6.7.1)."""
_MENU_CHARS = 300
"""Length of the longest row of links and of labels without one (characters)."""
_BANNER_CHARS = 300
"""Length of the longest box with the site's name (characters)."""
_START = re.compile(r"#?|(?:[^?#:]*/)?(?:\.{0,2}|index\.\w+)(?:#.*)?")
"""Address of the start of a site, of a folder of it, or of the page itself."""
_PLACED = re.compile(r"position:\s*(?:absolute|fixed|sticky)")
"""A style that sets a box beside the text."""
_UNDISPLAYED = ("d-none", "hidden")
"""Classes of boxes that may be shown on no screen (Bootstrap, pkgdown); other classes tell."""
_INVISIBLE = ("invisible",)
"""Class of boxes that a style sheet hides (Bootstrap, Tailwind CSS, FitNesse); links of it may be shown."""
_SETTINGS = ("settings",)
"""Classes of boxes for the page's settings."""
_STATES = re.compile(
    r"(?:loading|searching|please wait|no (?:search )?(?:results|matches)(?: found)?)\W*", re.IGNORECASE
)
"""What a box says that a script fills."""
_LINK_SHARE = 0.6
"""Share of an element's characters in links from which on it is made of links."""
_LABEL_CHARS = 40
"""Length of the longest label of a table of contents, in characters."""
_WITHIN_SHARE = 0.8
"""Share of a table of contents' links that lead within the page, if it is the page's own."""
_PART = re.compile(r"[^-_\s]+")
"""Part of a class: `tsd-breadcrumb` has two."""
_FILLED_LATER = in_names(
    r"^(?:modal|noscript|copy-feedback|inheritanceTree)$"
    r"|(?i:^(?=(?:.*[-_])?search(?![^-_]))(?:.*[-_])?(?:popup|results)(?![^-_]))"
)
"""Names of boxes that scripts fill or open: results of a search, windows (Bootstrap), the rest of a tree (YARD)."""
_POINTED_AT = in_names(r"(?i)(?:tooltip|hover)$|^(?:annottext|fsdocs-tip|hover-info|tactic-state|viewcode-back)$")
"""Class of a text that shows when somebody points at a word, or leads from code to its page (Sphinx).

It has an id, or stands in code, or is a part of a link.
"""
_PROMPTS = in_names(r"(?i)prompt")
"""Class of the text beside a notebook's cell."""
_TOOLS_OF_MEMBERS = ("py-toggle", "privatelink", "codelink")
"""Classes of epydoc's buttons that fold code or hide members, and of its links to source code."""
_SWITCHES = frozenset(
    ("view source", "menu", "toggle menu", "navigation", "toggle navigation", "open menu", "table of contents")
)
"""Labels of switches that show a menu or code, in lower case."""
_MACHINERY_CHARS = 60
"""Length of the longest text of machinery, in characters."""
_MIN_ROWS = 3
"""Number of rows of links with the same way to the top from which on they are chrome."""
_MIN_LETTERS = 8
"""Number of links to single letters from which on a row is one of an index."""
_PROMPT = re.compile(r"(?:In |Out)? ?\[[\d *]*\]:?")
"""Text beside a notebook's cell."""
_MAX_DIGITS = 9
"""Number of digits of a paragraph's number that are read."""
_FEW_PARTS = 4
"""Number of elements that a box of a link and its signs has at most."""
_LEVELS_ABOVE = 3
"""Number of elements above a link among which the one that it leads to is sought."""
_SOURCE_TEXT = re.compile(r"source|\(source\)|\[source\]|\[src\]|view source|(?:at )?line \d+")
"""Text of a link to source code, in lower case."""
_FOLDING = re.compile(r"(?:toggle|show|hide|expand|collapse)(?: (?:all|code|details|source))?|copy code", re.IGNORECASE)
"""Text of a link to nowhere, or to a script, that shows, hides or copies what stands below."""
_GO_TO_FILE = ("Go to the source code of this file.", "Go to the documentation of this file.")
"""Texts of Doxygen's links between the page about a file and its source code."""
_EDIT_TEXT = re.compile(
    r"\W*(?:(?:edit|improve)(?: on github| this (?:page|doc))?|report (?:an? )?(?:issue|bug|problem))\W*"
)
"""Text of a link to where a page can be changed, or what is wrong with it can be said, in lower case."""
_LINE = re.compile(r"#(?:L|lineNumber)\d+(?:-L?\d+)?$")
"""End of a link to lines of a file."""
_NEIGHBOR = re.compile(r"\W*(?:(?:next|prev(?:ious)?)(?: page| chapter)?|[<>«»‹›←→↑]+|up|top)\W*", re.IGNORECASE)
"""Text of a link to the page before or after this one, or to its top."""
_OF_SOURCE = in_names("(?i)source|seesrc")
"""Part of the class of a link to source code."""
_RELATED = frozenset(("next", "prev", "previous"))
"""What such a link says by its attribute, also where words beside it name the way."""
_NEIGHBOR_TEXT = 60
"""Length of the longest such text (characters)."""
_LINES = frozenset(("p", "div", "center"))
"""Tags of elements that may hold one line."""
_INLINE = frozenset(("a", "b", "i", "em", "span", "code"))
"""Tags of elements beside which a link is a part of a sentence, or of a row."""
_UP = frozenset("↑⇑⇧▲")
"""Signs of such links."""
_NEVER_CONTENT_WORDS = """
    script style noscript noframes template iframe svg canvas object embed link meta button select textarea dialog
    frameset head title
"""
_NEVER_CONTENT = _NEVER_CONTENT_WORDS.split()
"""Tags of elements that hold no text of the page."""
_ALWAYS_WORDS = """
    footnote-backref footnote-back reversefootnote
    edit-this-page edit-link editlink edit-page edit-page-link edit-on-github theme-edit-this-page github-edit
    skip-link skip-to-content skiplink skip-nav skipnav skip-to-main visually-hidden sr-only screen-reader-text
    cookie-banner cookie-consent cookie-notice cookieconsent gdpr-banner
    breadcrumb breadcrumbs bread-crumb bread-crumbs breadcrumb-list crumbs linktrail
    prev-next next-prev prevnext nextprev pagination-nav page-nav post-nav docs-pagination pager prev-next-nav
    prev-link next-link previous-link
    onthispage table-of-contents-mobile page-toc sphinxsidebar
    copy-button copybtn copy-btn copy-popup-wrapper clipboard-button btn-clipboard
    feedback-widget page-feedback was-this-helpful
    theme-switch theme-switch-wrapper theme-switcher theme-toggle collapse-button
    navbarcell1 navbarcell2 navbarcell3 srstatus
"""
_ALWAYS = PERMALINKS.union(_ALWAYS_WORDS.split())
"""Classes and ids that only chrome has."""
_ON_THIS_PAGE = "on-this-page"
"""Part of such classes and ids."""
_UNPRINTED_WORDS = "noprint no-print d-print-none hidden-print print:hidden print:hx-hidden hx:print:hidden"
_UNPRINTED = frozenset(_UNPRINTED_WORDS.split())
"""Classes of what a site leaves out of its printed pages, as menus and calls for comments."""
_HEADERS = frozenset(("header", "page-header", "site-header", "banner", "top-bar", "topbar"))
"""Names of elements that may hold the page's title."""
_IF_LINKS_WORDS = "social social-links next previous prev up tablist jump_page tocframe chapsects"
_IF_LINKS = _HEADERS.union(_IF_LINKS_WORDS.split())
"""Classes and ids of chrome that content may have too; they count if the element is made of links."""
_CONTENTS = frozenset(("toc", "toc-list", "table-of-contents", "tableofcontents", "toc-container", "contents"))
"""Classes and ids of tables of contents; only one of this page is chrome, since one of other pages is an index."""
_NARROW = frozenset(("visible-xs", "visible-sm", "hidden-md", "hidden-lg", "d-md-none", "d-lg-none", "d-xl-none"))
"""Classes of boxes that only narrow screens show (Bootstrap): the menus of wide ones again."""
_NAMES = _ALWAYS | _UNPRINTED | _IF_LINKS | _CONTENTS | _NARROW
_PARTS = ("index", "toc", "crumb", "loading", "searching", "matches", "results", "spinner", _ON_THIS_PAGE)
"""Names of chrome, and pieces of such names. An element with none of them needs no closer look."""
_IMPRINTS = frozenset(("footer", "postamble", "copyright"))
"""Names of a box at the end that says who wrote the page, and when."""

_DIALOGS = frozenset(("dialog", "alertdialog"))
"""Those of them that only a click opens."""
_NAMED_BY_TEXT = frozenset(("a", "code", "dt", "span"))
"""Tags of elements whose ids are made from their text, and name no box of the layout."""
_NAMED_BY_LAYOUT = frozenset(("div", "ul", "ol", "nav", "aside", "header", "footer", "table", "form", "p"))
"""Tags whose id tells of the layout; the ids of other elements are made from the content's own headings."""
_NEVER_NAMED = frozenset(("span", "code", "em", "dt", "li"))
"""Tags of elements whose names and roles are not looked at."""
_NO_BOXES = frozenset(("a", "li", "body", "b"))
"""Tags of elements whose names may tell what they say: a `table` called `menu` lists sections, a `b` names a menu."""
_OF_CHROME = frozenset(("nav", "input", "aside", "header", "footer", "label", "table", "a"))
"""Tags of elements that may be chrome, whatever their names are."""
_DROPPED_DOWN = ".dropdown-menu"
"""Selects the menus that a click may open."""
_OPENING = ("data-toggle", "data-bs-toggle")
"""Attributes of elements that open a menu."""
_POPPING_UP = ", ".join(f'a[{name}="modal"][href^="#"]' for name in _OPENING)
"""Selects the links that open a window, which went."""
_PROSE_SHARE = 0.5
"""Share of a page's characters above which an element is kept, whatever its name."""
_TOLD_BY = 4
"""Number of characters of the page, for each of an element, that are compared with it first."""
_MAX_COLUMNS = 4
"""Number of cells in a row up to which a table may lay out a page, with menus on either side."""
_RUNNING = frozenset(("head", "foot"))
"""Classes of the running head and foot of a manual page, as mandoc writes them: tables of one row."""
_MIN_MENU_LINKS = 4
"""Number of links from which on a cell is a menu."""
_HEARD = (
    "span.sr-only, span.visually-hidden, span.visuallyhidden, span.screen-reader-text,"
    " small[class=visible-xs], i.material-icons, span.material-icons, a.material-icons, i.icofont-laika"
)
"""Selects words that only programs which read a page aloud are given, or a narrow screen."""
_HOST = re.compile(r"(?:https?:)?//(?:www\.)?([^/?#]+)", re.IGNORECASE)
"""Beginning of the address of another site."""
_RELATIVE = re.compile(r"[^:{?#]+(?:[?#]|$)")
"""An address of the same site, without what a template leaves open."""
_SMALL = re.compile(r"\s*[1-5]?\d(?:px)?\s*$")
"""Width or height of a frame that shows no more than a button, or nothing."""
_FILM = re.compile(r"youtu\.?be|vimeo|bilibili|/player|\.(?:mp4|webm|ogv|mov)\b", re.IGNORECASE)
"""Part of the address of a film."""
_NO_FILM = re.compile(
    r"(?:^|[\W_])(?:(?:side|top)?nav|menu|search|footer|header|banner|blank|button|analytics|(?:bar|toc|contents?|ads?)\b)"
    r"|navigation|doubleclick|syndication|adsystem|tagmanager|class_list|\.(?:svgz?|png|gif|jpe?g|swf)\b",
    re.IGNORECASE,
)
"""Part of the name or address of a frame that is a menu, a part of the site's frame, an advertisement or a picture."""
_MARKED = ("code", "b", "strong", "i", "em", "var", "kbd", "samp")
"""Tags of elements that mark up words."""
_SIGNED_BLOCKS = frozenset(("blockquote", "figure", "table"))
"""Tags of elements that have a `footer` of their own."""
_TOLD_WORDS = 8
"""Fewest words beside its links of a paragraph that tells something."""
_MAX_ASIDE_LINKS = 3
"""Number of links up to which an `aside` with words of its own is content."""
_NOTE = re.compile(r"notes?\b|\balert-")
"""Class of an `aside` that is a note, footnote or call-out, as in `m-note` and `alert-error`."""
_MARKING = in_names(r"(?:^|(?<=\w[-_]))(?:current|active|selected)$")
"""Class of the entry of a menu that leads to the page itself."""
Targets = Sequence[tuple[HtmlElement, str, str]]
"""The content's links, each with its `href` and its text."""


_DOTS = ("...", "…")
"""Ends of a text that was cut off."""
_FOLDED = ("▸", "▹", "►", "▶")
"""Ends of the heading of a box that a click unfolds."""
_MIN_PREVIEW = 20
"""Length that such a text exceeds (characters)."""


def strip_unseen(page: PageTree) -> None:
    """Remove elements that are never text (scripts, styles, buttons, comments), and those that the page hides."""
    main = page.content
    for menu in page.select(_DROPPED_DOWN):
        before = menu.getprevious()
        if before is not None and any(before.get(name) == "dropdown" for name in _OPENING):
            _drop(menu)
    _drop_machinery(page)
    for row in filter(is_row_of_ways, page.all("pre")):
        row.tag = "p"  # as javadoc of the nineties sets its links
    for prompt in filter(_is_prompt, page.of_class(_PROMPTS)):
        _drop(prompt)
    _drop_previews(page)
    for box in page.in_order([one for one in page.of_class(_INVISIBLE) if one.tag in IS_BLOCK]):
        box.set("hidden", "")
        page.styled.append(box)
    hidden = hidden_elements(main, page.styled)
    _drop_names_of_fields(page)
    _keep_named_buttons(page)
    _keep_frames(page, hidden)
    etree.strip_elements(main, *_NEVER_CONTENT, etree.Comment, etree.ProcessingInstruction, with_tail=False)
    for heard in page.select(_HEARD):
        parent = heard.getparent()
        if parent is not None and (parent.tag not in HEADINGS or plain_text(parent) != plain_text(heard)):
            _drop(heard)
    whole = raw_text(main) if hidden else ""
    for element in hidden:
        if not _is_needed(element, whole, page):
            _drop(element)


def _drop_previews(page: PageTree) -> None:
    """Remove each box of a text that dots cut off, right before a box that begins with the text and goes on.

    So goes the heading of a folded box right before the one that shows when it is unfolded, as godoc has them.
    """
    for box in page.all("div"):
        after = box.getnext()
        if after is None or after.tag != "div" or (box.tail or "").strip():
            continue
        heading = box[0] if len(box) == 1 and box[0].tag in HEADINGS else None
        if heading is None and holds_block(box):
            continue
        begun = plain_text(box)
        is_cut = begun.endswith(_DOTS) and len(begun) > _MIN_PREVIEW if heading is None else begun.endswith(_FOLDED)
        if is_cut and plain_text(after).startswith(begun.rstrip(" .…▸▹►▶")):
            _drop(box)
            if heading is not None and (unfolded := next(after.iter(*HEADINGS), None)) is not None:
                unfolded.text = (unfolded.text or "").rstrip(" ▾▿▼")


def _keep_named_buttons(page: PageTree) -> None:
    """Make text of each button with words right before and after it, as where a text says what is to be clicked."""
    for button in page.all("button"):
        if _WORD.match((button.tail or "").lstrip()) and _WORD.search(text_before(button)):
            button.tag = "span"


def _keep_frames(page: PageTree, hidden: Sequence[HtmlElement]) -> None:
    """Make a `video`, which a link replaces later, of each sound, and of each frame that is not small, nor a menu."""
    for sound in page.all("audio"):
        if "controls" not in sound.attrib and not shows_text(sound):  # a script plays it
            sound.drop_tree()
            continue
        sound.set("title", sound.get("title") or sound.get("aria-label") or "Audio")
        sound.tag = "video"
    for frame in page.all("iframe", "embed", "object"):
        shown = frame if frame.tag != "object" or frame.get("data") else next(frame.iter("iframe", "embed"), frame)
        source = (shown.get("src") or shown.get("data") or "").strip()
        host = (_HOST.match(source) or ("", ""))[1]
        file = source.partition("?")[0].partition("#")[0]
        called = file.rpartition("/")[2]
        named = " ".join((*(frame.get(name, "") for name in ("id", "class", "name")), host, called))
        is_small = any(map(_SMALL.match, (frame.get("width") or "", frame.get("height") or "")))
        if frame in hidden or is_small or not (host or _RELATIVE.match(source)) or _NO_FILM.search(named):
            continue
        is_film = _FILM.search(source) is not None
        frame.text = frame.get("title") or ("Video" if is_film else host or called or file)
        frame.set("src", source)
        frame.tag, frame.tail, frame[:] = "video", frame.tail or " ", ()


def _drop_names_of_fields(page: PageTree) -> None:
    """Remove the label right before a choice, and a box of a choice or a field for a search and what it is called."""
    for field in page.all("select", "input"):
        box, before = field.getparent(), field.getprevious()
        if box is None or (field.tag == "input" and not _is_for_a_search(field, box)):
            continue
        if before is not None and before.tag == "label" and before.get("for") == (field.get("id") or ""):
            before.text, before[:] = None, []
        elif (
            box.tag == "div"
            and len(box) == 1
            and (box.text or "").strip().endswith(":")
            and not (field.tail or "").strip()
        ):
            box.text = None


def _is_prompt(box: HtmlElement) -> bool:
    return _PROMPT.fullmatch(plain_text(box)) is not None


def _is_for_a_search(field: HtmlElement, box: HtmlElement) -> bool:
    kind = field.get("type", "text")
    return kind == "search" or (kind == "text" and (box.text or "").strip().lower() == "search:")


def _drop_machinery(page: PageTree) -> None:
    """Remove the site's name above the page's, boxes that scripts fill, and boxes that a pointer shows."""
    if (banner := _banner(page)) is not None:
        _drop(banner)
    if not page.lacks("input"):
        placed = {box for box in page.styled if _PLACED.search(box.get("style", ""))}
        for box in filter(_is_panel, page.in_order(placed | page.of_class(_SETTINGS))):
            _drop(box)
    named = (box for name, box in page.ids if box.tag not in _NAMED_BY_TEXT and _FILLED_LATER(name))
    filled = page.of_class(_FILLED_LATER).union(named)
    for box in page.in_order(filled.union(filter(_is_undisplayed, page.of_class(_UNDISPLAYED)))):
        if len(plain_text(box)) <= _MACHINERY_CHARS:
            _drop(box)
    for switch in page.in_order(page.of_class(_TOOLS_OF_MEMBERS)):
        switch.tail = f" {switch.tail or ''}"  # as wide as the sign in the lines of code without one
        _drop(_with_its_signs(switch))
    for words in page.in_order(page.of_class(_POINTED_AT)):
        around = next(words.iterancestors("pre", "code", "a"), None)
        is_part = around is not None and (around.tag != "a" or not is_all_of(words, around))
        if is_part or (words.tag == "div" and words.get("id")):
            _drop(words)


def _is_undisplayed(box: HtmlElement) -> bool:
    """Return whether no screen shows a box: of the classes that say where it is displayed (`d-…`), it has one.

    Nor does one show the name of the source that pkgdown hides.
    """
    names = (box.get("class") or "").split()
    return names == ["hidden", "name"] or sum(name.startswith("d-") for name in names) == 1


def _is_panel(box: HtmlElement) -> bool:
    """Return whether a box holds nothing but a few labeled switches."""
    if next(box.iter("p", "pre", "dl", "h1"), None) is not None:
        return False
    switches = sum(1 for field in box.iter("input") if field.get("type") in ("checkbox", "radio"))
    return switches >= _MIN_ROWS and len(plain_text(box)) <= _MENU_CHARS


def _banner(page: PageTree) -> HtmlElement | None:
    """Return the box with the site's name, an `h1` that leads to the site's start, above the page's own `h1`.

    Of a page with more of them, the box has to be called a header.
    """
    headings = page.content.iter("h1")
    first, own, other = (next(headings, None) for _ in range(3))
    if first is None or own is None or not is_link(first) or is_link(own):
        return None
    if not all(_START.fullmatch(link.get("href") or "") for link in first.iter("a")):
        return None
    inside, banner = set(own.iterancestors()), first
    while (above := banner.getparent()) is not None and above not in inside and len(plain_text(above)) <= _BANNER_CHARS:
        banner = above
    is_header = other is None or banner.tag == "header" or not _HEADERS.isdisjoint(names_of(banner))
    is_box = is_header and banner.tag in _BOXES and next(banner.iter("pre", "dl", "p"), None) is None
    return banner if is_box else None


def strip_menu_cells(page: PageTree) -> None:
    """Remove the cells made of links, or of links called a menu's, beside the content in a table that lays it out.

    It has one row of several cells, the last but for a cell beside whose row the content goes on; what follows another,
    as in Haddock's tables of instances, is about it.
    """
    for row in page.all("tr"):
        if not 2 <= len(row) <= _MAX_COLUMNS:
            continue
        below = list(islice(row.itersiblings(etree.Element), 2))
        if below and (row[-1].get("rowspan") != "2" or list(map(len, below)) != [1]):
            continue
        if any(len(above) > 1 for above in row.itersiblings(preceding=True)):
            continue
        cells = [cell for one in (row, *below) for cell in one.findall("td")]
        total = len(plain_text(row))
        large = (cell for cell in cells if len(plain_text(cell)) > _PROSE_SHARE * total)
        content = [cell for cell in large if next(cell.iterdescendants("p", *HEADINGS), None) is not None]
        for cell in cells if content else ():
            links = list(cell.iter("a")) if cell not in content else []
            if len(links) >= _MIN_MENU_LINKS and (_is_links(cell) or all(one.get("class") == "menu" for one in links)):
                _drop(cell)


def strip_chrome(page: PageTree, platform: Platform | None, url: str) -> None:
    """Remove the chrome of a page's content, in place; its URL tells which links lead within the page."""
    _keep_checkboxes(page)
    _unwrap_permalinks(page)
    title = head_title_of(page.root)
    ends = strip_edges(page.content, title)  # it makes rows of loose links, too
    found = _find_chrome(page, platform, url)
    if not page.lacks("nav") and _is_all_there_is_of(page.content, set(found)):
        below = set(dropwhile(lambda one: one.tag != "h1", page.content.iter("h1", "nav")))
        found = [one for one in found if one not in below or not _lists_pages(one)]
    whole = raw_text(page.content) if found else ""
    sought = title
    for element in found:
        if element is not page.content and not _is_needed(element, whole, page):
            keep_version(element)
            if _keep_title(element, page.content, sought, url):
                sought = ""  # thousands of boxes may say it
            _drop(element)
    if any(element.tag != "a" for element in found):
        ends = strip_edges(page.content, title)
    while _strip_twins(page.content, *ends):
        ends = strip_edges(page.content, title)
    _unwrap_forms(page)


def _is_all_there_is_of(main: HtmlElement, found: Collection[HtmlElement]) -> bool:
    """Return whether a page shows nothing outside of some elements but its title."""
    walk = etree.iterwalk(main, events=("start",), tag=etree.Element)
    for _, element in walk:
        if element is not main and (element.tail or "").strip():
            return False
        if element in found or element.tag == "h1":
            walk.skip_subtree()
        elif element.tag in ("pre", "img", "math", "video") or (element.text or "").strip():
            return False
    return True


def _lists_pages(nav: HtmlElement) -> bool:
    """Return whether an element has some links, and is no sidebar."""
    return sum(1 for _ in islice(nav.iter("a"), _MIN_ROWS)) == _MIN_ROWS and not _is_sidebar(names_of(nav))


def _keep_title(box: HtmlElement, main: HtmlElement, title: str, url: str) -> bool:
    """Move the only heading of a box that goes before the box, if it says the title, or is the page's only `h1`.

    The latter may be the site's name, unless the box has links into the page alone. Return whether it says the title.
    """
    headings = list(filter(shows_text, box.iter(*HEADINGS)))
    if len(headings) != 1:
        return False
    says_title = title != "" and plain_text(headings[0]) == title
    alike = main.iter(*HEADINGS) if says_title else filter(shows_text, main.iter("h1"))
    alike = (one for one in alike if not says_title or plain_text(one) == title)
    if (says_title or _leads_within(box, url)) and headings == list(islice(alike, 2)):
        headings[0].tail = None
        box.addprevious(headings[0])
    return says_title


def _is_links(element: HtmlElement) -> bool:
    """Return whether an element's text is mostly links, or empty; with an `h1` or code, a sidebar alone may be.

    The headings of a sidebar, and what stands in bold there for the page itself, do not count.
    """
    labels = list(element.iter("pre", "b", "strong", *HEADINGS))
    stands_beside = bool(labels) and _is_beside(element)
    if not stands_beside and any(label.tag in ("h1", "pre") for label in labels):
        return False
    chars = len(plain_text(element))
    if stands_beside:
        own = (label for label in labels if label.tag != "pre" and label.find(".//a") is None)
        chars -= sum(len(plain_text(label)) for label in own)
    linked = sum(len(plain_text(a)) for a in element.iter("a") if a.get("href"))
    return linked >= _LINK_SHARE * chars


def _is_beside(element: HtmlElement) -> bool:
    """Return whether an element is called a sidebar, and the page has an `h1`, or any heading at all, outside it."""
    if element.tag == "footer" or not stands_beside(element):
        return False
    return any(element not in heading.iterancestors() for heading in element.getroottree().iter(*HEADINGS))


def _is_row_of_links(element: HtmlElement) -> bool:
    """Return whether an element is short, has links, and no block that only content has."""
    if next(element.iter("p", "pre", "dl", "dd", *HEADINGS), None) is not None:
        return False
    return len(plain_text(element)) <= _MENU_CHARS and any(link.get("href") for link in element.iter("a"))


def _is_contents(element: HtmlElement) -> bool:
    """Return whether an element without code is a list of links; the list may be shorter than its label."""
    if next(element.iter("pre"), None) is not None:
        return False
    lists = [inner for box in (element, *element.findall("div")) for inner in box if inner.tag in ("ul", "ol", "dl")]
    label = len(plain_text(element)) - sum(len(plain_text(inner)) for inner in lists)
    return _is_links(element) or (bool(lists) and label <= _LABEL_CHARS and all(map(_is_links, lists)))


def _leads_within(element: HtmlElement, url: str) -> bool:
    """Return whether most of an element's links lead into the page itself, maybe by its path from the site's root."""
    file, own = url.rpartition("/")[2], _without_suffix(f"/{url}")
    targets = [link.get("href") or "" for link in element.iter("a") if link.get("href")]
    pages = [target.rpartition("#")[0] for target in targets if "#" in target]
    within = sum(
        page in ("", file) or (page[0] == "/" and own.endswith(_without_suffix(page) or "?")) for page in pages
    )
    return within >= _WITHIN_SHARE * len(targets)


def _without_suffix(path: str) -> str:
    """Return a path without what servers add to it.

    >>> _without_suffix("/guide/index.html"), _without_suffix("/guide/"), _without_suffix("/guide/oil.html")
    ('/guide', '/guide', '/guide/oil')
    """
    return path.removesuffix("index.html").removesuffix(".html").removesuffix("/")


def _has_part(names: list[str], part: str) -> bool:
    """Return whether a part of a class or id is a word.

    >>> _has_part(["tsd-panel", "tsd-index-panel"], "index"), _has_part(["reindex"], "index")
    (True, False)
    """
    return any(part in name and part in _PART.findall(name) for name in names)


def _is_trail(element: HtmlElement, names: list[str]) -> bool:
    """Return whether an element is a list of links that says where in the site the page stands, or an item of one.

    Words before a list, but no label, begin a line that it ends, as the package of a class: `in package Oil`.
    """
    is_called_so = any(_has_part(names, part) for part in ("breadcrumb", "breadcrumbs"))
    if not is_called_so or len(plain_text(element)) > _MENU_CHARS:
        return False
    before = text_before(next(element.iterancestors(*LISTS), element) if element.tag == "li" else element).strip()
    return before[-1:] in ("", ":") and next(element.iter(*HEADINGS, "p"), None) is None


def _is_state(element: HtmlElement) -> bool:
    """Return whether all that an element says is that a script is about to fill it, or found nothing for it."""
    return not len(element) and _STATES.fullmatch((element.text or "").strip()) is not None


def _is_sidebar(names: Collection[str]) -> bool:
    return any("side" in name and is_side_name(name) for name in names)


def _is_bare_sidebar(element: HtmlElement, names: list[str]) -> bool:
    """Return whether a box called a sidebar shows little, and no link, or a field for a search before its links."""
    if not _is_sidebar(names) or element.tag == "p" or len(plain_text(element)) > _MACHINERY_CHARS:
        return False
    if next(element.iter("pre", "img"), None) is not None:
        return False  # the code of blocks stands elsewhere by now
    field = next(element.iter("a", "input"), element)
    return field is element or (field.tag == "input" and field.get("type", "text") in ("text", "search"))


def _is_tool(link: HtmlElement, href: str, text: str, related: Set[HtmlElement], sources: Set[HtmlElement]) -> bool:
    """Return whether a link is a permalink by its title, a neighbor page, source code by its text, or a switch.

    Related are those that say themselves that they lead to a neighbor, sources those that are called so. A link back
    to the top or the contents of the page, between blocks, is a tool, too.
    """
    if href[:1] == "#" and leads_back(text, href):
        near = [beside.tag for beside in (link.getprevious(), link.getnext()) if beside is not None]
        is_inline = not _INLINE.isdisjoint(near)
        return not is_inline and not (link.tail or "").strip() and not text_before(link).strip()
    is_dead = not href or (href == "#" and link.get("onclick") is not None)
    if is_dead and _FOLDING.fullmatch(text) and not anchor_of(link):
        return not (link.tail or "").strip() and not text_before(link).strip()
    if link in related and _is_all_there_is(link):
        return True
    if text in _GO_TO_FILE:
        return True
    if href.endswith("referer") and _OUTSIDE.match(href):
        return text == "" or _is_all_there_is(link)
    if href.startswith("javascript:"):
        return _FOLDING.fullmatch(text) is not None or next(link.iterancestors("caption"), None) is not None
    if ("/edit/" in href or "/blob/" in href or "/new" in href) and _EDIT_TEXT.fullmatch(text.lower()):
        return True
    if link not in sources and (not href[-1:].isdigit() or _LINE.search(href) is None):  # as nearly all
        return False
    return _SOURCE_TEXT.fullmatch(text.lower()) is not None and (link in sources or _is_all_there_is(link))


def _with_its_signs(link: HtmlElement) -> HtmlElement:
    """Return the outermost box of a link that shows nothing else but signs, such as brackets; else the link."""
    box, said = link, letters(raw_text(link))
    while (above := box.getparent()) is not None and above.tag in ("span", "div") and len(above) <= _FEW_PARTS:
        if letters(raw_text(above)) != said or next(above.iter("img", "pre"), None) is not None:
            break
        box = above
    return box


def _links_to_themselves(targets: Targets) -> Iterator[HtmlElement]:
    """Yield the links that are a sign, or number paragraphs, and lead to the text that they stand in or before."""
    numbers: list[tuple[int, HtmlElement]] = []
    for link, href, text in targets:
        if not (len(text) == 1 and not text.isalnum()) and not text.isdecimal():
            continue
        if len(href) < 2 or href[0] != "#" or not _leads_to_its_text(link, href[1:]):
            continue
        if anchor_of(link) == href[1:]:  # as above a table
            link.addprevious(Element("a", id=href[1:]))
        if text.isdecimal():
            numbers.append((int(text[:_MAX_DIGITS]), link))
        else:
            yield link
    if len(numbers) >= _MIN_LETTERS and all(one < after for (one, _), (after, _) in pairwise(numbers)):
        yield from (link for _, link in numbers)


def _leads_to_its_text(link: HtmlElement, name: str) -> bool:
    """Return whether an id is that of an element with more text or code around or beside a link, or a sign's own."""
    sign, near = plain_text(link), link
    for above in islice(link.iterancestors(), _LEVELS_ABOVE):
        if is_all_of(link, near):
            after, before = near.getnext(), near.getprevious()
            if after is not None and after.get("id") == name and not (near.tail or "").strip():
                return True
            if before is not None and before.tag in HEADINGS and before.get("id") == name:
                return not (before.tail or "").strip()
        if above.get("id") == name:  # code stands elsewhere by now
            return sign in "§¶" or not is_all_of(link, above) or next(above.iter("pre"), None) is not None
        near = above
    return anchor_of(link) == name and not sign.isdecimal()


def _is_all_there_is(link: HtmlElement) -> bool:
    """Return whether a link is all the text of its parent, and so not just a sign that leads there."""
    parent = link.getparent()
    return parent is not None and is_all_of(link, parent) and any(map(str.isalnum, raw_text(link)))


def _rows_of_letters(targets: Targets, file: str) -> Iterator[HtmlElement]:
    """Yield the rows of links to letters of an index: of the page itself, or of a site where the row stands twice."""
    rows: dict[HtmlElement, list[bool]] = {}
    named: Counter[HtmlElement] = Counter()
    for link, href, said in targets:
        if len(said) == 1 and said.isalpha():
            row = _row_around(link, *HEADINGS)
            row = row if row is not None else _loose_row(link)
            is_own = href.startswith(("#", f"{file}#")) and not href.endswith("#")
            rows.setdefault(row, []).append(is_own)
            named[row] += is_own and href.lower().endswith(said.lower())
    texts = {row: plain_text(row) for row, links in rows.items() if len(links) >= _MIN_LETTERS or all(links)}
    times = Counter(texts.values())
    for row, text in texts.items():
        words = _WORD.findall(text)
        is_jump = " ".join(words[:2]).lower() == "jump to"
        n_letters = sum(len(word) == 1 for word in words)
        few = 1 if is_jump else 2 if named[row] == len(words) else _MIN_LETTERS
        least = max(few, _WITHIN_SHARE * (len(words) - 2 * is_jump))
        is_twice = times[text] > 1
        if (n_letters >= least and (all(rows[row]) or is_twice)) or (
            is_twice and n_letters >= _MIN_LETTERS and _lists_links(row)
        ):
            yield row


def _loose_row(link: HtmlElement) -> HtmlElement:
    """Make a paragraph of a link that stands right in a box, and of the text beside it; else return its parent."""
    box = next(link.iterancestors())
    if box.tag not in _BOXES:
        return box
    earlier = [*takewhile(_is_inline, link.itersiblings(preceding=True))]
    run = [*reversed(earlier), link, *takewhile(_is_inline, link.itersiblings())]
    row = _paragraph(box, run, after=run[0].getprevious())
    return row if row is not None else box


def _is_inline(element: HtmlElement) -> bool:
    return element.tag not in IS_BLOCK and not holds_block(element)


def _find_chrome(page: PageTree, platform: Platform | None, url: str) -> list[HtmlElement]:
    """Return the elements that look like chrome; one may be listed twice."""
    main = page.content
    found = page.select(platform.chrome) if platform else []
    of_tag: dict[str, list[HtmlElement]] = {tag: [] for tag in _OF_CHROME}
    for element in main.iterdescendants(*_OF_CHROME):
        of_tag["nav" if element.tag == "input" else str(element.tag)].append(element)
    found.extend(of_tag["nav"])
    found.extend(element for element in _named(page) if _looks_like_chrome(element, url))
    found.extend(aside for aside in of_tag["aside"] if _is_links(aside) and not _is_note(aside, url))
    found.extend(label for label in of_tag["label"] if _shown_name(label).lower() in _SWITCHES)
    found.extend(header for header in of_tag["header"] if _is_links(header) and not _says_something(header))
    targets = [(link, link.get("href") or "", plain_text(link)) for link in of_tag["a"]]
    led_to = {href for _, href, _ in targets if href[:1] == "#"} if of_tag["footer"] else ()
    found.extend(one for one in of_tag["footer"] if not _signs_or_notes(one, led_to))
    related = {link for rel, link in page.rels if rel in _RELATED}
    sources = page.of_class(_OF_SOURCE)
    found.extend(_with_its_signs(one) for one, href, text in targets if _is_tool(one, href, text, related, sources))
    found.extend(_with_its_signs(link) for link in page.select(_POPPING_UP) if _is_all_there_is(link))
    found.extend(_rows_of_switches(targets))
    found.extend(_links_to_themselves(targets))
    found.extend(_rows_of_neighbors(targets, url.rpartition("/")[2], related))
    found.extend(_rows_of_languages(page))
    found.extend(_rows_of_letters(targets, url.rpartition("/")[2]))
    found.extend(_menus_of_this_page(page, targets, url))
    sheets = (table for table in of_tag["table"] if "[Page]" in raw_text(table))  # each printed sheet has such a table
    found.extend(table for table in sheets if {child.tag for child in table} == {"thead", "tfoot"})
    found.extend(table for table in of_tag["table"] if table.get("class") in _RUNNING and not _has_rows(table))
    return found


def _signs_or_notes(footer: HtmlElement, led_to: Collection[str]) -> bool:
    """Return whether a footer signs a quotation or the like, or lists a footnote that the page leads to."""
    if next(footer.iterancestors()).tag in _SIGNED_BLOCKS:
        return True
    return any(f"#{note.get('id')}" in led_to for note in footer.iter("li"))


def _rows_of_neighbors(targets: Targets, file: str, related: Set[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield the rows of links to the pages before and after this one, or to its top, without other words.

    Lines of ways go, too, if they stand above a rule, lead back, or are three that lead to one place of the page.
    """
    named = [(link, href, text or _shown_name(link)) for link, href, text in targets if href]
    texts = {text for _, _, text in named if len(text) <= _NEIGHBOR_TEXT}  # a third as many as links
    called = set(filter(is_way, texts))
    to_neighbors = set(filter(_NEIGHBOR.fullmatch, texts))
    sought = called | to_neighbors
    named = [(link, href, text) for link, href, text in named if text in sought or link in related]  # few
    near = [
        link
        for link, href, text in named
        if link in related
        or (
            text in to_neighbors
            and ((href[0] == "#") == ("top" in text.lower()) or _ARROWS.issuperset(plain_text(link)))
        )
    ]
    yield from (row for row in dict.fromkeys(map(_row_around, near)) if row is not None and is_row_of_ways(row))
    ways = {
        link: (href.removeprefix(file), text.lower() in _WAYS)
        for link, href, text in named
        if text in called and _leads_way(text, href)
    }
    times = Counter(href for href, _ in ways.values())
    up = {link: is_word for link, (href, is_word) in ways.items() if href[:1] == "#" and times[href] >= _MIN_ROWS}
    around = ((_row_around(link), is_word) for link, is_word in up.items())
    rows = dict.fromkeys(row for row, is_word in around if row is not None and (is_word or row.tag in _LINES))
    short_rows = (row for row in rows if len(plain_text(row)) <= _MAX_CHARS)
    yield from (row for row in short_rows if _lists_links(row, least=1) and _leads_within(row, file))
    for link, (href, _) in ways.items():
        if (line := _line_of_ways(link, is_repeated=link in up and href != "#")) is not None:
            yield line
    seen: set[HtmlElement] = set()
    for link in near:
        if link in seen:
            continue
        run = _run_around(link)
        seen.update(run)
        led = [one for one in run if is_way(plain_text(one))]
        is_of_pages = len(led) == len(run) or not any("#" in one.get("href", "") for one in run)
        if len(led) > 1 and is_of_pages and _stands_apart(run):
            yield from run


def _line_of_ways(link: HtmlElement, *, is_repeated: bool) -> HtmlElement | None:
    """Make a paragraph of the line that a way begins, if all that it holds are ways.

    It has to stand above a rule, to lead back, as a text says, or to be one of those that lead to the same place.
    """
    if not _begins_line(link):
        return None
    links = [link, *islice(takewhile(_is_a, link.itersiblings()), _FEW_PARTS)]  # and the anchors that follow
    box, before, after = next(link.iterancestors()), link.getprevious(), links[-1].getnext()
    if not _ends_line(after) or any(_WORD.search(one.tail or "") for one in links):
        return None
    run = [one for one in links if one.get("href")]
    is_all = before is None and after is None and box.tag in _LINES
    while after is not None and after.tag == "br" and not (after.tail or "").strip():
        after = after.getnext()
    after = box.getnext() if is_all else after
    is_ruled = after is not None and after.tag == "hr"
    leading = [*run, *([after] if after is not None and after.tag == "a" else ())]  # maybe in the next line
    does_lead = is_ruled or is_repeated or any(leads_back(_shown_name(one), one.get("href", "")) for one in leading)
    if not does_lead or not all(is_way(_shown_name(one)) for one in run):
        return None
    if (line_end := run[-1].getnext()) is not None and line_end.tag == "br" and before is not None:
        line_end.drop_tree()
    return _paragraph(box, run, after=before)


def _begins_line(link: HtmlElement) -> bool:
    """Return whether a link is the first in a line of a box or paragraph."""
    if next(link.iterancestors()).tag not in _LINE_BOXES or not _ends_line(link.getprevious()):
        return False
    return _WORD.search(text_before(link)) is None


def _ends_line(beside: HtmlElement | None) -> bool:
    """Return whether what stands beside a link, if anything does, is no part of its line."""
    return beside is None or beside.tag == "br" or beside.tag in IS_BLOCK


def _menus_of_this_page(page: PageTree, targets: Targets, url: str) -> Iterator[HtmlElement]:
    """Yield the lists of links to pages whose entry of the page itself is marked by its class.

    So are lists, tables and rows of links alone, if one between others leads to the page itself, which has more text.
    The first or last may be the class that a hierarchy is about. A menu has no heading, or one above the title, or one
    that says so.
    """
    menus: dict[HtmlElement, None] = {}
    for item in page.in_order(page.of_class(_MARKING)):
        around = takewhile(lambda above: above is not page.content, item.iterancestors())
        lists = [above for above in around if above.tag in LISTS] if item.tag == "li" else []
        menus.update(dict.fromkeys(lists[-1:]))
    for menu in menus:
        if _is_links(menu) and not _leads_within(menu, ""):
            yield menu
    stem = url.rpartition("/")[2].partition(".")[0].removeprefix("index")
    named = ((link, href) for link, href, text in targets if href and text and "#" not in href and stem in href)
    alike = ((link, href) for link, href in named if not stem or _stem(href) == stem)
    own = dict.fromkeys(link for link, href in alike if leads_to_itself(url, href))  # in order
    rows = (row for link in own if (row := _row_around(link)) is not None)
    boxes = dict.fromkeys(chain(rows, (box for link in own for box in link.iterancestors(*LISTS, "table"))))
    lists = [box for box in boxes if _leads_between(box, own) and _lists_links(box) and not _leads_within(box, url)]
    most = _n_letters(page.content) / 2 if lists else 0
    headings = list(page.content.iter(*HEADINGS)) if lists else []
    above = set(takewhile(lambda one: one.tag != "h1", headings))
    for box in lists:
        if _n_letters(box) >= most:
            continue
        heading = _heading_of(box)
        if heading is None:
            yield box
        elif len(above) < len(headings) and (heading in above or plain_text(heading).lower() in _HANDLES):
            yield from (box, heading)


def _stem(address: str) -> str:
    """Return what the last part of an address is called, without its suffix."""
    return address.rstrip("/").rpartition("/")[2].partition(".")[0]


def _leads_between(box: HtmlElement, own: Collection[HtmlElement]) -> bool:
    """Return whether a box has so many links as a menu, and neither the first nor the last of them is one of some."""
    links = [link for link in box.iter("a") if link.get("href")]
    return len(links) >= _MIN_MENU_LINKS and links[0] not in own and links[-1] not in own


def _heading_of(box: HtmlElement) -> HtmlElement | None:
    """Return the heading right before a box, or before boxes that hold no more; None if there is none."""
    while (around := box.getparent()) is not None and around.tag in _BOXES and is_all_of(box, around):
        box = around
    before = box.getprevious()
    return before if before is not None and before.tag in HEADINGS else None


def _rows_of_switches(targets: Targets) -> Iterator[HtmlElement]:
    """Yield the boxes that hold nothing but links to nowhere, or one in brackets that runs a script."""
    dead = [link for link, href, text in targets if href == "#" and text]
    running = [link for link in dead if link.get("onclick")]
    yield from (box for link in running if plain_text(box := _with_its_signs(link)) != plain_text(link))
    around = (next(link.iterancestors()) for link in dead)
    boxes = Counter(next(box.iterancestors()) if box.tag == "li" else box for box in around)
    for box, switches in boxes.items():
        before = box.getprevious()
        is_opened = before is not None and _announces(before)
        is_box = box.tag in ("div", "ul") and switches == sum(1 for _ in box.iter("a"))
        if is_box and not is_opened and _lists_links(box):
            yield box
    seen: set[HtmlElement] = set()
    for link in (link for link, href, text in targets if href in _SCRIPTED and text):
        run = [link] if link in seen else _run_around(link)
        seen.update(run)
        if len(run) > 1 and all(one.get("href") in _SCRIPTED for one in run) and _stands_apart(run):
            yield from run


def _rows_of_languages(page: PageTree) -> Iterator[HtmlElement]:
    """Yield the rows of links to translations of the page; one link may lead to the page itself."""
    rows = Counter(row for link in page.select(_TRANSLATED) if (row := _row_around(link)) is not None)
    for row, others in rows.items():
        if sum(1 for _ in row.iter("a")) <= others + 1 and len(plain_text(row)) <= _MENU_CHARS:
            yield row


def _run_around(link: HtmlElement) -> list[HtmlElement]:
    """Return a link and those beside it."""
    earlier = [*takewhile(_is_a, link.itersiblings(preceding=True))]
    return [*reversed(earlier), link, *takewhile(_is_a, link.itersiblings())]


def _stands_apart(run: Sequence[HtmlElement]) -> bool:
    """Return whether some neighbors are all that stands between two blocks, or a block and an end of theirs."""
    is_apart = all(beside is None or beside.tag in IS_BLOCK for beside in (run[0].getprevious(), run[-1].getnext()))
    return is_apart and not any((text or "").strip() for text in (text_before(run[0]), *(one.tail for one in run)))


def _is_a(element: HtmlElement) -> bool:
    return element.tag == "a"


def _row_around(link: HtmlElement, *tags: str) -> HtmlElement | None:
    """Return the block around a link; the list or table of an item or cell. None for a term, or other tags."""
    block = block_around(link)
    if block is not None and block.tag in ("li", "td", "th"):
        return next(block.iterancestors("ul", "ol", "table"), None)
    return block if block is not None and block.tag in ("p", "div", "center", "ul", *tags) else None


def _has_rows(table: HtmlElement) -> bool:
    """Return whether a table has more than one row that shows something."""
    return len(list(islice(filter(shows_text, table.iter("tr")), 2))) > 1


def _named(page: PageTree) -> list[HtmlElement]:
    """Return the elements whose names or roles may be those of chrome; a closer look at each would take long."""
    named = page.of_class(_is_like_chrome) | page.of_role(NAVIGATION_ROLES)
    named |= {box for name, box in page.ids if box.tag in _NAMED_BY_LAYOUT and _is_like_chrome(name)}
    found = page.in_order(named)
    return [one for one in found if one.tag not in _NEVER_NAMED or "breadcrumb" in one.get("class", "")]


@of_names
def _is_like_chrome(name: str) -> bool:
    low = name.lower()
    return low in _NAMES or is_side_name(low) or any(part in low for part in _PARTS)


def _looks_like_chrome(element: HtmlElement, url: str) -> bool:
    """Return whether an element's names and role, and if need be its links, are those of chrome."""
    names = element.get("class", "").lower().split()
    if element.tag in _NAMED_BY_LAYOUT and "section" not in names:
        names.append(element.get("id", "").lower())
    is_always = not _ALWAYS.isdisjoint(names) or any(_ON_THIS_PAGE in name for name in names)
    if is_always or element.get("role") in NAVIGATION_ROLES:
        return not _names_what_follows(element) and (element.tag != "a" or not _is_all_there_is(element))
    is_unprinted = not _UNPRINTED.isdisjoint(names) and next(element.iter("pre", "dl", "table"), None) is None
    if is_unprinted or _is_trail(element, names) or _is_state(element) or _is_bare_sidebar(element, names):
        return True
    is_side = any("toc" not in name and is_side_name(name) for name in names)
    if is_side or not _IF_LINKS.isdisjoint(names):
        if element.tag in _NO_BOXES or (element.tag == "table" and not any("nav" in name for name in names)):
            return False
        if not _HEADERS.isdisjoint(names) and _says_something(element):
            return False
        if _is_told(element) if element.tag == "aside" else _is_opened(element, url):
            return False
        return _is_links(element) or (is_side and "menu" not in names and _is_row_of_links(element))
    if (not _CONTENTS.isdisjoint(names) or _has_part(names, "toc")) and not _names_a_member(element):
        listed = element if element.tag not in HEADINGS else element.getnext()  # a heading goes with what it heads
        if listed is None or not shows_text(listed) or not _is_contents(listed):
            return False
        return _leads_within(listed, url) and not _is_told(listed)
    is_index = _has_part(names, "index") and _leads_within(element, url)
    return (is_index or not _NARROW.isdisjoint(names)) and _lists_links(element)


def _is_opened(menu: HtmlElement, url: str) -> bool:
    """Return whether a paragraph tells something right before a list of links to other pages, as Texinfo's menus."""
    before = menu.getprevious() if menu.tag == "ul" and menu.get("class") == "menu" else None
    return before is not None and before.tag == "p" and _is_told(before) and not _leads_within(menu, url)


def _names_a_member(element: HtmlElement) -> bool:
    """Return whether a paragraph of one link has no other of its class right beside it, as contents have."""
    beside = (near.get("class") for near in (element.getprevious(), element.getnext()) if near is not None)
    return element.tag == "p" and len(element.findall(".//a")) == 1 and element.get("class") not in beside


def _names_what_follows(element: HtmlElement) -> bool:
    """Return whether an element is a heading, if only a heard one, whose text is a name in what stands right below."""
    after = element.getnext() if element.tag in HEADINGS else None
    name = plain_text(element) if after is not None else ""
    return after is not None and name != "" and name in plain_text(after) and name.isidentifier() and len(after) > 0


def _lists_links(element: HtmlElement, least: int = 2) -> bool:
    """Return whether all that an element holds are headings and links, and of these so many."""
    if next(element.iter("pre"), None) is not None:
        return False  # the code of blocks stands elsewhere by now
    links = [link for link in element.iter("a") if link.get("href")]
    labels = [heading for heading in element.iter(*HEADINGS) if heading.find(".//a") is None]
    return len(links) >= least and sum(map(_n_letters, (*links, *labels))) >= _n_letters(element)


def _n_letters(element: HtmlElement) -> int:
    return len(letters(raw_text(element)))


def _says_something(header: HtmlElement) -> bool:
    """Return whether a header has a sentence, or a heading that is no link, as a page's title is none, or that of one
    of articles.
    """
    headings = list(header.iter(*HEADINGS))
    article = header.getparent() if headings else None
    if not all(map(is_link, headings)) or _is_told(header):
        return True
    return (
        article is not None
        and article.tag == "article"
        and any(
            next(article.itersiblings("article", preceding=is_before), None) is not None for is_before in (True, False)
        )
    )


def _is_note(element: HtmlElement, url: str) -> bool:
    """Return whether an element holds footnotes, many of which are a mere link, facts, or words about a few links."""
    if (element.get("role") or "").startswith("doc-") or _NOTE.search(element.get("class") or ""):
        return True
    links = [link for link in element.iter("a") if link.get("href")]
    has_words = len(plain_text(element)) > sum(len(plain_text(link)) for link in links) + len(links)
    is_few = len(links) <= _MAX_ASIDE_LINKS and next(element.iter(*HEADINGS), None) is None
    states = (
        is_few
        or _is_told(element)
        or any(next(fact.iter("a"), None) is None and shows_text(fact) for fact in element.iter("dd", "td"))
    )
    return has_words and states and not _leads_within(element, url)


def _is_told(box: HtmlElement) -> bool:
    """Return whether a paragraph in an element has the words of a sentence beside its links."""
    return any(
        count_words(raw_text(told)) - sum(count_words(raw_text(link)) for link in told.iter("a")) >= _TOLD_WORDS
        for told in box.iter("p")
    )


def _is_needed(element: HtmlElement, whole: str, page: PageTree) -> bool:
    """Return whether an element that looks like chrome holds an `h1` or most of the page's prose.

    An element that is itself an `h1` is needed if there is no other.
    """
    if any(map(plain_text, element.iter("h1"))) and not _is_beside(element):
        return element.tag != "h1" or len(list(islice(page.content.iter("h1"), 2))) == 1
    text = plain_text(element)
    if next(element.iter("pre"), None) is not None and _n_chars(whole) - len(text) <= _MENU_CHARS:
        return True  # a page of code alone
    if not _is_most(text, whole) or _is_links(element):
        return False
    is_apart = element.tag == "nav" or element.get("role") in _DIALOGS
    return not is_apart or next(page.content.iter("h1"), None) is None


def _is_most(text: str, whole: str) -> bool:
    """Return whether a text has most of the characters of another, whose beginning tells for nearly all.

    >>> _is_most("some words", "some   words, and five more words"), _is_most("words of it", "  words  of   it: 17")
    (False, True)
    """
    beginning = whole[: _TOLD_BY * len(text)]
    return all(len(text) > _PROSE_SHARE * _n_chars(part) for part in (beginning, whole))


@lru_cache(2)
def _n_chars(text: str) -> int:
    """Return the length of a text with single spaces for white space; thousands of elements may ask for the same."""
    return len(" ".join(text.split()))


def _keep_checkboxes(page: PageTree) -> None:
    """Write the checkboxes of task lists as text, before `input` elements are removed."""
    for box in page.all("input"):
        if box.get("type") != "checkbox" or not _begins_item(box):
            continue
        sign = "[x] " if box.get("checked") is not None else "[ ] "
        after = box.getnext()
        if after is not None and after.tag == "p" and not (box.tail or "").strip():
            after.text = sign + (after.text or "").lstrip()
        else:
            box.tail = sign + (box.tail or "").lstrip()
        box.drop_tree()


def _begins_item(box: HtmlElement) -> bool:
    """Return whether a checkbox is right below a list item, or below a label or paragraph of one."""
    parent = box.getparent()
    if parent is not None and parent.tag in ("label", "p"):
        parent = parent.getparent()
    return parent is not None and parent.tag == "li"


def _unwrap_permalinks(page: PageTree) -> None:
    """Unwrap permalinks around marked-up words, which are what they lead to, as mandoc writes them."""
    links = [link for link in page.of_class(_ALWAYS) if link.tag == "a" and (link.get("href") or "").startswith("#")]
    for link in page.in_order([one for one in links if any(map(shows_text, one.iterchildren(*_MARKED)))]):
        unwrap(link)


def _unwrap_forms(page: PageTree) -> None:
    """Remove forms; unwrap one that holds content, such as a form around the whole page."""
    for form in page.all("form"):
        if form is page.content:
            continue
        if next(form.iter("p", "pre", "h1", "h2", "h3", "table", "ul", "ol", "dl"), None) is not None:
            unwrap(form)
        else:
            _drop(form)


def _drop(element: HtmlElement) -> None:
    """Remove an element and keep the text after it; do nothing if it was removed before."""
    if element.getparent() is not None:
        element.drop_tree()


_MAX_CHARS = 300
"""Length of the longest line (characters)."""
_MAX_STEPS = 24
"""Number of blocks that are looked at on either side of a page."""
_FEW_WORDS = 3
"""Most words beside its links that a line of navigation has."""
_WAY_WORDS = 7
"""Number of words of a way's longest name."""
_WAY_WORDS_OF_LANGUAGES = """
    next previous prev up home homepage contents index top back return toc
    weiter zurück nächste nächster nächstes vorherige vorheriger vorheriges inhalt inhaltsverzeichnis
    suivant suivante précédent précédente sommaire siguiente anterior índice successivo successiva precedente indice
    próximo próxima seguinte volgende vorige inhoud nästa föregående innehåll næste neste forrige indhold
    další předchozí obsah następny następna poprzedni poprzednia
    следующий следующая предыдущий предыдущая вперёд вперед назад содержание оглавление
    次 次へ 次のページ 前 前へ 前のページ 目次 目次へ 下一页 上一页 下一章 上一章 下一节 上一节 目录 다음 이전 목차
"""
_WAYS = frozenset(_WAY_WORDS_OF_LANGUAGES.split())
"""Words that name a way if they are the first or last of a link."""
_BESIDE_WAY_WORDS = "section subsections chapter appendix part page topic parent go to of"
_BESIDE_WAYS = _WAYS.union(_BESIDE_WAY_WORDS.split())
"""Words that may stand beside ways, or in one after its first word."""
_POINTING = re.compile(r"\b(?:left|right|forward|backward)\b", re.IGNORECASE)
"""Words that pictures of arrows are called by."""
_DIRECTION = re.compile(
    r"(?<![^\s_-])(?:(prev(?:ious)?|next|(?:x:)?(?:ltr|rtl):(?:nx-|_)?rotate-180)(?:-link|-page)?"
    r"|\S*(?:arrow|chevron)-(left|right))(?!\S)"
)
"""Class of a link to the page before or after this one, or its icon, which may turn with the direction of writing."""
_ARROWS = _UP.union("→←»«‹›")
"""Signs that name a way if they are the first or last of a link's."""
_POINTERS = re.compile(r"(?<!\S)[<>]+(?!\S)")
"""The same of code, which names no way unless it stands alone."""
_WORD = re.compile(r"[^\W\d_]+")
_LABEL = re.compile(r"(\w+)\s?:")
"""A word that a colon sets apart."""
_TRAIL = re.compile(r"\s(?:[»›→>]|::)\s")
"""Between the steps of a trail."""
_IMPRINT = re.compile(r"\blast (?:modified|updated|changed|revised|edited|reviewed)\b|©|\bcopyright\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"(?:.{0,40}\blast (?:modified|updated?|changed|revised)\b|(?:modified|updated|changed|revised):)[\s:]*"
    r"(?=.*\d).{4,40}(?:\. .{0,160})?",
    re.IGNORECASE,
)
"""A line that says when the page was changed."""
_HEAD_WORDS = 12
"""Number of words up to which a row of a table above the title is a running head."""
_SIGNED_WORDS = 30
"""Largest number of words of a line that only gives an address to write to; an author's life has more."""
_SCRIPTED = frozenset(("javascript:void(0)", "javascript:void(0);"))
"""Addresses of links that a script brings to life."""
_OUTSIDE = re.compile(
    r"javascript:(?!parent\.)|https?://(?:validator|jigsaw)\.w3\.org\b|mailto:.*\bsubject=", re.IGNORECASE
)
"""Address of a switch, of a judge of the page's markup, or of who is to hear what is wrong with it.

A script of another frame shows there what the link says, as a slide.
"""
_LOGO = re.compile(r"\blogo", re.IGNORECASE)
"""What a picture of the site stands for, or how its file is called."""
_HANDLES = _SWITCHES | {"nav", "contents", "on this page", "in this page"}
"""Texts of the handle that opens a menu; at the end of a page such a text may be left alone."""
_BOXES = frozenset(("div", "center", "section", "main", "article", "font", "header", "footer", "body", "map", "a"))
"""Tags of elements that may hold lines and text, as anchors do that were never closed."""
_LINE_BOXES = _BOXES | {"p"}
"""Tags of elements that may hold a line of ways among others."""
_LEFT_OPEN = frozenset(("ul", "ol", "li", "dl", "dd", "blockquote"))
"""Tags of elements that older pages often leave open, so that the page's end stands in them."""
_NO_LINES = ("pre", "dl", "blockquote", "form", "math", *HEADINGS)
"""Tags of elements that are no part of such a line."""


def strip_edges(main: HtmlElement, title: str = "") -> tuple[HtmlElement | None, HtmlElement | None]:
    """Remove the lines of navigation above and below a page's content, and the head's title above an `h1`.

    Returns:
        The first and the last block that are left, as far as it was looked for.
    """
    above, first = _strip(main, title, is_end=False)
    return first, _strip(main, title, is_end=True, above=above)[1]


def _strip_twins(main: HtmlElement, first: HtmlElement | None, last: HtmlElement | None) -> bool:
    """Remove what stands both above and below the text, word by word, and is made of links; return whether it did."""
    if first is None or last is None or first is last or next(last.iter("a"), None) is None:
        return False
    text = plain_text(first)
    if not text or text != plain_text(last) or len(plain_text(main)) <= 2 * len(text):
        return False
    links, words, *_ = _read(first, text)
    if len(links) < 2 or (words > _FEW_WORDS and not _is_links(first)):
        return False
    for line in (first, last):
        _drop(line)
    return True


def _strip(
    main: HtmlElement, title: str, *, is_end: bool, above: Collection[str] = ()
) -> tuple[list[str], HtmlElement | None]:
    """Remove the lines at one end, also those that stood above; return the texts of those that went, and the next."""
    box, line = main, None
    has_heading = next(main.iter(*HEADINGS), None) is not None
    gone: list[HtmlElement] = []
    for _ in range(_MAX_STEPS):
        line = _outermost(box, is_end=is_end, but=gone)
        if line is not None and not is_end and not has_heading and not _is_a_row(line) and plain_text(line):
            break  # it may be the title
        is_above = line is not None and not is_end and _goes_above_title(line, main, title)
        is_above = is_above or (line is not None and bool(above) and plain_text(line) in above)
        is_above = is_above or (line is not None and is_end and _repeats_title(line, title))
        if line is not None and (line.tag == "hr" or is_above or _goes(line, is_end=is_end)):
            gone.append(line)
        elif line is not None and (line.tag in _BOXES or (is_end and _holds_end(line))) and holds_block(line):
            box = line
        elif line is None and box is not main and (outer := box.getparent()) is not None:
            gone.append(box)  # it shows nothing any more
            box = outer
        else:
            break
    gone = [one for one in gone if line is not None]  # else the page is made of such lines
    texts = [*filter(None, map(plain_text, gone))]
    for one in gone:
        _drop(one)
    return texts, line


def _holds_end(block: HtmlElement) -> bool:
    """Return whether a rule or address stands in a part of a list, which older pages leave open until they end."""
    return block.tag in _LEFT_OPEN and next(block.iter("hr", "address"), None) is not None


def _outermost(box: HtmlElement, *, is_end: bool, but: list[HtmlElement]) -> HtmlElement | None:
    """Return the first or last block of a box that shows something; text beside blocks becomes a paragraph."""
    run: list[HtmlElement] = []
    before: HtmlElement | None = None
    for child in box.iterchildren(etree.Element, reversed=is_end):
        if child.tag in IS_BLOCK or holds_block(child):
            line = _paragraph(box, run[::-1] if is_end else run, after=child if is_end else before)
            if line is not None:
                return line
            if child not in but and (child.tag == "hr" or shows_anything(child, "pre")):
                return child
            run, before = [], child
        else:
            run.append(child)
    return _paragraph(box, run[::-1] if is_end else run, after=None if is_end else before)


def _paragraph(box: HtmlElement, run: list[HtmlElement], after: HtmlElement | None) -> HtmlElement | None:
    """Make a paragraph of the inline elements that follow a block, or open the box, and of the text before each."""
    text = box.text if after is None else after.tail
    if not (text or "").strip() and not any(shows_anything(one, "pre") or (one.tail or "").strip() for one in run):
        return None
    paragraph = Element("p")
    paragraph.text = text
    if after is None:
        box.text = None
        box.insert(0, paragraph)
    else:
        after.tail = None
        after.addnext(paragraph)
    paragraph.extend(run)
    return paragraph


def _is_a_row(line: HtmlElement) -> bool:
    """Return whether a line has links, but no list of them, which is content."""
    return next(line.iter(*LISTS), None) is None and sum(1 for _ in islice(line.iter("a"), 2)) > 1


def _goes_above_title(line: HtmlElement, main: HtmlElement, title: str) -> bool:
    """Return whether a line above an `h1`, or a rule, is a picture, the handle of a menu, links, or the same title."""
    after = line.getnext()
    if line.tag in HEADINGS:
        if not shows_text(line):
            return after is not None
        titles = map(plain_text, islice(main.iter("h1"), 1))
        is_way = is_link(line) and after is not None and after.tag in HEADINGS
        return line.tag != "h1" and any(is_way or plain_text(line) == title for title in titles)
    if line.tag == "div" and after is not None and next(line.iter(*HEADINGS), None) is not None:
        is_above = next(main.iter("h1"), None) is not None and next(line.iter("h1"), None) is None
        return is_above and _lists_links(line)
    if next(line.iter(*_NO_LINES), None) is not None:
        return False
    text = plain_text(line)
    is_apart = after is not None and after.tag == "hr"
    if next(main.iter("h1"), None) is None and not (is_apart and _is_a_row(line)):
        return False
    if not text or text.lower() in _HANDLES:
        return True
    parts = split_title(title) if title else []
    is_title = text in parts or (bool(parts) and split_title(text)[:1] == parts[:1])
    is_table = line.tag == "table" or (line.tag == "div" and line.get("align") and line.get("width"))  # a table before
    if (is_title or (is_table and not _has_rows(line))) and len(_WORD.findall(text)) <= _HEAD_WORDS:
        return True
    links = [link for link in line.iter("a") if link.get("href")]
    if not links or len(text) > _MAX_CHARS:
        return False
    trail, title = (letters("".join(map(plain_text, some))) for some in (links, islice(main.iter("h1"), 1)))
    last = letters(text).removeprefix(trail)  # of a title such as "Class Oil", too
    is_trail = last not in ("", letters(text)) and title.endswith(last)
    return (len(links) > 1 and _read(line, text)[1:3] == (0, 0)) or is_trail


def _repeats_title(line: HtmlElement, title: str) -> bool:
    """Return whether a box is the head's title, or a line behind a rule is a part of it, as the manual's name is."""
    before, text = line.getprevious(), plain_text(line) if line.tag in _LINES and not holds_block(line) else ""
    if text == "" or line.tag != "p":
        return text != "" and text == title
    return before is not None and before.tag == "hr" and text in split_title(title)


def _goes(line: HtmlElement, *, is_end: bool) -> bool:
    """Return whether a line is one of navigation, or says what generated the page or when it was changed."""
    signature = plain_text(line) if is_end and line.tag in ("blockquote", *HEADINGS) else ""
    if signs_page(signature) or _CHANGED.fullmatch(signature):
        return True
    beside = line.getprevious() if is_end else line.getnext()
    announced = is_end and beside is not None and _announces(beside)
    is_content = (announced and line.tag in LISTS) or next(line.iter(*_NO_LINES), None) is not None
    if is_content or len(text := _said_in(line)) > _MAX_CHARS:
        return False
    images = line.iter("img") if not text else ()
    shown = ((image.get("alt") or "", image) for image in images)
    if any((alt and image.get("usemap")) or _LOGO.search(f"{alt} {image.get('src')}") for alt, image in shown):
        return not announced
    is_signed = signs_page(text) or not _IMPRINTS.isdisjoint(names_of(line)) or (is_end and text.lower() in _HANDLES)
    is_line = not _has_rows(line) if line.tag == "table" else line.tag not in _BOXES or not holds_block(line)
    is_signed = is_signed or (is_line and _CHANGED.fullmatch(text) is not None)
    if is_signed or announced:
        return is_signed
    if is_end and line.tag == "address":
        return beside is None or beside.tag != "address"  # as a list of authors has them
    is_ruled = beside is not None and beside.tag == "hr"
    is_apart = is_ruled or line.tag == "table"
    links, words, said, ways = _read(line, text)
    is_outside = words == 0 and all(_OUTSIDE.match(link.get("href") or "") for link in links)
    if links and (is_outside or (is_ruled and _begins_with_ways(text))):
        return True
    to_write = words <= _SIGNED_WORDS and any((link.get("href") or "").startswith("mailto:") for link in links)
    is_foot = is_end or (is_ruled and ways > 1)  # which may stand above the text, too
    if is_foot and (is_ruled or (is_apart and not _has_rows(line))) and (to_write or _IMPRINT.search(text)):
        return True
    if links and not is_end and (_TRAIL.search(text) or not text):
        return True
    is_pictured = line.tag == "table" and ways == len(links) and not any(map(plain_text, links))
    if not links or words > (_HEAD_WORDS if is_pictured else _FEW_WORDS if is_apart else 0):
        return not links and is_ruled and words == 0 and said > 1  # as in a manual of one page
    is_pointed = _WAYS.isdisjoint(_WORD.findall(text.lower()))  # by arrows alone, as links to read on are, too
    is_enough = (is_apart and next(line.iter(*LISTS), None) is None) or 2 * ways >= len(links) + is_pointed
    return (ways > 0 and is_enough) or said >= max(len(links), words)


def _begins_with_ways(text: str) -> bool:
    """Return whether a way and a colon begin a text, and others stand in it, as those that begin its lines.

    >>> _begins_with_ways("Up: Home page for Qhull To: Programs, Options"), _begins_with_ways("Back: the part behind")
    (True, False)
    """
    labels = _LABEL.findall(text.lower())
    is_way = labels[:1] != [] and labels[0] in _WAYS and text.lower().startswith(labels[0])
    return is_way and sum(map(_BESIDE_WAYS.__contains__, labels)) > 1


def _announces(line: HtmlElement) -> bool:
    """Return whether a line is a heading, or a paragraph that ends with a colon."""
    return line.tag in HEADINGS or (line.tag == "p" and raw_text(line).rstrip().endswith(":"))


def _said_in(line: HtmlElement) -> str:
    """Return the text of a line, with a space between the words of two cells."""
    return " ".join(" ".join(line.itertext()).split()) if line.tag == "table" else plain_text(line)


def is_row_of_ways(row: HtmlElement) -> bool:
    """Return whether a row has links, two ways among them or one to the top, and no other words.

    A table may have words, the names of the pages before and after, if one of its rows begins and ends with a way.
    A line that keeps its blanks may have other links, if a rule stands below. What stands right below a section's
    heading and names no top is none if most links are no ways, as a list of members with `next` and `prev` among them.
    """
    if next(row.iter("a"), None) is None:  # as of nearly all code
        return False
    text = plain_text(row)
    if len(text) > _MAX_CHARS:
        return False
    if row.tag == "table" and any(map(_is_between_ways, row.iter("tr"))):
        return next(row.iter(*_NO_LINES), None) is None
    links, words, said, ways = _read(row, text)
    before = row.getprevious()
    is_headed = before is not None and before.tag in HEADINGS[1:]
    if words > 0 or not links:
        return False
    after = row.getnext() if row.tag == "pre" and "\n" not in raw_text(row).strip() else None
    is_ruled = after is not None and after.tag == "hr"
    is_row = len(links) > 1 and ("top" in text.lower() or is_ruled)
    is_row = is_row or (ways + said > 1 and not (is_headed and 2 * (ways + said) < len(links)))
    return is_row or (not text and ways == len(links))


def _is_between_ways(row: HtmlElement) -> bool:
    """Return whether the first and the last cell of a row that show something are a link each, and these ways."""
    shown = [cell for cell in row.iterchildren("td", "th") if shows_anything(cell, "pre")]
    ends = [(cell, next(cell.iter("a"), None)) for cell in shown[:: max(1, len(shown) - 1)]]
    return bool(ends) and all(
        link is not None and plain_text(link) == plain_text(cell) and is_way(_shown_name(link)) for cell, link in ends
    )


def _shown_name(link: HtmlElement) -> str:
    """Return a link's text, or what stands for its images: the name of a file that is called as a way is."""
    return plain_text(link) or " ".join(map(_said_by, link.iter("img")))


def _said_by(image: HtmlElement) -> str:
    """Return the text that stands for an image.

    >>> _said_by(Element("img", alt="Angles", src="figures/nav-next.png")), _said_by(Element("img", alt="Up"))
    ('nav next', 'Up')
    """
    alt = image.get("alt") or ""
    name = (image.get("src") or "").rpartition("/")[2].rpartition(".")[0]
    said = _POINTING.sub("next", " ".join(_WORD.findall(name)))
    return said if is_way(said) and not is_way(alt) else alt


def _read(line: HtmlElement, text: str) -> tuple[list[HtmlElement], int, int, int]:
    """Return a line's links, and the numbers of words beside them that name no way, that do, and of ways.

    Links are ways, too, if their class says so, or if their icons point to the left and to the right.
    """
    links = [link for link in line.iter("a") if link.get("href")]
    names = [*map(_shown_name, links)]
    for name in names:
        text = text.replace(name, " ", 1)
    words = _WORD.findall(text.lower())
    said = sum(word in _BESIDE_WAYS for word in words)
    ways = sum(_leads_way(name, link.get("href", "")) for name, link in zip(names, links, strict=True))
    if not ways and len(links) <= 2:
        ways = _n_pointing(links)
    return links, len(words) - said, said, ways


def _n_pointing(links: Sequence[HtmlElement]) -> int:
    """Return how many of a line's links are the page before or after by their class; two are by icons, too."""
    classes = [" ".join(one.get("class", "") for one in link.iter(etree.Element)) for link in links]
    found = [match for names in classes if (match := _DIRECTION.search(names))]
    n_called = sum(match[1] is not None for match in found)
    return n_called or (len(found) if {match[2] for match in found} == {"left", "right"} else 0)


def _leads_way(name: str, href: str) -> bool:
    """Return whether a link is a way, and to no member of that name, as Haddock's `next` to `#v:next`."""
    return is_way(name) and not href.endswith(f":{name}")


@lru_cache(MAX_NAMES)
def is_way(name: str) -> bool:
    """Return whether a link's text names a way through a manual.

    >>> [is_way(name) for name in ("Main index", "Back to top of the manual", "Next >", "Weiter")]
    [True, True, True, True]
    >>> [is_way(name) for name in ("Index operators", "N_<T>", "Going to press")]
    [False, False, False]
    """
    if name.isalpha():
        return name.lower() in _WAYS
    if name[:1] in _ARROWS or name[-1:] in _ARROWS or (("<" in name or ">" in name) and _POINTERS.search(name)):
        return True
    words = _WORD.findall(name.lower())
    if _WAYS.isdisjoint(words):
        return False
    if leads_back(name):
        return True
    if words[1:] and words[0] in _WAYS and words[1] in _BESIDE_WAYS:
        return True
    return len(words) <= _WAY_WORDS and ("home" in words or words[-1] in _WAYS)
