"""Parse Markdown pages.

In:    An admitted page with its text: CommonMark, GitHub, MkDocs, Docusaurus, VitePress, Starlight, mdBook, Hugo, MyST,
       MDX.
Out:   A Page with its section tree, or a Rejection if the page has no text besides its title.
Rules: no text raises an error. The sections' texts, one after the other, are the page's Markdown. Anchors are those
       that generators publish: `{#id}`, an HTML id, else GitHub's slug, with `-1`, `-2` on repeats.
       A title distinguishes the page from its neighbors. It is the first of these that there is: front matter, the
       heading that is the page's own, sidebar, file name in readable form. A heading that most pages begin with is the
       site's; it is no page's but the home page's. An index page without a title has its folder's name. A title such as
       "Overview" gets the folder's name before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from pinax_builder.parse.declared import symbol_in_code, symbol_in_text, with_owners
from pinax_builder.parse.markdown.blocks import Block, Heading, cut_blocks
from pinax_builder.parse.markdown.containers import join_shortcodes
from pinax_builder.parse.markdown.front_matter import FrontMatter, Value, split_front_matter
from pinax_builder.parse.markdown.hidden import without_hidden
from pinax_builder.parse.markdown.inline import plain_text
from pinax_builder.parse.markdown.mdx import exported_facts, is_mdx, strip_mdx
from pinax_builder.parse.page_facts import automatic_facets, language_of_path
from pinax_builder.parse.slugs import Anchors, slugify
from pinax_builder.records import Admitted, Page, Rejection, Section, Symbol

_INDEX_NAMES = frozenset({"index", "readme", "_index"})
_GENERIC_TITLES = frozenset({"index", "overview", "readme"})
_ORDER_PREFIX = re.compile(r"^(?:ch|chapter|part|sec)?[-_]?\d{1,4}(?:[-_.]\d{1,4})*[-_. ]+(?=\D)", re.IGNORECASE)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_WORD = re.compile(r"\w")
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8})*")

_TITLE_KEYS = ("title",)
_DESCRIPTION_KEYS = ("description", "summary", "excerpt")
_COMMENTS = ("<!--", "{/*")
_LANGUAGE_KEYS = ("lang", "language", "locale")
_CANONICAL_KEYS = ("canonical", "canonical_url", "canonicalurl")
_KNOWN = frozenset({*_TITLE_KEYS, *_DESCRIPTION_KEYS, *_LANGUAGE_KEYS, *_CANONICAL_KEYS})
_NO_FACETS = _KNOWN | {"id", "slug", "permalink", "url", "date"}
_OURS = frozenset({"code_languages", "docset", "has_code"})
"""Facets that only the build sets."""
_PRESENTATION_LIST = """
    aliases banner footer head hero hide hide_table_of_contents hide_title icon layout next order pagination_next
    pagination_prev position prev redirect_from sidebar sidebar_label sidebar_position template toc weight
"""
_PRESENTATION = frozenset(_PRESENTATION_LIST.split())
"""Keys of front matter that say how a site shows a page, not what it is about."""
_MAX_FACET_VALUES = 50
"""Number of values that a facet keeps of one page."""
_MAX_FACET_CHARS = 80
"""Length of a facet's longest key or value, in characters; a longer value becomes metadata."""
_MAX_META_CHARS = 500
"""Length of the longest metadata value, in characters; the rest is cut."""
_MAX_ALIASES = 10_000
"""Number of ids that are kept of one page."""


def parse_markdown(admitted: Admitted, shared: Set[str] = frozenset()) -> Page | Rejection:
    """Parse one Markdown page.

    Args:
        admitted: A page whose `text` is set.
        shared: Headings with which most pages of the docset begin.

    Returns:
        The page; a Rejection with the reason `no_content` if it has no word besides its title. The description in its
        front matter is the text of a page that has no other, unless a comment says why there is none.
    """
    front, blocks, first_ids = _read(admitted)
    given = plain_text(_first(front.values, _TITLE_KEYS))
    site = next((block for block in blocks if isinstance(block, Heading)), None)
    if site and site.title in shared and not is_home(admitted.path):
        following = blocks.index(site)
        blocks.remove(site)
        first_ids = [*first_ids, *site.ids]
        top = _page_heading(blocks, following, given or admitted.title)
    else:
        top = _title_heading(blocks, given)
    title = page_title(given, top.title if top else "", admitted.title, admitted.path)
    if not _has_content(blocks, top):
        if not front.body.lstrip().startswith(_COMMENTS):
            blocks += cut_blocks([_first(front.values, _DESCRIPTION_KEYS)], admitted.url, is_mdx=False)[0]
        if not _has_content(blocks, top):
            return Rejection(admitted.url, "parse", "no_content", "The page has no text besides its title.")
    return _page(admitted, front, title, _sections(blocks, top, title, given, first_ids))


