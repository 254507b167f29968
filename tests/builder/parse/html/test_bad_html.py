"""Whatever HTML comes in, a value comes out, soon."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import defs

from builder.parse.reading import outcome as parse
from pinax_builder.records import Page, Rejection
from scaling import assert_in_proportion


@pytest.mark.parametrize(
    "content",
    [
        b"just text",
        b"<p>unclosed <b>bold <i>both</p></b> over",
        b"<table><p>x<tr><td><table><td>y</table>",
        b"<ul><li>a<ol><li>b</ul></ol><dl><dd>c<dt>d</dl>",
        b"</div></div><h1>x</h1></body></body>text after",
        b"<h1></h1><h2 id=''>  </h2><p>x",
        b"<a href='#'><a href='#x'><div>block in link</div></a>",
        b"<pre><pre>x</pre></pre><code><pre>y</pre></code>",
        b"<p>" + b"\xff\xfe\x80" * 20 + b"text",
        b"<table><tr><td>x</td></tr><t<table y></table>",
        b"<p id='a'>x<p id='a'>y<h2 id='a'>z<h2 id='a'>z",
        b"<pre>\n<b>A</b>\n       " + b"w" * 60 + b"\n      \xc2\xa0\n       x\n<b>B</b>\n       y\n</pre>",
        b"<pre>\n<b>A</b>\n       " + b"w" * 60 + b"\n      \x0c\x01\n       x\n<b>B</b>\n       y\n</pre>",
        b"<dl><dt id='x'></dt></dl><dl></dl><ul></ul><table></table><p>x",
        b"<p>Text<a class=footnote-ref data-content='x&amp;#1;y&lt;b'>1</a> more",
        b"<p>x</p><ul data-pinax-drawn=1><li>a</ul><p style='margin-left:5%'>y",
        b"<base href='//[b'><h1><a href='//[b'>x</a></h1><h2><a href='http://[c'>y</a></h2><p>z <a href='?[d'>w</a>",
    ],
)
def test_broken_markup_becomes_a_page(content: bytes) -> None:
    """No broken page raises; its anchors are unique all the same."""
    page = parse(content)
    assert isinstance(page, Page)
    anchors = [section.anchor for section in page.sections if section.kind != "more"]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize(
    "tag", ["div", "ul><li", "blockquote", "b", "span", "dl><dd", "table><tr><td", "section", "font"]
)
def test_deep_nesting_neither_crashes_nor_costs_more_than_its_depth(tag: str) -> None:
    """Nesting as deep as the gate admits is flattened; the text in it comes through."""
    depth = 240 // len(tag.split("><"))
    page = parse(f"<{tag}>".encode() * depth + b"deep text here")
    assert isinstance(page, Page)
    assert "deep text here" in page.sections[0].text
    assert_in_proportion(lambda times: parse(f"<{tag}>".encode() * times + b"deep text here"), depth)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\r\n", b"\r", b"\r</span><span>\n"])
def test_lines_of_code_end_as_on_any_system(end: bytes) -> None:
    """Each line of code is one, also where a system ends it with a return, or a file got two."""
    page = parse(b"<p>text</p><pre><span>a" + end + b"b" + end + end + b"c</span></pre>")
    assert isinstance(page, Page)
    assert page.sections[0].text == "text\n\n```\na\nb\n\nc\n```"


def test_control_characters_become_spaces() -> None:
    """Control characters, raw or by reference, do not stop the conversion; lxml would not take them back."""
    page = parse(b"<p>a\x01b&#1;c&#x1f;d&#65534;e</p><pre>x\x02y</pre><ul><li>z&#8;</ul>" + b"<p>more text</p>" * 30)
    assert isinstance(page, Page)
    assert page.sections[0].text.startswith("a b c d e\n\n```\nx y\n```\n\n- z")


def test_giant_tokens_pass_in_linear_time() -> None:
    """Base64 in text and attributes, and minified code, cost no more than their length."""

    def giant(times: int) -> Page | Rejection:
        token, code = b"QUJD" * times, b"a=b;" * times
        picture = b"<img alt='x' src='data:image/png;base64," + token + b"'>"
        return parse(b"<p>" + token + b"</p>" + picture + b"<pre>" + code + b"</pre>")

    page = giant(500_000)
    assert isinstance(page, Page)
    assert "data:" not in page.sections[0].text
    assert_in_proportion(giant, 500_000)


def test_many_asterisks_and_backticks_pass_in_linear_time() -> None:
    """No pattern backtracks over text that is made of signs."""
    signs = [b"* a*_b_ ` < ", b"****", b"____"]
    assert_in_proportion(lambda times: parse(b"".join(b"<p>" + sign * times + b"</p>" for sign in signs)), 50_000)


@pytest.mark.parametrize("piece", [b"<b>x</b> ", b"<h2>x</h2>y", b"<li class='active'><a href='x'>x</a>"])
def test_many_of_the_same_pass_in_linear_time(piece: bytes) -> None:
    """Inline elements in one paragraph, equal sections and marked entries of a menu do not take squares of time."""
    assert_in_proportion(lambda times: parse(b"<h1>T</h1><p>Some words. " + piece * times), 3_000)


@pytest.mark.parametrize(
    ("begin", "end"),
    [(b"<p style='", b"'>Some words."), (b"<head><style>div.a{", b"}</style></head><div class=a>Words.")],
)
def test_a_long_style_passes_in_linear_time(begin: bytes, end: bytes) -> None:
    """What a style says of letters is looked for within each declaration, not from each to the end."""
    assert_in_proportion(lambda times: parse(begin + b"font:" * times + end), 20_000)


def test_many_bold_lines_of_a_paragraph_pass_in_linear_time() -> None:
    """What stands next to a line tells whether it is all of its paragraph."""
    assert_in_proportion(lambda times: parse(b"<p>" + b"<b>Line</b><br>Text.<br>" * times), 3_000)


def test_a_page_without_content_is_refused() -> None:
    """A main content without text is a rejection of the parse stage."""
    result = parse(b"<body>Menu<main><img src='a.png'></main><div data-pagefind-body><script>x</script></div>")
    assert isinstance(result, Rejection)
    assert (result.stage, result.reason) == ("parse", "no_content")


def test_text_of_a_section_is_in_no_other() -> None:
    """A parent's text holds none of its children's: every word stands once in the page's sections."""
    page = parse(
        b"<main><h1>one</h1><p>two</p><h2>three</h2><dl><dt id=f>four</dt><dd>five<dl><dt id=g>six</dt><dd>seven</dd>"
        b"</dl>eight</dd></dl><p>nine</p><h3>ten</h3></main>"
    )
    assert isinstance(page, Page)
    words = " ".join(section.text for section in page.sections).replace("#", "").replace("*", "").split()
    assert words == ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def test_a_block_around_the_content_is_no_block_in_it() -> None:
    """Where an open `pre` holds the whole content, the blocks inside are blocks still, whatever number they name."""
    page = parse(b"<pre><main><p>Text before.</p><pre n=7>x = 1</pre><p>Text behind it.</p></main></pre>")
    assert isinstance(page, Page)
    assert page.sections[0].text == "Text before.\n\n```\nx = 1\n```\n\nText behind it."


