"""Sections that are too long to read are cut where they have structure."""

from __future__ import annotations

from builder.parse.reading import page_of
from pinax_builder.records import Section

WORDS = "word " * 99 + "end."
PARAGRAPH = f"<p>{WORDS}</p>"
MAX_WORDS = 3_000
TARGET_WORDS = 1_500


def parts(body: str) -> list[Section]:
    """Return the sections of a page that has one heading."""
    return list(page_of(f"<main><h1>T</h1>{body}</main>").sections)


def texts(body: str) -> list[str]:
    """Return their texts without the heading."""
    return [part.text.removeprefix("# T\n\n") for part in parts(body)]


def words(text: str) -> int:
    return len(text.split())


def test_a_section_of_common_length_stays_whole() -> None:
    """Up to the limit nothing is cut."""
    assert texts(PARAGRAPH * 29) == ["\n\n".join([WORDS] * 29)]


def test_paragraphs_are_cut_into_numbered_parts() -> None:
    """Without structure the parts end between paragraphs, say which they are, and lose nothing."""
    assert "\n\n".join(texts(PARAGRAPH * 40)) == "\n\n".join([WORDS] * 40)
    assert [part.title for part in parts(PARAGRAPH * 40)] == ["T", "T (2/3)", "T (3/3)"]
    assert all(words(text) <= TARGET_WORDS for text in texts(PARAGRAPH * 40))


def test_a_line_in_bold_begins_and_names_a_part() -> None:
    """A paragraph all in bold is what structure there is."""
    body = "".join([PARAGRAPH * 10, "<p><b>Second</b></p>", PARAGRAPH * 10, "<p><b>Third</b></p>", PARAGRAPH * 15])
    assert [part.title for part in parts(body)] == ["T", "Second", "Third", "T (4/4)"]


def test_a_part_ends_above_a_line_that_is_about_what_follows() -> None:
    """A signature, a label and a line with a colon stay with their text."""
    for line in ("<p><code>f(x)</code></p>", "<p>As follows:</p>"):
        found = texts(PARAGRAPH * 14 + line + PARAGRAPH * 20)
        assert not found[0].endswith(("`f(x)`", "As follows:"))
        assert found[1].startswith(("`f(x)`", "As follows:"))


def test_a_line_in_bold_among_more_signatures_names_no_part() -> None:
    """It is an option of one of the functions."""
    functions = f"<p><code>f(x)</code></p>{PARAGRAPH * 5}" * 4
    found = parts(f"{functions}<p><b>VAL</b></p>{functions}")
    assert [part.title for part in found] == ["T", "T (2/3)", "T (3/3)"]


def test_items_of_a_list_stay_whole() -> None:
    """A list is cut between its items, and what is indented below one stays with it."""
    items = [f"<li>{PARAGRAPH}<p>Below {number}.</p></li>" for number in range(40)]
    found = texts(f"<ul>{''.join(items)}</ul>")
    assert len(found) > 1
    assert sum(text.count("Below") for text in found) == 40
    assert all(text.startswith("- ") for text in found)


def test_code_is_cut_at_rules_which_name_the_parts() -> None:
    """A listing as long as a help file is cut at its rules, and what follows a rule is the part's title."""
    body = "\n".join(["word " * 50] * 10)
    chapters = [f"{'=' * 78}\n*{n}.1*\tChapter {n}\n\n{body}" for n in range(1, 9)]
    code = "<pre>" + "\n".join(chapters) + "</pre>"
    assert [part.title for part in parts(code)] == ["T", *(f"{n}.1 Chapter {n}" for n in range(2, 9))]
    assert all(text.startswith("```\n") and text.endswith("\n```") for text in texts(code))
    assert sum(map(words, texts(code))) > MAX_WORDS


def test_each_part_of_a_table_has_its_header() -> None:
    """A table is cut between its rows, none of which is lost."""
    rows = "".join(f"<tr><td>key{number}</td><td>{WORDS}</td></tr>" for number in range(40))
    found = texts(f"<table><tr><th>key</th><th>value</th></tr>{rows}</table>")
    assert len(found) == 3
    assert all(text.startswith("| key | value |\n| --- | --- |") for text in found)
    assert all(words(text) <= TARGET_WORDS + 10 for text in found)
    shown = [line for text in found for line in text.split("\n")[2:]]
    assert shown == [f"| key{number} | {WORDS} |" for number in range(40)]


def test_code_without_a_blank_line_is_cut_between_lines() -> None:
    """A listing with neither rules nor blank lines is cut at any line, and loses none."""
    lines = [f"line {number} of many" for number in range(2_000)]
    found = texts("<pre>" + "\n".join(lines) + "</pre>")
    assert [line for text in found for line in text.split("\n")[1:-1]] == lines
    assert all(words(text) <= TARGET_WORDS for text in found)
