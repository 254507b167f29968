"""Judge one page: decode it, parse its HTML once, and refuse what cannot become a page.

In:    Fetched, one file or response.
Out:   Admitted, or a Rejection whose reason is one of `too_large`, `empty`, `binary`, `undecodable`, `too_deep`,
       `template`, `redirect_stub`, `javascript_shell`, `page_404`; for source code also `generated`, `minified`,
       `data`.
Rules: no input raises; cost is linear in the page's size; a page that asks robots not to index it is kept, since its
       owner builds the bundle. What stands behind the end of the document is part of it, as for browsers. Inline
       elements that nest too deep are unwrapped, since what a page defines in one place may be a nest of anchors.
       Slides of remark.js are a page of Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import islice

from lxml import etree, html

from pinax_builder.charsets import Decoded, decode
from pinax_builder.formats import BINARY_TYPES, MAX_PAGE_BYTES
from pinax_builder.gate.highlighting import without_highlighting
from pinax_builder.gate.signals import is_error_title, is_shell
from pinax_builder.gate.source_code import refuse_source
from pinax_builder.records import Admitted, Fetched, Rejection

MAX_DEPTH = 256
"""Deepest nesting of elements. Browsers flatten beyond 512; documentation stays below 60."""

_MAX_INLINE_DEPTH = 2000
"""Deepest nesting that is unwrapped. libxml2 leaves out what is below 2048."""

_TOO_DEEP, _HOSTILE = (
    etree.XPath(f"boolean({'/'.join(['*'] * (depth + 1))})") for depth in (MAX_DEPTH, _MAX_INLINE_DEPTH)
)
_INLINE = ("span", "font", "b", "strong", "i", "em", "u", "big", "small", "code", "tt")
"""Tags of elements that are unwrapped within their like where elements nest too deep."""
_SAME_WITHIN = 8
"""Number of elements above such a one among which another of its tag is sought."""
_UNWRAPPED = "unwrapped"
"""Tag of an element while it waits to be unwrapped."""
_REFRESH_TARGET = re.compile(r"^\s*+(\d{0,9})[\d.]*+\s*+[;,]\s*+(?:url\s*+=)?\s*+['\"]?\s*+([^'\"\s]+)", re.IGNORECASE)
_MAX_REFRESH_DELAY_S = 10
"""Longest delay (seconds) of a refresh that counts as a redirect."""
_MAX_STUB_CHARS = 600
"""Text (characters) above which a page that redirects is kept, since it says something itself."""

_ELEMENT_CLASSES = etree.ElementDefaultClassLookup(element=html.HtmlElement, comment=html.HtmlComment)
"""lxml.html's own lookup calls Python for each element that is visited: 4 % of a build, for classes of forms alone."""
_PARSER = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_pis=True)
_PARSER.set_element_class_lookup(_ELEMENT_CLASSES)

