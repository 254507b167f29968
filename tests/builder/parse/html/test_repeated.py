"""What most pages of a docset have in common is chrome."""

from __future__ import annotations

import pytest
from lxml import html

from builder.parse.reading import markdown, page_of
from pinax_builder.parse import Repeated, find_repeated
from pinax_builder.records import Page
from scaling import assert_in_proportion

MENU = '<div class="side"><a href="a.html">Alpha</a> <a href="b.html">Beta</a></div>'
TEXT = "What one page alone says, and that is more than all that the others say."
FOOT = "<div>Written by many people over many years.</div>"


def source(number: int, *, body: str = "") -> str:
    own = body or f"<h1>Page {number}</h1><p>What number {number} alone says, and that is more than the rest.</p>"
    return f"<html><head><title>Lib: Page {number} | Docs</title></head><body>{MENU}{own}{FOOT}</body></html>"


def bare(body: str) -> str:
    return f"<html><body>{body}</body></html>"


def read(text: str, sources: list[str]) -> Page:
    return page_of(text, "p.html", repeated=find_repeated([html.document_fromstring(one) for one in sources]))


def test_menus_and_footers_of_most_pages_are_left_out() -> None:
    """Blocks of links, and text at the edges, that stand the same on most pages are no content."""
    sources = [source(number) for number in range(6)]
    own = "What number 0 alone says, and that is more than the rest."
    assert markdown(read(sources[0], sources)) == f"# Page 0\n\n{own}"


def test_headings_above_boxes_that_hold_no_more_than_a_repeated_list_go_with_it() -> None:
    """TypeDoc heads its index, and each list in it that has a box of its own."""
    listed = '<ul class="list"><li><a href="p.html#default">default</a></li></ul>'
    own = f"<section><h2>Index</h2><div><section><h3>Functions</h3>{listed}</section></div></section>"
    more = '<section><h3>Types</h3><ul><li><a href="#t">Type {}</a></li></ul></section></div>'
    bodies = [own.replace("</div>", more.format(n)) if n else own for n in range(6)]
    sources = [
        source(n, body=f"<h1>Page {n}</h1>{index}<p>{n * 'What it says. ' or TEXT}</p>")
        for n, index in enumerate(bodies)
    ]
    assert markdown(read(sources[0], sources)) == f"# Page 0\n\n{TEXT}"


def test_the_name_of_the_site_goes_though_a_link_stands_between_it_and_the_heading_of_the_page() -> None:
    """PHPXref writes a way to its first page below the name, and no h1."""
    name = (
        "<table><tr><td>[ <a href='i.html'>Index</a> ]</td><td><h2>Cross Reference of all Lamps</h2></td></tr></table>"
    )
    own = "[<a href='../i.html'>Top level directory</a>]<br><h3>Reference</h3><h2>lamp{0}()</h2><p>{1}</p>"
    sources = [bare(name + own.format(n, TEXT)) for n in range(6)]
    assert "Cross Reference" not in markdown(read(sources[3], sources))


def test_pictures_of_their_own_are_content_though_they_are_called_the_same() -> None:
    """LilyPond calls all notes that it sets an image of music; the files have names of their own."""
    picture = '<p><a href="{0}.ly"><img src="{0}.png" alt="[image of music]"></a></p>'
    sources = [source(n, body=f"<h1>Page {n}</h1><p>{TEXT}</p>{picture.format(n)}") for n in range(6)]
    assert "[![(image of music)](3.png)](3.ly)" in markdown(read(sources[3], sources))


def test_links_in_a_cell_behind_a_label_are_content_though_most_pages_have_them() -> None:
    """Guides of SCAP list the same references of a rule, in a cell of its table."""
    links = ", ".join(f'<a href="https://n.example/{n}">NT{n}</a>' for n in range(4))
    rows = "<tr><td>Rule:</td><td>Light {}</td></tr><tr><td>References</td><td><p>See: {}</p></td></tr>"
    sources = [
        source(n, body=f"<h1>Page {n}</h1><p>{n} {TEXT}</p><table>{rows.format(n, links)}</table>") for n in range(6)
    ]
    assert "[NT1](https://n.example/1), [NT2]" in markdown(read(sources[3], sources))


def test_references_at_the_end_of_a_section_are_content_though_most_pages_have_them() -> None:
    """Vignettes of one package of R end with the same papers, in the box of the last section."""
    shared = "<p>Vehtari, A. (2019). Pareto smoothed importance sampling.</p>"
    end = '<div class="section level2"><h2>References</h2><p>Own paper {}.</p>{}</div>'
    sources = [source(n, body=f"<h1>Page {n}</h1><p>{TEXT}</p>{end.format(n, shared)}") for n in range(6)]
    assert markdown(read(sources[3], sources)).endswith(
        "Own paper 3.\n\nVehtari, A. (2019). Pareto smoothed importance sampling."
    )


def test_links_under_a_heading_are_content_where_others_beside_them_are_the_pages_own() -> None:
    """Sandcastle lists the namespace, which most pages name, behind the type; a row of tabs is no menu."""
    tabs = "".join(
        f"""<div class="codeSnippetContainerTab"><a href="#" onclick="javascript:ChangeTab('a')">{name}</a></div>"""
        for name in ("C#", "VB")
    )
    code = '<div class="codeSnippetContainerCode"><pre>x</pre></div>'
    shown = f'<div class="codeSnippetContainer"><div class="codeSnippetContainerTabs">{tabs}</div>{code}{code}</div>'
    shared = '<div class="see"><a href="n.html">Lib Namespace of All</a></div>'
    end = '<div><h4>Reference</h4><div class="see"><a href="{0}.html">Type {0}</a></div>' + shared + "</div>"
    sources = [source(n, body=f"<h1>Page {n}</h1><p>{TEXT}</p>{shown}{end.format(n)}") for n in range(6)]
    text = markdown(read(sources[3], sources))
    assert text.endswith("#### Reference\n\n[Type 3](3.html)\n\n[Lib Namespace of All](n.html)")
    assert "**VB**\n\n```" in text


