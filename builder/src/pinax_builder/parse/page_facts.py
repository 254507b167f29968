"""Read what a page says about itself: title, description, language, canonical URL; derive the facets of every page.

In:    A page's tree, unchanged so far; for facets the path, language and sections of any page.
Out:   A PageFacts record. Facet key -> values, sorted and without repeats: `language`, `has_code`, `code_languages`,
       `type`, `content_type`, `symbol_kind`.
Rules: nothing is guessed, except a readable name from the last segment of a URL. A facet without a value is left out.
       `type` comes from the file's name, else from the nearest folder that names a type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from lxml.html import HtmlElement

from pinax_builder.formats import SOURCE_FORMATS
from pinax_builder.records import Section
from pinax_builder.words import words_of
from pinax_runtime.text import fenced_blocks, language_of

_SITE_SEPARATOR = re.compile(r"\s+(?:[|·•»«—–―]|-{1,3}|::)\s+|\s*[|»｜－]\s*")
_PART_SEPARATOR = re.compile(rf"{_SITE_SEPARATOR.pattern}|:\s+|：\s*")
_FOLDER_OF_LANGUAGE = re.compile(r"([a-z]{2,3})[-_](?:[A-Z]{2}|[A-Z][a-z]{3})")
_LANGUAGE = re.compile(r"^[a-zA-Z]{2,3}(?=$|[-_])")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_LABEL = re.compile(r"\w+:\s")
"""What generators put before a name in a description: `declaration: module: java.base, class: Reference`."""
_MIN_OWN_WORDS = 3
"""Number of words from which on a description says something: `Reference for Gtk.Box` has two beside the title."""
_INDEX_NAMES = frozenset(("index", "readme", "default", "overview", ""))


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page's `head` and `html` elements say; a field is empty if they say nothing."""

    head_title: str
    """`<title>` without the site's name; empty if nothing is left."""
    whole_title: str
    description: str
    language: str
    canonical: str
    base: str
    """What `<base href>` says, against which the page's references are resolved."""
    generators: str
    """What `<meta name="generator">` says, in lower case; one after the other where there are several."""


def read_facts(tree: HtmlElement, shared: frozenset[str] | None = None) -> PageFacts:
    """Read what a page says about itself.

    Args:
        tree: The page's tree.
        shared: Parts of `<title>` that most pages of the docset share; None where that is not known.
    """
    found: dict[str, list[HtmlElement]] = {"base": [], "link": [], "meta": []}
    for element in tree.iter(*found):  # in one search, since browsers heed them wherever they stand
        found[str(element.tag)].append(element)
    named = _named_metas(found["meta"])
    title = head_title_of(tree) or named.get("og:title", "")
    site = named.get("og:site_name", "")
    return PageFacts(
        head_title=_without_site(title, site) if shared is None else _without_shared(title, shared),
        whole_title=title,
        description=_description(named),
        language=_language(tree, named),
        canonical=_canonical(found["link"]),
        base=next((base.get("href", "") for base in found["base"]), ""),
        generators=" ".join(
            meta.get("content", "").lower() for meta in found["meta"] if meta.get("name", "").lower() == "generator"
        ),
    )


def says_something(description: str, *known: str) -> bool:
    """Tell whether a description says more than a page's title and path; those of many generators do not.

    >>> says_something("Access via Handle (GNU Octave)", "Access via Handle (GNU Octave)")
    False
    >>> says_something("use: package: java.util, class: Queue", "Uses of Queue", "java/util/Queue.html")
    False
    >>> says_something("How to make a group of rows", "Groups")
    True
    """
    words = {word.lower() for text in known for word in words_of(text)}
    own = [word for word in words_of(_LABEL.sub(" ", description)) if word.lower() not in words]
    return len(own) >= _MIN_OWN_WORDS


def language_of_path(path: str) -> str:
    """Return the language of the first folder that is named by language and country; empty if none is.

    >>> language_of_path("html/pt-BR/index.html"), language_of_path("zh_Hant/a.md"), language_of_path("to-do/it/a.md")
    ('pt', 'zh', '')
    """
    found = (_FOLDER_OF_LANGUAGE.fullmatch(folder) for folder in path.split("/")[:-1])
    return next((match[1] for match in found if match), "")