_UNSEEN = ("script", "style", "template", "noscript")
_STRING = etree.XPath("string()", smart_strings=False)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_CROSSED = re.compile(rb"(<[hH][1-6]\b[^<>]*+>\s*+(?:<[aA]\b[^<>]*+>)?)\s*+(</(?:code|CODE)>)(?:\s*+<[pP]>)?")
"""Start tag of a heading, maybe with an anchor, and the end tag of code behind it; libxml2 would end both there."""
_SECOND_RETURN = re.compile(rb"\r(?=\r\n|(?:</?span\b[^<>]*+>)++\n)")
"""A carriage return right before the end of a line, maybe before tags, too; a browser would end two lines."""
_CELL_BEHIND = rb"(?=\s*+<[tT][dDhH][\s>])"
_OUTSIDE_ROWS = re.compile(rb"(</[tT][rR]>)" + _CELL_BEHIND)
"""The end of a row with a cell right behind it. Browsers begin a row there; libxml2 ignores that end."""
_BLOCK_OF_CODE = re.compile(rb"(<p\b[^<>]*+>)\s*+(<(?:code|tt|b)\b[^<>]*+>)\s*+(<pre\b[^<>]*+>)", re.IGNORECASE)
"""A block of code in a paragraph's code: browsers end the paragraph there, libxml2 the block, with the paragraph."""
_UNENDED_BLOCK = re.compile(
    rb"(<(pre)\b[^<>]*+>(?:[^<]++|<(?!/?(?:pre|p|div|[uod]l|li|d[td]|table|h[1-6r]|blockquote)\b))*+)"
    rb"(?:<pre\b[^<>]*+>|(?!</?pre\b))(?=(?:[^<]++|<(?!/?pre\b))*+<pre\b)",
    re.IGNORECASE,
)
"""A block of code before whose end another begins; it ends at the tag behind its code, which is its end misspelt if
it begins a block of code before which a third begins."""
_WORDS_BEHIND = rb"(?=\s*+(?:[^<\s]|<(?:a|b|i|em|strong|tt|code|font|span|img)\b))"
_LOOSE_END = re.compile(rb"</[pP]>" + _WORDS_BEHIND)
"""The end of a paragraph with words right behind it."""
_BLOCK_TAG = re.compile(
    rb"<(/?(?:p|div|[uod]l|li|d[td]|pre|table|t[dhr]|h[1-6r]|blockquote|center|body))\b", re.IGNORECASE
)
_MISSPELT_END = re.compile(rb"(<[hH]([1-6])\b[^<>]*+>[^<]*+(?:<(?!/?[hH][1-6]\b)[^<]*+)*+</[hH])(?!\2)[1-6](?=[\s>])")
"""A heading that ends with the tag of another level. Browsers end it there, libxml2 at the next block."""
_VOID_NAMES = b"bgsound|embed|keygen|source|track"
_TOLD_BY = re.compile(
    rb"<(?:/(?=[bdhpt])(?:(?:pre|d[td]|h[1-6]|br)\b|p>%s|tr>%s)"
    rb"|(?=[bdehkpst])(?:pre|d[td]|h[1-6]|%s)\b)" % (_WORDS_BEHIND, _CELL_BEHIND, _VOID_NAMES),
    re.IGNORECASE,
)
"""Beginnings of tags by which a page tells whether the patterns above and below may match; a look at the first letter
rules out most tags in half the time."""
_VOID_TAGS = frozenset(b"<" + name for name in _VOID_NAMES.split(b"|"))
_VOID = re.compile(rb"<(%s)\b[^<>]*+>" % _VOID_NAMES, re.IGNORECASE)
"""An element that holds nothing. libxml2 knows that of older ones alone; these would hold all that follows."""
_BREAK_END = re.compile(rb"(?:<br\b[^<>]*+>\s*+)?</br\s*+/?>", re.IGNORECASE)
"""A line's end written as an end tag, which browsers follow and libxml2 ignores, maybe with its start tag."""
_CONTROL_REFERENCES = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01]|6553[45])(?!\d)"
    rb"|x0*(?:[0-8bcef]|1[0-9a-f]|fff[ef])(?![0-9a-f]));?",
    re.IGNORECASE,
)
"""References to control characters, which lxml would not take back."""
_FIRST_OF_BODY = re.compile(
    rb"<(?:main|header|nav|article|section|aside|footer|figure|details|button|label|t(?:[dhr]|body|head))\b",
    re.IGNORECASE,
)
"""Elements that end a head and that libxml2 would leave in it."""
_ERROR_FILE = "404.html"
"""Name of the page that hosts of static files send for an address that does not exist."""
_DOCUMENT_END = re.compile(rb"</(?:body|html)\s*>", re.IGNORECASE)
_OF_TERMS = re.compile(rb"</?(?:d[ltd]|pre)\b", re.IGNORECASE)
"""Tags of terms and bodies, and of the elements that neither can end."""

_GUESSED = "The text declares no encoding that its bytes are in; it was read as {codec}."

