"""What a page leaves is freed at once, since the collector is paused for whole batches."""

from __future__ import annotations

import gc

import pytest

from pinax_builder.gate import gate
from pinax_builder.parse import parse
from pinax_builder.processes import ProcessPool, collector_paused
from pinax_builder.records import Admitted, Fetched, Page

HTML = b"""<html><body><nav><a href="x">chrome</a></nav><main><h1>Title</h1>
<p>Text with <em>inline</em> <code>code</code> and <a href="y">links</a>.</p>
<h2 id="a">List</h2><ul><li>one<li>two</ul><dl><dt>term<dd>what it is</dl>
<table><tr><th>a</th></tr><tr><td>b</td></tr></table><pre>code</pre></main></body></html>"""
MARKDOWN = b"# Title\n\nText with *inline* `code`.\n\n| a |\n|---|\n| b |\n\n<p>HTML</p>\n"


@pytest.mark.parametrize(("media_type", "content"), [("text/html", HTML), ("text/markdown", MARKDOWN)])
def test_a_parsed_page_leaves_no_circle(media_type: str, content: bytes) -> None:
    """Nothing of a page is left for the collector, which would find the page's tree only when the batch has ended."""

    def read() -> None:
        admitted = gate(Fetched("p.html", "p.html", content, media_type))
        assert isinstance(admitted, Admitted)
        assert isinstance(parse(admitted), Page)

    read()  # what is made once is made now
    gc.collect()
    with collector_paused():
        read()
        assert gc.collect() == 0


def test_workers_look_for_circles_seldom() -> None:
    """A worker process waits for 100,000 new objects, this process for as many as before."""
    before = gc.get_threshold()
    with ProcessPool(1) as pool:
        assert pool.submit(gc.get_threshold).result() == (100_000, *before[1:])
    assert gc.get_threshold() == before
