"""Offer addresses, prompts and completions to clients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote

from pinax_runtime.search import FULL, Docset, Library, Shelf, document_id, section_id
from pinax_runtime.tools import (
    DEFAULT_CEILING,
    Argument,
    ToolError,
    ToolReply,
    ToolRequest,
    answered,
    bundle_reply,
    check_arguments,
    check_docs,
    choose_tools,
    compact,
    did_you_mean,
    invalid_args,
    list_sections,
    not_found,
    quoted,
    string,
)

# Complete what a person types: names of docsets, pages and sections.

MAX_VALUES = 100
"""Number of values that one completion returns; the protocol allows no more."""
_SEARCHED_PAGES = 20
"""Number of pages that a search offers if no path begins with what was typed."""


def complete(library: Library, argument: str, typed: str, known: Mapping[str, str], *, as_ids: bool) -> list[str]:
    """Return the values of an argument that complete what was typed.

    Args:
        library: The library to look in.
        argument: docs, page or section; other arguments have no completion.
        typed: What was typed so far.
        known: Values of the arguments docs and page that were chosen before.
        as_ids: Whether to return pages as ids (`docset:path`) instead of paths in the chosen docset.
    """
    if argument == "docs":
        return _matching(typed, library.docsets)
    docsets = [docset for name, docset in library.docsets.items() if name == known.get("docs") or not known.get("docs")]
    if argument == "page":
        ids = _pages(library, docsets, typed)
        return list(dict.fromkeys(ids if as_ids else (page.partition(":")[2] for page in ids)))[:MAX_VALUES]
    if argument == "section":
        return _sections(library, docsets, known.get("page", ""), typed.removeprefix("#"))
    return []


def _matching(typed: str, known: Iterable[str]) -> list[str]:
    """Return the names that begin with what was typed, then the names that contain it."""
    folded = typed.casefold()
    holding = [name for name in known if folded in name.casefold()]
    return sorted(holding, key=lambda name: not name.casefold().startswith(folded))[:MAX_VALUES]


def _pages(library: Library, docsets: list[Docset], typed: str) -> list[str]:
    """Return the ids of pages whose paths begin with what was typed; of those that a search finds if there are none."""
    pages = [page for docset in docsets for page in islice(_pages_in(docset, typed), MAX_VALUES)]
    if pages or not docsets or not typed.strip() or "://" in typed:
        return pages
    names = [docset.name for docset in docsets]
    hits = library.search(typed, limit=_SEARCHED_PAGES, docs=names, excerpt_chars=0).hits
    return [document_id(hit.docset, library.docsets[hit.docset].entry.url, hit.url) for hit in hits]


def _pages_in(docset: Docset, typed: str) -> Iterator[str]:
    """Yield the ids of a docset's pages that what was typed may begin: as an id, a URL or a path."""
    base, own = docset.entry.url, f"{docset.name}:"
    if typed.startswith(own):
        path = typed.removeprefix(own)
    elif base and typed.startswith(base):
        path = typed.removeprefix(base)
    elif own.startswith(typed) or (base and base.startswith(typed)):
        path = ""
    elif "://" in typed:  # a page of another docset
        return
    else:
        path = typed.removeprefix("/")
    for segment in docset.segments:
        for number in segment.span_of_pages(base + path):
            yield own + segment.page(number).url.removeprefix(base)


def _sections(library: Library, docsets: list[Docset], page: str, typed: str) -> list[str]:
    document = library.find(page, [docset.name for docset in docsets]) if page else None
    if document is None:
        return []
    folded = typed.casefold()
    nodes = [node for node in document.nodes() if node.index and node.anchor]
    by_anchor = _matching(typed, (node.anchor for node in nodes))
    by_title = [node.anchor for node in nodes if folded in node.title.casefold()]
    return list(dict.fromkeys([*by_anchor, *by_title]))[:MAX_VALUES]


# Write prompts: tasks that a person chooses, each with the steps through the tools.

DOCS = string("docs", "Name of the docset to look in; all of them if left out", max_chars=200)
"""The argument that limits a prompt to one docset."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt. A server offers it only with the tools that it names."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    texts: Mapping[str, str]
    """Group of tools → the text, with a place for each argument: `{page}` as it was given, `{page_json}` as JSON."""
    is_offered: Callable[[Library], bool] = lambda _library: True
    """As that of a tool."""


def choose_prompts(group: str = "all") -> tuple[Prompt, ...]:
    """Return the prompts for a server that offers a group of tools."""
    return tuple(prompt for prompt in PROMPTS if group == "all" or group in prompt.texts)


def write_prompt(
    library: Library, name: str, given: Mapping[str, Any] | None, group: str = "all"
) -> tuple[Prompt, str]:
    """Return a prompt and its text for the given arguments.

    Raises:
        ToolError: invalid_args for an unknown prompt or wrong arguments; not_found for an unknown docset.
    """
    named = {prompt.name: prompt for prompt in choose_prompts(group)}
    prompt = named.get(name)
    if prompt is None:
        raise invalid_args(f"No prompt {quoted(name, 40)}.{did_you_mean(name, named)} There are: {', '.join(named)}.")
    checked = check_arguments(name, prompt.arguments, given)
    docs = [checked["docs"]] if checked.get("docs") else []
    check_docs(library, docs)
    checked["goal"] = checked.get("goal") or "Say what the page is for, and what a reader has to know."
    within = f"docs {compact(docs)}"
    places = {"with_docs": f", with {within}" if docs else "", "and_docs": f" and {within}" if docs else ""}
    for argument in checked.keys() - {"docs"}:
        places[argument] = checked[argument].strip()
        places[f"{argument}_json"] = compact(checked[argument])
    return prompt, prompt.texts["tree" if group == "all" else group].format_map(places)


PROMPTS = (
    Prompt(
        "research",
        "Answer from the documentation",
        "Search, look at outlines, read the sections that matter, and answer with sources",
        (string("question", "What to find out", required=True, max_chars=4_000), DOCS),
        {
            "pages": """\