def test_many_repeated_blocks_in_a_row_pass_in_linear_time() -> None:
    """Each block of a long row asks for what stands above it, and the row is walked once."""

    def rows(times: int) -> Page:
        row = "".join(f"<div>Line {line} that all pages share.</div>" for line in range(times))
        sources = [
            bare(f"<h1>Page {n}</h1><p>What number {n} alone says.</p><div id='content'>{n}</div>{row}")
            for n in range(5)
        ]
        return read(sources[0], sources)

    assert_in_proportion(rows, 4_000)


def test_many_repeated_links_in_a_menu_pass_in_linear_time() -> None:
    """What stands around a repeated block is looked at once, though all links of a menu are such blocks."""

    def rows(times: int) -> Page:
        row = "".join(f'<p><a href="{line}.html">Link to page {line}</a></p>' for line in range(times))
        sources = [bare(f"<h1>Page {n}</h1><p>Only {n}.</p><div class='menu'><b>{n}</b>{row}</div>") for n in range(5)]
        return read(sources[0], sources)

    assert_in_proportion(rows, 2_000)


def test_a_repeated_link_in_a_sentence_stays() -> None:
    """A sentence right in the body keeps its link: without it, nobody would know where to go."""
    sources = [source(n) + 'Go to the <a href="https://lib.org">home page of Lib</a>.' for n in range(6)]
    assert markdown(read(sources[2], sources)).endswith("Go to the [home page of Lib](https://lib.org).")


def test_a_short_bar_right_in_the_body_goes() -> None:
    """The name of the site above all pages is no text of theirs, however short it is."""
    sources = [source(n).replace(MENU, "<div><div>Lib</div></div>") for n in range(6)]
    assert markdown(read(sources[2], sources)).startswith("# Page 2\n")


def test_a_list_of_the_page_goes_whole_if_other_pages_have_some_of_its_lines() -> None:
    """Numbers beside links into the page do not stay where links that most pages have are left out."""
    first, second = ('<a href="#name">NAME</a>', '<a href="#own{0}">OWN {0}</a>')
    lines = f"<div><div>1.</div><div>{first}</div><div>2.</div><div>{second}</div></div>"
    body = "<h1>Page {0}</h1>" + lines + '<h2 id="name">NAME</h2><p>What number {0} alone says, and that is more.</p>'
    sources = [source(number, body=body.format(number)) for number in range(6)]
    text = markdown(read(sources[0], sources))
    assert text == "# Page 0\n\n## NAME\n\nWhat number 0 alone says, and that is more."


def test_what_a_class_inherits_as_all_do_stays_in_the_list() -> None:
    """Links that most pages have are no chrome among others of one list."""
    items = "".join(f'<div><a href="{n}.html">{n}</a></div>' for n in ("Lamp.oil{0}", "Lamp.glass{0}", "object.Equals"))
    body = f"<h1>Page {{0}}</h1><p>What number {{0}} alone says.</p><dl><dt>Inherited</dt><dd>{items}</dd></dl>"
    sources = [source(number, body=body.format(number)) for number in range(6)]
    assert "[object.Equals](object.Equals.html)" in markdown(read(sources[0], sources))


def test_code_beside_the_content_is_content() -> None:
    """How to import what a page describes stands at the end, though it is in a box of contents; a box of links goes."""
    code, links = '<h3>Usage</h3><pre>import { multiply } from "."</pre>', '<h3>On this page</h3><a href="#a">A</a>'
    page = f'<main><h1>multiply</h1><p>Multiplies two numbers.</p></main><div class="toc">{{}}<nav>{links}</nav></div>'
    assert markdown(page_of(bare(page.format(code)), "p.html")).endswith(
        '### Usage\n\n```\nimport { multiply } from "."\n```'
    )
    assert markdown(page_of(bare(page.format("")), "p.html")) == "# multiply\n\nMultiplies two numbers."


def test_a_banner_above_the_own_heading_goes_heading_and_all() -> None:
    """The name of a site and what stands beside it are no content; above text of the page's own they are."""
    banner = '<div><h1><a href="i.html">All of the lamps</a></h1><p>Docs for them.</p></div>'
    body = banner + MENU + "<h2>Page {0}</h2><p>" + "What number {0} alone says, and that is more. " * 5 + "</p>"
    sources = [source(number, body=body.format(number)) for number in range(6)]
    assert markdown(read(sources[0], sources)).startswith("## Page 0\n\nWhat number 0")
    sources = [
        source(number, body=body.format(number).replace("<h2>", f"<p>By {number}.</p><h2>")) for number in range(6)
    ]
    assert "All of the lamps" in markdown(read(sources[0], sources))


@pytest.mark.parametrize(
    "foot",
    [
        "<div><!-- foot -->Written by many people over many years.</div>",
        "<div> <span> </span> Written by many people over many years.</div>",
        "<div><b><i>Written</i></b> by many people over many years.</div>",
        '<div><span></span><img alt="Written by many people over many years."></div>',
    ],
)
def test_a_footer_goes_whatever_it_begins_with(foot: str) -> None:
    """Comments, empty elements and markup before the first word of a repeated block do not matter."""
    sources = [source(number).replace(FOOT, foot) for number in range(6)]
    assert "Written" not in markdown(read(sources[0], sources))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('Ada L. <a href="mailto:ada@example.org">Mail</a>', "Ada L. [Mail](mailto:ada@example.org)"),
        ('<a href="a.html">#burn</a>, <a href="b.html">#light</a>', "[#burn](a.html), [#light](b.html)"),
    ],
)
def test_a_paragraph_under_a_heading_is_content_though_it_is_made_of_links(text: str, said: str) -> None:
    """Whoever wrote a program's manuals, or what a class inherits, stands under the same heading on each page."""
    body = "<h1>Page {0}</h1><p>What number {0} alone says, and that is more than the rest.</p>"
    body += f"<h2>Shared</h2><p>{text}</p>"
    sources = [source(number, body=body.format(number)) for number in range(6)]
    assert markdown(read(sources[0], sources)).endswith(f"## Shared\n\n{said}")


