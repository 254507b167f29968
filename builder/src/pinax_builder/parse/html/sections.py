"""Cut a page's Markdown into its sections, and sections that are too long into parts.

In:    The Markdown with a mark where each section opens and each definition closes, and what each mark stands for.
Out:   Sections in document order; their texts joined by blank lines are the page's Markdown, but for fences that end in
       one part and begin again in the next, and for the header of a table, which each part of it has.
Rules: - The first heading belongs to the page's own section if it is the page's title. Text after the end of a
         definition or box belongs to the section around that; it becomes a section of the kind "more".
       - A part of a long section ends before a rule or a line all in bold, where not more lines are all in code, as
         signatures are. Where there is neither, it ends between paragraphs, but not behind such a line or a colon,
         between list items or rows or, in code, at a blank line. The first part has the section's title,
         others one of their own or a number, such as `Options (2/5)`.
Why:   docs/decisions/0005
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pinax_builder.parse.slugs import Anchors, slugify
from pinax_builder.records import Section, SectionKind, Symbol, Weighted
from pinax_builder.words import count_words, has_more_words

MARK_OPEN, MARK_CLOSE = "\ue000", "\ue001"
"""Private-use characters around a section mark's number; the page's own are erased before conversion."""
WEIGHT_OPEN, WEIGHT_CLOSE = "\ue002", "\ue003"
"""Private-use characters around a weight mark's number; the page's own are erased before conversion."""
MIN_H1_OF_CHAPTERS = 3
"""Number of `h1` from which on they are a page's chapters, so that the first is not the page's title."""
_ERASED = re.compile(f"[{MARK_OPEN}{MARK_CLOSE}{WEIGHT_OPEN}{WEIGHT_CLOSE}]")
_WEIGHT = re.compile(f"{WEIGHT_OPEN}(\\d+){WEIGHT_CLOSE}")
_WEIGHT_LINE = re.compile(f"(?:^|(?<=\\n))(?:{WEIGHT_OPEN}\\d+{WEIGHT_CLOSE})+\\n+")
MAX_WORDS = 3_000
"""Number of words above which a section is cut."""
TARGET_WORDS = 1_500
"""Largest number of words of a part that has more than one block."""
MIN_WORDS = 250
"""Number of words below which a part does not end at a rule or a line in bold."""
MAX_TITLE_CHARS = 80
"""Largest length of a part's title (characters)."""
_MOST_WORDS = 1_400
"""Number of words of code after which it is cut at any line."""
_FENCE = re.compile(r"^ {0,3}(`{3,})")
_BULLET = re.compile(r"(?:[-*+]|\d+\.) ")
_BOLD_LINE = re.compile(r"\*\*([^*\n]+)\*\*:?")
_CODE_LINE = re.compile(r"(`+)[^`\n]+\1")
"""A line all in code, as a signature above its text."""
_LABEL = re.compile(r"\*\*[^\n]*\*\*:?|[^\n]{1,200}:")
"""A line in bold, or with a colon at its end, that says what stands below it."""
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
"""A link in such a line, of which the title has the text alone."""
_RULE = re.compile(r"^\s{0,3}([=\-*_~#])\1{9,}\s*$")
"""Line of ten or more equal signs, hyphens or the like, as before the chapters of Vim's help."""
_STARRED = re.compile(r"[*|]")
"""Signs around link targets and links in such texts."""
_WORD = re.compile(r"\w")


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
    boxes: int = 0
    """Number of boxes around it; it ends where the innermost of them does, and no section around that before."""


@dataclass(frozen=True, slots=True)
class Closing:
    """A box ends here, or the innermost open definition."""

    boxes: int = 0
    """Number of boxes that were open, this one included; 0 for a definition."""


Mark = Opening | Closing
_RULE_AT_END = "\n\n---"
"""A rule that parts a section from the next one, which begins anyway."""


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
        end = len(draft.text)
        while draft.text.endswith(_RULE_AT_END, 0, end):
            end -= len(_RULE_AT_END)
        draft.text = "" if draft.text[:end] == _RULE_AT_END.strip() else draft.text[:end]
    kept = [draft for draft in drafts if draft.depth == 0 or draft.kind != "more" or draft.text]
    return tuple(_finish([part for draft in kept for part in _parts(draft)]))


def _parts(draft: _Draft) -> Iterable[_Draft]:
    """Yield a section, or the parts of one that is too long, of which the first has all that leads to it."""
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
    """Nest the sections: headings by level, definitions and those of a box in the section around them."""
    stack: list[Opening] = []  # the open sections, outermost first
    for mark, text in pieces:
        if isinstance(mark, Closing):
            while mark.boxes and stack and stack[-1].boxes >= mark.boxes:
                stack.pop()
            while not mark.boxes and stack and stack.pop().level:
                pass
            yield _Draft("more", len(stack) + 1, "", "", text.strip(), _parents(stack, page_title))
            continue
        if mark.level:
            while stack and stack[-1].boxes >= mark.boxes and stack[-1].level >= mark.level:
                stack.pop()
        parents = _parents(stack, page_title)
        depth, text = len(stack) + 1, text.strip()
        yield _Draft(mark.kind, depth, mark.anchor, mark.title, text, parents, mark.symbols, mark.aliases)
        stack.append(mark)


