"""Parse an HTML page into a Page.

In:    Admitted, with the page's tree, which is taken apart.
Out:   A Page with its section tree; or a Rejection, `no_content`, when its main content has no text.
Rules: all of the content is kept and none of the chrome. The sections' texts, joined by blank lines, are the page's
       Markdown.

Strategy: phases change the tree in place, in the order in which this module calls them. The docstring of each says what
it does. After them hold, one after the other:

1. Find (`repeated`, `content`): one element holds the content, and little else.
2. Show (`widgets`, `strip_unseen`): all that is left is text, or marks up text; nothing is hidden.
3. Mend (`lists`, `code_blocks`, `headings`, `tables`): what a reader takes for a list, code, a heading or a table is
   one.
4. Strip (`chrome`, `labels`, `contents`): code is out of the tree, each heading has its ids and its title, and neither
   chrome nor a list of the page's headings is left.
5. Simplify (`call_outs`, `links`, `inline`): inline elements are those that Markdown has.
6. Rebuild (`blocks`), write (`markdown_writer`), cut (`sections`): the content is a tree of blocks, then Markdown with
   marks where sections begin, then sections.

Why:   docs/decisions/0003
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pinax_builder.parse.html.blocks import Rebuilder
from pinax_builder.parse.html.chrome import strip_chrome, strip_menu_cells, strip_unseen
from pinax_builder.parse.html.code_blocks import gather_code, take_code_blocks
from pinax_builder.parse.html.content import (
    Repeated,
    drop_repeated,
    drop_skipped,
    find_main,
    find_roots,
    take_in_asides,
    unlink_title,
)
from pinax_builder.parse.html.contents import drop_empty_labels, strip_contents
from pinax_builder.parse.html.faults import count_shown, find_faults, find_sections
from pinax_builder.parse.html.headings import make_headings
from pinax_builder.parse.html.inline import quote_call_outs, rewrite_links, simplify_inline, unfold_call_outs
from pinax_builder.parse.html.labels import (
    assign_aliases,
    choose_title,
    find_aliases,
    headings_above,
    label_headings,
    take_permalinks,
    unite_titles,
)
from pinax_builder.parse.html.lists import mend_lists
from pinax_builder.parse.html.markdown_writer import write_markdown
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.pagefind import PagefindFacts, drop_ignored, is_prepared, mark_weights, read_attributes
from pinax_builder.parse.html.platforms import Platform, platform_of
from pinax_builder.parse.html.platforms.rdoc import take_in_relations
from pinax_builder.parse.html.sections import cut_sections
from pinax_builder.parse.html.tables import arrange_tables
from pinax_builder.parse.html.widgets import write_widgets
from pinax_builder.parse.page_facts import PageFacts, automatic_facets, language_of_path, read_facts, says_something
from pinax_builder.parse.plain_text import raw_text
from pinax_builder.records import Admitted, Page, Rejection, Section
from pinax_builder.words import words_of

_NUMBER = "0123456789. "
"""Characters of a chapter's number and behind it."""


