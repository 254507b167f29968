"""Add the texts of the sections that a search found to its reply.

In:    Hits, best first, and how much room there is for text.
Out:   For each hit its text, or the hit that has it, or an excerpt.
Rules: Without `text_tokens` a section comes whole or not at all, by the bound of its rank.
       With it, each hit in turn may take half of the room that is left, and what remains goes to texts that were
       shortened. Sections of one page are one text, in the page's order, each once. A text that does not fit keeps its
       first paragraph and its code before other prose.
Why:   docs/decisions/0152
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from pinax_runtime.format import MORE
from pinax_runtime.search import Document, Hit, below_title, with_links
from pinax_runtime.text import fenced_blocks
from pinax_runtime.tools.budget import COST_PER_TOKEN, cost, cut
from pinax_runtime.tools.page_text import locate
from pinax_runtime.tools.reply import ToolRequest, compact

TEXT_TOKENS = (2_000, 100, 100, 50, 50)
"""Longest text that a section brings along, by rank (tokens, as estimated)."""
LEAD_TOKENS = 400
"""Length up to which further sections below a heading without a text of its own are added (tokens, as estimated)."""
GOES_ON = "[more sections below]"
"""Last line of such a text if more sections follow."""
OMITTED = "[…]"
"""What stands in a shortened text for what was left out."""
_LEAST_TOKENS = 60
"""Room below which no text is begun (tokens, as estimated)."""
_ALONE_TOKENS = 400
"""Room up to which one hit may take all that is left (tokens, as estimated)."""
_FRAMES_SHARE = 0.25
"""Share of a reply that the hits take at most without their texts, so that more room brings more hits."""
_FRAME_TOKENS = 100
"""Room that is kept for what a reply has beside its hits (tokens, as estimated)."""
_PARAGRAPHS = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


@dataclass
class _Passage:
    """The sections of one page that a reply brings along."""

    document: Document
    number: int
    """Number of the hit that has the text."""
    sections: dict[int, str] = field(default_factory=dict)
    """Index in the outline → what is shown of the section."""
    whole: dict[int, str] = field(default_factory=dict)
    """The same sections, whole."""

    def text(self) -> str:
        parts = [part for _, part in sorted(self.sections.items())]
        return "\n\n".join(parts) if len(parts) > 1 else below_title(parts[0], is_definition=False).strip("\n")


def gather(request: ToolRequest, hits: Sequence[Hit], frames: Sequence[int]) -> list[dict[str, str]]:
    """Return what each hit shows of its section; with `text_tokens` only of as many hits as leave room for text.

    Args:
        request: The call.
        hits: The hits of this reply, best first.
        frames: Cost of each hit without its text or excerpt.
    """
    asked = request.arguments["text_tokens"]
    if asked is None:
        return [_by_rank(request, hit, request.position + number) for number, hit in enumerate(hits)]
    room = request.room - _FRAME_TOKENS * COST_PER_TOKEN
    ends = [end for end in accumulate(frames) if end <= room * _FRAMES_SHARE] or list(frames[:1])
    hits, room = hits[: len(ends)], room - sum(ends[-1:])
    left = min(asked * COST_PER_TOKEN, room)
    room -= left  # for excerpts
    passages: dict[str, _Passage] = {}
    shown: list[dict[str, str]] = []
    for number, hit in enumerate(hits):
        share = left if number + 1 == len(hits) else max(left // 2, min(left, _ALONE_TOKENS * COST_PER_TOKEN))
        if share < _LEAST_TOKENS * COST_PER_TOKEN:
            shown.append({})
            continue
        document, index = locate(request.library, hit.section_id)
        passage = passages.setdefault(document.id, _Passage(document, number))
        left -= _add(passage, index, share)
        shown.append({"text": ""} if passage.number == number else {"text_in": hits[passage.number].section_id})
    for number, hit in enumerate(hits):
        excerpt = {"excerpt": hit.excerpt}
        if not shown[number] and cost(compact(excerpt)) <= room + left:
            shown[number] = excerpt
            room -= cost(compact(excerpt))
    left += min(room, 0)
    for passage in passages.values():
        for index, part in passage.whole.items():
            if passage.sections[index] != part:
                used = _cost(passage.sections[index])
                passage.sections[index] = shortened(part, used + max(left, 0))
                left -= _cost(passage.sections[index]) - used
        shown[passage.number] = {"text": passage.text()}
    return shown


def _add(passage: _Passage, index: int, room: int) -> int:
    """Add a section to those of its page, or the first ones below a heading without a text; return what they cost."""
    document, before = passage.document, room
    own = document.text(index).strip("\n")
    below = [at for at in document.subtree(index)[1:] if document.page.sections[at].kind != MORE]
    for at in [index, *(below if _is_heading(own) else [])]:
        if at in passage.whole:
            continue
        whole = with_links(document, document.text(at)).strip("\n")
        part = shortened(whole, room)
        if at != index and part != whole and passage.sections.keys() & {*below}:
            break
        passage.whole[at], passage.sections[at] = whole, part
        room -= _cost(part)
    return before - room


def shortened(text: str, room: int) -> str:
    """Return Markdown that costs no more than the room: the first paragraph, then code, then further paragraphs."""
    if _cost(text) <= room:
        return text
    blocks = list(_blocks(text))
    prose = [at for at, (_, is_code) in enumerate(blocks) if not is_code]
    code = [at for at, (_, is_code) in enumerate(blocks) if is_code]
    kept: dict[int, str] = {}
    left = room - 2 * _cost(OMITTED)
    for at in [*prose[:1], *code, *prose[1:]]:
        block = blocks[at][0]
        if _cost(block) > left and at in prose:
            heading, gap, paragraph = block.rpartition("\n\n")
            beginning = cut(paragraph, 0, max(left - _cost(heading), COST_PER_TOKEN)).text
            kept[at] = f"{heading}{gap}{beginning}".strip()
            break
        if _cost(block) <= left:
            kept[at] = block
            left -= _cost(block)
    parts: list[str] = []
    for at, (block, _) in enumerate(blocks):
        if at in kept:
            parts.append(kept[at])
        if kept.get(at) != block and parts[-1:] != [OMITTED]:
            parts.append(OMITTED)
    return "\n\n".join(parts)


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the blocks of a text, and whether each is code; a heading belongs to the paragraph below it."""
    end = 0
    for found in [*fenced_blocks(text), None]:
        title = ""
        for block in _PARAGRAPHS.split(text[end : found.start() if found else len(text)].strip("\n")):
            if block.startswith("#") and "\n" not in block:
                title = f"{title}{block}\n\n"
            elif block.strip():
                yield title + block, False
                title = ""
        if title:
            yield title.strip(), False
        if found:
            yield found[0].strip("\n"), True
            end = found.end()


