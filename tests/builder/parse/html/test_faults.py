"""The comparison of pages with their sections finds what is lost, and is silent where nothing is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml import html

from pinax_builder.parse import Repeated, explain_faults, find_repeated, parse
from pinax_builder.parse.html.faults import count_in_markdown, count_shown, find_faults, where_lost
from pinax_builder.records import Admitted, Page, Section

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
    assert faults(f'<div role="navigation"><h1>Keys</h1>{keys * 9}</div><p>{PROSE}</p>', PROSE) == {}
    assert faults(f'<p class="short">{keys} ...</p><p>{keys} {PROSE}</p>', f"{keys} {PROSE}") == {}
    assert faults(f'<p>{PROSE}</p><div class="CToolTip" id="tt1">{keys}</div>', PROSE) == {}
    assert faults(f'<p>{PROSE}<span class="annottext">{keys}</span></p>', PROSE) == {}
    assert (
        faults(f'<p>{PROSE}</p><details><summary class="hide-when-js-enabled">{keys}</summary></details>', PROSE) == {}
    )
    hinted = "\n".join(f'<span class="annottext">Int -> {n}\n</span>call_{n}' for n in range(40))
    fenced = "```\n" + "\n".join(f"call_{n}" for n in range(40)) + "\n```"
    assert faults(f"<pre>{hinted}</pre>", fenced) == {}


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
    placed = source.replace("<h2>", "<h2><em>line 7</em> ")
    assert faults(placed, *(f"# Part {name}" for name in ("one", "two", "three", "four"))) == {}


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
    listing = "\n".join(f'<tt class="py-lineno">{n}</tt> call_{n}();' for n in range(90))
    assert faults(f"<pre>{listing}</pre>", fenced) == {}
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


def test_code_of_several_lines_between_blocks_has_to_be_a_block() -> None:
    """A style sheet shows such code as a block; within a sentence, or with links, it is none."""
    lines = [f"PRN field_{number}" for number in range(12)]
    code = "<code>{}</code>".format("\n".join(lines))
    assert faults(f"<h2>A</h2>{code}<h2>B</h2>", "`" + " ".join(lines) + "`")["code"]
    assert faults(f"<h2>A</h2>{code}<h2>B</h2>", "```\n" + "\n".join(lines) + "\n```") == {}
    signature = code.replace("<code", '<code class="signature"')
    linked = code.replace("PRN", "<a>PRN</a>")
    for other in (f"<div>Type {code}</div>", f"<div>{linked}</div>", f"<div>{signature}</div>", f"<p>{code}</p>"):
        assert faults(other, "Type `" + " ".join(lines) + "`") == {}


def test_places_that_a_page_leads_to_have_to_be_sections() -> None:
    """Links to five places of the page's own are an outline; half of them have to open sections."""
    links = "".join(f'<a href="#a{name}">one</a> <a href="p.html#a{name}">again</a>' for name in "bcdefg")
    source = links + "".join(f'<a name="a{name}"></a><p>{PROSE}</p>' for name in "bcdefg")
    assert faults(source, PROSE * 6) == {"undivided": True}
    assert faults(source, *[PROSE * 2] * 4) == {}
    assert faults(source.replace(links, ""), PROSE * 6) == {}


@pytest.mark.parametrize(
    "place",
    [
        '<ul><li><a name="{0}">FLAG</a>: {1}</li></ul>',
        '<dl><dt id="{0}">Term</dt><dd>{1}</dd></dl>',
        '<p id="{0}1">{1}</p>',
        '<a name="index-{0}"></a><p>{1}</p>',
        "<p>{1}</p>",
    ],
    ids=["an item", "a term", "a numbered note", "what an index leads to", "nowhere"],
)
def test_parts_of_blocks_and_notes_are_no_places(place: str) -> None:
    """Flags in a list, terms and numbered notes need no sections, nor does what a link does not find."""
    source = "".join(
        f'<a href="#{name}">x</a> <a href="#{name}1">x</a> <a href="#index-{name}">x</a>{place.format(name, PROSE)}'
        for name in "bcdefg"
    )
    assert faults(source, " ".join(["Term", PROSE] * 6)) == {}


