"""Our walk over blocks and elements, with markdownify's own walk over bs4's as the judge."""

from __future__ import annotations

import re
from functools import partial

from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement, fragment_fromstring
from markdown_it import MarkdownIt
from markdownify import MarkdownConverter

from pinax_builder.parse.html.blocks import Block
from pinax_builder.parse.html.markdown_writer import write_markdown

BLOCKS = {"div", "p", "h2", "h3", "hr", "ul", "li", "blockquote"}
READER = MarkdownIt("commonmark").enable("strikethrough")
ONE_LINE = partial(re.compile(r"\n{3,}").sub, "\n\n")
WORDS = st.sampled_from(["one", " two", "three ", " ", " four five ", "six."])


def written(source: str) -> str:
    """Write HTML as Markdown, each of its blocks as it is."""
    return write_markdown(block(fragment_fromstring(source)), [])


def block(element: HtmlElement) -> Block:
    """Return an element as a block, with the blocks in it."""
    made = Block(str(element.tag), [element.text] if element.text else [], number=1)
    for child in element:
        made.items.append(block(child) if child.tag in BLOCKS else child)
        if child.tail:
            made.items.append(child.tail)
    return made


def within(tag: str, content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Put content into an element."""
    return content.map(lambda inner: f"<{tag}>{inner}</{tag}>")


def several(content: st.SearchStrategy[str], least: int = 0) -> st.SearchStrategy[str]:
    """Put up to four pieces of content behind each other."""
    return st.lists(content, min_size=least, max_size=4).map("".join)


PLAIN = WORDS.filter(lambda words: words.strip().isalpha())  # of signs and spaces at marks, ours loses none: see below
INLINE = several(WORDS | st.sampled_from(["strong", "em", "code", "del"]).flatmap(lambda tag: within(tag, PLAIN)))
TEXT_BLOCK = st.sampled_from(["p", "h2", "h3"]).flatmap(lambda tag: within(tag, INLINE)) | st.just("<hr>")
ITEM = within("li", st.builds("{}{}".format, WORDS, within("p", INLINE) | st.just("")))
LIST = within("ul", several(ITEM, least=1))
QUOTE = within("blockquote", several(TEXT_BLOCK | LIST, least=1))
TREE = within("div", several(TEXT_BLOCK | LIST | QUOTE))


@given(TREE)
@settings(max_examples=150)
def test_the_walk_is_markdownifys(source: str) -> None:
    """Blocks, lists, quotes and emphasis of plain words come out as markdownify itself writes them.

    Several spaces count as one, and so do several blank lines: after something empty, ours are more.
    """
    judge = MarkdownConverter(heading_style="atx", bullets="-", bs4_options="lxml")
    judged = re.sub(r"(?<=[^\s>])  +(?=\S)", " ", judge.convert(source).strip())
    assert ONE_LINE(written(source)) == ONE_LINE(judged)


def test_an_empty_quote_parts_what_stands_around_it() -> None:
    """A quote with nothing in it leaves no sign of a quote, and words before and after it stay two."""
    source = "<div>one<blockquote><p></p></blockquote>two<blockquote> </blockquote><blockquote>three</blockquote></div>"
    assert written(source).split() == ["one", "two", ">", "three"]


SIGNED = st.sampled_from(["a", "b c", ".", " ", "(x)", "「日」", "日本", "!", "€5", "`", "\\", "&lt;T>", "[z](x)", "*"])


@st.composite
def emphasized(draw: st.DrawFn) -> str:
    """Words and signs, plain or emphasized, one kind right behind another; twice emphasized only between plain ones."""
    pieces, last = [], ""
    for _ in range(draw(st.integers(1, 4))):
        last = draw(st.sampled_from([kind for kind in ("", "strong", "em", "del") if not kind or kind != last]))
        pieces.append(f"<{last}>{draw(SIGNED)}</{last}>" if last else draw(SIGNED))
    if draw(st.booleans()):
        outer, inner = draw(st.permutations(["strong", "em", "del"]))[:2]
        parts = [draw(SIGNED) for _ in range(5)]
        pieces.append("{}<{o}>{}<{i}>{}</{i}>{}</{o}>{}".format(*parts, o=outer, i=inner))
    return "".join(pieces)


@given(emphasized())
@example("\\*<strong>a<em>a</em>a</strong>a")
@example("\\*a*")
@settings(max_examples=300)
def test_marks_are_never_text_and_text_is_never_lost(source: str) -> None:
    """Whatever signs stand at the ends of emphasis, a reader of the Markdown sees the text and nothing else."""
    page = f"<div><p>q{source}r</p></div>"
    (paragraph,) = (token for token in READER.parse(written(page)) if token.type == "inline")
    shown = "".join(child.content for child in paragraph.children or () if child.type == "text")
    assert shown.replace(" ", "") == fragment_fromstring(page).text_content().replace(" ", "")


def test_an_element_named_like_a_method_is_only_its_content() -> None:
    """An element that Markdown has nothing for leaves what it holds, whatever its name."""
    assert written("<div><p>a <soup>b</soup> <fn_cache>c</fn_cache> <list>d</list></p></div>") == "a b c d"