Answer from the documentation, not from memory:

{question}

1. search_pages for the words and names that matter{with_docs}. If nothing fits, use other words.
2. get_page for the best hits, with the #anchor of the section that a hit names. Go on with the cursor where what you \
need was cut.
3. Answer with what you read, and cite its Source lines. Say what the documentation does not tell.""",
            "tree": """\
Answer from the documentation, not from memory:

{question}

1. search_documents for the words and names that matter{with_docs}. If nothing fits, use other words.
2. get_tree for a page that looks right and is long: its outline shows what else belongs to the answer.
3. get_node_content for the sections you need, up to ten at once; navigate_tree for a section with all \
below it.
4. Answer with what you read, and cite its Source lines. Say what the documentation does not tell.""",
        },
    ),
    Prompt(
        "read",
        "Read a page",
        "Go through one page by its outline, and read only what matters",
        (
            string("page", "The page's URL or id", required=True, max_chars=2_000),
            string("goal", "What to read it for", max_chars=4_000),
        ),
        {
            "pages": """\
Read a page of documentation for this:

{goal}

1. get_page with url {page_json}, and on with the cursor until you have what you need.
2. Cite the Source lines of what you use.""",
            "tree": """\
Read a page of documentation for this:

{goal}

1. get_tree with doc_id {page_json}: see which sections there are and how long they are.
2. get_node_content for the sections that matter, navigate_tree for one with all below it.
3. Cite the Source lines of what you use.""",
        },
    ),
    Prompt(
        "explain_symbol",
        "Explain a function, class or option",
        "Find where a name is defined, read that, and show how it is used",
        (string("symbol", "A name, such as asyncio.gather", required=True, max_chars=300), DOCS),
        {
            "tree": """\
Explain from the documentation and code what this is and how it is used:

{symbol}

1. find_symbol with query {symbol_json}{and_docs}. Of several definitions take the public one whose name fits best, \
and say which.
2. navigate_tree with the id of its section.
3. search_documents for the name, to find where it is used.
4. Give its signature, what it does, an example, and the Source lines.""",
        },
        is_offered=Library.has_symbols,
    ),
)
"""Every prompt, in the order in which people see them."""


# Read resources: docsets, pages and sections by address, for clients that attach documents.
#
#     docs://DOCSET               the docset's sections and how many pages each has, as JSON
#     docs://DOCSET/PAGE          a page as Markdown
#     docs://DOCSET/PAGE#SECTION  a section of the page with everything below

READ = "resources/read"
"""The protocol's method for reading a resource; the log names such calls so."""
SCHEME = "docs://"
"""Start of every address."""
PAGE_TEMPLATE = SCHEME + "{docs}/{+page}"
"""Template of the address of a page."""
SECTION_TEMPLATE = PAGE_TEMPLATE + "{#section}"
"""Template of the address of a section."""
JSON, MARKDOWN = "application/json", "text/markdown"


def uri_of(docset: str) -> str:
    """Return the address of a docset. There are too many pages to list; templates lead to these."""
    return SCHEME + quote(docset, safe="")


def kind_of(uri: str) -> str:
    """Return the media type of the resource at a URI.

    >>> kind_of("docs://python"), kind_of("docs://python/library/json.html")
    ('application/json', 'text/markdown')
    """
    return MARKDOWN if "/" in uri.removeprefix(SCHEME) else JSON


def read_resource(library: Library | Shelf, uri: str, *, ceiling: int = DEFAULT_CEILING) -> ToolReply:
    """Read a resource.

    Args:
        library: The library to answer from, or a shelf that holds the present one.
        uri: The address of the resource.
        ceiling: Longest text (tokens).
    """
    return answered(library, READ, uri, lambda present: _read(present, uri, ceiling))


def _read(library: Library, uri: str, ceiling: int) -> ToolReply:
    if not uri.startswith(SCHEME):
        raise not_found(f"No resource {quoted(uri)}. Addresses are {SCHEME}DOCSET and {SCHEME}DOCSET/PAGE#SECTION.")
    given, slash, rest = uri.removeprefix(SCHEME).partition("/")
    docs = unquote(given)
    check_docs(library, [docs])
    if not slash:
        return list_sections(_request(library, "list_sections", {"docs": [docs]}, ceiling))
    try:
        return _page(library, docs, rest, ceiling)
    except ToolError as error:
        if error.code != "not_found" or unquote(rest) == rest:
            raise
        # Some clients escape characters that the page's URL has as they are.
        return _page(library, docs, unquote(rest), ceiling)


def _page(library: Library, docs: str, rest: str, ceiling: int) -> ToolReply:
    path, _, anchor = rest.partition("#")
    url = section_id(f"{docs}:{path}", anchor)
    request = _request(library, "get_page", {"url": url, "docs": [docs], "links": FULL}, ceiling)
    return bundle_reply(request, f' in get_page with url {quoted(url, 500)}, docs ["{docs}"] and links "{FULL}"')


def _request(library: Library, name: str, arguments: dict[str, object], ceiling: int) -> ToolRequest:
    tool = next(tool for tool in choose_tools() if tool.name == name)
    checked = check_arguments(name, tool.arguments, arguments)
    return ToolRequest(name, library, checked, ceiling, ceiling)