_UNTITLED = re.compile(r".*<no title>.*|untitled(?: document)?", re.IGNORECASE)
"""Title of a page that has none."""
_SUFFIXES = {".php", *(suffix for known in SOURCE_FORMATS for suffix in known.suffixes)}
_SUFFIX = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(_SUFFIXES)))})$", re.IGNORECASE)


def readable_name(url: str) -> str:
    """Make a title of a URL's last segment, or of the folder's name if the segment is an index.

    >>> readable_name("guide/getting-started.html")
    'Getting started'
    >>> readable_name("https://example.com/http_api/index.html")
    'Http api'
    >>> readable_name("README.rst"), readable_name("index.html")
    ('README', 'Index')
    """
    parts = urlsplit(url)
    segments = [segment for segment in unquote(parts.path).split("/") if segment]
    names = [_SUFFIX.sub("", segment) for segment in reversed(segments)]
    named = next((name for name in names if name.lower() not in _INDEX_NAMES), "")
    words = re.sub(r"[-_+\s]+", " ", named or (not parts.netloc and names and names[0]) or "").strip()
    return words[:1].upper() + words[1:] if words else parts.netloc or "Index"


def is_index(url: str) -> bool:
    """Return whether a URL's last segment is called as the first page of a folder is.

    >>> is_index("guide/index.html"), is_index("guide/pools.html")
    (True, False)
    """
    return urlsplit(url).path.rpartition("/")[2].partition(".")[0].lower() in _INDEX_NAMES


def _named_metas(metas: Iterable[HtmlElement]) -> dict[str, str]:
    """Map `name` or `property` in lower case to the first content that is not empty."""
    named: dict[str, str] = {}
    for meta in metas:
        name = (meta.get("name") or meta.get("property") or meta.get("http-equiv") or "").lower()
        content = (meta.get("content") or "").strip()
        if name and content:
            named.setdefault(name, content)
    return named


def head_title_of(tree: HtmlElement) -> str:
    """Return the text of `<title>`; empty if there is none, or one that its maker has for none, as Sphinx has."""
    first = tree.find("head/title")  # nearly always the one; lxml would look for the second in the whole page
    if first is not None and not len(first) and (text := _squeeze(first.text or "")):
        return "" if _UNTITLED.fullmatch(text) else text
    for title in tree.iter("title"):
        text = _squeeze("".join(title.itertext()))
        if text and next(title.iterancestors("svg"), None) is None:
            return text
    return ""


def head_description_of(tree: HtmlElement) -> str:
    """Return the description in a page's head; empty if there is none."""
    return _description(_named_metas(tree.iter("meta")))


def _description(named: dict[str, str]) -> str:
    return _squeeze(named.get("description") or named.get("og:description") or "")


def split_title(title: str) -> list[str]:
    """Split a head title at its separators, and before a last part in parentheses.

    >>> split_title("GLFW: Window guide | Docs")
    ['GLFW', 'Window guide', 'Docs']
    >>> split_title("Reader (Derby API)")
    ['Reader', 'Derby API']
    """
    before, within = _parted(title)
    return [*_split_plain(before), within] if within else _split_plain(title)


def _parted(title: str) -> tuple[str, str]:
    """Part a title from its last part in parentheses, as javadoc writes the project's name; that is empty without one.

    >>> _parted("List (a Java (SE)"), _parted("main()"), _parted("(C++)"), _parted("List ()")
    (('List (a Java', 'SE'), ('main()', ''), ('(C++)', ''), ('List ()', ''))
    """
    before, _, within = title.removesuffix(")").rpartition("(")
    is_parted = title.endswith(")") and ")" not in within and before[-1:].isspace() and before.strip()
    return (before.rstrip(), within) if is_parted and within else (title, "")


def _split_plain(title: str) -> list[str]:
    return [part for part in (piece.strip() for piece in _PART_SEPARATOR.split(title)) if part]


