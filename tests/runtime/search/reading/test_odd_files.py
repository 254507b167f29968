"""What is no file, or no entry, is refused in words that say what is wrong; nothing waits for it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.format import BundleError, Entry, NotABundleError, SourceError, digest
from pinax_runtime.search import MemorySource, open_bundle, open_library
from pinax_runtime.tools import call_tool
from runtime.search.made import two_docsets


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
@pytest.mark.parametrize("blocks", [0, 4])
def test_a_pipe_in_place_of_a_file_is_refused(blocks: int, tmp_path: Path) -> None:
    """A named pipe under a file's name is an error that names it; nobody waits for somebody to write."""
    for name, data in two_docsets(blocks).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        if name.endswith(".terms"):
            os.mkfifo(tmp_path / name)
        else:
            (tmp_path / name).write_bytes(data)
    with pytest.raises(SourceError, match="it is not a file"):
        open_bundle(tmp_path).search("zebras")


def test_an_empty_location_is_no_bundle() -> None:
    """It is refused, and not taken for the current folder."""
    with pytest.raises(NotABundleError, match="the location is empty"):
        open_bundle("")


def resigned(value: dict) -> bytes:
    """Write an entry with a digest that is right."""
    value["digest"] = "0" * 32
    data = (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()
    return data.replace(b"0" * 32, digest(data).hex().encode())


ENTRY = json.loads(two_docsets()["pinax.json"])
WRONG = {
    "too deep": (b"[" * 100_000, "nested too deep"),
    "no JSON": (b"<!doctype html>", "no JSON"),
    "a long number": (b"9" * 10_000, "a number has too many digits"),
    "no member": (resigned({"oldest_reader": 1}), "no member 'ranking'"),
    "a name": (
        resigned({**ENTRY, "docsets": [{**ENTRY["docsets"][0], "segments": [{"name": "xyz", "size": 1}]}]}),
        "not 32 hexadecimal digits: 'xyz'",
    ),
    "a type": (resigned({**ENTRY, "docsets": [{**ENTRY["docsets"][0], "title": 5}]}), "title is not a string"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_entry_that_is_none_says_why(name: str) -> None:
    """The message needs no knowledge of Python."""
    data, said = WRONG[name]
    with pytest.raises((NotABundleError, BundleError), match=said) as caught:
        Entry.from_bytes(data, "here")
    assert not [word for word in ("Error:", "fromhex", "Recursion", "KeyError") if word in str(caught.value)]


def test_a_hit_in_a_section_of_our_own_has_its_anchor() -> None:
    """The anchor leads get_page to the section, though the published page does not have it."""
    page = MadePage("a.md", "A", "x", sections=(MadeSection("Part", "giraffes", anchor="~part"),))
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", [page])]))])
    (hit,) = json.loads(call_tool(library, "search_pages", {"query": "giraffes", "limit": 1}).text)["hits"]
    assert hit["anchor"] == "~part"
    assert "giraffes" in call_tool(library, "get_page", {"url": f"{hit['url']}#{hit['anchor']}"}).text
