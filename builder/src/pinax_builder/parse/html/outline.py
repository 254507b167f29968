"""Cut a page's Markdown into its sections.

In:    The Markdown with a mark where each section opens and each definition closes, and what each mark stands for.
Out:   Sections in document order; their texts joined by blank lines are the page's Markdown.
Rules: the first heading belongs to the page's own section, if nothing but it can be the page's title. What follows a
       definition, and belongs to what the definition stands in, is a section of its own kind, "more".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pinax_builder.parse.slugs import Anchors, slugify
from pinax_builder.records import Section, SectionKind, Symbol, Weighted

MARK_OPEN, MARK_CLOSE = "\ue000", "\ue001"
WEIGHT_OPEN, WEIGHT_CLOSE = "\ue002", "\ue003"
"""Private-use characters; the page's own are removed before conversion."""

PARTS = 3
"""A page with so many h1 is made of parts, of which the first is no title of the others."""

_ERASED = re.compile(f"[{MARK_OPEN}{MARK_CLOSE}{WEIGHT_OPEN}{WEIGHT_CLOSE}]")
_MARK = re.compile(f"{MARK_OPEN}(\\d+){MARK_CLOSE}")
_WEIGHT = re.compile(f"{WEIGHT_OPEN}(\\d+){WEIGHT_CLOSE}")
_WEIGHT_LINE = re.compile(f"(?:^|(?<=\\n))(?:{WEIGHT_OPEN}\\d+{WEIGHT_CLOSE})+\\n+")


@dataclass(frozen=True, slots=True)
class Opening:
    """A section begins here."""

    kind: SectionKind
    level: int
    """Of the heading, 1 to 6; 0 for a definition, which is as deep as what it stands in makes it."""
    anchor: str
    title: str
    symbols: tuple[Symbol, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other ids that lead here."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The innermost open definition ends here."""


Mark = Opening | Closing


@dataclass(slots=True)
class _Draft:
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
    """Take the characters that our marks are made of out of a page's own text."""
    return _ERASED.sub("", text)


def cut_sections(
    markdown: str, marks: list[Mark], weights: list[Weighted], fallback_title: str, aliases: tuple[str, ...] = ()
) -> tuple[Section, ...]:
    """Cut marked Markdown into sections.

    Args:
        markdown: The page's Markdown with its marks.
        marks: What the marks stand for, by number.
        weights: What the weight marks stand for, by number.
        fallback_title: The page's title where no heading gives it.
        aliases: Ids that lead to what stands before the first mark.

    Returns:
        At least one section; the first has depth 0.
    """
    head, *rest = _MARK.split(markdown)
    pieces = [(marks[int(number)], text) for number, text in zip(rest[::2], rest[1::2], strict=True)]
    root, pieces = _root(head, pieces, fallback_title)
    root.aliases = (*aliases, *root.aliases)
    drafts = [root]
    drafts.extend(_drafts(pieces, root.title))
    for draft in drafts:
        _take_weights(draft, weights)
    kept = [draft for draft in drafts if draft.depth == 0 or draft.kind != "more" or draft.text]
    return tuple(_finish(kept))


def _root(head: str, pieces: list[tuple[Mark, str]], fallback_title: str) -> tuple[_Draft, list[tuple[Mark, str]]]:
    """Make the page's own section, with its heading if that comes first."""
    first, text = pieces[0] if pieces else (Closing(), "")
    levels = [mark.level for mark, _ in pieces if isinstance(mark, Opening) and mark.level]
    if isinstance(first, Opening) and _is_title(first, levels, fallback_title, _WEIGHT.sub("", head).strip()):
        joined = f"{head.strip()}\n\n{text.strip()}".strip()
        return _Draft(
            "page", 0, first.anchor, first.title or fallback_title, joined, (), first.symbols, first.aliases
        ), pieces[1:]
    return _Draft("page", 0, "", fallback_title, head.strip(), ()), pieces


def _is_title(first: Opening, levels: list[int], head_title: str, before: str) -> bool:
    """Tell whether the first heading is the page's own: an h1, or what nothing stands before and nothing rivals."""
    if first.level == 1 and levels.count(1) >= PARTS:
        return slugify(first.title) == slugify(head_title)
    if first.kind != "heading" or first.level == 1:
        return first.level == 1
    if before:
        return False
    only_one = levels.count(first.level) == 1 and first.level == min(levels)
    own, head = slugify(first.title), slugify(head_title)
    return only_one or own == head or head.startswith(f"{own}-") or head.endswith(f"-{own}")


def _drafts(pieces: Iterable[tuple[Mark, str]], page_title: str) -> Iterable[_Draft]:
    """Nest the sections: headings by level, definitions by where they stand."""
    stack: list[tuple[int, str]] = []  # (level, or 0 for a definition; title), outermost first
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
    return (page_title, *(title for _, title in stack))


def _take_weights(draft: _Draft, weights: list[Weighted]) -> None:
    """Move the weight marks out of a section's text."""
    if WEIGHT_OPEN not in draft.text:
        return
    draft.weighted.extend(weights[int(number)] for number in _WEIGHT.findall(draft.text))
    draft.text = _WEIGHT.sub("", _WEIGHT_LINE.sub("", draft.text)).strip()


def _finish(drafts: list[_Draft]) -> Iterable[Section]:
    """Hand out the anchors: real ids first, so that none of ours takes one."""
    anchors = Anchors()
    for draft in drafts:
        if draft.kind != "more" and (draft.anchor or draft.depth):
            draft.anchor = anchors.claim(draft.anchor, draft.title, draft.parents, draft.text)
    known = {draft.anchor for draft in drafts}
    for draft in drafts:
        aliases = tuple(alias for alias in dict.fromkeys(draft.aliases) if alias not in known)
        known.update(aliases)
        weighted = tuple(draft.weighted)
        yield Section(draft.depth, draft.anchor, draft.title, draft.kind, draft.text, draft.symbols, weighted, aliases)