def test_a_heading_in_a_header_has_to_be_a_section() -> None:
    """A `header` is chrome if it is short, but not where it holds a heading."""
    source = "".join(f"<header><h2>{name} of it</h2></header><p>{PROSE}</p>" for name in ("Top", "Middle", "End"))
    assert faults(source, f"{PROSE * 3}\n\nTop of it Middle of it End of it") == {"headings": True}


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


def test_code_that_is_no_pre_has_to_be_a_block() -> None:
    """A box of class `code` with line breaks, or with lines of its own, is code."""
    lines = [f"Lemma le_{number} : n = {number}." for number in range(8)]
    for between in ("<br/>", "\n"):
        source = f'<div class="code">{between.join(lines)}</div>'
        assert faults(source, "\n\n".join(lines)) == {"code": True}
        assert faults(source, "```\n" + "\n".join(lines) + "\n```") == {}


def test_tables_around_tables_have_to_be_tables() -> None:
    """A table with headings that holds others keeps its rows."""
    head = "<tr><th>Name</th><th>Type</th></tr>"
    inner = "<table><tr><td>depth</td><td>number</td></tr></table>"
    source = f"<table>{head}<tr><td>options</td><td>{inner}</td></tr></table>" * 2
    assert faults(source, "**Name** **Type** options depth number " * 2) == {"tables": True}
    assert faults(source, "| Name | Type |\n| --- | --- |\n| options | depth number |\n" * 2) == {}


def _parsed(pages: list[str]) -> list[Page]:
    """Parse pages that share something, and explain what each lost."""

    def admitted(number: int) -> Admitted:
        tree = html.document_fromstring(f"<html><body>{pages[number]}</body></html>")
        return Admitted(f"p{number}.html", f"p{number}.html", "text/html", tree=tree)

    repeated = find_repeated([one.tree for n in range(len(pages)) if (one := admitted(n)).tree is not None])
    parsed = [parse(admitted(number), repeated, check=True) for number in range(len(pages))]
    return [explain_faults(page, admitted(n), repeated) for n, page in enumerate(parsed) if isinstance(page, Page)]


def test_a_section_that_most_pages_share_is_lost_to_that_rule() -> None:
    """Links under a heading of the text are a section, on however many pages; a menu beside it is none."""
    see_also = '<h4>See Also</h4><div><a href="c.html">Harbour Class</a> <a href="n.html">Harbour Namespace</a></div>'
    menu = '<div class="sidebar"><h4>Contents</h4><ul><li><a href="a.html">All about it</a></li></ul></div>'
    shared = [f"{menu}<div><h1>Page {n}</h1><p>{PROSE} number{n}</p>{see_also}</div>" for n in range(6)]
    for page in _parsed(shared):
        if page.faults:
            assert [(fault.what, fault.rules[0][0]) for fault in page.faults] == [("sections", "repeated text")]
        else:
            assert "Harbour Namespace" in page.sections[-1].text
    assert all(page.faults == () for page in _parsed([text.replace(see_also, "") for text in shared]))


def test_what_stays_outside_the_content_is_lost_to_that_rule() -> None:
    """A rule is named by the words that it took."""
    lost = " ".join(f"lost{number}" for number in range(30))
    source = f'<div id="help" role="note"><p>{lost}</p></div><main><h1>Page</h1><p>{PROSE}</p></main>'
    tree = html.document_fromstring(f"<html><body>{source}</body></html>")
    page = parse(Admitted("p.html", "p.html", "text/html", tree=tree), Repeated(), check=True)
    assert isinstance(page, Page)
    again = html.document_fromstring(f"<html><body>{source}</body></html>")
    explained = explain_faults(page, Admitted("p.html", "p.html", "text/html", tree=again))
    assert [(fault.what, fault.rules) for fault in explained.faults] == [("words", (("outside the content", 30),))]