def _without_shared(title: str, shared: frozenset[str]) -> str:
    """Return a head title from its first part of its own to its last; empty if it has none.

    >>> _without_shared("GLFW: Window: guide | Docs", frozenset(("GLFW", "Docs")))
    'Window: guide'
    >>> _without_shared("Reader (Derby API)", frozenset(("Derby API",)))
    'Reader'
    >>> _without_shared("Documentation - CMake Documentation", frozenset(("CMake Documentation",)))
    'Documentation'
    """
    before, within = _parted(title)
    if within in shared:
        title = before
    separators = [(0, 0), *(match.span() for match in _PART_SEPARATOR.finditer(title)), (len(title), len(title))]
    parts = [(start, end) for (_, start), (end, _) in pairwise(separators) if title[start:end].strip()]
    own = [(start, end) for start, end in parts if title[start:end].strip() not in shared]
    return title[own[0][0] : own[-1][1]].strip() if own else ""


def _without_site(title: str, site: str) -> str:
    """Cut the site's name off a head title: what follows the last separator, or `og:site_name` wherever it stands.

    A part in front is kept: "asyncio — Coroutines — Python" loses "Python" alone.
    """
    if site and title.startswith(site):
        rest = _SITE_SEPARATOR.match(title[len(site) :])
        if rest:
            return title[len(site) + rest.end() :].strip()
    separators = list(_SITE_SEPARATOR.finditer(title))
    if not separators:
        return title
    return title[: separators[-1].start()].strip() or title


def _language(tree: HtmlElement, named: dict[str, str]) -> str:
    body = tree.find("body")
    candidates = [tree.get("lang"), tree.get(_XML_LANG), tree.get("xml:lang")]
    if body is not None:
        candidates += [body.get("lang"), body.get("xml:lang")]
    candidates += [named.get("content-language"), named.get("og:locale")]
    for candidate in candidates:
        match = _LANGUAGE.match((candidate or "").strip())
        if match:
            return match[0].lower()
    return ""


def _canonical(links: Iterable[HtmlElement]) -> str:
    for link in links:
        if "canonical" in (link.get("rel") or "").lower().split() and (link.get("href") or "").strip():
            return (link.get("href") or "").strip()
    return ""


def _squeeze(text: str) -> str:
    return " ".join(text.split())


_TYPE_LIST = """
    adr api-reference architecture changelog deployment faq guide howto onboarding operations pipeline playbook
    postmortem procedure reference release-notes rfc runbook troubleshooting tutorial
"""
_TYPES = {name.removesuffix("s"): name for name in _TYPE_LIST.split()} | {
    "api": "api-reference", "c-api": "api-reference", "decision": "adr", "how-to": "howto", "op": "operations",
    "release": "release-notes", "whatsnew": "release-notes",
}  # fmt: skip
"""Name of a folder or file, in lower case and in the singular → `type`."""


def automatic_facets(path: str, language: str, sections: Iterable[Section]) -> dict[str, tuple[str, ...]]:
    """Derive a page's automatic facets.

    Args:
        path: The page's POSIX path below its source, as in `Page.path`.
        language: The page's language, as in `Page.language`; empty if it is not known.
        sections: The page's sections; `has_code` and `code_languages` come from their fenced code.

    Returns:
        Facet key -> values, sorted and unique. `has_code` ("true" or "false") is always there.
    """
    sections = tuple(sections)
    has_code, languages = _code(sections)
    facets: dict[str, tuple[str, ...]] = {
        "content_type": ("documentation",),
        "has_code": ("true" if has_code else "false",),
    }
    if kinds := {symbol.kind for section in sections for symbol in section.symbols}:
        facets["symbol_kind"] = tuple(sorted(kinds))
    if languages:
        facets["code_languages"] = tuple(sorted(languages))
    if language:
        facets["language"] = (language,)
    kind = _type(path)
    if kind:
        facets["type"] = (kind,)
    return facets


def _code(sections: Iterable[Section]) -> tuple[bool, set[str]]:
    """Return whether there is fenced code, and the languages that it names."""
    named = {language_of(block) for section in sections for block in fenced_blocks(section.text)}
    return bool(named), named - {""}


def _type(path: str) -> str:
    """Return the type that a page's own name says (`faq.html`), else that of its nearest folder; empty if none does."""
    *folders, file = path.lower().strip("/").split("/")
    for name in (file.rsplit(".", 1)[0], *reversed(folders)):
        if (kind := _TYPES.get(name.removesuffix("s"))) is not None:
            return kind
    return ""
