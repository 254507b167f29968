"""Our walk over lxml's tree, with markdownify's own walk over bs4's as the judge."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import fragment_fromstring
from markdownify import MarkdownConverter

from pinax_builder.parse.markdown_writer import write_markdown

WORDS = st.sampled_from(["one", " two", "three ", " ", " four five ", "six."])


def within(tag: str, content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Put content into an element."""
    return content.map(lambda inner: f"<{tag}>{inner}</{tag}>")


def several(content: st.SearchStrategy[str], least: int = 0) -> st.SearchStrategy[str]:
    """Put up to four pieces of content behind each other."""
    return st.lists(content, min_size=least, max_size=4).map("".join)


INLINE = several(WORDS | st.sampled_from(["strong", "em", "code", "del"]).flatmap(lambda tag: within(tag, WORDS)))
TEXT_BLOCK = st.sampled_from(["p", "h2", "h3"]).flatmap(lambda tag: within(tag, INLINE)) | st.just("<hr>")
ITEM = within("li", st.builds("{}{}".format, WORDS, within("p", INLINE) | st.just("")))
LIST = within("ul", several(ITEM, least=1))
QUOTE = within("blockquote", several(TEXT_BLOCK | LIST, least=1))
TREE = within("div", several(TEXT_BLOCK | LIST | QUOTE))


@given(TREE)
@settings(max_examples=150)
def test_the_walk_is_markdownifys(source: str) -> None:
    """Blocks, lists, quotes and emphasis of plain words come out as markdownify itself writes them."""
    judge = MarkdownConverter(heading_style="atx", bullets="-", bs4_options="lxml")
    assert write_markdown(fragment_fromstring(source), []) == judge.convert(source).strip()


def test_an_element_named_like_a_method_is_only_its_content() -> None:
    """An element that Markdown has nothing for leaves what it holds, whatever its name."""
    root = fragment_fromstring("<div><p>a <soup>b</soup> <fn_cache>c</fn_cache> <list>d</list></p></div>")
    assert write_markdown(root, []) == "a b c d"