@pytest.mark.parametrize(
    ("shared", "said"),
    [
        ('<dl><dt>Own {0}</dt><dd><p><a href="a.html">Alpha</a></p></dd></dl>', "**Own 0**: [Alpha](a.html)"),
        (
            '<div class="refsect2"><a name="o"></a><h3>Own {0}</h3><p>Kind {0}</p><p>Flags: Read and write.</p></div>',
            "Kind 0\n\nFlags: Read and write.",
        ),
        (
            '<div class="refsect3"><h4>Returns</h4><p>{0}</p><p>[<a href="g.html#f">transfer full</a>]</p></div>',
            "0\n\n[[transfer full](g.html#f)]",
        ),
        (
            '<ul><li><h3>Own</h3><code><a href="c.html#a">getArea</a>, <a href="c.html#b">getBounds</a>,'
            ' <a href="c.html#c">setArea</a>, <a href="c.html#d">setBounds</a></code></li></ul>',
            "### Own\n\n`getArea, getBounds, setArea, setBounds`",
        ),
        (
            "<table><thead><tr><th>Name</th><th>Type</th></tr></thead>"
            '<tr><td><p><a href="e.html">Edges</a></p></td><td>Text {0}</td></tr></table>',
            "| Name | Type |\n| --- | --- |\n| [Edges](e.html) | Text 0 |",
        ),
        (
            "<table><tr><th>Name</th><th>No</th><th>Type</th></tr><tr><td>Part {0}</td><td>1</td>"
            '<td><a href="a.html">Plan</a>, <a href="b.html">Task</a>, <a href="c.html">Way</a></td></tr></table>',
            "| Name | No | Type |\n| --- | --- | --- |\n| Part 0 | 1 | [Plan](a.html), [Task](b.html), [Way](c.html) |",
        ),
        (
            '<p>All: <a href="#s" id="l">Size</a></p>'
            '<div><ul><li><a id="d"></a><a href="#l" id="s">Size</a></li></ul><p>Holds {0}.</p></div>',
            "- [Size](p.html#l)\n\nHolds 0.",
        ),
    ],
)
def test_what_a_part_of_the_page_says_is_content_though_most_pages_say_it(shared: str, said: str) -> None:
    """What is said of a term, the end of a section, names with commas between, a cell of data, and a name that others
    lead to and that leads back stay as they are.
    """
    body = "<h1>Page {0}</h1><p>What number {0} alone says, and that is more than the rest.</p>"
    sources = [source(number, body=(body + shared).format(number)) for number in range(6)]
    assert markdown(read(sources[0], sources)).endswith(said)


def test_what_a_paragraph_with_a_colon_opens_is_content_though_most_pages_end_with_it() -> None:
    """The paragraph is the page's own. Several blocks may follow it, but no links."""
    shared = "<p>It is given to you without a warranty.</p><ul><li>Keep this notice in all the copies.</li></ul>"
    body = "<h1>Page {0}</h1><p>Of number {0} this holds:</p>"
    sources = [source(number, body=body.format(number) + shared).replace(FOOT, "") for number in range(6)]
    assert markdown(read(sources[0], sources)).endswith(
        "this holds:\n\nIt is given to you without a warranty.\n\n- Keep this notice in all the copies."
    )
    links = "<p>Go to chapter: <a href='1.html'>1</a> <a href='2.html'>2</a></p>"
    sources = [source(number, body=body.format(number) + links).replace(FOOT, "") for number in range(6)]
    assert markdown(read(sources[0], sources)).endswith("this holds:")


def test_what_stands_below_code_in_a_section_that_most_pages_share_is_content() -> None:
    """Pages may be versions of one: what they end with is content. Below code of a section alone, it is a footer."""
    shared = "<h2>Why</h2><p>It is faster than the others are:</p><pre>run()</pre><p>So we keep it as it is.</p>"
    body = "<h1>Page {0}</h1><p>What number {0} alone says, and that is more than the rest.</p>"
    sources = [source(n, body=body.format(n) + shared).replace(FOOT, "") for n in range(6)]
    assert markdown(read(sources[0], sources)).endswith("```\n\nSo we keep it as it is.")
    sources = [source(n, body=body.format(n) + f"<h2>Use</h2><pre>run({n})</pre>") for n in range(6)]
    assert markdown(read(sources[0], sources)).endswith("run(0)\n```")


def test_an_aside_of_one_page_is_content() -> None:
    """An `aside` after the main element stays if it has a heading and words that other pages have not."""
    aside = (
        "<aside><h2>Developers</h2><p>Ada Lovelace, author and maintainer; Charles Babbage, thesis advisor.</p></aside>"
    )
    sources = [source(n, body=f"<main><h1>Page {n}</h1><p>Only number {n} says it.</p></main>") for n in range(6)]
    first = sources[0].replace("</main>", f"</main>{aside}")
    assert markdown(read(first, sources)).endswith(
        "## Developers\n\nAda Lovelace, author and maintainer; Charles Babbage, thesis advisor."
    )
    assert "Developers" not in markdown(read(first, [first] * 6))


def test_few_pages_have_nothing_in_common() -> None:
    """With fewer than five pages nothing is taken for chrome."""
    sources = [source(number) for number in range(4)]
    assert "Written by many people" in markdown(read(sources[0], sources))


