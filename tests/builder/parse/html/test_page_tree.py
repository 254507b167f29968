"""The index of a page's elements lists every element that a step searches for."""

from __future__ import annotations

import pytest
from lxml.html import HtmlElement

from builder.parse.reading import markdown, page_of

RARE = {
    "br": "<p>one<br>two</p>",
    "button": "<p>Press <button>Go</button> now.</p>",
    "dl": "<dl><dt id=a>Term</dt><dd>Meaning.</dd></dl>",
    "form": "<form><p>Words in a form.</p></form>",
    "img": "<p>A <img src=a.png alt=picture> of it.</p>",
    "input": "<ul><li><input type=checkbox checked> done</li></ul>",
    "listing": "<listing>x = 1</listing>",
    "math": "<p>So <math alttext='a=b'><mi>a</mi></math> holds.</p>",
    "script": "<p>It is <script type='math/tex'>a+b</script> here.</p>",
    "svg": "<p>A <svg><title>drawing</title></svg> of it.</p>",
    "table": "<table><tr><th>k</th></tr><tr><td>v</td></tr></table>",
    "video": "<p>See <video src=a.mp4>the film</video>.</p>",
    "xmp": "<xmp><b>x</b></xmp>",
}
"""Tag that most pages lack → a use of it."""


@pytest.mark.parametrize("tag", RARE)
def test_a_rare_element_reads_the_same_wherever_else_the_page_has_it(tag: str) -> None:
    """What stands beside the content neither hides such an element in the content, nor puts one there."""
    own = f"<h1>Title</h1><p>Some words of the page.</p>{RARE[tag]}<p id=last>The last words.</p>"
    without = own.replace(RARE[tag], "")
    shown, lacking = (markdown(page_of(f"<body><main>{text}</main></body>")) for text in (own, without))
    assert shown != lacking
    for text, expected in ((own, shown), (without, lacking)):
        beside = f"<body><nav id=menu>{RARE[tag]}</nav><main>{text}</main></body>"
        assert markdown(page_of(beside)) == expected


@pytest.mark.parametrize("tag", ["form", "img", "input", "svg", "video"])
def test_a_rare_element_is_searched_for_only_where_there_is_one(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which rare elements a page's content has is looked up in one search for all of them."""
    sought: list[tuple[str, ...]] = []
    for how in ("iter", "iterdescendants"):
        search = getattr(HtmlElement, how)
        monkeypatch.setattr(
            HtmlElement, how, lambda self, *tags, search=search: sought.append(tags) or search(self, *tags)
        )
    page = f"<body>{RARE[tag]}<main><h1>Title</h1><p>Some words of the page.</p>{{}}<p>Last.</p></main></body>"
    page_of(page.format(""))
    without = sought.count((tag,))
    page_of(page.format(RARE[tag]))
    assert (without, sought.count((tag,))) == (0, 1)
