"""What is code, a link and a fence in Markdown text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.text import (
    CODE_SPAN,
    LINK,
    are_in_fences,
    fence_for,
    fenced_blocks,
    language_of,
    open_fence,
    without_fenced,
)
from scaling import assert_in_proportion

_CASES = (Path(__file__).parent / "cases" / "markdown_text.md").read_text(encoding="utf-8")
_CASE = re.compile(r"^## (.+)\n\n(`{4,})markdown\n([\s\S]*?)^\2\n\n```text\n([\s\S]*?)^```$", re.MULTILINE)
CASES = {name: (source, expected) for name, _, source, expected in _CASE.findall(_CASES)}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES)
def test_code_and_links_are_as_the_document_says(source: str, expected: str) -> None:
    """Each case of the document has the code and the links that it lists."""
    found = []
    for block in fenced_blocks(source):
        lines = (line.strip() for line in (block["fenced"] or "").splitlines())
        found.append(f"fenced {language_of(block)}".rstrip() + ": " + " / ".join(lines))
    found += [f"link {link['label']}: {link['target']}" for link in re.finditer(LINK, without_fenced(source))]
    assert "\n".join(found) + "\n" == expected


@given(st.text(st.sampled_from("ab `~\n"), max_size=60))
def test_any_code_is_read_back_between_its_fences(code: str) -> None:
    """A fence that is made for code holds all of it, and nothing else."""
    fence = fence_for(code)
    blocks = fenced_blocks(f"{fence}\n{code}\n{fence}\nafter")
    assert [block["fenced"] for block in blocks] == [code + "\n"]


@given(st.text(st.sampled_from("ab `~>-\n[]()"), max_size=80))
def test_text_without_fences_is_left_as_it_is(text: str) -> None:
    """What is left of a text is in the text, in its order; a text without three signs in a row is left alone."""
    rest = without_fenced(text)
    letters = iter(text)
    assert all(letter in letters for letter in rest)
    assert rest == text or "```" in text or "~~~" in text


@pytest.mark.parametrize("piece", ["```\n", "- ```", "~~~a\n", "[a](", "> ", "1. ", "``` `\n"])
def test_time_grows_with_the_text(piece: str) -> None:
    """No text makes the search for fences slow."""
    assert_in_proportion(lambda n: without_fenced(piece * n), 2_000)


@pytest.mark.parametrize("line", ["", " \t", "- b", "2. b", "> * b", "## b", "| b |", "```", "~~~ sh"])
def test_code_does_not_leave_its_block(line: str) -> None:
    """A backtick by itself hides nothing of the items, headings, rows and fences after it, as in CommonMark."""
    code = re.compile(CODE_SPAN)
    assert [span["code"] for span in code.finditer(f"a ` b\n{line}\n- `c`")] == ["c"]
    assert [span["code"] for span in code.finditer("> a `b\n> c` d `e\n-f`")] == ["b\n> c", "e\n-f"]


_MARKS = st.lists(st.sampled_from(["```", "~~~~", "- ~~~ sh", "> ```", "  ````", "``` a`b", "text", "", "> text"])).map(
    "\n".join
)


@given(_MARKS)
def test_lines_and_blocks_agree_on_what_is_code(text: str) -> None:
    """Read line by line, a text has the same code as read in blocks."""
    lines = text.split("\n")
    outside = [line for line, is_code in zip(lines, are_in_fences(lines), strict=True) if not is_code]
    assert [line for line in without_fenced(text).split("\n") if line] == [line for line in outside if line]


@given(_MARKS)
def test_a_fence_that_is_left_open_can_be_closed(text: str) -> None:
    """The fence that a text leaves open is the one whose end lets the text go on as prose."""
    fence = open_fence(text)
    assert without_fenced(f"{text}\n{fence}\nprose").endswith("\nprose")
    assert not fence or not without_fenced(f"{text}\nprose").endswith("prose")