@pytest.mark.parametrize(
    "shared",
    [
        "<h2>Options of every command</h2>",
        "<pre>the same code in all of them</pre>",
        "<dl><dt>--help</dt><dd>Show this message and exit, please.</dd></dl>",
        "<p>This very paragraph stands between what is different.</p>",
    ],
)
def test_content_that_is_repeated_stays(shared: str) -> None:
    """A heading, code, definitions, or text between the page's own, is content however often it stands there."""
    sources = [source(n, body=f"<h1>P{n}</h1><p>Before {n}.</p>{shared}<p>After {n}.</p>") for n in range(6)]
    assert html.fromstring(shared).text_content().split()[-1].strip(".") in markdown(read(sources[0], sources))


def test_text_under_its_own_heading_stays() -> None:
    """A text that ends most pages is content if a heading stands right above it."""
    shared = "<h2>Authors</h2><p>Written by Ada Lovelace, in many years of work.</p>"
    sources = [source(n, body=f"<h1>P{n}</h1><p>What number {n} alone says.</p>{shared}") for n in range(6)]
    assert markdown(read(sources[0].replace(FOOT, ""), sources)).endswith(
        "Written by Ada Lovelace, in many years of work."
    )


@pytest.mark.parametrize("name", ["Ada Lovelace", "Ada Lovelace, Countess"])
def test_a_link_alone_in_a_section_below_the_title_stays(name: str) -> None:
    """A section that is no more than a link, as to the author, is content though most pages end with it."""
    shared = f'<section><h2>Authors</h2><p><a href="https://ada.example">{name}</a></p></section>'
    sources = [source(n, body=f"<h1>P{n}</h1><p>What number {n} alone says.</p>{shared}") for n in range(6)]
    assert markdown(read(sources[0], sources)).endswith(f"## Authors\n\n[{name}](https://ada.example)")


def test_a_footer_with_headings_goes() -> None:
    """A short footer that most pages end with is no content for its heading, by its tag or as it says whose it is."""
    shared = "<h4>The Library</h4><p>All of its sources are there, and more is to come.</p>"
    own = " ".join(["What it alone says, and that is more than the rest."] * 3)
    for foot in ("<footer>{}</footer>", "<div>© 2021, {}</div>", "<div>{}</div>"):
        sources = [bare(f"<h1>P{n}</h1><p>{own} {n}</p>{foot.format(shared)}") for n in range(6)]
        assert ("The Library" in markdown(read(sources[0], sources))) == (foot == "<div>{}</div>")


def test_headers_and_what_stands_beside_the_content_go_heading_and_all() -> None:
    """A `header` is the site's, also above a line of the page's own, and so is what stands beside the content."""
    head, side = (
        "<header><h3>Lamps of all kinds</h3>Be welcome</header>",
        "<div><h3>Mistakes</h3>Tell us of them.</div>",
    )
    body = f"{head}<p>Lamps - {{0}}</p><div id=main><h1>P{{0}}</h1><p>Only {{0}} says this much.</p></div>{side}"
    sources = [bare(body.format(number)) for number in range(6)]
    assert markdown(read(sources[0], sources)) == "Lamps - 0\n\n# P0\n\nOnly 0 says this much."


def test_a_banner_above_a_row_of_boxes_to_check_goes() -> None:
    """A cell of three inputs that most pages have is no data, and the site's name above it is no heading of theirs."""
    banner = "<div><h3>The Library</h3><p>All of its sources are there.</p></div>"
    own = " ".join(["What it alone says, and that is more than the rest."] * 3)
    row = f"<tr><td>Show: {'<input type=checkbox>some words ' * 3}</td></tr>"
    bodies = [f"{banner}<table>{row}<tr><td><h2>P{n}</h2><p>{own}</p></td></tr></table>" for n in range(6)]
    sources = [bare(body) for body in bodies]
    assert markdown(read(sources[0], sources)) == f"## P0\n\n{own}"


def test_a_short_box_called_the_content_is_content() -> None:
    """A few words and a link are what a page says, if their box is called the content, also below a banner."""
    text = bare(
        "<div><h1>up.rb</h1><p>Changed in May.</p></div>"
        '<div><div id="content"><ul><li>rack</li><li>Class <a href="Up.html">Up</a></li></ul></div></div>'
    )
    assert markdown(read(text, [])) == "# up.rb\n\nChanged in May.\n\n- rack\n- Class [Up](Up.html)"


def test_all_blocks_under_a_heading_stay() -> None:
    """A licence of several paragraphs that ends most pages is content if its heading is their own."""
    shared = "<h2>Licence</h2><p>This software comes as it is.</p><p></p><ol><li>Say where it is from.</li></ol>"
    sources = [source(n, body=f"<h1>P{n}</h1><p>What number {n} alone says.</p>{shared}") for n in range(6)]
    assert markdown(read(sources[0].replace(FOOT, ""), sources)).endswith(
        "## Licence\n\nThis software comes as it is.\n\n1. Say where it is from."
    )


def test_a_running_head_goes() -> None:
    """A heading that begins most pages, right before the next heading, names the site and not the page."""
    sources = [bare(f"<h1>The Manual</h1><h2>Page {n}</h2><p>Only number {n} says it.</p>") for n in range(6)]
    assert markdown(read(sources[0], sources)) == "## Page 0\n\nOnly number 0 says it."
    index = bare("<center><h1>The Manual</h1></center><p>All that there is.</p>")
    assert markdown(read(index, [*sources, index])) == "# The Manual\n\nAll that there is."


