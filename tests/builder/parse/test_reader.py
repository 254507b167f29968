"""`parse` finds the reader of each media type by the table of formats."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lxml import html

from pinax_builder.formats import BINARY_TYPES, SOURCE_FORMATS, SourceFormat
from pinax_builder.parse import parse
from pinax_builder.records import Admitted, Page, Rejection


@pytest.mark.parametrize("known", SOURCE_FORMATS, ids=lambda known: known.media_type)
def test_every_row_names_a_reader_that_answers(known: SourceFormat) -> None:
    """A file that is no more than a word is a page or a rejection in every format, whatever is installed."""
    content = {"content": b"word"} if known.media_type in BINARY_TYPES else {"text": "word"}
    if known.media_type == "text/html":
        content = {"tree": html.document_fromstring("word")}
    assert isinstance(parse(Admitted("a", "a", known.media_type, **content)), Page | Rejection)


FORKED = """
import sys
from pinax_builder.parse import import_readers, parse
from pinax_builder.records import Admitted
import_readers(["text/x-of-nobody", "text/markdown", "text/markdown"])
before = set(sys.modules)
parse(Admitted("a.md", "a.md", "text/markdown", text="# Title"))
print(sorted(name for name in set(sys.modules) - before if name.startswith("pinax")))
"""


def test_readers_are_imported_before_their_pages_come() -> None:
    """Of those media types that have a reader; a page that comes then imports nothing more of ours."""
    assert subprocess.run([sys.executable, "-c", FORKED], check=True, capture_output=True, text=True).stdout == "[]\n"
