"""Sections that are too long to read are cut where they have structure."""

from __future__ import annotations

from pinax_builder.parse.html.long_sections import MAX_WORDS, TARGET_WORDS, cut_long

PARAGRAPH = "word " * 99 + "end."


def words(text: str) -> int:
    return len(text.split())


def test_a_section_of_common_length_stays_whole() -> None:
    """Up to the limit nothing is cut."""
    text = "\n\n".join([PARAGRAPH] * 30)
    assert [part.text for part in cut_long(text, "T")] == [text]


def test_paragraphs_are_cut_into_numbered_parts() -> None:
    """Without structure the parts end between paragraphs, say which they are, and lose nothing."""
    text = "\n\n".join([PARAGRAPH] * 40)
    parts = cut_long(text, "T")
    assert "\n\n".join(part.text for part in parts) == text
    assert [part.title for part in parts] == ["T", "T (2/3)", "T (3/3)"]
    assert all(words(part.text) <= TARGET_WORDS for part in parts)


def test_a_line_in_bold_begins_and_names_a_part() -> None:
    """A paragraph all in bold is what structure there is."""
    text = "\n\n".join([PARAGRAPH] * 10 + ["**Second**"] + [PARAGRAPH] * 10 + ["**Third**"] + [PARAGRAPH] * 15)
    assert [part.title for part in cut_long(text, "T")] == ["T", "Second", "Third", "T (4/4)"]


def test_items_of_a_list_stay_whole() -> None:
    """A list is cut between its items, and what is indented below one stays with it."""
    items = [f"- {PARAGRAPH}\n\n  Below {number}." for number in range(40)]
    parts = cut_long("\n".join(items), "T")
    assert len(parts) > 1
    assert sum(part.text.count("Below") for part in parts) == 40
    assert all(part.text.startswith("- ") for part in parts)


def test_code_is_cut_at_rules_which_name_the_parts() -> None:
    """A listing as long as a help file is cut at its rules, and what follows a rule is the part's title."""
    body = "\n".join(["word " * 50] * 10)
    chapters = [f"{'=' * 78}\n*{n}.1*\tChapter {n}\n\n{body}" for n in range(1, 9)]
    parts = cut_long("```\n" + "\n".join(chapters) + "\n```", "T")
    assert [part.title for part in parts] == ["T", *(f"{n}.1 Chapter {n}" for n in range(2, 9))]
    assert all(part.text.startswith("```\n") and part.text.endswith("\n```") for part in parts)
    assert sum(words(part.text) for part in parts) > MAX_WORDS


def test_each_part_of_a_table_has_its_header() -> None:
    """A table is cut between its rows, none of which is lost."""
    header = "| key | value |\n| --- | --- |"
    rows = [f"| key{number} | {PARAGRAPH} |" for number in range(40)]
    parts = cut_long("\n".join((header, *rows)), "T")
    assert len(parts) == 3
    assert all(part.text.startswith(header) and words(part.text) <= TARGET_WORDS + 10 for part in parts)
    assert [line for part in parts for line in part.text.split("\n")[2:]] == rows


def test_code_without_a_blank_line_is_cut_between_lines() -> None:
    """A listing with neither rules nor blank lines is cut at any line, and loses none."""
    lines = [f"line {number} of many" for number in range(2_000)]
    parts = cut_long("\n".join(("```c", *lines, "```")), "T")
    assert [line for part in parts for line in part.text.split("\n")[1:-1]] == lines
    assert all(words(part.text) <= TARGET_WORDS for part in parts)