def test_a_row_of_links_below_the_text_goes_as_the_same_row_above_does() -> None:
    """It goes though words beside its links, and a line below it that is no chrome of the site, hide that it is one."""
    row = '<div>Go to a chapter: <a href="1.html">1</a> <a href="2.html">2</a></div>'
    own = "What number {} alone says, and that is more than the rest."
    sources = [bare(f"{row}<h1>P{n}</h1><p>{own.format(n)}</p>{row}<p>Made by hand</p>") for n in range(6)]
    assert markdown(read(sources[0], sources)) == f"# P0\n\n{own.format(0)}\n\nMade by hand"


def test_an_index_of_what_the_menu_lists_stays() -> None:
    """A page whose content is nothing but a list that all other pages have as their menu keeps the list."""
    menu = '<ul><li><a href="a.html">Alpha module</a></li><li><a href="b.html">Beta module</a></li></ul>'
    sources = [bare(f"{menu}<main><h1>P{n}</h1><p>Only number {n} says it.</p></main>") for n in range(6)]
    index = bare(f"{menu}<main><h1>All modules</h1>{menu}</main>")
    expected = "# All modules\n\n- [Alpha module](a.html)\n- [Beta module](b.html)"
    assert markdown(read(index, [*sources, index])) == expected


def test_a_list_below_a_sentence_with_a_colon_stays_though_the_menu_is_the_same() -> None:
    """What a sentence of the page's own opens is content, also where it is made of links that all pages have."""
    menu = '<ul><li><a href="a.html">Alpha module</a></li><li><a href="b.html">Beta module</a></li></ul>'
    sources = [bare(f"{menu}<h1>P{n}</h1><p>Only number {n} says it, and all of it.</p>") for n in range(6)]
    hub = bare(f"{menu}<h1>Modules</h1><p>These are the modules of it:</p>{menu}")
    expected = "# Modules\n\nThese are the modules of it:\n\n- [Alpha module](a.html)\n- [Beta module](b.html)"
    assert markdown(read(hub, [*sources, hub])) == expected


def test_a_page_that_is_like_the_others_keeps_its_text() -> None:
    """Where a page has hardly anything of its own, it is a variant, and what it shares is its content."""
    text = "<div>All of the text of this page is the text of all the other pages as well.</div>"
    sources = [f"<html><body><h1>V{n}</h1>{text}</body></html>" for n in range(6)]
    assert "all the other pages" in markdown(read(sources[0], sources))


def test_a_footer_beside_the_content_goes_though_a_page_says_little() -> None:
    """A page with hardly anything of its own keeps no text that stands beside the box called its content."""
    sources = [bare(f'<div id="content"><h1>V{n}</h1><p>Only {n}.</p></div>{FOOT}') for n in range(6)]
    assert markdown(read(sources[0], sources)) == "# V0\n\nOnly 0."


@pytest.mark.parametrize(
    ("own", "end", "is_kept"),
    [
        ("<p>{}</p><hr>", "<h2>License</h2><p>All of it is free.</p><h2>Meta</h2><ul><li>A list of links</ul>", False),
        ("<hr><h2>Oil {}</h2><p>{}</p><hr>", "<h2>License</h2><p>All of it is free.</p>", True),
        ("<p>{}</p>", "<h2>License</h2><p>All of it is free.</p>", True),
        ("<dl><dt>Oil</dt><dd>{}<center><hr></center>", "<p>All of it is on <a href='q.html'>the list</a>.</p>", False),
        ("<p>{}</p>", "<footer><h2></h2><p>All of it was made today.</p></footer>", False),
        ("<p>{}</p>", f"<footer><h2></h2><p>All of it {60 * 'was made '}</p></footer>", False),
    ],
)
def test_what_ends_most_pages_behind_a_rule_goes_headings_and_all(own: str, end: str, is_kept: bool) -> None:
    """A rule that stands above each section, as in old manuals of Perl, sets no footer apart."""
    sources = [bare(f"<h1>Page {n}</h1>{own.replace('{}', f'{n} {TEXT}')}{end}") for n in range(6)]
    text = markdown(read(sources[1], sources))
    assert TEXT in text
    assert ("All of it" in text) == is_kept


def test_a_row_of_links_with_the_page_s_own_entry_goes_below_a_title() -> None:
    """Bars set its entries apart. The entry of the page itself is no link, as on all pages of a part of the site."""
    entries = "<a href='a.html'>Getting started</a> | <a href='b.html'>Validators</a>", "<a href='c.html'>Handlers</a>"
    row = f"<p>{entries[0]} | Elements | {entries[1]}</p>"
    sources = [bare(f"<div><h1>Page {n}</h1>{row}<p>{n} {TEXT}</p></div>") for n in range(6)]
    assert markdown(read(sources[0], sources)) == f"# Page 0\n\n0 {TEXT}"


def test_a_head_with_a_script_goes() -> None:
    """What a script says is no text, so that it does not tell the head of a page from its beginning."""
    head = "<div id='h'><p>The library of all lamps</p><script>var a = new Box();</script></div>"
    sources = [bare(f"{head}<h1>Page {n}</h1><p>{n} {TEXT}</p>") for n in range(6)]
    assert markdown(read(sources[0], sources)) == f"# Page 0\n\n0 {TEXT}"


def test_the_title_is_what_differs() -> None:
    """The parts of `<title>` that most pages share are cut off, wherever they stand."""
    sources = [source(n, body=f"<p>Only words, number {n}.</p>") for n in range(6)]
    assert read(sources[2], sources).title == "Page 2"


def test_a_heading_of_all_pages_is_no_title() -> None:
    """An h1 that names the project on each page leaves the title to the head."""
    sources = [source(n, body=f"<h1>Lib</h1><p>Only words, number {n}.</p>") for n in range(6)]
    assert read(sources[3], sources).title == "Page 3"


