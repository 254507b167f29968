"""What of a section's Markdown is indexed, and as what."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_builder.records import Page, Section, Stretches
from pinax_builder.segment import plain_sections
from pinax_runtime.format import BODY, CODE
from pinax_runtime.search import MemorySource, open_library, with_links
from pinax_runtime.text import CODE_SPAN, LINK, fence_opening
from scaling import assert_in_proportion

CASES = {
    "code spans": ("Call `gather()` now", "Call | now", "gather()"),
    "longer ticks": ("Use ``a ` b`` here", "Use | here", "a ` b"),
    "fences": ("Before\n\n```python\nx = 1\n```\n\nafter", "Before\n\n|\n\nafter", "x = 1\n"),
    "fences in quotes": ("> ~~~\n> y\n> ~~~\nz", "\nz", "> y\n"),
    "fences in lists": ("- ~~~\n  y\n\n  z\n  ~~~\nafter", "\nafter", "  y\n\n  z\n"),
    "a line that begins with code": ("```a``` b\n\nc", " b\n\nc", "a"),
    "an open fence": ("a\n```\nrest", "a\n", "rest"),
    "links": ("See [the guide](guide.html#x) for it", "See |the guide| for it", ""),
    "links with titles": ('A [b](<c d> "e")', "A |b", ""),
    "images": ("![A picture](p.png)!", "A picture|!", ""),
    "links that say nothing": ("See [**here**](a.html#x), then go", "See |here|, then go|a.html#x", ""),
    "links of images that say nothing": ("[![here](a.png)](b)", "here|b", ""),
    "images that say nothing": ("![here](a.png)", "here", ""),
    "code in links": ("[`json.dump`](x)", "", "json.dump"),
    "bare addresses": ("at <https://x.dev/a> now", "at |https://x.dev/a| now", ""),
    "other addresses": ("<ftp://x.dev/a> or <me@x.dev>", "ftp://x.dev/a| or |me@x.dev", ""),
    "placeholders": (r"open \<file\> <i>now</i>", r"open \<file\> |now", ""),
    "tags": ("a <b>bold</b> word", "a |bold| word", ""),
    "no tag": ("a < b and c <d", "a < b and c <d", ""),
    "table rules": ("| a | b |\n| --- | :-: |\n| c | d |", "| a | b |\n\n| c | d |", ""),
    "strong": ("**very** *so* ***both***", "very| *so* |both", ""),
    "ticks that do not close": ("a ` b", "a ` b", ""),
}


def plain_text(markdown: str) -> Stretches:
    """Return the plain text below the first line of a definition."""
    page = Page("a", "a", "", "", "", (Section(1, "x", "x", "definition", f"x\n{markdown}"),))
    (section,) = plain_sections(page)
    return section.below


@pytest.mark.parametrize(("markdown", "body", "code"), CASES.values(), ids=CASES)
def test_what_is_prose_and_what_is_code(markdown: str, body: str, code: str) -> None:
    """Code goes to its field, markup goes, and what links and images say stays."""
    runs = list(plain_text(markdown))
    assert "|".join(text for field, text in runs if field == BODY) == body
    assert "|".join(text for field, text in runs if field == CODE) == code


@given(st.text(st.sampled_from("ab `~[]()<>|-*#\n\\!\"'"), max_size=80))
def test_letters_are_neither_lost_nor_doubled(markdown: str) -> None:
    """Whatever the markup, runs come in order and hold no letter that the text has not at that place."""
    letters = "".join(text for _, text in plain_text(markdown))
    remaining = iter(markdown)
    assert all(letter in remaining for letter in letters)


@given(st.text(st.sampled_from('ab `[]()!\n\\"-|#>1.'), max_size=40))
def test_links_and_code_spans_are_those_of_the_contract(markdown: str) -> None:
    """The first one that is cut out is the first one that the contract's patterns find."""
    is_ruled = re.search(r"^[ >]*\|[ |-]+\|[ ]*$", markdown, re.MULTILINE)
    if "```" in markdown or is_ruled:  # may be a fence; the rule of a table goes, too
        return
    found = re.search(rf"{CODE_SPAN}|{LINK}", markdown)
    before = markdown[: found.start()] if found else markdown
    expected = [(BODY, before)] if before else []
    if found and found["code"] is not None:
        expected.append((CODE, found["code"]))
    assert plain_text(markdown)[: len(expected)] == expected


BASE = "https://x.dev/d/"
SHOWN = [
    "word",
    "`code`",
    "**strong**",
    "[label](zero.html)",
    "![alt](one.png)",
    "<ftp://two/three>",
    "<four@five>",
    r"\<six\>",
    "[here](seven.html)",
    "[**this**](<eight>)",
    "[![link](nine.png)](ten.html)",
    f"[see]({BASE}eleven#twelve)",
    "\n\n",
    "\n# [more](thirteen)\n",
    "\n| cell | [docs](fourteen) |\n| --- | --- |\n",
    "\n```sh\n[out](fifteen)\n```\n",
]


@given(st.lists(st.sampled_from(SHOWN), max_size=6).map(" ".join))
def test_every_word_that_agents_are_shown_is_indexed(markdown: str) -> None:
    """What `grep` looks for in the text that is shown is in the index; the line that opens a fence is neither."""
    page = MadePage(f"{BASE}a.md", "A", markdown)
    document = open_library([MemorySource(make_bundle([MadeDocset("d", [page], url=BASE)]))]).find("d:a.md")
    assert document
    lines = with_links(document, markdown).split("\n")
    shown = " ".join(line for line in lines if not fence_opening(line))
    indexed = " ".join(text for _, text in plain_text(markdown))
    assert set(re.findall(r"\w+", shown)) <= set(re.findall(r"\w+", indexed))


HOSTILE = ["`", "` `` ", "[", "[a](", "[[[x]", "<a", "|-", "~~~\n", "~~~~", "*", "```\n"]


@pytest.mark.parametrize("markup", HOSTILE)
def test_hostile_markup_is_gone_through_in_proportion_to_its_size(markup: str) -> None:
    """Tens of kilobytes of markup that never closes take no longer than their size."""
    assert_in_proportion(lambda times: list(plain_text(markup * times)), 50_001)
