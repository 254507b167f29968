"""A row of the table of formats is all that `parse` needs to find a reader."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from pinax_builder import parse as parsing
from pinax_builder.formats import SOURCE_FORMATS, SourceFormat
from pinax_builder.records import Admitted, Rejection


@pytest.mark.parametrize("known", SOURCE_FORMATS, ids=lambda known: known.media_type)
def test_every_row_names_a_reader_that_there_is(known: SourceFormat) -> None:
    """The module and the function that a row names exist, though they may need an extra."""
    if known.module:
        pytest.importorskip(known.module)
    assert callable(parsing._reader(known.media_type))


def test_readers_are_imported_before_their_pages_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of some media types are imported at once; one that cannot be is left for its pages to say."""
    lacking = SourceFormat("text/x-lacking", (".lacking",), "no_such_module:read")
    monkeypatch.setattr(parsing, "SOURCE_FORMATS", (*SOURCE_FORMATS, lacking))
    parsing._reader.cache_clear()
    parsing.import_readers(["text/x-lacking", "text/markdown", "text/markdown"])
    assert parsing._reader.cache_info().currsize == 1


def test_a_new_row_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of a new media type goes to the function that the row of its format names."""
    module = ModuleType("pinax_builder.parse.made")
    monkeypatch.setattr(module, "refuse", lambda page: Rejection(page.url, "parse", "made", "Read."), raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    made = SourceFormat("text/x-made", (".made",), "made:refuse")
    monkeypatch.setattr(parsing, "SOURCE_FORMATS", (*SOURCE_FORMATS, made))
    rejection = parsing.parse(Admitted("https://x.dev/a", "a", "text/x-made", text=""))
    assert rejection == Rejection("https://x.dev/a", "parse", "made", "Read.")