def test_a_heading_that_several_pages_begin_with_leaves_the_title_to_the_head() -> None:
    """Where the head says more; the heading stays above the text."""
    text = "<html><title>{0}</title><body><h1>The lamp</h1><p>Words {0}.</p></body></html>"
    sources = [text.format(name) for name in ("oil", "wicks", "glass")] + [source(n) for n in range(6)]
    page = read(sources[1], sources)
    assert (page.title, page.sections[0].text) == ("wicks", "# The lamp\n\nWords wicks.")


def test_a_heading_beside_one_that_most_pages_begin_with_is_no_title() -> None:
    """Where all titles of the head are alike, a part of the page beside another one is not its name; its address is."""
    text = "<html><title>Lib</title><body><h3>File</h3><p>Number {0}.</p><h3>Part {0}</h3><p>Words.</p></body></html>"
    sources = [text.format(n) for n in range(6)]
    assert read(sources[3], sources).title == "P"


@pytest.mark.parametrize(
    "shared",
    [
        '<h3>Manual</h3><ul><li><a href="a.html">Alpha</a></li><li><a href="b.html">Beta</a></li></ul>',
        '<div style="display: none"><p>A box that searches, with many more words than the page itself has.</p></div>',
        '<div class="hidden"><h1>Keyboard shortcuts</h1><dl><dt>S</dt><dd>Moves to the search bar.</dd></dl></div>',
        '<p><a href="x.html"><img src="logo.png" alt="Logo"></a><a href="y.html"><img src="badge.png"></a></p>',
    ],
)
def test_repeated_chrome_goes_with_its_heading_and_wherever_it_is(shared: str) -> None:
    """Links with the heading above them, what is hidden, and pictures that are links go between the page's own text."""
    sources = [bare(f"<h1>P{n}</h1><p>Before {n}.</p>{shared}<h2>Own {n}</h2><p>After.</p>") for n in range(6)]
    assert markdown(read(sources[0], sources)) == "# P0\n\nBefore 0.\n\n## Own 0\n\nAfter."


def test_a_menu_goes_with_what_it_is_called_and_what_each_page_marks_in_it() -> None:
    """A box called a menu and made of links goes as a whole, though only a part of it is the same on most pages."""
    links = '<ul><li><a href="a.html">Alpha</a></li><li><a href="b.html">Beta</a></li></ul>'
    menu = f'<div id="Menu"><div>Lamps</div>{links}<ul><li><a href="p{{0}}.html">Page {{0}}</a></li></ul></div>'
    sources = [bare(f"<h1>P{n}</h1><p>Only {n} says it.</p>{menu.format(n)}") for n in range(6)]
    assert markdown(read(sources[0], sources)) == "# P0\n\nOnly 0 says it."


def test_the_site_s_name_as_h1_leaves_the_content_to_the_article() -> None:
    """An `h1` that most pages have, above an article, names the site, and the article is the content."""
    page = "<header><h1>Lamps</h1></header><article><div>lib</div><h2>Class {0}</h2><p>Only {0} says it.</p></article>"
    sources = [bare(page.format(number)) for number in range(6)]
    assert markdown(read(sources[0], sources)) == "lib\n\n## Class 0\n\nOnly 0 says it."


def test_a_page_s_list_of_pages_stays_though_the_menu_is_the_same() -> None:
    """A list of pages that Sphinx puts into a text is content, though the menu beside each page is the same list."""
    links = '<ul><li><a href="a.html">Alpha</a></li><li><a href="b.html">Beta</a></li></ul>'
    menu = f'<div class="side">{links}</div>'
    sources = [bare(f"{menu}<div><h1>P{n}</h1><p>Words of page {n}.</p></div>") for n in range(6)]
    caption = '<p class="caption" role="heading">Letters</p>'
    own = f'<ul><li><a href="p0.html">P0</a>{links}</li></ul>'
    listed = f'<div class="toctree-wrapper compound">{caption}{links}<h2>Own</h2>{own}</div>'
    listing = bare(f"{menu}<div><h1>All</h1>{listed}</div>")
    pages = "- [Alpha](a.html)\n- [Beta](b.html)"
    below = "- [P0](p0.html)\n  - [Alpha](a.html)\n  - [Beta](b.html)"
    assert markdown(read(listing, sources)) == f"# All\n\nLetters\n\n{pages}\n\n## Own\n\n{below}"


def test_a_heading_with_more_below_stays() -> None:
    """A heading above repeated links stays if something else stands below it."""
    links = '<ul><li><a href="a.html">Alpha</a></li><li><a href="b.html">Beta</a></li></ul>'
    sources = [bare(f"<h1>P{n}</h1><h2>See also</h2>{links}<p>And page {n}.</p>") for n in range(6)]
    assert markdown(read(sources[0], sources)) == "# P0\n\n## See also\n\nAnd page 0."


def test_text_beside_blocks_at_the_end_is_compared_too() -> None:
    """A line in small print that stands in no block goes as well."""
    end = "<hr><small>Generated on Wednesday by a program</small>"
    sources = [
        bare(f"<h1>P{n}</h1><p>Only words, which are more than what follows, number {n}.</p>{end}") for n in range(6)
    ]
    assert markdown(read(sources[0], sources)) == "# P0\n\nOnly words, which are more than what follows, number 0."


@pytest.mark.parametrize(("end", "is_kept"), [("", False), ("<p>Seen.</p>", True)])
def test_a_heading_that_begins_and_ends_each_page_goes(end: str, is_kept: bool) -> None:
    """It is a running head and foot, unless more than the heading stands at the end."""
    sources = [bare(f"<h1>Secret</h1><p>Lamp {n} is off.</p><h1>Secret</h1>{end}") for n in range(6)]
    assert ("# Secret" in markdown(read(sources[0], sources))) == is_kept


