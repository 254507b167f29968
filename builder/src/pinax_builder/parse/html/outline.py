"""Cut a page's Markdown into its sections.

In:    The Markdown with a mark where each section opens and each definition closes, and what each mark stands for.
Out:   Sections in document order; their texts joined by blank lines are the page's Markdown.
Rules: the first heading belongs to the page's own section if it is the page's title. Text after the end of a
       definition belongs to the section around the definition; it becomes a section of the kind "more".
Why:   docs/decisions/0005
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pinax_builder.parse.html.long_sections import MAX_WORDS, cut_long
from pinax_builder.parse.slugs import Anchors, slugify
from pinax_builder.records import Section, SectionKind, Symbol, Weighted

MARK_OPEN, MARK_CLOSE = "\ue000", "\ue001"
"""Private-use characters around a section mark's number; the page's own are erased before conversion."""
WEIGHT_OPEN, WEIGHT_CLOSE = "\ue002", "\ue003"
"""Private-use characters around a weight mark's number; the page's own are erased before conversion."""

MIN_H1_OF_CHAPTERS = 3
"""Number of `h1` from which on they are a page's chapters, so that the first is not the page's title."""

_ERASED = re.compile(f"[{MARK_OPEN}{MARK_CLOSE}{WEIGHT_OPEN}{WEIGHT_CLOSE}]")
_WEIGHT = re.compile(f"{WEIGHT_OPEN}(\\d+){WEIGHT_CLOSE}")
_WEIGHT_LINE = re.compile(f"(?:^|(?<=\\n))(?:{WEIGHT_OPEN}\\d+{WEIGHT_CLOSE})+\\n+")


@dataclass(slots=True)
class Opening:
    """A section begins here."""

    kind: SectionKind
    level: int
    """Level of the heading, 1 to 6; 0 for a definition, whose depth is that of the section around it plus one."""
    anchor: str
    title: str
    symbols: tuple[Symbol, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other ids that lead into the section; filled in when all marks are known."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The innermost open definition ends here."""


Mark = Opening | Closing


@dataclass(slots=True)
class _Draft:
    """A section before its anchor is claimed."""

    kind: SectionKind
    depth: int
    anchor: str
    title: str
    text: str
    parents: tuple[str, ...]
    symbols: tuple[Symbol, ...] = ()
    aliases: tuple[str, ...] = ()
    weighted: list[Weighted] = field(default_factory=list)


def erase_marks(text: str) -> str:
    """Remove from a page's own text the characters that marks are made of."""
    return _ERASED.sub("", text)


def cut_sections(
    markdown: str,
    marks: list[Mark],
    weights: list[Weighted],
    fallback_title: str,
    aliases: tuple[str, ...] = (),
    no_titles: frozenset[str] = frozenset(),
) -> tuple[Section, ...]:
    """Cut marked Markdown into sections.

    Args:
        markdown: The page's Markdown with its marks.
        marks: The meaning of each section mark, by number.
        weights: The meaning of each weight mark, by number.
        fallback_title: The page's title if no heading is its title.
        aliases: Ids that lead to the text before the first mark.
        no_titles: Headings that most pages of the docset have, and none is the title of.

    Returns:
        At least one section; the first has depth 0.
    """
    head, *rest = markdown.split(MARK_OPEN)
    pieces = [(marks[int(number)], text) for number, _, text in (piece.partition(MARK_CLOSE) for piece in rest)]
    root, pieces = _root(head, pieces, fallback_title, no_titles)
    root.aliases = (*aliases, *root.aliases)
    drafts = [root]
    drafts.extend(_drafts(pieces, root.title))
    for draft in drafts:
        _take_weights(draft, weights)
    kept = [draft for draft in drafts if draft.depth == 0 or draft.kind != "more" or draft.text]
    return tuple(_finish([part for draft in kept for part in _parts(draft)]))


def _parts(draft: _Draft) -> Iterable[_Draft]:
    """Yield a section, or the parts of one that is too long, of which the first has all that leads to it."""
    if len(draft.text) <= MAX_WORDS:  # as most; no word is shorter than a character
        yield draft
        return
    title = draft.title or (draft.parents[-1] if draft.parents else "")
    first, *rest = cut_long(draft.text, title)
    yield draft if not rest else replace(draft, text=first.text)
    is_within = draft.kind != "more"
    parents = (*draft.parents, draft.title) if is_within else draft.parents
    for part in rest:
        yield _Draft("heading", draft.depth + is_within, "", part.title, part.text, parents)