def _cost(text: str) -> int:
    """Return the cost of a text as a part of a longer one, written as JSON."""
    return cost(compact(f"{text}\n\n")) - cost('""')


def _by_rank(request: ToolRequest, hit: Hit, rank: int) -> dict[str, str]:
    """Return a section's whole text if it is short enough for its rank, else an excerpt."""
    text = _text_of(request, hit) if rank < len(TEXT_TOKENS) else ""
    if text and cost(compact(text)) <= min(TEXT_TOKENS[rank] * COST_PER_TOKEN, request.room // 2):
        return {"text": text}
    return {"excerpt": hit.excerpt}


def _text_of(request: ToolRequest, hit: Hit) -> str:
    """Return a section's own text; of a section that is a heading alone, the beginning of the sections below it."""
    document, index = locate(request.library, hit.section_id)
    text = document.text(index).strip("\n")
    if _is_heading(text) and document.children(index):
        text = _lead(document, index, text)
    return below_title(with_links(document, text), is_definition=False).strip("\n")


def _is_heading(text: str) -> bool:
    return not text or (text.startswith("#") and "\n" not in text)


def _lead(document: Document, index: int, heading: str) -> str:
    """Return a heading with the first section below it, and as many more in their order as fit."""
    lead, *below = heading, *(at for at in document.subtree(index)[1:] if document.page.sections[at].kind != MORE)
    for number, at in enumerate(below):
        longer = f"{lead}\n\n{document.text(at)}"
        if number and cost(compact(longer)) > LEAD_TOKENS * COST_PER_TOKEN:
            return f"{lead}\n\n{GOES_ON}"
        lead = longer
    return lead