def first_heading(admitted: Admitted) -> str:
    """Return the heading that begins a Markdown page, as plain text; empty if none does."""
    _, blocks, _ = _read(admitted)
    return next((block.title for block in blocks if isinstance(block, Heading)), "")


def _read(admitted: Admitted) -> tuple[FrontMatter, list[Block], list[str]]:
    """Return a page's front matter, its blocks, and the ids before its first heading."""
    front = split_front_matter(_normalized(admitted.text or ""))
    body, mdx = front.body, is_mdx(admitted.path, front.body)
    if mdx:
        front = replace(front, values=exported_facts(body) | dict(front.values))
    lines = strip_mdx(*without_hidden([body])) if mdx else join_shortcodes(body).split("\n")
    return front, *cut_blocks(lines, admitted.url, mdx)


def _normalized(text: str) -> str:
    """Make all line ends `\\n` and remove control characters."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def _page(admitted: Admitted, front: FrontMatter, title: str, sections: tuple[Section, ...]) -> Page:
    language = _LANGUAGE.fullmatch(_first(front.values, _LANGUAGE_KEYS))
    subtag = language[1].lower() if language else language_of_path(admitted.path)
    return Page(
        url=admitted.url,
        path=admitted.path,
        title=title,
        description=" ".join(plain_text(_first(front.values, _DESCRIPTION_KEYS)).split()),
        language=subtag,
        sections=sections,
        meta=_meta(front.values),
        facets=dict(sorted((automatic_facets(admitted.path, subtag, sections) | _facets(front.values)).items())),
        canonical=_first(front.values, _CANONICAL_KEYS),
        notices=front.notices,
    )


def _first(values: Mapping[str, Value], keys: tuple[str, ...]) -> str:
    """Return the first string among the keys' values, or an empty one."""
    for key in keys:
        value = values.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def _facets(values: Mapping[str, Value]) -> dict[str, tuple[str, ...]]:
    facets = {}
    for key, value in values.items():
        items = [value] if isinstance(value, str) else value
        kept = {" ".join(item.split()) for item in items if len(item) <= _MAX_FACET_CHARS and "\n" not in item.strip()}
        kept.discard("")
        if kept and key not in _NO_FACETS | _PRESENTATION | _OURS and len(key) <= _MAX_FACET_CHARS:
            facets[key] = tuple(sorted(kept)[:_MAX_FACET_VALUES])
    return facets


def _meta(values: Mapping[str, Value]) -> dict[str, str]:
    """Return the single values that are no facets: dates, slugs, long strings."""
    return {
        key: " ".join(value.split())[:_MAX_META_CHARS]
        for key, value in sorted(values.items())
        if isinstance(value, str) and key not in _KNOWN and (key in _NO_FACETS or len(value) > _MAX_FACET_CHARS)
    }


def _page_heading(blocks: list[Block], at: int, otherwise: str) -> Heading | None:
    """Return the heading right below the site's, if it is the page's title: none is higher, and it says the same.

    Args:
        blocks: The page without the site's heading.
        at: Where that stood.
        otherwise: The page's title in its front matter or in a sidebar.
    """
    heading = blocks[at] if at < len(blocks) else None
    if not isinstance(heading, Heading) or any(isinstance(b, Heading) and b.level < heading.level for b in blocks):
        return None
    return heading if not otherwise or slugify(otherwise) == slugify(heading.title) else None


def _title_heading(blocks: list[Block], given: str) -> Heading | None:
    """Return the heading that is the page's title; None if there is none.

    It is the first of level 1, unless it is one version or date of several: a change log is called by its file. A page
    without a heading of level 1, and without a title in its front matter, has as its title a heading that begins the
    page and is the only one of its level, as in books with chapters of level 2.
    """
    headings = [block for block in blocks if isinstance(block, Heading)]
    if not headings:
        return None
    first, highest = headings[0], min(heading.level for heading in headings)
    equals = [heading for heading in headings if heading.level == highest]
    if highest > 1:
        return first if not given and blocks[0] is first and equals == [first] else None
    if len(equals) > 1 and _is_version(first.title):
        return None
    if equals[0] is not first:
        return None if given else equals[0]
    is_one_of_many = len(equals) > 1 and given and slugify(first.title) != slugify(given)
    return None if is_one_of_many else first


def _is_version(title: str) -> bool:
    """Tell whether a heading names nothing but a version or a date.

    >>> _is_version("v1.7.1 (2023-01-09)"), _is_version("2023-01-09"), _is_version("HTTP 1.1"), _is_version("404")
    (True, True, False, False)
    """
    words = re.findall(r"\w[\w.+-]*", title.lower())
    named = all(word.lstrip("v")[:1].isdigit() or word in ("v", "version", "release") for word in words)
    return named and any(re.search(r"\d[.-]\d", word) for word in words)


