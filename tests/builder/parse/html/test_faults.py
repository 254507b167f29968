"""The comparison of pages with their sections finds what is lost, and is silent where nothing is."""

from __future__ import annotations

from lxml import html

from pinax_builder.parse.html.faults import count_shown, find_faults, where_lost
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
    """Above one percent, and of 8 words, the loss is a notice; above three, and of 25 words, a warning."""
    lost = " ".join(f"lost{number}" for number in range(30))
    assert faults(f"<p>{PROSE}</p><p>one two three four five six seven eight</p>", PROSE) == {"words": False}
    assert faults(f"<p>{PROSE}</p><p>one two three four five six seven</p>", PROSE) == {}
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


def test_numbers_of_lines_and_tooltips_are_no_content() -> None:
    """Numbers beside code, in its lines or in a column, may be left out, and so may what shows up over names."""
    numbers = [
        f'<div class="line"><a name="l{n}"></a><span class="lineno">{n}</span>&#160;</div>' for n in range(10, 90)
    ]
    code = [f'<div class="line"><a name="c{n}"></a><span class="lineno">{n}</span>call_{n}();</div>' for n in range(90)]
    tooltips = '<div class="ttc"><div class="ttdef">Definition: chart.h:304</div></div>' * 40
    fenced = "```\n" + "\n".join(f"call_{n}();" for n in range(90)) + "\n```"
    assert faults(f'<div class="fragment">{"".join(numbers + code)}{tooltips}</div>', fenced) == {}
    column = "\n".join(f"<span>{n}</span>" for n in range(10, 100))
    block = "\n".join(f"call_{n}();" for n in range(90))
    table = (
        f'<table><tr><td class="linenos"><pre>{column}</pre></td><td class="code"><pre>{block}</pre></td></tr></table>'
    )
    assert faults(table, fenced) == {}


def test_titles_of_call_outs_are_no_headings() -> None:
    """A call-out becomes a quote, whatever tag its title has."""
    box = '<div class="admonition"><div class="admonition-heading"><h5>note</h5></div><p>Mind it.</p></div>'
    assert faults(f"<p>{PROSE}</p>{box * 8}", f"{PROSE}\n\n" + "> **note:** Mind it.\n\n" * 8) == {}


def test_a_section_that_is_too_long_is_a_warning() -> None:
    """More than 3,000 words in one section, or as much text in a script without spaces; a table alone is a notice."""
    assert faults("<p>x</p>", "word " * 3_001) == {"long_section": True}
    assert faults("<p>x</p>", "長い文章です。" * 1_001) == {"long_section": True}
    assert faults("<p>x</p>", "| word | word |\n" * 1_001) == {"long_section": False}


def test_code_with_line_breaks_has_to_be_a_block() -> None:
    """Lines that `br` parts are lines, as in `pre`."""
    lines = [f"field_{number} : int;" for number in range(12)]
    source = "<code>" + "<br>".join(lines) + "</code>"
    assert faults(source, "`" + " ".join(lines) + "`")["code"]
    assert faults(source, "```\n" + "\n".join(lines) + "\n```") == {}


def test_list_items_that_became_paragraphs_are_a_warning() -> None:
    """Ten items or more, a fifth of them, are no items; numbered, nested and quoted ones are."""
    texts = [f"Item number{number} of them." for number in range(20)]
    source = "<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>"
    assert faults(source, "\n\n".join(texts)) == {"items": True}
    kept = "\n".join(f"{sign}{text}" for sign, text in zip(("- ", "  - ", "1. ", "> * ") * 5, texts, strict=True))
    assert faults(source, kept) == {}


def test_headings_in_list_items_are_a_warning() -> None:
    """Three headings of one page that stand in items open no section; a comment in code is no heading."""
    assert faults("<p>x</p>", "- # One\n- ## Two\n\n  ### Three") == {"nested_headings": True}
    assert faults("<p>x</p>", "- one\n\n  ```\n  # One\n  # Two\n  # Three\n  ```") == {}


def test_a_title_in_which_words_run_together_is_a_warning() -> None:
    """Words that elements part in the heading are parted in the title."""
    heading = '<h1><a href="x">Soup</a><span></span><a href="y">Cookie</a><span></span>new</h1><p>x</p>'
    assert faults(heading, "# SoupCookienew\n\nx") == {"glued_title": True}
    assert faults(heading, "# Soup Cookie new\n\nx") == {}
    assert faults("<h1>The <b>S</b>hell</h1><p>x</p>", "# The Shell\n\nx") == {}


def test_a_long_page_with_anchors_and_no_sections_is_a_warning() -> None:
    """Five places to link to in four hundred words are a structure."""
    source = "".join(f'<a name="a{number}"></a><p>{PROSE}</p>' for number in range(5))
    assert faults(source, PROSE * 5) == {"undivided": True}
    assert faults(source, PROSE * 2, PROSE * 3) == {}


def test_scripts_without_spaces_are_compared_by_characters() -> None:
    """A paragraph in Chinese is no single word: what is lost of it counts."""
    kept, lost = "这是一段很长的中文文字。" * 10, "另外还有一句不见了的话需要在这里说明清楚。" * 2
    assert faults(f"<p>{kept}</p><p>{lost}</p>", kept) == {"words": True}
    assert faults(f"<p>{kept}<b>{lost}</b></p>", f"{kept}**{lost}**") == {}


def test_the_elements_that_lost_most_are_named() -> None:
    """A path is the element and the next above it that has a class or an id."""
    tree = html.document_fromstring(
        '<html><body><div class="box"><p class="gone">several words that nobody kept</p></div><p>here</p></body></html>'
    )
    assert where_lost(tree, [Section(0, "", "", "page", "here")]) == ("div.box > p.gone",)