def _parents(stack: list[Opening], page_title: str) -> tuple[str, ...]:
    return (page_title, *[section.title for section in stack])


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


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a section."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A piece of Markdown that is not cut further."""

    text: str
    words: int
    title: str = ""
    """Title of a part that begins with this block; empty if the block has none."""


def cut_long(text: str, title: str) -> list[Part]:
    """Cut a section's Markdown, if it is too long; a short one is one part."""
    if not has_more_words(text, MAX_WORDS):
        return [Part(title, text)]
    parts: list[tuple[str, list[str]]] = [("", [])]
    words = 0
    blocks = list(_blocks(text))
    signatures = sum(_CODE_LINE.fullmatch(block.text) is not None for block in blocks)
    has_titles = signatures <= sum(bool(block.title) for block in blocks)
    for block in blocks:
        is_titled = bool(block.title) and has_titles and words >= MIN_WORDS
        if parts[-1][1] and (is_titled or words + block.words > TARGET_WORDS):
            *rest, last = parts[-1][1]
            is_above = bool(rest) and not is_titled and (_CODE_LINE.fullmatch(last) or _LABEL.fullmatch(last))
            title_of_part = block.title if has_titles and not is_above else ""
            parts.append((title_of_part, [parts[-1][1].pop()] if is_above else []))
            words = sum(map(count_words, parts[-1][1]))
        parts[-1][1].append(block.text)
        words += block.words
    total = len(parts)
    return [
        Part(title if not number else (own or f"{title} ({number + 1}/{total})"), "\n\n".join(texts))
        for number, (own, texts) in enumerate(parts)
    ]


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of Markdown between which it may be cut."""
    for piece in _pieces(text.split("\n")):
        words = count_words(piece)
        if words > TARGET_WORDS and _FENCE.match(piece):
            yield from _blocks_of_code(piece)
        elif words > TARGET_WORDS and piece.startswith("|"):
            yield from _blocks_of_table(piece)
        elif words > TARGET_WORDS:
            yield from (_Block(item, count_words(item)) for item in _items(piece))
        else:
            bold = _BOLD_LINE.fullmatch(piece)
            is_title = bold is not None and len(bold[1]) <= MAX_TITLE_CHARS
            yield _Block(piece, words, _LINK.sub(r"\1", bold[1]).strip() if bold and is_title else "")


def _pieces(lines: list[str]) -> Iterator[str]:
    """Yield paragraphs, lists with all that is indented below them, and fenced code."""
    piece: list[str] = []
    fence = ""
    for line in lines:
        marker = _FENCE.match(line) if "```" in line else None
        if fence:
            fence = "" if line.strip() == fence else fence
        elif marker:
            fence = marker[1]
        begins = bool(piece) and not piece[-1] and not line.startswith((" ", "\t")) and line != ""
        if begins and (not fence or marker):
            yield "\n".join(piece).rstrip("\n")
            piece = []
        piece.append(line)
    if piece:
        yield "\n".join(piece).rstrip("\n")


def _items(piece: str) -> Iterator[str]:
    """Yield the items of a tight list; a paragraph is one item."""
    item: list[str] = []
    for line in piece.split("\n"):
        if item and _BULLET.match(line):
            yield "\n".join(item)
            item = []
        item.append(line)
    yield "\n".join(item)


def _blocks_of_table(piece: str) -> Iterator[_Block]:
    """Cut a table into several, each with its header."""
    lines = piece.split("\n")
    header, rows = lines[:2], list[str]()
    words = 0
    for row in lines[2:]:
        if rows and words + count_words(row) > TARGET_WORDS:
            yield _Block("\n".join((*header, *rows)), words)
            rows, words = [], 0
        rows.append(row)
        words += count_words(row)
    yield _Block("\n".join((*header, *rows)), words)


def _blocks_of_code(piece: str) -> Iterator[_Block]:
    """Cut fenced code into several: before rules; where a piece grows too long at a blank line, in the end at any."""
    opening, *lines, closing = piece.split("\n")
    code: list[str] = []
    words = 0
    title = ""
    for number, line in enumerate(lines):
        ahead = _title_after_rule(lines, number) if _RULE.match(line) else ""
        if code and (
            (ahead and words >= MIN_WORDS) or (words > TARGET_WORDS // 2 and not line.strip()) or words > _MOST_WORDS
        ):
            yield _Block("\n".join((opening, *code, closing)), words, title)
            code, words, title = [], 0, ahead
        code.append(line)
        words += count_words(line)
    yield _Block("\n".join((opening, *code, closing)), words, title)


def _title_after_rule(lines: list[str], at: int) -> str:
    """Return the first line with words in the three lines after a rule, without the signs around link targets."""
    for line in lines[at + 1 : at + 4]:
        if _WORD.search(line):
            return " ".join(_STARRED.sub(" ", line).split())[:MAX_TITLE_CHARS]
    return ""