def _has_content(blocks: list[Block], top: Heading | None) -> bool:
    return any(
        _WORD.search(block.title if isinstance(block, Heading) else block) for block in blocks if block is not top
    )


def _sections(
    blocks: list[Block], top: Heading | None, title: str, given: str, first_ids: list[str]
) -> tuple[Section, ...]:
    """Nest headings by their levels; text before the first belongs to the page's own section."""
    anchors, slugs = Anchors(), Anchors()
    """Those of the page, and those that GitHub would make: the second `Usage` is `usage-1`."""
    root = [f"# {title}"] if top is None and given else []
    drafts: list[tuple[Heading | None, list[str], list[str]]] = [(None, root, first_ids)]
    for block in blocks:
        if isinstance(block, str):
            drafts[-1][1].append(block)
        elif block is top and len(drafts) == 1:
            drafts[0] = (block, [*drafts[0][1], block.line], [*first_ids, *block.ids])
        else:
            drafts.append((block, [block.line], block.ids))
    sections: list[Section] = []
    open_levels = [(0, title)]
    for (heading, parts, _), symbols in zip(
        drafts, _symbols((heading for heading, _, _ in drafts), title), strict=True
    ):
        text = "\n\n".join(parts)
        if not sections:
            anchor = heading.anchor if heading else ""
            if heading:
                slugs.numbered(slugify(heading.slug_text), 1)
            sections.append(Section(0, anchor, heading.title if heading else title, "page", text, symbols))
            if anchor:
                anchors.claim(anchor, title, (), "")
            continue
        assert heading is not None
        while len(open_levels) > 1 and open_levels[-1][0] >= heading.level:
            open_levels.pop()
        parents = tuple(name for _, name in open_levels)
        own = heading.anchor if anchors.is_free(heading.anchor) else ""  # it may be the id below an empty heading
        anchor = anchors.claim(own or slugs.numbered(slugify(heading.slug_text), 1), heading.title, parents, text)
        sections.append(Section(len(open_levels), anchor, heading.title, "heading", text, symbols))
        open_levels.append((heading.level, heading.title))
    return _with_aliases(sections, [(at, name) for at, (_, _, ids) in enumerate(drafts) for name in ids])


def _symbols(headings: Iterable[Heading | None], title: str) -> list[tuple[Symbol, ...]]:
    """Return what each heading declares; the text before the first one declares nothing."""
    said = []
    for heading in headings:
        one = (symbol_in_code(heading.title, heading.code) or symbol_in_text(heading.title)) if heading else None
        said.append((heading.level if heading else 0, heading.title if heading else "", (one,) if one else ()))
    return with_owners(said, title)


def _with_aliases(sections: list[Section], ids: list[tuple[int, str]]) -> tuple[Section, ...]:
    """Add to each section the ids in its text that are no section's anchor, each once."""
    taken = {section.anchor for section in sections}
    aliases: list[list[str]] = [[] for _ in sections]
    for at, name in ids[:_MAX_ALIASES]:
        if name not in taken:
            taken.add(name)
            aliases[at].append(name)
    return tuple(
        replace(section, aliases=tuple(names)) if names else section
        for section, names in zip(sections, aliases, strict=True)
    )


def page_title(given: str, heading: str, in_sidebar: str, path: str) -> str:
    """Return a page's title.

    >>> page_title("", "", "", "01-guide/getting_started.md")
    'Getting started'
    >>> page_title("Overview", "", "", "networking/index.md")
    'Networking: Overview'
    """
    title = given or heading or in_sidebar
    folders, name = path.split("/")[:-1], path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    folder = readable(folders[-1]) if folders else ""
    if not title:
        return folder if folder and name.lower() in _INDEX_NAMES else readable(name)
    if folder and title.strip().lower() in _GENERIC_TITLES and folder.lower() != title.strip().lower():
        return f"{folder}: {title}"
    return title


def is_home(path: str) -> bool:
    """Tell whether a path is that of a docset's first page.

    >>> is_home("README.md"), is_home("guide/index.md")
    (True, False)
    """
    return path.rsplit(".", 1)[0].lower() in _INDEX_NAMES


def readable(name: str) -> str:
    """Return the name of a file or folder in readable form.

    >>> readable("02-error_handling"), readable("(tabs)"), readable("API")
    ('Error handling', 'Tabs', 'API')
    """
    words = " ".join(re.split(r"[-_\s]+", _ORDER_PREFIX.sub("", name).strip("()[]_ ")))
    return (words[:1].upper() + words[1:]) if words else name
