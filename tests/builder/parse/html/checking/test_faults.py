"""The comparison of pages with their sections finds what is lost, and is silent where nothing is."""

from __future__ import annotations

from lxml import html

from pinax_builder.parse.html.checking.faults import find_faults
from pinax_builder.parse.html.checking.paths import where_lost
from pinax_builder.parse.html.checking.shown import count_shown
from pinax_builder.records import Section

PROSE = " ".join(f"word{number}" for number in range(200))


def faults(source: str, *texts: str) -> dict[str, bool]:
    shown = count_shown(html.document_fromstring(f"<html><body>{source}</body></html>"))
    sections = [Section(0, "", text.split("\n")[0].strip("# "), "page", text) for text in texts]
    return {fault.what: fault.is_warning for fault in find_faults(shown, sections)}


def test_a_page_whose_text_is_kept_has_no_fault() -> None:
    """Links, navigation and hidden text count for nothing."""
    source = f'<nav>Menu of the site</nav><p>{PROSE}</p><a href="x">elsewhere</a><div hidden>secret words</div>'
    assert faults(source, PROSE) == {}


def test_a_popup_is_no_content() -> None:
    """What opens over a page, such as help for keys, may be left out."""
    keys = " ".join(f"key{number}" for number in range(30))
    assert faults(f'<p>{PROSE}</p><div id="help-popup">{keys}</div>', PROSE) == {}
    assert faults(f'<p>{PROSE}</p><ul role="menu"><li>{keys}</li></ul>', PROSE) == {}


def test_lost_words_are_a_notice_and_many_a_warning() -> None:
    """Above one percent the loss is a notice; above three, and of 25 words, a warning."""
    lost = " ".join(f"lost{number}" for number in range(30))
    assert faults(f"<p>{PROSE}</p><p>one two three four</p>", PROSE) == {"words": False}
    assert faults(f"<p>{PROSE}</p><p>{lost}</p>", PROSE) == {"words": True}


def test_a_word_within_another_is_not_lost() -> None:
    """Markup within a word parts it in the HTML alone."""
    split = " ".join(f"<b>alpha{number}</b>beta{number}" for number in range(100))
    joined = " ".join(f"alpha{number}beta{number}" for number in range(100))
    assert faults(f"<p>{split}</p>", joined) == {}


def test_a_lost_term_is_a_warning() -> None:
    """Terms of definition lists have to be there in full."""
    source = "<dl><dt>--all</dt><dd>Everything.</dd><dt>--brief</dt><dd>Little.</dd></dl>"
    assert faults(source, "- Everything.\n- Little.")["terms"]


def test_headings_that_open_no_section_are_a_warning() -> None:
    """Three headings or more without a section of their name."""
    source = "".join(f"<h2>Part {name}</h2><p>x</p>" for name in ("one", "two", "three", "four"))
    assert faults(source, "# Part one\n\nPart two Part three Part four")["headings"]


def test_code_that_became_paragraphs_is_a_warning() -> None:
    """Lines of a box of lines have to be in a code block."""
    lines = [f"call_{number}();" for number in range(12)]
    source = '<div class="fragment">' + "".join(f'<div class="line">{line}</div>' for line in lines) + "</div>"
    assert faults(source, "\n\n".join(lines))["code"]
    assert faults(source, "```\n" + "\n".join(lines) + "\n```") == {}


def test_a_section_that_is_too_long_is_a_notice() -> None:
    """More than 3,000 words in one section."""
    assert faults("<p>x</p>", "word " * 3_001) == {"long_section": False}


def test_the_elements_that_lost_most_are_named() -> None:
    """A path is the element and the next above it that has a class or an id."""
    tree = html.document_fromstring(
        '<html><body><div class="box"><p class="gone">several words that nobody kept</p></div><p>here</p></body></html>'
    )
    assert where_lost(tree, [Section(0, "", "", "page", "here")]) == ("div.box > p.gone",)