_TEMPLATE = re.compile(
    r"(?:\s|<!--(?:[^-]|-(?!->))*+-->|<(?!!--|/|(?:title|h[1-6]|p|pre|code|script|style)\b)[^<>]*>)*+"
    r"\{(?:[%#]|\{-?\s*(?:define|block|template|partial|if|range|with)\b)",
    re.IGNORECASE,
)
"""Beginning of a template of Jinja, Liquid, Twig or Go: no page that is made of it has this before its first words."""
_SLIDES = re.compile(r"<textarea\b[^<>]*\bid=[\"']?source\b[^<>]*>", re.IGNORECASE)
"""Tag before slides in Markdown, which remark.js shows."""
_BETWEEN_SLIDES = re.compile(r"^---?[ \t\r]*$(?:\n(?:class|layout|background-\w+):.*)*", re.MULTILINE)
"""Line between two slides, which below a paragraph would make that a heading, and how the next one looks."""
_BEFORE_PAGE = re.compile(
    rb"\s*+(?:(?:<\?xml[^>]*\?>\s*+)?<!doctype\b[^<>\[]*+\[[^\]]*+\]\s*+>|<\?xml[^>]*\?>"
    rb"|---[ \t]*\r?\n(?=[\w-]+:)(?>title:(?P<title>[^\n]*)\n|[^\n]*\n)*?---[ \t]*\r?\n"
    rb"|[^<]{1,200}+(?=<(?:html\b|!doctype\s)))",
    re.IGNORECASE,
)
"""What may stand before a page: an XML declaration, a document type that declares entities, whose end libxml2 shows,
stray words, and front matter that a generator of sites reads."""


def gate(fetched: Fetched, *, max_bytes: int = MAX_PAGE_BYTES) -> Admitted | Rejection:
    """Gate one page: decode it and parse its HTML, or say why it goes no further.

    Args:
        fetched: The file or response.
        max_bytes: Largest content admitted (bytes); larger ones are not even decoded.
    """
    size_bytes = len(fetched.content)
    if size_bytes > max_bytes:
        detail = f"The page has {size_bytes:,} bytes; at most {max_bytes:,} are read."
        return _refuse(fetched, "too_large", detail)
    if not fetched.content.strip():
        return _refuse(fetched, "empty", f"The file holds nothing but white space ({size_bytes:,} bytes).")
    if fetched.media_type in BINARY_TYPES:
        return Admitted(fetched.url, fetched.path, fetched.media_type, content=fetched.content)
    decoded = decode(fetched.content)
    if decoded is None:
        return _refuse(fetched, "binary", f"The {size_bytes:,} bytes are not text, whatever the file's name says.")
    text = decoded.text
    if not text.strip("\ufeff\ufffd \t\r\n"):
        return _refuse(fetched, "undecodable", f"No encoding makes text of the {size_bytes:,} bytes.")
    if not text.strip():
        return _refuse(fetched, "empty", f"The file holds nothing but spaces of other kinds ({size_bytes:,} bytes).")
    if fetched.media_type in ("text/plain", "text/x-prose") and (refused := refuse_source(fetched, text)):
        return refused
    notices = (_GUESSED.format(codec=decoded.codec),) if decoded.is_guessed else ()
    if fetched.media_type != "text/html":
        return Admitted(fetched.url, fetched.path, fetched.media_type, text=text, notices=notices, title=fetched.title)
    return _gate_html(fetched, decoded, notices)


def _gate_html(fetched: Fetched, decoded: Decoded, notices: tuple[str, ...]) -> Admitted | Rejection:
    if _TEMPLATE.match(decoded.text):
        return _refuse(fetched, "template", "The file is a template that pages are made of, and no page.")
    if "remark.create(" in decoded.text and (start := _SLIDES.search(decoded.text)):
        slides = decoded.text[start.end() :].partition("</textarea")[0]
        text = _BETWEEN_SLIDES.sub("\n---\n", f"---\n{unescape(slides).lstrip()}").removeprefix("\n---\n")
        return Admitted(fetched.url, fetched.path, "text/markdown", text=text, notices=notices, title=fetched.title)
    tree = _parse(_without_controls(decoded))
    if tree is None:
        return _refuse(fetched, "empty", "The file holds no HTML element.")
    if _TOO_DEEP(tree.getroottree()) and not _unwrap_inline(tree):
        return _refuse(fetched, "too_deep", f"The page's elements nest more than {MAX_DEPTH} deep.")
    target = _refresh_target(tree)
    if target and _shown_chars(tree) <= _MAX_STUB_CHARS:
        return _refuse(fetched, "redirect_stub", f"The page only sends its reader to {target}.")
    if not _shows_text(tree) and not _shown_chars(tree):
        if is_shell(fetched.content):
            return _refuse(fetched, "javascript_shell", "The page is empty until its scripts run.")
        return _refuse(fetched, "empty", f"The page shows no text ({len(fetched.content):,} bytes).")
    if fetched.path.rpartition("/")[2] == _ERROR_FILE and is_error_title(tree.findtext("head/title") or ""):
        return _refuse(fetched, "page_404", "The page is what the server sends for an address that does not exist.")
    return Admitted(fetched.url, fetched.path, fetched.media_type, tree=tree, notices=notices)