def parse_html(admitted: Admitted, repeated: Repeated | None = None) -> Page | Rejection:
    """Parse one HTML page.

    Args:
        admitted: The page; its tree is taken apart.
        repeated: What most pages of the docset have in common, where that is known.

    Raises:
        ValueError: The gate admitted the page without a tree.
    """
    tree = admitted.tree
    if tree is None:
        raise ValueError(f"{admitted.url}: an HTML page without a tree")
    known = repeated if repeated is not None else Repeated()
    facts = read_facts(tree, known.title_parts if known.is_known else None)
    page = PageTree(tree)
    prepared = is_prepared(page)
    attributes = read_attributes(tree) if prepared else PagefindFacts()
    platform = platform_of(page, facts.generators)
    is_compared = admitted.is_compared and not prepared
    headings = find_sections(tree) if is_compared else []
    page.passed = [("", raw_text(tree))] if is_compared and admitted.is_traced else []
    if not prepared:
        unlink_title(page, admitted.url)
        take_in_relations(page)
        drop_skipped(page)
        page.note("skipped navigation")
    roots = find_roots(page, platform)
    named = list(dict.fromkeys(root for css, found in roots.items() if css != "body" for root in found))
    if not prepared:
        drop_repeated(page, known, named)
        page.note("repeated text")
    shown = count_shown(tree, admitted.url, headings, named) if is_compared else None
    main, was_marked = find_main(page, roots, known.headings, may_be_marked=prepared)
    if not prepared:
        take_in_asides(page, main, known)
    page.enter(main)
    page.note("outside the content")
    if prepared:
        drop_ignored(page)
    sections = _sections(page, platform, admitted.url, facts, prepared, known)
    if not any(section.text for section in sections):
        return Rejection(admitted.url, "parse", "no_content", "The page's main content holds no text.")
    meta = dict(attributes.meta)
    title = meta.get("title") or sections[0].title
    language = facts.language or language_of_path(admitted.path)
    facets = automatic_facets(admitted.path, language, sections)
    return Page(
        url=admitted.url,
        path=admitted.path,
        title=title,
        description=meta.get("description") or _description(facts, admitted.path, sections, known),
        language=language,
        sections=sections,
        meta=meta,
        facets={**facets, **attributes.facets},
        canonical=facts.canonical,
        marks_body=was_marked,
        faults=find_faults(shown, sections, page.passed) if shown else (),
        is_compared=shown is not None,
    )


def _description(facts: PageFacts, path: str, sections: Sequence[Section], repeated: Repeated) -> str:
    """Return the description in a page's head; empty if other pages have it, or if a sentence of the page says more."""
    is_own = facts.description not in repeated.descriptions
    says = len(sections) == 1 or says_something(facts.description, facts.whole_title, path)
    return facts.description if is_own and says else ""


def _sections(
    page: PageTree,
    platform: Platform | None,
    url: str,
    facts: PageFacts,
    weighted: bool,
    repeated: Repeated,
) -> tuple[Section, ...]:
    """Make sections of a page's content, phase by phase; the order matters."""
    write_widgets(page)
    strip_unseen(page)
    page.note("hidden")
    mend_lists(page)
    gather_code(page)
    make_headings(page, platform, facts.head_title, url)
    strip_menu_cells(page)
    unfold_call_outs(page)
    arrange_tables(page, platform)
    page.note("structure")
    blocks = take_code_blocks(page)  # early, since code holds most of the elements of many pages
    page.note("code")
    permalinks = take_permalinks(page)
    strip_chrome(page, platform, url)
    page.note("chrome by name")
    unite_titles(page.content, permalinks)
    labels = label_headings(permalinks)
    strip_contents(page.content, labels, url.rpartition("/")[2])
    drop_empty_labels(page.content)
    page.note("contents")
    title = choose_title(labels, facts, url, page.content, repeated)
    aliases = find_aliases(page.content, labels)
    quote_call_outs(page, facts.language)
    weights = mark_weights(page) if weighted else []
    rewrite_links(page, url, facts.base)
    simplify_inline(page, platform)
    rebuilder = Rebuilder(labels)
    root = rebuilder.rebuild(page.content)
    page_aliases = assign_aliases(aliases, rebuilder.opened, rebuilder.marks)
    no_titles = repeated.headings | headings_above(labels, title)
    first, *others = cut_sections(
        write_markdown(root, blocks), rebuilder.marks, weights, title, page_aliases, no_titles
    )
    words = first.title.lstrip(_NUMBER)
    number = first.title.removesuffix(words).strip(" .")
    is_of_manual = number != "" and number not in words_of(title) and title.endswith(f": {words}")  # not on most pages
    is_common = facts.whole_title in repeated.titles and title.startswith(f"{first.title}: ")
    if is_of_manual or is_common or first.title in repeated.beginnings:
        first = replace(first, title=title)
    return first, *others