def test_the_name_of_the_book_above_the_title_goes() -> None:
    """A line above the `h1` that is a part of the head's title is none of the page's text."""
    text = "<title>Oil - A book about light</title><main><div>A book about light</div><h1>Oil</h1><p>Burns.</p></main>"
    assert markdown(page_of(text)) == "# Oil\n\nBurns."


@pytest.mark.parametrize(
    ("title", "found"), [("Reader{n} (Derby API)", "Reader3"), ("Derby API", "A heading"), ("Derby API: X", "X")]
)
def test_what_all_titles_share_is_no_title(title: str, found: str) -> None:
    """The project's name in parentheses is cut off; where nothing is left, the page's first heading is its title."""
    sources = [
        f"<title>{title.format(n=n)}</title><h1>Derby</h1><p>Words {n}.</p><h2>A heading{n or ''}</h2><p>W.</p>"
        for n in range(6)
    ]
    page = sources[3] if found == "Reader3" else sources[0]
    if found == "X":
        sources = [source.replace(": X", "") for source in sources]
    assert read(page, sources).title == found


@pytest.mark.parametrize(
    ("head", "name", "title"),
    [
        ("DOCKER(1)", "docker-run - Run a command", "docker-run(1)"),
        ("restic backup(1)", "restic-cat - Print objects", "restic-cat(1)"),
        ("(1)", "black - format code", "black(1)"),
        ("LS(1)", "ls - list files", "LS(1)"),
    ],
)
@pytest.mark.parametrize("rest", ["", "<h1>SEE ALSO</h1><p>sh(1)</p>"], ids=["two chapters", "three"])
def test_a_manual_page_is_called_as_its_name_says(head: str, name: str, title: str, rest: str) -> None:
    """Where the head names all pages of a program alike, or none, NAME tells which one this is."""
    text = f"<title>{head}</title><h1>NAME</h1><p>{name}</p><h1>OPTIONS</h1><p>None.</p>{rest}"
    assert read(text, []).title == title


@pytest.mark.parametrize("name", ["Tie::Array", "Tie::Array, array()"])
def test_a_page_without_a_title_is_called_as_its_name_says(name: str) -> None:
    """Perl's manuals may have an empty title, and three chapters or more."""
    chapters = "<h1>SYNOPSIS</h1><p>use</p><h1>AUTHOR</h1><p>Me</p>"
    text = f"<title></title><h1>NAME</h1><p>{name} - base class for arrays</p>{chapters}"
    assert read(text, []).title == "Tie::Array"


def test_the_name_in_the_url_tells_pages_of_one_title_apart() -> None:
    """Where several pages have the same title, the name in the page's URL follows it."""
    sources = [f"<title>Members of {'all' if n < 3 else n}</title><p>Words, number {n}.</p>" for n in range(6)]
    assert read(sources[0], sources).title == "Members of all: P"
    assert read(sources[4], sources).title == "Members of 4"


def test_a_folder_of_all_html_tells_no_pages_apart() -> None:
    """Where the URL has no more than the title, the folder's name follows, unless it is that of the format."""
    source = "<title>Globals</title><p>Words, number 1.</p>"
    known = Repeated(titles=frozenset(["Globals"]))
    for folder, title in (("html", "Globals"), ("api", "Globals: Api")):
        assert page_of(source, f"{folder}/globals.html", repeated=known).title == title


def test_a_repeated_title_that_a_click_folds_stays() -> None:
    """A link that calls a script with itself leads nowhere: it is a title of what stands below (VSdocman)."""
    title = (
        '<div class="section_heading"><a href="javascript:void(0)" onclick="fold(this);">{}</a><div><hr></div></div>'
    )
    more = f'{title.format("See Also This")}<div><a href="a.html">Page A</a> <a href="{{0}}.html">Page {{0}}</a></div>'
    sources = [bare(f"<h1>Page {n}</h1><p>Says {n}.</p>{more.format(n)}<p>Ends {n}.</p>") for n in range(6)]
    assert "Says 1.\n\n## See Also This\n\n[Page A]" in markdown(read(sources[1], sources))


def test_links_of_most_pages_right_in_the_body_go_and_references_within_a_text_stay() -> None:
    """A link that is a child of the body on most pages leads through the docset; in a paragraph it is content."""
    link = '<a href="singleindex.html">Index of all manual pages</a>'
    sources = [bare(f"<h1>Page {n}</h1><p>Gets number {n}.</p><br>{link}") for n in range(6)]
    own = bare(f"<h1>Page 7</h1><p>Gets the {link} that was made.</p><br>{link}")
    assert markdown(read(own, sources)).count("Index of all manual pages") == 1


@pytest.mark.parametrize(
    ("second", "title"), [("CDI support", "CDI support"), ("Other", "Acme 10")], ids=["named by the head", "not named"]
)
def test_of_two_headings_that_the_head_names_in_a_row_the_second_is_the_title(second: str, title: str) -> None:
    """An `h1` that the head's title begins with names the project, if the title ends with the next heading."""
    head = "<head><title>Acme 10 (10.1) - CDI support</title></head>"
    text = f"<html>{head}<body><h1>Acme 10</h1><p>Version 10.1</p><h2>{second}</h2><p>Text.</p></body></html>"
    assert read(text, []).title == title


def test_an_h1_that_ends_with_the_title_of_the_head_is_the_title() -> None:
    """A class is called with its kind, also where a constructor below has the name that the head has."""
    text = "<title>Reader</title><h1>Class Reader</h1><p>Reads.</p><h2>Constructors</h2><h3>Reader</h3><p>New.</p>"
    assert read(text, []).title == "Class Reader"


def test_a_letter_of_an_index_is_no_title() -> None:
    """The page is called as its head says, not by the only letter that it lists."""
    text = "<title>Class Members</title><h3>- e -</h3><ul><li>eAllocate() of <a href='w.html'>Worldline</a></li></ul>"
    assert read(text, []).title == "Class Members"