TAGS = st.sampled_from(sorted({*defs.tags} - {"html", "head", "body"}))
ATTRIBUTES = st.sampled_from(
    (
        "",
        "",
        ' class="note"',
        ' class="nav"',
        ' class="title"',
        ' id="a"',
        ' name="b"',
        ' href="#a"',
        ' style="color: red"',
    )
)
PLACES = st.sampled_from(
    ("<table><tr><td>", "<tr><td>", "<ul><li>", "<dl><dt>", "<dd>", "<pre>", "<h2>", "<p>", "<div>")
)
WORDS = st.sampled_from(("Words", " said here. ", "\n", "(", "1", ""))
MARKS = st.sampled_from(("a", "b", "strong", "u", "i", "em", "font", "big", "code", "tt", "span", "img", "br"))
ELEMENTS = st.builds("<{0}{1}>{2}</{0}>".format, MARKS | TAGS, ATTRIBUTES, WORDS)
OPENED = st.builds("<{}{}>".format, TAGS, ATTRIBUTES)
PIECES = st.lists(PLACES | ELEMENTS | ELEMENTS | WORDS | OPENED | st.builds("</{}>".format, TAGS), max_size=30)


@given(PIECES)
@settings(max_examples=500)
def test_any_elements_become_a_page_or_are_refused_with_a_reason(pieces: list[str]) -> None:
    """Whatever elements stand within each other, and whichever of them are closed, no rule about them fails."""
    found = parse(f"<h1>Title</h1><p>{'Words that the gate asks for. ' * 5}</p>{''.join(pieces)}")
    assert not isinstance(found, Rejection) or found.reason != "internal_error", found.detail