def _without_controls(decoded: Decoded) -> str:
    """Replace control characters, which lxml would not take back, by spaces; most pages have none."""
    text = decoded.text
    may_have_any = decoded.may_have_controls or "\ufffe" in text or "\uffff" in text
    return _CONTROLS.sub(" ", text) if may_have_any else text


def _parse(text: str) -> html.HtmlElement | None:
    """Parse HTML; None where there is no element at all.

    lxml gets UTF-8 bytes with the encoding named: a `str` with an XML declaration makes it raise, and bytes alone would
    make it believe the page's own declaration, which `decode` has already weighed.
    """
    content = text.encode("utf-8", "replace")  # to search bytes takes half the time, and a copy half the room
    del text  # of a large page each copy counts, beside its tree
    before = _BEFORE_PAGE.match(content)
    content = without_highlighting(content[before.end() :] if before else content)
    if before and (title := before["title"]) and b"<title" not in content:
        content = b"<title>%s</title>%s" % (title.strip(b" \t\r\"'").replace(b"<", b"&lt;"), content)
    if b"\r" in content:
        content = _SECOND_RETURN.sub(b"", content)
    if b"&#" in content:
        content = _CONTROL_REFERENCES.sub(b" ", content)
    content = _mend_tags(content)
    if b"<body" not in content and b"<BODY" not in content:
        content = _FIRST_OF_BODY.sub(rb"<body>\g<0>", content, count=1)
    try:
        return html.document_fromstring(_end_document(content), parser=_PARSER)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None


def _mend_tags(content: bytes) -> bytes:
    """Write tags that HTML leaves out, or that are wrong, as browsers read them and libxml2 does not."""
    found = [*map(bytes.lower, _TOLD_BY.findall(content))]  # one search takes a third of the time of those below
    headings, tags = [tag for tag in found if tag[-1:].isdigit()], Counter(found)
    if b"></code>" in content or b"></CODE>" in content:
        content = _CROSSED.sub(rb"\2\1", content)
    if b"<pre" in tags:
        content = _BLOCK_OF_CODE.sub(rb"\1\3\2", content)
    if tags[b"<pre"] > tags[b"</pre"]:
        content = _UNENDED_BLOCK.sub(rb"\1</\2>", content)
    if headings[1::2] != [b"</" + tag[1:] for tag in headings[::2]]:
        content = _MISSPELT_END.sub(rb"\1\2", content)
    if b"</tr>" in tags:
        content = _OUTSIDE_ROWS.sub(rb"\1<tr>", content)
    if b"</p>" in tags:
        content = _LOOSE_END.sub(_end_loose, content)
    if not _VOID_TAGS.isdisjoint(tags):
        content = _VOID.sub(rb"\g<0></\1>", content)
    if b"</br" in tags:
        content = _BREAK_END.sub(b"<br>", content)
    if b"<dt" in tags and any(tags[b"<" + tag] != tags[b"</" + tag] for tag in (b"dt", b"dd")):
        content = _end_terms(content)
    return content


def _end_loose(end: re.Match[bytes]) -> bytes:
    """Write a paragraph for an end that belongs to none, as browsers do: it parts the words before and behind it."""
    at, page = end.start(), end.string
    while (at := page.rfind(b"<", 0, at)) >= 0:  # to the end before it at most, so that all take linear time
        if tag := _BLOCK_TAG.match(page, at):
            return end[0] if tag[1].lower() == b"p" else b"<p></p>"
    return end[0]