def _root(
    head: str, pieces: list[tuple[Mark, str]], fallback_title: str, no_titles: frozenset[str]
) -> tuple[_Draft, list[tuple[Mark, str]]]:
    """Make the page's own section, which takes in the first heading if that is the title.

    Returns:
        The section, and the pieces that are left.
    """
    first, text = pieces[0] if pieces else (Closing(), "")
    levels = [mark.level for mark, _ in pieces if isinstance(mark, Opening) and mark.level]
    is_own = isinstance(first, Opening) and first.title not in no_titles
    if (
        isinstance(first, Opening)
        and is_own
        and _is_title(first, levels, fallback_title, _WEIGHT.sub("", head).strip())
    ):
        joined = f"{head.strip()}\n\n{text.strip()}".strip()
        return _Draft(
            "page", 0, first.anchor, first.title or fallback_title, joined, (), first.symbols, first.aliases
        ), pieces[1:]
    return _Draft("page", 0, "", fallback_title, head.strip(), ()), pieces


def _is_title(first: Opening, levels: list[int], head_title: str, before: str) -> bool:
    """Return whether the first heading is the page's title.

    An `h1` is, unless it is one of several chapters. Another heading of more than a letter is, if no text precedes it
    and it is the only one of the highest level, or if it is in the title of the page's `head`.
    """
    if first.level == 1 and levels.count(1) >= MIN_H1_OF_CHAPTERS:
        return slugify(first.title) == slugify(head_title)
    if first.kind != "heading" or first.level == 1:
        return first.level == 1
    if before or sum(map(str.isalnum, first.title)) <= 1:  # a letter of an index
        return False
    only_one = levels.count(first.level) == 1 and first.level == min(levels)
    own, head = slugify(first.title), slugify(head_title)
    return only_one or own == head or head.startswith(f"{own}-") or head.endswith(f"-{own}")


def _drafts(pieces: Iterable[tuple[Mark, str]], page_title: str) -> Iterable[_Draft]:
    """Nest the sections: headings by level, definitions in the section around them."""
    stack: list[tuple[int, str]] = []  # level (0 for a definition) and title of the open sections, outermost first
    for mark, text in pieces:
        if isinstance(mark, Closing):
            while stack and stack.pop()[0]:
                pass
            yield _Draft("more", len(stack) + 1, "", "", text.strip(), _parents(stack, page_title))
            continue
        if mark.level:
            while stack and stack[-1][0] >= mark.level:
                stack.pop()
        parents = _parents(stack, page_title)
        depth, text = len(stack) + 1, text.strip()
        yield _Draft(mark.kind, depth, mark.anchor, mark.title, text, parents, mark.symbols, mark.aliases)
        stack.append((mark.level, mark.title))


def _parents(stack: list[tuple[int, str]], page_title: str) -> tuple[str, ...]:
    return (page_title, *[title for _, title in stack])


def _take_weights(draft: _Draft, weights: list[Weighted]) -> None:
    """Move the weight marks out of a section's text."""
    if WEIGHT_OPEN not in draft.text:
        return
    draft.weighted.extend(weights[int(number)] for number in _WEIGHT.findall(draft.text))
    draft.text = _WEIGHT.sub("", _WEIGHT_LINE.sub("", draft.text)).strip()


def _finish(drafts: list[_Draft]) -> Iterable[Section]:
    """Claim an anchor for each section, then turn the drafts into sections.

    All anchors are claimed before any alias is, so that no alias takes a section's own anchor.
    """
    anchors = Anchors()
    for draft in drafts:
        if draft.kind != "more" and (draft.anchor or draft.depth):
            draft.anchor = anchors.claim(draft.anchor, draft.title, draft.parents, draft.text)
    known = {draft.anchor for draft in drafts}
    for draft in drafts:
        aliases: tuple[str, ...] = ()
        if draft.aliases:
            aliases = tuple(alias for alias in dict.fromkeys(draft.aliases) if alias not in known)
            known.update(aliases)
        weighted = tuple(draft.weighted)
        yield Section(draft.depth, draft.anchor, draft.title, draft.kind, draft.text, draft.symbols, weighted, aliases)