def test_a_link_alone_under_a_heading_of_the_text_stays() -> None:
    """A section of a link, though all pages have it, is content beside a section of the page's own that is alike."""
    sources = [
        bare(
            f'<h1>Page {n}</h1><div class="s"><h2 id="use">USE</h2><div><p>What number {n} alone says.</p></div></div>'
            '<div class="s"><h2 id="more">MORE</h2><div><p><a href="https://x.org/">https://x.org/</a></p></div></div>'
        )
        for n in range(6)
    ]
    assert markdown(read(sources[0], sources)).endswith("## MORE\n\n<https://x.org/>")


def test_a_link_alone_in_a_named_box_stays_above_a_box_of_the_page_alone() -> None:
    """OWLDoc names the boxes and not the headings in them, and most properties of an ontology have one domain."""
    sources = [
        bare(
            f"<h1>Page {n}</h1>"
            '<div id="domains"><h4>Domains</h4><div><ul><li><a href="e.html">Entity</a></li></ul></div></div>'
            f'<div id="ranges"><h4>Ranges</h4><div><ul><li><a href="{n}.html">Range {n}</a></li></ul></div></div>'
        )
        for n in range(6)
    ]
    assert "#### Domains\n\n- [Entity](e.html)" in markdown(read(sources[0], sources))


def test_links_to_the_sections_of_a_page_right_below_its_title_are_left_out() -> None:
    """PasDoc writes such a row on each page, also with the names of sections that the page lacks."""
    row = '<div><div><a href="#uses">Uses</a></div><div>Fields</div><div><a href="#methods">Methods</a></div></div>'
    below = (
        '<span id="uses"></span><h2>Uses</h2><p>It uses {0}.</p><span id="methods"></span><h2>Methods</h2><p>{0}</p>'
    )
    sources = [bare(f"<h1>Page {n}</h1>{row}{below.format(n)}") for n in range(6)]
    assert markdown(read(sources[0], sources)).startswith("# Page 0\n\n## Uses\n\nIt uses 0.")


def test_links_to_the_members_of_a_page_stay_though_each_page_has_such_members() -> None:
    """A summary names what stands below it, as ExDoc's does; the same links in a `nav` are chrome."""
    name = '<div class="name"><a href="#new/1">new(data)</a></div>'
    row = f'<div class="row">{name}<div><p>Makes number {{}}.</p></div></div>'
    below = '<div id="new/1"><h2>new(data)</h2><p>It makes number {} of what there is.</p></div>'
    sources = [bare(f"<h1>Page {n}</h1>{row.format(n)}{below.format(n)}") for n in range(6)]
    assert markdown(read(sources[0], sources)).startswith("# Page 0\n\n[new(data)](p.html#new/1)\n\nMakes number 0.")
    beside = [
        one.replace("<div class", "<nav class", 1).replace("</p></div></div>", "</p></div></nav>", 1) for one in sources
    ]
    assert "[new(data)]" not in markdown(read(beside[0], beside))


def test_a_heading_that_begins_several_pages_names_none_of_them() -> None:
    """Where the head has the site's name alone, the URL tells pages apart that begin with "Constructor"."""
    own = "<title>Comb</title>{}<p>Says {}.</p><h3>make {}</h3><p>Makes {}.</p>"
    sources = [own.format("<h3>Constructor</h3>" if n < 3 else "", n, n, n) for n in range(6)]
    assert [read(sources[n], sources).title for n in (0, 5)] == ["P", "P"]


def test_the_only_h2_right_below_the_h1_of_a_chapter_names_a_page() -> None:
    """Several pages share such an `h1`, and all the title of the head, as pages of a layer do."""
    own = "<title>Manual</title><h1>Layer: {}</h1><h2>Module: {}</h2><h3>Use</h3><p>Says {}.</p>"
    sources = [own.format("a" if n < 3 else "b", n, n) for n in range(6)]
    assert read(sources[0], sources).title == "Module: 0"


def test_a_heading_that_the_head_names_comes_before_that_of_the_project() -> None:
    """The project's name is a part of most heads, and stands above what the page is about, in headings as high."""
    sources = [
        f"<title>lamp{n}.pro (Documentation for lights)</title><div><h1>Documentation for lights</h1></div>"
        f"<h1>lamp{n}.pro</h1><p>Makes light {n}.</p>"
        if n < 3
        else f"<title>code{n}.pro (Documentation for lights)</title><p>Has code {n}.</p>"
        for n in range(6)
    ]
    page = read(sources[0], sources)
    assert (page.title, page.sections[0].title) == ("lamp0.pro", "lamp0.pro")


def test_a_table_that_says_what_a_page_describes_is_no_menu() -> None:
    """RDoc names the module in a table with links to its files; without other text it is not left out."""
    row = "<tr><td><strong>{}</strong></td><td>{}</td></tr>"
    table = f"<table>{row.format('Module', 'Helpers')}{row.format('In:', '<a href=h.html>helpers.rb</a>')}</table>"
    below = '<div><h3>Classes</h3>Module <a href="f.html">Form</a></div>'
    text = f"<title>Module: Helpers</title><body><div>{table}</div>{below}"
    page = page_of(text, "helpers.html")
    assert page.title == "Module: Helpers"
    assert "| **Module** | Helpers |" in markdown(page)


def test_a_sign_that_a_style_shows_between_the_words_of_a_heading_is_that_of_the_head() -> None:
    """GI-DocGen shows dots by a style."""
    gap = '<span class="sep"></span>'
    text = (
        f"<title>Soup.Message.get_id</title><h1><a href=i.html>Soup</a>{gap}<a href=m.html>Message</a>{gap}get_id</h1>"
    )
    assert page_of(f"{text}<p>Gets a number.</p>", "p.html").title == "Soup.Message.get_id"
