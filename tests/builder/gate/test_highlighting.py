"""What is left of a page when the spans that color code are gone."""

from __future__ import annotations

import pytest
from lxml import etree, html

from pinax_builder.gate import gate
from pinax_builder.records import Admitted, Fetched


def body_of(source: str) -> html.HtmlElement:
    """Return the body of a page that the gate admits, with `source` after a first paragraph."""
    admitted = gate(Fetched("p.html", "p.html", f"<body><p>Text</p>{source}</body>".encode(), "text/html"))
    assert isinstance(admitted, Admitted)
    assert admitted.tree is not None
    return admitted.tree.find("body")


def admitted(source: str) -> str:
    """Return what the gate leaves of a piece of HTML."""
    whole = etree.tostring(body_of(source), encoding="unicode", method="html").strip()
    return whole.removeprefix("<body><p>Text</p>").removesuffix("</body>")


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ('<pre><span class="kn">import</span> <span class="nn">os</span></pre>', "<pre>import os</pre>"),
        ('<code class="x"><span class="pre">a</span> <span class="pre">b</span></code>', '<code class="x">a b</code>'),
        ('<pre><span class="n" id="x">y</span></pre>', '<pre><span class="n" id="x">y</span></pre>'),
        ('<pre><span class="linenos">1</span>y</pre>', '<pre><span class="linenos">1</span>y</pre>'),
        ('<h2><span class="n"></span>y</h2>', '<h2><span class="n"></span>y</h2>'),
        ('<span class="p"><span class="pre">(</span></span>', '<span class="p">(</span>'),
        ('<pre>&#<span class="c1">x27;a</span></pre>', '<pre>&amp;#<span class="c1">x27;a</span></pre>'),
        ("plain", "plain"),
    ],
)  # fmt: skip
def test_spans_with_nothing_but_a_color_go(source: str, left: str) -> None:
    """A span goes if a highlighter made it and it holds text; ids, line numbers and empty signs stay."""
    assert admitted(source) == left


def test_the_text_stays_the_same() -> None:
    """Not a character of the text changes."""
    source = '<pre><span class="k">if</span> a<span class="o">&lt;</span><span class="mi">1</span>:\n</pre><p>b</p>'
    assert body_of(source).text_content() == "Textif a<1:\nb"