def _end_document(content: bytes) -> bytes:
    """Take out the end tags of a document behind which it goes on, where libxml2 would stop reading.

    >>> _end_document(b"<body>a</body></html>\\n<p>b</body></html>\\n")
    b'<body>a\\n<p>b\\n'
    """
    end = content.find(b"</html")
    end = content.find(b"</HTML") if end < 0 else end
    is_last = end < 0 or not content[content.find(b">", end) + 1 :].strip()
    return content if is_last else _DOCUMENT_END.sub(b"", content)


def _unwrap_inline(tree: html.HtmlElement) -> bool:
    """Unwrap inline elements within their like, and return whether the page nests no longer too deep."""
    if _HOSTILE(tree.getroottree()):
        return False
    for element in list(tree.iter(*_INLINE)):
        above = [one.tag for one in islice(element.iterancestors(), _SAME_WITHIN)]
        if element.tag in above or (element.tag in _INLINE[:2] and above[0] in _INLINE):
            if (anchor := element.get("id")) is not None:
                element.addprevious(html.Element("a", id=anchor))
            element.tag = _UNWRAPPED
    etree.strip_tags(tree, _UNWRAPPED)
    return not _TOO_DEEP(tree.getroottree())


def _end_terms(content: bytes) -> bytes:
    """Write the end tags of `dt` and `dd` that HTML leaves out and libxml2 does not know of: they would nest.

    >>> _end_terms(b"<dl><dt>a<dt>b<dd>c<dl><dd>d</dl><dd>e</dl>")
    b'<dl><dt>a</dt><dt>b</dt><dd>c<dl><dd>d</dl></dd><dd>e</dl>'
    """
    parts: list[bytes] = []
    open_in_lists, done = [b""], 0
    for tag in _OF_TERMS.finditer(content):
        name = tag[0].lower()
        if name in (b"<dl", b"<pre"):
            open_in_lists.append(b"")
        elif name in (b"</dl", b"</pre"):
            open_in_lists[1:] = open_in_lists[1:-1]
        else:
            if not name.startswith(b"</") and open_in_lists[-1]:
                parts += (content[done : tag.start()], b"</" + open_in_lists[-1] + b">")
                done = tag.start()
            open_in_lists[-1] = b"" if name.startswith(b"</") else name[1:]
    return b"".join((*parts, content[done:])) if parts else content


def _shows_text(tree: html.HtmlElement) -> bool:
    """Return whether a page surely shows text: most pages do within their first elements."""
    body = tree.find("body")
    if body is None:
        return False
    with_text = (element for element in body.iter(etree.Element) if element.text and not element.text.isspace())
    return any(element.tag not in _UNSEEN and not _is_within_unseen(element) for element in with_text)


def _shown_chars(tree: html.HtmlElement) -> int:
    """Count the characters of the body's text that browsers show, runs of white space as one."""
    body = tree.find("body")
    if body is None:
        return 0
    shown = len(" ".join(str(_STRING(body)).split()))
    unseen = (one for one in body.iter(*_UNSEEN) if not _is_within_unseen(one))
    return max(0, shown - sum(len(" ".join(str(_STRING(one)).split())) for one in unseen))


def _is_within_unseen(element: html.HtmlElement) -> bool:
    return next(element.iterancestors(*_UNSEEN), None) is not None


def _refresh_target(tree: html.HtmlElement) -> str:
    """Name where a `<meta http-equiv="refresh">` leads at once; empty if nowhere.

    In a `noscript`, it leads readers without scripts away from a page with a heading.
    """
    for meta in tree.iter("meta"):
        if (meta.get("http-equiv") or "").lower() != "refresh":
            continue
        if next(meta.iterancestors("noscript"), None) is not None and next(tree.iter("h1", "h2"), None) is not None:
            continue
        match = _REFRESH_TARGET.match(meta.get("content") or "")
        if match and int(match[1] or 0) <= _MAX_REFRESH_DELAY_S:
            return match[2]
    return ""


def _refuse(fetched: Fetched, reason: str, detail: str) -> Rejection:
    return Rejection(fetched.url, "gate", reason, detail)