def test_markdown_is_compared_with_its_source() -> None:
    """Words, code and headings of the source have to be there; front matter, comments and tags show nothing."""
    source = f"---\nkey: secret words\n---\n\n# Title\n\n<!-- {PROSE} -->\n\n<p align='center'>{PROSE}</p>\n"
    sections = [Section(0, "title", "Title", "page", f"# Title\n\n{PROSE}")]
    assert find_faults(count_in_markdown(source), sections) == ()
    lines = "\n".join(f"call_{number}();" for number in range(8))
    lost = find_faults(count_in_markdown(f"{source}\n\n```\n{lines}\n```\n"), sections)
    assert {fault.what for fault in lost} == {"words", "code"}
    page = parse(Admitted("p.md", "p.md", "text/markdown", text=source), check=True)
    assert isinstance(page, Page)
    assert (page.is_compared, page.faults) == (True, ())


def test_labels_and_keys_of_markdown_are_no_lost_words() -> None:
    """Nobody sees where a link's target is defined, nor the names of a component's attributes."""
    records = "".join(f"    {{ name: 'limit{n}', isOptional: true, description: 'How many.' }},\n" for n in range(30))
    links = "".join(f"It is set with a [group][label] here, {n}.\n" for n in range(30))
    text = f"# Page\n\n{links}\n<Properties\n  content={{[\n{records}  ]}}\n/>\n\n[label]: https://example.org/\n"
    page = parse(Admitted("p.mdx", "p.mdx", "text/markdown", text=text), check=True)
    assert isinstance(page, Page)
    assert (page.is_compared, page.faults) == (True, ())


def test_lost_words_of_markdown_are_named_with_their_heading() -> None:
    """Where there are no elements, the heading above says where to look."""
    lost = " ".join(f"lost{number}" for number in range(30))
    admitted = Admitted("p.md", "p.md", "text/markdown", text=f"# Page\n\n{PROSE}\n\n## Options\n\n{lost}\n")
    sections = (Section(0, "", "Page", "page", f"# Page\n\n{PROSE}\n\n## Options"),)
    page = Page("p.md", "p.md", "Page", "", "en", sections)
    page = replace(page, faults=find_faults(count_in_markdown(admitted.text or ""), page.sections))
    (fault,) = explain_faults(page, admitted).faults
    assert (fault.what, fault.paths, fault.words[:2]) == ("words", ("## Options",), ("lost0", "lost1"))


@pytest.mark.parametrize(
    "source",
    [
        "".join(f'```python title="main.py" hl_lines="{n}"\ncall({n})\n```\n\n' for n in range(9)),
        "::: lamps.Lamp\n    options:\n        heading_level: 3\n        show_root_heading: true\n"
        "        show_bases: false\n        parameter_headings: false\n        filters:\n            - __init__\n",
        f'<div v-if="issues">\n{"<span> </span>" * 200}<a :href="issue.url">{{{{ issue.title }}}}</a>\n</div>\n',
        "```{toctree}\n:maxdepth: 2\n\noverview\nwhy\nexamples\ntypes\ninit\ncomparison\nhashing\n```\n",
        "```{note}\nOne.\nTwo.\nThree.\nFour.\nFive.\nSix.\n```\n",
        "".join(f"- See {{doc}}`page-{n}`.\n" for n in range(9)),
    ],
    ids=[
        "options of fences",
        "options of mkdocstrings",
        "attributes of components",
        "lists of contents",
        "prose in fences",
        "roles",
    ],
)
def test_syntax_that_shows_nothing_in_markdown_is_not_missed(source: str) -> None:
    """A page of Markdown that lacks nothing but its syntax has no fault."""
    text = f"# Title\n\n{PROSE}\n\n{source}\nText.\n"
    page = parse(Admitted("p.md", "p.md", "text/markdown", text=text), check=True)
    assert isinstance(page, Page)
    assert page.faults == ()
