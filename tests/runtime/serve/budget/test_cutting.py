"""Markdown is cut between blocks; fences stay whole or are closed and opened again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.tools.budget import COST_PER_TOKEN, Piece, cost, cut


def pieces(text: str, room: int) -> list[Piece]:
    found = [cut(text, 0, room)]
    while found[-1].end < len(text):
        found.append(cut(text, found[-1].end, room))
    return found


def texts(text: str, room: int) -> list[str]:
    return [piece.text for piece in pieces(text, room)]


def test_a_text_that_fits_is_one_piece() -> None:
    """Nothing is cut where nothing has to be."""
    assert pieces("# A\n\nb", 1_000) == [Piece("# A\n\nb", 6)]


def test_cuts_between_paragraphs() -> None:
    """A piece ends after a paragraph."""
    assert texts("one one one\n\ntwo two two\n\nthree three", 1_200) == [
        "one one one\n\ntwo two two\n\n",
        "three three",
    ]


def test_keeps_a_heading_with_its_text() -> None:
    """A heading does not end a piece."""
    assert texts("one one one\n\n## Heading\n\ntwo two two", 1_200) == ["one one one\n\n", "## Heading\n\ntwo two two"]


def test_keeps_a_signature_with_its_text() -> None:
    """The signature that a definition starts with does not end a piece either."""
    assert texts("one one one\n\n`f(x)`\n\ntwo two two", 1_100) == ["one one one\n\n", "`f(x)`\n\ntwo two two"]


def test_keeps_a_fence_whole() -> None:
    """A fence that fits a piece of its own is not split, though it holds blank lines."""
    fence = "```python\na = 1\n\nb = 2\n```\n"
    assert texts(f"one one one\n{fence}end", 1_530) == ["one one one\n", fence, "end"]


def test_closes_and_opens_a_long_fence() -> None:
    """A fence longer than a piece is closed, and opened again with its language."""
    lines = "".join(f"line {number}\n" for number in range(8))
    found = texts(f"~~~sh\n{lines}~~~\n", 1_800)
    assert all(piece.startswith("~~~sh\n") and piece.rstrip().endswith("~~~") for piece in found)
    inside = "".join(piece.removeprefix("~~~sh\n").rstrip().removesuffix("~~~") for piece in found)
    assert inside == lines


def test_a_fence_in_a_quote_is_opened_in_the_quote() -> None:
    """The marks that a fence is indented by are repeated with it."""
    lines = "".join(f"> line {number}\n" for number in range(8))
    assert all(piece.startswith("> ```\n") for piece in texts(f"> ```\n{lines}> ```\n", 2_600))


def test_a_shorter_mark_does_not_close() -> None:
    """Three backticks inside a fence of four are content."""
    text = "````md\n```\nx\n```\n````\n\nend"
    assert texts(text, 1_500) == ["````md\n```\nx\n```\n````\n\n", "end"]


def test_splits_a_long_block_between_lines() -> None:
    """A table longer than a piece is split between rows."""
    table = "".join(f"| row {number} | value |\n" for number in range(9))
    assert all(piece.endswith("|\n") for piece in texts(table, 2_700))


def test_splits_a_long_line_at_a_space() -> None:
    """A line longer than a piece is split between words where there are any."""
    assert texts("word " * 20, 1_100) == ["word " * 6, "word " * 6, "word " * 6, "word " * 2]


def test_never_splits_a_character() -> None:
    """A line without spaces is split between characters, whatever their size in bytes."""
    assert "".join(texts("日本語" * 40, 2_200)) == "日本語" * 40


_CASES = (Path(__file__).parent / "cases" / "cutting.md").read_text(encoding="utf-8")
_CASE = re.compile(
    r"^## (.+)\n\nRoom: (\d+) tokens\.\n\n`````markdown\n([\s\S]*?)`````\n((?:\n`````text\n[\s\S]*?`````\n)+)", re.M
)
_PIECE = re.compile(r"^`````text\n([\s\S]*?)`````$", re.MULTILINE)
CASES = {
    name: (text, int(room) * COST_PER_TOKEN, _PIECE.findall(shown)) for name, room, text, shown in _CASE.findall(_CASES)
}


@pytest.mark.parametrize(("text", "room", "shown"), CASES.values(), ids=CASES)
def test_texts_are_cut_as_the_document_says(text: str, room: int, shown: list[str]) -> None:
    """Each case of the document is cut into the pieces that stand below it; a line end may follow the last."""
    found = [piece if piece.endswith("\n") else f"{piece}\n" for piece in texts(text, room)]
    assert found == shown


BLOCKS = st.lists(
    st.sampled_from(
        ["# H\n\n", "para one\n\n", "two lines\nof text\n\n", "```py\ncode\n\nmore\n```\n", "~~~\nx\n", "~~~\n"]
        + [
            "- item\n  ```\n  in item\n  ```\n",
            "> ```\n> quoted\n> ```\n",
            "| a | b |\n",
            "\n",
            "`f()`\n\n",
            "żółć " * 9,
        ]
    ),
    max_size=40,
).map("".join)


@given(BLOCKS | st.text(), st.integers(12_000, 40_000))
def test_pieces_are_the_text(text: str, room: int) -> None:
    """Every piece fits, and their spans together are the text, nothing lost and nothing repeated."""
    start = 0
    for piece in pieces(text, room):
        assert cost(piece.text) <= room
        assert piece.end > start or not text
        shown = piece.text
        span = text[start : piece.end]
        assert span in shown
        assert len(shown) - len(span) <= 2 * 65
        start = piece.end
    assert start == len(text)
